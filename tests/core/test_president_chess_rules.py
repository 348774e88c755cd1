"""President Chess by hand: pieces, walls, explosions, ends, texts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from navalenv.core.errors import PositionError
from navalenv.core.squares import parse_square, square_name
from navalenv.core.state import State
from navalenv.games.president_chess.board import (
    NUM_SQUARES,
    SIZE,
    absolute_square,
    own_square,
    player_at,
    seat_of,
)
from navalenv.games.president_chess.moves import PIECE_NAMES
from tests.president import SEATS, load, pieces_of, position

FAR_AWAY = "0Pl1 1Pa12 2Pd15 3Po4"
"""A President for each seat, away from most of the board."""


def state_of(pieces: str, to_move: int = 0, **more: Any) -> State:
    text = position(f"{FAR_AWAY} {pieces}", to_move, **more)
    return load().new_initial_state(text)


def number(name: str) -> int:
    """Number of an absolute square."""
    file, rank = parse_square(name)
    return rank * SIZE + file


def moves_from(state: State, square: str) -> set[str]:
    """Where the piece on a square can go, with an ``x`` before a kill."""
    game, found = state.get_game(), set()
    for action in state.legal_actions():
        text = game.action_to_string(state.record, action).split("*")[0].split("+")[0]
        start, _, end = text[1:].partition("-")
        if start == square:
            target, kills, _ = end.partition("x")
            found.add(f"x{target}" if kills else target)
    return found


def played(state: State, move: str) -> State:
    return state.child(state.string_to_action(move))


def words(text: str) -> set[str]:
    return set(text.split())


# Each piece, as the south seat sees the board.


@pytest.mark.parametrize(
    ("pieces", "square", "expected"),
    [
        # d7, e7 and f7 are walls, and so are g5 and g6; g7 and g8 are water.
        ("0Pc6", "c6", "b7 c7 b6 d6 b5 c5 d5"),
        ("0Pf6", "f6", "e6 e5 f5"),
        ("0Pf8", "f8", "e8"),
        ("0Pd1 0Md2 0Nc4", "d1", "e2 e1"),
        ("0Pc7 1Mc8 1Mb6 0Nd8", "c7", "b8 xc8 b7 xb6 c6 d6"),
    ],
)
def test_president(pieces: str, square: str, expected: str) -> None:
    others = FAR_AWAY.replace("0Pl1 ", "")
    state = load().new_initial_state(position(f"{others} {pieces}"))
    assert moves_from(state, square) == words(expected)


def test_admiral() -> None:
    state = state_of("0Dh7 0Mh5 1Mh11 2Mg7 3Nj5")
    # Over the water, with kills, up to own pieces and to the walls at j7, j9, g6, i6 and f9.
    assert moves_from(state, "h7") == words("h8 h9 h10 xh11 h6 i7 xg7 i8 g8")
    state = state_of("0Da5")
    # Up to the President of West, to walls at g5 and e9, to the corner below.
    assert moves_from(state, "a5") == words(
        "a4 a6 a7 a8 a9 a10 a11 xa12 b5 c5 d5 e5 f5 b4 b6 c7 d8"
    )


def test_general_goes_over_walls_and_not_over_water() -> None:
    state = state_of("0Ge4 1Ma4 1Mm4 2Mi11 0Mb7")
    along_file = "e1 e2 e3 e5 e6 e8 e10 e11 e12 e13 e14 e15"  # over the walls at e7 and e9
    along_rank = "d4 c4 b4 xa4 f4 h4 j4 k4 l4 xm4"  # over the walls at g4 and i4
    diagonals = "d3 f3 g2 h1 d5 c6 f5"  # up to an own Marine; g6 is a wall and h7 water
    assert moves_from(state, "e4") == words(f"{along_file} {along_rank} {diagonals}")


def test_general_is_stopped_by_a_piece_on_a_wall() -> None:
    state = state_of("0Ge4 1Mg4 2Me7")
    assert moves_from(state, "e4") == words(
        "e1 e2 e3 e5 e6 d4 c4 b4 a4 f4 d3 f3 g2 h1 d5 c6 b7 a8 f5"
    )


def test_army() -> None:
    state = state_of("0Ah5 1Mh2 0Mh10")
    # Up the file, water; to the walls on both sides and no further.
    assert moves_from(state, "h5") == words("h6 h4 h3 xh2 g5 i5")
    state = state_of("0Ae4 1Me7 2Mi4")
    assert moves_from(state, "e4") == words("e1 e2 e3 e5 e6 xe7 a4 b4 c4 d4 f4 g4")


def test_army_on_a_wall() -> None:
    # Along the wall and off it; from one wall over land onto the next, and no further.
    state = state_of("0Ag5")
    assert moves_from(state, "g5") == words("g6 g4 g3 g2 g1 f5 e5 d5 c5 b5 a5 h5 i5")
    # It kills on walls only.
    state = state_of("0Ag5 1Mg6 2Mg2 3Mi5 1Mc5")
    assert moves_from(state, "g5") == words("xg6 g4 g3 f5 e5 d5 h5 xi5")


def test_air_force_flies_and_steps() -> None:
    # Over walls (d7 f9 g10 i12), water and pieces, but it stops on land only.
    state = state_of("0Fc6")
    assert moves_from(state, "c6") == words(
        "c5 c7 b6 d6 b7 a8 d5 e4 f3 g2 h1 b5 a4 e8 h11 j13 k14 l15"
    )
    # Walls on both sides (g10, i10), and on the diagonals (g11, i11); the lake is below.
    state = state_of("0Fh10")
    assert moves_from(state, "h10") == words("h11 f8 d6 c5 b4 j8 l6 m5 n4 f12 e13 d14 j12 k13 l14")


def test_air_force_kills() -> None:
    # No kill by a step; a kill on the first piece of a diagonal.
    state = state_of("0Fc6 1Mc7 1Mb5 1Me8")
    assert {"xb5", "xe8"} <= moves_from(state, "c6")
    assert not {"xc7", "c7"} & moves_from(state, "c6")
    # Behind a piece only with an own piece next to the target.
    beyond = "0Fc6 1Me8 2Mh11"
    assert "xe8" in moves_from(state_of(beyond), "c6")
    assert not {"xh11", "h11"} & moves_from(state_of(beyond), "c6")
    assert "xh11" in moves_from(state_of(f"{beyond} 0Mi12"), "c6")
    assert "xh11" not in moves_from(state_of(f"{beyond} 2Mi12"), "c6")
    assert "xh11" not in moves_from(state_of(f"{beyond} 0Mj13"), "c6")
    # An own piece below does as well as an enemy.
    assert "xh11" not in moves_from(state_of("0Fc6 0Me8 2Mh11"), "c6")
    assert "xh11" in moves_from(state_of("0Fc6 0Me8 0Nh10 2Mh11"), "c6")


def test_support_does_not_reach_around_the_edge() -> None:
    """A piece at the other end of the row is not next to a target at the edge."""
    state = state_of("0Fl8 1Mm7 2Mo5 0Ma6 0Ma5 0Ma7")
    assert "xm7" in moves_from(state, "l8")
    assert "xo5" not in moves_from(state, "l8")
    assert "xo5" in moves_from(state_of("0Fl8 1Mm7 2Mo5 0Mn6"), "l8")


def test_navy() -> None:
    # It may cross the water and pieces, but not the walls at f7 and j7, nor h8's neighbours'.
    state = state_of("0Nh7 0Mf8 1Mf6 2Mh8")
    assert moves_from(state, "h7") == words("g9 i9")
    # Up over c7 and not d5; not down over the corner at c3, though d3 is on the board.
    state = state_of("0Nc5 1Mb7")
    assert moves_from(state, "c5") == words("xb7 e6 e4 a6 a4")
    # From land onto water and back, with a kill.
    state = state_of("0Nh5 1Mg7 2Mh6")
    assert moves_from(state, "h5") == words("xg7 i7 g3 i3")


def test_marine_on_land() -> None:
    state = state_of("0Mc5")
    assert moves_from(state, "c5") == {"c6"}
    state = state_of("0Mc5 1Mc6 1Nb6 1Gd6 1Mb5 1Md5 1Mc4")
    assert moves_from(state, "c5") == words("xc6 xb6 xd6")
    # Sideways onto water or wall.
    assert moves_from(state_of("0Mh5"), "h5") == words("h6 g5 i5")
    assert moves_from(state_of("0Mf8"), "f8") == words("f9 g8")
    # On a wall it kills anything but a Marine.
    assert moves_from(state_of("0Me6 1Me7 1Md7 1Af7"), "e6") == {"xf7"}
    assert moves_from(state_of("0Me6 1Ae7"), "e6") == {"xe7"}
    assert moves_from(state_of("0Me6"), "e6") == {"e7"}


def test_marine_on_water() -> None:
    assert moves_from(state_of("0Mh8"), "h8") == words("h9 g8 i8")
    assert moves_from(state_of("0Mh8 1Mg9 2Mi9 3Mg8"), "h8") == words("h9 i8 xg9 xi9")
    assert moves_from(state_of("0Mg7"), "g7") == words("g8 f7 h7")


def test_two_steps_from_the_marine_row() -> None:
    assert moves_from(state_of("0Me2"), "e2") == words("e3 e4")
    assert moves_from(state_of("0Mg2"), "g2") == words("g3 g4")
    assert moves_from(state_of("0Me2 1Me3"), "e2") == {"xe3"}
    assert moves_from(state_of("0Me2 1Me4"), "e2") == words("e3 xe4")
    assert moves_from(state_of("0Me2 1Mc4 1Ag4"), "e2") == words("e3 e4 xc4 xg4")
    # A Marine on a wall, or anything in between.
    assert moves_from(state_of("0Me2 1Mg4"), "e2") == words("e3 e4")
    assert moves_from(state_of("0Me2 1Mc4 0Md3 1Mf3"), "e2") == words("e3 e4 xf3")
    # The square between may not be in a corner; and elsewhere it is one step.
    assert moves_from(state_of("0Md2 1Mb4"), "d2") == words("d3 d4")
    assert moves_from(state_of("0Me3 1Me5"), "e3") == {"e4"}


def test_marine_on_a_wall_that_leads_forward() -> None:
    # The inside end is the one at home: off it backward, no kill there.
    assert moves_from(state_of("0Mg4"), "g4") == words("g5 g3")
    assert moves_from(state_of("0Mg4 1Mg3 1Mf4 1Mh4 1Mg5"), "g4") == words("xf4 xh4")
    # In the middle.
    assert moves_from(state_of("0Mg5"), "g5") == words("g4 g6")
    assert moves_from(state_of("0Mg5 1Mf5 2Mg6 3Mf6"), "g5") == words("g4 xf5")
    # The front end: all five squares forward and aside, but no wall.
    assert moves_from(state_of("0Mg6"), "g6") == words("g5 g7 h7 f6 h6")
    assert moves_from(state_of("0Mg6 1Mg7 1Mf7 1Mh7 2Af6 2Ah6"), "g6") == words(
        "g5 xg7 xh7 xf6 xh6"
    )
    assert moves_from(state_of("0Mi12"), "i12") == words("i11 i13 h13 j13 h12 j12")


def test_marine_on_a_wall_that_lies_across() -> None:
    # d7 e7 f7, seen from the south: ends lead aside.
    assert moves_from(state_of("0Md7"), "d7") == words("e7 c7")
    assert moves_from(state_of("0Me7"), "e7") == words("d7 f7")
    assert moves_from(state_of("0Mf7"), "f7") == words("e7 g7")
    assert moves_from(state_of("0Md7 1Me7 2Mc7 3Md8"), "d7") == words("xe7 xc7")


@pytest.mark.parametrize("seat", range(4))
def test_every_seat_moves_alike(seat: int) -> None:
    """The same pieces in the own frame of each seat have the same legal actions."""
    own = {
        "0": "Ph1 De5 Gf2 Fc6 Nk4 Ac4 Mg5 Mh6 Me2 Mi12",
        "1": "Pa8 Mc7 Ag4",
        "2": "Ph15 Nj5",
        "3": "Mh7 Po8",
    }
    actions = []
    for turned in (0, seat):
        cells = []
        for other, pieces in own.items():
            for piece in pieces.split():
                square = absolute_square(turned, number(piece[1:]))
                name = square_name(square % SIZE, square // SIZE)
                cells.append(f"{(int(other) + turned) % 4}{piece[0]}{name}")
        state = load().new_initial_state(position(" ".join(cells), turned, quiet=7))
        actions.append((state.legal_actions(), state.observation_tensor().tobytes()))
    assert actions[0] == actions[1]
    assert len(actions[0][0]) > 60


def test_frames() -> None:
    for seat in range(4):
        squares = [absolute_square(seat, square) for square in range(NUM_SQUARES)]
        assert sorted(squares) == list(range(NUM_SQUARES))
        assert [own_square(seat, square) for square in squares] == list(range(NUM_SQUARES))
    # The middle of each home side.
    assert [absolute_square(seat, 7) for seat in range(4)] == [7, 7 * 15, 14 * 15 + 7, 7 * 15 + 14]
    for num_players, seats in SEATS.items():
        at = [player_at(num_players, seat) for seat in range(4)]
        assert [seat_of(num_players, player) for player in range(num_players)] == [
            int(seat) for seat in seats
        ]
        assert at == [seats.index(str(seat)) if str(seat) in seats else -1 for seat in range(4)]


# Explosions.


def test_explosion_and_return() -> None:
    state = state_of("0Mh14 2Mf15 2Nj13 2Ag13 2Mh12 0Dj15 3Mk15 0Md2 0Ne2")
    after = played(state, "Mh14-h15*(4)")
    assert pieces_of(str(after)) == words(f"{FAR_AWAY} 2Mh12 3Mk15 0Md2 0Ne2 0Mf2")
    assert after.record["quiet_plies"] == 0
    assert after.rewards() == [0] * 4
    assert after.current_player() == 1


@pytest.mark.parametrize(
    ("taken", "where"),
    [
        ("", "d2"),
        ("d2 e2", "f2"),
        ("d2 e2 f2 g2 h2 i2 j2 k2 l2", "d3"),
        ("d2 e2 f2 g2 h2 i2 j2 k2 l2 d3 e3 f3 g3 h3 i3 j3 k3 l3", "d1"),
        ("d2 e2 f2 g2 h2 i2 j2 k2 l2 d3 e3 f3 g3 h3 i3 j3 k3 l3 d1 e1 f1 g1 h1 i1 j1 k1", None),
    ],
)
def test_squares_of_return(taken: str, where: str | None) -> None:
    blocks = " ".join(f"1N{square}" for square in taken.split())
    state = state_of(f"0Mh14 {blocks}", quiet=5)
    after = played(state, "Mh14-h15*(0)")
    marines = {piece for piece in pieces_of(str(after)) if piece.startswith("0M")}
    assert marines == (set() if where is None else {f"0M{where}"})
    assert after.record["quiet_plies"] == 6


def test_explosion_counts_what_it_lands_on() -> None:
    state = state_of("0Mg14 2Nh15 2Ni15")
    after = played(state, "Mg14-h15xN*(2)")
    assert pieces_of(str(after)) == words(f"{FAR_AWAY} 0Md2")


def test_explosion_seen_from_the_west() -> None:
    state = state_of("1Mn6 3Mm6 3Mm4 3Mn9 3Ml6", 1)
    after = played(state, "Mn6-o6*(3)+3")
    assert pieces_of(str(after)) == words("0Pl1 1Pa12 2Pd15 1Mb12")
    assert after.current_player() == 2


def test_explosion_of_the_mover_itself() -> None:
    others = "1Pa12 2Pd15 3Po4"
    text = position(f"{others} 0Pf14 0Mh14 0Nd2 2Mj14", 0)
    after = played(load().new_initial_state(text), "Mh14-h15*(2)+0")
    assert pieces_of(str(after)) == words(others)
    assert after.rewards() == [pytest.approx(-1 / 3), 0, 0, 0]
    assert not after.is_terminal()
    assert after.current_player() == 1
    assert str(after).endswith(" 1 123 0 0123")


def test_several_fall_at_once() -> None:
    text = position("0Pf14 1Pj14 2Ph13 3Po4 0Mh14 1Ma5 2Md15 3Mn9", 0)
    after = played(load().new_initial_state(text), "Mh14-h15*(3)+0+1+2")
    assert after.is_terminal()
    assert after.rewards() == [pytest.approx(-1 / 3)] * 3 + [1.0]
    assert pieces_of(str(after)) == words("3Po4 3Mn9")
    assert str(after).endswith(" - 3 0 0123")


def test_squares_of_the_fallen_are_free_for_the_return() -> None:
    state = load().new_initial_state(position("0Pl1 1Pa12 2Ph13 3Po4 0Mh14 2Nd2 1Ne2"))
    after = played(state, "Mh14-h15*(1)+2")
    assert "0Md2" in pieces_of(str(after))


@pytest.mark.parametrize(
    ("players", "seat", "marine", "move", "explodes"),
    [
        (2, 0, "0Mg14", "Mg14-g15", True),
        (2, 2, "2Mg2", "Mg2-g1", True),
        (2, 0, "0Mb9", "Mb9-b10", False),
        (3, 0, "0Mg14", "Mg14-g15", True),
        (3, 1, "1Mn9", "Mn9-o9", False),  # nobody sits in the east
        (3, 2, "2Mg2", "Mg2-g1", True),
        (4, 1, "1Mn9", "Mn9-o9", True),
        (4, 3, "3Mb9", "Mb9-a9", True),
    ],
)
def test_home_sides(players: int, seat: int, marine: str, move: str, explodes: bool) -> None:
    seats = SEATS[players]
    presidents = {"0": "0Pl1", "1": "1Pa12", "2": "2Pd15", "3": "3Po4"}
    pieces = " ".join([*(presidents[each] for each in seats), marine])
    state = load(players).new_initial_state(position(pieces, seat, seats, 0, seats))
    after = played(state, f"{move}*(0)" if explodes else move)
    assert after.record["last_exploded"] == explodes


def test_home_sides_of_the_fallen_explode_too() -> None:
    text = position("0Pl1 1Pa12 3Po4 0Mg14 1Mh14", 0, "013")
    after = played(load().new_initial_state(text), "Mg14-g15*(1)")
    assert "0Md2" in pieces_of(str(after))


def test_home_sides_at_the_flank() -> None:
    """A Marine that comes along the edge of another's home side explodes there as well."""
    state = state_of("0Ma4")
    moves = {state.action_to_string(action) for action in state.legal_actions()}
    assert "Ma4-a5*(0)" in moves
    # Its own home side is none of these.
    state = state_of("0Md2 0Me1")
    assert all("*" not in state.action_to_string(a) for a in state.legal_actions())


