"""The rules, one function each, and the table of phases."""

from collections.abc import Mapping

from parrain.core import BLANK, Action, Event, Phase, say

from .actions import ACTIONS, SWAP
from .components import Box
from .state import StateData
from .view import View, view_of


class State(StateData):
    """The game in play: what the contract asks."""

    def __init__(
        self, box: Box, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None = None
    ) -> None:
        super().__init__(box, players, seed, options, log)
        if seed != BLANK:
            self.blank()
            self.shuffle(self.deck)
            self.hand = [self.deck.pop() for _ in range(players)]  # HC 1.1

    def current_players(self) -> tuple[int, ...]:
        return () if self.is_over else (self.turn,)

    def phase_row(self) -> "Phase[State]":
        return PHASES[0]

    def clone(self) -> "State":
        copy = State(self.box, self.players, BLANK, self.options)
        self.copy_to(copy)
        return copy

    def view(self, player: int | None) -> View:
        return view_of(self, player)

    def scores(self) -> tuple[int, ...]:
        return tuple(self.hand) if self.is_over else (0,) * self.players

    def ranking(self) -> tuple[int, ...]:
        return tuple(1 + sum(other > mine for other in self.hand) for mine in self.hand)


def choose(state: State, seat: int, action: Action) -> None:
    """Keep the card, or throw it away face up for the top of the deck; after the last seat all are shown (HC 1.2)."""
    if action.kind == SWAP:
        state.thrown.append(state.hand[seat])
        state.hand[seat] = state.deck.pop()
        state.reveals += 1  # the chooser saw a hidden card: no taking back
    if state.log is not None:
        state.log.append(Event("choice", {"seat": seat, "swapped": action.kind == SWAP}))
    state.turn += 1
    if state.turn == state.players:
        state.is_over, state.ending = True, "shown"


PHASES = (Phase("choose", "HC 1.2", lambda state, seat: ACTIONS, choose, say("Keep or swap?"), say("{seats} thinks.")),)
