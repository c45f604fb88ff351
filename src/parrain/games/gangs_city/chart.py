"""The city of Gangs City drawn in characters, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from parrain.core.action import Action
from parrain.core.chart import NUMBERED, abbreviated, broken, cut, hexes, keys, legend
from parrain.core.say import Seat, Term, say
from parrain.core.translation import render_value
from parrain.games.gangs_city import actions as kinds
from parrain.games.gangs_city.actions import SIDES
from parrain.games.gangs_city.components import PILES, STEPS, Box
from parrain.games.gangs_city.components.names import title, traffic
from parrain.games.gangs_city.state import HOME
from parrain.games.gangs_city.view import View

HEIGHT = 3
Cell = tuple[int, int]


def chart(
    view: View, box: Box, actions: Sequence[Action], names: Sequence[str], language: str, width: int
) -> list[str]:
    """The city: places with initiative, traffics and owner, tiles beside them, and the choices on free hexes."""
    letters = abbreviated([word(traffic(box, name), language) for name in box.traffics])
    numbered = choices_by_cell(view, box, actions)
    cells: dict[Cell, list[str]] = {at: [] for at in numbered}
    cells.update(tiles(view))
    for at, lines in piles(view, box, language).items():
        cells[at] = lines + cells.get(at, [])
    quarter = next((each for each in (4, 3) if span(list(cells) + list(positions(view).values())) * each <= width), 2)
    inside = 4 * quarter - 1
    for name, q, r, owner, _ in view.city:
        cells[(q, r)] = place_lines(box, name, owner, letters, inside, language) + cells.get((q, r), [])
    for at, numbers in numbered.items():
        cells[at] = [*cells[at], *broken(" ".join(f"({number})" for number in numbers), inside, HEIGHT)]
    seats = range(view.players)
    told = [
        say(
            "[n] is player n: {players}. In a place: initiative, rackets ({traffics}), owner. #n is tile n.",
            players=keys([seat + 1 for seat in seats], [Seat(seat) for seat in seats], names, language),
            traffics=keys(letters, [traffic(box, name) for name in box.traffics], names, language),
        )
    ]
    if numbered:
        told.append(NUMBERED)
    return [*hexes(cells, quarter, HEIGHT).lines(), *legend(told, names, language, width)]


def word(term: Term, language: str) -> str:
    """A name in the reader's language."""
    return render_value(term, language)


def positions(view: View) -> dict[str, Cell]:
    """Where the places and piles are."""
    return {name: (q, r) for name, q, r, _, _ in view.city} | {
        PILES[index]: (q, r) for index, (q, r, _) in enumerate(view.piles)
    }


def span(cells: Sequence[Cell]) -> int:
    """How wide a map of these cells is, in quarters of a hex."""
    columns = [4 * q + 2 * r for q, r in cells]
    return max(columns) - min(columns) + 5


def place_lines(box: Box, name: str, owner: int, letters: Sequence[str], inside: int, language: str) -> list[str]:
    """What stands in the hex of a place."""
    place = box.place_number[name]
    icons = box.place_icons[place * box.kinds : (place + 1) * box.kinds]
    traffics = [f"{count if count > 1 else ''}{short}" for short, count in zip(letters, icons, strict=True) if count]
    facts = [str(box.initiative[place]), *traffics]
    held = [f"[{owner + 1}]"] if owner >= 0 else []
    line = " ".join(facts + held)
    heading = word(title(box, name), language)
    if len(line) > inside:
        return [cut(heading, inside), " ".join(facts), *held]
    return [*broken(heading, inside, HEIGHT - 1), line]


def piles(view: View, box: Box, language: str) -> dict[Cell, list[str]]:
    """The piles of the centre, with how many places are left."""
    return {
        (q, r): [word(title(box, PILES[index]), language), f"× {left}"]
        for index, (q, r, left) in enumerate(view.piles)
        if left
    }


def tiles(view: View) -> dict[Cell, list[str]]:
    """The tiles of the city: on a hex beside a place whose they are and their numbers, elsewhere their numbers."""
    found: dict[Cell, list[str]] = {}
    at = positions(view)
    for index, (seat, where, _, _, mark, _) in enumerate(view.laid):
        name, _, side = where.partition("/")
        if not mark & HOME:
            cell = beside(at[name], side) if side else at[name]
            lines = found.setdefault(cell, [f"[{seat + 1}]", ""] if side else [""])
            lines[-1] = f"{lines[-1]} #{index + 1}".strip()
    return found


def beside(cell: Cell, side: str) -> Cell:
    """The cell on that side."""
    step = STEPS[SIDES.index(side)]
    return cell[0] + step[0], cell[1] + step[1]


def choices_by_cell(view: View, box: Box, actions: Sequence[Action]) -> dict[Cell, list[int]]:
    """The numbers of the choices that build or lay a tile, by hex."""
    found: dict[Cell, list[int]] = {}
    at = positions(view)
    for number, action in enumerate(actions, 1):
        if action.kind in (kinds.AT, kinds.BUILD):
            where = box.spot_names[action.a] if action.kind == kinds.AT else action.text[6:]
            name, _, side = where.partition("/")
            found.setdefault(beside(at[name], side) if side else at[name], []).append(number)
    return found
