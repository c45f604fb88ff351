"""The board of Gangs City: what it shows, what it offers, and that it hides the rest."""

import pytest

from parrain.testing.boards import check_board, check_drawing, check_seat
from parrain.testing.table import play

from .gangs_city_table import GAME, place, table, tile

NAMES = ("Lana", "Élodie", "Marcel", "Rita", "Gaston", "Zoé")
SPREAD = {
    name: place((i - 7, 1 if i % 2 else 0) if i < 7 else (i - 6, -1), i % 6)
    for i, name in enumerate(GAME.box.place_names)
}


@pytest.mark.parametrize(("players", "every"), [(3, 37), (4, 41), (6, 97)])
def test_every_moment_can_be_drawn(players, every):
    check_board(GAME, players, games=1, every=every)  # every check asserts


def test_fifteen_places_in_a_long_chain():
    state = table(SPREAD, players=6, hands=[["thug", "spy"], ["cop"], ["driver"], ["driver"], [], []], piles=[[], []])
    assert len(state.to_position()["city"]) == 15
    for seat in (0, 3, None):
        check_seat(GAME, state, seat, "fr")


def test_a_tile_is_a_back_for_others_and_a_face_for_its_owner():
    state = table({"bar": place((1, 0))}, [tile(0, "bar/e", "killer", chief=True)], hands=[["thug"], ["cop"], []])
    drawings = {seat: check_drawing(GAME.draw(state.view(seat), NAMES, "en")) for seat in (0, 1, None)}
    kinds = {
        seat: next(each.get("data-kind") for each in root.iter() if each.get("data-piece") == "laid.0")
        for seat, root in drawings.items()
    }
    assert kinds == {0: "killer", 1: "?", None: "?"}


def test_the_selected_place_is_told_in_full():
    state = table({"bar": place((1, 0), 1, "cop")}, [tile(1, "bar/e", "killer")], hands=[["thug"], ["cop"], []])
    play(state, "0 at bar/ne")
    for narrow in (False, True):
        root = check_drawing(GAME.draw(state.view(0), NAMES, "en", narrow))
        said = " ".join("".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text"))
        assert "initiative 3" in said and "waiting: cop" in said and "Tile 1: Élodie" in said
