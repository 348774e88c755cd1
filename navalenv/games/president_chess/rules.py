"""The rules of President Chess, as compiled functions over one record.

Sources: the description of President Chess for how each piece moves and kills; the page
``docs/games/president_chess.md`` for what it leaves open (board, set-up, order of turns, ends).

A cell of the board is 0, or ``1 + 7 * seat + kind``; cells are numbered as the south seat sees
them. Moves are found in the own frame of the player to move, in which the tables of
`navalenv.games.president_chess.moves` are made: the board is turned once, then no rule has to
know who moves.
"""

from __future__ import annotations

import numpy as np

from navalenv.core.bits import lowest_bit
from navalenv.core.jit import cached, compiled, inlined, integer, shared
from navalenv.core.record import Array, Record, record_type
from navalenv.games.president_chess.actions import NUM_ACTIONS, NUM_STRAIGHT, SOURCES, TARGETS
from navalenv.games.president_chess.board import (
    LAND,
    NUM_SEATS,
    NUM_SQUARES,
    SIZE,
    VOID,
    WALL,
    absolute_square,
    ground_of,
    own_square,
    player_at,
    seat_of,
)
from navalenv.games.president_chess.moves import (
    AIR_FORCE,
    ARMY,
    FAR,
    FIRST_IN_RAY,
    FIRST_OPTION,
    FLIGHTS,
    FOREIGN_HOMES,
    GENERAL,
    GROUNDS,
    KILL,
    KILL_OTHER,
    MARINE,
    MOVE,
    NUM_KINDS,
    OPTIONS,
    PRESIDENT,
    RAYS,
    REACHES,
    RETURNS,
    SLIDERS,
    STRIDES,
)

EMPTY = 0
NUM_CELLS = 1 + NUM_SEATS * NUM_KINDS
"""How many values a cell of the board can have."""

_OWN = 8
"""Mark of an own piece in a cell as the mover sees it; its kind is above."""
LEGAL_CAPACITY = NUM_ACTIONS
"""A position can have any number of pieces."""
_STRETCH = 3 * SIZE
"""Squares of the board that are looked at together: so many bits fit into a word."""

RECORD = record_type(
    NUM_SEATS,
    [
        ("board", "i1", (NUM_SQUARES,)),
        ("num_players", "u1"),
        ("quiet_plies", "<u2"),
        ("max_quiet_plies", "<u2"),
        ("last_killed", "<u2"),
        ("last_kill", "u1"),
        ("last_fallen", "u1"),
        ("last_exploded", "u1"),
        ("last_from", "<i2"),
        ("last_to", "<i2"),
    ],
)
"""What the last ply did: pieces killed by landing and blast; the cell killed by landing; a bit
for each seat that fell; whether a Marine exploded, which was on ``last_to``; the squares."""

_BLAST = 5
"""Squares a side of what an explosion reaches."""
_VALUES = np.array([1000, 9, 8, 6, 5, 5, 1], np.int16)
"""What kinds of pieces are worth to the greedy player."""
_WORTH_OF_PRESIDENT = 8.0
"""What a President adds to the worth of a player's pieces, by which a search sees chances."""

_ABSOLUTE = np.array(
    [absolute_square(seat, square) for seat in range(NUM_SEATS) for square in range(NUM_SQUARES)],
    np.uint8,
)
_OWN_SQUARES = np.array(
    [own_square(seat, square) for seat in range(NUM_SEATS) for square in range(NUM_SQUARES)],
    np.uint8,
)


def _seen(seat: int, cell: int) -> int:
    """A cell as the mover sees it: what an option may allow there, or `_OWN` and the kind."""
    if cell == EMPTY:
        return MOVE
    kind = (cell - 1) % NUM_KINDS
    if (cell - 1) // NUM_KINDS == seat:
        return _OWN | kind << 4
    return KILL if kind == MARINE else KILL | KILL_OTHER


_SEEN = np.array(
    [_seen(seat, cell) for seat in range(NUM_SEATS) for cell in range(NUM_CELLS)], np.uint8
)


@inlined
def _find(board: Array, first: int, lowest: int, highest: int) -> int:
    """Bits of the cells from ``lowest`` to ``highest`` in a stretch of the board.

    Bit i stands for the absolute square ``first + i``. Without a branch, this is done with
    vector instructions.
    """
    cells = board[first : first + _STRETCH]
    bits = 0
    for i in range(_STRETCH):
        cell = integer(cells[i])
        bits |= (1 if lowest <= cell <= highest else 0) << i
    return bits


