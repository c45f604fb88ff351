"""What is told as a scene: the count at the end, part by part, and the third building. And what an event points at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from parrain.core import svg
from parrain.core.parts import Part, Scene, Step
from parrain.core.say import Say, Seat, say
from parrain.core.svg import EMPTY, Markup
from parrain.games.district_noir import text
from parrain.games.district_noir.board.faces import chip, face, faint, look
from parrain.games.district_noir.board.table import Table, signed
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.view import View

HIGH = 430.0


def scenes(
    events: Sequence[Mapping[str, object]],
    view: View,
    box: Box,
    names: Sequence[str],
    language: str,
    narrow: bool,
    earlier: Sequence[Mapping[str, object]] = (),
) -> list[Scene]:
    """The end of the game; an ordinary move is no scene."""
    kinds = [event["kind"] for event in events]
    if "count" not in kinds and "buildings" not in kinds:
        return []
    table = Table(view, box, (), names, language, narrow)
    return [count_scene(table) if "count" in kinds else sudden_death(table)]


def pointed(event: Mapping[str, object], box: Box) -> tuple[str, ...]:
    """The pieces that an event is about."""
    kind = event["kind"]
    if kind == "lay":
        return (f"newest.{event['card']}",)
    if kind == "deal":
        return ("deck",)
    if kind == "line":
        return tuple(f"line.{i}" for i in range(len(cast(Sequence[str], event["cards"]))))
    if kind == "take":
        found = dict.fromkeys(cast(Sequence[str], event["cards"]))
        copies = {name: box.counts[box.number_of[name]] for name in found}
        return tuple(f"taken.{event['seat']}.{name}.{i}" for name in found for i in range(copies[name]))
    return ("buildings",) if kind == "buildings" else ()


# -- the count --------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of the count: which step tells it, and for each seat its cards and its points."""

    step: int
    gang: int  # -1 for sets and deals
    word: Say
    cards: tuple[list[str], list[str]]
    points: tuple[int, int]


GANGS, SETS, DEALS, TOTAL = range(4)


def count_scene(table: Table) -> Scene:
    """The final scores by part: gangs, sets, deals, and who wins."""
    lines = count_lines(table)
    said = [
        (GANGS, say("Majorities of gangs: {points}.", points=by_seat([each.gangs for each in table.scores]))),
        (SETS, say("Sets: {points}.", points=by_seat([each.sets for each in table.scores]))),
        (DEALS, say("Alliances and betrayals: {points}.", points=by_seat([each.deals for each in table.scores]))),
        (TOTAL, text.ending(table.view)),
    ]
    told = {line.step for line in lines if any(line.points) or any(line.cards)} | {TOTAL}
    steps = [
        Step(table.words(caption), ledger(table, lines, step), note(table) if step == TOTAL else "")
        for step, caption in said
        if step in told
    ]
    return Scene(table.words(say("The count")), tuple(steps))


def by_seat(points: list[int]) -> list[Say]:
    """Both players with their points."""
    return [say("{seat} {points}", seat=Seat(seat), points=each) for seat, each in enumerate(points)]


def count_lines(table: Table) -> list[Line]:
    """Every line of the count."""
    box, counts = table.box, table.counts
    first, second = table.scores
    lines = []
    for gang in box.gangs:
        name, lead = box.names[gang], table.lead(gang)
        value = box.values[gang]
        cards = [name] * counts[0][gang], [name] * counts[1][gang]
        lines.append(Line(GANGS, gang, say("gang"), cards, (value * (lead == 0), value * (lead == 1))))
    whole = [min([counts[seat][gang] for gang in box.gangs], default=0) for seat in (0, 1)]
    each = [[box.names[gang] for _ in range(whole[seat]) for gang in box.gangs] for seat in (0, 1)]
    lines.append(Line(SETS, -1, say("sets"), (each[0], each[1]), (first.sets, second.sets)))
    order = sorted(box.alliances_and_betrayals, key=lambda card: -box.values[card])
    held = [[box.names[card] for card in order for _ in range(counts[seat][card])] for seat in (0, 1)]
    lines.append(Line(DEALS, -1, say("deals"), (held[0], held[1]), (first.deals, second.deals)))
    return lines


def note(table: Table) -> str:
    """What decided a tie."""
    view = table.view
    if view.ending != "tie-break":
        return ""
    gang = next(gang for gang in table.box.gangs if table.lead(gang) >= 0)
    return table.words(
        say("{seat} has taken more {gangs}.", seat=Seat(view.winner), gangs=text.gangs(table.box.names[gang]))
    )


