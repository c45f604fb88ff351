"""Check the batched engines against the engine: the same decks and choices through both.

`python -m parrain.training.equality --games 20000` compares, at every decision, whose turn it is, the legal actions and
the observation, and at the end who won and with how many points. For the games of several players, `--game gangster` or
`--game reglement-de-comptes`, these are games at every number of players.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from parrain.bots.inputs import columns_of
from parrain.core import Game
from parrain.core import State as AnyState
from parrain.core.arrays import shared_array
from parrain.core.compiling import new_words
from parrain.games import game as find_game
from parrain.games.district_noir.rules import State
from parrain.games.gangster.components import POLICE
from parrain.games.gangster.rules import State as GangsterState
from parrain.games.reglement.components import GANGS, KINDS
from parrain.games.reglement.rules import State as ReglementState
from parrain.training.batched import BatchedGame, Table, by_row
from parrain.training.district_noir import BatchedDistrictNoir
from parrain.training.district_noir import Table as NoirTable
from parrain.training.gangster import BatchedGangster, Dealt
from parrain.training.gangster import Table as GangsterTable
from parrain.training.reglement import BatchedReglement
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
    """What is compared of batched tables of several players."""

    mover: np.ndarray
    legal: np.ndarray
    choices: np.ndarray
    actions: np.ndarray
    inputs: np.ndarray
    over: np.ndarray
    scores: np.ndarray
    returns: np.ndarray


class Chance(NamedTuple):
    """How to read off a game of the engine what chance did, for its batched table."""

    dealt: Callable[[AnyState], Any]  # of a new game, for `BatchedGame.lay_out`
    luck: Callable[[AnyState, AnyState], list[float]]  # of a decision, from the States before and after it


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

    def one_step(table: NoirTable, choices: jax.Array) -> tuple[NoirTable, tuple[jax.Array, ...]]:
        seen = (table.turn, jax.vmap(batched.legal)(table), jax.vmap(batched.observe)(table), ~table.over)
        return jax.vmap(batched.step)(table, choices), seen

    @jax.jit
    def play(decks: jax.Array, starters: jax.Array, choices: jax.Array) -> tuple[NoirTable, tuple[jax.Array, ...]]:
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


class Pairs(Generic[Table]):
    """Games for several, each played by the engine and as a batched table, of so many players each."""

    def __init__(self, batched: BatchedGame[Table], chance: Chance, players: Sequence[int], seed: int) -> None:
        self.batched, self.chance, self.players = batched, chance, np.array(players, np.int32)
        self.rows = {each: batched.inputs.rows(each) for each in set(players)}
        self.rng = random.Random(seed)
        self.states = [self.deal(each) for each in players]
        self.dealt = [chance.dealt(state) for state in self.states]
        self.tastes = [self.taste() for _ in players]
        self.look = jax.jit(jax.vmap(self.seen))
        self.step = jax.jit(jax.vmap(self.settled))
        self.lay_out = jax.jit(jax.vmap(batched.lay_out))
        self.tables: Table = self.new_tables()

    def deal(self, players: int) -> AnyState:
        """A new game of the engine."""
        return self.batched.game.new(players, seed=self.rng.randrange(1 << 48))

    def taste(self) -> list[float]:
        """How likely each action is to be chosen in a new game: all alike, or in half of the games some far more.

        So they come to what evenly chosen ones hardly ever meet, as a pile that is used up or the last turn of all.
        """
        actions = self.batched.game.actions
        if self.rng.random() < 0.5:
            return [1.0] * len(actions)
        kinds = [self.rng.gauss(0.0, 3.0) for _ in range(1 + max(action.kind for action in actions))]
        return [math.exp(kinds[action.kind] + self.rng.gauss(0.0, 2.0)) for action in actions]

    def new_tables(self) -> Table:
        """Batched tables of what was dealt in all games of the engine."""
        return self.lay_out(jax.tree.map(lambda *each: np.stack(each), *self.dealt), self.players)

    def seen(self, table: Table) -> Seen:
        """What is compared of a batched table."""
        batched = self.batched
        legal, choices, inputs = batched.legal(table), batched.choices(table), batched.observe(table)
        actions = jax.vmap(batched.action_of, (None, 0))(table, jnp.arange(batched.inputs.actions))
        scores, returns = batched.scores(table), batched.returns(table)
        return Seen(table.mover, legal, choices, actions, inputs, table.over, scores, returns)

    def settled(self, table: Table, action: jax.Array, luck: jax.Array) -> Table:
        """A step, and those that are no decisions."""

        def on(table: Table) -> Table:
            return self.batched.step(table, action, luck)

        return jax.lax.while_loop(lambda table: ~self.batched.decides(table) & ~table.over, on, on(table))

    def compare(self, games: int) -> dict[int, Difference]:
        """Play until so many games have ended at every number of players, and count what differs.

        A game that ends is followed by the next at once.
        """
        counts = sorted(set(self.players.tolist()))
        found = np.zeros((max(counts) + 1, len(Difference._fields)), np.int64)
        chosen = np.zeros(len(self.states), np.int32)
        luck = np.zeros((len(self.states), self.batched.luck), np.float32)
        seen = self.see_tables()
        while (found[counts, 0] < games).any():
            np.add.at(found, self.players, self.compare_decisions(seen))
            for number, state in enumerate(self.states):
                (seat,) = state.current_players()
                legal, taste = state.legal_actions(seat), self.tastes[number]
                (action,) = self.rng.choices(legal, [taste[each.id] for each in legal])
                before = state.clone()
                state.apply(seat, action)
                chosen[number], luck[number] = action.id, self.chance.luck(before, state)
            self.tables = self.step(self.tables, chosen, luck)
            seen = self.see_tables()
            ended = np.array([state.is_over for state in self.states]) | seen.over
            for number in np.flatnonzero(ended).tolist():
                found[self.players[number], [0, -1]] += 1, self.differs(number, seen)
                self.states[number] = self.deal(self.states[number].players)
                self.dealt[number] = self.chance.dealt(self.states[number])
                self.tastes[number] = self.taste()
            if ended.any():
                self.tables = jax.tree.map(partial(by_row, ended), self.new_tables(), self.tables)
                seen = self.see_tables()
        return {players: Difference(*found[players].tolist()) for players in counts}

    def see_tables(self) -> Seen:
        """What is compared of all batched tables."""
        return Seen(*(np.asarray(each) for each in self.look(self.tables)))

    def compare_decisions(self, seen: Seen) -> np.ndarray:
        """By game, what differs before a decision, as a Difference in numbers."""
        inputs, game = self.batched.inputs, self.batched.game
        movers = np.array([state.current_players()[0] for state in self.states])
        legal, choices, named = np.zeros((3, len(self.states), inputs.actions), bool)
        observed = np.zeros((len(self.states), inputs.size), np.float32)
        for number, (state, seat) in enumerate(zip(self.states, movers.tolist(), strict=True)):
            rows = self.rows[state.players]
            words = new_words(len(rows))
            state.observe(seat, words, 0)
            observed[number, rows] = shared_array(words, np.float32)
            observed[number, inputs.players_row(state.players)] = 1.0
            ids = [action.id for action in state.legal_actions(seat)]
            legal[number, ids] = True
            columns = columns_of(game, state.players, seat)
            choices[number, columns[ids]] = True
            named[number] = columns[seen.actions[number]] == np.arange(inputs.actions)
        choices[:, self.batched.back] = False
        found = np.zeros((len(self.states), len(Difference._fields)), np.int64)
        found[:, 1] = 1
        found[:, 2] = movers != seen.mover
        found[:, 3] = ((legal != seen.legal) | (choices != seen.choices) | (choices & ~named)).any(axis=1)
        found[:, 4] = (observed != seen.inputs).any(axis=1)
        return found

    def differs(self, number: int, seen: Seen) -> bool:
        """Whether the result of a game differs."""
        state = self.states[number]
        returns, scores = seen.returns[number, : state.players], seen.scores[number, : state.players]
        same = state.is_over and seen.over[number] and np.allclose(returns, state.returns())
        return not same or tuple(scores.tolist()) != state.scores()


def reglement_hands(state: AnyState) -> np.ndarray:
    """The hands of a new game of Règlement de comptes, those of missing seats empty."""
    assert isinstance(state, ReglementState)
    hands = np.zeros((GANGS, KINDS), np.int8)
    hands[: state.players] = np.array(state.hand).reshape(-1, KINDS)
    return hands


def reglement_luck(before: AnyState, after: AnyState) -> list[float]:
    """The luck by which a batched table draws what the engine has drawn from a pile, and from the next one."""
    assert isinstance(before, ReglementState) and isinstance(after, ReglementState)
    pile, drawn = before.pile, before.drawn
    if after.shuffles == before.shuffles:
        left = [pile[place:] for place in range(drawn, after.drawn)]
    else:
        left = [pile[place:] for place in range(drawn, len(pile))]
        left += [after.pile[place:] for place in range(after.drawn)]
    found = [luck_of(sorted(cards), cards[0]) for cards in left]
    return found + [0.0] * (BatchedReglement.luck - len(found))


def gangster_deal(state: AnyState) -> Dealt:
    """What chance decided at the start of a new game of Gangster."""
    assert isinstance(state, GangsterState)
    box, order = state.box, state.order
    opening: list[int] = []
    for turn in range(len(order)):
        clan = order[(state.starter + turn) % len(order)]
        held = [place for place in range(box.port) if state.where[place * box.clans + clan]]
        opening += sorted(held, key=lambda place: place != state.car[clan])
    return Dealt(
        tiles=np.maximum(state.tiles, 0),
        casino=np.array(state.casino[: box.rounds]),
        stock=np.array(state.stock),
        starter=np.array(state.starter),
        opening=np.array(opening + [0] * (box.port - len(opening))),
        double=np.array(state.doubles.bit_length() - 1),
    )


def gangster_luck(before: AnyState, after: AnyState) -> list[float]:
    """The luck by which a batched table reveals the district card that the engine has revealed, and the next Double."""
    assert isinstance(before, GangsterState) and isinstance(after, GangsterState)
    if after.deck is before.deck and after.deck_at == before.deck_at:
        return [0.0, 0.0]
    left = before.deck[before.deck_at :]
    card = luck_of(sorted(left, key=lambda card: (card == POLICE, card)), left[0])
    if after.round == before.round:
        return [card, 0.0]
    return [card, luck_of(after.box.districts[after.players], after.doubles.bit_length() - 1)]


def luck_of(cards: Sequence[int], drawn: int) -> float:
    """The luck by which that card is drawn from sorted ones."""
    return (cards.index(drawn) + 0.5) / len(cards)


def new_pairs(name: str, players: Sequence[int], seed: int) -> Pairs[ReglementTable] | Pairs[GangsterTable]:
    """Games of so many players each, for the comparison."""
    game = find_game(name)
    if name == "gangster":
        return Pairs(BatchedGangster(game), Chance(gangster_deal, gangster_luck), players, seed)
    return Pairs(BatchedReglement(game), Chance(reglement_hands, reglement_luck), players, seed)


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
    parser.add_argument(
        "--game", choices=("district-noir", "gangster", "reglement-de-comptes"), default="district-noir"
    )
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    if wanted.game == "district-noir":
        found = {2: compare_noir(wanted.games, wanted.batch, wanted.seed)}
    else:
        game = find_game(wanted.game)
        counts = [game.fewest + number % (game.most + 1 - game.fewest) for number in range(wanted.batch)]
        found = new_pairs(wanted.game, counts, wanted.seed).compare(wanted.games)
    for players, each in found.items():
        print(f"players={players}", *(f"{name}={value}" for name, value in each._asdict().items()))
    raise SystemExit(0 if all(each.none for each in found.values()) else 1)


if __name__ == "__main__":
    main()
