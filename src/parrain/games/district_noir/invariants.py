"""What holds at any moment of District Noir."""

from __future__ import annotations

from parrain.games.district_noir.rules import State


def check(state: State) -> None:
    """All cards are somewhere, once (DN 2.1); hands and masks agree; the line never grows past 20."""
    box = state.box
    for card in range(box.types):
        held = state.hand[card] + state.hand[box.types + card] + state.taken[card] + state.taken[box.types + card]
        hidden = state.stock[state.drawn :].count(card) + state.stock[: state.away].count(card)
        assert held + state.line.count(card) + hidden == box.counts[card], box.names[card]
        for seat in (0, 1):
            assert (state.mask[seat] >> card & 1 == 1) == (state.hand[seat * box.types + card] > 0)
    assert len(state.line) <= box.line + 2 * box.rounds * box.hand
