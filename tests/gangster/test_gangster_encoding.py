"""A View of Gangster as numbers, part by part as state.FIELDS declares them."""

from parrain.testing.table import play

from .shorthand import GAME, table


def named(view, players):
    cut, start, vector = {}, 0, GAME.encode(view)
    for part in GAME.encoding(players):
        cut[part.name] = list(vector[start : start + part.size])
        start += part.size
    assert start == len(vector)
    return cut


def test_part_by_part():
    state = table(
        players=3,
        turn=1,
        round=2,
        tiles={"greek-town": 6},
        squares={"greek-town": ["brown", "", "yellow"]},
        doubles=["greek-town"],
        cars={"brown": "gold-coast", "yellow": "west-side", "grey": "greek-town"},
        cards={"yellow": [2, 3]},
        trunks={"yellow": ["brown"]},
        gear={"yellow": ["door"]},
        sunk={"grey": 2},
        port=["engine", "engine", "trunk"],
        influence=[7, 8, 9],
        casino=[5],
    )
    mine = named(state.view(1), 3)  # yellow, grey, brown from here
    assert mine["squares"][:9] == [0, 0, 1, 0, 0, 0, 1, 0, 0] and sum(mine["squares"]) == 2
    assert mine["tiles"][:5] == [-1, 4, 2, -1, 16] and mine["tiles"][45:] == [0] * 5, "Cicero is out"
    assert mine["doubles"] == [1] + [0] * 9
    assert [mine["cars"][i * 11 : i * 11 + 11].index(1) for i in range(3)] == [1, 0, 10]
    assert mine["cards"] == [0, 1, 1, 1, 1, 1, 1, 1, 1]
    assert mine["inside"] == [14, 13, 13] and mine["sunk"] == [0, 2, 0]
    assert mine["trunks"] == [0, 0, 1] + [0] * 15
    assert mine["gear"][:6] == [0, 0, 0, 0, 0, 1] and sum(mine["gear"]) == 1
    assert mine["port"] == [0, 0, 1, 0, 0, 0] * 2 + [0, 1, 0, 0, 0, 0] and sum(mine["stock"]) == 26
    assert mine["casino"] == [5, 0, 0] and mine["round"] == [2] and mine["police"] == [2]
    assert mine["to_move"] == [1, 0, 0] and mine["phase"] == [0, 1, 0, 0, 0] and mine["colour"] == [1, 0, 0]
    assert mine["scores"] == [8, 9, 7] and mine["over"] == [0]
    other = named(state.view(0), 3)
    assert other["to_move"] == [0, 1, 0] and other["scores"] == [7, 8, 9] and other["colour"] == [0, 1, 0]


def test_a_half_made_choice_is_in_nobody_elses_numbers():
    state = table(players=2)
    before = [GAME.encode(state.view(seat)) for seat in (0, 1, None)]
    play(state, "play yellow")
    after = [GAME.encode(state.view(seat)) for seat in (0, 1, None)]
    assert before[0] != after[0] and before[1:] == after[1:]
    assert named(state.view(0), 2)["colour"] == [0, 1, 0, 0]
