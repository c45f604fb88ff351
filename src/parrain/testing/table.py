"""Helpers for tests of rules: lay out a position, play choices by their texts, ask what is legal, refused or logged.

A choice is its text, played by the seat to move ("lay 5"), or a seat and its text ("2 lay 5") where
several seats choose at once or a seat chooses out of turn.
"""

from __future__ import annotations

from typing import TypeVar

from parrain.core import Action, Game, IllegalAction, State

S = TypeVar("S", bound=State)


def table(game: Game, /, **position: object) -> State:
    """A position of the game (docs/positions.md), with an empty event log."""
    state = game.position(position)
    state.log = []
    return state


def parse_choice(state: State, choice: str) -> tuple[int, Action]:
    """The seat and the action of a choice; without a seat, the first seat to move."""
    seat, _, text = choice.partition(" ")
    if seat.removeprefix("-").isdigit():
        return int(seat), state.box.action_from_text(text)
    assert state.current_players(), f"{choice}: no seat is to move"
    return state.current_players()[0], state.box.action_from_text(choice)


def play(state: S, *choices: str) -> S:
    """Apply the choices in order, then check the game's invariants."""
    for choice in choices:
        state.apply(*parse_choice(state, choice))
    state.check()
    return state


def legal(state: State, seat: int | None = None) -> list[str]:
    """The texts of a seat's legal actions; without a seat, of all seats to move."""
    seats = state.current_players() if seat is None else (seat,)
    return [str(action) for each in seats for action in state.legal_actions(each)]


def refusal(state: State, choice: str) -> IllegalAction:
    """The error that applying an illegal choice raises; asserts that it changes nothing and that `why_not` agrees."""
    seat, action = parse_choice(state, choice)
    assert str(action) not in legal(state, seat), f"{choice} is legal"
    before, events = state.to_position(), len(state.log or ())
    try:
        state.apply(seat, action)
    except IllegalAction as error:
        assert state.to_position() == before and len(state.log or ()) == events, f"{choice} changed the state"
        reason = state.why_not(seat, action)
        assert reason is not None and str(reason) == str(error), (reason, error)
        return error
    raise AssertionError(f"{choice} should be refused")


def refused(state: State, choice: str) -> str:
    """The number of the rule that forbids the choice."""
    return refusal(state, choice).rule


def events(state: State, kind: str) -> list[dict[str, object]]:
    """The public data of the logged events of that kind."""
    return [dict(event.data) for event in state.log or () if event.kind == kind]
