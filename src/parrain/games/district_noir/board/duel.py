"""The duel of columns: what both players have taken, face to face, with the counts on a band of ink between them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from parrain.core import svg
from parrain.core.cache import Cache
from parrain.core.say import say
from parrain.core.svg import EMPTY, Markup, Stretch
from parrain.games.district_noir.board.faces import chip, dashed, face, ghost, look, plaque
from parrain.games.district_noir.board.table import Outcome, Score, Table, signed
from parrain.games.district_noir.components import Box

# what a column holds: the gang's number, or one of these
SETS, DEALS, BUILDINGS = -1, -2, -3

WHO, GANG_WIDE, DEALS_WIDE, BUILDINGS_WIDE = 70.0, 120.0, 142.0, 146.0
TOP, BAND = 98.0, 46.0
WIDE_HEIGHT = 2 * TOP + BAND + 3

SPINE, STRIP, ROW = 108.0, 34.0, 40.0
ROWS = {SETS: 30.0, DEALS: 38.0, BUILDINGS: 34.0}

headings_cache: Cache[Stretch] = Cache(512)
columns_cache: Cache[Stretch] = Cache(4096)
previews_cache: Cache[Stretch] = Cache(4096)


class Cell(NamedTuple):
    """Where one player's cards of one column lie; `align` is -1 from the left, 0 in the middle, 1 from the right."""

    x: float
    y: float
    width: float
    height: float
    align: int


class Column(NamedTuple):
    """A column (a row on the phone): its cards, its place on the band, and a cell for each side, above and below."""

    holds: int
    types: tuple[int, ...]
    x: float
    y: float
    width: float
    height: float
    above: Cell
    below: Cell


@lru_cache(maxsize=16)
def wide_columns(box: Box) -> tuple[Column, ...]:
    """Columns side by side, the opponent's cards above the band, one's own below."""
    gangs = box.gangs
    sizes = [(gang, GANG_WIDE) for gang in gangs]
    sizes += [(SETS, max(122.0, 24.0 * len(gangs) + 26)), (DEALS, DEALS_WIDE), (BUILDINGS, BUILDINGS_WIDE)]
    made, x = [], WHO
    for holds, width in sizes:
        cells = [Cell(x + 4, y, width - 8, 86, 0) for y in (6.0, TOP + BAND + 10)]
        made.append(Column(holds, types_of(box, holds), x, TOP, width, BAND, *cells))
        x += width
    return tuple(made)


@lru_cache(maxsize=16)
def narrow_columns(box: Box) -> tuple[Column, ...]:
    """Rows one below the other, the opponent's cards left of the band, one's own right."""
    made, y = [], STRIP
    side = (390 - SPINE) / 2
    for holds in (*box.gangs, SETS, DEALS, BUILDINGS):
        height = ROWS.get(holds, ROW)
        cells = Cell(4, y + 1, side - 9, height - 2, 1), Cell(side + SPINE + 5, y + 1, side - 9, height - 2, -1)
        made.append(Column(holds, types_of(box, holds), side, y, SPINE, height, *cells))
        y += height
    return tuple(made)


def types_of(box: Box, holds: int) -> tuple[int, ...]:
    """The cards that a column is about."""
    if holds >= 0:
        return (holds,)
    return tuple({SETS: box.gangs, DEALS: box.alliances_and_betrayals, BUILDINGS: box.buildings}[holds])


def width_of(table: Table) -> float:
    """How wide the columns are together: 960 with four gangs."""
    last = wide_columns(table.box)[-1]
    return last.x + last.width


def wide_duel(table: Table) -> list[Markup | Stretch]:
    """The duel on a screen."""
    key = (table.box, table.language, table.above, table.name(0), table.name(1))
    drawn: list[Markup | Stretch] = [headings_cache.get(key, lambda: Stretch(wide_headings(table)))]
    for column in wide_columns(table.box):
        drawn += side_by_side(table, column)
    return drawn


