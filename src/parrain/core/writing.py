"""Observations written straight from a State into the memory of an array of 32-bit floats (`State.observe`).

Compiled code knows no array of floats that numpy can share, but one of machine words: a number is written as the bits
of its float. What is written must be what `Game.encode` makes of the View: a test compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack, unpack
from typing import Any, Final

from parrain.core.compiling import Words, i32, i64, new_words
from parrain.core.state import StateOf

ONE: Final = 0x3F800000  # the bits of 1.0


def float_bits(value: int) -> int:
    """The bits of a number as a 32-bit float, as a signed word."""
    bits: int = unpack("=i", pack("=f", value))[0]
    return bits


def bits_of(values: Sequence[int]) -> Words:
    """The bits of several numbers."""
    found = new_words(len(values))
    for place, value in enumerate(values):
        found[place] = float_bits(value)
    return found


SMALL: Final = bits_of(range(256))


def bits(value: i64) -> i32:
    """The same, quickly for whole numbers that a float holds exactly."""
    if 0 <= value < 256:
        return SMALL[value]
    if value < 0:
        return i32(i64(bits(-value)) - 0x80000000)
    if value >= 1 << 24:
        return i32(float_bits(value))
    exponent: i64 = 23
    while value >> exponent == 0:
        exponent -= 1
    return i32(((exponent + 127) << 23) + ((value << 23 >> exponent) & 0x7FFFFF))


def add_one(out: Words, at: i64) -> None:
    """Count one more, of fewer than 2^23."""
    word = i64(out[at])
    if word:
        out[at] = bits(((word & 0x7FFFFF | 0x800000) >> (150 - (word >> 23))) + 1)
    else:
        out[at] = ONE


def turned(other: i64, seat: i64, players: i64) -> i64:
    """How far another seat is from this one, round the table."""
    return other - seat if other >= seat else other - seat + players  # a division would take ten times as long


def write_head(state: StateOf[Any], seat: i64, out: Words, at: i64) -> i64:
    """Write the parts that every observation begins with; where they end."""
    players: i64 = state.players
    for each in state.current_players():
        out[at + turned(each, seat, players)] = ONE
    at += players
    for other, score in enumerate(state.scores()):
        out[at + turned(other, seat, players)] = bits(score)
    at += players
    if state.is_over:
        for other, place in enumerate(state.ranking()):
            out[at + turned(other, seat, players)] = bits(place)
        out[at + players] = ONE
    return at + players + 1


def write_numbers(values: list[int], out: Words, at: i64) -> i64:
    """Write a list of numbers; where they end."""
    for value in values:
        if value:
            out[at] = bits(value)
        at += 1
    return at


def write_seats(values: list[int], seat: i64, out: Words, at: i64) -> i64:
    """Write a number for each seat, one's own first; where they end."""
    players: i64 = len(values)
    place: i64 = at + turned(0, seat, players)
    for value in values:
        out[place] = bits(value)
        place += 1
        if place == at + players:
            place = at
    return at + players


def write_rows(values: list[int], players: i64, seat: i64, out: Words, at: i64) -> i64:
    """Write a flat list with a row of numbers for each seat, one's own row first; where they end."""
    count: i64 = len(values)
    place: i64 = at + turned(0, seat, players) * (count // players)
    for value in values:
        if value:
            out[place] = bits(value)
        place += 1
        if place == at + count:
            place = at
    return at + count


def write_members(seats: i64, players: i64, seat: i64, out: Words, at: i64) -> i64:
    """Write 1 for every seat of a set, one's own first; where they end."""
    for other in range(players):
        if seats >> other & 1:
            out[at + turned(other, seat, players)] = ONE
    return at + players


def write_order(order: list[int], players: i64, seat: i64, out: Words, at: i64) -> i64:
    """Write the place of each seat in an order, counted from 1, one's own first; where they end."""
    for place, other in enumerate(order):
        out[at + turned(other, seat, players)] = bits(place + 1)
    return at + players


def write_set(members: i64, out: Words, at: i64) -> None:
    """Write 1 for every bit of a set."""
    while members:
        if members & 1:
            out[at] = ONE
        members >>= 1
        at += 1


class Kept:
    """A cache of a part of an observation: the numbers that are not 0, each as its place in the part and its bits."""

    __slots__ = ("count", "numbers", "size")

    def __init__(self, size: i64) -> None:
        self.size = size
        self.numbers = new_words(2 * size)
        self.count: i64 = 0

    def read(self, out: Words, at: i64) -> None:
        """Keep the part that was written there."""
        numbers = self.numbers
        count: i64 = 0
        for place in range(self.size):
            word = out[at + place]
            if word:
                numbers[count] = i32(place)
                numbers[count + 1] = word
                count += 2
        self.count = count

    def write(self, out: Words, at: i64) -> None:
        """Write the part again."""
        numbers = self.numbers
        for place in range(i64(0), self.count, 2):
            out[at + i64(numbers[place])] = numbers[place + 1]
