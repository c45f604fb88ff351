"""The clocks of one table: a time for each decision, for the whole game, or a sand timer for simultaneous answers.

A table whose clock is `free` bargains as with a sand timer, but for as long as it likes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct

DECISION, BANK, SAND, FREE = "decision", "bank", "sand", "free"


class Clock(Struct):
    """The clock: `left` seconds of each seat (null: not timed now), those in `running` are losing them as you read."""

    kind: str
    left: list[float | None]
    running: list[int]


class Clocks:
    """The seconds left of each seat. The caller passes the present time."""

    def __init__(self, wish: dict[str, Any], players: int, reading: Sequence[float] = ()) -> None:
        self.kind = str(wish["kind"])
        self.seconds = 0.0 if self.kind == FREE else float(wish["seconds"])
        self.left = list(reading) if len(reading) == players else [self.seconds] * players
        self.since: dict[int, float] = {}  # when the clock of a seat was started

    def turn(self, owing: Collection[int], chose: int | None, now: float) -> None:
        """Those who owe a decision now lose time; whoever just chose begins a new one."""
        if self.kind == FREE:
            return
        timed = set(owing) if self.kind != SAND or len(owing) > 1 or (self.since and owing) else set()
        if self.kind == SAND and len(timed) == 1 and not timed & set(self.since):
            timed = set()
        for seat in list(self.since):
            if seat not in timed or seat == chose:
                self._stop(seat, now)
        for seat in sorted(timed - set(self.since)):
            if self.kind == DECISION or (self.kind == SAND and seat != chose):
                self.left[seat] = self.seconds
            self.since[seat] = now

    def pause(self, now: float) -> None:
        """Nobody is at the table: no clock runs."""
        for seat in list(self.since):
            self._stop(seat, now)

    def reading(self, now: float) -> tuple[float, ...]:
        """The seconds that each seat has left."""
        return tuple(round(self._left(seat, now), 2) for seat in range(len(self.left)))

    def show(self, now: float) -> Clock:
        """The clocks as people see them."""
        running = sorted(self.since)
        left = [
            seconds if self.kind == BANK or seat in running else None for seat, seconds in enumerate(self.reading(now))
        ]
        return Clock(self.kind, left, running)

    def next(self, now: float) -> float | None:
        """In how many seconds the next clock runs out; None if none is running."""
        return min((self._left(seat, now) for seat in self.since), default=None)

    def out(self, now: float) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat in sorted(self.since) if self._left(seat, now) <= 0]

    def _left(self, seat: int, now: float) -> float:
        return max(0.0, self.left[seat] - (now - self.since[seat] if seat in self.since else 0.0))

    def _stop(self, seat: int, now: float) -> None:
        self.left[seat] = self._left(seat, now)
        del self.since[seat]
