"""Gangs City in play: the State and its table of phases. The rules themselves are in the modules of this package.

A section of the rules ends by setting the next phase, or a step that nobody decides (NEW_TURN and the like); `go_on`
plays these steps. So a section imports only those that it calls itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from parrain.core.action import Action
from parrain.core.compiling import Words, i64
from parrain.core.event import Event
from parrain.core.phase import Phase
from parrain.core.say import say
from parrain.core.stream import BLANK
from parrain.games.gangs_city.actions import BUILD
from parrain.games.gangs_city.components import Box
from parrain.games.gangs_city.observe import observe, observe_spot
from parrain.games.gangs_city.rules import building, ending, gunfight, placement, recruiting, sites, traffics, turn
from parrain.games.gangs_city.state import NEW_TURN, NO_OPTIONS, OPENING, OVER, PLACING, SETUP, StateData
from parrain.games.gangs_city.view import View, view_of

PHASES: Final[tuple[Phase[StateData], ...]] = (
    Phase(
        "setup",
        "GC 3.6",
        building.setup_builds,
        building.build_drawn,
        asks=say("The city is being set up: say where your place is built."),
        waits=say("{seats} is building onto the city."),
    ),
    Phase(
        "lead",
        "GC 4.1",
        turn.leads,
        turn.lead,
        asks=say("First say who begins this turn."),
        waits=say("{seats} (lowest initiative) says who begins."),
    ),
    Phase(
        "place",
        "GC 4.4",
        placement.choices,
        placement.place,
        asks=say("First say where your next tile goes."),
        waits=say("{seats} is laying a tile face down."),
    ),
    Phase(
        "bid",
        "GC 5.1",
        traffics.bids,
        traffics.bid,
        asks=say("Bids are being made: say how many tokens you bid."),
        waits=say("Secret bids: waiting for {seats}."),
    ),
    Phase(
        "mole",
        "GC 8.10",
        traffics.mole_choices,
        traffics.turn_mole,
        asks=say("Say whether the Mole fights or recruits."),
        waits=say("{seats} decides what the Mole does."),
    ),
    Phase(
        "order",
        "GC 6.1",
        sites.sites,
        sites.name_site,
        asks=say("Say which place is resolved next."),
        waits=say("{seats} says which place is resolved next."),
    ),
    Phase(
        "shoot",
        "GC 6.3",
        gunfight.shot_choices,
        gunfight.shoot,
        asks=say("Say whom your big calibre hits, or nobody."),
        waits=say("{seats} takes aim with a big calibre."),
    ),
    Phase(
        "pin",
        "GC 8.8",
        gunfight.pin_choices,
        gunfight.pin,
        asks=say("Say whom the Sharpshooter pins down."),
        waits=say("{seats} chooses whom the Sharpshooter pins down."),
    ),
    Phase(
        "recruit",
        "GC 6.13",
        recruiting.take_choices,
        recruiting.take,
        asks=say("Say whom you recruit, or nobody."),
        waits=say("{seats} is recruiting."),
    ),
    Phase(
        "release",
        "GC 6.14",
        recruiting.release_choices,
        recruiting.release,
        asks=say("You have all the characters a gang may have: say who is replaced, or choose again."),
        waits=say("{seats} is recruiting."),
    ),
    Phase(
        "forge",
        "GC 8.9",
        recruiting.forge_choices,
        recruiting.forge,
        asks=say("Say which token the Forger takes."),
        waits=say("{seats} chooses what the Forger brings."),
    ),
    Phase(
        "open",
        "GC 7.1",
        ending.all_builds,
        ending.build_won,
        asks=say("Say where the new place is built."),
        waits=say("{seats} has won a place and builds it."),
    ),
    Phase(
        "return",
        "GC 7.4",
        ending.open_places,
        ending.put_back,
        asks=say("Say where the replaced character goes."),
        waits=say("{seats} puts a replaced character back."),
    ),
)
# By number, from NEW_TURN on: what plays NEW_TURN, the reveal, END_OF_TURN, BIDS, ACTIONS and SITE_DONE.
STEPS: Final[tuple[Callable[[StateData], None], ...]] = (
    turn.start_turn,
    traffics.reveal,
    ending.begin_opening,
    traffics.begin_bids,
    sites.begin_actions,
    sites.finish_site,
)


def go_on(state: StateData) -> None:
    """Play the steps that nobody decides, until somebody owes a decision or the game is over."""
    while state.phase > OVER:
        STEPS[state.phase - NEW_TURN](state)


class State(StateData):
    """A game of Gangs City in play."""

    __slots__ = ()

    def __init__(
        self,
        box: Box,
        players: int,
        seed: int = BLANK,
        options: Mapping[str, object] = NO_OPTIONS,
        log: list[Event] | None = None,
    ) -> None:
        super().__init__(box, players, seed, options, log)
        if seed != BLANK:
            self.blank()
            building.set_up(self)

    def current_players(self) -> tuple[int, ...]:
        """One seat, or all that still bid."""
        return self.owing

    def phase_row(self) -> Phase[StateData]:
        return PHASES[self.phase]

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """As in core, by a direct call for the commonest phase, which compiled code does faster."""
        if player not in self.owing:
            return ()
        return placement.choices(self, player) if self.phase == PLACING else PHASES[self.phase].legal(self, player)

    def apply(self, player: int, action: Action) -> None:
        """Carry the choice out, then play on until the next decision; as the core does it, with fewer calls."""
        if not self.box.owns(action) or player not in self.owing:
            raise self.refusal(player, action)
        if self.phase == PLACING:
            placement.place(self, player, action)
        else:
            PHASES[self.phase].apply(self, player, action)
        if self.phase > OVER:
            go_on(self)

    def canonical(self, action: Action) -> Action:
        """A hex to build on goes by the first place or pile that it touches (GC 3.6, GC 7.1)."""
        if action.kind != BUILD or self.phase not in (SETUP, OPENING):
            return action
        there = building.cell_beside(self, action)
        city = self.city
        return city.builds[city.build_cells.index(there)] if there in city.build_cells else action

    def clone(self) -> State:
        copy = State(self.box, self.players, BLANK, self.options)
        self.copy_to(copy)
        return copy

    def view(self, player: int | None) -> View:
        """What that seat may know (GC 9.1)."""
        return view_of(self, player)

    def observe(self, player: int, out: Words, at: i64) -> bool:
        observe(self, player, out, at)
        return True

    def observes_changes(self) -> bool:
        return True

    def observe_change(self, player: int, out: Words, at: i64) -> bool:
        """Half of all choices name a spot, and change nothing else."""
        if self.half_spot < 0 or self.half_what >= 0 or not self.only_spot:
            return False
        observe_spot(self, out, at)
        return True

    def scores(self) -> tuple[int, ...]:
        """The points on the score track (GC 1.1)."""
        return tuple(self.score)

    def ranking(self) -> tuple[int, ...]:
        """The place of each seat; equals share it (GC 7.6)."""
        standings = [ending.standing(self, seat) for seat in range(self.players)]
        return tuple([1 + len([1 for other in standings if other > mine]) for mine in standings])
