"""Cards leave a hand and come into it (RC 2.3, RC 7.5 to RC 7.8)."""

from __future__ import annotations

from parrain.core.event import Event
from parrain.games.reglement.components import CARDS, KINDS
from parrain.games.reglement.state import StateData


def spend(state: StateData, card: int) -> None:
    """A card of the hand lies face up among the discards (RC 7.8, RC 13.3)."""
    seat = state.turn
    place = seat * KINDS + card
    state.hand[place] -= 1
    state.size[seat] -= 1
    state.played[place] += 1
    if not state.hand[place]:
        state.held[seat] &= ~(1 << card)
    state.discard.append(card)


def draw_up(state: StateData, seat: int) -> None:
    """Draw up to a full hand, for later (RC 2.3, RC 7.5)."""
    got: list[int] = []
    while state.size[seat] < state.box.hand:
        card = state.pile[state.drawn]
        state.drawn += 1
        state.hand[seat * KINDS + card] += 1
        state.held[seat] |= 1 << card
        state.size[seat] += 1
        got.append(card)
        if state.drawn == len(state.pile):
            reshuffle(state)
    state.reveals += 1
    if state.log is not None and got:
        names = [CARDS[card] for card in sorted(got)]
        state.log.append(Event("draw", {"seat": seat, "count": len(got)}, {"cards": names}, (seat,)))


def reshuffle(state: StateData) -> None:
    """The last card of the pile is drawn: the discards become the new pile (RC 7.7), as everybody sees (RC 13.3)."""
    state.pile = state.discard
    state.discard = []
    state.drawn = 0
    state.fresh = [0] * KINDS
    for card in state.pile:
        state.fresh[card] += 1
    state.shuffle(state.pile)
    state.kept = state.hand[:]
    state.played = [0] * (state.players * KINDS)
    state.shuffles += 1
    if state.log is not None:
        state.log.append(Event("shuffle", {"count": len(state.pile)}))
