"""The board: Chicago on its grid, its streets, a card for each district, cars, and what may be chosen there."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.parts import BOARD, Part
from parrain.core.say import say
from parrain.core.svg import EMPTY, Markup
from parrain.games.gangster import actions as a
from parrain.games.gangster import text
from parrain.games.gangster.board.drawing import (
    Drawing,
    Frame,
    bust,
    car,
    dashed,
    double_disc,
    gear_icon,
    gear_tile,
    line,
    mark,
    mark_of,
)
from parrain.games.gangster.board.layout import (
    ACROSS,
    HEAD,
    SEAT,
    Layout,
    Points,
    layout,
    path_of,
    route,
    visible_middle,
)
from parrain.games.gangster.board.payout import Payout, open_square, payouts, ranking, with_men

TAB, TAB_NARROW = 32.0, 44.0  # the least size of a target


def board(drawing: Drawing) -> Part:
    """The map with everything on it."""
    view, box = drawing.view, drawing.box
    plan = layout(box, view.districts, view.tiles, drawing.narrow)
    tabs = tabs_by_place(drawing)
    shown = [ground(plan, box.port, drawing.narrow), banner(drawing, plan)]
    shown += [route_preview(drawing, plan, action) for action in drawing.actions if action.kind in (a.DRIVE, a.BUMP)]
    for place, frame in sorted(plan.frames.items(), key=lambda each: each[1].y):  # tabs lie over the row above
        shown.append(place_card(drawing, place, frame, tabs.get(place, [])))
        shown.append(tab_row(drawing, place, frame, tabs.get(place, [])))
        shown.append(cars(drawing, place, frame))
    shown += [steps_preview(drawing, plan, action) for action in drawing.actions if action.kind == a.DRIVE]
    shown += [change_preview(drawing, plan, action) for action in drawing.actions]
    return Part(BOARD, plan.width, plan.height, svg.join(*shown), drawing.words(say("Map of Chicago")))


# -- the ground -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def ground_of(width: float, height: float, port: Frame, roads: str, narrow: bool) -> Markup:
    """Blocks, the lake with its waves, the streets."""
    n = svg.number
    lines = "".join(f"M{n(x)} 0V{n(height)}" for x in range(48, int(width), 48))
    lines += "".join(f"M0 {n(y)}H{n(width)}" for y in range(32, int(height), 32))
    left, right, top, foot = port.x - 20, port.x + port.width + 14, port.y - 12, port.y + port.height + 16
    if narrow:
        shore = (
            f"M0 0H{n(width)}V{n(top)}C{n(width * 0.8)} {n(top + 8)} {n(right + 60)} {n(top)} {n(right)} {n(top + 12)}"
        )
        shore += f"C{n(right - 8)} {n(foot - 30)} {n(right + 4)} {n(foot)} {n(right - 30)} {n(foot)}"
        shore += f"Q40 {n(foot - 4)} 0 {n(foot + 6)}Z"
        waves = [(right + 30 + i * 60, 11.0) for i in range(4)]
    else:
        edge = width - 30
        shore = f"M{n(left)} 0C{n(left + 10)} {n(foot * 0.4)} {n(left - 12)} {n(foot * 0.8)} {n(left + 8)} {n(foot)}"
        shore += f"C{n(left + 50)} {n(foot + 14)} {n(edge - 60)} {n(foot - 8)} {n(edge - 20)} {n(foot + 8)}"
        shore += f"C{n(edge + 12)} {n(foot + 30)} {n(edge)} {n(height * 0.6)} {n(edge - 2)} {n(height)}H{n(width)}V0Z"
        waves = [(left + 16, 14.0), (left + 60, foot - 6), (left + 150, foot - 8), (edge + 4, height - 40)]
    ripples = "".join(f"M{n(x)} {n(y)}q5 -5 10 0t10 0" for x, y in waves)
    return svg.join(
        svg.rect(0, 0, width, height, "ground"),
        svg.path(lines, stroke="card", thick=2.5),
        svg.path(shore, "water", "steel", 1.6),
        svg.path(ripples, stroke="ivory", thick=1.6),
        *(
            svg.tag(
                "path",
                d=roads,
                fill="none",
                stroke=stroke,
                stroke_width=thick,
                stroke_linejoin="round",
                stroke_dasharray=dash,
            )
            for stroke, thick, dash in (("coal", 11.0, None), ("blood", 8.0, None), ("ivory", 1.2, "7 6"))
        ),
    )


def ground(plan: Layout, port: int, narrow: bool) -> Markup:
    """The map without its places."""
    roads = "".join(path_of(way) for (one, other), way in plan.streets.items() if one < other)
    return ground_of(plan.width, plan.height, plan.frames[port], roads, narrow)


def banner(drawing: Drawing, plan: Layout) -> Markup:
    """The name of the city in the free corner of the map, and whether the map is ours."""
    x, y = (66.0, plan.height - 62) if drawing.narrow else (114.0, 84.0)
    wide = 112.0 if drawing.narrow else 196.0
    if any(
        f.x < x + wide / 2 and f.x + f.width > x - wide / 2 and f.y < y + 30 and f.y + f.height > y - 20
        for f in plan.frames.values()
    ):
        return EMPTY
    size = 15.0 if drawing.narrow else 22.0
    shown = [svg.text(x, y, "CHICAGO", size, "blood", "middle", serif=True, spacing=size * 0.2)]
    shown.append(svg.line(x - wide * 0.4, y + 8, x + wide * 0.4, y + 8, "gold", 1.6))
    if drawing.box.map_is_ours:
        words = drawing.words(say("reconstruction"))
        shown.append(line(x, y + 26, words, 14, "dust", "middle", room=wide))
    return svg.about("map", *shown)


# -- the places -------------------------------------------------------------------------------------------------------


def tabs_by_place(drawing: Drawing) -> dict[int, list[Action]]:
    """The choices that concern a whole place: drives there, bumping a car there, pointing the machine gun there."""
    view, box = drawing.view, drawing.box
    found: dict[int, list[Action]] = {}
    for action in drawing.actions:
        if action.kind == a.DRIVE:
            found.setdefault(action.b, []).append(action)
        elif action.kind == a.GUN:
            found.setdefault(action.a, []).append(action)
        elif action.kind == a.BUMP:
            there = view.cars[view.colours.index(box.clan_names[action.b])]
            found.setdefault(box.number_of[there], []).append(action)
    most = 3 if drawing.narrow else 6
    return {place: sorted(each, key=lambda one: (one.kind, -one.a))[:most] for place, each in found.items()}


def has_seats_to_choose(drawing: Drawing, place: int) -> bool:
    """Whether single squares of this district are choices on the board."""
    if drawing.narrow or place == drawing.box.port:
        return False
    view = drawing.view
    here = view.target if view.phase == "square" else view.cars[drawing.active] if drawing.active >= 0 else ""
    chosen = any(action.kind in (a.LOAD, a.GRAB) for action in drawing.actions)
    return chosen and here == drawing.box.names[place]


def place_card(drawing: Drawing, place: int, frame: Frame, tabs: list[Action]) -> Markup:
    """A place: pressed as a whole where one choice leads here, else its ground may be asked about."""
    _view, box = drawing.view, drawing.box
    name = box.names[place]
    about = f"place.{name}"
    whole = len(tabs) == 1 and not has_seats_to_choose(drawing, place)
    x, y, width, height = frame
    face = [
        svg.rect(x - 1.5, y - 1.5, width + 3, height + 3, "none", "glow", 5, 5) if tabs else EMPTY,
        svg.rect(*frame, "card", "coal", 1.6, 4),
        svg.rect(x + 3, y + 3, width - 6, height - 6, "none", "gold", 0.9, 2),
    ]
    if drawing.narrow:
        face.append(small_port(drawing, frame) if place == box.port else small_district(drawing, place, frame))
        inside = svg.join(*face)
    else:
        face.append(port(drawing, frame) if place == box.port else district_head(drawing, place, frame))
        seats = EMPTY if place == box.port else squares(drawing, place, frame)
        if not whole:
            return svg.join(ask_about(drawing, place, bool(tabs), *face), seats)
        inside = svg.join(*face, seats)
    if whole:
        return svg.choice(
            tabs[0].text, inside, tab(drawing, tabs[0], frame, 0), title=drawing.label(tabs[0].text), about=about
        )
    return ask_about(drawing, place, bool(tabs), inside)


def ask_about(drawing: Drawing, place: int, reached: bool, *inside: Markup) -> Markup:
    """A place to which nothing leads as a whole: where no drive leads, one may ask why."""
    name = drawing.box.names[place]
    about = f"place.{name}"
    if reached or drawing.view.phase != "act" or not drawing.actions:
        return svg.about(about, *inside)
    up = drawing.view.cards[drawing.active] or drawing.box.cards
    drives = [f"drive {value} {name}" for value in drawing.box.cards]
    if any(each in drawing.legal for each in drives):
        return svg.about(about, *inside)
    return drawing.offer(f"drive {max(up)} {name}", *inside, about=about)


def district_head(drawing: Drawing, place: int, frame: Frame) -> Markup:
    """Name, Double, and the payouts in order, each with who would take it now."""
    view, box = drawing.view, drawing.box
    at = view.districts.index(box.names[place])
    title = box.titles[place]
    shown = name_and_payouts(title, frame, tuple(payouts(view, box, at)), drawing.mine)
    if box.names[place] not in view.doubles:
        return shown
    after = min(svg.width_of(title, 16, True), frame.width - 44)
    return svg.join(shown, double(drawing, place, frame.x + 9 + after + 16, frame.y + 11, 11))


@lru_cache(maxsize=2048)
def name_and_payouts(title: str, frame: Frame, row: tuple[Payout, ...], mine: frozenset[str]) -> Markup:
    """The head of a district's card; those of `mine` are tinted."""
    x, y = frame.x, frame.y
    shown = [line(x + 9, y + 18, title, 16, "coal", serif=True, room=frame.width - 44)]
    wide = min(47.0, (frame.width - 14) / len(row))
    for rank, each in enumerate(row):
        left = x + 7 + rank * wide
        shown.append(payout_cell(each, each.colour in mine, left, y + 24, wide - 2, 22))
        ink = "dust" if not each.colour else "blood" if "?" in each.shown else "coal"
        shown.append(line(left + wide * 0.66, y + 40.5, each.shown, 16, ink, "middle", serif=True, room=wide - 18))
    return svg.join(*shown)


