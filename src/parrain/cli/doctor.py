"""`parrain doctor`: what is installed, what works on this machine, and what to do about what does not."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import sqlite3
import sys
import webbrowser
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple
from urllib.request import urlopen

import typer
from rich.text import Text

import parrain
from parrain.cli.options import AsJson
from parrain.cli.play import data_folder
from parrain.cli.serve import PORT
from parrain.cli.shell import FAILED, OK, Shell, whole
from parrain.core import BadOption, ParrainError, Say, say
from parrain.core.compiling import is_compiled
from parrain.core.picture import NoPicture, installed_fonts
from parrain.table.places import is_url, need_postgres

if TYPE_CHECKING:
    from parrain.cli.engine import Engine

FINE, WARNING, PROBLEM, ABSENT = "fine", "warning", "problem", "absent"
MARKS = {FINE: ("✓", "green"), WARNING: ("!", "yellow"), PROBLEM: ("✗", "red"), ABSENT: ("·", "dim")}
CHECKOUT = Path(parrain.__file__).parents[2]  # if it is one
ROOM = 2 * 10**9  # bytes of disk space below which a warning is given

# What each optional dependency group is for.
EXTRAS = {
    "png": say("pictures as PNG"),
    "lab": say("experiments, ratings and plots of tournaments"),
    "cluster": say("experiments on many machines"),
    "texts": say("work on translations"),
    "learned": say("the bot that learned by self-play"),
    "training": say("training by self-play"),
    "accounts": say("passkeys and ratings for those who want an account"),
    "postgres": say("several servers on one PostgreSQL database"),
    "pettingzoo": say("the PettingZoo adapter"),
    "openspiel": say("the OpenSpiel adapter"),
}


class Finding(NamedTuple):
    """The result of one check: its name, how it went, a sentence, and what to do about it, if anything."""

    check: str
    state: str
    text: Say
    advice: Say | None = None


def doctor(
    ctx: typer.Context,
    port: Annotated[
        str, typer.Option("--port", metavar="P", help=say("The port on which the table would be served.").text)
    ] = str(PORT),
    data: Annotated[
        Path | None, typer.Option("--data", metavar="F", help=say("The file in which the tables are kept.").text)
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Run all checks."""
    shell: Shell = ctx.obj
    url = "" if data is not None else os.environ.get("DATABASE_URL", "")
    found = list(examine(data or data_folder() / "tables.db", whole("--port", port, 1, 65535), url))
    failed = any(each.state == PROBLEM for each in found)
    if as_json:
        shell.json([to_json(each, shell) for each in found])
        return FAILED if failed else OK
    for each in found:
        mark, style = MARKS[each.state]
        shell.write(Text.assemble((mark, style), " ", shell.words(each.text)))
        if each.advice is not None:
            shell.write(Text.assemble("  → ", shell.words(each.advice)))
    shell.out.print()
    if failed:
        shell.tell(say("Something stands in the way: see ✗."), "bold red")
    else:
        shell.tell(say("Ready to play: parrain"), "bold")
    return FAILED if failed else OK


def to_json(finding: Finding, shell: Shell) -> dict[str, object]:
    """A finding for a program to read."""
    advice = None if finding.advice is None else shell.words(finding.advice)
    return {"check": finding.check, "state": finding.state, "text": shell.words(finding.text), "advice": advice}


def examine(database: Path, port: int, url: str = "") -> Iterator[Finding]:
    """All checks in the order in which they are shown."""
    yield check_version()
    yield check_engine()
    yield check_games()
    yield check_folder(database.parent)
    yield check_postgres(url) if url else check_database(database)
    yield check_port(port)
    yield check_browser()
    yield from check_packages()


def check_version() -> Finding:
    """The version of Parrain and of Python, and where both are."""
    return Finding(
        "version",
        FINE,
        say(
            "Parrain {version} in {folder}, on Python {python} ({system}).",
            version=parrain.__version__,
            folder=str(Path(parrain.__file__).parent),
            python=platform.python_version(),
            system=f"{platform.system()} {platform.machine()}",
        ),
    )


def check_engine() -> Finding:
    """Whether the engine runs compiled."""
    if is_compiled():
        return Finding("engine", FINE, say("The engine runs compiled."))
    if in_checkout() and os.name == "posix":
        from parrain.cli.engine import Engine, can_compile

        return engine_of_checkout(Engine(CHECKOUT), can_compile())
    return Finding(
        "engine",
        WARNING,
        say("The engine runs interpreted."),
        say("Bots answer several times as fast compiled: install a wheel made for this system, or have a C compiler."),
    )