def ledger(table: Table, lines: list[Line], step: int) -> Part:
    """The count up to a step: what is counted now on brass, what comes later still blank."""
    width = 390.0 if table.narrow else 920.0
    head, total = 84.0, 52.0
    high = min(54.0, (HIGH - head - total - 8) / len(lines))
    y, done = HIGH - total, step == TOTAL
    colour = "coal" if done else "ivory"
    shown = [night(width)]
    shown += [ledger_line(table, line, step, head + i * high, width, high - 4) for i, line in enumerate(lines)]
    shown.append(svg.rect(8, y, width - 16, total - 8, "ivory" if done else "coal", "gold", 1.6, 3))
    shown.append(table.label(width / 2, y + 27, table.words(say("total")), 15, colour, "middle", 90))
    for seat in (0, 1):
        x = side_of(table, seat, width)
        shown.append(svg.figure("man", x - 25, 6, 50, table.paint(seat)))
        shown.append(table.shape(seat, x, 50, 5.5))
        shown.append(table.label(x, 76, table.name(seat), 16, "ivory", "middle", width * 0.24, serif=True))
        counted = sum([line.points[seat] for line in lines if line.step <= step])
        best = done and seat == table.view.winner
        shown.append(svg.text(x, y + 33, signed(counted), 30, colour, "middle", serif=True, bold=best))
        if best:
            shown.append(svg.icon("laurel", x + (34 if x < width / 2 else -62), y + 8, 28, "ochre"))
    return Part("scene", width, HIGH, svg.join(*shown), table.words(say("The count")))


def night(width: float) -> Markup:
    """The ground of a scene: rays on night."""
    return svg.join(
        svg.rect(0, 0, width, HIGH, "coal"),
        faint(svg.rays(width / 2, HIGH, width * 0.8, 30, "brown", 40), opacity=0.35),
    )


def side_of(table: Table, seat: int, width: float) -> float:
    """Where a player's points stand."""
    return width * (0.14 if seat == table.above else 0.86)


def ledger_line(table: Table, line: Line, step: int, y: float, width: float, high: float) -> Markup:
    """A line of the count: the cards of both, and who scores what."""
    middle, base = width / 2, y + high / 2
    now, known = line.step == step, line.step <= step
    fill = "cream" if now else "dust" if known else "coal"
    shown = [svg.rect(8, y, width - 16, high, fill, "ochre", 1, 3)]
    if line.gang >= 0:
        name = table.box.names[line.gang]
        paint = look(name, table.box)[2]
        shown.append(svg.circle(middle, base, min(17.0, high / 2 - 2), paint, "gold", 1.5))
        shown.append(svg.text(middle, base + 6, signed(table.box.values[line.gang]), 18, "ivory", "middle", True, True))
    else:
        shown.append(
            table.label(middle, base + 5, table.words(line.word), 15, "coal" if now else "cream", "middle", 84)
        )
    if not known:
        return svg.join(*shown)
    colour = "coal" if now else "ivory"
    for seat in (0, 1):
        side = -1 if seat == table.above else 1
        points = line.points[seat]
        x = side_of(table, seat, width)
        size = 22 if points else 18
        shown.append(svg.text(x, base + 7, signed(points, True), size, colour, "middle", True, points != 0))
        shown.append(cards_of(table, line, seat, middle + side * 60, base, side, colour))
    return svg.join(*shown)


def cards_of(table: Table, line: Line, seat: int, x: float, base: float, side: int, colour: str) -> Markup:
    """A player's cards of a line as chips, from the middle outward; on the phone their number."""
    cards = line.cards[seat]
    if not cards or (table.narrow and line.step == DEALS):
        return EMPTY
    most = 16
    if table.narrow or len(cards) > most:
        words = str(len(cards)) if line.gang >= 0 else f"×{len(cards) // max(1, len(table.box.gangs))}"
        return table.label(x, base + 6, words, 18, colour, "middle", serif=True)
    rows = 1 if len(cards) <= most / 2 else 2
    across = -(-len(cards) // rows)
    high = 24.0 if rows == 1 else 19.0
    top = base - (high * rows + rows - 1) / 2
    left = x if side > 0 else x - across * 28 + 1
    return svg.join(
        *(
            svg.group(chip(table, name, 27, high), x=left + i % across * 28, y=top + i // across * (high + 1))
            for i, name in enumerate(cards)
        )
    )


# -- sudden death -----------------------------------------------------------------------------------------------------


def sudden_death(table: Table) -> Scene:
    """The buildings of the winner; points are not counted."""
    view, box = table.view, table.box
    width = 390.0 if table.narrow else 920.0
    middle = width / 2
    size = (100.0, 140.0) if table.narrow else (148.0, 208.0)
    held = [box.names[each] for each in box.buildings for _ in range(table.counts[view.winner][each])]
    step = min(size[0] + 20, (width - 24 - size[0]) / max(len(held) - 1, 1))
    left = middle - (step * (len(held) - 1) + size[0]) / 2
    shown = [night(width)]
    shown += [svg.group(face(table, name, *size, True), x=left + i * step, y=36) for i, name in enumerate(held)]
    y = 36 + size[1] + 30
    shown += [
        svg.figure("man", middle - 45, y, 90, table.paint(view.winner)),
        table.shape(view.winner, middle, y + 80, 9),
        table.label(middle, y + 120, table.name(view.winner), 24, "glow", "middle", width - 40, serif=True),
    ]
    picture = Part("scene", width, HIGH, svg.join(*shown), table.words(say("Sudden death")))
    first, second = view.scores
    points = say("Points are not counted: it would have been {first} to {second}.", first=first, second=second)
    return Scene(
        table.words(say("Sudden death")), (Step(table.words(text.ending(view)), picture, table.words(points)),)
    )
