"""A position of Gangster as a readable mapping, and back (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from parrain.core.errors import BadPosition
from parrain.games.gangster.components import CHOOSING, EMPTY, EQUIPMENT, POLICE, SINKING, Box

if TYPE_CHECKING:
    from parrain.games.gangster.rules import State
    from parrain.games.gangster.table import Table

KEYS: Final = (
    "game", "edition", "players", "options", "round", "turn", "starter", "turns", "phase", "colour", "target", "back", "tiles", "squares",
    "doubles", "deck", "police", "cars", "inside", "trunks", "gear", "cards", "sunk", "port", "stock", "gone", "casino", "influence",
    "ending", "random", "reveals", "seed",
)  # fmt: skip
PHASES: Final = ("colour", "act", "square", "sink", "equip")


def position_of(state: Table) -> dict[str, object]:
    """The whole table."""
    city = state.city
    clans = state.order
    names = city.clan_names
    districts = [place for place in range(city.port) if state.in_play(place)]
    return {
        "game": "gangster",
        "edition": city.edition.key,
        "players": state.players,
        "options": dict(state.options),
        "round": state.round,
        "turn": state.turn,
        "starter": state.starter,
        "turns": state.turns,
        "phase": PHASES[state.phase],
        "colour": names[state.clan] if state.clan >= 0 else "",
        "target": city.names[state.target] if state.target >= 0 else "",
        "back": state.back,
        "tiles": {city.names[place]: state.tiles[place] + 1 for place in districts},
        "squares": {city.names[place]: squares_of(state, place) for place in districts},
        "doubles": [city.names[place] for place in districts if state.doubles >> place & 1],
        "deck": [card_name(city, card) for card in state.deck[state.deck_at :]],
        "police": state.deck[state.deck_at :].count(POLICE),
        "cars": {names[clan]: city.names[state.car[clan]] for clan in clans},
        "inside": {names[clan]: state.inside[clan] for clan in clans},
        "trunks": {names[clan]: [names[each] for each in slots_of(state.trunk, clan)] for clan in clans},
        "gear": {names[clan]: [EQUIPMENT[each] for each in slots_of(state.gear, clan)] for clan in clans},
        "cards": {names[clan]: cards_up(state, clan) for clan in clans},
        "sunk": {names[clan]: state.sunk[clan] for clan in clans},
        "port": [EQUIPMENT[kind] if kind != EMPTY else "" for kind in state.port],
        "stock": [EQUIPMENT[kind] for kind in state.stock[state.stock_at :]],
        "gone": [EQUIPMENT[kind] for kind, count in enumerate(gone(state)) for _ in range(count)],
        "casino": list(state.casino),
        "influence": list(state.influence),
        "ending": state.ending,
        "random": state.random_words(),
        "reveals": state.reveals,
    }


def squares_of(state: Table, place: int) -> list[str]:
    """A tile square by square: the colour that stands there, or nothing; empty squares at the end are left out."""
    city = state.city
    on = [state.on_square(place, square) for square in range(state.occupied(place).bit_length())]
    return [city.clan_names[clan] if clan >= 0 else "" for clan in on]


def slots_of(slots: list[int], clan: int) -> list[int]:
    """What is in a clan's two slots, the first one first."""
    return [each for each in slots[2 * clan : 2 * clan + 2] if each != EMPTY]


def cards_up(state: Table, clan: int) -> list[int]:
    """The movement cards that lie face up."""
    return [value for card, value in enumerate(state.city.cards) if state.cards[clan] >> card & 1]


def card_name(city: Box, card: int) -> str:
    """A district card as a position writes it."""
    return "police" if card == POLICE else city.names[card]


def gone(state: Table) -> list[int]:
    """How many pieces of each kind of equipment are back in the box: all that are nowhere else."""
    left = state.city.equipment[:]
    for kind in [*state.stock[state.stock_at :], *state.port, *state.gear]:
        if kind != EMPTY:
            left[kind] -= 1
    return left


