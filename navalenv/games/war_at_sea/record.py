"""The record of War at Sea: fields, phases, places and events.

A unit has the number ``player * 16 + slot``. Whatever is noted for the end of a phase, a turn
or the game is a field of its unit, so that the record is the whole truth.
"""

from __future__ import annotations

from navalenv.core.record import record_type
from navalenv.games.war_at_sea.abilities import NUM_EXPERTS, NUM_SPOTTERS, NUM_WEAPONS, NUM_WORDS
from navalenv.games.war_at_sea.sectors import NUM_OBJECTIVES, NUM_SECTORS

NUM_PLAYERS = 2
NUM_SLOTS = 16
"""Most units of a player."""
NUM_UNITS = NUM_PLAYERS * NUM_SLOTS

(
    DEPLOYMENT,
    SCREEN,
    SEA_MOVEMENT,
    PURSUIT,
    AFTER_MOVE,
    AIR_MISSION,
    PATROL,
    AIR_DEFENCE,
    AIR_ATTACK,
    SURFACE_ATTACK,
    QUARRY,
    TORPEDO_ATTACK,
    AIR_RETURN,
    BREAKOUT,
    OVER,
) = range(15)
PHASE_NAMES = (
    "deployment",
    "screen",
    "sea_movement",
    "pursuit",
    "after_move",
    "air_mission",
    "patrol",
    "air_defence",
    "air_attack",
    "surface_attack",
    "quarry",
    "torpedo_attack",
    "air_return",
    "breakout",
    "over",
)
"""Phases and added steps, in the order of a turn."""

# Where a unit is: a sector 0..52, or one of these.
AT_BASE = NUM_SECTORS
RAIDING = NUM_SECTORS + 1
"""At the enemy land airbase."""
UNDEPLOYED = NUM_SECTORS + 2
ASIDE = NUM_SECTORS + 3
"""Out of play, to come later (Secret Breakout)."""
LOST = NUM_SECTORS + 4
"""Destroyed or removed; also every empty slot."""

# The base of an Aircraft: a slot, or one of these.
LAND_BASE = NUM_SLOTS
ISLAND_BASE = NUM_SLOTS + 1
NO_BASE = -1
LAND_BASE_ROOM = 5

ON_MAP_LIMITS = (2, 1, 4)
"""Ships, Submarines and Aircraft of a player that a sector holds."""

DESTROYED, REMOVED = 1, 2
"""How a lost unit went."""
ROLE_AS_PRINTED, ROLE_DIVE_BOMBER = 0, 1
MAY_BOMB, MAY_BOMB_OR_TORPEDO = 1, 2
"""What an aborted Bomber that presses on may do."""
INSTEAD_OF_ALL, INSTEAD_OF_MAIN, SPLITS_FIRE = 1, 2, 3
"""What a SPECIAL of surface attack leaves a Ship to do."""

MADE_MAIN, MADE_GUNNERY, MADE_GUNNERY_OR_TORPEDO = 1, 2, 4
"""Attacks that a unit has made in the game, as bits."""
INSTINCT_TORPEDO, INSTINCT_ASW = 1, 2

MAX_SCRIPT = 1_500
"""Most faces of a dice script."""
FACES_A_BYTE = 3
MAX_TURNS = 60
MAX_EVENTS = 40
MAX_FACES = 64

