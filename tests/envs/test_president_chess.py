"""President Chess through the interfaces: cases, and games in which players fall one by one."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest

from navalenv import president_chess_v0, sb3
from navalenv.core.errors import IllegalActionError, PositionError
from navalenv.core.state import State
from tests.envs.doors import legal
from tests.president import CASES, SEATS, game_of, hash_of, load, position, result_of

THREE_LEFT = position("0Pa4 2Ph15 3Po8 0Dh1 2Ma9 3Mm10", 0, "023")
"""South, North and East are left; South can kill the President of North or of East at once."""


def action_of(text: str, move: str) -> int:
    return game_of(text).new_initial_state(text).string_to_action(move)


# PettingZoo.


def perft_2(env: Any, options: dict[str, Any]) -> list[int]:
    """Numbers of sequences of one and of two actions, by the environment alone."""
    env.reset(options=options)
    actions = legal(env.last()[0]["action_mask"])
    total = 0
    for action in actions:
        env.reset(options=options)
        env.step(action)
        total += len(legal(env.last()[0]["action_mask"]))
    return [len(actions), total]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_start(players: int) -> None:
    start = CASES["initial"][str(players)]
    for make in (president_chess_v0.env, president_chess_v0.raw_env):
        env = make(num_players=players)
        env.reset(seed=0)
        assert env.agents == [f"player_{i}" for i in range(players)]
        assert str(env.unwrapped.game_state()) == start["text"]
        assert legal(env.last()[0]["action_mask"]) == start["legal"]
        assert perft_2(env, {}) == start["perft"][:2]


@pytest.mark.parametrize("case", CASES["positions"], ids=lambda case: case["name"])
def test_positions(case: dict[str, Any]) -> None:
    num_players = len(case["text"].rsplit(" ", 1)[1])
    options = {"position": case["text"]}
    env = president_chess_v0.raw_env(num_players=num_players)
    env.reset(options=options)
    mover = SEATS[num_players].index(case["text"].rsplit(" ", 4)[1])
    assert env.agent_selection == f"player_{mover}"
    assert legal(env.last()[0]["action_mask"]) == case["legal"]
    for i, action in enumerate(case["legal"]):
        env.reset(options=options)
        env.step(action)
        text = str(env.game_state())
        assert hash_of(text) == case["hashes"][12 * i : 12 * i + 12]
    for after in case["after"]:
        env.reset(options=options)
        env.step(after["action"])
        assert [env.rewards[agent] for agent in env.possible_agents] == after["rewards"]
        assert set(env.terminations.values()) == {after["over"]}
        assert env.agents == env.possible_agents
        masks = [env.observe(agent)["action_mask"].any() for agent in env.possible_agents]
        assert sum(masks) == (0 if after["over"] else 1)
    illegal = next(action for action in range(CASES["N"]) if action not in case["legal"])
    env.reset(options=options)
    with pytest.raises(IllegalActionError, match=str(illegal)):
        env.step(illegal)


@pytest.mark.parametrize("played", CASES["games"], ids=lambda played: str(played["seed"]))
def test_games(played: dict[str, Any]) -> None:
    env = president_chess_v0.env(num_players=played["players"])
    env.reset(seed=5)
    for ply, action in enumerate(played["actions"]):
        agent = env.agent_selection
        mask = env.observe(agent)["action_mask"]
        assert mask.sum() == played["counts"][ply]
        env.step(action)
        expected = result_of(played).get(ply, [0.0] * played["players"])
        assert [env.rewards[agent] for agent in env.possible_agents] == expected
        text = str(env.unwrapped.game_state())
        assert hash_of(text) == played["hashes"][12 * ply : 12 * ply + 12]
    assert text == played["final"]
    assert all(env.terminations.values())
    returns = env.unwrapped.game_state().returns()
    assert returns == pytest.approx(played["result"], abs=1e-12)


@pytest.mark.parametrize("players", [3, 4])
def test_the_fallen_stay_and_are_not_selected(players: int) -> None:
    """Through whole games: who falls is paid at once, keeps its place, and waits for the end."""
    falls = 0
    for seed in range(6):
        env = president_chess_v0.env(num_players=players)
        env.reset(seed=seed)
        choose = random.Random(seed)
        fallen: dict[str, float] = {}
        received = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            received[agent] += reward
            assert not truncated
            if terminated:
                assert not observation["action_mask"].any()
                env.step(None)
                continue
            assert agent not in fallen
            assert env.agents == env.possible_agents
            env.step(choose.choice(legal(observation["action_mask"])))
            record = env.unwrapped.game_state().record
            for player, each in enumerate(env.possible_agents):
                if record["eliminated"][player] and each not in fallen:
                    fallen[each] = env.rewards[each]
                    falls += 1
                    if not record["terminated"]:
                        assert env.rewards[each] == -1 / (players - 1)
                        assert env.terminations[each] is False
                        assert not env.observe(each)["action_mask"].any()
                elif each in fallen:
                    assert env.rewards[each] == 0
        assert [received[f"player_{i}"] for i in range(players)] == pytest.approx(
            env.unwrapped.game_state().returns(), abs=1e-12
        )
        assert abs(sum(received.values())) < 1e-12
    assert falls > 6


def test_parallel_games_keep_the_fallen() -> None:
    env = president_chess_v0.parallel_env(num_players=3)
    observations, infos = env.reset(seed=1)
    choose = random.Random(1)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        assert sorted(observations) == sorted(env.possible_agents)
        mover = next(iter(infos.values()))["active_agent"]
        action = choose.choice(legal(observations[mover]["action_mask"]))
        actions = {agent: action if agent == mover else 0 for agent in env.agents}
        observations, rewards, _, _, infos = env.step(actions)
        for agent, reward in rewards.items():
            totals[agent] += reward
    assert abs(sum(totals.values())) < 1e-12
    assert max(totals.values()) > 0


# One seat.


@pytest.mark.parametrize("move", ["Dh1-h15xP+2", "Dh1-o8xP+3"])
def test_episodes_end_when_the_learner_falls(move: str) -> None:
    """The opponents' game would go on, but nothing in it concerns the learner any more."""
    seat = int(move[-1])

    def opponent(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        kill = action_of(THREE_LEFT, move)
        return np.where(masks[:, kill] == 1, kill, masks.argmax(1))

    with pytest.raises(PositionError, match="first turn"):
        gymnasium.make("navalenv/PresidentChess-v0", opponent=opponent, seat=seat).reset(
            options={"position": THREE_LEFT}
        )
    before = position("0Pa4 2Ph15 3Po8 0Dh1 2Ma9 3Mm10", seat, "023")
    env = gymnasium.make("navalenv/PresidentChess-v0", opponent=opponent, seat=seat)
    _, info = env.reset(seed=0, options={"position": before})
    name = env.unwrapped.state.action_to_string
    marine = next(action for action in legal(info["action_mask"]) if name(action)[0] == "M")
    observation, reward, terminated, truncated, info = env.step(marine)
    state: State = env.unwrapped.state
    assert (reward, terminated, truncated) == (-1 / 3, True, False)
    assert not state.is_terminal()
    assert state.record["eliminated"][seat]
    assert not info["action_mask"].any()
    assert np.array_equal(observation, state.observation_tensor(seat))
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_rewards_are_complete_when_an_episode_ends(players: int, opponent: str) -> None:
    """What the learner would get if the others played on: nothing more."""
    ends = set()
    for seed in range(6):
        env = gymnasium.make(
            "navalenv/PresidentChess-v0", num_players=players, opponent=opponent, seat="random"
        )
        _, info = env.reset(seed=seed)
        choose, total, terminated = random.Random(seed), 0.0, False
        while not terminated:
            action = choose.choice(legal(info["action_mask"]))
            _, reward, terminated, _, info = env.step(action)
            total += reward
        state = env.unwrapped.state
        ends.add(state.is_terminal())
        while not state.is_terminal():
            state.apply_action(choose.choice(state.legal_actions()))
        assert total == pytest.approx(state.returns()[info["seat"]], abs=1e-12)
    assert ends == {True} if players == 2 else ends


def test_seats_are_drawn_among_those_who_are_left() -> None:
    start = position("0Pa4 2Ph15 3Po8 0Mh3 2Mi9 3Mk8", 0, "023")
    env = gymnasium.make_vec(
        "navalenv/PresidentChess-v0", num_envs=64, seat="random", opponent="random"
    )
    _, infos = env.reset(seed=0, options={"position": start})
    assert set(infos["seat"].tolist()) == {0, 2, 3}
    _, infos = env.reset(seed=0)
    assert set(infos["seat"].tolist()) == {0, 1, 2, 3}
    alone = gymnasium.make("navalenv/PresidentChess-v0", seat=1)
    with pytest.raises(PositionError, match="first turn"):
        alone.reset(options={"position": start})


def test_self_play_of_four() -> None:
    env = gymnasium.make_vec("navalenv/PresidentChess-v0", num_envs=16, opponent=None)
    observations, infos = env.reset(seed=3)
    assert observations.shape == (16, 15, 15, 43)
    totals, ended = np.zeros((16, 4)), 0
    generator = np.random.default_rng(0)
    for _ in range(1500):
        movers = infos["current_player"]
        actions = [generator.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]]
        resetting = movers < 0
        observations, rewards, terminated, _, infos = env.step(np.array(actions))
        assert infos["rewards"].shape == (16, 4)
        for row in np.flatnonzero(~resetting):
            assert rewards[row] == infos["rewards"][row, movers[row]]
        totals += infos["rewards"]
        assert np.abs(totals[terminated].sum(axis=1)).max(initial=0) < 1e-12
        totals[terminated] = 0
        ended += int(terminated.sum())
    assert ended > 10


def test_frozen_copies_play_all_other_seats() -> None:
    seen: set[int] = set()

    def opponent(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        seen.update(states["to_move"].tolist())
        assert (states["to_move"] != 2).all()
        return masks.argmax(1)

    env = sb3.OneSeatVecEnv("president_chess", 8, opponent=opponent, seat=2, seed=0)
    env.reset()
    for _ in range(30):
        _, rewards, dones, infos = env.step(env.action_masks().argmax(1))
        for row in np.flatnonzero(dones):
            assert infos[row]["seat"] == 2
            assert infos[row]["terminal_observation"].shape == (15, 15, 43)
            assert rewards[row] != 0 or "terminal_observation" in infos[row]
    assert seen == {0, 1, 3}


def test_ids() -> None:
    assert gymnasium.make("navalenv/PresidentChess-v0").unwrapped.game == load(4)
    assert gymnasium.make("navalenv/PresidentChess-v0", num_players=3).unwrapped.game == load(3)
    assert gymnasium.make("navalenv/PresidentDuel-v0").unwrapped.game == load(2)
