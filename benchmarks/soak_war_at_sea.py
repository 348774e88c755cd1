"""Random games of War at Sea in which every position is checked against the rules.

    python benchmarks/soak_war_at_sea.py
    python benchmarks/soak_war_at_sea.py --games 100000 --seed 5
    python benchmarks/soak_war_at_sea.py --seed 1234 --games 1   # one game again

Each game has random fleets of any two sides, a budget and a map that follow from its seed alone,
and is played by random legal actions. After every decision all games of the batch are checked at
once, with NumPy and not with the rules' own functions: stacking, islands, hulls, uses, bases,
points, phases, the end. A part of the games is replayed by other ways: a batch of one, a state
whose set-up is read back at every decision, a game record.

It stops at the first position that is wrong, says the seed and the decision, and exits with 1.
"""

from __future__ import annotations

import argparse
import collections
import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import navalenv
from navalenv.core.batch import Batch
from navalenv.core.game import Game
from navalenv.core.game_record import GameRecord
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea import record as fields
from navalenv.games.war_at_sea.cards import (
    ABILITIES,
    AIRCRAFT,
    CAPACITY,
    CARD_NUMBERS,
    CARDS,
    CATEGORY,
    COST,
    EMPTY,
    FIRST_SQUADRON,
    HULL,
    NUM_CARDS,
    SHIP,
    SQUADRON_ABILITIES,
    SUBMARINE,
)
from navalenv.games.war_at_sea.sectors import ADJACENT, ISLANDS, MAPS, NUM_SECTORS, OBJECTIVES

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

BUDGETS = (20, 50, 100, 150, 250, 1_000)
SIDES = ((0, 1), (0, 1), (1, 0), (0, 0), (1, 1))
"""Sides of West's and East's fleet: Allies 0, Axis 1."""
BATCH_SIZE = 256
SAMPLE = 200
"""One game of so many is replayed."""
MOST_PLIES_A_TURN = 1_000
LAND_ROOM = 5
OVERSTACK = 3
ABILITY_POINTS = {
    "Landing 3": (3,),
    "Landing 5": (5,),
    "Landing 10": (10,),
    "Beach Landing 3": (3,),
    "Vital Cargo 6": (6,),
    "Vital Cargo 8": (8,),
    "Secret Cargo 4": (4,),
    "Land Secret Cargo 2": (2,),
    "Evacuate": (1, 3),
    "Tokyo Express": (2,),
    "Shore Support": (4,),
    "Rescue Operations": (3,),
    "Heavy Raider": (2, 4, 6, 8, 10, 12, 14, 16),
    "Air Raid 4": (4,),
    "Embark B-25": (12,),
}
"""What the abilities that score can score at once."""


# Tables, made from the cards' names and not by the rules.


def _having(*names: str) -> Mask:
    """Which cards have one of some abilities."""
    return np.array([any(name in card.abilities for name in names) for card in CARDS])


def _carriers() -> Mask:
    """(Aircraft, Carrier): which card may be based on which, squadrons apart."""
    found = np.zeros((NUM_CARDS, NUM_CARDS), bool)
    for a, aircraft in enumerate(CARDS):
        if aircraft.category != "aircraft" or a >= FIRST_SQUADRON:
            continue
        for c, carrier in enumerate(CARDS):
            if carrier.capacity == 0:
                continue
            on = carrier.abilities
            by_ability = (
                (
                    aircraft.name == "Ju 87B Stuka"
                    and ("Stuka Operations" in on or "Stuka Operations (Aquila)" in on)
                )
                or (aircraft.name == "Ju-87 R2 Picchiatelli" and "Stuka Operations (Aquila)" in on)
                or (
                    aircraft.name in ("F4F Wildcat", "Martlet Mk. II")
                    and "Wildcat Operations" in on
                )
            )
            on_land = aircraft.type == "Patrol Bomber" or any(
                name in aircraft.abilities for name in ("Land Based", "Land Fighter", "Sea Basing")
            )
            nations = {aircraft.nation}
            if "Export Version" in aircraft.abilities:
                nations |= {"United States", "United Kingdom"}
            found[a, c] = by_ability or (not on_land and carrier.nation in nations)
    return found


def _squadron_homes() -> Mask:
    """(squadron, Ship): which Ship brings which squadron."""
    found = np.zeros((NUM_CARDS, NUM_CARDS), bool)
    for i, code in enumerate(SQUADRON_ABILITIES):
        found[FIRST_SQUADRON + i] = (code == ABILITIES).any(axis=1)
    return found


