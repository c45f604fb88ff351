"""A position of Gangs City as a readable mapping, and back (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from parrain.core.errors import BadPosition
from parrain.games.gangs_city.components import GUN, MANAGE, MOST_PLAYERS, Box
from parrain.games.gangs_city.marks import BIDDING, DEAD, HOME, OVER, PHASES
from parrain.games.gangs_city.table import DOES

if TYPE_CHECKING:
    from parrain.games.gangs_city.rules import State

KEYS = (
    "game", "edition", "options", "players", "turn", "phase", "first", "mover", "city", "piles", "won", "drawn", "hands",
    "stock", "bids", "bid_at", "managed", "leaders", "scores", "gained", "mercenaries", "out", "laid", "passed", "returns",
    "half", "revealed", "site", "todo", "queue", "step", "shots", "pinned", "totals", "fought", "budget", "picks", "picked",
    "newcomer", "ending", "random", "reveals", "seed",
)  # fmt: skip
# Phases that a position may ask for besides the real ones: the engine goes on from there by itself.
ENTRIES = ("turn", "reveal", "end-of-turn")
MARKS = ("chief", "dead", "replaced", "home")


def position_of(state: State) -> dict[str, object]:
    """The whole table."""
    box = state.table
    n = state.players
    names = box.names
    city = {
        box.place_names[p]: {
            "at": list(box.axial(state.cell[p])),
            "owner": state.owner[p],
            "recruits": [names[who] for who in state.recruits[p]],
        }
        for p in range(box.places)
        if state.cell[p] >= 0
    }
    return {
        "game": "gangs-city",
        "edition": box.edition.key,
        "options": dict(state.options),
        "players": n,
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "first": state.first,
        "mover": state.mover,
        "city": city,
        "piles": [[box.place_names[p] for p in state.deck[i][: state.left[i]]] for i in range(box.pile_counts[n])],
        "won": [
            {"seat": state.won_seat[i], "place": place_name(box, state.won_place[i])} for i in range(box.pile_counts[n])
        ],
        "drawn": [place_name(box, p) for p in state.drawn],
        "hands": [listed(box, state.hand, seat) for seat in range(n)],
        "stock": [by_traffic(box, state.stock, seat) for seat in range(n)],
        "bids": [by_traffic(box, state.bid, seat) for seat in range(n)],
        "bid_at": state.bid_at[:],
        "managed": [by_traffic(box, state.managed, seat) for seat in range(n)],
        "leaders": {name: {"seat": state.leader[k], "box": state.level[k]} for k, name in enumerate(box.traffics)},
        "scores": state.score[:],
        "gained": state.gained[:],
        "mercenaries": [names[who] for who in state.mercs[: state.merc_left]],
        "out": [names[who] for who in range(box.types) for _ in range(state.out[who])],
        "laid": [laid_of(state, i) for i in range(len(state.laid_seat))],
        "passed": state.passed[:],
        "returns": [
            {"seat": state.ret_seat[at], "who": names[state.ret_what[at]], "tile": state.ret_tile[at] + 1}
            for at in range(len(state.ret_seat))
        ],
        "half": half_of(state),
        "revealed": state.revealed,
        "site": "" if state.site < 0 else box.site_names[state.site],
        "todo": [name for site, name in enumerate(box.site_names) if state.todo >> site & 1],
        "queue": state.queue[:],
        "step": state.step,
        "shots": [shot + 1 for shot in state.shots],
        "pinned": state.pinned + 1,
        "totals": state.totals[:],
        "fought": state.fought[:],
        "budget": state.budget,
        "picks": state.picks,
        "picked": "" if state.picked < 0 else names[state.picked],
        "newcomer": "" if state.newcomer < 0 else names[state.newcomer],
        "ending": state.ending,
        "random": state.random_words(),
        "reveals": state.reveals,
    }


def place_name(box: Box, place: int) -> str:
    """A place by name, nothing for none."""
    return "" if place < 0 else box.place_names[place]


def listed(box: Box, counts: list[int], seat: int) -> list[str]:
    """A seat's counted characters by name, in the order of the edition file."""
    return [name for who, name in enumerate(box.names) for _ in range(counts[seat * box.types + who])]


