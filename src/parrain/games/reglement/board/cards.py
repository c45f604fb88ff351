"""The card of every thing on the table: what it is, what it is worth, what it can do."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.parts import Card, Part, Value
from parrain.core.say import Say, Seat, say
from parrain.core.svg import Markup
from parrain.games.reglement import text
from parrain.games.reglement.board import marks
from parrain.games.reglement.board.context import BUSINESSES, CARD_LOOKS, Context
from parrain.games.reglement.board.people import bust, sleeps
from parrain.games.reglement.board.table import object_disc, small_card
from parrain.games.reglement.components import BANG, CARDS, ICONS, KNIFE, RANKS
from parrain.games.reglement.rules.turn import income

RANK_WORDS: dict[str, tuple[Say, str]] = {
    "godfather": (say("Alive and awake, he brings money every turn, wherever he sits."), "6.1"),
    "shooter": (say("With a Bang! he shoots the man opposite, even without a revolver before him."), "8.3"),
    "blade": (say("With a Knife he kills the man to his left or right, even without a knife before him."), "8.1"),
    "heavy": (say("He can use what lies before him: a revolver, a knife, a business, the till."), "1.4"),
}
OBJECT_WORDS: dict[str, tuple[Say, str]] = {
    "revolver": (say("With a Bang! any man who sits here shoots the man opposite."), "8.3"),
    "knife": (say("With a Knife any man who sits here kills the man to his left or right."), "8.1"),
    "glass": (say("Whoever sits here can be put to sleep with a Cocktail, and dies of a second pill."), "8.10"),
    "till": (say("A man who is awake here doubles the whole income of his gang."), "6.5"),
    "bar": (say("It pays the gang whose man sits here awake; both bars together are a monopoly."), "6.3"),
    "restaurant": (say("It pays the gang whose man sits here awake; both restaurants together are a monopoly."), "6.3"),
    "gaming": (say("It pays the gang whose man sits here awake; both gaming houses together are a monopoly."), "6.3"),
    "none": (say("An X chair has nobody opposite: nobody shoots from here, nobody is shot here."), "1.3"),
}
CARD_WORDS: dict[str, tuple[tuple[Say, ...], str]] = {
    "knife": (
        (say("A Blade of yours, or a man of yours with a knife before him, kills the man to his left or right."),),
        "8.1",
    ),
    "bang": (
        (say("A Shooter of yours, or a man of yours with a revolver before him, kills the man opposite."),),
        "8.3",
    ),
    "cake": (
        (
            say("Your cake comes to any chair without one. When your next turn begins it explodes."),
            say("The blast kills whoever sits there and on the two chairs beside it."),
        ),
        "8.5",
    ),
    "pass": ((say("A cake of somebody else goes left or right to the next chair with a guest."),), "8.6"),
    "boom": ((say("A cake of somebody else explodes at once."),), "8.9"),
    "cocktail": (
        (
            say("One to three opponents with a glass before them fall asleep until the end of their turn."),
            say("Whoever sleeps already dies."),
        ),
        "8.10",
    ),
    "alert": ((say("All guests get up, and everybody seats his men anew, one by one; the cakes stay."),), "8.13"),
    "move": (
        (say("One of your men who is awake goes to any free chair."), say("It may also be played as a second card.")),
        "8.17",
    ),
}


def card(ctx: Context, thing: str) -> Card | None:
    """The card of a thing on the table; None for what is none."""
    kind, _, rest = thing.partition(".")
    if kind == "chair" and in_range(rest, 1, ctx.box.chairs):
        return chair_card(ctx, int(rest) - 1)
    if kind == "object" and in_range(rest, 1, ctx.box.chairs):
        return object_card(ctx, int(rest) - 1)
    if kind == "cake" and in_range(rest, 0, ctx.view.players - 1):
        return cake_card(ctx, int(rest))
    if kind == "card" and rest in CARDS:
        return menu_card(ctx, rest)
    if kind == "man":
        seat, _, rank = rest.partition(".")
        if in_range(seat, 0, ctx.view.players - 1) and rank in RANKS:
            return man_card(ctx, int(seat), rank)
    plain = {"bank": bank_card, "pile": pile_card, "discard": discard_card, "pills": pills_card}.get(thing)
    return plain(ctx) if plain is not None else None


def in_range(number: str, least: int, most: int) -> bool:
    """Whether a text is a number between these."""
    return number.isdecimal() and len(number) < 4 and least <= int(number) <= most


def picture(*inside: Markup, size: float = 88) -> Part:
    """The picture of a card."""
    return Part("card", size, size, svg.join(*inside))


def rule(number: str) -> str:
    """A rule as the rulebook numbers it."""
    return f"RC {number}"


def recon(ctx: Context, chair: int, key: str) -> str:
    """Said if where a chair stands, or what lies before it, is our reconstruction."""
    found = ctx.box.edition.tables("chairs")[chair]
    inner = found.get("object")
    if key == "object" and isinstance(inner, dict):
        status = inner.get("status", found.get("status"))
        told = say("What lies before this chair is our reconstruction.")
    else:
        status, told = found.get("status"), say("Where this chair stands is our reconstruction.")
    return ctx.words(told) if status == "recon" else ""


# -- chairs and men ----------------------------------------------------------------------------------------------------


def chair_card(ctx: Context, chair: int) -> Card:
    """Who sits on a chair, what he brings, whom he can kill, and which of your men can kill him."""
    view = ctx.view
    seat, rank = view.owners[chair], view.ranks[chair]
    if seat < 0:
        what = ICONS[ctx.box.icons[chair]]
        return Card(
            ctx.words(say("Chair {chair}", chair=chair + 1)),
            ctx.words(say("a free chair")),
            object_picture(what),
            (),
            (ctx.sentence(text.describe_chair(view, ctx.box, chair)), ctx.words(OBJECT_WORDS[what][0])),
            rule(OBJECT_WORDS[what][1]),
            recon(ctx, chair, "chair"),
        )
    lines = [ctx.words(RANK_WORDS[rank][0])]
    asleep = chair + 1 in view.asleep
    if asleep:
        lines.append(ctx.words(say("He sleeps: he earns nothing, kills nobody and stays where he is.")))
    lines += [ctx.words(each) for each in threats(ctx, chair)]
    return Card(
        ctx.sentence(text.gangster(ctx.box.gangs[seat], rank, ctx.box)),
        ctx.words(say("{seat} · chair {chair}", seat=Seat(seat), chair=chair + 1)),
        picture(bust(rank, seat, 88), sleeps(74, 14, 12) if asleep else svg.EMPTY),
        worth(ctx, chair),
        tuple(lines),
        rule(RANK_WORDS[rank][1]),
        recon(ctx, chair, "chair"),
    )


def worth(ctx: Context, chair: int) -> tuple[Value, ...]:
    """What the man on a chair brings his gang every turn, as it stands."""
    seat = ctx.view.owners[chair]
    without = ctx.table.clone()
    without.unseat_man(chair)
    brought = income(ctx.table, seat) - income(without, seat)
    return (Value("dollar", ctx.money(brought), ctx.words(say("a turn"))),) if brought else ()


def threats(ctx: Context, chair: int) -> list[Say]:
    """Whom the man on a chair could kill, who of the reader's could kill him, and the cakes beside him."""
    view, box = ctx.view, ctx.box
    seat = view.owners[chair]
    told: list[Say] = []
    table = ctx.table.clone()
    table.turn = seat
    facing = box.opposite[chair]
    awake = chair + 1 not in view.asleep
    icon = ICONS[box.icons[chair]]
    if awake and facing >= 0 and (view.ranks[chair] == "shooter" or icon == "revolver"):
        told.append(say("With a Bang! he aims at chair {chair}.", chair=facing + 1))
    if awake and (view.ranks[chair] == "blade" or icon == "knife"):
        left, right = (chair + 1) % box.chairs, (chair - 1) % box.chairs
        told.append(say("With a Knife he reaches chairs {left} and {right}.", left=left + 1, right=right + 1))
    if view.seat is not None and seat != view.seat:
        for killer, victim in (*marks.pairs(ctx, KNIFE), *marks.pairs(ctx, BANG)):
            if victim == chair:
                rank = text.rank_name(view.ranks[killer], box)
                told.append(say("Your {rank} at chair {chair} can kill him.", rank=rank, chair=killer + 1))
    for owner, place in enumerate(view.cakes):
        if place > 0 and chair in marks.reach(ctx, place - 1):
            told.append(say("The {gang} cake would take him.", gang=text.gang(box.gangs[owner], box)))
    return told


