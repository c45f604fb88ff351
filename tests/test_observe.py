"""Observations written from the State are those made of the View: hidden is hidden, for every seat at every moment."""

from itertools import product

import numpy as np
import pytest

import parrain
from parrain.core import BadOption, Stream
from parrain.core.compiling import new_words
from parrain.core.writing import add_one, bits

GAMES = [(game.id, players) for game in parrain.all_games().values() for players in range(game.fewest, game.most + 1)]


def settings(game):
    """Every choice of every option, the other options as they are unless they are few."""
    names = [option.name for option in game.options]
    every = [dict(zip(names, choices, strict=True)) for choices in product(*[each.choices for each in game.options])]
    if len(every) <= 8:
        return every
    return [{option.name: choice} for option in game.options for choice in option.choices]


def compare(game, state):
    for seat in range(state.players):
        expected = np.array(game.encode(state.view(seat)), np.float32)
        words = new_words(len(expected) + 2)
        assert state.observe(seat, words, 1)
        written = np.frombuffer(memoryview(words), np.float32)
        assert written[0] == written[-1] == 0, "it writes into its own row alone"
        where = np.flatnonzero(written[1:-1] != expected)
        assert not len(where), (named(game, state.players, where), written[1:-1][where], expected[where])


def named(game, players, where):
    """The parts of the observation in which these numbers are."""
    parts = [part.name for part in game.encoding(players) for _ in range(part.size)]
    return [(parts[place], place - parts.index(parts[place])) for place in where[:8].tolist()]


@pytest.mark.heavy
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_written_as_encoded(name, players):
    game = parrain.game(name)
    for seed, options in enumerate(settings(game)):
        try:
            state = game.new(players, seed, **options)
        except BadOption:
            continue  # one that this number of players cannot have
        rng, made = Stream(seed), 0
        while not state.is_over and made < 900:
            if made < 20 or made % 11 == 0:
                compare(game, state)
            for seat in state.current_players():
                choices = state.legal_actions(seat)
                if choices:
                    state.apply(seat, choices[rng.below(len(choices))])
            made += 1
        compare(game, state)


@pytest.mark.parametrize("value", [0, 1, -1, 7, 255, 256, 3000, 117000, -120000, 2**24 - 1, 2**24, 2**24 + 1, 2**30])
def test_bits_of_numbers(value):
    words = new_words(1)
    words[0] = bits(value)
    assert np.frombuffer(memoryview(words), np.float32)[0] == np.float32(value)
    if 0 <= value < 2**23:
        add_one(words, 0)
        assert np.frombuffer(memoryview(words), np.float32)[0] == value + 1
