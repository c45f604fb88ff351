"""Learn what positions are worth from many games: by how much the game's evaluation is wrong (`parrain.bots.worth`).

    python -m parrain.training.worth gangs-city one --minutes 10
    python -m parrain.training.worth gangs-city better --start one/worth.npz --bots search:60+worth=one/worth.npz

Quick bots of several strengths play, so that bad positions are seen too. The position at the start of every turn is
kept, as there a search evaluates, with what came of the game. The network learns to foretell who wins, beginning where
the evaluation stands.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from numpy.typing import NDArray

from parrain.bots import make_bot
from parrain.bots.inputs import Inputs
from parrain.bots.worth import FILE, LEAST
from parrain.core import Game, State, Stream
from parrain.games import game as find_game
from parrain.training.actors import ONE_THREAD
from parrain.training.network import Networks, Weights, from_file, new_weights, run_network, to_file
from parrain.training.ppo import Learner, adam, clipped, new_learner
from parrain.training.run import write
from parrain.training.selfplay import Floats, scale_of

BOTS = ("greedy:1", "greedy:1", "clumsy:10", "clumsy:25")
BATCH = 1024  # positions of a step of learning
HELD_BACK = 0.1  # the share of the games by which it is judged what was learned
NOBODY = -30.0  # the logarithm of the chance of a seat that is not there
RATES = (5e-4, 1e-5)
DECAY = 0.02  # of the weights, a step at a rate of 1: few games must not be learned by heart


class Task(NamedTuple):
    """What is played: bots drawn from these."""

    game: str
    players: Sequence[int]
    bots: Sequence[str]


class Positions(NamedTuple):
    """Positions, one a row; seats are counted from the one to move."""

    game: NDArray[np.int64]
    inputs: NDArray[np.float16]  # scaled, as at the fullest table
    known: Floats  # the logarithms of the chances by the evaluation
    won: Floats  # the share of the win


# -- playing ---------------------------------------------------------------------------------------------------


def play(task: Task, scale: Floats, number: int) -> Positions:
    """Play one game."""
    game, rng = find_game(task.game), random.Random(number)
    inputs = Inputs(game)
    players = task.players[number % len(task.players)]
    bots = [make_bot(rng.choice(task.bots), game) for _ in range(players)]
    state, stream = game.new(players, seed=number), Stream(number)
    rows, place = inputs.rows(players), inputs.players_row(players)
    seats, seen, known = [], [], []
    turn = game.turn_number(state)
    while not state.is_over:
        seat = state.current_players()[0]
        actions = state.legal_actions(seat)
        if game.turn_number(state) != turn:
            turn = game.turn_number(state)
            whole = np.zeros(inputs.size, np.float32)
            whole[rows] = game.encode(state.view(seat))
            if place is not None:
                whole[place] = 1.0
            seats.append(seat)
            seen.append((whole * scale).astype(np.float16))
            known.append(chances(game, state, seat, inputs.values))
        state.apply(seat, bots[seat].choose(state.view(seat), actions, stream) if len(actions) > 1 else actions[0])
    won = np.zeros((len(seats), inputs.values), np.float32)
    for each, value in enumerate(state.returns()):
        won[range(len(seats)), (each - np.array(seats, int)) % players] = (value * (players - 1) + 1) / players
    return Positions(
        np.full(len(seats), number),
        np.array(seen, np.float16).reshape(-1, inputs.size),
        np.array(known, np.float32).reshape(-1, inputs.values),
        won,
    )


def chances(game: Game, state: State, seat: int, most: int) -> Floats:
    """The logarithms of the chances by the evaluation, from that seat on."""
    values = game.evaluate(state)
    n = len(values)
    found = np.full(most, NOBODY, np.float32)
    found[:n] = [np.log(max(LEAST, (values[(seat + each) % n] * (n - 1) + 1) / n)) for each in range(n)]
    return found


def gather(task: Task, scale: Floats, first: int, processes: int, seconds: float) -> Positions:
    """Games in processes for so long."""
    end = time.monotonic() + seconds
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))

    def numbers() -> Iterator[int]:
        number = first
        while time.monotonic() < end:
            yield number
            number += 1

    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        found, waiting = [], []
        for each in numbers():
            waiting.append(pool.apply_async(partial(play, task, scale), (each,)))
            if len(waiting) >= 4 * processes:
                found.append(waiting.pop(0).get())
        found += [each.get() for each in waiting]
    return joined(found)


def joined(found: Sequence[Positions]) -> Positions:
    """Several as one."""
    return Positions(*(np.concatenate(each) for each in zip(*found, strict=True)))


# -- learning --------------------------------------------------------------------------------------------------


class Student:
    """A network that learns by how much the logarithms of the chances are wrong: cross entropy with who won."""

    def __init__(self, game: Game, width: int, layers: int, seed: int) -> None:
        inputs = Inputs(game)
        self.values = inputs.values
        self.scale = scale_of(game, min(4, game.most))
        self.weights = new_weights(jax.random.key(seed), inputs.size, inputs.values, width, layers)
        self.kind = jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16
        self.epoch = jax.jit(self._epoch)
        self.judged = jax.jit(self._judged)

    def loss(self, player: Weights, batch: Sequence[Array]) -> tuple[Array, Array]:
        """The cross entropy; beside it the one of the evaluation alone, and the squared errors of both."""
        inputs, known, won = batch
        _, corrections = run_network(player, jnp.float32(1.0), inputs, self.kind, self.values)
        logs, plain = jax.nn.log_softmax(known + corrections), jax.nn.log_softmax(known)
        entropy, before = (-(won * each).sum(axis=1).mean() for each in (logs, plain))
        errors = [((jnp.exp(each) - won) ** 2).sum(axis=1).mean() for each in (logs, plain)]
        return entropy, jnp.stack([entropy, before, *errors])

    def _judged(self, player: Weights, batch: Sequence[Array]) -> Array:
        return self.loss(player, batch)[1]

    def _epoch(self, learner: Learner, rows: Sequence[Array], order: Array, rate: Array) -> Learner:
        def step(learner: Learner, picked: Array) -> tuple[Learner, None]:
            batch = [each[picked] for each in rows]
            gradient, _ = jax.grad(self.loss, has_aux=True)(learner.weights.player, batch)
            after = adam(learner, Networks(clipped(gradient, 1.0), None), rate)
            smaller = jax.tree.map(lambda each: each * (1 - DECAY * rate), after.weights)
            return after._replace(weights=smaller), None

        return jax.lax.scan(step, learner, order)[0]

    def learn(self, found: Positions, epochs: int, seed: int) -> list[float]:
        """Learn; the weights of the epoch that does best on games held back are kept, its figures come back."""
        numbers = np.random.default_rng(seed)
        games = np.unique(found.game)
        held = numbers.choice(games, max(1, int(HELD_BACK * len(games))), replace=False)
        back = np.isin(found.game, held)
        rows, check = ([jnp.asarray(each[part]) for each in found[1:]] for part in (~back, back))
        batch = min(BATCH, len(rows[0]))
        learner = new_learner(Networks(self.weights, None), jax.random.key(seed))
        best: list[float] = []
        for number in range(epochs):
            rate = RATES[0] + (RATES[1] - RATES[0]) * number / epochs
            order = numbers.permutation(len(rows[0]))[: len(rows[0]) // batch * batch].reshape(-1, batch)
            learner = self.epoch(learner, rows, jnp.asarray(order), rate)
            figures = [float(each) for each in self.judged(learner.weights.player, check)]
            print("epoch {}: cross entropy {:.4f} ({:.4f}), error {:.4f} ({:.4f})".format(number, *figures), flush=True)
            if not best or figures[0] < best[0]:
                best, self.weights = figures, learner.weights.player
        return best

    def save(self, folder: Path) -> Path:
        """Write the weights file."""
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / FILE, to_file(self.weights, jnp.asarray(self.scale)))
        return folder / FILE


def main(words: Sequence[str] | None = None) -> None:
    """Play, learn, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bots", nargs="*", default=BOTS, help="who plays, drawn for each seat; specs")
    parser.add_argument("--players", type=int, nargs="*", default=(), help="at the tables, in turn")
    parser.add_argument("--minutes", type=float, default=10.0, help="of play")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--width", type=int, default=80)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args(words)
    game = find_game(wanted.game)
    student = Student(game, wanted.width, wanted.layers, wanted.seed)
    if wanted.start is not None:
        with np.load(wanted.start, allow_pickle=False) as arrays:
            student.weights = from_file(dict(arrays), jnp.asarray(student.scale))
    players = tuple(wanted.players) or tuple(range(game.fewest, game.most + 1))
    task = Task(game.id, players, tuple(wanted.bots))
    found = gather(task, student.scale, 1_000_000 * wanted.seed, wanted.processes, 60 * wanted.minutes)
    figures = student.learn(found, wanted.epochs, wanted.seed)
    student.save(wanted.folder)
    print(
        f"{len(np.unique(found.game))} games, {len(found.game)} positions; held back: cross entropy {figures[0]:.4f},"
        f" by the evaluation alone {figures[1]:.4f}; squared error {figures[2]:.4f}, {figures[3]:.4f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
