"""The results of an experiment on disk: a folder with the experiment and four tables in columns (Parquet).

A table is a folder of files, one for each part, which polars, pandas, DuckDB, Spark and Dask read as one table. A part
is written whole or not at all, so that a killed run goes on where it was, and no table need ever be in memory as a
whole. The same experiment gives the same bytes, however many workers played it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from html import escape
from pathlib import Path

from parrain.core import ParrainError
from parrain.lab.experiment import BadExperiment, Experiment, Part, experiment_from_json
from parrain.lab.recorder import COLUMNS, Tables


class NoFrames(ParrainError):
    """The library of data frames is not installed."""


try:
    import polars as pl
except ImportError:
    raise NoFrames("The lab needs polars: pip install 'parrain[lab]'.") from None

EXPERIMENT = "experiment.json"
LAST = "games"  # the table that is written last: with it a part is complete
TEXTS = ("variant", "seed", "ending", "decisive", "bot", "role", "opening", "choice", "source")
WHOLE = (
    *("game", "deal", "decisions", "turns", "winners", "real", "choices_most", "lead_changes", "kingmaking"),
    *("seat", "place", "score", "count", "points"),
)
KINDS: dict[tuple[str, str], pl.DataType] = {
    ("seats", "restricted"): pl.Boolean(),
    ("choices", "decisive"): pl.Boolean(),
}


def schema_of(table: str) -> dict[str, pl.DataType]:
    """The columns of a table and their types."""
    found: dict[str, pl.DataType] = {}
    for column in COLUMNS[table]:
        usual = pl.String() if column in TEXTS else pl.Int64() if column in WHOLE else pl.Float64()
        found[column] = KINDS.get((table, column), usual)
    return found


SCHEMAS = {name: schema_of(name) for name in COLUMNS}


class Results:
    """The results of an experiment, as far as they are there."""

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        self.folder = folder
        self.experiment = experiment

    def _repr_html_(self) -> str:
        """What a notebook shows: what is there."""
        sizes = ", ".join(f"{name} ({len(self.table(name))})" for name in COLUMNS)
        played = sum(part.count for part in self.done())
        variants = escape(", ".join(variant.name for variant in self.experiment.variants))
        return f"<p>{escape(self.experiment.game)}: {played} games; {variants}. Tables: {sizes}.</p>"

    # -- reading -----------------------------------------------------------------------------------------------

    def table(self, name: str) -> pl.DataFrame:
        """A table as a data frame: games, seats, choices or points; variants in order, then games."""
        parts = sorted(self.done(), key=lambda part: part.name)
        files = [path for path in (self._file(name, part) for part in parts) if path.exists()]
        return pl.concat([pl.read_parquet(path) for path in files]) if files else pl.DataFrame(schema=SCHEMAS[name])

    @property
    def games(self) -> pl.DataFrame:
        """One row a game."""
        return self.table("games")

    @property
    def seats(self) -> pl.DataFrame:
        """One row a seat and game."""
        return self.table("seats")

    @property
    def choices(self) -> pl.DataFrame:
        """One row a seat, game and kind of choice."""
        return self.table("choices")

    @property
    def points(self) -> pl.DataFrame:
        """One row a seat, game and source of points."""
        return self.table("points")

    # -- writing -----------------------------------------------------------------------------------------------

    def done(self) -> list[Part]:
        """The parts that are complete."""
        return [part for part in self.experiment.parts() if self._file(LAST, part).exists()]

    def missing(self) -> list[Part]:
        """The parts that are not."""
        return [part for part in self.experiment.parts() if not self._file(LAST, part).exists()]

    def write(self, part: Part, tables: Tables) -> None:
        """Write a part, all its files at once, then each under its name; a table without rows has none."""
        names = [name for name in sorted(COLUMNS, key=lambda each: each == LAST) if tables[name]["variant"]]
        paths = [self._file(name, part) for name in names]
        drafts = [path.with_suffix(".draft") for path in paths]
        sinks = [
            pl.LazyFrame(tables[name], schema=SCHEMAS[name]).sink_parquet(
                draft, compression="zstd", row_group_size=1 << 20, lazy=True
            )
            for name, draft in zip(names, drafts, strict=True)
        ]
        pl.collect_all(sinks, engine="streaming")
        for draft, path in zip(drafts, paths, strict=True):
            draft.replace(path)

    def _file(self, table: str, part: Part) -> Path:
        return self.folder / table / f"{part.name}.parquet"


def create(folder: Path, experiment: Experiment, fresh: bool = False) -> Results:
    """Results to be written: a new folder, or the one of the same experiment to go on with."""
    path = folder / EXPERIMENT
    if path.exists():
        if fresh:
            remove(folder)
        elif path.read_text(encoding="utf-8") != experiment.to_json():
            raise BadExperiment(
                "The folder {folder} holds the results of another experiment, or of another version of this one:"
                " choose another with --to, or begin anew with --fresh.",
                folder=str(folder),
            )
    elif folder.exists() and any(folder.iterdir()):
        raise BadExperiment("The folder {folder} holds something else than results of the lab.", folder=str(folder))
    for name in COLUMNS:
        (folder / name).mkdir(parents=True, exist_ok=True)
        for draft in (folder / name).glob("*.draft"):  # of a run that was killed
            draft.unlink()
    path.write_text(experiment.to_json(), encoding="utf-8")
    return Results(folder, experiment)


def remove(folder: Path) -> None:
    """Delete the files of an experiment, and nothing else."""
    (folder / EXPERIMENT).unlink()
    for name in COLUMNS:
        shutil.rmtree(folder / name, ignore_errors=True)


def open_results(folder: str | Path) -> Results:
    """The results in a folder."""
    path = Path(folder) / EXPERIMENT
    try:
        return Results(Path(folder), experiment_from_json(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError):
        raise BadExperiment("There are no results of the lab in {folder}.", folder=str(folder)) from None


def fingerprint(folder: Path) -> dict[str, bytes]:
    """Every file of the results with its bytes, to compare two runs."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(files_of(folder))}


def files_of(folder: Path) -> Iterable[Path]:
    """The files below a folder."""
    return (path for path in folder.rglob("*") if path.is_file())
