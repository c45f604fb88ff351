"""What must hold at any moment, whatever was played: for the tests."""

from __future__ import annotations

from parrain.core.errors import require
from parrain.games.reglement.components import CAKE, CARDS, FEWEST, KINDS, MEN_KINDS, RANKS, gang_of, rank_of
from parrain.games.reglement.rules import State


def check(state: State) -> None:
    """Men, money, pills, cakes and cards."""
    check_derived(state)
    check_men(state)
    check_cards(state)
    check_memory(state)
    check_ending(state)
    on_table = [place for place in state.cake if place >= 0]
    assert len(set(on_table)) == len(on_table), "at most one cake a chair (RC 1.6)"
    require(
        state.is_over or not state.turns or state.cake[state.turn] < 0 or state.first == CAKE,
        "The cake of {gang} stands at chair {chair}: in the turn of {gang} it explodes first, unless it was served in"
        " this turn.",
        gang=state.box.gangs[state.turn],
        chair=state.cake[state.turn] + 1,
    )
    assert state.bank + sum(state.money) == state.box.bank[state.players - FEWEST], "no money is made or lost (RC 2.2)"
    assert state.bank >= 0 and min(state.money) >= 0


def check_ending(state: State) -> None:
    """Who is left and what the bank has, by the ending (RC 11.1 to RC 11.4)."""
    left, empty = state.living(), state.bank == 0
    if state.ending == "":
        assert left > 1 and not empty, "the last gang or the last note ends the game"
    elif state.ending == "alone":
        require(left == 1 and empty, "A game ends by alone when one gang is left, which takes all of the bank.")
    elif state.ending == "bank":
        require(left > 1 and empty, "A game ends by bank when the bank is empty and several gangs are left.")
    elif state.ending == "blast":
        require(left == 0, "A game ends by blast when no gang is left.")
    else:
        require(left > 1 and not empty, "A game ends by stalled while several gangs are left and the bank has money.")


def check_derived(state: State) -> None:
    """The sets of chairs, living men, pills and sizes of hands are what the fields say."""
    copy = state.clone()
    copy.derive_table()
    assert (copy.men, copy.across) == (state.men, state.across)
    assert (copy.godfathers, copy.shooters, copy.blades) == (state.godfathers, state.shooters, state.blades)
    assert (copy.alive, copy.cakes) == (state.alive, state.cakes)
    assert copy.tokens == state.tokens >= 0, "pills are given out or in the pool (RC 8.12)"
    for seat in range(state.players):
        copy.derive_hand(seat)
    assert (copy.held, copy.size) == (state.held, state.size)


def check_men(state: State) -> None:
    """One gangster a chair, no more of a rank than the gang began with, only men sleep (RC 1.4, RC 2.1)."""
    counted = [0] * (state.players * len(RANKS))
    for gangster in state.who:
        if gangster >= 0:
            assert state.who.count(gangster) == 1, "nobody sits on two chairs"
            counted[gang_of(gangster) * len(RANKS) + rank_of(gangster)] += 1
    assert not state.asleep & state.free(), "only men sleep"
    for seat in range(state.players):
        assert (state.alive[seat] == 0) == (state.out_at[seat] > 0)
        waiting = state.reserve[seat * MEN_KINDS : (seat + 1) * MEN_KINDS]
        for rank, most in enumerate(state.box.sizes[state.players - FEWEST]):
            count = counted[seat * len(RANKS) + rank] + waiting[rank] + waiting[rank + len(RANKS)]
            require(
                count <= most,
                "{gang} has {most} of the rank {rank} at most, not {count}.",
                gang=state.box.gangs[seat],
                most=most,
                rank=RANKS[rank],
                count=count,
            )


def check_cards(state: State) -> None:
    """All cards are somewhere, once; nobody holds too many, and who is out holds none (RC 1.5, RC 7.5)."""
    pile = state.pile[state.drawn :]
    for card in range(KINDS):
        held = sum([state.hand[seat * KINDS + card] for seat in range(state.players)])
        elsewhere = pile.count(card) + state.discard.count(card) + state.away.count(card)
        assert held + elsewhere == state.box.counts[card], CARDS[card]
    for seat in range(state.players):
        assert state.size[seat] <= state.box.hand
        assert state.alive[seat] or not state.size[seat]


def check_memory(state: State) -> None:
    """The last shuffle accounts for every card since: pile then = pile now + what each seat drew (RC 13.3)."""
    if not state.shuffles:
        return
    pile = state.pile[state.drawn :]
    for card in range(KINDS):
        drawn = 0
        for seat in range(state.players):
            place = seat * KINDS + card
            drew = state.hand[place] + state.played[place] - state.kept[place]
            assert drew >= 0, "nobody plays what he never had"
            drawn += drew
        assert state.fresh[card] == pile.count(card) + drawn, CARDS[card]
