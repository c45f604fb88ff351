"""Why a choice is not legal: the rule that forbids it, and a sentence that says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.refusals import usual_refusal
from parrain.core.say import Seat
from parrain.games.gangs_city import actions as kinds
from parrain.games.gangs_city.actions import FIGHT, MANAGE, ORDERS, RECRUIT
from parrain.games.gangs_city.components import names
from parrain.games.gangs_city.rules import PHASES
from parrain.games.gangs_city.rules.building import cell_beside
from parrain.games.gangs_city.rules.gunfight import wears_vest
from parrain.games.gangs_city.rules.placement import fighters_at, options, spare
from parrain.games.gangs_city.state import MOLE, SETUP, WALL, StateData
from parrain.games.gangs_city.state.city import may_build_at_setup


def refusal(state: StateData, player: int, action: Action) -> IllegalAction:
    """The rule that forbids this choice now."""
    rule = "GC 7.6" if state.is_over else PHASES[state.phase].rule
    usual = usual_refusal(state, player, action, "GC 4.4", "GC 7.6", rule)
    if usual is not None:
        return usual
    kind, why_not = WHY_NOT[state.phase]
    if kind not in (-1, action.kind):
        return IllegalAction(rule, "{what}", what=PHASES[state.phase].asks)
    return why_not(state, player, action)


# -- building ----------------------------------------------------------------------------------------------


def why_not_build(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule that forbids building there (GC 3.7, GC 7.1)."""
    box = state.box
    city = state.city
    rule = "GC 3.7" if state.phase == SETUP else "GC 7.1"
    there = cell_beside(state, action)
    name = names.site(box, box.site_names[action.a])
    if there < 0:
        return IllegalAction(rule, "Not in the city, so nothing can be built beside it: {site}.", site=name)
    if there in city.build_cells:
        if state.phase == SETUP and not may_build_at_setup(box, city, there, state.cell, state.left):
            return IllegalAction(rule, "That would surround something on all six sides, which set-up forbids.")
        text = city.builds[city.build_cells.index(there)].text[6:]
        return IllegalAction(rule, "That hex goes by another name, “build {name}”: choose that.", name=text)
    return IllegalAction(rule, "Something already lies on that side of {site}.", site=name)


# -- placement ---------------------------------------------------------------------------------------------


