"""Several games of one kind stepped together, with what a learner needs of each written into given memory."""

from __future__ import annotations

from collections.abc import Callable

from parrain.core.action import Action
from parrain.core.compiling import Bytes, Words, i64, mypyc_attr, new_words
from parrain.core.errors import UnknownAction
from parrain.core.state import State
from parrain.core.stream import Stream


@mypyc_attr(allow_interpreted_subclasses=True)
class Batch:
    """Games that each wait for one decision; one that ends is followed by the next at once.

    After `deal` and every `step` all games are shown: `numbers` has a row of `width` for each game, the observation of
    the seat to move, `masks` a row of bytes, what that seat may choose. Observations are written into zeros: `clear`
    empties all rows; `memory` are their bytes, to empty one. After a choice that changes little, some games update
    the row instead (`State.observe_change`), so nobody else may write into it. For a game that does not write its own,
    `encode` gets the State, the seat and the row's number.

    `seats` says whose decision each game waits for, `finished` lists the games that ended in the last step, `returns`
    what each of their seats got.
    """

    def __init__(
        self,
        deal: Callable[[int], State],
        actions: tuple[Action, ...],
        count: int,
        width: int,
        numbers: Words,
        masks: Bytes,
        clear: Callable[[], object],
        memory: memoryview,
        encode: Callable[[State, int, int], None],
    ) -> None:
        self.deal_game = deal
        self.actions = actions
        self.count = count
        self.width = width
        self.numbers = numbers
        self.masks = masks
        self.clear = clear
        self.memory = memory
        self.empty = bytes(4 * width)
        self.encode = encode
        self.seeds = Stream(0)
        self.states: list[State] = []
        self.legal: list[tuple[Action, ...]] = [()] * count
        self.seats = new_words(count)
        self.drawn = new_words(count)
        self.movers: list[int] = [0] * count
        self.finished: list[int] = []
        self.returns: list[tuple[float, ...]] = []

    def deal(self, seed: int) -> None:
        """Begin a new game everywhere, all from one seed."""
        self.seeds = Stream(seed)
        self.states = [self.deal_game(self.seeds.seed()) for _ in range(self.count)]
        self.finished, self.returns = [], []
        self.clear()
        for number in range(self.count):
            self.show(number)
            self.observe(number)

    def step(self, choices: list[int]) -> None:
        """One decision in every game, by the numbers of the actions; if one is illegal, no game has changed."""
        if len(choices) != self.count:
            raise ValueError(f"{self.count} games need {self.count} choices, not {len(choices)}")
        chosen = [self.choice(number, choices[number]) for number in range(self.count)]
        self.finished, self.returns = [], []
        changes = self.states[0].observes_changes()
        if not changes:
            self.clear()
        for number in range(self.count):
            state = self.states[number]
            seat: int = self.seats[number]
            state.apply(seat, chosen[number])
            self.movers[number] = seat
            if state.is_over:
                self.finished.append(number)
                self.returns.append(state.returns())
                self.states[number] = self.deal_game(self.seeds.seed())
            self.show(number)
            if not changes:
                self.observe(number)
            elif not self.states[number].observe_change(seat, self.numbers, number * self.width):
                self.memory[number * len(self.empty) : (number + 1) * len(self.empty)] = self.empty
                self.observe(number)

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
        if not self.masks[number * len(self.actions) + index]:  # but it may be another name of one that is
            seat: int = self.seats[number]
            forbidden = self.states[number].why_not(seat, action)
            if forbidden is not None:
                raise forbidden
        return action

    def show(self, number: int) -> None:
        """Write whose decision a game waits for and what that seat may choose."""
        state = self.states[number]
        seat = state.current_players()[0]
        legal = state.legal_actions(seat)
        before = self.legal[number]
        self.seats[number] = seat
        if legal is not before:
            masks = self.masks
            first: i64 = number * len(self.actions)
            for action in before:
                masks[first + action.id] = 0
            for action in legal:
                masks[first + action.id] = 1
            self.legal[number] = legal

    def observe(self, number: int) -> None:
        """Write what the seat to move in a game sees, into zeros."""
        state = self.states[number]
        seat: int = self.seats[number]
        if not state.observe(seat, self.numbers, number * self.width):
            self.encode(state, seat, number)

    def sample(self, rng: Stream) -> None:
        """Draw a random legal choice for every game into `drawn`."""
        drawn = self.drawn
        for number, legal in enumerate(self.legal):
            drawn[number] = legal[rng.below(len(legal))].id
