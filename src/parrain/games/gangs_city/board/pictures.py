"""The pictures of scenes: sums laid open on a dark ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from parrain.core import svg
from parrain.core.parts import Part, race
from parrain.core.say import Say, say
from parrain.core.svg import EMPTY, Markup
from parrain.games.gangs_city.board.city import pile_face, place_face, tile_face
from parrain.games.gangs_city.board.context import ORDERS, Context, bust, coin, shape, traffic_sign
from parrain.games.gangs_city.board.sums import Fighter, Row, led
from parrain.games.gangs_city.components import PILES, names

WIDE, NARROW = (920.0, 430.0), 390.0


class Side(NamedTuple):
    """A gang on a place: what each of its characters adds, its showdown tiles, the sum."""

    seat: int
    rows: list[Row]
    extra: list[Fighter]
    total: int
    owner: bool
    fallen: bool  # nobody of it is left alive


def picture(context: Context, width: float, height: float, *shown: Markup) -> Part:
    """A picture on a dark ground."""
    return Part("scene", width, height, svg.join(svg.rect(0, 0, width, height, "coal"), *shown))


# -- gunfights and recruiting ----------------------------------------------------------------------------------


def fight(context: Context, site: str, sides: Sequence[Side], owner: int, winner: int, shots: bool = False) -> Part:
    """The gangs that meet on a place; two beside it, more below each other."""
    if context.narrow or len(sides) > 2:
        return blocks(context, site, sides, owner, winner, shots)
    width, height = WIDE
    middle = width / 2 if len(sides) == 2 else 612.0
    shown = [rays(middle, height - 40)]
    for side, x in zip(sides, (14.0, width - 304), strict=False):
        shown.append(svg.group(detailed(context, side, site, winner, shots), x=x, y=14))
    radius, y = (100.0, 150.0) if len(sides) == 2 else (130.0, 200.0)
    shown.append(svg.group(site_face(context, site, winner if winner >= 0 else owner, radius), x=middle, y=y))
    if len(sides) > 1 and not shots:
        a, b = sides[0].total, sides[1].total
        sign = ">" if a > b else "<" if a < b else "="
        shown.append(numbers(width / 2, 350, (a, b), sign, (sides[0].seat, sides[1].seat)))
    if winner >= 0 and site in PILES:
        shown.append(shape(winner, middle, y + radius * 0.55, 18, "ivory"))
    return picture(context, width, height, *shown)


def rays(x: float, y: float) -> Markup:
    """Brass rays behind the place that is fought over."""
    return svg.tag("g", svg.rays(x, y, 420, 20, "gold"), opacity=0.13)


def numbers(x: float, y: float, sums: tuple[int, int], sign: str, seats: tuple[int, int]) -> Markup:
    """Two sums and which is greater."""
    return svg.join(
        shape(seats[0], x - 100, y - 14, 11, "ivory"),
        svg.text(x - 30, y, str(sums[0]), 46, "ivory", "end", serif=True),
        svg.text(x, y - 4, sign, 30, "gold", "middle", serif=True),
        svg.text(x + 30, y, str(sums[1]), 46, "ivory", serif=True),
        shape(seats[1], x + 100, y - 14, 11, "ivory"),
    )


def site_face(context: Context, site: str, owner: int, radius: float) -> Markup:
    """The place or pile of a scene, around the origin."""
    least = context.least
    if site in PILES:
        left = context.view.piles[PILES.index(site)][2] if PILES.index(site) < len(context.view.piles) else 0
        return pile_face(context.place(site), left, radius, least)
    box = context.box
    number = box.initiative[box.place_number[site]]
    return place_face(context.place(site), number, tuple(context.traffics_of(site)), owner, radius, least, False)


def verb(side: Side, do: str = "fight") -> Say:
    """What a gang does on a place."""
    if do == "recruit":
        return say("recruits")
    return say("defends") if side.owner else say("attacks")


def header(context: Context, side: Side, width: float, high: float, won: bool) -> Markup:
    """The name of a gang on its colour."""
    colour = svg.PLAYERS[side.seat]
    told = f"{context.player(side.seat)} · {context.words(verb(side))}"
    return svg.join(
        svg.rect(0, 0, width, high, colour.paint, "coal", 1),
        svg.circle(high / 2 + 4, high / 2, high * 0.4, "card"),
        shape(side.seat, high / 2 + 4, high / 2, high * 0.24),
        svg.text(
            high + 12,
            high / 2 + 6,
            told,
            17,
            colour.text,
            serif=True,
            room=width - high - (44 if won else 18),
            least=13,
        ),
        svg.icon("laurel", width - 30, high / 2 - 12, 24, colour.text) if won else EMPTY,
    )


def detailed(context: Context, side: Side, site: str, winner: int, shots: bool) -> Markup:
    """A gang in full: a row for every character, and the sum."""
    width, height, head, foot = 290.0, 402.0, 44.0, 54.0
    shown = [svg.rect(0, 0, width, height, "card", "gold", 2), header(context, side, width, head, winner == side.seat)]
    lines = len(side.rows) + len(side.extra)
    step = min(64.0, (height - head - foot) / max(lines, 1))
    y = head
    for row in side.rows:
        shown.append(svg.group(row_line(context, row, width, step), y=round(y, 1)))
        y += step
    for tile in side.extra:
        shown.append(svg.group(extra_line(context, tile, width, step), y=round(y, 1)))
        y += step
    base = height - foot
    shown.append(svg.line(0, base, width, base, "coal", 2))
    label = context.capital(names.doing("defend" if side.owner and site not in PILES else "attack"))
    shown.append(svg.text(14, base + 34, label, 17, "coal", serif=True))
    total = context.words(say("nobody left")) if side.fallen else str(side.total)
    size = 18.0 if side.fallen else 42.0
    if not shots:
        shown.append(svg.text(width - 14, base + (34 if side.fallen else 42), total, size, "blood", "end", serif=True))
    return svg.join(*shown)


def row_line(context: Context, row: Row, width: float, high: float) -> Markup:
    """A character: bust, name, formula in signs, value."""
    fighter = row.fighter
    size = min(52.0, high - 8)
    out = fighter.dead or fighter.pinned
    shown = [svg.rect(1, 0, width - 2, high, "tray" if out else "card", "tray", 1)]
    shown.append(svg.portrait(bust(fighter.who), 10, (high - size) / 2, size, opacity=0.4 if fighter.dead else 1))
    if fighter.dead:
        shown.append(svg.icon("cross", 10, (high - size) / 2, size, "player-red"))
    x = size + 22
    middle = high / 2
    name = context.who(fighter.who)
    shown.append(svg.text(x, middle - 3, name, 15, "dust" if out else "coal", bold=True, room=width - x - 70, least=13))
    if fighter.chief and not fighter.dead:
        wide = min(svg.width_of(name, 15, bold=True), width - x - 70)
        shown.append(svg.figure("chief", x + wide + 4, middle - 18, 18))
    if out:
        told = say("shot: counts no more") if fighter.dead else say("pinned: adds nothing")
        shown.append(svg.text(x, middle + 15, context.words(told), 13, "dust", room=width - x - 50, least=13))
    else:
        shown.append(formula(row, x, middle + 16))
    shown.append(svg.text(width - 14, middle + 9, str(row.value), 28, "dust" if out else "coal", "end", serif=True))
    return svg.join(*shown)


def formula(row: Row, x: float, y: float) -> Markup:
    """A value in signs: printed, + chief, + Kingpin."""
    shown = [
        svg.figure(ORDERS[row.order][0], x, y - 13, 17),
        svg.text(x + 20, y + 1, str(row.printed), 15, "coal", serif=True),
    ]
    x += 22 + svg.width_of(str(row.printed), 15, True)
    for sign, extra in (("chief", row.chief), ("kingpin", row.kingpin)):
        if extra:
            shown.append(svg.text(x, y + 1, "+", 15, "coal", serif=True))
            shown.append(svg.figure(sign, x + 15, y - 13, 17))
            shown.append(svg.text(x + 35, y + 1, str(extra), 15, "coal", serif=True))
            x += 50
    return svg.join(*shown)


def extra_line(context: Context, tile: Fighter, width: float, high: float) -> Markup:
    """A showdown tile: it adds nothing, it shoots or protects."""
    size = min(52.0, high - 8)
    x = size + 22
    return svg.join(
        svg.rect(1, 0, width - 2, high, "card", "tray", 1),
        svg.portrait("showdown", 10, (high - size) / 2, size),
        svg.text(
            x, high / 2 + 5, context.capital(names.doing(tile.do)), 15, "coal", bold=True, room=width - x - 40, least=13
        ),
        svg.figure(ORDERS[tile.do][0], width - 34, high / 2 - 10, 20),
    )


def blocks(
    context: Context, site: str, sides: Sequence[Side], owner: int, winner: int, shots: bool, do: str = "fight"
) -> Part:
    """The gangs of a place below each other, their characters beside each other."""
    width = NARROW if context.narrow else WIDE[0]
    across = 1 if context.narrow else 2
    gap = 8.0
    wide = (width - gap * (across + 1)) / across
    title = context.place(site)
    shown = [svg.text(width / 2, 27, title, 20, "ivory", "middle", serif=True, room=width - 40)]
    if do == "recruit":
        shown.append(svg.group(waiting_row(context, site, width), y=36))
    tops = [40.0 + (52.0 if do == "recruit" else 0.0)] * across
    for side in sides:
        column = tops.index(min(tops))
        drawn, high = block(context, side, wide, winner, shots, do)
        shown.append(svg.group(drawn, x=gap + column * (wide + gap), y=round(tops[column], 1)))
        tops[column] += high + gap
    return picture(context, width, max(max(tops), 200.0), *shown)


def block(context: Context, side: Side, width: float, winner: int, shots: bool, do: str) -> tuple[Markup, float]:
    """One gang, and how high it is."""
    cell, high = 96.0, 50.0
    cells: list[Markup] = [small_row(context, row) for row in side.rows]
    cells += [
        svg.join(svg.portrait("showdown", 4, 5, 40), svg.figure(ORDERS[tile.do][0], 50, 16, 20)) for tile in side.extra
    ]
    across = max(1, int((width - 56) // cell))
    lines = max(1, -(-len(cells) // across))
    total = lines * high + 36
    colour = svg.PLAYERS[side.seat]
    told = f"{context.player(side.seat)} · {context.words(verb(side, do))}"
    shown = [
        svg.rect(0, 0, width, total, "card", "gold", 1.5),
        svg.rect(0, 0, width, 32, colour.paint),
        svg.circle(18, 16, 13, "card"),
        shape(side.seat, 18, 16, 8),
        svg.text(38, 22, told, 16, colour.text, serif=True, room=width - 80, least=context.least),
    ]
    if winner == side.seat:
        shown.append(svg.icon("laurel", width - 32, 4, 24, colour.text))
    for i, each in enumerate(cells):
        shown.append(svg.group(each, x=round(i % across * cell, 1), y=34 + i // across * high))
    if not shots:
        size = 34.0
        words = str(side.total) if not side.fallen else "–"
        shown.append(svg.text(width - 10, 34 + (total - 34) / 2 + 12, words, size, "blood", "end", serif=True))
    return svg.join(*shown), total


def small_row(context: Context, row: Row) -> Markup:
    """A character with its value, in a small cell."""
    fighter = row.fighter
    out = fighter.dead or fighter.pinned
    parts = [svg.portrait(bust(fighter.who), 4, 5, 40, opacity=0.4 if fighter.dead else 1)]
    if fighter.dead:
        parts.append(svg.icon("cross", 4, 5, 40, "player-red"))
    if fighter.chief and not fighter.dead:
        parts.append(svg.figure("chief", 0, 0, 18))
    least = context.least
    parts.append(svg.text(50, 24, str(row.value), 20, "dust" if out else "coal", serif=True, bold=True))
    if not out and row.value != row.printed:
        words = str(row.printed) + (f"+{row.chief}" if row.chief else "") + (f"+{row.kingpin}" if row.kingpin else "")
        parts.append(svg.text(50, 42, words, least, "dust"))
    else:
        parts.append(svg.figure(ORDERS[row.order][0], 50, 28, 16))
    return svg.join(*parts)


def recruiting(context: Context, site: str, sides: Sequence[Side]) -> Part:
    """The gangs that recruit on a place, the highest sum first, and who waits there."""
    return blocks(context, site, sides, -1, -1, False, "recruit")


def waiting_row(context: Context, site: str, width: float) -> Markup:
    """Who waits on a place, with costs."""
    waiting = next((each for name, _, _, _, each in context.view.city if name == site), ())
    left = width / 2 - len(waiting) * 27
    shown = []
    for i, who in enumerate(waiting):
        x = left + i * 54
        shown.append(svg.portrait(bust(who), x, 0, 42, "gold"))
        shown.append(coin(x + 38, 38, str(context.cost(who)), context.least))
    return svg.join(*shown)


# -- the reveal, bids, traffics --------------------------------------------------------------------------------


def reveal(context: Context, tiles: Mapping[int, Fighter], spots: Mapping[int, str], owners: Mapping[str, int]) -> Part:
    """Every place with the tiles laid there, face up."""
    width = NARROW if context.narrow else WIDE[0]
    columns = 1 if context.narrow else 3
    gap, size = 8.0, 52.0 if len(tiles) <= 24 and not context.narrow else 42.0
    wide = (width - gap * (columns + 1)) / columns
    sites: dict[str, list[int]] = {}
    for number in tiles:
        sites.setdefault(spots[number].partition("/")[0], []).append(number)
    tops = [gap] * columns
    shown = []
    across = int((wide - 12) // (size + 8))
    for site, numbers_ in sites.items():
        numbers_.sort(key=lambda number: tiles[number].seat)
        column = tops.index(min(tops))
        lines = -(-len(numbers_) // across)
        high = 30 + lines * (size + 12)
        owner = owners.get(site, -1)
        inside = [
            svg.rect(
                0, 0, wide, high, "card", svg.PLAYERS[owner].paint if owner >= 0 else "gold", 3 if owner >= 0 else 1.5
            ),
            svg.text(10, 21, context.place(site), 16, "coal", serif=True, room=wide - 50),
        ]
        if owner >= 0:
            inside.append(shape(owner, wide - 16, 16, 8))
        for i, number in enumerate(numbers_):
            tile = tiles[number]
            order = tile.do if tile.do != "fight" else "defend" if owner == tile.seat else "attack"
            face = tile_face(tile.seat, tile.who, order, tile.chief, False, size)
            inside.append(svg.group(face, x=10 + i % across * (size + 8), y=32 + i // across * (size + 12)))
        shown.append(svg.group(*inside, x=gap + column * (wide + gap), y=round(tops[column], 1)))
        tops[column] += high + gap
    return picture(context, width, max(*tops, 120.0), *shown)


def grid(context: Context, kinds: Sequence[str], cells: Sequence[Sequence[Markup]], ends: Sequence[Markup]) -> Part:
    """A table: traffics down, gangs across; a cell is drawn around its middle, an end from its left."""
    players = context.view.players
    width = NARROW if context.narrow else WIDE[0]
    first, last = (48.0, 92.0) if context.narrow else (190.0, 210.0)
    step = (width - first - last) / players
    high, head = 54.0, 46.0
    shown = [svg.rect(6, 6, width - 12, head + high * len(kinds), "card", "gold", 1.5)]
    for seat in range(players):
        x = first + step * (seat + 0.5)
        shown.append(shape(seat, x, 20 if not context.narrow else 28, 9))
        if not context.narrow:
            shown.append(svg.text(x, 46, context.player(seat), 14, "coal", "middle", room=step - 6, least=13))
    for line, name in enumerate(kinds):
        y = head + 6 + high * line
        shown.append(svg.line(6, y, width - 6, y, "tray", 1.5))
        shown.append(traffic_sign(name, 28, y + high / 2, 30))
        if not context.narrow:
            shown.append(
                svg.text(
                    52,
                    y + high / 2 + 6,
                    context.capital(names.traffic(context.box, name)),
                    16,
                    "coal",
                    serif=True,
                    room=first - 58,
                    least=13,
                )
            )
        for seat, cell in enumerate(cells[line]):
            shown.append(svg.group(cell, x=round(first + step * (seat + 0.5), 1), y=y + high / 2))
        if ends:
            shown.append(svg.group(ends[line], x=width - last + 4, y=y + high / 2))
    return picture(context, width, head + 12 + high * len(kinds), *shown)


def bids(context: Context, rows: Sequence[Sequence[int]]) -> Part:
    """What everybody bid."""
    kinds = [name for k, name in enumerate(context.box.traffics) if any(row[k] for row in rows)]
    cells = [
        [
            svg.text(0, 8, str(row[context.box.traffics.index(name)]), 24, "coal", "middle", serif=True)
            if row[context.box.traffics.index(name)]
            else svg.text(0, 6, "–", 16, "dust", "middle")
            for row in rows
        ]
        for name in kinds
    ]
    return grid(context, kinds, cells, [])


def traffics(context: Context, events: Sequence[Mapping[str, object]], managed: Sequence[Sequence[int]]) -> Part:
    """Managed + bid = total for every gang and traffic; whoever alone has the most leads."""
    kinds = [str(event["traffic"]) for event in events]
    cells, ends = [], []
    for event in events:
        kind = context.box.traffics.index(str(event["traffic"]))
        totals = cast(Sequence[int], event["totals"])
        leader = cast(int, event["leader"])
        cells.append(
            [total_cell(context, managed[seat][kind], total, seat == leader, seat) for seat, total in enumerate(totals)]
        )
        ends.append(outcome(context, kind, leader, cast(int, event["before"]), cast(int, event["points"])))
    return grid(context, kinds, cells, ends)


def total_cell(context: Context, managed: int, total: int, leads: bool, seat: int) -> Markup:
    """A gang's total of a traffic, and how it comes about."""
    if not total:
        return svg.text(0, 6, "–", 16, "dust", "middle")
    bid = total - managed
    shown = [svg.rect(-21, -24, 42, 48, "card", svg.PLAYERS[seat].paint, 4, 4)] if leads else []
    shown.append(svg.text(0, 3, str(total), 24, "coal", "middle", serif=True))
    if bid > 0 and managed:
        shown.append(svg.text(0, 20, f"{managed}+{bid}", context.least, "dust", "middle"))
    else:
        shown.append(svg.figure("manage", -8, 6, 15) if managed else svg.icon("coin", -7, 7, 14, "dust"))
    return svg.join(*shown)


