"""What is told as a scene: explosions, the death of a Godfather, a deadly Cocktail, who goes out, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from parrain.core import svg
from parrain.core.parts import Part, Scene, Step
from parrain.core.say import Say, Seat, say, say_plural
from parrain.core.svg import EMPTY, Markup
from parrain.games.reglement import text
from parrain.games.reglement.board import people
from parrain.games.reglement.board.context import Context
from parrain.games.reglement.board.marks import cake_face
from parrain.games.reglement.components import RANKS, Box
from parrain.games.reglement.view import View

Event = Mapping[str, object]
WIDE, NARROW = (920.0, 430.0), (390.0, 430.0)


class Deed(NamedTuple):
    """Something that killed: its event, its deaths, who went out by it, and how many died afterwards, by seat."""

    event: Event
    deaths: list[Event]
    outs: list[Event]
    later: list[int]


DEEDS = ("blast", "stab", "shot", "cocktail")
MAKERS = (*DEEDS, "end")  # one of these makes a scene


def scenes(
    events: Sequence[Event],
    view: View,
    box: Box,
    names: Sequence[str],
    language: str,
    narrow: bool,
    earlier: Sequence[Event] = (),
) -> list[Scene]:
    """The scenes of these events, in their order."""
    if not any(event["kind"] in MAKERS for event in events):
        return []
    ctx = Context(view, box, (), names, language, narrow)
    found = [scene for deed in deeds(events, ctx.view.players) if (scene := deed_scene(ctx, deed)) is not None]
    if events and ctx.view.ending and events[-1]["kind"] == "end":
        found.append(end_scene(ctx, events[-1]))
    return found


def deeds(events: Sequence[Event], players: int) -> list[Deed]:
    """Every killing among the events with the deaths that follow it."""
    found: list[Deed] = []
    for event in events:
        if event["kind"] in DEEDS:
            found.append(Deed(event, [], [], [0] * players))
        elif event["kind"] == "death" and found:
            found[-1].deaths.append(event)
        elif event["kind"] == "out" and found:
            found[-1].outs.append(event)
    for number, deed in enumerate(found):
        for other in found[number + 1 :]:
            for death in other.deaths:
                deed.later[cast(int, death["seat"])] += 1
    return found


def deed_scene(ctx: Context, deed: Deed) -> Scene | None:
    """A scene of a killing; an ordinary stab, shot or Cocktail is none."""
    kind = deed.event["kind"]
    great = any(death["rank"] == "godfather" for death in deed.deaths) or deed.outs
    if kind != "blast" and not (great or (kind == "cocktail" and deed.deaths)):
        return None
    told = sentence(ctx, deed.event)
    steps = []
    if kind == "blast":
        steps.append(
            Step(
                told,
                row_picture(ctx, deed, False),
                ctx.words(say("The cake takes its own chair and the two beside it.")),
            )
        )
        steps.append(Step(ctx.sentence(toll(ctx, deed)), row_picture(ctx, deed, True), losses(ctx, deed)))
        title = say("The {gang} cake explodes", gang=text.gang(deed.event["gang"], ctx.box))
    else:
        steps.append(Step(told, row_picture(ctx, deed, True), losses(ctx, deed)))
        title = say("A deadly Cocktail") if kind == "cocktail" else title_of_death(ctx, deed)
    for out in deed.outs:
        caption = sentence(ctx, out)
        note = say(
            "The money stays: {sum}. The richest wins, dead or alive.", sum=text.dollars(cast(int, out["money"]))
        )
        steps.append(Step(caption, out_picture(ctx, cast(int, out["seat"])), ctx.words(note)))
    return Scene(ctx.sentence(title), tuple(steps))


def sentence(ctx: Context, event: Event) -> str:
    """An event as the reader is told it."""
    told = text.event_text(event, ctx.view.seat, ctx.box)
    return "" if told is None else ctx.sentence(told)


def title_of_death(ctx: Context, deed: Deed) -> Say:
    """What a stab or a shot is called."""
    victim = deed.deaths[0]
    return say("The end of the {who}", who=text.gangster(victim["gang"], victim["rank"], ctx.box))


def toll(ctx: Context, deed: Deed) -> Say:
    """Whom a blast killed."""
    if not deed.deaths:
        return say("Nobody sat there: much noise, no harm.")
    dead = [say("the {who}", who=text.gangster(each["gang"], each["rank"], ctx.box)) for each in deed.deaths]
    who = say("{first} and {last}", first=dead[:-1], last=dead[-1]) if len(dead) > 1 else dead[0]
    return say_plural("{who} dies.", "{who} die.", count=len(dead), who=who)


def losses(ctx: Context, deed: Deed) -> str:
    """What each gang lost, and how many men it has left."""
    told = []
    for seat in range(ctx.view.players):
        lost = sum(1 for death in deed.deaths if death["seat"] == seat)
        if lost:
            left = ctx.view.alive[seat] + deed.later[seat]
            men = say_plural("{count} man left", "{count} men left", count=left)
            told.append(ctx.words(say("{seat}: −{lost}, {men}", seat=Seat(seat), lost=lost, men=men)))
    return " · ".join(told)


# -- pictures ----------------------------------------------------------------------------------------------------------


def row_picture(ctx: Context, deed: Deed, dead: bool) -> Part:
    """The chairs that a killing is about, large, with who sits there; `dead` once it has happened."""
    width, height = NARROW if ctx.narrow else WIDE
    event, n = deed.event, ctx.box.chairs
    victims = {cast(int, death["chair"]): death for death in deed.deaths}
    if event["kind"] == "blast":
        middle = cast(int, event["chair"])
        chairs = [(middle - 2) % n + 1, middle, middle % n + 1]
    elif event["kind"] == "cocktail":
        chairs = list(cast(Sequence[int], event["chairs"]))
    else:
        chairs = [cast(int, event["from"]), cast(int, event["chair"])]
    size = 112.0 if ctx.narrow else 150.0
    gap = (width - size * len(chairs)) / (len(chairs) + 1)
    drawn = [svg.rect(0, 0, width, height, "felt"), svg.rect(8, 8, width - 16, height - 16, "none", "gold", 1.5, 12)]
    y = 96.0
    for i, number in enumerate(chairs):
        x = gap + i * (size + gap)
        drawn.append(svg.group(large_chair(ctx, deed, number, victims.get(number), size, dead), x=x, y=y))
    drawn.append(svg.group(weapon(ctx, deed, dead), x=width / 2, y=height - 66))
    return Part("scene", width, height, svg.join(*drawn))


def large_chair(ctx: Context, deed: Deed, number: int, victim: Event | None, size: float, dead: bool) -> Markup:
    """A chair of a scene, `size` wide: its number, its guest, a skull if he dies."""
    high = size * 1.2
    parts = [
        svg.group(people.chair(size, high, False, False), x=size / 2, y=high / 2),
        svg.text(size / 2, -12, ctx.words(say("Chair {chair}", chair=number)), 16, "ivory", "middle", serif=True),
    ]
    guest = None
    event = deed.event
    if victim is not None:
        guest = (str(victim["rank"]), cast(int, victim["seat"]))
    elif event["kind"] in ("stab", "shot") and number == event["from"]:
        guest = (str(event["by"]), cast(int, event["seat"]))
    elif ctx.view.owners[number - 1] >= 0 and event["kind"] == "cocktail":
        guest = (ctx.view.ranks[number - 1], ctx.view.owners[number - 1])
    if guest is not None:
        rank, seat = guest
        bust = people.bust(rank, seat, size - 8, 0.4 if dead and victim is not None else 1)
        parts.append(svg.group(bust, x=4, y=high - size + 8))
        parts.append(svg.text(size / 2, high + 24, ctx.name(seat), 16, "ivory", "middle", room=size + 20, least=14))
        if dead and victim is not None:
            parts.append(svg.seal("skull", size / 2, high * 0.55, 30, "blood"))
        elif event["kind"] == "cocktail":
            parts.append(people.sleeps(size - 14, 20, 16))
    else:
        parts.append(svg.line(size / 2 - 22, high / 2, size / 2 + 22, high / 2, "slate", 3))
    return svg.join(*parts)


def weapon(ctx: Context, deed: Deed, dead: bool) -> Markup:
    """What killed, round the origin: the cake or its blast, the knife, the gun, the glass."""
    kind = deed.event["kind"]
    if kind == "blast":
        if dead:
            return svg.join(svg.circle(0, 0, 46, "ivory", "blood", 3), svg.icon("boom", -40, -40, 80, "blood"))
        return cake_face(cast(int, deed.event["owner"]), 40)
    symbol = {"stab": "knife", "shot": "gun", "cocktail": "glass"}[str(kind)]
    return svg.join(svg.circle(0, 0, 42, "ivory", "blood", 3), svg.icon(symbol, -28, -28, 56, "blood"))


def out_picture(ctx: Context, seat: int) -> Part:
    """A gang that is gone: every man pale, with a skull."""
    width, height = NARROW if ctx.narrow else WIDE
    size = ctx.box.sizes[ctx.view.players - 3]
    men = [rank for number, rank in enumerate(RANKS) for _ in range(size[number])]
    in_row = 5
    cell = 72.0 if ctx.narrow else 108.0
    left = (width - cell * min(in_row, len(men))) / 2
    drawn = [svg.rect(0, 0, width, height, "felt"), svg.rect(8, 8, width - 16, height - 16, "none", "gold", 1.5, 12)]
    drawn.append(svg.text(width / 2, 58, ctx.name(seat), 26, "ivory", "middle", serif=True, room=width - 60, least=14))
    for i, rank in enumerate(men):
        x, y = left + i % in_row * cell, 96 + i // in_row * (cell + 14)
        drawn.append(svg.group(people.bust(rank, seat, cell - 10, 0.4), x=x + 5, y=y))
        drawn.append(svg.seal("skull", x + cell / 2, y + cell * 0.55, cell * 0.17, "blood"))
    drawn.append(svg.text(width / 2, height - 40, ctx.money(ctx.view.scores[seat]), 30, "glow", "middle", serif=True))
    return Part("scene", width, height, svg.join(*drawn))


# -- the end -----------------------------------------------------------------------------------------------------------


def end_scene(ctx: Context, event: Event) -> Scene:
    """How it ended, then everybody's money: what was earned, and the rest of the bank for who was left alone."""
    told = sentence(ctx, event)
    reason = text.tie_break(ctx.view) or say("The richest wins, dead or alive.")
    left = cast(int, event["left"])
    note = ctx.words(say("Left in the bank: {sum}, which is nobody's.", sum=text.dollars(left))) if left else ""
    first = Step(told, final_picture(ctx, event, False), note)
    last = Step(ctx.sentence(text.victory(ctx.view)), final_picture(ctx, event, True), ctx.words(reason))
    if not event["amount"] or event["ending"] != "alone":  # nothing is added to what everybody has
        first = Step(told, last_guests(ctx), note)
    return Scene(ctx.words(say("The bill")), (first, last))