def engine_of_checkout(engine: Engine, compiler: bool) -> Finding:
    """How far the compiled engine of a checkout is, while the source runs interpreted."""
    if engine.fresh():
        text = say("The engine runs interpreted; a compiled one is ready.")
        return Finding("engine", FINE, text, say("`make play` starts with it."))
    progress = engine.progress()
    state = "" if progress is None else progress.state
    if progress is not None and state == "building":
        text = say(
            "The engine runs interpreted; a compiled one is being built in the background: {done} of {total} files.",
            done=progress.done,
            total=progress.total or "?",
        )
        return Finding("engine", FINE, text)
    text = say("The engine runs interpreted.")
    if not compiler:
        advice = say(
            "Bots answer several times as fast compiled: install a C compiler and Python's headers"
            " (Debian: build-essential, python3-dev), or let `make compiled` fetch a compiler."
        )
    elif state == "interrupted":
        advice = say(
            "The build in the background was interrupted; `make play` goes on with it, `make compiled` at once."
        )
    elif state == "failed" and engine.has_failed():
        advice = say("It could not be compiled: {log} says why; `make compiled` tries again.", log=str(engine.log))
    elif state == "offline":
        advice = say("The compiler mypyc could not be fetched; the next `make play` tries again.")
    else:
        advice = say(
            "Bots answer several times as fast compiled:"
            " `make play` builds it in the background, `make compiled` at once."
        )
    return Finding("engine", WARNING, text, advice)


def in_checkout() -> bool:
    """Whether this runs from a checkout, where there is a Makefile."""
    return (CHECKOUT / "Makefile").is_file()


def check_games() -> Finding:
    """Whether all games can be loaded, those of other packages too."""
    broken = []
    for entry in metadata.entry_points(group="parrain.games"):
        try:
            entry.load()
        except Exception as error:  # anything may happen in somebody else's package
            broken.append(f"{entry.value} ({type(error).__name__})")
    if broken:
        return Finding(
            "games",
            PROBLEM,
            say("Games of other packages cannot be loaded: {broken}.", broken=", ".join(broken)),
            say("Install those packages again, or remove them."),
        )
    return Finding(
        "games", FINE, say("Games: {games}.", games=", ".join(each.title for each in parrain.all_games().values()))
    )