def man_card(ctx: Context, seat: int, rank: str) -> Card:
    """A rank of a gang."""
    values: tuple[Value, ...] = ()
    if rank == "godfather":
        values = (Value("dollar", ctx.money(ctx.box.pay_godfather), ctx.words(say("a turn"))),)
    return Card(
        ctx.sentence(text.gangster(ctx.box.gangs[seat], rank, ctx.box)),
        ctx.name(seat),
        picture(bust(rank, seat, 88)),
        values,
        (ctx.words(RANK_WORDS[rank][0]),),
        rule(RANK_WORDS[rank][1]),
    )


# -- objects and cakes -------------------------------------------------------------------------------------------------


def object_picture(what: str) -> Part:
    """An object, large."""
    face = svg.icon("cross", 24, 24, 40, "smoke") if what == "none" else svg.group(object_disc(what, 40), x=44, y=44)
    return picture(face)


def object_card(ctx: Context, chair: int) -> Card:
    """What lies before a chair."""
    what = ICONS[ctx.box.icons[chair]]
    box = ctx.box
    values: tuple[Value, ...] = ()
    if what in BUSINESSES:
        values = (
            Value("dollar", ctx.money(box.pay_business), ctx.words(say("a turn"))),
            Value("notes", ctx.money(box.pay_monopoly), ctx.words(say("for both together"))),
        )
    elif what == "till":
        values = (Value("till", f"×{box.till_factor}", ctx.words(say("the whole income"))),)
    words, number = OBJECT_WORDS[what]
    title = say("X chair") if what == "none" else box.edition.term("object", what)
    where = say("before chair {chair}", chair=chair + 1)
    return Card(
        *(ctx.sentence(title), ctx.words(where), object_picture(what), values),
        (ctx.words(words),),
        rule(number),
        recon(ctx, chair, "object"),
    )


