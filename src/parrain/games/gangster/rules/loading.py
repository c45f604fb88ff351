"""Unloading and loading, with the trunk, the bodyguard, the machine gun and the door (GA 7, GA 8, GA 13)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.games.gangster.actions import BACK, GRAB
from parrain.games.gangster.components import BODYGUARD, DOOR, EMPTY, MACHINE_GUN, TRUNK
from parrain.games.gangster.rules.turns import end_turn
from parrain.games.gangster.state import ACT, SQUARE, StateData, next_square


def has_room(state: StateData, clan: int) -> bool:
    """Whether the trunk takes another gangster; one aboard too many keeps it shut (GA 7.5, GA 13.3, GA 13.4)."""
    aboard = (state.trunk[2 * clan] != EMPTY) + (state.trunk[2 * clan + 1] != EMPTY)
    return aboard < (state.box.big_trunk_places if state.has(clan, TRUNK) else state.box.trunk_places)


def carries(state: StateData, clan: int, passenger: int) -> bool:
    """Whether a gangster of that colour is aboard (GA 7.2)."""
    if passenger == clan:
        return state.inside[clan] > 0
    return state.trunk[2 * clan] == passenger or state.trunk[2 * clan + 1] == passenger


def guarded(state: StateData, place: int, clan: int, gun: bool) -> bool:
    """Whether that clan's bodyguard watches over its gangsters here (GA 13.1, GA 13.2)."""
    return state.car[clan] == place and state.has(clan, BODYGUARD) and (state.guard or not gun)


def loadable(state: StateData, place: int, clan: int, gun: bool) -> int:
    """The squares of other clans, also a player's own second one, that are not guarded (GA 13.1, GA 13.2, GA 15.3)."""
    first = place * state.box.clans
    found = 0
    for other in state.order:
        squares = state.where[first + other]
        if squares and other != clan and not guarded(state, place, other, gun):
            found |= squares
    return found


def targets(state: StateData, clan: int) -> int:
    """The districts next door where the machine gun finds somebody, as bits (GA 13.8)."""
    near = state.next_to(state.car[clan])
    found = 0
    for place in range(state.box.port):
        if near >> place & 1 and loadable(state, place, clan, True):
            found |= 1 << place
    return found


def second_square(state: StateData, place: int, clan: int, first: int) -> int:
    """The square that a second gangster takes after the first, or -1 (GA 13.10)."""
    mine = state.where[place * state.box.clans + clan]
    return next_square(state.occupied(place) | 1 << first, mine | 1 << first, state.size[place], state.any_clan)


def unloadings(state: StateData, clan: int) -> int:
    """Who can be unloaded in this district, as bits of the box's deeds (GA 7.3, GA 13.10)."""
    box = state.box
    place = state.car[clan]
    found = 0
    if state.inside[clan]:
        square = state.open_square(place, clan)
        if square >= 0:
            found = 1 << (box.unload_bit + clan)
            if state.inside[clan] > 1 and state.has(clan, DOOR) and second_square(state, place, clan, square) >= 0:
                found |= 1 << box.unload_two_bit
    for slot in range(2 * clan, 2 * clan + 2):
        captive = state.trunk[slot]
        if captive != EMPTY and state.open_square(place, captive) >= 0:
            found |= 1 << (box.unload_bit + captive)
    return found


def loadings(state: StateData, clan: int) -> int:
    """Who can be loaded here, and where the machine gun can point, as bits of the box's deeds (GA 7.4, GA 13.8)."""
    box = state.box
    place = state.car[clan]
    squares = state.where[place * box.clans + clan]
    found = 0
    if has_room(state, clan):
        squares |= loadable(state, place, clan, False)
        if state.has(clan, MACHINE_GUN):
            found = targets(state, clan) << box.gun_bit
    return found | squares << box.load_bit


def unload(state: StateData, player: int, action: Action) -> None:
    """Put one gangster down: one's own from inside, another from the trunk (GA 7.1 to GA 7.3, GA 7.6)."""
    clan, passenger = state.clan, action.a
    place = state.car[clan]
    aboard = place != state.box.port and carries(state, clan, passenger)
    square = state.open_square(place, passenger) if aboard else -1
    if square < 0:
        raise state.refusal(player, action)
    if passenger == clan:
        state.inside[clan] -= 1
    else:
        slot = 2 * clan
        if state.trunk[slot] == passenger:
            state.trunk[slot] = state.trunk[slot + 1]
        state.trunk[slot + 1] = EMPTY
    stand(state, place, passenger, square)
    end_turn(state)


def unload_two(state: StateData, player: int, action: Action) -> None:
    """The door: two of one's own, the second judged after the first (GA 13.10)."""
    clan = state.clan
    place = state.car[clan]
    ready = state.has(clan, DOOR) and place != state.box.port and state.inside[clan] > 1
    first = state.open_square(place, clan) if ready else -1
    second = second_square(state, place, clan, first) if first >= 0 else -1
    if second < 0:
        raise state.refusal(player, action)
    state.inside[clan] -= 2
    stand(state, place, clan, first)
    stand(state, place, clan, second)
    end_turn(state)


def stand(state: StateData, place: int, clan: int, square: int) -> None:
    """A gangster takes a square."""
    box = state.box
    state.where[place * box.clans + clan] |= 1 << square
    if state.log is not None:
        put = {"gangster": box.clan_names[clan], "district": box.names[place], "square": square + 1}
        state.tell("unload", put)


def load(state: StateData, player: int, action: Action) -> None:
    """Take one gangster aboard from a square of this district (GA 7.1, GA 7.4, GA 7.5)."""
    place = state.car[state.clan]
    if place == state.box.port or not loadings(state, state.clan) >> (state.box.load_bit + action.a) & 1:
        raise state.refusal(player, action)
    take_aboard(state, place, action.a)


def take_aboard(state: StateData, place: int, square: int) -> None:
    """One's own gangster gets in, another goes into the trunk (GA 7.2)."""
    box, clan = state.box, state.clan
    taken = state.on_square(place, square)
    state.where[place * box.clans + taken] &= ~(1 << square)
    if taken == clan:
        state.inside[clan] += 1
    else:
        state.trunk[2 * clan + (1 if state.trunk[2 * clan] != EMPTY else 0)] = taken
    if state.log is not None:
        got = {"gangster": box.clan_names[taken], "district": box.names[place], "square": square + 1}
        state.tell("load", got)
    end_turn(state)


def aim(state: StateData, player: int, action: Action) -> None:
    """The machine gun: first the district (GA 13.8, GA 13.9)."""
    clan, place = state.clan, action.a
    ready = state.has(clan, MACHINE_GUN) and state.car[clan] != state.box.port and has_room(state, clan)
    if not ready or not targets(state, clan) >> place & 1:
        raise state.refusal(player, action)
    state.target = place
    state.phase = SQUARE


def grabs(state: StateData, player: int) -> tuple[Action, ...]:
    """The squares that the machine gun can empty, or back (GA 13.8, GA 16.2)."""
    found = state.box.grabs_of(loadable(state, state.target, state.clan, True))
    return found + state.box.back_only if state.back else found


def grab(state: StateData, player: int, action: Action) -> None:
    """The machine gun: then the square (GA 13.8, GA 13.9), or one step back (GA 16.2)."""
    if action.kind == BACK and state.back:
        state.back = False
        state.phase = ACT
        state.target = -1
    elif action.kind == GRAB and loadable(state, state.target, state.clan, True) >> action.a & 1:
        take_aboard(state, state.target, action.a)
    else:
        raise state.refusal(player, action)
