"""What a bot that watches the table makes of what the others chose: worlds in which their choices make sense.

It is shown its own View after every choice at the table, as a person in its seat would be, and nothing else. From the
first View it still remembers it imagines worlds and plays them on: in each it looks for the choice after which its seat
would see just what it saw next. A world without such a choice is dropped; the others count as much as a sensible player
(the game's `rate`) would have liked that choice there. Where no world is left (cards were dealt, dice thrown, several
chose at once), it imagines anew from that View: nothing is believed that its Views do not bear out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from parrain.core import Action, Game, State, Stream, View

MOST_VIEWS = 24
MOST_CHOICES = 24  # with more to try, finding out what was chosen costs more than it tells
FEWEST = 12  # worlds; below that they are too few to stand for all
CAUTION = 0.3  # the part of a choice's likelihood that is the same for all: others are not always sensible


class Memory:
    """The Views that one seat was shown, oldest first."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def watch(self, view: View) -> None:
        """See the table."""
        if not self.views or self.views[-1] != view:
            self.views.append(view)
            del self.views[:-MOST_VIEWS]

    def worlds(self, game: Game, view: View, rng: Stream, count: int) -> tuple[list[State], list[float]]:
        """Worlds that this View could have come from, weighted by what others chose; none if all are alike."""
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
        """The last View from which all can be followed: nothing was revealed since, and one chose at a time."""
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
    """The worlds in which some choice leads to the next View, played on by it."""
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
                likely.append(weight if mover == seat else weight * liking(game, world, mover, choices)[place])
                break
    return kept, likely


def liking(game: Game, world: State, seat: int, choices: Sequence[Action]) -> list[float]:
    """How likely a sensible player makes each choice."""
    ratings = game.rate(world, seat, choices)
    top = max(ratings)
    spread = top - sorted(ratings)[len(ratings) // 2] + 1e-9
    shares = [exp(max(-20.0, (rating - top) / spread)) for rating in ratings]
    total = sum(shares)
    return [CAUTION / len(choices) + (1 - CAUTION) * share / total for share in shares]
