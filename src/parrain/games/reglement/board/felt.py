"""The table seen from above: chairs, who sits there, what lies in front, cakes and their reach, what was just done."""

from __future__ import annotations

from typing import cast

from parrain.core import svg
from parrain.core.say import say
from parrain.core.svg import EMPTY, Markup
from parrain.games.reglement import text
from parrain.games.reglement.board.desk import CARD_ICONS, OBJECTS, Desk
from parrain.games.reglement.components import ICONS

# The verb that a tap on a chair stands for, by step.
VERBS = {"cake": "serve", "cocktail": "drug", "move": "lift", "landing": "sit", "sitting": "sit"}


def table_top(desk: Desk) -> Markup:
    """The felt, with a brass line."""
    hall = desk.hall
    round_ = 18 if desk.narrow else 26
    x, y, width, height = hall.left, hall.top, hall.width, hall.height
    return svg.join(
        svg.rect(x, y, width, height, "felt", "ink", 2.4, round_),
        svg.rect(x + 5, y + 5, width - 10, height - 10, "none", "gold", 1, round_ - 5),
    )


def chairs(desk: Desk) -> Markup:
    """Every chair with its number, its object and its guest."""
    threatened = {each for cake in desk.view.cakes if cake > 0 for each in reach(desk, cake - 1)}
    return svg.join(*(chair(desk, each, each in threatened) for each in range(desk.box.chairs)))


def reach(desk: Desk, chair_: int) -> tuple[int, int, int]:
    """The chairs that a cake there would take (RC 5.2)."""
    n = desk.box.chairs
    return ((chair_ - 1) % n, chair_, (chair_ + 1) % n)


def chair(desk: Desk, number: int, threatened: bool) -> Markup:
    """One chair; a dashed red edge where a cake would reach."""
    view, hall, place = desk.view, desk.hall, desk.places[number]
    half = hall.chair / 2
    lifted = view.lifted == number + 1 or number + 1 in view.doses
    action = action_at(desk, number)
    edge = "brass" if action in desk.legal else "ink"
    seat = [
        svg.rect(
            place.x - half, place.y - half, hall.chair, hall.chair, "vellum", edge, 3 if edge == "brass" else 1.4, 7
        )
    ]
    if threatened:
        seat.append(
            svg.tag(
                "rect",
                x=place.x - half - 3.5,
                y=place.y - half - 3.5,
                width=hall.chair + 7,
                height=hall.chair + 7,
                rx=9,
                fill="none",
                stroke="oxblood",
                stroke_width=2,
                stroke_dasharray="4 3",
            )
        )
    if view.owners[number] >= 0:
        seat.append(guest(desk, number, lifted))
    drawn = svg.join(*seat)
    if action:
        drawn = desk.press(action, svg.group(drawn, css="lift"))
    else:
        drawn = svg.group(drawn, title=desk.words(text.describe_chair(view, desk.box, number)))
    return svg.join(number_of(desk, number), thing(desk, number), drawn)


def number_of(desk: Desk, number: int) -> Markup:
    """The chair's number, behind it or beside it."""
    place, half = desk.places[number], desk.hall.chair / 2
    x, y = place.towards(-half - 12)
    if (place.inx == 0) == desk.narrow:  # at an end of the table there is more room beside the chair
        x, y = (place.x + half + 12, place.y) if desk.narrow else (place.x, place.y - half - 10)
    return svg.text(x, y + 4, str(number + 1), 11, "smoke", "middle")


