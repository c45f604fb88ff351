"""Courses: guided first games, read from TOML files and validated. The format is written in docs/courses.md."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

from parrain.core.data import to_data
from parrain.core.errors import BadCourse, ParrainError
from parrain.core.game import Game
from parrain.core.lesson import FACTS, fact, follow
from parrain.core.say import Say, Words, say
from parrain.core.state import State
from parrain.core.toml import BadToml, read_toml

Facts = Mapping[str, object]
NO_WORDS: Words = Words({"en": "", "fr": ""})

FORBIDDEN, WORSE, HARMLESS = "forbidden", "worse", "harmless"  # the kinds of a wrong choice
WHY = (FORBIDDEN, WORSE, HARMLESS)


class Move(NamedTuple):
    """Scripted actions of one seat, and what is told about them."""

    seat: int
    play: tuple[str, ...]
    say: Words


class Wrong(NamedTuple):
    """A wrong choice: the actions up to and with it, why, and the coach's answer; `reply` and `expect` prove it."""

    play: tuple[str, ...]
    why: str
    rule: str
    reply: tuple[Move, ...]
    expect: Facts
    say: Words


class Comment(NamedTuple):
    """What the coach says to a first choice in free play."""

    play: tuple[str, ...]
    say: Words


class Result(NamedTuple):
    """What the coach says at the end of free play if a fact is at least a number; without a fact, always."""

    fact: str
    least: int
    say: Words


class Free(NamedTuple):
    """Free play against bots of a level, for so many turns of the learner or until facts are true."""

    level: str
    turns: int
    until: Facts
    ask: tuple[Words, ...]
    comments: tuple[Comment, ...]
    results: tuple[Result, ...]
    example: tuple[Move, ...]


class Sign(NamedTuple):
    """A sign that is new on the table: its icon, and what it means."""

    icon: str
    words: Words


class Step(NamedTuple):
    """One task; `free` replaces the right and wrong choices in a step of free play."""

    task: Words
    look: tuple[str, ...]
    rules: tuple[str, ...]
    position: Facts | None
    before: tuple[Move, ...]
    right: tuple[tuple[str, ...], ...]
    wrong: tuple[Wrong, ...]
    otherwise: Words
    done: Words
    answers: tuple[Move, ...]
    expect: Facts
    after: Facts
    then: tuple[Move, ...]
    free: Free | None


class Chapter(NamedTuple):
    """One idea: a table to begin from, and its tasks."""

    id: str
    title: Words
    minutes: int
    idea: Words
    victory: Words
    signs: tuple[Sign, ...]
    locked: tuple[str, ...]
    read: tuple[int, ...]
    seat: int
    names: tuple[str, ...]
    position: Facts | None
    new: Facts | None
    before: tuple[Move, ...]
    expect: Facts
    steps: tuple[Step, ...]

    @property
    def goes_on(self) -> bool:
        """Whether it begins from the table that the last chapter left."""
        return self.position is None and self.new is None


class Course(NamedTuple):
    """A guided first game."""

    game: str
    players: int
    seat: int
    names: tuple[str, ...]
    coach: str
    minutes: int
    title: Words
    aim: Words
    sources: tuple[Words, ...]
    basics: tuple[str, ...]
    otherwise: Words
    chapters: tuple[Chapter, ...]

    def chain(self, chapter: int) -> int:
        """The chapter with a table of its own from which this one goes on."""
        while self.chapters[chapter].goes_on:
            chapter -= 1
        return chapter

    def opens(self, chapter: int, name: str) -> int:
        """The first later chapter in which a locked piece is free; -1 if it never is."""
        later = range(chapter + 1, len(self.chapters))
        return next((each for each in later if name not in self.chapters[each].locked), -1)


# -- reading ---------------------------------------------------------------------------------------------------

T = TypeVar("T")


class Node:
    """A table of the file with its place in it, for error messages."""

    def __init__(self, data: object, where: str, file: str, known: str) -> None:
        if not isinstance(data, Mapping):
            raise BadCourse("The course {file}: {where} must be a table.", file=file, where=where)
        self.data: Mapping[str, object] = data
        self.where, self.file = where, file
        for key in data:
            if key not in known.split():
                raise self.wrong(
                    say("there is no key {key} here; there are: {known}.", key=key, known=", ".join(known.split()))
                )

    def wrong(self, why: Say) -> BadCourse:
        """An error at this place."""
        return BadCourse("The course {file}, {where}: {why}", file=self.file, where=self.where, why=why)

    def get(self, key: str, kind: type[T], default: T | None = None) -> T:
        """The value of a key, of that type."""
        value = self.data.get(key, default)
        if value is None:
            raise self.wrong(say("{key} is missing.", key=key))
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.wrong(say("{key} is not of the type {kind}.", key=key, kind=kind.__name__))
        return value

    def words(self, key: str, default: Words | None = None) -> Words:
        """A text in both languages."""
        if key not in self.data and default is not None:
            return default
        return both(Node(self.get(key, dict), f"{self.where}, {key}", self.file, "en fr"))

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        found = self.get(key, list, [])
        if not all(isinstance(each, str) for each in found):
            raise self.wrong(say("{key} is not of the type {kind}.", key=key, kind="list of texts"))
        return tuple(found)

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        found = self.get(key, list, [])
        if not all(isinstance(each, int) for each in found):
            raise self.wrong(say("{key} is not of the type {kind}.", key=key, kind="list of numbers"))
        return tuple(found)

    def nodes(self, key: str, known: str) -> list[Node]:
        """A list of tables."""
        found = self.get(key, list, [])
        return [Node(each, f"{self.where}, {key} {at}", self.file, known) for at, each in enumerate(found, 1)]

    def moves(self, key: str, players: int) -> tuple[Move, ...]:
        """Scripted moves."""
        found = []
        for each in self.nodes(key, "seat play say"):
            seat = each.get("seat", int)
            if not 0 <= seat < players or not each.texts("play"):
                raise each.wrong(say("a move needs a seat of the table and something to play."))
            found.append(Move(seat, each.texts("play"), each.words("say", NO_WORDS)))
        return tuple(found)


