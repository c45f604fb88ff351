"""Why a sensible player would choose this: a sentence for those who learn."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.say import Say, say
from parrain.games.police_vs_gangs.choices import (
    ACCEPT,
    ARREST,
    AT,
    BACK,
    BADGES,
    CATCH,
    CLAIM,
    COLOUR,
    DISCARD,
    DOUBLE,
    LAY,
    NO_DEAL,
    ORDER,
    PASS,
    RECRUIT,
    REROLL,
    RESOLVE,
    SAY,
    SEND,
    SHARE,
    STAKE,
)
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.naming import place, traffic
from parrain.games.police_vs_gangs.view import View

REASONS: dict[int, Say] = {
    LAY: say("It shuts in what is mine and leaves the others' places open."),
    DISCARD: say("The least useful of the crew goes."),
    PASS: say("Nothing left to place is worth the risk."),
    BACK: say("On second thoughts."),
    RESOLVE: say("Any order will do; this one shows what I want to know first."),
    SAY: say("This is what I want: more than I would get without a deal, and little enough to be let have it."),
    NO_DEAL: say("What they leave me is worth less than the dice."),
    ACCEPT: say("What is left to me beats what the dice would bring."),
    CLAIM: say("One step towards the claim I mean to make."),
    SHARE: say("One step towards a proposal the others can live with."),
    ORDER: say("An order everybody may think of by themselves."),
    RECRUIT: say("The best I can pay for; four is the limit, so a better one pushes out the worst."),
    BADGES: say("These are the traffics my people really bring."),
    REROLL: say("The die most likely to turn the fight."),
    DOUBLE: say("Handcuffs if they win the fight, a badge for an arrest if not."),
    ARREST: say("A point is a point, even if a die goes to prison with it."),
    CATCH: say("The tile that hurts them and the token that helps me most."),
    STAKE: say("As many as are likely to win it, and no more."),
    COLOUR: say("The colour in which it gives me a majority."),
}


def reason(view: View, box: Box, action: Action) -> Say:
    """Why a sensible player would choose this."""
    if action.kind == SEND:
        if action.b == 1:
            return say("There is somebody worth hiring within reach.")
        if action.b == 0:
            return say("There is a place that wants what this one brings.")
        return say("There is a place where this die is worth most.")
    if action.kind == AT:
        return reason_at(view, box, action)
    return REASONS[action.kind]


def reason_at(view: View, box: Box, action: Action) -> Say:
    """Why that side."""
    name = box.card_names[action.a]
    there = {seat for seat, card, *_ in view.pieces if card == name}
    if view.seat is not None and view.seat % 2:
        if any(seat % 2 == 0 for seat in there):
            return say(
                "Gangsters are at {place}: that means an arrest, a token, the place, or a bribe.", place=place(name)
            )
        return say("Nobody is at {place}: one die takes it for this count.", place=place(name))
    if any(seat % 2 for seat in there):
        return say("The police are at {place}, but there is something to bargain over.", place=place(name))
    wants = [traffic(ware) for t, ware in enumerate(box.traffic_names) if box.demands[action.a * box.traffics + t]]
    return say(
        "{place} asks for {traffics}, and no police are there yet.", place=place(name), traffics=wants or say("nothing")
    )
