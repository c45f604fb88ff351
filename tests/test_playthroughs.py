"""Golden playthroughs notice every change: of a choice, an event, a field of a View, a legal action."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import parrain
from parrain.core import Event
from parrain.testing import playthroughs
from parrain.testing.playthroughs import FULL, SAMPLED, difference, playthrough
from parrain.testing.walk import Moment, walk

GAME = parrain.game("district-noir")
LATE = (FULL // SAMPLED + 1) * SAMPLED  # a moment whose Views and long lists are digests


class Altered:
    """A State of which one method answers something else."""

    def __init__(self, state: object, **answers: Callable[..., object]) -> None:
        self.state = state
        self.__dict__.update(answers)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


def other_choice(moment: Any, log: list[Event]) -> None:
    moment.action = GAME.actions[(moment.action.id + 1) % len(GAME.actions)]


def other_event(moment: Any, log: list[Event]) -> None:
    log[-1] = Event(log[-1].kind, {**log[-1].data, "seat": 1 - int(str(log[-1].data["seat"]))})


def other_secret(moment: Any, log: list[Event]) -> None:
    log[-1] = Event(log[-1].kind, log[-1].data, {"card": "5"}, (0,))


def other_view(moment: Any, log: list[Event]) -> None:
    view = moment.state.view
    moment.state = Altered(
        moment.state, view=lambda seat: dataclasses.replace(view(seat), starter=2) if seat == 1 else view(seat)
    )


def other_legal(moment: Any, log: list[Event]) -> None:
    legal = moment.state.legal_actions
    moment.state = Altered(moment.state, legal_actions=lambda seat: (*legal(seat)[:-1], GAME.actions[0]))


@pytest.mark.parametrize("change", [other_choice, other_event, other_secret, other_view, other_legal])
@pytest.mark.parametrize("at", [3, LATE])
def test_a_change_shows(monkeypatch: pytest.MonkeyPatch, at: int, change: Callable[[Any, list[Event]], None]) -> None:
    def changed(game: Any, players: int, seed: int, options: Any, log: list[Event]) -> Iterator[Moment]:
        for moment in walk(game, players, seed, options, log):
            if moment.number == at:
                change(moment, log)
            yield moment

    kept = playthrough(GAME, 2, 1002)
    assert difference(kept, playthrough(GAME, 2, 1002)) == ""
    monkeypatch.setattr(playthroughs, "walk", changed)
    assert difference(kept, playthrough(GAME, 2, 1002))


def test_the_edition_counts_once() -> None:
    text = playthrough(GAME, 2, 1002)
    assert text.count(GAME.edition.key) == 1


def test_a_longer_playthrough_differs() -> None:
    assert difference("a\nb\n", "a\nb\nc\n") == "line 3 was\n(end)\nand is\nc" and not difference("a\n", "a\n")
