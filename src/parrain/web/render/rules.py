"""What the pages about a game show: rules, worked examples, the turn, pieces, the glossary, what is from the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from parrain.core import Game, Lesson, State, Stream, View, read_lesson, say, svg
from parrain.core.parts import BOARD, HAND, OFFER, Card, Part, Scene, sign
from parrain.core.rulebook import MARKS
from parrain.core.say import Words
from parrain.core.translation import known_language, render
from parrain.games import game as game_of
from parrain.locale import typeset

BEFORE, AFTER = "before", "after"
MOST_SAID = 6  # sentences of a worked example
WIDE = 1.4  # times as wide as it is high: a picture that needs the whole width
COLOURS = {
    "yellow": say("Yellow"),
    "red": say("Red"),
    "blue": say("Blue"),
    "green": say("Green"),
    "orange": say("Orange"),
    "purple": say("Purple"),
    "brown": say("Brown"),
    "grey": say("Grey"),
}
SAMPLES, SAMPLED_MOVES = 4, 200  # tables that are compared to tell what is true at every one of them


class LessonLink(NamedTuple):
    """A lesson to play."""

    id: str
    title: str


class RuleLine(NamedTuple):
    """A rule as a page shows it; `anchor` is its place in the page, `other` the text in the other language."""

    number: str
    anchor: str
    text: str
    other: str
    status: str
    mark: str
    source: str
    lessons: list[LessonLink]


class Picture(NamedTuple):
    """The address of a drawing, and its size, wide and narrow."""

    wide: str
    size: tuple[int, int]
    narrow: str
    narrow_size: tuple[int, int]


class Example(NamedTuple):
    """A lesson as a worked example: the table before, what is said step by step, and the scene it ends in."""

    id: str
    title: str
    intro: str
    said: list[str]
    before: Picture
    after: Picture | None
    caption: str


class Section(NamedTuple):
    """A section of the rules with its worked examples."""

    number: int
    anchor: str
    title: str
    rules: list[RuleLine]
    examples: list[Example]


class TurnBox(NamedTuple):
    """A box of the diagram of a turn."""

    title: str
    sign: Markup
    section: int
    steps: list[str]


class Entry(NamedTuple):
    """A line with its sign."""

    sign: Markup
    text: str


class Sheet(NamedTuple):
    """Lines under a title."""

    title: str
    lines: list[Entry]


class Word(NamedTuple):
    """A word of the glossary; `rule` is the number that a reader sees, `anchor` its place in the rules."""

    sign: Markup
    term: str
    means: str
    rule: str
    anchor: str


class Thing(NamedTuple):
    """A piece with what is true of it in every game."""

    title: str
    kind: str
    picture: Markup
    wide: bool  # the picture
    values: list[tuple[Markup, str, str]]
    lines: list[str]
    rule: str
    anchor: str
    reconstructed: str


class Group(NamedTuple):
    """Pieces of one kind, and what is true of them all."""

    title: str
    lines: list[str]
    things: list[Thing]


def anchor(number: str) -> str:
    """The place of a rule in a page."""
    return "rule-" + number.replace(" ", "-").replace(".", "-")


@lru_cache(maxsize=64)
def lessons_of(game_id: str) -> tuple[Lesson, ...]:
    """The lessons of a game in order."""
    return tuple(read_lesson(path) for path in game_of(game_id).lesson_files())


# -- the rules ----------------------------------------------------------------------------------------------------


def sections(game: Game, language: str) -> list[Section]:
    """All rules, section by section."""
    language = known_language(language)
    other = "en" if language == "fr" else "fr"
    book = game.rulebook()
    made: dict[int, Section] = {
        number: Section(number, f"section-{number}", typeset(title[language], language), [], [])
        for number, title in book.sections.items()
    }
    for rule in book.rules.values():
        made[rule.section].rules.append(
            RuleLine(
                rule.number,
                anchor(rule.number),
                typeset(rule.text[language], language),
                typeset(rule.text[other], other),
                rule.status,
                MARKS[rule.status],
                typeset(rule.source[language], language),
                [
                    LessonLink(lesson.id, typeset(lesson.title[language], language))
                    for lesson in lessons_of(game.id)
                    if rule.number in lesson.rules
                ],
            )
        )
    for each in game.guide().examples:
        made[each.section].examples.append(example(game.id, each.lesson, language))
    return list(made.values())


# -- worked examples ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def example(game_id: str, lesson_id: str, language: str) -> Example:
    """A lesson as a worked example."""
    lesson = find_lesson(game_id, lesson_id)
    assert lesson is not None
    said = [typeset(step.say[language], language) for step in lesson.steps if step.say[language]]
    scene = scene_of(game_id, lesson_id, language, False)
    return Example(
        lesson.id,
        typeset(lesson.title[language], language),
        typeset(lesson.intro[language], language),
        said[:MOST_SAID],
        picture(game_id, lesson_id, BEFORE, language),
        picture(game_id, lesson_id, AFTER, language) if scene else None,
        scene.steps[-1].caption if scene else "",
    )


def picture(game_id: str, lesson_id: str, moment: str, language: str) -> Picture:
    """The addresses of an example's drawing."""
    address = f"/rules/{game_id}/{lesson_id}/{moment}"
    sizes = []
    for narrow in (False, True):
        drawn = draw_example(game_id, lesson_id, moment, language, narrow)
        assert drawn is not None
        sizes.append((round(drawn.width), round(drawn.height)))
    return Picture(
        f"{address}.svg?lang={language}", sizes[0], f"{address}.svg?lang={language}&pictures=narrow", sizes[1]
    )


