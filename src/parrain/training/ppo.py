"""Proximal policy optimisation (PPO) by self-play on a batched engine, whole iterations on the device.

One network plays all seats. Every iteration deals new games, plays each to its end with choices drawn from the policy,
estimates advantages over each seat's own decisions (GAE), and improves the network by minibatches with Adam.

Advantages are measured against a critic that also sees the hidden cards: what does not depend on the choice may be
taken out of the estimate, and most of a result is the luck of the deal.

With a magnet (`Settings.magnet`) a policy is held near an earlier one that follows it in steps, as in magnetic mirror
descent and R-NaD: self-play alone goes round in circles where no single choice is best, and so comes to rest.

With rivals, fixed policies, the network plays one seat of a share of the games (`Settings.league`) against them, and
learns from its own decisions alone there: the best response where that is all games, a league where it is a part.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from parrain.training.district_noir import BatchedDistrictNoir, Table, own
from parrain.training.network import Networks, Weights, new_weights, run_network, scales

NEVER = -1e9  # the logit of an illegal action
ALL_SEATS = -1  # in the place of a seat: the network plays all of them


class Settings(NamedTuple):
    """What is trained and how; rates and entropy bonuses fall from the first to the second number.

    `steps` is for games of several players with a batched engine (`parrain.training.multiplayer`), where a decision may
    be learned from before its game has ended; `actors` and `batch` are for games without (`parrain.training.engine`).
    """

    games: int = 512
    width: int = 128
    layers: int = 4
    epochs: int = 2
    minibatches: int = 16
    clip: float = 0.2
    trace: float = 0.95  # the lambda of GAE
    value_weight: float = 0.5
    largest_gradient: float = 1.0
    rates: tuple[float, float] = (1e-3, 5e-5)
    entropies: tuple[float, float] = (0.03, 0.003)
    actors: int = 0  # processes that play; 0: the learner itself does
    batch: int = 8192  # decisions that are learned from at once
    players: tuple[int, ...] = ()  # at the tables of a game for several, in turn; the usual mixture if empty
    steps: int = 64  # decisions in every game of an iteration
    league: float = 1.0  # the share of the games against rivals, if there are any
    magnet: float = 0.0  # what it costs to differ from the magnet (KL), in District Noir
    renewed: int = 4  # blocks after which the policy becomes the magnet
    memory: bool = False  # whether the network sees what was chosen since the deal, in District Noir


class Learner(NamedTuple):
    """The weights, Adam's two moments of their gradients, how many steps it made, and the key of what comes next."""

    weights: Networks
    mean: Networks
    square: Networks
    steps: Array
    key: Array


class Figures(NamedTuple):
    """How training went: the policy's entropy, the errors of critic and value, how far the policy moved (KL)."""

    entropy: float
    critic_error: float
    value_error: float
    policy_move: float


class Sample(NamedTuple):
    """Decisions and what came of them; `weight` is 0 after the end of a game and for decisions of the rival."""

    observation: Array
    hidden: Array
    legal: Array
    action: Array
    log_chance: Array
    value: Array
    weight: Array
    advantage: Array
    target: Array


League = Sequence[tuple[slice, Weights]]  # rivals and the games against each


class Rollout(NamedTuple):
    """One decision of every game, as `Trainer.play` writes it down."""

    observation: Array
    hidden: Array
    legal: Array
    action: Array
    log_chance: Array
    value: Array
    turn: Array
    alive: Array


