"""PettingZoo's own tests on every game, and what they do not look at."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, render_test, seed_test

import parrain
from parrain.adapters import pettingzoo
from parrain.core import BadOption, IllegalAction, UnknownAction
from parrain.games import game as open_game

# What api_test says of every environment with masks whose name it does not know.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def choose(env, rng):
    """A legal choice of the selected agent, or None once it is terminated."""
    observation, _, terminated, _, _ = env.last()
    return None if terminated else int(rng.choice(np.flatnonzero(observation["action_mask"])))


def test_api(name, players):
    api_test(pettingzoo.env(name, players), num_cycles=300)


def test_seed(name, players):
    seed_test(lambda: pettingzoo.env(name, players), num_cycles=100)


def test_render(name, players, capsys):
    render_test(
        lambda render_mode: pettingzoo.env(name, players, render_mode=render_mode),
        {"svg": lambda drawn: "<svg" in drawn},
    )
    assert capsys.readouterr().out


def test_env_is_the_engine(name, players):
    """The same seed and choices lead through the same Views, choices and returns as the engine's own."""
    env, game = pettingzoo.env(name, players), open_game(name)
    env.reset(seed=9)
    state = game.new(players, 9)
    rng = np.random.default_rng(1)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seat = env.possible_agents.index(agent)
        observation, reward, terminated, truncated, _ = env.last()
        assert observation["observation"].tolist() == np.array(game.encode(state.view(seat)), np.float32).tolist()
        assert np.flatnonzero(observation["action_mask"]).tolist() == sorted(
            choice.id for choice in state.legal_actions(seat)
        )
        assert env.observation_space(agent).contains(observation)
        assert (terminated, truncated) == (state.is_over, False)
        totals[agent] += reward
        action = choose(env, rng)
        if action is not None:
            assert seat == state.current_players()[0]
            state.apply(seat, game.actions[action])
        env.step(action)
    assert state.is_over and tuple(totals.values()) == state.returns()


def test_nobody_sees_what_the_others_are_choosing():
    seen = []
    for colour, bid in ((0, 2), (1, 5)):
        env = pettingzoo.env("sealed-bids", players=3)
        env.reset(seed=4)
        for action in (colour, bid):
            assert env.agent_selection == "player_0"
            env.step(action)
        assert env.agent_selection == "player_1"
        seen.append([env.observe(agent) for agent in ("player_1", "player_2")])
        assert env.observe("player_0")["action_mask"].sum() == 0
    for first, second in zip(*seen, strict=True):
        assert all(np.array_equal(first[key], second[key]) for key in ("observation", "action_mask"))


def test_a_seed_is_the_engines_seed_and_the_next_games_follow_from_it():
    env = pettingzoo.env("district-noir")
    deals = []
    for _ in range(2):
        env.reset(seed=7)
        assert env.unwrapped._state.to_position() == parrain.new("district-noir", seed=7).to_position()
        env.reset()
        deals.append(env.unwrapped._state.to_position())
    assert deals[0] == deals[1] != parrain.new("district-noir", seed=7).to_position()
    for wrong in (-1, 1 << 96):
        with pytest.raises(BadOption, match="A seed is a whole number"):
            env.reset(seed=wrong)
    assert env.unwrapped._state.to_position() == deals[1]


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (-1, UnknownAction),
        (14, UnknownAction),
        (1.0, UnknownAction),
        (None, UnknownAction),
        ("take", UnknownAction),
        (2, IllegalAction),
    ],
)
def test_what_is_no_legal_choice_is_refused_and_changes_nothing(action, error):
    env = pettingzoo.env("district-noir")
    env.reset(seed=7)
    before = env.unwrapped._state.to_position()
    assert env.last()[0]["action_mask"][2] == 0
    with pytest.raises(error, match=r"from 0 to 13|DN 5\.1"):
        env.step(action)
    assert env.unwrapped._state.to_position() == before and env.agent_selection == "player_1"


def test_a_mask_that_somebody_wrote_on_is_only_theirs():
    env = pettingzoo.env("district-noir")
    env.reset(seed=7)
    mask = env.last()[0]["action_mask"]
    mask[:] = 1
    assert env.last()[0]["action_mask"].sum() < mask.sum()


def test_order_is_enforced():
    env = pettingzoo.env("district-noir", render_mode="ansi")
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.render):
        with pytest.raises(ResetNeeded, match="call reset"):
            call()
    env.reset(seed=1)
    rng = np.random.default_rng(2)
    for _ in env.agent_iter():
        env.step(choose(env, rng))
    with pytest.raises(ResetNeeded, match="over"):
        env.step(None)


def test_render_names_the_agents():
    env = pettingzoo.env("district-noir", render_mode="ansi")
    env.reset(seed=7)
    assert env.agent_selection == "player_1"
    assert "player_0 has 5 cards in hand" in env.render() and "Your hand:" in env.render()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"game": "chess"}, "There is no game chess"),
        ({"players": 3}, "2 to 2 players"),
        ({"edition": "none"}, "no edition none"),
        ({"bluff": True}, "no option bluff"),
        ({"render_mode": "hologram"}, "render mode"),
    ],
)
def test_what_cannot_be_played_is_said_at_once(wrong, says):
    with pytest.raises(parrain.core.ParrainError, match=says):
        pettingzoo.env(**{"game": "district-noir", **wrong})


def test_options_and_edition_arrive_and_survive_pickling():
    env = pickle.loads(pickle.dumps(pettingzoo.env("sealed-bids", players=3, edition="plain", red=False)))
    env.reset(seed=1)
    assert env.unwrapped._state.options == {"red": False} and env.max_num_agents == 3


@pytest.mark.parametrize(
    ("adapter", "package", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("pettingzoo", "gymnasium", "pettingzoo"),
        ("open_spiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(adapter, package, extra):
    program = f"import sys; sys.modules[{package!r}] = None; import parrain.adapters.{adapter}"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert f"needs {package}" in ran.stderr and f"pip install 'parrain[{extra}]'" in ran.stderr
