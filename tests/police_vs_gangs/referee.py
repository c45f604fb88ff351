"""A referee for Police vs Gangs: the rules read a second time, from the specification and docs/rules alone.

Plain and slow on purpose: it works with names, knows nothing of the game's own rules or State, and shares with them
only the edition (the numbers on cards, tiles and dice) and the texts of the choices. `Referee.game` is the whole game
as one generator: it yields who is asked and what each may choose, and is sent who chose what. Chance is not repeated:
dice, draws and the drawing of lots are taken from the events (`Luck`) and checked to be possible.

Not covered: texts and boards, the reasons of refusals, events other than those of chance and the summaries of a turn,
what is hidden from whom (the table is compared as a whole), the live talk (PG 9.6), and positions that a game from the
beginning does not reach.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, NamedTuple

Ask = dict[int, list[str]]  # the choices of each seat that is asked
Step = Generator[Ask, tuple[int, str], None]
Claim = dict[str, Any]  # "place", traffics with their ranks, "rest"; of a proposal who gets what; {"no deal": True}

SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
COLOURS = ("blue", "yellow", "red", "green")
DICE = ("inspector", "sergeant", "lieutenant")  # the last is jailed first
HOUSE = Path(__file__).parents[2] / "src/parrain/games/police_vs_gangs/house.toml"  # our balance of the factions
INFORMERS = 6
REFUSED: Claim = {"no deal": True}


class Piece(NamedTuple):
    """A tile or a die at a side of a place; `how` is empty for a die."""

    seat: int
    name: str
    how: str
    card: str
    side: str


class Disagreement(AssertionError):
    """The referee and the game do not say the same."""


class Luck:
    """What chance decided, as the game's events tell it: taken in order, and nothing may be left over."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Mapping[str, Any]]] = []

    def add(self, kind: str, data: Mapping[str, Any]) -> None:
        """An event; kept if chance had a part in it."""
        declined = kind in ("reroll", "arrest") and not data["die"]  # no die was rolled, no tile was drawn
        if kind in ("start", "turn", "draw", "lay", "roll", "reroll", "arrest") and not declined:
            self.told.append((kind, data))

    def take(self, kind: str) -> Mapping[str, Any]:
        """The next of these events, which must be of that kind."""
        if not self.told or self.told[0][0] != kind:
            raise Disagreement(f"the rules want chance to decide “{kind}” now; the game told {self.told[:1]}")
        return self.told.pop(0)[1]


def value(table: Mapping[str, Any], key: str) -> Any:
    """A value of an edition, which may stand beside its source."""
    found = table[key]
    return found["value"] if isinstance(found, dict) and "value" in found else found


