"""The choices of Règlement de comptes: what to play, what the card does, who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.core.action import Action

# The kinds of choices, Action.kind, in the order of their families in the table of actions.
PLAY: Final = 0
DISCARD: Final = 1
DRAW: Final = 2
BACK: Final = 3
POUR: Final = 4
PICK: Final = 5
SHOVE: Final = 6
BLOW: Final = 7
STAB_LEFT: Final = 8
STAB_RIGHT: Final = 9
SHOOT: Final = 10
SERVE: Final = 11
DRUG: Final = 12
LIFT: Final = 13
SIT: Final = 14
FAMILIES: Final = 15


def make_actions(
    cards: Sequence[str], ranks: Sequence[str], gangs: Sequence[str], opposite: Sequence[int]
) -> tuple[Action, ...]:
    """The table of all choices, family by family; `opposite` gives each chair the one it faces, or -1."""
    made: list[Action] = []

    def add(text: str, kind: int, a: int = -1, b: int = -1) -> None:
        made.append(Action(len(made), text, kind, a, b))

    for card, name in enumerate(cards):
        add(f"play {name}", PLAY, card)
    for card, name in enumerate(cards):
        add(f"discard {name}", DISCARD, card)
    add("draw", DRAW)
    add("back", BACK)
    add("pour", POUR)
    for asleep in (0, 1):
        for rank, name in enumerate(ranks):
            add(f"pick {name}{' asleep' if asleep else ''}", PICK, rank, asleep)
    for seat, name in enumerate(gangs):
        add(f"pass {name} left", SHOVE, seat, 0)
        add(f"pass {name} right", SHOVE, seat, 1)
    for seat, name in enumerate(gangs):
        add(f"blow {name}", BLOW, seat)
    n = len(opposite)
    for kind, stride in ((STAB_LEFT, 1), (STAB_RIGHT, n - 1)):
        for chair in range(n):
            victim = (chair + stride) % n
            add(f"stab {chair + 1} {victim + 1}", kind, chair, victim)
    for kind, name in ((SHOOT, "shoot"), (SERVE, "serve"), (DRUG, "drug"), (LIFT, "lift"), (SIT, "sit")):
        for chair in range(n):
            add(f"{name} {chair + 1}", kind, chair, opposite[chair] if kind == SHOOT else -1)
    return tuple(made)
