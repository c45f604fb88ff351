"""Beside the table: what every player has left, and how close the end is."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.cache import Cache
from parrain.core.parts import GOAL, SIDE, Panel, Part, Status
from parrain.core.say import Say, say, say_plural
from parrain.core.svg import EMPTY, Markup
from parrain.games.reglement import text
from parrain.games.reglement.board.context import Context, man_words
from parrain.games.reglement.board.marks import cake_face, timer
from parrain.games.reglement.board.people import bust, sleeps
from parrain.games.reglement.components import FEWEST, RANKS
from parrain.games.reglement.rules.turn import income

IN_ROW, STEP, MAN = 7, 27.2, 30.0


def panels(ctx: Context) -> tuple[Panel, ...]:
    """Everybody's panel: money, income a turn, men, cards, cake."""
    return tuple([panel(ctx, seat) for seat in range(ctx.view.players)])


bodies_cache: Cache[Part] = Cache(2048)


def panel(ctx: Context, seat: int) -> Panel:
    """One player's panel."""
    view = ctx.view
    due = min(income(ctx.table, seat), view.bank)
    gain = f"+{ctx.money(due)}" if due and not view.ending else ""
    return Panel((seat,), ctx.money(view.scores[seat]), gain, note(ctx, seat), signs(ctx, seat), body(ctx, seat))


def note(ctx: Context, seat: int) -> str:
    """Whether somebody is out of the game."""
    return "" if ctx.view.alive[seat] else ctx.words(say("out"))


def signs(ctx: Context, seat: int) -> tuple[tuple[str, str], ...]:
    """The laurel of a winner."""
    won = ctx.view.ending and ctx.view.places[seat] == 1
    return (("laurel", ctx.words(say("the winner"))),) if won else ()


def gang(ctx: Context, seat: int) -> list[tuple[str, str]]:
    """Every man of a gang by rank: awake, asleep, waiting for a chair, or dead."""
    view = ctx.view
    found: list[tuple[str, str]] = []
    size = ctx.box.sizes[view.players - FEWEST]
    for number, rank in enumerate(RANKS):
        men = [
            "asleep" if chair + 1 in view.asleep else "awake"
            for chair, owner in enumerate(view.owners)
            if owner == seat and view.ranks[chair] == rank
        ]
        men += ["waiting" for each in view.reserve[seat] if each.split(" ")[0] == rank]
        men += ["dead"] * (size[number] - len(men))
        found += [(rank, how) for how in men]
    return found


def body(ctx: Context, seat: int) -> Part:
    """A bust for every man (a dashed frame for a dead one), the cake on the table, and the cards in hand."""
    view, men = ctx.view, gang(ctx, seat)
    cake = (ctx.turns_until(seat), ctx.when(seat)) if view.cakes[seat] > 0 else None
    key = (ctx.box, ctx.language, ctx.narrow, seat, tuple(men), view.hand_sizes[seat], view.alive[seat], cake)
    return bodies_cache.get(key, lambda: draw_body(ctx, seat, men))


def draw_body(ctx: Context, seat: int, men: list[tuple[str, str]]) -> Part:
    """The drawing of `body`."""
    drawn = []
    for i, (rank, how) in enumerate(men):
        x, y = i % IN_ROW * STEP, i // IN_ROW * (MAN + 4)
        drawn.append(svg.group(man(ctx, seat, rank, how), x=x, y=y))
    height = MAN + 2 + (len(men) - 1) // IN_ROW * (MAN + 4)
    size = 15.0 if ctx.narrow else 14.0
    hand = say_plural("{count} card in hand", "{count} cards in hand", count=ctx.view.hand_sizes[seat])
    cards = svg.group(
        svg.icon("cards", SIDE - 40, height - 24, 20, "ink"),
        svg.text(SIDE - 2, height - 9, str(ctx.view.hand_sizes[seat]), size, "ink", "end"),
        title=ctx.words(hand),
    )
    shown = [*drawn, cards if ctx.view.alive[seat] else EMPTY]
    if ctx.view.cakes[seat] > 0:
        shown.append(svg.group(small_cake(ctx, seat), x=SIDE - 90, y=height - 15))
    return Part("panel", SIDE, height, svg.join(*shown))


