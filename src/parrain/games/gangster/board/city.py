"""The poster of Chicago: the lake, the streets, the districts with their squares, the Gold Coast."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.say import Seat, say
from parrain.core.svg import EMPTY, Markup
from parrain.games.gangster import text
from parrain.games.gangster.board.desk import (
    Desk,
    Frame,
    car,
    chip,
    chosen,
    equipment,
    gangster,
    mark_of,
    street,
    token,
)
from parrain.games.gangster.components import EQUIPMENT, UNKNOWN
from parrain.games.gangster.state import next_square


def frames(desk: Desk, area: Frame) -> dict[int, Frame]:
    """Where each place is printed; on a phone the map lies on its side, the lake above."""
    box, found = desk.box, {}
    for place, (px, py) in enumerate(box.poster):
        if place != box.port and box.names[place] not in desk.view.districts:
            continue
        across, down = (
            (py + (2.5 if py > 60 else 0), 100 - px) if desk.narrow else (px, py)
        )  # on a phone streets need room between columns
        width, height = (109.0, 120.0) if desk.narrow else (150.0, 108.0)
        if place == box.port:
            width, height = (108.0, 128.0) if desk.narrow else (186.0, 132.0)
        left = min(max(area.x + area.width * across / 100 - width / 2, area.x + 4), area.x + area.width - width - 4)
        top = min(max(area.y + area.height * down / 100 - height / 2, area.y + 4), area.y + area.height - height - 14)
        found[place] = Frame(left, top, width, height)
    return found


def city(desk: Desk, area: Frame) -> list[Markup]:
    """The poster: the lake, the grid of the city, its streets, its places."""
    places = frames(desk, area)
    shown = [ground(desk, area), banner(desk, area, list(places.values()))]
    roads = []
    for one, other in desk.box.streets:
        if one in places and other in places:
            rest = [frame for place, frame in places.items() if place not in (one, other)]
            roads.append(street(places[one], places[other], tuple(rest), area))
    for stroke, thick, dash in (("ink", 9.0, None), ("oxblood", 6.5, None), ("paper", 1.0, "7 6")):
        shown.append(svg.path("".join(roads), stroke=stroke, thick=thick, dash=dash))
    for place, frame in places.items():
        shown.append(harbour(desk, frame) if place == desk.box.port else district(desk, place, frame))
    shown += [chips(desk, place, frame) for place, frame in places.items()]
    return shown


def ground(desk: Desk, area: Frame) -> Markup:
    """Paper, the grid of blocks, the lake with its waves, a compass."""
    x, y, width, height = area
    right, bottom = x + width, y + height
    step = 34.0 if desk.narrow else 42.0
    lines = [
        f"M{svg.number(x + i * step)} {svg.number(y)}V{svg.number(bottom)}" for i in range(1, int(width / step) + 1)
    ]
    lines += [
        f"M{svg.number(x)} {svg.number(y + i * step)}H{svg.number(right)}" for i in range(1, int(height / step) + 1)
    ]
    n = svg.number
    if desk.narrow:
        shore = (
            f"M{n(x)} {n(y)}H{n(right)}V{n(y + 16)}Q{n(x + width * 0.7)} {n(y + 4)} {n(x + width * 0.42)} {n(y + 40)}"
        )
        shore += f"T{n(x)} {n(y + 205)}Z"
        waves = [(x + 20 + i % 4 * 30, y + 12 + i // 4 * 9) for i in range(6)]
    else:
        shore = f"M{n(x + width * 0.68)} {n(y)}Q{n(x + width * 0.73)} {n(y + 70)} {n(x + width * 0.745)} {n(y + 150)}"
        shore += f"Q{n(x + width * 0.76)} {n(y + 222)} {n(x + width * 0.88)} {n(y + 208)}"
        shore += f"Q{n(right)} {n(y + 200)} {n(right)} {n(y + 330)}V{n(y)}Z"
        waves = [(right - 44 - i % 2 * 36, y + 172 + i // 2 * 13) for i in range(4)]
    ripple = "".join(f"M{n(wx)} {n(wy)}q5 -5 10 0t10 0" for wx, wy in waves)
    wind = (right - 24, bottom - 26) if not desk.narrow else (right - 24, y + 42)
    return svg.join(
        svg.rect(x, y, width, height, "vellum", "ink", 1.6),
        svg.skyline(x + 1, bottom - 1, width - 2, height * (0.16 if desk.narrow else 0.24), "paper", 11),
        svg.path("".join(lines), stroke="paper", thick=1.6),
        svg.tag("path", d=shore, fill="blue", opacity=0.55),
        svg.path(ripple, stroke="paper", thick=1.2),
        svg.rect(x + 3, y + 3, width - 6, height - 6, "none", "brass", 0.9),
        compass(desk, *wind),
    )


def banner(desk: Desk, area: Frame, taken: list[Frame]) -> Markup:
    """The name of the city, where no place stands in its way."""
    size = 12.0 if desk.narrow else 17.0
    wide = svg.width_of("CHICAGO", size, True, spacing=size * 0.3)
    x, y = (area.x + area.width - wide - 46, area.y + 46) if desk.narrow else (area.x + 18, area.y + 42)
    if any(
        each.x < x + wide + 6 and each.x + each.width > x - 6 and each.y < y + 26 and each.y + each.height > y - size
        for each in taken
    ):
        return EMPTY
    name = svg.text(x, y, "CHICAGO", size, "oxblood", serif=True, spacing=size * 0.3)
    rule = svg.line(x, y + 7, x + wide - size * 0.3, y + 7, "brass", 1.6)
    if not desk.box.map_is_ours:
        return svg.join(name, rule)
    told = desk.words(
        say("The published map is lost to us: these streets are ours, and fit the one example the rulebook gives")
    )
    return svg.group(
        name, rule, svg.text(x, y + 20, desk.words(say("reconstruction")), svg.LEAST, "smoke", room=wide), title=told
    )


def compass(desk: Desk, x: float, y: float) -> Markup:
    """Where north is."""
    needle = svg.polygon([(0, -12), (4, 4), (0, 1), (-4, 4)], "oxblood")
    ring = svg.circle(0, 0, 14, "paper", "brass", 1)
    return svg.group(
        ring, needle, x=x, y=y, turn=-90 if desk.narrow else 0, title=desk.words(say("The needle points north"))
    )


def district(desk: Desk, place: int, frame: Frame) -> Markup:
    """A district: its name, what it pays, its squares in order, its Double, the cars in it."""
    view, box = desk.view, desk.box
    name = box.names[place]
    at = view.districts.index(name)
    double = name in view.doubles
    x, y, width, _ = frame
    title = svg.text(
        x + width / 2, y + 15, box.titles[place], 13, anchor="middle", serif=not desk.narrow, room=width - 6
    )
    ground = svg.join(
        svg.rect(*frame, "paper", "ink", 1.6, 4),
        svg.rect(x + 2.5, y + 2.5, width - 5, frame.height - 5, "none", "brass", 0.8, 3),
    )
    shown = [nameplate(desk, place, ground, title), values(desk, at, x + 6, y + 20)]
    if double:
        told = desk.words(say("Double: {place} pays twice this round", place=box.titles[place]))
        face = svg.join(svg.circle(0, 0, 10, "blood", "gold", 1.2), svg.numeral(0, 4.5, "×2", 11, "ivory", "middle"))
        shown.append(svg.piece(f"double.{name}", face, kind="double", x=x + width - 15, y=y + 28.5, title=told))
    shown.append(squares(desk, place, at, frame))
    return svg.join(*shown, cars(desk, place, frame))


def nameplate(desk: Desk, place: int, *inside: Markup) -> Markup:
    """The ground of a place: where no drive leads, one may ask why."""
    name = desk.box.names[place]
    cards = desk.view.cards[desk.active] if desk.active >= 0 else ()
    drives = [f"drive {value} {name}" for value in desk.box.cards]
    if any(drive in desk.legal for drive in drives) or desk.view.seat is None:
        return svg.join(*inside)
    return desk.offer(f"drive {max(cards or desk.box.cards)} {name}", *inside)


def values(desk: Desk, at: int, x: float, y: float) -> Markup:
    """What a tile pays, first place first."""
    tile = desk.box.tile_values[desk.view.tiles[at] - 1]
    step = min(21.0, (76 if desk.narrow else 120) / len(tile))
    shown = []
    for rank, value in enumerate(tile):
        left = x + rank * step
        shown.append(svg.rect(left, y, step - 2, 17, "brass" if rank == 0 else "vellum", "ink", 0.9, 2))
        middle = left + (step - 2) / 2
        if value == UNKNOWN:
            shown.append(svg.text(middle, y + 13, "?", 13, "coal" if rank == 0 else "oxblood", "middle", serif=True))
        else:
            shown.append(
                svg.numeral(middle, y + 13.5, value, 11.5, "coal" if rank == 0 else "ink", "middle", room=step - 4)
            )
    told = desk.words(say("Pays from the left: most gangsters first"))
    return svg.group(*shown, title=told)


def squares(desk: Desk, place: int, at: int, frame: Frame) -> Markup:
    """The squares in reading order: gangsters, empty ones, and those where a choice leads."""
    view, box = desk.view, desk.box
    count = box.tile_squares[view.tiles[at] - 1]
    most, side = (6, 17.0) if desk.narrow else (8, 17.6)
    rows = -(-count // most)
    across = -(-count // rows)
    left, top = frame.x + (frame.width - across * side) / 2, frame.y + 41
    ghosts = ghost_squares(desk, place, at)
    verb = "grab" if view.phase == "square" and view.target == box.names[place] else "load"
    here = desk.active >= 0 and (verb == "grab" or view.cars[desk.active] == box.names[place])
    shown = []
    for square in range(count):
        x, y = left + square % across * side, top + square // across * side
        colour = view.squares[at][square] if square < len(view.squares[at]) else ""
        ground = svg.rect(x + 0.8, y + 0.8, side - 1.6, side - 1.6, "vellum", "smoke", 0.8, 1.5)
        if colour:
            standing = gangster(
                desk, f"at.{box.names[place]}.{square + 1}", colour, x + side / 2, y + side / 2, side * 0.44
            )
            mine = view.seat is not None and view.to_move == (view.seat,) and here and view.phase in ("act", "square")
            edge = chosen(x, y, side) if f"{verb} {square + 1}" in desk.legal and here else EMPTY
            drawn = svg.join(ground, standing, edge)
            shown.append(desk.offer(f"{verb} {square + 1}", drawn) if mine else drawn)
        elif square in ghosts:
            shown.append(ghost(desk, ghosts[square], x, y, side, ground))
        else:
            first = svg.icon("arrow", x + side * 0.22, y + side * 0.22, side * 0.56, "ash") if square == 0 else EMPTY
            shown.append(svg.join(ground, first))
    return svg.join(*shown)


def ghost_squares(desk: Desk, place: int, at: int) -> dict[int, str]:
    """The squares where unloading one's own would put the first gangster, and the second through the door."""
    view, box = desk.view, desk.box
    found: dict[int, str] = {}
    if desk.active < 0 or view.cars[desk.active] != box.names[place]:
        return found
    squares = view.squares[at]
    taken = sum(1 << square for square, colour in enumerate(squares) if colour)
    mine = sum(1 << square for square, colour in enumerate(squares) if colour == view.colour)
    for choice in (f"unload {view.colour}", "unload two"):
        if choice in desk.legal:
            size = box.tile_squares[view.tiles[at] - 1]
            square = next_square(taken, mine, size, view.options["any_clan"] is True)
            found[square] = choice
            taken |= 1 << square
            mine |= 1 << square
    return found


