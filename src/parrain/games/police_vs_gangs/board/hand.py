"""Below the board: one's gangsters or dice, those for hire and stakes to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.parts import HAND, OFFER, Part
from parrain.core.say import Say, say
from parrain.core.svg import EMPTY, Markup
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs.board.felt import outcomes
from parrain.games.police_vs_gangs.board.pieces import (
    die,
    face_sign,
    faded,
    glowing,
    place_card,
    portrait,
    price,
    tile,
    token,
)
from parrain.games.police_vs_gangs.board.table import Table

WIDE: Final = 192.0  # a card
TOP: Final = 66.0  # of a card above its buttons
FIGHT: Final = 90.0  # the button to fight; the one to recruit, a longer word, takes the rest
MODES: Final[dict[str, Say]] = {"fight": say("Fight"), "recruit": say("Recruit")}


def hand(table: Table) -> Part | None:
    """What the viewer holds or has at the place in question, with what may be done with it."""
    view = table.view
    if view.seat is None or view.ending:
        return None
    if view.phase == "stake":
        return stakes(table)
    if table.talking:
        return None  # all of it lies on the felt
    if view.phase == "catch":
        return catches(table)
    if view.here:
        return None
    cards = dice_cards(table) if view.seat % 2 else crew_cards(table)
    return strip(table, HAND, cards, say("Your hand")) if cards else None


def strip(table: Table, name: str, cards: Sequence[tuple[Markup, float, float]], title: Say) -> Part:
    """Cards side by side: each drawing with its width and height."""
    x = 4.0
    parts: list[Markup] = []
    for drawn, wide, _ in cards:
        parts.append(svg.group(drawn, x=x, y=5))
        x += wide + 10
    return Part(name, x - 2, max(high for _, _, high in cards) + 10, svg.join(*parts), table.words(title))


# -- gangsters ---------------------------------------------------------------------------------------------------------


def gangster(table: Table, name: str, count: int = 1) -> Markup:
    """A gangster's face: portrait, name, attack, defence, recruiting value, and the traffics he brings."""
    box = table.box
    c = table.kind_number(name)
    title = table.begun(box.name("who", name))
    shown = f"{title} ×{count}" if count > 1 else title
    parts = [
        svg.rect(0, 0, WIDE, TOP, "card", "coal", 1.4, 3),
        svg.text(66, 18, shown, 16, "coal", serif=True, room=WIDE - 70, least=table.least),
    ]
    values = (("attack", box.attack[c]), ("defend", box.defence[c]), ("recruit", box.recruit[c]))
    for i, (mark, value) in enumerate(values):
        x = 66 + i * 40
        parts.append(svg.figure(mark, x, 25, 17))
        parts.append(svg.text(x + 19, 39, str(value) if value >= 0 else "–", 16, "coal", serif=True))
    wares = [each for t, each in enumerate(box.traffic_names) for _ in range(box.icons[c * box.traffics + t])]
    parts += [token(ware, 66 + i * 22, 44, 20) for i, ware in enumerate(wares)]
    return svg.join(*parts)


def crew_cards(table: Table) -> list[tuple[Markup, float, float]]:
    """The gangsters in hand: each with the buttons to fight and to recruit, or to let go."""
    view = table.view
    held, _, how = view.held.partition(" ")
    sends = table.of_kind(k.SEND)
    letting = table.of_kind(k.DISCARD)
    button = table.target
    cards: list[tuple[Markup, float, float]] = []
    for name in dict.fromkeys(view.hand):
        c = table.kind_number(name)
        parts = [svg.about(f"who.{name}", gangster(table, name, view.hand.count(name)))]
        if name == held:
            parts.append(svg.rect(-2, -2, WIDE + 4, TOP + button + 8, "none", "blood", 4, 5))
            parts.append(mode_plate(table, how, TOP + 3, button))
        for i in range(view.hand.count(name)):
            parts.append(
                svg.piece(f"hand.{name}.{i}", portrait(name), kind=f"{view.seat} {name}", x=5, y=5, about=f"who.{name}")
            )
        for action in sends:
            if action.a == c:
                alone = sum(1 for each in sends if each.a == c) == 1
                parts.append(mode_button(table, action, alone, TOP + 3, button))
        for action in letting:
            if action.a == c and not action.b:
                parts.append(whole_button(table, action, say("Let go"), TOP + 3, button))
        high = TOP + (button + 4 if sends or letting or held else 0)
        cards.append((svg.join(*parts), WIDE, high))
    for action in letting:
        if action.b:
            name = table.box.characters[action.a]
            drawn = svg.join(
                svg.about(f"who.{name}", gangster(table, name)),
                svg.group(portrait(name), x=5, y=5),
                whole_button(table, action, say("Let go, from prison"), TOP + 3, button),
            )
            cards.append((drawn, WIDE, TOP + button + 4))
    return cards


