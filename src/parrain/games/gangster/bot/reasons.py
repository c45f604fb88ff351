"""Why a sensible player of Gangster would make a choice, in words."""

from __future__ import annotations

from typing import Final

from parrain.core.action import Action
from parrain.core.say import Say, say
from parrain.games.gangster import actions as a
from parrain.games.gangster.components import Box
from parrain.games.gangster.view import View

REASONS: Final[dict[int, Say]] = {
    a.BUMP: say("Their place is better than yours, and they can have yours."),
    a.GUN: say("Fewer of them next door, and you need not even get out."),
    a.GRAB: say("This one weighs most in the coming scoring."),
    a.SINK: say("Whoever stays for lunch never comes back to outnumber you."),
    a.KEEP: say("Whoever is in the trunk can still be of use somewhere."),
    a.PLAY: say("This clan has the better thing to do now."),
    a.BACK: say("On second thoughts, no."),
}


def reason(view: View, box: Box, action: Action) -> Say:
    """Why a sensible player would choose this."""
    if action.kind == a.DRIVE:
        return drive_reason(view, box, action.b)
    if action.kind in (a.UNLOAD, a.UNLOAD_TWO):
        return unload_reason(view, box, action)
    if action.kind == a.LOAD:
        return load_reason(view, box, action.a)
    if action.kind == a.EQUIP:
        return say("Of what lies on the quay, {equipment} helps you most.", equipment=box.the_kind[action.a])
    return REASONS[action.kind]


def drive_reason(view: View, box: Box, place: int) -> Say:
    """What the place one drives to has to offer."""
    if place == box.port:
        return say("The quay has equipment for you.")
    name, title = box.names[place], box.titles[place]
    squares = view.squares[view.districts.index(name)] if name in view.districts else ()
    if name in view.doubles:
        return say("{place} pays double this round.", place=title)
    if not any(squares):
        return say("Nobody is in {place}: the first to come is first in line.", place=box.place_terms[place])
    return say("{place} is where your next gangster counts most.", place=box.place_terms[place])


def unload_reason(view: View, box: Box, action: Action) -> Say:
    """What one more gangster does here."""
    place = view.cars[view.colours.index(view.colour)] if view.colour in view.colours else ""
    if place not in view.districts:
        return say("One more gangster on the street.")
    title = box.place_terms[box.number_of[place]]
    if action.kind == a.UNLOAD and box.clan_names[action.a] != view.colour:
        return say("He does you little harm here, and your trunk is free again.")
    squares = view.squares[view.districts.index(place)]
    mine = squares.count(view.colour)
    most = max([squares.count(colour) for colour in view.colours if colour != view.colour])
    if mine + 1 > most >= mine:
        return say("You take the lead in {place}.", place=title)
    if mine > most:
        return say("Your lead in {place} is safer.", place=title)
    return say("You come closer in {place}, and a higher rank breaks ties.", place=title)


def load_reason(view: View, box: Box, square: int) -> Say:
    """Whom one takes along, and why."""
    place = view.cars[view.colours.index(view.colour)] if view.colour in view.colours else ""
    squares = view.squares[view.districts.index(place)] if place in view.districts else ()
    if square < len(squares) and squares[square] == view.colour:
        return say("This one is worth more somewhere else.")
    return say("One less of theirs in {place}.", place=box.place_terms[box.number_of[place]] if place else "")
