"""The base of a room: store a change, apply it, broadcast it."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable, Sequence

from parrain.bots.fair import IN_SIGHT, WATCHED
from parrain.bots.levels import is_quick
from parrain.core import say
from parrain.table import PlannedChange, Table
from parrain.table.store import OVER, PLAYING, BadStore, Log
from parrain.web.live.exclusive import Exclusive
from parrain.web.live.game import LiveGame
from parrain.web.live.notices import Changed, ChatChanged, Notice
from parrain.web.live.presence import Presence
from parrain.web.live.refused import Refused
from parrain.web.live.services import Services

QUICK_SECONDS = 0.25  # that a broadcast waits for quick bots
MOST_ENTRIES = 20_000


class RoomBase:
    """A live game and its connections."""

    def __init__(self, live: LiveGame, services: Services, fence: int = 0) -> None:
        self.live = live
        self.fence = fence  # of our ownership of the table, where servers share a store
        self.services = services
        self.exclusive = Exclusive()
        self.presence = Presence(live, services.settings)
        self.reactions: list[Callable[[int | None], None]] = []  # of the other parts to a change, in order
        self.viewers_to_update: set[int | None] = set()
        self.pending_broadcast: asyncio.TimerHandle | None = None

    @property
    def connections(self) -> bool:
        """Whether anybody is connected."""
        return bool(self.presence.connections)

    @property
    def rank(self) -> int:
        """How urgent the thinking of bots is here: people who play wait for it, or spectators do."""
        return IN_SIGHT if self.presence.here() else WATCHED

    def publish(self, notice: Notice) -> None:
        """Send a notice to every connection."""
        for connection in self.presence.connections:
            connection.notice(notice)

    def proceed(self, chose: int | None = None) -> None:
        """After a change (by the seat that `chose`, if one did): clocks run, negotiations begin or end, bots go on."""
        for reaction in self.reactions:
            reaction(chose)

    async def keep(self, job: Callable[[Log], None]) -> None:
        """Write a change of the table to the store; after a failure a shared one may have it all the same."""
        try:
            await self.services.keep(job)
        except BadStore:
            self.services.abandon(self.live)
            raise

    async def commit(self, *plans: PlannedChange) -> None:
        """Store plans in one write, apply them, broadcast to those who see a change, and proceed."""
        live = self.live
        assert live.table is not None
        over = plans[-1].after.is_over if plans[-1].after is not None else live.state == OVER
        first, batches = len(live.table.record.entries), [live.batch(plan) for plan in plans]
        state = OVER if over else PLAYING
        await self.keep(lambda log: log.append_all(live.id, first, batches, state, self.fence))
        changed = {viewer for plan in plans for viewer in live.settle(plan)}
        entry = plans[0].entries[0]
        if entry.what == "say":
            self.publish(ChatChanged())
            return
        if over:
            self.services.finished(live)
        self.services.count("choices" if entry.what == "choose" else "undos", len(plans))
        self.viewers_to_update.update(live.viewers() if over else changed)
        self.proceed(entry.seat)
        if self._only_quick_bots() and not over:
            loop = asyncio.get_running_loop()
            self.pending_broadcast = self.pending_broadcast or loop.call_later(QUICK_SECONDS, self.broadcast)
        else:
            self.broadcast()

    def _only_quick_bots(self) -> bool:
        """Whether all who are to move are bots that answer at once: then the next board is shown with their answers."""
        return not self.services.settings.pause and self.are_quick_bots(self.live.to_move())

    def are_quick_bots(self, owing: Sequence[int]) -> bool:
        """Whether all of these seats are played by bots that answer at once."""
        live = self.live
        return bool(owing) and all(live.bot_of(seat) and is_quick(live.bot_of(seat), live.game) for seat in owing)

    def broadcast(self) -> None:
        """Send the pending changes to their viewers."""
        if self.pending_broadcast is not None:
            self.pending_broadcast.cancel()
            self.pending_broadcast = None
        self.publish(Changed(frozenset(self.viewers_to_update)))
        self.viewers_to_update.clear()

    def playing(self) -> Table:
        """The table, if it is being played at."""
        if self.live.state == OVER:
            raise Refused("over", say("The game is over."))
        return self.begun()

    def begun(self) -> Table:
        """The table, if the game has begun."""
        if self.live.table is None:
            raise Refused("waiting", say("The game has not begun: seats are still open."))
        return self.live.table

    def check_length(self) -> None:
        """Refuse talk and undo at a table of which too much is stored already."""
        if self.live.table is not None and len(self.live.table.record.entries) >= MOST_ENTRIES:
            raise Refused("too-long", say("Too much has happened at this table: it can only be played to its end."))


class Part:
    """A part of a room; it refers to its room weakly, so that a room is freed as soon as nobody needs it."""

    def __init__(self, room: RoomBase) -> None:
        self._room = weakref.ref(room)
        self.live = room.live
        self.exclusive = room.exclusive

    @property
    def room(self) -> RoomBase:
        """The room; whoever calls a part of it holds it, or the hub does."""
        room = self._room()
        if room is None:
            raise ReferenceError("this room has been closed")
        return room
