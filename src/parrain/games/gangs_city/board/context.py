"""What every drawing of this board needs: the View, the box, the reader's words and choices, sizes."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.say import Seat
from parrain.core.svg import Markup
from parrain.core.translation import render_value
from parrain.games.gangs_city.actions import SIDES
from parrain.games.gangs_city.components import PILES, STEPS, Box, names
from parrain.games.gangs_city.components.names import Words
from parrain.games.gangs_city.text.prompts import action_label
from parrain.games.gangs_city.view import View

# The sign of an order and the colour that a tile with it is framed in.
ORDERS = {
    "attack": ("attack", "blood"),
    "defend": ("defend", "steel"),
    "recruit": ("recruit", "felt"),
    "manage": ("manage", "ochre"),
    "gun": ("attack", "blood"),
    "vest": ("defend", "steel"),
}


class Context:
    """One reader's drawing in the making."""

    def __init__(
        self, view: View, box: Box, actions: Sequence[Action], players: Sequence[str], language: str, narrow: bool
    ) -> None:
        self.view = view
        self.box = box
        self.players = players
        self.language = language
        self.narrow = narrow
        self.actions = {action.text: action for action in actions}
        self.owners = {name: owner for name, _, _, owner, _ in view.city}
        self.least = 14.0 if narrow else 13.0  # the smallest text
        self.target = 44.0 if narrow else 32.0  # the smallest target
        self.asks = view.seat is not None and view.seat in view.to_move and view.phase == "place"

    def words(self, sentence: Words) -> str:
        """A sentence or a name in the reader's language."""
        return render_value(sentence, self.language, self.players)

    def capital(self, sentence: Words) -> str:
        """The same with a capital at its start."""
        told = self.words(sentence)
        return told[:1].upper() + told[1:]

    def player(self, seat: int) -> str:
        """The name of a player."""
        return render_value(Seat(seat), self.language, self.players)

    def who(self, name: str) -> str:
        """A character as a heading."""
        return self.capital(names.who(self.box, name))

    def place(self, name: str) -> str:
        """A place or pile as a heading."""
        return self.words(names.title(self.box, name))

    def choice(self, text: str, *inside: Markup, about: str = "") -> Markup:
        """The drawing as a choice if that action is legal, as a touch if the seat is being asked, else as it is."""
        action = self.actions.get(text)
        if action is not None:
            return svg.choice(text, *inside, title=self.capital(action_label(action, self.view, self.box)), about=about)
        return svg.about(about, *inside) if about else svg.join(*inside)

    def touch(self, text: str, *inside: Markup, title: str, about: str = "") -> Markup:
        """The drawing as a choice, or as something to ask “why not?” about while a tile is to be laid."""
        if text not in self.actions and self.asks:
            return svg.touch(text, *inside, title=title, about=about)
        return self.choice(text, *inside, about=about)

    def order_on(self, do: str, spot: str, seat: int) -> str:
        """An order as it works there: fighting is defending on one's own place, attacking elsewhere."""
        if do != "fight":
            return do
        return "defend" if self.owners.get(spot.partition("/")[0]) == seat else "attack"

    def house(self) -> bool:
        """Whether mercenaries have their abilities."""
        return self.view.options.get("mercenaries", "house") == "house"

    def cost(self, name: str) -> int:
        """What a character costs at this table."""
        who = self.box.number_of[name]
        return self.box.cost[who] if self.house() else self.box.cost_plain[who]

    def value(self, name: str, order: str) -> int:
        """A character's printed value for an order, -1 for none."""
        who = self.box.number_of[name]
        row = {"attack": self.box.attack, "defend": self.box.defence, "recruit": self.box.recruit}[order]
        return row[who]

    def traffics_of(self, name: str) -> list[str]:
        """The traffics that a character or a place has, each as often as it is printed."""
        box = self.box
        if name in box.place_number:
            counts = box.place_icons[box.place_number[name] * box.kinds :][: box.kinds]
        else:
            counts = box.icons[box.number_of[name] * box.kinds :][: box.kinds]
        return [traffic for traffic, count in zip(box.traffics, counts, strict=True) for _ in range(count)]

    def cells(self) -> dict[tuple[int, int], str]:
        """The places and piles by cell."""
        found = {(q, r): name for name, q, r, _, _ in self.view.city}
        for index, (q, r, left) in enumerate(self.view.piles):
            if left:
                found[(q, r)] = PILES[index]
        return found


def beside(cell: tuple[int, int], side: str) -> tuple[int, int]:
    """The cell on that side of a cell."""
    step = STEPS[SIDES.index(side)]
    return cell[0] + step[0], cell[1] + step[1]


def bust(name: str) -> str:
    """The figure of a character."""
    return name if name in svg.symbols() else "man"


def traffic_sign(name: str, x: float, y: float, size: float) -> Markup:
    """The sign of a traffic, its middle at x, y."""
    if name in svg.symbols():
        return svg.figure(name, x - size / 2, y - size / 2, size)
    return svg.seal("coin", x, y, size / 2, "ochre")


def coin(x: float, y: float, words: str, size: float) -> Markup:
    """A number in a disc of paper: a cost, how many there are."""
    radius = size * 0.7
    return svg.join(
        svg.circle(x, y, radius, "card", "coal", 1.3),
        svg.text(x, y + size * 0.36, words, size, "coal", "middle", serif=True, bold=True),
    )


def shape(seat: int, x: float, y: float, radius: float, edge: str = "coal") -> Markup:
    """A gang's colour and shape."""
    colour = svg.PLAYERS[seat]
    return svg.outline(colour.shape, x, y, radius, colour.paint, edge, max(1.0, radius * 0.14))