def thing(desk: Desk, number: int) -> Markup:
    """What lies on the table in front of a chair."""
    hall, place = desk.hall, desk.places[number]
    x, y = place.towards(hall.near)
    if desk.box.opposite[number] < 0:
        arm = hall.icon * 0.3
        cross = svg.join(
            svg.line(x - arm, y - arm, x + arm, y + arm, "cream", 3),
            svg.line(x - arm, y + arm, x + arm, y - arm, "cream", 3),
        )
        return svg.group(cross, title=desk.words(say("X chair")))
    name = ICONS[desk.box.icons[number]]
    if not OBJECTS[name]:
        return EMPTY
    business = name in ("till", "bar", "restaurant", "gaming")
    told = desk.words(desk.box.edition.term("object", name))
    if business:
        small = hall.icon * 0.76
        sign = svg.icon(OBJECTS[name], x - small / 2, y - small / 2, small, "coal")
        return svg.group(svg.circle(x, y, hall.icon * 0.58, "gold", "coal", 1.2), sign, title=told)
    return svg.icon(OBJECTS[name], x - hall.icon / 2, y - hall.icon / 2, hall.icon, "cream", told)


def guest(desk: Desk, number: int, marked: bool) -> Markup:
    """The gangster on a chair: his gang by shape and colour, his rank by monogram, a sleeper with his pill."""
    view, hall, place = desk.view, desk.hall, desk.places[number]
    seat, rank = view.owners[number], view.ranks[number]
    drawn = [svg.token(seat, 0, 0, hall.token, desk.letter(rank), active=marked)]
    if rank == "godfather":
        drawn.append(svg.icon("crown", -hall.token * 0.5, -hall.token * 1.75, hall.token, "ink"))
    if number + 1 in view.asleep:
        size = hall.token * 1.25
        drawn.append(svg.circle(hall.token * 0.95, -hall.token * 0.8, size * 0.62, "ivory", "coal", 1.2))
        drawn.append(svg.icon("sleep", hall.token * 0.95 - size / 2, -hall.token * 0.8 - size / 2, size, "coal"))
    name = f"man.{seat}.{rank}.{view.pieces[number]}"
    told = desk.words(text.describe_chair(view, desk.box, number))
    return svg.piece(name, *drawn, kind=f"{seat}.{rank}", x=place.x, y=place.y, title=told)


def action_at(desk: Desk, number: int) -> str:
    """What a tap on this chair would choose now; empty for nothing."""
    view = desk.view
    if not desk.mine or view.ending:
        return ""
    if view.step in VERBS:
        return f"{VERBS[view.step]} {number + 1}"
    if view.step == "bang":  # one taps the victim; a man of one's own who cannot shoot may be asked why
        facing = desk.box.opposite[number]
        if facing >= 0 and f"shoot {facing + 1}" in desk.legal:
            return f"shoot {facing + 1}"
        if view.owners[number] == view.seat and f"shoot {number + 1}" not in desk.legal:
            return f"shoot {number + 1}"
    return ""


# -- cakes -----------------------------------------------------------------------------------------


def cakes(desk: Desk) -> Markup:
    """Every cake in front of its chair, in its owner's colour and shape."""
    return svg.join(*(cake(desk, seat, place - 1) for seat, place in enumerate(desk.view.cakes) if place > 0))


def cake(desk: Desk, seat: int, number: int) -> Markup:
    """One cake, with fuses to the chairs it would take; it can be set off or passed."""
    hall, view = desk.hall, desk.view
    x, y = desk.places[number].towards(hall.far)
    fuses = []
    for each in reach(desk, number):
        fx, fy = desk.places[each].towards(hall.chair / 2 + 4)
        fuses.append(
            svg.path(
                f"M{svg.number(x)} {svg.number(y)}L{svg.number(fx)} {svg.number(fy)}",
                stroke="gold",
                thick=1.4,
                dash="3 3",
            )
        )
    told = desk.words(
        say("The {gang} cake is at chair {chair}.", gang=text.gang(desk.box.gangs[seat], desk.box), chair=number + 1)
    )
    size = hall.cake
    colour = svg.PLAYERS[seat]
    drawn = svg.piece(
        f"cake.{seat}",
        svg.outline(colour.shape, 0, 0, size * 0.62, colour.paint, "ivory", 1.6),
        svg.icon("cake", -size * 0.36, -size * 0.4, size * 0.72, colour.text),
        kind=f"cake.{seat}",
        x=x,
        y=y,
        title=told,
    )
    if desk.mine and view.step == "boom":
        drawn = desk.press(f"blow {desk.box.gangs[seat]}", svg.group(drawn, css="lift"))
    parts = [*fuses, drawn]
    if desk.mine and view.step == "pass":
        parts += [pusher(desk, seat, number, side) for side in (0, 1)]
    return svg.join(*parts)


