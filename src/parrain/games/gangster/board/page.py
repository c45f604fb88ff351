"""A View of Gangster drawn as SVG: a poster of Chicago, with the clans' boards beside it."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.say import Seat, say
from parrain.core.svg import Markup
from parrain.games.gangster import text
from parrain.games.gangster.board.city import city
from parrain.games.gangster.board.clans import board, strip
from parrain.games.gangster.board.desk import Desk, Frame, token
from parrain.games.gangster.components import Box
from parrain.games.gangster.view import View

WIDE = Frame(40, 122, 850, 590)  # where the map is printed
NARROW = Frame(8, 116, 374, 756)


def draw(
    view: View,
    box: Box,
    actions: Sequence[Action],
    names: Sequence[str] = (),
    language: str = "en",
    narrow: bool = False,
) -> str:
    """The table as this View shows it, with the choices its seat has."""
    desk = Desk(view, box, actions, names, language, narrow)
    told = " ".join(desk.words(each) for each in text.describe(view, box))
    if narrow:
        height = 974 + 76 * len(view.colours)
        return svg.page(390, height, *narrow_table(desk, height), title="Gangster", desc=told, language=language)
    return svg.page(1200, 820, *wide_table(desk), title="Gangster", desc=told, language=language)


def wide_table(desk: Desk) -> list[Markup]:
    """The table on a screen: the poster on the left, the clans' boards on the right."""
    count = len(desk.view.colours)
    parts = [
        svg.frame(1200, 820, 16, 30),
        svg.title(465, 66, "Gangster", 28, 330, rule=False),
        rounds(desk, 60, 62),
        decks(desk, 880, 62),
    ]
    parts += [prompt(desk, 60, 98, 812, 17), *city(desk, WIDE), track(desk, 70, 764, 800)]
    height = (720 - 8 * (count - 1)) / count
    high = min(height, 168.0)
    gap = (720 - high * count) / max(count - 1, 1) if height <= 168 else 12.0
    for at in range(count):
        parts.append(board(desk, at, Frame(908, 54 + at * (high + gap), 250, high)))
    return parts


def narrow_table(desk: Desk, height: float) -> list[Markup]:
    """The table on a phone held upright: the poster turned so that the lake is above."""
    parts = [
        svg.frame(390, height, 3, 0),
        svg.title(195, 32, "Gangster", 18, 160, rule=False),
        rounds(desk, 16, 30),
        decks(desk, 374, 30),
    ]
    parts += [prompt(desk, 16, 58, 358, 14), *city(desk, NARROW), track(desk, 24, 922, 342)]
    for at in range(len(desk.view.colours)):
        parts.append(strip(desk, at, Frame(10, 954 + at * 76, 370, 70)))
    return parts


# -- head ---------------------------------------------------------------------------------------------------------


def rounds(desk: Desk, x: float, y: float) -> Markup:
    """Which round it is, and how many Doubles lie."""
    view, box = desk.view, desk.box
    told = desk.words(say("Round {round} of {rounds}", round=view.round, rounds=view.rounds))
    doubles = desk.words(say("Doubles: {count}/{all}", count=len(view.doubles), all=box.doubles))
    size = 11 if desk.narrow else 14
    if desk.narrow:
        return svg.join(svg.text(x, y - 8, told, size, room=96), svg.text(x, y + 6, doubles, size, "oxblood", room=96))
    return svg.join(
        svg.text(x, y - 8, told, size, serif=True, room=190), svg.text(x, y + 10, doubles, size, "oxblood", room=190)
    )


def decks(desk: Desk, right: float, y: float) -> Markup:
    """What is still to come, and what the casino has shown."""
    view = desk.view
    coming = desk.words(say("Cards: {deck}, police: {police}", deck=view.deck, police=view.police))
    if desk.narrow:
        coming = desk.words(say("Cards: {deck} ({police})", deck=view.deck, police=view.police))
    drawn = ", ".join(str(value) for value in view.casino) or "–"
    casino = desk.words(say("Casino: {cards}", cards=drawn))
    size, room = (11, 104) if desk.narrow else (13, 230)
    whole = desk.words(say("District cards still to come, and how many of them are police"))
    return svg.join(
        svg.group(svg.text(right, y - 8, coming, size, "smoke", "end", room=room), title=whole),
        svg.text(right, y + (6 if desk.narrow else 10), casino, size, "smoke", "end", room=room),
    )


def prompt(desk: Desk, x: float, y: float, room: float, size: float) -> Markup:
    """What is asked of whom, and the answers that have no place on the map."""
    words = desk.words(text.prompt(desk.view, desk.box))
    buttons = [each for each in ("sink", "keep", "back") if each in desk.legal]
    wide = 150.0 if desk.narrow else 168.0
    shown = []
    for i, each in enumerate(buttons):
        left = x + room - (len(buttons) - i) * (wide + 8) + 8
        top = y + 24 if desk.narrow else y - 19
        shown.append(
            svg.choice(each, svg.button(left, top, wide, 28, desk.label(each), 13, "brass"), title=desk.label(each))
        )
    colour = "bronze" if desk.view.ending else "ink"
    if desk.narrow:
        lines = svg.wrap(words, size, room, 2, serif=True)
        return svg.join(
            *(svg.text(x, y + i * 18, each, size, colour, serif=True) for i, each in enumerate(lines)), *shown
        )
    left = len(buttons) * (wide + 8)
    return svg.join(
        svg.diamond(x + 4, y - 6, 5),
        svg.text(x + 20, y, words, size, colour, serif=True, room=room - left - 24),
        *shown,
    )


def track(desk: Desk, x: float, y: float, width: float) -> Markup:
    """The influence track, with a marker for each player."""
    view = desk.view
    step = 10
    while max([*view.scores, 59]) // step >= (8 if desk.narrow else 16):
        step *= 2
    top = (max([*view.scores, 59]) // step + 1) * step
    heading = svg.text(x + width, y - 14, desk.words(say("Influence")), 12, "smoke", "end", serif=True)
    shown = [heading, svg.line(x, y, x + width, y, "ink", 2)]
    for value in range(0, top + 1, step):
        at = x + width * value / top
        shown += [svg.line(at, y - 4, at, y + 4, "ink", 1.2), svg.text(at, y + 22, str(value), 11, "smoke", "middle")]
    for seat in range(view.players):
        colour = view.colours[view.owners.index(seat)]
        lane = sum(1 for other in range(seat) if abs(view.scores[other] - view.scores[seat]) * width / top < 16)
        told = desk.words(say("{seat}: {points} influence", seat=Seat(seat), points=view.scores[seat]))
        left = x + width * view.scores[seat] / top + lane // 2 * 12
        shown.append(
            svg.piece(f"influence.{seat}", token(colour, 0, 0, 8), kind=colour, x=left, y=y - lane % 2 * 15, title=told)
        )
    return svg.join(*shown)
