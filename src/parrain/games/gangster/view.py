"""What a seat of Gangster may know: everything but the order of the decks, and what another has half chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from parrain.core.view import View as CoreView
from parrain.games.gangster.components import EMPTY, EQUIPMENT, KINDS, POLICE
from parrain.games.gangster.state import ACT, COLOUR, PHASE_NAMES, SINKING, StateData, colours_on

NO_PLACES: Final[tuple[int, ...]] = ()


@dataclass
class View(CoreView):
    """Everything by name; what is listed by colour follows `colours`, by district `districts` (GA 16.1).

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


def view_of(state: StateData, player: int | None) -> View:
    """The View of that seat, or of a spectator."""
    box, over = state.box, state.is_over
    names, clan_names, order = box.names, box.clan_names, state.order
    phase, clan, target, back = progress(state, player)
    places = box.districts[state.players]
    stock = [0] * KINDS
    for kind in state.stock[state.stock_at :]:
        stock[kind] += 1
    return View(
        "gangster",
        box.edition.key,
        dict(state.options),
        state.players,
        player,
        state.current_players(),
        state.ending,
        state.ranking() if over else NO_PLACES,
        state.scores(),
        state.round,
        box.rounds,
        state.turns,
        state.starter,
        PHASE_NAMES[phase] if not over else "",
        clan_names[clan] if clan >= 0 and not over else "",
        names[target] if target >= 0 and not over else "",
        back and not over,
        tuple([clan_names[each] for each in order]),
        tuple([state.owner[each] for each in order]),
        tuple([names[place] for place in places]),
        tuple([state.tiles[place] + 1 for place in places]),
        tuple([tuple(colours_on(state.where, place * box.clans, box)) for place in places]),
        tuple([names[place] for place in places if state.doubles >> place & 1]),
        tuple([names[state.car[each]] for each in order]),
        tuple(
            [tuple([value for card, value in enumerate(box.cards) if state.cards[each] >> card & 1]) for each in order]
        ),
        tuple([state.inside[each] for each in order]),
        tuple([tuple([clan_names[captive] for captive in slots(state.trunk, each)]) for each in order]),
        tuple([tuple([EQUIPMENT[kind] for kind in slots(state.gear, each)]) for each in order]),
        tuple([state.sunk[each] for each in order]),
        tuple([EQUIPMENT[kind] if kind != EMPTY else "" for kind in state.port]),
        tuple(stock),
        len(state.deck) - state.deck_at,
        state.deck[state.deck_at :].count(POLICE),
        tuple(state.casino[: state.drawn]),
        state.reveals,
    )


def progress(state: StateData, player: int | None) -> tuple[int, int, int, bool]:
    """Phase, colour, target and whether a step can be taken back, as that seat may know them (GA 16.2)."""
    if state.phase >= SINKING:
        return state.phase, state.clan, state.target, False  # the choice is whole
    if player == state.turn:
        return state.phase, state.clan, state.target, state.back
    return (COLOUR, -1, -1, False) if state.players == 2 else (ACT, state.clan, -1, False)


def slots(held: list[int], clan: int) -> list[int]:
    """What is in a clan's two slots, the first one first."""
    return [each for each in held[2 * clan : 2 * clan + 2] if each != EMPTY]