def double(drawing: Drawing, place: int, x: float, y: float, radius: float) -> Markup:
    """The Double of a district."""
    told = drawing.words(say("Double: {place} pays twice this round", place=drawing.box.titles[place]))
    return svg.piece(
        f"double.{drawing.box.names[place]}",
        double_disc(0, 0, radius),
        kind="double",
        x=x,
        y=y,
        title=told,
        about="double",
    )


def payout_cell(each: Payout, own: bool, x: float, y: float, width: float, height: float) -> Markup:
    """The ground of a payout with the shape of who takes it: one's own tinted, nobody's dashed."""
    if not each.colour:
        ring = svg.tag(
            "circle",
            cx=x + 9,
            cy=y + height / 2,
            r=6,
            fill="none",
            stroke="dust",
            stroke_width=1.2,
            stroke_dasharray="2.5 2",
        )
        return svg.join(svg.rect(x, y, width, height, "tray", "slate", 0.6, 2), ring)
    paint = mark_of(each.colour).paint
    return svg.join(
        svg.rect(x, y, width, height, "tray", "slate", 0.6, 2),
        svg.rect(x, y, width, height, paint, round_=2, opacity=0.22) if own else EMPTY,
        svg.rect(x + 1, y + 1, width - 2, height - 2, "none", paint, 2, 2) if own else EMPTY,
        mark(each.colour, x + 10, y + height / 2, 6),
    )


