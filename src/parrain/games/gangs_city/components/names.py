"""What things are called in sentences: the names of the edition, sides, orders, and lists of these."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.say import Say, Term, say
from parrain.games.gangs_city.components import PILES, Box

SIDE_NAMES = {
    "e": say("east"),
    "ne": say("north-east"),
    "nw": say("north-west"),
    "w": say("west"),
    "sw": say("south-west"),
    "se": say("south-east"),
}
ORDER_NAMES = {
    "attack": say("attack"),
    "defend": say("defend"),
    "recruit": say("recruit"),
    "manage": say("manage"),
    "fight": say("fight"),
    "gun": say("big calibre"),
    "vest": say("vest"),
    "": say("face down"),
}
Words = Say | Term


def who(box: Box, name: object) -> Term:
    """A character or the showdown tile, without an article."""
    return box.edition.term("who", str(name))


def a(box: Box, name: object) -> Term:
    """A character or the showdown tile with its article."""
    return box.edition.term("a", str(name))


def site(box: Box, name: object) -> Term:
    """A place or a pile, with its article."""
    return box.edition.term("site", str(name))


def title(box: Box, name: object) -> Term:
    """A place or a pile as a heading."""
    return box.edition.term("title", str(name))


def traffic(box: Box, name: object) -> Term:
    """A traffic."""
    return box.edition.term("traffic", str(name))


def doing(name: object) -> Say:
    """An order."""
    return ORDER_NAMES[str(name)]


def spot(box: Box, name: object) -> Say:
    """Where a tile lies: a side of a place, the place itself, a pile."""
    place, _, side = str(name).partition("/")
    if side:
        return say("{place}, {side} side", place=title(box, place), side=SIDE_NAMES[side])
    if place in PILES:
        return say("{name}", name=title(box, place))
    return say("{place}, on the place itself", place=title(box, place))


def beside(box: Box, name: object) -> Say:
    """Where a place is built: a side of a place or pile."""
    place, _, side = str(name).partition("/")
    return say("{side} of {place}", side=SIDE_NAMES[side], place=site(box, place))


def listed(words: Sequence[Words]) -> Sequence[Words] | Say:
    """Several things, or nothing."""
    return words or say("nothing")


def people(box: Box, names: Sequence[str]) -> Sequence[Words] | Say:
    """Several characters, equal ones counted."""
    counts = {name: names.count(name) for name in names}
    return listed(
        [
            who(box, name) if count == 1 else say("{count} × {what}", count=count, what=who(box, name))
            for name, count in counts.items()
        ]
    )


def tokens(box: Box, counts: Sequence[int]) -> Sequence[Words] | Say:
    """Counted tokens of traffics, those there are."""
    pairs = zip(box.traffics, counts, strict=True)
    return listed([say("{count} {what}", count=count, what=traffic(box, name)) for name, count in pairs if count])
