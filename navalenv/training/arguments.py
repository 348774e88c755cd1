"""The command line that the training scripts share."""

from __future__ import annotations

import argparse
import dataclasses
import inspect
import pathlib
from collections.abc import Mapping
from typing import Any

from navalenv.training.self_play import Settings

BOARD_NETWORK = {"channels": (32, "features of a square"), "blocks": (2, "blocks of the network")}
"""Sizes of `navalenv.training.policy.BoardPolicy` in the scripts."""


def read_settings(
    description: str | None,
    game: str,
    options: Mapping[str, tuple[Any, tuple[Any, ...], str]],
    network: Mapping[str, tuple[int, str]],
    defaults: Mapping[str, Any] | None = None,
) -> tuple[Settings, pathlib.Path]:
    """Settings of a run and the folder for its results, from the command line.

    Args:
        description: what ``--help`` says first.
        game: name of the game.
        options: options of the game that can be given: default, choices and a line of help.
        network: sizes of the network: default and a line of help.
        defaults: settings that are other than those of `Settings` unless they are given.
    """
    defaults = defaults or {}
    parser = argparse.ArgumentParser(
        description=description,
        epilog=inspect.getdoc(Settings),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, (default, choices, text) in options.items():
        parser.add_argument(
            "--" + name.replace("_", "-"),
            type=type(default),
            default=default,
            choices=choices,
            help=f"{text} ({default})",
        )
    for name, (size, text) in network.items():
        parser.add_argument(
            "--" + name.replace("_", "-"), type=int, default=size, help=f"{text} ({size})"
        )
    parser.add_argument("--minutes", type=float, default=2.0, help="time budget (2)")
    parser.add_argument("--folder", type=pathlib.Path, help="where results go (runs/...)")
    for field in dataclasses.fields(Settings):
        if field.name in ("game", "options", "minutes", "network", "training_options"):
            continue
        name = "--" + field.name.replace("_", "-")
        default = defaults.get(field.name, field.default)
        if isinstance(default, tuple):
            text = " ".join(map(str, default))
            parser.add_argument(name, nargs="*", help=f"({text})")
        else:
            kind = float if "float" in str(field.type) else int
            parser.add_argument(name, type=kind, help=f"({default})")
    given = {name: value for name, value in vars(parser.parse_args()).items() if value is not None}
    chosen = {name: given.pop(name) for name in options}
    sizes = {name: given.pop(name) for name in network}
    parts = [game, *(str(value) for value in chosen.values())]
    folder = given.pop("folder", pathlib.Path("runs") / "_".join(parts))
    if "sparring" in given:
        given["sparring"] = tuple(given["sparring"])
    return Settings(game, chosen, network=sizes, **{**defaults, **given}), folder
