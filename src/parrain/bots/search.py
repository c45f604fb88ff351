"""The searching bot: tree search, and an exact solution where the game has one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress

from parrain.bots import pool
from parrain.bots.guided import GuidedSearch
from parrain.bots.learned import LearnedGuide, learned_network
from parrain.bots.levels import hidden_actions
from parrain.bots.memory import Memory
from parrain.bots.settings import SearchSettings, read_settings
from parrain.bots.tree import IDLE, Search
from parrain.core import Action, BadOption, Game, Say, Solution, Stream, View, say, to_data
from parrain.games import game as find_game

SOLVING = 0.6  # the share of the time limit for solving, before it falls back to searching
EQUAL = 0.004  # the difference of values below which a solver finds actions equal
RARE = 0.03  # the probability below which an action of a mixed strategy is never played
FEWEST = 12  # simulations needed to judge an action
WORLDS = 300  # sampled by the belief filter (memory.py)
PATIENCE = 0.1  # seconds that a timed search waits for other cores after its own time is up


class Searcher:
    """Chooses the most visited action, or by the solution; keeps the values for its explanation."""

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        self.game = game
        self.settings = settings
        self.hidden = hidden_actions(game)
        self.guide = LearnedGuide(game, learned_network(game, settings.weights)) if settings.learned else None
        self.memories: dict[int, Memory] = {}
        self.last: tuple[View, list[tuple[Action, float]], bool] | None = None

    @property
    def watching(self) -> bool:
        """Whether it uses `watch`."""
        return self.settings.memory

    # -- what it has seen --------------------------------------------------------------------------------

    def watch(self, view: View) -> None:
        """Remember a View."""
        if self.settings.memory and view.seat is not None:
            self.memories.setdefault(view.seat, Memory()).watch(view)

    def forget(self) -> None:
        """Drop what it remembers: a new game, or an undo."""
        self.memories.clear()

    # -- choosing ----------------------------------------------------------------------------------------

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        actions = [action for action in actions if action.text != IDLE] or actions
        if len(actions) == 1:
            return actions[0]
        assert view.seat is not None, "a spectator has nothing to choose"
        start = time.perf_counter()
        if self.settings.exact:
            solved = self.game.solve(view, self.settings.exact, self.settings.seconds * SOLVING)
            chosen = self.by_solution(view, solved, rng) if solved is not None else None
            if chosen is not None:
                return chosen
        left = max(0.01, self.settings.seconds - (time.perf_counter() - start)) if self.settings.seconds else 0.0
        ranked = self.rank(view, actions, rng, left)
        self.last = (view, ranked, False)
        return ranked[0][0]

    def rank(self, view: View, actions: Sequence[Action], rng: Stream, seconds: float) -> list[tuple[Action, float]]:
        """The choices that were searched, with their values, the one to choose first."""
        search = (
            self.search_on_cores(view, rng, seconds)
            if self.settings.cores > 1 and can_share(self.game)
            else self.search(view, rng, seconds)
        )
        assert view.seat is not None, "a spectator has nothing to choose"
        legal = set(actions)
        edges = [edge for edge in search.ranked(view.seat) if edge.action in legal]
        return [(edge.action, edge.mean()) for edge in edges if edge.visits or edge is edges[0]]

    def by_solution(self, view: View, solved: Solution, rng: Stream) -> Action | None:
        """Draw from the optimal mixed strategy; None where all actions have the same value."""
        ranked = sorted(solved.choices, key=lambda each: -each[2])
        if len(ranked) < 2 and not (ranked and ranked[0][2] >= 1.0 - EQUAL):
            return None
        if len(ranked) > 1 and ranked[0][2] - ranked[-1][2] <= EQUAL:
            return None
        self.last = (view, [(action, value) for action, _often, value in ranked], True)
        often = [(action, share) for action, share, _value in solved.choices if share >= RARE]
        drawn = rng.below(1 << 30) / (1 << 30) * sum(share for _action, share in often)
        for action, share in often:
            drawn -= share
            if drawn < 0:
                return action
        return often[-1][0]

    def search(self, view: View, rng: Stream, seconds: float) -> Search:
        """Search in this process."""
        start = time.perf_counter()
        if self.guide is None:
            search = Search(self.game, view, rng, self.hidden)
            search.horizon = self.settings.turns or search.horizon
        else:
            search = GuidedSearch(self.game, view, rng, self.hidden, self.guide)
        if self.settings.insight:
            search.insight = True
            search.source = self.game.likely_worlds(view)
        if self.settings.memory and view.seat is not None:
            worlds, weights = self.memories.setdefault(view.seat, Memory()).worlds(self.game, view, rng, WORLDS)
            search.use_worlds(worlds, weights)
            seconds = max(0.01, seconds - (time.perf_counter() - start)) if seconds else 0.0
        search.run(self.settings.simulations, seconds)
        return search

    def search_on_cores(self, view: View, rng: Stream, seconds: float) -> Search:
        """Search in several processes, this one among them."""
        memory = self.memories.get(view.seat if view.seat is not None else -1)
        views = [to_data(each) for each in [*(memory.views if memory else []), view]]
        settings = self.settings._replace(seconds=seconds, exact=0, cores=1)
        working = []
        for number in range(self.settings.cores - 1):
            with suppress(pool.WorkerFailed):
                pool.helper(number).submit(
                    search_alone, self.game.id, self.game.edition.name, views, settings, rng.seed()
                )
                working.append(pool.helper(number))
        search = self.search(view, rng, seconds)
        for worker in working:
            with suppress(pool.WorkerFailed):  # with a time limit only the results in time, else all of them
                search.absorb(*worker.result(PATIENCE if seconds else None))
        return search

    def exact_values(self, view: View) -> dict[Action, float]:
        """The values of the choices against the best reply, where the View can be solved."""
        exact, seconds = self.settings.exact, self.settings.seconds * SOLVING
        solved = self.game.solve(view, exact, seconds) if exact else None
        return {} if solved is None else {action: value for action, _often, value in solved.choices}

    def judge(self, view: View, actions: Sequence[Action], made: Action, rng: Stream) -> list[tuple[Action, float]]:
        """The expected share of the win of the best choice and of the one that was made, best first; may be empty."""
        values = self.exact_values(view)
        if made not in values:
            search = self.search(view, rng, self.settings.seconds)
            assert view.seat is not None, "a spectator has nothing to choose"
            if search.simulations < min(FEWEST, self.settings.simulations):  # too slow a machine for the time limit
                return []
            best = search.ranked(view.seat)[0].action
            search.simulate_action(
                made, max(20, search.simulations // 4) if made is not best else 0, self.settings.seconds
            )
            values = {
                edge.action: edge.mean()
                for edge in search.ranked(view.seat)
                if edge.action in (best, made) and edge.visits
            }
        ranked = sorted(values.items(), key=lambda each: (-each[1], each[0] is not made))
        return [(action, share(value, view.players)) for action, value in ranked]

    def evaluate(self, view: View, actions: Sequence[Action], rng: Stream) -> list[tuple[Action, float]]:
        """The expected share of the win of every choice that is well enough known, best first."""
        assert view.seat is not None, "a spectator has nothing to choose"
        seconds = self.settings.seconds
        values = self.exact_values(view)
        if any(action not in values for action in actions):
            search = self.search(view, rng, seconds)
            edges = search.ranked(view.seat)
            for edge in edges:
                search.simulate_action(edge.action, max(0, FEWEST - edge.visits), seconds / len(edges))
            values = {edge.action: edge.mean() for edge in edges if edge.visits >= FEWEST}
        return sorted(((each, share(value, view.players)) for each, value in values.items()), key=lambda e: -e[1])

    # -- why ---------------------------------------------------------------------------------------------

    def expectations(self, view: View) -> list[tuple[Action, float]]:
        """The choices it has just evaluated in this View, best first, each with its expected share of the win."""
        if self.last is None or self.last[0] != view:
            return []
        return [(action, share(value, view.players)) for action, value in self.last[1]]

    def reason(self, view: View, action: Action) -> Say | None:
        """The expected shares of the win by this choice and the next best, if this View was just searched."""
        expected = self.expectations(view)
        mine = next((value for each, value in expected if each is action), None)
        other = next(((each, value) for each, value in expected if each is not action), None)
        if mine is None:
            return None
        label = self.game.action_label(action, view)
        if other is None:
            return say("{action}: {chance}% to win.", action=label, chance=round(100 * mine))
        chance, less = round(100 * mine), round(100 * other[1])
        filling: dict[str, object] = {
            "action": label,
            "chance": chance,
            "less": less,
            "other": self.game.action_label(other[0], view),
        }
        if self.last is not None and self.last[2]:
            return say(
                "{action}: exactly {chance}% against the best reply; {less}% with the next best, {other}.", **filling
            )
        if less >= chance:  # chosen by visits: an action visited less may have as high a mean
            return say("{action}: {chance}% to win; {other} is about as good.", **filling)
        return say("{action}: {chance}% to win; next best: {other}, {less}%.", **filling)


def can_share(game: Game) -> bool:
    """Whether another process can load the same edition: one that comes with the game."""
    try:
        return find_game(game.id, game.edition.name).edition.key == game.edition.key
    except BadOption:
        return False


def search_alone(
    game_id: str, edition: str, shown: list[dict[str, object]], settings: SearchSettings, seed: int
) -> tuple[list[tuple[int, int, float]], int]:
    """Search in a worker and return the visit counts; the last View is the one to search."""
    game = find_game(game_id, edition)
    bot = Searcher(game, settings)
    *before, view = [game.view_from_data(data) for data in shown]
    for each in before:
        bot.watch(each)
    search = bot.search(view, Stream(seed), settings.seconds)
    return search.counts(), search.simulations


def share(value: float, players: int) -> float:
    """A value on the scale of `State.returns` as a share of the win."""
    return min(1.0, max(0.0, (value * (players - 1) + 1) / players))


def make_search(game: Game, settings: str) -> Searcher:
    """The searching bot with these settings."""
    return Searcher(game, read_settings(settings))
