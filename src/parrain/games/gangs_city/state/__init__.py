"""The table of Gangs City as data: phases and marks, the lists of a State, a blank table, a copy, the fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from parrain.core.box import Box as CoreBox
from parrain.core.compiling import mypyc_attr
from parrain.core.errors import BadPosition
from parrain.core.fields import (
    Bool,
    ByName,
    Codec,
    Column,
    Counts,
    Field,
    Fields,
    Int,
    ListOf,
    Name,
    NameList,
    NameSet,
    PerSeat,
    Records,
    Row,
    Rows,
    SeatNumber,
    SeatSet,
    Shown,
    check_keys,
    entries,
    name_number,
    whole_number,
)
from parrain.core.state import StateOf
from parrain.games.gangs_city.actions import ORDERS
from parrain.games.gangs_city.components import STEPS, Box
from parrain.games.gangs_city.state.city import City, SeenPlaces

SETUP: Final = 0
LEADING: Final = 1
PLACING: Final = 2
BIDDING: Final = 3
TURNING: Final = 4
ORDERING: Final = 5
SHOOTING: Final = 6
PINNING: Final = 7
RECRUITING: Final = 8
RELEASING: Final = 9
FORGING: Final = 10
OPENING: Final = 11
RETURNING: Final = 12
OVER: Final = 13
# Steps between phases, which nobody decides: a section of the rules ends with one, and `rules.go_on` plays it; with 15,
# the reveal, only positions begin.
NEW_TURN: Final = 14
END_OF_TURN: Final = 16
BIDS: Final = 17
ACTIONS: Final = 18
SITE_DONE: Final = 19
PHASE_NAMES: Final[tuple[str, ...]] = (
    *("setup", "lead", "place", "bid", "mole", "order", "shoot", "pin"),
    *("recruit", "release", "forge", "open", "return", "over"),
)
ENTRIES: Final[tuple[str, ...]] = ("turn", "reveal", "end-of-turn")  # the steps at which a position may begin

CHIEF: Final = 1
DEAD: Final = 2
REPLACED: Final = 4
HOME: Final = 8
MARKS: Final = ("chief", "dead", "replaced", "home")

# Abilities, by their place in core.gangs.ABILITIES (GC 8.1).
BOMBER: Final = 1
WALL: Final = 2
HEADHUNTER: Final = 3
SPY: Final = 4
LAWYER: Final = 5
KINGPIN: Final = 6
SHARPSHOOTER: Final = 7
FORGER: Final = 8
MOLE: Final = 9
MAYOR: Final = 10

NO_OPTIONS: Final[dict[str, object]] = {}
NO_SEATS: Final[tuple[int, ...]] = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class StateData(StateOf[Box]):
    """Seats, places, types and traffics are numbers, -1 for none; rows by seat lie one after the other in one list."""

    __slots__ = (
        *("alone", "bid", "bid_at", "budget", "cell", "chief", "city", "costs", "crowd", "deck", "drawn", "first"),
        *(
            "fought",
            "gained",
            "gang",
            "half_spot",
            "half_what",
            "hand",
            "has",
            "here",
            "inhand",
            "laid_do",
            "laid_look",
        ),
        *("laid_mark", "laid_seat", "laid_spot", "laid_what", "leader", "left", "level", "limit", "managed", "mask"),
        *("merc_left", "mercs", "mover", "newcomer", "out", "owing", "owner", "passed", "phase", "picked", "picks"),
        *("pinned", "placed", "queue", "recruits", "ret_seat", "ret_tile", "ret_what", "revealed", "score", "seats"),
        *("second", "seen", "shots", "showdown", "site", "stack", "step", "stock", "supply", "todo", "totals", "turn"),
        *("only_spot", "seen_places", "won_place", "won_seat"),
    )

    # the options
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
    seen_places: SeenPlaces | None  # a cache of observations; no two States share one
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
    only_spot: bool  # of half a placement: whether the last choice did nothing but name its spot
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

    def fields(self) -> Fields:
        return FIELDS

    def read_options(self) -> None:
        """Abilities and costs of mercenaries, second chances, the turn limit (GC 2.6, GC 7.7, GC 7.8)."""
        box = self.box
        house = self.options.get("mercenaries", "house") == "house"
        self.has = box.holder if house else box.nobody
        self.costs = box.cost if house else box.cost_plain
        self.second = self.options.get("second_chance", True) is True
        limit = self.options.get("turn_limit", 60)
        self.limit = limit if isinstance(limit, int) else 60
        self.seats = [(seat,) for seat in range(self.players)]

    def blank(self) -> None:
        """An empty table under the options: nobody has anything, nothing is asked."""
        self.read_options()
        self.seen_places = None
        box = self.box
        n = self.players
        piles = box.pile_counts[n]
        kinds = box.kinds
        self.cell, self.owner, self.recruits = [-1] * box.places, [-1] * box.places, [()] * box.places
        self.deck, self.left = [[], []], [0, 0]
        self.won_place, self.won_seat, self.drawn = [-1] * piles, [-1] * piles, [-1] * n
        self.hand, self.mask, self.inhand, self.gang = [0] * (n * box.types), [0] * n, [0] * n, [0] * n
        self.supply = [0 if box.mercenary[t] else box.counts[t] for t in range(box.types)]
        self.out, self.mercs, self.merc_left = [0] * box.types, [], 0
        self.stock, self.bid, self.managed = [0] * (n * kinds), [0] * (n * kinds), [0] * (n * kinds)
        self.leader, self.level = [-1] * kinds, [0] * kinds
        self.score, self.gained = [0] * n, [0] * n
        self.turn = self.first = self.mover = 0
        self.phase, self.owing = SETUP, NO_SEATS
        self.todo = self.budget = self.picks = 0
        self.site = self.step = self.picked = self.newcomer = -1
        self.here, self.queue, self.shots, self.totals, self.fought = [], [], [], [], []
        self.clear_city()

    def clear_city(self) -> None:
        """No tile on the city, every showdown tile in hand, nobody a chief, nobody pinned."""
        n = self.players
        self.laid_seat, self.laid_what, self.laid_spot, self.laid_do = [], [], [], []
        self.laid_mark, self.laid_look, self.seen, self.stack = [], [], [], []
        self.ret_seat, self.ret_what, self.ret_tile = [], [], []
        self.showdown, self.chief, self.placed = [1] * n, [0] * n, [0] * n
        self.alone, self.passed, self.crowd, self.bid_at = [-1] * n, [-1] * n, [0] * (2 * n), [0] * n
        self.half_spot = self.half_what = self.pinned = -1
        self.revealed = self.only_spot = False

    def copy_to(self, copy: StateData) -> None:
        """Copy everything; map, decks and the order of mercenaries never change in place and are shared."""
        self.copy_base(copy)
        copy.has, copy.costs, copy.second = self.has, self.costs, self.second
        copy.limit, copy.seats = self.limit, self.seats
        copy.cell, copy.owner, copy.recruits = self.cell[:], self.owner[:], self.recruits[:]
        copy.city, copy.seen_places, copy.deck, copy.left = self.city, None, self.deck, self.left[:]
        copy.won_place, copy.won_seat, copy.drawn = self.won_place[:], self.won_seat[:], self.drawn[:]
        copy.hand, copy.mask, copy.inhand, copy.gang = self.hand[:], self.mask[:], self.inhand[:], self.gang[:]
        copy.supply, copy.out, copy.mercs, copy.merc_left = self.supply[:], self.out[:], self.mercs, self.merc_left
        copy.stock, copy.bid, copy.bid_at, copy.managed = self.stock[:], self.bid[:], self.bid_at[:], self.managed[:]
        copy.leader, copy.level, copy.score, copy.gained = self.leader[:], self.level[:], self.score[:], self.gained[:]
        copy.turn, copy.first, copy.mover = self.turn, self.first, self.mover
        copy.phase, copy.owing = self.phase, self.owing
        copy.todo, copy.site, copy.step = self.todo, self.site, self.step
        copy.pinned, copy.picked, copy.newcomer = self.pinned, self.picked, self.newcomer
        copy.budget, copy.picks = self.budget, self.picks
        copy.here, copy.queue, copy.shots = self.here[:], self.queue[:], self.shots[:]
        copy.totals, copy.fought = self.totals[:], self.fought[:]
        copy.laid_seat, copy.laid_what, copy.laid_spot = self.laid_seat[:], self.laid_what[:], self.laid_spot[:]
        copy.laid_do, copy.laid_mark = self.laid_do[:], self.laid_mark[:]
        copy.laid_look, copy.seen = self.laid_look[:], self.seen[:]
        copy.ret_seat, copy.ret_what, copy.ret_tile = self.ret_seat[:], self.ret_what[:], self.ret_tile[:]
        copy.showdown, copy.chief, copy.placed = self.showdown[:], self.chief[:], self.placed[:]
        copy.alone, copy.passed, copy.crowd = self.alone[:], self.passed[:], self.crowd[:]
        copy.half_spot, copy.half_what, copy.only_spot = self.half_spot, self.half_what, self.only_spot
        copy.revealed, copy.stack = self.revealed, self.stack[:]

    # -- accounts that several sections of the rules keep ---------------------------------------------

    def survey(self) -> None:
        """Work the map out anew."""
        self.city = City(self.box, self.cell, self.left)

    def leave_hand(self, seat: int, who: int) -> None:
        """A character leaves the hand."""
        place = seat * self.box.types + who
        self.hand[place] -= 1
        self.inhand[seat] -= 1
        if self.hand[place] == 0:
            self.mask[seat] &= ~(1 << who)

    def enter_hand(self, seat: int, who: int) -> None:
        """A character comes into the hand."""
        self.hand[seat * self.box.types + who] += 1
        self.inhand[seat] += 1
        self.mask[seat] |= 1 << who

    def go_home(self, i: int) -> None:
        """A tile leaves the city for its owner's hand, a replaced one for its return (GC 5.4, GC 6.6, GC 6.15)."""
        seat = self.laid_seat[i]
        mark = self.laid_mark[i]
        self.laid_mark[i] = mark | HOME
        if mark & (DEAD | HOME):
            return
        if self.laid_what[i] == self.box.showdown:
            self.showdown[seat] = 1
        elif mark & REPLACED:
            self.ret_tile[self.ret_tile.index(i)] = -1
        else:
            self.enter_hand(seat, self.laid_what[i])

    def in_gang(self, i: int) -> bool:
        """Whether a tile on the city is a living character that has not been replaced."""
        return self.laid_what[i] != self.box.showdown and not self.laid_mark[i] & (DEAD | HOME | REPLACED)

    def tiles_at(self, site: int) -> list[int]:
        """The tiles still out at a site."""
        site_of = self.box.site_of
        found = []
        for i in range(len(self.laid_spot)):
            if site_of[self.laid_spot[i]] == site and not self.laid_mark[i] & HOME:
                found.append(i)
        return found

    def tokens_left(self, kind: int) -> int:
        """Stock tokens of a traffic in the supply (GC 2.4)."""
        kinds = self.box.kinds
        held = 0
        for seat in range(self.players):
            held += self.stock[seat * kinds + kind]
        return self.box.tokens[kind] - held

    def lowest_owner(self) -> int:
        """The owner of the lowest place that has one, -1 for nobody (GC 4.1)."""
        box = self.box
        best = -1
        for place in range(box.places):
            if self.owner[place] >= 0 and (best < 0 or box.initiative[place] < box.initiative[best]):
                best = place
        return self.owner[best] if best >= 0 else -1

    def tile_name(self, i: int) -> str:
        """What a laid tile is."""
        return self.box.tile_names[self.laid_what[i]]

    def doing(self, i: int) -> str:
        """What a laid tile does."""
        return ORDERS[self.laid_do[i]]

    # -- lists that a position writes in another form ---------------------------------------------------

    @property
    def piles(self) -> list[list[int]]:
        """The places left in each pile, the top last."""
        return [self.deck[i][: self.left[i]] for i in range(self.box.pile_counts[self.players])]

    @piles.setter
    def piles(self, piles: list[list[int]]) -> None:
        for i in range(len(piles)):
            self.deck[i] = piles[i]
            self.left[i] = len(piles[i])

    @property
    def merc_pile(self) -> list[int]:
        """The mercenaries left in their pile, the top last."""
        return self.mercs[: self.merc_left]

    @merc_pile.setter
    def merc_pile(self, mercs: list[int]) -> None:
        self.mercs = mercs
        self.merc_left = len(mercs)

    @property
    def half(self) -> list[int]:
        """The steps of a placement that are already chosen, as numbers of actions."""
        if self.half_spot < 0:
            return []
        spot = self.box.at_actions[self.half_spot].id
        return [spot] if self.half_what < 0 else [spot, self.half_what]

    @half.setter
    def half(self, steps: list[int]) -> None:
        self.half_spot = self.box.actions[steps[0]].a if steps else -1
        self.half_what = steps[1] if len(steps) > 1 else -1


