"""The protocol of a bot: given a View and the legal actions, choose one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from parrain.core import Action, Game, Say, Stream, View, say


class Bot(Protocol):
    """A player of one game.

    A bot may also have

    - `reason(view, action) -> Say | None`, an explanation of its choice; the default is that of the game;
    - `watch(view)`, called with its own View after every choice at the table, and `forget()`, called when a game
      begins or something was taken back.
    """

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        """Choose an action. All randomness comes from `rng`, so that choices are reproducible."""


def reason(bot: Bot, game: Game, view: View, action: Action) -> Say:
    """The bot's explanation of an action, by default the game's."""
    own = getattr(bot, "reason", None)
    text = own(view, action) if own is not None else None
    return text if isinstance(text, Say) else game.reason(view, action)


def advice(bot: Bot, game: Game, view: View, action: Action) -> Say:
    """The text of a hint: the game's explanation of an action, and the bot's if it differs."""
    sensible, own = game.reason(view, action), reason(bot, game, view, action)
    return own if own == sensible else say("{sensible} {own}", sensible=sensible, own=own)


def notify(bot: object, view: View) -> None:
    """Call the bot's `watch` after a choice, if it has one."""
    watch = getattr(bot, "watch", None)
    if watch is not None:
        watch(view)


def watches(bot: object) -> bool:
    """Whether a bot has `watch` and has not switched it off by `watching = False`."""
    return hasattr(bot, "watch") and bool(getattr(bot, "watching", True))


def reset(bot: object) -> None:
    """Call the bot's `forget`, if it has one."""
    forget = getattr(bot, "forget", None)
    if forget is not None:
        forget()
