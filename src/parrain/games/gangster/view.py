"""What a seat of Gangster may know: everything but the order of the decks, and what another has half chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from parrain.core.data import frozen
from parrain.core.stream import BLANK, Stream
from parrain.core.view import View as CoreView
from parrain.games.gangster.components import ACT, COLOUR, EMPTY, EQUIPMENT, KINDS, POLICE, SINKING, SQUARE, Box
from parrain.games.gangster.position import PHASES, cards_up, slots_of, squares_of

if TYPE_CHECKING:
    from parrain.games.gangster.rules import State
    from parrain.games.gangster.table import Table

NO_PLACES: Final[tuple[int, ...]] = ()


@dataclass
class View(CoreView):
    """Places, colours and equipment by name. What is told by colour follows `colours`, by district `districts` (GA 16.1).

    `phase`, `colour`, `target` and `back` tell the player to move how far their choice has come; to
    everybody else it has not begun (GA 16.2). `stock` counts the equipment still to come by kind.
    """

    round: int
    rounds: int
    turns: int
    starter: int
    phase: str
    colour: str
    target: str
    back: bool
    colours: tuple[str, ...]
    owners: tuple[int, ...]
    districts: tuple[str, ...]
    tiles: tuple[int, ...]
    squares: tuple[tuple[str, ...], ...]
    doubles: tuple[str, ...]
    cars: tuple[str, ...]
    cards: tuple[tuple[int, ...], ...]
    inside: tuple[int, ...]
    trunks: tuple[tuple[str, ...], ...]
    gear: tuple[tuple[str, ...], ...]
    sunk: tuple[int, ...]
    port: tuple[str, ...]
    stock: tuple[int, ...]
    deck: int
    police: int
    casino: tuple[int, ...]
    reveals: int


def view_of(state: Table, player: int | None) -> View:
    """The View of that seat, or of a spectator."""
    city = state.city
    names, clan_names, order = city.names, city.clan_names, state.order
    phase, clan, target, back = state.phase, state.clan, state.target, state.back
    if phase >= SINKING:
        back = False  # the choice is whole
    elif player is None or player != state.turn:
        phase, clan, target, back = (COLOUR, -1, -1, False) if state.players == 2 else (ACT, clan, -1, False)
    places = [place for place in range(city.port) if state.tiles[place] >= 0]
    stock = [0] * KINDS
    for kind in state.stock[state.stock_at :]:
        stock[kind] += 1
    return View(
        "gangster",
        city.edition.key,
        dict(state.options),
        state.players,
        player,
        state.current_players(),
        state.ending,
        state.ranking() if state.is_over else NO_PLACES,
        state.scores(),
        state.round,
        city.rounds,
        state.turns,
        state.starter,
        PHASES[phase] if not state.is_over else "",
        clan_names[clan] if clan >= 0 and not state.is_over else "",
        names[target] if target >= 0 and not state.is_over else "",
        back and not state.is_over,
        tuple([clan_names[each] for each in order]),
        tuple([state.owner[each] for each in order]),
        tuple([names[place] for place in places]),
        tuple([state.tiles[place] + 1 for place in places]),
        tuple([tuple(squares_of(state, place)) for place in places]),
        tuple([names[place] for place in places if state.doubles >> place & 1]),
        tuple([names[state.car[each]] for each in order]),
        tuple([tuple(cards_up(state, each)) for each in order]),
        tuple([state.inside[each] for each in order]),
        tuple([tuple([clan_names[captive] for captive in slots_of(state.trunk, each)]) for each in order]),
        tuple([tuple([EQUIPMENT[kind] for kind in slots_of(state.gear, each)]) for each in order]),
        tuple([state.sunk[each] for each in order]),
        tuple([EQUIPMENT[kind] if kind != EMPTY else "" for kind in state.port]),
        tuple(stock),
        len(state.deck) - state.deck_at,
        state.deck[state.deck_at :].count(POLICE),
        tuple(state.casino[: state.drawn]),
        state.reveals,
    )


def imagine(view: View, box: Box, rng: Stream) -> State:
    """A table this View could have come from: the decks hold what they must, in any order (GA 16.1)."""
    from parrain.games.gangster.rules import State

    state = State(box, view.players, BLANK, view.options)
    state.lay_out()
    state.reseed(rng.seed())
    place_city(state, view)
    place_clans(state, view)
    shuffle_decks(state, view, rng)
    state.influence = list(view.scores)
    state.round = view.round
    state.turns = view.turns
    state.starter = view.starter
    state.ending = view.ending
    state.is_over = view.ending != ""
    state.reveals = view.reveals
    state.begin_turn(view.to_move[0] if view.to_move else 0)
    if not state.is_over:
        state.phase = PHASES.index(view.phase)
        state.clan = box.clan_of[view.colour] if view.colour else -1
        state.target = box.number_of[view.target] if view.target else -1
        mine = view.seat is not None and view.seat == state.turn
        state.back = view.back if mine and state.phase <= SQUARE else True
    return state


def place_city(state: State, view: View) -> None:
    """Tiles, gangsters, Doubles."""
    city = state.city
    tiles = [-1] * city.port
    for tile, name in zip(view.tiles, view.districts, strict=True):
        tiles[city.number_of[name]] = tile - 1
    state.lay_tiles(tiles)
    for squares, name in zip(view.squares, view.districts, strict=True):
        first = city.number_of[name] * city.clans
        for square, colour in enumerate(squares):
            if colour:
                state.where[first + city.clan_of[colour]] |= 1 << square
    for name in view.doubles:
        state.doubles |= 1 << city.number_of[name]


def place_clans(state: State, view: View) -> None:
    """Cars, cards, passengers, equipment, the sunk."""
    city = state.city
    for at, clan in enumerate(state.order):
        state.car[clan] = city.number_of[view.cars[at]]
        state.inside[clan] = view.inside[at]
        state.sunk[clan] = view.sunk[at]
        up = 0
        for value in view.cards[at]:
            up |= 1 << city.cards.index(value)
        state.cards[clan] = up
        for slot, colour in enumerate(view.trunks[at]):
            state.trunk[2 * clan + slot] = city.clan_of[colour]
        for slot, kind in enumerate(view.gear[at]):
            state.gear[2 * clan + slot] = EQUIPMENT.index(kind)
    state.port = [EQUIPMENT.index(kind) if kind else EMPTY for kind in view.port]


def shuffle_decks(state: State, view: View, rng: Stream) -> None:
    """The three hidden orders."""
    city = state.city
    deck = [place for place in range(city.port) if state.tiles[place] >= 0 and not state.doubles >> place & 1]
    deck += [POLICE] * view.police
    rng.shuffle(deck)
    state.deck = deck
    stock: list[int] = []
    for kind in range(KINDS):
        stock += [kind] * view.stock[kind]
    rng.shuffle(stock)
    state.stock = stock
    casino = city.casino[:]
    for value in view.casino:
        casino.remove(value)
    rng.shuffle(casino)
    state.casino = list(view.casino) + casino
    state.drawn = len(view.casino)


def view_from_data(data: Mapping[str, Any]) -> View:
    """A View read back from JSON."""
    fields = {key: frozen(value) for key, value in data.items()}
    return View(**fields)  # type: ignore[arg-type]
