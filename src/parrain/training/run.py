"""A training run: blocks of iterations, a line of the curve after each, checkpoints to go on from."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from parrain.core import BadOption, Game
from parrain.training.district_noir import BatchedDistrictNoir
from parrain.training.engine import EngineTrainer
from parrain.training.gangster import BatchedGangster
from parrain.training.gangster import Table as GangsterTable
from parrain.training.multiplayer import MultiplayerTrainer
from parrain.training.network import Networks, Weights, enlarged, from_file, new_weights, to_file
from parrain.training.ppo import Learner, Settings, Trainer
from parrain.training.reglement import BatchedReglement
from parrain.training.reglement import Table as ReglementTable

CHECKPOINT, CURVE, WEIGHTS = "checkpoint.npz", "curve.csv", "learned.npz"
LEARNER = ("weights", "mean", "square")
BLOCKS = 100  # of a run limited by decisions: what it learns must not depend on the clock
MEASURED = 2048  # deals of the match against an earlier self


class Point(NamedTuple):
    """A line of the curve: how far training has come, its figures, and what it wins against earlier selves."""

    decisions: int
    seconds: float
    rate: float
    entropy_bonus: float
    entropy: float
    critic_error: float
    value_error: float
    policy_move: float
    against_first: float  # or against the first rival
    against_half: float  # against the weights of half as many decisions


class Limit(NamedTuple):
    """When training ends: after so many decisions, or so many seconds if that is not 0."""

    decisions: int = 0
    seconds: float = 0.0

    def progress(self, decisions: int, seconds: float) -> float:
        """From 0 to 1."""
        done = [decisions / self.decisions] if self.decisions else []
        return min(1.0, max([*done, seconds / self.seconds] if self.seconds else done))


class Run:
    """A training run in a folder; `rivals` are weights files to learn to play against."""

    def __init__(
        self,
        game: Game,
        folder: Path,
        settings: Settings,
        limit: Limit,
        seed: int = 0,
        start: Path | None = None,
        rivals: Sequence[Path] = (),
        block_seconds: float = 10.0,
    ) -> None:
        self.folder = folder
        self.limit = limit
        self.block_seconds = block_seconds
        self.trainer = new_trainer(game, settings, seed)
        self.rivals = [self.read_weights(each) for each in rivals]
        first, playing, self.match_key = jax.random.split(jax.random.key(seed), 3)
        self.first = new_weights(first, self.trainer.numbers, self.trainer.outputs, settings.width, settings.layers)
        if start is not None:
            self.first = enlarged(self.read_weights(start), self.trainer.numbers, settings.width, first)
        self.learner = self.trainer.begin(copy_of(self.first), playing)
        self.curve: list[Point] = []
        self.earlier: list[tuple[int, Weights]] = [(0, self.first)]
        self.decisions = 0
        self.seconds = 0.0
        folder.mkdir(parents=True, exist_ok=True)

    def read_weights(self, path: Path) -> Weights:
        """The weights of a file."""
        with np.load(path, allow_pickle=False) as arrays:
            return from_file(dict(arrays), self.trainer.scale)

    def train(self, report: Callable[[Point, float], None]) -> None:
        """Train to the limit; `report` is given every point of the curve and the progress."""
        settings, trainer = self.trainer.settings, self.trainer
        times = max(1, self.limit.decisions // trainer.block // BLOCKS)
        while (progress := self.limit.progress(self.decisions, self.seconds)) < 1.0:
            rate, bonus = at(settings.rates, progress), at(settings.entropies, progress)
            begun = time.perf_counter()
            self.learner, figures, made = trainer.iterate(self.learner, self.rivals, rate, bonus, times)
            self.decisions += made
            half = min(self.earlier, key=lambda each: abs(each[0] - self.decisions / 2))[1]
            against = [
                trainer.match(self.learner.weights.player, rival, self.match_key, MEASURED)
                for rival in (self.rivals[0] if self.rivals else self.first, half)
            ]
            taken = time.perf_counter() - begun
            self.seconds += taken
            point = Point(self.decisions, round(self.seconds, 2), rate, bonus, *figures, *against)
            self.curve.append(point)
            self.earlier.append((self.decisions, copy_of(self.learner.weights.player)))
            self.save()
            report(point, self.limit.progress(self.decisions, self.seconds))
            if not self.limit.decisions and taken < self.block_seconds / 2 and len(self.curve) > 1:
                times *= 2  # the first block is compiled; then they grow until each takes its time
        trainer.close()

    # -- files -------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the checkpoint, the curve and the weights for playing; a reader never finds half a file."""
        learner = self.learner
        arrays = {
            f"{part}.{network}.{name}": np.asarray(array)
            for part in LEARNER
            for network, weights in getattr(learner, part)._asdict().items()
            if weights is not None
            for name, array in weights._asdict().items()
        }
        about = {
            "decisions": self.decisions,
            "seconds": self.seconds,
            "steps": int(learner.steps),
            "settings": self.trainer.settings._asdict(),
        }
        write(
            self.folder / CHECKPOINT,
            {
                **arrays,
                "key": np.asarray(jax.random.key_data(learner.key)),
                "about": np.frombuffer(json.dumps(about).encode(), np.uint8),
            },
        )
        write(self.folder / WEIGHTS, to_file(learner.weights.player, self.trainer.scale))
        with (self.folder / CURVE).open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(Point._fields)
            rows.writerows(self.curve)

    def resume(self) -> None:
        """Go on from the checkpoint in the folder."""
        with np.load(self.folder / CHECKPOINT, allow_pickle=False) as arrays:
            about = json.loads(arrays["about"].tobytes())
            parts = [read_networks(arrays, part) for part in LEARNER]
            key = jax.random.wrap_key_data(jnp.asarray(arrays["key"]))
        self.learner = Learner(parts[0], parts[1], parts[2], jnp.int32(about["steps"]), key)
        self.decisions, self.seconds = about["decisions"], about["seconds"]
        with (self.folder / CURVE).open(newline="") as file:
            _, *rows = csv.reader(file)
        self.curve = [Point(int(row[0]), *(float(each) for each in row[1:])) for row in rows]
        self.earlier = [(0, self.first), (self.decisions, copy_of(self.learner.weights.player))]


