"""The bot that searches: `search:1s` thinks for a second, `search:500` simulates five hundred times."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parrain.bots.tree import Search
from parrain.core import Action, BadOption, Game, Say, Stream, View, say


class Searcher:
    """Chooses what the search visited most; remembers what it expected, for those who ask."""

    def __init__(self, game: Game, simulations: int, seconds: float) -> None:
        self.game = game
        self.simulations = simulations
        self.seconds = seconds
        self.last: Search | None = None

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        if len(actions) == 1:
            return actions[0]
        assert view.seat is not None, "a spectator has nothing to choose"
        search = Search(self.game, view, rng, self.game.search_depth)
        search.run(self.simulations, self.seconds)
        self.last = search
        legal = set(actions)
        return next(edge.action for edge in search.ranked(view.seat) if edge.action in legal)

    def reason(self, view: View, action: Action) -> Say | None:
        """What it expects from the choice and from the next best, if it has just thought about it."""
        if self.last is None or view.seat is None or self.last.view != view:
            return None
        ranked = self.last.ranked(view.seat)
        mine = next((edge for edge in ranked if edge.action is action), None)
        other = next((edge for edge in ranked if edge.action is not action and edge.visits), None)
        if mine is None or not mine.visits:
            return None
        chance = percent(mine.total / mine.visits)
        if other is None:
            return say("{action}: I expect {chance} % from it.", action=self.game.action_label(action, view), chance=chance)
        return say(
            "{action}: I expect {chance} % from it, and {less} % from the next best, {other}.",
            action=self.game.action_label(action, view), chance=chance, less=percent(other.total / other.visits),
            other=self.game.action_label(other.action, view),
        )  # fmt: skip


def percent(value: float) -> int:
    """A value from -1 to 1 as a chance in a hundred."""
    return round(50 + 50 * value)


def make_search(game: Game, settings: str) -> Searcher:
    """The searching bot: told for how long (`1s`, `0.2s`) or how often (`500`)."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(s?)", settings or "1s")
    if match is None or not 0 < float(match[1]) <= 1_000_000:
        raise BadOption(
            "The bot “search” is told for how long (1s, 0.2s) or how often (500) to think; not “{settings}”.", settings=settings[:40]
        )
    if match[2]:
        return Searcher(game, 1_000_000_000, float(match[1]))
    return Searcher(game, int(float(match[1])), 0.0)
