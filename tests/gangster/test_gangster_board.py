"""The board of Gangster: what every board keeps, and what this one shows."""

import re
from xml.etree import ElementTree

import pytest

from parrain.core import Stream
from parrain.games.gangster.board.city import frames
from parrain.games.gangster.board.desk import Desk, street
from parrain.games.gangster.board.page import NARROW, WIDE
from parrain.testing.boards import check_board, check_drawing, check_seat
from parrain.testing.table import legal, play

from .shorthand import GAME, edition_with, table

CARS = {"brown": "greek-town", "yellow": "west-side", "grey": "the-loop", "blue": "cicero"}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_keeps_what_every_board_keeps(players):
    check_board(GAME, players, games=1, every=9)


def drawn(state, seat, narrow=False):
    return ElementTree.fromstring(GAME.draw(state.view(seat), (), "en", narrow))


def places(root, key):
    return {each.get(key) for each in root.iter() if each.get(key) is not None}


@pytest.mark.parametrize("narrow", [False, True])
def test_everything_on_the_table_is_a_piece(narrow):
    state = table(
        players=4,
        cars=CARS,
        squares={"greek-town": ["brown", "", "blue"]},
        doubles=["greek-town"],
        trunks={"grey": ["blue"]},
        gear={"grey": ["engine", "door"]},
        sunk={"yellow": 2},
        port=["bumper", "bumper", "trunk"],
    )
    pieces = places(drawn(state, None, narrow), "data-piece")
    assert {f"car.{colour}" for colour in CARS} <= pieces
    assert {
        "at.greek-town.1",
        "at.greek-town.3",
        "double.greek-town",
        "trunk.grey.0",
        "gear.grey.0",
        "gear.grey.1",
    } <= pieces
    assert {"sunk.yellow", "port.0", "port.1", "port.2", "move.blue.1", "influence.3"} <= pieces
    assert "at.greek-town.2" not in pieces and "cicero" in " ".join(CARS.values())


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(
    ("position", "choices"),
    [
        (
            {
                "cars": CARS,
                "gear": {"brown": ["door", "bumper"]},
                "trunks": {"brown": ["blue"]},
                "squares": {"greek-town": ["brown", "grey"]},
            },
            [],
        ),
        ({"cars": CARS, "gear": {"brown": ["machine-gun", "engine"]}, "squares": {"west-side": ["grey", "blue"]}}, []),
        (
            {"cars": CARS, "gear": {"brown": ["machine-gun", "engine"]}, "squares": {"west-side": ["grey", "blue"]}},
            ["gun west-side"],
        ),
        (
            {
                "cars": {**CARS, "brown": "north-side"},
                "trunks": {"brown": ["blue"]},
                "port": ["door", "door", "engine"],
            },
            ["drive 1 gold-coast"],
        ),
        (
            {
                "cars": {**CARS, "brown": "north-side"},
                "trunks": {"brown": ["blue"]},
                "port": ["door", "door", "engine"],
            },
            ["drive 1 gold-coast", "sink"],
        ),
        ({"cars": CARS, "trunks": {"brown": ["blue", "blue"]}, "gear": {"brown": ["trunk"]}}, []),
    ],
)
def test_every_legal_choice_can_be_pointed_at(position, choices, narrow):
    state = play(table(players=4, **position), *choices)
    assert places(drawn(state, 0, narrow), "data-action") == set(legal(state))
    check_seat(GAME, state, 0, "fr")


def test_holes_and_the_second_square_are_where_the_gangsters_would_go():
    hole = ["blue", "", "blue", "grey", "blue", "grey", "blue", "grey"]
    state = table(players=4, cars=CARS, gear={"brown": ["door"]}, tiles={"greek-town": 1}, squares={"greek-town": hole})
    shown = GAME.draw(state.view(0))
    assert 'data-action="unload two"' in shown and 'data-action="unload brown"' in shown


def test_the_lake_has_no_opinion_but_cicero_is_gone_at_three():
    assert "Cicero" not in GAME.draw(GAME.new(3, 1).view(None))
    assert "Cicero" in GAME.draw(GAME.new(4, 1).view(None))


def test_another_edition_can_be_drawn(tmp_path):
    game = edition_with(
        tmp_path,
        (
            'names = ["brown", "yellow", "grey", "blue", "green"]',
            'names = ["brown", "yellow", "grey", "blue", "violet"]',
        ),
        ("squares = 16", "squares = 20"),
        ('["gold-coast", "the-loop"]', '["gold-coast", "the-loop"], ["gold-coast", "chinatown"]'),
    )
    state = game.new(5, 4)
    state.playout(Stream(4), 80)
    for narrow in (False, True):
        check_drawing(game.draw(state.view(state.current_players()[0]), (), "fr", narrow))


def test_no_street_crosses_a_place():
    """Every street of our map finds its way around the places it does not join, at both sizes."""
    for players in (3, 4):
        view = GAME.new(players, 1).view(None)
        for narrow, area in ((False, WIDE), (True, NARROW)):
            desk = Desk(view, GAME.box, (), (), "en", narrow)
            found = frames(desk, area)
            boxes = list(found.values())
            for i, one in enumerate(boxes):
                for other in boxes[i + 1 :]:
                    apart = one.x + one.width <= other.x or other.x + other.width <= one.x
                    assert apart or one.y + one.height <= other.y or other.y + other.height <= one.y
            for a, b in GAME.box.streets:
                if a in found and b in found:
                    assert clear(found, a, b, area), (GAME.box.names[a], GAME.box.names[b], narrow)


def clear(found, a, b, area):
    others = [frame for place, frame in found.items() if place not in (a, b)]
    x1, y1, cx, cy, x2, y2 = (
        float(each) for each in re.findall(r"-?[\d.]+", street(found[a], found[b], tuple(others), area))
    )
    for i in range(61):
        t = i / 60
        x = (1 - t) ** 2 * x1 + 2 * t * (1 - t) * cx + t * t * x2
        y = (1 - t) ** 2 * y1 + 2 * t * (1 - t) * cy + t * t * y2
        if any(each.x < x < each.x + each.width and each.y < y < each.y + each.height for each in others):
            return False
    return True
