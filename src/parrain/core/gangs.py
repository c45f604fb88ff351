"""Readers of characters, traffics and markers: the components that Gangs City and Police vs Gangs share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.edition import Edition, counted, own_name, plain_value, whole
from parrain.core.errors import BadEdition

NONE: Final = -1  # the tile has no such action

ABILITIES: Final = (
    "none",
    "bomber",
    "wall",
    "headhunter",
    "spy",
    "lawyer",
    "kingpin",
    "sharpshooter",
    "forger",
    "mole",
    "mayor",
)


class Character:
    """One kind of character tile: how many there are, what it can do, what it costs, which traffics it manages."""

    __slots__ = ("ability", "attack", "cost", "cost_plain", "count", "defence", "icons", "mercenary", "name", "recruit")

    def __init__(
        self, name: str, count: int, attack: int, defence: int, recruit: int, cost: int, icons: list[int]
    ) -> None:
        self.name = name
        self.count = count
        self.attack = attack
        self.defence = defence
        self.recruit = recruit
        self.cost = cost
        self.cost_plain = cost
        self.icons = icons
        self.mercenary = False
        self.ability = 0


class Traffic:
    """One traffic: its name, the points in the boxes of its marker from left to right, its stock tokens."""

    __slots__ = ("boxes", "name", "tokens")

    def __init__(self, name: str, boxes: list[int], tokens: int) -> None:
        self.name = name
        self.boxes = boxes
        self.tokens = tokens


def read_traffics(edition: Edition) -> list[Traffic]:
    """The traffics of the file's [[traffics]], in its order."""
    found: list[Traffic] = []
    for table in edition.tables("traffics"):
        name = own_name(table, [each.name for each in found])
        boxes = table.get("boxes")
        if (
            not isinstance(boxes, list)
            or not boxes
            or not all(isinstance(box, int) and 0 <= box <= 99 for box in boxes)
        ):
            raise BadEdition(
                "The marker of {name} needs boxes, a list of points from left to right, not {boxes}.",
                name=name,
                boxes=repr(boxes),
            )
        found.append(Traffic(name, boxes, whole(table, "tokens", 0, 99)))
    if len(found) > 12:
        raise BadEdition("There can be at most 12 rackets, not {count}.", count=len(found))
    return found


def read_characters(edition: Edition, traffics: list[Traffic]) -> list[Character]:
    """The characters of the file's [[characters]], in its order: those that come in several copies."""
    found: list[Character] = []
    for table in edition.tables("characters"):
        name = own_name(table, [each.name for each in found])
        found.append(
            Character(
                name,
                whole(table, "count", 0, 99),
                action(table, "attack"),
                action(table, "defence"),
                action(table, "recruit"),
                whole(table, "cost", 0, 99),
                icons(table, "traffics", traffics),
            )
        )
    return found


def read_mercenaries(edition: Edition, traffics: list[Traffic], taken: list[str]) -> list[Character]:
    """The mercenaries of the file's [[mercenaries]]: one of each, without traffics, each with an ability."""
    found: list[Character] = []
    for table in edition.tables("mercenaries"):
        name = own_name(table, taken + [each.name for each in found])
        one = Character(
            name,
            1,
            action(table, "attack"),
            action(table, "defence"),
            action(table, "recruit"),
            whole(table, "cost", 0, 99),
            [0] * len(traffics),
        )
        one.cost_plain = whole(table, "cost_plain", 0, 99) if "cost_plain" in table else one.cost
        one.mercenary = True
        ability = plain_value(table, "ability") if "ability" in table else "none"
        if ability not in ABILITIES:
            raise BadEdition(
                "The ability of {name} is one of {known}, not {value}.",
                name=name,
                known=", ".join(ABILITIES),
                value=repr(ability),
            )
        one.ability = ABILITIES.index(str(ability))
        found.append(one)
    for each in found:
        if each.ability and [other.ability for other in found].count(each.ability) > 1:
            raise BadEdition(
                "Two mercenaries have the ability {name}; each ability belongs to one.", name=ABILITIES[each.ability]
            )
    return found


def action(table: Mapping[str, object], key: str) -> int:
    """The value of an action, NONE where the tile says "none"."""
    if plain_value(table, key) == "none":
        return NONE
    return whole(table, key, 0, 99)


def icons(table: Mapping[str, object], key: str, traffics: list[Traffic]) -> list[int]:
    """How many pictograms of each traffic a tile shows."""
    return counted(table, key, [traffic.name for traffic in traffics])
