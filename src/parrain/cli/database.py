"""`parrain db`: bring a store to the present version, and copy it between SQLite and PostgreSQL."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from parrain.cli.play import data_folder
from parrain.cli.shell import OK, Shell
from parrain.core import BadOption, say
from parrain.table.copying import copy as copy_log
from parrain.table.places import is_url, need_postgres, open_log
from parrain.table.store import store_file

db = typer.Typer(add_completion=False, no_args_is_help=True)
Place = typer.Argument(metavar="PLACE", help=say("A file, a folder, or postgresql://…").text)


def default_place(data: Path | None = None) -> str:
    """The store that is meant: that of --data, else of DATABASE_URL, else the usual file."""
    return str(data or os.environ.get("DATABASE_URL") or data_folder())


def is_there(place: str) -> bool:
    """Whether a store can be expected there."""
    return is_url(place) or store_file(Path(place)).exists()


@db.command("migrate", help=say("Bring a store to the present version (numbered migrations, all or nothing).").text)
def migrate(ctx: typer.Context, place: Annotated[str | None, Place] = None) -> int:
    """Migrate a store."""
    shell: Shell = ctx.obj
    chosen = place or default_place()
    if is_url(chosen):
        need_postgres()
        from parrain.table import postgres

        before, after = postgres.migrate(chosen)
        shell.tell(
            say(
                "{place}: version {before} before, {after} now.",
                place=postgres.name_of(chosen),
                before=before,
                after=after,
            )
        )
        return OK
    if not is_there(chosen):
        raise BadOption("There is no store {path}.", path=chosen)
    open_log(chosen).close()  # a file is migrated when it is opened
    shell.tell(say("{place} has the present version.", place=chosen))
    return OK


@db.command("copy", help=say("Copy a store into an empty one, from SQLite to PostgreSQL or back.").text)
def copy(ctx: typer.Context, source: Annotated[str, Place], target: Annotated[str, Place]) -> int:
    """Copy a store."""
    shell: Shell = ctx.obj
    if not is_there(source):
        raise BadOption("There is no store {path}.", path=source)
    old = open_log(source)
    try:
        new = open_log(target)
        try:
            done = copy_log(old, new)
        finally:
            new.close()
    finally:
        old.close()
    shell.tell(
        say(
            "Copied and compared: {tables} tables, {lines} lines (checksum {sum}).",
            tables=done.tables,
            lines=done.lines,
            sum=done.sum,
        )
    )
    return OK
