"""Check the batched engines against the engine: the same decks and choices through both.

`python -m parrain.training.equality --games 20000` compares, at every decision, whose turn it is, the legal actions and
the observation, and at the end who won and with how many points. For Règlement de comptes, `--game
reglement-de-comptes`, these are games at every number of players.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from parrain.adapters import shared_array
from parrain.bots.inputs import columns_of
from parrain.core import Game
from parrain.core.compiling import new_words
from parrain.games import game as find_game
from parrain.games.district_noir.rules import State
from parrain.games.reglement.components import KINDS
from parrain.games.reglement.rules import State as ReglementState
from parrain.games.reglement.state import BEGIN
from parrain.training.district_noir import BatchedDistrictNoir, Table
from parrain.training.reglement import LUCK, BatchedReglement, by_row
from parrain.training.reglement import Table as ReglementTable


class Games(NamedTuple):
    """Games played by the engine; a finished game repeats its last row."""

    decks: np.ndarray  # [games, cards]
    starters: np.ndarray  # [games]
    choices: np.ndarray  # [decisions, games]
    alive: np.ndarray  # [decisions, games] whether that decision was still made
    turns: np.ndarray  # [decisions, games]
    legal: np.ndarray  # [decisions, games, actions]
    observations: np.ndarray  # [decisions, games, numbers]
    winners: np.ndarray  # [games]
    points: np.ndarray  # [games, 2]


class Difference(NamedTuple):
    """How many games and decisions were compared, and in how many of them each thing differed."""

    games: int
    decisions: int
    turns: int
    legal: int
    observations: int
    results: int

    @property
    def none(self) -> bool:
        return not (self.turns or self.legal or self.observations or self.results)


class Seen(NamedTuple):
    """What is compared of batched tables of Règlement de comptes."""

    mover: np.ndarray
    legal: np.ndarray
    choices: np.ndarray
    inputs: np.ndarray
    over: np.ndarray
    money: np.ndarray
    returns: np.ndarray


def play_by_engine(game: Game, batched: BatchedDistrictNoir, games: int, seed: int) -> Games:
    """Play games by the engine with random choices, and write down what was seen at every decision."""
    rng = random.Random(seed)
    length = batched.decisions
    found = Games(
        decks=np.zeros((games, len(batched.box.cards)), np.int8),
        starters=np.zeros(games, np.int8),
        choices=np.zeros((length, games), np.int8),
        alive=np.zeros((length, games), bool),
        turns=np.zeros((length, games), np.int8),
        legal=np.zeros((length, games, batched.actions), bool),
        observations=np.zeros((length, games, batched.observation), np.float32),
        winners=np.zeros(games, np.int8),
        points=np.zeros((games, 2), np.int32),
    )
    for number in range(games):
        state = game.new(seed=rng.randrange(1 << 48))
        assert isinstance(state, State)
        found.decks[number] = state.stock
        found.starters[number] = state.starter
        made = 0
        while not state.is_over:
            seat = state.turn
            actions = state.legal_actions(seat)
            chosen = rng.choice(actions)
            found.choices[made, number] = chosen.id
            found.alive[made, number] = True
            found.turns[made, number] = seat
            found.legal[made, number, [action.id for action in actions]] = True
            found.observations[made, number] = game.encode(state.view(seat))
            state.apply(seat, chosen)
            made += 1
        found.winners[number] = state.winner
        found.points[number] = state.scores()
    return found


def compare(batched: BatchedDistrictNoir, games: Games) -> Difference:
    """Play the same decks and choices by the batched engine, and count what differs."""

    def one_step(table: Table, choices: jax.Array) -> tuple[Table, tuple[jax.Array, ...]]:
        seen = (table.turn, jax.vmap(batched.legal)(table), jax.vmap(batched.observe)(table), ~table.over)
        return jax.vmap(batched.step)(table, choices), seen

    @jax.jit
    def play(decks: jax.Array, starters: jax.Array, choices: jax.Array) -> tuple[Table, tuple[jax.Array, ...]]:
        return jax.lax.scan(one_step, jax.vmap(batched.lay_out)(decks, starters), choices)

    last, seen = play(jnp.asarray(games.decks), jnp.asarray(games.starters), jnp.asarray(games.choices))
    turns, legal, observations, alive = (np.asarray(each) for each in seen)
    on = games.alive
    assert np.asarray(last.over).all() and (alive == on).all(), "games do not end at the same decision"
    points = np.asarray(jax.vmap(batched.points)(last.taken))
    return Difference(
        games=len(games.starters),
        decisions=int(on.sum()),
        turns=int((turns != games.turns)[on].sum()),
        legal=int((legal != games.legal).any(axis=2)[on].sum()),
        observations=int((observations != games.observations).any(axis=2)[on].sum()),
        results=int(((np.asarray(last.winner) != games.winners) | (points != games.points).any(axis=1)).sum()),
    )


class Pairs:
    """Games of Règlement de comptes, each played by the engine and as a batched table, of so many players each."""

    def __init__(self, batched: BatchedReglement, players: Sequence[int], seed: int) -> None:
        self.batched, self.players = batched, np.array(players, np.int32)
        self.rows = {each: batched.inputs.rows(each) for each in set(players)}
        self.rng = random.Random(seed)
        self.states = [self.deal(each) for each in players]
        self.look = jax.jit(jax.vmap(self.seen))
        self.step = jax.jit(jax.vmap(self.settled))
        self.lay_out = jax.jit(jax.vmap(batched.lay_out))
        self.tables: ReglementTable = self.lay_out(self.hands(), self.players)

    def deal(self, players: int) -> ReglementState:
        """A new game of the engine."""
        state = self.batched.game.new(players, seed=self.rng.randrange(1 << 48))
        assert isinstance(state, ReglementState)
        return state

    def hands(self) -> np.ndarray:
        """The hands in all games of the engine, those of missing seats empty."""
        found = np.zeros((len(self.states), self.batched.values, KINDS), np.int8)
        for number, state in enumerate(self.states):
            found[number, : state.players] = np.array(state.hand).reshape(-1, KINDS)
        return found

    def seen(self, table: ReglementTable) -> Seen:
        """What is compared of a batched table."""
        batched = self.batched
        legal, choices, inputs = batched.legal(table), batched.choices(table), batched.observe(table)
        return Seen(table.mover, legal, choices, inputs, table.over, table.money, batched.returns(table))

    def settled(self, table: ReglementTable, action: jax.Array, luck: jax.Array) -> ReglementTable:
        """A step, and turns that end by themselves."""

        def on(table: ReglementTable) -> ReglementTable:
            return self.batched.step(table, action, luck)

        return jax.lax.while_loop(lambda table: (table.step == BEGIN) & ~table.over, on, on(table))

    def compare(self, games: int) -> dict[int, Difference]:
        """Play until so many games have ended at every number of players, and count what differs.

        A game that ends is followed by the next at once.
        """
        counts = sorted(set(self.players.tolist()))
        found = np.zeros((max(counts) + 1, len(Difference._fields)), np.int64)
        chosen = np.zeros(len(self.states), np.int32)
        luck = np.zeros((len(self.states), LUCK), np.float32)
        seen = self.see_tables()
        while (found[counts, 0] < games).any():
            np.add.at(found, self.players, self.compare_decisions(seen))
            for number, state in enumerate(self.states):
                action = self.rng.choice(state.legal_actions(state.mover))
                pile, drawn, shuffles = state.pile, state.drawn, state.shuffles
                state.apply(state.mover, action)
                chosen[number], luck[number] = action.id, luck_of(pile, drawn, state, shuffles)
            self.tables = self.step(self.tables, chosen, luck)
            seen = self.see_tables()
            ended = np.array([state.is_over for state in self.states]) | seen.over
            for number in np.flatnonzero(ended).tolist():
                found[self.players[number], [0, -1]] += 1, self.differs(number, seen)
                self.states[number] = self.deal(self.states[number].players)
            if ended.any():
                fresh = self.lay_out(self.hands(), self.players)
                self.tables = jax.tree.map(partial(by_row, ended), fresh, self.tables)
                seen = self.see_tables()
        return {players: Difference(*found[players].tolist()) for players in counts}

    def see_tables(self) -> Seen:
        """What is compared of all batched tables."""
        return Seen(*(np.asarray(each) for each in self.look(self.tables)))

    def compare_decisions(self, seen: Seen) -> np.ndarray:
        """By game, what differs before a decision, as a Difference in numbers."""
        inputs, game = self.batched.inputs, self.batched.game
        movers = np.array([state.mover for state in self.states])
        legal, choices = np.zeros((2, len(self.states), inputs.actions), bool)
        observed = np.zeros((len(self.states), inputs.size), np.float32)
        for number, state in enumerate(self.states):
            rows = self.rows[state.players]
            words = new_words(len(rows))
            state.observe(state.mover, words, 0)
            observed[number, rows] = shared_array(words, np.float32)
            observed[number, inputs.players_row(state.players)] = 1.0
            ids = [action.id for action in state.legal_actions(state.mover)]
            legal[number, ids] = True
            choices[number, columns_of(game, state.players, state.mover)[ids]] = True
        choices[:, self.batched.back] = False
        found = np.zeros((len(self.states), len(Difference._fields)), np.int64)
        found[:, 1] = 1
        found[:, 2] = movers != seen.mover
        found[:, 3] = (legal != seen.legal).any(axis=1) | (choices != seen.choices).any(axis=1)
        found[:, 4] = (observed != seen.inputs).any(axis=1)
        return found

    def differs(self, number: int, seen: Seen) -> bool:
        """Whether the result of a game differs."""
        state = self.states[number]
        returns, money = seen.returns[number, : state.players], seen.money[number, : state.players]
        same = state.is_over and seen.over[number] and np.allclose(returns, state.returns())
        return not same or tuple(money.tolist()) != state.scores()


def luck_of(pile: list[int], drawn: int, state: ReglementState, shuffles: int) -> list[float]:
    """The luck by which a batched table draws what the engine has drawn from a pile, and from the next one."""
    if state.shuffles == shuffles:
        left = [pile[place:] for place in range(drawn, state.drawn)]
    else:
        left = [pile[place:] for place in range(drawn, len(pile))]
        left += [state.pile[place:] for place in range(state.drawn)]
    found = [(sum(card < cards[0] for card in cards) + 0.5) / len(cards) for cards in left]
    return found + [0.0] * (LUCK - len(found))


def compare_noir(games: int, batch: int, seed: int) -> Difference:
    """District Noir, in batches, so that memory stays small."""
    game = find_game("district-noir")
    batched = BatchedDistrictNoir(game)
    found = [
        compare(batched, play_by_engine(game, batched, batch, seed * 1_000_003 + number))
        for number in range(-(-games // batch))
    ]
    return Difference(*(sum(each) for each in zip(*found, strict=True)))


def main() -> None:
    """Compare, and print how often what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=("district-noir", "reglement-de-comptes"), default="district-noir")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    if wanted.game == "district-noir":
        found = {2: compare_noir(wanted.games, wanted.batch, wanted.seed)}
    else:
        game = find_game(wanted.game)
        counts = [game.fewest + number % (game.most + 1 - game.fewest) for number in range(wanted.batch)]
        found = Pairs(BatchedReglement(game), counts, wanted.seed).compare(wanted.games)
    for players, each in found.items():
        print(f"players={players}", *(f"{name}={value}" for name, value in each._asdict().items()))
    raise SystemExit(0 if all(each.none for each in found.values()) else 1)


if __name__ == "__main__":
    main()
