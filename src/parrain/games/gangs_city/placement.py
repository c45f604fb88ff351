"""Section 4: who may be laid where and how, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.event import Event
from parrain.core.say import Seat
from parrain.games.gangs_city.components import DOINGS, FIGHT, GUN, MANAGE, RECRUIT, SHOWDOWN
from parrain.games.gangs_city.marks import CHIEF, SPY
from parrain.games.gangs_city.words.naming import doing, site
from parrain.games.gangs_city.words.naming import spot as spot_words
from parrain.games.gangs_city.words.naming import who as who_words

if TYPE_CHECKING:
    from parrain.games.gangs_city.rules import State


def fighters_at(state: State, seat: int, spot: int) -> int:
    """The types that can fight on a spot: defenders on one's own place, attackers elsewhere (GC 4.6)."""
    box = state.table
    if spot < box.on_place and state.owner[spot // 6] == seat:
        return box.defenders
    return box.attackers


def spare(state: State, seat: int) -> int:
    """The types in hand that are free to go anywhere: the last one that can join a lone showdown tile is not (GC 4.15)."""
    mask = state.mask[seat]
    alone = state.alone[seat]
    if alone < 0:
        return mask
    able = mask & fighters_at(state, seat, alone)
    count = 0
    start = seat * state.table.types
    for t in range(state.table.types):
        if able >> t & 1:
            count += state.hand[start + t]
    return mask & ~able if count == 1 else mask


def options(state: State, seat: int, spot: int) -> tuple[int, int, int]:
    """What may be laid on a spot: types that fight there (or manage), types that recruit, showdown sides (0, 1 gun, 3 both)."""
    box = state.table
    free = spare(state, seat)
    held = state.showdown[seat]
    if spot >= box.on_pile:
        if state.left[spot - box.on_pile] <= 0:
            return (0, 0, 0)
        fight = (state.mask[seat] if state.alone[seat] == spot else free) & box.attackers
        return (fight, 0, 1 if held and (fight or state.crowd[seat * 2 + spot - box.on_pile]) else 0)
    if spot >= box.on_place:
        place = spot - box.on_place
        return (free & box.managers[place] if state.owner[place] == seat else 0, 0, 0)
    h = state.city.hex_of[spot]
    if h < 0:
        return (0, 0, 0)
    stack = state.stack[h]
    if stack < 0:
        fight = free & fighters_at(state, seat, spot)
        return (fight, free & box.recruiters, 3 if held and fight else 0)
    if stack >> 4 != spot or stack & 7 != seat:
        return (0, 0, 0)
    if stack & 8:
        return (0, free & box.recruiters, 0)
    fight = (state.mask[seat] if state.alone[seat] == spot else free) & fighters_at(state, seat, spot)
    return (fight, 0, 3 if held else 0)


def where(state: State, seat: int) -> tuple[Action, ...]:
    """Every spot on which the seat may lay something; passing when no character can be laid (GC 4.2, GC 4.3, GC 4.16)."""
    box = state.table
    free = spare(state, seat)
    attack = free & box.attackers
    defence = free & box.defenders
    recruit = free & box.recruiters
    found: list[Action] = []
    able = False
    city = state.city
    stack = state.stack
    owner = state.owner
    anywhere = (attack or recruit) and (defence or recruit)
    for h in range(len(stack)):
        held = stack[h]
        if held < 0:
            if anywhere:
                found += city.hex_actions[h]
                able = True
            elif attack or defence:
                for spot in city.hexes[h]:
                    if defence if owner[spot // 6] == seat else attack:
                        found.append(box.at_actions[spot])
                        able = True
        elif held & 7 == seat:
            spot = held >> 4
            fight, second, showdown = options(state, seat, spot)
            if fight or second or showdown:
                found.append(box.at_actions[spot])
                able = able or fight != 0 or second != 0
    for place in range(box.places):
        if owner[place] == seat and free & box.managers[place]:
            found.append(box.at_actions[box.on_place + place])
            able = True
    for i in range(2):
        if state.left[i] > 0:
            fight, second, showdown = options(state, seat, box.on_pile + i)
            if fight or showdown:
                found.append(box.at_actions[box.on_pile + i])
                able = able or fight != 0
    if not able:
        found.append(box.pass_action)
    return tuple(found)


def character_fits(state: State, seat: int) -> bool:
    """Whether any character of the seat can be laid anywhere (GC 4.3)."""
    actions = where(state, seat)
    return actions[-1] is not state.table.pass_action


def sends(state: State, seat: int, spot: int) -> tuple[Action, ...]:
    """Who may be laid on the spot the seat has named, and how (GC 4.4)."""
    box = state.table
    fight, second, showdown = options(state, seat, spot)
    manage = box.on_place <= spot < box.on_pile
    return box.legal_sends(fight, second, manage, state.chief[seat] == 0, showdown)


def name_spot(state: State, seat: int, spot: int) -> None:
    """The first step of a placement: where (GC 4.4)."""
    fight, second, showdown = options(state, seat, spot)
    if fight == 0 and second == 0 and showdown == 0:
        raise why_not_there(state, seat, spot)
    state.half_spot = spot


def why_not_there(state: State, seat: int, spot: int) -> IllegalAction:
    """The rule that keeps a seat from laying anything on a spot."""
    box = state.table
    if spot >= box.on_pile:
        if state.left[spot - box.on_pile] <= 0:
            return IllegalAction("GC 4.20", "There is no such pile any more: nothing can be laid there.")
        return nobody_free(
            state,
            seat,
            IllegalAction("GC 4.12", "On a pile only characters that attack can be laid, and you have none to spare."),
        )
    if spot >= box.on_place:
        return why_not_manage(state, seat, spot - box.on_place)
    place = spot // 6
    name = site(box.place_names[place])
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
            "GC 4.7", "{seat}'s stack at {spot} fills this whole hex: no other side that borders it can be used.",
            seat=Seat(stack & 7), spot=spot_words(box.spot_names[stack >> 4]),
        )  # fmt: skip
    if stack >= 0 and stack & 8:
        return nobody_free(
            state, seat, IllegalAction("GC 4.8", "Your stack there recruits, and nobody free in your hand can recruit.")
        )
    if stack >= 0:
        return nobody_free(
            state,
            seat,
            IllegalAction("GC 4.8", "Your stack there fights, and nobody free in your hand can fight there."),
        )
    return nobody_free(state, seat, IllegalAction("GC 4.9", "Nobody free in your hand can do anything there."))


def nobody_free(state: State, seat: int, otherwise: IllegalAction) -> IllegalAction:
    """Nobody can go: because the last one must join the showdown tile (GC 4.15), because none is left (GC 4.16), or as said."""
    if state.alone[seat] >= 0 and spare(state, seat) != state.mask[seat]:
        return must_join(state, seat)
    if state.inhand[seat] == 0:
        return IllegalAction(
            "GC 4.14", "Only your showdown tile is left, and it goes where characters of yours fight; or pass."
        )
    return otherwise


def must_join(state: State, seat: int) -> IllegalAction:
    """The showdown tile may not stay alone (GC 4.15)."""
    spot = spot_words(state.table.spot_names[state.alone[seat]])
    return IllegalAction(
        "GC 4.15",
        "Your showdown tile stands alone at {spot}: your last character must join it there, fighting.",
        spot=spot,
    )


def why_not_manage(state: State, seat: int, place: int) -> IllegalAction:
    """The rule that keeps a seat from managing a place (GC 4.10, GC 4.11)."""
    box = state.table
    name = site(box.place_names[place])
    if state.cell[place] < 0:
        return IllegalAction("GC 4.5", "Not in the city yet: {place}.", place=name)
    if state.owner[place] != seat:
        return IllegalAction("GC 4.10", "Only its owner can put managers on {place}: use one of the sides.", place=name)
    if state.mask[seat] & box.managers[place]:
        return must_join(state, seat)
    return nobody_free(state, seat, IllegalAction("GC 4.11", "Nobody in your hand can manage a traffic of this place."))


def order(state: State, seat: int, action: Action) -> None:
    """The second step of a placement: who and how; the Spy may then look (GC 4.4, GC 8.5)."""
    if action.kind == SHOWDOWN:
        check_showdown(state, seat, action.a)
        state.half_what = action.id
        finish(state, seat, -1)
        return
    check_send(state, seat, action)
    state.half_what = action.id
    if action.a == state.has[SPY] and targets_of_look(state, seat, state.half_spot):
        return
    finish(state, seat, -1)


def check_showdown(state: State, seat: int, side: int) -> None:
    """Whether the showdown tile may be laid on the named spot with that side (GC 4.14, GC 4.17)."""
    box = state.table
    spot = state.half_spot
    if not state.showdown[seat]:
        raise IllegalAction("GC 2.3", "Your showdown tile is already on the city; you have only one.")
    showdown = options(state, seat, spot)[2]
    if showdown == 3 or (showdown == 1 and side == GUN):
        return
    if showdown == 1:
        raise IllegalAction("GC 4.17", "On a pile the showdown tile is always a big calibre.")
    if box.on_place <= spot < box.on_pile:
        raise IllegalAction("GC 4.14", "The showdown tile goes where characters fight, never on the place itself.")
    if spot < box.on_place and state.stack[state.city.hex_of[spot]] >= 0:
        raise IllegalAction("GC 4.14", "The showdown tile cannot go with characters who recruit.")
    raise IllegalAction(
        "GC 4.14", "The showdown tile would stay alone: nobody in your hand could join it there, fighting."
    )


def check_send(state: State, seat: int, action: Action) -> None:
    """Whether that character may be laid on the named spot with that order, as chief or not."""
    box = state.table
    spot = state.half_spot
    who, do = action.a, action.b
    name = box.names[who]
    if not state.mask[seat] >> who & 1:
        raise IllegalAction("GC 4.2", "Not in your hand: {who}.", who=who_words(name))
    if action.c and state.chief[seat]:
        raise IllegalAction("GC 4.13", "You have already named your chief this turn.")
    fight, second, _ = options(state, seat, spot)
    manage = box.on_place <= spot < box.on_pile
    if do == (MANAGE if manage else FIGHT) and fight >> who & 1:
        return
    if do == RECRUIT and second >> who & 1:
        return
    raise why_not_so(state, seat, who, do, name)


def why_not_so(state: State, seat: int, who: int, do: int, name: str) -> IllegalAction:
    """The rule that keeps a character from that order on the named spot."""
    box = state.table
    spot = state.half_spot
    if spot >= box.on_pile and do != FIGHT:
        return IllegalAction("GC 4.12", "On a pile the action is always an attack.")
    if spot >= box.on_place and spot < box.on_pile:
        if do != MANAGE:
            return IllegalAction(
                "GC 4.10", "On a place itself characters only manage; fighting and recruiting happen on its sides."
            )
        if box.mercenary[who]:
            return IllegalAction("GC 4.11", "A mercenary manages no traffic.")
        if not box.managers[spot - box.on_place] >> who & 1:
            return IllegalAction(
                "GC 4.11",
                "Of the traffics of this place there is none that this one can manage: {who}.",
                who=who_words(name),
            )
        return must_join(state, seat)
    if do == MANAGE:
        return IllegalAction("GC 4.10", "Traffics are managed on a place of your own, not on a side.")
    able = box.recruiters if do == RECRUIT else fighters_at(state, seat, spot)
    if not able >> who & 1:
        return IllegalAction("GC 4.9", "There is no such action on this tile: {who}.", who=who_words(name))
    stack = state.stack[state.city.hex_of[spot]] if spot < box.on_place else -1
    if stack >= 0 and (stack >> 3 & 1) != do:
        return IllegalAction(
            "GC 4.8",
            "All tiles of a stack do the same; yours there is to {doing}.",
            doing=doing(DOINGS[stack >> 3 & 1]),
        )
    return must_join(state, seat)


def targets_of_look(state: State, seat: int, spot: int) -> list[int]:
    """The face-down tiles of opponents around the spot's place, on it, or on the spot's pile (GC 8.5)."""
    around = state.table.site_of[spot]
    return [
        i
        for i in range(len(state.laid_spot))
        if state.table.site_of[state.laid_spot[i]] == around and state.laid_seat[i] != seat
    ]


def looks(state: State, seat: int) -> tuple[Action, ...]:
    """What the Spy may look at, or nothing, or another order after all (GC 8.5)."""
    box = state.table
    tiles = targets_of_look(state, seat, state.half_spot)
    return (box.look_actions[0], *[box.look_actions[i + 1] for i in tiles], box.back_action)


def look(state: State, seat: int, action: Action) -> None:
    """The third step of placing the Spy (GC 8.5)."""
    if action.a >= 0 and action.a not in targets_of_look(state, seat, state.half_spot):
        raise IllegalAction(
            "GC 8.5",
            "The Spy looks at a face-down tile of an opponent where she stands, and there is none with that number.",
        )
    finish(state, seat, action.a)


def finish(state: State, seat: int, looked: int) -> None:
    """The placement is done: the tile lies on the city, and the others see where (GC 4.2, GC 4.13)."""
    box = state.table
    action = box.actions[state.half_what]
    spot = state.half_spot
    state.half_spot = -1
    state.half_what = -1
    if action.kind == SHOWDOWN:
        what, do, chief = box.showdown, action.a, 0
        state.showdown[seat] = 0
    else:
        what, do, chief = action.a, action.b, action.c
        state.leave_hand(seat, what)
    lay(state, seat, what, spot, do, chief, looked)
    if state.log is not None:
        tell_placed(state, seat)
    if looked >= 0:
        state.seen[looked] |= 1 << seat
        state.reveals += 1
    state.next_to_place()


def lay(state: State, seat: int, what: int, spot: int, do: int, chief: int, looked: int) -> None:
    """Put a tile on the city and keep account of stacks, piles and lone showdown tiles."""
    box = state.table
    state.laid_seat.append(seat)
    state.laid_what.append(what)
    state.laid_spot.append(spot)
    state.laid_do.append(do)
    state.laid_mark.append(CHIEF if chief else 0)
    state.laid_look.append(looked)
    state.seen.append(0)
    state.placed[seat] += 1
    if chief:
        state.chief[seat] = 1
    if what == box.showdown:
        if not accompanied(state, seat, spot):
            state.alone[seat] = spot
    elif state.alone[seat] == spot:
        state.alone[seat] = -1
    if spot >= box.on_pile:
        if what != box.showdown:
            state.crowd[seat * 2 + spot - box.on_pile] += 1
    elif spot < box.on_place:
        state.stack[state.city.hex_of[spot]] = spot << 4 | (8 if do == RECRUIT else 0) | seat


def accompanied(state: State, seat: int, spot: int) -> bool:
    """Whether a character of the seat already lies on that spot."""
    for i in range(len(state.laid_spot)):
        if state.laid_spot[i] == spot and state.laid_seat[i] == seat and state.laid_what[i] != state.table.showdown:
            return True
    return False


def tell_placed(state: State, seat: int) -> None:
    """Everybody hears where; the owner what; with a look, the looker what he saw (GC 9.1)."""
    assert state.log is not None
    box = state.table
    i = len(state.laid_seat) - 1
    shown = {
        "seat": seat,
        "tile": i + 1,
        "spot": box.spot_names[state.laid_spot[i]],
        "chief": state.laid_mark[i] == CHIEF,
    }
    state.log.append(Event("place", shown, {"who": state.tile_name(i), "do": state.doing(i)}, (seat,)))
    seen = state.laid_look[i]
    if seen >= 0:
        told = {
            "seat": seat,
            "tile": seen + 1,
            "owner": state.laid_seat[seen],
            "spot": box.spot_names[state.laid_spot[seen]],
        }
        state.log.append(Event("look", told, {"who": state.tile_name(seen), "do": state.doing(seen)}, (seat,)))


def misplaced(repeated: bool, fighters: bool) -> tuple[bool, int]:
    """The rulebook's table for a misplaced showdown tile: whether it counts, and the points it costs (GC 4.18)."""
    if fighters:
        return (not repeated, 0)
    return (False, 1 if repeated else 0)


def after_misplacing(score: int, repeated: bool, fighters: bool) -> int:
    """A score after the table has been applied; never below 0 (GC 4.18)."""
    return max(0, score - misplaced(repeated, fighters)[1])
