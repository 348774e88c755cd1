"""What happened in the last ply of War at Sea, in lines that a person can read."""

from __future__ import annotations

import dataclasses

import numpy as np

from navalenv.core.record import NO_ACTION
from navalenv.games.war_at_sea.abilities import NAMES, TORPEDO
from navalenv.games.war_at_sea.actions import (
    END,
    FIRST_ATTACK,
    FIRST_SPECIAL,
    decode_attack,
    decode_place,
)
from navalenv.games.war_at_sea.names import (
    PLAYER_NAMES,
    base_name,
    phase_words,
    player_of,
    unit_name,
)
from navalenv.games.war_at_sea.notation import weapon_name
from navalenv.games.war_at_sea.record import (
    DAMAGE,
    DESTROYED,
    EVENT_ABORTED,
    EVENT_ARMOUR,
    EVENT_ATTACK,
    EVENT_BONUS,
    EVENT_DAMAGED,
    EVENT_DICE,
    EVENT_FACES,
    EVENT_LOST,
    EVENT_MODIFIER,
    EVENT_PENALTY,
    EVENT_PHASE,
    EVENT_POINTS,
    EVENT_PUT,
    EVENT_REPAIRED,
    EVENT_RESULT,
    EVENT_RETURNED,
    EVENT_ROLL,
    EVENT_SPECIAL,
    EVENT_SUCCESSES,
    HITS,
    MAX_EVENTS,
    NONE,
    NUM_PLAYERS,
    NUM_SLOTS,
    RESULT_NAMES,
    ROLL_BEFORE,
    ROLL_SAVE,
    SEA_MOVEMENT,
    SOURCE_ASW_THREAT,
    SOURCE_CARRIER_LOSS,
    SOURCE_CONCEALMENT,
    SOURCE_CRIPPLED,
    SOURCE_DESTROYED,
    SOURCE_MINE,
    SOURCE_NO_SHIPS,
    SOURCE_OBJECTIVE,
    SOURCE_SMALL_SHIP,
)
from navalenv.games.war_at_sea.sectors import FRAME, cell_text

_SOURCES = {
    SOURCE_SMALL_SHIP: "small ship",
    SOURCE_CRIPPLED: "crippled",
    SOURCE_CONCEALMENT: "concealment",
    SOURCE_MINE: "mine",
    SOURCE_CARRIER_LOSS: "loss of the Carrier",
    SOURCE_OBJECTIVE: "objective",
    SOURCE_NO_SHIPS: "no Ships in play",
    SOURCE_DESTROYED: "destroyed",
    SOURCE_ASW_THREAT: "ASW threat",
}
_WEAPONS = (
    "antiair fire",
    "main guns",
    "secondary guns",
    "tertiary guns",
    "depth charges",
    "torpedoes",
    "bombs",
    "strafing",
)
"""What a kind of attack is made with."""
_INDENT = "  "


def source_name(code: int) -> str:
    """What changed an attack or scored: an ability, or one of the rules."""
    return _SOURCES[code] if code < 0 else NAMES[code]


def _event_rows(record: np.void) -> list[list[int]]:
    rows: list[list[int]] = record["events"][: record["num_events"]].tolist()
    return rows


def _faces(record: np.void, first: int, count: int) -> tuple[int, ...]:
    return tuple(record["faces"][first : first + count].tolist())


@dataclasses.dataclass
class Roll:
    """A die that was rolled for an ability or a rule.

    Attributes:
        code: of the ability, or a source.
        face: what it showed.
        worked: whether that was enough.
        unit: whose it was.
        stage: `navalenv.games.war_at_sea.record.ROLL_BEFORE` and so on.
    """

    code: int
    face: int
    worked: bool
    unit: int
    stage: int


