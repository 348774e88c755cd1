"""The arena: the same games whatever the workers, all seats alike, ratings that are right."""

from __future__ import annotations

import builtins
import collections
import functools
import itertools
import json
import math
import pathlib
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import navalenv
from navalenv.cli.main import main
from navalenv.evaluation import Games
from navalenv.tournament import arena as arena_module
from navalenv.tournament.ratings import POINTS, rate
from navalenv.tournament.result import make_crosstable, shares_won
from navalenv.tournament.schedule import match_ups, seatings

pytestmark = pytest.mark.filterwarnings("error")

SEA_CHESS = navalenv.load_game("sea_chess", size=6)
THREE = navalenv.load_game("president_chess", num_players=3, max_quiet_plies=10)
FOUR = navalenv.load_game("president_chess", max_quiet_plies=10)


def first_legal(observations: Any, masks: Any, states: Any, words: Any) -> Any:
    return masks.argmax(1)


def same(one: navalenv.ArenaResult, other: navalenv.ArenaResult) -> bool:
    return one.to_dict() == other.to_dict()


# Who plays whom.


@pytest.mark.parametrize(
    ("entrants", "seats", "expected"),
    [
        (2, 2, [(0, 1)]),
        (3, 2, [(0, 1), (0, 2), (1, 2)]),
        (3, 3, [(0, 1, 2)]),
        (2, 3, [(0, 0, 1), (0, 1, 1)]),
        (2, 4, [(0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1)]),
    ],
)
def test_match_ups(entrants: int, seats: int, expected: list[tuple[int, ...]]) -> None:
    assert match_ups(entrants, seats) == expected


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("entrants", [2, 3, 4, 5])
def test_match_ups_are_fair(entrants: int, seats: int) -> None:
    chosen = match_ups(entrants, seats)
    assert len(set(chosen)) == len(chosen)
    assert all(len(one) == seats and len(set(one)) > 1 for one in chosen)
    seats_taken = collections.Counter(itertools.chain(*chosen))
    assert len(set(seats_taken.values())) == 1
    assert sorted(seats_taken) == list(range(entrants))
    if entrants >= seats:
        assert all(len(set(one)) == seats for one in chosen)
        assert len(chosen) == math.comb(entrants, seats)


