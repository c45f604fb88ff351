"""`parrain attack`: it measures an honest player beside an attack, and attacks nobody else's server."""

from __future__ import annotations

import asyncio
import io

import pytest

from parrain.cli import main
from parrain.core import read_record
from parrain.testing import attack
from tests.web.server import Server


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARRAIN_LANGUAGE", "en")


def run(*arguments: str) -> tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    return main(["attack", *arguments], out, err), out.getvalue() + err.getvalue()


def test_every_attack_begins_and_an_honest_player_is_measured_beside_one(server: Server) -> None:
    url = f"http://{server.address}"

    async def begin_all() -> None:
        for name, prepare in attack.ATTACKS.items():
            if name not in ("best", "analyses"):  # which keep the bots busy for longer than this test
                for task in await prepare(attack.Site(url, "127.0.0.2")):
                    task.close()  # type: ignore[attr-defined]

    asyncio.run(begin_all())
    _, told = run(url, "--seconds", "1", "--only", "nonsense")
    lines = [line.split() for line in told.splitlines() if line.startswith(("quiet", "nonsense"))]
    assert [line[0] for line in lines] == ["quiet", "nonsense"] and lines[0][5] == lines[1][5] == "0", told
    assert all(float(line[1]) > 0 for line in lines)
    told_by_minute: list[int] = []
    asyncio.run(attack.soak(url, 0.05, 3, lambda _, choices: told_by_minute.append(choices)))
    assert told_by_minute


def test_the_record_that_takes_back_400_choices_is_one() -> None:
    text = attack.record_of("gangs-city", 400).decode()
    assert sum(entry.what == "undo" for entry in read_record(text).entries) == 400


@pytest.mark.parametrize("wrong", [["http://example.org"], ["ftp://127.0.0.1"], ["--only", "nothing"], ["--soak", "x"]])
def test_it_attacks_nobody_else(wrong: list[str]) -> None:
    assert run(*wrong)[0] == 2
