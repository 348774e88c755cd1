"""Who plays whom, and in which seats."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt


def match_ups(num_entrants: int, num_seats: int) -> list[tuple[int, ...]]:
    """The match-ups of a round robin: entrants, one a seat, in ascending order.

    With enough entrants these are all choices of ``num_seats`` different ones. With fewer, an
    entrant has several seats: all choices with repetition in which at least two different
    entrants play.
    """
    entrants = range(num_entrants)
    if num_entrants >= num_seats:
        return list(itertools.combinations(entrants, num_seats))
    return [
        chosen
        for chosen in itertools.combinations_with_replacement(entrants, num_seats)
        if len(set(chosen)) > 1
    ]


def seatings(match_up: tuple[int, ...], num_games: int) -> npt.NDArray[np.int64]:
    """Who has each seat in each game of a match-up, int64 (num_games, P).

    P games in a row are the P rotations of one order around the table: so the seats are alike
    after any multiple of P games. The next P games have another order; after ``(P - 1)!`` of
    these, each order has come once.
    """
    num_seats = len(match_up)
    first, *others = match_up
    orders = [(first, *rest) for rest in itertools.permutations(others)]
    rotations = [
        np.roll(order, turn) for order in orders for turn in range(num_seats)
    ]  # two players: the first has seat 0, then seat 1
    return np.resize(np.array(rotations, np.int64), (num_games, num_seats))
