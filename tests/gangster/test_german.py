"""Gangster in German, a language that has begun with one game (docs/languages.md): whole there, English elsewhere."""

import io

import pytest

import parrain
from parrain.cli import main
from parrain.core import Edition, Stream, read_course, read_lesson
from parrain.core.translation import catalogue, render
from parrain.locale import choose_language

GAME = parrain.game("gangster")


MOST = 0.9  # of a language that is begun


def test_most_rules_are_there_and_the_others_are_english():
    book = GAME.rulebook()
    assert sum("de" in rule.text and "de" in rule.source for rule in book.rules.values()) > MOST * len(book.rules)
    assert book.rules["GA 6.4"].text["de"] != book.rules["GA 6.4"].text["en"]
    assert book.languages() == ["en", "de", "fr"]
    other = parrain.game("gangs-city").rulebook()
    assert other.languages() == ["en", "fr"] and other.sections[1]["de"] == other.sections[1]["en"]


def test_what_is_not_german_yet_is_english():
    course, lesson = read_course(GAME.course_file()), read_lesson(GAME.lesson_files()[0])
    for words in (course.title, course.chapters[0].idea, lesson.intro, GAME.edition.title):
        assert words["de"] == words["en"]


def test_the_guide_and_the_titles_of_lessons_are_there():
    """What the pages about the game and the table's own rules show."""
    for path in [GAME.home / "guide.toml", *GAME.lesson_files()]:
        lines = path.read_text("utf-8").splitlines()
        shown = lines if path.name == "guide.toml" else [line for line in lines if line.startswith("title")]
        assert [line for line in shown if " en = " in line and " de = " not in line] == [], path.name
    assert GAME.guide().again["de"] != GAME.guide().again["en"]


def test_every_name_is_there():
    names = GAME.edition.data["names"]
    assert [(form, slug) for form, terms in names.items() for slug, texts in terms.items() if "de" not in texts] == []


def test_a_language_leaves_the_edition_what_it_is_in_records():
    nameless = {key: value for key, value in GAME.edition.data.items() if key != "names"}
    assert Edition(nameless).key == GAME.edition.key and set(GAME.edition.data["title"]) == {"en", "fr"}


@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_is_told_in_german(players):
    """Its sentences are those of the catalogue, with all their braces filled."""
    log = []
    state, rng = GAME.new(players, 5, log), Stream(5)
    known = catalogue("de")
    sentences = []
    while not state.is_over:
        seat = state.current_players()[0]
        view, choices = state.view(seat), state.legal_actions(seat)
        sentences += [GAME.prompt(view), *[GAME.action_label(action, view) for action in choices]]
        if rng.below(20) == 0:
            sentences += GAME.describe(view)
        state.apply(seat, choices[rng.below(len(choices))])
    seen = [event.seen_by(0) for event in log]
    sentences += [told for event in seen if event is not None and (told := GAME.event_text(event, 0)) is not None]
    for sentence in sentences:
        if sentence.text != "{name}":
            assert known.gettext(sentence.text) != sentence.text or sentence.text in ("{seat} {points}", "{what}"), (
                sentence
            )
        assert "{" not in render(sentence, "de", ["Ada", "Bo", "Cy", "Di"])
    assert any("Verdopplung für" in render(sentence, "de") for sentence in sentences)


def test_it_is_spoken_if_asked_for_and_not_by_itself(monkeypatch):
    monkeypatch.delenv("PARRAIN_LANGUAGE", raising=False)
    assert choose_language("de", {}) == choose_language(None, {"PARRAIN_LANGUAGE": "de"}) == "de"
    assert choose_language(None, {"LANG": "de_DE.UTF-8"}) == "en"
    out = io.StringIO()
    assert main(["rules", "gangster", "6.4", "--language", "de"], out) == 0
    assert out.getvalue() == "GA 6.4 An einem Ort dürfen beliebig viele Autos stehen.\n"
    out = io.StringIO()
    assert main(["rules", "district-noir", "6.3", "--language", "de"], out) == 0
    assert out.getvalue() == "DN 6.3 From an empty line nobody takes: you must lay a card.\n"
