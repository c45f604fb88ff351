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
SIDES_OF = {
    "e": say("east of {place}"),
    "ne": say("north-east of {place}"),
    "nw": say("north-west of {place}"),
    "w": say("west of {place}"),
    "sw": say("south-west of {place}"),
    "se": say("south-east of {place}"),
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


def the(box: Box, name: object) -> Term:
    """A certain character, or the showdown tile."""
    return box.edition.term("the", str(name))


def whose(box: Box, name: object) -> Term:
    """A character whose owner is named beside it: “Lana's cop”, « le flic de Lana »."""
    return Term({**the(box, name).texts, "en": who(box, name).texts["en"]})


def site(box: Box, name: object) -> Term:
    """A place or a pile, with its article."""
    return box.edition.term("site", str(name))


def at(box: Box, name: object) -> Term:
    """Where one is: at the bar."""
    return box.edition.term("at", str(name))


def title(box: Box, name: object) -> Term:
    """A place or a pile as a heading."""
    return box.edition.term("title", str(name))


def traffic(box: Box, name: object) -> Term:
    """A traffic."""
    return box.edition.term("traffic", str(name))


def traffic_of(box: Box, name: object) -> Term:
    """A traffic after another word: weapons tokens, « jetons d’armes »."""
    return box.edition.term("traffic_of", str(name))


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
    return Say(SIDES_OF[side].text, {"place": box.edition.term("of", place)})


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
    found = []
    for name, count in zip(box.traffics, counts, strict=True):
        if count:
            what = box.edition.term("one", name) if count == 1 else traffic(box, name)
            found.append(say("{count} {what}", count=count, what=what))
    return listed(found)