def check_folder(folder: Path) -> Finding:
    """Whether the data folder can be written, and has room left."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return Finding(
            "folder",
            PROBLEM,
            say("Games would be kept in {folder}, which cannot be written.", folder=str(folder)),
            say("Make {there} a folder that you may write, or name another by PARRAIN_HOME.", there=str(there)),
        )
    free = shutil.disk_usage(there).free
    if free < ROOM:
        return Finding(
            "folder",
            WARNING,
            say("Games are kept in {folder}, with only {free} MB left there.", folder=str(folder), free=free // 10**6),
            say("Make room on that disk, or name another folder by PARRAIN_HOME."),
        )
    return Finding(
        "folder", FINE, say("Games are kept in {folder} ({free} GB free).", folder=str(folder), free=free // 10**9)
    )


def check_database(path: Path) -> Finding:
    """Whether the database of tables can be opened, read and written; a missing one is not created."""
    if not path.exists():
        return Finding("database", FINE, say("No database yet; the first table makes {path}.", path=str(path)))
    try:
        base = sqlite3.connect(path, isolation_level=None, timeout=1)
        try:
            (health,) = base.execute("PRAGMA quick_check(1)").fetchone()
            if health != "ok":
                raise sqlite3.DatabaseError(health)
            known = base.execute("SELECT 1 FROM sqlite_master WHERE name='tables'").fetchone()
            count = base.execute("SELECT COUNT(*) FROM tables").fetchone()[0] if known else 0
            base.execute("BEGIN IMMEDIATE")
            base.execute("ROLLBACK")
        finally:
            base.close()
    except sqlite3.OperationalError as error:
        return Finding(
            "database",
            PROBLEM,
            say("The database {path} cannot be opened or written: {error}.", path=str(path), error=str(error)),
            say(
                "Look who owns the file and its folder, and whether another program holds it; or name another: --data."
            ),
        )
    except sqlite3.DatabaseError as error:
        return Finding(
            "database",
            PROBLEM,
            say("The database {path} is damaged: {error}.", path=str(path), error=str(error)),
            say("Move it away and put a backup in its place (docs/serving.md), or begin with a new one."),
        )
    return Finding("database", FINE, say("Database {path}: tables kept: {count}.", path=str(path), count=count))


def check_postgres(url: str) -> Finding:
    """Whether the PostgreSQL database that DATABASE_URL names can be reached; nothing is created in it."""
    try:
        if not is_url(url):
            raise BadOption("DATABASE_URL is an address such as postgresql://user@host/name.")
        need_postgres()
        from parrain.table import postgres

        with postgres.connect(url) as base:
            known = base.execute("SELECT to_regclass('tables') IS NOT NULL").fetchall()[0][0]
            count = base.execute("SELECT COUNT(*) FROM tables").fetchall()[0][0] if known else 0
    except ParrainError as error:
        advice = say("Look whether that server runs, and what DATABASE_URL says; without it a file is used.")
        return Finding("database", PROBLEM, error.say, advice)
    return Finding(
        "database", FINE, say("Database {path}: tables kept: {count}.", path=postgres.name_of(url), count=count)
    )


def check_port(port: int) -> Finding:
    """Whether the port is free, or who has it."""
    from parrain.web.serve import CannotServe, listen

    try:
        listen("127.0.0.1", port).close()
    except CannotServe as error:
        address = f"http://127.0.0.1:{port}/"
        if serves_tables(address):
            return Finding("port", FINE, say("A table is already being served: {address}", address=address))
        return Finding(
            "port",
            WARNING,
            error.say,
            say("Without a command parrain takes another port by itself; for others: parrain serve --port NUMBER."),
        )
    return Finding("port", FINE, say("Port {port} is free.", port=port))


def serves_tables(address: str) -> bool:
    """Whether a server of ours answers at that address."""
    try:
        with urlopen(f"{address}health", timeout=2) as answer:
            facts = json.loads(answer.read(1000))
    except (OSError, ValueError):
        return False
    return isinstance(facts, dict) and {"ok", "tables", "sockets"} <= facts.keys()


def check_browser() -> Finding:
    """Whether a browser can be opened here."""
    advice = say("Open the address that parrain prints, in any browser; from another machine: docs/serving.md.")
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return Finding("browser", WARNING, say("There is no screen here to open a browser on."), advice)
    try:
        name = getattr(webbrowser.get(), "name", "")
    except webbrowser.Error:
        return Finding("browser", WARNING, say("No browser was found."), advice)
    return Finding("browser", FINE, say("Browser: {name}.", name=name or say("that of this system")))


def check_packages() -> Iterator[Finding]:
    """The packages that Parrain needs, and those of each optional dependency group."""
    groups: dict[str, list[str]] = {}
    try:
        wanted = metadata.requires("parrain") or []
    except metadata.PackageNotFoundError:
        advice = say("Install it: pip install . in its folder, or make play.")
        yield Finding("packages", WARNING, say("Parrain runs from its source and is not installed."), advice)
        return
    for line in wanted:
        name = re.match(r"[\w.-]+", line)
        extra = re.search(r"extra == ['\"](\w+)['\"]", line)
        if name:
            groups.setdefault(extra[1] if extra else "", []).append(name[0])
    for group, names in groups.items():
        yield check_group(group, {name: installed(name) for name in names})


def installed(package: str) -> str:
    """The version of an installed package; empty if there is none."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def check_group(extra: str, versions: dict[str, str]) -> Finding:
    """Whether the packages of one group are installed; extra is empty for those that are always needed."""
    missing = ", ".join(name for name, version in versions.items() if not version)
    listed = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    if not extra:
        if missing:
            text = say("Packages are missing: {missing}.", missing=missing)
            return Finding("packages", PROBLEM, text, say("Install Parrain again, with what it needs."))
        return Finding("packages", FINE, say("Packages: {packages}.", packages=listed))
    about = EXTRAS.get(extra, extra)
    check = f"extra {extra}"
    if missing:
        advice = say("If you want it: pip install 'parrain[{extra}]'", extra=extra)
        return Finding(check, ABSENT, say("Not installed: {about}.", about=about), advice)
    if extra == "png":
        try:
            installed_fonts()
        except NoPicture as error:
            return Finding(check, WARNING, error.say)
    return Finding(check, FINE, say("Installed: {about} ({packages}).", about=about, packages=listed))
