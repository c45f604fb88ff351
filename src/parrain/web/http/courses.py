"""Courses: guided first games. The server keeps nothing between two choices: every request says how far one is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parrain.bots.opponents import opponents
from parrain.core import Course, Game, State, read_course, say, svg
from parrain.core.coach import DONE, Answer, Moment, Walk
from parrain.core.course import Chapter
from parrain.core.parts import Card, sign
from parrain.core.say import Words
from parrain.core.svg.patches import Marks
from parrain.games import game as find_game
from parrain.locale import render, typeset
from parrain.web.http import schemas as s
from parrain.web.http.requests import compute, game_named, language_of, pictures_of, read, reply
from parrain.web.live.refused import Refused
from parrain.web.render.show import (
    NARROW,
    NONE,
    Choice,
    Drawn,
    SceneShown,
    SceneStep,
    Told,
    capitalised,
    describe,
    draw,
    error_text,
    rule_text,
    word,
)
from parrain.web.ws.messages import explained


@lru_cache(maxsize=16)
def _course(name: str) -> Course | None:
    path = find_game(name).course_file()
    return read_course(path) if path is not None else None


def course_of(game: Game) -> Course:
    """The course of a game."""
    course = _course(game.id)
    if course is None:
        raise Refused("not-found", say("{game} has no course yet.", game=game.title))
    return course


def course_line(game: Game, language: str) -> s.CourseLine | None:
    """The course of a game in the list of games."""
    course = _course(game.id)
    if course is None:
        return None
    title = typeset(course.title[language], language)
    return s.CourseLine(title, course.minutes, len(course.chapters), f"/learn/{game.id}")


def course_shown(game: Game, language: str) -> s.CourseShown:
    """What a course is about."""
    course = course_of(game)

    def words(text: Words) -> str:
        return typeset(text[language], language)

    return s.CourseShown(
        game=game.id,
        title=words(course.title),
        aim=words(course.aim),
        sources=[words(each) for each in course.sources],
        coach=course.coach,
        minutes=course.minutes,
        chapters=[
            s.CourseChapter(
                each.id,
                words(each.title),
                each.minutes,
                words(each.idea),
                len(each.steps),
                each.goes_on,
                [s.CourseSign(sign_picture(sign.icon), words(sign.words)) for sign in each.signs],
                [reading(game, section, language) for section in each.read],
            )
            for each in course.chapters
        ],
    )


def reading(game: Game, section: int, language: str) -> s.CourseReading:
    """A section of the rules to read after a chapter, by its title and first rule."""
    book = game.rulebook()
    first = next(rule.number for rule in book.rules.values() if rule.section == section)
    return s.CourseReading(typeset(book.sections[section][language], language), first)


@lru_cache(maxsize=128)
def sign_picture(name: str) -> str:
    """A sign as a drawing; a figure stands in the sprite of the page."""
    return svg.page(24, 24, sign(name, 0, 0, 24), title="")


class Teller:
    """A walk in the reader's language, as one who sits in the learner's seat may see it."""

    def __init__(self, walk: Walk, language: str, pictures: str) -> None:
        self.walk, self.game, self.seat = walk, walk.game, walk.seat
        self.language, self.pictures = language, pictures
        self.names = names_in(walk.chapter, language)

    def words(self, text: Words) -> str:
        """A text of the course."""
        return typeset(text[self.language], self.language)

    def drawn(self, state: State, choosing: bool) -> Drawn:
        """The table, with what may be chosen."""
        actions = state.legal_actions(self.seat) if choosing and not state.is_over else ()
        return draw(self.game, state.view(self.seat), actions, self.names, self.language, self.pictures)

    def frames(self, opening: State | None, moments: Sequence[Moment], earlier: int) -> list[s.CourseFrame]:
        """The table before the moments (if it is to be shown) and after each of them, the last one with its choices."""
        made: list[s.CourseFrame] = []
        last: dict[str, Marks] = {}
        told = [each for event in self.walk.events[:earlier] if (each := event.seen_by(self.seat)) is not None]
        tables: list[tuple[State, Moment | None]] = [] if opening is None else [(opening, None)]
        tables += [(moment.state, moment) for moment in moments]
        for number, (state, moment) in enumerate(tables, 1):
            drawn = self.drawn(state, number == len(tables))
            seen = [each for event in moment.events if (each := event.seen_by(self.seat)) is not None] if moment else []
            made.append(
                s.CourseFrame(
                    seat=moment.seat if moment is not None else None,
                    bar=drawn.bar,
                    panels=drawn.panels,
                    parts=drawn.changes(last),
                    events=self.told(seen, moment),
                    scenes=self.scenes(seen, state, told),
                )
            )
            told += seen
        return made

    def told(self, seen: Sequence[Mapping[str, object]], moment: Moment | None) -> list[Told]:
        """What is told of a moment: the words of the course, or a sentence for each event."""
        if moment is None:
            return []
        if moment.say["en"]:
            pieces = [piece for event in seen for piece in self.game.pointed(event)]
            return [Told(self.words(moment.say), 0, "", moment.seat, pieces)]
        lines = []
        for event in seen:
            text, seat = self.game.event_text(event, self.seat), event.get("seat")
            if text is not None:
                sentence = capitalised(render(text, self.language, self.names))
                doer = seat if isinstance(seat, int) and 0 <= seat < len(self.names) else None
                lines.append(Told(sentence, 0, "", doer, list(self.game.pointed(event))))
        return lines

    def scenes(
        self, seen: Sequence[Mapping[str, object]], state: State, earlier: Sequence[Mapping[str, object]]
    ) -> list[SceneShown]:
        """What of these events is told as scenes."""
        if self.pictures == NONE or not seen:
            return []
        view, narrow = state.view(self.seat), self.pictures == NARROW
        found = self.game.scenes(seen, view, self.names, self.language, narrow, earlier)
        return [
            SceneShown(
                each.title, [SceneStep(step.caption, step.picture.svg(self.language), step.note) for step in each.steps]
            )
            for each in found
        ]

    def answer(self, answer: Answer) -> s.CourseAnswer:
        """The coach's words; where the course has none for a forbidden choice, those of the rule."""
        rule = answer.refused.rule if answer.refused is not None else ""
        text = self.words(answer.say)
        if not text and answer.refused is not None:
            text = error_text(answer.refused, self.language, self.names)
        return s.CourseAnswer(answer.kind, text, rule, rule_text(self.game, rule, self.language))

    def locked(self) -> list[s.Locked]:
        """The pieces that are not used yet."""
        course, chapter = self.walk.course, self.walk.chapter
        found = []
        for name in chapter.locked:
            opens = course.opens(self.walk.chapter_number, name)
            later = say("That comes in chapter {number}: {title}.", number=opens + 1, title=self.title(opens))
            found.append(s.Locked(name, render(later if opens >= 0 else say("Not in this course."), self.language)))
        return found

    def title(self, chapter: int) -> str:
        """The title of a chapter."""
        return self.words(self.walk.course.chapters[chapter].title)

    def table(self, frames: list[s.CourseFrame], answer: Answer | None) -> s.CourseTable:
        """The whole answer."""
        walk = self.walk
        step, view = walk.task, walk.state.view(self.seat)
        going = step is not None and not walk.finished and (answer is None or answer.kind != DONE)
        actions = walk.state.legal_actions(self.seat) if going and not walk.state.is_over else ()
        words = word(self.game, view, actions, self.names, self.language)
        rules = list(step.rules) if step is not None else []
        return s.CourseTable(
            game=self.game.id,
            chapter=walk.chapter_number + 1,
            step=walk.step,
            steps=len(walk.chapter.steps),
            seat=self.seat,
            names=self.names,
            idea=self.words(walk.chapter.idea),
            task=self.words(step.task) if step is not None else "",
            victory=self.words(walk.chapter.victory) if step is None else "",
            rules=rules,
            rule_texts=[rule_text(self.game, rule, self.language) for rule in rules],
            ask=[self.words(each) for each in step.free.ask] if step is not None and step.free is not None else [],
            free=step is not None and step.free is not None,
            over=step is None,
            prompt=words.prompt,
            text=describe(self.game, view, self.names, self.language),
            frames=frames,
            choices=[Choice(each.action, each.label) for each in words.choices],
            glow=walk.glow() if going else [],
            look=list(step.look) if step is not None and not walk.played else [],
            locked=self.locked(),
            show=walk.shown() if going else "",
            answer=self.answer(answer) if answer is not None else None,
            ways=walk.ways,
            played=walk.played,
        )


