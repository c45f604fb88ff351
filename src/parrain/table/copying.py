"""Copy a store into an empty one, between SQLite and PostgreSQL in either direction, line for line."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from parrain.table.store import BadStore, SqlLog

# By table: its columns, and its key. What belongs to one server (its journal) is not copied.
COPIED = {
    "tables": ("id, created, head, listed, clock, maker, state, at, due, deleted, closed", "id"),
    "seats": ("table_id, seat, kind, name, bot, away", "table_id, seat"),
    "holders": ("table_id, seat, hash", "table_id, seat, hash"),
    "entries": ("table_id, number, batch, what, seat, text, at, clock, sum", "table_id, number"),
    "handovers": ("hash, table_id, seats, until", "hash"),
    "summaries": ("table_id, entries, data", "table_id"),
    "facts": ("name, value", "name"),
    "bans": ("network, reason, made, until", "network"),
    "accounts": ("id, name, created, history", "id"),
    "devices": ("hash, account, created, seen", "hash"),
    "account_keys": ("hash, account, purpose, until", "hash"),
    "passkeys": ("id, account, public_key, uses, created", "id"),
    "results": ("account, table_id, game, at, seat, players, place, bots, mu, sigma", "account, table_id"),
    "holes": ("table_id, first, count", "table_id"),
}
AT_ONCE = 1000  # rows


class Copied(NamedTuple):
    """How many tables and lines a store has, and a checksum over all of them."""

    tables: int
    lines: int
    sum: str


def rows_of(log: SqlLog, table: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table in order, some at a time."""
    columns, keys = COPIED[table]
    after: Sequence[Any] = ()
    while True:
        marks = ",".join("?" * len(after))
        where = f"WHERE ({keys})>({marks})" if after else ""
        found = log.run(f"SELECT {keys}, {columns} FROM {table} {where} ORDER BY {keys} LIMIT {AT_ONCE}", after)
        rows = found.fetchall()
        if not rows:
            return
        count = len(keys.split(","))
        after = rows[-1][:count]
        yield from (tuple(row[count:]) for row in rows)


def measure(log: SqlLog) -> Copied:
    """Count a store and compute its checksum."""
    total = hashlib.blake2b(digest_size=16)
    counts = dict.fromkeys(COPIED, 0)
    for table in COPIED:
        for row in rows_of(log, table):
            counts[table] += 1
            total.update(f"{table} {row!r}\n".encode())
    return Copied(counts["tables"], counts["entries"], total.hexdigest())


def copy(source: SqlLog, target: SqlLog) -> Copied:
    """Copy everything, all or nothing, and compare; the target must be empty."""
    if target.run("SELECT 1 FROM tables LIMIT 1").fetchone() is not None:
        raise BadStore("The store to copy to is not empty.")
    source.begin_long()
    target.begin_long()
    try:
        for table, (columns, _) in COPIED.items():
            marks = ",".join("?" * len(columns.split(",")))
            rows = rows_of(source, table)
            while some := list(islice(rows, AT_ONCE)):
                target.run_many(f"INSERT INTO {table} ({columns}) VALUES ({marks})", some)
        before, after = measure(source), measure(target)
        if before != after:
            raise BadStore(
                "The copy differs from the original ({before}, {after}).", before=before.sum, after=after.sum
            )
        target.commit()
    finally:
        target.rollback()
        source.rollback()
    return after
