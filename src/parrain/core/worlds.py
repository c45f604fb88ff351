"""The tables that a View could have come from, for bots and for tests."""

from __future__ import annotations

from parrain.core.compiling import mypyc_attr
from parrain.core.state import State
from parrain.core.stream import Stream


@mypyc_attr(allow_interpreted_subclasses=True)
class Worlds:
    """All tables behind one View: what it shows is laid out once, what it hides is dealt anew by every `draw`."""

    def draw(self, rng: Stream) -> State:
        """One of these tables, with a random stream of its own: `draw(rng).view(view.seat) == view`, always."""
        raise NotImplementedError
