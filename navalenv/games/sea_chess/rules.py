"""The rules of Sea Chess, as compiled functions over one record.

Sources: the description of Sea Chess (2012) for how each ship moves and is sunk; the page
``docs/games/sea_chess.md`` for what it leaves open (board, set-up, draws).

A cell of the board is 0 or the code of a ship, positive for player 0 and negative for
player 1. Everything below reads the board in the own frame of a player: the other way round
for player 1, with own ships positive. So one set of rules serves both.
"""

from __future__ import annotations

from navalenv.core.bits import highest_bit, lowest_bit
from navalenv.core.jit import cached, compiled, integer
from navalenv.core.record import record_type
from navalenv.games.sea_chess.actions import (
    CUSTODIANSHIP,
    LEFT,
    NUM_MODES,
    REPOSITION,
    RIGHT,
    STRIKE,
    WITHDRAWAL,
    decode,
    first_action,
    ray,
)

NUM_PLAYERS = 2
MAX_SIZE = 10
EMPTY = 0
FLAGSHIP, CARRIER, BATTLESHIP, CRUISER, DESTROYER, SUBMARINE = range(1, 7)
SHIP_LETTERS = ".FABCDS"
"""Letters by ship code."""
NUM_SHIP_TYPES = 6

_MOST_LEGAL = 1024
"""More than any position has: 15 ships, 18 squares each, at most 3 modes a square."""
_RANKS = _MOST_LEGAL
_FILES = _RANKS + MAX_SIZE
_WANTED_ON_RANKS = _FILES + MAX_SIZE
_WANTED_ON_FILES = _WANTED_ON_RANKS + MAX_SIZE
_SHIPS = _WANTED_ON_FILES + MAX_SIZE
LEGAL_CAPACITY = _SHIPS + 32
"""`legal_actions` keeps what it works with behind the actions: the occupancy of ranks and files,
the wanted places on them (`_add_line`), and the places of the own ships."""

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
def _blockers(occupancy, place):
    """Nearest taken places before and after ``place`` on a line.

    Bit p + 1 of ``occupancy`` is set if place p is taken; so are the bits of the two places
    just off the board: there is always a blocker.
    """
    before = highest_bit(occupancy & ((2 << place) - 1)) - 1
    after = lowest_bit(occupancy >> (place + 2)) + place + 1
    return before, after


@compiled
def _add_range(actions, count, action, number):
    """Append ``number`` actions of neighbouring lines, from ``action`` on; the new count.

    Always writes a whole line, without a branch; what is too much is overwritten later.
    """
    for i in range(MAX_SIZE - 1):
        actions[count + i] = action + NUM_MODES * i
    return count + max(number, 0)


@compiled
def _add_direction(
    board, size, sign, start, pitch, occupancy, first, ship, place, near, far, step, actions, count
):
    """Append what a ship may do on a line beyond slides, looking one way.

    Args:
        start, pitch: place p of the line is the cell ``start + p * pitch`` of the board.
        occupancy: see `_blockers`.
        first: action of the reposition to the first line number.
        place: the ship's own place.
        near, far: the first and second taken place that it sees.
        step: 1 if it looks to rising places, else -1.
    """
    shift = 1 if step > 0 else 0  # line numbers leave out the ship's own place
    screen = board[start + near * pitch] * sign
    if screen == -SUBMARINE:  # displacement
        actions[count] = first + NUM_MODES * (near - shift) + STRIKE
        count += 1
    elif screen == -FLAGSHIP and near != place + step:  # advancement
        actions[count] = first + NUM_MODES * (near - step - shift) + STRIKE
        count += 1
    if ship == SUBMARINE or screen == -DESTROYER:
        lowest = first + NUM_MODES * (min(near, far) + 1 - shift)
        number = abs(far - near) - 1
        if ship == SUBMARINE:  # dive
            count = _add_range(actions, count, lowest, number)
        if screen == -DESTROYER:  # leaping
            count = _add_range(actions, count, lowest + STRIKE, number)
    if 0 <= far < size and board[start + far * pitch] * sign == -BATTLESHIP:  # cannonade
        actions[count] = first + NUM_MODES * (far - shift) + STRIKE
        count += 1
    return count


