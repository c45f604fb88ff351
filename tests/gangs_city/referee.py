"""A referee for Gangs City: the rules read a second time, from the specification and docs/rules alone.

Plain and slow on purpose: it works with names, knows nothing of the game's own rules or State, and shares with them
only the edition (the numbers on tiles and places) and the texts of the choices. `Referee.game` is the whole game as
one generator: it yields who is asked and what each may choose, and is sent who chose what. Chance speaks once, when
the piles are shuffled and the first place gets its side: both are taken from the position after set-up has begun and
checked to be possible; from then on everything follows from the choices.

Events are compared by their main facts, and now and then the Views of all seats and what one of them imagines.

Not covered: texts and boards, the reasons of refusals, and positions that a game from the beginning does not reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any

from parrain.core import Event

Ask = dict[int, list[str]]  # the choices of each seat that is asked
Step = Generator[Ask, tuple[int, str], None]
Cell = tuple[int, int]

SIDES = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}
PILE_CELLS = {"pile": (0, 0), "pile-2": (1, 0)}
SHOWDOWN = "showdown"
LADDER = ("mayor", "bomber", "owner", "chief", "turn order")
NOBODY = -1


class Disagreement(AssertionError):
    """The referee and the game do not say the same."""


@dataclass
class Tile:
    """A tile on the city: on a side of a place, on a place or on a pile (no side)."""

    seat: int
    site: str
    side: str
    name: str
    do: str  # "fight", "recruit", "manage"; of a showdown tile "gun", "vest"
    chief: bool = False
    look: int = 0  # the number of the tile that this Spy looked at
    dead: bool = False
    replaced: bool = False
    home: bool = False

    @property
    def spot(self) -> str:
        return f"{self.site}/{self.side}" if self.side else self.site

    @property
    def here(self) -> bool:
        """Still on the city and alive."""
        return not self.dead and not self.home


@dataclass
class Return:
    """A character to be put back at the end of the turn; `tile` while it is still on the city."""

    seat: int
    name: str
    tile: Tile | None = None


def value(row: Mapping[str, Any], key: str) -> Any:
    """A value of an edition, which may stand beside its source."""
    found = row[key]
    return found["value"] if isinstance(found, dict) and "value" in found else found


def check(possible: bool, what: str) -> None:
    """What chance decided must be possible."""
    if not possible:
        raise Disagreement(f"chance cannot decide by the rules: {what}")


class Referee:
    """The table by names, and the game as a generator of questions."""

    def __init__(
        self, edition: Mapping[str, Any], players: int, options: Mapping[str, Any], start: Mapping[str, Any]
    ) -> None:
        self.met: Counter[str] = Counter()  # situations of the rules that came up, so that a test can ask for them
        self.told: list[tuple[str, dict[str, object]]] = []  # events that the game must have told since the last choice
        self.n = players
        self.abilities = options["mercenaries"] == "house"
        self.second_chance = bool(options["second_chance"])
        self.turn_limit = int(options["turn_limit"])
        self.read_edition(edition)
        n = players
        self.turn = 0
        self.phase = ""
        self.at: dict[str, Cell] = {}
        self.owner: dict[str, int] = {}
        self.recruits: dict[str, list[str]] = {}
        self.hands = [Counter(self.start) for _ in range(n)]
        self.supply = Counter(self.count)
        for hand in self.hands:
            self.supply.subtract(hand)
        self.out: Counter[str] = Counter()
        self.stock = [Counter[str]() for _ in range(n)]
        self.bids = [Counter[str]() for _ in range(n)]
        self.to_bid: list[list[str]] = []  # traffics that a seat holds and has not bid yet
        self.managed = [Counter[str]() for _ in range(n)]
        self.leaders: dict[str, tuple[int, int]] = dict.fromkeys(self.traffics, (NOBODY, 0))
        self.scores = [0] * n
        self.gained = [0] * n
        self.laid: list[Tile] = []
        self.passed = [-1] * n
        self.returns: list[Return] = []
        self.half: list[str] = []
        self.revealed = False
        self.todo: list[str] = []
        self.ending = ""
        self.leave()
        self.deal(start)

    def read_edition(self, edition: Mapping[str, Any]) -> None:
        """The numbers printed on tiles, places and markers."""
        self.boxes = {row["name"]: value(row, "boxes") for row in edition["traffics"]}
        self.tokens = {row["name"]: value(row, "tokens") for row in edition["traffics"]}
        self.traffics = list(self.boxes)
        self.mercenaries = [row["name"] for row in edition["mercenaries"]]
        self.crew = {row["name"]: row for row in [*edition["characters"], *edition["mercenaries"]]}
        self.ability = {row["name"]: row["ability"] for row in edition["mercenaries"]}
        self.count = {row["name"]: value(row, "count") for row in edition["characters"]}
        self.places = {row["name"]: row for row in edition["places"]}
        self.start = edition["game_facts"]["start"]
        self.most = edition["game_facts"]["most_characters"]
        self.helpers = edition["second_chance"]["order"]
        self.target = edition["targets"][str(self.n)]
        self.pile_names = list(PILE_CELLS)[: edition["piles"][str(self.n)]]

    def deal(self, start: Mapping[str, Any]) -> None:
        """What chance dealt, and that it could (GC 3.2 to 3.5)."""
        self.piles = {name: list(places) for name, places in zip(self.pile_names, start["piles"], strict=True)}
        self.won: dict[str, tuple[int, str]] = dict.fromkeys(self.piles, (NOBODY, ""))
        self.drawn = list(start["drawn"])
        self.mercenary_pile = list(start["mercenaries"])
        self.hexes: dict[Cell, str] = {PILE_CELLS[name]: name for name in self.piles}
        (first,) = start["city"]
        cell = tuple(start["city"][first]["at"])
        check(cell in around(PILE_CELLS["pile"]) and cell not in self.hexes, f"the first place at {cell}")
        self.put(first, (cell[0], cell[1]), NOBODY)
        dealt = [first, *self.drawn, *(place for pile in self.piles.values() for place in pile)]
        check(sorted(dealt) == sorted(self.places), f"places {dealt}")
        check(sorted(self.mercenary_pile) == sorted(self.mercenaries), f"mercenaries {self.mercenary_pile}")
        sizes = [len(self.places)] if len(self.piles) == 1 else [-(-len(self.places) // 2), len(self.places) // 2]
        sizes[0] -= 1
        for i in range(self.n):
            sizes[(i + 1) % len(sizes)] -= 1  # the second pile first
        check([len(pile) for pile in self.piles.values()] == sizes, f"piles {self.piles}")

    def leave(self) -> None:
        """No site is being resolved."""
        self.site = ""
        self.queue: list[int] = []  # who acts one after the other; piles that are opened
        self.step = 0
        self.shots: list[int] = []
        self.pinned = 0
        self.fought = [-1] * self.n
        self.totals: list[int] = []
        self.budget = self.picks = 0
        self.picked = self.newcomer = ""

    # -- small questions -----------------------------------------------------------------------------------------------

    def seats(self) -> list[int]:
        """The seats clockwise from the first player."""
        return [(self.first + i) % self.n for i in range(self.n)]

    def initiative(self, place: str) -> int:
        return int(value(self.places[place], "initiative"))

    def printed(self, name: str, what: str) -> int | None:
        """A number of a character; None if the tile has no such action."""
        found = value(self.crew[name], what)
        return None if found == "none" else int(found)

    def cost(self, name: str) -> int:
        """The recruiting cost, another one for mercenaries without abilities (GC 2.6)."""
        plain = name in self.mercenaries and not self.abilities
        return int(value(self.crew[name], "cost_plain" if plain else "cost"))

    def icons(self, name: str, traffic: str) -> int:
        """How often a character shows a traffic; a mercenary never (GC 2.5)."""
        return int(self.crew[name].get("traffics", {}).get(traffic, 0))

    def place_icons(self, place: str, traffic: str) -> int:
        return int(self.places[place]["traffics"].get(traffic, 0))

    def sites(self) -> list[str]:
        """The piles that are not used up, then the places of the city in the order of the edition."""
        return [*(name for name in self.piles if self.piles[name]), *(name for name in self.places if name in self.at)]

    def cell_of(self, site: str) -> Cell:
        return PILE_CELLS[site] if site in PILE_CELLS else self.at[site]

    def surrounded(self, cell: Cell) -> bool:
        return all(each in self.hexes for each in around(cell))

    def free_places(self) -> list[str]:
        """The places that are not surrounded (GC 4.19)."""
        return [place for place in self.sites() if place in self.at and not self.surrounded(self.at[place])]

    def left(self, traffic: str) -> int:
        """Stock tokens in the supply."""
        return int(self.tokens[traffic]) - sum(stock[traffic] for stock in self.stock)

    def on_city(self, seat: int) -> list[Tile]:
        """The characters of a gang that are on the city and still its own."""
        return [t for t in self.laid if t.seat == seat and t.here and t.name != SHOWDOWN and not t.replaced]

    def size(self, seat: int) -> int:
        """How many characters a gang has (GC 6.14)."""
        return self.hands[seat].total() + len(self.on_city(seat))

    def holds_showdown(self, seat: int) -> bool:
        return not any(t.seat == seat and t.name == SHOWDOWN and not t.home for t in self.laid)

    def number(self, tile: Tile) -> int:
        """Tiles on the city are numbered from 1 in the order they were laid."""
        return next(i for i, each in enumerate(self.laid, 1) if each is tile)

    def able(self, seat: int, ability: str) -> list[Tile]:
        """The living mercenary with that ability of a gang on the site being resolved (GC 8.1)."""
        return [t for t in self.laid if t.seat == seat and self.stands(t) and self.has(t, ability)]

    def has(self, tile: Tile, ability: str) -> bool:
        """Whether a tile is the mercenary with that ability, if they are played with theirs (GC 2.6)."""
        return self.abilities and self.ability.get(tile.name) == ability

    def stands(self, tile: Tile) -> bool:
        """On the site being resolved, and alive."""
        return tile.site == self.site and tile.here

    def doing(self, do: str, seat: int | None = None) -> list[Tile]:
        """The living tiles on this site with that order."""
        return [t for t in self.laid if self.stands(t) and t.do == do and seat in (None, t.seat)]

    def ask(self, phase: str, choices: Ask) -> Ask:
        """A question of that phase."""
        self.phase = phase
        return choices

    def tell(self, kind: str, **facts: object) -> None:
        """An event of that kind must have been told, with at least these facts."""
        self.told.append((kind, facts))

    # -- the game ------------------------------------------------------------------------------------------------------

    def game(self) -> Step:
        """Set-up, then turns to the end."""
        yield from self.set_up()
        while not self.ending:
            yield from self.one_turn()
        self.phase = "over"

    def set_up(self) -> Step:
        """The places that were drawn are laid, lowest initiative first; then all open (GC 3.5 to 3.8)."""
        self.first = min(range(self.n), key=lambda seat: self.initiative(self.drawn[seat]))
        for seat in self.seats():
            cells = self.cells_for_a_place(in_set_up=True)
            _, text = yield self.ask("setup", {seat: list(cells)})
            self.put(self.drawn[seat], cells[text], NOBODY)
            self.tell("build", seat=seat, place=self.drawn[seat], at=text.removeprefix("build "))
            self.drawn[seat] = ""
        for place in self.free_places():
            self.open(place)

    def cells_for_a_place(self, in_set_up: bool) -> dict[str, Cell]:
        """Every empty hex that touches a place or a pile, named after the first of them; set-up surrounds nothing."""
        found: dict[str, Cell] = {}
        for site in self.sites():
            for side, cell in zip(SIDES, around(self.cell_of(site)), strict=True):
                if cell in self.hexes or cell in found.values():
                    continue
                if in_set_up:
                    touched = [self.cell_of(each) for each in self.sites()]
                    after = {*self.hexes, cell}
                    if any(set(around(each)) <= after for each in [*touched, cell]):
                        self.met["set-up may not surround"] += 1
                        continue
                found[f"build {site}/{side}"] = cell
        return found

    def put(self, place: str, cell: Cell, owner: int) -> None:
        """The place lies there."""
        self.at[place] = cell
        self.hexes[cell] = place
        self.owner[place] = owner
        self.recruits[place] = []

    def open(self, place: str) -> None:
        """The characters of a place are put on it; what has run out is left out (GC 2.8)."""
        for name, count in self.places[place]["recruits"].items():
            for _ in range(count if isinstance(count, int) else 0):
                if name == "mercenary":
                    if self.mercenary_pile:
                        self.recruits[place].append(self.mercenary_pile.pop())
                    else:
                        self.met["no mercenary left"] += 1
                elif self.supply[name]:
                    self.supply[name] -= 1
                    self.recruits[place].append(name)
                else:
                    self.met["supply runs out"] += 1
        self.tell("open", place=place, who=sorted(self.recruits[place]))

    def one_turn(self) -> Step:
        """A turn: placement, traffics, actions, end."""
        self.turn += 1
        self.clear()
        self.give_second_chances()
        if self.nobody_left():
            self.end("no-gang-left")
            return
        if self.turn > 1:
            yield from self.lead()
        self.tell("turn", turn=self.turn, first=self.first)
        yield from self.placement()
        yield from self.bidding()
        self.revealed = True
        tiles = [{"seat": t.seat, "spot": t.spot, "who": t.name, "do": t.do} for t in self.laid]
        self.tell("reveal", tiles=tiles)
        yield from self.mole()
        self.traffic()
        yield from self.actions()
        yield from self.new_places()
        yield from self.put_back()
        self.score()

    def give_second_chances(self) -> None:
        """Who has no characters takes one from the supply (GC 7.8)."""
        if not self.second_chance:
            return
        for seat in self.seats():
            if not self.hands[seat].total():
                helper = next((name for name in self.helpers if self.supply[name]), "")
                if helper:
                    self.met[f"second chance {helper}"] += 1
                    self.supply[helper] -= 1
                    self.hands[seat][helper] += 1
                    self.tell("second-chance", seat=seat, who=helper)

    def nobody_left(self) -> bool:
        """No characters, no stock, no points to come (GC 7.9)."""
        gone = not any(hand.total() for hand in self.hands) and not any(stock.total() for stock in self.stock)
        return gone and not any(self.points(seat) for seat in range(self.n))

    def lead(self) -> Step:
        """The owner of the lowest place that has an owner says who begins (GC 4.1)."""
        owned = [place for place in self.at if self.owner[place] != NOBODY]
        if owned:
            chooser = self.owner[min(owned, key=self.initiative)]
            _, text = yield self.ask("lead", {chooser: [f"lead {seat}" for seat in range(self.n)]})
            self.first = int(text.removeprefix("lead "))
            self.tell("lead", seat=chooser, first=self.first)
            self.met["first player changes" if self.first != chooser else "first player"] += 1
        else:
            self.met["nobody owns a place"] += 1

    # -- placement (GC 4) ----------------------------------------------------------------------------------------------

    def placement(self) -> Step:
        """Clockwise from the first player a tile each, until nobody can or must lay any more (GC 4.2)."""
        self.passed = [-1] * self.n
        asked = True
        while asked:
            asked = False
            for seat in self.seats():
                if self.must_be_asked(seat):
                    asked = True
                    yield from self.place_one(seat)

    def must_be_asked(self, seat: int) -> bool:
        """Who holds a tile is, until he passes, even if he can only pass; not a gang without characters (GC 9.2)."""
        holds = self.hands[seat].total() or self.holds_showdown(seat)
        return bool(self.size(seat) and holds) and self.passed[seat] < 0

    def place_one(self, seat: int) -> Step:
        """Where, then who and how; a Spy may look; or the seat passes (GC 4.4, 4.16)."""
        while True:
            spots = self.sends(seat)
            characters = any(not each.startswith("send showdown") for sends in spots.values() for each in sends)
            where = [f"at {spot}" for spot in spots] + ([] if characters else ["pass"])
            _, text = yield self.ask("place", {seat: where})
            if text == "pass":
                self.met["pass with characters" if self.hands[seat].total() else "pass"] += 1
                self.passed[seat] = len(self.laid)
                self.tell("pass", seat=seat)
                return
            spot = text.removeprefix("at ")
            self.half = [text]
            while True:
                _, text = yield self.ask("place", {seat: [*spots[spot], "back"]})
                if text == "back":
                    break
                _, name, do, *chief = text.split()
                site, _, side = spot.partition("/")
                tile = Tile(seat, site, side, name, do, bool(chief))
                targets = self.to_look_at(tile)
                if targets:
                    self.half.append(text)
                    _, text = yield self.ask("place", {seat: ["look nowhere", *targets, "back"]})
                    self.half.pop()
                    if text == "back":
                        continue
                    tile.look = 0 if text == "look nowhere" else int(text.removeprefix("look "))
                    self.met["spy looks" if tile.look else "spy looks nowhere"] += 1
                self.half = []
                self.laid.append(tile)
                self.tell("place", seat=seat, tile=len(self.laid), spot=spot, chief=bool(chief))
                if tile.look:
                    seen = self.laid[tile.look - 1]
                    self.tell("look", seat=seat, tile=tile.look, owner=seen.seat, spot=seen.spot)
                if name != SHOWDOWN:
                    self.hands[seat][name] -= 1
                return
            self.half = []

    def to_look_at(self, tile: Tile) -> list[str]:
        """The face-down tiles of opponents at the same site, for a Spy (GC 8.5)."""
        if not self.has(tile, "spy"):
            return []
        return [f"look {i}" for i, t in enumerate(self.laid, 1) if t.site == tile.site and t.seat != tile.seat]

    def sends(self, seat: int) -> dict[str, list[str]]:
        """Every spot where a seat may lay a tile, with what it may lay there."""
        found: dict[str, list[str]] = {}
        mine = self.holds_showdown(seat)
        stacks: dict[Cell, list[Tile]] = {}
        for tile in self.laid:
            if tile.side:
                stacks.setdefault(self.cell_at(tile), []).append(tile)
        for place, at in self.at.items():
            fight, recruit = (self.sends_of_characters(seat, place, order) for order in ("fight", "recruit"))
            for side, cell in zip(SIDES, around(at), strict=True):
                stack = stacks.get(cell, [])
                if cell in self.hexes or any((t.seat, t.site, t.side) != (seat, place, side) for t in stack):
                    continue  # one stack on a hex, of one gang, facing one place
                fights = any(t.do != "recruit" for t in stack)
                recruits = bool(stack) and not fights
                showdown = mine and (fights or bool(fight)) and not recruits
                found[f"{place}/{side}"] = [
                    *([] if recruits else fight),
                    *([] if fights else recruit),
                    *(["send showdown gun", "send showdown vest"] if showdown else []),
                ]
            if self.owner[place] == seat:
                found[place] = self.sends_of_characters(seat, place, "manage")
        for pile in self.piles:
            if self.piles[pile]:
                fight = self.sends_of_characters(seat, pile, "fight")
                showdown = mine and (bool(fight) or any(t.spot == pile and t.seat == seat for t in self.laid))
                found[pile] = [*fight, *(["send showdown gun"] if showdown else [])]  # never a vest (GC 4.17)
        lonely = self.lonely_showdown(seat)
        place = lonely.partition("/")[0]
        joining = [name for name in self.hands[seat].elements() if lonely and self.can(seat, name, place, "fight")]
        if len(joining) == 1:  # the last one who can must join it (GC 4.15)
            for spot in found:
                if spot != lonely:
                    found[spot] = [each for each in found[spot] if each.split()[1] != joining[0]]
        return {spot: sends for spot, sends in found.items() if sends}

    def lonely_showdown(self, seat: int) -> str:
        """Where a seat's showdown tile lies without a character of his."""
        for tile in self.laid:
            if tile.seat == seat and tile.name == SHOWDOWN:
                beside = any(t.seat == seat and t.spot == tile.spot and t.name != SHOWDOWN for t in self.laid)
                return "" if beside else tile.spot
        return ""

    def cell_at(self, tile: Tile) -> Cell:
        """The empty hex on which a tile at a side lies."""
        (q, r), (dq, dr) = self.at[tile.site], SIDES[tile.side]
        return q + dq, r + dr

    def sends_of_characters(self, seat: int, site: str, order: str) -> list[str]:
        """The characters in hand that have that action there, each also as the chief if there is none."""
        found = []
        has_chief = any(t.seat == seat and t.chief for t in self.laid)
        for name, count in self.hands[seat].items():
            if count and self.can(seat, name, site, order):
                found += [f"send {name} {order}", *([] if has_chief else [f"send {name} {order} chief"])]
        return found

    def can(self, seat: int, name: str, site: str, order: str) -> bool:
        """Whether the tile of a character has that action at that site (GC 2.2, 4.9, 4.11)."""
        if order == "manage":
            return any(self.icons(name, t) and self.place_icons(site, t) for t in self.traffics)
        if order == "fight":
            return self.printed(name, "defence" if self.owner.get(site) == seat else "attack") is not None
        return self.printed(name, "recruit") is not None

    # -- traffics (GC 5) -----------------------------------------------------------------------------------------------

    def bidding(self) -> Step:
        """Everybody with stock bids, traffic by traffic and at once; who has not bid all may go back (GC 5.1)."""
        self.to_bid = [[t for t in self.traffics if self.stock[seat][t]] for seat in range(self.n)]
        made: list[list[str]] = [[] for _ in range(self.n)]
        while any(self.to_bid):
            choices = {}
            for seat, traffics in enumerate(self.to_bid):
                if traffics:
                    most = self.stock[seat][traffics[0]]
                    choices[seat] = [f"bid {traffics[0]} {count}" for count in range(most + 1)]
                    choices[seat] += ["back"] * bool(made[seat])
            seat, text = yield self.ask("bid", choices)
            if text == "back":
                self.met["bid taken back"] += 1
                self.to_bid[seat].insert(0, made[seat].pop())
                self.bids[seat][self.to_bid[seat][0]] = 0
                continue
            self.bids[seat][self.to_bid[seat][0]] = int(text.split()[2])
            made[seat].append(self.to_bid[seat].pop(0))
        if any(bid.total() for bid in self.bids):
            self.tell("bids", bids=self.rows(self.bids))

    def rows(self, counts: Sequence[Counter[str]]) -> list[list[int]]:
        """For each seat the numbers of each traffic."""
        return [[each[t] for t in self.traffics] for each in counts]

    def mole(self) -> Step:
        """At the reveal the Mole on a side may change her action (GC 8.10)."""
        for seat in self.seats():
            for tile in self.laid:
                self.met["mole on a pile"] += tile.site in PILE_CELLS and self.has(tile, "mole")
                if tile.seat == seat and tile.side and self.has(tile, "mole"):
                    _, text = yield self.ask("mole", {seat: ["mole fight", "mole recruit"]})
                    self.met["mole turns" if text != f"mole {tile.do}" else "mole stays"] += 1
                    turned = text != f"mole {tile.do}"
                    tile.do = text.removeprefix("mole ")
                    self.tell("mole", seat=seat, turned=turned, do=tile.do, spot=tile.spot)
                    self.take_back_showdown(seat, tile.site)

    def take_back_showdown(self, seat: int, place: str) -> None:
        """Without a fighter of his left on the place his showdown tile there has no effect."""
        there = [t for t in self.laid if t.seat == seat and t.site == place]
        if not any(t.do == "fight" for t in there):
            for tile in there:
                if tile.name == SHOWDOWN:
                    self.met["showdown taken back"] += 1
                    self.tell("showdown-back", seat=seat, place=place)
                    tile.home = True

    def traffic(self) -> None:
        """Managers manage, leaders are found, bids go back, stock is paid (GC 5.4 to 5.9)."""
        for place in self.at:
            managers = [t for t in self.laid if t.site == place and t.do == "manage"]
            for traffic in self.traffics if managers else ():
                together = sum(self.icons(t.name, traffic) for t in managers)
                self.managed[managers[0].seat][traffic] += min(together, self.place_icons(place, traffic))
            for tile in managers:
                self.go_home(tile)
        if any(each.total() for each in self.managed):
            self.tell("managed", managed=self.rows(self.managed))
        for traffic in self.traffics:
            totals = [self.managed[seat][traffic] + self.bids[seat][traffic] for seat in range(self.n)]
            most = [seat for seat in range(self.n) if totals[seat] == max(totals) > 0]
            before, box = self.leaders[traffic]
            leader = most[0] if len(most) == 1 else NOBODY
            if leader == NOBODY:
                self.met["traffic tied" if most else "traffic lost" if before != NOBODY else "no traffic"] += 1
                box = 0
            else:
                self.met["traffic kept" if leader == before else "traffic taken"] += 1
                last = len(self.boxes[traffic]) - 1
                self.met["marker stays in the last box"] += leader == before and box == last
                box = min(box + 1, last) if leader == before else 0
            self.leaders[traffic] = (leader, box)
            if most or before != NOBODY:
                points = self.boxes[traffic][box] if leader != NOBODY else 0
                self.tell("traffic", traffic=traffic, totals=totals, leader=leader, before=before, points=points)
            for seat in range(self.n):
                self.stock[seat][traffic] -= self.bids[seat][traffic]
            for seat in self.seats():
                owed = self.managed[seat][traffic] if seat != leader else 0
                paid = min(owed, self.left(traffic))
                self.met["stock runs short"] += owed > paid
                self.met["stock runs short against the order of seats"] += owed > paid == 0 and seat < self.first
                self.stock[seat][traffic] += paid
                if paid:
                    self.tell("stock", seat=seat, traffic=traffic, count=paid)

    def go_home(self, tile: Tile) -> None:
        """A tile comes back to hand, unless it was killed or replaced (GC 6.15)."""
        if tile.here and tile.name != SHOWDOWN and not tile.replaced:
            self.hands[tile.seat][tile.name] += 1
        tile.home = True
        for owed in self.returns:
            if owed.tile is tile:
                owed.tile = None

    # -- actions (GC 6) ------------------------------------------------------------------------------------------------

    def actions(self) -> Step:
        """Site after site as the first player says, if anybody could recruit (GC 6.1)."""
        self.todo = [site for site in [*self.places, *self.piles] if any(t.site == site and t.here for t in self.laid)]
        while self.todo:
            site = self.todo[0]
            if len(self.todo) > 1 and self.order_matters():
                _, text = yield self.ask("order", {self.first: [f"resolve {each}" for each in self.todo]})
                site = text.removeprefix("resolve ")
            self.todo.remove(site)
            self.site = site
            self.tell("resolve", site=site)
            yield from self.resolve()
            for tile in self.laid:
                if tile.site == site:
                    self.go_home(tile)
            self.leave()

    def order_matters(self) -> bool:
        """Whether somebody recruits where characters wait on a site that is left, or a Forger is out (GC 6.1)."""
        out = [t for t in self.laid if t.here]
        recruiting = any(self.recruits[t.site] for t in out if t.do == "recruit")
        return recruiting or any(self.has(t, "forger") for t in out)

    def resolve(self) -> Step:
        """Shots, strength, the winner; then recruiting; then the Forger."""
        if self.doing("fight"):
            yield from self.gunfight()
        if self.site not in PILE_CELLS:
            yield from self.recruiting()
            yield from self.forging()

    def gunfight(self) -> Step:
        """Big calibres, then the strongest gets the place (GC 6.2 to 6.11)."""
        yield from self.shooting()
        yield from self.pinning()
        self.fought = [self.strength(seat) for seat in range(self.n)]
        winner = next(iter(self.ranked(self.fought, "fight")), NOBODY)
        owner, why = self.owner.get(self.site, NOBODY), self.why(self.fought, "fight")
        pile = self.site in PILE_CELLS
        self.tell("fight", site=self.site, totals=self.fought, winner=winner, owner=owner, why=why, pile=pile)
        if winner == NOBODY:
            self.met["all dead"] += 1
            return
        if self.site in PILE_CELLS:
            self.met["pile won"] += 1
            self.won[self.site] = (winner, self.piles[self.site].pop())
            if not self.piles[self.site]:
                self.met["pile empty"] += 1
                del self.hexes[PILE_CELLS[self.site]]
        else:
            self.owner[self.site] = winner

    def shooting(self) -> Step:
        """Targets are named in turn order and fall together (GC 6.3 to 6.5)."""
        self.queue = [seat for seat in self.seats() if self.doing("gun", seat) and self.targets(seat)]
        self.met["shots against the order of seats"] += self.queue != sorted(self.queue)
        named: list[Tile] = []
        for step, seat in enumerate(self.queue):
            self.step = step
            targets = {f"shoot {self.number(tile)}": tile for tile in self.targets(seat)}
            _, text = yield self.ask("shoot", {seat: ["shoot nobody", *targets]})
            if text in targets:
                victim = targets[text]
                self.met["same target"] += any(tile is victim for tile in named)
                named.append(victim)
                self.shots.append(self.number(victim))
                about = {"tile": self.number(victim), "who": victim.name, "owner": victim.seat}
                self.tell("shot", seat=seat, site=self.site, held=False, **about)
            else:
                self.shots.append(0)
                self.tell("shot", seat=seat, site=self.site, held=True)
        lawyers = {seat: self.able(seat, "lawyer") for seat in range(self.n)}
        for tile in named:
            if not tile.dead:
                self.kill(tile, any(lawyer is not tile for lawyer in lawyers[tile.seat]))

    def targets(self, seat: int) -> list[Tile]:
        """The opposing fighters whose gang has no vest here; never the Wall (GC 6.4, 8.3)."""
        found = [t for t in self.doing("fight") if t.seat != seat]
        return [t for t in found if not self.has(t, "wall") and not self.doing("vest", t.seat)]

    def kill(self, tile: Tile, saved: bool) -> None:
        """He leaves the game; a Lawyer brings him back to the city at the end of the turn (GC 8.6)."""
        tile.dead = True
        self.met["saved by a lawyer" if saved else "killed"] += 1
        self.met["sharpshooter killed"] += self.has(tile, "sharpshooter")
        self.tell("killed", seat=tile.seat, who=tile.name, tile=self.number(tile), saved=saved)
        owed = next((each for each in self.returns if each.tile is tile), None)
        if owed:
            self.met["replaced one killed"] += 1
        if saved:
            if owed:
                owed.tile = None
            else:
                self.returns.append(Return(tile.seat, tile.name))
        else:
            if owed:
                self.returns.remove(owed)
            self.out[tile.name] += 1

    def pinning(self) -> Step:
        """The weakest opponent of a Sharpshooter adds nothing (GC 8.8)."""
        for seat in range(self.n):
            if any(t.do == "fight" for t in self.able(seat, "sharpshooter")):
                others = [t for t in self.doing("fight") if t.seat != seat]
                least = min((self.used(t) for t in others), default=0)
                weakest = [t for t in others if self.used(t) == least]
                if len(weakest) > 1:
                    _, text = yield self.ask("pin", {seat: [f"pin {self.number(t)}" for t in weakest]})
                    self.pinned = int(text.removeprefix("pin "))
                    self.met["pin chosen"] += 1
                elif weakest:
                    self.pinned = self.number(weakest[0])
                    self.met["pin"] += 1
                if self.pinned:
                    victim = self.laid[self.pinned - 1]
                    self.tell("pinned", seat=seat, tile=self.pinned, who=victim.name, owner=victim.seat)

    def used(self, tile: Tile) -> int:
        """The printed value with which a tile fights here."""
        return self.printed(tile.name, "defence" if self.owner.get(self.site) == tile.seat else "attack") or 0

    def strength(self, seat: int) -> int:
        """Attack or defence of the living fighters with bonuses; -1 without any (GC 6.7)."""
        fighters = self.doing("fight", seat)
        if not fighters:
            return -1
        self.met["pinned with a bonus"] += any(self.number(t) == self.pinned and self.bonus(t) for t in fighters)
        return sum(self.used(t) + self.bonus(t) for t in fighters if self.number(t) != self.pinned)

    def bonus(self, tile: Tile) -> int:
        """+1 by the chief, +1 by another one who is the Kingpin, with the same action here (GC 6.7, 8.7)."""
        mates = self.doing(tile.do, tile.seat)
        kingpin = any(self.has(t, "kingpin") and t is not tile for t in mates)
        self.met["kingpin"] += kingpin
        return any(t.chief for t in mates) + kingpin

    def ranked(self, totals: Sequence[int], do: str) -> list[int]:
        """Those who have a total, the best first; ties by the ladder."""

        def rank(seat: int) -> tuple[int, ...]:
            return totals[seat], *self.claims(seat, do)

        found = sorted((seat for seat in range(self.n) if totals[seat] >= 0), key=rank, reverse=True)
        for seat, other in pairwise(found):
            if totals[seat] == totals[other]:
                pairs = zip(LADDER, self.claims(seat, do), self.claims(other, do), strict=True)
                decides = next(what for what, mine, theirs in pairs if mine != theirs)
                against = " against the order of seats" if decides == "turn order" and seat > other else ""
                self.met[f"{do} tie by {decides}{against}"] += 1
                dead = [t for t in self.laid if t.site == self.site and t.dead and t.seat == other]
                self.met[f"{do} tie with a dead chief"] += decides == "turn order" and any(t.chief for t in dead)
        return found

    def why(self, totals: Sequence[int], do: str) -> str:
        """Why the first is first: nobody else is there, nobody is as strong, or the step of the ladder that decides."""
        first, *others = sorted(
            ((total, *self.claims(seat, do)) for seat, total in enumerate(totals) if total >= 0), reverse=True
        ) or [()]
        if not first or not others:
            return "alone" if first else "nobody"
        steps = zip(("strength", *LADDER), first, others[0], strict=True)
        return next(what for what, mine, theirs in steps if mine != theirs).removeprefix("turn ")

    def claims(self, seat: int, do: str) -> tuple[int, ...]:
        """The Mayor's gang, a Bomber who attacks, the owner, a chief who does it, turn order (GC 6.10, 6.12, 8)."""
        owns = self.owner.get(self.site) == seat
        bomber = do == "fight" and not owns and any(t.do == "fight" for t in self.able(seat, "bomber"))
        chief = any(t.chief for t in self.doing(do, seat))
        return bool(self.able(seat, "mayor")), bomber, owns, chief, -self.seats().index(seat)

    def recruiting(self) -> Step:
        """The highest total chooses first (GC 6.12, 6.13)."""
        self.totals = self.recruiting_totals()
        self.queue = self.ranked(self.totals, "recruit")
        if self.queue:
            self.tell("recruiters", site=self.site, totals=self.totals, order=self.queue)
        for step, seat in enumerate(self.queue):
            self.step = step
            yield from self.recruit(seat)

    def recruiting_totals(self) -> list[int]:
        """The recruiting values of each gang here with bonuses; -1 without any."""
        totals = [-1] * self.n
        for tile in self.doing("recruit"):
            worth = (self.printed(tile.name, "recruit") or 0) + self.bonus(tile)
            totals[tile.seat] = max(totals[tile.seat], 0) + worth
        return totals

    def recruit(self, seat: int) -> Step:
        """One character, two with a Headhunter; with six characters another one is replaced (GC 6.14, 8.4)."""
        headhunter = any(t.do == "recruit" for t in self.able(seat, "headhunter"))
        self.budget, self.picks, self.newcomer = self.totals[seat], 2 if headhunter else 1, ""
        while self.picks:
            payable = [f"take {who}" for who in sorted(set(self.recruits[self.site])) if self.cost(who) <= self.budget]
            if not payable:
                self.met["cannot pay"] += 1
                if not self.newcomer:
                    self.tell("nobody", seat=seat, site=self.site, declined=False)
                return
            _, text = yield self.ask("recruit", {seat: ["take nobody", *payable]})
            if text == "take nobody":
                if not self.newcomer:
                    self.tell("nobody", seat=seat, site=self.site, declined=True)
                return
            who, replaced = text.removeprefix("take "), ""
            if self.size(seat) >= self.most:
                self.picked = who
                _, text = yield self.ask("release", {seat: [*self.releases(seat), "back"]})
                self.picked = ""
                if text == "back":
                    continue
                replaced = self.release(seat, text.removeprefix("release "))
            self.met["second pick" if self.newcomer else "recruit"] += 1
            self.tell("recruit", seat=seat, who=who, site=self.site, replaced=replaced)
            self.recruits[self.site].remove(who)
            self.hands[seat][who] += 1
            self.budget -= self.cost(who)
            self.newcomer = who
            self.picks -= 1

    def releases(self, seat: int) -> list[str]:
        """The characters that can be replaced: in hand or on the city, not the one who just came."""
        hand = self.hands[seat] - Counter([self.newcomer] if self.newcomer else [])
        return [*(f"release {name}" for name in hand), *(f"release {self.number(t)}" for t in self.on_city(seat))]

    def release(self, seat: int, what: str) -> str:
        """Who is put back at the end of the turn; on the city he acts first."""
        if what.isdigit():
            self.met["released on the city"] += 1
            tile = self.laid[int(what) - 1]
            tile.replaced = True
            self.returns.append(Return(seat, tile.name, tile))
            return tile.name
        self.met["released from hand"] += 1
        self.hands[seat][what] -= 1
        self.returns.append(Return(seat, what))
        return what

    def forging(self) -> Step:
        """The Forger takes a stock token of the place (GC 8.9)."""
        for seat in range(self.n):
            if self.able(seat, "forger"):
                some = [t for t in self.traffics if self.place_icons(self.site, t) and self.left(t)]
                if len(some) > 1:
                    _, text = yield self.ask("forge", {seat: [f"forge {t}" for t in some]})
                    some = [text.removeprefix("forge ")]
                for traffic in some:
                    self.met["forged"] += 1
                    self.stock[seat][traffic] += 1
                    self.tell("forged", seat=seat, traffic=traffic, site=self.site)

    # -- the end of a turn (GC 7) --------------------------------------------------------------------------------------

    def new_places(self) -> Step:
        """Places won from the piles are laid in turn order (GC 7.1 to 7.3)."""
        winners = {i: seat for i, (seat, _) in enumerate(self.won.values()) if seat != NOBODY}
        self.queue = sorted(winners, key=lambda i: self.seats().index(winners[i]))
        self.met["two places"] += len(winners) == 2
        self.met["two places against the order of piles"] += self.queue == [1, 0]
        for step, i in enumerate(self.queue):
            self.step = step
            seat, pile = winners[i], self.pile_names[i]
            self.tell("turned", seat=seat, place=self.won[pile][1])
            cells = self.cells_for_a_place(in_set_up=False)
            _, text = yield self.ask("open", {seat: list(cells)})
            place = self.won[pile][1]
            self.won[pile] = (NOBODY, "")
            self.tell("build", seat=seat, place=place, at=text.removeprefix("build "))
            self.put(place, cells[text], seat)
            self.open(place)
            for other in self.at:
                if self.recruits[other] and self.surrounded(self.at[other]):
                    self.met["surrounded"] += 1
                    self.tell("surrounded", place=other, who=sorted(self.recruits[other]))
                    self.out.update(self.recruits[other])
                    self.recruits[other] = []
        self.leave()

    def put_back(self) -> Step:
        """Replaced characters wait on a place that is not surrounded (GC 7.4)."""
        self.returns.sort(key=lambda each: self.seats().index(each.seat))
        for seat in self.seats():
            for each in [each for each in self.returns if each.seat == seat]:
                places = self.free_places()
                if places:
                    _, text = yield self.ask("return", {seat: [f"return {place}" for place in places]})
                    place = text.removeprefix("return ")
                    self.tell("return", seat=seat, who=each.name, place=place)
                    self.recruits[place].append(each.name)
                    self.met["put back"] += 1
                else:
                    self.out[each.name] += 1
                    self.met["nowhere to be put back"] += 1
                self.returns.remove(each)

    def points(self, seat: int) -> int:
        """Traffics and the largest quarter, as things stand (GC 7.5)."""
        return self.traffic_points(seat) + self.quarter_points(seat)

    def traffic_points(self, seat: int) -> int:
        return sum(int(self.boxes[t][box]) for t, (leader, box) in self.leaders.items() if leader == seat)

    def quarter_points(self, seat: int) -> int:
        """The largest group of joined places of a gang, less one (GC 1.3)."""
        left = {self.at[place] for place in self.at if self.owner[place] == seat}
        largest = 0
        while left:
            group = {left.pop()}
            fresh = set(group)
            while fresh:
                fresh = {cell for each in fresh for cell in around(each)} & left
                left -= fresh
                group |= fresh
            largest = max(largest, len(group))
        return max(largest - 1, 0)

    def score(self) -> None:
        """Everybody scores; somebody at the target, or the last turn, ends the game (GC 7.5 to 7.7)."""
        seats = range(self.n)
        self.gained = [self.points(seat) for seat in seats]
        self.scores = [score + gain for score, gain in zip(self.scores, self.gained, strict=True)]
        traffics, quarters = (
            [self.traffic_points(seat) for seat in seats],
            [self.quarter_points(seat) for seat in seats],
        )
        self.tell("score", turn=self.turn, traffics=traffics, quarters=quarters, scores=self.scores)
        if max(self.scores) >= self.target:
            self.end("target")
        elif self.turn >= self.turn_limit:
            self.end("turn-limit")

    def end(self, ending: str) -> None:
        self.met[f"ending {ending}"] += 1
        self.ending = ending
        self.tell("end", ending=ending, scores=self.scores, places=list(self.ranking()))

    def clear(self) -> None:
        """Nothing of the last turn is left on the table."""
        self.laid = []
        self.revealed = False
        self.bids = [Counter[str]() for _ in range(self.n)]
        self.managed = [Counter[str]() for _ in range(self.n)]
        self.passed = [-1] * self.n

    def ranking(self) -> tuple[int, ...]:
        """By score, then the last turn's points, then the highest place; else shared (GC 7.6)."""

        def rank(seat: int) -> tuple[int, int, int]:
            highest = max((self.initiative(place) for place in self.at if self.owner[place] == seat), default=0)
            return self.scores[seat], self.gained[seat], highest

        ranks = [rank(seat) for seat in range(self.n)]
        return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)

    # -- the table -----------------------------------------------------------------------------------------------------

    def table(self) -> dict[str, object]:
        """All that lies on the table, to be compared with `table_of` a State."""
        return {
            "turn": self.turn,
            "first": self.first,
            "phase": self.phase,
            "city": {place: (*self.at[place], self.owner[place], sorted(self.recruits[place])) for place in self.at},
            "piles": list(self.piles.values()),
            "won": list(self.won.values()),
            "drawn": self.drawn,
            "hands": [sorted(hand.elements()) for hand in self.hands],
            "stock": [dict(+each) for each in self.stock],
            "bids": [dict(+each) for each in self.bids],
            "managed": [dict(+each) for each in self.managed],
            "leaders": self.leaders,
            "scores": self.scores,
            "gained": self.gained,
            "mercenaries": self.mercenary_pile,
            "out": sorted(self.out.elements()),
            "laid": [
                (t.seat, t.spot, t.name, t.do, sorted(mark for mark in MARKS if getattr(t, mark)), t.look)
                for t in self.laid
            ],
            "seen": [[t.seat for t in self.laid if t.look == number] for number in range(1, len(self.laid) + 1)],
            "passed": self.passed,
            "returns": [(each.seat, each.name, self.number(each.tile) if each.tile else 0) for each in self.returns],
            "half": self.half,
            "revealed": self.revealed,
            "site": self.site,
            "todo": self.todo,
            "ending": self.ending,
        }

    def view(self, seat: int, asked: Ask) -> dict[str, object]:
        """What a seat, or a spectator (-1), may know beyond what is open to all (GC 9.1), by the names of a View."""
        turned = self.pile_names[self.queue[self.step]] if self.phase == "open" else ""
        own = seat in asked
        bids = []
        if seat >= 0 and self.phase == "bid":
            upto = self.traffics.index(self.to_bid[seat][0]) if self.to_bid[seat] else len(self.traffics)
            bids = [self.bids[seat][t] for t in self.traffics[:upto]]
        return {
            "phase": "recruit" if self.phase == "release" and not own else self.phase,
            "piles": tuple((*PILE_CELLS[name], len(pile)) for name, pile in self.piles.items()),
            "won": tuple((who, place if pile == turned else "") for pile, (who, place) in self.won.items()),
            "mercenaries": len(self.mercenary_pile),
            "hand": tuple(sorted(self.hands[seat].elements())) if seat >= 0 else (),
            "hand_sizes": tuple(self.hands[each].total() + self.holds_showdown(each) for each in range(self.n)),
            "rosters": tuple(tuple(self.roster(each)) for each in range(self.n)),
            "laid": tuple(self.seen(tile, seat) for tile in self.laid),
            "half": tuple(self.half) if own else (),
            "stock": tuple(tuple(each[t] for t in self.traffics) for each in self.stock),
            "bids": tuple(tuple(each[t] for t in self.traffics) for each in self.bids) if self.revealed else (),
            "bid": tuple(bids),
            "asked": len(bids) if seat >= 0 and self.phase == "bid" else -1,
            "picked": self.picked if own else "",
        }

    def roster(self, seat: int) -> list[str]:
        """Everybody a gang has, wherever they are."""
        return sorted([*self.hands[seat].elements(), *(t.name for t in self.on_city(seat))])

    def seen(self, tile: Tile, seat: int) -> tuple[object, ...]:
        """A tile as a seat may know it: its own, what its Spy saw, everything once revealed (GC 5.3, 8.5)."""
        looked = any(t.seat == seat and t.look and self.laid[t.look - 1] is tile for t in self.laid)
        known = self.revealed or tile.seat == seat or looked
        marks = tile.chief + 2 * tile.dead + 4 * tile.replaced + 8 * tile.home
        return tile.seat, tile.spot, tile.name if known else "", tile.do if known else "", marks, tile.look


