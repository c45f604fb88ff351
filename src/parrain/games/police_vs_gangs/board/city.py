"""The city: place cards side by side, the pieces at their open sides, and what may be done there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.cache import Cache
from parrain.core.parts import BOARD, Part
from parrain.core.say import Seat, say
from parrain.core.svg import EMPTY, Markup, Stretch
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs.board.pieces import (
    LOW,
    LOWEST,
    die,
    faded,
    glowing,
    holder,
    person,
    place_card,
    plus,
    price,
    tile,
    token,
)
from parrain.games.police_vs_gangs.board.strength import brings, held_by, police_range, power_there
from parrain.games.police_vs_gangs.board.table import Table
from parrain.games.police_vs_gangs.state import DX, DY
from parrain.games.police_vs_gangs.text.names import SIDE_NAMES

Point = tuple[float, float]
Piece = tuple[int, str, str, str, str]
Entry = tuple[str, int, int, int, tuple[str, ...]]  # a card of the city

MARGIN: Final = 54.0  # around the cards, for the pieces at their sides
GAP: Final = 4.0
ROOM = (960.0, 500.0)
WIDTHS = (204.0, 190.0, 178.0, 167.0, 154.0, 138.0)  # of a card: up to six columns fit on the stage
HEIGHTS = (136.0, 126.0, 118.0, 112.0, 95.0, 75.0)  # and up to five rows
ON_PHONE = (168.0, 112.0)

places_cache: Cache[Stretch] = Cache(16384)
sides_cache: Cache[Stretch] = Cache(16384)


class Grid:
    """Where the cards lie: the cells of the city and those where the drawn card may come."""

    def __init__(self, table: Table) -> None:
        self.cells = {(x, y): card for card, x, y, _, _ in table.view.city}
        self.where = {card: cell for cell, card in self.cells.items()}
        self.free: dict[tuple[int, int], Action] = {}
        for action in table.of_kind(k.LAY):
            x, y = self.where[table.box.card_names[action.a]]
            self.free[x + DX[action.b], y + DY[action.b]] = action
        shown = [*self.cells, *self.free] or [(0, 0)]
        self.left, self.top = min(x for x, _ in shown), min(y for _, y in shown)
        self.columns = max(x for x, _ in shown) - self.left + 1
        self.rows = max(y for _, y in shown) - self.top + 1
        self.card, self.high = ON_PHONE if table.narrow else self.fitting()
        self.width = self.across(self.card)
        self.height = self.down(self.high)

    def across(self, card: float) -> float:
        """The width of the board with cards of that width."""
        return self.columns * (card + GAP) - GAP + 2 * MARGIN

    def down(self, card: float) -> float:
        """The height of the board with cards of that height."""
        return self.rows * (card + GAP) - GAP + 2 * MARGIN

    def fitting(self) -> tuple[float, float]:
        """The largest size of a card that lets the city fit on the stage; a city that is too large is moved about."""
        width = next((each for each in WIDTHS if self.across(each) <= ROOM[0]), WIDTHS[-1])
        high = [each for each in HEIGHTS if each <= width * 0.7]
        return width, next((each for each in high if self.down(each) <= ROOM[1]), high[-1])

    def corner(self, x: int, y: int) -> Point:
        """The top left corner of a cell."""
        return MARGIN + (x - self.left) * (self.card + GAP), MARGIN + (y - self.top) * (self.high + GAP)

    def open_sides(self, card: str) -> list[str]:
        """The sides of a card without a neighbour."""
        x, y = self.where[card]
        return [side for s, side in enumerate(k.SIDES) if (x + DX[s], y + DY[s]) not in self.cells]

    def slots(self, card: str, side: str, count: int, size: float) -> list[Point]:
        """Where so many pieces lie at a side; those above and below leave a corner to those beside a neighbour."""
        x, y = self.where[card]
        left, top = self.corner(x, y)
        s = k.SIDES.index(side)
        upright = side in ("east", "west")
        beyond = (x + DX[s], y + DY[s])
        first, last = 0.0, self.high if upright else self.card
        if not upright:
            first += (size + 10) * ((beyond[0] - 1, beyond[1]) in self.cells)
            last -= (size + 10) * ((beyond[0] + 1, beyond[1]) in self.cells)
        step = min(size + 5, (last - first - size) / (count - 1)) if count > 1 else 0.0
        long = size + step * (count - 1)
        start = min(max(((self.high if upright else self.card) - long) / 2, first), last - long)
        fixed = {"north": -size - 6, "south": self.high + 6, "west": -size - 6, "east": self.card + 6}[side]
        if upright:
            return [(left + fixed, top + start + i * step) for i in range(count)]
        return [(left + start + i * step, top + fixed) for i in range(count)]


def city(table: Table) -> Part:
    """The board: all cards, the pieces, the sides and places that may be chosen."""
    grid = Grid(table)
    parts: list[Markup | Stretch] = [kept_place(table, grid, entry) for entry in table.view.city]
    at = {(table.box.card_names[action.a], k.SIDES[action.b]): action for action in table.of_kind(k.AT)}
    for card in grid.where:
        sides = grid.open_sides(card)
        for side in sides:
            beside = at_side(table, grid, card, side, at.get((card, side)), len(sides) == 1)
            if beside is not None:
                parts.append(beside)
    for (x, y), action in grid.free.items():
        parts.append(free_cell(table, grid, action, *grid.corner(x, y)))
    return Part(BOARD, grid.width, grid.height, tuple(parts), table.words(say("The city")))


# -- places ------------------------------------------------------------------------------------------------------------


def kept_place(table: Table, grid: Grid, entry: Entry) -> Markup | Stretch:
    """A place, kept by all that it shows while nothing may be chosen there."""
    card, _, _, owner, _ = entry
    number = table.card_number(card)
    if any(action.a == number for action in table.of_kind(k.RESOLVE, k.COLOUR)):
        return place(table, grid, entry)
    view = table.view
    holder_name = table.name(owner) if owner != -1 else ""
    named = [colour for where, colour in view.colours if where == card]
    shown = (entry, grid.left, grid.top, grid.card, grid.high, view.here == card, tuple(named), holder_name)
    key = (table.box, table.language, table.narrow, view.handcuffs_shift, shown)
    return places_cache.get(key, lambda: Stretch(place(table, grid, entry)))


def place(table: Table, grid: Grid, entry: Entry) -> Markup:
    """A card of the city with its people for hire and its holder; a choice if it may be resolved or coloured."""
    card, x, y, owner, hire = entry
    left, top = grid.corner(x, y)
    wide, high = grid.card, grid.high
    parts = [place_card(table, card, (wide, high), held=owner != -1)]
    if card == table.view.here:
        parts.append(svg.rect(-2, -2, wide + 4, high + 4, "none", "gold", 4, 6))
    size, foot = (28.0, 6.0) if high < LOWEST else (36.0, 6.0) if high < LOW else (max(37.0, 44 * wide / 204), 12.0)
    for i, character in enumerate(hire):
        across = wide - 14 - size - (len(hire) - 1 - i) * (size + 11)
        parts.append(for_hire(table, card, character, i, across, high - foot - size, size))
    drawn = svg.about(f"place.{card}", svg.group(*parts, x=left, y=top))
    for action in table.of_kind(k.RESOLVE):
        if action.a == table.card_number(card):
            drawn = table.choice(
                action, glowing(left - 1, top - 1, wide + 2, high + 2, 6), drawn, about=f"place.{card}"
            )
    marks = [drawn]
    colours = [action for action in table.of_kind(k.COLOUR) if action.a == table.card_number(card)]
    marks += [colour_choice(table, action, i, left, top, wide) for i, action in enumerate(colours)]
    named = dict(table.view.colours).get(card)
    if named:
        marks.append(counted_for(table, card, named, left, top, wide))
    if owner != -1:
        marks.append(
            svg.piece(
                f"control.{card}",
                holder(owner, 0, 0),
                kind=f"holder {owner}",
                x=left + wide - 15,
                y=top + 14,
                title=table.words(
                    say("{seat} controls {place}", seat=Seat(owner), place=table.box.name("place", card))
                ),
                about=f"seat.{owner}",
            )
        )
    return svg.join(*marks)


def for_hire(table: Table, card: str, character: str, index: int, x: float, y: float, size: float) -> Markup:
    """Somebody waiting on a place, with the price."""
    return svg.piece(
        f"hire.{card}.{index}",
        person(character, 0, 0, size),
        svg.rect(0, 0, size, size, "none", "coal", 1.6),
        price(size - 2, size - 4, table.box.cost[table.kind_number(character)]),
        kind=character,
        x=x,
        y=y,
        title=table.words(say("To recruit: {who}", who=table.box.name("a", character))),
        about=f"who.{character}",
    )


def colour_choice(table: Table, action: Action, index: int, left: float, top: float, wide: float) -> Markup:
    """One half of the band of a card of two colours: the colour it shall count for."""
    half = (wide - 12) / 2
    high = max(34.0, table.target)
    x = left + 4 + index * (half + 4)
    paint, mark = {"blue": ("steel", "anchor"), "yellow": ("ochre", "star"), "red": ("blood", "flag")}.get(
        k.COLOURS[action.b], ("felt", "crown")
    )
    return table.choice(
        action,
        glowing(x, top + 2, half, high, 6, paint),
        svg.icon(mark, x + half / 2 - 11, top + 2 + high / 2 - 11, 22, "ivory"),
        about=f"district.{k.COLOURS[action.b]}",
    )


def counted_for(table: Table, card: str, colour: str, left: float, top: float, wide: float) -> Markup:
    """The colour that a card of two colours counts for this turn: the other half of the band is struck out."""
    colours = [k.COLOURS[each] for each in table.box.colours[table.card_number(card)]]
    half = wide / 2
    x = left + (half if colours[0] == colour else 0)
    return svg.line(x + 4, top + 27, x + half - 4, top + 4, "ivory", 3)


def free_cell(table: Table, grid: Grid, action: Action, left: float, top: float) -> Markup:
    """Where the drawn card may lie; pointing at it shows the card there."""
    wide, high = grid.card, grid.high
    ghost = faded(svg.group(place_card(table, table.view.drawn, (wide, high), plain=True), x=left, y=top), opacity=0.85)
    return svg.join(
        table.choice(
            action,
            glowing(left + 3, top + 3, wide - 6, high - 6, 8, "card"),
            svg.tag(
                "rect",
                fill="none",
                stroke="blood",
                x=left + 12,
                y=top + 12,
                width=wide - 24,
                height=high - 24,
                rx=5,
                stroke_width=1.6,
                stroke_dasharray="6 5",
            ),
            plus(left + wide / 2, top + high / 2, 12),
            svg.preview(action.text, ghost),
            about=f"place.{table.view.drawn}",
        )
    )


# -- sides -------------------------------------------------------------------------------------------------------------


def at_side(
    table: Table, grid: Grid, card: str, side: str, action: Action | None, only: bool
) -> Markup | Stretch | None:
    """The pieces at one side, the square where one more may come, and the slot that an only side keeps for others."""
    view = table.view
    lying = [each for each in view.pieces if each[1] == card and each[2] == side]
    police = any(each[0] % 2 for each in lying)
    gangsters = any(not each[0] % 2 for each in lying)
    mine = view.seat is not None and view.seat % 2 == 1
    kept = only and view.phase == "place" and view.seat is not None and not (gangsters if mine else police)
    if not (lying or action or kept):
        return None
    size = table.piece
    spots = grid.slots(card, side, len(lying) + (action is not None) + kept, size)
    mark = "" if not kept else "hat" if mine else "badge"
    asked = bool(view.held) and action is None and view.seat in view.to_move and bool(lying)
    if action is None and not asked:
        key = (card, side, tuple(lying), tuple(spots), size, mark)
        return sides_cache.get(key, lambda: side_stretch(lying, spots, size, mark))
    parts = lying_there(lying, spots, size)
    if asked:
        told = table.words(say("{place}, {side}", place=table.box.name("place", card), side=SIDE_NAMES[side]))
        parts = [svg.touch(f"at {card} {side}", *parts, title=told, about=f"place.{card}")]
    parts.append(kept_slot(spots, size, mark))
    if action is not None:
        x, y = spots[len(lying)]
        parts.append(
            table.choice(
                action,
                glowing(x, y, size, size, 8, "card"),
                svg.tag(
                    "rect",
                    fill="none",
                    stroke="blood",
                    x=x + 4,
                    y=y + 4,
                    width=size - 8,
                    height=size - 8,
                    rx=5,
                    stroke_width=1.6,
                    stroke_dasharray="4 3",
                ),
                plus(x + size / 2, y + size / 2, 7),
                about=f"place.{card}",
            )
        )
        parts.append(placing_preview(table, grid, card, action, (x, y)))
    return svg.join(*parts)


def side_stretch(pieces: Sequence[Piece], spots: Sequence[Point], size: float, mark: str) -> Stretch:
    """A side where nothing may be chosen."""
    return Stretch(svg.join(*lying_there(pieces, spots, size), kept_slot(spots, size, mark)))


def lying_there(pieces: Sequence[Piece], spots: Sequence[Point], size: float) -> list[Markup]:
    """The pieces at a side."""
    return [lie(piece, f"piece.{piece[1]}.{piece[2]}.{i}", *spots[i], size) for i, piece in enumerate(pieces)]


def kept_slot(spots: Sequence[Point], size: float, mark: str) -> Markup:
    """The last slot, if only the other faction may take it, with the mark of that."""
    if not mark:
        return EMPTY
    x, y = spots[-1]
    return svg.join(
        svg.tag(
            "rect",
            fill="none",
            stroke="ash",
            x=x,
            y=y,
            width=size,
            height=size,
            rx=10,
            stroke_width=1.6,
            stroke_dasharray="4 4",
        ),
        svg.icon(mark, x + size / 2 - 9, y + size / 2 - 9, 18, "ash"),
    )


def lie(piece: Piece, spot: str, x: float, y: float, size: float) -> Markup:
    """A piece at a side."""
    seat, _, _, name, how = piece
    if seat % 2:
        return svg.piece(spot, die(seat, name, size), kind=f"{seat} {name}", x=x, y=y, about=f"die.{name}")
    thing = f"who.{name}" if name else f"hidden.{seat}"
    return svg.piece(spot, tile(seat, name, how, size), kind=f"{seat} {name}" if name else "?", x=x, y=y, about=thing)


def placing_preview(table: Table, grid: Grid, card: str, action: Action, spot: Point) -> Markup:
    """What the piece in hand would do at that side: it lies there, and its card says with what strength."""
    view = table.view
    assert view.seat is not None
    size = table.piece
    x, y = spot
    name, _, how = view.held.partition(" ")
    ghost = die(view.seat, name, size) if view.seat % 2 else tile(view.seat, name, how, size)
    left, top = grid.corner(*grid.where[card])
    high = max(34.0, grid.high * 0.3)
    parts = [
        svg.group(ghost, x=x, y=y),
        svg.rect(left + 4, top + grid.high - high - 4, grid.card - 8, high, "coal", "gold", 1.4, 4),
    ]
    base = top + grid.high - 4 - high / 2
    if view.seat % 2:
        low, best = police_range(table, card, name)
        words = [("handcuffs", f"{low}–{best}")]
        wares: list[str] = []
    elif how == "recruit":
        words = [("recruit", str(held_by(table, view.seat, card, "recruit", name)))]
        wares = []
    else:
        mark = "defend" if table.owner(card) == view.seat else "attack"
        words = [(mark, str(power_there(table, view.seat, card, name)))]
        wares = brings(table, name, card)
    at = left + 14
    for mark, value in words:
        parts.append(
            svg.icon(mark, at, base - 12, 24, "ivory") if mark == "handcuffs" else svg.figure(mark, at, base - 12, 24)
        )
        parts.append(svg.text(at + 30, base + 7, value, 20, "ivory", serif=True))
        at += 36 + svg.width_of(value, 20, True)
    for ware in wares:
        parts.append(token(ware, at, base - 11, 22))
        at += 25
    return svg.preview(action.text, *parts)
