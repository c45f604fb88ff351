"""The town of Police vs Gangs drawn in characters, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.core.action import Action
from parrain.core.chart import NUMBERED, Canvas, abbreviated, broken, cut, keys, legend
from parrain.core.say import Say, Seat, say
from parrain.core.translation import render, render_value
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.state import DX, DY
from parrain.games.police_vs_gangs.view import View

INSIDE: Final = (18, 9)  # how wide a card is inside, at most and at least
HEIGHT: Final = 5
COLOUR_NAMES: Final[dict[str, Say]] = {
    "blue": say("blue"),
    "yellow": say("yellow"),
    "red": say("red"),
    "green": say("green"),
}
Cell = tuple[int, int]


def chart(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, width: int
) -> list[str]:
    """The cards of the town, the pieces at their sides, and the choices of a side or a card."""
    if not view.city:
        return []
    at = {name: (x, y) for name, x, y, _, _ in view.city}
    notes = sides(view, box, actions, at)
    columns = [x for x, _ in [*at.values(), *notes]]
    inside = max(INSIDE[1], min(INSIDE[0], (width - 1) // (max(columns) - min(columns) + 1) - 1))
    letters = abbreviated([render_value(box.name("traffic", name), language) for name in box.traffic_names])
    resolving = {
        box.card_names[action.a]: number for number, action in enumerate(actions, 1) if action.kind == k.RESOLVE
    }
    canvas = Canvas()
    for cell, texts in notes.items():
        write_sides(canvas, cell, inside, texts)
    for name, x, y, owner, _ in view.city:
        lines = card_lines(view, box, name, owner, letters, inside, language)
        if name in resolving:
            lines.append(f"({resolving[name]})")
        write_card(canvas, (x, y), inside, lines)
    seats = range(view.players)
    told = [
        say(
            "[n] is player n: {players}; in a card: its owner, beside it: a piece. Then handcuffs/informers,"
            " and what it asks for: {traffics}, * an open demand.",
            players=keys([seat + 1 for seat in seats], [Seat(seat) for seat in seats], names, language),
            traffics=keys(letters, [box.name("traffic", name) for name in box.traffic_names], names, language),
        )
    ]
    if resolving or any("(" in text for texts in notes.values() for text in texts.values()):
        told.append(NUMBERED)
    return [*canvas.lines(), *legend(told, names, language, width)]


def card_lines(
    view: View, box: Box, name: str, owner: int, letters: Sequence[str], inside: int, language: str
) -> list[str]:
    """What stands on a card: name, districts and owner, police and demands."""
    card = box.card_names.index(name)
    colours = [render(COLOUR_NAMES[k.COLOURS[each]], language) for each in box.colours[card] if each != -1]
    wants = box.demands[card * box.traffics : (card + 1) * box.traffics]
    traffics = [f"{count if count > 1 else ''}{short}" for short, count in zip(letters, wants, strict=True) if count]
    cuffs = max(0, box.handcuffs[card] + view.handcuffs_shift)
    held = f" [{owner + 1}]" if owner >= 0 else ""
    return [
        *broken(render_value(box.name("place", name), language), inside, 2),
        cut("+".join(colours), inside - len(held)) + held,
        " ".join([f"{cuffs}/{box.informers[card]}", *traffics, "*" * box.badges[card]]).rstrip(),
    ]


def sides(view: View, box: Box, actions: Sequence[Action], at: dict[str, Cell]) -> dict[Cell, dict[int, str]]:
    """What lies at the open sides of the cards, by free cell and the side of the card that it is: pieces, choices."""
    found: dict[Cell, dict[int, str]] = {}
    told: list[tuple[str, int, str]] = [
        (card, k.SIDES.index(side), f"[{seat + 1}]") for seat, card, side, _, _ in view.pieces
    ]
    told += [
        (box.card_names[action.a], action.b, f"({number})")
        for number, action in enumerate(actions, 1)
        if action.kind in (k.LAY, k.AT)
    ]
    for card, side, text in told:
        x, y = at[card]
        texts = found.setdefault((x + DX[side], y + DY[side]), {})
        texts[side] = texts.get(side, "") + text
    return found


def write_card(canvas: Canvas, cell: Cell, inside: int, lines: Sequence[str]) -> None:
    """A card with its frame, which it shares with its neighbours."""
    row, column = cell[1] * (HEIGHT + 1), cell[0] * (inside + 1)
    for edge in (row, row + HEIGHT + 1):
        canvas.put(edge, column, "+" + "-" * inside + "+")
    for at in range(HEIGHT):
        canvas.put(row + 1 + at, column, "|" + " " * inside + "|")
        if at < len(lines):
            canvas.centre(row + 1 + at, column + 1, inside, lines[at])


def write_sides(canvas: Canvas, cell: Cell, inside: int, texts: dict[int, str]) -> None:
    """What lies in a free cell, each next to the card at whose side it is."""
    row, column = cell[1] * (HEIGHT + 1) + 1, cell[0] * (inside + 1) + 1
    for side, text in texts.items():
        name, text = k.SIDES[side], cut(text, inside)
        if name == "north":
            canvas.centre(row + HEIGHT - 1, column, inside, text)
        elif name == "south":
            canvas.centre(row, column, inside, text)
        elif name == "east":
            canvas.put(row + 1, column, text)
        else:
            canvas.put(row + HEIGHT - 2, column + inside - len(text), text)
