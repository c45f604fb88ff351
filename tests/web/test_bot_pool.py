"""Bots in processes of their own: one that crashes, dawdles or answers nonsense is replaced, and the table goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import parrain
import parrain.bots
from parrain.bots import make_bot
from parrain.bots.driver import BotPool, Question, warm_up
from parrain.bots.fair import Visitor, visitor
from parrain.bots.learned import read_network
from parrain.bots.pool import LOW, WorkerFailed
from parrain.core import State, Stream
from tests.web.server import Server, wait_for
from tests.web.settings import settings

DN = parrain.game("district-noir")

BAD_BOTS = """
import os, time
class Bad:
    def __init__(self, how): self.how = how
    def choose(self, view, actions, rng):
        if self.how == "dies": os._exit(3)
        if self.how == "raises": raise ValueError("no idea")
        if self.how == "sleeps": time.sleep(3600)
        return None
def maker(game, settings): return Bad(settings)
"""


@pytest.fixture(scope="module")
def bad_bots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of bad bots as anybody could install it: the pool find it by its entry point."""
    home = tmp_path_factory.mktemp("bots")
    (home / "bad_bots.py").write_text(BAD_BOTS)
    info = home / "bad_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[parrain.bots]\nbad = bad_bots:maker\n")
    return home


def question(state: State, bot: str) -> Question:
    seat = state.current_players()[0]
    return Question(bot, DN, state.view(seat), state.legal_actions(seat), 5)


@pytest.mark.parametrize(("how", "why"), [("raises", "it failed (ValueError)"), ("lies", "it chose what it may not")])
def test_a_bot_that_errs_is_answered_for_where_it_thinks(
    bad_bots: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: str, why: str
) -> None:
    """The registry plays for a bot that raises or lies: the worker lives on, the choice is legal, it is counted."""
    monkeypatch.syspath_prepend(str(bad_bots))

    async def ask() -> None:
        pool = BotPool(1, 60.0)
        pool.start()
        try:
            state = DN.new(2, 7)
            thought = await pool.choose(question(state, f"bad:{how}"))
            assert thought.action in state.legal_actions(state.current_players()[0])
            assert pool.failures == 1
            assert caplog.records[-1].__dict__["facts"]["why"] == why
            await pool.choose(question(state, "greedy"))
            assert pool.failures == 1
        finally:
            pool.stop()

    asyncio.run(ask())


@pytest.mark.parametrize(("how", "why"), [("dies", "gone"), ("sleeps", "too slow")])
def test_a_bad_bot_is_replaced(
    bad_bots: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: str, why: str
) -> None:
    monkeypatch.syspath_prepend(str(bad_bots))  # a spawned process looks where its parent does

    async def ask() -> None:
        pool = BotPool(1, 5.0)
        pool.start()
        try:
            state = DN.new(2, 7)
            thought = await pool.choose(question(state, f"bad:{how}"))
            assert thought.action in state.legal_actions(state.current_players()[0])
            assert pool.failures == 1
            assert why in str(caplog.records[-1].__dict__["facts"])
            again = await pool.choose(question(state, "greedy"))
            assert again.action == thought.action, "greedy took its place, with the same luck"
        finally:
            pool.stop()

    asyncio.run(ask())


def test_the_table_goes_on_and_no_request_waits(
    bad_bots: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(bad_bots))
    parrain.bots.makers.cache_clear()
    with Server(settings(tmp_path / "x.db", workers=1, bots=("random", "bad:sleeps"), think_seconds=600.0)) as server:
        ann = server.identity()
        table = server.make(ann, "district-noir", ["bad:sleeps", "person"])
        pool = server.hub.pool
        with server.watch(table, ann) as me:
            if me.until("shown")["choices"]:
                me.choose(me.shown["choices"][0]["action"])
            wait_for(lambda: pool.calls)
            for _ in range(20):
                server.get("/health")
                me.sync()
            assert pool.calls and not me.shown["choices"], "all that was answered while it sleeps"
            for worker in list(pool.workers):
                assert worker.process.pid is not None
                os.kill(worker.process.pid, signal.SIGKILL)
            me.until("shown", lambda shown: bool(shown["choices"]))
    parrain.bots.makers.cache_clear()


