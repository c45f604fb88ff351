"""The box of Gangster: the map fits the rulebook's example, values have sources, an unplayable box is refused."""

import pytest

from parrain.core import BadEdition, BadPosition
from parrain.games.gangster import Gangster
from parrain.games.gangster.components import reach
from parrain.testing.table import legal, play, refused
from tests.bounds import check_bounds

from .shorthand import GAME, edition_with

BOXES = [Gangster(name).box for name in GAME.editions()]
TARGETS = {"the-loop", "little-africa", "west-side", "little-italy"}


def roads(box, without, place, steps):
    """Exactly so many streets, never straight back, by hand from the list of streets."""
    streets = [(box.names[a], box.names[b]) for a, b in box.streets if without not in (box.names[a], box.names[b])]
    now = {(place, None)}
    for _ in range(steps):
        now = {
            (b, at) for at, before in now for pair in streets for a, b in (pair, pair[::-1]) if a == at and b != before
        }
    return {at for at, _ in now}


@pytest.mark.example("AE1")
@pytest.mark.rule("GA 2.1", "GA 6.1", "GA 6.2")
@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.edition.name)
@pytest.mark.parametrize("without", ["", "cicero"])
def test_the_greek_town_example_holds_for_whatever_map_the_file_holds(box, without):
    assert roads(box, without, "greek-town", 3) == TARGETS
    half = box.places if without else 0
    assert without in ("", box.names[box.missing])
    ends = box.destinations(half + box.number_of["greek-town"], box.cards.index(3), False)
    assert {name for place, name in enumerate(box.names) if ends >> place & 1} == TARGETS


@pytest.mark.example("AE2")
@pytest.mark.rule("GA 13.5")
@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.edition.name)
def test_with_an_engine_a_loop_leads_home(box):
    assert "greek-town" in roads(box, "", "greek-town", 4)


@pytest.mark.rule("GA 2.1", "GA 5.2")
@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.edition.name)
@pytest.mark.parametrize("without", ["", "cicero"])
def test_the_map_is_sound(box, without):
    """Every road exists, the tables agree with a walk by hand, and no single place holds the city together."""
    names = [name for name in box.names if name != without]
    half = box.places if without else 0
    for name in names:
        for steps in range(1, box.longest + 1):
            found = roads(box, without, name, steps)
            assert found
            bits = box.reach[(half + box.number_of[name]) * box.longest + steps - 1]
            assert {each for place, each in enumerate(box.names) if bits >> place & 1} == found
    for cut in names:
        rest = [name for name in names if name != cut]
        seen, todo = {rest[0]}, [rest[0]]
        while todo:
            for other in roads(box, without, todo.pop(), 1) - seen - {cut}:
                seen.add(other)
                todo.append(other)
        assert seen == set(rest), f"{cut} holds the city together"


@pytest.mark.rule("GA 2.1", "GA 6.2")
def test_the_reconstructed_map_has_no_triangle():
    """So “never straight back” and “no place twice” lead to the same ends (decision A1)."""
    box = GAME.box
    for one, other in box.streets:
        assert not box.adjacent[one] & box.adjacent[other]


@pytest.mark.rule("GA 2.3", "GA 2.4")
def test_every_value_says_where_it_comes_from_and_what_is_ours_is_marked():
    values = list(GAME.edition.values())
    assert all(value.source and value.status for value in values)
    ours = {value.path.split(".")[0] for value in GAME.edition.reconstructed()}
    assert {"map", "tile", "casino", "poster"} <= ours
    box = GAME.box
    assert box.tiles == 15 and sum(box.equipment) == 30 and len(box.casino) == 6 and {4, 5} <= set(box.casino)
    assert any(values[0] != max(values) for values in box.tile_values), "the first value is not always the highest"
    assert 16 in box.tile_squares


def hole_table(tmp_path, squares, turn, **more):
    game = edition_with(tmp_path, ("squares = 9", "squares = 4"))
    cars = {"brown": "greek-town", "blue": "greek-town", "green": "greek-town"}
    return game.position(
        {
            "players": 5,
            "turn": turn,
            "tiles": {"greek-town": 1},
            "squares": {"greek-town": squares},
            "cars": cars,
            **more,
        }
    )