class Referee:
    """The table by names, and the game as a generator of questions."""

    def __init__(
        self, edition: Mapping[str, Any], gangs_city: Mapping[str, Any], players: int, options: Mapping[str, Any]
    ) -> None:
        self.luck = Luck()
        self.met: Counter[str] = Counter()  # situations of the rules that came up, so that a test can ask for them
        self.n = players
        self.teams = bool(options["teams"])
        self.rounds = int(options["rounds"])
        self.read_edition(edition, gangs_city, options["handcuffs"])
        # the table
        self.turn = 0
        self.phase = ""
        self.order: list[int] = []
        self.track = [self.begins[seat % 2] for seat in range(2 if self.teams else players)]
        self.city: list[str] = []  # oldest first
        self.at: dict[str, tuple[int, int]] = {}
        self.lying: dict[tuple[int, int], str] = {}  # the same the other way round
        self.owner: dict[str, int] = {}
        self.hire: dict[str, list[str]] = {}
        self.counted_as: dict[str, str] = {}
        self.drawn = ""
        self.discard: Counter[str] = Counter()
        self.hands = [Counter[str]() for _ in range(players)]
        self.seen_home = [Counter[str]() for _ in range(players)]  # tiles that all know to be in hand this turn
        self.pieces: list[Piece] = []
        self.jail: list[tuple[int, str, int]] = []
        self.held = ""
        self.passed: set[int] = set()
        self.tokens = [Counter[str]() for _ in range(players)]
        self.supply = Counter(self.token_count)
        self.markers: dict[str, tuple[int, int]] = {}
        self.stakes = [Counter[str]() for _ in range(players)]
        self.staked = [Counter[str]() for _ in range(players)]
        self.placed = self.scored = self.extra = False
        self.ending = ""
        self.leave()
        left = Counter(self.tile_count)
        for seat in range(players):
            if seat % 2:
                self.hands[seat] = Counter({die: self.dice_count[die] for die in DICE})
            else:
                self.hands[seat] = Counter(self.start)
                left.subtract(self.start)
        self.bag = Counter({name: left[name] for name in left if name not in self.never_drawn})
        self.deck = set(self.cards)

    def read_edition(self, edition: Mapping[str, Any], gangs_city: Mapping[str, Any], way: str) -> None:
        """The numbers printed on cards, tiles, dice and markers."""
        self.traffics = [row["name"] for row in gangs_city["traffics"]]
        self.boxes = {row["name"]: value(row, "boxes") for row in gangs_city["traffics"]}
        self.token_count = {row["name"]: value(row, "tokens") for row in gangs_city["traffics"]}
        self.tiles = {row["name"]: row for row in gangs_city["characters"]}
        self.names = list(self.tiles)
        self.tile_count = {name: value(row, "count") for name, row in self.tiles.items()}
        self.cards = {row["name"]: row for row in edition["cards"]}
        table = edition["table"]
        self.start, self.never_drawn = value(table, "start"), value(table, "never_drawn")
        self.most_tiles, self.target = value(table, "most_tiles"), value(table, "target")
        self.turn_limit = value(table, "turn_limit")
        self.faces = {name: set(edition["dice"][name]) for name in ("inspector", "sergeant", "informer")}
        self.faces["lieutenant"] = {"badge"}
        self.dice_count = edition["factions"][str(self.n)]
        balance = edition["balance"]
        table_name = f"teams-{self.n}" if self.teams else str(self.n)
        self.shift = balance.get(table_name, balance[str(self.n)]) if way == "balanced" else 0
        self.begins = (0, 0)
        if way == "house":
            house = tomllib.loads(HOUSE.read_text(encoding="utf-8"))[table_name]
            self.shift, self.begins = house["handcuffs"], (house["gangsters"], house["police"])
            self.dice_count = dict(zip(DICE, house["dice"], strict=True))

    def leave(self) -> None:
        """No place is being resolved."""
        self.here = ""
        self.open = False
        self.round = 0
        self.claims: dict[int, Claim] = {}
        self.drafts: dict[int, Claim] = {}
        self.named: set[str] = set()
        self.dice: list[list[Any]] = []
        self.powers = (-1, -1)

    # -- small questions -----------------------------------------------------------------------------------------------

    def points(self, seat: int) -> int:
        """The score of a seat, or of its faction (P-34)."""
        return self.track[seat % 2 if self.teams else seat]

    def score(self, seat: int, points: int) -> None:
        """Points are marked at once."""
        self.track[seat % 2 if self.teams else seat] += points
        self.scored = self.scored or points > 0

    def icons(self, tile: str, traffic: str) -> int:
        """How often a tile shows a traffic."""
        return int(self.tiles[tile]["traffics"].get(traffic, 0))

    def recruiting_value(self, tile: str) -> int | None:
        """The recruiting value; None if the tile cannot recruit."""
        found = value(self.tiles[tile], "recruit")
        return None if found == "none" else int(found)

    def printed(self, card: str) -> dict[str, int]:
        """The traffics that a card prints, and how often."""
        return {t: self.cards[card]["demands"][t] for t in self.traffics if t in self.cards[card]["demands"]}

    def badges(self, card: str) -> int:
        """The neutral demands of a card."""
        return int(value(self.cards[card], "badges"))

    def neighbour(self, card: str, side: str) -> str:
        """The card at that side of a card, or nothing."""
        return self.lying.get(self.cell(card, side), "")

    def cell(self, card: str, side: str) -> tuple[int, int]:
        """The cell at that side of a card."""
        (x, y), (dx, dy) = self.at[card], SIDES[side]
        return x + dx, y + dy

    def lowest(self, seats: Sequence[int]) -> int:
        """Lowest on the track; equal: the one later in this turn's order (P-36)."""
        return min(seats, key=lambda seat: (self.points(seat), -self.order.index(seat)))

    def here_pieces(self, how: str) -> list[Piece]:
        """The pieces on the place being resolved: dice (""), or tiles that "fight" or "recruit"."""
        return [piece for piece in self.pieces if piece.card == self.here and piece.how == how]

    def fighters(self) -> list[int]:
        """The gangsters with fighting tiles here."""
        return sorted({piece.seat for piece in self.here_pieces("fight")})

    def police_here(self) -> list[int]:
        """The policemen with dice here."""
        return sorted({piece.seat for piece in self.here_pieces("")})

    def ask(self, phase: str, choices: Ask) -> Ask:
        """A question of that phase."""
        self.phase = phase
        return choices

    # -- the game ------------------------------------------------------------------------------------------------------

    def game(self) -> Step:
        """Set-up (P-3, P-4), then turns to the end."""
        n = self.n
        self.order = list(self.luck.take("start")["order"])
        self.check_clockwise(self.order)
        assert self.order[0] % 2 == 0 if self.teams else self.order[-1] % 2 == 1
        first = self.luck.take("lay")
        self.put_card(first["card"], (0, 0), first)
        for seat in self.order[1:n]:
            yield from self.new_place(seat)
        while not self.ending:
            yield from self.one_turn()

    def check_clockwise(self, order: list[int]) -> None:
        """The seats in turn, from wherever."""
        if order != [(order[0] + i) % self.n for i in range(self.n)]:
            raise Disagreement(f"the order {order} does not go clockwise")

    def one_turn(self) -> Step:
        """A turn (PG 4.1)."""
        self.turn += 1
        self.placed = self.scored = False
        self.seen_home = [Counter[str]() for _ in range(self.n)]
        drawn = list(self.luck.take("turn")["order"])
        if self.turn > 1:
            self.next_order(drawn)
        if self.deck:
            yield from self.new_place(self.order[-1])
        else:
            self.met["no more places"] += 1
        yield from self.discards()
        yield from self.placement()
        self.free_prisoners()
        yield from self.resolution()
        yield from self.staking()
        yield from self.districts()
        self.end_turn()

    def next_order(self, drawn: list[int]) -> None:
        """By score, best first; ties clockwise from the leader, whom chance draws among equals (P-4, P-34, P-40)."""
        n = self.n
        if self.teams:
            self.order = [*self.order[1:], self.order[0]]
            return
        leaders = [seat for seat in range(n) if self.points(seat) == max(self.track)]
        leader = leaders[0]
        if len(leaders) > 1:
            self.met["leaders drawn"] += 1
            leader = drawn[0]
            assert leader in leaders, f"{leader} was drawn to be first among {leaders}"
        self.order = sorted(range(n), key=lambda seat: (-self.points(seat), (seat - leader) % n))

    # -- a new place (chapter 1, P-5, P-6) -----------------------------------------------------------------------------

    def new_place(self, seat: int) -> Step:
        """A seat draws a place and lays it."""
        self.drawn = self.luck.take("draw")["card"]
        assert self.drawn in self.deck
        self.deck.remove(self.drawn)
        cells = self.cells_for(self.drawn)
        _, text = yield self.ask("lay", {seat: list(cells)})
        card, self.drawn = self.drawn, ""
        self.put_card(card, cells[text], self.luck.take("lay"))

    def cells_for(self, card: str) -> dict[str, tuple[int, int]]:
        """Every cell where a card may lie, by the text that names it after the oldest card beside it."""
        found: dict[str, tuple[int, int]] = {}
        for other in self.city:
            for side in SIDES:
                cell = self.cell(other, side)
                if cell not in self.lying and cell not in found.values():
                    found[f"lay {other} {side}"] = cell
        colours = self.cards[card]["colours"]
        for wanted in range(len(colours), 0, -1):  # all its colours, else one of two
            good = {text: cell for text, cell in found.items() if self.touched(cell, colours) == wanted}
            if good:
                return good
        return found

    def touched(self, cell: tuple[int, int], colours: list[str]) -> int:
        """How many of these colours a card would touch there: by a side, a card of two colours also by a corner."""
        near = 1 if len(colours) == 1 else 2  # the corner is two steps away
        touching = set()
        for other in self.city:
            dx, dy = abs(self.at[other][0] - cell[0]), abs(self.at[other][1] - cell[1])
            if max(dx, dy) == 1 and dx + dy <= near:
                touching |= set(self.cards[other]["colours"])
        return len(touching & set(colours))

    def put_card(self, card: str, cell: tuple[int, int], told: Mapping[str, Any]) -> None:
        """The card lies there; a gangster for hire comes for every mafia sign, as long as there are any (P-6)."""
        assert told["card"] == card and tuple(told["at"]) == cell
        self.deck.discard(card)
        self.city.append(card)
        self.at[card] = cell
        self.lying[cell] = card
        self.hire[card] = []
        drawn = list(told["for_hire"])
        for _ in range(value(self.cards[card], "mafia")):
            if not self.bag.total() and self.discard:
                self.met["bag filled again"] += 1
                self.bag, self.discard = self.discard, Counter()
            if self.bag.total():
                name = drawn.pop(0)
                assert self.bag[name], f"there is no {name} in the bag"
                self.bag[name] -= 1
                self.hire[card].append(name)
            else:
                self.met["bag empty"] += 1
        assert not drawn

    # -- placement (chapter 2, P-7 to P-10, P-37) ----------------------------------------------------------------------

    def discards(self) -> Step:
        """Down to four tiles, in turn order; prisoners count and may be the ones (P-37)."""
        for seat in self.order:
            while seat % 2 == 0:
                jailed = [name for owner, name, _ in self.jail if owner == seat]
                if self.hands[seat].total() + len(jailed) <= self.most_tiles:
                    break
                choices = [f"discard {name}" for name in +self.hands[seat]]
                choices += [f"discard {name} prison" for name in sorted(set(jailed))]
                _, text = yield self.ask("discard", {seat: choices})
                name = text.split()[1]
                if text.endswith("prison"):
                    self.met["prisoner discarded"] += 1
                    self.jail.remove(next(each for each in self.jail if each[:2] == (seat, name)))
                else:
                    self.hands[seat][name] -= 1
                if name not in self.never_drawn:
                    self.discard[name] += 1

    def placement(self) -> Step:
        """Round after round, a piece each, until all have passed or have nothing left."""
        self.passed = set()
        while any(seat not in self.passed and self.hands[seat].total() for seat in self.order):
            for seat in self.order:
                if seat not in self.passed and self.hands[seat].total():
                    yield from self.place_one(seat)

    def place_one(self, seat: int) -> Step:
        """A piece is picked, then a side; or the seat passes."""
        while True:
            sides = [(card, side) for card in self.city for side in SIDES if self.may_place(seat, card, side)]
            choices = ["pass"]
            for name in +self.hands[seat] if sides else ():
                if seat % 2:
                    choices.append(f"send {name}")
                else:
                    choices.append(f"send {name} fight")
                    if self.recruiting_value(name) is not None:
                        choices.append(f"send {name} recruit")
            _, text = yield self.ask("place", {seat: choices})
            if text == "pass":
                self.passed.add(seat)
                return
            self.held = text.removeprefix("send ")
            _, text = yield self.ask("place", {seat: ["back", *[f"at {card} {side}" for card, side in sides]]})
            name, how, self.held = self.held.split()[0], self.held.partition(" ")[2], ""
            if text != "back":
                break
        _, card, side = text.split()
        self.hands[seat][name] -= 1
        self.pieces.append(Piece(seat, name, how, card, side))
        self.placed = True

    def may_place(self, seat: int, card: str, side: str) -> bool:
        """An open side, not another gangster's, not the other faction's; the last open side has room for both (P-7)."""
        if self.neighbour(card, side):
            return False
        last = sum(not self.neighbour(card, each) for each in SIDES) == 1
        there = {piece.seat for piece in self.pieces if (piece.card, piece.side) == (card, side)}
        gangsters = {each for each in there if each % 2 == 0}
        if seat % 2:
            return not gangsters or last
        if gangsters:
            return gangsters == {seat}
        return not there or last

    def free_prisoners(self) -> None:
        """Those arrested in an earlier turn go home (P-9)."""
        for seat, name, turn in [each for each in self.jail if each[2] < self.turn]:
            self.jail.remove((seat, name, turn))
            self.go_home(seat, name)

    def go_home(self, seat: int, name: str) -> None:
        """Back to the hand; everybody has seen a tile."""
        self.hands[seat][name] += 1
        if seat % 2 == 0:
            self.seen_home[seat][name] += 1

    # -- resolution (chapter 3) ----------------------------------------------------------------------------------------

    def resolution(self) -> Step:
        """The last player names the places one by one; the only one left needs no naming (P-35, P-38)."""
        while self.pieces:
            places = [card for card in self.city if any(piece.card == card for piece in self.pieces)]
            card = places[0]
            if len(places) > 1:
                _, text = yield self.ask("resolve", {self.order[-1]: [f"resolve {place}" for place in places]})
                card = text.removeprefix("resolve ")
            self.here = card
            yield from self.resolve()
            for piece in [piece for piece in self.pieces if piece.card == card]:
                self.go_home(piece.seat, piece.name)
            self.pieces = [piece for piece in self.pieces if piece.card != card]
            self.leave()

    def resolve(self) -> Step:
        """Police alone (3.1), gangsters alone (3.2), or both (3.3)."""
        present = sorted({piece.seat for piece in self.pieces if piece.card == self.here})
        police = [seat for seat in present if seat % 2]
        if len(police) == len(present):
            if len(police) == 1:
                self.met["one policeman alone"] += 1
                self.owner[self.here] = police[0]
            else:
                self.met["police alone roll"] += 1
                yield from self.roll("alone")
                winner = self.most_badges()
                if winner is None:
                    self.met["police alone tie"] += 1
                else:
                    self.owner[self.here] = winner
            return
        deal = False
        if police:
            yield from self.rounds_of("talk", present, {seat: {} for seat in present})
            deal = self.accord(self.claims)
            self.met["accord" if deal else "no accord"] += 1
        claims, self.claims, self.drafts = self.claims, {}, {}
        self.open = True
        yield from self.recruiting()
        if deal:
            yield from self.carry_out(claims)
        elif police:
            yield from self.raid()
        else:
            yield from self.gang_fight()

    # -- recruiting (3.2, P-12) ----------------------------------------------------------------------------------------

    def recruiting(self) -> Step:
        """The highest sum first; ties: controller, lowest on the track, else an order that all name alike."""
        sums: Counter[int] = Counter()
        for piece in self.here_pieces("recruit"):
            sums[piece.seat] += self.recruiting_value(piece.name) or 0

        def rank(seat: int) -> tuple[int, bool, int]:
            return sums[seat], self.owner.get(self.here) == seat, -self.points(seat)

        waiting = set(sums)
        while waiting:
            best = max(map(rank, waiting))
            tied = sorted(seat for seat in waiting if rank(seat) == best)
            waiting -= set(tied)
            queue = tied
            if len(tied) > 1 and self.payable(sums[tied[0]]):
                self.drafts = {}
                owing = list(tied)
                choices = ["order none", *["order " + " ".join(map(str, each)) for each in permutations(tied)]]
                while owing:
                    seat, text = yield self.ask("order", dict.fromkeys(owing, choices))
                    owing.remove(seat)
                    self.drafts[seat] = {text: True}
                named = {next(iter(self.drafts[seat])) for seat in tied}
                agreed = len(named) == 1 and "order none" not in named
                queue = [int(each) for each in named.pop().split()[1:]] if agreed else []
                self.drafts = {}
                self.met["order agreed" if agreed else "order not agreed"] += 1
            for seat in queue:
                payable = self.payable(sums[seat])
                if payable:
                    _, text = yield self.ask(
                        "recruit", {seat: ["recruit none", *[f"recruit {who}" for who in payable]]}
                    )
                    if text != "recruit none":
                        self.met["recruit"] += 1
                        self.hire[self.here].remove(text.split()[1])
                        self.go_home(seat, text.split()[1])
        for piece in self.here_pieces("recruit"):
            self.pieces.remove(piece)
            self.go_home(piece.seat, piece.name)

    def payable(self, total: int) -> list[str]:
        """Who for hire here costs at most that."""
        return sorted({who for who in self.hire[self.here] if value(self.tiles[who], "cost") <= total})

    # -- gangsters among themselves (3.2, P-13, P-14) ------------------------------------------------------------------

    def strength(self, seat: int) -> int:
        """Attack of the fighting tiles here, or defence for who controls the place."""
        what = "defence" if self.owner.get(self.here) == seat else "attack"
        return sum(value(self.tiles[piece.name], what) for piece in self.here_pieces("fight") if piece.seat == seat)

    def gang_fight(self) -> Step:
        """The strongest takes the place and feeds; ties: controller, lowest on the track, else nobody."""
        fighters = self.fighters()
        if not fighters:
            self.met["no fighter left"] += 1
            return
        ranks = {
            seat: (self.strength(seat), self.owner.get(self.here) == seat, -self.points(seat)) for seat in fighters
        }
        winners = [seat for seat in fighters if ranks[seat] == max(ranks.values())]
        if len(winners) > 1:
            self.met["gangsters tie"] += 1
            return
        winner = winners[0]
        self.owner[self.here] = winner
        free = [t for t in self.traffics if t not in self.printed(self.here)]
        yield from self.name_badges(winner, list(combinations(free, self.badges(self.here))))
        for t in self.traffics:
            self.give(winner, t, self.fed(t, [winner]))

    def name_badges(self, seat: int, options: Sequence[tuple[str, ...]]) -> Step:
        """The open demands become traffics; one possibility needs no choice."""
        chosen = options[0]
        if len(options) > 1:
            texts = {"badges " + " ".join(each): each for each in options}
            _, text = yield self.ask("badges", {seat: list(texts)})
            chosen = texts[text]
        self.named |= set(chosen)

    def fed(self, t: str, seats: Sequence[int]) -> int:
        """The tokens of a traffic that the fighting tiles of these seats bring, with the bonus (P-14, P-18)."""
        printed = self.printed(self.here)
        if t not in printed and t not in self.named:
            return 0
        count = sum(self.icons(piece.name, t) for piece in self.here_pieces("fight") if piece.seat in seats)
        return count + 1 if count and printed.get(t, 0) >= 2 else count

    def give(self, seat: int, t: str, count: int) -> None:
        """Tokens from the supply, as long as there are any (P-15)."""
        if count > self.supply[t]:
            self.met["supply runs short"] += 1
        count = min(count, self.supply[t])
        self.supply[t] -= count
        self.tokens[seat][t] += count

    # -- rounds of claims and of proposals (3.3, P-16, P-20, P-27) -----------------------------------------------------

    def rounds_of(self, phase: str, seats: list[int], first: dict[int, Claim]) -> Step:
        """Everybody drafts unseen and hands in; then all is shown. The last round decides, or a repeated accord."""
        agree = self.accord if phase == "talk" else self.same
        self.claims = dict(first)
        for number in range(1, self.rounds + 1):
            self.round = number
            self.drafts = {seat: self.opening(self.claims[seat], first[seat]) for seat in seats}
            changed = dict.fromkeys(seats, -1)  # the last part that each has set
            owing = list(seats)
            while owing:
                seat, text = yield self.ask(phase, {each: self.says(phase, each, changed[each]) for each in owing})
                if self.speak(phase, seat, text, changed, first[seat]):
                    owing.remove(seat)
            repeated = self.round > 1 and self.drafts == self.claims
            self.claims = dict(self.drafts)
            if agree(self.claims) and repeated and self.round < self.rounds:
                self.met[f"{phase} ends early"] += 1
                return

    def opening(self, shown: Claim, first: Claim) -> Claim:
        """A draft begins as what was last shown; after a refusal as in the first round."""
        return dict(first) if shown == REFUSED else dict(shown)

    def says(self, phase: str, seat: int, after: int) -> list[str]:
        """What a seat may say: hand in, change a later part, begin again, accept, refuse."""
        parts = self.claim_parts(seat) if phase == "talk" else self.proposal_parts(seat)
        choices = ["say", "no deal"]
        for number, texts in parts:
            if number > after:
                choices += texts
        if after >= 0:
            choices.append("back")
        if self.round > 1:
            others = {each: self.claims[each] for each in self.claims if each != seat}
            if phase == "talk":
                choices += ["accept"] if self.accord(others) else []
            else:
                choices += [f"accept {each}" for each in others if others[each] != REFUSED]
        return choices

    def speak(self, phase: str, seat: int, text: str, changed: dict[int, int], first: Claim) -> bool:
        """One thing is said; whether the draft is handed in by it."""
        draft = self.drafts[seat]
        if text == "say":
            return True
        if text == "no deal":
            self.drafts[seat] = REFUSED
            return True
        if text == "back":
            self.drafts[seat] = self.opening(self.claims[seat], first)
            changed[seat] = -1
            return False
        if text.startswith("accept"):
            self.met[f"{phase} accepted"] += 1
            self.drafts[seat] = self.giving_way(seat) if text == "accept" else dict(self.claims[int(text.split()[1])])
            return True
        parts = self.claim_parts(seat) if phase == "talk" else self.proposal_parts(seat)
        changed[seat] = next(number for number, texts in parts if text in texts)
        if phase == "talk":
            _, part, *words = text.replace("no ", "").split()
            if " no " in text or words == ["none"]:
                draft.pop(part, None)
            else:
                draft[part] = " ".join(words) or True
        elif text.startswith("give "):
            draft[text.split()[1]] = int(text.split()[2])
        else:
            draft["catch"] = text
        return False

    def claim_parts(self, seat: int) -> list[tuple[int, list[str]]]:
        """The changes that a seat may make to its claim, part by part (P-16)."""
        draft = self.drafts[seat]
        found = [(0, ["claim no place" if "place" in draft else "claim place"])]
        for number, t in enumerate(self.traffics, 1):
            if t in self.printed(self.here) or self.badges(self.here):
                most = self.most(t)
                ranks = ["none", *[f"first {n}" for n in range(1, most + 1)], "all"]
                ranks += [f"from {k}" for k in range(2, most + 1)]
                found.append((number, [f"claim {t} {each}" for each in ranks if each != draft.get(t, "none")]))
        return [*found, (len(self.traffics) + 1, ["claim no rest" if "rest" in draft else "claim rest"])]

    def most(self, t: str) -> int:
        """The highest rank that can be named: what the tiles that may lie here could bring, at least two (PG 9.9)."""
        total = 1 if self.printed(self.here).get(t, 0) >= 2 else 0
        for seat in range(0, self.n, 2):
            out = [piece for piece in self.pieces if piece.seat == seat]
            may = self.hands[seat] - self.seen_home[seat] + Counter(piece.name for piece in out)
            lying = sum(piece.card == self.here for piece in out)
            total += sum(sorted((self.icons(name, t) for name in may.elements()), reverse=True)[:lying])
        return min(12, max(2, total))

    def accord(self, claims: Mapping[int, Claim]) -> bool:
        """Nobody refuses, and nothing is claimed twice (P-16)."""
        if REFUSED in claims.values():
            return False
        said = list(claims.values())
        if sum("place" in each for each in said) > 1 or sum("rest" in each for each in said) > 1:
            return False
        for t in self.traffics:
            ranks = [rank for each in said for rank in self.ranks(each.get(t))]
            if len(ranks) != len(set(ranks)):
                return False
        named = {t for t in self.traffics for each in said if t in each and t not in self.printed(self.here)}
        return len(named) <= self.badges(self.here)

    def ranks(self, words: str | None) -> range:
        """The ranks that a claim of a traffic covers."""
        if words is None:
            return range(0)
        if words == "all":
            return range(1, 30)
        what, number = words.split()
        return range(1, int(number) + 1) if what == "first" else range(int(number), 30)

    def giving_way(self, seat: int) -> Claim:
        """Of one's shown claim, part by part, what does not clash with the others' (PG 9.7)."""
        kept: Claim = {}
        mine = self.claims[seat]
        for part in ["place", *self.traffics, "rest"]:
            if part in mine and self.accord(self.claims | {seat: kept | {part: mine[part]}}):
                kept[part] = mine[part]
        return kept

    # -- an accord is carried out (P-17 to P-21) -----------------------------------------------------------------------

    def carry_out(self, claims: Mapping[int, Claim]) -> Step:
        """All fighting tiles feed; tokens go by rank, the place to its claimant; else to “everything else”."""
        printed = self.printed(self.here)
        self.named = {t for t in self.traffics for each in claims.values() if t in each and t not in printed}
        fighters = self.fighters()
        left = self.badges(self.here) - len(self.named)
        if fighters and left:
            free = [t for t in self.traffics if t not in printed and t not in self.named]
            fed = [t for t in free if any(self.icons(piece.name, t) for piece in self.here_pieces("fight"))]
            # nobody may dodge: what can be fed comes first, and what cannot makes no difference (P-19)
            options = list(combinations(fed, left)) if len(fed) > left else [tuple(fed)]
            if len(options) > 1:
                self.met["badges under a deal"] += 1
            yield from self.name_badges(self.lowest(fighters), options)
        rest = next((seat for seat in claims if "rest" in claims[seat]), None)
        place = next((seat for seat in claims if "place" in claims[seat]), rest)
        if place is not None:
            self.owner[self.here] = place
        for t in self.traffics:
            for rank in range(1, min(self.fed(t, fighters), self.supply[t]) + 1):
                taker = next((seat for seat in claims if rank in self.ranks(claims[seat].get(t))), rest)
                if taker is not None:
                    self.met["token by a deal"] += 1
                    self.give(taker, t, 1)

    # -- no accord: dice and powers (P-22 to P-26) ---------------------------------------------------------------------

    def roll(self, purpose: str) -> Step:
        """Informers in a fight, the police's dice, and one reroll if there is a lieutenant."""
        told = self.luck.take("roll")
        dice = [[die["seat"], die["die"], die["face"]] for die in told["dice"]]
        expected = [(piece.seat, piece.name) for piece in self.here_pieces("")]
        if purpose == "fight":
            expected += [(INFORMERS, "informer")] * value(self.cards[self.here], "informers")
        rolled = [(seat, name) for seat, name, _ in dice]
        if Counter(rolled) != Counter(expected) or told["for"] != purpose:
            raise Disagreement(f"to be rolled for {purpose}: {sorted(expected)}; rolled for {told['for']}: {rolled}")
        assert all(face in self.faces[name] for _, name, face in dice)
        self.dice = dice
        owners = sorted({seat for seat, name, _ in dice if name == "lieutenant"})
        choices = sorted({self.reroll_text(die) for die in dice if die[1] != "lieutenant"})
        if not owners or not choices:
            return
        if len(owners) > 1:
            self.met["several lieutenants"] += 1
        _, text = yield self.ask("reroll", {self.lowest(owners): ["reroll none", *choices]})
        if text != "reroll none":
            self.met["reroll"] += 1
            die = next(each for each in self.dice if self.reroll_text(each) == text and each[1] != "lieutenant")
            die[2] = self.luck.take("reroll")["face"]
            assert die[2] in self.faces[die[1]]

    def reroll_text(self, die: list[Any]) -> str:
        """How the choice of a die is written."""
        seat, name, face = die
        return f"reroll informer {face}" if seat == INFORMERS else f"reroll {seat} {name} {face}"

    def badge_count(self, seat: int) -> int:
        """The badges of a policeman's dice; a double that is not settled counts."""
        return sum(die[0] == seat and die[2] in ("badge", "double") for die in self.dice)

    def most_badges(self) -> int | None:
        """Who has rolled the most badges; nobody on a tie."""
        counts = {seat: self.badge_count(seat) for seat in self.police_here()}
        best = [seat for seat in counts if counts[seat] == max(counts.values())]
        return best[0] if len(best) == 1 else None

    def raid(self) -> Step:
        """Powers are compared; the gangsters win only if they are stronger."""
        yield from self.roll("fight")
        for seat in self.order:
            for die in self.dice:
                if die[0] == seat and die[2] == "double":
                    self.met["double"] += 1
                    _, text = yield self.ask("double", {seat: ["double handcuffs", "double badge"]})
                    die[2] = text.split()[1]
        cuffs = sum(die[2] == "handcuffs" for die in self.dice)
        if any(die[1] == "lieutenant" for die in self.dice):
            cuffs *= 2
        police = max(0, value(self.cards[self.here], "handcuffs") + self.shift) + cuffs
        mafia = sum(die[2] == "mafia" for die in self.dice)
        fighters = self.fighters()
        gangsters = sum(self.strength(seat) for seat in fighters) + mafia
        self.powers = (police, gangsters)
        if police >= gangsters:
            yield from self.police_win(bool(fighters))
        elif fighters:
            self.met["gangsters win"] += 1
            yield from self.last_arrest()
            yield from self.gang_fight()
        else:
            self.met["informers hold the place"] += 1

    def last_arrest(self) -> Step:
        """The policeman with the most badges may still arrest somebody at random, and pays with a die (P-26)."""
        counts = {seat: self.badge_count(seat) for seat in self.police_here()}
        most = max(counts.values())
        if not most:
            return
        seat = self.lowest([each for each in counts if counts[each] == most])
        _, text = yield self.ask("arrest", {seat: ["arrest none", *[f"arrest {each}" for each in self.fighters()]]})
        if text == "arrest none":
            return
        self.met["arrest"] += 1
        victim, name = int(text.split()[1]), self.luck.take("arrest")["character"]
        tile = next((each for each in self.here_pieces("fight") if each[:2] == (victim, name)), None)
        assert tile is not None, f"{victim} has no {name} to arrest"
        die = max((each for each in self.here_pieces("") if each.seat == seat), key=lambda each: DICE.index(each.name))
        for piece in (tile, die):
            self.imprison(piece)
        self.score(seat, 1)

    def imprison(self, piece: Piece) -> None:
        """From the place to prison."""
        self.pieces.remove(piece)
        self.jail.append((piece.seat, piece.name, self.turn))

    # -- the police have won (P-25, P-27) ------------------------------------------------------------------------------

    def police_win(self, prize: bool) -> Step:
        """The marker goes; one policeman takes all, several share or roll; without fighters the place alone."""
        self.owner.pop(self.here, None)
        police = self.police_here()
        self.met["police win" if prize else "police win the place alone"] += 1
        if len(police) == 1:
            yield from self.take_all(police[0], prize)
            return
        first: dict[int, Claim] = {}
        for seat in police:
            first[seat] = {"place": seat}
            if prize:
                first[seat] |= {"point": seat, "token": seat, "catch": self.catches()[0]}
        yield from self.rounds_of("share", police, first)
        claims, self.claims, self.drafts = self.claims, {}, {}
        self.met[f"{len(police)} police share"] += 1
        what = "a prize" if prize else "a place alone"
        if self.same(claims):
            self.met[f"sharing {what} agreed"] += 1
            agreed = claims[police[0]]
            self.owner[self.here] = agreed["place"]
            if prize:
                self.catch(agreed["catch"], agreed["point"], agreed["token"])
            return
        self.met[f"sharing {what} by dice"] += 1
        yield from self.roll("share")
        winner = self.most_badges()
        if winner is None:
            self.met[f"sharing {what} tied"] += 1
        else:
            yield from self.take_all(winner, prize)

    def same(self, proposals: Mapping[int, Claim]) -> bool:
        """All propose the same, and nobody refuses (P-27)."""
        said = list(proposals.values())
        return REFUSED not in said and all(each == said[0] for each in said)

    def proposal_parts(self, seat: int) -> list[tuple[int, list[str]]]:
        """The changes that a policeman may make to his proposal: without a prize there is only the place."""
        draft = self.drafts[seat]
        found = []
        for number, part in enumerate(("place", "point", "token")):
            if part in draft:
                found.append((number, [f"give {part} {each}" for each in self.claims if each != draft[part]]))
        if "catch" in draft:
            found.append((3, [each for each in self.catches() if each != draft["catch"]]))
        return found

    def catches(self) -> list[str]:
        """Every fighting tile here with every traffic on it that the supply has, in order of seat, tile, traffic."""
        found = []
        for seat in self.fighters():
            for name in self.names:
                if any(piece[:2] == (seat, name) for piece in self.here_pieces("fight")):
                    wares = [t for t in self.traffics if self.icons(name, t) and self.supply[t]]
                    if not wares:
                        self.met["nothing left to take"] += 1
                    found += [f"catch {seat} {name} {t}" for t in wares or ["empty-handed"]]
        return found

    def take_all(self, seat: int, prize: bool) -> Step:
        """Place, point and token for one, who names whom to catch."""
        self.owner[self.here] = seat
        if prize:
            choices = self.catches()
            text = choices[0]
            if len(choices) > 1:
                _, text = yield self.ask("catch", {seat: choices})
            self.catch(text, seat, seat)

    def catch(self, text: str, point: int, token: int) -> None:
        """The named tile goes to prison alone, for a point and a token."""
        _, victim, name, t = text.split()
        self.imprison(next(each for each in self.here_pieces("fight") if each[:2] == (int(victim), name)))
        self.score(point, 1)
        if t != "empty-handed":
            self.give(token, t, 1)

    # -- the count (chapter 4, P-28 to P-31) ---------------------------------------------------------------------------

    def staking(self) -> Step:
        """Everybody stakes in secret, traffic by traffic; then all is shown."""
        owing = list(range(self.n))
        changed = dict.fromkeys(owing, -1)
        while owing:
            seat, text = yield self.ask("stake", {each: self.stake_choices(each, changed[each]) for each in owing})
            if text == "back":
                self.stakes[seat].clear()
                changed[seat] = -1
            elif text in ("stake done", "stake all"):
                if text == "stake all":
                    self.stakes[seat] = Counter(self.tokens[seat])
                owing.remove(seat)
            else:
                _, t, count = text.split()
                self.stakes[seat][t] = int(count)
                changed[seat] = self.traffics.index(t)
        for t in self.traffics:
            self.decide(t)
        for seat in range(self.n):
            self.tokens[seat] -= self.stakes[seat]
            self.supply += self.stakes[seat]
        self.staked, self.stakes = self.stakes, [Counter[str]() for _ in range(self.n)]

    def stake_choices(self, seat: int, after: int) -> list[str]:
        """Hand in, stake some of a later traffic, begin again, stake everything."""
        found = ["stake done"]
        for number, t in enumerate(self.traffics):
            if number > after:
                found += [f"stake {t} {count}" for count in range(1, self.tokens[seat][t] + 1)]
        found += ["back"] if after >= 0 else []
        return found + (["stake all"] if self.tokens[seat].total() else [])

    def decide(self, t: str) -> None:
        """The highest stake wins a traffic: a gangster climbs, police counter."""
        most = max(self.stakes[seat][t] for seat in range(self.n))
        best = [seat for seat in range(self.n) if most and self.stakes[seat][t] == most]
        police = [seat for seat in best if seat % 2]
        holder, level = self.markers.pop(t, (-1, 0))
        if police:
            self.met["countered" if holder >= 0 else "countered a free traffic"] += 1
            if len(best) > 1:
                self.met["police tie" if len(police) > 1 else "police beat a tied gangster"] += 1
            for seat in police:
                self.score(seat, self.boxes[t][level] // len(police))
        elif len(best) == 1:
            level = min(level + 1, len(self.boxes[t]) - 1) if holder == best[0] else 0
            self.met["traffic climbed" if holder == best[0] else "traffic taken"] += 1
            self.markers[t] = (best[0], level)
            self.score(best[0], self.boxes[t][level])
        elif best:
            self.met["gangsters tie for a traffic"] += 1

    def districts(self) -> Step:
        """Cards of two colours are given one, in turn order; then each scores the best colour it leads alone."""
        for seat in self.order:
            for card in self.city:
                colours = self.cards[card]["colours"]
                if self.owner.get(card) == seat and len(colours) == 2:
                    _, text = yield self.ask("colour", {seat: [f"count {card} {colour}" for colour in colours]})
                    self.counted_as[card] = text.split()[2]
        best = [0] * self.n
        for colour in COLOURS:
            counts = Counter(self.owner[card] for card in self.owner if self.counts_as(card) == colour)
            leaders = [seat for seat in counts if counts[seat] == max(counts.values())]
            if len(leaders) == 1:
                best[leaders[0]] = max(best[leaders[0]], counts[leaders[0]])
        for seat in range(self.n):
            self.score(seat, best[seat])

    def counts_as(self, card: str) -> str:
        """The colour that a controlled card counts for."""
        colours: list[str] = self.cards[card]["colours"]
        return colours[0] if len(colours) == 1 else self.counted_as[card]

    # -- the end (P-32, P-39) ------------------------------------------------------------------------------------------

    def end_turn(self) -> None:
        """Police take their dice back; then the game may be over."""
        self.counted_as = {}
        self.owner = {card: seat for card, seat in self.owner.items() if seat % 2 == 0}
        best = max(self.track)
        alone = self.track.count(best) == 1
        if best >= self.target and alone:
            self.ending = "extra-turn" if self.extra else "points"
        elif not self.deck and not self.placed and not self.scored:
            self.ending = "deadlock"
        elif self.turn >= self.turn_limit:
            self.ending = "turn-limit"
        elif best >= self.target:
            self.extra = True
        if self.ending:
            self.met[f"ending {self.ending}"] += 1

    def ranking(self) -> tuple[int, ...]:
        """Places, shared by equal scores."""
        points = [self.points(seat) for seat in range(self.n)]
        return tuple(1 + sum(other > mine for other in points) for mine in points)

    # -- the table -----------------------------------------------------------------------------------------------------

    def table(self) -> dict[str, object]:
        """All that lies on the table, to be compared with `table_of` a State."""
        return {
            "turn": self.turn,
            "order": self.order,
            "scores": [self.points(seat) for seat in range(self.n)],
            "city": [
                (card, *self.at[card], self.owner.get(card, -1), sorted(self.hire[card]), self.counted_as.get(card, ""))
                for card in self.city
            ],
            "drawn": self.drawn,
            "deck": sorted(self.deck),
            "bag": sorted(self.bag.elements()),
            "discard": sorted(self.discard.elements()),
            "hands": [sorted(hand.elements()) for hand in self.hands],
            "seen in hand": [sorted(hand.elements()) for hand in self.seen_home],
            "pieces": sorted(self.without_side(piece) for piece in self.pieces),
            "prison": sorted(self.jail),
            "passed": sorted(self.passed),
            "tokens": [dict(+each) for each in self.tokens],
            "tokens seen to be gained": [[each[t] for t in self.traffics] for each in self.tokens],  # all are (P-33)
            "supply": [self.supply[t] for t in self.traffics],
            "markers": self.markers,
            "stakes": [dict(+each) for each in self.stakes],
            "staked": [dict(+each) for each in self.staked],
            "here": self.here,
            "turned up": self.open,
            "badges named": sorted(self.named),
            "dice": sorted(map(tuple, self.dice)),
            "powers": self.powers,
            "ending": self.ending,
        }

    def without_side(self, piece: Piece) -> tuple[object, ...]:
        """A piece; on an open place without its side, since chance may have taken one of two alike."""
        return (*piece[:4], "" if self.open and piece.card == self.here else piece.side)

    def said(self, claim: Claim | None) -> tuple[str, ...]:
        """A claim, a proposal or an order in the words of Views."""
        if claim is None:
            return ()
        found = []
        for part in ["place", *self.traffics, "rest", "point", "token", "catch"]:
            if part in claim:
                found.append(str(claim[part]) if part == "catch" else f"{part} {claim[part]}".removesuffix(" True"))
        return tuple(found) or tuple(each for each in claim if each == "no deal" or each.startswith("order"))


def table_of(state: Any, seen: Any) -> dict[str, object]:
    """The table as the game's own position and the spectator's View tell it."""
    data = state.to_position()
    pieces = []
    for text in data["pieces"]:
        seat, name, *how, card, side = text.split()
        pieces.append((int(seat), name, "".join(how), card, "" if seen.open and card == seen.here else side))
    jail = [text.split() for text in data["jail"]]
    return {
        "turn": data["turn"],
        "order": data["order"],
        "scores": list(state.scores()),
        "city": [
            (
                card["card"],
                *card["at"],
                card.get("owner", -1),
                sorted(name for name in card.get("hire", []) if name),
                card.get("counts", ""),
            )
            for card in data["city"]
        ],
        "drawn": data["drawn"],
        "deck": sorted(data["deck"]),
        "bag": sorted(data["bag"]),
        "discard": sorted(data["discard"]),
        "hands": [sorted(names) for names in data["hands"]],
        "seen in hand": [sorted(names) for names in data["shown"]],
        "pieces": sorted(pieces),
        "prison": sorted((int(seat), name, int(turn)) for seat, name, turn in jail),
        "passed": sorted(data["passed"]),
        "tokens": data["tokens"],
        "tokens seen to be gained": [list(each) for each in seen.gained],
        "supply": list(seen.supply),
        "markers": {t: tuple(place) for t, place in data["markers"].items()},
        "stakes": data["stakes"],
        "staked": data["staked"],
        "here": seen.here,
        "turned up": seen.open,
        "badges named": sorted(seen.named),
        "dice": sorted(seen.dice),
        "powers": (seen.power_police, seen.power_gangsters),
        "ending": state.ending,
    }


def differences(referee: Referee, asked: Ask, state: Any, spoke: int | None) -> list[str]:
    """Where the referee and the game differ: who is asked what, the table, what is said and drafted.

    `spoke` is who made the last choice: of drafts only theirs can have changed, unless a round has just begun.
    """
    found = []

    def compare(what: str, mine: object, theirs: object) -> None:
        if mine != theirs:
            found.append(f"{what}: by the rules {mine}, in the game {theirs}")

    seen = state.view(None)
    mine, theirs = referee.table(), table_of(state, seen)
    for what in mine:
        compare(what, mine[what], theirs[what])
    compare("asked", sorted(asked), sorted(state.current_players()))
    if asked:
        compare("phase", referee.phase, seen.phase)
    for seat in sorted(asked):
        wanted, offered = Counter(asked[seat]), Counter(map(str, state.legal_actions(seat)))
        compare(f"seat {seat} lacks", sorted((wanted - offered).elements()), [])
        compare(f"seat {seat} has too much", [], sorted((offered - wanted).elements()))
        if seen.phase == "place":
            compare(f"seat {seat} holds", referee.held, state.view(seat).held)
    if seen.phase in ("talk", "share", "order"):
        begun = all(seat in asked for seat in referee.claims)
        for seat in range(referee.n):
            if begun or seat == spoke:
                compare(f"draft of {seat}", referee.said(referee.drafts.get(seat)), state.view(seat).draft)
    if seen.phase in ("talk", "share"):
        compare("round", referee.round, seen.round)
        compare("party", tuple(sorted(referee.claims)), seen.party)
        shown = [referee.said(referee.claims.get(seat) if seen.round > 1 else None) for seat in range(referee.n)]
        compare("claims", shown, list(seen.claims))
    if not asked:
        compare("ranking", referee.ranking(), state.ranking())
    if referee.luck.told:
        found.append(f"chance decided what the rules did not ask for: {referee.luck.told}")
    return found
