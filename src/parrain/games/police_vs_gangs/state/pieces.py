"""Gangster tiles and dice: at a side of a place, rolled, in prison; none is ever changed once made."""

from __future__ import annotations

from typing import Final

from parrain.core.fields import name_number, numbers_in
from parrain.games.police_vs_gangs.actions import DICE, INFORMERS, SIDES, die_code
from parrain.games.police_vs_gangs.components import Box

DICE_NAMES: Final[list[str]] = list(DICE)
DICE_NUMBERS: Final[dict[str, int]] = {name: kind for kind, name in enumerate(DICE)}


def kind_names(box: Box, seat: int) -> list[str]:
    """What the kinds of a seat's pieces are called: dice of police, characters of gangsters."""
    return DICE_NAMES if seat & 1 else box.characters


def kind_numbers(box: Box, seat: int) -> dict[str, int]:
    """The kinds of a seat's pieces by name."""
    return DICE_NUMBERS if seat & 1 else numbers_in(box, "characters")


def kind_number(box: Box, seat: int, name: object, key: str) -> int:
    """The kind of a seat's piece by name."""
    return name_number(kind_names(box, seat), name, key)


def crew_names(box: Box, counts: list[int], seat: int) -> list[str]:
    """What a seat's part of a counted list holds, by name."""
    names = kind_names(box, seat)
    return [names[kind] for kind in range(len(names)) for _ in range(counts[seat * 8 + kind])]


class Piece:
    """A gangster tile or a die at a side of a place; never changed once made. `code` orders pieces."""

    __slots__ = ("card", "code", "kind", "police", "recruiting", "seat", "spot")

    def __init__(self, spot: int, seat: int, kind: int, recruiting: bool) -> None:
        self.spot = spot
        self.card = spot >> 2
        self.seat = seat
        self.kind = kind
        self.recruiting = recruiting
        self.police = seat & 1 == 1
        self.code = ((spot * 8 + seat) * 8 + kind) * 2 + (1 if recruiting else 0)


class Die:
    """A rolled die; informers belong to the seat INFORMERS."""

    __slots__ = ("face", "kind", "seat")

    def __init__(self, seat: int, kind: int, face: int) -> None:
        self.seat = seat
        self.kind = kind
        self.face = face

    def code(self) -> int:
        """The die as one number, as positions and summaries write it."""
        return die_code(self.seat, self.kind, self.face)

    def name(self) -> str:
        """The kind of the die by name."""
        return "informer" if self.seat == INFORMERS else DICE[self.kind]


def die_from(code: int) -> Die:
    """The die of a code."""
    return Die(code >> 4, code >> 2 & 3, code & 3)


class Prisoner:
    """A tile or die in prison, since which turn."""

    __slots__ = ("kind", "seat", "turn")

    def __init__(self, turn: int, seat: int, kind: int) -> None:
        self.turn = turn
        self.seat = seat
        self.kind = kind


def piece_code(piece: Piece) -> int:
    """The order of pieces."""
    return piece.code


def piece_text(box: Box, piece: Piece) -> str:
    """A piece as `0 killer fight foundry north` or `1 sergeant foundry east`."""
    how = "" if piece.police else " recruit" if piece.recruiting else " fight"
    name = kind_names(box, piece.seat)[piece.kind]
    return f"{piece.seat} {name}{how} {box.card_names[piece.card]} {SIDES[piece.spot & 3]}"
