"""What a room tells its connections: plain facts, put into words by whoever passes them on."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple, Protocol

from parrain.core import Say


class Changed(NamedTuple):
    """The table looks different to these viewers (a seat, or None for a spectator)."""

    viewers: Set[int | None]


class SeatsChanged(NamedTuple):
    """Other people sit at the table, or it has begun."""


class PresenceChanged(NamedTuple):
    """Somebody came or went, or a bot plays for somebody."""


class ChatChanged(NamedTuple):
    """Somebody said something."""


class TalkChanged(NamedTuple):
    """A negotiation began, ended, or somebody claims something else in it."""


class UndoAsked(NamedTuple):
    """A seat asks to take back a choice; the seats in `asked` must agree."""

    by: int
    asked: frozenset[int]


class UndoSettled(NamedTuple):
    """The question of `UndoAsked` is settled."""

    by: int
    agreed: bool
    reason: Say


class RematchReady(NamedTuple):
    """A new game has been laid out at another table."""

    table: str


Notice = Changed | SeatsChanged | PresenceChanged | ChatChanged | TalkChanged | UndoAsked | UndoSettled | RematchReady


class Connection(Protocol):
    """Somebody who looks at a table."""

    identity: str  # the hash of their secret
    host: str  # the address from which they look

    def notice(self, notice: Notice) -> None:
        """Pass on what happened; must not block."""

    async def hang_up(self, code: int) -> None:
        """End the connection."""
