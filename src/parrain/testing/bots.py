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


def check_cache(game: Game, players: int, worlds: int = 3, steps: int = 12, every: int = 6) -> None:
    """A cache changes no rating: neither in the world it was made for nor in the next one of the same View."""
    for moment in walk(game, players, 5, every=every):
        if moment.player < 0:
            continue
        source = game.worlds(moment.state.view(moment.player))
        rng = Stream(moment.number)
        cache: object = None
        for _ in range(worlds):
            world = source.draw(rng)
            cache = game.new_cache(cache)
            for _ in range(steps):
                if world.is_over:
                    break
                seat = world.current_players()[0]
                actions = world.legal_actions(seat)
                ratings = game.rate(world, seat, actions, cache)
                assert ratings == game.rate(world, seat, actions, game.new_cache()), f"{moment.number}: {actions[0]}"
                world.apply(seat, actions[ratings.index(max(ratings)) if rng.below(3) else rng.below(len(actions))])
