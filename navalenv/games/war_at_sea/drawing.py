"""The picture of War at Sea: the map between two fleets, phases, the last ply, a legend."""

from __future__ import annotations

import numpy as np

from navalenv.games.war_at_sea.abilities import EFFECTS, TYPE_NAMES
from navalenv.games.war_at_sea.battle_map import (
    HULL_COLOURS,
    MAP_HEIGHT,
    MAP_WIDTH,
    MapView,
    draw_map,
    hull_pips,
)
from navalenv.games.war_at_sea.cards import AIRCRAFT, CATEGORY, TYPE
from navalenv.games.war_at_sea.letters import draw_text
from navalenv.games.war_at_sea.log import (
    attacks_of,
    dice_words,
    face_words,
    heading_words,
    last_action_words,
    log_lines,
    outcome_words,
    phase_text,
    result_words,
    roll_words,
    special_ability,
    success_words,
)
from navalenv.games.war_at_sea.modifiers import successes_of
from navalenv.games.war_at_sea.names import (
    PLAYER_NAMES,
    TYPE_CODES,
    bases_of,
    fleet,
    fleet_words,
    phase_words,
    place_words,
    player_of,
    short_name,
    slot_of,
    state_words,
)
from navalenv.games.war_at_sea.record import (
    AFTER_MOVE,
    BREAKOUT,
    LOST,
    NUM_PLAYERS,
    OVER,
    PATROL,
    PHASE_NAMES,
    PURSUIT,
    QUARRY,
    SCREEN,
)
from navalenv.games.war_at_sea.symbols import (
    DARK_SILHOUETTES,
    LIVERIES,
    die_stamp,
    unit_stamp,
)
from navalenv.render.chart import (
    BURST,
    CARD,
    CARD_EDGE,
    FAINT_INK,
    FRAME,
    GOLD,
    INK,
    LETTERS,
    MARGIN,
    PAPER,
    STRIP,
    caption,
    card,
    fitted,
    text_width,
    wrapped,
)
from navalenv.render.scene import Colour, Line, Rectangle, Scene, Shape, Stamp, Text

__all__ = ["draw", "draw_text"]

_GAP = 12.0
_PANEL = 272.0
_PHASES = 28.0
_BELOW = 172.0
WIDTH = 2 * MARGIN + 2 * _PANEL + 2 * _GAP + MAP_WIDTH
_TOP = MARGIN + STRIP + _GAP + _PHASES + _GAP
HEIGHT = _TOP + MAP_HEIGHT + _GAP + _BELOW + MARGIN

_HEADER = 76.0
_MOST_STEP = 46.0
"""Most height of a unit's row."""
_BASES = 92.0
_BAND = 24.0
_RULE: Colour = (228, 220, 200)
_DIM: Colour = (160, 160, 156)
_BAD: Colour = (176, 70, 20)
_MOST_WORTH = 2
"""Dice are drawn as worth so many successes at most; Skip-Bomb makes a 6 worth one more."""


_ADDED_STEPS = (SCREEN, PURSUIT, AFTER_MOVE, PATROL, QUARRY, BREAKOUT)
"""Steps that only abilities make."""


def draw(record: np.void) -> Scene:
    """The picture of a record."""
    shapes = _caption(record)
    shapes += _phase_bar(record, MARGIN + STRIP + _GAP)
    shapes += draw_map(record, MapView(MARGIN + _PANEL + _GAP, _TOP))
    for player in range(NUM_PLAYERS):
        left = MARGIN + player * (_PANEL + MAP_WIDTH + 2 * _GAP)
        shapes += _panel(record, player, left, _TOP)
    below = _TOP + MAP_HEIGHT + _GAP
    inner = WIDTH - 2 * MARGIN
    legend = 330.0
    action = 520.0
    shapes += _action_card(record, MARGIN, below, action)
    log_left = MARGIN + action + _GAP
    shapes += _log_card(record, log_left, below, inner - action - legend - 2 * _GAP)
    shapes += _legend(WIDTH - MARGIN - legend, below, legend)
    return Scene(WIDTH, HEIGHT, PAPER, tuple(shapes))