# Ends, rewards, turns.


def test_turns_go_round_and_skip_the_fallen() -> None:
    state = state_of("0Md4 1Md8 2Md12 3Ml8")
    movers = []
    for _ in range(6):
        movers.append(state.current_player())
        state.apply_action(state.legal_actions()[0])
    assert movers == [0, 1, 2, 3, 0, 1]
    text = position("0Pl1 2Pd15 3Po4 0Md4 2Md12 3Mk8", 0, "023")
    state = load().new_initial_state(text)
    movers = []
    for _ in range(6):
        movers.append(state.current_player())
        state.apply_action(state.legal_actions()[0])
    assert movers == [0, 2, 3, 0, 2, 3]


SOUTH_STUCK = "0Pa12 0Mb12 0Ma11 0Mb11"
WEST_STUCK = "1Pl15 1Ml14 1Mk15 1Mk14"
NORTH_STUCK = "2Po4 2Mn4 2Mo5 2Mn5"
"""Sides before a corner that have no move: Marines do not go sideways on land."""


def test_players_without_a_move_are_passed_over() -> None:
    pieces = f"0Pl1 0Mh4 {WEST_STUCK} 2Pd15"
    state = load(3).new_initial_state(position(pieces, 0, "012", 9, "012"))
    after = played(state, "Mh4-h5")
    assert after.current_player() == 2
    assert after.record["quiet_plies"] == 10
    assert after.record["ply"] == 1
    # In a position it is the same: the turn goes on to who can move.
    waiting = load(3).new_initial_state(position(pieces, 1, "012", 9, "012"))
    assert str(waiting) == position(pieces, 2, "012", 9, "012")


