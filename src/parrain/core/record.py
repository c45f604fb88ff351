"""Records: seed, options, edition and choices as readable text, from which the whole game can be replayed.

    parrain record 1
    game district-noir
    edition spiral-2022@0123456789ab
    players 2
    seed 7
    chance blake2
    option plain true
    name 0 Lana
    bot 1 greedy
    ---
    0 lay 7
    1 take
    undo 1
    say 0 that was mean
    ---
    entries 4
    state 3f…  the position reached, digested
    seal 9c…   everything above, digested

An `undo` takes back the last choice not yet undone. The last three lines detect a record that was truncated or
changed, and an engine that replays it differently. The record of a game still being played has no such lines, and
ends where its last complete line ends.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import NamedTuple

from parrain.core.data import to_bytes
from parrain.core.errors import BadRecord, IllegalAction, ParrainError
from parrain.core.event import Event
from parrain.core.game import Game
from parrain.core.inputs import one_line, whole_from_text
from parrain.core.say import Say, say
from parrain.core.state import State
from parrain.core.stream import KEYED, SEEDS

VERSION = 1
KEYED_CHANCE = "blake2"
LONGEST = 4_000_000
LONGEST_NAME = 24
LONGEST_SPEC = 500  # of a bot
LONGEST_WORDS = 500  # of a chat message
LONGEST_OPTION = 200
MOST_PLAYERS = 99  # what a game allows is checked when it is dealt


class Entry(NamedTuple):
    """One line of a record: a choice (`choose`), an undo (`undo`) or a word at the table (`say`)."""

    what: str
    seat: int
    text: str

    def line(self) -> str:
        """The entry as the record writes it."""
        return f"{self.seat} {self.text}" if self.what == "choose" else f"{self.what} {self.seat} {self.text}".rstrip()


class Record:
    """A game as it was played."""

    def __init__(
        self,
        game: str,
        edition: str,
        players: int,
        seed: int,
        options: Mapping[str, object],
        names: Mapping[int, str] | None = None,
    ) -> None:
        self.game = game
        self.edition = edition
        self.players = players
        self.seed = seed  # with KEYED added, its chance comes from the keyed stream (core/stream.py)
        self.options = dict(options)
        self.names = dict(names or {})
        self.bots: dict[int, str] = {}
        self.entries: list[Entry] = []

    def new_copy(self) -> Record:
        """The same game as it was dealt: without names, bots and entries."""
        return Record(self.game, self.edition, self.players, self.seed, self.options)

    @property
    def is_keyed(self) -> bool:
        """Whether its chance comes from the keyed stream."""
        return self.seed >= KEYED

    def commitment(self) -> str:
        """A checksum of all that decides the deal: shown when a game begins, it proves at the end what was dealt."""
        dealt = "\n".join(self.new_copy().head()[1:-1])
        return hashlib.blake2b(dealt.encode(), digest_size=16, person=b"parrain deal").hexdigest()

    def choose(self, seat: int, text: str) -> None:
        """Add a choice."""
        self.entries.append(Entry("choose", seat, text))

    def undo(self, seat: int) -> None:
        """Add an undo of the last choice by that seat."""
        self.entries.append(Entry("undo", seat, ""))

    def say(self, seat: int, words: str) -> None:
        """Add a chat message, one line of it."""
        self.entries.append(Entry("say", seat, one_line(words)))

    def standing(self) -> list[Entry]:
        """The choices that were not undone, in order."""
        kept: list[Entry] = []
        for entry in self.entries:
            if entry.what == "choose":
                kept.append(entry)
            elif entry.what == "undo":
                kept.pop()
        return kept

    def replay(self, game: Game, upto: int | None = None, log: list[Event] | None = None) -> State:
        """The State after the first `upto` choices that were not undone (default: all)."""
        if game.id != self.game:
            raise BadRecord("This record is of {other}, not of {game}.", other=self.game, game=game.id)
        if game.edition.key != self.edition:
            name = self.edition.partition("@")[0]
            if name == game.edition.name:
                raise BadRecord(
                    "This record was played with another version of the edition {name} ({theirs}; here it is {ours}).",
                    name=name,
                    theirs=self.edition,
                    ours=game.edition.key,
                )
            raise BadRecord(
                "This record was played with the edition {theirs}; the box on the table is {ours}.",
                theirs=self.edition,
                ours=game.edition.key,
            )
        state = game.begin(self.players, self.seed, self.options, log)
        for number, entry in enumerate(self.standing()[:upto], 1):
            try:
                state.apply(entry.seat, game.action_from_text(entry.text))
            except IllegalAction as error:
                raise BadRecord(
                    "Choice {number} of this record (“{text}” by player {seat}) is not legal: {why}",
                    number=number,
                    text=entry.text,
                    seat=entry.seat + 1,
                    why=error.say,
                ) from None
            except ParrainError as error:
                raise BadRecord("Choice {number} of this record: {why}", number=number, why=error.say) from None
        return state

    def head(self) -> list[str]:
        """The lines that say which game this is, down to the first “---”."""
        return [
            f"parrain record {VERSION}",
            f"game {self.game}",
            f"edition {self.edition}",
            f"players {self.players}",
            f"seed {self.seed % SEEDS}",
            *([f"chance {KEYED_CHANCE}"] if self.is_keyed else []),
            *(f"option {name} {json.dumps(value)}" for name, value in sorted(self.options.items())),
            *(f"name {seat} {name}" for seat, name in sorted(self.names.items())),
            *(f"bot {seat} {spec}" for seat, spec in sorted(self.bots.items())),
            "---",
        ]

    def to_text(self, game: Game) -> str:
        """The record as a text, sealed."""
        lines = [
            *self.head(),
            *(entry.line() for entry in self.entries),
            "---",
            f"entries {len(self.entries)}",
            f"state {digest(to_bytes(self.replay(game).to_position()))}",
        ]
        return seal("\n".join(lines) + "\n")


def digest(data: bytes) -> str:
    """A short hash of these bytes."""
    return hashlib.sha256(data).hexdigest()[:24]


def seal(text: str) -> str:
    """The text with its closing line, the hash of all above."""
    return f"{text}seal {digest(text.encode())}\n"


def read_record(text: str) -> Record:
    """Parse a record and check that it is complete; `verify` also replays it."""
    lines = _lines(text)
    body, mark, last = "\n".join(lines).rstrip("\n").rpartition("\n")
    if not mark or not last.startswith("seal "):
        raise BadRecord("This record is cut short: its last line should be its seal.")
    if seal(body + "\n") != f"{body}\n{last}\n":
        raise BadRecord("This record was changed after it was sealed.")
    parts = (
        body.split("\n---\n")
        if "\n---\n---\n" not in body
        else [body.split("\n---\n")[0], "", body.rsplit("\n---\n", 1)[1]]
    )
    if len(parts) != 3:
        raise BadRecord("A record has three parts between lines of “---”; this one has {parts}.", parts=len(parts))
    return _read_parts(parts[0].split("\n")[1:], parts[1].split("\n") if parts[1] else [], parts[2].split("\n"))


def is_sealed(text: str) -> bool:
    """Whether a record is closed, rather than of a game still being played."""
    return text.rstrip("\n").rpartition("\n")[2].startswith("seal ")


def read_unfinished(text: str) -> tuple[Record, str]:
    """Parse the record of a game still being played; also return its last line if that is torn (it is ignored)."""
    *lines, torn = _lines(text)
    if "---" not in lines:
        raise BadRecord("This record is cut short in its head: nothing had been played yet.")
    start = lines.index("---")
    entries = lines[start + 1 :]
    return _read_parts(lines[1:start], entries, [f"entries {len(entries)}"]), torn


def _lines(text: str) -> list[str]:
    """Split into lines; BadRecord if it is no record of this version."""
    if len(text) > LONGEST:
        raise BadRecord(
            "This record is too long: {length} characters, at most {longest}.", length=len(text), longest=LONGEST
        )
    lines = text.replace("\r\n", "\n").split("\n")
    first = lines[0].split()
    if first[:2] != ["parrain", "record"] or len(first) != 3:
        raise BadRecord("This is not a record: its first line should be “parrain record {version}”.", version=VERSION)
    if first[2] != str(VERSION):
        raise BadRecord(
            "This record has version {theirs}; this Parrain reads version {ours}.", theirs=first[2], ours=VERSION
        )
    return lines


def verify(record: Record, text: str, game: Game) -> State:
    """Replay a complete record and compare the final position with its hash."""
    state = record.replay(game)
    said = next((line[6:] for line in text.splitlines()[::-1] if line.startswith("state ")), "")
    if said != digest(to_bytes(state.to_position())):
        raise BadRecord("This record does not lead where it says: it was played by another version of the rules.")
    return state


def _read_parts(head: list[str], entries: list[str], tail: list[str]) -> Record:
    facts: dict[str, str] = {}
    options: dict[str, object] = {}
    seated: dict[str, dict[int, str]] = {"name": {}, "bot": {}}
    longest = {"name": LONGEST_NAME, "bot": LONGEST_SPEC}
    try:
        for line in head:
            key, _, value = line.partition(" ")
            if key == "option":
                name, _, shown = value.partition(" ")
                options[name] = _read_option(shown)
            elif key in seated:
                seat, _, who = value.partition(" ")
                seated[key][_read_number(seat, MOST_PLAYERS)] = _read_words(who, longest[key])
            else:
                facts[key] = value
        players, seed = _read_number(facts["players"], MOST_PLAYERS), _read_number(facts["seed"], SEEDS - 1)
        if facts.get("chance", KEYED_CHANCE) != KEYED_CHANCE:
            raise bad_head(say("its chance comes from {name}, which is not known here", name=facts["chance"][:40]))
        seed += KEYED if "chance" in facts else 0
        record = Record(facts["game"], facts["edition"], players, seed, options, seated["name"])
        record.bots = seated["bot"]
        if not all(seat < record.players for seat in (*record.names, *record.bots)):
            raise bad_head(say("a seat is from 0 to {most}", most=record.players - 1))
    except KeyError as error:
        raise bad_head(say("{key} is missing", key=str(error.args[0]))) from None
    except ValueError as error:  # of JSON
        raise bad_head(say("an option is no JSON ({error})", error=str(error)[:80])) from None
    standing = 0
    for number, line in enumerate(entries, 1):
        entry = _read_entry(line, number, record.players, standing)
        standing += {"choose": 1, "undo": -1}.get(entry.what, 0)
        record.entries.append(entry)
    if tail[0] != f"entries {len(record.entries)}":
        raise BadRecord("This record says “{said}” but has {count}.", said=tail[0][:80], count=len(record.entries))
    return record


def _read_number(text: str, most: int) -> int:
    number = whole_from_text(text, most)
    if number is None:
        raise bad_head(say("“{text}” is not a whole number from 0 to {most}", text=text[:40], most=most))
    return number


def _read_words(text: str, longest: int) -> str:
    if not text or len(text) > longest or not text.isprintable():
        raise bad_head(say("a name has 1 to {most} printable characters", most=longest))
    return text


def _read_option(text: str) -> object:
    if len(text) > LONGEST_OPTION:
        raise bad_head(say("an option has at most {most} characters", most=LONGEST_OPTION))
    return json.loads(text)


def bad_head(why: Say) -> BadRecord:
    """The error of a head that cannot be read."""
    return BadRecord("The head of this record cannot be read: {error}", error=why)


def _read_entry(line: str, number: int, players: int, standing: int) -> Entry:
    what, seat, text = "choose", *([*line.split(" ", 1), ""])[:2]
    if seat in ("undo", "say"):
        what, seat, text = ([*line.split(" ", 2), "", ""])[:3]
    chair = whole_from_text(seat, players - 1)
    if chair is None or (what == "choose" and not text) or (what == "say" and len(text) > LONGEST_WORDS):
        raise BadRecord("Entry {number} of this record cannot be read: “{line}”.", number=number, line=line[:80])
    if what == "undo" and not standing:
        raise BadRecord("Entry {number} of this record takes back a choice, but none stands.", number=number)
    return Entry(what, chair, one_line(text) if what == "say" else text)
