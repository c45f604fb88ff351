"""Pictures of claims, gains, stakes, districts and final scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from parrain.core import svg
from parrain.core.parts import Part
from parrain.core.say import Say, Seat, say, say_plural
from parrain.core.svg import Markup
from parrain.games.police_vs_gangs.actions import COLOURS
from parrain.games.police_vs_gangs.board.pieces import DISTRICTS, holder, place_card, shape, token
from parrain.games.police_vs_gangs.board.table import Table
from parrain.games.police_vs_gangs.text.names import claimed, points_of, proposed

Happened = Mapping[str, object]


def scene(width: float, height: float, parts: Sequence[Markup], title: str) -> Part:
    """A picture of a scene."""
    return Part("scene", width, height, svg.join(*parts), title)


def seat_of(event: Happened, key: str = "seat") -> int:
    """The player an event is about."""
    return cast(int, event[key])


# -- claims ------------------------------------------------------------------------------------------------------------


def claims_picture(table: Table, event: Happened, width: float) -> Part:
    """What everybody said in the end."""
    told: list[tuple[int, Say]] = []
    for one in cast(Sequence[Happened], event.get("claims", [])):
        told.append((seat_of(one), claimed(seat_of(one), cast(Sequence[str], one["claim"]), table.box)))
    for one in cast(Sequence[Happened], event.get("proposals", [])):
        told.append((seat_of(one), proposed(one, table.box)))
    parts: list[Markup] = []
    y = 8.0
    for seat, words in told:
        lines = svg.wrap(table.begun(words), 16, width - 96, 4)
        high = 28 + 22.0 * len(lines)
        parts.append(svg.rect(70, y, width - 78, high, "card", svg.PLAYERS[seat].paint, 2.5, 4))
        parts.append(shape(seat, 36, y + high / 2, 18))
        parts.append(svg.paragraph(84, y + 28, table.begun(words), width - 96, 16, "coal", most=4))
        y += high + 12
    paint = "felt" if event["accord"] else "blood"
    verdict = table.words(say("A deal") if event["accord"] else say("No deal"))
    parts.append(svg.rect(8, y, width - 16, 44, paint, "coal", 1.6, 4))
    parts.append(svg.text(width / 2, y + 29, verdict, 20, "ivory", "middle", serif=True, room=width - 40, least=14))
    return scene(width, y + 52, parts, verdict)


# -- gains -------------------------------------------------------------------------------------------------------------


def gains_picture(table: Table, event: Happened, width: float) -> Part:
    """How a place was settled: its new holder, and what each player gained."""
    card = str(event["card"])
    owner = cast(int, event["owner"])
    narrow = width < 600
    parts = [svg.group(place_card(table, card, plain=True, held=owner != -1), x=12, y=20)]
    if owner != -1:
        parts.append(holder(owner, 12 + 204 - 15, 34))
    x, y = (12.0, 176.0) if narrow else (250.0, 20.0)
    told = say("{seat} controls it.", seat=Seat(owner)) if owner != -1 else say("Nobody controls it.")
    parts.append(svg.text(x, y + 20, table.words(told), 18, "ink", serif=True, room=width - x - 12, least=14))
    y += 36
    for one in cast(Sequence[Happened], event["got"]):
        parts.append(gain_line(table, one, x, y, width - x - 12))
        y += 48
    if not event["got"]:
        parts.append(svg.text(x, y + 20, table.words(say("Nobody gains anything else.")), 16, "smoke"))
        y += 40
    return scene(width, max(y, 176.0), parts, table.place(card))


def gain_line(table: Table, one: Happened, x: float, y: float, room: float) -> Markup:
    """A player's points and tokens."""
    seat = seat_of(one)
    parts = [
        svg.rect(x, y, room, 42, "ground", None),
        shape(seat, x + 22, y + 21, 13),
        svg.text(x + 44, y + 27, table.name(seat), 16, "coal", serif=True, room=room * 0.34, least=14),
    ]
    at = x + 54 + room * 0.34
    points = cast(int, one["points"])
    if points:
        told = f"+{table.words(points_of(points))}"
        parts.append(svg.text(at, y + 27, told, 17, "steel", serif=True))
        at += svg.width_of(told, 17, True) + 12
    for name, count in cast(Mapping[str, int], one["tokens"]).items():
        parts.append(token(name, at, y + 6, 30))
        parts.append(svg.text(at + 33, y + 27, f"×{count}", 16, "coal"))
        at += 66
    return svg.join(*parts)