def seat_place(frame: Frame, square: int) -> tuple[float, float]:
    """Where a square of a district is."""
    return frame.x + 6 + square % ACROSS * SEAT, frame.y + HEAD + square // ACROSS * SEAT


@lru_cache(maxsize=256)
def empty_seats(frame: Frame, count: int, men: int) -> Markup:
    """The squares of a tile, and a brass dot on the next free one."""
    places = [seat_place(frame, square) for square in range(count)]
    d = "".join(f"M{svg.number(x + 1)} {svg.number(y + 1)}h30v30h-30Z" for x, y in places)
    dot = svg.circle(places[men][0] + SEAT / 2, places[men][1] + SEAT / 2, 3, "gold") if men < count else EMPTY
    return svg.join(svg.path(d, "ground", "slate", 0.6), dot)


@lru_cache(maxsize=4096)
def seat(name: str, square: int, colour: str, x: float, y: float) -> Markup:
    """A square with a gangster on it, or a hole."""
    if not colour:
        return svg.line(x + 10, y + 22, x + 22, y + 10, "slate", 1.6)
    man = bust(colour, 0, 0, SEAT - 3)
    piece = f"at.{name}.{square + 1}"
    return svg.piece(piece, man, kind=f"man-{colour}", x=x + 1.5, y=y + 1.5, about=f"man.{colour}")


