"""All lessons of all games are tests."""

import pytest

from parrain import all_games
from parrain.core import read_lesson, run_lesson

LESSONS = [(game, path) for game in all_games().values() for path in game.lesson_files()]


@pytest.mark.parametrize(("game", "path"), LESSONS, ids=[f"{game.id}-{path.stem}" for game, path in LESSONS])
def test_lesson(game, path):
    lesson = read_lesson(path)
    assert lesson.game == game.id
    for words in (lesson.title, *(step.say for step in lesson.steps)):
        assert set(words) == {"en", "fr"}, "both languages"
    run_lesson(lesson, game)