# -- the count ---------------------------------------------------------------------------------------------------------


def stakes_picture(table: Table, event: Happened, results: Sequence[Happened], now: str, width: float) -> Part:
    """A table of stakes: a row for each player, a column for each traffic; below, who wins it and for how much."""
    names = table.box.traffic_names
    rows = cast(Sequence[Mapping[str, int]], event["stakes"])
    side = 96.0 if width < 600 else 180.0
    step = (width - side - 8) / len(names)
    won = {str(one["traffic"]): one for one in results}
    high = 64 + 44.0 * len(rows) + 62
    parts = [svg.rect(0, 0, width, high, "ground")]
    for t, name in enumerate(names):
        middle = side + t * step + step / 2
        if name == now:
            parts.append(svg.rect(middle - step / 2 + 2, 2, step - 4, high - 4, "card", "gold", 2.5, 6))
        parts.append(token(name, middle - 20, 10, 40))
        for seat, stake in enumerate(rows):
            count = stake.get(name, 0)
            best = name in won and seat in cast(Sequence[int], won[name]["seats"])
            words, colour = (str(count), "blood" if best else "coal") if count else ("·", "dust")
            parts.append(svg.text(middle, 92 + seat * 44, words, 24 if best else 19, colour, "middle", serif=True))
        if name in won:
            parts.append(traffic_result(won[name], middle, high - 30, step))
    for seat in range(len(rows)):
        parts.append(shape(seat, 22, 85 + seat * 44, 12))
        parts.append(svg.text(42, 91 + seat * 44, table.name(seat), 16, "coal", serif=True, room=side - 46, least=14))
    return scene(width, high, parts, table.words(say("The stakes")))


def traffic_result(one: Happened, middle: float, y: float, step: float) -> Markup:
    """Who takes a traffic, and the points; crossed out where nobody does."""
    seats = cast(Sequence[int], one["seats"]) if one["police"] or one["holder"] != -1 else []
    if not seats:
        return svg.icon("cross", middle - 10, y - 10, 20, "dust")
    parts = [shape(seat, middle - 18 - 14 * (len(seats) - 1 - i), y, 10) for i, seat in enumerate(seats)]
    parts.append(svg.text(middle - 2, y + 7, f"+{one['points']}", 20, "steel", serif=True, room=step / 2 + 4, least=14))
    return svg.join(*parts)


def districts_picture(table: Table, event: Happened, width: float) -> Part:
    """The majorities: a line for each district; of each player the best counts."""
    points = cast(Sequence[int], event["points"])
    lines = {str(one["colour"]): one for one in cast(Sequence[Happened], event["majorities"])}
    best: dict[int, str] = {}
    for colour, one in lines.items():
        seat = seat_of(one)
        if one["cards"] == points[seat] and seat not in best:
            best[seat] = colour
    parts: list[Markup] = []
    for i, colour in enumerate(COLOURS):
        y = 8 + i * 66
        paint, mark = DISTRICTS[colour]
        parts.append(svg.rect(8, y, width - 16, 56, "ground", "gold" if colour in best.values() else None, 2.5, 5))
        parts.append(svg.rect(8, y, 64, 56, paint, None, round_=5))
        parts.append(svg.icon(mark, 26, y + 14, 28, "ivory"))
        if colour not in lines:
            told = table.words(say("no majority"))
            parts.append(svg.text(88, y + 34, told, 16, "dust", room=width - 100, least=14))
            continue
        seat, cards = seat_of(lines[colour]), cast(int, lines[colour]["cards"])
        counts = best.get(seat) == colour
        parts.append(shape(seat, 100, y + 28, 13))
        told = table.words(say_plural("{seat}: {count} place", "{seat}: {count} places", seat=Seat(seat), count=cards))
        parts.append(svg.text(122, y + 34, told, 17, "coal", serif=True, room=width - 230, least=14))
        gained = f"+{cards}" if counts else "–"
        parts.append(svg.text(width - 30, y + 36, gained, 22, "steel" if counts else "dust", "end", serif=True))
    return scene(width, 8 + 66.0 * len(COLOURS), parts, table.words(say("The districts")))


