"""The rules of Sea Chess, as compiled functions over one record.

Sources: the description of Sea Chess (2012) for how each ship moves and is sunk; the page
``docs/games/sea_chess.md`` for what it leaves open (board, set-up, draws).

A cell of the board is 0 or the code of a ship, positive for player 0 and negative for
player 1. Everything below reads the board in the own frame of a player: the other way round
for player 1, with own ships positive. So one set of rules serves both.
"""

from __future__ import annotations

import numpy as np

from navalenv.core.bits import count_bits, lowest_bit
from navalenv.core.jit import cached, compiled, inlined, integer, shared
from navalenv.core.record import Array, Record, record_type
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
    opposite,
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
_MOST_SHIPS = 16
_RANKS = _MOST_LEGAL
_FILES = _RANKS + MAX_SIZE
_WANTED_ON_RANKS = _FILES + MAX_SIZE
_WANTED_ON_FILES = _WANTED_ON_RANKS + MAX_SIZE
_SHIPS = _WANTED_ON_FILES + MAX_SIZE
_SHIP, _PLACE, _LINE, _WANTED, _FIRST, _SLIDES, _OTHERS = (
    _SHIPS + MAX_SIZE**2 + 2 * _MOST_SHIPS * kind for kind in range(7)
)
LEGAL_CAPACITY = _OTHERS + 2 * _MOST_SHIPS
"""`legal_actions` keeps what it works with behind the actions; the names above are where each
kind begins."""

_LEAD_OF_A_SHIP = 0.2
"""How much a ship more adds to what a search expects of a game."""

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
def _frame(size: int, player: int) -> tuple[int, int]:
    """``(origin, sign)`` of a player: own square q is the cell ``origin + sign * q``."""
    if player == 0:
        return 0, 1
    return size * size - 1, -1


@compiled
def _carrier(board: Array, size: int, origin: int, sign: int) -> int:
    """Own-frame square of the enemy Carrier, or -1."""
    for square in range(size * size):
        if board[origin + sign * square] * sign == -CARRIER:
            return square
    return -1


def _cell_bits(cell: int) -> int:
    """What a cell adds to the word of a line (`line_moves`), for place 0.

    A word has a field of `MAX_SIZE` bits, one a place, for each type of enemy ship in the order
    of their codes. Nothing on a line asks where the Carrier is: its field has all ships.
    """
    if cell == EMPTY:
        return 0
    ships = 1 << MAX_SIZE * (CARRIER - 1)
    return ships if cell > EMPTY else ships | 1 << MAX_SIZE * (-cell - 1)


_CELL_BITS = np.array([_cell_bits(cell) for cell in range(-NUM_SHIP_TYPES, NUM_SHIP_TYPES + 1)])
_FIELD = (1 << MAX_SIZE) - 1
_EVERY_MODE = sum(1 << 16 * mode for mode in range(NUM_MODES))


@inlined
def _and_lower(places: int) -> int:
    """A mask of places up to the highest one of ``places``."""
    places |= places >> 1
    places |= places >> 2
    places |= places >> 4
    return places | places >> 8