@pytest.mark.example("AH1", "AH2", "AH3", "AH4")
@pytest.mark.rule("GA 8.2", "GA 8.3", "GA 8.4", "GA 8.5")
def test_the_constructed_holes_on_a_tile_of_four_squares(tmp_path):
    """Red is brown, B is blue, G is green: R X B G and what follows from it."""
    row = ["brown", "", "blue", "green"]
    assert play(hole_table(tmp_path, row, 4), "unload green").to_position()["squares"]["greek-town"] == [
        "brown",
        "green",
        "blue",
        "green",
    ]
    assert refused(hole_table(tmp_path, row, 3), "unload blue") == "GA 8.3"
    open_to_all = play(hole_table(tmp_path, row, 3, options={"any_clan": True}), "unload blue")
    assert open_to_all.to_position()["squares"]["greek-town"] == ["brown", "blue", "blue", "green"]
    for option in (False, True):
        state = play(hole_table(tmp_path, row, 4, options={"any_clan": option}), "load 4")
        assert state.to_position()["squares"]["greek-town"] == ["brown", "", "blue"]
        assert play(state, "unload brown").to_position()["squares"]["greek-town"] == ["brown", "", "blue", "brown"]
        last = play(
            hole_table(tmp_path, ["brown", "blue", "", "green"], 4, options={"any_clan": option}),
            "load 4",
            "unload brown",
        )
        assert last.to_position()["squares"]["greek-town"] == ["brown", "blue", "brown"]


@pytest.mark.rule("GA 2.1")
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('["gold-coast", "the-loop"]', '["gold-coast", "gold-coast"]', "two different places"),
        ('["gold-coast", "the-loop"]', '["gold-coast", "hollywood"]', "no place hollywood"),
        ('["north-side", "gold-coast"], ["gold-coast", "the-loop"], ', "", "no road"),
        ("doubles = 8", "doubles = 10", "Doubles need"),
        ("cards = [1, 2, 3, 4, 5, 6]", "cards = [1, 2]", "casino cards"),
        ("later_rounds = [6, 5]", "later_rounds = [6, 6]", "cannot arrive"),
        ("opening = 2", "opening = 3", "too few"),
        ('name = "door"', 'name = "window"', "exactly"),
        ("cards = [1, 2, 3]", "cards = [1, 1, 3]", "movement cards"),
        ('values = ["?", 4, 2, "?"]', 'values = ["!", 4]', "value of a tile"),
        ("squares = 16", "squares = 99", "squares"),
        ('second = ["blue", "brown"]', 'second = ["blue", "grey"]', "two colours"),
        ('without = "cicero"', 'without = "gold-coast"', "not the port"),
        ('name = "cicero"', 'name = "Cicero!"', "place"),
        ("greek-town = [27, 15]", "greek-town = [27]", "poster"),
        ("count = 5", "count = -1", "count"),
    ],
)
def test_a_box_that_cannot_be_played_is_refused_with_a_reason(tmp_path, old, new, words):
    with pytest.raises(BadEdition) as error:
        edition_with(tmp_path, (old, new))
    assert words in str(error.value)


@pytest.mark.rule("GA 5.2")
def test_a_dead_end_is_a_road_but_an_island_is_none(tmp_path):
    edition_with(tmp_path, ('["chinatown", "little-italy"], ', ""))
    with pytest.raises(BadEdition) as error:
        edition_with(tmp_path, ('["chinatown", "little-italy"], ', ""), ('["the-loop", "chinatown"],', ""))
    assert "From Chinatown no road" in str(error.value)


@pytest.mark.rule("GA 2.1")
def test_an_owner_can_change_the_city(tmp_path):
    game = edition_with(
        tmp_path, ('["gold-coast", "the-loop"]', '["gold-coast", "the-loop"], ["gold-coast", "chinatown"]')
    )
    assert game.edition.key != GAME.edition.key
    port = game.box.port
    assert reach(game.box.adjacent[: game.box.places], port, 1)[0].bit_count() == 3


GRAB = {
    "phase": "square",
    "target": "little-italy",
    "cars": {"brown": "greek-town"},
    "squares": {"little-italy": ["grey"], "chinatown": ["grey"]},
}


