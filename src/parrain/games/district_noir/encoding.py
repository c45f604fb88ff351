"""A View of District Noir as numbers for learning code; `parts` names them, docs/adapters.md explains them.

"Mine" is the View's seat, "theirs" the other; a spectator looks from seat 0 without a hand. Cards are
counted by type, in the order of the edition file.
"""

from __future__ import annotations

from parrain.core.encoding import Part
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.view import View


def places(box: Box) -> int:
    """How many cards at the end of the line are shown one by one: what the two takes of a round can reach."""
    return 2 * box.take


def parts(box: Box) -> tuple[Part, ...]:
    """The layout of `encode`."""
    most = float(max(box.counts))
    worth = float(sum([abs(value) for value in box.values]) * most + abs(box.set_points) * len(box.cards))
    return (
        Part("hand", box.types, 0.0, most),
        Part("taken_mine", box.types, 0.0, most),
        Part("taken_theirs", box.types, 0.0, most),
        Part("line", box.types, 0.0, most),
        Part("line_end", places(box) * box.types, 0.0, 1.0),
        Part("hand_sizes", 2, 0.0, float(box.hand)),
        Part("may_take", 2, 0.0, 1.0),
        Part("my_turn", 1, 0.0, 1.0),
        Part("my_start", 1, 0.0, 1.0),
        Part("round", 1, 1.0, float(box.rounds)),
        Part("deck", 1, 0.0, float(len(box.cards))),
        Part("scores", 2, -worth, worth),
        Part("over", 1, 0.0, 1.0),
        Part("won", 1, -1.0, 1.0),
    )


def encode(view: View, box: Box) -> list[int]:
    """The View as numbers, part by part."""
    types = box.types
    number_of = box.number_of
    mine = 0 if view.seat is None else view.seat
    theirs = 1 - mine
    vector = [0] * ((4 + places(box)) * types)
    for name in view.hand:
        vector[number_of[name]] += 1
    for name in view.taken[mine]:
        vector[types + number_of[name]] += 1
    for name in view.taken[theirs]:
        vector[2 * types + number_of[name]] += 1
    line = view.line
    start = len(line) - places(box)
    at = 3 * types + len(line) * types
    for i, name in enumerate(line):
        card = number_of[name]
        vector[3 * types + card] += 1
        if i >= start:
            vector[at + card] = 1
        at -= types
    vector += [
        view.hand_sizes[mine],
        view.hand_sizes[theirs],
        int(view.may_take[mine]),
        int(view.may_take[theirs]),
        int(mine in view.to_move),
        int(view.starter == mine),
        view.round,
        view.deck,
        view.scores[mine],
        view.scores[theirs],
        int(view.ending != ""),
        0 if view.winner == -1 else 1 if view.winner == mine else -1,
    ]
    return vector
