"""Why a sensible player would choose this: a sentence for those who learn."""

from __future__ import annotations

from typing import Final

from parrain.core.action import Action
from parrain.core.say import Say, say
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.view import View

REASONS: Final[dict[int, Say]] = {
    k.LAY: say("It shuts in what is mine and leaves the others' places open."),
    k.DISCARD: say("The least useful of the crew goes."),
    k.PASS: say("Nothing left to place is worth the risk."),
    k.BACK: say("On second thoughts."),
    k.RESOLVE: say("Any order will do; this one shows what I want to know first."),
    k.SAY: say("This is what I want: more than I would get without a deal, and little enough to be let have it."),
    k.NO_DEAL: say("What they leave me is worth less than the dice."),
    k.ACCEPT: say("What is left to me beats what the dice would bring."),
    k.CLAIM: say("One step towards the claim I mean to make."),
    k.SHARE: say("One step towards a proposal the others can live with."),
    k.ORDER: say("An order everybody may think of by themselves."),
    k.RECRUIT: say("The best I can pay for; four is the limit, so a better one pushes out the worst."),
    k.BADGES: say("These are the traffics my people really bring."),
    k.REROLL: say("The die most likely to turn the fight."),
    k.DOUBLE: say("Handcuffs if they win the fight, a badge for an arrest if not."),
    k.ARREST: say("A point is a point, even if a die goes to prison with it."),
    k.CATCH: say("The tile that hurts them and the token that helps me most."),
    k.STAKE: say("As many as are likely to win it, and no more."),
    k.COLOUR: say("The colour in which it gives me a majority."),
}


def reason(view: View, box: Box, action: Action) -> Say:
    """Why a sensible player would choose this."""
    if action.kind == k.SEND:
        if action.b == 1:
            return say("There is somebody worth hiring within reach.")
        if action.b == 0:
            return say("There is a place that wants what this one brings.")
        return say("There is a place where this die is worth most.")
    if action.kind == k.AT:
        return reason_at(view, box, action)
    return REASONS[action.kind]


def reason_at(view: View, box: Box, action: Action) -> Say:
    """Why that side."""
    name = box.card_names[action.a]
    place = box.name("place", name)
    there = {seat for seat, card, *_ in view.pieces if card == name}
    if view.seat is not None and view.seat % 2:
        if any(seat % 2 == 0 for seat in there):
            return say("Gangsters are at {place}: that means an arrest, a token, the place, or a bribe.", place=place)
        return say("Nobody is at {place}: one die takes it for this count.", place=place)
    if any(seat % 2 for seat in there):
        return say("The police are at {place}, but there is something to bargain over.", place=place)
    printed = [ware for t, ware in enumerate(box.traffic_names) if box.printed[action.a] >> t & 1]
    wants = [box.name("traffic", ware) for ware in printed]
    return say(
        "{place} asks for {traffics}, and no police are there yet.", place=place, traffics=wants or say("nothing")
    )
