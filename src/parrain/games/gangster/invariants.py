"""What holds at any moment of Gangster: all pieces are somewhere, once (GA 2.4, GA 3.1, GA 4.4, GA 6.8, GA 9.8)."""

from __future__ import annotations

from parrain.core.errors import require
from parrain.games.gangster.components import EMPTY, MACHINE_GUN, POLICE, TRUNK
from parrain.games.gangster.rules.loading import has_room, targets
from parrain.games.gangster.rules.port import offers
from parrain.games.gangster.state import CHOOSING, COLOUR, SINKING, SQUARE, StateData


def check(state: StateData) -> None:
    """Raise BadPosition for a table that cannot be."""
    for clan in range(state.box.clans):
        check_clan(state, clan)
    for place in range(state.box.port):
        check_district(state, place)
    check_piles(state)
    if state.is_over:
        check_ending(state)
    else:
        check_phase(state)


def check_clan(state: StateData, clan: int) -> None:
    """Its gangsters, car, trunk and equipment; one that is not in the game has none."""
    box = state.box
    name = box.clan_names[clan]
    placed = sum([state.where[place * box.clans + clan].bit_count() for place in range(box.port)])
    placed += state.trunk.count(clan) + state.sunk[clan]
    trunk, gear = state.trunk[2 * clan : 2 * clan + 2], state.gear[2 * clan : 2 * clan + 2]
    if clan not in state.order:
        require(not placed, "{colour} is no colour of this game.", colour=name)
        return
    arrived = sum(box.arrivals[: state.round])
    require(
        state.inside[clan] == arrived - placed >= 0,
        "By round {round}, {arrived} {colour} gangsters have come: {placed} are placed, so {inside} cannot be inside.",
        round=state.round,
        arrived=arrived,
        colour=name,
        placed=placed,
        inside=state.inside[clan],
    )
    require(clan not in trunk, "One's own gangsters are never in the trunk ({colour}).", colour=name)
    assert trunk[0] != EMPTY or trunk[1] == EMPTY
    captives = 2 - trunk.count(EMPTY)
    require(  # who has lost a trunk since then has both slots full
        captives <= box.trunk_places or state.has(clan, TRUNK) or EMPTY not in gear,
        "{colour} cannot have {count} captives: a trunk without the trunk tile takes {most}.",
        colour=name,
        count=captives,
        most=box.trunk_places,
    )
    require(gear[0] == EMPTY or gear[0] != gear[1], "A colour never owns two of a kind ({colour}).", colour=name)
    car = state.car[clan]
    require(
        0 <= car < box.places and state.in_play(car), "There is no place {place} in this city.", place=box.names[car]
    )
    waiting = clan == state.clan and state.phase >= SINKING
    require(
        state.cards[clan] != 0 or waiting or state.is_over, "When the last movement card is used, all come up again."
    )


def check_district(state: StateData, place: int) -> None:
    """Its tile, its squares, its card."""
    box = state.box
    name = box.names[place]
    in_play = state.in_play(place)
    doubled = state.doubles >> place & 1
    require(in_play or not doubled, "There is no place {place} in this city.", place=name)
    cards = 1 if in_play and not doubled else 0
    require(
        state.deck[state.deck_at :].count(place) == cards,
        "{place} is {count} times in the district deck.",
        place=name,
        count=cards,
    )
    assert (state.tiles[place] == EMPTY) != in_play
    require(
        not in_play or state.tiles.count(state.tiles[place]) == 1,
        "A tile lies on one district only: {tile} lies on several.",
        tile=state.tiles[place] + 1,
    )
    taken = 0
    for clan in range(box.clans):
        squares = state.where[place * box.clans + clan]
        assert not taken & squares
        taken |= squares
    require(
        taken.bit_length() <= state.size[place],
        "{place} has {count} squares, not {taken}.",
        place=name,
        count=state.size[place],
        taken=taken.bit_length(),
    )


def check_piles(state: StateData) -> None:
    """Equipment, Doubles, casino cards, turns."""
    box = state.box
    require(min(state.gone()) >= 0, "There are not that many pieces of equipment.")
    slots = len(state.port)
    require(slots == box.port_slots, "The port has {count} slots, not {slots}.", count=box.port_slots, slots=slots)
    require(
        state.port[0] == EMPTY or state.port.count(state.port[0]) < slots, "Three of a kind never stay in the port."
    )
    require(
        state.doubles.bit_count() < box.doubles or state.is_over,
        "With Double {count} the round is over.",
        count=box.doubles,
    )
    require(
        state.deck[state.deck_at :].count(POLICE) <= box.police[state.players],
        "There are {count} police cards in the deck at most.",
        count=box.police[state.players],
    )
    require(sorted(state.casino) == sorted(box.casino), "The casino cards are {cards}.", cards=box.casino)
    require(
        state.is_over or state.turns < box.turns,
        "After {count} turns the game is over: say its ending.",
        count=box.turns,
    )
    assert state.drawn == (state.round if state.ending in ("king", "shared") else state.round - 1)


def check_ending(state: StateData) -> None:
    """The game ends with the last Double of the last round, or after too many turns (GA 5.4, GA 14.1, GA 14.2)."""
    box = state.box
    if state.ending == "turn-limit":
        require(
            state.turns == box.turns, "The turn limit ends the game after {count} turns, not earlier.", count=box.turns
        )
        return
    require(
        state.round == box.rounds and state.doubles.bit_count() == box.doubles,
        "The game is won at the end of round {rounds}, when {count} Doubles lie on the city.",
        rounds=box.rounds,
        count=box.doubles,
    )
    shared = state.influence.count(max(state.influence)) > 1
    require(
        shared == (state.ending == "shared"), "Who has the most influence alone is king; several share the victory."
    )


def check_phase(state: StateData) -> None:
    """Whose turn it is, and that the question can be asked."""
    assert 0 <= state.turn < state.players
    if state.phase == COLOUR:
        require(state.players == 2, "Only two players choose which colour plays.")
        return
    require(
        state.clan >= 0 and state.owner[state.clan] == state.turn,
        "colour must be a colour of the player whose turn it is.",
    )
    clan = state.clan
    require(
        state.car[clan] == state.box.port or state.phase < SINKING,
        "Nobody sinks captives or takes equipment away from the port.",
    )
    require(state.phase != SINKING or state.trunk[2 * clan] != EMPTY, "There is nothing to sink: the trunk is empty.")
    found = offers(state, clan)
    require(
        state.phase != CHOOSING or found & (found - 1) != 0,
        "In the phase equip there are two kinds of equipment in the port that the colour does not own.",
    )
    if state.phase == SQUARE:
        require(
            state.has(clan, MACHINE_GUN)
            and state.car[clan] != state.box.port
            and has_room(state, clan)
            and targets(state, clan) >> state.target & 1 == 1,
            "The machine gun cannot point at {place}: it takes the tile, room in the trunk, a car outside the port, and"
            " somebody without a guard in a district next door.",
            place=state.box.names[state.target],
        )
    require(len(state.legal_actions(state.turn)) > 0, "There is nothing to choose.")