@dataclasses.dataclass
class Attack:
    """An attack of the last ply, as the record's events tell it.

    Attributes:
        attacker, target: units.
        kind: of the attack.
        distance: from one to the other, in sectors.
        bonuses, penalties, modifiers: (source, amount) of what changed dice and faces.
        dice, value: dice rolled, and the value that they come from.
        per_die: what is added to every face.
        only_sixes, asw_threat: whether only a natural 6 counts; whether a die was lost to it.
        faces, replaced: the throw that counts, and one before it that was rolled again.
        armour, vital_armour: of the target.
        successes: or hits.
        first_result, result: before saves, and in the end.
        damage: hull points.
        rolls: for abilities.
    """

    attacker: int
    target: int
    kind: int
    distance: int
    bonuses: list[tuple[int, int]] = dataclasses.field(default_factory=list)
    penalties: list[tuple[int, int]] = dataclasses.field(default_factory=list)
    modifiers: list[tuple[int, int]] = dataclasses.field(default_factory=list)
    dice: int = 0
    value: int = 0
    per_die: int = 0
    only_sixes: bool = False
    asw_threat: bool = False
    faces: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()
    armour: int = 0
    vital_armour: int = 0
    successes: int = 0
    first_result: int = NONE
    result: int = NONE
    damage: int = 0
    rolls: list[Roll] = dataclasses.field(default_factory=list)

    def add(self, record: np.void, row: list[int]) -> bool:
        """Take one more event of the attack; whether it was the last."""
        event, number, a, b, c = row
        if event == EVENT_BONUS:
            self.bonuses.append((number, a))
        elif event == EVENT_PENALTY:
            self.penalties.append((number, a))
        elif event == EVENT_MODIFIER:
            self.modifiers.append((number, a))
        elif event == EVENT_DICE:
            self.dice, self.value, self.per_die = number, a, b
            self.only_sixes, self.asw_threat = bool(c & 1), bool(c & 2)
        elif event == EVENT_FACES:
            if b:
                self.replaced = _faces(record, number, a)
            else:
                self.faces = _faces(record, number, a)
        elif event == EVENT_ARMOUR:
            self.armour, self.vital_armour = number, a
        elif event == EVENT_SUCCESSES:
            self.successes, self.first_result = number, a
        elif event == EVENT_ROLL:
            self.rolls.append(_roll(row))
        elif event == EVENT_RESULT:
            self.result, self.damage = a, b
            return True
        return False


