"""One's hand: every kind of card a choice, with what the opponent's take would then make."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.cache import Cache
from parrain.core.parts import HAND, Part
from parrain.core.say import Seat, say
from parrain.core.svg import GROUP_END, Markup, Stretch
from parrain.games.district_noir import text
from parrain.games.district_noir.board.faces import face, value_of
from parrain.games.district_noir.board.line import wins_at_once
from parrain.games.district_noir.board.table import Outcome, Table, signed
from parrain.games.district_noir.components import BUILDING

NO_CHOICE, NO_TAKE, WINS, SUMS = range(4)  # what stands beside a card: what it is, or what comes of laying it

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
        shown += of_kind(table, name, copies, wide, high, x)
        x += wide + 6
    if not shown:
        shown.append(table.label(4, 28, table.words(say("No card in hand.")), 15, "smoke"))
        x, high = 390.0, 44.0
    return Part(HAND, max(x - 2, 120.0), high, tuple(shown), table.words(say("Your hand")))


def of_kind(table: Table, name: str, copies: int, width: float, high: float, x: float) -> list[Markup | Stretch]:
    """The cards of one kind: a choice in one's turn, else something to ask about. All but the sums is kept."""
    action = table.box.actions[table.box.number_of[name]].text
    outcome = table.outcomes.get(action)
    told = NO_CHOICE if action not in table.legal else NO_TAKE if outcome is None else WINS if outcome.wins else SUMS
    names = tuple(table.names) if told in (NO_TAKE, WINS) else ()
    key = (table.box, table.language, table.narrow, table.below, name, copies, x, told, names)
    shown: list[Markup | Stretch] = [cards_cache.get(key, lambda: Stretch(begun(table, name, copies, width, x, told)))]
    if outcome is not None and told == SUMS:
        shown += narrow_sums(table, outcome, width) if table.narrow else wide_sums(table, outcome, copies, width)
    if told != NO_CHOICE:
        shown.append(svg.rect(-1, -1, width + 2, high - 6, "none", "glow", 3.5, 7))
    return [*shown, GROUP_END, GROUP_END]


def begun(table: Table, name: str, copies: int, width: float, x: float, told: int) -> Markup:
    """The cards of one kind in their place, up to the sums; two groups remain open."""
    action = table.box.actions[table.box.number_of[name]]
    label = table.words(text.action_label(action, table.view, table.box))
    opened = svg.open_touch if told == NO_CHOICE else svg.open_choice
    drawn = narrow_card if table.narrow else wide_card
    return svg.join(
        svg.moved_group(x, 4), opened(action.text, label, f"card.{name}"), *drawn(table, name, copies, width, told)
    )


def pieces(table: Table, name: str, copies: int, width: float, height: float, apart: float, y: float) -> Markup:
    """Equal cards, one over the other."""
    drawn = face(table, name, width, height, width > 80)
    seat = table.below
    return svg.join(
        *(svg.piece(f"hand.{seat}.{name}.{i}", drawn, kind=name, x=4 + i * apart, y=y) for i in range(copies))
    )


def wide_card(table: Table, name: str, copies: int, width: float, told: int) -> list[Markup]:
    """A card with words beside it."""
    box = table.box
    x, room = beside(copies, width)
    shown = [svg.rect(0, 0, width, 124, "card", None, 0, 6), pieces(table, name, copies, 86, 116, 14, 4)]
    if told == NO_CHOICE:
        title = table.words(text.card_title(name, box))
        return [*shown, svg.paragraph(x, 30, title, room, 15, "coal", serif=True, most=3)]
    is_building = box.kinds[box.number_of[name]] == BUILDING
    words = table.words(say("Lay it") if is_building else say("Lay {value}", value=value_of(name, box)))
    return [*shown, table.label(x, 30, words, 17, room=room, serif=True), effect(table, told, x, room)]


def beside(copies: int, width: float) -> tuple[float, float]:
    """Where the words beside a card begin, and how much room they have."""
    x = 100.0 + 14 * (copies - 1)
    return x, width - x - 5


def effect(table: Table, told: int, x: float, room: float) -> Markup:
    """What comes of laying a card, but for the sums."""
    if told == SUMS:
        return svg.paragraph(x, 50, table.words(say("if taken:")), room, 13, "dust", most=1)
    words = wins_at_once(table, table.above) if told == WINS else say("{seat} has taken", seat=Seat(table.above))
    colour = "blood" if told == WINS else "dust"
    return svg.paragraph(x, 54, table.words(words), room, 13, colour, most=3, leading=1.25)


def wide_sums(table: Table, outcome: Outcome, copies: int, width: float) -> list[Markup]:
    """What the opponent's take would make of both scores if this card were laid now."""
    x, room = beside(copies, width)
    shown = []
    for seat, y in ((table.above, 76.0), (table.below, 102.0)):
        before, after = table.scores[seat].total, outcome.scores[seat].total
        shown.append(table.shape(seat, x + 6, y - 6, 5.5))
        words = f"{signed(before)} → {signed(after)}" if before != after else signed(before)
        shown.append(
            table.label(x + 17, y, words, 16, "ochre" if before != after else "dust", room=room - 17, serif=True)
        )
    return shown


def narrow_card(table: Table, name: str, copies: int, width: float, told: int) -> list[Markup]:
    """A card, and below it what laying it means for the opponent, but for the score."""
    shown = [svg.rect(0, 0, width, 114, "card", None, 0, 6), pieces(table, name, copies, 58, 82, 16, 4)]
    if told == NO_TAKE:
        shown += [svg.icon("lock", width / 2 + 2, 93, 16, "dust"), table.shape(table.above, width / 2 - 11, 101, 6)]
    elif told == WINS:
        shown += [
            svg.icon("building", width / 2 + 2, 92, 18, "blood"),
            table.shape(table.above, width / 2 - 11, 101, 7),
        ]
    elif told == SUMS:
        shown.append(table.shape(table.above, width / 2 - 22, 101, 6))
    return shown


def narrow_sums(table: Table, outcome: Outcome, width: float) -> list[Markup]:
    """The opponent's score if this card were laid now."""
    after = outcome.scores[table.above].total
    colour = "ochre" if after != table.scores[table.above].total else "dust"
    return [table.label(width / 2 - 12, 106, f"→ {signed(after)}", 15, colour, serif=True)]