class Trainer:
    """The compiled functions of a game and settings."""

    def __init__(self, batched: BatchedDistrictNoir, settings: Settings) -> None:
        self.batched = batched
        self.settings = settings
        self.numbers, self.hidden, self.outputs = batched.observation, batched.hidden, batched.actions + 1
        self.block = settings.games * batched.decisions
        self.scale = jnp.append(scales(batched.parts), jnp.ones(batched.observation - batched.seen))
        self.full_scale = jnp.append(self.scale, jnp.full((batched.hidden,), batched.box.most**-0.5))
        self.kind = jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16
        self.magnet: Weights | None = None
        self.blocks = 0
        self.iterated = jax.jit(self._iterate, donate_argnums=(0,))
        self.matched = jax.jit(self._match, static_argnums=(3,))

    def begin(self, player: Weights, key: Array) -> Learner:
        """A learner with these weights and a new critic."""
        critic, playing = jax.random.split(key)
        width, layers = self.settings.width, self.settings.layers
        return new_learner(Networks(player, new_weights(critic, self.numbers + self.hidden, 1, width, layers)), playing)

    def iterate(
        self, learner: Learner, rivals: Sequence[Weights], rate: float, entropy_bonus: float, times: int
    ) -> tuple[Learner, Figures, int]:
        """Some iterations; their figures, and how many decisions they made."""
        if self.settings.magnet and self.blocks % self.settings.renewed == 0:
            self.magnet = jax.tree.map(jnp.copy, learner.weights.player)
        self.blocks += 1
        learner, figures = self.iterated(learner, tuple(rivals), self.magnet, rate, entropy_bonus, times)
        *found, alive = (float(each) for each in figures)
        return learner, Figures(*found), round(times * self.block * alive)

    def match(self, player: Weights, rival: Weights, key: Array, deals: int) -> float:
        """The share that a player wins against another."""
        return float(self.matched(player, rival, key, deals))

    def close(self) -> None:
        """There is nothing to end."""

    # -- playing -----------------------------------------------------------------------------------------------

    def policy(self, weights: Weights, observation: Array, legal: Array) -> tuple[Array, Array]:
        """The logarithms of the chances of all actions, and the value; a network without memory sees the rest."""
        numbers = weights.first.shape[0]
        logits, value = run_network(weights, self.scale[:numbers], observation[..., :numbers], self.kind)
        return jax.nn.log_softmax(jnp.where(legal, logits, NEVER)), value[..., 0]

    def worth(self, critic: Weights, observation: Array, hidden: Array) -> Array:
        """The critic's value."""
        seen = jnp.concatenate([observation, hidden], axis=-1)
        return run_network(critic, self.full_scale, seen, self.kind)[1][..., 0]

    def play(
        self, player: Weights, critic: Weights | None, against: League, tables: Table, seats: Array, key: Array
    ) -> tuple[Table, Rollout]:
        """Play games to their end; against a rival the network has the seat of a game that `seats` says."""
        batched = self.batched

        def decide(tables: Table, key: Array) -> tuple[Table, Rollout]:
            observation = jax.vmap(batched.observe)(tables)
            legal = jax.vmap(batched.legal)(tables)
            hidden = jax.vmap(batched.observe_hidden)(tables)
            logs, value = self.policy(player, observation, legal)
            if critic is not None:
                value = self.worth(critic, observation, hidden)
            for games, rival in against:
                theirs, _ = self.policy(rival, observation[games], legal[games])
                mine = (tables.turn == seats)[games, None]
                logs = logs.at[games].set(jnp.where(mine, logs[games], theirs))
            action = drawn(jnp.where(legal, jnp.exp(logs), 0.0), key)
            log_chance = jnp.take_along_axis(logs, action[:, None], axis=1)[:, 0]
            seen = Rollout(observation, hidden, legal, action, log_chance, value, tables.turn, ~tables.over)
            return jax.vmap(batched.step)(tables, action.astype(jnp.int8)), seen

        last, seen = jax.lax.scan(decide, tables, jax.random.split(key, batched.decisions))
        return last, seen

    def gather(self, weights: Networks, rivals: Sequence[Weights], key: Array) -> tuple[Sample, Array]:
        """Samples of new games, one row for each decision; and the share of decisions that were made."""
        games = self.settings.games
        dealing, playing = jax.random.split(key)
        tables = jax.vmap(self.batched.deal)(jax.random.split(dealing, games))
        against = new_league(rivals, games, self.settings.league)
        seats = own_seats(against, jnp.arange(games, dtype=jnp.int8) % 2)
        last, seen = self.play(weights.player, weights.critic, against, tables, seats, playing)
        returns = jax.vmap(self.batched.returns)(last).astype(jnp.float32)
        learned_from = seen.alive & ((seats == ALL_SEATS) | (seen.turn == seats))
        advantages = self.advantages(seen, returns, learned_from)
        samples = Sample(
            seen.observation,
            seen.hidden,
            seen.legal,
            seen.action,
            seen.log_chance,
            seen.value,
            learned_from.astype(jnp.float32),
            advantages,
            advantages + seen.value,
        )
        return jax.tree.map(lambda each: each.reshape(-1, *each.shape[2:]), samples), seen.alive.mean()

    def advantages(self, seen: Rollout, returns: Array, counted: Array) -> Array:
        """Generalised advantage estimates, over each seat's own decisions."""
        trace = self.settings.trace
        games = returns.shape[0]

        def back(later: tuple[Array, Array], row: tuple[Array, ...]) -> tuple[tuple[Array, Array], Array]:
            next_value, next_advantage = later  # of both seats
            turn, value, count = row
            mine = jax.vmap(own)(next_value, turn)
            gain = mine - value + trace * jax.vmap(own)(next_advantage, turn)
            moved = (jnp.arange(2) == turn[:, None]) & count[:, None]
            values = jnp.where(moved, value[:, None], next_value)
            return (values, jnp.where(moved, gain[:, None], next_advantage)), jnp.where(count, gain, 0.0)

        start = (returns, jnp.zeros((games, 2)))
        return jax.lax.scan(back, start, (seen.turn, seen.value, counted), reverse=True)[1]

    # -- learning ----------------------------------------------------------------------------------------------

    def loss(
        self, weights: Networks, batch: Sample, magnet: Weights | None, entropy_bonus: Array
    ) -> tuple[Array, Array]:
        """The clipped objective, the errors of both values, the entropy bonus and the distance from the magnet."""
        settings = self.settings
        logs, value = self.policy(weights.player, batch.observation, batch.legal)
        assert weights.critic is not None
        worth = self.worth(weights.critic, batch.observation, batch.hidden)
        log_chance = jnp.take_along_axis(logs, batch.action[:, None], axis=1)[:, 0]
        total = jnp.maximum(batch.weight.sum(), 1.0)

        def mean(each: Array) -> Array:
            return (each * batch.weight).sum() / total

        ratio = jnp.exp(log_chance - batch.log_chance)
        held = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
        gain = mean(jnp.minimum(ratio * batch.advantage, held * batch.advantage))
        error = mean((worth - batch.target) ** 2)
        own_error = mean((value - batch.target) ** 2)
        entropy = mean(-jnp.where(batch.legal, jnp.exp(logs) * logs, 0.0).sum(axis=1))
        moved = mean(batch.log_chance - log_chance)
        loss = -gain + settings.value_weight * (error + own_error) - entropy_bonus * entropy
        if magnet is not None:
            there, _ = self.policy(magnet, batch.observation, batch.legal)
            apart = mean(jnp.where(batch.legal, jnp.exp(logs) * (logs - there), 0.0).sum(axis=1))
            loss = loss + settings.magnet * apart
        return loss, jnp.stack([entropy, error, own_error, moved])

    def improve(
        self, learner: Learner, batch: Sample, magnet: Weights | None, rate: Array, entropy_bonus: Array
    ) -> tuple[Learner, Array]:
        """One step of Adam with clipped gradients."""
        (_, figures), gradient = jax.value_and_grad(self.loss, has_aux=True)(
            learner.weights, batch, magnet, entropy_bonus
        )
        gradient = Networks(*(clipped(each, self.settings.largest_gradient) for each in gradient))
        return adam(learner, gradient, rate), figures

    def _iterate(
        self,
        learner: Learner,
        rivals: Sequence[Weights],
        magnet: Weights | None,
        rate: Array,
        entropy_bonus: Array,
        times: Array,
    ) -> tuple[Learner, Array]:
        """Some iterations; entropy, errors of critic and value, the policy's move (KL), the share of live rows."""
        minibatches = self.settings.minibatches

        def iteration(_: Array, before: tuple[Learner, Array]) -> tuple[Learner, Array]:
            learner, total = before
            key, gathering, *shuffling = jax.random.split(learner.key, 2 + self.settings.epochs)
            samples, alive = self.gather(learner.weights, rivals, gathering)
            count = samples.weight.sum()
            centre = samples.advantage.sum() / count
            spread = jnp.sqrt((samples.weight * (samples.advantage - centre) ** 2).sum() / count + 1e-8)
            samples = samples._replace(advantage=(samples.advantage - centre) / spread)

            def epoch(learner: Learner, key: Array) -> tuple[Learner, Array]:
                order = jax.random.permutation(key, samples.weight.size).reshape(minibatches, -1)

                def minibatch(learner: Learner, rows: Array) -> tuple[Learner, Array]:
                    batch = jax.tree.map(lambda each: each[rows], samples)
                    return self.improve(learner, batch, magnet, rate, entropy_bonus)

                return jax.lax.scan(minibatch, learner, order)

            learner, figures = jax.lax.scan(epoch, learner._replace(key=key), jnp.stack(shuffling))
            return learner, total + jnp.append(figures.mean(axis=(0, 1)), alive)

        learner, total = jax.lax.fori_loop(0, times, iteration, (learner, jnp.zeros((5,))))
        return learner, total / times

    # -- measuring ---------------------------------------------------------------------------------------------

    def _match(self, player: Weights, rival: Weights, key: Array, deals: int) -> Array:
        """The share that a player wins against another: the same deals from both seats, a draw is half a win."""
        dealing, playing = jax.random.split(key)
        tables = jax.vmap(self.batched.deal)(jax.random.split(dealing, deals))
        twice = jax.tree.map(lambda each: jnp.concatenate([each, each]), tables)
        seats = (jnp.arange(2 * deals) >= deals).astype(jnp.int8)
        last, _ = self.play(player, None, new_league([rival], 2 * deals), twice, seats, playing)
        returns = jax.vmap(own)(jax.vmap(self.batched.returns)(last), seats)
        return (returns.astype(jnp.float32).mean() + 1) / 2


