"""The learning path of a game: its course, basic lessons, the rulebook's examples, puzzles, a first game."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from parrain.core.course import read_course
from parrain.core.game import Game
from parrain.core.lesson import Lesson, read_lesson
from parrain.core.say import Words

COURSE, BASICS, EXAMPLES, PUZZLES, GAME = STAGES = ("course", "basics", "examples", "puzzles", "game")


class Unit(NamedTuple):
    """One thing to do on the path: its stage, its id within the game, its title."""

    stage: str
    id: str
    title: Words


def ordered_lessons(game: Game) -> list[tuple[str, Lesson]]:
    """The lessons and puzzles of a game with their stages: the course names the basic ones, the easiest first."""
    lessons = {lesson.id: lesson for lesson in map(read_lesson, game.lesson_files())}
    course = game.course_file()
    basics = [each for each in (read_course(course).basics if course is not None else ()) if each in lessons]
    return (
        [(BASICS, lessons[each]) for each in basics]
        + [(EXAMPLES, lesson) for each, lesson in lessons.items() if each not in basics]
        + [(PUZZLES, read_lesson(path)) for path in game.puzzle_files()]
    )


@lru_cache(maxsize=16)
def learning_path(game: Game) -> tuple[Unit, ...]:
    """All there is to do before the first game among people; chapters of the course are counted from 1."""
    path = game.course_file()
    chapters = read_course(path).chapters if path is not None else ()
    return (
        *[Unit(COURSE, str(number), chapter.title) for number, chapter in enumerate(chapters, 1)],
        *[Unit(stage, lesson.id, lesson.title) for stage, lesson in ordered_lessons(game)],
        Unit(GAME, "easy", Words({"en": game.title, "fr": game.title})),
    )
