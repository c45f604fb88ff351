"""Games stepped together are the games that the engine plays one by one; agents that choose at once."""

import random

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import parallel_api_test

from parrain import vector
from parrain.adapters import pettingzoo
from parrain.core import BadOption, IllegalAction, Stream, UnknownAction
from parrain.games import game as open_game


def row(game, state):
    """What the vector environment must show of a game."""
    seat = state.current_players()[0]
    legal = sorted(action.id for action in state.legal_actions(seat))
    return seat, legal, np.array(game.encode(state.view(seat)), np.float32)


def test_vector_is_the_engine(name, players):
    """Rows, masks, seats and returns are those of games played one by one, through the ends of games too."""
    env, game = vector.make(name, 3, players), open_game(name)
    seen, infos = env.reset(seed=9)
    seeds = Stream(Stream(9).seed())
    states = [game.new(players, seeds.seed()) for _ in range(3)]
    rng, ended = random.Random(1), 0
    for _ in range(250):
        for number, state in enumerate(states):
            seat, legal, vector_of = row(game, state)
            assert infos["seat"][number] == seat
            assert np.flatnonzero(seen["action_mask"][number]).tolist() == legal
            assert (seen["observation"][number] == vector_of).all()
        choices = [rng.choice(np.flatnonzero(mask).tolist()) for mask in seen["action_mask"]]
        seats = infos["seat"].tolist()
        seen, rewards, terminations, truncations, infos = env.step(np.array(choices))
        assert not truncations.any()
        for number, state in enumerate(states):
            state.apply(seats[number], game.actions[choices[number]])
            assert terminations[number] == state.is_over
            assert infos["returns"][number].tolist() == pytest.approx(state.returns())
            assert rewards[number] == pytest.approx(state.returns()[seats[number]])
            if state.is_over:
                ended += 1
                states[number] = game.new(players, seeds.seed())
    assert ended or name not in ("district-noir", "sealed-bids")


def test_vector_spaces_and_seeds():
    env = vector.make("district-noir", 4)
    first, _ = env.reset(seed=5)
    kept = {key: array.copy() for key, array in first.items()}
    assert env.observation_space.contains(kept)
    assert env.action_space.shape == (4,)
    env.step(env.sample())
    assert not all((kept[key] == first[key]).all() for key in kept), "arrays are written anew"
    again, _ = env.reset(seed=5)
    assert all((kept[key] == again[key]).all() for key in kept)
    following, _ = env.reset()
    assert not all((kept[key] == following[key]).all() for key in kept)


def test_vector_refuses_and_nothing_changes():
    env = vector.make("district-noir", 2)
    with pytest.raises(ResetNeeded):
        env.step([0, 0])
    seen, _ = env.reset(seed=5)
    before = seen["observation"].copy()
    good = env.sample()
    bad = int(np.flatnonzero(seen["action_mask"][1] == 0)[0])
    with pytest.raises(IllegalAction):
        env.step([good[0], bad])
    with pytest.raises(UnknownAction):
        env.step([good[0], 10**6])
    with pytest.raises(ValueError, match="2 choices"):
        env.step([good[0]])
    assert (before == seen["observation"]).all()
    env.step(good)
    with pytest.raises(BadOption):
        vector.make("district-noir", 0)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_parallel_api(name, players):
    parallel_api_test(pettingzoo.parallel_env(name, players), num_cycles=120)


def test_parallel_agents_choose_at_once():
    """Sealed bids of all players are one step; the same choices one after the other lead to the same table."""
    env = pettingzoo.parallel_env("sealed-bids", 4)
    game = open_game("sealed-bids")
    state = game.new(4, 3)
    seen, _ = env.reset(seed=3)
    rng, several = random.Random(2), 0
    while env.agents:
        owing = [agent for agent in env.agents if seen[agent]["action_mask"].any()]
        several += len(owing) > 1
        choices = {agent: rng.choice(np.flatnonzero(seen[agent]["action_mask"]).tolist()) for agent in owing}
        assert [env.possible_agents.index(agent) for agent in owing] == list(state.current_players())
        for agent in owing:
            state.apply(env.possible_agents.index(agent), game.actions[choices[agent]])
        seen, rewards, terminations, _, _ = env.step(choices)
        for seat, agent in enumerate(env.possible_agents):
            assert seen[agent]["observation"].tolist() == list(game.encode(state.view(seat)))
    assert several and all(terminations.values())
    assert tuple(rewards.values()) == state.returns()


def test_parallel_refuses_what_is_missing():
    env = pettingzoo.parallel_env("sealed-bids", 4)
    with pytest.raises(ResetNeeded):
        env.step({})
    seen, _ = env.reset(seed=3)
    with pytest.raises(UnknownAction):
        env.step({"player_0": int(np.flatnonzero(seen["player_0"]["action_mask"])[0])})
    assert (env.observe("player_0")["observation"] == seen["player_0"]["observation"]).all()