@compiled
def _own_square_of(seat: int, square: int) -> int:
    return integer(_OWN_SQUARES[seat * NUM_SQUARES + square])


@compiled
def _seen_at(board: Array, seat: int, square: int) -> int:
    """What a seat sees on an own square: `MOVE` (it is empty), `KILL` bits, or an own piece."""
    cell = integer(board[_ABSOLUTE[seat * NUM_SQUARES + square]])
    return integer(_SEEN[seat * NUM_CELLS + cell])


@compiled
def _add_options(
    board: Array, seat: int, kind: int, square: int, actions: Array, count: int
) -> int:
    """Append what a piece that neither slides nor flies may do; the new count."""
    index = kind * NUM_SQUARES + square
    for i in range(integer(FIRST_OPTION[index]), integer(FIRST_OPTION[index + 1])):
        option = integer(OPTIONS[i])
        target, allowed = option >> 14 & 255, option >> 22
        actions[count] = option & 16383
        added = 1 if allowed & 7 & _seen_at(board, seat, target) != 0 else 0
        if allowed >= FAR:
            added &= _seen_at(board, seat, (square + target) >> 1) & MOVE
        count += added
    return count


@compiled
def _add_slides(
    board: Array, seat: int, kind: int, square: int, actions: Array, count: int
) -> int:
    """Append what an Admiral, a General or an Army may do; the new count."""
    reaches = (integer(SLIDERS[kind]) * NUM_SQUARES + square) * 8
    from_wall = GROUNDS[square] == WALL
    for direction in range(NUM_STRAIGHT if kind == ARMY else 8):
        ray = integer(FIRST_IN_RAY[square * 8 + direction])
        reach = integer(REACHES[reaches + direction])
        stride = integer(STRIDES[direction])
        at = square
        for i in range(ray, ray + reach):
            at += stride
            entry = integer(RAYS[i])
            ground = entry >> 14
            seen = _seen_at(board, seat, at)
            actions[count] = entry & 16383
            if seen & MOVE == 0:
                lands = seen & KILL != 0
                if kind == ARMY:
                    lands = lands and (ground == WALL or not from_wall)
                elif kind == GENERAL:
                    lands = lands and ground == LAND
                count += 1 if lands else 0
                break
            count += 1 if kind != GENERAL or ground == LAND else 0
    return count


@compiled
def _has_support(board: Array, seat: int, square: int) -> bool:
    """Whether an own piece stands next to a square."""
    for direction in range(8):
        if FLIGHTS[square * 8 + direction] == 0:
            continue
        if _seen_at(board, seat, square + integer(STRIDES[direction])) & _OWN != 0:
            return True
    return False


@compiled
def _add_flights(board: Array, seat: int, square: int, actions: Array, count: int) -> int:
    """Append where an Air Force may fly; the new count."""
    for direction in range(NUM_STRAIGHT, 8):
        ray = integer(FIRST_IN_RAY[square * 8 + direction])
        stride = integer(STRIDES[direction])
        at, over = square, False
        for i in range(ray, ray + integer(FLIGHTS[square * 8 + direction])):
            at += stride
            entry = integer(RAYS[i])
            seen = _seen_at(board, seat, at)
            lands = seen & MOVE
            if seen & KILL != 0 and (not over or _has_support(board, seat, at)):
                lands = 1
            actions[count] = entry & 16383
            count += lands if entry >> 14 == LAND else 0
            over = over or seen & MOVE == 0
    return count


@compiled
def _add_moves(board: Array, seat: int, square: int, actions: Array, count: int) -> int:
    """Append the actions of the own piece on a square; the new count."""
    kind = _seen_at(board, seat, square) >> 4
    if SLIDERS[kind] >= 0:
        return _add_slides(board, seat, kind, square, actions, count)
    if kind == AIR_FORCE:
        count = _add_flights(board, seat, square, actions, count)
    return _add_options(board, seat, kind, square, actions, count)


@compiled
def _seat_to_move(record: Record) -> int:
    return seat_of(integer(record["num_players"]), integer(record["to_move"]))


