"""Section 5: secret bids, the reveal, managing, who leads each traffic, stock for the others."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.games.gangs_city.actions import BACK, BID, FIGHT, GUN, RECRUIT
from parrain.games.gangs_city.state import ACTIONS, BIDDING, HOME, MOLE, TURNING, StateData


def begin_bids(state: StateData) -> None:
    """Everybody who holds stock bids, all at once (GC 5.1)."""
    kinds = state.box.kinds
    state.phase = BIDDING
    state.stack = []  # full, and of no more use
    owing = []
    for seat in range(state.players):
        state.bid_at[seat] = next_bid(state, seat, 0)
        if state.bid_at[seat] < kinds:
            owing.append(seat)
    state.owing = tuple(owing)
    if not owing:
        reveal(state)


def next_bid(state: StateData, seat: int, kind: int) -> int:
    """The next traffic of which the seat holds stock, from that one on; past the last when it has bid on all."""
    kinds = state.box.kinds
    while kind < kinds and state.stock[seat * kinds + kind] == 0:
        kind += 1
    return kind


def last_bid(state: StateData, seat: int) -> int:
    """The traffic on which the seat has bid last, -1 for none yet."""
    kinds = state.box.kinds
    kind = state.bid_at[seat] - 1
    while kind >= 0 and state.stock[seat * kinds + kind] == 0:
        kind -= 1
    return kind


def bids(state: StateData, seat: int) -> tuple[Action, ...]:
    """From none to all of one's tokens of the traffic that is asked for, or a step back (GC 5.1)."""
    box = state.box
    kind = state.bid_at[seat]
    held = state.stock[seat * box.kinds + kind]
    return box.bids[kind][held] if last_bid(state, seat) < 0 else box.later_bids[kind][held]


def bid(state: StateData, seat: int, action: Action) -> None:
    """A secret bid, one traffic after the other; when the last one is in all are shown (GC 5.1, GC 5.3)."""
    box = state.box
    kind = state.bid_at[seat]
    if action.kind == BACK:
        take_bid_back(state, seat, action)
        return
    place = seat * box.kinds + kind
    if action.kind != BID or action.a != kind or action.b > state.stock[place]:
        raise state.refusal(seat, action)
    state.bid[place] = action.b
    state.bid_at[seat] = next_bid(state, seat, kind + 1)
    if state.bid_at[seat] < box.kinds:
        return
    state.owing = tuple([other for other in state.owing if other != seat])
    if not state.owing:
        reveal(state)


def take_bid_back(state: StateData, seat: int, action: Action) -> None:
    """The bid on the traffic before is made anew (GC 5.1)."""
    before = last_bid(state, seat)
    if before < 0:
        raise state.refusal(seat, action)
    state.bid[seat * state.box.kinds + before] = 0
    state.bid_at[seat] = before


def reveal(state: StateData) -> None:
    """Bids and tiles are turned up; then the Mole may turn (GC 5.3, GC 8.10)."""
    box = state.box
    state.revealed = True
    state.reveals += 1
    if state.log is not None:
        kinds = box.kinds
        told = [state.bid[seat * kinds : (seat + 1) * kinds] for seat in range(state.players)]
        if any(state.bid):
            state.log.append(Event("bids", {"bids": told, "traffics": box.traffics}))
        tiles: list[dict[str, object]] = []
        for i in range(len(state.laid_seat)):
            spot = box.spot_names[state.laid_spot[i]]
            tiles.append({"seat": state.laid_seat[i], "spot": spot, "who": state.tile_name(i), "do": state.doing(i)})
        state.log.append(Event("reveal", {"tiles": tiles}))
    mole = state.has[MOLE]
    if mole >= 0 and box.attack[mole] >= 0 and box.recruit[mole] >= 0:
        for i in range(len(state.laid_what)):
            if state.laid_what[i] == mole and state.laid_spot[i] < box.on_place:
                state.phase = TURNING
                state.owing = state.seats[state.laid_seat[i]]
                return
    manage(state)


