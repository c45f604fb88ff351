"""The end of a turn and the movement cards (GA 5, GA 6.5 to GA 6.8)."""

from __future__ import annotations

from parrain.games.gangster.components import POLICE
from parrain.games.gangster.rules.scoring import finish, scoring_day
from parrain.games.gangster.rules.setup import place_double
from parrain.games.gangster.state import StateData


def end_turn(state: StateData) -> None:
    """Cards up after the third, and what follows from it; then the next player (GA 5.3, GA 6.5, GA 10.4, GA 15.5)."""
    state.turns += 1
    if state.cards[state.clan] == 0:
        turn_cards_up(state)
    if state.is_over:
        return
    if state.turns >= state.box.turns:
        finish(state, "turn-limit")
    else:
        state.begin_turn((state.turn + 1) % state.players)


def turn_cards_up(state: StateData) -> None:
    """The cards are up again, and a district card is revealed: a Double, or the police (GA 6.5 to GA 6.8)."""
    state.cards[state.clan] = state.box.all_cards
    card = state.deck[state.deck_at]
    state.deck_at += 1
    state.reveals += 1
    state.tell("cards-up", {})
    if card != POLICE:
        place_double(state, card)
    else:
        state.tell("police", {})
    if state.doubles.bit_count() == state.box.doubles:
        scoring_day(state)
