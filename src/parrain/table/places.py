"""A store by its name: a SQLite file, or a PostgreSQL database, for which more packages are needed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from parrain.table.store import BadStore, SqliteLog, SqlLog, store_file


def is_url(place: str) -> bool:
    """Whether this names a PostgreSQL database rather than a file."""
    return place.startswith(("postgresql://", "postgres://"))


def open_log(place: str) -> SqlLog:
    """The log in the file or the PostgreSQL database of that name."""
    if not is_url(place):
        return SqliteLog(store_file(Path(place)))
    need_postgres()
    from parrain.table import postgres

    return postgres.open_log(place)


def need_postgres() -> None:
    """Refuse to use PostgreSQL where the packages for it are missing."""
    if find_spec("psycopg") is None:
        raise BadStore("PostgreSQL needs more packages: pip install 'parrain[postgres]'.")
