"""The refusals that every game shares: a choice of another edition, of a game that is over, out of turn."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.say import Say, Seat, say
from parrain.core.state import State

OUT_OF_TURN = say("It is {seat}'s decision.")


def usual_refusal(
    state: State, player: int, action: Action, unknown: str, over: str, turn: str, text: Say = OUT_OF_TURN
) -> IllegalAction | None:
    """Refuse what no position allows (unknown action, game over, wrong turn), citing the given rules; else None."""
    if not state.box.owns(action):
        return IllegalAction(unknown, "“{text}” is not a choice of this edition.", text=action.text)
    if state.is_over:
        return IllegalAction(over, "The game is over.")
    owing = state.current_players()
    if player not in owing:
        return IllegalAction(turn, "{what}", what=text._replace(filling={"seat": Seat(owing[0])}))
    return None
