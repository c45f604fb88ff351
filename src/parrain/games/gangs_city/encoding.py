"""A View of Gangs City as numbers for learning code; `parts` names them, docs/adapters.md explains them.

Seats come in the order of the table from the View's seat on; places, types and traffics in the order of the
edition file. A spectator looks from seat 0. Where a place lies is told by what lies on its six sides.
"""

from __future__ import annotations

from typing import Final

from parrain.core.encoding import Part
from parrain.games.gangs_city.components import STEPS, Box
from parrain.games.gangs_city.marks import PHASES
from parrain.games.gangs_city.table import DOES
from parrain.games.gangs_city.view import View

MOST_POINTS: Final = 1000.0


def parts(box: Box, players: int) -> tuple[Part, ...]:
    """The layout of `encode` at a table of so many."""
    sites = box.places + 2
    many = float(box.tiles)
    return (
        Part("city", box.places, 0.0, 1.0),
        Part("owner", box.places * players, 0.0, 1.0),
        Part("near", box.places * 6 * 3, 0.0, 1.0),
        Part("waiting", box.places * box.types, 0.0, 99.0),
        Part("piles", 2, 0.0, float(box.places)),
        Part("won", 2 * players, 0.0, 1.0),
        Part("drawn", players * box.places, 0.0, 1.0),
        Part("turned", box.places, 0.0, 1.0),
        Part("rosters", players * box.types, 0.0, 99.0),
        Part("hand", box.types, 0.0, 99.0),
        Part("hand_sizes", players, 0.0, many),
        Part("tiles", box.spots * players, 0.0, many),
        Part("chiefs", box.spots * players, 0.0, 1.0),
        Part("known", box.spots * (box.types + 1), 0.0, many),
        Part("orders", box.spots * len(DOES), 0.0, many),
        Part("passed", players, 0.0, 1.0),
        Part("half", box.spots + 1, 0.0, 1.0),
        Part("stock", players * box.kinds, 0.0, 99.0),
        Part("bids", players * box.kinds, 0.0, 99.0),
        Part("bid", box.kinds, 0.0, 99.0),
        Part("asked", box.kinds, 0.0, 1.0),
        Part("managed", players * box.kinds, 0.0, 99.0),
        Part("leaders", players * box.kinds, 0.0, 99.0),
        Part("out", box.types, 0.0, 99.0),
        Part("returns", players * box.types, 0.0, 99.0),
        Part("site", sites, 0.0, 1.0),
        Part("todo", sites, 0.0, 1.0),
        Part("totals", 2 * players, -1.0, 999.0),
        Part("budget", 1, -1.0, 999.0),
        Part("picked", box.types, 0.0, 1.0),
        Part("turn", 1, 0.0, 10000.0),
        Part("to_move", players, 0.0, 1.0),
        Part("first", players, 0.0, 1.0),
        Part("phase", len(PHASES), 0.0, 1.0),
        Part("scores", players, 0.0, MOST_POINTS),
        Part("gained", players, 0.0, MOST_POINTS),
        Part("over", 1, 0.0, 1.0),
        Part("won_game", 1, 0.0, 1.0),
    )


def encode(view: View, box: Box) -> list[int]:
    """The View as numbers, part by part."""
    mine = 0 if view.seat is None else view.seat
    n = view.players
    seats = [(mine + i) % n for i in range(n)]
    near = [(seat - mine) % n for seat in range(n)]
    vector = encode_city(view, box, near)
    for seat in seats:
        vector += counted(box, view.rosters[seat])
    vector += counted(box, view.hand)
    vector += [view.hand_sizes[seat] for seat in seats]
    vector += encode_tiles(view, box, near)
    vector += encode_half(view, box)
    vector += [count for seat in seats for count in view.stock[seat]]
    vector += [count for seat in seats for count in (view.bids[seat] if view.bids else [0] * box.kinds)]
    vector += list(view.bid) + [0] * (box.kinds - len(view.bid))
    vector += one_hot(box.kinds, view.asked if view.asked < box.kinds else -1)
    vector += [count for seat in seats for count in view.managed[seat]]
    vector += [
        box.boxes[k][view.leaders[k][1]] if view.leaders[k][0] == seat else 0
        for seat in seats
        for k in range(box.kinds)
    ]
    vector += counted(box, view.out)
    for seat in seats:
        vector += counted(box, [who for whose, who, _ in view.returns if whose == seat])
    return vector + encode_moment(view, box, seats)


