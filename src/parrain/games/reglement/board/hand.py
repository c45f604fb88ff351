"""One's own hand, and the men who wait for a chair."""

from __future__ import annotations

from functools import lru_cache

from parrain.core import svg
from parrain.core.parts import HAND, OFFER, Part
from parrain.core.say import Say, say, say_plural
from parrain.core.svg import EMPTY, Markup
from parrain.games.reglement import text
from parrain.games.reglement.actions import PICK
from parrain.games.reglement.board import marks
from parrain.games.reglement.board.context import CARD_LOOKS, Context, bits
from parrain.games.reglement.board.people import bust, sleeps
from parrain.games.reglement.components import ALERT, BANG, CAKE, CARDS, KNIFE, PASS, RANKS
from parrain.games.reglement.rules.menu import aims

WIDE, NARROW = (155.0, 104.0, 32.0), (70.0, 62.0, 46.0)  # a card: its width, its height, and the place to discard it
MAN, IN_ROW = (68.0, 92.0), 4  # a man who waits
LAP = 9.0  # how far a second card of the same kind looks out

WHAT: dict[str, Say] = {
    "knife": say("kills beside your Blade or your man at a knife"),
    "bang": say("kills opposite your Shooter or your man at a gun"),
    "cake": say("kills at three chairs when your next turn begins"),
    "pass": say("a cake of another goes on to the next guest"),
    "boom": say("a cake of another explodes at once"),
    "cocktail": say("puts up to three glasses to sleep; sleepers die"),
    "alert": say("all get up and sit down anew"),
    "move": say("one of yours takes a free chair; also second"),
}


def hand(ctx: Context) -> Part | None:
    """One's cards, equal ones together: a tap plays one, the plate below discards one."""
    view = ctx.view
    if view.seat is None or not view.hand:
        return None
    width, play, drop = NARROW if ctx.narrow else WIDE
    gap = 3.0 if ctx.narrow else 7.0
    drawn = []
    x = 2.0
    for card, name in enumerate(CARDS):
        count = view.hand.count(name)
        if count:
            drawn.append(kind_of_card(ctx, card, x, count))
            x += width + (count - 1) * LAP + gap
    return Part(HAND, x - gap + 2, play + drop + 6, svg.join(*drawn), ctx.words(say("Your hand")))


def kind_of_card(ctx: Context, card: int, x: float, count: int) -> Markup:
    """All one's cards of one kind."""
    name = CARDS[card]
    width, play, drop = NARROW if ctx.narrow else WIDE
    step = "move" if ctx.view.step == "landing" else ctx.view.step
    chosen = ctx.mine and step == name
    legal = f"play {name}" in ctx.legal
    count_now = how_many(ctx, card)
    flat = not (legal or chosen or not ctx.mine)
    draw = small_face if ctx.narrow else large_face
    shown = ctx.words(ctx.box.edition.term("label" if ctx.narrow else "face", name))
    if count > 1 and not ctx.narrow:
        shown = f"{shown} ×{count}"
    now = "" if ctx.narrow and card == ALERT else (str(how_much(ctx, card)) if ctx.narrow else ctx.words(count_now))
    what = "" if ctx.narrow else ctx.words(WHAT[name])
    look = "chosen" if chosen else "legal" if legal else "flat" if flat else "plain"
    tall = f"discard {name}" not in ctx.legal  # without the plate below it the card has its room
    faces = []
    for i in reversed(range(count)):
        face = draw(name, shown, what, now, look, tall) if i == 0 else draw(name, "", "", "", "plain", tall)
        faces.append(svg.piece(f"hand.{name}.{i}", face, kind=name, x=x + i * LAP, y=3))
    parts = [ctx.press(f"play {name}", svg.group(*faces, css="lift"), about=f"card.{name}")]
    if f"discard {name}" in ctx.legal:
        parts.append(ctx.press(f"discard {name}", discard(ctx, x, play + 5, width, drop)))
    return svg.join(*parts)


@lru_cache(maxsize=256)
def large_face(name: str, shown: str, what: str, now: str, look: str, tall: bool) -> Markup:
    """A card on a screen: a band with its sign and what it can do now, its name, what it does."""
    width, height, drop = WIDE
    height, most = (height + drop + 2, 5) if tall else (height, 3)
    symbol, paint = CARD_LOOKS[name]
    flat = look == "flat"
    edge, thick = {"chosen": ("blood", 4.0), "legal": ("glow", 4.0)}.get(look, ("coal", 1.6))
    return svg.join(
        svg.rect(0, 0, width, height, "tray" if flat else "card", edge, thick, 6),
        svg.rect(0, 0, width, height, "none", "coal", 1.2, 6),
        svg.rect(4, 4, width - 8, 32, "slate" if flat else paint, None, 0, 3),
        svg.icon(symbol, 11, 8, 24, "ivory"),
        svg.text(width - 11, 25, now, 14, "ivory", "end", serif=True, room=width - 56, least=13),
        svg.text(9, 53, shown, 16, "dust" if flat else "coal", serif=True, room=width - 16, least=13),
        svg.paragraph(9, 68, what, width - 16, 13, "dust", most=most, leading=1.16 if most == 3 else 1.25),
    )


