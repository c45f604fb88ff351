"""Why a sensible player of District Noir would choose something."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.say import Say, say
from parrain.games.district_noir.components import BUILDING, GANG, Box
from parrain.games.district_noir.view import View


def reason(view: View, box: Box, action: Action) -> Say:
    """Why a sensible player would choose this."""
    seat = view.seat or 0
    if action.id == box.types:
        return reason_to_take(view, box, seat)
    card = action.a
    mine, theirs = view.may_take[seat], view.may_take[1 - seat]
    threat = [name for name in view.line[-box.take :] if box.kinds[box.number_of[name]] == BUILDING]
    if theirs and threat and box.kinds[card] != BUILDING and len(view.line) >= box.take:
        return say("It pushes the line on, so that a building slips out of the other's reach.")
    if not mine and not theirs:
        return say("Nobody takes any more this round: what you lay now waits for the next one.")
    if not theirs:
        return say("The other has already taken: what you lay now, you can take yourself.")
    if box.values[card] < 0:
        return say("A betrayal spoils the line for whoever takes next.")
    if mine and len(view.line) < box.take:
        return say("The line is still short: feed it now, and take when it is worth it.")
    return say("Of what you hold, it gives the other the least.")


def reason_to_take(view: View, box: Box, seat: int) -> Say:
    """Why to take now."""
    kinds = [box.kinds[box.number_of[name]] for name in view.line[-box.take :]]
    held = [sum(1 for name in taken if box.kinds[box.number_of[name]] == BUILDING) for taken in view.taken]
    if held[seat] + kinds.count(BUILDING) >= box.buildings_to_win:
        return say("The third building is in reach: take it and win.")
    if view.hand_sizes[seat] == 0:
        return say("With an empty hand there is no choice.")
    if view.may_take[1 - seat] and held[1 - seat] + kinds.count(BUILDING) >= box.buildings_to_win:
        return say("The other could win with the buildings in the line: take them away.")
    return say(
        "The end of the line is worth having now: {gangs} gang cards among {count}.",
        gangs=kinds.count(GANG),
        count=len(kinds),
    )
