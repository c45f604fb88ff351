"""The players' panels and the tracks of the traffics."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.cache import Cache
from parrain.core.parts import SIDE, TRACKS, Panel, Part
from parrain.core.say import say
from parrain.core.svg import EMPTY, Markup
from parrain.games.gangs_city.board.context import Context, bust, shape, traffic_sign
from parrain.games.gangs_city.board.sums import gain
from parrain.games.gangs_city.components import names

bodies_cache: Cache[Part] = Cache(2048)


def panels(context: Context) -> tuple[Panel, ...]:
    """One for every gang: its score, what it would score now, its people, tiles in hand and stock."""
    view = context.view
    first = (("first", context.words(say("first player"))),)
    shown = []
    for seat in range(view.players):
        more = gain(view, context.box, seat)
        shown.append(
            Panel(
                (seat,),
                str(view.scores[seat]),
                f"+{more}" if more and not view.ending else "",
                note="" if view.rosters[seat] else context.words(say("nobody left")),
                signs=first if seat == view.first and view.turn else (),
                body=body(context, seat),
            )
        )
    return tuple(shown)


def body(context: Context, seat: int) -> Part:
    """The people of a gang, how many tiles it holds, its stock."""
    view = context.view
    won = sum([winner == seat for winner, _ in view.won])
    held = -1 if view.ending else view.hand_sizes[seat]
    key = (context.box, context.language, seat, tuple(view.rosters[seat]), held, tuple(view.stock[seat]), won)
    return bodies_cache.get(key, lambda: draw_body(context, seat, won))


def draw_body(context: Context, seat: int, won: int) -> Part:
    """The drawing of `body`."""
    view = context.view
    size = 28.0
    shown: list[Markup] = []
    for i, name in enumerate(view.rosters[seat]):
        face = svg.portrait(bust(name), i * (size + 2) + 1, 1, size, "coal", 1)
        shown.append(svg.about(f"character.{name}", face, title=context.who(name)))
    right = len(view.rosters[seat]) * (size + 2) + 6
    counts = [("hidden", view.hand_sizes[seat])] if not view.ending else []
    counts += [(name, count) for name, count in zip(context.box.traffics, view.stock[seat], strict=True) if count]
    wide = sum(24 + svg.width_of(str(count), 14) for _, count in counts) + won * 26
    y = 0.0
    x = SIDE - wide
    if x < right:
        y, x = size + 5, 0.0
    for _ in range(won):
        hexagon = svg.polygon(svg.hex_corners(x + 11, y + 15, 11, False), "coal", "gold", 1.4)
        shown.append(svg.group(hexagon, title=context.words(say("has won a place of the centre, face down"))))
        x += 26
    for sign, count in counts:
        told = context.words(say("tiles in hand") if sign == "hidden" else names.traffic(context.box, sign))
        drawn = svg.figure(sign, x, y + 6, 19) if sign == "hidden" else traffic_sign(sign, x + 9.5, y + 15.5, 19)
        drawn = svg.group(drawn, svg.text(x + 21, y + 20.5, str(count), 14, bold=True), title=told)
        shown.append(drawn if sign == "hidden" else svg.about(f"traffic.{sign}", drawn))
        x += 24 + svg.width_of(str(count), 14)
    drawn = svg.about(f"gang.{seat}", svg.rect(0, 0, SIDE, y + 32, "paper", opacity=0), *shown)
    return Part("panel", SIDE, y + 32, drawn)


def tracks(context: Context) -> Part:
    """The five traffics: who leads each, the box of its marker, and what lies in the warehouse this turn."""
    box = context.box
    high = 30.0 if context.narrow else 26.0
    shown = []
    for kind, name in enumerate(box.traffics):
        shown.append(svg.group(track(context, kind, name, high), y=round(kind * high, 1)))
    return Part(TRACKS, SIDE, high * box.kinds, svg.join(*shown), context.words(say("Rackets")))


def track(context: Context, kind: int, name: str, high: float) -> Markup:
    """One traffic."""
    view, box = context.view, context.box
    leader, level = view.leaders[kind]
    middle = high / 2
    shown = [svg.rect(0, 0, SIDE, high - 1, "paper", opacity=0), traffic_sign(name, 11, middle, 22)]
    boxes = box.boxes[kind]
    left = SIDE - len(boxes) * 25
    shown.append(svg.text(30, middle + 5, context.capital(names.traffic(box, name)), 14, room=96, least=context.least))
    for i, points in enumerate(boxes):
        here = leader >= 0 and i == level
        x = left + i * 25
        shown.append(svg.rect(x, middle - 11, 23, 22, "ink" if here else "none", "ink" if here else "ash", 1))
        shown.append(
            svg.text(x + 11.5, middle + 5, str(points), 14, "paper" if here else "smoke", "middle", serif=True)
        )
    if leader >= 0:
        shown.append(shape(leader, left - 14, middle, 8))
    shown.append(warehouse(context, kind, left - 28, middle))
    return svg.about(f"traffic.{name}", *shown)


def warehouse(context: Context, kind: int, right: float, middle: float) -> Markup:
    """What the gangs have managed and bid of a traffic this turn, from the right."""
    view = context.view
    if not view.revealed:
        return EMPTY
    shown = []
    for seat in reversed(range(view.players)):
        count = view.managed[seat][kind] + (view.bids[seat][kind] if view.bids else 0)
        if count and right > 134:
            right -= 24
            shown.append(shape(seat, right + 5, middle, 5))
            shown.append(svg.text(right + 12, middle + 5, str(count), context.least))
    return svg.join(*shown)
