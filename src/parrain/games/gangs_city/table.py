"""What lies on the table of Gangs City: all the numbers of a State, how to lay them out afresh and how to copy them."""

from __future__ import annotations

from collections.abc import Mapping

from parrain.core.compiling import mypyc_attr
from parrain.core.event import Event
from parrain.core.state import State as CoreState
from parrain.games.gangs_city.city import City
from parrain.games.gangs_city.components import Box
from parrain.games.gangs_city.marks import DEAD, HOME, REPLACED, SETUP

NO_OPTIONS: dict[str, object] = {}
NO_SEATS: tuple[int, ...] = ()
DOES = ("fight", "recruit", "manage", "gun", "vest")


@mypyc_attr(allow_interpreted_subclasses=True)
class Table(CoreState):
    """Seats, places, types and traffics are numbers, -1 for none; what is counted for each seat lies seat after seat in one list."""

    __slots__ = (
        "alone", "bid", "bid_at", "budget", "cell", "chief", "city", "costs", "crowd", "deck", "drawn", "first", "fought",
        "gained", "gang", "half_spot", "half_what", "hand", "has", "here", "inhand", "laid_do", "laid_look", "laid_mark",
        "laid_seat", "laid_spot", "laid_what", "leader", "left", "level", "limit", "managed", "mask", "merc_left", "mercs",
        "mover", "newcomer", "out", "owing", "owner", "passed", "phase", "picked", "picks", "pinned", "placed", "queue",
        "recruits", "ret_seat", "ret_tile", "ret_what", "revealed", "score", "seats", "second", "seen", "shots", "showdown",
        "site", "stack", "step", "stock", "supply", "table", "todo", "totals", "turn", "won_place", "won_seat",
    )  # fmt: skip

    # the box and the options
    table: Box
    has: list[int]  # the type that has each ability, -1 when mercenaries are plain
    costs: list[int]
    second: bool  # second chances
    limit: int  # the last turn
    seats: list[tuple[int, ...]]  # each seat as the only one to move
    # the city
    cell: list[int]  # where each place lies, -1 for not in the city
    owner: list[int]
    recruits: list[tuple[int, ...]]  # the types that wait on each place, sorted
    city: City
    deck: list[list[int]]  # both piles as they were shuffled; never changed
    left: list[int]  # how many of each pile are left; the top is the last of them
    won_place: list[int]  # by pile: the place won this turn, face down, and its winner
    won_seat: list[int]
    drawn: list[int]  # the place each seat has to build during set-up
    # the gangs
    hand: list[int]  # by seat and type
    mask: list[int]  # a bit for every type in hand
    inhand: list[int]  # characters in hand
    gang: list[int]  # characters in hand and on the city, not counting replaced ones
    showdown: list[int]  # 1 while the showdown tile is in hand
    chief: list[int]  # 1 once the chief is named this turn
    stock: list[int]  # by seat and traffic, as are bid and managed
    bid: list[int]
    bid_at: list[int]  # the traffic each seat is asked to bid, past the last when done
    managed: list[int]
    leader: list[int]  # by traffic: who leads it, and the box of the marker
    level: list[int]
    score: list[int]
    gained: list[int]  # in the last turn that was counted
    supply: list[int]
    out: list[int]  # by type: out of the game
    mercs: list[int]  # the mercenaries as they were shuffled; never changed
    merc_left: int
    # the tiles on the city, numbered in the order they were laid this turn
    laid_seat: list[int]
    laid_what: list[int]
    laid_spot: list[int]
    laid_do: list[int]
    laid_mark: list[int]
    laid_look: list[int]  # the tile a Spy looked at
    seen: list[int]  # a bit for every seat whose Spy saw the tile
    stack: list[int]  # who fills each hex: spot << 4 | 8 if recruiting | seat
    placed: list[int]  # tiles laid by each seat
    alone: list[int]  # the spot where a seat's showdown tile waits for company
    passed: list[int]  # how many tiles lay on the city when the seat passed
    crowd: list[int]  # by seat and pile: characters there
    revealed: bool
    # whose decision, and about what
    turn: int
    first: int
    mover: int
    phase: int
    owing: tuple[int, ...]
    half_spot: int  # half a placement: the spot, then the choice of who and how
    half_what: int
    todo: int  # a bit for every site still to be resolved
    site: int
    here: list[int]  # the tiles of that site
    queue: list[int]  # seats that shoot or recruit in this order, or piles to open
    step: int
    shots: list[int]
    pinned: int
    fought: list[int]
    totals: list[int]  # recruiting totals by seat
    budget: int
    picks: int
    picked: int
    newcomer: int
    ret_seat: list[int]  # replaced characters on their way back to the city; the tile while it is still out
    ret_what: list[int]
    ret_tile: list[int]

    def __init__(
        self, box: Box, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None = None
    ) -> None:
        super().__init__(box, players, seed, options, log)
        self.table = box

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

    def blank_table(self) -> None:
        """An empty table: nobody has anything, nothing is asked."""
        box = self.table
        n = self.players
        kinds = box.kinds
        self.cell, self.owner, self.recruits = [-1] * box.places, [-1] * box.places, [()] * box.places
        self.deck, self.left = [[], []], [0, 0]
        self.won_place, self.won_seat, self.drawn = [-1, -1], [-1, -1], [-1] * n
        self.hand, self.mask, self.inhand, self.gang = [0] * (n * box.types), [0] * n, [0] * n, [0] * n
        self.supply = [0 if box.mercenary[t] else box.counts[t] for t in range(box.types)]
        self.out, self.mercs, self.merc_left = [0] * box.types, [], 0
        self.stock, self.bid, self.managed = [0] * (n * kinds), [0] * (n * kinds), [0] * (n * kinds)
        self.leader, self.level = [-1] * kinds, [0] * kinds
        self.score, self.gained = [0] * n, [0] * n
        self.turn = self.first = self.mover = 0
        self.phase, self.owing = SETUP, NO_SEATS
        self.todo = self.budget = self.picks = 0
        self.site = self.step = self.pinned = self.picked = self.newcomer = -1
        self.here, self.queue, self.shots, self.totals, self.fought = [], [], [], [], []
        self.clear_city()

    def clear_city(self) -> None:
        """No tile on the city, every showdown tile in hand, nobody a chief."""
        n = self.players
        self.laid_seat, self.laid_what, self.laid_spot, self.laid_do = [], [], [], []
        self.laid_mark, self.laid_look, self.seen, self.stack = [], [], [], []
        self.ret_seat, self.ret_what, self.ret_tile = [], [], []
        self.showdown, self.chief, self.placed = [1] * n, [0] * n, [0] * n
        self.alone, self.passed, self.crowd, self.bid_at = [-1] * n, [-1] * n, [0] * (2 * n), [0] * n
        self.half_spot = self.half_what = -1
        self.revealed = False

    def copy_table(self, copy: Table) -> None:
        """Copy everything; map, decks and the order of mercenaries never change in place and are shared."""
        self.copy_base(copy)
        copy.has, copy.costs, copy.second, copy.limit, copy.seats = (
            self.has,
            self.costs,
            self.second,
            self.limit,
            self.seats,
        )
        copy.cell, copy.owner, copy.recruits = self.cell[:], self.owner[:], self.recruits[:]
        copy.city, copy.deck, copy.left = self.city, self.deck, self.left[:]
        copy.won_place, copy.won_seat, copy.drawn = self.won_place[:], self.won_seat[:], self.drawn[:]
        copy.hand, copy.mask, copy.inhand, copy.gang = self.hand[:], self.mask[:], self.inhand[:], self.gang[:]
        copy.supply, copy.out, copy.mercs, copy.merc_left = self.supply[:], self.out[:], self.mercs, self.merc_left
        copy.stock, copy.bid, copy.bid_at, copy.managed = self.stock[:], self.bid[:], self.bid_at[:], self.managed[:]
        copy.leader, copy.level, copy.score, copy.gained = self.leader[:], self.level[:], self.score[:], self.gained[:]
        copy.turn, copy.first, copy.mover, copy.phase, copy.owing = (
            self.turn,
            self.first,
            self.mover,
            self.phase,
            self.owing,
        )
        copy.todo, copy.site, copy.step, copy.pinned, copy.picked = (
            self.todo,
            self.site,
            self.step,
            self.pinned,
            self.picked,
        )
        copy.newcomer, copy.budget, copy.picks = self.newcomer, self.budget, self.picks
        copy.here, copy.queue, copy.shots = self.here[:], self.queue[:], self.shots[:]
        copy.totals, copy.fought = self.totals[:], self.fought[:]
        copy.laid_seat, copy.laid_what, copy.laid_spot = self.laid_seat[:], self.laid_what[:], self.laid_spot[:]
        copy.laid_do, copy.laid_mark, copy.laid_look, copy.seen = (
            self.laid_do[:],
            self.laid_mark[:],
            self.laid_look[:],
            self.seen[:],
        )
        copy.ret_seat, copy.ret_what, copy.ret_tile = self.ret_seat[:], self.ret_what[:], self.ret_tile[:]
        copy.showdown, copy.chief, copy.placed = self.showdown[:], self.chief[:], self.placed[:]
        copy.alone, copy.passed, copy.crowd = self.alone[:], self.passed[:], self.crowd[:]
        copy.half_spot, copy.half_what, copy.revealed, copy.stack = (
            self.half_spot,
            self.half_what,
            self.revealed,
            self.stack[:],
        )

    # -- small things everybody needs ----------------------------------------------------------------

    def survey(self) -> None:
        """Work the map out anew."""
        self.city = City(self.table, self.cell, self.left)

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

    def lowest_owner(self) -> int:
        """The owner of the lowest place that has one, -1 for nobody (GC 4.1)."""
        box = self.table
        best = -1
        for place in range(box.places):
            if self.owner[place] >= 0 and (best < 0 or box.initiative[place] < box.initiative[best]):
                best = place
        return self.owner[best] if best >= 0 else -1

    def tile_name(self, i: int) -> str:
        """What a laid tile is."""
        what = self.laid_what[i]
        return "showdown" if what == self.table.showdown else self.table.names[what]

    def doing(self, i: int) -> str:
        """What a laid tile does."""
        return DOES[self.laid_do[i]]