MARKS = ("chief", "dead", "home", "replaced")


def around(cell: Cell) -> list[Cell]:
    """The six hexes beside a hex, in the order of the sides."""
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in SIDES.values()]


def table_of(data: Mapping[str, Any]) -> dict[str, object]:
    """The table as the game's own position tells it."""
    counted = {
        key: [{t: n for t, n in each.items() if n} for each in data[key]] for key in ("stock", "bids", "managed")
    }
    return {
        **{key: data[key] for key in ("turn", "first", "phase", "piles", "drawn", "scores", "gained", "mercenaries")},
        **{key: data[key] for key in ("passed", "half", "revealed", "site", "todo", "ending")},
        **counted,
        "city": {
            place: (*about["at"], about["owner"], sorted(about["recruits"])) for place, about in data["city"].items()
        },
        "won": [(each["seat"], each["place"]) for each in data["won"]],
        "hands": [sorted(names) for names in data["hands"]],
        "leaders": {t: (about["seat"], about["box"]) for t, about in data["leaders"].items()},
        "out": sorted(data["out"]),
        "laid": [
            (t["seat"], t["at"], t["tile"], t["do"], sorted(t.get("marks", [])), t.get("look", 0)) for t in data["laid"]
        ],
        "seen": [t.get("seen", []) for t in data["laid"]],
        "returns": [(each["seat"], each["who"], each.get("tile", 0)) for each in data["returns"]],
    }


