"""Setup and the order of the turn (sections 3 and 4)."""

from __future__ import annotations

from parrain.games.police_vs_gangs.rules.city import draw_place, lay
from parrain.games.police_vs_gangs.state import P_DISCARD, StateData


def set_up(state: StateData) -> None:
    """Dice, gangsters, bag and deck; who is last; the first places (PG 3.1 to PG 3.6)."""
    box = state.box
    n = state.players
    left = box.counts[:]
    for seat in range(n):
        if seat < 2 or not state.teams:
            state.score[seat] = state.sides.start[seat & 1]
        if seat & 1:
            for kind in range(3):
                state.hand[seat * 8 + kind] = state.sides.dice[kind]
        else:
            for c in box.start:
                state.hand[seat * 8 + c] += 1
                left[c] -= 1
    state.bag = [c for c in range(box.kinds) if box.in_bag[c] for _ in range(left[c])]
    state.deck = list(range(box.card_count))
    state.shuffle(state.bag)
    state.shuffle(state.deck)
    # in teams a gangster is drawn to be first, otherwise a policeman to be last
    first = 2 * state.below((n + 1) // 2) if state.teams else (2 + 2 * state.below(n // 2)) % n
    state.order = [(first + i) % n for i in range(n)]
    if state.log is not None:
        state.tell("start", {"order": state.order[:], "teams": state.teams})
    lay(state, state.order[0], state.deck.pop(), 0, 0)
    state.start_cards = 1
    draw_place(state, state.order[1])


def begin_turn(state: StateData) -> None:
    """A new order by score, a new place by the last player (PG 4.1, PG 5.1)."""
    state.turn += 1
    if state.turn > 1:
        set_order(state)
    state.placed = state.scored = 0
    state.summaries = []
    for i in range(len(state.shown)):
        state.shown[i] = 0
    if state.log is not None:
        state.tell("turn", {"turn": state.turn, "order": state.order[:]})
    if state.deck:
        draw_place(state, state.last_player())
    else:
        state.go_to(P_DISCARD)


def set_order(state: StateData) -> None:
    """Best score first, ties clockwise from the leader (PG 4.2, PG 4.3); in teams one seat further left (PG 15.2)."""
    n = state.players
    if state.teams:
        state.order = [(seat + 1) % n for seat in state.order]
        return
    best = max(state.score)
    leaders = [seat for seat in range(n) if state.score[seat] == best]
    leader = leaders[0]
    if len(leaders) > 1:
        leader = leaders[state.below(len(leaders))]
        state.reveals += 1
    # a score and the way round the table from the leader, as one number to sort by
    keys = sorted([-state.score[seat] * 8 + (seat - leader) % n for seat in range(n)])
    state.order = [(leader + key % 8) % n for key in keys]
