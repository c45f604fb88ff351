"""The table of Gangs City: what its parts show and offer, what they hide, its cards and its scenes."""

import random
import re

import pytest

from parrain.core.translation import render
from parrain.games.gangs_city.board import sums
from parrain.testing.boards import check_board, check_drawing, check_seat
from parrain.testing.table import legal, play

from .gangs_city_table import GAME, place, table, tile

NAMES = ("Lana", "Élodie", "Marcel", "Rita", "Gaston", "Zoé")
SPREAD = {name: place((i - 7, 0) if i < 7 else (i - 6, -1), i % 6) for i, name in enumerate(GAME.box.place_names)}
DEN = [
    tile(0, "gambling-den/e", "killer", "fight"),
    tile(0, "gambling-den/ne", "cop", "fight", chief=True),
    tile(0, "gambling-den/ne", "thug", "fight"),
    tile(1, "gambling-den/nw", "dealer", "fight"),
    tile(1, "gambling-den/nw", "showdown", "gun"),
    tile(1, "gambling-den/sw", "pimp", "recruit"),
]


def drawing(state, seat, part, narrow=False, language="en"):
    """One part of the table as an element tree."""
    table = GAME.parts(state.view(seat), NAMES, language, narrow)
    return check_drawing(table.drawings()[part].svg(language, "-"), 14 if narrow else 13)


def named(root, key, value):
    """The element whose attribute `data-key` has that value."""
    return next(each for each in root.iter() if each.get(f"data-{key}") == value)


def values(root, key):
    return {each.get(f"data-{key}") for each in root.iter()} - {None}


def figures(element):
    return [each.get("href", "").removeprefix("#fig-") for each in element.iter() if each.get("href")]


def texts(part):
    """Every text of a picture."""
    root = check_drawing(part.svg("en", "-"), 13)
    return ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]


def told(state, log, seat, since):
    """The scenes of what was logged from there on, as that seat sees them."""
    seen = [event.seen_by(seat) for event in log]
    return GAME.scenes(seen[since:], state.view(seat), NAMES, "en", earlier=seen[:since])


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
    kinds = {seat: named(drawing(state, seat, "board"), "piece", "laid.0").get("data-kind") for seat in (0, 1, None)}
    assert kinds == {0: "killer", 1: "?", None: "?"}
    cards = {seat: GAME.card("tile.1", state.view(seat), NAMES, "en") for seat in (0, 1)}
    assert cards[0].title == "Killer" and "Killer" not in str(cards[1]) and "killer" not in str(cards[1])


def test_tiles_beside_each_other_below_the_last_place_are_seen_whole():
    chain = {name: place((2, i), 0) for i, name in enumerate(GAME.box.place_names[:6])}
    last = list(chain)[-1]
    tiles = [tile(1, f"{last}/{side}", who, "fight") for side in ("sw", "se") for who in ("thug", "dealer")]
    tiles.append(tile(0, "docks/e", "killer", "fight"))
    board = drawing(table(chain, tiles, players=6, phase="order", todo=["docks", last]), 0, "board")
    high = float(board.get("viewBox").split()[3])
    drawn = [each for each in board.iter() if (each.get("data-piece") or "").startswith("laid.")]
    assert len(drawn) == 5
    for each in drawn:
        left, top = map(float, re.findall(r"-?[\d.]+", each.get("transform")))
        assert left >= 0 and top + 46 <= high


def test_the_glow_of_a_place_covers_no_initiative():
    tiles = [*DEN, tile(2, "bar/se", "killer", "fight")]
    state = table(SPREAD, tiles, players=6, phase="order", todo=["gambling-den", "bar"])
    drawn = list(drawing(state, 0, "board").iter())
    glows = [i for i, each in enumerate(drawn) if each.tag.endswith("polygon") and each.get("stroke") == "#f0c75a"]
    discs = [i for i, each in enumerate(drawn) if each.get("pointer-events") == "none"]
    assert glows and discs and max(glows) < min(discs)


@pytest.mark.parametrize(("narrow", "least"), [(False, 16), (True, 22)])
def test_targets_say_what_a_tile_would_do_there(narrow, least):
    city = {"bar": place((1, 0), 0), "ghetto": place((2, 0)), "docks": place((3, 0), 1)}
    state = table(city, hands=[["driver", "thug"], ["cop"], []])
    root = drawing(state, 0, "board", narrow)
    assert values(root, "action") == set(legal(state, 0)), "every spot is on the board"
    for action, sign in {
        "at bar/ne": "defend",
        "at docks/ne": "attack",
        "at bar": "manage",
        "at pile": "attack",
    }.items():
        target = named(root, "action", action)
        assert figures(target) == [sign], action
        assert max(float(each.get("r", "0")) for each in target.iter()) >= least, action


