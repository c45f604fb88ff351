"""The check of boards can fail: each fault that is put into a good game's drawings is found and named."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from parrain.core import Action, Game, View, svg
from parrain.core.parts import Card, Part, TableParts
from parrain.core.svg import EMPTY, Markup
from parrain.games.district_noir import DistrictNoir
from parrain.testing import check_board

COUNT = itertools.count()
FAULTS = {
    "pixels high": "small",
    "overlap": "overlapping",
    "leaves the drawing": "wide",
    "which is not legal": "preview",
    "is offered": "illegal",
    "drawn twice": "twice",
    "a choice, not a touch": "touch",
    "nothing to touch": "spectator",
    "pieces in two parts": "piece",
    "what is hidden shows": "hidden",
    "has no card": "thing",
    "names no rule": "card",
}


def button(mark: str, text: str) -> Markup:
    """Something to press."""
    return svg.tag(
        "g", svg.tooltip("t"), role="button", tabindex="0" if mark == "data_action" else "-1", **{mark: text}
    )


def fault_of(kind: str, view: View, narrow: bool, actions: Sequence[Action]) -> Markup:
    """The fault as a drawing; most are drawn only where they are hard to find."""
    word = svg.text(10, 40, "words", 14)
    mine = str(actions[0]) if actions else ""
    if kind == "small":
        return svg.text(10, 40, "words", 13.5) if narrow and view.seat == 1 else word
    if kind == "overlapping":
        return svg.join(word, svg.text(30, 46, "others", 14)) if narrow else word
    if kind == "wide":
        return svg.text(150, 40, "words", 14) if narrow else word
    if kind == "hidden":
        return svg.text(10, 40, str(next(COUNT)), 14)
    if kind == "thing":
        return svg.tag("g", word, data_about="nothing at all") if narrow else word
    if kind == "piece":
        return svg.piece("line.0", word)
    if kind == "spectator":
        return button("data_touch", "take") if view.seat is None else EMPTY
    if kind in ("twice", "touch", "preview", "illegal") and mine:
        if kind == "twice":
            return svg.join(button("data_action", mine), button("data_action", mine))
        if kind == "touch":
            return button("data_touch", mine)
        return svg.tag("g", word, data_preview="lay 99") if kind == "preview" else button("data_action", "lay 99")
    return word


class Faulty(DistrictNoir):
    """District Noir with a further part that has a fault."""

    kind = ""

    def parts(
        self,
        view: View,
        names: Sequence[str] = (),
        language: str = "en",
        narrow: bool = False,
        actions: Sequence[Action] | None = None,
    ) -> TableParts:
        table = super().parts(view, names, language, narrow, actions)
        fault = fault_of(self.kind, view, narrow, actions or ())
        return table._replace(parts=(*table.parts, Part("more", 180, 80, fault, "more")))

    def card(self, thing: str, view: View, names: Sequence[str] = (), language: str = "en") -> Card | None:
        found = super().card(thing, view, names, language)
        return found._replace(rule="DN 99.9") if found is not None and self.kind == "card" else found


def faulty(kind: str) -> Game:
    """The game with that fault."""
    game = Faulty()
    game.kind = kind
    return game


@pytest.mark.parametrize("named", FAULTS)
def test_the_check_finds_and_names_the_fault(named: str) -> None:
    with pytest.raises(AssertionError, match=named):
        check_board(faulty(FAULTS[named]), 2, games=1, every=9)


def test_the_check_finds_nothing_else() -> None:
    check_board(faulty(""), 2, games=1, every=30)
