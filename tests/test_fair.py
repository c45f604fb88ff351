"""The fair queue: nobody's many delay another's one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from parrain.bots.fair import IN_SIGHT, WATCHED, FairQueue, TooManyWaiting, Visitor

ANN, BOB, EVE = Visitor("a", "ann"), Visitor("b", "bob"), Visitor("e", "eve")


async def settle() -> None:
    """Let everything run that can."""
    for _ in range(20):
        await asyncio.sleep(0)


class Crowd:
    """People who enter a queue, in order, and leave it when told."""

    def __init__(self, places: int) -> None:
        self.queue = FairQueue(places, most_waiting=50)
        self.entered: list[Visitor] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, who: Visitor, times: int = 1, rank: int = IN_SIGHT) -> None:
        async def enter() -> None:
            await self.queue.enter(who, rank)
            self.entered.append(who)

        self.tasks += [asyncio.create_task(enter()) for _ in range(times)]
        await settle()

    async def leave(self, who: Visitor) -> None:
        self.queue.leave(who)
        await settle()


def asynchronous(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    return lambda: asyncio.run(test())  # type: ignore[arg-type]


@asynchronous
async def test_turns_go_round_by_address() -> None:
    crowd = Crowd(1)
    await crowd.come(EVE, 5)
    await crowd.come(ANN, 2)
    await crowd.come(BOB)
    for _ in range(7):
        await crowd.leave(crowd.entered[-1])
    assert crowd.entered == [EVE, ANN, BOB, EVE, ANN, EVE, EVE, EVE]


@asynchronous
async def test_the_last_of_several_places_is_kept_for_others() -> None:
    crowd = Crowd(3)
    await crowd.come(EVE, 10)
    assert crowd.entered == [EVE, EVE]
    await crowd.come(ANN)
    assert crowd.entered == [EVE, EVE, ANN], "at once"
    await crowd.leave(ANN)
    assert len(crowd.entered) == 3, "it is kept for the next"


@asynchronous
async def test_people_of_one_address_share_its_turns() -> None:
    crowd = Crowd(1)
    others = [Visitor("school", name) for name in ("x", "y")]
    await crowd.come(EVE)
    await crowd.come(others[0], 3)
    await crowd.come(others[1], 1)
    for _ in range(4):
        await crowd.leave(crowd.entered[-1])
    assert crowd.entered == [EVE, others[0], others[1], others[0], others[0]]


@asynchronous
async def test_people_in_sight_go_first() -> None:
    crowd = Crowd(1)
    await crowd.come(EVE)
    await crowd.come(BOB, 2, WATCHED)
    await crowd.come(ANN, 2)
    for _ in range(4):
        await crowd.leave(crowd.entered[-1])
    assert crowd.entered == [EVE, ANN, ANN, BOB, BOB]


@asynchronous
async def test_whoever_gives_up_is_forgotten_and_places_are_not_lost() -> None:
    crowd = Crowd(1)
    await crowd.come(EVE, 3)
    crowd.tasks[1].cancel()
    await settle()
    crowd.queue.leave(EVE)  # lets the third in, which is cancelled before it knows
    crowd.tasks[2].cancel()
    await settle()
    assert crowd.entered == [EVE] and not crowd.queue.waiting
    assert not crowd.queue.served and not crowd.queue.inside.total()
    await crowd.come(ANN)
    assert crowd.entered == [EVE, ANN]


@asynchronous
async def test_whoever_is_cancelled_in_the_moment_of_their_turn_takes_no_place() -> None:
    crowd = Crowd(1)
    await crowd.come(EVE)
    await crowd.come(ANN, 2)
    crowd.tasks[1].cancel()
    crowd.queue.leave(EVE)  # before the first of Ann knows that it is cancelled
    await settle()
    assert crowd.entered == [EVE, ANN] and not crowd.queue.waiting
    await crowd.leave(ANN)
    assert not crowd.queue.inside and not crowd.queue.served, "no place is lost"


@asynchronous
async def test_the_waiting_of_one_address_is_bounded() -> None:
    crowd = Crowd(1)
    await crowd.come(EVE, 51)
    with pytest.raises(TooManyWaiting):
        await crowd.queue.enter(EVE)
    await crowd.come(ANN)
    await crowd.leave(EVE)
    assert crowd.entered == [EVE, ANN]
