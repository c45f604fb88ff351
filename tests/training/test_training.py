"""The batched engine plays as the engine does, the network is the bot's, and training can go on from a checkpoint."""

from __future__ import annotations

from pathlib import Path

import pytest

jax = pytest.importorskip("jax", reason="JAX is not installed (pip install 'parrain[training]')")

import numpy as np  # noqa: E402

import parrain  # noqa: E402
from parrain.bots import make_bot  # noqa: E402
from parrain.bots.learned import FILE, Learned, read_network  # noqa: E402
from parrain.core import Game  # noqa: E402
from parrain.training import engine, expert, multiplayer, run, searched, selfplay  # noqa: E402
from parrain.training.district_noir import BatchedDistrictNoir  # noqa: E402
from parrain.training.equality import compare, new_pairs, play_by_engine  # noqa: E402
from parrain.training.expert import Student, Task, joined, play  # noqa: E402
from parrain.training.gangster import BatchedGangster  # noqa: E402
from parrain.training.multiplayer import MultiplayerTrainer, Rollout  # noqa: E402
from parrain.training.network import enlarged, from_file, new_weights, run_network, scales  # noqa: E402
from parrain.training.ppo import ALL_SEATS, Settings, Trainer, new_league, own_seats  # noqa: E402
from parrain.training.reglement import BatchedReglement  # noqa: E402
from parrain.training.run import Limit, Point, Run, read_settings  # noqa: E402
from parrain.training.selfplay import advantages_of  # noqa: E402

NOIR, REGLEMENT = parrain.game("district-noir"), parrain.game("reglement-de-comptes")
GANGSTER = parrain.game("gangster")
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


@pytest.mark.parametrize(("game", "score", "cards"), [(REGLEMENT, "money", "hand"), (GANGSTER, "influence", "cards")])
def test_tables_of_every_number_of_players_play_the_same_games(game: Game, score: str, cards: str) -> None:
    counts = list(range(game.fewest, game.most + 1))
    pairs = new_pairs(game.id, counts * 2, seed=3)
    found = pairs.compare(3)
    assert list(found) == counts
    assert all(each.games >= 3 and each.decisions > 300 and each.none for each in found.values())
    before = pairs.tables._asdict()
    pairs.tables = pairs.tables._replace(**{score: before[score] + 1, cards: np.zeros_like(before[cards])})
    changed = pairs.compare(1)
    assert all(each.observations and each.legal and each.results for each in changed.values())


def test_chance_deals_whole_decks_of_gangster() -> None:
    players = np.arange(400) % 2 * 2 + 3
    dealt = jax.jit(jax.vmap(BatchedGangster(GANGSTER).draw))(jax.random.split(jax.random.key(2), 400), players)
    tiles, casino, stock, starter, opening, double = (np.asarray(each) for each in dealt)
    assert all(len(set(row)) == 10 for row in tiles.tolist()) and set(tiles.ravel().tolist()) == set(range(15))
    assert all(len(set(row)) == 3 for row in casino.tolist()) and set(casino.ravel().tolist()) == set(range(1, 7))
    assert (np.sort(stock, axis=1) == np.arange(30) // 5).all()
    for count, districts in ((3, 9), (5, 10)):  # three play without Cicero, the last district
        mine = players == count
        assert set(starter[mine].tolist()) == set(range(count)) and set(double[mine].tolist()) == set(range(districts))
        assert (np.sort(opening[mine, :districts], axis=1) == np.arange(districts)).all()


def test_advantages_of_batched_games_are_those_of_single_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "SCALING_GAMES", 2)
    trainer = MultiplayerTrainer(BatchedReglement(REGLEMENT), SMALL._replace(steps=12), 1)
    numbers = np.random.default_rng(4)
    seats, counted = numbers.integers(0, 4, (12, 1)), numbers.random((12, 1)) < 0.7
    values, returns = numbers.normal(size=(12, 1)).astype(np.float32), np.zeros((12, 1, 6), np.float32)
    finished = np.arange(12)[:, None] == 8  # the game; what is after belongs to the next one
    returns[8, 0, :4] = (-1 / 3, 1, -1 / 3, -1 / 3)
    blank = np.zeros((12, 1))
    seen = Rollout(blank, blank, blank, blank, values, seats, blank, counted, finished, returns)
    advantage, targets = (np.asarray(each) for each in trainer.estimate(seen, np.zeros((1, 6)), np.array([4])))
    rows = np.flatnonzero(counted[:9, 0])
    wanted = advantages_of(seats[rows, 0], values[rows, 0], returns[8, 0, :4], 0.95)
    assert np.allclose(advantage[rows, 0], wanted, atol=1e-5)
    assert np.allclose(targets[rows, 0, 0], wanted + values[rows, 0], atol=1e-5) and np.isnan(targets[:, :, 4:]).all()
    last = (seats[8, 0] + np.arange(1, 4)) % 4
    assert np.allclose(targets[8, 0, 1:4], returns[8, 0, last])


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
@pytest.mark.parametrize(("game", "start"), [(REGLEMENT, REGLEMENT.home / FILE), (GANGSTER, None)])
def test_tables_for_several_are_trained(
    game: Game, start: Path | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multiplayer, "SMALL_MATCH", 4)
    monkeypatch.setattr(multiplayer, "LONGEST_MATCH", 40)
    monkeypatch.setattr(selfplay, "SCALING_GAMES", 2)
    settings = SMALL._replace(steps=8)
    points: list[Point] = []
    Run(game, tmp_path, settings, Limit(decisions=100), 1, start).train(lambda point, _: points.append(point))
    assert read_settings(tmp_path) == settings and 100 <= points[-1].decisions <= 128
    again = Run(game, tmp_path, settings, Limit(decisions=250), 1, start)
    again.resume()
    before = int(again.learner.steps)
    again.train(lambda point, _: points.append(point))
    assert again.curve == points and int(again.learner.steps) > before > 0
    assert read_network(tmp_path / FILE).layers.shape == (read_network(start).layers.shape if start else (1, 8, 8))
    assert isinstance(make_bot(f"learned:{tmp_path / FILE}", game), Learned)


