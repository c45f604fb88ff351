"""Section 6, first half: shots, strength, and who gets the place or the pile."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.games.gangs_city.actions import FIGHT, GUN, PIN, SHOOT, VEST
from parrain.games.gangs_city.rules.recruiting import begin_recruits
from parrain.games.gangs_city.rules.strength import claims, printed, reason, strengths
from parrain.games.gangs_city.state import (
    DEAD,
    LAWYER,
    PINNING,
    REPLACED,
    SHARPSHOOTER,
    SHOOTING,
    SITE_DONE,
    WALL,
    StateData,
)


def resolve(state: StateData, site: int) -> None:
    """Begin with a site: who has a big calibre and somebody to shoot takes aim, in turn order (GC 6.2, GC 6.3)."""
    box = state.box
    state.site = site
    state.todo &= ~(1 << site)
    state.here = state.tiles_at(site)
    state.shots = []
    state.step = 0
    state.pinned = -1
    if state.log is not None:
        state.log.append(Event("resolve", {"site": box.site_names[site]}))
    state.queue = shooters(state)
    next_shot(state)


def shooters(state: StateData) -> list[int]:
    """Who has a big calibre on the site and somebody to shoot, in turn order (GC 6.3)."""
    order = [(state.first + i) % state.players for i in range(state.players)]
    return [seat for seat in order if has_gun(state, seat) and targets(state, seat)]


def has_gun(state: StateData, seat: int) -> bool:
    """Whether the seat has a big calibre on the site; on a pile a showdown tile always is one (GC 4.17)."""
    for i in state.here:
        if state.laid_seat[i] == seat and (
            state.laid_do[i] == GUN or (state.laid_do[i] == VEST and state.site >= state.box.places)
        ):
            return True
    return False


def wears_vest(state: StateData, seat: int) -> bool:
    """Whether a vest protects the seat's fighters on the site, on whichever side (GC 6.4)."""
    if state.site >= state.box.places:
        return False
    found = False
    for i in state.here:
        if state.laid_seat[i] == seat and state.laid_do[i] == VEST:
            found = True
    return found


def targets(state: StateData, seat: int) -> list[int]:
    """The fighters a big calibre may kill: no recruiters, nobody with a vest, not the Wall (GC 6.3, GC 6.4, GC 8.3)."""
    found = []
    for i in state.here:
        if state.laid_do[i] != FIGHT or state.laid_seat[i] == seat or state.laid_what[i] == state.has[WALL]:
            continue
        if not wears_vest(state, state.laid_seat[i]):
            found.append(i)
    return found


def next_shot(state: StateData) -> None:
    """Ask the next one with a big calibre; after the last all shots fall together (GC 6.3)."""
    if state.step < len(state.queue):
        state.phase = SHOOTING
        state.owing = state.seats[state.queue[state.step]]
        return
    fall(state)
    aim(state)


def shot_choices(state: StateData, seat: int) -> tuple[Action, ...]:
    """Nobody, or one opposing fighter (GC 6.3)."""
    actions = state.box.shoot_actions
    return (actions[0], *[actions[i + 1] for i in targets(state, seat)])


def shoot(state: StateData, seat: int, action: Action) -> None:
    """Name the one to kill, or spare them all (GC 6.3)."""
    i = action.a
    if action.kind != SHOOT or (i >= 0 and i not in targets(state, seat)):
        raise state.refusal(seat, action)
    state.shots.append(i)
    state.step += 1
    if state.log is not None:
        told: dict[str, object] = {"seat": seat, "site": state.box.site_names[state.site], "held": i < 0}
        if i >= 0:
            told.update({"tile": i + 1, "who": state.tile_name(i), "owner": state.laid_seat[i]})
        state.log.append(Event("shot", told))
    next_shot(state)


def fall(state: StateData) -> None:
    """All who were named die together, but for those their Lawyer gets out (GC 6.5, GC 8.6)."""
    box = state.box
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
                at = state.ret_tile.index(i)  # nothing is put back (GC 6.14)
                del state.ret_seat[at], state.ret_what[at], state.ret_tile[at]
        else:  # he waits already: his tile is gone, he is not
            state.ret_tile[state.ret_tile.index(i)] = -1
        if state.log is not None:
            state.log.append(Event("killed", {"seat": seat, "who": box.names[who], "tile": i + 1, "saved": saved}))


def aim(state: StateData) -> None:
    """A living Sharpshooter who fights makes the weakest opposing fighter count nothing (GC 8.8)."""
    box = state.box
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


def weakest_of(state: StateData, seat: int) -> list[int]:
    """The living opposing fighters with the lowest printed value in use (GC 8.8)."""
    found: list[int] = []
    lowest = 1000
    for i in state.here:
        if state.laid_do[i] == FIGHT and state.laid_seat[i] != seat and not state.laid_mark[i] & DEAD:
            value = printed(state, i, state.site)
            if value < lowest:
                lowest = value
                found = [i]
            elif value == lowest:
                found.append(i)
    return found


def pin_choices(state: StateData, seat: int) -> tuple[Action, ...]:
    """The equally weak (GC 8.8)."""
    return tuple([state.box.pin_actions[i] for i in weakest_of(state, seat)])


def pin(state: StateData, seat: int, action: Action) -> None:
    """The Sharpshooter's owner says which of the weakest counts nothing (GC 8.8)."""
    if action.kind != PIN or action.a not in weakest_of(state, seat):
        raise state.refusal(seat, action)
    state.pinned = action.a
    if state.log is not None:
        told = {"seat": seat, "tile": action.a + 1, "owner": state.laid_seat[action.a]}
        state.log.append(Event("pinned", {**told, "who": state.tile_name(action.a)}))
    settle(state)


def settle(state: StateData) -> None:
    """The strongest gets the place, or the top of the pile face down; then the recruiting (GC 6.8 to GC 6.11)."""
    box = state.box
    totals = strengths(state, FIGHT, state.site, state.here)
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
        state.phase = SITE_DONE
        return
    if winner >= 0:
        state.owner[state.site] = winner
    begin_recruits(state)


def win_pile(state: StateData, pile: int, winner: int) -> None:
    """The winner takes the top place face down; a pile that is used up leaves an empty hex (GC 6.11, GC 6.16)."""
    state.left[pile] -= 1
    state.won_place[pile] = state.deck[pile][state.left[pile]]
    state.won_seat[pile] = winner
    if state.left[pile] == 0:
        state.survey()


def tell_fight(state: StateData, totals: list[int], winner: int) -> None:
    """Who fought with what, who won and why."""
    assert state.log is not None
    box = state.box
    if not any(state.laid_do[i] == FIGHT for i in state.here):
        return
    owner = state.owner[state.site] if state.site < box.places else -1
    told: dict[str, object] = {"site": box.site_names[state.site], "totals": totals, "winner": winner, "owner": owner}
    told["why"] = "nobody" if winner < 0 else reason(state, totals, winner, FIGHT)
    told["pile"] = state.site >= box.places
    state.log.append(Event("fight", told))