SHALLOW = _having("Shallow Draft")
CLOSE_ESCORT = _having("Close Escort")
SEA_BASING = _having("Sea Basing")
NO_SEA_CONTROL = _having("No Sea Control")
DETERMINATION = _having("Determination")
IS_SQUADRON = np.arange(NUM_CARDS) >= FIRST_SQUADRON
MAY_BE_ON = _carriers()
HOME_OF = _squadron_homes()
MITCHELL = CARD_NUMBERS["B-25H Mitchell"]
KAMIKAZE = CARD_NUMBERS["A6M2 Zero Kamikaze"]
ISLAND_TABLE = np.array(
    [[int(ISLANDS[m]) >> s & 1 for s in range(NUM_SECTORS)] for m in range(len(MAPS))], bool
)
NEAR = np.array(
    [[(int(ADJACENT[s]) | 1 << s) >> t & 1 for t in range(NUM_SECTORS)] for s in OBJECTIVES], bool
)
"""(objective, sector): whether a sector is the objective or beside it."""
IN_AIR_PHASES = np.isin(
    np.arange(len(fields.PHASE_NAMES)),
    [
        fields.AIR_MISSION,
        fields.PATROL,
        fields.AIR_DEFENCE,
        fields.AIR_ATTACK,
        fields.SURFACE_ATTACK,
        fields.QUARRY,
        fields.TORPEDO_ATTACK,
        fields.OVER,
    ],
)
"""Phases in which an Aircraft can be on the map."""
_MOVEMENT = 2 * fields.SEA_MOVEMENT
RANK = np.array([[2 * phase, 2 * phase + 1] for phase in range(len(fields.PHASE_NAMES))])
"""(phase, second step): the order within a turn."""
RANK[fields.SEA_MOVEMENT] = _MOVEMENT, _MOVEMENT + 2
RANK[fields.PURSUIT] = _MOVEMENT + 1, _MOVEMENT + 3
POINTS_TABLE = np.zeros((ability.NUM_ABILITIES + 1, 17), bool)
for _name, _amounts in ABILITY_POINTS.items():
    POINTS_TABLE[ability.CODES[_name], list(_amounts)] = True
PLAYER = np.arange(fields.NUM_UNITS) // fields.NUM_SLOTS
"""Player of each unit."""
SLOT = np.arange(fields.NUM_UNITS) % fields.NUM_SLOTS

UNIT_COLUMNS = (
    "card",
    "where",
    "base",
    "hull",
    "gone",
    "spent",
    "rearm",
    "aborted",
    "embarked",
    "cant_claim",
    "moved",
)
GAME_COLUMNS = (
    "map",
    "turn",
    "phase",
    "second_step",
    "first_player",
    "to_move",
    "terminated",
    "winner",
    "victory_points",
    "max_turns",
    "scores",
    "objectives",
    "no_ships_scored",
    "pursuit_turn",
    "ply",
    "last_action",
    "num_events",
    "returns",
)


# Games.


class Start(NamedTuple):
    """A game to be played: all of it follows from the seed."""

    seed: int
    options: dict[str, Any]

    def load(self) -> Game:
        """The game."""
        return navalenv.load_game("war_at_sea", **self.options)


def _drawn(budget: int, seed: int) -> list[list[str]]:
    """A random fleet of the Allies, and one of the Axis."""
    game = navalenv.load_game("war_at_sea", fleets="random", budget=budget)
    cards = game.new_initial_state(seed=seed).record["units"]["card"].reshape(2, -1)
    return [[CARDS[card].name for card in own if 0 < card < FIRST_SQUADRON] for own in cards]


def start_of(seed: int) -> Start:
    """The game of a seed."""
    choose = np.random.default_rng(seed)
    budget = int(choose.choice(BUDGETS))
    sides = SIDES[choose.integers(len(SIDES))]
    options: dict[str, Any] = {"budget": budget, "map": str(choose.choice(MAPS))}
    options["victory_points"] = int(choose.choice((60, 150, 400)))
    options["max_turns"] = int(choose.choice((6, 20, 30)))
    options["reward"] = "score" if choose.random() < 0.5 else "outcome"
    if sides == (0, 1) and choose.random() < 0.5:
        options["fleets"] = "random"
    else:
        options["fleets"] = [
            _drawn(budget, seed + player)[side] for player, side in enumerate(sides)
        ]
    return Start(seed, options)


class BrokenInvariantError(Exception):
    """A position is wrong."""

    def __init__(self, start: Start, decision: int, what: str, position: str) -> None:
        super().__init__(
            f"seed {start.seed}, decision {decision}: {what}\n"
            f"  options: {json.dumps(start.options, ensure_ascii=False)}\n"
            f"  position: {position}"
        )
        self.what = what


