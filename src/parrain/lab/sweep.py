"""Change one thing and compare: paired differences over common seeds, corrected for many comparisons, sequential.

Every variant plays the same deals with the same chance for the bots as the base, so that a pair of games differs by the
change alone. Each measure of a pair is a difference from -1 to 1, tested by betting (`statistics.Sequential`), which
allows to look after every stage; p-values are adjusted by Holm over all comparisons, and intervals hold together
(Bonferroni). A variant is played until each of its comparisons is sure: there is a difference, or none that matters.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

import polars as pl

from parrain.core import Game, Say, say
from parrain.core.edition import below
from parrain.lab.experiment import CHOICES, BadExperiment, Experiment, Part, Variant
from parrain.lab.findings import Cell, decimal, plain
from parrain.lab.plots import Words, differences_plot, table
from parrain.lab.recorder import choice_keys
from parrain.lab.run import Player, run
from parrain.lab.statistics import Estimate, Sequential, holm, is_within, share
from parrain.lab.store import Results

ALPHA = 0.05
MARGIN = 0.02  # a smaller difference does not matter, unless said otherwise
STAGES = 10
BASE = "base"
MOST_VALUES = 50

# What is compared in a pair of games.
SEAT, ROLE, USERS, RESTRICTED, LENGTH = "seat", "role", "users", "restricted", "length"


class Measure(NamedTuple):
    """What is compared: the share of the win of a seat or faction, of users of a thing, or the length."""

    kind: str
    about: str = ""


@dataclass
class Comparison:
    """One measure of one variant beside the base."""

    variant: int
    measure: Measure
    test: Sequential = field(default_factory=Sequential)
    games: int = 0
    base: float = 0.0  # means of the measure itself
    value: float = 0.0
    adjusted: float = 1.0  # the p-value after Holm
    low: float = -1.0
    high: float = 1.0
    margin: float = MARGIN

    @property
    def differs(self) -> bool:
        """Whether there is a difference, beyond chance."""
        return self.adjusted < ALPHA

    @property
    def sure(self) -> bool:
        """Whether the answer is sure: a difference, or none that matters."""
        return self.differs or is_within((self.low, self.high), self.margin)


# -- what is varied --------------------------------------------------------------------------------------------


def read_change(text: str) -> tuple[str, list[object]]:
    """`characters.killer.cost=2..5` or `table.hand=4,6`: a path of the edition and values for it."""
    path, equals, values = (part.strip() for part in text.partition("="))
    span = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", values)
    if not equals or not path or not values:
        raise BadExperiment("A change is written path=value, path=2..5 or path=2,3,5, not “{text}”.", text=text[:60])
    if span is None:
        return path, [read_value(each.strip()) for each in values.split(",")]
    low, high = int(span[1]), int(span[2])
    if not low <= high < low + MOST_VALUES:
        raise BadExperiment("A range goes up, by at most {most} values, not “{text}”.", most=MOST_VALUES, text=values)
    return path, list(range(low, high + 1))


def read_value(text: str) -> object:
    """A value as in TOML; a bare word is a text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def sweep_data(
    game: Game, common: Mapping[str, object], changes: Sequence[str], forbidden: Sequence[str]
) -> dict[str, object]:
    """The experiment of a sweep, to be resolved: the base, a variant for each other value, one for each ban."""
    variants: list[dict[str, object]] = [{"name": BASE}]
    for change in changes:
        path, values = read_change(change)
        now: object = game.edition.data
        for step in path.split("."):
            now = below(now, step, path)
        if isinstance(now, dict) and "value" in now:
            now = now["value"]
        variants += [{"changes": {path: value}} for value in values if value != now]
    variants += [{"forbid": pattern} for pattern in forbidden]
    if len(variants) == 1:
        raise BadExperiment(
            "There is nothing to compare: give --change a value that the edition does not have, or --forbid."
        )
    named = any(step in named_things(game) for change in changes for step in change.partition("=")[0].split("."))
    return {**common, "questions": [CHOICES] if named else [], "variants": variants}


def named_things(game: Game) -> set[str]:
    """The components that choices name."""
    return {word for key in choice_keys(game) for word in key.split()[1:]}


def measures_of(experiment: Experiment, variant: Variant, game: Game) -> list[Measure]:
    """What is compared for a variant: what a ban costs, or who gains by a change."""
    if variant.forbid:
        return [Measure(RESTRICTED), Measure(LENGTH)]
    if game.roles:
        groups = [Measure(ROLE, role.text) for role in game.roles]
    else:
        groups = [Measure(SEAT, str(seat)) for seat in range(experiment.players)]
    if len(groups) == 2:
        groups.pop()  # what one gains the other loses
    known = named_things(game) if CHOICES in experiment.questions else set()
    things = [step for path in variant.changes for step in path.split(".") if step in known]
    return [*groups, *(Measure(USERS, thing) for thing in dict.fromkeys(things)), Measure(LENGTH)]


# -- what is measured ------------------------------------------------------------------------------------------