@pytest.mark.slow
def test_a_game_without_batched_engine_is_trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MATCH_GAMES", 3)
    monkeypatch.setattr(selfplay, "SCALING_GAMES", 2)
    monkeypatch.setattr(run, "new_trainer", engine.EngineTrainer)
    game = GANGSTER
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


def test_rivals_play_their_share_of_the_games(batched: BatchedDistrictNoir) -> None:
    trainer = Trainer(batched, SMALL._replace(league=0.5))
    learner = trainer.begin(new_weights(jax.random.key(1), trainer.numbers, trainer.outputs, 8, 1), jax.random.key(2))
    taking = new_weights(jax.random.key(3), trainer.numbers, trainer.outputs, 8, 1)
    taking = taking._replace(head_bias=taking.head_bias.at[batched.actions - 1].set(100.0))
    samples, _ = trainer.gather(learner.weights, [taking], jax.random.key(4))
    shape = (batched.decisions, SMALL.games)
    weight, action = np.asarray(samples.weight).reshape(shape), np.asarray(samples.action).reshape(shape)
    may_take = np.asarray(samples.legal).reshape(*shape, -1)[:, :, -1]
    theirs = (weight == 0) & may_take
    theirs[:, 4:] = False  # games of nobody but the network
    assert weight[:6, 4:].all() and weight[:6, :4].sum() == 12 and theirs.sum() > 8
    assert (action[theirs] == batched.actions - 1).all()
    assert own_seats(new_league([], 8), jax.numpy.zeros(8)).tolist() == [ALL_SEATS] * 8


def test_a_magnet_costs_what_lies_between_it_and_the_policy(batched: BatchedDistrictNoir) -> None:
    trainer = Trainer(batched, SMALL._replace(magnet=0.5))
    learner = trainer.begin(new_weights(jax.random.key(1), trainer.numbers, trainer.outputs, 8, 1), jax.random.key(2))
    samples, _ = trainer.gather(learner.weights, [], jax.random.key(3))
    player = learner.weights.player
    without, near, far = (
        float(trainer.loss(learner.weights, samples, magnet, jax.numpy.float32(0.0))[0])
        for magnet in (None, player, player._replace(head=100 * player.head))
    )
    assert near == pytest.approx(without, abs=1e-5) and far > without + 1e-4


def test_the_magnet_follows_in_steps(batched: BatchedDistrictNoir) -> None:
    trainer = Trainer(batched, SMALL._replace(magnet=0.5, renewed=2))
    learner = trainer.begin(new_weights(jax.random.key(1), trainer.numbers, trainer.outputs, 8, 1), jax.random.key(2))
    magnets = []
    for _ in range(3):
        learner, _, _ = trainer.iterate(learner, [], 1e-2, 0.0, 1)
        assert trainer.magnet is not None
        magnets.append(np.asarray(trainer.magnet.head))
    assert (magnets[0] == magnets[1]).all() and (magnets[1] != magnets[2]).any()


