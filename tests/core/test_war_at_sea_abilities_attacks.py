"""Abilities that change attacks, each where it applies and where not; worked out by hand."""

from __future__ import annotations

import pytest

from tests.war_at_sea import Row, applies, check_row, fails, rows

BONUS_DICE = rows(
    {
        "Advanced Fighter": [
            applies(
                "8 + 2 dice on a Fighter",
                "F6F-3 Hellcat @25",
                'A6M2 "Zeke" @25',
                "air_defence; W0 antiair E0: 666 1x7 -> aborted",
            ),
            fails(
                "a Dive Bomber",
                "F6F-3 Hellcat @25",
                'D3A "Val" @25',
                "air_defence; W0 antiair E0: 66 1x6 -> none",
            ),
        ],
        "Advanced Fighter 1": [
            applies(
                "7 + 1 dice on a Fighter",
                'A6M5 "Zeke" @25',
                "F4F Wildcat @25",
                "air_defence; W0 antiair E0: 666 1x5 -> aborted",
            ),
            fails(
                "a Dive Bomber",
                'A6M5 "Zeke" @25',
                "SBD Dauntless @25",
                "air_defence; W0 antiair E0: 66 1x5 -> none",
            ),
        ],
        "Interceptor": [
            applies(
                "7 + 1 dice on a Bomber",
                "Bf 109 @25",
                "SBD Dauntless @25",
                "air_defence; W0 antiair E0: 664 1x5 -> aborted",
            ),
            fails(
                "an enemy Fighter is local",
                "Bf 109 @25",
                "SBD Dauntless @25; D.520 @25",
                "air_defence; W0 antiair E0: 66 1x5 -> none",
            ),
            fails(
                "a Fighter",
                "Bf 109 @25",
                "D.520 @25",
                "air_defence; W0 antiair E0: 66 1x5 -> none",
            ),
        ],
        "Defend the Flattop": [
            applies(
                "a friendly Carrier is local",
                "F4F Wildcat @25; USS Hornet (CV8) @25",
                'D3A "Val" @25',
                "air_defence; W0 antiair E0: 66 1x6 -> none",
            ),
            fails(
                "the Carrier is adjacent",
                "F4F Wildcat @25; USS Hornet (CV8) @24",
                'D3A "Val" @25',
                "air_defence; W0 antiair E0: 66 1x5 -> none",
            ),
        ],
        "Surprise": [
            applies(
                "turn 1",
                'A6M2 "Zeke" @25',
                "F4F Wildcat @25",
                "air_defence; W0 antiair E0: 66 1x6 -> none",
                turn=1,
            ),
            applies(
                "turn 1, strafing",
                'A6M2 "Zeke" @25',
                "USS Boise (CL 47) @25",
                "air_attack; W0 strafe E0: 661 -> damage",
                turn=1,
            ),
            fails(
                "turn 2",
                'A6M2 "Zeke" @25',
                "F4F Wildcat @25",
                "air_defence; W0 antiair E0: 66 1x5 -> none",
                turn=2,
            ),
        ],
        "Auxiliary Hunter": [
            applies(
                "an Auxiliary",
                "S-13 @24",
                "LST @25",
                "torpedo_attack; W0 torpedo E0: 611 -> hits 2",
            ),
            fails(
                "a Cruiser",
                "S-13 @24",
                "USS Boise (CL 47) @25",
                "torpedo_attack; W0 torpedo E0: 61 -> hits 2",
            ),
        ],
        "Battleship Killer": [
            applies(
                "a Battleship",
                "U-47 @24",
                "Kongo @25",
                "torpedo_attack; W0 torpedo E0: 611 -> hits 2",
            ),
            fails(
                "a Cruiser",
                "U-47 @24",
                "USS Boise (CL 47) @25",
                "torpedo_attack; W0 torpedo E0: 61 -> hits 2",
            ),
        ],
        "Valiant Stand": [
            applies(
                "a Battleship",
                "HMS Cossack @24",
                "Kongo @25",
                "torpedo_attack; W0 torpedo E0: 61 -> hits 2",
            ),
            fails(
                "a Cruiser",
                "HMS Cossack @24",
                "Atago @25",
                "torpedo_attack; W0 torpedo E0: 6 -> hits 2",
            ),
        ],
        "Carrier Hunter": [
            applies(
                "a Carrier",
                "USS Archerfish @24",
                "Shokaku @25",
                "torpedo_attack; W0 torpedo E0: 6111 -> hits 2",
            ),
            fails(
                "a Battleship",
                "USS Archerfish @24",
                "Kongo @25",
                "torpedo_attack; W0 torpedo E0: 611 -> hits 2",
            ),
        ],
        "Destroyer Killer": [
            applies(
                "a local Destroyer: 3 - 1 (threat) + 1 - 1 (small)",
                "Ambra @25",
                "Z32 @25",
                "torpedo_attack; W0 torpedo E0: 61 -> hits 2",
            ),
            fails(
                "a local Cruiser",
                "Ambra @25",
                "Atago @25",
                "torpedo_attack; W0 torpedo E0: 611 -> hits 2",
            ),
        ],
        "Combined Attack": [
            applies(
                "a friendly Dive Bomber is local",
                "Ju 88A-4 @25; Ju 87B Stuka @25",
                "Atago @25",
                "air_attack; W0 torpedo E0: 611 -> hits 2",
            ),
            fails(
                "the Dive Bomber is adjacent",
                "Ju 88A-4 @25; Ju 87B Stuka @24",
                "Atago @25",
                "air_attack; W0 torpedo E0: 61 -> hits 2",
            ),
        ],
        "Wolfpack": [
            applies(
                "another of the pack is in play",
                "U 510 @24; U-552 @45",
                "USS Boise (CL 47) @25",
                "torpedo_attack; W0 torpedo E0: 6111 -> hits 2",
            ),
            fails(
                "the other one is lost",
                "U 510 @24; U-552 @lost",
                "USS Boise (CL 47) @25",
                "torpedo_attack; W0 torpedo E0: 611 -> hits 2",
            ),
        ],
        "Fighting Instinct": [
            applies(
                "the turn before it hit a Ship",
                "Leonardo da Vinci @24",
                "USS Boise (CL 47) @25",
                """torpedo_attack; W0 torpedo E0: 61 -> hits 2; phase sea_movement: 1112
                phase torpedo_attack; W0 torpedo E0: 611 -> hits 2""",
            ),
            fails(
                "the turn before it missed",
                "Leonardo da Vinci @24",
                "USS Boise (CL 47) @25",
                """torpedo_attack; W0 torpedo E0: 11 -> none; phase sea_movement: 1112
                phase torpedo_attack; W0 torpedo E0: 61 -> hits 2""",
            ),
        ],
        "Killer Instinct": [
            applies(
                "the turn before it damaged a Submarine",
                "Pegaso @24",
                "I-19 @24",
                """surface_attack; W0 asw E0: 44411 -> damage; phase sea_movement: 1112
                phase surface_attack; W0 asw E0: 6 1x5 -> damage""",
            ),
            fails(
                "the turn before it did nothing",
                "Pegaso @24",
                "I-19 @24",
                """surface_attack; W0 asw E0: 44111 -> none; phase sea_movement: 1112
                phase surface_attack; W0 asw E0: 6 1x4 -> none""",
            ),
        ],
        "Finish Him Off": [
            applies(
                "a damaged Ship",
                "SB2C Helldiver @25",
                "Atago @25 hull=2",
                "air_attack; W0 bomb E0: 66 1x10 -> damage",
            ),
            fails(
                "an undamaged Ship",
                "SB2C Helldiver @25",
                "Atago @25",
                "air_attack; W0 bomb E0: 66 1x9 -> damage",
            ),
        ],
        "Commerce Raider": [
            applies(
                "an Auxiliary",
                "Atlantis @24",
                "LST @25",
                "surface_attack; W0 main E0: 6 1x5 -> damage",
            ),
            fails(
                "a Cruiser",
                "Atlantis @24",
                "Agano @25",
                "surface_attack; W0 main E0: 6 1x4 -> none",
            ),
        ],
        "Cruiser Hunter": [
            applies(
                "main on a Cruiser",
                "HMS Jamaica @24",
                "Atago @25",
                "surface_attack; W0 main E0: 66 1x6 -> damage",
            ),
            fails(
                "secondary on a Cruiser",
                "HMS Jamaica @24",
                "Atago @25",
                "surface_attack; W0 secondary E0: 6611 -> damage",
            ),
            fails(
                "main on a Destroyer",
                "HMS Jamaica @24",
                "Isokaze @25",
                "surface_attack; W0 main E0: 6 1x6 -> damage",
            ),
        ],
        "Cruiser Killer": [
            applies(
                "secondary on a Cruiser",
                "Nachi @24",
                "USS Boise (CL 47) @25",
                "surface_attack; W0 secondary E0: 66111 -> damage",
            ),
            fails(
                "main on a Destroyer",
                "Nachi @24",
                "Z32 @25",
                "surface_attack; W0 main E0: 6 1x9 -> damage",
            ),
        ],
        "Destroyer Hunter": [
            applies(
                "a Destroyer",
                "HMS Sheffield @24",
                "Z32 @25",
                "surface_attack; W0 main E0: 6 1x7 -> damage",
            ),
            fails(
                "a Cruiser",
                "HMS Sheffield @24",
                "Atago @25",
                "surface_attack; W0 main E0: 66 1x5 -> damage",
            ),
        ],
        "Raider": [
            applies(
                "an Auxiliary",
                "Admiral Hipper @24",
                "LST @25",
                "surface_attack; W0 main E0: 6 1x9 -> damage",
            ),
            applies(
                "secondary on a Destroyer",
                "Admiral Hipper @24",
                "Isokaze @25",
                "surface_attack; W0 secondary E0: 6 1x5 -> damage",
            ),
            fails(
                "a Cruiser",
                "Admiral Hipper @24",
                "USS Boise (CL 47) @25",
                "surface_attack; W0 main E0: 66 1x7 -> damage",
            ),
        ],
        "Raider Hunter": [
            applies(
                "a Cruiser",
                "HMS Hawkins @24",
                "Agano @25",
                "surface_attack; W0 main E0: 66 1x7 -> damage",
            ),
            fails(
                "a Destroyer",
                "HMS Hawkins @24",
                "Isokaze @25",
                "surface_attack; W0 main E0: 6 1x7 -> damage",
            ),
        ],
        "Radar Fire Control": [
            applies(
                "undamaged",
                "USS Cleveland (CL 55) @24",
                "Atago @25",
                "surface_attack; W0 main E0: 66 1x7 -> damage",
            ),
            fails(
                "damaged",
                "USS Cleveland (CL 55) @24 hull=2",
                "Atago @25",
                "surface_attack; W0 main E0: 66 1x6 -> damage",
            ),
        ],
        "Masked Guns": [
            applies(
                "range 2, initiative won",
                "Yamashiro @24",
                "USS Boise (CL 47) @26",
                "surface_attack; W0 main E0: 66 1x11 -> damage",
                first_player=1,
            ),
            fails(
                "range 3",
                "Yamashiro @24",
                "USS Boise (CL 47) @27",
                "surface_attack; W0 main E0: 66 1x9 -> damage",
                first_player=1,
            ),
            fails(
                "initiative lost",
                "Yamashiro @24",
                "USS Boise (CL 47) @26",
                "surface_attack; W0 main E0: 66 1x9 -> damage",
            ),
        ],
        "Unmask Guns": [
            applies(
                "initiative won",
                "USS Richmond (CL 9) @24",
                "Agano @25",
                "surface_attack; W0 main E0: 66 1x4 -> damage",
                first_player=1,
            ),
            fails(
                "initiative lost",
                "USS Richmond (CL 9) @24",
                "Agano @25",
                "surface_attack; W0 main E0: 6611 -> damage",
            ),
        ],
        "Opening Salvo 1 (Gunnery)": [
            applies(
                "the first gunnery attack of the game",
                "HMS Prince of Wales @24",
                "Atago @25",
                "surface_attack; W0 secondary E0: 66 1x4 -> damage",
            ),
            fails(
                "the second one of the same phase",
                "HMS Prince of Wales @24",
                "Atago @25",
                """surface_attack; W0 secondary E0: 66 1x4 -> damage
                W0 tertiary E0: 66111 -> damage""",
            ),
        ],
        "Opening Salvo 1 (Gunnery/Torpedo)": [
            applies(
                "torpedoes as the first attack of the game",
                "T27 @24",
                "USS Boise (CL 47) @25",
                "torpedo_attack; W0 torpedo E0: 611 -> hits 2",
            ),
            fails(
                "torpedoes after gunnery",
                "T27 @24",
                "USS Boise (CL 47) @25",
                """surface_attack; W0 main E0: 6611 -> damage; phase torpedo_attack
                W0 torpedo E0: 61 -> hits 2""",
            ),
        ],
        "Excellent Spotting": [
            applies(
                "another Ship shot at the target before",
                "Gloire @24; Suffren @23",
                "Atago @25",
                "surface_attack; W1 main E0: 1x8 -> none; W0 main E0: 66 1x6 -> damage",
            ),
            fails(
                "only itself shot at the target before",
                "Gloire @24; Suffren @23",
                "Atago @25",
                "surface_attack; W0 secondary E0: 1x4 -> none; W0 main E0: 66 1x5 -> damage",
            ),
        ],
        "Straddle": [
            applies(
                "the last main attack on it did no damage",
                "Giovanni Delle Bande Nere @24",
                "USS Boise (CL 47) @25",
                """surface_attack; W0 main E0: 1x6 -> none; phase sea_movement: 1112 1
                phase surface_attack; W0 main E0: 66 1x5 -> damage""",
            ),
            fails(
                "the last main attack on it did damage",
                "Giovanni Delle Bande Nere @24",
                "USS Boise (CL 47) @25",
                """surface_attack; W0 main E0: 66 1x4 -> damage; phase sea_movement: 1112 1
                phase surface_attack; W0 main E0: 66 1x4 -> damage""",
            ),
        ],
        "Rapid Fire": [
            applies(
                "8 + 2 dice",
                "USS Boise (CL 47) @24",
                "Atago @25",
                "surface_attack; W0 main E0: 66 1x8 -> damage",
            ),
            fails(
                "spent",
                'USS Boise (CL 47) @24 used=["Rapid Fire"]',
                "Atago @25",
                "surface_attack; W0 main E0: 66 1x6 -> damage",
            ),
            fails(
                "secondary",
                "USS Boise (CL 47) @24",
                "Atago @25",
                "surface_attack; W0 secondary E0: 6611 -> damage",
            ),
        ],
        "Desperate AA": [
            applies(
                "6 + 2 dice",
                "USS Kidd (DD 661) @25",
                'D3A "Val" @25',
                "air_defence; W0 antiair E0: 66 1x6 -> none",
            ),
            fails(
                "spent",
                'USS Kidd (DD 661) @25 used=["Desperate AA"]',
                'D3A "Val" @25',
                "air_defence; W0 antiair E0: 66 1x4 -> none",
            ),
        ],
    }
)

