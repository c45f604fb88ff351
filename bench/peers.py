"""The peers, each driven the way its own documentation drives it; a decision is a choice by a player everywhere."""

from __future__ import annotations

import itertools
import random
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tasks import DECISIONS, MIDGAME_STATES, SEARCH, SIMULATIONS, Done, Task, attempt

choice = random.choice

# what pip calls the library, and what to install for it
INSTALL = {
    "open_spiel": ("open_spiel", "numpy"),
    "pettingzoo": ("pettingzoo[classic]", "librt", "mypy_extensions"),  # our compiled adapter needs these two
    "rlcard": ("rlcard",),
    "catanatron": ("catanatron",),
}

GOOFSPIEL = "goofspiel(imp_info=True,num_cards=13,players=4,points_order={})"
OPEN_SPIEL = {
    "leduc_poker": "leduc_poker",
    "goofspiel, random": GOOFSPIEL.format("random"),
    "goofspiel, descending": GOOFSPIEL.format("descending"),
    "hearts": "hearts",
    "gin_rummy": "gin_rummy",
    "backgammon": "backgammon",
    "battleship": "battleship",
    "python_kuhn_poker": "python_kuhn_poker",
    "python_liars_poker": "python_liars_poker",
    "python_tic_tac_toe": "python_tic_tac_toe",
    "python_block_dominoes": "python_block_dominoes",
}
TURNS_LIMIT = 1000  # catanatron's own


def tasks(library: str) -> Iterator[Task]:
    """The tasks of one library."""
    warnings.simplefilter("ignore")
    found: dict[str, Callable[[], Iterator[Task]]] = {
        "open_spiel": open_spiel,
        "pettingzoo": pettingzoo,
        "rlcard": rlcard,
        "catanatron": catanatron,
    }
    yield from found[library]()


# -- OpenSpiel ---------------------------------------------------------------------------------------------


def open_spiel() -> Iterator[Task]:
    """C++ games called from Python, and games written in Python."""
    import open_spiel.python.games  # noqa: F401  registers them
    import pyspiel

    for name, text in OPEN_SPIEL.items():
        yield from attempt(f"open_spiel: {name}", open_spiel_game(name, pyspiel.load_game, text))
    yield from attempt("open_spiel: search", open_spiel_search("gin_rummy"))


def open_spiel_search(name: str) -> Iterator[Task]:
    """Its own information-set searches with random playouts, in Python and in C++, on one of its C++ games."""
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game(name)
    states = [state for state in open_spiel_midgame(game) if not state.is_chance_node() and not state.is_terminal()]

    def python_bot(seed: int) -> Any:
        return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1), 2.0, SEARCH)

    def native_bot(seed: int) -> Any:
        policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        return pyspiel.ISMCTSBot(seed, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, SEARCH, -1, policy, False, False)

    for library, maker in (("open_spiel Python ISMCTS", python_bot), ("open_spiel C++ ISMCTS", native_bot)):
        yield Task(library, name, game.num_players(), SIMULATIONS, searches(maker, states))


def searches(maker: Callable[[int], Any], states: list[Any]) -> Callable[[int], Done]:
    """One choice by a new bot in each of some positions in turn."""
    numbers = itertools.count()

    def run(amount: int) -> Done:
        for number in itertools.islice(numbers, amount):
            maker(number + 1).step(states[number % len(states)])
        return Done(amount * SEARCH)

    return run


def open_spiel_game(name: str, load: Callable[[str], Any], text: str) -> Iterator[Task]:
    """The tasks of one game."""
    game = load(text)
    states = open_spiel_midgame(game)
    yield Task("open_spiel", name, game.num_players(), DECISIONS, open_spiel_loop(game))
    yield Task("open_spiel", name, game.num_players(), "clone", each([state.clone for state in states]))
    tensor = "observation_tensor" if game.get_type().provides_observation_tensor else "information_state_tensor"
    yield from optional(name, game.num_players(), "view", [partial(getattr(state, tensor), 0) for state in states])
    resamples = [partial(state.resample_from_infostate, 0, random.random) for state in states]
    yield from optional(name, game.num_players(), "imagine", resamples)


