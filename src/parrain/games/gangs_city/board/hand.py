"""Character cards: the hand, with the orders that may be given to each character now."""

from __future__ import annotations

from typing import NamedTuple

from parrain.core import svg
from parrain.core.parts import HAND, Part
from parrain.core.say import say
from parrain.core.svg import EMPTY, Markup
from parrain.games.gangs_city.board.context import ORDERS, Context, bust, coin, traffic_sign
from parrain.games.gangs_city.components import names
from parrain.games.gangs_city.state import HOME


class Order(NamedTuple):
    """An order that may be given now: its name, its value (-1 for none), the choice, and the choice as chief."""

    order: str
    value: int
    text: str
    chief: str = ""


def width(context: Context, count: int) -> float:
    """How wide each of so many cards is."""
    return 156.0 if context.narrow else max(128.0, min(196.0, 764.0 // count - 6))


def height(context: Context) -> float:
    """How high a card is."""
    return 124.0 if context.narrow else 100.0


def hand(context: Context) -> Part | None:
    """One's own characters, equal ones on one card, and the showdown tile."""
    view = context.view
    if view.seat is None or view.ending or view.phase in ("setup", "open", "recruit"):
        return None
    out = any(seat == view.seat and what == "showdown" and not mark & HOME for seat, _, what, _, mark, _ in view.laid)
    held = {name: view.hand.count(name) for name in view.hand}
    if not out:
        held["showdown"] = 1
    if not held:
        return None
    shown = []
    wide = width(context, len(held))
    step = wide + 6
    placing = any(text.startswith("at ") for text in context.actions)
    for i, (name, count) in enumerate(held.items()):
        orders = [] if len(view.half) != 1 else orders_for(context, name)
        text = f"release {name}"
        drawn = card(context, name, wide, orders, count, pieces=True, lit=text in context.actions)
        if text in context.actions:
            drawn = context.choice(text, drawn, about=f"character.{name}")
        elif context.asks and len(view.half) == 1 and not orders:
            wanted = "send showdown gun" if name == "showdown" else f"send {name} fight"
            drawn = context.touch(wanted, drawn, title=context.who(name), about=f"character.{name}")
        elif not orders:
            drawn = svg.about(f"character.{name}", drawn)
        if placing:
            drawn = svg.grip("at", drawn, then=f"send {name}")
        shown.append(svg.group(drawn, x=2 + i * step, y=2))
    return Part(HAND, len(held) * step, height(context) + 4, svg.join(*shown), context.words(say("Your hand")))


def orders_for(context: Context, name: str) -> list[Order]:
    """The orders that may be given to a character at the spot that was named."""
    where = context.view.half[0][3:]
    if name == "showdown":
        return [
            Order(do, -1, f"send showdown {do}") for do in ("gun", "vest") if f"send showdown {do}" in context.actions
        ]
    found = []
    for do in ("fight", "recruit", "manage"):
        text = f"send {name} {do}"
        if text in context.actions:
            chief = f"{text} chief" if f"{text} chief" in context.actions else ""
            order = context.order_on(do, where, context.view.seat or 0)
            value = managed(context, name, where) if do == "manage" else context.value(name, order)
            found.append(Order(order, value, text, chief))
    return found


def managed(context: Context, name: str, place: str) -> int:
    """How many pictograms of a place a character alone can manage there (GC 5.4)."""
    able, there = context.traffics_of(name), context.traffics_of(place)
    return sum(min(able.count(traffic), there.count(traffic)) for traffic in context.box.traffics)


def card(
    context: Context,
    name: str,
    wide: float,
    orders: list[Order],
    count: int = 1,
    cost: int = -1,
    pieces: bool = False,
    lit: bool = False,
) -> Markup:
    """A character with its values in signs, or with the orders that may be given to it as buttons."""
    high, least = height(context), context.least
    portrait = 46.0 if context.narrow else 40.0
    shown = [
        svg.rect(0, 0, wide, high, "card", "glow" if lit else "coal", 5 if lit else 1.5),
        svg.rect(3, 3, wide - 6, high - 6, "none", "gold" if orders or lit else "ash", 1),
    ]
    label = context.who(name) if name != "showdown" else context.capital(say("showdown"))
    room = wide - 14 - (30 if cost >= 0 else 0)
    shown.append(svg.text(8, 19, label, 14, "coal", bold=True, room=room, least=least))
    if cost >= 0:
        shown.append(coin(wide - 14, 15, str(cost), 14))
    face = [svg.portrait(bust(name), 0, 0, portrait)]
    for copy in reversed(range(count if pieces else 1)):
        drawn = face[0]
        if pieces:
            drawn = svg.piece(f"hand.{name}.{copy}", drawn, kind=name, x=7 + 2 * copy, y=26 + 2 * copy)
        else:
            drawn = svg.group(drawn, x=7, y=26)
        shown.append(drawn)
    if count > 1:
        shown.append(coin(portrait + 3, 24 + portrait, str(count), least))
    if name != "showdown":
        shown.append(pictograms(context, name, portrait))
    if orders:
        shown += [order_buttons(context, each, i, wide, portrait) for i, each in enumerate(orders)]
    elif name == "showdown":
        told = context.words(say("big calibre or vest"))
        shown.append(svg.paragraph(portrait + 15, 40, told, wide - portrait - 20, least, "coal"))
    else:
        for i, order in enumerate(("attack", "defend", "recruit")):
            value = context.value(name, order)
            y = 26 + i * (29.0 if context.narrow else 23.0)
            shown.append(svg.figure(ORDERS[order][0], portrait + 16, y, 18))
            words = str(value) if value >= 0 else "–"
            shown.append(svg.text(portrait + 40, y + 15, words, 17, "coal", serif=True, bold=True))
            shown.append(fitting(portrait + 54, y + 14, context.words(names.doing(order)), least, wide - portrait - 58))
    return svg.join(*shown)


def fitting(x: float, y: float, words: str, size: float, room: float) -> Markup:
    """A word that explains a sign, where there is room for the whole of it."""
    return svg.text(x, y, words, size, "dust") if svg.width_of(words, size) <= room else EMPTY


def pictograms(context: Context, name: str, portrait: float) -> Markup:
    """The traffics a character can manage, below the portrait."""
    size = 15.0 if context.narrow else 13.0
    found = context.traffics_of(name)
    return svg.join(
        *(
            traffic_sign(traffic, 7 + size * (i % 3 + 0.5), 26 + portrait + 3 + size * (i // 3 + 0.5), size)
            for i, traffic in enumerate(found)
        )
    )


def order_buttons(context: Context, order: Order, row: int, wide: float, portrait: float) -> Markup:
    """An order as a button with its value, and another to name the chief with it."""
    high = 46.0 if context.narrow else 34.0
    crown = 44.0 if context.narrow else 32.0
    left = portrait + 11
    long = wide - left - (crown + 7 if order.chief else 5)
    y = 26.0 + row * (high + 2)
    told = context.words(names.doing(order.order))
    inside = [
        svg.rect(left, y, long, high, "ivory", "glow", 3, 3),
        svg.figure(ORDERS[order.order][0], left + 5, y + (high - 18) / 2, 18),
    ]
    at = left + 26
    if order.value >= 0:
        inside.append(svg.text(at, y + high / 2 + 6, str(order.value), 17, "coal", serif=True, bold=True))
        at += 14
        inside.append(fitting(at + 3, y + high / 2 + 5, told, context.least, left + long - at - 5))
    else:
        lines = svg.wrap(told, context.least, left + long - at - 2, 2)
        top = y + high / 2 + 5 - (len(lines) - 1) * 7.5
        inside += [svg.text(at, top + i * 15, line, context.least, "coal") for i, line in enumerate(lines)]
    shown = context.choice(order.text, *inside)
    if order.chief:
        x = left + long + 2
        chief = [
            svg.rect(x, y, crown, high, "ivory", "glow", 3, 3),
            svg.figure("chief", x + (crown - 20) / 2, y + (high - 20) / 2, 20),
        ]
        shown = svg.join(shown, context.choice(order.chief, *chief))
    return shown
