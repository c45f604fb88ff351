"""A View as numbers for learning code, laid out as the game's FIELDS declare it.

First come the parts that every View has (whose decision it is, scores, whether it is over, places), then one part for
each declared field that the View shows. Seats are counted from the View's own; a spectator looks from seat 0.
"""

from __future__ import annotations

from parrain.core.box import Box
from parrain.core.encoding import Part
from parrain.core.fields import Fields
from parrain.core.view import View

MOST_POINTS = 1000.0


def observation_parts(fields: Fields, box: Box, players: int) -> tuple[Part, ...]:
    """The layout of `observe`."""
    parts = [
        Part("to_move", players, 0.0, 1.0),
        Part("scores", players, -MOST_POINTS, MOST_POINTS),
        Part("over", 1, 0.0, 1.0),
        Part("places", players, 0.0, float(players)),
    ]
    for field in fields:
        size = field.shown.size(box, players) if field.view else 0
        if size:
            parts.append(Part(field.view, size, *field.shown.bounds(box, players)))
    return tuple(parts)


def observe(view: View, fields: Fields, box: Box) -> list[float]:
    """The View as numbers, part by part."""
    players = view.players
    seat = 0 if view.seat is None else view.seat
    head = [0.0] * (3 * players + 1)
    for each in view.to_move:
        head[(each - seat) % players] = 1.0
    for each in range(players):
        turned = (each - seat) % players
        head[players + turned] = view.scores[each]
        if view.places:
            head[2 * players + 1 + turned] = view.places[each]
    head[2 * players] = 1.0 if view.ending else 0.0
    out = head
    for field in fields:
        size = field.shown.size(box, players) if field.view else 0
        if size:
            at = len(out)
            out += [0.0] * size
            field.shown.observe(getattr(view, field.view), out, at, box, players, seat)
    return out
