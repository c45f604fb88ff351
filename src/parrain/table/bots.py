"""The bots of a table in this process, for a table that is played on a terminal."""

from __future__ import annotations

from parrain.bots import ADVISER, make_bot
from parrain.bots.bot import notify, reset, watches
from parrain.bots.driver import Thought, think
from parrain.core import Entry
from parrain.table.table import Table


class LocalBots:
    """A bot for each seat that the record gives to one; those that watch are shown every choice."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.bots = {seat: make_bot(spec, table.game) for seat, spec in table.record.bots.items()}
        self.state = table.record.replay(table.game, 0)  # as it was when the bots last looked
        self.shown: list[Entry] = []  # the choices that stood then

    def play(self) -> int | None:
        """Let one bot that owes a decision make it; its seat, or None if none does."""
        seat = next((seat for seat in self.table.waiting_for() if seat in self.bots), None)
        if seat is not None:
            self._show()
            question = self.table.question(seat, self.table.record.bots[seat])
            self.table.choose(seat, think(question, self.bots[seat]).action)
        return seat

    def hint(self, seat: int) -> Thought:
        """What a sensible player would choose in that seat, knowing what it knows, and why."""
        return think(self.table.question(seat, ADVISER, "hint"))

    def _show(self) -> None:
        """Show the bots that watch what has been chosen since they last looked; what was taken back they forget."""
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