def mode_button(table: Table, action: Action, alone: bool, y: float, high: float) -> Markup:
    """To send a gangster to fight (red) or to recruit (green)."""
    how = "recruit" if action.b else "fight"
    x, wide = (0.0, WIDE) if alone else (FIGHT + 4, WIDE - FIGHT - 4) if action.b else (0.0, FIGHT)
    return table.choice(action, svg.group(mode(table, how, wide, high), x=x, y=y))


def mode(table: Table, how: str, wide: float, high: float) -> Markup:
    """The plate of fighting or recruiting."""
    paint = "felt" if how == "recruit" else "blood"
    return svg.join(
        glowing(1, 1, wide - 2, high - 2, 4, paint),
        svg.circle(14, high / 2, 9, "ivory"),
        svg.figure("recruit" if how == "recruit" else "attack", 6, high / 2 - 8, 16),
        svg.text(26, high / 2 + 5, table.words(MODES[how]), 14, "ivory", room=wide - 28, least=table.least),
    )


def mode_plate(table: Table, how: str, y: float, high: float) -> Markup:
    """What the gangster in question will do."""
    if not how:
        return EMPTY
    return svg.join(
        svg.rect(0, y, WIDE, high, "felt" if how == "recruit" else "blood", None),
        svg.circle(22, y + high / 2, 11, "ivory"),
        svg.figure("recruit" if how == "recruit" else "attack", 13, y + high / 2 - 9, 18),
        svg.text(40, y + high / 2 + 5, table.words(MODES[how]), 15, "ivory", room=WIDE - 44, least=table.least),
    )


def whole_button(table: Table, action: Action, words: Say, y: float, high: float) -> Markup:
    """A button below a card."""
    return table.choice(
        action,
        glowing(1, y + 1, WIDE - 2, high - 2, 4, "card"),
        svg.text(
            WIDE / 2, y + high / 2 + 5, table.words(words), 14, "blood", "middle", room=WIDE - 10, least=table.least
        ),
    )


# -- dice --------------------------------------------------------------------------------------------------------------


def dice_cards(table: Table) -> list[tuple[Markup, float, float]]:
    """The dice in hand by kind, each a choice while one may be placed."""
    view = table.view
    assert view.seat is not None
    sends = {k.DICE[action.a]: action for action in table.of_kind(k.SEND)}
    cards: list[tuple[Markup, float, float]] = []
    for name in dict.fromkeys(view.hand):
        count = view.hand.count(name)
        face = svg.about(f"die.{name}", die_face(table, name, count))
        stack = [
            svg.piece(
                f"hand.{name}.{i}",
                die(view.seat, name, 50),
                kind=f"{view.seat} {name}",
                x=8 + (count - 1 - i) * 3,
                y=10 - (count - 1 - i) * 2,
                about=f"die.{name}",
            )
            for i in range(count)
        ]
        if name == view.held:
            stack.append(svg.rect(-2, -2, WIDE + 4, TOP + 8, "none", "blood", 4, 5))
        drawn = svg.join(face, *stack)
        if name in sends:
            edge = glowing(0, 0, WIDE, TOP + 4, 5, "card")
            drawn = table.choice(sends[name], edge, drawn, about=f"die.{name}")
        cards.append((drawn, WIDE, TOP + 4))
    return cards


def die_face(table: Table, name: str, count: int) -> Markup:
    """A kind of die: its name, and its six faces; a lieutenant's doubles and rerolls."""
    title = table.begun(table.box.name("who", name))
    shown = f"{title} ×{count}" if count > 1 else title
    parts = [
        svg.rect(0, 0, WIDE, TOP + 4, "card", "coal", 1.4, 3),
        svg.text(74, 22, shown, 15, "coal", serif=True, room=WIDE - 78, least=table.least),
    ]
    if name == "lieutenant":
        parts.append(svg.icon("badge", 74, 34, 22, "steel"))
        parts.append(svg.text(102, 51, "×2", 18, "steel", serif=True))
        parts.append(svg.icon("die", 134, 34, 22, "steel"))
        return svg.join(*parts)
    kind = k.DICE.index(name)
    for i, face in enumerate(sorted(table.box.faces[kind * 6 : kind * 6 + 6])):
        x = 74 + i * 18
        parts.append(svg.rect(x, 36, 17, 20, "ivory", "dust", 0.8, 3))
        parts.append(face_sign(k.FACES[face], x + 2, 39.5, 13, "steel"))
    return svg.join(*parts)


# -- at the place in question ------------------------------------------------------------------------------------------