# -- codecs of this game alone ----------------------------------------------------------------------------


class ActionList(Codec):
    """Numbers of actions, written as their texts; observed as the spot named first, and whether there is a second."""

    def write(self, raw: Any, box: CoreBox, players: int) -> object:
        return [box.actions[number].text for number in raw]

    def read(self, value: object, box: CoreBox, players: int, key: str) -> Any:
        return [box.action_from_text(str(text)).id for text in entries(value, key)]

    def size(self, box: CoreBox, players: int) -> int:
        assert isinstance(box, Box)
        return box.spots + 1

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        if value:
            assert isinstance(box, Box)
            out[at + box.by_text[value[0]].a] = 1.0
            out[at + box.spots] = 1.0 if len(value) > 1 else 0.0


class SomePerSeat(PerSeat):
    """A number for each seat, or an empty list while there is nothing to count."""

    def read(self, value: object, box: CoreBox, players: int, key: str) -> Any:
        return [] if not entries(value, key) else super().read(value, box, players, key)


class PileSize(Codec):
    """A pile of the View (q, r, places left), observed as the places left."""

    def size(self, box: CoreBox, players: int) -> int:
        return 1

    def bounds(self, box: CoreBox, players: int) -> tuple[float, float]:
        return (0.0, 99.0)

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        out[at] = value[2]


