"""Every game as a PettingZoo environment.

    from parrain.adapters import pettingzoo
    env = pettingzoo.env("district-noir", players=2)                   one decision a step
    env = pettingzoo.parallel_env("gangs-city", players=4)             the decisions of all who choose at once

Agents are `player_0`, `player_1`, ...; an observation is {"observation": the View as numbers, "action_mask":
one 0 or 1 for each choice of the game}; the reward of the last step is the return. See docs/adapters.md.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from parrain.adapters import choice, not_installed, observation_space
from parrain.core import SEEDS, BadOption, State, Stream
from parrain.core.arrays import shared_array
from parrain.core.compiling import new_words
from parrain.core.observation import Masks
from parrain.core.translation import render
from parrain.games import game as open_game

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise not_installed("pettingzoo", error) from None

RENDER_MODES = ("human", "ansi", "svg")


def env(
    game: str,
    players: int | None = None,
    edition: str | Path | None = None,
    render_mode: str | None = None,
    **options: object,
) -> raw_env:
    """The environment: `raw_env` itself, which checks order and legality without wrappers."""
    return raw_env(game, players, edition, render_mode, **options)


class Agents(EzPickle):
    """What both kinds of environment share: a game under way, spaces, observations, pictures."""

    agents: list[str]

    def __init__(
        self,
        game: str,
        players: int | None = None,
        edition: str | Path | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        EzPickle.__init__(self, game, players, edition, render_mode, **options)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(
                "The render mode is one of {modes}, not {mode}.", modes=", ".join(RENDER_MODES), mode=repr(render_mode)
            )
        self.game = open_game(game, edition)
        self.players = self.game.new(players, 0, None, **options).players  # validates players and options now
        self.options = self.game.settle_options(options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.game.id.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.agents = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._words = new_words(sum(part.size for part in self.game.encoding(self.players)))
        self._numbers = shared_array(self._words, np.float32)
        self._masks = Masks(len(self.game.actions))
        self._state: State | None = None
        self._seeds = Stream(random.SystemRandom().randrange(SEEDS))
        self.action_spaces = {agent: spaces.Discrete(len(self.game.actions)) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(self.game, self.players) for agent in self.possible_agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's View as numbers, and its mask of legal actions."""
        state = self._playing("observe()")
        seat = self._seat_of[agent]
        self._numbers.fill(0.0)
        if not state.observe(seat, self._words, 0):
            self._numbers[:] = self.game.encode(state.view(seat))
        return {
            "observation": self._numbers.copy(),
            "action_mask": np.frombuffer(bytearray(self._masks.mask(state.legal_actions(seat))), np.int8),
        }

    def observation_space(self, agent: str) -> Any:
        """A vector and a mask; the same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """One number for each choice that the game knows."""
        return self.action_spaces[agent]

    def close(self) -> None:
        """Nothing to close."""

    def _deal(self, seed: int | None) -> State:
        """Set up a new game: that of the seed, or without one the next of the stream that the last seed began."""
        if seed is not None:
            state = self.game.new(self.players, operator.index(seed), None, **self.options)
            self._seeds = Stream(seed)
        else:
            state = self.game.new(self.players, self._seeds.seed(), None, **self.options)
        self._state = state
        self.agents = self.possible_agents[:]
        return state

    def _playing(self, asked: str) -> State:
        if self._state is None:
            raise ResetNeeded(f"call reset() before {asked}")
        return self._state

    def _stepping(self) -> State:
        """The game under way; an error if there is none or it is over."""
        if self._state is None or not self.agents:
            raise ResetNeeded(
                "call reset() before step()" if self._state is None else "the game is over: call reset() before step()"
            )
        return self._state

    def _show(self, seat: int) -> str | None:
        """The View of a seat in words (`ansi`, printed for `human`) or as a picture (`svg`)."""
        view = self._playing("render()").view(seat)
        if self.render_mode == "svg":
            return self.game.draw(view, self.possible_agents)
        text = "\n".join(render(each, "en", self.possible_agents) for each in self.game.describe(view))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


class raw_env(Agents, AECEnv):
    """A game of Parrain as agents that choose one after the other."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a new game: that of the seed, or without one the next of the stream that the last seed began."""
        state = self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select(state)

    def step(self, action: Any) -> None:
        """The selected agent chooses; None once it is terminated. What is illegal is refused and changes nothing."""
        state = self._stepping()
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        state.apply(self._seat_of[self.agent_selection], choice(self.game, action))
        self._select(state)
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The View of the selected agent in words (`ansi`, printed for `human`) or as a picture (`svg`)."""
        self._playing("render()")
        return self._show(self._seat_of[self.agent_selection])

    def _select(self, state: State) -> None:
        """Select the next agent: the first of those to move; after the end each agent once."""
        if state.is_over:
            for agent, reward in zip(self.possible_agents, state.returns(), strict=True):
                self.terminations[agent] = True
                self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[state.current_players()[0]]


class parallel_env(Agents, ParallelEnv):
    """A game of Parrain as agents that choose at once wherever the rules let several choose at once.

    A step takes a choice of every agent that owes a decision (its mask has a 1); what the others say is ignored. Where
    only one owes a decision, a step is that decision.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Set up a new game: that of the seed, or without one the next of the stream that the last seed began."""
        self._deal(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """All who owe a decision choose; if one choice is missing or illegal, nothing has changed."""
        state = self._stepping()
        chosen = []
        for seat in state.current_players():
            action = choice(self.game, actions.get(self.possible_agents[seat]))
            forbidden = state.why_not(seat, action)
            if forbidden is not None:
                raise forbidden
            chosen.append((seat, action, state.legal_actions(seat)))
        for seat, action, legal in chosen:
            if state.legal_actions(seat) == legal:  # else the choice of another has settled it
                state.apply(seat, action)
        agents, self.agents = self.agents, [] if state.is_over else self.agents
        rewards = dict(zip(agents, state.returns(), strict=True))
        if self.render_mode == "human":
            self.render()
        return (
            {agent: self.observe(agent) for agent in agents},
            rewards,
            dict.fromkeys(agents, state.is_over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def render(self) -> str | None:
        """The View of the first agent that owes a decision, in words or as a picture."""
        return self._show((*self._playing("render()").current_players(), 0)[0])