GIVEN_DICE = rows(
    {
        "Aggressive Tactics": [
            applies(
                "a Cruiser at range 1, alone in its sector",
                "Aoba @25; Haguro @24",
                "USS Boise (CL 47) @23",
                "surface_attack; W1 main E0: 66 1x9 -> damage",
            ),
            fails(
                "another own Ship is in the Cruiser's sector",
                "Aoba @25; Haguro @24; Z32 @24",
                "USS Boise (CL 47) @23",
                "surface_attack; W1 main E0: 66 1x8 -> damage",
            ),
            fails(
                "a Battleship",
                "Aoba @25; Kongo @24",
                "USS Boise (CL 47) @23",
                "surface_attack; W1 main E0: 66 1x12 -> damage",
            ),
        ],
        "Early Warning Radar": [
            applies(
                "turn 1, range 1",
                "HMCS Uganda @24; HMS Ajax @25",
                'D3A "Val" @25',
                "air_defence; W1 antiair E0: 66 1x5 -> none",
                turn=1,
            ),
            fails(
                "turn 2",
                "HMCS Uganda @24; HMS Ajax @25",
                'D3A "Val" @25',
                "air_defence; W1 antiair E0: 66 1x4 -> none",
                turn=2,
            ),
            fails(
                "turn 1, range 2",
                "HMCS Uganda @23; HMS Ajax @25",
                'D3A "Val" @25',
                "air_defence; W1 antiair E0: 66 1x4 -> none",
                turn=1,
            ),
        ],
        "ASW Pinpointer": [
            applies(
                "another Ship after its asw attack",
                "USS Edsall (DD-219) @24; USS Fletcher (DD 445) @24",
                "I-19 @24",
                "surface_attack; W0 asw E0: 111 -> none; W1 asw E0: 6 1x5 -> none",
            ),
            fails(
                "another Ship before its asw attack",
                "USS Edsall (DD-219) @24; USS Fletcher (DD 445) @24",
                "I-19 @24",
                "surface_attack; W1 asw E0: 6 1x4 -> none; W0 asw E0: 111 -> none",
            ),
        ],
        "Hunter-Killer Group": [
            applies(
                "an Aircraft of the Carrier attacked the Submarine",
                """USS Guadalcanal (CVE-60) @23; USS Fletcher (DD 445) @24
                ;TBD Devastator @24 base=0""",
                "I-19 @24",
                """air_attack; W2 asw E0: 11 -> none; phase surface_attack
                W1 asw E0: 6 1x5 -> none""",
            ),
            fails(
                "the Aircraft is of the land airbase",
                """USS Guadalcanal (CVE-60) @23; USS Fletcher (DD 445) @24
                ;TBD Devastator @24 base=16""",
                "I-19 @24",
                """air_attack; W2 asw E0: 11 -> none; phase surface_attack
                W1 asw E0: 6 1x4 -> none""",
            ),
        ],
        "Inspire to Victory": [
            applies(
                "the turn after it damaged a Battleship",
                "USS Arizona (BB 39) @24; USS Fletcher (DD 445) @24",
                "Kongo @25",
                """surface_attack; W0 main E0: 666 1x11 -> damage; phase sea_movement: 1112 6
                phase surface_attack; W1 main E0: 1x5 -> none""",
            ),
            fails(
                "it damaged a Cruiser",
                "USS Arizona (BB 39) @24; USS Fletcher (DD 445) @24",
                "Atago @25",
                """surface_attack; W0 main E0: 66 1x12 -> damage; phase sea_movement: 1112 6
                phase surface_attack; W1 main E0: 1x4 -> none""",
            ),
        ],
        "Radar Solution": [
            applies(
                "the player's first main attack of the game",
                "USS West Virginia (BB 48) @24; USS Fletcher (DD 445) @24",
                "Kongo @25",
                "surface_attack; W1 main E0: 1x5 -> none",
            ),
            fails(
                "the second one",
                "USS West Virginia (BB 48) @24; USS Fletcher (DD 445) @24",
                "Kongo @25",
                "surface_attack; W1 main E0: 1x5 -> none; W0 main E0: 1x16 -> none",
            ),
        ],
        "Sneak Attack": [
            applies(
                "dice of 10: 3 + 1 + 1 (Expert Torpedoes)",
                "HMS Illustrious @23; Swordfish Mk. II @25 base=0",
                "Atago @25",
                "air_attack; W1 torpedo E0: 61111 -> hits 2",
                initiative_dice=[[5, 5], [1, 1]],
            ),
            fails(
                "dice of 9: 3 + 1 (Expert Torpedoes)",
                "HMS Illustrious @23; Swordfish Mk. II @25 base=0",
                "Atago @25",
                "air_attack; W1 torpedo E0: 6111 -> hits 2",
                initiative_dice=[[5, 4], [6, 6]],
            ),
        ],
        "Surprise Raid": [
            applies(
                "two Ships have one die less",
                'Soryu @23; D3A "Val" @25',
                "USS Fletcher (DD 445) @25; USS Taylor (DD 468) @25",
                "air_defence; E0 antiair W1: 66111 -> none; E1 antiair W1: 66111 -> none",
                initiative_dice=[[6, 4], [1, 1]],
            ),
            fails(
                "the third Ship",
                'Soryu @23; D3A "Val" @25; D3A "Val" @26',
                """USS Fletcher (DD 445) @25; USS Taylor (DD 468) @25
                ;USS Fletcher (DD 445) @26""",
                """air_defence; E0 antiair W1: 66111 -> none; E1 antiair W1: 66111 -> none
                E2 antiair W2: 66 1x4 -> none""",
                initiative_dice=[[6, 4], [1, 1]],
            ),
            fails(
                "dice of 9",
                'Soryu @23; D3A "Val" @25',
                "USS Fletcher (DD 445) @25",
                "air_defence; E0 antiair W1: 66 1x4 -> none",
                initiative_dice=[[6, 3], [6, 6]],
            ),
        ],
        "Expert Bomber": [
            applies(
                "the first Dive Bomber",
                "USS Lexington (CV 2) @23; SBD Dauntless @25",
                "Atago @25",
                "air_attack; W1 bomb E0: 1x11 -> none",
            ),
            fails(
                "the second Dive Bomber",
                "USS Lexington (CV 2) @23; SBD Dauntless @25; SBD Dauntless @25",
                "Atago @25",
                "air_attack; W1 bomb E0: 1x11 -> none; W2 bomb E0: 1x10 -> none",
            ),
        ],
        "Expert Bomber 2": [
            applies(
                "the first Dive Bomber",
                "USS Hornet (CV8) @23; SBD Dauntless @25",
                "Atago @25",
                "air_attack; W1 bomb E0: 1x12 -> none",
            ),
            applies(
                "two Carriers: the larger bonus first, then the other, then none",
                """USS Lexington (CV 2) @23; USS Hornet (CV8) @23; SBD Dauntless @25
                ;SBD Dauntless @25; SBD Dauntless @25""",
                "Atago @25",
                """air_attack; W4 bomb E0: 1x12 -> none; W2 bomb E0: 1x11 -> none
                W3 bomb E0: 1x10 -> none""",
            ),
            fails(
                "a Patrol Bomber",
                "USS Hornet (CV8) @23; B-25H Mitchell @25",
                "Atago @25",
                "air_attack; W1 bomb E0: 1x7 -> none",
            ),
        ],
        "Expert Dogfighter": [
            applies(
                "the first Fighter",
                "USS Lexington (CV 2) @23; F4F Wildcat @25",
                'D3A "Val" @25',
                "air_defence; W1 antiair E0: 1x8 -> none",
            ),
            fails(
                "a Land Fighter",
                "USS Lexington (CV 2) @23; P-40E Warhawk @25",
                'A6M2 "Zeke" @25',
                "air_defence; W1 antiair E0: 1x7 -> none",
            ),
        ],
        "Expert Dogfighter 2": [
            applies(
                "the first Fighter",
                "USS Yorktown (CV 5) @23; F4F Wildcat @25",
                'D3A "Val" @25',
                "air_defence; W1 antiair E0: 1x9 -> none",
            ),
            fails(
                "the second Fighter",
                "USS Yorktown (CV 5) @23; F4F Wildcat @25; F4F Wildcat @25",
                'D3A "Val" @25',
                "air_defence; W1 antiair E0: 1x9 -> none; W2 antiair E0: 1x7 -> none",
            ),
        ],
        "Expert Torpedoes": [
            applies(
                "the first Torpedo Bomber",
                "USS Intrepid (CV II) @23; TBF-1 Avenger @25",
                "Atago @25",
                "air_attack; W1 torpedo E0: 611 -> hits 2",
            ),
            fails(
                "Harass from a Distance at range 1",
                'Ryujo @23; B6N2 "Jill" @25',
                "USS Boise (CL 47) @26",
                "air_attack; W1 torpedo E0: 6 -> hits 2",
            ),
        ],
        "Expert ASW": [
            applies(
                "the first Torpedo Bomber",
                "USS St. Lo (CVE 63) @23; TBD Devastator @25",
                "I-19 @25",
                "air_attack; W1 asw E0: 661 -> damage",
            ),
            fails(
                "a Patrol Bomber",
                "USS St. Lo (CVE 63) @23; Ju 88A-4 @25",
                "I-19 @25",
                "air_attack; W1 asw E0: 66 -> damage",
            ),
        ],
        "Scout Cruiser": [
            applies(
                "the first Ship bombed",
                'Tone @23; D3A "Val" @25',
                "USS Boise (CL 47) @25",
                "air_attack; W1 bomb E0: 1x9 -> none",
            ),
            applies(
                "two of them mark two Ships, and a Ship that is marked not again",
                'Tone @23; Tone @24; D3A "Val" @25; D3A "Val" @25; D3A "Val" @26; D3A "Val" @27',
                "USS Boise (CL 47) @25; HMS Ajax @26; HMS Exeter @27",
                """air_attack; W2 bomb E0: 1x9 -> none; W3 bomb E0: 1x9 -> none
                W4 bomb E1: 1x9 -> none; W5 bomb E2: 1x8 -> none""",
            ),
            fails(
                "another Ship than the one marked",
                'Tone @23; D3A "Val" @25; D3A "Val" @25',
                "USS Boise (CL 47) @25; HMS Ajax @25",
                "air_attack; W1 bomb E0: 1x9 -> none; W2 bomb E1: 1x8 -> none",
            ),
        ],
        "Scout Planes": [
            applies(
                "torpedoes",
                "Chikuma @23; Isokaze @24",
                "USS Boise (CL 47) @25",
                "torpedo_attack; W1 torpedo E0: 6111 -> hits 3",
            ),
            fails(
                "gunnery",
                "Chikuma @23; Isokaze @24",
                "USS Boise (CL 47) @25",
                "surface_attack; W1 main E0: 1x5 -> none",
            ),
        ],
        "Shadowing": [
            applies(
                "the target is within range 2",
                "PBY Catalina @24; SBD Dauntless @26",
                "Atago @26",
                "air_attack; W1 bomb E0: 1x11 -> none",
            ),
            fails(
                "the target is at range 3",
                "PBY Catalina @23; SBD Dauntless @26",
                "Atago @26",
                "air_attack; W1 bomb E0: 1x10 -> none",
            ),
        ],
        "Pinpointer": [
            applies(
                "the target is within range 2",
                "FW 200 Kondor @27; U-552 @24",
                "USS Boise (CL 47) @25",
                "torpedo_attack; W1 torpedo E0: 611 -> hits 2",
            ),
            fails(
                "it is aborted",
                "FW 200 Kondor @27 aborted=true; U-552 @24",
                "USS Boise (CL 47) @25",
                "torpedo_attack; W1 torpedo E0: 61 -> hits 2",
            ),
        ],
    }
)

