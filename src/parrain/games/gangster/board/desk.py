"""What the board of Gangster is drawn with: marks of the clans, cars, equipment, streets around places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from parrain.core import svg, translation
from parrain.core.action import Action
from parrain.core.say import Say, Seat, say
from parrain.core.svg import EMPTY, Markup
from parrain.games.gangster import text
from parrain.games.gangster.components import EQUIPMENT, Box
from parrain.games.gangster.view import View


class Mark(NamedTuple):
    """A clan's colour: never alone, always with a shape and a letter."""

    paint: str
    shape: str
    letter: str
    ink: str


class Frame(NamedTuple):
    """A rectangle on the page."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> svg.Point:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2


MARKS: dict[str, Mark] = {
    "brown": Mark("ochre", "hexagon", "N", "ivory"),
    "yellow": Mark("player-yellow", "circle", "J", "coal"),
    "grey": Mark("slate", "diamond", "G", "ivory"),
    "blue": Mark("player-blue", "square", "B", "ivory"),
    "green": Mark("player-green", "triangle", "V", "ivory"),
}
STRANGER = Mark("player-purple", "shield", "", "ivory")
ICONS = ("boss", "lock", "wheel", "boom", "gun", "door")
EFFECTS = (
    say("Bodyguard: where your car stands, nobody else loads your gangsters"),
    say("Trunk: room for two"),
    say("Engine: you may drive one place further"),
    say("Bumper: use a card to change places with a car next door"),
    say("Machine gun: load another colour from next door"),
    say("Door: unload two of your own in one turn"),
)


class Desk:
    """One drawing in the making: the View, what may be chosen, and how to say things to its reader."""

    def __init__(
        self, view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
    ) -> None:
        self.view = view
        self.box = box
        self.names = names
        self.language = language
        self.narrow = narrow
        self.legal = {action.text for action in actions}
        self.active = view.colours.index(view.colour) if view.colour in view.colours else -1

    def words(self, told: Say) -> str:
        """A sentence in the reader's language."""
        return translation.render(told, self.language, self.names)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return translation.render_value(Seat(seat), self.language, self.names)

    def label(self, choice: str) -> str:
        """What a choice says of itself."""
        return self.words(text.action_label(self.box.action_from_text(choice), self.view, self.box))

    def offer(self, choice: str, *inside: Markup, asks: bool = True) -> Markup:
        """The drawing as a choice if it is one now; else as something a seat may ask about."""
        if choice in self.legal:
            return svg.choice(choice, *inside, title=self.label(choice))
        if asks and self.view.seat is not None and not self.view.ending:
            return svg.touch(choice, *inside, title=self.label(choice))
        return svg.join(*inside)


def mark_of(colour: str) -> Mark:
    """The mark of a colour; one that an owner's edition brings has a shape of its own and its first letter."""
    return MARKS.get(colour) or STRANGER._replace(letter=colour[:1].upper())


def token(colour: str, x: float, y: float, radius: float, active: bool = False) -> Markup:
    """A clan's mark, centred on x, y."""
    mark = mark_of(colour)
    size = max(svg.LEAST, radius)
    down = radius * {"triangle": 0.28, "shield": -0.05}.get(mark.shape, 0.0)
    return svg.join(
        svg.circle(x, y, radius * 1.4, "none", "brass", radius * 0.22) if active else EMPTY,
        svg.outline(mark.shape, x, y, radius, mark.paint, "coal", 1.2),
        svg.text(x, y + size * 0.36 + down, mark.letter, size, mark.ink, "middle", serif=True),
    )


def car(colour: str) -> Markup:
    """A sedan in a clan's colour, 31 wide and 18 high, the letter on its doors."""
    mark = mark_of(colour)
    return svg.join(
        svg.path("M1 13.5V8.5Q1 6 4 6L8 5.6L11 0.6H22L25.4 5.6L28 6Q30.5 6.4 30.5 9V13.5Z", mark.paint, "coal", 1.2),
        svg.circle(8, 13.8, 3.2, "coal", "ivory", 0.9),
        svg.circle(23.5, 13.8, 3.2, "coal", "ivory", 0.9),
        svg.text(16, 11.2, mark.letter, 11, mark.ink, "middle", serif=True),
    )


