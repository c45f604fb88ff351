"""Pay days and the end, told step by step with the sums laid open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from parrain.core import svg
from parrain.core.parts import Part, Scene, Step
from parrain.core.say import Say, Seat, say, say_plural
from parrain.core.svg import EMPTY, Markup
from parrain.games.gangster import text
from parrain.games.gangster.board.drawing import Drawing, Frame, bust, double_disc, line, mark, mark_of
from parrain.games.gangster.board.payout import ranking
from parrain.games.gangster.components import UNKNOWN, Box
from parrain.games.gangster.text import ORDINALS
from parrain.games.gangster.view import View

Event = Mapping[str, object]
WIDE, NARROW = Frame(0, 0, 920, 430), Frame(0, 0, 390, 430)


class Paid(NamedTuple):
    """A district that pays: its number in the View, who got how much, and who stood where."""

    at: int
    double: bool
    paid: tuple[tuple[str, int], ...]
    squares: tuple[str, ...]

    @property
    def total(self) -> int:
        """All it pays."""
        return sum(points for _, points in self.paid)


class PayDay(NamedTuple):
    """A pay day: the casino card, who drew it, the districts from the smallest sum on, influence before and after."""

    round: int
    casino: int
    seat: int
    districts: tuple[Paid, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]


def scenes(
    events: Sequence[Event],
    view: View,
    box: Box,
    names: Sequence[str],
    language: str,
    narrow: bool,
    earlier: Sequence[Event] = (),
) -> list[Scene]:
    """Pay days and the end among these events."""
    found: list[Scene] = []
    if not any(event["kind"] in ("casino", "end") for event in events):
        return found
    drawing = Drawing(view, box, (), names, language, narrow)
    last = None
    for number, event in enumerate(events):
        if event["kind"] == "casino":
            last = pay_day(events, number, view)
            if last is not None:
                found.append(pay_day_scene(drawing, last))
        elif event["kind"] == "end":
            found.append(end_scene(drawing, last))
    return found


def pay_day(events: Sequence[Event], start: int, view: View) -> PayDay | None:
    """The pay day that begins with this event; None if it is not whole."""
    end = next((at for at in range(start, len(events)) if events[at]["kind"] == "influence"), -1)
    if end < 0:
        return None
    squares = squares_before(events[end:], view)
    after = tuple(cast(Sequence[int], events[end]["scores"]))
    today = [0] * view.players
    districts = []
    for event in events[start:end]:
        if event["kind"] == "score":
            at = view.districts.index(str(event["district"]))
            paid = tuple(
                (str(colour), cast(int, points)) for colour, points in cast(Sequence[Sequence[object]], event["paid"])
            )
            districts.append(Paid(at, bool(event["double"]), paid, squares[at]))
            for colour, points in paid:
                today[view.owners[view.colours.index(colour)]] += points
    opening = events[start]
    before = tuple(now - gain for now, gain in zip(after, today, strict=True))
    ordered = tuple(sorted(districts, key=lambda each: (each.total, each.at)))
    return PayDay(
        cast(int, opening["round"]), cast(int, opening["value"]), cast(int, opening["seat"]), ordered, before, after
    )


def squares_before(later: Sequence[Event], view: View) -> list[tuple[str, ...]]:
    """Who stood where before these events: the View's squares with what happened since undone."""
    squares = [list(each) for each in view.squares]
    for event in reversed(later):
        if event["kind"] in ("unload", "load"):
            row = squares[view.districts.index(str(event["district"]))]
            square = cast(int, event["square"]) - 1
            row += [""] * (square + 1 - len(row))
            row[square] = "" if event["kind"] == "unload" else str(event["gangster"])
    return [tuple(each) for each in squares]


# -- a pay day --------------------------------------------------------------------------------------------------------