def offer(table: Table) -> Part | None:
    """The drawn place, those for hire, the open demands to be named; in a talk what a deal and the dice would give."""
    view = table.view
    if table.talking:
        return expected(table)
    if view.phase == "lay" and view.drawn:
        drawn = svg.about(f"place.{view.drawn}", place_card(table, view.drawn))
        if table.of_kind(k.LAY):
            drawn = svg.grip("lay", drawn)
        title = say("The place drawn: {place}", place=table.box.name("place", view.drawn))
        return Part(OFFER, 212, 144, svg.group(drawn, x=4, y=4), table.words(title))
    if view.phase == "recruit" and view.here:
        return recruits(table)
    if view.phase == "badges" and table.of_kind(k.BADGES):
        return badges(table)
    return None


def expected(table: Table) -> Part | None:
    """What a deal gives now, and what the dice would do."""
    view = table.view
    if view.seat not in view.party:
        return None
    drawn, wide, high = outcomes(table)
    return Part(OFFER, wide, high, drawn, table.words(say("A deal or the dice")))


def recruits(table: Table) -> Part | None:
    """Those for hire at the place, with their price; those one can have are choices."""
    hire = next((entry[4] for entry in table.view.city if entry[0] == table.view.here), ())
    legal = {action.a: action for action in table.of_kind(k.RECRUIT) if action.a != -1}
    cards: list[tuple[Markup, float, float]] = []
    for name in dict.fromkeys(hire):
        c = table.kind_number(name)
        drawn = svg.join(
            gangster(table, name), svg.group(portrait(name), x=5, y=5), price(WIDE - 14, 14, table.box.cost[c])
        )
        if c in legal:
            drawn = table.choice(legal[c], drawn, glowing(0, 0, WIDE, TOP, 4), about=f"who.{name}")
        else:
            drawn = svg.about(f"who.{name}", faded(drawn, opacity=0.6))
        cards.append((drawn, WIDE, TOP))
    return strip(table, OFFER, cards, say("To recruit")) if cards else None


def badges(table: Table) -> Part:
    """Which traffics the open demands may stand for: one choice for each set."""
    high = max(44.0, table.target)
    cards: list[tuple[Markup, float, float]] = []
    for action in table.of_kind(k.BADGES):
        wares = [name for t, name in enumerate(table.box.traffic_names) if action.a >> t & 1]
        wide = max(high, 14.0 + 38 * len(wares))
        signs = [token(name, 9 + i * 38, high / 2 - 16, 32) for i, name in enumerate(wares)]
        if not wares:
            signs = [svg.icon("cross", wide / 2 - 10, high / 2 - 10, 20, "dust")]
        cards.append((table.choice(action, glowing(0, 0, wide, high, 6, "card"), *signs), wide, high))
    return strip(table, OFFER, cards, say("The open demands"))


def stakes(table: Table) -> Part | None:
    """The viewer's tokens, and how many of each to stake."""
    view, box = table.view, table.box
    edge = table.target
    cards: list[tuple[Markup, float, float]] = []
    for t, name in enumerate(box.traffic_names):
        if not view.tokens or not view.tokens[t]:
            continue
        parts = [svg.about(f"traffic.{name}", token(name, 0, 0, 40))]
        told = table.words(say("{staked} of {held}", staked=view.stakes[t], held=view.tokens[t]))
        parts.append(svg.text(46, 26, told, 16, "ink" if view.stakes[t] else "smoke", serif=True, least=table.least))
        x = 0.0
        for action in table.of_kind(k.STAKE):
            if action.a == t:
                parts.append(
                    table.choice(
                        action,
                        glowing(x + 1, 46, edge, edge, 5, "card"),
                        svg.text(x + 1 + edge / 2, 46 + edge / 2 + 6, str(action.b), 17, "coal", "middle", serif=True),
                    )
                )
                x += edge + 10
        cards.append((svg.join(*parts), max(112.0, x), 46 + edge + 4))
    return strip(table, HAND, cards, say("Your tokens")) if cards else None


def catches(table: Table) -> Part | None:
    """Whom to arrest, each with the tokens that may be seized from him."""
    edge = max(40.0, table.target)
    found: dict[tuple[int, int], list[Action]] = {}
    for action in table.of_kind(k.CATCH):
        found.setdefault((action.a, action.b), []).append(action)
    cards: list[tuple[Markup, float, float]] = []
    for (seat, c), actions in found.items():
        name = table.box.characters[c]
        parts = [svg.about(f"who.{name}", tile(seat, name, "fight", 52))]
        x = 64.0
        for action in actions:
            mark = (
                token(table.box.traffic_names[action.c], x + edge / 2 - 15, 6 + edge / 2 - 15, 30)
                if action.c < table.box.traffics
                else svg.icon("prison", x + edge / 2 - 13, 6 + edge / 2 - 13, 26, "coal")
            )
            parts.append(table.choice(action, glowing(x, 6, edge, edge, 6, "card"), mark))
            x += edge + 10
        cards.append((svg.join(*parts), x, 56))
    return strip(table, HAND, cards, say("Whom to arrest, and what to seize")) if cards else None
