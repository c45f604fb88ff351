"""A small version of `python -m tests.web.kills`: a few troubles, no time limits."""

from __future__ import annotations

import asyncio

import pytest

from tests.web.kills import Attempt, explained, torture


@pytest.mark.slow
@pytest.mark.once
def test_servers_die_and_nothing_is_lost_or_doubled(postgres: str) -> None:
    world = asyncio.run(torture(postgres, kills=3, people=4, seed=7, pause=0.02))
    assert world.wrong() == []
    assert world.counts["kills"] == 3 and world.counts["cut"] == 1 and world.counts["acknowledged"] > 20
    assert sum(map(len, world.waits.values())) >= 4, "tables went on elsewhere"


@pytest.mark.slow
@pytest.mark.once
def test_servers_are_replaced_one_at_a_time_and_nothing_is_lost(postgres: str) -> None:
    world = asyncio.run(torture(postgres, kills=0, people=4, seed=7, pause=0.02, upgrades=1))
    assert world.wrong() == []
    assert world.counts["upgrade"] == 3 and world.counts["acknowledged"] > 20
    assert world.waits["upgrade"], "tables went on elsewhere"


def test_the_check_notices_what_is_lost_doubled_or_made_up() -> None:
    def made(*done: bool | None) -> list[Attempt]:
        attempts = [Attempt(number % 2, number, f"lay {number}") for number in range(len(done))]
        for attempt, how in zip(attempts, done, strict=True):
            attempt.done = how
        return attempts

    attempts = made(True, None, True, False)
    a, b, c, d = (attempt.entry for attempt in attempts)
    assert explained(attempts, [a, b, c]) == explained(attempts, [a, c]) == ""
    for log in ([a, b], [b, c], [a, b, b, c], [a, c, c], [c, a], [a, b, c, d], [a, d, c], []):
        assert explained(attempts, log) != "", log
    late, instead = made(None, None)
    late.seat, late.step, instead.one_of = instead.seat, instead.step, True
    assert explained([late, instead], [late.entry]) == explained([late, instead], [instead.entry]) == ""
    assert explained([late, instead], []) != ""
