"""District Noir: the State and its moves, section by section as in docs/rules/district-noir.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.action import Action
from parrain.core.compiling import Words, i64
from parrain.core.event import Event
from parrain.core.phase import Phase
from parrain.core.say import say
from parrain.core.stream import BLANK
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.observe import observe
from parrain.games.district_noir.state import StateData
from parrain.games.district_noir.view import View, view_of

NOBODY: Final[tuple[int, ...]] = ()
TURNS: Final[list[tuple[int, ...]]] = [(0,), (1,)]
NOTHING: Final[tuple[Action, ...]] = ()
NO_OPTIONS: Final[dict[str, object]] = {}


def buildings(box: Box, taken: list[int], player: int) -> int:
    """How many buildings a player has among the cards taken (DN 2.4)."""
    count = 0
    for card in box.buildings:
        count += taken[player * box.types + card]
    return count


def card_points(box: Box, taken: list[int], player: int) -> int:
    """What alliances add and betrayals cost among the cards taken (DN 8.4, DN 8.5)."""
    total = 0
    first = player * box.types
    for card in box.alliances_and_betrayals:
        count = taken[first + card]
        if count:
            total += count * box.values[card]
    return total


class State(StateData):
    """Two players and a line of cards; points or buildings win it (DN 1.1)."""

    __slots__ = ()

    def __init__(
        self,
        box: Box,
        players: int,
        seed: int = BLANK,
        options: Mapping[str, object] = NO_OPTIONS,
        log: list[Event] | None = None,
    ) -> None:
        super().__init__(box, players, seed, options, log)
        if seed != BLANK:
            self.blank()
            self.set_up()

    # -- 3 Setup -------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Shuffle, put cards away unseen, deal, begin the line, toss the coin (DN 2.1, DN 3.1 to DN 3.4)."""
        box = self.box
        self.stock = box.cards.copy()
        self.shuffle(self.stock)
        self.away = self.drawn = box.away
        self.round = 0
        self.starter = 1 - self.below(2)  # the other one begins, as in every round
        self.deal_round()
        for _ in range(box.line):
            self.line.append(self.draw())
        if self.log is not None:
            self.log.append(Event("line", {"cards": [box.names[card] for card in self.line], "starter": self.starter}))

    def draw(self) -> int:
        """The next card of the deck."""
        card = self.stock[self.drawn]
        self.drawn += 1
        return card

    # -- 4 The rounds --------------------------------------------------------------------------------

    def deal_round(self) -> None:
        """Deal both hands; the other player begins, the line stays (DN 3.2, DN 4.1, DN 7.2, DN 7.3)."""
        box = self.box
        self.round += 1
        self.made = 0
        self.starter = 1 - self.starter
        self.turn = self.starter
        self.reveals += 1
        for seat in (0, 1):
            mask = box.take_bit
            dealt = []
            for _ in range(box.hand):
                card = self.draw()
                dealt.append(card)
                self.hand[seat * box.types + card] += 1
                mask |= 1 << card
            self.mask[seat] = mask
            if self.log is not None:
                names = [box.names[card] for card in sorted(dealt)]
                self.log.append(
                    Event("deal", {"seat": seat, "round": self.round, "count": box.hand}, {"cards": names}, (seat,))
                )

    def current_players(self) -> tuple[int, ...]:
        """The players take turns (DN 4.1)."""
        return NOBODY if self.is_over else TURNS[self.turn]

    def phase_row(self) -> Phase[State]:
        """There is one phase: a turn."""
        return PHASES[0]

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """Any card of the hand; the take unless it is done or the line is empty (DN 4.2, DN 5.2, DN 6.3)."""
        if player != self.turn or self.is_over:
            return NOTHING
        box = self.box
        mask = self.mask[player]
        if not self.line:
            mask &= ~box.take_bit
        return box.legal(mask)

    def apply(self, player: int, action: Action) -> None:
        """Lay a card or take from the line, then it is the other's turn (DN 4.1, DN 4.2)."""
        box = self.box
        chosen = action.id
        if player != self.turn or self.is_over or not 0 <= chosen <= box.types or box.actions[chosen] is not action:
            raise self.refusal(player, action)
        if chosen == box.types:
            self.take(player, action)
        else:
            self.lay(player, action)
        if not self.is_over:
            self.next_turn()

    def next_turn(self) -> None:
        """The other player's turn, or the end of the round once both have made all their actions (DN 7.1)."""
        box = self.box
        self.made += 1
        self.turn = 1 - self.turn
        if self.made == 2 * (box.hand + 1):
            if self.drawn == len(self.stock):
                self.count_points()
            else:
                self.deal_round()

    # -- 5 Laying a card -----------------------------------------------------------------------------

    def lay(self, player: int, action: Action) -> None:
        """Put a card of one's hand at the end of the line, face up (DN 5.1); an empty hand must take (DN 5.2)."""
        box = self.box
        card = action.id
        if not self.mask[player] >> card & 1:
            raise self.refusal(player, action)
        place = player * box.types + card
        self.hand[place] -= 1
        if not self.hand[place]:
            self.mask[player] &= ~(1 << card)
        self.line.append(card)
        if self.log is not None:
            self.log.append(Event("lay", {"seat": player, "card": box.names[card]}))

    # -- 6 Taking cards ------------------------------------------------------------------------------

    def take(self, player: int, action: Action) -> None:
        """Take the newest five cards of the line, or all if there are fewer (DN 6.1, DN 6.2, DN 6.5).

        Once a round (DN 6.4), never from an empty line (DN 6.3).
        """
        box = self.box
        line = self.line
        if not self.mask[player] & box.take_bit or not line:
            raise self.refusal(player, action)
        self.mask[player] &= ~box.take_bit
        got = []
        start = player * box.types
        for _ in range(min(box.take, len(line))):
            card = line.pop()
            got.append(card)
            self.taken[start + card] += 1
        if self.log is not None:
            self.log.append(Event("take", {"seat": player, "cards": [box.names[card] for card in got]}))
        if self.buildings(player) >= box.buildings_to_win:
            self.win_by_buildings(player)

    # -- 8 The end -----------------------------------------------------------------------------------

    def buildings(self, player: int) -> int:
        """How many buildings lie in front of that player (DN 2.4)."""
        return buildings(self.box, self.taken, player)

    def win_by_buildings(self, player: int) -> None:
        """The third building wins at once; points are not counted (DN 8.1)."""
        self.is_over = True
        self.ending = "buildings"
        self.winner = player
        if self.log is not None:
            self.log.append(Event("buildings", {"seat": player}))

    def count_points(self) -> None:
        """The higher total wins, then more 8s, 7s, 6s, 5s, else a draw (DN 7.4, DN 8.6, DN 8.7)."""
        first, second = self.points(0), self.points(1)
        self.is_over = True
        self.ending = "points"
        if first == second:
            box = self.box
            for gang in box.gangs:
                first, second = self.taken[gang], self.taken[box.types + gang]
                if first != second:
                    self.ending = "tie-break"
                    break
            else:
                self.ending = "draw"
        self.winner = 0 if first > second else 1 if second > first else -1
        if self.log is not None:
            self.log.append(
                Event(
                    "count", {"scores": [self.points(0), self.points(1)], "winner": self.winner, "ending": self.ending}
                )
            )

    def points(self, player: int) -> int:
        """Majorities, sets, alliances and betrayals of the cards taken; nothing else (DN 8.2 to DN 8.5)."""
        return self.majority_points(player) + self.set_points(player) + self.card_points(player)

    def majority_points(self, player: int) -> int:
        """The value of every gang of which that player has more cards than the other (DN 2.2, DN 8.2)."""
        box = self.box
        mine, theirs = player * box.types, (1 - player) * box.types
        total = 0
        for gang in box.gangs:
            if self.taken[mine + gang] > self.taken[theirs + gang]:
                total += box.values[gang]
        return total

    def set_points(self, player: int) -> int:
        """Five points for every four gang cards of different colours (DN 8.3)."""
        box = self.box
        sets = 99
        for gang in box.gangs:
            sets = min(sets, self.taken[player * box.types + gang])
        return sets * box.set_points if box.gangs else 0

    def card_points(self, player: int) -> int:
        """What alliances add and betrayals cost; buildings are worth nothing (DN 2.3, DN 8.4, DN 8.5)."""
        return card_points(self.box, self.taken, player)

    def scores(self) -> tuple[int, ...]:
        """The points of both as they would be counted now."""
        return (self.points(0), self.points(1))

    def ranking(self) -> tuple[int, ...]:
        """First and second, or both first in a draw (DN 8.7)."""
        if self.winner == -1:
            return (1, 1)
        return (1, 2) if self.winner == 0 else (2, 1)

    # -- what the contract asks ----------------------------------------------------------------------

    def clone(self) -> State:
        """An independent copy."""
        copy = State(self.box, 2, BLANK, self.options)
        self.copy_to(copy)
        return copy

    def view(self, player: int | None) -> View:
        """What that seat may know (DN 9.1)."""
        return view_of(self, player)

    def observe(self, player: int, out: Words, at: i64) -> bool:
        observe(self, player, out, at)
        return True


PHASES: Final = (
    Phase(
        "turn",
        "DN 4.2",
        State.legal_actions,
        State.apply,
        asks=say("Your turn: lay a card, or take the end of the line."),
        waits=say("{seat} must lay a card or take from the line."),
    ),
)
