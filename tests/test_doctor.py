"""`parrain doctor`: every check, fine and not, what it advises, and the exit code."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import socket
import sqlite3
import sys
import tomllib
import webbrowser
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import metadata
from importlib.metadata import EntryPoint, PackageNotFoundError
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from parrain.cli import doctor, main
from parrain.core.picture import NoPicture
from parrain.table.store import SqliteLog


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PARRAIN_LANGUAGE", "en")
    monkeypatch.setenv("PARRAIN_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return tmp_path / "home"


@pytest.fixture
def taken() -> Iterator[int]:
    """A port at which something listens that never answers."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.settimeout(10)
        Thread(target=hang_up, args=(listener,), daemon=True).start()
        yield listener.getsockname()[1]


def hang_up(listener: socket.socket) -> None:
    """Close the first connection at once."""
    with contextlib.suppress(OSError):
        listener.accept()[0].close()


def run(*arguments: str) -> tuple[int, str]:
    """The exit code and the output of `parrain doctor`."""
    out = io.StringIO()
    code = main(["doctor", *arguments], out, io.StringIO())
    return code, out.getvalue()


def told(finding: doctor.Finding) -> tuple[str, str]:
    """The state of a finding and its sentence in English."""
    return finding.state, str(finding.text)


def test_a_healthy_installation_is_ready(home: Path) -> None:
    code, out = run("--port", str(free_port()))
    assert code == 0 and "✗" not in out
    assert out.startswith("✓ Parrain ") and out.endswith("\nReady to play: parrain\n")
    assert (
        f"Games are kept in {home} (" in out and f"No database yet; the first table makes {home / 'tables.db'}" in out
    )
    assert not home.exists(), "looking changes nothing"


def test_both_languages_and_json() -> None:
    code, french = run("--language", "fr", "--port", str(free_port()))
    assert code == 0 and french.endswith("\nPrêt à jouer\u00a0: parrain\n") and "Le moteur tourne " in french
    code, out = run("--json", "--port", str(free_port()))
    found = {each["check"]: each for each in json.loads(out)}
    assert code == 0 and found["games"]["state"] == "fine" and found["games"]["advice"] is None
    assert {"version", "engine", "games", "folder", "database", "port", "browser", "packages"} <= found.keys()


def test_a_problem_is_marked_advised_and_ends_in_1(home: Path) -> None:
    home.mkdir()
    (home / "tables.db").write_bytes(b"no database at all" * 100)
    code, out = run("--port", str(free_port()))
    assert code == 1 and out.endswith("Something stands in the way: see ✗.\n")
    damaged = out.split("\n✗ ")[1].splitlines()
    assert damaged[0] == f"The database {home / 'tables.db'} is damaged: file is not a database."
    assert damaged[1].startswith("  → Move it away and put a backup in its place")


def test_a_port_that_is_none_is_refused() -> None:
    assert run("--port", "0")[0] == run("--port", "http")[0] == 2


@pytest.mark.parametrize("compiled", [True, False])
def test_the_engine(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "is_compiled", lambda: compiled)
    monkeypatch.setattr(doctor, "in_checkout", lambda: False)
    found = doctor.check_engine()
    assert found.state == ("fine" if compiled else "warning")
    assert (found.advice is None) == compiled


@pytest.mark.parametrize(("checkout", "advised"), [(True, "`make compiled`"), (False, "a wheel made for this system")])
def test_how_to_compile_depends_on_where_it_runs(
    checkout: bool, advised: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "is_compiled", lambda: False)
    monkeypatch.setattr(doctor, "CHECKOUT", tmp_path)
    (tmp_path / "src" / "parrain").mkdir(parents=True)
    (tmp_path / "setup.py").touch()
    if checkout:
        (tmp_path / "Makefile").touch()
    assert advised in str(doctor.check_engine().advice)


def test_a_broken_game_of_another_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("alley", "no_such_package:Alley", "parrain.games")
    monkeypatch.setattr(metadata, "entry_points", lambda group: [broken])
    assert told(doctor.check_games()) == (
        "problem",
        "Games of other packages cannot be loaded: no_such_package:Alley (ModuleNotFoundError).",
    )


