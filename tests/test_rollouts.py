"""Search with the learned network: arrays that play as the engine does, beliefs, rollouts, levels with and without."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import cast

import numpy as np
import pytest

import parrain
from parrain.bots import learned, make_bot, reason
from parrain.bots.driver import question_from_data, think
from parrain.bots.learned import learned_network
from parrain.bots.levels import LEVELS, answer_seconds, elo_of, is_quick, level_spec, looks_back, plain_level
from parrain.bots.rollouts import Rollouts, make_adviser
from parrain.bots.search import Searcher
from parrain.bots.settings import SearchSettings
from parrain.core import BadOption, Stream
from parrain.games.district_noir.arrays import Hidden, Tables, moment_of
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.rules import State
from parrain.games.district_noir.view import View
from parrain.table import Chair, Table
from parrain.testing import check_bot, check_bot_is_fair

NOIR = parrain.game("district-noir")
PARTS = NOIR.encoding(2)
BOX = cast(Box, NOIR.box)


def new(seed: int) -> State:
    """A new game."""
    return cast(State, NOIR.new(seed=seed))


def hand(state: State, seat: int) -> list[int]:
    """The cards of a seat, counted."""
    return state.hand[seat * BOX.types : (seat + 1) * BOX.types]


def some_way_in(seed: int, choices: int) -> State:
    """A game after so many choices drawn from the policy."""
    state, rng, bot = new(seed), Stream(seed), make_bot("learned", NOIR)
    for _ in range(choices):
        if not state.is_over:
            seat = state.current_players()[0]
            state.apply(seat, bot.choose(state.view(seat), state.legal_actions(seat), rng))
    return state


@pytest.mark.parametrize("seed", range(12))
def test_arrays_play_as_the_engine_does(seed: int) -> None:
    rng, start = Stream(seed), some_way_in(seed, 3 * seed)
    if start.is_over:
        return
    seat = start.current_players()[0]
    batch = Tables(BOX, PARTS, moment_of(start.view(seat), BOX), np.array([hand(start, 1 - seat)] * 3, np.int8))
    batch.deck = np.array([start.stock[start.drawn :]] * 3, np.int8)
    tables = [start.clone() for _ in range(3)]
    while not all(table.is_over for table in tables):
        seen, legal, chosen = batch.observe(), batch.legal(), []
        for row, table in enumerate(tables):
            if table.is_over:
                chosen.append(int(legal[row].argmax()))
                continue
            mover = table.current_players()[0]
            choices = table.legal_actions(mover)
            assert (mover, table.round) == (batch.turn, batch.round) and not batch.over[row]
            assert seen[row].tolist() == list(NOIR.encode(table.view(mover)))
            assert [action.id for action in choices] == np.flatnonzero(legal[row]).tolist()
            action = choices[rng.below(len(choices))]
            table.apply(mover, action)
            chosen.append(action.id)
        batch.step(np.array(chosen))
    assert batch.over.all()
    assert batch.results(0).tolist() == [table.returns()[0] for table in tables]


def one_game(seed: int) -> Iterator[tuple[State, list[View]]]:
    """The moments of a game between two that learned, each with the Views that the seat to move was shown before."""
    state, rng, bot = new(seed), Stream(seed), make_bot("learned", NOIR)
    views: list[list[View]] = [[], []]
    while not state.is_over:
        seat = state.current_players()[0]
        yield state, views[seat]
        for each in (0, 1):
            views[each].append(state.view(each))
        state.apply(seat, bot.choose(state.view(seat), state.legal_actions(seat), rng))


def test_what_the_other_chose_tells_about_its_hand() -> None:
    bot = Rollouts(NOIR, SearchSettings(simulations=1), learned_network(NOIR))
    gains: list[float] = []
    for state, earlier in one_game(5):
        seat = state.current_players()[0]
        made = moment_of(state.view(seat), BOX).made(BOX)
        if made < 4:  # thousands of hands
            continue
        hidden = Hidden(state.view(seat), earlier, BOX, PARTS)
        assert len(hidden.evidence) == made // 2 + (made % 2 and state.starter != seat)
        assert hidden.chances.sum() == pytest.approx(1.0, abs=1e-5)
        row = hidden.hands.tolist().index(hand(state, 1 - seat))
        belief = bot.belief(hidden)
        gains.append(float(np.log(belief[row] / belief.sum()) - np.log(hidden.chances[row])))
        blind = Hidden(state.view(seat), (), BOX, PARTS)  # until somebody takes, the line tells it all
        if all(state.view(seat).may_take):
            assert bot.belief(blind) == pytest.approx(belief)
        else:
            assert len(blind.evidence) <= len(hidden.evidence)
    assert np.mean(gains) > 0.2


def test_the_bot_passes_the_kit() -> None:
    check_bot(make_bot("rollouts:64+exact=500", NOIR), NOIR, 2, games=1)
    check_bot_is_fair(make_bot("rollouts:64", NOIR), NOIR, 2, every=9)


def test_it_sees_a_building_that_wins() -> None:
    """The third building lies in the line: whoever takes it wins, and every other choice is worth less."""
    position = {
        "round": 2,
        "line": ["5", "city-hall"],
        "hands": [["8", "7", "6"], ["8", "7", "6"]],
        "taken": [["port", "police"], []],
        "turn": 0,
        "starter": 0,
    }
    state = NOIR.position(position)
    view, actions = state.view(0), state.legal_actions(0)
    bot = make_bot("rollouts:128", NOIR)
    assert bot.choose(view, actions, Stream(1)).text == "take"
    assert "100% to win" in str(reason(bot, NOIR, view, NOIR.action_from_text("take")))
    values = make_adviser(NOIR, SearchSettings(seconds=0.5)).evaluate(view, actions, Stream(1))
    assert values[0] == (NOIR.action_from_text("take"), 1.0) and len(values) == len(actions)
    judged = make_adviser(NOIR, SearchSettings(seconds=0.5)).judge(view, actions, actions[0], Stream(1))
    assert [action.text for action, _ in judged] == ["take", actions[0].text]


def test_a_table_shows_the_bot_what_its_seat_has_seen() -> None:
    table = Table.begin(NOIR, [Chair("", "best"), Chair("", "best")], seed=3)
    for _ in range(5):
        seat = table.waiting_for()[0]
        table.choose(seat, table.state.legal_actions(seat)[-1])
    question = table.question(table.waiting_for()[0], "best")
    assert [view.seat for view in question.earlier] == [question.view.seat] * 5
    sent = question_from_data("best", False, *question.data())
    assert (sent.view, sent.earlier) == (question.view, question.earlier)
    assert not table.question(0, "greedy").earlier
    small = question._replace(bot="rollouts:64")
    assert think(small) == think(small)


def test_levels_are_what_they_are_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(make_bot("best", NOIR), Rollouts) and isinstance(make_bot("adviser", NOIR), Rollouts)
    assert looks_back("best", NOIR) and answer_seconds("best", NOIR) <= 3
    assert all(is_quick(level, NOIR) for level in ("easy", "normal", "hard", "expert"))
    assert list(elo_of(NOIR)) == list(LEVELS)
    learned.read_network.cache_clear()
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert elo_of(NOIR) == {}
    for level in LEVELS:
        assert level_spec(level, NOIR) == plain_level(level, NOIR)
    for level in ("best", "adviser"):
        bot = make_bot(level, NOIR)
        assert isinstance(bot, Searcher) and not isinstance(bot, Rollouts)
    assert not isinstance(make_adviser(NOIR, SearchSettings(seconds=0.1)), Rollouts)
    with pytest.raises(BadOption, match="needs numpy"):
        make_bot("rollouts", NOIR)


def test_a_higher_temperature_is_nearer_to_chance() -> None:
    state = new(2)
    seat = state.current_players()[0]
    view, actions = state.view(seat), state.legal_actions(seat)
    spreads = []
    for spec in ("learned", "learned:temperature=6", "learned:temperature=60"):
        bot = make_bot(spec, NOIR)
        assert isinstance(bot, learned.Learned)
        chances, worth = bot.judge(view, actions)
        assert sum(chances) == pytest.approx(1.0) and -1 <= worth <= 1
        spreads.append(max(chances) - min(chances))
    assert spreads[0] > spreads[1] > spreads[2] > 0
    for text in ("0", "hot", "1e9", "-2", ""):
        with pytest.raises(BadOption, match="A temperature is a number"):
            make_bot(f"learned:temperature={text}", NOIR)


def test_it_says_where_nothing_was_learned() -> None:
    with pytest.raises(BadOption, match="“rollouts” does not play Gangster"):
        make_bot("rollouts", parrain.game("gangster"))
