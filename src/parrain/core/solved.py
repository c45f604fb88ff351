"""What an exact solution of a position says."""

from __future__ import annotations

from typing import NamedTuple

from parrain.core.action import Action


class Solved(NamedTuple):
    """The value of a View to its seat lies from `low` to `high`; each choice with how often to make it and its worth.

    What a choice is worth is what it brings on average against the best reply, on the scale of `State.returns`.
    """

    low: float
    high: float
    choices: tuple[tuple[Action, float, float], ...]
