"""All lessons of all games are tests, and their tables can be written down and imagined."""

import json

import pytest

from parrain import all_games
from parrain.core import Stream, read_lesson, run_lesson
from parrain.core.lesson import table_after
from parrain.core.translation import SPOKEN
from parrain.testing.walk import seats

LESSONS = [(game, path) for game in all_games().values() for path in game.lesson_files()]


@pytest.mark.parametrize(("game", "path"), LESSONS, ids=[f"{game.id}-{path.stem}" for game, path in LESSONS])
def test_lesson(game, path):
    lesson = read_lesson(path)
    assert lesson.game == game.id
    for words in (lesson.title, *(step.say for step in lesson.steps)):
        assert {"en", "fr"} <= set(words) <= set(SPOKEN), "both languages, and those that are begun"
    run_lesson(lesson, game)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "path"), LESSONS, ids=[f"{game.id}-{path.stem}" for game, path in LESSONS])
def test_lesson_tables_are_read_back_and_imagined(game, path):
    """They show what random games hardly come to."""
    lesson = read_lesson(path)
    for steps in range(len(lesson.steps) + 1):
        state = table_after(lesson, game, steps)
        table = state.to_position()
        assert game.position(json.loads(json.dumps(table))).to_position() == table
        for seat in seats(state):
            view = state.view(seat)
            assert game.imagine(view, Stream(steps)).view(seat) == view, (steps, seat)
