"""One drawing in the making: the View, what its seat may choose, and how to say things to its reader."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core import svg, translation
from parrain.core.action import Action
from parrain.core.say import Say, Seat, Term, say
from parrain.core.svg import EMPTY, Markup
from parrain.games.police_vs_gangs import text
from parrain.games.police_vs_gangs.actions import INFORMERS
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.view import View

TRAFFIC_ICONS = {
    "drugs": "syringe",
    "weapons": "gun",
    "prostitution": "lips",
    "alcohol": "bottle",
    "tobacco": "cigarette",
}
CREW_ICONS = {
    "thug": "club",
    "driver": "wheel",
    "bodyguard": "fist",
    "cop": "cop",
    "dealer": "moneybag",
    "pimp": "rose",
    "killer": "knife",
}
RANK_ICONS = {"inspector": "badge", "sergeant": "chevrons", "lieutenant": "star", "informer": "eye"}
FACE_ICONS = {"handcuffs": "handcuffs", "badge": "badge", "double": "link", "mafia": "skull"}
DISTRICTS = {
    "blue": ("steel", "anchor", "ivory"),
    "yellow": ("gold", "star", "coal"),
    "red": ("blood", "flag", "ivory"),
    "green": ("felt", "crown", "ivory"),
}


class Desk:
    """What every part of the drawing needs."""

    def __init__(self, view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str) -> None:
        self.view = view
        self.box = box
        self.names = names
        self.language = language
        self.legal = actions
        self.drawn: set[int] = set()

    def words(self, told: Say | Term) -> str:
        """A sentence or a name in the reader's language."""
        return translation.render_value(told, self.language, self.names)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return translation.render_value(Seat(seat), self.language, self.names)

    def label(self, action: Action) -> str:
        """A choice as its button names it."""
        return self.words(text.action_label(action, self.view, self.box))

    def of_kind(self, *kinds: int) -> list[Action]:
        """The choices of these verbs."""
        return [action for action in self.legal if action.kind in kinds]

    def choice(self, action: Action, *inside: Markup) -> Markup:
        """Something that can be chosen now."""
        self.drawn.add(action.id)
        return svg.choice(action.text, *inside, title=self.label(action))

    def left(self) -> list[Action]:
        """The choices not drawn yet."""
        return [action for action in self.legal if action.id not in self.drawn]

    def token(self, seat: int, x: float, y: float, radius: float, active: bool = False) -> Markup:
        """A player's token, its letter only where it can be read."""
        return svg.token(seat, x, y, radius, None if radius >= 13 else "", active, self.name(seat))

    def ware(self, name: str, x: float, y: float, size: float, colour: str = "ink") -> Markup:
        """A traffic's sign."""
        return svg.icon(TRAFFIC_ICONS.get(name, "chip"), x, y, size, colour, self.words(self.box.name("traffic", name)))

    def tile(self, seat: int, name: str, how: str, size: float) -> Markup:
        """A gangster tile at the origin: a back with its owner's shape, or its face, red to fight and green to
        recruit.
        """
        if not name:
            told = self.words(say("{seat}: face down", seat=Seat(seat)))
            return svg.group(
                svg.rect(0, 0, size, size, "coal", "gold", max(1.0, size * 0.05), size * 0.12),
                svg.outline(
                    svg.PLAYERS[seat].shape, size / 2, size / 2, size * 0.27, svg.PLAYERS[seat].paint, "ivory", 1
                ),
                title=told,
            )
        ground = "felt" if how == "recruit" else "blood"
        told = self.words(say("{seat}: {piece}", seat=Seat(seat), piece=self.box.name("a", name)))
        return svg.group(
            svg.rect(0, 0, size, size, ground, svg.PLAYERS[seat].paint, max(1.6, size * 0.1), size * 0.12),
            svg.icon(CREW_ICONS.get(name, "hat"), size * 0.2, size * 0.14, size * 0.6, "ivory"),
            svg.outline(
                svg.PLAYERS[seat].shape, size * 0.82, size * 0.82, size * 0.15, svg.PLAYERS[seat].paint, "ivory", 0.8
            ),
            title=told,
        )

    def die(self, seat: int, kind: str, x: float, y: float, size: float, shown: str = "") -> Markup:
        """A die in its owner's colour: its rank, or what it shows with the rank in a corner."""
        paint = "ivory" if seat == INFORMERS else svg.PLAYERS[seat].paint
        colour = "coal" if seat == INFORMERS else svg.PLAYERS[seat].text
        owner = self.words(self.box.name("who", "informer")) if seat == INFORMERS else self.name(seat)
        if not shown:
            return svg.die(
                x, y, size, RANK_ICONS[kind], paint, colour, f"{owner}: {self.words(self.box.name('who', kind))}"
            )
        sign = RANK_ICONS[kind] if kind == "lieutenant" else FACE_ICONS[shown]
        told = f"{owner}: {self.words(self.box.name('who', kind))}, {self.words(self.box.name('face', shown))}"
        corner = (
            svg.icon(RANK_ICONS[kind], x + size * 0.66, y + size * 0.66, size * 0.26, colour)
            if kind != "lieutenant"
            else EMPTY
        )
        return svg.join(svg.die(x, y, size, sign, paint, colour, told), corner)


class Flow:
    """A column that fills from the top."""

    def __init__(self, desk: Desk, x: float, y: float, width: float) -> None:
        self.desk = desk
        self.x = x
        self.y = y
        self.width = width
        self.parts: list[Markup] = []

    def add(self, part: Markup, height: float) -> None:
        """A part drawn at the present height."""
        self.parts.append(part)
        self.y += height

    def heading(self, told: str, size: float = 17) -> None:
        """A line in serif."""
        self.add(svg.text(self.x, self.y + size, told, size, "ink", serif=True, room=self.width), size + 9)

    def para(self, told: str, size: float = 13, colour: str = "ink", most: int = 5) -> None:
        """Some lines of text."""
        lines = len(svg.wrap(told, size, self.width, most))
        self.add(
            svg.paragraph(self.x, self.y + size, told, self.width, size, colour, most=most), lines * size * 1.35 + 6
        )

    def buttons(self, actions: Sequence[Action], looks: dict[int, str] | None = None) -> None:
        """One button for each choice, in two columns if there are many."""
        columns = 2 if len(actions) > 10 else 1
        height = 30.0 if columns == 1 else 26.0
        width = (self.width - 8 * (columns - 1)) / columns
        for i, action in enumerate(actions):
            x = self.x + (i % columns) * (width + 8)
            look = (looks or {}).get(action.kind, "open")
            self.parts.append(
                self.desk.choice(
                    action,
                    svg.button(x, self.y, width, height, self.desk.label(action), 13 if columns == 1 else 11.5, look),
                )
            )
            if i % columns == columns - 1 or i == len(actions) - 1:
                self.y += height + 5