PER_DIE = rows(
    {
        "Escort": [
            applies(
                "a Fighter attacks a local Bomber",
                "F4F Wildcat @25; TBD Devastator @25",
                'A6M2 "Zeke" @25',
                "air_defence; E0 antiair W1: 4x7 -> none",
            ),
            fails(
                "a Ship attacks it",
                "F4F Wildcat @25; TBD Devastator @25",
                "Isokaze @25",
                "air_defence; E0 antiair W1: 44441 -> aborted",
            ),
            fails(
                "the escort is adjacent",
                "F4F Wildcat @24; TBD Devastator @25",
                'A6M2 "Zeke" @25',
                "air_defence; E0 antiair W1: 4444111 -> aborted",
            ),
        ],
        "Deceptive Target": [
            applies(
                "a Ship attacks it",
                "Swordfish MK. I @25",
                "Agano @25",
                "air_defence; E0 antiair W0: 4x6 -> none",
            ),
            fails(
                "a Fighter attacks it",
                "Swordfish MK. I @25",
                'A6M2 "Zeke" @25',
                "air_defence; E0 antiair W0: 4441111 -> aborted",
            ),
        ],
        "Divide the Defense": [
            applies(
                "a Ship in its sector",
                "Ju 88A-4 @25; Ju 87B Stuka @25",
                "USS Boise (CL 47) @25",
                "air_mission; W0 special; phase air_defence; E0 antiair W1: 4x6 -> none",
            ),
            applies(
                "its own bombs have -1 on each die, and it has no torpedoes",
                "Ju 88A-4 @25",
                "USS Boise (CL 47) @25",
                """air_mission; W0 special; phase air_attack; W0 torpedo E0: no
                W0 bomb E0: 4x8 -> none""",
            ),
            fails(
                "a Ship in another sector",
                "Ju 88A-4 @24; Ju 87B Stuka @25",
                "USS Boise (CL 47) @25",
                "air_mission; W0 special; phase air_defence; E0 antiair W1: 444411 -> aborted",
            ),
            fails(
                "spent",
                'Ju 88A-4 @25 used=["Divide the Defense"]',
                "USS Boise (CL 47) @25",
                "air_mission; W0 special: no",
            ),
        ],
        "Run Silent": [
            applies(
                "it is where it began",
                "USS Fletcher (DD 445) @25",
                "R0-50 @25",
                "surface_attack; W0 asw E0: 4x5 -> none",
            ),
            fails(
                "it has moved",
                "USS Fletcher (DD 445) @25",
                "R0-50 @25 began=26",
                "surface_attack; W0 asw E0: 44411 -> damage",
            ),
        ],
        "Covering Fire": [
            applies(
                "next turn, on another unit",
                "Caio Duilio @24; Zara @24",
                "Haguro @25",
                """surface_attack; W0 main E0: 1x12 -> none; phase sea_movement: 1112
                phase surface_attack; E0 main W1: 4x10 -> none""",
            ),
            fails(
                "next turn, on this unit",
                "Caio Duilio @24; Zara @24",
                "Haguro @25",
                """surface_attack; W0 main E0: 1x12 -> none; phase sea_movement: 1112
                phase surface_attack; E0 main W0: 4x7 111 -> damage""",
            ),
        ],
        "Inactivity": [
            applies(
                "the first main attack",
                "Arkhangelsk @24",
                "Atago @25",
                "surface_attack; W0 main E0: 4x15 -> none",
            ),
            fails(
                "the second main attack",
                "Arkhangelsk @24",
                "Atago @25",
                """surface_attack; W0 main E0: 4x15 -> none; phase sea_movement: 1112 6
                phase surface_attack; W0 main E0: 4444 1x11 -> damage""",
            ),
        ],
        "Torpedo Salvo": [
            applies(
                "a friendly Destroyer is local: a 5 hits",
                "Camicia Nere @24; Ascari @24",
                "USS Boise (CL 47) @25",
                "torpedo_attack; W0 torpedo E0: 5 -> hits 2",
            ),
            fails(
                "the Destroyer is adjacent",
                "Camicia Nere @24; Ascari @23",
                "USS Boise (CL 47) @25",
                "torpedo_attack; W0 torpedo E0: 5 -> none",
            ),
        ],
        "Hi-Level Bomber": [
            applies(
                "only natural 6s count",
                "B-24D Liberator @25",
                "Atago @25",
                "air_attack; W0 bomb E0: 5x8 -> none",
            ),
            applies(
                "it can't bomb small ships",
                "B-24D Liberator @25",
                "Isokaze @25",
                "air_attack; W0 bomb E0: no",
            ),
            fails(
                "its asw",
                "B-24D Liberator @25",
                "I-19 @25",
                "air_attack; W0 asw E0: 555 -> damage",
            ),
        ],
        "Stalwart": [
            applies(
                "gunnery of the crippled unit",
                "Zara @24 hull=1",
                "Atago @25",
                "surface_attack; W0 main E0: 4444 1x5 -> damage",
            ),
            fails(
                "antiair of the crippled unit",
                "Zara @25 hull=1",
                "Ju 87B Stuka @25",
                "air_defence; W0 antiair E0: 4x6 -> none",
            ),
        ],
        "Skip-Bomb": [
            applies(
                "a 6 of bombs counts three",
                "B-25H Mitchell @25",
                "Atago @25",
                "air_attack; W0 bomb E0: 64 1x5 -> damage",
            ),
            fails(
                "a 6 of strafing counts two",
                "B-25H Mitchell @25",
                "Atago @25",
                "air_attack; W0 strafe E0: 64111 -> none",
            ),
        ],
    }
)

