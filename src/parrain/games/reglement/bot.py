"""What a sensible player looks at."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
from parrain.core.say import Say, say
from parrain.games.reglement.components import Box
from parrain.games.reglement.rules import State
from parrain.games.reglement.view import View


def rate(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """How good each choice looks."""
    return [0.0 for _ in actions]


def evaluate(state: State) -> list[float]:
    """What the position promises each seat, from -1 to 1."""
    return [0.0] * state.players


def reason(view: View, box: Box, action: Action) -> Say:
    """Why a sensible player would choose this."""
    return say("It looks right.")