def find_lesson(game_id: str, lesson_id: str) -> Lesson | None:
    """A lesson by its id."""
    return next((each for each in lessons_of(game_id) if each.id == lesson_id), None)


@lru_cache(maxsize=512)
def draw_example(game_id: str, lesson_id: str, moment: str, language: str, narrow: bool) -> Part | None:
    """The table as a lesson begins, or the scene in which it ends; None if there is no such drawing."""
    lesson = find_lesson(game_id, lesson_id)
    if lesson is None or moment not in (BEFORE, AFTER):
        return None
    if moment == AFTER:
        scene = scene_of(game_id, lesson_id, language, narrow)
        return scene.steps[-1].picture if scene else None
    game = game_of(game_id)
    view = lesson.begin(game).view(learner(lesson))
    table = game.parts(view, colour_names(game, view, language), language, narrow, ())
    return stacked([part for name in (BOARD, OFFER, HAND) for part in table.parts if part.name == name])


def learner(lesson: Lesson) -> int:
    """The seat from which a lesson is seen."""
    return lesson.steps[0].seat if lesson.steps else 0


def stacked(parts: Sequence[Part]) -> Part:
    """Several drawings below each other."""
    width = max(part.width for part in parts)
    drawn, y = [], 0.0
    for part in parts:
        drawn.append(svg.group(part.body, x=(width - part.width) / 2, y=y))
        y += part.height + 12
    ground = svg.rect(0, 0, width, y - 12, "vellum")
    return Part("example", width, y - 12, svg.join(ground, *drawn), parts[0].title)


def scene_of(game_id: str, lesson_id: str, language: str, narrow: bool) -> Scene | None:
    """The scene that is shown after an example, as the learner sees it; None if none is."""
    lesson = find_lesson(game_id, lesson_id)
    game = game_of(game_id)
    wanted = next((each.scene for each in game.guide().examples if each.lesson == lesson_id), None)
    if lesson is None or wanted is None:
        return None
    seat, state = learner(lesson), played(game, lesson)
    seen = [each for event in state.log or () if (each := event.seen_by(seat)) is not None]
    view = state.view(seat)
    return game.scenes(seen, view, colour_names(game, view, language), language, narrow)[wanted]


def colour_names(game: Game, view: View, language: str) -> list[str]:
    """The players called by their colours, as the lessons call them."""
    panels = game.parts(view, (), language, False, ()).panels
    return [render(COLOURS[svg.PLAYERS[panel.colours[0]].name], language) for panel in panels]


def played(game: Game, lesson: Lesson) -> State:
    """The table after all steps of a lesson, with its log."""
    state = lesson.begin(game)
    state.log = []
    for step in lesson.steps:
        if step.play:
            state.apply(step.seat, game.action_from_text(step.play))
    return state


# -- the turn, the player aid, the glossary, the box ---------------------------------------------------------------


def drawn_sign(name: str, size: int = 24, colour: str = "ink") -> Markup:
    """A sign for a page that has the figures; nothing for no name."""
    if not name:
        return Markup("")
    return Markup(svg.page(size, size, sign(name, 0, 0, size, colour), title=""))


def turn(game: Game, language: str) -> dict[str, object]:
    """The order of a turn: its boxes, and what is written on the way back."""
    guide = game.guide()
    return {
        "turn": [
            TurnBox(
                said(box.title, language), drawn_sign(box.icon, 34), box.section, [said(s, language) for s in box.steps]
            )
            for box in guide.turn
        ],
        "again": said(guide.again, language),
    }


