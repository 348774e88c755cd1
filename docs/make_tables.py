"""Writes the generated parts of the documentation: ``python docs/make_tables.py``.

A page holds ``<!-- table: name -->`` or ``<!-- code: path -->``, and what stands between this
and the next ``<!-- end -->`` is made here: tables from the package itself, code from files of
the repository. Nothing else in a page is touched.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from make_pictures import MOVES

from navalenv import load_game
from navalenv.core.record import header
from navalenv.games.sea_chess import rules
from navalenv.games.sea_chess.actions import NUM_MODES, decode
from navalenv.games.sea_chess.game import SeaChess
from navalenv.games.sea_chess.planes import SHIP_NAMES
from navalenv.games.sea_chess.position import SIZES, fleet, initial_text
from navalenv.registration import GYMNASIUM_IDS, PETTINGZOO_IDS

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent

HEADER_MEANINGS = {
    "rewards": "rewards of the last ply, one a player",
    "returns": "sums of the rewards since the start",
    "key": "the seed modulo 2^64: low word, high word",
    "episode": "number of the episode of this seed, from 0",
    "draws": "blocks that the rules have drawn from the random stream so far",
    "ply": "plies since the start",
    "last_action": "the last action, in the own frame of `last_player`; -1 before the first ply",
    "last_player": "who made it; -1 before the first ply",
    "to_move": "the player to act, kept also when the game is over",
    "terminated": "1 when the game is over",
    "eliminated": "1 for a player who is out while others play on",
}
SEA_CHESS_MEANINGS = {
    "board": "cell of square `rank * size + file`: 0 or the code of a ship, negative for Red",
    "size": "squares a side; only the first `size * size` cells are used",
    "quiet_plies": "plies in a row without a sinking",
    "max_quiet_plies": "how many of them make a draw",
    "last_sunk": "cell of the ship that the last ply sank; 0: none",
    "last_sunk_square": "where that ship was; -1: none",
    "last_dive": "1 if the last ply went under a ship",
    "padding": "zeros, up to a multiple of 8 bytes",
}
REMARKS = {
    "displacement": "the Submarine stood on the square that the Cruiser goes to",
    "cannonade": "over the Submarine on c4",
    "leaping": "past the Destroyer; what was sunk is named with its square",
    "advancement": "`#`: the game is won",
    "withdrawal": "away from the Cruiser",
    "custodianship": "with the Destroyer on e4 as the partner",
    "dive": "`~`: under the Cruiser on c4",
}
"""What the notation of each move of `make_pictures.MOVES` shows."""


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    lines = [list(head)]
    lines.append(["---"] * len(lines[0]))
    lines.extend([str(cell) for cell in row] for row in rows)
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def sea_chess(**options: int) -> SeaChess:
    """Sea Chess with options."""
    game = load_game("sea_chess", **options)
    assert isinstance(game, SeaChess)
    return game


def spaces() -> str:
    """What depends on the size of the board."""
    rows = []
    for size in sorted(SIZES, reverse=True):
        game = sea_chess(size=size)
        facts = game.facts
        rows.append(
            (
                f"`size={size}`",
                sum(fleet(size).values()),
                f"`Discrete({facts.num_distinct_actions})`",
                f"`Box({facts.observation_low}, {facts.observation_high}, "
                f"{facts.observation_shape}, int8)`",
                len(game.new_initial_state().legal_actions()),
                facts.max_game_length,
            )
        )
    head = (
        "option",
        "ships a side",
        "actions",
        "observation",
        "legal actions at the start",
        "plies at most",
    )
    return table(head, rows)


def fleets() -> str:
    """How many ships of each type a side has."""
    rows = []
    for name, letter in zip(SHIP_NAMES, rules.SHIP_LETTERS[1:], strict=True):
        numbers = [fleet(size)[letter] for size in sorted(SIZES, reverse=True)]
        rows.append((letter, name, *numbers))
    head = ("letter", "ship", *(f"size {size}" for size in sorted(SIZES, reverse=True)))
    return table(head, rows)


def planes() -> str:
    """The observation planes."""
    game = sea_chess()
    rows = [(number, name) for number, name in enumerate(game.plane_names())]
    return table(("plane", "1 where"), rows)


def options() -> str:
    """The options."""
    rows = [
        (f"`{option.name}`", f"`{option.default}`", option.values, option.meaning)
        for option in SeaChess.option_table
    ]
    return table(("option", "default", "values", "meaning"), rows)


def rewards() -> str:
    """What each end of the game gives."""
    game = sea_chess(size=6, max_quiet_plies=1)
    win = game.new_initial_state("....../....../.B..f./....../....../F..... 0 0")
    win.apply_action(win.string_to_action("Bb4-d4xFe4#"))
    quiet = game.new_initial_state()
    quiet.apply_action(quiet.legal_actions()[0])
    stuck = sea_chess(size=6).new_initial_state("....Df/....../....../....../....../F....C 0 0")
    stuck.apply_action(stuck.string_to_action("Cf1-f5"))
    assert win.is_terminal()
    assert quiet.is_terminal()
    assert stuck.is_terminal()
    ends = {
        "the enemy's Flagship is sunk": win,
        "`max_quiet_plies` plies in a row without a sinking": quiet,
        "the player to move has no legal action": stuck,
    }
    rows = [
        (end, *(f"{value:+g}" if value else "0" for value in state.returns()))
        for end, state in ends.items()
    ]
    return table(("end", "the player who made the last ply", "the other"), rows)


def ids() -> str:
    """The names of the game in all registries."""
    rows = []
    for name, arguments in GYMNASIUM_IDS.items():
        if arguments["game"] == "sea_chess":
            given = ", ".join(f"{k}={v!r}" for k, v in arguments.items() if k != "game")
            call = f'`gymnasium.make("{name}")`, `make_vec`'
            what = "one seat, many games"
            rows.append((call, f"{what}; `{given}`" if given else what))
    for name, module in PETTINGZOO_IDS.items():
        door = module.rpartition(".")[2]
        if "sea_chess" in door:
            rows.append((f"`from navalenv import {door}`", "PettingZoo, AEC and parallel"))
            rows.append((f'`pettingzoo.make("aec", "{name}")`', "the same, from PettingZoo 1.27"))
    rows.append(('`navalenv.load_game("sea_chess")`', "the core: states and batches"))
    rows.append(('`navalenv.sb3.OneSeatVecEnv("sea_chess", 64)`', "stable-baselines3"))
    return table(("call", "what it gives"), rows)


def action_example() -> str:
    """The steps of the action formula for a real move."""
    game = sea_chess()
    state = game.new_initial_state()
    notation = "Sc3~c8"
    action = state.string_to_action(notation)
    start, end, mode = game.squares(0, action)
    size = game.size
    lines = 2 * (size - 1)
    line = action // NUM_MODES % lines
    file, rank, _, distance, _ = decode(size, action)
    assert start == rank * size + file
    assert end == start + distance * size
    assert line == size - 1 + end // size - 1
    assert action == (start * lines + line) * NUM_MODES + mode
    red_start, red_end, _ = game.squares(1, action)
    rows = [
        ("move", f"`{notation}` on the board of {size}, by Blue"),
        ("square", f"c3: `{rank} * {size} + {file} = {start}`"),
        (
            "line",
            f"c8 is on the same file, beyond c3: `({size} - 1) + {end // size} - 1 = {line}`",
        ),
        ("mode", f"{mode}, reposition"),
        ("action", f"`({start} * {lines} + {line}) * {NUM_MODES} + {mode} = {action}`"),
        (
            "the same number by Red",
            f"from {game.name_of(red_start)} to {game.name_of(red_end)}: "
            "the board turned by half a circle",
        ),
    ]
    return table(("step", "value"), rows)


def notation() -> str:
    """A move of each kind, in notation."""
    game = sea_chess()
    state = game.new_initial_state()
    state.apply_action(state.string_to_action("Sa4-a9"))
    rows = [("reposition", "`Sa4-a9`", "along the file", "set-up")]
    for kind, (position, text) in MOVES.items():
        state = sea_chess(size=6).new_initial_state(position)
        state.apply_action(state.string_to_action(text))
        rows.append((kind, f"`{text}`", REMARKS[kind], f"`{position}`"))
    return table(("kind", "notation", "remark", "position"), rows)


def starts() -> str:
    """Position text of each set-up."""
    rows = [(size, f"`{initial_text(size)}`") for size in sorted(SIZES, reverse=True)]
    return table(("size", "position text of the set-up"), rows)


def _fields(names: Iterable[str], meanings: dict[str, str]) -> str:
    types = rules.RECORD
    rows = []
    for name in names:
        field = types[name]
        shape = "" if not field.shape else f" {field.shape}"
        rows.append((f"`{name}`", f"{field.base.name}{shape}", meanings[name]))
    return table(("field", "type", "meaning"), rows)


def header_fields() -> str:
    """The header of every record, as Sea Chess has it."""
    return _fields([field[0] for field in header(rules.NUM_PLAYERS)], HEADER_MEANINGS)


def sea_chess_fields() -> str:
    """The other fields of Sea Chess."""
    names = rules.RECORD.names or ()
    own = names[len(header(rules.NUM_PLAYERS)) :]
    return _fields(own, SEA_CHESS_MEANINGS) + (
        f"\n\nA record of Sea Chess has {rules.RECORD.itemsize} bytes, whatever the size of the "
        "board."
    )


def training_results() -> str:
    """What training runs came to: their ``result.json``, kept under ``docs/results``."""
    rows = []
    for path in sorted((FOLDER / "results").glob("*.json")):
        run = json.loads(path.read_text("utf-8"))
        settings, machine = run["settings"], run["machine"]
        options = ", ".join(f"`{name}={value}`" for name, value in settings["options"].items())
        won = [
            f"{result['win_rate']:.1%} ({result['interval'][0]:.1%} to "
            f"{result['interval'][1]:.1%}), {result['wins']}/{result['draws']}/{result['losses']}"
            for result in (run["results"]["random"], run["results"]["greedy"])
        ]
        rows.append(
            (
                f"`{settings['game']}`, {options}",
                f"{run['minutes']:.1f}",
                f"{run['steps']:,}",
                *won,
                f"{machine['threads']} threads, {machine['processor']}; seed {settings['seed']}",
            )
        )
    return table(("game", "minutes", "steps", "against random", "against greedy", "run"), rows)


TABLES: dict[str, Callable[[], str]] = {
    "training_results": training_results,
    "sea_chess_spaces": spaces,
    "sea_chess_fleets": fleets,
    "sea_chess_planes": planes,
    "sea_chess_options": options,
    "sea_chess_rewards": rewards,
    "sea_chess_ids": ids,
    "sea_chess_action": action_example,
    "sea_chess_notation": notation,
    "sea_chess_starts": starts,
    "header_fields": header_fields,
    "sea_chess_fields": sea_chess_fields,
}
_MARKED = re.compile(r"(<!-- (table|code): (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def _part(match: re.Match[str]) -> str:
    begin, kind, name, end = match.groups()
    if kind == "table":
        text = TABLES[name]()
    else:
        text = f"```python\n{(ROOT / name).read_text('utf-8').strip()}\n```"
    return f"{begin}\n{text}\n\n{end}"


def fill(page: str) -> str:
    """A page with its generated parts made anew."""
    return _MARKED.sub(_part, page)


def main() -> None:
    """Write all pages in which something has changed."""
    for path in sorted(FOLDER.rglob("*.md")):
        page = path.read_text("utf-8")
        filled = fill(page)
        if filled != page:
            path.write_text(filled, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
