"""The streets of Gangster drawn in characters, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.core.action import Action
from parrain.core.chart import NUMBERED, Canvas, abbreviated, keys, legend
from parrain.core.say import say
from parrain.core.translation import render_value
from parrain.games.gangster import actions as a
from parrain.games.gangster.components import UNKNOWN, Box
from parrain.games.gangster.view import View

WIDEST: Final = 110
HEIGHT: Final = 24


def chart(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, width: int
) -> list[str]:
    """The places with their streets: what they pay, who stands there, which cars, and the drives that lead there."""
    terms = [box.clan_terms[box.clan_of[name]] for name in view.colours]
    short = dict(zip(view.colours, abbreviated([render_value(term, language) for term in terms]), strict=True))
    drives: dict[int, list[int]] = {}
    for number, action in enumerate(actions, 1):
        if action.kind == a.DRIVE:
            drives.setdefault(action.b, []).append(number)
    present = [box.number_of[name] for name in view.districts] + [box.port]
    labels = {place: place_lines(view, box, place, short, drives.get(place, [])) for place in present}
    wide = min(width, WIDEST)
    spots: dict[int, tuple[int, int]] = {}
    for place in present:
        across, down = box.poster[place]
        half = max(len(line) for line in labels[place]) // 2 + 1
        spots[place] = (round(down * HEIGHT / 100), min(max(round(across * wide / 100), half), wide - half))
    canvas = Canvas()
    for one, other in box.streets:
        if one in spots and other in spots:
            canvas.line(spots[one], spots[other], "·")
    for place, lines in labels.items():
        row, column = spots[place]
        for at, line in enumerate(lines):
            canvas.put(row - 1 + at, column - len(line) // 2 - 1, f" {line} ")
    told = [
        say(
            "Below a district: what it pays (×2: a Double lies there), its gangsters, <cars>. Colours: {colours}.",
            colours=keys(list(short.values()), terms, names, language),
        )
    ]
    if drives:
        told.append(NUMBERED)
    return [*canvas.lines(), *legend(told, names, language, width)]


def place_lines(view: View, box: Box, place: int, short: dict[str, str], drives: Sequence[int]) -> list[str]:
    """What stands at a place of the map."""
    name = box.names[place]
    cars = " ".join(
        f"<{short[colour]}>" for colour, where in zip(view.colours, view.cars, strict=True) if where == name
    )
    lines = [box.titles[place]]
    if name in view.districts:
        at = view.districts.index(name)
        pays = " ".join("?" if value == UNKNOWN else str(value) for value in box.tile_values[view.tiles[at] - 1])
        lines.append(f"{pays} ×2" if name in view.doubles else pays)
        there = [(colour, view.squares[at].count(colour)) for colour in view.colours]
        cars = " ".join([*(f"{count}{short[colour]}" for colour, count in there if count), cars]).strip()
    if cars:
        lines.append(cars)
    if drives:
        lines.append("".join(f"({number})" for number in drives))
    return lines
