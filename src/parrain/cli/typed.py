"""Which choice a person means who types words: its canonical text or its label, in any language, or a beginning."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from parrain.core import Action, Game, UnknownAction, View
from parrain.core.inputs import whole_from_text
from parrain.locale import SPOKEN, render

MOST_NAMED = 6  # how many choices an ambiguous beginning is answered with


def fold(text: str) -> str:
    """A text without case, accents, punctuation and the typography of French, so that it can be compared."""
    text = text.replace("’", "'").replace("−", "-").replace("œ", "oe").replace("Œ", "oe")
    letters = [letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter)]
    return " ".join(re.sub(r"[.,:;!?()“”«»…]|(?<=\w)-(?=\w)", " ", "".join(letters).casefold()).split())


class TypedChoices:
    """Choices of a View's seat by what may be typed for them: number, text, and label in every language."""

    def __init__(self, game: Game, view: View, actions: Sequence[Action], names: Sequence[str], language: str) -> None:
        self.actions = actions
        labels = [game.action_label(action, view) for action in actions]
        shown = {each: [render(label, each, names) for label in labels] for each in SPOKEN}
        # what decides first: the text, the label in the reader's language, then in the others
        self.spellings = [[action.text for action in actions], shown.pop(language), *shown.values()]
        self.folded = [[fold(each) for each in spelling] for spelling in self.spellings]

    def exact(self, typed: str) -> Action | None:
        """The choice of that number, or of exactly that text or label; None if there is no one such choice."""
        if typed.isascii() and typed.isdecimal():
            number = whole_from_text(typed, len(self.actions))
            return self.actions[number - 1] if number else None
        words = fold(typed)
        for folded in self.folded:
            if words and folded.count(words) == 1:
                return self.actions[folded.index(words)]
        return None

    def all_begun(self, typed: str) -> list[Action]:
        """The choices whose text or label begins like this, in the first spelling that has any."""
        words = fold(typed)
        for folded in self.folded if words else ():
            found = [action for action, each in zip(self.actions, folded, strict=True) if each.startswith(words)]
            if found:
                return found
        return []

    def begun(self, typed: str) -> Action | None:
        """The only choice whose text or label begins like this, None if there is none; UnknownAction for several."""
        words = fold(typed)
        if not words:
            return None
        for spelling, folded in zip(self.spellings, self.folded, strict=True):
            found = [number for number, each in enumerate(folded) if each.startswith(words)]
            if len(found) == 1:
                return self.actions[found[0]]
            if found:
                named = [f"{spelling[number]} ({number + 1})" for number in found[:MOST_NAMED]]
                if len(found) > MOST_NAMED:
                    named.append("…")
                raise UnknownAction("“{typed}” could mean: {choices}.", typed=typed[:40], choices=named)
        return None
