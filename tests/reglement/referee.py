"""A referee for Règlement de comptes: the rules read a second time, from the specification and docs/rules alone.

Plain and slow on purpose: it works with names, knows nothing of the game's own rules or State, and shares with them
only the edition (the numbers of the box and of the table) and the texts of the choices. `Referee.game` is the whole
game as one generator: it yields who is asked and what may be chosen, and is sent what was chosen. Chance is not
repeated: the deal, the lot for the youngest and shuffled piles are taken from the game's position and events, and
checked to be possible.

Compared after every choice: who is asked, the choices, the whole position, every View, the events. `possible` holds
imagined tables against what a View tells. Not covered: texts and boards, the reasons of refusals, bots, and positions
that no game from the beginning reaches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

Ask = tuple[int, list[str]]  # who is asked, and the choices
Step = Generator[Ask, str, None]
Aim = Generator[Ask, str, bool]  # whether the choice was made; False if it was taken back
Position = Mapping[str, Any]
Told = tuple[str, dict[str, Any], list[str]]  # an event: its kind, its data, and cards that one seat alone sees

BUSINESSES = ("bar", "restaurant", "gaming")
WAYS = ("left", "right")
NOT_COMPARED = {"game", "edition", "random"}


class Disagreement(AssertionError):
    """The referee and the game do not say the same."""


@dataclass
class Man:
    """A gangster; `number` tells those of one gang and rank apart."""

    seat: int
    rank: str
    number: int = 0
    asleep: bool = False

    @property
    def kind(self) -> str:
        """What he is called among those who wait for a chair."""
        return f"{self.rank} asleep" if self.asleep else self.rank


class Referee:
    """The table by names, and the game as a generator of questions."""

    def __init__(self, edition: Mapping[str, Any], players: int, options: Mapping[str, Any]) -> None:
        self.edition = edition
        self.n = players
        self.seats = range(players)
        self.options = dict(options)
        self.told: Position = {}  # the game's own position, for what chance decided
        self.told_drawn: list[str] = []  # the cards drawn after this choice
        self.met: Counter[str] = Counter()  # situations of the rules that came up, so that a test can ask for them
        self.events: list[Told] = []
        self.gangs: list[str] = edition["gangs"]["names"][:players]
        self.icons: dict[int, str] = {each["number"]: each["object"]["icon"] for each in edition["chairs"]}
        self.left: dict[int, int] = {each["number"]: each["left"] for each in edition["chairs"]}
        self.right: dict[int, int] = {each["number"]: each["right"] for each in edition["chairs"]}
        self.opposite: dict[int, int] = {each["number"]: each["opposite"] for each in edition["chairs"]}
        self.deck = {name: row["count"] for name, row in edition["deck"].items() if isinstance(row, dict)}
        self.gang_size: dict[str, int] = edition["sizes"][str(players)]
        self.ranks = list(self.gang_size)
        # the table
        self.chairs: dict[int, Man] = {}
        self.reserve: list[list[Man]] = [[] for _ in self.seats]
        self.cakes: dict[int, int] = {}  # chairs of the cakes on the table, by seat
        self.gone: set[int] = set()  # cakes out of the game
        self.bank: int = edition["bank"][str(players)]
        self.money = [0] * players
        self.hands: list[Counter[str]] = []
        self.pile: list[str] = []
        self.discard: list[str] = []
        self.away: list[str] = []
        self.turn = self.mover = 0
        self.turns = self.clock = self.quiet = self.reveals = 0
        self.busy = False
        self.out: dict[int, tuple[int, int]] = {}  # the moment a seat went out, and its men just before
        self.ending = ""
        # what a choice has so far
        self.step = ""
        self.first = self.picked = ""
        self.only_kind = False
        self.lifted = 0
        self.doses: list[int] = []
        # what everybody remembers
        self.shuffles = 0
        self.fresh: Counter[str] = Counter()
        self.kept = [Counter[str]() for _ in self.seats]
        self.shown = [Counter[str]() for _ in self.seats]
        self.deeds: list[list[Any]] = []
        self.last: list[list[Any]] = []

    # -- small questions -----------------------------------------------------------------------------------------------

    def men(self, seat: int) -> list[Man]:
        """The living men of a seat, at the table or waiting for a chair."""
        return [man for man in self.chairs.values() if man.seat == seat] + self.reserve[seat]

    def still_in(self) -> list[int]:
        """The seats that have men."""
        return [seat for seat in self.seats if self.men(seat)]

    def free(self) -> list[int]:
        """The chairs without a gangster."""
        return [chair for chair in self.icons if chair not in self.chairs]

    def awake(self, seat: int) -> list[int]:
        """The chairs of a seat's men who are awake (RC 9.1)."""
        return [chair for chair in self.icons if self.holds(chair, seat) and not self.chairs[chair].asleep]

    def holds(self, chair: int, seat: int) -> bool:
        """Whether a man of that seat sits there."""
        return chair in self.chairs and self.chairs[chair].seat == seat

    def enemy(self, chair: int) -> bool:
        """Whether an opponent of the player sits there."""
        return chair in self.chairs and self.chairs[chair].seat != self.turn

    def pills(self) -> int:
        """The pills left: one lies by each sleeper (RC 8.12)."""
        everybody = [man for seat in self.seats for man in self.men(seat)]
        return int(self.edition["table"]["tokens"]) - sum(man.asleep for man in everybody)

    def name(self, man: Man) -> str:
        """A man as positions call him."""
        return f"{self.gangs[man.seat]} {man.rank} {man.number}{' asleep' if man.asleep else ''}"

    def in_order(self, cards: Counter[str]) -> list[str]:
        """Cards in the order of the edition."""
        return [card for card in self.deck for _ in range(cards.get(card, 0))]

    def tell(self, kind: str, **data: Any) -> None:
        """An event that everybody may know."""
        self.events.append((kind, {key.rstrip("_"): value for key, value in data.items()}, []))

    def tell_drawn(self, seat: int, cards: Counter[str]) -> None:
        """Cards were drawn, which only the seat sees."""
        self.reveals += 1
        self.events.append(("draw", {"seat": seat, "count": cards.total()}, self.in_order(cards)))

    # -- set-up (RC 2, RC 3) -------------------------------------------------------------------------------------------

    def game(self) -> Step:
        """The deal, the seating, then turns to the end."""
        self.deal()
        for seat in self.seats:
            self.reserve[seat] = [Man(seat, rank) for rank in self.ranks for _ in range(self.gang_size[rank])]
        if self.options["seating"] == "free":
            youngest = self.options["youngest"]
            drawn = self.gangs.index(self.told["mover"]) if youngest == "draw" else youngest - 1
            yield from self.take_places(drawn)
            self.turn = self.mover  # whoever seated the last one begins (RC 3.3)
        else:
            for seat, gang in enumerate(self.gangs):
                for rank, chairs in self.edition["seatings"][str(self.n)][gang].items():
                    for chair in chairs:
                        self.sit(seat, rank, chair)
            self.deeds = []
            self.events = [each for each in self.events if each[0] != "seat"]  # told of a free seating only
        while not self.ending:
            yield from self.one_turn()

    def deal(self) -> None:
        """Everybody has a hand, the rest is the pile; the cards are all there (RC 1.5, RC 2.3)."""
        self.hands = [Counter(self.told["hands"][gang]) for gang in self.gangs]
        self.pile = list(self.told["pile"])
        size = self.edition["table"]["hand"]
        if [hand.total() for hand in self.hands] != [size] * self.n:
            raise Disagreement(f"hands of {[hand.total() for hand in self.hands]} cards were dealt")
        if sum(self.hands, Counter(self.pile)) != self.deck:
            raise Disagreement(f"the cards dealt are not those of the box: {self.told['hands']}, {self.pile}")
        for seat in self.seats:
            self.tell_drawn(seat, self.hands[seat])

    def take_places(self, begins: int) -> Step:
        """Counter-clockwise one man each, any of those who wait, any free chair, until all sit (RC 3.2, RC 8.13)."""
        seat = begins
        while any(self.reserve):
            if self.reserve[seat]:
                self.mover = seat
                yield from self.seat_one(seat)
            seat = (seat - 1) % self.n

    def seat_one(self, seat: int) -> Step:
        """One man is picked, then his chair; men all of a kind need no picking."""
        kinds = self.kinds(seat)
        self.only_kind = len(kinds) == 1
        self.met["one kind waits"] += self.only_kind
        while True:
            self.picked = kinds[0]
            if not self.only_kind:
                self.picked = ""
                text = yield self.ask("picking", [f"pick {kind}" for kind in kinds])
                self.picked = text.removeprefix("pick ")
            back = [] if self.only_kind else ["back"]
            text = yield self.ask("sitting", [f"sit {chair}" for chair in self.free()] + back)
            picked, self.picked = self.picked, ""
            if text != "back":
                break
        self.sit(seat, picked, int(text.split()[1]))

    def kinds(self, seat: int) -> list[str]:
        """The kinds of men of a seat who wait for a chair."""
        return list(dict.fromkeys(man.kind for man in self.reserve[seat]))

    def sit(self, seat: int, kind: str, chair: int) -> None:
        """A man of those who wait sits down, with his pill if he sleeps (RC 8.14)."""
        man = next(each for each in self.reserve[seat] if each.kind == kind)
        self.reserve[seat].remove(man)
        taken = {each.number for each in self.chairs.values() if (each.seat, each.rank) == (seat, man.rank)}
        man.number = next(number for number in range(1, 99) if number not in taken)
        self.chairs[chair] = man
        self.deeds.append(["seat", chair, self.name(man).removesuffix(" asleep")])
        self.tell("seat", seat=seat, chair=chair, asleep=man.asleep, gang=self.gangs[seat], rank=man.rank)

    # -- the turn (RC 4) -----------------------------------------------------------------------------------------------

    def one_turn(self) -> Step:
        """Cake, income, cards, waking; who goes out stops there (RC 10.3)."""
        seat = self.mover = self.turn
        self.turns += 1
        self.busy = False
        self.first = ""
        self.last, self.deeds = self.deeds, []
        self.tell("turn", seat=seat, number=self.turns)
        if seat in self.cakes:
            self.met["own cake"] += 1
            self.blast(seat)
        if self.goes_on():
            self.income()
        if self.goes_on():
            yield from self.cards()
        if self.goes_on():
            self.wake()
        if not self.ending:
            self.end_turn()

    def goes_on(self) -> bool:
        """Whether the game and the turn go on."""
        return not self.ending and bool(self.men(self.turn))

    def end_turn(self) -> None:
        """Nothing but waiting ends the game (RC 11.4); the next seat clockwise that is still in plays (RC 10.1)."""
        self.quiet = 0 if self.busy else self.quiet + 1
        stall = self.edition["stall"]
        if self.quiet >= stall["quiet"] * len(self.still_in()) or self.turns >= stall["turns"]:
            self.met["stalled by " + ("waiting" if self.turns < stall["turns"] else "turns")] += 1
            self.end("stalled")
            return
        if not self.men(self.turn):
            self.met["out in the own turn"] += 1
        self.turn = next(seat for i in range(1, self.n + 1) if self.men(seat := (self.turn + i) % self.n))

    def income(self) -> None:
        """What the men who are awake bring, as far as the bank can pay (RC 6)."""
        seat = self.turn
        rates = self.edition["income"]
        mine = [(self.chairs[chair].rank, self.icons[chair]) for chair in self.awake(seat)]
        asleep = [self.icons[chair] for chair in self.chairs if self.holds(chair, seat) and self.chairs[chair].asleep]
        self.met["sleeper at the till"] += "till" in asleep
        due = sum(rates["godfather"] for rank, _ in mine if rank == "godfather")
        for kind in BUSINESSES:
            count = sum(icon == kind for _, icon in mine)
            due += rates["monopoly"] if count == 2 else count * rates["business"]
            self.met["monopoly"] += count == 2
            self.met["sleeper in a monopoly"] += kind in asleep and count == 1
        if any(icon == "till" for _, icon in mine):
            self.met["till"] += 1
            due *= rates["till"]
        paid = min(due, self.bank)
        self.met["bank short"] += paid < due
        self.money[seat] += paid
        self.bank -= paid
        if paid:
            self.busy = True
            self.deeds.append(["pay", self.gangs[seat], paid])
        self.tell("income", seat=seat, due=due, paid=paid, bank=self.bank)
        if not self.bank:
            self.met["bank empty, paid in full"] += paid == due
            self.end("bank", seat, paid)

    def wake(self) -> None:
        """All sleepers of the player wake (RC 9.2)."""
        asleep = [chair for chair in self.icons if self.holds(chair, self.turn) and self.chairs[chair].asleep]
        for chair in asleep:
            self.chairs[chair].asleep = False
        if asleep:
            self.tell("wake", seat=self.turn, chairs=asleep)

    # -- the cards (RC 7) ----------------------------------------------------------------------------------------------

    def cards(self) -> Step:
        """A card, then perhaps a Move; or a card is discarded. Then the hand is filled up."""
        while not self.first:
            text = yield self.ask("first", self.card_choices())
            what, card = text.split()
            if what == "discard":
                self.spend(card)
                self.tell("discard", seat=self.turn, card=card)
                self.draw()
                return
            played = yield from self.aim(card)
            if not self.goes_on():
                return
            self.first = card if played else ""
        played = False
        while not played:
            text = yield self.ask("second", self.card_choices())
            if text == "draw":
                break
            played = yield from self.aim("move")
            self.met["two moves"] += played and self.first == "move"
        self.draw()

    def card_choices(self) -> list[str]:
        """A first card to play or to discard; then a Move, or one draws (RC 7.1, RC 7.2, RC 13.4)."""
        hand = +self.hands[self.turn]
        if self.first:
            return ["draw", *(["play move"] if hand["move"] and self.playable("move") else [])]
        return [f"play {card}" for card in hand if self.playable(card)] + [f"discard {card}" for card in hand]

    def spend(self, card: str) -> None:
        """A card goes from the hand to the discards, for all to see (RC 13.3)."""
        self.hands[self.turn][card] -= 1
        self.discard.append(card)
        self.shown[self.turn][card] += 1

    def draw(self) -> None:
        """Up to a full hand; with the last card of the pile the discards become the new one (RC 7.5, RC 7.7)."""
        hand = self.hands[self.turn]
        drawn: Counter[str] = Counter()
        count = self.edition["table"]["hand"] - hand.total()
        for number in range(count):
            card = self.pile.pop(0)
            hand[card] += 1
            drawn[card] += 1
            if not self.pile:
                self.shuffle(Counter(self.told_drawn) - drawn, count - number - 1)
        self.tell_drawn(self.turn, drawn)

    def shuffle(self, new: Counter[str], to_draw: int) -> None:
        """The new pile is what the discards were; of it the player draws so many cards more, which are told."""
        self.pile = [*new.elements(), *self.told["pile"]]
        if new.total() != to_draw or Counter(self.pile) != Counter(self.discard):
            raise Disagreement(f"the discards {sorted(self.discard)} became the pile {sorted(self.pile)}")
        self.met["shuffle"] += 1
        self.met["shuffle between two cards drawn"] += to_draw > 0
        self.tell("shuffle", count=len(self.pile))
        self.shuffles += 1
        self.fresh = Counter(self.discard)
        self.discard = []
        self.kept = [Counter(+hand) for hand in self.hands]
        self.shown = [Counter[str]() for _ in self.seats]

    def playable(self, card: str) -> bool:
        """Whether a card does something (RC 7.4)."""
        return card == "alert" or bool(self.targets(card))

    def targets(self, card: str) -> list[str]:
        """What a card may do, of a Cocktail or a Move the first part (RC 8)."""
        me = self.turn
        if card == "knife":
            killers = [each for each in self.awake(me) if self.chairs[each].rank == "blade" or self.icons[each] == card]
            pairs = [(each, victim) for each in killers for victim in (self.left[each], self.right[each])]
            return [f"stab {killer} {victim}" for killer, victim in pairs if self.enemy(victim)]
        if card == "bang":
            armed = [c for c in self.awake(me) if self.chairs[c].rank == "shooter" or self.icons[c] == "revolver"]
            return [f"shoot {each}" for each in armed if self.enemy(self.opposite[each])]
        if card == "cake":
            return [f"serve {chair}" for chair in self.icons if chair not in self.cakes.values()]
        if card == "pass":
            cakes = [seat for seat in self.cakes if seat != me]
            return [f"pass {self.gangs[seat]} {way}" for seat in cakes for way in WAYS if self.stop(seat, way)]
        if card == "boom":
            return [f"blow {self.gangs[seat]}" for seat in self.cakes if seat != me]
        if card == "cocktail":
            most = self.edition["table"]["doses"]
            self.met["pills run out"] += self.pills() <= len(self.doses) < most
            room = len(self.doses) < min(most, self.pills())
            glasses = [chair for chair in self.icons if self.icons[chair] == "glass" and self.enemy(chair)]
            return [f"drug {chair}" for chair in glasses if room and chair not in self.doses]
        assert card == "move"
        return [f"lift {chair}" for chair in self.awake(me)] if self.free() else []

    def stop(self, seat: int, way: str) -> int:
        """Where a passed cake would stop: the first man that way, unless there is a cake; 0 for nowhere (RC 8.7)."""
        beside = self.left if way == "left" else self.right
        chair = beside[self.cakes[seat]]
        while chair not in self.chairs and chair != self.cakes[seat]:
            chair = beside[chair]
        if chair in self.cakes.values():
            self.met["cake in the way"] += chair != self.cakes[seat]
            return 0
        return chair

    def aim(self, card: str) -> Aim:
        """What the card does is chosen, in as many parts as it has; until then it can be taken back (RC 4.2)."""
        if card == "alert":
            yield from self.alert()
            return True
        if card == "cocktail":
            return (yield from self.pour())
        if card == "move":
            return (yield from self.move())
        text = yield self.ask(card, [*self.targets(card), "back"])
        if text == "back":
            return False
        self.spend(card)
        _, what, *more = text.split()
        if card in ("knife", "bang"):
            killer = int(what)
            self.kill(killer, int(more[0]) if more else self.opposite[killer], "stab" if card == "knife" else "shot")
        elif card == "cake":
            self.cakes[self.turn] = int(what)
            self.deeds.append(["serve", int(what), self.gangs[self.turn]])
            self.tell("serve", seat=self.turn, chair=int(what))
        elif card == "pass":
            self.pass_cake(self.gangs.index(what), more[0])
        else:
            self.met["boom"] += 1
            self.blast(self.gangs.index(what))
        return True

    def kill(self, killer: int, victim: int, how: str) -> None:
        """A knife or a shot (RC 8.1 to RC 8.4)."""
        man = self.chairs[victim]
        by = self.chairs[killer].rank
        self.met[how] += 1
        self.deeds.append([how, killer, victim])
        gang = self.gangs[man.seat]
        self.tell(how, seat=self.turn, from_=killer, chair=victim, by=by, gang=gang, rank=man.rank)
        self.die([victim])

    def pass_cake(self, seat: int, way: str) -> None:
        """A cake goes to the next man (RC 8.6, RC 8.7)."""
        old, new = self.cakes[seat], self.stop(seat, way)
        self.met["pass"] += 1
        self.met["cake of a dead gang passed"] += not self.men(seat)
        self.cakes[seat] = new
        self.deeds.append(["pass", old, new])
        self.tell("pass", seat=self.turn, gang=self.gangs[seat], from_=old, chair=new)

    def blast(self, owner: int) -> None:
        """A cake kills at its chair and the two beside it, and leaves the table (RC 5, RC 8.9)."""
        chair = self.cakes.pop(owner)
        gang = self.gangs[owner]
        self.met["cake of a dead gang set off"] += not self.men(owner)
        self.deeds.append(["blast", chair, gang])
        self.tell("blast", seat=self.turn, owner=owner, gang=gang, chair=chair)
        self.die([each for each in (self.right[chair], chair, self.left[chair]) if each in self.chairs])
        if not self.men(owner):
            self.gone.add(owner)

    def pour(self) -> Aim:
        """One to three different glasses; sleepers die of it, the others fall asleep (RC 8.10, RC 8.11)."""
        while True:
            targets = self.targets("cocktail")
            if self.doses and not targets:
                break
            text = yield self.ask("cocktail", [*targets, *(["pour"] if self.doses else []), "back"])
            if text == "pour":
                break
            if text != "back":
                self.doses.append(int(text.split()[1]))
            elif self.doses:
                self.doses.pop()
            else:
                return False
        doses, self.doses = self.doses, []
        self.spend("cocktail")
        deadly = [chair for chair in doses if self.chairs[chair].asleep]
        self.met["second dose"] += len(deadly)
        self.tell("cocktail", seat=self.turn, chairs=doses, deadly=deadly)
        for chair in doses:
            self.deeds.append(["dose", chair, self.gangs[self.turn]])
            self.chairs[chair].asleep = True
        if deadly:
            self.die(deadly)
        return True

    def move(self) -> Aim:
        """A man who is awake gets up and sits on a free chair (RC 8.17, RC 8.18)."""
        while True:
            text = yield self.ask("move", [*self.targets("move"), "back"])
            if text == "back":
                return False
            self.lifted = int(text.split()[1])
            text = yield self.ask("landing", [*[f"sit {chair}" for chair in self.free()], "back"])
            lifted, self.lifted = self.lifted, 0
            if text != "back":
                break
        self.spend("move")
        chair = int(text.split()[1])
        man = self.chairs[chair] = self.chairs.pop(lifted)
        self.deeds.append(["move", lifted, chair])
        self.tell("move", seat=self.turn, from_=lifted, chair=chair, gang=self.gangs[self.turn], rank=man.rank)
        return True

    def alert(self) -> Step:
        """All leave the table and sit down again; the card leaves the game, by default (RC 8.13 to RC 8.15)."""
        self.spend("alert")
        self.first = "alert"
        if self.options["alert_once"]:
            self.away.append(self.discard.pop())
        self.met["alert"] += 1
        self.deeds.append(["alert", self.gangs[self.turn], 0])
        self.tell("alert", seat=self.turn)
        for chair in list(self.chairs):
            man = self.chairs.pop(chair)
            self.met["sleeper at an alert"] += man.asleep
            self.reserve[man.seat].append(man)
        for seat in self.seats:
            self.reserve[seat].sort(key=lambda man: (man.asleep, self.ranks.index(man.rank), man.number))
        yield from self.take_places(self.turn)
        self.mover = self.turn

    # -- deaths and the end (RC 10 to RC 12) ---------------------------------------------------------------------------

    def die(self, chairs: list[int]) -> None:
        """Those on the chairs die in one moment, if any do; who has no man left goes out (RC 10.1, RC 12.4)."""
        before = [len(self.men(seat)) for seat in self.seats]
        self.busy = self.busy or bool(chairs)
        self.clock += 1
        for chair in chairs:
            man = self.chairs.pop(chair)
            self.met["sleeper killed"] += man.asleep
            man.asleep = False
            self.deeds.append(["death", chair, self.name(man)])
            self.tell("death", seat=man.seat, chair=chair, gang=self.gangs[man.seat], rank=man.rank)
        out = [seat for seat in self.seats if before[seat] and not self.men(seat)]
        self.met["two out at once"] += len(out) > 1
        for seat in out:
            self.out[seat] = (self.clock, before[seat])
            self.met["out with several men"] += before[seat] > 1
            cards = self.in_order(self.hands[seat])
            self.tell("out", seat=seat, cards=cards, money=self.money[seat])
            self.discard += cards
            self.shown[seat] += self.hands[seat]
            self.hands[seat].clear()
            if seat in self.cakes:
                self.met["cake left on the table"] += 1
            else:
                self.gone.add(seat)
        left = self.still_in()
        if not left:
            self.end("blast")
        elif len(left) == 1 and out:
            amount, self.bank = self.bank, 0
            self.money[left[0]] += amount
            self.end("alone", left[0], amount)

    def end(self, how: str, seat: int = -1, amount: int = 0) -> None:
        """The game is over."""
        self.ending = how
        self.met[f"ending {how}"] += 1
        self.tell("end", ending=how, seat=seat, amount=amount, left=self.bank)

    def ranking(self) -> tuple[int, ...]:
        """Money, then who stayed longer, then who had more men (RC 12.1 to RC 12.3)."""

        def worth(seat: int) -> tuple[int, float, int]:
            moment, men = self.out.get(seat, (float("inf"), len(self.men(seat))))
            return self.money[seat], moment, men

        for seat, other in combinations(self.seats, 2):
            mine, theirs = worth(seat), worth(other)
            if mine[0] == theirs[0]:
                in_play = "both out" if mine[1] < float("inf") else "both in"
                decided = "moment" if mine[1] != theirs[1] else f"men, {in_play}" if mine != theirs else "nothing"
                self.met[f"level on money, decided by {decided}"] += 1
        return tuple(1 + sum(worth(other) > worth(seat) for other in self.seats) for seat in self.seats)

    def ask(self, step: str, choices: list[str]) -> Ask:
        """A question of that step."""
        self.step = step
        return self.mover, choices

    # -- the table -----------------------------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """The whole table, as positions write it."""
        by_gang = dict(enumerate(self.gangs))
        cakes: dict[str, Any] = {by_gang[seat]: chair for seat, chair in self.cakes.items()}
        return {
            "players": self.n,
            "options": self.options,
            "chairs": {str(chair): self.name(man) for chair, man in self.chairs.items()},
            "cakes": cakes | {by_gang[seat]: "gone" for seat in self.gone},
            "reserve": {by_gang[seat]: [man.kind for man in self.reserve[seat]] for seat in self.seats},
            "out": {by_gang[seat]: list(out) for seat, out in self.out.items()},
            "money": self.money,
            "bank": self.bank,
            "hands": {by_gang[seat]: self.in_order(self.hands[seat]) for seat in self.seats},
            "pile": self.pile,
            "discard": self.discard,
            "away": self.away,
            "shuffles": self.shuffles,
            "fresh": self.in_order(self.fresh),
            "kept": {by_gang[seat]: self.in_order(self.kept[seat]) for seat in self.seats},
            "played": {by_gang[seat]: self.in_order(self.shown[seat]) for seat in self.seats},
            "turns": self.turns,
            "turn": by_gang[self.turn],
            "mover": by_gang[self.mover],
            "step": self.step,
            "first": self.first,
            "picked": self.picked,
            "lifted": self.lifted,
            "doses": self.doses,
            "clock": self.clock,
            "quiet": self.quiet,
            "busy": self.busy,
            "deeds": self.deeds,
            "last": self.last,
            "ending": self.ending,
            "reveals": self.reveals,
        }

    def view(self, looker: int | None, asked: Ask | None) -> dict[str, Any]:
        """What a seat, or a spectator, may know (RC 4.2, RC 13)."""
        chairs = list(self.icons)
        men = [self.chairs.get(chair) for chair in chairs]
        chooses = asked is not None and looker == asked[0]
        hidden_step = "picking" if self.step == "sitting" else "second" if self.first else "first"
        whole = self.step in ("first", "second", "picking") or (self.step == "sitting" and self.only_kind)
        counts = [[each.get(card, 0) for card in self.deck] for each in self.shown]
        return {
            "players": self.n,
            "seat": looker,
            "to_move": (asked[0],) if asked else (),
            "ending": self.ending,
            "places": self.ranking() if self.ending else (),
            "scores": tuple(self.money),
            "turn": self.turn,
            "turns": self.turns,
            "step": self.step if whole or chooses else hidden_step,
            "first": self.first,
            "owners": tuple(man.seat if man else -1 for man in men),
            "ranks": tuple(man.rank if man else "" for man in men),
            "pieces": tuple(man.number - 1 if man else -1 for man in men),
            "asleep": tuple(chair for chair in chairs if chair in self.chairs and self.chairs[chair].asleep),
            "cakes": tuple(self.cakes.get(seat, -1 if seat in self.gone else 0) for seat in self.seats),
            "reserve": tuple(tuple(man.kind for man in self.reserve[seat]) for seat in self.seats),
            "alive": tuple(len(self.men(seat)) for seat in self.seats),
            "out": tuple(self.out.get(seat, (0, 0)) for seat in self.seats),
            "bank": self.bank,
            "tokens": self.pills(),
            "hand": () if looker is None else tuple(self.in_order(self.hands[looker])),
            "hand_sizes": tuple(hand.total() for hand in self.hands),
            "pile": len(self.pile),
            "discard": tuple(self.discard),
            "away": tuple(self.away),
            "shuffles": self.shuffles,
            "fresh": tuple(self.fresh.get(card, 0) for card in self.deck),
            "kept": () if looker is None else tuple(self.kept[looker].get(card, 0) for card in self.deck),
            "kept_sizes": tuple(hand.total() for hand in self.kept),
            "played": tuple(map(tuple, counts)),
            "clock": self.clock,
            "quiet": self.quiet,
            "busy": self.busy,
            "deeds": tuple(map(tuple, self.deeds)),
            "last": tuple(map(tuple, self.last)),
            "picked": self.picked if chooses else "",
            "lifted": self.lifted if chooses else 0,
            "doses": tuple(self.doses) if chooses else (),
            "reveals": self.reveals,
        }

    def possible(self, world: Any, looker: int | None, asked: Ask) -> list[str]:
        """What is wrong with an imagined State: it differs from the table in what the looker cannot know, no more."""
        found = []

        def compare(what: str, mine: object, theirs: object) -> None:
            if mine != theirs:
                found.append(f"{what}: by the rules {mine}, imagined {theirs}")

        theirs, seen = world.to_position(), self.view(looker, asked)
        half = {"step": seen["step"], "lifted": seen["lifted"], "doses": list(seen["doses"])}
        half["picked"] = self.picked if seen["step"] == "sitting" else ""
        for what, value in (self.position() | half).items():
            if what not in ("hands", "kept", "pile"):
                compare(what, value, theirs[what])
        hands = [Counter(theirs["hands"][gang]) for gang in self.gangs]
        kept = [Counter(theirs["kept"][gang]) for gang in self.gangs]
        for seat in self.seats:
            compare("size of a hand", self.hands[seat].total(), hands[seat].total())
            compare("size of a hand when the pile was new", self.kept[seat].total(), kept[seat].total())
            if seat == looker:
                compare("own hand", (+self.hands[seat], self.kept[seat]), (hands[seat], kept[seat]))
        compare("cards", self.deck, sum(hands, Counter(theirs["pile"] + self.discard + self.away)))
        drawn = Counter(theirs["pile"])  # the pile when it was new, from where its cards are now
        for seat in self.seats:
            since = hands[seat] + self.shown[seat]
            compare("cards lost from a hand", Counter(), kept[seat] - since)
            drawn += since - kept[seat]
        compare("the pile when it was new", self.fresh if self.shuffles else self.deck, drawn)
        mover, choices = asked
        if mover != looker and seen["step"] in ("first", "second"):
            true, self.hands = self.hands, hands
            choices = self.card_choices()
            self.hands = true
        elif mover != looker and seen["step"] == "picking":
            choices = [f"pick {kind}" for kind in self.kinds(mover)]
        compare("choices", sorted(choices), sorted(map(str, world.legal_actions(mover))))
        return found


