"""Information-set Monte Carlo tree search: one search for every game on the contract. Compiled with the engine.

Every simulation samples a world that the View could have come from, descends the tree by PUCT among the actions legal
in that world, plays a rollout, and evaluates the position. Every seat has its own path of nodes, by the actions it has
seen: a hidden action leads the other seats to the same node whatever it was, so that no seat answers what it cannot
know; seats that have seen the same share their nodes. Simultaneous decisions are made independently. Nodes are
sequences of actions, not worlds: all worlds share their statistics.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from parrain.core.action import Action
from parrain.core.game import Game
from parrain.core.state import State
from parrain.core.stream import Stream
from parrain.core.view import View

FRESH_WORLDS: Final = 0.25  # the share of worlds sampled anew even where weighted ones are given
MOST_NODES: Final = 200_000  # about 150 MB; then the tree stops growing
LONGEST: Final = 300  # actions in one simulation
CHECK_EVERY: Final = 32  # simulations between two checks for early stopping
LEAST_SHARE: Final = 0.002  # added to what a prior is proportional to
IDLE: Final = "back"  # taking back a half-made choice leads nowhere new


class Edge:
    """An action of one seat at a node: its prior, visits and total value, and the simulations that are under way."""

    __slots__ = ("action", "pending", "prior", "total", "visits")

    def __init__(self, action: Action, prior: float) -> None:
        self.action = action
        self.prior = prior
        self.visits = 0
        self.pending = 0
        self.total = 0.0

    def mean(self) -> float:
        """The mean value."""
        return self.total / self.visits if self.visits else 0.0


class Node:
    """An information set of one or more seats: edges by action and seat, children by what is seen next."""

    __slots__ = ("children", "edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[int, Edge] = {}
        self.children: dict[int, Node] = {}


class Search:
    """One search from one View; `hidden` says by action id whether the other seats do not see the action."""

    def __init__(self, game: Game, view: View, rng: Stream, hidden: Sequence[bool] = ()) -> None:
        self.game = game
        self.view = view
        self.rng = rng
        tuning = game.tuning
        self.random_depth: int = tuning.random_depth
        self.exploration: float = tuning.exploration
        self.prior_sharpness: float = tuning.prior_sharpness
        self.untried_penalty: float = tuning.untried_penalty
        self.until: int = 0  # the turn of the horizon, set in the first simulation
        self.horizon: int = tuning.horizon
        self.rollout_sample: int = tuning.rollout_sample
        self.players = view.players
        self.seat = -1 if view.seat is None else view.seat
        self.hidden = list(hidden)
        self.idle = [action.text == IDLE for action in game.actions]
        self.has_idle = True in self.idle
        self.root = Node()
        self.nodes = 1
        self.cache: object = None  # of the game, for the world that is simulated
        self.simulations = 0
        self.source = game.worlds(view)
        self.worlds: list[State] = []
        self.cumulative: list[float] = []
        self.path: list[Edge] = []
        self.seats: list[int] = []
        self.insight = False  # whether positions are appraised
        self.only_action: Action | None = None  # the only action at the root (`simulate_action`)

    def use_worlds(self, worlds: list[State], weights: list[float]) -> None:
        """Sample most worlds from these, by weight."""
        total = sum(weights)
        if total <= 0.0:
            return
        running = 0.0
        self.cumulative = []
        for weight in weights:
            running += weight / total
            self.cumulative.append(running)
        self.worlds = worlds

    # -- time and stopping ----------------------------------------------------------------------------------------

    def run(self, most: int, seconds: float) -> None:
        """Run up to `most` simulations, within `seconds` if that is above zero.

        It stops when a simulation as slow as the slowest of late would end too late, and as soon as no other action
        could overtake the most visited one.
        """
        start = time.perf_counter()
        last = start
        slowest = 0.0
        checked = 0
        while self.simulations < most:
            self.simulations += self.simulate(most - self.simulations)
            left = most - self.simulations
            if seconds > 0.0:
                now = time.perf_counter()
                slowest = max(0.98 * slowest, now - last)
                last = now
                if now + slowest >= start + seconds:
                    break
                left = min(left, int(self.simulations * (start + seconds - now) / (now - start + 1e-9)))
            if self.simulations >= checked + CHECK_EVERY:
                checked = self.simulations
                if self.settled(left):
                    break

    def settled(self, left: int) -> bool:
        """Whether the most visited action cannot be overtaken in the simulations that are left."""
        first = second = 0
        for number, edge in self.root.edges.items():
            if number % self.players == self.seat:
                if edge.visits > first:
                    second = first
                    first = edge.visits
                elif edge.visits > second:
                    second = edge.visits
        return first - second > left

    def simulate_action(self, action: Action, times: int, seconds: float = 0.0) -> None:
        """Run `times` simulations of one root action, within `seconds` if that is above zero."""
        self.only_action = action
        end = time.perf_counter() + seconds
        made = 0
        while made < times:
            made += self.simulate(times - made)
            if seconds > 0.0 and time.perf_counter() >= end:
                break
        self.only_action = None

    # -- one simulation ----------------------------------------------------------------------------------

    def simulate(self, most: int) -> int:
        """Selection, expansion, rollout and backpropagation in one sampled world, or in several; says in how many."""
        state = self.descend([self.root] * self.players)
        values = self.leaf_values(state)
        for edge, seat in zip(self.path, self.seats, strict=True):
            edge.visits += 1
            edge.total += values[seat]
        return 1

    def descend(self, where: list[Node]) -> State:
        """Choose by the tree in a sampled world, down to its leaf; `path` and `seats` say who chose what."""
        state = self.world()
        self.cache = self.game.new_cache(self.cache)
        self.path = []
        self.seats = []
        made = 0
        if self.horizon and not self.until:
            self.until = self.game.turn_number(state) + self.horizon
        while not state.is_over and made < LONGEST:
            if self.at_leaf(state, where) or (self.until and self.game.turn_number(state) >= self.until):
                break
            self.step(state, where)
            made += 1
        return state

    def world(self) -> State:
        """Sample a State that the View could have come from."""
        if not self.worlds or self.rng.below(1 << 20) < FRESH_WORLDS * (1 << 20):
            return self.source.draw(self.rng)
        drawn = self.rng.below(1 << 30) / (1 << 30)
        low = 0
        high = len(self.cumulative) - 1
        while low < high:
            middle = (low + high) // 2
            if self.cumulative[middle] > drawn:
                high = middle
            else:
                low = middle + 1
        state = self.worlds[low].clone()
        state.reseed_from(self.rng)
        return state

    def at_leaf(self, state: State, where: list[Node]) -> bool:
        """Whether a player to move is at an unexpanded node (and mark it expanded)."""
        fresh = False
        for seat in state.current_players():
            node = where[seat]
            if not node.visits and node is not self.root and len(state.legal_actions(seat)) > 1:
                node.visits = 1
                fresh = True
        return fresh

    def step(self, state: State, where: list[Node]) -> None:
        """All players to move choose independently, then the choices are applied."""
        owing = state.current_players()
        if len(owing) == 1:
            seat = owing[0]
            self.apply(state, seat, self.choose(state, where[seat], seat), where)
            return
        chosen: list[Action] = []
        kept = len(self.path)
        for seat in owing:
            chosen.append(self.choose(state, where[seat], seat))
        for place in range(len(owing)):
            seat = owing[place]
            if place and chosen[place] not in state.legal_actions(seat):
                self.drop_from_path(kept, seat)  # another seat's answer has settled it
            else:
                self.apply(state, seat, chosen[place], where)

    def drop_from_path(self, kept: int, seat: int) -> None:
        """Remove a choice from the path that was not applied."""
        for place in range(kept, len(self.seats)):
            if self.seats[place] == seat:
                self.seats.pop(place)
                self.path.pop(place)
                return

    def apply(self, state: State, seat: int, action: Action, where: list[Node]) -> None:
        """Apply an action, and move every seat to the node of what it has seen."""
        state.apply(seat, action)
        seen = action.id * self.players + seat
        hidden = seen
        if self.hidden and self.hidden[action.id]:
            hidden = -1 - seat
        own = self.child(where[seat], seen)
        before: Node | None = None
        after = own
        for other in range(self.players):
            if other == seat:
                continue
            node = where[other]
            if node is not before:
                before = node
                after = own if hidden == seen and node is where[seat] else self.child(node, hidden)
            where[other] = after
        where[seat] = own

    def child(self, node: Node, seen: int) -> Node:
        """The child for what was seen; added to the tree unless that is full."""
        found = node.children.get(seen)
        if found is None:
            found = Node()
            if self.nodes < MOST_NODES:
                node.children[seen] = found
                self.nodes += 1
        return found

    # -- one decision --------------------------------------------------------------------------------------

    def choose(self, state: State, node: Node, seat: int) -> Action:
        """The legal action of a seat with the highest PUCT score."""
        actions: Sequence[Action] = state.legal_actions(seat)
        if self.has_idle and len(actions) > 1:
            actions = self.without_idle(actions)
        if len(actions) == 1:
            return actions[0]
        players = self.players
        edges = node.edges
        node.visits += 1
        found: list[Edge] = []
        tries = 0
        prior_sum = 0.0
        total = 0.0
        for action in actions:
            number = action.id * players + seat
            if number not in edges:
                self.expand(state, node, seat, actions)
            edge = edges[number]
            found.append(edge)
            tries += edge.visits
            total += edge.total
            prior_sum += edge.prior
        untried = total / tries - self.untried_penalty if tries else 0.0
        root = self.exploration * sqrt(tries + 1.0) / prior_sum
        best = found[0]
        most = -1e9
        if self.only_action is not None and node is self.root and seat == self.seat:
            found = [edge for edge in found if edge.action is self.only_action]
        for edge in found:
            visits = edge.visits
            worth = (edge.total / visits if visits else untried) + root * edge.prior / (1 + visits + edge.pending)
            if worth > most:
                most = worth
                best = edge
        self.path.append(best)
        self.seats.append(seat)
        return best.action

    def without_idle(self, actions: Sequence[Action]) -> Sequence[Action]:
        """The actions without `back`, unless there is no other."""
        for action in actions:
            if self.idle[action.id]:
                left = [each for each in actions if not self.idle[each.id]]
                return left if left else actions
        return actions

    def expand(self, state: State, node: Node, seat: int, actions: Sequence[Action]) -> None:
        """Add edges for the actions that are new at a node, with a softmax of the game's ratings as priors."""
        ratings = self.game.rate(state, seat, actions, self.cache)
        top = max(ratings)
        median = sorted(ratings)[len(ratings) // 2]
        spread = top - median + 1e-9  # not the minimum: a hopeless action must not flatten the rest
        shares = [exp(max(-20.0, (rating - top) / spread * self.prior_sharpness)) for rating in ratings]
        self.add_edges(node, seat, actions, shares)

    def add_edges(self, node: Node, seat: int, actions: Sequence[Action], shares: Sequence[float]) -> None:
        """Add edges for the actions that are new at a node, with priors in these proportions, none of them 0."""
        total = sum(shares) + LEAST_SHARE * len(shares)
        for place in range(len(actions)):
            number = actions[place].id * self.players + seat
            if number not in node.edges:
                node.edges[number] = Edge(actions[place], (shares[place] + LEAST_SHARE) / total)

    def leaf_values(self, state: State) -> list[float]:
        """The value for each seat after the rollout: the returns of a finished game, else the evaluation."""
        if self.horizon:
            self.rollout(state)
        if self.random_depth and not state.is_over:
            state.playout(self.rng, self.random_depth)
        if state.is_over:
            return list(state.returns())
        return self.game.appraise(state) if self.insight else self.game.evaluate(state)

    def rollout(self, state: State) -> None:
        """Play greedily by the game's ratings up to the horizon."""
        made = 0
        while not state.is_over and made < LONGEST and self.game.turn_number(state) < self.until:
            for seat in state.current_players():
                actions = state.legal_actions(seat)
                if actions:  # another seat's answer may have settled it
                    state.apply(seat, actions[0] if len(actions) == 1 else self.rollout_action(state, seat, actions))
                    made += 1

    def rollout_action(self, state: State, seat: int, actions: Sequence[Action]) -> Action:
        """The action rated highest, of `rollout_sample` random ones if that is set."""
        if 0 < self.rollout_sample < len(actions):
            left = list(actions)
            few: list[Action] = []
            for _ in range(self.rollout_sample):
                few.append(left.pop(self.rng.below(len(left))))
            actions = few
        ratings = self.game.rate(state, seat, actions, self.cache)
        best = 0
        for place in range(1, len(ratings)):
            if ratings[place] > ratings[best]:
                best = place
        return actions[best]

    # -- results ---------------------------------------------------------------------------------

    def ranked(self, seat: int) -> list[Edge]:
        """The edges of the root, the most visited first."""
        found = [edge for number, edge in self.root.edges.items() if number % self.players == seat]
        found.sort(key=lambda edge: (-edge.visits, -edge.total, -edge.prior, edge.action.id))
        return found

    def counts(self) -> list[tuple[int, int, float]]:
        """The statistics of the root, for `absorb` of another search of the same View."""
        return [(edge.action.id, edge.visits, edge.total) for edge in self.ranked(self.seat)]

    def absorb(self, counts: Sequence[tuple[int, int, float]], simulations: int) -> None:
        """Add the statistics of another search of the same View."""
        self.simulations += simulations
        for number, visits, total in counts:
            key = number * self.players + self.seat
            edge = self.root.edges.get(key)
            if edge is None:
                edge = Edge(self.game.actions[number], 0.0)
                self.root.edges[key] = edge
            edge.visits += visits
            edge.total += total
