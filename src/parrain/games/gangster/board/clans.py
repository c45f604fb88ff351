"""The clans' boards of Gangster, drawn: who plays, movement cards, passengers, trunk, equipment."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.say import say
from parrain.core.svg import Markup
from parrain.games.gangster import text
from parrain.games.gangster.board.desk import Desk, Frame, chip, chosen, equipment, gangster, token


def board(desk: Desk, at: int, frame: Frame) -> Markup:
    """A clan's board on a screen: who plays it, cards, passengers, trunk, equipment."""
    x, y, width, height = frame
    tall = height >= 150
    down = y + (48 if tall else 40)
    shown = [svg.panel(x, y, width, height, fill="vellum" if at == desk.active else "paper")]
    shown += [
        owner(desk, at, Frame(x + 8, y + 7, width - 16, 30)),
        cards(desk, at, x + 14, down, 30 if tall else 24, 42 if tall else 32),
    ]
    shown.append(inside(desk, at, x + 114 if tall else x + 100, down + (9 if tall else 5)))
    shown.append(trunk(desk, at, x + 178, down + (6 if tall else 1)))
    foot = y + height - (44 if tall else 38)
    bumped = bumps(desk, at, x + width - 88, foot + 3)
    shown += [gear(desk, at, x + 12, foot, 72 if bumped else 111, 28 if tall else 26, True), bumped]
    return svg.join(*shown)


def strip(desk: Desk, at: int, frame: Frame) -> Markup:
    """The same on a phone, in two rows."""
    x, y, width, _ = frame
    shown = [svg.rect(*frame, "vellum" if at == desk.active else "paper", "ink", 1.2, 4)]
    shown += [owner(desk, at, Frame(x + 4, y + 3, width - 8, 28)), cards(desk, at, x + 8, y + 35, 21, 29)]
    shown += [inside(desk, at, x + 82, y + 36), trunk(desk, at, x + 142, y + 34)]
    shown += [gear(desk, at, x + 216, y + 36, 32, 26, False), bumps(desk, at, x + width - 80, y + 39)]
    return svg.join(*shown)


def owner(desk: Desk, at: int, frame: Frame) -> Markup:
    """The clan's mark, its player's name and influence; with two players the choice of this colour."""
    view = desk.view
    x, y, width, height = frame
    seat, colour = view.owners[at], view.colours[at]
    points = str(view.scores[seat])
    choice = f"play {colour}"
    wide = svg.numeral_width(points, 20)
    shown = []
    if choice in desk.legal:
        shown.append(svg.rect(x, y, width, height, "none", "player-yellow", 2.4, 4))
    shown.append(
        token(colour, x + 18, y + height / 2, 10, seat in view.to_move and (at == desk.active or desk.active < 0))
    )
    first = view.owners.index(seat) == at
    room = width - 60 - wide
    if view.ending and view.places[seat] == 1:
        room -= 22
        shown.append(svg.icon("laurel", x + 38 + room, y + 5, 20, "bronze", desk.words(say("the winner"))))
    elif seat == view.starter and first:
        room -= 20
        shown.append(svg.icon("flag", x + 40 + room, y + 7, 15, "bronze", desk.words(say("began this round"))))
    shown.append(svg.text(x + 38, y + height / 2 + 5, desk.name(seat), 15, serif=True, room=room, least=12))
    shown.append(svg.numeral(x + width - 8, y + height / 2 + 8, points, 20, "ink", "end"))
    if choice in desk.legal:
        return svg.choice(choice, *shown, title=desk.label(choice))
    return svg.join(*shown)


def cards(desk: Desk, at: int, x: float, y: float, width: float, height: float) -> Markup:
    """The movement cards of a clan, face up or down."""
    view, colour = desk.view, desk.view.colours[at]
    shown = []
    for i, value in enumerate(desk.box.cards):
        up = value in view.cards[at]
        face = svg.back(width, height, "")
        if up:
            face = svg.join(
                svg.rect(0, 0, width, height, "ivory", "coal", 1.2, 3),
                svg.rect(2.5, 2.5, width - 5, height - 5, "none", "gold", 0.7, 2),
                svg.numeral(width / 2, height * 0.72, value, height * 0.46, "coal", "middle"),
            )
        words = say("Movement card {value}", value=value) if up else say("Movement card {value}, used", value=value)
        told = desk.words(words)
        shown.append(
            svg.piece(
                f"move.{colour}.{value}", face, kind="up" if up else "used", x=x + i * (width + 3), y=y, title=told
            )
        )
    return svg.join(*shown)


def inside(desk: Desk, at: int, x: float, y: float) -> Markup:
    """How many of its own a car carries."""
    count = desk.view.inside[at]
    told = desk.words(say("{count} of its own in the car", count=count))
    times = svg.text(x + 22, y + 15, "×", 13, "smoke")
    return svg.group(
        token(desk.view.colours[at], x + 9, y + 11, 8), times, svg.numeral(x + 34, y + 18, count, 17, "ink"), title=told
    )


def trunk(desk: Desk, at: int, x: float, y: float) -> Markup:
    """The trunk, with room for one captive or two; one's own captives can be unloaded from here."""
    view, box = desk.view, desk.box
    captives = view.trunks[at]
    room = max(box.big_trunk_places if "trunk" in view.gear[at] else box.trunk_places, len(captives))
    shown = []
    for slot in range(room):
        shown.append(svg.rect(x + slot * 30, y + 1, 28, 28, "none", "smoke", 1.2, 3))
        if slot >= len(captives):
            shown.append(svg.icon("lock", x + slot * 30 + 7, y + 8, 14, "ash"))
    parts: list[Markup] = []
    for colour in dict.fromkeys(captives):
        same = [slot for slot, each in enumerate(captives) if each == colour]
        drawn = [
            gangster(desk, f"trunk.{view.colours[at]}.{slot}", colour, x + 14 + slot * 30, y + 15, 9.5) for slot in same
        ]
        choice = f"unload {colour}"
        if at == desk.active and view.owners[at] == view.seat and view.phase == "act":
            if choice in desk.legal:
                drawn += [chosen(x + slot * 30 - 1, y, 30) for slot in same]
            parts.append(desk.offer(choice, *drawn))
        else:
            parts += drawn
    told = desk.words(say("Trunk: {colours}", colours=text.colours(box, captives)))
    return svg.join(svg.group(*shown, title=told), *parts)


def gear(desk: Desk, at: int, x: float, y: float, width: float, height: float, worded: bool) -> Markup:
    """The two slots for equipment, the newer one on the left."""
    view = desk.view
    shown = []
    for slot in range(2):
        left = x + slot * (width + 4)
        if slot < len(view.gear[at]):
            kind = view.gear[at][slot]
            tile = equipment(desk, kind, 0, 0, width, height, worded)
            shown.append(svg.piece(f"gear.{view.colours[at]}.{slot}", tile, kind=kind, x=left, y=y))
        else:
            shown.append(
                svg.group(
                    svg.rect(left, y, width, height, "none", "ash", 1, 3), title=desk.words(say("No equipment here"))
                )
            )
    return svg.join(*shown)


def bumps(desk: Desk, at: int, x: float, y: float) -> Markup:
    """The cards with which this car can be bumped now."""
    colour = desk.view.colours[at]
    shown = []
    for i, value in enumerate(desk.box.cards):
        choice = f"bump {value} {colour}"
        if choice in desk.legal:
            shown.append(svg.choice(choice, chip(x + i * 25, y, value), title=desk.label(choice)))
    return svg.join(*shown)
