import pytest

from parrain.games import game


@pytest.fixture(scope="session")
def police():
    return game("police-vs-gangs")


@pytest.fixture
def play(police):
    """Lay out a position and play texts: play({...}, (0, "send thug fight"), ...)."""

    def go(position, *choices):
        state = police.position(position)
        for seat, text in choices:
            state.apply(seat, police.action_from_text(text))
        return state

    return go


@pytest.fixture
def refused(police):
    """The rule that forbids a choice."""

    def ask(state, seat, text):
        why = state.why_not(seat, police.action_from_text(text))
        assert why is not None, f"{text} should be refused"
        return why.rule

    return ask
