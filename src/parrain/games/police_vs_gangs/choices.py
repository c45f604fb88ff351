"""Every choice of Police vs Gangs, made once: its verb, what it is about, its text and its number (docs/negotiation.md)."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Final

from parrain.core.action import Action

SIDES: Final = ("north", "east", "south", "west")
COLOURS: Final = ("blue", "yellow", "red", "green")
DICE: Final = ("inspector", "sergeant", "lieutenant")
FACES: Final = ("handcuffs", "badge", "double", "mafia")
MOST_RANK: Final = 12
GANGSTERS: Final = (0, 2, 4)
POLICE: Final = (1, 3, 5)

# The verbs.
LAY: Final = 0
DISCARD: Final = 1
SEND: Final = 2
AT: Final = 3
PASS: Final = 4
BACK: Final = 5
RESOLVE: Final = 6
CLAIM: Final = 7
SAY: Final = 8
NO_DEAL: Final = 9
ACCEPT: Final = 10
ORDER: Final = 11
RECRUIT: Final = 12
BADGES: Final = 13
REROLL: Final = 14
DOUBLE: Final = 15
ARREST: Final = 16
CATCH: Final = 17
SHARE: Final = 18
STAKE: Final = 19
COLOUR: Final = 20

# What a claim says of one traffic: 0 nothing, n "the first n", FROM + k "from the k-th on" (FROM + 1 is "all").
FROM: Final = 12


def ranks(value: int) -> int:
    """The ranks a claim's word on a traffic covers, as bits (bit 0 is rank 1) (PG 9.2)."""
    if value == 0:
        return 0
    if value <= FROM:
        return (1 << value) - 1
    return 0xFFFF & ~((1 << (value - FROM - 1)) - 1)


RANKS: Final[list[int]] = [ranks(value) for value in range(FROM + MOST_RANK + 1)]  # the same, to look up


def rank_words(value: int) -> str:
    """A claim's word on a traffic as the texts of choices write it."""
    if value == 0:
        return "none"
    if value <= FROM:
        return f"first {value}"
    return "all" if value == FROM + 1 else f"from {value - FROM}"


