"""The greedy bot: the best rated action, on average over imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import Action, BadOption, Game, Stream, View
from parrain.core.inputs import whole_from_text

MOST_WORLDS = 1000


class Greedy:
    """Chooses the action with the highest sum of ratings (`Game.rate`) over imagined worlds."""

    def __init__(self, game: Game, worlds: int) -> None:
        self.game = game
        self.worlds = worlds

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        if len(actions) == 1:
            return actions[0]
        assert view.seat is not None, "a spectator has nothing to choose"
        totals = [0.0] * len(actions)
        worlds = self.game.worlds(view)
        cache: object = None
        for _ in range(self.worlds):
            world = worlds.draw(rng)
            cache = self.game.new_cache(cache)
            for place, rating in enumerate(self.game.rate(world, view.seat, actions, cache)):
                totals[place] += rating
        best = max(totals)
        ties = [place for place, total in enumerate(totals) if total >= best - 1e-9]
        return actions[ties[rng.below(len(ties))]]


def make_greedy(game: Game, settings: str) -> Greedy:
    """The greedy bot; `greedy:32` imagines 32 worlds instead of `Game.greedy_worlds`."""
    if not settings:
        return Greedy(game, game.greedy_worlds)
    worlds = whole_from_text(settings, MOST_WORLDS)
    if not worlds:
        raise BadOption(
            "The bot “greedy” is told how many worlds to imagine, from 1 to {most}; not “{settings}”.",
            most=MOST_WORLDS,
            settings=settings[:40],
        )
    return Greedy(game, worlds)
