"""What a sensible player of Règlement de comptes looks at: ratings, evaluation, reasons."""

from parrain.games.reglement.bot.evaluation import evaluate
from parrain.games.reglement.bot.rating import rate
from parrain.games.reglement.bot.reasons import reason
from parrain.games.reglement.state import StateData

__all__ = ["evaluate", "rate", "reason", "turn_number"]


def turn_number(state: StateData) -> int:
    """A number that rises from turn to turn."""
    return state.turns
