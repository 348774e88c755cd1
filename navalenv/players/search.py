"""Players that look ahead: Monte Carlo tree search on the core's records."""

from __future__ import annotations

import dataclasses
import math
import re
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from navalenv.core.errors import check_integer
from navalenv.core.game import Game, States
from navalenv.core.random import ROLLOUTS
from navalenv.core.record import copy_records
from navalenv.core.threads import run_rows
from navalenv.core.tree_search import COUNTS, FINISHED, edge_type, node_type
from navalenv.players.player import view

DEFAULT_SIMULATIONS = 400
LEAST_SIMULATIONS = 2
"""The first simulation is of the position itself, the others try actions."""
MOST_SIMULATIONS = 1_000_000
_LIMITS = f"from {LEAST_SIMULATIONS} to {MOST_SIMULATIONS:,}"
_MOST_PLIES = 1_000_000
_MEMORY = 1 << 28
"""Bytes that the trees of a search with a network may have at once, if there are several."""
_EDGES_A_NODE = 200
_LEAST_EDGES = 1 << 12


class Evaluator(Protocol):
    """What a network says of positions; see `Search`."""

    def __call__(
        self, observations: npt.NDArray[Any], action_masks: npt.NDArray[np.int8]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Priors and values.

        Args:
            observations: (M, *observation_shape), in the own frame of the player to move.
            action_masks: int8 (M, A), the legal actions.

        Returns:
            Priors, float32 (M, A), not negative, of which those of the legal actions count and
            are made to add up to 1; and values, float32 (M, P):
            what rewards still to come may add up to, first for the player to move, then for the
            next one in the order of turns, and so on.
        """
        ...


@dataclasses.dataclass(frozen=True)
class Found:
    """What a search found in M positions.

    Attributes:
        actions: int32 (M,), the most visited one; among equals the one of the best mean value.
        visits: int32 (M, A), how often each action was tried at the root.
        values: float64 (M, P), mean value of the simulations: expected returns of each player.
    """

    actions: npt.NDArray[np.int32]
    visits: npt.NDArray[np.int32]
    values: npt.NDArray[np.float64]


class Search:
    """Monte Carlo tree search, for any number of players and with dice.

    The tree is open loop: nodes stand for sequences of actions, and each simulation rolls dice of
    its own, so that nothing is known of those to come. Whoever is to move picks by its own value
    (max^n) with PUCT.

    Without an evaluator priors are 1 / rank of an action by the greedy player's `action_value`,
    and a leaf is worth what a rollout comes to. With one, each simulation asks it for all rows
    at once.

    Args:
        game: the game.
        simulations: simulations for a decision, at least 2; the first is of the position itself.
        exploration: weight of the priors; in units of a return.
        rollout_plies: longest rollout; what it ends in is worth its returns and what the game's
            `position_value` expects to come.
        candidates: legal actions that a rollout draws at each ply, to make the one that the
            greedy player likes best: 1 plays at random; if no more are legal, all are compared.
        evaluator: a network's policy and value in place of rollouts.
        noise: share of Dirichlet noise in the root's priors (only with an evaluator).
        noise_alpha: its parameter.
        num_threads: threads that share the rows; results do not depend on it.

    Raises:
        TypeError, ValueError: for a wrong argument.
    """

    def __init__(
        self,
        game: Game,
        simulations: int = DEFAULT_SIMULATIONS,
        *,
        exploration: float = 1.0,
        rollout_plies: int = 30,
        candidates: int = 20,
        evaluator: Evaluator | None = None,
        noise: float = 0.0,
        noise_alpha: float = 0.3,
        num_threads: int = 1,
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"game must be a game, such as load_game('sea_chess'), got {game!r}")
        if evaluator is not None and not callable(evaluator):
            raise TypeError(
                "evaluator must be a callable (observations, action_masks) -> (priors, values) "
                f"or None, got {evaluator!r}"
            )
        self.game = game
        self.simulations = check_integer("simulations", simulations)
        if not LEAST_SIMULATIONS <= self.simulations <= MOST_SIMULATIONS:
            raise ValueError(f"simulations must be {_LIMITS}, got {simulations!r}")
        self.exploration = _checked("exploration", exploration, 0.0)
        self.rollout_plies = check_integer("rollout_plies", rollout_plies)
        self.candidates = check_integer("candidates", candidates)
        self.num_threads = check_integer("num_threads", num_threads)
        for name, least in (("rollout_plies", 0), ("candidates", 1), ("num_threads", 1)):
            if not least <= getattr(self, name) <= _MOST_PLIES:
                raise ValueError(
                    f"{name} must be from {least} to {_MOST_PLIES:,}, got {getattr(self, name)!r}"
                )
        self.evaluator = evaluator
        self.noise = _checked("noise", noise, 0.0, 1.0)
        self.noise_alpha = _checked("noise_alpha", noise_alpha, 1e-6)
        self._seats = int(game.record_type["returns"].shape[0])

    def run(self, states: States, random_words: npt.NDArray[np.uint32]) -> Found:
        """Search in M positions, none of them over.

        Args:
            states: structured array (M,); it stays as it is.
            random_words: uint32 (M, 4): whatever the search draws comes from a row's own words.

        Raises:
            ValueError: if the states are of another game or of games that are over, if the words
                have another shape, or if the evaluator gives something else than it should.
        """
        self._check_states(states)
        words = np.ascontiguousarray(random_words, np.uint32)
        if words.shape != (len(states), 4):
            raise ValueError(
                f"random_words must be uint32 ({len(states)}, 4), got shape {words.shape}"
            )
        roots = copy_records(np.ascontiguousarray(states))
        self.game.forget_dice(roots)
        rows, room = len(roots), self.game.drivers.LEGAL_CAPACITY
        listed = np.zeros((rows, room), np.int32)
        visits = np.zeros((rows, room), np.int64)
        totals = np.zeros((rows, room, self._seats))
        counted = np.zeros(rows, np.int64)
        found = listed, visits, totals, counted
        if self.evaluator is None:
            self._by_rollouts(roots, words, *found)
        else:
            size = node_type(self._seats).itemsize + edge_type(self._seats).itemsize
            step = max(1, _MEMORY // (self._edges() * size))
            for rows_now in (slice(low, low + step) for low in range(0, rows, step)):
                parts = (part[rows_now] for part in found)
                self._by_network(roots[rows_now], words[rows_now], *parts)
        return self._found(roots, *found)

    def _check_states(self, states: States) -> None:
        """Refuse what is no array of this game's records, and games that are over."""
        game = self.game
        if not isinstance(states, np.ndarray) or states.ndim != 1:
            raise TypeError(f"states must be an array (M,) of records, got {type(states)}")
        if states.dtype != game.record_type or not game.has_records(states):
            raise ValueError(f"states must be records of {game!r}, for which this search is")
        if states["terminated"].any():
            over = np.flatnonzero(states["terminated"]).tolist()
            raise ValueError(f"states must be of games that go on, but rows {over} are over")

    def _edges(self) -> int:
        """Room for the edges of a tree."""
        capacity: int = self.game.drivers.LEGAL_CAPACITY
        return capacity + max(_LEAST_EDGES, self.simulations * _EDGES_A_NODE)

    def _by_rollouts(self, roots: States, words: Any, *found: Any) -> None:
        run_rows(
            self.game.drivers.rollout_rows,
            self.num_threads,
            len(roots),
            roots,
            words,
            np.empty(1, node_type(self._seats)),
            np.empty(1, edge_type(self._seats)),
            self._edges(),
            self.simulations,
            self.exploration,
            self.game.facts.has_chance,
            self.rollout_plies,
            self.candidates,
            *found,
            rows_a_chunk=1,
        )

    def _by_network(self, roots: States, words: Any, *found: Any) -> None:
        rows, seats, game, drivers = len(roots), self._seats, self.game, self.game.drivers
        nodes = np.empty((rows, self.simulations + 1), node_type(seats))
        edges = np.empty((rows, self._edges()), edge_type(seats))
        counts = np.zeros((rows, len(COUNTS)), np.int64)
        paths = np.empty((rows, self.simulations + 2), np.int32)
        leaves = copy_records(roots)
        reached = np.empty(rows, np.int64)
        priors = np.zeros((rows, game.num_distinct_actions), np.float32)
        values = np.zeros((rows, seats))
        threads = self.num_threads
        run_rows(drivers.plant_rows, threads, rows, nodes, counts, rows_a_chunk=1)
        for simulation in range(self.simulations):
            run_rows(
                drivers.descend_rows,
                threads,
                rows,
                roots,
                words,
                nodes,
                edges,
                counts,
                paths,
                leaves,
                reached,
                simulation,
                self.exploration,
                game.facts.has_chance,
                rows_a_chunk=1,
            )
            asking = np.flatnonzero(reached != FINISHED)
            if len(asking) == 0:
                continue
            waiting = copy_records(leaves, asking)
            masks, priors[asking], values[asking] = self._ask(waiting)
            if simulation == 0 and self.noise > 0:  # all rows are at their roots
                self._add_noise(masks, priors, words)
            bad = run_rows(
                drivers.ascend_rows,
                threads,
                rows,
                leaves,
                nodes,
                edges,
                counts,
                paths,
                reached,
                priors,
                values,
                rows_a_chunk=1,
            )
            if max(bad) >= 0:
                raise ValueError(
                    f"evaluator {self.evaluator!r} must return priors that are finite and not "
                    "negative for legal actions"
                )
        run_rows(drivers.list_rows, threads, rows, nodes, edges, *found, rows_a_chunk=1)

    def _ask(
        self, states: States
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32], npt.NDArray[np.float64]]:
        """Masks, priors, and values by seats, of positions that are not over."""
        assert self.evaluator is not None
        players = self.game.num_players
        observations, masks = view(self.game, states, self.num_threads)
        given = self.evaluator(observations, masks.copy())
        if not isinstance(given, (tuple, list)) or len(given) != 2:
            raise ValueError(
                f"evaluator {self.evaluator!r} must return priors and values, got {type(given)}"
            )
        priors, own = given
        wanted = (len(states), self.game.num_distinct_actions), (len(states), players)
        if (np.shape(priors), np.shape(own)) != wanted:
            raise ValueError(
                f"evaluator {self.evaluator!r} must return priors {wanted[0]} and values "
                f"{wanted[1]}, got shapes {np.shape(priors)} and {np.shape(own)}"
            )
        if not np.isfinite(own).all():
            raise ValueError(f"evaluator {self.evaluator!r} must return finite values, got {own}")
        values = np.zeros((len(states), self._seats))
        seats = (states["to_move"].astype(np.intp)[:, None] + np.arange(players)) % players
        np.put_along_axis(values, seats, np.asarray(own, np.float64), axis=1)
        return masks, np.asarray(priors, np.float32), values

    def _add_noise(
        self, masks: npt.NDArray[np.int8], priors: npt.NDArray[np.float32], words: Any
    ) -> None:
        """Mix noise into the priors of the roots, row by row from its own words."""
        for mask, row, key in zip(masks, priors, words, strict=True):
            legal = np.flatnonzero(mask)
            draw = np.random.Generator(
                np.random.Philox(key=int(key[2]) | int(key[3]) << 32, counter=ROLLOUTS)
            )
            drawn = draw.dirichlet(np.full(len(legal), self.noise_alpha))
            row[legal] = (1 - self.noise) * row[legal] + self.noise * drawn

    def _found(self, roots: States, listed: Any, visits: Any, totals: Any, counted: Any) -> Found:
        """Sort what the trees say by actions."""
        width = int(counted.max(initial=1))
        listed, visits, totals = listed[:, :width], visits[:, :width], totals[:, :width]
        rows = np.arange(len(roots))
        there = np.arange(listed.shape[1]) < counted[:, None]
        tried = np.where(there, visits, -1)
        movers = roots["to_move"].astype(np.intp)
        sums = np.take_along_axis(totals, movers[:, None, None], axis=2)[:, :, 0]
        means = np.where(tried > 0, sums / np.maximum(tried, 1), -np.inf)
        most = np.where(tried == tried.max(1, keepdims=True), means, -np.inf)
        # With few simulations nothing may have been tried: then the first edge.
        best = np.where(np.isfinite(most).any(1), most.argmax(1), 0)
        by_action = np.zeros((len(roots), self.game.num_distinct_actions), np.int32)
        where = np.nonzero(there)
        by_action[where[0], listed[where]] = visits[where]
        whole = np.where(there[:, :, None], totals, 0.0).sum(1)
        values = whole / np.maximum(np.where(there, visits, 0).sum(1), 1)[:, None]
        return Found(
            actions=listed[rows, best].astype(np.int32),
            visits=by_action,
            values=values[:, : self.game.num_players],
        )


