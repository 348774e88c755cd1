"""Game records: what they hold, that they replay, and what damaged ones say."""

from __future__ import annotations

import contextlib
import dataclasses
import pathlib
import re
from typing import Any

import pytest

import navalenv
from navalenv.core.errors import RecordError
from navalenv.core.game_record import FORMAT, GameRecord
from navalenv.core.random import seed_words
from navalenv.core.state import State
from navalenv.version import __version__
from tests.games import CASES, Case, every_game

pytestmark = pytest.mark.filterwarnings("error")

BEFORE_THE_END = ".....f/....../.....D/....../....../F..... 0 3"
"""Sea Chess on 6 x 6: Blue's Destroyer sails from f4 to f5 and sinks the Flagship."""


def names_for(case: Case) -> list[str]:
    return [f"player Ü{seat}: x" for seat in range(case.load().num_players)]


def check_round_trip(record: GameRecord) -> None:
    text = record.to_text()
    again = GameRecord.from_text(text)
    assert again == record
    assert again.to_text() == text
    assert GameRecord.from_text(text.replace("\n", "\r\n")) == record
    # Lines of the moves are the same, whether the record was read or made.
    assert len(again.lines) == len(record.moves)
    lines = text.split("\n")
    for i, line in enumerate(again.lines):
        assert lines[line - 1] == f"{i + 1}. {record.moves[i]}"
        assert record._line(i) == again._line(i) == line


@every_game
@pytest.mark.parametrize("plies", [0, 1, 30, 500])
def test_round_trip(case: Case, plies: int, tmp_path: pathlib.Path) -> None:
    state = case.state_after(plies + 1, plies)
    record = GameRecord.from_state(state, names_for(case))
    assert record.game == case.name
    assert record.options == state.get_game().options
    assert record.position is None
    assert record.seed == plies + 1
    assert record.version == __version__
    assert len(record.moves) == state.move_number()
    assert record.result == (tuple(state.returns()) if state.is_terminal() else ())
    check_round_trip(record)
    assert record.final_state() == state
    path = tmp_path / "game.txt"
    record.save(path)
    assert path.read_bytes() == record.to_text().encode()
    loaded = GameRecord.load(path)
    assert loaded == record
    loaded.save(path)
    assert path.read_bytes() == record.to_text().encode()


@every_game
def test_replay_gives_every_state(case: Case) -> None:
    states = [state.clone() for state in case.play(5, 20)]
    replayed = list(GameRecord.from_state(states[-1]).replay())
    assert replayed == states


@every_game
def test_from_a_position(case: Case) -> None:
    middle = case.state_after(3, 12)
    state = middle.get_game().new_initial_state(str(middle), seed=2**64 - 1)
    state.apply_action(state.legal_actions()[-1])
    record = GameRecord.from_state(state)
    assert record.position == str(middle)
    assert record.seed == 2**64 - 1
    check_round_trip(record)
    assert record.final_state() == state


@every_game
def test_from_a_row_of_a_batch(case: Case) -> None:
    batch = case.load().new_batch(2, seed=40)
    batch.reset(where=[1])
    for _ in range(7):
        batch.step(batch.sample_legal_actions())
    state = batch.state(1)
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    record = GameRecord.from_state(state)
    assert (record.seed, record.episode) == (41, 1)
    assert record.position is not None
    check_round_trip(record)
    again = record.final_state()
    assert str(again) == str(state)
    for field in ("key", "episode", "draws"):
        assert (again.record[field] == state.record[field]).all()


@every_game
def test_finished_games(case: Case) -> None:
    state = case.finished(1)
    record = GameRecord.from_state(state)
    assert record.result == tuple(state.returns())
    assert record.final_state() == state
    # A game that begins at its end.
    over = state.get_game().new_initial_state(str(state))
    record = GameRecord.from_state(over)
    assert record.moves == ()
    check_round_trip(record)
    assert record.final_state() == over


@every_game
def test_from_state_needs_a_name_for_each_seat(case: Case) -> None:
    state = case.load().new_initial_state()
    with pytest.raises(ValueError, match="one a seat"):
        GameRecord.from_state(state, ["alone"])
    assert GameRecord.from_state(state, ["", *names_for(case)[1:]]).players[0] == ""


@pytest.mark.parametrize("name", ["two\nlines", " space", "space ", "return\r"])
def test_names_are_one_line(name: str) -> None:
    state = CASES[0].load().new_initial_state()
    with pytest.raises(ValueError, match="players must be one line"):
        GameRecord.from_state(state, [name, "other"])


def test_fields_are_checked() -> None:
    with pytest.raises(ValueError, match="moves must not be empty"):
        GameRecord("sea_chess", moves=("",))
    with pytest.raises(ValueError, match="position must be one line"):
        GameRecord("sea_chess", position="a\nb")
    with pytest.raises(TypeError, match="final must be text or None, got 5"):
        GameRecord("sea_chess", final=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="players must be text"):
        GameRecord("sea_chess", players=(1, 2))  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="unknown game 'chess'"):
        GameRecord("chess").load_game()
    with pytest.raises(RecordError, match="size must be one of"):
        GameRecord("sea_chess", {"size": 7}).initial_state()
    with pytest.raises(RecordError, match="has no dice"):
        GameRecord("sea_chess", dice=(1,)).initial_state()
    with pytest.raises(RecordError, match="position 'x'"):
        GameRecord("sea_chess", position="x").initial_state()


