"""A View as numbers for learning code, laid out as the game's FIELDS declare it.

First come the parts that every View has (whose decision it is, scores, whether it is over, places), then one part for
each declared field that the View shows. Seats are counted from the View's own; a spectator looks from seat 0.
"""

from __future__ import annotations

from array import array
from typing import Any

from parrain.core.box import Box
from parrain.core.encoding import Part
from parrain.core.fields import Codec, Fields
from parrain.core.view import View


class Observation:
    """The layout of a game's observation at a table of so many players; `parts` names its stretches."""

    def __init__(self, fields: Fields, box: Box, players: int) -> None:
        self.box = box
        self.players = players
        most = float(box.most_points)
        parts = [
            Part("to_move", players, 0.0, 1.0),
            Part("scores", players, -most, most),
            Part("places", players, 0.0, float(players)),
            Part("over", 1, 0.0, 1.0),
        ]
        at = 3 * players + 1
        self.names: list[str] = []
        self.codecs: list[Codec] = []
        self.starts: list[int] = []
        for field in fields:
            size = field.shown.size(box, players) if field.view else 0
            if size:
                parts.append(Part(field.part, size, *field.shown.bounds(box, players)))
                self.names.append(field.view)
                self.codecs.append(field.shown)
                self.starts.append(at)
                at += size
        self.parts = tuple(parts)
        self.blank = bytes(4 * at)

    def encode(self, view: View) -> array[float]:
        """The View as numbers, part by part, in an array that numpy reads at once."""
        box = self.box
        players = self.players
        seat = 0 if view.seat is None else view.seat
        out: Any = array("f", self.blank)
        for each in view.to_move:
            out[(each - seat) % players] = 1.0
        for each in range(players):
            turned = (each - seat) % players
            out[players + turned] = view.scores[each]
            if view.places:
                out[2 * players + turned] = view.places[each]
        if view.ending:
            out[3 * players] = 1.0
        for place in range(len(self.names)):
            self.codecs[place].observe(getattr(view, self.names[place]), out, self.starts[place], box, players, seat)
        found: array[float] = out
        return found