def under_way(referee: Referee) -> dict[str, object]:
    """What is under way on a site, by the names of a View, in the phases where it means something."""
    phase = referee.phase
    found: dict[str, object] = {}
    if phase in ("shoot", "recruit", "release", "open"):
        found |= {"queue": tuple(referee.queue), "step": referee.step}
    if phase in ("shoot", "pin", "recruit", "release", "forge"):
        found["shots"] = tuple(referee.shots)
    if phase in ("recruit", "release", "forge"):
        found |= {"pinned": referee.pinned, "fought": tuple(referee.fought)}
    if phase in ("lead", "place", "bid"):
        found["pinned"] = 0
    if phase in ("recruit", "release"):
        found["totals"] = tuple(referee.totals)
        found |= {"budget": referee.budget, "picks": referee.picks, "newcomer": referee.newcomer}
    return found


UNCHECKED = ("first-place", "draw")  # the table tells them


def plain(fact: object, any_order: bool = False) -> object:
    """A fact of an event with lists for tuples; names in any order are sorted."""
    if isinstance(fact, (list, tuple)):
        found = [plain(each) for each in fact]
        return sorted(found, key=str) if any_order else found
    return fact


def differences(referee: Referee, asked: Ask, state: Any, log: Sequence[Event], views: bool) -> list[str]:
    """Where the referee and the game differ: who is asked what, events, the table, and if wanted all Views of it."""
    found = []

    def compare(what: str, mine: object, theirs: object) -> None:
        if mine != theirs:
            found.append(f"{what}: by the rules {mine}, in the game {theirs}")

    mine, theirs = referee.table(), table_of(state.to_position())
    if referee.phase in ("order", "over"):
        theirs["site"] = ""  # the game keeps in mind the site that was the last
    for what in mine:
        compare(what, mine[what], theirs[what])
    events = [(event.kind, event.data) for event in log if event.kind not in UNCHECKED]
    for (kind, facts), (told, data) in zip_longest(referee.told, events, fillvalue=("nothing", {})):
        mine = {what: plain(fact) for what, fact in facts.items()}
        compare("event", (kind, mine), (told, {what: plain(data.get(what), what == "who") for what in facts}))
    referee.told.clear()
    compare("asked", sorted(asked), sorted(state.current_players()))
    for seat in sorted(asked):
        wanted, offered = Counter(asked[seat]), Counter(map(str, state.legal_actions(seat)))
        compare(f"seat {seat} lacks", sorted((wanted - offered).elements()), [])
        compare(f"seat {seat} has too much", [], sorted((offered - wanted).elements()))
    for viewer in range(NOBODY, referee.n) if views else ():
        seen = state.view(None if viewer == NOBODY else viewer)
        for what, known in {**referee.view(viewer, asked), **under_way(referee)}.items():
            shown = getattr(seen, what)
            if what in ("hand", "rosters"):
                shown = tuple(sorted(shown) if what == "hand" else (tuple(sorted(names)) for names in shown))
            compare(f"seen by {viewer}, {what}", known, shown)
    if not asked:
        compare("ranking", referee.ranking(), state.ranking())
    return found