def small_cake(ctx: Context, seat: int) -> Markup:
    """A player's cake on the table, with the turns until it explodes."""
    turns = ctx.turns_until(seat)
    plate = timer(15, 0, turns, 14 if ctx.narrow else 13) if turns else EMPTY
    return svg.about(f"cake.{seat}", svg.group(cake_face(seat, 12), x=0), plate, title=ctx.when(seat))


def man(ctx: Context, seat: int, rank: str, how: str) -> Markup:
    """One man of a gang, round 30 units."""
    told = man_words(ctx.box, ctx.language, seat, rank)
    if how == "dead":
        frame = svg.tag(
            "rect",
            x=1,
            y=2,
            width=27,
            height=28,
            rx=4,
            fill="none",
            stroke="ash",
            stroke_width=1.4,
            stroke_dasharray="3 3",
        )
        return svg.about(f"man.{seat}.{rank}", frame, svg.icon("cross", 9, 10, 12, "ash"), title=told)
    parts = [bust(rank, seat, 29, 0.45 if how == "waiting" else 1)]
    if how == "asleep":
        parts.append(sleeps(23, 6, 6.5))
    return svg.about(f"man.{seat}.{rank}", *parts, title=told)


# -- how far the game is -----------------------------------------------------------------------------------------------


def status(ctx: Context) -> Status:
    """The turn, its four steps with what the first two brought, and the ends of the game."""
    view = ctx.view
    phases = [ctx.sentence(each) for each in steps(ctx)]
    return Status(
        ctx.words(text.turn_number(view.turns)),
        tuple(phases),
        -1 if view.ending else min(2, len(phases) - 1),
        ctx.words(say("The richest wins, dead or alive")),
        ends(ctx),
    )


def steps(ctx: Context) -> list[Say]:
    """The four steps of a turn."""
    if not ctx.view.turns:
        return [say("Taking places")]
    cake, money = say("Cake"), say("Money")
    for deed in ctx.view.deeds:
        if deed[0] == "pay" and isinstance(deed[2], int):
            money = say("Money +{sum}", sum=text.dollars(deed[2]))
        elif deed[0] == "blast" and deed[2] == ctx.box.gangs[ctx.view.turn]:
            cake = say("Cake: boom!")
    return [cake, money, say("Cards"), say("Waking")]


def ends(ctx: Context) -> Part:
    """The three ends of the game and how far each is: the bank, the gangs, the men."""
    view = ctx.view
    gangs = sum(1 for men in view.alive if men)
    shown = (
        ("notes", ctx.money(view.bank), say("The game ends when the bank is empty")),
        ("crew", str(gangs), say("The game ends when one gang is left")),
        ("skull", str(sum(view.alive)), say("The game ends when nobody is left")),
    )
    size = 17.0
    x = 8.0
    drawn = []
    for symbol, value, told in shown:
        wide = svg.width_of(value, size, True)
        drawn.append(
            svg.group(
                svg.icon(symbol, x, 11, 20, "gold"),
                svg.text(x + 26, 27, value, size, "glow", serif=True),
                title=ctx.words(told),
            )
        )
        x += 26 + wide + 16
    width, height = x - 4, 42.0
    if ctx.narrow:  # the players are behind a tab
        most = max(view.scores)
        rows = [((seat,), f"{money / 1000:g}k", money == most) for seat, money in enumerate(view.scores)]
        width, height = 316.0, 66.0
        drawn.append(svg.group(svg.standings(rows, width), y=40))
    return Part(
        GOAL,
        width,
        height,
        svg.join(svg.rect(0, 0, width, height, "coal", None, 0, 4), *drawn),
        ctx.words(all_ends(ctx)),
    )


def all_ends(ctx: Context) -> Say:
    """What ends the game, in one sentence."""
    return say(
        "The game ends when the bank is empty ({sum} left), when one gang is left or when nobody is.",
        sum=text.dollars(ctx.view.bank),
    )
