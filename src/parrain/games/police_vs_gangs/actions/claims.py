"""Claims: what a seat says in a negotiation (PG 9.2, PG 11.3), how it is written and read, and which claims clash.

This is the one form of a claim: the rules keep it, the View writes it as words, the live table and the texts read those
words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from parrain.core.action import Action

MOST_RANK: Final = 12
FROM: Final = 12  # the value of a traffic in a claim: 0 nothing, n "the first n", FROM + k "from the k-th on"
ALL: Final = FROM + 1

# The seats of a mask, and how many they are.
SEATS: Final[list[tuple[int, ...]]] = [tuple([seat for seat in range(6) if mask >> seat & 1]) for mask in range(64)]
BITS: Final[list[int]] = [len(seats) for seats in SEATS]

# How claims clash, in the order of PG 9.4.
CLASHES: Final[tuple[str, ...]] = ("no deal", "place", "rank", "badges", "rest")
REFUSAL: Final = "no deal"
SILENT: Final = "silent"  # the claim of a seat at a live table that has said nothing yet: it counts as no deal (PG 9.6)
SAYS: Final = "says "  # before a sentence that a live table puts behind a claim; it claims nothing
WORD: Final = "word"  # the sentence that says how often a seat kept its word
GIFTS: Final[tuple[str, ...]] = ("place", "point", "token")  # the first parts of a proposal
CATCHING: Final = 3  # the part of a proposal that says whom to arrest


def ranks_of(value: int) -> int:
    """The ranks that a claim's value for a traffic covers, as bits (bit 0 is rank 1) (PG 9.2)."""
    if value == 0:
        return 0
    if value <= FROM:
        return (1 << value) - 1
    return 0xFFFF & ~((1 << (value - FROM - 1)) - 1)


def rank_words(value: int) -> str:
    """A claim's value for a traffic in the texts of choices."""
    if value == 0:
        return "none"
    if value <= FROM:
        return f"first {value}"
    return "all" if value == ALL else f"from {value - FROM}"


def highest_rank(value: int) -> int:
    """The highest rank that a claim's value for a traffic names."""
    return value if value <= FROM else value - FROM


RANKS: Final[list[int]] = [ranks_of(value) for value in range(FROM + MOST_RANK + 1)]
RANK_VALUES: Final[dict[str, int]] = {rank_words(value): value for value in range(1, FROM + MOST_RANK + 1)}


class Claim:
    """What one seat says in a round: a number for each part, and whether it says no deal; never changed once made.

    The parts of a claim over a place are the place (0 or 1), each traffic (see FROM) and everything else (0 or 1). The
    parts of a policeman's proposal are the seats that get the place, the point and the token, and the code of the
    catch.
    """

    __slots__ = ("parts", "refused")

    def __init__(self, parts: list[int], refused: bool = False) -> None:
        self.parts = parts
        self.refused = refused

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Claim) and self.refused == other.refused and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((*self.parts, self.refused))

    def __repr__(self) -> str:
        return f"Claim({self.parts}, {self.refused})"

    def changed(self, part: int, value: int) -> Claim:
        """The claim with one part changed."""
        parts = self.parts[:]
        parts[part] = value
        return Claim(parts)

    def unrefused(self) -> Claim:
        """The same claim without the refusal: what the next draft begins with."""
        return Claim(self.parts) if self.refused else self

    def place_alone(self) -> Claim:
        """The same proposal where only the place is shared: older positions hold seats in its other parts."""
        return Claim([self.parts[0], *[0] * (len(self.parts) - 1)], self.refused)


def numbers_of(claims: Sequence[Claim]) -> list[int]:
    """The claims of all seats as numbers: the parts of each, then 1 for a refusal, as positions write them."""
    found: list[int] = []
    for claim in claims:
        found += claim.parts
        found.append(1 if claim.refused else 0)
    return found


def claims_from(numbers: Sequence[int], width: int) -> list[Claim]:
    """The claims of all seats out of one list of numbers, so many for each."""
    return [
        Claim(list(numbers[start : start + width - 1]), numbers[start + width - 1] == 1)
        for start in range(0, len(numbers), width)
    ]


# -- words -------------------------------------------------------------------------------------------------------------


def part_words(part: int, value: int, traffics: Sequence[str]) -> str:
    """One part of a claim: `place`, `drugs first 1`, `rest`."""
    if part == 0:
        return "place"
    return "rest" if part > len(traffics) else f"{traffics[part - 1]} {rank_words(value)}"


def read_part(words: str, traffics: Sequence[str]) -> tuple[int, int]:
    """One part of a claim and its value, read from its words; ValueError for what is none."""
    if words == "place":
        return 0, 1
    if words == "rest":
        return len(traffics) + 1, 1
    name, _, ranks = " ".join(words.split()).partition(" ")
    if name not in traffics or ranks not in RANK_VALUES:
        raise ValueError(words)
    return 1 + traffics.index(name), RANK_VALUES[ranks]


def claim_words(claim: Claim, traffics: Sequence[str]) -> tuple[str, ...]:
    """A claim over a place as words; nothing for an empty one."""
    if claim.refused:
        return (REFUSAL,)
    return tuple([part_words(part, value, traffics) for part, value in enumerate(claim.parts) if value])


def read_claim(words: Sequence[str], traffics: Sequence[str]) -> Claim:
    """A claim over a place from its words; ValueError for what is none."""
    parts = [0] * (len(traffics) + 2)
    refused = False
    for each in words:
        if each in (REFUSAL, SILENT):
            refused = True
        elif not each.startswith(SAYS):
            part, value = read_part(each, traffics)
            parts[part] = value
    return Claim(parts, refused)