@compiled
def legal_actions(record: Record, actions: Array) -> int:
    """Write the legal actions of the player to move; their number."""
    if record["terminated"] != 0:
        return 0
    board, seat = record["board"], _seat_to_move(record)
    lowest = 1 + NUM_KINDS * seat
    count = 0
    for first in range(0, NUM_SQUARES, _STRETCH):
        pieces = _find(board, first, lowest, lowest + NUM_KINDS - 1)
        while pieces != 0:
            square = _own_square_of(seat, first + lowest_bit(pieces))
            count = _add_moves(board, seat, square, actions, count)
            pieces &= pieces - 1
    return count


@compiled
def is_legal(record: Record, action: int, scratch: Array) -> bool:
    """Whether the player to move may make ``action``."""
    if record["terminated"] != 0 or action < 0 or action >= NUM_ACTIONS:
        return False
    board, seat = record["board"], _seat_to_move(record)
    square, first = integer(SOURCES[action]), integer(0)
    if _seen_at(board, seat, square) & _OWN == 0:
        return False
    for i in range(_add_moves(board, seat, square, scratch, first)):
        if scratch[i] == action:
            return True
    return False


@compiled
def _can_move(record: Record, player: int, scratch: Array) -> bool:
    """Whether a player would have a legal action if it were to move."""
    board, seat = record["board"], seat_of(integer(record["num_players"]), player)
    lowest, none = 1 + NUM_KINDS * seat, integer(0)
    for first in range(0, NUM_SQUARES, _STRETCH):
        pieces = _find(board, first, lowest, lowest + NUM_KINDS - 1)
        while pieces != 0:
            square = _own_square_of(seat, first + lowest_bit(pieces))
            if _add_moves(board, seat, square, scratch, none) > 0:
                return True
            pieces &= pieces - 1
    return False


@compiled
def _pass_on(record: Record, player: int, scratch: Array) -> bool:
    """Give the turn to the next player after ``player`` who can move; False if there is none."""
    num_players = integer(record["num_players"])
    for i in range(1, num_players + 1):
        after = (player + i) % num_players
        if record["eliminated"][after] == 0 and _can_move(record, after, scratch):
            record["to_move"] = after
            return True
    return False


@compiled
def _num_alive(record: Record) -> int:
    alive = 0
    for player in range(integer(record["num_players"])):
        alive += 1 if record["eliminated"][player] == 0 else 0
    return alive


@compiled
def _go_on(record: Record, player: int, scratch: Array) -> None:
    """Find who moves after ``player``, or end the game."""
    over = _num_alive(record) <= 1 or record["quiet_plies"] >= record["max_quiet_plies"]
    if over or not _pass_on(record, player, scratch):
        record["terminated"] = 1
        # Nobody is to move. The position alone says whose view an observation is.
        record["to_move"] = 0
        for other in range(integer(record["num_players"]) - 1, -1, -1):
            if record["eliminated"][other] == 0:
                record["to_move"] = other


@compiled
def _explodes(record: Record, seat: int, mover: int, target: int) -> bool:
    """Whether a piece that lands on an own square is a Marine on another's home side."""
    if (mover - 1) % NUM_KINDS != MARINE or FOREIGN_HOMES[target] == 0:
        return False
    host = (seat + integer(FOREIGN_HOMES[target])) % NUM_SEATS
    return player_at(integer(record["num_players"]), host) >= 0


@compiled
def _blast_square(center: int, i: int) -> int:
    """The squares that an explosion reaches, one for each ``i`` below 25; -1: none."""
    dx, dy = i % _BLAST - _BLAST // 2, i // _BLAST - _BLAST // 2
    x, y = center % SIZE + dx, center // SIZE + dy
    if (dx == 0 and dy == 0) or x < 0 or x >= SIZE or y < 0 or y >= SIZE:
        return -1
    return y * SIZE + x


@compiled
def _fall_of(cell: int) -> int:
    """The bit of the seat that falls with a piece; 0 for a piece that is no President."""
    if cell == EMPTY or (cell - 1) % NUM_KINDS != PRESIDENT:
        return 0
    return 1 << (cell - 1) // NUM_KINDS


@compiled
def _explode(record: Record, center: int) -> int:
    """Kill what is around an exploding Marine; bits of the seats that fall."""
    board = record["board"]
    fallen, killed = integer(0), integer(record["last_killed"])
    for i in range(_BLAST * _BLAST):
        square = _blast_square(center, i)
        if square >= 0 and board[square] != EMPTY:
            fallen |= _fall_of(integer(board[square]))
            board[square] = EMPTY
            killed += 1
    record["last_killed"] = killed
    return fallen