def wide_headings(table: Table) -> Markup:
    """Both players beside the columns, and the band without its counts."""
    columns = wide_columns(table.box)
    width = width_of(table)
    shown = [svg.rect(0, 0, width, TOP + 10, "card"), svg.rect(0, TOP + 10, width, WIDE_HEIGHT - TOP - 10, "ground")]
    for seat, y in ((table.above, 8.0), (table.below, TOP + BAND + 10)):
        shown.append(svg.figure("man", 12, y, 46, table.paint(seat)))
        shown.append(table.shape(seat, 35, y + 41, 5))
        shown.append(table.label(35, y + 66, table.name(seat), 14, anchor="middle", room=64))
    for column in columns:
        shown += [svg.line(column.x, y, column.x, y + 84, "tray", 1.4) for y in (7.0, TOP + BAND + 9)]
    shown.append(svg.rect(0, TOP, width, BAND, "coal"))
    shown += [svg.line(0, y, width, y, "ochre", 1) for y in (TOP + 3, TOP + BAND - 3)]
    shown.append(table.label(35, TOP + 28, table.words(say("Points")), 14, "cream", "middle", room=64))
    return svg.join(*shown)


def narrow_duel(table: Table) -> list[Markup | Stretch]:
    """The duel on a phone."""
    columns = narrow_columns(table.box)
    height = columns[-1].y + columns[-1].height
    shown = [
        svg.rect(0, 0, 195, height, "card"),
        svg.rect(195, 0, 195, height, "ground"),
        *(strip(table, seat) for seat in (0, 1)),
        svg.rect(columns[0].x, STRIP, SPINE, height - STRIP, "coal"),
    ]
    shown += [svg.line(0, column.y, 390, column.y, "tray", 1.2) for column in columns]
    drawn: list[Markup | Stretch] = [svg.join(*shown)]
    for column in columns:
        drawn += side_by_side(table, column)
    return drawn


def strip(table: Table, seat: int) -> Markup:
    """Above a side on the phone: who it is, the score, and what a choice would make of it."""
    left = seat == table.above
    x = 0.0 if left else 195.0
    now = table.scores[seat].total
    at, anchor = (170.0, "end") if left else (220.0, "start")
    wide = svg.width_of(signed(now), 22, True)
    name = (40.0, "start", at - wide - 48) if left else (350.0, "end", 342 - at - wide)
    shown = [
        svg.rect(x, STRIP - 3, 195, 3, "blood" if seat == table.turn else "tray"),
        svg.figure("man", 4 if left else 356, 1, 30, table.paint(seat)),
        table.label(name[0], 22, table.name(seat), 15, anchor=name[1], room=name[2]),
        table.shape(seat, 183 if left else 207, 16, 8),
        svg.text(at, 24, signed(now), 22, "coal", anchor, serif=True),
    ]
    for action, outcome in table.outcomes.items():
        if outcome is not None and outcome.scores[seat].total != now:
            words = f"{signed(now)} → {signed(outcome.scores[seat].total)}"
            ground = svg.rect(36 if left else 216, 0, 138, STRIP - 3, "card" if left else "ground")
            changed = svg.text(at, 24, words, 20, "ochre", anchor, serif=True, bold=True, room=134, least=14)
            shown.append(svg.preview(action, ground, changed))
    return svg.join(*shown)


def side_by_side(table: Table, column: Column) -> list[Stretch]:
    """A column: both sides, the band between them, and what the take would change.

    Both are kept by what they show: few columns change with a choice.
    """
    take = table.outcomes.get(table.box.take_action.text)
    counts = counts_of(column, table.counts)
    key = (table.box, table.language, table.narrow, table.above, column.holds, counts)
    if take is None:
        return [columns_cache.get((key, 0), lambda: Stretch(as_it_is(table, column)))]
    names = coming(table, column, take.taker)
    # deals keep the places that they would have after a take
    more = len(names) if column.holds == DEALS and take.taker == table.below else 0
    after = (key, counts_of(column, take.counts), take.taker, tuple(names))
    return [
        columns_cache.get((key, more), lambda: Stretch(as_it_is(table, column))),
        previews_cache.get(after, lambda: Stretch(as_it_would_be(table, column, take))),
    ]


def counts_of(column: Column, counts: tuple[list[int], list[int]]) -> tuple[int, ...]:
    """How many cards of a column both have."""
    return tuple([mine[each] for mine in counts for each in column.types])


