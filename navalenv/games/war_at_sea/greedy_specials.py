"""What special actions are worth to the greedy player, in points.

A special action is made at the cost of something else: attacks, a move, a mission. Where the
unit would do better with that, the value is `NEVER`. Else it is what the special action brings,
which is more than any single decision of the unit that it rules out.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Record
from navalenv.games.war_at_sea import abilities as ability
from navalenv.games.war_at_sea.abilities import (
    ANTIAIR,
    ASW,
    BOMB,
    EXPERT_BOMBER,
    EXPERT_KIND,
    MAIN,
    NUM_ABILITIES,
    NUM_WEAPONS,
    SECONDARY,
    TERTIARY,
    TORPEDO,
)
from navalenv.games.war_at_sea.cards import ARMOUR, COST, HULL, SPEED, VALUES, VITAL_ARMOUR
from navalenv.games.war_at_sea.dice import FACES
from navalenv.games.war_at_sea.end_of_turn import REPAIR_ON
from navalenv.games.war_at_sea.expectation import chance_of_successes
from navalenv.games.war_at_sea.greedy_worth import (
    APPROACH,
    FEAR,
    STRIKES,
    best_air_attack,
    best_fire,
    best_mission,
    card_points,
    expected_points,
    fire,
    mine_loss,
    sea_worth,
    strike_kinds,
)
from navalenv.games.war_at_sea.legality import NO_ATTACK, attack_mode, may_attack
from navalenv.games.war_at_sea.modifiers import SPLIT_FIRE_DICE, turned_crippled
from navalenv.games.war_at_sea.moves import full_sectors, reach_of
from navalenv.games.war_at_sea.outcomes import RAID_POINTS
from navalenv.games.war_at_sea.queries import (
    can_move,
    first_of,
    fleet_has,
    is_aircraft,
    is_out,
    is_ship,
    on_map,
    player_of,
    speed_of,
)
from navalenv.games.war_at_sea.record import (
    ASIDE,
    AT_BASE,
    LAND_BASE,
    LOST,
    NUM_SLOTS,
    NUM_UNITS,
    SEA_MOVEMENT,
)
from navalenv.games.war_at_sea.sectors import DISTANCE, NUM_SECTORS
from navalenv.games.war_at_sea.specials import (
    RESCUE_POINTS,
    SHORE_SUPPORT_POINTS,
    SWEEP_ON,
    pursued_by,
    repaired_by,
    special_of,
)

NEVER = -1000.0
"""Less than any other decision is worth."""
_NOWHERE = -1
_ESCAPES = 0.5
"""How often an enemy Ship gets away from one that does not pursue it."""
_USE = 1.0
"""Points for which the only use of an ability is kept."""
_MINE_RANGE = 3
"""A mine matters to Ships so near; each sector halves how often they come to it."""
_CONCEALED = 1 / 3
_CONCEALED_LOCALLY = 1 / 6
"""Share of the attacks that smoke brings to nothing."""
_SMOKE_BEFORE_FIRE = 1.0
_SMOKE_AFTER_FIRE = 0.3
"""What smoke is worth this turn, before and after the enemy's gunnery."""
_SMOKE_NEXT_TURN = 0.5
"""What it is worth next turn, when Ships may leave it first."""
_CRIPPLED_SHARE = 2.0
"""What a hull point is worth to a crippled Ship, of what it is worth to others."""
_SOONER = 0.01
"""What is worth the same after a special action as before it is better after it."""
_BREAKOUT_TURNS = 2
_ALONE = 100.0
"""A fleet that is set aside has no Ships in play."""


@compiled
def _best_points(record: Record, a: int, weapon: int, fewer: int, but: int) -> tuple[float, int]:
    """Points of the best attack that a unit may make now with a weapon, and where its target is.

    ``fewer``: dice less; ``but``: a sector whose units are left alone, -1 for none.
    """
    best, where = 0.0, integer(_NOWHERE)
    if not may_attack(record, a, weapon):
        return best, where
    units = record["units"]
    enemy = first_of(1 - player_of(a))
    for t in range(enemy, enemy + NUM_SLOTS):
        if not on_map(units[t]) or units[t]["where"] == but:
            continue
        if attack_mode(record, a, weapon, t) != NO_ATTACK:
            points = expected_points(record, a, weapon, t, fewer)
            if points > best:
                best, where = points, integer(units[t]["where"])
    return best, where


