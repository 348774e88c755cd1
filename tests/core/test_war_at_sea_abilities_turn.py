"""Abilities about the turn, each where it applies and where not; worked out by hand.

Points, bases, squadrons, the end of a turn, and the enemy airbase.
"""

from __future__ import annotations

import pytest

from tests.war_at_sea import Row, applies, check_row, fails, rows

END_OF_TURN = "surface_attack; end_of_turn; "
"""Nothing but the end of a turn."""
FAR = "HMS Ajax @7"
"""An enemy Ship far away."""

POINTS = rows(
    {
        "Landing 3": [
            applies("an enemy shore is adjacent", "Blücher @27", FAR, END_OF_TURN + "scores 3 0"),
            fails("an own shore is adjacent", "Blücher @25", FAR, END_OF_TURN + "scores 0 0"),
            fails(
                "spent",
                'Blücher @27 used=["Landing"]',
                FAR,
                END_OF_TURN + "scores 0 0",
            ),
            fails(
                "open sea has no shore",
                "Blücher @27",
                FAR,
                END_OF_TURN + "scores 0 0",
                map="open_sea",
            ),
        ],
        "Landing 5": [
            applies("an enemy shore is adjacent", "LST @27", FAR, END_OF_TURN + "scores 5 0"),
            fails("no shore is adjacent", "LST @26", FAR, END_OF_TURN + "scores 0 0"),
        ],
        "Landing 10": [
            applies(
                "an enemy shore is adjacent",
                "USS Gunston Hall (LSD 5) @27",
                FAR,
                END_OF_TURN + "scores 10 0",
            ),
            fails(
                "another Landing of a lower slot scores in this turn",
                "Blücher @27; USS Gunston Hall (LSD 5) @27",
                FAR,
                END_OF_TURN + "scores 3 0; end_of_turn; scores 13 0",
            ),
        ],
        "Beach Landing 3": [
            applies(
                "in an enemy shore",
                "Daihatsu Landing Craft @20",
                FAR,
                END_OF_TURN + "scores 3 0",
            ),
            fails(
                "in an own shore",
                "Daihatsu Landing Craft @17",
                FAR,
                END_OF_TURN + "scores 0 0",
            ),
        ],
        "Vital Cargo 6": [
            applies(
                "an enemy shore is adjacent: removed for 6 points",
                "SS Jeremiah O'Brien @27; USS Boise (CL 47) @23",
                "Haguro @7",
                END_OF_TURN + "scores 6 0; W0 at lost",
            ),
            fails(
                "the player's last Ship",
                "SS Jeremiah O'Brien @27",
                "Haguro @7",
                END_OF_TURN + "scores 0 0; W0 at 27",
            ),
        ],
        "Vital Cargo 8": [
            applies(
                "an enemy shore is adjacent: removed for 8 points",
                "Kinai Maru @27; Haguro @23",
                FAR,
                END_OF_TURN + "scores 8 0; W0 at lost",
            ),
            fails(
                "no shore is adjacent",
                "Kinai Maru @24; Haguro @23",
                FAR,
                END_OF_TURN + "scores 0 0; W0 at 24",
            ),
            fails(
                "another one scores in this turn",
                "Kinai Maru @27; Kinai Maru @27; Haguro @23",
                FAR,
                END_OF_TURN + "scores 8 0; W1 at 27",
            ),
        ],
        "Secret Cargo 4": [
            applies(
                "an enemy shore, no enemy Ship near",
                "Casabianca @27; Gloire @23",
                "Haguro @7",
                END_OF_TURN + "scores 4 0",
            ),
            fails(
                "an enemy Ship is adjacent",
                "Casabianca @27; Gloire @23",
                "Haguro @28",
                END_OF_TURN + "scores 0 0",
            ),
        ],
        "Land Secret Cargo 2": [
            applies(
                "in an enemy shore, no enemy Ship near",
                "Vospers MTB @20",
                "Haguro @0",
                END_OF_TURN + "scores 2 0",
            ),
            fails(
                "an enemy Ship is adjacent",
                "Vospers MTB @20",
                "Haguro @28",
                END_OF_TURN + "scores 0 0",
            ),
        ],
        "Evacuate": [
            applies(
                "first at an enemy shore",
                "HMS Halcyon @27",
                "Haguro @7",
                END_OF_TURN + "scores 1 0",
            ),
            applies(
                "in a later turn in the own deployment sectors",
                "HMS Halcyon @23 evac_turn=2",
                "Haguro @7",
                END_OF_TURN + "scores 3 0; end_of_turn; scores 3 0",
            ),
            fails(
                "in the own deployment sectors first",
                "HMS Halcyon @23",
                "Haguro @7",
                END_OF_TURN + "scores 0 0",
            ),
        ],
        "Tokyo Express": [
            applies("first at an enemy shore", "Nagatsuki @27", FAR, END_OF_TURN + "scores 2 0"),
            applies(
                "in a later turn in the own deployment sectors",
                "Nagatsuki @23 evac_turn=2",
                FAR,
                END_OF_TURN + "scores 2 0",
            ),
            fails(
                "again at an enemy shore",
                "Nagatsuki @27 evac_turn=2",
                FAR,
                END_OF_TURN + "scores 0 0",
            ),
        ],
        "Shore Support": [
            applies(
                "in the opponent's deployment sectors, instead of main",
                "USS Phoenix (CL 46) @29",
                "Haguro @28",
                """surface_attack; W0 special; W0 main E0: no; W0 secondary E0: yes
                end_of_turn; scores 4 0""",
            ),
            fails(
                "elsewhere",
                "USS Phoenix (CL 46) @27",
                "Haguro @28",
                "surface_attack; W0 special: no",
            ),
            fails(
                "after a main attack",
                "USS Phoenix (CL 46) @29",
                "Haguro @28",
                "surface_attack; W0 main E0: 1x8 -> none; W0 special: no",
            ),
        ],
        "Rescue Operations": [
            applies(
                "where a friendly Ship was destroyed, instead of all attacks",
                "HMCS St. Laurent @24",
                "Haguro @25",
                "surface_attack; W0 special; W0 main E0: no; end_of_turn; scores 3 0",
                wrecks=[[24], []],
            ),
            fails(
                "where an enemy Ship was destroyed",
                "HMCS St. Laurent @24",
                "Haguro @25",
                "surface_attack; W0 special: no",
                wrecks=[[], [24]],
            ),
        ],
        "Heavy Raider": [
            applies(
                "it destroyed an Auxiliary: 4 + 2",
                "Moltke @24",
                "LST @25; HMS Ajax @7",
                """surface_attack; W0 main E0: 6666 1x10 -> destroyed; close; scores 4 0
                end_of_turn; scores 6 0""",
            ),
            fails(
                "it destroyed a Cruiser",
                "Moltke @24",
                "Agano @25; HMS Ajax @7",
                """surface_attack; W0 main E0: 6666 1x10 -> destroyed; close; scores 13 0
                end_of_turn; scores 13 0""",
            ),
            fails(
                "another Ship destroyed the Auxiliary",
                "Moltke @24; Kongo @24",
                "LST @25; HMS Ajax @7",
                """surface_attack; W1 main E0: 6666 1x10 -> destroyed; close; scores 4 0
                end_of_turn; scores 4 0""",
            ),
        ],
    }
)

