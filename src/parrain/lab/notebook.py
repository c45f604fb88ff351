"""The lab from Python and in notebooks: experiments give data frames, and what they found shows itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from tempfile import mkdtemp

from parrain.core import Say
from parrain.core.translation import render
from parrain.games import game as find_game
from parrain.lab.cluster import cluster
from parrain.lab.experiment import Experiment, read_experiment, resolve
from parrain.lab.report import report_body, report_page
from parrain.lab.run import Player, in_this_process, processes, run
from parrain.lab.store import Results, create, open_results
from parrain.lab.sweep import MARGIN, Sweep, comparison_html, sweep_data

__all__ = ["Comparisons", "Report", "compare", "open_results", "play", "report"]


def play(
    experiment: str | Path | Mapping[str, object],
    to: str | Path | None = None,
    workers: int = 1,
    scheduler: str | None = None,
) -> Results:
    """Play an experiment, given as a file or as what a file would say; its tables are data frames of polars.

    Without `to` the results go to a folder for temporary files.
    """
    if isinstance(experiment, Mapping):
        plan: Experiment = resolve(experiment)
    else:
        plan = read_experiment(Path(experiment))
    results = create(Path(to or mkdtemp(suffix=".lab")), plan)
    with player(workers, scheduler) as by:
        run(results, by)
    return results


def player(workers: int, scheduler: str | None) -> AbstractContextManager[Player]:
    """Who plays: this process, several, or the workers of a cluster."""
    if scheduler is not None:
        return cluster(scheduler)
    return processes(workers) if workers > 1 else nullcontext(in_this_process)


def compare(
    game: str,
    change: Sequence[str] = (),
    forbid: Sequence[str] = (),
    to: str | Path | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    margin: float = MARGIN,
    **experiment: object,
) -> Comparisons:
    """Change values or forbid choices and compare, as `parrain lab sweep` does; the rest is as in an experiment."""
    edition = experiment.get("edition")
    chosen = find_game(game, edition if isinstance(edition, (str, Path)) else None)
    plan = resolve(sweep_data(chosen, {"game": game, **experiment}, change, forbid))
    found = Comparisons(create(Path(to or mkdtemp(suffix=".lab")), plan), margin)
    with player(workers, scheduler) as by:
        found.run(by)
    return found


class Comparisons(Sweep):
    """A sweep that a notebook displays."""

    language = "en"

    def _repr_html_(self) -> str:
        return comparison_html(self, self.words)

    def words(self, sentence: Say) -> str:
        """A sentence in the language of the reader."""
        return render(sentence, self.language)


class Report:
    """The report of an experiment, displayed by a notebook or saved as a page."""

    def __init__(self, results: Results, language: str = "en") -> None:
        self.results = results
        self.language = language

    def words(self, sentence: Say) -> str:
        """A sentence in the language of the reader."""
        return render(sentence, self.language)

    def _repr_html_(self) -> str:
        return "\n".join(report_body(self.results, self.words))

    def save(self, path: str | Path) -> None:
        """Write the page."""
        Path(path).write_text(report_page(self.results, self.words, self.language), encoding="utf-8")


def report(results: Results | str | Path, language: str = "en") -> Report:
    """The report of results, or of the folder they are in."""
    return Report(results if isinstance(results, Results) else open_results(results), language)
