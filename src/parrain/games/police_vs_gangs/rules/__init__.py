"""Police vs Gangs: the State and the table of its phases, in the order of a turn (PG 4.1).

The sections of docs/rules/police-vs-gangs.md: turn (3, 4), city (5), placing (6), negotiation (9, 11.3), resolving (7,
8, 9.10), arrests (10, 11), scoring (12 to 14). A section ends by asking a seat (`ask`) or by naming the next phase
(`go_to`), which is then begun here: so no section needs one that comes after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from parrain.core.action import Action
from parrain.core.compiling import Words, i64
from parrain.core.event import Event
from parrain.core.phase import Phase
from parrain.core.say import Say, say
from parrain.core.stream import BLANK
from parrain.games.police_vs_gangs.actions import CLAIM, SHARE
from parrain.games.police_vs_gangs.actions.claims import SEATS
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.observe import observe
from parrain.games.police_vs_gangs.rules import arrests, city, negotiation, placing, resolving, scoring, turn
from parrain.games.police_vs_gangs.state import NO_ACTIONS, NO_OPTIONS, P_PLACE, P_TALK, PHASE_NAMES, StateData
from parrain.games.police_vs_gangs.view import View, view_of


def begun_elsewhere(state: StateData) -> None:
    """Some phases only follow from another: nothing names them as the next."""
    raise AssertionError(f"the phase {PHASE_NAMES[state.phase]} cannot be begun by itself")


class Row(Phase[StateData]):
    """A phase that `begin` begins; its texts may name the {seat} or {seats} asked, the {place} and the {round}."""

    __slots__ = ("begin",)

    def __init__(
        self,
        name: str,
        rule: str,
        legal: Callable[[StateData, int], tuple[Action, ...]],
        apply: Callable[[StateData, int, Action], None],
        asks: Say,
        waits: Say,
        begin: Callable[[StateData], None] = begun_elsewhere,
    ) -> None:
        super().__init__(name, rule, legal, apply, asks, waits)
        self.begin = begin


PHASES: Final[tuple[Row, ...]] = (
    Row(
        "lay",
        "PG 5.1",
        city.lays,
        city.apply_lay,
        say("Now the new place must be laid."),
        say("{seat} must lay {place}."),
        turn.begin_turn,
    ),
    Row(
        "discard",
        "PG 6.1",
        placing.discards,
        placing.apply_discard,
        say("You have more than four gangsters: discard one."),
        say("{seat} must let a gangster go."),
        placing.begin_discards,
    ),
    Row(
        "place",
        "PG 6.3",
        placing.placements,
        placing.apply_placement,
        say("Now tiles and dice are placed: send one to a side, or pass."),
        say("{seat} must place a tile or a die, or pass."),
    ),
    Row(
        "resolve",
        "PG 7.1",
        resolving.places,
        resolving.apply_resolve,
        say("Now name the next place to resolve."),
        say("{seat} must name the next place."),
        resolving.resolve_next,
    ),
    Row(
        "talk",
        "PG 9.2",
        negotiation.claims,
        negotiation.apply_claim,
        say("Now is the time to claim: the place, tokens to come, everything else, or no deal."),
        say("Bargaining {place}, round {round} of {rounds}: waiting for {seats}."),
    ),
    Row(
        "order",
        "PG 8.4",
        resolving.orders,
        resolving.apply_order,
        say("Name an order for the tied recruiters, or none."),
        say("{seats} must name an order of recruiting."),
    ),
    Row(
        "recruit",
        "PG 8.2",
        resolving.recruits,
        resolving.apply_recruit,
        say("Now recruit a gangster of this place, or none."),
        say("{seat} may recruit somebody {place}."),
        resolving.begin_recruits,
    ),
    Row(
        "badges",
        "PG 8.9",
        resolving.badges,
        resolving.apply_badges,
        say("Now say which rackets the open demands are."),
        say("{seat} must name the open demands {place}."),
    ),
    Row(
        "reroll",
        "PG 10.4",
        arrests.rerolls,
        arrests.apply_reroll,
        say("Now choose a die to reroll, or none."),
        say("{seat} may reroll one die."),
        arrests.roll,
    ),
    Row(
        "double",
        "PG 10.5",
        arrests.doubles,
        arrests.apply_double,
        say("Say what the sergeant's double is: handcuffs or a badge."),
        say("{seat} must say what the double is."),
    ),
    Row(
        "arrest",
        "PG 10.7",
        arrests.arrests,
        arrests.apply_arrest,
        say("Now arrest one of the gangsters here, or let them go."),
        say("{seat} may arrest somebody {place}."),
    ),
    Row(
        "share",
        "PG 11.3",
        negotiation.proposals,
        negotiation.apply_proposal,
        say("Now propose who gets what, or refuse."),
        say("Sharing the spoils {place}, round {round} of {rounds}: waiting for {seats}."),
    ),
    Row(
        "catch",
        "PG 11.2",
        arrests.catch_actions,
        arrests.apply_catch,
        say("Name the gangster to arrest and a racket on the tile."),
        say("{seat} must name whom to arrest {place}."),
        arrests.share_out,
    ),
    Row(
        "stake",
        "PG 12.1",
        scoring.stakes,
        scoring.apply_stake,
        say("Now stake tokens, or none."),
        say("{seats} must stake."),
        scoring.begin_count,
    ),
    Row(
        "colour",
        "PG 13.1",
        scoring.colours,
        scoring.apply_colour,
        say("Say which colour your card of two colours counts for."),
        say("{seat} must give a card of two colours its colour."),
        scoring.next_colour,
    ),
)


class State(StateData):
    """Police and gangsters, one city, hidden tiles, open dice."""

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
            turn.set_up(self)

    def current_players(self) -> tuple[int, ...]:
        """Whoever owes a decision; several while they bargain or stake (PG 9.5, PG 12.1)."""
        return SEATS[self.owing]

    def phase_row(self) -> Row:
        return PHASES[self.phase]

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """What that seat may choose; found once for each moment, since `apply` looks the choice up in it."""
        if player < 0 or player >= self.players or not self.owing >> player & 1:
            return NO_ACTIONS
        found = self.choices[player]
        if not found:
            if self.phase == P_TALK:  # the two commonest phases are called directly, which compiled code does faster
                found = negotiation.claims(self, player)
            elif self.phase == P_PLACE:
                found = placing.placements(self, player)
            else:
                found = PHASES[self.phase].legal(self, player)
            self.choices[player] = found
        return found

    def apply(self, player: int, action: Action) -> None:
        """The choice happens, or the rule that forbids it is named and nothing has changed."""
        if action not in self.legal_actions(player):
            raise self.refusal(player, action)
        if action.kind == CLAIM or action.kind == SHARE:
            self.choices[player] = NO_ACTIONS  # a step of a draft: nobody else's choices change
        else:
            for seat in range(self.players):
                self.choices[seat] = NO_ACTIONS
        if self.phase == P_TALK:
            negotiation.apply_claim(self, player, action)
        elif self.phase == P_PLACE:
            placing.apply_placement(self, player, action)
        else:
            PHASES[self.phase].apply(self, player, action)
        if not self.owing:
            self.begin_phases()

    def begin_phases(self) -> None:
        """Begin the phase that is next, and those that follow from it, until somebody is asked or the game is over."""
        while not self.owing and not self.is_over:
            PHASES[self.phase].begin(self)

    def clone(self) -> State:
        """An independent copy."""
        copy = State(self.box, self.players, BLANK, self.options)
        self.copy_to(copy)
        return copy

    def to_position(self) -> dict[str, object]:
        """The whole table; `gained` is left out where everybody saw all tokens, as in sealed records."""
        data = super().to_position()
        if self.gained == self.tokens:
            del data["gained"]
        return data

    def view(self, player: int | None) -> View:
        """What that seat may know (PG 16.1, PG 16.2)."""
        return view_of(self, player)

    def observe(self, player: int, out: Words, at: i64) -> bool:
        observe(self, player, out, at)
        return True

    def scores(self) -> tuple[int, ...]:
        return scoring.scores_of(self)

    def ranking(self) -> tuple[int, ...]:
        return scoring.ranking_of(self)
