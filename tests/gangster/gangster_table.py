"""What the tests of Gangster share: laying out a position, trying a choice."""

from pathlib import Path

from parrain import game
from parrain.core import IllegalAction
from parrain.games.gangster import Gangster

GAME = game("gangster")
EDITION = Path(str(GAME.home)) / "editions" / "amigo-2007.toml"


def table(**position):
    """A position; the rest of the city is empty."""
    state = GAME.position(position)
    state.log = []
    return state


def play(state, *choices):
    """Each choice by whoever is to move."""
    for choice in choices:
        state.apply(state.current_players()[0], state.box.action_from_text(choice))
    return state


def why(state, choice):
    """The rule that forbids a choice now; nothing may change by asking."""
    seat = state.current_players()[0]
    before = state.to_position()
    action = state.box.action_from_text(choice)
    assert action not in state.legal_actions(seat)
    try:
        state.apply(seat, action)
    except IllegalAction as error:
        assert state.to_position() == before
        return error.rule
    raise AssertionError(f"{choice} should be refused")


def legal(state):
    """What the player to move may choose, as texts."""
    return {str(action) for action in state.legal_actions(state.current_players()[0])}


def told(state, kind):
    """The events of that kind since the position was laid out."""
    return [event.data for event in state.log if event.kind == kind]


def edition_with(folder, *changes):
    """The game with an edition file in which texts were replaced."""
    text = EDITION.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = folder / "changed.toml"
    path.write_text(text, encoding="utf-8")
    return Gangster(path)
