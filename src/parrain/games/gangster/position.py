"""What of a position of Gangster cannot be declared as fields: piles of which only a part is written, and the turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.errors import BadPosition, require
from parrain.core.fields import LARGEST, Counts, NameList, entries, whole_number
from parrain.games.gangster.components import EMPTY, EQUIPMENT, POLICE
from parrain.games.gangster.rules.setup import fill_port
from parrain.games.gangster.state import COLOUR, SQUARE, StateData

KEYS: Final[tuple[str, ...]] = ()


def finish_position(state: StateData, data: Mapping[str, object]) -> None:
    """Fill in what the position leaves out: it is empty, at its start, or drawn at random from what is left."""
    finish_tiles(state)
    finish_clans(state, data)
    finish_equipment(state, data)
    finish_decks(state, data)
    finish_turn(state, data)


def finish_tiles(state: StateData) -> None:
    """Districts without a tile take the first ones left over."""
    free = [tile for tile in range(state.box.tiles) if tile not in state.tiles]
    for place in state.box.districts[state.players]:
        if state.tiles[place] == EMPTY:
            state.tiles[place] = free.pop(0)
    state.lay_tiles(state.tiles)


def finish_clans(state: StateData, data: Mapping[str, object]) -> None:
    """Cars stand one after the other; what is nowhere else of the gangsters that have arrived sits inside."""
    box = state.box
    arrived = sum(box.arrivals[: state.round])
    for turn, clan in enumerate(state.order):
        if state.car[clan] < 0:
            state.car[clan] = turn
        placed = sum([state.where[place * box.clans + clan].bit_count() for place in range(box.port)])
        left = arrived - placed - state.trunk.count(clan) - state.sunk[clan]
        if "inside" not in data or state.inside[clan] < 0:
            state.inside[clan] = left


def finish_equipment(state: StateData, data: Mapping[str, object]) -> None:
    """The stock as far as it is written, then the rest at random; the port is filled from it."""
    box = state.box
    first: list[int] = NameList(EQUIPMENT).read(data.get("stock", []), box, state.players, "stock")
    gone: list[int] = Counts(EQUIPMENT).read(data.get("gone", []), box, state.players, "gone")
    state.stock = first
    state.port += [EMPTY] * (box.port_slots - len(state.port))
    rest: list[int] = []
    for kind, count in enumerate(state.gone()):
        if count < gone[kind]:
            raise BadPosition("There are not that many {name} tiles.", name=EQUIPMENT[kind])
        rest += [kind] * (count - gone[kind])
    state.shuffle(rest)
    state.stock = first + rest
    if "port" not in data:
        revealed = state.reveals
        fill_port(state)
        state.reveals = revealed


def finish_decks(state: StateData, data: Mapping[str, object]) -> None:
    """The district deck and the casino cards as far as they are written, then the rest at random."""
    box = state.box
    most = box.police[state.players]
    deck = [place for place in box.districts[state.players] if not state.doubles >> place & 1]
    deck += [POLICE] * whole_number(data.get("police", most), "police", 0, most)
    first: list[int] = NameList("card_names").read(data.get("deck", []), box, state.players, "deck")
    state.deck = completed([POLICE if card == box.port else card for card in first], deck, state)
    police = state.deck.count(POLICE)
    require(
        data.get("police", police) == police,
        "The deck has {count} police cards, not {police}.",
        count=police,
        police=str(data.get("police")),
    )
    shown = [whole_number(card, "casino", 0, LARGEST) for card in entries(data.get("casino", []), "casino")]
    state.casino = completed(shown, box.casino[:], state)
    state.drawn = state.round if state.ending in ("king", "shared") else state.round - 1


def completed(first: list[int], pile: list[int], state: StateData) -> list[int]:
    """These cards, then the others of the pile at random; the invariants see whether they were in it."""
    for card in first:
        if card in pile:
            pile.remove(card)
    state.shuffle(pile)
    return first + pile


def finish_turn(state: StateData, data: Mapping[str, object]) -> None:
    """The colour that plays, and what only some phases have."""
    if "starter" not in data:
        state.starter = state.turn
    if state.phase == COLOUR:
        require(not data.get("colour"), "In the phase colour nobody plays yet: leave colour out.")
        state.clan = -1
    elif not data.get("colour") and state.players > 2:
        state.clan = state.turn
    require(
        state.is_over or (state.target >= 0) == (state.phase == SQUARE),
        "target is the district that a machine gun points at, in the phase square and in no other.",
    )
