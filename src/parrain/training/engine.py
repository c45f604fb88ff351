"""Proximal policy optimisation (PPO) by self-play on the engine itself, for games without a batched engine.

Actors (`parrain.training.actors`) play with weights that are slightly old; the ratio to the chance by which they chose
makes up for it. There is no critic beside the player: advantages are measured against the value from the View.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from parrain.bots.inputs import Inputs
from parrain.bots.learned import Network
from parrain.core import Game
from parrain.training.actors import Actors
from parrain.training.network import Networks, Weights, run_network
from parrain.training.ppo import NEVER, Figures, Learner, Settings, adam, clipped, new_learner
from parrain.training.selfplay import Samples, joined, match, scale_of

OTHERS = 0.25  # the weight of the other seats' values in the loss
MATCH_GAMES = 96


class EngineTrainer:
    """Trains a game through the engine; `settings.games` are the games of each actor."""

    def __init__(self, game: Game, settings: Settings, seed: int) -> None:
        inputs = Inputs(game)
        self.game, self.settings = game, settings
        self.numbers, self.values = inputs.size, inputs.values
        self.outputs = inputs.actions + inputs.values
        self.block = settings.batch
        counts = settings.players or tables_of(game)
        self.players = max(set(counts), key=counts.count)  # of the matches against earlier selves
        self.plain_scale = scale_of(game, self.players)
        self.scale = jnp.asarray(self.plain_scale)
        self.kind = jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16
        self.actors = Actors(game, counts, settings.actors, settings.games, seed, self.plain_scale, settings.trace)
        self.left: list[Samples] = []
        self._improve = jax.jit(self.improve, donate_argnums=(0,))

    def begin(self, player: Weights, key: Array) -> Learner:
        """A learner with these weights."""
        return new_learner(Networks(player, None), key)

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
        self, learner: Learner, rival: Weights | None, rate: float, entropy_bonus: float, times: int
    ) -> tuple[Learner, Figures, int]:
        """Some batches; their figures (for a critic's the error of the other seats' values), and how many decisions."""
        before = self.actors.made
        total = np.zeros(4)
        for _ in range(times):
            self.actors.use(plain(learner.weights.player))
            learner, figures = self._improve(learner, self.gather(), rate, entropy_bonus)
            total += np.asarray(figures)
        return learner, Figures(*(total / times).tolist()), self.actors.made - before

    def match(self, player: Weights, rival: Weights, key: Array, deals: int) -> float:
        """The share of the win of a player among others of the rival's weights."""
        scaled = [each._replace(first=each.first * self.plain_scale[:, None]) for each in (plain(player), plain(rival))]
        seed = int(jax.random.randint(key, (), 0, 1 << 30))
        return match(self.game, self.players, scaled[0], scaled[1], min(deals, MATCH_GAMES), seed)

    # -- learning ----------------------------------------------------------------------------------------------

    def loss(self, player: Weights, batch: Samples, entropy_bonus: Array) -> tuple[Array, Array]:
        """The clipped objective, the errors of the values and the entropy bonus."""
        settings = self.settings
        logits, values = run_network(player, jnp.float32(1.0), batch.inputs, self.kind, self.values)
        logs = jax.nn.log_softmax(jnp.where(batch.legal, logits, NEVER))
        log_chance = jnp.take_along_axis(logs, batch.chosen[:, None], axis=1)[:, 0]
        ratio = jnp.exp(log_chance - batch.log_chance)
        held = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
        gain = jnp.minimum(ratio * batch.advantage, held * batch.advantage).mean()
        known = ~jnp.isnan(batch.targets)
        errors = jnp.where(known, (values - jnp.where(known, batch.targets, 0.0)) ** 2, 0.0)
        error = errors[:, 0].mean()
        others = errors[:, 1:].sum() / jnp.maximum(1, known[:, 1:].sum())
        entropy = -jnp.where(batch.legal, jnp.exp(logs) * logs, 0.0).sum(axis=1).mean()
        moved = (batch.log_chance - log_chance).mean()
        loss = -gain + settings.value_weight * (error + OTHERS * others) - entropy_bonus * entropy
        return loss, jnp.stack([entropy, others, error, moved])

    def improve(self, learner: Learner, samples: Samples, rate: Array, entropy_bonus: Array) -> tuple[Learner, Array]:
        """Epochs of minibatches."""
        settings = self.settings
        advantage = samples.advantage
        samples = samples._replace(advantage=(advantage - advantage.mean()) / (advantage.std() + 1e-8))
        key, *shuffling = jax.random.split(learner.key, 1 + settings.epochs)

        def minibatch(learner: Learner, rows: Array) -> tuple[Learner, Array]:
            batch = jax.tree.map(lambda each: each[rows], samples)
            (_, figures), gradient = jax.value_and_grad(self.loss, has_aux=True)(
                learner.weights.player, batch, entropy_bonus
            )
            return adam(learner, Networks(clipped(gradient, settings.largest_gradient), None), rate), figures

        def epoch(learner: Learner, key: Array) -> tuple[Learner, Array]:
            order = jax.random.permutation(key, settings.batch).reshape(settings.minibatches, -1)
            return jax.lax.scan(minibatch, learner, order)

        learner, figures = jax.lax.scan(epoch, learner._replace(key=key), jnp.stack(shuffling))
        return learner, figures.mean(axis=(0, 1))


def tables_of(game: Game) -> tuple[int, ...]:
    """The numbers of players of the actors: every other one four."""
    usual = min(4, game.most)
    others = [each for each in range(game.fewest, game.most + 1) if each != usual]
    return tuple(each for other in others for each in (usual, other)) or (usual,)


def plain(weights: Weights) -> Network:
    """Weights as numpy arrays."""
    return Network(*(np.asarray(each, np.float32) for each in weights))
