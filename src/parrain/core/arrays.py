"""Search with a learned network as numpy arrays: imagined tables by the hundred, and observations."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Truths = NDArray[np.bool_]
    Rows = NDArray[np.intp]


def shared_array(memory: Any, dtype: Any) -> Any:
    """The array in this memory of the engine (core/compiling.py): what the one writes the other sees."""
    import numpy as np

    plain = np.frombuffer(memory, dtype)
    whole = (ctypes.c_char * plain.nbytes).from_address(plain.ctypes.data)  # numpy would not let us write it
    whole.owner = memory  # type: ignore[attr-defined]  # it lives as long as the array
    return np.frombuffer(memoryview(whole), dtype)


class Tables(Protocol):
    """Tables in lock step, one a row: whose turn it is, and the round, are the same at all of them."""

    @property
    def turn(self) -> int:
        """Whose turn it is."""

    @property
    def round(self) -> int:
        """The round."""

    @property
    def over(self) -> Truths:
        """Which tables are finished."""

    def observe(self) -> Floats:
        """`Game.encode` of the View of the seat to move, by table."""

    def legal(self) -> Truths:
        """Which actions are legal, by table and action id."""

    def step(self, actions: Rows) -> None:
        """Apply an action at each table; one that is over keeps its result, whatever is applied."""

    def results(self, seat: int) -> Floats:
        """What finished tables were worth to a seat, as `State.returns`."""


class Hidden(Protocol):
    """Everything that the others of a View may hold: one row for each hand.

    `evidence` is what the others chose since the hands were dealt, as far as that is known: the tables before the
    choice, one for each row, and the id of the action.
    """

    @property
    def chances(self) -> Floats:
        """By row, as the cards were dealt."""

    @property
    def evidence(self) -> Sequence[tuple[Tables, int]]:
        """What the others chose."""

    def tables(self, rows: Rows, copies: int, rng: np.random.Generator) -> Tables:
        """The View's table with the hands of these rows, all else dealt at random; `copies` of the whole."""
