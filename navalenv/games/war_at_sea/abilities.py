"""The special abilities: their codes, and those that are a row of a table.

Source: the special abilities of War at Sea (``docs/games/war_at_sea.md``, section "Abilities").
``data/abilities.csv`` has a line for each. Code 0 is no ability. What a table cannot say is
asked for by code where the rule is that it changes.
"""

from __future__ import annotations

import csv
import importlib.resources

import numpy as np

_ROWS = tuple(
    csv.DictReader(
        importlib.resources.files(__package__)
        .joinpath("data")
        .joinpath("abilities.csv")
        .read_text(encoding="utf-8")
        .splitlines()
    )
)

NAMES = ("", *(row["name"] for row in _ROWS))
"""Names of the abilities by code."""
EFFECTS = ("", *(row["effect"] for row in _ROWS))
"""What each does, in a line."""
NUM_ABILITIES = len(_ROWS)
CODES = {name: number for number, name in enumerate(NAMES) if name}
"""Codes of the abilities by name."""
NUM_WORDS = 4
"""64-bit words of a set of abilities."""


def ability_set(names: list[str]) -> list[int]:
    """A set of abilities as `NUM_WORDS` words, signed as NumPy wants them."""
    words = np.zeros(NUM_WORDS, np.uint64)
    for name in names:
        words[CODES[name] >> 6] |= np.uint64(1 << (CODES[name] & 63))
    found: list[int] = words.view(np.int64).tolist()
    return found


# Kinds of attack. Weapon numbers of actions are the same, but that weapon 1 is an Aircraft's
# strafe.
ANTIAIR, MAIN, SECONDARY, TERTIARY, ASW, TORPEDO, BOMB, STRAFE = range(8)
KIND_NAMES = ("antiair", "main", "secondary", "tertiary", "asw", "torpedo", "bomb", "strafe")
NUM_KINDS = 8
NUM_WEAPONS = 7
GUNNERY = 1 << MAIN | 1 << SECONDARY | 1 << TERTIARY | 1 << STRAFE
"""Set of the kinds that rules call gunnery."""
_ANY_KIND = (1 << NUM_KINDS) - 1

# Types of units, and the set of the types of each category.
(
    BATTLESHIP,
    CARRIER,
    CRUISER,
    DESTROYER,
    AUXILIARY,
    TORPEDO_BOAT,
    SUBMARINE_TYPE,
    FIGHTER,
    DIVE_BOMBER,
    TORPEDO_BOMBER,
    PATROL_BOMBER,
) = range(1, 12)
TYPE_NAMES = (
    "",
    "Battleship",
    "Carrier",
    "Cruiser",
    "Destroyer",
    "Auxiliary",
    "Torpedo Boat",
    "Submarine",
    "Fighter",
    "Dive Bomber",
    "Torpedo Bomber",
    "Patrol Bomber",
)
NUM_TYPES = len(TYPE_NAMES) - 1
SMALL_SHIPS = 1 << DESTROYER | 1 << TORPEDO_BOAT
BOMBERS = 1 << DIVE_BOMBER | 1 << TORPEDO_BOMBER | 1 << PATROL_BOMBER

# Abilities that add dice to the own attacks: when.
(
    ALWAYS,
    NO_ENEMY_FIGHTER_LOCAL,
    FRIENDLY_CARRIER_LOCAL,
    TURN_ONE,
    TARGET_LOCAL,
    FRIENDLY_DIVE_BOMBER_LOCAL,
    ANOTHER_OF_THE_SAME,
    TORPEDO_INSTINCT,
    ASW_INSTINCT,
    TARGET_DAMAGED_SHIP,
    SELF_UNDAMAGED,
    WON_INITIATIVE_RANGE_TWO,
    WON_INITIATIVE,
    FIRST_GUNNERY,
    FIRST_GUNNERY_OR_TORPEDO,
    TARGET_SHOT_BY_ANOTHER,
    STRADDLED,
    AUTO_ONCE,
) = range(18)

