"""The rules of Sea Chess, as compiled functions over one record.

Sources: the description of Sea Chess (2012) for how each ship moves and is sunk; the page
``docs/games/sea_chess.md`` for what it leaves open (board, set-up, draws).

A cell of the board is 0 or the code of a ship, positive for player 0 and negative for
player 1. Everything below reads the board in the own frame of a player: the other way round
for player 1, with own ships positive. So one set of rules serves both.
"""

from __future__ import annotations

import numpy as np

from navalenv.core.jit import cached, compiled, integer
from navalenv.core.record import record_type
from navalenv.games.sea_chess.actions import (
    CUSTODIANSHIP,
    REPOSITION,
    STRIKE,
    WITHDRAWAL,
    decode,
    ray,
)

NUM_PLAYERS = 2
MAX_SIZE = 10
EMPTY = 0
FLAGSHIP, CARRIER, BATTLESHIP, CRUISER, DESTROYER, SUBMARINE = range(1, 7)
SHIP_LETTERS = ".FABCDS"
"""Letters by ship code."""
NUM_SHIP_TYPES = 6

LEGAL_CAPACITY = 1024
"""More than any position has: 15 ships, 18 squares each, at most 3 modes a square."""

RECORD = record_type(
    NUM_PLAYERS,
    [
        ("board", "i1", (MAX_SIZE * MAX_SIZE,)),
        ("size", "u1"),
        ("quiet_plies", "<u2"),
        ("max_quiet_plies", "<u2"),
        ("last_sunk", "i1"),
        ("last_sunk_square", "i1"),
        ("last_dive", "u1"),
    ],
)
"""Squares of the board are numbered ``rank * size + file`` in absolute coordinates;
``last_sunk`` is the ship that the last ply sank (0: none), ``last_sunk_square`` where it was,
``last_dive`` whether the last ply went under a ship."""


@compiled
def _frame(size, player):
    """``(origin, sign)`` of a player: own square q is the cell ``origin + sign * q``."""
    if player == 0:
        return 0, 1
    return size * size - 1, -1


@compiled
def _carrier(board, size, origin, sign):
    """Own-frame square of the enemy Carrier, or -1."""
    for square in range(size * size):
        if board[origin + sign * square] * sign == -CARRIER:
            return square
    return -1


@compiled
def _is_partner(board, size, origin, sign, carrier, target, mover):
    """Whether a ship that stops on ``target`` sandwiches the enemy Carrier.

    The partner across the Carrier is an own ship, neither a Flagship nor the mover itself.
    """
    across = carrier - target
    if across == 1 or across == -1:
        place = carrier % size
        if target // size != carrier // size:
            return False
    elif across == size or across == -size:
        place = carrier // size
    else:
        return False
    if place == 0 or place == size - 1:
        return False
    partner = carrier + across
    return partner != mover and board[origin + sign * partner] * sign > FLAGSHIP


@compiled
def _add_line(board, size, origin, sign, carrier, square, direction, actions, count):
    """Append the legal actions of the ship on ``square`` in one direction; the new count.

    This is the one place that knows how ships move and which moves sink what.
    """
    ship = board[origin + sign * square] * sign
    reach, stride, action, turn = ray(size, square, direction)
    withdrawal = False
    if ship != FLAGSHIP:
        back, _, _, _ = ray(size, square, direction ^ 1)
        withdrawal = back > 0 and board[origin + sign * (square - stride)] * sign == -CRUISER
    screen = EMPTY
    target = square
    for distance in range(1, reach + 1):
        target += stride
        other = board[origin + sign * target] * sign
        if screen == EMPTY:
            if other == EMPTY:
                actions[count] = action
                count += 1
                if ship == FLAGSHIP:
                    return count
                if withdrawal:
                    actions[count] = action + WITHDRAWAL
                    count += 1
                if carrier >= 0 and _is_partner(
                    board, size, origin, sign, carrier, target, square
                ):
                    actions[count] = action + CUSTODIANSHIP
                    count += 1
                if (
                    distance < reach
                    and board[origin + sign * (target + stride)] * sign == -FLAGSHIP
                ):  # advancement
                    actions[count] = action + STRIKE
                    count += 1
            else:
                if ship == FLAGSHIP:
                    return count
                if other == -SUBMARINE:  # displacement
                    actions[count] = action + STRIKE
                    count += 1
                screen = other
        elif other == EMPTY:
            if ship == SUBMARINE:  # dive
                actions[count] = action
                count += 1
            if screen == -DESTROYER:  # leaping
                actions[count] = action + STRIKE
                count += 1
        else:
            if other == -BATTLESHIP:  # cannonade
                actions[count] = action + STRIKE
                count += 1
            return count
        action += turn
    return count


@compiled
def legal_actions(record, actions):
    """Write the legal actions of the player to move; their number."""
    if record["terminated"] != 0:
        return 0
    board, size = record["board"], integer(record["size"])
    origin, sign = _frame(size, integer(record["to_move"]))
    carrier = _carrier(board, size, origin, sign)
    count = 0
    for square in range(size * size):
        if board[origin + sign * square] * sign > 0:
            for direction in range(4):
                count = _add_line(
                    board, size, origin, sign, carrier, square, direction, actions, count
                )
    return count


