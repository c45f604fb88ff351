"""What a bot is: somebody who is shown a View and the choices, and chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from parrain.core import Action, Game, Say, Stream, View


class Bot(Protocol):
    """A player of one game.

    A bot may also have a method `reason(view, action) -> Say`, for those who ask it why; what it
    would say otherwise is what a sensible player would.
    """

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        """One of the choices. All chance comes from `rng`, so that the same View and rng choose the same."""


def reason(bot: Bot, game: Game, view: View, action: Action) -> Say:
    """Why that bot chooses this, in its own words if it has any."""
    own = getattr(bot, "reason", None)
    told = own(view, action) if own is not None else None
    return told if isinstance(told, Say) else game.reason(view, action)
