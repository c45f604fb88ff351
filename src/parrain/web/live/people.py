"""People with an account: which device is whose, and what is stored of their finished games."""

from __future__ import annotations

import logging
import time
import weakref
from typing import TYPE_CHECKING

from parrain.core import ParrainError
from parrain.table import accounts
from parrain.table.store import BOT, PERSON, Log
from parrain.web.live import ratings
from parrain.web.live.game import LiveGame

if TYPE_CHECKING:
    from parrain.web.live.services import Services

log = logging.getLogger("parrain.people")

REMEMBERED = 5.0  # seconds, for which a device may be taken for signed in if no server could announce that it is not
MOST_REMEMBERED = 10_000


class People:
    """The accounts of one server."""

    def __init__(self, services: Services) -> None:
        self._services = weakref.ref(services)
        self.sessions: dict[str, tuple[str, float]] = {}  # by the hash of a device: its account, and until when

    @property
    def services(self) -> Services:
        """The services of the server."""
        services = self._services()
        assert services is not None
        return services

    async def account_of(self, session: str) -> str:
        """The account to which a device is signed in; "" if it is not."""
        account, until = self.sessions.get(session, ("", 0.0))
        if until < time.monotonic():
            account = await self.services.read(lambda log: accounts.signed_in(log, session))
            if len(self.sessions) >= MOST_REMEMBERED:
                self.sessions.clear()
            self.sessions[session] = (account, time.monotonic() + REMEMBERED)
        return account

    async def note_result(self, live: LiveGame) -> None:
        """Store a finished game for those at the table who want a history."""
        try:
            await self.services.keep(lambda log: add_results(log, live))
        except ParrainError as error:  # the game itself is stored
            log.warning("a result was not stored", extra={"facts": {"table": live.id, "why": str(error)}})


def add_results(log: Log, live: LiveGame) -> None:
    """Add a finished game to the histories of those who want one, with their new rating."""
    wanted = accounts.with_history(log, {holder for each in live.seats for holder in each.holders})
    if not wanted or live.table is None:
        return
    seats = {account: [seat for seat, each in enumerate(live.seats) if account in each.holders] for account in wanted}
    places = list(live.table.state.ranking())
    bots = {seat: each.bot for seat, each in enumerate(live.seats) if each.kind == BOT}
    known = {
        seat: rating
        for seat, each in enumerate(live.seats)
        if each.kind == PERSON
        for account in wanted & each.holders
        if (rating := accounts.rating(log, account, live.game.id)) is not None
    }
    rated = ratings.rate(live.game, bots, known, places) if ratings.is_available() else None
    levels = ",".join(bots[seat] for seat in sorted(bots))
    for account, mine in seats.items():
        best = min(mine, key=lambda seat: places[seat])
        mu, sigma = rated[best] if rated is not None and len(mine) == 1 else (None, None)
        result = accounts.Result(
            live.id, live.game.id, time.time(), best, live.players, places[best], levels, mu, sigma
        )
        accounts.add_result(log, account, result)
