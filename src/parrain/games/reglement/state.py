"""The table of Règlement de comptes as data: its fields, a blank table, a copy, and what follows from them.

A set of chairs is a whole number with one bit for each chair.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from parrain.core.box import Box as CoreBox
from parrain.core.errors import BadPosition
from parrain.core.fields import (
    HIDDEN,
    LARGEST,
    Bool,
    Codec,
    Counts,
    Field,
    Fields,
    Int,
    ListOf,
    Name,
    NameList,
    PerSeat,
    Row,
    Rows,
    SeatNumber,
    Shown,
    entries,
    names_in,
    numbers_in,
    whole_number,
)
from parrain.core.state import StateOf
from parrain.games.reglement.actions import BACK, BLOW, DRUG, LIFT, PICK, PLAY, SERVE, SHOOT, SHOVE, SIT, STAB_LEFT
from parrain.games.reglement.components import (
    BLADE,
    CARDS,
    FEWEST,
    GANGS,
    GODFATHER,
    KINDS,
    MEN,
    MEN_KINDS,
    RANKS,
    SHOOTER,
    Box,
    gang_of,
    man,
    rank_of,
)

# The steps of a turn, what is being chosen. A card's own step, what it is to do, is AIM plus the card.
PICKING: Final = 0
SITTING: Final = 1
FIRST: Final = 2
SECOND: Final = 3
LANDING: Final = 4
AIM: Final = 5
STEPS: Final[tuple[str, ...]] = ("picking", "sitting", "first", "second", "landing", *CARDS)
BEGIN: Final = len(STEPS)  # of positions only: the turn is about to begin

RANK_NUMBERS: Final = {name: rank for rank, name in enumerate(RANKS)}

# The family of actions that each step offers: `State.mask` has a bit for each action from its first one on.
OFFERS: Final[tuple[int, ...]] = (PICK, SIT, PLAY, PLAY, SIT, STAB_LEFT, SHOOT, SERVE, SHOVE, BLOW, DRUG, BACK, LIFT)

# Where a cake is that is not on the table: in front of its owner, out of the game.
OFF: Final = -1
GONE: Final = -2

# What the last turns did, for the picture: three numbers each (what, and two things it is about).
DEEDS: Final[tuple[str, ...]] = (
    *("blast", "stab", "shot", "serve", "pass", "dose", "move"),
    *("death", "pay", "alert", "seat"),
)
DEED_NUMBERS: Final = {name: deed for deed, name in enumerate(DEEDS)}
BLAST: Final = 0
STAB: Final = 1
SHOT: Final = 2
SERVED: Final = 3
PASSED: Final = 4
DOSE: Final = 5
MOVED: Final = 6
DEATH: Final = 7
PAID: Final = 8
ALERTED: Final = 9
SEATED: Final = 10


class StateData(StateOf[Box]):
    """Who sits where, who holds what, and what is being chosen.

    `who` has for each chair the gangster who sits there (`components.man`) or -1. The same as sets of chairs: `men`
    of each seat, `across` (the chairs that face one of its men), `godfathers`, `shooters`, `blades`, `asleep`.
    `reserve` counts the men of each seat who wait for a chair, by MEN; `hand`, `kept` and `played` count cards by seat
    and kind. `turn` is whose turn it is, `mover` who owes a decision (another one while men are seated). `mask` has a
    bit for each legal action of the step's family (OFFERS). `first` is the first card played this turn, or -1.
    `picked`, `lifted` and `doses` are a choice half made.
    """

    __slots__ = (
        *("across", "alive", "asleep", "away", "bank", "blades", "busy", "cake", "cakes", "clock", "deeds"),
        *("discard", "doses", "drawn", "first", "fresh", "godfathers", "hand", "held", "kept", "last"),
        *("lifted", "mask", "men", "money", "mover", "out_at", "out_men", "picked", "pile", "played", "quiet"),
        *("reserve", "shooters", "shuffles", "size", "step", "tokens", "turn", "turns", "who"),
    )

    who: list[int]
    asleep: int
    reserve: list[int]
    men: list[int]
    across: list[int]
    godfathers: int
    shooters: int
    blades: int
    alive: list[int]  # living men by seat, seated or waiting
    tokens: int  # pills left
    cake: list[int]  # where each seat's cake is: a chair, OFF or GONE
    cakes: int  # the chairs with a cake
    money: list[int]
    bank: int
    hand: list[int]
    held: list[int]  # by seat, a bit for each kind of card in the hand
    size: list[int]  # cards in each hand
    pile: list[int]  # replaced by a shuffle, never changed: clones share it
    drawn: int  # how many cards of the pile are used up
    discard: list[int]
    away: list[int]
    shuffles: int
    fresh: list[int]  # the pile as it was shuffled last, by kind of card
    kept: list[int]  # the hands at that moment
    played: list[int]  # the cards shown since
    clock: int  # moments of death so far
    out_at: list[int]  # the moment each seat went out, or 0
    out_men: list[int]  # and its men just before
    turns: int
    turn: int
    mover: int
    step: int
    mask: int
    first: int
    picked: int
    lifted: int
    doses: list[int]
    quiet: int  # turns in a row without payment or death
    busy: bool  # whether this turn had one
    deeds: list[int]
    last: list[int]  # the deeds of the turn before

    def fields(self) -> Fields:
        return FIELDS

    def blank(self) -> None:
        """Lay out an empty table: nobody seated, nothing dealt, cakes in front of their owners (RC 2.3)."""
        n = self.players
        self.who = [-1] * self.box.chairs
        self.men = [0] * n
        self.across = [0] * n
        self.godfathers = self.shooters = self.blades = self.asleep = 0
        self.alive = [0] * n
        self.reserve = [0] * (n * MEN_KINDS)
        self.cake = [OFF] * n
        self.cakes = 0
        self.money = [0] * n
        self.bank = 0
        self.tokens = self.box.tokens
        self.hand = [0] * (n * KINDS)
        self.held = [0] * n
        self.size = [0] * n
        self.pile = []
        self.drawn = 0
        self.discard = []
        self.away = []
        self.shuffles = 0
        self.fresh = [0] * KINDS
        self.kept = [0] * (n * KINDS)
        self.played = [0] * (n * KINDS)
        self.clock = 0
        self.out_at = [0] * n
        self.out_men = [0] * n
        self.turns = self.turn = self.mover = self.mask = self.quiet = 0
        self.step = FIRST
        self.first = self.picked = self.lifted = -1
        self.doses = []
        self.busy = False
        self.deeds = []
        self.last = []

    def copy_to(self, copy: StateData) -> None:
        """Copy everything; pile, fresh, kept and last are replaced, never changed, and shared."""
        self.copy_base(copy)
        copy.who = self.who[:]
        copy.men = self.men[:]
        copy.across = self.across[:]
        copy.godfathers = self.godfathers
        copy.shooters = self.shooters
        copy.blades = self.blades
        copy.asleep = self.asleep
        copy.alive = self.alive[:]
        copy.reserve = self.reserve[:]
        copy.cake = self.cake[:]
        copy.cakes = self.cakes
        copy.money = self.money[:]
        copy.bank = self.bank
        copy.tokens = self.tokens
        copy.hand = self.hand[:]
        copy.held = self.held[:]
        copy.size = self.size[:]
        copy.pile = self.pile
        copy.drawn = self.drawn
        copy.discard = self.discard[:]
        copy.away = self.away[:]
        copy.shuffles = self.shuffles
        copy.fresh = self.fresh
        copy.kept = self.kept
        copy.played = self.played[:]
        copy.clock = self.clock
        copy.out_at = self.out_at[:]
        copy.out_men = self.out_men[:]
        copy.turns = self.turns
        copy.turn = self.turn
        copy.mover = self.mover
        copy.step = self.step
        copy.mask = self.mask
        copy.first = self.first
        copy.picked = self.picked
        copy.lifted = self.lifted
        copy.doses = self.doses[:]
        copy.quiet = self.quiet
        copy.busy = self.busy
        copy.deeds = self.deeds[:]
        copy.last = self.last

    # -- who sits where ----------------------------------------------------------------------------

    def seat_man(self, chair: int, gangster: int, asleep: bool) -> None:
        """A gangster sits down; one chair, one gangster (RC 1.4)."""
        bit = 1 << chair
        gang = gang_of(gangster)
        rank = rank_of(gangster)
        self.who[chair] = gangster
        self.men[gang] |= bit
        facing = self.box.opposite[chair]
        if facing >= 0:
            self.across[gang] |= 1 << facing
        if rank == GODFATHER:
            self.godfathers |= bit
        elif rank == SHOOTER:
            self.shooters |= bit
        elif rank == BLADE:
            self.blades |= bit
        if asleep:
            self.asleep |= bit

    def unseat_man(self, chair: int) -> int:
        """A gangster leaves his chair; who it was."""
        gangster = self.who[chair]
        gang = gang_of(gangster)
        keep = ~(1 << chair)
        self.who[chair] = -1
        self.men[gang] &= keep
        facing = self.box.opposite[chair]
        if facing >= 0:
            self.across[gang] &= ~(1 << facing)
        self.godfathers &= keep
        self.shooters &= keep
        self.blades &= keep
        self.asleep &= keep
        return gangster

    def taken(self) -> int:
        """The chairs with a gangster."""
        chairs = 0
        for men in self.men:
            chairs |= men
        return chairs

    def free(self) -> int:
        """The chairs without a gangster, cake or no cake (RC 8.17)."""
        return self.box.all & ~self.taken()

    def next_of(self, gang: int, rank: int) -> int:
        """The first gangster of that gang and rank who is not at the table: how a man who sits down is told apart."""
        which = 0
        while man(gang, rank, which) in self.who:
            which += 1
        return man(gang, rank, which)

    def waiting(self, seat: int) -> int:
        """The kinds of men who wait for a chair, a bit for each of MEN."""
        kinds = 0
        for kind in range(MEN_KINDS):
            if self.reserve[seat * MEN_KINDS + kind]:
                kinds |= 1 << kind
        return kinds

    def living(self) -> int:
        """How many players are still in."""
        count = 0
        for men in self.alive:
            if men:
                count += 1
        return count

    def may_go_back(self) -> bool:
        """Whether something is half chosen that can be taken back (RC 4.2)."""
        if self.step == SITTING:
            kinds = self.waiting(self.mover)
            return kinds & (kinds - 1) != 0
        return self.step >= LANDING

    # -- what follows from the fields --------------------------------------------------------------

    def derive_table(self) -> None:
        """Work out the sets of chairs, the living men and the pills left from who sits and waits, and the cakes."""
        n = self.players
        self.men = [0] * n
        self.across = [0] * n
        self.godfathers = self.shooters = self.blades = 0
        for chair, gangster in enumerate(self.who):
            if gangster >= 0:
                self.seat_man(chair, gangster, False)
        sleepers = bin(self.asleep).count("1")
        for seat in range(n):
            waiting = self.reserve[seat * MEN_KINDS : (seat + 1) * MEN_KINDS]
            sleepers += sum(waiting[len(RANKS) :])
            self.alive[seat] = bin(self.men[seat]).count("1") + sum(waiting)
        self.tokens = self.box.tokens - sleepers
        self.cakes = 0
        for place in self.cake:
            if place >= 0:
                self.cakes |= 1 << place

    def derive_hand(self, seat: int) -> None:
        """Work out the size and the kinds of a hand from its cards."""
        held = size = 0
        for card in range(KINDS):
            count = self.hand[seat * KINDS + card]
            if count:
                held |= 1 << card
                size += count
        self.held[seat] = held
        self.size[seat] = size


# -- codecs of this game alone ---------------------------------------------------------------------


MAN_NUMBERS: Final = tuple([str(number) for number in range(1, 31)])  # as they are told apart in positions


def own_box(box: CoreBox) -> Box:
    """The Box as the one of this game."""
    assert isinstance(box, Box)
    return box


def mapping(value: object, key: str) -> Mapping[object, object]:
    """Validate a mapping."""
    if not isinstance(value, Mapping):
        raise BadPosition("{key} must be a mapping.", key=key)
    return value


def read_gang(box: CoreBox, name: object, players: int) -> int:
    """A gang by name, as the number of its seat."""
    seat = numbers_in(box, "gangs").get(str(name), players)
    if seat >= players:
        raise BadPosition(
            "With {players} players the gangs are {gangs}, not {name}.",
            players=players,
            gangs=", ".join(names_in(box, "gangs")[:players]),
            name=str(name)[:40],
        )
    return seat


def read_chair(box: CoreBox, name: object) -> int:
    """A chair by number, or by the letter of a scenario."""
    mine = own_box(box)
    text = str(mine.letters.get(str(name), name))
    if not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= mine.chairs:
        raise BadPosition(
            "There is no chair {name}: chairs are 1 to {chairs}.", name=str(name)[:40], chairs=mine.chairs
        )
    return int(text) - 1


class Gang(Codec):
    """A seat, written as the name of its gang."""

    def write(self, raw: Any, box: CoreBox, players: int) -> object:
        return names_in(box, "gangs")[raw]

    def read(self, value: object, box: CoreBox, players: int, key: str) -> Any:
        return read_gang(box, value, players)


class ByGang(Rows):
    """A flat list with a row for each seat, written as a mapping by gang; a gang left out has nothing."""

    def write(self, raw: Any, box: CoreBox, players: int) -> object:
        gangs = names_in(box, "gangs")
        width = self.row.size(box, players)
        return {
            gangs[seat]: self.row.write(raw[seat * width : (seat + 1) * width], box, players) for seat in range(players)
        }

    def read(self, value: object, box: CoreBox, players: int, key: str) -> Any:
        width = self.row.size(box, players)
        flat = [0] * (players * width)
        for gang, row in mapping(value, key).items():
            seat = read_gang(box, gang, players)
            flat[seat * width : (seat + 1) * width] = self.row.read(row, box, players, key)
        return flat


class Chair(Codec):
    """A chair, written as its number, 0 for none; a position may use the letter of a scenario."""

    def write(self, raw: Any, box: CoreBox, players: int) -> object:
        return raw + 1

    def read(self, value: object, box: CoreBox, players: int, key: str) -> Any:
        return -1 if value == 0 and type(value) is int else read_chair(box, value)

    def from_view(self, value: Any, box: CoreBox, players: int) -> Any:
        return value - 1

    def size(self, box: CoreBox, players: int) -> int:
        return own_box(box).chairs

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        if value:
            out[at + value - 1] = 1.0


class ChairList(Codec):
    """Several chairs, observed as a set."""

    def write(self, raw: Any, box: CoreBox, players: int) -> object:
        return [chair + 1 for chair in raw]

    def read(self, value: object, box: CoreBox, players: int, key: str) -> Any:
        return [read_chair(box, each) for each in entries(value, key)]

    def from_view(self, value: Any, box: CoreBox, players: int) -> Any:
        return [number - 1 for number in value]

    def size(self, box: CoreBox, players: int) -> int:
        return own_box(box).chairs

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        for number in value:
            out[at + number - 1] = 1.0


class RankOfEach(ListOf):
    """The ranks of the men by chair: as in core, observed by one loop."""

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        for chair, rank in enumerate(value):
            if rank:
                out[at + len(RANKS) * chair + RANK_NUMBERS[rank]] = 1.0


class CakePlace(Chair):
    """Where a cake is, as a View shows it: a chair, 0 in front of its owner, -1 out of the game."""

    def size(self, box: CoreBox, players: int) -> int:
        return own_box(box).chairs + 2

    def observe(self, value: Any, out: Any, at: int, box: CoreBox, players: int, seat: int) -> None:
        out[at + (value - 1 if value > 0 else own_box(box).chairs - value)] = 1.0


class Cakes(Codec):
    """Where the cakes are that are not in front of their owners, by gang: a chair or `gone`."""

    def write(self, raw: Any, box: CoreBox, players: int) -> object:
        gangs = names_in(box, "gangs")
        return {gangs[seat]: "gone" if place == GONE else place + 1 for seat, place in enumerate(raw) if place != OFF}

    def read(self, value: object, box: CoreBox, players: int, key: str) -> Any:
        places = [OFF] * players
        for gang, where in mapping(value, key).items():
            place = GONE if where == "gone" else read_chair(box, where)
            if place >= 0 and place in places:
                raise BadPosition("Two cakes stand at chair {chair}.", chair=place + 1)
            places[read_gang(box, gang, players)] = place
        return places


class Deeds(Codec):
    """What was done: its name, and two things it is about (chairs by number, gangs, men, sums)."""

    def write(self, raw: Any, box: CoreBox, players: int) -> object:
        return [list(deed) for deed in shown_deeds(own_box(box), raw)]

    def read(self, value: object, box: CoreBox, players: int, key: str) -> Any:
        deeds: list[int] = []
        for deed in entries(value, key):
            if not isinstance(deed, (list, tuple)) or len(deed) != 3 or str(deed[0]) not in DEED_NUMBERS:
                raise BadPosition("A deed is one of {deeds} and two things it is about.", deeds=", ".join(DEEDS))
            what = DEED_NUMBERS[str(deed[0])]
            a, b = self.read_about(box, what, deed[1], deed[2])
            deeds += [what, a, b]
        return deeds

    def from_view(self, value: Any, box: CoreBox, players: int) -> Any:
        known = own_box(box).deed_numbers
        deeds: list[int] = []
        for deed in value:
            numbers = known.get(deed)
            if numbers is None:
                numbers = known[deed] = self.read((deed,), box, players, "view")
            deeds += numbers
        return deeds

    def read_about(self, box: CoreBox, what: int, a: object, b: object) -> tuple[int, int]:
        """The two things that a deed is about, as numbers."""
        if what in (PAID, ALERTED):
            return (read_gang(box, a, GANGS), whole_number(b, DEEDS[what], 0, LARGEST))
        if what in (DEATH, SEATED):
            words = str(b).split(" ")
            if len(words) != 3 or words[1] not in RANK_NUMBERS or words[2] not in MAN_NUMBERS:
                raise BadPosition("A deed names a gangster such as “red heavy 2”, not “{text}”.", text=str(b)[:40])
            gangster = man(read_gang(box, words[0], GANGS), RANK_NUMBERS[words[1]], int(words[2]) - 1)
            return (read_chair(box, a), gangster)
        if what in (BLAST, SERVED, DOSE):
            return (read_chair(box, a), read_gang(box, b, GANGS))
        return (read_chair(box, a), read_chair(box, b))


def shown_deeds(box: Box, deeds: list[int]) -> list[tuple[object, ...]]:
    """Deeds as people read them."""
    found: list[tuple[object, ...]] = []
    for i in range(0, len(deeds), 3):
        what, a, b = deeds[i], deeds[i + 1], deeds[i + 2]
        if what in (PAID, ALERTED):
            found.append((DEEDS[what], box.gangs[a], b))
        elif what in (DEATH, SEATED):
            found.append((DEEDS[what], a + 1, box.man_name(b)))
        elif what in (BLAST, SERVED, DOSE):
            found.append((DEEDS[what], a + 1, box.gangs[b]))
        else:
            found.append((DEEDS[what], a + 1, b + 1))
    return found


class Chairs(Field):
    """Who sits where: `28 = "yellow heavy 2 asleep"`; without chairs and reserve, the pre-set seating."""

    def __init__(self) -> None:
        super().__init__("chairs", Codec(), attr="who", view="owners", shown=ListOf(SeatNumber(), "chairs"))

    def write(self, state: Any, box: CoreBox, players: int) -> object:
        return {
            str(chair + 1): own_box(box).man_name(gangster) + (" asleep" if state.asleep >> chair & 1 else "")
            for chair, gangster in enumerate(state.who)
            if gangster >= 0
        }

    def read(self, state: Any, data: Mapping[str, object], box: CoreBox, players: int) -> None:
        if "chairs" not in data and "reserve" not in data:
            state.who = own_box(box).seatings[players - FEWEST][:]
            return
        for key, text in mapping(data.get("chairs", {}), "chairs").items():
            chair = read_chair(box, key)
            if state.who[chair] >= 0:
                raise BadPosition("Two gangsters sit at chair {chair}.", chair=chair + 1)
            self.read_man(state, chair, str(text))

    def read_man(self, state: StateData, chair: int, text: str) -> None:
        """One gangster, such as `red heavy`, `red heavy 2` or `red heavy asleep`."""
        words = text.split(" ")
        if words[-1] == "asleep":
            words.pop()
            state.asleep |= 1 << chair
        numbered = len(words) == 3 and words[2] in MAN_NUMBERS
        if (len(words) != 2 and not numbered) or words[1] not in RANKS:
            raise BadPosition(
                "A gangster is written “red heavy”, “red heavy 2” or “red heavy asleep”, not “{text}”.", text=text[:60]
            )
        seat = read_gang(state.box, words[0], state.players)
        rank = RANKS.index(words[1])
        gangster = man(seat, rank, int(words[2]) - 1) if numbered else state.next_of(seat, rank)
        if gangster in state.who:
            raise BadPosition("“{text}” sits on two chairs.", text=text[:60])
        state.who[chair] = gangster

    def read_view(self, state: Any, view: Any, box: CoreBox, players: int) -> None:
        who: list[int] = [-1] * own_box(box).chairs
        for chair, owner in enumerate(view.owners):
            if owner >= 0:
                who[chair] = man(owner, RANK_NUMBERS[view.ranks[chair]], view.pieces[chair])
        state.who = who
        for number in view.asleep:
            state.asleep |= 1 << (number - 1)


class Out(Field):
    """By gang that is out, the moment it went out and its men just before."""

    def __init__(self) -> None:
        super().__init__("out", Codec(), attr="out_at")

    def write(self, state: Any, box: CoreBox, players: int) -> object:
        gangs = names_in(box, "gangs")
        return {gangs[seat]: [at, state.out_men[seat]] for seat, at in enumerate(state.out_at) if at}

    def read(self, state: Any, data: Mapping[str, object], box: CoreBox, players: int) -> None:
        for gang, when in mapping(data.get(self.key, {}), self.key).items():
            seat = read_gang(box, gang, players)
            if not isinstance(when, list) or len(when) != 2:
                raise BadPosition("out gives a gang two numbers: the moment, and its men just before.")
            state.out_at[seat] = whole_number(when[0], self.key, 1, (1 << 30) - 1)
            state.out_men[seat] = whole_number(when[1], self.key, 1, (1 << 30) - 1)

    def read_view(self, state: Any, view: Any, box: CoreBox, players: int) -> None:
        state.out_at = [at for at, _ in view.out]
        state.out_men = [men for _, men in view.out]


CARD_COUNTS: Final = Counts(CARDS, "most_copies")
CARD_NUMBERS: Final = Row(CARDS, "most_copies")


class Played(Field):
    """The cards that each seat has shown since the last shuffle; the counts of a View are taken as they are."""

    def __init__(self) -> None:
        super().__init__("played", ByGang(CARD_COUNTS), shown=Rows(CARD_NUMBERS))

    def read_view(self, state: Any, view: Any, box: CoreBox, players: int) -> None:
        state.played = [count for row in view.played for count in row]


class Pile(Field):
    """The cards of the pile that are left, the next one first."""

    def __init__(self) -> None:
        super().__init__("pile", NameList(CARDS), view=HIDDEN)

    def write(self, state: Any, box: CoreBox, players: int) -> object:
        return self.codec.write(state.pile[state.drawn :], box, players)


FIELDS: Final[Fields] = (
    Chairs(),
    Shown("ranks", RankOfEach(Name(RANKS), "chairs")),
    Shown("asleep", ChairList()),
    Field("cakes", Cakes(), attr="cake", shown=PerSeat(CakePlace())),
    Field("reserve", ByGang(Counts(MEN, "most_men")), shown=Rows(Counts(MEN, "most_men"))),
    Shown("alive", PerSeat(Int(0, "most_men"))),
    Out(),
    Field("money", PerSeat(Int()), view=HIDDEN),
    Field("bank", Int(0, "largest_bank")),
    Shown("tokens", Int(0, "tokens")),
    Field("hands", ByGang(CARD_COUNTS), attr="hand", view=HIDDEN),
    Shown("hand", CARD_COUNTS),
    Shown("hand_sizes", PerSeat(Int(0, "hand"))),
    Pile(),
    Shown("pile", Int(0, "deck_size")),
    Field("discard", NameList(CARDS)),
    Shown("discard", CARD_COUNTS),
    Field("away", NameList(CARDS)),
    Shown("away", CARD_COUNTS),
    Field("shuffles", Int()),
    Field("fresh", CARD_COUNTS, shown=CARD_NUMBERS),
    Field("kept", ByGang(CARD_COUNTS), view=HIDDEN),
    Played(),
    Field("turns", Int(0, "longest")),
    Field("turn", Gang(), shown=SeatNumber()),
    Field("mover", Gang(), view=HIDDEN),
    Field("step", Name((*STEPS, "begin")), "begin", shown=Name(STEPS)),
    Field("first", Name(CARDS, optional=True)),
    Field("picked", Name(MEN, optional=True)),
    Field("lifted", Chair()),
    Field("doses", ChairList()),
    Field("clock", Int()),
    Field("quiet", Int(0, "longest")),
    Field("busy", Bool()),
    Field("deeds", Deeds()),
    Field("last", Deeds()),
)
