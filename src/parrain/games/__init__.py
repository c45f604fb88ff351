"""The five games, one package each, and the registry that finds them (and those of others) by name."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from parrain.core import BadOption, Game, State

BUILT_IN = ("district_noir", "police_vs_gangs")


@lru_cache(maxsize=1)
def kinds() -> dict[str, type[Game]]:
    """Every game that is installed: ours, then those that other packages bring by entry point `parrain.games`."""
    found: dict[str, type[Game]] = {}
    for package in BUILT_IN:
        kind: type[Game] = import_module(f"parrain.games.{package}").GAME
        found[kind.id] = kind
    for entry in entry_points(group="parrain.games"):
        kind = entry.load()
        found.setdefault(kind.id, kind)
    return found


def game(name: str, edition: str | Path | None = None) -> Game:
    """The game of that name with that edition in its box: one that comes with it, or a file of one's own."""
    kind = kinds().get(name) or kinds().get(name.replace("_", "-"))
    if kind is None:
        raise BadOption("There is no game {name}; there are: {known}.", name=name, known=", ".join(kinds()))
    if isinstance(edition, Path) or (edition or "").endswith(".toml"):
        return kind(edition)
    return _with_edition(kind.id, edition)


@lru_cache(maxsize=64)
def _with_edition(name: str, edition: str | None) -> Game:
    return kinds()[name](edition)


def games() -> dict[str, Game]:
    """Every installed game by name, with its default edition."""
    return {name: game(name) for name in kinds()}


def new(name: str, players: int | None = None, seed: int | None = None, edition: str | Path | None = None, **options: object) -> State:
    """A new game's State."""
    return game(name, edition).new(players, seed, None, **options)
