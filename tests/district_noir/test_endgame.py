"""The last round solved: no player does better against it, its strategy keeps its value, and the engine agrees."""

from __future__ import annotations

import pytest

import parrain
from parrain.bots import make_bot
from parrain.core import Stream
from parrain.games.district_noir.bot.endgame import NEAR, TOO_LARGE, Endgame, shares, theirs

GAME = parrain.game("district-noir")


def position(seed, cards, takers=2):
    """A position of the last round: `cards` in the hand of the seat to move, `takers` may still take; else None."""
    state, rng = GAME.new(2, seed), Stream(seed)
    while not state.is_over:
        (seat,) = state.current_players()
        view = state.view(seat)
        if view.deck == 0 and view.hand_sizes[seat] == cards and sum(view.may_take) == takers:
            return view
        take = [action for action in state.legal_actions(seat) if str(action) == "take"]
        if take and view.deck == 0 and sum(view.may_take) > takers:
            state.apply(seat, take[0])
            continue
        lays = [action for action in state.legal_actions(seat) if str(action) != "take"] if view.deck == 0 else []
        choices = lays or state.legal_actions(seat)
        state.apply(seat, choices[rng.below(len(choices))])
    return None


def positions(cards, most, seeds=200, takers=2):
    found = [view for view in (position(seed, cards, takers) for seed in range(seeds)) if view is not None]
    assert len(found) >= most
    return found[:most]


def worlds(endgame, view):
    """The real table for each hand the other may hold."""
    box, other = GAME.box, 1 - view.seat
    base = GAME.imagine(view, Stream(1)).to_position()
    pool = [*base["hands"][other], *base["away"]]
    found = []
    for hand in endgame.hands:
        held = [name for card, name in enumerate(box.names) for _ in range(hand[card])]
        rest = list(pool)
        for name in held:
            rest.remove(name)
        hands = [held, held]
        hands[view.seat] = base["hands"][view.seat]
        found.append(GAME.position({**base, "hands": hands, "away": rest}))
        assert found[-1].view(view.seat) == view
    return found


def after(state, seat, choice):
    next_one = state.clone()
    next_one.apply(seat, GAME.box.actions[choice])
    return next_one


def settled(spot, states, reach, seat):
    """A leaf, played out by the engine: it must say what the solver says."""
    total = 0.0
    for place, state in enumerate(states):
        end = state.clone()
        end.playout(Stream(1))
        assert end.returns()[seat] == spot.worth[place]
        total += reach[place] * spot.worth[place]
    return total


def as_player(spot, states, reach, seat, bot):
    """What that bot gets in the seat of the View against the strategy found for the other side."""
    if spot.worth:
        return settled(spot, states, reach, seat)
    if spot.mine:
        views = [state.view(seat) for state in states]
        assert all(view == views[0] for view in views)
        chosen = bot.choose(views[0], states[0].legal_actions(seat), Stream(5))
        kid = spot.kids[spot.choices.index(chosen.id)]
        return as_player(kid, [after(state, seat, chosen.id) for state in states], reach, seat, bot)
    parts, wide, total = theirs(spot, spot.sums), len(spot.hands), 0.0
    for number, kid in enumerate(spot.kids):
        keep = spot.keep[number]
        moved = [after(states[place], 1 - seat, spot.choices[number]) for place in keep]
        total += as_player(kid, moved, [reach[place] * parts[number * wide + place] for place in keep], seat, bot)
    return total


def as_other(spot, states, reach, seat, bot):
    """What our strategy gets when that bot sits on the other side."""
    if spot.worth:
        return settled(spot, states, reach, seat)
    if spot.mine:
        often = shares(spot.sums, 0, len(spot.kids))
        moved = [[after(state, seat, choice) for state in states] for choice in spot.choices]
        return sum(often[n] * as_other(kid, moved[n], reach, seat, bot) for n, kid in enumerate(spot.kids))
    chosen = [bot.choose(state.view(1 - seat), state.legal_actions(1 - seat), Stream(5)).id for state in states]
    total = 0.0
    for number, kid in enumerate(spot.kids):
        keep = [chosen[place] == spot.choices[number] for place in spot.keep[number]]
        weights = [reach[place] * held for place, held in zip(spot.keep[number], keep, strict=True)]
        moved = [after(states[place], 1 - seat, spot.choices[number]) for place in spot.keep[number]]
        if any(keep):
            total += as_other(kid, moved, weights, seat, bot)
    return total


