"""Setting up a table, and the district deck of each round (GA 3, GA 4)."""

from __future__ import annotations

from parrain.core.event import Event
from parrain.games.gangster.components import EMPTY, EQUIPMENT, POLICE
from parrain.games.gangster.state import StateData


def set_up(state: StateData) -> None:
    """Tiles, equipment, casino cards, the first player, each colour's opening, the first Double (GA 3.1 to GA 3.5)."""
    box = state.box
    tiles = list(range(box.tiles))
    state.shuffle(tiles)
    state.lay_tiles([tiles[place] if state.in_play(place) else EMPTY for place in range(box.port)])
    state.casino = box.casino[:]
    state.shuffle(state.casino)
    state.stock = [kind for kind, count in enumerate(box.equipment) for _ in range(count)]
    state.shuffle(state.stock)
    state.starter = state.below(state.players)
    if state.log is not None:
        laid = {box.names[place]: tile + 1 for place, tile in enumerate(state.tiles) if tile != EMPTY}
        state.log.append(Event("setup", {"tiles": laid, "starter": state.starter}))
    fill_port(state)
    open_city(state)
    prepare_round(state)
    state.begin_turn(state.starter)


def fill_port(state: StateData) -> None:
    """Fill the gaps from the stock; three of a kind go to the box, again and again (GA 3.2, GA 11.4, GA 11.5)."""
    port = state.port
    while True:
        for slot in range(len(port)):
            if port[slot] == EMPTY and state.stock_at < len(state.stock):
                port[slot] = state.stock[state.stock_at]
                state.stock_at += 1
                state.reveals += 1
        if port[0] == EMPTY or port.count(port[0]) < len(port):
            break
        if state.log is not None:
            state.log.append(Event("three-equal", {"equipment": EQUIPMENT[port[0]]}))
        for slot in range(len(port)):
            port[slot] = EMPTY
    if state.log is not None:
        state.log.append(Event("port", {"equipment": [EQUIPMENT[kind] for kind in port if kind != EMPTY]}))


def open_city(state: StateData) -> None:
    """Each colour in turn draws equipment and opens in two districts (GA 3.2, GA 4.1, GA 4.4, GA 15.1)."""
    box = state.box
    deck = box.districts[state.players][:]
    state.shuffle(deck)
    for turn in range(len(state.order)):
        clan = state.order[(state.starter + turn) % len(state.order)]
        kind = state.stock[state.stock_at]
        state.stock_at += 1
        state.gear[2 * clan] = kind
        opened = deck[turn * box.opening : (turn + 1) * box.opening]
        state.car[clan] = opened[0]
        state.inside[clan] = box.arrivals[0] - len(opened)
        for place in opened:
            state.where[place * box.clans + clan] = 1
        if state.log is not None:
            data = {
                "seat": state.owner[clan],
                "colour": box.clan_names[clan],
                "equipment": EQUIPMENT[kind],
                "districts": [box.names[place] for place in opened],
            }
            state.log.append(Event("open", data))


def prepare_round(state: StateData) -> None:
    """All district cards, the first for a Double, then the police among the rest (GA 4.2, GA 4.3, GA 10.1)."""
    box = state.box
    state.reveals += 1
    deck = box.districts[state.players][:]
    state.shuffle(deck)
    first = deck.pop()
    deck += [POLICE] * box.police[state.players]
    state.shuffle(deck)
    state.deck = deck
    state.deck_at = 0
    state.doubles = 0
    place_double(state, first)


def place_double(state: StateData, place: int) -> None:
    """Points of this district count twice this round (GA 6.6)."""
    state.doubles |= 1 << place
    if state.log is not None:
        state.log.append(Event("double", {"district": state.box.names[place], "count": state.doubles.bit_count()}))
