"""The tables that a View could have come from: hands and pile as they might be (RC 13.1, RC 13.3).

Until the first shuffle every unseen card may be anywhere. At a shuffle everybody sees what goes into the new pile;
so the cards unseen then were in hands. Of what a seat has shown since, each card was either in its hand then or drawn
from the pile: a split that fits all seats and all kinds of card at once is a small flow problem. In which turn each
card was shown is not used: a world may be imagined in which a card was played a turn before it could have been drawn.
"""

from __future__ import annotations

from parrain.core.fields import numbers_in, read_view
from parrain.core.stream import BLANK, Stream
from parrain.core.worlds import Worlds as CoreWorlds
from parrain.games.reglement.components import CARDS, KINDS, Box
from parrain.games.reglement.rules import State
from parrain.games.reglement.rules.phases import resume
from parrain.games.reglement.rules.turn import offer_cards
from parrain.games.reglement.state import FIELDS, PICKING, SITTING
from parrain.games.reglement.view import View


class Worlds(CoreWorlds[State]):
    """The tables behind a View: only hands and pile differ.

    `old` are the unseen cards that were in hands at the last shuffle, `new` those that came from the pile then made,
    each with the cards that the others have shown since.
    """

    def __init__(self, view: View, box: Box) -> None:
        state = State(box, view.players, BLANK, view.options)
        state.blank()
        read_view(state, FIELDS, view)
        state.derive_table()
        state.money = list(view.scores)
        state.size = list(view.hand_sizes)
        state.ending = view.ending
        state.is_over = view.ending != ""
        state.reveals = view.reveals
        me = -1 if view.seat is None else view.seat
        unseen = box.counts[:]
        for card in (*state.discard, *state.away):
            unseen[card] -= 1
        if me >= 0:
            for name in view.hand:
                card = numbers_in(box, CARDS)[name]
                state.hand[me * KINDS + card] += 1
                unseen[card] -= 1
            state.kept[me * KINDS : (me + 1) * KINDS] = list(view.kept)
            state.derive_hand(me)
        self.offers_late = False  # whether what may be chosen depends on a hidden hand
        if not state.is_over:
            state.mover = view.to_move[0]
            if state.mover == me or state.step in (PICKING, SITTING):
                resume(state)
            else:
                self.offers_late = True
        self.open = state
        self.others = [seat for seat in range(view.players) if seat != me]
        if view.shuffles:
            self.sort_out(view, unseen, me)
        else:
            self.unseen = spread(unseen)

    def sort_out(self, view: View, unseen: list[int], me: int) -> None:
        """Which of the unseen cards are old and which are new, and how many of what each seat has shown must be old."""
        self.kept_sizes = view.kept_sizes
        self.old = [0] * KINDS
        self.new = list(view.fresh)
        for card in range(KINDS):
            if me >= 0:  # what I drew since
                self.new[card] -= self.open.hand[me * KINDS + card] + view.played[me][card] - view.kept[card]
            self.old[card] = unseen[card] - self.new[card]
            for seat in self.others:
                self.old[card] += view.played[seat][card]
        self.shown = [count for seat in self.others for count in view.played[seat]]
        self.least_rows: list[int] = []
        self.most_rows: list[int] = []
        for seat in self.others:
            shown = sum(view.played[seat])
            drew = view.hand_sizes[seat] + shown - view.kept_sizes[seat]
            self.least_rows.append(max(0, shown - drew))
            self.most_rows.append(min(shown, view.kept_sizes[seat]))
        self.least_columns = [max(0, sum(self.shown[card::KINDS]) - self.new[card]) for card in range(KINDS)]

    def deal(self, state: State, rng: Stream) -> None:
        """Deal hands and pile."""
        if state.shuffles:
            self.deal_remembered(state, rng)
        else:
            rest = self.unseen[:]
            rng.shuffle(rest)
            for seat in self.others:
                give(state, seat, rest, state.size[seat])
            state.pile = rest
        for seat in self.others:
            state.derive_hand(seat)
        if self.offers_late:
            offer_cards(state)

    def deal_remembered(self, state: State, rng: Stream) -> None:
        """Deal old cards, in hands since before the shuffle, and new ones, from the pile, each to where they can be."""
        was_old = Split(self, rng).flow
        old, new = self.old[:], self.new[:]
        for place, shown in enumerate(self.shown):
            old[place % KINDS] -= was_old[place]
            new[place % KINDS] -= shown - was_old[place]
        old_cards, new_cards = spread(old), spread(new)
        rng.shuffle(old_cards)
        rng.shuffle(new_cards)
        kept = state.kept[:]
        for i, seat in enumerate(self.others):
            shown_old = was_old[i * KINDS : (i + 1) * KINDS]
            still_old = self.kept_sizes[seat] - sum(shown_old)
            give(state, seat, old_cards, still_old)
            for card in range(KINDS):
                kept[seat * KINDS + card] = state.hand[seat * KINDS + card] + shown_old[card]
            give(state, seat, new_cards, state.size[seat] - still_old)
        state.kept = kept
        state.pile = new_cards


