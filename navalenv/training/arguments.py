"""The command line that the training scripts share."""

from __future__ import annotations

import argparse
import dataclasses
import inspect
import pathlib
from collections.abc import Mapping

from navalenv.training.self_play import Settings


def read_settings(
    description: str | None,
    game: str,
    options: Mapping[str, tuple[int, tuple[int, ...], str]],
) -> tuple[Settings, pathlib.Path]:
    """Settings of a run and the folder for its results, from the command line.

    Args:
        description: what ``--help`` says first.
        game: name of the game.
        options: options of the game that can be given: default, choices and a line of help.
    """
    parser = argparse.ArgumentParser(
        description=description,
        epilog=inspect.getdoc(Settings),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, (default, choices, text) in options.items():
        parser.add_argument(
            "--" + name.replace("_", "-"),
            type=int,
            default=default,
            choices=choices,
            help=f"{text} ({default})",
        )
    parser.add_argument("--minutes", type=float, default=2.0, help="time budget (2)")
    parser.add_argument("--folder", type=pathlib.Path, help="where results go (runs/...)")
    for field in dataclasses.fields(Settings):
        if field.name in ("game", "options", "minutes"):
            continue
        name = "--" + field.name.replace("_", "-")
        if isinstance(field.default, tuple):
            text = " ".join(map(str, field.default))
            parser.add_argument(name, nargs="*", help=f"({text})")
        else:
            kind = int if field.default is None else type(field.default)
            parser.add_argument(name, type=kind, help=f"({field.default})")
    given = {name: value for name, value in vars(parser.parse_args()).items() if value is not None}
    chosen = {name: given.pop(name) for name in options}
    parts = [game, *(str(value) for value in chosen.values())]
    folder = given.pop("folder", pathlib.Path("runs") / "_".join(parts))
    if "sparring" in given:
        given["sparring"] = tuple(given["sparring"])
    return Settings(game, chosen, **given), folder