def _caption(record: np.void) -> list[Shape]:
    """The strip that says where the game stands."""
    scores = record["scores"].tolist()
    over = bool(record["terminated"])
    winner = int(record["winner"])
    won = over and winner >= 0
    mark = LETTERS if over else LIVERIES[int(record["to_move"])].field
    score = f"{PLAYER_NAMES[0]} {scores[0]} : {scores[1]} {PLAYER_NAMES[1]}"
    heading = result_words(record) if over else phase_text(record)
    return caption(
        MARGIN,
        MARGIN,
        WIDTH - 2 * MARGIN,
        (heading, fitted(_last_words(record), 1100, 15, 15)[0]),
        (score, f"turn {record['turn']} of {record['max_turns']}, "
                f"{record['victory_points']} points win"),
        mark,
        won,
    )  # fmt: skip


def _last_words(record: np.void) -> str:
    """The last decision in a line."""
    attacks = attacks_of(record)
    if attacks:
        return f"{heading_words(record, attacks[0])}: {outcome_words(attacks[0])}"
    return last_action_words(record) or "no decision yet"


def _phase_bar(record: np.void, top: float) -> list[Shape]:
    """All phases and steps of a turn, the present one marked with who acts in it."""
    shapes: list[Shape] = []
    now = int(record["phase"])
    names = [phase_words(phase) for phase in range(len(PHASE_NAMES)) if phase != OVER]
    gap = 4.0
    width = (WIDTH - 2 * MARGIN + gap) / len(names) - gap
    for phase, name in enumerate(names):
        left = MARGIN + phase * (width + gap)
        is_now = phase == now
        fill = LIVERIES[int(record["to_move"])].field if is_now else CARD
        edge, line = (GOLD, 3.0) if is_now else (CARD_EDGE, 1.2)
        shapes.append(Rectangle(left, top, width, _PHASES, fill, edge, line, radius=8))
        text, size = fitted(name, width - 10, 11.5 if phase in _ADDED_STEPS else 13.5, 9)
        colour = LETTERS if is_now else _DIM if phase in _ADDED_STEPS else INK
        shapes.append(Text(left + width / 2, top + _PHASES / 2, text, size, colour))
    return shapes


# The fleets.


def _panel(record: np.void, player: int, left: float, top: float) -> list[Shape]:
    """A fleet: who, points, initiative, every unit, who is at which base."""
    livery = LIVERIES[player]
    acts = not record["terminated"] and record["to_move"] == player
    shapes = card(left, top, _PANEL, MAP_HEIGHT, 34, livery.field, acts)
    right = left + _PANEL - 12
    shapes.append(Text(left + 12, top + 18, PLAYER_NAMES[player], 20, LETTERS, "start"))
    if acts:
        shapes.append(Text(left + 78, top + 19, "acts", 14, GOLD, "start"))
    points = f"{record['scores'][player]} points"
    shapes.append(Text(right, top + 18, points, 18, LETTERS, "end"))
    words, size = fitted(fleet_words(record, player), _PANEL - 24, 12.5, 8)
    shapes.append(Text(left + 12, top + 46, words, size, INK, "start"))
    shapes += _initiative(record, player, left + 12, top + 64)
    rows_top = top + _HEADER + 2
    units = fleet(record, player)
    step = min(_MOST_STEP, (MAP_HEIGHT - _HEADER - _BASES - 8) / max(1, len(units)))
    for i, unit in enumerate(units):
        shapes += _unit_row(record, unit, left, rows_top + i * step, step)
    shapes += _bases(record, player, left, top + MAP_HEIGHT - _BASES)
    return shapes


def _initiative(record: np.void, player: int, x: float, y: float) -> list[Shape]:
    shapes: list[Shape] = [Text(x, y, "initiative", 11.5, FAINT_INK, "start")]
    dice = record["initiative_dice"][player].tolist()
    for i, face in enumerate(dice):
        if face:
            shapes.append(die_stamp(face, 0, x + 82 + 21 * i, y, 18))
    order = "first" if record["first_player"] == player else "second"
    shapes.append(Text(x + 122, y, f"acts {order}", 12.5, INK, "start"))
    return shapes