def as_it_is(table: Table, column: Column) -> Markup:
    """A column without what a take would change."""
    return svg.join(
        cards_of(table, column, table.above, column.above),
        cards_of(table, column, table.below, column.below),
        band(table, column, table.counts, table.scores),
    )


def as_it_would_be(table: Table, column: Column, take: Outcome) -> Markup:
    """What the take would change of a column."""
    changed = band(table, column, take.counts, take.scores, take)
    return svg.preview(table.box.take_action.text, ghosts(table, column, take), changed)


# -- the band ---------------------------------------------------------------------------------------------------------


def band(
    table: Table,
    column: Column,
    counts: tuple[list[int], list[int]],
    scores: tuple[Score, Score],
    outcome: Outcome | None = None,
) -> Markup:
    """Both counts and what they are of; with an outcome only what it changes, in gold."""
    values = [column_value(table, column, seat, counts, scores) for seat in (0, 1)]
    before = [column_value(table, column, seat, table.counts, table.scores) for seat in (0, 1)]
    if outcome is not None and values == before:
        return EMPTY
    x, y, width, height = column.x, column.y, column.width, column.height
    middle = y + height / 2
    box = table.box
    hot = column.holds == BUILDINGS and max(values) >= box.buildings_to_win - 1
    shown = [svg.rect(x + 1, y + 4, width - 2, height - 8, "blood" if hot else "coal")]
    if not table.narrow:
        shown.append(svg.line(x, y + 6, x, y + height - 6, "ochre", 1))
    lead = -1 if values[0] == values[1] else int(values[1] > values[0])
    for seat, side in ((table.above, -1), (table.below, 1)):
        colour = (
            "glow" if outcome is not None and values[seat] != before[seat] else "ivory" if lead == seat else "cream"
        )
        words = signed(values[seat], column.holds == DEALS)
        bold = lead == seat
        if table.narrow:
            at = x + width / 2 + side * 35
            shown.append(svg.text(at, middle + 6, words, 17, colour, "middle", True, bold, room=34, least=14))
        else:
            at = x + width / 2 + side * (width / 2 - 20)
            anchor = "start" if side < 0 else "end"
            shown.append(svg.text(at, middle + 7, words, 18, colour, anchor, True, bold, room=36, least=14))
            shown.append(table.shape(seat, at + side * 10, middle, 5.5, "ivory"))
    shown.append(band_middle(table, column, lead, outcome is not None))
    return svg.about(about(table, column), *shown) if outcome is None else svg.join(*shown)


def column_value(
    table: Table, column: Column, seat: int, counts: tuple[list[int], list[int]], scores: tuple[Score, Score]
) -> int:
    """The number of a side on the band: cards of a gang, points of sets and deals, buildings."""
    if column.holds >= 0:
        return counts[seat][column.holds]
    if column.holds == BUILDINGS:
        return sum([counts[seat][each] for each in table.box.buildings])
    return scores[seat].sets if column.holds == SETS else scores[seat].deals


def band_middle(table: Table, column: Column, lead: int, preview: bool) -> Markup:
    """The gang's disc with a point towards the leader, or the name of the column."""
    x, y = column.x + column.width / 2, column.y + column.height / 2
    if column.holds == SETS:
        return svg.icon("cards", x - 10, y - 10, 20, "gold")
    if column.holds == DEALS:
        return svg.join(svg.icon("handshake", x - 17, y - 8, 16, "gold"), svg.icon("knife", x + 2, y - 8, 16, "gold"))
    if column.holds == BUILDINGS:
        words = table.words(say("{count} wins", count=table.box.buildings_to_win))
        return table.label(x, y + 5, words, 13.5, "ivory", "middle", column.width - (72 if not table.narrow else 56))
    paint = look(table.box.names[column.holds], table.box)[2]
    value = signed(table.box.values[column.holds])
    tied = lead < 0 and table.counts[0][column.holds] > 0
    shown = [
        svg.circle(x, y, 17, "dust" if tied else paint, "gold", 1.6),
        svg.line(x - 12, y + 11, x + 12, y - 11, "slate", 5) if tied else EMPTY,
        svg.text(x, y + 7.5, value, 21, "ivory", "middle", serif=True, bold=True, room=30, least=15),
    ]
    before = table.lead(column.holds)
    if preview and before not in (-1, lead):
        shown.append(point(table, column, before, "coal", "coal"))
    if lead >= 0:
        shown.append(point(table, column, lead, table.paint(lead), "glow" if preview else "coal"))
    return svg.join(*shown)