class LaidTiles(Codec):
    """The tiles still out, observed by spot: how many of each seat, chiefs, what they are known to be and do."""

    def size(self, box: CoreBox, players: int) -> int:
        assert isinstance(box, Box)
        return box.spots * (2 * players + box.types + 1 + len(ORDERS))

    def bounds(self, box: CoreBox, players: int) -> tuple[float, float]:
        assert isinstance(box, Box)
        return (0.0, float(box.tiles))

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        assert isinstance(box, Box)
        width = 2 * players + box.types + 1 + len(ORDERS)
        for owner, spot, what, do, mark, _ in value:
            if mark & HOME:
                continue
            here = at + box.spot_number[spot] * width
            turned = (owner - seat) % players
            out[here + turned] += 1.0
            if mark & CHIEF:
                out[here + players + turned] = 1.0
            if what and not mark & DEAD:
                out[here + 2 * players + (box.types if what == "showdown" else box.number_of[what])] += 1.0
                out[here + 2 * players + box.types + 1 + ORDERS.index(do)] += 1.0


class CityPlaces(Codec):
    """The places of the View, observed by place: whether it is there, its owner, its six sides, who waits there.

    A side is three numbers: a place lies there, one of the same owner, a pile lies (or lay) there.
    """

    def size(self, box: CoreBox, players: int) -> int:
        assert isinstance(box, Box)
        return box.places * (19 + players + box.types)

    def bounds(self, box: CoreBox, players: int) -> tuple[float, float]:
        return (0.0, 99.0)

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        assert isinstance(box, Box)
        width = 19 + players + box.types
        owners = {(q, r): owner for _, q, r, owner, _ in value}
        piles = [box.axial(cell) for cell in box.pile_cells[: box.pile_counts[players]]]
        for name, q, r, owner, waiting in value:
            here = at + box.place_number[name] * width
            out[here] = 1.0
            if owner >= 0:
                out[here + 1 + (owner - seat) % players] = 1.0
            side = here + 1 + players
            for dq, dr in STEPS:
                there = (q + dq, r + dr)
                if there in owners:
                    out[side] = 1.0
                    out[side + 1] = 1.0 if owner >= 0 and owners[there] == owner else 0.0
                elif there in piles:
                    out[side + 2] = 1.0
                side += 3
            for who in waiting:
                out[side + box.number_of[who]] += 1.0


