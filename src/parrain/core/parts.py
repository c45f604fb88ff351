"""What a game shows of a View: named parts that the page arranges, and one picture made of the same parts.

One unit of a part is one CSS pixel at the usual text size; a page may enlarge a part, and never shrinks it below that.
So a text of 13 units (14 in a narrow part) can always be read, and a target of 32 (44) can always be hit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from parrain.core import svg
from parrain.core.svg import EMPTY, Markup
from parrain.core.svg.markup import PAGE_END, page_head
from parrain.core.svg.patches import Pieces, Stretch

BOARD, HAND, TRACKS, OFFER, GOAL = "board", "hand", "tracks", "offer", "goal"
BEHIND = "behind"  # another board that one may look at instead, while something else lies on the stage
LEAST_TEXT, LEAST_NARROW = 13.0, 14.0
SIDE = 296.0  # how wide a panel's body and the tracks are, wide and narrow


class Part(NamedTuple):
    """A drawing of its own size: `drawn` as a whole, or in stretches, most of which come again in other drawings."""

    name: str
    width: float
    height: float
    drawn: Markup | tuple[Markup | Stretch, ...]
    title: str = ""

    @property
    def body(self) -> Markup:
        """What is drawn, as a whole."""
        if isinstance(self.drawn, str):
            return self.drawn
        return Markup("".join([each.text if isinstance(each, Stretch) else each for each in self.drawn]))

    def svg(self, language: str = "", desc: str = "") -> str:
        """The drawing for a page."""
        return svg.page(self.width, self.height, self.body, title=self.title, desc=desc, language=language)

    def pieces(self, language: str = "", desc: str = "") -> Pieces:
        """The same in pieces."""
        drawn = (self.drawn,) if isinstance(self.drawn, str) else self.drawn
        inside = [each if isinstance(each, Stretch) else Stretch(each) for each in drawn]
        pressed = any(each.pressed for each in inside)
        head = page_head(self.width, self.height, self.title, desc, language, pressed)
        return Pieces([head, *inside, PAGE_END])


class Panel(NamedTuple):
    """A player's panel: what stands beside the name, and a drawing (name `panel`) of what the player has."""

    colours: tuple[int, ...]  # of svg.PLAYERS
    score: str
    gain: str = ""  # what would be added if it were counted now: +3
    note: str = ""  # after the name: a faction, a warning
    signs: tuple[tuple[str, str], ...] = ()  # a sign of svg.sprite, and what it means
    body: Part | None = None


class Status(NamedTuple):
    """How far the game is: what stands in the bar above the table."""

    turn: str  # Turn 3
    phases: tuple[str, ...] = ()
    phase: int = -1  # the one of them that it is
    goal: str = ""  # what ends the game, and how close it is
    track: Part | None = None  # the same as a drawing: a race, tokens


class TableParts(NamedTuple):
    """Everything a game shows of a View."""

    status: Status
    panels: tuple[Panel, ...]
    parts: tuple[Part, ...]  # the board, and whichever of hand, tracks, offer there are

    def drawings(self) -> dict[str, Part]:
        """Every drawing by a name of its own."""
        found = {part.name: part for part in self.parts}
        if self.status.track is not None:
            found[GOAL] = self.status.track
        for seat, panel in enumerate(self.panels):
            if panel.body is not None:
                found[f"panel.{seat}"] = panel.body
        return found


class Value(NamedTuple):
    """A value of a thing: its sign (an icon or a figure), the value, and the word for it."""

    sign: str
    value: str
    word: str


class Card(NamedTuple):
    """What a thing on the table is: opened by pointing at it."""

    title: str
    kind: str = ""
    picture: Part | None = None
    values: tuple[Value, ...] = ()
    lines: tuple[str, ...] = ()
    rule: str = ""
    reconstructed: str = ""  # said if a value is our reconstruction


class Step(NamedTuple):
    """A step of a scene: one sentence, and a picture with the sums laid open."""

    caption: str
    picture: Part
    note: str = ""


class Scene(NamedTuple):
    """Something that happened, told step by step: a fight, a raid, a scoring day."""

    title: str
    steps: tuple[Step, ...]


# -- for games that have none of these --------------------------------------------------------------------------------


def no_card(thing: str, view: Any, box: Any, names: Sequence[str], language: str) -> Card | None:
    """No thing explains itself."""
    return None


def no_scenes(
    events: Sequence[Mapping[str, object]],
    view: Any,
    box: Any,
    names: Sequence[str],
    language: str,
    narrow: bool,
    earlier: Sequence[Mapping[str, object]] = (),
) -> list[Scene]:
    """Nothing is told as a scene."""
    return []


def no_pieces(event: Mapping[str, object], box: Any) -> tuple[str, ...]:
    """No event points at the board."""
    return ()


# -- drawings that several games share --------------------------------------------------------------------------------


def sign(name: str, x: float, y: float, size: float, colour: str = "ink", title: str = "") -> Markup:
    """A figure if there is one of that name, else the icon."""
    if name in svg.symbols():
        return svg.group(svg.figure(name, x, y, size, "coal"), title=title)
    return svg.icon(name, x, y, size, colour, title)


