"""Gangs City: the State, the order of phases, set-up and end of turn, section by section as in docs/rules/gangs-city.md.

A turn is: who leads (`start_turn`), placing (placement.py), bids, reveal and traffics (traffics.py), then site by site
shots, strength (gunfight.py) and recruiting (recruiting.py), and at last new places, returns and scoring (here).
"""

from __future__ import annotations

from collections.abc import Mapping

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.event import Event
from parrain.core.say import Seat
from parrain.core.state import State as CoreState
from parrain.core.stream import BLANK
from parrain.games.gangs_city import gunfight, placement, recruiting, traffics
from parrain.games.gangs_city.city import City, may_build_at_setup, quarter_points
from parrain.games.gangs_city.components import (
    AT, BACK, BID, BUILD, FORGE, LEAD, LOOK, MANAGE, MOLE, PASS, PIN, RECRUIT, RELEASE, RESOLVE, RETURN, SEND, SHOOT, SHOWDOWN, TAKE, Box,
)  # fmt: skip
from parrain.games.gangs_city.marks import (
    BIDDING, DEAD, FORGER, FORGING, HOME, LEADING, OPENING, ORDERING, OVER, PINNING, PLACING, RECRUITING, RELEASING, REPLACED, RETURNING, SETUP,
    SHOOTING, TURNING,
)  # fmt: skip
from parrain.games.gangs_city.position import position_of
from parrain.games.gangs_city.view import View, view_of

NO_OPTIONS: dict[str, object] = {}
NO_SEATS: tuple[int, ...] = ()
DO_NAMES = ("fight", "recruit", "manage", "gun", "vest")

# What is asked in each phase: the rule, and what to tell somebody who answers another question.
ASKED = (
    ("GC 3.6", "The city is being set up: say where your place is built."),
    ("GC 4.1", "First say who begins this turn."),
    ("GC 4.4", "First say where your next tile goes."),
    ("GC 5.1", "Bids are being made: say how many tokens you bid."),
    ("GC 8.10", "Say whether the Mole fights or recruits."),
    ("GC 6.1", "Say which site is resolved next."),
    ("GC 6.3", "Say whom your big calibre hits, or nobody."),
    ("GC 8.8", "Say whom the Sharpshooter pins down."),
    ("GC 6.13", "Say whom you recruit, or nobody."),
    ("GC 6.14", "You have all the characters a gang may have: say who is replaced, or go back."),
    ("GC 8.9", "Say which token the Forger takes."),
    ("GC 7.1", "Say where the new place is built."),
    ("GC 7.4", "Say where the replaced character goes."),
    ("GC 7.6", "The game is over."),
)
KIND_OF_PHASE = (BUILD, LEAD, AT, BID, MOLE, RESOLVE, SHOOT, PIN, TAKE, RELEASE, FORGE, BUILD, RETURN)


