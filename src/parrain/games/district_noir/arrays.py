"""Tables of District Noir by the hundred, as numpy arrays (`core/arrays.py`), and the hands that the other may hold."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parrain.core.encoding import Part
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.imagine import Worlds
from parrain.games.district_noir.view import View

Ints = NDArray[np.int8]
Floats = NDArray[np.float32]
Truths = NDArray[np.bool_]

EMPTY = -1  # a place of the line without a card


class Moment(NamedTuple):
    """What one seat sees of a table, in numbers: cards by type, the line oldest first."""

    seat: int
    turn: int
    round: int
    starter: int
    line: tuple[int, ...]
    hand: tuple[int, ...]  # its own cards, counted
    sizes: tuple[int, ...]
    taken: tuple[int, ...]  # counted, seat 0 first
    may_take: tuple[bool, ...]
    unseen: tuple[int, ...]  # counted

    def made(self, box: Box) -> int:
        """How many choices were made in this round."""
        return 2 * (box.hand + 1) - sum(self.sizes) - sum(self.may_take)


def moment_of(view: View, box: Box) -> Moment:
    """The moment of a View of somebody who has a seat."""
    assert view.seat is not None, "a spectator holds nothing"
    worlds = Worlds(view, box)
    table = worlds.open
    types = box.types
    return Moment(
        view.seat,
        table.turn,
        view.round,
        view.starter,
        tuple(table.line),
        tuple(table.hand[view.seat * types : (view.seat + 1) * types]),
        view.hand_sizes,
        tuple(table.taken),
        view.may_take,
        tuple(worlds.unseen.count(card) for card in range(types)),
    )


def before(moment: Moment, seen: Moment | None, box: Box) -> tuple[Moment, int] | None:
    """The moment before the last choice, which may have been `seen`, and that choice; None if it is not known."""
    if seen is not None:
        return seen, box.types if seen.may_take != moment.may_take else moment.line[-1]
    if not all(moment.may_take) or not moment.made(box) or not moment.line:  # a position may come from nowhere
        return None
    card, mover = moment.line[-1], 1 - moment.turn
    sizes = tuple(size + (seat == mover) for seat, size in enumerate(moment.sizes))
    hand, unseen = list(moment.hand), list(moment.unseen)
    if mover == moment.seat:
        hand[card] += 1
    else:
        unseen[card] += 1
    earlier = moment._replace(turn=mover, line=moment.line[:-1], sizes=sizes)
    return earlier._replace(hand=tuple(hand), unseen=tuple(unseen)), card


class Hidden:
    """The hands that the other may hold, at a View, and what it has chosen in this round.

    `earlier` are Views of the same seat before it. Until somebody takes, the line itself tells who laid what; without
    the Views, what was chosen before a take is not known.
    """

    def __init__(self, view: View, earlier: Sequence[View], box: Box, parts: Sequence[Part]) -> None:
        self.box = box
        self.parts = parts
        self.now = moment_of(view, box)
        self.hands, self.chances = hands_of(self.now)
        self.evidence: list[tuple[Tables, int]] = []
        seen = {
            moment.made(box): moment
            for moment in (moment_of(each, box) for each in earlier if not each.ending)
            if moment.round == self.now.round
        }
        hands = self.hands.copy()
        later = self.now
        while found := before(later, seen.get(later.made(box) - 1), box):
            later, choice = found
            if later.turn != self.now.seat:
                if choice < box.types:
                    hands[:, choice] += 1
                self.evidence.append((Tables(box, parts, later, hands), choice))

    def tables(self, rows: NDArray[np.intp], copies: int, rng: np.random.Generator) -> Tables:
        """Tables with the hands of these rows, and decks shuffled."""
        batch = Tables(self.box, self.parts, self.now, self.hands[rows])
        batch.shuffle(self.now, rng)
        return batch.repeated(copies)


def hands_of(moment: Moment) -> tuple[Ints, Floats]:
    """Every hand that the other may hold, cards counted by type, and its chance as the cards were dealt."""
    rows: list[list[int]] = []
    ways: list[int] = []
    hand = [0] * len(moment.unseen)

    def deal(card: int, left: int, chance: int) -> None:
        if not left:
            rows.append(hand[:])
            ways.append(chance)
        elif card < len(hand):
            for count in range(min(left, moment.unseen[card]) + 1):
                hand[card] = count
                deal(card + 1, left - count, chance * comb(moment.unseen[card], count))
            hand[card] = 0

    deal(0, moment.sizes[1 - moment.seat], 1)
    chances = np.array(ways, np.float32)
    return np.array(rows, np.int8), chances / chances.sum()


class Tables:
    """Tables by row; cards are counted by type, the line has its newest card first."""

    def __init__(self, box: Box, parts: Sequence[Part], moment: Moment, hands: Ints) -> None:
        count = len(hands)
        self.box = box
        self.parts = parts
        self.turn = moment.turn
        self.starter = moment.starter
        self.round = moment.round
        self.made = moment.made(box)
        self.left = (box.rounds - moment.round) * 2 * box.hand  # cards still to be dealt
        self.hand: Ints = np.zeros((count, 2, box.types), np.int8)
        self.hand[:, moment.seat] = moment.hand
        self.hand[:, 1 - moment.seat] = hands
        self.taken: Ints = np.tile(np.array(moment.taken, np.int8).reshape(1, 2, -1), (count, 1, 1))
        longest = len(moment.line) + sum(moment.sizes) + self.left
        self.line: Ints = np.full((count, max(longest, box.reach) + box.take), EMPTY, np.int8)
        self.line[:, : len(moment.line)] = moment.line[::-1]
        counted = np.bincount(np.array(moment.line, np.intp), minlength=box.types).astype(np.int8)
        self.line_counts: Ints = np.tile(counted, (count, 1))
        self.may_take: Truths = np.tile(np.array(moment.may_take), (count, 1))
        self.deck: Ints = np.zeros((count, 0), np.int8)
        self.over: Truths = np.zeros(count, np.bool_)
        self.winner: Ints = np.full(count, -1, np.int8)
        self.kinds: Ints = np.arange(box.types, dtype=np.int8)
        self.rows = np.arange(count)

    def shuffle(self, moment: Moment, rng: np.random.Generator) -> None:
        """Deal the rounds to come from the cards that are neither seen nor held."""
        unseen = np.repeat(self.kinds, moment.unseen)
        copy = np.concatenate([np.arange(many) for many in moment.unseen])
        keys = rng.random((len(self.rows), unseen.size), np.float32)
        hands = self.hand[:, 1 - moment.seat]
        keys[copy < hands[:, unseen]] = 2.0
        self.deck = unseen[np.argsort(keys, axis=1)[:, : self.left]]

    def repeated(self, times: int) -> Tables:
        """All tables, then all of them again, and so on."""
        copy = Tables.__new__(Tables)
        copy.__dict__.update(self.__dict__)
        for name in ("hand", "taken", "line", "line_counts", "may_take", "deck", "over", "winner"):
            setattr(copy, name, np.concatenate([getattr(self, name)] * times))
        copy.rows = np.arange(len(copy.over))
        return copy

    # -- playing ---------------------------------------------------------------------------------------------

    def legal(self) -> Truths:
        """A truth for every action (DN 4.2, DN 5.2, DN 6.3)."""
        found: Truths = np.empty((len(self.rows), self.box.types + 1), np.bool_)
        np.greater(self.hand[:, self.turn], 0, out=found[:, :-1])
        np.logical_and(self.may_take[:, self.turn], self.line[:, 0] != EMPTY, out=found[:, -1])
        return found

    def step(self, actions: NDArray[np.intp]) -> None:
        """Everybody to move lays a card or takes (DN 5.1, DN 6.1)."""
        box, turn = self.box, self.turn
        takes = actions == box.types
        taking, laying = np.flatnonzero(takes), np.flatnonzero(~takes)
        cards = actions[laying]
        self.hand[laying, turn, cards] -= 1
        line = np.empty_like(self.line)
        line[laying, 1:] = self.line[laying, :-1]
        line[laying, 0] = cards
        self.line_counts[laying, cards] += 1
        if taking.size:
            old = self.line[taking]
            line[taking, : -box.take] = old[:, box.take :]
            line[taking, -box.take :] = EMPTY
            got = (old[:, : box.take, None] == self.kinds).sum(axis=1, dtype=np.int8)
            self.taken[taking, turn] += got
            self.line_counts[taking] -= got
            self.may_take[taking, turn] = False
            built = self.taken[taking, turn][:, box.buildings].sum(axis=1) >= box.buildings_to_win
            self.finish(taking[built], turn)
        self.line = line
        self.turn = 1 - turn
        self.made += 1
        if self.made == 2 * (box.hand + 1):
            self.end_round()

    def finish(self, rows: NDArray[np.intp], winner: int | Ints) -> None:
        """End these tables, unless they ended before."""
        fresh = ~self.over[rows]
        self.winner[rows[fresh]] = winner if isinstance(winner, int) else winner[fresh]
        self.over[rows] = True

    def end_round(self) -> None:
        """Count the points, or deal the next round (DN 7.2 to DN 7.4)."""
        box = self.box
        if not self.left:
            self.finish(self.rows, self.higher())
            return
        self.round += 1
        self.made = 0
        self.starter = 1 - self.starter
        self.turn = self.starter
        self.may_take = np.ones_like(self.may_take)
        start = self.deck.shape[1] - self.left
        for seat in (0, 1):
            dealt = self.deck[:, start + seat * box.hand : start + (seat + 1) * box.hand]
            self.hand[:, seat] = (dealt[:, :, None] == self.kinds).sum(axis=1, dtype=np.int8)
        self.left -= 2 * box.hand

    def points(self) -> NDArray[np.int64]:
        """The points of both at every table (DN 8.2 to DN 8.5)."""
        box = self.box
        gangs = self.taken[:, :, box.gangs].astype(np.int64)
        majorities = (gangs > gangs[:, ::-1]) @ np.array([box.values[card] for card in box.gangs])
        others = self.taken[:, :, box.alliances_and_betrayals].astype(np.int64)
        extras = others @ np.array([box.values[card] for card in box.alliances_and_betrayals])
        found: NDArray[np.int64] = majorities + gangs.min(axis=2) * box.set_points + extras
        return found

    def higher(self) -> Ints:
        """Who has more points, then more 8s, 7s, 6s, 5s (DN 8.6, DN 8.7); -1 in a draw."""
        points = self.points()
        gangs = self.taken[:, :, self.box.gangs].astype(np.int64)
        leads = np.concatenate([points[:, :, None], gangs], axis=2)
        leads = np.sign(leads[:, 0] - leads[:, 1])
        ahead = leads[self.rows, (leads != 0).argmax(axis=1)]
        found: Ints = np.where(ahead > 0, 0, np.where(ahead < 0, 1, -1)).astype(np.int8)
        return found

    def results(self, seat: int) -> Floats:
        """What finished tables are worth to a seat, 0 elsewhere."""
        found: Floats = np.where(self.winner < 0, 0.0, np.where(self.winner == seat, 1.0, -1.0)).astype(np.float32)
        return found

    # -- what the one to move sees ---------------------------------------------------------------------------

    def observe(self) -> Floats:
        """`Game.encode` of the View of the seat to move, at every table."""
        box, seat = self.box, self.turn
        both = [seat, 1 - seat]
        count = len(self.rows)
        out: Floats = np.zeros((count, sum(part.size for part in self.parts)), np.float32)
        at = 0
        for part in self.parts:
            to = out[:, at : at + part.size]
            at += part.size
            match part.name:
                case "to_move":
                    to[:, 0] = 1.0
                case "scores":
                    to[:] = self.points()[:, both]
                case "round":
                    to[:] = self.round
                case "starter":
                    to[:, both.index(self.starter)] = 1.0
                case "line":
                    to[:] = (self.line[:, : box.reach, None] == self.kinds).reshape(count, -1)
                case "line_counts":
                    to[:] = self.line_counts
                case "hand":
                    to[:] = self.hand[:, seat]
                case "hand_sizes":
                    to[:] = self.hand[:, both].sum(axis=2)
                case "taken":
                    to[:] = self.taken[:, both].reshape(count, -1)
                case "may_take":
                    to[:] = self.may_take[:, both]
                case "deck":
                    to[:] = self.left
        return out
