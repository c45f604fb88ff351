"""Who plays, what they own, the traffics and the prison."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.say import Seat, say
from parrain.core.svg import EMPTY, Markup
from parrain.games.police_vs_gangs.board.desk import CREW_ICONS, RANK_ICONS, Desk


def seat_box(desk: Desk, seat: int, x: float, y: float, width: float, height: float) -> Markup:
    """A player: token, name, faction, points, gangsters or dice; in prison, passed, still thinking."""
    view = desk.view
    active = seat in view.to_move
    faction = desk.words(say("Police") if seat % 2 else say("Gangster"))
    mine = seat == view.seat
    parts = [
        svg.rect(
            x, y, width, height, "vellum" if active else "paper", "oxblood" if mine else "ink", 2 if mine else 1, 4
        ),
        svg.piece(f"seat.{seat}", desk.token(seat, 0, 0, 13, active), kind=f"seat {seat}", x=x + 22, y=y + 22),
        svg.text(x + 45, y + 19, desk.name(seat), 13, "ink", serif=True, room=width - 96),
        svg.icon("badge" if seat % 2 else "hat", x + 45, y + 23, 13, "smoke", faction),
        svg.text(x + 62, y + 34, faction, 11, "smoke", room=width - 112),
        svg.numeral(x + width - 8, y + 33, view.scores[seat], 24, "ink", "end"),
    ]
    jailed = [name for who_, name, _ in view.jail if who_ == seat]
    edge = min(15.0, (width - 16) / max(1, len(view.roster[seat])) - 2)
    for i, name in enumerate(view.roster[seat]):
        held = name in jailed
        if held:
            jailed.remove(name)
        told = (
            desk.words(say("{who}, in prison", who=desk.box.name("who", name)))
            if held
            else desk.words(desk.box.name("who", name))
        )
        sign = RANK_ICONS.get(name) or CREW_ICONS.get(name, "hat")
        parts.append(
            svg.icon(sign, x + 8 + i * (edge + 2), y + height - edge - 5, edge, "ash" if held else "ink", told)
        )
    if height >= 64:
        note = (
            say("passed")
            if seat in view.passed and view.phase == "place"
            else say("in hand: {count}", count=view.in_hand[seat])
        )
        parts.append(svg.text(x + width - 8, y + height - 7, desk.words(note), 11, "smoke", "end", room=width * 0.42))
    return svg.join(*parts)


def traffic_box(desk: Desk, t: int, x: float, y: float) -> Markup:
    """A traffic: its boxes, who runs it, tokens left, and how many are the viewer's."""
    view, box = desk.view, desk.box
    holder, level = view.markers[t]
    name = box.traffic_names[t]
    parts = [desk.ware(name, x, y + 2, 22, "ink")]
    for i, points in enumerate(box.boxes[t]):
        left = x + 26 + i * 23
        parts.append(svg.rect(left, y + 2, 22, 22, "vellum", "ink", 1, 3))
        parts.append(svg.numeral(left + 11, y + 18, points, 12, "smoke", "middle"))
    if holder != -1:
        told = desk.words(
            say(
                "{traffic} is run by {seat}, on the box of {points}.",
                traffic=desk.box.name("traffic", name),
                seat=Seat(holder),
                points=box.boxes[t][level],
            )
        )
        parts.append(
            svg.piece(
                f"marker.{t}",
                svg.token(holder, 0, 0, 9, "", title=told),
                kind=f"marker {holder}",
                x=x + 37 + level * 23,
                y=y + 13,
            )
        )
    at = x + 28 + len(box.boxes[t]) * 23
    if view.tokens:
        parts.append(svg.icon("hand", at, y + 6, 13, "plum", desk.words(say("Your tokens"))))
        parts.append(svg.numeral(at + 14, y + 19, view.tokens[t], 13, "plum"))
    supply = svg.numeral(at + 29, y + 18, view.supply[t], 9, "smoke")
    parts.append(svg.group(supply, title=desk.words(say("Tokens left in the supply"))))
    return svg.join(*parts)


def prison(desk: Desk, x: float, y: float, width: float) -> Markup:
    """Who is in prison."""
    view = desk.view
    parts = [svg.icon("prison", x, y, 24, "ink", desk.words(say("The prison")))]
    if not view.jail:
        parts.append(svg.text(x + 32, y + 17, desk.words(say("The prison is empty.")), 12, "smoke", room=width - 34))
    for i, (seat, name, turn) in enumerate(view.jail):
        spot = x + 32 + i * min(30.0, (width - 60) / max(1, len(view.jail)))
        what = desk.die(seat, name, 0, 0, 24) if seat % 2 else desk.tile(seat, name, "", 24)
        parts.append(svg.piece(f"jail.{i}", what, kind=f"{seat} {name}", x=spot, y=y))
        assert turn >= 0
    return svg.join(*parts)


def deck(desk: Desk, x: float, y: float) -> Markup:
    """How many cards and tiles are still to come, and that the cards are ours."""
    view = desk.view
    told = desk.words(say("Cards: {deck}. Bag: {bag}.", deck=view.deck, bag=view.bag))
    return (
        svg.join(svg.icon("cards", x, y, 22, "ink"), svg.text(x + 28, y + 16, told, 12, "smoke", room=150))
        if view.deck >= 0
        else EMPTY
    )
