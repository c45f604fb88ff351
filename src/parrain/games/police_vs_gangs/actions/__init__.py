"""Every action of Police vs Gangs, made once: its kind, what it is about, its text and its number
(docs/negotiation.md).
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Final

from parrain.core.action import Action
from parrain.games.police_vs_gangs.actions.claims import FROM, GIFTS, MOST_RANK, catch_code, rank_words

SIDES: Final = ("north", "east", "south", "west")
COLOURS: Final = ("blue", "yellow", "red", "green")
DICE: Final = ("inspector", "sergeant", "lieutenant")
FACES: Final = ("handcuffs", "badge", "double", "mafia")
GANGSTERS: Final = (0, 2, 4)
ALL_GANGSTERS: Final = 0b010101  # the same as bits
ALL_POLICE: Final = 0b101010
INFORMERS: Final = 6  # the seat that the informers' dice stand under

# Kinds of dice.
INSPECTOR: Final = 0
SERGEANT: Final = 1
LIEUTENANT: Final = 2
INFORMER: Final = 3

# Faces of dice.
HANDCUFFS: Final = 0
BADGE: Final = 1
DOUBLE_FACE: Final = 2
MAFIA: Final = 3

# The kinds of actions.
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


def die_code(seat: int, kind: int, face: int) -> int:
    """A rolled die as one number, as positions and summaries write it."""
    return (seat * 4 + kind) * 4 + face


class ActionTable:
    """All actions of a box, and the ways to find them without looking at texts."""

    def __init__(
        self, characters: list[str], traffics: list[str], cards: list[str], colours: list[tuple[int, int]]
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
        """Make one more action."""
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
        """Claims by part and value: `claim[part][value]` (see claims.Claim)."""
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
            self.add(f"give {what} {seat}", SHARE, e, seat) for e, what in enumerate(GIFTS) for seat in range(6)
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
        # catch a tile of a seat and take a token of a traffic from it; the last traffic stands for no token
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
        self.catch_by_code = {catch_code(action): action for action in self.catch}

    def _dice(self) -> None:
        """Rerolls by owner, kind and face; dice that look alike are the same choice."""
        self.reroll: dict[int, Action] = {}
        for seat in range(6):
            for kind in (INSPECTOR, SERGEANT):
                for face in (HANDCUFFS, BADGE, DOUBLE_FACE) if kind == SERGEANT else (HANDCUFFS, BADGE):
                    self.reroll[die_code(seat, kind, face)] = self.add(
                        f"reroll {seat} {DICE[kind]} {FACES[face]}", REROLL, seat, kind, face
                    )
        for face in (HANDCUFFS, BADGE, MAFIA):
            self.reroll[die_code(INFORMERS, INFORMER, face)] = self.add(
                f"reroll informer {FACES[face]}", REROLL, INFORMERS, INFORMER, face
            )
        self.reroll_none = self.add("reroll none", REROLL)
        self.double = [self.add(f"double {FACES[face]}", DOUBLE, face) for face in (HANDCUFFS, BADGE)]

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
