"""Several games of one kind stepped together, with what a learner needs of each written into given memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from parrain.core.action import Action
from parrain.core.compiling import mypyc_attr
from parrain.core.errors import UnknownAction
from parrain.core.observation import Masks
from parrain.core.state import State
from parrain.core.stream import Stream
from parrain.core.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Batch:
    """Games that each wait for one decision; one that ends is followed by the next at once.

    After `deal` and every `step` all games are shown: `observe` gets the View of the seat to move and the number of the
    game, and `masks`, writable memory with a row of bytes for each game, says what that seat may choose. `finished`
    lists the games that ended in the last step, `returns` what each of their seats got.
    """

    def __init__(
        self,
        deal: Callable[[int], State],
        observe: Callable[[View, int], None],
        actions: tuple[Action, ...],
        masks: Any,
        count: int,
    ) -> None:
        self.deal_game = deal
        self.observe = observe
        self.actions = actions
        self.masks = masks
        self.count = count
        self.cache = Masks(len(actions))
        self.seeds = Stream(0)
        self.states: list[State] = []
        self.legal: list[tuple[Action, ...]] = []
        self.seats: list[int] = [0] * count
        self.movers: list[int] = [0] * count
        self.finished: list[int] = []
        self.returns: list[tuple[float, ...]] = []
        self.lengths: list[int] = [0] * count

    def deal(self, seed: int) -> None:
        """Begin a new game everywhere, all from one seed."""
        self.seeds = Stream(seed)
        self.states = [self.deal_game(self.seeds.seed()) for _ in range(self.count)]
        self.legal = [()] * self.count
        self.lengths = [0] * self.count
        self.finished, self.returns = [], []
        for number in range(self.count):
            self.show(number)

    def step(self, choices: Sequence[int]) -> None:
        """One decision in every game, by the numbers of the actions; if one is illegal, no game has changed."""
        if len(choices) != self.count:
            raise ValueError(f"{self.count} games need {self.count} choices, not {len(choices)}")
        chosen = [self.choice(number, choices[number]) for number in range(self.count)]
        self.finished, self.returns = [], []
        for number in range(self.count):
            state = self.states[number]
            seat = self.seats[number]
            state.apply(seat, chosen[number])
            self.movers[number] = seat
            self.lengths[number] += 1
            if state.is_over:
                self.finished.append(number)
                self.returns.append(state.returns())
                self.states[number] = self.deal_game(self.seeds.seed())
                self.lengths[number] = 0
            self.show(number)

    def choice(self, number: int, index: int) -> Action:
        """Validate the choice in one game."""
        if not 0 <= index < len(self.actions):
            raise UnknownAction(
                "A choice of {game} is a whole number from 0 to {most}, not {number}.",
                game=self.states[number].box.edition.game,
                most=len(self.actions) - 1,
                number=str(index),
            )
        action = self.actions[index]
        if action not in self.legal[number]:  # but it may be another name of one that is
            forbidden = self.states[number].why_not(self.seats[number], action)
            if forbidden is not None:
                raise forbidden
        return action

    def show(self, number: int) -> None:
        """Write what the seat to move in a game sees and may choose."""
        state = self.states[number]
        seat = state.current_players()[0]
        legal = state.legal_actions(seat)
        self.seats[number] = seat
        self.legal[number] = legal
        width = len(self.actions)
        self.masks[number * width : (number + 1) * width] = self.cache.mask(legal)
        self.observe(state.view(seat), number)

    def sample(self, rng: Stream) -> list[int]:
        """A random legal choice for every game."""
        return [legal[rng.below(len(legal))].id for legal in self.legal]
