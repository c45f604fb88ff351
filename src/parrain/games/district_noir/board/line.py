"""The line on its felt: oldest left, the take framed, the place of the next card."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.cache import Cache
from parrain.core.say import Say, Seat, say, say_plural
from parrain.core.svg import EMPTY, GROUP_END, Markup, Stretch
from parrain.games.district_noir import text
from parrain.games.district_noir.board.faces import chip, dashed, face, ghost
from parrain.games.district_noir.board.table import Outcome, Table, signed

WIDE_HEIGHT, NARROW_HEIGHT = 240.0, 134.0

felts_cache: Cache[Stretch] = Cache(1024)
cards_cache: Cache[Stretch] = Cache(4096)
ghosts_cache: Cache[Stretch] = Cache(1024)


class Row:
    """Where the cards of a line lie: the older ones close up, those a take can reach never do."""

    def __init__(self, table: Table, top: float, width: float) -> None:
        self.table = table
        line = table.view.line
        self.older = max(0, len(line) - table.box.take)
        if table.narrow:
            self.width, self.height, self.step, self.y = 46.0, 64.0, 48.0, top + 34
            self.left, right = 8.0, width - 8.0
        else:
            self.width, self.height, self.step, self.y = 88.0, 124.0, 94.0, top + 42
            self.left, right = 110.0, width - 18.0
        newest = len(line) - self.older
        room = right - self.left - self.width - self.step * max(newest, min(table.box.take, 5))
        self.start = self.left
        self.places: list[svg.Point]
        if table.narrow:
            self.places = self.chips(room - 6)
            self.start += room if self.older else 0
        else:
            step = min(self.step, room / self.older) if self.older else 0.0
            self.places = [(self.left + i * step, self.y) for i in range(self.older)]
            self.start += step * self.older
        self.places += [(self.start + i * self.step, self.y) for i in range(newest)]
        self.next = (self.start + newest * self.step, self.y)

    def chips(self, room: float) -> list[svg.Point]:
        """On the phone the older cards are chips, in two rows or three."""
        rows = 2 if self.older <= 6 else 3
        self.chip = (26.0, 32.0 if rows == 2 else 21.0)
        across = max(3, -(-self.older // rows))
        step = min(28.0, (room - 26) / (across - 1))
        down = self.height / rows + 0.5
        return [(self.left + i % across * step, self.y + i // across * down) for i in range(self.older)]

    def frame(self, later: int) -> tuple[float, float, float, float]:
        """The box around what a take brings: now, or after one more card."""
        count = min(self.table.box.take, len(self.table.view.line) + later)
        right = self.start + (len(self.places) - self.older + later) * self.step - (self.step - self.width)
        left = right - count * self.step + (self.step - self.width)
        edge = 4.0 if self.table.narrow else 7.0
        return left - edge, self.y - edge, right - left + 2 * edge, self.height + 2 * edge


def line(table: Table, top: float, width: float) -> list[Markup | Stretch]:
    """The felt with everything on it, from that height on."""
    view = table.view
    row = Row(table, top, width)
    key = (table.language, table.narrow, top, width, view.deck, view.away)
    shown: list[Markup | Stretch] = [felts_cache.get(key, lambda: Stretch(felt(table, top, width)))]
    reach = table.reach()
    later = 1 if reach is not None and reach[1] else 0
    first = len(view.line) + later - table.box.take  # the first card of the line in reach
    cards = [kept_card(table, row, i, reach is None or i >= first) for i in range(len(view.line))]
    if not view.ending:
        shown.append(slot(row))
    shown += cards[: row.older]
    action = table.box.take_action
    if action.text in table.legal:
        x, y, wide, tall = row.frame(0)
        frame = svg.about(
            "take",
            svg.rect(x, y, wide, tall, "glow", None, 0, 8, 0.2),
            svg.rect(x, y, wide, tall, "none", "glow", 3, 8),
            plate(table, row, top, width),
        )
        label = table.words(text.action_label(action, view, table.box))
        shown += [svg.open_choice(action.text, label, "take"), frame, *cards[row.older :], GROUP_END]
    else:
        shown += out_of_turn(table, row, cards[row.older :], width)
    shown += [lay_preview(table, row, each) for each in table.legal.values() if each is not action]
    return shown


def felt(table: Table, top: float, width: float) -> Markup:
    """The felt with its heading and the deck."""
    if table.narrow:
        ground = svg.join(
            svg.rect(0, top, width, NARROW_HEIGHT, "felt"), svg.line(0, top + 1.5, width, top + 1.5, "coal", 3)
        )
    else:
        ground = svg.join(
            svg.rect(8, top + 5, width - 16, WIDE_HEIGHT - 13, "felt", "coal", 3, 16),
            svg.rect(14, top + 11, width - 28, WIDE_HEIGHT - 25, "none", "gold", 1.2, 11),
        )
    return svg.join(ground, heading(table, top, width), stock(table, top, width))


def kept_card(table: Table, row: Row, i: int, near: bool) -> Stretch:
    """A card of the line, kept by what it shows: most lie where they lay."""
    name = table.view.line[i]
    newest, older = i == len(table.view.line) - 1, i < row.older
    size = row.chip if table.narrow and older else ()
    key = (table.box, table.language, name, i, row.places[i], size, table.narrow, near, table.hot(name), newest)
    return cards_cache.get(key, lambda: Stretch(card(table, row, i, near)))


def card(table: Table, row: Row, i: int, near: bool) -> Markup:
    """A card of the line; out of reach it is faint."""
    name = table.view.line[i]
    small = table.narrow and i < row.older
    size = row.chip if small else (row.width, row.height)
    drawn = chip(table, name, *size) if small else face(table, name, *size, not table.narrow)
    x, y = row.places[i]
    marks = []
    if not near:
        marks.append(svg.rect(0, 0, *size, "felt", None, 0, 4, 0.4))
    elif table.hot(name):
        marks.append(svg.rect(2, 2, size[0] - 4, size[1] - 4, "none", "player-red", 4, 4))
    newest = i == len(table.view.line) - 1
    return svg.piece(
        f"line.{i}", drawn, *marks, kind=name, x=x, y=y, about=f"newest.{name}" if newest else f"card.{name}"
    )


def heading(table: Table, top: float, width: float) -> Markup:
    """The name of the line, and which end is old."""
    if table.narrow:
        return table.label(10, top + 22, table.words(say("The line")), 16, "ivory", serif=True)
    title, old, new = (table.words(each) for each in (say("The line"), say("oldest"), say("newest")))
    x = 110 + svg.width_of(title, 17, True) + 14
    y = top + 29
    left, right = x + svg.width_of(old, 13.5) + 8, width - 30 - svg.width_of(new, 13.5) - 8
    return svg.join(
        table.label(110, y, title, 17, "ivory", serif=True),
        table.label(x, y, old, 13.5, "cream"),
        svg.arrow(left, y - 4, right, y - 4, "gold", 1.5),
        table.label(width - 30, y, new, 13.5, "cream", "end"),
    )


def stock(table: Table, top: float, width: float) -> Markup:
    """The deck and the cards put away."""
    view = table.view
    deck, away = table.words(say("deck")), table.words(say("put away"))
    if table.narrow:
        shown, x = [], width - 10
        for name, count, word in (("away", view.away, away), ("deck", view.deck, deck)):
            label = f"{word} {count}"
            wide = svg.width_of(label, 14)
            back = svg.piece(name, svg.back(13, 18), kind="?", x=x - wide - 17, y=top + 8)
            shown.append(svg.about(name, table.label(x - wide, top + 22, label, 14, "cream"), back))
            x -= wide + 30
        return svg.join(*shown)
    middle = top + 98
    return svg.join(
        svg.about(
            "deck",
            svg.piece("deck", pile(view.deck, 64, 89), kind="?", x=26, y=top + 54),
            svg.circle(58, middle, 19, "coal", "gold", 1.5),
            table.label(58, middle + 7, str(view.deck), 20, "glow", "middle", 34, serif=True),
            table.label(58, top + 161, deck, 14, "cream", "middle", 76),
        ),
        svg.about(
            "away",
            svg.piece("away", pile(view.away, 30, 40), kind="?", x=36, y=top + 172),
            table.label(74, top + 198, str(view.away), 16, "cream", serif=True),
            title=table.words(text.put_away(view.away)),
        ),
    )


def pile(count: int, width: float, height: float) -> Markup:
    """Backs over each other, or the empty place."""
    backs = [svg.group(svg.back(width, height, " "), x=2.5 * i, y=-2.5 * i) for i in range(min(3, -(-count // 4)))]
    return svg.join(*reversed(backs)) if backs else dashed(0, 0, width, height, "gold", 1.2)


def slot(row: Row) -> Markup:
    """Where the next card goes."""
    x, y = row.next
    size = 18.0 if row.table.narrow else 28.0
    return svg.join(
        dashed(x, y, row.width, row.height, "gold", 1.5, "6 4", 5),
        svg.icon("arrow", x + (row.width - size) / 2, y + (row.height - size) / 2, size, "gold"),
    )


def plate(table: Table, row: Row, top: float, width: float) -> Markup:
    """The take in words, with what it makes of both scores."""
    outcome = table.outcomes[table.box.take_action.text]
    x, y, wide, tall = row.frame(0)
    high = 26.0 if table.narrow else 32.0
    wide = max(wide, 440.0) if not table.narrow else width - 12
    x = min(x, width - 22 - wide) if not table.narrow else 6.0
    y += tall + (3 if table.narrow else 7)
    middle = y + high / 2
    words = table.words(take_words(len(outcome.cards) if outcome is not None else 0))
    shown = [
        svg.rect(x, y, wide, high, "coal", "glow", 2.5, 4),
        svg.icon("hand", x + 9, middle - 10, 20, "glow"),
        table.label(x + 36, middle + 6, words, 16, "ivory", serif=True, room=wide * 0.42),
    ]
    if outcome is not None:
        shown.append(change(table, outcome, x + wide - 10, middle))
    return svg.join(*shown)


def take_words(count: int) -> Say:
    """The take as a button names it."""
    return say_plural("Take {count} card", "Take {count} cards", count=count)


def change(table: Table, outcome: Outcome, right: float, middle: float) -> Markup:
    """Both scores before and after a take, ending at that place; or who wins at once."""
    if outcome.wins:
        words = table.words(wins_at_once(table, outcome.taker))
        return table.label(right, middle + 6, words, 15, "glow", "end", room=220, bold=True)
    shown = []
    for seat in (table.above, table.below):
        before, after = table.scores[seat].total, outcome.scores[seat].total
        words = f"{signed(before)} → {signed(after)}" if before != after else signed(before)
        wide = svg.width_of(words, 16, True)
        colour = "glow" if before != after else "cream"
        shown.append(table.label(right, middle + 6, words, 16, colour, "end", serif=True))
        shown.append(table.shape(seat, right - wide - 12, middle, 7, "ivory"))
        right -= wide + 36 if not table.narrow else wide + 28
    return svg.join(*shown)


def wins_at_once(table: Table, seat: int) -> Say:
    """A take that brings the last building one needs."""
    if seat == table.view.seat:
        return say("You win at once!")
    return say("{seat} wins at once!", seat=Seat(seat))


def out_of_turn(table: Table, row: Row, cards: list[Stretch], width: float) -> list[Markup | Stretch]:
    """The newest cards when the reader cannot take now: whose take comes next, or that nobody takes any more."""
    view = table.view
    reach = table.reach()
    x, y = 110.0, row.y + row.height + 33
    if table.narrow:
        x, y = 10.0, row.y + row.height + 25
    if view.ending:
        told = say("What is left in the line counts for nobody.") if view.line else say("The line is empty.")
    elif reach is None:
        told = say("Nobody takes any more this round.")
    elif reach[0] == view.seat:
        told = say("What you can take then")
    elif reach[1]:
        told = say("What {seat} can take then", seat=Seat(reach[0]))
    else:
        told = say("What {seat} can take", seat=Seat(reach[0]))
    frame = EMPTY
    words = table.label(x, y, table.words(told), 15, "ivory", room=width - x - 30)
    if reach is not None:
        frame = reach_frame(table, row, reach[0], 1 if reach[1] else 0)
        left = row.frame(1 if reach[1] else 0)[0]
        left = min(left, width - 330) if not table.narrow else 10.0
        words = svg.join(
            table.shape(reach[0], left + 10, y - 5, 7.5, "ivory"),
            table.label(left + 26, y, table.words(told), 15, "ivory", room=width - left - 50),
        )
    action = table.box.take_action
    if view.seat is None:
        return [frame, *cards, words]
    label = table.words(text.action_label(action, view, table.box))
    return [svg.open_touch(action.text, label, "take"), frame, *cards, words, GROUP_END]


def reach_frame(table: Table, row: Row, seat: int, later: int) -> Markup:
    """A dashed frame in a player's colour around what that player could take."""
    x, y, wide, tall = row.frame(later)
    return svg.join(
        svg.rect(x, y, wide, tall, "none", "coal", 4, 8), dashed(x, y, wide, tall, table.paint(seat), 3, "9 6", 8)
    )


def lay_preview(table: Table, row: Row, action: Action) -> Stretch:
    """A card laid: its ghost at the end of the line, and what the opponent could take then."""
    outcome = table.outcomes[action.text]
    taker = outcome.taker if outcome is not None else -1
    key = (table.box, table.language, table.narrow, action.text, row.next, row.frame(1), taker)
    return ghosts_cache.get(key, lambda: Stretch(draw_lay(table, row, action)))


def draw_lay(table: Table, row: Row, action: Action) -> Markup:
    """The drawing of `lay_preview`."""
    drawn = face(table, table.box.names[action.a], row.width, row.height, not table.narrow)
    outcome = table.outcomes[action.text]
    frame = reach_frame(table, row, outcome.taker, 1) if outcome is not None else EMPTY
    return svg.preview(action.text, frame, ghost(drawn, *row.next, row.width, row.height))
