"""A learned evaluation guides a search: what it corrects, and what it says where it cannot."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parrain
from parrain.bots import make_bot
from parrain.bots.inputs import Inputs
from parrain.bots.learned import Network
from parrain.bots.worth import corrected
from parrain.core import BadOption, Game, Stream

GANGS, GANGSTER = parrain.game("gangs-city"), parrain.game("gangster")


def network(game: Game, bias: float) -> Network:
    """A network that says the same of every position: that the seat to move is better off by so much."""
    size, values = Inputs(game).size, Inputs(game).values
    shapes = [(size, 4), (4,), (1, 4, 4), (1, 4), (4, values), (values,)]
    found = Network(*(np.zeros(shape, np.float32) for shape in shapes))
    found.head_bias[0] = bias
    return found


def test_a_correction_moves_the_chances_of_its_seat() -> None:
    assert corrected([0.2, -0.4, 0.2], 1, [0.0, 0.0, 0.0]) == pytest.approx([0.2, -0.4, 0.2])
    better = corrected([0.2, -0.4, 0.2], 1, [1.0, 0.0, 0.0, 9.0])  # the last is a seat that nobody has
    assert sum(better) == pytest.approx(0.0) and better[1] > -0.4 and better[0] < 0.2 and better[2] < 0.2
    assert corrected([0.2, -0.4, 0.2], 1, [0.0, 0.0, 1.0])[0] > 0.2  # two seats on: the first


def test_it_guides_a_search(tmp_path: Path) -> None:
    path = tmp_path / "worth.npz"
    np.savez(path, **network(GANGS, 3.0)._asdict())
    state = GANGS.new(3, seed=4)
    while len(state.current_players()) > 1 or len(state.legal_actions(state.current_players()[0])) < 3:
        seat = state.current_players()[0]
        state.apply(seat, state.legal_actions(seat)[0])
    seat = state.current_players()[0]
    view, actions = state.view(seat), state.legal_actions(seat)
    bot = make_bot(f"search:60+worth={path}", GANGS)
    chosen = bot.choose(view, actions, Stream(1))
    assert chosen in actions and chosen is bot.choose(view, actions, Stream(1))


def test_it_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="Nothing was learned of what positions of Gangster are worth"):
        make_bot("search:60+worth", GANGSTER)
    np.savez(tmp_path / "worth.npz", **network(GANGS, 0.0)._asdict())
    with pytest.raises(BadOption, match="is not of this edition of Gangster"):
        make_bot(f"search:60+worth={tmp_path / 'worth.npz'}", GANGSTER)
    with pytest.raises(BadOption, match="Nothing was learned"):
        make_bot("search:60+worth", parrain.game("district-noir"))