REPAIRS = rows(
    {
        "Damage Control": [
            applies(
                "a roll of 5",
                "USS Yorktown (CV 5) @23 hull=3",
                "Haguro @7",
                "surface_attack; end_of_turn: 5; W0 hull 4",
            ),
            fails(
                "a roll of 4",
                "USS Yorktown (CV 5) @23 hull=3",
                "Haguro @7",
                "surface_attack; end_of_turn: 4; W0 hull 3",
            ),
            fails(
                "undamaged: no roll",
                "USS Yorktown (CV 5) @23",
                "Haguro @7",
                "surface_attack; end_of_turn; W0 hull 4",
            ),
            fails(
                "it has once succeeded: no roll",
                'USS Yorktown (CV 5) @23 hull=3 used=["Damage Control"]',
                "Haguro @7",
                "surface_attack; end_of_turn; W0 hull 3",
            ),
        ],
        "Repair": [
            applies(
                "a roll of 2; neither moves",
                "Nordmark @24; Kongo @24 hull=3",
                FAR,
                "sea_movement; W0 special; W0 reaches; W1 reaches; end_of_turn: 2; W1 hull 4",
            ),
            fails(
                "a roll of 1",
                "Nordmark @24; Kongo @24 hull=3",
                FAR,
                "sea_movement; W0 special; end_of_turn: 1; W1 hull 3",
            ),
            fails(
                "the damaged Ship has moved",
                "Nordmark @24; Kongo @24 hull=3",
                FAR,
                "sea_movement; W1 to 24; W0 special: no",
            ),
            fails(
                "no damaged Ship is local",
                "Nordmark @24; Kongo @23 hull=3",
                FAR,
                "sea_movement; W0 special: no",
            ),
        ],
    }
)

