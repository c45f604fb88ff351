"""The table of Règlement de comptes drawn in characters, for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from parrain.core.action import Action
from parrain.core.chart import Canvas, abbreviated, keys, legend
from parrain.core.say import say
from parrain.core.translation import render_value
from parrain.games.reglement.components import ICONS, RANKS, Box
from parrain.games.reglement.view import View

STEP: Final = 5  # columns of a chair
LETTERS: Final = 3  # of an object in front of a chair


def chart(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, width: int
) -> list[str]:
    """The chairs round the table, each with its man and what lies in front of it; opposite chairs face each other."""
    gangs = [box.edition.term("gang", name) for name in box.gangs[: view.players]]
    ranks = [box.edition.term("rank", rank) for rank in RANKS]
    short = abbreviated([render_value(term, language) for term in gangs])
    letters = dict(zip(RANKS, abbreviated([render_value(term, language) for term in ranks]), strict=True))
    upper = [chair for chair in range(box.chairs) if chair < box.opposite[chair]]
    ends = [chair for chair in range(box.chairs) if box.opposite[chair] < 0]
    wide = len(upper) * STEP
    canvas = Canvas()
    for edge in (2, 6):
        canvas.put(edge, 0, "+" + "-" * wide + "+")
    for row in (3, 4, 5):
        canvas.put(row, 0, "|" + " " * wide + "|")
    for at, chair in enumerate(upper):
        for number, rows in ((chair, (0, 1, 3)), (box.opposite[chair], (8, 7, 5))):
            lines = (str(number + 1), man(view, number, short, letters), thing(view, box, number, language))
            for row, text in zip(rows, lines, strict=True):
                canvas.centre(row, 1 + at * STEP, STEP, text)
    for chair in ends:  # at the right the one after the upper row, at the left the one before it
        column = wide + 2 if upper and chair == upper[-1] + 1 else -STEP
        for row, text in ((3, str(chair + 1)), (4, man(view, chair, short, letters))):
            canvas.centre(row, column, STEP, text)
    told = [
        say(
            "At each chair: its number, who sits there ({gangs}; {ranks}; z: asleep), what lies in front; @: a cake.",
            gangs=keys(short, gangs, names, language),
            ranks=keys(list(letters.values()), ranks, names, language),
        )
    ]
    return [*canvas.lines(), *legend(told, names, language, width)]


def man(view: View, chair: int, short: Sequence[str], letters: Mapping[str, str]) -> str:
    """Who sits on a chair: the initials of gang and rank in the reader's language."""
    if view.owners[chair] < 0:
        return "-"
    return short[view.owners[chair]] + letters[view.ranks[chair]] + ("z" if chair + 1 in view.asleep else "")


def thing(view: View, box: Box, chair: int, language: str) -> str:
    """What lies in front of a chair: the beginning of its name without the article, and a cake."""
    name = render_value(box.edition.term("object", ICONS[box.icons[chair]]), language)
    return name.split(" ")[-1 if name.count(" ") == 1 else 1][:LETTERS] + ("@" if chair + 1 in view.cakes else "")
