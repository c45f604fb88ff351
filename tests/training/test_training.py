"""The batched engine plays as the engine does, the network is the bot's, and training can go on from a checkpoint."""

from __future__ import annotations

from pathlib import Path

import pytest

jax = pytest.importorskip("jax", reason="JAX is not installed (pip install 'parrain[training]')")

import numpy as np  # noqa: E402

import parrain  # noqa: E402
from parrain.bots import make_bot  # noqa: E402
from parrain.bots.learned import FILE, Learned, read_network  # noqa: E402
from parrain.training import engine, selfplay  # noqa: E402
from parrain.training.district_noir import BatchedDistrictNoir  # noqa: E402
from parrain.training.equality import compare, play_by_engine  # noqa: E402
from parrain.training.network import from_file, run_network, scales  # noqa: E402
from parrain.training.ppo import Settings  # noqa: E402
from parrain.training.run import Limit, Point, Run, read_settings  # noqa: E402

NOIR = parrain.game("district-noir")
SMALL = Settings(games=8, width=8, layers=1, minibatches=2)

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def batched() -> BatchedDistrictNoir:
    return BatchedDistrictNoir(NOIR)


def test_the_batched_engine_plays_the_same_games(batched: BatchedDistrictNoir) -> None:
    games = play_by_engine(NOIR, batched, 40, seed=3)
    found = compare(batched, games)
    assert found.games == 40 and found.decisions > 1500 and found.none
    games.winners[7] = 1 - games.winners[7]
    games.legal[5, 11] = ~games.legal[5, 11]
    games.observations[9, 13, 20] += 1
    changed = compare(batched, games)
    assert (changed.results, changed.legal, changed.observations) == (1, 1, 1)


def test_the_network_of_the_bot_is_that_of_the_training(batched: BatchedDistrictNoir) -> None:
    path = NOIR.home / FILE
    scale = scales(batched.parts)
    state = NOIR.new(seed=5)
    seen = np.asarray(NOIR.encode(state.view(state.current_players()[0])), np.float32)
    with np.load(path) as arrays:
        logits, value = run_network(from_file(dict(arrays), scale), scale, seen, np.float32)
    out = read_network(path).run(seen)
    assert np.allclose(out[:-1], logits, atol=1e-3) and np.allclose(out[-1], value, atol=1e-3)


@pytest.mark.slow
def test_a_game_without_batched_engine_is_trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MATCH_GAMES", 3)
    monkeypatch.setattr(selfplay, "SCALING_GAMES", 2)
    game = parrain.game("gangster")
    settings = SMALL._replace(batch=64, players=(3,))
    points: list[Point] = []
    Run(game, tmp_path, settings, Limit(decisions=400), seed=1).train(lambda point, _: points.append(point))
    assert read_settings(tmp_path) == settings and points[-1].decisions >= 400
    again = Run(game, tmp_path, settings, Limit(decisions=points[-1].decisions + 100), seed=1)
    again.resume()
    before = int(again.learner.steps)
    again.train(lambda point, _: points.append(point))
    assert again.curve == points and int(again.learner.steps) > before > 0
    assert isinstance(make_bot(f"learned:{tmp_path / FILE}", game), Learned)
    assert np.allclose(again.read_weights(tmp_path / FILE).first, again.learner.weights.player.first, atol=1e-3)


@pytest.mark.slow
def test_training_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    points: list[Point] = []
    Run(NOIR, tmp_path, SMALL, Limit(decisions=300), seed=1).train(lambda point, _: points.append(point))
    assert read_settings(tmp_path) == SMALL and points[-1].decisions >= 300
    again = Run(NOIR, tmp_path, SMALL, Limit(decisions=900), seed=1)
    again.resume()
    assert again.curve == points and int(again.learner.steps) > 0
    again.train(lambda point, _: points.append(point))
    assert again.curve == points and points[-1].decisions >= 900
    assert read_network(tmp_path / FILE).layers.shape == (1, 8, 8)
