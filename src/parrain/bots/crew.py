"""Thinking on several cores: the same View searched in other processes, each from a seed of its own, and the counts added up."""

from __future__ import annotations

from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context
from typing import Any

from parrain.bots.plan import Plan
from parrain.core import BadOption, Game, Stream, View, to_data
from parrain.games import game as find_game

Found = tuple[list[tuple[int, int, float]], int]
PATIENCE = 0.1  # seconds that a search by the clock waits for the others after its own time is up


@lru_cache(maxsize=1)
def crew(workers: int) -> ProcessPoolExecutor:
    """The processes, started once."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def can_share(game: Game) -> bool:
    """Whether another process can open the same box: an edition that comes with the game."""
    try:
        return find_game(game.id, game.edition.name).edition.key == game.edition.key
    except BadOption:
        return False


def send(game: Game, views: list[View], plan: Plan, rng: Stream) -> list[Future[Found]]:
    """Set the other processes to work; the last of the Views is the one to search."""
    shown: list[Any] = [to_data(view) for view in views]
    alone = plan._replace(cores=1)
    pool = crew(plan.cores - 1)
    return [pool.submit(think, game.id, game.edition.name, shown, alone, rng.seed()) for _ in range(plan.cores - 1)]


def gather(sent: list[Future[Found]], plan: Plan) -> list[Found]:
    """What they found; by the clock only those that are in time, by the count all of them."""
    found = []
    for each in sent:
        try:
            found.append(each.result(PATIENCE if plan.seconds else None))
        except (TooLate, BrokenProcessPool):
            each.cancel()
    return found


def think(game_id: str, edition: str, shown: list[dict[str, object]], plan: Plan, seed: int) -> Found:
    """In another process: one search."""
    from parrain.bots.search import Searcher

    game = find_game(game_id, edition)
    bot = Searcher(game, plan)
    views = [game.view_from_data(data) for data in shown]
    for view in views[:-1]:
        bot.watch(view)
    search = bot.search(views[-1], Stream(seed), plan.seconds)
    return search.counts(), search.simulations