def catch_code(action: Action) -> int:
    """The action of catching a tile as one number, as proposals write it: seat, character, traffic."""
    return (action.a * 8 + action.b) * 8 + action.c


def proposal_words(claim: Claim, prize: bool, catch_by_code: Mapping[int, Action]) -> tuple[str, ...]:
    """A policeman's proposal as words; without a prize there is only the place to share."""
    if claim.refused:
        return (REFUSAL,)
    gifts = tuple([f"{gift} {claim.parts[part]}" for part, gift in enumerate(GIFTS)])
    return (*gifts, catch_by_code[claim.parts[CATCHING]].text) if prize else gifts[:1]


def read_gift(words: str, by_text: Mapping[str, Action]) -> tuple[int, int]:
    """One part of a proposal and its value, read from its words; ValueError or KeyError for what is none."""
    name, _, value = words.partition(" ")
    if name == "catch":
        return CATCHING, catch_code(by_text[words])
    return GIFTS.index(name), int(value)


def read_proposal(words: Sequence[str], first: Claim, by_text: Mapping[str, Action]) -> Claim:
    """A policeman's proposal from its words; what they leave out is as in `first`."""
    parts = first.parts[:]
    for each in words:
        if each in (REFUSAL, SILENT):
            return Claim(parts, True)
        if each.startswith(SAYS):
            continue
        part, value = read_gift(each, by_text)
        parts[part] = value
    return Claim(parts)


# -- accords -----------------------------------------------------------------------------------------------------------


def find_clashes(
    claims: Sequence[Claim], seats: tuple[int, ...], printed: int, badges: int
) -> list[tuple[int, int, int]]:
    """Every reason why these claims are no accord: (index in CLASHES, traffic or -1, the seats as bits) (PG 9.4).

    `printed` has the bits of the traffics on the card, `badges` is how many others may be named.
    """
    found: list[tuple[int, int, int]] = []
    refusing = claiming = rest = named = namers = 0
    traffics = 0
    for seat in seats:
        claim = claims[seat]
        traffics = len(claim.parts) - 2
        if claim.refused:
            refusing |= 1 << seat
        if claim.parts[0]:
            claiming |= 1 << seat
        if claim.parts[traffics + 1]:
            rest |= 1 << seat
    if refusing:
        found.append((0, -1, refusing))
    if claiming & (claiming - 1):
        found.append((1, -1, claiming))
    for t in range(traffics):
        taken = clash = wanted = 0
        for seat in seats:
            value = claims[seat].parts[1 + t]
            if value:
                mask = RANKS[value]
                wanted |= 1 << seat
                if mask & taken:
                    clash = 1
                taken |= mask
        if clash:
            found.append((2, t, wanted))
        if wanted and not printed >> t & 1:
            named += 1
            namers |= wanted
    if named > badges:
        found.append((3, -1, namers))
    if rest & (rest - 1):
        found.append((4, -1, rest))
    return found


def accepting_claim(
    claims: Sequence[Claim], seat: int, seats: tuple[int, ...], printed: int, badges: int
) -> Claim | None:
    """What is left of a seat's claim once it gives way to all others; None if the others do not agree themselves
    (PG 9.7).
    """
    others = tuple([other for other in seats if other != seat])
    if find_clashes(claims, others, printed, badges):
        return None
    mine = claims[seat].parts[:]
    traffics = len(mine) - 2
    named = 0
    for other in others:
        theirs = claims[other].parts
        if theirs[0]:
            mine[0] = 0
        if theirs[traffics + 1]:
            mine[traffics + 1] = 0
        for t in range(traffics):
            if theirs[1 + t]:
                named |= 1 << t
            if RANKS[mine[1 + t]] & RANKS[theirs[1 + t]]:
                mine[1 + t] = 0
    used = BITS[named & ~printed]
    for t in range(traffics):
        if mine[1 + t] and not (printed | named) >> t & 1:
            used += 1
            if used > badges:
                mine[1 + t] = 0
    return Claim(mine)


def widest_value(free: int, most: int) -> int:
    """The largest claim of a traffic (the first n, from the k-th on) within these ranks, of which so many may come."""
    every = (1 << most) - 1
    best = count = 0
    for value in (ALL, *range(1, most + 1), *range(FROM + 2, FROM + most + 1)):
        ranks = RANKS[value] & every
        if not ranks & ~free and ranks.bit_count() > count:
            best, count = value, ranks.bit_count()
    return best


def yielding_claim(
    claims: Sequence[Claim], seat: int, seats: tuple[int, ...], printed: int, badges: int, most: Sequence[int]
) -> Claim:
    """A seat's claim without exactly those ranks, place and rest that another claims too, and without the traffics for
    which no badge is left.
    """
    mine = claims[seat].parts[:]
    traffics = len(mine) - 2
    others = [claims[other].parts for other in seats if other != seat and not claims[other].refused]
    for whole in (0, traffics + 1):
        if any(theirs[whole] for theirs in others):
            mine[whole] = 0
    used = len({t for theirs in others for t in range(traffics) if theirs[1 + t] and not printed >> t & 1})
    for t in range(traffics):
        taken = 0
        for theirs in others:
            taken |= RANKS[theirs[1 + t]]
        if RANKS[mine[1 + t]] & taken:
            mine[1 + t] = widest_value(RANKS[mine[1 + t]] & ~taken, most[t])
        if mine[1 + t] and not taken and not printed >> t & 1:
            used += 1
            if used > badges:
                mine[1 + t] = 0
    return Claim(mine)
