"""The yardsticks play by the very rules of OpenSpiel's games, and keep our contract."""

import random

import pytest

from parrain.core import Event, IllegalAction

pyspiel = pytest.importorskip("pyspiel", reason="the yardsticks are compared with OpenSpiel")

from yardsticks import yardsticks  # noqa: E402

ORDERS = ("random", "descending")


def turn_up_to(theirs, ours):
    """Let chance do in OpenSpiel what it did in our game."""
    while theirs.is_chance_node():
        if theirs.get_game().get_type().short_name == "leduc_poker":
            card = ours.cards[min(len(theirs.history()), 2)]
        else:
            card = ours.prizes[len(ours.winners)] - 1
        assert card in theirs.legal_actions()
        theirs.apply_action(card)


def test_leduc_is_openspiels():
    game, reference = yardsticks()["leduc"], pyspiel.load_game("leduc_poker")
    choose = random.Random(1)
    endings = set()
    for seed in range(4000):
        ours, theirs = game.new(2, seed), reference.new_initial_state()
        turn_up_to(theirs, ours)
        while not theirs.is_terminal():
            assert ours.current_players() == (theirs.current_player(),)
            player = theirs.current_player()
            assert [action.id for action in ours.legal_actions(player)] == theirs.legal_actions()
            assert ours.legal_actions(1 - player) == ()
            action = choose.choice(ours.legal_actions(player))
            ours.apply(player, action)
            ours.check()
            theirs.apply_action(action.id)
            turn_up_to(theirs, ours)
        assert ours.is_over and ours.current_players() == ()
        assert list(ours.returns()) == theirs.returns()
        endings.add((ours.ending, ours.winner))
    assert endings == {("fold", 0), ("fold", 1), ("showdown", 0), ("showdown", 1), ("showdown", -1)}


@pytest.mark.parametrize("order", ORDERS)
def test_goofspiel_is_openspiels(order):
    game = yardsticks()[f"goofspiel-{order}"]
    head = f"goofspiel(imp_info=True,num_cards=13,players=4,points_order={order},returns_type="
    references = [pyspiel.load_game(f"{head}{kind})") for kind in ("win_loss", "total_points")]
    choose = random.Random(2)
    shared = 0
    for seed in range(1000):
        ours, both = game.new(4, seed), [reference.new_initial_state() for reference in references]
        while not both[0].is_terminal():
            for theirs in both:
                turn_up_to(theirs, ours)
            assert ours.current_players() == (0, 1, 2, 3)
            chosen = []
            for player in range(4):
                assert [action.id for action in ours.legal_actions(player)] == both[0].legal_actions(player)
                chosen.append(choose.choice(ours.legal_actions(player)))
            for player in choose.sample(range(4), 4):  # the answers come in any order
                ours.apply(player, chosen[player])
                ours.check()
            for theirs in both:
                theirs.apply_actions([action.id for action in chosen])
        assert ours.is_over and ours.current_players() == ()
        assert list(ours.returns()) == pytest.approx(both[0].returns())
        assert list(ours.scores()) == both[1].returns()
        shared += ours.ranking().count(1) > 1
    assert shared > 0  # a shared first place was among them


@pytest.mark.parametrize("name", ["leduc", "goofspiel-random", "goofspiel-descending"])
def test_yardsticks_keep_the_contract(name):
    game = yardsticks()[name]
    choose = random.Random(3)
    for seed in range(30):
        log: list[Event] = []
        heard, silent = game.new(None, seed, log), game.new(None, seed)
        while not heard.is_over:
            for player in heard.current_players():
                before = heard.to_position()
                for action in game.actions:
                    if action not in heard.legal_actions(player):
                        with pytest.raises(IllegalAction):
                            heard.apply(player, action)
                copy = heard.clone()
                action = choose.choice(heard.legal_actions(player))
                hidden = [heard.view(seat) for seat in range(heard.players) if seat != player]
                assert heard.to_position() == before == copy.to_position() == silent.to_position()
                heard.apply(player, action)
                silent.apply(player, action)
                assert copy.to_position() == before
                if heard.current_players() and len(copy.current_players()) > 1:
                    others = [heard.view(seat) for seat in range(heard.players) if seat != player]
                    for view in (*hidden, *others):
                        view.to_move = ()  # that somebody has answered is all that the others may know
                    assert hidden == others or len(heard.current_players()) == heard.players
        with pytest.raises(IllegalAction):
            heard.apply(0, game.actions[0])
        assert log[-1].kind in ("end", "award")


def test_views_hide_what_is_hidden():
    poker, bids = yardsticks()["leduc"], yardsticks()["goofspiel-random"]
    views = {poker.new(2, seed).view(0).card for seed in range(200)}
    assert views == set(range(6))
    for seed in range(200):
        hand = poker.new(2, seed)
        assert (hand.view(None).card, hand.view(0).board, hand.view(1).shown) == (-1, -1, ())
        state = bids.new(4, seed)
        state.apply(2, bids.actions[seed % 13])
        assert state.view(0) == bids_without(bids, seed, 2).view(0)
        assert state.view(2).bid == seed % 13 + 1


def bids_without(game, seed, seat):
    """The same table with another bid of that seat: nobody else may tell the difference."""
    state = game.new(4, seed)
    state.apply(seat, game.actions[(seed + 5) % 13])
    return state
