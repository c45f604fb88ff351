"""The recorder of an experiment: plays its games and turns each into rows of four tables.

- games: one row a game, its length, ending and course
- seats: one row a seat and game, its bot, place, share of the win, points, first choice
- choices: one row a seat, game and kind of choice, how often it was chosen and what it gained
- points: one row a seat, game and source of points
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from math import log10
from typing import NamedTuple

from parrain.bots import Bot, make_bot
from parrain.bots.bot import notify, reset, watches
from parrain.bots.seeds import seed_from, stream_for
from parrain.core import Action, Event, Game, State, Stream, View
from parrain.lab.course import Course, Step, leaders, leads_for_good, measure, share_of
from parrain.lab.experiment import CHOICES, COURSE, HIDDEN, POINTS, Experiment, Part, Variant, forbidden_actions
from parrain.lab.simulate import play

LOOK = 16  # what is hidden is measured at one decision in so many

Row = tuple[object, ...]  # in the order of the table's COLUMNS
Rows = dict[str, list[Row]]
Columns = dict[str, list[object]]
Tables = dict[str, Columns]
COURSE_COLUMNS = [each.name for each in fields(Course)]
OBSERVED = [
    *("turns", "real", "choices_mean", "choices_most", "branching", "tree", "hidden", "decisive"),
    *COURSE_COLUMNS,
]
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "games": (*("variant", "game", "deal", "seed", "decisions", "ending", "winners"), *OBSERVED),
    "seats": (
        *("variant", "game", "seat", "bot", "role", "restricted", "place", "share", "returns", "score"),
        *("decisions", "opening", "eliminated"),
    ),
    "choices": ("variant", "game", "seat", "choice", "count", "gain", "decisive"),
    "points": ("variant", "game", "seat", "source", "points"),
}


class Restricted:
    """A bot that may not make some choices, unless there are no others (restricted play, Jaffe and others 2012)."""

    def __init__(self, bot: Bot, forbidden: frozenset[int]) -> None:
        self.bot = bot
        self.forbidden = forbidden
        self.watching = watches(bot)

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        left = [action for action in actions if action.id not in self.forbidden]
        return self.bot.choose(view, left or actions, rng)

    def watch(self, view: View) -> None:
        """Forward the View."""
        notify(self.bot, view)

    def forget(self) -> None:
        """Forward."""
        reset(self.bot)


class Recorder:
    """Observes one game."""

    def __init__(self, game: Game, state: State, questions: Sequence[str], rng: Stream) -> None:
        self.game = game
        self.questions = questions
        self.rng = rng
        self.keys = choice_keys(game)
        self.sizes: list[int] = []
        self.seats: list[int] = []
        self.made: list[str] = []  # the key of each choice
        self.openings = [""] * state.players
        self.turn = game.turn_number(state)
        self.turns = 1
        self.hidden: list[float] = []
        self.steps = [Step(-1, self.shares(state))] if COURSE in questions else []
        self.eliminations = type(game).is_eliminated is not Game.is_eliminated
        self.out: dict[int, int] = {}  # seats out of the game, and after how many decisions

    def shares(self, state: State) -> list[float]:
        """Each seat's expected share of the win, by the game's own evaluation."""
        return [share_of(value, state.players) for value in self.game.evaluate(state)]

    def choosing(self, state: State, seat: int, choices: Sequence[Action], action: Action) -> None:
        self.sizes.append(len(choices))
        self.seats.append(seat)
        self.made.append(self.keys[action.id])
        if len(choices) > 1 and not self.openings[seat]:
            self.openings[seat] = action.text
        if HIDDEN in self.questions and len(self.sizes) % LOOK == 1:
            self.hidden.append(hidden_share(self.game, state, seat, self.rng))

    def chosen(self, state: State, seat: int, action: Action) -> None:
        turn = self.game.turn_number(state)
        if turn != self.turn:
            self.turn = turn
            self.turns += 1
            if self.eliminations:
                view = state.view(None)
                for each in range(state.players):
                    if each not in self.out and self.game.is_eliminated(view, each):
                        self.out[each] = len(self.sizes)
        if self.steps and not state.is_over:
            self.steps.append(Step(seat, self.shares(state)))


def hidden_share(game: Game, state: State, seat: int, rng: Stream) -> float:
    """The share of the table's values that are wrong in a table imagined from what the seat knows."""
    true = list(values(state.to_position()))
    imagined = list(values(game.imagine(state.view(seat), rng).to_position()))
    wrong = sum(mine != theirs for mine, theirs in zip(true, imagined, strict=False))
    return (wrong + abs(len(true) - len(imagined))) / max(len(true), len(imagined))


