"""How sensible policemen share what they have won (PG 11.3): what to propose, and which proposal to live with."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
from parrain.games.police_vs_gangs.choices import ACCEPT, CATCH, SAY, SHARE
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.worth import place_worth, prize, quality, smooth


def proposal_worth(state: State, seat: int, numbers: list[int]) -> float:
    """What a proposal gives a policeman."""
    worth = place_worth(state, seat, state.here) if numbers[0] == seat else 0.0
    if state.prize:
        worth += 1.0 if numbers[1] == seat else 0.0
        ware = numbers[3] & 7
        if numbers[2] == seat and ware < state.cards.traffics:
            worth += 0.45 * prize(state, seat, ware)
    return worth


def best_catch(state: State, seat: int) -> int:
    """The catch that hurts most and brings most."""
    best = -99.0
    chosen = 0
    for code in state.catches():
        worth = catch_worth(state, seat, code >> 6, code >> 3 & 7, code & 7)
        if worth > best:
            best = worth
            chosen = code
    return chosen


def catch_worth(state: State, seat: int, victim: int, c: int, t: int) -> float:
    """A token, a gangster out of the way, a leader held back."""
    worth = 0.3 * quality(state, c) + 0.05 * state.points(victim)
    if t < state.cards.traffics:
        worth += smooth(state, seat, t, 1.0)
    return worth


def fair_proposal(state: State, seat: int) -> list[int]:
    """What a policeman proposes: the place to who gains most by it, the rest to the others, in order of seats."""
    numbers = state.first_proposal(seat)
    partners = [other for other in range(1, state.players, 2) if state.party >> other & 1]
    others = [other for other in partners if other != seat]
    if state.prize:
        numbers[3] = best_catch(state, seat)
        if place_worth(state, seat, state.here) >= 1.0:
            numbers[1] = others[0]
            numbers[2] = others[-1]
        else:
            numbers[0] = others[0]
            if len(others) > 1:
                numbers[2] = others[1]
    return numbers


def rate_share(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """The lowest seat keeps its fair offer; the others accept it if it beats rolling for everything."""
    partners = [other for other in range(1, state.players, 2) if state.party >> other & 1]
    start = seat * state.width
    wanted = fair_proposal(state, seat)
    leader = partners[0]
    accept = -1
    if state.round > 1 and seat != leader:
        everything = place_worth(state, seat, state.here) + (2.0 if state.prize else 0.0)
        for other in partners:
            shown = state.claims[other * state.width : (other + 1) * state.width]
            fair = state.teams or proposal_worth(state, seat, shown) >= everything / (len(partners) + 1.0)
            if other != seat and not shown[-1] and fair:
                accept = other
                break
    draft = state.drafts[start : start + state.width]
    ratings: list[float] = []
    for action in actions:
        if action.kind == ACCEPT:
            ratings.append(2.0 if action.a == accept else -1.0)
        elif action.kind == SHARE:
            ratings.append(
                1.0
                if draft[action.a] != wanted[action.a] == action.b
                and first_open(draft, wanted, state.last_set[seat]) == action.a
                else 0.0
            )
        elif action.kind == CATCH:
            code = (action.a * 8 + action.b) * 8 + action.c
            ratings.append(1.0 if code == wanted[3] and first_open(draft, wanted, state.last_set[seat]) == 3 else 0.0)
        elif action.kind == SAY:
            ratings.append(1.0 if first_open(draft, wanted, state.last_set[seat]) == -1 else 0.5)
        else:
            ratings.append(-1.0)
    return ratings


def first_open(draft: list[int], wanted: list[int], after: int) -> int:
    """The first part of a proposal still to be changed, or -1."""
    for element in range(after + 1, 4):
        if draft[element] != wanted[element]:
            return element
    return -1