@pytest.mark.parametrize("spec", ["greedy", "search:60", "random", "easy"])
def test_no_player_does_better_against_the_solution(spec):
    bot = make_bot(spec, GAME)
    for view in positions(2, 10):
        endgame = Endgame(view, GAME.box, 100_000, fold=False)
        endgame.solve(300)
        got = as_player(endgame.root, worlds(endgame, view), endgame.chances, view.seat, bot)
        assert got <= endgame.high + 1e-9, (view, got, endgame.high)


@pytest.mark.parametrize("spec", ["greedy", "search:60", "random"])
def test_the_solution_keeps_its_promise_against_every_player(spec):
    bot = make_bot(spec, GAME)
    for view in positions(2, 8):
        endgame = Endgame(view, GAME.box, 100_000, fold=False)
        endgame.solve(300)
        got = as_other(endgame.root, worlds(endgame, view), endgame.chances, view.seat, bot)
        assert got >= endgame.low - 1e-9, (view, got, endgame.low)


@pytest.mark.parametrize(("cards", "takers", "most", "rounds"), [(3, 2, 3, 40), (4, 1, 2, 20)])
def test_nor_with_more_cards_in_hand(cards, takers, most, rounds):
    """`high` and `low` hold however far it was solved; both sides of both, each position solved once for all players.

    Larger hands have too many nodes to walk with the engine here; the solver goes on to a million of them, folded.
    """
    near = 0
    for view in positions(cards, most, takers=takers):
        endgame = Endgame(view, GAME.box, 40_000, fold=False)
        assert endgame.size != TOO_LARGE
        endgame.solve(rounds)
        near += endgame.high - endgame.low < 0.05
        tables = worlds(endgame, view)
        for spec in ("greedy", "random", "search:20"):
            bot = make_bot(spec, GAME)
            assert as_player(endgame.root, tables, endgame.chances, view.seat, bot) <= endgame.high + 1e-9, (view, spec)
            if spec != "search:20":  # it would think anew for every hand in every spot
                assert as_other(endgame.root, tables, endgame.chances, view.seat, bot) >= endgame.low - 1e-9, (
                    view,
                    spec,
                )
    assert near, "bounds far apart would show nothing"


def test_folding_does_not_change_the_value():
    some = 0
    for view in positions(2, 12):
        whole = Endgame(view, GAME.box, 100_000, fold=False)
        folded = Endgame(view, GAME.box, 100_000)
        whole.solve(600)
        folded.solve(600)
        assert folded.size <= whole.size
        assert folded.high >= whole.low - 1e-9 and whole.high >= folded.low - 1e-9
        assert whole.high - whole.low < 0.02
        some += -0.99 < folded.low < 0.99
    assert some >= 3, "positions that are not decided are what it is about"


def test_larger_endgames_are_solved_as_near_as_promised():
    for view in positions(3, 6):
        endgame = Endgame(view, GAME.box, 200_000)
        endgame.solve(1000)
        assert 0 <= endgame.high - endgame.low <= NEAR
        assert sum(chance for _action, chance, _value in endgame.actions()) == pytest.approx(1)


def test_at_most_56_hands_and_none_too_large_is_begun():
    sizes, large = [], 0
    for view in positions(5, 10, 30):
        endgame = Endgame(view, GAME.box, 10)
        large += endgame.size == TOO_LARGE
        assert (GAME.solve(view, 10) is None) == (endgame.size == TOO_LARGE)  # a take that wins at once is not large
        assert sum(endgame.chances) == pytest.approx(1)
        sizes.append(len(endgame.hands))
    assert max(sizes) <= 56 and min(sizes) > 1 and large >= 7


def test_it_takes_the_third_building_and_knows_it_wins():
    state = GAME.position(
        {
            "round": 4,
            "turn": 0,
            "starter": 0,
            "line": ["5", "city-hall"],
            "taken": [["port", "police"], ["8"] * 5],
            "hands": [["5", "6"], ["7", "8"]],
        }
    )
    solved = GAME.solve(state.view(0), 1000)
    assert solved is not None and solved.low == solved.high == 1.0
    bot = make_bot("search:5+exact", GAME)
    chosen = bot.choose(state.view(0), state.legal_actions(0), Stream(1))
    assert str(chosen) == "take"
    assert "100%" in str(bot.reason(state.view(0), chosen))


def test_only_the_last_round_is_solved():
    state = GAME.new(2, 1)
    (seat,) = state.current_players()
    assert GAME.solve(state.view(seat), 10**6) is None
    assert GAME.solve(state.view(None), 10**6) is None
