"""Beside the board: how far the game is, what each player has, who runs the traffics."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from parrain.core import svg
from parrain.core.parts import SIDE, TRACKS, Panel, Part, Status, race
from parrain.core.say import Say, Seat, say, say_plural, say_term
from parrain.core.svg import Markup, Stretch
from parrain.core.translation import render
from parrain.games.police_vs_gangs.board.pieces import bars, die, faded, portrait, shape, token
from parrain.games.police_vs_gangs.board.strength import district_points
from parrain.games.police_vs_gangs.board.table import Table
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.text import phase_name, phase_number

CREW: Final = 34.0


def status(table: Table) -> Status:
    """The turn, its four phases, and the race to the points that end the game."""
    view = table.view
    target = table.box.target
    goal = table.words(say("First to {points}", points=target))
    track = race(view.scores, range(view.players), target, title=goal)
    phases = tuple(table.words(phase_name(number)) for number in range(4))
    turn = table.words(say("Turn {turn}", turn=view.turn) if view.turn else say("Setup"))
    return Status(turn, phases, phase_number(view), goal, track)


# -- players -----------------------------------------------------------------------------------------------------------


def panels(table: Table) -> tuple[Panel, ...]:
    """Every player's panel."""
    gains = district_points(table)
    return tuple(panel(table, seat, gains[seat]) for seat in range(table.view.players))


def panel(table: Table, seat: int, gain: int) -> Panel:
    """A player: faction, score, what the districts would add, the crew and its state."""
    view = table.view
    signs = []
    if view.order and view.order[-1] == seat:
        signs.append(("house", table.words(say("Last in order: lays the new place and says which place comes next"))))
    if view.phase == "place" and seat in view.passed:
        signs.append(("check", table.words(say("Has passed"))))
    return Panel(
        (seat,),
        str(view.scores[seat]),
        f"+{gain}" if gain and not view.ending else "",
        table.words(say("policeman") if seat % 2 else say("gangster")),
        tuple(signs),
        crew(table, seat),
    )


def states(roster: Sequence[str], jail: Sequence[str], seen: Sequence[str]) -> list[tuple[str, str]]:
    """Everybody of a roster with his state: hand, out, prison; whose tile lies face down is not known."""
    jailed, out = list(jail), list(seen)
    found: list[tuple[str, str]] = []
    for name in roster:
        for state, names in (("prison", jailed), ("out", out)):
            if name in names:
                names.remove(name)
                found.append((name, state))
                break
        else:
            found.append((name, "hand"))
    return found


def crew(table: Table, seat: int) -> Part:
    """The crew as its state: full in hand, pale when placed, behind bars in prison; then counts and tokens."""
    view = table.view
    jail = tuple([name for who, name, _ in view.jail if who == seat])
    out = [name for who, _, _, name, _ in view.pieces if who == seat]
    told = table.words(out_words(table, seat, len(out)))
    moving = seat % 2 == 1 and seat != view.seat
    known = (view.roster[seat], jail, tuple([name for name in out if name]))
    height, drawn = crew_drawing(
        table.box, table.language, seat, known, told, tuple(tokens_of(table, seat)), table.least, moving
    )
    return Part("panel", SIDE, height, (drawn,), table.name(seat))


@lru_cache(maxsize=256)
def state_words(box: Box, language: str, name: str, state: str) -> str:
    """A member of a crew with the state it is in."""
    who = box.name("who", name)
    told = say_term(who)
    if state == "prison":
        told = say("{who}, in prison", who=who)
    elif state == "out":
        told = say("{who}, placed", who=who)
    words = render(told, language)
    return words[:1].upper() + words[1:]


@lru_cache(maxsize=4096)
def crew_drawing(
    box: Box,
    language: str,
    seat: int,
    known: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]],
    told: str,
    wares: tuple[tuple[str, int], ...],
    least: float,
    moving: bool,
) -> tuple[float, Stretch]:
    """The height of a crew's drawing, and the drawing; `known` are the roster, those in prison, those seen outside."""
    members = [(name, state, state_words(box, language, name, state)) for name, state in states(*known)]
    beside = len(members) <= 4
    size = CREW if beside else min(CREW, (SIDE + 3) / len(members) - 3)
    parts = [member(seat, i, each, size, moving) for i, each in enumerate(members)]
    if beside:
        free = SIDE - len(members) * (size + 3) - 6
        parts.append(svg.text(SIDE, 14, told, 14, "smoke", "end", room=free, least=least, squeeze=0.85))
        parts.append(token_row(wares, SIDE, 18, 17 if len(wares) > 3 else 19, free, least))
        return size + 4, Stretch(svg.join(*parts))
    top = size + 4
    parts.append(svg.text(0, top + 15, told, 14, "smoke", room=SIDE * 0.5, least=least))
    parts.append(token_row(wares, SIDE, top, 19, SIDE * 0.48, least))
    return top + 22, Stretch(svg.join(*parts))


