"""The covers of the boxes, drawn with the kit: one function for each game, and one for a game that somebody else brings."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from parrain.core import svg
from parrain.core.svg import Markup

WIDE, HIGH = 300.0, 380.0


def ground(paint: str, line: str = "gold") -> Markup:
    """The lid: a ground, an edge, a thin line inside."""
    return svg.join(
        svg.rect(0, 0, WIDE, HIGH, paint, "coal", 3, 4),
        svg.rect(9, 9, WIDE - 18, HIGH - 18, "none", line, 1.4, 2),
        svg.rect(13, 13, WIDE - 26, HIGH - 26, "none", line, 0.7, 1),
    )


def name_plate(title: str, y: float = 322, paint: str = "ivory", colour: str = "coal") -> Markup:
    """The name of the game on its plate, in one line or two."""
    words = title.upper()
    size = 22.0
    lines = [words] if svg.width_of(words, size, True, spacing=4) <= 236 else svg.wrap(words, 19, 236, 2)
    if len(lines) > 1:
        size = 19.0
    high = 24.0 + 24 * len(lines)
    top = y - high / 2
    plate = svg.join(
        svg.rect(22, top, WIDE - 44, high, paint, "coal", 2),
        svg.rect(26, top + 4, WIDE - 52, high - 8, "none", "gold", 1),
    )
    told = [
        svg.text(
            WIDE / 2,
            top + 32 + i * 25 - (2 if len(lines) > 1 else 0),
            each,
            size,
            colour,
            "middle",
            serif=True,
            spacing=size * 0.14,
            room=236,
        )
        for i, each in enumerate(lines)
    ]
    return svg.join(plate, *told)


def corners(inset: float = 13, radius: float = 30, colour: str = "gold") -> Markup:
    """A fan in every corner."""
    return svg.join(
        *(
            svg.fan(x, y, radius, right, down, colour)
            for x, right in ((inset, 1), (WIDE - inset, -1))
            for y, down in ((inset, 1), (HIGH - inset, -1))
        )
    )


def lamp(x: float, y: float, reach: float, paint: str = "ochre", opacity: float = 0.5) -> Markup:
    """The light that falls from a street lamp."""
    return svg.tag(
        "path", d=f"M{x} {y}L{x - reach * 0.55} {y + reach}H{x + reach * 0.55}Z", fill=paint, opacity=opacity
    )


def district_noir(title: str) -> Markup:
    """A line of cards under a street lamp, the city behind it."""
    cards = [
        ("8", "hat", "blood"),
        ("7", "car", "steel"),
        ("−3", "knife", "coal"),
        ("6", "bottle", "felt"),
        ("", "badge", "coal"),
    ]
    fan = [
        svg.group(
            svg.card(74, 104, value, symbol, paint, dark=not value),
            x=32 + i * 42.0,
            y=178 - (2 - abs(i - 2)) * 9.0,
            turn=(i - 2) * 5.0,
        )
        for i, (value, symbol, paint) in enumerate(cards)
    ]
    return svg.join(
        ground("coal"),
        lamp(150, 40, 236, "ochre", 0.55),
        lamp(150, 40, 236, "gold", 0.18),
        svg.skyline(14, 262, 272, 200, "steel", 11),
        svg.skyline(14, 262, 272, 128, "slate", 5),
        svg.rect(14, 262, 272, 104, "felt"),
        svg.line(14, 262, 286, 262, "gold", 1.2),
        svg.line(150, 14, 150, 34, "gold", 2),
        svg.path("M134 44Q150 26 166 44Z", "gold", "coal", 1),
        *fan,
        name_plate(title),
    )


def gangster(title: str) -> Markup:
    """A car that crosses the city at night."""
    windows = [
        svg.rect(x, y, 5, 8, "gold", opacity=0.9 if (x * 7 + y * 3) % 5 < 2 else 0.25)
        for x in range(34, 270, 15)
        for y in range(136, 222, 18)
        if (x * 13 + y * 5) % 7 < 3
    ]
    beam = svg.tag("path", d="M224 226L285 206V256Z", fill="gold", opacity=0.55)
    return svg.join(
        ground("steel"),
        svg.circle(222, 76, 34, "ivory"),
        svg.circle(236, 68, 30, "steel"),
        svg.skyline(14, 250, 272, 210, "slate", 23),
        svg.skyline(14, 250, 272, 150, "coal", 3),
        *windows,
        svg.rect(14, 244, 272, 122, "coal"),
        *(svg.rect(24 + i * 56.0, 276, 30, 4, "gold") for i in range(5)),
        beam,
        svg.icon("car", 76, 150, 150, "blood"),
        name_plate(title),
    )


def reglement(title: str) -> Markup:
    """The long table seen from its end: the guests, the glasses, and a cake one should not trust."""
    guests = [
        svg.pawn(i, x, y, high)
        for i, (x, y, high) in enumerate(
            [(48, 196, 66), (92, 158, 46), (121, 134, 34), (252, 196, 66), (208, 158, 46), (179, 134, 34)]
        )
    ]
    cloth = svg.path("M124 132H176L258 286H42Z", "ivory", "coal", 2)
    fall = svg.path("M42 286H258V312H42Z", "cream", "coal", 2)
    glasses = [
        svg.icon("glass", x, y, size, "steel")
        for x, y, size in ((92, 206, 26), (188, 200, 26), (116, 158, 17), (168, 156, 17))
    ]
    return svg.join(
        ground("blood"),
        svg.rays(150, 128, 112, 26, "ochre", 44),
        svg.circle(150, 66, 7, "gold"),
        svg.line(150, 14, 150, 60, "gold", 1.4),
        *(svg.circle(150 + dx, 74 + abs(dx) * 0.16, 4, "ivory") for dx in (-36, -18, 18, 36)),
        svg.path("M114 80Q150 68 186 80", stroke="gold", thick=1.4),
        cloth,
        *guests,
        *glasses,
        svg.icon("cake", 112, 194, 76, "mauve"),
        svg.icon("gun", 70, 248, 30, "coal"),
        svg.icon("knife", 212, 244, 26, "coal"),
        fall,
        name_plate(title, 330),
    )


def gangs_city(title: str) -> Markup:
    """A city of hexagons that grows."""
    tiles = []
    marks = {
        (0, 0): ("chip", "blood"),
        (1, 0): ("bottle", "felt"),
        (0, 1): ("gun", "coal"),
        (-1, 1): ("syringe", "steel"),
        (-1, 0): ("lips", "blood"),
        (0, -1): ("dollar", "ochre"),
        (1, -1): ("cigarette", "mauve"),
    }
    for q in range(-3, 4):
        for r in range(-4, 5):
            x, y = svg.hex_centre(q, r, 46)
            px, py = 150 + x, 158 + y
            if not (30 < px < 270 and 50 < py < 300):
                continue
            if (q, r) in marks:
                symbol, paint = marks[q, r]
                tiles.append(svg.polygon(svg.hex_corners(px, py, 45), "ivory", "coal", 2))
                tiles.append(svg.polygon(svg.hex_corners(px, py, 40), "none", "gold", 1))
                tiles.append(svg.seal(symbol, px, py, 21, paint))
            else:
                tiles.append(svg.polygon(svg.hex_corners(px, py, 44), "none", "gold", 0.7))
    people = [svg.pawn(1, 150, 152, 44), svg.pawn(2, 219, 196, 44), svg.pawn(4, 82, 118, 44)]
    return svg.join(ground("mauve"), *tiles, *people, name_plate(title))


def police_vs_gangs(title: str) -> Markup:
    """The badge and the hat, the dice between them."""
    halves = svg.join(svg.path("M14.5 14.5H285.5L14.5 300Z", "steel"), svg.path("M285.5 14.5V365.5H14.5V300Z", "blood"))
    stripe = svg.line(14, 300, 286, 14, "gold", 3)
    dice = [
        svg.group(svg.die(0, 0, 46, face, paint, colour), x=x, y=y, turn=turn)
        for face, paint, colour, x, y, turn in (
            ("handcuffs", "ivory", "coal", 96, 150, -14),
            (5, "ivory", "coal", 150, 118, 9),
            ("gun", "coal", "gold", 158, 178, 22),
        )
    ]
    return svg.join(
        ground("coal"),
        halves,
        stripe,
        svg.icon("badge", 30, 32, 104, "gold"),
        svg.icon("hat", 166, 196, 108, "coal"),
        svg.icon("handcuffs", 36, 204, 60, "ivory"),
        svg.icon("notes", 214, 44, 54, "ivory"),
        *dice,
        svg.rect(9, 9, WIDE - 18, HIGH - 18, "none", "gold", 1.4, 2),
        name_plate(title),
    )


def plain(title: str) -> Markup:
    """A game that somebody else brought: the house's own back."""
    return svg.join(
        ground("felt"),
        svg.rays(150, 250, 200, 26, "steel", 40),
        svg.icon("hat", 90, 110, 120, "ivory"),
        corners(),
        name_plate(title),
    )


COVERS: dict[str, Callable[[str], Markup]] = {
    "district-noir": district_noir,
    "gangster": gangster,
    "reglement-de-comptes": reglement,
    "gangs-city": gangs_city,
    "police-vs-gangs": police_vs_gangs,
}


@lru_cache(maxsize=64)
def cover(game: str, title: str, language: str) -> str:
    """The cover of a game as SVG."""
    return svg.page(WIDE, HIGH, COVERS.get(game, plain)(title), title=title, language=language)
