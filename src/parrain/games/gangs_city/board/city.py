"""The city: places and piles as hexes, the tiles laid at their sides, and where one may act now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

from parrain.core import svg
from parrain.core.parts import BOARD, Part
from parrain.core.say import Seat, say
from parrain.core.svg import EMPTY, Markup, Point
from parrain.games.gangs_city.actions import AT, BUILD, SEND, SHOWDOWN, SIDES
from parrain.games.gangs_city.board.context import ORDERS, Context, beside, bust, coin, shape, traffic_sign
from parrain.games.gangs_city.board.hexes import Grid, dashed, hatching
from parrain.games.gangs_city.board.sums import Fighter, rows, total
from parrain.games.gangs_city.components import PILES, names
from parrain.games.gangs_city.state import CHIEF, DEAD, HOME

RADII = tuple(float(radius) for radius in range(84, 56, -1))
CLOSE = 66.0  # below this radius tiles are smaller and nearer, so that a city of five rows is seen whole
CLOSER = 10.0  # and need so much less room beside the places
NARROW_RADIUS = 90.0
ROOM = (960.0, 512.0)


def fitting(wide: float, high: float, beyond: float, above: float) -> float:
    """The largest radius of a hex at which the city fits on the stage, or one at which it is well seen in parts."""
    for radius in RADII:
        less = CLOSER if radius < CLOSE and above > CLOSER else 0.0
        if wide * radius + 2 * (beyond - less) <= ROOM[0] and high * radius + 2 * (above - less) <= ROOM[1]:
            return radius
    return CLOSE


class City:
    """Where everything lies on the board."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.cells = context.cells()
        self.cell_of = {name: cell for cell, name in self.cells.items()}
        self.disc = context.target / 2
        self.builds = [action for action in context.actions.values() if action.kind == BUILD]
        shown = set(self.cells)
        for action in self.builds:
            shown.add(beside(self.cell_of[context.box.site_names[action.a]], SIDES[action.b]))
        beyond, above = self.margins()
        flat = [svg.hex_centre(q, r, 1.0, flat=False) for q, r in shown]
        wide = max(x for x, _ in flat) - min(x for x, _ in flat) + sqrt(3)
        high = max(y for _, y in flat) - min(y for _, y in flat) + 2
        self.radius = NARROW_RADIUS if context.narrow else fitting(wide, high, beyond, above)
        close = self.radius < CLOSE
        self.size = 52.0 if context.narrow else 38.0 if close else 42.0  # of a tile
        self.gap = 1.0 if close else 5.0  # between a place and what lies at its side
        if close and not self.builds:
            beyond, above = beyond - CLOSER, above - CLOSER
        self.width = max(wide * self.radius + 2 * beyond, 390.0)
        self.height = high * self.radius + 2 * above
        x = (self.width - self.radius * (max(x for x, _ in flat) + min(x for x, _ in flat))) / 2
        y = (self.height - self.radius * (max(y for _, y in flat) + min(y for _, y in flat))) / 2
        self.grid = Grid(self.radius, round(x, 1), round(y, 1), round(self.width, 1), round(self.height, 1))
        self.apothem = self.grid.apothem
        self.centre = self.grid.centre

    def margins(self) -> Point:
        """The room beside and above the places: for tiles at their sides, more for large stacks of faces."""
        if self.builds:
            return 8.0, 8.0
        stacks: dict[tuple[int, str], int] = {}
        for seat, where, what, _, mark, _ in self.context.view.laid:
            if what and "/" in where and not mark & HOME:
                stacks[seat, where] = stacks.get((seat, where), 0) + 1
        large, beside_each_other = (max(stacks.values(), default=0) > least for least in (3, 1))
        if self.context.narrow:
            return (110.0 if large else 70.0), (80.0 if large else 40.0)
        return (94.0 if large else 78.0), (72.0 if large else 50.0 if beside_each_other else 38.0)

    def part(self) -> Part:
        """The board."""
        view = self.context.view
        shown = [self.empty_hexes()]
        shown += [self.pile(index) for index in range(len(view.piles))]  # under the numbers of the places below it
        shown += [self.place(name, owner, waiting) for name, _, _, owner, waiting in view.city]
        shown += [self.initiative(name) for name, *_ in view.city]  # over the glow of the places round them
        shown += self.building()
        shown += self.tiles()
        shown += self.spots()
        shown.append(self.half())
        title = self.context.words(say("The city"))
        return Part(BOARD, round(self.width, 1), round(self.height, 1), svg.join(*shown), title)

    # -- where things are --------------------------------------------------------------------------------------

    def out(self, name: str, side: str, far: float) -> Point:
        """The point that far from the middle of a place, over one of its sides."""
        (ax, ay), (bx, by) = self.centre(self.cell_of[name]), self.centre(beside(self.cell_of[name], side))
        part = far / (2 * self.apothem)
        return round(ax + (bx - ax) * part, 1), round(ay + (by - ay) * part, 1)

    def empty_hexes(self) -> Markup:
        """The empty hexes around the city; one that carries a stack is hatched (GC 4.7)."""
        filled = set()
        for _, where, _, _, mark, _ in self.context.view.laid:
            name, _, side = where.partition("/")
            if side and not mark & HOME and name in self.cell_of:
                filled.add(beside(self.cell_of[name], side))
        hatched = [hatching(self.grid, cell, "ash", 1) for cell in sorted(filled)]
        return svg.join(dashed(self.grid, tuple(sorted(self.cells))), *hatched)

    # -- places and piles --------------------------------------------------------------------------------------

    def place(self, name: str, owner: int, waiting: Sequence[str]) -> Markup:
        """A place: initiative, name, traffics, owner, who may be recruited there; a choice where it is one whole."""
        context = self.context
        x, y = self.centre(self.cell_of[name])
        text = next((each for each in (f"resolve {name}", f"return {name}") if each in context.actions), "")
        base = place_face(
            context.place(name),
            0,
            tuple(context.traffics_of(name)),
            owner,
            self.radius,
            context.least,
            f"at {name}" in context.actions,
        )
        shown = [base]
        if text:
            shown.append(svg.polygon(svg.hex_corners(0, 0, self.radius, False), "none", "glow", 6))
        elif context.view.site == name:
            shown.append(svg.polygon(svg.hex_corners(0, 0, self.radius, False), "none", "blood", 5))
        ground = svg.group(*shown, x=x, y=y)
        ground = (
            context.touch(text or f"at {name}", ground, title=context.place(name), about=f"place.{name}")
            if (text or f"at {name}" not in context.actions)
            else svg.about(f"place.{name}", ground)
        )
        return svg.join(ground, self.people(name, waiting))

    def initiative(self, name: str) -> Markup:
        """The initiative of a place."""
        x, y = self.centre(self.cell_of[name])
        box = self.context.box
        disc = initiative_disc(box.initiative[box.place_number[name]], self.radius, self.context.least)
        return svg.tag("g", disc, transform=f"translate({x} {y})", pointer_events="none")  # the place below is meant

    def people(self, name: str, waiting: Sequence[str]) -> Markup:
        """Who may be recruited on a place, with the cost; behind a brass line who manages it."""
        context = self.context
        managers = [
            i for i, (_, where, _, _, mark, _) in enumerate(context.view.laid) if where == name and not mark & HOME
        ]
        count = len(waiting) + len(managers)
        if not count:
            return EMPTY
        x, y = self.centre(self.cell_of[name])
        scale = self.radius / 80
        room = 128 * scale
        size = min(38 * scale, room / count - 2)
        step = size + 3
        if size < 26 * scale:
            size = 26 * scale
            step = (room - size) / (count - 1)
        left = round(x - (step * (count - 1) + size) / 2, 1)
        top = round(y + 8 * scale, 1)
        small = context.least + 0.5
        shown = []
        for i, who in enumerate(waiting):
            copy = waiting[:i].count(who)
            face = svg.join(
                svg.portrait(bust(who), 0, 0, size), coin(size - 5, size - 2, str(context.cost(who)), small)
            )
            shown.append(
                svg.piece(
                    f"waiting.{name}.{who}.{copy}",
                    face,
                    kind=who,
                    x=round(left + i * step, 1),
                    y=top,
                    title=context.who(who),
                    about=f"character.{who}",
                )
            )
        at = left + len(waiting) * step
        if managers and waiting:
            shown.append(svg.line(at - 1.5, top, at - 1.5, top + size, "gold", 2))
        shown += [self.tile(i, round(at + n * step, 1), top, size) for n, i in enumerate(managers)]
        return svg.join(*shown)

    def pile(self, index: int) -> Markup:
        """A pile of the centre: how many places are left, and who wants the top one."""
        context = self.context
        q, r, left = context.view.piles[index]
        if not left:
            return EMPTY
        name = PILES[index]
        x, y = self.centre((q, r))
        text = f"resolve {name}"
        shown = [pile_face(context.place(name), left, self.radius, context.least)]
        if text in context.actions:
            shown.append(svg.polygon(svg.hex_corners(0, 0, self.radius, False), "none", "glow", 6))
        elif context.view.site == name:
            shown.append(svg.polygon(svg.hex_corners(0, 0, self.radius, False), "none", "blood", 5))
        ground = svg.group(*shown, x=x, y=y)
        if f"at {name}" in context.actions:
            return svg.about(f"place.{name}", ground)
        if text in context.actions:
            return context.choice(text, ground, about=f"place.{name}")
        return context.touch(f"at {name}", ground, title=context.place(name), about=f"place.{name}")

    # -- tiles -------------------------------------------------------------------------------------------------

    def tiles(self) -> list[Markup]:
        """The tiles at sides and on piles, in stacks."""
        stacks: dict[tuple[str, int], list[int]] = {}
        piles: dict[str, dict[int, list[int]]] = {}
        for i, (seat, where, _, _, mark, _) in enumerate(self.context.view.laid):
            if mark & HOME:
                continue
            if where in PILES:
                piles.setdefault(where, {}).setdefault(seat, []).append(i)
            elif "/" in where:
                stacks.setdefault((where, seat), []).append(i)
        shown = [self.stack(where, tiles) for (where, _), tiles in stacks.items()]
        shown += [self.on_pile(name, gangs) for name, gangs in piles.items() if name in self.cell_of]
        return shown

    def stack(self, where: str, tiles: list[int]) -> Markup:
        """Tiles of a gang at one side: faces beside each other, backs on each other with their number."""
        name, _, side = where.partition("/")
        if name not in self.cell_of:
            return EMPTY
        context = self.context
        size = self.size
        across, down = (1, len(tiles)) if side in ("e", "w") else (min(len(tiles), 3), -(-len(tiles) // 3))
        if side in ("e", "w") and len(tiles) > 3:
            across, down = 2, -(-len(tiles) // 2)
        if not self.spread(tiles):
            across = down = 1
        if len(tiles) > 2:
            size = max(size - 6, context.target)
        far = (
            self.apothem
            + self.gap
            + size / 2
            + (9 if across > 1 or down > 2 else 0)
            + (size * 0.4 if down > 1 < across else 0)
        )
        x, y = self.out(name, side, far)
        text = f"at {where}"
        shown = []
        if across * down == 1:
            for n, i in enumerate(tiles):
                lift = 4 * (len(tiles) - 1 - n)
                shown.append(self.tile(i, x - size / 2 + lift, y - size / 2 - lift, size))
            if len(tiles) > 1:
                shown.append(coin(x + size / 2 - 4, y + size / 2 - 4, str(len(tiles)), context.least))
                if any(context.view.laid[i][4] & CHIEF for i in tiles[:-1]):  # whose own crown is covered
                    shown.append(crown(x - size / 2, y - size / 2, size))
        else:
            for n, i in enumerate(tiles):
                column, line = n % across, n // across
                left = x + (column - (min(across, len(tiles)) - 1) / 2) * (size + 3) - size / 2
                top = y + (line - (down - 1) / 2) * (size + 3) - size / 2
                shown.append(self.tile(i, round(left, 1), round(top, 1), size))
        if text in context.actions:
            wide, high = across * (size + 3) + 8, down * (size + 3) + 8
            shown.insert(0, svg.rect(x - wide / 2, y - high / 2, wide, high, "card", "glow", 5, 8))
        return context.choice(text, *shown) if text in context.actions else svg.join(*shown)

    def spread(self, tiles: list[int]) -> bool:
        """Whether the tiles of a stack lie beside each other: faces, and backs that can be chosen one by one."""
        view = self.context.view
        return len(tiles) > 1 and any(view.laid[i][2] or self.tile_action(i) for i in tiles)

    def on_pile(self, name: str, gangs: dict[int, list[int]]) -> Markup:
        """The tiles on a pile: a stack for each gang while they are hidden, then all faces."""
        x, y = self.centre(self.cell_of[name])
        scale = self.radius / 80
        groups = [
            each for tiles in gangs.values() for each in ([[i] for i in tiles] if self.spread(tiles) else [tiles])
        ]
        most = 3 if len(groups) <= 6 or self.context.narrow else 4
        lines = -(-len(groups) // most)
        size = min(34 * scale, 100 * scale / lines - 3)
        if any(self.tile_action(i) for tiles in gangs.values() for i in tiles):
            size = self.context.target
        shown = []
        for n, tiles in enumerate(groups):
            across = min(most, len(groups) - n // most * most)
            left = x + (n % most - (across - 1) / 2) * (size + 3) - size / 2
            top = y + 62 * scale - (lines - n // most) * (size + 3)
            for m, i in enumerate(tiles):
                lift = 3 * (len(tiles) - 1 - m)
                shown.append(self.tile(i, round(left + lift, 1), round(top - lift, 1), size))
            if len(tiles) > 1:
                shown.append(coin(left + size - 2, top + size - 2, str(len(tiles)), self.context.least))
        return svg.join(*shown)

    def tile_action(self, i: int) -> str:
        """The choice that a tile on the city is, empty if none."""
        for kind in ("shoot", "pin", "look", "release"):
            if f"{kind} {i + 1}" in self.context.actions:
                return f"{kind} {i + 1}"
        return ""

    def tile(self, i: int, x: float, y: float, size: float) -> Markup:
        """A tile: a back with the gang's shape, or a face framed in the colour of its order; crown, cross."""
        context = self.context
        seat, where, what, do, mark, _ = context.view.laid[i]
        face = tile_face(
            seat, what, context.order_on(do, where, seat) if what else "", bool(mark & CHIEF), bool(mark & DEAD), size
        )
        action = self.tile_action(i)
        shown = [face]
        if i == len(context.view.laid) - 1 and context.view.phase == "place":
            shown.insert(0, svg.rect(-5, -5, size + 10, size + 10, "none", svg.PLAYERS[seat].paint, 3, 8))
        if action:
            shown.insert(0, svg.rect(-4, -4, size + 8, size + 8, "none", "glow", 5, 7))
        told = context.words(say("{seat}, {spot}", seat=Seat(seat), spot=names.spot(context.box, where)))
        drawn = svg.piece(
            f"laid.{i}", *shown, kind=what or "?", x=round(x, 1), y=round(y, 1), title=told, about=f"tile.{i + 1}"
        )
        if not action:
            return drawn
        return svg.join(context.choice(action, drawn), self.shot_preview(i, action, x, y, size))

    def shot_preview(self, i: int, action: str, x: float, y: float, size: float) -> Markup:
        """What a shot would leave of the strength of that gang."""
        context = self.context
        if not action.startswith(("shoot", "pin")):
            return EMPTY
        seat, where, _, _, _, _ = context.view.laid[i]
        site = where.partition("/")[0]
        here = fighters(context, site)
        before = total(rows(here, seat, "fight", context.owners.get(site, -1), context.box, context.house()))
        changed = [
            each._replace(dead=True)
            if action.startswith("shoot") and each.tile == i + 1
            else each._replace(pinned=True)
            if each.tile == i + 1
            else each
            for each in here
        ]
        after = total(rows(changed, seat, "fight", context.owners.get(site, -1), context.box, context.house()))
        sign = ORDERS[context.order_on("fight", where, seat)][0]
        return svg.preview(
            action,
            svg.icon("cross", x + size * 0.1, y + size * 0.1, size * 0.8, "player-red"),
            plate(x + size / 2, y - 18, sign, (before, after), 15, self.width),
        )

    # -- what can be chosen ------------------------------------------------------------------------------------

    def spots(self) -> list[Markup]:
        """A golden disc, with the sign of what may be done, at every side, place or pile where a tile may be laid."""
        context = self.context
        taken = {where for _, where, _, _, mark, _ in context.view.laid if "/" in where and not mark & HOME}
        shown = []
        for text, action in context.actions.items():
            if action.kind != AT:
                continue
            where = context.box.spot_names[action.a]
            if where in taken:
                continue
            name, _, side = where.partition("/")
            order = self.order_at(where)
            if side:
                x, y = self.out(name, side, self.apothem + self.gap + self.disc)
                cell = beside(self.cell_of[name], side)
                shown.append(svg.preview(text, hatching(self.grid, cell, "gold", 1.4), self.edge(where)))
            else:
                x, y = self.centre(self.cell_of[name])
                y = round(y - self.radius * 0.8 if name in PILES else y + self.radius * 0.82, 1)
            shown.append(context.choice(text, glowing(x, y, self.disc, order), about=f"place.{name}"))
        return shown

    def order_at(self, where: str) -> str:
        """What a tile laid there would do first of all."""
        context = self.context
        seat = context.view.seat or 0
        name, _, side = where.partition("/")
        if not side:
            return "attack" if name in PILES else "manage"
        hand = [who for who in context.view.hand if who in context.box.number_of]
        order = context.order_on("fight", where, seat)
        able = any(context.value(who, order) >= 0 for who in hand)
        return order if able or not hand else "recruit"

    def edge(self, where: str, paint: str = "glow") -> Markup:
        """The side of a place as a bar."""
        name, _, side = where.partition("/")
        x, y = self.centre(self.cell_of[name])
        corners = svg.hex_corners(x, y, self.radius * 0.98, False)
        at = (5, 4, 3, 2, 1, 0)[SIDES.index(side)]
        (ax, ay), (bx, by) = corners[at], corners[(at + 1) % 6]
        return svg.line(ax, ay, bx, by, paint, 7)

    def half(self) -> Markup:
        """The spot that was named for the next tile, and a ghost of every tile that could be laid there."""
        context = self.context
        view = context.view
        if not view.half:
            return EMPTY
        where = view.half[0][3:]
        name, _, side = where.partition("/")
        size = self.size
        seat = view.seat or 0
        if side:
            mine = sum(1 for owner, at, _, _, mark, _ in view.laid if (owner, at) == (seat, where) and not mark & HOME)
            x, y = self.out(name, side, self.apothem + self.gap + size / 2)
            if mine:
                x, y = x + 8, y - 10
        else:
            x, y = self.centre(self.cell_of[name])
            y += self.radius * 0.5
        x, y = round(x - size / 2, 1), round(y - size / 2, 1)
        shown = [self.edge(where, "gold") if side else EMPTY]
        shown.append(svg.rect(x, y, size, size, "card", "gold", 3, 6, opacity=0.9))
        if len(view.half) > 1:
            action = context.box.by_text[view.half[1]]
            shown.append(svg.group(self.ghost(action.text, where, size), x=x, y=y))
        for text, action in context.actions.items():
            if action.kind in (SEND, SHOWDOWN):
                shown.append(
                    svg.preview(
                        text, svg.group(self.ghost(text, where, size), x=x, y=y), self.promise(text, where, x, y, size)
                    )
                )
        return svg.join(*shown)

    def ghost(self, text: str, where: str, size: float) -> Markup:
        """A tile as it would lie."""
        context = self.context
        _, who, do, *chief = text.split()
        return tile_face(
            context.view.seat or 0, who, context.order_on(do, where, context.view.seat or 0), bool(chief), False, size
        )

    def promise(self, text: str, where: str, x: float, y: float, size: float) -> Markup:
        """What the gang would muster there with this tile and its own others."""
        context = self.context
        _, who, do, *chief = text.split()
        if do not in ("fight", "recruit"):
            return EMPTY
        site = where.partition("/")[0]
        seat = context.view.seat or 0
        mine = [each for each in fighters(context, site) if each.seat == seat]
        mine.append(Fighter(seat, who, do, bool(chief)))
        found = rows(mine, seat, do, context.owners.get(site, -1), context.box, context.house())
        sign = ORDERS[context.order_on(do, where, seat)][0]
        return plate(x + size / 2, y - 18, sign, (total(found),), 15, self.width)

    def building(self) -> list[Markup]:
        """The hexes where a place can be built now, each with the ghost of that place."""
        context = self.context
        view = context.view
        if not self.builds:
            return []
        name = next((name for _, name in view.won if name), "") or view.drawn[view.to_move[0]]
        box = context.box
        ghost = place_face(
            context.place(name),
            box.initiative[box.place_number[name]],
            tuple(context.traffics_of(name)),
            -1 if view.phase == "setup" else view.to_move[0],
            self.radius,
            context.least,
            False,
        )
        shown = []
        for action in self.builds:
            cell = beside(self.cell_of[box.site_names[action.a]], SIDES[action.b])
            x, y = self.centre(cell)
            sides = svg.join(
                svg.polygon(svg.hex_corners(x, y, self.radius * 0.86, False), "card", "glow", 5),
                svg.path(f"M{x - 12} {y}h24M{x} {y - 12}v24", stroke="coal", thick=4),
            )
            shown.append(context.choice(action.text, sides))
            shown.append(svg.preview(action.text, svg.group(ghost, x=x, y=y)))
        return shown


# -- drawings that are the same many times ---------------------------------------------------------------------


@lru_cache(maxsize=1024)
def place_face(
    title: str, initiative: int, traffics: tuple[str, ...], owner: int, radius: float, least: float, aside: bool
) -> Markup:
    """A place around the origin, without its initiative if that is 0; `aside`: a choice lies at the bottom."""
    scale = radius / 80
    inner = svg.hex_corners(0, 0, radius * 0.905, False)
    shown = [svg.polygon(svg.hex_corners(0, 0, radius * 0.98, False), "ground", "coal", 2.6)]
    if owner >= 0:
        shown.append(svg.polygon(inner, "none", svg.PLAYERS[owner].paint, 7 * scale))
        shown.append(svg.polygon(svg.hex_corners(0, 0, radius * 0.85, False), "none", "coal", 1))
    else:
        shown.append(svg.polygon(inner, "none", "gold", 1.2))
    if initiative:
        shown.append(initiative_disc(initiative, radius, least))
    size, room = least + 1, 112 * scale
    lines = [title] if svg.width_of(title, size, True) <= room else svg.wrap(title, size, room, 2, True)
    sign = (24 if len(lines) == 1 else 19) * scale
    low = round((-27 if len(lines) == 1 else -16) * scale, 1)
    most = max(17 * scale, least + 2) if len(lines) == 1 else max(15 * scale, size)
    shown += [
        svg.text(0, low - (len(lines) - 1 - i) * most, line, most, "coal", "middle", serif=True, room=room, least=size)
        for i, line in enumerate(lines)
    ]
    middle = round(-8 * scale if len(lines) == 1 else low + 3 + sign / 2, 1)
    left = -(len(traffics) - 1) / 2 * (sign + 3)
    shown += [traffic_sign(name, round(left + i * (sign + 3), 1), middle, sign) for i, name in enumerate(traffics)]
    if owner >= 0:
        at = (-27 * scale, -51 * scale) if aside else (0.0, 60 * scale)
        shown.append(shape(owner, *at, (7.5 if aside else 9.5) * scale))
    return svg.join(*shown)


@lru_cache(maxsize=512)
def initiative_disc(initiative: int, radius: float, least: float) -> Markup:
    """The initiative of a place in a disc at its top; the place is around the origin."""
    scale = radius / 80
    size = max(14.0 * scale, least)
    at = round(-65 * scale + size * 0.36, 1)
    return svg.join(
        svg.circle(0, -65 * scale, max(12.4 * scale, size * 0.72), "coal", "gold", 1.2),
        svg.text(0, at, str(initiative), size, "ivory", "middle", serif=True),
    )


@lru_cache(maxsize=256)
def pile_face(title: str, left: int, radius: float, least: float) -> Markup:
    """A pile of places, face down, around the origin."""
    scale = radius / 80
    layers = [
        svg.polygon(svg.hex_corners(i * 3, i * 3, radius * 0.95, False), "coal", "gold", 1.2)
        for i in reversed(range(min(left, 3)))
    ]
    return svg.join(
        *layers,
        svg.polygon(svg.hex_corners(0, 0, radius * 0.86, False), "none", "gold", 1),
        svg.text(
            0,
            round(-27 * scale, 1),
            title,
            max(15 * scale, least),
            "ivory",
            "middle",
            serif=True,
            room=118 * scale,
            least=least,
            squeeze=0.85,
        ),
        svg.text(0, round(1 * scale, 1), str(left), 26 * scale, "gold", "middle", serif=True),
    )


def crown(x: float, y: float, size: float) -> Markup:
    """The crown of a chief, over the top left corner of a tile."""
    return svg.figure("chief", round(x - size * 0.18, 1), round(y - size * 0.17, 1), size * 0.5)


@lru_cache(maxsize=4096)
def tile_face(seat: int, what: str, order: str, chief: bool, dead: bool, size: float) -> Markup:
    """A tile at the origin: its back while `what` is unknown."""
    corner = size * 0.14
    if what:
        sign, paint = ORDERS[order]
        edge = max(3.0, size * 0.08)
        shown = [
            svg.rect(0, 0, size, size, paint, "coal", 1.2, corner),
            svg.portrait(bust(what), edge, edge, size - 2 * edge, "ivory", 1.2, 0.45 if dead else 1),
            svg.circle(size - 3, size - 3, size * 0.23, "card", "coal", 1),
            svg.figure(sign, size * 0.77 - 3, size * 0.77 - 3, size * 0.46),
            shape(seat, 3, size - 3, size * 0.15),
        ]
    else:
        shown = [
            svg.rect(0, 0, size, size, "coal", "gold", 1.4, corner),
            svg.rect(4, 4, size - 8, size - 8, "none", "gold", 0.8, corner * 0.6),
            shape(seat, size / 2, size / 2, size * 0.22, "gold"),
        ]
    if chief:
        shown.append(crown(0, 0, size))
    if dead:
        shown.append(svg.icon("cross", size * 0.1, size * 0.1, size * 0.8, "player-red"))
    return svg.join(*shown)


@lru_cache(maxsize=512)
def glowing(x: float, y: float, radius: float, order: str) -> Markup:
    """A target: a disc in a golden ring with the sign of an order."""
    size = radius * 1.25
    return svg.join(
        svg.circle(x, y, radius, "glow"),
        svg.circle(x, y, radius - 3, "card", "gold", 2),
        svg.figure(ORDERS[order][0], x - size / 2, y - size / 2, size),
    )


def plate(x: float, y: float, sign: str, numbers: Sequence[int], size: float, most: float) -> Markup:
    """A sign and a number, or a number that becomes another, on a dark plate within the width of the board."""
    wide = (
        size * 1.5 + sum(svg.numeral_width(str(each), size) + 6 for each in numbers) + (size if len(numbers) > 1 else 0)
    )
    left = min(max(x - wide / 2, 2.0), most - wide - 2)
    top = max(y - size, 2.0)
    shown = [svg.rect(left, top, wide, size * 2, "coal", "gold", 1.4, 4)]
    shown.append(svg.circle(left + size * 0.95, top + size, size * 0.7, "card"))
    shown.append(svg.figure(sign, left + size * 0.4, top + size * 0.45, size * 1.1))
    at = left + size * 1.5 + 6
    for n, each in enumerate(numbers):
        if n:
            shown.append(svg.icon("arrow", at - 2, top + size * 0.5, size, "gold"))
            at += size
        shown.append(svg.numeral(at, top + size * 1.5, each, size, "ivory"))
        at += svg.numeral_width(str(each), size) + 6
    return svg.group(*shown, title=" → ".join(str(each) for each in numbers))


def fighters(context: Context, site: str) -> list[Fighter]:
    """The tiles on a place or pile and its sides whose faces this View knows."""
    found = []
    for i, (seat, where, what, do, mark, _) in enumerate(context.view.laid):
        if what and not mark & HOME and where.partition("/")[0] == site and do != "manage":
            pinned = context.view.pinned == i + 1
            found.append(Fighter(seat, what, do, bool(mark & CHIEF), bool(mark & DEAD), pinned, i + 1))
    return found
