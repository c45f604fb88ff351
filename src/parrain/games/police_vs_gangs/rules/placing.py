"""Discards, placement and the prison (section 6)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.games.police_vs_gangs.actions import AT, BACK, DICE, PASS, SEND, SIDES
from parrain.games.police_vs_gangs.state import P_DISCARD, P_PLACE, P_RESOLVE, StateData
from parrain.games.police_vs_gangs.state.pieces import Piece, Prisoner

# -- 6.1 four tiles at most --------------------------------------------------------------------------------------------


def begin_discards(state: StateData) -> None:
    """The next gangster in turn order with too many tiles discards one; then placement begins (PG 6.1)."""
    for seat in state.order:
        if not seat & 1 and state.tiles_of(seat) + state.jailed(seat) > state.box.most_tiles:
            state.ask(P_DISCARD, seat)
            return
    state.passed = 0
    state.placer = -1
    next_placer(state)


def find_prisoner(state: StateData, seat: int, kind: int) -> int:
    """The place in prison of a seat's tile of a kind, -1 if there is none."""
    for place in range(len(state.jail)):
        if state.jail[place].seat == seat and state.jail[place].kind == kind:
            return place
    return -1


def discards(state: StateData, seat: int) -> tuple[Action, ...]:
    """Any tile in hand or in prison."""
    discard = state.box.by_kind.discard
    found: list[Action] = []
    for c in range(state.box.kinds):
        if state.hand[seat * 8 + c]:
            found.append(discard[2 * c])
        if state.jail and find_prisoner(state, seat, c) != -1:
            found.append(discard[2 * c + 1])
    return tuple(found)


def apply_discard(state: StateData, seat: int, action: Action) -> None:
    """A tile leaves the hand or the prison, for the discard or for good (PG 6.1, PG 6.2)."""
    c = action.a
    if action.b:
        del state.jail[find_prisoner(state, seat, c)]
    else:
        state.hand[seat * 8 + c] -= 1
    if state.box.in_bag[c]:
        state.discard.append(c)
    if state.log is not None:
        state.tell("discard", {"seat": seat, "character": state.box.characters[c], "prison": action.b == 1})
    begin_discards(state)


# -- 6.3 placing -------------------------------------------------------------------------------------------------------


def next_placer(state: StateData) -> None:
    """The next in turn order who has a piece and has not passed; when there is none, placement is over (PG 6.3,
    PG 6.4).
    """
    n = state.players
    for _ in range(n):
        state.placer = (state.placer + 1) % n
        seat = state.order[state.placer]
        if not state.passed >> seat & 1 and state.tiles_of(seat):
            state.ask(P_PLACE, seat)
            return
    free_prisoners(state)
    state.go_to(P_RESOLVE)


def spot_open(state: StateData, seat: int, spot: int) -> bool:
    """Whether that seat may place at that side (PG 6.5 to PG 6.9)."""
    if state.neighbour[spot] != -1:
        return False
    if seat & 1:
        return not state.side_gang[spot] or state.open_sides(spot >> 2) == 1
    gang = state.side_gang[spot]
    if gang:
        return gang == seat + 1
    return not state.side_police[spot] or state.open_sides(spot >> 2) == 1


def open_spots(state: StateData, seat: int) -> list[int]:
    """All sides at which that seat may place."""
    return [spot for card in state.laid for spot in range(4 * card, 4 * card + 4) if spot_open(state, seat, spot)]


def any_spot(state: StateData, seat: int) -> bool:
    """Whether that seat can place anything anywhere."""
    for card in state.laid:
        for spot in range(4 * card, 4 * card + 4):
            if spot_open(state, seat, spot):
                return True
    return False


def placements(state: StateData, seat: int) -> tuple[Action, ...]:
    """First a piece (or to pass), then a side (PG 6.3, PG 6.4, PG 6.10)."""
    by_kind = state.box.by_kind
    found: list[Action] = []
    if state.held != -1:
        at = by_kind.at
        for card in state.laid:
            for spot in range(4 * card, 4 * card + 4):
                if spot_open(state, seat, spot):
                    found.append(at[spot])
        found.append(by_kind.back)
        return tuple(found)
    if any_spot(state, seat):
        if seat & 1:
            for kind in range(3):
                if state.hand[seat * 8 + kind]:
                    found.append(by_kind.send_die[kind])
        else:
            for c in range(state.box.kinds):
                if state.hand[seat * 8 + c]:
                    found.append(by_kind.send[2 * c])
                    if state.box.recruit[c] >= 0:
                        found.append(by_kind.send[2 * c + 1])
    found.append(by_kind.pass_)
    return tuple(found)


def apply_placement(state: StateData, seat: int, action: Action) -> None:
    """One step of placing a piece, or a pass."""
    if action.kind == SEND:
        state.held = action.a * 2 + max(0, action.b)
    elif action.kind == BACK:
        state.held = -1
    elif action.kind == PASS:
        state.passed |= 1 << seat
        state.tell("pass", {"seat": seat})
        next_placer(state)
    elif action.kind == AT:
        place_piece(state, Piece(action.a * 4 + action.b, seat, state.held >> 1, state.held & 1 == 1))
        state.held = -1
        next_placer(state)


def place_piece(state: StateData, piece: Piece) -> None:
    """A piece from the hand to a side, gangsters face down (PG 6.3)."""
    seat = piece.seat
    state.hand[seat * 8 + piece.kind] -= 1
    state.put(piece)
    state.placed = 1
    if state.log is not None:
        box = state.box
        data: dict[str, object] = {"seat": seat, "card": box.card_names[piece.card], "side": SIDES[piece.spot & 3]}
        if piece.police:
            data["die"] = DICE[piece.kind]
            state.log.append(Event("place", data))
        else:
            secret: dict[str, object] = {"character": box.characters[piece.kind], "recruit": piece.recruiting}
            state.log.append(Event("place", data, secret, (seat,)))


# -- 6.11 the prison ---------------------------------------------------------------------------------------------------


def free_prisoners(state: StateData) -> None:
    """Whoever was in prison before this turn goes home (PG 6.11)."""
    kept: list[Prisoner] = []
    for prisoner in state.jail:
        seat = prisoner.seat
        if prisoner.turn >= state.turn:
            kept.append(prisoner)
            continue
        state.hand[seat * 8 + prisoner.kind] += 1
        if not seat & 1:
            state.shown[seat * 8 + prisoner.kind] += 1
        if state.log is not None:
            name = DICE[prisoner.kind] if seat & 1 else state.box.characters[prisoner.kind]
            state.tell("free", {"seat": seat, "who": name, "die": seat & 1 == 1})
    state.jail = kept
