"""Reports and sweeps: what the results are said to say."""

import io
import json
import re
from pathlib import Path

import polars as pl
import pytest

import parrain
from parrain.cli import main
from parrain.core import BadOption
from parrain.lab import notebook
from parrain.lab.even import Even, even_data, even_sentences
from parrain.lab.experiment import Part, read_experiment, resolve
from parrain.lab.findings import Findings
from parrain.lab.recorder import COLUMNS
from parrain.lab.report import clocked
from parrain.lab.store import Results, create, schema_of
from parrain.lab.sweep import LENGTH, RESTRICTED, SEAT, Measure, Sweep, read_change, sweep_data

DOCS = Path(__file__).parents[2] / "docs"
DATA = {"game": "reglement-de-comptes", "bots": ["greedy:1", "random", "random"], "games": 9, "seed": 2}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return notebook.play(DATA, tmp_path_factory.mktemp("report") / "dinner.lab")


def test_the_findings_say_what_the_tables_hold(results: Results):
    found = Findings(results)
    by_seat = {seat: of.value for seat, of in found.shares("seat")}
    assert by_seat == {
        seat: pytest.approx(results.seats.filter(pl.col("seat") == seat)["share"].mean()) for seat in range(3)
    }
    bots = dict(found.shares("bot"))
    assert bots["greedy:1"].size == 9 and bots["random"].size == 18
    titles = [str(section.title) for section in found.sections()]
    assert titles == [
        "Who wins",
        "Which bot wins",
        "Opening choices",
        "Length and endings",
        "Where points come from",
        "The lead",
        "Cards, places, characters: what was chosen",
        "Luck and skill",
        "Those who cannot win any more",
        "Browne's criteria",
        "TAG's measures",
    ]
    browne = {str(row[0]): str(row[1]) for row in found.sections()[9].rows}
    assert browne["completion"].startswith(f"{(results.games['winners'] == 1).sum() / 9:.2f} (")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_stands_alone(results: Results, language: str, tmp_path: Path):
    out, page = io.StringIO(), tmp_path / "report.html"
    assert main(["--language", language, "lab", "report", str(results.folder), "--html", str(page)], out, out) == 0
    text = page.read_text("utf-8")
    assert text.count("<svg") >= 4 and "<script" not in text and 'src="http' not in text
    assert ("Qui gagne" if language == "fr" else "Who wins") in text
    assert bool(re.search(r"\d,\d.% \(", text)) == (language == "fr")
    assert results._repr_html_().startswith("<p>reglement-de-comptes: 9 games")
    assert "<h2>Who wins</h2>" in notebook.report(results.folder)._repr_html_()


def test_a_bot_by_the_clock_is_said_to_be_one():
    found = resolve({"game": "district-noir", "bots": ["best", "greedy"], "variants": [{}, {"bots": ["search:50"]}]})
    assert clocked(found) == ["best"]


# -- sweeps ----------------------------------------------------------------------------------------------------


def test_changes_are_read():
    assert read_change("characters.killer.cost=2..5") == ("characters.killer.cost", [2, 3, 4, 5])
    assert read_change("table.hand = 4, 6") == ("table.hand", [4, 6])
    assert read_change("x.y=none,true") == ("x.y", ["none", True])
    for wrong in ("hand", "=3", "hand=", "hand=5..2"):
        with pytest.raises(BadOption):
            read_change(wrong)


def sweep_of(tmp_path: Path, games: int, margin: float = 0.02, **more: object) -> Sweep:
    game = parrain.game("district-noir")
    common = {"game": game.id, "bots": ["random"], "games": games, **more}
    plan = resolve(sweep_data(game, common, ["table.hand=4..5"], ["take"]))
    return Sweep(create(tmp_path / "sweep.lab", plan), margin)


def test_a_sweep_compares_with_the_base(tmp_path: Path):
    sweep = sweep_of(tmp_path, 10)
    assert [variant.name for variant in sweep.experiment.variants] == ["base", "table.hand = 4", "without take"]
    assert [(each.variant, each.measure) for each in sweep.comparisons] == [
        (1, Measure(SEAT, "0")),
        (1, Measure(LENGTH)),
        (2, Measure(RESTRICTED)),
        (2, Measure(LENGTH)),
    ]
    with pytest.raises(BadOption, match="nothing to compare"):
        sweep_data(parrain.game("district-noir"), {}, ["table.hand=5"], [])


def made_up(sweep: Sweep | Even, share_of_first: dict[int, float]) -> dict[Part, dict[str, dict[str, list[object]]]]:
    """Games that need not be played: the first seat wins so often in each variant."""
    found = {}
    for part in sweep.experiment.parts():
        tables: dict[str, dict[str, list[object]]] = {name: {key: [] for key in COLUMNS[name]} for name in COLUMNS}
        for number in range(part.first, part.first + part.count):
            variant = sweep.experiment.variants[part.variant].name
            won = number * 7 % 100 < 100 * share_of_first[part.variant]
            row = {"variant": variant, "game": number, "deal": number, "decisions": 40}
            for key, values in tables["games"].items():
                values.append(row.get(key))
            for seat in (0, 1):
                share = float(won == (seat == 0))
                for key, values in tables["seats"].items():
                    values.append({**row, "seat": seat, "share": share, "restricted": False}.get(key))
        assert set(schema_of("games")) == set(COLUMNS["games"])
        found[part] = tables
    return found