@lru_cache(maxsize=256)
def small_face(name: str, shown: str, what: str, now: str, look: str, tall: bool) -> Markup:
    """A card on a phone: its sign, what it can do now as a number, its short name."""
    width, height, drop = NARROW
    height += drop + 2 if tall else 0
    symbol, paint = CARD_LOOKS[name]
    flat = look == "flat"
    edge, thick = {"chosen": ("blood", 4.0), "legal": ("glow", 4.0)}.get(look, ("coal", 1.6))
    return svg.join(
        svg.rect(0, 0, width, height, "tray" if flat else "card", edge, thick, 6),
        svg.rect(0, 0, width, height, "none", "coal", 1.2, 6),
        svg.rect(4, 4, width - 8, 36, "slate" if flat else paint, None, 0, 3),
        svg.icon(symbol, 8 if now else (width - 26) / 2, 9, 26, "ivory"),
        svg.text(width - 9, 28, now, 16, "ivory", "end", serif=True) if now else EMPTY,
        svg.text(width / 2, 55, shown, 14, "dust" if flat else "coal", "middle", room=width - 4, least=14),
    )


def discard(ctx: Context, x: float, y: float, width: float, height: float) -> Markup:
    """The plate below a card that discards it."""
    words = "" if ctx.narrow else ctx.words(say("Discard"))
    size = 20.0
    left = x + (width - size - (svg.width_of(words, 14) + 6 if words else 0)) / 2
    return svg.group(
        svg.rect(x, y, width, height, "card", "coal", 1.4, 5),
        svg.icon("cards", left, y + (height - size) / 2, size, "dust"),
        svg.text(left + size + 6, y + height / 2 + 5, words, 14, "dust"),
        css="lift",
    )


def how_much(ctx: Context, card: int) -> int:
    """How many victims, chairs, cakes or men a card has to choose from now."""
    if card in (KNIFE, BANG):
        return len({victim for _, victim in marks.pairs(ctx, card)})
    if card == ALERT:
        return sum(ctx.view.alive)
    if card == CAKE and ctx.view.cakes[ctx.table.turn] > 0:
        return ctx.box.chairs - sum(1 for place in ctx.view.cakes if place > 0) + 1
    found = bits(aims(ctx.table, card))
    return len({bit // 2 for bit in found}) if card == PASS else len(found)


def how_many(ctx: Context, card: int) -> Say:
    """The same in words."""
    count = how_much(ctx, card)
    name = CARDS[card]
    if name == "alert":
        return say("everybody")
    if not count:
        return say("nothing now")
    if name in ("pass", "boom"):
        return say_plural("{count} cake", "{count} cakes", count=count)
    if name == "cake":
        return say_plural("{count} chair", "{count} chairs", count=count)
    if name == "move":
        return say_plural("{count} man", "{count} men", count=count)
    return say_plural("{count} target", "{count} targets", count=count)


# -- who sits down next ------------------------------------------------------------------------------------------------


def offer(ctx: Context) -> Part | None:
    """The men who wait for a chair, to choose from; or the one who is about to sit."""
    if not ctx.mine or ctx.view.step not in ("picking", "sitting"):
        return None
    choices = [action for action in ctx.actions if action.kind == PICK]
    drawn = [
        ctx.press(action.text, svg.group(waiting(ctx, RANKS[action.a], bool(action.b), True), x=x, y=y))
        for action, (x, y) in zip(choices, cells(len(choices)), strict=True)
    ]
    if not choices:
        man = ctx.view.picked or ctx.view.reserve[ctx.mover][0]
        drawn = [svg.group(waiting(ctx, man.split(" ")[0], " " in man, False), x=3, y=3)]
    width, height = MAN
    across, down = min(len(drawn), IN_ROW), (len(drawn) + IN_ROW - 1) // IN_ROW
    size = across * (width + 5) + 1, down * (height + 6)
    return Part(OFFER, *size, svg.join(*drawn), ctx.words(say("Waiting for a chair")))


def cells(count: int) -> list[tuple[float, float]]:
    """Where that many men who wait stand, four in a row."""
    width, height = MAN
    return [(3 + i % IN_ROW * (width + 5), 3 + i // IN_ROW * (height + 6)) for i in range(count)]


def waiting(ctx: Context, rank: str, asleep: bool, glows: bool) -> Markup:
    """A man who waits for a chair, large, with his rank in words."""
    (width, height), size = MAN, 48.0
    return svg.about(
        f"man.{ctx.mover}.{rank}",
        svg.rect(0, 0, width, height, "card", "glow" if glows else "coal", 4 if glows else 1.6, 6),
        svg.rect(0, 0, width, height, "none", "coal", 1.2, 6),
        svg.group(bust(rank, ctx.mover, size), x=(width - size) / 2, y=5),
        sleeps(width - 14, 14, 10) if asleep else EMPTY,
        svg.paragraph(
            *(width / 2, height - 24, ctx.words(text.rank_name(rank, ctx.box)), width + 2, 14, "coal", "middle"),
            most=2,
            leading=1.15,
        ),
    )
