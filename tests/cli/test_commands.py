"""Every command, run as a person would, through `main`."""

from __future__ import annotations

import contextlib
import io
import pathlib
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import navalenv
from navalenv.cli import main as main_module
from navalenv.cli import play, screen
from navalenv.cli.main import COMMANDS, main
from navalenv.core.game_record import GameRecord
from navalenv.core.registry import GAMES, game_class
from navalenv.version import __version__
from tests.games import Case, every_game

pytestmark = pytest.mark.filterwarnings("error")

BEFORE_THE_END = ".....f/....../.....D/....../....../F..... 0 3"
"""Sea Chess on 6 x 6: Blue's Destroyer can sink Red's Flagship by f4-f5."""

Output = Callable[[], tuple[str, str]]


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str]) -> Output:
    """Gives what was written since it was last asked: to stdout and to stderr."""

    def read() -> tuple[str, str]:
        written = capsys.readouterr()
        return written.out, written.err

    return read


def option_words(case: Case) -> list[str]:
    return [
        word
        for name, value in case.options.items()
        for word in (f"--{name.replace('_', '-')}", str(value))
    ]


def types(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Let a person type some lines, then end the input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


# Help and wrong command lines.


def test_help(output: Output) -> None:
    assert main(["--help"]) == 0
    text, _ = output()
    for command, meaning in COMMANDS.items():
        assert command in text
        assert meaning in text
    assert main(["--version"]) == 0
    assert output()[0] == f"navalenv {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_commands(command: str, output: Output) -> None:
    assert main([command, "--help"]) == 0
    text, errors = output()
    assert errors == ""
    assert f"usage: navalenv {command}" in text
    examples = text.partition("example")[2]
    assert f"  navalenv {command}" in examples
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("command", ["watch", "play", "evaluate", "arena", "bench"])
@pytest.mark.parametrize("game", GAMES)
def test_help_lists_the_options_of_a_game(command: str, game: str, output: Output) -> None:
    assert main([command, game, "--help"]) == 0
    text = re.sub(r"\s+", " ", output()[0])
    for option in game_class(game).option_table:
        assert f"--{option.name.replace('_', '-')} VALUE" in text
        assert f"{option.meaning}: {option.values} (default {option.default_text})" in text


WRONG = {
    "no command": ([], "COMMAND"),
    "command": (["look"], "invalid choice: 'look'"),
    "no game": (["watch"], "GAME"),
    "game": (["watch", "sea_ches"], "unknown game 'sea_ches'; known: .* Did you mean 'sea_chess'"),
    "choice": (["watch", "sea_chess", "--size", "7"], "size must be one of 6, 8, 10, got 7"),
    "type": (["play", "sea_chess", "--size", "x"], "size must be an integer, got 'x'"),
    "option": (["bench", "sea_chess", "--width", "7"], "--width"),
    "no value": (["bench", "sea_chess", "--size"], "--size"),
    "player": (["watch", "sea_chess", "--players", "x"], "unknown player 'x'; known: random"),
    "players": (["watch", "sea_chess", "--players", *"abc"], "3 names; give one for all or 2"),
    "opponent": (["play", "sea_chess", "--opponent", "x"], "unknown player 'x'"),
    "seat": (["play", "sea_chess", "--seat", "2"], "--seat must be 0 to 1, got 2"),
    "below": (["play", "sea_chess", "--seat", "-1"], "expected a number at least 0, got '-1'"),
    "position": (["watch", "sea_chess", "--position", "x"], "position 'x'"),
    "evaluate": (["evaluate", "sea_chess", "--player", "gredy"], "Did you mean 'greedy'"),
    "none": (["evaluate", "sea_chess", "--games", "0"], "expected a number from 1"),
    "seats": (
        ["evaluate", "president_chess", "--num-players", "3", "--games", "4"],
        "--games must be a multiple of the number of players, 3, .* such as 3 or 6; got 4",
    ),
    "one": (["arena", "sea_chess", "--players", "random"], "players must be at least two"),
    "twice": (
        ["arena", "sea_chess", "--players", *["greedy"] * 2, "--games", "2"],
        "players must differ, got 'greedy' more than once",
    ),
    "nobody": (["arena", "sea_chess"], "--players"),
    "entrant": (["arena", "sea_chess", "--players", "random", "gredy"], "Did you mean 'greedy'"),
    "odd": (
        ["arena", "sea_chess", "--players", "random", "greedy", "--games", "5"],
        "--games must be a multiple of the number of players, 2, .* such as 4 or 6; got 5",
    ),
    "workers": (
        ["arena", "sea_chess", "--players", "random", "greedy", "--workers", "0"],
        "expected a number from 1 to 1024, got '0'",
    ),
    "plot": (
        ["arena", "sea_chess", "--players", "random", "greedy", "--plot", "ratings.txt"],
        "--plot must end as a picture does, with one of .*png.*, got 'ratings.txt'",
    ),
    "seed": (["watch", "sea_chess", "--seed", "one"], "expected a number from 0"),
    "delay": (["watch", "sea_chess", "--delay", "-1"], "expected a number of seconds, got '-1'"),
    "colour": (["watch", "sea_chess", "--colour", "red"], "invalid choice: 'red'"),
    "no file": (["replay"], "FILE"),
    "both": (["replay", "x", "--last", "--check"], "not allowed with"),
    "order": (["watch", "--record", "sea_chess", "sea_chess", "--sizes", "6"], "--sizes"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_command_lines(name: str, output: Output) -> None:
    words, message = WRONG[name]
    assert main(words) == 2
    text, errors = output()
    assert text == ""
    assert errors.count("\n") == 1
    assert re.search(message, errors), errors
    command = errors.partition(":")[0]
    assert command in ("navalenv", " ".join(["navalenv", *words[:1]]))
    assert errors.endswith(f"(see {command} --help)\n")


def test_game_after_other_arguments(output: Output) -> None:
    words = ["evaluate", "--player", "random", "sea_chess", "--size", "6", "--games", "2"]
    assert main(words) == 0
    assert "size 6" in output()[0]


# Watch and replay.


@every_game
def test_watch_and_replay(case: Case, output: Output, tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "game.txt")
    words = ["watch", case.name, *option_words(case), "--players", "greedy", "--seed", "3"]
    assert main([*words, "--record", path]) == 0
    text, errors = output()
    assert errors == ""
    record = GameRecord.load(path)
    assert record.seed == 3
    assert set(record.players) == {"greedy"}
    states = list(record.replay())
    assert states[-1].is_terminal()
    game = case.load()
    boards = [game.draw_text(state.record) for state in states]
    assert "\n\n".join(boards) in text
    assert "\x1b" not in text
    assert f"after {len(record.moves)} pl" in text.splitlines()[-2]
    assert text.endswith(f"Saved: {path}\n")

    assert main([*words, "--record", path]) == 0
    assert output()[0] == text

    assert main(["replay", path]) == 0
    replayed, errors = output()
    assert replayed == text.rpartition("Saved:")[0]

    assert main(["replay", path, "--last"]) == 0
    last, errors = output()
    assert last.startswith(f"{boards[-1]}\n")

    assert main(["replay", path, "--check"]) == 0
    checked, errors = output()
    assert checked.startswith(f"{path}: {game.title}, ")
    assert checked.endswith("; all is right\n")
    assert errors == ""


def test_watch_different_players_from_a_position(output: Output, tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "game.txt")
    words = ["watch", "sea_chess", "--size", "6", "--position", BEFORE_THE_END]
    assert main([*words, "--players", "greedy", "random", "--record", path]) == 0
    text, _ = output()
    assert "Blue: greedy, Red: random" in text
    assert "Result: Blue +1, Red -1 after 1 ply" in text
    record = GameRecord.load(path)
    assert record.moves == ("Df4-f5xFf6#",)
    assert record.players == ("greedy", "random")
    assert f"seed {record.seed}" in text


def test_watch_takes_another_seed_each_time(output: Output) -> None:
    seeds = set()
    for _ in range(3):
        assert main(["watch", "sea_chess", "--size", "6", "--max-quiet-plies", "1"]) == 0
        seeds.add(output()[0].partition("seed ")[2].split()[0])
    assert len(seeds) > 1


def test_replay_of_an_unfinished_game(output: Output, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "game.txt"
    state = navalenv.load_game("sea_chess", size=6).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    GameRecord.from_state(state).save(path)
    assert main(["replay", str(path)]) == 0
    assert "Result: unfinished after 1 ply" in output()[0]


def test_replay_of_bad_files(output: Output, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "game.txt"
    assert main(["replay", str(path)]) == 1
    assert output() == ("", f"navalenv replay: cannot read {path}: No such file or directory\n")
    path.write_bytes(b"\xff\xfe\x00")
    assert main(["replay", str(path)]) == 1
    assert "line 1: not a text in UTF-8" in output()[1]
    state = navalenv.load_game("sea_chess", size=6).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    text = GameRecord.from_state(state).to_text()
    path.write_text(text.replace("1. ", "1. Z"))
    for words in ([], ["--check"], ["--last"]):
        assert main(["replay", str(path), *words]) == 1
        _, errors = output()
        assert re.fullmatch(
            rf"navalenv replay: {re.escape(str(path))}: line \d+, move 1: text 'Z.*\n", errors
        )


def test_record_that_cannot_be_written(output: Output, tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "no folder" / "game.txt")
    words = ["watch", "sea_chess", "--size", "6", "--max-quiet-plies", "1", "--record", path]
    assert main(words) == 1
    assert output()[1] == f"navalenv watch: cannot write {path}: No such file or directory\n"


def test_play_tells_in_words_what_came_of_each_ply(
    output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a move is a code, and the board shows the last ply alone."""
    setup = (
        '{"phase":"surface_attack","units":[[["HMCS Algonquin",25]],[["Yamato",27]]],'
        '"to_act":0,"first_player":0}'
    )
    types(monkeypatch, "moves special", "0 special", "quit")
    words = ["play", "war_at_sea", "--scenario", "skirmish", "--position", setup, "--seed", "3"]
    assert main(words) == 0
    text, errors = output()
    assert errors == ""
    assert "\n  0 special  special action of HMCS Algonquin: Lay Smoke Screen\n" in text
    assert "> 0 special\n  West: HMCS Algonquin uses Lay Smoke Screen\n" in text
    # Each of the opponent's attacks has its dice, not only the last one.
    for weapon in ("main", "secondary", "tertiary"):
        assert f"East plays 0 {weapon} 0\n  Yamato, {weapon} guns at HMCS Algonquin" in text


# What a terminal gets.


class Terminal(io.StringIO):
    """Text that goes to a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "40")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return terminal


def run_in(terminal: Terminal, words: list[str]) -> str:
    """What a terminal gets from a command."""
    with contextlib.redirect_stdout(terminal):
        assert main(words) == 0
    return terminal.getvalue()


def short_game(*words: str) -> list[str]:
    return ["watch", "sea_chess", "--size", "6", "--position", BEFORE_THE_END, *words]


def test_terminal_shows_boards_in_place(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(screen, "pause", pauses.append)
    text = run_in(terminal, short_game())
    state = navalenv.load_game("sea_chess", size=6).new_initial_state()
    height = len(state.get_game().draw_text(state.record).split("\n"))
    assert text.count(f"\x1b[{height}F") == 1
    assert "\x1b[1;94mD\x1b[0m" in text
    assert pauses == [0.5]


@pytest.mark.parametrize("side", ["LINES", "COLUMNS"])
def test_terminal_without_room(
    side: str, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(side, "10")
    text = run_in(terminal, short_game("--delay", "0"))
    assert "\x1b[K" not in text
    assert not re.search(r"\x1b\[\d+F", text)


@pytest.mark.parametrize("how", ["NO_COLOR", "never", "dumb"])
def test_terminal_without_colours(
    how: str, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--delay", "0"]
    if how == "never":
        words += ["--colour", "never"]
    elif how == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    else:
        monkeypatch.setenv(how, "1")
    text = run_in(terminal, short_game(*words))
    assert not re.search(r"\x1b\[[0-9;]*m", text)
    assert ("\x1b" in text) == (how != "dumb")


def test_colours_without_a_terminal(output: Output) -> None:
    assert main(short_game("--colour", "always")) == 0
    text, _ = output()
    assert "\x1b[1;94mD\x1b[0m" in text
    assert "\x1b[K" not in text


@pytest.fixture
def pygame(monkeypatch: pytest.MonkeyPatch) -> Any:
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield pygame
    pygame.display.quit()


@pytest.mark.parametrize("after", [2, 30])
def test_window(after: int, pygame: Any, output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person closes the window: in the middle of the game, or after its end."""
    waits = []

    def wait(duration: float) -> None:
        waits.append(duration)
        if len(waits) == after:
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    monkeypatch.setattr(screen, "pause", wait)
    delay = "1000" if after == 2 else "0"
    assert main(short_game("--render", "window", "--delay", delay)) == 0
    text, errors = output()
    assert errors == ""
    assert len(waits) == after
    assert ("unfinished" in text) == (after == 2)
    assert ("Close the window to end." in text) == (after == 30)
    assert not pygame.display.get_init()


def test_no_window(pygame: Any, output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    assert main(short_game("--render", "window")) == 1
    assert output()[1] == "navalenv watch: no window can be opened here; use --render text\n"


# Play.


def test_play(output: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    path, saved = tmp_path / "game.txt", tmp_path / "saved game.txt"
    types(
        monkeypatch,
        "help",
        "",
        "moves",
        "moves a3",
        "Ca3-a9",
        "ca3-A4",
        "undo",
        "undo",
        "hint",
        "Cc1-d1",
        "board",
        f"save {saved}",
        "save",
        f"save {tmp_path / 'no folder' / 'x'}",
        "Quit",
    )
    words = ["play", "sea_chess", "--size", "6", "--seed", "1", "--record", str(path)]
    assert main(words) == 0
    text, errors = output()
    assert errors == ""
    assert "Blue: you, Red: greedy" in text
    assert "MOVE         make a move" in text
    assert "18 legal moves\n  Cc1-d1  Cc1-e1" in text
    assert "3 of 18 legal moves contain 'a3'\n  Ca3-a4  Ca3-a5  Ca3-a6\n" in text
    assert "text 'Ca3-a9' is no legal move of Blue here; legal moves that look like it:" in text
    assert "Took back 2 moves." in text
    assert "There is no move of yours to take back." in text
    assert re.search(r"The greedy player would play [A-Z]\w+-\w+\n", text)
    assert text.count("\nRed plays ") == 2
    assert f"Saved: {saved}\n" in text
    assert "save needs the name of a file" in text
    assert "cannot write " in text
    assert text.endswith(f"Result: unfinished after 2 plies\nSaved: {path}\n")
    record = GameRecord.load(path)
    assert record == GameRecord.load(saved)
    assert record.players == ("person", "greedy")
    assert record.moves[0] == "Cc1-d1"
    record.final_state()


def test_play_to_the_end(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "Df4-f5xFf6#", "moves", "hint", "Df4-e4", "undo", "Df4-f5xFf6#")
    words = ["play", "sea_chess", "--size", "6", "--position", BEFORE_THE_END]
    assert main(words) == 0
    text, errors = output()
    assert errors == ""
    assert "The game is over (undo, save FILE, quit)> moves\nThe game is over, there are" in text
    assert "text 'Df4-e4': the game is over, there are no moves" in text
    assert "Took back 1 move." in text
    assert text.endswith("> \nResult: Blue +1, Red -1 after 1 ply\n")


def test_play_the_second_seat(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, "undo", "exit")
    words = ["play", "sea_chess", "--seat", "1", "--opponent", "random", "--seed", "5"]
    assert main(words) == 0
    text, _ = output()
    assert "Blue: random, Red: you" in text
    assert text.index("Blue plays ") < text.index("Red to move")
    assert "There is no move of yours to take back." in text


@every_game
def test_play_by_hints(
    case: Case, output: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    """A person who does what the hints say, in every seat, with an undo on the way."""

    class Hinted(io.StringIO):
        """Types what the last hint said."""

        def __init__(self) -> None:
            super().__init__()
            self.asked = 0

        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            self.asked += 1
            text = seen.getvalue()
            if self.asked > 40 or "The game is over" in text:
                return ""
            if self.asked == 8:
                return "undo\n"
            if self.asked % 2:
                return "hint\n"
            return f"{text.rpartition('would play ')[2].splitlines()[0]}\n"

    for seat in range(case.load().num_players):
        seen = io.StringIO()
        monkeypatch.setattr(sys, "stdout", seen)
        monkeypatch.setattr(sys, "stdin", Hinted())
        path = tmp_path / f"{seat}.txt"
        words = ["play", case.name, *option_words(case), "--seat", str(seat), "--seed", "2"]
        assert main([*words, "--record", str(path)]) == 0
        assert "is no legal move" not in seen.getvalue()
        assert "Took back" in seen.getvalue()
        GameRecord.load(path).final_state()


def test_completions() -> None:
    game = navalenv.load_game("sea_chess", size=6)
    player = navalenv.make_player("random", game)
    session = play.Session(game.new_initial_state(), 0, player, ["", ""], False)
    assert session._completions("ca3-") == ["Ca3-a4", "Ca3-a5", "Ca3-a6"]
    assert session._completions("q") == ["quit"]
    completion = play._Completion(session._completions)
    assert [completion._complete("Dc2-", i) for i in range(4)] == [
        "Dc2-d2",
        "Dc2-e2",
        "Dc2-f2",
        None,
    ]


def test_digits_beside_a_square_do_not_count() -> None:
    assert play._contains("Ba1-b1", "a1")
    assert not play._contains("Ba10-b10", "a1")
    assert play._contains("0 move 3,4", "3,4")
    assert not play._contains("0 move 13,4", "3,4")
    assert play._contains("Ba1-b1", "")
    assert not play._contains("Ba1-b1", ".")


# Evaluate, bench, games.


@every_game
def test_evaluate(case: Case, output: Output) -> None:
    words = ["evaluate", case.name, *option_words(case), "--games", "12", "--seed", "1"]
    assert main(words) == 0
    text, errors = output()
    assert errors == ""
    game = case.load()
    result = navalenv.evaluate(game, "greedy", "random", 12, 1)
    assert text.startswith(f"{game.title}, ")
    assert f"greedy against random\n{result} (won/drawn/lost)\n" in text


def test_bench(output: Output) -> None:
    words = ["bench", "sea_chess", "--size", "6", "--batch", "300", "--threads", "2"]
    assert main([*words, "--seconds", "0.05"]) == 0
    text, errors = output()
    assert errors == ""
    assert re.search(r"\n  [1-9][0-9,]* steps a second \(300 games, 2 threads, 0\.\d s\)\n", text)
    game = navalenv.load_game("sea_chess", size=6)
    assert f"a state is {game.record_type.itemsize} bytes" in text


def test_bench_of_all_games(output: Output) -> None:
    assert main(["bench", "--batch", "1", "--threads", "1", "--seconds", "0"]) == 0
    text, _ = output()
    for name in GAMES:
        assert f"{game_class(name).title}, " in text
    assert text.count("(1 games, 1 thread, 0.0 s)") == len(GAMES)


def test_games(output: Output) -> None:
    assert main(["games"]) == 0
    text, errors = output()
    assert errors == ""
    for name in GAMES:
        game = navalenv.load_game(name)
        assert f"{name}: {game.title}\n" in text
        assert f"{game.num_distinct_actions:,}" in text
        for option in game.option_table:
            assert option.meaning in text
    for environment in (*navalenv.registration.GYMNASIUM_IDS, "navalenv/sea_chess-v0"):
        assert f"    {environment}" in text
    assert "from navalenv import sea_chess_v0" in text


# Ends that nobody asked for.


def test_interrupt_is_quiet_and_saves(
    output: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    path = tmp_path / "game.txt"
    assert main(["play", "sea_chess", "--size", "6", "--record", str(path)]) == 130
    assert output()[1] == ""
    assert GameRecord.load(path).moves == ()


def test_broken_pipe_is_quiet(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Closed())
    assert main(["games"]) == 1
    assert output()[1] == ""


def run_process(*words: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "navalenv", *words],
        capture_output=True,
        text=True,
        check=False,
        **settings,
    )


def test_as_a_process(tmp_path: pathlib.Path) -> None:
    done = run_process(*short_game("--record", "game.txt", "--seed", "1"), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Sea Chess, size 6, max_quiet_plies 100, seed 1\n")
    done = run_process("replay", "game.txt", "--check", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    done = run_process("watch", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("navalenv watch: unknown game 'chess'")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_reader_that_goes_away() -> None:
    words = [sys.executable, "-m", "navalenv", "watch", "sea_chess", "--seed", "1"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


def test_help_is_light() -> None:
    code = (
        "import sys; from navalenv.cli.main import main; main(['--help']); "
        "assert 'numba' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_commands_are_modules() -> None:
    folder = pathlib.Path(main_module.__file__).parent
    helpers = {"__init__", "arguments", "errors", "main", "screen"}
    assert {path.stem for path in folder.glob("*.py")} == helpers | set(COMMANDS)