@inlined
def line_moves(ship: int, size: int, place: int, line: int, wanted: int) -> tuple[int, int]:
    """What an own ship may do along its rank or file: ``(slides, others)``.

    This is the one place that knows how ships move and which moves sink what. It looks at all
    squares at once: bit p of a mask stands for place p on the line. No branch depends on the
    position, so that a loop over ships can use vector instructions.

    Args:
        ship, place: the ship's type and its own place.
        line: word of the line, see `_cell_bits`.
        wanted: empty places where any ship that stops sandwiches the enemy Carrier.

    Returns:
        Words with bit ``16 * mode + line number`` set for a legal action (line numbers leave
        out the ship's own place): repositions on a free way, and all other actions.
    """
    flagships = line & _FIELD
    ships = line >> MAX_SIZE * (CARRIER - 1) & _FIELD
    battleships = line >> MAX_SIZE * (BATTLESHIP - 1) & _FIELD
    cruisers = line >> MAX_SIZE * (CRUISER - 1) & _FIELD
    destroyers = line >> MAX_SIZE * (DESTROYER - 1) & _FIELD
    submarines = line >> MAX_SIZE * (SUBMARINE - 1)

    # Up and down the line: the first ship in sight (a mask without bits if there is none), the
    # free places before it, the ship behind it, and the free places between the two.
    own = 1 << place
    board = (1 << size) - 1
    lower = ships & (own - 1)
    until = _and_lower(lower)
    first_down = until ^ until >> 1
    free_down = (own - 1) & ~until
    further = _and_lower(lower ^ first_down)
    second_down = further ^ further >> 1
    hidden_down = until >> 1 & ~further
    higher = ships & -(own << 1)
    first_up = higher & -higher
    free_up = -(own << 1) & (first_up - 1) & board
    higher ^= first_up
    second_up = higher & -higher
    hidden_up = -(first_up << 1) & (second_up - 1) & board

    slides = free_down | free_up
    displacement = (first_down | first_up) & submarines
    cannonade = (second_down | second_up) & battleships
    leaping = (hidden_down if first_down & destroyers else 0) | (
        hidden_up if first_up & destroyers else 0
    )
    advancement = ((first_down & flagships) << 1 | (first_up & flagships) >> 1) & ~own
    withdrawal = (free_down if own << 1 & cruisers else 0) | (
        free_up if own >> 1 & cruisers else 0
    )
    others = (
        (displacement | cannonade | leaping | advancement) << 16 * STRIKE
        | withdrawal << 16 * WITHDRAWAL
        | (slides & wanted) << 16 * CUSTODIANSHIP
    )
    if ship == SUBMARINE:  # dives
        others |= hidden_down | hidden_up
    if ship == FLAGSHIP:
        slides &= own << 1 | own >> 1
        others = 0
    # From places to line numbers.
    before = (own - 1) * _EVERY_MODE
    return slides & before | (slides & ~before) >> 1, others & before | (others & ~before) >> 1


@compiled
def _custodian_square(
    board: Array, size: int, origin: int, sign: int, carrier: int, direction: int
) -> int:
    """The empty square beside the enemy Carrier where a ship that stops sandwiches it, or -1.

    The partner across the Carrier is an own ship but no Flagship. (It is never the mover
    itself, whose way would lead through the Carrier.)
    """
    file, rank = carrier % size, carrier // size
    reach, stride, _, _ = ray(size, file, rank, direction)
    across, _, _, _ = ray(size, file, rank, opposite(direction))
    if (
        reach > 0
        and across > 0
        and board[origin + sign * (carrier + stride)] == EMPTY
        and board[origin + sign * (carrier - stride)] * sign > FLAGSHIP
    ):
        return carrier + stride
    return -1


@compiled
def _read_board(board: Array, size: int, origin: int, sign: int, work: Array) -> int:
    """Write the words of ranks and files, wanted places, and the own ships; their number."""
    for i in range(_RANKS, _SHIPS):
        work[i] = 0
    # Places of all ships. Every square is written; the next one takes its place if it is empty.
    count = 0
    for rank in range(size):
        for file in range(size):
            work[_SHIPS + count] = rank << 4 | file
            count += 1 if board[rank * size + file] != EMPTY else 0
    edge = 0 if sign > 0 else size - 1
    ships, carrier = 0, integer(-1)
    for i in range(count):
        place = work[_SHIPS + i]
        rank, file = edge + sign * (place >> 4), edge + sign * (place & 15)
        square = rank * size + file
        cell = integer(board[origin + sign * square] * sign)
        bits = _CELL_BITS[cell + NUM_SHIP_TYPES]
        work[_RANKS + rank] |= bits << file
        work[_FILES + file] |= bits << rank
        work[_SHIPS + ships] = cell << 8 | rank << 4 | file
        ships += 1 if cell > EMPTY and ships < _MOST_SHIPS else 0
        carrier = square if cell == -CARRIER else carrier
    if carrier >= 0:
        for direction in range(4):
            square = _custodian_square(board, size, origin, sign, carrier, direction)
            if square >= 0:
                file, rank = square % size, square // size
                work[_WANTED_ON_RANKS + rank] |= 1 << file
                work[_WANTED_ON_FILES + file] |= 1 << rank
    return ships