def test_a_data_folder_that_cannot_be_written(home: Path) -> None:
    home.write_text("a file where the folder should be")
    assert told(doctor.check_folder(home)) == ("problem", f"Games would be kept in {home}, which cannot be written.")


def test_a_disk_that_is_nearly_full(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=150_000_000))
    assert told(doctor.check_folder(home)) == ("warning", f"Games are kept in {home}, with only 150 MB left there.")


def test_a_database_that_works_is_counted_also_while_a_server_has_it_open(home: Path) -> None:
    log = SqliteLog(home / "tables.db")
    assert told(doctor.check_database(home / "tables.db")) == (
        "fine",
        f"Database {home / 'tables.db'}: tables kept: 0.",
    )
    log.close()


def test_a_database_that_another_program_holds(home: Path) -> None:
    home.mkdir()
    with sqlite3.connect(home / "tables.db", isolation_level=None) as held:
        held.execute("CREATE TABLE other (x)")
        held.execute("BEGIN EXCLUSIVE")
        state, text = told(doctor.check_database(home / "tables.db"))
        held.execute("ROLLBACK")
    assert state == "problem" and text.endswith("cannot be opened or written: database is locked.")


@pytest.mark.parametrize(
    ("url", "trouble"),
    [
        ("postgresql://nobody@127.0.0.1:{port}/none", "cannot be opened"),
        ("mysql://somewhere/else", "is an address such as postgresql://"),
    ],
)
def test_a_database_server_that_cannot_be_reached(url: str, trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psycopg")
    monkeypatch.setenv("DATABASE_URL", url.format(port=free_port()))
    code, out = run("--port", str(free_port()))
    assert code == 1 and trouble in out and "what DATABASE_URL says" in out
    assert "nobody" not in out.split("cannot be opened")[0], "nothing that could be a password is shown"


def test_a_database_server_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    postgres = pytest.importorskip("parrain.table.postgres")

    class Base:
        def __enter__(self) -> Base:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def execute(self, query: str) -> Base:
            self.answer = (True,) if "to_regclass" in query else (3,)
            return self

        def fetchall(self) -> list[tuple[object, ...]]:
            return [self.answer]

    monkeypatch.setattr(postgres, "connect", lambda url: Base())
    state, text = told(doctor.check_postgres("postgresql://somebody:secret@db.example/parrain"))
    assert state == "fine" and text.endswith(": tables kept: 3.") and "secret" not in text


def test_a_port_that_another_program_has(taken: int) -> None:
    found = doctor.check_port(taken)
    assert found.state == "warning" and f"127.0.0.1:{taken}" in str(found.text) and found.advice is not None


def test_a_port_at_which_a_table_is_served() -> None:
    class Health(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"ok": true, "tables": 0, "sockets": 0}')

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Health) as server:
        Thread(target=server.handle_request, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        assert told(doctor.check_port(server.server_port)) == ("fine", f"A table is already being served: {address}")


def test_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert told(doctor.check_browser()) == ("warning", "There is no screen here to open a browser on.")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "get", lambda: SimpleNamespace(name="firefox"))
    assert told(doctor.check_browser()) == ("fine", "Browser: firefox.")

    def none() -> None:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    assert told(doctor.check_browser()) == ("warning", "No browser was found.")


def test_packages_that_are_missing() -> None:
    assert told(doctor.check_group("", {"rich": "13.0", "jinja2": ""})) == ("problem", "Packages are missing: jinja2.")
    assert told(doctor.check_group("", {"rich": "13.0"})) == ("fine", "Packages: rich 13.0.")
    absent = doctor.check_group("lab", {"openskill": "6.0", "matplotlib": ""})
    assert told(absent) == ("absent", "Not installed: experiments, ratings and plots of tournaments.")
    assert str(absent.advice) == "If you want it: pip install 'parrain[lab]'"


def test_pictures_need_fonts_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise NoPicture("There is no font.")

    monkeypatch.setattr(doctor, "installed_fonts", none)
    assert told(doctor.check_group("png", {"resvg_py": "0.5"})) == ("warning", "There is no font.")


def test_what_is_not_installed_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", missing)
    (found,) = doctor.check_packages()
    assert told(found) == ("warning", "Parrain runs from its source and is not installed.")


def test_every_extra_is_explained() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    assert doctor.EXTRAS.keys() == project["optional-dependencies"].keys()


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
