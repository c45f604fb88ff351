"""Goofspiel for four with thirteen cards and hidden bids, rule for rule as OpenSpiel's `goofspiel(imp_info=True,...)`.

1 Everybody holds the cards 1 to 13. The prizes are 1 to 13 too, turned up one by one in random or in descending order.
2 For each prize everybody bids one card, all at once. The highest bid wins the prize; a shared one wins nothing.
3 Only who won a prize becomes known, never the bids. The last card of each is bid by itself.
4 Most points win.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from parrain.core.action import Action
from parrain.core.box import Box as CoreBox
from parrain.core.edition import Edition
from parrain.core.errors import IllegalAction
from parrain.core.event import Event
from parrain.core.state import State as CoreState
from parrain.core.stream import BLANK
from parrain.core.view import View as CoreView

SEATS: Final = 4
CARDS: Final = 13
ALL: Final = (1 << CARDS) - 1
EVERYBODY: Final = (1 << SEATS) - 1
NO_BID: Final = -1
NOTHING: Final[tuple[Action, ...]] = ()
NO_PLACES: Final[tuple[int, ...]] = ()


class Box(CoreBox):
    """The thirteen bids, what a hand allows, and the seats of every set of seats."""

    def __init__(self, edition: Edition, random_order: bool) -> None:
        super().__init__(edition, tuple([Action(card, f"bid {card + 1}", 0, card) for card in range(CARDS)]))
        self.random_order = random_order
        self.seats: list[tuple[int, ...]] = [
            tuple([s for s in range(SEATS) if owing >> s & 1]) for owing in range(1 << SEATS)
        ]
        self.legal_by_hand: list[tuple[Action, ...] | None] = [None] * (1 << CARDS)

    def legal(self, hand: int) -> tuple[Action, ...]:
        """The bids that a hand allows; one tuple for each hand, made once."""
        found = self.legal_by_hand[hand]
        if found is None:
            found = tuple([action for action in self.actions if hand >> action.id & 1])
            self.legal_by_hand[hand] = found
        return found


@dataclass
class View(CoreView):
    """Prizes turned up so far, who won each (-1: nobody), one's own hand and the bid one has made for this prize."""

    prizes: tuple[int, ...]
    winners: tuple[int, ...]
    hand: tuple[int, ...]
    bid: int