REROLLS = rows(
    {
        "AA Veteran": [
            applies(
                "nothing hit",
                "HMAS Australia @25",
                "Ju 87B Stuka @25",
                "air_defence; W0 antiair E0: 1x6 661111 -> aborted",
            ),
            fails(
                "spent",
                'HMAS Australia @25 used=["AA Veteran"]',
                "Ju 87B Stuka @25",
                "air_defence; W0 antiair E0: 1x6 -> none",
            ),
        ],
        "Ace": [
            applies(
                "nothing hit",
                "Elite A6M2 Zero @25",
                "F4F Wildcat @25",
                "air_defence; W0 antiair E0: 1x7 6661111 -> aborted",
            ),
            fails(
                "the first throw aborts",
                "Elite A6M2 Zero @25",
                "F4F Wildcat @25",
                "air_defence; W0 antiair E0: 6661111 -> aborted",
            ),
        ],
        "Night Fighter": [
            applies(
                "turn 4",
                "HMS Saumarez @24",
                "Atago @25",
                "surface_attack; W0 main E0: 111 661 -> damage",
                turn=4,
            ),
            fails(
                "turn 3",
                "HMS Saumarez @24",
                "Atago @25",
                "surface_attack; W0 main E0: 111 -> none",
                turn=3,
            ),
            fails(
                "it can't matter: twice 3 dice are less than the armour",
                "HMS Saumarez @24",
                "Musashi @25",
                "surface_attack; W0 main E0: 111 -> none",
                turn=4,
            ),
        ],
    }
)