class CityField(Field):
    """Where each place lies, its owner and who waits there: `bar = { at = [1, 0], owner = 0, recruits = ["thug"] }`."""

    def __init__(self) -> None:
        super().__init__("city", CityPlaces(), attr="cell")

    def write(self, state: Any, box: CoreBox, players: int) -> object:
        assert isinstance(box, Box)
        return {
            box.place_names[place]: {
                "at": list(box.axial(state.cell[place])),
                "owner": state.owner[place],
                "recruits": [box.names[who] for who in state.recruits[place]],
            }
            for place in range(box.places)
            if state.cell[place] >= 0
        }

    def read(self, state: Any, data: Mapping[str, object], box: CoreBox, players: int) -> None:
        assert isinstance(box, Box)
        city = data.get("city", {})
        if not isinstance(city, Mapping):
            raise BadPosition("city must map places to what is known of them.")
        for name, about in city.items():
            place = name_number(box.place_names, name, "city")
            if not isinstance(about, Mapping):
                raise BadPosition("{key}: every entry maps names to values.", key="city")
            check_keys(about, ("at", "owner", "recruits"), f"city.{name}")
            at = about.get("at")
            if not isinstance(at, list) or len(at) != 2:
                raise BadPosition("{place} must say where it lies, at = [q, r].", place=name)
            q, r = [whole_number(each, f"city.{name}.at", -box.places - 1, box.places + 1) for each in at]
            state.cell[place] = box.cell(q, r)
            state.owner[place] = whole_number(about.get("owner", -1), f"city.{name}.owner", -1, players - 1)
            waiting = entries(about.get("recruits", []), f"city.{name}.recruits")
            state.recruits[place] = tuple(sorted([name_number(box.names, who, "recruits") for who in waiting]))

    def read_view(self, state: Any, view: Any, box: CoreBox, players: int) -> None:
        assert isinstance(box, Box)
        for name, q, r, owner, waiting in view.city:
            place = box.place_number[name]
            state.cell[place] = box.cell(q, r)
            state.owner[place] = owner
            state.recruits[place] = tuple([box.number_of[who] for who in waiting])


