"""The five games, one package each, and the registry that finds them (and those of others) by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from parrain.core import BadOption, Game, State, StateOf, View
from parrain.core.picture import Picture
from parrain.core.translation import add_locale

BUILT_IN = ("district_noir", "gangster", "reglement", "gangs_city", "police_vs_gangs")


@lru_cache(maxsize=1)
def kinds() -> dict[str, type[Game]]:
    """Every game that is installed: ours, then those that other packages bring by entry point `parrain.games`."""
    from importlib.metadata import entry_points  # slow to import

    found: dict[str, type[Game]] = {}
    for package in BUILT_IN:
        kind: type[Game] = import_module(f"parrain.games.{package}").GAME
        found[kind.id] = kind
    for entry in entry_points(group="parrain.games"):
        kind = entry.load()
        found.setdefault(kind.id, kind)
        add_locale(kind.home / "locale")
    return found


def game(name: str, edition: str | Path | None = None) -> Game:
    """The game of that name with that edition in its box: one that comes with it, or a file of one's own."""
    kind = kinds().get(name) or kinds().get(name.replace("_", "-"))
    if kind is None:
        raise BadOption("There is no game {name}; there are: {known}.", name=name[:40], known=", ".join(kinds()))
    if isinstance(edition, Path) or (edition or "").endswith(".toml"):
        return kind(edition)
    return _with_edition(kind.id, edition)


@lru_cache(maxsize=64)
def _with_edition(name: str, edition: str | None) -> Game:
    return kinds()[name](edition)


def all_games() -> dict[str, Game]:
    """Every installed game by name, with its default edition."""
    return {name: game(name) for name in kinds()}


def new(
    name: str, players: int | None = None, seed: int | None = None, edition: str | Path | None = None, **options: object
) -> State:
    """A new game's State."""
    return game(name, edition).new(players, seed, None, **options)


def show(
    what: State | View,
    player: int | None = None,
    names: Sequence[str] = (),
    language: str = "en",
    narrow: bool = False,
    edition: str | Path | None = None,
) -> Picture:
    """A picture of a game as that seat sees it, or as everybody does (None); a notebook shows it by itself."""
    view = what.view(player) if isinstance(what, StateOf) else what
    if isinstance(what, View) and player not in (None, what.seat):
        raise BadOption(
            "This view is that of {seat}; another seat's is made from the game's state.", seat=str(what.seat)
        )
    return Picture(game_of(view, edition).draw(view, names, language, narrow))


def game_of(view: View, edition: str | Path | None = None) -> Game:
    """The game that a View belongs to, with the edition it was played with; an edition of one's own must be named."""
    known = [edition] if edition is not None else game(view.game).editions()
    for name in known:
        found = game(view.game, name)
        if found.edition.key == view.edition:
            return found
    raise BadOption("This view is of the edition {edition}; give its file as edition=….", edition=view.edition)
