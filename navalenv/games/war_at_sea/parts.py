"""Parts of the rules that Python can call alone: for set-ups, questions and tests."""

from __future__ import annotations

from navalenv.core.jit import cached, integer
from navalenv.core.record import Record
from navalenv.games.war_at_sea import air_return as air_return_rules
from navalenv.games.war_at_sea import (
    attacks,
    end_of_turn,
    initiative,
    legality,
    muster,
    outcomes,
    queries,
    rules,
    turn,
)


@cached
def muster_fleet(record: Record, player: int) -> int:
    """`muster.muster`: prepare a fleet; -1, or the unit without a base."""
    return muster.muster(record, player)


@cached
def draw_fleet(record: Record, player: int, side: int) -> None:
    """`muster.draw_fleet`: a random fleet of a side within the record's budget."""
    muster.draw_fleet(record, player, side)


@cached
def attack_legal(record: Record, a: int, weapon: int, t: int) -> bool:
    """Whether unit ``a`` may attack unit ``t`` with a weapon in the record's phase."""
    return (
        legality.may_attack(record, a, weapon)
        and legality.attack_mode(record, a, weapon, t) != legality.NO_ATTACK
    )


@cached
def make_attack(record: Record, a: int, weapon: int, t: int) -> None:
    """Make one attack in the record's phase; events and faces are logged anew."""
    record["num_events"] = 0
    record["num_faces"] = 0
    attacks.make_attack(record, a, weapon, t)


@cached
def end_phase(record: Record) -> None:
    """Apply what is noted at the end of the record's phase."""
    record["num_events"] = 0
    record["num_faces"] = 0
    outcomes.end_phase(record)
    turn.forget_phase(record["units"])


@cached
def air_return(record: Record) -> None:
    """The whole of air return."""
    air_return_rules.air_return(record)


@cached
def end_turn(record: Record) -> None:
    """The end of a turn."""
    end_of_turn.end_turn(record)


@cached
def roll_initiative(record: Record) -> None:
    """An initiative roll."""
    initiative.roll_initiative(record)


@cached
def initiative_bonus(record: Record, player: int) -> int:
    """A player's bonus to initiative."""
    return initiative.initiative_bonus(record, player)


@cached
def start_movement(record: Record, player: int) -> None:
    """The rolls at the start of a player's sea movement step."""
    turn.start_movement(record, player)


@cached
def speed_of(record: Record, u: int) -> int:
    """Speed of a unit this turn."""
    return queries.speed_of(record["units"][u], integer(record["turn"]))


@cached
def act(record: Record, action: int) -> None:
    """Make a legal action of the player to act, and nothing that follows a step's end."""
    rules.act(record, action)