_BONUS_DICE: tuple[tuple[str, int, int, int, int], ...] = (
    # ability, dice, kinds, types of the target (0: any), when
    ("Advanced Fighter", 2, 1 << ANTIAIR, 1 << FIGHTER, ALWAYS),
    ("Advanced Fighter 1", 1, 1 << ANTIAIR, 1 << FIGHTER, ALWAYS),
    ("Interceptor", 1, 1 << ANTIAIR, BOMBERS, NO_ENEMY_FIGHTER_LOCAL),
    ("Defend the Flattop", 1, 1 << ANTIAIR, 0, FRIENDLY_CARRIER_LOCAL),
    ("Surprise", 1, 1 << ANTIAIR | 1 << STRAFE, 0, TURN_ONE),
    ("Auxiliary Hunter", 1, 1 << TORPEDO, 1 << AUXILIARY, ALWAYS),
    ("Battleship Killer", 1, 1 << TORPEDO, 1 << BATTLESHIP, ALWAYS),
    ("Valiant Stand", 1, 1 << TORPEDO, 1 << BATTLESHIP, ALWAYS),
    ("Carrier Hunter", 1, 1 << TORPEDO, 1 << CARRIER, ALWAYS),
    ("Destroyer Killer", 1, 1 << TORPEDO, 1 << DESTROYER, TARGET_LOCAL),
    ("Combined Attack", 1, 1 << TORPEDO, 0, FRIENDLY_DIVE_BOMBER_LOCAL),
    ("Wolfpack", 1, 1 << TORPEDO, 0, ANOTHER_OF_THE_SAME),
    ("Fighting Instinct", 1, 1 << TORPEDO, 0, TORPEDO_INSTINCT),
    ("Killer Instinct", 1, 1 << ASW, 0, ASW_INSTINCT),
    ("Finish Him Off", 1, _ANY_KIND, 0, TARGET_DAMAGED_SHIP),
    ("Commerce Raider", 1, GUNNERY, 1 << AUXILIARY, ALWAYS),
    ("Cruiser Hunter", 1, 1 << MAIN, 1 << CRUISER, ALWAYS),
    ("Cruiser Killer", 1, GUNNERY, 1 << CRUISER, ALWAYS),
    ("Destroyer Hunter", 1, GUNNERY, 1 << DESTROYER, ALWAYS),
    ("Raider", 1, GUNNERY, 1 << DESTROYER | 1 << AUXILIARY, ALWAYS),
    ("Raider Hunter", 1, GUNNERY, 1 << CRUISER | 1 << AUXILIARY, ALWAYS),
    ("Radar Fire Control", 1, 1 << MAIN, 0, SELF_UNDAMAGED),
    ("Masked Guns", 2, 1 << MAIN, 0, WON_INITIATIVE_RANGE_TWO),
    ("Unmask Guns", 2, GUNNERY, 0, WON_INITIATIVE),
    ("Opening Salvo 1 (Gunnery)", 1, GUNNERY, 0, FIRST_GUNNERY),
    (
        "Opening Salvo 1 (Gunnery/Torpedo)",
        1,
        GUNNERY | 1 << TORPEDO,
        0,
        FIRST_GUNNERY_OR_TORPEDO,
    ),
    ("Excellent Spotting", 1, GUNNERY, 0, TARGET_SHOT_BY_ANOTHER),
    ("Straddle", 1, 1 << MAIN, 0, STRADDLED),
    ("Rapid Fire", 2, 1 << MAIN, 0, AUTO_ONCE),
    ("Desperate AA", 2, 1 << ANTIAIR, 0, AUTO_ONCE),
)