class Columns:
    """The fields of a batch's records that are checked, each an array with a row a game."""

    def __init__(self, states: npt.NDArray[Any]) -> None:
        units = states["units"]
        self.of_game = {name: states[name].astype(np.int64) for name in GAME_COLUMNS}
        self.of_game["returns"] = states["returns"].astype(np.float64)
        self.of_unit = {name: units[name].astype(np.int64) for name in UNIT_COLUMNS}
        self.events = states["events"].astype(np.int64)
        logged = np.arange(fields.MAX_EVENTS) < self.of_game["num_events"][:, None]
        self.kinds = np.where(logged, self.events[:, :, 0], 0)
        self.log_full = self.of_game["num_events"] >= fields.MAX_EVENTS
        self.category = CATEGORY[self.of_unit["card"]].astype(np.int64)
        self.on_map = self.of_unit["where"] < NUM_SECTORS
        self.in_play = self.of_unit["where"] <= fields.RAIDING
        self.lost = self.of_unit["where"] == fields.LOST

    def __getattr__(self, name: str) -> Any:
        for columns in (self.of_game, self.of_unit):
            if name in columns:
                return columns[name]
        raise AttributeError(name)

    def __len__(self) -> int:
        return len(self.of_game["turn"])

    def event(self, kind: int) -> tuple[Mask, Numbers, Numbers, Numbers]:
        """Which places of the log are of a kind, and what they say: number, a, b."""
        return self.kinds == kind, self.events[:, :, 1], self.events[:, :, 2], self.events[:, :, 3]

    def sector_counts(self, units: Mask) -> Numbers:
        """(game, player, sector): how many of some units are there."""
        rows, which = np.nonzero(units & self.on_map)
        at = (rows * 2 + PLAYER[which]) * NUM_SECTORS + self.where[rows, which]
        size = len(self) * 2 * NUM_SECTORS
        return np.bincount(at, minlength=size).reshape(len(self), 2, NUM_SECTORS)

    def has_units(self) -> Mask:
        """(game, player): whether any unit is left, squadrons apart."""
        left = ~self.lost & ~IS_SQUADRON[self.card]
        return left.reshape(len(self), 2, -1).any(axis=2)

    def has_ships(self) -> Mask:
        """(game, player): whether a Ship is in play."""
        ships = self.in_play & (self.category == SHIP)
        return ships.reshape(len(self), 2, -1).any(axis=2)

    def phase_key(self) -> Numbers:
        """A number that only rises in the course of a game."""
        rank: Numbers = RANK[self.phase, self.second_step]
        return self.turn * 100 + rank


# What must be so. Each takes the columns before and after a decision and says where it is not.

CHECKS: list[tuple[str, Callable[[Columns, Columns], Mask]]] = []
STEP_CHECKS: list[tuple[str, Callable[[Columns, Columns], Mask]]] = []
"""Those that compare two positions: not for the first of a game."""

Check = Callable[[Columns, Columns], Mask]


def always(what: str) -> Callable[[Check], Check]:
    """Add a check of every position."""

    def add(check: Check) -> Check:
        CHECKS.append((what, check))
        return check

    return add


def at_each_step(what: str) -> Callable[[Check], Check]:
    """Add a check of two positions, before and after a decision."""

    def add(check: Check) -> Check:
        STEP_CHECKS.append((what, check))
        return check

    return add


def _any(found: npt.NDArray[Any]) -> Mask:
    """Which rows have any."""
    answer: Mask = found.reshape(len(found), -1).any(axis=1)
    return answer


@always("more than two Ships, or three with Close Escort, in a sector")
def stacked_ships(before: Columns, now: Columns) -> Mask:
    ships = now.category == SHIP
    escorted = now.sector_counts(ships & CLOSE_ESCORT[now.card]) > 0
    return _any(now.sector_counts(ships) > 2 + escorted)


@always("more than one Submarine in a sector")
def stacked_submarines(before: Columns, now: Columns) -> Mask:
    return _any(now.sector_counts(now.category == SUBMARINE) > 1)


@always("more than four Aircraft in a sector")
def stacked_aircraft(before: Columns, now: Columns) -> Mask:
    return _any(now.sector_counts(now.category == AIRCRAFT) > 4)


@always("a Ship without Shallow Draft, or a Submarine, on an island")
def on_islands(before: Columns, now: Columns) -> Mask:
    island = ISLAND_TABLE[now.map[:, None], np.where(now.on_map, now.where, 0)] & now.on_map
    swims = (now.category == SHIP) | (now.category == SUBMARINE)
    return _any(island & swims & ~SHALLOW[now.card])


