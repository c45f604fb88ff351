"""Play an experiment on the workers of a Dask cluster (docs/lab.md says how to start one).

The scheduler hands the parts to its workers, and a part whose worker dies to another. Results come back to this
process, which alone writes them, each part once: machines share nothing but the connection to the scheduler.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING

from parrain.core import ParrainError
from parrain.lab.experiment import Experiment, Part
from parrain.lab.run import AHEAD, Played, Player, RunFailed
from parrain.lab.worker import play_in_worker

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 15


class NoCluster(ParrainError):
    """A scheduler that cannot be reached, or the library for it is not installed."""


@contextmanager
def cluster(address: str) -> Iterator[Player]:
    """A player that hands parts to the workers of the scheduler at that address."""
    try:
        from distributed import Client
    except ImportError:
        raise NoCluster("For a cluster the lab needs Dask: pip install 'parrain[cluster]'.") from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(
            "The scheduler {address} cannot be reached: {error}", address=address, error=str(error)[:200]
        ) from None
    with client:
        yield lambda experiment, parts: play_on(client, experiment, parts)


def play_on(client: Client, experiment: Experiment, parts: Iterable[Part]) -> Played:
    """Play parts on the workers there are, a few ahead, as they are done."""
    from distributed import Future, KilledWorker, as_completed

    text = experiment.to_json()
    waiting = iter(list(parts))
    running: dict[Future, Part] = {}
    done = as_completed(loop=client.loop)
    while True:
        room = AHEAD * max(1, sum(client.nthreads().values())) - len(running)
        for part in islice(waiting, max(0, room)):
            future = client.submit(play_in_worker, text, part, pure=False)
            running[future] = part
            done.add(future)
        if not running:
            return
        future = next(done)
        try:
            tables = future.result()
        except KilledWorker:
            raise RunFailed("Workers that play the games die again and again.") from None
        except OSError as error:
            raise RunFailed("The cluster is gone: {error}", error=str(error)[:200]) from None
        yield running.pop(future), tables