def last_guests(ctx: Context) -> Part:
    """Who is left at the table: every gang with its men."""
    width, height = NARROW if ctx.narrow else WIDE
    view = ctx.view
    drawn = [svg.rect(0, 0, width, height, "felt"), svg.rect(8, 8, width - 16, height - 16, "none", "gold", 1.5, 12)]
    high = (height - 40) / view.players
    left = 24.0 if ctx.narrow else 70.0
    names = 100.0 if ctx.narrow else 190.0
    for seat in range(view.players):
        y = 20 + (seat + 0.5) * high
        men = [rank for chair, rank in enumerate(view.ranks) if view.owners[chair] == seat]
        size = min(high - 8, 56.0, (width - left - names - 24) / max(1, len(men)))
        drawn.append(svg.text(left, y + 6, ctx.name(seat), 17, "ivory", serif=True, room=names - 12, least=14))
        drawn += [
            svg.group(people.bust(rank, seat, size), x=left + names + i * size, y=y - size / 2)
            for i, rank in enumerate(sorted(men, key=RANKS.index))
        ]
        if not men:
            drawn.append(svg.seal("skull", left + names + 18, y, 16, "blood"))
    return Part("scene", width, height, svg.join(*drawn))


def final_picture(ctx: Context, event: Event, rest: bool) -> Part:
    """A row for every player in the order of places: earned at the table, the rest of the bank, the sum, men left."""
    view = ctx.view
    width, height = NARROW if ctx.narrow else WIDE
    order = sorted(range(view.players), key=lambda seat: (view.places[seat], seat))
    high = (height - 20) / len(order)
    drawn = [svg.rect(0, 0, width, height, "card")]
    for i, seat in enumerate(order):
        pot = cast(int, event["amount"]) if event["ending"] == "alone" and event["seat"] == seat else 0
        drawn.append(svg.group(final_row(ctx, seat, pot, rest, width, high), y=10 + i * high))
    return Part("scene", width, height, svg.join(*drawn))


