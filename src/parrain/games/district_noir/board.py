"""A View of District Noir drawn as SVG: the line on its felt, what each side has taken, the hands."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import svg, translation
from parrain.core.action import Action
from parrain.core.parts import TableParts, whole
from parrain.core.parts import no_card as card
from parrain.core.parts import no_pieces as pointed
from parrain.core.parts import no_scenes as scenes
from parrain.core.say import Say, Seat, say, say_term
from parrain.core.svg import EMPTY, Markup
from parrain.games.district_noir import text
from parrain.games.district_noir.components import ALLIANCE, BETRAYAL, BUILDING, GANG, Box
from parrain.games.district_noir.view import View

__all__ = ["card", "draw", "parts", "pointed", "scenes"]

GANGS = (("hat", "blood"), ("car", "steel"), ("bottle", "felt"), ("die", "mauve"))
BUILDINGS = {"port": "anchor", "police": "badge", "city-hall": "hall"}
KINDS = (say("Gang"), say("Alliance"), say("Betrayal"), say("Building"))


class Desk:
    """One drawing in the making: the View, the box, and how to say things to its reader."""

    def __init__(self, view: View, box: Box, names: Sequence[str], language: str) -> None:
        self.view = view
        self.box = box
        self.names = names
        self.language = language
        self.below = 0 if view.seat is None else view.seat
        self.turn = view.to_move[0] if view.to_move else -1
        self.counts = [[taken.count(name) for name in box.names] for taken in view.taken]
        # the take is possible now, for whoever is to move
        self.takable = self.turn >= 0 and view.may_take[self.turn] and bool(view.line)

    def words(self, told: Say) -> str:
        """A sentence in the reader's language."""
        return translation.render(told, self.language, self.names)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return translation.render_value(Seat(seat), self.language, self.names)

    def face(self, name: str, width: float, height: float, worded: bool = True) -> Markup:
        """The face of a card."""
        box, card = self.box, self.box.number_of[name]
        kind, value = box.kinds[card], box.values[card]
        told = say_term(box.edition.term("label", name)) if kind == BUILDING else KINDS[kind]
        label = self.words(told) if worded else ""
        if kind == GANG:
            symbol, paint = GANGS[box.gangs.index(card) % len(GANGS)]
            return svg.card(width, height, str(value), symbol, paint, label)
        if kind == BUILDING:
            return svg.card(width, height, "", BUILDINGS.get(name, "building"), "coal", label, dark=True)
        if kind == ALLIANCE:
            return svg.card(width, height, f"+{value}", "handshake", "ochre", label)
        return svg.card(width, height, f"−{abs(value)}", "knife", "coal", label)

    def parts(self, seat: int) -> tuple[int, int, int]:
        """What majorities, sets, and alliances with betrayals are worth to that seat now (DN 8.2 to DN 8.5)."""
        box, mine, theirs = self.box, self.counts[seat], self.counts[1 - seat]
        majorities = sum(box.values[gang] for gang in box.gangs if mine[gang] > theirs[gang])
        sets = min((mine[gang] for gang in box.gangs), default=0) * box.set_points
        cards = sum(
            mine[card] * box.values[card] for card in range(box.types) if box.kinds[card] in (ALLIANCE, BETRAYAL)
        )
        return majorities, sets, cards


def draw(view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool) -> str:
    """The table as this View shows it."""
    desk = Desk(view, box, names, language)
    told = " ".join(desk.words(each) for each in text.describe(view, box))
    if narrow:
        return svg.page(390, 780, *narrow_table(desk), title="District Noir", desc=told, language=language)
    return svg.page(1200, 760, *wide_table(desk), title="District Noir", desc=told, language=language)


# -- wide ----------------------------------------------------------------------------------------------


