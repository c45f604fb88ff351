"""Tables in the middle of a game, from stored records (`*.table`), put straight into the store of a server.

talk-of-two: gangster 0 and policeman 1 begin to negotiate, gangster 2 looks on. police-share: policemen 1 and 3 of four
begin to share. asked-at-once: several owe an answer in Gangs City. nearly-over: two people in District Noir, three
choices before the end.
"""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import Any, NamedTuple

from parrain.core import Record, State, read_unfinished
from parrain.games import game as find_game
from parrain.table.store import BOT, PERSON, PLAYING, Batch, Seating, Sheet, SqliteLog
from parrain.web.identity import hashed, new_secret

HERE = Path(__file__).parent


class Laid(NamedTuple):
    """A table in a store: its id, a secret for each seat, its record and its state."""

    table: str
    secrets: list[str]
    record: Record
    state: State

    @property
    def who(self) -> list[dict[str, str]]:
        """The header by which each seat's person is known."""
        return [{"authorization": f"Bearer {secret}"} for secret in self.secrets]


def lay(
    store: Path, name: str, clock: dict[str, Any] | None, bots: dict[int, str] | None = None, entries: int | None = None
) -> Laid:
    """Put a stored table (or its first `entries`) into a store, with people everywhere but where a bot sits."""
    record, _ = read_unfinished((HERE / f"{name}.table").read_text())
    game = find_game(record.game, record.edition.partition("@")[0])
    record.edition = game.edition.key  # these choices are legal whatever else an edition says
    record.entries = record.entries[:entries]
    keys = [new_secret() for _ in range(record.players)]
    seats = [
        Seating(BOT, f"Bot {seat}", bots[seat], False, frozenset())
        if bots and seat in bots
        else Seating(PERSON, f"P{seat}", "", False, frozenset([hashed(keys[seat])]))
        for seat in range(record.players)
    ]
    head = "\n".join(record.head()) + "\n"
    sheet = Sheet(secrets.token_urlsafe(9), time.time(), head, False, clock, "", PLAYING)
    log = SqliteLog(store)
    log.create(sheet, seats, [Batch((entry,), ()) for entry in record.entries])
    log.close()
    return Laid(sheet.id, keys, record, record.replay(game))
