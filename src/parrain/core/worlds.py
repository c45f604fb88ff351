"""Determinisation: sample States that a View could have come from."""

from __future__ import annotations

from typing import Generic, TypeVar, cast

from parrain.core.compiling import mypyc_attr
from parrain.core.state import State
from parrain.core.stream import Stream

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Worlds(Generic[S]):
    """A sampler for one View: `open` is its public part, set up once; its hidden part is dealt for every draw."""

    open: S

    def deal(self, state: S, rng: Stream) -> None:
        """Deal the hidden part of a copy of `open`, so that always `state.view(view.seat) == view`."""
        raise NotImplementedError

    def draw(self, rng: Stream) -> S:
        """A State with a random stream of its own."""
        state = cast(S, self.open.clone())
        state.reseed_from(rng)
        self.deal(state, rng)
        return state

    def draw_last(self, rng: Stream) -> S:
        """As `draw`, but without a copy: nothing can be drawn after it."""
        state = self.open
        state.reseed_from(rng)
        self.deal(state, rng)
        return state
