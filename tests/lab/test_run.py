"""Running experiments: the same bytes however they are played, and nothing lost when a run is killed."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import polars as pl
import pytest

import parrain
from parrain.core import Stream
from parrain.lab import recorder
from parrain.lab.experiment import BadExperiment, Experiment, Part, resolve
from parrain.lab.recorder import Restricted, Tables, choice_keys
from parrain.lab.run import in_this_process, processes, run
from parrain.lab.simulate import play, simulate
from parrain.lab.store import Results, create, fingerprint, open_results

DATA = {
    "game": "district-noir",
    "bots": ["greedy:1", "random"],
    "games": 24,
    "seed": 3,
    "variants": [{}, {"changes": {"table.hand": 4}}, {"forbid": "lay 8"}],
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """An experiment played in this process."""
    results = create(tmp_path_factory.mktemp("played") / "noir.lab", resolve(DATA))
    run(results, in_this_process)
    return results


def test_one_row_a_game_and_one_a_seat(played: Results):
    assert len(played.games) == 72 and len(played.seats) == 144
    assert played.games["variant"].unique(maintain_order=True).to_list() == ["base", "table.hand = 4", "without lay 8"]
    assert played.games["game"].to_list() == [*range(24)] * 3
    assert played.seats.group_by("variant", "game").agg(pl.col("share").sum())["share"].to_list() == [1.0] * 72
    assert played.points.group_by("variant", "game", "seat", maintain_order=True).agg(pl.col("points").sum())[
        "points"
    ].to_list() == (played.seats["score"].to_list())
    made = played.choices.group_by("variant", "game", maintain_order=True).agg(pl.col("count").sum())["count"].to_list()
    assert made == played.games["decisions"].to_list()


def test_seats_rotate_over_the_same_deal(played: Results):
    assert played.games["deal"].to_list()[:4] == [0, 0, 1, 1]
    assert played.seats["bot"].to_list()[:4] == ["greedy:1", "random", "random", "greedy:1"]
    restricted = played.seats.filter(played.seats["restricted"])
    assert restricted["variant"].unique().to_list() == ["without lay 8"] and len(restricted) == 24
    assert restricted["bot"].unique().to_list() == ["greedy:1"]


def test_who_may_not_does_not_begin_with_it(played: Results):
    banned = played.seats.filter(pl.col("restricted"))["opening"].to_list()
    others = played.seats.filter(~pl.col("restricted"))["opening"].to_list()
    assert "lay 8" not in banned and "lay 8" in others


def test_restricted_play_leaves_what_must_be():
    game = parrain.game("district-noir")
    state = game.new(2, 5)
    seat = state.current_players()[0]
    choices = state.legal_actions(seat)
    bot = Restricted(parrain.bots.make_bot("random", game), frozenset(choice.id for choice in choices[1:]))
    assert bot.choose(state.view(seat), choices, Stream(1)) is choices[0]
    assert bot.choose(state.view(seat), choices[1:2], Stream(1)) is choices[1]


def test_a_stopped_run_goes_on(played: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    results = create(tmp_path / "noir.lab", resolve(DATA))
    seen: list[int] = []

    def stop(done: int) -> None:
        seen.append(done)
        if done >= 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(results, in_this_process, stop)
    assert seen[0] == 0 and 10 <= seen[-1] < 72
    again: list[int] = []
    run(create(tmp_path / "noir.lab", resolve(DATA)), in_this_process, again.append)
    assert again[0] == seen[-1] and again[-1] == 72
    assert fingerprint(results.folder) == fingerprint(played.folder)
    monkeypatch.setattr(recorder, "play", None)  # nothing is played twice
    run(open_results(results.folder), in_this_process)


def test_a_killed_run_loses_nothing(played: Results, tmp_path: Path):
    folder, experiment = tmp_path / "noir.lab", tmp_path / "noir.toml"
    experiment.write_text(
        'game = "district-noir"\nbots = ["greedy:1", "random"]\ngames = 24\nseed = 3\n[[variants]]\n'
        '[[variants]]\nchanges.table.hand = 4\n[[variants]]\nforbid = "lay 8"\n'
    )
    run_it = [sys.executable, "-m", "parrain", "lab", "run", str(experiment), "--to", str(folder)]
    with subprocess.Popen(run_it, stdout=subprocess.DEVNULL) as process:
        while len(list((folder / "games").glob("*.parquet"))) < 5:
            assert process.poll() is None
            time.sleep(0.02)
        process.kill()
    results = create(folder, resolve(DATA))
    assert len(results.done()) >= 5
    run(results, in_this_process)
    assert fingerprint(folder) == fingerprint(played.folder)


def test_several_processes_and_one_killed_give_the_same_bytes(played: Results, tmp_path: Path):
    results = create(tmp_path / "noir.lab", resolve(DATA))
    killed: list[int] = []
    with processes(2) as play_parts:

        def killing(experiment: Experiment, parts: Iterable[Part]) -> Iterator[tuple[Part, Tables]]:
            for part, tables in play_parts(experiment, parts):
                yield part, tables
                if not killed:
                    killed.append(children()[0])
                    os.kill(killed[0], signal.SIGKILL)

        run(results, killing)
    assert killed and fingerprint(results.folder) == fingerprint(played.folder)


def children() -> list[int]:
    """The processes of the pool."""
    return [each.pid for each in multiprocessing.active_children() if each.pid]


def test_another_experiment_is_not_mixed_in(played: Results, tmp_path: Path):
    with pytest.raises(BadExperiment, match="another experiment"):
        create(played.folder, resolve({**DATA, "seed": 4}))
    (tmp_path / "letter.txt").write_text("dear aunt")
    with pytest.raises(BadExperiment, match="something else"):
        create(tmp_path, resolve(DATA))
    with pytest.raises(BadExperiment, match="no results"):
        open_results(tmp_path)
    folder = tmp_path / "fresh.lab"
    create(folder, resolve(DATA))
    assert create(folder, resolve({**DATA, "seed": 4}), fresh=True).experiment.seed == 4


def test_an_observed_game_is_the_same_game():
    """The lab plays the games of `simulate`, though it looks at them."""
    game = parrain.game("district-noir")
    tables = recorder.play_part(resolve({"game": game.id, "bots": ["random"], "games": 6, "seed": 9}), Part(0, 0, 6))
    result = simulate(game, 2, 6, ["random"], 9)
    assert sum(map(int, map(str, tables["games"]["decisions"]))) == result.decisions
    first = [place for place, seat in zip(tables["seats"]["place"], tables["seats"]["seat"], strict=True) if seat == 0]
    assert first.count(1) == result.wins[0]


@pytest.mark.parametrize("name", sorted(parrain.all_games()))
def test_points_by_source_add_up(name: str):
    game = parrain.game(name)
    for players in (game.fewest, game.most):
        log: list[parrain.core.Event] = []
        state = game.new(players, 11, log)
        play(state, [], ["random"] * players, 1, players)
        found = game.points_by_source(state, log)
        assert set(found) == set(game.point_sources)
        assert [sum(points[seat] for points in found.values()) for seat in range(players)] == list(state.scores())


def test_choices_are_counted_by_what_they_name():
    keys = dict(
        zip(
            [action.text for action in parrain.game("gangs-city").actions],
            choice_keys(parrain.game("gangs-city")),
            strict=True,
        )
    )
    assert keys["send killer fight chief"] == "send killer"
    assert keys["at bar/ne"] == "at bar" and keys["take nobody"] == "take" and keys["bid drugs 3"] == "bid drugs"
    noir = parrain.game("district-noir")
    assert choice_keys(noir)[noir.action_from_text("lay +2").id] == "lay +2"


@pytest.mark.parametrize("name", ["gangs-city", "gangster", "police-vs-gangs", "reglement-de-comptes"])
def test_every_game_can_be_recorded(name: str):
    tables = recorder.play_part(resolve({"game": name, "bots": ["random"], "games": 1}), Part(0, 0, 1))
    row = {column: values[0] for column, values in tables["games"].items()}
    assert 0 < float(str(row["uncertainty"])) <= 1 and 0 < float(str(row["hidden"])) < 1
    assert int(str(row["turns"])) > 1 and int(str(row["real"])) <= int(str(row["decisions"]))
