"""The board of District Noir: what it shows, what it offers, and that it hides the rest."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import parrain
from parrain.core import State, Stream
from parrain.core.svg import as_file
from parrain.games.district_noir import board
from parrain.testing.boards import check_board, check_drawing, check_seat
from parrain.testing.walk import walk

GAME = parrain.game("district-noir")
NAMES = ("Lana", "Élodie")
BOTH = pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])

LONG_LINE = {
    "line": [*"8765", "+2", "-1", *"8768875", "+3", "-2", "port", "6", "7", "-3", "8"],
    "hands": [["+4"], ["-3", "-1"]],
    "taken": [["police", "city-hall", "8", "8", "7", "6", "5", "-1", "-2"], ["5", "5", "6", "6", "7", "7"]],
    "round": 4,
    "may_take": [True, True],
    "turn": 1,
}


def root_of(state: State, seat: int | None, narrow: bool = False, language: str = "en") -> ElementTree.Element:
    return check_drawing(GAME.draw(state.view(seat), NAMES, language, narrow))


def said(root: ElementTree.Element) -> str:
    return " | ".join("".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text"))


def pieces(root: ElementTree.Element, start: str) -> list[str]:
    found = [each for each in root.iter() if (each.get("data-piece") or "").startswith(start)]
    return [each.get("data-kind", "") for each in found]


def test_the_conventions_hold_through_random_games() -> None:
    check_board(GAME, 2, games=3, every=4)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_longest_line_fits(language: str) -> None:
    for seat in (0, 1, None):
        check_seat(GAME, GAME.position(LONG_LINE), seat, language)


@BOTH
def test_the_line_is_shown_in_order(narrow: bool) -> None:
    assert pieces(root_of(GAME.position(LONG_LINE), 1, narrow), "line.") == LONG_LINE["line"]


@BOTH
@pytest.mark.parametrize("length", [0, 1, 4, 5, 6, 10, 11, 13, 20])
def test_the_take_is_one_choice_that_holds_exactly_what_it_brings(length: int, narrow: bool) -> None:
    line = LONG_LINE["line"][:length]  # type: ignore[index]
    state = GAME.position({"line": line, "hands": [["8"], ["-3", "5"]], "round": 2, "turn": 1})
    root = root_of(state, 1, narrow)
    takes = [each for each in root.iter() if each.get("data-action") == "take"]
    if not length:
        assert takes == [] and [each for each in root.iter() if each.get("data-touch") == "take"]
        return
    assert pieces(takes[0], "line.") == line[-5:]


@BOTH
def test_cards_of_one_kind_are_one_choice(narrow: bool) -> None:
    state = GAME.position(
        {"line": ["5"], "hands": [["8", "8", "7"], ["5", "6", "-1"]], "turn": 0, "may_take": [True, True]}
    )
    root = root_of(state, 0, narrow)
    eights = [each for each in root.iter() if each.get("data-action") == "lay 8"]
    assert len(eights) == 1 and pieces(eights[0], "hand.0.") == ["8", "8"]


@BOTH
def test_out_of_turn_the_hand_and_the_take_can_be_asked_about(narrow: bool) -> None:
    state = GAME.new(2, 7)
    waiting = 1 - state.current_players()[0]
    root = root_of(state, waiting, narrow)
    touched = [each.get("data-touch") for each in root.iter() if each.get("data-touch")]
    assert sorted(touched) == sorted({f"lay {name}" for name in state.view(waiting).hand} | {"take"})  # type: ignore[attr-defined]
    assert not [each for each in root.iter() if each.get("data-action")]
    for text in touched:
        assert state.why_not(waiting, GAME.action_from_text(str(text))) is not None


@BOTH
def test_only_ones_own_hand_is_open(narrow: bool) -> None:
    state = GAME.new(2, 7)
    for seat in (0, 1):
        root = root_of(state, seat, narrow)
        assert pieces(root, f"hand.{seat}.") == list(state.view(seat).hand)  # type: ignore[attr-defined]
        assert pieces(root, f"hand.{1 - seat}.") == ["?"] * 5
    assert pieces(root_of(state, None, narrow), "hand.") == ["?"] * 10


@BOTH
def test_a_table_that_differs_only_in_what_is_hidden_looks_the_same(narrow: bool) -> None:
    rng = Stream(4)
    for moment in walk(GAME, 2, 3, every=6):
        for seat in (0, 1, None):
            view = moment.state.view(seat)
            kept = as_file(GAME.draw(view, NAMES, "fr", narrow)).encode()
            others = [GAME.imagine(view, rng) for _ in range(5)]
            if not moment.state.is_over and seat is not None and moment.state.round < 3:  # type: ignore[attr-defined]
                assert any(other.to_position()["hands"] != moment.state.to_position()["hands"] for other in others)
            for other in others:
                assert as_file(GAME.draw(other.view(seat), NAMES, "fr", narrow)).encode() == kept


@BOTH
def test_the_columns_hold_what_was_taken_and_the_parts_of_the_score_add_up(narrow: bool) -> None:
    for seed in range(6):
        for moment in walk(GAME, 2, seed, every=7):
            view = moment.state.view(None)
            desk = board.Desk(view, GAME.box, NAMES, "en")  # type: ignore[arg-type]
            root = root_of(moment.state, None, narrow)
            for seat in (0, 1):
                assert sorted(pieces(root, f"taken.{seat}.")) == sorted(view.taken[seat])  # type: ignore[attr-defined]
                assert sum(desk.parts(seat)) == view.scores[seat]
                assert desk.parts(seat)[0] == moment.state.majority_points(seat)  # type: ignore[attr-defined]
                assert desk.parts(seat)[1] == moment.state.set_points(seat)  # type: ignore[attr-defined]


def test_what_is_to_be_known_is_written() -> None:
    wide = said(root_of(GAME.position(LONG_LINE), 1))
    told = (
        "Round 4 of 4",
        "Lana",
        "Élodie",
        "may still take",
        "began this round",
        "2/3",
        "The line: 20",
        "Majorities",
        "In hand: 2",
    )
    for words in told:
        assert words in wide, words
    french = said(root_of(GAME.position(LONG_LINE), 1, language="fr"))
    for words in ("Manche 4 sur 4", "a ouvert la manche", "Majorités", "Groupes", "Prendre 5"):
        assert words.replace(" ", "\u00a0") in french.replace(" ", "\u00a0"), words


def test_french_leaves_no_english_behind() -> None:
    for narrow in (False, True):
        english, french = (said(root_of(GAME.position(LONG_LINE), 1, narrow, each)) for each in ("en", "fr"))
        same = set(english.split(" | ")) & set(french.split(" | "))
        assert {words for words in same if re.search("[a-z]{3}", words)} <= {"Lana", "Élodie"}, same


@BOTH
@pytest.mark.parametrize("ending", ["buildings", "points", "tie-break", "draw"])
def test_every_ending_is_told(ending: str, narrow: bool) -> None:
    taken = {
        "buildings": [["port", "police", "city-hall"], []],
        "points": [["8"], []],
        "tie-break": [["8"], ["6", "+2"]],
        "draw": [[], []],
    }[ending]
    state = GAME.position({"round": 4, "taken": taken, "may_take": [False, False], "line": ["5", "5"]})
    assert state.ending == ending
    for seat in (0, 1, None):
        told = said(root_of(state, seat, narrow))
        assert ("wins" in told or "holds" in told or "decide" in told or "yours" in told or "You win" in told) == (
            ending != "draw"
        )
        assert "A draw" in told or ending != "draw"


def test_another_edition_can_be_drawn(tmp_path: Path) -> None:
    """Six gangs, a building of its own, hands of seven: the board follows the box."""
    source = (GAME.home / "editions" / "spiral-2022.toml").read_text(encoding="utf-8")
    gang = '[[cards]]\nname = "{0}"\nkind = "{1}"\nvalue = {2}\ncount = {3}\nsource = "test"\nstatus = "house"\n\n'
    more = gang.format("9", "gang", 9, 6) + gang.format("10", "gang", 10, 6) + gang.format("museum", "building", 0, 1)
    text = (
        source.replace("hand = 5 ", "hand = 7 ")
        .replace("away = 3 ", "away = 0 ")
        .replace("[[cards]]", more + "[[cards]]", 1)
    )
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    mine = parrain.game("district-noir", path)
    check_board(mine, 2, games=1, every=6)
    state = mine.new(2, 5)
    assert "<svg" in parrain.show(state, 0, edition=path).svg