@compiled
def is_legal(record, action):
    """Whether the player to move may make ``action``."""
    size = integer(record["size"])
    if record["terminated"] != 0 or action < 0 or action >= size * size * 8 * (size - 1):
        return False
    board = record["board"]
    origin, sign = _frame(size, integer(record["to_move"]))
    square, direction, _, _ = decode(size, action)
    if board[origin + sign * square] * sign <= 0:
        return False
    carrier = _carrier(board, size, origin, sign)
    actions = np.empty(4 * MAX_SIZE, np.int32)
    count = _add_line(board, size, origin, sign, carrier, square, direction, actions, 0)
    for i in range(count):
        if actions[i] == action:
            return True
    return False


@compiled
def sunk_square(record, action):
    """Own-frame square of the ship that a legal action sinks, or -1."""
    board, size = record["board"], integer(record["size"])
    origin, sign = _frame(size, integer(record["to_move"]))
    square, direction, distance, mode = decode(size, action)
    _, stride, _, _ = ray(size, square, direction)
    if mode == STRIKE:
        target = square + distance * stride
        if board[origin + sign * target] != EMPTY:
            return target  # displacement, cannonade
        for near in range(1, distance):
            between = square + near * stride
            if board[origin + sign * between] != EMPTY:
                return between  # leaping
        return target + stride  # advancement
    if mode == WITHDRAWAL:
        return square - stride
    if mode == CUSTODIANSHIP:
        return _carrier(board, size, origin, sign)
    return -1


@compiled
def _can_move(record):
    """Whether the player to move has a legal action."""
    board, size = record["board"], integer(record["size"])
    origin, sign = _frame(size, integer(record["to_move"]))
    for square in range(size * size):
        if board[origin + sign * square] * sign > 0:
            file, rank = square % size, square // size
            if (
                (file < size - 1 and board[origin + sign * (square + 1)] == EMPTY)
                or (file > 0 and board[origin + sign * (square - 1)] == EMPTY)
                or (rank < size - 1 and board[origin + sign * (square + size)] == EMPTY)
                or (rank > 0 and board[origin + sign * (square - size)] == EMPTY)
            ):
                return True
    # Every ship is hemmed in: what is left is diving, displacement and cannonade.
    return legal_actions(record, np.empty(LEGAL_CAPACITY, np.int32)) > 0


@compiled
def reset(record):
    """Chance adds nothing to the set-up."""


@compiled
def step(record, action):
    """Make a legal action; see ``End of the game`` on the game's page for the order of ends."""
    board, size = record["board"], integer(record["size"])
    player = integer(record["to_move"])
    origin, sign = _frame(size, player)
    square, direction, distance, mode = decode(size, action)
    _, stride, _, _ = ray(size, square, direction)
    sunk = sunk_square(record, action)
    record["last_dive"] = 0
    if mode == REPOSITION:
        for between in range(1, distance):
            if board[origin + sign * (square + between * stride)] != EMPTY:
                record["last_dive"] = 1
    record["last_sunk"] = EMPTY
    record["last_sunk_square"] = -1
    if sunk >= 0:
        record["last_sunk"] = board[origin + sign * sunk]
        record["last_sunk_square"] = origin + sign * sunk
        board[origin + sign * sunk] = EMPTY
        record["quiet_plies"] = 0
    else:
        record["quiet_plies"] += 1
    board[origin + sign * (square + distance * stride)] = board[origin + sign * square]
    board[origin + sign * square] = EMPTY
    record["to_move"] = 1 - player
    if record["last_sunk"] * sign == -FLAGSHIP:
        record["terminated"] = 1
        record["rewards"][player] = 1.0
        record["rewards"][1 - player] = -1.0
    elif record["quiet_plies"] >= record["max_quiet_plies"] or not _can_move(record):
        record["terminated"] = 1


@cached
def settle(record):
    """End a position that is set up as one that is over."""
    if record["quiet_plies"] >= record["max_quiet_plies"] or not _can_move(record):
        record["terminated"] = 1
    flagships = 0
    for square in range(integer(record["size"]) ** 2):
        if abs(record["board"][square]) == FLAGSHIP:
            flagships += 1
    if flagships < NUM_PLAYERS:
        record["terminated"] = 1


@cached
def num_quiet_bits(max_quiet_plies):
    """Binary digits of the largest count of quiet plies."""
    bits = 0
    while max_quiet_plies >> bits:
        bits += 1
    return bits


@compiled
def observe(record, player, out):
    """Planes of a player's view, channels last; see `navalenv.games.sea_chess.planes`."""
    board, size = record["board"], integer(record["size"])
    origin, sign = _frame(size, player)
    quiet, bits = integer(record["quiet_plies"]), num_quiet_bits(integer(record["max_quiet_plies"]))
    planes = 2 * NUM_SHIP_TYPES + bits + 1
    out[:] = 0
    for square in range(size * size):
        ship = board[origin + sign * square] * sign
        if ship > 0:
            out[square * planes + ship - 1] = 1
        elif ship < 0:
            out[square * planes + NUM_SHIP_TYPES - ship - 1] = 1
    for square in range(size * size):
        out[square * planes + planes - 1] = 1
    for bit in range(bits):
        if quiet >> bit & 1:
            for square in range(size * size):
                out[square * planes + 2 * NUM_SHIP_TYPES + bit] = 1


@compiled
def action_value(record, action):
    """The greedy player's order: the enemy Flagship, then any sinking, then the rest."""
    sunk = sunk_square(record, action)
    if sunk < 0:
        return 0.0
    origin, _ = _frame(integer(record["size"]), integer(record["to_move"]))
    ship = abs(record["board"][abs(origin - sunk)])
    return 2.0 if ship == FLAGSHIP else 1.0