RANGES = rows(
    {
        "Extended Range 4": [
            applies(
                "range 4 with the range 3 value",
                "USS Quincy (CA 71) @23",
                "Atago @27",
                "surface_attack; W0 main E0: 66 1x6 -> damage",
            ),
            fails(
                "damaged",
                "USS Quincy (CA 71) @23 hull=2",
                "Atago @27",
                "surface_attack; W0 main E0: no",
            ),
            fails(
                "range 5",
                "USS Quincy (CA 71) @23",
                "Atago @28",
                "surface_attack; W0 main E0: no",
            ),
        ],
        "Extended Range 5": [
            applies(
                "range 5 with the range 3 value",
                "USS Iowa (BB 61) @23",
                "Atago @28",
                "surface_attack; W0 main E0: 66 1x13 -> damage",
            ),
            fails(
                "range 6",
                "USS Iowa (BB 61) @23",
                "Atago @29",
                "surface_attack; W0 main E0: no",
            ),
            fails(
                "damaged",
                "USS Iowa (BB 61) @23 hull=5",
                "Atago @27",
                "surface_attack; W0 main E0: no",
            ),
        ],
        "Harassing Fire 5": [
            applies(
                "range 5, only natural 6s",
                "Andrea Doria @23",
                "USS Boise (CL 47) @28",
                "surface_attack; W0 main E0: 65 5x8 -> none",
            ),
            fails(
                "range 4: every success counts",
                "Andrea Doria @23",
                "USS Boise (CL 47) @27",
                "surface_attack; W0 main E0: 5555 1x6 -> damage",
            ),
            fails(
                "damaged",
                "Andrea Doria @23 hull=3",
                "USS Boise (CL 47) @28",
                "surface_attack; W0 main E0: no",
            ),
        ],
        "Long Shot 6": [
            applies(
                "range 6 on a Battleship, though damaged",
                "HMS Warspite @23 hull=4",
                "Kongo @29",
                "surface_attack; W0 main E0: 666 1x9 -> damage",
            ),
            fails(
                "range 6 on a Cruiser",
                "HMS Warspite @23",
                "Atago @29",
                "surface_attack; W0 main E0: no",
            ),
            fails(
                "spent",
                'HMS Warspite @23 used=["Long Shot 6"]',
                "Kongo @29",
                "surface_attack; W0 main E0: no",
            ),
            fails(
                "range 5",
                "HMS Warspite @23",
                "Kongo @28",
                "surface_attack; W0 main E0: no",
            ),
        ],
        "Heavy Antiair": [
            applies(
                "range 1",
                "USS Laffey (DD 724) @25",
                "Ju 87B Stuka @26",
                "air_defence; W0 antiair E0: 66111 -> aborted",
            ),
            fails(
                "range 2",
                "USS Laffey (DD 724) @25",
                "Ju 87B Stuka @27",
                "air_defence; W0 antiair E0: no",
            ),
        ],
        "Heavy Antiair 2": [
            applies(
                "range 2",
                "USS Montana (BB 67) @25",
                "Ju 87B Stuka @27",
                "air_defence; W0 antiair E0: 66111 -> aborted",
            ),
            fails(
                "range 3",
                "USS Montana (BB 67) @25",
                "Ju 87B Stuka @28",
                "air_defence; W0 antiair E0: no",
            ),
        ],
        "Harass from a Distance": [
            applies(
                "range 1",
                'B6N2 "Jill" @25',
                "USS Boise (CL 47) @26",
                "air_attack; W0 torpedo E0: 6 -> hits 2",
            ),
            fails(
                "range 2",
                'B6N2 "Jill" @25',
                "USS Boise (CL 47) @27",
                "air_attack; W0 torpedo E0: no",
            ),
        ],
        "Antiship Missile": [
            applies(
                "range 1 with the range 0 value",
                "FW 200 Kondor @25",
                "USS Boise (CL 47) @26",
                "air_attack; W0 bomb E0: 66 1x7 -> damage",
            ),
            fails(
                "spent",
                'FW 200 Kondor @25 used=["Antiship Missile"]',
                "USS Boise (CL 47) @26",
                "air_attack; W0 bomb E0: no",
            ),
            fails(
                "range 2",
                "FW 200 Kondor @25",
                "USS Boise (CL 47) @27",
                "air_attack; W0 bomb E0: no",
            ),
        ],
        "Heavy Strafer": [
            applies(
                "range 1 with the range 0 value",
                "B-25H Mitchell @25",
                "Atago @26",
                "air_attack; W0 strafe E0: 66111 -> damage",
            ),
            fails(
                "spent",
                'B-25H Mitchell @25 used=["Heavy Strafer"]',
                "Atago @26",
                "air_attack; W0 strafe E0: no",
            ),
            fails(
                "bombs",
                "B-25H Mitchell @25",
                "Atago @26",
                "air_attack; W0 bomb E0: no",
            ),
        ],
        "Alternate Payload 5": [
            applies(
                "bombs of value 5",
                "Z.506B Airone @25",
                "USS Boise (CL 47) @25",
                "air_attack; W0 bomb E0: 66111 -> damage",
            ),
            fails(
                "spent",
                'Z.506B Airone @25 used=["Alternate Payload"]',
                "USS Boise (CL 47) @25",
                "air_attack; W0 bomb E0: no; W0 torpedo E0: yes",
            ),
        ],
        "Alternate Payload 6": [
            applies(
                "bombs of value 6",
                'B5N2 "Kate" @25',
                "USS Boise (CL 47) @25",
                "air_attack; W0 bomb E0: 66 1x4 -> damage",
            ),
            fails(
                "spent",
                'B5N2 "Kate" @25 used=["Alternate Payload"]',
                "USS Boise (CL 47) @25",
                "air_attack; W0 bomb E0: no; W0 torpedo E0: 611 -> hits 2",
            ),
        ],
        "Alternate Payload 7": [
            applies(
                "bombs of value 7",
                "TBF Avenger @25",
                "Atago @25",
                "air_attack; W0 bomb E0: 66 1x5 -> damage",
            ),
            fails(
                "the second time",
                "TBF Avenger @25",
                "Atago @25",
                """air_attack; W0 bomb E0: 1x7 -> none; phase sea_movement: 1112
                phase air_mission W; W0 to 25: no; phase sea_movement: 1112
                phase air_mission W; W0 to 25; phase air_attack; W0 bomb E0: no""",
            ),
        ],
        "Kamikaze Attack": [
            applies(
                "bombs of value 10; it is destroyed and scored",
                'B6N2 "Jill" @25',
                "USS Boise (CL 47) @25",
                "air_attack; W0 bomb E0: 1x10 -> none; close; W0 at lost; scores 0 14",
            ),
            fails(
                "torpedoes",
                'B6N2 "Jill" @25',
                "USS Boise (CL 47) @25",
                "air_attack; W0 torpedo E0: 111 -> none; close; W0 at 25; scores 0 0",
            ),
        ],
        "Rocket Attack": [
            applies(
                "the first strafing has value 5",
                "USMC F4U-1A Corsair @25",
                "Atago @25",
                "air_attack; W0 strafe E0: 66111 -> damage",
            ),
            fails(
                "spent",
                'USMC F4U-1A Corsair @25 used=["Rocket Attack"]',
                "Atago @25",
                "air_attack; W0 strafe E0: 661 -> damage",
            ),
        ],
    }
)

