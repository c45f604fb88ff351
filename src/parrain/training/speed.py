"""Measure a batched engine: decisions a second by number of games side by side, random choices, beside Pgx's games.

`python -m parrain.training.speed --most 20` doubles the batch up to 2^20. Every figure is the best of five runs, after
one that compiles; a decision includes the legal actions, the choice, the step and, at the end of a game, the next deal.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

from parrain.games import game as find_game
from parrain.training.batched import BatchedGame, Table, by_row
from parrain.training.district_noir import BatchedDistrictNoir
from parrain.training.gangster import BatchedGangster
from parrain.training.reglement import BatchedReglement

PEERS = ("leduc_holdem", "connect_four", "sparrow_mahjong", "backgammon")


def random_action(legal: Array, key: Array) -> Array:
    """One of the legal actions of each row, all equally likely."""
    summed = jnp.cumsum(legal, axis=1, dtype=jnp.int32)
    wanted = (jax.random.uniform(key, (legal.shape[0], 1)) * summed[:, -1:]).astype(jnp.int32)
    return jnp.minimum((summed <= wanted).sum(axis=1), legal.shape[1] - 1)


def noir(batch: int) -> Callable[[Array], Array]:
    """District Noir: a batch of games from the deal to the end; the number of decisions is counted."""
    batched = BatchedDistrictNoir(find_game("district-noir"))

    @jax.jit
    def play(key: Array) -> Array:
        dealing, choosing = jax.random.split(key)
        tables = jax.vmap(batched.deal)(jax.random.split(dealing, batch))

        def decide(tables: Any, key: Array) -> tuple[Any, Array]:
            action = random_action(jax.vmap(batched.legal)(tables), key)
            return jax.vmap(batched.step)(tables, action.astype(jnp.int8)), (~tables.over).sum()

        last, alive = jax.lax.scan(decide, tables, jax.random.split(choosing, batched.decisions))
        return jnp.stack([alive.sum(), (last.winner == 0).sum()])

    return play


def several(batched: BatchedGame[Table], batch: int, steps: int = 256) -> Callable[[Array], Array]:
    """Tables of every number of players: finished games are dealt anew at once, decisions are counted."""
    players = batched.game.fewest + jnp.arange(batch) % (batched.game.most + 1 - batched.game.fewest)

    @jax.jit
    def play(key: Array) -> Array:
        dealing, choosing = jax.random.split(key)
        fresh = jax.vmap(batched.deal)(jax.random.split(dealing, batch), players)

        def decide(tables: Table, key: Array) -> tuple[Table, Array]:
            one, two = jax.random.split(key)
            action = jax.vmap(batched.action_of)(tables, random_action(jax.vmap(batched.choices)(tables), one))
            after = jax.vmap(batched.step)(tables, action, jax.random.uniform(two, (batch, batched.luck)))
            made = jnp.stack([jax.vmap(batched.decides)(tables).sum(), after.over.sum()])
            return jax.tree.map(partial(by_row, after.over), fresh, after), made

        _, made = jax.lax.scan(decide, fresh, jax.random.split(choosing, steps))
        return made.sum(axis=0)

    return play


GAMES: dict[str, Callable[[int], Callable[[Array], Array]]] = {
    "district-noir": noir,
    "reglement-de-comptes": lambda batch: several(BatchedReglement(find_game("reglement-de-comptes")), batch),
    "gangster": lambda batch: several(BatchedGangster(find_game("gangster")), batch),
}


def peer(name: str, batch: int, steps: int = 64) -> Callable[[Array], Array]:
    """A game of Pgx: steps with random choices, finished games dealt anew at once, as Pgx's `auto_reset` does."""
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make(name)
    step = jax.vmap(auto_reset(environment.step, environment.init))

    @jax.jit
    def play(key: Array) -> Array:
        dealing, choosing = jax.random.split(key)
        state = jax.vmap(environment.init)(jax.random.split(dealing, batch))

        def decide(state: Any, key: Array) -> tuple[Any, Array]:
            one, two = jax.random.split(key)
            action = random_action(state.legal_action_mask, one)
            state = step(state, action, jax.random.split(two, batch))
            return state, state.terminated.sum() + (state.rewards > 0).sum()

        _, ended = jax.lax.scan(decide, state, jax.random.split(choosing, steps))
        return jnp.stack([jnp.int32(batch * steps), ended.sum()])

    return play


def rate(play: Callable[[Array], Array]) -> float:
    """Decisions a second, the best of five runs."""
    play(jax.random.key(0)).block_until_ready()
    best = 0.0
    for number in range(1, 6):
        begun = time.perf_counter()
        decisions = int(play(jax.random.key(number))[0])
        best = max(best, decisions / (time.perf_counter() - begun))
    return best


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=tuple(GAMES), default="district-noir")
    parser.add_argument("--least", type=int, default=10)
    parser.add_argument("--most", type=int, default=14)
    parser.add_argument("--peers", type=int, default=0, help="beside Pgx's games, at a batch of 2^this")
    wanted = parser.parse_args()
    print(f"device: {jax.devices()[0].device_kind}, jax {jax.__version__}")
    for power in range(wanted.least, wanted.most + 1):
        print(f"{wanted.game} 2^{power} {rate(GAMES[wanted.game](1 << power)):.4g}", flush=True)
        if power == wanted.peers:
            for name in PEERS:
                try:
                    print(f"pgx {name} 2^{power} {rate(peer(name, 1 << power)):.4g}", flush=True)
                except Exception as error:  # a peer that does not run is a gap in the table, not the end of it
                    print(f"pgx {name} 2^{power} failed: {type(error).__name__}: {str(error)[:120]}", flush=True)


if __name__ == "__main__":
    main()
