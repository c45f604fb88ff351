"""Information-set Monte Carlo tree search: one search for every game on the contract. Compiled with the engine.

Every simulation imagines a world from the View, walks down the tree choosing by PUCT among what is legal
in that world, plays a little at random, and asks the game what the position promises. Seats that owe a
decision at the same time choose apart, each by its own counts, so that none answers what it cannot have
seen. Nodes stand for what was chosen since the View, not for worlds: worlds share their counts.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import exp, sqrt

from parrain.core.action import Action
from parrain.core.game import Game
from parrain.core.state import State
from parrain.core.stream import Stream
from parrain.core.view import View

EXPLORE = 1.2


class Edge:
    """A choice of one seat at one node: how often it was possible and taken, and what it brought."""

    __slots__ = ("action", "possible", "prior", "total", "visits")

    def __init__(self, action: Action, prior: float) -> None:
        self.action = action
        self.prior = prior
        self.visits = 0
        self.possible = 0
        self.total = 0.0


class Node:
    """A moment of the search: the choices of every seat that owed one, and what came after."""

    __slots__ = ("children", "edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[int, Edge] = {}
        self.children: dict[int, Node] = {}


class Search:
    """One search from one View."""

    def __init__(self, game: Game, view: View, rng: Stream, depth: int) -> None:
        self.game = game
        self.view = view
        self.rng = rng
        self.depth = depth
        self.root = Node()
        self.simulations = 0

    def run(self, most: int, seconds: float) -> None:
        """Simulate so many times, or for so long if `seconds` is above zero."""
        end = time.perf_counter() + seconds
        while self.simulations < most:
            self.simulate()
            self.simulations += 1
            if seconds > 0.0 and time.perf_counter() >= end:
                break

    def simulate(self) -> None:
        """One world, one way down the tree, one value back up."""
        state = self.game.imagine(self.view, self.rng)
        node = self.root
        path: list[Edge] = []
        seats: list[int] = []
        nodes: list[Node] = [node]
        while not state.is_over:
            fresh = node.visits == 0 and node is not self.root
            if fresh:
                break
            key = self.step(state, node, path, seats)
            child = node.children.get(key)
            if child is None:
                child = Node()
                node.children[key] = child
            node = child
            nodes.append(node)
        values = self.value(state)
        for each in nodes:
            each.visits += 1
        for place in range(len(path)):
            edge = path[place]
            edge.visits += 1
            edge.total += values[seats[place]]

    def step(self, state: State, node: Node, path: list[Edge], seats: list[int]) -> int:
        """Everybody who owes a decision chooses apart, then all of it happens; the number of what happened."""
        owing = state.current_players()
        chosen: list[Edge] = []
        for seat in owing:
            chosen.append(self.choose(state, node, seat))
        key = 7
        for place in range(len(owing)):
            edge = chosen[place]
            seat = owing[place]
            if place and edge.action not in state.legal_actions(seat):
                continue  # somebody else's answer has settled it
            state.apply(seat, edge.action)
            path.append(edge)
            seats.append(seat)
            key = (key * 1000003 + edge.action.id * 8 + seat + 1) & 0xFFFFFFFFFFF
        return key

    def choose(self, state: State, node: Node, seat: int) -> Edge:
        """The most promising legal choice of a seat: what it has brought, and what has not been tried enough."""
        actions = state.legal_actions(seat)
        edges = node.edges
        missing = False
        for action in actions:
            if action.id * 8 + seat not in edges:
                missing = True
                break
        if missing:
            self.open(state, node, seat, actions)
        tries = 1.0
        for action in actions:
            tries += edges[action.id * 8 + seat].visits
        root = EXPLORE * sqrt(tries)
        best = edges[actions[0].id * 8 + seat]
        most = -1e9
        for action in actions:
            edge = edges[action.id * 8 + seat]
            edge.possible += 1
            worth = (edge.total / edge.visits if edge.visits else 0.0) + root * edge.prior / (1 + edge.visits)
            if worth > most:
                most = worth
                best = edge
        return best

    def open(self, state: State, node: Node, seat: int, actions: Sequence[Action]) -> None:
        """Give every choice that is new here its prior: what a sensible player thinks of it at first sight."""
        if len(actions) == 1:
            shares = [1.0]
        else:
            ratings = self.game.rate(state, seat, actions)
            top = max(ratings)
            mean = sum(ratings) / len(ratings)
            spread = 0.0
            for rating in ratings:
                spread += abs(rating - mean)
            spread = spread / len(ratings) + 1e-9
            shares = [exp(max(-20.0, (rating - top) / spread)) for rating in ratings]
        total = sum(shares)
        for place in range(len(actions)):
            number = actions[place].id * 8 + seat
            if number not in node.edges:
                node.edges[number] = Edge(actions[place], shares[place] / total)

    def value(self, state: State) -> Sequence[float]:
        """What this world came to: the result, or what the position promises after a few more choices."""
        if not state.is_over and self.depth:
            state.playout(self.rng, self.depth)
        if state.is_over:
            return state.returns()
        return self.game.evaluate(state)

    def ranked(self, seat: int) -> list[Edge]:
        """The choices at the root, the most visited first."""
        found = [edge for number, edge in self.root.edges.items() if number % 8 == seat]
        found.sort(key=lambda edge: (-edge.visits, -edge.total))
        return found