def check_table(state: Table) -> None:
    """Assert what must hold at any moment: all pieces are somewhere, once (GA 2.4, GA 3.1, GA 4.4, GA 6.8, GA 9.8)."""
    city = state.city
    arrived = sum(city.arrivals[: state.round])
    for clan in state.order:
        standing = sum([state.where[place * city.clans + clan].bit_count() for place in range(city.port)])
        captive = state.trunk.count(clan)
        assert state.inside[clan] >= 0 and state.trunk[2 * clan] != clan and state.trunk[2 * clan + 1] != clan
        assert standing + captive + state.inside[clan] + state.sunk[clan] == arrived, city.clan_names[clan]
        assert state.trunk[2 * clan] != EMPTY or state.trunk[2 * clan + 1] == EMPTY
        assert state.gear[2 * clan] == EMPTY or state.gear[2 * clan] != state.gear[2 * clan + 1]
        assert 0 <= state.car[clan] < city.places and (state.car[clan] == city.port or state.in_play(state.car[clan]))
    for place in range(city.port):
        taken = 0
        for clan in range(city.clans):
            assert not taken & state.where[place * city.clans + clan]
            taken |= state.where[place * city.clans + clan]
        assert taken.bit_length() <= state.size[place]
    assert min(gone(state)) >= 0
    assert state.port[0] == EMPTY or state.port.count(state.port[0]) < len(state.port)
    left = state.deck[state.deck_at :]
    for place in range(city.port):
        assert left.count(place) == (1 if state.in_play(place) and not state.doubles >> place & 1 else 0)
    assert state.doubles.bit_count() < city.doubles or state.is_over
    assert state.drawn == (state.round if state.ending in ("king", "shared") else state.round - 1)
    if not state.is_over and state.clan >= 0:
        assert state.owner[state.clan] == state.turn
        assert state.cards[state.clan] or state.phase >= SINKING, "somebody has no card to drive with"


# -- reading ----------------------------------------------------------------------------------------------


def read_position(box: Box, data: Mapping[str, object]) -> State:
    """Lay out a position. What it leaves out is empty, at its start, or drawn at random from what is left."""
    from parrain.games.gangster.rules import State

    for key in data:
        if key not in KEYS:
            raise BadPosition(
                "A position of Gangster has no {key}; it has: {keys}.", key=str(key), keys=", ".join(KEYS)
            )
    players = whole(data, "players", 4, 2, 5)
    options = mapping(data, "options")
    for name, value in options.items():
        if name not in ("any_clan", "guard_stops_gun") or not isinstance(value, bool):
            raise BadPosition("The options of Gangster are any_clan and guard_stops_gun, true or false.")
    state = State(box, players, -1, {"any_clan": False, "guard_stops_gun": True, **options})
    state.reseed(whole(data, "seed", 0, 0, (1 << 96) - 1))
    state.lay_out()
    state.round = whole(data, "round", 1, 1, box.rounds)
    read_tiles(state, data)
    read_clans(state, data)
    read_equipment(state, data)
    read_deck(state, data)
    read_turn(state, data)
    state.reveals = whole(data, "reveals", 0, 0, 1 << 30)
    words = data.get("random")
    if (
        isinstance(words, list)
        and len(words) == 4
        and all(isinstance(each, int) and 0 <= each < 1 << 32 for each in words)
    ):
        state.set_random_words(words)
    elif words is not None:
        raise BadPosition("random must be four whole numbers below 2^32.")
    return state


def read_tiles(state: State, data: Mapping[str, object]) -> None:
    """Tiles by their number in the edition file; districts not named take the first ones left over. Then who stands on them."""
    city = state.city
    named = {district(state, name): value for name, value in mapping(data, "tiles").items()}
    tiles = [EMPTY] * city.port
    for place, value in named.items():
        tiles[place] = whole({"tile": value}, "tile", 1, 1, city.tiles) - 1
    if len(set(tiles) - {EMPTY}) < len(named):
        raise BadPosition("A tile lies on one district only.")
    free = [tile for tile in range(city.tiles) if tile not in tiles]
    for place in range(city.port):
        if tiles[place] == EMPTY and state.in_play(place):
            tiles[place] = free.pop(0)
    state.lay_tiles(tiles)
    for name, squares in mapping(data, "squares").items():
        place = district(state, name)
        if not isinstance(squares, list) or len(squares) > state.size[place]:
            raise BadPosition(
                '{place} has {squares} squares: name the colour on each, or "".', place=name, squares=state.size[place]
            )
        for square, colour in enumerate(squares):
            if colour != "":
                state.where[place * city.clans + clan_of(state, colour)] |= 1 << square


