"""The city of place cards with what lies at its sides."""

from __future__ import annotations

import re

from parrain.core import svg
from parrain.core.say import say
from parrain.core.svg import EMPTY, Markup
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs.board.desk import CREW_ICONS, DISTRICTS, Desk
from parrain.games.police_vs_gangs.state import DX, DY
from parrain.games.police_vs_gangs.text.describe import open_sides
from parrain.games.police_vs_gangs.text.names import SIDE_NAMES

ARTICLE = re.compile(r"^(the |l’|l'|le |la |les )")
Entry = tuple[str, int, int, int, tuple[str, ...]]


def town(desk: Desk, left: float, top: float, width: float, height: float, largest: float) -> list[Markup]:
    """The city, as large as its room allows."""
    view = desk.view
    cells = [(x, y) for _, x, y, _, _ in view.city]
    where = {name: (x, y) for name, x, y, _, _ in view.city}
    for action in desk.of_kind(k.LAY):
        x, y = where[desk.box.card_names[action.a]]
        cells.append((x + DX[action.b], y + DY[action.b]))
    low_x, high_x = min(x for x, _ in cells), max(x for x, _ in cells)
    low_y, high_y = min(y for _, y in cells), max(y for _, y in cells)
    columns, rows = high_x - low_x + 1, high_y - low_y + 1
    size = min(largest, width / (columns + 0.72), height / (rows + 0.72))
    start_x = left + (width - columns * size) / 2 - low_x * size
    start_y = top + (height - rows * size) / 2 - low_y * size
    parts: list[Markup] = []
    for entry in view.city:
        parts.append(place_card(desk, entry, start_x + entry[1] * size, start_y + entry[2] * size, size))
    sides = open_sides(view)
    for name, x, y, _, _ in view.city:
        for side in sides[name]:
            parts.append(at_side(desk, name, side, start_x + x * size, start_y + y * size, size))
    for action in desk.of_kind(k.LAY):
        x, y = where[desk.box.card_names[action.a]]
        parts.append(
            room_for(desk, action.id, start_x + (x + DX[action.b]) * size, start_y + (y + DY[action.b]) * size, size)
        )
    return parts


def room_for(desk: Desk, action: int, x: float, y: float, size: float) -> Markup:
    """Where the drawn card may lie."""
    inset = size * 0.14
    edge = size - 2 * inset
    cross = size * 0.26
    return desk.choice(
        desk.box.actions[action],
        svg.tag(
            "rect",
            fill="vellum",
            stroke="oxblood",
            x=x + inset,
            y=y + inset,
            width=edge,
            height=edge,
            rx=6,
            stroke_width=1.8,
            stroke_dasharray="6 4",
        ),
        svg.icon("house", x + (size - cross) / 2, y + (size - cross) / 2, cross, "oxblood"),
    )


def place_card(desk: Desk, entry: Entry, x: float, y: float, size: float) -> Markup:
    """A place: district, handcuffs, informers, demands, who is for hire, whose it is."""
    name, _, _, owner, hire = entry
    box, view = desk.box, desk.view
    card = box.card_names.index(name)
    active = name == view.here
    parts = [
        svg.rect(1, 1, size - 2, size - 2, "cream", "coal", 2.4 if active else 1.4, 5),
        svg.rect(4, 4, size - 8, size - 8, "none", "blood" if active else "gold", 2.4 if active else 0.8, 3),
        district_band(desk, card, size),
    ]
    row = size * 0.155
    if size >= 92:
        parts.append(
            svg.text(
                size / 2, size * 0.325, bare(desk, name), 12, "coal", "middle", serif=True, room=size - 8, least=11
            )
        )
    top = size * 0.375 if size >= 92 else size * 0.26
    cuffs = max(0, box.handcuffs[card] + view.handcuffs_shift)
    parts.append(
        svg.icon(
            "handcuffs", size * 0.1, top, row, "steel", desk.words(say("Handcuffs already there: {count}", count=cuffs))
        )
    )
    parts.append(svg.numeral(size * 0.1 + row * 1.15, top + row * 0.92, cuffs, row * 0.9, "coal"))
    for i in range(box.informers[card]):
        parts.append(
            svg.icon("eye", size * 0.55 + i * row * 0.95, top, row * 0.95, "mauve", desk.words(say("An informer")))
        )
    parts.append(demand_row(desk, card, top + row * 1.2, size, row))
    for i, character in enumerate(hire):
        parts.append(
            svg.piece(
                f"hire.{name}.{i}",
                svg.rect(0, 0, row * 1.15, row * 1.15, "felt", "coal", 1, 3),
                svg.icon(CREW_ICONS.get(character, "hat"), row * 0.14, row * 0.12, row * 0.87, "ivory"),
                kind=character,
                x=size * 0.09 + i * row * 1.3,
                y=size - row * 1.15 - 7,
                title=desk.words(say("For hire: {who}", who=desk.box.name("a", character))),
            )
        )
    if owner != -1:
        parts.append(whose(desk, name, owner, size))
    told = place_words(desk, card, name)
    drawing = svg.group(*parts, x=x, y=y, title=told)
    for action in desk.of_kind(k.RESOLVE):
        if action.a == card:
            seal = svg.seal("hand", x + size * 0.9, y + size * 0.11, max(8.0, size * 0.1), "blood")  # above its name
            return desk.choice(
                action, drawing, svg.rect(x - 1, y - 1, size + 2, size + 2, "none", "oxblood", 3, 6), seal
            )
    return drawing


