"""What a seat sees while tiles are laid: what every site is worth, who is likely to hold it, who manages what.

A search asks for this at every choice of every imagined world, so it is worked out once for as long as it holds: what
sites are worth in all worlds of a View (the map and its owners are open), what lies on them in one world as tile after
tile is laid, and the rest until somebody lays the next tile.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from parrain.core.action import Action
from parrain.games.gangs_city.actions import FIGHT, GUN, MANAGE, RECRUIT, SHOWDOWN
from parrain.games.gangs_city.components import Box
from parrain.games.gangs_city.rules import State
from parrain.games.gangs_city.rules.placement import options_of
from parrain.games.gangs_city.rules.strength import strengths
from parrain.games.gangs_city.state.city import quarter_points

AHEAD: Final = 3.0  # turns for which something won now is likely to pay
CENTRE: Final = 3.2  # what a place from the pile is worth before anybody has seen it
NOT_YET: Final = -1000.0  # in lists of what is worked out when it is first asked for


def likely(margin: float, spread: float) -> float:
    """How likely a lead of that size is to hold, when what is still to come may change it by about `spread`."""
    return 1.0 / (1.0 + math.exp(-margin / spread))


def worth_of(box: Box, who: int) -> float:
    """What a character is worth to a gang: its fists, its eye for people, its trade."""
    trade = 0.0
    for k in range(box.kinds):
        trade += min(box.icons[who * box.kinds + k], 2) * box.boxes[k][0]
    return (
        0.30 * max(box.attack[who], 0)
        + 0.22 * max(box.defence[who], 0)
        + 0.12 * max(box.recruit[who], 0)
        + 0.22 * trade
    )


@lru_cache(maxsize=16)
def worths(box: Box) -> list[float]:
    """The same for every type of character."""
    return [worth_of(box, who) for who in range(box.types)]


class SiteValues:
    """What owning each site is worth to each seat, as long as the map and its owners stay as they are."""

    __slots__ = ("box", "cell", "city", "left", "owner", "quarters", "sites", "values")

    def __init__(self, state: State) -> None:
        self.box = state.box
        self.city = state.city
        self.cell = state.cell[:]
        self.left = state.left[:]
        self.owner = state.owner[:]  # in which `value` tries other owners, too
        self.quarters = [self.city.quarter(self.owner, each) for each in range(state.players)]
        self.sites = max(1, len([p for p in range(self.box.places) if self.cell[p] >= 0]))
        self.values: list[list[float]] = [[] for _ in range(state.players)]

    def hold_for(self, state: State) -> bool:
        """Whether the map and its owners are the same."""
        return self.owner == state.owner and self.cell == state.cell and self.left == state.left

    def of(self, seat: int) -> list[float]:
        """What each site is worth to a seat: the places, then the piles."""
        values = self.values[seat]
        if not values:
            values = [self.value(site, seat) for site in range(self.box.places)]
            values.append(CENTRE)
            values.append(CENTRE)
            self.values[seat] = values
        return values

    def value(self, place: int, seat: int) -> float:
        """What owning a place is worth to a seat: its quarter, its traffics, and what a rival loses."""
        if self.cell[place] < 0:
            return 0.0
        box, city, owner = self.box, self.city, self.owner
        before = owner[place]
        owner[place] = seat
        joined = city.quarter(owner, seat)
        owner[place] = -1
        without = city.quarter(owner, seat)
        lost = 0
        if before >= 0 and before != seat:
            lost = quarter_points(self.quarters[before]) - quarter_points(city.quarter(owner, before))
        owner[place] = before
        trade = 0.0
        for k in range(box.kinds):
            trade += min(box.place_icons[place * box.kinds + k], 2) * box.boxes[k][0]
        own = (
            quarter_points(joined) - quarter_points(without)
            if before == seat
            else quarter_points(joined) - quarter_points(self.quarters[seat])
        )
        safety = 0.15 * (6 - city.open_sides(place))
        return 0.8 + AHEAD * own + 0.45 * trade + 0.35 * AHEAD * lost + safety


class Tiles:
    """The tiles laid this turn by where they lie, with what follows for each site; more are added as they are laid."""

    __slots__ = ("at", "box", "count", "managed", "managers", "state", "strength", "turn")

    def __init__(self, state: State) -> None:
        box = state.box
        self.box = box
        self.state = state
        self.turn = state.turn
        self.count = 0
        self.at: list[list[int]] = [[] for _ in range(box.places + 2)]
        self.strength: list[list[int]] = [[] for _ in range(box.places + 2)]  # empty: not worked out
        self.managers: list[list[int]] = [[] for _ in range(box.places)]
        self.managed: list[list[int]] = []

    def hold_for(self, state: State) -> bool:
        """Whether they lie on that table still."""
        return self.state is state and self.turn == state.turn and self.count <= len(state.laid_spot)

    def add(self) -> None:
        """Take in the tiles that were laid since the last time."""
        state, box = self.state, self.box
        for i in range(self.count, len(state.laid_spot)):
            spot = state.laid_spot[i]
            site = box.site_of[spot]
            self.at[site].append(i)
            self.strength[site] = []
            if box.on_place <= spot < box.on_pile:
                self.managers[site].append(i)
                self.managed = []
        self.count = len(state.laid_spot)

    def strength_at(self, site: int) -> list[int]:
        """What each seat musters in a fight for a site."""
        found = self.strength[site]
        if not found:
            found = strengths(self.state, FIGHT, site, self.at[site])
            self.strength[site] = found
        return found

    def shown(self, place: int) -> list[int]:
        """The pictograms of the managers on a place."""
        box = self.box
        total = [0] * box.kinds
        for i in self.managers[place]:
            who = self.state.laid_what[i]
            if 0 <= who < box.showdown:
                for k in range(box.kinds):
                    total[k] += box.icons[who * box.kinds + k]
        return total

    def managed_by_all(self) -> list[list[int]]:
        """By seat, the pictograms of every traffic it manages with the managers it has laid."""
        if not self.managed:
            box = self.box
            managed = [[0] * box.kinds for _ in range(self.state.players)]
            for place in range(box.places):
                seat = self.state.owner[place]
                if seat >= 0 and self.managers[place]:
                    shown = self.shown(place)
                    for k in range(box.kinds):
                        managed[seat][k] += min(shown[k], box.place_icons[place * box.kinds + k])
            self.managed = managed
        return self.managed


class Outlook:
    """What a seat sees at one moment of an imagined table, worked out once for all its choices."""

    __slots__ = (
        *("box", "fear", "fight_mask", "fight_value", "mine", "recruit_mask", "recruit_value"),
        *("seat", "spread", "state", "theirs", "tiles", "value", "without", "worths"),
    )

    def __init__(self, state: State, seat: int, values: SiteValues, tiles: Tiles) -> None:
        box = state.box
        self.box = box
        self.state = state
        self.seat = seat
        self.tiles = tiles
        self.worths: list[float] = worths(box)
        self.value = values.of(seat)
        to_come = 0
        for each in range(state.players):
            if each != seat:
                to_come += state.inhand[each]
        self.spread = 1.0 + 2.2 * to_come / values.sites
        self.fear = 1.6 * to_come / values.sites
        managed = tiles.managed_by_all()
        self.mine = managed[seat]
        self.theirs = [0.0] * box.kinds
        for other in range(state.players):
            if other != seat:
                for k in range(box.kinds):
                    held = managed[other][k] + 0.45 * state.stock[other * box.kinds + k]
                    self.theirs[k] = max(self.theirs[k], held)
        sites = box.places + 2
        self.without = [NOT_YET] * sites  # how likely it holds each site without another tile
        self.fight_mask = [0] * sites  # for the last types asked about, what the best fighter of them is worth there
        self.fight_value = [0.0] * sites
        self.recruit_mask = [0] * sites
        self.recruit_value = [0.0] * sites

    # -- fighting ------------------------------------------------------------------------------------------

    def hold(self, site: int, extra: int) -> float:
        """How likely the seat ends up with a site if it fights there with so much more (-1: not at all)."""
        state = self.state
        totals = self.tiles.strength_at(site)
        mine = totals[self.seat]
        if extra >= 0:
            mine = max(mine, 0) + extra
        best = -1
        for other in range(state.players):
            if other != self.seat:
                best = max(best, totals[other])
        owner = state.owner[site] if site < self.box.places else -2
        if mine < 0:
            return 0.0 if owner != self.seat or best >= 0 else 1.0 - likely(self.fear - 2.5, self.spread)
        edge = 0.6 if owner == self.seat else 0.0
        guard = 0.0 if owner < 0 or owner == self.seat or best >= 0 else 0.8 * self.fear
        return likely(mine + edge - max(best, 0) - guard - self.fear + 1.0, self.spread)

    def gain(self, site: int, extra: int) -> float:
        """What so much more strength changes at a site."""
        without = self.without[site]
        if without == NOT_YET:
            without = self.hold(site, -1)
            self.without[site] = without
        return self.value[site] * (self.hold(site, extra) - without)

    def force(self, site: int) -> list[int]:
        """What each type brings to a fight for a site: its defence on one's own place, else its attack."""
        own = site < self.box.places and self.state.owner[site] == self.seat
        return self.box.defence if own else self.box.attack

    def fight(self, site: int, who: int, chief: int) -> float:
        """What one more fighter for a site changes."""
        extra = self.force(site)[who]
        if chief:
            extra += 1 + self.company(site, FIGHT)
        return self.gain(site, extra)

    def best_fight(self, site: int, types: int) -> float:
        """The same for the best of these types: the strongest."""
        if self.fight_mask[site] != types:
            self.fight_mask[site] = types
            self.fight_value[site] = self.gain(site, strongest(self.force(site), types))
        return self.fight_value[site]

    def company(self, site: int, do: int) -> int:
        """How many of the seat's characters already do that on the site."""
        state = self.state
        count = 0
        for i in self.tiles.at[site]:
            if state.laid_seat[i] == self.seat and state.laid_do[i] == do:
                count += 1
        return count

    # -- managing ------------------------------------------------------------------------------------------

    def manage(self, place: int, who: int) -> float:
        """What one more manager on a place changes for the traffics; stock if it is not enough."""
        box = self.box
        shown = self.tiles.shown(place)
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

    # -- recruiting ----------------------------------------------------------------------------------------

    def recruit(self, place: int, value: int) -> float:
        """What a recruiter of that value brings on top: a better recruit within reach, if others leave it."""
        state, box = self.state, self.box
        before, rivals = 0, 0
        for i in self.tiles.at[place]:
            if state.laid_do[i] == RECRUIT:
                if state.laid_seat[i] == self.seat:
                    before += box.recruit[state.laid_what[i]]
                else:
                    rivals += 1
        gain = self.reach(place, before + value) - self.reach(place, before)
        return gain / (1.0 + 0.35 * rivals)

    def best_recruit(self, place: int, types: int) -> float:
        """The same for the best recruiter of these types."""
        if self.recruit_mask[place] != types:
            self.recruit_mask[place] = types
            self.recruit_value[place] = self.recruit(place, strongest(self.box.recruit, types))
        return self.recruit_value[place]

    def reach(self, place: int, total: int) -> float:
        """The worth of the best recruit of a place that a total pays for, less whom it would replace."""
        state = self.state
        best = 0.0
        for who in state.recruits[place]:
            if state.costs[who] <= total:
                best = max(best, self.worths[who])
        if best > 0.0 and state.gang[self.seat] >= self.box.most:
            return max(0.0, best - self.least_in_hand() - 0.3)
        return best * (1.5 if state.gang[self.seat] < 5 else 1.0)

    def least_in_hand(self) -> float:
        """The worth of the least of the seat's characters that are not laid yet."""
        mask = self.state.mask[self.seat]
        found = [self.worths[who] for who in range(self.box.types) if mask >> who & 1]
        return min(found) if found else 1.0

    # -- a whole placement -----------------------------------------------------------------------------------

    def showdown(self, site: int, side: int) -> float:
        """A big calibre where somebody is there to shoot, a vest where we are many."""
        ours = self.company(site, FIGHT)
        if ours == 0:
            return -0.5
        foes = 0
        totals = self.tiles.strength_at(site)
        for other in range(self.state.players):
            if other != self.seat and totals[other] >= 0:
                foes += 1
        if side == GUN:
            return 0.15 + 1.1 * foes + 0.15 * self.value[site]
        return 0.1 + 0.35 * foes + 0.25 * ours

    def order(self, spot: int, action: Action) -> float:
        """What a whole placement promises."""
        box = self.box
        site = box.site_of[spot]
        if action.kind == SHOWDOWN:
            return self.showdown(site, action.a)
        who, do, chief = action.a, action.b, action.c
        if do == MANAGE:
            return self.manage(spot - box.on_place, who) - (0.5 if chief else 0.0)
        if do == RECRUIT:
            value = box.recruit[who] + (1 + self.company(site, RECRUIT) if chief else 0)
            return self.recruit(site, value) - (0.1 if chief else 0.0)
        return self.fight(site, who, chief) - (0.1 if chief else 0.0)

    def best_order(self, spot: int, free: int) -> float:
        """The best that can be laid on a spot, of the types that may go anywhere; chiefs are thought of later."""
        box = self.box
        fight, second, showdown = options_of(self.state, self.seat, spot, free)
        site = box.site_of[spot]
        best = -9.0
        if fight:
            if box.on_place <= spot < box.on_pile:
                for who in range(box.types):
                    if fight >> who & 1:
                        best = max(best, self.manage(site, who))
            else:
                best = max(best, self.best_fight(site, fight))
        if second:
            best = max(best, self.best_recruit(site, second))
        if showdown:
            best = max(best, self.showdown(site, GUN))
        return best


