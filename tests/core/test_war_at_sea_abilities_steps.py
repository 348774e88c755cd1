"""Abilities about steps, each where it applies and where not; worked out by hand.

Further attacks, SPECIAL actions, mines, speed, deployment and added steps.
"""

from __future__ import annotations

import pytest

from tests.war_at_sea import Row, applies, check_row, fails, rows

FURTHER_ATTACKS = rows(
    {
        "Antiair Specialist": [
            applies(
                "two targets",
                "USS Atlanta (CL 51) @25",
                "Ju 87B Stuka @25; Ju 87B Stuka @25",
                "air_defence; W0 antiair E0: 1x8 -> none; W0 antiair E1: 1x8 -> none",
            ),
            fails(
                "the same target again",
                "USS Atlanta (CL 51) @25",
                "Ju 87B Stuka @25; Ju 87B Stuka @25",
                "air_defence; W0 antiair E0: 1x8 -> none; W0 antiair E0: no",
            ),
        ],
        "Antiair Barrage": [
            applies(
                "the second with value 5",
                "USS North Carolina (BB 55) @25",
                "Ju 87B Stuka @25; Ju 87B Stuka @25",
                "air_defence; W0 antiair E0: 1x8 -> none; W0 antiair E1: 1x5 -> none",
            ),
            fails(
                "the same target again, or a third",
                "USS North Carolina (BB 55) @25",
                "Ju 87B Stuka @25; Ju 87B Stuka @25; Ju 87B Stuka @25",
                """air_defence; W0 antiair E0: 1x8 -> none; W0 antiair E0: no
                W0 antiair E1: 1x5 -> none; W0 antiair E2: no""",
            ),
        ],
        "Bristling with Guns": [
            applies(
                "two secondary on two targets",
                "USS Iowa (BB 61) @24",
                "Agano @25; Haguro @25",
                "surface_attack; W0 secondary E0: 1x6 -> none; W0 secondary E1: 1x6 -> none",
            ),
            fails(
                "the same target again",
                "USS Iowa (BB 61) @24",
                "Agano @25; Haguro @25",
                "surface_attack; W0 secondary E0: 1x6 -> none; W0 secondary E0: no",
            ),
            fails(
                "two main",
                "USS Iowa (BB 61) @24",
                "Agano @25; Haguro @25",
                "surface_attack; W0 main E0: 1x18 -> none; W0 main E1: no",
            ),
        ],
        "Escort Killer": [
            applies(
                "a Cruiser and a Destroyer",
                "HMS Kent @24",
                "Agano @25; Isokaze @25",
                "surface_attack; W0 main E0: 1x9 -> none; W0 main E1: 1x9 -> none",
            ),
            fails(
                "two Cruisers",
                "HMS Kent @24",
                "Agano @25; Haguro @25",
                "surface_attack; W0 main E0: 1x9 -> none; W0 main E1: no",
            ),
        ],
        "MTB Killer": [
            applies(
                "a Torpedo Boat and a Cruiser",
                "Scipione Africano @24",
                "PT Boat @25; HMS Ajax @25",
                "surface_attack; W0 main E0: 1x5 -> none; W0 main E1: 1x5 -> none",
            ),
            fails(
                "a Destroyer and a Cruiser",
                "Scipione Africano @24",
                "USS Fletcher (DD 445) @25; HMS Ajax @25",
                "surface_attack; W0 main E0: 1x5 -> none; W0 main E1: no",
            ),
        ],
        "Split Fire": [
            applies(
                "two main in two sectors, each with 4 dice less, and nothing else",
                "Fuso @24",
                "USS Boise (CL 47) @25; HMS Ajax @26",
                """surface_attack; W0 special; W0 main E0: 1x10 -> none; W0 secondary E0: no
                W0 main E1: 1x9 -> none""",
            ),
            fails(
                "the same sector",
                "Fuso @24",
                "USS Boise (CL 47) @25; HMS Ajax @25",
                "surface_attack; W0 special; W0 main E0: 1x10 -> none; W0 main E1: no",
            ),
            fails(
                "after its first attack",
                "Fuso @24",
                "USS Boise (CL 47) @25; HMS Ajax @26",
                """surface_attack; W0 main E0: 1x14 -> none; W0 special: no
                W0 main E1: no""",
            ),
        ],
        "Audacious Attack": [
            applies(
                "a target in another sector",
                "USS Barb (SS 220) @24",
                "Haguro @25; Nachi @23",
                "torpedo_attack; W0 torpedo E0: 111 -> none; W0 torpedo E1: yes",
            ),
            fails(
                "a target in the same sector",
                "USS Barb (SS 220) @24",
                "Haguro @25; Nachi @25",
                "torpedo_attack; W0 torpedo E0: 111 -> none; W0 torpedo E1: no",
            ),
            fails(
                "spent",
                'USS Barb (SS 220) @24 used=["Audacious Attack"]',
                "Haguro @25; Nachi @23",
                "torpedo_attack; W0 torpedo E0: 111 -> none; W0 torpedo E1: no",
            ),
        ],
        "Fighter Cover 5": [
            applies(
                "value 5 at range 2",
                "HMS Fencer @24",
                "Ju 87B Stuka @26",
                "air_defence; W0 antiair E0: 66111 -> aborted",
            ),
            applies(
                "besides its own attack",
                "HMS Fencer @24",
                "Ju 87B Stuka @24; Ju 87B Stuka @26",
                "air_defence; W0 antiair E0: 1x5 -> none; W0 antiair E1: 1x5 -> none",
            ),
            fails(
                "range 4",
                "HMS Fencer @24",
                "Ju 87B Stuka @28",
                "air_defence; W0 antiair E0: no",
            ),
        ],
        "Fighter Umbrella": [
            applies(
                "a Fighter that scored is put into an adjacent sector, -1 on each die",
                "USS Wasp (CV 7) @45; F4F Wildcat @25",
                'A6M2 "Zeke" @25; A6M2 "Zeke" @26',
                """air_defence; W1 antiair E0: 6661111 -> aborted
                W1 antiair E1: 4x7 -> none; W1 at 26""",
            ),
            fails(
                "a Fighter that did not score",
                "USS Wasp (CV 7) @45; F4F Wildcat @25",
                'A6M2 "Zeke" @25; A6M2 "Zeke" @26',
                "air_defence; W1 antiair E0: 1x7 -> none; W1 antiair E1: no",
            ),
        ],
        "Fighter Director": [
            applies(
                "within range 3",
                "USS Alaska @23; F4F Wildcat @26",
                'A6M2 "Zeke" @26; A6M2 "Zeke" @27',
                """air_defence; W1 antiair E0: 6661111 -> aborted
                W1 antiair E1: 4x7 -> none; W1 at 27""",
            ),
            fails(
                "range 4",
                "USS Alaska @23; F4F Wildcat @27",
                'A6M2 "Zeke" @27; A6M2 "Zeke" @28',
                "air_defence; W1 antiair E0: 6661111 -> aborted; W1 antiair E1: no",
            ),
        ],
        "Torpedo Swarm": [
            applies(
                "one die on the other Ship of the sector",
                "SM.79 Sparviero @25",
                "Haguro @25; Agano @25",
                "air_attack; W0 torpedo E0: 111 6 -> none; close; E0 hull 3; E1 hull 1",
            ),
            fails(
                "a Ship of another sector",
                "SM.79 Sparviero @25",
                "Haguro @25; Agano @26",
                "air_attack; W0 torpedo E0: 111 -> none; close; E1 hull 3",
            ),
        ],
    }
)