def ghost(desk: Desk, choice: str, x: float, y: float, side: float, ground: Markup) -> Markup:
    """An empty square waiting for one's own gangster."""
    mark = mark_of(desk.view.colour)
    shape = svg.outline(mark.shape, x + side / 2, y + side / 2, side * 0.4, "paper", "oxblood", 1.6)
    two = (
        svg.numeral(x + side / 2, y + side * 0.72, "2", side * 0.5, "oxblood", "middle")
        if choice == "unload two"
        else EMPTY
    )
    return desk.offer(choice, svg.group(ground, shape, two, chosen(x, y, side), css="lift"))


def cars(desk: Desk, place: int, frame: Frame) -> Markup:
    """The cars in a place, side by side."""
    view, box = desk.view, desk.box
    here = [at for at, name in enumerate(view.cars) if name == box.names[place]]
    step = min(34.0, (frame.width - 40) / max(len(here) - 1, 1))
    shown = []
    for i, at in enumerate(here):
        colour = view.colours[at]
        told = desk.words(
            say("The {colour} car of {seat}", colour=text.colour(box, colour), seat=Seat(view.owners[at]))
        )
        x, y = frame.x + 5 + i * step, frame.y + frame.height - (27 if desk.narrow else 28)
        halo = svg.rect(-2, -2, 35, 21, "none", "brass", 2, 5) if at == desk.active else EMPTY
        shown.append(svg.piece(f"car.{colour}", halo, car(colour), kind=f"car-{colour}", x=x, y=y, title=told))
    return svg.join(*shown)