def test_waiting_counts_and_what_waits_can_be_dropped() -> None:
    async def ask() -> None:
        pool = BotPool(2, 600.0)
        pool.start()
        try:
            visitor.set(Visitor("eve"))
            many = [asyncio.create_task(pool.run(False, time.sleep, 3600)) for _ in range(5)]
            while len(pool.slow_turns.waiting) < 4:
                await asyncio.sleep(0)
            with pytest.raises(WorkerFailed, match="waited too long"):
                await pool.run(False, len, "abc", patience=0.0)
            assert await pool.run(True, len, "abc", patience=600.0) == 3, "a quick call need not wait"
            for call in many:
                call.cancel()
            await asyncio.gather(*many, return_exceptions=True)
            assert not pool.slow_turns.waiting and len(pool.calls) == 1, "only what has begun goes on"
        finally:
            pool.stop()

    asyncio.run(ask())


def test_one_address_delays_nobody_else() -> None:
    """It never holds all workers, and only one of its calls has a normal priority."""
    normal = os.nice(0)

    async def ask() -> None:
        pool = BotPool(3, 600.0)
        pool.start()
        try:
            visitor.set(Visitor("eve"))
            assert await pool.run(True, os.nice, 0) == normal, "alone, it computes as anybody does"
            many = [asyncio.create_task(pool.run(False, time.sleep, 3600)) for _ in range(9)]
            while not pool.turns.inside["eve"]:
                await asyncio.sleep(0)
            lower = min(19, normal + LOW) if sys.platform == "linux" else normal
            assert await pool.run(True, os.nice, 0) == lower
            many += [asyncio.create_task(pool.run(True, time.sleep, 3600)) for _ in range(9)]
            while len(pool.turns.waiting) < 8:
                await asyncio.sleep(0)
            assert pool.turns.inside["eve"] == 2, "one of three is kept for others"
            visitor.set(Visitor("ann"))
            for quick in (True, False, True):
                assert await pool.run(quick, os.nice, 0) == normal
            for call in many:
                call.cancel()
            await asyncio.gather(*many, return_exceptions=True)
        finally:
            pool.stop()

    asyncio.run(ask())


def test_a_worker_is_prepared_before_its_first_call() -> None:
    async def ask() -> None:
        pool = BotPool(1, 600.0)
        for prepare, change in ((partial(os.nice, 3), 3), (partial(int, "x"), 0)):
            pool.prepare = prepare
            pool.start()
            try:
                assert await pool.run(True, os.nice, 0) == os.nice(0) + change
            finally:
                pool.stop()
                pool.free.clear()

    asyncio.run(ask())


def test_the_networks_are_read_when_a_worker_is_warmed_up() -> None:
    read_network.cache_clear()
    warm_up()
    read = read_network.cache_info().misses
    make_bot("hard", DN).choose(*question(DN.new(2, 7), "hard")[2:4], Stream(5))
    assert read_network.cache_info().misses == read


def test_a_table_that_nobody_looks_at_waits_for_no_bot(
    bad_bots: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(bad_bots))
    parrain.bots.makers.cache_clear()
    with Server(settings(tmp_path / "x.db", workers=1, bots=("random", "bad:sleeps"), think_seconds=6000.0)) as server:
        ann, turns = server.identity(), server.hub.pool.slow_turns
        tables = [server.make(ann, "district-noir", ["bad:sleeps", "bad:sleeps"]) for _ in range(3)]
        with server.watch(tables[0]):
            wait_for(lambda: turns.inside.total() == 1)
            with server.watch(tables[1]), server.watch(tables[2]):
                wait_for(lambda: len(turns.waiting) == 2)
            wait_for(lambda: not turns.waiting)
            with server.watch(tables[1]):
                wait_for(lambda: len(turns.waiting) == 1)
    parrain.bots.makers.cache_clear()