ARMOUR = rows(
    {
        "Armored Deck 1": [
            applies(
                "4 successes of bombs on armour 4 + 1",
                "SBD Dauntless @25",
                "Taiho @25",
                "air_attack; W0 bomb E0: 66 1x8 -> none",
            ),
            applies(
                "10 successes of bombs on vital armour 10 + 1",
                "SBD Dauntless @25",
                "Taiho @25",
                "air_attack; W0 bomb E0: 6x5 1x5 -> damage",
            ),
            fails(
                "gunnery",
                "Agano @24",
                "Taiho @25",
                "surface_attack; W0 main E0: 66 1x4 -> damage",
            ),
        ],
        "Tough Cruiser 1": [
            applies(
                "gunnery of a Destroyer",
                "Z32 @24",
                "USS Houston (CA 30) @25",
                "surface_attack; W0 main E0: 66 1x4 -> none",
            ),
            applies(
                "strafing of a Fighter",
                "Beaufighter TF Mk. X @25",
                "Haguro @25",
                "air_attack; W0 strafe E0: 6611 -> none",
            ),
            fails(
                "gunnery of a Cruiser",
                "Agano @24",
                "USS Houston (CA 30) @25",
                "surface_attack; W0 main E0: 66 1x4 -> damage",
            ),
        ],
        "Defensive Armament": [
            applies(
                "a Fighter: armour 4 + 2",
                "F4F Wildcat @25",
                "B-24D Liberator @25",
                "air_defence; W0 antiair E0: 6641111 -> none",
            ),
            applies(
                "a Ship, after a Fighter",
                "F4F Wildcat @25; USS Boise (CL 47) @25",
                "B-24D Liberator @25",
                """air_defence; W0 antiair E0: 1x7 -> none
                W1 antiair E0: 664 111 -> none""",
            ),
            fails(
                "a Ship alone",
                "USS Boise (CL 47) @25",
                "B-24D Liberator @25",
                "air_defence; W0 antiair E0: 66 1x4 -> aborted",
            ),
        ],
        "Light Defensive Armament": [
            applies(
                "a Fighter: armour 5 + 1",
                "F4F Wildcat @25",
                "SB2C Helldiver @25",
                "air_defence; W0 antiair E0: 6641111 -> none",
            ),
            fails(
                "a Ship alone",
                "USS Boise (CL 47) @25",
                "SB2C Helldiver @25",
                "air_defence; W0 antiair E0: 664111 -> aborted",
            ),
        ],
        "Fighter-Bomber": [
            applies(
                "as a Dive Bomber: armour 7 - 1",
                "Agano @25",
                'F4U-1D Corsair @25 role="Dive Bomber"',
                "air_defence; W0 antiair E0: 666111 -> aborted",
            ),
            applies(
                "SPECIAL before it is placed makes it a Dive Bomber that bombs",
                "F4U-1D Corsair @base:16",
                "Atago @25",
                """air_mission; W0 special; W0 to 25; phase air_attack
                W0 bomb E0: 66 1x7 -> damage""",
            ),
            fails(
                "as a Fighter",
                "Agano @25",
                "F4U-1D Corsair @25",
                "air_defence; W0 antiair E0: 666111 -> none",
            ),
            fails(
                "a Fighter can't bomb",
                "F4U-1D Corsair @base:16",
                "Atago @25",
                """air_mission; W0 to 25; W0 special: no; phase air_attack
                W0 bomb E0: no; W0 strafe E0: yes""",
            ),
        ],
        "Long-Lance Torpedoes": [
            applies(
                "a hit does 3 damage",
                "Isokaze @24",
                "USS Boise (CL 47) @25",
                "torpedo_attack; W0 torpedo E0: 611 -> hits 3",
            ),
            fails(
                "damage of gunnery is 1",
                "Isokaze @24",
                "USS Boise (CL 47) @25",
                "surface_attack; W0 main E0: 66111 -> damage; close; E0 hull 2",
            ),
        ],
        "Torpedo Defense 1": [
            applies(
                "a hit does 1 damage",
                "USS Archerfish @24",
                "USS Nevada (BB 36) @25",
                "torpedo_attack; W0 torpedo E0: 611 -> hits 1",
            ),
            applies(
                "a mine of 2 does 1 damage",
                "USS Nevada (BB 36) @24",
                "Agano @29",
                "sea_movement; W0 to 25: 2; close; W0 hull 4",
                mines=[25],
            ),
            fails(
                "damage of bombs is 1",
                "SBD Dauntless @25",
                "USS Nevada (BB 36) @25",
                "air_attack; W0 bomb E0: 6666 1x6 -> damage; close; E0 hull 4",
            ),
        ],
        "Torpedo Protection": [
            applies(
                "a die of 4",
                "USS Archerfish @24",
                "Algérie @25",
                "torpedo_attack; W0 torpedo E0: 611 4 -> hits 1",
            ),
            applies(
                "a mine of 2, a die of 4",
                "Algérie @24",
                "Agano @29",
                "sea_movement; W0 to 25: 24; close; W0 hull 2",
                mines=[25],
            ),
            fails(
                "a die of 3",
                "USS Archerfish @24",
                "Algérie @25",
                "torpedo_attack; W0 torpedo E0: 611 3 -> hits 2",
            ),
            fails(
                "no hit, no die",
                "USS Archerfish @24",
                "Algérie @25",
                "torpedo_attack; W0 torpedo E0: 111 -> none",
            ),
        ],
    }
)

SAVES = rows(
    {
        "Chase the Salvoes": [
            applies(
                "main of a Battleship",
                "Kongo @24",
                "HMS Euryalus @25",
                "surface_attack; W0 main E0: 66 1x12 5 -> none",
            ),
            fails(
                "main of a Cruiser",
                "Haguro @24",
                "HMS Euryalus @25",
                "surface_attack; W0 main E0: 66 1x8 -> damage",
            ),
            fails(
                "secondary of a Battleship",
                "Kongo @24",
                "HMS Euryalus @25",
                "surface_attack; W0 secondary E0: 66 1x5 -> damage",
            ),
        ],
        "High-Speed Evasion": [
            applies(
                "a Ship",
                "Agano @24",
                "PT Boat @25",
                "surface_attack; W0 main E0: 4 1x5 5 -> none",
            ),
            fails(
                "a Submarine: 3 - 1 (threat) - 1 (small) dice, and no roll",
                "USS Archerfish @24",
                "PT Boat @25",
                "torpedo_attack; W0 torpedo E0: 6 -> hits 2",
            ),
        ],
        "Lucky Escape": [
            applies(
                "torpedo of a Destroyer",
                "HMS Cossack @24",
                "Shigure @25",
                "torpedo_attack; W0 torpedo E0: 6 4 -> none",
            ),
            fails(
                "torpedo of a Submarine",
                "USS Archerfish @24",
                "Shigure @25",
                "torpedo_attack; W0 torpedo E0: 6 -> hits 2",
            ),
        ],
        "Evade Bombs": [
            applies(
                "bombs",
                "SBD Dauntless @25",
                "Naka @25",
                "air_attack; W0 bomb E0: 66 1x8 4 -> none",
            ),
            fails(
                "spent by the bombs before, though these hit",
                "SBD Dauntless @25; SBD Dauntless @25",
                "Naka @25",
                """air_attack; W0 bomb E0: 66 1x8 3 -> damage
                W1 bomb E0: 66 1x8 -> damage""",
            ),
        ],
        "Evade Torpedoes": [
            applies(
                "a hit",
                "USS Archerfish @24",
                "HMS Repulse @25",
                "torpedo_attack; W0 torpedo E0: 611 3 -> none",
            ),
            applies(
                "having rolled, it can't move next turn",
                "USS Archerfish @24",
                "HMS Repulse @25",
                """torpedo_attack; W0 torpedo E0: 611 2 -> hits 2
                phase sea_movement E: 1112; E0 reaches""",
            ),
            fails(
                "spent",
                "USS Archerfish @24",
                'HMS Repulse @25 used=["Evade Torpedoes"]',
                "torpedo_attack; W0 torpedo E0: 611 -> hits 2",
            ),
        ],
        "Slip Away": [
            applies(
                "exactly 3 successes",
                "USS Fletcher (DD 445) @25",
                "I-25 @25",
                "surface_attack; W0 asw E0: 44411 4 -> none",
            ),
            fails(
                "4 successes",
                "USS Fletcher (DD 445) @25",
                "I-25 @25",
                "surface_attack; W0 asw E0: 44441 -> damage",
            ),
        ],
        "Near Miss": [
            applies(
                "the first time",
                "Haguro @24",
                "USS San Diego (CL 53) @25",
                "surface_attack; W0 main E0: 66 1x8 4 -> none",
            ),
            fails(
                "the second time",
                "Haguro @24; Agano @24",
                "USS San Diego (CL 53) @25",
                """surface_attack; W0 main E0: 66 1x8 4 -> none
                W1 main E0: 66 1x4 -> damage""",
            ),
        ],
    }
)

