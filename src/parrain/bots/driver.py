"""How a bot at a table is asked: the same question for every table, answered in this process or in a pool of workers.

A bot gets a View, the legal actions and a seed. It never sees a State, and no request of a server waits for it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from parrain.bots import Bot, advice, make_bot
from parrain.bots.levels import is_quick
from parrain.bots.pool import Pool, WorkerFailed
from parrain.bots.search import Searcher
from parrain.bots.settings import EXACT, SearchSettings
from parrain.core import Action, BadOption, Game, Say, Stream, View, to_data
from parrain.games import game as find_game

log = logging.getLogger("parrain.bots")

FALLBACKS = ("greedy", "random")


class Question(NamedTuple):
    """What a bot is asked: to choose, and with `why` also to give its reason."""

    bot: str
    game: Game
    view: View
    actions: Sequence[Action]
    seed: int
    why: bool = False

    def data(self) -> tuple[str, str, Any, list[str], int]:
        """All but the bot as plain values, for another process."""
        texts = [action.text for action in self.actions]
        return self.game.id, self.game.edition.name, to_data(self.view), texts, self.seed


class Thought(NamedTuple):
    """What a bot chose, why if that was asked, and what went wrong if another had to choose for it."""

    action: Action
    reason: Say | None = None
    trouble: str = ""


def think(question: Question, bot: Bot | None = None) -> Thought:
    """Let the bot choose in this process; a bot that is kept from choice to choice is handed in."""
    if not question.actions:
        raise BadOption("There is nothing to choose now.")
    bot = bot or make_bot(question.bot, question.game)
    chosen = bot.choose(question.view, question.actions, Stream(question.seed))
    if chosen not in question.actions:
        raise BadOption("The bot {bot} chose “{text}”, which it may not.", bot=question.bot, text=str(chosen)[:60])
    trouble = getattr(bot, "trouble", None)  # a bot that was answered for says so
    reason = advice(bot, question.game, question.view, chosen) if question.why else None
    return Thought(chosen, reason, str(trouble) if trouble is not None else "")


class BotPool(Pool):
    """The bots of a server, in worker processes, each choice for a limited time."""

    def __init__(self, count: int, seconds: float) -> None:
        super().__init__(count, seconds)
        self.failures = 0

    async def choose(self, question: Question) -> Thought:
        """What the bot would choose; if it fails, what a simpler one would."""
        if not question.why and len(question.actions) == 1:
            return Thought(question.actions[0])
        by_text = {action.text: action for action in question.actions}
        for spec in (question.bot, *(each for each in FALLBACKS if each != question.bot)):
            if spec == "random" and not question.why:
                break  # costs less than to ask for
            quick = is_quick(spec, question.game)
            try:
                text, reason, trouble = await self.run(quick, think_there, spec, question.why, *question.data())
                if trouble:
                    self._failed("bot replaced", question.game, trouble, bot=spec)
                return Thought(by_text[text], reason, trouble)
            except WorkerFailed as failed:
                self._failed("bot replaced", question.game, str(failed), bot=spec)
        return Thought(question.actions[Stream(question.seed).below(len(question.actions))])

    async def judge(
        self, question: Question, made: Action, simulations: int, seconds: float
    ) -> list[tuple[Action, float]]:
        """What the best choice and the one that was made are worth, the best first; nothing if that cannot be said."""
        game = question.game
        try:
            judged = await self.run(False, judge_there, made.text, simulations, seconds, *question.data())
        except WorkerFailed as failed:
            self._failed("not judged", game, str(failed))
            return []
        return [(game.action_from_text(text), value) for text, value in judged]

    def _failed(self, what: str, game: Game, why: str, **facts: str) -> None:
        self.failures += 1
        log.warning(what, extra={"facts": {**facts, "game": game.id, "why": why}})


# -- in a worker process ---------------------------------------------------------------------------------------


def asked(
    spec: str, why: bool, game_id: str, edition: str, view: Mapping[str, object], texts: Sequence[str], seed: int
) -> Question:
    """The question again from plain values."""
    game = find_game(game_id, edition)
    return Question(spec, game, game.view_from_data(view), [game.action_from_text(text) for text in texts], seed, why)


def think_there(spec: str, why: bool, *data: Any) -> tuple[str, Say | None, str]:
    """Let the bot choose."""
    action, reason, trouble = think(asked(spec, why, *data))
    return action.text, reason, trouble


def judge_there(made: str, simulations: int, seconds: float, *data: Any) -> list[tuple[str, float]]:
    """Weigh the choice that was made and the best one, in shares of the win."""
    question = asked("", False, *data)
    adviser = Searcher(question.game, SearchSettings(simulations=simulations, seconds=seconds, exact=EXACT))
    made_action = question.game.action_from_text(made)
    judged = adviser.judge(question.view, question.actions, made_action, Stream(question.seed))
    return [(action.text, value) for action, value in judged]