def test_state_that_no_record_leads_to() -> None:
    state = navalenv.load_game("sea_chess", size=6).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    state.record["quiet_plies"] = 50
    with pytest.raises(RecordError, match="cannot be recorded"):
        GameRecord.from_state(state)


def test_reseeded_before_the_first_move() -> None:
    state = CASES[0].load().new_initial_state(seed=1)
    state.reseed(9)
    record = GameRecord.from_state(state)
    assert seed_words(record.seed) == seed_words(9)
    assert record.final_state() == state


# Texts.


def small_game() -> State:
    """Two moves that end a game of Sea Chess."""
    game = navalenv.load_game("sea_chess", size=6)
    state = game.new_initial_state(BEFORE_THE_END.replace(" 0 3", " 1 3"), seed=7)
    state.apply_action(state.string_to_action("Ff6-e6"))
    state = game.new_initial_state(BEFORE_THE_END, seed=7)
    state.apply_action(state.string_to_action("Df4-f5xFf6#"))
    return state


TEXT = f"""\
format: {FORMAT}
game: sea_chess
version: {__version__}
option size: 6
option max_quiet_plies: 100
seed: 7
position: {BEFORE_THE_END}
player 0: greedy
player 1: Åsa B.
result: 1 -1
final: ....../.....D/....../....../....../F..... 1 0

1. Df4-f5xFf6#
"""


def test_text_is_as_documented() -> None:
    assert GameRecord.from_state(small_game(), ["greedy", "Åsa B."]).to_text() == TEXT


def test_written_by_hand() -> None:
    by_hand = (
        f"\ufeffformat: {FORMAT}\r\ngame:   sea_chess  \r\noption size: 6\r\n  \r\n"
        "Ca3-a4\r\n\r\n 2.  Cd6-a6 \r\nDb3-b4"
    )
    record = GameRecord.from_text(by_hand)
    assert record.options == {"size": 6}
    assert record.moves == ("Ca3-a4", "Cd6-a6", "Db3-b4")
    assert record.lines == (5, 7, 8)
    assert record.players == ()
    assert record.result is None
    assert record.final is None
    assert record.final_state().move_number() == 3
    check_round_trip(dataclasses.replace(record, lines=()))


def test_one_player_without_a_name() -> None:
    record = GameRecord.from_text(TEXT.replace("player 0: greedy\n", ""))
    assert record.players == ("", "Åsa B.")
    check_round_trip(record)


def test_results() -> None:
    assert GameRecord.from_text(TEXT).result == (1.0, -1.0)
    thirds = dataclasses.replace(GameRecord.from_text(TEXT), result=(1 / 3, -1 / 3))
    assert GameRecord.from_text(thirds.to_text()) == thirds
    unfinished = TEXT.replace("result: 1 -1", "result: unfinished")
    assert GameRecord.from_text(unfinished).result == ()
    with pytest.raises(RecordError, match="the result is '1 -1', but the record says 'unfin"):
        GameRecord.from_text(unfinished).final_state()


