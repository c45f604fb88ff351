"""OpenSpiel's own tests on every game, and what they do not look at."""

import json
import pickle
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

import parrain
from parrain.adapters import open_spiel
from parrain.core import BadOption, IllegalAction, ParrainError, UnknownAction
from parrain.games import game as open_game

SPECTATOR = pyspiel.IIGObservationType(
    perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
)


def played(game, seed, texts=()):
    """The game of that seed after these choices."""
    state = open_spiel.deal(game, seed)
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def walk(game, seed):
    """The states of a random game."""
    rng = random.Random(seed)
    state = open_spiel.deal(game, seed)
    while not state.is_terminal():
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


def test_random_sim(name, players):
    pyspiel.random_sim_test(open_spiel.load(name, players), num_sims=1, serialize=True, verbose=False)


def test_random_sim_of_many_games_of_district_noir():
    pyspiel.random_sim_test(open_spiel.load("district-noir"), num_sims=20, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [*parrain.all_games(), "sealed-bids"])
def test_random_sim_from_a_resampled_state(name):
    """OpenSpiel's test again, beginning in the middle of a game that somebody only imagines."""
    game = open_spiel.load(name, open_game(name).fewest)
    states = walk(game, 11)
    state = [next(states) for _ in range(9)][-1].clone()
    player = state.current_player()
    imagined = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(3, 0.0, 1.0))
    pyspiel.random_sim_test_with_specific_initial_state(game, 1, imagined, serialize=True)


def test_resampling(name, players):
    """What OpenSpiel's ResampleInfostateTest checks, which cannot be called from Python."""
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    differ = 0
    for number, state in enumerate(walk(open_spiel.load(name, players), 5)):
        if number % 9 and not state.is_terminal():
            continue
        for player in range(players):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.current_player() == state.current_player()
            assert other.legal_actions(player) == state.legal_actions(player)
            assert other.history() == [], "the true history would tell the seed"
            differ += str(other) != str(state)
    assert differ


def test_state_is_the_engine(name, players):
    """The same seed and choices lead through the same tables, choices and returns as the engine's own."""
    spiel, game = open_spiel.load(name, players), open_game(name)
    state = game.new(players, 17)
    for number, spiel_state in enumerate(walk(spiel, 17)):
        for choice in spiel_state.history()[open_spiel.SEED_BYTES :][-1:]:
            state.apply(state.current_players()[0], game.actions[choice])
        if number > 60 and number % 10 and not state.is_over:
            continue  # a long game: not every step
        assert json.loads(str(spiel_state)) == json.loads(json.dumps(state.to_position()))
        assert spiel_state.is_terminal() == state.is_over
        for player in range(players):
            assert game.view_from_data(json.loads(spiel_state.observation_string(player))) == state.view(player)
            assert (
                spiel_state.observation_tensor(player) == np.array(game.encode(state.view(player)), np.float32).tolist()
            )
        if not state.is_over:
            player = state.current_players()[0]
            assert spiel_state.current_player() == player
            assert [spiel_state.action_to_string(each) for each in spiel_state.legal_actions()] == [
                str(each) for each in sorted(state.legal_actions(player), key=lambda each: each.id)
            ]
    assert tuple(spiel_state.returns()) == state.returns() and sum(spiel_state.returns()) == pytest.approx(0)


def test_serialised_states_play_on(name, players):
    game = open_spiel.load(name, players)
    states = walk(game, 23)
    state = [next(states) for _ in range(8)][-1]
    for again in (pickle.loads(pickle.dumps(state)), game.deserialize_state(state.serialize())):
        assert str(again) == str(state) and again.history() == state.history()
        for player in range(players):
            assert again.information_state_string(player) == state.information_state_string(player)
        copy = state.clone()
        for _ in range(5):
            action = copy.legal_actions()[-1]
            copy.apply_action(action)
            again.apply_action(action)
        assert str(again) == str(copy) != str(state)
        for player in range(players):
            assert again.information_state_string(player) == copy.information_state_string(player)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_a_seed_chosen_by_chance_is_the_engines_seed():
    game = open_spiel.load("district-noir")
    seed = 0x0605_0403_0201
    state = game.new_initial_state()
    for byte in (1, 2, 3, 4, 5, 6):
        assert state.is_chance_node() and sum(p for _, p in state.chance_outcomes()) == pytest.approx(1)
        assert state.information_state_tensor(0) == [0] * game.information_state_tensor_size()
        state.apply_action(byte)
    assert json.loads(str(state)) == json.loads(json.dumps(parrain.new("district-noir", seed=seed).to_position()))
    assert str(open_spiel.deal(game, seed)) == str(state)
    with pytest.raises(BadOption, match="2\\^48"):
        open_spiel.deal(game, 1 << 48)


def test_nobody_sees_what_the_others_are_choosing():
    game = open_spiel.load("sealed-bids", players=3)
    seen = []
    for choices in (["colour red", "bid 2"], ["colour black", "bid 5"]):
        state = played(game, 4, choices)
        assert state.current_player() == 1
        seen.append(
            [
                (state.information_state_string(p), state.information_state_tensor(p), state.observation_tensor(p))
                for p in (1, 2)
            ]
        )
    assert seen[0] == seen[1]