def new_league(rivals: Sequence[Weights], games: int, share: float = 1.0) -> League:
    """The first games against each of the rivals in equal parts; in those after them nobody but the network plays."""
    each = int(games * share) // max(1, len(rivals))
    return [(slice(number * each, (number + 1) * each), rival) for number, rival in enumerate(rivals)]


def own_seats(league: League, seats: Array) -> Array:
    """The network's seat in every game, as given where there is a rival."""
    shared = league[-1][0].stop if league else 0
    return seats.at[shared:].set(ALL_SEATS)


def new_learner(weights: Networks, key: Array) -> Learner:
    """A learner with these weights that has learned nothing yet."""
    zeros = jax.tree.map(jnp.zeros_like, weights)
    return Learner(weights, zeros, jax.tree.map(jnp.copy, zeros), jnp.int32(0), key)


def adam(learner: Learner, gradient: Networks, rate: Array) -> Learner:
    """One step of Adam."""
    steps = learner.steps + 1
    mean = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, learner.mean, gradient)
    square = jax.tree.map(lambda old, new: 0.999 * old + 0.001 * new**2, learner.square, gradient)
    first, second = 1 - 0.9**steps, 1 - 0.999**steps
    weights = jax.tree.map(
        lambda weight, m, s: weight - rate * (m / first) / (jnp.sqrt(s / second) + 1e-8), learner.weights, mean, square
    )
    return Learner(weights, mean, square, steps, learner.key)


def clipped(gradient: Weights, largest: float) -> Weights:
    """The gradient, made shorter if its norm is larger than allowed."""
    norm = jnp.sqrt(sum(jnp.sum(each * each) for each in gradient))
    shrink = jnp.minimum(1.0, largest / (norm + 1e-9))
    return Weights(*(each * shrink for each in gradient))


def drawn(chances: Array, key: Array) -> Array:
    """An action of each row by its chances: one random number a row instead of one for each action."""
    summed = jnp.cumsum(chances, axis=1)
    threshold = jax.random.uniform(key, (chances.shape[0], 1)) * summed[:, -1:]
    return jnp.minimum((summed <= threshold).sum(axis=1), chances.shape[1] - 1)
