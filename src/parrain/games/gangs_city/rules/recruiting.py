"""Section 6, second half: who recruits whom, replacements at six, and what the Forger takes."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.games.gangs_city.actions import BACK, FORGE, RECRUIT, RELEASE, TAKE
from parrain.games.gangs_city.rules.strength import claims, strengths
from parrain.games.gangs_city.state import (
    DEAD,
    FORGER,
    FORGING,
    HEADHUNTER,
    HOME,
    RECRUITING,
    RELEASING,
    REPLACED,
    SITE_DONE,
    StateData,
)


def begin_recruits(state: StateData) -> None:
    """Line up who recruits on the place, the highest total first (GC 6.12)."""
    state.queue = []
    state.step = -1
    if any_recruiter(state):
        totals = strengths(state, RECRUIT, state.site, state.here)
        state.totals = totals
        keys = []
        for seat in range(state.players):
            if totals[seat] >= 0:
                keys.append((totals[seat] << 8 | claims(state, seat, RECRUIT)) << 3 | seat)
        keys.sort()
        keys.reverse()
        state.queue = [key & 7 for key in keys]
        if state.log is not None:
            state.log.append(
                Event(
                    "recruiters", {"site": state.box.site_names[state.site], "totals": totals, "order": state.queue[:]}
                )
            )
    next_recruiter(state)


def any_recruiter(state: StateData) -> bool:
    """Whether anybody recruits on the site."""
    found = False
    for i in state.here:
        if state.laid_do[i] == RECRUIT:
            found = True
    return found


def next_recruiter(state: StateData) -> None:
    """Ask the next who can pay for somebody; who cannot goes home with nobody (GC 6.13)."""
    state.step += 1
    while state.step < len(state.queue):
        seat = state.queue[state.step]
        state.budget = state.totals[seat]
        state.picks = 2 if leads_headhunter(state, seat) else 1
        state.newcomer = -1
        if affordable(state):
            state.phase = RECRUITING
            state.owing = state.seats[seat]
            return
        if state.log is not None:
            state.log.append(
                Event("nobody", {"seat": seat, "site": state.box.site_names[state.site], "declined": False})
            )
        state.step += 1
    forge_or_finish(state)


def leads_headhunter(state: StateData, seat: int) -> bool:
    """Whether the Headhunter recruits here for that seat (GC 8.4)."""
    for i in state.here:
        if state.laid_what[i] == state.has[HEADHUNTER] and state.laid_seat[i] == seat and state.laid_do[i] == RECRUIT:
            return True
    return False


def affordable(state: StateData) -> list[int]:
    """The types waiting on the place that cost at most what is left of the total, each once (GC 6.13)."""
    found: list[int] = []
    for who in state.recruits[state.site]:
        if state.costs[who] <= state.budget and who not in found:
            found.append(who)
    return found


def take_choices(state: StateData, seat: int) -> tuple[Action, ...]:
    """Nobody, or somebody one can pay for (GC 6.13)."""
    actions = state.box.take_actions
    return (actions[0], *[actions[who + 1] for who in affordable(state)])


def take(state: StateData, seat: int, action: Action) -> None:
    """Recruit somebody, or nobody; with six of one's own somebody must be released first (GC 6.13, GC 6.14)."""
    box = state.box
    who = action.a
    if action.kind != TAKE or (who >= 0 and who not in affordable(state)):
        raise state.refusal(seat, action)
    if who < 0:
        if state.log is not None and state.newcomer < 0:
            state.log.append(Event("nobody", {"seat": seat, "site": box.site_names[state.site], "declined": True}))
        next_recruiter(state)
        return
    if state.gang[seat] >= box.most:
        state.picked = who
        state.phase = RELEASING
        return
    join(state, seat, who, "")


def release_choices(state: StateData, seat: int) -> tuple[Action, ...]:
    """Anybody of one's own but the newcomer, in hand or on the city (GC 6.14)."""
    box = state.box
    found = []
    for who in range(box.types):
        if may_release(state, seat, who):
            found.append(box.release_actions[who])
    for i in range(len(state.laid_seat)):
        if may_release_tile(state, seat, i):
            found.append(box.release_actions[box.types + i])
    found.append(box.back_action)
    return tuple(found)


