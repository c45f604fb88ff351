"""What a player holds: movement cards, the car, the trunk, equipment, whom to unload; and the equipment offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.parts import HAND, OFFER, Part
from parrain.core.say import Say, say, say_plural
from parrain.core.svg import EMPTY, Markup
from parrain.games.gangster import actions as a
from parrain.games.gangster import text
from parrain.games.gangster.board.drawing import (
    EFFECTS,
    Drawing,
    bust,
    car,
    dashed,
    gear_icon,
    gear_tile,
    line,
    move_card,
)
from parrain.games.gangster.board.payout import with_men

HIGH, LOW = 84.0, 96.0  # of the strip on a screen and on a phone
WIDE = 930.0  # the room for it at 1280x720


def clans_in_hand(drawing: Drawing) -> list[int]:
    """The clans whose boards are in the hand: the one that plays, or all of the viewer's."""
    view = drawing.view
    if view.seat is None or view.phase == "equip":
        return []
    if drawing.active >= 0 and view.owners[drawing.active] == view.seat:
        return [drawing.active]
    return [at for at, seat in enumerate(view.owners) if seat == view.seat]


def hand(drawing: Drawing) -> Part | None:
    """The viewer's own boards; None for a spectator, and while equipment is chosen."""
    clans = clans_in_hand(drawing)
    if not clans:
        return None
    title = drawing.words(say("Your cards, car and equipment"))
    if len(clans) > 1:
        wide = 236.0
        boards = [svg.group(small_board(drawing, at, wide - 8), x=i * wide + 2, y=2) for i, at in enumerate(clans)]
        return Part(HAND, wide * len(clans), LOW if drawing.narrow else HIGH, svg.join(*boards), title)
    if drawing.narrow:
        body, width = phone_strip(drawing, clans[0])
        return Part(HAND, width, LOW, body, title)
    body, width = strip(drawing, clans[0])
    return Part(HAND, width, HIGH, body, title)


# -- two players: which clan plays ------------------------------------------------------------------------------------


def small_board(drawing: Drawing, at: int, width: float) -> Markup:
    """A clan's board in small: the choice of this clan, when it is one."""
    view, box = drawing.view, drawing.box
    colour = view.colours[at]
    choice = f"play {colour}"
    edge, thick = ("glow", 5.0) if choice in drawing.legal else ("coal", 1.6)
    name = drawing.term(text.colour(box, colour))
    shown = [
        svg.rect(0, 0, width, 80, "card", edge, thick, 4),
        car(colour, 8, 8, 44),
        svg.text(60, 26, name, 16, "coal", serif=True, room=70, least=drawing.least),
        men_aboard(drawing, at, width - 94, 4, 28, 86),
        svg.group(*(small_cards(drawing, at, 22, 30)), x=8, y=42),
        trunk(drawing, at, 92, 42, 30),
        svg.group(*gear_tiles(drawing, at, 30), x=width - 72, y=42),
    ]
    return drawing.offer(choice, *shown, about=f"car.{colour}", asks=False)


def small_cards(drawing: Drawing, at: int, width: float, height: float, pieces: bool = True) -> list[Markup]:
    """The movement cards of a clan in small, face up or used."""
    view = drawing.view
    shown = []
    for i, value in enumerate(drawing.box.cards):
        up = value in view.cards[at]
        face = move_card(value, up, width, height)
        x = i * (width + 3)
        if pieces:
            kind = f"card-{value}" if up else "card-used"
            name = f"move.{view.colours[at]}.{value}"
            shown.append(svg.piece(name, face, kind=kind, x=x, about=f"card.{value}"))
        else:
            shown.append(svg.about(f"card.{value}", svg.group(face, x=x)))
    return shown


def gear_tiles(drawing: Drawing, at: int, size: float, pieces: bool = True) -> list[Markup]:
    """A clan's equipment as tiles, the newer one left."""
    view = drawing.view
    shown = []
    for slot in range(2):
        x = slot * (size + 3)
        if slot >= len(view.gear[at]):
            shown.append(dashed(x, 0, size, size, "slate", thick=1))
            continue
        kind = view.gear[at][slot]
        tile = gear_tile(kind, size)
        if pieces:
            shown.append(svg.piece(f"gear.{view.colours[at]}.{slot}", tile, kind=kind, x=x, about=f"gear.{kind}"))
        else:
            shown.append(svg.about(f"gear.{kind}", svg.group(tile, x=x)))
    return shown