def _checked(name: str, value: float, low: float, high: float = math.inf) -> float:
    """A finite number within bounds."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
        raise TypeError(f"{name} must be a number, got {value!r}")
    if not (math.isfinite(value) and low <= value <= high):
        limits = f"from {low:g} to {high:g}" if high < math.inf else f"at least {low:g}"
        raise ValueError(f"{name} must be {limits}, got {value!r}")
    return float(value)


class SearchPlayer:
    """A player that makes the action that its search tried most.

    Args:
        search: the search, made for the game that is played.
        name: what tables call it; ``None``: such as ``"search:400"``.
    """

    needs_observations = False

    def __init__(self, search: Search, name: str | None = None) -> None:
        self.search = search
        self.name = f"search:{search.simulations}" if name is None else name

    def __repr__(self) -> str:
        return f"<{self.name} player of {self.search.game.title}>"

    def __call__(
        self, observations: Any, action_masks: Any, states: States, random_words: Any
    ) -> npt.NDArray[np.int32]:
        """Actions for all rows, int32 (M,)."""
        return self.search.run(states, random_words).actions


def search_player(
    game: Game,
    num_threads: int,
    text: str | None,
    evaluator: Evaluator | None = None,
    name: str | None = None,
) -> SearchPlayer:
    """The player that a name such as ``"search:400"`` stands for.

    Args:
        game: the game.
        num_threads: threads that share the rows.
        text: the number of simulations; ``None``: `DEFAULT_SIMULATIONS`.
        evaluator: a network in place of rollouts.
        name: what tables call it.

    Raises:
        ValueError: if the text is no number of simulations.
    """
    if text is None:
        simulations = DEFAULT_SIMULATIONS
    elif re.fullmatch("[0-9]{1,7}", text) and (LEAST_SIMULATIONS <= int(text) <= MOST_SIMULATIONS):
        simulations = int(text)
    else:
        raise ValueError(f"the number of simulations must be {_LIMITS}, got {text!r}")
    search = Search(game, simulations, evaluator=evaluator, num_threads=num_threads)
    return SearchPlayer(search, name)
