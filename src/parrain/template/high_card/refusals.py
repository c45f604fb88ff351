"""Why a choice is not legal: the usual reasons are all there are here."""

from parrain.core import Action, IllegalAction
from parrain.core.refusals import usual_refusal

from .rules import State


def refusal(state: State, player: int, action: Action) -> IllegalAction:
    """The rule that forbids the choice."""
    return usual_refusal(state, player, action, "HC 1.2", "HC 1.2", "HC 1.2") or IllegalAction("HC 1.2", "Not now.")
