"""Players that see a View and nothing else, and the registry that finds them by a short spec.

A spec is a name, and after a colon what that bot may be told: `random`, `greedy`, `greedy:32`.
Other packages bring bots of their own by entry point group `parrain.bots`: the entry's name is the
bot's name, and it loads a maker, called as `maker(game, settings)` (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import entry_points

from parrain.bots.bot import Bot, reason
from parrain.bots.greedy import make_greedy
from parrain.bots.rand import make_random
from parrain.bots.search import make_search
from parrain.core import BadOption, Game

__all__ = ["Bot", "bot_names", "is_bot", "make_bot", "makers", "reason"]

Maker = Callable[[Game, str], Bot]

BUILT_IN: dict[str, Maker] = {"random": make_random, "greedy": make_greedy, "search": make_search}


@lru_cache(maxsize=1)
def makers() -> dict[str, Maker]:
    """Every kind of bot by name: ours, then those of other packages; a name of ours stays ours."""
    found = dict(BUILT_IN)
    for entry in entry_points(group="parrain.bots"):
        if entry.name not in found:
            found[entry.name] = entry.load()
    return found


def bot_names() -> tuple[str, ...]:
    """The names a spec may begin with."""
    return tuple(makers())


def is_bot(spec: str) -> bool:
    """Whether a spec begins with the name of a bot."""
    return spec.partition(":")[0] in makers()


def make_bot(spec: str, game: Game) -> Bot:
    """The bot of that spec, ready to play that game."""
    name, colon, settings = spec.partition(":")
    maker = makers().get(name)
    if maker is None:
        raise BadOption("There is no bot “{name}”; there are: {known}.", name=name[:40], known=", ".join(makers()))
    if colon and not settings:
        raise BadOption("The bot “{spec}” ends in a colon: write {name}, or what it is told after the colon.", spec=spec[:40], name=name)
    return maker(game, settings)
