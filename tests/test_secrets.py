"""What a search may let the others answer: a choice is secret exactly if they cannot tell it from another."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

import parrain
from parrain.bots.levels import hidden_actions
from parrain.bots.tree import IDLE
from parrain.core import Action, Game, State, Stream, View, to_data
from parrain.testing.walk import seats, walk

GAMES = sorted(parrain.all_games())


def others(state: State, seat: int) -> list[object]:
    return [state.view(other) for other in range(state.players) if other != seat]


def data_of(view: View) -> dict[str, object]:
    """A View as data, compiled or not."""
    data = to_data(view)
    assert isinstance(data, dict)
    return data


def told_apart(state: State, seat: int, one: Action, two: Action) -> bool:
    """Whether the others see which of two choices was made, at once or when all its steps are done."""
    first, second = state.clone(), state.clone()
    first.apply(seat, one)
    second.apply(seat, two)
    return told_later(state, first, second, seat, 5)


def told_later(start: State, first: State, second: State, seat: int, steps: int) -> bool:
    """Whether the others see which of two tables it is as soon as they see anything, or it makes no difference."""
    if others(first, seat) != others(second, seat) or first.view(seat) == second.view(seat):
        return True
    if others(first, seat) != others(start, seat) or seat not in first.current_players() or not steps:
        return False
    common = [each for each in first.legal_actions(seat) if each in second.legal_actions(seat) and each.text != IDLE]
    for action in common[:1] + common[-1:]:
        after = [state.clone() for state in (first, second)]
        for state in after:
            state.apply(seat, action)
        if not told_later(start, after[0], after[1], seat, steps - 1):
            return False
    return True


def looked_at(game: Game) -> dict[tuple[str, bool], list[bool]]:
    """By verb, and whether it counts as secret: of pairs of choices, whether the others could tell them apart."""
    found: dict[tuple[str, bool], list[bool]] = defaultdict(list)
    hidden = hidden_actions(game) or [False] * len(game.actions)
    for players in range(game.fewest, game.most + 1):
        state, rng = game.new(players, 4), Stream(4)
        for _ in range(400):
            if state.is_over:
                break
            seat = state.current_players()[rng.below(len(state.current_players()))]
            actions = state.legal_actions(seat)
            one, two = actions[rng.below(len(actions))], actions[rng.below(len(actions))]
            verb = one.text.split(" ")[0]
            if one is not two and verb == two.text.split(" ")[0] and hidden[one.id] == hidden[two.id]:
                found[verb, hidden[one.id]].append(told_apart(state, seat, one, two))
            state.apply(seat, one)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_choice_is_secret_exactly_if_the_others_cannot_tell(name: str) -> None:
    for (verb, hidden), told in looked_at(parrain.game(name)).items():
        if hidden:  # the last to choose may show what all have chosen
            assert len(told) < 4 or not all(told), f"{verb} counts as secret, but the others see all of it"
        else:
            assert all(told), f"the others cannot see which {verb} it was, but it does not count as secret"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_choice_that_shows_something_hidden_or_chance_is_counted(name: str) -> None:
    """On all tables that look the same to the chooser it leads to the same View, or it counts: no free undo."""
    game = parrain.game(name)
    shown = 0
    for players in {game.fewest, game.most}:
        tried: Counter[str] = Counter()
        for moment in walk(game, players, players):
            seat, action = moment.player, moment.action
            verb = action.text.split(" ")[0]
            tried[verb] += 1
            often = tried[verb] > 20 and moment.number % 5  # what is rare is always looked at
            if seat < 0 or often:
                continue
            view = moment.state.view(seat)
            grown, seen = [], []
            for table in (moment.state.clone(), *(game.imagine(view, Stream(draw)) for draw in (1, 2))):
                if action in table.legal_actions(seat):
                    before, table.log = table.reveals, []
                    table.apply(seat, action)
                    told = sum(event.kind in game.revealing_events for event in table.log)
                    grown.append(table.reveals - before + told)
                    seen.append({**data_of(table.view(seat)), "reveals": 0})
            assert min(grown) >= 0
            if any(each != seen[0] for each in seen):
                shown += 1
                assert min(grown) > 0, f"{action} at choice {moment.number} shows something that is not counted"
    assert shown > 1


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_choice_that_changes_what_others_see_is_told_to_them(name: str) -> None:
    game = parrain.game(name)
    told = 0
    for moment in walk(game, min(game.most, game.fewest + 1), 5):
        if moment.player < 0:
            break
        after = moment.state.clone()
        after.log = []
        after.apply(moment.player, moment.action)
        for seat in set(seats(after)) - {moment.player}:
            views = [{**data_of(state.view(seat)), "to_move": (), "reveals": 0} for state in (moment.state, after)]
            if views[0] != views[1]:
                told += 1
                assert any(event.seen_by(seat) for event in after.log), f"nobody tells {seat} of {moment.action}"
    assert told > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_world_depends_on_its_stream_alone(name: str) -> None:
    """Not on the worlds that were drawn before it from the same View, nor on what was played there."""
    game = parrain.game(name)
    for moment in walk(game, game.fewest, 7, every=9):
        worlds = game.worlds(moment.state.view(moment.turn % game.fewest))
        first = worlds.draw(Stream(1))
        table = first.to_position()
        first.playout(Stream(2), 9)
        worlds.draw(Stream(3))
        assert worlds.draw(Stream(1)).to_position() == table, moment.number
