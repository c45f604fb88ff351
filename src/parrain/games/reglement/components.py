"""The box of Règlement de comptes: the table and its thirty chairs, the deck, the gangs.

A set of chairs is a whole number with one bit for each chair; chair 1 of the edition file is bit 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from parrain.core.action import Action
from parrain.core.box import Box as CoreBox
from parrain.core.edition import Edition, number, word
from parrain.core.errors import BadEdition
from parrain.core.say import Term
from parrain.games.reglement.actions import BACK, FAMILIES, POUR, make_actions

CARDS: Final[tuple[str, ...]] = ("knife", "bang", "cake", "pass", "boom", "cocktail", "alert", "move")
KNIFE: Final = 0
BANG: Final = 1
CAKE: Final = 2
PASS: Final = 3
BOOM: Final = 4
COCKTAIL: Final = 5
ALERT: Final = 6
MOVE: Final = 7
KINDS: Final = 8

RANKS: Final[tuple[str, ...]] = ("godfather", "shooter", "blade", "heavy")
GODFATHER: Final = 0
SHOOTER: Final = 1
BLADE: Final = 2
HEAVY: Final = 3

MEN: Final[tuple[str, ...]] = (*RANKS, *[f"{rank} asleep" for rank in RANKS])  # the kinds of men who wait for a chair
MEN_KINDS: Final = 8

ICONS: Final[tuple[str, ...]] = ("none", "revolver", "knife", "glass", "till", "bar", "restaurant", "gaming")
NONE: Final = 0
REVOLVER: Final = 1
KNIFE_ICON: Final = 2
GLASS: Final = 3
TILL: Final = 4
BAR: Final = 5
RESTAURANT: Final = 6
GAMING: Final = 7

GANGS: Final = 6
FEWEST: Final = 3
CACHED: Final = 20000
MOST_CHAIRS: Final = 60  # a set of chairs is a machine word to the bots


def man(gang: int, rank: int, which: int) -> int:
    """A gangster as one number: his gang (3 bits), his rank (2 bits), which one of that rank he is."""
    return gang | rank << 3 | which << 5


def gang_of(gangster: int) -> int:
    """The gang of a gangster, which is also its seat."""
    return gangster & 7


def rank_of(gangster: int) -> int:
    """The rank of a gangster."""
    return gangster >> 3 & 3


def which_of(gangster: int) -> int:
    """Which one of his gang and rank a gangster is, from 0."""
    return gangster >> 5


class Box(CoreBox):
    """One edition, as lists of whole numbers."""

    def __init__(self, edition: Edition) -> None:
        table, income, stall = edition.table("table"), edition.table("income"), edition.table("stall")
        self.hand = number(table, "hand", 1, 10)
        self.tokens = number(table, "tokens", 1, 99)
        self.doses = number(table, "doses", 1, 30)
        self.pay_godfather = number(income, "godfather", 0, 1000000)
        self.pay_business = number(income, "business", 0, 1000000)
        self.pay_monopoly = number(income, "monopoly", 0, 1000000)
        self.till_factor = number(income, "till", 1, 100)
        self.quiet = number(stall, "quiet", 1, 1000)
        self.longest = number(stall, "turns", 1, 2000)
        self.gangs = _gangs(edition)
        self.deed_numbers: dict[object, list[int]] = {}  # a cache of state.Deeds
        self.counts = [number(_inner(edition.table("deck"), "deck", name), "count", 0, 99) for name in CARDS]
        self.most_copies = max(self.counts)
        self.deck_size = sum(self.counts)
        self.bank = [number(edition.table("bank"), str(n), 1, 10000000) for n in range(FEWEST, GANGS + 1)]
        self.largest_bank = max(self.bank)
        self.sizes = [_size(edition, n) for n in range(FEWEST, GANGS + 1)]
        self.most_men = max([sum(size) for size in self.sizes])
        self._lay_chairs(edition)
        self.seatings = [_seating(self, edition, n) for n in range(FEWEST, GANGS + 1)]
        self.letters = _letters(self, edition)
        super().__init__(edition, make_actions(CARDS, RANKS, self.gangs, self.opposite))
        self.most_points = self.largest_bank
        _check_deck(self)
        self.family = [0] * FAMILIES
        for action in reversed(self.actions):
            self.family[action.kind] = action.id
        self.back_only = (self.actions[self.family[BACK]],)
        self.pour_only = (self.actions[self.family[POUR]],)
        self.cached: dict[int, tuple[Action, ...]] = {}

    def _lay_chairs(self, edition: Edition) -> None:
        """The ring of chairs, with each kind of object as a set of them (RC 1.1, RC 1.2)."""
        chairs = edition.tables("chairs")
        self.chairs = len(chairs)
        self.all = (1 << self.chairs) - 1
        self.icons = [_icon(chair) for chair in chairs]
        self.opposite = [number(chair, "opposite", 0, self.chairs) - 1 for chair in chairs]
        self.knives = _those(self.icons, KNIFE_ICON)
        self.revolvers = _those(self.icons, REVOLVER)
        self.glasses = _those(self.icons, GLASS)
        self.till = _those(self.icons, TILL)
        self.businesses = [_those(self.icons, kind) for kind in (BAR, RESTAURANT, GAMING)]
        self.prized = self.till | self.businesses[0] | self.businesses[1] | self.businesses[2]
        self.reach = [self.beside(chair) for chair in range(self.chairs)]
        _check_chairs(self, chairs)

    def left(self, chairs: int) -> int:
        """The chairs to the left of these: the next numbers, round the ring."""
        return ((chairs << 1) & self.all) | (chairs >> (self.chairs - 1))

    def right(self, chairs: int) -> int:
        """The chairs to the right of these: the numbers before, round the ring."""
        return (chairs >> 1) | ((chairs & 1) << (self.chairs - 1))

    def beside(self, chair: int) -> int:
        """A chair and the two beside it, as a set: what a cake there takes."""
        bit = 1 << chair
        return bit | self.left(bit) | self.right(bit)

    def man_name(self, gangster: int) -> str:
        """A gangster as positions name him: `red heavy 2`."""
        return f"{self.gangs[gang_of(gangster)]} {RANKS[rank_of(gangster)]} {which_of(gangster) + 1}"

    def man_data(self, gangster: int) -> dict[str, object]:
        """A gangster as events name him."""
        return {"gang": self.gangs[gang_of(gangster)], "rank": RANKS[rank_of(gangster)]}

    def card_name(self, card: int) -> Term:
        """A card as sentences name it."""
        return self.edition.term("card", CARDS[card])

    def choices(self, kind: int, mask: int) -> tuple[Action, ...]:
        """The actions of one kind whose bits are set, in order; made once for each set, as long as they are few."""
        key = mask << 4 | kind
        found = self.cached.get(key)
        if found is None:
            first = self.family[kind]
            made: list[Action] = []
            place = 0
            rest = mask
            while rest:
                if rest & 1:
                    made.append(self.actions[first + place])
                rest >>= 1
                place += 1
            found = tuple(made)
            if len(self.cached) >= CACHED:
                self.cached.clear()
            self.cached[key] = found
        return found

    def action_from_text(self, text: str, legal: Sequence[Action] = ()) -> Action:
        """The choice of that text; the letters of the scenarios may stand for chairs (`stab P O`)."""
        return super().action_from_text(" ".join([str(self.letters.get(part, part)) for part in text.split()]), legal)


def _inner(table: Mapping[str, object], name: str, key: str) -> Mapping[str, object]:
    inner = table.get(key)
    if not isinstance(inner, dict):
        raise BadEdition("The table [{name}] must say {key} as a table of its own.", name=name, key=key)
    return inner


def _gangs(edition: Edition) -> list[str]:
    names = edition.table("gangs").get("names")
    if not isinstance(names, list) or len({str(name) for name in names}) != GANGS or len(names) != GANGS:
        raise BadEdition("[gangs] names must be a list of {count} different names.", count=GANGS)
    for name in names:
        if not isinstance(name, str) or not name.isascii() or not name.isalpha() or not name.islower() or len(name) < 2:
            raise BadEdition("A gang's name is one word of small letters, not {name}.", name=repr(name)[:40])
    return [str(name) for name in names]


def _size(edition: Edition, players: int) -> list[int]:
    """How many of each rank a gang has with that many players."""
    size = _inner(edition.table("sizes"), "sizes", str(players))
    found = [number(size, rank, 0, 30) for rank in RANKS]
    if found[GODFATHER] != 1:
        raise BadEdition(
            "With {players} players a gang has one Godfather, not {count}.", players=players, count=found[GODFATHER]
        )
    return found


def _icon(chair: Mapping[str, object]) -> int:
    icon = word(_inner(chair, "chairs", "object"), "icon")
    if icon not in ICONS:
        raise BadEdition("In front of a chair is one of {icons}, not {icon}.", icons=", ".join(ICONS), icon=icon)
    return ICONS.index(icon)


def _those(icons: list[int], kind: int) -> int:
    """The chairs with that object."""
    mask = 0
    for chair, icon in enumerate(icons):
        if icon == kind:
            mask |= 1 << chair
    return mask


def _check_chairs(box: Box, chairs: list[Mapping[str, object]]) -> None:
    """Whether the chairs make one ring, face each other in pairs, and hold the businesses the rules pay for."""
    n = box.chairs
    if n > MOST_CHAIRS:
        raise BadEdition("A table has at most {most} chairs, not {chairs}.", most=MOST_CHAIRS, chairs=n)
    for place, chair in enumerate(chairs):
        if number(chair, "number", 1, n) != place + 1:
            raise BadEdition(
                "The chairs must be listed by number, clockwise, from 1: {number} stands in place {place}.",
                number=chair["number"],
                place=place + 1,
            )
        if number(chair, "left", 1, n) != (place + 1) % n + 1 or number(chair, "right", 1, n) != (place - 1) % n + 1:
            raise BadEdition(
                "Chairs are numbered clockwise: chair {number} has {left} to its left and {right} to its right.",
                number=place + 1,
                left=(place + 1) % n + 1,
                right=(place - 1) % n + 1,
            )
        across = box.opposite[place]
        if across == place or (across >= 0 and box.opposite[across] != place):
            raise BadEdition(
                "Chair {number} is opposite {across}, but not the other way round.", number=place + 1, across=across + 1
            )
        if chair.get("x") is not (across < 0):
            raise BadEdition(
                "Chair {number} must say x = true if and only if no chair is opposite (opposite = 0).", number=place + 1
            )
    for kind, mask in zip(ICONS[BAR:], box.businesses, strict=True):
        if bin(mask).count("1") != 2:
            raise BadEdition("There must be exactly two chairs with a {kind}, for the monopoly.", kind=kind)
    if bin(box.till).count("1") != 1:
        raise BadEdition("There must be exactly one chair with the till.")
    for players, size in enumerate(box.sizes, FEWEST):
        if sum(size) * players > n:
            men = sum(size) * players
            raise BadEdition(
                "With {players} players {men} gangsters must sit on {chairs} chairs.",
                players=players,
                men=men,
                chairs=n,
            )


def _seating(box: Box, edition: Edition, players: int) -> list[int]:
    """The pre-set seating for that many players: for each chair who sits there, or -1."""
    table = _inner(edition.table("seatings"), "seatings", str(players))
    found = [-1] * box.chairs
    for gang in range(players):
        men = _inner(table, f"seatings.{players}", box.gangs[gang])
        for rank, name in enumerate(RANKS):
            chairs = men.get(name, [])
            wanted = box.sizes[players - FEWEST][rank]
            if not isinstance(chairs, list) or len(chairs) != wanted:
                raise BadEdition(
                    "The seating for {players} must give {gang} {count} chairs for rank {rank}.",
                    players=players,
                    gang=box.gangs[gang],
                    count=wanted,
                    rank=name,
                )
            for which, chair in enumerate(chairs):
                if not isinstance(chair, int) or not 1 <= chair <= box.chairs or found[chair - 1] >= 0:
                    raise BadEdition(
                        "The seating for {players} names chair {chair}, which does not exist or is taken.",
                        players=players,
                        chair=repr(chair)[:20],
                    )
                found[chair - 1] = man(gang, rank, which)
    return found


def _letters(box: Box, edition: Edition) -> dict[str, int]:
    """The letters of the scenarios, each for a chair of its own."""
    table = edition.table("letters") if "letters" in edition.data else {}
    found: dict[str, int] = {}
    for key in table:
        if key in ("source", "status", "note"):
            continue
        if len(key) != 1 or not key.isupper():
            raise BadEdition("[letters] gives capital letters to chairs, not {key}.", key=key)
        chair = number(table, key, 1, box.chairs)
        if chair in found.values():
            raise BadEdition("Chair {chair} has two letters.", chair=chair)
        found[key] = chair
    return found


def _check_deck(box: Box) -> None:
    """Whether every hand can always be filled, even with all Alert! cards out of the game."""
    cards = sum(box.counts) - box.counts[ALERT]
    if cards <= GANGS * box.hand:
        least = GANGS * box.hand
        raise BadEdition(
            "Without Alert! the deck needs more than {least} cards to fill all hands, not {cards}.",
            least=least,
            cards=cards,
        )
