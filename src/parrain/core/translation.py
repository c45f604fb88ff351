"""A `Say` in the reader's language: looked up in the gettext catalogues and filled in.

The catalogues are `locale/<language>/LC_MESSAGES/*.mo`, one domain per game and `parrain` for the rest; a game of
another package adds its own folder (`add_locale`). The English text is the key, so English needs no catalogue, and text
without a translation stays English.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from parrain.core.say import Say, Seat, Term, say

LANGUAGES = ("fr", "en")  # of everything
BEGUN = ("de",)  # of some games only, and spoken only if asked for by name
SPOKEN = (*LANGUAGES, *BEGUN)
VOWELS = ("a", "e", "i", "o", "u", "œ")
ELIDED = re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")
LOCALES = [Path(__file__).parent.parent / "locale"]


def add_locale(folder: Path) -> None:
    """Look texts up in the catalogues of that folder too."""
    if folder.is_dir() and folder not in LOCALES:
        LOCALES.append(folder)
        forget_catalogues()


@lru_cache(maxsize=64)
def known_language(language: str) -> str:
    """The supported language for a tag such as `fr-CA`, English by default."""
    short = language.replace("_", "-").split("-")[0].lower()
    return short if short in SPOKEN else "en"


@lru_cache(maxsize=8)
def catalogue(language: str) -> NullTranslations:
    """All domains of one of SPOKEN as one chain, `parrain` first; cached (`forget_catalogues`)."""
    chain = NullTranslations()
    found = [path for folder in LOCALES for path in (folder / language / "LC_MESSAGES").glob("*.mo")]
    for path in sorted(found, key=lambda path: (path.stem != "parrain", path.stem), reverse=True):
        with path.open("rb") as file:
            domain = GNUTranslations(file)
        domain.add_fallback(chain)
        chain = domain
    return chain


@lru_cache(maxsize=8192)
def translate(text: str, language: str) -> str:
    """Translate a text, its placeholders not yet filled; kept, as a chain of catalogues takes long to look through."""
    return catalogue(known_language(language)).gettext(text) if text else ""


def forget_catalogues() -> None:
    """Read the catalogues anew."""
    catalogue.cache_clear()
    translate.cache_clear()


def translate_plural(sentence: Say, language: str) -> str:
    """Translate the plural form for the sentence's count, its placeholders not yet filled."""
    count = sentence.filling["count"]
    number = count if isinstance(count, int) else 0
    return catalogue(known_language(language)).ngettext(sentence.text, sentence.plural, number)


def render(sentence: Say, language: str, names: Sequence[str] = ()) -> str:
    """Translate a sentence and fill its placeholders; a seat without a name is “Player 1”."""
    if sentence.text == "{name}":  # a name alone (`say_term`)
        return render_value(sentence.filling["name"], language, names)
    if not sentence.filling and "{" not in sentence.text:
        return translate(sentence.text, language)
    text = translate_plural(sentence, language) if sentence.plural else translate(sentence.text, language)
    filling = {key: render_value(value, language, names) for key, value in sentence.filling.items()}
    if "e {" in text and known_language(language) == "fr":
        text = elide(text, filling)
    try:
        return text.format(**filling)
    except (KeyError, IndexError, ValueError):  # a translation with a brace of its own must not break a table
        return sentence.text.format(**filling)


def elide(text: str, filling: Mapping[str, str]) -> str:
    """French: de and que lose their e before a name that begins with a vowel (d’Élodie)."""

    def before(found: re.Match[str]) -> str:
        vowel = unicodedata.normalize("NFD", filling.get(found[2], "")[:1].lower())[:1] in VOWELS
        return f"{found[1]}’{{{found[2]}}}" if vowel else found[0]

    return ELIDED.sub(before, text)


def render_value(value: object, language: str, names: Sequence[str] = ()) -> str:
    """The value of a placeholder: a seat's name, a sentence, a list of these, or the plain value."""
    if isinstance(value, Seat):
        if value.number < len(names) and names[value.number]:
            return names[value.number]
        return render(say("Player {number}", number=value.number + 1), language)
    if isinstance(value, Term):
        return value.texts.get(known_language(language)) or value.texts["en"]
    if isinstance(value, Say):
        return render(value, language, names)
    if isinstance(value, list | tuple):
        parts = [render_value(each, language, names) for each in value]
        if len(parts) > 1 and all(isinstance(each, Seat) for each in value):
            first, last = ", ".join(parts[:-1]), parts[-1]
            return render(say("{first} and {last}", first=first, last=last), language)
        return ", ".join(parts)
    if isinstance(value, int) and value < 0:
        return f"−{-value}"  # as printed, not as typed
    return str(value)