def _unit_row(record: np.void, unit: int, left: float, top: float, height: float) -> list[Shape]:
    """A unit of a fleet: slot, symbol, name, hull; type, place, state."""
    row = record["units"][unit]
    number = int(row["card"])
    player = player_of(unit)
    livery = LIVERIES[player]
    is_lost = row["where"] == LOST
    field = livery.faded if is_lost else livery.field
    middle = top + height / 2
    shapes: list[Shape] = [
        Line((left + 8, top), (left + _PANEL - 8, top), _RULE, 1.0),
        Text(left + 26, middle, str(slot_of(unit)), 13, _DIM if is_lost else INK, "end"),
        Rectangle(left + 32, top + 5, 46, height - 10, field, radius=4),
        unit_stamp(int(TYPE[number]), player, left + 55, middle, 38),
    ]
    right = left + _PANEL - 10
    pips_wide = 0.0
    if is_lost:
        shapes.append(Line((left + 34, top + height - 8), (left + 76, top + 8), _BAD, 2.5))
    elif CATEGORY[number] != AIRCRAFT:
        pips, pips_wide = hull_pips(record, unit, right, top + 0.32 * height, 9, livery.field)
        shapes += pips
    text = left + 85
    name, size = fitted(short_name(number), right - text - pips_wide - 4, 14, 9)
    colour = _DIM if is_lost else INK
    shapes.append(Text(text, top + 0.32 * height, name, size, colour, "start"))
    code = TYPE_CODES[TYPE[number]]
    states = ", ".join(state_words(record, unit))
    acted = row["acted"] and not is_lost and record["to_move"] == player
    place = f"{code}  {place_words(record, unit)}"
    ending = states or ("acted" if acted else "")
    below = top + 0.74 * height
    end_size = 0.0
    if ending:
        ending, end_size = fitted(ending, 105, 11, 8)
        shapes.append(Text(right, below, ending, end_size, _BAD if states else FAINT_INK, "end"))
        room = right - text - 4 - min(105.0, text_width(ending, end_size))
    else:
        room = right - text
    place, size = fitted(place, room, 11, 8)
    shapes.append(Text(text, below, place, size, _DIM if is_lost else FAINT_INK, "start"))
    return shapes


