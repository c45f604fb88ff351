"""Section 4, second half: who may be laid where and how.

A showdown tile is never misplaced here: no choice lays one where it may not lie, so that the table of GC 4.18 for
what is found wrong at the reveal is for the physical game alone.
"""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.games.gangs_city.actions import AT, BACK, FIGHT, GUN, LOOK, MANAGE, PASS, RECRUIT, SEND, SHOWDOWN
from parrain.games.gangs_city.state import BIDS, CHIEF, SPY, StateData


def fighters_at(state: StateData, seat: int, spot: int) -> int:
    """The types that can fight on a spot: defenders on one's own place, attackers elsewhere (GC 4.6)."""
    box = state.box
    if spot < box.on_place and state.owner[spot // 6] == seat:
        return box.defenders
    return box.attackers


def spare(state: StateData, seat: int) -> int:
    """The types in hand that may go anywhere: the last one that can join a lone showdown tile may not (GC 4.15)."""
    mask = state.mask[seat]
    alone = state.alone[seat]
    if alone < 0:
        return mask
    able = mask & fighters_at(state, seat, alone)
    count = 0
    start = seat * state.box.types
    for t in range(state.box.types):
        if able >> t & 1:
            count += state.hand[start + t]
    return mask & ~able if count == 1 else mask


def options(state: StateData, seat: int, spot: int) -> tuple[int, int, int]:
    """What may be laid on a spot: types that fight (or manage), types that recruit, showdown sides (1 gun, 3 both)."""
    return options_of(state, seat, spot, spare(state, seat))


def options_of(state: StateData, seat: int, spot: int, free: int) -> tuple[int, int, int]:
    """The same, where it is known which types may go anywhere."""
    box = state.box
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


def where(state: StateData, seat: int) -> tuple[Action, ...]:
    """Every spot the seat may lay something on; passing when no character can be laid (GC 4.2, GC 4.3, GC 4.16)."""
    box = state.box
    free = spare(state, seat)
    attack = free & box.attackers
    defence = free & box.defenders
    recruit = free & box.recruiters
    found: list[Action] = []
    able = False
    city = state.city
    owner = state.owner
    anywhere = (attack or recruit) and (defence or recruit)
    unlisted = 0  # the first of a run of free hexes
    for h, held in enumerate(state.stack):
        if held < 0:
            if not anywhere and (attack or defence):
                for spot in city.hexes[h]:
                    if defence if owner[spot // 6] == seat else attack:
                        found.append(box.at_actions[spot])
                        able = True
            continue
        if anywhere:
            found += city.sides[city.starts[unlisted] : city.starts[h]]
            unlisted = h + 1
        if held & 7 == seat:
            spot = held >> 4
            fight, second, showdown = options_of(state, seat, spot, free)
            if fight or second or showdown:
                found.append(box.at_actions[spot])
                able = able or fight != 0 or second != 0
    if anywhere:
        found += city.sides[city.starts[unlisted] :]
        able = able or -1 in state.stack
    for place, whose in enumerate(owner):
        if whose == seat and free & box.managers[place]:
            found.append(box.at_actions[box.on_place + place])
            able = True
    for i in range(2):
        if state.left[i] > 0:
            fight, second, showdown = options_of(state, seat, box.on_pile + i, free)
            if fight or showdown:
                found.append(box.at_actions[box.on_pile + i])
                able = able or fight != 0
    if not able:
        found.append(box.pass_action)
    return tuple(found)


def choices(state: StateData, seat: int) -> tuple[Action, ...]:
    """The choices of the next step of a placement: where, who and how, what the Spy looks at (GC 4.4, GC 8.5)."""
    spot = state.half_spot
    if spot < 0:
        return where(state, seat)
    box = state.box
    if state.half_what < 0:
        fight, second, showdown = options(state, seat, spot)
        manage = box.on_place <= spot < box.on_pile
        return box.legal_sends(fight, second, manage, state.chief[seat] == 0, showdown)
    tiles = targets_of_look(state, seat, spot)
    return (box.look_actions[0], *[box.look_actions[i + 1] for i in tiles], box.back_action)


def place(state: StateData, seat: int, action: Action) -> None:
    """One step of a placement, or a step back, or a pass (GC 4.4)."""
    kind = action.kind
    if state.half_spot < 0:
        if kind == AT:
            fight, second, showdown = options(state, seat, action.a)
            if fight == 0 and second == 0 and showdown == 0:
                raise state.refusal(seat, action)
            state.half_spot = action.a
            state.only_spot = True
        elif kind == PASS:
            give_up(state, seat, action)
        else:
            raise state.refusal(seat, action)
    elif state.half_what < 0:
        if kind == BACK:
            state.half_spot = -1
            return
        if not may_send(state, seat, action):
            raise state.refusal(seat, action)
        state.half_what = action.id
        spies = kind == SEND and action.a == state.has[SPY]
        if not (spies and targets_of_look(state, seat, state.half_spot)):
            finish(state, seat, -1)
    elif kind == BACK:
        state.half_what = -1
        state.only_spot = False
    elif kind == LOOK and (action.a < 0 or action.a in targets_of_look(state, seat, state.half_spot)):
        finish(state, seat, action.a)
    else:
        raise state.refusal(seat, action)


def may_send(state: StateData, seat: int, action: Action) -> bool:
    """Whether the tile may be laid on the named spot with that order or side (GC 4.9 to GC 4.17)."""
    box = state.box
    spot = state.half_spot
    if action.kind == SHOWDOWN:
        showdown = options(state, seat, spot)[2]
        return showdown == 3 or (showdown == 1 and action.a == GUN)
    if action.kind != SEND or (action.c and state.chief[seat]):
        return False
    fight, second, _ = options(state, seat, spot)
    do = action.b
    if do == RECRUIT:
        return second >> action.a & 1 == 1
    return do == (MANAGE if box.on_place <= spot < box.on_pile else FIGHT) and fight >> action.a & 1 == 1


def give_up(state: StateData, seat: int, action: Action) -> None:
    """Pass for the rest of the placing, allowed when no character can be laid (GC 4.3, GC 4.16)."""
    if where(state, seat)[-1] is not state.box.pass_action:
        raise state.refusal(seat, action)
    state.passed[seat] = len(state.laid_seat)
    if state.log is not None:
        state.log.append(Event("pass", {"seat": seat}))
    next_to_place(state)


def next_to_place(state: StateData) -> None:
    """The next who has something to lay and has not passed; after the last come the bids (GC 4.2, GC 4.16, GC 9.2)."""
    for i in range(1, state.players + 1):
        seat = (state.mover + i) % state.players
        if state.passed[seat] < 0 and (state.inhand[seat] > 0 or (state.showdown[seat] and state.placed[seat] > 0)):
            state.mover = seat
            state.owing = state.seats[seat]
            return
    state.phase = BIDS


def targets_of_look(state: StateData, seat: int, spot: int) -> list[int]:
    """The face-down tiles of opponents around the spot's place, on it, or on the spot's pile (GC 8.5)."""
    around = state.box.site_of[spot]
    return [
        i
        for i in range(len(state.laid_spot))
        if state.box.site_of[state.laid_spot[i]] == around and state.laid_seat[i] != seat
    ]


def finish(state: StateData, seat: int, looked: int) -> None:
    """The placement is done: the tile lies on the city, and the others see where (GC 4.2, GC 4.13)."""
    box = state.box
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
    next_to_place(state)


def lay(state: StateData, seat: int, what: int, spot: int, do: int, chief: int, looked: int) -> None:
    """Put a tile on the city and keep account of stacks, piles and lone showdown tiles."""
    box = state.box
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


def accompanied(state: StateData, seat: int, spot: int) -> bool:
    """Whether a character of the seat already lies on that spot."""
    for i in range(len(state.laid_spot)):
        if state.laid_spot[i] == spot and state.laid_seat[i] == seat and state.laid_what[i] != state.box.showdown:
            return True
    return False


def tell_placed(state: StateData, seat: int) -> None:
    """Everybody hears where; the owner what; with a look, the looker what he saw (GC 9.1)."""
    assert state.log is not None
    box = state.box
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