(
    EVENT_ATTACK,
    EVENT_BONUS,
    EVENT_PENALTY,
    EVENT_MODIFIER,
    EVENT_DICE,
    EVENT_FACES,
    EVENT_ARMOUR,
    EVENT_SUCCESSES,
    EVENT_ROLL,
    EVENT_RESULT,
    EVENT_LOST,
    EVENT_DAMAGED,
    EVENT_ABORTED,
    EVENT_POINTS,
    EVENT_PUT,
    EVENT_PHASE,
    EVENT_RETURNED,
    EVENT_REPAIRED,
    EVENT_SPECIAL,
) = range(1, 20)
"""What happened in the last ply, for logs and pictures: ``events`` has rows
(event, number, a, b, c).

* ATTACK: attacker; target, kind, range;
* BONUS, PENALTY, MODIFIER: code of the ability or one of the sources below; amount;
* DICE: dice; value, per die, 1 if only a natural 6 counts + 2 under ASW threat;
* FACES: index of the first in ``faces``; how many, 1 for a throw that another replaces;
* ARMOUR: armour; vital armour;
* SUCCESSES: successes or hits; result before saves;
* ROLL: code of the ability; face, 1 if it worked, unit * 4 + which of the rolls (below);
* RESULT: target; result, damage;
* LOST: unit; how; DAMAGED: unit; hull points lost; ABORTED: unit; REPAIRED: unit;
* POINTS: player; points, code of the ability or 0;
* PUT: unit; sector, without its player's decision; RETURNED: unit; base, counters;
* SPECIAL: unit; code of the ability that its special action uses;
* PHASE: phase that begins; player to act, turn.
"""

SOURCE_SMALL_SHIP, SOURCE_CRIPPLED, SOURCE_CONCEALMENT, SOURCE_MINE, SOURCE_CARRIER_LOSS = (
    -1,
    -2,
    -3,
    -4,
    -5,
)
SOURCE_OBJECTIVE, SOURCE_NO_SHIPS, SOURCE_DESTROYED, SOURCE_ASW_THREAT = -6, -7, -8, -9
"""Sources of modifiers, rolls and points that are no abilities."""
ROLL_BEFORE, ROLL_SAVE, ROLL_AFTER, ROLL_OTHER = range(4)

NONE, ABORT, DAMAGE, DESTROY, HITS = range(5)
RESULT_NAMES = ("none", "aborted", "damage", "destroyed", "hits")
"""Results of an attack."""

UNIT_FIELDS = [
    # What it is and where.
    ("card", "<u2"),
    ("where", "i1"),
    ("base", "i1"),
    ("hull", "i1"),
    ("aborted", "u1"),
    ("rearm", "i1"),
    ("gone", "u1"),
    ("spent", "u1"),
    ("role", "u1"),
    ("flew", "u1"),
    ("embarked", "u1"),
    ("companion", "i1"),
    # In the running step.
    ("acted", "u1"),
    ("attacks", "i1", (NUM_WEAPONS,)),
    ("first_target", "i1", (2,)),
    ("special", "u1"),
    ("extra", "u1"),
    ("shot_by", "<u2"),
    # Noted in the running phase.
    ("damage", "i1"),
    ("bomb_damage", "i1"),
    ("doomed", "u1"),
    ("aborting", "u1"),
    ("salvo_noted", "u1"),
    ("attacked", "u1"),
    ("targets", "<u2"),
    ("harmed", "<u2"),
    ("shadowed", "i1"),
    # In the running turn.
    ("antiair_made", "i1"),
    ("asw_by", "<u2"),
    ("asw_bases", "<u2"),
    ("asw_marked", "u1"),
    ("quarry", "u1"),
    ("began", "i1"),
    ("speed_change", "i1"),
    ("moved", "u1"),
    ("defensive", "u1"),
    ("pressing", "u1"),
    ("dividing", "u1"),
    ("drawing", "u1"),
    ("no_gunnery", "u1"),
    ("expert", "i1", (NUM_EXPERTS,)),
    ("expert_given", "u1"),
    ("spotted", "i1", (NUM_SPOTTERS,)),
    ("scored_air", "u1"),
    ("sent_again", "u1"),
    ("gave_again", "u1"),
    ("raid_marked", "u1"),
    ("bombarding", "u1"),
    ("repairs", "i1"),
    ("pursues", "i1"),
    ("points_pending", "i1"),
    # Over turns.
    ("cant_move", "u1"),
    ("cant_attack", "u1"),
    ("cant_claim", "u1"),
    ("salvo_until", "i1"),
    ("jammed_until", "i1"),
    ("straddled", "<u2"),
    ("covered", "<u2"),
    ("covered_next", "<u2"),
    ("instincts", "u1"),
    ("made", "u1"),
    ("inspired_turn", "i1"),
    ("evacuated_turn", "i1"),
    ("raider_points", "i1"),
    ("disguised", "u1"),
    ("locked", "u1"),
]
"""Fields of a unit.

* ``card``: number of its card, 0 for an empty slot; ``where``: a sector or a place above;
  ``base``: of an Aircraft, where it is or what it left, -1 for others; ``hull``: points left;
  ``rearm``: counters; ``gone``: how a lost unit went; ``spent``: bit for each place on the card
  of an ability whose use is spent; ``flew``: out this turn; ``companion``: slot + 1 of the unit
  that goes with it by an ability;
* ``acted``: placed, moved, attacked or used SPECIAL in this step; ``attacks``,
  ``first_target``: number of attacks by weapon, and the target of the first of them and of the
  first `secondary`; ``special``: what
  SPECIAL did in this step; ``extra``: further attack made; ``shot_by``: slots of the Ships that
  made a gunnery attack on it;
* ``damage`` to ``salvo_noted``: results that the end of the phase applies (``bomb_damage`` is
  kept apart for a unit that bombs alone do not sink); ``attacked``: by an enemy; ``targets``,
  ``harmed``: slots of the enemies that it attacked and harmed; ``shadowed``: slot + 1 of the
  Battleship that can't attack it;
* ``asw_by``: slots of the enemies with an asw attack on it, ``asw_bases``: slots of the
  Carriers whose Aircraft attacked it, ``asw_marked``: an Aircraft did so in air attack;
  ``began``: sector at the start of sea movement; ``expert``: bonus taken by kind;
  ``expert_given``: bit for each ability place given; ``spotted``: slot + 1 of the unit that
  marked it, by kind; ``cant_move``, ``cant_attack``, ``cant_claim``: bit k for the k-th turn
  from now; ``salvo_until``, ``jammed_until``: last turn; ``straddled``: target slots;
  ``covered``: slots of the enemies whose Covering Fire binds it.
"""

