"""The State of Gangster and its phases, each with its choices and what they do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from parrain.core.action import Action
from parrain.core.compiling import Words, i64
from parrain.core.event import Event
from parrain.core.phase import Phase
from parrain.core.say import say
from parrain.core.state import NO_ACTIONS
from parrain.core.stream import BLANK
from parrain.games.gangster import actions as a
from parrain.games.gangster.components import BUMPER, Box
from parrain.games.gangster.observe import observe
from parrain.games.gangster.rules.driving import bump, bumps, drive, drives
from parrain.games.gangster.rules.loading import aim, grab, grabs, load, loadings, unload, unload_two, unloadings
from parrain.games.gangster.rules.port import choose_equipment, equipment, sink
from parrain.games.gangster.rules.setup import set_up
from parrain.games.gangster.state import ACT, COLOUR, PHASE_NAMES, StateData
from parrain.games.gangster.view import View, view_of

NOBODY: Final[tuple[int, ...]] = ()
TURNS: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,), (4,)]
NO_OPTIONS: Final[dict[str, object]] = {}


def play_colour(state: StateData, player: int, action: Action) -> None:
    """Two players: which of one's colours has this turn (GA 15.2)."""
    if action.kind != a.PLAY or state.owner[action.a] != player:
        raise state.refusal(player, action)
    state.clan = action.a
    state.phase = ACT


def turn_choices(state: StateData, player: int) -> tuple[Action, ...]:
    """Drive or bump, or unload or load (GA 5.2)."""
    box, clan = state.box, state.clan
    found = drives(state, clan)
    deeds = bumps(state, clan) if state.has(clan, BUMPER) else 0
    if state.car[clan] != box.port:
        deeds |= unloadings(state, clan) | loadings(state, clan)
    if deeds:
        found = found + box.deeds_of(deeds)
    return found + box.back_only if state.back and state.players == 2 else found


def take_back(state: StateData, player: int, action: Action) -> None:
    """Two players: choose the colour again, once in a turn (GA 16.2)."""
    if not state.back or state.players != 2:
        raise state.refusal(player, action)
    state.back = False
    state.phase = COLOUR
    state.clan = -1


def take_turn(state: StateData, player: int, action: Action) -> None:
    """One thing in a turn (GA 5.2, GA 5.3)."""
    kind = action.kind
    if kind == a.DRIVE:
        drive(state, player, action)
    elif kind == a.LOAD:
        load(state, player, action)
    elif kind == a.UNLOAD:
        unload(state, player, action)
    elif kind == a.UNLOAD_TWO:
        unload_two(state, player, action)
    elif kind == a.BUMP:
        bump(state, player, action)
    elif kind == a.GUN:
        aim(state, player, action)
    elif kind == a.BACK:
        take_back(state, player, action)
    else:
        raise state.refusal(player, action)


PHASES: Final[tuple[Phase[StateData], ...]] = (
    Phase(
        "colour",
        "GA 15.2",
        lambda state, player: state.box.plays_of[player],
        play_colour,
        asks=say("First say which of your two colours plays."),
        waits=say("{seat} must choose a colour and play it."),
    ),
    Phase(
        "act",
        "GA 5.2",
        turn_choices,
        take_turn,
        asks=say("You must drive, or unload or load."),
        waits=say("{seat} must drive, or unload or load."),
    ),
    Phase(
        "square",
        "GA 13.9",
        grabs,
        grab,
        asks=say("You are aiming into {place}: choose the square."),
        waits=say("{seat} must drive, or unload or load."),
    ),
    Phase(
        "sink",
        "GA 11.1",
        lambda state, player: state.box.sink_or_keep,
        sink,
        asks=say("Your car is in the Gold Coast: first decide whether to empty your trunk."),
        waits=say("{seat} is at the Gold Coast and looks into the trunk."),
    ),
    Phase(
        "equip",
        "GA 11.3",
        equipment,
        choose_equipment,
        asks=say("Your car is in the Gold Coast: you must take one of the pieces of equipment."),
        waits=say("{seat} must take a piece of equipment."),
    ),
)
assert tuple([row.name for row in PHASES]) == PHASE_NAMES


class State(StateData):
    """A game of Gangster in play."""

    __slots__ = ()

    def __init__(
        self,
        box: Box,
        players: int = 2,
        seed: int = BLANK,
        options: Mapping[str, object] = NO_OPTIONS,
        log: list[Event] | None = None,
    ) -> None:
        super().__init__(box, players, seed, options, log)
        if seed != BLANK:
            self.blank()
            set_up(self)

    def current_players(self) -> tuple[int, ...]:
        """Players take turns (GA 5.1)."""
        return NOBODY if self.is_over else TURNS[self.turn]

    def phase_row(self) -> Phase[Any]:
        return PHASES[self.phase]

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """As every State does, but quicker: one seat is to move, and nearly always it takes its turn."""
        if player != self.turn or self.is_over:
            return NO_ACTIONS
        if self.phase == ACT:
            return turn_choices(self, player)
        return PHASES[self.phase].legal(self, player)

    def apply(self, player: int, action: Action) -> None:
        """As every State does, but quicker."""
        if player != self.turn or self.is_over or not self.box.owns(action):
            raise self.refusal(player, action)
        if self.phase == ACT:
            take_turn(self, player, action)
        else:
            PHASES[self.phase].apply(self, player, action)

    def clone(self) -> State:
        copy = State(self.box, self.players, BLANK, self.options)
        self.copy_to(copy)
        return copy

    def view(self, player: int | None) -> View:
        """What that seat may know (GA 16.1, GA 16.2)."""
        return view_of(self, player)

    def observe(self, player: int, out: Words, at: i64) -> bool:
        observe(self, player, out, at)
        return True

    def scores(self) -> tuple[int, ...]:
        """Influence; with two players that of both colours together (GA 15.4)."""
        return tuple(self.influence)

    def ranking(self) -> tuple[int, ...]:
        """More influence first; equal influence shares a place (GA 14.1, GA 14.2)."""
        return tuple([1 + sum([other > mine for other in self.influence]) for mine in self.influence])
