"""Names in the forms that sentences need, derived from those in the edition: at the Foundry, à la Fonderie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parrain.core.say import Term

VOWELS: Final = "aeiouyâàéèêëîïôöûüœ"
Change = Callable[[str], str]


def same(words: str) -> str:
    """The name as it is."""
    return words


def capital(words: str) -> str:
    """The name at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def after(preposition: str) -> Change:
    """The name after an English preposition."""
    return lambda words: f"{preposition} {words}"


def french_at(words: str) -> str:
    """À with the article it melts with: au Casino, à la Fonderie."""
    for article, melted in (("le ", "au "), ("les ", "aux ")):
        if words.startswith(article):
            return melted + words[len(article) :]
    return f"à {words}"


def french_of(words: str) -> str:
    """De with the article it melts with, or elided: du Casino, de la Fonderie, d’armes."""
    for article, melted in (("le ", "du "), ("les ", "des ")):
        if words.startswith(article):
            return melted + words[len(article) :]
    return f"d’{words}" if words[:1].lower() in VOWELS else f"de {words}"


def english_the(words: str) -> str:
    """The for a or an."""
    return "the " + words.removeprefix("a ").removeprefix("an ")


def french_the(words: str) -> str:
    """The definite article for the indefinite: la tueuse, l’indic."""
    for article, definite in (("un ", "le "), ("une ", "la ")):
        if words.startswith(article):
            bare = words[len(article) :]
            return f"l’{bare}" if bare[:1].lower() in VOWELS else definite + bare
    return words


def bare(words: str) -> str:
    """The name without its article."""
    for article in ("a ", "an ", "the ", "un ", "une ", "des ", "le ", "la ", "les ", "l’"):
        if words.startswith(article):
            return words[len(article) :]
    return words


def french_capital_the(words: str) -> str:
    """The definite article at the beginning of a sentence."""
    return capital(french_the(words))


def french_capital_of(words: str) -> str:
    """A traffic at the beginning of a sentence: Trafic de drogue."""
    return f"Trafic {french_of(words)}"


# form: the form in the edition, and what each language makes of it
DERIVED: Final[dict[str, tuple[str, Change, Change]]] = {
    "Place": ("place", capital, capital),
    "at": ("place", after("at"), french_at),
    "to": ("place", after("to"), french_at),
    "beside": ("place", same, french_of),  # north of the Arcade, au nord du Passage
    "the": ("a", english_the, french_the),
    "Whose": ("a", bare, french_capital_the),
    "whose": ("a", bare, french_the),  # Lana's thug, la petite frappe de Lana
    "lacking": ("who", same, french_of),  # no thug, pas de petite frappe
    "mark": ("face", bare, bare),
    "goods": ("traffic", same, french_of),  # drugs tokens, jetons de drogue
    "Traffic": ("traffic", capital, french_capital_of),
    "giving up": ("trade", same, french_at),  # renoncer à la drogue
}


def derived(form: str, term: Term) -> Term:
    """A name in one of these forms."""
    _, english, french = DERIVED[form]
    texts = term.texts
    return Term({"en": english(texts["en"]), "fr": french(texts.get("fr") or texts["en"])})
