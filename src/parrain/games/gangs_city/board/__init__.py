"""A View of Gangs City drawn as SVG: the city, the gangs, the register of places, and what is asked."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.parts import TableParts, whole
from parrain.core.parts import no_card as card
from parrain.core.parts import no_pieces as pointed
from parrain.core.parts import no_scenes as scenes
from parrain.core.say import Say, Seat, say
from parrain.core.svg import EMPTY, Markup
from parrain.games.gangs_city import text
from parrain.games.gangs_city.board.chart import Chart, Desk, short
from parrain.games.gangs_city.components import Box, names
from parrain.games.gangs_city.state import HOME
from parrain.games.gangs_city.text.describe import legend, place_short, tiles_at
from parrain.games.gangs_city.view import View

__all__ = ["card", "draw", "parts", "pointed", "scenes"]


def draw(view: View, box: Box, actions: Sequence[Action], players: Sequence[str], language: str, narrow: bool) -> str:
    """The table as this View shows it."""
    desk = Desk(view, box, actions, players, language)
    told = " ".join(desk.words(each) for each in text.describe(view, box))
    if narrow:
        parts, high = narrow_table(desk)
        return svg.page(390, high, *parts, title="Gangs City", desc=told, language=language)
    return svg.page(1200, 900, *wide_table(desk), title="Gangs City", desc=told, language=language)


def wide_table(desk: Desk) -> list[Markup]:
    """The table on a screen: the city on the left, what is asked on the right, gangs and places below."""
    parts = [svg.frame(1200, 900, 16, 24), svg.title(420, 80, "Gangs City", 28, 420), heading(desk, 780, 66)]
    city = Chart(desk, 50, 100, 740, 450, 78).draw()
    parts += [svg.panel(800, 100, 350, 450, fill="paper"), city]
    below = question(desk, 816, 126, 318, 17)
    below = choices(desk, parts, 816, below + 6, 318, 536)
    parts.append(detail(desk, 816, below + 20, 318, 532))
    parts.append(hand(desk, 62, 560, 470, 40))
    parts.append(track(desk, 556, 586, 230))
    parts.append(gangs(desk, 50, 612, 736))
    parts.append(register(desk, 800, 566, 350, 286))
    return parts


def narrow_table(desk: Desk) -> tuple[list[Markup], float]:
    """The table on a phone held upright; the map is for pinching, the lists below say everything on it."""
    body: list[Markup] = [svg.title(195, 34, "Gangs City", 17, 230, rule=False), heading(desk, 18, 56, small=True)]
    body.append(Chart(desk, 12, 72, 366, 330, 62).draw())
    y = question(desk, 18, 424, 354, 15)
    y = choices(desk, body, 18, y + 4, 354, None)
    y = y + 14
    if selected(desk):
        body.append(detail(desk, 18, y + 10, 354, y + 170))
        y += 180
    body.append(hand(desk, 18, y, 354, 34))
    y += 66 if desk.view.seat is not None else 4
    body.append(track(desk, 18, y + 12, 354))
    y += 36
    for seat in range(desk.view.players):
        body.append(gang_card(desk, seat, 14, y, 362))
        y += 78
    body.append(markers(desk, 18, y + 12, 354))
    y += 46
    for index in range(len(desk.view.city)):
        body.append(place_card(desk, index, 18, y, 354))
        y += 40
    high = y + 16
    return [svg.frame(390, high, 4, 0), *body], high


def heading(desk: Desk, x: float, y: float, small: bool = False) -> Markup:
    """Turn, goal, who leads."""
    view = desk.view
    told = say("Turn {turn}; {points} points end the game", turn=view.turn, points=desk.box.targets[view.players])
    return svg.text(x, y, desk.words(told), 12 if small else 15, "smoke", room=354 if small else 366)


def question(desk: Desk, x: float, y: float, room: float, size: float) -> float:
    """Draws nothing: how far down the prompt reaches; the prompt itself is drawn with the choices."""
    lines = svg.wrap(desk.words(text.prompt(desk.view, desk.box)), size, room, 4, True)
    return y + len(lines) * size * 1.35


def choices(desk: Desk, parts: list[Markup], x: float, y: float, room: float, bottom: float | None) -> float:
    """The prompt above y, and below it a button for every choice that is not on the map; how far down they reach."""
    size = 17.0 if bottom is not None else 15.0
    lines = svg.wrap(desk.words(text.prompt(desk.view, desk.box)), size, room, 4, True)
    top = y - 6 - len(lines) * size * 1.35 if bottom is not None else y - 4 - len(lines) * size * 1.35
    parts += [svg.text(x, top + i * size * 1.35, line, size, "ink", serif=True) for i, line in enumerate(lines)]
    rest = [action for name, action in desk.actions.items() if name not in desk.offered]
    if not rest:
        return y
    across = 1 if len(rest) <= 8 else 2 if len(rest) <= 28 or bottom is None else 3
    rows = -(-len(rest) // across)
    high = 34.0 if bottom is None else min(34.0, (bottom - y) / rows - 4)
    wide = (room - 6 * (across - 1)) / across
    for i, action in enumerate(rest):
        parts.append(button(desk, action, x + i // rows * (wide + 6), y + i % rows * (high + 4), wide, high))
    return y + rows * (high + 4)


def button(desk: Desk, action: Action, x: float, y: float, width: float, height: float) -> Markup:
    """A choice as a plate with its words."""
    look = "open" if action.text in ("back", "pass") else "solid"
    plate = svg.button(x, y, width, height, desk.label(action), max(11.0, min(14.0, height * 0.48)), look)
    return desk.choice(action.text, svg.group(plate, css="lift"))


def selected(desk: Desk) -> str:
    """The place that is being talked about: where one is about to lay a tile, or what is being settled."""
    view = desk.view
    if view.half:
        return view.half[0][3:].partition("/")[0]
    return view.site


def detail(desk: Desk, x: float, y: float, room: float, bottom: float) -> Markup:
    """Everything on the selected place, in words; without one, how to read the tiles."""
    view = desk.view
    name = selected(desk)
    told: list[Say] = []
    if name:
        told = tiles_at(view, desk.box, name)
        index = next((i for i, about in enumerate(view.city) if about[0] == name), -1)
        if index >= 0:
            told.insert(0, place_short(view, desk.box, index))
    else:
        told = legend(view)
    shown = []
    for sentence in told:
        lines = svg.wrap(desk.words(sentence), 12, room, 3)
        if y + len(lines) * 16 > bottom:
            break
        shown += [svg.text(x, y + i * 16, line, 12, "smoke") for i, line in enumerate(lines)]
        y += len(lines) * 16 + 5
    return svg.join(*shown)


def hand(desk: Desk, x: float, y: float, room: float, size: float) -> Markup:
    """One's own characters in hand, with their numbers."""
    view, box = desk.view, desk.box
    if view.seat is None:
        return EMPTY
    shown = []
    out = any(seat == view.seat and what == "showdown" and not mark & HOME for seat, _, what, _, mark, _ in view.laid)
    names = [*view.hand, *([] if out or view.ending else ["showdown"])]
    step = min(size + 30, (room - size) / max(1, len(names) - 1))
    for i, name in enumerate(names):
        at = x + i * step
        copy = names[:i].count(name)
        face = svg.piece(f"hand.{name}.{copy}", desk.face(name, size), kind=name, x=at, y=y, title=desk.stats(name))
        shown.append(desk.touch("send showdown gun" if name == "showdown" else f"send {name} fight", face))
        if name != "showdown":
            who = box.number_of[name]
            values = "·".join(
                str(value) if value >= 0 else "–" for value in (box.attack[who], box.defence[who], box.recruit[who])
            )
            shown.append(
                svg.group(
                    svg.text(at + size / 2, y + size + 13, values, 11, "ink", "middle", room=step - 2),
                    title=desk.stats(name),
                )
            )
    return svg.join(*shown)