def strongest(values: list[int], types: int) -> int:
    """The highest value of these types."""
    best = -1
    who = 0
    while types:
        if types & 1 and values[who] > best:
            best = values[who]
        types >>= 1
        who += 1
    return best


class Cache:
    """What holds at a moment of one imagined world; the values of sites pass on to the next world of the same View."""

    __slots__ = ("outlook", "tiles", "values")

    def __init__(self) -> None:
        self.values: SiteValues | None = None
        self.tiles: Tiles | None = None
        self.outlook: Outlook | None = None

    def tiles_of(self, state: State) -> Tiles:
        """The tiles laid so far."""
        tiles = self.tiles
        if tiles is None or not tiles.hold_for(state):
            tiles = Tiles(state)
            self.tiles = tiles
            self.outlook = None
        if tiles.count < len(state.laid_spot):
            tiles.add()
            self.outlook = None
        return tiles

    def outlook_of(self, state: State, seat: int) -> Outlook:
        """What a seat that lays a tile sees: it holds until the next tile is laid."""
        tiles = self.tiles_of(state)
        outlook = self.outlook
        if outlook is None or outlook.seat != seat:
            values = self.values
            if values is None or not values.hold_for(state):
                values = SiteValues(state)
                self.values = values
            outlook = Outlook(state, seat, values, tiles)
            self.outlook = outlook
        return outlook


def next_cache(before: Cache | None) -> Cache:
    """The cache for another imagined world: the map and its owners are most often the same as in the one before."""
    cache = Cache()
    if before is not None:
        cache.values = before.values
    return cache