def said(words: Words, language: str) -> str:
    """The words of that language, typeset."""
    language = known_language(language)
    return typeset(words[language], language)


def aid(game: Game, language: str) -> list[Sheet]:
    """The player aid."""
    return [
        Sheet(
            said(block.title, language),
            [Entry(drawn_sign(each.sign), said(each.words, language)) for each in block.lines],
        )
        for block in game.guide().aid
    ]


def glossary(game: Game, language: str) -> list[Word]:
    """The words of the game, in the order of the alphabet of that language."""
    words = [
        Word(
            drawn_sign(each.sign, 34),
            said(each.term, language),
            said(each.means, language),
            each.rule,
            anchor(f"{game.prefix} {each.rule}") if each.rule else "",
        )
        for each in game.guide().words
    ]
    return sorted(words, key=lambda word: word.term)


def box(game: Game, language: str) -> dict[str, list[str]]:
    """What is from the box, found elsewhere or deduced, and ours."""
    return {kind: [said(each.words, language) for each in lines] for kind, lines in game.guide().box.items()}


@lru_cache(maxsize=16)
def pieces(game_id: str, language: str) -> list[Group]:
    """The pieces of a game by group, as the board draws them."""
    game = game_of(game_id)
    views = sample_views(game_id)
    made = []
    for group in game.guide().pieces:
        told = [[card for view in views if (card := game.card(name, view, (), language))] for name in group.things]
        passing = {line for cards in told for card in cards for line in card.lines if line not in lasting(cards)}
        made.append(share_lines(said(group.title, language), [thing(game, cards, passing, language) for cards in told]))
    return made


def lasting(cards: Sequence[Card]) -> list[str]:
    """The lines on which all cards of a thing agree."""
    first, *others = cards
    return [line for line in first.lines if all(line in each.lines for each in others)]


def share_lines(title: str, things: Sequence[Thing]) -> Group:
    """A group of pieces; what most of them say is said once, for all."""
    counted = Counter(line for each in things for line in each.lines)
    shared = [line for line, count in counted.items() if count > max(2, len(things) // 2)]
    kept = [each._replace(lines=[line for line in each.lines if line not in shared]) for each in things]
    return Group(title, shared, kept)


@lru_cache(maxsize=8)
def sample_views(game_id: str) -> list[View]:
    """New tables, tables after random play, those of the lessons: what all say of a thing is always true."""
    game = game_of(game_id)
    states = [state for lesson in lessons_of(game_id) for state in (lesson.begin(game), played(game, lesson))]
    states = [state for state in states if state.options == game.settle_options({})]
    for seed in range(SAMPLES):
        states += [game.new(game.most, seed), at_random(game.new(game.most, seed), seed)]
    return [state.view(None) for state in states]


def at_random(state: State, seed: int) -> State:
    """A table after random play."""
    chance = Stream(seed)
    for _ in range(SAMPLED_MOVES):
        if state.is_over:
            break
        seat = state.current_players()[0]
        actions = state.legal_actions(seat)
        state.apply(seat, actions[chance.below(len(actions))])
    return state


def thing(game: Game, cards: Sequence[Card], passing: Set[str], language: str) -> Thing:
    """What the cards of one thing agree on, at whatever table it lies; `passing` lines are true at some tables only."""
    first, *others = cards
    general = not any(each.isdigit() for each in first.kind)  # else it names a seat or a chair
    return Thing(
        first.title,
        first.kind if general and all(each.kind == first.kind for each in others) else "",
        Markup(first.picture.svg(language)) if first.picture is not None else Markup(""),
        first.picture is not None and first.picture.width > first.picture.height * WIDE,
        [
            (drawn_sign(value.sign), value.value, value.word)
            for value in first.values
            if all(value[:2] in [told[:2] for told in each.values] for each in others)
        ],
        [line for line in lasting(cards) if line not in passing]
        or [said(game.rulebook().rules[first.rule].text, language)],
        first.rule.removeprefix(game.prefix).strip(),
        anchor(first.rule),
        first.reconstructed,
    )


def reconstructed(game: Game, language: str) -> list[Group]:
    """The pieces of which a value is our reconstruction."""
    found = [
        group._replace(things=[each for each in group.things if each.reconstructed])
        for group in pieces(game.id, language)
    ]
    return [group for group in found if group.things]