@always("hull out of range, or 0 without loss")
def hulls(before: Columns, now: Columns) -> Mask:
    out = (now.hull < 0) | (now.hull > HULL[now.card])
    return _any(out | ((now.hull == 0) != now.lost))


@always("a unit in a place that is none of its kind or of the phase")
def places(before: Columns, now: Columns) -> Mask:
    flies = now.category == AIRCRAFT
    where, phase = now.where, now.phase[:, None]
    wrong = (where < 0) | (where > fields.LOST)
    wrong |= (now.card == EMPTY) & ~now.lost
    wrong |= ((where == fields.AT_BASE) | (where == fields.RAIDING)) & ~flies
    wrong |= ((where == fields.UNDEPLOYED) | (where == fields.ASIDE)) & flies
    wrong |= (where == fields.UNDEPLOYED) & (phase != fields.DEPLOYMENT)
    out = flies & (now.on_map | (where == fields.RAIDING))
    wrong |= out & ~IN_AIR_PHASES[phase]
    wrong |= out & (now.rearm > 0)
    wrong |= (now.aborted > 0) & ~out
    wrong |= (now.rearm < 0) | ((now.rearm > 0) & ~flies)
    wrong |= now.lost & (now.card != EMPTY) & (now.gone == 0)
    return _any(wrong | (~now.lost & (now.gone != 0)))


def _carrier_of(now: Columns) -> tuple[Numbers, Mask]:
    """The unit on which each Aircraft is based, and which Aircraft are based on one."""
    flies = now.category == AIRCRAFT
    aboard = flies & ~now.lost & (now.base >= 0) & (now.base < fields.NUM_SLOTS)
    return np.where(aboard, now.base + PLAYER * fields.NUM_SLOTS, 0), aboard


@always("an Aircraft at a base that does not exist or may not take it")
def right_bases(before: Columns, now: Columns) -> Mask:
    carrier, aboard = _carrier_of(now)
    home = aboard & (now.where == fields.AT_BASE)
    at_base = (now.category == AIRCRAFT) & (now.where == fields.AT_BASE)
    squadron = IS_SQUADRON[now.card]
    there = np.take_along_axis(now.where, carrier, axis=1)
    ship = np.take_along_axis(now.card, carrier, axis=1)
    afloat = (there < NUM_SECTORS) | (there == fields.UNDEPLOYED) | (there == fields.ASIDE)
    embarked = (now.card == MITCHELL) & (now.embarked != 0)
    wrong = home & ~squadron & ~embarked & ~MAY_BE_ON[now.card, ship]
    wrong |= home & ~afloat
    wrong |= at_base & ((now.base < 0) | (now.base > fields.ISLAND_BASE))
    wrong |= at_base & ((now.base == fields.ISLAND_BASE) != SEA_BASING[now.card])
    return _any(wrong)


@always("a squadron without its Ship")
def squadrons(before: Columns, now: Columns) -> Mask:
    carrier, aboard = _carrier_of(now)
    squadron = IS_SQUADRON[now.card] & ~now.lost
    ship = np.take_along_axis(now.card, carrier, axis=1)
    gone = np.take_along_axis(now.lost, carrier, axis=1)
    return _any(squadron & (~aboard | gone | ~HOME_OF[now.card, ship]))


@always("more Aircraft on a Carrier than its capacity")
def carrier_room(before: Columns, now: Columns) -> Mask:
    carrier, aboard = _carrier_of(now)
    rows, which = np.nonzero(aboard & (now.where == fields.AT_BASE) & ~IS_SQUADRON[now.card])
    at = rows * fields.NUM_UNITS + carrier[rows, which]
    count = np.bincount(at, minlength=now.card.size).reshape(now.card.shape)
    return _any(count > CAPACITY[now.card])


@always("more than five Aircraft at a land airbase")
def land_room(before: Columns, now: Columns) -> Mask:
    there = (now.where == fields.AT_BASE) & (now.base == fields.LAND_BASE)
    by_player = len(now), 2, fields.NUM_SLOTS
    stacked = (there & (now.card == KAMIKAZE)).reshape(by_player).sum(axis=2)
    others = (there & (now.card != KAMIKAZE)).reshape(by_player).sum(axis=2)
    return _any(others + np.maximum(0, stacked - OVERSTACK) > LAND_ROOM)


@always("who is to act is not who the step says, or no decision is due in this phase")
def whose_step(before: Columns, now: Columns) -> Mask:
    going = now.terminated == 0
    wrong = now.to_move != (now.first_player ^ now.second_step)
    wrong |= now.phase == fields.AIR_RETURN
    wrong |= (now.turn == 0) != (now.phase <= fields.SCREEN)
    wrong |= (now.phase == fields.BREAKOUT) & (now.turn != 2) & (now.turn != 3)
    wrong |= now.phase == fields.OVER
    wrong |= (now.turn < 0) | (now.turn > now.max_turns)
    return (going & wrong) | (~going & (now.phase != fields.OVER))


