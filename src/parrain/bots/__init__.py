"""Bots, and the registry that finds them by a short spec. A bot sees a View and nothing else.

A spec is a level (`easy`, `normal`, `hard`, `expert`, `best`; in some games half-steps such as `easy+`), or a name and
after a colon the settings of that bot: `random`, `greedy`, `greedy:32`, `search:1s`.
Other packages register bots in the entry point group `parrain.bots`: the entry's name is the bot's
name, and it loads a factory, called as `maker(game, settings)` (docs/bots.md).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import lru_cache

from parrain.bots.bot import Bot, advice, reason
from parrain.bots.clumsy import make_clumsy
from parrain.bots.greedy import Greedy, make_greedy
from parrain.bots.learned import make_learned
from parrain.bots.levels import ADVISER, ALL_LEVELS, LEVELS, level_spec, levels_of, no_settings
from parrain.bots.programs import allow, make_program
from parrain.bots.rand import make_random
from parrain.bots.rollouts import make_rollouts
from parrain.bots.search import make_search
from parrain.core import Action, BadOption, Game, Say, Stream, View, say

__all__ = [
    "ADVISER",
    "ALL_LEVELS",
    "LEVELS",
    "Bot",
    "advice",
    "allow",
    "bot_names",
    "is_bot",
    "make_bot",
    "makers",
    "reason",
]

Maker = Callable[[Game, str], Bot]
log = logging.getLogger("parrain.bots")

BUILT_IN: dict[str, Maker] = {
    "random": make_random,
    "clumsy": make_clumsy,
    "greedy": make_greedy,
    "search": make_search,
    "learned": make_learned,
    "rollouts": make_rollouts,
    "process": make_program,
}


@lru_cache(maxsize=1)
def makers() -> dict[str, Maker]:
    """The factories of bots by name, ours first; other packages cannot replace them."""
    from importlib.metadata import entry_points  # slow to import

    found = dict(BUILT_IN)
    for entry in entry_points(group="parrain.bots"):
        if entry.name not in found:
            found[entry.name] = guarded(entry.name, entry.load())
    return found


class Guarded:
    """A wrapper for bots of other packages: where one fails, the greedy bot makes that choice.

    `trouble` is the failure of the last choice, if any; it is logged without the error's text, which might contain
    hidden information.
    """

    def __init__(self, name: str, bot: Bot, game: Game) -> None:
        self.name = name
        self.bot = bot
        self.game = game
        self.trouble: Say | None = None

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        seed = rng.seed()
        self.trouble = None
        try:
            chosen = self.bot.choose(view, actions, Stream(seed))
            if chosen in actions:
                return chosen
            self.trouble = say("it chose what it may not")
        except Exception as error:  # a failing bot must not end the game of the others
            self.trouble = say("it failed ({error})", error=type(error).__name__)
        log.warning("The bot %s could not choose in %s: %s", self.name, self.game.id, self.trouble)
        return Greedy(self.game, 1).choose(view, actions, Stream(seed))

    def reason(self, view: View, action: Action) -> Say | None:
        """The failure of the last choice, else the bot's own reason."""
        if self.trouble is not None:
            return say("The bot {bot} could not choose: {trouble}.", bot=self.name, trouble=self.trouble)
        try:
            return reason(self.bot, self.game, view, action)
        except Exception:
            return None

    def watch(self, view: View) -> None:
        """Forward the View, if the bot has `watch`."""
        if hasattr(self.bot, "watch"):
            self.bot.watch(view)

    def forget(self) -> None:
        """Forward, if the bot has `forget`."""
        if hasattr(self.bot, "forget"):
            self.bot.forget()


def guarded(name: str, maker: Maker) -> Maker:
    """A factory whose bots are wrapped in Guarded."""
    return lambda game, settings: Guarded(name, maker(game, settings), game)


def bot_names(game: Game | None = None) -> tuple[str, ...]:
    """The names of all bots, or of those of a game, the levels first."""
    levels = ALL_LEVELS if game is None else levels_of(game)
    return (*levels, *(name for name in makers() if name not in levels))


def is_bot(spec: str, game: Game | None = None) -> bool:
    """Whether a spec names a known bot, or one of that game."""
    return spec.partition(":")[0] in bot_names(game)


def make_bot(spec: str, game: Game) -> Bot:
    """Make the bot of a spec."""
    name, colon, settings = spec.partition(":")
    if (name in levels_of(game) or name == ADVISER) and name not in makers():
        no_settings(name, settings)
        name, colon, settings = level_spec(name, game).partition(":")
    maker = makers().get(name)
    if maker is None:
        raise BadOption(
            "There is no bot “{name}”; there are: {known}.", name=name[:40], known=", ".join(bot_names(game))
        )
    if colon and not settings:
        raise BadOption(
            "The bot “{spec}” ends in a colon: write {name}, or what it is told after the colon.",
            spec=spec[:40],
            name=name,
        )
    return maker(game, settings)
