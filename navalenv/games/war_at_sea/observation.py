"""The observation: a player's view of a record as a flat vector (`layout`).

Source: ``docs/games/war_at_sea.md``, section "Observation". Numbers are divided by their
largest value; a set of slots, turns or marks is a number, its bits over those of all; a slot is
(slot + 1) / 16.
"""

from __future__ import annotations

import numpy as np

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Array, Record
from navalenv.games.war_at_sea.abilities import (
    NUM_ABILITIES,
    NUM_EXPERTS,
    NUM_SPOTTERS,
    NUM_WEAPONS,
)
from navalenv.games.war_at_sea.cards import (
    ABILITIES,
    AIRCRAFT,
    ARMOUR,
    CAPACITY,
    CATEGORY,
    COST,
    EMPTY,
    FLAGSHIP,
    HULL,
    MAX_ABILITIES,
    MAX_CAPACITY,
    MAX_COST,
    MAX_DICE,
    MAX_FLAGSHIP,
    MAX_HULL,
    MAX_SPEED,
    MAX_VITAL_ARMOUR,
    NATION,
    NATIONS,
    NUM_CARDS,
    SPEED,
    SUBMARINE,
    TYPE,
    VALUES,
    VITAL_ARMOUR,
)
from navalenv.games.war_at_sea.layout import (
    ATTACKS,
    CARD_ROW,
    FIRST_SECTOR_ROW,
    FIRST_UNIT_ROW,
    GLOBAL_AT,
    OBSERVATION_SIZE,
    SECTOR_AT,
    SECTOR_ROW,
    UNIT_AT,
    UNIT_ROW,
)
from navalenv.games.war_at_sea.legality import asw_threat
from navalenv.games.war_at_sea.queries import is_crippled, speed_of
from navalenv.games.war_at_sea.record import (
    AT_BASE,
    INSTINCT_ASW,
    INSTINCT_TORPEDO,
    ISLAND_BASE,
    LAND_BASE,
    MADE_GUNNERY,
    MADE_GUNNERY_OR_TORPEDO,
    MADE_MAIN,
    NUM_PLAYERS,
    NUM_SLOTS,
    NUM_UNITS,
    OVER,
    REMOVED,
    SPLITS_FIRE,
)
from navalenv.games.war_at_sea.sectors import FRAME, ISLANDS, NUM_SECTORS, OBJECTIVES

_G, _S, _U = GLOBAL_AT, SECTOR_AT, UNIT_AT
_LARGE_SCORE = 1000
_MOST_REARM = 4
_MOST_POINTS = 20
_ALL_SLOTS = (1 << NUM_SLOTS) - 1
_ALL_PLACES = (1 << MAX_ABILITIES) - 1
_ALL_TURNS = 7
"""This turn and the next two, as bits."""
_ALL_INSTINCTS = INSTINCT_TORPEDO | INSTINCT_ASW
_ALL_MADE = MADE_MAIN | MADE_GUNNERY | MADE_GUNNERY_OR_TORPEDO


def _card_rows() -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """What an observation says of a unit by its card."""
    rows = np.zeros((NUM_CARDS, CARD_ROW), np.float32)
    for card in range(1, NUM_CARDS):
        row = rows[card]
        row[UNIT_AT.category + CATEGORY[card] - 1] = 1
        row[UNIT_AT.type + TYPE[card] - 1] = 1
        if NATION[card] >= 0:
            row[UNIT_AT.nation] = (NATION[card] + 1) / len(NATIONS)
        row[UNIT_AT.cost] = COST[card] / MAX_COST
        row[UNIT_AT.full_hull] = HULL[card] / MAX_HULL
        row[UNIT_AT.armour] = ARMOUR[card] / MAX_VITAL_ARMOUR
        row[UNIT_AT.vital_armour] = VITAL_ARMOUR[card] / MAX_VITAL_ARMOUR
        row[UNIT_AT.speed] = SPEED[card] / MAX_SPEED
        row[UNIT_AT.flagship] = FLAGSHIP[card] / MAX_FLAGSHIP
        row[UNIT_AT.capacity] = CAPACITY[card] / MAX_CAPACITY
        for column, (kind, distance) in enumerate(ATTACKS):
            row[UNIT_AT.attacks + column] = VALUES[card, kind, distance] / MAX_DICE
        row[UNIT_AT.abilities : UNIT_AT.abilities + MAX_ABILITIES] = (
            ABILITIES[card] / NUM_ABILITIES
        )
    return rows