MINES = rows(
    {
        "Mines": [
            applies(
                "its sector is mined, instead of its attacks",
                "Kirov @24",
                "Haguro @25",
                "surface_attack; W0 special; mines 24; W0 main E0: no",
            ),
            applies(
                "an Aircraft in 5.5, instead of its attack",
                "Sunderland Mk. I @25",
                "Haguro @25",
                "air_attack; W0 special; mines 25; W0 bomb E0: no",
            ),
            fails(
                "a sector that is mined already",
                "Kirov @24",
                "Haguro @25",
                "surface_attack; W0 special: no",
                mines=[24],
            ),
            fails(
                "spent",
                'Kirov @24 used=["Mines"]',
                "Haguro @25",
                "surface_attack; W0 special: no",
            ),
        ],
        "Sweep Mines": [
            applies(
                "a roll of 3",
                "HMS Halcyon @24",
                "Haguro @25",
                "surface_attack; W0 special: 3; mines",
                mines=[24],
            ),
            fails(
                "a roll of 2",
                "HMS Halcyon @24",
                "Haguro @25",
                "surface_attack; W0 special: 2; mines 24",
                mines=[24],
            ),
            fails(
                "no mine in its sector",
                "HMS Halcyon @24",
                "Haguro @25",
                "surface_attack; W0 special: no",
                mines=[25],
            ),
        ],
        "Avoid Mines": [
            applies(
                "no roll",
                "Strasbourg @24",
                "Haguro @29",
                "sea_movement; W0 to 25; W0 at 25",
                mines=[25],
            ),
            fails(
                "another Ship rolls",
                "Strasbourg @24; Zara @24",
                "Haguro @29",
                "sea_movement; W1 to 25: 2; close; W1 hull 1",
                mines=[25],
            ),
        ],
    }
)

