"""The table of Gangs City in words, complete enough to play by ear."""

from __future__ import annotations

from parrain.core.gangs import NONE
from parrain.core.say import Say, Seat, say
from parrain.games.gangs_city.actions import SIDES
from parrain.games.gangs_city.components import PILES, STEPS, Box
from parrain.games.gangs_city.components.names import (
    SIDE_NAMES,
    Words,
    a,
    doing,
    listed,
    people,
    site,
    spot,
    title,
    tokens,
    traffic,
    traffic_of,
    whose,
)
from parrain.games.gangs_city.state import CHIEF, DEAD, HOME
from parrain.games.gangs_city.text.prompts import cost, prompt
from parrain.games.gangs_city.view import View


def describe(view: View, box: Box) -> list[Say]:
    """The whole table."""
    told = [
        say(
            "{turn}; {points} points end the game. First player: {seat}.",
            turn=say("Turn {turn}", turn=view.turn) if view.turn else say("Set-up"),
            points=box.targets[view.players],
            seat=Seat(view.first),
        )
    ]
    cells = cells_of(view, box)
    told += [place_told(view, box, cells, index) for index in range(len(view.city))]
    for index, (q, r, left) in enumerate(view.piles):
        name = PILES[index]
        told.append(
            say(
                "{site}: {left} places face down; around it: {around}.",
                site=title(box, name),
                left=left,
                around=around(cells, q, r),
            )
        )
    told += [
        say("{seat} has drawn {place}.", seat=Seat(seat), place=site(box, name))
        for seat, name in enumerate(view.drawn)
        if name
    ]
    told += [gang_told(view, box, seat) for seat in range(view.players)]
    told += [marker_told(view, box, kind) for kind in range(box.kinds)]
    told += [tile_told(view, box, index) for index in range(len(view.laid)) if not view.laid[index][4] & HOME]
    told += won_told(view, box)
    told += [character_told(view, box, who) for who in range(box.types) if box.names[who] in in_play(view)]
    told.append(boxes_told(box))
    if view.seat is not None:
        told.append(say("Your hand: {hand}.", hand=people(box, view.hand)))
    if view.half:
        told.append(say("You have begun to place: {spot}.", spot=spot(box, view.half[0][3:])))
    if view.out:
        told.append(say("Out of the game: {who}.", who=people(box, view.out)))
    told.append(prompt(view, box))
    return told


Cells = dict[tuple[int, int], Words]


def cells_of(view: View, box: Box) -> Cells:
    """What lies where: places, piles, and stacks on the hexes between them."""
    corner = {name: (x, y) for name, x, y, _, _ in view.city}
    cells: Cells = {}
    for seat, where, _, _, mark, _ in view.laid:
        name, _, side = where.partition("/")
        if side and not mark & HOME:
            x, y = corner[name]
            step = STEPS[SIDES.index(side)]
            cells[(x + step[0], y + step[1])] = say("tiles of {seat}", seat=Seat(seat))
    for name, at in corner.items():
        cells[at] = site(box, name)
    for index, (x, y, left) in enumerate(view.piles):
        if left:
            cells[(x, y)] = site(box, PILES[index])
    return cells


FREE = say("free")


def around(cells: Cells, q: int, r: int) -> list[Say]:
    """What lies on each of the six sides of a cell."""
    found = []
    for side, (dx, dy) in zip(SIDES, STEPS, strict=True):
        found.append(say("{side}: {what}", side=SIDE_NAMES[side], what=cells.get((q + dx, r + dy), FREE)))
    return found


def place_told(view: View, box: Box, cells: Cells, index: int) -> Say:
    """A place: initiative, traffics, owner, who waits there, what lies around it."""
    name, q, r, owner, waiting = view.city[index]
    place = box.place_number[name]
    shown = tokens(box, box.place_icons[place * box.kinds : (place + 1) * box.kinds])
    return say(
        "{place}: initiative {number}; rackets: {traffics}; owner: {owner}; waiting: {waiting}; around it: {around}.",
        place=title(box, name),
        number=box.initiative[place],
        traffics=shown,
        owner=say("nobody") if owner < 0 else Seat(owner),
        waiting=people(box, waiting),
        around=around(cells, q, r),
    )


