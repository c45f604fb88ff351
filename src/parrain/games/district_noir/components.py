"""The box of District Noir: its cards, read from an edition file, and the choices they allow."""

from __future__ import annotations

import re
from typing import Final

from parrain.core.action import Action
from parrain.core.box import Box as CoreBox
from parrain.core.edition import Edition, number, word
from parrain.core.errors import BadEdition
from parrain.games.district_noir.actions import make_actions

KINDS = ("gang", "alliance", "betrayal", "building")
GANG: Final = 0
ALLIANCE: Final = 1
BETRAYAL: Final = 2
BUILDING: Final = 3

REMEMBERED: Final = (
    1 << 16
)  # masks up to here have their choices kept; only an edition of more than 15 types goes beyond


class Box(CoreBox):
    """The cards by type. A card is the number of its type; the choice `lay` has the same number."""

    def __init__(self, edition: Edition) -> None:
        cards = edition.tables("cards")
        self.names = [word(card, "name") for card in cards]
        self.kinds = [_kind(word(card, "kind")) for card in cards]
        self.values = [number(card, "value", -99, 99) for card in cards]
        self.counts = [number(card, "count", 0, 99) for card in cards]
        self.types = len(cards)
        self.number_of = {name: t for t, name in enumerate(self.names)}
        self.gangs = sorted((t for t in range(self.types) if self.kinds[t] == GANG), key=lambda t: -self.values[t])
        self.buildings = [t for t in range(self.types) if self.kinds[t] == BUILDING]
        self.alliances_and_betrayals = [t for t in range(self.types) if self.kinds[t] in (ALLIANCE, BETRAYAL)]
        table, scoring = edition.table("table"), edition.table("scoring")
        self.hand = number(table, "hand", 1, 20)
        self.line = number(table, "line", 0, 20)
        self.away = number(table, "away", 0, 40)
        self.take = number(table, "take", 1, 40)
        self.set_points = number(scoring, "set", -99, 99)
        self.buildings_to_win = number(scoring, "buildings", 1, 99)
        self.cards = [t for t in range(self.types) for _ in range(self.counts[t])]
        self.rounds = (len(self.cards) - self.away - self.line) // (2 * self.hand)
        self.take_bit = 1 << self.types
        self.reach = 2 * self.take  # how much of the line the two takes of a round can reach
        self.most = max(self.counts)
        self.size = len(self.cards)
        super().__init__(edition, make_actions(self.names))
        self.take_action = self.actions[self.types]
        self.legal_by_mask: list[tuple[Action, ...] | None] = [None] * min(2 << self.types, REMEMBERED)
        _check(self)

    def legal(self, mask: int) -> tuple[Action, ...]:
        """What a mask allows; one tuple for each mask, made once."""
        if mask >= REMEMBERED:
            return self.choices(mask)
        found = self.legal_by_mask[mask]
        if found is None:
            found = self.choices(mask)
            self.legal_by_mask[mask] = found
        return found

    def choices(self, mask: int) -> tuple[Action, ...]:
        """The choices whose bits are set, in the order of their numbers."""
        return tuple([action for action in self.actions if mask >> action.id & 1])


def _kind(name: str) -> int:
    if name not in KINDS:
        raise BadEdition("A card is one of {kinds}, not {name}.", kinds=", ".join(KINDS), name=name)
    return KINDS.index(name)


def _check(box: Box) -> None:
    """Whether this box can be played: names that can be written, cards that come out even, nobody ever stuck."""
    for name in box.names:
        if not re.fullmatch(r"[a-z0-9+-]+", name) or box.names.count(name) > 1:
            raise BadEdition("The card name {name} must be its own, of small letters, digits, + and -.", name=name)
    left = len(box.cards) - box.away - box.line
    if left <= 0 or left % (2 * box.hand):
        raise BadEdition(
            "{cards} cards less {away} put away and {line} in the line must be shared out in rounds of {dealt};"
            " {left} do not come out even. Change a count, or `away`.",
            cards=len(box.cards),
            away=box.away,
            line=box.line,
            dealt=2 * box.hand,
            left=left % (2 * box.hand) if left > 0 else left,
        )
    _check_never_stuck(box)


def _check_never_stuck(box: Box) -> None:
    """Follow every course of the counts: a player with an empty hand must always find a card in the line."""
    lines = {box.line}
    for _ in range(box.rounds):
        # (cards in the line; then for the one to move and the other: cards in hand, may still take)
        tables = {(line, box.hand, True, box.hand, True) for line in lines}
        lines = set()
        while tables:
            line, hand, may, other_hand, other_may = tables.pop()
            if not hand and not may:
                lines.add(line)
                continue
            if hand:
                tables.add((line + 1, other_hand, other_may, hand - 1, may))
            if may and line:
                tables.add((max(0, line - box.take), other_hand, other_may, hand, False))
            elif not hand:
                raise BadEdition(
                    "With a take of {take} cards a player could be left with nothing to do.", take=box.take
                )