def test_memory_is_what_both_have_chosen_since_the_deal() -> None:
    remembering = BatchedDistrictNoir(NOIR, memory=True)
    assert remembering.observation - remembering.seen == 2 * (remembering.box.hand + 1) * remembering.actions
    table, since = remembering.deal(jax.random.key(5)), []
    for number in range(30):
        shown = np.asarray(remembering.observe(table))[remembering.seen :].reshape(2, -1, remembering.actions)
        for whose, made in enumerate((since[-2::-2][::-1], since[-1::-2][::-1])):
            found = [row.argmax() if row.any() else -1 for row in shown[whose]]
            assert found == [*made, *[-1] * (remembering.box.hand + 1 - len(made))], number
        legal = np.flatnonzero(np.asarray(remembering.legal(table)))
        action, before = int(legal[7 * number % len(legal)]), int(table.round)
        table = remembering.step(table, jax.numpy.int8(action))
        since = [] if int(table.round) != before else [*since, action]


def test_an_enlarged_network_begins_as_the_one_it_was(batched: BatchedDistrictNoir) -> None:
    plain = Trainer(batched, SMALL)
    trainer = Trainer(BatchedDistrictNoir(NOIR, memory=True), SMALL._replace(width=24, memory=True))
    small = new_weights(jax.random.key(1), plain.numbers, plain.outputs, 8, 2)
    small = small._replace(head=100 * small.head)
    large = enlarged(small, trainer.numbers, 24, jax.random.key(2))
    assert large.first.shape == (trainer.numbers, 24) and large.layers.shape == (2, 24, 24)
    seen = jax.random.randint(jax.random.key(3), (16, trainer.numbers), 0, 3)
    legal = jax.numpy.ones((16, batched.actions), bool)
    for mine, was in zip(trainer.policy(large, seen, legal), trainer.policy(small, seen, legal), strict=True):
        assert np.allclose(mine, was, atol=0.05) and np.std(was) > 0.1


@pytest.mark.parametrize("game", [NOIR, REGLEMENT])
def test_searches_side_by_side_say_what_to_learn_of_positions(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "SCALING_GAMES", 2)
    for name, count in (("TABLES", 3), ("SEARCHES", 2), ("APART", 8)):
        monkeypatch.setattr(searched, name, count)
    work = searched.Work(game.id, (game.fewest,), "", 20, 1, 0.2)
    student = Student(game, 16, 1, seed=1)
    found = joined(searched.search_positions(work, np.asarray(student.scale)))
    assert np.abs(found.chances.sum(axis=1, dtype=np.float32) - 1).max() < 0.01
    assert (found.chances[~found.legal] == 0).all() and ((found.chances > 0).sum(axis=1) > 1).any()
    own = found.targets[:, 0]
    assert (np.abs(own) <= 1).all() and len(np.unique(own)) > 2
    assert np.isnan(found.targets).all(axis=0).sum() == student.values - (game.fewest if game.fewest > 2 else 1)
    student.learn(found, 1, 1)


@pytest.mark.slow
def test_a_network_learns_what_a_bot_chooses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "SCALING_GAMES", 2)
    monkeypatch.setattr(expert, "BATCH", 32)
    student = Student(NOIR, 16, 1, seed=1)
    task = Task(NOIR.id, (2,), "greedy", "random", False, "")
    games = [play(task, student.scale, number) for number in range(24)]
    found = joined([each for each in games if each is not None])
    assert (found.chances.sum(axis=1) == 1).all() and (found.chances[~found.legal] == 0).all()
    assert set(np.unique(found.targets)) <= {-1.0, 0.0, 1.0} and len({len(each.game) for each in games if each}) > 1
    before = student.judged(student.weights, [np.asarray(each) for each in found[1:]])
    student.learn(found, 12, 1)
    after = student.judged(student.weights, [np.asarray(each) for each in found[1:]])
    assert after[0] < 0.8 * before[0] and after[2] > before[2]
    weights = str(student.save(tmp_path))
    guided = play(Task(NOIR.id, (2,), "search:12+learned", "", True, weights), student.scale, 0)
    assert guided is not None and ((guided.chances > 0).sum(axis=1) > 1).any()
