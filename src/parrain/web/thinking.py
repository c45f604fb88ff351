"""Where bots think: in processes of their own, each for a limited time. One that crashes or dawdles is replaced.

A thinker gets a View as data, the choices as texts and a seed, and answers with one of the texts. It never sees
a State, and no request ever waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import msgspec

from parrain.bots import advice, make_bot
from parrain.bots.plan import EXACT, Plan
from parrain.bots.search import Searcher
from parrain.core import Action, Game, Say, Seat, Stream, View, to_data
from parrain.games import all_games
from parrain.games import game as find_game

log = logging.getLogger("parrain.thinking")

FALLBACKS = ("greedy", "random")
QUICK = frozenset(
    ("random", "easy", "normal", "greedy")
)  # those that answer at once, and never wait for those that think
START_SECONDS = 60.0  # a process that starts must read the games first


class BotFailed(Exception):
    """A bot that crashed, took too long, or answered nonsense."""


class Job(msgspec.Struct, array_like=True, tag="choose"):
    """A question for a bot."""

    game: str
    edition: str
    bot: str
    view: dict[str, Any]
    actions: list[str]
    seed: str  # as text: JSON has no whole numbers of 96 bits
    why: bool


class Judging(msgspec.Struct, array_like=True, tag="judge"):
    """A question about a choice that was made: what was it worth, and what was better?"""

    game: str
    edition: str
    view: dict[str, Any]
    actions: list[str]
    made: str
    seed: str
    simulations: int
    seconds: float


class Thought(NamedTuple):
    """What a bot would choose, and why if that was asked."""

    action: str
    reason: Say | None


def answer(job: Job) -> dict[str, Any]:
    """Let the bot choose."""
    game = find_game(job.game, job.edition)
    view = game.view_from_data(job.view)
    actions = [game.action_from_text(text) for text in job.actions]
    bot = make_bot(job.bot, game)
    chosen = bot.choose(view, actions, Stream(int(job.seed)))
    if chosen not in actions:
        return {"error": f"{job.bot} chose {chosen}, which it may not"}
    trouble = getattr(bot, "trouble", None)  # a bot that was answered for says so
    return {
        "action": chosen.text,
        "reason": pack(advice(bot, game, view, chosen)) if job.why else None,
        "trouble": str(trouble) if trouble is not None else "",
    }


def judge(job: Judging) -> dict[str, Any]:
    """Weigh the choice that was made and the best one, in shares of the win."""
    game = find_game(job.game, job.edition)
    actions = [game.action_from_text(text) for text in job.actions]
    adviser = Searcher(game, Plan(simulations=job.simulations, seconds=job.seconds, exact=EXACT))
    judged = adviser.judge(
        game.view_from_data(job.view), actions, game.action_from_text(job.made), Stream(int(job.seed))
    )
    return {"judged": [(action.text, value) for action, value in judged]}


def think(pipe: Connection) -> None:
    """The life of a thinker: question, answer, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    decoder = msgspec.json.Decoder(Job | Judging)
    all_games()  # read them before the first question, whose time is limited
    with contextlib.suppress(EOFError, OSError):
        pipe.send_bytes(b"{}")
        while True:
            data = pipe.recv_bytes()
            try:
                job = decoder.decode(data)
                told = judge(job) if isinstance(job, Judging) else answer(job)
            except Exception as error:  # whatever a bot does wrong, it is replaced
                told = {"error": f"{type(error).__name__}: {error}"[:300]}
            pipe.send_bytes(msgspec.json.encode(told))