def test_the_turn_can_come_back() -> None:
    state = load(2).new_initial_state(position(f"0Pl1 {NORTH_STUCK}", 0, "02", 0, "02"))
    for square in ("k1", "l1", "k1"):
        before = "k1" if square == "l1" else "l1"
        state = played(state, f"P{before}-{square}")
        assert state.current_player() == 0
    assert state.record["quiet_plies"] == 3


def test_nobody_can_move() -> None:
    pieces = f"{SOUTH_STUCK} 0Mc11 {NORTH_STUCK}"
    state = load(2).new_initial_state(position(pieces, 0, "02", 5, "02"))
    after = played(state, "Mc11-c12")
    assert after.is_terminal()
    assert after.rewards() == [0, 0]
    stuck = f"{SOUTH_STUCK} 0Mc12 {NORTH_STUCK}"
    assert str(after) == position(stuck, "-", "02", 6, "02")
    for to_move in ("-", 0, 2):
        again = load(2).new_initial_state(position(stuck, to_move, "02", 6, "02"))
        assert again.is_terminal()
        assert str(again) == str(after)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_kill_of_a_president(players: int) -> None:
    seats = SEATS[players]
    presidents = {"0": "0Pl1", "1": "1Pa12", "2": "2Ph13", "3": "3Po4"}
    pieces = " ".join(presidents[seat] for seat in seats) + " 0Dh12 2Ma8 2Mb9"
    state = load(players).new_initial_state(position(pieces, 0, seats, 9, seats))
    after = played(state, "Dh12-h13xP+2")
    north = seats.index("2")
    expected = [0.0] * players
    expected[north] = -1 / (players - 1)
    if players == 2:
        expected[0] = 1.0
    assert after.rewards() == expected
    assert after.is_terminal() == (players == 2)
    assert after.record["eliminated"][:players].tolist() == [p == north for p in range(players)]
    assert not any(piece.startswith("2") for piece in pieces_of(str(after)))


