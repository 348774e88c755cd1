"""What War at Sea draws."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree
from collections import Counter
from typing import Any

import numpy as np
import pytest

import navalenv
from navalenv.games.war_at_sea.abilities import CODES, EFFECTS
from navalenv.games.war_at_sea.actions import special_action
from navalenv.games.war_at_sea.battle_map import (
    MapView,
    draw_map,
    last_put,
    tile_boxes,
    units_by_sector,
)
from navalenv.games.war_at_sea.cards import AIRCRAFT, CATEGORY, HULL, UNITS
from navalenv.games.war_at_sea.drawing import draw, draw_text
from navalenv.games.war_at_sea.letters import unit_letter
from navalenv.games.war_at_sea.log import attacks_of
from navalenv.games.war_at_sea.names import fleet, plain, player_of, short_name, slot_of
from navalenv.games.war_at_sea.record import (
    EVENT_ATTACK,
    EVENT_DICE,
    EVENT_FACES,
    EVENT_PUT,
    EVENT_RESULT,
    EVENT_SUCCESSES,
    NUM_SLOTS,
    OVER,
    PHASE_NAMES,
)
from navalenv.games.war_at_sea.sectors import CELLS, NUM_SECTORS
from navalenv.games.war_at_sea.setup import setup_to_record
from navalenv.games.war_at_sea.symbols import DICE, MINE, SILHOUETTES, SMOKE_CLOUD, WRECK
from navalenv.render.chart import BURST, BURST_MARK, fitted, text_width, wrapped
from navalenv.render.painter import paint
from navalenv.render.scene import Circle, Line, Polygon, Rectangle, Scene, Stamp, Text
from navalenv.render.svg import to_svg
from tests.render.common import check_letters, check_rectangles_inside

WEST = [
    "USS San Francisco (CA 38)", "USS Samuel B. Roberts", "USS Cod (SS 224)", "F4F Wildcat",
    "F4F Wildcat", "Beaufighter TF Mk. X", "SBD Dauntless", "USS Iowa (BB 61)",
    "USS Enterprise (CV 6)", "HMS Hood", "HMS Ajax", "USS Fletcher (DD 445)", "LST", "PT Boat",
    "HMS Truculent", "PBY Catalina",
]  # fmt: skip
EAST = [
    "Giovanni Delle Bande Nere", "Oktyabrskaya Revolutsia", "Leonardo da Vinci",
    "Elite A6M2 Zero", "B5N2 Type 97 Attack Bomber", 'B5N2 "Kate"', "Ju-87 R2 Picchiatelli",
    "Yamato", "Shokaku", "Mogami", "Isokaze", "Blücher", "M1", "U-47", 'H8KI Type 2 "Emily"',
    "Bf 109",
]  # fmt: skip
CROWDED = 25
"""Sector with as many units of both players as it holds: the first seven of each."""


def crowded(**keys: Any) -> np.void:
    """16 units a side, 14 of them in one sector."""
    fleets = []
    for player, names in enumerate((WEST, EAST)):
        places = [CROWDED] * 7 + [0, 8, 16, 17, 30, 31, 4, 23, 24]
        fleets.append(
            [[name, 52 - place if player and i > 6 else place]
             for i, (name, place) in enumerate(zip(names, places, strict=True))]
        )  # fmt: skip
    setup = {"phase": "surface_attack", "turn": 5, "to_act": 0, "units": fleets, **keys}
    record: np.void = setup_to_record(setup)[0]
    return record


def small(west: list[Any] | None = None, east: list[Any] | None = None, **keys: Any) -> np.void:
    """A few units a side."""
    units = [
        west or [["USS Fletcher (DD 445)", 23, {}], ["SBD Dauntless", "base:16", {}]],
        east or [["Bismarck", 25, {}], ["Ju 87B Stuka", 23, {}]],
    ]
    setup = {"phase": "surface_attack", "turn": 5, "to_act": 0, "units": units, **keys}
    record: np.void = setup_to_record(setup)[0]
    return record


def with_attack(record: np.void, attacker: int, target: int, faces: list[int]) -> np.void:
    """The record after an attack with main guns that these dice decided."""
    events = (
        (EVENT_ATTACK, attacker, target, 1, 2),
        (EVENT_DICE, len(faces), len(faces), 0, 0),
        (EVENT_FACES, 0, len(faces), 0, 0),
        (EVENT_SUCCESSES, 3, 2, 0, 0),
        (EVENT_RESULT, target, 2, 1, 0),
    )
    record["events"][: len(events)] = events
    record["num_events"] = len(events)
    record["faces"][: len(faces)] = faces
    record["num_faces"] = len(faces)
    return record


def stamps(scene: Scene, *symbols: Any) -> list[Stamp]:
    return [s for s in scene.shapes if isinstance(s, Stamp) and s.symbol in symbols]


def texts(scene: Scene) -> list[str]:
    return [shape.text for shape in scene.shapes if isinstance(shape, Text)]


def check_inside(scene: Scene) -> None:
    """No shape leaves the picture."""
    check_rectangles_inside(scene)
    for shape in scene.shapes:
        if isinstance(shape, Text):
            wide = text_width(shape.text, shape.size)
            left = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * wide
            assert left >= 0, shape
            assert left + wide <= scene.width, shape
            assert shape.size / 2 <= shape.y <= scene.height - shape.size / 2, shape
            continue
        if isinstance(shape, Polygon):
            points = list(shape.points)
        elif isinstance(shape, Line):
            points = [shape.start, shape.end]
        elif isinstance(shape, (Circle, Stamp)):
            points = [(shape.x, shape.y)]
        else:
            continue
        assert all(0 <= x <= scene.width and 0 <= y <= scene.height for x, y in points), shape


# The map.


def test_tiles_do_not_overlap_and_stay_in_their_sectors() -> None:
    record = crowded()
    view = MapView(0, 0)
    boxes = tile_boxes(record, view)
    assert len(boxes) == 32
    for unit, box in boxes.items():
        room = view.room(int(record["units"][unit]["where"]))
        assert box.x >= room.x - 1e-6
        assert box.x + box.width <= room.x + room.width + 1e-6
        assert box.y >= room.y - 1e-6
        assert box.y + box.height <= room.y + room.height + 1e-6
    for a, b in itertools.combinations(boxes.values(), 2):
        assert (
            a.x + a.width <= b.x or b.x + b.width <= a.x
            or a.y + a.height <= b.y or b.y + b.height <= a.y
        )  # fmt: skip


def test_rooms_of_sectors_do_not_overlap() -> None:
    view = MapView(0, 0)
    rooms = [view.room(sector) for sector in range(NUM_SECTORS)]
    for a, b in itertools.combinations(rooms, 2):
        assert abs(a.middle[0] - b.middle[0]) >= a.width or (
            abs(a.middle[1] - b.middle[1]) >= a.height
        )


def test_every_unit_is_on_the_map_and_in_its_panel() -> None:
    record = crowded()
    on_map = draw_map(record, MapView(0, 0))
    scene = draw(record)
    expected = Counter(
        SILHOUETTES[unit_type(record, unit), player_of(unit)]
        for player in range(2)
        for unit in fleet(record, player)
    )
    drawn = Counter(
        shape.symbol
        for shape in on_map
        if isinstance(shape, Stamp) and shape.symbol in SILHOUETTES.values()
    )
    assert drawn == expected
    said = texts(scene)
    for player in range(2):
        for unit in fleet(record, player):
            assert short_name(int(record["units"][unit]["card"])) in said
    check_inside(scene)


def unit_type(record: np.void, unit: int) -> int:
    from navalenv.games.war_at_sea.cards import TYPE

    return int(TYPE[record["units"][unit]["card"]])


def test_every_card_can_be_drawn() -> None:
    """Names fit wherever they stand, for every card."""
    for first in range(0, len(UNITS), 14):
        cards = UNITS[first : first + 14]
        fleets = [
            [[card.name, "base:16" if card.category == "aircraft" else i, {}]
             for i, card in enumerate(cards)]
        ] * 2  # fmt: skip
        record = setup_to_record({"phase": "sea_movement", "turn": 2, "units": fleets})[0]
        check_inside(draw(record))
        assert max(map(len, draw_text(record).split("\n"))) <= 100


@pytest.mark.parametrize(
    ("keys", "symbol"),
    [
        ({"smoke": {"40": 7}}, SMOKE_CLOUD),
        ({"mines": [3]}, MINE),
        ({"wrecks": [[10], []]}, WRECK),
    ],
)
def test_what_lies_in_a_sector(keys: dict[str, Any], symbol: Any) -> None:
    assert not stamps(draw(small()), symbol)
    found = stamps(draw(small(**keys)), symbol)
    assert found
    check_inside(draw(small(**keys)))


def test_pictures_tell_positions_apart() -> None:
    fletcher = "USS Fletcher (DD 445)"
    stuka = "Ju 87B Stuka"
    records = [
        small(),
        small(turn=6),
        small(phase="torpedo_attack"),
        small(to_act=1),
        small(scores=[0, 50]),
        small(objectives={"26": 0}),
        small(objectives={"26": 1}),
        small(initiative_dice=[[6, 3], [3, 4]]),
        small(map="open_sea"),
        small([[fletcher, 23, {"hull": 1}]]),
        small([[fletcher, 23, {"damage": 1}]]),
        small([[fletcher, 23, {"doomed": True}]]),
        small([[fletcher, "lost", {}], ["USS Iowa (BB 61)", 23, {}]]),
        small(None, [["Bismarck", 25, {}], [stuka, 23, {"aborted": True}]]),
        small(None, [["Bismarck", 25, {}], [stuka, 23, {"aborting": True}]]),
        small(None, [["Bismarck", 25, {}], [stuka, "base:16", {"rearm": 1}]]),
        small(None, [["Bismarck", 25, {}], [stuka, "raid", {}]]),
        small(phase="deployment", turn=0),
    ]
    scenes = [draw(record) for record in records]
    letters = [draw_text(record) for record in records]
    for i, j in itertools.combinations(range(len(records)), 2):
        assert scenes[i].shapes != scenes[j].shapes, (i, j)
        assert letters[i] != letters[j], (i, j)
    for record, scene in zip(records, scenes, strict=True):
        assert scene == draw(record)
        check_inside(scene)


def test_hull() -> None:
    """A square for each hull point of every Ship, on the map and in its panel."""
    record = crowded()
    total = sum(
        int(HULL[row["card"]]) for row in record["units"] if CATEGORY[row["card"]] != AIRCRAFT
    )
    squares = [
        shape
        for shape in draw(record).shapes
        if isinstance(shape, Rectangle) and shape.width == shape.height < 10
    ]
    assert len(squares) == 2 * total + 3  # and three in the legend


# The last ply.


def test_dice_of_an_attack() -> None:
    faces = [6, 5, 5, 4, 1, 2, 3]
    plain_dice = Counter(face(s) for s in stamps(draw(small()), *DICE.values()))
    scene = draw(with_attack(small(), 0, NUM_SLOTS, faces))
    dice = Counter(face(s) for s in stamps(scene, *DICE.values()))
    assert dice - plain_dice == Counter(faces)
    worth = {(face(s), worth_drawn(s)) for s in stamps(scene, *DICE.values()) if worth_drawn(s)}
    assert worth == {(6, 2), (5, 1), (4, 1)}
    assert "3 successes, armour 0/0: 1 damage" in texts(scene)
    check_inside(scene)


def face(stamp: Stamp) -> int:
    return next(number for (number, _), symbol in DICE.items() if symbol is stamp.symbol)


def worth_drawn(stamp: Stamp) -> int:
    return next(worth for (_, worth), symbol in DICE.items() if symbol is stamp.symbol)


def test_an_attack_is_an_arrow_to_its_target() -> None:
    for record in (small(), crowded()):
        for attacker, target in ((0, NUM_SLOTS), (0, NUM_SLOTS + 1), (NUM_SLOTS + 1, 0)):
            boxes = tile_boxes(record, MapView(0, 0))
            attacked = with_attack(record.copy(), attacker, target, [6, 6])
            shapes = draw_map(attacked, MapView(0, 0))
            arrows = [s for s in shapes if isinstance(s, Line) and s.colour == BURST]
            assert len(arrows) == 1
            tip, box = arrows[0].end, boxes[target]
            assert box.x <= tip[0] <= box.x + box.width
            assert box.y <= tip[1] <= box.y + box.height
            bursts = [s for s in shapes if isinstance(s, Stamp) and s.symbol is BURST_MARK]
            assert box.middle in [(s.x, s.y) for s in bursts]


def test_many_dice_fit() -> None:
    check_inside(draw(with_attack(small(), 0, NUM_SLOTS, [6] * 40)))


def test_a_special_action_has_the_name_and_the_effect_of_its_ability() -> None:
    setup = {
        "phase": "surface_attack",
        "turn": 3,
        "to_act": 0,
        "units": [[["HMAS Nizam", 24, {}]], [["Bismarck", 28, {}]]],
    }
    state = navalenv.load_game("war_at_sea").new_initial_state(setup, seed=0)
    state.apply_action(special_action(0))
    scene = draw(state.record)
    said = texts(scene)
    words = "West: HMAS Nizam uses Lay Smoke Screen"
    assert said.count(words) == 2  # in the strip above and below the map
    assert EFFECTS[CODES["Lay Smoke Screen"]] in " ".join(said)
    check_inside(scene)
    assert words in draw_text(state.record)


def test_a_move_is_marked() -> None:
    record = small([["USS Fletcher (DD 445)", 24, {"began": 23, "moved": True}]])
    record["events"][0] = (EVENT_PUT, 0, 24, 0, 0)
    record["num_events"] = 1
    assert last_put(record) == [0]
    view = MapView(0, 0)
    arrows = [s for s in draw_map(record, view) if isinstance(s, Line) and s.head > 0]
    assert {line.start for line in arrows} == {view.middle(23)}
    assert "3,1 >" in draw_text(record)


def test_long_logs_fit() -> None:
    record = crowded()
    for i in range(40):
        record["events"][i] = (EVENT_PUT, i % 32, 24, 0, 0)
    record["num_events"] = 40
    scene = draw(record)
    check_inside(scene)
    assert any("lines more" in text for text in texts(scene))


# The picture in letters.


def sector_lines(text: str) -> dict[int, list[str]]:
    """The three lines of every sector in the picture in letters."""
    lines = text.split("\n")
    begin = next(i for i, line in enumerate(lines) if line.startswith("  +"))
    found = {}
    for sector, (row, column) in enumerate(CELLS):
        left = 3 + row % 2 * 6 + 12 * column
        found[sector] = [
            lines[begin + 4 * row + 1 + k][left : left + 11].strip() for k in range(3)
        ]
    return found


@pytest.mark.parametrize("record", [small(), crowded()], ids=["small", "crowded"])
def test_letters(record: np.void) -> None:
    check_letters(navalenv.load_game("war_at_sea"), record)
    text = draw_text(record)
    assert max(map(len, text.split("\n"))) <= 100
    there = units_by_sector(record)
    for sector, (label, *sides) in sector_lines(text).items():
        row, column = CELLS[sector]
        assert label.split()[0] == f"{row},{column}"
        for player, letters in enumerate(sides):
            own = [u for u in there.get(sector, []) if player_of(u) == player]
            assert sorted(letters.replace(" ", "")) == sorted(map(unit_letter, own))
    for player in range(2):
        for unit in fleet(record, player):
            card = int(record["units"][unit]["card"])
            beginning = f"{unit_letter(unit)} {slot_of(unit):2} "
            assert any(
                beginning in line and plain(short_name(card))[:15] in line
                for line in text.split("\n")
            )


def test_letters_of_sectors() -> None:
    text = draw_text(
        small(objectives={"26": 0, "41": 1}, mines=[3], smoke={"40": 7}, wrecks=[[3], []])
    )
    labels = {sector: lines[0] for sector, lines in sector_lines(text).items()}
    assert labels[26] == "3,3 *W"
    assert labels[41] == "5,3 *E"
    assert labels[11] == "1,3 *-"
    assert labels[3] == "0,3 mx"
    assert labels[40] == "5,2 ~"
    assert labels[17] == "2,2 ^"


@pytest.mark.parametrize("phase", range(OVER))
def test_the_phase_is_marked(phase: int) -> None:
    name = PHASE_NAMES[phase]
    record = small(phase=name)
    words = name.replace("_", " ")
    assert f"[{words}]" in " ".join(draw_text(record).split())
    assert words in texts(draw(record))


def test_the_end() -> None:
    record = small(phase="over", to_act=-1, result="player_0", scores=[150, 20])
    assert "West wins with 150 to 20 points" in texts(draw(record))
    assert draw_text(record).startswith("West wins with 150 to 20 points")
    record = small(phase="over", to_act=-1, result="draw", scores=[20, 20])
    assert "Draw at 20 to 20 points" in texts(draw(record))
    check_letters(navalenv.load_game("war_at_sea"), record)


# Whole games.


def test_whole_games() -> None:
    random = np.random.default_rng(3)
    for seed, options in enumerate(({}, {"scenario": "skirmish"}, {"fleets": "random"})):
        game = navalenv.load_game("war_at_sea", max_turns=4, **options)
        state = game.new_initial_state(seed=seed)
        while True:
            if state.move_number() % 5 == 0 or state.is_terminal() or attacks_of(state.record):
                scene = game.draw(state.record)
                check_inside(scene)
                check_letters(game, state.record)
                text = game.draw_text(state.record)
                assert max(map(len, text.split("\n"))) <= 100
            if state.is_terminal():
                break
            state.apply_action(int(random.choice(state.legal_actions())))
        ElementTree.fromstring(to_svg(scene))
        pixels = paint(scene, 0.5)
        assert pixels.std() > 10


# Texts that fit.


def test_fitted_texts() -> None:
    assert fitted("Bismarck", 200, 14, 9) == ("Bismarck", 14)
    text, size = fitted("Bismarck", text_width("Bismarck", 10), 14, 9)
    assert text == "Bismarck"
    assert size == pytest.approx(10)
    text, size = fitted("Oktyabrskaya Revolutsia", 60, 14, 9)
    assert size == 9
    assert text.endswith("..")
    assert text_width(text, size) <= 60


def test_wrapped_texts() -> None:
    words = "one two three four five six seven eight nine ten"
    lines = wrapped(words, 80, 12)
    assert len(lines) > 2
    assert " ".join(line.strip() for line in lines) == words
    assert all(text_width(line, 12) <= 80 for line in lines)
    assert wrapped("  indented", 200, 12) == ["  indented"]
