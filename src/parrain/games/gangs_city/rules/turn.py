"""Section 4, first half: a turn begins, and who lays the first tile."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.games.gangs_city.actions import LEAD
from parrain.games.gangs_city.rules import ending, placement
from parrain.games.gangs_city.state import LEADING, PLACING, StateData


def start_turn(state: StateData) -> None:
    """A new turn: second chances, a city nobody can play in, then who begins (GC 4.1, GC 7.8, GC 7.9)."""
    state.turn += 1
    state.clear_city()
    state.bid = [0] * len(state.bid)
    state.managed = [0] * len(state.managed)
    if state.second:
        second_chances(state)
    if not any(state.gang) and not any(state.stock) and ending.pays_nobody(state):
        ending.end(state, "no-gang-left")
        return
    chooser = state.lowest_owner()
    if state.turn == 1 or chooser < 0:
        begin_placing(state, state.first)
        return
    state.phase = LEADING
    state.owing = state.seats[chooser]


def second_chances(state: StateData) -> None:
    """Who has no character left takes one from the supply, in turn order (GC 7.8)."""
    for i in range(state.players):
        seat = (state.first + i) % state.players
        if state.gang[seat] == 0:
            for who in state.box.second_chance:
                if state.supply[who] > 0:
                    state.supply[who] -= 1
                    state.enter_hand(seat, who)
                    state.gang[seat] = 1
                    if state.log is not None:
                        state.log.append(Event("second-chance", {"seat": seat, "who": state.box.names[who]}))
                    break


def leads(state: StateData, seat: int) -> tuple[Action, ...]:
    """Any player may begin (GC 4.1)."""
    return tuple(state.box.lead_actions[: state.players])


def lead(state: StateData, seat: int, action: Action) -> None:
    """Say who begins this turn (GC 4.1)."""
    if action.kind != LEAD or action.a >= state.players:
        raise state.refusal(seat, action)
    if state.log is not None:
        state.log.append(Event("lead", {"seat": seat, "first": action.a}))
    begin_placing(state, action.a)


def begin_placing(state: StateData, first: int) -> None:
    """The first player lays the first tile (GC 4.1, GC 4.2)."""
    state.first = first
    state.phase = PLACING
    state.stack = [-1] * len(state.city.hexes)
    state.mover = (first - 1) % state.players
    if state.log is not None:
        state.log.append(Event("turn", {"turn": state.turn, "first": first}))
    placement.next_to_place(state)
