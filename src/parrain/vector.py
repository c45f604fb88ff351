"""Many games of one kind as one Gymnasium vector environment, stepped inside the engine (docs/adapters.md).

    from parrain import vector
    env = vector.make("district-noir", 256)
    seen, infos = env.reset(seed=7)
    seen, rewards, terminations, truncations, infos = env.step(actions)

Every step is one decision in every game, by the seat `infos["seat"]`; a game that ends is followed by the next at once.
All arrays are the environment's own: the next step changes them, and nobody else may.
"""

from __future__ import annotations

import operator
import random
from ctypes import memset
from functools import partial
from pathlib import Path
from typing import Any

from parrain.adapters import not_installed, observation_space
from parrain.core import SEEDS, BadOption, State, Stream
from parrain.core.arrays import shared_array
from parrain.core.batch import Batch
from parrain.core.compiling import new_bytes, new_words
from parrain.games import game as open_game

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise not_installed("pettingzoo", error) from None

MOST_GAMES = 1 << 20


def make(
    game: str, num_envs: int, players: int | None = None, edition: str | Path | None = None, **options: object
) -> Games:
    """The environment of `num_envs` games."""
    return Games(game, num_envs, players, edition, **options)


class Games(VectorEnv):
    """Games of one kind, each waiting for one decision.

    `observations` (float32) and `masks` (int8) have a row for each game: what the seat to move sees and may choose.
    The reward is the return of the seat that chose, paid when its choice ended the game; `infos["returns"]` has those
    of all seats.
    """

    def __init__(
        self, game: str, num_envs: int, players: int | None = None, edition: str | Path | None = None, **options: object
    ) -> None:
        if not 1 <= num_envs <= MOST_GAMES:
            raise BadOption("There are from 1 to {most} games, not {count}.", most=MOST_GAMES, count=num_envs)
        self.game = open_game(game, edition)
        self.players = self.game.new(players, 0, None, **options).players  # validates players and options now
        self.options = self.game.settle_options(options)
        self.num_envs = num_envs
        actions = len(self.game.actions)
        self.single_observation_space = observation_space(self.game, self.players)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {"name": f"{self.game.id.replace('-', '_')}_v0", "autoreset_mode": same_step()}
        size = sum(part.size for part in self.game.encoding(self.players))
        numbers, masks = new_words(num_envs * size), new_bytes(num_envs * actions)
        self.observations = shared_array(numbers, np.float32).reshape(num_envs, size)
        self._legal = shared_array(masks, np.int8).reshape(num_envs, actions)
        self.masks = np.zeros((num_envs, actions), np.int8)
        self.rewards = np.zeros(num_envs, np.float64)
        self.returns = np.zeros((num_envs, self.players), np.float32)
        self.terminations = np.zeros(num_envs, np.bool_)
        self.truncations = np.zeros(num_envs, np.bool_)
        self.seats = np.zeros(num_envs, np.int64)
        self._seeds = Stream(random.SystemRandom().randrange(SEEDS))
        self._choices = Stream(0)
        self._begun = False
        self._ended: list[int] = []
        self._batch = Batch(
            self._deal,
            self.game.actions,
            num_envs,
            size,
            numbers,
            masks,
            partial(memset, self.observations.ctypes.data, 0, self.observations.nbytes),  # quicker than fill
            memoryview(self.observations).cast("B"),
            self._encode,
        )
        self._to_move = shared_array(self._batch.seats, np.int32)
        self._drawn = shared_array(self._batch.drawn, np.int32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin new games: those of the seed, or without one the next of the stream that the last seed began."""
        if seed is not None:
            self._seeds = Stream(operator.index(seed))
        self._batch.deal(self._seeds.seed())
        self._choices = Stream(self._seeds.seed())
        self._begun = True
        return self._seen(), {"seat": self.seats}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One decision in every game; if one is illegal, it is refused and no game has changed."""
        if not self._begun:
            raise ResetNeeded("call reset() before step()")
        batch = self._batch
        batch.step(actions.tolist() if isinstance(actions, np.ndarray) else [operator.index(each) for each in actions])
        for number in self._ended:
            self.rewards[number], self.returns[number], self.terminations[number] = 0.0, 0.0, False
        self._ended = batch.finished
        for number, returns in zip(self._ended, batch.returns, strict=True):  # so few that arrays would cost more
            self.rewards[number] = returns[batch.movers[number]]
            self.returns[number] = returns
            self.terminations[number] = True
        infos = {"seat": self.seats, "returns": self.returns}
        return self._seen(), self.rewards, self.terminations, self.truncations, infos

    def sample(self) -> Any:
        """A random legal choice for every game, drawn inside the engine."""
        self._batch.sample(self._choices)
        return self._drawn.astype(np.int64)

    def _seen(self) -> dict[str, Any]:
        self.seats[:] = self._to_move
        self.masks[:] = self._legal
        return {"observation": self.observations, "action_mask": self.masks}

    def _encode(self, state: State, seat: int, number: int) -> None:
        self.observations[number] = self.game.encode(state.view(seat))

    def _deal(self, seed: int) -> Any:
        return self.game.deal(self.players, seed, self.options, None)


def same_step() -> object:
    """What Gymnasium calls an environment whose next game begins in the step that ended the last."""
    try:
        from gymnasium.vector import AutoresetMode
    except ImportError:  # before version 1.1
        return "SameStep"
    return AutoresetMode.SAME_STEP
