"""What the designer's page shows: the values of an edition with their sources, and what a change makes of the game."""

from __future__ import annotations

import re
from typing import NamedTuple

from parrain.core import Game, Say, say
from parrain.core.edition import Edition, Value
from parrain.core.translation import known_language, render
from parrain.lab.quick import SeatDifference, Tally, compare
from parrain.web.render.edition_keys import KEYS

STATUS = {  # the source of a printed value says enough
    "deduced": say("follows from the rulebook"),
    "web": say("from a public page about the game"),
    "recon": say("our reconstruction"),
    "house": say("changed by the owner of the file"),
}
OURS = ("recon", "house")
RULEBOOK = re.compile(r"rulebook((, figures?)? [\d., to]+)?")  # a source that can be said in any language
LONGEST = 60  # characters of a value that is shown


class ValueLine(NamedTuple):
    """A value of the edition: `path` is what changes it, empty if a form cannot."""

    path: str
    label: str
    value: str
    number: bool
    ours: bool
    source: str


class Thing(NamedTuple):
    """Values that belong together: those of a card or character, or of a table of the file."""

    title: str
    lines: list[ValueLine]


class ValueGroup(NamedTuple):
    """A part of the edition file."""

    id: str
    title: str
    things: list[Thing]


def value_groups(game: Game, language: str) -> list[ValueGroup]:
    """Every value of an edition, grouped as the file groups them."""
    edition = game.edition
    found: dict[str, dict[str, list[ValueLine]]] = {}
    for value in edition.values():
        key, *steps = value.path.split(".")
        title = " · ".join(name_of(edition, step, language) for step in steps[:-1])
        found.setdefault(key, {}).setdefault(title, []).append(line(edition, value, language))
    groups = []
    for key, things in found.items():
        title = name_of(edition, key, language)
        groups.append(ValueGroup(key, title[0].upper() + title[1:], [Thing(*each) for each in things.items()]))
    return groups


def line(edition: Edition, of: Value, language: str) -> ValueLine:
    """A value as a row of the form; numbers, and "none" in the place of one, can be changed."""
    value = of.value
    number = isinstance(value, int) and not isinstance(value, bool)
    path = of.path if number or value == "none" else ""
    shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    label = name_of(edition, of.path if of.path in KEYS else of.path.split(".")[-1], language)
    source = source_text(of.source, of.status, language)
    return ValueLine(path, label, shown[:LONGEST], number, of.status in OURS, source)


def source_text(source: str, status: str, language: str) -> str:
    """Where a value comes from; notes of the file are in English, and those on what is ours are for its authors."""
    known = render(STATUS[status], language) if status in STATUS else ""
    if status in OURS:
        return known
    if RULEBOOK.fullmatch(source):
        source = render(say("rulebook{where}", where=source.removeprefix("rulebook").replace(" to ", "–")), language)
    elif known_language(language) != "en":
        source = "" if known else render(say("rulebook{where}", where=""), language)
    return f"{known}: {source}" if known and source else known or source


def name_of(edition: Edition, slug: str, language: str) -> str:
    """What a component or a key of the file is called; one that nobody has named, with spaces."""
    names = edition.data.get("names")
    for form in names.values() if isinstance(names, dict) else ():
        words = form.get(slug) if isinstance(form, dict) else None
        if isinstance(words, dict):
            return str(words.get(known_language(language), words.get("en", slug)))
    return render(KEYS[slug], language) if slug in KEYS else slug.replace("_", " ").replace("-", " ")


# -- what a change makes of the game -------------------------------------------------------------------------------


def seat_name(game: Game, seat: int) -> Say:
    """A seat, with its faction where seats are not alike."""
    if not game.roles:
        return say("Player {number}", number=seat + 1)
    return say("Player {number}, {role}", number=seat + 1, role=game.roles[seat % len(game.roles)])


def percent(value: float, sign: bool = False) -> Say:
    """A share in percent, with a decimal comma where a language writes one."""
    whole, _, part = f"{100 * value:{'+' if sign else ''}.1f}".partition(".")
    return say("{whole}.{part}", whole=whole, part=part)


def sentence(game: Game, seat: int, of: SeatDifference) -> Say:
    """What the games say of a seat."""
    filling = {
        "who": seat_name(game, seat),
        "after": percent(of.changed),
        "before": percent(of.base),
        "low": percent(of.low, True),
        "high": percent(of.high, True),
    }
    if of.differs:
        return say(
            "{who}: {after} % of the wins instead of {before} %, beyond chance (a difference of {low} to {high}).",
            **filling,
        )
    if of.sure:
        return say(
            "{who}: {after} % of the wins instead of {before} %, no difference that matters ({low} to {high}).",
            **filling,
        )
    return say("{who}: {after} % of the wins instead of {before} %, not sure yet ({low} to {high}).", **filling)


def sentences(game: Game, tally: Tally, language: str) -> list[str]:
    """What the games say so far, for people to read."""
    found = [sentence(game, seat, of) for seat, of in enumerate(compare(tally))]
    count = max(1, tally.games)
    found.append(
        say(
            "A game takes {after} decisions instead of {before}.",
            after=round(tally.lengths[1] / count),
            before=round(tally.lengths[0] / count),
        )
    )
    return [render(each, language) for each in found]
