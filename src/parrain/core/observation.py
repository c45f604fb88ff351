"""A View as numbers for learning code, laid out as the game's FIELDS declare it.

First come the parts that every View has (whose decision it is, scores, whether it is over, places), then one part for
each declared field that the View shows. Seats are counted from the View's own; a spectator looks from seat 0.

A part is bytes (of 32-bit floats) that follow from the field's value and the seat: most values come again and again, so
the bytes of small parts are cached by value and joined. Large parts are written number by number.
"""

from __future__ import annotations

from array import array
from typing import Any, Final

from parrain.core.action import Action
from parrain.core.box import Box
from parrain.core.encoding import Part
from parrain.core.fields import Codec, Fields
from parrain.core.view import View

FLOAT: Final = 4  # bytes of a number
CACHED_SIZE: Final = 640  # numbers: what is larger is not cached
CACHED_VALUES: Final = 256  # of a part and seat; a full cache is emptied
CACHED_MASKS: Final = 4096
TRIAL: Final = 512  # look-ups after which a part whose values seldom come again is no longer cached


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
        self.blanks: list[bytes] = []
        for field in fields:
            size = field.shown.size(box, players) if field.view else 0
            if size:
                parts.append(Part(field.part, size, *field.shown.bounds(box, players)))
                self.names.append(field.view)
                self.codecs.append(field.shown)
                self.starts.append(at)
                self.blanks.append(bytes(FLOAT * size))
                at += size
        self.parts = tuple(parts)
        self.cached = [len(blank) <= FLOAT * CACHED_SIZE for blank in self.blanks]
        self.tried = [0] * len(self.names)
        self.missed = [0] * len(self.names)
        self.caches: list[list[dict[object, bytes]]] = [
            [{} for _ in range(len(self.names) + 1)] for _ in range(players)
        ]

    def encode(self, view: View) -> array[float]:
        """The View as numbers, part by part, in an array that numpy reads at once."""
        large: list[int] = []
        out: array[float] = array("f", self.pieces(view, large))
        self.write_large(view, large, out)
        return out

    def pieces(self, view: View, large: list[int]) -> bytes:
        """The numbers as bytes, zeros for the parts that are not cached; these are added to `large`."""
        seat = 0 if view.seat is None else view.seat
        caches = self.caches[seat]
        key = (view.to_move, view.scores, view.places, view.ending)
        head = caches[-1].get(key)
        if head is None:
            head = self.head(view, seat)
            keep(caches[-1], key, head)
        pieces = [head]
        for place in range(len(self.names)):
            blank = self.blanks[place]
            piece: bytes | None = None
            if self.cached[place]:
                value = getattr(view, self.names[place])
                try:
                    piece = caches[place].get(value)
                except TypeError:  # a list or mapping cannot be looked up
                    self.cached[place] = False
                else:
                    self.tried[place] += 1
                    if piece is None:
                        piece = self.missing_piece(place, value, seat)
            if piece is None:
                large.append(place)
                piece = blank
            pieces.append(piece)
        return b"".join(pieces)

    def missing_piece(self, place: int, value: object, seat: int) -> bytes:
        """The bytes of a part whose value was not cached."""
        out: Any = array("f", self.blanks[place])
        self.codecs[place].observe(value, out, 0, self.box, self.players, seat)
        piece: bytes = out.tobytes()
        keep(self.caches[seat][place], value, piece)
        self.missed[place] += 1
        if self.tried[place] >= TRIAL:
            self.cached[place] = 2 * self.missed[place] < self.tried[place]
            self.tried[place] = self.missed[place] = 0
        return piece

    def write_large(self, view: View, large: list[int], out: Any) -> None:
        """Write the parts that are not cached."""
        seat = 0 if view.seat is None else view.seat
        for place in large:
            value = getattr(view, self.names[place])
            self.codecs[place].observe(value, out, self.starts[place], self.box, self.players, seat)

    def head(self, view: View, seat: int) -> bytes:
        """The parts that every View has."""
        players = self.players
        out = [0.0] * (3 * players + 1)
        for each in view.to_move:
            out[(each - seat) % players] = 1.0
        for each in range(players):
            turned = (each - seat) % players
            out[players + turned] = float(view.scores[each])
            if view.places:
                out[2 * players + turned] = float(view.places[each])
        if view.ending:
            out[3 * players] = 1.0
        return array("f", out).tobytes()


class Masks:
    """Legal actions as masks: one byte for each action of the game, 1 where it is legal; cached."""

    def __init__(self, actions: int) -> None:
        self.blank = bytes(actions)
        self.cache: dict[object, bytes] = {}

    def mask(self, legal: tuple[Action, ...]) -> bytes:
        """The mask of these actions."""
        found = self.cache.get(legal)
        if found is None:
            out = bytearray(self.blank)
            for action in legal:
                out[action.id] = 1
            found = bytes(out)
            if len(self.cache) >= CACHED_MASKS:
                self.cache.clear()
            self.cache[legal] = found
        return found


def keep(cache: dict[object, bytes], value: object, piece: bytes) -> None:
    """Add to a cache of bounded size."""
    if len(cache) >= CACHED_VALUES:
        cache.clear()
    cache[value] = piece