@compiled
def _attacks_worth(record: Record, a: int) -> float:
    """Points of all that a unit may attack with in this step: guns, or one attack of the rest."""
    guns, other = 0.0, 0.0
    for weapon in range(NUM_WEAPONS):
        points = _best_points(record, a, weapon, 0, _NOWHERE)[0]
        if weapon in (MAIN, SECONDARY, TERTIARY):
            guns += points
        else:
            other = max(other, points)
    return max(guns, other)


@compiled
def _if_better(gain: float, given_up: float) -> float:
    return gain if gain > given_up else NEVER


# Surface attack.


@compiled
def _main_worth(record: Record, u: int) -> float:
    """Points of what a Ship gives up with its main guns and asw."""
    main = _best_points(record, u, MAIN, 0, _NOWHERE)[0]
    return max(main, _best_points(record, u, ASW, 0, _NOWHERE)[0])


@compiled
def _bombard_worth(record: Record, player: int) -> float:
    """Points of the missions that a bombarded airbase loses: one of each Aircraft there."""
    if record["turn"] >= record["max_turns"]:
        return 0.0
    units = record["units"]
    enemy = first_of(1 - player)
    worth = 0.0
    for v in range(enemy, enemy + NUM_SLOTS):
        unit = units[v]
        if (
            is_aircraft(unit)
            and unit["base"] == LAND_BASE
            and (unit["where"] == AT_BASE or is_out(unit))
        ):
            worth += best_mission(record, v, strike_kinds(unit))
    return worth


@compiled
def _split_worth(record: Record, u: int) -> float:
    """Points of two main attacks on targets in two sectors, each with dice less."""
    first, where = _best_points(record, u, MAIN, SPLIT_FIRE_DICE, _NOWHERE)
    if where == _NOWHERE:
        return 0.0
    return first + _best_points(record, u, MAIN, SPLIT_FIRE_DICE, where)[0]


@compiled
def _mine_worth(record: Record, player: int, sector: int) -> float:
    """What a mine in a sector is worth to a player: who is near may come there."""
    units = record["units"]
    worth = 0.0
    for u in range(NUM_UNITS):
        if not on_map(units[u]) or not is_ship(units[u]):
            continue
        distance = integer(DISTANCE[integer(units[u]["where"]), sector])
        if distance == 0 or distance > _MINE_RANGE:
            continue
        share = 0.5**distance * mine_loss(units[u])
        worth += -FEAR * share if player_of(u) == player else share
    return worth


@compiled
def _smoke_worth(record: Record, u: int) -> float:
    """Points that smoke in a Ship's sector saves its player, less what it saves the enemy."""
    units = record["units"]
    player = player_of(u)
    where = integer(units[u]["where"])
    if record["smoke"][where] > record["turn"]:
        return 0.0
    worth = 0.0
    for v in range(NUM_UNITS):
        if units[v]["where"] != where or is_aircraft(units[v]):
            continue
        other = first_of(1 - player_of(v))
        taken = 0.0
        for w in range(other, other + NUM_SLOTS):
            if on_map(units[w]) and not is_aircraft(units[w]):
                there = integer(units[w]["where"])
                share = _CONCEALED_LOCALLY if there == where else _CONCEALED
                taken += share * fire(record, w, there, v, where)
        taken = min(taken, float(COST[units[v]["card"]]))
        worth += FEAR * taken if player_of(v) == player else -taken
    now = _SMOKE_BEFORE_FIRE if record["second_step"] == 0 else _SMOKE_AFTER_FIRE
    return worth * (now + _SMOKE_NEXT_TURN)


@compiled
def _value_in_surface_attack(record: Record, u: int, code: int) -> float:
    player = player_of(u)
    where = integer(record["units"][u]["where"])
    if code == ability.SHORE_SUPPORT:
        return _if_better(float(SHORE_SUPPORT_POINTS), _main_worth(record, u))
    if code == ability.BOMBARD:
        return _if_better(_bombard_worth(record, player), _main_worth(record, u))
    gain = 0.0
    if code == ability.RESCUE_OPERATIONS:
        gain = float(RESCUE_POINTS)
    elif code == ability.LAY_SMOKE_SCREEN:
        gain = _smoke_worth(record, u)
    elif code == ability.MINES:
        gain = _mine_worth(record, player, where)
    elif code == ability.SWEEP_MINES:
        swept = (FACES + 1 - SWEEP_ON) / FACES
        gain = -swept * _mine_worth(record, player, where)
    elif code == ability.SPLIT_FIRE:
        gain = _split_worth(record, u)
    if gain <= 0.0:  # most smoke screens
        return NEVER
    return _if_better(gain, _attacks_worth(record, u))


