"""The analysis of a finished game: what every choice was worth, and where the game turned (lab/analysis.py).

The choices are judged one by one in the bots' processes, so that a table where bots play never waits for a whole
analysis; few games are judged at a time, each for a limited time, and what was found is remembered.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from parrain.bots.driver import BotPool, Question
from parrain.bots.fair import FairQueue, Visitor, visitor
from parrain.bots.seeds import seed_from
from parrain.core import Action, State, View, say
from parrain.lab.analysis import Analysis, conclude, weigh
from parrain.web.live.game import LiveGame
from parrain.web.live.refused import Refused

log = logging.getLogger("parrain.analyses")

SIMULATIONS = 300
LEAST, MOST = 0.1, 1.5  # seconds of thinking about one choice
PATIENCE = 3.0  # times its seconds, after which a busy machine skips the rest
AT_ONCE = 2  # games; one address has only one of them under way
MOST_WAITING = 100
MOST_EACH = 5  # of one address, waiting or under way
MOST_KEPT = 100
ABANDONED = 120.0  # seconds without a look at it, after which an analysis is dropped


class Position(NamedTuple):
    """A decision: the View, the legal actions, the choice."""

    view: View
    actions: Sequence[Action]
    made: Action


class Study:
    """The analysis of one table, as far as it has come; `moments` are those of the choices that stand."""

    def __init__(self, live: LiveGame) -> None:
        self.moments = moments_of(live)
        self.found = Analysis(live.game.id, live.players, SIMULATIONS, False)
        self.done = 0
        self.state = "waiting"
        self.looked = time.monotonic()

    @property
    def is_abandoned(self) -> bool:
        """Whether nobody has looked at it for a while."""
        return time.monotonic() - self.looked > ABANDONED


class Analyst:
    """Analyses finished games, a few at a time, by turns of those who ask."""

    def __init__(self, pool: BotPool, seconds: float) -> None:
        self.pool = pool
        self.seconds = seconds  # of thinking about one game, spread over its choices
        self.studies: dict[str, Study] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.turns = FairQueue(AT_ONCE)
        self.asked: Counter[str] = Counter()  # analyses waiting or under way, by address

    def look(self, table: str) -> Study | None:
        """The analysis of a table as far as it has come; it goes on as long as somebody looks now and then."""
        study = self.studies.get(table)
        if study is not None:
            study.looked = time.monotonic()
        return study

    def begin(self, live: LiveGame) -> Study:
        """Queue a game, unless it is analysed or queued."""
        study = self.look(live.id)
        if study is not None and study.state != "failed":
            return study
        who = visitor.get()
        if len(self.tasks) >= MOST_WAITING or self.asked[who.address] >= MOST_EACH:
            raise Refused("busy", say("Too many games are being analysed just now; try again in a while."))
        for table in [each for each, kept in self.studies.items() if kept.state in ("done", "failed")][: 1 - MOST_KEPT]:
            del self.studies[table]
        study = self.studies[live.id] = Study(live)
        self.asked[who.address] += 1
        task = asyncio.create_task(self._study(live, study, who))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return study

    def stop(self) -> None:
        """Stop the analysis."""
        for task in self.tasks:
            task.cancel()

    async def _study(self, live: LiveGame, study: Study, who: Visitor) -> None:
        try:
            async with self.turns.place(who):
                study.state = "thinking"
                finished = await self._judge(live, study)
            if finished:
                study.state = "done"
            else:
                self.studies.pop(live.id, None)
        except Exception:
            study.state = "failed"
            log.exception("an analysis failed", extra={"facts": {"table": live.id, "game": live.game.id}})
        finally:
            self.asked[who.address] -= 1
            if not self.asked[who.address]:
                del self.asked[who.address]

    async def _judge(self, live: LiveGame, study: Study) -> bool:
        """Judge every choice; False if nobody looks at it any more."""
        entries = live.standing_at(live.moment)
        state = live.state_at(0)
        seconds = min(MOST, max(LEAST, self.seconds / max(1, len(entries))))
        until = time.monotonic() + PATIENCE * self.seconds
        for number, entry in enumerate(entries, 1):
            if study.is_abandoned:
                return False
            asked = await asyncio.to_thread(step, live, state, entry.seat, entry.text)
            if len(asked.actions) > 1 and time.monotonic() < until:
                seed = seed_from(live.head.seed, "analysis", number)
                question = Question("", live.game, asked.view, asked.actions, seed)
                judged = await self.pool.judge(question, asked.made, SIMULATIONS, seconds)
                weigh(study.found, live.game, number, asked.view, asked.made, judged)
            study.done = number
        conclude(study.found, state)
        return True


def step(live: LiveGame, state: State, seat: int, text: str) -> Position:
    """The decision of a seat; then apply its choice to the State."""
    made = live.game.action_from_text(text)
    asked = Position(state.view(seat), state.legal_actions(seat), made)
    state.apply(seat, made)
    return asked


def moments_of(live: LiveGame) -> list[int]:
    """The moment of every choice that was not undone."""
    assert live.table is not None
    standing: list[int] = []
    start = 0
    for moment, end in enumerate(live.ends, 1):
        for entry in live.table.record.entries[start:end]:
            if entry.what == "choose":
                standing.append(moment)
            elif entry.what == "undo":
                standing.pop()
        start = end
    return standing
