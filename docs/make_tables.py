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
from typing import Any

import numpy as np
import war_at_sea_tables as war
from make_pictures import MOVES

from navalenv import load_game
from navalenv.baselines import baselines
from navalenv.core.game import Game
from navalenv.core.record import header
from navalenv.core.registry import GAMES
from navalenv.core.squares import parse_square
from navalenv.games.president_chess import rules as president_rules
from navalenv.games.president_chess.actions import decode as president_decode
from navalenv.games.president_chess.actions import encode as president_encode
from navalenv.games.president_chess.board import (
    NUM_SEATS,
    SEAT_NAMES,
    SEATS_IN_PLAY,
    SIZE,
    VOID,
    ground_of,
)
from navalenv.games.president_chess.game import PresidentChess
from navalenv.games.president_chess.moves import PIECE_LETTERS, PIECE_NAMES
from navalenv.games.president_chess.position import cell_of
from navalenv.games.president_chess.position import initial_text as president_initial_text
from navalenv.games.sea_chess import rules
from navalenv.games.sea_chess.actions import NUM_MODES, decode
from navalenv.games.sea_chess.game import SeaChess
from navalenv.games.sea_chess.planes import SHIP_NAMES
from navalenv.games.sea_chess.position import SIZES, fleet, initial_text
from navalenv.games.war_at_sea.game import WarAtSea
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


PRESIDENT_MEANINGS = {
    "board": "cell of square `y * 15 + x`: 0, or `1 + 7 * seat + kind`, kinds as PDGFNAM",
    "num_players": "how many play",
    "quiet_plies": "plies in a row without a kill",
    "max_quiet_plies": "how many of them make a draw",
    "last_killed": "how many pieces the last ply killed, by landing and by its explosion",
    "last_kill": "cell of the piece that it landed on; 0: none",
    "last_fallen": "a bit for each seat that fell",
    "last_exploded": "1 if a Marine exploded, on `last_to`",
    "last_from": "from-square of the last ply; -1 before the first",
    "last_to": "its to-square",
    "padding": "zeros, up to a multiple of 8 bytes",
}
_PRESIDENTS = "0Pl1 1Pa12 2Ph13 3Po4"
PRESIDENT_ENDS = (
    ("a President is killed, others play on", 4, f"{_PRESIDENTS} 0Dh12", 0, "Dh12-h13xP+2"),
    ("the last of the others falls", 4, "0Pl1 2Ph13 0Dh12", 0, "Dh12-h13xP+2"),
    ("the other falls", 2, "0Pl1 2Ph13 0Dh12", 0, "Dh12-h13xP+2"),
    ("the last quiet ply, with all alive", 4, _PRESIDENTS, 199, "Pl1-k1"),
    ("the last quiet ply, with one fallen", 4, "0Pl1 2Ph13 3Po4", 199, "Pl1-k1"),
    ("the last quiet ply, with two fallen", 4, "0Pl1 2Ph13", 199, "Pl1-k1"),
    ("the last two fall in one explosion", 4, "0Pf14 2Pj14 0Mh14", 0, "Mh14-h15*(2)+0+2"),
    ("both fall in one explosion", 2, "0Pf14 2Pj14 0Mh14", 0, "Mh14-h15*(2)+0+2"),
)
"""Ends of games: what happens, players, pieces, quiet plies before, and the ply."""
PRESIDENT_MOVES = (
    ("Mh2-h4", f"{_PRESIDENTS} 0Mh2", "a Marine goes two squares"),
    ("Ng1-h3xA", f"{_PRESIDENTS} 0Ng1 2Ah3", "a Navy kills an Army on h3"),
    ("Dh4-h13xP+2", f"{_PRESIDENTS} 0Dh4", "an Admiral kills the President of North, who falls"),
    (
        "Mk14-k15*(3)",
        f"{_PRESIDENTS} 0Mk14 2Nj15 2Ai14 2Ml13",
        "a Marine explodes; three pieces are killed",
    ),
    (
        "Mg14-f15xN*(2)+2",
        f"{_PRESIDENTS} 0Mg14 2Nf15".replace("h13", "h14"),
        "it lands on a Navy; with that, the explosion kills two pieces, one of them a President",
    ),
)


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


_SPACE_HEAD = ("actions", "observation", "legal actions at the start", "plies at most")