def optional(name: str, players: int, metric: str, functions: list[Callable[[], object]]) -> Iterator[Task]:
    """What only some games of OpenSpiel can do."""
    try:
        for function in functions:
            function()
    except Exception:
        return
    yield Task("open_spiel", name, players, metric, each(functions))


def open_spiel_loop(game: Any) -> Callable[[int], Done]:
    """Random play; chance nodes are steps and not decisions."""
    seats = range(game.num_players())

    def run(amount: int) -> Done:
        made = steps = 0
        for _ in range(amount):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(choice(state.legal_actions()))
                elif state.is_simultaneous_node():
                    state.apply_actions([choice(state.legal_actions(player)) for player in seats])
                    made += len(seats)
                    steps += len(seats) - 1
                else:
                    state.apply_action(choice(state.legal_actions()))
                    made += 1
                steps += 1
        return Done(made, steps, amount)

    return run


def open_spiel_play(game: Any, most: int) -> tuple[Any, int]:
    """A game played for so many decisions, and how many it had."""
    state, made = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_simultaneous_node():
            state.apply_actions([choice(state.legal_actions(player)) for player in range(game.num_players())])
            made += game.num_players()
        else:
            made += not state.is_chance_node()
            state.apply_action(choice(state.legal_actions()))
        if made >= most:
            break
    return state, made


def open_spiel_midgame(game: Any) -> list[Any]:
    """Games played to their middle, counted in decisions."""
    return [open_spiel_play(game, max(1, open_spiel_play(game, 1 << 30)[1] // 2))[0] for _ in range(MIDGAME_STATES)]


def each(functions: list[Callable[[], object]]) -> Callable[[int], Done]:
    """Call each of them so many times."""

    def run(amount: int) -> Done:
        for _ in range(amount):
            for function in functions:
                function()
        return Done(amount * len(functions))

    return run


# -- PettingZoo --------------------------------------------------------------------------------------------


def pettingzoo() -> Iterator[Task]:
    """Wrapped environments, as `env()` hands them out."""
    from pettingzoo.classic import connect_four_v3, leduc_holdem_v4

    for name, module in (("leduc_holdem", leduc_holdem_v4), ("connect_four", connect_four_v3)):
        yield Task("pettingzoo", name, 2, DECISIONS, pettingzoo_loop(module.env()))


def pettingzoo_loop(env: Any) -> Callable[[int], Done]:
    """The loop of PettingZoo's documentation, with the quickest way to choose from a mask, and no reseeding."""

    def run(amount: int) -> Done:
        made = 0
        for _ in range(amount):
            env.reset()
            for _agent in env.agent_iter():
                seen, _reward, ended, cut, _info = env.last()
                if ended or cut:
                    env.step(None)
                else:
                    env.step(choice(seen["action_mask"].nonzero()[0].tolist()))
                    made += 1
        return Done(made, made, amount)

    return run


# -- RLCard and catanatron -----------------------------------------------------------------------------------


def rlcard() -> Iterator[Task]:
    """RLCard's Leduc."""
    import rlcard as library

    env = library.make("leduc-holdem")

    def run(amount: int) -> Done:
        made = 0
        for _ in range(amount):
            state, _player = env.reset()
            while not env.is_over():
                state, _player = env.step(choice(list(state["legal_actions"])))
                made += 1
        return Done(made, made, amount)

    yield Task("rlcard", "leduc-holdem", 2, DECISIONS, run)


def catanatron() -> Iterator[Task]:
    """Catan for four."""
    from catanatron import Color, Game, RandomPlayer

    def new() -> Any:
        return Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)])

    def play(game: Any, most: int) -> int:
        made = 0
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT and made < most:
            game.play_tick()
            made += 1
        return made

    def run(amount: int) -> Done:
        made = sum(play(new(), 1 << 30) for _ in range(amount))
        return Done(made, made, amount)

    states = [new() for _ in range(8)]
    for game in states:
        play(game, 300)
    yield Task("catanatron", "catan", 4, DECISIONS, run)
    yield Task("catanatron", "catan", 4, "clone", each([game.copy for game in states]))