SOFTENINGS = rows(
    {
        "Survivor": [
            applies(
                "successes of the vital armour, a roll of 5",
                "Haguro @24",
                "USS San Francisco (CA 38) @25",
                "surface_attack; W0 main E0: 6x5 1x5 5 -> damage; close; E0 hull 2",
            ),
            fails(
                "destroyed by torpedo damage",
                "Haguro @24",
                "USS San Francisco (CA 38) @25 hull=2",
                "torpedo_attack; W0 torpedo E0: 611 -> hits 3; close; E0 at lost",
            ),
        ],
        "Uniquely Tough": [
            applies(
                "bombs leave it 1 hull point",
                "SBD Dauntless @25",
                "HMAS Australia @25",
                "air_attack; W0 bomb E0: 6x5 1x5 -> damage; close; E0 hull 1",
            ),
            fails(
                "gunnery",
                "Haguro @24",
                "HMAS Australia @25",
                "surface_attack; W0 main E0: 6x5 1x5 -> destroyed; close; E0 at lost",
            ),
        ],
        "Rugged": [
            applies(
                "exactly the vital armour, a roll of 4",
                "USS Boise (CL 47) @25",
                "Martlet Mk. II @25",
                "air_defence; W0 antiair E0: 666611 4 -> aborted",
            ),
            fails(
                "one success more",
                "USS Boise (CL 47) @25",
                "Martlet Mk. II @25",
                "air_defence; W0 antiair E0: 666641 -> destroyed",
            ),
        ],
        "Great Agility": [
            applies(
                "exactly the vital armour, by a Fighter",
                "F4F Wildcat @25",
                'A6M5 "Zeke" @25',
                "air_defence; W0 antiair E0: 6666111 -> aborted",
            ),
            fails(
                "by a Ship",
                "USS Boise (CL 47) @25",
                'A6M5 "Zeke" @25',
                "air_defence; W0 antiair E0: 666611 -> destroyed",
            ),
        ],
        "High Agility": [
            applies(
                "8 successes of a Fighter",
                "F4F Wildcat @25",
                "Elite A6M2 Zero @25",
                "air_defence; W0 antiair E0: 6666111 -> aborted",
            ),
            fails(
                "9 successes",
                "F4F Wildcat @25",
                "Elite A6M2 Zero @25",
                "air_defence; W0 antiair E0: 6666411 -> destroyed",
            ),
        ],
        "Nimble": [
            applies(
                "8 successes of a Fighter",
                'A6M2 "Zeke" @25',
                "D.520 @25",
                "air_defence; W0 antiair E0: 6666111 -> aborted",
            ),
            fails(
                "spent",
                'A6M2 "Zeke" @25',
                'D.520 @25 used=["Nimble"]',
                "air_defence; W0 antiair E0: 6666111 -> destroyed",
            ),
            fails(
                "by a Ship",
                "Agano @25",
                "D.520 @25",
                "air_defence; W0 antiair E0: 666611 -> destroyed",
            ),
        ],
        "Determination": [
            applies(
                "a roll of 5",
                "Haguro @24",
                "HMS Exeter @25",
                "surface_attack; W0 main E0: 6x5 1x5 -> destroyed; close: 5; E0 hull 1",
            ),
            fails(
                "a roll of 4",
                "Haguro @24",
                "HMS Exeter @25",
                "surface_attack; W0 main E0: 6x5 1x5 -> destroyed; close: 4; E0 at lost",
            ),
            fails(
                "damage that does not destroy",
                "Haguro @24",
                "HMS Exeter @25",
                "surface_attack; W0 main E0: 66 1x8 -> damage; close; E0 hull 2",
            ),
        ],
    }
)

CONCEALMENT = rows(
    {
        "Lay Smoke Screen": [
            applies(
                "smoke to the end of the next turn, instead of gunnery",
                "USS Hoel (DD 533) @24",
                "Atago @25",
                """surface_attack; W0 special; smoke 24; W0 main E0: no
                phase sea_movement: 1112; smoke 24; phase torpedo_attack; smoke 24
                phase sea_movement: 1112; smoke""",
            ),
            fails(
                "after its first attack",
                "USS Hoel (DD 533) @24",
                "Atago @25",
                "surface_attack; W0 main E0: 1x6 -> none; W0 special: no",
            ),
        ],
        "Bad Weather Fighter": [
            applies(
                "4 + 1 in smoke",
                "Agano @24",
                "HMCS Algonquin @25",
                "surface_attack; W0 main E0: 66 1x4 4 -> none",
                smoke={"25": 3},
            ),
            fails(
                "no smoke, no roll",
                "Agano @24",
                "HMCS Algonquin @25",
                "surface_attack; W0 main E0: 66 1x4 -> damage",
            ),
        ],
        "Stealthy": [
            applies(
                "4 + 1 in an island sector",
                "Agano @16",
                "Daihatsu Landing Craft @17",
                "surface_attack; W0 main E0: 4 1x5 4 -> none",
            ),
            fails(
                "at sea, no roll",
                "Agano @24",
                "Daihatsu Landing Craft @25",
                "surface_attack; W0 main E0: 4 1x5 -> destroyed",
            ),
        ],
        "Sharpshooter": [
            applies(
                "a roll of 5 does not conceal",
                "HMS Belfast @24",
                "Isokaze @25",
                "surface_attack; W0 main E0: 66 1x6 5 -> damage",
                smoke={"25": 3},
            ),
            fails(
                "a roll of 6 does",
                "HMS Belfast @24",
                "Isokaze @25",
                "surface_attack; W0 main E0: 66 1x6 6 -> none",
                smoke={"25": 3},
            ),
        ],
        "Improved Radar": [
            applies(
                "no roll of a unit in smoke",
                "USS Cleveland (CL 55) @24",
                "Isokaze @25",
                "surface_attack; W0 main E0: 66 1x7 -> damage",
                smoke={"25": 3},
            ),
            applies(
                "smoke does not block its line of sight",
                "USS Cleveland (CL 55) @24",
                "Isokaze @26",
                "surface_attack; W0 main E0: yes",
                smoke={"25": 3},
            ),
            fails(
                "islands block it",
                "USS Cleveland (CL 55) @16",
                "Isokaze @18",
                "surface_attack; W0 main E0: no",
            ),
        ],
    }
)

