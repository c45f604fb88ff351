"""The bot that learned: it passes the kit, answers quickly, and says plainly what it lacks."""

from __future__ import annotations

import io
import sys
import tomllib
from pathlib import Path

import pytest

import parrain
from parrain.bots import learned, make_bot, reason
from parrain.bots.levels import is_quick
from parrain.cli import main
from parrain.core import BadOption, Stream
from parrain.testing import check_bot, check_bot_is_fair

NOIR = parrain.game("district-noir")


def test_the_learned_bot_passes_the_kit() -> None:
    check_bot(make_bot("learned", NOIR), NOIR, 2, games=1)
    check_bot_is_fair(make_bot("learned", NOIR), NOIR, 2, every=5)


def test_it_beats_the_greedy_bot() -> None:
    won = 0
    for seed in range(20):
        state, rng = NOIR.new(seed=seed // 2), Stream(seed)
        seated = [make_bot("learned", NOIR), make_bot("greedy:1", NOIR)]
        while not state.is_over:
            seat = state.current_players()[0]
            bot = seated[(seat + seed) % 2]
            state.apply(seat, bot.choose(state.view(seat), state.legal_actions(seat), rng))
        won += state.ranking()[seed % 2] == 1
    assert won >= 16


def test_it_says_what_it_expects() -> None:
    bot, state = make_bot("learned", NOIR), NOIR.new(seed=3)
    seat = state.current_players()[0]
    view = state.view(seat)
    chosen = bot.choose(view, state.legal_actions(seat), Stream(1))
    assert "I expect to win" in str(reason(bot, NOIR, view, chosen))
    assert "I expect to win" not in str(reason(bot, NOIR, state.view(seat), chosen))
    assert is_quick("learned", NOIR)


@pytest.mark.parametrize("name", ["district-noir", "gangster", "reglement-de-comptes"])
def test_the_weights_are_small_and_their_card_is_of_this_game(name: str) -> None:
    game = parrain.game(name)
    assert (game.home / learned.FILE).stat().st_size < 1_000_000
    card = tomllib.loads((game.home / "learned.toml").read_text("utf-8"))
    network = learned.learned_network(game)
    assert card["game"] == game.id and card["edition"] == game.edition.name
    assert card["network"]["numbers"] == sum(array.size for array in network)
    assert card["network"]["observation"] == learned.inputs_of(game).size


def test_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match="No bot has learned Gangs City yet"):
        make_bot("learned", parrain.game("gangs-city"))
    with pytest.raises(BadOption, match="has not learned this edition of Gangster"):
        make_bot(f"learned:{NOIR.home / learned.FILE}", parrain.game("gangster"))
    broken = tmp_path / "broken.npz"
    broken.write_bytes(b"not weights")
    for path in (broken, tmp_path / "nowhere.npz"):
        with pytest.raises(BadOption, match="is no file of learned weights"):
            make_bot(f"learned:{path}", NOIR)
    learned.read_network.cache_clear()
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(BadOption, match=r"pip install 'parrain\[learned\]'"):
        make_bot("learned", NOIR)


def test_searches_compute_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    threadpoolctl = pytest.importorskip("threadpoolctl")
    with learned.one_thread():
        assert {each["num_threads"] for each in threadpoolctl.threadpool_info() if each["user_api"] == "blas"} <= {1}
    monkeypatch.setitem(sys.modules, "threadpoolctl", None)
    learned.thread_control.cache_clear()
    with learned.one_thread():
        assert learned.thread_control() is None
    learned.thread_control.cache_clear()


def test_training_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.startswith("parrain.training.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "jax", None)
    said = io.StringIO()
    assert main(["train", "district-noir"], out=io.StringIO(), err=said) == 2
    assert "Training needs jax, which is not installed: pip install 'parrain[training]'" in said.getvalue()
