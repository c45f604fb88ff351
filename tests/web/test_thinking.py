"""Bots that think on other hosts: a queue in PostgreSQL, by turns, that survives those who take from it."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

import parrain
from parrain.bots.driver import Question, evaluate_in_worker, say_from_data, say_to_data, think_in_worker
from parrain.bots.fair import IN_SIGHT, LATER, Visitor, visitor
from parrain.bots.pool import Pool, WorkerFailed
from parrain.cli import main
from parrain.core import Seat, State, Term, say, say_plural
from parrain.table import ownership, thinking
from parrain.table.postgres import migrate
from parrain.table.thinking import Job, SharedPool, Taker, Thinker
from tests.web.server import Server, wait_for
from tests.web.settings import settings

DN = parrain.game("district-noir")


@pytest.fixture
def queue(postgres: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty queue, and leases that last however busy the machine is."""
    migrate(postgres)
    monkeypatch.setattr(thinking, "LEASE_SECONDS", 600.0)
    monkeypatch.setattr(ownership, "LEASE_SECONDS", 600.0)
    return postgres


def question() -> Question:
    state: State = DN.new(2, 7)
    seat = state.current_players()[0]
    return Question("greedy", DN, state.view(seat), state.legal_actions(seat), 5)


@asynccontextmanager
async def asking(url: str, seconds: float = 600.0) -> AsyncIterator[SharedPool]:
    """A server's pool that has no processes of its own."""
    pool = SharedPool(url, "a secret", 0, seconds)
    pool.start()
    try:
        yield pool
    finally:
        pool.stop()


async def put(pool: SharedPool) -> None:
    """Wait until what was just asked is in the queue."""
    await asyncio.sleep(0)
    while not pool.asked or any(each.put_at is None for each in pool.asked.values()):
        await asyncio.sleep(0.005)


def taker(url: str, places: int = 2) -> Taker:
    """A thinker that does nothing by itself, with a lease."""
    found = Taker(url, places, lambda: None)
    found.do(found.renew)
    return found


def called(job: Job | None) -> Any:
    assert job is not None
    return json.loads(job.call)[1]


def ask(pool: SharedPool, what: str, who: Visitor, **more: Any) -> asyncio.Task[Any]:
    """Put a call into the queue; who takes it sees `what`."""
    visitor.set(who)
    return asyncio.create_task(pool.run(more.pop("quick", False), think_in_worker, what, **more))


def test_turns_go_by_rank_then_to_whoever_holds_the_fewest_places(queue: str) -> None:
    async def run() -> None:
        async with asking(queue) as pool, asking(queue) as other:
            one, two = taker(queue, 3), taker(queue, 2)
            eve, ann = Visitor("eve", "e"), Visitor("ann", "a")
            tasks = []
            for server, what, who, rank in [
                (pool, "later", Visitor("zoe"), LATER),
                (pool, "eve 1", eve, IN_SIGHT),
                (pool, "eve 2", eve, IN_SIGHT),
                (other, "eve 3", eve, IN_SIGHT),
                (other, "ann 1", ann, IN_SIGHT),
                (pool, "ann's child", Visitor("ann", "c"), IN_SIGHT),
                (other, "ann 2", ann, IN_SIGHT),
            ]:
                tasks.append(ask(server, what, who, rank=rank))
                await put(server)
            jobs = [await each.take(True) for each in (one, two, one, two)]
            order = [called(each) for each in jobs]
            assert order == ["eve 1", "ann 1", "eve 2", "ann's child"], "by turns, whichever server has asked"
            assert all(each is not None and each.low for each in jobs), "each address has others"
            last = await one.take(True)
            assert called(last) == "later", "the last place is for an address that holds none"
            assert last is not None and not last.low
            assert await two.take(True) is None
            for _ in range(2):
                tasks.append(ask(pool, "quick", eve, quick=True))
                await put(pool)
            assert await one.take(False) is not None, "what answers at once goes past those that search"
            assert await two.take(False) is None, "but one address never holds all workers"
            tasks.append(ask(pool, "quick of bob", Visitor("bob"), quick=True))
            await put(pool)
            assert called(await two.take(False)) == "quick of bob"
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*pool.dropping, *other.dropping)
            assert one.do(lambda base: base.execute("SELECT count(*) FROM calls").fetchone()) == (0,)
            for each in (one, two):
                each.stop()

    asyncio.run(run())


