"""The greedy player of Règlement de comptes protects what earns, sees the next blast, and hits the richest."""

import pytest

from parrain.bots import make_bot
from parrain.core import Stream
from parrain.games.reglement.bot import prospects as bot
from parrain.games.reglement.components import ICONS
from parrain.testing import check_bot, check_bot_is_fair
from parrain.testing.walk import walk

from .helpers import RC

GREEDY = make_bot("greedy", RC)


def turn_of(data, seat):
    """What the greedy bot does with its whole turn, as texts."""
    state = RC.position(data)
    made = []
    while not state.is_over and state.current_players() == (seat,):
        action = GREEDY.choose(state.view(seat), state.legal_actions(seat), Stream(1))
        made.append(str(action))
        state.apply(seat, action)
    return made, state


def test_it_moves_its_godfather_out_of_the_next_blast():
    data = {
        "players": 3,
        "turn": "red",
        "cakes": {"blue": 20},
        "chairs": {
            20: "red godfather",
            3: "red heavy",
            9: "yellow heavy",
            26: "blue heavy",
            27: "blue godfather",
            12: "yellow godfather",
        },
        "hands": {"red": ["move", "boom", "knife", "cocktail", "bang"]},
    }
    made, state = turn_of(data, 1)
    assert "lift 20" in made
    assert not state.godfathers & state.men[1] & RC.box.beside(19)


def test_it_passes_a_cake_to_the_others():
    data = {
        "players": 3,
        "turn": "red",
        "cakes": {"blue": 6},
        "chairs": {
            6: "red godfather",
            5: "red heavy",
            12: "yellow godfather",
            13: "yellow heavy",
            26: "blue heavy",
            27: "blue godfather",
        },
        "hands": {"red": ["pass", "alert", "cocktail", "bang", "bang"]},
    }
    made, state = turn_of(data, 1)
    assert made[:2] == ["play pass", "pass blue left"] and state.alive[1] == 2


def test_it_does_not_serve_a_cake_to_itself():
    data = {
        "players": 3,
        "turn": "red",
        "chairs": {
            1: "red godfather",
            2: "red heavy",
            3: "red blade",
            12: "yellow godfather",
            13: "yellow heavy",
            14: "blue heavy",
            27: "blue godfather",
        },
        "hands": {"red": ["cake"] * 5},
    }
    made, _ = turn_of(data, 1)
    assert made[:2] == ["play cake", "serve 13"]


@pytest.mark.parametrize(
    ("money", "victim"), [([30000, 5000, 1000], "stab 13 12"), ([1000, 5000, 30000], "stab 13 14")]
)
def test_it_hits_the_richest(money, victim):
    data = {
        "players": 3,
        "turn": "red",
        "money": money,
        "chairs": {
            13: "red blade",
            12: "yellow heavy",
            14: "blue heavy",
            20: "yellow godfather",
            27: "blue godfather",
            2: "red godfather",
        },
        "hands": {"red": ["knife"] * 5},
    }
    made, _ = turn_of(data, 1)
    assert victim in made


def test_it_prefers_the_godfather_who_owns_a_business():
    data = {
        "players": 3,
        "turn": "red",
        "chairs": {
            22: "red blade",
            21: "yellow godfather",
            23: "yellow heavy",
            27: "blue godfather",
            2: "red godfather",
            4: "yellow heavy",
        },
        "hands": {"red": ["knife"] * 5},
    }
    made, _ = turn_of(data, 1)
    assert "stab 22 21" in made


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("seating", ["preset", "free"])
def test_it_wins_at_least_twice_its_share_among_random_players(players, seating):
    games, won = 6 * players, 0.0
    for number in range(games):
        seat, rng = number % players, Stream(number)
        state = RC.new(players, number, seating=seating)
        while not state.is_over:
            (player,) = state.current_players()
            choices = state.legal_actions(player)
            state.apply(
                player,
                GREEDY.choose(state.view(player), choices, rng) if player == seat else choices[rng.below(len(choices))],
            )
        places = state.ranking()
        won += (places[seat] == 1) / places.count(1)
    assert won >= 2 * games / players, f"{won} of {games}"