def chips(desk: Desk, place: int, frame: Frame) -> Markup:
    """The movement cards that lead here, and the machine gun that reaches here, on the lower edge of the place."""
    name = desk.box.names[place]
    wanted = [(f"drive {value} {name}", value, "") for value in desk.box.cards] + [(f"gun {name}", 0, "gun")]
    offered = [each for each in wanted if each[0] in desk.legal]
    step = 25.0
    left = frame.x + frame.width - 6 - step * len(offered)
    shown = []
    for i, (choice, value, symbol) in enumerate(offered):
        shown.append(
            svg.choice(
                choice, chip(left + i * step, frame.y + frame.height - 8, value, symbol), title=desk.label(choice)
            )
        )
    return svg.join(*shown)


def harbour(desk: Desk, frame: Frame) -> Markup:
    """The Gold Coast: three tiles on the quay, those at lunch for good, the cars there."""
    view, box = desk.view, desk.box
    x, y, width, height = frame
    title = svg.text(x + width / 2, y + 18, box.titles[box.port], 14, anchor="middle", serif=True, room=width - 40)
    anchors = [svg.icon("anchor", at, y + 6, 14, "bronze") for at in (x + 7, x + width - 21)]
    shown = [nameplate(desk, box.port, svg.panel(x, y, width, height, fill="paper", notch=7), title, *anchors)]
    slots = len(view.port)
    side = min(34.0 if desk.narrow else 42.0, (width - 14) / slots - 4)
    left = x + (width - slots * (side + 4) + 4) / 2
    for slot, kind in enumerate(view.port):
        at = left + slot * (side + 4)
        if not kind:
            shown.append(svg.rect(at, y + 26, side, side, "none", "ash", 1, 3))
            continue
        tile = svg.piece(f"port.{slot}", equipment(desk, kind, 0, 0, side, side), kind=kind, x=at, y=y + 26)
        if view.port.index(kind) != slot:  # two of a kind are one choice: the first stands for both
            shown.append(tile)
        elif f"equip {kind}" in desk.legal:
            shown.append(desk.offer(f"equip {kind}", svg.group(tile, chosen(at, y + 26, side), css="lift")))
        else:
            shown.append(desk.offer(f"equip {kind}", tile))
    more = desk.words(say("{stock} more", stock=sum(view.stock)))
    detail = [
        say("{equipment}: {count}", equipment=text.kind(box, kind), count=view.stock[i])
        for i, kind in enumerate(EQUIPMENT)
    ]
    told = desk.words(say("Still in the stock: {list}", list=detail))
    shown.append(
        svg.group(svg.text(x + width - 8, y + 40 + side, more, 11, "smoke", "end", room=width - 16), title=told)
    )
    return svg.join(*shown, lunch(desk, x + 12, y + 52 + side, width), cars(desk, box.port, frame))


def lunch(desk: Desk, x: float, y: float, width: float) -> Markup:
    """Those who were sunk, by colour."""
    view, box = desk.view, desk.box
    shown = []
    for at, count in enumerate(view.sunk):
        if count:
            told = desk.words(say("{colour}: {count} sunk", colour=text.colour(box, view.colours[at]), count=count))
            face = svg.join(token(view.colours[at], 0, 0, 6.5), svg.numeral(8, 4.5, count, 10))
            shown.append(svg.piece(f"sunk.{view.colours[at]}", face, kind="sunk", x=x, y=y, title=told))
            x += min(26.0, (width - 14) / len(view.sunk))
    return svg.join(*shown)
