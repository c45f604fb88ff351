"""A table stored in a file: the record so far, appended and synced before a choice is announced.

The file is an unfinished record (docs/records.md), so that a killed program loses nothing that was accepted: at worst
its last line is torn, and then that choice was never acknowledged. A finished game becomes a sealed record beside it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from parrain.core import BadRecord, Entry, ParrainError, Record, is_sealed, read_unfinished

try:
    import fcntl
except ImportError:  # Windows: no lock, no warning of a file that is open twice
    fcntl = None  # type: ignore[assignment]

SUFFIX = ".table"
BINARY = getattr(os, "O_BINARY", 0)  # no translation of newlines on Windows


class BadFile(ParrainError):
    """A file of a table that cannot be read or written, or is in use."""


def cannot_read(path: Path, error: OSError) -> BadFile:
    """The error of a file that cannot be read."""
    return BadFile("The file {path} cannot be read: {error}", path=str(path), error=error.strerror or "")


def cannot_write(path: Path, error: OSError) -> BadFile:
    """The error of a file that cannot be written."""
    return BadFile("The file {path} cannot be written: {error}", path=str(path), error=error.strerror or "")


class TableFile:
    """An open file to which the entries of one table are appended."""

    def __init__(self, path: Path, descriptor: int, length: int) -> None:
        self.path = path
        self.descriptor = descriptor
        self.length = length

    @classmethod
    def create(cls, path: Path, record: Record) -> TableFile:
        """Create a file with the whole record; an existing file is never overwritten."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | BINARY, 0o644)
        except FileExistsError:
            raise BadFile("There is already a file {path}; it was left as it is.", path=str(path)) from None
        except OSError as error:
            raise cannot_write(path, error) from None
        made = cls(path, descriptor, 0)
        try:
            made._lock()
            made._write("\n".join([*record.head(), *(entry.line() for entry in record.entries)]) + "\n")
        except BadFile:
            made.close()
            path.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
        return made

    @classmethod
    def open(cls, path: Path) -> tuple[TableFile, Record, str]:
        """Open the file of an unfinished game: the file, its record, and a torn last line, which is cut off."""
        try:
            descriptor = os.open(path, os.O_RDWR | BINARY)
        except OSError as error:
            raise cannot_read(path, error) from None
        made = cls(path, descriptor, 0)
        try:
            made._lock()
            whole, _, rest = read_all(descriptor).rpartition(b"\n")
            text = whole.decode("utf-8") + "\n"
            if is_sealed(text):
                raise BadRecord("{path} is the sealed record of a game, not a game still being played.", path=str(path))
            record, _ = read_unfinished(text)
            made.length = len(whole) + 1
            if rest:
                os.ftruncate(descriptor, made.length)
                os.fsync(descriptor)
        except UnicodeDecodeError:
            made.close()
            raise BadRecord("The file {path} is not a text.", path=str(path)) from None
        except ParrainError:
            made.close()
            raise
        return made, record, rest.decode("utf-8", "replace")

    def append(self, entries: Sequence[Entry]) -> None:
        """Append entries and sync; on failure the file is truncated to what it was."""
        self._write("".join(entry.line() + "\n" for entry in entries))

    def finish(self, sealed: str) -> Path:
        """Write the sealed record, then remove this file."""
        final = self.path.with_suffix(".record")
        temporary = final.with_suffix(".record.new")
        try:
            with temporary.open("w", encoding="utf-8", newline="\n") as file:
                file.write(sealed)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(final)
            sync_folder(final.parent)
            self.close()
            self.path.unlink()
        except OSError as error:
            raise cannot_write(final, error) from None
        return final

    def close(self) -> None:
        """Close the file and release its lock."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def _lock(self) -> None:
        if not lock(self.descriptor):
            raise BadFile("The game in {path} is open somewhere else.", path=str(self.path))

    def _write(self, text: str) -> None:
        data = text.encode("utf-8")
        try:
            os.lseek(self.descriptor, self.length, os.SEEK_SET)
            done = 0
            while done < len(data):
                done += os.write(self.descriptor, data[done:])
            os.fsync(self.descriptor)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self.descriptor, self.length)
            raise cannot_write(self.path, error) from None
        self.length += len(data)


def lock(descriptor: int) -> bool:
    """Lock an open file exclusively as long as this process lives; False if another has locked it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def read_all(descriptor: int) -> bytes:
    """Read a whole file."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    parts = []
    while part := os.read(descriptor, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new file name is on the disk too, where the system can do that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
