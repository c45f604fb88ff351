"""Ratings of choices: what a place, a traffic and a recruit are worth, and who is likely to get them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from parrain.core.action import Action
from parrain.games.gangs_city import actions as kinds
from parrain.games.gangs_city.actions import FIGHT, GUN, MANAGE, RECRUIT
from parrain.games.gangs_city.rules import State
from parrain.games.gangs_city.rules.placement import options
from parrain.games.gangs_city.rules.strength import printed, strengths
from parrain.games.gangs_city.state import CHIEF, OPENING, SETUP
from parrain.games.gangs_city.state.city import quarter_points

AHEAD: Final = 3.0  # turns for which something won now is likely to pay
CENTRE: Final = 3.2  # what a place from the pile is worth before anybody has seen it


def likely(margin: float, spread: float) -> float:
    """How likely a lead of that size is to hold, when what is still to come may change it by about `spread`."""
    return 1.0 / (1.0 + math.exp(-margin / spread))


def worth(state: State, who: int) -> float:
    """What a character is worth to a gang: its fists, its eye for people, its trade."""
    box = state.box
    trade = 0.0
    for k in range(box.kinds):
        trade += min(box.icons[who * box.kinds + k], 2) * box.boxes[k][0]
    return (
        0.30 * max(box.attack[who], 0)
        + 0.22 * max(box.defence[who], 0)
        + 0.12 * max(box.recruit[who], 0)
        + 0.22 * trade
    )


class Outlook:
    """What a seat sees at one moment of an imagined table, worked out once for all its choices."""

    def __init__(self, state: State, seat: int) -> None:
        box = state.box
        self.box = box
        self.state = state
        self.seat = seat
        self.quarters = [state.city.quarter(state.owner, each) for each in range(state.players)]
        owner = state.owner[:]  # a copy, in which `site_value` tries other owners
        self.value = [self.site_value(site, owner) for site in range(box.places)] + [CENTRE, CENTRE]
        self.strength = [strengths(state, FIGHT, site, state.tiles_at(site)) for site in range(box.places + 2)]
        to_come = sum([state.inhand[each] for each in range(state.players) if each != seat])
        sites = max(1, len([p for p in range(box.places) if state.cell[p] >= 0]))
        self.spread = 1.0 + 2.2 * to_come / sites
        self.fear = 1.6 * to_come / sites
        self.managed = [self.managed_by(each) for each in range(state.players)]
        self.mine = self.managed[seat]
        self.theirs = [0.0] * box.kinds
        for other in range(state.players):
            if other != seat:
                for k in range(box.kinds):
                    held = self.managed[other][k] + 0.45 * state.stock[other * box.kinds + k]
                    self.theirs[k] = max(self.theirs[k], held)

    def site_value(self, place: int, owner: list[int]) -> float:
        """What owning a place is worth to the seat: its quarter, its traffics, and what a rival loses."""
        state, seat = self.state, self.seat
        if state.cell[place] < 0:
            return 0.0
        box = self.box
        before = owner[place]
        owner[place] = seat
        joined = state.city.quarter(owner, seat)
        owner[place] = -1
        without = state.city.quarter(owner, seat)
        lost = 0
        if before >= 0 and before != seat:
            lost = quarter_points(self.quarters[before]) - quarter_points(state.city.quarter(owner, before))
        owner[place] = before
        trade = 0.0
        for k in range(box.kinds):
            trade += min(box.place_icons[place * box.kinds + k], 2) * box.boxes[k][0]
        own = (
            quarter_points(joined) - quarter_points(without)
            if before == seat
            else quarter_points(joined) - quarter_points(self.quarters[seat])
        )
        safety = 0.15 * (6 - state.city.open_sides(place))
        return 0.8 + AHEAD * own + 0.45 * trade + 0.35 * AHEAD * lost + safety

    def managed_by(self, seat: int) -> list[int]:
        """The pictograms of every traffic a seat manages with the managers it has laid."""
        state, box = self.state, self.box
        total = [0] * box.kinds
        for place in range(box.places):
            if state.owner[place] == seat:
                shown = self.shown(place)
                for k in range(box.kinds):
                    total[k] += min(shown[k], box.place_icons[place * box.kinds + k])
        return total

    def shown(self, place: int) -> list[int]:
        """The pictograms of the managers on a place."""
        state, box = self.state, self.box
        total = [0] * box.kinds
        for i in range(len(state.laid_spot)):
            if state.laid_spot[i] == box.on_place + place and 0 <= state.laid_what[i] < box.showdown:
                for k in range(box.kinds):
                    total[k] += box.icons[state.laid_what[i] * box.kinds + k]
        return total

    def hold(self, site: int, extra: int) -> float:
        """How likely the seat ends up with a site if it fights there with so much more (-1: not at all)."""
        totals = self.strength[site]
        mine = totals[self.seat]
        if extra >= 0:
            mine = max(mine, 0) + extra
        best = -1
        for other in range(self.state.players):
            if other != self.seat:
                best = max(best, totals[other])
        owner = self.state.owner[site] if site < self.box.places else -2
        if mine < 0:
            return 0.0 if owner != self.seat or best >= 0 else 1.0 - likely(self.fear - 2.5, self.spread)
        edge = 0.6 if owner == self.seat else 0.0
        guard = 0.0 if owner < 0 or owner == self.seat or best >= 0 else 0.8 * self.fear
        return likely(mine + edge - max(best, 0) - guard - self.fear + 1.0, self.spread)

    def fight(self, spot: int, who: int, chief: int) -> float:
        """What one more fighter on a spot changes."""
        state, box = self.state, self.box
        site = box.site_of[spot]
        own = site < box.places and state.owner[site] == self.seat
        extra = box.defence[who] if own else box.attack[who]
        if chief:
            extra += 1 + self.company(site, FIGHT)
        return self.value[site] * (self.hold(site, extra) - self.hold(site, -1))

    def company(self, site: int, do: int) -> int:
        """How many of the seat's characters already do that on the site."""
        state = self.state
        count = 0
        for i in range(len(state.laid_spot)):
            if (
                state.laid_seat[i] == self.seat
                and state.laid_do[i] == do
                and self.box.site_of[state.laid_spot[i]] == site
            ):
                count += 1
        return count

    def manage(self, place: int, who: int) -> float:
        """What one more manager on a place changes for the traffics; stock if it is not enough."""
        box = self.box
        shown = self.shown(place)
        gain = 0.0
        for k in range(box.kinds):
            icons = box.place_icons[place * box.kinds + k]
            added = min(shown[k] + box.icons[who * box.kinds + k], icons) - min(shown[k], icons)
            if added:
                gain += self.lead(k, self.mine[k] + added) - self.lead(k, self.mine[k]) + 0.25 * box.boxes[k][0] * added
        return gain

    def lead(self, kind: int, tokens: float) -> float:
        """What a traffic is worth with so many tokens of one's own, stock half counted."""
        state, box = self.state, self.box
        if tokens <= 0:
            return 0.0
        mine = tokens + 0.5 * state.stock[self.seat * box.kinds + kind]
        level = min(state.level[kind] + 1, len(box.boxes[kind]) - 1) if state.leader[kind] == self.seat else 0
        points = box.boxes[kind][level] + 0.5
        if state.leader[kind] >= 0 and state.leader[kind] != self.seat:
            points += 0.4 * box.boxes[kind][state.level[kind]]
        return 1.25 * points * likely(mine - self.theirs[kind] - 0.4, 0.8)

    def recruit(self, spot: int, who: int, chief: int) -> float:
        """What one more recruiter brings: a better recruit within reach, if others leave it."""
        state, box = self.state, self.box
        place = spot // 6
        before, rivals = 0, 0
        for i in range(len(state.laid_spot)):
            if state.laid_do[i] == RECRUIT and state.laid_spot[i] // 6 == place:
                if state.laid_seat[i] == self.seat:
                    before += box.recruit[state.laid_what[i]]
                else:
                    rivals += 1
        after = before + box.recruit[who] + (1 + self.company(place, RECRUIT) if chief else 0)
        gain = self.reach(place, after) - self.reach(place, before)
        return gain / (1.0 + 0.35 * rivals)

    def reach(self, place: int, total: int) -> float:
        """The worth of the best recruit of a place that a total pays for, less whom it would replace."""
        state = self.state
        best = 0.0
        for who in state.recruits[place]:
            if state.costs[who] <= total:
                best = max(best, worth(state, who))
        if best > 0.0 and state.gang[self.seat] >= self.box.most:
            return max(0.0, best - self.least_worth() - 0.3)
        return best * (1.5 if state.gang[self.seat] < 5 else 1.0)

    def least_worth(self) -> float:
        """The worth of the least of the seat's characters."""
        state = self.state
        found = [worth(state, who) for who in range(self.box.types) if state.mask[self.seat] >> who & 1]
        return min(found) if found else 1.0

    def showdown(self, spot: int, side: int) -> float:
        """A big calibre where somebody is there to shoot, a vest where we are many."""
        state = self.state
        site = self.box.site_of[spot]
        foes = sum([1 for other in range(state.players) if other != self.seat and self.strength[site][other] >= 0])
        ours = self.company(site, FIGHT)
        if ours == 0:
            return -0.5
        if side == GUN:
            return 0.15 + 1.1 * foes + 0.15 * self.value[site]
        return 0.1 + 0.35 * foes + 0.25 * ours

    def order(self, spot: int, action: Action) -> float:
        """What a whole placement promises."""
        if action.kind == kinds.SHOWDOWN:
            return self.showdown(spot, action.a)
        who, do, chief = action.a, action.b, action.c
        if do == MANAGE:
            return self.manage(spot - self.box.on_place, who) - (0.5 if chief else 0.0)
        if do == RECRUIT:
            return self.recruit(spot, who, chief) - (0.1 if chief else 0.0)
        return self.fight(spot, who, chief) - (0.1 if chief else 0.0)

    def best_order(self, spot: int) -> float:
        """The best that can be laid on a spot; chiefs are thought of later."""
        state, box = self.state, self.box
        fight, second, showdown = options(state, self.seat, spot)
        best = -9.0
        managing = box.on_place <= spot < box.on_pile
        for who in range(box.types):
            if fight >> who & 1:
                best = max(best, self.manage(spot - box.on_place, who) if managing else self.fight(spot, who, 0))
            if second >> who & 1:
                best = max(best, self.recruit(spot, who, 0))
        if showdown:
            best = max(best, self.showdown(spot, GUN))
        return best


