"""The choices of Gangster: drives, the other things a car may do, and the answers to smaller questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.core.action import Action

DRIVE: Final = 0
BUMP: Final = 1
UNLOAD: Final = 2
UNLOAD_TWO: Final = 3
LOAD: Final = 4
GUN: Final = 5
GRAB: Final = 6
SINK: Final = 7
KEEP: Final = 8
EQUIP: Final = 9
PLAY: Final = 10
BACK: Final = 11


def make_actions(
    cards: Sequence[int], places: Sequence[str], clans: Sequence[str], squares: int, equipment: Sequence[str]
) -> tuple[Action, ...]:
    """Every choice of the game, those of one kind in one run."""
    made: list[Action] = []
    for card, value in enumerate(cards):
        made += [Action(len(made) + at, f"drive {value} {name}", DRIVE, card, at) for at, name in enumerate(places)]
    for card, value in enumerate(cards):
        made += [Action(len(made) + at, f"bump {value} {name}", BUMP, card, at) for at, name in enumerate(clans)]
    made += [Action(len(made) + at, f"unload {name}", UNLOAD, at) for at, name in enumerate(clans)]
    made.append(Action(len(made), "unload two", UNLOAD_TWO))
    made += [Action(len(made) + at, f"load {at + 1}", LOAD, at) for at in range(squares)]
    made += [Action(len(made) + at, f"gun {name}", GUN, at) for at, name in enumerate(places)]
    made += [Action(len(made) + at, f"grab {at + 1}", GRAB, at) for at in range(squares)]
    made += [Action(len(made), "sink", SINK), Action(len(made) + 1, "keep", KEEP)]
    made += [Action(len(made) + at, f"equip {name}", EQUIP, at) for at, name in enumerate(equipment)]
    made += [Action(len(made) + at, f"play {name}", PLAY, at) for at, name in enumerate(clans)]
    made.append(Action(len(made), "back", BACK))
    return tuple(made)


def first_of(actions: Sequence[Action], kind: int) -> int:
    """The number of the first choice of a kind."""
    return next(action.id for action in actions if action.kind == kind)
