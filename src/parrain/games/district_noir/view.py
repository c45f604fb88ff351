"""What one seat of District Noir may know: the line, both columns, its own hand. Never the other hand, the deck, the cards put away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from parrain.core.data import frozen
from parrain.core.stream import Stream
from parrain.core.view import View as CoreView
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.position import listed

if TYPE_CHECKING:
    from parrain.games.district_noir.rules import State

NO_PLACES: Final[tuple[int, ...]] = ()
NO_HAND: Final[tuple[str, ...]] = ()


@dataclass
class View(CoreView):
    """Cards by name; `line` oldest first; `hand` is empty for a spectator (DN 9.1)."""

    round: int
    rounds: int
    starter: int
    line: tuple[str, ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    taken: tuple[tuple[str, ...], ...]
    may_take: tuple[bool, ...]
    deck: int
    away: int
    winner: int
    reveals: int


def view_of(state: State, player: int | None) -> View:
    """The View of that seat, or of a spectator."""
    box = state.cards
    names = box.names
    types = box.types
    hand = state.hand
    return View(
        "district-noir",
        box.edition.key,
        {},
        2,
        player,
        state.current_players(),
        state.ending,
        state.ranking() if state.is_over else NO_PLACES,
        state.scores(),
        state.round,
        box.rounds,
        state.starter,
        tuple([names[card] for card in state.line]),
        NO_HAND if player is None else tuple(listed(box, hand, player)),
        (sum(hand[:types]), sum(hand[types:])),
        (tuple(listed(box, state.taken, 0)), tuple(listed(box, state.taken, 1))),
        (state.mask[0] & box.take_bit != 0, state.mask[1] & box.take_bit != 0),
        len(state.stock) - state.drawn,
        state.away,
        state.winner,
        state.reveals,
    )


def imagine(view: View, box: Box, rng: Stream) -> State:
    """A table this View could have come from: what it does not show is dealt from the cards it does not show (DN 9.1)."""
    from parrain.games.district_noir.rules import State

    state = State(box)
    state.reseed(rng.seed())
    types = box.types
    number_of = box.number_of
    pool = box.counts[:]
    state.line = [number_of[name] for name in view.line]
    for card in state.line:
        pool[card] -= 1
    state.taken = [0] * (2 * types)
    state.hand = [0] * (2 * types)
    for seat in (0, 1):
        for name in view.taken[seat]:
            card = number_of[name]
            state.taken[seat * types + card] += 1
            pool[card] -= 1
    mine = -1 if view.seat is None else view.seat
    for name in view.hand:
        card = number_of[name]
        state.hand[mine * types + card] += 1
        pool[card] -= 1
    unseen: list[int] = []
    for card in range(types):
        for _ in range(pool[card]):
            unseen.append(card)
    rng.shuffle(unseen)
    state.mask = [0, 0]
    for seat in (0, 1):
        if seat != mine:
            for _ in range(view.hand_sizes[seat]):
                state.hand[seat * types + unseen.pop()] += 1
        mask = box.take_bit if view.may_take[seat] else 0
        for card in range(types):
            if state.hand[seat * types + card]:
                mask |= 1 << card
        state.mask[seat] = mask
    state.stock = unseen
    state.away = view.away
    state.drawn = view.away
    state.round = view.round
    state.made = 2 * (box.hand + 1) - view.hand_sizes[0] - view.hand_sizes[1] - view.may_take[0] - view.may_take[1]
    state.starter = view.starter
    state.turn = view.to_move[0] if view.to_move else 0
    state.winner = view.winner
    state.ending = view.ending
    state.is_over = view.ending != ""
    state.reveals = view.reveals
    return state


def view_from_data(data: Mapping[str, Any]) -> View:
    """A View read back from JSON."""
    fields = {key: frozen(value) for key, value in data.items()}
    return View(**fields)  # type: ignore[arg-type]
