"""Witnesses of a store: a journal beside it says how far it had come, a mirror on another disk has all of it.

SQLite notices a page that was changed, but not a write-ahead log that was cut or deleted: the file is then whole, and
older. Every change has a number and a checksum over it and the one before; the journal keeps both, and which lines of
which table it was, so that the next start can say what is missing.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

KEPT_LINES = 20_000  # more than a write-ahead log holds before SQLite moves it into the database
NOTHING = "-"  # as the table of the line with which a journal begins


class Change(NamedTuple):
    """A change of the store: its number and checksum, its table, the lines it appended, and all of it as JSON."""

    number: int
    sum: str
    table: str
    first: int
    lines: int
    data: str = ""


class Witness(Protocol):
    """Whoever is told of changes."""

    def before(self, changes: Sequence[Change]) -> None: ...  # they are committed
    def undo(self) -> None: ...  # the commit failed
    def after(self, changes: Sequence[Change]) -> None: ...
    def close(self) -> None: ...


def chained(before: str, data: str) -> str:
    """The checksum of a change that follows another."""
    return hashlib.blake2b(f"{before}\n{data}".encode(), digest_size=16).hexdigest()


def sync_write(path: Path, data: bytes) -> None:
    """Write a file, all or nothing."""
    temporary = path.with_name(path.name + ".new")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


class Journal:
    """A file with a line for each change, in the order in which they were committed; without what was in them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: list[str] = []
        self.descriptor = -1

    def missing(self, number: int) -> list[Change]:
        """The changes after that number, as the last run of a server wrote them down."""
        found: list[Change] = []
        with suppress(OSError):
            for line in self.path.read_text("utf-8", "replace").splitlines():
                parts = line.split(" ")
                if len(parts) == 5 and all(parts[place].isdecimal() for place in (0, 3, 4)):  # the last may be torn
                    found.append(Change(int(parts[0]), parts[1], parts[2], int(parts[3]), int(parts[4])))
        return [change for change in found if change.number > number and change.table != NOTHING]

    def begin(self, number: int, sum: str) -> None:
        """Begin anew: what was missing has been said."""
        self.lines = [f"{number} {sum} {NOTHING} 0 0\n"]
        self._write_anew()

    def _write_anew(self) -> None:
        """Write the lines as a new file; without one nothing is noticed, and everything else goes on."""
        self.close()
        with suppress(OSError):
            sync_write(self.path, "".join(self.lines).encode())
            self.descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND)

    def before(self, changes: Sequence[Change]) -> None:
        """Nothing is written before the commit."""

    def undo(self) -> None:
        """Nothing was written."""

    def after(self, changes: Sequence[Change]) -> None:
        """Write down what has been committed; not synced, because it need only outlive this process."""
        added = [f"{each.number} {each.sum} {each.table} {each.first} {each.lines}\n" for each in changes]
        self.lines += added
        if self.descriptor < 0 or len(self.lines) > 2 * KEPT_LINES:  # -1: it could not be opened before
            self.lines = self.lines[-KEPT_LINES:]
            self._write_anew()
            return
        with suppress(OSError):
            os.write(self.descriptor, "".join(added).encode())

    def close(self) -> None:
        """Close the file."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


class Mirror:
    """A second log in a folder on another disk: a copy of the store as a server started, and all changes since.

    A change is on that disk before it is committed here, so that nothing that was acknowledged is on one disk only.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.copy = folder / "tables.db"
        self.path = folder / "changes.log"
        self.descriptor = -1
        self.length = 0

    def changes(self) -> list[Change]:
        """The copy (its number and checksum), then the changes since, up to the first that is torn or changed."""
        found: list[Change] = []
        try:
            lines = self.path.read_text("utf-8", "replace").split("\n")[:-1]
        except OSError:
            return found
        for line in lines:
            try:
                number, total, data = json.loads(line)
            except ValueError:
                break
            if found and (number != found[-1].number + 1 or total != chained(found[-1].sum, data)):
                break
            found.append(Change(number, total, "", 0, 0, data))
        return found

    def begin(self, base: sqlite3.Connection, number: int, sum: str) -> None:
        """Copy the store as it is now, and begin a new log."""
        self.folder.mkdir(parents=True, exist_ok=True)
        temporary = self.copy.with_name(self.copy.name + ".new")
        temporary.unlink(missing_ok=True)
        target = sqlite3.connect(temporary)
        try:
            base.backup(target)
        finally:
            target.close()
        sync_write(self.path, (json.dumps([number, sum, ""]) + "\n").encode())
        temporary.replace(self.copy)
        self.descriptor = os.open(self.path, os.O_RDWR)
        self.length = os.fstat(self.descriptor).st_size

    def before(self, changes: Sequence[Change]) -> None:
        """Write the changes and sync them."""
        data = "".join(json.dumps([each.number, each.sum, each.data]) + "\n" for each in changes).encode()
        os.lseek(self.descriptor, self.length, os.SEEK_SET)
        while data:
            data = data[os.write(self.descriptor, data) :]
        os.fsync(self.descriptor)

    def undo(self) -> None:
        """Cut off what was not committed."""
        with suppress(OSError):
            os.ftruncate(self.descriptor, self.length)

    def after(self, changes: Sequence[Change]) -> None:
        """They stay."""
        self.length = os.lseek(self.descriptor, 0, os.SEEK_CUR)

    def close(self) -> None:
        """Close the file."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def put_back(self, path: Path) -> None:
        """Put the copy in the place of a store, which is kept beside it."""
        for ending in ("", "-wal", "-shm"):
            old = Path(f"{path}{ending}")
            if old.exists():
                old.replace(Path(f"{path}{ending}.lost"))
        shutil.copyfile(self.copy, path)
