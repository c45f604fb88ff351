"""A fair queue: of those who wait for a place, the address and the person that hold the fewest are next.

One visitor's many requests delay nobody else's one: places are shared by address, then by person, and the last free
place is kept for an address that holds none.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import NamedTuple

MOST_WAITING = 200  # of one address

IN_SIGHT, WATCHED, LATER = 0, 1, 2  # ranks: people who play wait for it, spectators do, nobody waits at a table


class Visitor(NamedTuple):
    """Who asks: an address, and the identity of a person if known."""

    address: str = ""
    person: str = ""


NOBODY = Visitor()
visitor: ContextVar[Visitor] = ContextVar("visitor", default=NOBODY)  # who sent what is being done


class TooManyWaiting(Exception):
    """An address that has too many requests waiting."""


class Waiter:
    """A request that waits for a place."""

    __slots__ = ("admitted", "number", "rank", "who")

    def __init__(self, who: Visitor, rank: int, number: int) -> None:
        self.who = who
        self.rank = rank
        self.number = number
        self.admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class FairQueue:
    """So many places; a lower rank goes first, then whoever holds the fewest places, was served longest ago.

    `spare` places are kept for addresses that hold none, unless there is only one.
    """

    def __init__(self, places: int, most_waiting: int = MOST_WAITING, spare: int = 1) -> None:
        self.places = places
        self.spare = min(spare, places - 1)
        self.most_waiting = most_waiting
        self.waiting: list[Waiter] = []
        self.inside: Counter[str] = Counter()  # places held, by address
        self.persons: Counter[Visitor] = Counter()  # the same by person
        self.served: dict[str | Visitor, int] = {}  # when each that is here was let in last
        self.number = 0

    @asynccontextmanager
    async def place(self, who: Visitor = NOBODY, rank: int = IN_SIGHT) -> AsyncIterator[None]:
        """Hold a place, once there is one."""
        await self.enter(who, rank)
        try:
            yield
        finally:
            self.leave(who)

    async def enter(self, who: Visitor = NOBODY, rank: int = IN_SIGHT) -> None:
        """Wait for a place; whoever is cancelled while waiting is forgotten."""
        if sum(waiter.who.address == who.address for waiter in self.waiting) >= self.most_waiting:
            raise TooManyWaiting
        self.number += 1
        waiter = Waiter(who, rank, self.number)
        self.waiting.append(waiter)
        self._admit()
        try:
            await waiter.admitted
        except asyncio.CancelledError:
            if waiter in self.waiting:
                self.waiting.remove(waiter)
                self._forget(who)
            else:  # it was let in just before
                self.leave(who)
            raise

    def leave(self, who: Visitor = NOBODY) -> None:
        """Give the place back."""
        self.inside[who.address] -= 1
        self.persons[who] -= 1
        self._forget(who)
        self._admit()

    def _admit(self) -> None:
        """Let in whoever is next, as long as there are places."""
        while True:
            free = self.places - self.inside.total()
            allowed = [
                each
                for each in self.waiting
                if free > (self.spare if self.inside[each.who.address] else 0)
                and not each.admitted.done()  # cancelled, and not gone yet
            ]
            if not allowed:
                return
            chosen = min(allowed, key=self._order)
            self.waiting.remove(chosen)
            who = chosen.who
            self.inside[who.address] += 1
            self.persons[who] += 1
            self.number += 1
            self.served[who.address] = self.served[who] = self.number
            chosen.admitted.set_result(None)

    def _order(self, waiter: Waiter) -> tuple[int, ...]:
        who = waiter.who
        return (
            waiter.rank,
            self.inside[who.address],
            self.served.get(who.address, 0),
            self.persons[who],
            self.served.get(who, 0),
            waiter.number,
        )

    def _forget(self, who: Visitor) -> None:
        """Remember nothing of an address or a person that neither holds a place nor waits."""
        if not self.persons[who] and all(waiter.who != who for waiter in self.waiting):
            del self.persons[who]
            self.served.pop(who, None)
        if not self.inside[who.address] and all(waiter.who.address != who.address for waiter in self.waiting):
            del self.inside[who.address]
            self.served.pop(who.address, None)