def imagined_wrongly(referee: Referee, seat: int, imagined: Any, state: Any) -> list[str]:
    """What is impossible in a table that a seat imagines: it must look the same to him and keep the rules."""
    found = []
    if imagined.view(seat) != state.view(seat):
        found.append(f"{seat} imagines a table that looks otherwise")
    mine, theirs = referee.table(), table_of(imagined.to_position())
    for what in ("turn", "first", "city", "stock", "managed", "leaders", "scores", "gained", "out", "passed", "drawn"):
        if mine[what] != theirs[what]:
            found.append(f"{seat} imagines {what} as {theirs[what]}, by the rules it is {mine[what]}")
    data = imagined.to_position()
    places = [*(place for pile in data["piles"] for place in pile), *(each["place"] for each in data["won"])]
    hidden = [*(place for pile in referee.piles.values() for place in pile), *(p for _, p in referee.won.values())]
    if sorted(places) != sorted(hidden) or sorted(data["mercenaries"]) != sorted(referee.mercenary_pile):
        found.append(f"{seat} imagines piles {places}, {data['mercenaries']}")
    laid = [Tile(t["seat"], *spot_of(t["at"]), t["tile"], t["do"]) for t in data["laid"]]
    for each in range(referee.n):
        gang = [*data["hands"][each]]
        gang += [t.name for t, real in zip(laid, referee.laid, strict=True) if real.seat == each and in_gang(t, real)]
        if sorted(gang) != referee.roster(each):
            found.append(f"{seat} imagines the gang of {each} as {sorted(gang)}, it is {referee.roster(each)}")
    if not referee.revealed:
        found += [f"{seat} imagines {problem}" for problem in broken_stacks(referee, laid, data["hands"])]
    return found