def trunk_room(drawing: Drawing, at: int) -> int:
    """How many slots a clan's trunk shows."""
    view, box = drawing.view, drawing.box
    return max(box.big_trunk_places if "trunk" in view.gear[at] else box.trunk_places, len(view.trunks[at]))


def trunk(drawing: Drawing, at: int, x: float, y: float, size: float, pieces: bool = True) -> Markup:
    """A clan's trunk: dashed frames, and who lies inside."""
    view = drawing.view
    shown = []
    for slot in range(trunk_room(drawing, at)):
        left = x + slot * (size + 3)
        shown.append(dashed(left, y, size, size, "slate", thick=1.4))
        if slot < len(view.trunks[at]):
            captive = view.trunks[at][slot]
            man = bust(captive, 2, 2, size - 4)
            if pieces:
                name = f"trunk.{view.colours[at]}.{slot}"
                shown.append(svg.piece(name, man, kind=f"man-{captive}", x=left, y=y, about=f"man.{captive}"))
            else:
                shown.append(svg.about(f"man.{captive}", svg.group(man, x=left, y=y)))
    return svg.about("trunk", *shown)


def men_aboard(drawing: Drawing, at: int, x: float, y: float, size: float, room: float) -> Markup:
    """The clan's own men in its car: as many busts as there is room for, and their number."""
    view = drawing.view
    count, colour = view.inside[at], view.colours[at]
    shown = min(count, max(1, int((room - 36 - size) // (size * 0.62)) + 1))
    busts = [bust(colour, x + i * size * 0.62, y, size) for i in range(shown)]
    told = svg.text(x + room - 4, y + size * 0.5 + 6, f"×{count}", 16, "coal", "end", serif=True)
    return svg.about(f"man.{colour}", *busts, told)


# -- one clan, in full ------------------------------------------------------------------------------------------------


def strip(drawing: Drawing, at: int) -> tuple[Markup, float]:
    """Cards, car, trunk, equipment, and whom to unload, side by side."""
    shown = [cards(drawing, at, 0, 2, 56, 80, True)]
    x = len(drawing.box.cards) * 62 + 6.0
    shown.append(line(x, 13, drawing.words(say("In your car")), 13, "smoke", room=116))
    shown += [svg.rect(x, 20, 116, 62, "card", "coal", 1.8, 3), men_aboard(drawing, at, x + 4, 29, 44, 112)]
    x += 126
    size, slots = 58.0, trunk_room(drawing, at)
    shown.append(line(x, 13, drawing.words(say("Trunk")), 13, "smoke", room=size * slots))
    shown.append(trunk(drawing, at, x, 22, size))
    x += slots * (size + 3) + 9
    shown.append(gear_rows(drawing, at, x, 2, 190))
    x += 200
    offered = plates(drawing)
    right = 826.0 if "back" in drawing.legal else WIDE - 4  # room for the page's button beside it
    wide = min(200.0, (right - x - 8 * (min(len(offered), 2) - 1)) / max(min(len(offered), 2), 1))
    for i, each in enumerate(offered):
        left, top = x + i % 2 * (wide + 8), 4 + i // 2 * 41
        shown.append(wide_plate(drawing, each, left, top, wide, 36))
    return svg.join(*shown), x + min(len(offered), 2) * (wide + 8) - 4 if offered else x


def cards(drawing: Drawing, at: int, x: float, y: float, width: float, height: float, worded: bool) -> Markup:
    """The movement cards, and a frame around the one that a choice would use."""
    view = drawing.view
    shown = []
    for i, value in enumerate(drawing.box.cards):
        up = value in view.cards[at]
        word = say_plural("street", "streets", count=value) if up else say("used")
        face = move_card(value, up, width, height, drawing.words(word) if worded else "")
        left = x + i * (width + 6) + 2
        kind = f"card-{value}" if up else "card-used"
        name = f"move.{view.colours[at]}.{value}"
        shown.append(svg.piece(name, face, kind=kind, x=left, y=y, about=f"card.{value}"))
        for action in drawing.actions:
            if action.kind in (a.DRIVE, a.BUMP) and drawing.box.cards[action.a] == value:
                lit = svg.rect(left - 1, y - 1, width + 2, height + 2, "none", "glow", 5, 5)
                shown.append(svg.preview(action.text, lit))
    return svg.join(*shown)


def gear_rows(drawing: Drawing, at: int, x: float, y: float, width: float) -> Markup:
    """The equipment with what it does, one below the other."""
    view = drawing.view
    shown = []
    for slot in range(2):
        top = y + slot * 41
        if slot >= len(view.gear[at]):
            shown.append(dashed(x, top, width, 39, "slate", thick=1))
            shown.append(svg.text(x + width / 2, top + 24, drawing.words(say("no equipment")), 13, "smoke", "middle"))
            continue
        kind = view.gear[at][slot]
        face = svg.join(
            svg.rect(0, 0, width, 39, "coal", "gold", 1, 3),
            gear_icon(kind, 8, 8, 23),
            line(40, 17, drawing.term(text.kind(drawing.box, kind)), 15, "glow", serif=True, room=width - 46),
            line(40, 33, drawing.words(SHORT[kind]), 13, "ivory", room=width - 44),
        )
        shown.append(svg.piece(f"gear.{view.colours[at]}.{slot}", face, kind=kind, x=x, y=top, about=f"gear.{kind}"))
    return svg.join(*shown)


SHORT: dict[str, Say] = {
    "bodyguard": say("nobody loads yours"),
    "trunk": say("room for two"),
    "engine": say("one street further"),
    "bumper": say("swap with a car"),
    "machine-gun": say("load from next door"),
    "door": say("unload two"),
}


class Plate(NamedTuple):
    """A choice in the hand: whom it is about, what it does in a word, and where."""

    action: str
    men: tuple[str, ...]
    word: Say
    short: Say  # on a phone
    where: Say


def plates(drawing: Drawing) -> list[Plate]:
    """Whom to unload, one's own first; at the port, whether the trunk is emptied."""
    view, box = drawing.view, drawing.box
    found = []
    for action in drawing.actions:
        if action.kind in (a.UNLOAD, a.UNLOAD_TWO):
            own = action.kind == a.UNLOAD_TWO or box.clan_names[action.a] == view.colour
            men = (view.colour,) * 2 if action.kind == a.UNLOAD_TWO else (box.clan_names[action.a],)
            taken = with_men(view, box, view.districts.index(view.cars[drawing.active]), men)[1]
            squares = [square + 1 for square in taken]
            where = say_plural("square {squares}", "squares {squares}", count=len(squares), squares=squares)
            words = (say("From trunk"), say("trunk"))
            if own:
                words = (say("Unload one"), say("one")) if len(men) == 1 else (say("Unload two"), say("two"))
            found.append(Plate(action.text, men, *words, where))
        elif action.kind == a.SINK:
            found.append(
                Plate(action.text, view.trunks[drawing.active], say("Empty"), say("empty it"), say("for good"))
            )
        elif action.kind == a.KEEP:
            found.append(
                Plate(action.text, view.trunks[drawing.active], say("Keep"), say("keep it"), say("in the trunk"))
            )
    own_first = f"unload {view.colour}"
    return sorted(found, key=lambda each: (each.action != own_first, each.action != "unload two"))


def wide_plate(drawing: Drawing, plate: Plate, x: float, y: float, width: float, height: float) -> Markup:
    """A choice of the hand on a screen."""
    busts = [bust(colour, x + 4 + i * 11, y + 3, 30) for i, colour in enumerate(plate.men)]
    left = x + 26 + 11 * len(plate.men)
    room = x + width - left - 4
    return svg.choice(
        plate.action,
        svg.rect(x, y, width, height, "ivory", "coal", 1.8, 2),
        svg.rect(x - 2, y - 2, width + 4, height + 4, "none", "glow", 3, 3),
        *busts,
        line(left, y + 15, drawing.words(plate.word), 14, "coal", room=room),
        line(left, y + 30, drawing.words(plate.where), 13, "dust", room=room),
        title=drawing.label(plate.action),
    )


# -- a phone ----------------------------------------------------------------------------------------------------------


def phone_strip(drawing: Drawing, at: int) -> tuple[Markup, float]:
    """The same on a phone: cards, whom to unload and to load, then what else there is; it scrolls sideways."""
    view = drawing.view
    shown = [cards(drawing, at, 0, 22, 46, 70, False)]
    x = len(drawing.box.cards) * 52 + 8.0
    groups = [
        (
            say("Trunk") if view.phase == "sink" else say("Unload"),
            [phone_plate(drawing, each.action, 58, each.men, drawing.words(each.short)) for each in plates(drawing)],
            58.0,
        ),
        (say("Load"), [phone_load(drawing, each) for each in drawing.actions if each.kind in (a.LOAD, a.GRAB)], 50.0),
    ]
    for word, drawn, wide in groups:
        if drawn:
            head = drawing.words(word)
            room = max(len(drawn) * (wide + 6) - 4, svg.width_of(head, 14))
            shown.append(svg.text(x, 15, head, 14, "smoke"))
            shown += [svg.group(each, x=x + i * (wide + 6), y=24) for i, each in enumerate(drawn)]
            x += room + 10
    shown.append(svg.text(x, 15, drawing.words(say("In your car")), 14, "smoke", room=104, least=14))
    shown += [svg.rect(x, 24, 104, 66, "card", "coal", 1.6, 3), men_aboard(drawing, at, x + 4, 38, 38, 100)]
    x += 114
    slots = trunk_room(drawing, at)
    shown.append(svg.text(x, 15, drawing.words(say("Trunk")), 14, "smoke", room=58, least=14))
    shown.append(trunk(drawing, at, x, 30, 54))
    x += max(slots * 57.0, 60) + 8
    shown.append(svg.text(x, 15, drawing.words(say("Equipment")), 14, "smoke", room=112, least=14))
    shown.append(svg.group(*gear_tiles(drawing, at, 54), x=x, y=30))
    return svg.join(*shown), x + 114 if view.colours else x


def phone_plate(drawing: Drawing, action: str, wide: float, men: Sequence[str], word: str) -> Markup:
    """Busts in a glowing frame with a word below."""
    step = 12.0
    left = (wide - 34 - step * (len(men) - 1)) / 2
    busts = [bust(colour, left + i * step, 5, 34) for i, colour in enumerate(men)]
    return svg.choice(
        action,
        svg.rect(0, 0, wide, 66, "ivory", "glow", 4, 4),
        *busts,
        svg.text(wide / 2, 57, word, 14, "coal", "middle", room=wide - 4, least=14),
        title=drawing.label(action),
    )


def phone_load(drawing: Drawing, action: Action) -> Markup:
    """Whom to load, on a phone: a man with the number of his square."""
    view = drawing.view
    place = view.target if action.kind == a.GRAB else view.cars[drawing.active]
    colour = view.squares[view.districts.index(place)][action.a]
    return phone_plate(drawing, action.text, 50, [colour], str(action.a + 1))


# -- the offer --------------------------------------------------------------------------------------------------------


def offer(drawing: Drawing) -> Part | None:
    """The equipment on the quay, large, while one must be taken."""
    view = drawing.view
    if view.phase != "equip" or not drawing.actions:
        return None
    kinds = list(dict.fromkeys(kind for kind in view.port if kind))
    wide, high = (358.0, 72.0) if drawing.narrow else (230.0, 88.0)
    shown = []
    for i, kind in enumerate(kinds):
        x, y = (2.0, 2 + i * (high + 8)) if drawing.narrow else (2 + i * (wide + 10), 2.0)
        shown.append(equipment_card(drawing, kind, x, y, wide - 4, high - 4))
    width = wide if drawing.narrow else len(kinds) * (wide + 10)
    height = len(kinds) * (high + 8) if drawing.narrow else high
    lost = view.gear[drawing.active][1] if drawing.active >= 0 and len(view.gear[drawing.active]) > 1 else ""
    if lost:
        x, y = (2.0, height) if drawing.narrow else (width, 2.0)
        words = drawing.words(say("You will lose:"))
        shown.append(svg.text(x, y + 16, words, 14, "smoke", room=150, least=drawing.least))
        tile = svg.group(
            gear_tile(lost, 44), x=x if not drawing.narrow else x + 160, y=y + (26 if not drawing.narrow else 0)
        )
        shown.append(svg.about(f"gear.{lost}", tile))
        width, height = (width, height + 50) if drawing.narrow else (width + 160, height)
    return Part(OFFER, width, height, svg.join(*shown), drawing.words(say("Equipment on the quay")))


def equipment_card(drawing: Drawing, kind: str, x: float, y: float, width: float, height: float) -> Markup:
    """A piece of equipment with its name and what it does."""
    choice = f"equip {kind}"
    legal = choice in drawing.legal
    size = 14.0 if drawing.narrow else 13.0
    words = drawing.words(EFFECTS[kind] if legal else say("You have it already."))
    shown = [
        svg.rect(x, y, width, height, "coal", "gold", 1.4, 4),
        svg.rect(x - 1, y - 1, width + 2, height + 2, "none", "glow", 4, 5) if legal else EMPTY,
        gear_icon(kind, x + 12, y + height / 2 - 18, 36, "gold" if legal else "slate"),
        line(x + 60, y + 23, drawing.term(text.kind(drawing.box, kind)), 17, "glow", serif=True, room=width - 66),
        svg.paragraph(x + 60, y + 41, words, width - 66, size, "ivory", most=3, leading=1.25),
    ]
    return drawing.offer(choice, *shown, about=f"gear.{kind}")
