"""Analysis of a finished game: the value of every choice to its seat, given what the seat knew, and of the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from parrain.bots.rollouts import make_adviser
from parrain.bots.seeds import stream_for
from parrain.bots.settings import SearchSettings
from parrain.core import Action, Game, Record, Say, State, View

SIMULATIONS = 400
EXACT = 60_000
TURNING = 0.1  # the loss (a share of the win) that makes a choice a turning point
MOST_TURNING = 5


@dataclass
class Choice:
    """One choice: its expected share of the win, and that of the best choice."""

    number: int
    seat: int
    action: str
    label: Say
    expected: float
    best: str
    best_label: Say
    best_expected: float

    @property
    def lost(self) -> float:
        """The loss against the best choice."""
        return max(0.0, self.best_expected - self.expected)


@dataclass
class Analysis:
    """All choices of a record in order, the turning points (worst first), and each seat's share of the win."""

    game: str
    players: int
    simulations: int
    over: bool
    choices: list[Choice] = field(default_factory=list)
    turning_points: list[int] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)


def analyse(
    game: Game, record: Record, simulations: int = SIMULATIONS, watch: Callable[[int], None] | None = None
) -> Analysis:
    """Evaluate every choice of a record by a search from its seat's View."""
    adviser = make_adviser(game, SearchSettings(simulations=simulations, exact=EXACT))
    state = record.replay(game, 0)
    found = Analysis(game.id, record.players, simulations, False)
    for number, entry in enumerate(record.standing(), 1):
        action = game.action_from_text(entry.text)
        view = state.view(entry.seat)
        choices = state.legal_actions(entry.seat)
        judged = (
            adviser.judge(view, choices, action, stream_for(record.seed, "analysis", number))
            if len(choices) > 1
            else []
        )
        weigh(found, game, number, view, action, judged)
        state.apply(entry.seat, action)
        if watch is not None:
            watch(number)
    conclude(found, state)
    return found


def weigh(
    found: Analysis, game: Game, number: int, view: View, action: Action, judged: Sequence[tuple[Action, float]]
) -> None:
    """Add a choice, unless `judged` (the values of the best choice and this one, best first) is empty."""
    value = dict(judged).get(action)
    if value is None or view.seat is None:
        return
    top, most = judged[0]
    found.choices.append(
        Choice(
            number,
            view.seat,
            action.text,
            game.action_label(action, view),
            round(value, 4),
            top.text,
            game.action_label(top, view),
            round(most, 4),
        )
    )


def conclude(found: Analysis, state: State) -> None:
    """Add the result and the turning points."""
    found.over = state.is_over
    if state.is_over:
        places = state.ranking()
        found.shares = [(place == 1) / places.count(1) for place in places]
    worst = sorted((each for each in found.choices if each.lost >= TURNING), key=lambda each: -each.lost)
    found.turning_points = [each.number for each in worst[:MOST_TURNING]]
