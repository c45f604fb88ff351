"""What one seat of District Noir may know: the line, both columns, its own hand (DN 9.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from parrain.core.view import View as CoreView
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.state import StateData

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


def view_of(state: StateData, player: int | None) -> View:
    """The View of that seat, or of a spectator."""
    box = state.box
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


def listed(box: Box, counts: list[int], seat: int) -> list[str]:
    """A seat's counted cards by name, in the order of the edition file."""
    return [name for card, name in enumerate(box.names) for _ in range(counts[seat * box.types + card])]