def both(node: Node) -> Words:
    """The two languages of a text."""
    for language in ("en", "fr"):
        if not node.get(language, str).strip():
            raise node.wrong(say("{key} is missing.", key=language))
    return Words({language: str(node.data[language]) for language in ("en", "fr")})


COURSE_KEYS = "game players seat names coach minutes title aim sources basics otherwise chapter"
CHAPTER_KEYS = "id title minutes idea victory signs locked read seat names position new goes_on before expect step"
STEP_KEYS = "task look rules position before right wrong otherwise done answers expect after then free"
FREE_KEYS = "level turns until ask comment result example"


def read_course(path: Path) -> Course:
    """Read and validate a course file."""
    try:
        data = read_toml(path)
    except BadToml as error:
        raise BadCourse("The course {file} cannot be read: {error}", file=path.name, error=error.say) from None
    node = Node(data, "the file", path.name, COURSE_KEYS)
    players, names = node.get("players", int), node.texts("names")
    if len(names) != players or not 0 <= node.get("seat", int) < players:
        raise node.wrong(say("there must be a name for each seat, and a seat for the learner."))
    course = Course(
        game=node.get("game", str),
        players=players,
        seat=node.get("seat", int),
        names=names,
        coach=node.get("coach", str),
        minutes=node.get("minutes", int),
        title=node.words("title"),
        aim=node.words("aim"),
        sources=tuple(both(each) for each in node.nodes("sources", "en fr")),
        basics=node.texts("basics"),
        otherwise=node.words("otherwise"),
        chapters=tuple(
            _chapter(each, players, node.get("seat", int), names) for each in node.nodes("chapter", CHAPTER_KEYS)
        ),
    )
    ids = [chapter.id for chapter in course.chapters]
    if not ids or len(set(ids)) < len(ids):
        raise node.wrong(say("there must be chapters, each with an id of its own."))
    if course.chapters[0].goes_on:
        raise node.wrong(say("the first chapter has nothing to go on from."))
    if sum(chapter.minutes for chapter in course.chapters) != course.minutes:
        raise node.wrong(say("the minutes are not those of the chapters together."))
    return course


def _chapter(node: Node, players: int, seat: int, names: tuple[str, ...]) -> Chapter:
    begins = [key for key in ("position", "new", "goes_on") if node.data.get(key)]
    if len(begins) != 1:
        raise node.wrong(say("exactly one of {keys} is needed.", keys="position, new, goes_on"))
    chapter = Chapter(
        id=node.get("id", str),
        title=node.words("title"),
        minutes=node.get("minutes", int),
        idea=node.words("idea"),
        victory=node.words("victory", NO_WORDS),
        signs=tuple(
            Sign(each.get("icon", str), Words({"en": each.get("en", str), "fr": each.get("fr", str)}))
            for each in node.nodes("signs", "icon en fr")
        ),
        locked=node.texts("locked"),
        read=node.numbers("read"),
        seat=node.get("seat", int, seat),
        names=node.texts("names") or names,
        position=cast("Facts | None", node.data.get("position")),
        new=cast("Facts | None", node.data.get("new")),
        before=node.moves("before", players),
        expect=node.get("expect", dict, {}),
        steps=tuple(_step(each, players) for each in node.nodes("step", STEP_KEYS)),
    )
    if not chapter.steps:
        raise node.wrong(say("{key} is missing.", key="step"))
    if len(chapter.names) != players or not 0 <= chapter.seat < players:
        raise node.wrong(say("there must be a name for each seat, and a seat for the learner."))
    return chapter