def track(desk: Desk, x: float, y: float, width: float) -> Markup:
    """The score track from nothing to the goal; markers of equal scores stand above each other."""
    view = desk.view
    goal = desk.box.targets[view.players]
    parts = [svg.line(x, y, x + width, y, "ink", 1.4)]
    for points in range(goal + 1):
        at = x + width * points / goal
        tall = 6 if points % 10 == 0 else 4 if points % 5 == 0 else 2
        parts.append(svg.line(at, y - tall, at, y + tall, "ink", 0.8))
    taken: dict[int, int] = {}
    for seat, score in enumerate(view.scores):
        at = min(score, goal)
        up = taken.get(at, 0)
        taken[at] = up + 1
        told = desk.words(say("{seat}: {points} points", seat=Seat(seat), points=score))
        colour = svg.PLAYERS[seat]
        mark = svg.outline(colour.shape, 0, 0, 6, colour.paint, "ink", 1)
        parts.append(svg.piece(f"score.{seat}", mark, x=x + width * at / goal, y=y - 5 - up * 4, title=told))
    return svg.join(*parts)


def gangs(desk: Desk, x: float, y: float, width: float) -> Markup:
    """All gangs, a line each: score, characters, hand, stock of every traffic; the markers above their columns."""
    view, box = desk.view, desk.box
    column = min(52.0, 250 / box.kinds)
    first = x + width - column * box.kinds
    parts = []
    for k, name in enumerate(box.traffics):
        parts.append(marker(desk, k, first + k * column + column / 2, y + 8, name, column))
    step = min(38.0, 196 / view.players)
    for seat in range(view.players):
        parts.append(gang_row(desk, seat, x, y + 34 + seat * step, first, column, step))
    return svg.join(*parts)


