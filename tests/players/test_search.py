"""The search: it finds what exhaustive search finds, never sees dice to come, repeats itself."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import navalenv
from navalenv.core.game import Game
from navalenv.core.state import State
from navalenv.evaluation import evaluate
from navalenv.players.ladder import make_player
from navalenv.players.player import decide
from navalenv.players.search import Found, Search, SearchPlayer
from tests.games import Case, every_game
from tests.toy_ruleset.registration import register

register()


def random_words(rows: int, seed: int = 0) -> Any:
    """Words for so many rows."""
    return np.random.default_rng(seed).integers(0, 2**32, (rows, 4), dtype=np.uint32)


def search_state(search: Search, state: State, seed: int = 0) -> Found:
    """Search in one state."""
    return search.run(np.array([state.record]), random_words(1, seed))


def buoys() -> Game:
    """The toy game on 3 by 3 squares: three in a row win, as in noughts and crosses."""
    return navalenv.load_game("buoys", size=3)


@functools.cache
def best_return(text: str) -> float:
    """What the player to move gets in a position of the toy game, by exhaustive search."""
    state = buoys().new_initial_state(text)
    if state.is_terminal():
        return state.returns()[state.record["to_move"]]
    player = state.current_player()
    values = []
    for action in state.legal_actions():
        child = state.child(action)
        over = child.is_terminal()
        values.append(child.returns()[player] if over else -best_return(str(child)))
    return max(values)


def toy_states(count: int) -> list[State]:
    """Positions of the toy game with something to decide, by random moves."""
    choose = np.random.default_rng(3)
    states: list[State] = []
    while len(states) < count:
        state = buoys().new_initial_state(seed=int(choose.integers(2**32)))
        for _ in range(choose.integers(1, 6)):
            if not state.is_terminal():
                state.apply_action(int(choose.choice(state.legal_actions())))
        if not state.is_terminal():
            states.append(state)
    return states


@pytest.mark.parametrize("candidates", [1, 3])
def test_plays_the_toy_game_as_exhaustive_search_does(candidates: int) -> None:
    search = Search(buoys(), 1500, candidates=candidates)
    for state in toy_states(40):
        child = state.child(int(search_state(search, state).actions[0]))
        player = state.current_player()
        got = child.returns()[player] if child.is_terminal() else -best_return(str(child))
        assert got == best_return(str(state)), str(state)


def test_value_is_what_exhaustive_search_says() -> None:
    search = Search(buoys(), 4000)
    for state in toy_states(10):
        value = search_state(search, state).values[0, state.current_player()]
        assert value == pytest.approx(best_return(str(state)), abs=0.25), str(state)


@every_game
def test_counts(case: Case) -> None:
    state = case.state_after(seed=5, plies=20)
    if state.is_terminal():
        state = case.load().new_initial_state(seed=1)
    found = search_state(Search(case.load(), 30), state)
    # The first simulation is of the root itself.
    assert found.visits.shape == (1, case.load().num_distinct_actions)
    assert found.visits.sum() == 29
    assert set(np.flatnonzero(found.visits)) <= set(state.legal_actions())
    assert found.visits[0, found.actions[0]] == found.visits.max()
    assert found.values.shape == (1, case.load().num_players)
    facts = case.load().facts
    assert (found.values >= facts.min_utility - 1).all()
    assert (found.values <= facts.max_utility + 1).all()


@every_game
def test_state_stays_and_batch_and_threads_do_not_matter(case: Case) -> None:
    game = case.load()
    batch = game.new_batch(6, seed=7)
    for _ in range(12):
        batch.step(batch.sample_legal_actions())
    rows = np.flatnonzero(~batch.terminated)
    states, words = batch.states[rows], random_words(len(rows))
    before = states.tobytes()
    whole = Search(game, 40).run(states, words)
    assert states.tobytes() == before
    threads = Search(game, 40, num_threads=3).run(states, words)
    for found in (threads, Search(game, 40).run(states, words)):
        assert (found.visits == whole.visits).all()
        assert (found.values == whole.values).all()
    for i in range(len(rows)):
        alone = Search(game, 40).run(states[i : i + 1], words[i : i + 1])
        assert (alone.visits[0] == whole.visits[i]).all()
        assert (alone.values[0] == whole.values[i]).all()
        assert alone.actions[0] == whole.actions[i]


@pytest.mark.parametrize("options", [{"num_players": 2}, {"num_players": 4}])
def test_beats_random_president(options: dict[str, Any]) -> None:
    game = navalenv.load_game("president_chess", **options)
    assert evaluate(game, "search:50", "random", num_games=8).win_rate >= 0.75


def test_beats_greedy_sea_chess() -> None:
    game = navalenv.load_game("sea_chess", size=6)
    assert evaluate(game, "search:100", "greedy", num_games=20).win_rate >= 0.7


def test_does_not_see_dice_to_come() -> None:
    """Neither the stream of the game nor a script of dice changes what a search finds."""
    for name, options in (("salvoes", {}), ("war_at_sea", {"scenario": "skirmish"})):
        game = navalenv.load_game(name, **options)
        state = game.new_initial_state(seed=4)
        found = search_state(Search(game, 60), state)
        other = state.clone()
        other.reseed(12345)
        scripted = state.clone()
        game.set_dice(scripted.record, [1, 6, 6, 1, 2, 3] * 4)
        for changed in (other, scripted):
            again = search_state(Search(game, 60), changed)
            assert (again.visits == found.visits).all()
            assert (again.values == found.values).all()
        assert game.dice_script(scripted.record)[0]  # the state itself keeps its dice
        # It does depend on its own words.
        assert (search_state(Search(game, 60), state, seed=1).values != found.values).any()


def test_dice_are_sampled() -> None:
    """A shot that hits on 4 or more is worth something between a hit and a miss."""
    game = navalenv.load_game("salvoes")
    state = game.new_initial_state(seed=4)
    while len(state.legal_actions()) > 1 and not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        if state.record["hulls"].sum(axis=1).min() <= 1:
            break
    assert not state.is_terminal()
    value = search_state(Search(game, 2000), state).values[0]
    assert (abs(value) < 0.999).all()
    assert value.sum() == pytest.approx(0.0, abs=1e-9)


class Uniform:
    """A network that knows nothing: all actions alike, nothing to come."""

    def __init__(self, num_players: int) -> None:
        self.num_players = num_players
        self.asked: list[int] = []

    def __call__(self, observations: Any, action_masks: Any) -> Any:
        self.asked.append(len(observations))
        priors = action_masks / action_masks.sum(1, keepdims=True)
        return priors.astype(np.float32), np.zeros((len(observations), self.num_players))


def test_network_search_finds_wins() -> None:
    search = Search(buoys(), 1500, evaluator=Uniform(2))
    for state in toy_states(12):
        child = state.child(int(search_state(search, state).actions[0]))
        player = state.current_player()
        got = child.returns()[player] if child.is_terminal() else -best_return(str(child))
        assert got == best_return(str(state)), str(state)


@every_game
def test_network_search_in_batches(case: Case) -> None:
    game = case.load()
    batch = game.new_batch(5, seed=7)
    for _ in range(8):
        batch.step(batch.sample_legal_actions())
    rows = np.flatnonzero(~batch.terminated)
    states, words = batch.states[rows], random_words(len(rows))
    network = Uniform(game.num_players)
    whole = Search(game, 16, evaluator=network, noise=0.25).run(states, words)
    assert max(network.asked) == len(rows)
    assert len(network.asked) <= 16
    assert (whole.visits.sum(1) == 15).all()
    for i in range(len(rows)):
        search = Search(game, 16, evaluator=Uniform(game.num_players), noise=0.25, num_threads=2)
        alone = search.run(states[i : i + 1], words[i : i + 1])
        assert (alone.visits[0] == whole.visits[i]).all()
        assert alone.actions[0] == whole.actions[i]


def test_network_values_are_in_own_order() -> None:
    """A network that gives whoever moves 1 and the next one -1/3 does so by seats."""
    game = navalenv.load_game("president_chess", num_players=4)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 1

    def network(observations: Any, action_masks: Any) -> Any:
        priors = action_masks / action_masks.sum(1, keepdims=True)
        return priors, np.tile([0.9, 0.1, -0.2, -0.8], (len(observations), 1))

    found = search_state(Search(game, 2, evaluator=network), state)
    # One edge was tried: player 2 is to move after it.
    assert found.values[0] == pytest.approx([-0.2, -0.8, 0.9, 0.1])


def test_noise_changes_what_is_tried() -> None:
    state = navalenv.load_game("sea_chess", size=6).new_initial_state()
    quiet = search_state(Search(state.get_game(), 40, evaluator=Uniform(2)), state)
    noisy = search_state(Search(state.get_game(), 40, evaluator=Uniform(2), noise=0.5), state)
    assert (quiet.visits != noisy.visits).any()


def test_player_by_name() -> None:
    game = navalenv.load_game("sea_chess", size=6)
    player = make_player("search:25", game, num_threads=2)
    assert isinstance(player, SearchPlayer)
    assert player.search.simulations == 25
    assert player.search.num_threads == 2
    assert player.name == "search:25"
    states = game.new_batch(3, seed=1).states
    assert len(decide(player, game, states)) == 3
    plain = make_player("search", game)
    assert isinstance(plain, SearchPlayer)
    assert plain.search.simulations == 400


@pytest.mark.parametrize(
    "name",
    ["search:0", "search:1", "search:9999999", "search:-1", "search:x", "search:", "search:1e3"],
)
def test_wrong_numbers_of_simulations(name: str) -> None:
    game = navalenv.load_game("sea_chess", size=6)
    with pytest.raises(ValueError, match=r"opponent 'search:.*number of simulations.*2 to 1,000,"):
        make_player(name, game)


def test_wrong_arguments() -> None:
    game = navalenv.load_game("sea_chess", size=6)
    for wrong in (
        {"simulations": 0},
        {"simulations": 10**7},
        {"exploration": -1.0},
        {"exploration": float("nan")},
        {"rollout_plies": -1},
        {"rollout_plies": 2**70},
        {"candidates": 0},
        {"noise": 1.5},
        {"noise_alpha": 0.0},
        {"num_threads": 0},
    ):
        (name,) = wrong
        with pytest.raises(ValueError, match=name):
            Search(game, **wrong)
    with pytest.raises(TypeError, match="exploration must be a number, got '1'"):
        Search(game, exploration="1")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="game"):
        Search("sea_chess")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="evaluator"):
        Search(game, evaluator="network")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'greedy' has no parameter"):
        make_player("greedy:3", game)


def test_no_rows_and_games_that_are_over() -> None:
    game = navalenv.load_game("sea_chess", size=6)
    batch = game.new_batch(3, seed=1)
    for evaluator in (None, Uniform(2)):
        search = Search(game, 5, evaluator=evaluator)
        assert search.run(batch.states[:0], random_words(0)).visits.shape == (
            0,
            game.num_distinct_actions,
        )
        batch.states["terminated"][1] = 1
        with pytest.raises(ValueError, match=r"rows \[1\] are over"):
            search.run(batch.states, random_words(3))
        batch.states["terminated"][1] = 0


def test_states_of_another_game_are_refused() -> None:
    def states_of(game: Game) -> Any:
        return game.new_batch(2, seed=1).states

    small, large = (navalenv.load_game("sea_chess", size=size) for size in (6, 10))
    two, three = (navalenv.load_game("president_chess", num_players=n) for n in (2, 3))
    for game, other in ((small, large), (large, small), (two, three), (small, two)):
        with pytest.raises(ValueError, match="states must be records of"):
            Search(game, 5).run(states_of(other), random_words(2))
    with pytest.raises(TypeError, match=r"states must be an array \(M,\) of records"):
        Search(small, 5).run(small.new_initial_state(), random_words(1))  # type: ignore[arg-type]
    for words in (random_words(1), random_words(2)[:, :1], random_words(1)[0]):
        with pytest.raises(ValueError, match=r"random_words must be uint32 \(2, 4\)"):
            Search(small, 5).run(states_of(small), words)


def test_rows_in_parts_when_trees_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    game = navalenv.load_game("sea_chess", size=6)
    states, words = game.new_batch(5, seed=1).states, random_words(5)
    network = Uniform(2)
    whole = Search(game, 8, evaluator=network).run(states, words)
    assert max(network.asked) == 5
    monkeypatch.setattr("navalenv.players.search._MEMORY", 1_000_000)
    network = Uniform(2)
    parts = Search(game, 8, evaluator=network).run(states, words)
    assert max(network.asked) < 5
    np.testing.assert_array_equal(parts.visits, whole.visits)
    np.testing.assert_array_equal(parts.values, whole.values)


def test_network_that_gives_no_pair() -> None:
    game = navalenv.load_game("sea_chess", size=6)
    nothing: Any = lambda observations, masks: None  # noqa: E731
    with pytest.raises(ValueError, match=r"evaluator .* must return priors and values"):
        search_state(Search(game, 5, evaluator=nothing), game.new_initial_state())


@pytest.mark.parametrize(
    ("prior", "value", "message"),
    [
        (np.nan, 0.0, "evaluator .* priors that are finite and not negative"),
        (np.inf, 0.0, "evaluator .* priors that are finite and not negative"),
        (-0.1, 0.0, "evaluator .* priors that are finite and not negative"),
        (0.5, np.nan, "evaluator .* finite values"),
        (0.5, -np.inf, "evaluator .* finite values"),
    ],
)
def test_network_that_gives_no_numbers(prior: float, value: float, message: str) -> None:
    game = navalenv.load_game("sea_chess", size=6)

    def network(observations: Any, action_masks: Any) -> Any:
        return np.where(action_masks, prior, np.nan), np.full((len(observations), 2), value)

    with pytest.raises(ValueError, match=message):
        search_state(Search(game, 5, evaluator=network), game.new_initial_state())


def test_only_the_ratio_of_priors_counts() -> None:
    """Nor do those of illegal actions; if all are zero they are alike."""
    game = navalenv.load_game("sea_chess", size=6)
    state = game.new_initial_state()

    def visits(factor: float, rest: float) -> Any:
        def network(observations: Any, action_masks: Any) -> Any:
            priors = np.where(action_masks, factor, rest).astype(np.float32)
            action_masks[:] = 0  # its own copy
            return priors, np.zeros((len(observations), 2))

        return search_state(Search(game, 40, evaluator=network, noise=0.25), state).visits

    for factor, rest in ((3.0, 0.0), (1.0, 5.0), (1.0, np.nan)):
        np.testing.assert_array_equal(visits(factor, rest), visits(1.0, 0.0))


def test_network_that_gives_other_shapes() -> None:
    game = navalenv.load_game("sea_chess", size=6)
    state = game.new_initial_state()

    def network(observations: Any, action_masks: Any) -> Any:
        return action_masks[:, :5], np.zeros((len(observations), 2))

    with pytest.raises(ValueError, match="evaluator"):
        search_state(Search(game, 5, evaluator=network), state)
