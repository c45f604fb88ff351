"""Ask bots to choose, in this process or in a pool of worker processes.

A bot gets a View, the legal actions and a seed, never a State. No request of a server blocks on a bot.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from parrain.bots import Bot, advice, make_bot
from parrain.bots.bot import notify
from parrain.bots.fair import IN_SIGHT, LATER
from parrain.bots.levels import is_quick, levels_of
from parrain.bots.pool import Pool, WorkerFailed
from parrain.bots.rollouts import make_adviser
from parrain.bots.settings import EXACT, SearchSettings
from parrain.core import Action, BadOption, Game, Say, Seat, Stream, Term, View, to_data
from parrain.core.compiling import is_compiled
from parrain.core.say import Words
from parrain.games import all_games
from parrain.games import game as find_game

log = logging.getLogger("parrain.bots")

FALLBACKS = ("greedy", "random")


class Question(NamedTuple):
    """A request to a bot: to choose, and with `why` also to explain.

    `earlier` are the Views that its seat was shown before, for a bot that looks back.
    """

    bot: str
    game: Game
    view: View
    actions: Sequence[Action]
    seed: int
    why: bool = False
    earlier: Sequence[View] = ()

    def data(self) -> tuple[str, str, Any, list[str], int, list[Any]]:
        """The question without the bot as plain values, for another process."""
        texts = [action.text for action in self.actions]
        earlier = [to_data(view) for view in self.earlier]
        return self.game.id, self.game.edition.name, to_data(self.view), texts, self.seed, earlier


class BotAnswer(NamedTuple):
    """The choice of a bot, its explanation if asked for, and the failure if a fallback chose instead."""

    action: Action
    reason: Say | None = None
    trouble: str = ""


def think(question: Question, bot: Bot | None = None) -> BotAnswer:
    """Let a bot choose in this process; `bot` is one that lives from choice to choice."""
    if not question.actions:
        raise BadOption("There is nothing to choose now.")
    if bot is None:
        bot = make_bot(question.bot, question.game)
        for view in question.earlier:
            notify(bot, view)
    chosen = bot.choose(question.view, question.actions, Stream(question.seed))
    if chosen not in question.actions:
        raise BadOption("The bot {bot} chose “{text}”, which it may not.", bot=question.bot, text=str(chosen)[:60])
    trouble = getattr(bot, "trouble", None)  # set by wrappers if the fallback chose
    reason = advice(bot, question.game, question.view, chosen) if question.why else None
    return BotAnswer(chosen, reason, str(trouble) if trouble is not None else "")


@lru_cache(maxsize=64)
def quick_bot(spec: str, game: Game) -> Bot:
    """A bot that answers at once and remembers nothing, kept for all tables."""
    return make_bot(spec, game)


def chance(question: Question) -> BotAnswer:
    """Any of the choices."""
    return BotAnswer(question.actions[Stream(question.seed).below(len(question.actions))])


class BotPool(Pool):
    """The bots of a server in worker processes, with a time limit for each choice."""

    def __init__(self, count: int, seconds: float) -> None:
        super().__init__(count, seconds)
        self.failures = 0
        self.places = self.slow_turns.places  # for thinking that takes a while

    @property
    def under_way(self) -> int:
        """How many calls wait or are being thought about."""
        return len(self.slow_turns.waiting) + len(self.calls)

    async def choose(self, question: Question, rank: int = IN_SIGHT) -> BotAnswer:
        """The bot's choice; if it fails or its turn does not come, that of a simpler bot.

        Waiting counts: half of the time limit may pass before it begins, and it has what is left.
        """
        for spec in (question.bot, *(each for each in FALLBACKS if each != question.bot)):
            asked = question._replace(bot=spec)
            try:
                answer = self.at_once(asked) or await self._ask_worker(asked, rank)
            except WorkerFailed as failed:
                self._failed("bot replaced", question.game, str(failed), bot=spec)
                continue
            if answer.trouble:
                self._failed("bot replaced", question.game, answer.trouble, bot=spec)
            return answer
        return chance(question)

    def at_once(self, question: Question) -> BotAnswer | None:
        """The answer, where it is found here in less time than it takes to ask a worker; None elsewhere."""
        if not question.why and len(question.actions) == 1:
            return BotAnswer(question.actions[0])
        if not question.why and question.bot == "random":
            return chance(question)
        if not is_compiled() or not is_quick(question.bot, question.game):
            return None
        began = time.monotonic()
        try:
            answer = think(question, None if question.why else quick_bot(question.bot, question.game))
        except Exception as error:  # as in a worker
            raise WorkerFailed(f"{type(error).__name__}: {error}"[:300]) from None
        self.answered += 1
        self.times.observe(time.monotonic() - began)
        return answer

    async def _ask_worker(self, question: Question, rank: int) -> BotAnswer:
        quick = is_quick(question.bot, question.game)
        text, reason, trouble = await self.run(
            quick,
            think_in_worker,
            question.bot,
            question.why,
            *question.data(),
            rank=rank,
            patience=None if quick else self.seconds / 2,
        )
        action = next(each for each in question.actions if each.text == text)
        return BotAnswer(action, None if reason is None else say_from_data(reason), trouble)

    async def judge(
        self, question: Question, made: Action, simulations: int, seconds: float
    ) -> list[tuple[Action, float]]:
        """The values of the best choice and of the one made, best first; empty if the search failed."""
        game = question.game
        try:
            judged = await self.run(
                False, judge_in_worker, made.text, simulations, seconds, *question.data(), rank=LATER
            )
        except WorkerFailed as failed:
            self._failed("not judged", game, str(failed))
            return []
        return [(game.action_from_text(text), value) for text, value in judged]

    async def evaluate(self, question: Question, seconds: float) -> list[tuple[Action, float]]:
        """What every choice is worth as a share of the win, best first; empty if the search failed."""
        try:
            found = await self.run(False, evaluate_in_worker, seconds, *question.data(), patience=self.seconds / 2)
        except WorkerFailed as failed:
            self._failed("not evaluated", question.game, str(failed))
            return []
        return [(question.game.action_from_text(text), value) for text, value in found]

    def _failed(self, what: str, game: Game, why: str, **facts: str) -> None:
        self.failures += 1
        log.warning(what, extra={"facts": {**facts, "game": game.id, "why": why}})


# -- in a worker process ---------------------------------------------------------------------------------------


def warm_up() -> None:
    """Have all bots choose once that answer at once: the first to be asked reads networks, tables of actions, numpy."""
    for game in all_games().values():
        state = game.new(game.fewest, 1)
        seat = state.current_players()[0]
        view, actions = state.view(seat), state.legal_actions(seat)
        for level in levels_of(game):
            if is_quick(level, game):
                think(Question(level, game, view, actions, 1))


def question_from_data(
    spec: str,
    why: bool,
    game_id: str,
    edition: str,
    view: Mapping[str, object],
    texts: Sequence[str],
    seed: int,
    earlier: Sequence[Mapping[str, object]],
) -> Question:
    """The inverse of `Question.data`."""
    game = find_game(game_id, edition)
    actions = [game.action_from_text(text) for text in texts]
    views = [game.view_from_data(each) for each in earlier]
    return Question(spec, game, game.view_from_data(view), actions, seed, why, views)


def think_in_worker(spec: str, why: bool, *data: Any) -> tuple[str, Any, str]:
    """Call `think` in a worker; the answer as plain values."""
    action, reason, trouble = think(question_from_data(spec, why, *data))
    return action.text, None if reason is None else say_to_data(reason), trouble


def say_to_data(value: object) -> Any:
    """A sentence, or what fills one, as JSON-compatible data."""
    if isinstance(value, Say):
        filling = {key: say_to_data(each) for key, each in value.filling.items()}
        return {"say": value.text, "filling": filling, "plural": value.plural}
    if isinstance(value, Seat):
        return {"seat": value.number}
    if isinstance(value, Term):
        return {"term": dict(value.texts)}
    return [say_to_data(each) for each in value] if isinstance(value, list | tuple) else value


def say_from_data(data: Any) -> Any:
    """The inverse of `say_to_data`."""
    if isinstance(data, list):
        return [say_from_data(each) for each in data]
    if not isinstance(data, dict):
        return data
    if "seat" in data:
        return Seat(data["seat"])
    if "term" in data:
        return Term(Words(data["term"]))
    return Say(data["say"], {key: say_from_data(each) for key, each in data["filling"].items()}, data["plural"])


def judge_in_worker(made: str, simulations: int, seconds: float, *data: Any) -> list[tuple[str, float]]:
    """Evaluate the choice that was made and the best one, in shares of the win."""
    question = question_from_data("", False, *data)
    adviser = make_adviser(question.game, SearchSettings(simulations=simulations, seconds=seconds, exact=EXACT))
    made_action = question.game.action_from_text(made)
    judged = adviser.judge(question.view, question.actions, made_action, Stream(question.seed))
    return [(action.text, value) for action, value in judged]


def evaluate_in_worker(seconds: float, *data: Any) -> list[tuple[str, float]]:
    """Evaluate all choices, in shares of the win."""
    question = question_from_data("", False, *data)
    adviser = make_adviser(question.game, SearchSettings(seconds=seconds, exact=EXACT))
    values = adviser.evaluate(question.view, question.actions, Stream(question.seed))
    return [(action.text, value) for action, value in values]
