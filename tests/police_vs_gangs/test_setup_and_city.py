"""The box, setup, order and the city (sections 1 to 5, 15)."""

import pytest

from parrain.core import BadEdition, Stream, read_edition
from parrain.games.police_vs_gangs.actions import FACES, INFORMER, INSPECTOR, SERGEANT
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.rules.city import draw_gangster
from parrain.games.police_vs_gangs.rules.turn import set_order
from parrain.games.police_vs_gangs.state import P_LAY, P_PLACE, P_STAKE
from parrain.testing.table import legal, refused
from tests.police_vs_gangs.tables import BOX, GAME, card, new, start


def faces(die):
    names = [FACES[face] for face in BOX.faces[6 * die : 6 * die + 6]]
    return {name: names.count(name) for name in set(names)}


@pytest.mark.example("PT-19")
@pytest.mark.rule("PG 2.2", "PG 2.4")
def test_dice_have_exactly_these_faces():
    assert faces(INSPECTOR) == {"handcuffs": 4, "badge": 2}
    sergeant = faces(SERGEANT)
    assert sergeant == {"handcuffs": 2, "badge": 3, "double": 1}
    assert sergeant["handcuffs"] + sergeant["double"] == 3 and sergeant["badge"] + sergeant["double"] == 4
    assert faces(INFORMER) == {"handcuffs": 2, "badge": 2, "mafia": 2}
    assert BOX.informer_dice == 5


@pytest.mark.rule("PG 2.1", "PG 2.7")
def test_gangsters_tokens_and_markers_are_those_of_gangs_city():
    box = BOX
    assert sorted(box.characters) == ["bodyguard", "cop", "dealer", "driver", "killer", "pimp", "thug"]
    assert box.tokens == [12] * 5
    assert box.boxes[box.traffic_names.index("drugs")] == [3, 4, 5]


