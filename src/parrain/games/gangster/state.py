"""The table of Gangster as data: its fields, an empty table, a copy, and what can be read off it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from parrain.core import fields as f
from parrain.core.box import Box as CoreBox
from parrain.core.errors import BadPosition
from parrain.core.event import Event
from parrain.core.state import StateOf
from parrain.games.gangster.components import EMPTY, EQUIPMENT, POLICE, Box

# The phases: which colour plays (two players), what it does, which square the machine gun empties, whether the trunk
# is sunk, which equipment is taken.
COLOUR: Final = 0
ACT: Final = 1
SQUARE: Final = 2
SINKING: Final = 3
CHOOSING: Final = 4
PHASE_NAMES: Final[tuple[str, ...]] = ("colour", "act", "square", "sink", "equip")


class StateData(StateOf[Box]):
    """The city and the clans' boards.

    `where[place * clans + clan]` has a bit for every square that clan holds there, the arrow square first:
    how many bits is how many gangsters, the highest bit is the best rank. `trunk` and `gear` have two slots
    for each clan. `half` is 0, or where the tables for three players begin in the box. Lists that never
    change after the shuffle (tiles, size, deck, stock, casino) are shared by clones.
    """

    __slots__ = (
        *("any_clan", "back", "car", "cards", "casino", "clan", "deck", "deck_at", "doubles", "drawn", "gear"),
        *("guard", "half", "influence", "inside", "order", "owner", "phase", "port", "round", "size", "starter"),
        *("stock", "stock_at", "sunk", "target", "tiles", "trunk", "turn", "turns", "where"),
    )

    any_clan: bool
    guard: bool
    order: list[int]  # the clans in play, in turn
    owner: list[int]  # by clan: its seat
    half: int
    tiles: list[int]  # by district: the number of its tile, EMPTY for a district out of play
    size: list[int]  # by district: the squares of its tile
    deck: list[int]
    deck_at: int
    stock: list[int]
    stock_at: int
    casino: list[int]
    drawn: int
    where: list[int]
    doubles: int
    car: list[int]
    inside: list[int]
    cards: list[int]  # by clan: a bit for each movement card that is up
    sunk: list[int]
    trunk: list[int]
    gear: list[int]
    port: list[int]
    influence: list[int]
    round: int
    turns: int
    starter: int
    turn: int
    phase: int
    clan: int  # the clan that plays
    target: int  # where the machine gun points
    back: bool  # whether a step can still be taken back in this turn

    def fields(self) -> f.Fields:
        return FIELDS

    def blank(self) -> None:
        """An empty city, cards up, nobody anywhere (GA 2.2, GA 3.1)."""
        box = self.box
        clans = box.clans
        self.any_clan = self.options.get("any_clan") is True
        self.guard = self.options.get("guard_stops_gun") is not False
        self.order = box.order[self.players]
        self.owner = box.owners[self.players]
        self.half = box.places if self.players == 3 else 0
        self.tiles = [EMPTY] * box.port
        self.size = [0] * box.port
        self.deck = []
        self.stock = []
        self.casino = []
        self.deck_at = self.stock_at = self.drawn = self.doubles = 0
        self.where = [0] * (box.port * clans)
        self.car = [-1] * clans
        self.inside = [0] * clans
        self.cards = [box.all_cards] * clans
        self.sunk = [0] * clans
        self.trunk = [EMPTY] * (2 * clans)
        self.gear = [EMPTY] * (2 * clans)
        self.port = [EMPTY] * box.port_slots
        self.influence = [0] * self.players
        self.round = 1
        self.turns = self.starter = 0
        self.begin_turn(0)

    def begin_turn(self, seat: int) -> None:
        """That player's turn; with two players they first say which colour plays (GA 5.1, GA 15.2)."""
        self.turn = seat
        self.back = True
        self.target = -1
        if self.players == 2:
            self.phase = COLOUR
            self.clan = -1
        else:
            self.phase = ACT
            self.clan = seat

    def copy_to(self, copy: StateData) -> None:
        """Copy everything; what never changes is shared."""
        self.copy_base(copy)
        copy.any_clan = self.any_clan
        copy.guard = self.guard
        copy.order = self.order
        copy.owner = self.owner
        copy.half = self.half
        copy.tiles = self.tiles
        copy.size = self.size
        copy.deck = self.deck
        copy.deck_at = self.deck_at
        copy.stock = self.stock
        copy.stock_at = self.stock_at
        copy.casino = self.casino
        copy.drawn = self.drawn
        copy.where = self.where[:]
        copy.doubles = self.doubles
        copy.car = self.car[:]
        copy.inside = self.inside[:]
        copy.cards = self.cards[:]
        copy.sunk = self.sunk[:]
        copy.trunk = self.trunk[:]
        copy.gear = self.gear[:]
        copy.port = self.port[:]
        copy.influence = self.influence[:]
        copy.round = self.round
        copy.turns = self.turns
        copy.starter = self.starter
        copy.turn = self.turn
        copy.phase = self.phase
        copy.clan = self.clan
        copy.target = self.target
        copy.back = self.back

    def tell(self, kind: str, data: dict[str, object]) -> None:
        """Log an event of the player and colour to move."""
        if self.log is not None:
            self.log.append(Event(kind, {"seat": self.turn, "colour": self.box.clan_names[self.clan], **data}))

    # -- the city ------------------------------------------------------------------------------------------------------

    def lay_tiles(self, tiles: list[int]) -> None:
        """A point tile for each district in play (GA 3.3, GA 3.5)."""
        self.tiles = tiles
        self.size = [self.box.tile_squares[tile] if tile >= 0 else 0 for tile in tiles]

    def in_play(self, place: int) -> bool:
        """Whether this place exists for so many players (GA 3.5)."""
        return self.half == 0 or place != self.box.missing

    def next_to(self, place: int) -> int:
        """The places one street away, as bits."""
        return self.box.adjacent[self.half + place]

    def occupied(self, place: int) -> int:
        """The squares that are taken, as bits."""
        first = place * self.box.clans
        found = 0
        for clan in self.order:
            found |= self.where[first + clan]
        return found

    def on_square(self, place: int, square: int) -> int:
        """The clan on a square, or EMPTY."""
        first = place * self.box.clans
        for clan in self.order:
            if self.where[first + clan] >> square & 1:
                return clan
        return EMPTY

    def open_square(self, place: int, clan: int) -> int:
        """The square that the clan's next gangster takes, or -1."""
        first = place * self.box.clans
        taken = 0
        for other in self.order:
            taken |= self.where[first + other]
        return next_square(taken, self.where[first + clan], self.size[place], self.any_clan)

    def standing(self, place: int) -> list[int]:
        """The clans in a district in the order in which they are paid."""
        return in_rank(self.where, place * self.box.clans, self.order)

    def has(self, clan: int, kind: int) -> bool:
        """Whether that clan owns such equipment; it counts from the moment it is taken (GA 12.4)."""
        return self.gear[2 * clan] == kind or self.gear[2 * clan + 1] == kind

    def gone(self) -> list[int]:
        """How many pieces of each kind of equipment are back in the box: all that are nowhere else."""
        left = self.box.equipment[:]
        for kind in [*self.stock[self.stock_at :], *self.port, *self.gear]:
            if kind != EMPTY:
                left[kind] -= 1
        return left