class Table:
    """The table of all choices and the ways to find them without looking at texts."""

    def __init__(
        self,
        characters: list[str],
        traffics: list[str],
        cards: list[str],
        colours: list[tuple[int, int]],
        card_count: int,
    ) -> None:
        self.made: list[Action] = []
        self.characters = characters
        self.traffics = traffics
        self._city(cards)
        self._placing()
        self._talk()
        self._resolving()
        self._count(cards, colours)
        self.actions = tuple(self.made)

    def add(self, text: str, kind: int, a: int = -1, b: int = -1, c: int = -1) -> Action:
        """One more choice."""
        action = Action(len(self.made), text, kind, a, b, c)
        self.made.append(action)
        return action

    def _city(self, cards: list[str]) -> None:
        self.lay = [
            self.add(f"lay {name} {side}", LAY, k, s) for k, name in enumerate(cards) for s, side in enumerate(SIDES)
        ]
        self.at = [
            self.add(f"at {name} {side}", AT, k, s) for k, name in enumerate(cards) for s, side in enumerate(SIDES)
        ]
        self.resolve = [self.add(f"resolve {name}", RESOLVE, k) for k, name in enumerate(cards)]

    def _placing(self) -> None:
        """Discards `discard killer`, `discard killer prison`; pieces `send killer fight`, `send sergeant`."""
        names = self.characters
        self.discard = [
            self.add(f"discard {name}{where}", DISCARD, c, j)
            for c, name in enumerate(names)
            for j, where in enumerate(("", " prison"))
        ]
        self.send = [
            self.add(f"send {name} {how}", SEND, c, g)
            for c, name in enumerate(names)
            for g, how in enumerate(("fight", "recruit"))
        ]
        self.send_die = [self.add(f"send {name}", SEND, d) for d, name in enumerate(DICE)]
        self.pass_ = self.add("pass", PASS)
        self.back = self.add("back", BACK)

    def _talk(self) -> None:
        """Claims: element 0 the place, 1 + t a traffic, the last everything else; `claim[element][value]`."""
        self.claim: list[list[Action]] = [
            [self.add("claim no place", CLAIM, 0, 0), self.add("claim place", CLAIM, 0, 1)]
        ]
        for t, name in enumerate(self.traffics):
            self.claim.append(
                [
                    self.add(f"claim {name} {rank_words(value)}", CLAIM, 1 + t, value)
                    for value in range(FROM + MOST_RANK + 1)
                ]
            )
        last = 1 + len(self.traffics)
        self.claim.append([self.add("claim no rest", CLAIM, last, 0), self.add("claim rest", CLAIM, last, 1)])
        self.say = self.add("say", SAY)
        self.no_deal = self.add("no deal", NO_DEAL)
        self.accept = self.add("accept", ACCEPT)
        self.accept_of = [self.add(f"accept {seat}", ACCEPT, seat) for seat in range(6)]
        self.share = [
            self.add(f"give {what} {seat}", SHARE, e, seat)
            for e, what in enumerate(("place", "point", "token"))
            for seat in range(6)
        ]

    def _resolving(self) -> None:
        self.order_none = self.add("order none", ORDER)
        self.order: dict[tuple[int, ...], Action] = {}
        for size in (2, 3):
            for seats in permutations(GANGSTERS, size):
                self.order[seats] = self.add(
                    "order " + " ".join(map(str, seats)), ORDER, seats[0], seats[1], seats[2] if size == 3 else -1
                )
        self.recruit = [self.add(f"recruit {name}", RECRUIT, c) for c, name in enumerate(self.characters)]
        self.recruit_none = self.add("recruit none", RECRUIT)
        self.badges: list[Action] = [self.add("badges none", BADGES, 0)]
        for mask in range(1, 1 << len(self.traffics)):
            names = [name for t, name in enumerate(self.traffics) if mask >> t & 1]
            self.badges.append(self.add("badges " + " ".join(names), BADGES, mask))
        self._dice()
        self.arrest = [self.add(f"arrest {seat}", ARREST, seat) for seat in range(6)]
        self.arrest_none = self.add("arrest none", ARREST)
        kinds, wares = len(self.characters), len(self.traffics)
        # catch a tile of a seat and take a token of a traffic from it; the last column is "no token"
        self.catch = [
            self.add(
                f"catch {seat} {self.characters[c]} {self.traffics[t] if t < wares else 'empty-handed'}",
                CATCH,
                seat,
                c,
                t,
            )
            for seat in range(6)
            for c in range(kinds)
            for t in range(wares + 1)
        ]

    def _dice(self) -> None:
        """Rerolls by owner, kind and face; dice that look alike are the same choice."""
        self.reroll: dict[int, Action] = {}
        for seat in range(6):
            for die in (0, 1):
                for face in (0, 1, 2) if die else (0, 1):
                    self.reroll[(seat * 4 + die) * 4 + face] = self.add(
                        f"reroll {seat} {DICE[die]} {FACES[face]}", REROLL, seat, die, face
                    )
        for face in (0, 1, 3):
            self.reroll[(6 * 4 + 3) * 4 + face] = self.add(f"reroll informer {FACES[face]}", REROLL, 6, 3, face)
        self.reroll_none = self.add("reroll none", REROLL)
        self.double = [self.add(f"double {FACES[face]}", DOUBLE, face) for face in (0, 1)]

    def _count(self, cards: list[str], colours: list[tuple[int, int]]) -> None:
        self.stake = [
            self.add(f"stake {name} {n}", STAKE, t, n)
            for t, name in enumerate(self.traffics)
            for n in range(1, MOST_RANK + 1)
        ]
        self.stake_done = self.add("stake done", STAKE, -1, 0)
        self.stake_all = self.add("stake all", STAKE, -1, 1)
        self.colour: dict[int, Action] = {}
        for k, pair in enumerate(colours):
            if pair[1] >= 0:
                for colour in pair:
                    self.colour[k * 4 + colour] = self.add(f"count {cards[k]} {COLOURS[colour]}", COLOUR, k, colour)


def subsets(mask: int, size: int) -> list[int]:
    """All sets of so many bits of a mask."""
    bits = [1 << t for t in range(8) if mask >> t & 1]
    return [sum(chosen) for chosen in combinations(bits, size)]
