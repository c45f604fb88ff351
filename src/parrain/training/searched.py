"""What searches find at positions of the network's own games: many searches side by side ask the network together.

Expert iteration by whole games searches every decision of a game, and neighbours teach nearly the same. Here the
network plays, which is a thousandth of the work, and few positions of each game are searched. Every simulation of a
search knows the ones before, as if it asked for single leaves, and still the network is asked for dozens at once.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parrain.bots.guided import Guide, GuidedSearch
from parrain.bots.inputs import columns_of
from parrain.bots.learned import LearnedGuide, learned_network
from parrain.bots.levels import hidden_actions
from parrain.core import Game, Stream
from parrain.games import game as find_game
from parrain.training.actors import ONE_THREAD
from parrain.training.selfplay import NEVER, Floats, Table

TEMPERATURES = (0.05, 0.3, 0.7, 1.0)  # of the players, a table has one of them
TABLES = 64  # games side by side, for each number of players
SEARCHES = 32  # side by side
CLEAR = 0.97  # what the network is so sure of is not searched
BETWEEN = (3, 9)  # decisions in every game between two looks for positions
APART = 60  # decisions before the first: the games are to be at different stages
LAST = 300  # decisions in every game after the last search: most games end
SERIAL = 1000  # games at a table are numbered by these steps


class Work(NamedTuple):
    """What a process does."""

    game: str
    players: Sequence[int]  # a table for each
    weights: str  # a file; empty: those that ship
    simulations: int
    seed: int
    seconds: float


class Decisions(NamedTuple):
    """Decisions to learn, one a row."""

    game: NDArray[np.int64]
    inputs: NDArray[np.float16]  # scaled, as at the fullest table
    legal: NDArray[np.bool_]  # by output
    chances: NDArray[np.float16]  # by output: what is to be learned
    targets: Floats  # of the values, as in `selfplay.Samples`


class Row(NamedTuple):
    """A position that was searched; what came of its game is still to come."""

    seat: int
    inputs: Floats
    legal: NDArray[np.bool_]
    often: Floats
    value: float


def search_together(searches: Sequence[GuidedSearch], guide: Guide, simulations: int) -> None:
    """So many simulations of every search, the leaves of all of them judged at once."""
    for _ in range(simulations):
        leaves = [search.leaf() for search in searches]
        asked = [leaf for leaf in leaves if leaf.node is not None]
        answers = iter(guide.judge(asked) if asked else [])
        for search, leaf in zip(searches, leaves, strict=True):
            values = list(leaf.state.returns()) if leaf.node is None else []
            if leaf.node is not None:
                shares, values = next(answers)
                search.add_edges(leaf.node, leaf.seat, leaf.actions, shares)
            for edge, seat in zip(leaf.edges, leaf.seats, strict=True):
                edge.pending -= 1
                edge.visits += 1
                edge.total += values[seat]


class Source:
    """Tables for one number of players, played by the network."""

    def __init__(self, game: Game, players: int, work: Work, scale: Floats, number: int) -> None:
        self.game, self.work, self.scale = game, work, scale
        self.table = Table(game, players, TABLES, work.seed + number)
        self.numbers = np.random.default_rng(work.seed + number)
        network = learned_network(game, work.weights)
        self.guide = LearnedGuide(game, network, SEARCHES)
        self.network = network.at_table(self.table.inputs, players)
        self.temperatures = self.numbers.choice(TEMPERATURES, TABLES)[:, None]
        self.serials = (work.seed * SERIAL + number) * SERIAL * SERIAL + np.arange(TABLES)
        self.waiting: list[list[Row]] = [[] for _ in range(TABLES)]
        self.rng = Stream(work.seed + number)
        self.play(APART)

    def chances(self, temperature: Floats | float) -> tuple[NDArray[np.int64], NDArray[np.bool_], Floats]:
        """The seats to move, their choices, and by output how the network draws among them."""
        seats, legal = self.table.look()
        logits = np.where(legal, self.network.run(self.table.seen)[:, : legal.shape[1]], NEVER)
        powers = np.exp((logits - logits.max(axis=1, keepdims=True)) / temperature)
        return seats, legal, powers / powers.sum(axis=1, keepdims=True)

    def play(self, steps: int) -> list[Decisions]:
        """So many decisions in every game; what was searched in games that ended."""
        found = []
        for _ in range(steps):
            seats, legal, chances = self.chances(self.temperatures)
            drawn = self.numbers.random(TABLES)[:, None]
            chosen = np.minimum((np.cumsum(chances, axis=1) <= drawn).sum(axis=1), legal.shape[1] - 1)
            missed = ~legal[np.arange(TABLES), chosen]  # by rounding
            chosen[missed] = chances[missed].argmax(axis=1)
            self.table.step(seats, chosen)
            for number, returns in zip(self.table.batch.finished, self.table.batch.returns, strict=True):
                if self.waiting[number]:
                    found.append(self.ended(number, np.array(returns, np.float32)))
                self.waiting[number] = []
                self.serials[number] += SERIAL
        return found

    def ended(self, number: int, returns: Floats) -> Decisions:
        """The rows of a game that ended; one's own value is half its result and half what the search found."""
        rows, players = self.waiting[number], self.table.players
        targets = np.full((len(rows), self.table.inputs.values), np.nan, np.float32)
        for place, row in enumerate(rows):
            targets[place, :players] = returns[(row.seat + np.arange(players)) % players][: targets.shape[1]]
            targets[place, 0] = (targets[place, 0] + row.value) / 2
        return Decisions(
            np.full(len(rows), self.serials[number]),
            np.stack([row.inputs for row in rows]).astype(np.float16),
            np.stack([row.legal for row in rows]),
            np.stack([row.often for row in rows]).astype(np.float16),
            targets,
        )

    def search(self) -> None:
        """Search some positions where there is something to decide."""
        seats, legal, chances = self.chances(1.0)
        able = np.flatnonzero((legal.sum(axis=1) > 1) & (chances.max(axis=1) < CLEAR))
        picked = self.numbers.choice(able, min(SEARCHES, len(able)), replace=False).tolist()
        hidden = hidden_actions(self.game)
        searches = [
            GuidedSearch(
                self.game,
                self.table.batch.states[each].view(int(seats[each])),
                Stream(self.rng.seed()),
                hidden,
                self.guide,
            )
            for each in picked
        ]
        if searches:
            search_together(searches, self.guide, self.work.simulations)
        for number, search in zip(picked, searches, strict=True):
            edges = search.ranked(search.seat)
            visits = sum(edge.visits for edge in edges)
            if visits:
                often = np.zeros(legal.shape[1], np.float32)
                columns = columns_of(self.game, self.table.players, search.seat)
                often[columns[[edge.action.id for edge in edges]]] = [edge.visits / visits for edge in edges]
                value = sum(edge.total for edge in edges) / visits
                self.waiting[number].append(Row(search.seat, self.inputs(number), legal[number], often, value))

    def inputs(self, number: int) -> Floats:
        """What the seat to move in a game sees, as the network is to learn it."""
        inputs = self.table.inputs
        whole = np.zeros(inputs.size, np.float32)
        whole[inputs.rows(self.table.players)] = self.table.seen[number]
        if (row := inputs.players_row(self.table.players)) is not None:
            whole[row] = 1.0
        return whole * self.scale


def search_positions(work: Work, scale: Floats) -> list[Decisions]:
    """Play and search for so long, the numbers of players in turn; games that have not ended by then do not count."""
    end = time.monotonic() + work.seconds
    game = find_game(work.game)
    sources = [Source(game, players, work, scale, number) for number, players in enumerate(work.players)]
    found: list[Decisions] = []
    while time.monotonic() < end:
        for source in sources:
            found += source.play(int(source.numbers.integers(*BETWEEN)))
            source.search()
    for source in sources:
        found += source.play(LAST)
    return found


def gather(work: Work, scale: Floats, processes: int) -> list[Decisions]:
    """The same in several processes."""
    works = [work._replace(seed=work.seed * processes + number) for number in range(processes)]
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        return [each for found in pool.starmap(search_positions, [(each, scale) for each in works]) for each in found]
