"""Why a sensible player would choose this: a sentence for those who learn."""

from __future__ import annotations

from typing import Final

from parrain.core.action import Action
from parrain.core.say import Say, say
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.view import View

REASONS: Final[dict[int, Say]] = {
    k.LAY: say("It protects your places and leaves the others' open to attack."),
    k.DISCARD: say("The least useful of the crew goes."),
    k.PASS: say("Nothing left to place is worth the risk."),
    k.BACK: say("On second thoughts."),
    k.RESOLVE: say("Any order will do; this one shows first what you want to know."),
    k.SAY: say("More than you would get without a deal, and little enough that they will let you have it."),
    k.NO_DEAL: say("What they leave you is worth less than the dice."),
    k.ACCEPT: say("What is left to you beats what the dice would bring."),
    k.CLAIM: say("One step towards the claim to make."),
    k.SHARE: say("One step towards a proposal the others can live with."),
    k.ORDER: say("An order everybody may think of by themselves."),
    k.RECRUIT: say("The best one within your reach; beyond four, the worst one goes."),
    k.BADGES: say("These are the rackets your people really bring."),
    k.REROLL: say("The die most likely to turn the fight."),
    k.DOUBLE: say("Handcuffs if they win the fight, a badge for an arrest if not."),
    k.ARREST: say("A point is a point, even if it costs a die in prison."),
    k.CATCH: say("The tile that hurts them and the token that helps you most."),
    k.STAKE: say("As many as are likely to win it, and no more."),
    k.COLOUR: say("The colour in which it gives you a majority."),
}


def reason(view: View, box: Box, action: Action) -> Say:
    """Why a sensible player would choose this."""
    if action.kind == k.SEND:
        if action.b == 1:
            return say("There is somebody worth recruiting within reach.")
        if action.b == 0:
            return say("There is a place that wants what this one brings.")
        return say("There is a place where this die is worth most.")
    if action.kind == k.SAY and view.phase != "share" and not view.draft:
        return say("Who claims nothing stands in nobody's way: there can still be a deal.")
    if action.kind == k.AT:
        return reason_at(view, box, action)
    return REASONS[action.kind]


def reason_at(view: View, box: Box, action: Action) -> Say:
    """Why that side."""
    name = box.card_names[action.a]
    place, at = box.name("Place", name), box.name("at", name)
    there = {seat for seat, card, *_ in view.pieces if card == name}
    if view.seat is not None and view.seat % 2:
        if any(seat % 2 == 0 for seat in there):
            return say("Gangsters are {place}: that means an arrest, a token, the place, or a bribe.", place=at)
        return say("Nobody is {place}: one die holds it until the count.", place=at)
    if any(seat % 2 for seat in there):
        return say("The police are {place}, but there is something to bargain over.", place=at)
    printed = [ware for t, ware in enumerate(box.traffic_names) if box.printed[action.a] >> t & 1]
    wants = [box.name("traffic", ware) for ware in printed]
    return say(
        "{place} asks for {traffics}, and no police are there yet.", place=place, traffics=wants or say("nothing")
    )