@pytest.mark.rule("PG 2.5", "PG 2.6")
def test_the_deck_is_36_cards_marked_as_ours():
    box = BOX
    assert box.card_count == 36
    assert [sum(1 for pair in box.colours if colour in pair) for colour in range(4)] == [11, 10, 11, 10]
    assert sum(1 for pair in box.colours if pair[1] != -1) == 6
    ours = {value.path.rsplit(".", 1)[0] for value in GAME.edition.reconstructed() if value.path.startswith("cards.")}
    assert len(ours - {path for path in ours if path.count(".") > 1}) == 36
    foundry = box.card_names.index("foundry")
    assert (box.handcuffs[foundry], box.informers[foundry], box.badges[foundry]) == (3, 1, 2)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("informers", 9, "informers"),
        ("badges", 5, "more printed rackets"),
        ("handcuffs", -1, "handcuffs"),
        ("colours", ["pink"], "pink"),
        ("mafia", 3, "mafia"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused(key, value, message):
    edition = read_edition(GAME.home / "editions" / "diptic.toml", "police-vs-gangs")
    edition.data["cards"][3][key] = value
    with pytest.raises(BadEdition, match=message):
        Box(edition)


@pytest.mark.rule("PG 1.1", "PG 3.1", "PG 3.2", "PG 3.3")
@pytest.mark.parametrize(("players", "dice"), [(3, 8), (4, 4), (5, 6), (6, 4)])
def test_factions_and_dice_by_number_of_players(players, dice):
    view = new(players, 1).view(None)
    for seat in range(players):
        if seat % 2:
            assert len(view.roster[seat]) == dice
        else:
            assert sorted(view.roster[seat]) == ["bodyguard", "driver", "thug"]
    lieutenants = [view.roster[seat].count("lieutenant") for seat in range(1, players, 2)]
    assert set(lieutenants) == {2 if players == 3 else 1}


@pytest.mark.rule("PG 3.4")
def test_the_bag_has_no_thugs_and_no_drivers():
    for players, tiles in ((4, 24), (6, 23)):
        state = new(players, 5)
        out = sum(len(hire) for *_, hire in state.view(None).city)
        assert len(state.bag) + out == tiles
        assert not {BOX.characters[c] for c in state.bag} & {"thug", "driver"}


@pytest.mark.rule("PG 3.4", "PG 5.5")
def test_an_empty_bag_is_filled_from_the_discard_and_else_brings_nobody():
    # everybody is in hands: three killers, five cops ... of which the discard holds two
    hands = [
        ["bodyguard"] * 4 + ["cop"] * 3 + ["dealer"] * 2 + ["pimp"] * 2 + ["killer"],
        [],
        ["bodyguard"] * 6 + ["cop"] * 2 + ["dealer"] * 2 + ["pimp"] * 2,
    ]
    position = {
        "players": 3,
        "phase": "lay",
        "order": [0, 2, 1],
        "city": [card("foundry", 0, 0)],
        "turn": 4,
        "hands": hands,
        "bag": [],
        "discard": ["killer", "killer"],
    }
    deck = [name for name in BOX.card_names if name not in ("foundry", "pier-9")]
    state = start(position | {"deck": [*deck, "pier-9"]})
    state.apply(1, state.legal_actions(1)[0])
    assert [hire for name, *_, hire in state.view(None).city if name == "pier-9"] == [("killer", "killer")]
    assert state.bag == [] and state.discard == []
    assert draw_gangster(state) == -1


@pytest.mark.rule("PG 3.5", "PG 3.6")
def test_the_first_city_is_laid_in_turn_order_and_a_policeman_is_last():
    for seed in range(8):
        state = new(5, seed)
        order = list(state.order)
        assert order[-1] % 2 == 1 and order == [(order[0] + i) % 5 for i in range(5)]
        assert len(state.laid) == 1 and state.turn == 0
        for laid in range(1, 5):
            assert state.current_players() == (order[laid],)
            state.apply(order[laid], state.legal_actions(order[laid])[0])
        assert len(state.laid) == 5 and state.turn == 1 and state.order == order
        assert state.phase == P_LAY and state.current_players() == (order[-1],)


@pytest.mark.rule("PG 4.2", "PG 4.3")
def test_order_goes_by_score_then_clockwise_from_the_leader():
    state = new(6, 3)
    state.score = [4, 9, 4, 0, 7, 4]
    set_order(state)
    assert state.order == [1, 4, 2, 5, 0, 3]
    firsts = set()
    for _ in range(40):
        state.score = [5, 5, 2, 5, 2, 0]
        set_order(state)
        first = state.order[0]
        firsts.add(first)
        assert state.order[:3] == sorted([0, 1, 3], key=lambda seat: (seat - first) % 6)
        assert state.order[3:5] == sorted([2, 4], key=lambda seat: (seat - first) % 6)
    assert firsts == {0, 1, 3}


@pytest.mark.rule("PG 4.1")
def test_a_turn_goes_through_its_phases_in_order():
    seen = []
    state = new(4, 9)
    rng = Stream(3)
    while state.turn < 3 and not state.is_over:
        if state.turn == 2 and (not seen or seen[-1] != state.phase):
            seen.append(state.phase)
        for seat in state.current_players()[:1]:
            choices = state.legal_actions(seat)
            state.apply(seat, choices[rng.below(len(choices))])
    assert [phase for phase in seen if phase in (P_LAY, P_PLACE, P_STAKE)] == [P_LAY, P_PLACE, P_STAKE]
    resolving = [phase for phase in seen if P_PLACE < phase < P_STAKE]
    assert all(seen.index(P_PLACE) < seen.index(phase) < seen.index(P_STAKE) for phase in resolving)


@pytest.mark.rule("PG 4.4")
def test_the_lowest_on_the_track_then_the_later_in_order():
    state = new(6, 3)
    state.order = [0, 1, 2, 3, 4, 5]
    state.score = [3, 2, 1, 2, 1, 2]
    assert state.lowest(0b010101) == 4
    assert state.lowest(0b101010) == 5
    assert state.lowest(0b001010) == 3


def lay_options(drawn, city):
    dice = ["inspector"] * 4 + ["sergeant"] * 2 + ["lieutenant"] * 2
    hands = [["thug"], dice, ["thug"]]
    position = {"phase": "lay", "owing": [1], "order": [0, 2, 1], "drawn": drawn, "city": city, "hands": hands}
    state = start(position)
    return state, legal(state)


@pytest.mark.rule("PG 5.1", "PG 5.2", "PG 5.3")
def test_a_card_of_one_colour_joins_its_district():
    city = [card("foundry", 0, 0), card("villa", 1, 0), card("theatre", 2, 0)]
    state, options = lay_options("pharmacy", city)
    assert sorted(options) == ["lay foundry north", "lay foundry south", "lay foundry west"]
    assert refused(state, "1 lay theatre east") == "PG 5.3"
    assert refused(state, "1 lay foundry east") == "PG 5.2"
    assert refused(state, "1 lay bank north") == "PG 5.2"
    assert refused(state, "0 lay foundry north") == "PG 5.1"
    _, options = lay_options("pier-9", city)  # no blue card yet: anywhere
    assert len(options) == 8
    # a two-colour card counts as both
    _, options = lay_options("pier-9", [card("foundry", 0, 0), card("canal-lock", 1, 0)])
    assert sorted(options) == ["lay canal-lock east", "lay canal-lock north", "lay canal-lock south"]


@pytest.mark.rule("PG 5.3")
def test_a_district_that_is_closed_in_lets_a_card_lie_anywhere():
    ring = [card("villa", 0, -1), card("theatre", 1, 0), card("bank", 0, 1), card("arcade", -1, 0)]
    _, options = lay_options("pharmacy", [card("foundry", 0, 0), *ring])
    assert len(options) == 8


@pytest.mark.rule("PG 5.4")
def test_a_card_of_two_colours_touches_both_by_side_or_corner():
    city = [card("villa", 0, 0), card("theatre", 1, 0), card("pier-9", 2, 0)]  # green, yellow, blue
    state, options = lay_options("casino", city)  # yellow and green
    assert sorted(options) == sorted(["lay villa north", "lay villa south", "lay theatre north", "lay theatre south"])
    assert refused(state, "1 lay pier-9 east") == "PG 5.4"
    # only one of its colours is there: beside or at the corner of that one
    _, options = lay_options("canal-lock", city)
    assert sorted(options) == sorted(
        ["lay theatre north", "lay theatre south", "lay pier-9 north", "lay pier-9 south", "lay pier-9 east"]
    )


@pytest.mark.rule("PG 5.2")
def test_a_spot_is_named_after_the_oldest_card_beside_it():
    city = [card("foundry", 0, 0), card("pharmacy", 1, 0), card("villa", 0, 1)]
    state, options = lay_options("scrapyard", city)
    assert "lay pharmacy south" in options and "lay villa east" not in options
    assert refused(state, "1 lay villa east") == "PG 5.2"


@pytest.mark.rule("PG 15.1", "PG 15.2")
def test_in_teams_points_go_to_the_faction_and_the_start_moves_left():
    firsts = set()
    for seed in range(12):
        state = new(5, seed, teams=True)
        first = state.order[0]
        firsts.add(first)
        assert first % 2 == 0
        set_order(state)
        assert state.order == [(first + 1 + i) % 5 for i in range(5)]
        state.add_points(3, 4)
        state.add_points(2, 1)
        assert state.scores() == (1, 4, 1, 4, 1)
    assert firsts == {0, 2, 4}


@pytest.mark.rule("PG 15.1", "PG 15.3")
def test_in_teams_majorities_stay_with_the_players():
    city = [
        card("casino", 0, 0, owner=0),
        card("theatre", 3, 0, owner=2),
        card("villa", 1, 0, owner=1),
        card("bank", 2, 0, owner=3),
    ]
    position = {
        "players": 4,
        "phase": "colour",
        "order": [0, 1, 2, 3],
        "options": {"teams": True},
        "scores": [19, 19, 0, 0],
        "city": city,
    }
    state = start(position, "0 count casino yellow")
    # yellow 1-1 between team mates, green 1-1 between team mates: nobody scores, 19 all
    assert state.scores() == (19, 19, 19, 19) and not state.is_over
    state = start(position | {"scores": [19, 19, 0, 0], "city": [*city[:1], *city[2:]]}, "0 count casino yellow")
    assert state.is_over and state.ranking() == (1, 3, 1, 3) and state.scores() == (20, 19, 20, 19)


@pytest.mark.rule("PG 14.5")
@pytest.mark.parametrize("teams", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_house_balance_gives_points_dice_and_handcuffs(players, teams):
    state = new(players, 1, handcuffs="house", teams=teams)
    sides = BOX.house[players + 7 * teams]
    assert state.cuffs_shift == sides.shift
    assert state.scores() == tuple(sides.start[seat % 2] for seat in range(players))
    for seat in range(1, players, 2):
        assert state.hand[seat * 8 : seat * 8 + 3] == sides.dice
    plain = new(players, 1, teams=teams)
    assert set(plain.scores()) == {0} and plain.cuffs_shift == 0, "off by default"


@pytest.mark.rule("PG 14.4")
def test_balanced_handcuffs_shift_every_card():
    plain, shifted = new(4, 1), new(4, 1, handcuffs="balanced")
    assert plain.cuffs_shift == 0 and shifted.cuffs_shift == BOX.shift[4] > 0
    together = new(3, 1, handcuffs="balanced", teams=True)
    assert together.cuffs_shift == BOX.shift_teams[3] < 0, "teams have shifts of their own"
