"""The choices of District Noir: lay a card, or take from the line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.core.action import Action

LAY: Final = 0
TAKE: Final = 1


def make_actions(cards: Sequence[str]) -> tuple[Action, ...]:
    """One choice for laying each type of card, numbered as the types are, and the take."""
    lays = [Action(number, f"lay {name}", LAY, number) for number, name in enumerate(cards)]
    return (*lays, Action(len(lays), "take", TAKE))