def squares(drawing: Drawing, place: int, frame: Frame) -> Markup:
    """The squares in reading order: gangsters, holes, free ones; lit where one can be loaded."""
    view, box = drawing.view, drawing.box
    name = box.names[place]
    at = view.districts.index(name)
    men = view.squares[at]
    verb = "grab" if view.phase == "square" else "load"
    here = has_seats_to_choose(drawing, place)
    shown = [empty_seats(frame, box.tile_squares[view.tiles[at] - 1], len(men))]
    for square, colour in enumerate(men):
        x, y = seat_place(frame, square)
        drawn = seat(name, square, colour, x, y)
        if here and colour:
            choice = f"{verb} {square + 1}"
            area = svg.rect(x, y, SEAT, SEAT, "card", opacity=0)
            lit = choice in drawing.legal
            glow = svg.rect(x + 1, y + 1, SEAT - 2, SEAT - 2, "glow", "glow", 2, 3) if lit else EMPTY
            drawn = drawing.offer(choice, area, glow, drawn)
        shown.append(drawn)
    return svg.join(*shown)


def small_district(drawing: Drawing, place: int, frame: Frame) -> Markup:
    """A district on a phone: what it pays, below it who takes that, and with how many men."""
    view, box = drawing.view, drawing.box
    name = box.names[place]
    at = view.districts.index(name)
    x, y, width, _ = frame
    twice = name in view.doubles
    row, order = payouts(view, box, at), ranking(view.squares[at])
    shown = [small_name(frame, box.titles[place]), svg.rect(x + 4, y + 20, width - 8, 19, "blood" if twice else "tray")]
    left, count = (x + 20, max(len(row), len(order))) if twice else (x + 4, max(len(row), len(order)))
    wide = (x + width - 4 - left) / count
    for rank in range(count):
        middle = left + (rank + 0.5) * wide
        value = row[rank].shown if rank < len(row) else "–"
        ink = "ivory" if twice else "blood" if "?" in value else "coal"
        shown.append(svg.text(middle, y + 35, value, 15, ink, "middle", serif=True))
        if rank >= len(order):
            shown.append(
                svg.tag("circle", cx=middle, cy=y + 53, r=9, fill="none", stroke="dust", stroke_dasharray="3 3")
            )
            continue
        colour = order[rank]
        men = view.squares[at].count(colour)
        size = min(25.0, wide + 3)
        if colour in drawing.mine:
            shown.append(
                svg.rect(middle - wide / 2 + 1, y + 40, wide - 2, 44, mark_of(colour).paint, round_=3, opacity=0.25)
            )
        shown.append(
            svg.piece(
                f"men.{name}.{colour}",
                bust(colour, -size / 2, -size / 2, size),
                kind=f"man-{colour}",
                x=middle,
                y=y + 54,
                about=f"man.{colour}",
            )
        )
        shown.append(svg.text(middle, y + 81, f"×{men}" if wide > 25 else str(men), 14, "coal", "middle"))
    if twice:
        shown.append(double(drawing, place, x + 9, y + 29.5, 11))
    return svg.join(*shown)