@pytest.mark.parametrize(
    ("players", "alive", "expected"),
    [
        (2, "02", [0, 0]),
        (3, "012", [0, 0, 0]),
        (3, "02", [1 / 4, 0, 1 / 4]),
        (4, "0123", [0, 0, 0, 0]),
        (4, "023", [1 / 9, 0, 1 / 9, 1 / 9]),
        (4, "03", [1 / 3, 0, 0, 1 / 3]),
    ],
)
def test_draws(players: int, alive: str, expected: list[float]) -> None:
    presidents = {"0": "0Pl1", "1": "1Pa12", "2": "2Pd15", "3": "3Po4"}
    pieces = " ".join(presidents[seat] for seat in alive)
    state = load(players).new_initial_state(position(pieces, 0, alive, 199, SEATS[players]))
    after = played(state, "Pl1-k1")
    assert after.is_terminal()
    assert after.rewards() == pytest.approx(expected)
    assert after.current_player() == -4
    assert after.legal_actions() == []


@pytest.mark.parametrize(
    ("players", "alive", "fall", "expected"),
    [
        (2, "02", "0Pf14 2Pj14", [0, 0]),
        (3, "02", "0Pf14 2Pj14", [1 / 4, 0, 1 / 4]),
        (3, "012", "0Pf14 1Pg14 2Pj14", [0, 0, 0]),
        (4, "02", "0Pf14 2Pj14", [1 / 3, 0, 1 / 3, 0]),
        (4, "023", "0Pf14 2Pj14 3Pj13", [1 / 9, 0, 1 / 9, 1 / 9]),
    ],
)
def test_nobody_is_left(players: int, alive: str, fall: str, expected: list[float]) -> None:
    text = position(f"{fall} 0Mh14", 0, alive, 3, SEATS[players])
    state = load(players).new_initial_state(text)
    after = played(state, f"Mh14-h15*({len(alive)})" + "".join(f"+{seat}" for seat in alive))
    assert after.rewards() == pytest.approx(expected)
    assert str(after) == position("", "-", "-", 0, SEATS[players])
    again = load(players).new_initial_state(str(after))
    assert again.is_terminal()
    assert str(again) == str(after)