BASES = rows(
    {
        "Land Based": [
            applies(
                "no Carrier",
                "Aquila @24; C.202 Folgore @base:16",
                FAR,
                "air_mission; muster W; W1 at base:16",
            ),
            fails(
                "the Stuka on a Carrier with Stuka Operations",
                "Graf Zeppelin @24; Ju 87B Stuka @base:16",
                FAR,
                "air_mission; muster W; W1 at base:0",
            ),
        ],
        "Land Fighter": [
            applies(
                "no Carrier",
                "USS Hornet (CV8) @24; P-40E Warhawk @base:16",
                "Haguro @7",
                "air_mission; muster W; W1 at base:16",
            ),
            fails(
                "a Fighter without it",
                "USS Hornet (CV8) @24; F6F-3 Hellcat @base:16",
                "Haguro @7",
                "air_mission; muster W; W1 at base:0",
            ),
        ],
        "Stuka Operations": [
            applies(
                "the Stuka",
                "Graf Zeppelin @24; Ju 87B Stuka @base:16",
                FAR,
                "air_mission; muster W; W1 at base:0",
            ),
            fails(
                "the Picchiatelli",
                "Graf Zeppelin @24; Ju-87 R2 Picchiatelli @base:16",
                FAR,
                "air_mission; muster W; W1 at base:16",
            ),
        ],
        "Stuka Operations (Aquila)": [
            applies(
                "the Stuka and the Picchiatelli",
                "Aquila @24; Ju-87 R2 Picchiatelli @base:16; Ju 87B Stuka @base:16",
                FAR,
                "air_mission; muster W; W1 at base:0; W2 at base:0",
            ),
            fails(
                "another German Aircraft",
                "Aquila @24; Bf 109 @base:16",
                FAR,
                "air_mission; muster W; W1 at base:16",
            ),
        ],
        "Wildcat Operations": [
            applies(
                "the Wildcat and the Martlet",
                "Béarn @24; F4F Wildcat @base:16; Martlet Mk. II @base:16",
                "Haguro @7",
                "air_mission; muster W; W1 at base:0; W2 at base:0",
            ),
            fails(
                "another Aircraft of the United States",
                "Béarn @24; SBD Dauntless @base:16",
                "Haguro @7",
                "air_mission; muster W; W1 at base:16",
            ),
        ],
        "Export Version": [
            applies(
                "a Carrier of the United States",
                "USS Hornet (CV8) @24; V-156F Vindicator @base:16",
                "Haguro @7",
                "air_mission; muster W; W1 at base:0",
            ),
            applies(
                "a Carrier of the United Kingdom",
                "HMS Victorious @24; V-156F Vindicator @base:16",
                "Haguro @7",
                "air_mission; muster W; W1 at base:0",
            ),
            fails(
                "a Carrier of Germany",
                "Graf Zeppelin @24; V-156F Vindicator @base:16",
                FAR,
                "air_mission; muster W; W1 at base:16",
            ),
        ],
        "Embark B-25": [
            applies(
                "the B-25 is based there, the other Aircraft there can't be placed",
                "USS Hornet (CV8) @24; F4F Wildcat @base:16; B-25H Mitchell @base:16",
                "Haguro @7",
                """air_mission; muster W; W1 at base:0; W2 at base:0; W1 to 25: no
                W2 to 25: yes""",
            ),
            applies(
                "after its mission it is removed for 12 points",
                "USS Hornet (CV8) @24; B-25H Mitchell @25 base=0 embarked=true",
                "Haguro @7",
                "torpedo_attack; air_return; W1 at lost; scores 12 0",
            ),
            fails(
                "the B-25 is destroyed",
                "USS Hornet (CV8) @24; F4F Wildcat @base:0; B-25H Mitchell @lost",
                "Haguro @7",
                "air_mission; W1 to 25: yes",
            ),
            fails(
                "a second B-25",
                "USS Hornet (CV8) @24; B-25H Mitchell @base:16; B-25H Mitchell @base:16",
                "Haguro @7",
                "air_mission; muster W; W1 at base:0; W2 at base:16",
            ),
        ],
        "Sea Basing": [
            applies(
                "no counter in 5.8",
                'Isokaze @24; A6M2-N "Rufe" @25',
                FAR,
                "torpedo_attack; air_return; W1 rearm 0",
            ),
            applies(
                "no room of the land airbase is used",
                'Isokaze @24; D3A "Val" @base:16; D3A "Val" @base:16; D3A "Val" @base:16'
                '; D3A "Val" @base:16; D3A "Val" @base:16; A6M2-N "Rufe" @base:16',
                FAR,
                "air_mission; muster W",
            ),
            fails(
                "a Fighter without it",
                'Isokaze @24; A6M5 "Zeke" @25',
                FAR,
                "torpedo_attack; air_return; W1 rearm 1",
            ),
        ],
        "Loiter": [
            applies(
                "no counter in 5.8",
                "HMS Ajax @24; PBY Catalina @25",
                "Haguro @7",
                "torpedo_attack; air_return; W1 at base:16; W1 rearm 0",
            ),
            fails(
                "counters of Bombard",
                "HMS Ajax @25; PBY Catalina @base:16",
                "Haruna @23",
                "surface_attack; E0 special; end_of_turn; W1 rearm 2",
            ),
        ],
        "Poor Facilities": [
            applies(
                "the second Aircraft that returns",
                "Béarn @24; V-156F Vindicator @25 base=0; V-156F Vindicator @25 base=0",
                "Haguro @7",
                "torpedo_attack; air_return; W1 rearm 0; W2 rearm 1; W2 at base:0",
            ),
            fails(
                "the only Aircraft that returns",
                "Béarn @24; V-156F Vindicator @base:0; V-156F Vindicator @25 base=0",
                "Haguro @7",
                "torpedo_attack; air_return; W2 rearm 0",
            ),
        ],
        "Excellent Endurance": [
            applies(
                "exactly one counter",
                "Isokaze @24; Elite A6M2 Zero @base:16 rearm=1",
                FAR,
                "sea_movement; phase air_mission; W1 rearm 0; W1 to 25: yes",
            ),
            fails(
                "two counters",
                "Isokaze @24; Elite A6M2 Zero @base:16 rearm=2",
                FAR,
                "sea_movement; phase air_mission; W1 rearm 2; W1 to 25: no",
            ),
            fails(
                "spent",
                'Isokaze @24; Elite A6M2 Zero @base:16 rearm=1 used=["Excellent Endurance"]',
                FAR,
                "sea_movement; phase air_mission; W1 rearm 1; W1 to 25: no",
            ),
        ],
        "Overstack": [
            applies(
                "three beside five others",
                "Isokaze @24" + '; D3A "Val" @base:16' * 5 + "; A6M2 Zero Kamikaze @base:16" * 3,
                FAR,
                "air_mission; muster W",
            ),
            fails(
                "a fourth beside five others",
                "Isokaze @24" + '; D3A "Val" @base:16' * 5 + "; A6M2 Zero Kamikaze @base:16" * 4,
                FAR,
                "air_mission; muster W: no",
            ),
        ],
        "Uncertain Arrival": [
            applies(
                "it starts with a counter",
                "Isokaze @24; A6M2 Zero Kamikaze @base:16",
                FAR,
                "air_mission; muster W; W1 rearm 1; W1 to 25: no",
            ),
            applies(
                "instead of the normal removal a roll: 3",
                "Isokaze @24; A6M2 Zero Kamikaze @base:16 rearm=1",
                FAR,
                "torpedo_attack; air_return: 3; W1 rearm 1",
            ),
            applies(
                "a roll of 4",
                "Isokaze @24; A6M2 Zero Kamikaze @base:16 rearm=1",
                FAR,
                "torpedo_attack; air_return: 4; W1 rearm 0",
            ),
            fails(
                "no counter: no roll",
                "Isokaze @24; A6M2 Zero Kamikaze @base:16",
                FAR,
                "torpedo_attack; air_return; W1 rearm 0",
            ),
        ],
        "Suicide Attack": [
            applies(
                "it was placed: destroyed at the end of 5.5",
                "Isokaze @24; A6M2 Zero Kamikaze @base:16",
                FAR,
                "air_mission; W1 to 25; phase surface_attack; W1 at lost; scores 0 3",
            ),
            fails(
                "it stays at base",
                "Isokaze @24; A6M2 Zero Kamikaze @base:16",
                FAR,
                "air_mission; phase surface_attack; W1 at base:16; scores 0 0",
            ),
        ],
        "Replenish Aircraft": [
            applies(
                "a roll of 4",
                "USS Essex (CV 9) @24; SBD Dauntless @lost",
                "Haguro @7",
                "torpedo_attack; air_return: 4; W1 at base:0; W1 rearm 0",
            ),
            fails(
                "a roll of 3",
                "USS Essex (CV 9) @24; SBD Dauntless @lost",
                "Haguro @7",
                "torpedo_attack; air_return: 3; W1 at lost; air_return; W1 at lost",
            ),
            fails(
                "an Aircraft that may not be based on it: no roll",
                "USS Essex (CV 9) @24; P-40E Warhawk @lost",
                "Haguro @7",
                "torpedo_attack; air_return; W1 at lost",
            ),
            fails(
                "no room: no roll",
                "USS Essex (CV 9) @24" + "; F4F Wildcat @base:0" * 4 + "; SBD Dauntless @lost",
                "Haguro @7",
                "torpedo_attack; air_return; W5 at lost",
            ),
        ],
    }
)