def may_release(state: StateData, seat: int, who: int) -> bool:
    """Whether the seat has such a character in hand that did not join just now (GC 6.14, GC 8.4)."""
    return state.hand[seat * state.box.types + who] > (1 if who == state.newcomer else 0)


def may_release_tile(state: StateData, seat: int, i: int) -> bool:
    """Whether that tile is a living character of the seat still on the city and not yet replaced (GC 6.14)."""
    return (
        i < len(state.laid_seat)
        and state.laid_seat[i] == seat
        and state.laid_what[i] != state.box.showdown
        and not state.laid_mark[i] & (DEAD | REPLACED | HOME)
    )


def release(state: StateData, seat: int, action: Action) -> None:
    """Name the one who is replaced, put back at the end of the turn; or take somebody else (GC 6.14, GC 7.4)."""
    box = state.box
    if action.kind == BACK:
        state.phase = RECRUITING
        return
    who, tile = action.a, action.b
    if action.kind != RELEASE or not (
        may_release(state, seat, who) if tile < 0 else may_release_tile(state, seat, tile)
    ):
        raise state.refusal(seat, action)
    if tile < 0:
        state.leave_hand(seat, who)
    else:
        state.laid_mark[tile] |= REPLACED
        who = state.laid_what[tile]
    state.ret_seat.append(seat)
    state.ret_what.append(who)
    state.ret_tile.append(tile)
    state.gang[seat] -= 1
    join(state, seat, state.picked, box.names[who])


def join(state: StateData, seat: int, who: int, replaced: str) -> None:
    """The character joins the hand and leaves the place; the Headhunter may go on (GC 6.13, GC 8.4)."""
    box = state.box
    waiting = list(state.recruits[state.site])
    waiting.remove(who)
    state.recruits[state.site] = tuple(waiting)
    state.enter_hand(seat, who)
    state.gang[seat] += 1
    state.budget -= state.costs[who]
    state.picks -= 1
    state.newcomer = who
    if state.log is not None:
        told = {"seat": seat, "who": box.names[who], "site": box.site_names[state.site], "replaced": replaced}
        state.log.append(Event("recruit", told))
    if state.picks > 0 and affordable(state):
        state.phase = RECRUITING
    else:
        next_recruiter(state)


def forge_or_finish(state: StateData) -> None:
    """A living Forger takes a token of one of the place's traffics (GC 8.9); then all go home."""
    for i in state.here:
        if state.laid_what[i] == state.has[FORGER] and not state.laid_mark[i] & DEAD:
            seat = state.laid_seat[i]
            found = forgeable(state)
            if len(found) > 1:
                state.phase = FORGING
                state.owing = state.seats[seat]
                return
            if found:
                forge(state, seat, state.box.forge_actions[found[0]])
                return
    state.phase = SITE_DONE


def forgeable(state: StateData) -> list[int]:
    """The traffics of the place of which a token is left (GC 8.9)."""
    box = state.box
    return [k for k in range(box.kinds) if box.place_icons[state.site * box.kinds + k] and state.tokens_left(k) > 0]


def forge_choices(state: StateData, seat: int) -> tuple[Action, ...]:
    """A token of one of the place's traffics (GC 8.9)."""
    return tuple([state.box.forge_actions[k] for k in forgeable(state)])


def forge(state: StateData, seat: int, action: Action) -> None:
    """Take the forged token (GC 8.9)."""
    if action.kind != FORGE or action.a not in forgeable(state):
        raise state.refusal(seat, action)
    state.stock[seat * state.box.kinds + action.a] += 1
    if state.log is not None:
        state.log.append(
            Event(
                "forged",
                {"seat": seat, "traffic": state.box.traffics[action.a], "site": state.box.site_names[state.site]},
            )
        )
    state.phase = SITE_DONE