@compiled
def _find_moves(ships: int, size: int, work: Array) -> None:
    """Write what each own ship may do on its rank and on its file, one after the other."""
    for i in range(ships):
        ship = work[_SHIPS + i]
        rank, file = ship >> 4 & 15, ship & 15
        first = first_action(size, rank * size + file)
        k = 2 * i
        work[_SHIP + k] = ship >> 8
        work[_PLACE + k] = file
        work[_LINE + k] = work[_RANKS + rank]
        work[_WANTED + k] = work[_WANTED_ON_RANKS + rank]
        work[_FIRST + k] = first
        k += 1
        work[_SHIP + k] = ship >> 8
        work[_PLACE + k] = rank
        work[_LINE + k] = work[_FILES + file]
        work[_WANTED + k] = work[_WANTED_ON_FILES + file]
        work[_FIRST + k] = first + NUM_MODES * (size - 1)
    for k in range(2 * ships):
        work[_SLIDES + k], work[_OTHERS + k] = line_moves(
            work[_SHIP + k], size, work[_PLACE + k], work[_LINE + k], work[_WANTED + k]
        )


@compiled
def _list_moves(ships: int, work: Array, actions: Array) -> int:
    """Write the actions of what `_find_moves` found; their number."""
    count, number, left = 0, 0, 0
    for k in range(2 * ships):
        # Slides are neighbouring lines. Always writes a whole line, without a branch; what is
        # too much is overwritten.
        slides, others, first = work[_SLIDES + k], work[_OTHERS + k], work[_FIRST + k]
        lowest = first + NUM_MODES * lowest_bit(slides)
        for i in range(MAX_SIZE - 1):
            actions[count + i] = lowest + NUM_MODES * i
        count += count_bits(slides)
        left += count_bits(others)
        work[_OTHERS + number] = others
        work[_FIRST + number] = first
        number += 1 if others != 0 else 0
    k = 0
    for _ in range(left):
        others = work[_OTHERS + k]
        bit = lowest_bit(others)
        actions[count] = work[_FIRST + k] + NUM_MODES * (bit & 15) + (bit >> 4)
        count += 1
        others &= others - 1
        work[_OTHERS + k] = others
        k += 1 if others == 0 else 0
    return count


@compiled
def legal_actions(record: Record, actions: Array) -> int:
    """Write the legal actions of the player to move; their number."""
    if record["terminated"] != 0:
        return 0
    size = integer(record["size"])
    origin, sign = _frame(size, integer(record["to_move"]))
    ships = _read_board(record["board"], size, origin, sign, actions)
    _find_moves(ships, size, actions)
    return _list_moves(ships, actions, actions)


@compiled
def _moves_of_ship(
    board: Array, size: int, origin: int, sign: int, square: int, axis: int, target: int
) -> tuple[int, int]:
    """`line_moves` of the own ship on a square, along its rank (axis 0) or file (axis 1).

    ``target`` is an empty square where a ship that stops sandwiches the enemy Carrier, or -1.
    """
    file, rank = square % size, square // size
    start, stride, place = (rank * size, 1, file) if axis == 0 else (file, size, rank)
    line, wanted = integer(0), integer(0)
    for p in range(size):
        other = start + p * stride
        cell = integer(board[origin + sign * other] * sign)
        line |= _CELL_BITS[cell + NUM_SHIP_TYPES] << p
        wanted |= (1 if other == target else 0) << p
    ship = integer(board[origin + sign * square] * sign)
    return line_moves(ship, size, place, line, wanted)


@compiled
def is_legal(record: Record, action: int, scratch: Array) -> bool:
    """Whether the player to move may make ``action``."""
    size = integer(record["size"])
    if record["terminated"] != 0 or action < 0 or action >= first_action(size, size * size):
        return False
    board = record["board"]
    origin, sign = _frame(size, integer(record["to_move"]))
    file, rank, direction, distance, mode = decode(size, action)
    square = rank * size + file
    if board[origin + sign * square] * sign <= EMPTY:
        return False
    target = integer(-1)
    if mode == CUSTODIANSHIP:
        _, stride, _, _ = ray(size, file, rank, direction)
        carrier = _carrier(board, size, origin, sign)
        for side in range(4 if carrier >= 0 else 0):
            beside = _custodian_square(board, size, origin, sign, carrier, side)
            if beside == square + distance * stride:
                target = beside
    axis = 0 if direction in (RIGHT, LEFT) else 1
    slides, others = _moves_of_ship(board, size, origin, sign, square, axis, target)
    line_number = (action - first_action(size, square)) // NUM_MODES % (size - 1)
    return (slides | others) >> (16 * mode + line_number) & 1 != 0