SQUADRONS = rows(
    {
        "Seaplane Detachments": [
            applies(
                "two squadrons come with the Ship",
                "Chitose @24",
                FAR,
                "air_mission; muster W; W1 at base:0; W2 at base:0; W2 rearm 0",
            ),
            applies(
                "bombs of value 4, and no counter",
                "Chitose @24; Seaplane Detachments @25",
                "HMS Ajax @25",
                """air_attack; W1 bomb E0: 6611 -> damage; phase torpedo_attack; air_return
                W1 at base:0; W1 rearm 0""",
            ),
            fails(
                "its Ship is destroyed",
                "Chitose @24; Seaplane Detachments @base:0; Isokaze @45",
                "Kongo @25",
                """surface_attack; E0 main W0: 6x5 1x9 -> destroyed; close; W1 at lost
                scores 0 15""",
            ),
        ],
        "Fly-off Strike": [
            applies(
                "bombs of value 7, in one mission",
                "Ise @24; Fly-off Strike @25",
                "HMS Ajax @25",
                "air_attack; W1 bomb E0: 66 1x5 -> damage; air_return; W1 at lost",
            ),
            fails(
                "not used it stays",
                "Ise @24; Fly-off Strike @base:0",
                "HMS Ajax @25",
                "torpedo_attack; air_return; W1 at base:0",
            ),
        ],
        "Scoutplane Attack": [
            applies(
                "a mission in turn 1, bombs of value 2",
                "Lamotte-Picquet @24; Scoutplane Attack @base:0",
                "Haguro @25",
                "air_mission; W1 to 25; phase air_attack; W1 bomb E0: 66 -> damage",
                turn=1,
            ),
            fails(
                "turn 2",
                "Lamotte-Picquet @24; Scoutplane Attack @base:0",
                "Haguro @25",
                "air_mission; W1 to 25: no",
                turn=2,
            ),
            fails(
                "not used it goes all the same",
                "Lamotte-Picquet @24; Scoutplane Attack @base:0",
                "Haguro @25",
                "torpedo_attack; air_return; W1 at lost",
                turn=1,
            ),
        ],
    }
)