def point(table: Table, column: Column, lead: int, fill: str, edge: str) -> Markup:
    """The point of the band towards the player who leads."""
    up = lead == table.above
    x, y = column.x + column.width / 2, column.y + column.height / 2
    if table.narrow:
        at, tip = (column.x, -8) if up else (column.x + column.width, 8)
        corners = [(at, y - 11), (at + tip, y), (at, y + 11)]
    else:
        at, tip = (column.y, -8) if up else (column.y + column.height, 8)
        corners = [(x - 16, at), (x, at + tip), (x + 16, at)]
    return svg.polygon(corners, fill, edge, 1.5)


def about(table: Table, column: Column) -> str:
    """The name of a column's info card."""
    if column.holds >= 0:
        return f"card.{table.box.names[column.holds]}"
    return {SETS: "sets", DEALS: "deals", BUILDINGS: "buildings"}[column.holds]


# -- the cards --------------------------------------------------------------------------------------------------------


def cards_of(table: Table, column: Column, seat: int, cell: Cell) -> Markup:
    """One player's cards of a column."""
    if column.holds == SETS:
        return sets_of(table, cell, table.counts[seat])
    names = held(table, column, seat)
    if not names:
        return empty(table, column, cell)
    shown = []
    seen: dict[str, int] = {}
    # deals keep the places that they would have after a take, so that what would come finds room
    count = len(names) + (len(coming(table, column, seat)) if column.holds == DEALS else 0)
    for name, (x, y) in zip(names, places(table, column, cell, count), strict=False):
        copy = seen.get(name, 0)
        seen[name] = copy + 1
        shown.append(
            svg.piece(
                f"taken.{seat}.{name}.{copy}", drawn(table, column, name), kind=name, x=x, y=y, about=f"card.{name}"
            )
        )
    return svg.join(*shown)


def held(table: Table, column: Column, seat: int) -> list[str]:
    """The cards of a column by name: deals by value, gangs and buildings as they come."""
    box, mine = table.box, table.counts[seat]
    types = (
        [column.holds]
        if column.holds >= 0
        else box.buildings
        if column.holds == BUILDINGS
        else sorted(box.alliances_and_betrayals, key=lambda each: -box.values[each])
    )
    return [box.names[each] for each in types for _ in range(mine[each])]


def size_of(table: Table, column: Column) -> tuple[float, float]:
    """How large the cards of a column are."""
    if column.holds == DEALS:
        return (26.0, 17.0) if table.narrow else (42.0, 40.0)
    if column.holds == BUILDINGS and table.narrow:
        return 38.0, 28.0
    return (32.0, 37.0) if table.narrow else (60.0, 84.0)


def drawn(table: Table, column: Column, name: str) -> Markup:
    """A card as its column shows it."""
    size = size_of(table, column)
    if column.holds == DEALS or (column.holds == BUILDINGS and table.narrow):
        return plaque(table, name, *size)
    return face(table, name, *size)


