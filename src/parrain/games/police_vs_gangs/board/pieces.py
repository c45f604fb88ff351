"""Tiles, dice, tokens and place cards, each with its top left corner at the origin."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from parrain.core import svg
from parrain.core.parts import sign
from parrain.core.svg import EMPTY, Markup
from parrain.games.police_vs_gangs.actions import COLOURS, INFORMERS
from parrain.games.police_vs_gangs.board.table import Table, short_name
from parrain.games.police_vs_gangs.components import Box

Size = tuple[float, float]

DISTRICTS: Final = {
    "blue": ("steel", "anchor"),
    "yellow": ("ochre", "star"),
    "red": ("blood", "flag"),
    "green": ("felt", "crown"),
}
SILHOUETTES: Final = {
    "mermaid": "anchor", "pier-9": "anchor", "lighthouse-bar": "bottle", "sailors-home": "house", "casino": "chip",
    "customs-shed": "door", "cold-store": "lock", "fish-market": "till", "ferry": "anchor", "cigar-shop": "cigarette",
    "jazz-cellar": "glass", "theatre": "hall", "shooting-gallery": "gun", "arcade": "die", "red-lantern": "lips",
    "pharmacy": "syringe", "scrapyard": "wheel", "brewery": "bottle", "boarding-house": "house", "gunsmith": "bullet",
    "freight-yard": "car", "golf-club": "flag", "hunting-lodge": "house", "villa": "house", "racecourse": "laurel",
    "vineyard": "glass", "sanatorium": "house", "bank": "moneybag", "boardwalk": "star", "canal-lock": "key",
    "yacht-club": "anchor", "boxing-hall": "fist", "tram-depot": "wheel",
}  # fmt: skip
FACES: Final = {"handcuffs": "handcuffs", "badge": "badge", "mafia": "hat"}
LOW: Final = 100.0  # a place card below this height is drawn closer, so that a fourth row of the city fits on the stage
LOWEST: Final = 90.0  # and for a fifth row smaller
SQUEEZE: Final = 0.76  # of the width of its letters: a name that has less room is broken
HOW: Final = {"fight": ("blood", "attack"), "recruit": ("felt", "recruit")}


def faded(*inside: Markup, opacity: float = 0.42) -> Markup:
    """Drawings that are there, but do not count now."""
    return svg.tag("g", *inside, opacity=opacity)


def token(name: str, x: float, y: float, size: float) -> Markup:
    """A token of a traffic."""
    return svg.figure(name, x, y, size) if name in svg.symbols() else svg.icon("chip", x, y, size, "coal")


def person(name: str, x: float, y: float, size: float) -> Markup:
    """A gangster's portrait."""
    return svg.figure(name if name in svg.symbols() else "man", x, y, size)


def portrait(name: str, size: float = 56) -> Markup:
    """A gangster's portrait in its frame."""
    return svg.join(person(name, 0, 0, size), svg.rect(0, 0, size, size, "none", "coal", 1.4))


def shape(seat: int, x: float, y: float, radius: float, edge: str = "coal", thick: float = 1.4) -> Markup:
    """The shape of a player in his colour, centred."""
    return svg.outline(svg.PLAYERS[seat].shape, x, y, radius, svg.PLAYERS[seat].paint, edge, thick)


def plus(x: float, y: float, arm: float, colour: str = "blood") -> Markup:
    """A plus sign, centred."""
    return svg.path(f"M{x - arm:.1f} {y:.1f}H{x + arm:.1f}M{x:.1f} {y - arm:.1f}V{y + arm:.1f}", stroke=colour, thick=3)


def glowing(x: float, y: float, width: float, height: float, round_: float = 8, fill: str = "none") -> Markup:
    """The frame of what may be chosen now."""
    return svg.join(
        svg.rect(x - 2, y - 2, width + 4, height + 4, "none", "glow", 7, round_ + 2),
        svg.rect(x, y, width, height, fill, "gold", 2.5, round_),
    )


def bars(size: float) -> Markup:
    """The bars of the prison."""
    upright = "".join(f"M{size * (0.14 + 0.24 * i):.1f} 0v{size:.1f}" for i in range(4))
    return svg.path(f"{upright}M0 {size * 0.3:.1f}h{size:.1f}", stroke="coal", thick=max(1.6, size * 0.065))


