"""Why a sensible player of District Noir would choose something."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.say import Say, say, say_plural
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
        return say("It pushes the line on, so that a building slips out of your opponent's reach.")
    if not mine and not theirs:
        return say("Nobody takes any more this round: what you lay now waits for the next one.")
    if not theirs:
        return say("Your opponent has already taken: what you lay now, you can take yourself.")
    if box.values[card] < 0:
        return say("A betrayal spoils the line for whoever takes next.")
    if mine and len(view.line) < box.take:
        return say("The line is still short: feed it now, and take when it is worth it.")
    return say("Of what you hold, it gives your opponent the least.")


def reason_to_take(view: View, box: Box, seat: int) -> Say:
    """Why to take now."""
    kinds = [box.kinds[box.number_of[name]] for name in view.line[-box.take :]]
    held = [sum(1 for name in taken if box.kinds[box.number_of[name]] == BUILDING) for taken in view.taken]
    if held[seat] + kinds.count(BUILDING) >= box.buildings_to_win:
        return say("The third building is in reach: take it and win.")
    if view.hand_sizes[seat] == 0:
        return say("With an empty hand there is no choice.")
    if view.may_take[1 - seat] and held[1 - seat] + kinds.count(BUILDING) >= box.buildings_to_win:
        return say("Your opponent could win with the buildings in the line: take them away.")
    if not kinds.count(GANG):
        return say("It costs you little now; later it may cost you more.")
    if len(kinds) == 1:
        return say("Take now: the only card of the line is a gang card.")
    return say_plural(
        "Take now: {count} gang card among the last {cards}.",
        "Take now: {count} gang cards among the last {cards}.",
        count=kinds.count(GANG),
        cards=len(kinds),
    )
