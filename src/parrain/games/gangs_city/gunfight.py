"""Section 6, first half: shots, strength, and who gets the place or the pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.event import Event
from parrain.games.gangs_city.components import FIGHT, GUN, RECRUIT, VEST
from parrain.games.gangs_city.marks import DEAD, HOME, LAWYER, PINNING, REPLACED, SHARPSHOOTER, SHOOTING, WALL
from parrain.games.gangs_city.recruiting import begin_recruits
from parrain.games.gangs_city.strength import claims, printed, reason, strengths
from parrain.games.gangs_city.words import naming

if TYPE_CHECKING:
    from parrain.games.gangs_city.rules import State


def resolve(state: State, site: int) -> None:
    """Begin with a site: who has a big calibre there and somebody to shoot names a target, in turn order (GC 6.2, GC 6.3)."""
    box = state.table
    state.site = site
    state.todo &= ~(1 << site)
    state.here = [
        i
        for i in range(len(state.laid_spot))
        if box.site_of[state.laid_spot[i]] == site and not state.laid_mark[i] & HOME
    ]
    state.queue = []
    state.shots = []
    state.step = 0
    state.pinned = -1
    if state.log is not None:
        state.log.append(Event("resolve", {"site": box.site_names[site]}))
    for i in range(state.players):
        seat = (state.first + i) % state.players
        if has_gun(state, seat) and targets(state, seat):
            state.queue.append(seat)
    next_shot(state)


def has_gun(state: State, seat: int) -> bool:
    """Whether the seat has a big calibre on the site; on a pile a showdown tile always is one (GC 4.17)."""
    for i in state.here:
        if state.laid_seat[i] == seat and (
            state.laid_do[i] == GUN or (state.laid_do[i] == VEST and state.site >= state.table.places)
        ):
            return True
    return False


def wears_vest(state: State, seat: int) -> bool:
    """Whether a vest protects the seat's fighters on the site, on whichever side (GC 6.4)."""
    if state.site >= state.table.places:
        return False
    found = False
    for i in state.here:
        if state.laid_seat[i] == seat and state.laid_do[i] == VEST:
            found = True
    return found


def targets(state: State, seat: int) -> list[int]:
    """The opposing fighters a big calibre may kill: no recruiters, nobody behind a vest, not the Wall (GC 6.3, GC 6.4, GC 8.3)."""
    found = []
    for i in state.here:
        if state.laid_do[i] != FIGHT or state.laid_seat[i] == seat or state.laid_what[i] == state.has[WALL]:
            continue
        if not wears_vest(state, state.laid_seat[i]):
            found.append(i)
    return found


def next_shot(state: State) -> None:
    """Ask the next one with a big calibre; after the last all shots fall together (GC 6.3)."""
    if state.step < len(state.queue):
        state.phase = SHOOTING
        state.owing = state.seats[state.queue[state.step]]
        return
    fall(state)
    aim(state)


def shot_choices(state: State, seat: int) -> tuple[Action, ...]:
    """Nobody, or one opposing fighter (GC 6.3)."""
    actions = state.table.shoot_actions
    return (actions[0], *[actions[i + 1] for i in targets(state, seat)])


def shoot(state: State, seat: int, action: Action) -> None:
    """Name the one to kill, or spare them all (GC 6.3)."""
    i = action.a
    if i >= 0:
        check_target(state, seat, i)
    state.shots.append(i)
    state.step += 1
    if state.log is not None:
        told: dict[str, object] = {"seat": seat, "site": state.table.site_names[state.site], "held": i < 0}
        if i >= 0:
            told.update({"tile": i + 1, "who": state.tile_name(i), "owner": state.laid_seat[i]})
        state.log.append(Event("shot", told))
    next_shot(state)


def check_target(state: State, seat: int, i: int) -> None:
    """Why a tile cannot be shot."""
    if i not in state.here:
        raise IllegalAction("GC 6.3", "There is no tile with that number on this site.")
    if state.laid_seat[i] == seat:
        raise IllegalAction("GC 6.3", "That one is yours: a big calibre is for the others.")
    if state.laid_do[i] == RECRUIT:
        raise IllegalAction(
            "GC 6.4", "This one recruits, and only fighters can be shot: {who}.", who=naming.who(state.tile_name(i))
        )
    if state.laid_do[i] != FIGHT:
        raise IllegalAction("GC 6.3", "A showdown tile cannot be shot: name a character.")
    if wears_vest(state, state.laid_seat[i]):
        raise IllegalAction("GC 6.4", "A vest protects all fighters of that gang here.")
    if state.laid_what[i] == state.has[WALL]:
        raise IllegalAction("GC 8.3", "The Wall cannot be named by a big calibre.")