@compiled
def _clear(board: Array, fallen: int) -> None:
    """Take the pieces of fallen seats off the board."""
    for square in range(NUM_SQUARES):
        cell = integer(board[square])
        if cell != EMPTY and fallen >> (cell - 1) // NUM_KINDS & 1 != 0:
            board[square] = EMPTY


@compiled
def _send_home(board: Array, seat: int, square: int) -> None:
    """Bring a Marine that has exploded back to its home domain, if there is room."""
    marine = board[square]
    board[square] = EMPTY
    for i in range(len(RETURNS)):
        home = _ABSOLUTE[seat * NUM_SQUARES + integer(RETURNS[i])]
        if board[home] == EMPTY:
            board[home] = marine
            return


@compiled
def _settle_rewards(record: Record, fallen: int) -> None:
    """Rewards of a ply with which seats fell; at the end of the game also of the others."""
    num_players, alive = integer(record["num_players"]), _num_alive(record)
    rewards = record["rewards"]
    falls = 0
    for player in range(num_players):
        if fallen >> seat_of(num_players, player) & 1 != 0:
            rewards[player] = -1.0 / (num_players - 1)
            falls += 1
    if record["terminated"] == 0:
        return
    if alive > 0:
        share = (num_players - alive) / ((num_players - 1) * alive)
    else:
        share = (num_players - falls) / ((num_players - 1) * falls)
    for player in range(num_players):
        fell_now = fallen >> seat_of(num_players, player) & 1 != 0
        if record["eliminated"][player] == 0 or (alive == 0 and fell_now):
            rewards[player] = share


@compiled
def reset(record: Record, scratch: Array) -> None:
    """Chance adds nothing to the set-up."""


@compiled
def step(record: Record, action: int, scratch: Array) -> None:
    """Make a legal action."""
    board, player = record["board"], integer(record["to_move"])
    seat = _seat_to_move(record)
    target = integer(TARGETS[action])
    start = integer(_ABSOLUTE[seat * NUM_SQUARES + integer(SOURCES[action])])
    end = integer(_ABSOLUTE[seat * NUM_SQUARES + target])
    mover, victim = integer(board[start]), integer(board[end])
    board[start] = EMPTY
    board[end] = mover
    fallen = _fall_of(victim)
    record["last_from"], record["last_to"] = start, end
    record["last_kill"] = victim
    record["last_killed"] = 1 if victim != EMPTY else 0
    exploded = _explodes(record, seat, mover, target)
    record["last_exploded"] = 1 if exploded else 0
    if exploded:
        fallen |= _explode(record, end)
    record["last_fallen"] = fallen
    if fallen != 0:
        _clear(board, fallen)
        for other in range(integer(record["num_players"])):
            if fallen >> seat_of(integer(record["num_players"]), other) & 1 != 0:
                record["eliminated"][other] = 1
    if exploded and fallen >> seat & 1 == 0:
        _send_home(board, seat, end)
    if record["last_killed"] != 0:
        record["quiet_plies"] = 0
    else:
        record["quiet_plies"] += 1
    _go_on(record, player, scratch)
    if fallen != 0 or record["terminated"] != 0:
        _settle_rewards(record, fallen)


@cached
def settle(record: Record) -> None:
    """End a position that is set up as one that is over; else find who can move in it."""
    scratch = np.empty(LEGAL_CAPACITY, np.int64)
    _go_on(record, integer(record["to_move"]) - 1, scratch)


@shared
def num_quiet_bits(max_quiet_plies: int) -> int:
    """Binary digits of the largest count of quiet plies."""
    bits = 0
    while max_quiet_plies >> bits:
        bits += 1
    return bits


GROUND_PLANES = NUM_SEATS * NUM_KINDS
ALIVE_PLANES = GROUND_PLANES + 3
QUIET_PLANES = ALIVE_PLANES + NUM_SEATS - 1
"""Where kinds of planes begin; see `navalenv.games.president_chess.planes`."""

