"""How sensible policemen share what they have won (PG 11.3): what to propose, and which proposal to live with."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
from parrain.games.police_vs_gangs.actions import ACCEPT, CATCH, SAY, SHARE
from parrain.games.police_vs_gangs.actions.claims import CATCHING, SEATS, Claim, catch_code
from parrain.games.police_vs_gangs.bot.worth import place_worth, prize, quality, smooth
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.rules.negotiation import catches, first_proposal


def proposal_worth(state: State, seat: int, proposal: Claim) -> float:
    """What a proposal gives a policeman."""
    place, point, token, code = proposal.parts[:4]
    worth = place_worth(state, seat, state.here) if place == seat else 0.0
    if state.prize:
        worth += 1.0 if point == seat else 0.0
        ware = state.box.by_kind.catch_by_code[code].c
        if token == seat and ware < state.box.traffics:
            worth += 0.45 * prize(state, seat, ware)
    return worth


def best_catch(state: State, seat: int) -> int:
    """The catch that hurts most and brings most."""
    best = -99.0
    chosen = 0
    for code in catches(state):
        worth = catch_worth(state, seat, state.box.by_kind.catch_by_code[code])
        if worth > best:
            best = worth
            chosen = code
    return chosen


def catch_worth(state: State, seat: int, catch: Action) -> float:
    """A token, a gangster out of the way, a leader held back."""
    worth = 0.3 * quality(state, catch.b) + 0.05 * state.points(catch.a)
    if catch.c < state.box.traffics:
        worth += smooth(state, seat, catch.c, 1.0)
    return worth


def fair_proposal(state: State, seat: int) -> list[int]:
    """The parts of what a policeman proposes: the place to who gains most by it, the rest to the others, in order of
    seats.
    """
    parts = first_proposal(state, seat).parts
    if not state.prize:
        return parts
    others = [other for other in SEATS[state.party] if other != seat]
    parts[CATCHING] = best_catch(state, seat)
    if place_worth(state, seat, state.here) >= 1.0:
        parts[1] = others[0]
        parts[2] = others[-1]
    else:
        parts[0] = others[0]
        if len(others) > 1:
            parts[2] = others[1]
    return parts


def acceptable(state: State, seat: int) -> int:
    """The partner whose proposal beats rolling for everything, -1 if there is none; the lowest seat accepts none."""
    partners = SEATS[state.party]
    if state.round <= 1 or seat == partners[0]:
        return -1
    everything = place_worth(state, seat, state.here) + (2.0 if state.prize else 0.0)
    for other in partners:
        shown = state.claims[other]
        if other == seat or shown.refused:
            continue
        if state.teams or proposal_worth(state, seat, shown) >= everything / (len(partners) + 1.0):
            return other
    return -1


def rate_share(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """The lowest seat keeps its fair offer; the others accept it if it beats rolling for everything."""
    wanted = fair_proposal(state, seat)
    accept = acceptable(state, seat)
    step = first_open(state.drafts[seat].parts, wanted, state.last_set[seat])
    ratings: list[float] = []
    for action in actions:
        if action.kind == ACCEPT:
            ratings.append(2.0 if action.a == accept else -1.0)
        elif action.kind == SHARE:
            ratings.append(1.0 if step == action.a and wanted[step] == action.b else 0.0)
        elif action.kind == CATCH:
            ratings.append(1.0 if step == CATCHING and wanted[step] == catch_code(action) else 0.0)
        elif action.kind == SAY:
            ratings.append(1.0 if step == -1 else 0.5)
        else:
            ratings.append(-1.0)
    return ratings


def first_open(draft: list[int], wanted: list[int], after: int) -> int:
    """The first part of a proposal still to be changed, or -1."""
    for part in range(after + 1, 4):
        if draft[part] != wanted[part]:
            return part
    return -1
