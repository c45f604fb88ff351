"""What the lab costs beside the games themselves, how it scales, and whether its memory stays flat.

python bench/lab.py [GAME BOT GAMES]            CPU time, so that a busy machine changes little
python bench/lab.py memory [GAME BOT GAMES]     the memory of this process after every tenth of the games
python bench/lab.py peers [GAMES]               many games of catanatron and OpenSpiel by multiprocessing
"""

from __future__ import annotations

import multiprocessing
import os
import random
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from parrain.games import game as find_game

if TYPE_CHECKING:
    from parrain.lab.run import Player

TURNS = 3
PAGE = os.sysconf("SC_PAGE_SIZE")


def measure(data: dict[str, object], play: Player) -> tuple[float, float]:
    """CPU seconds of this process in an experiment, and the seconds that passed."""
    from parrain.lab.experiment import resolve
    from parrain.lab.run import run
    from parrain.lab.store import create

    folder = Path(tempfile.mkdtemp())
    results = create(folder / "bench.lab", resolve(data))
    passed, start = time.perf_counter(), time.process_time()
    run(results, play)
    used = time.process_time() - start, time.perf_counter() - passed
    shutil.rmtree(folder)
    return used


def below_cpu() -> float:
    """CPU seconds of the processes that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cpu_alone(name: str, bot: str, games: int) -> float:
    """CPU seconds of the same games without the lab."""
    from parrain.lab.simulate import simulate

    game = find_game(name)
    start = time.process_time()
    simulate(game, game.fewest, games, [bot], 1)
    return time.process_time() - start


def cpu_side_by_side(name: str, bot: str, games: int) -> float:
    """CPU seconds of the same games in each of two processes at once, without the lab: what the machine loses."""
    below = below_cpu()
    both = [multiprocessing.get_context("fork").Process(target=cpu_alone, args=(name, bot, games)) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    return (below_cpu() - below) / 2


def cost(name: str, bot: str, games: int) -> None:
    """Measure by turns, and take the quickest of each: a busy machine only ever adds."""
    from parrain.lab.experiment import QUESTIONS
    from parrain.lab.run import in_this_process, processes

    data: dict[str, object] = {"game": name, "bots": [bot], "games": games, "seed": 1}
    bare, full = {**data, "questions": []}, {**data, "questions": list(QUESTIONS)}
    alone, beside, counted, recorded, starting, one, two = [], [], [], [], [], [], []
    for _ in range(TURNS):
        alone.append(cpu_alone(name, bot, games))
        beside.append(cpu_side_by_side(name, bot, games))
        recorded.append(measure(full, in_this_process)[0])
        cpu, passed = measure(bare, in_this_process)
        counted.append(cpu)
        one.append(passed)
        with processes(2) as play:
            starting.append(measure({**bare, "games": 50}, play)[1])
            two.append(measure(bare, play)[1])
    own = min(alone)
    print(f"{name} {bot}, {games} games: {1000 * own / games:.2f} ms CPU a game alone")
    print(f"  counted {min(counted) / own:.3f} times that, recorded with all questions {min(recorded) / own:.3f} times")
    print(f"  without it, two processes at once {min(beside) / own:.3f} times each: {2 * own / min(beside):.2f} is all")
    print(f"  one process {min(one):.2f} s, two workers {min(two):.2f} s: {min(one) / min(two):.2f} times")
    print(f"  starting them, before: {min(starting):.2f} s; with it {min(one) / (min(two) + min(starting)):.2f} times")
    print(f"  peak memory of this process {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


def memory(name: str, bot: str, games: int) -> None:
    """Play, and say the memory of this process after every tenth of the games."""
    from parrain.lab.experiment import resolve
    from parrain.lab.run import in_this_process, run
    from parrain.lab.store import create

    folder = Path(tempfile.mkdtemp())
    plan = resolve({"game": name, "bots": [bot], "games": games, "seed": 1, "questions": []})
    following = 0

    def watch(done: int) -> None:
        nonlocal following
        if done >= following:
            resident = int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
            print(f"{done:>9} games  {resident / 1e6:.1f} MB", flush=True)
            following = done + games // 10

    run(create(folder / "bench.lab", plan), in_this_process, watch)
    shutil.rmtree(folder)


# -- the peers' way of running many games ----------------------------------------------------------------------


def open_spiel_game(seed: int) -> tuple[int, list[float]]:
    """A random game of OpenSpiel's hearts: decisions, returns."""
    import pyspiel

    rng = random.Random(seed)
    state, made = pyspiel.load_game("hearts").new_initial_state(), 0
    while not state.is_terminal():
        made += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return made, state.returns()


def catanatron_game(seed: int) -> tuple[int, object]:
    """A random game of catanatron's Catan for four: ticks, winner."""
    from catanatron import Color, Game, RandomPlayer

    random.seed(seed)
    game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)], seed=seed)
    game.play()
    return game.state.num_turns, str(game.winning_color())


def parrain_game(seed: int) -> tuple[int, tuple[float, ...]]:
    """A random game of Gangs City for four: decisions, returns."""
    from parrain.core import Stream

    state = find_game("gangs-city").new(4, seed)
    return state.playout(Stream(seed)), state.returns()


def peers(games: int) -> None:
    """For each library: CPU of a plain loop, and of a pool of two processes, one game at a time and in chunks."""
    players: dict[str, tuple[str, Callable[[int], object]]] = {
        "parrain, gangs-city": ("parrain", parrain_game),
        "open_spiel, hearts": ("pyspiel", open_spiel_game),
        "catanatron, catan": ("catanatron", catanatron_game),
    }
    for label, (module, play) in players.items():
        try:
            __import__(module)
        except ImportError:
            print(f"{label}: not installed")
            continue
        play(0)
        start = time.process_time()
        for seed in range(games):
            play(seed)
        alone = time.process_time() - start
        said = f"{label}: {1000 * alone / games:.2f} ms CPU a game alone"
        for chunk in (1, max(1, games // 32)):
            below, start = below_cpu(), time.process_time()
            with multiprocessing.get_context("fork").Pool(2) as pool:
                list(pool.imap_unordered(play, range(games), chunk))
                pool.close()
                pool.join()
            spent = below_cpu() - below + time.process_time() - start
            said += f", pool in chunks of {chunk}: {spent / alone:.2f} times"
        print(said, flush=True)


def main(arguments: list[str]) -> None:
    """Measure what is asked for."""
    if arguments[:1] == ["peers"]:
        peers(int((arguments[1:] or ["400"])[0]))
        return
    what = memory if arguments[:1] == ["memory"] else cost
    name, bot, games = (arguments[1:] if what is memory else arguments) or ["district-noir", "greedy:1", "500"]
    what(name, bot, int(games))


if __name__ == "__main__":
    main(sys.argv[1:])
