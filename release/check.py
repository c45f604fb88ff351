"""Check an installed Parrain from outside its source: `python release/check.py compiled` (or interpreted).

Run by `make wheels` and by cibuildwheel with the Python that it was installed for.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from urllib.request import urlopen

PROGRAM = str(Path(sysconfig.get_path("scripts"), "parrain"))
SERVER = [PROGRAM, "serve", "--port", "0", "--no-browser", "--language", "en"]


def parrain(*arguments: str) -> str:
    """The output of a command, which must not fail; run where no source is."""
    with tempfile.TemporaryDirectory() as elsewhere:
        command = [PROGRAM, *arguments, "--language", "en"]
        done = subprocess.run(command, cwd=elsewhere, capture_output=True, encoding="utf-8")
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
    return done.stdout


def check_engine(wanted: str) -> None:
    """It says which engine it runs, and it is the one that was built."""
    said = parrain("--version").strip()
    print(said)
    if not said.endswith(f"(engine {wanted})"):
        sys.exit(f"The engine should be {wanted}.")


def check_games() -> None:
    """Bots play every game to its end."""
    games = [game["id"] for game in json.loads(parrain("games", "--json"))]
    if len(games) < 5:
        sys.exit(f"Games are missing: there are only {games}.")
    for game in games:
        result = json.loads(parrain("simulate", game, "--games", "1", "--bots", "greedy", "--seed", "1", "--json"))
        print(f"{game}: {result['endings']}")
    parrain("learn", "district-noir", "--check")
    parrain("rules", "gangster")


def check_table() -> None:
    """The table is served, with its pages and pictures."""
    with tempfile.TemporaryDirectory() as elsewhere:
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        server = subprocess.Popen(
            [*SERVER, "--data", "tables.db"], cwd=elsewhere, env=environment, stdout=subprocess.PIPE, encoding="utf-8"
        )
        try:
            address = next(word for line in server.stdout or () for word in line.split() if word.startswith("http"))
            for page in ("", "learn/gangster", "rules/gangs-city", "static/table.js"):
                with urlopen(f"{address.rstrip('/')}/{page}", timeout=60) as answer:
                    if len(answer.read()) < 1000:
                        sys.exit(f"The page /{page} is empty.")
        finally:
            server.terminate()
            server.wait()
    print("the table is served")


if __name__ == "__main__":
    check_engine(sys.argv[1])
    check_games()
    check_table()
