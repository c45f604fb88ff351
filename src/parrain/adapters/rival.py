"""OpenSpiel's ISMCTS as a bot, to measure ours against; it too sees a View and nothing else."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Any

from open_spiel.python.algorithms import ismcts, mcts

from parrain.adapters import open_spiel as adapter
from parrain.core import Action, BadOption, Game, Stream, View

EXPLORE = 2.0  # what OpenSpiel's own examples use
FIRST_GUESS = 20  # simulations of the first choice, to measure how many it can do in its time


class Rival:
    """OpenSpiel's Python ISMCTSBot with random playouts, for about `seconds` a choice."""

    def __init__(self, game: Game, seconds: float) -> None:
        self.game = game
        self.seconds = seconds
        self.simulations = 0
        self.spent = 0.0
        self.tables: dict[int, Any] = {}

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        if len(actions) == 1:
            return actions[0]
        if view.players not in self.tables:
            self.tables[view.players] = adapter.load(self.game.id, view.players, self.game.edition.name)
        box = self.tables[view.players]

        def resample(state: Any, player: int) -> Any:
            other = box.new_initial_state()
            other._table = adapter.Table(box.facts, box.facts.game.imagine(view, rng))
            return other

        often = max(2, round(self.seconds * self.simulations / self.spent)) if self.spent else FIRST_GUESS
        random = Numbers(rng)
        bot = ismcts.ISMCTSBot(
            game=box,
            evaluator=mcts.RandomRolloutEvaluator(1, random),
            uct_c=EXPLORE,
            max_simulations=often,
            random_state=random,
            final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            allow_inconsistent_action_sets=True,
        )
        bot.set_resampler(resample)
        start = time.perf_counter()
        chosen = bot.step(resample(None, 0))
        self.spent += time.perf_counter() - start
        self.simulations += often
        return self.game.actions[int(chosen)]


class Numbers:
    """The part of numpy's random state that OpenSpiel's search asks for, drawn from a bot's own stream."""

    def __init__(self, rng: Stream) -> None:
        self.rng = rng

    def uniform(self) -> float:
        """From 0 to 1."""
        return self.rng.below(1 << 30) / (1 << 30)

    def choice(self, items: Any, p: Any = None) -> Any:
        """One of some items (or of so many numbers), with these chances if they are not equal."""
        found = list(range(items)) if isinstance(items, int) else list(items)
        if p is None:
            return found[self.rng.below(len(found))]
        drawn = self.uniform()
        for item, chance in zip(found, p, strict=True):
            drawn -= chance
            if drawn < 0:
                return item
        return found[-1]

    def randint(self, low: int, high: int | None = None) -> int:
        """A whole number below `low`, or from `low` to below `high`."""
        return self.rng.below(low) if high is None else low + self.rng.below(high - low)

    def shuffle(self, items: list[int]) -> None:
        """Put a list into random order."""
        self.rng.shuffle(items)


def make_rival(game: Game, settings: str) -> Rival:
    """`openspiel:1s`: one second for a choice."""
    if not re.fullmatch(r"\d+(\.\d+)?s", settings or "1s"):
        raise BadOption(
            "The bot “openspiel” is told for how long to think (1s); not “{settings}”.", settings=settings[:40]
        )
    return Rival(game, float((settings or "1s")[:-1]))