def test_orders_are_given_on_the_cards_of_the_hand():
    state = table(
        {"bar": place((1, 0), 1, "cop")}, [tile(1, "bar/e", "killer")], hands=[["thug", "driver"], ["cop"], []]
    )
    play(state, "0 at bar/ne")
    hand = drawing(state, 0, "hand")
    assert values(hand, "action") == set(legal(state, 0)) - {"back"}
    assert "send thug recruit" not in values(hand, "action"), "a thug never recruits"
    assert figures(named(hand, "action", "send driver recruit")) == ["recruit"]


def test_a_preview_adds_up_what_the_gang_would_have_there():
    laid = [tile(0, "bar/e", "killer", "fight")]
    state = table({"bar": place((1, 0), 1)}, laid, hands=[["thug", "cop"], ["cop"], []])
    play(state, "0 at bar/ne")
    board = drawing(state, 0, "board")
    titles = {
        action: named(board, "preview", action).find(".//{http://www.w3.org/2000/svg}title").text
        for action in ("send thug fight", "send cop fight chief")
    }
    assert titles == {"send thug fight": "10", "send cop fight chief": "13"}, "7 + 3; 7 + 4 and one more for each"


def test_a_shot_shows_what_it_would_leave():
    state = table({"gambling-den": place((1, 0), 1)}, DEN, phase="reveal")
    board = drawing(state, 1, "board")
    shown = named(board, "preview", "shoot 1").find(".//{http://www.w3.org/2000/svg}title").text
    assert shown == "17 → 9", "(7 + 1) + (4 + 1) + (3 + 1), then without the killer"


def test_a_place_to_build_is_shown_to_all_and_can_be_laid_on_glowing_hexes():
    state = GAME.new(4, 3)
    mover = state.current_players()[0]
    drawn = state.view(mover).drawn[mover]
    for seat in range(4):
        assert named(drawing(state, seat, "offer"), "about", f"place.{drawn}") is not None
    board = drawing(state, mover, "board")
    assert values(board, "action") == set(legal(state, mover)) == values(board, "preview")


def test_recruits_and_bids_are_offered_as_choices():
    tiles = [tile(0, "bar/e", "driver", "recruit")]
    state = table({"bar": place((1, 0), 1, "driver", "killer")}, tiles, phase="reveal")
    offer = drawing(state, 0, "offer")
    assert values(offer, "action") == {"take driver"}, "a killer costs 5"
    assert values(offer, "about") == {"character.driver", "character.killer"}
    state = table({"bar": place((1, 0))}, [], stock=[{"drugs": 2}, {}, {}], hands=[[], [], []], phase="reveal")
    state = table({"bar": place((1, 0))}, [], stock=[{"drugs": 2}, {}, {}], phase="bid")
    assert values(drawing(state, 0, "offer"), "action") == {"bid drugs 0", "bid drugs 1", "bid drugs 2"}


def test_the_gain_of_a_panel_is_what_the_turn_brings():
    rng = random.Random(5)
    log = []
    state = GAME.new(4, 5, log)
    compared = 0
    while not state.is_over and compared < 3:
        seat = state.current_players()[0]
        mark = len(log)
        state.apply(seat, rng.choice(state.legal_actions(seat)))
        for event in log[mark:]:
            if event.kind == "score":
                view = state.view(None)
                assert [sums.gain(view, GAME.box, each) for each in range(4)] == list(view.gained)
                shown = [panel.gain for panel in GAME.parts(view).panels]
                assert shown == [f"+{each}" if each else "" for each in view.gained] or state.is_over
                compared += any(view.gained)
    assert compared == 3


def test_a_gunfight_is_told_with_its_sums():
    state = table({"gambling-den": place((1, 0), 1)}, DEN, phase="reveal")
    earlier = [
        {"kind": "place", "seat": each["seat"], "tile": i + 1, "spot": each["at"], "chief": each["chief"]}
        for i, each in enumerate(DEN)
    ]
    tiles = [{"seat": each["seat"], "spot": each["at"], "who": each["tile"], "do": each["do"]} for each in DEN]
    state.log = []
    play(state, "1 shoot 1")
    events = [event.seen_by(2) for event in state.log]
    scenes = GAME.scenes(events, state.view(2), NAMES, "en", earlier=[*earlier, {"kind": "reveal", "tiles": tiles}])
    fight = next(scene for scene in scenes if "Gambling den" in scene.title)
    assert len(fight.steps) == 3, "who meets, the shots, the result"
    before, after = texts(fight.steps[0].picture), texts(fight.steps[-1].picture)
    assert "17" in before and "4" in before
    assert {"5", "4", "0", "9", ">"} <= set(after) and "17" not in after
    assert "shot: counts no more" in after
    assert "killer" in fight.steps[1].caption and "killer" in fight.steps[2].note


