"""Who sits where: taking seats, leaving them, coming back, and bots in the place of people who are gone."""

from __future__ import annotations

import time
from collections.abc import Iterable

from parrain.core import BadOption, say
from parrain.table.seating import Chair, clean_name, name_bots
from parrain.table.store import BOT, OPEN, OVER, PERSON, PLAYING, WAITING, Seating
from parrain.web.live.base import Part
from parrain.web.live.exclusive import exclusively
from parrain.web.live.notices import PresenceChanged, SeatsChanged
from parrain.web.live.refused import Refused


class Seats(Part):
    """The seats of one room."""

    @exclusively
    async def sit(self, identity: str, name: str, seat: int | None) -> None:
        """Take an open seat, or come back to one that was left."""
        live = self.live
        mine = live.mine(identity)
        if seat in mine or (seat is None and mine and not live.open_seats()):
            await self._come_back(seat if seat is not None else mine[0])
            return
        seats = live.open_seats()
        if not seats:
            raise Refused("taken", say("There is no open seat at this table; you can watch."))
        chosen = seats[0] if seat is None else seat
        if chosen not in seats:
            raise Refused("taken", say("This seat is taken; open seats: {seats}.", seats=[each + 1 for each in seats]))
        given = clean_name(name)
        if any(each.name == given for each in live.seats):
            raise BadOption("Two people at the table have the same name.")
        await self._reseat({chosen: Seating(PERSON, given, "", False, frozenset([identity]))})

    @exclusively
    async def leave(self, identity: str, seat: int | None) -> None:
        """Give up seats: before the game they are open again, after that a bot plays on."""
        mine = self.live.mine(identity)
        leaving = mine if seat is None else [seat]
        if not leaving or any(each not in mine for each in leaving):
            raise Refused("not-seated", say("You do not sit there."))
        if self.live.state == OVER:
            raise Refused("over", say("The game is over."))
        waiting = self.live.state == WAITING
        left = Seating(OPEN, "", "", False, frozenset())
        await self._reseat({each: left if waiting else self.live.seats[each]._replace(away=True) for each in leaving})

    @exclusively
    async def rename(self, identity: str, name: str, seat: int | None) -> None:
        """Another name for a person."""
        mine = self.live.mine(identity)
        if not mine or (seat is not None and seat not in mine):
            raise Refused("not-seated", say("You do not sit there."))
        chosen = mine[0] if seat is None else seat
        given = clean_name(name)
        if any(each.name == given for other, each in enumerate(self.live.seats) if other != chosen):
            raise BadOption("Two people at the table have the same name.")
        await self._reseat({chosen: self.live.seats[chosen]._replace(name=given)})

    @exclusively
    async def begin(self, identity: str, bot: str) -> None:
        """Do not wait any longer: bots take the open seats."""
        if identity != self.live.sheet.maker and not self.live.mine(identity):
            raise Refused("not-seated", say("Only those who sit at the table can begin."))
        if self.live.state != WAITING:
            raise Refused("begun", say("The game has begun already."))
        opened = self.live.open_seats()
        chairs = name_bots([Chair(each.name, bot) for each in self.live.seats])  # those who sit keep theirs
        await self._reseat({seat: Seating(BOT, chairs[seat].name, bot, False, frozenset()) for seat in opened})

    @exclusively
    async def join(self, identity: str, seats: Iterable[int]) -> None:
        """Another device of the same person may use these seats too."""
        held = {seat: self.live.seats[seat] for seat in seats if self.live.seats[seat].kind == PERSON}
        await self._reseat({seat: each._replace(holders=each.holders | {identity}) for seat, each in held.items()})

    @exclusively
    async def come_back(self, seat: int) -> None:
        """A person plays again for themselves."""
        await self._come_back(seat)

    async def _come_back(self, seat: int) -> None:
        if self.live.seats[seat].away:
            await self._reseat({seat: self.live.seats[seat]._replace(away=False)})
        if seat in self.live.standins:
            self.live.standins.discard(seat)
            self.room.proceed(seat)
        self.room.publish(PresenceChanged())

    @exclusively
    async def stand_in(self, seat: int) -> None:
        """A bot plays for somebody who is gone, because the others ask."""
        self.room.playing()
        gone = self.room.presence.gone
        if seat >= self.live.players or self.live.bot_of(seat) or seat not in gone:
            raise Refused("not-gone", say("Nobody is missing there."))
        left = self.room.services.settings.gone_seconds - (time.monotonic() - gone[seat])
        if left > 0:
            raise Refused("not-gone", say("Wait {seconds} seconds more.", seconds=int(left) + 1))
        self.live.standins.add(seat)
        self.room.publish(PresenceChanged())
        self.room.proceed()

    async def _reseat(self, changes: dict[int, Seating]) -> None:
        """Store who sits where now; when the last open seat is taken, the game begins."""
        live = self.live
        seats = [changes.get(seat, each) for seat, each in enumerate(live.seats)]
        begins = live.state == WAITING and all(each.kind != OPEN for each in seats)
        state = PLAYING if begins else live.state
        await self.room.keep(lambda log: log.seat(live.id, seats, state, self.room.fence))
        live.reseat(seats)
        self.room.presence.reseat()
        live.standins = (live.standins - set(changes)) | {seat for seat in changes if seats[seat].away}
        if begins:
            live.begin()
        self.room.publish(SeatsChanged())
        self.room.publish(PresenceChanged())
        self.room.proceed()