def fall(state: State) -> None:
    """All who were named die together, but for those their Lawyer gets out (GC 6.5, GC 8.6)."""
    box = state.table
    saved_by = -1
    for i in state.here:
        if state.laid_what[i] == state.has[LAWYER]:
            saved_by = i
    for i in state.shots:
        if i < 0 or state.laid_mark[i] & DEAD:
            continue
        seat = state.laid_seat[i]
        who = state.laid_what[i]
        replaced = state.laid_mark[i] & REPLACED
        saved = saved_by >= 0 and i != saved_by and state.laid_seat[saved_by] == seat
        state.laid_mark[i] |= DEAD
        if not replaced:
            state.gang[seat] -= 1
        if saved and not replaced:
            state.ret_seat.append(seat)
            state.ret_what.append(who)
            state.ret_tile.append(-1)
        elif not saved:
            state.out[who] += 1
            if replaced:
                state.forget_return(i)
        elif replaced:
            state.ret_tile[state.ret_tile.index(i)] = -1
        if state.log is not None:
            state.log.append(Event("killed", {"seat": seat, "who": box.names[who], "tile": i + 1, "saved": saved}))


def aim(state: State) -> None:
    """A living Sharpshooter who fights makes the weakest opposing fighter count nothing (GC 8.8)."""
    box = state.table
    shooter = -1
    for i in state.here:
        if (
            state.laid_what[i] == state.has[SHARPSHOOTER]
            and state.laid_do[i] == FIGHT
            and not state.laid_mark[i] & DEAD
        ):
            shooter = i
    if shooter >= 0:
        weakest = weakest_of(state, state.laid_seat[shooter])
        if len(weakest) > 1:
            state.phase = PINNING
            state.owing = state.seats[state.laid_seat[shooter]]
            return
        if weakest:
            state.pinned = weakest[0]
            if state.log is not None:
                told = {"seat": state.laid_seat[shooter], "tile": weakest[0] + 1, "owner": state.laid_seat[weakest[0]]}
                state.log.append(Event("pinned", {**told, "who": box.names[state.laid_what[weakest[0]]]}))
    settle(state)


def weakest_of(state: State, seat: int) -> list[int]:
    """The living opposing fighters with the lowest printed value in use (GC 8.8)."""
    found: list[int] = []
    lowest = 1000
    for i in state.here:
        if state.laid_do[i] == FIGHT and state.laid_seat[i] != seat and not state.laid_mark[i] & DEAD:
            value = printed(state, i)
            if value < lowest:
                lowest = value
                found = [i]
            elif value == lowest:
                found.append(i)
    return found


def pin_choices(state: State, seat: int) -> tuple[Action, ...]:
    """The equally weak (GC 8.8)."""
    return tuple([state.table.pin_actions[i] for i in weakest_of(state, seat)])


def pin(state: State, seat: int, action: Action) -> None:
    """The Sharpshooter's owner says which of the weakest counts nothing (GC 8.8)."""
    if action.a not in weakest_of(state, seat):
        raise IllegalAction(
            "GC 8.8", "The Sharpshooter pins one of the weakest opposing fighters; that one is not among them."
        )
    state.pinned = action.a
    if state.log is not None:
        told = {"seat": seat, "tile": action.a + 1, "owner": state.laid_seat[action.a]}
        state.log.append(Event("pinned", {**told, "who": state.tile_name(action.a)}))
    settle(state)


def settle(state: State) -> None:
    """The strongest gets the place, or the top of the pile face down; then the recruiting (GC 6.8 to GC 6.11)."""
    box = state.table
    totals = strengths(state, FIGHT)
    winner = -1
    for seat in range(state.players):
        if totals[seat] >= 0 and (
            winner < 0
            or totals[seat] > totals[winner]
            or (totals[seat] == totals[winner] and claims(state, seat, FIGHT) > claims(state, winner, FIGHT))
        ):
            winner = seat
    if state.log is not None:
        tell_fight(state, totals, winner)
    state.fought = totals
    if state.site >= box.places:
        if winner >= 0:
            win_pile(state, state.site - box.places, winner)
        state.finish_site()
        return
    if winner >= 0:
        state.owner[state.site] = winner
    begin_recruits(state)


def win_pile(state: State, pile: int, winner: int) -> None:
    """The winner takes the top place face down; a pile that is used up leaves an empty hex (GC 6.11, GC 6.16)."""
    state.left[pile] -= 1
    state.won_place[pile] = state.deck[pile][state.left[pile]]
    state.won_seat[pile] = winner
    if state.left[pile] == 0:
        state.survey()


def tell_fight(state: State, totals: list[int], winner: int) -> None:
    """Who fought with what, who won and why."""
    assert state.log is not None
    box = state.table
    if not any(state.laid_do[i] == FIGHT for i in state.here):
        return
    owner = state.owner[state.site] if state.site < box.places else -1
    told: dict[str, object] = {"site": box.site_names[state.site], "totals": totals, "winner": winner, "owner": owner}
    told["why"] = "nobody" if winner < 0 else reason(state, totals, winner, FIGHT)
    told["pile"] = state.site >= box.places
    state.log.append(Event("fight", told))