def test_the_last_fight_of_a_turn_keeps_its_sums_without_the_tiles():
    state = table({"gambling-den": place((1, 0), 1)}, DEN, phase="reveal")
    state.log = []
    play(state, "1 shoot 1")
    assert not state.view(2).laid, "the next turn has begun"
    scenes = GAME.scenes([event.seen_by(2) for event in state.log], state.view(2), NAMES, "en")
    fight = next(scene for scene in scenes if "Gambling den" in scene.title)
    assert {"9", "4"} <= set(texts(fight.steps[-1].picture))


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (6, 2)])
def test_every_scene_of_a_game_can_be_drawn(players, seed):
    rng = random.Random(seed)
    log = []
    state = GAME.new(players, seed, log)
    kinds = set()
    start = 0
    while not state.is_over and state.view(None).turn < 5:
        seat = state.current_players()[0]
        mark = len(log)
        state.apply(seat, rng.choice(state.legal_actions(seat)))
        for narrow in (False, True):
            events = [event.seen_by(0) for event in log[start:]]
            language = "fr" if narrow else "en"
            found = GAME.scenes(
                events[mark - start :], state.view(0), NAMES, language, narrow, earlier=events[: mark - start]
            )
            for scene in found:
                kinds.add(scene.title.split(":")[0].split()[0])
                for step in scene.steps:
                    assert step.caption
                    check_drawing(step.picture.svg(language, "-"), 14 if narrow else 13)
        start = max([i for i in range(mark, len(log)) if log[i].kind == "turn"], default=start)
    assert {"Gunfight", "The", "Points"} <= kinds


def test_points_are_told_by_traffic_and_quarter():
    city = {"bar": place((1, 0), 0), "docks": place((2, 0), 0)}
    state = table(city, phase="place", hands=[[], [], []], leaders={"drugs": {"seat": 0, "box": 1}})
    events = [{"kind": "score", "turn": 1, "traffics": [4, 0, 0], "quarters": [1, 0, 0], "scores": [9, 2, 0]}]
    scene = GAME.scenes(events, state.view(0), NAMES, "en")[0]
    shown = texts(scene.steps[0].picture)
    assert {"+5", "9", "4", "1"} <= set(shown)
    assert scene.title == "Points of turn 1" and "Lana" in scene.steps[0].caption


def test_cards_give_values_ability_rule_and_what_is_reconstructed():
    state = table({"bar": place((1, 0), 1, "sharpshooter")}, hands=[["killer"], [], []])
    view = state.view(0)
    card = GAME.card("character.sharpshooter", view, NAMES, "en")
    assert [(each.sign, each.value) for each in card.values] == [
        ("attack", "4"),
        ("defend", "2"),
        ("recruit", "–"),
        ("coin", "5"),
    ]
    assert card.rule == "GC 8.8" and "weakest" in card.lines[0] and "the bar" in " ".join(card.lines)
    killer = GAME.card("character.killer", view, NAMES, "en")
    assert "defence" in killer.reconstructed and "attack" not in killer.reconstructed, "its 7 is in the rulebook"
    assert GAME.card("traffic.drugs", view, NAMES, "en").reconstructed == ""
    assert "Élodie" in " ".join(GAME.card("place.bar", view, NAMES, "en").lines)
    for unknown in ("character.nobody", "gang.9", "tile.1", "place.", "x"):
        assert GAME.card(unknown, view, NAMES, "en") is None


def test_the_bar_says_turn_phase_and_goal():
    state = table({"bar": place((1, 0))}, turn=3, hands=[["thug"], [], []])
    status = GAME.parts(state.view(0), NAMES, "en").status
    assert (status.turn, status.phases[status.phase], status.goal) == ("Turn 3", "Placing", "First to 26")
    assert render(GAME.heading(state.view(0)), "en") == "Turn 3 · Placing"
    assert render(GAME.heading(GAME.new(3, 1).view(0)), "en") == "Set-up"


def test_events_point_at_pieces_and_things_on_the_table():
    assert GAME.pointed({"kind": "place", "seat": 1, "tile": 3, "spot": "bar/e", "chief": False}) == (
        "laid.2",
        "place.bar",
    )
    assert GAME.pointed({"kind": "traffic", "traffic": "drugs", "totals": [1], "leader": 0}) == ("traffic.drugs",)
    state = table({"bar": place((1, 0))}, [tile(0, "bar/e", "killer")], hands=[["thug"], ["cop"], []])
    board = GAME.parts(state.view(1), NAMES).drawings()["board"].svg()
    assert re.search(r'data-piece="laid\.0"', board) and re.search(r'data-about="place\.bar"', board)
