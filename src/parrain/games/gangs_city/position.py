"""What of a position is not a plain field: what it leaves out, the tiles it does not place, and steps it begins at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.errors import BadPosition, require
from parrain.core.fields import entries
from parrain.games.gangs_city.actions import FIGHT, GUN, MANAGE, ORDERS
from parrain.games.gangs_city.rules import go_on
from parrain.games.gangs_city.rules.derived import derive
from parrain.games.gangs_city.rules.gunfight import shooters, targets
from parrain.games.gangs_city.rules.recruiting import affordable
from parrain.games.gangs_city.state import (
    BIDDING,
    CHIEF,
    DEAD,
    END_OF_TURN,
    FORGER,
    FORGING,
    HOME,
    LEADING,
    MOLE,
    NEW_TURN,
    OPENING,
    ORDERING,
    OVER,
    PHASE_NAMES,
    PINNING,
    PLACING,
    RECRUITING,
    RELEASING,
    REPLACED,
    RETURNING,
    SETUP,
    SHARPSHOOTER,
    SHOOTING,
    TURNING,
    StateData,
)

KEYS: Final = ()


def finish_position(state: StateData, data: Mapping[str, object]) -> None:
    """Fill in what the position leaves out, check that its parts agree, and go on from the step it begins at."""
    step = state.phase if state.phase > OVER else -1
    if step >= 0:
        state.phase = BIDDING
    if (state.phase == OVER) != state.is_over:
        raise BadPosition("A position that is over says its ending, and only such a one.")
    if "turn" not in data and (step == NEW_TURN or state.phase == SETUP):
        state.turn = 0
    if "mover" not in data:
        state.mover = state.first
    if "revealed" not in data:
        state.revealed = state.phase > BIDDING
    fill_bids(state, data)
    fill_piles(state, data)
    fill_tiles(state, data)
    fill_supply(state)
    state.survey()
    check_city(state)
    check_numbers(state)
    if step < 0:
        check_phase(state)
    derive(state)
    if step >= 0:
        state.phase = step
        state.revealed = state.revealed or step == END_OF_TURN
        go_on(state)


def fill_bids(state: StateData, data: Mapping[str, object]) -> None:
    """The traffic each seat is asked to bid: the first of which it holds stock."""
    if "bid_at" in data or state.phase != BIDDING:
        return
    kinds = state.box.kinds
    for seat in range(state.players):
        held = [kind for kind in range(kinds) if state.stock[seat * kinds + kind]]
        state.bid_at[seat] = held[0] if held else kinds


def fill_piles(state: StateData, data: Mapping[str, object]) -> None:
    """Places that the position does not name are shuffled into the piles."""
    box = state.box
    piles = box.pile_counts[state.players]
    if data.get("won"):
        entries(data["won"], "won", piles)
    else:
        state.won_seat, state.won_place = [-1] * piles, [-1] * piles
    for pile in range(piles):
        if (state.won_seat[pile] >= 0) != (state.won_place[pile] >= 0):
            raise BadPosition("{key}: every entry must say {name}.", key="won", name="place")
    used = {*state.drawn, *state.won_place}
    rest = [place for place in range(box.places) if state.cell[place] < 0 and place not in used]
    state.shuffle(rest)
    half = (len(rest) + 1) // 2 if piles == 2 else len(rest)
    if "piles" in data:
        entries(data["piles"], "piles", piles)
    else:
        state.piles = [rest[:half], rest[half:]]


def fill_tiles(state: StateData, data: Mapping[str, object]) -> None:
    """What a tile does when the position does not say it; `chief = true` for the mark of a chief."""
    box = state.box
    for i, about in enumerate(entries(data.get("laid", []), "laid")):
        assert isinstance(about, Mapping)
        if about.get("chief") is True:
            state.laid_mark[i] |= CHIEF
        what, spot = state.laid_what[i], state.laid_spot[i]
        managing = box.on_place <= spot < box.on_pile
        if state.laid_do[i] < 0:
            state.laid_do[i] = MANAGE if managing else GUN if what == box.showdown else FIGHT
        do = state.laid_do[i]
        if (do >= GUN) != (what == box.showdown) or (do == MANAGE) != managing:
            raise BadPosition(
                "The {tile} at {spot} cannot {do}.", tile=state.tile_name(i), spot=box.spot_names[spot], do=ORDERS[do]
            )


def fill_supply(state: StateData) -> None:
    """Characters that the position does not place are the supply; mercenaries are shuffled under those it names."""
    box = state.box
    left = [box.counts[who] - state.out[who] for who in range(box.types)]
    for seat in range(state.players):
        for who in range(box.types):
            left[who] -= state.hand[seat * box.types + who]
    for waiting in state.recruits:
        for who in waiting:
            left[who] -= 1
    for i in range(len(state.laid_what)):
        if state.laid_what[i] != box.showdown and not state.laid_mark[i] & (DEAD | HOME):
            left[state.laid_what[i]] -= 1
    for at in range(len(state.ret_what)):
        if state.ret_tile[at] < 0:
            left[state.ret_what[at]] -= 1
    named = state.merc_pile
    for who in named:
        left[who] -= 1
    for who in range(box.types):
        if left[who] < 0:
            raise BadPosition("There are only {count} tiles of {name}.", count=box.counts[who], name=box.names[who])
    rest = [who for who in box.mercenaries for _ in range(left[who])]
    state.shuffle(rest)
    state.merc_pile = rest + named
    state.supply = [0 if box.mercenary[who] else left[who] for who in range(box.types)]


def check_city(state: StateData) -> None:
    """There is a city in one piece, and tiles lie only where it has room for them."""
    box = state.box
    if max(state.cell) < 0:
        raise BadPosition(
            "A position needs a city: city = {{ bar = {{ at = [1, 0] }} }}, the first pile being at [0, 0]."
        )
    check_connected(state)
    for i in range(len(state.laid_spot)):
        spot = state.laid_spot[i]
        site = box.site_of[spot]
        name = box.spot_names[spot]
        out = not state.laid_mark[i] & HOME
        require(has_site(state, site, out), "A tile lies at {spot}, which is not in the city.", spot=name)
        if out and spot < box.on_place and state.city.hex_of[spot] < 0 and state.phase <= BIDDING:
            raise BadPosition("A tile lies at {spot}, where there is no room.", spot=name)
        if out and state.laid_do[i] == MANAGE and state.owner[site] != state.laid_seat[i]:
            raise BadPosition("Only the owner manages the {place}.", place=box.site_names[site])


def has_site(state: StateData, site: int, out: bool) -> bool:
    """Whether this place or pile is in the city; a pile may be used up once the tile is no more out there."""
    box = state.box
    if site < box.places:
        return state.cell[site] >= 0
    pile = site - box.places
    return pile < box.pile_counts[state.players] and (state.left[pile] > 0 or not out)


def check_connected(state: StateData) -> None:
    """Every place touches another one or a pile, also one that is used up by now (GC 3.6, GC 7.1)."""
    box = state.box
    left = {state.cell[place]: box.place_names[place] for place in range(box.places) if state.cell[place] >= 0}
    found = [box.pile_cells[pile] for pile in range(box.pile_counts[state.players])]
    at = 0
    while at < len(found):
        left.pop(found[at], "")
        for step in box.steps:
            if found[at] + step in left:
                found.append(found[at] + step)
                left.pop(found[at] + step)
        at += 1
    require(not left, "The city is in one piece with the piles: {places} cannot lie there.", places=list(left.values()))


def check_numbers(state: StateData) -> None:
    """Seats and tiles that lists name are there, and leaders, mercenaries and marks make sense."""
    box = state.box
    tiles = len(state.laid_seat)
    seats = len(state.won_seat) if state.phase == OPENING else state.players
    require(not state.queue or max(state.queue) < seats, "queue must name {count} at most.", count=seats - 1)
    for name, numbers in (
        ("shots", state.shots),
        ("pinned", [state.pinned]),
        ("look", state.laid_look),
        ("returns.tile", state.ret_tile),
    ):
        require(
            not numbers or max(numbers) < tiles,
            "{key} names a tile that has not been laid: there are {count}.",
            key=name,
            count=tiles,
        )
    require(max(state.passed) <= tiles, "passed counts the tiles that lay there: at most {count}.", count=tiles)
    for tile in state.ret_tile:
        require(
            tile < 0 or state.laid_mark[tile] & (REPLACED | HOME) == REPLACED,
            "The tile that returns names must carry the mark replaced: {tile}.",
            tile=tile + 1,
        )
    for i in range(tiles):
        require(
            not state.laid_mark[i] & REPLACED or bool(state.laid_mark[i] & (HOME | DEAD)) or i in state.ret_tile,
            "Tile {tile} is marked as replaced: returns must say so.",
            tile=i + 1,
        )
        require(
            not state.laid_mark[i] & ~CHIEF or state.phase > BIDDING,
            "Tile {tile} is dead, replaced or home before the tiles were turned up.",
            tile=i + 1,
        )
    for kind in range(box.kinds):
        require(
            state.leader[kind] >= 0 or state.level[kind] == 0,
            "Nobody leads {traffic}: its marker stands on no box.",
            traffic=box.traffics[kind],
        )
    for who in state.merc_pile:
        require(box.mercenary[who], "{name} is no mercenary.", name=box.names[who])


def check_phase(state: StateData) -> None:
    """The question of the phase can be asked."""
    phase, box = state.phase, state.box
    for seat in range(state.players):
        to_build = (
            phase == SETUP and (seat - state.first) % state.players >= (state.mover - state.first) % state.players
        )
        require(
            (state.drawn[seat] >= 0) == to_build,
            "drawn must name a place for everybody who still builds in set-up, and for nobody else (player {seat}).",
            seat=seat,
        )
    require(not state.half or phase == PLACING, "half is a placement under way, in the phase place alone.")
    require(
        phase == OVER or state.revealed == (phase > BIDDING),
        "revealed must be true from the phase mole on, not before.",
    )
    if phase == LEADING:
        require(state.lowest_owner() >= 0, "In the phase lead somebody owns a place.")
    elif phase == BIDDING:
        check_bids(state)
    elif phase in (OPENING, RETURNING):
        check_end_of_turn(state)
    elif phase == OVER:
        check_ending(state)
    require(phase == OVER or state.turn <= state.limit, "The game ends after turn {limit}.", limit=state.limit)
    require(
        phase == OVER or max(state.score) < box.targets[state.players],
        "With {target} points the game is over.",
        target=box.targets[state.players],
    )
    check_sites(state)


def check_bids(state: StateData) -> None:
    """Everybody is asked about a traffic of which they hold stock, and has bid on none after it."""
    kinds = state.box.kinds
    require(min(state.bid_at) < kinds, "In the phase bid somebody still has to bid.")
    for seat in range(state.players):
        asked = state.bid_at[seat]
        require(
            asked == kinds or state.stock[seat * kinds + asked] > 0,
            "bid_at: player {seat} holds no stock of that racket.",
            seat=seat,
        )
        require(
            not any(state.bid[seat * kinds + asked : (seat + 1) * kinds]),
            "bids: player {seat} has not been asked yet about that racket.",
            seat=seat,
        )


def check_sites(state: StateData) -> None:
    """What is left to resolve are the sites where tiles lie; the one under way is not among them (GC 6.1)."""
    box, phase = state.box, state.phase
    resolving = SHOOTING <= phase <= FORGING
    out = 0
    for i in range(len(state.laid_spot)):
        if not state.laid_mark[i] & HOME:
            out |= 1 << box.site_of[state.laid_spot[i]]
    due = out
    if resolving:
        require(state.site >= 0 and due >> state.site & 1 == 1, "site must be a place or pile where tiles lie.")
        due &= ~(1 << state.site)
    elif phase != ORDERING:
        due = 0
    require(
        state.todo == due,
        "todo must list the places and piles with tiles that are still to be resolved: {sites}.",
        sites=[box.site_names[site] for site in range(box.places + 2) if due >> site & 1],
    )
    require(phase != ORDERING or due & (due - 1) != 0, "In the phase order several sites wait to be resolved.")
    require(phase < OPENING or phase == OVER or not out, "laid: at the end of the turn all tiles are home.")
    state.here = [] if state.site < 0 else state.tiles_at(state.site)
    if phase == SHOOTING:
        check_shots(state)
    elif phase in (RECRUITING, RELEASING):
        check_recruits(state)
    elif phase in (TURNING, PINNING, FORGING):
        ability = MOLE if phase == TURNING else SHARPSHOOTER if phase == PINNING else FORGER
        require(
            state.has[ability]
            in [state.laid_what[i] for i in (range(len(state.laid_what)) if phase == TURNING else state.here)],
            "In the phase {phase} the mercenary who decides lies there.",
            phase=PHASE_NAMES[phase],
        )


def check_shots(state: StateData) -> None:
    """Who has a big calibre and somebody to shoot takes aim, in turn order (GC 6.3)."""
    due = shooters(state)
    require(state.queue == due, "queue must be who takes aim, in turn order: {seats}.", seats=due)
    require(
        len(state.shots) == state.step < len(due),
        "step must count the shots that have been named, and somebody is still to shoot.",
    )
    for seat, tile in zip(state.queue, state.shots, strict=False):
        require(
            tile < 0 or tile in targets(state, seat),
            "shots: player {seat} cannot hit tile {tile}.",
            seat=seat,
            tile=tile + 1,
        )


def check_recruits(state: StateData) -> None:
    """Who recruits has a total, and can pay for somebody (GC 6.12, GC 6.13)."""
    require(state.site < state.box.places, "Nobody recruits on a pile.")
    require(
        len(state.totals) == state.players
        and sorted(state.queue) == sorted([seat for seat in range(state.players) if state.totals[seat] >= 0]),
        "queue must be who recruits here, with their totals.",
    )
    require(0 <= state.step < len(state.queue), "step must be a place in the queue.")
    seat = state.queue[state.step]
    require(
        0 <= state.budget <= state.totals[seat] and state.picks > 0 and len(affordable(state)) > 0,
        "Player {seat} recruits: budget and picks must pay for somebody who waits there.",
        seat=seat,
    )
    require(
        state.phase == RECRUITING or state.picked in affordable(state),
        "picked must be somebody who waits there and whom the budget pays for.",
    )


def check_end_of_turn(state: StateData) -> None:
    """Somebody has a place to build, or a character to put back (GC 7.1, GC 7.4)."""
    if state.phase == RETURNING:
        require(len(state.ret_seat) > 0, "In the phase return a character waits: say returns.")
        return
    require(0 <= state.step < len(state.queue), "step must be a place in the queue.")
    for pile in state.queue[state.step :]:
        require(state.won_seat[pile] >= 0, "queue must name piles of which somebody has won the top place (won).")


def check_ending(state: StateData) -> None:
    """How a finished game has ended (GC 7.6, GC 7.7, GC 7.9)."""
    reached = max(state.score) >= state.box.targets[state.players]
    if state.ending == "target":
        require(reached, "Nobody has {target} points.", target=state.box.targets[state.players])
    elif state.ending == "turn-limit":
        require(state.turn >= state.limit and not reached, "The turn limit is turn {limit}.", limit=state.limit)
    else:
        require(
            not any(state.hand) and not any(state.stock) and not reached,
            "A game ends by no-gang-left when nobody has a character or stock.",
        )