class LeaderPoints(Codec):
    """Who leads each racket, observed as the points it brings, one's own rackets first."""

    def size(self, box: CoreBox, players: int) -> int:
        assert isinstance(box, Box)
        return players * box.kinds

    def bounds(self, box: CoreBox, players: int) -> tuple[float, float]:
        return (0.0, 99.0)

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        assert isinstance(box, Box)
        for kind, (leader, level) in enumerate(value):
            if leader >= 0:
                out[at + (leader - seat) % players * box.kinds + kind] = box.boxes[kind][level]


class LeadersField(Field):
    """Who leads each traffic and the box of its marker: `drugs = { seat = 0, box = 1 }`."""

    def __init__(self) -> None:
        super().__init__("leaders", LeaderPoints(), attr="leader")

    def write(self, state: Any, box: CoreBox, players: int) -> object:
        assert isinstance(box, Box)
        return {name: {"seat": state.leader[k], "box": state.level[k]} for k, name in enumerate(box.traffics)}

    def read(self, state: Any, data: Mapping[str, object], box: CoreBox, players: int) -> None:
        assert isinstance(box, Box)
        leaders = data.get("leaders", {})
        if not isinstance(leaders, Mapping):
            raise BadPosition("{key} must map names to numbers.", key="leaders")
        for name, about in leaders.items():
            kind = name_number(box.traffics, name, "leaders")
            if not isinstance(about, Mapping):
                raise BadPosition("{key}: every entry maps names to values.", key="leaders")
            check_keys(about, ("seat", "box"), f"leaders.{name}")
            state.leader[kind] = whole_number(about.get("seat", -1), f"leaders.{name}.seat", -1, players - 1)
            most = len(box.boxes[kind]) - 1
            state.level[kind] = whole_number(about.get("box", 0), f"leaders.{name}.box", 0, most)

    def read_view(self, state: Any, view: Any, box: CoreBox, players: int) -> None:
        state.leader = [leader for leader, _ in view.leaders]
        state.level = [level for _, level in view.leaders]


