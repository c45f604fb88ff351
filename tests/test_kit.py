"""The generic kit on every registered game at every number of players."""

from pathlib import Path

import pytest

from parrain import all_games
from parrain.core import Game
from parrain.lab.pages import rules_pages
from parrain.lab.trace import trace
from parrain.testing import CHECKS, check_endings
from parrain.testing.playthroughs import difference, golden

GAMES = all_games()


def marks(game: Game, players: int) -> list[pytest.MarkDecorator]:
    """Golden games are played at any number of players by both engines, these checks by both at the smallest table."""
    return [] if players == game.fewest else [pytest.mark.slow, pytest.mark.heavy]


TABLES = [
    pytest.param(name, players, marks=marks(game, players))
    for name, game in GAMES.items()
    for players in range(game.fewest, game.most + 1)
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("name", "players"), TABLES, ids=lambda value: str(value))
def test_check(name, players, check):
    check(GAMES[name], players)  # every check asserts


@pytest.mark.parametrize("name", GAMES)
def test_endings(name):
    check_endings(GAMES[name], Path(__file__).parent / GAMES[name].home.name / "records")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_playthroughs_are_golden(name):
    """A changed playthrough is a changed game: `make playthroughs` writes them anew, the diff says what changed."""
    home = Path(__file__).parent / GAMES[name].home.name / "playthroughs"
    made = golden(GAMES[name])
    assert sorted(path.stem for path in home.glob("*.txt")) == sorted(made)
    for stem, text in made.items():
        assert not difference((home / f"{stem}.txt").read_text(encoding="utf-8"), text), stem


@pytest.mark.once
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_code_and_a_test(name):
    found = trace(GAMES[name])
    assert found.rules
    assert (found.without_code, found.without_tests, found.unknown) == ([], [], [])
    assert found.box_only == (["GC 1.5", "GC 4.18"] if name == "gangs-city" else [])
    assert not {*found.box_only} & {*found.code}, "the docstring of a module that says why there is none is no code"


@pytest.mark.once
def test_rules_pages_are_what_the_rulebooks_say():
    home = Path(__file__).parents[1] / "docs" / "rules"
    written = {path.relative_to(home).as_posix(): path.read_text(encoding="utf-8") for path in home.rglob("*.md")}
    assert written == rules_pages(), "run `make docs`"