def encode_city(view: View, box: Box, near: list[int]) -> list[int]:
    """Places: there or not, owner, what lies on their sides, who waits; then piles and what was drawn or won."""
    n = view.players
    there, owner, beside, waiting = (
        [0] * box.places,
        [0] * (box.places * n),
        [0] * (box.places * 18),
        [0] * (box.places * box.types),
    )
    cells = {(q, r) for _, q, r, _, _ in view.city}
    centre = {(q, r) for q, r, left in view.piles if left}
    owners = {(q, r): who for _, q, r, who, _ in view.city}
    for name, q, r, who, people in view.city:
        place = box.place_number[name]
        there[place] = 1
        if who >= 0:
            owner[place * n + near[who]] = 1
        for d, (dq, dr) in enumerate(STEPS):
            cell = (q + dq, r + dr)
            beside[(place * 6 + d) * 3] = 1 if cell in cells else 0
            beside[(place * 6 + d) * 3 + 1] = 1 if cell in centre else 0
            beside[(place * 6 + d) * 3 + 2] = 1 if who >= 0 and owners.get(cell, -1) == who else 0
        for each in people:
            waiting[place * box.types + box.number_of[each]] += 1
    piles = [left for _, _, left in view.piles]
    won, drawn, turned = [0] * (2 * n), [0] * (n * box.places), [0] * box.places
    for pile, (seat, name) in enumerate(view.won):
        if seat >= 0:
            won[pile * n + near[seat]] = 1
        if name:
            turned[box.place_number[name]] = 1
    for seat, name in enumerate(view.drawn):
        if name:
            drawn[near[seat] * box.places + box.place_number[name]] = 1
    return there + owner + beside + waiting + piles + [0] * (2 - len(piles)) + won + drawn + turned


def encode_tiles(view: View, box: Box, near: list[int]) -> list[int]:
    """Tiles still on the city: how many of whom, chiefs, and what is known of them; then who has passed."""
    n = view.players
    tiles, chiefs = [0] * (box.spots * n), [0] * (box.spots * n)
    known, orders = [0] * (box.spots * (box.types + 1)), [0] * (box.spots * len(DOES))
    for seat, where, what, do, mark, _ in view.laid:
        if mark & 8:
            continue
        spot = box.spot_number[where]
        tiles[spot * n + near[seat]] += 1
        if mark & 1:
            chiefs[spot * n + near[seat]] = 1
        if what and not mark & 2:
            known[spot * (box.types + 1) + (box.types if what == "showdown" else box.number_of[what])] += 1
            orders[spot * len(DOES) + DOES.index(do)] += 1
    passed = [0] * n
    for seat in range(n):
        passed[near[seat]] = 1 if view.passed[seat] >= 0 else 0
    return tiles + chiefs + known + orders + passed


def encode_half(view: View, box: Box) -> list[int]:
    """The spot named in half a placement, and whether the Spy is about to look."""
    spot = box.spot_number[view.half[0][3:]] if view.half else -1
    return [*one_hot(box.spots, spot), 1 if len(view.half) > 1 else 0]


def encode_moment(view: View, box: Box, seats: list[int]) -> list[int]:
    """What is being settled, whose decision it is, and how things stand."""
    names = box.site_names
    totals = [row[seat] if row else -1 for row in (view.totals, view.fought) for seat in seats]
    over = 1 if view.ending else 0
    return [
        *one_hot(len(names), names.index(view.site) if view.site else -1),
        *[1 if name in view.todo else 0 for name in names],
        *totals,
        view.budget,
        *one_hot(box.types, box.number_of[view.picked] if view.picked else -1),
        view.turn,
        *[1 if seat in view.to_move else 0 for seat in seats],
        *[1 if seat == view.first else 0 for seat in seats],
        *one_hot(len(PHASES), PHASES.index(view.phase)),
        *[view.scores[seat] for seat in seats],
        *[view.gained[seat] for seat in seats],
        over,
        1 if over and view.places[seats[0]] == 1 else 0,
    ]


def counted(box: Box, names: tuple[str, ...] | list[str]) -> list[int]:
    """How many of each type."""
    counts = [0] * box.types
    for name in names:
        counts[box.number_of[name]] += 1
    return counts


def one_hot(size: int, at: int) -> list[int]:
    """A one at that place, or nowhere for -1."""
    row = [0] * size
    if at >= 0:
        row[at] = 1
    return row
