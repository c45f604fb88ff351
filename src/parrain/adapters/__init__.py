"""Adapters to libraries for learning: PettingZoo and OpenSpiel (docs/adapters.md)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from parrain.core import Action, Game, UnknownAction

T = TypeVar("T")


def not_installed(extra: str, error: ImportError) -> ImportError:
    """The error for a missing package of that extra."""
    return ImportError(
        f"parrain.adapters needs {error.name}, which is not installed: pip install 'parrain[{extra}]'", name=error.name
    )


def choice(game: Game, number: Any) -> Action:
    """The action of that index, also from numpy's integers."""
    try:
        index = operator.index(number)
    except TypeError:
        index = -1
    if not 0 <= index < len(game.actions):
        raise UnknownAction(
            "A choice of {game} is a whole number from 0 to {most}, not {number}.",
            game=game.title,
            most=len(game.actions) - 1,
            number=repr(number)[:60],
        )
    return game.actions[index]


def observation_space(game: Game, players: int) -> Any:
    """Gymnasium's space of an observation: the View as numbers, and the mask of legal choices."""
    import numpy as np
    from gymnasium import spaces

    parts = game.encoding(players)
    low = np.concatenate([np.full(part.size, part.low, np.float32) for part in parts])
    high = np.concatenate([np.full(part.size, part.high, np.float32) for part in parts])
    mask = spaces.Box(0, 1, (len(game.actions),), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})


class ByLegal(Generic[T]):
    """A cache by tuple of legal actions: games return the same tuples again and again."""

    KEPT = 1024

    def __init__(self, work_out: Callable[[tuple[Action, ...]], T]) -> None:
        self._work_out = work_out
        self._known: dict[int, tuple[tuple[Action, ...], T]] = {}

    def __call__(self, legal: tuple[Action, ...]) -> T:
        known = self._known.get(id(legal))
        if known is not None:
            return known[1]
        if len(self._known) >= self.KEPT:
            self._known.clear()
        found = self._work_out(legal)
        self._known[id(legal)] = (legal, found)  # while it is held, no other tuple has its id
        return found