def tiles_at(view: View, box: Box, name: str) -> list[Say]:
    """The tiles on a place or pile and on its sides."""
    here = [
        i for i in range(len(view.laid)) if view.laid[i][1].partition("/")[0] == name and not view.laid[i][4] & HOME
    ]
    return [tile_told(view, box, i) for i in here]


def gang_told(view: View, box: Box, seat: int) -> Say:
    """A gang: score, roster, hand, stock."""
    return say(
        "{seat}: {points} points; gang: {roster}; tiles in hand: {hand}; stock: {stock}.",
        seat=Seat(seat),
        points=view.scores[seat],
        roster=people(box, view.rosters[seat]),
        hand=view.hand_sizes[seat],
        stock=tokens(box, view.stock[seat]),
    )


def marker_told(view: View, box: Box, kind: int) -> Say:
    """A traffic's marker, and what lies in the warehouse once it is known."""
    leader, level = view.leaders[kind]
    name = traffic_of(box, box.traffics[kind])
    if leader < 0:
        return say("The {traffic} racket: nobody leads it.", traffic=name)
    return say(
        "The {traffic} racket: led by {seat}, worth {points}.",
        traffic=name,
        seat=Seat(leader),
        points=box.boxes[kind][level],
    )


def tile_told(view: View, box: Box, index: int) -> Say:
    """A tile on the city."""
    seat, where, what, do, mark, _ = view.laid[index]
    filling: dict[str, object] = {
        "tile": index + 1,
        "seat": Seat(seat),
        "spot": spot(box, where),
        "doing": doing(do),
        "who": a(box, what),
    }
    if mark & DEAD:
        return say("Tile {tile}: {seat}, {spot}: {who}, dead.", **filling)
    if not what and mark & CHIEF:
        return say("Tile {tile}: {seat}, {spot}: face down, the chief.", **filling)
    if not what:
        return say("Tile {tile}: {seat}, {spot}: face down.", **filling)
    if mark & CHIEF:
        return say("Tile {tile}: {seat}, {spot}: {who}, the chief ({doing}).", **filling)
    return say("Tile {tile}: {seat}, {spot}: {who} ({doing}).", **filling)


def won_told(view: View, box: Box) -> list[Say]:
    """Places that were won and not built yet, and characters on their way back."""
    told = [
        say("{seat} has won a place of the centre, face down.", seat=Seat(seat))
        for seat, name in view.won
        if seat >= 0 and not name
    ]
    if view.returns:
        back = [say("{seat}'s {who}", who=whose(box, who), seat=Seat(seat)) for seat, who, _ in view.returns]
        told.append(say("To be put back in the city: {list}.", list=listed(back)))
    return told


def in_play(view: View) -> set[str]:
    """The characters that can be seen on the table, by name."""
    waiting = {who for _, _, _, _, names in view.city for who in names}
    return waiting | {who for roster in view.rosters for who in roster} | {who for _, _, who, _, _, _ in view.laid}


def character_told(view: View, box: Box, who: int) -> Say:
    """The values of a character, what it costs and which traffics it manages."""
    name = box.names[who]
    return say(
        "{who}: attack {attack}, defence {defence}, recruiting {recruit}; cost {cost}; manages: {traffics}.",
        who=box.edition.term("who", name),
        attack=value_told(box.attack[who]),
        defence=value_told(box.defence[who]),
        recruit=value_told(box.recruit[who]),
        cost=cost(view, box, who),
        traffics=tokens(box, box.icons[who * box.kinds : (who + 1) * box.kinds]),
    )


def value_told(value: int) -> int | str:
    """A value of a tile, or that it has none."""
    return "–" if value == NONE else value


def boxes_told(box: Box) -> Say:
    """What the markers of the traffics pay a turn, box by box."""
    pays = [
        say("{traffic} {points}", traffic=traffic(box, name), points="/".join(map(str, box.boxes[kind])))
        for kind, name in enumerate(box.traffics)
    ]
    return say("Points a turn for leading a racket, one box further each turn it is kept: {pays}.", pays=pays)
