"""What a worker process of the lab imports: the games and the recorder, no data frames."""

from __future__ import annotations

import signal
from functools import lru_cache

from parrain import __version__
from parrain.lab.experiment import BadExperiment, Experiment, Part, experiment_from_json
from parrain.lab.recorder import Tables, play_part


@lru_cache(maxsize=4)
def experiment_of(text: str) -> Experiment:
    """The experiment that a worker was sent as JSON, parsed once."""
    found = experiment_from_json(text)
    if found.version != __version__:
        raise BadExperiment(
            "The experiment was prepared by Parrain {theirs}; this worker has {mine}.",
            theirs=found.version,
            mine=__version__,
        )
    return found


def play_in_worker(text: str, part: Part) -> Tables:
    """Play a part in another process."""
    return play_part(experiment_of(text), part)


def ignore_interrupts() -> None:
    """Ctrl-C is for the process that waits for this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