def outcome(context: Context, kind: int, leader: int, before: int, points: int) -> Markup:
    """Who leads a traffic now, the box of the marker, who lost it."""
    shown: list[Markup] = []
    boxes = context.box.boxes[kind]
    x = 0.0
    if leader >= 0:
        shown.append(shape(leader, 10, 0, 9))
        x = 26.0
    if context.narrow:
        words = f"+{points}" if leader >= 0 else "–"
        shown.append(svg.text(x + 4, 7, words, 20, "coal", serif=True))
        return svg.join(*shown)
    for i, value in enumerate(boxes):
        here = leader >= 0 and value == points
        shown.append(svg.rect(28 + i * 28, -13, 26, 26, "coal" if here else "card", "coal", 1))
        shown.append(svg.text(41 + i * 28, 6, str(value), 16, "ivory" if here else "dust", "middle", serif=True))
    if before >= 0 and before != leader:
        shown.append(svg.group(shape(before, 150, 0, 8), svg.icon("cross", 140, -10, 20, "player-red")))
    return svg.join(*shown)


# -- points and the end ----------------------------------------------------------------------------------------


def points(context: Context, event: Mapping[str, object], gained: Sequence[int]) -> Part:
    """A line for every gang: its traffics, its quarter, the sum, the score."""
    view = context.view
    width = NARROW if context.narrow else WIDE[0]
    scores = cast(Sequence[int], event["scores"])
    by_traffic, quarters = cast(Sequence[int], event["traffics"]), cast(Sequence[int], event["quarters"])
    high = 76.0 if context.narrow else 58.0
    shown = [svg.rect(6, 6, width - 12, high * len(scores) + 4, "card", "gold", 1.5)]
    for seat in range(len(scores)):
        y = 8 + high * seat
        if seat:
            shown.append(svg.line(8, y, width - 8, y, "tray", 1.5))
        middle = y + (24 if context.narrow else high / 2)
        shown.append(shape(seat, 28, middle, 11))
        shown.append(
            svg.text(50, middle + 6, context.player(seat), 17, "coal", serif=True, room=170, least=context.least)
        )
        shown.append(svg.text(width - 20, middle + 11, str(scores[seat]), 30, "coal", "end", serif=True))
        shown.append(svg.text(width - 72, middle + 9, f"+{gained[seat]}", 22, "blood", "end", serif=True))
        x = 50.0 if context.narrow else 240.0
        low = y + 56 if context.narrow else middle
        found = led(view, context.box, seat)
        if sum(each for _, each in found) != by_traffic[seat]:
            found = []
            if by_traffic[seat]:
                shown.append(svg.text(x, low + 6, f"{by_traffic[seat]}", 17, "coal", serif=True))
                x += 40
        for name, value in found:
            shown.append(traffic_sign(name, x + 11, low, 24))
            shown.append(svg.text(x + 26, low + 6, str(value), 17, "coal", serif=True))
            x += 50
        if quarters[seat]:
            shown.append(svg.figure("quarter", x, low - 13, 26))
            shown.append(svg.text(x + 30, low + 6, str(quarters[seat]), 17, "coal", serif=True))
    bottom = high * len(scores) + 18
    track = race(scores, range(len(scores)), context.box.targets[len(scores)], width - 24)
    shown.append(svg.group(track.body, x=12, y=bottom))
    return picture(context, width, bottom + 50, *shown)