def test_it_is_legal_and_fair():
    check_bot(GREEDY, RC, 4, 1)
    check_bot_is_fair(GREEDY, RC, 5)


def test_what_it_promises():
    for seed in range(3):
        state = RC.new(4, seed)
        while not state.is_over:
            promise = RC.evaluate(state)
            assert len(promise) == 4 and all(-1 <= each <= 1 for each in promise)
            state.playout(Stream(seed), 9)
        assert RC.evaluate(state) == list(state.returns())


def test_every_choice_has_a_reason():
    state, rng, told = RC.new(5, 2), Stream(2), set()
    while not state.is_over:
        (player,) = state.current_players()
        view, choices = state.view(player), state.legal_actions(player)
        told |= {str(RC.reason(view, action)) for action in choices}
        state.apply(player, choices[rng.below(len(choices))])
    assert len(told) > 15 and "" not in told


def blast_survived_by_hand(view, chair, seat):
    """How likely a man is to survive the cakes at his chair and the two beside it, cake by cake."""
    lives = 1.0
    for owner, cake in enumerate(view.cakes):
        if cake > 0 and (chair + 1 - cake) % len(view.owners) in (0, 1, len(view.owners) - 1):
            turns = [(view.turn + 1 + i) % view.players for i in range(view.players)]
            soon = turns.index(owner) <= turns.index(seat)
            lives *= 1 - (bot.BLAST_LEFT if not view.alive[owner] else bot.BLAST_SOON if soon else bot.BLAST_LATE)
    return lives


def prospects_by_hand(view, box, seat):
    """What a seat can expect, worked out from the View chair by chair: income, men who live, men."""
    n, icon = box.chairs, [ICONS[i] for i in box.icons]

    def threatens(chair, rank, weapon):
        armed = view.ranks[chair] == rank or icon[chair] == weapon
        return view.owners[chair] not in (-1, seat) and chair + 1 not in view.asleep and armed

    living, earned, kinds, till = [], 0.0, {"bar": [], "restaurant": [], "gaming": []}, 0.0
    for chair in [c for c in range(n) if view.owners[c] == seat]:
        godfather = view.ranks[chair] == "godfather"
        threats = threatens((chair + 1) % n, "blade", "knife") + threatens((chair - 1) % n, "blade", "knife")
        threats += box.opposite[chair] >= 0 and threatens(box.opposite[chair], "shooter", "revolver")
        missed = bot.MISSED_PRIZED if godfather or icon[chair] in ("till", *kinds) else bot.MISSED
        lives = blast_survived_by_hand(view, chair, seat) * missed**threats
        living.append(lives)
        pays = lives * (0.55 if chair + 1 in view.asleep else 1 - bot.DOSE_RISK if icon[chair] == "glass" else 1)
        earned += 1000 * pays * godfather
        if icon[chair] in kinds:
            kinds[icon[chair]].append(pays)
        till += pays * (icon[chair] == "till")
    for pays in kinds.values():
        earned += 1000 * sum(pays) + (2000 * pays[0] * pays[1] if len(pays) == 2 else 0)
    return earned * (1 + till), sum(living), len(living)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_prospects_are_what_one_works_out_chair_by_chair(players):
    asleep = blasts = 0
    for seed, seating in ((500, "preset"), (501, "preset"), (502, "free")):
        for moment in walk(RC, players, seed, {"seating": seating}, every=5):
            state = moment.state
            view = state.view(None)
            asleep += len(view.asleep)
            for seat in range(players):
                assert bot.prospects(state, seat) == pytest.approx(prospects_by_hand(view, RC.box, seat))
                for chair in range(RC.box.chairs):
                    by_hand = blast_survived_by_hand(view, chair, seat)
                    blasts += by_hand < 1
                    assert bot.blast_survived(state, chair, seat) == pytest.approx(by_hand)
    assert asleep and blasts
