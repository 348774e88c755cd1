"""Every ability has rows of both kinds; those without an effect have none."""

from __future__ import annotations

import pytest

from navalenv.games.war_at_sea.abilities import NAMES
from navalenv.games.war_at_sea.cards import CARDS
from tests.war_at_sea import Row, all_rows, applies, check_row, fails, rows, where_tested

NO_EFFECT = {
    "Battery Silencer",
    "Escape into Darkness",
    "Expert Strafer",
    "Night Specialist",
    "Skilled Search",
}
"""There are no installations, no darkness, no search and no penalty on strafing."""
WITHOUT_ROWS: set[str] = set()
"""Abilities that still want a row of either kind; it may only shrink."""

UNCHANGED: list[Row] = rows(
    {
        "Battery Silencer": [
            fails(
                "main has its 10 dice",
                "USS Quincy (CA 71) @24",
                "Haguro @25",
                "surface_attack; W0 main E0: 66 1x8 -> damage",
            ),
        ],
        "Escape into Darkness": [
            fails(
                "antiair hits it as any other",
                "PBY Black Cat @25",
                "Agano @25",
                "air_defence; E0 antiair W0: 441111 -> none; close; W0 at 25",
            ),
            fails(
                "antiair of its armour aborts it",
                "PBY Black Cat @25",
                "Agano @25",
                "air_defence; E0 antiair W0: 444111 -> aborted; close; W0 aborted",
                turn=4,
            ),
        ],
        "Expert Strafer": [
            fails(
                "strafing has its 4 dice and no penalty",
                "Beaufighter TF Mk. X @25",
                "Haguro @25",
                "air_attack; W0 strafe E0: 4444 -> none",
            ),
            fails(
                "strafing of a Battleship",
                "Beaufighter TF Mk. X @25",
                "Kongo @25",
                "air_attack; W0 strafe E0: 6664 -> damage",
            ),
        ],
        "Night Specialist": [
            fails(
                "antiair has its 6 dice, in turn 4 too",
                'A6M2-N "Rufe" @25',
                "F4F Wildcat @25",
                "air_defence; W0 antiair E0: 1x6 -> none",
                turn=4,
            ),
        ],
        "Skilled Search": [
            fails(
                "torpedoes have their 3 dice",
                "B5N2 Type 97 Attack Bomber @25",
                "HMS Ajax @25",
                "air_attack; W0 torpedo E0: 611 -> hits 2",
            ),
        ],
    }
)


def test_abilities_are_all_known() -> None:
    assert len(NAMES) - 1 == len(set(NAMES[1:])) == 208
    named = {ability for card in CARDS for ability in card.abilities}
    assert named <= set(NAMES)
    assert set(NAMES) > NO_EFFECT


def test_every_ability_has_rows_of_both_kinds() -> None:
    found = {(row.ability, row.applies) for _, row in all_rows()}
    wanted = set(NAMES[1:]) - NO_EFFECT
    assert {ability for ability, _ in found} <= wanted
    missing = {ability for ability in wanted if not {(ability, True), (ability, False)} <= found}
    assert missing == WITHOUT_ROWS
    assert set(where_tested()) == wanted - WITHOUT_ROWS


def test_rows_have_names_of_their_own() -> None:
    names = [row.name for _, row in all_rows()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("row", UNCHANGED, ids=[row.name for row in UNCHANGED])
def test_abilities_without_an_effect_change_nothing(row: Row) -> None:
    check_row(row)


def test_every_ability_without_an_effect_has_a_row() -> None:
    assert {row.ability for row in UNCHANGED} == NO_EFFECT


def test_rows_that_do_not_hold_fail() -> None:
    (row,) = rows(
        {
            "Raider": [
                applies(
                    "one die too few",
                    "Admiral Hipper @24",
                    "LST @25",
                    "surface_attack; W0 main E0: 6 1x8 -> damage",
                )
            ]
        }
    )
    with pytest.raises(AssertionError, match=r"Raider: one die too few: .*rolled 10 dice"):
        check_row(row)
