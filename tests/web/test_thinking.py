"""Bots in processes of their own: one that crashes, dawdles or answers nonsense is replaced, and the table goes on."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

import parrain
import parrain.bots
from parrain.core import Say, Seat, say
from parrain.web.thinking import Thinkers, pack, unpack
from tests.web.server import Server, settings

DN = parrain.game("district-noir")

BAD_BOTS = """
import os, time
class Bad:
    def __init__(self, how): self.how = how
    def choose(self, view, actions, rng):
        if self.how == "dies": os._exit(3)
        if self.how == "raises": raise ValueError("no idea")
        if self.how == "sleeps": time.sleep(60)
        return None
def maker(game, settings): return Bad(settings)
"""


@pytest.fixture(scope="module")
def bad_bots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package of bad bots as anybody could install it: the thinkers find it by its entry point."""
    home = tmp_path_factory.mktemp("bots")
    (home / "bad_bots.py").write_text(BAD_BOTS)
    info = home / "bad_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[parrain.bots]\nbad = bad_bots:maker\n")
    return home


@pytest.mark.parametrize(("how", "why"), [("raises", "it failed (ValueError)"), ("lies", "it chose what it may not")])
def test_a_bot_that_errs_is_answered_for_where_it_thinks(
    bad_bots: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: str, why: str
) -> None:
    """The registry plays for a bot of others that raises or lies: the thinker is not lost, the choice is legal, it is counted."""
    monkeypatch.syspath_prepend(str(bad_bots))

    async def ask() -> None:
        thinkers = Thinkers(1, 5.0)
        thinkers.start()
        try:
            state = DN.new(2, 7)
            seat = state.current_players()[0]
            choices = state.legal_actions(seat)
            thought = await thinkers.choose(f"bad:{how}", DN, state.view(seat), choices, 5)
            assert thought.action in [action.text for action in choices]
            assert thinkers.failures == 1
            assert caplog.records[-1].__dict__["facts"]["why"] == why
            await thinkers.choose("greedy", DN, state.view(seat), choices, 5)
            assert thinkers.failures == 1
        finally:
            thinkers.stop()

    asyncio.run(ask())


@pytest.mark.parametrize(("how", "why"), [("dies", "gone"), ("sleeps", "too slow")])
def test_a_bad_bot_is_replaced(
    bad_bots: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: str, why: str
) -> None:
    monkeypatch.syspath_prepend(str(bad_bots))  # a spawned process looks where its parent does

    async def ask() -> None:
        thinkers = Thinkers(1, 2.0)
        thinkers.start()
        try:
            state = DN.new(2, 7)
            seat = state.current_players()[0]
            choices = state.legal_actions(seat)
            thought = await thinkers.choose(f"bad:{how}", DN, state.view(seat), choices, 5)
            assert thought.action in [action.text for action in choices]
            assert thinkers.failures == 1
            assert why in str(caplog.records[-1].__dict__["facts"])
            again = await thinkers.choose("greedy", DN, state.view(seat), choices, 5)
            assert again.action == thought.action, "greedy took its place, with the same luck"
        finally:
            thinkers.stop()

    asyncio.run(ask())


def test_the_table_goes_on_and_no_request_waits(
    bad_bots: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(bad_bots))
    parrain.bots.makers.cache_clear()
    with Server(settings(tmp_path / "x.db", bots=("random", "bad:sleeps"), think_seconds=1.0)) as server:
        ann = server.identity()
        table = server.make(ann, "district-noir", ["person", "bad:sleeps"])
        with server.watch(table, ann) as me:
            me.until("shown", lambda shown: bool(shown["choices"]))
            me.choose(me.shown["choices"][0]["action"])
            slowest = 0.0
            for _ in range(20):
                began = time.monotonic()
                server.get("/health")
                me.sync()
                slowest = max(slowest, time.monotonic() - began)
            assert slowest < 0.5
            me.until("shown", lambda shown: bool(shown["choices"]))
    parrain.bots.makers.cache_clear()


def test_a_sentence_goes_through_the_pipe() -> None:
    told = say("{a} of {b}", a=say("x {seat}", seat=Seat(2)), b=[Seat(1), "y", 3])
    back = unpack(pack(told))
    assert isinstance(back, Say) and str(back) == str(told)