def test_limit_of_quiet_plies() -> None:
    game = load(2, max_quiet_plies=2)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert not state.is_terminal()
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_utilities_and_lengths() -> None:
    for players in SEATS:
        game = load(players)
        assert game.min_utility == -1 / (players - 1)
        assert game.max_utility == 1
        assert game.max_game_length == (18 * players - 1) * 200
        assert game.num_players == players


# Observations and the greedy player.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_planes(players: int) -> None:
    game = load(players)
    names = game.plane_names()
    assert game.observation_shape == (15, 15, len(names)) == (15, 15, 43)
    assert len(set(names)) == 43
    whose = ("own", "left", "opposite", "right")
    assert names[:28] == tuple(f"{w} {piece}" for w in whose for piece in PIECE_NAMES)
    state = game.new_initial_state()
    for player in range(players):
        seat = game.seat_of(player)
        seen = dict(zip(names, np.moveaxis(state.observation_tensor(player), 2, 0), strict=True))
        assert seen["own President"][0, 7] == 1
        assert [int(seen[f"{each} Marine"].sum()) for each in whose] == [
            9 if str((seat + i) % 4) in SEATS[players] else 0 for i in range(4)
        ]
        for i, each in enumerate(whose[1:], 1):
            present = str((seat + i) % 4) in SEATS[players]
            assert (seen[f"{each} is alive"] == present).all()
        assert [int(seen[ground].sum()) for ground in ("land", "water", "wall")] == [156, 9, 24]
        assert (seen["observer is to move"] == (player == 0)).all()
        assert seen["left Marine"][:, 1].sum() == 9 * (str((seat + 1) % 4) in SEATS[players])


