"""The table of Police vs Gangs as parts: the city, or the place being resolved; players, traffics, hand and offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parrain.core.action import Action
from parrain.core.parts import BEHIND, Part, TableParts
from parrain.games.police_vs_gangs.board.cards import card
from parrain.games.police_vs_gangs.board.city import city
from parrain.games.police_vs_gangs.board.felt import felt_board
from parrain.games.police_vs_gangs.board.hand import hand, offer
from parrain.games.police_vs_gangs.board.panels import panels, status, tracks
from parrain.games.police_vs_gangs.board.raid import raid_board
from parrain.games.police_vs_gangs.board.scenes import scenes
from parrain.games.police_vs_gangs.board.table import Table
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.view import View

__all__ = ["card", "parts", "pointed", "scenes"]


def parts(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, narrow: bool
) -> TableParts:
    """The table as this View shows it, with the actions that its seat may choose."""
    table = Table(view, box, actions, names, language, narrow)
    found = [stage(table), behind(table), hand(table), tracks(table), offer(table)]
    return TableParts(status(table), panels(table), tuple(part for part in found if part is not None))


def stage(table: Table) -> Part:
    """The city; while a place is resolved, the talk over it or the fight for it."""
    view = table.view
    if table.talking:
        return felt_board(table)
    return raid_board(table) if view.here and not view.ending else city(table)


def behind(table: Table) -> Part | None:
    """The city, which a talk must not hide."""
    return city(table)._replace(name=BEHIND) if table.talking else None


def pointed(event: Mapping[str, object], box: Box) -> tuple[str, ...]:
    """The place, traffic or player that an event is about."""
    found: list[str] = []
    if "card" in event:
        found.append(f"place.{event['card']}")
    if "traffic" in event:
        found.append(f"traffic.{event['traffic']}")
    if "card" in event and "side" in event:
        found.append(f"piece.{event['card']}.{event['side']}.0")
    seat = event.get("seat")
    if isinstance(seat, int) and seat >= 0 and not found:
        found.append(f"seat.{seat}")
    return tuple(found)
