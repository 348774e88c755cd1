"""The rules of Sea Chess: what follows from them, on hand-made positions; and the oracle."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

import navalenv
from navalenv.core.errors import GameOverError, IllegalActionError, PositionError
from navalenv.core.state import State
from tests import oracle_sea_chess as oracle

SIZES = (6, 8, 10)


def position(ships: str, size: int = 10, player: int = 0, quiet: int = 0) -> str:
    """A position text from words such as ``Fa1`` (Blue's Flagship) and ``fj10`` (Red's)."""
    board = {}
    for word in ships.split():
        square = ("abcdefghij".index(word[1]), int(word[2:]) - 1)
        assert square not in board
        board[square] = word[0]
    return oracle.write(board, size, player, quiet)


def state_of(ships: str, size: int = 10, player: int = 0, quiet: int = 0, **options: int) -> State:
    game = navalenv.load_game("sea_chess", size=size, **options)
    return game.new_initial_state(position(ships, size, player, quiet))


def moves(state: State, start: str = "") -> set[str]:
    """Notation of the legal moves that begin with ``start``."""
    names = [state.action_to_string(action) for action in state.legal_actions()]
    assert len(set(names)) == len(names)
    return {each for each in names if each.startswith(start)}


def sinkings(state: State, start: str = "") -> set[str]:
    return {each for each in moves(state, start) if "x" in each}


def play(state: State, *texts: str) -> State:
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def ships(state: State) -> set[str]:
    """The ships on the board, as the words of `position`."""
    board, *_ = oracle.read(str(state))
    return {letter + oracle.name(square) for square, letter in board.items()}


# Moving.


def test_flagship_moves_one_square_and_never_attacks() -> None:
    # Next to a Submarine, with a Battleship behind a screen, a Destroyer to leap, a Cruiser
    # behind, the enemy Flagship two squares off, and a Carrier with a partner across.
    state = state_of("Fe5 se6 be8 ce4 ff5 da1 bb1")
    assert moves(state, "F") == {"Fe5-d5"}
    state = state_of("Fe5 fg5 ac5 Cb5 Ca1 de7")
    assert moves(state, "F") == {"Fe5-f5", "Fe5-d5", "Fe5-e4", "Fe5-e6"}
    state = state_of("Fe5 de6 fa10")
    assert moves(state, "F") == {"Fe5-d5", "Fe5-f5", "Fe5-e4"}


def test_other_ships_slide_until_a_ship() -> None:
    for letter in "ABCD":
        state = state_of(f"{letter}c3 Dc6 ae3 Fj1 fj10")
        expected = {
            f"{letter}c3-{square}" for square in ("c4", "c5", "d3", "b3", "a3", "c2", "c1")
        }
        assert moves(state, f"{letter}c3") == expected


def test_submarine_dives_under_exactly_one_ship() -> None:
    state = state_of("Sc3 Dc6 ae3 bh3 Cb3 Aa3 Fj1 fj10")
    assert moves(state, "S") == {
        *("Sc3-c4", "Sc3-c5", "Sc3~c7", "Sc3~c8", "Sc3~c9", "Sc3~c10"),
        *("Sc3-d3", "Sc3~f3", "Sc3~g3", "Sc3xBh3"),
        *("Sc3-c2", "Sc3-c1"),
    }


@pytest.mark.parametrize("letter", list("ABCDS"))
def test_displacement(letter: str) -> None:
    state = state_of(f"{letter}c3 sc6 sf3 Dd3 Fj1 fj10")
    assert sinkings(state, f"{letter}c3") == {f"{letter}c3xSc6"}
    play(state, f"{letter}c3xSc6")
    assert ships(state) == {f"{letter}c6", "sf3", "Dd3", "Fj1", "fj10"}


@pytest.mark.parametrize("letter", list("ABCDS"))
@pytest.mark.parametrize("screen", ["D", "F", "f", "b", "a"])
def test_cannonade(letter: str, screen: str) -> None:
    others = {"F": "fj10", "f": "Fj1"}.get(screen, "Fj1 fj10")
    state = state_of(f"{letter}c3 {screen}c5 bc8 {others}")
    strikes = {f"{letter}c3xBc8"}
    if screen == "f":
        strikes.add(f"{letter}c3-c4xFc5#")
    assert sinkings(state, f"{letter}c3") == strikes
    play(state, f"{letter}c3xBc8")
    assert ships(state) == {f"{letter}c8", f"{screen}c5", *others.split()}


def test_cannonade_needs_exactly_one_screen_and_takes_battleships_only() -> None:
    assert not sinkings(state_of("Dc3 bc8 Fj1 fj10"))
    assert not sinkings(state_of("Dc3 Cc5 Cc6 bc8 Fj1 fj10"), "Dc3")
    for letter in "acds":
        assert not sinkings(state_of(f"Dc3 Cc5 {letter}c8 Fj1 fj10"), "Dc3")
    assert not sinkings(state_of("Dc3 Cc5 Bc8 Fj1 fj10"))


@pytest.mark.parametrize("letter", list("ABCD"))
def test_leaping(letter: str) -> None:
    state = state_of(f"{letter}c3 dc5 ac8 Fj1 fj10")
    assert sinkings(state) == {f"{letter}c3-c6xDc5", f"{letter}c3-c7xDc5"}
    play(state, f"{letter}c3-c7xDc5")
    assert ships(state) == {f"{letter}c7", "ac8", "Fj1", "fj10"}
    # The square right behind must be empty, and on the board.
    assert not sinkings(state_of(f"{letter}c3 dc5 ac6 Fj1 fj10"))
    assert not sinkings(state_of(f"{letter}c3 dc10 Fj1 fj9"))
    assert not sinkings(state_of(f"{letter}c3 Dc5 Fj1 fj10"))


@pytest.mark.parametrize("letter", list("ABCDS"))
def test_advancement(letter: str) -> None:
    state = state_of(f"{letter}c3 Fj1 fc8")
    assert sinkings(state) == {f"{letter}c3-c7xFc8#"}
    # Right next to it there is no square to advance to.
    assert not sinkings(state_of(f"{letter}c7 Fj1 fc8"))
    assert not sinkings(state_of(f"{letter}c3 Dc5 Fj1 fc8"), f"{letter}c3")
    # The Flagship must be the next square on the line, not to the side.
    assert not sinkings(state_of(f"{letter}c3 Fj1 fd8"))


@pytest.mark.parametrize("letter", list("ABCDS"))
def test_withdrawal(letter: str) -> None:
    state = state_of(f"{letter}c3 cc2 Dc7 Fj1 fj10")
    assert sinkings(state) == {f"{letter}c3-{end}xCc2" for end in ("c4", "c5", "c6")}
    play(state, f"{letter}c3-c5xCc2")
    assert ships(state) == {f"{letter}c5", "Dc7", "Fj1", "fj10"}
    assert not sinkings(state_of(f"{letter}c3 cc1 Fj1 fj10"))
    assert not sinkings(state_of(f"{letter}c3 Cc2 Fj1 fj10"))


@pytest.mark.parametrize("letter", list("ABCDS"))
def test_custodianship(letter: str) -> None:
    state = state_of(f"{letter}c3 ad8 De8 Fj1 fj10")
    assert sinkings(state) == {f"{letter}c3-c8xAd8"}
    play(state, f"{letter}c3-c8xAd8")
    assert ships(state) == {f"{letter}c8", "De8", "Fj1", "fj10"}
    # Along the line of the move, the Carrier ahead; and the partner must be an own ship.
    assert sinkings(state_of(f"{letter}d3 ad8 Dd9 Fj1 fj10")) == {f"{letter}d3-d7xAd8"}
    assert not sinkings(state_of(f"{letter}c3 ad8 de8 Fj1 fj10"))
    assert not sinkings(state_of(f"{letter}c3 ad8 Fj1 fj10"))


def test_custodians_partner_is_not_the_mover() -> None:
    # One ship alone, whatever square it stops on.
    assert not sinkings(state_of("Dc8 ad7 Fj1 fj10"))
    assert not sinkings(state_of("Dd8 ad7 Fj1 fj10"))
    # A Carrier in the corner has no square across from anything.
    assert not sinkings(state_of("Db5 Ca2 Ab1 aa1 Fj1 fj10"))
    # On an edge it is taken along the edge.
    assert sinkings(state_of("Db3 Da9 aa8 Fj1 fj10"), "D") == set()
    assert sinkings(state_of("Dc7 Da9 aa8 Fj1 fj10"), "Dc7") == {"Dc7-a7xAa8"}


# Consequences.


def test_sinking_is_never_forced() -> None:
    for words, sinking, plain in (
        ("Cc3 cc2 Fj1 fj10", "Cc3-c4xCc2", "Cc3-c4"),
        ("Sc3 ad8 De8 Fj1 fj10", "Sc3-c8xAd8", "Sc3-c8"),
        ("Da3 Fj1 fe3", "Da3-d3xFe3#", "Da3-d3"),
    ):
        state = state_of(words)
        assert {sinking, plain} <= moves(state)
        before = ships(state)
        play(state, plain)
        assert {word for word in ships(state) if word.islower()} == {
            word for word in before if word.islower()
        }
        assert not state.is_terminal()


def test_submarine_dives_under_a_destroyer_or_rams_it() -> None:
    state = state_of("Sc3 dc5 Fj1 fj10")
    past = {"c6", "c7", "c8", "c9", "c10"}
    assert {f"Sc3~{end}" for end in past} <= moves(state)
    assert sinkings(state) == {f"Sc3-{end}xDc5" for end in past}
    assert "dc5" in ships(play(state.clone(), "Sc3~c8"))
    assert "dc5" not in ships(play(state, "Sc3-c8xDc5"))


def test_dive_never_sinks() -> None:
    # Away from a Cruiser, next to the Carrier with a partner across, right before a Flagship:
    # all with a ship to dive under on the way.
    state = state_of("Sc3 cc2 Dc5 Fj1 fj10")
    assert "Sc3~c6" in moves(state)
    assert sinkings(state, "S") == {"Sc3-c4xCc2"}
    state = state_of("Sc3 Dc5 ad8 De8 Fj1 fj10")
    assert "Sc3~c8" in moves(state)
    assert not sinkings(state, "S")
    assert "ad8" in ships(play(state, "Sc3~c8"))
    state = state_of("Sc3 Dc5 fc9 Fj1")
    assert "Sc3~c8" in moves(state)
    assert not sinkings(state, "S")
    assert not play(state, "Sc3~c8").is_terminal()


def test_carrier_that_sails_between_two_enemies_is_not_sunk() -> None:
    state = state_of("Ca3 Cc3 ab8 Fj1 fj10", player=1)
    play(state, "Ab8-b3")
    assert ships(state) == {"Ca3", "Cc3", "ab3", "Fj1", "fj10"}
    # Nor by a move elsewhere, nor by one that leaves.
    assert not sinkings(play(state.clone(), "Fj1-j2", "Fj10-j9"), "Cc3-d")
    assert "ab3" in ships(play(state, "Ca3-a4"))
    # A move of one that comes back to its place does sink it.
    play(state, "Fj10-j9", "Ca4-a3xAb3")
    assert "ab3" not in ships(state)


def test_flagship_is_never_a_custodians_partner() -> None:
    assert not sinkings(state_of("Cc3 ad8 Fe8 fj10"))
    assert not sinkings(state_of("Fc7 ad8 De8 fj10"), "F")


def test_flagship_can_be_a_screen_for_dives_and_cannonades() -> None:
    state = state_of("Sc3 Fc5 bc9 fj10")
    assert {"Sc3~c6", "Sc3~c7", "Sc3~c8", "Sc3xBc9"} <= moves(state)
    state = state_of("Sc3 fc5 bc9 Fj1")
    assert {"Sc3~c6", "Sc3xBc9", "Sc3-c4xFc5#"} <= moves(state)


def test_strikes_beyond_a_slide_cannot_be_made_without_sinking() -> None:
    for words, start, end in (
        ("Dc3 sc6 Fj1 fj10", "Dc3", "c6"),
        ("Dc3 Cc5 bc8 Fj1 fj10", "Dc3", "c8"),
        ("Sc3 Cc5 bc8 Fj1 fj10", "Sc3", "c8"),
        ("Dc3 dc5 Fj1 fj10", "Dc3", "c6"),
    ):
        to_end = {
            each
            for each in moves(state_of(words), start)
            if re.search(rf"[-~]{end}(?!\d)|[0-9]x[BS]{end}(?!\d)", each)
        }
        assert to_end
        assert all("x" in each for each in to_end)


def test_only_the_ship_that_the_mode_names_is_sunk() -> None:
    # A Submarine displaced right before the Flagship.
    state = state_of("Dc3 sc7 fc8 Fj1")
    assert sinkings(state) == {"Dc3xSc7"}
    play(state, "Dc3xSc7")
    assert ships(state) == {"Dc7", "fc8", "Fj1"}
    assert not state.is_terminal()
    # A ram that ends next to the Flagship.
    state = state_of("Dc3 dc5 fc8 Fj1")
    play(state, "Dc3-c7xDc5")
    assert ships(state) == {"Dc7", "fc8", "Fj1"}
    assert not state.is_terminal()
    # One move that could withdraw, advance, and take the Carrier: a mode for each.
    state = state_of("Dc3 cc2 ad7 Ce7 fc8 Fj1")
    assert sinkings(state, "Dc3-c7") == {"Dc3-c7xCc2", "Dc3-c7xAd7", "Dc3-c7xFc8#"}
    for text, sunk in (("xCc2", "cc2"), ("xAd7", "ad7"), ("xFc8#", "fc8")):
        after = ships(play(state.clone(), f"Dc3-c7{text}"))
        assert {"cc2", "ad7", "fc8"} - after == {sunk}
    # Away from a Cruiser by a displacement, a ram or a cannonade: it stays.
    state = state_of("Dc3 cc2 dc5 Fj1 fj10")
    assert "cc2" in ships(play(state, "Dc3-c6xDc5"))


# Ends.


@pytest.mark.parametrize("player", [0, 1])
def test_sunk_flagship_ends_the_game(player: int) -> None:
    words = "Da3 Fj1 fe3" if player == 0 else "da3 fj1 Fe3"
    state = play(state_of(words, player=player, quiet=40), "Da3-d3xFe3#")
    assert state.is_terminal()
    assert state.current_player() == -4
    assert state.returns() == state.rewards() == ([1.0, -1.0] if player == 0 else [-1.0, 1.0])
    assert str(state).split()[1:] == [str(1 - player), "0"]
    assert state.legal_actions() == []


@pytest.mark.parametrize("limit", [1, 7, 100, 1000])
def test_quiet_plies_make_a_draw(limit: int) -> None:
    state = state_of("Da3 Fj1 fe8", quiet=max(limit - 2, 0), max_quiet_plies=limit)
    if limit > 1:
        play(state, "Fj1-j2")
        assert not state.is_terminal()
        play(state, "Fe8-e9")
    else:
        play(state, "Fj1-j2")
    assert state.is_terminal()
    assert state.returns() == state.rewards() == [0.0, 0.0]
    assert str(state).split()[2] == str(limit)
    with pytest.raises(GameOverError, match="over"):
        state.apply_action(0)


def test_sinking_on_the_last_quiet_ply_goes_on() -> None:
    state = play(state_of("Dc3 sc6 Fj1 fj10", quiet=99), "Dc3xSc6")
    assert not state.is_terminal()
    assert str(state).endswith(" 1 0")


def test_sunk_flagship_comes_before_quiet_plies() -> None:
    state = play(state_of("Da3 Fj1 fe3", quiet=99), "Da3-d3xFe3#")
    assert state.returns() == [1.0, -1.0]


def test_sunk_flagship_comes_before_no_legal_action() -> None:
    # Red has nothing but its Flagship: without it, no legal action either.
    state = play(state_of("Da3 Fj1 fe3"), "Da3-d3xFe3#")
    assert "f" not in str(state)
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize("player", [0, 1])
def test_no_legal_action_is_a_draw(player: int) -> None:
    words, size = "Cf5 Ce1 Fa1 ff6", 6
    if player == 1:
        words = "cf5 ce1 fa1 Ff6"
    state = play(state_of(words, size, player), "Ce1-e6")
    assert state.is_terminal()
    assert state.returns() == state.rewards() == [0.0, 0.0]
    assert state.current_player() == -4
    assert str(state).split()[1:] == [str(1 - player), "1"]
    assert str(play(state_of(words, size, player), "Ce1-e5")).split()[1] == str(1 - player)
    assert not play(state_of(words, size, player), "Ce1-e5").is_terminal()


def test_dive_displacement_and_cannonade_are_enough_to_go_on() -> None:
    # Red's Flagship in the corner is hemmed in, and so is the ship beside it, but for this.
    dive = state_of("Cf4 Bd6 Ce5 Fa1 ff6 se6 df5", 6, 1)
    assert moves(dive) == {"Se6~c6", "Se6~b6", "Se6~a6", "Se6~e4", "Se6~e3", "Se6~e2", "Se6~e1"}
    displacement = state_of("Cf4 Sd6 Ce5 Fa1 ff6 de6 df5", 6, 1)
    assert moves(displacement) == {"De6xSd6"}
    cannonade = state_of("Cf4 Ad6 Bc6 Ce5 Fa1 ff6 de6 df5", 6, 1)
    assert moves(cannonade) == {"De6xBc6"}
    # A Flagship does none of these.
    assert state_of("Sf5 Ae6 Bd6 Fa1 ff6", 6, 1).is_terminal()


def test_stalemate_by_position_text() -> None:
    state = state_of("Cf5 Ce6 Fa1 ff6", 6, 1)
    assert state.is_terminal()
    assert state.legal_actions() == []
    assert not state_of("Cf5 Ce6 Fa1 ff6", 6, 0).is_terminal()


# Actions, frames, notation.


@pytest.mark.parametrize("size", SIZES)
def test_action_numbers(size: int) -> None:
    game = navalenv.load_game("sea_chess", size=size)
    assert game.num_distinct_actions == {6: 1440, 8: 3584, 10: 7200}[size]
    seen = set()
    for action in range(game.num_distinct_actions):
        start, end, mode = game.squares(0, action)
        for player in (0, 1):
            got_start, got_end, got_mode = game.squares(player, action)
            squares = [(square % size, square // size) for square in (got_start, got_end)]
            move = oracle.Move(*squares, got_mode, None)
            assert oracle.action_number(move, size, player) == action
        assert start != end
        assert start % size == end % size or start // size == end // size
        seen.add((start, end, mode))
    assert len(seen) == game.num_distinct_actions


def test_worked_action_numbers() -> None:
    # a1-b1, a1-a2, j10-a10 and j10-j9 on the board of 10; all of mode 0.
    state = state_of("Da1 Dj10 Fe5 fe8")
    assert state.string_to_action("Da1-b1") == 0
    assert state.string_to_action("Da1-a2") == 36
    assert state.string_to_action("Dj10-a10") == (99 * 18 + 0) * 4
    assert state.string_to_action("Dj10-j9") == (99 * 18 + 17) * 4
    # As Red sees them, j10 is a1.
    state = state_of("da1 dj10 Fe5 fe8", player=1)
    assert state.string_to_action("Dj10-i10") == 0
    assert state.string_to_action("Dj10-j9") == 36


@pytest.mark.parametrize("size", SIZES)
def test_a_turned_board_is_the_same_game(size: int) -> None:
    game = navalenv.load_game("sea_chess", size=size)
    for text in random_positions(size, 200, seed=5):
        board, player, quiet = text.split()
        turned = f"{board[::-1].swapcase()} {1 - int(player)} {quiet}"
        one, two = game.new_initial_state(text), game.new_initial_state(turned)
        assert one.legal_actions() == two.legal_actions()
        for view in (0, 1):
            assert np.array_equal(one.observation_tensor(view), two.observation_tensor(1 - view))


def test_planes() -> None:
    game = navalenv.load_game("sea_chess", size=6)
    text = position("Fa1 Ab1 Bc1 Cd1 De1 Sf1 fa6 ab6 bc6 cd6 de6 sf6", 6, 1, quiet=37)
    state = game.new_initial_state(text)
    assert game.observation_shape == (6, 6, 20)
    names = game.plane_names()
    assert len(names) == len(set(names)) == 20
    fleet = ("Flagship", "Aircraft Carrier", "Battleship", "Cruiser", "Destroyer", "Submarine")
    for player in (0, 1):
        planes = dict(zip(names, np.moveaxis(state.observation_tensor(player), 2, 0), strict=True))
        assert planes["ones"].all()
        count = 0
        for bit in range(7):
            plane = planes[f"quiet plies, bit of value {2**bit}"]
            assert plane.min() == plane.max()
            count += 2**bit * int(plane[0, 0])
        assert count == 37
        for i, ship in enumerate(fleet):
            # Indexed by rank, then file; the board is turned for Red.
            file = i if player == 0 else 5 - i
            assert np.argwhere(planes[f"own {ship}"]).tolist() == [[0, file]]
            assert np.argwhere(planes[f"enemy {ship}"]).tolist() == [[5, file]]


def test_illegal_action_says_which_and_why() -> None:
    state = state_of("Da1 Fe5 fe8")
    text = str(state)
    with pytest.raises(IllegalActionError) as caught:
        state.apply_action(2)
    message = str(caught.value)
    assert caught.value.action == 2
    for part in ("action 2", "a1-b1", "withdrawal", "Blue", text):
        assert part in message


# Position texts.


@pytest.mark.parametrize("size", SIZES)
def test_set_up(size: int) -> None:
    text = navalenv.load_game("sea_chess", size=size).initial_position()
    corner = {6: "CDS BAD FBC", 8: "SDDS CCSD BACD FBCS", 10: "SDDS CCSD BACD FBCS"}[size].split()
    lines = text.split()[0].split("/")
    width = len(corner[0])
    assert [line[:width] for line in lines[-len(corner) :]] == corner
    assert sum(letter.isupper() for letter in text) == len("".join(corner))
    board = text.split()[0]
    assert board[::-1].swapcase() == board
    assert text.endswith(" 0 0")


TWO_FLAGSHIPS = "F....f/....../....../....../....../F....."
LONG_S = "\u017f"  # its upper case is S
GOOD = ".....f/....../....../....../....../F....."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "three parts"),
        (GOOD, "three parts"),
        (f"{GOOD} 0", "three parts"),
        (f"{GOOD} 0 0 0", "three parts"),
        (f"{GOOD}/...... 0 0", "7 rows"),
        (f"{GOOD[7:]} 0 0", "5 rows"),
        (f".{GOOD} 0 0", "'......f' has 7 squares"),
        (f"{GOOD[1:]} 0 0", "'....f' has 5 squares"),
        (f"{GOOD.replace('F.....', 'Fx....')} 0 0", "unknown letter 'x'"),
        (f"{GOOD.replace('F.....', 'F1....')} 0 0", "unknown letter '1'"),
        (f"{GOOD.replace('F.....', 'F ....')} 0 0", "three parts"),
        (f"{GOOD.replace('F.....', f'F{LONG_S}....')} 0 0", f"unknown letter '{LONG_S}'"),
        (f"{GOOD} 2 0", "player to move"),
        (f"{GOOD} -1 0", "player to move"),
        (f"{GOOD} b 0", "player to move"),
        (f"{GOOD} 0 -1", "quiet plies"),
        (f"{GOOD} 0 101", "quiet plies"),
        (f"{GOOD} 0 1.5", "quiet plies"),
        (f"{GOOD} 0 x", "quiet plies"),
        (f"{GOOD} 0 ٣", "quiet plies"),
        (f"{GOOD} 0 {'9' * 5000}", "quiet plies"),
        (f"{TWO_FLAGSHIPS} 0 0", "2 ships 'F'"),
        (f"{TWO_FLAGSHIPS.swapcase()} 0 0", "2 ships 'f'"),
        (f"{GOOD.replace('F.....', 'FAA...')} 0 0", "2 ships 'A'"),
        (f"{GOOD.replace('F.....', 'FCCC..')} 0 0", "3 ships 'C'"),
        (f"{GOOD.replace('F.....', 'Fss...')} 0 0", "2 ships 's'"),
        (f"{GOOD.replace('F', '.').replace('f', '.')} 0 0", "no Flagship"),
        (f"{GOOD.replace('f', '.')} 0 0", "its own side is to move"),
        (f"{GOOD.replace('F', '.')} 1 0", "its own side is to move"),
        (f"{GOOD.replace('f', '.')} 1 3", "0 quiet plies"),
    ],
)
def test_position_texts_that_are_none(text: str, says: str) -> None:
    game = navalenv.load_game("sea_chess", size=6)
    batch = game.new_batch(2)
    before = batch.states.tobytes()
    for make in (game.new_initial_state, lambda text: batch.reset(position=text)):
        with pytest.raises(PositionError) as caught:
            make(text)
        assert says in str(caught.value)
        assert repr(text) in str(caught.value) or len(text) > 1000
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("text", [3, b"x", 1.5, {"board": ""}, True])
def test_positions_that_are_no_texts(text: object) -> None:
    game = navalenv.load_game("sea_chess", size=6)
    with pytest.raises(TypeError, match="position") as caught:
        game.new_initial_state(text)
    assert repr(text) in str(caught.value)


def test_positions_of_another_size() -> None:
    text = navalenv.load_game("sea_chess", size=8).initial_position()
    with pytest.raises(PositionError, match="8 rows"):
        navalenv.load_game("sea_chess", size=10).new_initial_state(text)


@pytest.mark.parametrize(
    ("text", "returns_none"),
    [
        (f"{GOOD.replace('f', '.')} 1 0", True),
        (f"{GOOD.replace('F', '.')} 0 0", True),
        (f"{GOOD} 0 100", True),
        (f"{GOOD} 1 99", False),
    ],
)
def test_finished_positions_are_taken(text: str, returns_none: bool) -> None:
    state = navalenv.load_game("sea_chess", size=6).new_initial_state(text)
    assert state.is_terminal() == returns_none
    assert str(state) == text
    assert state.returns() == [0.0, 0.0]
    assert (state.legal_actions() == []) == returns_none


# Against the oracle.


def random_positions(size: int, number: int, seed: int) -> list[str]:
    """Positions that games could hold: any ships of both fleets, crowded or not."""
    choose = random.Random(f"{size} {seed}")
    fleet = "AABBCCDDS"[1:] if size == 6 else "ABBCCCCDDDDSSSS"
    texts = []
    while len(texts) < number:
        blue = choose.sample(fleet, choose.randint(0, len(fleet)))
        red = choose.sample(fleet, choose.randint(0, len(fleet)))
        letters = ["F", "f", *blue, *(letter.lower() for letter in red)]
        # In a part of the board, so that ships meet.
        width, height = (choose.randint(3, size) for _ in range(2))
        left, low = choose.randint(0, size - width), choose.randint(0, size - height)
        if width * height < len(letters) + 1:
            continue
        squares = [(left + i % width, low + i // width) for i in range(width * height)]
        places = choose.sample(squares, len(letters))
        board = dict(zip(places, letters, strict=True))
        texts.append(
            oracle.write(board, size, choose.randint(0, 1), choose.choice([0, 3, 50, 98]))
        )
    return texts


@pytest.mark.parametrize("size", SIZES)
def test_random_positions_against_the_oracle(size: int) -> None:
    game = navalenv.load_game("sea_chess", size=size)
    choose = random.Random(size)
    number = {6: 2000, 8: 1000, 10: 800}[size]
    texts = random_positions(size, number, seed=1)
    batch = game.new_batch(number)
    batch.reset(position=texts)
    masks = batch.legal_actions_mask()
    found: dict[str, int] = {}
    chosen, afters = np.zeros(number, np.int32), {}
    for row, text in enumerate(texts):
        expected = oracle.legal(text, 100)
        assert np.flatnonzero(masks[row]).tolist() == sorted(expected), text
        finished = oracle.result_of(text, 100) is not None
        assert batch.terminated[row] == finished, text
        if finished:
            continue
        # All kinds of moves: sinkings first, above all the rarest.
        sinking = [action for action, move in expected.items() if move.sunk is not None]
        plain = [action for action, move in expected.items() if move.sunk is None]
        rare = [action for action in sinking if expected[action].mode == 3]
        few = choose.sample(sinking, min(4, len(sinking)))
        for action in {*few, *rare, choose.choice(plain)}:
            move = expected[action]
            state = batch.state(row)
            assert state.action_to_string(action) == oracle.notation(text, move)
            state.apply_action(action)
            after = oracle.after(text, move)
            assert str(state) == after, (text, action)
            result = oracle.result_of(after, 100)
            assert state.is_terminal() == (result is not None), (text, action)
            assert state.returns() == (result or [0, 0]), (text, action)
            kind = f"{move.mode} {'-' if move.sunk is None else oracle.read(text)[0][move.sunk]}"
            found[kind.upper()] = found.get(kind.upper(), 0) + 1
            chosen[row], afters[row] = action, after
    assert set(found) == {"0 -", "1 S", "1 B", "1 D", "1 F", "2 C", "3 A"}
    assert min(found.values()) > 50, found
    batch.step(chosen)
    for row, text in enumerate(texts):
        assert str(batch.state(row)) == afters.get(row, text)


@pytest.mark.parametrize("size", SIZES)
def test_random_games_against_the_oracle(size: int) -> None:
    limit = 30
    game = navalenv.load_game("sea_chess", size=size, max_quiet_plies=limit)
    for seed in range({6: 12, 8: 5, 10: 3}[size]):
        choose = random.Random(seed)
        state = game.new_initial_state()
        for _ in range(game.max_game_length):
            text = str(state)
            expected = oracle.legal(text, limit)
            assert state.legal_actions() == sorted(expected), text
            if state.is_terminal():
                break
            # Sink whenever it is possible, so that games end.
            sinking = [action for action, move in expected.items() if move.sunk is not None]
            action = choose.choice(sorted(sinking or expected))
            state.apply_action(action)
            assert str(state) == oracle.after(text, expected[action])
        assert state.is_terminal()
        assert state.returns() == oracle.result_of(str(state), limit)
