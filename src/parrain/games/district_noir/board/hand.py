"""One's hand: every kind of card a choice, with what the opponent's take would then make."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.cache import Cache
from parrain.core.parts import HAND, Part
from parrain.core.say import Seat, say
from parrain.core.svg import Markup, Stretch
from parrain.games.district_noir import text
from parrain.games.district_noir.board.faces import face, value_of
from parrain.games.district_noir.board.line import wins_at_once
from parrain.games.district_noir.board.table import Table, signed
from parrain.games.district_noir.components import BUILDING

cards_cache: Cache[Stretch] = Cache(4096)


def hand(table: Table) -> Part | None:
    """The hand as a strip; None for a spectator."""
    view = table.view
    if view.seat is None or view.ending:
        return None
    width, apart, high = (66.0, 16.0, 122.0) if table.narrow else (180.0, 14.0, 132.0)
    shown: list[Stretch | Markup] = []
    x = 4.0
    for name in dict.fromkeys(view.hand):
        copies = view.hand.count(name)
        wide = width + apart * (copies - 1)
        shown.append(kept(table, name, copies, wide, high, x))
        x += wide + 6
    if not shown:
        shown.append(table.label(4, 28, table.words(say("No card in hand.")), 15, "smoke"))
        x, high = 390.0, 44.0
    return Part(HAND, max(x - 2, 120.0), high, tuple(shown), table.words(say("Your hand")))


def kept(table: Table, name: str, copies: int, width: float, high: float, x: float) -> Stretch:
    """The cards of one kind in their place, kept by what they show."""
    action = table.box.actions[table.box.number_of[name]].text
    outcome, told = table.outcomes.get(action), ""
    if outcome is not None:
        then, now = outcome.scores, table.scores
        told = f"{then[0].total} {then[1].total} {now[0].total} {now[1].total} {outcome.wins}"
    key = (table.box, table.language, table.narrow, table.below, name, copies, x, action in table.legal, told)
    return cards_cache.get((key, tuple(table.names)), lambda: Stretch(placed(table, name, copies, width, high, x)))


def placed(table: Table, name: str, copies: int, width: float, high: float, x: float) -> Markup:
    """The drawing of `kept`."""
    drawn = (narrow_card if table.narrow else wide_card)(table, name, copies, width)
    return svg.group(whole(table, name, drawn, width, high), x=x, y=4)


def whole(table: Table, name: str, drawn: Markup, width: float, high: float) -> Markup:
    """The cards of one kind: a choice in one's turn, else something to ask about."""
    view, box = table.view, table.box
    action = box.actions[box.number_of[name]]
    label = table.words(text.action_label(action, view, box))
    if action.text not in table.legal:
        return svg.touch(action.text, drawn, title=label, about=f"card.{name}")
    ring = svg.rect(-1, -1, width + 2, high - 6, "none", "glow", 3.5, 7)
    return svg.choice(action.text, drawn, ring, title=label, about=f"card.{name}")


def pieces(table: Table, name: str, copies: int, width: float, height: float, apart: float, y: float) -> Markup:
    """Equal cards, one over the other."""
    drawn = face(table, name, width, height, width > 80)
    seat = table.below
    return svg.join(
        *(svg.piece(f"hand.{seat}.{name}.{i}", drawn, kind=name, x=4 + i * apart, y=y) for i in range(copies))
    )


def wide_card(table: Table, name: str, copies: int, width: float) -> Markup:
    """A card with words beside it."""
    box = table.box
    number = box.number_of[name]
    x = 100.0 + 14 * (copies - 1)
    room = width - x - 5
    shown = [svg.rect(0, 0, width, 124, "card", None, 0, 6), pieces(table, name, copies, 86, 116, 14, 4)]
    if box.actions[number].text not in table.legal:
        title = table.words(text.card_title(name, box))
        return svg.join(*shown, svg.paragraph(x, 30, title, room, 15, "coal", serif=True, most=3))
    told = say("Lay {value}", value=value_of(name, box)) if box.kinds[number] != BUILDING else say("Lay it")
    return svg.join(
        *shown, table.label(x, 30, table.words(told), 17, room=room, serif=True), *effect(table, name, x, room)
    )


def effect(table: Table, name: str, x: float, room: float) -> list[Markup]:
    """What the opponent's take would make of both scores if this card were laid now."""
    view, box = table.view, table.box
    other = table.above
    action = box.actions[box.number_of[name]].text
    outcome = table.outcomes[action]
    if outcome is None:
        told = say("{seat} has taken", seat=Seat(other))
        return [svg.paragraph(x, 54, table.words(told), room, 13, "dust", most=3, leading=1.25)]
    if outcome.wins:
        words = table.words(wins_at_once(table, other))
        return [svg.paragraph(x, 54, words, room, 13, "blood", most=3, leading=1.25)]
    shown = [svg.paragraph(x, 50, table.words(say("if taken:")), room, 13, "dust", most=1)]
    for seat, y in ((other, 76.0), (view.seat or 0, 102.0)):
        before, after = table.scores[seat].total, outcome.scores[seat].total
        shown.append(table.shape(seat, x + 6, y - 6, 5.5))
        words = f"{signed(before)} → {signed(after)}" if before != after else signed(before)
        shown.append(
            table.label(x + 17, y, words, 16, "ochre" if before != after else "dust", room=room - 17, serif=True)
        )
    return shown


def narrow_card(table: Table, name: str, copies: int, width: float) -> Markup:
    """A card with the opponent's score below it."""
    shown = [svg.rect(0, 0, width, 114, "card", None, 0, 6), pieces(table, name, copies, 58, 82, 16, 4)]
    action = table.box.actions[table.box.number_of[name]].text
    if action not in table.legal:
        return svg.join(*shown)
    outcome = table.outcomes[action]
    if outcome is None:
        shown += [svg.icon("lock", width / 2 + 2, 93, 16, "dust"), table.shape(table.above, width / 2 - 11, 101, 6)]
        return svg.join(*shown)
    if outcome.wins:
        mark = svg.join(
            svg.icon("building", width / 2 + 2, 92, 18, "blood"), table.shape(table.above, width / 2 - 11, 101, 7)
        )
        return svg.join(*shown, mark)
    after = outcome.scores[table.above].total
    changed = after != table.scores[table.above].total
    shown.append(table.shape(table.above, width / 2 - 22, 101, 6))
    shown.append(table.label(width / 2 - 12, 106, f"→ {signed(after)}", 15, "ochre" if changed else "dust", serif=True))
    return svg.join(*shown)