def bare(desk: Desk, name: str) -> str:
    """A place's name as cards have it: without the article that sentences need."""
    told = desk.words(desk.box.name("place", name))
    short = re.sub(ARTICLE, "", told)
    return short[:1].upper() + short[1:]


def place_words(desk: Desk, card: int, name: str) -> str:
    """A place's name and districts; that the card is our reconstruction."""
    colours = [desk.box.name("colour", k.COLOURS[colour]) for colour in desk.box.colours[card] if colour != -1]
    return desk.words(
        say("{place}, {colours} (a reconstructed card)", place=desk.box.name("place", name), colours=colours)
    )


def district_band(desk: Desk, card: int, size: float) -> Markup:
    """The district's colour and sign along the top, or two of each."""
    colours = [k.COLOURS[colour] for colour in desk.box.colours[card] if colour != -1]
    wide = (size - 10) / len(colours)
    parts: list[Markup] = []
    for i, colour in enumerate(colours):
        paint, sign, ink = DISTRICTS[colour]
        parts.append(svg.rect(5 + i * wide, 5, wide, size * 0.15, paint, "coal", 0.6))
        parts.append(svg.icon(sign, 5 + i * wide + wide / 2 - size * 0.06, 5 + size * 0.015, size * 0.12, ink))
    return svg.join(*parts)


def demand_row(desk: Desk, card: int, y: float, size: float, row: float) -> Markup:
    """The traffics a place asks for, twice where it asks twice, and its neutral badges."""
    box = desk.box
    signs: list[Markup] = []
    wares = [name for t, name in enumerate(box.traffic_names) for _ in range(box.demands[card * box.traffics + t])]
    step = min(row * 1.12, (size * 0.86 - row) / max(1, len(wares) + box.badges[card] - 1))
    for i, name in enumerate(wares):
        signs.append(desk.ware(name, size * 0.08 + i * step, y, row, "coal"))
    told = desk.words(say("A neutral badge: a demand still to be named"))
    for i in range(box.badges[card]):
        signs.append(svg.icon("badge", size * 0.08 + (len(wares) + i) * step, y, row, "ochre", told))
    return svg.join(*signs)


def whose(desk: Desk, name: str, owner: int, size: float) -> Markup:
    """A gangster's marker or a policeman's die on a place."""
    at = size * 0.81
    if owner % 2:
        edge = size * 0.26
        return svg.piece(
            f"control.{name}",
            svg.die(0, 0, edge, "badge", svg.PLAYERS[owner].paint, svg.PLAYERS[owner].text, desk.name(owner)),
            kind=f"die {owner}",
            x=at - edge / 2,
            y=at - edge / 2,
        )
    return svg.piece(f"control.{name}", desk.token(owner, 0, 0, size * 0.13), kind=f"marker {owner}", x=at, y=at)


def at_side(desk: Desk, name: str, side: str, x: float, y: float, size: float) -> Markup:
    """The pieces at one side, and the room for one more."""
    view = desk.view
    here = [each for each in view.pieces if each[1] == name and each[2] == side]
    actions = [
        action for action in desk.of_kind(k.AT) if desk.box.card_names[action.a] == name and k.SIDES[action.b] == side
    ]
    count = len(here) + len(actions)
    if not count:
        return EMPTY
    edge = min(26.0, size * 0.27)
    step = min(edge * 1.1, (size * 0.98 - edge) / max(1, count - 1))
    parts: list[Markup] = []
    for i in range(count):
        along = size / 2 + (i - (count - 1) / 2) * step - edge / 2
        gap = size * 0.03
        px, py = {
            "north": (x + along, y - edge - gap),
            "south": (x + along, y + size + gap),
            "east": (x + size + gap, y + along),
            "west": (x - edge - gap, y + along),
        }[side]
        if i < len(here):
            parts.append(lying(desk, here[i], f"{name}.{side}.{i}", px, py, edge))
        else:
            mark = edge * 0.5
            parts.append(
                desk.choice(
                    actions[0],
                    svg.tag(
                        "rect",
                        fill="paper",
                        stroke="oxblood",
                        x=px,
                        y=py,
                        width=edge,
                        height=edge,
                        rx=4,
                        stroke_width=1.6,
                        stroke_dasharray="4 3",
                    ),
                    svg.icon("hand", px + (edge - mark) / 2, py + (edge - mark) / 2, mark, "oxblood"),
                )
            )
    if view.held and not actions and view.seat is not None:
        told = desk.words(say("{place}, {side}", place=desk.box.name("place", name), side=SIDE_NAMES[side]))
        parts = [svg.touch(f"at {name} {side}", *parts, title=told)]
    return svg.join(*parts)


def lying(desk: Desk, one: tuple[int, str, str, str, str], spot: str, x: float, y: float, edge: float) -> Markup:
    """A piece at a side."""
    seat, _, _, name, how = one
    if seat % 2:
        return svg.piece(f"piece.{spot}", desk.die(seat, name, 0, 0, edge), kind=f"{seat} {name}", x=x, y=y)
    return svg.piece(
        f"piece.{spot}", desk.tile(seat, name, how, edge), kind=f"{seat} {name}" if name else "?", x=x, y=y
    )
