"""Determinisation: sample States that a View could have come from."""

from __future__ import annotations

from parrain.core.compiling import mypyc_attr
from parrain.core.state import State
from parrain.core.stream import Stream


@mypyc_attr(allow_interpreted_subclasses=True)
class Worlds:
    """A sampler for one View: its public part is set up once, its hidden part is dealt anew by every `draw`."""

    def draw(self, rng: Stream) -> State:
        """A State with a random stream of its own; always `draw(rng).view(view.seat) == view`."""
        raise NotImplementedError