INITIATIVE_AND_SPEED = rows(
    {
        "Flotilla Leader": [
            applies(
                "two Destroyers: 1 + 2",
                "USS San Francisco (CA 38) @23; USS Fletcher (DD 445) @24; USS Hoel (DD 533) @24",
                "Haguro @29",
                "surface_attack; initiative: 1122; first E; W0 bonus 3",
            ),
            fails(
                "a Cruiser: 1",
                "USS San Francisco (CA 38) @23; USS Boise (CL 47) @24",
                "Haguro @29",
                "surface_attack; initiative: 1122; first W; W0 bonus 1",
            ),
        ],
        "Carrier Leader": [
            applies(
                "a Carrier: 2 + 1",
                "USS New Jersey (BB62) @23; USS Hornet (CV8) @24",
                "Haguro @29",
                "surface_attack; W0 bonus 3",
            ),
            fails(
                "no Carrier",
                "USS New Jersey (BB62) @23",
                "Haguro @29",
                "surface_attack; W0 bonus 2",
            ),
        ],
        "Destroyer Leader": [
            applies(
                "another Destroyer",
                "USS Phelps (DD 360) @23; USS Fletcher (DD 445) @24",
                "Haguro @29",
                "surface_attack; W0 bonus 1",
            ),
            fails(
                "the only Destroyer",
                "USS Phelps (DD 360) @23; USS Boise (CL 47) @24",
                "Haguro @29",
                "surface_attack; W0 bonus 0",
            ),
        ],
        "Slow 1": [
            applies(
                "a roll of 1",
                "HMS Rodney @24",
                "Haguro @29",
                "sea_movement; movement W: 1; W0 speed 1",
            ),
            fails(
                "a roll of 2",
                "HMS Rodney @24",
                "Haguro @29",
                "sea_movement; movement W: 2; W0 speed 2",
            ),
        ],
        "Slow 2": [
            applies(
                "a roll of 2",
                "USS Arizona (BB 39) @24",
                "Haguro @29",
                "sea_movement; movement W: 2; W0 speed 1",
            ),
            fails(
                "a roll of 3",
                "USS Arizona (BB 39) @24",
                "Haguro @29",
                "sea_movement; movement W: 3; W0 speed 2",
            ),
        ],
        "Slow 3": [
            applies(
                "a roll of 3",
                "Provence @24",
                "Haguro @29",
                "sea_movement; movement W: 3; W0 speed 1",
            ),
            fails(
                "a roll of 4",
                "Provence @24",
                "Haguro @29",
                "sea_movement; movement W: 4; W0 speed 2",
            ),
        ],
        "Fast 5": [
            applies(
                "a roll of 5",
                "Giovanni Delle Bande Nere @24",
                "Haguro @29",
                "sea_movement; movement W: 5; W0 speed 3; W0 to 27: yes",
            ),
            fails(
                "a roll of 4",
                "Giovanni Delle Bande Nere @24",
                "Haguro @29",
                "sea_movement; movement W: 4; W0 speed 2; W0 to 27: no",
            ),
        ],
        "Flank Speed": [
            applies(
                "an enemy Ship at range 3",
                "Scipione Africano @24",
                "Haguro @27",
                "sea_movement; movement W; W0 speed 3",
            ),
            fails(
                "an enemy Ship at range 4",
                "Scipione Africano @24",
                "Haguro @28",
                "sea_movement; movement W; W0 speed 2",
            ),
        ],
        "Sprint": [
            applies(
                "a roll of 4",
                "Moltke @24",
                "Haguro @29",
                "sea_movement; W0 special: 4; W0 speed 3; W0 special: no",
            ),
            fails(
                "a roll of 3",
                "Moltke @24",
                "Haguro @29",
                "sea_movement; W0 special: 3; W0 speed 2",
            ),
            fails(
                "after its move",
                "Moltke @24",
                "Haguro @29",
                "sea_movement; W0 to 25; W0 special: no",
            ),
        ],
        "High-Speed Run": [
            applies(
                "speed 2 + 1, no objectives this turn",
                "Trento @23",
                "Haguro @lost; HMS Ajax @7",
                """sea_movement; W0 special; W0 speed 3; W0 to 26; end_of_turn
                objectives""",
            ),
            fails(
                "not used, it claims",
                "Trento @24",
                "Haguro @lost; HMS Ajax @7",
                "sea_movement; W0 to 26; W0 special: no; end_of_turn; objectives 26=W",
            ),
            fails(
                "spent",
                'Trento @24 used=["High-Speed Run"]',
                "Haguro @29",
                "sea_movement; W0 special: no",
            ),
        ],
        "Incomplete": [
            applies(
                "turn 1",
                "Jean Bart @24",
                "Haguro @29",
                "sea_movement; W0 reaches",
                turn=1,
            ),
            fails(
                "turn 2",
                "Jean Bart @24",
                "Haguro @29",
                "sea_movement; W0 to 26: yes",
                turn=2,
            ),
        ],
        "Very Slow": [
            applies("turn 1", "LST @24", "Haguro @29", "sea_movement; W0 reaches", turn=1),
            fails("turn 2", "LST @24", "Haguro @29", "sea_movement; W0 to 25: yes", turn=2),
        ],
        "Shallow Draft": [
            applies(
                "into an island sector, and through it",
                "PT Boat @16",
                "Haguro @29",
                "sea_movement; W0 to 17: yes",
            ),
            fails(
                "another Ship",
                "PT Boat @24; USS Fletcher (DD 445) @16",
                "Haguro @29",
                "sea_movement; W1 to 17: no",
            ),
        ],
        "Close Escort": [
            applies(
                "a third Ship in its sector",
                "HMAS Arunta @24; HMS Ajax @24; HMS Exeter @23",
                "Haguro @29",
                "sea_movement; W2 to 24: yes",
            ),
            fails(
                "a fourth Ship",
                "HMAS Arunta @24; HMS Ajax @24; HMS Exeter @24; HMS Belfast @23",
                "Haguro @29",
                "sea_movement; W3 to 24: no",
            ),
            fails(
                "a third Ship in another sector",
                "HMAS Arunta @25; HMS Ajax @24; HMS Exeter @24; HMS Belfast @23",
                "Haguro @29",
                "sea_movement; W3 to 24: no",
            ),
        ],
        "No Sea Control": [
            applies(
                "it claims nothing",
                "PT Boat @26",
                "Haguro @7",
                "surface_attack; end_of_turn; objectives",
            ),
            fails(
                "it still denies",
                "PT Boat @25",
                "Haguro @26",
                "surface_attack; end_of_turn; objectives",
            ),
        ],
    }
)