def test_what_a_lost_thinker_had_is_taken_again_and_its_answer_comes_too_late(queue: str) -> None:
    async def run() -> None:
        async with asking(queue) as pool:
            lost, other = taker(queue), taker(queue)
            call = ask(pool, "x", Visitor("ann"))
            while (job := await lost.take(True)) is None:
                await asyncio.sleep(0.005)
            assert await other.take(True) is None
            expire = "UPDATE thinkers SET until=clock_timestamp() WHERE id=%s"
            other.do(lambda base: base.execute(expire, (lost.id,)))
            again = await other.take(True)
            assert again is not None and (again.id, again.tries) == (job.id, 2)
            await lost.answer(job, "returned", "of somebody thought dead")
            await other.answer(again, "returned", "good")
            assert await call == "good"
            for name in ("parrain.core:say", "os:system"):
                with pytest.raises(WorkerFailed):
                    thinking.function_named(name)
            broken = ask(pool, "y", Visitor("ann"))
            for _ in range(thinking.MOST_TRIES):
                while await other.take(True) is None:
                    await asyncio.sleep(0.005)
                other.do(lambda base: base.execute(expire, (other.id,)))
                other.do(other.renew)
                other.do(lambda base: base.execute("UPDATE calls SET thinker='nobody'"))
            assert await other.take(True) is None, "a call that ends its thinkers is given up"
            broken.cancel()
            for each in (lost, other):
                each.stop()

    asyncio.run(run())


def test_waiting_counts_and_what_the_database_has_lost_is_noticed(queue: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "LEASE_SECONDS", 0.5)

    async def run() -> None:
        async with asking(queue) as pool:
            with pytest.raises(WorkerFailed, match="nobody thinks"):
                await pool.run(False, think_in_worker, "x", patience=0.0)
            lost = asyncio.create_task(pool.run(False, think_in_worker, "x"))
            await put(pool)
            with psycopg.connect(queue, autocommit=True) as base:
                base.execute("TRUNCATE calls")  # as after a crash of the database
            with pytest.raises(WorkerFailed, match="lost"):
                await lost
            monkeypatch.setattr(thinking, "MOST_WAITING", 0)
            with pytest.raises(WorkerFailed, match="too many"):
                await pool.run(False, think_in_worker, "x")
            thought = await pool.choose(question())
            assert thought.action in question().actions and pool.failures, "a bot is never stuck"

    asyncio.run(run())


@contextmanager
def thinker_process(url: str) -> Iterator[subprocess.Popen[str]]:
    """`parrain think` in a process of its own."""
    command = [sys.executable, "-m", "parrain", "--language", "en", "think", "--workers", "1"]
    with subprocess.Popen(
        command, env={**os.environ, "DATABASE_URL": url}, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and "think here" in process.stdout.readline()
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.terminate()


@pytest.mark.slow
@pytest.mark.once
def test_a_thinker_is_killed_in_the_middle_and_another_finishes(queue: str) -> None:
    async def run() -> None:
        async with asking(queue) as pool:
            asked = question()
            with thinker_process(queue) as process, psycopg.connect(queue, autocommit=True) as base:
                call = asyncio.create_task(pool.run(False, evaluate_in_worker, 2.0, *asked.data()))
                taken = "SELECT count(*) FROM calls WHERE thinker IS NOT NULL"
                while base.execute(taken).fetchone() != (1,):
                    await asyncio.sleep(0.01)
                process.send_signal(signal.SIGKILL)
            local = Pool(1, 600.0)
            local.start()
            other = Thinker(queue, local)
            other.start()
            found = await call
            assert {text for text, _ in found} == {action.text for action in asked.actions}
            thought = await pool.choose(asked._replace(why=True))
            assert thought.reason is not None and not pool.failures
            other.stop()
            local.stop()

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.once
def test_a_server_without_workers_plays_with_those_of_another_process(database: str, queue: str) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(Server(settings(Path("unused"), database=queue, think_seconds=600.0)))
        process = stack.enter_context(thinker_process(queue))
        ann = server.identity()
        table = server.make(ann, "district-noir", ["person", "normal"])
        with server.watch(table, ann) as me:
            for _ in range(3):
                me.until("shown", lambda shown: bool(shown["choices"]))
                me.choose(me.shown["choices"][0]["action"])
            me.until("shown", lambda shown: bool(shown["choices"]))
            me.send(do="hint", seat=0)
            hint = me.until("hinted")
            assert hint["action"] in [each["action"] for each in me.shown["choices"]] and hint["reason"]
        assert server.hub.pool.answered >= 4 and not server.hub.pool.failures
        process.terminate()
        assert process.wait(timeout=120) == 0
        with psycopg.connect(queue, autocommit=True) as base:
            wait_for(lambda: base.execute("SELECT count(*) FROM thinkers").fetchone() == (0,))


def test_sentences_cross_processes_as_plain_data() -> None:
    deep = say(
        "{a} {b} {c} {d}",
        a=Seat(1),
        b=Term({"en": "card", "fr": "carte"}),
        c=say_plural("{count}", "{count}", count=2),
        d=[1, "x"],
    )
    back = say_from_data(json.loads(json.dumps(say_to_data(deep))))
    assert back == deep and isinstance(back.filling["a"], Seat)


def test_without_a_database_there_is_nowhere_else_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    for words in (["think"], ["serve", "--workers", "0", "--no-browser"]):
        err = io.StringIO()
        assert main(["--language", "en", *words], io.StringIO(), err) == 2 and "DATABASE_URL" in err.getvalue()