def by_traffic(box: Box, counts: list[int], seat: int) -> dict[str, int]:
    """A seat's tokens by traffic."""
    return {name: counts[seat * box.kinds + k] for k, name in enumerate(box.traffics)}


def laid_of(state: State, i: int) -> dict[str, object]:
    """A tile on the city."""
    told: dict[str, object] = {"seat": state.laid_seat[i], "at": state.table.spot_names[state.laid_spot[i]]}
    told.update({"tile": state.tile_name(i), "do": DOES[state.laid_do[i]]})
    marks = [name for bit, name in enumerate(MARKS) if state.laid_mark[i] >> bit & 1]
    if marks:
        told["marks"] = marks
    if state.laid_look[i] >= 0:
        told["look"] = state.laid_look[i] + 1
    if state.seen[i]:
        told["seen"] = [seat for seat in range(state.players) if state.seen[i] >> seat & 1]
    return told


def half_of(state: State) -> list[str]:
    """The steps of a placement that are already chosen, as texts."""
    box = state.table
    told = []
    if state.half_spot >= 0:
        told.append(box.at_actions[state.half_spot].text)
    if state.half_what >= 0:
        told.append(box.actions[state.half_what].text)
    return told


def read_position(box: Box, data: Mapping[str, object]) -> State:
    """Lay out a position; what it leaves out is at rest, in the supply or shuffled into the piles."""
    from parrain.games.gangs_city.rules import State
    from parrain.games.gangs_city.soundness import check, recount

    for key in data:
        if key not in KEYS:
            raise BadPosition(
                "A position of Gangs City has no {key}; it has: {keys}.", key=str(key), keys=", ".join(KEYS)
            )
    players = whole(data, "players", 3, 3, MOST_PLAYERS)
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise BadPosition("options must be a mapping.")
    state = State(box, players, -1, {"mercenaries": "house", "second_chance": True, "turn_limit": 60, **options})
    state.read_options()
    state.reseed(whole(data, "seed", 0, 0, (1 << 96) - 1))
    state.blank_table()
    entry = read_phase(state, data)
    read_city(state, data)
    read_gangs(state, data)
    read_laid(state, data)
    read_line(state, data)
    fill_supply(state, data)
    read_random(state, data)
    state.ending = str(data.get("ending", ""))
    state.is_over = state.ending != ""
    try:
        recount(state)
        check_line(state)
        if entry:
            go_on(state, entry)
        check(state)
    except (AssertionError, IndexError, ValueError) as error:
        raise BadPosition(
            "This position cannot be on a table: {why}", why=str(error) or "tiles, hands and phase do not agree"
        ) from None
    return state


def read_phase(state: State, data: Mapping[str, object]) -> str:
    """Turn, phase and who leads; the entry to go on from, if the position names one."""
    phase = data.get("phase", "place")
    if phase not in PHASES and phase not in ENTRIES:
        raise BadPosition(
            "phase must be one of {known}, not {phase}.", known=", ".join(PHASES + ENTRIES), phase=repr(phase)[:40]
        )
    entry = str(phase) if phase in ENTRIES else ""
    state.phase = BIDDING if entry else PHASES.index(str(phase))
    if (state.phase == OVER) != (data.get("ending", "") != ""):
        raise BadPosition("A position that is over says its ending, and only such a one.")
    state.turn = whole(data, "turn", 0 if entry == "turn" or phase == "setup" else 1, 0, 10000)
    state.first = whole(data, "first", 0, 0, state.players - 1)
    state.mover = whole(data, "mover", state.first, 0, state.players - 1)
    state.revealed = data.get("revealed", state.phase > BIDDING) is True
    return entry