@lru_cache(maxsize=2048)
def tile(seat: int, name: str, how: str, size: float) -> Markup:
    """A gangster tile: its back with the owner's shape, or its face, framed red to fight and green to recruit."""
    if not name:
        chevrons = "".join(
            f"M4 {y:.1f}L{size / 2:.1f} {y - 6:.1f}L{size - 4:.1f} {y:.1f}" for y in range(12, int(size), 7)
        )
        return svg.join(
            svg.rect(0, 0, size, size, "coal", "gold", 2, 4),
            svg.path(chevrons, stroke="ochre", thick=0.9),
            shape(seat, size / 2, size / 2, size * 0.27, "ivory", 1.4),
        )
    edge, mark = HOW.get(how, ("coal", ""))
    corner = min(12.0, max(8.0, size * 0.22))
    return svg.join(
        person(name, 0, 0, size),
        svg.rect(0, 0, size, size, "none", edge, 3 if mark else 1.6, 2),
        svg.circle(size - 3, 4, corner, "ivory", "coal", 1) if mark else EMPTY,
        sign(mark, size - 3 - corner * 0.85, 4 - corner * 0.85, corner * 1.7) if mark else EMPTY,
        shape(seat, 5, size - 5, min(11.0, size * 0.19)),
    )


@lru_cache(maxsize=2048)
def die(seat: int, kind: str, size: float, face: str = "", marked: bool = True) -> Markup:
    """A die of the police in its owner's colour, a white one for an informer: its portrait, or what it shows."""
    informer = seat == INFORMERS
    paint, colour = ("ivory", "coal") if informer else (svg.PLAYERS[seat].paint, svg.PLAYERS[seat].text)
    parts = [svg.rect(0, 0, size, size, paint, "coal", 2, size * 0.2)]
    if face and kind != "lieutenant":
        parts.append(svg.rect(size * 0.07, size * 0.07, size * 0.86, size * 0.86, "none", "gold", 1.2, size * 0.15))
        parts.append(face_sign(face, size * 0.2, size * 0.2, size * 0.6, colour))
    elif informer:
        parts.append(svg.icon("eye", size * 0.15, size * 0.15, size * 0.7, "mauve"))
    else:
        parts.append(svg.circle(size / 2, size / 2, size * 0.42, "ivory"))
        parts.append(svg.figure(kind, size * 0.1, size * 0.08, size * 0.8, height=size * 0.84))
    if marked and kind == "lieutenant" and size >= 40:
        parts.append(svg.rect(-7, -6, 27, 18, "coal", "gold", 1, 3))
        parts.append(svg.text(6.5, 8, "×2", 14, "ivory", "middle", serif=True))
    if marked and not informer:
        parts.append(shape(seat, 4, size - 4, min(11.0, size * 0.19)))
    return svg.join(*parts)


def face_sign(face: str, x: float, y: float, size: float, colour: str) -> Markup:
    """What a die shows: handcuffs, a badge, both, or the mafia's hat."""
    if face != "double":
        return svg.icon(FACES[face], x, y, size, colour)
    half = size * 0.62
    return svg.join(
        svg.icon("handcuffs", x - size * 0.1, y - size * 0.1, half, colour),
        svg.icon("badge", x + size * 0.5, y + size * 0.5, half * 0.95, colour),
        svg.line(x + size, y, x, y + size, colour, 1.6),
    )


def price(x: float, y: float, cost: int) -> Markup:
    """The price of somebody for hire, in a disc."""
    return svg.join(
        svg.circle(x, y, 10.5, "ivory", "coal", 1.3),
        svg.text(x, y + 5, str(cost), 14.5, "coal", "middle", serif=True, bold=True),
    )


def holder(seat: int, x: float, y: float, radius: float = 17) -> Markup:
    """Who controls a place: the shape in a paper disc."""
    return svg.join(svg.circle(x, y, radius, "ivory", "coal", 1.6), shape(seat, x, y, radius * 0.6))


# -- place cards -------------------------------------------------------------------------------------------------------


def place_card(table: Table, card: str, size: Size = (204.0, 136.0), plain: bool = False, held: bool = False) -> Markup:
    """A place: the district's band with its name, what it asks for, handcuffs and informers.

    `plain` for a picture without things that explain themselves, `held` to leave the corner to the holder's shape.
    """
    return card_drawing(table.box, table.language, table.view.handcuffs_shift, card, size, table.least, (plain, held))


@lru_cache(maxsize=1024)
def card_drawing(
    box: Box, language: str, shift: int, card: str, size: Size, least: float, how: tuple[bool, bool]
) -> Markup:
    """The same, cached: a card changes only with what lies on it."""
    number = box.card_names.index(card)
    return printed(
        short_name(box.name("place", card), language),
        card,
        tuple(COLOURS[colour] for colour in box.colours[number] if colour != -1),
        tuple(
            (name, box.demands[number * box.traffics + t])
            for t, name in enumerate(box.traffic_names)
            if box.demands[number * box.traffics + t]
        ),
        (box.badges[number], max(0, box.handcuffs[number] + shift), box.informers[number]),
        size,
        least,
        how,
    )