# Sea movement.


@compiled
def _best_place(record: Record, u: int, sectors: int, claims_now: bool) -> float:
    """What the best sector of a set is worth to a Ship; `NEVER` of none."""
    best = NEVER
    for s in range(NUM_SECTORS):
        if sectors >> s & 1 != 0:
            best = max(best, sea_worth(record, u, s, claims_now))
    return best


@compiled
def _reach(record: Record, u: int, more: int) -> int:
    """Set of the sectors that a Ship can move to with ``more`` speed."""
    unit = record["units"][u]
    speed = speed_of(unit, integer(record["turn"])) + more
    return reach_of(record, unit, speed) & ~full_sectors(record["units"], u)


@compiled
def _move_worth(record: Record, u: int) -> float:
    """What a Ship's move is worth to it."""
    unit = record["units"][u]
    if unit["moved"] != 0 or not can_move(unit, integer(record["turn"])):
        return 0.0
    here = sea_worth(record, u, integer(unit["where"]), True)
    return max(0.0, _best_place(record, u, _reach(record, u, 0), True) - here)


@compiled
def _speed_worth(record: Record, u: int, claims_now: bool) -> float:
    """What a sector more of speed is worth: the best place that only it makes reachable."""
    reach = _reach(record, u, 0)
    best = _best_place(record, u, _reach(record, u, 1) & ~reach, claims_now)
    if best <= _best_place(record, u, reach, True) + _USE:
        return NEVER
    return best - sea_worth(record, u, integer(record["units"][u]["where"]), True)


@compiled
def _repair_worth(record: Record, u: int) -> float:
    """What a hull point back is worth to the Ship that has it repaired."""
    other = record["units"][repaired_by(record, u)]
    card = integer(other["card"])
    share = 1.0 / HULL[card]
    if turned_crippled(record, repaired_by(record, u)):
        share *= _CRIPPLED_SHARE
    return (FACES + 1 - REPAIR_ON) / FACES * FEAR * share * COST[card]


@compiled
def _pursuit_worth(record: Record, u: int) -> float:
    """What it is worth to stay local to a Ship that would else get away."""
    t = pursued_by(record, u)
    where = integer(record["units"][u]["where"])
    gain = fire(record, u, where, t, where) - FEAR * fire(record, t, where, u, where)
    return _ESCAPES * gain


@compiled
def _value_in_sea_movement(record: Record, u: int, code: int) -> float:
    if code == ability.SPRINT:
        return _speed_worth(record, u, True)
    if code == ability.HIGH_SPEED_RUN:
        return _speed_worth(record, u, False)
    if code == ability.PURSUIT_SHIP:
        return _pursuit_worth(record, u)
    if code != ability.REPAIR:
        return NEVER
    units = record["units"]
    given_up = 0.0
    for each in (u, repaired_by(record, u)):
        given_up += _move_worth(record, each)
        given_up += best_fire(record, each, integer(units[each]["where"]))
    return _if_better(_repair_worth(record, u), given_up)


# Air mission.


@compiled
def _guards_airbase(unit: Record) -> bool:
    """Whether an Aircraft is at its land airbase and could fight there."""
    return (
        is_aircraft(unit)
        and unit["where"] == AT_BASE
        and unit["base"] == LAND_BASE
        and unit["rearm"] == 0
    )


@compiled
def _value_of_raid(record: Record, u: int) -> float:
    """Points of a Bomber sent to the enemy's airbase, where Aircraft without counters wait."""
    units = record["units"]
    card = integer(units[u]["card"])
    enemy = first_of(1 - player_of(u))
    least = min(integer(ARMOUR[card]), integer(VITAL_ARMOUR[card]))
    through, danger = 1.0, 0.0
    for t in range(enemy, enemy + NUM_SLOTS):
        if _guards_airbase(units[t]):
            dice = integer(VALUES[units[t]["card"], ANTIAIR, 0])
            if dice > 0:
                through *= 1.0 - chance_of_successes(dice, 0, False, 2, least)
                danger += card_points(units[t], ANTIAIR, units[u], 0, 0)
    return RAID_POINTS * through - FEAR * danger


