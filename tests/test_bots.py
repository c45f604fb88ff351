"""Bots: the registry, the two that come with the house, and that none can know what it is not shown."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parrain
from parrain import bots
from parrain.bots import make_bot, reason
from parrain.core import Action, BadOption, Game, Say, Stream, View, say
from parrain.testing import check_bot, check_bot_is_fair

GAMES = sorted(parrain.all_games())
SPECS = ("random", "clumsy", "greedy:1", "greedy:temperature=0.5")


def play(game: Game, players: int, seed: int, specs: Sequence[str], most: int = 100_000) -> list[str]:
    """A whole game between bots: the choices made."""
    state = game.new(players, seed)
    seated = [make_bot(specs[seat % len(specs)], game) for seat in range(players)]
    streams = [Stream(1000 + seat) for seat in range(players)]
    made = []
    while not state.is_over and len(made) < most:
        seat = state.current_players()[0]
        action = seated[seat].choose(state.view(seat), state.legal_actions(seat), streams[seat])
        state.apply(seat, action)
        made.append(str(action))
    return made


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_a_bot_passes_the_kit_with_every_number_of_players(name: str, spec: str) -> None:
    game = parrain.game(name)
    for players in sorted({game.fewest, game.most}):
        check_bot(make_bot(spec, game), game, players, games=1)
        check_bot_is_fair(make_bot(spec, game), game, players, every=11)


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["greedy", "greedy:3", "search:5", "search:20+exact=500+memory"])
def test_a_bot_that_imagines_more_passes_the_kit(spec: str) -> None:
    game = parrain.game("district-noir")
    check_bot(make_bot(spec, game), game, 2, games=1)
    check_bot_is_fair(make_bot(spec, game), game, 2)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**40), steps=st.integers(0, 60), luck=st.integers(0, 2**40))
def test_worlds_that_differ_only_in_what_is_hidden_get_the_same_choice(
    name: str, spec: str, seed: int, steps: int, luck: int
) -> None:
    game = parrain.game(name)
    real = game.new(None, seed)
    real.playout(Stream(seed), steps)
    if real.is_over:
        return
    seat = real.current_players()[0]
    other = game.imagine(real.view(seat), Stream(luck))
    bot = make_bot(spec, game)
    chosen = bot.choose(real.view(seat), real.legal_actions(seat), Stream(luck))
    again = bot.choose(other.view(seat), other.legal_actions(seat), Stream(luck))
    assert chosen is again


@pytest.mark.parametrize("name", GAMES)
def test_the_worlds_of_that_test_do_differ(name: str) -> None:
    game = parrain.game(name)
    real = game.new(None, 3)
    seat = real.current_players()[0]
    other = game.imagine(real.view(seat), Stream(4))
    hidden = {key for key, value in real.to_position().items() if other.to_position()[key] != value}
    assert hidden - {"random"}


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seeds_play_the_same_game_and_others_another(name: str) -> None:
    game = parrain.game(name)
    players = game.fewest
    first = play(game, players, 7, ["greedy:1", "random"], most=150)
    assert first == play(game, players, 7, ["greedy:1", "random"], most=150)
    assert first != play(game, players, 8, ["greedy:1", "random"], most=150)


def test_random_reaches_every_choice() -> None:
    game = parrain.game("district-noir")
    state = game.new(2, 7)
    seat = state.current_players()[0]
    choices = state.legal_actions(seat)
    bot = make_bot("random", game)
    rng = Stream(1)
    assert {bot.choose(state.view(seat), choices, rng) for _ in range(200)} == set(choices)


def test_greedy_takes_the_third_building() -> None:
    game = parrain.game("district-noir")
    state = game.position(
        {
            "round": 4,
            "turn": 0,
            "starter": 0,
            "line": ["5", "6", "city-hall"],
            "taken": [["port", "police"], []],
            "hands": [["5", "6", "7", "8", "5"], ["6", "7", "8", "-1", "-2"]],
        }
    )
    chosen = make_bot("greedy", game).choose(state.view(0), state.legal_actions(0), Stream(1))
    assert str(chosen) == "take"
    assert (
        str(reason(make_bot("greedy", game), game, state.view(0), chosen))
        == "The third building is in reach: take it and win."
    )


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    """60 games: were the two equally strong, 45 or more wins would happen once in 10 000 runs."""
    game = parrain.game("district-noir")
    wins = 0
    for seed in range(60):
        state = game.new(2, seed)
        seated = [make_bot("greedy", game), make_bot("random", game)]
        rng = Stream(seed)
        while not state.is_over:
            seat = state.current_players()[0]
            state.apply(seat, seated[(seat + seed) % 2].choose(state.view(seat), state.legal_actions(seat), rng))
        wins += state.ranking()[seed % 2] == 1
    assert wins >= 45


def test_ties_are_broken_by_the_stream() -> None:
    class Flat(type(parrain.game("district-noir"))):  # type: ignore[misc]
        def rate(self, state: object, seat: int, actions: Sequence[Action], cache: object = None) -> list[float]:
            return [0.0] * len(actions)

    game = Flat()
    state = game.new(2, 7)
    seat = state.current_players()[0]
    bot = make_bot("greedy:1", game)
    found = {bot.choose(state.view(seat), state.legal_actions(seat), Stream(luck)) for luck in range(60)}
    assert found == set(state.legal_actions(seat))


def test_with_a_temperature_likely_mistakes_come_first() -> None:
    class Sure(type(parrain.game("district-noir"))):  # type: ignore[misc]
        def rate(self, state: object, seat: int, actions: Sequence[Action], cache: object = None) -> list[float]:
            return [4.0, 3.0, 2.0, *[-99.0] * (len(actions) - 3)]

    game = Sure()
    state = game.new(2, 7)
    seat = state.current_players()[0]
    view, actions = state.view(seat), state.legal_actions(seat)
    assert len(actions) == 5  # the middle rating is 2 below the best: at 1, as likely as 1 / e of it

    def often(temperature: str) -> list[int]:
        bot = make_bot(f"greedy:temperature={temperature}", game)
        found = [bot.choose(view, actions, Stream(luck)) for luck in range(3000)]
        return [found.count(action) for action in actions]

    best, second, third, *hopeless = often("1")
    assert hopeless == [0, 0]
    assert 1420 < best < 1620 and 830 < second < 1010 and 490 < third < 630  # 1520, 922, 559
    assert often("0.01") == [3000, 0, 0, 0, 0]
    assert max(often("999")) < 700


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("greddy", "There is no bot “greddy”; there are: random, easy, normal, hard, expert, best, clumsy, greedy"),
        ("", "There is no bot “”"),
        ("greedy:", "ends in a colon"),
        ("greedy:many", "from 1 to 1000, or how often it errs .*; not “many”"),
        ("greedy:0", "from 1 to 1000, .*; not “0”"),
        ("greedy:1001", "from 1 to 1000"),
        ("greedy:temperature=0", "A temperature is a number from 0.001 to 999, not “0”"),
        ("greedy:temperature=", "A temperature is a number"),
        ("random:2", "takes no settings, but was told “2”"),
    ],
)
def test_a_wrong_spec_is_told_what_would_be_right(spec: str, words: str) -> None:
    with pytest.raises(BadOption, match=words):
        make_bot(spec, parrain.game("district-noir"))


class Entry:
    """An entry point of another package."""

    def __init__(self, name: str) -> None:
        self.name = name

    def load(self) -> object:
        return lambda game, told: Stubborn(told)


class Stubborn:
    """Always the first choice, and says what it was told."""

    def __init__(self, told: str) -> None:
        self.told = told

    def choose(self, view: View, actions: Sequence[Action], rng: Stream) -> Action:
        return actions[0]

    def reason(self, view: View, action: Action) -> Say:
        return say("Because of {told}.", told=self.told)


def test_another_package_brings_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        metadata, "entry_points", lambda group: [Entry("stubborn"), Entry("random")] if group == "parrain.bots" else []
    )
    bots.makers.cache_clear()
    try:
        game = parrain.game("district-noir")
        assert set(bots.bot_names()) == {*bots.ALL_LEVELS, *bots.BUILT_IN, "stubborn"}
        assert bots.is_bot("stubborn:habit") and not bots.is_bot("me")
        bot = make_bot("stubborn:habit", game)
        state = game.new(2, 1)
        seat = state.current_players()[0]
        chosen = bot.choose(state.view(seat), state.legal_actions(seat), Stream(1))
        assert chosen is state.legal_actions(seat)[0]
        assert str(reason(bot, game, state.view(seat), chosen)) == "Because of habit."
        assert not isinstance(make_bot("random", game), Stubborn)
    finally:
        bots.makers.cache_clear()
