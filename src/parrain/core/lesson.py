"""Lessons: a position, what is played, what must be true after it. The same files teach and test.

A lesson is a TOML file (docs/lessons.md):

    id = "BE1"                          the worked example it plays
    game = "district-noir"
    rules = ["DN 6.1"]
    title = { en = "...", fr = "..." }
    intro = { en = "...", fr = "..." }

    [position]                          or [new] with players, seed, options
    line = ["6", "7", "8", "+2", "5"]

    [[step]]
    seat = 1
    play = "take"                       or: refuse = "take" and rule = "DN 6.3"
    task = { en = "...", fr = "..." }   what the learner is asked to do (steps without one are shown)
    say = { en = "...", fr = "..." }    the explanation
    expect = { line = [], scores = [0, 5] }

An expectation names a fact of `facts` below, or a path into the position (`taken.1`, `players.0.money`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, cast

from parrain.core.data import to_data
from parrain.core.errors import BadLesson, IllegalAction, ParrainError
from parrain.core.game import Game
from parrain.core.say import Say, Words, say
from parrain.core.state import State
from parrain.core.toml import BadToml, read_toml

Check = Callable[[object], bool]


class Step(NamedTuple):
    """One choice of a lesson, legal (`play`) or not (`refuse`, with the rule that forbids it)."""

    seat: int
    play: str
    refuse: str
    rule: str
    task: Words
    say: Words
    expect: Mapping[str, object]


class Lesson(NamedTuple):
    """A lesson file, parsed."""

    id: str
    game: str
    rules: tuple[str, ...]
    title: Words
    intro: Words
    data: Mapping[str, object]
    expect: Mapping[str, object]
    steps: tuple[Step, ...]

    @property
    def values(self) -> Mapping[str, float]:
        """Of a puzzle: the share of the win that its maker found for each choice (`check.values`)."""
        check = cast(Mapping[str, object], self.data.get("check", {}))
        return cast(Mapping[str, float], check.get("values", {}))

    def begin(self, game: Game) -> State:
        """The table as the lesson begins."""
        if "new" in self.data:
            new = dict(cast(Mapping[str, object], self.data["new"]))
            options = cast(dict[str, object], new.pop("options", {}))
            return game.new(cast(int, new.pop("players", None)), cast(int, new.pop("seed", 0)), None, **options)
        return game.position(cast(Mapping[str, object], self.data["position"]))


def read_lesson(path: Path) -> Lesson:
    """Read a lesson file."""
    try:
        data = read_toml(path)
    except BadToml as error:
        raise BadLesson("The lesson {file} cannot be read: {error}", file=path.name, error=error.say) from None
    for key in ("id", "game", "rules", "title"):
        if key not in data:
            raise BadLesson("The lesson {file} does not say its {key}.", file=path.name, key=key)
    if ("position" in data) == ("new" in data):
        raise BadLesson("The lesson {file} needs either [position] or [new].", file=path.name)
    check_types(data, KEYS, path.name)
    check_types(data.get("new", {}), NEW_KEYS, path.name)
    steps = tuple(_step(step, number, path.name) for number, step in enumerate(data.get("step", []), 1))
    return Lesson(
        data["id"],
        data["game"],
        tuple(data["rules"]),
        both(data["title"]),
        both(data.get("intro", "")),
        data,
        data.get("expect", {}),
        steps,
    )


def is_texts(value: object) -> bool:
    """Whether this is a list of texts."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def is_words(value: object) -> bool:
    """Whether this is a text, or one in both languages."""
    texts = [value.get("en"), value.get("fr")] if isinstance(value, dict) else [value]
    return all(isinstance(each, str) for each in texts)


def is_check(value: object) -> bool:
    """Whether these are notes of a puzzle's maker, in which `values` maps choices to numbers."""
    values = value.get("values", {}) if isinstance(value, dict) else None
    return isinstance(values, dict) and all(isinstance(each, int | float) for each in values.values())


def is_a(*kinds: type) -> Check:
    """Whether a value is of one of these types; true and false are no numbers."""
    return lambda value: isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))


# The keys of a lesson, of its [new] and its steps, and what each may hold.
KEYS: Mapping[str, Check] = {
    "id": is_a(str),
    "game": is_a(str),
    "rules": is_texts,
    "title": is_words,
    "intro": is_words,
    "position": is_a(dict),
    "new": is_a(dict),
    "expect": is_a(dict),
    "step": is_a(list),
    "check": is_check,
}
NEW_KEYS: Mapping[str, Check] = {"players": is_a(int), "seed": is_a(int), "options": is_a(dict)}
STEP_KEYS: Mapping[str, Check] = {
    "seat": is_a(int),
    "play": is_a(str),
    "refuse": is_a(str),
    "rule": is_a(str),
    "task": is_words,
    "say": is_words,
    "expect": is_a(dict),
}


def check_types(data: Mapping[str, object], known: Mapping[str, Check], file: str) -> None:
    """Refuse a key that means nothing, or a value of the wrong type."""
    for key, value in data.items():
        if key not in known:
            raise BadLesson("The lesson {file} says {key}, which means nothing here.", file=file, key=key)
        if not known[key](value):
            raise BadLesson("The lesson {file}: the value of {key} is of the wrong type.", file=file, key=key)


def both(words: object) -> Words:
    """A text in both languages; a bare text is the same in both."""
    return Words(words) if isinstance(words, dict) else Words({"en": str(words), "fr": str(words)})


