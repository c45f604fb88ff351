"""Checks for players: a bot chooses what is legal, always, and cannot know more than its View."""

from __future__ import annotations

from typing import Protocol

from parrain.core import Action, Game, Stream, View
from parrain.testing.walk import walk


class Chooser(Protocol):
    """Anything that can be asked for a choice."""

    def choose(self, view: View, actions: tuple[Action, ...], rng: Stream) -> Action:
        """One of the actions."""
        ...


def check_bot(bot: Chooser, game: Game, players: int, games: int = 2) -> None:
    """The bot plays every seat of whole games and always chooses one of the choices it was given."""
    for seed in range(games):
        state = game.new(players, seed)
        rng = Stream(seed)
        while not state.is_over:
            for seat in state.current_players():
                choices = state.legal_actions(seat)
                choice = bot.choose(state.view(seat), choices, rng)
                assert choice in choices, f"{choice} is not one of {choices}"
                state.apply(seat, choice)


def check_bot_is_fair(bot: Chooser, game: Game, players: int, every: int = 5) -> None:
    """In two worlds that differ only in what it cannot know, with the same random stream, it chooses the same."""
    for moment in walk(game, players, 7, every=every):
        if moment.player < 0:
            continue
        view = moment.state.view(moment.player)
        other = game.imagine(view, Stream(moment.number))
        choices = moment.state.legal_actions(moment.player)
        first = bot.choose(view, choices, Stream(99))
        second = bot.choose(other.view(moment.player), other.legal_actions(moment.player), Stream(99))
        assert first is second