def _roll(row: list[int]) -> Roll:
    _, code, face, worked, both = row
    return Roll(code, face, bool(worked), both // 4, both % 4)


def attacks_of(record: np.void) -> list[Attack]:
    """The attacks of the last ply, in order."""
    found: list[Attack] = []
    is_open = False
    for row in _event_rows(record):
        if row[0] == EVENT_ATTACK:
            _, attacker, target, kind, distance = row
            found.append(Attack(attacker, target, kind, distance))
            is_open = True
        elif is_open:
            is_open = not found[-1].add(record, row)
    return found


# Words.


def points_words(points: int) -> str:
    """Such as ``1 point``."""
    return f"{points} point" if points == 1 else f"{points} points"


def dice_words(attack: Attack) -> str:
    """Where the dice of an attack come from, such as ``8 dice (7 + 1 Destroyer Hunter)``."""
    parts = [str(attack.value)]
    if attack.asw_threat:
        parts.append(f"- 1 {source_name(SOURCE_ASW_THREAT)}")
    parts += [f"+ {amount} {source_name(source)}" for source, amount in attack.bonuses]
    parts += [f"- {amount} {source_name(source)}" for source, amount in attack.penalties]
    gains = sum(amount for _, amount in attack.bonuses)
    losses = sum(amount for _, amount in attack.penalties) + attack.asw_threat
    if attack.dice > attack.value + gains - losses:
        parts[-1] += ", at least 1"
    dice = "1 die" if attack.dice == 1 else f"{attack.dice} dice"
    return f"{dice} ({' '.join(parts)})" if len(parts) > 1 else dice


def face_words(attack: Attack) -> str:
    """What changes the faces of an attack; empty if nothing does."""
    parts = []
    if attack.modifiers:
        sources = ", ".join(source_name(source) for source, _ in attack.modifiers)
        parts.append(f"{attack.per_die:+d} on each die ({sources})")
    elif attack.per_die:
        parts.append(f"{attack.per_die:+d} on each die")
    if attack.only_sixes:
        parts.append("only a natural 6 counts")
    return ", ".join(parts)


def success_words(attack: Attack) -> str:
    """What the dice of an attack came to, such as ``5 successes, armour 2/7``."""
    if attack.kind == TORPEDO:
        return "1 hit" if attack.successes == 1 else f"{attack.successes} hits"
    word = "success" if attack.successes == 1 else "successes"
    return f"{attack.successes} {word}, armour {attack.armour}/{attack.vital_armour}"


def _result_words(result: int, damage: int) -> str:
    if result == NONE:
        return "no effect"
    if result == DAMAGE or (result == HITS and damage > 0):
        return f"{damage} damage"
    return "no damage" if result == HITS else RESULT_NAMES[result]


def outcome_words(attack: Attack) -> str:
    """What an attack did, and what it would have done if abilities had not changed that."""
    words = _result_words(attack.result, attack.damage)
    if attack.result != attack.first_result:
        words += f" instead of {_result_words(attack.first_result, 1).replace('1 ', '')}"
    return words


def heading_words(record: np.void, attack: Attack) -> str:
    """Who attacks whom, with what and from how far."""
    weapon = _WEAPONS[attack.kind]
    attacker, target = unit_name(record, attack.attacker), unit_name(record, attack.target)
    return f"{attacker}, {weapon} at {target}, range {attack.distance}"


def roll_words(record: np.void, roll: Roll) -> str:
    """What a die that was rolled for an ability or a rule brought."""
    name = unit_name(record, roll.unit)
    if roll.code == SOURCE_MINE:
        told = f"strikes {name}" if roll.worked else f"misses {name}"
        return f"Mine {told}: rolled {roll.face}"
    if roll.code == SOURCE_CARRIER_LOSS:
        told = "gets off" if roll.worked else "goes down with"
        return f"{name} {told} its lost Carrier: rolled {roll.face}"
    source = source_name(roll.code)
    if roll.stage == ROLL_SAVE:
        told = "saved" if roll.worked else "not saved"
    elif roll.stage == ROLL_BEFORE:
        told = "goes wrong" if roll.worked else "goes well"
    else:
        told = "works" if roll.worked else "does not work"
    return f"{source[0].upper()}{source[1:]} of {name}: rolled {roll.face}, {told}"


def attack_lines(record: np.void, attack: Attack) -> list[str]:
    """An attack in a line, and a line for each die rolled for an ability."""
    parts = [dice_words(attack), face_words(attack)]
    if attack.replaced:
        parts.append(f"rerolled {' '.join(map(str, attack.replaced))}")
    if attack.faces:
        parts.append(f"faces {' '.join(map(str, attack.faces))}")
    parts.append(success_words(attack))
    said = ", ".join(filter(None, parts))
    lines = [f"{heading_words(record, attack)}: {said}: {outcome_words(attack)}"]
    lines += [_INDENT + roll_words(record, roll) for roll in attack.rolls]
    return lines


def phase_text(record: np.void) -> str:
    """Turn and phase of a record, and who acts in it."""
    if record["terminated"]:
        return result_words(record)
    phase = phase_words(int(record["phase"]))
    actor = PLAYER_NAMES[record["to_move"]]
    turn = f"Turn {record['turn']}, " if record["turn"] else ""
    text = f"{turn}{phase}: {actor} acts"
    return text[0].upper() + text[1:]


def result_words(record: np.void) -> str:
    """How a game that is over ended."""
    winner = int(record["winner"])
    west, east = record["scores"].tolist()
    if winner < 0:
        return f"Draw at {west} to {east} points"
    own, other = (west, east) if winner == 0 else (east, west)
    return f"{PLAYER_NAMES[winner]} wins with {own} to {other} points"


def initiative_words(record: np.void) -> str:
    """The last initiative dice and who acts first; flagships are added to the dice."""
    dice = ", ".join(
        f"{PLAYER_NAMES[player]} {' + '.join(map(str, record['initiative_dice'][player]))}"
        for player in range(NUM_PLAYERS)
    )
    return f"initiative {dice}: {PLAYER_NAMES[record['first_player']]} acts first"


def special_ability(record: np.void) -> int:
    """Code of the ability that the special action of the last ply used; 0: none is known."""
    rows = _event_rows(record)
    return rows[0][2] if rows and rows[0][0] == EVENT_SPECIAL else 0


def last_action_words(record: np.void) -> str:
    """What the player who acted last decided; empty at the start."""
    if record["last_action"] == NO_ACTION:
        return ""
    player, action = int(record["last_player"]), int(record["last_action"])
    if action == END:
        return f"{PLAYER_NAMES[player]} ends its step"
    first = player * NUM_SLOTS
    if action >= FIRST_SPECIAL:
        name = unit_name(record, first + action - FIRST_SPECIAL)
        ability = NAMES[special_ability(record)] or "its special action"
        return f"{PLAYER_NAMES[player]}: {name} uses {ability}"
    if action >= FIRST_ATTACK:
        slot, weapon, target = decode_attack(action)
        weapon_text = weapon_name(record["units"][first + slot], weapon)
        names = (
            unit_name(record, first + slot),
            unit_name(record, (1 - player) * NUM_SLOTS + target),
        )
        return f"{PLAYER_NAMES[player]}: {names[0]}, {weapon_text} on {names[1]}"
    slot, sector = decode_place(action)
    where = cell_text(int(FRAME[player, sector]))
    return f"{PLAYER_NAMES[player]}: {unit_name(record, first + slot)} to sector {where}"


# Lines.


def _points_line(player: int, points: int, source: int) -> str:
    name = PLAYER_NAMES[player]
    if source == SOURCE_OBJECTIVE:
        return f"{name} seizes an objective: {points_words(points)}"
    if source == SOURCE_NO_SHIPS:
        other = PLAYER_NAMES[1 - player]
        return f"{other} has no Ships in play: {points_words(points)} for {name}"
    return f"{source_name(source)}: {points_words(points)} for {name}"


def _hull_left(record: np.void, unit: int, later: list[list[int]]) -> int:
    """Hull points that a unit had left before later events of the ply."""
    hull = int(record["units"][unit]["hull"])
    for event, number, points, *_ in later:
        if number == unit and event == EVENT_DAMAGED:
            hull += points
        elif number == unit and event == EVENT_REPAIRED:
            hull -= 1
    return hull


def _turn_line(record: np.void, turn: int) -> str:
    text = f"Turn {turn} begins"
    return f"{text}: {initiative_words(record)}" if turn == record["turn"] else text


def _lost_line(record: np.void, unit: int, how: int, points: int) -> str:
    name = unit_name(record, unit)
    if how != DESTROYED:
        return f"{name} is removed"
    if points == 0:
        return f"{name} is destroyed"
    return f"{name} is destroyed: {points_words(points)} for {PLAYER_NAMES[1 - player_of(unit)]}"


def log_lines(record: np.void, first_attack: bool = True) -> list[str]:
    """What happened in the last ply: the decision, attacks, losses, points, phases.

    Args:
        record: after the ply.
        first_attack: whether to tell the first attack, or the decision if there is none.
    """
    lines: list[str] = []
    rows = _event_rows(record)
    last_phase = max((i for i, row in enumerate(rows) if row[0] == EVENT_PHASE), default=-1)
    attacks = iter(attacks_of(record))
    in_attack = False
    points_of_loss = 0
    is_told = first_attack
    if first_attack and (not rows or rows[0][0] != EVENT_ATTACK):
        lines.append(last_action_words(record))
    for i, (event, number, a, b, _) in enumerate(rows):
        if event == EVENT_ATTACK:
            attack = next(attacks)
            lines += attack_lines(record, attack) if is_told else []
            in_attack = is_told = True
        elif in_attack and event != EVENT_RESULT:
            continue
        elif event == EVENT_RESULT:
            in_attack = False
        elif event == EVENT_ROLL:
            lines.append(roll_words(record, _roll(rows[i])))
        elif event == EVENT_POINTS and b == SOURCE_DESTROYED:
            points_of_loss = a
        elif event == EVENT_POINTS:
            lines.append(_points_line(number, a, b))
        elif event == EVENT_LOST:
            lines.append(_lost_line(record, number, a, points_of_loss))
            points_of_loss = 0
        elif event == EVENT_DAMAGED:
            left = _hull_left(record, number, rows[i + 1 :])
            hull = f", {left} left" if left > 0 else ""
            lines.append(f"{unit_name(record, number)} loses {a} of its hull{hull}")
        elif event == EVENT_ABORTED:
            lines.append(f"{unit_name(record, number)} is aborted")
        elif event == EVENT_PUT:
            lines.append(f"{unit_name(record, number)} goes to sector {cell_text(a)}")
        elif event == EVENT_RETURNED:
            base = base_name(record, player_of(number), a)
            counters = f", {b} rearming" if b else ""
            lines.append(f"{unit_name(record, number)} returns to {base}{counters}")
        elif event == EVENT_REPAIRED:
            lines.append(f"{unit_name(record, number)} has 1 hull point repaired")
        elif event == EVENT_PHASE:
            if number == SEA_MOVEMENT and a == record["first_player"]:
                lines.append(_turn_line(record, b))
            if i == last_phase and len(rows) < MAX_EVENTS and not record["terminated"]:
                lines.append(phase_text(record))
    if len(rows) == MAX_EVENTS:
        lines.append("More happened than the log holds")
        lines.append(phase_text(record))
    elif record["terminated"]:
        lines.append(phase_text(record))
    return [line for line in lines if line]