def why_not_lead(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule about who may begin (GC 4.1)."""
    return IllegalAction("GC 4.1", "There are only {players} players at this table.", players=state.players)


def why_not_place(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule that forbids a step of a placement."""
    kind = action.kind
    if state.half_spot < 0:
        if kind == kinds.AT:
            return why_not_there(state, seat, action.a)
        if kind == kinds.PASS:
            return IllegalAction("GC 4.16", "You may pass only when none of your characters can be laid anywhere.")
        return IllegalAction("GC 4.4", "{what}", what=PHASES[state.phase].asks)
    if state.half_what < 0:
        if kind == kinds.SHOWDOWN:
            return why_not_showdown(state, seat)
        if kind == kinds.SEND:
            return why_not_send(state, seat, action)
        return IllegalAction("GC 4.4", "You have said where: now say who goes there and how, or choose again.")
    if kind == kinds.LOOK:
        return IllegalAction(
            "GC 8.5",
            "The Spy looks at a face-down tile of an opponent where she stands, and there is none with that number.",
        )
    return IllegalAction("GC 8.5", "Say which tile the Spy looks at, or nowhere, or choose again.")


def why_not_there(state: StateData, seat: int, spot: int) -> IllegalAction:
    """The rule that keeps a seat from laying anything on a spot."""
    box = state.box
    if spot >= box.on_pile:
        if state.left[spot - box.on_pile] <= 0:
            return IllegalAction("GC 4.20", "There is no such pile any more: nothing can be laid there.")
        return nobody_free(
            state,
            seat,
            box.attackers,
            IllegalAction("GC 4.12", "On a pile only characters that attack can be laid, and you have none to spare."),
        )
    if spot >= box.on_place:
        return why_not_manage(state, seat, spot - box.on_place)
    place = spot // 6
    name = names.site(box, box.place_names[place])
    if state.cell[place] < 0:
        return IllegalAction("GC 4.5", "Not in the city yet: {place}.", place=name)
    h = state.city.hex_of[spot]
    if h < 0:
        if state.city.surrounded(place):
            return IllegalAction("GC 4.19", "Surrounded on all six sides: nobody can get at {place}.", place=name)
        return IllegalAction(
            "GC 4.5", "Something lies against this side of {place}: choose a side that is free.", place=name
        )
    stack = state.stack[h]
    if stack >= 0 and (stack & 7 != seat or stack >> 4 != spot):
        return IllegalAction(
            "GC 4.7",
            "{seat}'s stack at {spot} fills this whole hex: no other side that borders it can be used.",
            seat=Seat(stack & 7),
            spot=names.spot(box, box.spot_names[stack >> 4]),
        )
    fighters = fighters_at(state, seat, spot)
    if stack < 0:
        able = fighters | box.recruiters
        why = IllegalAction("GC 4.9", "Nobody free in your hand can do anything there.")
    elif stack & 8:
        able = box.recruiters
        why = IllegalAction("GC 4.8", "Your stack there recruits, and nobody free in your hand can recruit.")
    else:
        able = fighters
        why = IllegalAction("GC 4.8", "Your stack there fights, and nobody free in your hand can fight there.")
    return nobody_free(state, seat, able, why)


def nobody_free(state: StateData, seat: int, able: int, otherwise: IllegalAction) -> IllegalAction:
    """Nobody can go: who is `able` must join the showdown tile (GC 4.15), none is left (GC 4.16), or as given."""
    if state.mask[seat] & ~spare(state, seat) & able:
        return must_join(state, seat)
    if state.inhand[seat] == 0:
        return IllegalAction(
            "GC 4.14", "Only your showdown tile is left, and it goes where characters of yours fight; or pass."
        )
    return otherwise


def must_join(state: StateData, seat: int) -> IllegalAction:
    """The showdown tile may not stay alone (GC 4.15)."""
    return IllegalAction(
        "GC 4.15",
        "Your showdown tile stands alone at {spot}: the last of yours who can must join it there, fighting.",
        spot=names.spot(state.box, state.box.spot_names[state.alone[seat]]),
    )


def why_not_manage(state: StateData, seat: int, place: int) -> IllegalAction:
    """The rule that keeps a seat from managing a place (GC 4.10, GC 4.11)."""
    box = state.box
    name = names.site(box, box.place_names[place])
    if state.cell[place] < 0:
        return IllegalAction("GC 4.5", "Not in the city yet: {place}.", place=name)
    if state.owner[place] != seat:
        return IllegalAction("GC 4.10", "Only its owner can put managers on {place}: use one of the sides.", place=name)
    why = IllegalAction("GC 4.11", "Nobody in your hand can manage a racket of this place.")
    return nobody_free(state, seat, box.managers[place], why)


def why_not_showdown(state: StateData, seat: int) -> IllegalAction:
    """The rule that keeps the showdown tile from the named spot (GC 4.14, GC 4.17)."""
    box = state.box
    spot = state.half_spot
    if not state.showdown[seat]:
        return IllegalAction("GC 2.3", "Your showdown tile is already in the city; you have only one.")
    if options(state, seat, spot)[2] == 1:
        return IllegalAction("GC 4.17", "On a pile the showdown tile is always a big calibre.")
    if box.on_place <= spot < box.on_pile:
        return IllegalAction("GC 4.14", "The showdown tile goes where characters fight, never on the place itself.")
    if spot < box.on_place and state.stack[state.city.hex_of[spot]] >= 0:
        return IllegalAction("GC 4.14", "The showdown tile cannot go with characters who recruit.")
    return IllegalAction(
        "GC 4.14", "The showdown tile would stay alone: nobody in your hand could join it there, fighting."
    )


def why_not_send(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule that keeps a character from that order on the named spot, or from being the chief."""
    box = state.box
    spot = state.half_spot
    who, do = action.a, action.b
    name = names.who(box, box.names[who])
    if not state.mask[seat] >> who & 1:
        return IllegalAction("GC 4.2", "Not in your hand: {who}.", who=name)
    if action.c and state.chief[seat]:
        return IllegalAction("GC 4.13", "You have already named your chief this turn.")
    if spot >= box.on_pile and do != FIGHT:
        return IllegalAction("GC 4.12", "On a pile the action is always an attack.")
    if box.on_place <= spot < box.on_pile:
        if do != MANAGE:
            return IllegalAction(
                "GC 4.10", "On a place itself characters only manage; fighting and recruiting happen on its sides."
            )
        if box.mercenary[who]:
            return IllegalAction("GC 4.11", "A mercenary manages no racket.")
        if not box.managers[spot - box.on_place] >> who & 1:
            return IllegalAction(
                "GC 4.11", "Of the rackets of this place there is none that this one can manage: {who}.", who=name
            )
        return must_join(state, seat)
    if do == MANAGE:
        return IllegalAction("GC 4.10", "Rackets are managed on a place of your own, not on a side.")
    able = box.recruiters if do == RECRUIT else fighters_at(state, seat, spot)
    if not able >> who & 1:
        return IllegalAction("GC 4.9", "There is no such action on this tile: {who}.", who=name)
    stack = state.stack[state.city.hex_of[spot]] if spot < box.on_place else -1
    if stack >= 0 and (stack >> 3 & 1) != do:
        doing = names.doing(ORDERS[stack >> 3 & 1])
        return IllegalAction("GC 4.8", "All tiles of a stack do the same; yours there: {doing}.", doing=doing)
    return must_join(state, seat)


# -- bids and traffics -------------------------------------------------------------------------------------


def why_not_bid(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule that forbids a bid (GC 5.1)."""
    box = state.box
    kind = state.bid_at[seat]
    name = names.traffic(box, box.traffics[kind])
    if action.a != kind:
        return IllegalAction("GC 5.1", "You are asked for {traffic} now.", traffic=name)
    held = state.stock[seat * box.kinds + kind]
    return IllegalAction("GC 5.1", "Of {traffic} you hold only: {held}.", held=held, traffic=name)


def why_not_mole(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule that keeps the Mole from an action (GC 4.9)."""
    name = names.who(state.box, state.box.names[state.has[MOLE]])
    return IllegalAction("GC 4.9", "There is no such action on this tile: {who}.", who=name)


# -- sites -------------------------------------------------------------------------------------------------


def why_not_resolve(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule that keeps a site from being resolved (GC 6.1)."""
    name = names.at(state.box, state.box.site_names[action.a])
    return IllegalAction("GC 6.1", "Nothing is left to resolve {at}.", at=name)


def why_not_shoot(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule that keeps a tile from being shot (GC 6.3, GC 6.4, GC 8.3)."""
    i = action.a
    if i not in state.here:
        return IllegalAction("GC 6.3", "There is no tile with that number on this place.")
    if state.laid_seat[i] == seat:
        return IllegalAction("GC 6.3", "That one is yours: a big calibre is for the others.")
    if state.laid_do[i] == RECRUIT:
        name = names.who(state.box, state.tile_name(i))
        return IllegalAction("GC 6.4", "This one recruits, and only fighters can be shot: {who}.", who=name)
    if state.laid_do[i] != FIGHT:
        return IllegalAction("GC 6.3", "A showdown tile cannot be shot: name a character.")
    if wears_vest(state, state.laid_seat[i]):
        return IllegalAction("GC 6.4", "A vest protects all fighters of that gang here.")
    assert state.laid_what[i] == state.has[WALL]
    return IllegalAction("GC 8.3", "The Wall cannot be named by a big calibre.")


def why_not_pin(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule about whom the Sharpshooter pins (GC 8.8)."""
    return IllegalAction(
        "GC 8.8", "The Sharpshooter pins down one of the weakest opposing fighters; that one is not among them."
    )


def why_not_take(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule that keeps a character from being recruited (GC 6.13)."""
    box = state.box
    name = names.who(box, box.names[action.a])
    if action.a not in state.recruits[state.site]:
        where = names.at(box, box.place_names[state.site])
        return IllegalAction("GC 6.13", "Nobody of that kind can be recruited {at}: {who}.", who=name, at=where)
    return IllegalAction(
        "GC 6.13",
        "The cost is {cost}, and you recruit here with {total}: {who}.",
        who=name,
        cost=state.costs[action.a],
        total=state.budget,
    )


def why_not_release(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule that keeps a character from being replaced (GC 6.14)."""
    if action.b >= 0:
        return IllegalAction("GC 6.14", "You have no character in the city with that number to release.")
    name = names.who(state.box, state.box.names[action.a])
    if state.newcomer == action.a:
        return IllegalAction("GC 6.14", "Only just recruited, so somebody else must be replaced: {who}.", who=name)
    return IllegalAction("GC 6.14", "Not in your hand: {who}.", who=name)


def why_not_forge(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule about what the Forger takes (GC 8.9)."""
    return IllegalAction("GC 8.9", "The Forger takes a token of a racket of this place, if the supply has one.")


def why_not_return(state: StateData, seat: int, action: Action) -> IllegalAction:
    """The rule that keeps a character from being put on a place (GC 7.4)."""
    name = names.site(state.box, state.box.place_names[action.a])
    if state.cell[action.a] < 0:
        return IllegalAction("GC 7.4", "Not in the city yet: {place}.", place=name)
    return IllegalAction("GC 7.4", "Surrounded on all six sides: nobody can be put on {place}.", place=name)


# By phase: the kind of action that answers it (-1 where there are several), and why one of that kind is refused.
WhyNot = Callable[[StateData, int, Action], IllegalAction]
WHY_NOT: Final[tuple[tuple[int, WhyNot], ...]] = (
    (kinds.BUILD, why_not_build),
    (kinds.LEAD, why_not_lead),
    (-1, why_not_place),
    (kinds.BID, why_not_bid),
    (kinds.MOLE, why_not_mole),
    (kinds.RESOLVE, why_not_resolve),
    (kinds.SHOOT, why_not_shoot),
    (kinds.PIN, why_not_pin),
    (kinds.TAKE, why_not_take),
    (kinds.RELEASE, why_not_release),
    (kinds.FORGE, why_not_forge),
    (kinds.BUILD, why_not_build),
    (kinds.RETURN, why_not_return),
)
