"""Why a sensible player of Gangs City would choose this, in one sentence."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.say import Say, Seat, say
from parrain.games.gangs_city.components import (
    AT,
    BID,
    BUILD,
    DOINGS,
    FORGE,
    GUN,
    LEAD,
    LOOK,
    MOLE,
    PASS,
    PIN,
    RELEASE,
    RESOLVE,
    RETURN,
    SEND,
    SHOOT,
    SHOWDOWN,
    TAKE,
    Box,
)  # fmt: skip
from parrain.games.gangs_city.view import View
from parrain.games.gangs_city.words.naming import a, site, title, traffic


def reason(view: View, box: Box, action: Action) -> Say:
    """Why a sensible player would choose this."""
    kind = action.kind
    if kind == AT:
        return where(view, box, action.a)
    if kind == SEND:
        return who(view, box, action)
    if kind == SHOWDOWN:
        return (
            say("A big calibre tells best where they are many.")
            if action.a == GUN
            else say("A vest keeps everybody you have there alive.")
        )
    if kind == BID:
        return bid(view, box, action)
    if kind == BUILD:
        return say("Close to your own places it makes a quarter; with few free sides it is hard to attack.")
    if kind == LEAD:
        if action.a == view.seat:
            return say("Whoever begins wins ties and picks his sides first.")
        return say("Laying last shows you where the others go.")
    if kind == SHOOT:
        return (
            say("Nobody there is worth a bullet.")
            if action.a < 0
            else say("That one carries the most weight against you.")
        )
    if kind == TAKE:
        return say("Nobody within reach is better than whom you have.") if action.a < 0 else recruit(box, action.a)
    return small(kind)


def small(kind: int) -> Say:
    """The choices that need no look at the table."""
    if kind == LOOK:
        return say("A tile seen is a plan spoiled.")
    if kind == PIN:
        return say("The bonus of that one hurts you most.")
    if kind == RELEASE:
        return say("The least useful of your people goes.")
    if kind == RETURN:
        return say("Where you own the place you recruit again with the first word in a tie.")
    if kind == FORGE:
        return say("The dearest traffic is worth the forgery.")
    if kind == RESOLVE:
        return say("First come, first served: settle what you recruit at first.")
    if kind == MOLE:
        return say("Now that all tiles are up, she goes where she counts.")
    if kind == PASS:
        return say("There is nothing left to lay that would help.")
    return say("Think again: another spot may serve you better.")


def where(view: View, box: Box, spot: int) -> Say:
    """Why a tile goes there."""
    name = box.site_names[box.site_of[spot]]
    if spot >= box.on_pile:
        return say("A new place is a new corner of your quarter, if you come away with it.")
    if spot >= box.on_place:
        return say("Your traffics at {place} do not manage themselves.", place=site(name))
    owner = next((who for place, _, _, who, _ in view.city if place == name), -1)
    if owner == view.seat:
        return say("{place} is yours: keep it so.", place=title(name))
    if owner < 0:
        return say("Nobody owns {place} yet.", place=site(name))
    return say(
        "{place} would look better in your colours than in those of {seat}.", place=title(name), seat=Seat(owner)
    )


def who(view: View, box: Box, action: Action) -> Say:
    """Why that one, and why so."""
    person = a(box.names[action.a])
    if action.c:
        return say("As chief, {who} makes everybody beside stronger.", who=person)
    if DOINGS[action.b] == "manage":
        return say("The pictograms match: {who} brings in what the place has.", who=person)
    if DOINGS[action.b] == "recruit":
        return say("Somebody worth having waits there, and {who} can talk.", who=person)
    return say("The strength of this one tips the scales there: {who}.", who=person)


def bid(view: View, box: Box, action: Action) -> Say:
    """Why so many tokens."""
    name = traffic(box.traffics[action.a])
    if action.b == 0:
        return say("Keep your {traffic} for a turn in which it wins.", traffic=name)
    if view.leaders[action.a][0] == view.seat:
        return say("You lead {traffic}: a few tokens keep the marker climbing.", traffic=name)
    return say("Enough to take {traffic}, if the others are thrifty.", traffic=name)


def recruit(box: Box, character: int) -> Say:
    """Why that recruit."""
    if box.mercenary[character]:
        return say("A mercenary has a trick the others have not: {who}.", who=a(box.names[character]))
    best = max(range(box.kinds), key=lambda k: box.icons[character * box.kinds + k])
    if box.icons[character * box.kinds + best] > 1:
        return say("Nobody manages {traffic} better.", traffic=traffic(box.traffics[best]))
    if box.attack[character] >= 4:
        return say("Fists like these win places: {who}.", who=a(box.names[character]))
    return say("One more pair of hands every turn.")
