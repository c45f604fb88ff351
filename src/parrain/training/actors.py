"""Processes that play games for a learner, each with the newest weights it was sent."""

from __future__ import annotations

import multiprocessing
import os
import queue
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from parrain.bots.learned import Network
from parrain.core import Game
from parrain.games import game as find_game
from parrain.training.selfplay import Floats, Samples, SelfPlay, joined

STEPS = 16  # decisions in every game between two looks for new weights
AHEAD = 256  # messages that wait for the learner; then the oldest are dropped
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


class Task(NamedTuple):
    """What an actor plays."""

    game: str
    players: int
    games: int  # side by side
    seed: int
    scale: Floats
    trace: float


class Actors:
    """Where samples come from: actors in processes of their own, or without processes one that plays when asked.

    `players` are the numbers of players of the actors, in turn, `count` the games of all together. With processes the
    order of samples depends on how busy the machine is, without them on the seed alone.
    """

    def __init__(
        self, game: Game, players: Sequence[int], processes: int, count: int, seed: int, scale: Floats, trace: float
    ) -> None:
        tables = processes or len(players)
        tasks = [
            Task(game.id, players[number % len(players)], -(-count // tables), 1_000_003 * seed + number, scale, trace)
            for number in range(tables)
        ]
        self.made = 0  # decisions, forced ones too
        self.here: list[SelfPlay] = []
        self.pipes: list[Connection] = []
        self.found: queue.Queue[list[Samples]] = queue.Queue()
        if not processes:
            self.here = [new_player(game, task) for task in tasks]
            return
        context = multiprocessing.get_context("spawn")
        kept = {name: os.environ.get(name) for name in ONE_THREAD}
        os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
        for task in tasks:
            ours, theirs = context.Pipe()
            context.Process(target=act, args=(task, theirs), daemon=True).start()
            theirs.close()
            self.pipes.append(ours)
        for name, value in kept.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        threading.Thread(target=self._receive, daemon=True).start()

    def use(self, weights: Network) -> None:
        """Send weights to all actors."""
        for player in self.here:
            player.use(weights)
        for pipe in self.pipes:
            pipe.send(tuple(weights))

    def samples(self) -> list[Samples]:
        """The next games that ended."""
        if not self.here:
            return self.found.get(timeout=600)
        found = []
        for player in self.here:
            found += player.play(STEPS)
            self.made += STEPS * player.table.count
        return found

    def close(self) -> None:
        """End the processes."""
        for pipe in self.pipes:
            pipe.close()
        self.pipes = []

    def _receive(self) -> None:
        while pipes := self.pipes:
            try:
                for ready in wait(pipes, timeout=1.0):
                    assert isinstance(ready, Connection)
                    made, found = ready.recv()
                    self.made += made
                    if found is not None:
                        self.found.put([found])
                    while self.found.qsize() > AHEAD:  # never wait here: an actor that waits does not take weights
                        self.found.get_nowait()
            except (OSError, EOFError):
                return  # closed by us, or an actor ended; then `samples` times out


def new_player(game: Game, task: Task) -> SelfPlay:
    """The player of a task."""
    return SelfPlay(game, task.players, task.games, task.seed, task.scale, task.trace)


def act(task: Task, pipe: Connection) -> None:
    """Play until the learner is gone."""
    player = new_player(find_game(task.game), task)
    try:
        player.use(Network(*pipe.recv()))
        while True:
            newest = None
            while pipe.poll():
                newest = pipe.recv()
            if newest is not None:
                player.use(Network(*newest))
            found = player.play(STEPS)
            pipe.send((STEPS * task.games, joined(found) if found else None))
    except (OSError, EOFError, KeyboardInterrupt):
        return
