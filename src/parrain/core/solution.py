"""The exact solution of a position."""

from __future__ import annotations

from typing import NamedTuple

from parrain.core.action import Action


class Solution(NamedTuple):
    """Bounds of a View's value to its seat; an optimal mixed strategy as (action, probability, value).

    Values are expected returns against the best reply, on the scale of `State.returns`.
    """

    low: float
    high: float
    choices: tuple[tuple[Action, float, float], ...]
