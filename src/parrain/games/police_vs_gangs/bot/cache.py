"""What bargaining bots work out once and use again: about a negotiation, and the claim they want in a round of it."""

from __future__ import annotations

from typing import Final

from parrain.games.police_vs_gangs.actions.claims import Claim
from parrain.games.police_vs_gangs.bot.worth import smoothed
from parrain.games.police_vs_gangs.state import StateData

NOT_YET: Final = -1000.0  # in lists of what is worked out when it is first asked for
PIECES: Final = 32  # kinds of tiles and dice, each in two uses


def shared(mask: int, count: float) -> float:
    """How many of so many tokens to come have the ranks of a mask."""
    got = 0.0
    while count > 0.0 and mask:
        if mask & 1:
            got += min(1.0, count)
        count -= 1.0
        mask >>= 1
    return got


class Purse:
    """What the tokens to come, and the place, are worth to one seat; badges are used for traffics in this `order`."""

    __slots__ = ("counts", "held", "order", "place", "points", "seat")

    def __init__(
        self, seat: int, counts: list[float], order: list[int], place: float, points: list[float], held: list[int]
    ) -> None:
        self.seat = seat
        self.counts = counts
        self.order = order
        self.place = place
        self.points = points
        self.held = held

    def worth(self, named: int, badges: int, masks: list[int]) -> float:
        """What these ranks of each traffic are worth, if those traffics are named and so many badges are left."""
        total = 0.0
        for t in self.order:
            count = self.counts[t]
            if not named >> t & 1:
                if badges <= 0 or count <= 0.0:
                    continue
                badges -= 1
            if masks[t]:
                total += smoothed(self.points[t], self.held[t], shared(masks[t], count))
        return total


class Others:
    """What the others claim: ranks of each traffic, traffics demanded, everything else (by whom), the place."""

    __slots__ = ("named", "place", "rest", "taken")

    def __init__(self, wares: int, printed: int) -> None:
        self.taken = [0] * wares
        self.named = printed
        self.rest = -1
        self.place = False


class SeatNotes:
    """What one seat works out for itself: its purse and those of its side, what no deal is worth, claims to think
    about.

    `consent` says of each of these claims how likely the others are to live with it, -1 where that was not yet asked.
    """

    __slots__ = ("consent", "options", "outside", "partners", "purse")

    def __init__(self, purse: Purse, partners: list[Purse], outside: float, options: list[Claim]) -> None:
        self.purse = purse
        self.partners = partners
        self.outside = outside
        self.options = options
        self.consent = [-1.0] * len(options)


class TalkNotes:
    """What everybody at a negotiation can work out alike: the fair split, what each fears and gains; and each seat's
    own notes.
    """

    __slots__ = ("fears", "own", "places", "purses", "split")

    def __init__(self, players: int) -> None:
        self.split: list[Claim] = []
        self.places = [0.0] * players
        self.fears = [0.0] * players
        self.purses: list[Purse | None] = [None] * players
        self.own: list[SeatNotes | None] = [None] * players


class PlacingNotes:
    """What each piece would do at each place, for the seat that is to place one: it holds until the next one lies."""

    __slots__ = ("cards", "ratings", "seat", "turn", "without")

    def __init__(self, state: StateData, seat: int) -> None:
        self.cards = len(state.owner)
        self.seat = seat
        self.turn = state.turn
        self.ratings = [NOT_YET] * (PIECES * self.cards)
        self.without = [NOT_YET] * self.cards  # what a fight is worth as it lies


class Cache:
    """What is worked out once within one imagined world: about the piece to place, the negotiation at hand, the claims
    wanted in its present round.
    """

    __slots__ = ("here", "lying", "notes", "placing", "round", "turn", "wanted")

    def __init__(self) -> None:
        self.placing: PlacingNotes | None = None
        self.lying = -1  # pieces when that was begun
        self.turn = self.here = self.round = -1
        self.notes: TalkNotes | None = None
        self.wanted: list[Claim | None] = []

    def placing_of(self, state: StateData, seat: int) -> PlacingNotes:
        """The notes for the piece that a seat is to place now."""
        notes = self.placing
        if notes is None or notes.seat != seat or notes.turn != state.turn or self.lying != len(state.pieces):
            notes = PlacingNotes(state, seat)
            self.placing = notes
            self.lying = len(state.pieces)
        return notes

    def turn_to(self, state: StateData) -> None:
        """Forget what was worked out for another negotiation or another round."""
        if self.turn != state.turn or self.here != state.here:
            self.turn = state.turn
            self.here = state.here
            self.notes = None
            self.round = -1
        if self.round != state.round:
            self.round = state.round
            self.wanted = [None] * state.players