def pusher(desk: Desk, seat: int, number: int, side: int) -> Markup:
    """An arrow beside a cake: pass it this way."""
    hall = desk.hall
    action = f"pass {desk.box.gangs[seat]} {'right' if side else 'left'}"
    if action not in desk.legal and seat == desk.view.seat:
        return EMPTY
    n = desk.box.chairs
    x, y = desk.places[number].towards(hall.far)
    next_x, next_y = desk.places[(number + (n - 1 if side else 1)) % n].towards(hall.far)
    long = max(1.0, ((next_x - x) ** 2 + (next_y - y) ** 2) ** 0.5)
    dx, dy = (next_x - x) / long, (next_y - y) / long
    at_x, at_y = x + dx * hall.cake * 1.05, y + dy * hall.cake * 1.05
    ready = action in desk.legal
    disc = svg.circle(at_x, at_y, hall.cake * 0.4, "gold" if ready else "slate", "coal", 1.4)
    tip = hall.cake * 0.26
    way = svg.arrow(at_x - dx * tip, at_y - dy * tip, at_x + dx * tip, at_y + dy * tip, "coal", 2)
    return desk.press(action, svg.group(disc, way, css="lift"))


def daggers(desk: Desk) -> Markup:
    """While a Knife is played: a dagger between each killer and the man he can reach."""
    if not desk.mine or desk.view.step != "knife":
        return EMPTY
    shown = []
    for action in desk.box.actions:
        if str(action) in desk.legal and str(action).startswith("stab"):
            one, two = desk.places[action.a], desk.places[action.b]
            out = desk.hall.chair * 0.34  # towards the outside, so that both men can be seen
            x, y = one.x + (two.x - one.x) * 0.54 - two.inx * out, one.y + (two.y - one.y) * 0.54 - two.iny * out
            size = desk.hall.icon * 0.95
            hit = svg.rect(
                two.x - desk.hall.chair / 2, two.y - desk.hall.chair / 2, desk.hall.chair, desk.hall.chair, "none"
            )
            mark = svg.group(
                svg.circle(x, y, size * 0.66, "blood", "ivory", 1.6),
                svg.icon("knife", x - size / 2, y - size / 2, size, "ivory"),
                css="lift",
            )
            shown.append(desk.press(str(action), hit, mark))
    return svg.join(*shown)


# -- what was just done ----------------------------------------------------------------------------


def deeds(desk: Desk) -> Markup:
    """The last turn in grey, this one in red: blasts, shots and stabs that the eye can follow."""
    shown = [deed(desk, each, "ash") for each in desk.view.last]
    shown += [deed(desk, each, "blood") for each in desk.view.deeds]
    return svg.join(*shown)


def deed(desk: Desk, done: tuple[object, ...], colour: str) -> Markup:
    """One thing that was done."""
    what = str(done[0])
    hall = desk.hall
    if what in ("pay", "alert", "seat", "dose"):
        return EMPTY
    first = desk.places[cast(int, done[1]) - 1]
    if what in ("stab", "move"):
        second = desk.places[cast(int, done[2]) - 1]
        inner = hall.chair / 2 + 5
        (x1, y1), (x2, y2) = first.towards(inner), second.towards(inner)
        return svg.arrow(x1, y1, x2, y2, colour if what == "stab" else "gold", 3 if what == "stab" else 1.6)
    if what == "shot":
        (x1, y1), (x2, y2) = first.towards(hall.near), desk.places[cast(int, done[2]) - 1].towards(hall.chair / 2 + 2)
        return svg.join(svg.arrow(x1, y1, x2, y2, "ivory", 5), svg.arrow(x1, y1, x2, y2, colour, 3))
    if what == "pass":
        (x1, y1), (x2, y2) = first.towards(hall.far + 14), desk.places[cast(int, done[2]) - 1].towards(hall.far + 14)
        return svg.arrow(x1, y1, x2, y2, "gold", 1.8)
    if what == "blast":
        return blast(desk, cast(int, done[1]) - 1, colour)
    if what == "death" and desk.view.owners[cast(int, done[1]) - 1] < 0:
        size = hall.chair * 0.62
        told = str(done[2]).split(" ")
        words = desk.words(say("Here sat the {who}.", who=text.gangster(told[0], told[1], desk.box)))
        return svg.icon(
            "skull", first.x - size / 2, first.y - size / 2, size, "oxblood" if colour == "blood" else "ash", words
        )
    return EMPTY


