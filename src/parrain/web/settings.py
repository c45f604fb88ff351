"""What can be set about a server; the defaults are for one's own machine."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from parrain.bots import ALL_LEVELS

LOOPBACK = ("127.0.0.1", "localhost", "::1")
MOST_WORKERS = 5


def best_workers() -> int:
    """One for the quick bots beside one for each core, but two for the slow at least: one address gets no more than one
    of two."""
    return max(3, min(MOST_WORKERS, 1 + (os.cpu_count() or 1)))


@dataclass
class Settings:
    """How a server is run."""

    data: Path = Path("parrain.db")
    mirror: Path | None = None  # a folder on another disk, for a second log
    database: str = ""  # postgresql://… in the place of `data`, which several servers may share
    internal: str = "127.0.0.1"  # where the other servers of that database reach this one
    secure: bool = False  # behind https: cookies are Secure
    hosts: tuple[str, ...] = ()  # names by which it may be called; empty: any
    origins: tuple[str, ...] = ()  # origins allowed beside its own
    bots: tuple[str, ...] = (
        ALL_LEVELS  # which may sit at a table; what a bot is told is not left to strangers, because thinking costs
    )
    workers: int = field(default_factory=best_workers)  # processes in which bots think
    warm_bots: bool = True  # each process gets ready for all games before it is first asked
    think_seconds: float = 8.0  # after which a bot is replaced
    analysis_seconds: float = 120.0  # of thinking about a finished game
    pause: float = 0.7  # seconds between the choices of bots, so that people can follow
    idle_seconds: float = 300.0  # after which a table that nobody looks at is dropped from memory
    keep_days: float = 365.0  # after which a table that nobody touched is deleted; 0: never
    keep_unplayed_days: float = 7.0  # the same of one where nobody ever chose anything
    remind_seconds: float = 20.0  # after which a person who is gone is missed
    gone_seconds: float = 60.0  # after which a bot plays for them, where there is a clock or the others ask
    most_tables: int = 5_000  # live at once
    most_sockets: int = 4_000
    most_sockets_each: int = 64  # from one address
    most_connections: int = 4_500  # as far as the system allows so many open files
    most_connections_each: int = 256  # from one address that is no proxy of ours
    head_seconds: float = 10.0  # for the head of a request
    body_seconds: float = 30.0  # for its body
    answer_seconds: float = 120.0  # for the answer to be made and read
    messages: tuple[float, float] = (40.0, 15.0)  # how many a socket may send at once, and for each second after that
    messages_each: tuple[float, float] = (400.0, 60.0)  # the same of all sockets of one address together
    requests: tuple[float, float] = (240.0, 40.0)  # the same of HTTP requests, for each address
    makings: tuple[float, float] = (40.0, 1.0)  # the same of new tables, uploads and identities
    longest_upload: int = 1_000_000
    longest_body: int = 16_384
    longest_message: int = 8_192