@pytest.mark.parametrize("match_up", [(0, 1), (0, 1, 2), (1, 1, 2), (0, 1, 2, 3), (0, 0, 2, 2)])
def test_seats_are_balanced(match_up: tuple[int, ...]) -> None:
    seats = len(match_up)
    orders = math.factorial(seats)
    for games in (seats, 3 * seats, orders):
        seating = seatings(match_up, games)
        assert seating.shape == (games, seats)
        for entrant in match_up:
            taken = (seating == entrant).sum(0)
            assert (taken == games * match_up.count(entrant) // seats).all()
    seen = collections.Counter(map(tuple, seatings(match_up, orders).tolist()))
    assert seen == collections.Counter(itertools.permutations(match_up))


# Games.


@pytest.fixture(scope="module", autouse=True)
def fewer_fits() -> Iterator[None]:
    """Intervals that are good enough for tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena_module, "rate", functools.partial(rate, num_samples=100))
        yield


@pytest.fixture(scope="module")
def small() -> navalenv.ArenaResult:
    return navalenv.arena(
        SEA_CHESS, {"random": "random", "greedy": "greedy", "first": first_legal}, 40, 7, 1
    )


def test_crosstable_is_what_evaluate_says(small: navalenv.ArenaResult) -> None:
    players: list[object] = ["random", "greedy", first_legal]
    assert small.match_ups == ((0, 1), (0, 2), (1, 2))
    for number, (one, other) in enumerate(small.match_ups):
        seed = 7 + 40 * number
        result = navalenv.evaluate(SEA_CHESS, players[one], players[other], 40, seed)
        assert small.crosstable[one][other] == result
        back = small.crosstable[other][one]
        assert back is not None
        assert (back.wins, back.draws, back.losses) == (result.losses, result.draws, result.wins)
        assert back.mean_return == -result.mean_return
    assert [small.crosstable[i][i] for i in range(3)] == [None] * 3


@pytest.mark.parametrize("workers", [2, 5])
def test_workers_change_nothing(small: navalenv.ArenaResult, workers: int) -> None:
    players = {"random": "random", "greedy": "greedy", "first": first_legal}
    assert same(small, navalenv.arena(SEA_CHESS, players, 40, 7, workers))


def test_chunks_change_nothing(
    small: navalenv.ArenaResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena_module, "GAMES_A_CHUNK", 13)
    players = {"random": "random", "greedy": "greedy", "first": first_legal}
    told: list[tuple[int, int]] = []
    again = navalenv.arena(SEA_CHESS, players, 40, 7, 3, lambda *x: told.append(x))
    assert same(small, again)
    assert told[-1] == (120, 120)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_seed_matters(small: navalenv.ArenaResult) -> None:
    other = navalenv.arena(SEA_CHESS, ["random", "greedy"], 40, 8)
    assert other.crosstable[0][1] != small.crosstable[0][1]
    assert small.num_games == 120
    assert other.num_games == 40


def test_all_seats_of_real_games() -> None:
    """A player that says where it sits has every seat equally often."""
    taken: list[tuple[int, int]] = []

    def noting(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        begins = states["ply"] < 3
        key = states["key"].astype(np.int64)[:, 0]
        taken.extend(zip(key[begins].tolist(), states["to_move"][begins].tolist(), strict=True))
        return masks.argmax(1)

    players = {"noting": noting, "random": "random", "greedy": "greedy", "first": first_legal}
    result = navalenv.arena(THREE, players, 3, seed=5, workers=2)
    seats = dict(taken)
    assert len(seats) == 9  # three match-ups of four have it
    assert collections.Counter(seats.values()) == {0: 3, 1: 3, 2: 3}
    assert len(result.match_ups) == 4
    met = result.crosstable[0][1]
    assert met is not None
    assert met.games == 6


def test_fewer_players_than_seats() -> None:
    result = navalenv.arena(FOUR, ["random", "greedy"], 4, seed=1)
    assert result.num_games == 12
    assert same(result, navalenv.arena(FOUR, ["random", "greedy"], 4, 1, workers=1))
    games = result.crosstable[1][0]
    assert games is not None
    assert games.games == 12
    assert result.order == [1, 0]
    assert games.wins > games.losses


def test_shares_and_crosstable_by_hand() -> None:
    """A, A, B, C with returns 3, 1, 2, 2: B and C draw, both win half against A."""
    games = Games(np.array([[3.0, 1, 2, 2], [0, 0, 0, 1]]), np.array([10, 20]))
    seating = np.array([[0, 0, 1, 2], [1, 2, 0, 3]])
    shares = shares_won(games.returns, seating, 4)
    nan = np.nan
    first = [[nan, 0.5, 0.5, nan], [0.5, nan, 0.5, nan], [0.5, 0.5, nan, nan], [nan] * 4]
    np.testing.assert_array_equal(shares[0], first)
    assert shares[1, 3, :3].tolist() == [1, 1, 1]
    table = make_crosstable(games, seating, shares)
    against = table[0][1]
    assert against is not None
    assert (against.wins, against.draws, against.losses) == (0, 2, 0)
    assert (against.mean_return, against.mean_length) == (1.0, 15.0)
    last = table[3][0]
    assert last is not None
    assert (last.wins, last.games, last.mean_return) == (1, 1, 1.0)
    alone = Games(games.returns[:1], games.plies[:1])
    assert make_crosstable(alone, seating[:1], shares[:1])[0][3] is None


# Ratings.


def tournament(strengths: Any, games: int, drawn: float, random: Any) -> tuple[Any, Any]:
    """Kinds of games and their numbers, for pairs of players of known strengths in points."""
    patterns, counts = [], []
    for i, j in itertools.combinations(range(len(strengths)), 2):
        share = 1 / (1 + 10 ** ((strengths[j] - strengths[i]) / 400))
        draw = drawn * 2 * min(share, 1 - share)
        chances = [share - draw / 2, draw, 1 - share - draw / 2]
        for won, count in zip((1, 0.5, 0), random.multinomial(games, chances), strict=True):
            pattern = np.zeros((len(strengths),) * 2)
            pattern[i, j], pattern[j, i] = won, 1 - won
            patterns.append(pattern)
            counts.append(count)
    return np.array(patterns), np.array(counts)


@pytest.mark.parametrize(
    ("strengths", "games", "drawn"),
    [
        ((0, 0), 20, 0.0),
        ((0, 700), 60, 0.0),  # often all games are won
        ((0, 150, 300, 450), 30, 0.6),
    ],
)
def test_intervals_cover_the_truth(strengths: tuple[int, ...], games: int, drawn: float) -> None:
    """Of many tournaments about 95 % of the intervals hold the truth, and none is wild."""
    truth = np.array(strengths) - np.mean(strengths)
    covered, errors, widths = [], [], []
    for number in range(40):
        random = np.random.default_rng(number)
        drawn_games = tournament(strengths, games, drawn, random)
        ratings, intervals = rate(*drawn_games, seed=number, num_samples=50)
        covered.append((intervals[:, 0] <= truth) & (truth <= intervals[:, 1]))
        errors.append(ratings - truth)
        widths.append(intervals[:, 1] - intervals[:, 0])
    assert 0.85 <= np.mean(covered) <= 0.99
    assert (abs(np.mean(errors, 0)) < 0.15 * np.mean(widths, 0)).all()
    spread = np.std(errors, 0) * 2 * 1.96
    assert (np.mean(widths, 0) < 1.8 * spread).all()


def test_games_of_several_players() -> None:
    """Placings of three by the model of Plackett and Luce: ratings, and their intervals."""
    strengths = np.array([0, 120, 240, 360])
    truth = strengths - strengths.mean()
    covered, errors = [], []
    for number in range(40):
        random = np.random.default_rng(number)
        seating = np.concatenate([np.tile(one, (40, 1)) for one in match_ups(4, 3)])
        luck = random.gumbel(size=seating.shape)
        returns = strengths[seating] / POINTS + luck
        shares = np.nan_to_num(shares_won(returns, seating, 4))
        ratings, intervals = rate(
            *np.unique(shares, axis=0, return_counts=True), seed=number, num_samples=50
        )
        covered.append((intervals[:, 0] <= truth) & (truth <= intervals[:, 1]))
        errors.append(ratings - truth)
    assert 0.85 <= np.mean(covered) <= 0.99
    assert (abs(np.mean(errors, 0)) < 12).all()


def test_order_of_known_players() -> None:
    strengths = (300, 0, 150, 450)
    games = tournament(strengths, 100, 0.3, np.random.default_rng(0))
    ratings, intervals = rate(*games, num_samples=100)
    assert np.argsort(ratings).tolist() == np.argsort(strengths).tolist()
    assert ratings.mean() == pytest.approx(0, abs=1e-9)
    assert (intervals[:, 0] < ratings).all()
    assert (ratings < intervals[:, 1]).all()


def test_order_of_games_does_not_matter() -> None:
    patterns, counts = tournament((0, 100, 250), 50, 0.3, np.random.default_rng(1))
    order = np.random.default_rng(2).permutation(len(patterns))
    one, wide = rate(patterns, counts, num_samples=100)
    other, wide_too = rate(patterns[order], counts[order], num_samples=100)
    np.testing.assert_allclose(one, other, atol=0.1)
    assert abs(wide - wide_too).max() < 0.5 * (wide[:, 1] - wide[:, 0]).max()


@pytest.mark.parametrize(("won", "drawn", "lost"), [(30, 0, 10), (10, 20, 10), (50, 0, 0)])
def test_two_players_by_formula(won: int, drawn: int, lost: int) -> None:
    """The rating difference is the log-odds of the share, with half a game more each way."""
    pattern = [[[0, share], [1 - share, 0]] for share in (1, 0.5, 0)]
    ratings, intervals = rate(np.array(pattern), [won, drawn, lost], num_samples=800)
    ours, theirs = won + drawn / 2 + 0.5, lost + drawn / 2 + 0.5
    assert ratings[0] - ratings[1] == pytest.approx(400 * math.log10(ours / theirs), abs=0.1)
    np.testing.assert_allclose(intervals[0], -intervals[1][::-1], atol=1e-6)
    assert np.isfinite(intervals).all()
    if not drawn:  # Jeffreys' interval: quantiles of a beta distribution
        draws = np.random.default_rng(0).beta(won + 0.5, lost + 0.5, 100_000)
        expected = np.quantile(200 * np.log10(draws / (1 - draws)), (0.025, 0.975))
        width = expected[1] - expected[0]
        np.testing.assert_allclose(intervals[0], expected, atol=0.2 * width)


# Results.


def test_figures_and_picture(small: navalenv.ArenaResult, tmp_path: pathlib.Path) -> None:
    small.save(tmp_path / "arena.json")
    figures = json.loads((tmp_path / "arena.json").read_text("utf-8"))
    assert figures == small.to_dict()
    assert figures["players"] == ["random", "greedy", "first"]
    assert figures["options"] == dict(SEA_CHESS.options)
    assert figures["match_ups"][0] == ["random", "greedy"]
    result = small.crosstable[1][0]
    assert result is not None
    assert figures["crosstable"][1][0]["win_rate"] == result.win_rate
    assert figures["ratings"][1] == max(figures["ratings"]) == small.ratings[small.order[0]]
    small.plot(tmp_path / "arena.png")
    assert (tmp_path / "arena.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="not supported"):
        small.plot(tmp_path / "arena.what")


# Errors.


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "sea_chess"}, TypeError, "game must be a game"),
        ({"players": "greedy"}, TypeError, "players must be a sequence of names or a mapping"),
        ({"players": ["greedy"]}, ValueError, r"players must be at least two, got \['greedy'\]"),
        ({"players": []}, ValueError, "at least two"),
        ({"players": ["random", "greedy", "random"]}, ValueError, "'random' more than once"),
        ({"players": ["random", first_legal]}, TypeError, "players must have names"),
        ({"players": ["random", "gredy"]}, ValueError, "unknown player 'gredy'.*Did you mean"),
        ({"players": {"a": "random", "b": 3}}, TypeError, "player must be one of"),
        ({"games": 0}, ValueError, "games must be at least 1, got 0"),
        ({"games": 2.0}, TypeError, "games must be an integer"),
        ({"games": 5}, ValueError, "multiple of the number of players, 2, .* such as 4 or 6"),
        ({"seed": None}, TypeError, "seed must be an integer"),
        ({"workers": 0}, ValueError, "workers must be at least 1 or None, got 0"),
    ],
)
def test_wrong_arguments(arguments: Any, error: type[Exception], message: str) -> None:
    right = {"game": SEA_CHESS, "players": ["random", "greedy"], "games": 2}
    with pytest.raises(error, match=message):
        navalenv.arena(**{**right, "progress": pytest.fail, **arguments})


@pytest.mark.parametrize("workers", [1, 3])
def test_a_player_that_fails_ends_it(workers: int) -> None:
    def illegal(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        return (masks == 0).argmax(1)

    before = threading.active_count()
    with pytest.raises(ValueError, match="illegal action"):
        navalenv.arena(SEA_CHESS, {"illegal": illegal, "random": "random"}, 400, 0, workers)
    assert threading.active_count() == before


def test_callables_are_called_by_one_at_a_time() -> None:
    inside: list[int] = []
    most: list[int] = []

    def alone(observations: Any, masks: Any, states: Any, words: Any) -> Any:
        inside.append(1)
        most.append(len(inside))
        threading.Event().wait(0.0005)
        inside.pop()
        return masks.argmax(1)

    navalenv.arena(SEA_CHESS, {"alone": alone, "random": "random"}, 128, 0, workers=4)
    assert max(most) == 1


def test_missing_libraries(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """What is missing is said before a game is played, and how to get it."""
    plain: Callable[..., Any] = builtins.__import__
    missing = ""

    def without(name: str, *arguments: Any, **keywords: Any) -> Any:
        if name.partition(".")[0] == missing:
            raise ImportError(f"no {name}")
        return plain(name, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", without)
    words = ["arena", "sea_chess", "--size", "6", "--players", "random", "greedy"]
    for missing, more in (("choix", []), ("rich", []), ("matplotlib", ["--plot", "x.png"])):
        assert main([*words, "--games", "2", *more]) == 1
        text, errors = capsys.readouterr()
        assert text == ""
        assert missing in errors
        assert errors.endswith('install it with: pip install "navalenv[arena]"\n')
    missing = "choix"
    with pytest.raises(ImportError, match=r"choix.*navalenv\[arena\]"):
        navalenv.arena(SEA_CHESS, ["random", "greedy"], 2, progress=pytest.fail)


# The command.


def test_command(
    small: navalenv.ArenaResult, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["arena", "sea_chess", "--size", "6", "--players", "random", "greedy"]
    words += ["--games", "40", "--seed", "7", "--workers", "2"]
    files = tmp_path / "ratings.svg", tmp_path / "arena.json"
    assert main([*words, "--plot", str(files[0]), "--save", str(files[1])]) == 0
    text, errors = capsys.readouterr()
    assert errors == ""
    assert text.startswith("Sea Chess, size 6, max_quiet_plies 100: 40 games, seed 7\n")
    expected = navalenv.arena(SEA_CHESS, ["random", "greedy"], 40, 7)
    assert json.loads(files[1].read_text("utf-8")) == expected.to_dict()
    assert "<svg" in files[0].read_text("utf-8")
    result = expected.crosstable[1][0]
    assert result is not None
    low, high = result.interval
    assert f"{result.win_rate:.1%} [{low:.1%}, {high:.1%}]" in text
    assert f"{result.wins}/{result.draws}/{result.losses}" in text
    assert f"{expected.ratings[1]:+.0f}" in text
    assert text.endswith(f"Saved: {files[1]}\nSaved: {files[0]}\n")
    assert main([*words, "--save", str(tmp_path / "no" / "arena.json")]) == 1
    text, errors = capsys.readouterr()
    assert text == ""
    assert "there is no such folder" in errors


def test_defaults_give_all_seats_alike(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arena_module, "NUM_GAMES", 4)
    assert navalenv.arena(THREE, ["random", "greedy"]).games == 6
    monkeypatch.setattr("navalenv.cli.arena.NUM_GAMES", 4)
    words = ["arena", "president_chess", "--num-players", "3", "--max-quiet-plies", "10"]
    assert main([*words, "--players", "random", "greedy"]) == 0
    assert ": 12 games, seed 0\n" in capsys.readouterr().out  # two match-ups of 6


def test_import_is_light() -> None:
    code = (
        "import sys, navalenv; navalenv.arena, navalenv.ArenaResult; "
        "heavy = {'choix', 'matplotlib', 'rich', 'torch'}; "
        "assert not heavy & set(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
