"""Beside the table: a plate for every player, one's own hand, the buttons."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.say import say
from parrain.core.svg import EMPTY, Markup
from parrain.games.reglement import text
from parrain.games.reglement.actions import PICK
from parrain.games.reglement.board.desk import CARD_ICONS, Desk
from parrain.games.reglement.components import CARDS, RANKS


def plates(desk: Desk) -> Markup:
    """Everybody's gang, money, men and cards."""
    n = desk.view.players
    if desk.narrow:
        return svg.join(*(small_plate(desk, seat, 10 + seat % 2 * 187, 36 + seat // 2 * 46) for seat in range(n)))
    wide = (1076 - 10 * (n - 1)) / n
    return svg.join(*(plate(desk, seat, 62 + seat * (wide + 10), 92, wide, 70) for seat in range(n)))


def paid(desk: Desk, seat: int) -> str:
    """What the bank paid that seat in this turn, if it did."""
    for deed in desk.view.deeds:
        if deed[0] == "pay" and deed[1] == desk.box.gangs[seat] and isinstance(deed[2], int):
            return "+" + desk.money(deed[2])
    return ""


def facts(desk: Desk, seat: int, x: float, y: float, size: float, gap: float) -> Markup:
    """Living gangsters, cards in hand, and the cake: small pictures with numbers."""
    view = desk.view
    shown: list[Markup] = []
    out = not view.alive[seat]
    if out:
        shown.append(svg.icon("skull", x, y - size, size * 1.15, "oxblood", desk.words(say("out of the game"))))
        return svg.join(*shown, svg.text(x + size * 1.5, y, desk.words(say("out")), size, "oxblood"))
    men = desk.words(say("Living gangsters: {count}", count=view.alive[seat]))
    cards = desk.words(say("In hand: {count}", count=view.hand_sizes[seat]))
    for symbol, count, told in (("hat", view.alive[seat], men), ("cards", view.hand_sizes[seat], cards)):
        shown.append(svg.icon(symbol, x, y - size, size * 1.2, "ink", told))
        shown.append(svg.text(x + size * 1.4, y, str(count), size))
        x += size * 1.4 + svg.width_of("10", size) + gap
    if view.cakes[seat] == 0:
        shown.append(
            svg.icon("cake", x, y - size, size * 1.2, "smoke", desk.words(say("the cake is still in the kitchen")))
        )
    elif view.cakes[seat] > 0:
        shown.append(svg.icon("cake", x, y - size, size * 1.2, "oxblood", desk.words(say("the cake is on the table"))))
    if view.reserve[seat]:
        waiting = desk.words(say("waiting for a chair: {count}", count=len(view.reserve[seat])))
        shown.append(svg.icon("hourglass", x + size * 1.5, y - size, size * 1.2, "smoke", waiting))
    return svg.join(*shown)


def standing(desk: Desk, seat: int, x: float, y: float, size: float) -> Markup:
    """The laurel of a winner, or the place."""
    view = desk.view
    if not view.ending:
        return EMPTY
    if view.places[seat] == 1:
        return svg.icon("laurel", x, y, size, "bronze", desk.words(say("the winner")))
    return EMPTY


def plate(desk: Desk, seat: int, x: float, y: float, width: float, height: float) -> Markup:
    """A player, on a screen."""
    view = desk.view
    active = seat == desk.mover
    edge = "brass" if active else "ink"
    gain = paid(desk, seat)
    return svg.join(
        svg.path(svg.steps(x, y, width, height, 6), "vellum", edge, 2.6 if active else 1.2),
        svg.token(seat, x + 26, y + 25, 14, active=active),
        svg.text(
            x + 50, y + 21, desk.name(seat), 15, serif=True, room=width - 58 - (26 if view.ending else 0), least=12
        ),
        standing(desk, seat, x + width - 28, y + 6, 20),
        svg.text(x + 50, y + 40, desk.money(view.scores[seat]), 15, "ink", room=width - 60),
        svg.text(x + width - 9, y + 61, gain, 12, "bottle", "end", room=width - 104),
        facts(desk, seat, x + 14, y + 61, 13, 5),
    )


def small_plate(desk: Desk, seat: int, x: float, y: float) -> Markup:
    """A player, on a phone."""
    view = desk.view
    active = seat == desk.mover
    sum_ = desk.money(view.scores[seat])
    wide = min(svg.width_of(sum_, 13), 78.0)
    return svg.join(
        svg.rect(x, y, 183, 42, "vellum", "brass" if active else "ink", 2.4 if active else 1, 4),
        svg.token(seat, x + 18, y + 21, 11.5, svg.PLAYERS[seat].letter if seat != 3 else "", active=active),
        svg.text(x + 38, y + 17, desk.name(seat), 13, serif=True, room=138 - wide - (18 if view.ending else 0)),
        svg.text(x + 178, y + 17, sum_, 13, "ink", "end", room=78),
        facts(desk, seat, x + 38, y + 36, 12, 7),
        standing(desk, seat, x + 162, y + 23, 15),
    )


# -- one's own hand --------------------------------------------------------------------------------


def hand(desk: Desk, x: float, y: float, width: float, height: float, gap: float, lap: float, knob: float) -> Markup:
    """One's cards, equal ones together: a tap plays them, the knob below discards one."""
    view = desk.view
    shown = []
    for name in CARDS:
        count = view.hand.count(name)
        if not count:
            continue
        symbol, paint = CARD_ICONS[name]
        label = desk.words(desk.box.edition.term("label", name))
        dark = view.step == name or (name == "move" and view.step == "landing")
        faces = [
            svg.piece(
                f"hand.{name}.{i}",
                svg.card(width, height, "", symbol, paint, label, dark),
                kind=name,
                x=x + i * lap,
                y=y,
            )
            for i in range(count)
        ]
        shown.append(desk.press(f"play {name}", svg.group(*faces, css="lift")))
        words = desk.words(say("discard"))
        if f"discard {name}" in desk.legal:
            size = 11 if desk.narrow else 12
            shown.append(desk.press(f"discard {name}", svg.button(x, y + height + 5, width, knob, words, size, "open")))
        x += width + (count - 1) * lap + gap
    return svg.join(*shown)


def buttons(desk: Desk, x: float, y: float, width: float, height: float) -> Markup:
    """Choices that are no card and no chair: draw, serve, take back, and which man sits next."""
    if not desk.mine:
        return EMPTY
    shown = []
    plain = [name for name in ("draw", "pour", "back") if name in desk.legal]
    for i, name in enumerate(plain):
        look = "open" if name == "back" else "solid"
        shown.append(desk.press(name, svg.button(x + i * (width + 8), y, width, height, desk.label(name), 14, look)))
    picks = [action for action in desk.box.actions if action.kind == PICK and str(action) in desk.legal]
    wide = (2 * width + 8 - 3 * 6) / 4
    for i, action in enumerate(picks):
        shown.append(pick(desk, action, x + i % 4 * (wide + 6), y + i // 4 * (height + 14), wide, height + 8))
    return svg.join(*shown)


def pick(desk: Desk, action: Action, x: float, y: float, width: float, height: float) -> Markup:
    """A man who waits for a chair, with his rank in words as far as there is room."""
    rank = RANKS[action.a]
    parts = [svg.rect(x, y, width, height, "vellum", "brass", 2.4, 5)]
    parts.append(svg.token(desk.mover, x + 22, y + height / 2, 13, desk.letter(rank)))
    if action.b:
        parts.append(svg.icon("sleep", x + 32, y + 1, 14, "ink"))
    parts.append(svg.text(x + 42, y + height / 2 + 4, desk.words(text.rank_name(rank, desk.box)), 12, room=width - 46))
    return desk.press(str(action), svg.group(*parts, css="lift"))


def prompt(desk: Desk, x: float, y: float, room: float, size: float, anchor: str) -> Markup:
    """What is asked, or who is waited for."""
    return svg.paragraph(
        x, y, desk.words(text.prompt(desk.view, desk.box)), room, size, "ink", anchor, serif=True, most=2, leading=1.25
    )
