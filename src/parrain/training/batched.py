"""What training and the comparison with the engine ask of a batched engine for several players, and its helpers.

Every function of such an engine is for one table; callers batch them with `jax.vmap`, tables of every number of players
side by side: the number of players is data, arrays by seat have a row for every seat of the fullest table.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

import jax
import jax.numpy as jnp
from jax import Array

from parrain.bots.inputs import Inputs
from parrain.core import Game


class AnyTable(Protocol):
    """What is read of a table of any game."""

    @property
    def players(self) -> Array: ...

    @property
    def mover(self) -> Array: ...

    @property
    def over(self) -> Array: ...


Table = TypeVar("Table", bound=AnyTable)


class BatchedGame(Protocol[Table]):
    """The rules of a game as pure functions of one table, the default options alone.

    `luck` is how many numbers from 0 to 1 decide what chance does in a step; `counted` is about how many of its
    decisions have more than one legal action.
    """

    game: Game
    inputs: Inputs
    back: int
    luck: int
    counted: float

    def deal(self, key: Array, players: Array) -> Table:
        """A new game, set up by chance."""

    def lay_out(self, dealt: Any, players: Array) -> Table:
        """The new game of what chance has decided: an array, or several in a NamedTuple of the game's own."""

    def step(self, table: Table, action: Array, luck: Array) -> Table:
        """Make a choice; a finished table stays as it is."""

    def decides(self, table: Table) -> Array:
        """Whether a seat is asked; else the next step goes on, whatever action it is given."""

    def legal(self, table: Table) -> Array:
        """A truth for every action."""

    def choices(self, table: Table) -> Array:
        """A truth for every output of a network: the legal actions but taking back, named as by the first seat."""

    def action_of(self, table: Table, output: Array) -> Array:
        """The action that an output of a network means for the seat to move."""

    def observe(self, table: Table) -> Array:
        """The inputs of a network (`parrain.bots.inputs`): `Game.encode` of the View of the seat to move."""

    def scores(self, table: Table) -> Array:
        """The score of each seat."""

    def returns(self, table: Table) -> Array:
        """What a finished game was worth to each seat, from -1 to 1; 0 where nobody sits."""


def own(rows: Array, number: Array) -> Array:
    """The row of that number, of a seat for instance."""
    return jax.lax.dynamic_index_in_dim(rows, number, keepdims=False)


def by_row(which: Array, then: Array, otherwise: Array) -> Array:
    """Rows of one array or of another."""
    return jnp.where(which.reshape(-1, *[1] * (then.ndim - 1)), then, otherwise)


def shuffled(key: Array, size: int, last: Array | bool = False) -> Array:
    """The numbers below `size` (at most 256) in random order, those marked after all others."""
    # sorting 32-bit keys with the number in the low bits is far cheaper than a sort of pairs
    drawn = jax.random.bits(key, (size,), jnp.uint32) & jnp.uint32(0x7FFFFF00)
    late = jnp.where(last, jnp.uint32(1 << 31), jnp.uint32(0))
    return jnp.sort(drawn | late | jnp.arange(size, dtype=jnp.uint32)) & jnp.uint32(255)


def returns_of(best: Array, players: Array) -> Array:
    """The returns by seat where the seats marked share the win, as `State.returns` of the engine."""
    others = players - 1.0
    won = (players / best.sum() - 1.0) / others
    lost = jnp.where(best.sum() == players, 0.0, -1.0 / others)
    return jnp.where(jnp.arange(best.size) < players, jnp.where(best, won, lost), 0.0)