def read_city(state: State, data: Mapping[str, object]) -> None:
    """Places on the map, with owners and recruits; what is drawn, won, and still in the piles."""
    box = state.table
    n = state.players
    city = data.get("city", {})
    if not isinstance(city, dict):
        raise BadPosition("city must map places to what is known of them.")
    left = set(range(box.places))
    for name, about in city.items():
        place = named(box.place_number, name, "place")
        left.discard(place)
        about = about if isinstance(about, dict) else {"at": about}
        at = about.get("at")
        if (
            not isinstance(at, list)
            or len(at) != 2
            or not all(isinstance(x, int) and abs(x) <= box.places + 1 for x in at)
        ):
            raise BadPosition("{place} must say where it lies, at = [q, r].", place=name)
        state.cell[place] = box.cell(at[0], at[1])
        state.owner[place] = whole(about, "owner", -1, -1, n - 1)
        state.recruits[place] = tuple(
            sorted(named(box.number_of, who, "character") for who in strings(about, "recruits"))
        )
    for seat, name in enumerate(row(data, "drawn", [""] * n, n)):
        if name:
            state.drawn[seat] = named(box.place_number, name, "place")
            left.discard(state.drawn[seat])
    piles = box.pile_counts[n]
    for pile, won in enumerate(row(data, "won", [{"seat": -1, "place": ""}] * piles, piles)):
        if isinstance(won, dict) and won.get("seat", -1) >= 0:
            state.won_seat[pile] = whole(won, "seat", -1, -1, n - 1)
            state.won_place[pile] = named(box.place_number, won.get("place"), "place")
            left.discard(state.won_place[pile])
    rest = sorted(left)
    state.shuffle(rest)
    half = (len(rest) + 1) // 2 if piles == 2 else len(rest)
    shuffled = [rest[:half], rest[half:]]
    for pile, names in enumerate(row(data, "piles", [None] * piles, piles)):
        if names is None:
            state.deck[pile] = shuffled[pile]
        elif isinstance(names, list):
            state.deck[pile] = [named(box.place_number, name, "place") for name in names]
        state.left[pile] = len(state.deck[pile])


def read_gangs(state: State, data: Mapping[str, object]) -> None:
    """Hands, stocks, bids, markers and scores."""
    box = state.table
    n = state.players
    for seat, hand in enumerate(row(data, "hands", [[]] * n, n)):
        for name in hand if isinstance(hand, list) else []:
            state.hand[seat * box.types + named(box.number_of, name, "character")] += 1
    read_tokens(state, data, "stock", state.stock)
    read_tokens(state, data, "bids", state.bid)
    read_tokens(state, data, "managed", state.managed)
    state.score = numbers(data, "scores", [0] * n, n)
    state.gained = numbers(data, "gained", [0] * n, n)
    leaders = data.get("leaders", {})
    for name, about in leaders.items() if isinstance(leaders, dict) else []:
        if name not in box.traffics:
            raise BadPosition(
                "There is no traffic {name}; there are: {known}.", name=str(name), known=", ".join(box.traffics)
            )
        kind = box.traffics.index(name)
        state.leader[kind] = whole(about, "seat", -1, -1, n - 1)
        state.level[kind] = whole(about, "box", 0, 0, len(box.boxes[kind]) - 1)
    asked = []
    for seat in range(n):
        held = [k for k in range(box.kinds) if state.stock[seat * box.kinds + k]]
        asked.append(held[0] if held and state.phase == BIDDING else box.kinds if state.phase == BIDDING else 0)
    state.bid_at = numbers(data, "bid_at", asked, n)


def read_tokens(state: State, data: Mapping[str, object], key: str, counts: list[int]) -> None:
    """A mapping of traffics for each seat."""
    box = state.table
    for seat, tokens in enumerate(row(data, key, [{}] * state.players, state.players)):
        if not isinstance(tokens, dict):
            raise BadPosition("{key} must map traffics to numbers for each player.", key=key)
        for name in tokens:
            if name not in box.traffics:
                raise BadPosition(
                    "There is no traffic {name}; there are: {known}.", name=str(name), known=", ".join(box.traffics)
                )
            counts[seat * box.kinds + box.traffics.index(name)] = whole(tokens, name, 0, 0, 999)


