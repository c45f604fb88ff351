"""The board: the table, its thirty chairs and their guests, the objects, the cakes, what was just done."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.cache import Cache
from parrain.core.parts import BOARD, Part
from parrain.core.say import say
from parrain.core.svg import EMPTY, Markup
from parrain.games.reglement import actions as act
from parrain.games.reglement import text
from parrain.games.reglement.board import marks, people
from parrain.games.reglement.board.context import BUSINESSES, CARD_LOOKS, OBJECT_ICONS, Context, object_words
from parrain.games.reglement.board.places import Layout
from parrain.games.reglement.board.previews import previews
from parrain.games.reglement.components import BANG, CARDS, ICONS, KNIFE

# The verb that a tap on a chair stands for, by step.
VERBS = {"cake": "serve", "cocktail": "drug", "move": "lift", "landing": "sit", "sitting": "sit"}
MOST_NOTES = 14


def board(ctx: Context) -> Part:
    """The table with everything on it."""
    layout = ctx.layout
    aims = targets(ctx)
    drawn = [
        ground(layout),
        *(marks.zone(ctx, place - 1) for place in ctx.view.cakes if place > 0),
        *(thing(ctx, number) for number in range(ctx.box.chairs)),
        *(deed_on_table(ctx, each, "slate") for each in ctx.view.last),
        *(deed_on_table(ctx, each, "blood") for each in ctx.view.deeds),
        middle(ctx),  # a shot passes below it
        chairs(ctx, aims),
        *(deed_on_chair(ctx, each, "slate") for each in ctx.view.last),
        *(deed_on_chair(ctx, each, "blood") for each in ctx.view.deeds),
        numbers(layout),
        *(cake(ctx, seat, place - 1) for seat, place in enumerate(ctx.view.cakes) if place > 0),
        *(second_target(ctx, chair, found[1]) for chair, found in aims.items() if len(found) > 1),
        weapons(ctx),
        previews(ctx),
    ]
    return Part(BOARD, layout.width, layout.height, svg.join(*drawn), ctx.words(say("The table")))


@lru_cache(maxsize=16)
def ground(layout: Layout) -> Markup:
    """The floor and the table top with its brass line."""
    tiles = "".join(
        f"M{x} {y + 30}l30-30l30 30l-30 30z"
        for y in range(0, int(layout.height) - 59, 60)
        for x in range(0, int(layout.width) - 59, 60)
    )
    return svg.join(
        svg.rect(0, 0, layout.width, layout.height, "tray"),
        svg.tag("path", d=tiles, fill="ground", opacity=0.6),
        svg.path(layout.top, "felt", "coal", 4),
        svg.path(layout.line, "none", "gold", 1.4),
    )


@lru_cache(maxsize=16)
def numbers(layout: Layout) -> Markup:
    """The number of every chair."""
    return svg.join(
        *(
            svg.text(
                *place.number,
                str(chair + 1),
                layout.text,
                "cream" if place.row.endswith(("outer", "inner")) else "dust",
                place.anchor,
            )
            for chair, place in enumerate(layout.places)
        )
    )


# -- what can be chosen ------------------------------------------------------------------------------------------------


def targets(ctx: Context) -> dict[int, list[Action]]:
    """The choices by the chair that one taps for them: the victim, the glass, the place, where a cake comes to."""
    found: dict[int, list[Action]] = {}
    for action in ctx.actions:
        chair = -1
        if action.kind in (act.SERVE, act.DRUG, act.LIFT, act.SIT):
            chair = action.a
        elif action.kind in (act.SHOOT, act.STAB_LEFT, act.STAB_RIGHT):
            chair = action.b
        elif action.kind == act.SHOVE:
            chair = marks.destination(ctx, action.a, action.b)
        if chair >= 0:
            found.setdefault(chair, []).append(action)
    return found


def why_not(ctx: Context, chair: int) -> str:
    """What a tap on a chair that is no target would have chosen; empty for nothing."""
    view = ctx.view
    if not ctx.mine or view.ending:
        return ""
    if view.step in VERBS:
        return f"{VERBS[view.step]} {chair + 1}"
    shoot = f"shoot {chair + 1}"
    if view.step == "bang" and view.owners[chair] == view.seat and shoot not in ctx.legal:
        return shoot
    return ""


def second_target(ctx: Context, chair: int, action: Action) -> Markup:
    """A second choice at the same chair (another killer, another cake) on the table before it."""
    place = ctx.layout.places[chair]
    if place.row == "foot":
        return EMPTY  # no room there: it is a button below the table
    area, (x, y) = place.front, place.object
    symbol = "hand" if action.kind == act.SHOVE else "knife"
    inside = svg.join(
        svg.rect(area.x, area.y, area.width, area.height, "glow", None, 0, 8, 0.35),
        svg.circle(x, y, 15, "blood", "glow", 3),
        svg.icon(symbol, x - 9, y - 9, 18, "ivory"),
    )
    return ctx.press(action.text, inside)


def weapons(ctx: Context) -> Markup:
    """While a card is aimed: who does it with which weapon, or where the cakes can go."""
    if ctx.mine and ctx.view.step == "pass":
        moves = [(action.a, action.b) for action in ctx.actions if action.kind == act.SHOVE]
        return svg.join(
            *(
                marks.trail(ctx, ctx.view.cakes[seat] - 1, marks.destination(ctx, seat, side), "ivory")
                for seat, side in moves
            )
        )
    if not ctx.mine or ctx.view.step not in ("knife", "bang"):
        return EMPTY
    card = CARDS.index(ctx.view.step)
    return svg.join(*(marks.attack(ctx, card, *pair) for pair in marks.pairs(ctx, card)))


# -- chairs and what lies before them ----------------------------------------------------------------------------------


chairs_cache: Cache[Markup] = Cache(8192)


def chairs(ctx: Context, aims: dict[int, list[Action]]) -> Markup:
    """Every chair with its guest; while somebody aims, whoever is not concerned fades."""
    faded: set[int] = set()
    if ctx.mine and ctx.view.step in ("knife", "bang"):
        card = KNIFE if ctx.view.step == "knife" else BANG
        concerned = {chair for pair in marks.pairs(ctx, card) for chair in pair}
        faded = set(range(ctx.box.chairs)) - concerned
    return svg.join(*(chair(ctx, number, aims.get(number, []), number in faded) for number in range(ctx.box.chairs)))


def chair(ctx: Context, number: int, actions: list[Action], faded: bool) -> Markup:
    """One chair."""
    view = ctx.view
    who = (view.owners[number], view.ranks[number], view.pieces[number], number + 1 in view.asleep)
    how = (number + 1 in view.doses, view.lifted == number + 1, bool(actions), faded)
    key = (ctx.box, ctx.narrow, number, *who, *how)
    drawn = chairs_cache.get(key, lambda: draw_chair(ctx, number, bool(actions), faded))
    about = f"chair.{number + 1}"
    wanted = actions[0].text if actions else why_not(ctx, number)
    if wanted:
        return ctx.press(wanted, drawn, about=about)
    return svg.about(about, drawn, title=ctx.chair_words(number))


def draw_chair(ctx: Context, number: int, wanted: bool, faded: bool) -> Markup:
    """A chair, whoever sits there, and a ring if he is lifted."""
    view, place = ctx.view, ctx.layout.places[number]
    width, height = ctx.layout.chair
    taken = view.owners[number] >= 0
    parts = [svg.group(people.chair(width, height, wanted, not taken), x=place.x, y=place.y)]
    if taken:
        parts.append(guest(ctx, number, 0.7 if faded else 1))
    if view.lifted == number + 1:
        parts.append(marks.ring(ctx, number, "steel", "5 3"))
    return svg.group(*parts, css="lift") if wanted else svg.join(*parts)


def guest(ctx: Context, number: int, opacity: float) -> Markup:
    """The gangster on a chair; a sleeper, or one who is about to get a pill, with his sign."""
    view, layout, place = ctx.view, ctx.layout, ctx.layout.places[number]
    width, height = layout.chair
    seat, rank, size = view.owners[number], view.ranks[number], layout.bust
    drawn = [svg.group(people.bust(rank, seat, size, opacity), x=-size / 2, y=height / 2 - size)]
    if number + 1 in view.asleep:
        drawn.append(people.sleeps(width / 2 - 7, 10 - height / 2, 10))
    if number + 1 in view.doses:
        drawn.append(svg.seal("glass", 7 - width / 2, 10 - height / 2, 11, "steel"))
    return svg.piece(f"man.{seat}.{rank}.{view.pieces[number]}", *drawn, kind=f"{seat}.{rank}", x=place.x, y=place.y)


def thing(ctx: Context, number: int) -> Markup:
    """What lies on the table before a chair: ivory for a weapon or a glass, brass for money."""
    layout = ctx.layout
    x, y = layout.places[number].object
    name = ICONS[ctx.box.icons[number]]
    if ctx.box.opposite[number] < 0 and not OBJECT_ICONS[name]:
        cross = svg.icon("cross", x - 7, y - 7, 14, "gold" if layout.places[number].row == "foot" else "cream")
        return svg.about(f"object.{number + 1}", cross, title=ctx.words(say("X chair")))
    if not OBJECT_ICONS[name]:
        return EMPTY
    told = object_words(ctx.box, ctx.language, name)
    return svg.about(f"object.{number + 1}", svg.group(object_disc(name, layout.disc), x=x, y=y), title=told)


@lru_cache(maxsize=32)
def object_disc(name: str, radius: float) -> Markup:
    """An object in its disc, round the origin."""
    size = radius * 1.33
    ground_ = "gold" if name in BUSINESSES or name == "till" else "ivory"
    return svg.join(
        svg.circle(0, 0, radius, ground_, "coal", 1.6), svg.icon(OBJECT_ICONS[name], -size / 2, -size / 2, size, "coal")
    )


# -- cakes -------------------------------------------------------------------------------------------------------------


def cake(ctx: Context, seat: int, number: int) -> Markup:
    """A cake before its chair, with the turns until it explodes; while a Boom! is played it can be set off."""
    layout, place = ctx.layout, ctx.layout.places[number]
    x, y = place.cake
    turns = ctx.turns_until(seat)
    face = [marks.cake_face(seat, layout.cake)]
    if turns:
        down = layout.cake + 9 if place.row == "one" else -layout.cake - 9
        left, top = (-18.0, down) if not ctx.narrow else (layout.cake * -0.2, layout.cake - 5)
        face.append(marks.timer(left, top, turns, layout.text))
    action = f"blow {ctx.box.gangs[seat]}"
    told = ctx.sentence(text.cake_place(ctx.view, ctx.box, seat))
    blows = ctx.mine and ctx.view.step == "boom"
    if action in ctx.legal:
        face.insert(0, svg.circle(0, 0, layout.cake + 5, "none", "glow", 4))
    drawn = svg.piece(
        f"cake.{seat}", *face, kind=f"cake.{seat}", x=x, y=y, about=f"cake.{seat}", title="" if blows else told
    )
    if not blows:
        return drawn
    area = place.front
    hit = svg.rect(area.x, area.y, area.width, area.height, "felt", opacity=0) if ctx.narrow else EMPTY
    return ctx.press(action, hit, svg.group(drawn, css="lift"), about=f"cake.{seat}")


# -- what was just done ------------------------------------------------------------------------------------------------


def deed_on_table(ctx: Context, done: tuple[object, ...], colour: str) -> Markup:
    """A shot, a stab, a blast, a passed cake or a move of this turn (red) or the last (grey)."""
    what = str(done[0])
    if what == "shot":
        return marks.shot(ctx, chair_of(done[1]), chair_of(done[2]), colour)
    if what in ("move", "pass", "stab"):
        paint = {"stab": colour, "pass": "cream", "move": "gold"}[what]
        return marks.trail(ctx, chair_of(done[1]), chair_of(done[2]), paint)
    if what == "blast" and chair_of(done[1]) + 1 not in ctx.view.cakes:
        return marks.blast(ctx, chair_of(done[1]), colour)
    return EMPTY


def deed_on_chair(ctx: Context, done: tuple[object, ...], colour: str) -> Markup:
    """A death or a pill: a red line and a skull on the empty chair, a dashed ring round the sleeper."""
    what = str(done[0])
    if what == "dose" and chair_of(done[1]) + 1 in ctx.view.asleep:
        return marks.ring(ctx, chair_of(done[1]), "coal", "4 3")
    if what != "death" or ctx.view.owners[chair_of(done[1])] >= 0:
        return EMPTY
    number = chair_of(done[1])
    place, (width, height) = ctx.layout.places[number], ctx.layout.chair
    size = width * 0.52
    told = str(done[2]).split(" ")
    words = ctx.sentence(text.here_sat(told[0], told[1], ctx.box))
    foot = place.y + height / 2 + 1
    return svg.about(
        f"chair.{number + 1}",
        svg.rect(place.x - 12, place.y, 24, 8, "card"),
        svg.icon("skull", place.x - size / 2, place.y - size / 2, size, colour),
        svg.line(place.x - width / 2, foot, place.x + width / 2, foot, colour, 3),
        title=words,
    )


def chair_of(number: object) -> int:
    """A chair of a deed as an index."""
    return cast(int, number) - 1


# -- the middle of the table -------------------------------------------------------------------------------------------


def middle(ctx: Context) -> Markup:
    """The bank's notes, the deck, the discards and the pills."""
    layout, view = ctx.layout, ctx.view
    pills = svg.about(
        "pills",
        people.sleeps(0, 0, 10),
        svg.text(15, 5, str(view.tokens), layout.text, "cream"),
        title=ctx.sentence(text.pills_left(view.tokens)),
    )
    if ctx.narrow:
        y = layout.places[-1].y
        return svg.join(
            svg.group(notes(ctx, 7), x=112, y=11),
            svg.group(pills, x=252, y=22),
            deck(ctx, 150, y - 19, 28, 38),
            svg.text(184, y + 5, str(view.pile), 14, "dust"),
            top_card(ctx, 211, y - 19, 28, 38),
        )
    x, y = layout.width / 2, layout.height / 2
    in_deck = ctx.sentence(text.in_deck(view.pile))
    return svg.join(
        svg.group(notes(ctx, 5), x=x - 262, y=y - 30),
        deck(ctx, x + 44, y - 38, 54, 76),
        top_card(ctx, x + 112, y - 38, 54, 76),
        svg.rect(x + 178, y - 24, svg.width_of(in_deck, 13) + 8, 52, "felt"),  # no line of a shot crosses the words
        svg.text(x + 182, y - 10, in_deck, 13, "cream", room=150, least=13),
        svg.group(pills, x=x + 192, y=y + 16),
    )


