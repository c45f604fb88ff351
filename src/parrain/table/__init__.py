"""Live games: the table with its record and seats, its bots, and its persistence in files and SQLite."""

from parrain.table.bots import LocalBots
from parrain.table.files import TableFile
from parrain.table.seating import Chair, seat_players
from parrain.table.table import CannotUndo, PlannedChange, Table, Undo

__all__ = ["CannotUndo", "Chair", "LocalBots", "PlannedChange", "Table", "TableFile", "Undo", "seat_players"]
