"""The documentation: its code runs, its tables are up to date, its links lead somewhere."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import gymnasium
import pytest

from navalenv.core.registry import GAMES

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
LOOSE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
EVERY = [*PAGES, *(path for path in LOOSE if path.exists())]
NOT_RUN = re.compile(r"<!-- (not run|code: \S+) -->\s*$")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


every_page = pytest.mark.parametrize("path", EVERY, ids=name_of)


class Block(NamedTuple):
    """A block of Python in a page."""

    path: Path
    line: int
    code: str
    runs: bool

    @property
    def id(self) -> str:
        return f"{name_of(self.path)}:{self.line}"


def blocks(path: Path) -> Iterator[Block]:
    page = path.read_text("utf-8")
    for match in FENCE.finditer(page):
        if match[1] in ("python", "py"):
            before = page[: match.start()]
            runs = NOT_RUN.search(before) is None
            yield Block(path, before.count("\n") + 1, match[2], runs)


BLOCKS = [block for path in EVERY for block in blocks(path)]


@pytest.fixture
def make_tables(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import make_tables

    return make_tables


def test_there_is_code_to_run() -> None:
    assert sum(block.runs for block in BLOCKS) > 20


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.id)
def test_python_runs(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile(block.code, block.id, "exec")
    if not block.runs:
        return
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT))
    ids, games = set(gymnasium.registry), set(GAMES)
    try:
        exec(program, {"__name__": "documentation"})
    finally:  # what a page registers is for that page alone
        for name in set(gymnasium.registry) - ids:
            del gymnasium.registry[name]
        for name in set(GAMES) - games:
            del GAMES[name]


@every_page
def test_generated_parts_are_up_to_date(path: Path, make_tables: ModuleType) -> None:
    page = path.read_text("utf-8")
    begins = re.findall(r"<!-- (?:table|code): \S+ -->", page)
    assert len(begins) == page.count("<!-- end -->")
    assert make_tables.fill(page) == page, f"{name_of(path)} is old: run docs/make_tables.py"


def test_every_table_is_shown(make_tables: ModuleType) -> None:
    text = "".join(path.read_text("utf-8") for path in EVERY)
    assert set(re.findall(r"<!-- table: (\S+) -->", text)) == set(make_tables.TABLES)


def test_every_picture_is_shown() -> None:
    text = "".join(path.read_text("utf-8") for path in PAGES)
    for picture in (ROOT / "docs" / "pictures").iterdir():
        assert f"pictures/{picture.name})" in text


def anchors(page: str) -> set[str]:
    """Names of the headings of a page, as links write them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page), re.MULTILINE)
    plain = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings)
    return {re.sub(r"[\s]+", "-", heading) for heading in plain}


@every_page
def test_links_lead_somewhere(path: Path) -> None:
    page = path.read_text("utf-8")
    for link in LINK.findall(FENCE.sub("", page)):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        assert target.exists(), link
        assert target.is_relative_to(ROOT / "docs" if path in PAGES else ROOT), link
        if anchor:
            assert anchor in anchors(target.read_text("utf-8")), link


def test_every_page_is_in_the_navigation() -> None:
    listed = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert set(listed) == {path.relative_to(ROOT / "docs").as_posix() for path in PAGES}


@every_page
def test_pages_speak_of_this_repository_alone(path: Path) -> None:
    page = path.read_text("utf-8")
    folders = "work|home|root|tmp|opt|usr|mnt|var|srv|Users|shared"
    assert not re.search(rf"(?<![\w.:/~])/(?:{folders})\b", page)
    assert not re.search(r"\b[A-Z]:\\", page)


@every_page
def test_files_that_pages_name_are_there(path: Path) -> None:
    tops = "navalenv|tests|docs|examples|benchmarks"
    page = path.read_text("utf-8")
    for name in re.findall(rf"(?<![\w/.<])((?:{tops})/[\w./-]+?\.(?:py|md|json|svg))\b", page):
        assert (ROOT / name).exists(), name


@every_page
def test_names_in_dotted_form_exist(path: Path) -> None:
    """What is written as `navalenv.something` can be imported, or is in what can be."""
    for name in set(re.findall(r"`(navalenv(?:\.\w+)+)", path.read_text("utf-8"))):
        parts = name.split(".")
        found: object = importlib.import_module(parts[0])
        for i, part in enumerate(parts[1:], 2):
            try:
                found = getattr(found, part)
            except AttributeError:
                found = importlib.import_module(".".join(parts[:i]))


def test_headings_are_unique_in_a_page() -> None:
    for path in PAGES:
        headings = re.findall(r"^#+ (.+)$", FENCE.sub("", path.read_text("utf-8")), re.MULTILINE)
        assert len(headings) == len(set(headings)), name_of(path)
