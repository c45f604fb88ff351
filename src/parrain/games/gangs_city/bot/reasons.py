"""Why a sensible player of Gangs City would choose this, in one sentence."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.say import Say, Seat, say
from parrain.games.gangs_city import actions as kinds
from parrain.games.gangs_city.actions import GUN, MANAGE, RECRUIT
from parrain.games.gangs_city.components import Box
from parrain.games.gangs_city.components.names import a, at, site, the, traffic_of
from parrain.games.gangs_city.view import View


def reason(view: View, box: Box, action: Action) -> Say:
    """Why a sensible player would choose this."""
    kind = action.kind
    if kind == kinds.AT:
        return where(view, box, action.a)
    if kind == kinds.SEND:
        return who(view, box, action)
    if kind == kinds.SHOWDOWN:
        return (
            say("A big calibre is best where opponents are many.")
            if action.a == GUN
            else say("A vest keeps everybody you have there alive.")
        )
    if kind == kinds.BID:
        return bid(view, box, action)
    if kind == kinds.BUILD:
        return say("Close to your own places it makes a quarter; with few free sides it is hard to attack.")
    if kind == kinds.LEAD:
        if action.a == view.seat:
            return say("Whoever begins wins ties and picks his sides first.")
        return say("Laying last shows you where the others go.")
    if kind == kinds.SHOOT:
        return (
            say("Nobody there is worth a bullet.")
            if action.a < 0
            else say("That one carries the most weight against you.")
        )
    if kind == kinds.TAKE:
        return say("Nobody within reach is better than whom you have.") if action.a < 0 else recruit(box, action.a)
    if kind == kinds.BACK and view.phase == "bid":
        return say("Think again: those tokens may serve you better another time.")
    return SIMPLE.get(kind, say("Think again: another spot may serve you better."))


SIMPLE = {
    kinds.LOOK: say("A tile seen is a plan spoiled."),
    kinds.PIN: say("The bonus of that one hurts you most."),
    kinds.RELEASE: say("The least useful of your people goes."),
    kinds.RETURN: say("Put back on a place of yours, you will win the tie for him."),
    kinds.FORGE: say("The dearest racket is worth the forgery."),
    kinds.RESOLVE: say("First come, first served: resolve first where you recruit."),
    kinds.MOLE: say("Now that all tiles are up, she goes where she counts."),
    kinds.PASS: say("There is nothing left to lay that would help."),
}


def where(view: View, box: Box, spot: int) -> Say:
    """Why a tile goes there."""
    name = box.site_names[box.site_of[spot]]
    if spot >= box.on_pile:
        return say("Win the new place and your quarter can grow.")
    if spot >= box.on_place:
        return say("Your rackets {at} do not manage themselves.", at=at(box, name))
    owner = next((who for place, _, _, who, _ in view.city if place == name), -1)
    if owner == view.seat:
        return say("Defend {place}: it is yours.", place=site(box, name))
    if owner < 0:
        return say("Nobody owns {place} yet.", place=site(box, name))
    return say(
        "Take {place}: your colours would suit it better than {seat}'s.", place=site(box, name), seat=Seat(owner)
    )


def who(view: View, box: Box, action: Action) -> Say:
    """Why that one, and why so."""
    person = the(box, box.names[action.a])
    if action.b == MANAGE:
        return say("Here {who} can run a racket.", who=person)
    if action.c and action.b == RECRUIT:
        return say("Make {who} chief: your people who recruit here get +1.", who=person)
    if action.c:
        return say("Make {who} chief: your people who fight here get +1.", who=person)
    if action.b == RECRUIT:
        return say("Somebody worth having waits there, and {who} can talk.", who=person)
    return say("The strength of this one tips the scales there: {who}.", who=person)


def bid(view: View, box: Box, action: Action) -> Say:
    """Why so many tokens."""
    name = traffic_of(box, box.traffics[action.a])
    if action.b == 0:
        return say("Keep your {traffic} tokens for a turn when they win.", traffic=name)
    if view.leaders[action.a][0] == view.seat:
        return say("You lead {traffic}: a few tokens keep the marker climbing.", traffic=name)
    return say("Enough to take {traffic}, if the others are thrifty.", traffic=name)


def recruit(box: Box, character: int) -> Say:
    """Why that recruit."""
    if box.mercenary[character]:
        return say("A mercenary has a trick the others lack: {who}.", who=a(box, box.names[character]))
    best = max(range(box.kinds), key=lambda k: box.icons[character * box.kinds + k])
    if box.icons[character * box.kinds + best] > 1:
        return say("Nobody manages {traffic} better.", traffic=traffic_of(box, box.traffics[best]))
    if box.attack[character] >= 4:
        return say("With {who} you take places.", who=a(box, box.names[character]))
    return say("One more tile every turn.")
