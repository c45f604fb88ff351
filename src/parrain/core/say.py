"""Translatable messages: an English sentence and its values, translated only when shown.

The engine knows no language. It returns a `Say`; `render` (core/translation.py) turns it into French or English, with
the players' names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Seat(NamedTuple):
    """A player named in a sentence; rendered as the name of the player in that seat."""

    number: int


class Term(NamedTuple):
    """The name of a component in each language, from the edition file; a filling, or a sentence of its own."""

    texts: Mapping[str, str]

    def __str__(self) -> str:
        return self.texts["en"]


class Words(dict[str, str]):
    """A text by language; in a language that it does not have, the English."""

    def __missing__(self, language: str) -> str:
        return self["en"]


class Say(NamedTuple):
    """A sentence (the English text is also the key of its translation) and what fills its braces.

    A filling may be a plain value, a `Seat`, a `Term`, another `Say`, or a list of these. A sentence with a `plural`
    has both forms; the filling `count` says which is used, by the rules of the reader's language.
    """

    text: str
    filling: Mapping[str, object]
    plural: str = ""

    def __str__(self) -> str:
        text = self.plural if self.plural and self.filling["count"] != 1 else self.text
        return text.format(**{key: plain(value) for key, value in self.filling.items()})


def plain(value: object) -> str:
    """A filling in plain English, for logs and tracebacks."""
    if isinstance(value, Seat):
        return f"player {value.number + 1}"
    if isinstance(value, list):
        return ", ".join(plain(each) for each in value)
    return str(value)


def say(text: str, /, **filling: object) -> Say:
    """Write a sentence; the extraction of texts for translation looks for this name."""
    return Say(text, filling)


def say_plural(one: str, many: str, /, **filling: object) -> Say:
    """Write a sentence in two forms, for one and for any other `count`; extracted for translation like `say`."""
    return Say(one, filling, many)


def say_term(term: Term) -> Say:
    """A name as a sentence of its own; it is translated in the edition file."""
    return Say("{name}", {"name": term})