class State(CoreState):
    """The table. Seats, places, types and traffics are numbers; `hand` counts types seat by seat, `stock` and `bid` traffics.

    Tiles on the city are numbered in the order they were laid this turn (`laid_*`); `stack` says who fills each hex
    (`spot << 4 | 8 if recruiting | seat`). `deck` never changes: `left` says how much of each pile is still there.
    """

    __slots__ = (
        "alone", "bid", "bid_at", "budget", "cell", "chief", "city", "costs", "crowd", "deck", "drawn", "first", "fought", "gained", "gang",
        "half_spot", "half_what", "hand", "has", "here", "inhand", "laid_do", "laid_look", "laid_mark", "laid_seat", "laid_spot", "laid_what",
        "leader", "left", "level", "limit", "managed", "mask", "merc_left", "mercs", "mover", "newcomer", "out", "owing", "owner", "passed", "phase",
        "picked", "picks", "pinned", "placed", "queue", "recruits", "ret_seat", "ret_tile", "ret_what", "revealed", "score", "seats", "second",
        "seen", "shots", "showdown", "site", "stack", "step", "stock", "supply", "table", "todo", "totals", "turn", "won_place", "won_seat",
    )  # fmt: skip

    def __init__(
        self, box: Box, players: int, seed: int = BLANK, options: Mapping[str, object] = NO_OPTIONS, log: list[Event] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(box, players, seed, options, log)
        self.table = box
        if seed != BLANK:
            self.read_options()
            self.set_up()

    def read_options(self) -> None:
        """What the options change: abilities and costs of mercenaries, second chances, the longest game (GC 2.6, GC 7.7, GC 7.8)."""
        box = self.table
        house = self.options.get("mercenaries", "house") == "house"
        self.has = box.holder if house else box.nobody
        self.costs = box.cost if house else box.cost_plain
        self.second = self.options.get("second_chance", True) is True
        limit = self.options.get("turn_limit", 60)
        self.limit = limit if isinstance(limit, int) else 60
        self.seats = [(seat,) for seat in range(self.players)]

    # -- 3 Setting up --------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Gangs, supply and piles, the first place, and a place drawn by everybody (GC 3.1 to GC 3.5)."""
        self.blank_table()
        box = self.table
        n = self.players
        for seat in range(n):
            for who in box.start:
                self.supply[who] -= 1
                self.enter_hand(seat, who)
                self.gang[seat] += 1
        self.mercs = box.mercenaries.copy()
        self.shuffle(self.mercs)
        self.merc_left = len(self.mercs)
        order = list(range(box.places))
        self.shuffle(order)
        half = (box.places + 1) // 2 if box.pile_counts[n] == 2 else box.places
        self.deck = [order[:half], order[half:]]
        self.left = [half, box.places - half]
        first = self.draw_place(0)
        side = self.below(6)
        while box.pile_counts[n] == 2 and side == 0:  # the second pile lies there
            side = self.below(6)
        self.cell[first] = box.origin + box.steps[side]
        self.survey()
        if self.log is not None:
            self.log.append(Event("first-place", {"place": box.place_names[first], "at": f"pile/{('e', 'ne', 'nw', 'w', 'sw', 'se')[side]}"}))
        for seat in range(n):
            self.drawn[seat] = self.draw_place((seat + 1) % 2 if box.pile_counts[n] == 2 else 0)
            if self.log is not None:
                self.log.append(Event("draw", {"seat": seat, "place": box.place_names[self.drawn[seat]]}))
        lowest = min([box.initiative[place] for place in self.drawn])
        self.first = [box.initiative[place] for place in self.drawn].index(lowest)
        self.mover = self.first
        self.owing = self.seats[self.mover]
        self.survey()

    def blank_table(self) -> None:
        """An empty table with nobody's hand on it: all numbers at rest."""
        box = self.table
        n = self.players
        kinds = box.kinds
        self.cell = [-1] * box.places
        self.owner = [-1] * box.places
        self.recruits: list[tuple[int, ...]] = [()] * box.places
        self.deck: list[list[int]] = [[], []]
        self.left = [0, 0]
        self.won_place, self.won_seat = [-1, -1], [-1, -1]
        self.hand = [0] * (n * box.types)
        self.mask, self.inhand, self.gang = [0] * n, [0] * n, [0] * n
        self.supply = [0 if box.mercenary[t] else box.counts[t] for t in range(box.types)]
        self.out = [0] * box.types
        self.mercs: list[int] = []
        self.merc_left = 0
        self.stock, self.bid, self.managed = [0] * (n * kinds), [0] * (n * kinds), [0] * (n * kinds)
        self.leader, self.level = [-1] * kinds, [0] * kinds
        self.score, self.gained, self.drawn = [0] * n, [0] * n, [-1] * n
        self.turn = 0
        self.first = self.mover = 0
        self.phase = SETUP
        self.owing: tuple[int, ...] = NO_SEATS
        self.todo = 0
        self.site = self.step = self.pinned = self.picked = self.newcomer = -1
        self.budget = self.picks = 0
        self.here: list[int] = []
        self.queue: list[int] = []
        self.shots: list[int] = []
        self.totals: list[int] = []
        self.fought: list[int] = []
        self.clear_city()

    def clear_city(self) -> None:
        """No tile on the city, every showdown tile in hand, nobody a chief."""
        n = self.players
        self.laid_seat: list[int] = []
        self.laid_what: list[int] = []
        self.laid_spot: list[int] = []
        self.laid_do: list[int] = []
        self.laid_mark: list[int] = []
        self.laid_look: list[int] = []
        self.seen: list[int] = []
        self.ret_seat: list[int] = []
        self.ret_what: list[int] = []
        self.ret_tile: list[int] = []
        self.showdown, self.chief, self.placed = [1] * n, [0] * n, [0] * n
        self.alone, self.passed = [-1] * n, [-1] * n
        self.crowd = [0] * (2 * n)
        self.bid_at = [0] * n
        self.half_spot = self.half_what = -1
        self.revealed = False
        self.stack: list[int] = []

    def draw_place(self, pile: int) -> int:
        """The top place of a pile."""
        self.left[pile] -= 1
        return self.deck[pile][self.left[pile]]

    def survey(self) -> None:
        """Work the map out anew."""
        self.city = City(self.table, self.cell, self.left)

    def builds(self) -> tuple[Action, ...]:
        """Every cell a place can be built on; in set-up nothing may get surrounded (GC 3.7, GC 7.1)."""
        city = self.city
        if self.phase == OPENING:
            return tuple(city.builds)
        found = []
        for i in range(len(city.builds)):
            if may_build_at_setup(self.table, city, city.build_cells[i], self.cell, self.left):
                found.append(city.builds[i])
        return tuple(found)

    def build(self, player: int, action: Action) -> None:
        """A place goes to the side of another or of a pile (GC 3.6, GC 3.7, GC 7.1)."""
        box = self.table
        there = self.building_cell(action)
        place = self.drawn[player] if self.phase == SETUP else self.won_place[self.queue[self.step]]
        if self.phase == SETUP and not may_build_at_setup(box, self.city, there, self.cell, self.left):
            raise IllegalAction("GC 3.7", "That would surround something on all six sides, which set-up forbids.")
        self.cell[place] = there
        self.survey()
        if self.log is not None:
            self.log.append(Event("build", {"seat": player, "place": box.place_names[place], "at": action.text[6:]}))
        if self.phase == OPENING:
            self.opened(player, place)
            return
        self.drawn[player] = -1
        self.mover = (self.mover + 1) % self.players
        self.owing = self.seats[self.mover]
        if self.mover == self.first:
            self.populate()

    def building_cell(self, action: Action) -> int:
        """The cell a building choice means; each cell goes by one name, that of the first pile or place it touches."""
        box = self.table
        city = self.city
        for i in range(len(city.builds)):
            if city.builds[i] is action:
                return city.build_cells[i]
        rule = "GC 3.7" if self.phase == SETUP else "GC 7.1"
        site = action.a
        here = self.cell[site] if site < box.places else box.pile_cells[site - box.places] if self.left[site - box.places] > 0 else -1
        if here < 0:
            raise IllegalAction(rule, "There is no {site} in the city to build beside.", site=box.site_names[site])
        there = here + box.steps[action.b]
        if there in city.build_cells:
            name = city.builds[city.build_cells.index(there)].text[6:]
            raise IllegalAction(rule, "That hex goes by the name {name}: build there.", name=name)
        raise IllegalAction(rule, "Something already lies on that side of the {site}.", site=box.site_names[site])

    def populate(self) -> None:
        """The first city is ready: characters are put on it, and the first turn begins (GC 3.8)."""
        for place in range(self.table.places):
            if self.cell[place] >= 0:
                self.open_place(place)
        self.reveals += 1
        self.start_turn()

    def open_place(self, place: int) -> None:
        """Put the characters of a place on it, a mercenary at random, as far as there are any (GC 2.8)."""
        box = self.table
        waiting: list[int] = []
        for who in box.waiting[place]:
            if who == box.showdown:
                if self.merc_left > 0:
                    self.merc_left -= 1
                    waiting.append(self.mercs[self.merc_left])
            elif self.supply[who] > 0:
                self.supply[who] -= 1
                waiting.append(who)
        waiting.sort()
        self.recruits[place] = tuple(waiting)
        if self.log is not None:
            self.log.append(Event("open", {"place": box.place_names[place], "who": [box.names[who] for who in waiting]}))

    # -- 4 Placement ---------------------------------------------------------------------------------

    def start_turn(self) -> None:
        """A new turn: second chances, a city nobody can play in, then who begins (GC 4.1, GC 7.8, GC 7.9)."""
        self.turn += 1
        self.clear_city()
        self.bid = [0] * len(self.bid)
        self.managed = [0] * len(self.managed)
        if self.second:
            self.second_chances()
        if not any(self.gang) and not any(self.stock):
            self.count_points()
            if self.is_over or not any(self.gained):
                if not self.is_over:
                    self.end("no-gang-left")
                return
        chooser = self.lowest_owner()
        if self.turn == 1 or chooser < 0:
            self.begin_placing(self.first)
            return
        self.phase = LEADING
        self.owing = self.seats[chooser]

    def second_chances(self) -> None:
        """Who has no character left takes one from the supply, in turn order (GC 7.8)."""
        for i in range(self.players):
            seat = (self.first + i) % self.players
            if self.gang[seat] == 0:
                for who in self.table.second_chance:
                    if self.supply[who] > 0:
                        self.supply[who] -= 1
                        self.enter_hand(seat, who)
                        self.gang[seat] = 1
                        if self.log is not None:
                            self.log.append(Event("second-chance", {"seat": seat, "who": self.table.names[who]}))
                        break

    def lowest_owner(self) -> int:
        """The owner of the lowest place that has one, -1 for nobody (GC 4.1)."""
        box = self.table
        best = -1
        for place in range(box.places):
            if self.owner[place] >= 0 and (best < 0 or box.initiative[place] < box.initiative[best]):
                best = place
        return self.owner[best] if best >= 0 else -1

    def lead(self, player: int, action: Action) -> None:
        """Say who begins this turn (GC 4.1)."""
        if action.a >= self.players:
            raise IllegalAction("GC 4.1", "There are only {players} players at this table.", players=self.players)
        if self.log is not None:
            self.log.append(Event("lead", {"seat": player, "first": action.a}))
        self.begin_placing(action.a)

    def begin_placing(self, first: int) -> None:
        """The first player lays the first tile (GC 4.1, GC 4.2)."""
        self.first = first
        self.phase = PLACING
        self.stack = [-1] * len(self.city.hexes)
        self.mover = (first - 1) % self.players
        if self.log is not None:
            self.log.append(Event("turn", {"turn": self.turn, "first": first}))
        self.next_to_place()

    def next_to_place(self) -> None:
        """The next who still has something to lay and has not passed; after the last come the bids (GC 4.2, GC 4.16, GC 9.2)."""
        for i in range(1, self.players + 1):
            seat = (self.mover + i) % self.players
            if self.passed[seat] < 0 and (self.inhand[seat] > 0 or (self.showdown[seat] and self.placed[seat] > 0)):
                self.mover = seat
                self.owing = self.seats[seat]
                return
        traffics.begin_bids(self)

    def give_up_placing(self, player: int) -> None:
        """Pass for the rest of the placing, allowed when no character can be laid (GC 4.3, GC 4.16)."""
        if placement.character_fits(self, player):
            raise IllegalAction("GC 4.16", "You may pass only when none of your characters can be laid anywhere.")
        self.passed[player] = len(self.laid_seat)
        if self.log is not None:
            self.log.append(Event("pass", {"seat": player}))
        self.next_to_place()

    def leave_hand(self, seat: int, who: int) -> None:
        """A character leaves the hand."""
        place = seat * self.table.types + who
        self.hand[place] -= 1
        self.inhand[seat] -= 1
        if self.hand[place] == 0:
            self.mask[seat] &= ~(1 << who)

    def enter_hand(self, seat: int, who: int) -> None:
        """A character comes into the hand."""
        self.hand[seat * self.table.types + who] += 1
        self.inhand[seat] += 1
        self.mask[seat] |= 1 << who

    def go_home(self, i: int) -> None:
        """A tile leaves the city for its owner's hand, a replaced one for the way back to a place (GC 5.4, GC 6.6, GC 6.15)."""
        seat = self.laid_seat[i]
        mark = self.laid_mark[i]
        self.laid_mark[i] = mark | HOME
        if mark & (DEAD | HOME):
            return
        if self.laid_what[i] == self.table.showdown:
            self.showdown[seat] = 1
        elif mark & REPLACED:
            self.ret_tile[self.ret_tile.index(i)] = -1
        else:
            self.enter_hand(seat, self.laid_what[i])

    # -- 6 Actions -----------------------------------------------------------------------------------

    def begin_actions(self) -> None:
        """Every place and pile with tiles on its sides or on it waits to be resolved (GC 6.1)."""
        box = self.table
        self.todo = 0
        for i in range(len(self.laid_spot)):
            if not self.laid_mark[i] & HOME:
                self.todo |= 1 << box.site_of[self.laid_spot[i]]
        self.next_site()

    def next_site(self) -> None:
        """The first player names the next site; nobody is asked where the order cannot matter (GC 6.1)."""
        if self.todo == 0:
            self.begin_opening()
            return
        if self.todo & (self.todo - 1) and self.order_matters():
            self.phase = ORDERING
            self.owing = self.seats[self.first]
            return
        site = 0
        while not self.todo >> site & 1:
            site += 1
        gunfight.resolve(self, site)

    def order_matters(self) -> bool:
        """Whether somebody still recruits where somebody waits, or a Forger is about (GC 6.1)."""
        box = self.table
        for i in range(len(self.laid_spot)):
            if self.laid_mark[i] & HOME:
                continue
            if self.laid_what[i] == self.has[FORGER]:
                return True
            if self.laid_do[i] == RECRUIT and self.recruits[box.site_of[self.laid_spot[i]]]:
                return True
        return False

    def name_site(self, action: Action) -> None:
        """The site that is resolved now (GC 6.1)."""
        if not self.todo >> action.a & 1:
            raise IllegalAction("GC 6.1", "Nothing is left to resolve at {site}.", site=self.table.site_names[action.a])
        gunfight.resolve(self, action.a)

    def finish_site(self) -> None:
        """All tiles of the site go home (GC 6.15)."""
        for i in self.here:
            self.go_home(i)
        self.here = []
        self.next_site()

    def forget_return(self, tile: int) -> None:
        """A replaced character died on the city: nothing is put back (GC 6.14)."""
        at = self.ret_tile.index(tile)
        del self.ret_seat[at], self.ret_what[at], self.ret_tile[at]

    def tokens_left(self, kind: int) -> int:
        """Stock tokens of a traffic in the supply (GC 2.4)."""
        kinds = self.table.kinds
        held = 0
        for seat in range(self.players):
            held += self.stock[seat * kinds + kind]
        return self.table.tokens[kind] - held

    # -- 7 End of the turn ---------------------------------------------------------------------------

    def begin_opening(self) -> None:
        """Winners of piles build in turn order, one place after the other (GC 7.1, GC 7.2)."""
        self.site = -1
        self.shots, self.totals, self.fought = [], [], []
        self.queue = []
        for i in range(self.players):
            seat = (self.first + i) % self.players
            for pile in range(2):
                if self.won_seat[pile] == seat:
                    self.queue.append(pile)
        self.step = -1
        self.next_opening()

    def next_opening(self) -> None:
        """The next place that was won is turned up (GC 7.2)."""
        self.step += 1
        if self.step >= len(self.queue):
            self.begin_returns()
            return
        pile = self.queue[self.step]
        self.phase = OPENING
        self.owing = self.seats[self.won_seat[pile]]
        self.reveals += 1
        if self.log is not None:
            self.log.append(Event("turned", {"seat": self.won_seat[pile], "place": self.table.place_names[self.won_place[pile]]}))

    def opened(self, player: int, place: int) -> None:
        """The new place is its winner's, its characters arrive, and whoever waits on a surrounded place is lost (GC 7.1, GC 7.3)."""
        pile = self.queue[self.step]
        self.won_place[pile] = self.won_seat[pile] = -1
        self.owner[place] = player
        self.open_place(place)
        self.reveals += 1
        self.lose_surrounded(place)
        for d in range(6):
            other = self.city.near[place * 6 + d]
            if 0 <= other < self.table.places:
                self.lose_surrounded(other)
        self.next_opening()

    def lose_surrounded(self, place: int) -> None:
        """Characters waiting on a surrounded place leave the game (GC 7.3)."""
        if self.recruits[place] and self.city.surrounded(place):
            if self.log is not None:
                names = [self.table.names[who] for who in self.recruits[place]]
                self.log.append(Event("surrounded", {"place": self.table.place_names[place], "who": names}))
            for who in self.recruits[place]:
                self.out[who] += 1
            self.recruits[place] = ()

    def begin_returns(self) -> None:
        """Replaced characters are put back in turn order, each player's in the order he named them (GC 7.4)."""
        order = []
        for i in range(self.players):
            seat = (self.first + i) % self.players
            for at in range(len(self.ret_seat)):
                if self.ret_seat[at] == seat:
                    order.append(at)
        self.ret_seat, self.ret_what = [self.ret_seat[at] for at in order], [self.ret_what[at] for at in order]
        self.ret_tile = [-1] * len(order)
        self.queue = []
        self.step = -1
        self.next_return()

    def open_places(self) -> tuple[Action, ...]:
        """The places that replaced characters can go back to (GC 7.4)."""
        box = self.table
        return tuple([box.return_actions[p] for p in range(box.places) if self.cell[p] >= 0 and not self.city.surrounded(p)])

    def next_return(self) -> None:
        """Ask for the next one; without any open place they all leave the game (GC 7.4)."""
        if self.ret_seat and not self.open_places():
            for who in self.ret_what:
                self.out[who] += 1
            self.ret_seat, self.ret_what, self.ret_tile = [], [], []
        if not self.ret_seat:
            self.count_points()
            if not self.is_over:
                self.start_turn()
            return
        self.phase = RETURNING
        self.owing = self.seats[self.ret_seat[0]]

    def put_back(self, player: int, action: Action) -> None:
        """A replaced character waits on a place again (GC 7.4)."""
        box = self.table
        place = action.a
        if self.cell[place] < 0:
            raise IllegalAction("GC 7.4", "The {place} is not in the city yet.", place=box.place_names[place])
        if self.city.surrounded(place):
            raise IllegalAction("GC 7.4", "The {place} is surrounded: nobody can be put there.", place=box.place_names[place])
        who = self.ret_what[0]
        del self.ret_seat[0], self.ret_what[0], self.ret_tile[0]
        self.recruits[place] = tuple(sorted([*self.recruits[place], who]))
        if self.log is not None:
            self.log.append(Event("return", {"seat": player, "who": box.names[who], "place": box.place_names[place]}))
        self.next_return()

    def traffic_points(self, seat: int) -> int:
        """The boxes of the traffics a seat leads (GC 1.2)."""
        total = 0
        for kind in range(self.table.kinds):
            if self.leader[kind] == seat:
                total += self.table.boxes[kind][self.level[kind]]
        return total

    def count_points(self) -> None:
        """Traffics and the largest quarter, added up; then whether it is over (GC 1.1, GC 1.4, GC 7.5 to GC 7.7)."""
        n = self.players
        by_traffic = [self.traffic_points(seat) for seat in range(n)]
        by_quarter = [quarter_points(self.city.quarter(self.owner, seat)) for seat in range(n)]
        self.gained = [by_traffic[seat] + by_quarter[seat] for seat in range(n)]
        self.score = [self.score[seat] + self.gained[seat] for seat in range(n)]
        if self.log is not None:
            self.log.append(Event("score", {"turn": self.turn, "traffics": by_traffic, "quarters": by_quarter, "scores": self.score[:]}))
        if max(self.score) >= self.table.targets[n]:
            self.end("target")
        elif self.turn >= self.limit:
            self.end("turn-limit")

    def end(self, ending: str) -> None:
        """The game is over."""
        self.is_over = True
        self.ending = ending
        self.phase = OVER
        self.owing = NO_SEATS
        if self.log is not None:
            self.log.append(Event("end", {"ending": ending, "scores": self.score[:], "places": list(self.ranking())}))

    def standing(self, seat: int) -> tuple[int, int, int]:
        """What ranks a seat: its total, what it scored in the last turn, its highest place (GC 7.6)."""
        highest = -1
        for place in range(self.table.places):
            if self.owner[place] == seat:
                highest = max(highest, self.table.initiative[place])
        return (self.score[seat], self.gained[seat], highest)

    def ranking(self) -> tuple[int, ...]:
        """The place of each seat; equals share it (GC 7.6)."""
        standings = [self.standing(seat) for seat in range(self.players)]
        return tuple([1 + len([1 for other in standings if other > mine]) for mine in standings])

    def scores(self) -> tuple[int, ...]:
        """The points on the score track (GC 1.1)."""
        return tuple(self.score)

    # -- what the contract asks ----------------------------------------------------------------------

    def current_players(self) -> tuple[int, ...]:
        """One seat, or all that still bid."""
        return self.owing

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """What that seat may choose now."""
        if player not in self.owing:
            return ()
        phase = self.phase
        if phase == PLACING:
            if self.half_spot < 0:
                return placement.where(self, player)
            return placement.sends(self, player, self.half_spot) if self.half_what < 0 else placement.looks(self, player)
        if phase == BIDDING:
            return traffics.bids(self, player)
        if phase == RECRUITING:
            return recruiting.take_choices(self)
        if phase == RELEASING:
            return recruiting.release_choices(self, player)
        if phase == SHOOTING:
            return gunfight.shot_choices(self, player)
        if phase == ORDERING:
            return tuple([self.table.resolve_actions[site] for site in range(self.table.places + 2) if self.todo >> site & 1])
        if phase == SETUP or phase == OPENING:
            return self.builds()
        if phase == LEADING:
            return tuple(self.table.lead_actions[: self.players])
        if phase == TURNING:
            return traffics.mole_choices(self, player)
        if phase == PINNING:
            return gunfight.pin_choices(self, player)
        return recruiting.forge_choices(self) if phase == FORGING else self.open_places()

    def apply(self, player: int, action: Action) -> None:
        """The choice happens, or a rule forbids it and nothing changed."""
        chosen = action.id
        if chosen < 0 or chosen >= len(self.table.actions) or self.table.actions[chosen] is not action:
            raise IllegalAction("GC 4.4", "“{text}” is not a choice of this edition.", text=action.text)
        phase = self.phase
        if player not in self.owing:
            if self.is_over:
                raise IllegalAction("GC 7.6", "The game is over.")
            raise IllegalAction(ASKED[phase][0], "It is {seat}'s decision.", seat=Seat(self.owing[0]))
        kind = action.kind
        if phase == PLACING:
            self.place(player, action)
        elif kind != KIND_OF_PHASE[phase] and not (phase == RELEASING and kind == BACK):
            raise IllegalAction(ASKED[phase][0], ASKED[phase][1])
        elif phase == BIDDING:
            traffics.bid(self, player, action)
        elif phase == RECRUITING:
            recruiting.take(self, player, action)
        elif phase == RELEASING:
            if kind == BACK:
                self.phase = RECRUITING
            else:
                recruiting.release(self, player, action)
        elif phase == SHOOTING:
            gunfight.shoot(self, player, action)
        elif phase == ORDERING:
            self.name_site(action)
        elif phase == SETUP or phase == OPENING:
            self.build(player, action)
        elif phase == LEADING:
            self.lead(player, action)
        elif phase == TURNING:
            traffics.turn_mole(self, player, action)
        elif phase == PINNING:
            gunfight.pin(self, player, action)
        elif phase == FORGING:
            recruiting.forge(self, player, action)
        else:
            self.put_back(player, action)

    def place(self, player: int, action: Action) -> None:
        """One step of a placement, or a step back, or a pass (GC 4.4)."""
        kind = action.kind
        if self.half_spot < 0:
            if kind == AT:
                placement.name_spot(self, player, action.a)
            elif kind == PASS:
                self.give_up_placing(player)
            else:
                raise IllegalAction("GC 4.4", ASKED[PLACING][1])
        elif self.half_what < 0:
            if kind == SEND or kind == SHOWDOWN:
                placement.order(self, player, action)
            elif kind == BACK:
                self.half_spot = -1
            else:
                raise IllegalAction("GC 4.4", "You have said where: now say who goes there and how, or go back.")
        elif kind == LOOK:
            placement.look(self, player, action)
        elif kind == BACK:
            self.half_what = -1
        else:
            raise IllegalAction("GC 8.5", "Say which tile the Spy looks at, or nowhere, or go back.")

    def tile_name(self, i: int) -> str:
        """What a laid tile is."""
        what = self.laid_what[i]
        return "showdown" if what == self.table.showdown else self.table.names[what]

    def doing(self, i: int) -> str:
        """What a laid tile does: attack and defence told apart by who owns the place (GC 4.6)."""
        return DO_NAMES[self.laid_do[i]]

    def clone(self) -> State:
        """An independent copy; map and decks never change in place and are shared."""
        copy = State(self.table, self.players, BLANK, self.options)
        self.copy_base(copy)
        copy.has, copy.costs, copy.second, copy.limit, copy.seats = self.has, self.costs, self.second, self.limit, self.seats
        copy.cell, copy.owner, copy.recruits = self.cell[:], self.owner[:], self.recruits[:]
        copy.city, copy.deck, copy.left = self.city, self.deck, self.left[:]
        copy.won_place, copy.won_seat, copy.drawn = self.won_place[:], self.won_seat[:], self.drawn[:]
        copy.hand, copy.mask, copy.inhand, copy.gang = self.hand[:], self.mask[:], self.inhand[:], self.gang[:]
        copy.supply, copy.out, copy.mercs, copy.merc_left = self.supply[:], self.out[:], self.mercs, self.merc_left
        copy.stock, copy.bid, copy.bid_at, copy.managed = self.stock[:], self.bid[:], self.bid_at[:], self.managed[:]
        copy.leader, copy.level, copy.score, copy.gained = self.leader[:], self.level[:], self.score[:], self.gained[:]
        copy.turn, copy.first, copy.mover, copy.phase, copy.owing = self.turn, self.first, self.mover, self.phase, self.owing
        copy.todo, copy.site, copy.step, copy.pinned, copy.picked = self.todo, self.site, self.step, self.pinned, self.picked
        copy.newcomer, copy.budget, copy.picks = self.newcomer, self.budget, self.picks
        copy.here, copy.queue, copy.shots = self.here[:], self.queue[:], self.shots[:]
        copy.totals, copy.fought = self.totals[:], self.fought[:]
        copy.laid_seat, copy.laid_what, copy.laid_spot = self.laid_seat[:], self.laid_what[:], self.laid_spot[:]
        copy.laid_do, copy.laid_mark, copy.laid_look, copy.seen = self.laid_do[:], self.laid_mark[:], self.laid_look[:], self.seen[:]
        copy.ret_seat, copy.ret_what, copy.ret_tile = self.ret_seat[:], self.ret_what[:], self.ret_tile[:]
        copy.showdown, copy.chief, copy.placed = self.showdown[:], self.chief[:], self.placed[:]
        copy.alone, copy.passed, copy.crowd = self.alone[:], self.passed[:], self.crowd[:]
        copy.half_spot, copy.half_what, copy.revealed, copy.stack = self.half_spot, self.half_what, self.revealed, self.stack[:]
        return copy

    def view(self, player: int | None) -> View:
        """What that seat may know (GC 9.1)."""
        return view_of(self, player)

    def to_position(self) -> dict[str, object]:
        """The whole table; see docs/positions.md."""
        return position_of(self)

    def check(self) -> None:
        """All 55 characters, all places and all tokens are somewhere, once (GC 2.1); hands, gangs and stacks agree."""
        from parrain.games.gangs_city.soundness import check

        check(self)


__all__ = ["MANAGE", "State"]
