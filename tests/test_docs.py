"""The pages of the documentation agree with each other: nothing missing from the index, no broken link, code that runs.

`make site` checks the same and more on the built site, but costs too long for here.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import parrain
from parrain.lab.pages import observations_page

HOME = Path(__file__).parents[1]
INDEX = HOME / "docs" / "README.md"
PAGES = sorted([*HOME.glob("*.md"), *(HOME / "docs").rglob("*.md"), HOME / "examples" / "README.md"])
LINK = re.compile(r"\[(?:[^\]]*)\]\(([^)\s]+)\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def links(page: Path) -> list[str]:
    """The addresses that a page links to or shows, apart from those outside."""
    text = CODE.sub("", page.read_text("utf-8"))
    return [link for link in LINK.findall(text) if not re.match(r"[a-z]+:", link)]


@cache
def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as forges and the site make them."""
    headings = re.findall(
        r"^#+ (.+)$", re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL), re.MULTILINE
    )
    return {
        re.sub(r"[^\w\- ]", "", unicodedata.normalize("NFC", title).lower()).replace(" ", "-") for title in headings
    }


def test_the_index_names_every_page_once() -> None:
    named = [(INDEX.parent / link).resolve() for link in links(INDEX)]
    assert sorted(named) == [page for page in PAGES if page != INDEX]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HOME).as_posix())
def test_no_link_is_broken(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_file(), link
        assert not anchor or anchor in anchors(target), link


OTHER_WORDS = {
    "bench",
    "compiled",
    "deal",
    "interpreted",
    "record",
}  # that follow “parrain” and are no commands to check
ELSEWHERE = {"docs/adapters.md", "docs/lab.md"}  # where the packages are that they need: tests/adapters, tests/lab
WITH_CODE = {page.relative_to(HOME).as_posix() for page in PAGES if "```python" in page.read_text("utf-8")}


@pytest.mark.parametrize("page", sorted(WITH_CODE - ELSEWHERE))
def test_the_code_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for block in re.findall(r"```python\n(.*?)```", (HOME / page).read_text("utf-8"), re.DOTALL):
        exec(compile(block, page, "exec"), {"__name__": "page"})


@cache
def options_of(command: str) -> set[str]:
    """The options of a command, such as `play` or `lab run`; empty if there is none of that name."""
    from typer.main import get_command

    from parrain.cli.app import build

    found: Any = get_command(build(command.split()))
    for name in command.split():
        found = getattr(found, "commands", {}).get(name)
    return {"--language", "--help"} | {option for each in found.params for option in each.opts} if found else set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HOME).as_posix())
def test_every_command_of_a_page_is_there(page: Path) -> None:
    """Its name and its options."""
    lines = re.findall(
        r"(?:^|`)parrain ((?:lab |lesson |admin |db )?[a-z-]+)([^`\n#]*)", page.read_text("utf-8"), re.MULTILINE
    )
    for command, rest in lines:
        if command not in OTHER_WORDS and not command.startswith("-"):
            known = options_of(command)
            assert known, f"parrain {command}"
            assert set(re.findall(r"(?<!\S)--[a-z-]+", rest)) <= known, f"parrain {command}{rest}"


def test_the_figures_of_the_readme_are_those_of_the_pages_they_link_to() -> None:
    text = (HOME / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| (.+) \| (.+) \| \[.+\]\((.+\.md)\) \|$", text, re.MULTILINE)
    assert len(rows) > 3
    for _, figures, page in rows:
        measured = (HOME / page).read_text("utf-8")
        for figure in re.findall(r"\d[\d,.]*\d(?:x|%)?", figures):
            assert figure.removesuffix(",000") in measured, f"{figure} is not in {page}"


def test_the_readme_has_all_games_and_the_facts_of_each() -> None:
    text = (HOME / "README.md").read_text("utf-8")
    for name, game in parrain.all_games().items():
        players = str(game.most) if game.fewest == game.most else f"{game.fewest}-{game.most}"
        assert f"[{game.title}](docs/rules/{name}.md)" in text
        assert f"{players} players, {game.minutes} min" in text


def test_every_page_of_the_reference_documents_a_module_that_is_there() -> None:
    from importlib import import_module

    for page in (HOME / "docs" / "reference").glob("*.md"):
        for name in re.findall(r"automodule:: (\S+)", page.read_text("utf-8")):
            assert import_module(name).__doc__


def test_the_page_for_players_has_the_same_parts_in_both_languages() -> None:
    def parts(name: str) -> list[str]:
        lines = (HOME / "docs" / name).read_text("utf-8").splitlines()
        return [line.split(" ")[0] for line in lines if line.startswith("#")]

    assert parts("playing.md") == parts("fr/playing.md")


@pytest.mark.once  # a compiled class has no docstring
def test_the_page_of_observations_is_what_the_fields_declare() -> None:
    assert (HOME / "docs" / "observations.md").read_text("utf-8") == observations_page(), "make docs"