def test_a_sweep_stops_when_it_is_sure(tmp_path: Path):
    sweep = sweep_of(tmp_path, 4000)
    games = made_up(sweep, {0: 0.3, 1: 0.6, 2: 0.3})
    played: list[Part] = []

    def play(experiment, parts):
        for part in parts:
            played.append(part)
            yield part, games[part]

    sweep.run(play)
    first, length, restricted, _ = sweep.comparisons
    assert first.differs and first.base == pytest.approx(0.3, abs=0.01) and first.value == pytest.approx(0.6, abs=0.01)
    assert 0 < first.low < 0.3 < first.high
    assert not length.differs and length.sure and not restricted.differs and restricted.sure
    assert sweep.games < 4000 and len(played) < len(sweep.experiment.parts())
    assert not sweep.open_variants()


def test_the_command_says_it_in_sentences(tmp_path: Path):
    page = tmp_path / "sweep.html"
    asked = ["lab", "sweep", "district-noir", "--change", "table.hand=4", "--games", "8", "--bots", "random"]
    for language, said in (("en", "wins of player 1: not sure yet"), ("fr", "victoires du joueur 1 : pas encore sûr")):
        out = io.StringIO()
        assert main(["--language", language, *asked, "--html", str(page)], out, out) == 0
        assert said in out.getvalue().replace("\u202f", " ").replace("\xa0", " ")
    assert page.read_text("utf-8").count("<svg") == 1
    out = io.StringIO()
    assert main([*asked, "--json"], out, out) == 0
    assert [row["measure"] for row in json.loads(out.getvalue())] == [SEAT, LENGTH]


def test_run_by_command(tmp_path: Path):
    path = tmp_path / "noir.toml"
    path.write_text('game = "district-noir"\nbots = ["random"]\ngames = 3\n')
    out = io.StringIO()
    assert main(["--language", "en", "lab", "run", str(path)], out, out) == 0
    assert "Player 1:" in out.getvalue() and (tmp_path / "noir.lab" / "games").is_dir()
    out = io.StringIO()
    assert main(["lab", "run", str(path), "--json"], out, out) == 0
    assert [len(each["seats"]) for each in json.loads(out.getvalue())["variants"]] == [2]
    err = io.StringIO()
    assert main(["--language", "en", "lab", "run", str(tmp_path / "none.toml")], err, err) == 2
    assert "There is no experiment file" in err.getvalue()


def test_comparisons_show_themselves_in_a_notebook():
    found = notebook.compare("district-noir", ["table.hand=4"], games=4, bots=["random"])
    assert "<svg" in found._repr_html_() and "table.hand = 4" in found._repr_html_()


def test_the_examples_of_the_docs_can_be_played():
    code = (DOCS / "lab.md").read_text("utf-8").split("```python\n")[1].split("```")[0]
    exec(compile(code, "docs/lab.md", "exec"), {"__name__": "example"})
    found = read_experiment(DOCS.parent / "examples" / "killer.toml")
    assert [variant.name for variant in found.variants] == ["base", "a cheap killer", "never takes the killer"]


def test_a_search_keeps_the_even_ones(tmp_path: Path):
    """Ten values, of which the sixth is fair: the games are made up."""
    data = even_data(parrain.game("district-noir"), {"game": "district-noir", "games": 512}, ["cards.8.value=1..10"])
    search = Even(create(tmp_path / "even.lab", resolve(data)))
    assert search.rounds() == [64, 128, 256, 512], "in parts of 64"
    games = made_up(search, {number: 0.1 * (number + 1) - 0.1 for number in range(10)})
    count: dict[int, int] = {}

    def play(experiment, parts):
        for part in parts:
            count[part.variant] = count.get(part.variant, 0) + part.count
            yield part, games[part]

    search.run(play)
    assert search.ranked[0].variant == 5 and [each.variant for each in search.ranked[1:]] in ([4], [6])
    assert count[0] == 64 and count[5] == 512 and sum(count.values()) == search.most_games()
    said = [str(sentence) for sentence in even_sentences(search)]
    assert said[0] == "A fair share is 50.0 %." and said[-1].startswith("Most even: cards.8.value = 6; nothing")


def test_even_by_command():
    out = io.StringIO()
    asked = ["lab", "even", "district-noir", "--change", "cards.8.value=7,8", "--games", "4", "--bots", "random"]
    assert main(["--language", "fr", *asked], out, out) == 0
    assert "Le plus équitable" in out.getvalue()
    assert main(["--language", "en", "lab", "even", "district-noir"], out, out) == 2