def small_name(frame: Frame, title: str) -> Markup:
    """A name in the head of a small card, its letters closer together where it is long."""
    room = frame.width - 6
    wide = svg.width_of(title, 14)
    spacing = max(-1.2, (room - 1 - wide) / len(title)) if wide > room else 0.0
    return svg.text(
        frame.x + frame.width / 2, frame.y + 16, title, 14, "coal", "middle", spacing=spacing, room=room, least=14
    )


# -- the port ---------------------------------------------------------------------------------------------------------


def port(drawing: Drawing, frame: Frame) -> Markup:
    """The Gold Coast: the equipment on the quay, and who is at lunch for good."""
    view, box = drawing.view, drawing.box
    x, y, width, height = frame
    shown = [
        svg.rect(x + 4, y + 4, width - 8, height - 8, "water", opacity=0.25),
        svg.icon("anchor", x + 9, y + 5, 16, "steel"),
        line(x + 31, y + 19, box.titles[box.port], 16, "coal", serif=True, room=width - 40),
    ]
    columns = 1 if len(view.port) <= 3 else 2
    wide, high = (width - 14) / columns, 20.0
    for slot, kind in enumerate(view.port):
        left, top = x + 7 + slot % columns * wide, y + 26 + slot // columns * (high + 2)
        if kind:
            shown.append(quay_row(drawing, slot, kind, Frame(left, top, wide - 2, high)))
        else:
            shown.append(dashed(left, top, wide - 2, high, "dust", thick=1))
    shown.append(at_lunch(drawing, x + 9, y + height - 24, width - 18))
    return svg.join(*shown)


def quay_row(drawing: Drawing, slot: int, kind: str, frame: Frame) -> Markup:
    """A piece of equipment on the quay, with its name."""
    name = drawing.term(text.kind(drawing.box, kind))
    face = svg.join(
        svg.rect(0, 0, frame.width, frame.height, "coal", "gold", 1, 3),
        gear_icon(kind, 5, 3, 14),
        line(26, 15, name, 14, "ivory", room=frame.width - 30),
    )
    return svg.piece(f"port.{slot}", face, kind=kind, x=frame.x, y=frame.y, about=f"gear.{kind}")


def at_lunch(drawing: Drawing, x: float, y: float, room: float) -> Markup:
    """Who was put ashore for good."""
    view = drawing.view
    gone = [(colour, count) for colour, count in zip(view.colours, view.sunk, strict=True) if count]
    if not gone:
        return svg.text(x, y + 16, drawing.words(say("Nobody at lunch")), drawing.least, "dust", room=room, least=13)
    shown = []
    step = min(44.0, room / len(gone))
    for i, (colour, count) in enumerate(gone):
        face = svg.join(bust(colour, 0, 0, 22), svg.text(23, 16, str(count), 14, "coal"))
        shown.append(
            svg.piece(f"sunk.{colour}", face, kind=f"man-{colour}", x=x + i * step, y=y, about=f"man.{colour}")
        )
    left = room - len(gone) * step - 4
    if left > 60:
        shown.append(line(x + room, y + 16, drawing.words(say("at lunch")), 13, "dust", "end", room=left))
    return svg.join(*shown)