_CARD_ROWS = _card_rows()


@compiled
def _share(value: int, most: int) -> float:
    """A number over its largest value, within -1 and 1."""
    return max(-1.0, min(1.0, integer(value) / most))


@compiled
def _slots(mask: int) -> float:
    return integer(mask) / _ALL_SLOTS


@compiled
def _slot(number: int) -> float:
    """A field that holds slot + 1, or 0."""
    return integer(number) / NUM_SLOTS


@compiled
def _observe_game(record: Record, player: int, out: Array) -> None:
    """Entries about the whole game."""
    out[_G.phase + integer(record["phase"])] = 1
    out[_G.map + integer(record["map"])] = 1
    acts = record["to_move"] == player and record["terminated"] == 0
    out[_G.observer_acts] = 1 if acts else 0
    out[_G.observer_is_first] = 1 if record["first_player"] == player else 0
    out[_G.second_step] = record["second_step"]
    out[_G.over] = 1 if record["phase"] == OVER else 0
    turn, most = integer(record["turn"]), integer(record["max_turns"])
    out[_G.turn] = _share(turn, most)
    out[_G.turns_left] = _share(most - turn, most)
    goal = integer(record["victory_points"])
    for i in range(NUM_PLAYERS):
        who = player if i == 0 else 1 - player
        points = integer(record["scores"][who])
        out[_G.scores + i] = _share(points, _LARGE_SCORE)
        out[_G.scores_to_victory + i] = _share(points, goal)
        for k in range(2):
            out[_G.initiative_dice + 2 * i + k] = record["initiative_dice"][who, k] / 6
        out[_G.no_ships_scored + i] = record["no_ships_scored"][who]
        out[_G.main_made + i] = record["main_made"][who]
        pursued = integer(record["pursuit_turn"][who])
        out[_G.pursued_this_turn + i] = 1 if pursued > 0 and pursued == turn else 0
        out[_G.pursued_last_turn + i] = 1 if pursued > 0 and pursued == turn - 1 else 0
        out[_G.embark_scored + i] = record["embark_scored"][who]
        cargo = integer(record["cargo_scored"][who])
        out[_G.cargo_scored + 2 * i] = cargo & 1
        out[_G.cargo_scored + 2 * i + 1] = cargo >> 1 & 1
    out[_G.pursuers] = record["pursuers"] / 3
    out[_G.runner] = _slot(record["runner"])


@compiled
def _observe_sectors(record: Record, player: int, out: Array) -> None:
    """A row for each sector; ``out`` begins with the first."""
    islands, mines = integer(ISLANDS[record["map"]]), integer(record["mines"])
    own, enemy = integer(record["wrecks"][player]), integer(record["wrecks"][1 - player])
    turn = integer(record["turn"])
    smoke = record["smoke"]
    for s in range(NUM_SECTORS):
        row = integer(FRAME[player, s]) * SECTOR_ROW
        out[row + _S.island] = islands >> s & 1
        out[row + _S.mine] = mines >> s & 1
        out[row + _S.own_wreck] = own >> s & 1
        out[row + _S.enemy_wreck] = enemy >> s & 1
        if smoke[s] > 0:
            out[row + _S.smoke] = _share(integer(smoke[s]) - turn + 1, 2)
    for i in range(len(OBJECTIVES)):
        row = integer(FRAME[player, OBJECTIVES[i]]) * SECTOR_ROW
        owner = integer(record["objectives"][i])
        if owner < 0:
            out[row + _S.objective_unclaimed] = 1
        elif owner == player:
            out[row + _S.objective_own] = 1
        else:
            out[row + _S.objective_enemy] = 1
    if record["runner"] > 0:
        out[
            integer(FRAME[player, integer(record["runner_from"])]) * SECTOR_ROW + _S.runner_from
        ] = 1