def read_laid(state: State, data: Mapping[str, object]) -> None:
    """The tiles on the city, in the order they were laid."""
    box = state.table
    for about in row(data, "laid", [], -1):
        if not isinstance(about, dict):
            raise BadPosition("A laid tile says seat, at, tile and do.")
        spot = named(box.spot_number, about.get("at"), "spot")
        tile = about.get("tile")
        what = box.showdown if tile == "showdown" else named(box.number_of, tile, "character")
        do = about.get(
            "do", "manage" if box.on_place <= spot < box.on_pile else "gun" if what == box.showdown else "fight"
        )
        if (
            do not in DOES
            or (DOES.index(do) >= GUN) != (what == box.showdown)
            or (do == "manage") != (box.on_place <= spot < box.on_pile)
        ):
            raise BadPosition(
                "The {tile} at {spot} cannot {do}.", tile=str(tile), spot=box.spot_names[spot], do=repr(do)[:20]
            )
        marks = strings(about, "marks")
        if about.get("chief") is True:
            marks = [*marks, "chief"]
        mark = 0
        for name in marks:
            if name not in MARKS:
                raise BadPosition("A mark is one of {known}, not {name}.", known=", ".join(MARKS), name=name)
            mark |= 1 << MARKS.index(name)
        state.laid_seat.append(whole(about, "seat", 0, 0, state.players - 1))
        state.laid_what.append(what)
        state.laid_spot.append(spot)
        state.laid_do.append(DOES.index(do))
        state.laid_mark.append(mark)
        state.laid_look.append(whole(about, "look", 0, 0, len(state.laid_seat) - 1) - 1)
        seen = about.get("seen", [])
        state.seen.append(sum(1 << seat for seat in seen) if isinstance(seen, list) else 0)
    state.passed = numbers(data, "passed", [-1] * state.players, state.players)


def read_line(state: State, data: Mapping[str, object]) -> None:
    """What is under way: half a placement, the site being resolved, who stands in line, returns."""
    box = state.table
    for about in row(data, "returns", [], -1):
        if not isinstance(about, dict):
            raise BadPosition("A return says seat and who.")
        state.ret_seat.append(whole(about, "seat", 0, 0, state.players - 1))
        state.ret_what.append(named(box.number_of, about.get("who"), "character"))
        state.ret_tile.append(whole(about, "tile", 0, 0, box.tiles) - 1)
    half = strings(data, "half")
    if half:
        state.half_spot = box.action_from_text(half[0]).a
    if len(half) > 1:
        state.half_what = box.action_from_text(half[1]).id
    site = data.get("site", "")
    state.site = box.site_names.index(str(site)) if site in box.site_names else -1
    for name in strings(data, "todo"):
        if name not in box.site_names:
            raise BadPosition("There is no site {name}.", name=name)
        state.todo |= 1 << box.site_names.index(name)
    state.queue = numbers(data, "queue", [], -1)
    state.step = whole(data, "step", -1, -1, 99)
    state.shots = [shot - 1 for shot in numbers(data, "shots", [], -1)]
    state.pinned = whole(data, "pinned", 0, 0, box.tiles) - 1
    state.totals = numbers(data, "totals", [], -1)
    state.fought = numbers(data, "fought", [], -1)
    state.budget = whole(data, "budget", 0, -1, 9999)
    state.picks = whole(data, "picks", 0, 0, 9)
    state.picked = named(box.number_of, data["picked"], "character") if data.get("picked") else -1
    state.newcomer = named(box.number_of, data["newcomer"], "character") if data.get("newcomer") else -1


