"""Edition files: every value of a box, and where each one comes from.

An edition file is TOML. Its head says `edition`, `game`, `title.en`, `title.fr`. Everything else is
tables of values; a table that holds values says `source` (where they come from) and `status`:

    text      fixed by the rulebook
    deduced   follows from the rulebook
    web       confirmed by a public page about the game
    recon     our reconstruction: playable, not the publisher's, and shown as such
    house     a change by the owner of this file

Tables inside a table inherit both. `digest` identifies the content, so that a record can tell that it
was played with another version of the file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from parrain.core.errors import BadEdition
from parrain.core.say import Term, Words
from parrain.core.toml import BadToml, read_toml

STATUSES = ("text", "deduced", "web", "recon", "house")


class Value:
    """One value of an edition file with its path and its provenance."""

    __slots__ = ("path", "source", "status", "value")

    def __init__(self, path: str, value: object, source: str, status: str) -> None:
        self.path = path
        self.value = value
        self.source = source
        self.status = status


class Edition:
    """An edition file, parsed and validated in form; the game's `components.py` validates the content."""

    __slots__ = ("data", "digest", "game", "key", "name", "title")

    def __init__(self, data: Mapping[str, object]) -> None:
        self.data = data
        self.name = self.text("edition")
        self.game = self.text("game")
        title = self.table("title")
        self.title = Words({"en": self.name, "fr": self.name} | {language: str(title[language]) for language in title})
        played = {key: value for key, value in data.items() if key != "names"}  # a name changes nothing in play
        canonical = json.dumps(played, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        self.digest = hashlib.sha256(canonical.encode()).hexdigest()[:12]
        self.key = f"{self.name}@{self.digest}"  # what records and views carry

    def text(self, key: str) -> str:
        """A text at the top of the file."""
        value = self.data.get(key)
        if not isinstance(value, str) or not value:
            raise BadEdition("The edition file must say {key} as a text.", key=key)
        return value

    def table(self, key: str) -> Mapping[str, object]:
        """A table at the top of the file."""
        value = self.data.get(key)
        if not isinstance(value, dict):
            raise BadEdition("The edition file has no table [{key}].", key=key)
        return value

    def tables(self, key: str) -> list[Mapping[str, object]]:
        """A list of tables at the top of the file."""
        value = self.data.get(key)
        if not isinstance(value, list) or not value or not all(isinstance(each, dict) for each in value):
            raise BadEdition("The edition file has no list of tables [[{key}]].", key=key)
        return value

    def term(self, form: str, slug: str) -> Term:
        """What a component is called in each language, in one form: `[names.a] thug = { en = "a thug", fr = "…" }`.

        A component that the file does not name is called by its slug, with spaces for hyphens.
        """
        names = self.data.get("names")
        forms = names.get(form) if isinstance(names, dict) else None
        texts = forms.get(slug) if isinstance(forms, dict) else None
        return Term(texts if isinstance(texts, dict) and "en" in texts else {"en": slug.replace("-", " ")})

    def values(self) -> Iterator[Value]:
        """Every value of the box with its provenance."""
        for key, value in self.data.items():
            if key not in ("edition", "game", "title", "note", "names"):
                yield from walk(key, value, "", "")

    def reconstructed(self) -> list[Value]:
        """The values with the status `recon`: ours, not the publisher's."""
        return [value for value in self.values() if value.status == "recon"]


def changed(edition: Edition, changes: Mapping[str, object]) -> Edition:
    """The edition with some values replaced, each by its path: `characters.killer.cost`, `table.hand`, `boxes.0`.

    An item of a list is found by its name, or by its number where items have none. A replaced value has the status
    `house`.
    """
    data: dict[str, object] = json.loads(json.dumps(edition.data))
    for path, value in changes.items():
        *above, last = path.split(".")
        node: object = data
        for step in above:
            node = below(node, step, path)
        before = below(node, last, path)
        if isinstance(before, dict) and "value" in before:
            node, last, before = before, "value", before["value"]
            node |= {"source": "changed for an experiment", "status": "house"}
        if isinstance(before, (dict, list)) and type(before) is not type(value):
            raise BadEdition(
                "{path} holds several values and cannot become {value}: give the path of one of them.",
                path=path,
                value=repr(value),
            )
        if isinstance(node, list):
            node[int(last)] = value
        elif isinstance(node, dict):
            node[last] = value
    return Edition(data)


def below(node: object, step: str, path: str) -> object:
    """What a step of a path leads to: a key of a table, or an item of a list by name or number."""
    known: list[str] = []
    if isinstance(node, dict):
        if step in node:
            return node[step]
        known = [key for key in node if key not in ("source", "status", "note")]
    elif isinstance(node, list):
        named = {str(each["name"]): each for each in node if isinstance(each, dict) and "name" in each}
        if step in named:
            return named[step]
        if not named and step.isdecimal() and int(step) < len(node):
            return node[int(step)]
        known = list(named) or [str(place) for place in range(len(node))]
    raise BadEdition(
        "This edition has no {path}: instead of “{step}” there are {known}.",
        path=path,
        step=step,
        known=", ".join(known) or "–",
    )


def number(table: Mapping[str, object], key: str, least: int = 0, most: int = 1000) -> int:
    """A whole number of a table, within bounds."""
    value = table.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadEdition(
            "{key} must be a whole number from {least} to {most}, not {value}.",
            key=key,
            least=least,
            most=most,
            value=repr(value)[:40],
        )
    return value


def word(table: Mapping[str, object], key: str) -> str:
    """A text of a table."""
    value = table.get(key)
    if not isinstance(value, str) or not value:
        raise BadEdition("{key} must be a text, not {value}.", key=key, value=repr(value)[:40])
    return value


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
            value=repr(value)[:40],
        )
    return value


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
    """The name of a table: unique, and fit to be written in the text of an action."""
    name = table.get("name")
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9-]*", name) or name in taken:
        raise BadEdition(
            "The name {name} must be its own, of small letters, digits and -, beginning with a letter.", name=repr(name)
        )
    return name


