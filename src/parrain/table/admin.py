"""What whoever runs a server does in its store: list tables, close them, ban addresses.

It is done while servers run. They look at `version` every second, and read bans and closed tables anew when it grows.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import NamedTuple

from parrain.core import BadOption
from parrain.core.inputs import one_line
from parrain.table.store import PERSON, Log

LONGEST_REASON = 200

Network = IPv4Network | IPv6Network


class TableLine(NamedTuple):
    """A table as an administrator sees it in a list; `closed` is the reason, None if it is not closed."""

    table: str
    game: str
    state: str
    created: float
    touched: float
    lines: int
    people: list[str]
    bots: int
    listed: bool
    closed: str | None
    deleted: bool


class Ban(NamedTuple):
    """A network whose visitors are not admitted, until a time or (None) for ever."""

    network: str
    reason: str
    made: float
    until: float | None


def list_tables(log: Log, state: str = "", table: str = "") -> Iterator[TableLine]:
    """All tables of a state (or all, or one), those touched last first; deleted ones too, until they are purged."""
    found = log.run(
        "SELECT t.id, t.head, t.state, t.created, t.at, t.listed, t.closed, t.deleted,"
        " (SELECT COUNT(*) FROM entries e WHERE e.table_id=t.id) FROM tables t"
        " WHERE (?='' OR t.state=?) AND (?='' OR t.id=?) ORDER BY t.at DESC",
        (state, state, table, table),
    ).fetchall()
    for id, head, now, created, touched, listed, closed, deleted, lines in found:
        seats = log.run("SELECT kind, name FROM seats WHERE table_id=? ORDER BY seat", (id,)).fetchall()
        people = [name for kind, name in seats if kind == PERSON]
        game = next((line[5:] for line in head.splitlines() if line.startswith("game ")), "")
        bots = sum(kind == "bot" for kind, _ in seats)
        yield TableLine(id, game, now, created, touched, lines, people, bots, bool(listed), closed, deleted is not None)


def close_table(log: Log, table: str, reason: str) -> bool:
    """Close a table for good, also in the memory of the server that runs it; whether there is one."""
    changed = log.run("UPDATE tables SET closed=? WHERE id=?", (clean_reason(reason), table)).rowcount
    log.detach([table])
    announce(log)
    return changed > 0


def reopen_table(log: Log, table: str) -> bool:
    """Take back the closing of a table; whether it was closed."""
    changed = log.run("UPDATE tables SET closed=NULL WHERE id=? AND closed IS NOT NULL", (table,)).rowcount
    announce(log)
    return changed > 0


def ban(log: Log, network: Network, reason: str, until: float | None) -> None:
    """Ban a network, or change its ban; bans that are over are deleted."""
    now = time.time()
    log.run("DELETE FROM bans WHERE until<?", (now,))
    log.run(
        "INSERT INTO bans VALUES (?,?,?,?) ON CONFLICT (network)"
        " DO UPDATE SET reason=excluded.reason, made=excluded.made, until=excluded.until",
        (str(network), clean_reason(reason), now, until),
    )
    announce(log)


def unban(log: Log, network: Network) -> bool:
    """Lift a ban; whether there was one."""
    changed = log.run("DELETE FROM bans WHERE network=?", (str(network),)).rowcount
    announce(log)
    return changed > 0


def bans(log: Log) -> list[Ban]:
    """The bans that are in force."""
    now = time.time()
    rows = log.run(
        "SELECT network, reason, made, until FROM bans WHERE until IS NULL OR until>=? ORDER BY network", (now,)
    )
    return [Ban(*row) for row in rows]


def closed_tables(log: Log) -> set[str]:
    """The tables that are closed."""
    return {row[0] for row in log.run("SELECT id FROM tables WHERE closed IS NOT NULL")}


def version(log: Log) -> int:
    """A number that grows with every change of bans and closed tables."""
    row = log.run("SELECT value FROM facts WHERE name='admin'").fetchone()
    return int(row[0]) if row else 0


def announce(log: Log) -> None:
    """Let `version` grow."""
    log.run("INSERT INTO facts VALUES ('admin', 1) ON CONFLICT (name) DO UPDATE SET value=facts.value+1")


def clean_reason(reason: str) -> str:
    """Validate a reason: one line, not too long."""
    words = one_line(reason)
    if not words or len(words) > LONGEST_REASON:
        raise BadOption("A reason has 1 to {most} characters.", most=LONGEST_REASON)
    return words


def read_network(text: str) -> Network:
    """An address or a network; an IPv6 address is the /64 that one household is given."""
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        raise BadOption(
            "“{text}” is no address and no network such as 203.0.113.7 or 203.0.113.0/24.", text=text[:60]
        ) from None
    if found.version == 6 and found.prefixlen == 128 and not found.is_loopback:
        found = found.supernet(new_prefix=64)
    if any(found.version == each.version and found.overlaps(each) for each in LOOPBACK):
        raise BadOption(
            "{network} is this machine itself, or a proxy on it: everybody would be shut out.", network=text
        )
    return found


LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