def next_square(taken: int, mine: int, size: int, any_clan: bool) -> int:
    """The square that a gangster takes, or -1: after the last one taken, then into holes (GA 8.1 to GA 8.6).

    Holes are open only while the tile's last square is held by the same clan, or by anybody with the option.
    """
    after = taken.bit_length()
    if after < size:
        return after
    holes = taken ^ ((1 << size) - 1)
    if not holes or not (any_clan or mine >> (size - 1) & 1):
        return -1
    return (holes & -holes).bit_length() - 1


def in_rank(where: list[int], first: int, order: list[int]) -> list[int]:
    """The clans present, most gangsters first, equal ones by their best rank (GA 9.3, GA 9.6)."""
    keys: list[int] = []
    for clan in order:
        squares = where[first + clan]
        if squares:
            keys.append((squares.bit_count() * 32 + squares.bit_length()) * 8 + clan)
    keys.sort(reverse=True)
    return [key & 7 for key in keys]


# -- how positions and Views write it ----------------------------------------------------------------------------------


class ByClan(f.Codec):
    """Values by clan: in a position a mapping by colour, in a View a tuple; one's own clans are observed first.

    `width` is how many entries of the State's list a clan has, `default` what one is when a position leaves it out.
    """

    names: str = "clan_names"
    order: str = "order"

    def __init__(self, each: f.Codec, default: f.Bound, width: f.Bound = 1) -> None:
        self.each = each
        self.default = default
        self.width = width

    def write(self, raw: Any, box: CoreBox, players: int) -> object:
        names = getattr(box, self.names)
        width = f.bound_in(box, self.width)
        found = {}
        for at in getattr(box, self.order)[players]:
            own = raw[at] if width == 1 else raw[at * width : (at + 1) * width]
            found[names[at]] = self.each.write(own, box, players)
        return found

    def read(self, value: object, box: CoreBox, players: int, key: str) -> Any:
        names = getattr(box, self.names)
        order = getattr(box, self.order)[players]
        width = f.bound_in(box, self.width)
        found = [f.bound_in(box, self.default)] * (len(names) * width)
        if not isinstance(value, Mapping):
            raise BadPosition("{key} must be a mapping of names to values.", key=key)
        known = [names[at] for at in order]
        for name, one in value.items():
            at = order[f.name_number(known, name, key)]
            own = self.each.read(one, box, players, key)
            if width == 1:
                found[at] = own
            else:
                found[at * width : (at + 1) * width] = own
        return found

    def describe(self) -> str:
        return f"for each clan, one's own first: {self.each.describe()}"

    def size(self, box: CoreBox, players: int) -> int:
        assert isinstance(box, Box)
        return len(box.order[players]) * self.each.size(box, players)

    def bounds(self, box: CoreBox, players: int) -> tuple[float, float]:
        return self.each.bounds(box, players)

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        assert isinstance(box, Box)
        near = box.near[players][seat]
        size = self.each.size(box, players)
        for number, clan in enumerate(box.order[players]):
            self.each.observe(value[number], out, at + near[clan] * size, box, players, seat)


