"""Makes baselines from the folders of training runs: ``python -m navalenv.baselines.pack``.

    python -m navalenv.baselines.pack runs/sea_chess_10 runs/president_chess_4

Of each run the weights and the result become files of the package. In a checkout of the
repository figures and curve also go to ``docs/results``, and the tables of the documentation are
made anew. A baseline of the same name is replaced.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

import numpy as np
from sb3_contrib import MaskablePPO

from navalenv.baselines import FOLDER
from navalenv.core.registry import load_game_with
from navalenv.training.arguments import run_name
from navalenv.training.networks import network_of
from navalenv.training.trained import policy_with, weights_of

DOCS = FOLDER.parents[1] / "docs"


def pack(run: pathlib.Path, folder: pathlib.Path = FOLDER) -> str:
    """Make a baseline of a run.

    Args:
        run: folder of the run, with ``model.zip`` and ``result.json``.
        folder: where the baseline goes.

    Returns:
        The name of the baseline, such as ``sea_chess_10``.

    Raises:
        OSError: if a file is missing.
        ValueError: if the model is not one of the game's network, with the sizes that
            ``result.json`` says.
    """
    text = (run / "result.json").read_text("utf-8")
    settings = json.loads(text)["settings"]
    game = load_game_with(settings["game"], settings["options"])
    model = MaskablePPO.load(run / "model.zip", device="cpu")
    weights = weights_of(model.policy)
    policy_with(game, settings["network"], weights)
    name = run_name(game.name, network_of(game.name), settings["options"])
    folder.mkdir(exist_ok=True)
    np.savez(folder / f"{name}.npz", **weights)  # type: ignore[arg-type]
    (folder / f"{name}.json").write_text(text, "utf-8")
    return name


def main() -> None:
    """Make baselines of the runs on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", metavar="FOLDER", nargs="+", type=pathlib.Path)
    for run in parser.parse_args().runs:
        name = pack(run)
        size = (FOLDER / f"{name}.npz").stat().st_size
        print(f"{name}: {size:,} bytes of weights")
        if DOCS.is_dir():
            for file in ("result.json", "curve.csv", "curve.png"):
                source = run / file
                shutil.copyfile(source, DOCS / "results" / f"{name}{source.suffix}")
    if DOCS.is_dir():
        subprocess.run([sys.executable, str(DOCS / "make_tables.py")], check=True)


if __name__ == "__main__":
    main()
