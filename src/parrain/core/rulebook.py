"""A game's rules in our own words, numbered, in both languages: `rulebook.toml` in the game's package.

    [[section]]
    number = 6
    en = "Taking cards"
    fr = "Prendre des cartes"

    [[rule]]
    number = "6.3"
    source = "rulebook, taking 5 cards; B2"
    en = "From an empty line nobody takes."
    fr = "On ne prend rien dans une file vide."

docs/rules/<game>.md is written from it (`make docs`); code and tests carry the numbers (`DN 6.3`).
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple


class Rule(NamedTuple):
    """One rule: its number with the game's prefix, the section it stands in, where it comes from, its words."""

    number: str
    section: int
    source: str
    text: dict[str, str]


class Rulebook(NamedTuple):
    """All rules of a game, by number, and the titles of the sections."""

    title: str
    sections: dict[int, dict[str, str]]
    rules: dict[str, Rule]

    def markdown(self) -> str:
        """The rules as a page of docs/rules."""
        lines = [
            f"# {self.title}: the rules",
            "",
            "In our own words; each rule says where it comes from. English first, puis en français.",
            "",
        ]
        for language in ("en", "fr"):
            for number, title in self.sections.items():
                lines += [f"## {number}. {title[language]}", ""]
                for rule in self.rules.values():
                    if rule.section == number:
                        lines += [f"**{rule.number}** {rule.text[language]} *({rule.source})*", ""]
        return "\n".join(lines)


@lru_cache(maxsize=32)
def read_rulebook(path: Path, title: str, prefix: str) -> Rulebook:
    """Read a rulebook file; a rule must have a number, a source and both languages."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    sections = {section["number"]: {"en": section["en"], "fr": section["fr"]} for section in data["section"]}
    rules: dict[str, Rule] = {}
    for rule in data["rule"]:
        number = f"{prefix} {rule['number']}"
        section = int(rule["number"].split(".")[0])
        if number in rules or section not in sections or not rule["source"]:
            raise ValueError(f"{path.name}: rule {number} is written twice, has no section or no source")
        rules[number] = Rule(number, section, rule["source"], {"en": rule["en"].strip(), "fr": rule["fr"].strip()})
    return Rulebook(title, sections, rules)