def pay_day_scene(drawing: Drawing, day: PayDay) -> Scene:
    """The casino card, each district from the smallest sum to the largest, then the total."""
    words = drawing.words
    title = words(say("Pay day {round} of {rounds}", round=day.round, rounds=drawing.view.rounds))
    drawn = say(
        "{seat} draws the casino card: every “?” is worth {value} today.", seat=Seat(day.seat), value=day.casino
    )
    steps = [Step(words(drawn), scene_part(drawing, casino_card(drawing, day), ledger(drawing, day, -1)))]
    for number, each in enumerate(day.districts):
        picture = district_picture(drawing, day, each)
        note = tie_note(drawing, each)
        caption = words(paid_text(drawing, each))
        steps.append(Step(caption, scene_part(drawing, picture, ledger(drawing, day, number)), note))
    best = max(day.after)
    kings = [Seat(seat) for seat, points in enumerate(day.after) if points == best]
    leads = say_plural(
        "{seats} leads with {points}.",
        "{seats} lead with {points}.",
        count=len(kings),
        seats=text.listed(kings),
        points=best,
    )
    total = scene_part(drawing, standings(drawing, day.before, day.after), ledger(drawing, day, len(day.districts)))
    steps.append(Step(words(leads), total))
    return Scene(title, tuple(steps))


def scene_part(drawing: Drawing, left: Markup, right: Markup) -> Part:
    """A picture of a scene: on the left what happens, on the right (on a phone below) the running sums."""
    frame = NARROW if drawing.narrow else WIDE
    rays = svg.tag("g", svg.rays(270 if not drawing.narrow else 195, 400, 380, 22, "gold"), opacity=0.1)
    shown = [svg.rect(*frame, "coal"), rays if not drawing.narrow else EMPTY, left]
    shown.append(svg.group(right, x=0 if drawing.narrow else 546, y=318 if drawing.narrow else 10))
    return Part("scene", frame.width, frame.height, svg.join(*shown))


def paid_text(drawing: Drawing, each: Paid) -> Say:
    """Who is paid what in a district."""
    told = [say("{seat} {points}", seat=drawing.player(colour), points=points) for colour, points in each.paid]
    place = drawing.box.titles[drawing.box.number_of[drawing.view.districts[each.at]]]
    if each.double:
        return say("{place}, doubled: {paid}.", place=place, paid=text.listed(told))
    return say("{place}: {paid}.", place=place, paid=text.listed(told))


def tied(each: Paid) -> list[str]:
    """The clans that another clan equals in number."""
    order = ranking(each.squares)
    counts = [each.squares.count(colour) for colour in order]
    return [colour for colour, count in zip(order, counts, strict=True) if counts.count(count) > 1]


def tie_note(drawing: Drawing, each: Paid) -> str:
    """How equal numbers were ranked."""
    clans = tied(each)
    if not clans:
        return ""
    players = text.listed([drawing.player(colour) for colour in clans])
    return drawing.words(say("As many men: {seats}. The man on the highest square decides.", seats=players))


def casino_card(drawing: Drawing, day: PayDay) -> Markup:
    """The casino card, alone and large."""
    narrow = drawing.narrow
    x, y, width, height = (120.0, 50.0, 150.0, 200.0) if narrow else (180.0, 70.0, 200.0, 270.0)
    return svg.join(
        svg.rect(x, y, width, height, "ivory", "gold", 3, 10),
        svg.rect(x + 12, y + 12, width - 24, height - 24, "blood", "gold", 2, 6),
        svg.icon("chip", x + width / 2 - 18, y + 24, 36, "gold"),
        svg.text(x + width / 2, y + height * 0.66, f"? = {day.casino}", width * 0.28, "ivory", "middle", serif=True),
    )


def district_picture(drawing: Drawing, day: PayDay, each: Paid) -> Markup:
    """The district with its values and squares, below it a pedestal for each who is paid, as high as the sum."""
    if drawing.narrow:
        head = svg.join(
            svg.rect(8, 8, 374, 40, "card", "gold", 1.5, 4),
            line(18, 35, title_of(drawing, each), 19, "coal", serif=True, room=300, least=14),
            double_disc(358, 28, 15) if each.double else EMPTY,
        )
        return svg.join(head, pedestals(drawing, day, each, Frame(8, 56, 374, 250)))
    return svg.join(tile(drawing, each), pedestals(drawing, day, each, Frame(16, 190, 520, 232)))


def title_of(drawing: Drawing, each: Paid) -> str:
    """The name of a district."""
    return drawing.box.titles[drawing.box.number_of[drawing.view.districts[each.at]]]


