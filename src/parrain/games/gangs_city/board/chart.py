"""The map of Gangs City as SVG: places, piles, stacks on their sides, and what can be chosen there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

from parrain.core import svg, translation
from parrain.core.action import Action
from parrain.core.say import Seat, say
from parrain.core.svg import EMPTY, Markup, Point
from parrain.games.gangs_city.actions import AT, BUILD, SIDES
from parrain.games.gangs_city.components import PILES, STEPS, Box, names
from parrain.games.gangs_city.components.names import Words
from parrain.games.gangs_city.state import CHIEF, DEAD, HOME
from parrain.games.gangs_city.text import action_label
from parrain.games.gangs_city.text.prompts import cost
from parrain.games.gangs_city.view import View

TRADES = {
    "drugs": ("syringe", "felt"),
    "weapons": ("gun", "coal"),
    "prostitution": ("lips", "blood"),
    "alcohol": ("bottle", "steel"),
    "tobacco": ("cigarette", "ochre"),
}
FACES = {
    "thug": "fist",
    "driver": "wheel",
    "bodyguard": "club",
    "cop": "cop",
    "dealer": "syringe",
    "pimp": "rose",
    "killer": "knife",
    "bomber": "bomb",
    "wall": "building",
    "headhunter": "handshake",
    "spy": "eye",
    "lawyer": "key",
    "kingpin": "boss",
    "sharpshooter": "bullet",
    "forger": "notes",
    "mole": "door",
    "mayor": "hall",
    "showdown": "skull",
}
ORDERS = {
    "fight": ("gun", "blood"),
    "recruit": ("handshake", "felt"),
    "manage": ("till", "ochre"),
    "gun": ("gun", "blood"),
    "vest": ("lock", "steel"),
}
LARGE = 50.0  # from this radius on a hexagon carries its whole text


class Desk:
    """One drawing in the making: the View, the box, the reader's language and choices."""

    def __init__(self, view: View, box: Box, actions: Sequence[Action], players: Sequence[str], language: str) -> None:
        self.view = view
        self.box = box
        self.players = players
        self.language = language
        self.actions = {action.text: action for action in actions}
        self.offered: set[str] = set()
        self.told: dict[str, str] = {}

    def words(self, told: Words) -> str:
        """A sentence or a name in the reader's language."""
        return translation.render_value(told, self.language, self.players)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return translation.render_value(Seat(seat), self.language, self.players)

    def label(self, action: Action) -> str:
        """A choice in words."""
        return self.words(action_label(action, self.view, self.box))

    def choice(self, wanted: str, *inside: Markup) -> Markup:
        """A choice if it is one now; else something a player may touch to be told why not."""
        action = self.actions.get(wanted)
        if action is None:
            return self.touch(wanted, *inside)
        self.offered.add(wanted)
        return svg.choice(wanted, *inside, title=self.label(action))

    def touch(self, wanted: str, *inside: Markup) -> Markup:
        """Something one may ask “why not?” about; only a picture for a spectator, and where it is a choice."""
        if self.view.seat is None or wanted in self.actions:
            return svg.join(*inside)
        return svg.touch(wanted, *inside, title=self.label(self.box.by_text[wanted]))

    def mark(self, seat: int, x: float, y: float, radius: float, active: bool = False) -> Markup:
        """A player's token; without its letter where that could not be read."""
        if radius >= 13:
            return svg.token(seat, x, y, radius, active=active, title=self.name(seat))
        colour = svg.PLAYERS[seat]
        ring = svg.circle(x, y, radius * 1.5, "none", "brass", 1.6) if active else EMPTY
        return svg.group(ring, svg.outline(colour.shape, x, y, radius, colour.paint, "ink", 1), title=self.name(seat))

    def traffic(self, name: str, x: float, y: float, radius: float) -> Markup:
        """The sign of a traffic."""
        symbol, paint = TRADES.get(name, ("coin", "mauve"))
        return svg.group(
            sign(symbol, paint, round(radius, 1)), x=x, y=y, title=self.words(names.traffic(self.box, name))
        )

    def stats(self, name: str) -> str:
        """A character and its numbers, for a tooltip; the same a hundred times in one drawing."""
        if name not in self.told:
            self.told[name] = self.words(self.numbers(name))
        return self.told[name]

    def numbers(self, name: str) -> Words:
        """A character and its numbers."""
        if name == "showdown":
            return names.who(self.box, name)
        box, who = self.box, self.box.number_of[name]
        shown = [str(value) if value >= 0 else "–" for value in (box.attack[who], box.defence[who], box.recruit[who])]
        return say(
            "{who}: attack {attack}, defence {defence}, recruiting {recruit}, cost {cost}",
            who=names.who(self.box, name),
            attack=shown[0],
            defence=shown[1],
            recruit=shown[2],
            cost=cost(self.view, box, who),
        )

    def face(self, name: str, size: float) -> Markup:
        """A character as a small square, its top left corner at the origin."""
        merc = name in self.box.number_of and self.box.mercenary[self.box.number_of[name]]
        return portrait(FACES.get(name, "hat"), merc or name == "showdown", round(size, 1))


