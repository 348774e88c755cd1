"""With ``NUMBA_DISABLE_JIT=1`` the same code runs as plain Python, and does the same."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import navalenv
from navalenv.players.search import Search
from tests.games import CASES, Case, every_game

SEEDS = [3, -1, 2**45 + 1]
PLIES = 25


def transcript(name: str, options: dict[str, Any]) -> list[str]:
    """A digest of all that a few games show, for each ply and at last for players and texts."""
    game = navalenv.load_game(name, **options)
    batch = game.new_batch(len(SEEDS), seed=SEEDS)
    state = game.new_initial_state(seed=SEEDS[0])
    lines = []

    def note(*parts: Any) -> None:
        digest = hashlib.sha256()
        for part in parts:
            digest.update(part if isinstance(part, bytes) else part.tobytes())
        lines.append(digest.hexdigest())

    for _ in range(PLIES):
        actions = batch.sample_legal_actions()
        note(batch.states, batch.legal_actions_mask(), batch.observe(), actions)
        note(batch.ply_words(), batch.episode_words(), batch.current_players)
        players = list(range(game.num_players))
        note(*(batch.observe(players=[player] * len(SEEDS)) for player in players))
        for player in ("random_rows", "greedy_rows"):
            chosen = batch.sample_legal_actions()
            getattr(game.drivers, player)(batch.states, batch.ply_words(), chosen, 0, len(SEEDS))
            note(chosen)
        lines.append(str(batch.legal(actions)) + str(batch.legal(actions + 1)))
        lines.append(str(batch.step(actions).tolist()))
        if not state.is_terminal():
            lines.append(state.action_to_string(int(actions[0])))
            state.apply_action(int(actions[0]))
        lines.append(str(state))
        note(state.record.tobytes(), state.legal_actions_mask(), state.serialize()[:17])
    going = np.flatnonzero(~batch.terminated)
    search = Search(game, 6, rollout_plies=3, candidates=2)
    found = search.run(batch.states[going], batch.ply_words()[going])
    note(found.actions, found.visits, found.values)
    batch.reset(where=[1], position=str(state))
    batch.reset(where=[0, 2], seed=5)
    note(batch.states)
    while state.history():
        state.undo_action()
    note(state.record.tobytes())
    return lines


if __name__ == "__main__":
    from navalenv.core.jit import JIT_DISABLED

    assert JIT_DISABLED
    print(json.dumps({case.id: transcript(case.name, case.options) for case in CASES}))


@pytest.fixture(scope="module")
def plain() -> dict[str, list[str]]:
    """Transcripts of all games by plain Python, warnings being errors."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.core.test_plain_python"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    return json.loads(run.stdout)  # type: ignore[no-any-return]


@every_game
def test_plain_python_does_the_same(case: Case, plain: dict[str, list[str]]) -> None:
    compiled = transcript(case.name, case.options)
    assert len(compiled) > PLIES
    assert plain[case.id] == compiled
