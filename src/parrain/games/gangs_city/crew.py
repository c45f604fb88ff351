"""Who and what can be hired: characters, traffics and their markers, read from an edition file.

Gangs City and Police vs Gangs are played with the same gangsters, stock tokens and markers; nothing here
knows of the city, so that both boxes can be filled from it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from parrain.core.edition import Edition
from parrain.core.errors import BadEdition

NONE = -1  # the tile has no such action

ABILITIES = (
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
        raise BadEdition("There can be at most 12 traffics, not {count}.", count=len(found))
    return found


def read_characters(edition: Edition, traffics: list[Traffic]) -> list[Character]:
    """The characters of the file's [[characters]], in its order: those that come in several copies."""
    found: list[Character] = []
    for table in edition.tables("characters"):
        name = own_name(table, [each.name for each in found])
        found.append(
            Character(
                name, whole(table, "count", 0, 99), action(table, "attack"), action(table, "defence"), action(table, "recruit"),
                whole(table, "cost", 0, 99), icons(table, "traffics", traffics),
            )
        )  # fmt: skip
    return found


def read_mercenaries(edition: Edition, traffics: list[Traffic], taken: list[str]) -> list[Character]:
    """The mercenaries of the file's [[mercenaries]]: one of each, without traffics, each with an ability (GC 2.5, GC 2.6)."""
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


def plain_value(table: Mapping[str, object], key: str) -> object:
    """A value of a table, written plainly or as { value = ..., source = ..., status = ... }."""
    value = table.get(key)
    if isinstance(value, dict):
        return value.get("value")
    return value


def whole(table: Mapping[str, object], key: str, least: int, most: int) -> int:
    """A whole number of a table, plain or with a source of its own, within bounds."""
    value = plain_value(table, key)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadEdition(
            "{name}: {key} must be a whole number from {least} to {most}, not {value}.",
            name=str(table.get("name", "?")),
            key=key,
            least=least,
            most=most,
            value=repr(value),
        )
    return value


def action(table: Mapping[str, object], key: str) -> int:
    """The value of an action, NONE where the tile says "none"."""
    if plain_value(table, key) == "none":
        return NONE
    return whole(table, key, 0, 99)


def icons(table: Mapping[str, object], key: str, traffics: list[Traffic]) -> list[int]:
    """How many pictograms of each traffic a tile shows."""
    return counted(table, key, [traffic.name for traffic in traffics])


def counted(table: Mapping[str, object], key: str, names: list[str]) -> list[int]:
    """How many of each of these names a table counts, in the order of the names."""
    value = table.get(key)
    if not isinstance(value, dict):
        raise BadEdition(
            "{name}: {key} must be a table of names and numbers.", name=str(table.get("name", "?")), key=key
        )
    counts = [0] * len(names)
    for name, count in value.items():
        if name in ("source", "status", "note"):
            continue
        if name not in names:
            raise BadEdition(
                "{name}: {key} knows {known}, not {other}.",
                name=str(table.get("name", "?")),
                key=key,
                known=", ".join(names),
                other=name,
            )
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= 9:
            raise BadEdition(
                "{name}: {key} of {other} must be a number from 0 to 9.",
                name=str(table.get("name", "?")),
                key=key,
                other=name,
            )
        counts[names.index(name)] = count
    return counts


def own_name(table: Mapping[str, object], taken: list[str]) -> str:
    """A name that can be written in a choice and that nobody else has."""
    name = table.get("name")
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9-]*", name) or name in taken:
        raise BadEdition(
            "The name {name} must be its own, of small letters, digits and -, beginning with a letter.", name=repr(name)
        )
    return name