@lru_cache(maxsize=512)
def portrait(symbol: str, dark: bool, size: float) -> Markup:
    """A small square with an icon; dark for what is out of the ordinary."""
    ground, mark = ("coal", "gold") if dark else ("ivory", "coal")
    return svg.join(
        svg.rect(0, 0, size, size, ground, "gold" if dark else "coal", max(1.0, size * 0.04), size * 0.14),
        svg.icon(symbol, size * 0.16, size * 0.16, size * 0.68, mark),
    )


@lru_cache(maxsize=256)
def sign(symbol: str, paint: str, radius: float) -> Markup:
    """The sign of a traffic, its middle at the origin."""
    return svg.seal(symbol, 0, 0, radius, paint)


class Chart:
    """Where everything lies in a rectangle of the page."""

    def __init__(self, desk: Desk, x: float, y: float, width: float, height: float, most: float) -> None:
        view = desk.view
        self.desk = desk
        self.at: dict[tuple[int, int], str] = {(q, r): name for name, q, r, _, _ in view.city}
        self.corner = {name: (q, r) for name, q, r, _, _ in view.city}
        for index, (q, r, left) in enumerate(view.piles):
            if left:
                self.at[(q, r)] = PILES[index]
                self.corner[PILES[index]] = (q, r)
        flat = [svg.hex_centre(q, r, 1.0, flat=False) for q, r in self.at]
        west, east = min(px for px, _ in flat), max(px for px, _ in flat)
        north, south = min(py for _, py in flat), max(py for _, py in flat)
        # around the places there must be room for tiles on their sides, or for what can be built
        margin = 2.5 if view.phase in ("setup", "open") else 1.45
        self.radius = min(most, width / (east - west + 2 * margin), height / (south - north + 2 * margin))
        self.x = x + width / 2 - self.radius * (west + east) / 2
        self.y = y + height / 2 - self.radius * (north + south) / 2

    def centre(self, q: int, r: int) -> Point:
        """The middle of a cell."""
        px, py = svg.hex_centre(q, r, self.radius, flat=False)
        return self.x + px, self.y + py

    def toward(self, name: str, side: str, part: float) -> Point:
        """A point on the way from the middle of a place out over one of its sides; 0.5 is the side itself."""
        q, r = self.corner[name]
        dq, dr = STEPS[SIDES.index(side)]
        (ax, ay), (bx, by) = self.centre(q, r), self.centre(q + dq, r + dr)
        return ax + (bx - ax) * part, ay + (by - ay) * part

    def draw(self) -> Markup:
        """The whole map."""
        desk = self.desk
        parts = [self.place(index) for index in range(len(desk.view.city))]
        parts += [self.pile(index) for index in range(len(desk.view.piles))]
        parts += self.building()
        parts += self.stacks()
        parts += self.spots()
        return svg.join(*parts)

    # -- places and piles ------------------------------------------------------------------------------

    def place(self, index: int) -> Markup:
        """A place: name, initiative, traffics, who waits there, owner."""
        desk, radius = self.desk, self.radius
        name, q, r, owner, waiting = desk.view.city[index]
        x, y = self.centre(q, r)
        place = desk.box.place_number[name]
        title = desk.words(names.title(self.desk.box, name))
        lit = desk.view.site == name
        shown = [svg.polygon(svg.hex_corners(x, y, radius * 0.97, False), "vellum", "ink", max(1.2, radius * 0.025))]
        if owner >= 0:
            paint = svg.PLAYERS[owner].paint
            shown.append(
                svg.polygon(svg.hex_corners(x, y, radius * 0.89, False), "none", paint, max(2.4, radius * 0.07))
            )
        else:
            shown.append(svg.polygon(svg.hex_corners(x, y, radius * 0.9, False), "none", "brass", 1))
        if lit:
            shown.append(svg.polygon(svg.hex_corners(x, y, radius * 1.02, False), "none", "oxblood", 3))
        if radius < LARGE:
            return desk.touch(f"at {name}", svg.group(*shown, *self.small_place(index, x, y), title=title))
        shown.append(svg.circle(x, y - radius * 0.7, radius * 0.155, "coal", "gold", 1))
        shown.append(
            svg.numeral(
                x, y - radius * 0.625, desk.box.initiative[place], radius * 0.155, "ivory", "middle", room=radius * 0.22
            )
        )
        size = max(11.0, radius * 0.165)
        lines = svg.wrap(title, size, radius * 1.45, 2, True)
        first = y - radius * (0.3 if len(lines) == 1 else 0.385)
        shown += [
            svg.text(x, first + i * size * 1.06, line, size, anchor="middle", serif=True)
            for i, line in enumerate(lines)
        ]
        shown.append(self.icons(place, x, y - radius * 0.02, radius * 0.145))
        shown.append(self.people(name, waiting, x, y + radius * 0.36))
        if owner >= 0:
            shown.append(desk.mark(owner, x, y + radius * 0.69, max(6.0, radius * 0.13)))
        return desk.touch(f"at {name}", svg.group(*shown, title=title))

    def small_place(self, index: int, x: float, y: float) -> list[Markup]:
        """What a small hexagon can still say: three letters, and as much more as there is room for."""
        desk, radius = self.desk, self.radius
        name, _, _, owner, waiting = desk.view.city[index]
        place = desk.box.place_number[name]
        code = short(desk.words(names.title(self.desk.box, name)))
        if radius <= 32:
            mark = [desk.mark(owner, x, y - radius * 0.6, max(4.0, radius * 0.15))] if owner >= 0 else []
            return [svg.text(x, y + 4, code, 11, anchor="middle", serif=True, room=radius * 1.6), *mark]
        shown = [svg.numeral(x, y - radius * 0.48, desk.box.initiative[place], radius * 0.24, "bronze", "middle")]
        shown.append(
            svg.text(
                x, y - radius * 0.14, code, max(11.0, radius * 0.28), anchor="middle", serif=True, room=radius * 1.5
            )
        )
        shown.append(self.icons(place, x, y + radius * 0.1, max(5.5, radius * 0.15)))
        shown.append(self.people(name, waiting, x, y + radius * 0.43))
        if owner >= 0:
            shown.append(desk.mark(owner, x, y + radius * 0.74, max(4.5, radius * 0.13)))
        return shown

    def icons(self, place: int, x: float, y: float, radius: float) -> Markup:
        """The traffics of a place in a row."""
        box = self.desk.box
        names = [name for k, name in enumerate(box.traffics) for _ in range(box.place_icons[place * box.kinds + k])]
        step = radius * 2.25
        left = x - step * (len(names) - 1) / 2
        return svg.join(*(self.desk.traffic(name, left + i * step, y, radius) for i, name in enumerate(names)))

    def people(self, place: str, waiting: Sequence[str], x: float, y: float) -> Markup:
        """Who waits on a place."""
        if not waiting:
            return EMPTY
        desk = self.desk
        size = min(self.radius * 0.32, self.radius * 1.4 / len(waiting))
        step = min(size * 1.12, (self.radius * 1.4 - size) / max(1, len(waiting) - 1))
        left = x - (step * (len(waiting) - 1) + size) / 2
        shown = []
        for i, name in enumerate(waiting):
            copy = waiting[:i].count(name)
            shown.append(
                svg.piece(
                    f"waiting.{place}.{name}.{copy}",
                    desk.face(name, size),
                    kind=name,
                    x=left + i * step,
                    y=y - size / 2,
                    title=desk.stats(name),
                )
            )
        return svg.join(*shown)

    def pile(self, index: int) -> Markup:
        """A pile of the centre: how many places are left."""
        desk, radius = self.desk, self.radius
        q, r, left = desk.view.piles[index]
        if not left:
            return EMPTY
        x, y = self.centre(q, r)
        lit = desk.view.site == PILES[index]
        told = desk.words(
            say("{site}: {left} places face down", site=names.title(self.desk.box, PILES[index]), left=left)
        )
        layers = [
            svg.polygon(svg.hex_corners(x - i * 1.6, y - i * 1.6, radius * 0.95, False), "coal", "gold", 1)
            for i in range(min(left, 3))
        ]
        edge = svg.polygon(svg.hex_corners(x, y, radius * 1.02, False), "none", "oxblood", 3) if lit else EMPTY
        drawn = svg.group(
            *layers, edge, svg.numeral(x, y + radius * 0.2, left, radius * 0.42, "gold", "middle"), title=told
        )
        return desk.touch(f"at {PILES[index]}", drawn)

    # -- what lies on the city -------------------------------------------------------------------------

    def stacks(self) -> list[Markup]:
        """The tiles on sides, places and piles, in stacks; one's own and revealed ones face up."""
        stacks: dict[tuple[str, int], list[int]] = {}
        for i, (seat, where, _, _, mark, _) in enumerate(self.desk.view.laid):
            if not mark & HOME:
                stacks.setdefault((where, seat), []).append(i)
        parts = []
        for (where, seat), tiles in stacks.items():
            drawn = self.stack(where, seat, tiles)
            side = "/" in where
            parts.append(self.desk.choice(f"at {where}", drawn) if side else drawn)
        return parts

    def stack(self, where: str, seat: int, tiles: list[int]) -> Markup:
        """Tiles of one gang on one spot, each a little higher than the one before; managers side by side."""
        place, _, side = where.partition("/")
        size = max(13.0, min(34.0, self.radius * 0.46))
        rise = min(size * 0.3, size * 1.2 / len(tiles))
        step = (0.0, -rise)
        if side:
            x, y = self.toward(place, side, 0.5 + 0.5 * (size * 0.62) / (self.radius * sqrt(3) / 2))
        elif place in PILES:
            cx, cy = self.centre(*self.corner[place])
            dq, dr = svg.hex_centre(*STEPS[seat], 1.0, flat=False)
            x, y = cx + dq * self.radius * 0.34, cy + dr * self.radius * 0.34
        else:
            cx, cy = self.centre(*self.corner[place])
            size = max(12.0, self.radius * 0.34)
            step = (-min(size * 0.6, self.radius * 0.5 / len(tiles)), 0.0)
            x, y = cx + self.radius * 0.36, cy + self.radius * 0.66
        left = x - size / 2
        top = y - size / 2 - step[1] * (len(tiles) - 1) / 2
        drawn = [self.tile(i, left + step[0] * n, top + step[1] * n, size) for n, i in enumerate(tiles)]
        ring = (
            svg.circle(x, y, size * 0.95, "none", "player-yellow", 2.4)
            if side and f"at {where}" in self.desk.actions
            else EMPTY
        )
        return svg.join(ring, *drawn)

    def tile(self, i: int, x: float, y: float, size: float) -> Markup:
        """One tile: a back, or a face with its order; the owner's mark, the chief's star."""
        desk = self.desk
        seat, where, what, do, mark, _ = desk.view.laid[i]
        parts = []
        if what:
            symbol, paint = ORDERS[do]
            parts += [
                desk.face(what, size),
                svg.rect(1, 1, size - 2, size - 2, "none", paint, max(1.6, size * 0.07), size * 0.12),
            ]
            parts.append(svg.seal(symbol, size * 0.86, size * 0.86, size * 0.24, paint))
            told = say(
                "Tile {tile}: {seat}, {spot}: {who} ({doing})",
                tile=i + 1,
                seat=Seat(seat),
                spot=names.spot(self.desk.box, where),
                who=names.who(self.desk.box, what),
                doing=names.doing(do),
            )
        else:
            parts += [
                svg.rect(0, 0, size, size, "coal", "gold", 1, size * 0.14),
                svg.diamond(size / 2, size / 2, size * 0.22, "gold"),
            ]
            told = say(
                "Tile {tile}: {seat}, {spot}: face down",
                tile=i + 1,
                seat=Seat(seat),
                spot=names.spot(self.desk.box, where),
            )
        colour = svg.PLAYERS[seat]
        parts.append(svg.outline(colour.shape, size * 0.14, size * 0.14, size * 0.2, colour.paint, "ink", 0.8))
        if mark & CHIEF:
            parts.append(svg.seal("crown", size * 0.88, size * 0.1, size * 0.27, "gold", "coal"))
        if mark & DEAD:
            parts.append(svg.icon("cross", 0, 0, size, "oxblood"))
        return svg.piece(f"laid.{i}", *parts, kind=what or "?", x=x, y=y, title=desk.words(told))

    # -- what can be chosen on the map -----------------------------------------------------------------

    def spots(self) -> list[Markup]:
        """A pointer at every side, a plate on every place or pile, where the reader may lay a tile now."""
        desk, radius = self.desk, self.radius
        size = max(5.5, min(11.0, radius * 0.17))
        parts = []
        for wanted, action in desk.actions.items():
            if action.kind != AT or wanted in desk.offered:
                continue
            where = desk.box.spot_names[action.a]
            place, _, side = where.partition("/")
            if side:
                x, y = self.toward(place, side, 0.5 + (size + 1) / (radius * sqrt(3)))
                parts.append(
                    desk.choice(
                        wanted,
                        svg.group(svg.circle(x, y, size, "gold", "coal", 1.2), plus(x, y, size * 0.55), css="lift"),
                    )
                )
            else:
                x, y = self.centre(*self.corner[place])
                y += radius * 0.66
                if place in PILES:
                    plate = svg.group(
                        svg.circle(x, y, size * 1.25, "gold", "coal", 1.2), plus(x, y, size * 0.6), css="lift"
                    )
                else:
                    x -= radius * 0.36
                    plate = svg.group(
                        svg.circle(x, y, size, "gold", "coal", 1.2), icon_in("till", x, y, size * 0.85), css="lift"
                    )
                parts.append(desk.choice(wanted, plate))
        return parts

    def building(self) -> list[Markup]:
        """The hexes where a place can be built now."""
        desk = self.desk
        parts = []
        for wanted, action in desk.actions.items():
            if action.kind == BUILD:
                site = desk.box.site_names[action.a]
                x, y = self.toward(site, SIDES[action.b], 1.0)
                drawn = svg.join(
                    svg.polygon(svg.hex_corners(x, y, self.radius * 0.8, False), "paper", "brass", 2),
                    plus(x, y, self.radius * 0.22, "bronze"),
                )
                parts.append(desk.choice(wanted, drawn))
        return parts


def plus(x: float, y: float, size: float, colour: str = "coal") -> Markup:
    """A small cross that says: here."""
    return svg.path(
        f"M{x - size:.1f} {y:.1f}h{2 * size:.1f}M{x:.1f} {y - size:.1f}v{2 * size:.1f}",
        stroke=colour,
        thick=max(1.4, size * 0.4),
    )


def icon_in(symbol: str, x: float, y: float, size: float) -> Markup:
    """An icon in the middle of a disc."""
    return svg.icon(symbol, round(x - size * 0.75, 1), round(y - size * 0.75, 1), round(size * 1.5, 1), "coal")


def short(title: str) -> str:
    """Three letters for a place that is drawn small."""
    return title[:3].upper()