class ByDistrict(ByClan):
    """Values by district: in a position a mapping by name, in a View a tuple; zeros where one is out of play."""

    names = "district_names"
    order = "districts"

    def describe(self) -> str:
        return f"for each district, zeros for one out of play: {self.each.describe()}"

    def size(self, box: CoreBox, players: int) -> int:
        assert isinstance(box, Box)
        return box.port * self.each.size(box, players)

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        assert isinstance(box, Box)
        size = self.each.size(box, players)
        for number, place in enumerate(box.districts[players]):
            self.each.observe(value[number], out, at + place * size, box, players, seat)


class ClanName(f.Name):
    """A clan in play by its colour; one's own are observed first."""

    def __init__(self) -> None:
        super().__init__("clan_names", optional=True)

    def size(self, box: CoreBox, players: int) -> int:
        assert isinstance(box, Box)
        return len(box.order[players])

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        assert isinstance(box, Box)
        if value:
            out[at + box.near[players][seat][box.clan_of[value]]] = 1.0


class Slots(f.Codec):
    """Two slots, 1 at what is in each. A position lists the names."""

    def __init__(self, each: f.Name) -> None:
        self.each = each

    def write(self, raw: Any, box: CoreBox, players: int) -> object:
        return [self.each.write(one, box, players) for one in raw if one != EMPTY]

    def read(self, value: object, box: CoreBox, players: int, key: str) -> Any:
        found = f.numbers_of(box, self.each.names, value, key)
        if len(found) > 2:
            raise BadPosition("{key} must be a list of at most {most}.", key=key, most=2)
        return found + [EMPTY] * (2 - len(found))

    def size(self, box: CoreBox, players: int) -> int:
        return 2 * self.each.size(box, players)

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        for name in value:
            self.each.observe(name, out, at, box, players, seat)
            at += self.each.size(box, players)


class Squares(f.Codec):
    """The squares of a tile, 1 at the clan on each. A position lists colours, "" for an empty square."""

    def write(self, raw: Any, box: CoreBox, players: int) -> object:
        assert isinstance(box, Box)
        return colours_on(raw, 0, box)

    def read(self, value: object, box: CoreBox, players: int, key: str) -> Any:
        assert isinstance(box, Box)
        found = [0] * box.clans
        for square, colour in enumerate(f.entries(value, key)):
            if colour != "":
                found[f.name_number(box.clan_names, colour, key)] |= 1 << square
        return found

    def size(self, box: CoreBox, players: int) -> int:
        assert isinstance(box, Box)
        return box.most_squares * len(box.order[players])

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        assert isinstance(box, Box)
        near = box.near[players][seat]
        clans = len(box.order[players])
        for square, colour in enumerate(value):
            if colour:
                out[at + square * clans + near[box.clan_of[colour]]] = 1.0


