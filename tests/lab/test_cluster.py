"""A real cluster of worker processes, one of them killed in the middle."""

import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from parrain.lab.cluster import NoCluster, cluster
from parrain.lab.experiment import Experiment, Part, resolve
from parrain.lab.recorder import Tables
from parrain.lab.run import in_this_process, run
from parrain.lab.store import create, fingerprint

DATA = {"game": "district-noir", "bots": ["greedy:1", "random"], "games": 40, "seed": 3}


def test_a_worker_dies_and_the_result_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    import dask
    from distributed import Client, LocalCluster

    monkeypatch.setattr("parrain.lab.cluster.CONNECT_SECONDS", 600)
    dask.config.set({"distributed.comm.timeouts.connect": "600s"})  # a machine may be busy
    alone = create(tmp_path / "alone.lab", resolve(DATA))
    run(alone, in_this_process)
    results = create(tmp_path / "cluster.lab", resolve(DATA))
    played: list[Part] = []
    with (
        LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None) as machines,
        Client(machines) as watcher,
        cluster(machines.scheduler_address) as play,
    ):

        def killing(experiment: Experiment, parts: Iterable[Part]) -> Iterator[tuple[Part, Tables]]:
            for part, tables in play(experiment, parts):
                played.append(part)
                yield part, tables
                if len(played) == 5:
                    os.kill(pids[0], signal.SIGKILL)

        pids = list(watcher.run(os.getpid).values())
        run(results, killing)
    assert len(played) == len(set(played)) == len(alone.experiment.parts())
    assert fingerprint(results.folder) == fingerprint(alone.folder)


def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("parrain.lab.cluster.CONNECT_SECONDS", 0.2)
    with pytest.raises(NoCluster, match="cannot be reached"), cluster("tcp://127.0.0.1:1"):
        pass
