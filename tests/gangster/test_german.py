"""Gangster in German, a language that has begun with one game (docs/languages.md): whole there, English elsewhere."""

import io

import pytest

import parrain
from parrain.cli import main
from parrain.core import Stream
from parrain.core.translation import catalogue, render
from parrain.locale import choose_language

GAME = parrain.game("gangster")


def test_every_rule_and_section_is_there():
    book = GAME.rulebook()
    assert all("de" in rule.text and "de" in rule.source for rule in book.rules.values())
    assert all("de" in title for title in book.sections.values())
    assert book.languages() == ["en", "de", "fr"]
    assert parrain.game("gangs-city").rulebook().languages() == ["en", "fr"]


def test_every_name_is_there():
    names = GAME.edition.data["names"]
    assert [(form, slug) for form, terms in names.items() for slug, texts in terms.items() if "de" not in texts] == []


def test_names_and_translations_leave_the_edition_what_it_was():
    assert GAME.edition.key == "amigo-2007@d1450cb98174"


@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_is_told_in_german(players):
    """Every sentence of it is one of the catalogue, with all its braces filled."""
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
