"""Learn from a bot that plays well: its choices, or how often its search visited each, and what came of its games.

    python -m parrain.training.expert district-noir trained --bot search:300 --other learned --minutes 5
    python -m parrain.training.expert gangster trained --bot search:60+learned --visits --rounds 4 --minutes 10

The first makes a network that plays as the bot does (imitation): a rival on the device for bots that are too slow for
it. The second is expert iteration: a search guided by the network chooses better than the network alone, the network
learns that, and guides the search of the next round. With `--sampled` the network plays and positions of its games are
searched (`parrain.training.searched`): a search teaches most where no other was near.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from parrain.bots import Bot, make_bot
from parrain.bots.inputs import Inputs, columns_of
from parrain.bots.learned import LearnedGuide, learned_network
from parrain.bots.search import Searcher
from parrain.bots.tree import IDLE
from parrain.core import Action, Game, Stream, View
from parrain.games import game as find_game
from parrain.training.actors import ONE_THREAD
from parrain.training.network import Networks, Weights, from_file, new_weights, run_network, to_file
from parrain.training.ppo import NEVER, Learner, adam, clipped, new_learner
from parrain.training.run import WEIGHTS, write
from parrain.training.searched import Decisions, Work
from parrain.training.searched import gather as gather_positions
from parrain.training.selfplay import Floats, scale_of

BATCH = 2048  # decisions of a step of learning
HELD_BACK = 0.05  # the share of the games by which it is judged what was learned
VALUE_WEIGHT = 0.25
RATES = (1e-3, 2e-5)


class Task(NamedTuple):
    """What is played: the bot in all seats of even games, in one seat of odd ones if there is another bot."""

    game: str
    players: Sequence[int]
    bot: str
    other: str
    visits: bool
    weights: str  # a file for the search's guide; empty: those that ship


# -- playing ---------------------------------------------------------------------------------------------------


def choose(bot: Bot, view: View, actions: Sequence[Action], rng: Stream, visits: bool) -> tuple[Action, list[float]]:
    """What the bot chooses, and how often its search visited each action; without `visits` 1 for the choice."""
    if visits and isinstance(bot, Searcher):
        assert view.seat is not None, "somebody is to move"
        edges = bot.search(view, rng, bot.settings.seconds).ranked(view.seat)
        often = {edge.action: float(edge.visits) for edge in edges}
        return edges[0].action, [often.get(action, 0.0) for action in actions]
    chosen = bot.choose(view, actions, rng)
    return chosen, [float(action == chosen) for action in actions]


def play(task: Task, scale: Floats, number: int) -> Decisions | None:
    """Play one game; None if the bot had nothing to decide."""
    game = find_game(task.game)
    inputs = Inputs(game)
    players = task.players[number // 2 % len(task.players)]
    alone = number % 2 and task.other
    names = [task.other if alone and seat != number // 2 % players else task.bot for seat in range(players)]
    bots = [make_bot(name, game) for name in names]
    for bot in bots:
        if task.weights and isinstance(bot, Searcher) and bot.guide is not None:
            bot.guide = LearnedGuide(game, learned_network(game, task.weights))
    state, rng = game.new(players, seed=number), Stream(number)
    rows = inputs.rows(players)
    place = inputs.players_row(players)
    seats, seen, legal, chances = [], [], [], []
    while not state.is_over:
        seat = state.current_players()[0]
        all_actions = state.legal_actions(seat)
        actions = [action for action in all_actions if action.text != IDLE] or all_actions
        if len(actions) == 1:
            state.apply(seat, actions[0])
            continue
        view = state.view(seat)
        chosen, often = choose(bots[seat], view, actions, rng, task.visits)
        state.apply(seat, chosen)
        if names[seat] != task.bot:
            continue
        columns = columns_of(game, players, seat)[[action.id for action in actions]]
        whole, may, share = (np.zeros(size, np.float32) for size in (inputs.size, inputs.actions, inputs.actions))
        whole[rows] = game.encode(view)
        if place is not None:
            whole[place] = 1.0
        may[columns] = 1.0
        share[columns] = np.array(often) / sum(often)
        seats.append(seat)
        seen.append((whole * scale).astype(np.float16))
        legal.append(may.astype(np.bool_))
        chances.append(share.astype(np.float16))
    if not seats:
        return None
    returns = np.array(state.returns(), np.float32)
    targets = np.full((len(seats), inputs.values), np.nan, np.float32)
    for each in range(players if inputs.values > 1 else 1):
        targets[:, each] = returns[(np.array(seats) + each) % players]
    return Decisions(np.full(len(seats), number), np.stack(seen), np.stack(legal), np.stack(chances), targets)


def gather(task: Task, scale: Floats, first: int, processes: int, seconds: float) -> tuple[Decisions, int]:
    """Games in processes for so long; and the number of the next game."""
    end = time.monotonic() + seconds
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    found: list[Decisions] = []
    number = first

    def numbers() -> Iterator[int]:
        nonlocal number
        while time.monotonic() < end:
            yield number
            number += 1

    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        waiting = []
        for each in numbers():
            waiting.append(pool.apply_async(play, (task, scale, each)))
            if len(waiting) >= 2 * processes:
                found += [one for one in [waiting.pop(0).get()] if one is not None]
        found += [one for each in waiting if (one := each.get()) is not None]
    return joined(found), number


def joined(found: Sequence[Decisions]) -> Decisions:
    """Several as one."""
    return Decisions(*(np.concatenate(each) for each in zip(*found, strict=True)))


def read_decisions(path: Path) -> Decisions:
    """What an earlier run has kept."""
    with np.load(path, allow_pickle=False) as arrays:
        return Decisions(**{name: arrays[name] for name in Decisions._fields})


# -- learning --------------------------------------------------------------------------------------------------


class Student:
    """A network that learns decisions: cross entropy of the policy, squared error of the values."""

    def __init__(self, game: Game, width: int, layers: int, seed: int) -> None:
        inputs = Inputs(game)
        self.values = inputs.values
        self.scale = scale_of(game, min(4, game.most))
        self.weights = new_weights(jax.random.key(seed), inputs.size, inputs.actions + inputs.values, width, layers)
        self.kind = jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16
        self.epoch = jax.jit(self._epoch)
        self.judged = jax.jit(self._judged)

    def loss(self, player: Weights, batch: Sequence[Array]) -> tuple[Array, Array]:
        """The loss, then its parts: cross entropy, error of the values, the share that is foretold."""
        inputs, legal, chances, targets = batch
        logits, values = run_network(player, jnp.float32(1.0), inputs, self.kind, self.values)
        logits = jnp.where(legal, logits, NEVER)
        chances = chances.astype(jnp.float32)
        entropy = -(chances * jax.nn.log_softmax(logits)).sum(axis=1).mean()
        known = ~jnp.isnan(targets)
        errors = jnp.where(known, (values - jnp.where(known, targets, 0.0)) ** 2, 0.0)
        error = errors.sum() / known.sum()
        foretold = (logits.argmax(axis=1) == chances.argmax(axis=1)).mean()
        return entropy + VALUE_WEIGHT * error, jnp.stack([entropy, error, foretold])

    def _judged(self, player: Weights, batch: Sequence[Array]) -> Array:
        return self.loss(player, batch)[1]

    def _epoch(self, learner: Learner, rows: Sequence[Array], order: Array, rate: Array) -> Learner:
        def step(learner: Learner, picked: Array) -> tuple[Learner, None]:
            batch = [each[picked] for each in rows]
            gradient, _ = jax.grad(self.loss, has_aux=True)(learner.weights.player, batch)
            return adam(learner, Networks(clipped(gradient, 1.0), None), rate), None

        return jax.lax.scan(step, learner, order)[0]

    def learn(self, found: Decisions, epochs: int, seed: int, rates: tuple[float, float] = RATES) -> list[float]:
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
            rate = rates[0] + (rates[1] - rates[0]) * number / epochs
            order = numbers.permutation(len(rows[0]))[: len(rows[0]) // batch * batch].reshape(-1, batch)
            learner = self.epoch(learner, rows, jnp.asarray(order), rate)
            figures = [float(each) for each in self.judged(learner.weights.player, check)]
            if not best or figures[0] + VALUE_WEIGHT * figures[1] < best[0] + VALUE_WEIGHT * best[1]:
                best, self.weights = figures, learner.weights.player
        return best

    def save(self, folder: Path) -> Path:
        """Write the weights file."""
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / WEIGHTS, to_file(self.weights, jnp.asarray(self.scale)))
        return folder / WEIGHTS


def main(words: Sequence[str] | None = None) -> None:
    """Play and learn in rounds; every round learns from all games so far."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bot", default="search:60+learned", help="whom to learn from, a spec")
    parser.add_argument("--other", default="", help="who has the other seats of every other game; the bot if empty")
    parser.add_argument("--visits", action="store_true", help="learn how often the search visited, not the choice")
    parser.add_argument("--players", type=int, nargs="*", default=(), help="at the tables, in turn")
    parser.add_argument("--minutes", type=float, default=10.0, help="of play, in all")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--rate", type=float, default=RATES[0], help="of learning, at first")
    parser.add_argument("--sampled", type=int, default=0, metavar="N", help="search positions, with N simulations each")
    parser.add_argument("--more", type=Path, nargs="*", default=(), help="files of decisions to learn from as well")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args(words)
    game = find_game(wanted.game)
    student = Student(game, wanted.width, wanted.layers, wanted.seed)
    if wanted.start is not None:
        with np.load(wanted.start, allow_pickle=False) as arrays:
            student.weights = from_file(dict(arrays), jnp.asarray(student.scale))
    players = tuple(wanted.players) or tuple(range(game.fewest, game.most + 1))
    task = Task(game.id, players, wanted.bot, wanted.other, wanted.visits, str(wanted.start or ""))
    number = 1_000_000 * wanted.seed
    kept = [read_decisions(path) for path in wanted.more]
    for each in range(wanted.rounds):
        seconds = 60 * wanted.minutes / wanted.rounds
        if wanted.sampled:
            work = Work(game.id, players, task.weights, wanted.sampled, 100 * wanted.seed + each, seconds)
            kept += gather_positions(work, student.scale, wanted.processes)
        else:
            found, number = gather(task, student.scale, number, wanted.processes, seconds)
            kept.append(found)
        found = joined(kept)
        figures = student.learn(found, wanted.epochs, wanted.seed + each, (wanted.rate, RATES[1]))
        path = student.save(wanted.folder)
        write(wanted.folder / "decisions.npz", found._asdict())
        task = task._replace(weights=str(path))
        print(
            f"round {each + 1}: {len(found.game)} decisions; held back: cross entropy {figures[0]:.3f},"
            f" error of the values {figures[1]:.3f}, {figures[2]:.1%} foretold",
            flush=True,
        )


if __name__ == "__main__":
    main()
