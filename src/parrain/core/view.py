"""Views: the information set of one seat, and the only thing that leaves the engine."""

from __future__ import annotations

from dataclasses import dataclass

from parrain.core.compiling import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass
class View:
    """What every game's View begins with. `seat` is None for a spectator; `ending` is empty while the game runs."""

    game: str
    edition: str
    options: dict[str, object]
    players: int
    seat: int | None
    to_move: tuple[int, ...]
    ending: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