def _step(step: object, number: int, file: str) -> Step:
    if not isinstance(step, dict) or "seat" not in step or ("play" in step) == ("refuse" in step):
        raise BadLesson(
            "Step {number} of the lesson {file} needs a seat and either play or refuse.", number=number, file=file
        )
    check_types(step, STEP_KEYS, file)
    return Step(
        cast(int, step["seat"]),
        str(step.get("play", "")),
        str(step.get("refuse", "")),
        str(step.get("rule", "")),
        both(step.get("task", "")),
        both(step.get("say", "")),
        cast(Mapping[str, object], step.get("expect", {})),
    )


def run_lesson(lesson: Lesson, game: Game) -> State:
    """Play a lesson and check every expectation; BadLesson names the one that fails."""
    unknown = [rule for rule in lesson.rules if rule not in game.rulebook().rules]
    if unknown:
        raise BadLesson(
            "The lesson {id} names rules that do not exist: {rules}.", id=lesson.id, rules=", ".join(unknown)
        )
    try:
        state = lesson.begin(game)
        expect(state, lesson.expect, lesson.id, 0)
        for number, step in enumerate(lesson.steps, 1):
            take_step(state, game, step, lesson.id, number)
            expect(state, step.expect, lesson.id, number)
    except BadLesson:
        raise
    except ParrainError as error:
        raise BadLesson("The lesson {id} cannot be played: {why}", id=lesson.id, why=error.say) from None
    return state


def take_step(state: State, game: Game, step: Step, lesson: str, number: int) -> None:
    """Play the choice of a step, or check that the rule of the step refuses it."""
    action = game.action_from_text(step.play or step.refuse)
    if not 0 <= step.seat < state.players:
        raise BadLesson(
            "Step {number} of {id}: there are seats 0 to {most}.", number=number, id=lesson, most=state.players - 1
        )
    try:
        state.apply(step.seat, action)
    except IllegalAction as error:
        if step.play:
            raise BadLesson(
                "Step {number} of {id}: “{choice}” is not legal: {why} ({rule})",
                number=number,
                id=lesson,
                choice=step.play,
                why=error.say,
                rule=error.rule,
            ) from None
        if step.rule and error.rule != step.rule:
            raise BadLesson(
                "Step {number} of {id}: refused by {rule}, expected {expected}.",
                number=number,
                id=lesson,
                rule=error.rule,
                expected=step.rule,
            ) from None
        return
    if step.refuse:
        raise BadLesson(
            "Step {number} of {id}: “{choice}” should be refused.", number=number, id=lesson, choice=step.refuse
        )


class Verdict(NamedTuple):
    """How an answer to a step is judged: whether it is what the step asks for, and the rule that refuses it."""

    right: bool
    refused: IllegalAction | None


def table_after(lesson: Lesson, game: Game, steps: int) -> State:
    """The table after so many steps; a choice that is refused changes nothing."""
    state = lesson.begin(game)
    for step in lesson.steps[:steps]:
        if step.play:
            state.apply(step.seat, game.action_from_text(step.play))
    return state


def judge(lesson: Lesson, game: Game, step: int, text: str) -> Verdict:
    """Judge an answer to a step."""
    wanted, action = lesson.steps[step], game.action_from_text(text)
    refused = table_after(lesson, game, step).why_not(wanted.seat, action)
    return Verdict(action is game.action_from_text(wanted.play or wanted.refuse), refused)


def worse_choice(lesson: Lesson, text: str) -> Say:
    """What is said to a choice of a puzzle that is not the best."""
    return say("{chance}% to win. There is a better choice: try again.", chance=round(100 * lesson.values[text]))


def expect(state: State, expectations: Mapping[str, object], lesson: str, number: int) -> None:
    """Check expectations against the table."""
    position: dict[str, object] = {}
    for name, wanted in expectations.items():
        if name.split(".")[0] in FACTS:
            found = fact(state, name)
        else:
            position = position or state.to_position()
            found = follow(position, name)
        if to_data(found) != wanted:
            raise BadLesson(
                "Step {number} of {id}: {name} is {found}, expected {wanted}.",
                number=number,
                id=lesson,
                name=name,
                found=repr(to_data(found)),
                wanted=repr(wanted),
            )


FACTS: dict[str, Callable[[State], object]] = {
    "to_move": lambda state: state.current_players(),
    "legal": lambda state: sorted(
        str(action) for seat in state.current_players()[:1] for action in state.legal_actions(seat)
    ),
    "over": lambda state: state.is_over,
    "ending": lambda state: state.ending,
    "scores": lambda state: state.scores(),
    "returns": lambda state: state.returns(),
    "places": lambda state: state.ranking(),
    "view": lambda state: state.view(None),
    "legal_of": lambda state: [sorted(map(str, state.legal_actions(seat))) for seat in range(state.players)],
}


def fact(state: State, name: str) -> object:
    """A fact by name; `view.1.hand` looks into the View of seat 1, `view.none.hand` into a spectator's."""
    first, *path = name.split(".")
    if first != "view":
        return follow(to_data(FACTS[first](state)), ".".join(path)) if path else FACTS[first](state)
    seats = {"none": None, **{str(seat): seat for seat in range(state.players)}}
    if not path or path[0] not in seats:
        raise BadLesson("There is nothing called {path} in this position.", path=name)
    seat = seats[path[0]]
    return follow(to_data(state.view(seat)), ".".join(path[1:]))


def follow(node: object, path: str) -> object:
    """The value at a dotted path; # at the end counts what is there."""
    for part in path.split("."):
        try:
            if part == "#":
                return len(cast(list[object], node))
            node = node[int(part)] if isinstance(node, (list, tuple)) else cast(dict[str, object], node)[part]
        except (KeyError, IndexError, ValueError, TypeError):
            raise BadLesson("There is nothing called {path} in this position.", path=path) from None
    return node