def _space_cells(game: Game) -> tuple[object, ...]:
    """What a table of spaces says of a game, under `_SPACE_HEAD`."""
    facts = game.facts
    low, high, shape = facts.observation_low, facts.observation_high, facts.observation_shape
    return (
        f"`Discrete({facts.num_distinct_actions})`",
        f"`Box({low}, {high}, {shape}, {np.dtype(facts.observation_dtype).name})`",
        len(game.new_initial_state().legal_actions()),
        facts.max_game_length,
    )


def spaces() -> str:
    """What depends on the size of the board."""
    rows = []
    for size in sorted(SIZES, reverse=True):
        game = sea_chess(size=size)
        rows.append(
            (
                f"`size={size}`",
                sum(fleet(size).values()),
                *_space_cells(game),
            )
        )
    head = (
        "option",
        "ships a side",
        *_SPACE_HEAD,
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


def options(game: type[Game]) -> str:
    """The options."""
    rows = [
        (
            f"`{option.name}`",
            option.default_words or f"`{option.default!r}`",
            option.values,
            option.meaning,
        )
        for option in game.option_table
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


def ids(game: str) -> str:
    """The names of a game in all registries."""
    rows = []
    for name, arguments in GYMNASIUM_IDS.items():
        if arguments["game"] == game:
            given = ", ".join(f"{k}={v!r}" for k, v in arguments.items() if k != "game")
            call = f'`gymnasium.make("{name}")`, `make_vec`'
            what = "one seat, many games"
            rows.append((call, f"{what}; `{given}`" if given else what))
    for name, module in PETTINGZOO_IDS.items():
        door = module.rpartition(".")[2]
        if game in door:
            rows.append((f"`from navalenv import {door}`", "PettingZoo, AEC and parallel"))
            rows.append((f'`pettingzoo.make("aec", "{name}")`', "the same, from PettingZoo 1.27"))
    rows.append((f'`navalenv.load_game("{game}")`', "the core: states and batches"))
    rows.append((f'`navalenv.sb3.OneSeatVecEnv("{game}", 64)`', "stable-baselines3"))
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


def _fields(
    names: Iterable[str], meanings: dict[str, str], types: np.dtype[Any] = rules.RECORD
) -> str:
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


def president_chess(**options: int) -> PresidentChess:
    """President Chess with options."""
    game = load_game("president_chess", **options)
    assert isinstance(game, PresidentChess)
    return game


def president_text(pieces: str, num_players: int = 4, to_move: int = 0, quiet: int = 0) -> str:
    """Position text of pieces such as ``0Pf1``, with the seats alive that have any."""
    seats = "".join(map(str, president_chess(num_players=num_players).seats))
    cells = {parse_square(piece[2:]): piece[:2] for piece in pieces.split()}
    rows = (
        "".join(
            "--" if ground_of(y * SIZE + x) == VOID else cells.get((x, y), "..")
            for x in range(SIZE)
        )
        for y in reversed(range(SIZE))
    )
    alive = "".join(seat for seat in seats if any(piece[0] == seat for piece in pieces.split()))
    return f"{'/'.join(rows)} {to_move} {alive} {quiet} {seats}"


def president_pieces() -> str:
    """The pieces of a side."""
    board = president_chess().new_initial_state().record["board"]
    rows = [
        (letter, name, int((board == cell_of(0, kind)).sum()))
        for kind, (letter, name) in enumerate(zip(PIECE_LETTERS, PIECE_NAMES, strict=True))
    ]
    return table(("letter", "piece", "a side"), rows)


def president_spaces() -> str:
    """What depends on the number of players."""
    rows = []
    for num_players in sorted(SEATS_IN_PLAY, reverse=True):
        game = president_chess(num_players=num_players)
        rows.append(
            (
                f"`num_players={num_players}`",
                ", ".join(SEAT_NAMES[seat] for seat in game.seats),
                *_space_cells(game),
            )
        )
    head = (
        "option",
        "seats in order of turns",
        *_SPACE_HEAD,
    )
    return table(head, rows)


def president_planes() -> str:
    """The observation planes."""
    return table(("plane", "1 where"), enumerate(president_chess().plane_names()))


def president_rewards() -> str:
    """What each end of the game gives."""
    rows = []
    for end, num_players, pieces, quiet, move in PRESIDENT_ENDS:
        game = president_chess(num_players=num_players)
        text = president_text(pieces, num_players, quiet=quiet)
        state = game.new_initial_state(text)
        state.apply_action(state.string_to_action(move))
        rewards = " ".join(f"{value:+.3g}" if value else "0" for value in state.rewards())
        rows.append((num_players, end, f"`{move}`", rewards, "yes" if state.is_terminal() else ""))
    return table(("players", "ply", "for example", "rewards of the ply", "game over"), rows)


def president_action() -> str:
    """The action number of a real move."""
    game = president_chess()
    state = game.new_initial_state()
    action = state.string_to_action("Mh2-h4")
    source, target = president_decode(action)
    assert president_encode(source, target) == action
    rows = [
        ("move", "`Mh2-h4`, by South"),
        ("from", f"h2: `{source // SIZE} * {SIZE} + {source % SIZE} = {source}`"),
        ("to", f"h4: `{target // SIZE} * {SIZE} + {target % SIZE} = {target}`"),
        ("action", f"{action}: so many pairs come before `({source}, {target})`"),
    ]
    for player in range(1, 4):
        start, end = (game.name_of(square) for square in game.squares(player, action))
        rows.append((f"the same number by {game.player_name(player)}", f"{start} to {end}"))
    return table(("step", "value"), rows)


def president_notation() -> str:
    """Moves in notation."""
    rows = []
    for move, pieces, remark in PRESIDENT_MOVES:
        state = president_chess().new_initial_state(president_text(pieces))
        assert move in map(state.action_to_string, state.legal_actions())
        rows.append((f"`{move}`", remark))
    return table(("notation", "meaning"), rows)


def president_starts() -> str:
    """Position text of each set-up."""
    rows = [
        (players, f"`{president_initial_text(players).replace('  ', '--')}`")
        for players in sorted(SEATS_IN_PLAY, reverse=True)
    ]
    return table(("players", "position text of the set-up, with `--` in the corners"), rows)


def president_fields() -> str:
    """The fields of President Chess after the header."""
    types = president_rules.RECORD
    own = (types.names or ())[len(header(NUM_SEATS)) :]
    return _fields(own, PRESIDENT_MEANINGS, types) + (
        f"\n\nA record of President Chess has {types.itemsize} bytes, whatever the number of "
        "players; `rewards`, `returns` and `eliminated` have four entries, of which the first "
        "`num_players` count."
    )


def _where(machine: dict[str, Any]) -> str:
    """The machine of a run, from its ``result.json``."""
    threads = machine["threads"]
    return f"{threads} {'thread' if threads == 1 else 'threads'}, {machine['processor']}"


def _won(result: dict[str, Any]) -> str:
    """An evaluation's result from a ``result.json``."""
    low, high = result["interval"]
    games = f"{result['wins']}/{result['draws']}/{result['losses']}"
    return f"{result['win_rate']:.1%} ({low:.1%} to {high:.1%}), {games}"


ALPHAZERO_RUN = FOLDER / "results" / "alphazero_sea_chess_6.json"


def alphazero_results() -> str:
    """What the AlphaZero example came to, at the start and at the end of its run."""
    run = json.loads(ALPHAZERO_RUN.read_text("utf-8"))
    rows = [
        (start["player"], f"`{start['opponent']}`", _won(start), _won(end))
        for start, end in zip(run["start"], run["end"], strict=True)
    ]
    last, machine = run["end"][0], run["machine"]
    counts = [
        f"{sum(run[at][0][name] for name in ('wins', 'draws', 'losses')):,} games each"
        for at in ("start", "end")
    ]
    begin = f"at the start ({counts[0]})"
    end = f"after {last['minutes']:.1f} minutes ({counts[1]})"
    return table(("player", "opponent", begin, end), rows) + (
        f"\n\n{last['games']:,} games of self-play with {last['positions']:,} positions; "
        f"{_where(machine)}; seed {run['settings']['seed']}."
    )


def training_results() -> str:
    """What training runs came to: their ``result.json``, kept under ``docs/results``."""
    rows = []
    for path in sorted((FOLDER / "results").glob("*.json")):
        if path == ALPHAZERO_RUN:
            continue
        run = json.loads(path.read_text("utf-8"))
        settings, machine = run["settings"], run["machine"]
        options = ", ".join(f"`{name}={value}`" for name, value in settings["options"].items())
        won = [_won(run["results"][opponent]) for opponent in ("random", "greedy")]
        rows.append(
            (
                f"`{settings['game']}`, {options}",
                f"{run['minutes']:.1f}",
                f"{run['steps']:,}",
                *won,
                f"{_where(machine)}; seed {settings['seed']}",
            )
        )
    return table(("game", "minutes", "steps", "against random", "against greedy", "run"), rows)


def baseline_list() -> str:
    """The baselines and what they are for."""
    rows = [
        (
            f"`{name}`",
            f"`{game}`, " + ", ".join(f"`{key}={value!r}`" for key, value in options.items()),
        )
        for game in GAMES
        for name, options in baselines(game).items()
    ]
    return table(("name", "for"), rows)


def arena_ladder() -> str:
    """How the players of the ladder did in arenas: results kept under ``docs/results/arena``."""
    rows = []
    for path in sorted((FOLDER / "results" / "arena").glob("*.json")):
        run = json.loads(path.read_text("utf-8"))
        players = run["players"]
        greedy = players.index("greedy")
        order = sorted(range(len(players)), key=lambda i: -run["ratings"][i])
        for i in order:
            low, high = run["intervals"][i]
            won = run["crosstable"][i][greedy]
            rows.append(
                (
                    f"`{path.stem}`, {run['games']} games a match-up",
                    f"`{players[i]}`",
                    f"{run['ratings'][i]:+.0f}",
                    f"{low:+.0f} to {high:+.0f}",
                    _won(won) if won else "-",
                )
            )
    return table(("arena", "player", "rating", "95 % interval", "won against greedy"), rows)


TABLES: dict[str, Callable[[], str]] = {
    "baselines": baseline_list,
    "training_results": training_results,
    "alphazero_results": alphazero_results,
    "arena_ladder": arena_ladder,
    "sea_chess_spaces": spaces,
    "sea_chess_fleets": fleets,
    "sea_chess_planes": planes,
    "sea_chess_options": lambda: options(SeaChess),
    "sea_chess_rewards": rewards,
    "sea_chess_ids": lambda: ids("sea_chess"),
    "sea_chess_action": action_example,
    "sea_chess_notation": notation,
    "sea_chess_starts": starts,
    "header_fields": header_fields,
    "sea_chess_fields": sea_chess_fields,
    "president_chess_ids": lambda: ids("president_chess"),
    "president_chess_pieces": president_pieces,
    "president_chess_rewards": president_rewards,
    "president_chess_notation": president_notation,
    "president_chess_starts": president_starts,
    "president_chess_options": lambda: options(PresidentChess),
    "president_chess_spaces": president_spaces,
    "president_chess_planes": president_planes,
    "president_chess_action": president_action,
    "president_chess_fields": president_fields,
    "war_at_sea_ids": lambda: ids("war_at_sea"),
    "war_at_sea_map": war.map_text,
    "war_at_sea_presets": lambda: table(*war.presets()),
    "war_at_sea_phases": lambda: table(*war.phases()),
    "war_at_sea_options": lambda: options(WarAtSea),
    "war_at_sea_spaces": lambda: table(*war.spaces()),
    "war_at_sea_actions": lambda: table(*war.action_blocks()),
    "war_at_sea_weapons": lambda: table(*war.weapons()),
    "war_at_sea_action": lambda: table(*war.action_example()),
    "war_at_sea_notation": lambda: table(*war.notation()),
    "war_at_sea_groups": lambda: table(*war.layout_groups()),
    "war_at_sea_whole": lambda: table(*war.layout_whole()),
    "war_at_sea_sectors": lambda: table(*war.layout_sectors()),
    "war_at_sea_cards": lambda: table(*war.layout_cards()),
    "war_at_sea_states": lambda: table(*war.layout_states()),
    "war_at_sea_setup_keys": lambda: table(*war.setup_keys()),
    "war_at_sea_setup_marks": lambda: table(*war.setup_marks()),
    "war_at_sea_fields": lambda: table(*war.game_fields()),
    "war_at_sea_unit_fields": lambda: table(*war.unit_fields()),
    "war_at_sea_squadrons": lambda: table(*war.squadrons()),
    "war_at_sea_units": war.unit_list,
    "war_at_sea_abilities": lambda: table(*war.ability_list()),
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
