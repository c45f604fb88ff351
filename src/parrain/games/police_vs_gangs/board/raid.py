"""A place being resolved: each side as an equation in pictures that ends in a sum."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.parts import BOARD, Part
from parrain.core.say import Seat, say, say_plural
from parrain.core.svg import Markup
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs.actions import INFORMERS
from parrain.games.police_vs_gangs.board.pieces import DISTRICTS, bars, die, faded, glowing, tile, token
from parrain.games.police_vs_gangs.board.table import Table

Rolled = tuple[int, str, str, str]  # owner, die, face ("" before the roll), its face before a reroll
Shown = tuple[int, str, str]  # owner, gangster ("" face down), fight or recruit

SUM: Final = 104.0  # the column of the sums
BEAM: Final = 40.0


class Raid(NamedTuple):
    """What is known of a place while it is resolved, from a View or from events."""

    card: str
    before: int = -1  # who controlled it
    tiles: tuple[Shown, ...] = ()
    dice: tuple[Rolled, ...] = ()
    powers: tuple[int, int] = (-1, -1)  # of police and gangsters, once they are compared
    caught: tuple[int, str] = (-1, "")
    jailed_die: tuple[int, str] = (-1, "")

    def police(self) -> list[int]:
        """The policemen here."""
        return sorted({seat for seat, _, _, _ in self.dice if seat != INFORMERS})

    def gangsters(self) -> list[int]:
        """The gangsters here."""
        return sorted({seat for seat, _, _ in self.tiles})

    def times(self) -> int:
        """By how much a lieutenant multiplies the handcuffs of dice (PG 10.2)."""
        return 2 if any(kind == "lieutenant" for _, kind, _, _ in self.dice) else 1

    def rolled(self, face: str) -> int:
        """How many dice show that."""
        return sum(1 for _, kind, shown, _ in self.dice if shown == face and kind != "lieutenant")

    def badges(self, seat: int) -> int:
        """The badges of a policeman; a double counts (PG 7.4)."""
        return sum(1 for who, _, shown, _ in self.dice if who == seat and shown in ("badge", "double"))


class Item(NamedTuple):
    """A term of an equation: a drawing of that size, its value, a word below, the sign before it."""

    draw: Callable[[float], Markup]
    value: str
    label: str
    before: str = ""
    dim: bool = False
    wares: tuple[str, ...] = ()


class Row(NamedTuple):
    """One side of a fight: its sign and name, a remark, its terms and the sum."""

    mark: str
    title: str
    note: str
    paint: str
    items: tuple[Item, ...]
    total: str
    sum: str = ""


def raid_of(table: Table) -> Raid:
    """The place being resolved, as this View shows it."""
    view = table.view
    here = [each for each in view.pieces if each[1] == view.here]
    dice: tuple[Rolled, ...] = tuple((seat, kind, face, "") for seat, kind, face in view.dice)
    if not dice:
        informers = table.box.informers[table.card_number(view.here)]
        police = [(seat, name, "", "") for seat, _, _, name, _ in here if seat % 2]
        mixed = police and any(not each[0] % 2 for each in here)
        dice = (*(((INFORMERS, "informer", "", ""),) * informers if mixed else ()), *police)
    tiles = tuple((seat, name, how) for seat, _, _, name, how in here if not seat % 2)
    before = view.before[0] if view.before else table.owner(view.here)
    return Raid(view.here, before, tiles, dice, (view.power_police, view.power_gangsters))


def raid_board(table: Table) -> Part:
    """The place being resolved, with the dice, tiles and gangs that may be chosen."""
    raid = raid_of(table)
    width = 390.0 if table.narrow else 960.0
    rerolls = {(action.a, action.b, action.c): action for action in table.of_kind(k.REROLL) if action.a != -1}
    wrap = chooser(table, raid, rerolls)
    rows = rows_of(table, raid, wrap)
    return picture(table, rows, verdict(table, raid), width, BOARD, table.place(raid.card))


Wrap = Callable[[str, int, str, str, Markup, float], Markup]


def unwrapped(what: str, seat: int, name: str, face: str, drawn: Markup, size: float) -> Markup:
    """A term that cannot be chosen."""
    return drawn


def chooser(table: Table, raid: Raid, rerolls: dict[tuple[int, int, int], Action]) -> Wrap:
    """Makes choices of the dice that may be rerolled and of the gangs that may be arrested, each once."""
    arrests = {action.a: action for action in table.of_kind(k.ARREST) if action.a != -1}
    used: set[str] = set()
    counts: dict[str, int] = {}

    def wrap(what: str, seat: int, name: str, face: str, drawn: Markup, size: float) -> Markup:
        action = None
        if what == "die":
            kind = k.INFORMER if seat == INFORMERS else k.DICE.index(name)
            action = rerolls.get((seat, kind, k.FACES.index(face) if face else -1))
        elif what == "tile":
            action = arrests.get(seat)
        if action is not None and action.text not in used:
            used.add(action.text)
            drawn = table.choice(action, glowing(-3, -3, size + 6, size + 6, 9), drawn)
        spot = f"{what}.{seat}.{name}"
        counts[spot] = counts.get(spot, 0) + 1
        kind_ = f"rolled {face}" if what == "die" and face else f"{seat} {name}" if name else "?"
        return svg.piece(f"raid.{raid.card}.{spot}.{counts[spot]}", drawn, kind=kind_)

    return wrap


# -- the sides ---------------------------------------------------------------------------------------------------------


def rows_of(table: Table, raid: Raid, wrap: Wrap = unwrapped) -> list[Row]:
    """Police against gangsters; police alone or gangsters alone, each for himself."""
    police, gangsters = raid.police(), raid.gangsters()
    if police and (gangsters or raid.powers[1] >= 0):
        return [police_row(table, raid, wrap), gang_row(table, raid, wrap)]
    if police:
        return [badge_row(table, raid, seat, wrap) for seat in police]
    return [fight_row(table, raid, seat, wrap) for seat in gangsters]


def police_row(table: Table, raid: Raid, wrap: Wrap) -> Row:
    """Handcuffs of the card plus those of the dice, doubled by a lieutenant (PG 10.2)."""
    number = table.card_number(raid.card)
    cuffs = table.handcuffs(number)
    items = [Item(lambda size: small_place(table, raid.card, size), str(cuffs), table.words(say("the place")))]
    times = raid.times()
    loose = [each for each in raid.dice if each[1] != "lieutenant"]
    for i, one in enumerate(loose):
        sign = "+ (" if times > 1 and i == 0 and len(loose) > 1 else "+"
        items.append(die_item(table, one, sign, wrap))
    for i, one in enumerate(each for each in raid.dice if each[1] == "lieutenant"):
        sign = ("×" if i == 0 and len(loose) < 2 else ") ×") if i == 0 else ""
        items.append(die_item(table, one, sign, wrap, "2" if i == 0 else ""))
    known = all(face or kind == "lieutenant" for _, kind, face, _ in raid.dice)
    rolled = raid.rolled("handcuffs")
    if raid.powers[0] >= 0 or known:
        sums = cuffs + rolled * times
        total = str(raid.powers[0] if raid.powers[0] >= 0 else sums)
        told = f"{cuffs} + {rolled} × {times}" if times > 1 else f"{cuffs} + {rolled}"
        told = told if total == str(sums) else ""
    else:
        total, told = f"{cuffs}–{cuffs + len(loose) * times}", table.words(say("before the dice"))
    counts = [say("{seat} {count}", seat=Seat(seat), count=raid.badges(seat)) for seat in raid.police()]
    note = table.words(say("Badges: {counts}. They decide who may arrest.", counts=counts)) if known else ""
    return Row("badge", table.words(say("Police")), note, "steel", tuple(items), total, told)


def die_item(table: Table, one: Rolled, before: str, wrap: Wrap, value: str = "") -> Item:
    """A die: one for handcuffs, nothing for a badge; a rerolled one keeps its first face, crossed."""
    seat, kind, face, was = one
    worth = value or ("?" if not face else "1" if face == "handcuffs" else "0")
    who = table.words(table.box.name("who", "informer")) if seat == INFORMERS else table.name(seat)
    label = table.words(say("{who}, rerolled", who=who)) if was else who

    def draw(size: float) -> Markup:
        drawn = wrap("die", seat, kind, face, svg.about(f"die.{kind}", die(seat, kind, size, face)), size)
        if not was:
            return drawn
        small = size * 0.42
        first = faded(svg.group(die(seat, kind, small, was), x=-small * 0.5, y=-small * 0.45), opacity=0.9)
        cross = svg.line(-small * 0.5, small * 0.55, small * 0.5, -small * 0.45, "coal", 3)
        return svg.join(drawn, first, cross)

    return Item(draw, worth, label, before, worth == "0")


def gang_row(table: Table, raid: Raid, wrap: Wrap) -> Row:
    """Attack, or defence of who controls the place, plus the informers of the mafia (PG 10.3)."""
    items: list[Item] = []
    numbers: list[int] = []
    for seat, name, how in sorted(raid.tiles, key=lambda each: (each[2] == "recruit", each[0], each[1])):
        items.append(tile_item(table, raid, (seat, name, how), bool(numbers), wrap))
        if how == "fight" and name:
            numbers.append(strength(table, raid, seat, name))
    mafia = raid.rolled("mafia")
    for _ in range(mafia):
        item = Item(
            lambda size: die(INFORMERS, "informer", size, "mafia"),
            "1",
            table.words(table.box.name("who", "informer")),
            "+" if items else "",
        )
        items.append(item)
    if any(not name for _, name, _ in raid.tiles):
        total, told = "?", table.words(say("face down"))
    else:
        sums = sum(numbers) + mafia
        total = str(raid.powers[1] if raid.powers[1] >= 0 else sums)
        terms = [*numbers, *([mafia] if mafia else [])]
        told = " + ".join(map(str, terms)) if len(terms) > 1 and total == str(sums) else ""
    note = ""
    if raid.before in raid.gangsters():
        note = table.words(say("{seat} controls the place and defends it.", seat=Seat(raid.before)))
    return Row("hat", table.words(say("Gangsters")), note, "blood", tuple(items), total, told)


def strength(table: Table, raid: Raid, seat: int, name: str) -> int:
    """What a gangster adds: defence of who controls the place, else attack."""
    values = table.box.defence if seat == raid.before else table.box.attack
    return values[table.kind_number(name)]


def tile_item(table: Table, raid: Raid, one: Shown, more: bool, wrap: Wrap) -> Item:
    """A gangster: his strength; one who recruits adds nothing."""
    seat, name, how = one
    box = table.box
    taken = raid.caught == (seat, name)

    def draw(size: float) -> Markup:
        thing = f"who.{name}" if name else f"hidden.{seat}"
        drawn = svg.about(thing, tile(seat, name, how, size))
        drawn = wrap("tile", seat, name, how, drawn, size)
        return svg.join(drawn, bars(size)) if taken else drawn

    if not name:
        return Item(draw, "?", table.name(seat), "+" if more else "")
    c = table.kind_number(name)
    who = box.name("who", name)
    if how == "recruit":
        label = table.words(say("{who} recruits", who=who))
        return Item(draw, str(max(0, box.recruit[c])), label, "", True)
    told = say("{who} defends", who=who) if seat == raid.before else say("{who} attacks", who=who)
    wares = tuple(ware for t, ware in enumerate(box.traffic_names) for _ in range(box.icons[c * box.traffics + t]))
    return Item(draw, str(strength(table, raid, seat, name)), table.words(told), "+" if more else "", taken, wares)


def badge_row(table: Table, raid: Raid, seat: int, wrap: Wrap) -> Row:
    """A policeman among policemen: his badges count (PG 7.4)."""
    dice = [each for each in raid.dice if each[0] == seat]
    items = []
    for i, one in enumerate(dice):
        item = die_item(table, one, "+" if i else "", wrap)
        counts = one[2] in ("badge", "double")
        value = "?" if not one[2] else "1" if counts else "0"
        items.append(item._replace(value=value, dim=value == "0"))
    total = str(raid.badges(seat)) if any(face for _, _, face, _ in dice) else "?"
    badges = table.words(say_plural("badge", "badges", count=raid.badges(seat)))
    return Row("badge", table.name(seat), "", "steel", tuple(items), total, badges)


def fight_row(table: Table, raid: Raid, seat: int, wrap: Wrap) -> Row:
    """A gangster among gangsters: attack, or defence of who controls the place (PG 8.5)."""
    tiles = sorted((each for each in raid.tiles if each[0] == seat), key=lambda each: (each[2] == "recruit", each[1]))
    items = [tile_item(table, raid, one, i > 0 and one[2] == "fight", wrap) for i, one in enumerate(tiles)]
    numbers = [
        strength(table, raid, seat, name)
        for _, name, how in tiles
        if how == "fight" and name and raid.caught != (seat, name)
    ]
    told = " + ".join(map(str, numbers)) if len(numbers) > 1 else ""
    note = table.words(say("controls the place and defends it")) if seat == raid.before else ""
    total = "?" if any(not name for _, name, _ in tiles) else str(sum(numbers)) if numbers else "–"
    return Row("hat", table.name(seat), note, "blood", tuple(items), total, told)


def verdict(table: Table, raid: Raid) -> str:
    """Who is stronger, in one sentence."""
    police, gangsters = raid.powers
    if police < 0:
        return ""
    if police == gangsters:
        told = say("{police} to {gangsters}. Equal: the police win.", police=police, gangsters=gangsters)
    elif police > gangsters:
        told = say("{police} to {gangsters}. The police win.", police=police, gangsters=gangsters)
    else:
        told = say("{police} to {gangsters}. The gangsters win.", police=police, gangsters=gangsters)
    return table.words(told)


# -- the drawing -------------------------------------------------------------------------------------------------------


def small_place(table: Table, card: str, size: float) -> Markup:
    """A place as a term: its district's colour, its handcuffs."""
    colour = k.COLOURS[table.box.colours[table.card_number(card)][0]]
    paint, mark = DISTRICTS[colour]
    band = max(18.0, size * 0.28)
    cuffs = str(table.handcuffs(table.card_number(card)))
    return svg.about(
        f"place.{card}",
        svg.rect(0, 0, size, size, "tray", "coal", 2, 5),
        svg.rect(1, 1, size - 2, band, paint),
        svg.icon(mark, size / 2 - band * 0.36, 1 + band * 0.14, band * 0.72, "ivory"),
        svg.icon("handcuffs", size * 0.1, band + (size - band) * 0.2, (size - band) * 0.6, "steel"),
        svg.text(size * 0.62, band + (size - band) * 0.72, cuffs, max(16.0, size * 0.36), "steel", serif=True),
    )


