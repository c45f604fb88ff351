"""What one seat may know: city, gangs and stocks; of face-down tiles, bids and half choices its own (GC 9.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from parrain.core.view import View as CoreView
from parrain.games.gangs_city.components import Box
from parrain.games.gangs_city.state import BIDDING, OPENING, PHASE_NAMES, RECRUITING, RELEASING, StateData

NO_PLACES: Final[tuple[int, ...]] = ()
NO_NAMES: Final[tuple[str, ...]] = ()


@dataclass
class View(CoreView):
    """Everything by name; seats by number, -1 for nobody.

    `city`: place, q, r, owner, who waits there. `piles`: q, r, places left. `won`: who won the top of each pile, and
    the place once it is turned up. `laid`: seat, spot, tile, order ("" while hidden), marks (1 chief, 2 dead,
    4 replaced, 8 gone home), the number of the tile its Spy looked at (0: none). `rosters`: whom each gang has,
    wherever they are. `half`, `bid`, `asked`, `picked`: this seat's own half-made choice. `shots` and `pinned` are
    numbers of tiles, 0 for nobody.
    """

    turn: int
    phase: str
    first: int
    city: tuple[tuple[str, int, int, int, tuple[str, ...]], ...]
    piles: tuple[tuple[int, int, int], ...]
    won: tuple[tuple[int, str], ...]
    drawn: tuple[str, ...]
    rosters: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    laid: tuple[tuple[int, str, str, str, int, int], ...]
    passed: tuple[int, ...]
    half: tuple[str, ...]
    stock: tuple[tuple[int, ...], ...]
    bids: tuple[tuple[int, ...], ...]
    bid: tuple[int, ...]
    asked: int
    managed: tuple[tuple[int, ...], ...]
    leaders: tuple[tuple[int, int], ...]
    gained: tuple[int, ...]
    out: tuple[str, ...]
    mercenaries: int
    returns: tuple[tuple[int, str, int], ...]
    revealed: bool
    site: str
    todo: tuple[str, ...]
    queue: tuple[int, ...]
    step: int
    shots: tuple[int, ...]
    pinned: int
    totals: tuple[int, ...]
    fought: tuple[int, ...]
    budget: int
    picks: int
    picked: str
    newcomer: str
    reveals: int


def view_of(state: StateData, player: int | None) -> View:
    """The View of that seat, or of a spectator; stocks are open, bids are not (GC 5.2)."""
    box = state.box
    n = state.players
    names = box.names
    mine = -1 if player is None else player
    acting = mine in state.owing
    kinds = box.kinds
    own_bid = mine >= 0 and state.phase == BIDDING
    return View(
        "gangs-city",
        box.edition.key,
        dict(state.options),
        n,
        player,
        state.owing,
        state.ending,
        state.ranking() if state.is_over else NO_PLACES,
        tuple(state.score),
        state.turn,
        PHASE_NAMES[open_phase(state, acting)],
        state.first,
        city_of(state),
        tuple([(*box.axial(box.pile_cells[i]), state.left[i]) for i in range(box.pile_counts[n])]),
        tuple([(state.won_seat[i], place_name(box, turned_up(state, i))) for i in range(box.pile_counts[n])]),
        tuple([place_name(box, place) for place in state.drawn]),
        tuple([roster(state, seat) for seat in range(n)]),
        NO_NAMES if player is None else tuple(listed(box, state.hand, player)),
        tuple([state.inhand[seat] + state.showdown[seat] for seat in range(n)]),
        tuple([laid_to(state, i, mine) for i in range(len(state.laid_seat))]),
        tuple(state.passed),
        tuple([box.actions[step].text for step in state.half]) if acting else NO_NAMES,
        rows(state.stock, n, kinds),
        rows(state.bid, n, kinds) if state.revealed else (),
        tuple(state.bid[mine * kinds : mine * kinds + state.bid_at[mine]]) if own_bid else (),
        state.bid_at[mine] if own_bid else -1,
        rows(state.managed, n, kinds),
        tuple([(state.leader[k], state.level[k]) for k in range(kinds)]),
        tuple(state.gained),
        tuple([names[who] for who in range(box.types) for _ in range(state.out[who])]),
        state.merc_left,
        tuple(
            [
                (state.ret_seat[at], names[state.ret_what[at]], state.ret_tile[at] + 1)
                for at in range(len(state.ret_seat))
            ]
        ),
        state.revealed,
        "" if state.site < 0 else box.site_names[state.site],
        tuple([name for site, name in enumerate(box.site_names) if state.todo >> site & 1]),
        tuple(state.queue),
        state.step,
        tuple([shot + 1 for shot in state.shots]),
        state.pinned + 1,
        tuple(state.totals),
        tuple(state.fought),
        state.budget,
        state.picks,
        names[state.picked] if acting and state.phase == RELEASING else "",
        "" if state.newcomer < 0 else names[state.newcomer],
        state.reveals,
    )


def city_of(state: StateData) -> tuple[tuple[str, int, int, int, tuple[str, ...]], ...]:
    """The places of the city, in the order of the edition file."""
    box = state.box
    found = []
    for place in range(box.places):
        if state.cell[place] >= 0:
            q, r = box.axial(state.cell[place])
            found.append(
                (
                    box.place_names[place],
                    q,
                    r,
                    state.owner[place],
                    tuple([box.names[who] for who in state.recruits[place]]),
                )
            )
    return tuple(found)


def open_phase(state: StateData, acting: bool) -> int:
    """The phase as a seat may know it: whom somebody is about to take is nobody else's business."""
    return RECRUITING if state.phase == RELEASING and not acting else state.phase


