"""Section 7: new places, characters put back, points, and the end."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.games.gangs_city.actions import RETURN
from parrain.games.gangs_city.rules.building import build, building_cell, lose_surrounded, open_place
from parrain.games.gangs_city.state import NEW_TURN, NO_SEATS, OPENING, OVER, RETURNING, StateData
from parrain.games.gangs_city.state.city import quarter_points


def begin_opening(state: StateData) -> None:
    """Winners of piles build in turn order, one place after the other (GC 7.1, GC 7.2)."""
    state.site = -1
    state.shots, state.totals, state.fought = [], [], []
    state.queue = []
    for i in range(state.players):
        seat = (state.first + i) % state.players
        for pile in range(len(state.won_seat)):
            if state.won_seat[pile] == seat:
                state.queue.append(pile)
    state.step = -1
    next_opening(state)


def next_opening(state: StateData) -> None:
    """The next place that was won is turned up (GC 7.2)."""
    state.step += 1
    if state.step >= len(state.queue):
        begin_returns(state)
        return
    pile = state.queue[state.step]
    state.phase = OPENING
    state.owing = state.seats[state.won_seat[pile]]
    state.reveals += 1
    if state.log is not None:
        state.log.append(
            Event("turned", {"seat": state.won_seat[pile], "place": state.box.place_names[state.won_place[pile]]})
        )


def all_builds(state: StateData, seat: int) -> tuple[Action, ...]:
    """Every cell that touches a place or a pile (GC 7.1)."""
    return tuple(state.city.builds)


def build_won(state: StateData, seat: int, action: Action) -> None:
    """Build the place that was won: it is its winner's, and its characters arrive (GC 7.1).

    Characters waiting on a place that is surrounded now are lost (GC 7.3).
    """
    cell = building_cell(state, action)
    if cell == -1:
        raise state.refusal(seat, action)
    pile = state.queue[state.step]
    place = state.won_place[pile]
    build(state, seat, place, cell, action)
    state.won_place[pile] = state.won_seat[pile] = -1
    state.owner[place] = seat
    open_place(state, place)
    state.reveals += 1
    lose_surrounded(state, place)
    for d in range(6):
        other = state.city.near[place * 6 + d]
        if 0 <= other < state.box.places:
            lose_surrounded(state, other)
    next_opening(state)


def begin_returns(state: StateData) -> None:
    """Replaced characters are put back in turn order, each player's in the order he named them (GC 7.4)."""
    order = []
    for i in range(state.players):
        seat = (state.first + i) % state.players
        for at in range(len(state.ret_seat)):
            if state.ret_seat[at] == seat:
                order.append(at)
    state.ret_seat, state.ret_what = [state.ret_seat[at] for at in order], [state.ret_what[at] for at in order]
    state.ret_tile = [-1] * len(order)
    state.queue = []
    state.step = -1
    next_return(state)


def open_places(state: StateData, seat: int) -> tuple[Action, ...]:
    """The places that replaced characters can go back to (GC 7.4)."""
    box = state.box
    return tuple(
        [box.return_actions[p] for p in range(box.places) if state.cell[p] >= 0 and not state.city.surrounded(p)]
    )


def next_return(state: StateData) -> None:
    """Ask for the next one; without any open place they all leave the game (GC 7.4)."""
    if state.ret_seat and not open_places(state, 0):
        for who in state.ret_what:
            state.out[who] += 1
        state.ret_seat, state.ret_what, state.ret_tile = [], [], []
    if not state.ret_seat:
        count_points(state)
        if not state.is_over:
            state.phase = NEW_TURN
        return
    state.phase = RETURNING
    state.owing = state.seats[state.ret_seat[0]]


def put_back(state: StateData, seat: int, action: Action) -> None:
    """A replaced character waits on a place again (GC 7.4)."""
    box = state.box
    place = action.a
    if action.kind != RETURN or state.cell[place] < 0 or state.city.surrounded(place):
        raise state.refusal(seat, action)
    who = state.ret_what[0]
    del state.ret_seat[0], state.ret_what[0], state.ret_tile[0]
    state.recruits[place] = tuple(sorted([*state.recruits[place], who]))
    if state.log is not None:
        state.log.append(Event("return", {"seat": seat, "who": box.names[who], "place": box.place_names[place]}))
    next_return(state)


def traffic_points(state: StateData, seat: int) -> int:
    """The boxes of the traffics a seat leads (GC 1.2)."""
    total = 0
    for kind in range(state.box.kinds):
        if state.leader[kind] == seat:
            total += state.box.boxes[kind][state.level[kind]]
    return total


def points_by_quarter(state: StateData) -> list[int]:
    """What the largest quarter of each seat is worth (GC 1.3)."""
    return [quarter_points(state.city.quarter(state.owner, seat)) for seat in range(state.players)]


def pays_nobody(state: StateData) -> bool:
    """Whether nobody would score anything with the table as it is (GC 7.9)."""
    return max(state.leader) < 0 and not any(points_by_quarter(state))


def count_points(state: StateData) -> None:
    """Traffics and the largest quarter, added up; then whether it is over (GC 1.1, GC 1.4, GC 7.5 to GC 7.7)."""
    n = state.players
    by_traffic = [traffic_points(state, seat) for seat in range(n)]
    by_quarter = points_by_quarter(state)
    state.gained = [by_traffic[seat] + by_quarter[seat] for seat in range(n)]
    state.score = [state.score[seat] + state.gained[seat] for seat in range(n)]
    if state.log is not None:
        state.log.append(
            Event(
                "score", {"turn": state.turn, "traffics": by_traffic, "quarters": by_quarter, "scores": state.score[:]}
            )
        )
    if max(state.score) >= state.box.targets[n]:
        end(state, "target")
    elif state.turn >= state.limit:
        end(state, "turn-limit")


def end(state: StateData, ending: str) -> None:
    """The game is over."""
    state.is_over = True
    state.ending = ending
    state.phase = OVER
    state.owing = NO_SEATS
    if state.log is not None:
        state.log.append(Event("end", {"ending": ending, "scores": state.score[:], "places": list(state.ranking())}))


def standing(state: StateData, seat: int) -> tuple[int, int, int]:
    """What ranks a seat: its total, what it scored in the last turn, its highest place (GC 7.6)."""
    highest = -1
    for place in range(state.box.places):
        if state.owner[place] == seat:
            highest = max(highest, state.box.initiative[place])
    return (state.score[seat], state.gained[seat], highest)