def blast(desk: Desk, number: int, colour: str) -> Markup:
    """A star where the cake stood, and rays to the chairs it took in."""
    hall = desk.hall
    x, y = desk.places[number].towards(hall.far)
    rays = []
    for each in reach(desk, number):
        fx, fy = desk.places[each].towards(hall.chair / 2 + 2)
        rays.append(svg.join(svg.arrow(x, y, fx, fy, "ivory", 5), svg.arrow(x, y, fx, fy, colour, 3)))
    size = hall.cake * 1.5
    star = svg.icon("boom", x - size * 0.4, y - size * 0.4, size * 0.8, colour)
    return svg.join(*rays, svg.circle(x, y, size * 0.5, "ivory", colour, 2), star)


# -- the middle ------------------------------------------------------------------------------------


def middle(desk: Desk) -> Markup:
    """The bank, the pile, the discards and the pills, in the middle of the table."""
    view, hall = desk.view, desk.hall
    x, y = hall.left + hall.width / 2, hall.top + hall.height / 2
    bank = desk.words(say("Bank"))
    pile = desk.words(say("Pile: {count}", count=view.pile))
    pills = desk.words(say("Pills: {count}", count=view.tokens))
    discards = desk.words(say("Discards: {count}", count=len(view.discard)))
    if desk.narrow:
        return svg.join(
            svg.text(x, y - 92, bank, 12, "cream", "middle"),
            svg.text(x, y - 70, desk.money(view.bank), 19, "ivory", "middle", serif=True, room=92),
            group_pile(desk, x - 46, y - 52, 40, 56),
            top_card(desk, x + 6, y - 52, 40, 56),
            svg.text(x, y + 24, pile, 11, "cream", "middle", room=92),
            svg.text(x, y + 42, discards, 11, "cream", "middle", room=92),
            svg.text(x, y + 60, pills, 11, "cream", "middle", room=92),
        )
    return svg.join(
        svg.text(x - 150, y - 10, bank, 13, "cream", "middle"),
        svg.text(x - 150, y + 18, desk.money(view.bank), 25, "ivory", "middle", serif=True, room=150),
        group_pile(desk, x - 52, y - 34, 48, 67),
        top_card(desk, x + 8, y - 34, 48, 67),
        svg.text(x + 76, y - 12, pile, 12, "cream", room=130),
        svg.text(x + 76, y + 6, discards, 12, "cream", room=130),
        svg.text(x + 76, y + 24, pills, 12, "cream", room=130),
    )


def group_pile(desk: Desk, x: float, y: float, width: float, height: float) -> Markup:
    """The pile, face down."""
    told = desk.words(say("Pile: {count}", count=desk.view.pile))
    return svg.piece("pile", svg.back(width, height, "R"), kind="?", x=x, y=y, title=told)


def top_card(desk: Desk, x: float, y: float, width: float, height: float) -> Markup:
    """The last discard, face up."""
    view = desk.view
    if not view.discard:
        return svg.rect(x, y, width, height, "none", "gold", 1, 3)
    name = view.discard[-1]
    symbol, paint = CARD_ICONS[name]
    named = f"discard.{view.shuffles}.{len(view.discard)}"
    return svg.piece(
        named,
        svg.card(width, height, "", symbol, paint),
        kind=name,
        x=x,
        y=y,
        title=desk.words(text.card(name, desk.box)),
    )