@always("the game is over, or goes on, against the rules")
def the_end(before: Columns, now: Columns) -> Mask:
    left = now.has_units()
    ahead = np.where(now.scores[:, 0] > now.scores[:, 1], 0, 1)
    better = np.where(now.scores[:, 0] == now.scores[:, 1], -1, ahead)
    by_score = (now.turn >= now.max_turns) | (
        (now.scores.max(axis=1) >= now.victory_points) & (better >= 0)
    )
    winner = np.where(left[:, 0] & ~left[:, 1], 0, np.where(left[:, 1] & ~left[:, 0], 1, better))
    over = now.terminated != 0
    both = left.all(axis=1)
    wrong = ~over & ~both
    wrong |= ~over & (now.winner != -1)
    wrong |= over & (now.winner != winner)
    return wrong | (over & both & ~by_score)


@at_each_step("a card has changed")
def same_cards(before: Columns, now: Columns) -> Mask:
    return _any(before.card != now.card)


@at_each_step("a use has come back")
def uses(before: Columns, now: Columns) -> Mask:
    return _any(before.spent & ~now.spent)


@at_each_step("phases out of order")
def phase_order(before: Columns, now: Columns) -> Mask:
    going = now.terminated == 0
    earlier, later = before.phase_key(), now.phase_key()
    wrong = later < earlier
    wrong |= (before.last_action >= 0) & (now.last_action == 0) & (later <= earlier)
    wrong |= (later == earlier) & (now.to_move != before.to_move)
    return (going & wrong) | (now.ply != before.ply + 1) | (now.turn < before.turn)


@at_each_step("a player ought to have won at the end of the turn")
def missed_win(before: Columns, now: Columns) -> Mask:
    begins = _turn_begins(before, now)
    ahead = now.scores[:, 0] != now.scores[:, 1]
    return begins & ahead & (now.scores.max(axis=1) >= now.victory_points)


def _turn_begins(before: Columns, now: Columns) -> Mask:
    """Which games are at the first decision of a turn: nothing moved since the end of the last."""
    found: Mask = (
        (now.terminated == 0)
        & (now.turn == before.turn + 1)
        & (before.turn > 0)
        & (now.phase == fields.SEA_MOVEMENT)
        & (now.second_step == 0)
    )
    return found


@at_each_step("points that the log of the ply does not explain")
def points_logged(before: Columns, now: Columns) -> Mask:
    points, player, amount, _ = now.event(fields.EVENT_POINTS)
    gained = now.scores - before.scores
    logged = np.stack([(amount * (points & (player == p))).sum(axis=1) for p in (0, 1)], axis=1)
    wrong = np.where(now.log_full[:, None], gained < logged, gained != logged)
    return _any(wrong | (gained < 0))


