"""The drawing of Règlement de comptes keeps the conventions of all boards, in every step of a turn."""

import re

import pytest

from parrain.core import Stream
from parrain.testing import check_board
from parrain.testing.boards import check_seat
from parrain.testing.table import play
from parrain.testing.walk import walk

from .helpers import RC, edition_data, game_with, picture, renumbered


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_board_keeps_the_conventions(players):
    check_board(RC, players, games=1, every=17)


@pytest.mark.parametrize("players", [3, 6])
def test_free_seating(players):
    for moment in walk(RC, players, 3, {"seating": "free"}, every=29):
        check_seat(RC, moment.state, moment.player if moment.player >= 0 else None, "fr")


@pytest.mark.parametrize(
    ("turn", "choices"),
    [
        ("orange", ["play knife"]),
        ("violet", ["play knife"]),
        ("blue", ["play bang"]),
        ("red", ["play cake"]),
        ("red", ["play pass"]),
        ("orange", ["play boom"]),
        ("green", ["play move"]),
        ("green", ["play move", "lift H"]),
        ("blue", ["play bang", "shoot F"]),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_step_can_be_played_on_the_picture(turn, choices, language):
    state = picture(RC, turn)
    for text in choices:
        if text in [str(action) for action in state.legal_actions(state.mover)]:
            play(state, text)
    for seat in (*range(6), None):
        check_seat(RC, state, seat, language)


def test_a_cocktail_and_an_alert_on_the_picture():
    chairs = {
        7: "yellow heavy",
        8: "blue heavy asleep",
        12: "yellow blade asleep",
        14: "blue godfather",
        20: "blue shooter",
        1: "red heavy",
        2: "red heavy asleep",
        3: "red blade",
        4: "red blade asleep",
        5: "red shooter",
        9: "red godfather",
        13: "red shooter asleep",
    }
    state = RC.position(
        {
            "players": 3,
            "turn": "red",
            "chairs": chairs,
            "hands": {"red": ["cocktail", "alert", "move", "knife", "bang"]},
        }
    )
    alert = play(state.clone(), "play alert")
    play(state, "play cocktail", "drug 7")
    rng = Stream(4)
    for _ in range(12):
        for seat in (0, 1, 2, None):
            check_seat(RC, state, seat, "fr")
            check_seat(RC, alert, seat, "fr")
        for table in (state, alert):
            seat = table.mover
            table.apply(seat, table.legal_actions(seat)[rng.below(len(table.legal_actions(seat)))])


def test_a_blast_a_shot_and_a_stab_leave_their_mark():
    blown = RC.draw(picture(RC, "blue").view(None))
    quiet = RC.draw(picture(RC, "green").view(None))
    assert "Here sat the violet Heavy." in blown and "Here sat" not in quiet
    shot = RC.draw(play(picture(RC, "blue"), "play bang", "shoot F").view(None))
    assert "Here sat the orange Godfather." in shot and len(shot) > len(blown)


def test_a_man_keeps_his_name_when_he_moves():
    state = picture(RC, "green")
    before = re.search(r'data-piece="man.3.godfather.0"[^>]*transform="([^"]*)"', RC.draw(state.view(None)))[1]
    play(state, "play move", "lift H", "sit L")
    after = re.search(r'data-piece="man.3.godfather.0"[^>]*transform="([^"]*)"', RC.draw(state.view(None)))[1]
    assert before != after


def test_another_board_is_drawn_too(tmp_path):
    """Two X chairs at each end: thirteen against thirteen."""
    data = renumbered(edition_data(), lambda n: n)
    for n in (1, 14, 16, 29):
        data["chairs"][n - 1] |= {"opposite": 0, "x": True}
    game = game_with(data, tmp_path)
    state = game.new(4, 2)
    for seat in (0, None):
        check_seat(game, state, seat, "en")
