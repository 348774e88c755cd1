"""Choosing a fleet of War at Sea: names, bases, what still fits, random fleets."""

from __future__ import annotations

import pytest

import navalenv
from navalenv.games.war_at_sea.abilities import TYPE_NAMES
from navalenv.games.war_at_sea.cards import (
    FIRST_SQUADRON,
    UNIT_NAMES,
    UNITS,
    nearest_units,
)
from navalenv.games.war_at_sea.fleets import (
    SCENARIOS,
    Berth,
    berths,
    broken_rule,
    cost_of,
    fitting_units,
    is_unit,
    random_fleet,
    read_names,
    select_units,
)

FLETCHER = "USS Fletcher (DD 445)"


def test_names() -> None:
    assert all(map(is_unit, UNIT_NAMES))
    assert not is_unit("Fly-off Strike")
    assert not is_unit("")
    assert nearest_units("catalina") == ("PBY Catalina",)
    assert nearest_units("jintu")[0] == "Jintsu"
    assert FLETCHER in nearest_units("Fletcher")
    assert nearest_units("zzzz") == nearest_units("") == ()
    assert len(nearest_units("USS")) == 3


def test_unknown_comes_first() -> None:
    rule, how = broken_rule(["Jintu"] * 17, 10) or ("", "")
    assert rule == "unknown"
    assert "'Jintu'; did you mean 'Jintsu'" in how


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ()),
        ("Z32\n\n  Z32 \n# a remark\nU-66\r\n", ("Z32", "Z32", "U-66")),
        (' ["Z32", "Blücher"]', ("Z32", "Blücher")),
        ("[]", ()),
    ],
)
def test_lists(text: str, names: tuple[str, ...]) -> None:
    assert read_names(text) == names


@pytest.mark.parametrize("text", ["[", '{"Z32": 1}', "[1]", '[["Z32"]]'])
def test_wrong_lists(text: str) -> None:
    with pytest.raises(ValueError, match="expected a JSON list of unit names"):
        read_names(text)


def test_bases() -> None:
    west = SCENARIOS["solomons"].fleets[0]
    enterprise = "USS Enterprise (CV 6)"
    assert berths(west) == tuple(Berth(name, enterprise) for name in west[6:])
    assert berths([*west, "PBY Catalina"])[-1] == Berth("PBY Catalina", "the land airbase")
    assert berths([FLETCHER]) == ()
    rufe = 'A6M2-N "Rufe"'
    assert berths(["Chitose", rufe]) == (
        Berth(rufe, "the island base"),
        *[Berth("Seaplane Detachments", "Chitose")] * 2,
    )


def test_bases_are_those_of_a_game() -> None:
    for seed in range(20):
        fleets = [random_fleet(side, 200, seed) for side in ("allies", "axis")]
        game = navalenv.load_game("war_at_sea", fleets=fleets, budget=200)
        units = game.new_initial_state(seed=seed).record["units"][:16]
        for name, berth in zip(
            [fleets[0][i] for i in range(len(fleets[0])) if units["base"][i] >= 0],
            berths(fleets[0]),
            strict=False,
        ):
            assert berth.unit == name
        on_ships = [
            fleets[0][unit["base"]]
            for unit in units
            if unit["card"] and 0 <= unit["base"] < 16 and unit["card"] < FIRST_SQUADRON
        ]
        found = [berth.base for berth in berths(fleets[0]) if berth.unit in UNIT_NAMES]
        assert [base for base in found if base in fleets[0]] == on_ships


def test_selection_and_its_order() -> None:
    everything = select_units()
    assert sorted(card.name for card in everything) == sorted(UNIT_NAMES)
    keys = [(TYPE_NAMES.index(card.type), card.cost) for card in everything]
    assert keys == sorted(keys)
    some = select_units(side="axis", types=["Carrier", "Fighter"], nations=["Italy"])
    expected = [
        card.name
        for card in UNITS
        if card.nation == "Italy" and card.type in ("Carrier", "Fighter")
    ]
    assert sorted(card.name for card in some) == sorted(expected)
    assert select_units(side="allies", nations=["Italy"]) == ()


@pytest.mark.parametrize("budget", [30, 60, 100, 1_000])
@pytest.mark.parametrize("seed", range(4))
def test_what_fits_is_what_is_legal(budget: int, seed: int) -> None:
    fleet = random_fleet("axis" if seed % 2 else "allies", 60, seed)[: 3 + seed]
    fitting = {card.name for card in fitting_units(fleet, budget)}
    assert fitting == {name for name in UNIT_NAMES if broken_rule([*fleet, name], budget) is None}


def test_what_fits_an_empty_fleet_and_one_without_ships() -> None:
    assert len(fitting_units((), 1_000)) == len(UNITS)
    axis = fitting_units((), 20, "axis")
    assert axis
    assert all(card.side == "axis" and card.cost <= 20 for card in axis)
    with_submarine = {card.name for card in fitting_units(["USS Cod (SS 224)"], 30)}
    assert {"USS Cod (SS 224)", FLETCHER, "F4F Wildcat"} <= with_submarine
    assert not fitting_units(["Z32", FLETCHER], 1_000)


def test_what_fits_at_the_limits() -> None:
    full = ["PT Boat"] * 16
    assert fitting_units(full, 1_000) == ()
    sailing = fitting_units(["PT Boat"] * 14, 1_000)
    assert sailing
    assert all(card.category != "ship" for card in sailing)
    land = ["PT Boat", *["PBY Catalina"] * 5]
    flying = [card for card in fitting_units(land, 1_000) if card.category == "aircraft"]
    assert all("Sea Basing" in card.abilities for card in flying)


@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1])
def test_random_fleet_is_that_of_a_game(seed: int) -> None:
    game = navalenv.load_game("war_at_sea", fleets="random", budget=150)
    units = game.new_initial_state(seed=seed).record["units"]["card"].reshape(2, -1)
    for side, own in zip(("allies", "axis"), units, strict=True):
        names = tuple(UNIT_NAMES[card - 1] for card in own if 0 < card < FIRST_SQUADRON)
        fleet = random_fleet(side, 150, seed)
        assert fleet == names
        assert broken_rule(fleet, 150) is None
        assert cost_of(fleet) <= 150


def test_wrong_random_fleets() -> None:
    with pytest.raises(ValueError, match="side must be one of allies, axis, got 'west'"):
        random_fleet("west")
    with pytest.raises(ValueError, match="budget must be at least 10, got 9"):
        random_fleet("axis", 9)