AFTER_MOVES = rows(
    {
        "Sub Hunter": [
            applies(
                "an adjacent sector with a Submarine",
                "Z32 @24",
                "USS Barb (SS 220) @25",
                "after_move; W0 reaches 25",
            ),
            fails(
                "a Submarine at range 2",
                "Z32 @24",
                "USS Barb (SS 220) @26",
                "after_move; W0 reaches",
            ),
        ],
        "Elusive Quarry": [
            applies(
                "no Sub Hunter",
                "HMS Swale @24",
                "U-66 @25",
                "after_move; W0 reaches",
            ),
            fails(
                "another Submarine",
                "HMS Swale @24",
                "U-66 @25; U-552 @23",
                "after_move; W0 reaches 23",
            ),
        ],
        "Chase": [
            applies(
                "one nearer to the nearest Ship, at range 6",
                "HMS Jamaica @23",
                "Haguro @29",
                "after_move; W0 reaches 24",
            ),
            fails(
                "a Ship within range 3",
                "HMS Jamaica @23",
                "Haguro @26",
                "after_move; W0 reaches",
            ),
        ],
        "Torpedo Run": [
            applies(
                "it and a Destroyer come into torpedo range",
                "Oi @24; Isokaze @24",
                "HMS Ajax @28",
                "after_move; W0 to 25; W1 to 25; W0 at 25; W1 at 25",
            ),
            fails(
                "no Ship would be in range",
                "Oi @24; Isokaze @24",
                "HMS Ajax @29",
                "after_move; W0 reaches; W1 reaches",
            ),
            fails(
                "the Destroyer does not go alone",
                "Oi @24; Isokaze @24",
                "HMS Ajax @28",
                "after_move; W1 reaches",
            ),
            fails(
                "spent",
                'Oi @24 used=["Torpedo Run"]; Isokaze @24',
                "HMS Ajax @28",
                "after_move; W0 reaches; W1 reaches",
            ),
        ],
        "Pursuit Ship": [
            applies(
                "it follows a Ship that stays within range 2",
                "HMS Ajax @24",
                "Haguro @24",
                """sea_movement; W0 special; W0 to 25: no; phase sea_movement E
                E0 to 26; phase after_move; W0 at 26""",
            ),
            fails(
                "the Ship goes farther than that",
                "HMS Ajax @24",
                "S-Boat @24",
                """sea_movement; W0 special; phase sea_movement E; E0 to 27
                phase after_move; W0 at 24""",
            ),
            fails(
                "its player is the second player",
                "HMS Ajax @24",
                "Haguro @24",
                "sea_movement; W0 special: no",
                first_player=1,
                to_act=0,
            ),
        ],
        "General Pursuit": [
            applies(
                "three Ships one nearer; next turn the first player",
                "Sho-Go Yamato @23; Haguro @24; Isokaze @24; Nachi @23",
                "HMS Ajax @29",
                """pursuit; W0 to 24: no; W1 to 25; W2 to 25; W0 to 24; W3 to 24: no
                phase torpedo_attack; phase sea_movement: 6611; first W""",
                turn=4,
                first_player=0,
            ),
            applies(
                "no objective this turn, by another Ship either",
                "Sho-Go Yamato @23; Haguro @26",
                "HMS Ajax @29",
                "pursuit; W0 to 24; end_of_turn; objectives",
            ),
            fails(
                "an objective, when nobody pursues",
                "Sho-Go Yamato @23; Haguro @26",
                "HMS Ajax @29",
                "pursuit; end_of_turn; objectives 26=W",
            ),
            fails(
                "an objective in the turn after",
                "Sho-Go Yamato @23; Haguro @26",
                "HMS Ajax @29",
                """pursuit; W0 to 24; phase torpedo_attack; phase sea_movement: 1122
                objectives; end_of_turn; objectives 26=W""",
                turn=4,
            ),
            fails(
                "a sector that is not nearer",
                "Sho-Go Yamato @24",
                "HMS Ajax @29",
                "pursuit; W0 reaches 25",
            ),
            fails(
                "spent",
                'Sho-Go Yamato @24 used=["General Pursuit"]',
                "HMS Ajax @29",
                "pursuit; W0 reaches",
            ),
        ],
        "Combat Air Patrol": [
            applies(
                "to an enemy Aircraft within range 2",
                "F4F Wildcat @25; USS Hornet (CV8) @25",
                'D3A "Val" @27',
                "patrol; W0 reaches 27",
            ),
            fails(
                "an enemy Aircraft is local",
                "F4F Wildcat @25; USS Hornet (CV8) @25",
                'D3A "Val" @27; D3A "Val" @25',
                "patrol; W0 reaches",
            ),
            fails(
                "no Carrier is local",
                "F4F Wildcat @25; USS Hornet (CV8) @24",
                'D3A "Val" @27',
                "patrol; W0 reaches",
            ),
            fails(
                "range 3",
                "F4F Wildcat @25; USS Hornet (CV8) @25",
                'D3A "Val" @28',
                "patrol; W0 reaches",
            ),
        ],
        "Radar Picket": [
            applies(
                "a Fighter to any enemy Aircraft",
                "USS Laffey (DD 724) @23; F4F Wildcat @24",
                'D3A "Val" @28',
                "patrol; W1 reaches 28",
            ),
            fails(
                "an enemy Aircraft is local to it",
                "USS Laffey (DD 724) @23; F4F Wildcat @24",
                'D3A "Val" @28; D3A "Val" @24',
                "patrol; W1 reaches",
            ),
            fails(
                "spent",
                'USS Laffey (DD 724) @23 used=["Radar Picket"]; F4F Wildcat @24',
                'D3A "Val" @28',
                "patrol; W1 reaches",
            ),
            fails(
                "a Bomber",
                "USS Laffey (DD 724) @23; SBD Dauntless @24",
                'D3A "Val" @28',
                "patrol; W1 reaches",
            ),
        ],
        "Dangerous Quarry": [
            applies(
                "a Ship's asw attack did nothing",
                "USS Fletcher (DD 445) @24",
                "U-2511 @24",
                """surface_attack; W0 asw E0: 1x5 -> none; phase quarry E
                E0 to 25: yes; E0 to 26: no""",
            ),
            fails(
                "the attack did damage",
                "USS Fletcher (DD 445) @24",
                "U-2511 @24",
                "surface_attack; W0 asw E0: 4x5 -> damage; phase quarry E; E0 reaches",
            ),
            fails(
                "no attack",
                "USS Fletcher (DD 445) @24",
                "U-2511 @24",
                "surface_attack; phase quarry E; E0 reaches",
            ),
        ],
        "Drive Off": [
            applies(
                "a Destroyer is put away: of 18, 26, 33 the lowest of East's frame is 18",
                "Guiseppe Garibaldi @24",
                "USS Fletcher (DD 445) @25",
                "surface_attack; W0 main E0: 1x8 -> none; phase quarry; E0 at 18",
            ),
            fails(
                "a Cruiser",
                "Guiseppe Garibaldi @24",
                "HMS Ajax @25",
                "surface_attack; W0 main E0: 1x9 -> none; phase quarry; E0 at 25",
            ),
            fails(
                "spent",
                'Guiseppe Garibaldi @24 used=["Drive Off"]',
                "USS Fletcher (DD 445) @25",
                "surface_attack; W0 main E0: 1x8 -> none; phase quarry; E0 at 25",
            ),
        ],
        "Ram": [
            applies(
                "its move ends in a new sector with a Submarine",
                "Ugolino Vivaldi @24",
                "USS Barb (SS 220) @25",
                "sea_movement; W0 to 25: 4441; close; E0 hull 1",
            ),
            fails(
                "a sector without one",
                "Ugolino Vivaldi @24",
                "USS Barb (SS 220) @25",
                "sea_movement; W0 to 23",
            ),
            fails(
                "it stays with one",
                "Ugolino Vivaldi @25",
                "USS Barb (SS 220) @25",
                "sea_movement; W0 to 25",
            ),
        ],
    }
)

