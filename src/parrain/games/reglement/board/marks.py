"""What is drawn over chairs and table: rings, weapons, the reach of a cake, the ghost of a piece."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from parrain.core import svg
from parrain.core.svg import EMPTY, Markup
from parrain.games.reglement.board.context import Context, bits
from parrain.games.reglement.board.people import bust, chair_path
from parrain.games.reglement.components import BANG, KNIFE
from parrain.games.reglement.rules.menu import next_guest, shots, stabs
from parrain.games.reglement.rules.turn import income


def pairs(ctx: Context, card: int) -> list[tuple[int, int]]:
    """Who can kill whom now with a Knife or a Bang! of the reader's, killer first."""
    table, box = ctx.table, ctx.box
    n = box.chairs
    if card == BANG:
        return [(chair, box.opposite[chair]) for chair in bits(shots(table))]
    mask = stabs(table) if card == KNIFE else 0
    return [(bit, (bit + 1) % n) if bit < n else (bit - n, (bit - 1) % n) for bit in bits(mask)]


def reach(ctx: Context, chair: int) -> list[int]:
    """The chairs that a cake there takes (RC 5.2)."""
    n = ctx.box.chairs
    return [(chair - 1) % n, chair, (chair + 1) % n]


def ring(ctx: Context, chair: int, colour: str = "blood", dash: str | None = None) -> Markup:
    """A ring round a chair."""
    place, (width, height) = ctx.layout.places[chair], ctx.layout.chair
    return svg.group(svg.path(chair_path(width, height, 1.5), "none", colour, 3, dash), x=place.x, y=place.y)


def seal(ctx: Context, chair: int, symbol: str, ground: str = "blood") -> Markup:
    """A sign in the middle of a chair."""
    place = ctx.layout.places[chair]
    return svg.seal(symbol, place.x, place.y - 2, 13, ground)


def between(ctx: Context, killer: int, victim: int) -> Markup:
    """A dagger between two neighbours, at the victim where the table is bent between them."""
    one, two = ctx.layout.places[killer], ctx.layout.places[victim]
    x, y = (one.x + two.x) / 2, (one.y + two.y) / 2
    if hypot(two.x - one.x, two.y - one.y) > 100:
        x, y = two.x + (14 if one.x > two.x else -14), two.y - 12
    disc = svg.circle(x, y, 12, "blood", "gold", 2)
    return svg.join(disc, svg.icon("knife", x - 8, y - 8, 16, "ivory"))


def shot(ctx: Context, killer: int, victim: int, colour: str = "blood") -> Markup:
    """A line across the table from a gun to the man opposite."""
    (x1, y1), two = ctx.layout.places[killer].object, ctx.layout.places[victim]
    x2, y2 = two.object
    x2, y2 = x2 + (two.x - x2) * 0.35, y2 + (two.y - y2) * 0.35
    return svg.join(svg.arrow(x1, y1, x2, y2, "ivory", 5), svg.arrow(x1, y1, x2, y2, colour, 3))


def attack(ctx: Context, card: int, killer: int, victim: int) -> Markup:
    """Who does it, who dies, and the weapon between them."""
    weapon = between(ctx, killer, victim) if card == KNIFE else shot(ctx, killer, victim)
    return svg.join(ring(ctx, killer), weapon)


def zone(ctx: Context, chair: int, opacity: float = 0.55) -> Markup:
    """The table before the three chairs that a cake takes, tinted; chairs of one row as one piece."""
    places = ctx.layout.places
    areas: list[tuple[str, float, float, float, float]] = []
    for each in reach(ctx, chair):
        area, row = places[each].front, places[each].row
        left, top, right, foot = area.x, area.y, area.x + area.width, area.y + area.height
        if areas and areas[-1][0] == row and row != "foot":
            _, a, b, c, d = areas.pop()
            left, top, right, foot = min(left, a), min(top, b), max(right, c), max(foot, d)
        areas.append((row, left, top, right, foot))
    drawn = []
    for _, left, top, right, foot in areas:
        size = (left + 1, top + 1, right - left - 2, foot - top - 2)
        drawn.append(svg.rect(*size, "blood", None, 0, 9, opacity))
        drawn.append(
            svg.tag(
                *("rect",),
                fill="none",
                stroke="cream",
                stroke_width=1.5,
                stroke_dasharray="5 4",
                x=size[0],
                y=size[1],
                width=size[2],
                height=size[3],
                rx=9,
            )
        )
    return svg.join(*drawn)


