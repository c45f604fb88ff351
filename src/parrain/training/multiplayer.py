"""Proximal policy optimisation (PPO) by self-play on a batched engine for several players, all on the device.

One network plays all seats of tables of every number of players side by side. An iteration makes some decisions in
every game; a game that ends is followed by the next at once. Advantages are estimated over each seat's own decisions
(GAE); where an iteration ends within a game, the values that the network gives to all seats stand for the rest of it.

A decision with a single legal action is played, but not learned from, and no step of the estimate. Neither are those
of rivals, fixed policies that have all seats but one in a share of the games (`Settings.league`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Generic, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from parrain.training.batched import BatchedGame, Table, by_row
from parrain.training.network import Weights, run_network
from parrain.training.ppo import ALL_SEATS, NEVER, Figures, League, Learner, Settings, drawn, new_league, own_seats
from parrain.training.seats import SeatTrainer
from parrain.training.selfplay import Samples

LONGEST_MATCH = 3000  # decisions in a game of a match; one that has not ended by then counts as shared by all
SMALL_MATCH = 96  # games of a match where there is no accelerator


class Rollout(NamedTuple):
    """One decision of every game, as `MultiplayerTrainer.play` writes it down; `returns` are of finished games."""

    inputs: Array
    legal: Array
    chosen: Array
    log_chance: Array
    value: Array
    seat: Array
    made: Array
    counted: Array
    finished: Array
    returns: Array


class MultiplayerTrainer(SeatTrainer, Generic[Table]):
    """Trains a game on its batched engine, an iteration at a time."""

    def __init__(self, batched: BatchedGame[Table], settings: Settings, seed: int) -> None:
        game = batched.game
        others = [each for each in range(game.fewest, game.most + 1) if each != 4]
        counts = settings.players or (4, *others)
        super().__init__(game, settings, counts)
        self.batched = batched
        self.block = settings.games * settings.steps
        self.table_sizes = jnp.array([counts[number % len(counts)] for number in range(settings.games)])
        self.own = jnp.arange(settings.games) // len(counts) % self.table_sizes  # the seat against rivals
        self.own_share = sum(1 / each for each in counts) / len(counts)
        dealt = jax.jit(self.deal)(jax.random.key(seed), self.table_sizes)
        self.tables: Table = jax.tree.map(jnp.copy, dealt)  # fields may be one buffer, which cannot be donated twice
        self.iterated = jax.jit(self._iterate, donate_argnums=(0, 1))
        self.matched = jax.jit(self._match, static_argnums=(3,))

    def iterate(
        self, learner: Learner, rivals: Sequence[Weights], rate: float, entropy_bonus: float, times: int
    ) -> tuple[Learner, Figures, int]:
        """Some iterations; their figures (for a critic's the error of the others' values), and how many decisions."""
        learner, self.tables, figures = self.iterated(learner, self.tables, tuple(rivals), rate, entropy_bonus, times)
        *found, made = (float(each) for each in figures)
        return learner, Figures(*found), round(times * self.block * made)

    def match(self, player: Weights, rival: Weights, key: Array, deals: int) -> float:
        """The share of the win of a player among others of the rival's weights."""
        if jax.default_backend() == "cpu":
            deals = min(deals, SMALL_MATCH)
        return float(self.matched(player, rival, key, deals))

    def close(self) -> None:
        """There is nothing to end."""

    # -- playing -----------------------------------------------------------------------------------------------

    def deal(self, key: Array, players: Array) -> Table:
        """New games, of so many players each."""
        return jax.vmap(self.batched.deal)(jax.random.split(key, players.size), players)

    def see(self, tables: Table) -> Array:
        """The scaled inputs of the network."""
        return (jax.vmap(self.batched.observe)(tables) * self.scale).astype(self.kind)

    def decide(self, player: Weights, against: League, tables: Table, own: Array, key: Array) -> tuple[Table, Rollout]:
        """One decision in every game; where there is a rival it plays all seats but `own`."""
        batched = self.batched
        choosing, drawing = jax.random.split(key)
        inputs, legal = self.see(tables), jax.vmap(batched.choices)(tables)
        logits, values = self.judge(player, inputs)
        mine = (own == ALL_SEATS) | (tables.mover == own)
        for games, rival in against:
            theirs, _ = self.judge(rival, inputs[games])
            logits = logits.at[games].set(jnp.where(mine[games, None], logits[games], theirs))
        logits = jnp.where(legal, logits, NEVER)
        logs = jax.nn.log_softmax(logits)
        chosen = drawn(jnp.where(legal, jnp.exp(logs), 0.0), choosing)[:, None]
        rounded = ~jnp.take_along_axis(legal, chosen, axis=1)  # by rounding: the likeliest instead
        chosen = jnp.where(rounded, logits.argmax(axis=1)[:, None], chosen)
        luck = jax.random.uniform(drawing, (own.size, batched.luck))
        after = jax.vmap(batched.step)(tables, jax.vmap(batched.action_of)(tables, chosen[:, 0]), luck)
        made = jax.vmap(batched.decides)(tables)
        counted = made & mine & (legal.sum(axis=1) > 1)
        return after, Rollout(
            inputs,
            legal,
            chosen[:, 0],
            jnp.take_along_axis(logs, chosen, axis=1)[:, 0],
            values[:, 0],
            tables.mover,
            made,
            counted,
            after.over,
            jax.vmap(batched.returns)(after),
        )

    def judge(self, weights: Weights, inputs: Array) -> tuple[Array, Array]:
        """The logits of all outputs, and the values to all seats, that to move first."""
        return run_network(weights, jnp.float32(1.0), inputs, self.kind, self.values)

    def play(
        self, player: Weights, rivals: Sequence[Weights], tables: Table, key: Array
    ) -> tuple[Table, Rollout, Array]:
        """The decisions of an iteration, and at its end the values to all seats."""
        dealing, playing = jax.random.split(key)
        against = new_league(rivals, tables.players.size, self.settings.league)
        own = own_seats(against, self.own)
        # what follows the games that end; a second one to end at the same place gets the same hands, which does no harm
        fresh = self.deal(dealing, tables.players)

        def on(tables: Table, key: Array) -> tuple[Table, Rollout]:
            after, seen = self.decide(player, against, tables, own, key)
            return jax.tree.map(partial(by_row, after.over), fresh, after), seen

        last, seen = jax.lax.scan(on, tables, jax.random.split(playing, self.settings.steps))
        _, values = self.judge(player, self.see(last))
        apart = (jnp.arange(self.values) - last.mover[:, None]) % last.players[:, None]
        return last, seen, jnp.take_along_axis(values, apart, axis=1)

    def estimate(self, seen: Rollout, values: Array, players: Array) -> tuple[Array, Array]:
        """Advantages over each seat's own decisions, and targets of the values of all seats, that to move first."""
        trace = self.settings.trace
        seats = jnp.arange(self.values)

        def back(later: tuple[Array, Array], row: Rollout) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
            ended = row.finished[:, None]
            value = jnp.where(ended, row.returns, later[0])  # by seat, what its next decision is worth
            gain = jnp.where(ended, 0.0, later[1])
            turned = (row.seat[:, None] + seats) % players[:, None]
            ahead = jnp.take_along_axis(value + gain, turned, axis=1)
            here = seats == row.seat[:, None]
            advantage = (jnp.where(here, value + trace * gain, 0.0)).sum(axis=1) - row.value
            target = jnp.where(seats < players[:, None], ahead, jnp.nan).at[:, 0].set(advantage + row.value)
            made = here & row.counted[:, None]
            value = jnp.where(made, row.value[:, None], value)
            return (value, jnp.where(made, advantage[:, None], gain)), (advantage, target)

        slim = seen._replace(inputs=None, legal=None)
        return jax.lax.scan(back, (values, jnp.zeros_like(values)), slim, reverse=True)[1]

    # -- learning ----------------------------------------------------------------------------------------------

    def rows(self, rivals: int) -> int:
        """How many decisions of an iteration are learned from, about: a multiple of the minibatches."""
        shared = self.settings.league if rivals else 0.0
        counted = self.batched.counted * (1 - shared * (1 - self.own_share))
        minibatch = max(1, int(counted * self.block) // self.settings.minibatches)
        return minibatch * self.settings.minibatches

    def _iterate(
        self,
        learner: Learner,
        tables: Table,
        rivals: Sequence[Weights],
        rate: Array,
        entropy_bonus: Array,
        times: Array,
    ) -> tuple[Learner, Table, Array]:
        """Some iterations; the mean of their figures, and the share of steps that were decisions."""

        def iteration(_: Array, before: tuple[Learner, Table, Array]) -> tuple[Learner, Table, Array]:
            learner, tables, total = before
            key, playing = jax.random.split(learner.key)
            tables, seen, values = self.play(learner.weights.player, rivals, tables, playing)
            advantage, targets = self.estimate(seen, values, self.table_sizes)
            samples = Samples(seen.inputs, seen.legal, seen.chosen, seen.log_chance, advantage, targets)
            rows, weight = jax.tree.map(
                lambda each: each.reshape(-1, *each.shape[2:]), (samples, seen.counted.astype(jnp.float32))
            )
            learner = learner._replace(key=key)
            learner, figures = self.improve(learner, rows, weight, self.rows(len(rivals)), rate, entropy_bonus)
            return learner, tables, total + jnp.append(figures, seen.made.mean())

        learner, tables, total = jax.lax.fori_loop(0, times, iteration, (learner, tables, jnp.zeros((5,))))
        return learner, tables, total / times

    # -- measuring ---------------------------------------------------------------------------------------------

    def _match(self, player: Weights, rival: Weights, key: Array, deals: int) -> Array:
        """The share of the win of one player among others, seats in turn."""
        dealing, playing = jax.random.split(key)
        own = jnp.arange(deals) % self.players
        tables = self.deal(dealing, jnp.full((deals,), self.players))
        against = new_league([rival], deals)

        def on(before: tuple[Table, Array, Array]) -> tuple[Table, Array, Array]:
            tables, key, made = before
            key, choosing = jax.random.split(key)
            return self.decide(player, against, tables, own, choosing)[0], key, made + 1

        def more(before: tuple[Table, Array, Array]) -> Array:
            return ~before[0].over.all() & (before[2] < LONGEST_MATCH)

        last, _, _ = jax.lax.while_loop(more, on, (tables, playing, jnp.int32(0)))
        returns = jnp.take_along_axis(jax.vmap(self.batched.returns)(last), own[:, None], axis=1)[:, 0]
        returns = jnp.where(last.over, returns, 0.0)
        return (returns.mean() * (self.players - 1) + 1) / self.players
