"""Leduc poker, rule for rule as OpenSpiel's `leduc_poker` for two players: the State and its moves.

1 Six cards: three ranks in two suits. Everybody puts in one chip and gets a card.
2 Two rounds of betting, the first seat begins both; the second round starts by turning up a third card.
3 A player calls, raises (2 chips in the first round, 4 in the second; at most twice a round), or, with
  chips to pay, folds. A round is over when everybody else has answered the last raise, or all have called.
4 Who folds has lost. Otherwise a pair with the card turned up wins, then the higher card; equals share.
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
from parrain.core.say import Seat
from parrain.core.state import State as CoreState
from parrain.core.stream import BLANK
from parrain.core.view import View as CoreView

CARDS: Final = 6
FOLD: Final = 0
CALL: Final = 1
RAISE: Final = 2
NOBODY: Final = -1
MOST_RAISES: Final = 2
SMALL_BET: Final = 2
BIG_BET: Final = 4

TURNS: Final[list[tuple[int, ...]]] = [(0,), (1,), ()]  # the last is nobody's, number -1
NOTHING: Final[tuple[Action, ...]] = ()
NO_PLACES: Final[tuple[int, ...]] = ()


class Box(CoreBox):
    """The three choices, what is legal by (chips to pay, a raise left), and the 120 ways to deal three cards."""

    def __init__(self, edition: Edition) -> None:
        fold, call, raise_ = Action(FOLD, "fold", FOLD), Action(CALL, "call", CALL), Action(RAISE, "raise", RAISE)
        super().__init__(edition, (fold, call, raise_))
        self.legal: list[tuple[Action, ...]] = [(call,), (call, raise_), (fold, call), (fold, call, raise_)]
        self.deals: list[list[int]] = [
            [a, b, c] for a in range(CARDS) for b in range(CARDS) for c in range(CARDS) if a != b and a != c and b != c
        ]


@dataclass
class View(CoreView):
    """Card numbers, two of each rank; `card` is -1 for a spectator, `board` until it is turned up."""

    round: int
    card: int
    board: int
    paid: tuple[int, ...]
    raises: int
    shown: tuple[int, ...]


class State(CoreState):
    """`cards` are those of both seats and the third; `paid` is what each has put in; `legal` numbers the box's list."""

    __slots__ = ("calls", "cards", "deck", "legal", "paid", "raises", "round", "stakes", "turn", "winner")

    def __init__(
        self, box: Box, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None = None
    ) -> None:
        super().__init__(box, players, seed, options, log)
        self.deck = box
        if seed != BLANK:
            self.set_up()

    def set_up(self) -> None:
        """Everybody puts in a chip and gets a card (rule 1)."""
        self.cards = self.deck.deals[self.below(120)]
        self.paid = [1, 1]
        self.stakes = 1
        self.winner = NOBODY
        self.round = 1
        self.raises = 0
        self.calls = 0
        self.turn = 0
        self.legal = 1
        if self.log is not None:
            for seat in (0, 1):
                self.log.append(Event("deal", {"seat": seat}, {"card": self.cards[seat]}, (seat,)))

    def current_players(self) -> tuple[int, ...]:
        """The players take turns (rule 2)."""
        return TURNS[self.turn]

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """Call; raise while there are raises left; fold while there are chips to pay (rule 3)."""
        return self.deck.legal[self.legal] if player == self.turn else NOTHING

    def apply(self, player: int, action: Action) -> None:
        """Fold, call or raise (rule 3)."""
        if player != self.turn or action not in self.deck.legal[self.legal]:
            raise self.refusal(player, action)
        chosen = action.id
        if chosen == CALL:
            self.call(player)
        elif chosen == RAISE:
            self.raise_stakes(player)
        else:
            self.fold(player)

    def refusal(self, player: int, action: Action) -> IllegalAction:
        """The rule that forbids a choice."""
        if not self.deck.owns(action):
            return IllegalAction("L 3", "“{text}” is not a choice of this game.", text=action.text)
        if self.is_over:
            return IllegalAction("L 4", "The game is over.")
        if player != self.turn:
            return IllegalAction("L 2", "It is {seat}'s turn.", seat=Seat(self.turn))
        if action.id == RAISE:
            return IllegalAction("L 3", "There are at most two raises in a round.")
        return IllegalAction("L 3", "With nothing to pay there is no reason to fold.")

    def call(self, player: int) -> None:
        """Pay what is to pay; the round is over when the last raise is answered or both have called (rule 3)."""
        self.paid[player] = self.stakes
        self.calls += 1
        if self.log is not None:
            self.log.append(Event("call", {"seat": player, "paid": self.stakes}))
        if self.raises or self.calls == 2:
            self.end_round()
        else:
            self.turn = 1 - player
            self.legal = 1

    def raise_stakes(self, player: int) -> None:
        """Pay, and more on top (rule 3)."""
        self.stakes += SMALL_BET if self.round == 1 else BIG_BET
        self.paid[player] = self.stakes
        self.raises += 1
        self.calls = 0
        self.turn = 1 - player
        self.legal = 3 if self.raises < MOST_RAISES else 2
        if self.log is not None:
            self.log.append(Event("raise", {"seat": player, "paid": self.stakes}))

    def fold(self, player: int) -> None:
        """Give up what one has put in (rules 3 and 4)."""
        if self.log is not None:
            self.log.append(Event("fold", {"seat": player}))
        self.end("fold", 1 - player)

    def end_round(self) -> None:
        """Turn up the third card and bet again, or show the hands (rules 2 and 4)."""
        if self.round == 2:
            first, second = self.strength(0), self.strength(1)
            self.end("showdown", NOBODY if first == second else 0 if first > second else 1)
            return
        self.round = 2
        self.reveals += 1
        self.raises = 0
        self.calls = 0
        self.turn = 0
        self.legal = 1
        if self.log is not None:
            self.log.append(Event("board", {"card": self.cards[2]}))

    def strength(self, player: int) -> int:
        """A pair beats any card, a higher rank a lower one (rule 4)."""
        rank = self.cards[player] // 2
        return rank + 3 if rank == self.cards[2] // 2 else rank

    def end(self, ending: str, winner: int) -> None:
        """The game is over."""
        self.is_over = True
        self.ending = ending
        self.winner = winner
        self.turn = NOBODY
        if self.log is not None:
            self.log.append(Event("end", {"ending": ending, "winner": winner, "chips": list(self.scores())}))

    def scores(self) -> tuple[int, ...]:
        """What each has won or lost; nothing while the game runs."""
        if self.winner == NOBODY:
            return (0, 0)
        lost = self.paid[1 - self.winner]
        return (lost, -lost) if self.winner == 0 else (-lost, lost)

    def returns(self) -> tuple[float, ...]:
        """Chips won or lost, as OpenSpiel counts."""
        first, second = self.scores()
        return (float(first), float(second))

    def ranking(self) -> tuple[int, ...]:
        """Winner and loser, or both first."""
        return (1, 1) if self.winner == NOBODY else (1, 2) if self.winner == 0 else (2, 1)

    def clone(self) -> State:
        """An independent copy; the deal never changes and is shared."""
        copy = State(self.deck, 2, BLANK, self.options)
        self.copy_base(copy)
        copy.cards = self.cards
        copy.paid = self.paid[:]
        copy.stakes = self.stakes
        copy.winner = self.winner
        copy.round = self.round
        copy.raises = self.raises
        copy.calls = self.calls
        copy.turn = self.turn
        copy.legal = self.legal
        return copy

    def view(self, player: int | None) -> View:
        """One's own card and what lies on the table; both cards after a showdown."""
        return View(
            "leduc",
            self.deck.edition.key,
            {},
            2,
            player,
            self.current_players(),
            self.ending,
            self.ranking() if self.is_over else NO_PLACES,
            self.scores(),
            self.round,
            -1 if player is None else self.cards[player],
            self.cards[2] if self.round == 2 else -1,
            tuple(self.paid),
            self.raises,
            tuple(self.cards[:2]) if self.ending == "showdown" else (),
        )

    def to_position(self) -> dict[str, object]:
        """The whole table."""
        return {
            "game": "leduc",
            "cards": list(self.cards),
            "paid": list(self.paid),
            "stakes": self.stakes,
            "round": self.round,
            "raises": self.raises,
            "calls": self.calls,
            "turn": self.turn,
            "ending": self.ending,
            "winner": self.winner,
            "random": self.random_words(),
            "reveals": self.reveals,
        }

    def check(self) -> None:
        """Chips and choices agree with the betting."""
        assert max(self.paid) == self.stakes and self.raises <= MOST_RAISES
        if not self.is_over:
            assert self.legal == 2 * (self.stakes > self.paid[self.turn]) + (self.raises < MOST_RAISES)