class Sweep:
    """A sweep: its results so far, and every comparison."""

    def __init__(self, results: Results, margin: float = MARGIN) -> None:
        self.results = results
        self.experiment = results.experiment
        self.games = 0  # of the base, as far as they have been compared
        self.comparisons = [
            Comparison(number, measure, margin=margin)
            for number, variant in enumerate(self.experiment.variants)
            if number
            for measure in measures_of(self.experiment, variant, self.experiment.game_of(number))
        ]

    def open_variants(self) -> set[int]:
        """The variants of which something is not yet sure."""
        return {each.variant for each in self.comparisons if not each.sure}

    def run(self, play: Player, watch: Callable[[int], None] | None = None) -> None:
        """Play stage by stage, until everything is sure or all games are played."""
        stages = self.stages()
        while stages and self.open_variants():
            limit, wanted = stages.pop(0), {0, *self.open_variants()}

            def in_stage(part: Part, limit: int = limit, wanted: set[int] = wanted) -> bool:
                return part.variant in wanted and part.first < limit

            run(self.results, play, watch, in_stage)
            self.look(limit, wanted)

    def stages(self) -> list[int]:
        """After how many games of each variant one looks: at ends of parts and of deals."""
        ends = sorted({part.first + part.count for part in self.experiment.parts()})
        whole = [end for end in ends if end % self.experiment.games_a_deal == 0 or end == self.experiment.games]
        most = self.experiment.games
        chosen = [next((end for end in whole if end >= most * stage / STAGES), most) for stage in range(1, STAGES + 1)]
        return sorted(set(chosen))

    def look_at_all(self) -> None:
        """Compare all games that are there, at one look."""
        self.look(self.experiment.games, set(range(len(self.experiment.variants))))

    def look(self, limit: int, wanted: set[int]) -> None:
        """Compare the games of a stage, and adjust all p-values and intervals."""
        first, self.games = self.games, limit
        tables = {
            name: self.results.table(name).filter(pl.col("game") >= first, pl.col("game") < limit)
            for name in ("games", "seats", "choices")
        }
        for each in self.comparisons:
            if each.variant in wanted:
                before, after = (self.measured(tables, number, each.measure) for number in (0, each.variant))
                self.compare(each, before, after)
        for each, adjusted in zip(
            self.comparisons, holm([each.test.p_value for each in self.comparisons]), strict=True
        ):
            each.adjusted = adjusted
            each.low, each.high = each.test.interval(ALPHA / len(self.comparisons))

    def compare(self, each: Comparison, before: dict[int, float], after: dict[int, float]) -> None:
        """Add pairs of games, averaged over each deal: games of one deal are no independent evidence."""
        deals: dict[int, list[float]] = {}
        for number, value in after.items():
            if number not in before:
                continue  # the base has not been played so far
            ratio = max(value, before[number]) if each.measure.kind == LENGTH else 1.0
            deals.setdefault(number // self.experiment.games_a_deal, []).append((value - before[number]) / ratio)
        total = each.games + len(after)
        each.base = (each.base * each.games + sum(before.values())) / total
        each.value = (each.value * each.games + sum(after.values())) / total
        each.games = total
        each.test.add(round(sum(pairs) / len(pairs), 9) for pairs in deals.values())

    def measured(self, tables: Mapping[str, pl.DataFrame], variant: int, measure: Measure) -> dict[int, float]:
        """The measure in every game of a variant, by the number of the game."""
        mine = pl.col("variant") == self.experiment.variants[variant].name
        if measure.kind == LENGTH:
            return dict(tables["games"].filter(mine).select("game", pl.col("decisions").cast(pl.Float64)).iter_rows())
        seats = tables["seats"].filter(mine)
        counted = pl.col("share")
        if measure.kind == SEAT:
            counted = counted.filter(pl.col("seat") == int(measure.about))
        elif measure.kind == ROLE:
            counted = counted.filter(pl.col("role") == measure.about)
        elif measure.kind == RESTRICTED:
            counted = counted.filter(pl.col("seat") == pl.col("game") % self.experiment.players)  # as in seating_of
        else:
            users = users_of(tables["choices"].filter(mine), measure.about)
            seats = seats.join(users, on=["game", "seat"], how="left", maintain_order="left")
            counted = counted.filter(pl.col("used").fill_null(False))
        found = seats.group_by("game", maintain_order=True).agg(counted.sum())
        return dict(found.iter_rows())

    def users(self, variant: int, thing: str) -> Estimate:
        """How often the seats that chose a thing at least once win."""
        mine = pl.col("variant") == self.experiment.variants[variant].name
        users = users_of(self.results.choices.filter(mine), thing)
        won = self.results.seats.filter(mine).join(users, on=["game", "seat"])["share"]
        return share(float(won.sum()), len(won))


def users_of(choices: pl.DataFrame, thing: str) -> pl.DataFrame:
    """The seats that made a choice which names a thing."""
    named = pl.col("choice").str.split(" ").list.slice(1).list.contains(thing)
    return choices.filter(named).select("game", "seat").unique(maintain_order=True).with_columns(used=pl.lit(True))


# -- what it says ----------------------------------------------------------------------------------------------


def label_of(measure: Measure, game: Game) -> Say:
    """What a measure is called."""
    if measure.kind == SEAT:
        return say("wins of player {number}", number=int(measure.about) + 1)
    if measure.kind == ROLE:
        return say("wins of the faction {role}", role=next(role for role in game.roles if role.text == measure.about))
    if measure.kind == USERS:
        return say("wins that go to seats which chose {thing}", thing=measure.about)
    return say("wins of the restricted seat") if measure.kind == RESTRICTED else say("length")


def sentence_of(each: Comparison, sweep: Sweep) -> Say:
    """A comparison in a sentence."""
    experiment = sweep.experiment
    name = experiment.variants[each.variant].name
    what = label_of(each.measure, experiment.game_of(0))
    low, high = decimal(100 * each.low, "+.1f"), decimal(100 * each.high, "+.1f")
    value: Cell
    base: Cell
    if each.measure.kind == LENGTH:
        value, base = f"{each.value:.0f}", f"{each.base:.0f}"
        if each.differs:
            return say(
                "{name}, {what}: {value} decisions in a game instead of {base} ({low} to {high} %).",
                name=name,
                what=what,
                value=value,
                base=base,
                low=low,
                high=high,
            )
    else:
        value, base = decimal(100 * each.value), decimal(100 * each.base)
        if each.differs:
            return say(
                "{name}, {what}: {value} % instead of {base} % (a difference of {low} to {high}).",
                name=name,
                what=what,
                value=value,
                base=base,
                low=low,
                high=high,
            )
    if each.sure:
        return say(
            "{name}, {what}: no difference that matters ({low} to {high} %, where less than {margin} does not).",
            name=name,
            what=what,
            low=low,
            high=high,
            margin=decimal(100 * each.margin),
        )
    return say(
        "{name}, {what}: not sure yet (a difference of {low} to {high} %).", name=name, what=what, low=low, high=high
    )


def sentences(sweep: Sweep) -> list[Say]:
    """Every comparison in a sentence, and who wins with what was changed."""
    found = [sentence_of(each, sweep) for each in sweep.comparisons]
    for each in sweep.comparisons:
        if each.measure.kind == USERS:
            before, after = sweep.users(0, each.measure.about), sweep.users(each.variant, each.measure.about)
            found.append(
                say(
                    "{name}: seats that chose {thing} win {value} % ({low} to {high}) instead of {base} %.",
                    name=sweep.experiment.variants[each.variant].name,
                    thing=each.measure.about,
                    value=decimal(100 * after.value),
                    low=decimal(100 * after.low),
                    high=decimal(100 * after.high),
                    base=decimal(100 * before.value),
                )
            )
    return found


def rows_of(sweep: Sweep) -> tuple[list[Say], list[list[Cell]]]:
    """All comparisons as a table."""
    heads = [say("variant"), say("what"), say("games"), say("base"), say("changed"), say("difference in %")]
    heads += [say("p, adjusted"), say("verdict")]
    rows: list[list[Cell]] = []
    for each in sweep.comparisons:
        length = each.measure.kind == LENGTH
        rows.append(
            [
                sweep.experiment.variants[each.variant].name,
                label_of(each.measure, sweep.experiment.game_of(0)),
                str(each.games),
                f"{each.base:.0f}" if length else say("{share} %", share=decimal(100 * each.base, ".1f")),
                f"{each.value:.0f}" if length else say("{share} %", share=decimal(100 * each.value, ".1f")),
                plain(Estimate(100 * each.test.mean, 100 * each.low, 100 * each.high)),
                decimal(each.adjusted, ".3f")
                if each.adjusted >= 0.001
                else say("< {number}", number=decimal(0.001, ".3f")),
                say("differs") if each.differs else say("no difference that matters") if each.sure else say("open"),
            ]
        )
    return heads, rows


def method(sweep: Sweep) -> Say:
    """How it was compared, in a sentence."""
    return say(
        "{games} games of each at most, the same deals on both sides; differences of pairs, tested by betting"
        " so that one may stop at any time; {count} comparisons, adjusted by Holm;"
        " intervals hold together at 95 %.",
        games=sweep.games,
        count=len(sweep.comparisons),
    )


def comparison_html(sweep: Sweep, words: Words) -> str:
    """The comparisons as sentences, a chart and a table."""

    def text(cell: Cell) -> str:
        return cell if isinstance(cell, str) else words(cell)

    game = sweep.experiment.game_of(0)
    drawn = [
        (
            f"{sweep.experiment.variants[each.variant].name}: {words(label_of(each.measure, game))}",
            *(each.test.mean, each.low, each.high),
        )
        for each in sweep.comparisons
    ]
    heads, rows = rows_of(sweep)
    found = [f"<p>{escape(words(method(sweep)))}</p>"]
    found += ["<ul>", *(f"<li>{escape(words(sentence))}</li>" for sentence in sentences(sweep)), "</ul>"]
    found.append(differences_plot(drawn, words(say("difference in %, with interval"))))
    found.append(table([words(head) for head in heads], [[text(cell) for cell in row] for row in rows]))
    return "\n".join(found)
