"""A player trained by an outside library, Stable-Baselines3's MaskablePPO, exported to numpy and seated at the table.

    pip install 'parrain[pettingzoo]' sb3-contrib
    python examples/outside_learner.py train district-noir own.npz --steps 200000
    parrain play district-noir --bots "process:python examples/outside_learner.py play own.npz"

It learns one seat of the PettingZoo environment; the others are played by what it was a while ago. Playing needs numpy
alone: the exported file has the layers of the policy.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import parrain
from parrain.core import Game

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO

Facts = dict[str, object]


def choose(layers: Sequence[np.ndarray], observation: np.ndarray, legal: Iterable[int]) -> int:
    """The likeliest legal action by a network of layers (weights, biases, weights, …) with tanh between them."""
    hidden = observation
    for place in range(0, len(layers), 2):
        hidden = layers[place] @ (np.tanh(hidden) if place else hidden) + layers[place + 1]
    return max(legal, key=lambda action: hidden[action])


def scales(game: Game) -> np.ndarray:
    """By what each number of an observation is multiplied, so that most lie between -1 and 1."""
    parts = game.encoding(game.fewest)
    return np.concatenate([np.full(part.size, 1 / max(1.0, min(part.high, 400.0)), np.float32) for part in parts])


# -- training: needs sb3-contrib --------------------------------------------------------------------------------


def layers_of(model: "MaskablePPO") -> list[np.ndarray]:
    """The layers of the policy, as `choose` reads them."""
    linear = [*list(model.policy.mlp_extractor.policy_net)[::2], model.policy.action_net]
    return [each.detach().numpy().copy() for layer in linear for each in (layer.weight, layer.bias)]


def train(name: str, file: Path, steps: int, every: int) -> None:
    """Learn by playing one's earlier self, and export the policy."""
    import gymnasium
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    from parrain.adapters import pettingzoo

    game = parrain.game(name)
    scale = scales(game)

    class OneSeat(gymnasium.Env):
        """The table from the seat that learns, another one in every game; `others` are the layers of the rest."""

        def __init__(self) -> None:
            self.table = pettingzoo.env(name)
            self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, scale.shape, np.float32)
            self.action_space = self.table.action_space("player_0")
            self.others: list[np.ndarray] = []
            self.seat = ""

        def reset(self, *, seed: int | None = None, options: Facts | None = None) -> tuple[np.ndarray, Facts]:
            super().reset(seed=seed)
            self.table.reset(seed=int(self.np_random.integers(1 << 62)))
            self.seat = str(self.np_random.choice(self.table.possible_agents))
            return self.go_on()[0], {}

        def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, Facts]:
            self.table.step(int(action))
            seen, over = self.go_on()
            return seen, self.table.rewards[self.seat] if over else 0.0, over, False, {}

        def go_on(self) -> tuple[np.ndarray, bool]:
            """Let the others choose until the seat that learns is asked, or the game is over."""
            table = self.table
            while not table.terminations[self.seat] and table.agent_selection != self.seat:
                shown = table.observe(table.agent_selection)
                legal = np.flatnonzero(shown["action_mask"])
                bold = bool(self.others) and self.np_random.random() < 0.9
                picked = (
                    choose(self.others, shown["observation"] * scale, legal) if bold else self.np_random.choice(legal)
                )
                table.step(int(picked))
            return table.observe(self.seat)["observation"] * scale, table.terminations[self.seat]

        def action_masks(self) -> np.ndarray:
            return np.array(self.table.observe(self.seat)["action_mask"], bool)

    class Rivals(BaseCallback):
        """Every so often the others become what has been learned so far."""

        def _on_step(self) -> bool:
            if self.n_calls % every == 0:
                env.others = layers_of(self.model)
            return True

    env = OneSeat()
    model = MaskablePPO("MlpPolicy", env, n_steps=min(2048, steps), batch_size=min(256, steps), seed=1, verbose=0)
    model.learn(steps, callback=Rivals())
    arrays = {f"layer{place:02}": layer for place, layer in enumerate(layers_of(model))}
    with file.open("wb") as out:
        np.savez(out, allow_pickle=False, game=np.array(name), **arrays)


# -- playing: needs numpy -----------------------------------------------------------------------------------------


def play(file: Path) -> None:
    """Answer lines of JSON, as docs/bots.md says."""
    with np.load(file) as arrays:
        game = parrain.game(str(arrays["game"]))
        layers = [arrays[key] for key in sorted(arrays) if key.startswith("layer")]
    scale = scales(game)
    for line in sys.stdin:
        asked = json.loads(line)
        observation = np.asarray(game.encode(game.view_from_data(asked["view"])), np.float32) * scale
        legal = {game.action_from_text(text).id: text for text in asked["actions"]}
        print(legal[choose(layers, observation, list(legal))], flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train")
    training.add_argument("game")
    training.add_argument("file", type=Path)
    training.add_argument("--steps", type=int, default=200_000)
    training.add_argument("--every", type=int, default=10_000, help="steps after which the others are renewed")
    commands.add_parser("play").add_argument("file", type=Path)
    args = parser.parse_args()
    if args.command == "train":
        train(args.game, args.file, args.steps, args.every)
    else:
        play(args.file)
