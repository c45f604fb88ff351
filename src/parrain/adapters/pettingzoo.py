"""Every game as a PettingZoo AEC environment.

    from parrain.adapters import pettingzoo
    env = pettingzoo.env("district-noir", players=2)

Agents are `player_0`, `player_1`, ...; an observation is {"observation": the View as numbers, "action_mask":
one 0 or 1 for each choice of the game}; the reward of the last step is the return. See docs/adapters.md.
"""

from __future__ import annotations

import operator
import random
from pathlib import Path
from typing import Any

from parrain.adapters import ByLegal, choice, not_installed
from parrain.core import SEEDS, Action, BadOption, State, Stream
from parrain.core.translation import render
from parrain.games import game as open_game

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
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


class raw_env(AECEnv, EzPickle):
    """A game of Parrain as agents, observations and masks."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        edition: str | Path | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        EzPickle.__init__(self, game, players, edition, render_mode, **options)
        super().__init__()
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
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._encode = self.game.encode
        self._masks = ByLegal(self._mask)
        self._state: State | None = None
        self._seeds = Stream(random.SystemRandom().randrange(SEEDS))
        self.action_spaces = {agent: spaces.Discrete(len(self.game.actions)) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}

    # -- PettingZoo's API ------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a new game: that of the seed, or without one the next of the stream that the last seed began."""
        if seed is not None:
            state = self.game.new(self.players, operator.index(seed), None, **self.options)
            self._seeds = Stream(seed)
        else:
            state = self.game.new(self.players, self._seeds.seed(), None, **self.options)
        self._state = state
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select(state)

    def step(self, action: Any) -> None:
        """The selected agent chooses; None once it is terminated. What is illegal is refused and changes nothing."""
        state = self._state
        if state is None or not self.agents:
            raise ResetNeeded(
                "call reset() before step()" if state is None else "the game is over: call reset() before step()"
            )
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        state.apply(self._seat_of[self.agent_selection], choice(self.game, action))
        self._select(state)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's View as numbers, and its mask of legal actions."""
        state = self._playing("observe()")
        seat = self._seat_of[agent]
        return {
            "observation": np.array(self._encode(state.view(seat)), np.float32),
            "action_mask": self._masks(state.legal_actions(seat)).copy(),
        }

    def observation_space(self, agent: str) -> Any:
        """A vector and a mask; the same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """One number for each choice that the game knows."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The View of the selected agent in words (`ansi`, printed for `human`) or as a picture (`svg`)."""
        state = self._playing("render()")
        view = state.view(self._seat_of[self.agent_selection])
        if self.render_mode == "svg":
            return self.game.draw(view, self.possible_agents)
        text = "\n".join(render(each, "en", self.possible_agents) for each in self.game.describe(view))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing to close."""

    # -- internals ---------------------------------------------------------------------------------------

    def _select(self, state: State) -> None:
        """Select the next agent: the first of those to move; after the end each agent once."""
        if state.is_over:
            for agent, reward in zip(self.possible_agents, state.returns(), strict=True):
                self.terminations[agent] = True
                self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[state.current_players()[0]]

    def _playing(self, asked: str) -> State:
        if self._state is None:
            raise ResetNeeded(f"call reset() before {asked}")
        return self._state

    def _mask(self, legal: tuple[Action, ...]) -> Any:
        mask = np.zeros(len(self.game.actions), np.int8)
        mask[[action.id for action in legal]] = 1
        return mask

    def _observation_space(self) -> Any:
        parts = self.game.encoding(self.players)
        low = np.concatenate([np.full(part.size, part.low, np.float32) for part in parts])
        high = np.concatenate([np.full(part.size, part.high, np.float32) for part in parts])
        return spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.game.actions),), np.int8),
            }
        )