BANS = rows(
    {
        "Disguise": [
            applies(
                "it can't be attacked",
                "Atlantis @24",
                "HMS Ajax @25",
                "surface_attack; E0 main W0: no",
            ),
            applies(
                "Aircraft can't attack it either",
                "Atlantis @24",
                "Swordfish Mk. II @24; HMS Ajax @29",
                "air_attack; E0 torpedo W0: no",
            ),
            fails(
                "Aircraft, after its antiair attack",
                "Atlantis @24",
                "Swordfish Mk. II @24; HMS Ajax @29",
                """air_defence; W0 antiair E0: 1x4 -> none; phase air_attack E
                E0 torpedo W0: yes""",
            ),
            fails(
                "after its attack",
                "Atlantis @24",
                "HMS Ajax @25",
                "surface_attack; W0 main E0: 1x5 -> none; E0 main W0: yes",
            ),
            fails(
                "in one sector with a Ship at the end of 5.2",
                "Atlantis @24",
                "HMS Ajax @24",
                "sea_movement; phase surface_attack; E0 main W0: yes",
            ),
        ],
        "Guard the Convoy": [
            applies(
                "a local Auxiliary is protected",
                "M1 @25; Nordmark @25",
                "HMS Ajax @26",
                "surface_attack; E0 main W1: no; E0 main W0: yes",
            ),
            applies(
                "from Aircraft, but those that attack after the guard",
                "M1 @25; Nordmark @25",
                "Swordfish Mk. II @25; Swordfish Mk. II @25; HMS Ajax @29",
                """air_attack; E0 torpedo W1: no; E0 torpedo W0: 111 -> none
                E1 torpedo W1: yes""",
            ),
            applies(
                "from Ships, when Aircraft have attacked the guard",
                "M1 @25; Nordmark @25",
                "Swordfish Mk. II @25; HMS Ajax @26",
                """air_attack; E0 torpedo W0: 111 -> none; phase surface_attack E
                E1 main W1: no""",
            ),
            fails(
                "the guard has been attacked in this phase",
                "M1 @25; Nordmark @25",
                "HMS Ajax @26; HMS Exeter @26",
                "surface_attack; E0 main W0: 1x7 -> none; E1 main W1: yes",
            ),
            fails(
                "a Cruiser",
                "M1 @25; Prinz Eugen @25",
                "HMS Ajax @26",
                "surface_attack; E0 main W1: yes",
            ),
        ],
        "Shadow Battleship": [
            applies(
                "a Battleship at range 3",
                "HMS Kent @24",
                "Kongo @27",
                "air_attack; phase surface_attack; E0 main W0: no",
            ),
            fails(
                "a Battleship at range 2",
                "HMS Kent @24",
                "Kongo @26",
                "air_attack; phase surface_attack; E0 main W0: yes",
            ),
            fails(
                "spent",
                'HMS Kent @24 used=["Shadow Battleship"]',
                "Kongo @27",
                "air_attack; phase surface_attack; E0 main W0: yes",
            ),
            fails(
                "a Cruiser at range 3",
                "HMS Kent @24",
                "Haguro @27",
                "air_attack; phase surface_attack; E0 main W0: yes",
            ),
        ],
        "Draw the CAP": [
            applies(
                "a roll of 4: the Fighter may attack nothing else",
                "TBD Devastator @25; SBD Dauntless @25",
                'A6M2 "Zeke" @25',
                "patrol; phase air_defence: 4; E0 antiair W1: no; E0 antiair W0: yes",
            ),
            fails(
                "a roll of 3",
                "TBD Devastator @25; SBD Dauntless @25",
                'A6M2 "Zeke" @25',
                "patrol; phase air_defence: 3; E0 antiair W1: yes",
            ),
            fails(
                "no Fighter is local: no roll",
                "TBD Devastator @25; SBD Dauntless @25",
                'A6M2 "Zeke" @26',
                "patrol; phase air_defence",
            ),
        ],
        "Mission Selection (Dive Bomber/Fighter)": [
            applies(
                "after SPECIAL a Dive Bomber: 8 + 1 (Expert Bomber)",
                "Aquila @23; Re. 2001 CB @base:16",
                "HMS Ajax @25",
                """air_mission; W1 special; W1 to 25; phase air_attack
                W1 bomb E0: 66 1x7 -> damage""",
            ),
            fails(
                "else a Fighter that bombs with 8",
                "Aquila @23; Re. 2001 CB @base:16",
                "HMS Ajax @25",
                """air_mission; W1 to 25; W1 special: no; phase air_attack
                W1 bomb E0: 66 1x6 -> damage""",
            ),
        ],
    }
)

