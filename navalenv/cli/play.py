"""``navalenv play``: a person against a player."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence

from navalenv.cli.arguments import (
    action_of,
    add_game,
    add_start,
    initial_state,
    load_game,
    number_from,
    options_text,
    player_named,
    result_text,
    save_record,
    seats_text,
)
from navalenv.cli.errors import CommandError, UsageError
from navalenv.cli.screen import add_colour, wants_colour
from navalenv.core.state import State
from navalenv.players.ladder import make_player, player_forms
from navalenv.players.player import Player

USAGE = "navalenv play GAME [--seat N] [--opponent NAME] [other options]"
DESCRIPTION = """\
Play a game against a player in the terminal. Moves are typed in the notation of the game;
'help' lists what else can be typed, 'moves' the legal moves. The Tab key completes a move
where the terminal allows it."""
EXAMPLE = """\
examples:
  navalenv play sea_chess --size 6
  navalenv play sea_chess --seat 1 --opponent random --record game.txt"""

_HINTS = "greedy"
"""The player that is asked for hints."""

_HELP = """\
  MOVE         make a move, written as 'moves' lists them
  moves        list the legal moves
  moves TEXT   list those that contain TEXT, such as a square
  hint         what the greedy player would do
  undo         take your last move back, and the answer to it
  board        show the board again
  save FILE    save the game so far, for 'navalenv replay FILE'
  quit         end here"""


def add_arguments(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Add the arguments of the command."""
    add_game(parser, words)
    parser.add_argument(
        "--seat",
        metavar="N",
        type=number_from(0),
        default=0,
        help="your seat (default 0)",
    )
    parser.add_argument(
        "--opponent",
        metavar="NAME",
        default="greedy",
        help=f"who plays in all other seats: {', '.join(player_forms())} (default greedy)",
    )
    add_start(parser)
    add_colour(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play a game."""
    game = load_game(arguments)
    if arguments.seat >= game.num_players:
        raise UsageError(f"--seat must be 0 to {game.num_players - 1}, got {arguments.seat}")
    opponent = player_named(arguments.opponent, game)
    state = initial_state(arguments, game)
    names = [arguments.opponent] * game.num_players
    names[arguments.seat] = "you"
    print(f"{game.title}, {options_text(game)}, seed {arguments.seed}")
    print(seats_text(game, names))
    names[arguments.seat] = "person"
    session = Session(state, arguments.seat, opponent, names, wants_colour(arguments.colour))
    try:
        session.run()
    finally:
        if arguments.record:
            save_record(state, names, arguments.record)
    print(f"Result: {result_text(state)}")
    if arguments.record:
        print(f"Saved: {arguments.record}")
    return 0


class Session:
    """A game between a person and a player.

    Args:
        state: to begin with; it is changed.
        seat: of the person.
        opponent: in all other seats.
        names: of the players, for records.
        colour: whether to write colours.
    """

    def __init__(
        self, state: State, seat: int, opponent: Player, names: list[str], colour: bool
    ) -> None:
        self._state = state
        self._game = state.get_game()
        self._seat = seat
        self._opponent = opponent
        self._names = names
        self._colour = colour
        self._asked = False
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "board": self._board,
            "save": self._save,
        }

    def run(self) -> None:
        """Play until the person ends it."""
        with _Completion(self._completions):
            self._opponents_move()
            while True:
                line = self._read()
                if line is None or line.lower() in ("quit", "exit"):
                    return
                self._obey(line)

    def _read(self) -> str | None:
        """What the person types; None at the end of all input."""
        if self._state.is_terminal():
            prompt = "The game is over (undo, save FILE, quit)> "
        elif not self._asked:
            prompt = f"{self._game.player_name(self._seat)} (a move, or help)> "
            self._asked = True
        else:
            prompt = f"{self._game.player_name(self._seat)}> "
        try:
            line = input(prompt).strip()
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():
            print(line)  # so that what a script types is in the text
        return line

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        if not line:
            return
        if command is not None:
            command(rest.strip())
        else:
            self._move(line)

    # What can be typed.

    def _move(self, text: str) -> None:
        state = self._state
        alike = [name for name in self._legal() if name.lower() == text.lower()]
        try:
            action = state.string_to_action(alike[0] if len(alike) == 1 else text)
        except ValueError as error:
            print(_wrapped(str(error)))
            return
        state.apply_action(action)
        self._tell()
        self._opponents_move()

    def _help(self, rest: str) -> None:
        print(_HELP)

    def _board(self, rest: str) -> None:
        print(f"\n{self._game.draw_text(self._state.record, self._colour)}\n")

    def _moves(self, text: str) -> None:
        if self._state.is_terminal():
            print("The game is over, there are no moves.")
            return
        legal = self._legal()
        found = [name for name in legal if _contains(name, text)]
        if text:
            print(f"{len(found)} of {len(legal)} legal moves contain {text!r}")
        else:
            print(f"{len(legal)} legal moves")
        if self._game.notation_is_code:
            print(self._in_words(found), end="")
        else:
            print(_columns(found), end="")

    def _hint(self, rest: str) -> None:
        if self._state.is_terminal():
            print("The game is over.")
            return
        action = action_of(make_player(_HINTS, self._game), self._state)
        print(f"The {_HINTS} player would play {self._state.action_to_string(action)}")

    def _undo(self, rest: str) -> None:
        mine = [int(past[0]["to_move"]) == self._seat for past in self._state.past_records()]
        if not any(mine):
            print("There is no move of yours to take back.")
            return
        back = mine[::-1].index(True) + 1
        for _ in range(back):
            self._state.undo_action()
        print(f"Took back {back} {'move' if back == 1 else 'moves'}.")
        self._board("")

    def _save(self, path: str) -> None:
        if not path:
            print("save needs the name of a file, such as: save game.txt")
            return
        try:
            save_record(self._state, self._names, path)
        except CommandError as error:
            print(error)
        else:
            print(f"Saved: {path}")

    # Inside.

    def _opponents_move(self) -> None:
        """Let the others move until it is the person's turn, then show the board."""
        state = self._state
        while not state.is_terminal() and state.current_player() != self._seat:
            mover = self._game.player_name(state.current_player())
            action = action_of(self._opponent, state)
            print(f"{mover} plays {state.action_to_string(action)}")
            state.apply_action(action)
            self._tell()
        self._board("")

    def _tell(self) -> None:
        """Say what came of the last ply: the board shows it only until the next one."""
        for line in self._game.last_events(self._state.record):
            print(f"  {line}")

    def _in_words(self, moves: list[str]) -> str:
        """Moves and what they are, a line each."""
        record, width = self._state.record, max(map(len, moves), default=0)
        by_name = dict(zip(self._legal(), self._state.legal_actions(), strict=True))
        return "".join(
            f"  {name:{width}}  {self._game.describe_action(record, by_name[name])}\n"
            for name in moves
        )

    def _legal(self) -> list[str]:
        state = self._state
        return [state.action_to_string(action) for action in state.legal_actions()]

    def _completions(self, begun: str) -> list[str]:
        """What the person may want to type, from how it begins."""
        words = [*self._legal(), *self._commands, "quit"]
        return [word for word in words if word.lower().startswith(begun.lower())]


def _contains(move: str, text: str) -> bool:
    """Whether a move contains a text; digits beside it do not count: a1 is not in a10."""
    pattern = re.escape(text)
    if text[:1].isdigit():
        pattern = rf"(?<!\d){pattern}"
    if text[-1:].isdigit():
        pattern = rf"{pattern}(?!\d)"
    return re.search(pattern, move, re.IGNORECASE) is not None


def _wrapped(text: str) -> str:
    """A text in lines that a terminal has room for; moves are not broken."""
    if not sys.stdout.isatty():
        return text
    width = shutil.get_terminal_size().columns - 1
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


def _columns(texts: Sequence[str]) -> str:
    """Texts side by side in columns, as wide as the terminal allows."""
    if not texts:
        return ""
    width = max(map(len, texts)) + 2
    columns = max(1, (shutil.get_terminal_size().columns - 2) // width)
    rows = [texts[i : i + columns] for i in range(0, len(texts), columns)]
    lines = ("".join(f"{text:{width}}" for text in row).rstrip() for row in rows)
    return textwrap.indent("\n".join(lines) + "\n", "  ")


class _Completion:
    """Completes words with the Tab key while it is entered, where Python has readline."""

    def __init__(self, find: Callable[[str], list[str]]) -> None:
        self._find = find
        self._found: list[str] = []

    def __enter__(self) -> None:
        if not sys.stdin.isatty():
            return
        try:
            import readline
        except ImportError:
            return
        self._before = readline.get_completer(), readline.get_completer_delims()
        readline.set_completer(self._complete)
        readline.set_completer_delims("")  # a move may hold spaces and signs
        editline = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")

    def __exit__(self, *error: object) -> None:
        if hasattr(self, "_before"):
            import readline

            readline.set_completer(self._before[0])
            readline.set_completer_delims(self._before[1])

    def _complete(self, begun: str, number: int) -> str | None:
        if number == 0:
            self._found = self._find(begun)
        return self._found[number] if number < len(self._found) else None
