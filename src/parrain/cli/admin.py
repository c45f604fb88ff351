"""`parrain admin`: list, show, close and export tables, and ban addresses, while a server runs."""

from __future__ import annotations

import re
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from parrain.cli.options import AsJson
from parrain.cli.serve import Data, existing_log
from parrain.cli.shell import OK, Shell, whole
from parrain.core import BadOption, Say, say
from parrain.core.inputs import visible
from parrain.table import admin as orders
from parrain.table.files import cannot_write
from parrain.table.store import DAY, OVER, PLAYING, WAITING

admin = typer.Typer(add_completion=False, no_args_is_help=True)
STATES = (WAITING, PLAYING, OVER)
HOUR = 3600
ANY_ID = {"ignore_unknown_options": True}  # the id of a table may begin with a dash
UNITS = {"h": HOUR, "d": int(DAY)}

TableId = Annotated[str, typer.Argument(metavar="TABLE", help=say("A table by its id.").text)]
Reason = Annotated[
    str, typer.Option("--reason", metavar="WORDS", help=say("Why; those who are concerned read it.").text)
]
Address = Annotated[
    str, typer.Argument(metavar="ADDRESS", help=say("An address, or a network such as 203.0.113.0/24.").text)
]


@admin.command("tables", help=say("List the tables, those touched last first.").text)
def tables(
    ctx: typer.Context,
    state: Annotated[
        str, typer.Option("--state", metavar="S", help=say("Only those that are waiting, playing or over.").text)
    ] = "",
    older: Annotated[
        str, typer.Option("--older", metavar="D", help=say("Only those that nobody touched for so many days.").text)
    ] = "0",
    most: Annotated[str, typer.Option("--most", metavar="N", help=say("How many at most.").text)] = "100",
    as_json: AsJson = False,
    data: Data = None,
) -> int:
    """List tables."""
    shell: Shell = ctx.obj
    if state and state not in STATES:
        raise BadOption(
            "{name} is one of {known}, not “{text}”.", name="--state", known=", ".join(STATES), text=state[:40]
        )
    before = time.time() - whole("--older", older, 0, 100_000) * DAY
    limit = whole("--most", most, 1)
    with closing(existing_log(data)) as log:
        found = [each for each in orders.list_tables(log, state) if each.touched <= before]
    if as_json:
        shell.json([each._asdict() for each in found[:limit]])
        return OK
    grid = Table(box=None, pad_edge=False)
    titles = (say("table"), say("game"), say("state"), say("lines"), say("made"), say("touched"), say("who"))
    for title in titles:
        grid.add_column(shell.words(title), overflow="fold")
    for each in found[:limit]:
        who = ", ".join(name or "?" for name in each.people) + (f" + {each.bots} bots" if each.bots else "")
        cells = (each.table, each.game, standing(each), str(each.lines), day(each.created), day(each.touched), who)
        grid.add_row(*(Text(visible(cell)) for cell in cells))
    shell.out.print(grid)
    shell.tell(say("{shown} of {all} tables.", shown=min(limit, len(found)), all=len(found)))
    return OK


@admin.command(
    "show", context_settings=ANY_ID, help=say("Say everything about one table but what is hidden in its game.").text
)
def show(ctx: typer.Context, table: TableId, as_json: AsJson = False, data: Data = None) -> int:
    """Show a table."""
    shell: Shell = ctx.obj
    found = line_of(table, data)
    if as_json:
        shell.json(found._asdict())
        return OK
    facts: list[tuple[Say, str]] = [
        (say("table"), found.table),
        (say("game"), found.game),
        (say("state"), standing(found)),
        (say("lines"), str(found.lines)),
        (say("made"), day(found.created)),
        (say("touched"), day(found.touched)),
        (say("people"), ", ".join(name or "?" for name in found.people) or "-"),
        (say("bots"), str(found.bots)),
        (say("listed for everybody"), shell.words(say("yes") if found.listed else say("no"))),
        (say("closed because"), found.closed or "-"),
    ]
    for title, text in facts:
        shell.write(Text(f"{shell.words(title)}: {visible(text)}"))
    return OK


@admin.command(
    "close",
    context_settings=ANY_ID,
    help=say("Close a table: whoever is there is told why, and nobody can play on.").text,
)
def close(ctx: typer.Context, table: TableId, reason: Reason, data: Data = None) -> int:
    """Close a table."""
    shell: Shell = ctx.obj
    with closing(existing_log(data)) as log:
        if not orders.close_table(log, table, reason):
            raise no_table(table)
    shell.tell(say("{table} is closed; a server that runs notices within a second.", table=table))
    return OK


