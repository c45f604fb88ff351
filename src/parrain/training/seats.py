"""What trainers of games for several seats share: the objective over samples of all seats, epochs of minibatches."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import Array

from parrain.bots.inputs import Inputs
from parrain.core import Game
from parrain.training.network import Networks, Weights, run_network
from parrain.training.ppo import NEVER, Learner, Settings, adam, clipped, new_learner
from parrain.training.selfplay import Samples, scale_of

OTHERS = 0.25  # the weight of the other seats' values in the loss


class SeatTrainer:
    """The network of a game for several seats and how it learns; there is no critic beside the player."""

    def __init__(self, game: Game, settings: Settings, counts: tuple[int, ...]) -> None:
        inputs = Inputs(game)
        self.game, self.settings = game, settings
        self.numbers, self.values = inputs.size, inputs.values
        self.outputs = inputs.actions + inputs.values
        self.players = max(counts, key=counts.count)  # of the matches against earlier selves
        self.plain_scale = scale_of(game, self.players)
        self.scale = jnp.asarray(self.plain_scale)
        self.kind = jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16

    def begin(self, player: Weights, key: Array) -> Learner:
        """A learner with these weights."""
        return new_learner(Networks(player, None), key)

    def loss(self, player: Weights, batch: Samples, weight: Array, entropy_bonus: Array) -> tuple[Array, Array]:
        """The clipped objective, the errors of the values and the entropy bonus; rows of weight 0 do not count."""
        settings = self.settings
        logits, values = run_network(player, jnp.float32(1.0), batch.inputs, self.kind, self.values)
        logs = jax.nn.log_softmax(jnp.where(batch.legal, logits, NEVER))
        log_chance = jnp.take_along_axis(logs, batch.chosen[:, None], axis=1)[:, 0]
        total = jnp.maximum(weight.sum(), 1.0)

        def mean(each: Array) -> Array:
            return (each * weight).sum() / total

        ratio = jnp.exp(log_chance - batch.log_chance)
        held = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
        gain = mean(jnp.minimum(ratio * batch.advantage, held * batch.advantage))
        known = ~jnp.isnan(batch.targets) & (weight > 0)[:, None]
        errors = jnp.where(known, (values - jnp.where(known, batch.targets, 0.0)) ** 2, 0.0)
        error = errors[:, 0].sum() / total
        others = errors[:, 1:].sum() / jnp.maximum(1, known[:, 1:].sum())
        entropy = mean(-jnp.where(batch.legal, jnp.exp(logs) * logs, 0.0).sum(axis=1))
        moved = mean(batch.log_chance - log_chance)
        loss = -gain + settings.value_weight * (error + OTHERS * others) - entropy_bonus * entropy
        return loss, jnp.stack([entropy, others, error, moved])

    def improve(
        self, learner: Learner, samples: Samples, weight: Array, rows: int, rate: Array, entropy_bonus: Array
    ) -> tuple[Learner, Array]:
        """Epochs of minibatches, each of so many rows in random order, those that count first."""
        settings = self.settings
        total = jnp.maximum(weight.sum(), 1.0)
        centre = (samples.advantage * weight).sum() / total
        spread = jnp.sqrt((weight * (samples.advantage - centre) ** 2).sum() / total) + 1e-8
        samples = samples._replace(advantage=(samples.advantage - centre) / spread)
        key, *shuffling = jax.random.split(learner.key, 1 + settings.epochs)

        def minibatch(learner: Learner, picked: Array) -> tuple[Learner, Array]:
            batch, counted = jax.tree.map(lambda each: each[picked], (samples, weight))
            (_, figures), gradient = jax.value_and_grad(self.loss, has_aux=True)(
                learner.weights.player, batch, counted, entropy_bonus
            )
            return adam(learner, Networks(clipped(gradient, settings.largest_gradient), None), rate), figures

        def epoch(learner: Learner, key: Array) -> tuple[Learner, Array]:
            drawn = jax.random.bits(key, weight.shape, jnp.uint32) >> 1
            order = jnp.argsort(jnp.where(weight > 0, drawn, drawn | jnp.uint32(1 << 31)))[:rows]
            return jax.lax.scan(minibatch, learner, order.reshape(settings.minibatches, -1))

        learner, figures = jax.lax.scan(epoch, learner._replace(key=key), jnp.stack(shuffling))
        return learner, figures.mean(axis=(0, 1))