def _bonus_column(column: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    found = np.zeros(NUM_ABILITIES + 1, np.int64)
    for row in _BONUS_DICE:
        found[CODES[row[0]]] = row[column]
    return found


BONUS_DICE = _bonus_column(1)
"""Dice that an ability adds, by code; 0 for one that adds none."""
BONUS_KINDS = _bonus_column(2)
"""Set of the kinds of attack that it adds them to."""
BONUS_TYPES = _bonus_column(3)
"""Set of the types of the target, 0 for any."""
BONUS_WHEN = _bonus_column(4)
"""The condition."""

_REROLLS = (("AA Veteran", 1 << ANTIAIR), ("Ace", 1 << ANTIAIR), ("Night Fighter", GUNNERY))
REROLL_KINDS = np.zeros(NUM_ABILITIES + 1, np.int64)
"""Set of the kinds whose dice an ability lets roll again once, by code."""
for _name, _kinds in _REROLLS:
    REROLL_KINDS[CODES[_name]] = _kinds
NIGHT_FIGHTER_TURN = 4
"""Night Fighter works from this turn on."""

_SAVES: tuple[tuple[str, int], ...] = (
    ("Chase the Salvoes", 5),
    ("High-Speed Evasion", 5),
    ("Lucky Escape", 4),
    ("Evade Bombs", 4),
    ("Evade Torpedoes", 3),
    ("Slip Away", 4),
    ("Near Miss", 4),
)
ALWAYS_SAVES = 3
"""So many of the saves, the first, can be rolled any number of times."""
SAVES = np.array([CODES[name] for name, _ in _SAVES])
"""Codes of the saves, in the order in which they are rolled."""
SAVE_ON = np.array([face for _, face in _SAVES])
"""Smallest face with which each works."""

_PAYLOADS = (("Alternate Payload 5", 5), ("Alternate Payload 6", 6), ("Alternate Payload 7", 7))
PAYLOAD = np.zeros(NUM_ABILITIES + 1, np.int64)
"""Value of the bomb attack that an ability allows once, by code."""
for _name, _value in _PAYLOADS:
    PAYLOAD[CODES[_name]] = _value

_SLOW = (("Slow 1", 1), ("Slow 2", 2), ("Slow 3", 3))
SLOW_ON = np.zeros(NUM_ABILITIES + 1, np.int64)
"""Largest face with which an ability makes its unit slower, by code."""
for _name, _face in _SLOW:
    SLOW_ON[CODES[_name]] = _face

LANDING, BEACH_LANDING, VITAL_CARGO = range(1, 4)
_LANDINGS = (
    ("Landing 3", LANDING, 3),
    ("Landing 5", LANDING, 5),
    ("Landing 10", LANDING, 10),
    ("Beach Landing 3", BEACH_LANDING, 3),
    ("Vital Cargo 6", VITAL_CARGO, 6),
    ("Vital Cargo 8", VITAL_CARGO, 8),
)
LANDING_KIND = np.zeros(NUM_ABILITIES + 1, np.int64)
"""Of which kind an ability is of which a player scores one unit a turn, by code; 0 for none."""
LANDING_POINTS = np.zeros(NUM_ABILITIES + 1, np.int64)
"""What it scores."""
for _name, _landing, _value in _LANDINGS:
    LANDING_KIND[CODES[_name]] = _landing
    LANDING_POINTS[CODES[_name]] = _value

EXPERT_BOMBER, EXPERT_DOGFIGHTER, EXPERT_TORPEDOES, EXPERT_ASW = range(4)
NUM_EXPERTS = 4
_EXPERTS = (
    ("Expert Bomber", EXPERT_BOMBER, 1),
    ("Expert Bomber 2", EXPERT_BOMBER, 2),
    ("Expert Dogfighter", EXPERT_DOGFIGHTER, 1),
    ("Expert Dogfighter 2", EXPERT_DOGFIGHTER, 2),
    ("Expert Torpedoes", EXPERT_TORPEDOES, 1),
    ("Expert ASW", EXPERT_ASW, 1),
)
EXPERT_KIND = np.full(NUM_ABILITIES + 1, -1)
"""Which expert an ability is, by code; -1 for none."""
EXPERT_DICE = np.zeros(NUM_ABILITIES + 1, np.int64)
"""Bonus dice that it gives."""
for _name, _expert, _value in _EXPERTS:
    EXPERT_KIND[CODES[_name]] = _expert
    EXPERT_DICE[CODES[_name]] = _value
EXPERT_OF_KIND = np.full(NUM_KINDS, -1)
"""Which expert helps a kind of attack."""
for _kind, _expert in (
    (BOMB, EXPERT_BOMBER),
    (ANTIAIR, EXPERT_DOGFIGHTER),
    (TORPEDO, EXPERT_TORPEDOES),
    (ASW, EXPERT_ASW),
):
    EXPERT_OF_KIND[_kind] = _expert

SCOUT_CRUISER, SCOUT_PLANES, SHADOWING, PINPOINTER = range(4)
NUM_SPOTTERS = 4
SPOTTER_CODES = np.array(
    [CODES[name] for name in ("Scout Cruiser", "Scout Planes", "Shadowing", "Pinpointer")]
)
"""Codes of the spotting family."""
SPOTTER_RANGE = 2
"""Shadowing and Pinpointer reach this far."""

AGGRESSIVE_TACTICS = CODES["Aggressive Tactics"]
AIR_RAID = CODES["Air Raid 4"]
AIRFIELD_STRIKE = CODES["Airfield Strike"]
ANTIAIR_BARRAGE = CODES["Antiair Barrage"]
ANTIAIR_SPECIALIST = CODES["Antiair Specialist"]
ANTISHIP_MISSILE = CODES["Antiship Missile"]
ARMORED_DECK = CODES["Armored Deck 1"]
ASW_PINPOINTER = CODES["ASW Pinpointer"]
AUDACIOUS_ATTACK = CODES["Audacious Attack"]
AVOID_MINES = CODES["Avoid Mines"]
BAD_LUCK = CODES["Bad Luck"]
BAD_WEATHER_FIGHTER = CODES["Bad Weather Fighter"]
BOMBARD = CODES["Bombard"]
BRISTLING_WITH_GUNS = CODES["Bristling with Guns"]
CARRIER_LEADER = CODES["Carrier Leader"]
CHASE = CODES["Chase"]
CHASE_THE_SALVOES = CODES["Chase the Salvoes"]
CLOSE_ESCORT = CODES["Close Escort"]
COMBAT_AIR_PATROL = CODES["Combat Air Patrol"]
COVERING_FIRE = CODES["Covering Fire"]
CRIPPLING_SALVO = CODES["Crippling Salvo"]
DAMAGE_CONTROL = CODES["Damage Control"]
DANGEROUS_QUARRY = CODES["Dangerous Quarry"]
DECEPTIVE_TARGET = CODES["Deceptive Target"]
DEFECTIVE_TORPEDOES = CODES["Defective Torpedoes"]
DEFENSIVE_ARMAMENT = CODES["Defensive Armament"]
DESTROYER_LEADER = CODES["Destroyer Leader"]
DETERMINATION = CODES["Determination"]
DETERMINED_ATTACK = CODES["Determined Attack"]
DISGUISE = CODES["Disguise"]
DIVIDE_THE_DEFENSE = CODES["Divide the Defense"]
DRAW_THE_CAP = CODES["Draw the CAP"]
DRIVE_OFF = CODES["Drive Off"]
EARLY_DEPLOYMENT = CODES["Early Deployment"]
EARLY_WARNING_RADAR = CODES["Early Warning Radar"]
ELUSIVE_QUARRY = CODES["Elusive Quarry"]
EMBARK_B25 = CODES["Embark B-25"]
ESCORT = CODES["Escort"]
ESCORT_KILLER = CODES["Escort Killer"]
ESTABLISH_SCREEN = CODES["Establish Screen"]
EVACUATE = CODES["Evacuate"]
EVADE_BOMBS = CODES["Evade Bombs"]
EVADE_TORPEDOES = CODES["Evade Torpedoes"]
EXCELLENT_ENDURANCE = CODES["Excellent Endurance"]
EXPORT_VERSION = CODES["Export Version"]
EXTENDED_RANGE_4 = CODES["Extended Range 4"]
EXTENDED_RANGE_5 = CODES["Extended Range 5"]
FAST = CODES["Fast 5"]
FATAL_FLAW = CODES["Fatal Flaw"]
FIGHTER_BOMBER = CODES["Fighter-Bomber"]
FIGHTER_COVER = CODES["Fighter Cover 5"]
FIGHTER_DIRECTOR = CODES["Fighter Director"]
FIGHTER_UMBRELLA = CODES["Fighter Umbrella"]
FLANK_SPEED = CODES["Flank Speed"]
FLOTILLA_LEADER = CODES["Flotilla Leader"]
FLY_OFF_STRIKE = CODES["Fly-off Strike"]
GENERAL_PURSUIT = CODES["General Pursuit"]
GREAT_AGILITY = CODES["Great Agility"]
GUARD_SHIP = CODES["Guard Ship"]
GUARD_THE_CONVOY = CODES["Guard the Convoy"]
HARASS_FROM_A_DISTANCE = CODES["Harass from a Distance"]
HARASSING_FIRE = CODES["Harassing Fire 5"]
HEAVY_RAIDER = CODES["Heavy Raider"]
HEAVY_STRAFER = CODES["Heavy Strafer"]
HIGH_AGILITY = CODES["High Agility"]
HIGH_SPEED_EVASION = CODES["High-Speed Evasion"]
HIGH_SPEED_RUN = CODES["High-Speed Run"]
HI_LEVEL_BOMBER = CODES["Hi-Level Bomber"]
HUNTER_KILLER_GROUP = CODES["Hunter-Killer Group"]
IGNORE_ESCORTS = CODES["Ignore Escorts"]
IMPROVED_RADAR = CODES["Improved Radar"]
INACTIVITY = CODES["Inactivity"]
INCOMPLETE = CODES["Incomplete"]
INFILTRATOR = CODES["Infiltrator"]
INSPIRE_TO_VICTORY = CODES["Inspire to Victory"]
JAMMED_MOUNT = CODES["Jammed Mount"]
KAMIKAZE_ATTACK = CODES["Kamikaze Attack"]
LAND_BASED = CODES["Land Based"]
LAND_FIGHTER = CODES["Land Fighter"]
LAND_SECRET_CARGO = CODES["Land Secret Cargo 2"]
LAY_SMOKE_SCREEN = CODES["Lay Smoke Screen"]
LEAD_THE_ATTACK = CODES["Lead the Attack 2"]
LIGHT_DEFENSIVE_ARMAMENT = CODES["Light Defensive Armament"]
LIMITED_ASW_THREAT = CODES["Limited ASW Threat"]
LOITER = CODES["Loiter"]
LONG_CRUISE = CODES["Long Cruise"]
LONG_LANCE_TORPEDOES = CODES["Long-Lance Torpedoes"]
LONG_SHOT = CODES["Long Shot 6"]
LUCKY_ESCAPE = CODES["Lucky Escape"]
LUCKY_HIT = CODES["Lucky Hit"]
MINES = CODES["Mines"]
MISSION_DIVE_FIGHTER = CODES["Mission Selection (Dive Bomber/Fighter)"]
MISSION_DIVE_TORPEDO = CODES["Mission Selection (Dive Bomber/Torpedo Bomber)"]
MTB_KILLER = CODES["MTB Killer"]
NIGHT_FIGHTER = CODES["Night Fighter"]
NIMBLE = CODES["Nimble"]
NO_SEA_CONTROL = CODES["No Sea Control"]
OVERSTACK = CODES["Overstack"]
POOR_FACILITIES = CODES["Poor Facilities"]
PRESS_THE_ATTACK = CODES["Press the Attack"]
PURSUIT_SHIP = CODES["Pursuit Ship"]
RADAR_PICKET = CODES["Radar Picket"]
RADAR_SOLUTION = CODES["Radar Solution"]
RAM = CODES["Ram"]
REPAIR = CODES["Repair"]
REPLENISH_AIRCRAFT = CODES["Replenish Aircraft"]
RESCUE_OPERATIONS = CODES["Rescue Operations"]
ROCKET_ATTACK = CODES["Rocket Attack"]
RUGGED = CODES["Rugged"]
RUN_SILENT = CODES["Run Silent"]
SCOUTPLANE_ATTACK = CODES["Scoutplane Attack"]
SEA_BASING = CODES["Sea Basing"]
SEAPLANE_DETACHMENTS = CODES["Seaplane Detachments"]
SECRET_BREAKOUT = CODES["Secret Breakout"]
SECRET_CARGO = CODES["Secret Cargo 4"]
SHADOW_BATTLESHIP = CODES["Shadow Battleship"]
SHALLOW_DRAFT = CODES["Shallow Draft"]
SHARPSHOOTER = CODES["Sharpshooter"]
SHORE_SUPPORT = CODES["Shore Support"]
SKIP_BOMB = CODES["Skip-Bomb"]
SLIP_AWAY = CODES["Slip Away"]
SNEAK_ATTACK = CODES["Sneak Attack"]
SPLIT_FIRE = CODES["Split Fire"]
SPRINT = CODES["Sprint"]
STALWART = CODES["Stalwart"]
STEALTHY = CODES["Stealthy"]
STRADDLE = CODES["Straddle"]
STUKA_OPERATIONS = CODES["Stuka Operations"]
STUKA_OPERATIONS_AQUILA = CODES["Stuka Operations (Aquila)"]
SUB_HUNTER = CODES["Sub Hunter"]
SUBMERGED_SHOT = CODES["Submerged Shot"]
SUICIDE_ATTACK = CODES["Suicide Attack"]
SURPRISE_RAID = CODES["Surprise Raid"]
SURVIVOR = CODES["Survivor"]
SWEEP_MINES = CODES["Sweep Mines"]
TOKYO_EXPRESS = CODES["Tokyo Express"]
TORPEDO_DEFENSE = CODES["Torpedo Defense 1"]
TORPEDO_PROTECTION = CODES["Torpedo Protection"]
TORPEDO_RUN = CODES["Torpedo Run"]
TORPEDO_SALVO = CODES["Torpedo Salvo"]
TORPEDO_SWARM = CODES["Torpedo Swarm"]
TOUGH_CRUISER = CODES["Tough Cruiser 1"]
UNCERTAIN_ARRIVAL = CODES["Uncertain Arrival"]
UNIQUELY_TOUGH = CODES["Uniquely Tough"]
VERY_SLOW = CODES["Very Slow"]
WILDCAT_OPERATIONS = CODES["Wildcat Operations"]
WORN_OUT_BOAT = CODES["Worn-Out Boat"]
