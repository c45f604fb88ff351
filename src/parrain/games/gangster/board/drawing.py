"""What every part of the table of Gangster is drawn with: the View, words, people, cars, cards, equipment."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from parrain.core import svg, translation
from parrain.core.action import Action
from parrain.core.say import Say, Seat, Term, say
from parrain.core.svg import Markup
from parrain.core.svg.pieces import Colour
from parrain.games.gangster import text
from parrain.games.gangster.components import EQUIPMENT, Box
from parrain.games.gangster.view import View

NUMBERS = {"brown": 6, "yellow": 0, "grey": 7, "blue": 2, "green": 3}  # of svg.PLAYERS
STRANGER = 5  # a colour that an owner's edition brings
ICONS = dict(zip(EQUIPMENT, ("boss", "lock", "wheel", "swap", "gun", "door"), strict=True))
SWAP = "M4 12H30V4L45 17L30 30V22H4ZM44 36H18V28L3 41L18 54V46H44Z"  # two arrows: change places
EFFECTS = dict(
    zip(
        EQUIPMENT,
        (
            say("Where your car stands, nobody else loads your men."),
            say("Your trunk has room for two."),
            say("You may drive one street further than the card says."),
            say("Use up a card to change places with a car one street away."),
            say("Load another clan's man from a district next door."),
            say("Unload two of your own men in one turn."),
        ),
        strict=True,
    )
)


line = partial(svg.text, least=13.0)  # a text that is cut before it gets too small to read


class Frame(NamedTuple):
    """A rectangle on a part."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> svg.Point:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2


class Drawing:
    """One table in the making: the View, what may be chosen, and how to say things to its reader."""

    def __init__(
        self, view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
    ) -> None:
        self.view = view
        self.box = box
        self.names = names
        self.language = language
        self.narrow = narrow
        self.actions = actions
        self.legal = {action.text for action in actions}
        self.active = view.colours.index(view.colour) if view.colour in view.colours else -1
        self.least = 14.0 if narrow else 13.0
        self.mine = frozenset(
            colour for colour, seat in zip(view.colours, view.owners, strict=True) if seat == view.seat
        )

    def words(self, told: Say) -> str:
        """A sentence in the reader's language."""
        return translation.render(told, self.language, self.names)

    def term(self, name: Term) -> str:
        """The name of a component, with a capital."""
        found = translation.render_value(name, self.language)
        return found[:1].upper() + found[1:]

    def name(self, seat: int) -> str:
        """Who sits there."""
        return translation.render_value(Seat(seat), self.language, self.names)

    def player(self, colour: str) -> str:
        """Who plays that clan."""
        return self.name(self.view.owners[self.view.colours.index(colour)])

    def label(self, choice: str) -> str:
        """What a choice says of itself."""
        return self.words(text.action_label(self.box.action_from_text(choice), self.view, self.box))

    def offer(self, choice: str, *inside: Markup, about: str = "", asks: bool = True) -> Markup:
        """The drawing as a choice if it is one now; else as something its seat may ask about."""
        if choice in self.legal:
            return svg.choice(choice, *inside, title=self.label(choice), about=about)
        if asks and self.actions:
            return svg.touch(choice, *inside, title=self.label(choice), about=about)
        return svg.about(about, *inside) if about else svg.join(*inside)


def number_of(colour: str) -> int:
    """The number of a clan's colour among svg.PLAYERS."""
    return NUMBERS.get(colour, STRANGER)


def mark_of(colour: str) -> Colour:
    """A clan's paint and shape."""
    return svg.PLAYERS[number_of(colour)]


def mark(colour: str, x: float, y: float, radius: float, edge: str = "coal") -> Markup:
    """A clan's shape, centred on x, y."""
    return svg.outline(mark_of(colour).shape, x, y, radius, mark_of(colour).paint, edge, max(1.0, radius * 0.14))


@lru_cache(maxsize=4096)
def bust(colour: str, x: float, y: float, size: float, opacity: float = 1) -> Markup:
    """A gangster: coat and hat in the clan's paint, its shape on the chest."""
    own = mark_of(colour)
    shape = svg.outline(own.shape, x + size / 2, y + size * 0.885, size * 0.115, "ivory", "coal", size * 0.023)
    drawn = svg.join(svg.figure("man", x, y, size, own.paint), shape)
    return drawn if opacity == 1 else svg.tag("g", drawn, opacity=opacity)


@lru_cache(maxsize=1024)
def car(colour: str, x: float, y: float, width: float, opacity: float = 1) -> Markup:
    """A car in the clan's paint, its shape on the doors; about half as high as wide."""
    own = mark_of(colour)
    shape = svg.outline(own.shape, x + width * 0.51, y + width * 0.275, width * 0.078, "ivory", "coal", width * 0.017)
    drawn = svg.join(svg.figure("car", x, y, width, own.paint, height=width * 31 / 60), shape)
    return drawn if opacity == 1 else svg.tag("g", drawn, opacity=opacity)


def gear_icon(kind: str, x: float, y: float, size: float, colour: str = "gold") -> Markup:
    """The sign of a piece of equipment."""
    if ICONS[kind] == "swap":
        return svg.group(svg.path(SWAP, colour), x=x, y=y - size * 0.06, scale=size / 50)
    return svg.icon(ICONS[kind], x, y, size, colour)


@lru_cache(maxsize=256)
def gear_tile(kind: str, size: float) -> Markup:
    """A piece of equipment as a black tile with its sign, at the origin."""
    return svg.join(
        svg.rect(0, 0, size, size, "coal", "gold", 1.2, 3), gear_icon(kind, size * 0.2, size * 0.2, size * 0.6)
    )


@lru_cache(maxsize=256)
def move_card(value: int, up: bool, width: float, height: float, word: str = "") -> Markup:
    """A movement card, face up or used, at the origin; with a word below its number if there is room."""
    size = height * (0.48 if word else 0.58)
    foot = height * (0.58 if word else 0.71)
    ground, edge, ink = ("ivory", "coal", "coal") if up else ("coal", "gold", "gold")
    shown = [svg.rect(0, 0, width, height, ground, edge, 1.8, width * 0.08)]
    if width > 30:
        shown.append(svg.rect(3.5, 3.5, width - 7, height - 7, "none", "gold", 0.9, width * 0.05))
    shown.append(svg.text(width / 2, foot, str(value), size, ink, "middle", serif=True))
    if word:
        shown.append(line(width / 2, height - 10, word, 13, "dust" if up else "ivory", "middle", room=width - 6))
    return svg.join(*shown)


@lru_cache(maxsize=64)
def double_disc(x: float, y: float, radius: float) -> Markup:
    """The sign of a Double."""
    disc = svg.circle(x, y, radius, "blood", "gold", 1.6)
    return svg.join(
        disc, svg.text(x, y + radius * 0.43, "×2", max(14.0, radius * 1.1), "ivory", "middle", serif=True, bold=True)
    )


def dashed(
    x: float, y: float, width: float, height: float, stroke: str, fill: str = "none", thick: float = 2
) -> Markup:
    """A dashed frame: free, gone, or not yet."""
    return svg.tag(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=3,
        fill=fill,
        stroke=stroke,
        stroke_width=thick,
        stroke_dasharray="4 3",
    )