def rate(state: State, seat: int, actions: Sequence[Action]) -> list[float]:
    """How good each choice looks to a player who values traffics, quarters and recruits and looks after his own."""
    kind = actions[0].kind
    if kind in (kinds.AT, kinds.SEND, kinds.SHOWDOWN) or (kind == kinds.BACK and len(actions) == 1):
        outlook = Outlook(state, seat)
        if state.half_spot < 0:
            return [outlook.best_order(action.a) if action.kind == kinds.AT else 0.0 for action in actions]
        spot = state.half_spot
        return [-99.0 if action.kind == kinds.BACK else outlook.order(spot, action) for action in actions]
    if kind == kinds.BID:
        outlook = Outlook(state, seat)
        return [-99.0 if action.kind == kinds.BACK else rate_bid(outlook, action) for action in actions]
    if kind == kinds.BUILD:
        return [rate_build(state, seat, action) for action in actions]
    return [rate_small(state, seat, action) for action in actions]


def rate_bid(outlook: Outlook, action: Action) -> float:
    """Tokens that win a traffic, at what they would be worth later."""
    state, kind = outlook.state, action.a
    box = state.box
    theirs = 0.0
    for other in range(state.players):
        if other != outlook.seat:
            place = other * box.kinds + kind
            bid = state.bid[place] if state.bid_at[other] > kind else 0.4 * state.stock[place]
            theirs = max(theirs, outlook.managed[other][kind] + bid)
    mine = outlook.mine[kind] + action.b
    level = min(state.level[kind] + 1, len(box.boxes[kind]) - 1) if state.leader[kind] == outlook.seat else 0
    value = 1.3 * box.boxes[kind][level]
    win = likely(mine - theirs - 0.5, 0.45) if mine else 0.0
    if box.targets[state.players] <= state.score[outlook.seat] + box.boxes[kind][level] + 2:
        value *= 2.0  # the last turn may be this one: stock is worth nothing after it
    return value * win - 0.33 * box.boxes[kind][0] * action.b