@compiled
def _add_line(
    board, size, origin, sign, carrier, wanted,
    base, stride, occupancy, first, place, actions, count,
):  # fmt: skip
    """Append the legal actions of one ship along its rank or file; the new count.

    This is the one place that knows how ships move and which moves sink what. Args are those
    of `_add_direction`, but place p of the line is the own-frame square ``base + p * stride``;
    ``wanted`` has the bits (as ``occupancy``) of places next to ``carrier``, the enemy's.
    """
    start, pitch = origin + sign * base, sign * stride
    ship = board[start + place * pitch] * sign
    before, after = _blockers(occupancy, place)
    if ship == FLAGSHIP:
        if before < place - 1:
            actions[count] = first + NUM_MODES * (place - 1)
            count += 1
        if after > place + 1:
            actions[count] = first + NUM_MODES * place
            count += 1
        return count
    # The places from the one blocker to the other are neighbouring lines.
    free = first + NUM_MODES * (before + 1)
    count = _add_range(actions, count, free, after - before - 2)
    for step in range(-1, 2, 2):
        near = before if step < 0 else after
        if near < 0 or near >= size:
            continue
        back = after if step < 0 else before
        if near == place + step and board[start + near * pitch] * sign == -CRUISER:
            # Withdrawal: away from the Cruiser, as far as the way is free.
            lines = free if step > 0 else first + NUM_MODES * place
            count = _add_range(actions, count, lines + WITHDRAWAL, abs(back - place) - 1)
        nearer, farther = _blockers(occupancy, near)
        far = nearer if step < 0 else farther
        count = _add_direction(
            board, size, sign, start, pitch, occupancy, first,
            ship, place, near, far, step, actions, count,
        )  # fmt: skip
    wanted &= (1 << (after + 1)) - (2 << (before + 1))
    while wanted:
        p = lowest_bit(wanted) - 1
        wanted &= wanted - 1
        if p != place and _is_partner(
            board, size, origin, sign, carrier, base + p * stride, base + place * stride
        ):
            line = p - 1 if p > place else p
            actions[count] = first + NUM_MODES * line + CUSTODIANSHIP
            count += 1
    return count


@compiled
def _is_partner(board, size, origin, sign, carrier, target, mover):
    """Whether a ship that stops on ``target`` sandwiches the enemy Carrier.

    The partner across the Carrier is an own ship, neither a Flagship nor the mover itself.
    """
    across = carrier - target
    if across == 1 or across == -1:
        if target // size != carrier // size:
            return False
        place = carrier % size
    elif across == size or across == -size:
        place = carrier // size
    else:
        return False
    if place == 0 or place == size - 1:
        return False
    partner = carrier + across
    return partner != mover and board[origin + sign * partner] * sign > FLAGSHIP