_PIECE_PLANES = np.array(
    [
        0
        if cell == EMPTY
        else ((cell - 1) // NUM_KINDS - seat) % NUM_SEATS * NUM_KINDS + (cell - 1) % NUM_KINDS
        for seat in range(NUM_SEATS)
        for cell in range(NUM_CELLS)
    ],
    np.uint8,
)
"""The plane of a cell, by seat of the observer, 0 for an empty one."""
_NO_LAND = np.array(
    [square for square in range(NUM_SQUARES) if ground_of(square) != LAND], np.uint8
)


@compiled
def observe(record: Record, player: int, out: Array) -> None:
    """Planes of a player's view, channels last; see `navalenv.games.president_chess.planes`."""
    board, num_players = record["board"], integer(record["num_players"])
    seat = seat_of(num_players, player)
    quiet = integer(record["quiet_plies"])
    bits = num_quiet_bits(integer(record["max_quiet_plies"]))
    planes = QUIET_PLANES + bits + 1
    # A square of land, copied to all others in ever longer stretches.
    for plane in range(ALIVE_PLANES):
        out[plane] = 0
    out[GROUND_PLANES + LAND] = 1
    for i in range(NUM_SEATS - 1):
        other = player_at(num_players, (seat + 1 + i) % NUM_SEATS)
        alive = other >= 0 and record["eliminated"][other] == 0
        out[ALIVE_PLANES + i] = 1 if alive else 0
    for bit in range(bits):
        out[QUIET_PLANES + bit] = quiet >> bit & 1
    to_move = record["terminated"] == 0 and record["to_move"] == player
    out[QUIET_PLANES + bits] = 1 if to_move else 0
    done = planes
    while done < planes * NUM_SQUARES:
        stretch = min(done, planes * NUM_SQUARES - done)
        rest = out[done:]
        for i in range(stretch):
            rest[i] = out[i]
        done += stretch
    for i in range(len(_NO_LAND)):
        square = integer(_NO_LAND[i])
        ground = integer(GROUNDS[square])
        out[square * planes + GROUND_PLANES + LAND] = 0
        if ground != VOID:
            out[square * planes + GROUND_PLANES + ground] = 1
    last = integer(NUM_CELLS - 1)
    for first in range(0, NUM_SQUARES, _STRETCH):
        pieces = _find(board, first, EMPTY + 1, last)
        while pieces != 0:
            square = first + lowest_bit(pieces)
            piece = integer(_PIECE_PLANES[seat * NUM_CELLS + integer(board[square])])
            out[_own_square_of(seat, square) * planes + piece] = 1
            pieces &= pieces - 1


@compiled
def _value(cell: int, seat: int) -> float:
    """What the death of a piece is worth to a seat."""
    if cell == EMPTY:
        return 0.0
    value = float(_VALUES[(cell - 1) % NUM_KINDS])
    return -value if (cell - 1) // NUM_KINDS == seat else value


@compiled
def action_value(record: Record, action: int) -> float:
    """The greedy player's order: Presidents, then what is worth most; own losses count."""
    board, seat = record["board"], _seat_to_move(record)
    target = integer(TARGETS[action])
    start = integer(_ABSOLUTE[seat * NUM_SQUARES + integer(SOURCES[action])])
    end = integer(_ABSOLUTE[seat * NUM_SQUARES + target])
    value = _value(integer(board[end]), seat)
    if _explodes(record, seat, integer(board[start]), target):
        for i in range(_BLAST * _BLAST):
            square = _blast_square(end, i)
            if square >= 0 and square != start:
                value += _value(integer(board[square]), seat)
    return value


@compiled
def position_value(record: Record, values: Array) -> None:
    """What a search expects of a position: chances to stay the last, by the worth of pieces.

    They go with the fourth power of a player's worth.
    """
    board, num_players = record["board"], integer(record["num_players"])
    for square in range(NUM_SQUARES):
        cell = integer(board[square])
        if cell != EMPTY:
            kind = (cell - 1) % NUM_KINDS
            worth = _WORTH_OF_PRESIDENT if kind == PRESIDENT else float(_VALUES[kind])
            values[player_at(num_players, (cell - 1) // NUM_KINDS)] += worth
    total = 0.0
    for player in range(num_players):
        worth = values[player] * values[player]
        values[player] = worth * worth
        total += values[player]
    for player in range(num_players):
        if record["eliminated"][player] == 0:
            chance = values[player] / total
            values[player] = chance - (1.0 - chance) / (num_players - 1)