def _step(node: Node, players: int) -> Step:
    right = node.get("right", list, [])
    if ("free" in node.data) == bool(right):
        raise node.wrong(say("exactly one of {keys} is needed.", keys="right, free"))
    if not all(way and isinstance(way, list) and all(isinstance(text, str) for text in way) for way in right):
        raise node.wrong(say("{key} is not of the type {kind}.", key="right", kind="list of lists of texts"))
    return Step(
        task=node.words("task"),
        look=node.texts("look"),
        rules=node.texts("rules"),
        position=cast("Facts | None", node.data.get("position")),
        before=node.moves("before", players),
        right=tuple(tuple(way) for way in right),
        wrong=tuple(_wrong(each, players) for each in node.nodes("wrong", "play why rule reply expect say")),
        otherwise=node.words("otherwise", NO_WORDS),
        done=node.words("done", None if right else NO_WORDS),
        answers=node.moves("answers", players),
        expect=node.get("expect", dict, {}),
        after=node.get("after", dict, {}),
        then=node.moves("then", players),
        free=None
        if right
        else _free(Node(node.get("free", dict), f"{node.where}, free", node.file, FREE_KEYS), players),
    )


def _wrong(node: Node, players: int) -> Wrong:
    wrong = Wrong(
        play=node.texts("play"),
        why=node.get("why", str),
        rule=node.get("rule", str, ""),
        reply=node.moves("reply", players),
        expect=node.get("expect", dict, {}),
        say=node.words("say"),
    )
    if not wrong.play or wrong.why not in WHY:
        raise node.wrong(say("a wrong choice needs play, and a why that is one of: {why}.", why=", ".join(WHY)))
    if (wrong.why == FORBIDDEN) != bool(wrong.rule):
        raise node.wrong(say("a wrong choice names a rule exactly if it is forbidden."))
    if wrong.why == WORSE and not wrong.expect:
        raise node.wrong(say("a choice that is worse needs an expect that shows it."))
    return wrong


def _free(node: Node, players: int) -> Free:
    free = Free(
        level=node.get("level", str),
        turns=node.get("turns", int, 0),
        until=node.get("until", dict, {}),
        ask=tuple(both(each) for each in node.nodes("ask", "en fr")),
        comments=tuple(Comment(each.texts("play"), each.words("say")) for each in node.nodes("comment", "play say")),
        results=tuple(
            Result(each.get("fact", str, ""), each.get("least", int, 0), each.words("say"))
            for each in node.nodes("result", "fact least say")
        ),
        example=node.moves("example", players),
    )
    if bool(free.turns) == bool(free.until):
        raise node.wrong(say("exactly one of {keys} is needed.", keys="turns, until"))
    if not free.results or free.results[-1].fact:
        raise node.wrong(say("there must be results, the last one without a fact."))
    return free


# -- what a course says of the table -----------------------------------------------------------------------------


def find_fact(game: Game, state: State, name: str) -> object:
    """A fact of docs/lessons.md, or one of `box.PATH`, `card.THING`, `gains`."""
    first, _, rest = name.partition(".")
    if first == "box":
        return _printed(game.edition.data, rest)
    if first == "card":
        card = game.card(rest, state.view(None), (), "en")
        return None if card is None else [value.value for value in card.values]
    if first == "gains":
        panels = game.parts(state.view(None), (), "en", False, ()).panels
        gains = [int(re.sub(r"\D", "", panel.gain) or 0) for panel in panels]
        return follow(gains, rest) if rest else gains
    return to_data(fact(state, name) if first in FACTS else follow(state.to_position(), name))


def _printed(node: object, path: str) -> object:
    """What an edition file says at a path; entries of a list are found by their name or number."""
    for part in path.split("."):
        if isinstance(node, list):
            named = [
                each for each in node if isinstance(each, dict) and part in (each.get("name"), str(each.get("number")))
            ]
            node = named[0] if named else follow(node, part)
        elif isinstance(node, dict) and part not in node and "status" in node:
            return 0  # a sign that is not printed on a tile
        else:
            node = follow(node, part)
    if isinstance(node, dict) and "value" in node:
        return node["value"]
    if isinstance(node, dict):
        return len([key for key in node if key not in ("source", "status")])
    return node


def broken_facts(game: Game, state: State, facts: Facts) -> list[str]:
    """The facts that are not as they were declared, as `name is found, expected wanted`."""
    broken = []
    for name, wanted in facts.items():
        try:
            found = to_data(find_fact(game, state, name))
        except ParrainError as error:
            broken.append(f"{name}: {error}")
            continue
        if found != wanted:
            broken.append(f"{name} is {found!r}, expected {wanted!r}")
    return broken


def drawn_names(game: Game, state: State, seat: int, narrow: bool) -> dict[str, set[str]]:
    """What the drawings of a table name, by drawing: pieces and things that explain themselves."""
    parts = game.parts(state.view(seat), (), "en", narrow, state.legal_actions(seat))
    return {
        name: set(re.findall(r'data-(?:about|piece)="([^"]*)"', part.svg("en", "")))
        for name, part in parts.drawings().items()
    }


def is_drawn(look: str, names: Mapping[str, set[str]]) -> bool:
    """Whether something to look at is there: a drawing, a thing in it (`hand/card.8`), or a thing in any of them."""
    part, _, name = look.partition("/")
    if name:
        return name in names.get(part, ())
    return part in names or any(part in each for each in names.values())
