"""The log of War at Sea: what lines say of attacks, losses, points and phases."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import navalenv
from navalenv.core.record import blank
from navalenv.core.state import State
from navalenv.games.war_at_sea.abilities import CODES, MAIN, TORPEDO
from navalenv.games.war_at_sea.actions import END, attack_action, place_action, special_action
from navalenv.games.war_at_sea.cards import CARD_NUMBERS, CARDS, EMPTY
from navalenv.games.war_at_sea.log import attacks_of, log_lines, special_ability
from navalenv.games.war_at_sea.names import short_name, unit_name
from navalenv.games.war_at_sea.record import (
    EVENT_ABORTED,
    EVENT_DAMAGED,
    EVENT_LOST,
    EVENT_POINTS,
    EVENT_PUT,
    EVENT_REPAIRED,
    EVENT_RETURNED,
    EVENT_ROLL,
    LAND_BASE,
    LOST,
    MAX_EVENTS,
    NUM_SLOTS,
    RECORD,
    REMOVED,
    ROLL_OTHER,
    SOURCE_CARRIER_LOSS,
    SOURCE_DESTROYED,
    SOURCE_MINE,
    SOURCE_NO_SHIPS,
    SOURCE_OBJECTIVE,
)

Fleet = list[list[Any]]


def state_of(
    west: Fleet, east: Fleet, phase: str, dice: list[int] | None = None, **keys: Any
) -> State:
    """The state of a set-up of turn 3, player 0 first and to act."""
    game = navalenv.load_game("war_at_sea")
    setup = {"units": [west, east], "phase": phase, "turn": 3, "to_act": 0, **keys}
    return game.new_initial_state(setup, dice=dice, seed=0)


def lines_after(state: State, action: int) -> list[str]:
    state.apply_action(action)
    return log_lines(state.record)


# Attacks, as the rules make them.

FAR = ["Yamato", 52, {}]
"""A unit that keeps a game going, and has something to decide."""


def test_gunnery() -> None:
    dice = [3, 3, 2, 2, 2, 1, 3, 4, 5, 5, 2]
    state = state_of([["Roma", 23, {}]], [["HMAS Canberra", 26, {}]], "surface_attack", dice)
    lines = lines_after(state, attack_action(0, MAIN, 0))
    assert lines[0] == (
        "Roma, main guns at HMAS Canberra, range 3: 11 dice, "
        "faces 3 3 2 2 2 1 3 4 5 5 2, 3 successes, armour 3/9: 1 damage"
    )


def test_save() -> None:
    faces = [6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]
    state = state_of(
        [["Bismarck", 23, {}]],
        [["USS Fletcher (DD 445)", 24, {}]],
        "surface_attack",
        [*faces, 5],
    )
    lines = lines_after(state, attack_action(0, MAIN, 0))
    assert lines[:2] == [
        "Bismarck, main guns at USS Fletcher (DD 445), range 1: 15 dice, "
        "-2 on each die (small ship), only a natural 6 counts, "
        f"faces {' '.join(map(str, faces))}, 4 successes, armour 3/7: no effect instead of damage",
        "  Chase the Salvoes of USS Fletcher (DD 445): rolled 5, saved",
    ]


def test_torpedoes() -> None:
    state = state_of(
        [["I-19", 23, {}]],
        [["HMS Hood", 24, {"hull": 4}], ["USS Fletcher (DD 445)", 24, {}]],
        "torpedo_attack",
        [6, 1, 6],
    )
    lines = lines_after(state, attack_action(0, TORPEDO, 0))
    assert lines[0] == (
        "I-19, torpedoes at HMS Hood, range 1: 3 dice (3 - 1 ASW threat + 1 Finish Him Off), "
        "faces 6 1 6, 2 hits: 4 damage"
    )


def test_penalty_die() -> None:
    state = state_of([["I-19", 23, {}]], [["HMS Cossack", 25, {}]], "torpedo_attack", [6])
    lines = lines_after(state, attack_action(0, TORPEDO, 0))
    assert lines[0].startswith(
        "I-19, torpedoes at HMS Cossack, range 2: 1 die (2 - 1 small ship), faces 6, 1 hit"
    )


def test_antiair_and_names_that_occur_twice() -> None:
    state = state_of(
        [["USS Fletcher (DD 445)", 23, {}], FAR],
        [["Swordfish Mk. II", 23, {}], ["Swordfish Mk. II", 20, {}]],
        "air_defence",
        [6, 4, 1, 1, 1, 1],
    )
    lines = lines_after(state, attack_action(0, 0, 0))
    assert lines[0] == (
        "USS Fletcher (DD 445), antiair fire at Swordfish Mk. II (slot 0), range 0: 6 dice, "
        "faces 6 4 1 1 1 1, 3 successes, armour 3/6: aborted"
    )
    assert "Swordfish Mk. II (slot 0) is aborted" in lines


def test_end_of_a_phase() -> None:
    """Losses, points and the roll for an Aircraft on board, when the phase is over."""
    state = state_of(
        [["USS San Francisco (CA 38)", 23, {}], FAR],
        [["Shokaku", 23, {"hull": 1}], ['A6M2 "Zeke"', "base:0", {}], ["I-19", 0, {}]],
        "surface_attack",
        [6, 6, 6, 6, 6, 1, 1, 1, 1, 1],
    )
    lines = lines_after(state, attack_action(0, MAIN, 0))
    assert lines[0].endswith("10 successes, armour 3/9: destroyed")
    while not any("destroyed:" in line for line in lines[1:]):
        lines = ["", *lines_after(state, END)]
    assert "Shokaku is destroyed: 20 points for West" in lines
    assert 'A6M2 "Zeke" goes down with its lost Carrier: rolled 1' in lines
    assert f'A6M2 "Zeke" is destroyed: {cost("A6M2 ")} points for West' in lines


def cost(beginning: str) -> int:
    return next(card.cost for card in CARDS if card.name.startswith(beginning))


# Decisions, phases and turns.


def test_decisions() -> None:
    west = [["USS Fletcher (DD 445)", 23, {}], ["HMAS Nizam", 30, {}]]
    east = [["Isokaze", 36, {}]]
    state = state_of(west, east, "sea_movement")
    assert log_lines(state.record) == []
    assert lines_after(state, place_action(0, 24)) == ["West: USS Fletcher (DD 445) to sector 3,1"]
    lines = lines_after(state, END)
    assert lines == ["West ends its step", "Turn 3, sea movement: East acts"]
    smoke = state_of(west, east, "surface_attack")
    lines = lines_after(smoke, special_action(1))
    assert lines[0] == "West: HMAS Nizam uses Lay Smoke Screen"


def test_special_actions_with_a_roll_and_of_an_aircraft() -> None:
    east = [["Isokaze", 36, {}]]
    west = [["HMS Halcyon", 24, {}], ["HMAS Nizam", 30, {}]]
    state = state_of(west, east, "surface_attack", [2], mines=[24])
    assert lines_after(state, special_action(0))[:2] == [
        "West: HMS Halcyon uses Sweep Mines",
        "Sweep Mines of HMS Halcyon: rolled 2, does not work",
    ]
    assert state.action_to_string(special_action(1)) == "1 special"
    raid = state_of(
        [["Ryujo", 23, {}], ['B5N2 "Kate"', "base:0", {}]], [["HMS Hood", 36, {}]], "air_mission"
    )
    lines = lines_after(raid, special_action(1))
    assert lines[0] == 'West: B5N2 "Kate" uses Air Raid 4'
    assert special_ability(raid.record) == CODES["Air Raid 4"]


def test_a_special_action_of_an_ability_that_no_event_names() -> None:
    record = record_with()
    record["last_action"], record["last_player"] = special_action(1), 0
    assert log_lines(record) == ["West: Shokaku uses its special action"]


def test_a_new_turn() -> None:
    state = state_of(
        [["USS Fletcher (DD 445)", 23, {}]],
        [["Isokaze", 24, {}]],
        "torpedo_attack",
        [2, 3, 5, 6],
        to_act=1,
    )
    lines = lines_after(state, END)
    assert lines[-2:] == [
        "Turn 4 begins: initiative West 2 + 3, East 5 + 6: West acts first",
        "Turn 4, sea movement: West acts",
    ]


def test_the_end_of_a_game() -> None:
    state = state_of(
        [["USS Fletcher (DD 445)", 26, {}]],
        [["Isokaze", 52, {}]],
        "torpedo_attack",
        turn=12,
        to_act=1,
        scores=[100, 20],
    )
    game_end = lines_after(state, END)
    if not state.is_terminal():
        game_end = log_lines(state.record)
    assert "West seizes an objective: 50 points" in game_end


# Events that are rare.


def record_with(*events: tuple[int, ...]) -> np.void:
    """A record of three units a side in which these events have happened."""
    record: np.void = blank(RECORD)[0]
    record["units"]["where"] = LOST
    names = ("USS Fletcher (DD 445)", "Shokaku", 'A6M2 "Zeke"')
    for player in range(2):
        for slot, name in enumerate(names):
            unit = record["units"][player * NUM_SLOTS + slot]
            unit["card"], unit["where"], unit["hull"] = CARD_NUMBERS[name], 7, 2
    record["num_events"] = len(events)
    for i, event in enumerate(events):
        record["events"][i, : len(event)] = event
    return record


EAST = NUM_SLOTS


@pytest.mark.parametrize(
    ("events", "line"),
    [
        ([(EVENT_LOST, EAST, REMOVED)], "USS Fletcher (DD 445) is removed"),
        (
            [(EVENT_POINTS, 0, 7, SOURCE_DESTROYED), (EVENT_LOST, EAST, 1)],
            "USS Fletcher (DD 445) is destroyed: 7 points for West",
        ),
        ([(EVENT_LOST, EAST, 1)], "USS Fletcher (DD 445) is destroyed"),
        ([(EVENT_DAMAGED, 1, 2)], "Shokaku loses 2 of its hull, 2 left"),
        ([(EVENT_DAMAGED, 1, 2), (EVENT_REPAIRED, 1)], "Shokaku loses 2 of its hull, 1 left"),
        ([(EVENT_REPAIRED, 1)], "Shokaku has 1 hull point repaired"),
        ([(EVENT_ABORTED, 2)], 'A6M2 "Zeke" is aborted'),
        ([(EVENT_PUT, 0, 9)], "USS Fletcher (DD 445) goes to sector 1,1"),
        (
            [(EVENT_RETURNED, 2, LAND_BASE, 1)],
            'A6M2 "Zeke" returns to the land airbase, 1 rearming',
        ),
        ([(EVENT_RETURNED, 2, 1, 0)], 'A6M2 "Zeke" returns to Shokaku'),
        ([(EVENT_POINTS, 1, 50, SOURCE_OBJECTIVE)], "East seizes an objective: 50 points"),
        (
            [(EVENT_POINTS, 0, 50, SOURCE_NO_SHIPS)],
            "East has no Ships in play: 50 points for West",
        ),
        (
            [(EVENT_ROLL, SOURCE_MINE, 2, 1, ROLL_OTHER)],
            "Mine strikes USS Fletcher (DD 445): rolled 2",
        ),
        (
            [(EVENT_ROLL, SOURCE_MINE, 3, 0, ROLL_OTHER)],
            "Mine misses USS Fletcher (DD 445): rolled 3",
        ),
        (
            [(EVENT_ROLL, SOURCE_CARRIER_LOSS, 4, 1, 2 * 4 + ROLL_OTHER)],
            'A6M2 "Zeke" gets off its lost Carrier: rolled 4',
        ),
    ],
)
def test_event(events: list[tuple[int, ...]], line: str) -> None:
    assert line in log_lines(record_with(*events))


def test_a_full_log_says_so() -> None:
    record = record_with(*[(EVENT_ABORTED, 2)] * MAX_EVENTS)
    lines = log_lines(record)
    assert "More happened than the log holds" in lines
    assert len(log_lines(record_with((EVENT_ABORTED, 2)))) == 1


# Whole games.


def test_whole_games_are_told() -> None:
    """All points and all losses of a game are in its log."""
    game = navalenv.load_game("war_at_sea", fleets="random", max_turns=6)
    random = np.random.default_rng(5)
    for seed in range(3):
        state = game.new_initial_state(seed=seed)
        told = [0, 0]
        while not state.is_terminal():
            state.apply_action(int(random.choice(state.legal_actions())))
            lines = log_lines(state.record)
            assert lines
            assert all(line.strip() == line or line.startswith("  ") for line in lines)
            for attack in attacks_of(state.record):
                assert len(attack.faces) == attack.dice
            for line in lines:
                for player, name in enumerate(("West", "East")):
                    if line.endswith((f"points for {name}", f"point for {name}")):
                        told[player] += int(line.split(": ")[-1].split()[0])
                    elif line.startswith(f"{name} seizes"):
                        told[player] += 50
        assert told == state.record["scores"].tolist()


# Names.


def test_short_names() -> None:
    numbers = {name: short_name(number) for name, number in CARD_NUMBERS.items()}
    assert numbers["USS San Francisco (CA 38)"] == "San Francisco"
    assert numbers['A6M2 "Zeke"'] == "Zeke"
    assert numbers["Swordfish Mk. II"] == "Swordfish"
    assert numbers["SBD Dauntless"] == "Dauntless"
    assert numbers["Bf 109"] == "Bf 109"
    assert numbers["Z 20 Karl Galster"] == "Karl Galster"
    assert all(len(name) > 1 for name in numbers.values())


def test_only_names_that_occur_twice_have_a_slot() -> None:
    record = record_with()
    assert unit_name(record, 0) == "USS Fletcher (DD 445)"
    record["units"]["card"][2] = record["units"]["card"][0]
    assert unit_name(record, 0) == "USS Fletcher (DD 445) (slot 0)"
    assert unit_name(record, EAST) == "USS Fletcher (DD 445)"
    record["units"]["card"][2] = EMPTY
    assert unit_name(record, 0) == "USS Fletcher (DD 445)"