def printed(
    title: str,
    card: str,
    colours: tuple[str, ...],
    demands: tuple[tuple[str, int], ...],
    counts: tuple[int, int, int],
    of: Size,
    least: float,
    how: tuple[bool, bool],
) -> Markup:
    """What is printed on a place card, without what lies on it."""
    plain, held = how
    width, height = of
    scale, low, lowest = min(width / 204, height / 112), height < LOW, height < LOWEST
    badges, handcuffs, informers = counts
    corner = 28.0 if held else 0.0
    room = width - 31 - corner - (20 if len(colours) > 1 else 0)
    fits = svg.width_of(title, least, True) * (1 if " " in title else SQUEEZE) <= room
    lines = [title] if fits else svg.wrap(title, least, room / SQUEEZE, 2, True)
    two = len(lines) > 1
    band = 2 * least + (2 if lowest else 7) if two else 21.0 if lowest else max(25.0, 29 * scale)
    parts = [svg.rect(0, 0, width, height, "tray", "coal", 2, 5)]
    part = (width - 2) / len(colours)
    for i, colour in enumerate(colours):
        paint, mark = DISTRICTS[colour]
        parts.append(svg.rect(1 + i * part, 1, part, band, paint))
        at = 5.0 if i == 0 else width - 21 - corner
        parts.append(district_sign(plain, colour, svg.icon(mark, at, (band - 16) / 2 + 1, 16, "ivory")))
    parts.append(svg.line(1, band + 1, width - 1, band + 1, "gold", 1.6))
    size = least if two else max(least, 15.5 * scale)
    for i, line in enumerate(lines):
        y = band / 2 + (5 if two and lowest else 6) + (i - (len(lines) - 1) / 2) * (least + (0 if lowest else 1))
        parts.append(svg.text(26, y, line, size, "ivory", serif=True, room=room, least=least, squeeze=SQUEEZE))
    sketch = min(height * 0.58, height - band - 8)
    drawn = svg.icon(SILHOUETTES.get(card, "building"), (width - sketch) * 0.62, height - sketch - 5, sketch, "ochre")
    parts.append(faded(drawn, opacity=0.16))
    signs = (19.0 if two else 22.0) if lowest else max(24.0, 30 * scale)
    above = 2.0 if lowest != two else 4.0 if low else 9 * scale
    parts.append(asked(demands, badges, 9 * scale, band + above, signs, width - 16, plain))
    foot = (20.0 if two else 22.0) if lowest else max(24.0, 28 * scale)
    top = height - foot - ((3 if two else 4) if lowest else 6 if low else 13 * scale)
    law = svg.join(
        svg.icon("handcuffs", 9 * scale, top, foot, "steel"),
        svg.text(9 * scale + foot + 5, top + foot * 0.86, str(handcuffs), 25 * scale, "steel", serif=True),
    )
    parts.append(law if plain else svg.about("handcuffs", law))
    for i in range(informers):
        eye = svg.group(die(INFORMERS, "informer", foot), x=9 * scale + foot + 30 * scale + i * (foot + 3), y=top)
        parts.append(eye if plain else svg.about("die.informer", eye))
    return svg.join(*parts)


def district_sign(plain: bool, colour: str, mark: Markup) -> Markup:
    """The sign of a district, which explains itself."""
    return mark if plain else svg.about(f"district.{colour}", mark)


def asked(
    demands: tuple[tuple[str, int], ...], badges: int, x: float, y: float, size: float, room: float, plain: bool
) -> Markup:
    """What a place asks for: its traffics (a doubled one with its bonus), then the open demands."""
    wide = [size * 1.1 + 28 if count > 1 else size * 1.12 for _, count in demands]
    squeeze = min(1.0, room / (sum(wide) + badges * size * 1.1 + 1))
    parts: list[Markup] = []
    for (name, count), step in zip(demands, wide, strict=True):
        drawn = token(name, x, y, size)
        if count > 1:
            drawn = svg.join(
                drawn,
                token(name, x + size * 0.5, y, size),
                svg.rect(x + size * 1.1, y - 4, 25, 18, "gold", "coal", 1, 8),
                svg.text(x + size * 1.1 + 12.5, y + 10, f"+{count - 1}", 14, "coal", "middle"),
            )
        parts.append(drawn if plain else svg.about(f"traffic.{name}", drawn))
        x += step * squeeze
    for _ in range(badges):
        badge = svg.figure("demand", x, y, size * 0.98, "ochre")
        parts.append(badge if plain else svg.about("demand", badge))
        x += size * 1.1 * squeeze
    return svg.join(*parts)
