"""The random bot."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import Action, BadOption, Game, Say, Stream, View, say


class Random:
    """Chooses anything legal, each choice equally likely."""

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        return actions[rng.below(len(actions))]

    def reason(self, view: View, action: Action) -> Say:
        """It has none."""
        return say("No reason at all: the dice said so.")


def make_random(game: Game, settings: str) -> Random:
    """The random bot, without settings."""
    if settings:
        raise BadOption("The bot “random” takes no settings, but was told “{settings}”.", settings=settings[:40])
    return Random()