def member(seat: int, index: int, one: tuple[str, str, str], size: float, moving: bool) -> Markup:
    """One of a crew; a die in another's hand is a piece that moves to the city."""
    name, state, told = one
    drawn = die(seat, name, size, marked=False) if seat % 2 else portrait(name, size)
    thing = f"die.{name}" if seat % 2 else f"who.{name}"
    if state == "prison":
        drawn = svg.join(drawn, bars(size))
    elif state == "out":
        drawn = faded(drawn)
    x = 1 + index * (size + 3)
    if state == "hand" and moving:
        return svg.piece(f"crew.{seat}.{index}", drawn, kind=f"{seat} {name}", x=x, y=2, title=told, about=thing)
    return svg.about(thing, svg.group(drawn, x=x, y=2), title=told)


def out_words(table: Table, seat: int, out: int) -> Say:
    """How many of a seat are on the table."""
    view = table.view
    if view.phase == "place" and seat in view.passed:
        return say("{count} out, passed", count=out) if out else say("passed")
    if out:
        return say("{count} out, {hand} in hand", count=out, hand=view.in_hand[seat])
    return say_plural("{count} in hand", "{count} in hand", count=view.in_hand[seat])


def tokens_of(table: Table, seat: int) -> list[tuple[str, int]]:
    """The tokens of a seat that the viewer knows of: all of one's own, of others those seen coming."""
    view = table.view
    counts = view.tokens if seat == view.seat and view.tokens else view.gained[seat]
    return [(name, count) for name, count in zip(table.box.traffic_names, counts, strict=True) if count]


def token_row(
    wares: Sequence[tuple[str, int]], right: float, y: float, size: float, room: float, least: float
) -> Markup:
    """Tokens with their numbers, ending at the right."""
    step = min(size + 14, room / max(1, len(wares)))
    parts: list[Markup] = []
    for i, (name, count) in enumerate(wares):
        x = right - (len(wares) - i) * step
        parts.append(svg.about(f"traffic.{name}", token(name, x, y, size)))
        parts.append(svg.text(x + size + 1, y + size - 4, str(count), max(least, 14), "ink"))
    return svg.join(*parts)


# -- traffics ----------------------------------------------------------------------------------------------------------


def tracks(table: Table) -> Part:
    """The traffics with their boxes and holders, then how many cards and gangsters are still to come."""
    view = table.view
    told = tuple(
        table.words(say("{seat} controls this racket, on the box of {points}", seat=Seat(holder), points=boxes[level]))
        if holder != -1
        else ""
        for (holder, level), boxes in zip(view.markers, table.box.boxes, strict=True)
    )
    left = table.words(say("Places to come: {deck}. In the bag: {bag}.", deck=view.deck, bag=view.bag))
    drawn = svg.join(
        tracks_drawing(table.box, view.markers, told), svg.text(0, 72, left, 14, "smoke", room=SIDE, least=table.least)
    )
    return Part(TRACKS, SIDE, 78, drawn, table.words(say("The rackets")))


@lru_cache(maxsize=512)
def tracks_drawing(box: Box, markers: tuple[tuple[int, int], ...], told: tuple[str, ...]) -> Markup:
    """A token for each traffic, the boxes with their points, the holder's shape in his box."""
    step = SIDE / box.traffics
    parts: list[Markup] = []
    for t, name in enumerate(box.traffic_names):
        holder, level = markers[t]
        edge = min(19.0, (step - 2) / len(box.boxes[t]))
        left = t * step + (step - edge * len(box.boxes[t])) / 2
        drawn = [token(name, t * step + step / 2 - 13, 0, 26)]
        for i, points in enumerate(box.boxes[t]):
            drawn.append(svg.rect(left + i * edge, 30, edge - 1, 23, "card", "coal", 1))
            if holder == -1 or i != level:
                middle = left + i * edge + (edge - 1) / 2
                drawn.append(svg.text(middle, 47, str(points), 14, "coal", "middle", serif=True))
        parts.append(svg.about(f"traffic.{name}", *drawn))
        if holder != -1:
            parts.append(
                svg.piece(
                    f"marker.{t}",
                    shape(holder, 0, 0, 7.5),
                    kind=f"marker {holder}",
                    x=left + level * edge + (edge - 1) / 2,
                    y=41.5,
                    title=told[t],
                    about=f"traffic.{name}",
                )
            )
    return svg.join(*parts)
