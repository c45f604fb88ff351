"""The greedy bot: the best rated action, on average over imagined worlds, or one of the better ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from parrain.bots.settings import read_temperature
from parrain.core import Action, BadOption, Game, Stream, View
from parrain.core.inputs import whole_from_text

MOST_WORLDS = 1000


class Greedy:
    """Chooses the action with the highest sum of ratings (`Game.rate`) over imagined worlds.

    With a temperature it draws one by its rating: what looks nearly as good is likely, what looks bad is not.
    """

    def __init__(self, game: Game, worlds: int, temperature: float = 0.0) -> None:
        self.game = game
        self.worlds = worlds
        self.temperature = temperature

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
        if self.temperature:
            return actions[draw(totals, self.temperature, rng)]
        best = max(totals)
        ties = [place for place, total in enumerate(totals) if total >= best - 1e-9]
        return actions[ties[rng.below(len(ties))]]


def draw(ratings: Sequence[float], temperature: float, rng: Stream) -> int:
    """The place of one of these ratings, by a softmax of how far each is below the best, in parts of the usual gap.

    The usual gap is that to the middle one, not to the worst: a hopeless choice must not make the others alike.
    """
    best = max(ratings)
    gap = best - sorted(ratings)[len(ratings) // 2] + 1e-9
    shares = [exp(max(-50.0, (rating - best) / gap / temperature)) for rating in ratings]
    left = rng.below(1 << 30) / (1 << 30) * sum(shares)
    for place, share in enumerate(shares):
        left -= share
        if left < 0.0:
            return place
    return len(shares) - 1


def make_greedy(game: Game, settings: str) -> Greedy:
    """The greedy bot; `greedy:32` imagines 32 worlds instead of `Game.greedy_worlds`, `greedy:temperature=0.5` errs."""
    if not settings:
        return Greedy(game, game.greedy_worlds)
    temperature = read_temperature(settings)
    if temperature is not None:
        return Greedy(game, 1, temperature)
    worlds = whole_from_text(settings, MOST_WORLDS)
    if not worlds:
        raise BadOption(
            "The bot “greedy” is told how many worlds to imagine, from 1 to {most}, or how often it errs"
            " (temperature=0.5); not “{settings}”.",
            most=MOST_WORLDS,
            settings=settings[:40],
        )
    return Greedy(game, worlds)
