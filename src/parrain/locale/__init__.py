"""The languages of the table: which one to speak, and the gettext catalogues (docs/languages.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from parrain.core import BadOption
from parrain.core.translation import LANGUAGES, SPOKEN, known_language, render, translate

__all__ = ["LANGUAGES", "SPOKEN", "choose_language", "render", "translate", "typeset"]

# In the order in which the gettext tools ask them.
VARIABLES = ("PARRAIN_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def choose_language(wanted: str | None, environ: Mapping[str, str]) -> str:
    """The language asked for, else what the environment says, else English."""
    if wanted:
        if wanted.replace("_", "-").split("-")[0].lower() not in SPOKEN:
            raise BadOption("The table speaks {known}, not “{wanted}”.", known=", ".join(SPOKEN), wanted=wanted[:20])
        return known_language(wanted)
    said = next((environ[name] for name in VARIABLES if environ.get(name)), "en")
    found = known_language(said.split(":")[0].split(".")[0])
    return found if found in LANGUAGES or environ.get("PARRAIN_LANGUAGE") else "en"


def typeset(text: str, language: str) -> str:
    """The spaces and apostrophes of printed French.

    A thin fixed space before ; ! ? and in sums, a fixed one before : % $ and in « ».
    """
    if language != "fr":
        return text
    text = re.sub(r"[ \u00a0\u202f]([;!?])", "\u202f\\1", text)
    text = re.sub(r"[ \u00a0\u202f]([:»%])", "\u00a0\\1", text)
    text = re.sub(r"(?<=[\d}])[ \u00a0\u202f]\$", "\u00a0$", text)
    text = re.sub(r"(?<=\d)[ \u00a0\u202f](?=\d{3}\b)", "\u202f", text)
    text = re.sub(r"«[ \u00a0\u202f]", "«\u00a0", text)
    return re.sub(r"(?<=\w)'(?=[\w{«])", "’", text)