AIRBASES = rows(
    {
        "Air Raid 4": [
            applies(
                "a Bomber of the Carrier: 4 points",
                'Ryujo @24; B5N2 "Kate" @base:0',
                "HMS Ajax @28",
                "air_mission; W1 special; W1 at raid; phase air_attack; scores 4 0",
            ),
            fails(
                "the Bomber is aborted",
                'Ryujo @24; B5N2 "Kate" @base:0',
                "HMS Ajax @28; F4F Wildcat @base:16",
                """air_mission; W1 special; phase air_defence
                E1 antiair W1: 6641111 -> aborted; phase air_attack; scores 0 0""",
            ),
            fails(
                "a Bomber of the land airbase",
                'Ryujo @24; B5N2 "Kate" @base:16',
                "HMS Ajax @28",
                "air_mission; W1 special: no",
            ),
            fails(
                "a Fighter",
                'Ryujo @24; A6M2 "Zeke" @base:0',
                "HMS Ajax @28",
                "air_mission; W1 special: no",
            ),
        ],
        "Airfield Strike": [
            applies(
                "a Fighter attacks at the airbase (7 + 1 Expert Dogfighter): a counter",
                'Zuikaku @24; A6M2 "Zeke" @base:0',
                "HMS Ajax @28; SBD Dauntless @base:16",
                """air_mission; W1 special; W1 at raid; phase air_defence
                W1 antiair E1: 664 1x5 -> aborted; close; E1 rearm 1; E1 at base:16""",
            ),
            fails(
                "a Bomber",
                'Zuikaku @24; B5N2 "Kate" @base:0',
                "HMS Ajax @28; SBD Dauntless @base:16",
                "air_mission; W1 special: no",
            ),
            fails(
                "an Aircraft on a Carrier is no target",
                'Zuikaku @24; A6M2 "Zeke" @base:0',
                "USS Hornet (CV8) @28; SBD Dauntless @base:0",
                "air_mission; W1 special; phase air_defence; W1 antiair E1: no",
            ),
            fails(
                "spent",
                'Zuikaku @24 used=["Airfield Strike"]; A6M2 "Zeke" @base:0',
                "HMS Ajax @28; SBD Dauntless @base:16",
                "air_mission; W1 special: no",
            ),
        ],
        "Bombard": [
            applies(
                "two counters on each Aircraft at the enemy airbase",
                "Haruna @29",
                "HMS Ajax @28; SBD Dauntless @base:16 rearm=1; SBD Dauntless @base:16",
                """surface_attack; W0 special; W0 main E0: no; W0 secondary E0: yes
                end_of_turn; E1 rearm 3; E2 rearm 2""",
            ),
            fails(
                "an Aircraft on a Carrier",
                "Haruna @29",
                "USS Hornet (CV8) @28; SBD Dauntless @base:0",
                "surface_attack; W0 special; end_of_turn; E1 rearm 0",
            ),
            fails(
                "outside the opponent's deployment sectors",
                "Haruna @28",
                "HMS Ajax @7; SBD Dauntless @base:16",
                "surface_attack; W0 special: no",
            ),
        ],
    }
)

ROWS: list[Row] = [*POINTS, *REPAIRS, *BASES, *SQUADRONS, *AIRBASES]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_abilities(row: Row) -> None:
    check_row(row)
