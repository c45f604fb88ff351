"""The bots of a table in this process, for the terminal."""

from __future__ import annotations

from parrain.bots import ADVISER, make_bot
from parrain.bots.bot import notify, reset, watches
from parrain.bots.driver import BotAnswer, think
from parrain.core import Entry
from parrain.table.table import Table


class LocalBots:
    """One bot per seat that the record gives to a bot; bots that watch get a View after every choice."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.bots = {seat: make_bot(spec, table.game) for seat, spec in table.record.bots.items()}
        self.state = table.record.replay(table.game, 0)  # up to which the bots have been notified
        self.shown: list[Entry] = []  # the choices up to there

    def play(self) -> int | None:
        """Let one bot to move choose; return its seat, or None if no bot is to move."""
        seat = next((seat for seat in self.table.waiting_for() if seat in self.bots), None)
        if seat is not None:
            self._notify()
            question = self.table.question(seat, self.table.record.bots[seat])
            self.table.choose(seat, think(question, self.bots[seat]).action)
        return seat

    def hint(self, seat: int) -> BotAnswer:
        """The choice of the adviser bot for that seat, and why."""
        return think(self.table.question(seat, ADVISER, "hint"))

    def _notify(self) -> None:
        """Replay new choices to the bots that watch; reset them after an undo."""
        watching = [(seat, bot) for seat, bot in self.bots.items() if watches(bot)]
        standing = self.table.record.standing() if watching else []
        if standing[: len(self.shown)] != self.shown:
            for _, bot in watching:
                reset(bot)
            self.state = self.table.state.clone()
        else:
            for entry in standing[len(self.shown) :]:
                self.state.apply(entry.seat, self.table.game.action_from_text(entry.text))
                for seat, bot in watching:
                    notify(bot, self.state.view(seat))
        self.shown = standing
