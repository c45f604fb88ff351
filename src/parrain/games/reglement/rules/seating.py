"""Taking one's place: as the diagram shows, or one man after the other (section 3, and RC 8.13 after an Alert!)."""

from __future__ import annotations

from parrain.core.event import Event
from parrain.games.reglement.components import FEWEST, MEN_KINDS, RANKS
from parrain.games.reglement.state import PICKING, SEATED, SITTING, StateData


def seat_as_shown(state: StateData) -> None:
    """The pre-set seating of the edition (RC 3.1)."""
    for chair, gangster in enumerate(state.box.seatings[state.players - FEWEST]):
        if gangster >= 0:
            state.seat_man(chair, gangster, False)


def seat_freely(state: StateData) -> None:
    """The youngest seats the first gangster (RC 3.2); who that is, is an option or drawn."""
    youngest = state.options["youngest"]
    for seat in range(state.players):
        for rank in range(len(RANKS)):
            state.reserve[seat * MEN_KINDS + rank] = state.box.sizes[state.players - FEWEST][rank]
    offer_chair(state, youngest - 1 if isinstance(youngest, int) else state.below(state.players))


def offer_chair(state: StateData, seat: int) -> None:
    """That player seats a man: which one, if there is a choice, then where (RC 3.2, RC 8.13)."""
    state.mover = seat
    state.picked = -1
    state.mask = state.waiting(seat)
    state.step = PICKING
    if state.mask & (state.mask - 1) == 0:
        kind = 0
        while not state.mask >> kind & 1:
            kind += 1
        pick(state, kind)


def pick(state: StateData, kind: int) -> None:
    """That kind of man will sit; any free chair will do, X chairs and chairs with a cake too (RC 3.2, RC 8.13)."""
    state.picked = kind
    state.step = SITTING
    state.mask = state.free()


def sit(state: StateData, chair: int) -> None:
    """He sits down, asleep if he was (RC 3.2, RC 8.13, RC 8.14)."""
    seat = state.mover
    kind = state.picked
    asleep = kind >= len(RANKS)
    gangster = state.next_of(seat, kind % len(RANKS))
    state.reserve[seat * MEN_KINDS + kind] -= 1
    state.seat_man(chair, gangster, asleep)
    state.picked = -1
    state.deeds += [SEATED, chair, gangster]
    if state.log is not None:
        data = {"seat": seat, "chair": chair + 1, "asleep": asleep, **state.box.man_data(gangster)}
        state.log.append(Event("seat", data))


def next_to_seat(state: StateData) -> int:
    """The next player counter-clockwise who has a man waiting; -1 if all sit (RC 3.2, RC 8.13)."""
    for distance in range(1, state.players + 1):
        following = (state.mover - distance + state.players) % state.players
        if state.waiting(following):
            return following
    return -1
