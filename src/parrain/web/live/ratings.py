"""Ratings of finished games by openskill (Plackett-Luce), on the scale on which the levels of bots are measured.

Everybody at the table counts: people with a rating by theirs, bots by the measured strength of their level, which
stays what it is, and people without a rating as unknown. Only those who want a history are given a new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from parrain.bots.levels import elo_of, levels_of
from parrain.core import Game

MU, SIGMA = 25.0, 25.0 / 3  # of somebody of whom nothing is known
BETA = SIGMA / 2
NORMAL = 1000  # Elo points of the bot `normal`, which is MU
STEP = 150  # from level to level, where they have not been measured
BOT_SIGMA = 1.0
POINTS = 400 / (2**0.5 * BETA * 2.302585)  # Elo points for one of mu, at a table of two

Rating = tuple[float, float]


def is_available() -> bool:
    """Whether openskill is installed."""
    return find_spec("openskill") is not None


def bot_rating(game: Game, level: str) -> Rating:
    """The fixed rating of a bot."""
    measured, levels = elo_of(game), levels_of(game)
    if level in measured and "normal" in measured:
        points = measured[level] - measured["normal"]
    elif level in levels:
        points = STEP * (levels.index(level) - levels.index("normal"))
    else:
        return MU, SIGMA
    return MU + points / POINTS, BOT_SIGMA


def rate(game: Game, bots: Mapping[int, str], known: Mapping[int, Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings of all seats after a game that ended with these places."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MU, sigma=SIGMA)
    before = [
        bot_rating(game, bots[seat]) if seat in bots else known.get(seat, (MU, SIGMA)) for seat in range(len(places))
    ]
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    return [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=list(places))]


def points_of(rating: Rating) -> tuple[int, int]:
    """A rating in Elo points, and how far it may be off (two standard deviations)."""
    mu, sigma = rating
    return round(NORMAL + (mu - MU) * POINTS), round(2 * sigma * POINTS)
