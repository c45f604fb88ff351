"""What a worker process of the lab imports: the games and the recorder, no data frames."""

from __future__ import annotations

import signal
from functools import lru_cache

from parrain.lab.experiment import Experiment, Part, experiment_from_json
from parrain.lab.recorder import Tables, play_part


@lru_cache(maxsize=4)
def experiment_of(text: str) -> Experiment:
    """The experiment that a worker was sent as JSON, parsed once."""
    return experiment_from_json(text)


def play_in_worker(text: str, part: Part) -> Tables:
    """Play a part in another process."""
    return play_part(experiment_of(text), part)


def ignore_interrupts() -> None:
    """Ctrl-C is for the process that waits for this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