def ending(context: Context, event: Mapping[str, object], counts: Sequence[Mapping[str, object]]) -> Part:
    """The gangs by place: score, what the last turn brought, and the whole by traffics and quarters if all is known."""
    scores, places = cast(Sequence[int], event["scores"]), cast(Sequence[int], event["places"])
    width = NARROW if context.narrow else WIDE[0]
    parts = [
        [sum(cast(Sequence[int], each[key])[seat] for each in counts) for key in ("traffics", "quarters")]
        for seat in range(len(scores))
    ]
    complete = bool(counts) and all(sum(parts[seat]) == scores[seat] for seat in range(len(scores)))
    high, head = 60.0, 40.0
    shown = [svg.rect(6, 6, width - 12, head + high * len(scores), "card", "gold", 1.5)]
    right = width - 24
    columns = [("score", scores)]
    last = (
        [
            sum(cast(Sequence[int], counts[-1][key])[seat] for key in ("traffics", "quarters"))
            for seat in range(len(scores))
        ]
        if counts
        else []
    )
    step = 76.0 if context.narrow else 130.0
    titles = {"score": say("score"), "last": say("last turn"), "traffics": say("rackets"), "quarters": say("quarters")}
    if complete and len(counts) > 1:
        columns = [("traffics", [each[0] for each in parts]), ("quarters", [each[1] for each in parts]), *columns]
    elif last:
        columns = [("last", last), *columns]
    for n, (key, values) in enumerate(reversed(columns)):
        x = right - n * step
        shown.append(svg.text(x, 30, context.words(titles[key]), 14, "dust", "end", room=step - 6, least=context.least))
        for line, seat in enumerate(sorted(range(len(scores)), key=lambda each: places[each])):
            y = head + 6 + high * line + high / 2
            size = 30 if key == "score" else 20
            shown.append(svg.text(x, y + 10, str(values[seat]), size, "coal", "end", serif=True))
    for line, seat in enumerate(sorted(range(len(scores)), key=lambda each: places[each])):
        y = head + 6 + high * line
        shown.append(svg.line(8, y, width - 8, y, "tray", 1.5))
        shown.append(svg.text(34, y + high / 2 + 8, str(places[seat]), 22, "blood", "middle", serif=True))
        shown.append(shape(seat, 68, y + high / 2, 13))
        room = right - len(columns) * step - 100
        shown.append(
            svg.text(
                94,
                y + high / 2 + 6,
                context.player(seat),
                18,
                "coal",
                serif=True,
                room=max(room, 80.0),
                least=context.least,
            )
        )
        if places[seat] == 1 and not context.narrow:
            shown.append(svg.icon("laurel", 300, y + high / 2 - 16, 32, "gold"))
    return picture(context, width, head + high * len(scores) + 14, *shown)