AnyTrainer = Trainer | MultiplayerTrainer[ReglementTable] | MultiplayerTrainer[GangsterTable] | EngineTrainer


def new_trainer(game: Game, settings: Settings, seed: int) -> AnyTrainer:
    """The trainer of a game: on its batched engine if it has one, else on the engine itself."""
    if game.id == "district-noir":
        return Trainer(BatchedDistrictNoir(game, settings.memory), settings)
    if game.id == "reglement-de-comptes":
        return MultiplayerTrainer(BatchedReglement(game), settings, seed)
    if game.id == "gangster":
        return MultiplayerTrainer(BatchedGangster(game), settings, seed)
    return EngineTrainer(game, settings, seed)


def read_networks(arrays: Mapping[str, np.ndarray], part: str) -> Networks:
    """Networks of a checkpoint, without a critic where it has none."""
    player, critic = (
        {name: arrays[key] for name in Weights._fields if (key := f"{part}.{network}.{name}") in arrays}
        for network in Networks._fields
    )
    read = [Weights(**{name: jnp.asarray(array) for name, array in each.items()}) for each in (player, critic) if each]
    return Networks(read[0], read[1] if critic else None)


def read_settings(folder: Path) -> Settings:
    """The settings of the checkpoint in a folder."""
    try:
        with np.load(folder / CHECKPOINT, allow_pickle=False) as arrays:
            about = json.loads(arrays["about"].tobytes())
    except (OSError, ValueError, KeyError):
        raise BadOption("There is no checkpoint to go on from in {folder}.", folder=str(folder)) from None
    kept: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in about["settings"].items()
    }
    return Settings(**kept)


def write(path: Path, arrays: dict[str, np.ndarray]) -> None:
    """Write an npz file, then put it in the place of the old one."""
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
    new.replace(path)


def at(ends: tuple[float, float], progress: float) -> float:
    """What falls from the first number to the second, at that progress."""
    return ends[0] + (ends[1] - ends[0]) * progress


def copy_of(weights: Weights) -> Weights:
    """A copy that survives the donation of the original to the device."""
    copied: Weights = jax.tree.map(jnp.copy, weights)
    return copied
