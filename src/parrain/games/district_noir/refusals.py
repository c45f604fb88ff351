"""Why a choice of District Noir is not legal."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.refusals import usual_refusal
from parrain.core.say import say
from parrain.games.district_noir.actions import TAKE
from parrain.games.district_noir.rules import State


def refusal(state: State, player: int, action: Action) -> IllegalAction:
    """The rule that forbids the choice."""
    usual = usual_refusal(state, player, action, "DN 4.2", "DN 8.1", "DN 4.1", say("It is {seat}'s turn."))
    if usual is not None:
        return usual
    box = state.box
    mask = state.mask[player]
    if action.kind == TAKE:
        if not mask & box.take_bit:
            return IllegalAction("DN 6.4", "You have already taken this round.")
        return IllegalAction("DN 6.3", "The line is empty: there is nothing to take.")
    if mask == box.take_bit:
        return IllegalAction("DN 5.2", "Your hand is empty: you must take.")
    return IllegalAction("DN 5.1", "You have no {card} in your hand.", card=box.names[action.a])
