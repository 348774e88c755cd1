"""Monte Carlo tree search on records, compiled with the rules of each game.

The tree is *open loop*: a node stands for a sequence of actions since the root, not for a
position. Each simulation starts from a copy of the root's record with a random stream of its
own and plays its way down, so dice are sampled anew every time and the search never sees those
to come. Where dice lead to other legal actions, a node gets edges for them as they turn up.

Values are vectors with an entry for each player, and who is to move picks by its own entry: for
two players that is minimax, for more of them max^n.

An edge is picked by its mean value plus ``exploration * prior * sqrt(visits of the node) /
(1 + visits of the edge)`` (PUCT). Priors come from the order of `action_value`, or from a
network. A new leaf is worth what a short rollout comes to, or what a network says.

`navalenv.core.drivers.bind` gives a ruleset its own copy of all this; `navalenv.players.search`
is what people use.

Sources: Kocsis and Szepesvari, "Bandit based Monte-Carlo planning" (2006); Luckhardt and Irani,
"An algorithmic solution of n-person games" (1986); Silver et al., "Mastering the game of Go
without human knowledge" (2017), for PUCT.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from navalenv.core.jit import integer
from navalenv.core.random import ROLLOUTS, SEARCH, below, philox
from navalenv.core.record import Array, Record

# Stand-ins for type checkers and readers: `bind` replaces them.
legal_actions: Any = None
advance: Any = None
action_value: Any = None
position_value: Any = None
LEGAL_CAPACITY: Any = None

NONE = -1
"""No edge, or no node."""
FINISHED = -2
"""In place of a node: the simulation is over."""
ROOT = 0

_MOST_RANKS = 1 << 13
_HARMONIC = np.concatenate([[0.0], np.cumsum(1.0 / np.arange(1, _MOST_RANKS))])
"""1 + 1/2 + ... + 1/n for each n."""


def node_type(num_seats: int) -> np.dtype[Any]:
    """A node: its edges (a chain that begins at ``first``), visits, and sums of values."""
    return np.dtype(
        [("first", "<i4"), ("last", "<i4"), ("visits", "<i8"), ("total", "<f8", (num_seats,))]
    )


def edge_type(num_seats: int) -> np.dtype[Any]:
    """An edge: its action, the next of the node's chain, the node that it leads to, and so on."""
    return np.dtype(
        [
            ("action", "<i4"),
            ("next", "<i4"),
            ("child", "<i4"),
            ("visits", "<i4"),
            ("prior", "<f8"),
            ("total", "<f8", (num_seats,)),
        ]
    )


COUNTS = ("nodes", "edges", "path")
"""What the counters of a tree count, int64 (3,): nodes and edges in use, edges of the path that
the present simulation went."""
NUM_NODES, NUM_EDGES, PATH_LENGTH = range(len(COUNTS))


def new_node(nodes: Array, counts: Array) -> int:
    """Add a node without edges; its number, or `NONE` if there is no room."""
    node = integer(counts[NUM_NODES])
    if node >= len(nodes):
        return NONE
    counts[NUM_NODES] += 1
    nodes[node]["first"] = NONE
    nodes[node]["last"] = NONE
    nodes[node]["visits"] = 0
    nodes[node]["total"][:] = 0.0
    return node


def new_edge(nodes: Array, edges: Array, counts: Array, node: int, action: int) -> int:
    """Add an edge to a node's chain; its number, or `NONE` if there is no room."""
    edge = integer(counts[NUM_EDGES])
    if edge >= len(edges):
        return NONE
    counts[NUM_EDGES] += 1
    edges[edge]["action"] = action
    edges[edge]["next"] = NONE
    edges[edge]["child"] = NONE
    edges[edge]["visits"] = 0
    edges[edge]["prior"] = 0.0
    edges[edge]["total"][:] = 0.0
    if nodes[node]["first"] == NONE:
        nodes[node]["first"] = edge
    else:
        edges[nodes[node]["last"]]["next"] = edge
    nodes[node]["last"] = edge
    return edge


def rank_priors(state: Record, actions: Array, count: int, values: Array, priors: Array) -> None:
    """Priors by the order of `action_value`: 1 / rank, shared among equals, of sum 1.

    ``values`` and ``priors``: float64, at least (count,).
    """
    for i in range(count):
        values[i] = action_value(state, integer(actions[i]))
    whole = _HARMONIC[min(count, _MOST_RANKS - 1)]
    for i in range(count):
        better, equal = 0, 0
        value = values[i]
        for j in range(count):
            better += 1 if values[j] > value else 0
            equal += 1 if values[j] == value else 0
        best, worst = min(better, _MOST_RANKS - 2), min(better + equal, _MOST_RANKS - 1)
        priors[i] = (_HARMONIC[worst] - _HARMONIC[best]) / (equal * whole)