TILE: Final = Int(0, "tiles", shift=1)  # the number of a tile, from 1 on; 0 for none
CHARACTER: Final = Name("names", optional=True)
PLACE: Final = Name("place_names", optional=True)
TOKENS: Final = Rows(Row("traffics", 99))
FIELDS: Final[Fields] = (
    Field("turn", Int(0, 10000), 1),
    Field("phase", Name((*PHASE_NAMES, *ENTRIES)), "place", shown=Name(PHASE_NAMES)),
    Field("first", SeatNumber(always=True)),
    Field("mover", SeatNumber(always=True), view=""),
    CityField(),
    Field("piles", ListOf(NameList("place_names")), attr="piles", view=""),
    Shown("piles", ListOf(PileSize(), 2)),
    Records("won", (Column("seat", SeatNumber(), "won_seat"), Column("place", PLACE, "won_place")), most=2),
    Field("drawn", PerSeat(PLACE)),
    Field("hands", Rows(Counts("names", 99)), attr="hand", view=""),
    Shown("rosters", PerSeat(Counts("names", 99))),
    Shown("hand", Counts("names", 99)),
    Shown("hand_sizes", PerSeat(Int(0, "tiles"))),
    Field("stock", Rows(ByName("traffics", 999)), shown=TOKENS),
    Field("bids", Rows(ByName("traffics", 999)), attr="bid", view=""),
    Shown("bids", TOKENS),
    Shown("bid", ListOf(Int(0, 99), "kinds")),
    Shown("asked", Int(-1, "kinds")),
    Field("bid_at", PerSeat(Int(0, "kinds")), view=""),
    Field("managed", Rows(ByName("traffics", 999)), shown=TOKENS),
    LeadersField(),
    Field("scores", PerSeat(Int(0)), attr="score", view=""),
    Field("gained", PerSeat(Int(0, 1000))),
    Field("mercenaries", NameList("names"), attr="merc_pile", view=""),
    Shown("mercenaries", Int(0, 99)),
    Field("out", Counts("names", 99)),
    Records(
        "laid",
        (
            Column("seat", SeatNumber(always=True), "laid_seat"),
            Column("at", Name("spot_names"), "laid_spot"),
            Column("tile", Name("tile_names"), "laid_what", shown=Name("tile_names", optional=True)),
            Column("do", Name(ORDERS, optional=True), "laid_do", ""),
            Column("marks", NameSet(MARKS), "laid_mark", [], shown=Int()),
            Column("look", TILE, "laid_look", 0),
            Column("seen", SeatSet(), "seen", []),
        ),
        shown_columns=6,
        more=("chief",),
    ),
    Shown("laid", LaidTiles()),
    Field("passed", PerSeat(Int(-1, "tiles"))),
    Records(
        "returns",
        (
            Column("seat", SeatNumber(always=True), "ret_seat"),
            Column("who", Name("names"), "ret_what"),
            Column("tile", TILE, "ret_tile", 0),
        ),
        most=6,
    ),
    Field("half", ActionList(), attr="half"),
    Field("revealed", Bool()),
    Field("site", Name("site_names", optional=True)),
    Field("todo", NameSet("site_names")),
    Field("queue", ListOf(Int(0, 5))),
    Field("step", Int(-1, 99)),
    Field("shots", ListOf(TILE)),
    Field("pinned", TILE),
    Field("totals", SomePerSeat(Int(-1, 9999))),
    Field("fought", SomePerSeat(Int(-1, 9999))),
    Field("budget", Int(-1, 9999)),
    Field("picks", Int(0, 9)),
    Field("picked", CHARACTER),
    Field("newcomer", CHARACTER),
)
