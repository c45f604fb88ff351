"""A wrapper that measures a bot's time."""

from __future__ import annotations

import time
from collections.abc import Sequence

from parrain.bots import Bot
from parrain.bots.bot import notify, reset, watches
from parrain.core import Action, Stream, View


class Timed:
    """Plays as the bot does, and counts its real decisions (of more than one choice) and the time they took."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.watching = watches(bot)
        self.decisions = 0
        self.seconds = 0.0
        self.longest = 0.0

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        start = time.perf_counter()
        chosen = self.bot.choose(view, actions, rng)
        if len(actions) > 1:
            took = time.perf_counter() - start
            self.decisions += 1
            self.seconds += took
            self.longest = max(self.longest, took)
        return chosen

    def watch(self, view: View) -> None:
        """Forward the View."""
        notify(self.bot, view)

    def forget(self) -> None:
        """Forward."""
        reset(self.bot)
