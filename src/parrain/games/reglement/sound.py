"""What must hold at any moment, whatever was played: for the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parrain.games.reglement.components import BLADE, CARDS, FEWEST, GODFATHER, KINDS, SHOOTER

if TYPE_CHECKING:
    from parrain.games.reglement.rules import State


def check_table(state: State) -> None:
    """Men, money, pills, cakes and cards."""
    check_men(state)
    check_cakes(state)
    check_cards(state)
    check_memory(state)
    assert state.bank + sum(state.money) == state.kit.bank[state.players - FEWEST], (
        "money is neither made nor lost (RC 2.2)"
    )
    assert state.bank >= 0 and min(state.money) >= 0


def check_men(state: State) -> None:
    """One gangster a chair, the sets of chairs agree with it, no more of a rank than the gang began with (RC 1.4, RC 2.1)."""
    box = state.kit
    men = [0] * state.players
    across = [0] * state.players
    by_rank = [0] * 4
    counted = [0] * (state.players * 4)
    for chair, gangster in enumerate(state.who):
        if gangster < 0:
            continue
        gang, rank = gangster & 7, gangster >> 3 & 3
        assert state.who.count(gangster) == 1, "nobody sits on two chairs"
        men[gang] |= 1 << chair
        by_rank[rank] |= 1 << chair
        counted[gang * 4 + rank] += 1
        if box.opposite[chair] >= 0:
            across[gang] |= 1 << box.opposite[chair]
    assert men == state.men and across == state.across
    assert (by_rank[GODFATHER], by_rank[SHOOTER], by_rank[BLADE]) == (state.godfathers, state.shooters, state.blades)
    sleepers = bin(state.asleep).count("1")
    assert not state.asleep & state.free(), "only men sleep"
    for seat in range(state.players):
        waiting = state.reserve[seat * 8 : seat * 8 + 8]
        sleepers += sum(waiting[4:])
        assert state.alive[seat] == bin(men[seat]).count("1") + sum(waiting)
        assert (state.alive[seat] == 0) == (state.out_at[seat] > 0)
        for rank in range(4):
            assert (
                counted[seat * 4 + rank] + waiting[rank] + waiting[rank + 4] <= box.sizes[state.players - FEWEST][rank]
            )
    assert state.tokens + sleepers == box.tokens and state.tokens >= 0, "pills are given out or in the pool (RC 8.12)"


def check_cakes(state: State) -> None:
    """At most one cake a chair; the cake of whoever is choosing a card is not on the table (RC 1.6, RC 8.5)."""
    on_table = [place for place in state.cake if place >= 0]
    assert len(set(on_table)) == len(on_table)
    assert state.cakes == sum([1 << place for place in on_table])


def check_cards(state: State) -> None:
    """All cards are somewhere, once; hands are full but for what was played this turn (RC 1.5, RC 7.5)."""
    pile = state.pile[state.drawn :]
    for card in range(KINDS):
        held = sum([state.hand[seat * KINDS + card] for seat in range(state.players)])
        assert held + pile.count(card) + state.discard.count(card) + state.away.count(card) == state.kit.counts[card], (
            CARDS[card]
        )
    for seat in range(state.players):
        hand = state.hand[seat * KINDS : (seat + 1) * KINDS]
        assert sum(hand) == state.size[seat] <= state.kit.hand
        assert state.alive[seat] or not state.size[seat]
        for card in range(KINDS):
            assert (state.held[seat] >> card & 1 == 1) == (hand[card] > 0)


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