def test_planes_of_counts_and_of_the_fallen() -> None:
    text = position("0Pl1 2Pd15 3Po4", 3, "023", 0b10110001)
    state = load().new_initial_state(text)
    names = state.get_game().plane_names()
    seen = dict(zip(names, np.moveaxis(state.observation_tensor(), 2, 0), strict=True))
    for bit in range(8):
        assert (seen[f"quiet plies, bit of value {2**bit}"] == (0b10110001 >> bit & 1)).all()
    assert (seen["left is alive"] == 1).all()  # South
    assert (seen["opposite is alive"] == 0).all()  # West has fallen
    assert (seen["right is alive"] == 1).all()
    assert load(max_quiet_plies=15).observation_shape == (15, 15, 39)


def greedy_moves(state: State) -> set[str]:
    game = state.get_game()
    states = np.array([state.record] * 64)
    words_ = np.random.default_rng(0).integers(2**32, size=(64, 4), dtype=np.uint32)
    actions = np.empty(64, np.int32)
    game.drivers.greedy_rows(states, words_, actions, 0, 64)
    return {state.action_to_string(int(action)) for action in actions}


def test_greedy() -> None:
    assert greedy_moves(state_of("0Dh7 1Ah10 2Gg8 3Mi8")) == {"Dh7-g8xG"}
    assert greedy_moves(state_of("0Dh7 1Ah10 2Ng8 3Mi8")) == {"Dh7-h10xA", "Dh7-g8xN"}
    text = position("0Pl1 1Pa12 2Ph10 3Po4 0Dh7 2Dg8")
    assert greedy_moves(load().new_initial_state(text)) == {"Dh7-h10xP+2"}
    # An explosion less what it costs: four Marines, or nothing gained.
    rich = state_of("0Mh14 2Mf15 2Mg15 2Mi15 2Mj15 0Dd4 2Ad5")
    assert greedy_moves(rich) == {"Dd4-d5xA"}
    rich = state_of("0Mh14 2Mf15 2Mg15 2Mi15 2Nj15 0Dd4 2Ad5")
    assert greedy_moves(rich) == {"Mh14-h15*(4)"}
    poor = state_of("0Mh14 2Mf15 2Mg15 2Mi15 2Nj15 0Nj14 0Dd4 2Ad5")
    assert greedy_moves(poor) == {"Dd4-d5xA"}


