"""The page about all games: who is favoured, what was written by hand stays, going on where it was stopped."""

import io
from pathlib import Path

from parrain.cli import main
from parrain.lab.balance_page import READING, verdicts
from parrain.lab.statistics import share


def test_nobody_is_favoured_by_chance_alone():
    assert verdicts([("player 1", share(55, 100)), ("player 2", share(45, 100))], 0.5) == []
    found = verdicts([("player 1", share(90, 100)), ("player 2", share(10, 100))], 0.5)
    assert found == ["player 1 is favoured", "player 2 is behind"]


def test_the_page_by_command(tmp_path: Path):
    page = tmp_path / "balance.md"
    page.write_text(f"{READING}\n\nBy hand.\n")
    asked = ["lab", "balance", str(page), "--bots", "random,easy", "--games", "4", "--only", "district-noir"]
    asked += ["--to", str(tmp_path / "results")]
    out = io.StringIO()
    assert main(["--language", "en", *asked], out, out) == 0, out.getvalue()
    text = page.read_text("utf-8")
    assert "| 2 | random | 4 |" in text and "| 2 | easy | 4 |" in text
    assert text.endswith(f"{READING}\n\nBy hand.\n")
    assert (tmp_path / "pictures" / "balance-district-noir.svg").read_text("utf-8").startswith("<svg")
    assert main([*asked, "--minutes", "0"], out, out) == 0  # nothing more is played, and nothing is lost
    assert page.read_text("utf-8").replace(" --minutes 0", "") == text
