"""Self-play through the engine, by numpy alone: games side by side, one network for all seats (docs/learning.md).

A player of this module runs in a process of its own (`parrain.training.actors`) and knows nothing of JAX.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parrain.bots.inputs import Inputs
from parrain.bots.learned import Network
from parrain.bots.tree import IDLE
from parrain.core import Game, State, Stream
from parrain.core.arrays import shared_array
from parrain.core.batch import Batch
from parrain.core.compiling import new_bytes, new_words

Floats = NDArray[np.float32]
NEVER = -1e9  # the logit of an illegal action
SCALING_GAMES, SCALING_STEPS = 16, 160  # random play from which the scale of the inputs is measured


class Samples(NamedTuple):
    """Decisions of finished games, one a row, and what came of them."""

    inputs: NDArray[np.float16]  # scaled, as at the fullest table
    legal: NDArray[np.bool_]  # by output
    chosen: NDArray[np.int32]  # the output
    log_chance: Floats
    advantage: Floats
    targets: Floats  # of the values of all seats, one's own first; NaN where nobody sits

    def rows(self, wanted: slice) -> Samples:
        """Some of the rows."""
        return Samples(
            self.inputs[wanted],
            self.legal[wanted],
            self.chosen[wanted],
            self.log_chance[wanted],
            self.advantage[wanted],
            self.targets[wanted],
        )


def joined(found: Sequence[Samples]) -> Samples:
    """Several samples as one."""
    return Samples(
        np.concatenate([each.inputs for each in found]),
        np.concatenate([each.legal for each in found]),
        np.concatenate([each.chosen for each in found]),
        np.concatenate([each.log_chance for each in found]),
        np.concatenate([each.advantage for each in found]),
        np.concatenate([each.targets for each in found]),
    )


class Table:
    """Games of one kind for so many players, stepped together; what the seats to move see and may choose."""

    def __init__(self, game: Game, players: int, count: int, seed: int) -> None:
        self.game, self.players, self.count = game, players, count
        self.inputs = Inputs(game)
        self.rows = self.inputs.rows(players)
        numbers, masks = new_words(count * len(self.rows)), new_bytes(count * self.inputs.actions)
        self.seen: Floats = shared_array(numbers, np.float32).reshape(count, -1)
        self.masks: NDArray[np.int8] = shared_array(masks, np.int8).reshape(count, -1)
        columns = np.stack([self.inputs.columns(players, seat) for seat in range(players)])
        self.actions = np.argsort(columns, axis=1)  # by seat and output: the action
        self.idle = [action.id for action in game.actions if action.text == IDLE]
        options = game.settle_options({})
        self.batch = Batch(
            lambda seed: game.deal(players, seed, options, None),
            game.actions,
            count,
            len(self.rows),
            numbers,
            masks,
            partial(self.seen.fill, 0.0),
            memoryview(self.seen).cast("B"),
            self.encode,
        )
        self.to_move: NDArray[np.int32] = shared_array(self.batch.seats, np.int32)
        self.drawn: NDArray[np.int32] = shared_array(self.batch.drawn, np.int32)
        self.batch.deal(seed)

    def encode(self, state: State, seat: int, number: int) -> None:
        """Write what the seat to move in a game sees, where the game does not do it itself."""
        self.seen[number] = self.game.encode(state.view(seat))

    def look(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The seats to move, and by output what each may choose: taking back only where there is nothing else."""
        seats = self.to_move.astype(np.int64)
        legal = np.take_along_axis(self.masks, self.actions[seats], axis=1).astype(np.bool_)
        for each in self.idle:
            legal[:, each] &= legal.sum(axis=1) == 1
        return seats, legal

    def step(self, seats: NDArray[np.int64], chosen: NDArray[np.int64]) -> None:
        """One decision in every game, by the numbers of the outputs."""
        self.batch.step(self.actions[seats, chosen].tolist())


def scale_of(game: Game, players: int) -> Floats:
    """By what each input is multiplied: large numbers become as large as they usually are in random play.

    All numbers of a part are scaled alike. The same for a game every time.
    """
    table = Table(game, players, SCALING_GAMES, 1)
    rng = Stream(1)
    squares, often = np.zeros(len(table.rows)), np.zeros(len(table.rows))
    for _ in range(SCALING_STEPS):
        squares += (table.seen.astype(np.float64) ** 2).sum(axis=0)
        often += (table.seen != 0).sum(axis=0)
        table.batch.sample(rng)
        table.batch.step(table.drawn.tolist())
    found, start = np.ones(table.inputs.size, np.float32), 0
    at = 0
    for part, full in zip(game.encoding(players), game.encoding(game.most), strict=True):
        mine = slice(at, at + part.size)
        usual = (squares[mine].sum() / max(1.0, often[mine].sum())) ** 0.5
        found[start : start + full.size] = 1.0 / max(1.0, usual)
        at += part.size
        start += full.size
    return found


class Decision(NamedTuple):
    """One decision in every game, as it was made."""

    seen: Floats
    legal: NDArray[np.bool_]
    seats: NDArray[np.int64]
    chosen: NDArray[np.int64]
    log_chance: Floats
    value: Floats