def marker(desk: Desk, kind: int, x: float, y: float, name: str, room: float) -> Markup:
    """A traffic's marker: its sign, its three boxes, and whose token stands on which."""
    view, box = desk.view, desk.box
    leader, level = view.leaders[kind]
    boxes = box.boxes[kind]
    step = min(15.0, room * 0.8 / max(1, len(boxes)))
    parts = [desk.traffic(name, x, y - 6, 9)]
    for i, points in enumerate(boxes):
        at = x + (i - (len(boxes) - 1) / 2) * step
        here = leader >= 0 and i == level
        parts.append(
            svg.rect(
                at - step * 0.45, y + 6, step * 0.9, 15, svg.PLAYERS[leader].paint if here else "paper", "ink", 0.8
            )
        )
        parts.append(svg.numeral(at, y + 18, points, 9, "ivory" if here else "smoke", "middle"))
    if leader < 0:
        told = say("{traffic}: nobody leads it.", traffic=names.traffic(desk.box, name))
    else:
        told = say(
            "{traffic}: led by {seat}, worth {points}.",
            traffic=names.traffic(desk.box, name),
            seat=Seat(leader),
            points=boxes[level],
        )
    return svg.group(*parts, title=desk.words(told))


def gang_row(desk: Desk, seat: int, x: float, y: float, first: float, column: float, high: float) -> Markup:
    """One gang on one line."""
    view = desk.view
    active = seat in view.to_move
    middle = y + high / 2
    parts = [svg.line(x, y, first + column * desk.box.kinds, y, "ash", 0.8)]
    parts.append(desk.mark(seat, x + 16, middle, 13 if high > 32 else 11, active))
    parts.append(svg.text(x + 40, middle + 5, desk.name(seat), 14, serif=True, room=112, least=12))
    if seat == view.first:
        told = desk.words(say("first player"))
        parts.append(svg.icon("flag", x + 156, middle - 8, 15, "bronze", told))
    parts.append(svg.numeral(x + 200, middle + 9, view.scores[seat], 20, "ink", "end"))
    parts.append(roster(desk, seat, x + 212, middle - high * 0.38, high * 0.76, first - x - 212 - 44))
    parts.append(tiles_left(desk, seat, first - 38, middle))
    for k in range(desk.box.kinds):
        parts.append(stock(desk, seat, k, first + k * column + column / 2, middle + 5))
    return svg.join(*parts)


def tiles_left(desk: Desk, seat: int, x: float, middle: float) -> Markup:
    """How many tiles a gang still holds, and whether it has won a place."""
    view = desk.view
    told = desk.words(say("Tiles in hand: {count}", count=view.hand_sizes[seat]))
    won = [pile for pile, (winner, _) in enumerate(view.won) if winner == seat]
    parts = [
        svg.group(
            svg.icon("cards", x, middle - 8, 15, "smoke"),
            svg.numeral(x + 18, middle + 6, view.hand_sizes[seat], 11, "smoke"),
            title=told,
        )
    ]
    if won:
        hexagon = svg.polygon(svg.hex_corners(x - 10, middle, 8, False), "coal", "gold", 1)
        parts.append(svg.group(hexagon, title=desk.words(say("has won a place of the centre, face down"))))
    return svg.join(*parts)


def roster(desk: Desk, seat: int, x: float, y: float, size: float, room: float) -> Markup:
    """The characters a gang has, wherever they are; this much is open."""
    names = desk.view.rosters[seat]
    step = min(size + 5, (room - size) / max(1, len(names) - 1))
    faces = [
        svg.group(desk.face(name, size), x=x + i * step, y=y, title=desk.stats(name)) for i, name in enumerate(names)
    ]
    return svg.join(*faces)


def stock(desk: Desk, seat: int, kind: int, x: float, y: float) -> Markup:
    """Stock of one traffic; in the warehouse what was bid and managed this turn."""
    view = desk.view
    held = view.stock[seat][kind]
    there = view.managed[seat][kind] + (view.bids[seat][kind] if view.bids else 0)
    leads = view.leaders[kind][0] == seat
    parts = []
    if leads:
        parts.append(svg.rect(x - 17, y - 15, 34, 21, "none", svg.PLAYERS[seat].paint, 2, 3))
    shown = str(held) if held else "·"
    if there:
        shown += f"+{there}"
    told = say(
        "{seat}: {held} stock of {traffic}; in the warehouse this turn: {there}",
        seat=Seat(seat),
        held=held,
        traffic=names.traffic(desk.box, desk.box.traffics[kind]),
        there=there,
    )
    parts.append(svg.text(x, y, shown, 13, "ink" if held or there else "smoke", "middle", room=34))
    return svg.group(*parts, title=desk.words(told))


