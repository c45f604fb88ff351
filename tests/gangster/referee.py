"""A referee for Gangster: the rules read a second time, from the rulebook, the specification and docs/rules alone.

Plain and slow on purpose: it works with names, knows nothing of the game's own rules or State, and shares with them
only the edition (the numbers on cards and tiles) and the texts of the choices. `Referee.game` is the whole game as one
generator: it yields who is asked and what may be chosen, and is sent what was chosen. Chance is not repeated: what was
shuffled is read from the game's position, once for each shuffle (`Referee.laid`), and checked to be possible; every
card after that comes by the rules.

Not covered: texts, boards and bots, which rule a refusal names, and positions that a game from the beginning does not
reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from typing import Any

Ask = tuple[int, list[str]]  # the seat that is asked and its choices
Step = Generator[Ask, str, None]

POLICE_FOR = {2: "two", 3: "three", 4: "four", 5: "five"}
HALF_CHOSEN = ("colour", "act", "square")  # the phases in which a choice is not whole


class Disagreement(AssertionError):
    """The referee and the game do not say the same."""


def require(holds: bool, what: str) -> None:
    """What chance has laid must be possible."""
    if not holds:
        raise Disagreement(what)


class Referee:
    """The table by names, and the game as a generator of questions."""

    def __init__(self, edition: Mapping[str, Any], players: int, options: Mapping[str, Any]) -> None:
        self.met: Counter[str] = Counter()  # situations of the rules that came up, so that a test can ask for them
        self.told: list[tuple[str, dict[str, Any]]] = []  # the events since the last question
        self.laid: Mapping[str, Any] = {}  # the game's position, from which shuffled piles are read
        self.replaced: list[str] = []  # the kinds that came three times in the port before anybody drew
        self.shuffled = 0  # how often chance has spoken
        self.scoring_days: list[int] = []  # after how many turns
        self.n = players
        self.any_clan, self.guard_stops_gun = options["any_clan"], options["guard_stops_gun"]
        self.read_edition(edition)
        # the table
        self.round = self.turns = self.turn = self.starter = 0
        self.tile: dict[str, int] = {}
        self.squares: dict[str, list[str]] = {}
        self.doubles: list[str] = []
        self.deck: list[str] = []
        self.at: dict[str, str] = {}
        self.cards = {each: list(self.movement) for each in self.colours}
        self.inside = dict.fromkeys(self.colours, 0)
        self.trunk: dict[str, list[str]] = {each: [] for each in self.colours}
        self.gear: dict[str, list[str]] = {each: [] for each in self.colours}
        self.sunk = dict.fromkeys(self.colours, 0)
        self.quay: list[str] = []
        self.stock: list[str] = []
        self.gone: list[str] = []
        self.casino: list[int] = []
        self.casino_drawn = 0
        self.influence = [0] * players
        self.ending = ""
        # what is half chosen
        self.phase = self.colour = self.target = ""
        self.back = True

    def read_edition(self, edition: Mapping[str, Any]) -> None:
        """The numbers of the box, the colours of the seats and the city for so many players."""
        table = edition["table"]
        self.arrivals = [table["first_round"], *table["later_rounds"]]
        self.most_doubles, self.opening, self.double_pays = table["doubles"], table["opening"], table["double_pays"]
        self.police = edition["police"][POLICE_FOR[self.n]]
        self.limit = edition["limit"]["turns"]
        self.movement = edition["movement"]["cards"]
        self.trunk_places: int = edition["trunk"]["places"]
        self.big_trunk_places: int = edition["trunk"]["with_trunk"]
        self.slots, self.engine_adds = edition["port"]["slots"], edition["engine"]["adds"]
        self.casino_cards = edition["casino"]["cards"]
        self.tiles = [(row["values"], row["squares"]) for row in edition["tile"]]
        self.kinds = [row["name"] for row in edition["equipment"]]
        self.equipment = Counter({row["name"]: row["count"] for row in edition["equipment"]})
        pairs = edition["two_players"]
        if self.n == 2:  # GA 15.1
            self.colours = [pairs[who][which] for which in (0, 1) for who in ("first", "second")]
        else:
            self.colours = edition["colours"]["names"][: self.n]
        self.owner = {each: turn % self.n for turn, each in enumerate(self.colours)}
        self.missing = edition["three_players"]["without"] if self.n == 3 else ""  # GA 3.5
        self.districts = [row["name"] for row in edition["place"] if row["name"] != self.missing]
        self.port: str = edition["harbour"]["name"]
        self.streets = [street for street in edition["map"]["streets"] if self.missing not in street]

    # -- small questions -----------------------------------------------------------------------------------------------

    def next_to(self, place: str) -> list[str]:
        """The places one street away."""
        return [one if other == place else other for one, other in self.streets if place in (one, other)]

    def roads(self, start: str, steps: int) -> set[str]:
        """Where exactly so many streets lead, never straight back (GA 6.1, GA 6.2)."""
        walks = [[start]]
        for _ in range(steps):
            walks = [[*walk, end] for walk in walks for end in self.next_to(walk[-1]) if [end] != walk[-2:-1]]
        return {walk[-1] for walk in walks}

    def has(self, colour: str, kind: str) -> bool:
        return kind in self.gear[colour]

    def has_room(self, colour: str) -> bool:
        """Whether the trunk takes one more; two that stayed when a trunk was lost keep it shut (GA 7.5, GA 13.4)."""
        return len(self.trunk[colour]) < (self.big_trunk_places if self.has(colour, "trunk") else self.trunk_places)

    def guarded(self, colour: str, district: str) -> bool:
        """Whether a bodyguard keeps others from loading gangsters of a colour there (GA 13.1)."""
        return self.at[colour] == district and self.has(colour, "bodyguard")

    def square_for(self, row: Sequence[str], colour: str) -> int | None:
        """The square a gangster takes: after the last one occupied, or the lowest hole (GA 8.1 to GA 8.6)."""
        occupied = [square for square, each in enumerate(row) if each]
        if not occupied:
            return 0
        if occupied[-1] < len(row) - 1:
            return occupied[-1] + 1
        holes = [square for square, each in enumerate(row) if not each]
        if holes and (self.any_clan or row[-1] == colour):
            return holes[0]
        return None

    def in_turn(self) -> list[str]:
        """The colours in turn order, from the first player's on (GA 4.1, GA 15.1)."""
        return self.colours[self.starter :] + self.colours[: self.starter]

    def tell(self, kind: str, **data: Any) -> None:
        """Something happened that everybody sees."""
        self.told.append((kind, {key.rstrip("_"): each for key, each in data.items()}))

    def by(self, colour: str) -> dict[str, Any]:
        """Who does something."""
        return {"seat": self.owner[colour], "colour": colour}

    # -- setting up (chapters 3 and 4) ---------------------------------------------------------------------------------

    def game(self) -> Step:
        """The whole game."""
        self.set_up()
        while not self.ending:
            yield from self.one_turn()

    def set_up(self) -> None:
        """Tiles, equipment, the first gangsters and the first Double (GA 3.1 to GA 4.4)."""
        laid = self.laid
        self.round = 1
        self.turn = self.starter = laid["starter"]
        require(self.starter in range(self.n), "the first player is none")
        self.tile = dict(laid["tiles"])
        require(sorted(self.tile) == sorted(self.districts), "one tile lies on each district")
        numbers = set(self.tile.values())
        require(len(numbers) == len(self.tile) and numbers <= set(range(1, len(self.tiles) + 1)), "tiles of the box")
        self.squares = {each: [""] * self.tiles[self.tile[each] - 1][1] for each in self.districts}
        self.tell("setup", tiles=self.tile, starter=self.starter)
        self.casino = list(laid["casino"])
        require(sorted(self.casino) == sorted(self.casino_cards), "all casino cards")
        self.lay_equipment()
        opened: list[str] = []
        for colour in self.in_turn():
            first = laid["cars"][colour]
            second = next(each for each in self.districts if each != first and colour in laid["squares"][each])
            require(first in self.districts and not {first, second} & set(opened), "a district card is turned up once")
            opened += [first, second]
            self.at[colour] = first
            self.squares[first][0] = self.squares[second][0] = colour
            self.inside[colour] = self.arrivals[0] - self.opening
            self.tell("open", **self.by(colour), equipment=self.gear[colour][0], districts=[first, second])
        self.new_deck()

    def lay_equipment(self) -> None:
        """Three in the port, not of one kind, and one on every board (GA 3.2)."""
        laid = self.laid
        self.quay, self.stock, self.gone = list(laid["port"]), list(laid["stock"]), list(laid["gone"])
        self.gear = {each: list(laid["gear"][each]) for each in self.colours}
        on_boards = [kind for each in self.colours for kind in self.gear[each]]
        everything = Counter([*self.quay, *self.stock, *self.gone, *on_boards])
        require(everything == self.equipment, f"the equipment is {everything}")
        require(all(len(self.gear[each]) == 1 for each in self.colours), "everybody draws one piece of equipment")
        require(len(self.quay) == self.slots and len(set(self.quay)) > 1, "three in the port, not of a kind")
        replaced = sorted(kind for kind in self.replaced for _ in range(self.slots))
        require(replaced == sorted(self.gone), f"{replaced} were replaced, {self.gone} are in the box")
        for kind in self.replaced:
            self.met["all of a kind at setup"] += 1
            self.tell("three-equal", equipment=kind)
        self.tell("port", equipment=[kind for kind in self.quay if kind])

    def new_deck(self) -> None:
        """All district cards are shuffled, the first gets a Double, then police come in (GA 4.2, GA 4.3, GA 10.1)."""
        require(len(self.laid["doubles"]) == 1, "a round begins with one Double")
        self.shuffled += 1
        self.deck = list(self.laid["deck"])
        whole = Counter(self.districts) + Counter({"police": self.police})
        require(Counter([*self.laid["doubles"], *self.deck]) == whole, f"the district deck is {self.deck}")
        self.doubles = []
        self.put_double(self.laid["doubles"][0])

    # -- a turn (chapter 5) --------------------------------------------------------------------------------------------

    def one_turn(self) -> Step:
        """One thing, then what comes at the end of a turn, in order (GA 5.2, GA 5.3)."""
        self.back = True
        self.colour = self.target = ""
        if self.n > 2:
            self.colour = self.colours[self.turn]
        text = ""
        while not text:
            if not self.colour:  # GA 15.2
                self.phase = "colour"
                text = yield (self.turn, [f"play {each}" for each in self.colours if self.owner[each] == self.turn])
                self.colour, text = text.removeprefix("play "), ""
            elif not self.target:
                self.phase = "act"
                text = yield (self.turn, self.actions(self.colour) + ["back"] * (self.back and self.n == 2))
                if text == "back":
                    self.met["colour taken back"] += 1
                    self.colour, self.back, text = "", False, ""
                elif text.startswith("gun "):
                    self.target, text = text.removeprefix("gun "), ""
            else:
                self.phase = "square"
                text = yield (self.turn, self.grabs(self.colour, self.target) + ["back"] * self.back)
                if text == "back":
                    self.met["target taken back"] += 1
                    self.target, self.back, text = "", False, ""
        reached = self.carry_out(self.colour, text)
        self.target = ""
        if reached:
            yield from self.in_port(self.colour)
        self.end_turn(self.colour)

    def actions(self, colour: str) -> list[str]:
        """Everything a colour may do with its turn."""
        here = self.at[colour]
        found = self.drives(colour)
        if self.has(colour, "bumper"):  # GA 13.6, GA 13.7
            near = self.next_to(here)
            found += [
                f"bump {card} {car}" for card in self.cards[colour] for car in self.colours if self.at[car] in near
            ]
        if here == self.port:  # GA 7.6
            return found
        row = self.squares[here]
        aboard = ([colour] if self.inside[colour] else []) + sorted(set(self.trunk[colour]))
        found += [f"unload {each}" for each in aboard if self.square_for(row, each) is not None]
        if self.two_may_leave(colour, row):
            found.append("unload two")
        for square, each in enumerate(row):
            if each == colour or (each and self.has_room(colour) and not self.guarded(each, here)):
                found.append(f"load {square + 1}")
        if self.has(colour, "machine-gun") and self.has_room(colour):
            found += [f"gun {each}" for each in self.next_to(here) if self.grabs(colour, each)]
        return found

    def drives(self, colour: str) -> list[str]:
        """A face-up card and a place it leads to, with an engine also one further (GA 6.1, GA 13.5)."""
        found = []
        for card in self.cards[colour]:
            ends = self.roads(self.at[colour], card)
            if self.has(colour, "engine"):
                ends |= self.roads(self.at[colour], card + self.engine_adds)
            found += [f"drive {card} {place}" for place in sorted(ends)]
        return found

    def two_may_leave(self, colour: str, row: Sequence[str]) -> bool:
        """Door: two of one's own, the second judged after the first (GA 13.10)."""
        first = self.square_for(row, colour)
        if not self.has(colour, "door") or self.inside[colour] < 2 or first is None:
            return False
        then = self.square_for([*row[:first], colour, *row[first + 1 :]], colour)
        self.met["door opens the holes"] += then is not None and then < first
        return then is not None

    def grabs(self, colour: str, district: str) -> list[str]:
        """The squares that a machine gun reaches in a district; in the port there are none (GA 13.2, GA 13.8)."""
        row = [] if district == self.port else self.squares[district]
        others = [(square, each) for square, each in enumerate(row) if each and each != colour]
        safe = {each for _, each in others if self.guarded(each, district)}
        self.met["a guard against the gun"] += bool(safe)
        return [f"grab {square + 1}" for square, each in others if not (self.guard_stops_gun and each in safe)]

    def carry_out(self, colour: str, text: str) -> bool:
        """The choice happens; whether the car has reached the port."""
        verb, *words = text.split()
        if verb == "drive":
            return self.drive(colour, int(words[0]), words[1])
        if verb == "bump":
            return self.bump(colour, int(words[0]), words[1])
        if verb == "unload":
            for _ in range(2 if words == ["two"] else 1):
                self.unload(colour, colour if words == ["two"] else words[0])
        else:
            district = self.target if verb == "grab" else self.at[colour]
            self.load(colour, district, int(words[0]) - 1)
        return False

    # -- driving (chapter 6, GA 13.6) ----------------------------------------------------------------------------------

    def drive(self, colour: str, card: int, place: str) -> bool:
        """The card is turned down, the car drives."""
        self.cards[colour].remove(card)
        self.tell("drive", **self.by(colour), card=card, from_=self.at[colour], to=place)
        self.met["driven in a loop"] += place == self.at[colour]
        self.at[colour] = place
        return place == self.port

    def bump(self, colour: str, card: int, other: str) -> bool:
        """Two cars change places; only the one that bumps can reach the port (GA 11.6, GA 13.6)."""
        self.cards[colour].remove(card)
        self.tell("bump", **self.by(colour), card=card, other=other, from_=self.at[colour], to=self.at[other])
        self.at[colour], self.at[other] = self.at[other], self.at[colour]
        self.met["bumped into the port"] += self.at[colour] == self.port
        self.met["pushed into the port"] += self.at[other] == self.port
        self.met["bumped one's other colour"] += self.owner[colour] == self.owner[other]
        return self.at[colour] == self.port

    # -- unloading and loading (chapters 7 and 8) ----------------------------------------------------------------------

    def unload(self, colour: str, who: str) -> None:
        """One of one's own from inside, another from the trunk (GA 7.2, GA 7.3)."""
        here = self.at[colour]
        row = self.squares[here]
        square = self.square_for(row, who)
        assert square is not None
        if any(row[square:]):
            self.met["hole filled"] += 1
            self.met["hole filled by another clan than the last"] += row[-1] != who
            self.met["hole filled for another"] += who != colour
        elif self.met["last square emptied"] and square == len(row) - 1:
            self.met["last square taken"] += 1
        if who == colour:
            self.inside[colour] -= 1
        else:
            self.trunk[colour].remove(who)
        row[square] = who
        self.tell("unload", **self.by(colour), gangster=who, district=here, square=square + 1)

    def load(self, colour: str, district: str, square: int) -> None:
        """One's own goes inside, another into the trunk (GA 7.2, GA 7.4)."""
        row = self.squares[district]
        who = row[square]
        self.met["last square emptied"] += square == len(row) - 1
        self.met["hole left"] += any(row[square + 1 :])
        self.met["shot"] += district != self.at[colour]
        self.met["shot past a guard"] += self.guarded(who, district) and who != colour
        self.met["loaded one's other colour"] += who != colour and self.owner[who] == self.owner[colour]
        row[square] = ""
        if who == colour:
            self.inside[colour] += 1
        else:
            self.trunk[colour].append(who)
            self.met["two in a trunk"] += len(self.trunk[colour]) == 2
        self.tell("load", **self.by(colour), gangster=who, district=district, square=square + 1)

    # -- the port (chapters 11 and 12) ---------------------------------------------------------------------------------

    def in_port(self, colour: str) -> Step:
        """The trunk may be sunk, then equipment must be taken (GA 11.1, GA 11.3)."""
        if self.trunk[colour]:
            self.phase = "sink"
            text = yield (self.turn, ["sink", "keep"])
            self.tell(text, **self.by(colour), gangsters=self.trunk[colour][:])
            if text == "sink":
                self.met["two sunk at once"] += len(self.trunk[colour]) == 2
                for each in self.trunk[colour]:
                    self.sunk[each] += 1
                self.trunk[colour] = []
        offered = [kind for kind in self.kinds if kind in self.quay and not self.has(colour, kind)]
        if not offered:
            self.met["nothing new"] += 1
            self.tell("nothing-new", **self.by(colour))
            return
        kind = offered[0]
        if len(offered) > 1:
            self.phase = "equip"
            text = yield (self.turn, [f"equip {each}" for each in offered])
            kind = text.removeprefix("equip ")
        else:
            self.met["only one kind to take"] += 1
        self.equip(colour, kind)

    def equip(self, colour: str, kind: str) -> None:
        """It comes in on the left and pushes the others right; the port is filled again (GA 11.4, GA 12.1)."""
        *kept, pushed = [kind, *self.gear[colour]] if len(self.gear[colour]) == 2 else [kind, *self.gear[colour], ""]
        self.gear[colour] = kept
        if pushed:
            self.gone.append(pushed)
            self.met["trunk lost with two aboard"] += pushed == "trunk" and len(self.trunk[colour]) == 2
        self.tell("equip", **self.by(colour), equipment=kind, lost=pushed)
        self.quay[self.quay.index(kind)] = ""
        self.fill_port()

    def fill_port(self) -> None:
        """Gaps are filled while there is stock; three of a kind are replaced, as often as needed (GA 11.4, GA 11.5)."""
        self.quay = [kind or (self.stock.pop(0) if self.stock else "") for kind in self.quay]
        if self.quay[0] and len(set(self.quay)) == 1:
            self.met["all of a kind"] += 1
            self.met["all of a kind and no stock"] += not self.stock
            self.tell("three-equal", equipment=self.quay[0])
            self.gone += self.quay
            self.quay = [""] * self.slots
            self.fill_port()
            return
        self.met["gap in the port"] += "" in self.quay
        self.tell("port", equipment=[kind for kind in self.quay if kind])

    # -- the end of a turn (GA 5.3) ------------------------------------------------------------------------------------

    def end_turn(self, colour: str) -> None:
        """Cards up, the district card, the Double, scoring day; then the next player (GA 5.1, GA 5.4)."""
        self.turns += 1
        left = (self.turn + 1) % self.n
        if not self.cards[colour]:
            self.turn_up(colour)
        if len(self.doubles) == self.most_doubles:
            self.scoring_day(colour)
            if not self.ending:
                self.next_round(left)
        if not self.ending and self.turns == self.limit:
            self.end("turn-limit")
        self.turn = left

    def turn_up(self, colour: str) -> None:
        """The three cards come up and a district card is turned (GA 6.5 to GA 6.7)."""
        self.cards[colour] = list(self.movement)
        self.tell("cards-up", **self.by(colour))
        card = self.deck.pop(0)
        if card == "police":
            self.met["police"] += 1
            self.tell("police", **self.by(colour))
        else:
            self.put_double(card)

    def put_double(self, district: str) -> None:
        """A district gets a Double, never two (GA 6.8)."""
        require(district not in self.doubles, "a district gets one Double")
        self.doubles.append(district)
        self.tell("double", district=district, count=len(self.doubles))

    def scoring_day(self, colour: str) -> None:
        """A casino card is drawn, then every district pays (chapter 9)."""
        self.scoring_days.append(self.turns)
        question = self.casino[self.casino_drawn]
        self.casino_drawn += 1
        self.tell("casino", **self.by(colour), value=question, round=self.round)
        for district in self.districts:
            paid = self.payment(district, question)
            for each, points in paid:
                self.influence[self.owner[each]] += points
            if paid:
                self.tell(
                    "score", district=district, double=district in self.doubles, paid=[list(each) for each in paid]
                )
        self.tell("influence", round=self.round, scores=self.influence[:])
        if self.round == len(self.arrivals):
            self.end("shared" if self.influence.count(max(self.influence)) > 1 else "king")

    def payment(self, district: str, question: int) -> list[tuple[str, int]]:
        """Who gets what: most gangsters first, equal numbers by the best rank (GA 9.3 to GA 9.6)."""
        row, values = self.squares[district], self.tiles[self.tile[district] - 1][0]
        best = {each: square for square, each in enumerate(row) if each}
        ranked = sorted(best, key=lambda each: (row.count(each), best[each]), reverse=True)
        self.met["equal numbers"] += len({row.count(each) for each in best}) < len(best)
        self.met["more colours than values"] += len(best) > len(values)
        self.met["question mark"] += "?" in values[: len(best)]
        times = self.double_pays if district in self.doubles else 1
        return [
            (each, times * (question if points == "?" else points))
            for each, points in zip(ranked, values, strict=False)
        ]

    def next_round(self, starter: int) -> None:
        """New gangsters, a new deck; the left neighbour begins (chapter 10)."""
        self.round += 1
        self.starter = starter
        new = self.arrivals[self.round - 1]
        for each in self.colours:
            self.inside[each] += new
        self.tell("round", round=self.round, gangsters=new, starter=starter)
        self.new_deck()

    def end(self, how: str) -> None:
        """The game is over."""
        self.ending = how
        self.met[f"ending {how}"] += 1
        self.tell("end", ending=how, scores=self.influence[:])

    # -- the table -----------------------------------------------------------------------------------------------------

    def ranking(self) -> tuple[int, ...]:
        """Places, shared by equal influence (GA 14.2)."""
        return tuple(1 + sum(other > mine for other in self.influence) for mine in self.influence)

    def gangsters(self, colour: str) -> int:
        """All gangsters of a colour, wherever they are."""
        standing = sum(row.count(colour) for row in self.squares.values())
        lying = sum(trunk.count(colour) for trunk in self.trunk.values())
        return standing + lying + self.inside[colour] + self.sunk[colour]

    def asked_of(self, seat: int | None) -> tuple[str, str, str, bool]:
        """Phase, colour, target and whether one may step back, as a seat sees them (GA 16.2)."""
        if self.ending:
            return "", "", "", False
        if self.phase not in HALF_CHOSEN:
            return self.phase, self.colour, "", False
        if seat == self.turn:
            return self.phase, self.colour, self.target, self.back
        return ("colour", "", "", False) if self.n == 2 else ("act", self.colour, "", False)

    def table(self) -> dict[str, object]:
        """All that lies on the table, in the words of docs/positions.md."""
        return {
            "round": self.round,
            "starter": self.starter,
            "turns": self.turns,
            "tiles": self.tile,
            "squares": {each: trimmed(self.squares[each]) for each in self.districts},
            "cars": self.at,
            "cards": self.cards,
            "inside": self.inside,
            "trunks": self.trunk,
            "gear": self.gear,
            "sunk": self.sunk,
            "doubles": sorted(self.doubles),
            "deck": self.deck,
            "police": self.deck.count("police"),
            "port": self.quay,
            "stock": self.stock,
            "gone": sorted(self.gone),
            "casino": self.casino,
            "influence": self.influence,
            "ending": self.ending,
        }

    def sight(self, seat: int | None) -> dict[str, object]:
        """What the View of a seat, or of a spectator, shows (GA 16.1, GA 16.2)."""
        phase, colour, target, back = self.asked_of(seat)
        colours = self.colours
        return {
            "players": self.n,
            "seat": seat,
            "to_move": () if self.ending else (self.turn,),
            "ending": self.ending,
            "places": self.ranking() if self.ending else (),
            "scores": tuple(self.influence),
            "round": self.round,
            "rounds": len(self.arrivals),
            "turns": self.turns,
            "starter": self.starter,
            "phase": phase,
            "colour": colour,
            "target": target,
            "back": back,
            "colours": tuple(colours),
            "owners": tuple(self.owner[each] for each in colours),
            "districts": tuple(self.districts),
            "tiles": tuple(self.tile[each] for each in self.districts),
            "squares": tuple(tuple(trimmed(self.squares[each])) for each in self.districts),
            "doubles": tuple(each for each in self.districts if each in self.doubles),
            "cars": tuple(self.at[each] for each in colours),
            "cards": tuple(tuple(self.cards[each]) for each in colours),
            "inside": tuple(self.inside[each] for each in colours),
            "trunks": tuple(tuple(self.trunk[each]) for each in colours),
            "gear": tuple(tuple(self.gear[each]) for each in colours),
            "sunk": tuple(self.sunk[each] for each in colours),
            "port": tuple(self.quay),
            "stock": tuple(self.stock.count(kind) for kind in self.kinds),
            "deck": len(self.deck),
            "police": self.deck.count("police"),
            "casino": tuple(self.casino[: self.casino_drawn]),
        }


def trimmed(row: Sequence[str]) -> list[str]:
    """The squares up to the last one occupied."""
    return list(row[: max((square + 1 for square, each in enumerate(row) if each), default=0)])
