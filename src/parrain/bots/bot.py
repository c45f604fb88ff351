"""What a bot is: somebody who is shown a View and the choices, and chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from parrain.core import Action, Game, Say, Stream, View, say


class Bot(Protocol):
    """A player of one game.

    A bot may also have
    - `reason(view, action) -> Say | None`, for those who ask it why; what it would say otherwise is what a
      sensible player would;
    - `watch(view)`, to be shown its own View after every choice at the table, as a person there would be,
      and `forget()`, called when a game begins or something was taken back.
    """

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        """One of the choices. All chance comes from `rng`, so that the same View and rng choose the same."""


def reason(bot: Bot, game: Game, view: View, action: Action) -> Say:
    """Why that bot chooses this, in its own words if it has any."""
    own = getattr(bot, "reason", None)
    told = own(view, action) if own is not None else None
    return told if isinstance(told, Say) else game.reason(view, action)


def advice(bot: Bot, game: Game, view: View, action: Action) -> Say:
    """Why one should choose this: what a sensible player would say, and what the bot itself has to add."""
    sensible, own = game.reason(view, action), reason(bot, game, view, action)
    return own if own == sensible else say("{sensible} {own}", sensible=sensible, own=own)


def notify(bot: object, view: View) -> None:
    """Show a bot its View after a choice, if it wants to watch."""
    watch = getattr(bot, "watch", None)
    if watch is not None:
        watch(view)


def watches(bot: object) -> bool:
    """Whether a bot wants to watch; one that says so in `watching` is asked."""
    return hasattr(bot, "watch") and bool(getattr(bot, "watching", True))


def reset(bot: object) -> None:
    """Tell a bot that what it remembers is over."""
    forget = getattr(bot, "forget", None)
    if forget is not None:
        forget()
