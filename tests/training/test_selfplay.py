"""Self-play through the engine: one layout at every table, samples of whole games, a network that guides a search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import numpy as np
import pytest

import parrain
from parrain.bots import learned, make_bot
from parrain.bots.guided import AT_ONCE, GuidedSearch, Leaf
from parrain.bots.inputs import Inputs
from parrain.bots.learned import Network, make_learned
from parrain.bots.rollouts import make_adviser
from parrain.bots.search import Searcher
from parrain.bots.settings import SearchSettings
from parrain.core import Game, Stream
from parrain.games.reglement.components import Box
from parrain.games.reglement.view import View as SeenTable
from parrain.testing import check_bot, check_bot_is_fair
from parrain.training import selfplay
from parrain.training.actors import Actors
from parrain.training.selfplay import SelfPlay, Table, advantages_of, joined, match, scale_of

GANGSTER, REGLEMENT = parrain.game("gangster"), parrain.game("reglement-de-comptes")
BOTH = pytest.mark.parametrize("game", [GANGSTER, REGLEMENT], ids=lambda game: game.id)

pytestmark = pytest.mark.once


def small_network(game: Game, seed: int = 1) -> Network:
    """Random weights of a width of 8."""
    inputs, numbers = Inputs(game), np.random.default_rng(seed)
    outputs = inputs.actions + inputs.values
    shapes = [(inputs.size, 8), (8,), (1, 8, 8), (1, 8), (8, outputs), (outputs,)]
    return Network(*(numbers.normal(0.0, 0.3, shape).astype(np.float32) for shape in shapes))


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for weights files; the one of Gangster there is taken for the file that ships."""
    for game in (GANGSTER, REGLEMENT):
        np.savez(tmp_path / f"{game.id}.npz", **small_network(game)._asdict())
    monkeypatch.setattr(learned, "FILE", str(tmp_path / "gangster.npz"))
    for kept in (learned.shipped, learned.tables_of):
        kept.cache_clear()
    yield tmp_path
    for kept in (learned.shipped, learned.tables_of):
        kept.cache_clear()


@BOTH
def test_every_number_and_action_has_its_own_place(game: Game) -> None:
    inputs = Inputs(game)
    for players in range(game.fewest, game.most + 1):
        rows = inputs.rows(players)
        assert len(set(rows.tolist())) == len(rows) == sum(part.size for part in game.encoding(players))
        assert rows.max() < inputs.observation <= (inputs.players_row(players) or 0) < inputs.size
        for seat in range(players):
            columns = inputs.columns(players, seat)
            assert sorted(columns.tolist()) == list(range(inputs.actions))
            assert seat or columns.tolist() == list(range(inputs.actions))


def test_seats_that_are_missing_are_zeros() -> None:
    view, inputs = cast(SeenTable, REGLEMENT.new(3, seed=5).view(1)), Inputs(REGLEMENT)
    full = np.zeros(inputs.size, np.float32)
    full[inputs.rows(3)] = REGLEMENT.encode(view)
    start = {}
    at = 0
    for part in REGLEMENT.encoding(6):
        start[part.name] = slice(at, at + part.size)
        at += part.size
    owners = full[start["owners"]].reshape(30, 6)
    own = [chair for chair, who in enumerate(view.owners) if who == 1]
    assert own and np.flatnonzero(owners[:, 0]).tolist() == own and not owners[:, 3:].any()
    assert full[start["alive"]].tolist()[3:] == [0, 0, 0] and full[start["alive"]][:3].all()


def test_actions_are_named_from_the_seat() -> None:
    named = {action.text: action.id for action in REGLEMENT.actions}
    gangs = cast(Box, REGLEMENT.box).gangs
    columns = Inputs(REGLEMENT).columns(4, 3)
    assert columns[named[f"blow {gangs[3]}"]] == named[f"blow {gangs[0]}"]
    assert columns[named[f"pass {gangs[0]} left"]] == named[f"pass {gangs[1]} left"]
    assert columns[named["shoot 7"]] == named["shoot 7"]


def test_advantages_follow_each_seat() -> None:
    seats, values = np.array([0, 1, 0, 1, 1]), np.array([0.1, -0.2, 0.4, 0.0, 0.3], np.float32)
    found = advantages_of(seats, values, np.array([1.0, -1.0], np.float32), 0.5)
    last = -1.0 - 0.3
    before = 0.3 - 0.0 + 0.5 * last
    assert np.allclose(found, [0.4 - 0.1 + 0.5 * 0.6, 0.0 + 0.2 + 0.5 * before, 0.6, before, last])