def final_row(ctx: Context, seat: int, pot: int, rest: bool, width: float, high: float) -> Markup:
    """One player's money by part."""
    view = ctx.view
    colour = svg.PLAYERS[seat]
    earned = view.scores[seat] - pot
    total = earned + (pot if rest else 0)
    most = max(*view.scores, 1)
    y = high / 2
    left = 16.0 if ctx.narrow else 250.0
    room = (width - 32 if ctx.narrow else width - left - 190) / most
    bar_y, bar_high = (y + 14, 16.0) if ctx.narrow else (y - 13, 26.0)
    alive = view.alive[seat]
    men = say_plural("{count} man left", "{count} men left", count=alive) if alive else say("out")
    parts = [
        svg.line(12, high, width - 12, high, "slate", 0.8),
        svg.text(30, y + (2 if ctx.narrow else 7), str(view.places[seat]), 22, "coal", "middle", serif=True),
        svg.outline(colour.shape, 60, y - 6 if ctx.narrow else y, 11, colour.paint, "coal"),
        svg.text(
            80,
            y + (-2 if ctx.narrow else 0),
            ctx.name(seat),
            17,
            "coal",
            serif=True,
            room=width * 0.4 if ctx.narrow else 160,
            least=14,
        ),
        svg.text(width - 16, y + (2 if ctx.narrow else 8), ctx.money(total), 22, "coal", "end", serif=True),
        svg.rect(left, bar_y, earned * room, bar_high, colour.paint, "coal", 1.2),
        svg.rect(left + earned * room, bar_y, pot * room, bar_high, "gold", "coal", 1.2) if pot and rest else EMPTY,
    ]
    if not ctx.narrow:
        parts.append(svg.text(80, y + 18, ctx.words(men), 14, "dust", room=160, least=13))
        if pot and rest:
            words = ctx.words(
                say("earned {earned} + the bank {pot}", earned=text.dollars(earned), pot=text.dollars(pot))
            )
            parts.append(svg.text(left + 4, y + 28, words, 14, "dust", room=width - left - 20, least=13))
    return svg.join(*parts)


# -- what an event points at -------------------------------------------------------------------------------------------


def pointed(event: Event, box: Box) -> tuple[str, ...]:
    """The chairs and things on the table that an event is about."""
    kind, chairs = event["kind"], box.chairs
    found = [f"chair.{event[key]}" for key in ("from", "chair") if key in event]
    if kind in ("wake", "cocktail"):
        found = [f"chair.{each}" for each in cast(Sequence[int], event["chairs"])]
    elif kind == "blast":
        chair = cast(int, event["chair"])
        found = [f"chair.{each}" for each in ((chair - 2) % chairs + 1, chair, chair % chairs + 1)]
    elif kind == "serve":
        found.append(f"cake.{event['seat']}")
    elif kind == "income":
        found.append("bank")
    elif kind in ("draw", "shuffle"):
        found.append("pile")
    elif kind == "discard":
        found.append("discard")
    return tuple(found)
