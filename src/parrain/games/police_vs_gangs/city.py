"""The city of place cards: drawing, laying, gangsters for hire (section 5)."""

from __future__ import annotations

from typing import Final

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.games.police_vs_gangs.choices import COLOURS
from parrain.games.police_vs_gangs.table import P_LAY, Table

DX: Final[tuple[int, ...]] = (0, 1, 0, -1)
DY: Final[tuple[int, ...]] = (-1, 0, 1, 0)
FAR: Final = 256  # no city is that wide


class City(Table):
    """Laying place cards on the grid."""

    __slots__ = ()

    def draw_place(self, seat: int) -> None:
        """That seat draws a place card and is to lay it (PG 5.1)."""
        self.drawn = self.deck.pop()
        self.reveals += 1
        self.ask(P_LAY, seat)
        if self.log is not None:
            self.tell("draw", {"seat": seat, "card": self.cards.card_names[self.drawn]})

    def cells(self) -> dict[int, int]:
        """The city as a map from cells to cards."""
        return {self.x[card] * FAR + self.y[card]: card for card in self.laid}

    def spots_to_lay(self) -> list[int]:
        """Where the drawn card may lie, as sides of laid cards: beside the oldest of its neighbours (PG 5.2)."""
        cells = self.cells()
        seen: set[int] = set()
        spots: list[int] = []
        contact: list[int] = []
        best = 0
        for card in self.laid:
            for side in range(4):
                if self.neighbour[4 * card + side] != -1:
                    continue
                x, y = self.x[card] + DX[side], self.y[card] + DY[side]
                if x * FAR + y in seen:
                    continue
                seen.add(x * FAR + y)
                touch = self.contact(self.drawn, x, y, cells)
                best = max(best, touch)
                spots.append(4 * card + side)
                contact.append(touch)
        return [spots[i] for i in range(len(spots)) if contact[i] == best]

    def contact(self, card: int, x: int, y: int, cells: dict[int, int]) -> int:
        """How many of its colours a card would touch there: by a side, a two-colour card also by a corner (PG 5.3, PG 5.4)."""
        first, second = self.cards.colours[card]
        one = two = 0
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx and dy and second == -1) or not (dx or dy):
                    continue
                other = cells.get((x + dx) * FAR + y + dy, -1)
                if other != -1:
                    a, b = self.cards.colours[other]
                    if first in (a, b):
                        one = 1
                    if second != -1 and second in (a, b):
                        two = 1
        return one + two

    def legal_lay(self) -> tuple[Action, ...]:
        lay = self.cards.table.lay
        return tuple([lay[spot] for spot in self.spots_to_lay()])

    def lay(self, seat: int, card: int, x: int, y: int) -> None:
        """The card lies there; gangsters for hire come with it (PG 5.2, PG 5.5)."""
        cells = self.cells()
        self.laid.append(card)
        self.x[card] = x
        self.y[card] = y
        for side in range(4):
            other = cells.get((x + DX[side]) * FAR + y + DY[side], -1)
            if other != -1:
                self.neighbour[4 * card + side] = other
                self.neighbour[4 * other + (side + 2) % 4] = card
        self.drawn = -1
        hired: list[str] = []
        for i in range(self.cards.mafia[card]):
            character = self.draw_gangster()
            self.recruits[2 * card + i] = character
            if character != -1:
                hired.append(self.cards.characters[character])
        if self.log is not None:
            colours = [COLOURS[colour] for colour in self.cards.colours[card] if colour != -1]
            data: dict[str, object] = {
                "seat": seat,
                "card": self.cards.card_names[card],
                "at": [x, y],
                "colours": colours,
                "for_hire": hired,
            }
            self.log.append(Event("lay", data))

    def draw_gangster(self) -> int:
        """A gangster from the bag, or -1; an empty bag is filled from the discard (PG 3.4)."""
        if not self.bag:
            if not self.discard:
                return -1
            self.bag = self.discard
            self.discard = []
            self.shuffle(self.bag)
        self.reveals += 1
        return self.bag.pop()

    def open_sides(self, card: int) -> int:
        """How many sides of a place have no card next to them (PG 6.5)."""
        count = 0
        for side in range(4 * card, 4 * card + 4):
            if self.neighbour[side] == -1:
                count += 1
        return count
