"""The sessions in ``docs/command_line.md`` are what the commands print."""

from __future__ import annotations

import io
import pathlib
import re
import shlex
import sys

import pytest

from navalenv.cli.main import COMMANDS, main
from navalenv.core.game_record import _TAGS, GameRecord
from navalenv.core.registry import GAMES

pytestmark = pytest.mark.filterwarnings("error")

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "command_line.md"


def blocks(kind: str) -> list[str]:
    """The blocks of the page that are marked as of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def run_session(session: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what a person does in a session."""
    command = session.split("\n")[0].removeprefix("$ ")
    change = re.fullmatch(r"sed 's/(.*)/(.*)/' (\S+) > (\S+); (.*)", command)
    if change is not None:
        pattern, text, source, target, command = change.groups()
        before = pathlib.Path(source).read_text("utf-8")
        pathlib.Path(target).write_text(re.sub(pattern, text, before, flags=re.MULTILINE), "utf-8")
    typed = re.findall(r"^[^\n>]*> (.*)$", session, re.MULTILINE) if " play " in command else []
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    program, *words = shlex.split(command)
    assert program == "navalenv"
    main(words)


def test_sessions(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: pathlib.Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, home in list(GAMES.items()):  # those that other tests have made known
        if not home.startswith("navalenv."):
            monkeypatch.delitem(GAMES, name)
    seen = set()
    for session in blocks("console"):
        seen.add(re.findall(r"navalenv (\w+)", session)[0])
        if "navalenv bench" in session:  # no two machines are alike
            continue
        run_session(session, monkeypatch)
        written = "".join(capsys.readouterr())
        lines = [line.rstrip() for line in written.rstrip().split("\n")]
        documented = session.rstrip().split("\n")[1:]
        if "..." in documented:
            gap = documented.index("...")
            tail = len(documented) - gap - 1
            lines[gap : len(lines) - tail] = ["..."]
        assert lines == documented
    assert seen == set(COMMANDS)
    written_record, by_hand = blocks("text")
    assert pathlib.Path("begun.txt").read_text("utf-8").rstrip() == written_record.rstrip()
    assert GameRecord.from_text(by_hand).final_state().move_number() == 2


def test_every_tag_is_described() -> None:
    table = PAGE.read_text("utf-8").partition("| tag |")[2]
    assert re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE) == ["format", *_TAGS]