DAMAGED = {
    "empty": ("", 1, "begins with 'format: "),
    "other": ("hello\n\n", 1, "begins with 'format: "),
    "format": (TEXT.replace("record 1", "record 2"), 1, "unknown format"),
    "no game": (TEXT.replace("game: sea_chess\n", ""), 1, "'game' is missing"),
    "game": (TEXT.replace("sea_chess", "sea_ches"), 2, "Did you mean 'sea_chess'?"),
    "option": (TEXT.replace("option size", "option width"), 4, "unknown option of sea_chess"),
    "value": (TEXT.replace("size: 6", "size: 7"), 4, "size must be one of 6, 8, 10, got 7"),
    "type": (TEXT.replace("size: 6", 'size: "6"'), 4, "size must be an integer"),
    "no value": (TEXT.replace("size: 6", "size: six"), 4, "size must be an integer, got 'six'"),
    "no colon": (TEXT.replace("seed: 7", "seed 7"), 6, "expected 'key: value', got 'seed 7'"),
    "nothing": (TEXT.replace("seed: 7", "seed: "), 6, "expected 'key: value'"),
    "seed": (TEXT.replace("seed: 7", "seed: -7"), 6, "seed must be a number from 0"),
    "large": (TEXT.replace("seed: 7", f"seed: {2**64}"), 6, "seed must be a number from 0"),
    "twice": (TEXT.replace("seed: 7", "seed: 7\nseed: 7"), 7, "'seed' is in line 6 already"),
    "tag": (TEXT.replace("seed: 7", "sed: 7"), 6, "unknown tag 'sed'"),
    "position": (TEXT.replace("position: ", "position: x"), 7, "position 'x.....f"),
    "seat": (TEXT.replace("player 1", "player 2"), 9, "unknown seat '2'"),
    "result": (TEXT.replace("1 -1", "1 won"), 10, "result must be 2 numbers or 'unfinished'"),
    "results": (TEXT.replace("1 -1", "1 0 -1"), 10, "result must be 2 numbers"),
    "infinite": (TEXT.replace("1 -1", "inf -1"), 10, "result must be 2 numbers"),
    "final": (TEXT.replace("final: ", "final: F"), 11, "position 'F"),
    "dice": (TEXT.replace("seed: 7", "dice: 1 x"), 6, "dice must be numbers"),
    "short": (TEXT.partition("final")[0], 11, "no empty line after the tags"),
    "number": (TEXT.replace("1. D", "2. D"), 13, "this is move 1, but its number is 2"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged(name: str) -> None:
    text, line, message = DAMAGED[name]
    with pytest.raises(RecordError, match=rf"^line {line}: .*{re.escape(message)}"):
        GameRecord.from_text(text)


def test_every_line_counts() -> None:
    """Without any one of its lines, a record is either wrong or another."""
    lines = TEXT.splitlines(keepends=True)
    for i in range(len(lines)):
        text = "".join(lines[:i] + lines[i + 1 :])
        try:
            record = GameRecord.from_text(text)
            record.final_state()
        except RecordError:
            continue
        assert record != GameRecord.from_text(TEXT) or lines[i].startswith("version")


@pytest.mark.parametrize("sign", ["\r", "\x85", "\u2028", "\0", "\t", "\ufeff"])
def test_signs_that_end_lines_elsewhere(sign: str) -> None:
    """What is read is a record or a `RecordError`, wherever the sign stands."""
    state = navalenv.load_game("sea_chess", size=6).new_initial_state(BEFORE_THE_END)
    state.apply_action(state.string_to_action("Df4-f5xFf6#"))
    text = GameRecord.from_state(state, ["first", "second"]).to_text()
    for place in range(len(text)):
        damaged = text[:place] + sign + text[place:]
        with contextlib.suppress(RecordError):
            GameRecord.from_text(damaged).final_state()


@pytest.mark.parametrize("text", [None, 5, b"format: navalenv game record 1"])
def test_records_are_texts(text: Any) -> None:
    with pytest.raises(TypeError, match="text must be the text of a game record"):
        GameRecord.from_text(text)


def test_illegal_move_names_line_and_number() -> None:
    record = GameRecord.from_text(TEXT.replace("1. Df4-f5xFf6#", "1. Df4-e4\n2. Ff6-a1"))
    states = record.replay()
    next(states)
    next(states)
    with pytest.raises(
        RecordError, match=r"^line 14, move 2: text 'Ff6-a1' is no legal move of R"
    ):
        next(states)
    with pytest.raises(RecordError, match=r"^line 14, move 2"):
        record.final_state()


def test_move_after_the_end() -> None:
    record = GameRecord.from_text(TEXT + "2. Ff6-e6\n")
    with pytest.raises(RecordError, match=r"^line 14, move 2: text 'Ff6-e6': the game is over"):
        record.final_state()


def test_missing_moves() -> None:
    with pytest.raises(RecordError, match=r"^without a move: the position is"):
        GameRecord.from_text(TEXT.partition("1. D")[0]).final_state()


def test_wrong_end() -> None:
    record = GameRecord.from_text(TEXT.replace("1 -1", "-1 1"))
    with pytest.raises(
        RecordError, match=r"^line 13, move 1, the last: the result is '1 -1', but .* '-1 1'$"
    ):
        record.final_state()
    record = GameRecord.from_text(TEXT.replace("F..... 1 0", ".F.... 1 0"))
    with pytest.raises(RecordError, match=r"^line 13, move 1, the last: the position is"):
        record.final_state()


def test_other_version_is_named() -> None:
    text = TEXT.replace(f"version: {__version__}", "version: 0.0.1").replace("1 -1", "0 0")
    record = GameRecord.from_text(text)
    assert record.to_text() == text
    with pytest.raises(RecordError, match=re.escape("(recorded by navalenv 0.0.1, replayed by")):
        record.final_state()


def test_files(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "game.txt"
    with pytest.raises(FileNotFoundError):
        GameRecord.load(path)
    path.write_bytes(TEXT.encode("latin-1"))
    with pytest.raises(RecordError, match=r"^line 9: not a text in UTF-8"):
        GameRecord.load(path)
    path.write_bytes(bytes(range(256)))
    with pytest.raises(RecordError, match=r"^line \d+: not a text"):
        GameRecord.load(path)


def test_position_keeps_its_spaces() -> None:
    """Positions may begin and end with spaces that mean something."""
    record = dataclasses.replace(GameRecord.from_text(TEXT), position="  a ", final="  b ")
    assert "\nposition:   a \n" in record.to_text()
    assert "\nfinal:   b \n" in record.to_text()