def _bases(record: np.void, player: int, left: float, top: float) -> list[Shape]:
    """Who is at which base."""
    shapes: list[Shape] = [
        Line((left + 8, top), (left + _PANEL - 8, top), CARD_EDGE, 1.5),
        Text(left + 12, top + 12, "Aircraft at bases, by slot", 11.5, FAINT_INK, "start"),
    ]
    bases = bases_of(record, player)
    columns = 1 if len(bases) <= 4 else 2
    rows = -(-len(bases) // columns)
    step = min(17.0, (_BASES - 24) / max(1, rows))
    wide = (_PANEL - 20) / columns
    for i, base in enumerate(bases):
        x = left + 12 + (i // rows) * wide
        y = top + 22 + (i % rows + 0.5) * step
        slots = " ".join(map(str, base.slots)) or "-"
        text, size = fitted(f"{base.name} ({base.room}): {slots}", wide - 6, min(12, step), 7)
        shapes.append(Text(x, y, text, size, INK, "start"))
    return shapes


# Below the map.


def _small_card(left: float, top: float, width: float, title: str) -> list[Shape]:
    return [
        *card(left, top, width, _BELOW, _BAND, FRAME),
        Text(left + 12, top + _BAND / 2 + 0.5, title, 13, LETTERS, "start"),
    ]


def _action_card(record: np.void, left: float, top: float, width: float) -> list[Shape]:
    """What was decided last; of an attack, the dice and what they did; of a special action, what
    its ability does."""
    attacks = attacks_of(record)
    shapes = _small_card(left, top, width, "Last attack" if attacks else "Last decision")
    x, y, room = left + 12, top + _BAND + 14, width - 24
    if not attacks:
        words = last_action_words(record) or "No decision yet"
        for line in wrapped(words, room, 14):
            shapes.append(Text(x, y, line, 14, INK, "start"))
            y += 18
        ability = special_ability(record)
        for line in wrapped(EFFECTS[ability], room, 12, "") if ability else []:
            shapes.append(Text(x, y, line, 12, FAINT_INK, "start"))
            y += 15
        return shapes
    attack = attacks[0]
    text, size = fitted(heading_words(record, attack), room, 14, 9)
    shapes.append(Text(x, y, text, size, INK, "start"))
    y += 18
    rolled = ", ".join(filter(None, (dice_words(attack), face_words(attack))))
    text, size = fitted(rolled, room, 12, 8)
    shapes.append(Text(x, y, text, size, FAINT_INK, "start"))
    y += 22
    throws = [(attack.faces, 1.0)]
    if attack.replaced:
        throws.insert(0, (attack.replaced, 0.45))
    dice = 24.0 if attack.replaced == () else 19.0
    for faces, opacity in throws:
        step = min(dice + 4, room / max(1, len(faces)))
        for i, face in enumerate(faces):
            worth = successes_of(face, attack.kind, attack.per_die, attack.only_sixes, _MOST_WORTH)
            die = die_stamp(face, worth, x + step * (i + 0.5), y, min(dice, step))
            shapes.append(Stamp(die.symbol, die.x, die.y, die.scale, opacity=opacity))
        y += dice + 3
    y += 1
    result = f"{success_words(attack)}: {outcome_words(attack)}"
    text, size = fitted(result, room, 14, 9)
    shapes.append(Text(x, y, text, size, BURST, "start"))
    y += 16
    rolls = [roll_words(record, roll) for roll in attack.rolls]
    step = min(14.0, (top + _BELOW - 4 - y) / max(1, len(rolls)))
    for words in rolls:
        text, size = fitted(words, room, min(11.5, step), 7)
        shapes.append(Text(x, y, text, size, INK, "start"))
        y += step
    return shapes


_LOG_SIZE = 11.5
_LOG_STEP = 14.0


def _log_card(record: np.void, left: float, top: float, width: float) -> list[Shape]:
    """What else happened in the last ply, in two columns."""
    shapes = _small_card(left, top, width, "What happened then")
    column = (width - 36) / 2
    lines = []
    for line in log_lines(record, first_attack=False):
        lines += wrapped(line, column, _LOG_SIZE)
    rows = int((_BELOW - _BAND - 8) / _LOG_STEP)
    if len(lines) > 2 * rows:
        left_out = len(lines) - 2 * rows + 1
        lines = [*lines[: 2 * rows - 1], f"... and {left_out} lines more"]
    for i, line in enumerate(lines):
        x = left + 12 + (i // rows) * (column + 12)
        y = top + _BAND + 12 + (i % rows) * _LOG_STEP
        shapes.append(Text(x, y, line, _LOG_SIZE, INK, "start"))
    return shapes


def _legend(left: float, top: float, width: float) -> list[Shape]:
    """The symbols of all types."""
    shapes = _small_card(left, top, width, "Units")
    types = range(1, len(TYPE_NAMES))
    rows = (len(types) + 1) // 2
    step = (_BELOW - _BAND - 8) / rows
    for i, kind in enumerate(types):
        x = left + 10 + (i // rows) * (width / 2 - 14)
        y = top + _BAND + 4 + (i % rows + 0.5) * step
        shapes.append(Stamp(DARK_SILHOUETTES[kind], x + 20, y, 0.36))
        shapes.append(
            Text(x + 46, y, f"{TYPE_CODES[kind]}  {TYPE_NAMES[kind]}", 11.5, INK, "start")
        )
    x, y = left + width / 2 - 4, top + _BAND + 4 + (rows - 0.5) * step
    shapes.append(Text(x + 6, y, "Hull", 11, FAINT_INK, "start"))
    for i, (colour, meaning) in enumerate(HULL_COLOURS):
        at = x + 38 + (0, 37, 88)[i]
        shapes.append(Rectangle(at, y - 4.5, 9, 9, colour or LIVERIES[0].field, INK, 1.0))
        shapes.append(Text(at + 12, y, meaning, 10, INK, "start"))
    return shapes
