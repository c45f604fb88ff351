"""Boards in characters: hexes that share their sides, and every position of every game can be drawn."""

from __future__ import annotations

import random

import pytest

import parrain
from parrain.core.chart import Canvas, abbreviated, broken, hexes

GAMES = parrain.all_games()


def test_two_hexes_share_a_side_and_a_third_stands_between_them() -> None:
    drawn = hexes({(0, 0): ["one"], (1, 0): ["two"], (0, 1): ["three"]}, 3, 1).lines()
    assert drawn == [
        "    .-'-.       .-'-.",
        "_.-'     '-._.-'     '-._",
        "|    one    |    two    |",
        "'-.       .-'-.       .-'",
        "   '-._.-'     '-._.-'",
        "      |   three   |",
        "      '-.       .-'",
        "         '-._.-'",
    ]


def test_names_are_shortened_until_they_differ() -> None:
    assert abbreviated(["drogue", "armes", "prostitution", "alcool", "tabac"]) == ["d", "ar", "p", "al", "t"]


def test_a_long_name_is_broken_between_words_and_cut() -> None:
    assert broken("Marchand d’armes", 11, 2) == ["Marchand", "d’armes"]
    assert broken("Marchand d’armes", 7, 1) == ["Marcha…"]


def test_a_canvas_begins_where_it_was_first_written() -> None:
    canvas = Canvas()
    canvas.put(-1, -2, "ab")
    canvas.put(0, 0, "c")
    assert canvas.lines() == ["ab", "  c"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_position_can_be_drawn(name: str, language: str) -> None:
    game = GAMES[name]
    rng = random.Random(3)
    state = game.new(game.most, 3)
    for step in range(400):
        if state.is_over:
            break
        seat = state.current_players()[0]
        actions = state.legal_actions(seat)
        if step % 7 == 0:
            for viewer, choices in ((seat, actions), (None, ())):
                drawn = game.chart(state.view(viewer), choices, (), language, 80)
                assert (not drawn) == (name == "district-noir")
                assert all(line == line.rstrip() for line in drawn)
        state.apply(seat, rng.choice(actions))


def test_numbers_on_the_map_are_those_of_the_choices() -> None:
    game = GAMES["gangs-city"]
    state = game.new(4, 5)
    seat = state.current_players()[0]
    actions = state.legal_actions(seat)
    drawn = "\n".join(game.chart(state.view(seat), actions))
    assert all(f"({number})" in drawn for number in range(1, len(actions) + 1))
    assert "(1)" not in "\n".join(game.chart(state.view(None), ()))


@pytest.mark.parametrize(
    ("name", "language", "shown"),
    [
        ("reglement-de-comptes", "en", ("y yellow", "G Godfather", " yG ")),
        ("reglement-de-comptes", "fr", ("j jaune", "P Parrain", " jP ")),
        ("gangster", "en", ("y yellow", "<y>")),
        ("gangster", "fr", ("j jaune", "<j>")),
        ("gangs-city", "en", ("w weapons", " 7 w a ")),
        ("gangs-city", "fr", ("ar armes", " 7 ar al ")),
    ],
)
def test_initials_follow_the_readers_language(name: str, language: str, shown: tuple[str, ...]) -> None:
    state = GAMES[name].new(4, 3)
    drawn = " ".join(" ".join(GAMES[name].chart(state.view(None), (), (), language, 80)).split())
    assert all(each in drawn for each in shown), drawn
