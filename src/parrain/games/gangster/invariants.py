"""What holds at any moment of Gangster: all pieces are somewhere, once (GA 2.4, GA 3.1, GA 4.4, GA 6.8, GA 9.8)."""

from __future__ import annotations

from parrain.games.gangster.components import EMPTY, POLICE
from parrain.games.gangster.state import COLOUR, SINKING, SQUARE, StateData


def check(state: StateData) -> None:
    """Assert it all."""
    for clan in range(state.box.clans):
        check_clan(state, clan)
    for place in range(state.box.port):
        check_district(state, place)
    check_piles(state)
    if not state.is_over:
        check_phase(state)


def check_clan(state: StateData, clan: int) -> None:
    """Its gangsters, car, trunk and equipment; one that is not in the game has none."""
    box = state.box
    name = box.clan_names[clan]
    placed = sum([state.where[place * box.clans + clan].bit_count() for place in range(box.port)])
    placed += state.trunk.count(clan) + state.sunk[clan]
    trunk, gear = state.trunk[2 * clan : 2 * clan + 2], state.gear[2 * clan : 2 * clan + 2]
    if clan not in state.order:
        assert not placed, f"{name} is no colour of this game"
        return
    arrived = sum(box.arrivals[: state.round])
    assert state.inside[clan] == arrived - placed >= 0, f"{arrived} {name} gangsters have come, {placed} are placed"
    assert clan not in trunk, f"one's own gangsters are never in the trunk ({name})"
    assert trunk[0] != EMPTY or trunk[1] == EMPTY
    assert gear[0] == EMPTY or gear[0] != gear[1], f"a colour never owns two of a kind ({name})"
    car = state.car[clan]
    assert 0 <= car < box.places and state.in_play(car), f"there is no place {box.names[car]} in this city"
    waiting = clan == state.clan and state.phase >= SINKING
    assert state.cards[clan] or waiting or state.is_over, "when the last movement card is used, all come up again"


def check_district(state: StateData, place: int) -> None:
    """Its tile, its squares, its card."""
    box = state.box
    name = box.names[place]
    in_play = state.in_play(place)
    doubled = state.doubles >> place & 1
    assert in_play or not doubled, f"there is no place {name} in this city"
    cards = 1 if in_play and not doubled else 0
    assert state.deck[state.deck_at :].count(place) == cards, f"{name} is {cards} times in the district deck"
    assert (state.tiles[place] == EMPTY) != in_play
    assert not in_play or state.tiles.count(state.tiles[place]) == 1, "a tile lies on one district only"
    taken = 0
    for clan in range(box.clans):
        squares = state.where[place * box.clans + clan]
        assert not taken & squares
        taken |= squares
    assert taken.bit_length() <= state.size[place], f"{name} has {state.size[place]} squares"


def check_piles(state: StateData) -> None:
    """Equipment, Doubles, casino cards."""
    box = state.box
    assert min(state.gone()) >= 0, "there are not that many pieces of equipment"
    assert len(state.port) == box.port_slots
    assert state.port[0] == EMPTY or state.port.count(state.port[0]) < len(state.port), "three of a kind never stay"
    assert state.doubles.bit_count() < box.doubles or state.is_over, "with the last Double the round is over"
    assert state.deck[state.deck_at :].count(POLICE) <= box.police[state.players]
    assert sorted(state.casino) == sorted(box.casino), f"the casino cards are {box.casino}"
    assert state.drawn == (state.round if state.ending in ("king", "shared") else state.round - 1)


def check_phase(state: StateData) -> None:
    """Whose turn it is, and that the question can be asked."""
    assert 0 <= state.turn < state.players
    if state.phase == COLOUR:
        assert state.players == 2, "only two players choose which colour plays"
        return
    assert state.owner[state.clan] == state.turn, "it is another player's turn than that colour's"
    in_port = state.car[state.clan] == state.box.port
    assert in_port or state.phase < SINKING, "nobody is asked this away from the port"
    assert state.phase != SINKING or state.trunk[2 * state.clan] != EMPTY, "there is nothing to sink"
    assert (state.target >= 0) == (state.phase == SQUARE)
    assert state.legal_actions(state.turn), "there is nothing to choose"