def grow(
    nodes: Array,
    edges: Array,
    counts: Array,
    node: int,
    actions: Array,
    priors: Array,
    count: int,
) -> None:
    """Give a node an edge for each of ``count`` actions, or none if there is no room."""
    if integer(counts[NUM_EDGES]) + count > len(edges):
        return
    for i in range(count):
        edge = new_edge(nodes, edges, counts, node, integer(actions[i]))
        edges[edge]["prior"] = priors[i]


def find_edge(
    nodes: Array, edges: Array, counts: Array, node: int, action: int, likely: int
) -> int:
    """The edge of an action at a node, made if there is none; `NONE` if there is no room.

    ``likely`` is tried first.
    """
    if likely != NONE and edges[likely]["action"] == action:
        return likely
    edge = integer(nodes[node]["first"])
    while edge != NONE:
        if edges[edge]["action"] == action:
            return edge
        edge = integer(edges[edge]["next"])
    return new_edge(nodes, edges, counts, node, action)


def score(edges: Array, edge: int, player: int, expected: float, scale: float) -> float:
    """What PUCT makes of an edge; one that was never tried has the ``expected`` value."""
    tried = integer(edges[edge]["visits"])
    value = edges[edge]["total"][player] / tried if tried > 0 else expected
    return value + scale * edges[edge]["prior"] / (1.0 + tried)


def pick_edge(
    state: Record,
    nodes: Array,
    edges: Array,
    counts: Array,
    node: int,
    actions: Array,
    exploration: float,
    has_chance: bool,
) -> int:
    """The edge of a legal action that PUCT picks for the player to move; `NONE` without room.

    Dice can lead to a node with other legal actions than the last time; without dice all its
    edges are legal.
    """
    player = integer(state["to_move"])
    visits = integer(nodes[node]["visits"])
    expected = nodes[node]["total"][player] / visits if visits > 0 else 0.0
    scale = exploration * np.sqrt(float(max(visits, 1)))
    best, best_score = integer(NONE), -np.inf
    edge = integer(nodes[node]["first"])
    if has_chance:
        for i in range(legal_actions(state, actions)):
            edge = find_edge(nodes, edges, counts, node, integer(actions[i]), edge)
            if edge == NONE:
                return best
            value = score(edges, edge, player, expected, scale)
            if value > best_score:
                best, best_score = edge, value
            edge = integer(edges[edge]["next"])
        return best
    while edge != NONE:
        value = score(edges, edge, player, expected, scale)
        if value > best_score:
            best, best_score = edge, value
        edge = integer(edges[edge]["next"])
    return best


def begin_simulation(root: Record, words: Array, simulation: int, state: Record) -> None:
    """Give a copy of the root's record a random stream of its own."""
    block = philox(words[0], words[1], simulation, SEARCH, 0)
    state["key"][0], state["key"][1] = block[0], block[1]
    state["draws"] = 0


def descend(
    state: Record,
    nodes: Array,
    edges: Array,
    counts: Array,
    path: Array,
    actions: Array,
    scratch: Array,
    exploration: float,
    has_chance: bool,
) -> int:
    """Play down the tree to a node without edges, or to the end of the game; that node.

    ``path`` gets the edges on the way. `NONE` stands for a leaf that no node is left for.
    """
    node = integer(ROOT)
    length = 0
    while state["terminated"] == 0 and node != NONE and nodes[node]["first"] != NONE:
        edge = pick_edge(state, nodes, edges, counts, node, actions, exploration, has_chance)
        if edge == NONE or length >= len(path):
            break
        advance(state, integer(edges[edge]["action"]), scratch)
        path[length] = edge
        length += 1
        if edges[edge]["child"] == NONE:
            edges[edge]["child"] = new_node(nodes, counts)
        node = integer(edges[edge]["child"])
    counts[PATH_LENGTH] = length
    return node


def back_up(nodes: Array, edges: Array, counts: Array, path: Array, values: Array) -> None:
    """Note the values of a simulation on its way up."""
    seats = nodes[ROOT]["total"].shape[0]
    node = integer(ROOT)
    for i in range(integer(counts[PATH_LENGTH]) + 1):
        if node != NONE:
            nodes[node]["visits"] += 1
            for p in range(seats):
                nodes[node]["total"][p] += values[p]
        if i < counts[PATH_LENGTH]:
            edge = integer(path[i])
            edges[edge]["visits"] += 1
            for p in range(seats):
                edges[edge]["total"][p] += values[p]
            node = integer(edges[edge]["child"])


