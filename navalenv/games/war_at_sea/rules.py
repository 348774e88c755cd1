"""The rules of War at Sea, as the core runs them; the parts are in the modules beside this one.

Source: ``docs/games/war_at_sea.md``.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.record import Array, Record
from navalenv.games.war_at_sea.abilities import NUM_WEAPONS
from navalenv.games.war_at_sea.actions import (
    END,
    FIRST_ATTACK,
    FIRST_SPECIAL,
    NUM_ACTIONS,
    attack_action,
    decode_attack,
    decode_place,
    place_action,
    special_action,
)
from navalenv.games.war_at_sea.attacks import make_attack
from navalenv.games.war_at_sea.cards import EMPTY
from navalenv.games.war_at_sea.greedy import action_value
from navalenv.games.war_at_sea.initiative import roll_initiative
from navalenv.games.war_at_sea.legality import NO_ATTACK, attack_mode, may_attack
from navalenv.games.war_at_sea.moves import place, places_of
from navalenv.games.war_at_sea.muster import draw_fleet, muster
from navalenv.games.war_at_sea.observation import observe
from navalenv.games.war_at_sea.prospects import position_value
from navalenv.games.war_at_sea.queries import first_of, in_play
from navalenv.games.war_at_sea.record import (
    AIR_ATTACK,
    AIR_DEFENCE,
    AIR_MISSION,
    BREAKOUT,
    DEPLOYMENT,
    LOST,
    NUM_PLAYERS,
    NUM_SLOTS,
    RECORD,
    SEA_MOVEMENT,
    SURFACE_ATTACK,
    TORPEDO_ATTACK,
    UNDEPLOYED,
)
from navalenv.games.war_at_sea.sectors import FRAME, NUM_SECTORS
from navalenv.games.war_at_sea.specials import special_of, use_special
from navalenv.games.war_at_sea.turn import begin_step, next_step

__all__ = [
    "LEGAL_CAPACITY",
    "NUM_PLAYERS",
    "RECORD",
    "action_value",
    "observe",
    "position_value",
]

LEGAL_CAPACITY = NUM_ACTIONS
"""Every action can be legal at most once."""
_LAST_FORCED_BREAKOUT = 3


@compiled
def is_attack_phase(phase: int) -> bool:
    """Whether units attack in a phase."""
    return phase in (AIR_DEFENCE, AIR_ATTACK, SURFACE_ATTACK, TORPEDO_ATTACK)


@compiled
def has_specials(phase: int) -> bool:
    """Whether a phase has SPECIAL actions."""
    return phase in (SURFACE_ATTACK, AIR_ATTACK, AIR_MISSION, SEA_MOVEMENT, DEPLOYMENT)


@compiled
def list_choices(record: Record, actions: Array, at_most: int) -> int:
    """Write the legal actions but END; their number. Looks no further after ``at_most``."""
    units = record["units"]
    phase = integer(record["phase"])
    player = integer(record["to_move"])
    first, enemy = first_of(player), first_of(1 - player)
    attacks, specials = is_attack_phase(phase), has_specials(phase)
    count = integer(0)
    for slot in range(NUM_SLOTS):
        u = first + slot
        if units[u]["card"] == EMPTY or units[u]["where"] == LOST:
            continue
        if attacks:
            for weapon in range(NUM_WEAPONS):
                if not may_attack(record, u, weapon):
                    continue
                for target in range(NUM_SLOTS):
                    if (
                        in_play(units[enemy + target])
                        and units[enemy + target]["card"] != EMPTY
                        and attack_mode(record, u, weapon, enemy + target) != NO_ATTACK
                    ):
                        actions[count] = attack_action(slot, weapon, target)
                        count += 1
        else:
            sectors = places_of(record, u)
            for s in range(NUM_SECTORS):
                if sectors >> s & 1 != 0:
                    actions[count] = place_action(slot, integer(FRAME[player, s]))
                    count += 1
        if specials and special_of(record, u) != 0:
            actions[count] = special_action(slot)
            count += 1
        if count >= at_most:
            return count
    return count


@compiled
def must_choose(record: Record) -> bool:
    """Whether END is illegal: a unit must be deployed, or break out."""
    units = record["units"]
    phase = integer(record["phase"])
    first = first_of(integer(record["to_move"]))
    if phase == DEPLOYMENT:
        for u in range(first, first + NUM_SLOTS):
            if units[u]["where"] == UNDEPLOYED:
                return True
    elif phase == BREAKOUT and record["turn"] >= _LAST_FORCED_BREAKOUT:
        for u in range(first, first + NUM_SLOTS):
            if places_of(record, u) != 0:
                return True
    return False


@compiled
def legal_actions(record: Record, actions: Array) -> int:
    """Write the legal actions of the player to act; their number."""
    if record["terminated"] != 0:
        return 0
    count = list_choices(record, actions, NUM_ACTIONS)
    if not must_choose(record):
        actions[count] = END
        count += 1
    return count


@compiled
def is_legal(record: Record, action: int, scratch: Array) -> bool:
    """Whether the player to act may make ``action``."""
    if record["terminated"] != 0 or action < 0 or action >= NUM_ACTIONS:
        return False
    if action == END:
        return not must_choose(record)
    units = record["units"]
    phase = integer(record["phase"])
    player = integer(record["to_move"])
    first = first_of(player)
    if action >= FIRST_SPECIAL:
        u = first + action - FIRST_SPECIAL
        return (
            has_specials(phase)
            and units[u]["card"] != EMPTY
            and units[u]["where"] != LOST
            and special_of(record, u) != 0
        )
    if action >= FIRST_ATTACK:
        slot, weapon, target = decode_attack(action)
        u, t = first + slot, first_of(1 - player) + target
        return (
            is_attack_phase(phase)
            and units[u]["card"] != EMPTY
            and units[t]["card"] != EMPTY
            and in_play(units[u])
            and in_play(units[t])
            and may_attack(record, u, weapon)
            and attack_mode(record, u, weapon, t) != NO_ATTACK
        )
    slot, sector = decode_place(action)
    u = first + slot
    if is_attack_phase(phase) or units[u]["card"] == EMPTY or units[u]["where"] == LOST:
        return False
    return places_of(record, u) >> integer(FRAME[player, sector]) & 1 != 0


@compiled
def _to_decision(record: Record, scratch: Array) -> None:
    """Go on until a player has something to decide, or the game is over.

    A step ends by itself when END is all that is left in it.
    """
    while record["terminated"] == 0:
        if list_choices(record, scratch, 1) > 0 or must_choose(record):
            return
        next_step(record)
        if record["terminated"] == 0:
            begin_step(record)


@compiled
def reset(record: Record, scratch: Array) -> None:
    """Begin a game: fleets if they are random, bases, the roll for deployment."""
    if record["fresh"] == 0:
        return
    record["fresh"] = 0
    if record["random_fleets"] != 0:
        for player in range(NUM_PLAYERS):
            draw_fleet(record, player, player)
    for player in range(NUM_PLAYERS):
        muster(record, player)
    roll_initiative(record)
    record["phase"] = DEPLOYMENT
    record["second_step"] = 0
    begin_step(record)
    _to_decision(record, scratch)


@compiled
def act(record: Record, action: int) -> None:
    """Do what a legal action says."""
    player = integer(record["to_move"])
    first = first_of(player)
    if action == END:
        next_step(record)
        if record["terminated"] == 0:
            begin_step(record)
    elif action >= FIRST_SPECIAL:
        use_special(record, first + action - FIRST_SPECIAL)
    elif action >= FIRST_ATTACK:
        slot, weapon, target = decode_attack(action)
        make_attack(record, first + slot, weapon, first_of(1 - player) + target)
    else:
        slot, sector = decode_place(action)
        place(record, first + slot, integer(FRAME[player, sector]))


@compiled
def step(record: Record, action: int, scratch: Array) -> None:
    """Make a legal action."""
    scores = record["scores"]
    lead = integer(scores[0]) - integer(scores[1])
    record["num_events"] = 0
    record["num_faces"] = 0
    act(record, action)
    _to_decision(record, scratch)
    gained = integer(0)
    rewards = record["rewards"]
    if record["score_reward"] != 0:
        gained = integer(scores[0]) - integer(scores[1]) - lead
        rewards[0] = gained / record["victory_points"]
        rewards[1] = -gained / record["victory_points"]  # never -0.0
    if record["terminated"] != 0 and record["winner"] >= 0:
        winner = integer(record["winner"])
        rewards[winner] += 1.0
        rewards[1 - winner] -= 1.0
