"""A View being drawn: what its seat may choose, and the reader's words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from parrain.core import svg, translation
from parrain.core.action import Action
from parrain.core.say import Say, Seat, Term
from parrain.core.svg import Markup
from parrain.games.police_vs_gangs import text
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.view import View

ARTICLE: Final = re.compile(r"^(the |l’|l'|le |la |les )", re.IGNORECASE)


def short_name(term: Term, language: str) -> str:
    """A name without its article, with a capital letter."""
    bare = re.sub(ARTICLE, "", translation.render_value(term, language))
    return bare[:1].upper() + bare[1:]


class Table:
    """What every part of the drawing needs."""

    def __init__(
        self, view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
    ) -> None:
        self.view = view
        self.box = box
        self.legal = actions
        self.names = names
        self.language = language
        self.narrow = narrow
        self.talking = view.phase in ("talk", "share") and bool(view.here) and not view.ending
        self.free_talk = self.talking and not view.rounds  # claims change in the open at a live table
        self.least = 14.0 if narrow else 13.0  # the smallest text
        self.piece = 44.0 if narrow else 42.0  # a tile or die at a side, and the target beside it
        self.target = 44.0 if narrow else 36.0  # the smallest thing to press

    def words(self, told: Say | Term) -> str:
        """A sentence or a name in the reader's language."""
        return translation.render_value(told, self.language, self.names)

    def begun(self, told: Say | Term) -> str:
        """The same with a capital letter."""
        words = self.words(told)
        return words[:1].upper() + words[1:]

    def name(self, seat: int) -> str:
        """Who sits there."""
        return translation.render_value(Seat(seat), self.language, self.names)

    def place(self, card: str) -> str:
        """A place as its card has it: without the article that sentences need."""
        return short_name(self.box.name("place", card), self.language)

    def of_kind(self, *kinds: int) -> list[Action]:
        """The choices of these verbs."""
        return [action for action in self.legal if action.kind in kinds]

    def choice(self, action: Action, *inside: Markup, about: str = "") -> Markup:
        """Something that can be chosen now."""
        label = self.words(text.action_label(action, self.view, self.box))
        return svg.choice(action.text, *inside, title=label, about=about)

    def handcuffs(self, card: int) -> int:
        """The handcuffs of a place, with the shift of the option."""
        return max(0, self.box.handcuffs[card] + self.view.handcuffs_shift)

    def card_number(self, card: str) -> int:
        """A place card by number."""
        return self.box.card_names.index(card)

    def kind_number(self, character: str) -> int:
        """A gangster by number."""
        return self.box.characters.index(character)

    def owner(self, card: str) -> int:
        """Who controls a place, -1 for nobody."""
        return next((entry[3] for entry in self.view.city if entry[0] == card), -1)