FIELDS = [
    ("map", "u1"),
    ("score_reward", "u1"),
    ("fresh", "u1"),
    ("random_fleets", "u1"),
    ("budget", "<i2"),
    ("victory_points", "<i2"),
    ("max_turns", "i1"),
    ("turn", "i1"),
    ("phase", "i1"),
    ("second_step", "u1"),
    ("first_player", "i1"),
    ("winner", "i1"),
    ("initiative_dice", "i1", (NUM_PLAYERS, 2)),
    ("scores", "<i2", (NUM_PLAYERS,)),
    ("objectives", "i1", (NUM_OBJECTIVES,)),
    ("no_ships_scored", "u1", (NUM_PLAYERS,)),
    ("main_made", "u1", (NUM_PLAYERS,)),
    ("pursuit_turn", "i1", (NUM_PLAYERS,)),
    ("embark_scored", "u1", (NUM_PLAYERS,)),
    ("cargo_scored", "u1", (NUM_PLAYERS,)),
    ("pursuers", "i1"),
    ("runner", "i1"),
    ("runner_from", "i1"),
    ("smoke", "i1", (NUM_SECTORS,)),
    ("mines", "<i8"),
    ("wrecks", "<i8", (NUM_PLAYERS,)),
    ("fleet_abilities", "<i8", (NUM_PLAYERS, NUM_WORDS)),
    ("units", UNIT_FIELDS, (NUM_UNITS,)),
    ("script_length", "<i2"),
    ("script_used", "<i2"),
    ("script", "u1", (MAX_SCRIPT // FACES_A_BYTE,)),
    ("dice_rolled", "<i4"),
    ("num_events", "u1"),
    ("num_faces", "u1"),
    ("events", "<i2", (MAX_EVENTS, 5)),
    ("faces", "u1", (MAX_FACES,)),
]
"""Fields of a game: ``smoke`` is the last turn of it by sector, ``objectives`` the owner or -1,
``mines`` and ``wrecks`` sets of sectors, ``winner`` -1 for none or a draw, ``pursuit_turn`` the
turn in which a player went on General Pursuit, ``fresh`` 1 for a game that reset has still to
begin, ``script`` three faces a byte."""

RECORD = record_type(NUM_PLAYERS, FIELDS)
