"""Speed of the core: random play in a batch, compilation, and ratios to other libraries.

    python benchmarks/core_speed.py
    python benchmarks/core_speed.py --size 8 --batch-size 1024 --threads 2
    python benchmarks/core_speed.py --peer-python /path/to/python   # where the peers are installed

One step is one game's move in the loop: sample a legal action, step, observe, mask of the legal
actions, reset of games that are over. Figures are the best of several runs: other programs on
the machine only ever make them worse.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

CALLS = ("sample_legal_actions", "step", "observe", "legal_actions_mask", "reset")
RUNS = 8


def batch_speed(
    game: str, options: dict[str, int], batch_size: int, threads: int, seconds: float
) -> tuple[float, dict[str, float], int]:
    """Steps a second, nanoseconds a step by call (each the best of its runs), record bytes."""
    import navalenv

    rules = navalenv.load_game(game, **options)
    batch = rules.new_batch(batch_size, num_threads=threads)
    observations, masks = batch.observe(), batch.legal_actions_mask()
    for _ in range(200):  # games in the middle, not all at the start
        batch.step(batch.sample_legal_actions())
        batch.reset(batch.terminated)
    clock = time.perf_counter
    best, least = 0.0, dict.fromkeys(CALLS, float("inf"))
    for _ in range(RUNS):
        spent = dict.fromkeys(CALLS, 0.0)
        steps, start = 0, clock()
        while clock() - start < seconds / RUNS:
            times = [clock()]
            actions = batch.sample_legal_actions()
            times.append(clock())
            batch.step(actions)
            times.append(clock())
            batch.observe(out=observations)
            times.append(clock())
            batch.legal_actions_mask(out=masks)
            times.append(clock())
            batch.reset(batch.terminated)
            times.append(clock())
            for call, before, after in zip(CALLS, times[:-1], times[1:], strict=True):
                spent[call] += after - before
            steps += batch_size
        best = max(best, steps / (clock() - start))
        least = {call: min(least[call], spent[call] / steps * 1e9) for call in CALLS}
    return best, least, rules.record_type.itemsize


def first_calls(game: str, options: dict[str, int]) -> None:
    """Use everything once, as a new process does; prints seconds, by the clock and of the CPU."""
    start = time.perf_counter()
    import navalenv

    rules = navalenv.load_game(game, **options)
    state = rules.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    state.observation_tensor()
    batch = rules.new_batch(256, num_threads=1)
    batch.step(batch.sample_legal_actions())
    batch.observe()
    batch.legal_actions_mask()
    batch.reset(batch.terminated)
    print(time.perf_counter() - start, time.process_time())


def openspiel_chess(seconds: float) -> str:
    """OpenSpiel's chess, one game at a time through its Python binding."""
    import random

    import pyspiel

    game = pyspiel.load_game("chess")
    state = game.new_initial_state()
    moves, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        state.apply_action(random.choice(state.legal_actions()))
        moves += 1
        if state.is_terminal():
            state = game.new_initial_state()
        state.observation_tensor()
        state.legal_actions_mask()
    return f"{moves / (time.perf_counter() - start)}"


def pgx_chess(seconds: float) -> str:
    """PGX's chess on the CPU, a batch in one compiled loop body with automatic resets."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    jax.config.update("jax_platforms", "cpu")
    chess = pgx.make("chess")
    batch_size = 256
    play = auto_reset(chess.step, chess.init)

    def one_step(state, key):
        pick, key = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(pick, logits)
        return play(state, action, key)

    step = jax.jit(jax.vmap(one_step))
    state = jax.jit(jax.vmap(chess.init))(jax.random.split(jax.random.PRNGKey(0), batch_size))
    split = jax.jit(lambda key: jax.random.split(key, batch_size + 1))
    key = jax.random.PRNGKey(1)
    best = 0.0
    for run in range(3):
        steps, start = 0, time.perf_counter()
        while steps == 0 or (run and time.perf_counter() - start < seconds):
            keys = split(key)
            key = keys[0]
            state = step(state, keys[1:])
            jax.block_until_ready((state.observation, state.legal_action_mask))
            steps += batch_size
        best = max(best, steps / (time.perf_counter() - start) if run else 0.0)
    return f"{best}"


PEERS = {
    "OpenSpiel chess": (
        openspiel_chess,
        "Python binding, one game; random legal move, observation_tensor, legal_actions_mask",
    ),
    "PGX chess": (
        pgx_chess,
        "jit and vmap over 256 games on the CPU; random legal move, observation, mask each step",
    ),
}


def in_process(python: str, *arguments: str, threads: int = 1, cache: str | None = None) -> str:
    """What this file prints with other arguments, in a process that uses ``threads`` cores."""

    def use_cores() -> None:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-threads:])

    environment = dict(os.environ)
    if cache is not None:
        environment["NAVALENV_CACHE_DIR"] = cache
    done = subprocess.run(
        [python, os.path.abspath(__file__), *arguments],
        capture_output=True,
        text=True,
        env=environment,
        preexec_fn=use_cores,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise RuntimeError(lines[-1])
    return done.stdout.strip().splitlines()[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="sea_chess")
    parser.add_argument("--size", type=int, help="squares a side, for games that have this option")
    parser.add_argument("--batch-size", type=int, default=256)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=4.0, help="for each measurement")
    parser.add_argument("--peer-python", default=sys.executable, help="runs the peers")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--only", choices=["first-calls", *PEERS], help=argparse.SUPPRESS)
    given = parser.parse_args()
    options = {} if given.size is None else {"size": given.size}
    if given.only == "first-calls":
        first_calls(given.game, options)
        return
    if given.only:
        print(PEERS[given.only][0](given.seconds))
        return

    speed, calls, size = batch_speed(
        given.game, options, given.batch_size, given.threads, given.seconds
    )
    named = " ".join([given.game, *(f"{name} {value}" for name, value in options.items())])
    print(f"{named}, batch of {given.batch_size}, threads: {given.threads}")
    print(f"  {'steps/s':<24}{speed:>12,.0f}")
    for call, nanoseconds in calls.items():
        print(f"  {call:<24}{nanoseconds:>12,.0f} ns a step")
    print(f"  {'state':<24}{size:>12,} bytes")
    arguments = ["--only", "first-calls", "--game", given.game]
    if given.size is not None:
        arguments += ["--size", str(given.size)]
    with tempfile.TemporaryDirectory() as cache:
        for label, runs in (("first calls, cold cache", 1), ("first calls, warm cache", 3)):
            times = [
                [
                    float(each)
                    for each in in_process(sys.executable, *arguments, cache=cache).split()
                ]
                for _ in range(runs)
            ]
            seconds, of_cpu = min(times)
            print(
                f"  {label:<24}{seconds:>12.2f} s ({of_cpu:.2f} s of CPU time with Python's start)"
            )
    if given.no_peers:
        return
    for peer, (_, how) in PEERS.items():
        try:
            other = float(
                in_process(
                    given.peer_python,
                    "--only",
                    peer,
                    "--seconds",
                    str(given.seconds),
                    threads=given.threads,
                )
            )
        except RuntimeError as error:
            print(f"  {peer:<24}     skipped: {error}")
            continue
        print(f"  {peer:<24}{other:>12,.0f} steps/s; navalenv / peer: {speed / other:,.1f}")
        print(f"  {'':<24}     ({how})")


if __name__ == "__main__":
    main()