@compiled
def _observe_step(unit: Record, out: Array) -> None:
    """What a unit did in this step, and what is noted for the end of the phase."""
    out[_U.acted] = unit["acted"]
    for weapon in range(NUM_WEAPONS):
        out[_U.attacks_made + weapon] = unit["attacks"][weapon] / 2
    for i in range(2):
        target = integer(unit["first_target"][i])
        out[_U.first_target + i] = (target % NUM_SLOTS + 1) / NUM_SLOTS if target > 0 else 0
    out[_U.special] = unit["special"] / SPLITS_FIRE
    out[_U.further_attack_made] = unit["extra"]
    out[_U.shot_by] = _slots(unit["shot_by"])
    out[_U.damage_noted] = _share(unit["damage"], MAX_HULL)
    out[_U.bomb_damage_noted] = _share(unit["bomb_damage"], MAX_HULL)
    out[_U.destruction_noted] = unit["doomed"]
    out[_U.abort_noted] = unit["aborting"]
    out[_U.salvo_noted] = unit["salvo_noted"]
    out[_U.attacked] = unit["attacked"]
    out[_U.targets] = _slots(unit["targets"])
    out[_U.harmed] = _slots(unit["harmed"])
    out[_U.shadowed] = _slot(unit["shadowed"])


@compiled
def _observe_turn(record: Record, u: int, player: int, turn: int, out: Array) -> None:
    """What holds for a unit in this turn."""
    unit = record["units"][u]
    out[_U.antiair_made] = _share(unit["antiair_made"], 2)
    out[_U.asw_by] = _slots(unit["asw_by"])
    out[_U.asw_bases] = _slots(unit["asw_bases"])
    out[_U.asw_marked] = unit["asw_marked"]
    out[_U.fruitless_asw] = unit["quarry"]
    if CATEGORY[unit["card"]] == SUBMARINE and unit["where"] < NUM_SECTORS:
        out[_U.asw_threat] = 1 if asw_threat(record, u) else 0
    began = integer(unit["began"])
    if began < NUM_SECTORS:
        out[_U.began] = (integer(FRAME[player, began]) + 1) / NUM_SECTORS
        out[_U.where_it_began] = 1 if began == unit["where"] else 0
    out[_U.speed_change] = _share(unit["speed_change"], 2)
    out[_U.moved] = unit["moved"]
    out[_U.defensive] = unit["defensive"]
    out[_U.pressing] = unit["pressing"] / 2
    out[_U.dividing] = unit["dividing"]
    out[_U.drawing] = unit["drawing"]
    out[_U.no_gunnery] = unit["no_gunnery"]
    for i in range(NUM_EXPERTS):
        out[_U.expert + i] = unit["expert"][i] / 2
    for i in range(NUM_SPOTTERS):
        out[_U.spotted + i] = _slot(unit["spotted"][i])
    out[_U.expert_given] = unit["expert_given"] / _ALL_PLACES
    out[_U.scored_in_the_air] = unit["scored_air"]
    out[_U.sent_again] = unit["sent_again"]
    out[_U.gave_again] = unit["gave_again"]
    out[_U.raid_marked] = unit["raid_marked"]
    out[_U.bombarding] = unit["bombarding"]
    out[_U.repairs] = _slot(unit["repairs"])
    out[_U.pursues] = _slot(unit["pursues"])
    out[_U.points_pending] = _share(unit["points_pending"], _MOST_POINTS)