def small_port(drawing: Drawing, frame: Frame) -> Markup:
    """The Gold Coast on a phone: signs on the quay, and how many are at lunch."""
    view, box = drawing.view, drawing.box
    x, y, width, _ = frame
    shown = [
        svg.rect(x + 4, y + 4, width - 8, frame.height - 8, "water", opacity=0.25),
        small_name(frame, box.titles[box.port]),
    ]
    step = min(36.0, (width - 8) / len(view.port))
    left = x + (width - step * len(view.port)) / 2
    for slot, kind in enumerate(view.port):
        if kind:
            tile = gear_tile(kind, step - 4)
            shown.append(
                svg.piece(f"port.{slot}", tile, kind=kind, x=left + slot * step + 2, y=y + 21, about=f"gear.{kind}")
            )
        else:
            shown.append(dashed(left + slot * step + 2, y + 21, step - 4, step - 4, "dust", thick=1))
    gone = [(colour, count) for colour, count in zip(view.colours, view.sunk, strict=True) if count]
    pitch = min((width - 8) / max(len(gone), 1), 37)
    for i, (colour, count) in enumerate(gone):
        sign = bust(colour, 0, 0, 20) if pitch > 30 else mark(colour, 6, 11, 5)
        face = svg.join(sign, svg.text(pitch - 2, 15, str(count), 14, "coal", "end"))
        shown.append(
            svg.piece(
                f"sunk.{colour}", face, kind=f"man-{colour}", x=x + 5 + i * pitch, y=y + 60, about=f"man.{colour}"
            )
        )
    return svg.join(*shown)


# -- cars and tabs ----------------------------------------------------------------------------------------------------


def car_place(drawing: Drawing, frame: Frame, number: int, count: int) -> tuple[float, float, float]:
    """Where a car stands at the lower edge of a place, and how wide it is."""
    wide = 36.0 if drawing.narrow else 50.0
    step = min(wide + 2, (frame.width - wide - 8) / max(count - 1, 1))
    return frame.x + 4 + number * step, frame.y + frame.height - (3 if drawing.narrow else 5), wide


def cars(drawing: Drawing, place: int, frame: Frame) -> Markup:
    """The cars in a place, side by side; the one that plays on brass."""
    view, box = drawing.view, drawing.box
    here = [at for at, name in enumerate(view.cars) if name == box.names[place]]
    shown = []
    for i, at in enumerate(here):
        colour = view.colours[at]
        x, y, wide = car_place(drawing, frame, i, len(here))
        halo = EMPTY
        if at == drawing.active:
            halo = svg.tag(
                "ellipse", cx=wide / 2, cy=wide * 0.27, rx=wide * 0.58, ry=wide * 0.33, fill="gold", stroke="coal"
            )
        drawn = svg.join(halo, car(colour, 0, 0, wide))
        if at == drawing.active and any(text.startswith("drive ") for text in drawing.legal):
            drawn = svg.grip("drive", drawn)
        shown.append(svg.piece(f"car.{colour}", drawn, kind=f"car-{colour}", x=x, y=y, about=f"car.{colour}"))
    return svg.join(*shown)


def tab_row(drawing: Drawing, place: int, frame: Frame, tabs: list[Action]) -> Markup:
    """The tabs of a place to which several choices lead, each its own target."""
    if len(tabs) == 1 and not has_seats_to_choose(drawing, place):
        return EMPTY  # the whole place is the target
    return svg.join(
        *(
            svg.choice(each.text, tab(drawing, each, frame, i, True), title=drawing.label(each.text))
            for i, each in enumerate(tabs)
        )
    )