def equipment(desk: Desk, kind: str, x: float, y: float, width: float, height: float, worded: bool = False) -> Markup:
    """A tile of equipment, with its name if asked."""
    number = EQUIPMENT.index(kind)
    size = 15.0 if worded else min(height, width) * 0.66
    side = 21.0 if worded else width
    name = translation.render_value(desk.box.kind_terms[number], desk.language).capitalize()
    return svg.group(
        svg.rect(x, y, width, height, "coal", "gold", 1.2, 3),
        svg.icon(ICONS[number], x + (side - size) / 2, y + (height - size) / 2, size, "gold"),
        svg.text(x + side, y + height / 2 + 4, name, 11.5, "ivory", room=width - side - 2) if worded else EMPTY,
        title=desk.words(EFFECTS[number]),
    )


def chosen(x: float, y: float, side: float) -> Markup:
    """The edge of a square that can be chosen."""
    return svg.rect(x + 0.4, y + 0.4, side - 0.8, side - 0.8, "none", "player-yellow", 2, 2)


def gangster(desk: Desk, name: str, colour: str, x: float, y: float, radius: float) -> Markup:
    """A gangster, wherever it is."""
    return svg.piece(
        name,
        token(colour, 0, 0, radius),
        kind=f"gangster-{colour}",
        x=x,
        y=y,
        title=translation.render_value(text.colour(desk.box, colour), desk.language),
    )


def chip(x: float, y: float, value: int | str, symbol: str = "") -> Markup:
    """A small brass plate that looks pressable: the number of a movement card, or an icon; 22 by 20."""
    face = (
        svg.icon(symbol, x + 3, y + 2, 16, "coal")
        if symbol
        else svg.numeral(x + 11, y + 16, value, 14, "coal", "middle")
    )
    return svg.group(svg.rect(x, y, 22, 20, "player-yellow", "coal", 1.6, 3), face, css="lift")


# -- streets --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def street(start: Frame, end: Frame, others: tuple[Frame, ...], area: Frame) -> str:
    """The path of a street: straight if it can be, else bowed around what stands in its way."""
    best, fewest = 0.0, 999
    for bend in (0.0, 20.0, -20.0, 40.0, -40.0, 50.0, -50.0, 60.0, -60.0, 80.0, -80.0, 110.0, -110.0, 140.0, -140.0):
        hits = sum(1 for point in bow(start.middle, end.middle, bend) if blocked(point, others, area))
        if hits < fewest:
            best, fewest = bend, hits
    control = control_point(start.middle, end.middle, best)
    (x1, y1), (x2, y2) = start.middle, end.middle
    n = svg.number
    return f"M{n(x1)} {n(y1)}Q{n(control[0])} {n(control[1])} {n(x2)} {n(y2)}"


def control_point(start: svg.Point, end: svg.Point, bend: float) -> svg.Point:
    """Where a bow of that height is drawn to."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = max((dx * dx + dy * dy) ** 0.5, 1.0)
    return (start[0] + end[0]) / 2 + dy / long * bend * 2, (start[1] + end[1]) / 2 - dx / long * bend * 2


def bow(start: svg.Point, end: svg.Point, bend: float) -> list[svg.Point]:
    """Points along a bow."""
    cx, cy = control_point(start, end, bend)
    points: list[svg.Point] = []
    for i in range(1, 30):
        t = i / 30
        a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
        points.append((a * start[0] + b * cx + c * end[0], a * start[1] + b * cy + c * end[1]))
    return points


def blocked(point: svg.Point, others: tuple[Frame, ...], area: Frame) -> bool:
    """Whether a street must not pass here."""
    x, y = point
    if not (area.x + 4 < x < area.x + area.width - 4 and area.y + 4 < y < area.y + area.height - 4):
        return True
    return any(
        each.x - 7 < x < each.x + each.width + 7 and each.y - 7 < y < each.y + each.height + 7 for each in others
    )
