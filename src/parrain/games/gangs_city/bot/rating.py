"""Ratings of choices: where to lay whom (outlook.py), what to bid, where to build, and the small ones."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
from parrain.games.gangs_city import actions as kinds
from parrain.games.gangs_city.bot.outlook import Cache, likely, worths
from parrain.games.gangs_city.rules import State
from parrain.games.gangs_city.rules.placement import spare
from parrain.games.gangs_city.rules.strength import printed
from parrain.games.gangs_city.state import CHIEF, OPENING, SETUP


def rate(state: State, seat: int, actions: Sequence[Action], cache: Cache | None = None) -> list[float]:
    """How good each choice looks to a player who values traffics, quarters and recruits and looks after his own."""
    kind = actions[0].kind
    known = cache or Cache()
    if kind in (kinds.AT, kinds.SEND, kinds.SHOWDOWN) or (kind == kinds.BACK and len(actions) == 1):
        outlook = known.outlook_of(state, seat)
        spot = state.half_spot
        if spot < 0:
            free = spare(state, seat)
            return [outlook.best_order(action.a, free) if action.kind == kinds.AT else 0.0 for action in actions]
        return [-99.0 if action.kind == kinds.BACK else outlook.order(spot, action) for action in actions]
    if kind == kinds.BID:
        managed = known.tiles_of(state).managed_by_all()
        return [-99.0 if action.kind == kinds.BACK else rate_bid(state, seat, managed, action) for action in actions]
    if kind == kinds.BUILD:
        return rate_builds(state, seat, actions)
    return [rate_small(state, seat, action) for action in actions]


def rate_bid(state: State, seat: int, managed: list[list[int]], action: Action) -> float:
    """Tokens that win a traffic, at what they would be worth later."""
    kind, box = action.a, state.box
    theirs = 0.0
    for other in range(state.players):
        if other != seat:
            place = other * box.kinds + kind
            bid = state.bid[place] if state.bid_at[other] > kind else 0.4 * state.stock[place]
            theirs = max(theirs, managed[other][kind] + bid)
    mine = managed[seat][kind] + action.b
    level = min(state.level[kind] + 1, len(box.boxes[kind]) - 1) if state.leader[kind] == seat else 0
    value = 1.3 * box.boxes[kind][level]
    win = likely(mine - theirs - 0.5, 0.45) if mine else 0.0
    if box.targets[state.players] <= state.score[seat] + box.boxes[kind][level] + 2:
        value *= 2.0  # the last turn may be this one: stock is worth nothing after it
    return value * win - 0.33 * box.boxes[kind][0] * action.b


def rate_builds(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """A new place near one's own, with few sides open; in set-up anywhere will do."""
    box, city = state.box, state.city
    lies_at: dict[int, int] = {}
    for place in range(box.places):
        if state.cell[place] >= 0:
            lies_at[state.cell[place]] = place
    ratings: list[float] = []
    for action in actions:
        there = city.build_cells[city.builds.index(action)]
        crowd = own = 0
        for step in box.steps:
            place = lies_at.get(there + step, -1)
            if place >= 0:
                crowd += 1
                if state.owner[place] == seat:
                    own += 1
        rating = 0.1 * crowd if state.phase == SETUP else 0.0
        ratings.append(1.5 * own + 0.25 * crowd if state.phase == OPENING else rating)
    return ratings


def rate_small(state: State, seat: int, action: Action) -> float:
    """The choices that need no outlook: whom to shoot, take, release, where to put back."""
    kind = action.kind
    if kind in (kinds.SHOOT, kinds.PIN):
        if action.a < 0:
            return 0.0
        bonus = 1.5 if state.laid_mark[action.a] & CHIEF else 0.0
        return (
            0.2
            + 0.5 * printed(state, action.a, state.site)
            + bonus
            + 0.4 * worths(state.box)[state.laid_what[action.a]]
            + 0.05 * state.score[state.laid_seat[action.a]]
        )
    if kind == kinds.TAKE:
        if action.a < 0:
            return 0.0
        full = state.gang[seat] >= state.box.most
        return worths(state.box)[action.a] - (least(state, seat) + 0.2 if full else 0.0)
    if kind == kinds.RELEASE:
        who = action.a if action.a >= 0 else state.laid_what[action.b]
        return 10.0 - worths(state.box)[who] - (0.1 if action.a < 0 else 0.0)
    if kind == kinds.RETURN:
        return 1.0 if state.owner[action.a] == seat else 0.0
    if kind == kinds.FORGE:
        return float(state.box.boxes[action.a][0])
    if kind == kinds.LEAD:
        return 1.0 if action.a == seat else 0.0
    if kind == kinds.LOOK:
        return 0.5 if action.a >= 0 else 0.0
    return -99.0 if kind == kinds.BACK else 0.0


def least(state: State, seat: int) -> float:
    """The worth of the least character a seat has, in hand or alive on the city."""
    found = [worths(state.box)[who] for who in range(state.box.types) if state.mask[seat] >> who & 1]
    for i in range(len(state.laid_seat)):
        if state.laid_seat[i] == seat and state.in_gang(i):
            found.append(worths(state.box)[state.laid_what[i]])
    return min(found) if found else 0.0