def race(scores: Sequence[int], colours: Sequence[int], target: int, width: float = 300, title: str = "") -> Part:
    """A line from 0 to the target with every player's shape at his score; equal scores stand above each other."""
    left, right, y = 12.0, width - 20.0, 21.0
    step = (right - left - 14) / max(target, 1)
    marks: list[Markup] = []
    at: dict[int, int] = {}
    for seat, score in enumerate(scores):
        place = max(0, min(score, target))
        x = left + place * step if place < target else right - 17
        number = at.get(place, 0)
        at[place] = number + 1
        up = (0, -12, 12, -6, 6, 0)[number % 6]
        marks.append(
            svg.outline(svg.PLAYERS[colours[seat]].shape, x, y + up, 6.5, svg.PLAYERS[colours[seat]].paint, "ivory", 1)
        )
    return Part(GOAL, width, 42, (race_line(target, width), svg.join(*marks)), title)


@lru_cache(maxsize=32)
def race_line(target: int, width: float) -> Stretch:
    """The line of a race, with a tick for every point."""
    left, right, y = 12.0, width - 20.0, 21.0
    step = (right - left - 14) / max(target, 1)
    marks = [svg.line(left, y, right, y, "gold", 2)]
    every = 1 if target <= 30 else 5
    marks += [
        svg.line(
            left + at * step, y - (5 if at % 5 == 0 else 3), left + at * step, y + (5 if at % 5 == 0 else 3), "gold"
        )
        for at in range(0, target, every)
    ]
    marks.append(svg.circle(right, y, 16, "gold"))
    marks.append(svg.text(right, y + 5.5, str(target), 16, "coal", "middle", serif=True))
    return Stretch(svg.join(*marks))


# -- one picture ------------------------------------------------------------------------------------------------------

BAR, ASK = 48.0, 44.0


def compose(
    table: TableParts, heading: str, question: str, names: Sequence[str], desc: str, language: str, narrow: bool
) -> str:
    """All parts in one picture: for a notebook, a file, the docs."""
    found = {part.name: part for part in table.parts}
    board = found[BOARD]
    held = [found[name] for name in (OFFER, HAND) if name in found]
    column = [*panel_drawings(table, names), *(found[name] for name in (TRACKS,) if name in found)]
    side = SIDE + 24
    high = sum(part.height + 10 for part in column)
    width = board.width if narrow else board.width + side
    width = max([width, side, *[part.width + 24 for part in held]])
    below = BAR + (board.height if narrow else max(board.height, high + 10))
    foot = below + ASK + sum(part.height + 12 for part in held)
    height = foot + (high + 10 if narrow else 0)
    shown = [svg.rect(0, 0, width, height, "paper"), bar(table.status, heading, width)]
    shown.append(place(board, 0, BAR))
    shown.append(svg.rect(0, below, width, foot - below, "vellum"))
    shown.append(svg.text(16, below + 28, question, 18, serif=True, room=width - 32, least=14))
    y = below + ASK
    for part in held:
        shown.append(place(part, 12, y))
        y += part.height + 12
    x, y = (12.0, foot + 10) if narrow else (width - side + 12, BAR + 10)
    for part in column:
        shown.append(place(part, x, y))
        y += part.height + 10
    return svg.page(width, height, *shown, title=heading, desc=desc, language=language)


def place(part: Part, x: float, y: float) -> Markup:
    """A part at that place of a larger picture."""
    return svg.group(part.body, x=x, y=y)


def bar(status: Status, heading: str, width: float) -> Markup:
    """The bar above a picture: the game, the turn, the phase, the goal."""
    shown = [svg.rect(0, 0, width, BAR, "coal"), svg.rect(0, BAR - 3, width, 3, "gold")]
    phase = status.phases[status.phase] if 0 <= status.phase < len(status.phases) else ""
    track = status.track
    room = width - 32 - (track.width + 16 if track is not None and width > 700 else 0)
    words = " · ".join(each for each in (heading, status.turn, phase) if each)
    shown.append(svg.text(16, 30, words, 17, "ivory", serif=True, room=room, least=13))
    if track is not None and width > 700:
        shown.append(place(track, width - track.width - 16, (BAR - track.height) / 2))
    return svg.join(*shown)


def panel_drawings(table: TableParts, names: Sequence[str]) -> list[Part]:
    """Every player's panel as a drawing, with name and score."""
    drawn = []
    for seat, panel in enumerate(table.panels):
        body = panel.body
        colour = svg.PLAYERS[panel.colours[0]]
        name = names[seat] if seat < len(names) else str(seat + 1)
        right = SIDE - svg.width_of(panel.score, 24, True) - 8
        shown = [
            svg.outline(colour.shape, 15, 16, 12, colour.paint),
            svg.text(36, 22, name, 17, serif=True, room=right - 40, least=13),
            svg.text(SIDE, 24, panel.score, 24, anchor="end", serif=True),
            place(body, 0, 36) if body is not None else EMPTY,
        ]
        drawn.append(Part(f"panel.{seat}", SIDE, 36 + (body.height if body is not None else 0), svg.join(*shown)))
    return drawn


def whole(drawing: str, scores: Sequence[int]) -> TableParts:
    """A table that is still one picture."""
    head, _, rest = drawing.partition(">")
    _, _, width, height = (float(each) for each in head.partition('viewBox="')[2].partition('"')[0].split())
    body = rest.removesuffix("</svg>").partition("</desc>")[2]
    panels = tuple(Panel((seat % len(svg.PLAYERS),), str(score)) for seat, score in enumerate(scores))
    return TableParts(Status(""), panels, (Part(BOARD, width, height, Markup(body)),))
