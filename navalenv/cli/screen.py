"""Where commands show boards: text in a terminal, or a window."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from typing import Any, Protocol

import numpy as np

from navalenv.cli.arguments import seconds
from navalenv.cli.errors import CommandError
from navalenv.core.game import Game

_DELAY = 0.5
"""Seconds between two boards where a person looks on."""
_WINDOW_PAUSE = 0.03
"""Seconds between two looks at what a person does to the window."""


class Screen(Protocol):
    """Shows one record after another."""

    def show(self, record: np.void) -> bool:
        """Show a record and wait; False if the person wants to see no more."""
        ...

    def finish(self) -> None:
        """The last record has been shown."""
        ...


def add_screen(parser: argparse.ArgumentParser) -> None:
    """Add how boards are shown."""
    parser.add_argument(
        "--delay",
        metavar="S",
        type=seconds,
        help=f"seconds between two moves (default: {_DELAY} if a person looks on, else 0)",
    )
    parser.add_argument(
        "--render",
        choices=("text", "window"),
        default="text",
        help="where boards are shown (default text)",
    )
    add_colour(parser)


def add_colour(parser: argparse.ArgumentParser) -> None:
    """Add whether text has colours."""
    parser.add_argument(
        "--colour",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours in the terminal (default auto: if it is one)",
    )


def wants_colour(choice: str) -> bool:
    """Whether to write colours, by the argument ``--colour``."""
    if choice != "auto":
        return choice == "always"
    return is_terminal() and not os.environ.get("NO_COLOR")


def is_terminal() -> bool:
    """Whether a terminal that can move its cursor shows what is written."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def make_screen(arguments: argparse.Namespace, game: Game) -> Screen:
    """The screen that the arguments of `add_screen` ask for."""
    if arguments.render == "window":
        return _WindowScreen(game, _DELAY if arguments.delay is None else arguments.delay)
    delay = arguments.delay
    if delay is None:
        delay = _DELAY if is_terminal() else 0.0
    return _TextScreen(game, wants_colour(arguments.colour), delay)


def pause(duration: float) -> None:
    """Wait."""
    if duration > 0:
        time.sleep(duration)


class _TextScreen:
    """Boards of letters: each in the place of the one before if a terminal has the room."""

    def __init__(self, game: Game, colour: bool, delay: float) -> None:
        self._game = game
        self._colour = colour
        self._delay = delay
        self._shown = 0

    def show(self, record: np.void) -> bool:
        if self._shown:
            pause(self._delay)
        lines = self._game.draw_text(record, self._colour).split("\n")
        width, height = shutil.get_terminal_size()
        plain = self._game.draw_text(record).split("\n") if self._colour else lines
        in_place = is_terminal() and len(lines) < height and max(map(len, plain)) <= width
        if self._shown:
            if in_place:
                # Up to the first line of the last board; each line is then written over.
                sys.stdout.write(f"\x1b[{self._shown}F")
            else:
                sys.stdout.write("\n")
        end = "\x1b[K\n" if in_place else "\n"
        sys.stdout.write("".join(line + end for line in lines))
        if in_place:
            sys.stdout.write("\x1b[J")
        self._shown = len(lines)
        sys.stdout.flush()
        return True

    def finish(self) -> None:
        sys.stdout.write("\n")
        sys.stdout.flush()


class _WindowScreen:
    """Pictures in a window; it stays after the last one until the person closes it."""

    def __init__(self, game: Game, delay: float) -> None:
        from navalenv.render.window import Window

        self._game = game
        self._delay = delay
        self._window: Any = Window(game.title)

    def show(self, record: np.void) -> bool:
        try:
            self._window.show(self._game.draw(record))
        except ImportError as error:
            raise CommandError(error) from error
        except RuntimeError as error:
            raise CommandError("no window can be opened here; use --render text") from error
        return self._wait(self._delay)

    def finish(self) -> None:
        print("Close the window to end.")
        try:
            self._wait(float("inf"))
        finally:
            self._window.close()

    def _wait(self, duration: float) -> bool:
        """Wait, but not longer than the window is open; whether it still is."""
        end = time.monotonic() + duration
        while True:
            self._window.update()
            left = end - time.monotonic()
            if self._window.closed_by_person or left <= 0:
                return not self._window.closed_by_person
            pause(min(left, _WINDOW_PAUSE))
