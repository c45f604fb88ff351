"""Plots and pages for reports: small SVG pictures by matplotlib, in pages that stand alone."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from parrain.core import ParrainError, Say, say
from parrain.lab.tournament import Tournament

Words = Callable[[Say], str]

INK, PAPER, BRASS, OXBLOOD, BLUE = "#1b1a18", "#f4eede", "#a5813c", "#7a1f24", "#2f5570"
SENTENCE = 32  # a longer text in a table is a sentence
STYLE = f"""
body {{ background: {PAPER}; color: {INK}; font: 16px/1.5 system-ui, sans-serif; \
max-width: 70rem; margin: 2rem auto; padding: 0 1rem }}
h1, h2 {{ font-family: Georgia, serif; font-weight: normal; border-bottom: 2px solid {BRASS} }}
table {{ border-collapse: collapse; width: 100%; display: block; overflow-x: auto }}
th, td {{ text-align: right; padding: .25rem .6rem; border-bottom: 1px solid {BRASS}; white-space: nowrap }}
th {{ white-space: normal; vertical-align: bottom }}
th:first-child, td:first-child, td.words {{ text-align: left }}
td.words {{ white-space: normal; min-width: 14rem }}
svg {{ max-width: 100%; height: auto }}
"""


class NoPlots(ParrainError):
    """The library that draws plots is not installed."""


def figure(wide: float, high: float) -> tuple[Any, Any]:
    """An empty plot."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise NoPlots("Plots need matplotlib: install parrain[lab].") from None
    matplotlib.rcParams["svg.hashsalt"] = "parrain"  # the same picture every time
    made = Figure(figsize=(wide, high), facecolor=PAPER, layout="constrained")
    axes = made.add_subplot(facecolor=PAPER)
    axes.spines[["top", "right"]].set_visible(False)
    return made, axes


def svg(made: Any) -> str:
    """A plot as SVG to put into a page."""
    out = io.StringIO()
    made.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def intervals_plot(
    rows: Sequence[tuple[str, float, float, float]], fair: float | None, label: str, words: Words
) -> str:
    """Shares with their intervals, in percent, beside the fair share if there is one."""
    shown = rows[::-1]
    made, axes = figure(7, 1.2 + 0.45 * len(shown))
    for row, (_, share, low, high) in enumerate(shown):
        axes.plot([100 * low, 100 * high], [row, row], color=BLUE, linewidth=3)
        axes.plot(100 * share, row, "D", color=OXBLOOD)
    if fair is not None:
        axes.axvline(100 * fair, color=BRASS, linestyle="--", label=words(say("fair share")))
        axes.legend(frameon=False)
    axes.set_yticks(range(len(shown)), [name for name, *_ in shown])
    axes.set_xlim(0, 100)
    axes.set_xlabel(label)
    return svg(made)


def shares_plot(result: Tournament, words: Words) -> str:
    """The share of wins of each bot with its interval, beside its fair share."""
    rows = [(each.bot, each.share, each.low, each.high) for each in result.standings]
    return intervals_plot(rows, 1 / result.players, words(say("games won, in %, with 95 % interval")), words)


def differences_plot(rows: Sequence[tuple[str, float, float, float]], label: str) -> str:
    """Differences with their intervals, in percent, beside none at all."""
    shown = rows[::-1]
    made, axes = figure(9, 1.2 + 0.4 * len(shown))
    for row, (_, value, low, high) in enumerate(shown):
        axes.plot([100 * low, 100 * high], [row, row], color=BLUE, linewidth=3)
        axes.plot(100 * value, row, "D", color=OXBLOOD)
    axes.axvline(0, color=BRASS, linestyle="--")
    axes.set_yticks(range(len(shown)), [name for name, *_ in shown])
    axes.set_xlabel(label)
    return svg(made)


def histogram_plot(values: Sequence[float], label: str, counted: str) -> str:
    """How often which value came up."""
    made, axes = figure(7, 2.6)
    axes.hist(values, bins=min(30, max(5, len(set(values)))), color=BLUE, edgecolor=PAPER)
    axes.set_xlabel(label)
    axes.set_ylabel(counted)
    return svg(made)


def course_plot(result: Tournament, words: Words) -> str:
    """The shares of wins over the games."""
    made, axes = figure(7, 3)
    marks = ("-", "--", "-.", ":")
    for number, each in enumerate(result.standings):
        won, course = 0.0, []
        for played, winners in enumerate(result.winners, 1):
            won += winners.count(each.bot) / max(1, len(winners))
            course.append(100 * won / played)
        axes.plot(
            range(1, len(course) + 1),
            course,
            marks[number % 4],
            color=(OXBLOOD, BLUE, BRASS, INK)[number % 4],
            label=each.bot,
        )
    axes.set_ylim(0, 100)
    axes.set_xlabel(words(say("games")))
    axes.set_ylabel(words(say("wins so far, in %")))
    axes.legend(frameon=False)
    return svg(made)


def page(title: str, parts: Sequence[str], language: str) -> str:
    """A self-contained HTML page."""
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><h1>{escape(title)}</h1>\n{body}\n</body></html>\n"
    )


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """An HTML table."""
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join("<tr>" + "".join(cell(each) for each in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def cell(text: str) -> str:
    """A cell of a table; a sentence is broken into lines."""
    return f'<td class="words">{escape(text)}</td>' if len(text) > SENTENCE else f"<td>{escape(text)}</td>"


def tournament_page(
    result: Tournament, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], words: Words, language: str
) -> str:
    """The report of a tournament."""
    facts = words(
        say(
            "{games} games of {players} players, seed {seed}; seats rotate over the same deals.",
            games=result.games,
            players=result.players,
            seed=result.seed,
        )
    )
    plots = [shares_plot(result, words), course_plot(result, words)]
    return page(title, [f"<p>{escape(facts)}</p>", table(heads, rows), *plots], language)
