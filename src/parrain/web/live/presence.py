"""Who is connected to a room, and who of its players is missing since when."""

from __future__ import annotations

import time

from msgspec import Struct

from parrain.table.store import PERSON
from parrain.web.live.game import LiveGame
from parrain.web.live.notices import Connection
from parrain.web.settings import Settings


class Sitter(Struct):
    """Who sits in a seat: `kind` is open, person or bot; `here` while connected; `standin` while a bot plays for them.

    `gone` counts the seconds since a person left (null while here); `reminded` when it is time to wonder.
    """

    seat: int
    kind: str
    name: str
    bot: str
    here: bool
    standin: bool = False
    gone: float | None = None
    reminded: bool = False


class Presence:
    """The connections of one room."""

    def __init__(self, live: LiveGame, settings: Settings) -> None:
        self.live = live
        self.settings = settings
        self.connections: dict[Connection, list[int]] = {}  # and the seats that each holds
        self.gone: dict[int, float] = {}  # since when a person is not here

    def add(self, connection: Connection) -> None:
        """Somebody connects; whoever is missing then is missing since now at the earliest."""
        if not self.connections:
            self.gone.clear()
        self.connections[connection] = self.live.mine(connection.identity)
        self._update()

    def remove(self, connection: Connection) -> None:
        """Somebody disconnects."""
        self.connections.pop(connection, None)
        self._update()

    def reseat(self) -> None:
        """Other people sit at the table."""
        self.connections = {each: self.live.mine(each.identity) for each in self.connections}

    def here(self) -> set[int]:
        """The seats whose people are connected."""
        return {seat for seats in self.connections.values() for seat in seats}

    def _update(self) -> None:
        """Note who is missing; whoever is here again plays for themselves."""
        here, now = self.here(), time.monotonic()
        for seat, each in enumerate(self.live.seats):
            if each.kind == PERSON and seat not in here:
                self.gone.setdefault(seat, now)
            elif seat in self.gone:
                del self.gone[seat]
                if not each.away:
                    self.live.standins.discard(seat)

    def sitters(self) -> list[Sitter]:
        """Who sits where and who is here."""
        here, now = self.here(), time.monotonic()
        found = []
        for seat, each in enumerate(self.live.seats):
            gone = round(now - self.gone[seat], 1) if seat in self.gone and each.kind == PERSON else None
            reminded = gone is not None and gone >= self.settings.remind_seconds
            standin = seat in self.live.standins
            missing = None if seat in here else gone
            found.append(Sitter(seat, each.kind, each.name, each.bot, seat in here, standin, missing, reminded))
        return found

    def watching(self) -> int:
        """How many look on without a seat."""
        return sum(not seats for seats in self.connections.values())

    def waits(self, now: float) -> list[float]:
        """In how many seconds somebody will have been missing long enough to be remembered or played for."""
        limits = (self.settings.remind_seconds, self.settings.gone_seconds)
        return [limit - (now - since) for since in self.gone.values() for limit in limits if now - since < limit]

    def long_gone(self, now: float) -> list[int]:
        """The seats whose people have been missing long enough for a bot to play for them."""
        return [seat for seat, since in self.gone.items() if now - since >= self.settings.gone_seconds]
