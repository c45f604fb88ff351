"""The bot for beginners: epsilon-greedy, so that it often blunders."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.bots.greedy import Greedy
from parrain.core import Action, BadOption, Game, Stream, View
from parrain.core.inputs import whole_from_text


class Clumsy:
    """Chooses at random in `slips` of 100 decisions, else as the greedy bot with one world."""

    def __init__(self, game: Game, slips: int) -> None:
        self.slips = slips
        self.greedy = Greedy(game, 1)

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        if rng.below(100) < self.slips:
            return actions[rng.below(len(actions))]
        return self.greedy.choose(view, actions, rng)


def make_clumsy(game: Game, settings: str) -> Clumsy:
    """The clumsy bot: `clumsy:30` chooses at random in 30 % of its decisions, by default in half."""
    slips = whole_from_text(settings or "50", 100)
    if slips is None:
        raise BadOption(
            "The bot “clumsy” is told how often it slips, from 0 to 100 in a hundred; not “{settings}”.",
            settings=settings[:40],
        )
    return Clumsy(game, slips)
