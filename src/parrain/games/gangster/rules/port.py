"""The Gold Coast and its special equipment (GA 11, GA 12)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.games.gangster.actions import SINK
from parrain.games.gangster.components import EMPTY, EQUIPMENT
from parrain.games.gangster.rules.setup import fill_port
from parrain.games.gangster.rules.turns import end_turn
from parrain.games.gangster.state import CHOOSING, SINKING, StateData


def arrive(state: StateData, place: int) -> None:
    """Only who ends the move in the port has reached it (GA 6.3, GA 11.1, GA 11.6)."""
    if place != state.box.port:
        end_turn(state)
    elif state.trunk[2 * state.clan] != EMPTY:
        state.phase = SINKING
    else:
        offer_equipment(state)


def sink(state: StateData, player: int, action: Action) -> None:
    """All of the trunk into the port, out of the game, or nothing of it; then the equipment (GA 11.1, GA 11.2)."""
    if action not in state.box.sink_or_keep:
        raise state.refusal(player, action)
    yes = action.kind == SINK
    first = 2 * state.clan
    if state.log is not None:
        captives = [state.box.clan_names[clan] for clan in state.trunk[first : first + 2] if clan != EMPTY]
        state.tell("sink" if yes else "keep", {"gangsters": captives})
    if yes:
        for slot in range(first, first + 2):
            if state.trunk[slot] != EMPTY:
                state.sunk[state.trunk[slot]] += 1
                state.trunk[slot] = EMPTY
    offer_equipment(state)


def offers(state: StateData, clan: int) -> int:
    """The kinds lying open that this clan does not own, as bits (GA 11.3, GA 12.2)."""
    found = 0
    for kind in state.port:
        if kind != EMPTY and not state.has(clan, kind):
            found |= 1 << kind
    return found


def offer_equipment(state: StateData) -> None:
    """One must be taken: asked if there is a choice, taken if there is one, else nothing (GA 11.3, GA 12.3)."""
    found = offers(state, state.clan)
    if found & (found - 1):
        state.phase = CHOOSING
    elif found:
        take_equipment(state, found.bit_length() - 1)
    else:
        state.tell("nothing-new", {})
        end_turn(state)


def equipment(state: StateData, player: int) -> tuple[Action, ...]:
    """What lies open and is new to the clan (GA 11.3)."""
    return state.box.equips_by_mask[offers(state, state.clan)]


def choose_equipment(state: StateData, player: int, action: Action) -> None:
    """The choice among what lies open (GA 11.3)."""
    if action not in equipment(state, player):
        raise state.refusal(player, action)
    take_equipment(state, action.a)


def take_equipment(state: StateData, kind: int) -> None:
    """New equipment comes in from the left; what falls off on the right is gone (GA 12.1, GA 12.2)."""
    left = 2 * state.clan
    lost = state.gear[left + 1]
    state.gear[left + 1] = state.gear[left]
    state.gear[left] = kind
    state.port[state.port.index(kind)] = EMPTY
    if state.log is not None:
        state.tell("equip", {"equipment": EQUIPMENT[kind], "lost": EQUIPMENT[lost] if lost != EMPTY else ""})
    fill_port(state)
    end_turn(state)