def victims(ctx: Context, chair: int) -> Markup:
    """A skull on everybody whom a cake there takes."""
    return svg.join(*(seal(ctx, each, "skull") for each in reach(ctx, chair) if ctx.view.owners[each] >= 0))


def cake_face(seat: int, radius: float) -> Markup:
    """A cake in its owner's colour, with the owner's shape, round the origin."""
    colour = svg.PLAYERS[seat]
    size = radius * 1.2
    return svg.join(
        svg.circle(0, 0, radius, colour.paint, "coal", 1.8),
        svg.circle(0, 0, radius - 3, "none", "ivory", 1),
        svg.icon("cake", -size / 2, -size * 0.56, size, colour.text),
        svg.outline(colour.shape, radius * 0.72, -radius * 0.72, 6, "ivory", "coal", 1.4),
    )


@lru_cache(maxsize=64)
def timer(x: float, y: float, turns: int, size: float) -> Markup:
    """An hourglass and the number of turns, on a plate whose left end is x and whose middle is y."""
    return svg.join(
        svg.rect(x, y - 9, 36, 18, "coal", "ivory", 1.2, 4),
        svg.icon("hourglass", x + 4, y - 7, 14, "ivory"),
        svg.text(x + 26, y + size * 0.36, str(turns), size, "ivory", "middle", bold=True),
    )


def ghost_cake(ctx: Context, seat: int, chair: int) -> Markup:
    """A cake where it would be, its reach, and whom it would take."""
    x, y = ctx.layout.places[chair].cake
    return svg.join(
        zone(ctx, chair, 0.3),
        svg.tag("g", svg.group(cake_face(seat, ctx.layout.cake), x=x, y=y), opacity=0.8),
        victims(ctx, chair),
    )


def blast(ctx: Context, chair: int, colour: str = "blood") -> Markup:
    """A star where a cake explodes, and a ring round it."""
    x, y = ctx.layout.places[chair].cake
    radius = ctx.layout.cake * 1.25
    return svg.join(
        svg.circle(x, y, radius, "ivory", colour, 2),
        svg.icon("boom", x - radius * 0.85, y - radius * 0.85, radius * 1.7, colour),
    )


def trail(ctx: Context, start: int, chair: int, colour: str = "gold") -> Markup:
    """A dotted line over the table from one chair to another, with a ring where it ends."""
    (x1, y1), (x2, y2) = ctx.layout.places[start].object, ctx.layout.places[chair].object
    return svg.join(svg.line(x1, y1, x2, y2, colour, 2, "2 5"), svg.circle(x2, y2, 17, "none", colour, 2))


def change(ctx: Context, chair: int, seat: int, amount: int) -> Markup:
    """What a gang's income would gain or lose, on a plate before a chair."""
    if not amount:
        return EMPTY
    shown = f"{'+' if amount > 0 else '-'}{abs(amount)}"
    wide = svg.numeral_width(shown, 13) + 32
    x, y = ctx.layout.places[chair].cake
    x = min(max(x, wide / 2 + 2), ctx.layout.width - wide / 2 - 2)
    colour = svg.PLAYERS[seat]
    return svg.join(
        svg.rect(x - wide / 2, y - 12, wide, 24, "coal", "gold", 1.4, 5),
        svg.outline(colour.shape, x - wide / 2 + 13, y, 6, colour.paint, "ivory", 1.2),
        svg.numeral(x - wide / 2 + 25, y + 6.5, shown, 13, "glow" if amount > 0 else "ivory"),
    )


def loss(ctx: Context, chair: int) -> Markup:
    """What the death of the man on a chair would cost his gang every turn."""
    seat = ctx.view.owners[chair]
    if seat < 0:
        return EMPTY
    after = ctx.table.clone()
    after.unseat_man(chair)
    return change(ctx, chair, seat, income(after, seat) - income(ctx.table, seat))


def ghost_man(ctx: Context, start: int, chair: int) -> Markup:
    """A man on the chair he would move to, and what that changes for his gang."""
    view, place, layout = ctx.view, ctx.layout.places[chair], ctx.layout
    seat = view.owners[start]
    after = ctx.table.clone()
    after.seat_man(chair, after.unseat_man(start), False)
    size = layout.bust
    shape = svg.group(
        bust(view.ranks[start], seat, size, 0.65), x=place.x - size / 2, y=place.y + layout.chair[1] / 2 - size
    )
    gain = change(ctx, chair, seat, income(after, seat) - income(ctx.table, seat))
    return svg.join(trail(ctx, start, chair), shape, gain)


def destination(ctx: Context, seat: int, side: int) -> int:
    """The chair that a passed cake would come to."""
    return next_guest(ctx.table, seat, side)
