"""The rules of Salvoes, as compiled functions over one record.

Two players with three ships each fire at one another with dice. Who throws more begins. A
plain shot is one die and does one damage; a bold one, at a hull of three or more, is two dice,
and does three if both hit.
After a natural six with a plain shot the same player fires again. Who sinks all ships wins.
"""

from __future__ import annotations

from navalenv.core.jit import compiled, integer
from navalenv.core.layout import Layout
from navalenv.core.random import below, next_words
from navalenv.core.record import Array, Record, record_type

NUM_PLAYERS = 2
NUM_SHIPS = 3
NUM_WAYS = 2
"""A plain and a bold shot."""
NUM_ACTIONS = NUM_SHIPS * NUM_WAYS
LEGAL_CAPACITY = NUM_ACTIONS
FACES = 6
MAX_HULL = 6
MAX_SCRIPT = 64
"""Most faces that a script may have."""
BOLD_DAMAGE = 3

RECORD = record_type(
    NUM_PLAYERS,
    [
        ("hulls", "i1", (NUM_PLAYERS, NUM_SHIPS)),
        ("faces", "i1", (2,)),
        ("turn", "<u2"),
        ("max_turns", "<u2"),
        ("to_hit", "u1"),
        ("draw_hulls", "u1"),
        ("draw_first", "u1"),
        ("script", "i1", (MAX_SCRIPT,)),
        ("script_length", "u1"),
        ("script_used", "u1"),
    ],
)
"""The header, then the fields of this game. ``faces`` are the last shot's; ``draw_hulls`` and
``draw_first`` are 1 until chance has said what it says at the start."""

LAYOUT = Layout(
    {"own hulls": NUM_SHIPS, "enemy hulls": NUM_SHIPS, "to act": 1, "turn": 1, "faces": 2}
)
OWN_HULLS, ENEMY_HULLS = LAYOUT["own hulls"].start, LAYOUT["enemy hulls"].start
TO_ACT, TURN, LAST_FACES = LAYOUT["to act"].start, LAYOUT["turn"].start, LAYOUT["faces"].start


@compiled
def roll(record: Record) -> int:
    """The next die: of the script, then of the game's own stream."""
    used = integer(record["script_used"])
    if used < record["script_length"]:
        record["script_used"] += 1
        return integer(record["script"][used])
    return below(next_words(record)[0], FACES) + 1


@compiled
def reset(record: Record, scratch: Array) -> None:
    """Draw hulls and who begins, if they are left to chance."""
    if record["draw_hulls"] != 0:
        for player in range(NUM_PLAYERS):
            for ship in range(NUM_SHIPS):
                largest = MAX_HULL * (ship + 1) // NUM_SHIPS
                record["hulls"][player, ship] = below(next_words(record)[0], largest) + 1
        record["draw_hulls"] = 0
    while record["draw_first"] != 0:
        first, second = roll(record), roll(record)
        if first != second:
            record["to_move"] = 1 if second > first else 0
            record["draw_first"] = 0


@compiled
def is_legal(record: Record, action: int, scratch: Array) -> bool:
    """Whether the player to move may make ``action``."""
    if record["terminated"] != 0 or action < 0 or action >= NUM_ACTIONS:
        return False
    hull = integer(record["hulls"][1 - integer(record["to_move"]), action // NUM_WAYS])
    return hull >= (BOLD_DAMAGE if action % NUM_WAYS == 1 else 1)


@compiled
def legal_actions(record: Record, actions: Array) -> int:
    """Write the legal actions; their number."""
    count = 0
    if record["terminated"] == 0:
        for action in range(NUM_ACTIONS):
            if is_legal(record, action, actions):
                actions[count] = action
                count += 1
    return count


@compiled
def step(record: Record, action: int, scratch: Array) -> None:
    """Make a legal action."""
    player = integer(record["to_move"])
    enemy = 1 - player
    hulls = record["hulls"]
    ship, way = action // NUM_WAYS, action % NUM_WAYS
    to_hit = integer(record["to_hit"])
    face, other = roll(record), 0
    damage = 1 if face >= to_hit else 0
    if way == 1:
        other = roll(record)
        damage = BOLD_DAMAGE if face >= to_hit and other >= to_hit else 0
    record["faces"][0], record["faces"][1] = face, other
    hulls[enemy, ship] = max(0, integer(hulls[enemy, ship]) - damage)
    record["turn"] += 1
    if way == 1 or face != FACES:
        record["to_move"] = enemy
    if hulls[enemy, 0] + hulls[enemy, 1] + hulls[enemy, 2] == 0:
        record["terminated"] = 1
        record["rewards"][player] = 1.0
        record["rewards"][enemy] = -1.0
    elif record["turn"] >= record["max_turns"]:
        record["terminated"] = 1


@compiled
def observe(record: Record, player: int, out: Array) -> None:
    """The parts of `LAYOUT`, as a player sees them."""
    for ship in range(NUM_SHIPS):
        out[OWN_HULLS + ship] = integer(record["hulls"][player, ship]) / MAX_HULL
        out[ENEMY_HULLS + ship] = integer(record["hulls"][1 - player, ship]) / MAX_HULL
    out[TO_ACT] = 1.0 if record["to_move"] == player else -1.0
    out[TURN] = integer(record["turn"]) / integer(record["max_turns"])
    for die in range(2):
        out[LAST_FACES + die] = integer(record["faces"][die]) / FACES


@compiled
def action_value(record: Record, action: int) -> float:
    """The greedy player's order: by the damage to be expected, of one more shot too."""
    hits = (FACES + 1 - integer(record["to_hit"])) / FACES
    return BOLD_DAMAGE * hits * hits if action % NUM_WAYS == 1 else hits * (1 + 1 / FACES)


@compiled
def position_value(record: Record, values: Array) -> None:
    """What a search expects of a position: by the hull points that are left."""
    hulls = record["hulls"]
    for ship in range(NUM_SHIPS):
        lead = integer(hulls[0, ship]) - integer(hulls[1, ship])
        values[0] += lead / (NUM_SHIPS * MAX_HULL)
    values[1] = -values[0]