@compiled
def _observe_later(unit: Record, turn: int, out: Array) -> None:
    """What holds for a unit over turns."""
    out[_U.cant_move] = _share(unit["cant_move"], _ALL_TURNS)
    out[_U.cant_attack] = _share(unit["cant_attack"], _ALL_TURNS)
    out[_U.cant_claim] = _share(unit["cant_claim"], _ALL_TURNS)
    if unit["salvo_until"] >= turn:
        out[_U.salvo_left] = _share(integer(unit["salvo_until"]) - turn + 1, 2)
    if unit["jammed_until"] >= turn:
        out[_U.jammed_left] = _share(integer(unit["jammed_until"]) - turn + 1, 2)
    out[_U.straddled] = _slots(unit["straddled"])
    out[_U.covered] = _slots(unit["covered"])
    out[_U.covered_next] = _slots(unit["covered_next"])
    out[_U.instincts] = unit["instincts"] / _ALL_INSTINCTS
    out[_U.made] = unit["made"] / _ALL_MADE
    inspired, evacuated = integer(unit["inspired_turn"]), integer(unit["evacuated_turn"])
    if inspired > 0 and inspired >= turn - 1:
        out[_U.inspired] = 1 if inspired == turn else 0.5
    if evacuated > 0:
        out[_U.evacuated] = 1 if evacuated < turn else 0.5
    out[_U.raider_points] = _share(unit["raider_points"], _MOST_POINTS)
    out[_U.disguised] = unit["disguised"]
    out[_U.locked] = unit["locked"]


@compiled
def _observe_unit(record: Record, u: int, player: int, out: Array) -> None:
    """The row of a unit that is no empty slot."""
    unit = record["units"][u]
    card = integer(unit["card"])
    turn = integer(record["turn"])
    for i in range(CARD_ROW):
        out[i] = _CARD_ROWS[card, i]
    for place in range(MAX_ABILITIES):
        if ABILITIES[card, place] != 0:
            out[_U.uses_left + place] = 1 - (integer(unit["spent"]) >> place & 1)
    where = integer(unit["where"])
    if where < NUM_SECTORS:
        out[_U.place] = 1
        out[_U.sector + integer(FRAME[player, where])] = 1
    else:
        out[_U.place + 1 + where - AT_BASE] = 1
    if CATEGORY[card] == AIRCRAFT and unit["base"] >= 0:
        base = integer(unit["base"])
        if base < NUM_SLOTS:
            out[_U.base_slot] = _slot(base + 1)
        out[_U.base_is_land] = 1 if base == LAND_BASE else 0
        out[_U.base_is_island] = 1 if base == ISLAND_BASE else 0
    out[_U.hull] = unit["hull"] / MAX_HULL
    out[_U.removed] = 1 if unit["gone"] == REMOVED else 0
    out[_U.aborted] = unit["aborted"]
    out[_U.rearming] = _share(unit["rearm"], _MOST_REARM)
    out[_U.is_dive_bomber] = unit["role"]
    out[_U.out_this_turn] = unit["flew"]
    out[_U.embarked] = unit["embarked"]
    out[_U.companion] = _slot(unit["companion"])
    if where <= AT_BASE + 1 and CATEGORY[card] != AIRCRAFT:
        out[_U.crippled] = 1 if is_crippled(unit, turn) else 0
        out[_U.speed_now] = _share(speed_of(unit, turn), MAX_SPEED + 1)
    _observe_step(unit, out)
    _observe_turn(record, u, player, turn, out)
    _observe_later(unit, turn, out)


@compiled
def observe(record: Record, player: int, out: Array) -> None:
    """Write a player's observation, `layout.OBSERVATION_SIZE` float32 within -1 and 1."""
    for i in range(OBSERVATION_SIZE):
        out[i] = 0
    _observe_game(record, player, out)
    _observe_sectors(record, player, out[FIRST_SECTOR_ROW:])
    units = record["units"]
    for i in range(NUM_UNITS):
        u = (player * NUM_SLOTS + i) % NUM_UNITS
        if units[u]["card"] != EMPTY:
            _observe_unit(record, u, player, out[FIRST_UNIT_ROW + i * UNIT_ROW :])