def colours_on(where: list[int], first: int, box: Box) -> list[str]:
    """The colours on the squares of a tile, whose clans begin at `first`."""
    found: list[str] = []
    for clan in range(box.clans):
        squares = where[first + clan]
        for _ in range(squares.bit_length() - len(found)):
            found.append("")
        while squares:
            square = squares.bit_length() - 1
            found[square] = box.clan_names[clan]
            squares ^= 1 << square
    return found


class CardsUp(f.Codec):
    """Movement cards, 1 for each that is up. A position lists their numbers."""

    def write(self, raw: Any, box: CoreBox, players: int) -> object:
        assert isinstance(box, Box)
        return [value for card, value in enumerate(box.cards) if raw >> card & 1]

    def read(self, value: object, box: CoreBox, players: int, key: str) -> Any:
        assert isinstance(box, Box)
        found = 0
        for each in f.entries(value, key):
            card = box.cards.index(each) if type(each) is int and each in box.cards else -1
            if card < 0 or found >> card & 1:
                raise BadPosition("cards lists the movement cards that are up, among {cards}.", cards=box.cards)
            found |= 1 << card
        return found

    def size(self, box: CoreBox, players: int) -> int:
        assert isinstance(box, Box)
        return len(box.cards)

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        assert isinstance(box, Box)
        for each in value:
            out[at + box.cards.index(each)] = 1.0


class Tile(f.Int):
    """A point tile, by its number in the edition file."""

    def describe(self) -> str:
        return "the values of its tile from the left, -1 for a “?”, then its squares"

    def size(self, box: CoreBox, players: int) -> int:
        assert isinstance(box, Box)
        return box.most_values + 1

    def bounds(self, box: CoreBox, players: int) -> tuple[float, float]:
        assert isinstance(box, Box)
        highest = max([max(values) for values in box.tile_values])
        return (-1.0, float(max(highest, box.most_squares)))

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        assert isinstance(box, Box)
        out[at : at + box.most_values + 1] = box.tile_rows[value - 1]


FIELDS: Final[f.Fields] = (
    f.Field("round", f.Int(1, "rounds")),
    f.Field("turn", f.SeatNumber(always=True), view=f.HIDDEN),
    f.Field("starter", f.SeatNumber(always=True)),
    f.Field("turns", f.Int(0, "turns")),
    f.Field("phase", f.Name(PHASE_NAMES)),
    f.Field("colour", ClanName(), attr="clan"),
    f.Field("target", f.Name("district_names", optional=True)),
    f.Field("back", f.Bool()),
    f.Field("tiles", ByDistrict(Tile(1, "tiles", shift=1), EMPTY)),
    f.Field("squares", ByDistrict(Squares(), 0, "clans"), attr="where"),
    f.Field("doubles", f.NameSet("district_names")),
    f.Computed("deck", lambda state: [state.box.card_names[card] for card in state.deck[state.deck_at :]]),
    f.Shown("deck", f.Int(0, "most_cards")),
    f.Computed("police", lambda state: state.deck[state.deck_at :].count(POLICE)),
    f.Shown("police", f.Int(0, "most_police")),
    f.Field("cars", ByClan(f.Name("names"), -1), attr="car"),
    f.Field("inside", ByClan(f.Int(0, "gangsters"), -1)),
    f.Field("trunks", ByClan(Slots(ClanName()), EMPTY, 2), attr="trunk"),
    f.Field("gear", ByClan(Slots(f.Name(EQUIPMENT)), EMPTY, 2)),
    f.Field("cards", ByClan(CardsUp(), "all_cards")),
    f.Field("sunk", ByClan(f.Int(0, "gangsters"), 0)),
    f.Field("port", f.ListOf(f.Name(EQUIPMENT, optional=True), "port_slots")),
    f.Computed("stock", lambda state: [EQUIPMENT[kind] for kind in state.stock[state.stock_at :]]),
    f.Shown("stock", f.Row(EQUIPMENT, "most_pieces")),
    f.Computed("gone", lambda state: [EQUIPMENT[kind] for kind, n in enumerate(state.gone()) for _ in range(n)]),
    f.Computed("casino", lambda state: list(state.casino)),
    f.Shown("casino", f.ListOf(f.Int(0, "most_casino"), "rounds")),
    f.Field("influence", f.PerSeat(f.Int(0, 100000)), view=f.HIDDEN),
)
