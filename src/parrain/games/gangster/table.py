"""What lies on the table of Gangster, and what can be read off it: squares, holes, trunks, who may load whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.core.state import State as CoreState
from parrain.core.stream import BLANK
from parrain.games.gangster.components import (
    ACT,
    BODYGUARD,
    BUMPER,
    COLOUR,
    DOOR,
    EMPTY,
    ENGINE,
    MACHINE_GUN,
    SINKING,
    SQUARE,
    TRUNK,
    Box,
)

NOBODY: Final[tuple[int, ...]] = ()
TURNS: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,), (4,)]
NOTHING: Final[tuple[Action, ...]] = ()
NO_OPTIONS: Final[dict[str, object]] = {}


class Table(CoreState):
    """The city and the clans' boards.

    `where[place * clans + clan]` has a bit for every square that clan holds there, the arrow square first:
    how many bits is how many gangsters, the highest bit is the best rank. `trunk` and `gear` have two slots
    for each clan. `half` is 0, or where the tables for three players begin in the box. Lists that never
    change after the shuffle (tiles, size, deck, stock, casino) are shared by clones.
    """

    __slots__ = (
        "any_clan", "back", "car", "cards", "casino", "city", "clan", "deck", "deck_at", "doubles", "drawn", "gear", "guard", "half",
        "influence", "inside", "order", "owner", "phase", "port", "round", "size", "starter", "stock", "stock_at", "sunk", "target",
        "tiles", "trunk", "turn", "turns", "where",
    )  # fmt: skip

    def __init__(
        self, box: Box, players: int = 2, seed: int = BLANK,
        options: Mapping[str, object] = NO_OPTIONS, log: list[Event] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(box, players, seed, options, log)
        self.city = box
        if seed != BLANK:
            self.lay_out()

    # -- 3 Preparation ----------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """An empty table for so many players: nine gangsters in each car, cards up, influence 0 (GA 2.2, GA 3.1)."""
        city = self.city
        self.any_clan = bool(self.options.get("any_clan", False))
        self.guard = bool(self.options.get("guard_stops_gun", True))
        self.order = city.order[self.players]
        self.owner = city.owners[self.players]
        self.half = city.places if self.players == 3 else 0
        self.where = [0] * (city.places * city.clans)
        self.car = [-1] * city.clans
        self.inside = [0] * city.clans
        self.cards = [0] * city.clans
        self.sunk = [0] * city.clans
        for clan in self.order:
            self.inside[clan] = city.arrivals[0]
            self.cards[clan] = city.all_cards
        self.trunk = [EMPTY] * (2 * city.clans)
        self.gear = [EMPTY] * (2 * city.clans)
        self.port = [EMPTY] * city.port_slots
        self.influence = [0] * self.players
        self.round = 1
        self.turns = 0
        self.stock_at = 0
        self.deck_at = 0
        self.drawn = 0
        self.doubles = 0
        self.deck: list[int] = []
        self.stock: list[int] = []
        self.casino: list[int] = []
        self.tiles: list[int] = []
        self.size: list[int] = []
        self.starter = 0
        self.turn = 0
        self.phase = COLOUR
        self.clan = -1
        self.target = -1
        self.back = True

    def lay_tiles(self, tiles: list[int]) -> None:
        """A point tile for each district (GA 3.3); Cicero has none with three players (GA 3.5)."""
        self.tiles = tiles
        self.size = [self.city.tile_squares[tile] if tile >= 0 else 0 for tile in tiles]

    def in_play(self, place: int) -> bool:
        """Whether this district exists for so many players (GA 3.5)."""
        return self.half == 0 or place != self.city.missing

    # -- 5 What may be chosen -----------------------------------------------------------------------------

    def current_players(self) -> tuple[int, ...]:
        """Players take turns (GA 5.1)."""
        return NOBODY if self.is_over else TURNS[self.turn]

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """What may be chosen now (GA 5.2)."""
        if player != self.turn or self.is_over:
            return NOTHING
        city = self.city
        phase = self.phase
        if phase == ACT:
            clan = self.clan
            engine = 1 if self.has(clan, ENGINE) else 0
            found = city.drives[((self.half + self.car[clan]) * (city.all_cards + 1) + self.cards[clan]) * 2 + engine]
            deeds = self.deeds(clan)
            if deeds:
                found = found + city.deeds_of(deeds)
            return found + city.back_only if self.back and self.players == 2 else found
        if phase == COLOUR:
            return city.plays_of[player]
        if phase == SQUARE:
            found = city.grabs_of(self.loadable(self.target, self.clan, True))
            return found + city.back_only if self.back else found
        return city.sink_or_keep if phase == SINKING else city.equips_by_mask[self.offers(self.clan)]

    def deeds(self, clan: int) -> int:
        """What this car may do besides driving, as bits of the box's deeds."""
        city = self.city
        place = self.car[clan]
        found = self.bumps(clan) if self.has(clan, BUMPER) else 0
        if place == city.port:
            return found
        inside = self.inside[clan]
        if inside and self.open_square(place, clan) >= 0:
            found |= 1 << (city.unload_bit + clan)
            if inside > 1 and self.has(clan, DOOR) and self.second_square(place, clan) >= 0:
                found |= 1 << city.unload_two_bit
        for slot in range(2 * clan, 2 * clan + 2):
            captive = self.trunk[slot]
            if captive != EMPTY and self.open_square(place, captive) >= 0:
                found |= 1 << (city.unload_bit + captive)
        squares = self.where[place * city.clans + clan]
        if self.has_room(clan):
            squares |= self.loadable(place, clan, False)
            if self.has(clan, MACHINE_GUN):
                found |= self.targets(clan) << city.gun_bit
        return found | squares << city.load_bit

    def next_to(self, place: int) -> int:
        """The places one street away, as bits."""
        return self.city.adjacent[self.half + place]

    def bumps(self, clan: int) -> int:
        """The cars next door, with every card that is up (GA 13.6, GA 13.7)."""
        city = self.city
        near = self.next_to(self.car[clan])
        found = 0
        for other in self.order:
            if near >> self.car[other] & 1:
                for card in range(len(city.cards)):
                    if self.cards[clan] >> card & 1:
                        found |= 1 << (card * city.clans + other)
        return found

    # -- 7 Who can be unloaded and loaded -----------------------------------------------------------------

    def has_room(self, clan: int) -> bool:
        """Whether the trunk takes another gangster; one aboard too many keeps it shut (GA 7.5, GA 13.3, GA 13.4)."""
        aboard = (self.trunk[2 * clan] != EMPTY) + (self.trunk[2 * clan + 1] != EMPTY)
        return aboard < (self.city.big_trunk_places if self.has(clan, TRUNK) else self.city.trunk_places)

    def carries(self, clan: int, passenger: int) -> bool:
        """Whether a gangster of that colour is aboard (GA 7.2)."""
        if passenger == clan:
            return self.inside[clan] > 0
        return self.trunk[2 * clan] == passenger or self.trunk[2 * clan + 1] == passenger

    def loadable(self, place: int, clan: int, gun: bool) -> int:
        """The squares of other clans, a player's own second one among them, that no bodyguard watches (GA 13.1, GA 13.2, GA 15.3)."""
        first = place * self.city.clans
        found = 0
        for other in self.order:
            squares = self.where[first + other]
            if squares and other != clan and not self.guarded(place, other, gun):
                found |= squares
        return found

    def guarded(self, place: int, clan: int, gun: bool) -> bool:
        """Whether that clan's bodyguard watches over its gangsters here (GA 13.1, GA 13.2)."""
        return self.car[clan] == place and self.has(clan, BODYGUARD) and (self.guard or not gun)

    def targets(self, clan: int) -> int:
        """The districts next door where the machine gun finds somebody, as bits (GA 13.8)."""
        near = self.next_to(self.car[clan])
        found = 0
        for place in range(self.city.port):
            if near >> place & 1 and self.loadable(place, clan, True):
                found |= 1 << place
        return found

    # -- 8 Squares, ranks and holes ------------------------------------------------------------------------

    def on_square(self, place: int, square: int) -> int:
        """The clan on a square, or EMPTY."""
        first = place * self.city.clans
        for clan in self.order:
            if self.where[first + clan] >> square & 1:
                return clan
        return EMPTY

    def occupied(self, place: int) -> int:
        """The squares that are taken, as bits."""
        first = place * self.city.clans
        found = 0
        for clan in self.order:
            found |= self.where[first + clan]
        return found

    def open_square(self, place: int, clan: int) -> int:
        """Where that clan's next gangster goes, or -1 (GA 8.1 to GA 8.6): after the last one, then into holes.

        Holes are open only while the tile's last square is held by the same clan, or by anybody with the option.
        """
        taken = self.occupied(place)
        size = self.size[place]
        after = taken.bit_length()
        if after < size:
            return after
        holes = taken ^ ((1 << size) - 1)
        if not holes or not (self.any_clan or self.where[place * self.city.clans + clan] >> (size - 1) & 1):
            return -1
        return (holes & -holes).bit_length() - 1

    def second_square(self, place: int, clan: int) -> int:
        """Where a second gangster would go after the first, or -1 (GA 13.10)."""
        at = place * self.city.clans + clan
        before = self.where[at]
        self.where[at] = before | 1 << self.open_square(place, clan)
        square = self.open_square(place, clan)
        self.where[at] = before
        return square

    def standing(self, place: int) -> list[int]:
        """The clans present, most gangsters first, equal ones by their best rank (GA 9.3, GA 9.6)."""
        first = place * self.city.clans
        keys: list[int] = []
        for clan in self.order:
            squares = self.where[first + clan]
            if squares:
                keys.append((squares.bit_count() * 32 + squares.bit_length()) * 8 + clan)
        keys.sort(reverse=True)
        return [key & 7 for key in keys]

    # -- 12 Special equipment ------------------------------------------------------------------------------

    def has(self, clan: int, kind: int) -> bool:
        """Whether that clan owns such equipment; it counts from the moment it is taken (GA 12.4)."""
        return self.gear[2 * clan] == kind or self.gear[2 * clan + 1] == kind

    def offers(self, clan: int) -> int:
        """The kinds lying open that this clan does not own, as bits (GA 11.3, GA 12.2)."""
        found = 0
        for kind in self.port:
            if kind != EMPTY and not self.has(clan, kind):
                found |= 1 << kind
        return found

    # -- 14 The end ------------------------------------------------------------------------------------------

    def scores(self) -> tuple[int, ...]:
        """Influence; with two players that of both colours together (GA 15.4)."""
        return tuple(self.influence)

    def ranking(self) -> tuple[int, ...]:
        """More influence first; equal influence shares a place (GA 14.1, GA 14.2)."""
        return tuple([1 + sum([other > mine for other in self.influence]) for mine in self.influence])