def cake_card(ctx: Context, seat: int) -> Card:
    """A cake: when it explodes, and whom it would take."""
    view, box = ctx.view, ctx.box
    place = view.cakes[seat]
    lines = [ctx.sentence(text.cake_place(view, box, seat))]
    values: tuple[Value, ...] = ()
    if place > 0:
        values = (Value("hourglass", "", ctx.when(seat)),)
        taken = [text.sitter(view, box, each) for each in marks.reach(ctx, place - 1) if view.owners[each] >= 0]
        lines.append(
            ctx.words(say("It would take: {men}.", men=taken)) if taken else ctx.words(say("It would take nobody."))
        )
        chairs = [each + 1 for each in marks.reach(ctx, place - 1)]
        lines.append(ctx.words(say("Its chairs: {chairs}.", chairs=chairs)))
    return Card(
        ctx.sentence(say("the {gang} cake", gang=text.gang(box.gangs[seat], box))),
        ctx.name(seat),
        picture(svg.group(marks.cake_face(seat, 36), x=42, y=46)),
        values,
        tuple(lines),
        rule("5.2"),
    )


# -- cards, money, pills -----------------------------------------------------------------------------------------------


def menu_card(ctx: Context, name: str) -> Card:
    """A card of the menu."""
    lines, number = CARD_WORDS[name]
    count = ctx.box.counts[CARDS.index(name)]
    values = (Value("cards", str(count), ctx.words(say("in the game"))),)
    return Card(
        ctx.words(ctx.box.edition.term("card", name)),
        ctx.words(say("a card")),
        Part("card", 64, 88, svg.group(small_card(name, 60, 84), x=2, y=2)),
        values,
        tuple([ctx.words(each) for each in lines]),
        rule(number),
    )


def bank_card(ctx: Context) -> Card:
    """The bank."""
    held = Value("notes", ctx.money(ctx.view.bank), ctx.words(say("left")))
    line = say("It pays every gang at the beginning of its turn. When its last note is gone, the game ends.")
    return Card(
        *(ctx.words(say("The bank")), "", picture(svg.icon("notes", 12, 12, 64, "felt")), (held,)),
        (ctx.words(line),),
        rule("11.2"),
    )


def pile_card(ctx: Context) -> Card:
    """The cards to draw from."""
    line = say("You draw up to five cards at the end of your turn. When it is empty, the discards are shuffled.")
    return Card(
        *(ctx.words(say("The deck")), ctx.sentence(text.in_deck(ctx.view.pile))),
        Part("card", 64, 88, svg.group(svg.back(60, 84, ""), x=2, y=2)),
        (),
        (ctx.words(line),),
        rule("7.7"),
    )


def discard_card(ctx: Context) -> Card:
    """The discards: how many of each card lie there."""
    discards = ctx.view.discard
    shown = tuple(
        [
            Value(CARD_LOOKS[name][0], str(discards.count(name)), ctx.words(ctx.box.edition.term("card", name)))
            for name in CARDS
            if name in discards
        ]
    )
    line = say("Every card played or discarded lies here, face up.")
    return Card(*(ctx.words(say("The discards")), "", None, shown), (ctx.words(line),), rule("13.3"))


def pills_card(ctx: Context) -> Card:
    """The sleeping pills."""
    left = Value("sleep", str(ctx.view.tokens), ctx.words(say("left")))
    line = say("A Cocktail gives one to each sleeper. When he wakes or dies it comes back.")
    return Card(
        *(ctx.words(say("Sleeping pills")), "", picture(sleeps(44, 44, 34)), (left,)), (ctx.words(line),), rule("8.12")
    )