def word_of(block: tuple[int, int, int, int], i: int) -> int:
    """A word of a block of four; tuples take no other index than a constant."""
    if i == 0:
        return block[0]
    if i == 1:
        return block[1]
    return block[2] if i == 2 else block[3]


def choose(state: Record, actions: Array, count: int, candidates: int, low: int, high: int) -> int:
    """One of ``count`` legal actions: the best by `action_value` of some that are drawn.

    If there are no more than ``candidates``, all are compared, in turn from one that is drawn:
    so it is left to chance which of equal ones is made. ``low`` and ``high`` are the key.
    """
    ply = integer(state["ply"])
    block = philox(low, high, 0, ROLLOUTS, ply)
    first = below(block[0], count)
    if candidates == 1 or count == 1:
        return integer(actions[first])
    chosen, best = integer(actions[first]), -np.inf
    for i in range(min(count, candidates)):
        if count <= candidates:
            place = first + i if first + i < count else first + i - count
        else:
            if i % 4 == 0 and i > 0:
                block = philox(low, high, i // 4, ROLLOUTS, ply)
            place = below(word_of(block, i % 4), count)
        action = integer(actions[place])
        value = action_value(state, action)
        if value > best:
            chosen, best = action, value
    return chosen


def roll_out(state: Record, actions: Array, scratch: Array, plies: int, candidates: int) -> None:
    """Play on for at most ``plies`` plies; both sides `choose`."""
    low, high = integer(state["key"][0]), integer(state["key"][1])
    for _ in range(plies):
        if state["terminated"] != 0:
            return
        count = legal_actions(state, actions)
        advance(state, choose(state, actions, count, candidates, low, high), scratch)


def outlook(state: Record, values: Array) -> None:
    """Returns that each player may expect in the end: those so far, and what is to come."""
    values[:] = 0.0
    if state["terminated"] == 0:
        position_value(state, values)
    for p in range(len(values)):
        values[p] += state["returns"][p]


def plant(nodes: Array, counts: Array) -> None:
    """Make an empty tree: a root."""
    counts[:] = 0
    new_node(nodes, counts)


def list_root(nodes: Array, edges: Array, listed: Array, visits: Array, totals: Array) -> int:
    """Write actions, visits and sums of values of the root's edges; their number."""
    edge = integer(nodes[ROOT]["first"])
    count = 0
    while edge != NONE:
        listed[count] = edges[edge]["action"]
        visits[count] = edges[edge]["visits"]
        for p in range(totals.shape[1]):
            totals[count, p] = edges[edge]["total"][p]
        count += 1
        edge = integer(edges[edge]["next"])
    return count


PARTS: tuple[Callable[..., Any], ...] = (
    new_node,
    new_edge,
    rank_priors,
    grow,
    find_edge,
    score,
    pick_edge,
    begin_simulation,
    descend,
    back_up,
    word_of,
    choose,
    roll_out,
    outlook,
    plant,
    list_root,
)


def rollout_rows(
    roots: Array,
    words: Array,
    one_node: Array,
    one_edge: Array,
    room: int,
    simulations: int,
    exploration: float,
    has_chance: bool,
    plies: int,
    candidates: int,
    listed: Array,
    visits: Array,
    totals: Array,
    counted: Array,
    low: int,
    high: int,
) -> None:
    """Search each row with rollouts, one after the other in the same memory.

    Args:
        roots: records, none of them over.
        words: uint32 (N, 4), random.
        one_node, one_edge: arrays of one, for their types.
        room: number of edges that a tree can have.
        simulations, exploration, plies, candidates: as `navalenv.players.search.Search` says.
        has_chance: whether the rules use dice.
        listed, visits, totals: what `list_root` writes: int32 and int64 (N, LEGAL_CAPACITY),
            float64 (N, LEGAL_CAPACITY, seats).
        counted: int64 (N,), the number of the root's edges.
    """
    counts = np.zeros(3, np.int64)
    nodes = np.empty(simulations + 1, one_node.dtype)
    edges = np.empty(room, one_edge.dtype)
    leaf = roots[low : low + 1].copy()
    path = np.empty(len(nodes) + 1, np.int32)
    actions = np.empty(LEGAL_CAPACITY, np.int64)
    scratch = np.empty(LEGAL_CAPACITY, np.int64)
    order = np.empty(LEGAL_CAPACITY, np.float64)
    priors = np.empty(LEGAL_CAPACITY, np.float64)
    values = np.empty(totals.shape[2], np.float64)
    for i in range(low, high):
        plant(nodes, counts)
        for simulation in range(simulations):
            leaf[0] = roots[i]
            begin_simulation(roots[i], words[i], simulation, leaf[0])
            node = descend(
                leaf[0], nodes, edges, counts, path, actions, scratch, exploration, has_chance
            )
            # Edges cost about as much as a rollout: a leaf gets them when it is met again.
            if (
                leaf[0]["terminated"] == 0
                and node != NONE
                and nodes[node]["first"] == NONE
                and (node == ROOT or nodes[node]["visits"] > 0)
            ):
                count = legal_actions(leaf[0], actions)
                rank_priors(leaf[0], actions, count, order, priors)
                grow(nodes, edges, counts, node, actions, priors, count)
            roll_out(leaf[0], actions, scratch, plies, candidates)
            outlook(leaf[0], values)
            back_up(nodes, edges, counts, path, values)
        counted[i] = list_root(nodes, edges, listed[i], visits[i], totals[i])


def plant_rows(nodes: Array, counts: Array, low: int, high: int) -> None:
    """Make an empty tree in each row. ``nodes``: (N, room); ``counts``: (N, 3)."""
    for i in range(low, high):
        plant(nodes[i], counts[i])


def descend_rows(
    roots: Array,
    words: Array,
    nodes: Array,
    edges: Array,
    counts: Array,
    paths: Array,
    leaves: Array,
    reached: Array,
    simulation: int,
    exploration: float,
    has_chance: bool,
    low: int,
    high: int,
) -> None:
    """Begin a simulation in each row: ``leaves`` and ``reached`` get the records and nodes.

    A simulation that ends the game is finished here, and ``reached`` is `FINISHED` for it.
    """
    actions = np.empty(LEGAL_CAPACITY, np.int64)
    scratch = np.empty(LEGAL_CAPACITY, np.int64)
    values = np.empty(len(roots[0]["returns"]), np.float64)
    for i in range(low, high):
        leaves[i] = roots[i]
        begin_simulation(roots[i], words[i], simulation, leaves[i])
        reached[i] = descend(
            leaves[i],
            nodes[i],
            edges[i],
            counts[i],
            paths[i],
            actions,
            scratch,
            exploration,
            has_chance,
        )
        if leaves[i]["terminated"] != 0:
            outlook(leaves[i], values)
            back_up(nodes[i], edges[i], counts[i], paths[i], values)
            reached[i] = FINISHED


def ascend_rows(
    leaves: Array,
    nodes: Array,
    edges: Array,
    counts: Array,
    paths: Array,
    reached: Array,
    priors: Array,
    values: Array,
    low: int,
    high: int,
) -> int:
    """Finish the simulations that `descend_rows` began and that wait for a network.

    Returns the first row in which the prior of a legal action is no number from 0 on, or -1.

    Args:
        leaves, nodes, edges, counts, paths, reached: as there.
        priors: float32 (N, A): of the legal actions; their sum is made 1.
        values: float64 (N, seats): what is still to come for each player; what has come already
            is added.
    """
    actions = np.empty(LEGAL_CAPACITY, np.int64)
    own = np.empty(LEGAL_CAPACITY, np.float64)
    for i in range(low, high):
        if reached[i] == FINISHED:
            continue
        if reached[i] != NONE and nodes[i][reached[i]]["first"] == NONE:
            count = legal_actions(leaves[i], actions)
            whole = 0.0
            for j in range(count):
                own[j] = priors[i, actions[j]]
                if not 0.0 <= own[j] < np.inf:
                    return i
                whole += own[j]
            for j in range(count):
                own[j] = own[j] / whole if whole > 0.0 else 1.0 / count
            grow(nodes[i], edges[i], counts[i], integer(reached[i]), actions, own, count)
        for p in range(values.shape[1]):
            values[i, p] += leaves[i]["returns"][p]
        back_up(nodes[i], edges[i], counts[i], paths[i], values[i])
    return -1


def list_rows(
    nodes: Array,
    edges: Array,
    listed: Array,
    visits: Array,
    totals: Array,
    counted: Array,
    low: int,
    high: int,
) -> None:
    """`list_root` for each row."""
    for i in range(low, high):
        counted[i] = list_root(nodes[i], edges[i], listed[i], visits[i], totals[i])


LOOPS: tuple[Callable[..., Any], ...] = (
    rollout_rows,
    plant_rows,
    descend_rows,
    ascend_rows,
    list_rows,
)
