"""What holds at any moment, for the tests."""

from .rules import State


def check(state: State) -> None:
    """Every card is somewhere, once (HC 1.1)."""
    assert sorted([*state.hand, *state.thrown, *state.deck]) == list(range(1, state.box.cards + 1))
