"""What importing the package brings with it, and what a record weighs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.games import Case, every_game


def modules_after(statement: str) -> set[str]:
    """Top-level modules that a fresh interpreter has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    return set(run.stdout.split())


HEAVY = {"numba", "torch", "stable_baselines3", "sb3_contrib", "pygame", "ray", "matplotlib"}


def test_import_of_the_package_is_light() -> None:
    loaded = modules_after("import navalenv")
    assert "navalenv" in loaded
    assert not loaded & HEAVY


def test_games_need_numba_and_nothing_heavier() -> None:
    loaded = modules_after(
        "import navalenv; game = navalenv.load_game('sea_chess', size=6); "
        "batch = game.new_batch(2); batch.step(batch.sample_legal_actions()); "
        "str(batch.state(0)); batch.state(0).serialize()"
    )
    assert "numba" in loaded
    assert not loaded & (HEAVY - {"numba"})


def test_names_of_trained_players_cost_nothing() -> None:
    loaded = modules_after(
        "import navalenv; navalenv.PLAYERS; game = navalenv.load_game('sea_chess', size=6); "
        "navalenv.make_player('greedy', game); import navalenv.baselines; "
        "navalenv.baselines.baselines('sea_chess'); import navalenv.training.settings"
    )
    assert not loaded & (HEAVY - {"numba"})


@every_game
def test_records_have_no_gaps(case: Case) -> None:
    dtype = case.load().record_type
    ends = 0
    for name in dtype.names:
        field, offset = dtype.fields[name][:2]
        assert offset == ends, f"a gap before {name}"
        ends = offset + field.itemsize
    assert ends == dtype.itemsize
    assert dtype.itemsize % 8 == 0


@pytest.mark.parametrize(("name", "limit"), [("sea_chess", 256), ("president_chess", 512)])
def test_size_of_records(name: str, limit: int) -> None:
    import navalenv

    assert navalenv.load_game(name).record_type.itemsize <= limit
