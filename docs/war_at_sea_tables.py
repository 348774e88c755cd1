"""Heads and rows of the tables about War at Sea, for ``docs/make_tables.py``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from navalenv import load_game
from navalenv.core.record import header
from navalenv.games.war_at_sea import abilities, layout, record, setup
from navalenv.games.war_at_sea.actions import (
    END,
    FIRST_ATTACK,
    FIRST_PLACE,
    FIRST_SPECIAL,
    NUM_ACTIONS,
    attack_action,
    place_action,
    special_action,
)
from navalenv.games.war_at_sea.cards import (
    CARD_NUMBERS,
    KIND_NAMES,
    NATIONS,
    SQUADRONS,
    UNITS,
    Card,
)
from navalenv.games.war_at_sea.fleets import SCENARIOS, Fleet
from navalenv.games.war_at_sea.notation import action_text, action_words
from navalenv.games.war_at_sea.record import NUM_PLAYERS, NUM_SLOTS, PHASE_NAMES
from navalenv.games.war_at_sea.sectors import (
    CELLS,
    DEPLOYMENT,
    ISLANDS,
    MAPS,
    MIRROR,
    NUM_SECTORS,
    OBJECTIVES,
    row_length,
)

Table = tuple[Iterable[str], list[tuple[object, ...]]]

PHASES = (
    ("deployment", "before turn 1", "place a unit, or set one aside"),
    ("screen", "before turn 1; added", "move a unit that has an ability for it"),
    ("sea_movement", "", "move a Ship or Submarine, or use an ability"),
    ("pursuit", "added, after each step of sea movement", "move up to three Ships"),
    ("after_move", "added", "move a unit that has an ability for it"),
    ("air_mission", "", "place an Aircraft, send it to the enemy's airbase, or use an ability"),
    ("patrol", "added", "place a Fighter again"),
    ("air_defence", "", "an antiair attack"),
    ("air_attack", "", "an attack of an Aircraft, or its mines"),
    ("surface_attack", "", "gunnery, an asw attack or an ability of a Ship"),
    ("quarry", "added", "move a Submarine that was hunted for nothing"),
    ("torpedo_attack", "", "a torpedo attack of a Ship or Submarine"),
    ("air_return", "", "none: Aircraft return by themselves"),
    ("breakout", "added, in turns 2 and 3", "bring in what was set aside"),
    ("over", "", "none"),
)
"""Phase, when, and what a decision in it is."""

GLOBAL_MEANINGS = {
    "phase": "which phase or added step runs, in the order of the table in [The turn](#the-turn)",
    "map": "which map: " + ", ".join(f"`{name}`" for name in MAPS),
    "observer_acts": "1 if the decision is the observer's",
    "observer_is_first": "1 if the observer is the first player of this turn",
    "second_step": "1 in the second player's step of the phase",
    "over": "1 when the game is over",
    "turn": "the turn, over `max_turns`",
    "turns_left": "turns after this one, over `max_turns`",
    "scores": "points, over 1,000",
    "scores_to_victory": "points, over `victory_points`",
    "initiative_dice": "two dice of the last initiative throw, over 6",
    "no_ships_scored": "1 if the bonus for an enemy without Ships is taken",
    "main_made": "1 after the first main attack of the game (Radar Solution)",
    "pursued_this_turn": "1 if it used General Pursuit this turn",
    "pursued_last_turn": "1 if it did so in the turn before",
    "embark_scored": "1 if the points of Embark B-25 are taken",
    "cargo_scored": "1 if those of Secret Cargo are taken; of Land Secret Cargo",
    "pursuers": "Ships moved in this pursuit step, over 3",
    "runner": "slot of the unit whose Torpedo Run may be followed by a Destroyer",
}
SECTOR_MEANINGS = {
    "objective_unclaimed": "an objective that nobody has claimed",
    "objective_own": "an objective that the observer has claimed",
    "objective_enemy": "an objective that the enemy has claimed",
    "island": "an island",
    "smoke": "turns that its smoke is still there, this one included, over 2",
    "mine": "mined",
    "own_wreck": "a Ship of the observer was destroyed here",
    "enemy_wreck": "a Ship of the enemy was destroyed here",
    "runner_from": "the sector that the unit on a Torpedo Run left",
}
_MAXIMA = {
    name: max(getattr(card, name) for card in UNITS)
    for name in ("cost", "hull", "vital_armour", "speed", "flagship", "capacity")
}
_MOST_DICE = max(max(dice) for card in UNITS for dice in card.values.values())
CARD_MEANINGS = {
    "category": "Ship, Submarine or Aircraft",
    "type": "type, in the order " + ", ".join(abilities.TYPE_NAMES[1:]),
    "nation": f"place of the nation in alphabetical order, from 1, over {len(NATIONS)}; "
    "0 for a squadron",
    "cost": f"cost, over {_MAXIMA['cost']}",
    "full_hull": f"hull points when undamaged, over {_MAXIMA['hull']}",
    "armour": f"armour, over {_MAXIMA['vital_armour']}",
    "vital_armour": f"vital armour, over {_MAXIMA['vital_armour']}",
    "speed": f"speed, over {_MAXIMA['speed']}",
    "flagship": f"flagship value, over {_MAXIMA['flagship']}",
    "capacity": f"Aircraft that it takes, over {_MAXIMA['capacity']}",
    "attacks": f"dice of each kind and range that exists (`attack_names`), over {_MOST_DICE}",
    "abilities": f"line of each ability in the list of all, over {abilities.NUM_ABILITIES}; "
    "0: none",
}
STATE_MEANINGS = {
    "uses_left": "for each ability of the card: 1 unless it is spent",
    "place": "on the map, at its base, at the enemy airbase, undeployed, set aside, lost",
    "sector": "the sector, in the observer's frame; all 0 off the map",
    "base_slot": "slot of the Carrier that an Aircraft is based on, or left",
    "base_is_land": "1 if that base is the land airbase",
    "base_is_island": "1 if it is an island base of its own",
    "hull": f"hull points left, over {_MAXIMA['hull']}",
    "crippled": "1 if it is crippled, or counts as it",
    "aborted": "1 if it is aborted",
    "rearming": "rearming counters, over 4",
    "removed": "1 if it left the game without being destroyed",
    "is_dive_bomber": "1 if it flies as a Dive Bomber by an ability",
    "out_this_turn": "1 if it left its base this turn",
    "embarked": "1 for a B-25H on a Carrier",
    "companion": "slot of the unit that goes with it by an ability",
    "acted": "1 if it did something in this step",
    "attacks_made": "attacks in this step by weapon, over 2",
    "first_target": "slots of the targets of its first attack and of its first `secondary`",
    "special": "1/3 if its SPECIAL was instead of all, 2/3 instead of `main`, 1 for Split Fire",
    "further_attack_made": "1 if Fighter Cover was used in this step",
    "shot_by": "slots of the Ships that fired at it in this step",
    "damage_noted": f"damage noted in this phase, over {_MAXIMA['hull']}",
    "bomb_damage_noted": "the same by bombs, for Uniquely Tough",
    "destruction_noted": "1 if it will be destroyed",
    "abort_noted": "1 if it will be aborted",
    "salvo_noted": "1 if Crippling Salvo will work on it",
    "attacked": "1 if it was attacked in this phase",
    "targets": "slots of the enemies that it attacked in this phase",
    "harmed": "slots of the enemies that it damaged or destroyed in this phase",
    "shadowed": "slot of the Battleship that Shadow Battleship keeps off",
    "antiair_made": "antiair attacks this turn, over 2",
    "asw_by": "slots of the enemies with an asw attack on it this turn",
    "asw_bases": "slots of the Carriers whose Aircraft hunted it this turn",
    "asw_marked": "1 if an Aircraft hunted it in air attack",
    "asw_threat": "1 for a Submarine under ASW threat now",
    "fruitless_asw": "1 if a Ship's asw attack on it came to nothing this turn",
    "began": f"the sector where it began sea movement, plus 1, over {NUM_SECTORS}",
    "where_it_began": "1 if it is there",
    "speed_now": f"its speed this turn, over {_MAXIMA['speed'] + 1}",
    "speed_change": "what abilities add to its speed this turn, over 2",
    "moved": "1 if it made its move",
    "defensive": "1 once a Fighter has attacked it this turn",
    "pressing": "aborted, but may still bomb: 1/2; bomb or drop torpedoes: 1",
    "dividing": "1 if it declared Divide the Defense this turn",
    "drawing": "1 if it draws Fighters this turn (Draw the CAP)",
    "no_gunnery": "1 if Repair keeps it from gunnery this turn",
    "expert": "bonus taken of the experts for bomb, antiair, torpedo, asw, over 2",
    "expert_given": "set of the abilities of its card whose expert bonus is taken",
    "spotted": "slot of the unit that marked it: Scout Cruiser, Scout Planes, Shadowing, "
    "Pinpointer",
    "scored_in_the_air": "1 if an antiair attack of it worked this turn",
    "sent_again": "1 if it made its second attack by Fighter Umbrella or Director",
    "gave_again": "1 if it gave such an attack",
    "raid_marked": "1 if Surprise Raid counts on it this turn",
    "bombarding": "1 if it bombards this turn",
    "repairs": "slot of the Ship that it repairs",
    "pursues": "slot of the Ship that it pursues",
    "points_pending": "points that it brings at the end of the turn, over 20",
    "cant_move": "set of turns in which it can't move: this one, the next, the one after",
    "cant_attack": "the same for attacks",
    "cant_claim": "the same for claims of objectives",
    "salvo_left": "turns of Crippling Salvo that are left, this one included, over 2",
    "jammed_left": "turns of Jammed Mount that are left, likewise",
    "straddled": "slots of the targets of Straddle",
    "covered": "slots of the enemies whose Covering Fire binds it this turn",
    "covered_next": "the same for the next turn",
    "instincts": "set: Fighting Instinct is on, Killer Instinct is on",
    "made": "set: has made a main attack in the game, gunnery, gunnery or torpedo",
    "inspired": "1 if it earned Inspire to Victory this turn, 1/2 in the turn before",
    "evacuated": "first award of Evacuate or Tokyo Express: 1/2 this turn, 1 earlier",
    "raider_points": "points of Heavy Raider to come at the end of the turn, over 20",
    "disguised": "1 while Disguise protects it",
    "locked": "1 while a Guard Ship waits",
}

GAME_FIELDS = {
    "map": "number of the map",
    "score_reward": '1 for `reward="score"`',
    "fresh": "1 for a game that has still to begin",
    "random_fleets": "1 if fleets are drawn at the start",
    "budget": "points that a fleet may cost",
    "victory_points": "points that win",
    "max_turns": "turns after which the game ends",
    "turn": "the turn; 0 before the first",
    "phase": "number of the phase, in the order of the table in [The turn](#the-turn)",
    "second_step": "1 in the second player's step",
    "first_player": "the first player of the turn; in deployment the one who deploys first",
    "winner": "-1: none, or a draw",
    "initiative_dice": "the last initiative throw, two dice a player",
    "scores": "points",
    "objectives": "owner of each objective; -1: nobody",
    "no_ships_scored": "1 if the player has had the bonus for an enemy without Ships",
    "main_made": "1 after the player's first main attack",
    "pursuit_turn": "turn of the player's General Pursuit",
    "embark_scored": "1 if the player has had the points of Embark B-25",
    "cargo_scored": "bit 0: Secret Cargo scored, bit 1: Land Secret Cargo",
    "pursuers": "Ships moved in this pursuit step",
    "runner": "slot + 1 of the unit on a Torpedo Run in this step",
    "runner_from": "the sector that it left",
    "smoke": "last turn of the smoke in each sector; 0: none",
    "mines": "set of the mined sectors, a bit each",
    "wrecks": "set of the sectors where Ships of the player were destroyed",
    "fleet_abilities": "set of the abilities of the player's fleet",
    "units": f"the {record.NUM_UNITS} units: slots of `player_0`, then of `player_1`",
    "script_length": "faces of the dice script",
    "script_used": "how many of them have been used",
    "script": "the script, three faces a byte",
    "dice_rolled": "dice rolled since the start",
    "num_events": "lines of the log of the last ply",
    "num_faces": "dice in it",
    "events": "what happened in the last ply",
    "faces": "the dice of its attacks",
}
UNIT_FIELDS = {
    "card": "number of the card; 0: an empty slot",
    "where": "a sector, 53 at its base, 54 at the enemy airbase, 55 undeployed, 56 set aside, "
    "57 lost",
    "base": "of an Aircraft: a slot, 16 land airbase, 17 island base; -1 for other units",
    "hull": "hull points left",
    "aborted": "aborted",
    "rearm": "rearming counters",
    "gone": "1 destroyed, 2 removed",
    "spent": "a bit for each ability of the card whose use is spent",
    "role": "1: a Dive Bomber this turn",
    "flew": "left its base this turn",
    "embarked": "a B-25H on a Carrier",
    "companion": "slot + 1 of the unit that goes with it",
    "acted": "did something in this step",
    "attacks": "attacks in this step by weapon",
    "first_target": "unit number of the target of its first attack, and of its first `secondary`",
    "special": "1: SPECIAL instead of everything, 2: instead of `main`, 3: Split Fire",
    "extra": "Fighter Cover was used in this step",
    "shot_by": "slots of the Ships that fired at it in this step",
    "damage": "damage noted in this phase",
    "bomb_damage": "the same by bombs, for Uniquely Tough",
    "doomed": "destruction noted in this phase",
    "aborting": "abort noted in this phase",
    "salvo_noted": "Crippling Salvo noted in this phase",
    "attacked": "was attacked in this phase",
    "targets": "slots that it attacked in this phase",
    "harmed": "slots that it damaged or destroyed in this phase",
    "shadowed": "slot + 1 of the Battleship that can't fire at it in this phase",
    "antiair_made": "antiair attacks this turn",
    "asw_by": "slots of the enemies with an asw attack on it this turn",
    "asw_bases": "slots of the Carriers whose Aircraft hunted it this turn",
    "asw_marked": "an Aircraft hunted it in air attack this turn",
    "quarry": "a Ship's asw attack on it came to nothing this turn",
    "began": "where it was when sea movement began",
    "speed_change": "what abilities add to its speed this turn",
    "moved": "made its move this turn",
    "defensive": "a Fighter has attacked it this turn",
    "pressing": "though aborted it may bomb (1), or bomb or drop torpedoes (2)",
    "dividing": "declared Divide the Defense this turn",
    "drawing": "draws Fighters this turn",
    "no_gunnery": "no gunnery this turn, by Repair",
    "expert": "bonus taken of the experts for bomb, antiair, torpedo, asw",
    "expert_given": "a bit for each ability of the card whose expert bonus is taken",
    "spotted": "slot + 1 of the unit that marked it: Scout Cruiser, Scout Planes, Shadowing, "
    "Pinpointer",
    "scored_air": "an antiair attack of it worked this turn",
    "sent_again": "made its second attack by Fighter Umbrella or Director",
    "gave_again": "gave such an attack",
    "raid_marked": "Surprise Raid counts on it this turn",
    "bombarding": "bombards this turn",
    "repairs": "slot + 1 of the Ship that it repairs",
    "pursues": "slot + 1 of the Ship that it pursues",
    "points_pending": "points of Shore Support or Rescue Operations to come this turn",
    "cant_move": "bit k: can't move in the k-th turn from now",
    "cant_attack": "bit k: can't attack",
    "cant_claim": "bit k: can't claim objectives",
    "salvo_until": "last turn of Crippling Salvo on it",
    "jammed_until": "last turn of Jammed Mount",
    "straddled": "slots of the targets of Straddle",
    "covered": "slots of the enemies whose Covering Fire binds it this turn",
    "covered_next": "the same for the next turn",
    "instincts": "1: Fighting Instinct is on, 2: Killer Instinct",
    "made": "made in the game: 1 a main attack, 2 gunnery, 4 gunnery or torpedo",
    "inspired_turn": "turn in which Inspire to Victory was earned",
    "evacuated_turn": "turn of the first award of Evacuate or Tokyo Express",
    "raider_points": "points of Heavy Raider to come this turn",
    "disguised": "Disguise protects it",
    "locked": "a Guard Ship that waits",
}
KEY_MEANINGS = {
    "map": ("name", "the option's", "the map"),
    "turn": ("number", "3", "the turn; 0 before the first"),
    "phase": ("name", "needed", "a phase, or `end_of_turn` or `initiative`"),
    "to_act": ("0, 1", "0", "who decides; -1 when the game is over"),
    "first_player": ("0, 1", "0", "the first player of the turn"),
    "initiative_dice": ("list of lists", "[[3, 3], [3, 4]]", "the last throw, two dice a player"),
    "scores": ("list", "[0, 0]", "points"),
    "objectives": ("object", "{}", "owner of each objective sector that is claimed"),
    "smoke": ("object", "{}", "last turn of the smoke in each sector that has some"),
    "mines": ("list", "[]", "mined sectors"),
    "wrecks": ("list of lists", "[[], []]", "sectors where each player's Ships were destroyed"),
    "units": ("list of lists", "needed", "the units of each player in slot order"),
    "second_step": ("flag", "by `to_act`", "it is the second player's step"),
    "result": ("name", "needed when over", '`"player_0"`, `"player_1"` or `"draw"`'),
    "no_ships_scored": ("list", "[0, 0]", GAME_FIELDS["no_ships_scored"]),
    "main_made": ("list", "[0, 0]", GAME_FIELDS["main_made"]),
    "pursuit_turn": ("list", "[0, 0]", GAME_FIELDS["pursuit_turn"]),
    "embark_scored": ("list", "[0, 0]", GAME_FIELDS["embark_scored"]),
    "cargo_scored": ("list", "[0, 0]", GAME_FIELDS["cargo_scored"]),
    "pursuers": ("number", "0", GAME_FIELDS["pursuers"]),
    "runner": ("number", "0", GAME_FIELDS["runner"]),
    "runner_from": ("number", "0", GAME_FIELDS["runner_from"]),
}
_FORMS = {
    "number": "number",
    "flag": "flag",
    "bits": "flag",
    "numbers": "list of numbers",
    "slots": "list of slots",
    "turns": "list of turns",
}
_MARK_MEANINGS = {
    "hull": "hull points left; all of them if left out",
    "made_main": "has made a main attack in the game",
    "made_gun": "has made gunnery attacks in the game",
    "made_gun_or_torpedo": "has made gunnery or torpedo attacks in the game; with `made_gun`",
    "instinct_asw": "Killer Instinct is on",
    "instinct_torpedo": "Fighting Instinct is on",
    "cant_move_turns": "turns in which it can't move",
    "cant_attack_turns": "turns in which it can't attack",
    "cant_claim_turns": "turns in which it can't claim objectives",
}
_FIRST_MARKS = (
    ("base", "number", "of an Aircraft that is out: the base that it left; 16 if left out"),
    ("used", "list of names", "abilities whose use is spent"),
    ("role", "name", '`"Dive Bomber"`, after that choice'),
)


def phases() -> Table:
    """The phases of a turn."""
    assert tuple(name for name, _, _ in PHASES) == PHASE_NAMES
    return ("phase", "when", "a decision is"), [(f"`{n}`", w, d) for n, w, d in PHASES]


def map_text() -> str:
    """The map as text."""
    islands, own, enemy = int(ISLANDS[0]), int(DEPLOYMENT[0]), int(DEPLOYMENT[1])

    def mark(number: int) -> str:
        if islands >> number & 1:
            return "##"
        if number in OBJECTIVES:
            return "**"
        if (own | enemy) >> number & 1:
            return "WW" if own >> number & 1 else "EE"
        return "··"

    lines = []
    for row in range(CELLS[-1][0] + 1):
        numbers = [n for n, (r, _) in enumerate(CELLS) if r == row]
        cells = "  ".join(f"{n:2} {mark(n)}" for n in numbers)
        lines.append(f"row {row}   {'' if row_length(row) == 8 else '   '}{cells}".rstrip())
    return "```text\n" + "\n".join(lines) + "\n```"


def _card(name: str) -> Card:
    return UNITS[CARD_NUMBERS[name] - 1]


def _fleet_text(fleet: Fleet) -> str:
    return ", ".join(
        name if count == 1 else f"{name} x {count}" for name, count in Counter(fleet).items()
    )


def presets() -> Table:
    """The preset fleets."""
    rows: list[tuple[object, ...]] = []
    for name, scenario in SCENARIOS.items():
        for player, fleet in enumerate(scenario.fleets):
            cost = sum(_card(unit).cost for unit in fleet)
            side = _card(fleet[0]).side.capitalize()
            rows.append(
                (
                    f"`{name}`" if player == 0 else "",
                    f"`player_{player}`, {side}",
                    _fleet_text(fleet),
                    cost,
                    scenario.victory_points if player == 0 else "",
                    scenario.max_turns if player == 0 else "",
                )
            )
    head = ("scenario", "player", "units in slot order", "cost", "victory points", "turns")
    return head, rows


def squadrons() -> Table:
    """Squadrons that come with a Ship."""
    rows: list[tuple[object, ...]] = []
    for code, (card, count) in SQUADRONS.items():
        dice = ", ".join(f"{kind} {values[0]}" for kind, values in card.values.items())
        rows.append((abilities.NAMES[code], count, f"{card.armour}/{card.vital_armour}", dice))
    return ("ability", "squadrons", "armour/vital", "dice, range 0 only"), rows


def spaces() -> Table:
    """Spaces and sizes, the same for all options."""
    facts = load_game("war_at_sea").facts
    short = load_game("war_at_sea", scenario="skirmish").facts
    low, high, shape = facts.observation_low, facts.observation_high, facts.observation_shape
    kind = np.dtype(facts.observation_dtype).name
    return ("what", "value"), [
        ("actions", f"`Discrete({facts.num_distinct_actions})`"),
        ("observation", f"`Box({low}, {high}, {shape}, {kind})`"),
        ("plies, upper bound", f"{facts.max_game_length}; skirmish {short.max_game_length}"),
        ("bytes of a record", record.RECORD.itemsize),
    ]


def action_blocks() -> Table:
    """The table of actions."""
    weapons = abilities.NUM_WEAPONS
    attacks = f"`{FIRST_ATTACK} + (unit * {weapons} + weapon) * {NUM_SLOTS} + target`"
    blocks = (
        ("END", END, "`0`", "end this step"),
        (
            "PLACE",
            FIRST_PLACE,
            f"`{FIRST_PLACE} + unit * {NUM_SECTORS} + sector`",
            "put a unit into a sector: deploy, move, fly",
        ),
        ("ATTACK", FIRST_ATTACK, attacks, "attack an enemy unit with a weapon"),
        (
            "SPECIAL",
            FIRST_SPECIAL,
            f"`{FIRST_SPECIAL} + unit`",
            "what an ability allows in this step",
        ),
    )
    ends = [*(first for _, first, _, _ in blocks[1:]), NUM_ACTIONS]
    return ("action", "first", "how many", "number", "meaning"), [
        (name, first, end - first, number, meaning)
        for (name, first, number, meaning), end in zip(blocks, ends, strict=True)
    ]


def weapons() -> Table:
    """Weapon numbers."""
    rows: list[tuple[object, ...]] = []
    for weapon in range(abilities.NUM_WEAPONS):
        name = f"`{KIND_NAMES[weapon]}`"
        if weapon == abilities.MAIN:
            name += f"; of an Aircraft `{KIND_NAMES[abilities.STRAFE]}`"
        rows.append((weapon, name))
    return ("weapon", "kind of attack"), rows


def _examples() -> tuple[np.void, list[int]]:
    game = load_game("war_at_sea", scenario="skirmish")
    fleets = SCENARIOS["skirmish"].fleets
    states = game.parse_position(
        {
            "phase": "surface_attack",
            "to_act": 1,
            "units": [
                [[name, number] for name, number in zip(fleet, at, strict=True)]
                for fleet, at in zip(fleets, ((26, 26, 27, 18), (33, 33, 34, 40)), strict=True)
            ],
        }
    )
    sector = int(MIRROR[CELLS.index((3, 4))])
    actions = [
        place_action(1, sector),
        attack_action(0, abilities.MAIN, 2),
        attack_action(1, abilities.ASW, 3),
        special_action(2),
        END,
    ]
    return states[0], actions


def notation() -> Table:
    """Actions of East in notation."""
    state, actions = _examples()
    return ("notation", "number", "in words"), [
        (f"`{action_text(state, 1, action)}`", action, action_words(state, 1, action))
        for action in actions
    ]


def action_example() -> Table:
    """The number of a move, step by step."""
    cell = (3, 4)
    number = CELLS.index(cell)
    row, column = CELLS[number]
    mirrored = int(MIRROR[number])
    west, east = place_action(2, number), place_action(2, mirrored)
    return ("step", "value"), [
        ("move", "slot 2 to sector 3,4"),
        ("sector", f"{number}: so many come before it in the order of rows"),
        ("action of `player_0`", f"`{FIRST_PLACE} + 2 * {NUM_SECTORS} + {number} = {west}`"),
        (
            "sector in East's frame",
            f"3,{row_length(row) - 1 - column}, number {mirrored}: the mirror image",
        ),
        ("action of `player_1`", f"`{FIRST_PLACE} + 2 * {NUM_SECTORS} + {mirrored} = {east}`"),
    ]


def _entries(widths: Mapping[str, int], meanings: Mapping[str, str]) -> Table:
    assert list(widths) == list(meanings), set(widths) ^ set(meanings)
    return ("part", "entries", "meaning"), [
        (f"`{name}`", width, meanings[name]) for name, width in widths.items()
    ]


def layout_whole() -> Table:
    """Entries about the whole game."""
    return _entries(layout.GLOBAL_WIDTHS, GLOBAL_MEANINGS)


def layout_sectors() -> Table:
    """Entries of a sector."""
    return _entries(layout.SECTOR_WIDTHS, SECTOR_MEANINGS)


def layout_cards() -> Table:
    """Entries of a unit that its card fixes."""
    return _entries(layout.CARD_WIDTHS, CARD_MEANINGS)


def layout_states() -> Table:
    """Entries of a unit that change."""
    return _entries(layout.STATE_WIDTHS, STATE_MEANINGS)


def layout_groups() -> Table:
    """The three groups of an observation."""
    groups = {
        "whole": (1, layout.NUM_GLOBAL, "the game as a whole"),
        "sectors": (NUM_SECTORS, layout.SECTOR_ROW, "a row a sector, in the observer's frame"),
        "units": (record.NUM_UNITS, layout.UNIT_ROW, "a row a unit: own slots, enemy's slots"),
    }
    return ("group", "rows", "entries a row", "slice", "what it is about"), [
        (
            f"`{name}`",
            rows,
            width,
            f"{layout.LAYOUT[name].start}:{layout.LAYOUT[name].stop}",
            meaning,
        )
        for name, (rows, width, meaning) in groups.items()
    ]


def setup_keys() -> Table:
    """Keys of a set-up."""
    assert tuple(KEY_MEANINGS) == setup.KEYS
    return ("key", "value", "if left out", "meaning"), [
        (f"`{key}`", value, default, meaning)
        for key, (value, default, meaning) in KEY_MEANINGS.items()
    ]


def setup_marks() -> Table:
    """Marks of a unit in a set-up."""
    marks = [(f"`{key}`", form, meaning) for key, form, meaning in _FIRST_MARKS]
    for mark in setup._MARKS:
        meaning = _MARK_MEANINGS.get(mark.key) or UNIT_FIELDS[mark.field]
        marks.append((f"`{mark.key}`", _FORMS[mark.form], meaning))
    return ("mark", "value", "meaning"), list(marks)


def _fields(fields: Iterable[tuple[str, np.dtype[Any]]], meanings: Mapping[str, str]) -> Table:
    rows: list[tuple[object, ...]] = []
    for name, kind in fields:
        shape = f" {kind.shape}" if kind.shape else ""
        what = "record" if kind.base.names else kind.base.name
        rows.append((f"`{name}`", f"{what}{shape}", meanings[name]))
    return ("field", "type", "meaning"), rows


def game_fields() -> Table:
    """Fields of a record after the header."""
    names = record.RECORD.names or ()
    own = names[len(header(NUM_PLAYERS)) :]
    own = tuple(name for name in own if name != "padding")
    assert own == tuple(GAME_FIELDS)
    return _fields(((name, record.RECORD[name]) for name in own), GAME_FIELDS)


def unit_fields() -> Table:
    """Fields of a unit."""
    unit = record.RECORD["units"].base
    names = tuple(name for name in unit.names or () if name != "padding")
    assert names == tuple(UNIT_FIELDS)
    return _fields(((name, unit[name]) for name in names), UNIT_FIELDS)


def _dice(card: Card) -> str:
    texts = []
    for kind, values in card.values.items():
        reach = max((i + 1 for i, dice in enumerate(values) if dice), default=1)
        texts.append(f"{kind} {'/'.join(str(dice or '-') for dice in values[:reach])}")
    return ", ".join(texts)


def unit_list() -> str:
    """All units, a table for each nation."""
    parts = []
    for nation in sorted({card.nation for card in UNITS}):
        cards = [card for card in UNITS if card.nation == nation]
        lines = [
            f"## {nation}",
            "",
            f"{cards[0].side.capitalize()}, {len(cards)} units.",
            "",
            "| unit | type | year | cost | speed | flagship | takes | hull | armour | dice | "
            "abilities |",
            "| --- " * 11 + "|",
        ]
        for card in cards:
            cells = (
                card.name,
                card.type,
                card.year,
                card.cost,
                card.speed or "",
                card.flagship or "",
                card.capacity or "",
                card.hull if card.category != "aircraft" else "",
                f"{card.armour}/{card.vital_armour}",
                _dice(card),
                ", ".join(card.abilities),
            )
            lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def ability_list() -> Table:
    """All abilities, in a line each, and how many hand-worked rows of which file test each."""
    root = str(Path(__file__).resolve().parent.parent)
    if root not in sys.path:
        sys.path.append(root)
    from tests.war_at_sea import where_tested

    holders = Counter(name for card in UNITS for name in card.abilities)
    tested = where_tested()

    def rows_of(name: str) -> str:
        files = Counter(Path(file).stem.rpartition("_")[2] for file, _ in tested.get(name, []))
        return ", ".join(f"{word} {count}" for word, count in sorted(files.items()))

    return ("ability", "units", "in short", "tests"), [
        (name, holders[name], effect, rows_of(name))
        for name, effect in zip(abilities.NAMES[1:], abilities.EFFECTS[1:], strict=True)
    ]