def rate_build(state: State, seat: int, action: Action) -> float:
    """A new place near one's own, with few sides open; in set-up anywhere will do."""
    box = state.box
    city = state.city
    there = city.build_cells[city.builds.index(action)]
    beside: list[int] = []
    crowd = 0
    for step in box.steps:
        for place in range(box.places):
            if state.cell[place] == there + step:
                crowd += 1
                beside.append(state.owner[place])
    if state.phase == SETUP:
        return 0.1 * crowd
    return 1.5 * beside.count(seat) + 0.25 * crowd if state.phase == OPENING else 0.0


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
            + 0.4 * worth(state, state.laid_what[action.a])
            + 0.05 * state.score[state.laid_seat[action.a]]
        )
    if kind == kinds.TAKE:
        if action.a < 0:
            return 0.0
        full = state.gang[seat] >= state.box.most
        return worth(state, action.a) - (least(state, seat) + 0.2 if full else 0.0)
    if kind == kinds.RELEASE:
        who = action.a if action.a >= 0 else state.laid_what[action.b]
        return 10.0 - worth(state, who) - (0.1 if action.a < 0 else 0.0)
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
    found = [worth(state, who) for who in range(state.box.types) if state.mask[seat] >> who & 1]
    for i in range(len(state.laid_seat)):
        if state.laid_seat[i] == seat and state.in_gang(i):
            found.append(worth(state, state.laid_what[i]))
    return min(found) if found else 0.0
