"""Why a sensible player would choose something, in a sentence."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.say import Say, Seat, say
from parrain.games.reglement import actions as act
from parrain.games.reglement.components import ALERT, CAKE, COCKTAIL, KNIFE, MOVE, PASS, Box
from parrain.games.reglement.view import View


def reason(view: View, box: Box, action: Action) -> Say:
    """Why a sensible player would choose this."""
    kind = action.kind
    if kind == act.BACK:
        return say("On second thoughts, something else looks better.")
    if kind == act.DRAW:
        return say("No move would make the table safer or richer.")
    if kind == act.DISCARD:
        return say("None of your cards is as good as a fresh one.")
    if kind == act.PLAY:
        return card_reason(action.a)
    if kind in (act.PICK, act.SIT, act.LIFT):
        return seat_reason(view, box, action)
    return attack_reason(view, box, action)


def card_reason(card: int) -> Say:
    """Why this card."""
    if card == MOVE:
        return say("Somebody sits where he should not, or a better chair is free.")
    if card == ALERT:
        return say("The present seating favours others: time to shake the table.")
    if card == CAKE:
        return say("A cake threatens more of theirs than of yours.")
    if card == PASS:
        return say("That cake would do more good elsewhere.")
    if card == COCKTAIL:
        return say("Sleepers earn nothing and hit nobody.")
    if card == KNIFE:
        return say("There is somebody within arm's reach whom nobody will miss.")
    return say("It hits others harder than it hits you.")


def seat_reason(view: View, box: Box, action: Action) -> Say:
    """Why this man, or this chair."""
    if action.kind == act.PICK:
        return say("He is worth most on the chairs that are left.")
    if action.kind == act.LIFT:
        return say("He is in danger, or he earns nothing where he is.")
    if any((chairs | box.till) >> action.a & 1 for chairs in box.businesses):
        return say("This chair earns money.")
    return say("It is a quiet chair with a good view.")


def attack_reason(view: View, box: Box, action: Action) -> Say:
    """Why this victim, cake or glass."""
    kind = action.kind
    victim = action.b if kind in (act.STAB_LEFT, act.STAB_RIGHT, act.SHOOT) else action.a
    if kind in (act.STAB_LEFT, act.STAB_RIGHT, act.SHOOT, act.DRUG) and view.owners[victim] >= 0:
        owner = view.owners[victim]
        if view.scores[owner] == max(view.scores) and view.scores[owner]:
            return say("{seat} is the richest: that is where it hurts most.", seat=Seat(owner))
        if view.ranks[victim] == "godfather":
            return say("A Godfather is worth a thousand a turn to {seat}.", seat=Seat(owner))
        return say("It hurts {seat} most: income or men.", seat=Seat(owner))
    if kind == act.SERVE:
        return say("Most guests in reach of this cake are not yours.")
    if kind == act.POUR:
        return say("Enough glasses: serve them.")
    if kind == act.SHOVE:
        return say("It leaves your men and finds others.")
    return say("Its guests are mostly not yours.")