def spread(counts: list[int]) -> list[int]:
    """Counted cards as a list."""
    return [card for card in range(KINDS) for _ in range(counts[card])]


def give(state: State, seat: int, cards: list[int], count: int) -> None:
    """So many cards from the end of a list to a seat."""
    for _ in range(count):
        state.hand[seat * KINDS + cards.pop()] += 1


class Split:
    """How many of the cards that each seat has shown were old, by seat and card: the `flow` from seats to cards.

    A seat had so many old cards and drew the rest; of each card there are so many old and so many new. What must be
    old at least is a flow from seats (rows) to cards (columns); then more is made old at random where there is room.
    """

    def __init__(self, worlds: Worlds, rng: Stream) -> None:
        n = len(worlds.others)
        self.rng = rng
        self.room = worlds.shown
        self.flow = [0] * (n * KINDS)
        self.rows = [0] * n
        self.columns = [0] * KINDS
        self.least_rows = worlds.least_rows
        self.most_rows = worlds.most_rows
        self.most_columns = worlds.old
        for card in range(KINDS):
            while self.columns[card] < worlds.least_columns[card] and self.push(card, [False] * KINDS):
                self.columns[card] += 1
        for row in range(n):
            while self.rows[row] < self.least_rows[row] and self.pull(row, [False] * n):
                self.rows[row] += 1
        self.add_at_random()

    def has_room(self, row: int, card: int) -> bool:
        """Whether that seat has shown more cards of that kind than are old so far."""
        return self.flow[row * KINDS + card] < self.room[row * KINDS + card]

    def push(self, card: int, seen: list[bool]) -> bool:
        """One more old card of that kind, from a seat with room for it; a full seat gives up another kind for it."""
        seen[card] = True
        n = len(self.rows)
        start = self.rng.below(n)
        for distance in range(n):
            row = (start + distance) % n
            if self.has_room(row, card) and self.rows[row] < self.most_rows[row]:
                self.flow[row * KINDS + card] += 1
                self.rows[row] += 1
                return True
        for row in range(n):
            if self.has_room(row, card):
                for other in range(KINDS):
                    if not seen[other] and self.flow[row * KINDS + other]:
                        self.flow[row * KINDS + other] -= 1
                        self.flow[row * KINDS + card] += 1
                        if self.push(other, seen):
                            return True
                        self.flow[row * KINDS + other] += 1
                        self.flow[row * KINDS + card] -= 1
        return False

    def pull(self, row: int, seen: list[bool]) -> bool:
        """One more old card of that seat, of a kind with one left; of a used-up kind, from a seat that can spare it."""
        seen[row] = True
        start = self.rng.below(KINDS)
        for distance in range(KINDS):
            card = (start + distance) % KINDS
            if self.has_room(row, card) and self.columns[card] < self.most_columns[card]:
                self.flow[row * KINDS + card] += 1
                self.columns[card] += 1
                return True
        for card in range(KINDS):
            if self.has_room(row, card):
                for other in range(len(self.rows)):
                    if not seen[other] and self.flow[other * KINDS + card]:
                        self.flow[other * KINDS + card] -= 1
                        self.flow[row * KINDS + card] += 1
                        if self.rows[other] > self.least_rows[other]:
                            self.rows[other] -= 1
                            return True
                        if self.pull(other, seen):
                            return True
                        self.flow[other * KINDS + card] += 1
                        self.flow[row * KINDS + card] -= 1
        return False

    def add_at_random(self) -> None:
        """Whether a card shown was old or new is open where both fit: toss for each."""
        for place, room in enumerate(self.room):
            row, card = place // KINDS, place % KINDS
            for _ in range(room - self.flow[place]):
                fits = self.rows[row] < self.most_rows[row] and self.columns[card] < self.most_columns[card]
                if fits and self.rng.below(2):
                    self.flow[place] += 1
                    self.rows[row] += 1
                    self.columns[card] += 1
