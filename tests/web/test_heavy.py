"""Heavy work goes by turns in threads of its own: one visitor's many do not delay another's one."""

from __future__ import annotations

import asyncio
import threading

import pytest

from parrain.bots.fair import Visitor, visitor
from parrain.web.live.heavy import HeavyWork
from parrain.web.live.refused import Refused


def test_nobody_waits_for_the_many_of_another() -> None:
    async def work() -> None:
        heavy, gate, order = HeavyWork(), threading.Event(), list[str]()

        def slow(name: str) -> None:
            gate.wait(120)
            order.append(name)

        visitor.set(Visitor("eve"))
        many = [asyncio.create_task(heavy.run(slow, f"eve {number}")) for number in range(9)]
        await asyncio.sleep(0)
        visitor.set(Visitor("ann"))
        await heavy.run(order.append, "ann")
        assert order == ["ann"], "while the others are still at their first"
        many[3].cancel()
        gate.set()
        await asyncio.gather(*many, return_exceptions=True)
        assert order == ["ann", *(f"eve {number}" for number in range(9) if number != 3)]
        assert not heavy.tasks and not heavy.queue.waiting
        heavy.stop()

    asyncio.run(work())


def test_whoever_has_too_much_waiting_is_told() -> None:
    async def work() -> None:
        heavy, gate = HeavyWork(), threading.Event()
        visitor.set(Visitor("eve"))
        many = [asyncio.create_task(heavy.run(gate.wait, 120)) for _ in range(heavy.queue.most_waiting + 1)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await heavy.run(gate.wait, 120)
        assert refused.value.code == "busy"
        gate.set()
        await asyncio.gather(*many)
        heavy.stop()

    asyncio.run(work())


def test_a_failure_is_told_and_the_place_is_free_again() -> None:
    async def work() -> None:
        heavy = HeavyWork()
        for _ in range(5):
            with pytest.raises(ZeroDivisionError):
                await heavy.run(divmod, 1, 0)
        assert not heavy.queue.inside.total()
        heavy.stop()

    asyncio.run(work())
