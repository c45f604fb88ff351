"""Tree search guided by a learned network: its policy as priors, its values at the leaves. Compiled with the engine.

Asking a network for one position costs nearly as much as for a dozen. So several simulations descend before it is
asked for all their leaves at once; what is under way counts as a visit without a value, so that they spread. A
simulation ends where a seat has a choice that the tree does not know yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parrain.bots.tree import Edge, Node, Search
from parrain.core.action import Action
from parrain.core.compiling import mypyc_attr
from parrain.core.game import Game
from parrain.core.state import State
from parrain.core.stream import Stream
from parrain.core.view import View

AT_ONCE: Final = 16  # leaves for which the guide is asked at once, at most
SPREAD: Final = 8  # one leaf more for so many simulations made: with few, each should know the one before
EXPLORATION: Final = 1.0  # the exploration constant of PUCT with a guide


class Leaf:
    """A position for which the guide is asked: the seat to judge it for, and its choices."""

    __slots__ = ("actions", "edges", "node", "seat", "seats", "state")

    def __init__(self, state: State, edges: list[Edge], seats: list[int]) -> None:
        self.state = state
        self.edges = edges
        self.seats = seats
        self.seat = -1  # nobody: the game is over
        self.node: Node | None = None
        self.actions: Sequence[Action] = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """A learned policy and value, in the place of the game's ratings, rollouts and evaluation."""

    def judge(self, leaves: Sequence[Leaf]) -> list[tuple[list[float], list[float]]]:
        """For each leaf: how likely its actions are in proportion, and its value for every seat."""
        raise NotImplementedError


class GuidedSearch(Search):
    """One search from one View, with a guide."""

    def __init__(self, game: Game, view: View, rng: Stream, hidden: Sequence[bool], guide: Guide) -> None:
        super().__init__(game, view, rng, hidden)
        self.guide = guide
        self.horizon = 0
        self.exploration = EXPLORATION
        self.leaf_seat = -1
        self.descents = 0

    def simulate(self, most: int) -> int:
        """Descend several times, ask the guide about all leaves, and add their values along the paths."""
        count = max(1, min(most, AT_ONCE, self.descents // SPREAD))
        self.descents += count
        leaves = [self.leaf() for _ in range(count)]
        asked = [leaf for leaf in leaves if leaf.node is not None]
        answers = self.guide.judge(asked) if asked else []
        place = 0
        for leaf in leaves:
            if leaf.node is None:
                values = list(leaf.state.returns())
            else:
                shares, values = answers[place]
                place += 1
                self.add_edges(leaf.node, leaf.seat, leaf.actions, shares)
            for edge, seat in zip(leaf.edges, leaf.seats, strict=True):
                edge.pending -= 1
                edge.visits += 1
                edge.total += values[seat]
        return count

    def leaf(self) -> Leaf:
        """Descend to a leaf, and mark the way to it as pending."""
        where = [self.root] * self.players
        self.leaf_seat = -1
        state = self.descend(where)
        leaf = Leaf(state, self.path, self.seats)
        for edge in leaf.edges:
            edge.pending += 1
        if not state.is_over:
            leaf.seat = self.leaf_seat if self.leaf_seat >= 0 else state.current_players()[0]
            leaf.node = where[leaf.seat]
            leaf.actions = self.without_idle(state.legal_actions(leaf.seat))
        return leaf

    def at_leaf(self, state: State, where: list[Node]) -> bool:
        """Whether a seat to move has a choice that its node does not know."""
        for seat in state.current_players():
            actions = state.legal_actions(seat)
            if len(actions) < 2:
                continue
            edges = where[seat].edges
            for action in actions:
                if action.id * self.players + seat not in edges and not self.idle[action.id]:
                    self.leaf_seat = seat
                    return True
        return False
