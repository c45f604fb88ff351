"""Proximal policy optimisation (PPO) by self-play on the engine itself, for games without a batched engine.

Actors (`parrain.training.actors`) play with weights that are slightly old; the ratio to the chance by which they chose
makes up for it. There is no critic beside the player: advantages are measured against the value from the View.
"""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from parrain.bots.learned import Network
from parrain.core import Game
from parrain.training.actors import Actors
from parrain.training.network import Weights
from parrain.training.ppo import Figures, Learner, Settings
from parrain.training.seats import SeatTrainer
from parrain.training.selfplay import Samples, joined, match

MATCH_GAMES = 96


class EngineTrainer(SeatTrainer):
    """Trains a game through the engine; `settings.games` are the games of each actor."""

    def __init__(self, game: Game, settings: Settings, seed: int) -> None:
        counts = settings.players or tables_of(game)
        super().__init__(game, settings, counts)
        self.block = settings.batch
        self.actors = Actors(game, counts, settings.actors, settings.games, seed, self.plain_scale, settings.trace)
        self.left: list[Samples] = []
        self._improve = jax.jit(self.learn, donate_argnums=(0,))

    def close(self) -> None:
        """End the actors."""
        self.actors.close()

    # -- playing -----------------------------------------------------------------------------------------------

    def gather(self) -> Samples:
        """The next batch of samples."""
        size = self.settings.batch
        while sum(len(each.chosen) for each in self.left) < size:
            self.left += self.actors.samples()
        whole = joined(self.left)
        self.left = [whole.rows(slice(size, None))]
        return whole.rows(slice(size))

    def iterate(
        self, learner: Learner, rivals: Sequence[Weights], rate: float, entropy_bonus: float, times: int
    ) -> tuple[Learner, Figures, int]:
        """Some batches; their figures (for a critic's the error of the other seats' values), and how many decisions."""
        before = self.actors.made
        total = np.zeros(4)
        for _ in range(times):
            self.actors.use(plain(learner.weights.player))
            learner, figures = self._improve(learner, self.gather(), rate, entropy_bonus)
            total += np.asarray(figures)
        return learner, Figures(*(total / times).tolist()), self.actors.made - before

    def learn(self, learner: Learner, samples: Samples, rate: Array, entropy_bonus: Array) -> tuple[Learner, Array]:
        """Epochs of minibatches over a batch, all of which counts."""
        return self.improve(learner, samples, jnp.ones((self.block,)), self.block, rate, entropy_bonus)

    def match(self, player: Weights, rival: Weights, key: Array, deals: int) -> float:
        """The share of the win of a player among others of the rival's weights."""
        scaled = [each._replace(first=each.first * self.plain_scale[:, None]) for each in (plain(player), plain(rival))]
        seed = int(jax.random.randint(key, (), 0, 1 << 30))
        return match(self.game, self.players, scaled[0], scaled[1], min(deals, MATCH_GAMES), seed)


def tables_of(game: Game) -> tuple[int, ...]:
    """The numbers of players of the actors: every other one four."""
    usual = min(4, game.most)
    others = [each for each in range(game.fewest, game.most + 1) if each != usual]
    return tuple(each for other in others for each in (usual, other)) or (usual,)


def plain(weights: Weights) -> Network:
    """Weights as numpy arrays."""
    return Network(*(np.asarray(each, np.float32) for each in weights))
