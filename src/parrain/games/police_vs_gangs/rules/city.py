"""The city of place cards: drawing, laying, gangsters for hire (section 5)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.games.police_vs_gangs.actions import COLOURS
from parrain.games.police_vs_gangs.state import DX, DY, P_DISCARD, P_LAY, StateData
from parrain.games.police_vs_gangs.state.codecs import FAR


def draw_place(state: StateData, seat: int) -> None:
    """That seat draws a place card and is to lay it (PG 5.1)."""
    state.drawn = state.deck.pop()
    state.reveals += 1
    state.ask(P_LAY, seat)
    if state.log is not None:
        state.tell("draw", {"seat": seat, "card": state.box.card_names[state.drawn]})


def spots_to_lay(state: StateData) -> list[int]:
    """Where the drawn card may lie, as sides of laid cards: beside the oldest of its neighbours (PG 5.2)."""
    cells = state.cells()
    seen: set[int] = set()
    spots: list[int] = []
    contact: list[int] = []
    best = 0
    for card in state.laid:
        for side in range(4):
            if state.neighbour[4 * card + side] != -1:
                continue
            x, y = state.x[card] + DX[side], state.y[card] + DY[side]
            if x * FAR + y in seen:
                continue
            seen.add(x * FAR + y)
            touch = colours_touched(state, x, y, cells)
            best = max(best, touch)
            spots.append(4 * card + side)
            contact.append(touch)
    return [spots[i] for i in range(len(spots)) if contact[i] == best]


def colours_touched(state: StateData, x: int, y: int, cells: dict[int, int]) -> int:
    """How many of its colours the drawn card would touch there: by a side, a two-colour card also by a corner (PG 5.3,
    PG 5.4).
    """
    colours = state.box.colours
    first, second = colours[state.drawn]
    one = two = 0
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if (dx and dy and second == -1) or not (dx or dy):
                continue
            other = cells.get((x + dx) * FAR + y + dy, -1)
            if other != -1:
                a, b = colours[other]
                if first in (a, b):
                    one = 1
                if second != -1 and second in (a, b):
                    two = 1
    return one + two


def lays(state: StateData, seat: int) -> tuple[Action, ...]:
    """Every spot for the drawn card."""
    lay_at = state.box.by_kind.lay
    return tuple([lay_at[spot] for spot in spots_to_lay(state)])


def apply_lay(state: StateData, seat: int, action: Action) -> None:
    """The drawn place lies beside another; then the next starting place, the first turn, or discards (PG 3.5,
    PG 5.2).
    """
    lay(state, seat, state.drawn, state.x[action.a] + DX[action.b], state.y[action.a] + DY[action.b])
    if state.turn:
        state.go_to(P_DISCARD)
        return
    state.start_cards += 1
    if state.start_cards < state.players:
        draw_place(state, state.order[state.start_cards])
    else:
        state.go_to(P_LAY)


def lay(state: StateData, seat: int, card: int, x: int, y: int) -> None:
    """The card lies there; gangsters for hire come with it (PG 5.2, PG 5.5)."""
    cells = state.cells()
    state.laid.append(card)
    state.x[card] = x
    state.y[card] = y
    for side in range(4):
        other = cells.get((x + DX[side]) * FAR + y + DY[side], -1)
        if other != -1:
            state.neighbour[4 * card + side] = other
            state.neighbour[4 * other + (side ^ 2)] = card  # the side across
    state.drawn = -1
    box = state.box
    hired: list[str] = []
    for i in range(box.mafia[card]):
        character = draw_gangster(state)
        state.recruits[2 * card + i] = character
        if character != -1:
            hired.append(box.characters[character])
    if state.log is not None:
        colours = [COLOURS[colour] for colour in box.colours[card] if colour != -1]
        name = box.card_names[card]
        state.tell("lay", {"seat": seat, "card": name, "at": [x, y], "colours": colours, "for_hire": hired})


def draw_gangster(state: StateData) -> int:
    """A gangster from the bag, or -1; an empty bag is filled from the discard (PG 3.4)."""
    if not state.bag:
        if not state.discard:
            return -1
        state.bag = state.discard
        state.discard = []
        state.shuffle(state.bag)
    state.reveals += 1
    return state.bag.pop()