# Texts.


def test_corners_may_be_written_with_signs() -> None:
    game = load()
    text = game.initial_position()
    board, _, rest = text.rpartition(" 0 0123 0 ")
    rows = board.split("/")
    signs = "/".join(row.replace("  ", "--") for row in rows)
    state = game.new_initial_state(f"{signs} 0 0123 0 {rest}")
    assert str(state) == text
    assert state == game.new_initial_state()


GOOD = position(FAR_AWAY)
BOARD = GOOD.rsplit(" ", 4)[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "got 1 parts"),
        ("0 0123 0 0123", "got 4 parts"),
        (GOOD.replace("/", "|"), "1 rows, expected 15"),
        (GOOD.replace("/", "//", 1), "16 rows"),
        (GOOD[1:], r"row 15, .* has 29 characters, expected 30"),
        (GOOD.replace("2P", "2Q"), r"d15: expected '..' .* 'PDGFNAM', got '2Q'"),
        (GOOD.replace("2P", "4P"), "d15: expected .* got '4P'"),
        (GOOD.replace("2P", "p2"), "d15: expected .* got 'p2'"),
        (GOOD.replace("2P", "  "), "d15: expected .* got '  '"),
        ("2M" + GOOD[2:], "a15 is off the board: .* got '2M'"),
        (".." + GOOD[2:], "a15 is off the board"),
        (f"{BOARD} 0 012 0 012", "seats in play must be '0123' for num_players=4, got '012'"),
        (f"{BOARD} 0 0123 0 3210", "seats in play must be '0123'"),
        (f"{BOARD} 0 0132 0 0123", "seats alive must be some of '0123', rising.* got '0132'"),
        (f"{BOARD} 0 01234 0 0123", "seats alive must be .* got '01234'"),
        (f"{BOARD} 0 00123 0 0123", "seats alive must be .* got '00123'"),
        (f"{BOARD} 0  0 0123", "seats alive must be .* got ''"),
        (f"{BOARD} 0 0123 201 0123", "quiet plies must be a number from 0 to 200, got '201'"),
        (f"{BOARD} 0 0123 -1 0123", "quiet plies must be .* got '-1'"),
        (f"{BOARD} 0 0123 x 0123", "quiet plies must be .* got 'x'"),
        (f"{BOARD} 4 0123 0 0123", "seat to move must be one of the seats alive.* got '4'"),
        (f"{BOARD} 01 0123 0 0123", "seat to move must be .* got '01'"),
        (f"{BOARD}  0123 0 0123", "seat to move must be .* got ''"),
        (f"{BOARD} - 0123 0 0123", "the game is not over, so .* one of '0123', got '-'"),
        (position(f"{FAR_AWAY} 0Ph8"), "two Presidents of seat 0: l1 and h8"),
        (position(f"{FAR_AWAY} 0De7"), "e7 is a wall: only an Army or a Marine .* got Admiral"),
        (position(FAR_AWAY, 0, "023"), "a12: seat 1 is not alive"),
        (position("0Pl1 2Pd15", 1, "02"), "seat to move must be .* '02', .* got '1'"),
    ],
)
def test_wrong_positions(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message) as caught:
        load().new_initial_state(text)
    assert str(caught.value).startswith("position ")


