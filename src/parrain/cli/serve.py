"""`parrain serve`, and plain `parrain`: the table in the browser."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from parrain.cli.database import default_place, is_there
from parrain.cli.play import data_folder
from parrain.cli.shell import FAILED, OK, Shell, whole
from parrain.core import BadOption, say
from parrain.table.places import is_url, open_log
from parrain.table.store import FILE_NAME, SqlLog
from parrain.web.settings import LOOPBACK, Settings, best_workers

PORT = 8420
LEVELS = ("debug", "info", "warning", "error")
Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="F", help=say("The file in which the tables are kept, or a folder for it.").text),
]
Workers = Annotated[
    str,
    typer.Option(
        "--workers",
        metavar="N",
        help=say("In how many processes bots think here: auto is what suits the machine, 0 none (see think).").text,
    ),
]


def log_level(text: str) -> str:
    """What is logged, as a person wrote it."""
    if text not in LEVELS:
        raise BadOption(
            "{name} is one of {known}, not “{text}”.", name="--log", known=", ".join(LEVELS), text=text[:40]
        )
    return text


def number_of_workers(text: str, processes: int = 1) -> int:
    """In how many processes bots think beside each of so many servers, as a person wrote it."""
    if text == "auto":
        return best_workers() if processes == 1 else max(2, best_workers() // processes)
    return whole("--workers", text, 0, 64)


def serve(
    ctx: typer.Context,
    host: Annotated[
        str, typer.Option("--host", metavar="H", help=say("Where to listen; 0.0.0.0 for the whole network.").text)
    ] = "127.0.0.1",
    port: Annotated[
        str, typer.Option("--port", metavar="P", help=say("On which port; 0 for any that is free.").text)
    ] = str(PORT),
    data: Data = None,
    mirror: Annotated[
        Path | None,
        typer.Option("--mirror", metavar="FOLDER", help=say("A folder on another disk, for a second log.").text),
    ] = None,
    processes: Annotated[
        str,
        typer.Option(
            "--processes",
            metavar="N",
            help=say("How many processes serve, where DATABASE_URL names a PostgreSQL database.").text,
        ),
    ] = "1",
    internal: Annotated[
        str,
        typer.Option(
            "--internal",
            metavar="H",
            help=say("An address of this machine by which other servers of the same database reach it.").text,
        ),
    ] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help=say("Do not open the browser.").text)] = False,
    public: Annotated[
        str | None,
        typer.Option("--public", metavar="NAME,NAME", help=say("By which names it is called from outside.").text),
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help=say("It stands behind a server that speaks https for it.").text)
    ] = False,
    workers: Workers = "auto",
    pause: Annotated[
        str, typer.Option("--pause", metavar="MS", help=say("Milliseconds between the choices of bots.").text)
    ] = "700",
    keep_days: Annotated[
        str,
        typer.Option(
            "--keep-days",
            metavar="D",
            help=say("After how many days a table that nobody touched is deleted; 0 keeps all for ever.").text,
        ),
    ] = "365",
    log: Annotated[
        str, typer.Option("--log", metavar="L", help=say("What is logged: debug, info, warning or error.").text)
    ] = "warning",
) -> int:
    """Serve."""
    log_level(log)
    names = tuple(name.strip().lower() for name in (public or "").split(",") if name.strip())
    count = whole("--processes", processes, 1, 64)
    database = "" if data is not None else os.environ.get("DATABASE_URL", "")
    if database and not is_url(database):
        raise BadOption("DATABASE_URL is an address such as postgresql://user@host/name.")
    if not database and count > 1:
        raise BadOption("Several processes need PostgreSQL: name a database by DATABASE_URL (and leave out --data).")
    if database and mirror is not None:
        raise BadOption("A mirror is for a file; let PostgreSQL replicate itself.")
    if not database and workers == "0":
        raise BadOption("Without workers, bots think in `parrain think`, which needs PostgreSQL (DATABASE_URL).")
    settings = Settings(
        data=data or data_folder() / FILE_NAME,
        mirror=mirror,
        database=database,
        internal=internal,
        secure=https,
        hosts=(*names, *LOOPBACK) if names else (),
        workers=number_of_workers(workers, count),
        pause=whole("--pause", pause, 0, 10_000) / 1000,
        keep_days=whole("--keep-days", keep_days, 0, 100_000),
    )
    return start(ctx.obj, settings, host, whole("--port", port, 0, 65535), not no_browser, log, count)


def undelete(
    ctx: typer.Context,
    tables: Annotated[
        list[str] | None, typer.Argument(metavar="[TABLE...]", help=say("Tables by id; all if none is named.").text)
    ] = None,
    data: Data = None,
) -> int:
    """Bring back tables that were deleted as too old."""
    shell: Shell = ctx.obj
    with closing(existing_log(data)) as log:
        found = log.restore(tables or ())
    for table in found:
        shell.tell(say("{table} is back.", table=table))
    missing = [table for table in tables or () if table not in found]
    if missing or not found:
        raise BadOption("Not deleted, or purged already: {tables}.", tables=", ".join(missing) or "-")
    return OK


def repair(
    ctx: typer.Context,
    tables: Annotated[
        list[str] | None, typer.Argument(metavar="[TABLE...]", help=say("Tables by id; all if none is named.").text)
    ] = None,
    accept: Annotated[
        bool, typer.Option("--accept", help=say("Go on from the last good line; what follows it is given up.").text)
    ] = False,
    data: Data = None,
) -> int:
    """Say which tables are damaged, and let them go on from their last good line."""
    shell: Shell = ctx.obj
    with closing(existing_log(data)) as log:
        found = [hole for hole in log.holes() if not tables or hole.table in tables]
        for hole in found:
            if accept:
                log.accept(hole.table)
            shell.tell(
                say(
                    "{table}: good up to line {first}; {count} lines are missing or changed.",
                    table=hole.table,
                    first=hole.first,
                    count=hole.lines,
                )
            )
    if not found:
        shell.tell(say("No table is damaged."))
    return OK if accept or not found else FAILED


def existing_log(data: Path | None) -> SqlLog:
    """The log of a store that is there."""
    place = default_place(data)
    if not is_there(place):
        raise BadOption("There is no store {path}.", path=place)
    return open_log(place)


def start(
    shell: Shell,
    settings: Settings,
    host: str,
    port: int,
    browser: bool = True,
    log: str = "warning",
    processes: int = 1,
) -> int:
    """Serve until stopped."""
    from parrain.web.serve import open_browser, run, run_processes  # what the other commands need not wait for

    def ready(address: str) -> None:
        shell.tell(say("The table is at {address} (Ctrl-C stops it).", address=address))
        shell.out.file.flush()
        if browser and not os.environ.get("PARRAIN_NO_BROWSER"):
            open_browser(address)

    if processes > 1:
        run_processes(settings, host, port, processes, log, ready)
    else:
        run(settings, host, port, log, ready)
    return OK


def start_here(shell: Shell) -> int:
    """Serve this machine; where the usual port is taken, on another."""
    from parrain.web.serve import CannotServe, listen

    settings = Settings(data=data_folder() / FILE_NAME)
    try:
        listen("127.0.0.1", PORT).close()
        return start(shell, settings, "127.0.0.1", PORT)
    except CannotServe:
        return start(shell, settings, "127.0.0.1", 0)
