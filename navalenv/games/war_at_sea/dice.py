"""Dice of a game: the script first, then the game's own random stream; and the log of a ply."""

from __future__ import annotations

from navalenv.core.jit import compiled, integer, shared
from navalenv.core.random import below, next_words
from navalenv.core.record import Record
from navalenv.games.war_at_sea.record import (
    EVENT_FACES,
    EVENT_ROLL,
    FACES_A_BYTE,
    MAX_EVENTS,
    MAX_FACES,
)

FACES = 6


@shared
def packed(faces: int, place: int) -> int:
    """The face at a place of a byte of the script, 1 to 6."""
    return faces // FACES**place % FACES + 1


@compiled
def roll(record: Record) -> int:
    """The next die, 1 to 6."""
    record["dice_rolled"] += 1
    used = integer(record["script_used"])
    if used < record["script_length"]:
        record["script_used"] += 1
        return packed(integer(record["script"][used // FACES_A_BYTE]), used % FACES_A_BYTE)
    return below(next_words(record)[0], FACES) + 1


@compiled
def event(record: Record, what: int, number: int, a: int, b: int, c: int) -> None:
    """Log something that happened in this ply; what is too much is left out."""
    count = integer(record["num_events"])
    if count < MAX_EVENTS:
        row = record["events"][count]
        row[0] = what
        row[1] = number
        row[2] = a
        row[3] = b
        row[4] = c
        record["num_events"] += 1


@compiled
def log_face(record: Record, face: int) -> None:
    """Log a face of an attack's throw."""
    count = integer(record["num_faces"])
    if count < MAX_FACES:
        record["faces"][count] = face
        record["num_faces"] += 1


@compiled
def log_throw(record: Record, first: int, replaced: int) -> None:
    """Log that the faces from ``first`` on are one throw."""
    event(record, EVENT_FACES, first, integer(record["num_faces"]) - first, replaced, 0)


@compiled
def log_roll(record: Record, code: int, face: int, worked: bool, u: int, stage: int) -> None:
    """Log a die that was rolled for an ability of a unit."""
    event(record, EVENT_ROLL, code, face, 1 if worked else 0, u * 4 + stage)


@compiled
def check_roll(record: Record, code: int, u: int, at_least: int, stage: int) -> bool:
    """Roll a die for an ability of a unit, with what is added in ``at_least``; did it work?"""
    face = roll(record)
    worked = face >= at_least
    log_roll(record, code, face, worked, u, stage)
    return worked