def places(table: Table, column: Column, cell: Cell, count: int) -> list[svg.Point]:
    """Where that many cards lie: in a fan, deals in two rows; they close up when there are many."""
    width, height = size_of(table, column)
    rows, across, apart = 1, count, spread(table, column)
    if column.holds == DEALS:
        full = 5 if table.narrow else 3
        rows, across = (2, max(full, -(-count // 2))) if count > full else (1, count)
    step = min(apart, (cell.width - width) / max(across - 1, 1))
    left = cell.x + (cell.align + 1) / 2 * (cell.width - width - step * (across - 1))
    down = height + (1 if table.narrow else 3)
    top = cell.y + (cell.height - height - down * (rows - 1)) / 2
    order = range(across) if cell.align < 1 or rows == 1 else range(across - 1, -1, -1)  # from the band outward
    return [(left + order[i % across] * step, top + i // across * down) for i in range(count)]


def spread(table: Table, column: Column) -> float:
    """How far apart two cards lie where there is room."""
    width, _ = size_of(table, column)
    if column.holds >= 0:
        return width * (0.8 if table.narrow else 0.5)
    return width + (1 if table.narrow else 3)


def coming(table: Table, column: Column, seat: int) -> list[str]:
    """The cards that the reader's take would bring to a column."""
    take = table.outcomes.get(table.box.take_action.text)
    if take is None or take.taker != seat or column.holds == SETS:
        return []
    return [name for name in take.cards if table.box.number_of[name] in column.types]


def empty(table: Table, column: Column, cell: Cell) -> Markup:
    """A dashed place where the first card of a column would lie."""
    width, height = size_of(table, column)
    (x, y), *_ = places(table, column, cell, 1)
    if column.holds >= 0:
        value = signed(table.box.values[column.holds])
        mark = table.label(x + width / 2, y + height / 2 + 6, value, 18, "dust", "middle", width - 4, serif=True)
    else:
        side = min(width, height) * 0.5
        sign = "handshake" if column.holds == DEALS else "building"
        mark = svg.icon(sign, x + (width - side) / 2, y + (height - side) / 2, side, "slate")
    return svg.about(about(table, column), dashed(x, y, width, height, "slate", 1.3), mark)


def sets_of(table: Table, cell: Cell, mine: list[int], changed: bool = False) -> Markup:
    """The sets that are complete, and which gangs the next one lacks."""
    box = table.box
    whole = min([mine[gang] for gang in box.gangs], default=0)
    wide, high = (24.0, 22.0) if table.narrow else (22.0, 24.0)
    step = wide + 2
    across = step * len(box.gangs) - 2
    if across > cell.width - 26 and table.narrow:
        return EMPTY if not whole else table.label(cell.x + cell.width / 2, cell.y + 20, f"×{whole}", 16)
    full = [svg.group(chip(table, box.names[gang], wide, high), x=i * step) for i, gang in enumerate(box.gangs)]
    rows = [full] if whole else []
    if not whole or not table.narrow:
        rows.append(
            [
                full[i] if mine[gang] > whole else lacking(table, gang, i * step, wide, high)
                for i, gang in enumerate(box.gangs)
            ]
        )
    room = across + (28 if whole else 0)
    left = cell.x + (cell.align + 1) / 2 * (cell.width - room)
    top = cell.y + (cell.height - high * len(rows) - 6 * (len(rows) - 1)) / 2
    shown = [svg.group(*row, x=left, y=top + i * (high + 6)) for i, row in enumerate(rows)]
    if whole:
        y, colour = top + high / 2 + 6, "ochre" if changed else "coal"
        shown.append(table.label(left + across + 4, y, f"×{whole}", 16, colour, serif=True, bold=changed))
    return svg.about("sets", *shown)


def lacking(table: Table, gang: int, x: float, wide: float, high: float) -> Markup:
    """A gang that the next set lacks."""
    value = signed(table.box.values[gang])
    return svg.join(
        dashed(x, 0, wide, high, "slate", 1.2, "3 2.5", 2),
        table.label(x + wide / 2, high / 2 + 5, value, 15, "dust", "middle", wide, True),
    )


def ghosts(table: Table, column: Column, take: Outcome) -> Markup:
    """The cards of a take where they would come to lie."""
    cell = column.below
    if column.holds == SETS:
        if take.scores[take.taker].sets == table.scores[take.taker].sets:
            return EMPTY
        ground = svg.rect(cell.x, cell.y, cell.width, cell.height, "ground")
        return svg.join(ground, sets_of(table, cell, take.counts[take.taker], True))
    kinds = coming(table, column, take.taker)
    if not kinds:
        return EMPTY
    width, height = size_of(table, column)
    now = len(held(table, column, take.taker))
    if column.holds == DEALS:
        at = places(table, column, cell, now + len(kinds))[now:]
    else:
        before = places(table, column, cell, max(now, 1))
        x, y = before[-1]
        right = cell.x + cell.width - width
        step = min(spread(table, column), (right - x) / max(len(kinds) - (0 if now else 1), 1))
        at = [(x + (i + (1 if now else 0)) * step, y) for i in range(len(kinds))]
    return svg.join(
        *(ghost(drawn(table, column, name), *place, width, height) for name, place in zip(kinds, at, strict=True))
    )