def tab(drawing: Drawing, action: Action, frame: Frame, number: int, alone: bool = False) -> Markup:
    """A tab on the upper edge of a place: the movement card it costs, with the sign of bumping or the machine gun."""
    pitch = TAB_NARROW if drawing.narrow else TAB
    high = 22.0 if drawing.narrow else 27.0  # it stands on the card: name and Double are below
    left = frame.x + frame.width - 3 - (number + 1) * (pitch + 1)
    top = target = frame.y - (18 if drawing.narrow else 26)
    if drawing.narrow and number == 2:  # no third one fits above: in the lower right corner
        left = frame.x + frame.width - pitch - 4
        target, top = frame.y + frame.height - pitch - 1, frame.y + frame.height - high - 3
    x, wide = left + (pitch - 30) / 2, 30.0
    shown = [
        svg.rect(left, target, pitch, pitch, "card", opacity=0) if alone else EMPTY,
        svg.rect(x, top, wide, high, "ivory", "coal", 2, 3),
        svg.rect(x + 3, top + 3, wide - 6, high - 6, "none", "gold", 1, 2),
    ]
    if action.kind == a.GUN:
        shown.append(gear_icon("machine-gun", x + 6, top + high / 2 - 9, 18, "coal"))
    elif action.kind == a.BUMP:
        shown.append(gear_icon("bumper", x + 3, top + high / 2 - 6, 13, "coal"))
        shown.append(mark(drawing.box.clan_names[action.b], x + 22, top + (5 if drawing.narrow else 6.5), 3.8))
        shown.append(
            svg.text(
                x + 22,
                top + high - (2 if drawing.narrow else 5),
                str(drawing.box.cards[action.a]),
                14,
                "coal",
                "middle",
            )
        )
    else:
        shown.append(
            svg.text(
                x + wide / 2,
                top + high / 2 + 7,
                str(drawing.box.cards[action.a]),
                min(20.0, high - 4),
                "coal",
                "middle",
                serif=True,
            )
        )
    return svg.join(*shown)


# -- what a choice would change ---------------------------------------------------------------------------------------


def way_of(drawing: Drawing, action: Action) -> tuple[int, ...]:
    """The places that a drive passes, from the car on."""
    view, box = drawing.view, drawing.box
    start = box.number_of[view.cars[drawing.active]]
    steps = box.cards[action.a]
    way = route(box, view.players == 3, start, action.b, steps)
    return way or route(box, view.players == 3, start, action.b, steps + box.engine_adds)


def route_preview(drawing: Drawing, plan: Layout, action: Action) -> Markup:
    """The way of a drive or a bump, under the places."""
    view, box = drawing.view, drawing.box
    if action.kind == a.DRIVE:
        way = way_of(drawing, action)
    else:
        other = view.cars[view.colours.index(box.clan_names[action.b])]
        way = (box.number_of[view.cars[drawing.active]], box.number_of[other])
    roads = tuple(plan.streets[each] for each in pairwise(way) if each in plan.streets)
    return svg.preview(action.text, lit_road(roads, mark_of(view.colour).paint))


@lru_cache(maxsize=2048)
def lit_road(roads: tuple[Points, ...], paint: str) -> Markup:
    """Streets in brass, with a dashed line in a clan's paint."""
    d = "".join(path_of(each) for each in roads)
    layers = (("coal", 17.0, None), ("glow", 13.0, None), (paint, 4.5, "11 8"))
    return svg.join(*(svg.path(d, stroke=stroke, thick=thick, dash=dash) for stroke, thick, dash in layers))


def steps_preview(drawing: Drawing, plan: Layout, action: Action) -> Markup:
    """The streets of a drive counted, and the car where it would stand."""
    view, box = drawing.view, drawing.box
    colour, frame = view.colour, plan.frames[action.b]
    roads = tuple(
        (plan.streets[each], plan.frames[each[0]], plan.frames[each[1]]) for each in pairwise(way_of(drawing, action))
    )
    there = sum(1 for name in view.cars if name == box.names[action.b])
    shown = [counted(roads, colour), car(colour, *car_place(drawing, frame, there, there + 1), 0.6)]
    if action.b != box.port and not drawing.narrow:
        square = open_square(view, box, view.districts.index(box.names[action.b]), colour)
        if square >= 0:
            shown.append(ghost(colour, frame, square, 0))
    return svg.preview(action.text, *shown)


