"""The box of Gangster: the city, the tiles, the equipment, read from an edition file, and tables of legal choices."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from typing import Final

from parrain.core.action import Action
from parrain.core.box import Box as CoreBox
from parrain.core.edition import Edition, number, word
from parrain.core.errors import BadEdition
from parrain.core.say import Term
from parrain.core.writing import bits_of
from parrain.games.gangster import actions as act

EQUIPMENT: Final[tuple[str, ...]] = ("bodyguard", "trunk", "engine", "bumper", "machine-gun", "door")
BODYGUARD: Final = 0
TRUNK: Final = 1
ENGINE: Final = 2
BUMPER: Final = 3
MACHINE_GUN: Final = 4
DOOR: Final = 5
KINDS: Final = 6

EMPTY: Final = -1  # a square or slot with nothing in it
UNKNOWN: Final = -1  # the “?” of a point tile
POLICE: Final = -1  # a police card among the numbers of districts
MOST_SQUARES: Final = 20
REMEMBERED: Final = 1 << 14  # this many sets of choices are kept before the memory is begun anew
POLICE_FOR: Final[tuple[str, ...]] = ("", "", "two", "three", "four", "five")


class Box(CoreBox):
    """Everything as numbers: places (districts first, the port last), clans (colours), kinds of equipment, tiles.

    Tables by place come twice, for the whole city and for the city without the district that three
    players leave out: the second half begins at `places`.
    """

    def __init__(self, edition: Edition) -> None:
        districts, harbour = edition.tables("place"), edition.table("harbour")
        self.names = [word(place, "name") for place in [*districts, harbour]]
        self.titles = [word(place, "title") for place in [*districts, harbour]]
        self.number_of = {name: place for place, name in enumerate(self.names)}
        self.places = len(self.names)
        self.port = self.places - 1
        self.clan_names = words(edition.table("colours"), "names")
        self.clans = len(self.clan_names)
        self.clan_of = {name: clan for clan, name in enumerate(self.clan_names)}
        self.missing = self.place_named(word(edition.table("three_players"), "without"))
        self.district_names = self.names[: self.port]
        self.card_names = [*self.district_names, "police"]
        every = list(range(self.port))
        without = [place for place in every if place != self.missing]
        self.districts = [without if players == 3 else every for players in range(6)]
        self.kind_terms = [edition.term("equipment", name) for name in EQUIPMENT]
        self.clan_terms = [edition.term("colour", name) for name in self.clan_names]
        self.read_forms(edition)
        self.read_numbers(edition)
        self.read_tiles(edition)
        self.read_teams(edition)
        self.read_map(edition)
        check_names(self)
        super().__init__(
            edition, act.make_actions(self.cards, self.names, self.clan_names, self.most_squares, EQUIPMENT)
        )
        self.list_choices()
        check(self)

    # -- reading the file ------------------------------------------------------------------------------

    def read_forms(self, edition: Edition) -> None:
        """Names as sentences need them: with an article, with a preposition, in the feminine for cars."""
        self.a_kind = [edition.term("a", name) for name in EQUIPMENT]
        self.the_kind = [edition.term("the", name) for name in EQUIPMENT]
        self.car_terms: list[Term] = []
        for name, plain in zip(self.clan_names, self.clan_terms, strict=True):
            found = edition.term("car", name)
            self.car_terms.append(found if len(found.texts) > 1 else plain)
        self.place_terms: list[Term] = []
        for name, title in zip(self.names, self.titles, strict=True):
            found = edition.term("at", name)
            known = len(found.texts) > 1
            self.place_terms.append(found if known else Term({"en": title, "fr": f"à {title}"}))

    def read_numbers(self, edition: Edition) -> None:
        """How many of everything (GA 2.4, GA 3.1, GA 4.3)."""
        table = edition.table("table")
        self.gangsters = number(table, "gangsters", 1, 99)
        self.arrivals = [number(table, "first_round", 2, 99), *numbers(table, "later_rounds", 0, 99)]
        self.rounds = len(self.arrivals)
        self.doubles = number(table, "doubles", 2, 30)
        self.opening = number(table, "opening", 1, 4)
        self.double_pays = number(table, "double_pays", 1, 9)
        police = edition.table("police")
        self.police = [0, 0, *[number(police, POLICE_FOR[players], 0, 20) for players in range(2, 6)]]
        self.turns = number(edition.table("limit"), "turns", 1, 5000)
        self.cards = numbers(edition.table("movement"), "cards", 1, 9)
        self.all_cards = (1 << len(self.cards)) - 1
        self.trunk_places = number(edition.table("trunk"), "places", 1, 2)
        self.big_trunk_places = number(edition.table("trunk"), "with_trunk", 1, 2)
        self.port_slots = number(edition.table("port"), "slots", 2, 6)
        self.engine_adds = number(edition.table("engine"), "adds", 0, 3)
        self.casino = numbers(edition.table("casino"), "cards", 0, 99)
        self.most_casino = max(self.casino)
        counts = {word(each, "name"): number(each, "count", 0, 50) for each in edition.tables("equipment")}
        if sorted(counts) != sorted(EQUIPMENT):
            raise BadEdition(
                "The equipment must be exactly: {known}; this file has: {found}.",
                known=", ".join(EQUIPMENT),
                found=", ".join(counts),
            )
        self.equipment = [counts[name] for name in EQUIPMENT]
        self.most_pieces = max(self.equipment)
        self.most_police = max(self.police)
        self.most_cards = self.port + self.most_police

    def read_tiles(self, edition: Edition) -> None:
        """The point tiles: their values from the left, “?” as UNKNOWN, and their squares (GA 2.3)."""
        self.tile_values: list[list[int]] = []
        self.tile_squares: list[int] = []
        for each in edition.tables("tile"):
            values = each.get("values")
            if not isinstance(values, list) or not 1 <= len(values) <= 9:
                raise BadEdition(
                    "The values of a tile must be a list of numbers and “?”, not {values}.", values=repr(values)
                )
            for value in values:
                if value != "?" and (not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 99):
                    raise BadEdition(
                        "A value of a tile is a number from 0 to 99 or “?”, not {value}.", value=repr(value)
                    )
            self.tile_values.append([value if isinstance(value, int) else UNKNOWN for value in values])
            self.tile_squares.append(number(each, "squares", 1, MOST_SQUARES))
        self.tiles = len(self.tile_squares)
        self.most_values = max([len(values) for values in self.tile_values])
        self.tile_rows: list[array[float]] = []  # as learners observe them: values, then squares
        for values, squares in zip(self.tile_values, self.tile_squares, strict=True):
            self.tile_rows.append(array("f", [*values, *[0] * (self.most_values - len(values)), squares]))
        self.tile_bits = bits_of([int(each) for row in self.tile_rows for each in row])
        self.most_squares = max(self.tile_squares)

    def read_teams(self, edition: Edition) -> None:
        """Which seat plays which clans, for each number of players (GA 2.2, GA 15.1).

        `near[players][seat][clan]` counts the clans from that seat's own on, -1 for one that is not in the game.
        """
        two = edition.table("two_players")
        pairs = [[self.clan_named(name) for name in words(two, which)] for which in ("first", "second")]
        if [len(set(pair)) for pair in pairs] != [2, 2] or set(pairs[0]) & set(pairs[1]):
            raise BadEdition("With two players each has two colours of their own.")
        if self.clans < 5:
            raise BadEdition("There must be five colours, not {count}.", count=self.clans)
        order = [pairs[0][0], pairs[1][0], pairs[0][1], pairs[1][1]]
        self.order = [[], [], order, *[list(range(players)) for players in range(3, 6)]]
        self.owners = [[-1] * self.clans for _ in range(6)]
        self.near: list[list[list[int]]] = [[], []]
        for players in range(2, 6):
            order, owners = self.order[players], self.owners[players]
            for turn, clan in enumerate(order):
                owners[clan] = turn % players
            self.near.append([])
            for seat in range(players):
                turned = [clan for i in range(players) for clan in order if owners[clan] == (seat + i) % players]
                self.near[players].append([turned.index(clan) if clan in turned else -1 for clan in range(self.clans)])

    def read_map(self, edition: Edition) -> None:
        """The streets, and what can be reached from where (GA 2.1, GA 3.5)."""
        self.streets: list[tuple[int, int]] = []
        streets = edition.table("map").get("streets")
        if not isinstance(streets, list):
            raise BadEdition("[map] must have a list of streets.")
        for street in streets:
            if not isinstance(street, list) or len(street) != 2 or street[0] == street[1]:
                raise BadEdition("A street joins two different places, not {street}.", street=repr(street)[:60])
            self.streets.append((self.place_named(str(street[0])), self.place_named(str(street[1]))))
        poster = edition.table("poster")
        self.poster = [numbers(poster, name, 0, 100) for name in self.names]
        if any(len(spot) != 2 for spot in self.poster):
            raise BadEdition("[poster] gives each place two numbers from 0 to 100.")
        self.map_is_ours = edition.table("map").get("status") == "recon"
        self.longest = max(self.cards) + self.engine_adds
        self.adjacent = adjacent(self, -1) + adjacent(self, self.missing)
        self.reach: list[int] = []
        for half in (0, self.places):
            for place in range(self.places):
                self.reach += reach(self.adjacent[half : half + self.places], place, self.longest)

    def place_named(self, name: str) -> int:
        """The number of a place."""
        if name not in self.number_of:
            raise BadEdition("There is no place {name}; there are: {known}.", name=name, known=", ".join(self.names))
        return self.number_of[name]

    def clan_named(self, name: str) -> int:
        """The number of a colour."""
        if name not in self.clan_of:
            raise BadEdition(
                "There is no colour {name}; there are: {known}.", name=name, known=", ".join(self.clan_names)
            )
        return self.clan_of[name]

    # -- the choices ------------------------------------------------------------------------------------

    def list_choices(self) -> None:
        """The drives from every place with every set of cards, with and without an engine; the small questions."""
        actions = self.actions
        self.deeds = act.first_of(actions, act.BUMP)  # from here on come the other choices of a turn's action
        self.unload_bit = act.first_of(actions, act.UNLOAD) - self.deeds
        self.unload_two_bit = act.first_of(actions, act.UNLOAD_TWO) - self.deeds
        self.load_bit = act.first_of(actions, act.LOAD) - self.deeds
        self.gun_bit = act.first_of(actions, act.GUN) - self.deeds
        self.grabs = act.first_of(actions, act.GRAB)
        self.drives: list[tuple[Action, ...]] = []
        for start in range(2 * self.places):
            for cards in range(self.all_cards + 1):
                for engine in (False, True):
                    self.drives.append(self.drives_from(start, cards, engine))
        self.back_only = (actions[-1],)
        sink, equips, plays = (act.first_of(actions, kind) for kind in (act.SINK, act.EQUIP, act.PLAY))
        self.sink_or_keep = (actions[sink], actions[sink + 1])
        self.plays_of = [tuple([actions[plays + clan] for clan in self.order[2][seat::2]]) for seat in (0, 1)]
        self.equips_by_mask = [
            tuple([actions[equips + kind] for kind in range(KINDS) if mask >> kind & 1]) for mask in range(1 << KINDS)
        ]
        self.deeds_by_mask: dict[int, tuple[Action, ...]] = {}
        self.grabs_by_mask: dict[int, tuple[Action, ...]] = {}

    def drives_from(self, start: int, cards: int, engine: bool) -> tuple[Action, ...]:
        """Where those cards lead."""
        found: list[Action] = []
        for card in range(len(self.cards)):
            if cards >> card & 1:
                ends = self.destinations(start, card, engine)
                found += [self.actions[card * self.places + place] for place in range(self.places) if ends >> place & 1]
        return tuple(found)

    def destinations(self, start: int, card: int, engine: bool) -> int:
        """The places a card leads to, as bits: exactly its value, or with an engine also one more (GA 6.1, GA 13.5)."""
        row = start * self.longest - 1
        ends = self.reach[row + self.cards[card]]
        if engine:
            ends |= self.reach[row + self.cards[card] + self.engine_adds]
        return ends

    def deeds_of(self, mask: int) -> tuple[Action, ...]:
        """The choices other than drives whose bits are set; one tuple for each mask."""
        found = self.deeds_by_mask.get(mask)
        if found is None:
            if len(self.deeds_by_mask) >= REMEMBERED:
                self.deeds_by_mask.clear()
            found = tuple([self.actions[self.deeds + bit] for bit in range(self.grabs - self.deeds) if mask >> bit & 1])
            self.deeds_by_mask[mask] = found
        return found

    def grabs_of(self, mask: int) -> tuple[Action, ...]:
        """The squares a machine gun can reach into; one tuple for each mask."""
        found = self.grabs_by_mask.get(mask)
        if found is None:
            if len(self.grabs_by_mask) >= REMEMBERED:
                self.grabs_by_mask.clear()
            found = tuple(
                [self.actions[self.grabs + square] for square in range(self.most_squares) if mask >> square & 1]
            )
            self.grabs_by_mask[mask] = found
        return found


def words(table: Mapping[str, object], key: str) -> list[str]:
    """A list of texts of a table, all different."""
    value = table.get(key)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value) or len(set(value)) < len(value):
        raise BadEdition("{key} must be a list of different texts, not {value}.", key=key, value=repr(value)[:60])
    return value


def numbers(table: Mapping[str, object], key: str, least: int, most: int) -> list[int]:
    """A list of whole numbers of a table, within bounds."""
    value = table.get(key)
    if not isinstance(value, list) or not value:
        raise BadEdition("{key} must be a list of whole numbers, not {value}.", key=key, value=repr(value)[:60])
    return [number({key: each}, key, least, most) for each in value]


def adjacent(box: Box, missing: int) -> list[int]:
    """For each place the places one street away, as bits; a missing place has no streets (GA 3.5)."""
    next_to = [0] * box.places
    for one, other in box.streets:
        if missing not in (one, other):
            next_to[one] |= 1 << other
            next_to[other] |= 1 << one
    return next_to


def reach(next_to: list[int], start: int, longest: int) -> list[int]:
    """Where 1, 2, ... streets lead without ever going straight back (GA 6.2), as bits."""
    found: list[int] = []
    now = {(start, -1)}
    for _ in range(longest):
        now = {
            (place, at)
            for at, before in now
            for place in range(len(next_to))
            if next_to[at] >> place & 1 and place != before
        }
        ends = 0
        for place, _before in now:
            ends |= 1 << place
        found.append(ends)
    return found


def check_names(box: Box) -> None:
    """Whether every choice will have a text of its own."""
    for name in [*box.names, *box.clan_names]:
        if not re.fullmatch(r"[a-z0-9-]+", name) or (box.names + box.clan_names).count(name) > 1:
            raise BadEdition("The name {name} must be its own, of small letters, digits and -.", name=name)
    if not 1 <= len(box.cards) <= 4 or len(set(box.cards)) < len(box.cards):
        raise BadEdition("A colour has one to four movement cards, all different.")


def check(box: Box) -> None:
    """Whether this box can be played to the end by any number of players."""
    if box.grabs - box.deeds > 60:
        raise BadEdition("This city is too large: there can be some {most} places.", most=60 - box.gun_bit)
    districts = box.places - 1
    if box.missing == box.port:
        raise BadEdition("Three players leave out a district, not the port.")
    if box.tiles < districts:
        raise BadEdition("There are {tiles} tiles for {districts} districts.", tiles=box.tiles, districts=districts)
    if sum(box.arrivals) > box.gangsters or box.arrivals[0] < box.opening:
        raise BadEdition(
            "{gangsters} gangsters of a colour cannot arrive as {arrivals}.",
            gangsters=box.gangsters,
            arrivals=box.arrivals,
        )
    if box.doubles > districts - 1:
        raise BadEdition(
            "{doubles} Doubles need more than {districts} districts (three players have one less).",
            doubles=box.doubles,
            districts=districts,
        )
    if 5 * box.opening > districts or 3 * box.opening > districts - 1:
        raise BadEdition(
            "{districts} districts are too few for every colour to open with {opening}.",
            districts=districts,
            opening=box.opening,
        )
    if len(box.casino) < box.rounds:
        raise BadEdition(
            "{rounds} rounds need as many casino cards; there are {cards}.", rounds=box.rounds, cards=len(box.casino)
        )
    if sum(box.equipment) < box.port_slots + 5:
        raise BadEdition(
            "{count} pieces of equipment are too few for the port and five players.", count=sum(box.equipment)
        )
    check_roads(box)


def check_roads(box: Box) -> None:
    """Every card leads somewhere from every place, so nobody is ever stuck (GA 5.2)."""
    for start in range(2 * box.places):
        if start == box.places + box.missing:
            continue
        for card, value in enumerate(box.cards):
            if not box.destinations(start, card, False):
                raise BadEdition(
                    "From {place} no road of {steps} streets leads anywhere: add streets to the map.",
                    place=box.titles[start % box.places],
                    steps=value,
                )
