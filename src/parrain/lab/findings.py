"""What the results of an experiment say: sections of plain sentences with intervals, tables and plots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import polars as pl

from parrain.core import Game, Say, say
from parrain.lab.experiment import Experiment
from parrain.lab.statistics import Estimate, explained, mean, share
from parrain.lab.store import Results

MOST_ROWS = 40
FEWEST_SEATS = 5  # a choice that fewer seats made is left out of tables
Cell = str | Say
Bar = tuple[Cell, Estimate]


@dataclass
class Section:
    """A part of a report. `bars` are drawn as shares with intervals beside `fair`; `lengths` as a histogram."""

    title: Say
    sentences: list[Say] = field(default_factory=list)
    heads: Sequence[Say] = ()
    rows: list[list[Cell]] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    fair: float | None = None
    histogram: tuple[Say, list[float]] | None = None


def decimal(value: float, form: str = ".1f") -> Say:
    """A number with a decimal point, or a comma in the languages that write one."""
    whole, _, part = format(value, form).partition(".")
    return say("{whole}.{part}", whole=whole, part=part)


def percent(found: Estimate) -> Say:
    """A share with its interval."""
    return say(
        "{value} % ({low} to {high})",
        value=decimal(100 * found.value),
        low=decimal(100 * max(0.0, found.low)),
        high=decimal(100 * min(1.0, found.high)),
    )


def plain(found: Estimate | None, digits: int = 1) -> Cell:
    """A mean with its interval; a dash where nothing was measured."""
    if found is None:
        return "–"
    return say(
        "{value} ({low} to {high})",
        value=decimal(found.value, f".{digits}f"),
        low=decimal(found.low, f".{digits}f"),
        high=decimal(found.high, f".{digits}f"),
    )


class Findings:
    """The findings about one variant."""

    def __init__(self, results: Results, variant: int = 0) -> None:
        experiment: Experiment = results.experiment
        self.experiment = experiment
        self.variant = experiment.variants[variant]
        self.game: Game = experiment.game_of(variant)
        mine = pl.col("variant") == self.variant.name
        self.games = results.games.filter(mine)
        self.seats = results.seats.filter(mine)
        self.choices = results.choices.filter(mine)
        self.points = results.points.filter(mine)
        self.count = len(self.games)
        self.fair = 1 / experiment.players

    def sections(self) -> list[Section]:
        """Everything that these results can tell."""
        if not self.count:
            return []
        found = [self.wins(), self.bots(), self.openings(), self.length(), self.sources(), self.lead()]
        found += [self.chosen(), self.skill(), self.losers(), self.browne(), self.tag()]
        return [section for section in found if section is not None]

    def mean(self, column: str) -> Estimate | None:
        """The mean of a column of games."""
        return mean(self.games[column].to_list())

    def shares(self, column: str) -> list[tuple[object, Estimate]]:
        """The share of the win by a column of seats, in the order of its values."""
        grouped = self.seats.drop_nulls(column).group_by(column, maintain_order=True)
        found = grouped.agg(pl.col("share").sum(), pl.len().alias("seats")).sort(column)
        return [(name, share(wins, seats)) for name, wins, seats in found.iter_rows()]

    # -- who wins ----------------------------------------------------------------------------------------------

    def wins(self) -> Section:
        """The share of the win by seat, and by faction."""
        section = Section(say("Who wins"), fair=self.fair)
        section.bars = [
            (say("Player {number}", number=int(str(seat)) + 1), found) for seat, found in self.shares("seat")
        ]
        section.sentences = [
            say("{who}: {share} of the games.", who=who, share=percent(of)) for who, of in section.bars
        ]
        wide = [(who, share(of.value * of.size, of.size, len(section.bars))) for who, of in section.bars]
        favoured = [who for who, of in wide if of.low > self.fair]
        hurt = [who for who, of in wide if of.high < self.fair]
        if favoured:
            section.sentences.append(say("Favoured, beyond chance: {who}.", who=favoured))
        if hurt:
            section.sentences.append(say("At a disadvantage, beyond chance: {who}.", who=hurt))
        if not favoured and not hurt:
            section.sentences.append(say("No seat differs from its fair share by more than chance would have it."))
        roles = {role.text: role for role in self.game.roles}
        for name, of in self.shares("role"):
            section.sentences.append(
                say("A seat of the faction {role} wins {share}.", role=roles[str(name)], share=percent(of))
            )
            section.bars.append((roles[str(name)], of))
        return section

    def bots(self) -> Section | None:
        """The share of the win by bot, where there are several."""
        if len(set(self.variant.bots)) < 2:
            return None
        section = Section(say("Which bot wins"), fair=self.fair)
        section.bars = [(str(bot), of) for bot, of in self.shares("bot")]
        section.sentences = [
            say("A seat of {bot} wins {share}.", bot=bot, share=percent(of)) for bot, of in section.bars
        ]
        return section

    def openings(self) -> Section | None:
        """The share of the win by the first real choice of a seat."""
        found = [(name, of) for name, of in self.shares("opening") if of.size >= FEWEST_SEATS]
        if len(found) < 2:
            return None
        found.sort(key=lambda each: -each[1].size)
        section = Section(say("Opening choices"), heads=(say("first choice"), say("seats"), say("wins in %")))
        section.sentences.append(
            say("The first choice of a seat that was one, how often it was made, and how often its seat won then.")
        )
        section.rows = [[str(name), str(of.size), percent(of)] for name, of in found[:MOST_ROWS]]
        return section

    # -- how it goes -------------------------------------------------------------------------------------------

    def length(self) -> Section:
        """Decisions, turns and endings."""
        section = Section(say("Length and endings"), heads=(say("ending"), say("games in %")))
        decisions = [float(value) for value in self.games["decisions"].to_list()]
        ordered = sorted(decisions)
        section.sentences = [
            say(
                "A game takes {decisions} decisions; four in five take from {low} to {high}.",
                decisions=plain(mean(decisions)),
                low=round(ordered[len(ordered) // 10]),
                high=round(ordered[-1 - len(ordered) // 10]),
            )
        ]
        turns = self.mean("turns")
        if turns is not None:
            section.sentences.append(say("It has {turns} turns.", turns=plain(turns)))
        ended = self.games.group_by("ending").len().sort("len", "ending", descending=[True, False])
        section.rows = [[name, percent(share(count, self.count))] for name, count in ended.iter_rows()]
        section.histogram = (say("decisions in a game"), decisions)
        return section

    def sources(self) -> Section | None:
        """Points by where they came from, of winners and of others."""
        if self.points.is_empty():
            return None
        joined = self.points.join(self.seats.select("game", "seat", "share"), on=["game", "seat"])
        section = Section(
            say("Where points come from"),
            heads=(say("source"), say("of a seat"), say("of a winner"), say("of a loser")),
        )
        for source, label in self.game.point_sources.items():
            rows = joined.filter(pl.col("source") == source)
            won = pl.col("share") > 0
            section.rows.append(
                [
                    label,
                    plain(mean(rows["points"].to_list())),
                    plain(mean(rows.filter(won)["points"].to_list())),
                    plain(mean(rows.filter(~won)["points"].to_list())),
                ]
            )
        section.sentences.append(say("The mean points of a seat by source, and of seats that won or lost."))
        return section

    def lead(self) -> Section | None:
        """Lead changes and the runaway leader."""
        changes, third, half = self.mean("lead_changes"), self.mean("leader_third"), self.mean("leader_half")
        if changes is None or third is None or half is None:
            return None
        section = Section(say("The lead"))
        section.sentences = [
            say("The lead changes {changes} times in a game, by the game's own evaluation.", changes=plain(changes)),
            say("Whoever leads after a third of the decisions wins {share}.", share=percent(third)),
            say("Whoever leads after half of the decisions wins {share}.", share=percent(half)),
        ]
        decided = self.mean("decided_at")
        if decided is not None:
            section.sentences.append(
                say("The winner takes the lead for good after {share} of the decisions.", share=percent(decided))
            )
            section.histogram = (
                say("when the winner takes the lead for good, in % of the decisions"),
                [100 * value for value in self.games["decided_at"].drop_nulls().to_list()],
            )
        return section

    def chosen(self) -> Section | None:
        """How often each kind of choice was made, who wins with it, what it gained, and how often it decided."""
        if self.choices.is_empty():
            return None
        joined = self.choices.join(self.seats.select("game", "seat", "share"), on=["game", "seat"])
        grouped = joined.group_by("choice").agg(
            pl.len().alias("seats"),
            pl.col("count").sum(),
            pl.col("share").sum(),
            pl.col("gain").sum(),
            pl.col("decisive").sum(),
        )
        section = Section(
            say("Cards, places, characters: what was chosen"),
            heads=(
                say("choice"),
                say("times a game"),
                say("seats in %"),
                say("they win, in %"),
                say("the others win, in %"),
                say("gain in %"),
                say("decisive in % of games"),
            ),
        )
        section.sentences.append(
            say(
                "Choices by their verb and the component they name; how many seats made them, how often those won"
                " and how often the others; what a choice changed at once in its seat's expected share; and in how many"
                " games the winner took the lead for good with it. Who wins with a choice is not yet who wins by it:"
                " strong seats can afford more. What it is worth, restricted play says (parrain lab sweep --forbid)."
            )
        )
        seats, wins = len(self.seats), float(self.seats["share"].sum())
        for choice, made, count, won, gain, decisive in grouped.sort(
            "count", "choice", descending=[True, False]
        ).iter_rows():
            if made >= FEWEST_SEATS and len(section.rows) < MOST_ROWS:
                others = percent(share(wins - won, seats - made)) if seats > made else "–"
                section.rows.append(
                    [
                        choice,
                        decimal(count / self.count, ".2f"),
                        f"{100 * made / seats:.0f}",
                        percent(share(won, made)),
                        others,
                        decimal(100 * gain / count, "+.2f") if gain is not None else "–",
                        decimal(100 * decisive / self.count),
                    ]
                )
        return section

    # -- luck, skill, and those who lose -----------------------------------------------------------------------

    def skill(self) -> Section | None:
        """What of the result is explained by the player, and what by deal and seat."""
        groups: list[tuple[Say, list[object]]] = []
        if len(set(self.variant.bots)) > 1:
            groups.append((say("who plays (skill)"), self.seats["bot"].to_list()))
        if self.experiment.games_a_deal > 1:
            dealt = self.seats.join(self.games.select("game", "deal"), on="game", maintain_order="left")
            pairs = zip(dealt["deal"].to_list(), dealt["seat"].to_list(), strict=True)
            groups.append((say("the deal and the seat (luck before the first choice)"), [*pairs]))
        if not groups:
            return None
        values = self.seats["share"].to_list()
        section = Section(say("Luck and skill"), heads=(say("what"), say("explains, in %")))
        parts = [explained(values, group) for _, group in groups]
        for (label, _), part in zip(groups, parts, strict=True):
            section.rows.append([label, decimal(100 * part)])
        rest = max(0.0, 1 - sum(parts))
        section.rows.append([say("the rest: chance and choices in play"), decimal(100 * rest)])
        section.sentences.append(
            say(
                "How much of the differences between results each explains"
                " (analysis of variance, intraclass correlation)."
            )
        )
        return section

    def losers(self) -> Section | None:
        """Kingmaking and elimination."""
        section = Section(say("Those who cannot win any more"))
        kings = self.games["kingmaking"].drop_nulls().to_list()
        if kings and self.experiment.players > 2:
            with_one = share(sum(count > 0 for count in kings), len(kings))
            section.sentences.append(
                say(
                    "In {share} of the games a seat without hope (less than a quarter of a fair share) took the lead"
                    " from one and gave it to another: kingmaking.",
                    share=percent(with_one),
                )
            )
        out = self.seats["eliminated"].drop_nulls().to_list()
        when = mean(out)
        if when is not None:
            section.sentences.append(
                say(
                    "{share} of the seats are eliminated, on average after {when} of the decisions.",
                    share=percent(share(len(out), len(self.seats))),
                    when=percent(when),
                )
            )
        return section if section.sentences else None

    # -- measures of the field ---------------------------------------------------------------------------------

    def browne(self) -> Section | None:
        """Browne's criteria from self-play."""
        if self.mean("uncertainty") is None:
            return None
        alone = share(int((self.games["winners"] == 1).sum()), self.count)
        section = Section(say("Browne's criteria"), heads=(say("criterion"), say("value"), say("what it says")))
        section.sentences.append(
            say("After Browne (2008), from 0 to 1 but for duration; shares of the win are the game's own evaluation.")
        )
        section.rows = [
            [
                say("drama"),
                plain(self.mean("drama"), 2),
                say("how far behind the winner was while behind: the mean root of the gap to the leader"),
            ],
            [say("greatest drama"), plain(self.mean("drama_most"), 2), say("the same at the worst moment")],
            [
                say("uncertainty"),
                plain(self.mean("uncertainty"), 2),
                say("how open the game is on average: the entropy of the shares, 1 when all are even"),
            ],
            [
                say("late uncertainty"),
                plain(self.mean("uncertainty_late"), 2),
                say("the same in the last quarter of the decisions"),
            ],
            [
                say("decisiveness"),
                plain(self.mean("decisiveness"), 2),
                say("how soon it is over once the winner stands better than any loser ever did; 1 is at once"),
            ],
            [
                say("lead change"),
                plain(self.mean("lead_change"), 3),
                say("how many of the decisions change the leader"),
            ],
            [
                say("permanence"),
                plain(self.mean("permanence"), 2),
                say("how many gains (of a twentieth or more) are not mostly undone by the next decision"),
            ],
            [say("completion"), plain(alone, 2), say("how many games end with one winner")],
            [say("duration"), plain(self.mean("decisions")), say("decisions in a game")],
        ]
        return section

    def tag(self) -> Section | None:
        """The measures of the Tabletop Games framework."""
        if self.mean("real") is None:
            return None
        real = mean(real / max(1, all_) for real, all_ in self.games.select("real", "decisions").iter_rows())
        section = Section(say("TAG's measures"), heads=(say("measure"), say("value"), say("what it says")))
        section.sentences.append(say("After the Tabletop Games framework (Gaina and others, 2020)."))
        section.rows = [
            [say("size of the choice"), plain(self.mean("choices_mean")), say("choices at a decision, on average")],
            [say("branching"), plain(self.mean("branching")), say("the same where there is more than one")],
            [say("largest choice"), plain(self.mean("choices_most")), say("choices at the largest decision of a game")],
            [say("share of real decisions"), plain(real, 2), say("how many decisions have more than one choice")],
            [
                say("size of the tree"),
                plain(self.mean("tree")),
                say("the choices of one game multiplied, as a power of ten"),
            ],
            [
                say("hidden information"),
                plain(self.mean("hidden"), 2),
                say("how much of the table a player who guesses what is hidden gets wrong"),
            ],
        ]
        return section