@at_each_step("points for destroyed units are not their cost")
def points_for_units(before: Columns, now: Columns) -> Mask:
    points, player, amount, source = now.event(fields.EVENT_POINTS)
    lost, unit, how, _ = now.event(fields.EVENT_LOST)
    which = np.where(lost, unit, 0)
    cost = COST[np.take_along_axis(now.card, which, axis=1)].astype(np.int64)
    scored = lost & (how == fields.DESTROYED)
    wrong = np.zeros(len(now), bool)
    for p in (0, 1):
        expected = (cost * (scored & (unit // fields.NUM_SLOTS == 1 - p))).sum(axis=1)
        by_loss = points & (player == p) & (source == fields.SOURCE_DESTROYED)
        wrong |= expected != (amount * by_loss).sum(axis=1)
    return wrong & ~now.log_full


@at_each_step("a loss that the log of the ply does not tell, or tells wrong")
def losses_logged(before: Columns, now: Columns) -> Mask:
    lost, unit, how, _ = now.event(fields.EVENT_LOST)
    rows, places_ = np.nonzero(lost)
    told = np.zeros(now.card.shape, np.int64)
    np.add.at(told, (rows, unit[rows, places_]), 1)
    told_how = np.zeros(now.card.shape, np.int64)
    told_how[rows, unit[rows, places_]] = how[rows, places_]
    newly = now.lost & ~before.lost
    wrong = newly & ((told != 1) | (told_how != now.gone))
    wrong |= now.lost & before.lost & (told > 0) & (before.gone != fields.DESTROYED)
    wrong |= now.lost & before.lost & (now.gone != before.gone)
    return _any(wrong) & ~now.log_full


@at_each_step("a lost unit is back")
def back_from_the_dead(before: Columns, now: Columns) -> Mask:
    back = before.lost & ~now.lost
    replenished = (
        (now.category == AIRCRAFT)
        & (before.gone == fields.DESTROYED)
        & ((now.base >= 0) & (now.base < fields.NUM_SLOTS))
        & ~IS_SQUADRON[now.card]
    )
    return _any(back & ~replenished)


@at_each_step("hull points changed otherwise than the log says")
def hull_logged(before: Columns, now: Columns) -> Mask:
    change = np.zeros(now.card.shape, np.int64)
    for kind, sign in ((fields.EVENT_DAMAGED, -1), (fields.EVENT_REPAIRED, 0)):
        found, unit, amount, _ = now.event(kind)
        rows, places_ = np.nonzero(found)
        by = sign * amount[rows, places_] if sign else np.ones(len(rows), np.int64)
        np.add.at(change, (rows, unit[rows, places_]), by)
    stayed = ~before.lost & ~now.lost & ~DETERMINATION[now.card]
    return _any(stayed & (now.hull != before.hull + change)) & ~now.log_full


@at_each_step("points for objectives or for no Ships are not 50, once")
def points_for_places(before: Columns, now: Columns) -> Mask:
    points, player, amount, source = now.event(fields.EVENT_POINTS)
    wrong = np.zeros(len(now), bool)
    for p in (0, 1):
        taken = ((now.objectives == p) & (before.objectives == -1)).sum(axis=1)
        by_place = points & (player == p) & (source == fields.SOURCE_OBJECTIVE)
        wrong |= (50 * taken != (amount * by_place).sum(axis=1)) & ~now.log_full
        bonus = now.no_ships_scored[:, p] - before.no_ships_scored[:, p]
        by_bonus = points & (player == p) & (source == fields.SOURCE_NO_SHIPS)
        wrong |= (50 * bonus != (amount * by_bonus).sum(axis=1)) & ~now.log_full
        wrong |= (bonus > 0) & now.has_ships()[:, 1 - p]
    kept = before.objectives == -1
    return wrong | _any(~kept & (now.objectives != before.objectives))


@at_each_step("an objective, or the bonus for no Ships, went to the wrong player or to none")
def places_claimed(before: Columns, now: Columns) -> Mask:
    begins = _turn_begins(before, now) & ~_any(now.event(fields.EVENT_LOST)[0])
    wrong = (now.no_ships_scored[:, ::-1] == 0) & ~now.has_ships()
    wrong = wrong.any(axis=1)
    ships = (now.category == SHIP) & now.on_map
    where = np.where(now.on_map, now.where, 0)
    pursued = now.pursuit_turn == (now.turn - 1)[:, None]
    can = ships & (before.cant_claim & 1 == 0) & ~NO_SEA_CONTROL[now.card] & ~pursued[:, PLAYER]
    for i, sector in enumerate(OBJECTIVES):
        near = ships & NEAR[i][where]
        in_it = can & (where == sector)
        for p in (0, 1):
            own = np.equal(PLAYER, p)
            claims = in_it[:, own].any(axis=1) & ~near[:, ~own].any(axis=1)
            newly = (now.objectives[:, i] == p) & (before.objectives[:, i] == -1)
            wrong |= newly & ~claims
            wrong |= claims & (now.objectives[:, i] == -1)
    return wrong & begins


@at_each_step("points of an ability that its player has not, or of another amount")
def points_of_abilities(before: Columns, now: Columns) -> Mask:
    points, player, amount, source = now.event(fields.EVENT_POINTS)
    by_ability = points & (source > 0)
    code = np.where(by_ability, source, 0)
    right = POINTS_TABLE[code, np.clip(np.where(by_ability, amount, 0), 0, 16)]
    wrong = by_ability & ~right
    rows, places_ = np.nonzero(by_ability)
    for row, place in zip(rows.tolist(), places_.tolist(), strict=True):
        first = player[row, place] * fields.NUM_SLOTS
        own = now.card[row, first : first + fields.NUM_SLOTS]
        wrong[row, place] |= not (ABILITIES[own] == code[row, place]).any()
    known = (source > 0) | np.isin(
        source, (fields.SOURCE_OBJECTIVE, fields.SOURCE_NO_SHIPS, fields.SOURCE_DESTROYED)
    )
    return _any(wrong | (points & ~known))


@at_each_step("returns are not the result")
def results(before: Columns, now: Columns) -> Mask:
    total = now.returns.sum(axis=1)
    return np.abs(total) > 1e-6


# Playing.


class Soak:
    """Games in a batch; each that is over makes room for the next.

    Attributes:
        games, plies, sampled: how many are done, and how many of the games were replayed.
        longest, most_plies_a_turn: plies of the longest game and of the longest turn.
        full_logs: plies whose log was full, so that not all of it could be compared.
        ends: how games ended.
    """

    def __init__(self, first: int, count: int, batch_size: int, sample: int) -> None:
        self.games = self.plies = self.longest = self.full_logs = self.sampled = 0
        self.most_plies_a_turn = 0
        self.ends: collections.Counter[str] = collections.Counter()
        self._sample = sample
        self._seeds = iter(range(first, first + count))
        size = min(batch_size, count)
        self._batch = Batch(navalenv.load_game("war_at_sea", fleets="random"), size, 0, None)
        self._starts: list[Start | None] = [None] * size
        self._kept: dict[int, tuple[list[bytes], list[int]]] = {}
        self._masks = np.zeros((size, self._batch.game.num_distinct_actions), np.int8)
        self._turn_began = np.zeros(size, np.int64)
        self._begin(np.arange(size))

    def _begin(self, rows: npt.NDArray[np.intp]) -> None:
        """Begin the next games in some rows; those without one stay over."""
        batch = self._batch
        seeds = [0] * len(batch)
        starts = []
        for row in rows.tolist():
            seed = next(self._seeds, None)
            self._starts[row] = None if seed is None else start_of(seed)
            if seed is not None:
                seeds[row] = seed
                starts.append(row)
        if not starts:
            return
        batch.reset(np.array(starts), seed=seeds)
        for row in starts:
            start = self._starts[row]
            assert start is not None
            batch.game.drivers.reset_rows(
                batch.states, start.load().start_record(), np.array([row]), 0, 1
            )
            self._turn_began[row] = 0
            if start.seed % self._sample == 0:
                self._kept[row] = ([batch.states[row].tobytes()], [])

    def run(self) -> Iterator[None]:
        """Play all games; stops after each ply of the batch.

        Raises:
            BrokenInvariantError: at the first position that is wrong.
        """
        batch = self._batch
        now = Columns(batch.states)
        fresh = np.ones(len(batch), bool)
        while True:
            self._check(now, now, fresh)
            over = now.terminated != 0
            if over.any():
                self._finish(np.flatnonzero(over), now)
                self._begin(np.flatnonzero(over))
                fresh = over.copy()
                now = Columns(batch.states)
                self._check(now, now, fresh)
            idle = np.array([start is None for start in self._starts])
            if idle.all():
                return
            actions = batch.sample_legal_actions()
            batch.step(actions)
            before, now = now, Columns(batch.states)
            fresh = idle
            for row, (records, made) in self._kept.items():
                made.append(int(actions[row]))
                records.append(batch.states[row].tobytes())
            self.plies += int((~idle).sum())
            self.full_logs += int((now.log_full & ~idle).sum())
            self._check(before, now, fresh)
            yield

    def _check(self, before: Columns, now: Columns, fresh: Mask) -> None:
        """Check all rows; ``fresh``: those whose position before is not theirs."""
        playing = np.array([start is not None for start in self._starts])
        for what, check in CHECKS:
            self._raise(check(before, now) & playing, what, now)
        if before is not now:
            for what, check in STEP_CHECKS:
                self._raise(check(before, now) & playing & ~fresh, what, now)
            begins = now.turn != before.turn
            self._turn_began = np.where(begins, now.ply, self._turn_began)
            in_turn = np.where(playing, now.ply - self._turn_began, 0)
            self.most_plies_a_turn = max(self.most_plies_a_turn, int(in_turn.max()))
            self._raise(in_turn > MOST_PLIES_A_TURN, "a turn without end", now)
        masks = self._batch.legal_actions_mask(self._masks)
        count = masks.sum(axis=1, dtype=np.int64)
        over = now.terminated != 0
        self._raise(playing & ((count > 0) == over), "no legal action, or one after the end", now)
        only_end = (count == 1) & (masks[:, 0] != 0)
        self._raise(playing & only_end, "a decision with END alone", now)

    def _raise(self, wrong: Mask, what: str, now: Columns) -> None:
        if wrong.any():
            row = int(np.flatnonzero(wrong)[0])
            start = self._starts[row]
            assert start is not None
            raise BrokenInvariantError(start, int(now.ply[row]), what, str(self._batch.state(row)))

    def _finish(self, rows: npt.NDArray[np.intp], now: Columns) -> None:
        for row in rows.tolist():
            start = self._starts[row]
            if start is None:
                continue
            self.games += 1
            self.longest = max(self.longest, int(now.ply[row]))
            left = now.has_units()[row]
            if not left.all():
                self.ends["no units left"] += 1
            elif now.turn[row] >= now.max_turns[row]:
                self.ends["last turn"] += 1
            else:
                self.ends["victory points"] += 1
            if row in self._kept:
                records, actions = self._kept.pop(row)
                replay(start, records, actions)
                self.sampled += 1


# Other ways to the same positions.

IN_A_SETUP = (
    "map",
    "turn",
    "phase",
    "to_move",
    "second_step",
    "first_player",
    "initiative_dice",
    "scores",
    "objectives",
    "smoke",
    "mines",
    "wrecks",
    "no_ships_scored",
    "main_made",
    "pursuit_turn",
    "embark_scored",
    "cargo_scored",
    "pursuers",
    "runner",
    "runner_from",
    "terminated",
    "winner",
)
"""Fields of a record that make its position; ``units`` are compared apart."""


def _difference(first: np.void, second: np.void) -> str:
    """The first field of a position that differs; empty if none does."""
    for name in IN_A_SETUP:
        if name == "to_move" and first["terminated"]:
            continue  # nobody is to act
        if np.any(first[name] != second[name]):
            return f"{name} {first[name]} and {second[name]}"
    mine, other = first["units"], second["units"]
    for name in mine.dtype.names or ():
        differs = (mine[name] != other[name]).reshape(fields.NUM_UNITS, -1).any(axis=1)
        differs &= mine["card"] != EMPTY
        if differs.any():
            unit = int(np.flatnonzero(differs)[0])
            return f"unit {unit} {name} {mine[name][unit]} and {other[name][unit]}"
    return ""


def replay(start: Start, records: list[bytes], actions: list[int]) -> None:
    """Play a game again by a state, a batch of one, set-ups and a game record.

    Raises:
        BrokenInvariantError: if any of them leads elsewhere.
    """
    game = start.load()
    state = game.new_initial_state(seed=start.seed)
    batch = game.new_batch(1, seed=start.seed, num_threads=1)
    for decision, expected in enumerate(records):

        def broken(what: str, decision: int = decision) -> BrokenInvariantError:
            return BrokenInvariantError(start, decision, what, str(state))

        if state.record.tobytes() != expected:
            raise broken("a single state differs from the row of the batch")
        if batch.states[0].tobytes() != expected:
            raise broken("a batch of one differs from the row of the batch")
        setup = state.setup()
        read = game.parse_position(json.loads(json.dumps(setup)))
        again = game.setup(read[0])
        if again != setup:
            raise broken("the set-up is another one when it is read back")
        difference = _difference(state.record, read[0])
        if difference:
            raise broken(f"the set-up leaves something out: {difference}")
        if decision < len(actions):
            legal = game.new_initial_state(setup, seed=0).legal_actions()
            if legal != state.legal_actions():
                raise broken("other legal actions after the set-up is read back")
            state.apply_action(actions[decision])
            batch.step(np.array(actions[decision : decision + 1]))
    text = GameRecord.from_state(state).to_text()
    record = GameRecord.from_text(text)
    if record.to_text() != text:
        raise broken("the game record is another one when it is read back")
    if record.final_state().record.tobytes() != records[-1]:
        raise broken("the game record replays to another position")


def main(words: list[str] | None = None) -> int:
    """Play and check; the exit code."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--batch-size", type=int, default=BATCH_SIZE)
    parser.add_argument("--sample", type=int, default=SAMPLE, help="replay one game of so many")
    given = parser.parse_args(words)
    begin = said = time.perf_counter()
    soak = Soak(given.seed, given.games, given.batch_size, given.sample)
    try:
        for _ in soak.run():
            if time.perf_counter() - said >= 10:
                said = time.perf_counter()
                speed = soak.games / (said - begin)
                done = f"{soak.games:,} games, {soak.plies:,} plies"
                print(f"{done}, {speed:.1f} games/s", flush=True)
    except BrokenInvariantError as error:
        print(error)
        return 1
    taken = time.perf_counter() - begin
    print(
        f"{soak.games:,} games, {soak.plies:,} plies in {taken:.0f} s: "
        f"{soak.games / taken:.1f} games/s, {soak.plies / taken:,.0f} plies/s; all is right"
    )
    print(f"  {len(CHECKS) + len(STEP_CHECKS)} checks after every decision")
    print(f"  longest game: {soak.longest:,} plies; longest turn: {soak.most_plies_a_turn:,}")
    print(f"  ends: {', '.join(f'{end} {n:,}' for end, n in soak.ends.most_common())}")
    print(f"  replayed in other ways: {soak.sampled:,}")
    print(f"  plies with a full log, whose points were compared in part: {soak.full_logs:,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