class Thinker:
    """One process, and our end of its pipe."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=think, args=(theirs,), daemon=True, name="parrain-thinker")
        self.process.start()
        theirs.close()
        self.ready = False

    async def ask(self, data: bytes, seconds: float) -> dict[str, Any]:
        """Ask, and wait for the answer as long as one may."""
        try:
            if not self.ready:
                await self._readable(START_SECONDS)
                self.pipe.recv_bytes()
                self.ready = True
            self.pipe.send_bytes(data)
            await self._readable(seconds)
            told: dict[str, Any] = msgspec.json.decode(self.pipe.recv_bytes())
        except TimeoutError:
            raise BotFailed("too slow") from None
        except (EOFError, OSError, msgspec.DecodeError) as error:
            raise BotFailed(f"gone: {type(error).__name__}") from None
        return told

    async def _readable(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = loop.create_future()
        number = self.pipe.fileno()
        loop.add_reader(number, resolve, ready)
        try:
            await asyncio.wait_for(ready, seconds)
        finally:
            loop.remove_reader(number)

    def end(self) -> None:
        """End the process, whatever it is doing."""
        with contextlib.suppress(OSError):
            self.pipe.close()
        if self.process.pid is not None and self.process.is_alive():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)
        self.process.join(timeout=5)


def resolve(ready: asyncio.Future[None]) -> None:
    """It has come."""
    if not ready.done():
        ready.set_result(None)


class Thinkers:
    """So many processes; a question waits for one that is free."""

    def __init__(self, count: int, seconds: float) -> None:
        self.seconds = seconds
        self.count = count
        self.free: asyncio.Queue[Thinker] = asyncio.Queue()
        self.slow = asyncio.Semaphore(max(1, count - 1))
        self.all: list[Thinker] = []
        self.asked: set[asyncio.Task[dict[str, Any]]] = set()
        self.failures = 0
        self.thoughts = 0

    def start(self) -> None:
        """Start the processes; they get ready by themselves."""
        for _ in range(self.count):
            self._new()

    def stop(self) -> None:
        """End the processes."""
        for asked in self.asked:
            asked.cancel()
        ending, self.all = self.all, []
        for thinker in ending:
            thinker.end()

    def _new(self) -> None:
        thinker = Thinker()
        self.all.append(thinker)
        self.free.put_nowait(thinker)

    async def choose(
        self, bot: str, game: Game, view: View, actions: Sequence[Action], seed: int, why: bool = False
    ) -> Thought:
        """What the bot would choose; if it fails, what a simpler one would."""
        if not why and len(actions) == 1:
            return Thought(actions[0].text, None)
        for spec in (bot, *(each for each in FALLBACKS if each != bot)):
            if spec == "random" and not why:  # costs less than to ask for
                return Thought(actions[Stream(seed).below(len(actions))].text, None)
            job = Job(
                game.id, game.edition.name, spec, data_of(view), [action.text for action in actions], str(seed), why
            )
            try:
                told = await self._put(job)
                if told.get("action") not in job.actions:
                    raise BotFailed(str(told.get("error", "nonsense")))
                if told.get("trouble"):
                    self._replaced(spec, game.id, told["trouble"])
                return Thought(told["action"], unpack(told["reason"]) if told["reason"] is not None else None)
            except BotFailed as failed:
                self._replaced(spec, game.id, str(failed))
        return Thought(actions[Stream(seed).below(len(actions))].text, None)

    async def judge(
        self,
        game: Game,
        view: View,
        actions: Sequence[Action],
        made: Action,
        seed: int,
        simulations: int,
        seconds: float,
    ) -> list[tuple[Action, float]]:
        """What the best choice and the one that was made are worth, the best first; nothing if that cannot be said."""
        texts = [action.text for action in actions]
        job = Judging(game.id, game.edition.name, data_of(view), texts, made.text, str(seed), simulations, seconds)
        try:
            told = await self._put(job)
            if "judged" not in told:
                raise BotFailed(str(told.get("error", "nonsense")))
        except BotFailed as failed:
            self.failures += 1
            log.warning("not judged", extra={"facts": {"game": game.id, "why": str(failed)}})
            return []
        return [(game.action_from_text(text), value) for text, value in told["judged"]]

    async def _put(self, job: Job | Judging) -> dict[str, Any]:
        """Ask in a task of its own: it goes on if whoever asked has left, because a thinker is never interrupted for that."""
        asked = asyncio.create_task(self._ask(job))
        self.asked.add(asked)
        asked.add_done_callback(self._forget)
        return await asyncio.shield(asked)

    def _replaced(self, spec: str, game: str, why: str) -> None:
        """Another has chosen for a bot."""
        self.failures += 1
        log.warning("bot replaced", extra={"facts": {"bot": spec, "game": game, "why": why}})

    def _forget(self, asked: asyncio.Task[dict[str, Any]]) -> None:
        """It has answered or failed; whoever waited knows, and if nobody did, nobody need know."""
        self.asked.discard(asked)
        if not asked.cancelled():
            asked.exception()

    async def _ask(self, job: Job | Judging) -> dict[str, Any]:
        """Ask whoever is free; one of several is always kept for bots that answer at once."""
        if isinstance(job, Job) and job.bot in QUICK:
            return await self._ask_one(job)
        async with self.slow:
            return await self._ask_one(job)

    async def _ask_one(self, job: Job | Judging) -> dict[str, Any]:
        thinker = await self.free.get()
        try:
            told = await thinker.ask(msgspec.json.encode(job), self.seconds)
        except BaseException:  # it may still be thinking: it cannot be asked anything else
            if thinker in self.all:
                self.all.remove(thinker)
                thinker.end()
                self._new()
            raise
        self.free.put_nowait(thinker)
        self.thoughts += 1
        return told


def data_of(view: View) -> dict[str, Any]:
    """A View to be sent."""
    data = to_data(view)
    assert isinstance(data, dict)
    return data


# -- sentences through a pipe ------------------------------------------------------------------------------


def pack(value: object) -> Any:
    """A sentence as data."""
    if isinstance(value, Seat):
        return {"seat": value.number}
    if isinstance(value, Say):
        return {"text": value.text, "filling": {key: pack(each) for key, each in value.filling.items()}}
    if isinstance(value, list | tuple):
        return [pack(each) for each in value]
    return value if isinstance(value, str | int | float | bool) else str(value)


def unpack(value: Any) -> Any:
    """The sentence again."""
    if isinstance(value, dict) and "seat" in value:
        return Seat(value["seat"])
    if isinstance(value, dict):
        return Say(value["text"], {key: unpack(each) for key, each in value["filling"].items()})
    if isinstance(value, list):
        return [unpack(each) for each in value]
    return value