class State(CoreState):
    """`hands` are sets of cards as bits; `bids` the cards bid for this prize; `owing` the seats that still owe one."""

    __slots__ = ("bids", "deck", "hands", "owing", "points", "prizes", "winners")

    def __init__(
        self, box: Box, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None = None
    ) -> None:
        super().__init__(box, players, seed, options, log)
        self.deck = box
        if seed != BLANK:
            self.set_up()

    def set_up(self) -> None:
        """Thirteen cards each, and the prizes in their order (rule 1)."""
        self.prizes = list(range(CARDS, 0, -1))
        if self.deck.random_order:
            self.shuffle(self.prizes)
        self.hands = [ALL] * SEATS
        self.bids = [NO_BID] * SEATS
        self.points = [0] * SEATS
        self.winners: list[int] = []
        self.owing = EVERYBODY
        if self.log is not None:
            self.log.append(Event("prize", {"prize": self.prizes[0]}))

    def current_players(self) -> tuple[int, ...]:
        """Everybody who has not bid yet (rule 2)."""
        return self.deck.seats[self.owing]

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """Any card of the hand (rule 2)."""
        return self.deck.legal(self.hands[player]) if player >= 0 and self.owing >> player & 1 else NOTHING

    def apply(self, player: int, action: Action) -> None:
        """Bid a card; the last bid decides the prize (rule 2)."""
        card = action.id
        if card < 0 or card >= CARDS or self.deck.actions[card] is not action:
            raise IllegalAction("G 1", "“{text}” is not a choice of this game.", text=action.text)
        if player < 0 or not self.owing >> player & 1:
            if self.is_over:
                raise IllegalAction("G 4", "The game is over.")
            raise IllegalAction("G 2", "You have already bid for this prize.")
        if not self.hands[player] >> card & 1:
            raise IllegalAction("G 1", "You have no {card} left.", card=card + 1)
        self.bids[player] = card
        self.owing -= 1 << player
        if self.log is not None:
            self.log.append(Event("bid", {"seat": player}, {"card": card + 1}, (player,)))
        if not self.owing:
            self.award()

    def award(self) -> None:
        """Give the prize to the highest bid, and go on to the next (rules 2 and 3)."""
        highest = NO_BID
        winner = NO_BID
        for seat in range(SEATS):
            card = self.bids[seat]
            self.hands[seat] -= 1 << card
            if card > highest:
                highest = card
                winner = seat
            elif card == highest:
                winner = NO_BID
        turn = len(self.winners)
        self.winners.append(winner)
        if winner != NO_BID:
            self.points[winner] += self.prizes[turn]
        self.reveals += 1
        if self.log is not None:
            self.log.append(Event("award", {"prize": self.prizes[turn], "winner": winner}))
        self.next_prize(turn + 1)

    def next_prize(self, turn: int) -> None:
        """Turn up the next prize; the last one needs no choice (rule 3), and then the game is over (rule 4)."""
        if turn == CARDS:
            self.is_over = True
            self.ending = "points" if self.points.count(max(self.points)) < SEATS else "draw"
            return
        if self.log is not None:
            self.log.append(Event("prize", {"prize": self.prizes[turn]}))
        if turn == CARDS - 1:
            for seat in range(SEATS):
                self.bids[seat] = self.deck.legal(self.hands[seat])[0].id
            self.award()
            return
        for seat in range(SEATS):
            self.bids[seat] = NO_BID
        self.owing = EVERYBODY

    def scores(self) -> tuple[int, ...]:
        """Points won so far: everybody sees them."""
        return tuple(self.points)

    def returns(self) -> tuple[float, ...]:
        """The winners share 1, the others share -1, as OpenSpiel counts."""
        most = max(self.points)
        winners = self.points.count(most)
        if not self.is_over or winners == SEATS:
            return (0.0,) * SEATS
        return tuple([1.0 / winners if points == most else -1.0 / (SEATS - winners) for points in self.points])

    def ranking(self) -> tuple[int, ...]:
        """Places by points; equals share one."""
        return tuple([1 + len([other for other in self.points if other > points]) for points in self.points])

    def clone(self) -> State:
        """An independent copy; the order of the prizes never changes and is shared."""
        copy = State(self.deck, SEATS, BLANK, self.options)
        self.copy_base(copy)
        copy.prizes = self.prizes
        copy.hands = self.hands[:]
        copy.bids = self.bids[:]
        copy.points = self.points[:]
        copy.winners = self.winners[:]
        copy.owing = self.owing
        return copy

    def view(self, player: int | None) -> View:
        """Prizes, their winners, and one's own cards; never a bid of another (rule 3)."""
        turned = self.prizes[: len(self.winners) + 1]
        hand = () if player is None else tuple([action.id + 1 for action in self.deck.legal(self.hands[player])])
        bid = NO_BID if player is None or self.is_over or self.owing >> player & 1 else self.bids[player] + 1
        return View(
            "goofspiel",
            self.deck.edition.key,
            {},
            SEATS,
            player,
            self.current_players(),
            self.ending,
            self.ranking() if self.is_over else NO_PLACES,
            self.scores(),
            tuple(turned),
            tuple(self.winners),
            hand,
            bid,
        )

    def to_position(self) -> dict[str, object]:
        """The whole table."""
        return {
            "game": "goofspiel",
            "prizes": list(self.prizes),
            "hands": list(self.hands),
            "bids": list(self.bids),
            "points": list(self.points),
            "winners": list(self.winners),
            "owing": self.owing,
            "ending": self.ending,
            "random": self.random_words(),
            "reveals": self.reveals,
        }

    def check(self) -> None:
        """Everybody holds as many cards as there are prizes to come; prizes won and lost add up."""
        done = len(self.winners)
        for seat in range(SEATS):
            assert self.hands[seat].bit_count() == CARDS - done
        won = sum([prize for prize, winner in zip(self.prizes[:done], self.winners, strict=True) if winner != NO_BID])
        assert sum(self.points) == won and self.is_over == (done == CARDS)
