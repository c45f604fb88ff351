"""What is offered, shown large: a place to build, characters to recruit, a bid, an order to change."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.parts import OFFER, Part
from parrain.core.say import Seat, say
from parrain.core.svg import Markup
from parrain.games.gangs_city.actions import BID, FORGE, MOLE, ORDERS
from parrain.games.gangs_city.board.context import Context, bust, coin, shape, traffic_sign
from parrain.games.gangs_city.board.hand import Order, card, height, width
from parrain.games.gangs_city.components import names


def offer(context: Context) -> Part | None:
    """What lies on the table to be decided about, None if nothing does."""
    view = context.view
    mine = view.seat is not None and view.seat in view.to_move
    if view.phase == "setup" and view.to_move:
        return new_place(context, view.drawn[view.to_move[0]], view.to_move[0])
    if view.phase == "open":
        return new_place(context, next(name for _, name in view.won if name), view.to_move[0])
    if view.phase == "recruit":
        return recruits(context)
    if not mine:
        return None
    if view.phase == "release":
        return strip(context, [card(context, view.picked, width(context, 5), [], cost=context.cost(view.picked))])
    if view.phase == "bid":
        return bids(context)
    if view.phase == "mole":
        return mole(context)
    if view.phase == "forge":
        return tokens(context)
    return None


def strip(context: Context, cards: list[Markup]) -> Part:
    """Cards beside each other."""
    step = width(context, 5) + 6
    shown = [svg.group(each, x=2 + i * step, y=2) for i, each in enumerate(cards)]
    return Part(OFFER, len(cards) * step, height(context) + 4, svg.join(*shown), context.words(say("What is offered")))


def new_place(context: Context, name: str, seat: int) -> Part:
    """A place that somebody has to build."""
    box = context.box
    place = box.place_number[name]
    wide, high = (366.0, 112.0) if context.narrow else (392.0, 104.0)
    x, y, radius = 58.0, high / 2, 48.0
    least = context.least
    traffics = context.traffics_of(name)
    shown = [
        svg.rect(1, 1, wide - 2, high - 2, "card", "coal", 1.5),
        svg.polygon(svg.hex_corners(x, y, radius, False), "ground", "coal", 2.4),
        svg.polygon(svg.hex_corners(x, y, radius * 0.89, False), "none", svg.PLAYERS[seat].paint, 4),
        svg.circle(x, y - 22, 13, "coal", "gold", 1.2),
        svg.text(x, y - 17, str(box.initiative[place]), 15, "ivory", "middle", serif=True),
    ]
    size = 24.0
    left = x - (len(traffics) - 1) / 2 * (size + 2)
    shown += [traffic_sign(each, left + i * (size + 2), y + 9, size) for i, each in enumerate(traffics)]
    shown.append(shape(seat, x, y + 33, 7))
    shown.append(svg.text(118, 26, context.place(name), 20, "coal", serif=True, room=wide - 126, least=15))
    told = ", ".join(context.words(names.traffic(box, each)) for each in dict.fromkeys(traffics))
    shown.append(svg.text(118, 46, told, 14, "dust", room=wide - 126, least=least))
    bust_size = 38.0
    for i, who in enumerate(box.waiting[place]):
        at = 118 + i * (bust_size + 8)
        shown.append(waiting(context, who, at, high - bust_size - 8, bust_size))
    drawn = svg.about(f"place.{name}", *shown)
    if seat == context.view.seat:
        drawn = svg.grip("build", drawn)
    return Part(OFFER, wide, high, drawn, context.words(say("{seat} builds", seat=Seat(seat))))


def waiting(context: Context, who: int, x: float, y: float, size: float) -> Markup:
    """A character that will be put on a place; a mercenary is drawn only then."""
    small = context.least + 0.5
    if who < context.box.types:
        name = context.box.names[who]
        return svg.join(
            svg.portrait(bust(name), x, y, size), coin(x + size - 4, y + size - 3, str(context.cost(name)), small)
        )
    return svg.join(
        svg.rect(x, y, size, size, "gold", "coal", 1.5),
        svg.text(x + size / 2, y + size * 0.7, "?", size * 0.62, "coal", "middle", serif=True, bold=True),
    )


def recruits(context: Context) -> Part | None:
    """Who waits where somebody recruits; those one can afford are choices."""
    view = context.view
    found = next((waiting for name, _, _, _, waiting in view.city if name == view.site), ())
    if not found:
        return None
    cards = []
    for name in dict.fromkeys(found):
        text = f"take {name}"
        drawn = card(context, name, width(context, 5), [], 1, context.cost(name), lit=text in context.actions)
        cards.append(context.choice(text, drawn, about=f"character.{name}"))
    return strip(context, cards)


def bids(context: Context) -> Part:
    """The traffic that is bid on: what it is worth, and a target for every bid."""
    view = context.view
    kind = view.asked
    name = context.box.traffics[kind]
    choices = [action for action in context.actions.values() if action.kind == BID]
    side, gap = (56.0, 8.0) if context.narrow else (48.0, 8.0)
    high = side + 56
    wide = max(250.0, 20 + len(choices) * (side + gap))
    shown = [svg.rect(1, 1, wide - 2, high - 2, "card", "coal", 1.5), traffic_sign(name, 28, 26, 32)]
    shown.append(svg.text(52, 31, context.capital(names.traffic(context.box, name)), 17, "coal", serif=True, room=110))
    leader, level = view.leaders[kind]
    boxes = context.box.boxes[kind]
    for i, points in enumerate(boxes):
        x = wide - 12 - (len(boxes) - i) * 26
        here = leader >= 0 and i == level
        shown.append(svg.rect(x, 14, 24, 24, "coal" if here else "ivory", "coal", 1))
        shown.append(svg.text(x + 12, 31, str(points), 15, "ivory" if here else "dust", "middle", serif=True))
    if leader >= 0:
        shown.append(shape(leader, wide - 26 - len(boxes) * 26, 26, 8))
    for i, action in enumerate(choices):
        x = 12 + i * (side + gap)
        inside = [svg.rect(x, 46, side, side, "ivory", "glow", 3, 4)]
        if action.b:
            inside.append(traffic_sign(name, x + side / 2, 46 + side * 0.36, side * 0.5))
        inside.append(
            svg.text(
                x + side / 2,
                46 + side - (5 if action.b else side / 2 - 6),
                str(action.b),
                17,
                "coal",
                "middle",
                serif=True,
                bold=True,
            )
        )
        shown.append(context.choice(action.text, *inside, about=f"traffic.{name}"))
    return Part(OFFER, wide, high, svg.join(*shown), context.words(say("Your bid")))


def mole(context: Context) -> Part | None:
    """The Mole and what she may do."""
    view = context.view
    name = next((name for name in context.box.names if context.box.crew[context.box.number_of[name]].ability == 9), "")
    where = next((where for seat, where, what, _, _, _ in view.laid if what == name and seat == view.seat), "")
    if not name or not where:
        return None
    orders = []
    for action in context.actions.values():
        if action.kind == MOLE:
            order = context.order_on(ORDERS[action.a], where, view.seat or 0)
            orders.append(Order(order, context.value(name, order), action.text))
    return strip(context, [card(context, name, width(context, 5), orders)])


def tokens(context: Context) -> Part:
    """The tokens that the Forger may bring."""
    choices = [action for action in context.actions.values() if action.kind == FORGE]
    side = 64.0
    shown = []
    for i, action in enumerate(choices):
        name = context.box.traffics[action.a]
        x = 4 + i * (side + 8)
        inside = [svg.rect(x, 4, side, side, "card", "glow", 4, 4), traffic_sign(name, x + side / 2, 4 + side / 2, 44)]
        shown.append(context.choice(action.text, *inside, about=f"traffic.{name}"))
    return Part(OFFER, len(choices) * (side + 8), side + 8, svg.join(*shown), context.words(say("Forged tokens")))
