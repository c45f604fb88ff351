"""Many games between bots: who wins, how it ends, how long it takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from parrain.bots import Bot, make_bot
from parrain.bots.bot import notify, reset, watches
from parrain.bots.seeds import seed_from, stream_for
from parrain.core import Action, BadOption, Game, State


@dataclass
class Result:
    """The result of a number of games. A seat wins when it is first, alone or shared."""

    game: str
    edition: str
    players: int
    games: int
    bots: list[str]
    options: dict[str, object]
    seed: int
    decisions: int
    wins: list[int]
    returns: list[float]
    endings: dict[str, int]
    seconds: float


def simulate(
    game: Game,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    watch: Callable[[int], None] | None = None,
) -> Result:
    """Play `games` games; the bots take the seats in order, repeated if they are fewer.

    The same arguments give the same games on any machine. `watch` is called with the number of games played.
    """
    if games < 1:
        raise BadOption("At least one game must be played, not {games}.", games=games)
    if not 1 <= len(bots) <= players:
        raise BadOption("{players} players need from 1 to {players} bots, not {bots}.", players=players, bots=len(bots))
    specs = [bots[seat % len(bots)] for seat in range(players)]
    seated = [make_bot(spec, game) for spec in specs]
    game.new(players, 0, None, **(options or {}))  # validates the arguments before the clock starts
    settled = game.settle_options(options or {})
    endings = dict.fromkeys(game.endings, 0)
    found = Result(game.id, game.edition.key, players, games, specs, settled, seed, 0, [0] * players, [], endings, 0.0)
    totals = [0.0] * players
    start = time.perf_counter()
    for number in range(games):
        state = game.new(players, seed_from(seed, "game", number), None, **found.options)
        found.decisions += play(state, seated, specs, seed, number)
        found.endings[state.ending] = found.endings.get(state.ending, 0) + 1
        for seat, (place, worth) in enumerate(zip(state.ranking(), state.returns(), strict=True)):
            found.wins[seat] += place == 1
            totals[seat] += worth
        if watch is not None:
            watch(number + 1)
    found.seconds = time.perf_counter() - start
    found.returns = [total / games for total in totals]
    return found


class Observer(Protocol):
    """Is shown every decision of a game, before and after it is applied."""

    def choosing(self, state: State, seat: int, choices: Sequence[Action], action: Action) -> None:
        """Before the choice."""

    def chosen(self, state: State, seat: int, action: Action) -> None:
        """After the choice."""


def play(
    state: State, seated: Sequence[Bot], specs: Sequence[str], seed: int, number: int, observer: Observer | None = None
) -> int:
    """Play one game to its end; the number of decisions.

    Where all bots are random and nothing is observed, the engine plays by itself: the same game, quicker.
    """
    if all(spec == "random" for spec in specs):
        stream = stream_for(seed, "bots", number)
        if observer is None:
            return state.playout(stream)
        streams = [stream] * state.players
    else:
        streams = [stream_for(seed, "bot", number, seat) for seat in range(state.players)]
    for bot in seated:
        reset(bot)
    watchers = [seat for seat in range(state.players) if watches(seated[seat])]
    made = 0
    while not state.is_over:
        for seat in state.current_players():
            choices = state.legal_actions(seat)
            if choices:  # another seat's answer may have settled it
                action = seated[seat].choose(state.view(seat), choices, streams[seat])
                if observer is not None:
                    observer.choosing(state, seat, choices, action)
                state.apply(seat, action)
                made += 1
                if observer is not None:
                    observer.chosen(state, seat, action)
                for watcher in watchers:
                    notify(seated[watcher], state.view(watcher))
    return made
