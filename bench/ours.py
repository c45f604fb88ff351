"""Our games and yardsticks, through the public API alone."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

from tasks import DECISIONS, MIDGAME_STATES, SEARCH, SIMULATIONS, Done, Task, attempt

import parrain
import parrain.core.state
from parrain.core import Stream

choice = random.choice
VECTOR_GAMES = 64  # stepped together


def library() -> str:
    """Ours, and whether it is compiled."""
    return f"parrain {engine(parrain.core.state)}"


def engine(module: Any) -> str:
    """Whether a module is compiled."""
    return "interpreted" if module.__file__.endswith(".py") else "compiled"


def tasks(adapter: bool = False) -> Iterator[Task]:
    """Every task of every registered game, then of the yardsticks; or those of the PettingZoo adapter."""
    if adapter:
        yield from adapter_tasks()
        return
    for game in parrain.all_games().values():
        yield from attempt(f"{library()}: {game.id}", of_game(game, seats(game), imagines=True))
    for game in find_yardsticks().values():
        yield from of_game(game, game.fewest, imagines=False)
        yield Task(library(), game.id, game.fewest, "one stream", one_stream(game))


def find_yardsticks() -> dict[str, Any]:
    """The yardsticks; none where they would run interpreted on a compiled engine."""
    from yardsticks import leduc, yardsticks

    return yardsticks() if engine(leduc) == engine(parrain.core.state) else {}


def seats(game: Any) -> int:
    """Four where the game allows it, as with the peers; else as near as it gets."""
    return max(game.fewest, min(4, game.most))


def of_game(game: Any, players: int, imagines: bool) -> Iterator[Task]:
    """The tasks of one game."""

    def task(metric: str, run: Callable[[int], Done]) -> Task:
        return Task(library(), game.id, players, metric, run)

    states = midgame(game, players)
    yield task(DECISIONS, loop(game, players))
    yield task("playout", playout(game, players))
    yield task("clone", calls([state.clone for state in states]))
    yield task("view", calls([lambda state=state: state.view(0) for state in states]))
    if imagines:
        rng = Stream(7)
        views = [state.view(state.current_players()[0]) for state in states]
        yield task("imagine", calls([lambda view=view: game.imagine(view, rng) for view in views]))
        yield task(SIMULATIONS, simulations(game, views))


def simulations(game: Any, views: list[Any]) -> Callable[[int], Done]:
    """Simulations of the search as the bots run it: a tree from each View, grown side by side up to 200 each.

    Views are unlike: from one a simulation takes a hundred times as long as from another, so every amount is of all.
    """
    from parrain.bots.levels import hidden_actions
    from parrain.bots.tree import Search

    hidden = hidden_actions(game)
    trees: list[Any] = []
    grown = SEARCH

    def run(amount: int) -> Done:
        nonlocal trees, grown
        for _ in range(amount):
            if grown == SEARCH:
                trees, grown = [Search(game, view, Stream(number), hidden) for number, view in enumerate(views)], 0
            for tree in trees:
                tree.simulate(1)
            grown += 1
        return Done(amount * len(views))

    return run


def loop(game: Any, players: int) -> Callable[[int], Done]:
    """Random play as anybody would write it: every game from a seed of its own."""
    seeds = itertools.count(1)

    def run(amount: int) -> Done:
        made = 0
        for _ in range(amount):
            state = game.new(players, next(seeds))
            while not state.is_over:
                for player in state.current_players():
                    choices = state.legal_actions(player)
                    if choices:
                        state.apply(player, choice(choices))
                        made += 1
        return Done(made, made, amount)

    return run


def one_stream(game: Any) -> Callable[[int], Done]:
    """The same, but chance goes on from game to game in one stream, as OpenSpiel's does, instead of a seed for each."""
    table = game.new(None, 1)

    def run(amount: int) -> Done:
        made = 0
        for _ in range(amount):
            table.set_up()
            state = table.clone()
            while not state.is_over:
                for player in state.current_players():
                    choices = state.legal_actions(player)
                    if choices:
                        state.apply(player, choice(choices))
                        made += 1
        return Done(made, made, amount)

    return run


def playout(game: Any, players: int) -> Callable[[int], Done]:
    """Random play inside the engine."""
    seeds = itertools.count(1)
    rng = Stream(11)

    def run(amount: int) -> Done:
        made = 0
        for _ in range(amount):
            made += game.new(players, next(seeds)).playout(rng)
        return Done(made, made, amount)

    return run


def midgame(game: Any, players: int) -> list[Any]:
    """Games of different seeds, each played to its middle."""
    found = []
    for seed in range(MIDGAME_STATES):
        length = game.new(players, seed).playout(Stream(seed))
        state = game.new(players, seed)
        state.playout(Stream(seed), length // 2)
        found.append(state)
    return found


def calls(functions: list[Callable[[], object]]) -> Callable[[int], Done]:
    """Call each of them so many times."""

    def run(amount: int) -> Done:
        for _ in range(amount):
            for function in functions:
                function()
        return Done(amount * len(functions))

    return run


def adapter_tasks() -> Iterator[Task]:
    """Steps through our PettingZoo adapter, driven as any PettingZoo environment is, and through games in a vector."""
    from peers import pettingzoo_loop

    from parrain import vector
    from parrain.adapters import pettingzoo as adapter

    def vector_loop(env: Any) -> Callable[[int], Done]:
        env.reset(seed=1)

        def run(amount: int) -> Done:
            for _ in range(amount):
                env.step(env.sample())
            return Done(amount * env.num_envs)

        return run

    def steps(game: Any) -> Iterator[Task]:
        yield Task(
            library(), game.id, seats(game), "adapter", pettingzoo_loop(adapter.env(game.id, players=seats(game)))
        )
        yield Task(
            library(), game.id, seats(game), "vector", vector_loop(vector.make(game.id, VECTOR_GAMES, seats(game)))
        )

    for game in parrain.all_games().values():
        yield from attempt(f"{library()}: {game.id}, adapter", steps(game))