@BOTH
def test_samples_are_the_decisions_of_whole_games(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "SCALING_GAMES", 2)
    scale = scale_of(game, 4)
    assert scale.shape == (Inputs(game).size,) and scale.min() > 0 and scale.max() == 1
    player = SelfPlay(game, 4, 2, 7, scale, 0.95)
    player.use(small_network(game))
    found = []
    while not found:
        found = player.play(40)
    samples = joined(found)
    each = np.arange(len(samples.chosen))
    assert samples.legal[each, samples.chosen].all() and (samples.legal.sum(axis=1) > 1).all()
    assert (samples.log_chance < 0).all() and np.isnan(samples.targets[:, 4:]).all()
    assert np.isfinite(samples.inputs).all() and abs(samples.inputs.astype(np.float32)).max() < 50
    assert (abs(samples.targets[:, 1:4]) <= 1).all()


def test_an_actor_without_processes_depends_on_the_seed_alone() -> None:
    scale = np.ones(Inputs(GANGSTER).size, np.float32)
    found = []
    for _ in range(2):
        actors = Actors(GANGSTER, (3,), 0, 2, 5, scale, 0.95)
        actors.use(small_network(GANGSTER))
        games = []
        while not games:
            games = actors.samples()
        found.append(joined(games))
    assert all(np.array_equal(one, two, equal_nan=one.dtype == np.float32) for one, two in zip(*found, strict=True))


def test_a_match_is_won_by_somebody() -> None:
    one, two = small_network(GANGSTER), small_network(GANGSTER, 2)
    shares = [match(GANGSTER, 3, *pair, 3, 1) for pair in ((one, one), (one, two))]
    assert all(0.0 <= share <= 1.0 for share in shares)
    assert Table(GANGSTER, 3, 2, 1).look()[1].any(axis=1).all()


def test_a_network_plays_at_every_table(weights: Path) -> None:
    for game, players in ((GANGSTER, 2), (GANGSTER, 5), (REGLEMENT, 3)):
        bot = make_bot(f"learned:{weights / game.id}.npz", game)
        check_bot(bot, game, players, games=1)
    check_bot_is_fair(make_bot(f"learned:{weights / REGLEMENT.id}.npz", REGLEMENT), REGLEMENT, 3, every=25)


def test_many_leaves_are_judged_as_each_alone() -> None:
    """What is under way comes to its end: every simulation is counted once, and nothing stays pending."""
    state, bot = REGLEMENT.new(3, seed=5), make_bot("search:200+learned", REGLEMENT)
    assert isinstance(bot, Searcher) and bot.guide is not None
    seat = state.current_players()[0]
    search = bot.search(state.view(seat), Stream(1), 0.0)
    assert isinstance(search, GuidedSearch)
    edges = list(search.root.edges.values())
    assert search.simulations - 1 <= sum(edge.visits for edge in edges) <= search.simulations
    assert not any(edge.pending for edge in edges)
    assert all(abs(edge.mean()) <= 1.0 for edge in edges)
    leaves = [search.leaf() for _ in range(AT_ONCE)]
    alone = [bot.guide.judge([leaf])[0] for leaf in leaves]
    for (shares, values), (same_shares, same_values) in zip(bot.guide.judge(leaves), alone, strict=True):
        assert shares == pytest.approx(same_shares, abs=1e-4) and values == pytest.approx(same_values, abs=1e-4)
    assert sum(edge.pending for edge in edges) == AT_ONCE


def test_a_search_is_guided_by_the_network(weights: Path) -> None:
    assert learned.can_play(GANGSTER)
    for players in (2, 4):
        state, bot = GANGSTER.new(players, seed=3), make_bot("search:40+learned", GANGSTER)
        assert isinstance(bot, Searcher)
        seat = state.current_players()[0]
        view, actions = state.view(seat), state.legal_actions(seat)
        chosen = bot.choose(view, actions, Stream(1))
        assert chosen in actions and chosen is bot.choose(view, actions, Stream(1))
        assert bot.guide is not None
        leaf = Leaf(state, [], [])
        leaf.seat, leaf.actions = seat, actions
        ((shares, values),) = bot.guide.judge([leaf])
        chances, worth = make_learned(GANGSTER, "").outcome(view, actions)
        assert values == pytest.approx([worth[(each - seat) % players] for each in range(players)], abs=1e-4)
        powers = [chance**GANGSTER.learned_temperature for chance in chances]  # a guide's is 1
        assert [each / sum(shares) for each in shares] == pytest.approx(
            [each / sum(powers) for each in powers], abs=1e-4
        )
    assert not isinstance(make_adviser(GANGSTER, SearchSettings(seconds=0.1)), learned.Learned)
