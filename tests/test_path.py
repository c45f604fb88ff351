"""The learning path: every rule of every game is reached from the course, a lesson, or what the course says to read."""

from __future__ import annotations

import pytest

import parrain
from parrain.core import Game, read_course, read_lesson
from parrain.core.path import BASICS, COURSE, EXAMPLES, GAME, STAGES, learning_path, ordered_lessons

GAMES = parrain.all_games()


def reached(game: Game) -> set[str]:
    """The rules that a learner meets on the path."""
    path = game.course_file()
    assert path is not None
    found: set[str] = set()
    for chapter in read_course(path).chapters:
        for step in chapter.steps:
            found.update(step.rules, (wrong.rule for wrong in step.wrong))
        found.update(rule.number for rule in game.rulebook().rules.values() if rule.section in chapter.read)
    for path in game.lesson_files():
        lesson = read_lesson(path)
        found.update(lesson.rules, (step.rule for step in lesson.steps))
    return found


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_rule_is_reached_on_the_path(game: Game) -> None:
    assert sorted({*game.rulebook().rules} - reached(game)) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_path_goes_from_the_course_to_a_game(game: Game) -> None:
    path = learning_path(game)
    stages = [unit.stage for unit in path]
    assert stages == sorted(stages, key=STAGES.index) and stages[-1] == GAME
    assert stages.count(COURSE) >= 5 and 4 <= stages.count(BASICS) <= 8 and stages.count(EXAMPLES) >= 3
    assert {lesson.id for _, lesson in ordered_lessons(game)} >= {read_lesson(p).id for p in game.lesson_files()}
    assert len({unit.id for unit in path}) == len(path)
