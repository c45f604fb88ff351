"""Search with the learned network: rollouts by its policy over the hands that the others may hold (docs/learning.md).

1. Belief: every hand that the others may hold is weighted by how likely the network would have chosen, with it, what
   they chose since it was dealt (Bayes).
2. Rollouts: each choice that the network finds plausible is tried in the same imagined tables; there the network plays
   all seats up to the end of the round, where its value stands for the rest of the game. Choices that fall behind by
   more than chance explains are rejected, so that the tables go to those in doubt.
3. An endgame that the game can solve is solved instead, as by the searching bot.

numpy computes all tables at once. Where it is missing, or no network has learned the edition, the levels of bots are
what they are without one (`Game.levels`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from parrain.bots.learned import RARE, Network, can_play, learned_network
from parrain.bots.search import Searcher, share
from parrain.bots.settings import SearchSettings, read_settings
from parrain.core import Action, BadOption, Game, Hidden, Stream, Tables, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parrain.bots.learned import Floats

FIRST = 64  # tables of each choice before any is dropped
ROWS = 1024  # tables at once: more do not fit the processor's cache
BEHIND = 2.0  # standard errors by which a choice must lie behind the best to be dropped
PLAUSIBLE = 0.002  # the chance, by the policy, from which a choice is tried
CAUTION = 0.05  # the uniform part of the likelihood of a choice: others do not always play by the network
TABLES = 1024  # of each choice, where the settings say nothing
MOST_TABLES = 20_000
JUDGED_TABLES = 128  # of each choice, and
JUDGED_NODES = 4_000  # of an endgame, where a whole game is judged
MOST_VIEWS = 24


class Rollouts(Searcher):
    """The searching bot with rollouts by the learned network in the place of tree search."""

    def __init__(self, game: Game, settings: SearchSettings, network: Network) -> None:
        super().__init__(game, settings)
        self.network = network
        self.views: dict[int, list[View]] = {}

    @property
    def watching(self) -> bool:
        """It always uses `watch`."""
        return True

    def watch(self, view: View) -> None:
        """Remember a View."""
        if view.seat is not None:
            views = self.views.setdefault(view.seat, [])
            views.append(view)
            del views[:-MOST_VIEWS]

    def forget(self) -> None:
        """Drop what it remembers."""
        self.views.clear()

    # -- choosing ----------------------------------------------------------------------------------------

    def rank(self, view: View, actions: Sequence[Action], rng: Stream, seconds: float) -> list[tuple[Action, float]]:
        """The plausible choices with their values, best first."""
        chances = self.policy(view, actions)
        likely = [action for action, chance in zip(actions, chances, strict=True) if chance >= PLAUSIBLE]
        most = min(self.settings.simulations, MOST_TABLES)
        values, left = self.compare(view, likely, rng, seconds, most, True)
        return sorted(values.items(), key=lambda each: (each[0] not in left, -each[1]))

    def judge(self, view: View, actions: Sequence[Action], made: Action, rng: Stream) -> list[tuple[Action, float]]:
        """The expected share of the win of the best choice and of the one that was made, best first."""
        values = self.evaluate(view, actions, rng)
        return [each for place, each in enumerate(values) if place == 0 or each[0] is made]

    def evaluate(self, view: View, actions: Sequence[Action], rng: Stream) -> list[tuple[Action, float]]:
        """The expected share of the win of every choice, best first; quickly: a whole game is judged at once."""
        solved = self.game.solve(view, min(self.settings.exact, JUDGED_NODES)) if self.settings.exact else None
        values = {} if solved is None else {action: value for action, _often, value in solved.choices}
        if any(action not in values for action in actions):
            tables = min(self.settings.simulations, JUDGED_TABLES)
            values, _ = self.compare(view, actions, rng, self.settings.seconds, tables, False)
        return sorted(((each, share(value, view.players)) for each, value in values.items()), key=lambda e: -e[1])

    def policy(self, view: View, actions: Sequence[Action]) -> list[float]:
        """The chances of the actions by the network."""
        import numpy as np

        logits = self.network.run(np.asarray(self.game.encode(view), np.float32))[[action.id for action in actions]]
        powers = np.exp(logits - logits.max())
        found: list[float] = (powers / powers.sum()).tolist()
        return found

    def compare(
        self, view: View, actions: Sequence[Action], rng: Stream, seconds: float, most: int, reject: bool
    ) -> tuple[dict[Action, float], list[Action]]:
        """The values of choices on the same imagined tables, `most` of them; and those that were not rejected."""
        import numpy as np

        if len(actions) == 1:
            return {actions[0]: self.value(view)}, list(actions)
        assert view.seat is not None, "a spectator has nothing to choose"
        end = time.perf_counter() + seconds
        numbers = np.random.default_rng(rng.seed())
        hidden = self.game.hidden(view, self.views.get(view.seat, []))
        assert hidden is not None, "checked when the bot was made"
        summed = np.cumsum(self.belief(hidden))
        values = {action.id: np.zeros(0, np.float32) for action in actions}
        left = [action.id for action in actions]
        done, tables = 0, min(FIRST, most)
        while tables:
            # evenly spread over the hands, instead of independently drawn: less left to chance
            drawn = (np.arange(tables) + numbers.random()) / tables * summed[-1]
            rows = np.searchsorted(summed, drawn).clip(0, len(summed) - 1)
            found = self.play(hidden.tables(rows, len(left), numbers), left, view, numbers)
            for action, results in zip(left, found, strict=True):
                values[action] = np.append(values[action], results)
            done += tables
            if reject:
                left = in_doubt([(action, values[action]) for action in left])
            if len(left) == 1 or (seconds and time.perf_counter() >= end):
                break
            tables = min(done, most - done, ROWS // len(left))
        means = {action: float(values[action.id].mean()) for action in actions}
        return means, [action for action in actions if action.id in left]

    def value(self, view: View) -> float:
        """What the network expects of this View, from -1 to 1."""
        import numpy as np

        return float(self.network.run(np.asarray(self.game.encode(view), np.float32))[-1].clip(-1.0, 1.0))

    def belief(self, hidden: Hidden) -> Floats:
        """The chance of every hand that the others may hold, given what they chose."""
        import numpy as np

        logs = np.log(hidden.chances)
        for batch, choice in hidden.evidence:
            legal = batch.legal()
            likely = chances_of(self.network.run(batch.observe()), legal)[:, choice]
            logs += np.log((1 - CAUTION) * likely + CAUTION / legal.sum(axis=1))
        found: Floats = np.exp(logs - logs.max())
        return found

    def play(self, batch: Tables, choices: Sequence[int], view: View, numbers: np.random.Generator) -> Floats:
        """One row of values for each choice, from the same tables: the network plays on to the end of the round."""
        import numpy as np

        tables = len(batch.over) // len(choices)
        last = batch.round + (self.settings.turns or 1)
        batch.step(np.repeat(np.array(choices), tables))
        while batch.round < last and not batch.over.all():
            chances = chances_of(self.network.run(batch.observe()), batch.legal())
            chances[chances < RARE] = 0.0
            summed = np.cumsum(chances, axis=1)
            drawn = np.tile(numbers.random(tables, np.float32), len(choices))
            batch.step((summed <= (drawn * summed[:, -1])[:, None]).sum(axis=1))
        assert view.seat is not None, "a spectator has nothing to choose"
        values = batch.results(view.seat)
        if not batch.over.all():
            worth = self.network.run(batch.observe())[:, -1].clip(-1.0, 1.0)
            values = np.where(batch.over, values, worth if batch.turn == view.seat else -worth)
        return values.reshape(len(choices), tables)


def chances_of(out: Floats, legal: NDArray[np.bool_]) -> Floats:
    """The policy at each table: the softmax of the logits of legal actions."""
    import numpy as np

    logits = np.where(legal, out[:, :-1], -np.inf)
    powers: Floats = np.exp(logits - logits.max(axis=1, keepdims=True))
    powers /= powers.sum(axis=1, keepdims=True)
    return powers


def in_doubt(values: Sequence[tuple[int, Floats]]) -> list[int]:
    """The actions that are best, or behind the best by no more than chance explains (a paired comparison)."""
    best, top = max(values, key=lambda each: float(each[1].mean()))
    found = [best]
    for action, results in values:
        gaps = top - results
        if action != best and gaps.mean() <= BEHIND * gaps.std() / len(gaps) ** 0.5:
            found.append(action)
    return found


def make_adviser(game: Game, settings: SearchSettings) -> Searcher:
    """A bot that judges choices: with the learned network where it can roll out, else by tree search."""
    if rolls_out(game) and can_play(game):
        return Rollouts(game, settings, learned_network(game))
    return Searcher(game, settings)


def rolls_out(game: Game) -> bool:
    """Whether the game has tables as arrays (`Game.hidden`)."""
    return type(game).hidden is not Game.hidden


def make_rollouts(game: Game, settings: str) -> Rollouts:
    """The bot with these settings: `rollouts:1000+1s+exact`, so many tables for each choice."""
    if not rolls_out(game):
        raise BadOption("The bot “rollouts” does not play {game}.", game=game.title)
    return Rollouts(game, read_settings(settings or str(TABLES)), learned_network(game))