@compiled
def legal_actions(record, actions):
    """Write the legal actions of the player to move; their number."""
    if record["terminated"] != 0:
        return 0
    board, size = record["board"], integer(record["size"])
    origin, sign = _frame(size, integer(record["to_move"]))
    edges = 1 | 2 << size
    for file in range(size):
        actions[_FILES + file] = edges
    ships, carrier = 0, -1
    for rank in range(size):
        occupancy = edges
        for file in range(size):
            cell = board[origin + sign * (rank * size + file)] * sign
            taken = 1 if cell != EMPTY else 0
            occupancy |= taken << (file + 1)
            actions[_FILES + file] |= taken << (rank + 1)
            actions[_SHIPS + ships] = rank * MAX_SIZE + file
            ships += 1 if cell > EMPTY else 0
            if cell == -CARRIER:
                carrier = rank * size + file
        actions[_RANKS + rank] = occupancy
        actions[_WANTED_ON_RANKS + rank] = 0
        actions[_WANTED_ON_FILES + rank] = 0
    if carrier >= 0:
        near_rank, near_file = carrier // size, carrier % size
        for direction in range(4):
            reach, stride, _, _ = ray(size, near_file, near_rank, direction)
            target = carrier + stride
            if reach > 0 and _is_partner(board, size, origin, sign, carrier, target, carrier):
                file, rank = target % size, target // size
                actions[_WANTED_ON_RANKS + rank] |= 2 << file
                actions[_WANTED_ON_FILES + file] |= 2 << rank
    count = 0
    for i in range(2 * ships):
        rank, file = actions[_SHIPS + i // 2] // MAX_SIZE, actions[_SHIPS + i // 2] % MAX_SIZE
        first = first_action(size, rank * size + file)
        if i % 2 == 0:
            base, stride, place = rank * size, 1, file
            occupancy, wanted = actions[_RANKS + rank], actions[_WANTED_ON_RANKS + rank]
        else:
            base, stride, place = file, size, rank
            occupancy, wanted = actions[_FILES + file], actions[_WANTED_ON_FILES + file]
            first += NUM_MODES * (size - 1)
        count = _add_line(
            board, size, origin, sign, carrier, integer(wanted),
            base, stride, integer(occupancy), first, integer(place), actions, count,
        )  # fmt: skip
    return count


@compiled
def is_legal(record, action, scratch):
    """Whether the player to move may make ``action``."""
    size = integer(record["size"])
    if record["terminated"] != 0 or action < 0 or action >= first_action(size, size * size):
        return False
    board = record["board"]
    origin, sign = _frame(size, integer(record["to_move"]))
    file, rank, direction, _, mode = decode(size, action)
    square = rank * size + file
    if board[origin + sign * square] * sign <= EMPTY:
        return False
    first = first_action(size, square)
    if direction == RIGHT or direction == LEFT:
        base, stride, place = rank * size, 1, file
    else:
        base, stride, place = file, size, rank
        first += NUM_MODES * (size - 1)
    occupancy = 1 | 2 << size
    for p in range(size):
        if board[origin + sign * (base + p * stride)] != EMPTY:
            occupancy |= 2 << p
    carrier, wanted, count = -1, 0, 0
    if mode == CUSTODIANSHIP:
        carrier = _carrier(board, size, origin, sign)
        wanted = (2 << size) - 2 if carrier >= 0 else 0
    count = _add_line(
        board, size, origin, sign, carrier, wanted,
        base, stride, occupancy, first, place, scratch, count,
    )  # fmt: skip
    for i in range(count):
        if scratch[i] == action:
            return True
    return False


@compiled
def sunk_square(record, action):
    """Own-frame square of the ship that a legal action sinks, or -1."""
    board, size = record["board"], integer(record["size"])
    origin, sign = _frame(size, integer(record["to_move"]))
    file, rank, direction, distance, mode = decode(size, action)
    square = rank * size + file
    _, stride, _, _ = ray(size, file, rank, direction)
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
def _can_move(record, scratch):
    """Whether the player to move has a legal action."""
    board, size = record["board"], integer(record["size"])
    origin, sign = _frame(size, integer(record["to_move"]))
    for rank in range(size):
        for file in range(size):
            square = rank * size + file
            if board[origin + sign * square] * sign > 0 and (
                (file < size - 1 and board[origin + sign * (square + 1)] == EMPTY)
                or (file > 0 and board[origin + sign * (square - 1)] == EMPTY)
                or (rank < size - 1 and board[origin + sign * (square + size)] == EMPTY)
                or (rank > 0 and board[origin + sign * (square - size)] == EMPTY)
            ):
                return True
    # Every ship is hemmed in: what is left is diving, displacement and cannonade.
    return legal_actions(record, scratch) > 0


@compiled
def reset(record, scratch):
    """Chance adds nothing to the set-up."""


@compiled
def step(record, action, scratch):
    """Make a legal action; see ``End of the game`` on the game's page for the order of ends."""
    board, size = record["board"], integer(record["size"])
    player = integer(record["to_move"])
    origin, sign = _frame(size, player)
    file, rank, direction, distance, mode = decode(size, action)
    square = rank * size + file
    _, stride, _, _ = ray(size, file, rank, direction)
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
    elif record["quiet_plies"] >= record["max_quiet_plies"] or not _can_move(record, scratch):
        record["terminated"] = 1


@cached
def settle(record, scratch):
    """End a position that is set up as one that is over."""
    if record["quiet_plies"] >= record["max_quiet_plies"] or not _can_move(record, scratch):
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
    ones = planes - 1
    for square in range(size * size):
        ship = board[origin + sign * square] * sign
        plane = ship - 1 if ship > EMPTY else NUM_SHIP_TYPES - ship - 1
        out[square * planes + ones] = 1
        out[square * planes + (plane if ship != EMPTY else ones)] = 1
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