# -- the end -----------------------------------------------------------------------------------------------------------


def score_parts(table: Table, events: Sequence[Happened], scores: Sequence[int]) -> list[list[int]]:
    """Of each player's score what came from traffics, districts and arrests in these events, then the rest."""
    teams = table.view.teams
    count = len(scores)
    found = [[0, 0, 0, 0] for _ in range(count)]

    def add(seat: int, part: int, points: int) -> None:
        for each in range(count):
            if each == seat or (teams and each % 2 == seat % 2):
                found[each][part] += points

    for event in events:
        if event["kind"] == "traffic":
            for seat in cast(Sequence[int], event["seats"]):
                add(seat, 0, cast(int, event["points"]))
        elif event["kind"] == "districts":
            for seat, points in enumerate(cast(Sequence[int], event["points"])):
                add(seat, 1, points)
        elif event["kind"] == "arrest":
            add(seat_of(event), 2, 1)
    for seat, parts in enumerate(found):
        parts[3] = scores[seat] - sum(parts)
    return found


def end_picture(table: Table, events: Sequence[Happened], end: Happened, width: float) -> Part:
    """Every player's final score as a bar of its parts, best first."""
    scores, places = cast(Sequence[int], end["scores"]), cast(Sequence[int], end["places"])
    found = score_parts(table, events, scores)
    narrow = width < 600
    side = 104.0 if narrow else 190.0
    unit = (width - side - 70) / max(1, *scores, table.box.target)
    parts: list[Markup] = []
    paints = (("felt", "chip"), ("steel", "house"), ("blood", "handcuffs"), ("slate", "star"))
    y = 12.0
    for seat in sorted(range(len(scores)), key=lambda each: (places[each], each)):
        parts.append(shape(seat, 26, y + 22, 15))
        if places[seat] == 1:
            parts.append(svg.figure("chief", 14, y - 9, 24))
        parts.append(svg.text(50, y + 28, table.name(seat), 17, "ink", serif=True, room=side - 56, least=14))
        x = side
        for (paint, mark), points in zip(paints, found[seat], strict=True):
            if points > 0:
                wide = points * unit
                parts.append(svg.rect(x, y + 4, wide, 36, paint, "ivory", 1))
                if wide > 44:
                    parts.append(svg.icon(mark, x + 6, y + 13, 18, "ivory"))
                    parts.append(svg.text(x + 28, y + 28, str(points), 15, "ivory"))
                x += wide
        parts.append(svg.text(x + 10, y + 32, str(scores[seat]), 26, "ink", serif=True))
        y += 54
    target = side + table.box.target * unit
    parts.append(svg.line(target, 4, target, y, "oxblood", 2, "5 4"))
    legend = (say("rackets"), say("districts"), say("arrests"), say("earlier"))
    x = 12.0
    for (paint, mark), words, part in zip(paints, legend, range(4), strict=True):
        if any(row[part] for row in found):
            told = table.words(words)
            parts.append(svg.rect(x, y + 6, 24, 24, paint))
            parts.append(svg.icon(mark, x + 3, y + 9, 18, "ivory"))
            parts.append(svg.text(x + 30, y + 24, told, 15, "ink", least=14))
            x += 46 + svg.width_of(told, 15)
            if narrow and x > width - 130:
                x, y = 12.0, y + 32
    return scene(width, y + 40, parts, table.words(say("The end")))
