"""What a sensible player of Gangster looks at."""

from parrain.games.gangster.bot.evaluation import evaluate
from parrain.games.gangster.bot.rating import rate
from parrain.games.gangster.bot.reasons import reason
from parrain.games.gangster.state import StateData

__all__ = ["evaluate", "rate", "reason", "turn_number"]


def turn_number(state: StateData) -> int:
    """A search looks some turns ahead."""
    return state.turns