def register(desk: Desk, x: float, y: float, width: float, height: float) -> Markup:
    """Every place of the city on a line: owner, initiative, name, traffics, who waits there."""
    view = desk.view
    rows = max(10, len(view.city))
    step = height / rows
    parts = []
    for index, (name, _, _, owner, waiting) in enumerate(view.city):
        middle = y + step * (index + 0.5)
        place = desk.box.place_number[name]
        parts.append(svg.line(x, middle + step / 2, x + width, middle + step / 2, "ash", 0.6))
        if owner >= 0:
            parts.append(desk.mark(owner, x + 9, middle, 6))
        parts.append(svg.numeral(x + 36, middle + 5, desk.box.initiative[place], 10, "bronze", "end"))
        parts.append(svg.text(x + 42, middle + 4, desk.words(names.title(desk.box, name)), 12, serif=True, room=96))
        parts.append(trades(desk, place, x + 150, middle, 7))
        parts.append(svg.text(x + 206, middle + 4, listed(desk, waiting), 11, "smoke", room=width - 208))
    return svg.join(*parts)


def trades(desk: Desk, place: int, x: float, middle: float, radius: float) -> Markup:
    """The traffics of a place in a row, from the left."""
    box = desk.box
    names = [name for k, name in enumerate(box.traffics) for _ in range(box.place_icons[place * box.kinds + k])]
    return svg.join(*(desk.traffic(name, x + i * (radius * 2 + 3), middle, radius) for i, name in enumerate(names)))


def listed(desk: Desk, waiting: Sequence[str]) -> str:
    """Who waits there, in words."""
    return desk.words(say("{who}", who=names.people(desk.box, waiting))) if waiting else ""


def gang_card(desk: Desk, seat: int, x: float, y: float, width: float) -> Markup:
    """A gang on a phone: three short lines."""
    view, box = desk.view, desk.box
    parts = [svg.line(x, y, x + width, y, "ash", 0.8), desk.mark(seat, x + 18, y + 20, 13, seat in view.to_move)]
    parts.append(svg.text(x + 42, y + 25, desk.name(seat), 15, serif=True, room=190, least=12))
    if seat == view.first:
        parts.append(svg.icon("flag", x + 244, y + 12, 15, "bronze", desk.words(say("first player"))))
    parts.append(tiles_left(desk, seat, x + 272, y + 20))
    parts.append(svg.numeral(x + width - 4, y + 30, view.scores[seat], 22, "ink", "end"))
    parts.append(roster(desk, seat, x + 8, y + 42, 26, 180))
    step = 160 / box.kinds
    for k in range(box.kinds):
        parts.append(stock(desk, seat, k, x + 204 + step * (k + 0.5), y + 60))
    return svg.join(*parts)


def markers(desk: Desk, x: float, y: float, width: float) -> Markup:
    """The markers of the traffics in a row."""
    box = desk.box
    step = width / box.kinds
    return svg.join(*(marker(desk, k, x + step * (k + 0.5), y, name, step) for k, name in enumerate(box.traffics)))


def place_card(desk: Desk, index: int, x: float, y: float, width: float) -> Markup:
    """A place on a phone: two short lines."""
    name, _, _, owner, waiting = desk.view.city[index]
    place = desk.box.place_number[name]
    title = desk.words(names.title(desk.box, name))
    parts = [svg.line(x, y, x + width, y, "ash", 0.8)]
    if owner >= 0:
        parts.append(desk.mark(owner, x + 9, y + 12, 7))
    parts.append(svg.numeral(x + 38, y + 18, desk.box.initiative[place], 12, "bronze", "end"))
    parts.append(svg.text(x + 46, y + 17, title, 14, serif=True, room=150))
    parts.append(svg.text(x + 204, y + 17, short(title), 11, "smoke"))
    parts.append(trades(desk, place, x + 260, y + 12, 9))
    parts.append(svg.text(x + 46, y + 33, listed(desk, waiting), 12, "smoke", room=width - 50))
    return svg.join(*parts)


def parts(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
) -> TableParts:
    """The table, still as one picture."""
    return whole(draw(view, box, actions, names, language, narrow), view.scores)