def read_clans(state: State, data: Mapping[str, object]) -> None:
    """Cars, trunks, movement cards, the sunk; what is nowhere else of the gangsters that have arrived sits inside."""
    city = state.city
    cars, trunks, cards, sunk, inside = [mapping(data, key) for key in ("cars", "trunks", "cards", "sunk", "inside")]
    for each in (cars, trunks, cards, sunk, inside, mapping(data, "gear")):
        for name in each:
            clan_of(state, name)
    for turn, clan in enumerate(state.order):
        name = city.clan_names[clan]
        state.car[clan] = place_of(state, cars[name]) if name in cars else turn
        for slot, colour in enumerate(listed(trunks.get(name, []), "trunks", 2)):
            state.trunk[2 * clan + slot] = clan_of(state, colour)
        if clan in slots_of(state.trunk, clan):
            raise BadPosition("One's own gangsters are never in the trunk ({colour}).", colour=name)
        up = listed(cards.get(name, list(city.cards)), "cards", len(city.cards))
        if len(set(map(str, up))) < len(up) or any(value not in city.cards for value in up):
            raise BadPosition("cards lists the movement cards that are up, among {cards}.", cards=city.cards)
        state.cards[clan] = sum([1 << city.cards.index(cast(int, value)) for value in up])
        state.sunk[clan] = whole(sunk, name, 0, 0, city.gangsters)
    arrived = sum(city.arrivals[: state.round])
    for clan in state.order:
        name = city.clan_names[clan]
        placed = sum([state.where[place * city.clans + clan].bit_count() for place in range(city.port)])
        left = arrived - placed - state.trunk.count(clan) - state.sunk[clan]
        if left < 0 or whole(inside, name, left, 0, city.gangsters) != left:
            raise BadPosition(
                "By round {round} {arrived} {colour} gangsters have come; with those placed, {left} are inside.",
                round=state.round,
                arrived=arrived,
                colour=name,
                left=left,
            )
        state.inside[clan] = left


def read_equipment(state: State, data: Mapping[str, object]) -> None:
    """Boards, port, what is back in the box, and the stock: as far as it is written, then the rest at random."""
    city = state.city
    pool = city.equipment[:]
    gear = mapping(data, "gear")
    for clan in state.order:
        name = city.clan_names[clan]
        for slot, kind in enumerate(kinds(listed(gear.get(name, []), "gear", 2), pool)):
            state.gear[2 * clan + slot] = kind
        if len(set(slots_of(state.gear, clan))) < len(slots_of(state.gear, clan)):
            raise BadPosition("A colour never owns two of a kind ({colour}).", colour=name)
    kinds(listed(data.get("gone", []), "gone", 999), pool)
    port: list[object] | None = listed(data["port"], "port", city.port_slots) if "port" in data else None
    if port is not None:
        found = kinds([each for each in port if each != ""], pool)
        state.port = [
            EMPTY if slot >= len(port) or port[slot] == "" else found.pop(0) for slot in range(city.port_slots)
        ]
        if state.port[0] != EMPTY and state.port.count(state.port[0]) == city.port_slots:
            raise BadPosition("Three of a kind never stay in the port.")
    first = kinds(listed(data.get("stock", []), "stock", 999), pool)
    rest = [kind for kind, count in enumerate(pool) for _ in range(count)]
    state.shuffle(rest)
    state.stock = first + rest
    if port is None:
        state.fill_port()


def read_deck(state: State, data: Mapping[str, object]) -> None:
    """Doubles, the district deck and the casino cards: as far as they are written, then the rest at random."""
    city = state.city
    for name in listed(data.get("doubles", []), "doubles", city.port):
        state.doubles |= 1 << district(state, name)
    rest = [place for place in range(city.port) if state.in_play(place) and not state.doubles >> place & 1]
    rest += [POLICE] * whole(data, "police", city.police[state.players], 0, city.police[state.players])
    first: list[int] = []
    for name in listed(data.get("deck", []), "deck", 999):
        card = POLICE if name == "police" else district(state, name)
        if card not in rest:
            raise BadPosition("{name} is not in the district deck (any more).", name=str(name))
        rest.remove(card)
        first.append(card)
    state.shuffle(rest)
    state.deck = first + rest
    if state.doubles.bit_count() > city.doubles:
        raise BadPosition("There are only {doubles} Doubles.", doubles=city.doubles)
    cards = city.casino[:]
    casino: list[int] = []
    for value in listed(data.get("casino", []), "casino", len(cards)):
        if value not in cards:
            raise BadPosition("There is no casino card {value} (left).", value=str(value))
        cards.remove(value)
        casino.append(value)
    state.shuffle(cards)
    state.casino = casino + cards
    state.drawn = state.round - 1


