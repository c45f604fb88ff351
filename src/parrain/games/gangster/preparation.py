"""How a table of Gangster is made ready: the box laid out, the city opened, each round's district deck."""

from __future__ import annotations

from parrain.core.event import Event
from parrain.games.gangster.components import ACT, COLOUR, EMPTY, EQUIPMENT, POLICE
from parrain.games.gangster.table import Table


class Preparation(Table):
    """Everything that chance decides before somebody chooses."""

    __slots__ = ()

    # -- 3 Preparation ----------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Tiles, equipment, casino cards, the first player, the opening of each colour, the first Double (GA 3.1 to GA 3.5)."""
        city = self.city
        tiles = list(range(city.tiles))
        self.shuffle(tiles)
        self.lay_tiles([tiles[place] if self.in_play(place) else -1 for place in range(city.places - 1)])
        self.casino = city.casino[:]
        self.shuffle(self.casino)
        self.stock = [kind for kind, count in enumerate(city.equipment) for _ in range(count)]
        self.shuffle(self.stock)
        self.starter = self.below(self.players)
        if self.log is not None:
            told = {city.names[place]: tile + 1 for place, tile in enumerate(self.tiles) if tile >= 0}
            self.log.append(Event("setup", {"tiles": told, "starter": self.starter}))
        self.fill_port()
        self.open_city()
        self.prepare_round()
        self.begin_turn(self.starter)

    def fill_port(self) -> None:
        """Fill the gaps from the stock; three of a kind go to the box, again and again (GA 3.2, GA 11.4, GA 11.5)."""
        port = self.port
        while True:
            for slot in range(len(port)):
                if port[slot] == EMPTY and self.stock_at < len(self.stock):
                    port[slot] = self.stock[self.stock_at]
                    self.stock_at += 1
                    self.reveals += 1
            if port[0] == EMPTY or port.count(port[0]) < len(port):
                break
            if self.log is not None:
                self.log.append(Event("three-equal", {"equipment": EQUIPMENT[port[0]]}))
            for slot in range(len(port)):
                port[slot] = EMPTY
        if self.log is not None:
            self.log.append(Event("port", {"equipment": [EQUIPMENT[kind] for kind in port if kind != EMPTY]}))

    # -- 4 Setting up the city ---------------------------------------------------------------------------

    def open_city(self) -> None:
        """From the first player on, each colour draws equipment and opens in two districts (GA 3.2, GA 4.1, GA 4.4, GA 15.1)."""
        city = self.city
        deck = [place for place in range(city.places - 1) if self.in_play(place)]
        self.shuffle(deck)
        for turn in range(len(self.order)):
            clan = self.order[(self.starter + turn) % len(self.order)]
            kind = self.stock[self.stock_at]
            self.stock_at += 1
            self.gear[2 * clan] = kind
            drawn = deck[: city.opening]
            deck = deck[city.opening :]
            self.car[clan] = drawn[0]
            for place in drawn:
                self.where[place * city.clans + clan] = 1
                self.inside[clan] -= 1
            if self.log is not None:
                names = [city.names[place] for place in drawn]
                told = {
                    "seat": self.owner[clan],
                    "colour": city.clan_names[clan],
                    "equipment": EQUIPMENT[kind],
                    "districts": names,
                }
                self.log.append(Event("open", told))

    def prepare_round(self) -> None:
        """All district cards, the first for a Double, then the police among the rest (GA 4.2, GA 4.3, GA 10.1)."""
        city = self.city
        self.reveals += 1
        deck = [place for place in range(city.places - 1) if self.in_play(place)]
        self.shuffle(deck)
        first = deck.pop()
        deck += [POLICE] * city.police[self.players]
        self.shuffle(deck)
        self.deck = deck
        self.deck_at = 0
        self.doubles = 0
        self.place_double(first)

    def place_double(self, place: int) -> None:
        """Points of this district count twice this round (GA 6.6)."""
        self.doubles |= 1 << place
        if self.log is not None:
            self.log.append(Event("double", {"district": self.city.names[place], "count": self.doubles.bit_count()}))

    # -- 5 The first turn --------------------------------------------------------------------------------

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