def notes(ctx: Context, stack: int) -> Markup:
    """The bank as a shrinking pile of notes, in stacks of that many."""
    whole = ctx.box.bank[ctx.view.players - 3]
    count = min(MOST_NOTES, -(-ctx.view.bank * MOST_NOTES // whole))
    wide, high, lift, gap = (26.0, 14.0, 1.4, 42.0) if ctx.narrow else (62.0, 32.0, 6.0, 74.0)
    drawn = []
    for i in range(count):
        x, y = i // stack * gap + i % stack * lift, (stack - 1 - i % stack) * lift
        drawn.append(svg.rect(x, y, wide, high, "cream", "coal", 1.3, 2))
        if i % stack == stack - 1 or i == count - 1:
            drawn.append(svg.rect(x + 3, y + 3, wide - 6, high - 6, "none", "felt", 1, 1))
            drawn.append(svg.circle(x + wide / 2, y + high / 2, high * 0.32, "felt"))
            size = high * 0.5
            drawn.append(svg.icon("dollar", x + (wide - size) / 2, y + (high - size) / 2, size, "ivory"))
    if not count:
        drawn.append(svg.rect(0, 0, wide, high, "none", "gold", 1.2, 2))
    return svg.about("bank", *drawn, title=ctx.sentence(text.bank_holds(ctx.view.bank)))


def deck(ctx: Context, x: float, y: float, width: float, height: float) -> Markup:
    """The cards to draw from, face down."""
    told = ctx.sentence(text.in_deck(ctx.view.pile))
    return svg.piece("pile", svg.back(width, height, ""), kind="?", x=x, y=y, about="pile", title=told)


def top_card(ctx: Context, x: float, y: float, width: float, height: float) -> Markup:
    """The last discard, face up."""
    view = ctx.view
    if not view.discard:
        empty = svg.rect(x, y, width, height, "none", "slate" if ctx.narrow else "gold", 1.2, 4)
        return svg.about("discard", empty, title=ctx.words(say("No discards")))
    name = view.discard[-1]
    named = f"discard.{view.shuffles}.{len(view.discard)}"
    return svg.piece(named, small_card(name, width, height), kind=name, x=x, y=y, about="discard")


@lru_cache(maxsize=64)
def small_card(name: str, width: float, height: float) -> Markup:
    """A card as a coloured plate with its sign."""
    symbol, paint = CARD_LOOKS[name]
    size = width * 0.62
    return svg.join(
        svg.rect(0, 0, width, height, paint, "ivory", 2, 4),
        svg.icon(symbol, (width - size) / 2, (height - size) / 2, size, "ivory"),
    )
