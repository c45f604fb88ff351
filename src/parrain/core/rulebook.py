"""A game's rules in our own words, numbered, in both languages: `rulebook.toml` in the game's package.

    [[section]]
    number = 6
    en = "Taking cards"
    fr = "Prendre des cartes"

    [[rule]]
    number = "6.3"
    source = { en = "taking cards", fr = "prendre des cartes" }
    en = "From an empty line nobody takes."
    fr = "On ne prend rien dans une file vide."

`source` says where in the rulebook of the box a rule stands, and what was settled here; a bare text is the same in both
languages. `status` is

    book      in the rulebook, or follows from it (the default)
    settled   in the rulebook, which leaves something open that is settled here
    ours      not in the rulebook: our decision, option or reconstruction

`box_only = true` is for a rule that only matters with the box on the table, so that no code plays it.

docs/rules/<game>.md and docs/rules/fr/<game>.md are written from it (`make docs`); code and tests carry the numbers
(`DN 6.3`).
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from parrain.core.say import Words
from parrain.core.translation import BEGUN, LANGUAGES

BOOK, SETTLED, OURS = "book", "settled", "ours"
MARKS = {BOOK: "◆", SETTLED: "◇", OURS: "◇"}

HEADS = {  # of a page of docs/rules
    "en": "# {title}: the rules\n\n"
    "In our own words; each says where it comes from: ◆ in the rulebook of the box, ◇ settled here or ours.",
    "de": "# {title}: die Regeln\n\n"
    "In unseren Worten; jede sagt, woher sie stammt: ◆ aus der Anleitung der Schachtel, ◇ hier geklärt oder von uns.",
    "fr": "# {title} : les règles\n\n"
    "Dans nos propres mots ; chacune dit d’où elle vient : ◆ du livret de la boîte, ◇ tranchée ici ou de nous.",
}


class Rule(NamedTuple):
    """One rule: its number with the game's prefix, its section, where it comes from, its words."""

    number: str
    section: int
    status: str
    source: Words
    text: Words
    box_only: bool = False


class Rulebook(NamedTuple):
    """All rules of a game, by number, and the titles of the sections."""

    title: str
    sections: dict[int, Words]
    rules: dict[str, Rule]

    def languages(self) -> list[str]:
        """The languages in which there are rules; in one that is begun, those that it lacks are English."""
        return [language for language in HEADS if any(language in rule.text for rule in self.rules.values())]

    def markdown(self, language: str) -> str:
        """The rules as a page of docs/rules in one language."""
        lines = [HEADS[language].format(title=self.title), ""]
        for number, title in self.sections.items():
            lines += [f"## {number}. {title[language]}", ""]
            for rule in self.rules.values():
                if rule.section == number:
                    source = f"*({MARKS[rule.status]} {rule.source[language]})*"
                    lines += [f"**{rule.number}** {rule.text[language]} {source}", ""]
        return "\n".join(lines)


def both(words: object) -> Words:
    """A text in both languages, and in those that are begun if it is there; a bare text is the same in both."""
    if isinstance(words, dict):
        spoken = (*LANGUAGES, *(language for language in BEGUN if language in words))
        return Words({language: str(words[language]).strip() for language in spoken})
    return Words({language: str(words) for language in LANGUAGES})


@lru_cache(maxsize=32)
def read_rulebook(path: Path, title: str, prefix: str) -> Rulebook:
    """Read a rulebook file; a rule must have a number, a source and both languages."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    sections = {section["number"]: both(section) for section in data["section"]}
    rules: dict[str, Rule] = {}
    for rule in data["rule"]:
        number = f"{prefix} {rule['number']}"
        section = int(rule["number"].split(".")[0])
        status = rule.get("status", BOOK)
        if number in rules or section not in sections or not rule["source"] or status not in MARKS:
            raise ValueError(
                f"{path.name}: rule {number} is written twice, has no section, no source or no such status"
            )
        only = rule.get("box_only", False)
        rules[number] = Rule(number, section, status, both(rule["source"]), both(rule), only)
    for language in BEGUN:
        translation = path.with_name(f"{path.stem}.{language}.toml")
        if translation.exists():
            add_language(language, tomllib.loads(translation.read_text(encoding="utf-8")), sections, rules, prefix)
    return Rulebook(title, sections, rules)


def add_language(
    language: str, data: dict[str, Any], sections: dict[int, Words], rules: dict[str, Rule], prefix: str
) -> None:
    """Add a translation (`rulebook.de.toml`): titles of sections and rules by number, each with its source."""
    for section, title in data["sections"].items():
        if int(section) in sections:
            sections[int(section)][language] = title
    for number, rule in data["rules"].items():
        found = rules.get(f"{prefix} {number}")
        if found is not None:
            found.text[language], found.source[language] = rule["text"], rule["source"]