@lru_cache(maxsize=2048)
def counted(roads: tuple[tuple[Points, Frame, Frame], ...], colour: str) -> Markup:
    """The number of each street of a way, in discs of the clan's paint."""
    shown = []
    spots: list[svg.Point] = []
    for number, (way, start, end) in enumerate(roads, 1):
        x, y = visible_middle(way, (start, end))
        x += 20 * spots.count((x, y))  # a street that is driven twice
        spots.append((x, y))
        shown.append(svg.circle(x, y, 12, mark_of(colour).paint, "glow", 2))
        shown.append(svg.numeral(x, y + 6, number, 12, mark_of(colour).text, "middle"))
    return svg.join(*shown)


@lru_cache(maxsize=1024)
def ghost(colour: str, frame: Frame, square: int, opacity: float = 0.55) -> Markup:
    """A square that a gangster would take."""
    x, y = seat_place(frame, square)
    man = bust(colour, x + 1.5, y + 1.5, SEAT - 3, opacity) if opacity else EMPTY
    return svg.join(dashed(x + 1, y + 1, SEAT - 2, SEAT - 2, mark_of(colour).paint, "card"), man)


def change_preview(drawing: Drawing, plan: Layout, action: Action) -> Markup:
    """Unloading and loading: the squares taken, and the payouts that would change hands."""
    view, box = drawing.view, drawing.box
    place = view.target if action.kind == a.GRAB else view.cars[drawing.active] if drawing.active >= 0 else ""
    if action.kind not in (a.UNLOAD, a.UNLOAD_TWO, a.LOAD, a.GRAB) or place not in view.districts:
        return EMPTY
    at, frame = view.districts.index(place), plan.frames[box.number_of[place]]
    shown = []
    if action.kind in (a.LOAD, a.GRAB):
        after = tuple("" if square == action.a else colour for square, colour in enumerate(view.squares[at]))
        x, y = seat_place(frame, action.a)
        if not drawing.narrow:
            shown.append(dashed(x + 1, y + 1, SEAT - 2, SEAT - 2, "blood"))
    else:
        men = [view.colour] * 2 if action.kind == a.UNLOAD_TWO else [box.clan_names[action.a]]
        after, taken = with_men(view, box, at, men)
        if not drawing.narrow:
            shown += [ghost(men[0], frame, square) for square in taken]
    before, now = payouts(view, box, at), payouts(view, box, at, after)
    for rank, (old, new) in enumerate(zip(before, now, strict=True)):
        if old != new:
            shown.append(changed_cell(drawing, frame, rank, len(now), new))
    return svg.preview(action.text, *shown)


def changed_cell(drawing: Drawing, frame: Frame, rank: int, count: int, new: Payout) -> Markup:
    """A payout that would change hands: its new taker over the old one, in a glowing frame."""
    if drawing.narrow:
        twice = new.times > 1
        left = frame.x + (20 if twice else 4)
        wide = (frame.x + frame.width - 4 - left) / count
        x = left + rank * wide
        man = bust(new.colour, x + wide / 2 - 12.5, frame.y + 41.5, 25) if new.colour else EMPTY
        return svg.join(svg.rect(x + 1, frame.y + 40, wide - 2, 28, "card", "glow", 2.5, 3), man)
    wide = min(47.0, (frame.width - 14) / count)
    x, y = frame.x + 7 + rank * wide, frame.y + 24
    sign = mark(new.colour, x + 10, y + 11, 6) if new.colour else EMPTY
    return svg.join(
        svg.rect(x + 1, y + 1, 17, 20, "card", round_=2), sign, svg.rect(x, y, wide - 2, 22, "none", "glow", 3, 2)
    )
