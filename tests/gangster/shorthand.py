"""Shorthand for the tests of Gangster."""

from pathlib import Path

from parrain import game
from parrain.games.gangster import Gangster
from parrain.testing import table as testing

GAME = game("gangster")
EDITION = Path(str(GAME.home)) / "editions" / "amigo-2007.toml"


def table(**position):
    """A position; the rest of the city is empty."""
    return testing.table(GAME, **position)


def edition_with(folder, *changes):
    """The game with an edition file in which texts were replaced."""
    text = EDITION.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = folder / "changed.toml"
    path.write_text(text, encoding="utf-8")
    return Gangster(path)
