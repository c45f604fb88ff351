"""A View as the drawings need it: counts, scores by part, what a choice would change, words for its reader."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from parrain.core import svg, translation
from parrain.core.action import Action
from parrain.core.parts import LEAST_NARROW, LEAST_TEXT
from parrain.core.say import Say, Seat, say
from parrain.core.svg import Markup
from parrain.games.district_noir.actions import TAKE
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.view import View

COLOURS = (0, 4)  # of svg.PLAYERS: the other four are the colours of the gangs


class Score(NamedTuple):
    """The parts of a score (DN 8.2 to DN 8.5)."""

    gangs: int
    sets: int
    deals: int

    @property
    def total(self) -> int:
        """What is compared at the end."""
        return self.gangs + self.sets + self.deals


class Outcome(NamedTuple):
    """A take that a choice makes or leaves to the opponent: who takes what, and both tables after it."""

    taker: int
    cards: tuple[str, ...]
    counts: tuple[list[int], list[int]]
    scores: tuple[Score, Score]
    wins: bool  # by buildings, at once


class Table:
    """One View, the seat that is drawn below, and how to say things to its reader."""

    def __init__(
        self, view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
    ) -> None:
        self.view = view
        self.box = box
        self.names = names
        self.language = language
        self.narrow = narrow
        self.least = LEAST_NARROW if narrow else LEAST_TEXT
        self.below = 0 if view.seat is None else view.seat
        self.above = 1 - self.below
        self.turn = view.to_move[0] if view.to_move else -1
        self.legal = {action.text: action for action in actions}
        self.counts = (count(box, view.taken[0]), count(box, view.taken[1]))
        self.scores = scores(box, self.counts)
        self.outcomes = {action.text: self.outcome(action) for action in actions}

    def words(self, sentence: Say) -> str:
        """A sentence in the reader's language."""
        return translation.render(sentence, self.language, self.names)

    def name(self, seat: int) -> str:
        """A player's name; the reader is “you”."""
        if seat == self.view.seat:
            return self.words(say("You"))
        return translation.render_value(Seat(seat), self.language, self.names)

    def label(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 14,
        colour: str = "coal",
        anchor: str = "start",
        room: float | None = None,
        serif: bool = False,
        bold: bool = False,
    ) -> Markup:
        """A text that is never smaller than what can be read at this width."""
        size = max(size, self.least)
        return svg.text(x, y, words, size, colour, anchor, serif=serif, bold=bold, room=room, least=self.least)

    def shape(self, seat: int, x: float, y: float, radius: float, edge: str = "coal") -> Markup:
        """A player's shape in the player's colour."""
        return seat_shape(seat, x, y, radius, edge)

    def paint(self, seat: int) -> str:
        """A player's colour."""
        return svg.PLAYERS[COLOURS[seat]].paint

    def reach(self) -> tuple[int, bool] | None:
        """Whose take is next, and whether a card is laid before it; None if nobody takes any more this round."""
        view = self.view
        if self.turn < 0:
            return None
        if view.may_take[self.turn] and view.line:
            return self.turn, False
        return (1 - self.turn, True) if view.may_take[1 - self.turn] else None

    def outcome(self, action: Action) -> Outcome | None:
        """The take that follows from a choice, one's own or the opponent's next; None if there is none."""
        view, box = self.view, self.box
        seat = self.below
        line = view.line
        if action.kind != TAKE:
            if not view.may_take[1 - seat]:
                return None
            line, seat = (*line, box.names[action.a]), 1 - seat
        cards = line[-box.take :]
        both = (self.counts[0][:], self.counts[1][:])
        for name in cards:
            both[seat][box.number_of[name]] += 1
        wins = sum([both[seat][each] for each in box.buildings]) >= box.buildings_to_win
        return Outcome(seat, cards, both, scores(box, both), wins)

    def hot(self, name: str) -> bool:
        """Whether a card is a building that somebody lacks only to win at once."""
        box = self.box
        held = max([sum([mine[each] for each in box.buildings]) for mine in self.counts])
        return box.number_of[name] in box.buildings and held >= box.buildings_to_win - 1

    def lead(self, gang: int, counts: tuple[list[int], list[int]] | None = None) -> int:
        """Who has more cards of a gang, -1 for nobody."""
        first, second = (each[gang] for each in counts or self.counts)
        return 0 if first > second else 1 if second > first else -1


@lru_cache(maxsize=1024)
def seat_shape(seat: int, x: float, y: float, radius: float, edge: str) -> Markup:
    """A player's shape, drawn once for each place."""
    colour = svg.PLAYERS[COLOURS[seat]]
    return svg.outline(colour.shape, x, y, radius, colour.paint, edge, max(1.0, radius * 0.16))


def count(box: Box, names: Sequence[str]) -> list[int]:
    """How many cards of each type."""
    counted = [0] * box.types
    for name in names:
        counted[box.number_of[name]] += 1
    return counted


def scores(box: Box, counts: tuple[list[int], list[int]]) -> tuple[Score, Score]:
    """What both tables are worth."""
    return score(box, counts[0], counts[1]), score(box, counts[1], counts[0])


def score(box: Box, mine: list[int], theirs: list[int]) -> Score:
    """What a player's cards are worth against the other's (DN 8.2 to DN 8.5)."""
    return Score(
        sum([box.values[gang] for gang in box.gangs if mine[gang] > theirs[gang]]),
        min([mine[gang] for gang in box.gangs], default=0) * box.set_points,
        sum([mine[each] * box.values[each] for each in box.alliances_and_betrayals]),
    )


def signed(value: int, plus: bool = False) -> str:
    """A number with a minus that looks like one."""
    return f"−{-value}" if value < 0 else f"+{value}" if plus and value else str(value)