def values(node: object) -> Iterator[object]:
    """The values of a position; not the random stream, which lies on no table."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            if key != "random":
                yield from values(value)
    elif isinstance(node, (list, tuple)):
        for value in node:
            yield from values(value)
    else:
        yield node


@lru_cache(maxsize=64)
def choice_keys(game: Game) -> list[str]:
    """By action id, the verb of its text and the components it names: `send killer`, `at bar`, `lay 7`."""
    known = frozenset(component_names(game.edition.data))
    found = []
    for action in game.actions:
        verb, *words = action.text.replace("/", " ").split()
        found.append(" ".join([verb, *(word for word in words if word in known)]))
    return found


def component_names(node: object) -> Iterator[str]:
    """The names in an edition file: those of tables and of lists of names."""
    if isinstance(node, dict):
        name = node.get("name")
        if isinstance(name, str):
            yield name
        for key, value in node.items():
            if isinstance(value, dict) and not key.isdecimal():
                yield key
            yield from component_names(value)
    elif isinstance(node, list):
        for value in node:
            if isinstance(value, str):
                yield value
            else:
                yield from component_names(value)


class Seating(NamedTuple):
    """Who sits where in a game: the bots by seat, their names, and the names that `play` is told."""

    seated: list[Bot]
    specs: list[str]
    played: list[str]
    restricted: int  # the seat that may not make some choices, -1: none


def play_part(experiment: Experiment, part: Part) -> Tables:
    """Play the games of a part: the unit of work, the same on any machine."""
    game = experiment.game_of(part.variant)
    variant = experiment.variants[part.variant]
    ready = {spec: make_bot(spec, game) for spec in variant.bots}
    seatings = [seating_of(experiment, variant, game, ready, turn) for turn in range(experiment.players)]
    found: Rows = {name: [] for name in COLUMNS}
    for number in range(part.first, part.first + part.count):
        record_game(experiment, variant, number, game, seatings[number % experiment.players], found)
    return {name: in_columns(columns, found[name]) for name, columns in COLUMNS.items()}


def in_columns(columns: Sequence[str], rows: Sequence[Row]) -> Columns:
    """Rows by column; what a row leaves out at its end is None."""
    values = [list(each) for each in zip(*rows, strict=True)]
    values += [[None] * len(rows) for _ in columns[len(values) :]]
    return dict(zip(columns, values, strict=True))


def seating_of(experiment: Experiment, variant: Variant, game: Game, ready: Mapping[str, Bot], turn: int) -> Seating:
    """The seating of every game whose number leaves that remainder by the number of players."""
    players = experiment.players
    lineup = [variant.bots[seat % len(variant.bots)] for seat in range(players)]
    specs = [lineup[(seat - turn) % players] for seat in range(players)] if experiment.rotate else lineup
    seated: list[Bot] = [ready[spec] for spec in specs]
    played = list(specs)
    if not variant.forbid:
        return Seating(seated, specs, played, -1)
    seated[turn] = Restricted(seated[turn], forbidden_actions(game, variant.forbid))
    played[turn] += " restricted"  # so that it is not taken for the plain random bot
    return Seating(seated, specs, played, turn)


def record_game(
    experiment: Experiment, variant: Variant, number: int, game: Game, seating: Seating, found: Rows
) -> None:
    """Play one game and add its rows; where nothing is observed they leave out the columns of observers."""
    players = experiment.players
    deal = number // experiment.games_a_deal
    log: list[Event] | None = [] if POINTS in experiment.questions else None
    seed = seed_from(experiment.seed, "game", deal)
    state = game.new(players, seed, log, **variant.options)
    observer: Recorder | None = None
    if experiment.questions:
        observer = Recorder(game, state, experiment.questions, stream_for(experiment.seed, "hidden", number))
    made = play(state, seating.seated, seating.played, experiment.seed, number, observer)
    places = state.ranking()
    winners = places.count(1)
    result = [(place == 1) / winners for place in places]
    name = variant.name
    decisive, observed = (None, []) if observer is None else observed_of(observer, result)
    found["games"].append((name, number, deal, str(seed), made, state.ending, winners, *observed))
    returns, scores, roles = state.returns(), state.scores(), role_texts(game)
    for seat in range(players):
        row: Row = (name, number, seat, seating.specs[seat], roles[seat % len(roles)], seat == seating.restricted)
        row += (places[seat], result[seat], returns[seat], scores[seat])
        if observer is not None:
            out = observer.out[seat] / made if seat in observer.out else None
            row += (observer.seats.count(seat), observer.openings[seat] or None, out)
        found["seats"].append(row)
    if observer is not None and CHOICES in experiment.questions:
        add_choices(found["choices"], name, number, observer, decisive)
    if log is not None:
        for source, points in game.points_by_source(state, log).items():
            for seat, count in enumerate(points):
                found["points"].append((name, number, seat, source, count))


@lru_cache(maxsize=64)
def role_texts(game: Game) -> list[str | None]:
    """What the seats play in turn."""
    return [role.text for role in game.roles] or [None]


def observed_of(observer: Recorder, result: Sequence[float]) -> tuple[int | None, list[object]]:
    """The choice with which the winner took the lead for good, and what was observed of the game (OBSERVED)."""
    decisive, course = course_of(observer, result)
    sizes = observer.sizes
    real = [size for size in sizes if size > 1]
    return decisive, [
        observer.turns,
        len(real),
        sum(sizes) / max(1, len(sizes)),
        max(sizes, default=0),
        sum(real) / max(1, len(real)),
        sum(log10(size) for size in real),
        sum(observer.hidden) / len(observer.hidden) if observer.hidden else None,
        observer.made[decisive] if decisive is not None else None,
        *course,
    ]


def course_of(observer: Recorder, result: Sequence[float]) -> tuple[int | None, list[object]]:
    """The choice with which the winner took the lead for good, and the measures of the course (COURSE_COLUMNS)."""
    if not observer.steps:
        return None, [None] * len(COURSE_COLUMNS)
    winner = next((seat for seat, share in enumerate(result) if share == 1), None)
    decisive = None
    if winner is not None:
        since = leads_for_good(leaders([step.shares for step in observer.steps]), winner)
        decisive = since - 1 if since else None  # the first step is the deal
    course = measure(observer.steps, result)
    return decisive, [getattr(course, column) for column in COURSE_COLUMNS]


def add_choices(table: list[Row], name: str, number: int, observer: Recorder, decisive: int | None) -> None:
    """Add a row for every kind of choice that a seat made."""
    counts: dict[tuple[int, str], int] = {}
    gains: dict[tuple[int, str], float] = {}
    for at, (seat, choice) in enumerate(zip(observer.seats, observer.made, strict=True)):
        counts[seat, choice] = counts.get((seat, choice), 0) + 1
        if at + 1 < len(observer.steps):
            gain = observer.steps[at + 1].shares[seat] - observer.steps[at].shares[seat]
            gains[seat, choice] = gains.get((seat, choice), 0.0) + gain
    last = None if decisive is None else (observer.seats[decisive], observer.made[decisive])
    for seat, choice in sorted(counts):
        key = (seat, choice)
        table.append((name, number, seat, choice, counts[key], gains.get(key), key == last))
