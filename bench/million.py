"""What a million open tables would need, computed from what bench/load.py --matrix has measured (docs/load.json).

    python bench/million.py                          print it
    python bench/million.py --write docs/load.md     and put it into the page

Nothing here is measured at that size. Measured costs of a table and of a choice are multiplied; limits of other
software and of our own settings are named as such. What gives out at the fewest tables is named first.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from load import with_section

from parrain.table.ownership import READERS, RENEW_SECONDS
from parrain.web.settings import Settings

HERE = Path(__file__).parent
TABLES = 1_000_000
SECONDS_BETWEEN = 20.0  # between the choices of the people at one table
BUSY = 0.6  # of a core: more, and answers wait too long
CORES = 32  # of one large database host
CONNECTIONS = 1000  # that one PostgreSQL bears; its default is 100
CONNECTIONS_EACH = READERS + 6  # of a server: those that read, one that writes, its lease, four for the queue of bots
ROWS_A_SECOND = 1_000_000  # of the small table of leases that one PostgreSQL reads beside its work
GIB = 1e9

HEADING = "## A million open tables"
PAGE = """{heading}

Computed by `python bench/million.py` from the measurements above (docs/load.json: PostgreSQL, one process, engine {engine}), **not measured at that size**. A
table is open when two sockets look at it; people choose once in {between:g} s at each, bots answer as often as they did in the measurement. A server
process is used to {busy:.0%} of a core and has at most {sockets:,} sockets (a setting), which leaves {each:,.0f} to {most:,.0f} tables for it, by game.

{table}

What gives out first when tables are added, to a PostgreSQL of {cores} cores and {connections:,} connections:

{limits}

So **{first}** breaks first, at about {first_tables:,.0f} tables. {advice}
"""
ADVICE = {
    "connections": "A pool of connections before PostgreSQL does not help those that listen (`LISTEN`); fewer for each server would,"
    " and several databases, each with tables of its own, do: nothing of a table is in more than one row of owners.",
    "leases": "Every renewal reads the leases of all servers, which grows with their square: hosts would have to renew for all their"
    " processes together, or several databases share the tables.",
    "processor": "Several databases, each with tables of its own, would share the work: no statement touches two tables.",
}


class Limit(NamedTuple):
    """Something that gives out at so many tables."""

    tables: float
    key: str
    text: str


class Needs(NamedTuple):
    """What a million tables of one game need."""

    game: str
    processes: float
    memory: float  # bytes
    choices: float
    lines: float
    database_cores: float
    stored: float  # bytes a day
    network: float  # bytes a second


def needs(game: str, row: dict[str, float]) -> Needs:
    """Multiply."""
    choices = TABLES / SECONDS_BETWEEN
    lines = choices * row["lines_per_choice"]
    sent = row["boards_per_second"] / max(1e-9, row["choices_per_second"]) * row["kB_per_board"] * 1000
    return Needs(
        game,
        max(choices * row["server_ms_per_choice"] / 1000 / BUSY, 2 * TABLES / Settings().most_sockets),
        TABLES * row["kB_per_table_with_two_sockets"] * 1000,
        choices,
        lines,
        lines * row["postgres_ms_per_line"] / 1000,
        lines * row["stored_kB_per_line"] * 1000 * 86_400,
        choices * sent,
    )


def limits(need: Needs) -> list[Limit]:
    """What gives out, at how many tables, of the dearest game."""
    tables_each = TABLES / need.processes
    by_connections = CONNECTIONS / CONNECTIONS_EACH * tables_each
    by_leases = (ROWS_A_SECOND * RENEW_SECONDS) ** 0.5 * tables_each
    by_processor = CORES / need.database_cores * TABLES if need.database_cores else float("inf")
    return sorted(
        [
            Limit(
                by_connections,
                "connections",
                f"{CONNECTIONS:,} connections of PostgreSQL, {CONNECTIONS_EACH} for each server process",
            ),
            Limit(
                by_leases,
                "leases",
                f"leases: each of N processes reads N rows every {RENEW_SECONDS:g} s; {ROWS_A_SECOND:,} rows a second",
            ),
            Limit(
                by_processor,
                "processor",
                f"the processor of PostgreSQL: {CORES} cores at {need.database_cores / need.lines * 1000:.2f} ms a line",
            ),
        ]
    )


def page(measured: dict[str, dict[str, float]], engine: str) -> str:
    """The section of docs/load.md."""
    rows = [needs(key.split()[0], row) for key, row in measured.items() if key.endswith(" 1")]
    lines = [
        "| game | server processes | memory | choices a second | lines a second | cores of PostgreSQL | stored a day | sent |",
        "|---|---|---|---|---|---|---|---|",
        *(
            f"| {each.game} | {each.processes:,.0f} | {each.memory / GIB:,.0f} GB |"
            f" {each.choices:,.0f} | {each.lines:,.0f} | {each.database_cores:,.0f} | {each.stored / GIB:,.0f} GB |"
            f" {each.network * 8 / GIB:,.1f} Gbit/s |"
            for each in rows
        ),
    ]
    if not rows:
        raise SystemExit(
            "nothing was measured on PostgreSQL with one process: run bench/load.py --matrix --write docs/load.md"
        )
    dearest = max(rows, key=lambda each: each.processes)
    found = limits(dearest)
    told = [
        f"{number}. {each.text}: about {each.tables:,.0f} tables of {dearest.game}"
        for number, each in enumerate(found, 1)
    ]
    shares = [TABLES / each.processes for each in rows]
    return PAGE.format(
        heading=HEADING,
        engine=engine,
        between=SECONDS_BETWEEN,
        busy=BUSY,
        sockets=Settings().most_sockets,
        each=min(shares),
        most=max(shares),
        table="\n".join(lines),
        cores=CORES,
        connections=CONNECTIONS,
        limits="\n".join(told),
        first=found[0].text.partition(":")[0],
        first_tables=found[0].tables,
        advice=ADVICE[found[0].key],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measured", type=Path, default=HERE.parent / "docs" / "load.json")
    parser.add_argument("--write", type=Path, metavar="PAGE")
    options = parser.parse_args()
    data = json.loads(options.measured.read_text("utf-8"))
    text = page(data["measured"], data["engine"])
    print(text)
    if options.write:
        options.write.write_text(with_section(options.write.read_text("utf-8"), text), encoding="utf-8")


if __name__ == "__main__":
    main()