def names_in(chapter: Chapter, language: str) -> list[str]:
    """A name for every seat; the learner is you."""
    return [each or render(say("You"), language) for each in chapter.names]


def walk_of(game: Game, chapter: int, wish: s.CourseTry | s.CourseThing) -> Walk:
    """The learner where the page says."""
    return Walk(course_of(game), game, chapter - 1, wish.ways, wish.played, opponents(game), wish.attempt)


def taught(game: Game, chapter: int, wish: s.CourseTry, language: str, pictures: str) -> s.CourseTable:
    """The table of a learner, after the choice that is tried."""
    walk = walk_of(game, chapter, wish)
    teller = Teller(walk, language, pictures)
    if not wish.action:
        moments = [] if wish.played else walk.moments
        opening = walk.state if not moments else walk.opening
        return teller.table(teller.frames(opening, moments, len(walk.events) - count(moments)), None)
    before = len(walk.moments)
    answer = walk.take(wish.action)
    moments = walk.moments[before:]
    return teller.table(teller.frames(None, moments, len(walk.events) - count(moments)), answer)


def count(moments: Sequence[Moment]) -> int:
    """How many events these moments have."""
    return sum(len(moment.events) for moment in moments)


async def show_course(request: Request) -> Response:
    """GET /api/courses/{game}?lang="""
    return reply(request, course_shown(game_named(request), language_of(request)))


async def try_choice(request: Request) -> Response:
    """POST /api/courses/{game}/{chapter}?lang=&pictures="""
    game, chapter = game_named(request), request.path_params["chapter"]
    wish = await read(request, s.CourseTry)
    language, pictures = language_of(request), pictures_of(request)
    return reply(request, await compute(request, taught, game, chapter, wish, language, pictures))


async def explain(request: Request) -> Response:
    """POST /api/courses/{game}/{chapter}/card?lang="""
    game, chapter = game_named(request), request.path_params["chapter"]
    wish = await read(request, s.CourseThing)
    language = language_of(request)
    walk = await compute(request, walk_of, game, chapter, wish)
    card = game.card(wish.thing, walk.state.view(walk.seat), names_in(walk.chapter, language), language) or Card("")
    return reply(request, explained(wish.thing, card, rule_text(game, card.rule, language), language))


ROUTES = [
    Route("/api/courses/{game}", show_course, methods=["GET"]),
    Route("/api/courses/{game}/{chapter:number}", try_choice, methods=["POST"]),
    Route("/api/courses/{game}/{chapter:number}/card", explain, methods=["POST"]),
]