def tile(drawing: Drawing, each: Paid) -> Markup:
    """The district at twice its size: the printed values, its squares, the deciding ones ringed and numbered."""
    view, box = drawing.view, drawing.box
    number = view.tiles[each.at] - 1
    values, count = box.tile_values[number], box.tile_squares[number]
    name = title_of(drawing, each)
    shown = [
        svg.rect(16, 10, 520, 168, "card", "gold", 3, 5),
        line(30, 40, name, 22, "coal", serif=True, room=220),
        double_disc(56 + min(svg.width_of(name, 22, True), 220), 33, 15) if each.double else EMPTY,
    ]
    order = ranking(each.squares)
    for rank, value in enumerate(values):
        x = 528.0 - (len(values) - rank) * 58
        shown.append(svg.rect(x, 18, 54, 30, "tray", "slate", 0.8, 2))
        shown.append(
            mark(order[rank], x + 14, 33, 8) if rank < len(order) else svg.circle(x + 14, 33, 8, "none", "dust")
        )
        told, ink = ("?", "blood") if value == UNKNOWN else (str(value), "coal")
        shown.append(svg.text(x + 37, 40, told, 19, ink, "middle", serif=True))
    across = -(-count // 2)
    wide = min(84.0, 504 / across)
    decisive = {max(i for i, one in enumerate(each.squares) if one == colour): colour for colour in tied(each)}
    for square in range(count):
        x, y = 24 + square % across * wide, 56 + square // across * 59
        shown.append(svg.rect(x + 1, y, wide - 3, 56, "ground", "slate", 0.8, 3))
        if square < len(each.squares) and each.squares[square]:
            shown.append(bust(each.squares[square], x + wide / 2 - 23, y + 8, 46))
        if square in decisive:
            shown.append(svg.rect(x + 1, y, wide - 3, 56, "none", "blood", 3, 3))
            shown.append(svg.circle(x + wide - 12, y + 12, 10, "blood", "gold", 1))
            shown.append(svg.text(x + wide - 12, y + 17, str(square + 1), 13, "ivory", "middle", bold=True))
    return svg.join(*shown)


def pedestals(drawing: Drawing, day: PayDay, each: Paid, area: Frame) -> Markup:
    """One pedestal a rank, as high as what it pays: place, sum and formula on it, the clan above, its men below."""
    values = drawing.box.tile_values[drawing.view.tiles[each.at] - 1]
    least = drawing.least
    wide = min(126.0, area.width / max(len(each.paid), 1))
    base = area.y + area.height - 42
    most = max((points for _, points in each.paid), default=1)
    scale = min(7.4, (base - area.y - 62 - 54) / max(most, 1))
    start = area.x + (area.width - wide * len(each.paid)) / 2
    shown = [svg.line(area.x, base, area.x + area.width, base, "gold", 3)]
    for rank, (colour, points) in enumerate(each.paid):
        x, high = start + rank * wide, 54 + points * scale
        middle, top = x + wide / 2, base - 54 - points * scale
        unknown = values[rank] == UNKNOWN
        formula = f"? = {day.casino}" if unknown else str(values[rank])
        formula += f" × {drawing.box.double_pays}" if each.double else ""
        men = each.squares.count(colour)
        count = drawing.words(say_plural("{count} man", "{count} men", count=men))
        shown += [
            svg.rect(x + 3, top, wide - 6, high, "ivory", "coal", 2),
            svg.rect(x + 3, top, wide - 6, 8, mark_of(colour).paint, "coal", 2),
            bust(colour, middle - 28, top - 55, 56),
            svg.circle(x + 15, top - 12, 15, "coal", "gold", 1.6),
            line(
                x + 15, top - 7, drawing.words(ORDINALS[rank]), 14, "glow", "middle", serif=True, room=29, least=least
            ),
            svg.text(middle, top + 29, f"+{points}", 22, "blood" if unknown else "coal", "middle", serif=True),
            line(middle, top + 48, formula, 14, "dust", "middle", room=wide - 12, least=least),
            mark(colour, x + 12, base + 15, 7, "ivory"),
            line(x + 24, base + 20, drawing.player(colour), 15, "ivory", serif=True, room=wide - 28, least=least),
            line(x + 5, base + 38, count, 14, "cream", room=wide - 8, least=least),
        ]
    return svg.join(*shown)


# -- the sums ---------------------------------------------------------------------------------------------------------


def by_owner(view: View) -> list[str]:
    """The clans, those of one player beside each other."""
    return sorted(
        view.colours, key=lambda colour: (view.owners[view.colours.index(colour)], view.colours.index(colour))
    )


def ledger(drawing: Drawing, day: PayDay, now: int) -> Markup:
    """The pay book after the district of that number: rows of districts, columns of clans, today and influence."""
    view = drawing.view
    today = list(day.before)
    for each in day.districts[: now + 1]:
        for colour, points in each.paid:
            today[view.owners[view.colours.index(colour)]] += points
    if drawing.narrow:
        return small_ledger(drawing, day, today)
    columns = by_owner(view)
    left, width = 168.0, 364.0
    wide = (width - left) / len(columns)
    high = min(27.0, 268 / max(len(day.districts), 1))
    shown = [svg.rect(0, 0, width, 410, "card", "gold", 2)]
    for i, colour in enumerate(columns):
        middle = left + (i + 0.5) * wide
        shown.append(mark(colour, middle, 18, 8))
        shown.append(line(middle, 42, drawing.player(colour), 13, "coal", "middle", room=wide - 3))
    for number, each in enumerate(day.districts):
        shown.append(ledger_row(drawing, each, 50 + number * high, high, number - now))
    foot = 50 + len(day.districts) * high
    rows = (
        (say("Today"), [f"+{a - b}" for a, b in zip(today, day.before, strict=True)], "felt", 15.0),
        (say("Before"), [str(each) for each in day.before], "dust", 15.0),
        (say("Influence"), [str(each) for each in today], "coal", 21.0),
    )
    shown.append(svg.line(0, foot, width, foot, "coal", 2))
    for number, (word, sums, ink, size) in enumerate(rows):
        y = foot + 22 + number * 27
        shown.append(line(10, y, drawing.words(word), 14, "coal", serif=True, room=left - 14))
        for seat, told in enumerate(sums):
            places = [i for i, colour in enumerate(columns) if view.owners[view.colours.index(colour)] == seat]
            middle = left + (sum(places) / len(places) + 0.5) * wide
            shown.append(svg.text(middle, y, told, size, ink, "middle", serif=True))
    return svg.join(*shown)


def ledger_row(drawing: Drawing, each: Paid, y: float, high: float, distance: int) -> Markup:
    """A district in the pay book: paid, being paid, or still to come."""
    view = drawing.view
    columns = by_owner(view)
    left, width = 168.0, 364.0
    wide = (width - left) / len(columns)
    base = y + high * 0.5 + 5
    shown = [
        svg.rect(2, y, width - 4, high, "glow", "coal", 1.5) if distance == 0 else svg.line(0, y, width, y, "tray", 1)
    ]
    ink = "coal" if distance <= 0 else "dust"
    shown.append(
        line(10, base, title_of(drawing, each), 13.5, ink, serif=True, room=left - (42 if each.double else 14))
    )
    if each.double:
        shown.append(svg.text(left - 6, base, "×2", 13, "blood", "end", serif=True, bold=True))
    if distance > 0:
        told = drawing.words(say("{points} to be paid", points=each.total))
        shown.append(line(left + (width - left) / 2, base, told, 13, "dust", "middle", room=width - left))
        return svg.join(*shown)
    values = drawing.box.tile_values[view.tiles[each.at] - 1]
    paid = {colour: (rank, points) for rank, (colour, points) in enumerate(each.paid)}
    for i, colour in enumerate(columns):
        middle = left + (i + 0.5) * wide
        if colour not in paid:
            shown.append(svg.text(middle, base, "–", 14, "dust", "middle"))
            continue
        rank, points = paid[colour]
        red = values[rank] == UNKNOWN
        shown.append(svg.text(middle, base, str(points), 16, "blood" if red else "coal", "middle", serif=True))
    return svg.join(*shown)


def small_ledger(drawing: Drawing, day: PayDay, today: Sequence[int]) -> Markup:
    """The running sums on a phone: a column for each player."""
    view = drawing.view
    wide = 374 / view.players
    shown = [svg.rect(8, 0, 374, 104, "card", "gold", 2)]
    for seat in range(view.players):
        middle = 8 + (seat + 0.5) * wide
        clans = [colour for colour, owner in zip(view.colours, view.owners, strict=True) if owner == seat]
        shown += [mark(colour, middle + (i - (len(clans) - 1) / 2) * 22, 18, 8) for i, colour in enumerate(clans)]
        shown.append(line(middle, 42, drawing.name(seat), 14, "coal", "middle", room=wide - 6, least=14))
        shown.append(svg.text(middle, 64, f"+{today[seat] - day.before[seat]}", 15, "felt", "middle", serif=True))
        shown.append(svg.text(middle, 93, str(today[seat]), 24, "coal", "middle", serif=True))
    return svg.join(*shown)


def standings(drawing: Drawing, before: Sequence[int], after: Sequence[int]) -> Markup:
    """A bar for each player, best first: what there was before full, what came today lighter."""
    view = drawing.view
    width = 390.0 if drawing.narrow else 540.0
    most = max([*after, 1])
    order = sorted(range(view.players), key=lambda seat: -after[seat])
    high = min(76.0, 300 / view.players) if drawing.narrow else min(100.0, 410 / view.players)
    shown = []
    for row, seat in enumerate(order):
        y = 12 + row * high
        colour = next(each for each, owner in zip(view.colours, view.owners, strict=True) if owner == seat)
        room = width - 190
        old, new = room * before[seat] / most, room * (after[seat] - before[seat]) / most
        paint = mark_of(colour).paint
        told = svg.text(width - 14, y + high * 0.62, str(after[seat]), 28, "ivory", "end", serif=True)
        gain = f"+{after[seat] - before[seat]}"
        shown += [
            bust(colour, 12, y + high / 2 - 22, 44),
            line(66, y + 16, drawing.name(seat), 16, "ivory", serif=True, room=room, least=14),
            svg.rect(66, y + 24, max(old, 1), high - 40, paint, "ivory", 1),
            svg.rect(66 + old, y + 24, new, high - 40, "glow", "ivory", 1, opacity=0.75) if new else EMPTY,
            line(66 + old + new + 6, y + 8 + high / 2, gain, 14, "glow", room=60, least=14) if new else EMPTY,
            told,
        ]
    return svg.join(*shown)


# -- the end ----------------------------------------------------------------------------------------------------------


def end_scene(drawing: Drawing, last: PayDay | None) -> Scene:
    """The final scores: what each had before the last pay day, and what it brought."""
    view = drawing.view
    after = view.scores
    before = last.before if last is not None else after
    frame = NARROW if drawing.narrow else WIDE
    kings = [colour for colour, seat in zip(view.colours, view.owners, strict=True) if view.places[seat] == 1]
    crown = svg.icon("crown", 165 if drawing.narrow else 700, 330 if drawing.narrow else 60, 60, "gold")
    size = 60.0 if drawing.narrow else min(200.0, 300 / len(kings))
    left, top = (230.0, 330.0) if drawing.narrow else (730 - size * len(kings) / 2, 130.0)
    people = [bust(colour, left + i * size, top, size) for i, colour in enumerate(kings)]
    body = svg.join(svg.rect(*frame, "coal"), standings(drawing, before, after), crown, *people)
    legend = ""
    if last is not None:
        legend = drawing.words(say("In gold: what pay day {round} brought.", round=last.round))
    step = Step(drawing.words(text.ending(view)), Part("scene", frame.width, frame.height, body), legend)
    return Scene(drawing.words(say("The end")), (step,))


# -- what an event points at ------------------------------------------------------------------------------------------


def pointed(event: Event, box: Box) -> tuple[str, ...]:
    """The pieces and places that an event is about."""
    what = event["kind"]
    if what == "drive":
        return f"car.{event['colour']}", f"place.{event['from']}", f"place.{event['to']}"
    if what == "bump":
        return f"car.{event['colour']}", f"car.{event['other']}", f"place.{event['to']}"
    if what in ("unload", "load"):
        district = event["district"]
        return f"at.{district}.{event['square']}", f"men.{district}.{event['gangster']}", f"place.{district}"
    if what == "open":
        return f"car.{event['colour']}", *(f"place.{each}" for each in cast(Sequence[str], event["districts"]))
    if what == "double":
        return f"double.{event['district']}", f"place.{event['district']}"
    if what == "score":
        return (f"place.{event['district']}",)
    if what in ("sink", "keep", "equip", "nothing-new", "port", "three-equal"):
        return (f"place.{box.names[box.port]}", *([f"car.{event['colour']}"] if "colour" in event else []))
    if what in ("cards-up", "police"):
        return (f"car.{event['colour']}",)
    return ("casino",) if what == "casino" else ()