def picture(table: Table, rows: Sequence[Row], beam: str, width: float, name: str, title: str) -> Part:
    """The sides above each other, and the verdict between two of them."""
    parts: list[Markup] = []
    y = 0.0
    for i, row in enumerate(rows):
        drawn, high = row_drawing(table, row, width, len(rows))
        parts.append(svg.group(drawn, y=y))
        y += high
        if beam and i == 0:
            parts.append(svg.group(beam_drawing(beam, width, table.least), y=y))
            y += BEAM
        elif i < len(rows) - 1:
            y += 6
    return Part(name, width, max(y, 60.0), svg.join(*parts), title)


def beam_drawing(words: str, width: float, least: float) -> Markup:
    """The verdict on a dark band."""
    return svg.join(
        svg.rect(0, 0, width, BEAM, "coal"),
        svg.rect(0, 0, width, 1.5, "gold"),
        svg.text(width / 2, 27, words, 20, "ivory", "middle", serif=True, room=width - 24, least=least),
    )


def row_drawing(table: Table, row: Row, width: float, count: int) -> tuple[Markup, float]:
    """One side: its heading, its terms in as many lines as they need, its sum."""
    narrow = width < 600
    column = 74.0 if narrow else SUM
    room = width - column - 16
    size = 46.0 if narrow else 78.0 if count < 3 else 62.0
    gap = 34.0
    per_line = max(1, int((room + gap / 2) // (size + gap)))
    while not narrow and len(row.items) > per_line and size > 54:
        size -= 4
        per_line = max(1, int((room + gap / 2) // (size + gap)))
    if 0 < len(row.items) <= per_line:
        gap = max(gap, min(96.0, room / len(row.items) - size))  # room for the words below
    pitch = size + gap
    lines = max(1, -(-len(row.items) // per_line))
    line = size + (62 if any(item.wares for item in row.items) else 44) + (8 if lines > 1 else 0)
    at = 54 + min(svg.width_of(row.title, 18, True), room * 0.4)
    beside = svg.width_of(row.note, 14) <= room + 8 - at
    top = 42.0 if beside or not row.note else 62.0
    high = top + lines * line + 4
    parts = [
        svg.rect(0, 0, width, high, "ground"),
        svg.rect(0, 0, 5, high, row.paint),
        svg.icon(row.mark, 14, 7, 22, row.paint),
        svg.text(42, 25, row.title, 18, "coal", serif=True, room=room * 0.4, least=table.least),
    ]
    x, y, wide = (at, 24.0, room + 8 - at) if beside else (14.0, 47.0, room)
    parts.append(svg.text(x, y, row.note, 14, "dust", room=wide, least=table.least))
    for i, item in enumerate(row.items):
        x = (24 if narrow else 18) + gap / 2 + i % per_line * pitch
        parts.append(svg.group(item_drawing(table, item, size, pitch), x=x, y=top + i // per_line * line))
    parts.append(svg.rect(width - column, 0, column, high, row.paint))
    large = 46.0 if len(row.total) < 3 else 28.0
    middle = width - column / 2
    parts.append(svg.text(middle, high / 2 + large * 0.36 - 6, row.total, large, "ivory", "middle", serif=True))
    below = high / 2 + large * 0.36 + 16
    parts.append(svg.paragraph(middle, below, row.sum, column - 8, 14, "ivory", "middle", most=3, leading=1.2))
    return svg.join(*parts), high


def item_drawing(table: Table, item: Item, size: float, pitch: float) -> Markup:
    """A term with its value, its word and the traffics it brings."""
    drawn = item.draw(size)
    colour = "dust" if item.dim else "coal"
    parts = [faded(drawn, opacity=0.55) if item.dim else drawn]
    if item.before:
        parts.append(svg.text((size - pitch) / 2, size * 0.62, item.before, 22, "coal", "middle", serif=True))
    parts.append(svg.text(size / 2, size + 23, item.value, 22, colour, "middle", serif=True))
    parts.append(svg.text(size / 2, size + 39, item.label, 14, colour, "middle", room=pitch - 4, least=table.least))
    step = min(20.0, (pitch - 4) / max(1, len(item.wares)))
    start = size / 2 - step * len(item.wares) / 2
    parts += [token(ware, start + i * step, size + 43, 18) for i, ware in enumerate(item.wares)]
    return svg.join(*parts)