def differences(referee: Referee, asked: Ask | None, state: Any, looker: int | None) -> list[str]:
    """Where the referee and the game differ: who is asked what, the table, what one looker sees."""
    found = []

    def compare(what: str, mine: object, theirs: object) -> None:
        if mine != theirs:
            found.append(f"{what}: by the rules {mine}, in the game {theirs}")

    compare("asked", [asked[0]] if asked else [], list(state.current_players()))
    if asked:
        compare("choices of another seat", (), state.legal_actions((asked[0] + 1) % referee.n))
        wanted, offered = sorted(asked[1]), sorted(map(str, state.legal_actions(asked[0])))
        if wanted != offered:
            compare("choices, lacking", [text for text in wanted if text not in offered], [])
            compare("choices, too much", [], list((Counter(offered) - Counter(wanted)).elements()))
    mine, theirs = referee.position(), {key: referee.told[key] for key in referee.told if key not in NOT_COMPARED}
    if mine != theirs:
        for what in mine | theirs:
            compare(what, mine.get(what), theirs.get(what))
    seen = state.view(looker)
    for what, value in referee.view(looker, asked).items() if not found else ():
        if value != getattr(seen, what):
            compare(f"{what} as seen by {looker}", value, getattr(seen, what))
    if not asked:
        compare("over", True, state.is_over)
        compare("scores", tuple(referee.money), state.scores())
        compare("ranking", referee.ranking(), state.ranking())
    return found
