"""One drawing in the making: the View, what may be pressed in it, and how to say things to its reader."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import svg, translation
from parrain.core.action import Action
from parrain.core.say import Say, Seat, Term, say
from parrain.core.svg import Markup
from parrain.games.reglement import text
from parrain.games.reglement.board.places import NARROW, WIDE, places
from parrain.games.reglement.components import Box
from parrain.games.reglement.view import View

CARD_ICONS = {
    "knife": ("knife", "blood"),
    "bang": ("gun", "coal"),
    "cake": ("cake", "mauve"),
    "pass": ("hand", "ochre"),
    "boom": ("boom", "blood"),
    "cocktail": ("glass", "steel"),
    "alert": ("cop", "steel"),
    "move": ("door", "felt"),
}
OBJECTS = {
    "revolver": "gun",
    "knife": "knife",
    "glass": "glass",
    "till": "till",
    "bar": "bottle",
    "restaurant": "fork",
    "gaming": "chip",
    "none": "",
}


class Desk:
    """The View, its seat's legal actions, and the language and names of its reader."""

    def __init__(
        self, view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
    ) -> None:
        self.view = view
        self.box = box
        self.names = names
        self.language = language
        self.narrow = narrow
        self.hall = NARROW if narrow else WIDE
        self.places = places(box, self.hall, narrow)
        self.mover = view.to_move[0] if view.to_move else -1
        self.mine = view.seat is not None and view.seat == self.mover
        self.legal = {str(action) for action in actions}

    def words(self, told: Say | Term) -> str:
        """A sentence or a name in the reader's language."""
        return translation.render_value(told, self.language, self.names)

    def name(self, seat: int) -> str:
        """Who plays that gang."""
        return translation.render_value(Seat(seat), self.language, self.names)

    def money(self, amount: int) -> str:
        """A sum of money as the reader writes it."""
        return self.words(say("${sum}", sum=text.money(amount)))

    def letter(self, rank: str) -> str:
        """The monogram of a rank."""
        return self.words(self.box.edition.term("letter", rank))

    def label(self, action: str) -> str:
        """A choice in words."""
        return self.words(text.action_label(self.box.by_text[action], self.view, self.box))

    def press(self, action: str, *inside: Markup) -> Markup:
        """A place that stands for a choice: to be made if it is legal, else to be asked about by a player."""
        if action in self.legal:
            return svg.choice(action, *inside, title=self.label(action))
        if self.view.seat is None or self.view.ending:
            return svg.join(*inside)
        return svg.touch(action, *inside, title=self.label(action))