def turn_mole(state: StateData, seat: int, action: Action) -> None:
    """The Mole does what her owner says; a showdown tile left without fighters comes back (GC 8.10)."""
    if action not in mole_choices(state, seat):
        raise state.refusal(seat, action)
    box = state.box
    mole = state.laid_what.index(state.has[MOLE])
    turned = state.laid_do[mole] != action.a
    state.laid_do[mole] = action.a
    if state.log is not None:
        spot = box.spot_names[state.laid_spot[mole]]
        state.log.append(Event("mole", {"seat": seat, "turned": turned, "do": state.doing(mole), "spot": spot}))
    if action.a == RECRUIT:
        take_back_showdown(state, seat, state.laid_spot[mole] // 6)
    manage(state)


def mole_choices(state: StateData, seat: int) -> tuple[Action, ...]:
    """Fight or recruit, as far as her tile has both (GC 8.10)."""
    box = state.box
    mole = state.laid_what.index(state.has[MOLE])
    able = box.defence if state.owner[state.laid_spot[mole] // 6] == seat else box.attack
    return box.mole_actions if able[state.has[MOLE]] >= 0 else (box.mole_actions[1],)


def take_back_showdown(state: StateData, seat: int, place: int) -> None:
    """Without a fighter of its gang on the place a showdown tile has no effect there (GC 8.10)."""
    box = state.box
    lone = -1
    for i in range(len(state.laid_seat)):
        if state.laid_seat[i] == seat and state.laid_spot[i] < box.on_place and state.laid_spot[i] // 6 == place:
            if state.laid_do[i] == FIGHT:
                return
            if state.laid_do[i] >= GUN:
                lone = i
    if lone >= 0:
        state.laid_mark[lone] |= HOME
        state.showdown[seat] = 1
        if state.log is not None:
            state.log.append(Event("showdown-back", {"seat": seat, "place": box.place_names[place]}))


def manage(state: StateData) -> None:
    """Managers manage all they can and go home; then the traffics find their leaders (GC 5.4)."""
    box = state.box
    kinds = box.kinds
    state.managed = [0] * (state.players * kinds)
    shown = [0] * (box.places * kinds)
    for i in range(len(state.laid_spot)):
        spot = state.laid_spot[i]
        if box.on_place <= spot < box.on_pile:
            for k in range(kinds):
                shown[(spot - box.on_place) * kinds + k] += box.icons[state.laid_what[i] * kinds + k]
            state.go_home(i)
    for place in range(box.places):
        seat = state.owner[place]
        if seat >= 0:
            for k in range(kinds):
                state.managed[seat * kinds + k] += min(shown[place * kinds + k], box.place_icons[place * kinds + k])
    if state.log is not None and any(state.managed):
        told = [state.managed[seat * kinds : (seat + 1) * kinds] for seat in range(state.players)]
        state.log.append(Event("managed", {"managed": told, "traffics": box.traffics}))
    for k in range(kinds):
        lead_traffic(state, k)
    state.phase = ACTIONS


def lead_traffic(state: StateData, kind: int) -> None:
    """Alone with the most, one leads; a new leader starts left, the old one moves right (GC 5.5 to GC 5.8)."""
    box = state.box
    best = 0
    leader = -1
    totals = []
    for seat in range(state.players):
        place = seat * box.kinds + kind
        total = state.managed[place] + state.bid[place]
        totals.append(total)
        state.stock[place] -= state.bid[place]
        if total > best:
            best = total
            leader = seat
        elif total == best:
            leader = -1
    before = state.leader[kind]
    if leader < 0:
        state.level[kind] = 0
    elif leader == before:
        state.level[kind] = min(state.level[kind] + 1, len(box.boxes[kind]) - 1)
    else:
        state.level[kind] = 0
    state.leader[kind] = leader
    if state.log is not None and (best or before >= 0):
        points = box.boxes[kind][state.level[kind]] if leader >= 0 else 0
        state.log.append(
            Event(
                "traffic",
                {"traffic": box.traffics[kind], "totals": totals, "leader": leader, "before": before, "points": points},
            )
        )
    pay_stock(state, kind, leader)


def pay_stock(state: StateData, kind: int, leader: int) -> None:
    """Who managed and does not lead gets tokens, in turn order as long as there are any (GC 5.9)."""
    box = state.box
    left = state.tokens_left(kind)
    for i in range(state.players):
        seat = (state.first + i) % state.players
        if seat == leader:
            continue
        place = seat * box.kinds + kind
        count = min(state.managed[place], left)
        if count > 0:
            state.stock[place] += count
            left -= count
            if state.log is not None:
                state.log.append(Event("stock", {"seat": seat, "traffic": box.traffics[kind], "count": count}))