FURTHER_DICE = rows(
    {
        "Mission Selection (Dive Bomber/Torpedo Bomber)": [
            applies(
                "a Dive Bomber when it bombs: 8 + 1 (Expert Bomber)",
                "HMS Victorious @23; Barracuda Mk. II @25",
                "Atago @25",
                "air_attack; W1 bomb E0: 66 1x7 -> damage",
            ),
            applies(
                "a Torpedo Bomber with torpedoes: 2 + 1 (Expert Torpedoes)",
                "HMS Ark Royal @23; Barracuda Mk. II @25",
                "Atago @25",
                "air_attack; W1 torpedo E0: 611 -> hits 2",
            ),
            fails(
                "no Dive Bomber with torpedoes",
                "HMS Victorious @23; Barracuda Mk. II @25",
                "Atago @25",
                "air_attack; W1 torpedo E0: 61 -> hits 2",
            ),
        ],
        "Ignore Escorts": [
            applies(
                "3 - 1 (small) dice beside a Destroyer",
                "U-2511 @24",
                "Isokaze @25",
                "torpedo_attack; W0 torpedo E0: 61 -> hits 2",
            ),
            fails(
                "small ship evasion and crippling remain",
                "U-2511 @24 hull=1",
                "Isokaze @25",
                "torpedo_attack; W0 torpedo E0: 6 -> hits 2",
            ),
        ],
        "Limited ASW Threat": [
            applies(
                "adjacent: no threat",
                "USS Archerfish @24",
                "T1 Landing Ship @25",
                "torpedo_attack; W0 torpedo E0: 611 -> hits 2",
            ),
            fails(
                "local: a threat",
                "USS Archerfish @25",
                "T1 Landing Ship @25",
                "torpedo_attack; W0 torpedo E0: 61 -> hits 2",
            ),
        ],
        "Worn-Out Boat": [
            applies(
                "under threat it can't make a torpedo attack",
                "USS S-37 (SS 132) @24",
                "USS Boise (CL 47) @25; Isokaze @23",
                "torpedo_attack; W0 torpedo E0: no",
            ),
            fails(
                "no threat",
                "USS S-37 (SS 132) @24",
                "USS Boise (CL 47) @25; Isokaze @26",
                "torpedo_attack; W0 torpedo E0: 61 -> hits 2",
            ),
        ],
        "Submerged Shot": [
            applies(
                "a local Submarine",
                "USS Archerfish @24",
                "I-19 @24",
                "torpedo_attack; W0 torpedo E0: 611 -> hits 2",
            ),
            fails(
                "an adjacent Submarine",
                "USS Archerfish @24",
                "I-19 @25",
                "torpedo_attack; W0 torpedo E0: no",
            ),
        ],
        "Defective Torpedoes": [
            applies(
                "a roll of 2: no attack dice",
                "USS Bagley (DD 386) @24",
                "Atago @25",
                "torpedo_attack; W0 torpedo E0: 2 -> none",
            ),
            fails(
                "a roll of 3",
                "USS Bagley (DD 386) @24",
                "Atago @25",
                "torpedo_attack; W0 torpedo E0: 3 61 -> hits 2",
            ),
        ],
        "Jammed Mount": [
            applies(
                "a roll of 1: three dice less, this attack too",
                "HMS King George V @24",
                "Atago @25",
                "surface_attack; W0 main E0: 1 66 1x10 -> damage",
            ),
            applies(
                "still in the next turn",
                "HMS King George V @24 jammed_until=3",
                "Atago @25",
                "surface_attack; W0 main E0: 2 66 1x10 -> damage",
            ),
            fails(
                "a roll of 2",
                "HMS King George V @24",
                "Atago @25",
                "surface_attack; W0 main E0: 2 66 1x13 -> damage",
            ),
            fails(
                "secondary: no roll",
                "HMS King George V @24",
                "Atago @25",
                "surface_attack; W0 secondary E0: 66111 -> damage",
            ),
        ],
        "Fatal Flaw": [
            applies(
                "four natural 6s of a Battleship",
                "Kongo @24",
                "HMS Hood @25",
                "surface_attack; W0 main E0: 6666 1x10 -> destroyed",
            ),
            fails(
                "four natural 6s of a Cruiser",
                "Haguro @24",
                "HMS Hood @25",
                "surface_attack; W0 main E0: 6666 1x6 -> damage",
            ),
            fails(
                "three natural 6s of a Battleship",
                "Kongo @24",
                "HMS Hood @25",
                "surface_attack; W0 main E0: 66655 1x9 -> damage",
            ),
        ],
        "Bad Luck": [
            applies(
                "four 1s: it and a friendly Ship take damage and can't move",
                "Mogami @24; Haguro @24",
                "USS Boise (CL 47) @25",
                """surface_attack; W0 main E0: 1111 2x6 -> none; close; W0 hull 2; W1 hull 2
                phase sea_movement W: 1112; W0 reaches; W1 reaches""",
            ),
            applies(
                "two 1s in torpedoes, alone: two turns out of action",
                "Mogami @24",
                "USS Boise (CL 47) @25",
                """torpedo_attack; W0 torpedo E0: 112 -> none; close; W0 hull 3
                phase sea_movement W: 1112; W0 reaches; phase surface_attack
                W0 main E0: no; phase sea_movement W: 1112; W0 reaches
                phase sea_movement W: 1112; W0 to 23: yes""",
            ),
            fails(
                "three 1s",
                "Mogami @24; Haguro @24",
                "USS Boise (CL 47) @25",
                "surface_attack; W0 main E0: 111 2x7 -> none; close; W0 hull 3; W1 hull 3",
            ),
        ],
        "Crippling Salvo": [
            applies(
                "damage to a Cruiser, a roll of 5: crippled",
                "Prinz Eugen @24; Agano @24",
                "USS Boise (CL 47) @25",
                """surface_attack; W0 main E0: 66 1x7 5 -> damage; close; E0 hull 2
                phase sea_movement E: 1112; E0 speed 1""",
            ),
            fails(
                "a roll of 4",
                "Prinz Eugen @24; Agano @24",
                "USS Boise (CL 47) @25",
                """surface_attack; W0 main E0: 66 1x7 4 -> damage; close; E0 hull 2
                phase sea_movement E: 1112; E0 speed 2""",
            ),
            fails(
                "damage to a Destroyer: no roll",
                "Prinz Eugen @24",
                "USS Fletcher (DD 445) @25",
                "surface_attack; W0 main E0: 66 1x7 -> damage",
            ),
        ],
        "Lucky Hit": [
            applies(
                "a hit on a Battleship, a roll of 5: it can't move next turn",
                "Swordfish Mk. II @25",
                "Kongo @25",
                """air_attack; W0 torpedo E0: 611 5 -> hits 2
                phase sea_movement E: 1111; E0 reaches""",
            ),
            fails(
                "a roll of 4",
                "Swordfish Mk. II @25",
                "Kongo @25",
                """air_attack; W0 torpedo E0: 611 4 -> hits 2
                phase sea_movement E: 1111; E0 to 25: yes""",
            ),
            fails(
                "a hit on a Cruiser: no roll",
                "Swordfish Mk. II @25",
                "Atago @25",
                "air_attack; W0 torpedo E0: 611 -> hits 2",
            ),
        ],
        "Press the Attack": [
            applies(
                "aborted by a Ship, a roll of 4: it bombs with -1 on each die",
                "SBD Dauntless @25",
                "Agano @25",
                """air_defence; E0 antiair W0: 664111 4 -> aborted; phase air_attack W
                W0 bomb E0: 4x10 -> none""",
            ),
            applies(
                "a roll of 1: destroyed",
                "SBD Dauntless @25",
                "Agano @25",
                "air_defence; E0 antiair W0: 664111 1 -> destroyed; close; W0 at lost",
            ),
            fails(
                "a roll of 3",
                "SBD Dauntless @25",
                "Agano @25",
                """air_defence; E0 antiair W0: 664111 3 -> aborted; phase air_attack W
                W0 bomb E0: no""",
            ),
            fails(
                "aborted by a Fighter: no roll",
                "SBD Dauntless @25",
                'A6M2 "Zeke" @25; Agano @25',
                "air_defence; E0 antiair W0: 6641111 -> aborted",
            ),
        ],
        "Determined Attack": [
            applies(
                "aborted by a Ship, a roll of 4: a torpedo attack of one die less",
                "Barracuda Mk. II @25",
                "Agano @25",
                """air_defence; E0 antiair W0: 664111 4 -> aborted; phase air_attack W
                W0 torpedo E0: 6 -> hits 2""",
            ),
            fails(
                "a roll of 2",
                "Barracuda Mk. II @25",
                "Agano @25",
                """air_defence; E0 antiair W0: 664111 2 -> aborted; phase air_attack W
                W0 torpedo E0: no; W0 bomb E0: no""",
            ),
        ],
    }
)

ROWS: list[Row] = [
    *BONUS_DICE,
    *GIVEN_DICE,
    *PER_DIE,
    *REROLLS,
    *RANGES,
    *ARMOUR,
    *SAVES,
    *SOFTENINGS,
    *CONCEALMENT,
    *FURTHER_DICE,
]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_abilities(row: Row) -> None:
    check_row(row)
