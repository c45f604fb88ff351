"""What the lab costs beside the games themselves, how it scales, and whether its memory stays flat.

python bench/lab.py [GAME BOT GAMES [ROUNDS]]   what counting and recording cost, in CPU time: also beside other work
python bench/lab.py workers [GAME BOT GAMES]    two workers beside one process: seconds that pass, on an idle machine
python bench/lab.py memory [GAME BOT GAMES]     the memory of this process after every tenth of the games
python bench/lab.py peers [GAMES]               many games of catanatron and OpenSpiel by multiprocessing
"""

from __future__ import annotations

import math
import multiprocessing
import os
import random
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from parrain.games import game as find_game

if TYPE_CHECKING:
    from parrain.lab.experiment import Experiment, Part
    from parrain.lab.run import Player

TURNS = 3
ROUNDS = 9
SETTLE = 0.003  # seconds in which the threads that wrote a file come to rest, so that their CPU time is counted to it
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


def play_bare(experiment: Experiment, part: Part) -> None:
    """The games of a part and nothing else: the same deals and the same chance for the same bots."""
    from parrain.bots import make_bot
    from parrain.bots.seeds import seed_from
    from parrain.lab.simulate import play

    game, (spec, *_) = experiment.game_of(0), experiment.variants[0].bots
    seated, specs = [make_bot(spec, game)] * experiment.players, [spec] * experiment.players
    for number in range(part.first, part.first + part.count):
        state = game.new(experiment.players, seed_from(experiment.seed, "game", number))
        play(state, seated, specs, experiment.seed, number)


def cpu_of(work: Callable[[], object]) -> float:
    """CPU seconds of this process, all its threads, in some work and just after."""
    start = time.process_time()
    work()
    time.sleep(SETTLE)
    return time.process_time() - start


def cost(name: str, bot: str, games: int, rounds: int = ROUNDS) -> None:
    """Play every part bare, counted and recorded, by turns in changing order, several times over.

    A busy machine only ever adds, and not to all alike: of each part the least of all rounds is taken.
    """
    from parrain.lab.experiment import QUESTIONS, resolve
    from parrain.lab.recorder import play_part
    from parrain.lab.store import create

    folder = Path(tempfile.mkdtemp())
    data: dict[str, object] = {"game": name, "bots": [bot], "games": games, "seed": 1}
    counted, recorded = (
        create(folder / f"{len(questions)}.lab", resolve({**data, "questions": list(questions)}))
        for questions in ((), QUESTIONS)
    )
    ways: list[Callable[[Part], object]] = [
        lambda part: play_bare(counted.experiment, part),
        lambda part: counted.write(part, play_part(counted.experiment, part)),
        lambda part: recorded.write(part, play_part(recorded.experiment, part)),
    ]
    parts = counted.experiment.parts()
    for way in ways:
        way(parts[0])
    least = [[math.inf] * len(parts) for _ in ways]
    ratios: list[list[float]] = [[], []]
    for _ in range(rounds):
        spent = [0.0] * len(ways)
        for at, part in enumerate(parts):
            for way in random.sample(range(len(ways)), len(ways)):
                used = cpu_of(lambda part=part, way=ways[way]: way(part))
                spent[way] += used
                least[way][at] = min(least[way][at], used)
        for way in (1, 2):
            ratios[way - 1].append(spent[way] / spent[0])
    shutil.rmtree(folder)
    own, *others = [sum(each) for each in least]
    print(f"{name} {bot}, {games} games in {len(parts)} parts, {rounds} rounds: {1000 * own / games:.3f} ms CPU a game")
    for what, all_of_it, spread in zip(("counted", "recorded with all questions"), others, ratios, strict=True):
        low, middle, high = statistics.quantiles(spread, n=4)
        print(f"  {what}: {all_of_it / own:.4f} times that; round by round {middle:.4f} ({low:.4f} to {high:.4f})")
    print(f"  peak memory of this process {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


def with_two(data: dict[str, object], short: dict[str, object]) -> tuple[float, float, float]:
    """Two workers: seconds until they have played a short experiment, seconds of the whole one, CPU seconds of all."""
    from parrain.lab.run import processes

    below, start = below_cpu(), time.process_time()
    with processes(2) as play:
        starting = measure(short, play)[1]
        passed = measure(data, play)[1] if data else 0.0
    return starting, passed, below_cpu() - below + time.process_time() - start


def workers(name: str, bot: str, games: int) -> None:
    """Measure by turns, and take the quickest of each: a busy machine only ever adds."""
    from parrain.lab.run import in_this_process

    data: dict[str, object] = {"game": name, "bots": [bot], "games": games, "seed": 1, "questions": []}
    short = {**data, "games": 50}
    one: list[tuple[float, float]] = []
    two: list[tuple[float, float, float]] = []
    started: list[float] = []
    for _ in range(TURNS):
        one.append(measure(data, in_this_process))
        two.append(with_two(data, short))
        started.append(with_two({}, short)[2])
    cpu, passed = (min(each) for each in zip(*one, strict=True))
    starting, together, both = (min(each) for each in zip(*two, strict=True))
    both -= min(started)
    print(f"{name} {bot}, {games} games, the quickest of {TURNS}; load of the machine {os.getloadavg()[0]:.1f}")
    print(f"  games a CPU-second: {games / cpu:.0f} in one process, {games / both:.0f} in two workers once they run")
    print(f"  seconds: one process {passed:.2f}, two workers {together:.2f}: {passed / together:.2f} times")
    print(f"  starting them, before: {starting:.2f}; with it {passed / (together + starting):.2f} times")


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
    ways: dict[str, Callable[..., None]] = {"memory": memory, "workers": workers}
    what = ways.get((arguments or [""])[0], cost)
    name, bot, *counts = (arguments if what is cost else arguments[1:]) or ["district-noir", "greedy:1", "500"]
    what(name, bot, *map(int, counts))


if __name__ == "__main__":
    main(sys.argv[1:])
