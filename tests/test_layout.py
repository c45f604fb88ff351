"""Every game has the modules of docs/architecture.md, and no other without a reason given there."""

import re
from pathlib import Path

import pytest
from grimp import build_graph

import parrain
from parrain.core import Modules

DOCS = Path(__file__).parents[1] / "docs" / "architecture.md"
GAMES = parrain.all_games()


def rows(heading: str) -> list[list[str]]:
    """The rows of the table below a heading of the page."""
    section = DOCS.read_text("utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("| `")
    ]


def standard() -> set[str]:
    """The modules that the page gives to every game."""
    return {re.findall(r"`(\w+)`", row[0])[0] for row in rows("The modules of a game")}


def own(package: str) -> set[str]:
    """The modules that the page allows one game, each with a reason."""
    return {
        re.findall(r"`(\w+)`", row[0])[0]
        for row in rows("Modules of one game only")
        if package in row[1] and len(row[2]) > 10
    }


def modules_of(home: Path) -> set[str]:
    """The modules and packages in a game's folder."""
    return {path.stem for path in home.glob("*.py")} | {path.parent.name for path in home.glob("*/__init__.py")}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_has_the_modules_of_all_games(name: str) -> None:
    home = GAMES[name].home
    assert modules_of(home) - {"__init__"} == standard() | own(home.name)


def test_the_page_names_the_modules_that_the_code_asks_for() -> None:
    assert set(Modules._fields) <= standard()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_phases_of_a_game_stand_in_one_table(name: str) -> None:
    from importlib import import_module

    game = GAMES[name]
    phases = import_module(f"{type(game).__module__}.rules").PHASES
    rules = game.rulebook().rules
    assert len({phase.name for phase in phases}) == len(phases) > 0
    assert all(phase.rule in rules and str(phase.asks.text) and str(phase.waits.text) for phase in phases)


def test_no_imports_go_round_in_a_circle() -> None:
    graph = build_graph("parrain")
    seen: set[str] = set()
    for start in sorted(graph.modules):
        below, todo = set(), [start]
        while todo:
            for module in graph.find_modules_directly_imported_by(todo.pop()) - below:
                below.add(module)
                todo.append(module)
        if start in below:
            seen.add(start)
    assert seen == set()
