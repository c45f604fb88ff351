"""Gangster: the State and its moves, section by section as in docs/rules/gangster.md."""

from __future__ import annotations

from collections.abc import Mapping

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.core.stream import BLANK
from parrain.games.gangster.components import (
    ACT,
    BACK,
    BUMP,
    BUMPER,
    CHOOSING,
    COLOUR,
    DOOR,
    DRIVE,
    EMPTY,
    ENGINE,
    EQUIP,
    EQUIPMENT,
    GRAB,
    GUN,
    KEEP,
    LOAD,
    MACHINE_GUN,
    PLAY,
    POLICE,
    SINK,
    SINKING,
    SQUARE,
    UNKNOWN,
    UNLOAD,
    UNLOAD_TWO,
    Box,
)
from parrain.games.gangster.position import check_table, position_of
from parrain.games.gangster.preparation import Preparation
from parrain.games.gangster.refusals import (
    no_bump,
    no_colour,
    no_drive,
    no_equipment,
    no_gun,
    no_load,
    no_turn,
    no_unload,
    no_unload_two,
    wrong_question,
)
from parrain.games.gangster.table import NO_OPTIONS
from parrain.games.gangster.view import View, view_of


class State(Preparation):
    """What happens on the table, phase by phase."""

    __slots__ = ()

    def __init__(
        self, box: Box, players: int = 2, seed: int = BLANK,
        options: Mapping[str, object] = NO_OPTIONS, log: list[Event] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(box, players, seed, options, log)
        if seed != BLANK:
            self.set_up()

    # -- 5 The course of the game ------------------------------------------------------------------------

    def apply(self, player: int, action: Action) -> None:
        """One thing in a turn: drive (or bump), or unload or load; then what the port asks (GA 5.2, GA 5.3)."""
        city = self.city
        chosen = action.id
        if (
            chosen < 0
            or chosen >= len(city.actions)
            or city.actions[chosen] is not action
            or self.is_over
            or player != self.turn
        ):
            raise no_turn(self, player, action)
        kind = action.kind
        if self.phase == ACT:
            if kind == DRIVE:
                self.drive(action.a, action.b)
            elif kind == LOAD:
                self.load(action.a)
            elif kind == UNLOAD:
                self.unload(action.a)
            elif kind == UNLOAD_TWO:
                self.unload_two()
            elif kind == BUMP:
                self.bump(action.a, action.b)
            elif kind == GUN:
                self.aim(action.a)
            elif kind == BACK and self.back and self.players == 2:
                self.take_back()
            else:
                raise wrong_question(self, action)
        elif self.phase == COLOUR and kind == PLAY:
            self.play_colour(action.a)
        elif self.phase == SQUARE and kind == GRAB:
            self.grab(action.a)
        elif self.phase == SQUARE and kind == BACK and self.back:
            self.take_back()
        elif self.phase == SINKING and kind in (SINK, KEEP):
            self.sink(kind == SINK)
        elif self.phase == CHOOSING and kind == EQUIP:
            self.choose_equipment(action.a)
        else:
            raise wrong_question(self, action)

    def take_back(self) -> None:
        """Undo a half-made choice, once in a turn (GA 16.2)."""
        self.back = False
        if self.phase == SQUARE:
            self.phase = ACT
            self.target = -1
        else:
            self.phase = COLOUR
            self.clan = -1

    def end_turn(self) -> None:
        """Cards up after the third, and what follows from it; then the next player (GA 5.3, GA 6.5, GA 10.4, GA 15.5)."""
        self.turns += 1
        if self.cards[self.clan] == 0:
            self.turn_cards_up(self.clan)
        if self.is_over:
            return
        if self.turns >= self.city.turns:
            self.finish("turn-limit")
        else:
            self.begin_turn((self.turn + 1) % self.players)

    # -- 6 Driving -----------------------------------------------------------------------------------------

    def drive(self, card: int, place: int) -> None:
        """Use up a card and drive exactly that far (GA 6.1 to GA 6.4); an engine may add a step (GA 13.5)."""
        clan = self.clan
        start = self.car[clan]
        if (
            not self.cards[clan] >> card & 1
            or not self.city.destinations(self.half + start, card, self.has(clan, ENGINE)) >> place & 1
        ):
            raise no_drive(self, card, place)
        self.cards[clan] &= ~(1 << card)
        self.car[clan] = place
        if self.log is not None:
            self.tell(
                "drive", {"card": self.city.cards[card], "from": self.city.names[start], "to": self.city.names[place]}
            )
        self.arrive(place)

    def bump(self, card: int, other: int) -> None:
        """Use up a card and change places with a car next door (GA 13.6, GA 13.7, GA 11.6)."""
        clan = self.clan
        start, place = self.car[clan], self.car[other]
        if (
            not self.cards[clan] >> card & 1
            or not self.has(clan, BUMPER)
            or place < 0
            or not self.next_to(start) >> place & 1
        ):
            raise no_bump(self, card, other)
        self.cards[clan] &= ~(1 << card)
        self.car[clan] = place
        self.car[other] = start
        if self.log is not None:
            names = self.city.names
            told = {
                "card": self.city.cards[card],
                "other": self.city.clan_names[other],
                "from": names[start],
                "to": names[place],
            }
            self.tell("bump", told)
        self.arrive(place)

    def arrive(self, place: int) -> None:
        """Only who ends the move in the port has reached it (GA 6.3, GA 11.1, GA 11.6)."""
        if place != self.city.port:
            self.end_turn()
        elif self.trunk[2 * self.clan] != EMPTY:
            self.phase = SINKING
        else:
            self.offer_equipment()

    def turn_cards_up(self, clan: int) -> None:
        """The three cards are up again, and a district card is revealed: a Double, or the police (GA 6.5 to GA 6.8)."""
        self.cards[clan] = self.city.all_cards
        card = self.deck[self.deck_at]
        self.deck_at += 1
        self.reveals += 1
        if self.log is not None:
            self.tell("cards-up", {})
        if card != POLICE:
            self.place_double(card)
        elif self.log is not None:
            self.tell("police", {})
        if self.doubles.bit_count() == self.city.doubles:
            self.scoring_day()

    # -- 7 Unloading and loading ---------------------------------------------------------------------------

    def unload(self, passenger: int) -> None:
        """Put one gangster down: one's own from inside, another from the trunk (GA 7.1 to GA 7.3, GA 7.6)."""
        clan = self.clan
        place = self.car[clan]
        square = self.open_square(place, passenger) if place != self.city.port and self.carries(clan, passenger) else -1
        if square < 0:
            raise no_unload(self, passenger)
        if passenger == clan:
            self.inside[clan] -= 1
        else:
            slot = 2 * clan
            if self.trunk[slot] == passenger:
                self.trunk[slot] = self.trunk[slot + 1]
            self.trunk[slot + 1] = EMPTY
        self.stand(place, passenger, square)
        self.end_turn()

    def unload_two(self) -> None:
        """The door: two of one's own, the second judged after the first (GA 13.10)."""
        clan = self.clan
        place = self.car[clan]
        ready = self.has(clan, DOOR) and place != self.city.port and self.inside[clan] > 1
        if not ready or self.open_square(place, clan) < 0 or self.second_square(place, clan) < 0:
            raise no_unload_two(self)
        self.inside[clan] -= 2
        self.stand(place, clan, self.open_square(place, clan))
        self.stand(place, clan, self.open_square(place, clan))
        self.end_turn()

    def stand(self, place: int, clan: int, square: int) -> None:
        """A gangster takes a square."""
        self.where[place * self.city.clans + clan] |= 1 << square
        if self.log is not None:
            told = {"gangster": self.city.clan_names[clan], "district": self.city.names[place], "square": square + 1}
            self.tell("unload", told)

    def load(self, square: int) -> None:
        """Take one gangster aboard from a square of this district (GA 7.1, GA 7.4, GA 7.5)."""
        clan = self.clan
        place = self.car[clan]
        squares = self.where[place * self.city.clans + clan]
        if self.has_room(clan):
            squares |= self.loadable(place, clan, False)
        if place == self.city.port or not squares >> square & 1:
            raise no_load(self, place, square, False)
        self.take_aboard(place, square)

    def take_aboard(self, place: int, square: int) -> None:
        """One's own gangster gets in, another goes into the trunk (GA 7.2)."""
        city = self.city
        clan = self.clan
        taken = self.on_square(place, square)
        self.where[place * city.clans + taken] &= ~(1 << square)
        if taken == clan:
            self.inside[clan] += 1
        else:
            self.trunk[2 * clan + (1 if self.trunk[2 * clan] != EMPTY else 0)] = taken
        if self.log is not None:
            self.tell("load", {"gangster": city.clan_names[taken], "district": city.names[place], "square": square + 1})
        self.end_turn()

    def aim(self, place: int) -> None:
        """The machine gun: first the district (GA 13.8, GA 13.9)."""
        clan = self.clan
        ready = self.has(clan, MACHINE_GUN) and self.car[clan] != self.city.port and self.has_room(clan)
        if not ready or not self.targets(clan) >> place & 1:
            raise no_gun(self, place)
        self.target = place
        self.phase = SQUARE

    def grab(self, square: int) -> None:
        """The machine gun: then the square (GA 13.8, GA 13.9)."""
        if not self.loadable(self.target, self.clan, True) >> square & 1:
            raise no_load(self, self.target, square, True)
        self.take_aboard(self.target, square)

    # -- 9 Scoring day ---------------------------------------------------------------------------------------

    def scoring_day(self) -> None:
        """The eighth Double ends the round: casino card, every district, then the next round or the end (GA 9.1, GA 9.2, GA 9.8)."""
        city = self.city
        casino = self.casino[self.drawn]
        self.drawn += 1
        if self.log is not None:
            self.tell("casino", {"value": casino, "round": self.round})
        for place in range(city.places - 1):
            if self.in_play(place):
                self.score_district(place, casino)
        if self.log is not None:
            self.log.append(Event("influence", {"round": self.round, "scores": list(self.influence)}))
        if self.round == city.rounds:
            self.finish("shared" if self.influence.count(max(self.influence)) > 1 else "king")
        else:
            self.next_round()

    def score_district(self, place: int, casino: int) -> None:
        """Values from the left to the clans in order, twice with a Double (GA 9.3 to GA 9.7, GA 15.4)."""
        values = self.city.tile_values[self.tiles[place]]
        times = self.city.double_pays if self.doubles >> place & 1 else 1
        clans = self.standing(place)
        paid: list[list[object]] = []
        for rank in range(min(len(clans), len(values))):
            points = times * (casino if values[rank] == UNKNOWN else values[rank])
            self.influence[self.owner[clans[rank]]] += points
            paid.append([self.city.clan_names[clans[rank]], points])
        if self.log is not None and clans:
            self.log.append(Event("score", {"district": self.city.names[place], "double": times > 1, "paid": paid}))

    # -- 10 The next round -------------------------------------------------------------------------------------

    def next_round(self) -> None:
        """New gangsters, a new deck, the left neighbour begins; all else stays (GA 10.1 to GA 10.4)."""
        more = self.city.arrivals[self.round]
        self.round += 1
        self.starter = (self.turn + 1) % self.players
        for clan in self.order:
            self.inside[clan] += more
        if self.log is not None:
            self.log.append(Event("round", {"round": self.round, "gangsters": more, "starter": self.starter}))
        self.prepare_round()

    # -- 11 The Gold Coast, 12 Special equipment -----------------------------------------------------------------

    def sink(self, yes: bool) -> None:
        """All of the trunk into the port, out of the game, or nothing of it; then the equipment (GA 11.1, GA 11.2)."""
        clan = self.clan
        if self.log is not None:
            captives = [self.city.clan_names[each] for each in self.trunk[2 * clan : 2 * clan + 2] if each != EMPTY]
            self.tell("sink" if yes else "keep", {"gangsters": captives})
        if yes:
            for slot in range(2 * clan, 2 * clan + 2):
                if self.trunk[slot] != EMPTY:
                    self.sunk[self.trunk[slot]] += 1
                    self.trunk[slot] = EMPTY
        self.offer_equipment()

    def offer_equipment(self) -> None:
        """One must be taken: asked if there is a choice, done if there is none, skipped if nothing is new (GA 11.3, GA 12.3)."""
        offers = self.offers(self.clan)
        if offers & (offers - 1):
            self.phase = CHOOSING
        elif offers:
            self.take_equipment(offers.bit_length() - 1)
        else:
            if self.log is not None:
                self.tell("nothing-new", {})
            self.end_turn()

    def choose_equipment(self, kind: int) -> None:
        """The choice among what lies open (GA 11.3)."""
        if not self.offers(self.clan) >> kind & 1:
            raise no_equipment(self, kind)
        self.take_equipment(kind)

    def take_equipment(self, kind: int) -> None:
        """New equipment comes in from the left; what falls off on the right is gone (GA 12.1, GA 12.2)."""
        left = 2 * self.clan
        lost = self.gear[left + 1]
        self.gear[left + 1] = self.gear[left]
        self.gear[left] = kind
        self.port[self.port.index(kind)] = EMPTY
        if self.log is not None:
            self.tell("equip", {"equipment": EQUIPMENT[kind], "lost": EQUIPMENT[lost] if lost != EMPTY else ""})
        self.fill_port()
        self.end_turn()

    # -- 14 The end, 15 Two players --------------------------------------------------------------------------------

    def finish(self, ending: str) -> None:
        """After the third scoring day, or after too many turns, influence decides (GA 1.1, GA 5.4, GA 14.1, GA 14.2)."""
        self.is_over = True
        self.ending = ending
        if self.log is not None:
            self.log.append(Event("end", {"ending": ending, "scores": list(self.influence)}))

    def play_colour(self, clan: int) -> None:
        """Two players: which of one's colours has this turn (GA 15.2)."""
        if self.owner[clan] != self.turn:
            raise no_colour(self, clan)
        self.clan = clan
        self.phase = ACT

    # -- what the contract asks ----------------------------------------------------------------------------------

    def tell(self, kind: str, data: dict[str, object]) -> None:
        """An event of the player and colour to move."""
        if self.log is not None:
            self.log.append(Event(kind, {"seat": self.turn, "colour": self.city.clan_names[self.clan], **data}))

    def clone(self) -> State:
        """An independent copy; what never changes is shared."""
        copy = State(self.city, self.players, BLANK, self.options)
        self.copy_base(copy)
        copy.any_clan = self.any_clan
        copy.guard = self.guard
        copy.order = self.order
        copy.owner = self.owner
        copy.half = self.half
        copy.tiles = self.tiles
        copy.size = self.size
        copy.deck = self.deck
        copy.stock = self.stock
        copy.casino = self.casino
        copy.where = self.where[:]
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
        copy.doubles = self.doubles
        copy.deck_at = self.deck_at
        copy.stock_at = self.stock_at
        copy.drawn = self.drawn
        return copy

    def view(self, player: int | None) -> View:
        """What that seat may know (GA 16.1, GA 16.2)."""
        return view_of(self, player)

    def to_position(self) -> dict[str, object]:
        """The whole table; see docs/positions.md."""
        return position_of(self)

    def check(self) -> None:
        """Everything is somewhere, once (GA 2.4, GA 3.1)."""
        check_table(self)