def walk(path: str, node: object, source: str, status: str) -> Iterator[Value]:
    """The values below a node, by the paths that `changed` takes; nested tables inherit source and status."""
    if isinstance(node, dict):
        source = str(node.get("source", source))
        status = str(node.get("status", status))
        if "value" in node and set(node) <= {"value", "source", "status", "note"}:
            yield Value(path, node["value"], source, status)
            return
        for key, value in node.items():
            if key not in ("name", "source", "status", "note"):
                yield from walk(f"{path}.{key}", value, source, status)
    elif isinstance(node, list) and any(isinstance(each, dict) for each in node):
        for number_, each in enumerate(node):
            name = each.get("name", number_) if isinstance(each, dict) else number_
            yield from walk(f"{path}.{name}", each, source, status)
    else:
        yield Value(path, node, source, status)


def check_names(names: object) -> None:
    """Whether [names] holds nothing but texts: by form, by component, by language."""
    found = [names]
    for _ in range(3):
        if not all(isinstance(each, dict) for each in found):
            raise bad_name(found)
        found = [value for each in found if isinstance(each, dict) for value in each.values()]
    if not all(isinstance(text, str) and text for text in found):
        raise bad_name(found)


def bad_name(found: list[object]) -> BadEdition:
    """The error of a name that is no text."""
    wrong = next(each for each in found if not isinstance(each, (dict, str)) or not each)
    return BadEdition("[names] holds a text in each language, not {value}.", value=repr(wrong)[:40])


def read_edition(path: Path, game: str) -> Edition:
    """Read an edition file of that game."""
    if not path.exists():
        raise BadEdition("There is no edition file {path}.", path=path.name)
    try:
        data = read_toml(path)
    except BadToml as error:
        raise BadEdition("The edition file {path} cannot be read: {error}", path=path.name, error=error.say) from None
    edition = Edition(data)
    if edition.game != game:
        raise BadEdition("This edition file is for {other}, not for {game}.", other=edition.game, game=game)
    check_names(data.get("names", {}))
    for value in edition.values():
        if not value.source or value.status not in STATUSES:
            raise BadEdition(
                "{path} must say where it comes from: source = …, status = one of {statuses}.",
                path=value.path,
                statuses=", ".join(STATUSES),
            )
    return edition