def test_positions_of_other_numbers_of_players() -> None:
    text = position("0Pl1 2Pd15 1Mc5", 0, "02", 0, "02")
    with pytest.raises(PositionError, match="c5: seat 1 is not in play; in play: '02'"):
        load(2).new_initial_state(text)
    with pytest.raises(PositionError, match="seats in play must be '0123'"):
        load().new_initial_state(position("0Pl1 2Pd15", 0, "02", 0, "02"))
    for wrong in (3, b"x", ["0"]):
        with pytest.raises(TypeError, match="position must be a position text such as"):
            load().new_initial_state(wrong)


def test_any_number_of_pieces() -> None:
    """A side may have no President, and more pieces than it begins with."""
    squares = [square_name(x, y) for y in range(3, 12) for x in range(SIZE)]
    land = [name for name in squares if load().ground(number(name)) == "land"]
    text = position(" ".join(f"0D{square}" for square in land[::2]), 0)
    state = load().new_initial_state(text)
    assert str(state) == text
    assert len(state.legal_actions()) > 200


def test_finished_positions() -> None:
    for text in (
        position("0Pl1", "-", "0", 0),
        position("", "-", "-", 0),
        position("0Pl1 2Pd15", "-", "02", 200),
    ):
        state = load().new_initial_state(text)
        assert state.is_terminal()
        assert str(state) == text
        assert state.legal_actions() == []
    # Who is to move may be named although the game is over.
    state = load().new_initial_state(position("0Pl1", 0, "0", 0))
    assert str(state) == position("0Pl1", "-", "0", 0)


def test_names() -> None:
    assert [load(4).player_name(player) for player in range(4)] == [
        "South",
        "West",
        "North",
        "East",
    ]
    assert [load(2).player_name(player) for player in range(2)] == ["South", "North"]
    game = load()
    assert [game.ground(number(name)) for name in ("h8", "g5", "a1", "h1")] == [
        "water",
        "wall",
        "void",
        "land",
    ]
    state = load().new_initial_state()
    action = state.string_to_action("Mh2-h4")
    assert game.describe_action(state.record, action) == "h2-h4"
    assert game.squares(2, action) == (number("h14"), number("h12"))
    assert game.own(2, game.absolute(2, 17)) == 17
    assert game.record_type.itemsize <= 512