def turned_up(state: StateData, pile: int) -> int:
    """The place won from a pile once it is turned up: when its winner is to build it (GC 6.11, GC 7.2); else -1."""
    return state.won_place[pile] if state.phase == OPENING and state.queue[state.step] == pile else -1


def roster(state: StateData, seat: int) -> tuple[str, ...]:
    """Everybody a gang has: in hand, and on the city alive and not replaced."""
    box = state.box
    counts = state.hand[seat * box.types : (seat + 1) * box.types]
    for i in range(len(state.laid_seat)):
        if state.laid_seat[i] == seat and state.in_gang(i):
            counts[state.laid_what[i]] += 1
    return tuple(listed(box, counts, 0))


def laid_to(state: StateData, i: int, mine: int) -> tuple[int, str, str, str, int, int]:
    """A tile as that seat may know it."""
    seat = state.laid_seat[i]
    known = knows(state, i, mine)
    what = state.tile_name(i) if known else ""
    do = state.doing(i) if known else ""
    return (seat, state.box.spot_names[state.laid_spot[i]], what, do, state.laid_mark[i], state.laid_look[i] + 1)


def knows(state: StateData, i: int, mine: int) -> bool:
    """Whether that seat knows a tile: everybody does once it is revealed (GC 5.3)."""
    return state.revealed or is_known(state.laid_seat[i], state.seen[i], mine)


def is_known(owner: int, seen: int, mine: int) -> bool:
    """Whether that seat knows a face-down tile: its own, and what its Spy saw (GC 8.5)."""
    return owner == mine or (mine >= 0 and seen >> mine & 1 == 1)


def rows(counts: list[int], n: int, kinds: int) -> tuple[tuple[int, ...], ...]:
    """A flat list as one tuple for each seat."""
    return tuple([tuple(counts[seat * kinds : (seat + 1) * kinds]) for seat in range(n)])


def place_name(box: Box, place: int) -> str:
    """A place by name, nothing for none."""
    return "" if place < 0 else box.place_names[place]


def listed(box: Box, counts: list[int], seat: int) -> list[str]:
    """A seat's counted characters by name, in the order of the edition file."""
    return [name for who, name in enumerate(box.names) for _ in range(counts[seat * box.types + who])]
