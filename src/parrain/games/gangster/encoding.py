"""A View of Gangster as numbers for learning code; `parts` names them, docs/adapters.md explains them.

Clans come in the order of the table from the View's seat on (with two players one's own two, then the
other's), districts and places in the order of the edition file, the port last. A spectator looks from seat 0.
"""

from __future__ import annotations

from typing import Final

from parrain.core.encoding import Part
from parrain.games.gangster.components import EQUIPMENT, KINDS, Box
from parrain.games.gangster.position import PHASES
from parrain.games.gangster.view import View

MOST_POINTS: Final = 100000.0


def parts(box: Box, players: int) -> tuple[Part, ...]:
    """The layout of `encode` at a table of so many."""
    clans = len(box.order[players])
    districts = box.port
    longest = max([len(values) for values in box.tile_values])
    highest = float(max([max(values) for values in box.tile_values]))
    return (
        Part("squares", districts * box.most_squares * clans, 0.0, 1.0),
        Part("values", districts * longest, -1.0, highest),
        Part("sizes", districts, 0.0, float(box.most_squares)),
        Part("doubles", districts, 0.0, 1.0),
        Part("cars", clans * box.places, 0.0, 1.0),
        Part("cards", clans * len(box.cards), 0.0, 1.0),
        Part("inside", clans, 0.0, float(box.gangsters)),
        Part("trunks", clans * clans, 0.0, 2.0),
        Part("gear", clans * 2 * KINDS, 0.0, 1.0),
        Part("sunk", clans, 0.0, float(box.gangsters)),
        Part("port", KINDS, 0.0, float(box.port_slots)),
        Part("stock", KINDS, 0.0, float(max(box.equipment))),
        Part("casino", len(box.casino), 0.0, 1.0),
        Part("round", 1, 1.0, float(box.rounds)),
        Part("deck", 1, 0.0, float(districts + max(box.police))),
        Part("police", 1, 0.0, float(max(box.police))),
        Part("turn", players, 0.0, 1.0),
        Part("phase", len(PHASES), 0.0, 1.0),
        Part("colour", clans, 0.0, 1.0),
        Part("target", districts, 0.0, 1.0),
        Part("back", 1, 0.0, 1.0),
        Part("scores", players, 0.0, MOST_POINTS),
        Part("over", 1, 0.0, 1.0),
        Part("won", 1, 0.0, 1.0),
    )


def encode(view: View, box: Box) -> list[int]:
    """The View as numbers, part by part."""
    mine = 0 if view.seat is None else view.seat
    seats = [(mine + i) % view.players for i in range(view.players)]
    turn = [at for seat in seats for at, owner in enumerate(view.owners) if owner == seat]
    near = {view.colours[at]: i for i, at in enumerate(turn)}
    vector = encode_city(view, box, near)
    for at in turn:
        vector += one_of(box.places, box.number_of[view.cars[at]])
    for at in turn:
        vector += [int(value in view.cards[at]) for value in box.cards]
    vector += [view.inside[at] for at in turn]
    for at in turn:
        counts = [0] * len(turn)
        for colour in view.trunks[at]:
            counts[near[colour]] += 1
        vector += counts
    for at in turn:
        for slot in range(2):
            vector += one_of(KINDS, EQUIPMENT.index(view.gear[at][slot]) if slot < len(view.gear[at]) else -1)
    vector += [view.sunk[at] for at in turn]
    vector += [view.port.count(kind) for kind in EQUIPMENT]
    vector += view.stock
    vector += casino_drawn(view, box)
    vector += [view.round, view.deck, view.police]
    vector += [int(seat in view.to_move) for seat in seats]
    vector += one_of(len(PHASES), PHASES.index(view.phase) if view.phase else -1)
    vector += one_of(len(turn), near.get(view.colour, -1))
    vector += one_of(box.port, box.number_of[view.target] if view.target else -1)
    vector.append(int(view.back))
    vector += [view.scores[seat] for seat in seats]
    vector += [int(view.ending != ""), int(view.ending != "" and view.places[mine] == 1)]
    return vector


def encode_city(view: View, box: Box, near: dict[str, int]) -> list[int]:
    """Who stands where, what the tiles pay, their sizes, the Doubles; a district out of the game is all zeros."""
    clans = len(near)
    longest = max([len(values) for values in box.tile_values])
    standing = [0] * (box.port * box.most_squares * clans)
    values = [0] * (box.port * longest)
    sizes = [0] * box.port
    doubles = [0] * box.port
    for at, name in enumerate(view.districts):
        place = box.number_of[name]
        tile = view.tiles[at] - 1
        for square, colour in enumerate(view.squares[at]):
            if colour:
                standing[(place * box.most_squares + square) * clans + near[colour]] = 1
        for rank, value in enumerate(box.tile_values[tile]):
            values[place * longest + rank] = value
        sizes[place] = box.tile_squares[tile]
        doubles[place] = int(name in view.doubles)
    return standing + values + sizes + doubles


def one_of(size: int, number: int) -> list[int]:
    """All zeros but one; all zeros for -1."""
    found = [0] * size
    if number >= 0:
        found[number] = 1
    return found


def casino_drawn(view: View, box: Box) -> list[int]:
    """For each casino card of the box, whether it has been drawn."""
    left = list(view.casino)
    found: list[int] = []
    for value in box.casino:
        found.append(int(value in left))
        if value in left:
            left.remove(value)
    return found
