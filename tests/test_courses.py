"""The guided first game of every game: read, played through the engine, every statement true and able to be false."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from parrain import all_games
from parrain.bots.opponents import opponents
from parrain.core import BadCourse, BadOption, Game
from parrain.core.coach import DONE, ON, OTHER, Walk
from parrain.core.course import FORBIDDEN, HARMLESS, WORSE, Course, Facts, Step, read_course
from parrain.testing.courses import check_course

GAMES = {name: game for name, game in all_games().items() if game.course_file()}
NEVER = "never"


def course_of(game: Game) -> Course:
    path = game.course_file()
    assert path is not None
    return read_course(path)


def test_every_game_of_ours_has_a_course():
    assert set(GAMES) == {"district-noir", "gangster", "reglement-de-comptes", "gangs-city", "police-vs-gangs"}


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_all_that_a_course_says_is_true(game):
    course = course_of(game)
    assert course.game == game.id
    assert check_course(course, game) == []


def falsified(facts: Facts) -> dict[str, object]:
    return dict.fromkeys(facts, NEVER)


def false_step(step: Step) -> Step:
    wrong = tuple(each._replace(expect=falsified(each.expect)) for each in step.wrong)
    return step._replace(expect=falsified(step.expect), after=falsified(step.after), wrong=wrong)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_expectation_can_fail(game):
    course = course_of(game)
    chapters = tuple(
        chapter._replace(expect=falsified(chapter.expect), steps=tuple(map(false_step, chapter.steps)))
        for chapter in course.chapters
    )
    declared = sum(
        len(chapter.expect)
        + sum(len(s.expect) + len(s.after) + sum(len(w.expect) for w in s.wrong) for s in chapter.steps)
        for chapter in course.chapters
    )
    troubles = {each for each in check_course(course._replace(chapters=chapters), game) if f"'{NEVER}'" in each}
    assert declared > 20
    assert len(troubles) >= declared


def broken(game: Game, tmp_path: Path, old: str, new: str) -> Course:
    """The course of a game with some words of its file replaced."""
    path = game.course_file()
    assert path is not None
    text = path.read_text("utf-8")
    assert old in text
    changed = tmp_path / "course.toml"
    changed.write_text(text.replace(old, new, 1), "utf-8")
    return read_course(changed)


NOIR = GAMES["district-noir"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('right = [["take"]]', 'right = [["lay 8"]]', "not true|expected|can never|never said"),
        ('rules = ["DN 1.1"', 'rules = ["DN 99.9"', "there is no rule DN 99.9"),
        ('rule = "DN 6.4"', 'rule = "DN 6.3"', "refused by DN 6.4, not DN 6.3"),
        ('look = ["line.0"', 'look = ["line.9"', "line.9 is not drawn"),
        ('icon = "car"', 'icon = "carriage"', "no icon carriage"),
        ("expect = { scores = [0, 17] }", "expect = { scores = [17, 0] }", "scores is"),
        ('{ seat = 1, play = ["lay 7"]', '{ seat = 1, play = ["lay 5", "lay 5"]', "cannot be played"),
    ],
)
def test_what_is_wrong_with_a_course_is_named(tmp_path, old, new, said):
    troubles = check_course(broken(NOIR, tmp_path, old, new), NOIR)
    assert re.search(said, "\n".join(troubles))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('coach = "Don Ettore"', "", "coach is missing"),
        ("minutes = 12", "minutes = 13", "minutes are not those"),
        ("minutes = 12", 'minutes = "12"', "minutes is not of the type int"),
        ('why = "worse"', 'why = "bad"', "forbidden, worse, harmless"),
        ("expect = { scores = [0, 17] }", "", "needs an expect"),
        ("goes_on = true", "goes_on = false", "position, new, goes_on"),
        ("players = 2", "players = 3", "a name for each seat"),
        ('look = ["line.0"', 'glow = ["line.0"', "no key glow"),
        ('rule = "DN 6.4"', "", "exactly if it is forbidden"),
        ('right = [["take"]]', 'right = ["take"]', "list of lists"),
        ('fr = "Servez-vous"', 'de = "Bitte"', "no key de"),
        ('fr = "Servez-vous"', 'fr = " "', "fr is missing"),
        ('id = "lay"', 'id = "aim"', "id of its own"),
        ("turns = 5", "", "turns, until"),
        ('[[chapter]]\nid = "aim"', '[[chapter]\nid = "aim"', "cannot be read"),
    ],
)
def test_a_course_that_cannot_be_read_says_why(tmp_path, old, new, said):
    with pytest.raises(BadCourse, match=said):
        broken(NOIR, tmp_path, old, new)


# -- the words ---------------------------------------------------------------------------------------------------


def words(text: str) -> int:
    text = re.sub(r"(?<=\d)[\s,](?=\d{3})", "", text)
    return len([each for each in text.split() if re.search(r"\w", each)])


def texts(node: object, place: str = "") -> list[tuple[str, dict[str, str]]]:
    """Every text of a file in both languages, with its place."""
    if isinstance(node, list):
        return [found for number, each in enumerate(node, 1) for found in texts(each, f"{place} {number}")]
    if not isinstance(node, dict):
        return []
    if "en" in node:
        return [(place, node)]
    return [found for key, each in node.items() for found in texts(each, f"{place} {key}")]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_coach_is_brief(game):
    course = course_of(game)
    assert 5 <= len(course.chapters) <= 8
    assert 8 <= course.minutes <= 15
    assert course.chapters[-1].steps[-1].free is not None
    for chapter in course.chapters:
        assert 1 <= len(chapter.steps) <= 5
        for language in ("en", "fr"):
            assert words(chapter.idea[language]) <= 35, chapter.idea
            assert words(chapter.title[language]) <= 8, chapter.title
            assert all(words(step.task[language]) <= 20 for step in chapter.steps)
    path = game.course_file()
    assert path is not None
    for place, said in texts(tomllib.loads(path.read_text("utf-8"))):
        for language in ("en", "fr"):
            text = said[language]
            assert text == text.strip() and "  " not in text and "—" not in text, (place, text)
            for sentence in re.split(r"(?<=[.!?…])\s+(?=[^\s!?:;])", text):
                assert words(sentence) <= 20, (place, sentence)


# -- a walk ------------------------------------------------------------------------------------------------------


def test_the_three_kinds_of_wrong_choices_change_nothing():
    walk = Walk(course_of(GAMES["gangster"]), GAMES["gangster"], 1)
    answers = [walk.take(text) for text in ("drive 2 greek-town", "unload brown", "drive 1 chinatown")]
    assert [each.kind for each in answers] == [FORBIDDEN, HARMLESS, OTHER]
    assert answers[0].refused is not None and answers[0].refused.rule == "GA 13.5"
    assert walk.played == [] and walk.step == 0 and walk.moments == []
    assert Walk(walk.course, walk.game, 0).take("load 1").kind == WORSE
    assert walk.take("drive 3 greek-town").kind == DONE


def test_a_right_way_is_taken_one_action_after_the_other():
    game = GAMES["police-vs-gangs"]
    walk = Walk(course_of(game), game, 3)
    kinds = [walk.take(text).kind for text in ("claim place", "claim prostitution all", "claim alcohol all", "say")]
    assert kinds == [ON, ON, ON, DONE]
    assert Walk(walk.course, game, 3).take("say").kind == OTHER


def test_a_walk_is_rebuilt_from_what_was_chosen():
    game = GAMES["gangs-city"]
    walk = Walk(course_of(game), game, 1, [0])
    assert walk.take("at pile").kind == ON
    again = Walk(walk.course, game, 1, walk.ways, walk.played)
    assert again.state.to_position() == walk.state.to_position()
    assert again.glow() == ["send bodyguard fight"] == [again.shown()]
    with pytest.raises(BadOption):
        Walk(walk.course, game, 1, [7])
    with pytest.raises(BadOption):
        Walk(walk.course, game, 1, [0], ["at bar"])
    with pytest.raises(BadOption):
        Walk(walk.course, game, 1, [0, 0, 0, 0])


def test_free_play_is_the_same_for_the_same_choices_and_another_for_another_attempt():
    game = GAMES["gangs-city"]
    course = course_of(game)
    last = len(course.chapters) - 1
    walk = Walk(course, game, last, chooser=opponents(game))
    assert len(walk.moments) >= 2, "two bots have laid a tile"
    while not walk.finished:
        walk.take(walk.state.legal_actions(walk.seat)[0].text)
    again = Walk(course, game, last, (), walk.played, opponents(game))
    assert again.finished and again.state.to_position() == walk.state.to_position()
    with pytest.raises(BadOption):
        again.take("pass")
    other = Walk(course, game, last, (), (), opponents(game), attempt=3)
    assert [m.action for m in other.moments] != [m.action for m in again.moments[: len(other.moments)]]


def test_goes_on_from_the_ways_of_the_chapter_before():
    game = NOIR
    course = course_of(game)
    walk = Walk(course, game, 1)
    assert walk.ways == [0] and walk.step == 0
    assert walk.state.to_position()["line"] == ["7"]
