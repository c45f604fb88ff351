"""What a list of tables says of one: whose turn it is and since when, who won, the shapes of the players.

It is derived from the game in memory, and stored when the game leaves the memory, so that a list loads no games.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct

from parrain.core import View
from parrain.table.store import OVER
from parrain.web.live.game import LiveGame


class Summary(Struct):
    """`to_move` as a spectator sees it; `owing`: who owes a choice, for their own eyes; `places` once it is over."""

    to_move: list[int]
    owing: list[int]
    since: float
    places: list[int]
    colours: list[list[int]]


_colours: WeakKeyDictionary[LiveGame, list[list[int]]] = WeakKeyDictionary()


def last_seen(live: LiveGame) -> int:
    """The number of the last entry of which a spectator could see something: a hidden choice has a time too; or -1."""
    seen = live.seen[0][-1] if live.seen[0] else 0
    return live.ends[seen - 1] - 1 if seen else -1


def summary_of(live: LiveGame, since: float | None) -> Summary | None:
    """The summary of a game in memory, which was last seen to change then; None before it has begun."""
    if live.table is None:
        return None
    view = live.view(None)
    return Summary(
        to_move=[] if live.state == OVER else list(view.to_move),
        owing=list(live.to_move()),
        since=since or live.sheet.created,
        places=list(live.table.state.ranking()) if live.table.state.is_over else [],
        colours=colours_of(live, view),
    )


def colours_of(live: LiveGame, view: View) -> list[list[int]]:
    """The colours of each seat, which stay what they are once all have one."""
    colours = _colours.get(live)
    if colours is None:
        panels = live.game.parts(view, [each.name for each in live.seats], "en", True, ()).panels
        colours = [list(panel.colours) for panel in panels]
        if all(colours):
            _colours[live] = colours
    return colours


def read_summary(data: str | None) -> Summary | None:
    """The stored summary of a table that is not in memory, if it is up to date."""
    return None if data is None else msgspec.json.decode(data, type=Summary)
