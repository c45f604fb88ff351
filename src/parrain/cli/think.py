"""`parrain think`: have bots think on this machine for the servers of a PostgreSQL database."""

from __future__ import annotations

import asyncio
import os
from typing import Annotated

import typer

from parrain.cli.play import data_folder
from parrain.cli.serve import Workers, log_level, number_of_workers
from parrain.cli.shell import OK, Shell
from parrain.core import BadOption, say
from parrain.core.game import EDITIONS
from parrain.table.places import is_url, open_log
from parrain.table.store import FILE_NAME
from parrain.web.settings import Settings


def think(
    ctx: typer.Context,
    workers: Workers = "auto",
    log: Annotated[
        str, typer.Option("--log", metavar="L", help=say("What is logged: debug, info, warning or error.").text)
    ] = "warning",
) -> int:
    """Think."""
    shell: Shell = ctx.obj
    database = os.environ.get("DATABASE_URL", "")
    if not is_url(database):
        raise BadOption("DATABASE_URL is an address such as postgresql://user@host/name.")
    level = log_level(log)
    count = number_of_workers(workers) or 1
    open_log(database).close()  # what is wrong with it is said now
    from parrain.table.thinking import think as run
    from parrain.web.serve import keep_logs

    keep_logs(level)
    os.environ[EDITIONS] = str((data_folder() / FILE_NAME).absolute().with_suffix(".editions"))

    def ready() -> None:
        shell.tell(say("Bots think here in {count} processes (Ctrl-C stops them).", count=count))
        shell.out.file.flush()

    asyncio.run(run(database, count, Settings().think_seconds, ready))
    return OK