@pytest.mark.rule("GA 2.2")
@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"weather": "fog"}, "has no weather"),
        ({"players": 6}, "players"),
        ({"players": 3, "cars": {"brown": "cicero"}}, "no place cicero"),
        ({"players": 3, "cars": {"green": "the-loop"}}, "no green"),
        ({"squares": {"gold-coast": ["brown"]}}, "no gold-coast"),
        ({"tiles": {"the-loop": 1, "cicero": 1}}, "one district only"),
        ({"trunks": {"brown": ["brown"]}}, "never in the trunk"),
        ({"gear": {"brown": ["door", "door"]}}, "two of a kind"),
        ({"port": ["door", "door", "door"]}, "Three of a kind"),
        ({"inside": {"brown": 3}}, "0 are placed"),
        ({"squares": {"the-loop": ["brown"] * 12}}, "gangsters have come"),
        ({"cards": {"brown": [4]}}, "cards"),
        ({"cards": {"brown": []}}, "come up again"),
        ({"deck": ["cicero", "cicero"]}, "in the district deck"),
        ({"casino": [9]}, "casino cards"),
        ({"influence": [1]}, "influence"),
        ({"phase": "sink"}, "away from the port"),
        ({"phase": "colour"}, "Only two players"),
        ({"phase": "nap"}, "phase"),
        ({"ending": "arrest"}, "ends by"),
        ({"options": {"fast": True}}, "option"),
        ({"options": {"any_clan": [[]]}}, "any_clan is one of"),
        ({"turns": 600}, "After 600 turns"),
        ({"ending": "king"}, "end of round 3"),
        ({"ending": "turn-limit", "turns": 599}, "after 600 turns, not earlier"),
        ({"ending": 7}, "ends by"),
        ({"cards": {"brown": [True]}}, "cards"),
        ({"squares": {"the-loop": [["brown"]]}}, "squares: there is no ['brown']"),
        ({"turn": -1}, "turn must be a whole number from 0"),
        ({"colour": "yellow"}, "a colour of the player whose turn it is"),
        ({"target": "cicero"}, "in the phase square and in no other"),
        ({"phase": "square"}, "in the phase square and in no other"),
        (GRAB, "cannot point at little-italy"),
        ({**GRAB, "gear": {"brown": ["machine-gun"]}, "squares": {}}, "cannot point at little-italy"),
        ({**GRAB, "gear": {"brown": ["machine-gun"]}, "target": "chinatown"}, "cannot point at chinatown"),
        ({**GRAB, "gear": {"brown": ["machine-gun"]}, "trunks": {"brown": ["grey"]}}, "cannot point at little-italy"),
        ({"trunks": {"brown": ["grey", "yellow"]}}, "cannot have 2 captives"),
        ({"trunks": {"brown": ["grey", "yellow", "blue"]}}, "at most 2"),
        ({"phase": "equip", "cars": {"brown": "gold-coast"}, "port": ["door", "", ""]}, "two kinds of equipment"),
        ({"random": [1]}, "random"),
        (
            {
                "doubles": [
                    "greek-town",
                    "west-side",
                    "little-italy",
                    "north-side",
                    "the-loop",
                    "chinatown",
                    "little-africa",
                    "the-valley",
                ]
            },
            "With Double 8",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_reason(position, words):
    with pytest.raises(BadPosition) as error:
        GAME.position(position)
    assert words in str(error.value)


def test_a_machine_gun_next_door_is_a_legal_position():
    assert "grab 1" in legal(GAME.position({**GRAB, "gear": {"brown": ["machine-gun"]}}))


@pytest.mark.parametrize(
    ("key", "least", "most"), [("round", 1, 3), ("turn", 0, 3), ("starter", 0, 3), ("turns", 0, 600)]
)
def test_numbers_of_a_position_have_bounds(key, least, most):
    check_bounds(GAME, key, least, most, lambda value: {"players": 4, key: value})


def test_numbers_of_cars_and_districts_have_bounds():
    for key, where, least, most in (("inside", "blue", 0, 20), ("sunk", "blue", 0, 20), ("tiles", "cicero", 1, 15)):
        check_bounds(GAME, key, least, most, lambda value, key=key, where=where: {key: {where: value}})
    check_bounds(GAME, "influence", 0, 100000, lambda value: {"players": 4, "influence": [value, 0, 0, 0]})
