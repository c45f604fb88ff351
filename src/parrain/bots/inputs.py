"""What goes into a learned network and comes out of it, the same at every number of players and from every seat.

The observation of a game has other sizes at other numbers of players. A network sees it as at the fullest table, zeros
where a seat is missing, and after it the number of players as one-hot. Its outputs are the actions as named from the
first seat (`Game.turned_names`), and the values: one's own alone, or of all seats in turn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from parrain.core import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Places = NDArray[np.int64]

LAST, BOTH = "last", "both"  # where a part of the observation has its seats (`Game.seat_axes`), if not first


class Inputs:
    """The layout of a game's network."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.observation = sum(part.size for part in game.encoding(game.most))
        counts = game.most - game.fewest + 1
        self.size = self.observation + (counts if counts > 1 else 0)
        self.values = game.most if game.most > 2 else 1
        self.actions = len(game.actions)

    def players_row(self, players: int) -> int | None:
        """The input that is 1 at so many players; None where there is only one number of them."""
        return None if self.size == self.observation else self.observation + players - self.game.fewest

    def rows(self, players: int) -> Places:
        """By number of the observation at so many players: which input it is."""
        import numpy as np

        found: list[Places] = []
        start = 0
        most = self.game.most
        for part, full in zip(self.game.encoding(players), self.game.encoding(most), strict=True):
            axis = self.game.seat_axes.get(part.name, "")
            if part.size == full.size or not axis:
                place = np.arange(part.size)  # seats first: those that are missing are the last numbers
            elif axis == LAST:
                outer = full.size // most
                place = (np.arange(outer)[:, None] * most + np.arange(part.size // outer)).ravel()
            else:
                middle = full.size // most**2
                seats = round((part.size // middle) ** 0.5)
                outer_seats = np.arange(seats * middle)[:, None] * most
                place = (outer_seats + np.arange(seats)).ravel()
            found.append(start + place)
            start += full.size
        return np.concatenate(found)

    def columns(self, players: int, seat: int) -> Places:
        """By action: which output it is for that seat."""
        import numpy as np

        turned = self.game.turned_names(players, seat)
        named = {action.text: action.id for action in self.game.actions}
        texts = (" ".join(turned.get(word, word) for word in action.text.split()) for action in self.game.actions)
        return np.array([named[text] for text in texts])


@lru_cache(maxsize=64)
def columns_of(game: Game, players: int, seat: int) -> Places:
    """`Inputs.columns`, kept."""
    return Inputs(game).columns(players, seat)