def test_an_information_state_remembers_what_the_view_forgets():
    """Who bid what is forgotten when the round is over; a player still knows their own bid and no other."""
    game = open_spiel.load("sealed-bids", players=2)
    first = played(game, 6, ["colour red", "bid 2", "colour red", "bid 2"])
    second = played(game, 6, ["colour red", "bid 3", "colour red", "bid 3"])
    other = played(game, 6, ["colour red", "bid 2", "colour black", "bid 2"])
    for player in (0, 1):
        assert first.observation_string(player) == second.observation_string(player)
        assert first.observation_tensor(player) == second.observation_tensor(player)
        assert first.information_state_string(player) != second.information_state_string(player)
        assert first.information_state_tensor(player) != second.information_state_tensor(player)
    assert first.information_state_string(0) == other.information_state_string(0)
    assert first.information_state_string(1) != other.information_state_string(1)


def test_clones_are_independent():
    state = played(open_spiel.load("district-noir"), 3)
    before = str(state), state.information_state_string(0), state.information_state_string(1)
    copy = state.clone()
    while not copy.is_terminal():
        copy.apply_action(copy.legal_actions()[0])
    assert (str(state), state.information_state_string(0), state.information_state_string(1)) == before


@pytest.mark.parametrize(("action", "error"), [(14, UnknownAction), (-2, UnknownAction), (2, IllegalAction)])
def test_what_is_no_legal_choice_is_refused_and_changes_nothing(action, error):
    state = played(open_spiel.load("district-noir"), 7)
    before = str(state), state.history(), state.information_state_string(1)
    with pytest.raises(error):
        state.apply_action(action)
    assert (str(state), state.history(), state.information_state_string(1)) == before


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"game": "chess"}, "There is no game chess"),
        ({"players": 3}, "2 to 2 players"),
        ({"edition": "none"}, "no edition none"),
        ({"bluff": True}, "no option bluff"),
    ],
)
def test_what_cannot_be_played_is_said_at_once(wrong, says):
    with pytest.raises(ParrainError, match=says):
        open_spiel.load(**{"game": "district-noir", **wrong})


def test_games_are_registered_with_their_parameters(tmp_path):
    for name in parrain.all_games():
        assert open_spiel.short_name(name) in pyspiel.registered_names()
    assert str(pyspiel.load_game("parrain_district_noir")) == str(open_spiel.load("district-noir"))
    game = open_spiel.load("sealed-bids", players=3, red=False)
    assert pyspiel.load_game(str(game)).get_parameters() == {"players": 3, "edition": "plain", "red": False}
    assert (game.num_players(), game.num_distinct_actions()) == (3, 9)
    assert json.loads(str(played(game, 1)))["options"] == {"red": False}
    mine = tmp_path / "mine.toml"
    mine.write_text(
        (parrain.game("district-noir").home / "editions" / "spiral-2022.toml")
        .read_text()
        .replace("set = 5 ", "set = 9 ")
    )
    state = played(open_spiel.load("district-noir", edition=mine), 1)
    assert str(pickle.loads(pickle.dumps(state))) == str(state) != str(played(open_spiel.load("district-noir"), 1))
    with pytest.raises(BadOption, match="cannot write down"):
        open_spiel.load("district-noir", edition=mine.rename(tmp_path / "a(b).toml"))


def test_observers_see_a_player_or_a_spectator_and_nothing_else():
    game = open_spiel.load("district-noir")
    state = played(game, 7)
    spectator = make_observation(game, SPECTATOR)
    spectator.set_from(state, player=0)
    view = parrain.new("district-noir", seed=7).view(None)
    assert spectator.dict["observation"].tolist() == list(parrain.game("district-noir").encode(view))
    assert '"hand":[]' in spectator.string_from(state, 0)
    recalling = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert {name: len(part) for name, part in recalling.dict.items()} == {"observation": 199, "recall": 64}
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="what one player sees"):
        make_observation(game, everything)


# -- OpenSpiel's algorithms ------------------------------------------------------------------------------


def test_is_mcts_plays_district_noir_to_the_end():
    game = open_spiel.load("district-noir")
    state = open_spiel.deal(game, 7)
    rng = np.random.RandomState(1)
    bots = [
        ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), uct_c=1.4, max_simulations=20, random_state=rng)
        for _ in range(2)
    ]
    decisions = 0
    while not state.is_terminal():
        policy, action = bots[state.current_player()].step_with_policy(state)
        assert {each for each, _ in policy} == set(state.legal_actions())
        state.apply_action(int(action))
        decisions += 1
    assert 20 < decisions <= 48 and sum(state.returns()) == 0


def test_is_mcts_plays_where_several_decide_at_once():
    game = open_spiel.load("sealed-bids", players=3)
    state = open_spiel.deal(game, 7)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 15, max_world_samples=5, random_state=rng)
    while not state.is_terminal():
        state.apply_action(int(bot.step(state)))
    assert sum(state.returns()) == pytest.approx(0)


def test_mccfr_and_the_learning_environment_run():
    game = open_spiel.load("sealed-bids", players=2)
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    assert solver._infostates
    env = rl_environment.Environment(
        open_spiel.load("district-noir"), chance_event_sampler=rl_environment.ChanceEventSampler(seed=1)
    )
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0 and len(step.observations["info_state"][0]) == 199 + 64
