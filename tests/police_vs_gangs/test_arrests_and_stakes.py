"""Who arrests, what a traffic is worth, who shares it, and which tiles are turned up."""

import pytest

from parrain.games.police_vs_gangs.actions import BADGE, INSPECTOR, LIEUTENANT, SERGEANT, die_code
from parrain.testing.table import events, play
from tests.police_vs_gangs.tables import BOX, card, start

PIER = BOX.card_names.index("pier-9")


@pytest.mark.rule("PG 10.7")
def test_only_the_policeman_with_the_most_badges_may_arrest():
    """Player 3 has a badge too and is lower on the track; player 1 has two."""
    rolled = [(1, LIEUTENANT, BADGE), (1, SERGEANT, BADGE), (3, INSPECTOR, BADGE)]
    position = {
        "players": 4,
        "city": [card("pier-9", 0, 0)],
        "scores": [0, 9, 0, 1],
        "phase": "reroll",
        "owing": [1],
        "pieces": [
            *("0 killer fight pier-9 north", "1 lieutenant pier-9 south", "1 sergeant pier-9 south"),
            "3 inspector pier-9 east",
        ],
        "resolution": {
            "here": PIER,
            "purpose": 2,
            "open": 1,
            "party": 11,
            "snapshot": [-1] + [0] * 24,
            "dice": [die_code(*die) for die in rolled],
        },
    }
    state = start(position, "1 reroll none")
    assert state.view(None).phase == "arrest" and state.current_players() == (1,)
    play(state, "1 arrest none")
    assert events(state, "let go") == [{"seat": 1}] and state.jail == [] and state.scores() == (0, 9, 0, 1)


@pytest.mark.rule("PG 12.4")
def test_a_traffic_stays_on_its_last_box():
    values = BOX.boxes[BOX.traffic_names.index("drugs")]
    position = {
        "players": 3,
        "city": [card("pier-9", 0, 0)],
        "phase": "stake",
        "tokens": [{"drugs": 1}, {}, {}],
        "markers": {"drugs": [0, len(values) - 1]},
    }
    state = start(position, "0 stake all", "1 stake done", "2 stake done")
    assert state.view(None).markers[BOX.traffic_names.index("drugs")] == (0, len(values) - 1)
    assert state.scores() == (values[-1], 0, 0)


@pytest.mark.rule("PG 12.6")
def test_three_tied_police_share_by_three():
    values = BOX.boxes[BOX.traffic_names.index("drugs")]
    worth = next(value for value in reversed(values) if value // 3 != value // 2)
    position = {
        "players": 6,
        "city": [card("pier-9", 0, 0)],
        "phase": "stake",
        "tokens": [{}, {"drugs": 1}, {}, {"drugs": 1}, {}, {"drugs": 1}],
        "markers": {"drugs": [0, values.index(worth)]},
    }
    state = start(position, *[f"{seat} stake {'all' if seat & 1 else 'done'}" for seat in range(6)])
    assert state.scores() == (0, worth // 3, 0, worth // 3, 0, worth // 3)


@pytest.mark.rule("PG 7.2", "PG 16.1")
@pytest.mark.parametrize("players", [3, 4])
def test_tiles_elsewhere_stay_face_down_while_a_place_is_open(players):
    position = {
        "players": players,
        "order": [*range(0, players, 2), *range(1, players, 2)],
        "city": [card("pier-9", 0, 0, hire=["cop"]), card("foundry", 1, 0)],
        "phase": "resolve",
        "hands": [["driver"], [], [], []][:players],
        "pieces": ["0 pimp recruit pier-9 north", "2 killer fight foundry south", "0 thug fight foundry north"],
    }
    last = position["order"][-1]
    state = start(position, f"{last} resolve pier-9")
    assert state.view(None).phase == "recruit" and state.view(None).open
    for seat in (*range(players), None):
        told = {(piece[0], piece[1]): piece[3] for piece in state.view(seat).pieces}
        assert told[0, "pier-9"] == "pimp"
        assert told[2, "foundry"] == ("killer" if seat == 2 else "")
        assert told[0, "foundry"] == ("thug" if seat == 0 else "")
    play(state, "0 recruit none")


@pytest.mark.rule("PG 12.1")
def test_of_traffics_only_those_are_told_that_somebody_staked_or_held():
    position = {
        "players": 3,
        "phase": "stake",
        "turn": 2,
        "city": [{"card": "arcade", "at": [0, 0]}],
        "tokens": [{}, {"weapons": 1}, {}],
        "markers": {"tobacco": [0, 1]},
        "owing": [0, 1, 2],
    }
    state = start(position, "0 stake done", "1 stake weapons 1", "1 stake done", "2 stake done")
    told = [(event["traffic"], event["stake"], event["before"], event["seats"]) for event in events(state, "traffic")]
    assert told == [("weapons", 1, -1, [1]), ("tobacco", 0, 0, [])]