class SelfPlay:
    """Plays games and turns those that end into samples."""

    def __init__(self, game: Game, players: int, count: int, seed: int, scale: Floats, trace: float) -> None:
        self.table = Table(game, players, count, seed)
        self.scale, self.trace = scale, trace
        self.numbers = np.random.default_rng(seed)
        self.network: Network | None = None
        self.steps: list[Decision] = []
        self.first = 0  # the number of the oldest step that is kept
        self.begun = np.zeros(count, np.int64)  # by game: the step of its first decision

    def use(self, weights: Network) -> None:
        """Play with these weights from now on."""
        scaled = weights._replace(first=weights.first * self.scale[:, None])
        self.network = scaled.at_table(self.table.inputs, self.table.players)

    def play(self, steps: int) -> list[Samples]:
        """Make so many decisions in every game; the samples of the games that ended."""
        assert self.network is not None, "weights come first"
        found = []
        for _ in range(steps):
            seats, legal = self.table.look()
            chosen, log_chance, value = draw(self.network, self.table.seen, legal, self.numbers)
            self.steps.append(Decision(self.table.seen.copy(), legal, seats, chosen, log_chance, value))
            self.table.step(seats, chosen)
            batch = self.table.batch
            for number, returns in zip(batch.finished, batch.returns, strict=True):
                found.append(self.samples(number, np.array(returns, np.float32)))
                self.begun[number] = self.first + len(self.steps)
            unused = int(self.begun.min()) - self.first
            if unused > 64:
                del self.steps[:unused]
                self.first += unused
        return found

    def samples(self, number: int, returns: Floats) -> Samples:
        """The decisions of a game that ended, but for those where there was no choice."""
        steps = [each for each in self.steps[self.begun[number] - self.first :] if each.legal[number].sum() > 1]
        seats = np.array([each.seats[number] for each in steps])
        values = np.array([each.value[number] for each in steps], np.float32)
        advantages = advantages_of(seats, values, returns, self.trace)
        inputs = self.table.inputs
        seen = np.zeros((len(steps), inputs.size), np.float16)
        seen[:, self.table.rows] = np.stack([each.seen[number] for each in steps]) * self.scale[self.table.rows]
        if (row := inputs.players_row(self.table.players)) is not None:
            seen[:, row] = 1.0
        targets = np.full((len(steps), inputs.values), np.nan, np.float32)
        for other in range(1, self.table.players if inputs.values > 1 else 1):
            targets[:, other] = returns[(seats + other) % self.table.players]
        targets[:, 0] = advantages + values
        return Samples(
            seen,
            np.stack([each.legal[number] for each in steps]),
            np.array([each.chosen[number] for each in steps], np.int32),
            np.array([each.log_chance[number] for each in steps], np.float32),
            advantages,
            targets,
        )


def draw(
    network: Network, seen: Floats, legal: NDArray[np.bool_], numbers: np.random.Generator
) -> tuple[NDArray[np.int64], Floats, Floats]:
    """An output of each row by its chances, the logarithm of its chance, and the value to its seat."""
    out = network.run(seen)
    actions = legal.shape[1]
    logits = np.where(legal, out[:, :actions], NEVER)
    logits -= logits.max(axis=1, keepdims=True)
    powers = np.exp(logits)
    summed = np.cumsum(powers, axis=1)
    total = summed[:, -1]
    drawn = (numbers.random(len(seen), np.float32) * total)[:, None]
    chosen = np.minimum((summed <= drawn).sum(axis=1), actions - 1)
    each = np.arange(len(seen))
    missed = ~legal[each, chosen]  # by rounding, the last legal one instead
    chosen[missed] = actions - 1 - legal[missed, ::-1].argmax(axis=1)
    return chosen, logits[each, chosen] - np.log(total), out[:, actions]


def advantages_of(seats: NDArray[np.int64], values: Floats, returns: Floats, trace: float) -> Floats:
    """Generalised advantage estimates, over each seat's own decisions."""
    found = np.zeros(len(seats), np.float32)
    later = returns.tolist()  # by seat, what its next decision is worth
    gains = [0.0] * len(later)
    worth = values.tolist()
    for place in range(len(seats) - 1, -1, -1):
        seat = int(seats[place])
        gains[seat] = later[seat] - worth[place] + trace * gains[seat]
        later[seat] = worth[place]
        found[place] = gains[seat]
    return found


def match(game: Game, players: int, one: Network, others: Network, games: int, seed: int) -> float:
    """The share of the win of one player among others, seats in turn; both networks are scaled already."""
    table = Table(game, players, games, seed)
    numbers = np.random.default_rng(seed)
    networks = [each.at_table(table.inputs, players) for each in (one, others)]
    own = np.arange(games) % players
    left = np.ones(games, np.bool_)
    won = 0.0
    while left.any():
        seats, legal = table.look()
        mine = seats == own
        chosen = np.zeros(games, np.int64)
        for network, rows in zip(networks, (mine, ~mine), strict=True):
            if rows.any():
                chosen[rows], _, _ = draw(network, table.seen[rows], legal[rows], numbers)
        table.step(seats, chosen)
        for number, returns in zip(table.batch.finished, table.batch.returns, strict=True):
            if left[number]:
                left[number] = False
                won += (returns[own[number]] * (players - 1) + 1) / players
    return won / games
