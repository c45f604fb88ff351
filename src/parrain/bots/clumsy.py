"""The bot for beginners: a sensible player who often does not look."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.bots.greedy import Greedy
from parrain.core import Action, BadOption, Game, Stream, View


class Clumsy:
    """Chooses at random so many times in a hundred, else as the greedy bot does with one world."""

    def __init__(self, game: Game, slips: int) -> None:
        self.slips = slips
        self.greedy = Greedy(game, 1)

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        if rng.below(100) < self.slips:
            return actions[rng.below(len(actions))]
        return self.greedy.choose(view, actions, rng)


def make_clumsy(game: Game, settings: str) -> Clumsy:
    """The clumsy bot: `clumsy:30` slips thirty times in a hundred, half the time if not told."""
    if settings and (not settings.isdecimal() or int(settings) > 100):
        raise BadOption(
            "The bot “clumsy” is told how often it slips, from 0 to 100 in a hundred; not “{settings}”.",
            settings=settings[:40],
        )
    return Clumsy(game, int(settings or "50"))
