"""Check a batched engine against the engine: the same decks and choices through both.

`python -m parrain.training.equality --games 20000` compares, at every decision, whose turn it is, the legal actions and
the observation, and at the end who won and with how many points.
"""

from __future__ import annotations

import argparse
import random
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from parrain.core import Game
from parrain.games import game as find_game
from parrain.games.district_noir.rules import State
from parrain.training.district_noir import BatchedDistrictNoir, Table


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


def main() -> None:
    """Compare games in batches, so that memory stays small."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    game = find_game("district-noir")
    batched = BatchedDistrictNoir(game)
    total = Difference(0, 0, 0, 0, 0, 0)
    for number in range(-(-wanted.games // wanted.batch)):
        found = compare(batched, play_by_engine(game, batched, wanted.batch, wanted.seed * 1_000_003 + number))
        total = Difference(*(one + other for one, other in zip(total, found, strict=True)))
    print(" ".join(f"{name}={value}" for name, value in total._asdict().items()))
    raise SystemExit(0 if total.none else 1)


if __name__ == "__main__":
    main()