def wide_table(desk: Desk) -> list[Markup]:
    """The table on a screen: the other above, the line in the middle, oneself below."""
    view, below = desk.view, desk.below
    parts = [svg.frame(1200, 760, behind=svg.skyline(43, 717, 1114, 150))]
    parts += [svg.title(600, 82, "District Noir", 30), rounds(desk)]
    for seat, y in ((1 - below, 112.0), (below, 494.0)):
        parts += [plate(desk, seat, 62, y, 212, 184), columns(desk, seat, 290, y, 58, 50, 70, 184)]
    parts.append(hand(desk, 1 - below, 716, 140, 420, 70, 98))
    parts.append(hand(desk, below, 716, 508, 420, 80, 113))
    for seat, y in ((1 - below, 262.0), (below, 645.0)):
        told = say("In hand: {count}", count=view.hand_sizes[seat])
        parts.append(svg.text(926, y, desk.words(told), 13, "smoke", "middle", room=420))
    parts += [
        svg.rect(62, 306, 1076, 180, "felt", "ink", 2, 12),
        svg.rect(68, 312, 1064, 168, "none", "gold", 1, 8),
        stock(desk),
    ]
    count = len(view.line)
    places = in_row(count, 228, 342, 886, 70)
    if count < 12 and not view.ending:
        parts.append(svg.rect(228 + count * 74, 342, 70, 98, "none", "gold", 1, 4))  # where the next card goes
    parts.append(line_head(desk, 228, 332, 886))
    parts.append(line(desk, places, 70, 98, button=(places[-1][0] + 70 if places else 592, 447, 246, 30)))
    parts.append(prompt(desk, 600, 706, 900, 19))
    return parts


def in_row(count: int, x: float, y: float, room: float, width: float, centred: bool = False) -> list[svg.Point]:
    """Places of cards in one row; they overlap when there are many."""
    step = min(width + 4, (room - width) / max(count - 1, 1))
    left = x + (room - width - step * (count - 1)) / 2 if centred and count else x
    return [(left + i * step, y) for i in range(count)]


def stock(desk: Desk) -> Markup:
    """The deck and the cards put away, left of the line."""
    view = desk.view
    deck = desk.words(say("Deck: {count}", count=view.deck))
    away = desk.words(say("Put away unseen: {count}", count=view.away))
    piles = []
    for name, count, x, told in (("deck", view.deck, 84, deck), ("away", view.away, 150, away)):
        backs = [svg.group(svg.back(50, 70, "N"), x=i * 2.0, y=-i * 2.0) for i in range(min(3, count))]
        slot = svg.rect(0, 0, 50, 70, "none", "gold", 1, 3)
        piles.append(svg.piece(name, *(backs or [slot]), kind="?", x=x, y=356, title=told))
        piles.append(svg.numeral(x + 26, 454, count, 19, "ivory", "middle"))
    words = [
        svg.text(x + 26, 469, desk.words(told), 11, "cream", "middle", room=62)
        for x, told in ((84, say("deck")), (150, say("put away")))
    ]
    return svg.join(*piles, *words, svg.line(214, 326, 214, 468, "gold", 1))


def line_head(desk: Desk, x: float, y: float, room: float) -> Markup:
    """Which end of the line is old, which is new."""
    old, new = desk.words(say("oldest")), desk.words(say("newest"))
    middle = desk.words(say("The line: {count}", count=len(desk.view.line)))
    ends = (x + svg.width_of(old, 11) + 8, x + room - svg.width_of(new, 11) - 8)
    half = svg.width_of(middle, 13, True) / 2 + 10
    return svg.join(
        svg.text(x, y, old, 11, "cream"),
        svg.line(ends[0], y - 4, x + room / 2 - half, y - 4, "gold", 1),
        svg.text(x + room / 2, y, middle, 13, "ivory", "middle", serif=True),
        svg.arrow(x + room / 2 + half, y - 4, ends[1], y - 4, "gold", 1.4),
        svg.text(x + room, y, new, 11, "cream", "end"),
    )


# -- narrow --------------------------------------------------------------------------------------------


