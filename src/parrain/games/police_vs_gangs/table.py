"""The table of Police vs Gangs: everything that lies on it, and the small questions every phase asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.core.state import State as CoreState
from parrain.core.stream import BLANK
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.notes import Notes

NO_OPTIONS: Final[dict[str, object]] = {}
NO_CHOICE: Final[tuple[Action, ...]] = ()

PHASES: Final = (
    "lay", "discard", "place", "resolve", "talk", "order", "recruit", "badges", "reroll", "double", "arrest", "share", "catch",
    "stake", "colour",
)  # fmt: skip
P_LAY: Final = 0
P_DISCARD: Final = 1
P_PLACE: Final = 2
P_RESOLVE: Final = 3
P_TALK: Final = 4
P_ORDER: Final = 5
P_RECRUIT: Final = 6
P_BADGES: Final = 7
P_REROLL: Final = 8
P_DOUBLE: Final = 9
P_ARREST: Final = 10
P_SHARE: Final = 11
P_CATCH: Final = 12
P_STAKE: Final = 13
P_COLOUR: Final = 14

# What dice were rolled for.
PURPOSES: Final = ("", "alone", "fight", "share")
NO_DICE: Final = 0
ALONE: Final = 1
FIGHT: Final = 2
SHARING: Final = 3

# How a place was settled, for its summary.
OUTCOMES: Final = (
    "",
    "police alone",
    "police tie",
    "gangsters alone",
    "accord",
    "gangsters win",
    "police win",
    "nobody",
)

# The seats of a mask, and how many they are.
SEATS: Final[list[tuple[int, ...]]] = [tuple([seat for seat in range(6) if mask >> seat & 1]) for mask in range(64)]
BITS: Final[list[int]] = [len(seats) for seats in SEATS]


def piece(spot: int, seat: int, kind: int, green: int) -> int:
    """A piece at a side as one number: where, whose, which character or die, recruiting or not."""
    return ((spot * 8 + seat) * 8 + kind) * 2 + green


def die_code(seat: int, kind: int, face: int) -> int:
    """A rolled die as one number; informers belong to seat 6."""
    return (seat * 4 + kind) * 4 + face


class Table(CoreState):
    """What lies on the table. Flat lists: `hand[seat * 8 + kind]`, `tokens[seat * traffics + t]`, `claims[seat * width + element]`.

    Police sit at the odd seats (PG 3.2). `owing` has the bit of every seat that owes a decision. `shown` counts tiles
    that everybody knows to be back in hand this turn. A claim has `width` numbers: the place, each traffic, everything
    else, no deal; a policeman's proposal uses the first four and the last. `terms` and `offers` are the claims and proposals
    that stood in the end, `staked` the stakes last shown, `gained` the tokens that everybody has seen a seat get and not
    yet stake. `laid` is the city, oldest card first.
    `wishes` and `notes` are scrap paper for a bot that drafts step by step in an imagined world: for a round, for a talk.
    """

    __slots__ = (
        "bag", "cards", "choices", "claims", "colour_of", "cuffs_shift", "deal", "deck", "dice", "discard", "drafts", "drawn",
        "extra", "feeder", "gained", "hand",
        "held", "here", "holder", "jail", "laid", "last_set", "level", "most", "named", "neighbour", "notes", "offers", "open", "order",
        "outcome", "owing", "owner", "party", "passed",
        "phase", "pieces", "placed", "placer", "power_gangs", "power_police", "prize", "purpose", "queue", "recruits", "rerolled",
        "round", "rounds",
        "score", "scored", "shown", "side_gang", "side_police", "snapshot", "staked", "stakes", "start_cards", "summaries",
        "supply", "teams", "terms", "tied", "tokens",
        "turn", "waiting", "width", "wishes", "x", "y",
    )  # fmt: skip

    def __init__(
        self, box: Box, players: int = 3, seed: int = BLANK,
        options: Mapping[str, object] = NO_OPTIONS, log: list[Event] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(box, players, seed, options, log)
        self.cards = box
        self.width = box.traffics + 3
        self.teams = options.get("teams") is True
        rounds = options.get("rounds")
        self.rounds = rounds if isinstance(rounds, int) else box.rounds
        shifts = box.shift_teams if options.get("teams") else box.shift
        self.cuffs_shift = shifts[players] if options.get("handcuffs") == "balanced" else 0
        self.choices: list[tuple[Action, ...]] = []

    def lay_out(self) -> None:
        """An empty table: nothing drawn, nothing placed, nobody asked."""
        box = self.cards
        n, cards, wares = self.players, box.card_count, box.traffics
        self.choices = [NO_CHOICE] * n
        self.turn = self.phase = self.owing = self.passed = self.placer = 0
        self.placed = self.scored = self.extra = self.start_cards = 0
        self.order: list[int] = []
        self.score = [0] * n
        self.wishes: list[list[int]] = [[] for _ in range(n)]
        self.laid: list[int] = []
        self.x = [0] * cards
        self.y = [0] * cards
        self.neighbour = [-1] * (4 * cards)
        self.deck: list[int] = []
        self.bag: list[int] = []
        self.discard: list[int] = []
        self.owner = [-1] * cards
        self.recruits = [-1] * (2 * cards)
        self.drawn = self.held = -1
        self.hand = [0] * (8 * n)
        self.shown = [0] * (8 * n)
        self.pieces: list[int] = []
        self.side_gang = bytearray(4 * cards)
        self.side_police = bytearray(4 * cards)
        self.jail: list[int] = []
        self.tokens = [0] * (n * wares)
        self.gained = [0] * (n * wares)
        self.supply = box.tokens[:]
        self.holder = [-1] * wares
        self.level = [0] * wares
        self.stakes = [0] * (n * wares)
        self.staked = [0] * (n * wares)
        self.colour_of = [-1] * cards
        self.claims = [0] * (n * self.width)
        self.drafts = [0] * (n * self.width)
        self.last_set = [-1] * n
        self.most = [0] * wares
        self.summaries: list[list[int]] = []
        self.notes: Notes | None = None
        self.leave_place()

    def leave_place(self) -> None:
        """No place is being resolved."""
        self.here = self.feeder = -1
        self.open = self.deal = self.round = self.party = self.named = self.waiting = self.tied = 0
        self.purpose = self.rerolled = self.prize = self.outcome = 0
        self.power_police = self.power_gangs = -1
        self.queue: list[int] = []
        self.dice: list[int] = []
        self.snapshot: list[int] = []
        self.terms: list[int] = []
        self.offers: list[int] = []

    def clone_to(self, copy: Table) -> None:
        """Copy the whole table onto another."""
        self.copy_base(copy)
        copy.choices = self.choices[:]
        copy.turn, copy.phase, copy.owing, copy.passed, copy.placer = (
            self.turn,
            self.phase,
            self.owing,
            self.passed,
            self.placer,
        )
        copy.placed, copy.scored, copy.extra, copy.start_cards = self.placed, self.scored, self.extra, self.start_cards
        copy.order = self.order[:]
        copy.score = self.score[:]
        copy.wishes = self.wishes[:]
        copy.laid = self.laid[:]
        copy.x = self.x[:]
        copy.y = self.y[:]
        copy.neighbour = self.neighbour[:]
        copy.deck = self.deck[:]
        copy.bag = self.bag[:]
        copy.discard = self.discard[:]
        copy.owner = self.owner[:]
        copy.recruits = self.recruits[:]
        copy.drawn, copy.held = self.drawn, self.held
        copy.hand = self.hand[:]
        copy.shown = self.shown[:]
        copy.pieces = self.pieces[:]
        copy.side_gang = self.side_gang[:]
        copy.side_police = self.side_police[:]
        copy.jail = self.jail[:]
        copy.tokens = self.tokens[:]
        copy.gained = self.gained[:]
        copy.supply = self.supply[:]
        copy.holder = self.holder[:]
        copy.level = self.level[:]
        copy.stakes = self.stakes[:]
        copy.staked = self.staked[:]
        copy.colour_of = self.colour_of[:]
        self.clone_place(copy)

    def clone_place(self, copy: Table) -> None:
        """Copy what concerns the place being resolved."""
        copy.claims = self.claims[:]
        copy.drafts = self.drafts[:]
        copy.last_set = self.last_set[:]
        copy.most = self.most[:]
        copy.summaries = self.summaries[:]
        copy.notes = None
        copy.here, copy.feeder, copy.open, copy.deal, copy.round = (
            self.here,
            self.feeder,
            self.open,
            self.deal,
            self.round,
        )
        copy.party, copy.named, copy.waiting, copy.tied = self.party, self.named, self.waiting, self.tied
        copy.purpose, copy.rerolled, copy.prize, copy.outcome = self.purpose, self.rerolled, self.prize, self.outcome
        copy.power_police, copy.power_gangs = self.power_police, self.power_gangs
        copy.queue = self.queue[:]
        copy.dice = self.dice[:]
        copy.snapshot = self.snapshot[:]
        copy.terms = self.terms[:]
        copy.offers = self.offers[:]

    # -- small questions ------------------------------------------------------------------------------

    def points(self, seat: int) -> int:
        """The score of that seat, or of its faction in teams (PG 15.1)."""
        return self.score[seat & 1] if self.teams else self.score[seat]

    def add_points(self, seat: int, points: int) -> None:
        """Mark points at once."""
        self.score[seat & 1 if self.teams else seat] += points
        if points:
            self.scored = 1

    def ask(self, phase: int, seat: int) -> None:
        """One seat owes a decision."""
        self.phase = phase
        self.owing = 1 << seat

    def last_player(self) -> int:
        """The one at the end of this turn's order (PG 4.2)."""
        return self.order[self.players - 1]

    def lowest(self, mask: int) -> int:
        """Of these seats the lowest on the track, then the one later in this turn's order (PG 4.4)."""
        best = -1
        for seat in self.order:
            if mask >> seat & 1 and (best == -1 or self.points(seat) <= self.points(best)):
                best = seat
        return best

    def present(self, card: int) -> int:
        """The seats with a piece at that place."""
        mask = 0
        for code in self.pieces:
            if code >> 9 == card:
                mask |= 1 << (code >> 4 & 7)
        return mask

    def fighters(self) -> int:
        """The gangsters with fighting tiles on the place being resolved."""
        mask = 0
        for code in self.pieces:
            if code >> 9 == self.here and not code & 1 and not code >> 4 & 1:
                mask |= 1 << (code >> 4 & 7)
        return mask

    def tiles_of(self, seat: int) -> int:
        """How many gangsters a seat has in hand."""
        total = 0
        for kind in range(seat * 8, seat * 8 + 8):
            total += self.hand[kind]
        return total

    def badges_of(self, seat: int) -> int:
        """The badges a policeman's rolled dice show; a double counts (PG 2.3, PG 7.4)."""
        count = 0
        for die in self.dice:
            if die >> 4 == seat and (die & 3 == 1 or die & 3 == 2):
                count += 1
        return count

    def tell(self, kind: str, data: Mapping[str, object]) -> None:
        """An event for everybody."""
        if self.log is not None:
            self.log.append(Event(kind, data))

    # -- what later rooms fill in: the order of the phases is in rules.py ------------------------------

    def begin_discards(self) -> None:
        raise NotImplementedError

    def resolve_next(self) -> None:
        raise NotImplementedError

    def roll(self, purpose: int, police: int) -> None:
        raise NotImplementedError

    def after_talk(self) -> None:
        raise NotImplementedError

    def after_sharing(self, accord: bool) -> None:
        raise NotImplementedError

    def begin_count(self) -> None:
        raise NotImplementedError

    def end_turn(self) -> None:
        raise NotImplementedError