@admin.command("reopen", context_settings=ANY_ID, help=say("Take back the closing of a table.").text)
def reopen(ctx: typer.Context, table: TableId, data: Data = None) -> int:
    """Open a closed table again."""
    shell: Shell = ctx.obj
    with closing(existing_log(data)) as log:
        if not orders.reopen_table(log, table):
            raise BadOption("The table {table} is not closed.", table=table[:40])
    shell.tell(say("{table} is open again.", table=table))
    return OK


@admin.command(
    "export",
    context_settings=ANY_ID,
    help=say("Write the record of a table. It holds the seed: of a game under way, tell nobody.").text,
)
def export(
    ctx: typer.Context,
    table: TableId,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="F", help=say("A file; the terminal if not said.").text)
    ] = None,
    data: Data = None,
) -> int:
    """Write the record of a table."""
    from parrain.web.live.game import LiveGame

    shell: Shell = ctx.obj
    with closing(existing_log(data)) as log:
        kept = log.load(table)
    if kept is None:
        raise no_table(table)
    live = LiveGame(kept)
    if live.table is None:
        raise BadOption("The game at the table {table} has not begun.", table=table[:40])
    text = live.record_text()
    if to is None:
        shell.out.file.write(text)
        return OK
    try:
        to.write_text(text, "utf-8")
    except OSError as error:
        raise cannot_write(to, error) from None
    shell.tell(say("The record is in {file}.", file=str(to)))
    return OK


@admin.command("ban", help=say("Shut out an address or a network, for a time or for ever.").text)
def ban(
    ctx: typer.Context,
    address: Address,
    reason: Reason,
    length: Annotated[str, typer.Option("--for", metavar="TIME", help=say("How long: 12h, 7d, or ever.").text)] = "7d",
    data: Data = None,
) -> int:
    """Ban a network."""
    shell: Shell = ctx.obj
    network, seconds = orders.read_network(address), read_length(length)
    until = None if seconds is None else time.time() + seconds
    with closing(existing_log(data)) as log:
        orders.ban(log, network, reason, until)
    if until is None:
        shell.tell(say("{network} is banned for ever.", network=str(network)))
    else:
        shell.tell(say("{network} is banned until {until}.", network=str(network), until=day(until)))
    return OK


@admin.command("unban", help=say("Admit an address or a network again.").text)
def unban(ctx: typer.Context, address: Address, data: Data = None) -> int:
    """Lift a ban."""
    shell: Shell = ctx.obj
    network = orders.read_network(address)
    with closing(existing_log(data)) as log:
        if not orders.unban(log, network):
            raise BadOption("{network} is not banned (`parrain admin bans` lists who is).", network=str(network))
    shell.tell(say("{network} is admitted again.", network=str(network)))
    return OK


@admin.command("bans", help=say("List who is banned, why, and until when.").text)
def bans(ctx: typer.Context, as_json: AsJson = False, data: Data = None) -> int:
    """List the bans."""
    shell: Shell = ctx.obj
    with closing(existing_log(data)) as log:
        found = orders.bans(log)
    if as_json:
        shell.json([each._asdict() for each in found])
        return OK
    for each in found:
        until = shell.words(say("for ever")) if each.until is None else day(each.until)
        shell.write(Text(f"{each.network}  {until}  {visible(each.reason)}"))
    if not found:
        shell.tell(say("Nobody is banned."))
    return OK


def line_of(table: str, data: Path | None) -> orders.TableLine:
    """One table as an administrator sees it."""
    with closing(existing_log(data)) as log:
        found = next(orders.list_tables(log, table=table), None) if table else None
    if found is None:
        raise no_table(table)
    return found


def no_table(table: str) -> BadOption:
    """The error of a table that does not exist."""
    return BadOption("There is no table {table} here.", table=table[:40])


def standing(line: orders.TableLine) -> str:
    """The state of a table in a word."""
    return "deleted" if line.deleted else "closed" if line.closed is not None else line.state


def day(at: float) -> str:
    """A time in a few characters."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at))


def read_length(text: str) -> int | None:
    """`12h`, `7d` in seconds; None for `ever`."""
    if text == "ever":
        return None
    found = re.fullmatch(r"([0-9]{1,5})([hd])", text)
    if found is None or not int(found[1]):
        raise BadOption("A time is written 12h, 7d or ever, not “{text}”.", text=text[:40])
    return int(found[1]) * UNITS[found[2]]