def narrow_table(desk: Desk) -> list[Markup]:
    """The table on a phone held upright."""
    view, below = desk.view, desk.below
    parts = [svg.frame(390, 780, 4, 0), svg.title(195, 34, "District Noir", 17, 230, rule=False), small_stock(desk, 56)]
    parts += [strip(desk, 1 - below, 84), columns(desk, 1 - below, 17, 128, 51.4, 46, 48, 84)]
    parts += [
        svg.rect(10, 218, 370, 250, "felt", "ink", 1.6, 8),
        svg.rect(13.5, 221.5, 363, 243, "none", "gold", 0.8, 6),
    ]
    count = len(view.line)
    across = 5 if count <= 10 else 7 if count <= 21 else -(-count // 3)
    width, high = (66.0, 88.0) if count <= 10 else (352 / across - 3.2, 57.0)
    gap = (352 - across * width) / (across - 1)
    places = [(19 + i % across * (width + gap), 244 + i // across * (high + 4.5)) for i in range(count)]
    parts.append(line_head(desk, 22, 236, 346))
    parts.append(line(desk, places, width, high, button=(371, 432, 352, 31)))
    parts += [strip(desk, below, 492), columns(desk, below, 17, 534, 51.4, 46, 48, 84)]
    parts.append(hand(desk, below, 17, 626, 356, 66, 93))
    parts.append(prompt(desk, 195, 753, 350, 14))
    return parts


def small_stock(desk: Desk, y: float) -> Markup:
    """Round, deck and the cards put away, in one line."""
    view = desk.view
    deck = desk.words(say("Deck: {count}", count=view.deck))
    away = desk.words(say("Put away unseen: {count}", count=view.away))
    shown = []
    x = 372.0
    for name, count, told, word in (("away", view.away, away, say("put away")), ("deck", view.deck, deck, say("deck"))):
        label = f"{desk.words(word)} {count}"
        wide = svg.width_of(label, 11)
        shown.append(svg.text(x - wide, y + 4, label, 11, "smoke"))
        shown.append(svg.piece(name, svg.back(12, 17), kind="?", x=x - wide - 16, y=y - 9, title=told))
        x -= wide + 26
    return svg.join(rounds(desk, small=True), *shown)


def strip(desk: Desk, seat: int, y: float) -> Markup:
    """Who sits there, what is in hand, and the score, in two lines."""
    view = desk.view
    marks = standing(desk, seat)
    x = 372.0
    score = svg.numeral(x, y + 12, view.scores[seat], 24, "ink", "end")
    x -= max(34.0, svg.numeral_width(str(view.scores[seat]), 24) + 10)
    shown = [svg.token(seat, 30, y, 12, active=seat == desk.turn), score]
    for symbol, told, colour in marks:
        shown.append(svg.icon(symbol, x - 18, y - 9, 18, colour, desk.words(told)))
        x -= 24
    shown.append(svg.text(52, y + 5, desk.name(seat), 16, serif=True, room=x - 58, least=13))
    at = 372.0
    for told, symbol, value in reversed(score_words(desk, seat)):
        label = signed(value)
        wide = svg.width_of(label, 12)
        shown.append(svg.text(at - wide, y + 32, label, 12, "smoke"))
        shown.append(svg.icon(symbol, at - wide - 17, y + 21, 14, "smoke", desk.words(told)))
        at -= wide + 28
    if seat != desk.below:
        shown.append(hand(desk, seat, 18, y + 19, 90, 13, 18))
    return svg.join(*shown)


# -- the parts of both -----------------------------------------------------------------------------------


def rounds(desk: Desk, small: bool = False) -> Markup:
    """Which round it is."""
    view = desk.view
    words = desk.words(say("Round {round} of {rounds}", round=view.round, rounds=view.rounds))
    few = view.rounds <= 8
    if small:
        return svg.join(
            svg.text(18, 60, words, 12),
            svg.progress(24 + svg.width_of(words, 12), 56, view.round, view.rounds, 4, 2) if few else EMPTY,
        )
    left = 1096 - svg.progress_width(view.rounds, 6, 8)
    return svg.join(
        svg.text(104, 80, words, 16, serif=True),
        svg.progress(left, 75, view.round, view.rounds, 6, 8) if few else EMPTY,
    )


def standing(desk: Desk, seat: int) -> list[tuple[str, Say, str]]:
    """What else is to be known of a seat: icon, words, colour."""
    view = desk.view
    told = []
    if view.ending:
        if view.winner == seat:
            told.append(("laurel", say("the winner"), "bronze"))
        return told
    if view.may_take[seat]:
        told.append(("hand", say("may still take"), "bottle"))
    else:
        told.append(("lock", say("has taken"), "smoke"))
    if view.starter == seat:
        told.append(("flag", say("began this round"), "bronze"))
    return told


def score_words(desk: Desk, seat: int) -> list[tuple[Say, str, int]]:
    """The parts of a score: words, icon, points."""
    majorities, sets, cards = desk.parts(seat)
    return [(say("Majorities"), "crown", majorities), (say("Sets"), "cards", sets), (say("Cards"), "handshake", cards)]


def signed(value: int) -> str:
    """A number with a minus that looks like one."""
    return f"−{-value}" if value < 0 else str(value)


def plate(desk: Desk, seat: int, x: float, y: float, width: float, height: float) -> Markup:
    """Who sits there, who began, who may take, and the score with its parts."""
    active = seat == desk.turn
    shown = [svg.panel(x, y, width, height, fill="vellum" if active else "paper")]
    shown.append(svg.token(seat, x + 34, y + 36, 17, active=active, title=desk.name(seat)))
    shown.append(svg.text(x + 66, y + 43, desk.name(seat), 20, serif=True, room=width - 80, least=15))
    down = y + 74.0
    for symbol, told, colour in standing(desk, seat):
        shown += [
            svg.icon(symbol, x + 18, down - 12, 15, colour),
            svg.text(x + 40, down, desk.words(told), 13, colour, room=width - 56),
        ]
        down += 21
    shown.append(svg.line(x + 14, y + 108, x + width - 14, y + 108, "brass", 1))
    shown.append(svg.numeral(x + 46, y + 168, desk.view.scores[seat], 46, "ink", "middle", room=62))
    for i, (told, symbol, value) in enumerate(score_words(desk, seat)):
        row = y + 130 + i * 21
        shown.append(svg.icon(symbol, x + 86, row - 11, 13, "smoke"))
        shown.append(svg.text(x + 104, row, desk.words(told), 11.5, "smoke", room=width - 144))
        shown.append(svg.text(x + width - 16, row, signed(value), 13, "ink", "end"))
    return svg.join(*shown)


def columns(desk: Desk, seat: int, x: float, y: float, step: float, width: float, height: float, room: float) -> Markup:
    """What that seat has taken: a column for each gang, then alliances, betrayals, buildings."""
    box = desk.box
    kinds = [[gang] for gang in box.gangs]
    kinds += [[card for card in range(box.types) if box.kinds[card] == kind] for kind in (ALLIANCE, BETRAYAL, BUILDING)]
    if len(kinds) > 7:  # an edition with more gangs
        squeeze = 7 / len(kinds)
        step, width, height = step * squeeze, width * squeeze, height * squeeze
    return svg.join(*(column(desk, seat, each, x + i * step, y, width, height, room) for i, each in enumerate(kinds)))


def column(
    desk: Desk, seat: int, types: list[int], x: float, y: float, width: float, height: float, room: float
) -> Markup:
    """One column: how many, and the cards, each a little lower than the one before."""
    box, mine = desk.box, desk.counts[seat]
    count = sum(mine[card] for card in types)
    shown = [column_head(desk, seat, types, x, y, width, count)]
    top = y + 20
    if not count:
        shown.append(svg.rect(x, top, width, height, "none", "ash", 1, width * 0.06))
        shown.append(empty_sign(desk, types, x + width * 0.22, top + (height - width * 0.56) / 2, width * 0.56))
    step = min(19.0, (room - 20 - height) / max(count - 1, 1))
    at = 0
    for card in types:
        name = box.names[card]
        for copy in range(mine[card]):
            face = desk.face(name, width, height, worded=False)
            told = desk.words(text.card(name, box))
            shown.append(svg.piece(f"taken.{seat}.{name}.{copy}", face, kind=name, x=x, y=top + at * step, title=told))
            at += 1
    return svg.join(*shown)


def column_head(desk: Desk, seat: int, types: list[int], x: float, y: float, width: float, count: int) -> Markup:
    """The number of cards; a crown on a majority, a warning when one more building wins."""
    box = desk.box
    kind = box.kinds[types[0]] if types else BUILDING
    middle = x + width / 2
    if kind == GANG and count > desk.counts[1 - seat][types[0]]:
        told = desk.words(
            say("Majority in gang {value}: {points} points", value=box.names[types[0]], points=box.values[types[0]])
        )
        return svg.group(
            svg.rect(x, y, width, 17, "brass", None, 0, 2),
            svg.icon("crown", x + 4, y + 2, 13, "coal"),
            svg.text(x + width - 6, y + 13, str(count), 12.5, "coal", "end"),
            title=told,
        )
    if kind == BUILDING and count:
        close = count >= box.buildings_to_win - 1
        told = desk.words(
            say("{count} of the {wins} buildings that win at once", count=count, wins=box.buildings_to_win)
        )
        words = svg.text(middle, y + 13, f"{count}/{box.buildings_to_win}", 12.5, "paper" if close else "ink", "middle")
        return svg.group(svg.rect(x, y, width, 17, "oxblood" if close else "vellum", None, 0, 2), words, title=told)
    return svg.text(middle, y + 13, str(count) if count else "–", 12.5, "ink" if count else "smoke", "middle")


def empty_sign(desk: Desk, types: list[int], x: float, y: float, size: float) -> Markup:
    """What would lie in an empty column."""
    box = desk.box
    kind = box.kinds[types[0]] if types else BUILDING
    if kind == GANG:
        told = say("No card of gang {value}", value=box.names[types[0]])
        value = svg.numeral(x + size / 2, y + size * 0.9, box.values[types[0]], size * 0.8, "ash", "middle")
        return svg.group(value, title=desk.words(told))
    symbol, told = {
        ALLIANCE: ("handshake", say("No alliance")),
        BETRAYAL: ("knife", say("No betrayal")),
        BUILDING: ("building", say("No building")),
    }[kind]
    return svg.icon(symbol, x, y, size, "ash", desk.words(told))


def chosen(width: float, height: float) -> Markup:
    """The brass edge of a card that somebody may choose now."""
    return svg.rect(-1.5, -1.5, width + 3, height + 3, "none", "player-yellow", 2.6, 5)


def hand(desk: Desk, seat: int, x: float, y: float, room: float, width: float, height: float) -> Markup:
    """A hand: one's own face up, each kind a choice in one's turn; anybody else's as backs."""
    view, box = desk.view, desk.box
    places = in_row(view.hand_sizes[seat], x, y, room, width, centred=width >= 60)
    if seat != view.seat:
        told = desk.words(say("{seat} has {count} cards in hand.", seat=Seat(seat), count=len(places)))
        face = svg.back(width, height, "N")
        backs = [svg.piece(f"hand.{seat}.{i}", face, kind="?", x=px, y=py) for i, (px, py) in enumerate(places)]
        return svg.group(*backs, title=told)
    shown = []
    at = 0
    for name in dict.fromkeys(view.hand):
        action = box.actions[box.number_of[name]]
        face = svg.join(desk.face(name, width, height), chosen(width, height) if desk.turn == seat else EMPTY)
        same = []
        for copy in range(view.hand.count(name)):
            px, py = places[at]
            same.append(svg.piece(f"hand.{seat}.{name}.{copy}", face, kind=name, x=px, y=py))
            at += 1
        label = desk.words(text.action_label(action, view, box))
        if desk.turn == seat:
            same[-1] = svg.group(same[-1], css="lift")
            shown.append(svg.choice(action.text, *same, title=label))
        else:
            shown.append(svg.touch(action.text, *same, title=label))
    return svg.join(*shown)


def line(
    desk: Desk, places: list[svg.Point], width: float, height: float, button: tuple[float, float, float, float]
) -> Markup:
    """The line, oldest first; what a take would bring is edged in brass, with the take itself below."""
    view, box = desk.view, desk.box
    cards = []
    safe = max(0, len(places) - box.take)
    for i, (name, (x, y)) in enumerate(zip(view.line, places, strict=True)):
        face = [desk.face(name, width, height)]
        if desk.takable and i >= safe:
            face.append(chosen(width, height))
        cards.append(svg.piece(f"line.{i}", *face, kind=name, x=x, y=y, title=desk.words(text.card(name, box))))
    right, y, wide, high = button
    x = max(right - wide, places[0][0] if places else 0.0)
    label = desk.words(text.action_label(box.take_action, view, box))
    if desk.takable and desk.turn == view.seat:
        plate = svg.button(x, y, wide, high, label, 14, "brass", "hand")
        return svg.join(*cards[:safe], svg.choice(box.take_action.text, *cards[safe:], plate, title=label))
    told = no_take(desk)
    if view.seat is None:
        return svg.join(*cards, told_below(desk, told, x, y, wide, high))
    return svg.join(
        *cards[:safe],
        svg.touch(box.take_action.text, *cards[safe:], told_below(desk, told, x, y, wide, high), title=label),
    )


def no_take(desk: Desk) -> Say:
    """What is to be said of the take when one cannot take now."""
    view = desk.view
    if view.ending:
        return say("What is left in the line counts for nobody.") if view.line else say("The line is empty.")
    if not view.line:
        return say("The line is empty.")
    if desk.takable:
        return say("{seat} may take: {count}", seat=Seat(desk.turn), count=min(desk.box.take, len(view.line)))
    return say("{seat} has taken this round", seat=Seat(desk.turn))


def told_below(desk: Desk, told: Say, x: float, y: float, width: float, height: float) -> Markup:
    """A quiet sentence where the button would be."""
    return svg.text(x + width / 2, y + height / 2 + 5, desk.words(told), 13, "cream", "middle", room=width)


def prompt(desk: Desk, x: float, y: float, room: float, size: float) -> Markup:
    """What is asked of whom, or how it ended."""
    words = desk.words(text.prompt(desk.view, desk.box))
    lines = svg.wrap(words, size, room - 60, 2, serif=True)
    top = y - (len(lines) - 1) * size * 0.62
    wide = max(svg.width_of(each, size, True) for each in lines) / 2 + 12
    colour = "bronze" if desk.view.ending else "ink"
    shown = [
        svg.text(x, top + i * size * 1.25, each, size, colour, "middle", serif=True) for i, each in enumerate(lines)
    ]
    sides = [svg.diamond(x - wide - 4, y - size * 0.3, 5), svg.diamond(x + wide + 4, y - size * 0.3, 5)]
    if desk.view.ending:
        sides = [svg.icon("laurel", x + side * (wide + 12) - 12, y - size * 0.3 - 12, 24, "bronze") for side in (-1, 1)]
    return svg.join(*shown, *sides)


def parts(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
) -> TableParts:
    """The table, still as one picture."""
    return whole(draw(view, box, actions, names, language, narrow), view.scores)
