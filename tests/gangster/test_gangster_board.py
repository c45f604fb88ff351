"""The table of Gangster: what every table keeps, and what the parts, cards and scenes of this one show."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from parrain.core import Stream
from parrain.core.event import Event
from parrain.games.gangster.board.layout import layout, route
from parrain.games.gangster.board.payout import gains
from parrain.testing.boards import check_board, check_drawing, check_seat
from parrain.testing.table import legal, play

from .shorthand import GAME, edition_with, table

CARS = {"brown": "greek-town", "yellow": "west-side", "grey": "the-loop", "blue": "cicero"}
NAMES = ("Lana", "Bruno", "Ada", "Nora")
BUTTONS = {"back"}  # what the page offers as plain buttons


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_keeps_what_every_board_keeps(players):
    check_board(GAME, players, games=1, every=15)


def drawn(state, seat, narrow=False):
    """Every drawing of a table by its name, parsed."""
    found = GAME.parts(state.view(seat), NAMES, "en", narrow).drawings()
    return {name: ElementTree.fromstring(part.svg("en", "-")) for name, part in found.items()}


def values(roots, key):
    return {each.get(key) for root in roots for each in root.iter() if each.get(key) is not None}


def under(root, key, value):
    return [each for each in root.iter() if each.get(key) == value]


def words(element):
    return " ".join(text.strip() for text in element.itertext() if text.strip())


# -- the map ----------------------------------------------------------------------------------------------------------


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
    pieces = values(drawn(state, None, narrow).values(), "data-piece")
    men = {"men.greek-town.brown", "men.greek-town.blue"} if narrow else {"at.greek-town.1", "at.greek-town.3"}
    assert men | {f"car.{colour}" for colour in CARS} <= pieces
    assert {"double.greek-town", "trunk.grey.0", "gear.grey.0", "gear.grey.1", "sunk.yellow"} <= pieces
    assert {"port.0", "port.1", "port.2", "move.blue.1"} <= pieces
    assert not {"at.greek-town.2", "double.cicero", "sunk.blue"} & pieces


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
def test_every_legal_choice_is_drawn_where_it_belongs(position, choices, narrow):
    state = play(table(players=4, **position), *choices)
    rest = set(legal(state)) - values(drawn(state, 0, narrow).values(), "data-action")
    hand = drawn(state, 0).get("hand")
    assert hand is None or float(hand.get("viewBox").split()[2]) <= 931, "the dock is no wider at 1280x720"
    crowded = {each for each in rest if narrow and each.startswith(("bump", "drive", "gun"))}
    assert rest - crowded <= BUTTONS, "only plain answers are left to the page"
    assert len(crowded) <= 3, "a phone has three tabs a place"
    check_seat(GAME, state, 0, "fr")


def test_a_district_that_one_card_reaches_is_pressed_as_a_whole():
    board = drawn(table(players=4, cars=CARS), 0)["board"]
    (north,) = under(board, "data-action", "drive 1 north-side")
    assert north.get("data-about") == "place.north-side"
    assert "North Side" in words(north)


def test_several_cards_to_one_district_are_targets_of_their_own():
    state = table(players=4, cars=CARS, gear={"brown": ["engine"]})
    both = {"drive 1 the-valley", "drive 2 the-valley"}
    assert both <= set(legal(state))
    board = drawn(state, 0)["board"]
    for action in both:
        (tab,) = under(board, "data-action", action)
        assert "The Valley" not in words(tab).replace(words(tab.find("{*}title")), "")
        area = max(tab.iter("{http://www.w3.org/2000/svg}rect"), key=lambda each: float(each.get("width")))
        assert float(area.get("width")) >= 32 and float(area.get("height")) >= 32
        (name,) = [each for each in board.iter() if each.tag.endswith("text") and each.text == "The Valley"]
        face = [each for each in tab.iter() if each.tag.endswith("rect") and float(each.get("opacity", 1)) > 0]
        below = max(float(each.get("y")) + float(each.get("height")) for each in face)
        assert below < float(name.get("y")) - 12, "it covers no name"


def test_a_drive_previews_its_way_street_by_street_and_the_card_it_costs():
    state = table(players=4, cars=CARS)
    action = next(each for each in legal(state) if each.startswith("drive 3"))
    parts = drawn(state, 0)
    previews = under(parts["board"], "data-preview", action)
    assert len(previews) == 2, "the way below the places, the steps above"
    steps = [each for each in previews[1].iter() if each.tag.endswith("circle")]
    assert len(steps) == 3
    assert len(under(parts["hand"], "data-preview", action)) == 1
    assert not under(parts["hand"], "data-preview", "unload brown")


def test_unloading_previews_the_square_and_who_would_be_paid():
    squares = {"greek-town": ["grey", "brown", "grey"]}
    state = table(players=4, cars=CARS, tiles={"greek-town": 2}, squares=squares, gear={"brown": ["door"]})
    board = drawn(state, 0)["board"]
    (one,) = under(board, "data-preview", "unload brown")
    (two,) = under(board, "data-preview", "unload two")
    busts = lambda root: len([each for each in root.iter() if each.get("href") == "#fig-man"])  # noqa: E731
    assert (busts(one), busts(two)) == (1, 2)
    glowing = lambda root: len([each for each in root.iter() if each.get("stroke") == "#f0c75a"])  # noqa: E731
    assert glowing(one) == 2, "two against two: the higher square, brown before grey"
    assert glowing(two) == 2
    (load,) = under(board, "data-preview", "load 1")
    assert glowing(load) == 0 or busts(load) == 0


def test_payouts_name_who_would_take_them_and_add_up_in_the_panels():
    squares = {"greek-town": ["grey", "brown", "grey"], "cicero": ["brown"]}
    state = table(
        players=4, cars=CARS, tiles={"greek-town": 2, "cicero": 12}, squares=squares, doubles=["greek-town", "cicero"]
    )
    view = state.view(0)
    assert gains(view, GAME.box) == [(8, 2), (0, 0), (12, 0), (0, 0)]  # 6, 4, 2 and ?, 3, 1, both doubled
    panels = GAME.parts(view, NAMES).panels
    assert [panel.gain for panel in panels] == ["+8 ??", "+0", "+12", "+0"]
    board = words(drawn(state, None)["board"])
    assert "Greek Town 12 8 4 Double: Greek Town pays twice this round ×2" in board and "?? 6 2" in board


def test_the_bar_counts_the_doubles_that_are_missing():
    status = GAME.parts(table(players=4, cars=CARS, doubles=["cicero", "the-loop"]).view(0), NAMES).status
    assert status.turn == "Pay day 1 of 3" and status.goal.startswith("6 Doubles to go")
    lying = GAME.parts(table(players=4, cars=CARS, doubles=["cicero"]).view(0), NAMES).status.track
    assert lying.body.count("×2") == 1


def test_at_the_end_the_headline_alone_says_who_won():
    state = GAME.new(2, 1)
    state.playout(Stream(1))
    assert GAME.parts(state.view(0), NAMES).status.goal == "The most influence wins"


def test_the_quay_is_offered_large_with_what_falls_off():
    gear = {"brown": ["trunk", "bodyguard"]}
    state = table(players=4, cars={**CARS, "brown": "north-side"}, port=["door", "trunk", "engine"], gear=gear)
    assert "offer" not in drawn(state, 0)
    offer = drawn(play(state, "drive 1 gold-coast"), 0)["offer"]
    assert values([offer], "data-action") == {"equip door", "equip engine"}
    assert values([offer], "data-touch") == {"equip trunk"}
    assert under(offer, "data-about", "gear.bodyguard"), "what is lost"


def test_two_players_choose_a_clan_in_the_hand():
    state = GAME.new(2, 5)
    seat = state.current_players()[0]
    assert values([drawn(state, seat)["hand"]], "data-action") == set(legal(state))
    assert "hand" not in drawn(state, None)


def test_cicero_is_gone_at_three():
    assert "Cicero" not in words(drawn(GAME.new(3, 1), None)["board"])
    assert "Cicero" in words(drawn(GAME.new(4, 1), None)["board"])


def test_another_edition_can_be_drawn(tmp_path):
    game = edition_with(
        tmp_path,
        (
            'names = ["brown", "yellow", "grey", "blue", "green"]',
            'names = ["brown", "yellow", "grey", "blue", "violet"]',
        ),
        ("squares = 16", "squares = 20"),
        ('["gold-coast", "the-loop"]', '["gold-coast", "the-loop"], ["gold-coast", "back-of-the-yards"]'),
        ('name = "chinatown"', 'name = "bronzeville"'),
        ('["the-loop", "chinatown"]', '["the-loop", "bronzeville"]'),
        ('["chinatown", "little-italy"]', '["bronzeville", "little-italy"]'),
        ("chinatown = [69, 47]", "bronzeville = [69, 47]"),
    )
    state = game.new(5, 4)
    state.playout(Stream(4), 80)
    for narrow in (False, True):
        check_drawing(game.draw(state.view(state.current_players()[0]), (), "fr", narrow))


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("players", [3, 4])
def test_places_stand_apart_and_no_street_crosses_one(players, narrow):
    view = GAME.new(players, 1).view(None)
    plan = layout(GAME.box, view.districts, view.tiles, narrow)
    frames = list(plan.frames.items())
    for place, one in frames:
        assert one.x >= 0 and one.y >= 0 and one.x + one.width <= plan.width and one.y + one.height <= plan.height
        for other_place, other in frames:
            apart = one.x + one.width < other.x or one.y + one.height < other.y
            back = other.x + other.width < one.x or other.y + other.height < one.y
            assert place == other_place or apart or back
    for (start, end), way in plan.streets.items():
        for (x1, y1), (x2, y2) in pairwise(way):
            for i in range(41):
                x, y = x1 + (x2 - x1) * i / 40, y1 + (y2 - y1) * i / 40
                crossed = [p for p, f in frames if f.x < x < f.x + f.width and f.y < y < f.y + f.height]
                assert set(crossed) <= {start, end}


def test_a_route_has_as_many_streets_as_the_card_says_and_never_turns_back():
    box = GAME.box
    start = box.number_of["greek-town"]
    for steps in (1, 2, 3, 4):
        for end in range(box.places):
            way = route(box, False, start, end, steps)
            assert bool(way) == bool(box.reach[start * box.longest - 1 + steps] >> end & 1)
            if way:
                assert (way[0], way[-1], len(way)) == (start, end, steps + 1)
                assert all(way[i] != way[i + 2] for i in range(len(way) - 2))


# -- cards ------------------------------------------------------------------------------------------------------------


def test_the_card_of_a_district_says_what_one_man_more_would_bring():
    squares = {"greek-town": ["grey", "brown", "grey"]}
    view = table(players=4, cars=CARS, tiles={"greek-town": 2}, squares=squares, doubles=["greek-town"]).view(0)
    card = GAME.card("place.greek-town", view, NAMES)
    assert card.title == "Greek Town" and "twice" in card.kind and card.reconstructed
    assert "One man more, on square 4: 1st, for 12." in card.lines
    assert any("West Side" in line for line in card.lines)
    assert GAME.card("place.nowhere", view, NAMES) is None


def test_cards_of_people_and_cars_count_them():
    state = table(players=4, cars=CARS, squares={"cicero": ["blue", "blue"]}, trunks={"grey": ["blue"]})
    view = state.view(0)
    card = GAME.card("man.blue", view, NAMES)
    standing, _, captive, _ = card.values
    assert (standing.value, captive.value) == ("2", "1")
    assert card.kind == "Nora"
    assert "Cicero" in " ".join(GAME.card("car.blue", view, NAMES).lines)


# -- scenes -----------------------------------------------------------------------------------------------------------


def a_whole_game(players, seed):
    """The events of a random game, turn by turn, with the State after each."""
    log: list[Event] = []
    state = GAME.new(players, seed, log)
    rng = Stream(seed)
    while not state.is_over:
        seat = state.current_players()[0]
        mark = len(log)
        choices = state.legal_actions(seat)
        state.apply(seat, choices[rng.below(len(choices))])
        yield [event.seen_by(None) for event in log[mark:]], state


@pytest.mark.parametrize(("players", "narrow"), [(2, False), (4, True), (5, False)])
def test_pay_days_and_the_end_are_told_with_their_sums(players, narrow):
    names = [*NAMES, "Inès"][:players]
    titles = []
    for events, state in a_whole_game(players, 11):
        told = GAME.scenes(events, state.view(0), names, "en", narrow)
        titles += [scene.title for scene in told]
        if not told:
            continue
        scores = [event for event in events if event["kind"] == "score"]
        day = told[0]
        assert len(day.steps) == len(scores) + 2, "the casino, each district, the total"
        totals = sorted(sum(points for _, points in event["paid"]) for event in scores)
        for step, total in zip(day.steps[1:-1], totals, strict=True):
            paid = [int(word.strip(".,")) for word in step.caption.split(":")[1].split() if word.strip(".,").isdigit()]
            assert sum(paid) == total, "from the smallest sum to the largest"
        final = next(event for event in events if event["kind"] == "influence")["scores"]
        assert str(max(final)) in day.steps[-1].caption
        for scene in told:
            for step in scene.steps:
                check_drawing(step.picture.svg("en", "-"), 14 if narrow else 13)
    assert titles == ["Pay day 1 of 3", "Pay day 2 of 3", "Pay day 3 of 3", "The end"]


def test_a_pay_day_is_told_as_it_was_even_if_the_game_went_on():
    before, told = [], []
    for events, state in a_whole_game(3, 2):
        before += events
        if any(event["kind"] == "casino" for event in before):
            told.append(GAME.scenes(before, state.view(None), NAMES, "en", False)[0])
        if len(told) > 6:
            break
    assert len({step.picture for scene in told for step in scene.steps}) == len(told[0].steps)


def test_events_point_at_what_they_are_about():
    state = table(players=4, cars=CARS, squares={"greek-town": ["grey"]})
    known = values(drawn(state, 0).values(), "data-piece") | values(drawn(state, 0).values(), "data-about")
    event = {"kind": "drive", "seat": 0, "colour": "brown", "card": 1, "from": "greek-town", "to": "west-side"}
    assert set(GAME.pointed(event)) == {"car.brown", "place.greek-town", "place.west-side"}
    assert set(GAME.pointed(event)) <= known
    put = {"kind": "unload", "seat": 2, "colour": "grey", "gangster": "grey", "district": "greek-town", "square": 1}
    assert {"at.greek-town.1", "place.greek-town"} <= set(GAME.pointed(put)) & known
    assert GAME.pointed({"kind": "influence", "round": 1, "scores": []}) == ()
