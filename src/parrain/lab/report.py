"""The report of an experiment: one HTML page that stands alone."""

from __future__ import annotations

from html import escape

from parrain.bots.levels import level_spec, levels_of
from parrain.core import Say, say
from parrain.games import game as find_game
from parrain.lab.experiment import Experiment
from parrain.lab.findings import Cell, Findings, Section
from parrain.lab.plots import Words, histogram_plot, intervals_plot, page, table
from parrain.lab.store import Results
from parrain.lab.sweep import Sweep, comparison_html


def clocked(experiment: Experiment) -> list[str]:
    """The bots of an experiment that think by the clock: on another machine they may choose otherwise."""
    game = find_game(experiment.game)
    found = []
    for bot in dict.fromkeys(spec for variant in experiment.variants for spec in variant.bots):
        spec = level_spec(bot, game) if bot in levels_of(game) else bot
        name, _, settings = spec.partition(":")
        if name in ("search", "rollouts") and (not settings or any(part.endswith("s") for part in settings.split("+"))):
            found.append(bot)
    return found


def title_of(experiment: Experiment) -> Say:
    """The title of the report."""
    return say(
        "{game}: {games} games, {players} players",
        game=find_game(experiment.game).title,
        games=experiment.games,
        players=experiment.players,
    )


def facts(results: Results) -> list[Say]:
    """What was played."""
    experiment = results.experiment
    found = [
        say(
            "Bots {bots}, seed {seed}, edition {edition}."
            " In brackets are 95 % intervals: what chance alone leaves open.",
            bots=", ".join(dict.fromkeys(bot for variant in experiment.variants for bot in variant.bots)),
            seed=experiment.seed,
            edition=experiment.game_of(0).edition.key,
        )
    ]
    timed = clocked(experiment)
    if timed:
        found.append(
            say("{bots} think by the clock: on another machine they may choose otherwise.", bots=", ".join(timed))
        )
    missing = sum(part.count for part in results.missing())
    if missing:
        found.append(say("{missing} games have not been played yet.", missing=missing))
    return found


def report_page(results: Results, words: Words, language: str) -> str:
    """The page that stands alone."""
    return page(words(title_of(results.experiment)), report_body(results, words), language)


def report_body(results: Results, words: Words) -> list[str]:
    """What was played, the variants compared, and every variant after the other."""
    experiment = results.experiment
    parts = [f"<p>{escape(words(sentence))}</p>" for sentence in facts(results)]
    several = len(experiment.variants) > 1
    if several:
        sweep = Sweep(results)
        sweep.look_at_all()
        heading = words(say("The variants beside the first"))
        parts += [f"<h1>{escape(heading)}</h1>", comparison_html(sweep, words)]
    for number, variant in enumerate(experiment.variants):
        if several:
            parts.append(f"<h1>{escape(variant.name)}</h1>")
        for section in Findings(results, number).sections():
            parts.append(section_html(section, words))
    return parts


def section_html(section: Section, words: Words) -> str:
    """A section with its sentences, plots and table."""

    def text(cell: Cell) -> str:
        return cell if isinstance(cell, str) else words(cell)

    found = [f"<h2>{escape(words(section.title))}</h2>"]
    found += [f"<p>{escape(words(sentence))}</p>" for sentence in section.sentences]
    if section.bars:
        bars = [(text(label), of.value, of.low, of.high) for label, of in section.bars]
        found.append(intervals_plot(bars, section.fair, words(say("games won, in %, with 95 % interval")), words))
    if section.histogram:
        label, values = section.histogram
        found.append(histogram_plot(values, words(label), words(say("games"))))
    if section.rows:
        found.append(
            table([words(head) for head in section.heads], [[text(cell) for cell in row] for row in section.rows])
        )
    return "\n".join(found)
