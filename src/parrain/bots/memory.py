"""Belief by particle filtering: worlds weighted by how likely the others' choices were in them.

The bot gets its own View after every choice at the table, and nothing else. It samples worlds from the first View that
it remembers, and in each searches the choice after which its seat would see exactly its next View. A world without such
a choice is dropped; the others are weighted by the likelihood of that choice (a softmax of the game's `rate`). Where no
world is left (cards were dealt, dice thrown, several chose at once), it samples anew from the present View.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from parrain.core import Action, Game, State, Stream, View

MOST_VIEWS = 24
MOST_CHOICES = 24  # with more actions to try, the filter costs more than it gains
FEWEST = 12  # worlds; fewer are not representative
CAUTION = 0.3  # the uniform part of the likelihood: others do not always play by the ratings


class Memory:
    """The Views that one seat was shown, oldest first."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def watch(self, view: View) -> None:
        """Remember a View."""
        if not self.views or self.views[-1] != view:
            self.views.append(view)
            del self.views[:-MOST_VIEWS]

    def worlds(self, game: Game, view: View, rng: Stream, count: int) -> tuple[list[State], list[float]]:
        """Worlds that this View could have come from and their weights; empty if there is nothing to infer."""
        self.watch(view)
        start = self.start()
        if start == len(self.views) - 1:
            return [], []
        source = game.worlds(self.views[start])
        worlds = [source.draw(rng) for _ in range(count)]
        weights = [1.0] * count
        for after in self.views[start + 1 :]:
            worlds, weights = step(game, worlds, weights, after)
            if len(worlds) < FEWEST:
                return [], []
        return worlds, weights

    def start(self) -> int:
        """The oldest View that can be followed: nothing was revealed since, and one seat chose at a time."""
        place = len(self.views) - 1
        shown = getattr(self.views[place], "reveals", None)
        while (
            place
            and len(self.views[place - 1].to_move) == 1
            and getattr(self.views[place - 1], "reveals", None) == shown
        ):
            place -= 1
        return place


def step(game: Game, worlds: list[State], weights: list[float], after: View) -> tuple[list[State], list[float]]:
    """Advance every world by the choice that leads to the next View; drop those without one."""
    kept: list[State] = []
    likely: list[float] = []
    seat = after.seat
    for world, weight in zip(worlds, weights, strict=True):
        mover = world.current_players()[0]
        choices = world.legal_actions(mover)
        if len(choices) > MOST_CHOICES:
            return [], []
        for place, action in enumerate(choices):
            tried = world.clone()
            tried.apply(mover, action)
            if tried.view(seat) == after:
                kept.append(tried)
                likely.append(
                    weight if mover == seat else weight * choice_probabilities(game, world, mover, choices)[place]
                )
                break
    return kept, likely


def choice_probabilities(game: Game, world: State, seat: int, choices: Sequence[Action]) -> list[float]:
    """The probability of each choice of a seat, from the game's ratings."""
    ratings = game.rate(world, seat, choices)
    top = max(ratings)
    spread = top - sorted(ratings)[len(ratings) // 2] + 1e-9
    shares = [exp(max(-20.0, (rating - top) / spread)) for rating in ratings]
    total = sum(shares)
    return [CAUTION / len(choices) + (1 - CAUTION) * share / total for share in shares]