DEPLOYMENT = rows(
    {
        "Infiltrator": [
            applies(
                "any sea sector; beyond the middle no attack in turn 1",
                "USS Archerfish @undeployed; HMS Ajax @undeployed",
                "Haguro @29",
                """deployment; W0 to 28; W1 to 23; phase torpedo_attack: 1112
                W0 torpedo E0: no""",
                turn=0,
            ),
            fails(
                "an island sector",
                "USS Archerfish @undeployed",
                "Haguro @29",
                "deployment; W0 to 17: no",
                turn=0,
            ),
            fails(
                "on the own side it attacks in turn 1",
                "USS Archerfish @undeployed; HMS Ajax @undeployed",
                "Haguro @26",
                """deployment; W0 to 25; W1 to 23; phase torpedo_attack: 1112
                W0 torpedo E0: yes""",
                turn=0,
            ),
        ],
        "Long Cruise": [
            applies(
                "any sea sector",
                "Atlantis @undeployed",
                "HMS Ajax @29",
                "deployment; W0 to 27: yes",
                turn=0,
            ),
            fails(
                "an island sector",
                "Atlantis @undeployed",
                "HMS Ajax @29",
                "deployment; W0 to 17: no",
                turn=0,
            ),
            fails(
                "another Ship",
                "Atlantis @undeployed; Prinz Eugen @undeployed",
                "HMS Ajax @29",
                "deployment; W0 to 27; W1 to 27: no",
                turn=0,
            ),
        ],
        "Early Deployment": [
            applies(
                "the own side, with one Destroyer",
                "Schleswig-Holstein @undeployed; Z32 @undeployed",
                "HMS Ajax @29",
                "deployment; W0 to 25; W1 to 25; W1 at 25",
                turn=0,
            ),
            applies(
                "no objectives in turn 1",
                "Schleswig-Holstein @undeployed",
                "HMS Ajax @7",
                """deployment; W0 to 25; phase sea_movement W: 1112; W0 to 26
                end_of_turn; objectives""",
                turn=0,
            ),
            applies(
                "no objectives in turn 2, but in turn 3",
                "Schleswig-Holstein @undeployed",
                "HMS Ajax @7",
                """deployment; W0 to 25; phase sea_movement W: 1112; W0 to 26
                phase torpedo_attack; phase sea_movement: 1122; objectives
                phase torpedo_attack; phase sea_movement: 1122; objectives
                phase torpedo_attack; phase sea_movement: 1122; objectives 26=W""",
                turn=0,
            ),
            applies(
                "the same for the Destroyer that came with it",
                "Schleswig-Holstein @undeployed; Z32 @undeployed",
                "HMS Ajax @7",
                """deployment; W0 to 25; W1 to 25; phase sea_movement W: 1112; W1 to 26
                phase torpedo_attack; phase sea_movement: 1122; objectives
                phase torpedo_attack; phase sea_movement: 1122; objectives
                phase torpedo_attack; phase sea_movement: 1122; objectives 26=W""",
                turn=0,
            ),
            fails(
                "a Destroyer that was deployed by itself claims in turn 1",
                "Schleswig-Holstein @undeployed; Z32 @25",
                "HMS Ajax @7",
                """deployment; W0 to 23; phase sea_movement W: 1112; W1 to 26
                phase torpedo_attack; phase sea_movement: 1122; objectives 26=W""",
                turn=0,
            ),
            fails(
                "the middle",
                "Schleswig-Holstein @undeployed",
                "HMS Ajax @29",
                "deployment; W0 to 26: no",
                turn=0,
            ),
            fails(
                "it stays in the deployment sectors",
                "Schleswig-Holstein @undeployed; Z32 @undeployed",
                "HMS Ajax @29",
                "deployment; W0 to 23; W1 to 25: no",
                turn=0,
            ),
        ],
        "Guard Ship": [
            applies(
                "adjacent to an island of the own side; no move until attacked",
                "San Giorgio @undeployed",
                "HMS Ajax @29",
                """deployment; W0 to 25; phase sea_movement W: 11123; W0 reaches""",
                turn=0,
            ),
            fails(
                "no island is adjacent",
                "San Giorgio @undeployed",
                "HMS Ajax @29",
                "deployment; W0 to 2: no; W0 to 25: yes",
                turn=0,
            ),
            fails(
                "in the deployment sectors it moves",
                "San Giorgio @undeployed",
                "HMS Ajax @29",
                "deployment; W0 to 0; phase sea_movement W: 11123; W0 to 1: yes",
                turn=0,
            ),
        ],
        "Lead the Attack 2": [
            applies(
                "up to 2 sectors before turn 1",
                "Köln @23",
                "HMS Ajax @29",
                "screen; W0 to 24: yes; W0 to 25: yes",
                turn=0,
            ),
            fails(
                "3 sectors",
                "Köln @23",
                "HMS Ajax @29",
                "screen; W0 to 26: no",
                turn=0,
            ),
            fails(
                "once",
                "Köln @23",
                "HMS Ajax @29",
                "screen; W0 to 24; W0 to 25: no",
                turn=0,
            ),
        ],
        "Establish Screen": [
            applies(
                "it and one Destroyer within range 1",
                "USS Phelps (DD 360) @23; USS Fletcher (DD 445) @23",
                "Haguro @29",
                "screen; W0 to 24; W1 to 24; W0 at 24; W1 at 24",
                turn=0,
            ),
            fails(
                "2 sectors",
                "USS Phelps (DD 360) @23",
                "Haguro @29",
                "screen; W0 to 25: no",
                turn=0,
            ),
            fails(
                "a second Destroyer",
                """USS Phelps (DD 360) @23; USS Fletcher (DD 445) @23
                ;USS Hoel (DD 533) @15""",
                "Haguro @29",
                "screen; W1 to 24; W2 to 16: no",
                turn=0,
            ),
            fails(
                "a Destroyer at range 2",
                "USS Phelps (DD 360) @0; USS Fletcher (DD 445) @15",
                "Haguro @29",
                "screen; W1 reaches",
                turn=0,
            ),
        ],
        "Secret Breakout": [
            applies(
                "set aside with a Cruiser, it breaks out on the own side",
                "Rheinübung Bismarck @undeployed; Prinz Eugen @undeployed; Z32 @undeployed",
                "HMS Ajax @29",
                "deployment; W0 special; W0 at aside; W1 special; W1 at aside",
                turn=0,
            ),
            applies(
                "the Cruiser is put there too",
                "Rheinübung Bismarck @aside; Prinz Eugen @aside; Z32 @23",
                "HMS Ajax @29",
                "breakout; end; W0 to 27: no; W0 to 25; W0 at 25; W1 at 25",
                turn=2,
            ),
            applies(
                "left to turn 3 by END in turn 2",
                "Rheinübung Bismarck @aside; Prinz Eugen @aside; Z32 @23",
                "HMS Ajax @29",
                """breakout; end; phase breakout W: 1122; end: no; W0 to 25; W0 at 25
                W1 at 25; end""",
                turn=2,
            ),
            applies(
                "in turn 3 it must",
                "Rheinübung Bismarck @aside; Z32 @23",
                "HMS Ajax @29",
                "breakout; end: no",
                turn=3,
            ),
            fails(
                "the Cruiser is not set aside without it",
                "Rheinübung Bismarck @undeployed; Prinz Eugen @undeployed; Z32 @undeployed",
                "HMS Ajax @29",
                "deployment; W1 special: no",
                turn=0,
            ),
            fails(
                "a Destroyer, or a second Cruiser",
                """Rheinübung Bismarck @undeployed; Prinz Eugen @undeployed; Z32 @undeployed
                ;Admiral Hipper @undeployed""",
                "HMS Ajax @29",
                "deployment; W0 special; W2 special: no; W1 special; W3 special: no",
                turn=0,
            ),
        ],
    }
)

ROWS: list[Row] = [
    *FURTHER_ATTACKS,
    *MINES,
    *INITIATIVE_AND_SPEED,
    *AFTER_MOVES,
    *BANS,
    *DEPLOYMENT,
]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_abilities(row: Row) -> None:
    check_row(row)