@compiled
def _value_of_airfield_strike(record: Record, u: int) -> float:
    """Points of a Fighter's attack on an Aircraft at the enemy's airbase, less its danger."""
    units = record["units"]
    enemy = first_of(1 - player_of(u))
    best, danger = 0.0, 0.0
    for t in range(enemy, enemy + NUM_SLOTS):
        if units[t]["where"] == AT_BASE and units[t]["base"] == LAND_BASE:
            best = max(best, card_points(units[u], ANTIAIR, units[t], 0, 0))
            if _guards_airbase(units[t]):
                danger += card_points(units[t], ANTIAIR, units[u], 0, 0)
    return best - FEAR * danger


@compiled
def _divide_worth(record: Record, u: int) -> float:
    """Points that enemy Ships' antiair fire brings less, less what the own attack does."""
    units = record["units"]
    where = integer(units[u]["where"])
    own, enemy = first_of(player_of(u)), first_of(1 - player_of(u))
    saved = 0.0
    for t in range(enemy, enemy + NUM_SLOTS):
        if units[t]["where"] != where or not is_ship(units[t]):
            continue
        before, after = 0.0, 0.0
        for v in range(own, own + NUM_SLOTS):
            if units[v]["where"] == where and is_aircraft(units[v]):
                before = max(before, card_points(units[t], ANTIAIR, units[v], 0, 0))
                after = max(after, card_points(units[t], ANTIAIR, units[v], 0, 1))
        saved += before - after
    kinds = STRIKES & ~(1 << TORPEDO)
    lost = best_air_attack(record, u, where, STRIKES, 0)
    lost -= best_air_attack(record, u, where, kinds, 1)
    return FEAR * saved - lost


@compiled
def _role_worth(record: Record, u: int, code: int) -> float:
    """What a Fighter's best mission as a Dive Bomber is worth, if that is better than now."""
    unit = record["units"][u]
    as_bomber = best_mission(record, u, STRIKES)
    if code == ability.FIGHTER_BOMBER:
        return _if_better(as_bomber, best_mission(record, u, strike_kinds(unit)))
    # It could bomb in either role, but only a Dive Bomber has an expert for that.
    player = player_of(u)
    for c in range(1, NUM_ABILITIES + 1):
        if EXPERT_KIND[c] == EXPERT_BOMBER and fleet_has(record, player, c):
            without = best_mission(record, u, STRIKES & ~(1 << BOMB))
            return _if_better(as_bomber, without) + _SOONER
    return NEVER


@compiled
def _value_in_air_mission(record: Record, u: int, code: int) -> float:
    if code == ability.AIR_RAID:
        return _value_of_raid(record, u)
    if code == ability.AIRFIELD_STRIKE:
        return _value_of_airfield_strike(record, u)
    if code == ability.DIVIDE_THE_DEFENSE:
        return _divide_worth(record, u)
    return _role_worth(record, u, code)


# Others.


@compiled
def _breakout_worth(record: Record, u: int) -> float:
    """What it is worth to come to a place beside an objective two turns later."""
    units = record["units"]
    first = first_of(player_of(u))
    worth = -APPROACH * (1.0 + _BREAKOUT_TURNS * SPEED[units[u]["card"]])
    for v in range(first, first + NUM_SLOTS):
        where = units[v]["where"]
        if v != u and is_ship(units[v]) and where != ASIDE and where != LOST:
            return worth
    return worth - _ALONE


@compiled
def _value_by_phase(record: Record, u: int, code: int) -> float:
    unit = record["units"][u]
    if is_aircraft(unit):
        if code != ability.MINES:
            return _value_in_air_mission(record, u, code)
        worth = _mine_worth(record, player_of(u), integer(unit["where"]))
        return _if_better(worth, _attacks_worth(record, u))
    if record["phase"] == SEA_MOVEMENT:
        return _value_in_sea_movement(record, u, code)
    return _value_in_surface_attack(record, u, code)


@compiled
def value_of_special(record: Record, u: int) -> float:
    """What the legal special action of a unit of the player to act is worth; of one that brings
    nothing less than the end of the step."""
    code = special_of(record, u)
    if code == ability.SECRET_BREAKOUT:
        return _breakout_worth(record, u)
    return _if_better(_value_by_phase(record, u, code), 0.0)