@compiled
def sunk_square(record: Record, action: int) -> int:
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
def _can_move(record: Record) -> bool:
    """Whether the player to move has a legal action."""
    board, size = record["board"], integer(record["size"])
    origin, sign = _frame(size, integer(record["to_move"]))
    nowhere = integer(-1)
    # From the far end of the board: ships in front are the first to have room.
    for behind in range(1, size * size + 1):
        square = size * size - behind
        if board[origin + sign * square] * sign > EMPTY:
            for axis in range(2):
                slides, others = _moves_of_ship(board, size, origin, sign, square, axis, nowhere)
                if slides | others != 0:
                    return True
    return False


@compiled
def _is_draw(record: Record) -> bool:
    """Whether a position is one that the rules call a draw."""
    return record["quiet_plies"] >= record["max_quiet_plies"] or not _can_move(record)


@compiled
def reset(record: Record, scratch: Array) -> None:
    """Chance adds nothing to the set-up."""


@compiled
def step(record: Record, action: int, scratch: Array) -> None:
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
    elif _is_draw(record):
        record["terminated"] = 1


@cached
def settle(record: Record) -> None:
    """End a position that is set up as one that is over."""
    if _is_draw(record):
        record["terminated"] = 1
    flagships = 0
    for square in range(integer(record["size"]) ** 2):
        if abs(record["board"][square]) == FLAGSHIP:
            flagships += 1
    if flagships < NUM_PLAYERS:
        record["terminated"] = 1


@shared
def num_quiet_bits(max_quiet_plies: int) -> int:
    """Binary digits of the largest count of quiet plies."""
    bits = 0
    while max_quiet_plies >> bits:
        bits += 1
    return bits


@compiled
def observe(record: Record, player: int, out: Array) -> None:
    """Planes of a player's view, channels last; see `navalenv.games.sea_chess.planes`."""
    board, size = record["board"], integer(record["size"])
    origin, sign = _frame(size, player)
    quiet = integer(record["quiet_plies"])
    bits = num_quiet_bits(integer(record["max_quiet_plies"]))
    planes = 2 * NUM_SHIP_TYPES + bits + 1
    ones = planes - 1
    # An empty square, copied to all others in ever longer stretches.
    for plane in range(2 * NUM_SHIP_TYPES):
        out[plane] = 0
    for bit in range(bits):
        out[2 * NUM_SHIP_TYPES + bit] = quiet >> bit & 1
    out[ones] = 1
    done = planes
    while done < planes * size * size:
        stretch = min(done, planes * size * size - done)
        rest = out[done:]
        for i in range(stretch):
            rest[i] = out[i]
        done += stretch
    for square in range(size * size):
        ship = integer(board[origin + sign * square] * sign)
        plane = ship - 1 if ship > EMPTY else NUM_SHIP_TYPES - ship - 1
        out[square * planes + (plane if ship != EMPTY else ones)] = 1


@compiled
def action_value(record: Record, action: int) -> float:
    """The greedy player's order: the enemy Flagship, then any sinking, then the rest."""
    sunk = sunk_square(record, action)
    if sunk < 0:
        return 0.0
    origin, _ = _frame(integer(record["size"]), integer(record["to_move"]))
    ship = abs(record["board"][abs(origin - sunk)])
    return 2.0 if ship == FLAGSHIP else 1.0


@compiled
def position_value(record: Record, values: Array) -> None:
    """What a search expects of a position: by the number of ships, as if all were alike."""
    lead = integer(0)
    for square in range(integer(record["size"]) ** 2):
        cell = integer(record["board"][square])
        lead += (1 if cell > EMPTY else 0) - (1 if cell < EMPTY else 0)
    share = _LEAD_OF_A_SHIP * lead
    values[0] = share / np.sqrt(1.0 + share * share)
    values[1] = -values[0]