def in_gang(tile: Tile, real: Tile) -> bool:
    """Whether an imagined tile is a character that still belongs to its gang."""
    return tile.name != SHOWDOWN and real.here and not real.replaced


def spot_of(text: str) -> tuple[str, str]:
    """The site and the side of a spot."""
    site, _, side = text.partition("/")
    return site, side


def broken_stacks(referee: Referee, laid: Sequence[Tile], hands: Sequence[Sequence[str]]) -> list[str]:
    """Tiles that cannot lie as they do: an action they lack, two actions in a stack, a showdown tile left alone."""
    found = []
    for tile, real in zip(laid, referee.laid, strict=True):
        if (real.chief and tile.name == SHOWDOWN) or (real.look and not referee.has(tile, "spy")):
            found.append(f"a {tile.name} at {tile.spot} as chief or Spy")
        if tile.name == SHOWDOWN:
            if not tile.side and (tile.do == "vest" or tile.site in referee.at):
                found.append(f"a {tile.do} at {tile.spot}")
            if sum(t.seat == tile.seat and t.name == SHOWDOWN for t in laid) > 1:
                found.append(f"two showdown tiles of {tile.seat}")
            mates = [t for t in laid if t.seat == tile.seat and t.spot == tile.spot and t.name != SHOWDOWN]
            if not mates and not any(referee.can(tile.seat, who, tile.site, "fight") for who in hands[tile.seat]):
                found.append(f"a showdown tile at {tile.spot} that nobody can join")
        elif not referee.can(tile.seat, tile.name, tile.site, tile.do):
            found.append(f"a {tile.name} who would {tile.do} at {tile.spot}")
        elif (tile.do == "manage") != (tile.site in referee.at and not tile.side):
            found.append(f"{tile.do} at {tile.spot}")
        stack = {t.do == "recruit" for t in laid if t.seat == tile.seat and t.spot == tile.spot}
        if len(stack) > 1:
            found.append(f"two actions at {tile.spot}")
    return found