def fill_supply(state: State, data: Mapping[str, object]) -> None:
    """Characters that the position does not place are the supply; mercenaries that it does not name lie shuffled in their pile."""
    box = state.table
    for name in strings(data, "out"):
        state.out[named(box.number_of, name, "character")] += 1
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
    deck = [named(box.number_of, name, "character") for name in strings(data, "mercenaries")]
    for who in deck:
        left[who] -= 1
    for who in range(box.types):
        if left[who] < 0:
            raise BadPosition("There are only {count} tiles of {name}.", count=box.counts[who], name=box.names[who])
    rest = [who for who in box.mercenaries for _ in range(left[who])]
    state.shuffle(rest)
    state.mercs = rest + deck
    state.merc_left = len(state.mercs)
    state.supply = [0 if box.mercenary[who] else left[who] for who in range(box.types)]


def read_random(state: State, data: Mapping[str, object]) -> None:
    """Where the random stream stands."""
    state.reveals = whole(data, "reveals", 0, 0, 1 << 30)
    words = data.get("random")
    if words is not None:
        state.set_random_words(numbers({"random": words}, "random", [], 4))


def check_line(state: State) -> None:
    """Nobody is asked without a reason: the map hangs together, the place being set up or resolved is there."""
    box = state.table
    cells = [state.cell[place] for place in range(box.places) if state.cell[place] >= 0]
    if not cells:
        raise BadPosition(
            "A position needs a city: city = {{ bar = {{ at = [1, 0] }} }}, the first pile being at [0, 0]."
        )
    for i in range(len(state.laid_spot)):
        spot = state.laid_spot[i]
        site = box.site_of[spot]
        if spot < box.on_pile and state.cell[site] < 0:
            raise BadPosition("A tile lies at {spot}, which is not in the city.", spot=box.spot_names[spot])
        if (
            spot < box.on_place
            and state.city.hex_of[spot] < 0
            and not state.laid_mark[i] & HOME
            and state.phase <= BIDDING
        ):
            raise BadPosition("A tile lies at {spot}, where there is no room.", spot=box.spot_names[spot])
        if state.laid_do[i] == MANAGE and state.owner[site] != state.laid_seat[i] and not state.laid_mark[i] & HOME:
            raise BadPosition("Only the owner manages the {place}.", place=box.site_names[site])


def go_on(state: State, entry: str) -> None:
    """Let the engine go on from a named entry until somebody owes a decision."""
    from parrain.games.gangs_city import ending, traffics

    if entry == "reveal":
        traffics.reveal(state)
    elif entry == "end-of-turn":
        state.revealed = True
        ending.begin_opening(state)
    else:
        state.start_turn()


def named(known: Mapping[str, int], name: object, what: str) -> int:
    """The number of something by its name."""
    number = known.get(name) if isinstance(name, str) else None
    if number is None:
        raise BadPosition(
            "There is no {what} {name}; there are: {known}.",
            what=what,
            name=repr(name)[:40],
            known=", ".join(list(known)[:20]),
        )
    return number


def row(data: Mapping[str, object], key: str, default: Sequence[object], count: int) -> list[object]:
    """A list of the position, of that many if `count` is not -1."""
    value = data.get(key, default)
    if not isinstance(value, list) or (count >= 0 and len(value) != count):
        raise BadPosition("{key} must be a list of {count}.", key=key, count=count if count >= 0 else "entries")
    return value


def numbers(data: Mapping[str, object], key: str, default: list[int], count: int) -> list[int]:
    """A list of whole numbers."""
    value = data.get(key, default)
    if (
        not isinstance(value, list)
        or (count >= 0 and len(value) != count)
        or not all(isinstance(each, int) for each in value)
    ):
        raise BadPosition("{key} must be a list of whole numbers.", key=key)
    return value[:]


def strings(data: Mapping[str, object], key: str) -> list[str]:
    """A list of texts."""
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BadPosition("{key} must be a list of names.", key=key)
    return value


def whole(data: Mapping[str, object], key: str, default: int, least: int, most: int) -> int:
    """A whole number within bounds."""
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadPosition(
            "{key} must be a whole number from {least} to {most}, not {value}.",
            key=key,
            least=least,
            most=most,
            value=repr(value)[:40],
        )
    return value