def read_turn(state: State, data: Mapping[str, object]) -> None:
    """Whose turn it is, what is asked, how the game stands."""
    city = state.city
    influence = listed(data.get("influence", [0] * state.players), "influence", state.players)
    if len(influence) != state.players:
        raise BadPosition("influence gives a number for each of the {players} players.", players=state.players)
    state.influence = [whole({"influence": value}, "influence", 0, 0, 100000) for value in influence]
    state.turns = whole(data, "turns", 0, 0, city.turns)
    turn = whole(data, "turn", 0, 0, state.players - 1)
    state.begin_turn(turn)
    state.starter = whole(data, "starter", turn, 0, state.players - 1)
    phase = data.get("phase", PHASES[state.phase])
    if phase not in PHASES:
        raise BadPosition("phase is one of {phases}.", phases=", ".join(PHASES))
    state.back = data.get("back", True) is True
    if phase != "colour":
        state.clan = clan_of(state, data.get("colour", city.clan_names[state.clan] if state.clan >= 0 else ""))
        state.phase = PHASES.index(str(phase))
        if state.owner[state.clan] != turn:
            raise BadPosition("It is player {turn}'s turn, and that colour is another's.", turn=turn)
    elif state.players != 2:
        raise BadPosition("Only two players choose which colour plays.")
    if phase == "square":
        state.target = district(state, data.get("target", ""))
    ending = data.get("ending", "")
    if ending in ("king", "shared"):
        state.drawn = state.round
    if ending in ("king", "shared", "turn-limit"):
        state.is_over = True
        state.ending = str(ending)
    elif ending != "":
        raise BadPosition(
            "A game of Gangster ends by king, shared or turn-limit, not by {ending}.", ending=str(ending)[:40]
        )
    elif any(not state.cards[clan] and (clan != state.clan or state.phase < SINKING) for clan in state.order):
        raise BadPosition("When the last movement card is used, all come up again: list them.")
    elif not state.legal_actions(turn) or (phase in ("sink", "equip")) != asks_in_port(state):
        raise BadPosition("In this position the player to move is not asked “{phase}”.", phase=str(phase))
    elif state.doubles.bit_count() >= city.doubles:
        raise BadPosition("With the last Double the round is over: write the position before it, or after the scoring.")


def asks_in_port(state: State) -> bool:
    """Whether the question asked is one of the port's, and the car is there with a reason for it."""
    if state.phase == SINKING:
        return state.car[state.clan] == state.city.port and state.trunk[2 * state.clan] != EMPTY
    return state.phase == CHOOSING and state.car[state.clan] == state.city.port


# -- small readers --------------------------------------------------------------------------------------------


def mapping(data: Mapping[str, object], key: str) -> dict[str, object]:
    """A mapping of names to values, empty if not written."""
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise BadPosition("{key} must be a mapping of names to values.", key=key)
    return value


def listed(value: object, key: str, most: int) -> list[object]:
    """A list of at most so many."""
    if not isinstance(value, list) or len(value) > most:
        raise BadPosition("{key} must be a list of at most {most}.", key=key, most=most)
    return value


def clan_of(state: Table, name: object) -> int:
    """A colour that is in the game."""
    clan = state.city.clan_of.get(str(name), -1)
    if clan < 0 or state.owner[clan] < 0:
        known = ", ".join([state.city.clan_names[each] for each in state.order])
        raise BadPosition("{name} is no colour of this game; there are: {known}.", name=str(name) or "“”", known=known)
    return clan


def place_of(state: Table, name: object) -> int:
    """A place that exists for so many players."""
    place = state.city.number_of.get(str(name), -1)
    if place < 0 or (place < state.city.port and not state.in_play(place)):
        raise BadPosition(
            "There is no place {name} in this city; there are: {known}.",
            name=str(name),
            known=", ".join(state.city.names),
        )
    return place


def district(state: Table, name: object) -> int:
    """A place that is not the port."""
    place = place_of(state, name)
    if place == state.city.port:
        raise BadPosition("{name} is the port, not a district.", name=str(name))
    return place


def kinds(names: list[object], pool: list[int]) -> list[int]:
    """Equipment by name, taken out of the pool."""
    found: list[int] = []
    for name in names:
        if name not in EQUIPMENT:
            raise BadPosition(
                "There is no equipment {name}; there are: {known}.", name=str(name), known=", ".join(EQUIPMENT)
            )
        kind = EQUIPMENT.index(str(name))
        pool[kind] -= 1
        if pool[kind] < 0:
            raise BadPosition("There are not that many {name} tiles.", name=str(name))
        found.append(kind)
    return found


def whole(data: Mapping[str, object], key: str, default: int, least: int, most: int) -> int:
    """A whole number within bounds."""
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadPosition(
            "{key} must be a whole number from {least} to {most}, not {value}.",
            key=key,
            least=least,
            most=most,
            value=repr(value)[:40],
        )
    return value
