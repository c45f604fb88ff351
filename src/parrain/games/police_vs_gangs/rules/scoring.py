"""The count: secret stakes on traffics (section 12), districts (13), the end (14)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.games.police_vs_gangs.actions import BACK, COLOURS
from parrain.games.police_vs_gangs.actions.claims import BITS, SEATS
from parrain.games.police_vs_gangs.state import P_COLOUR, P_LAY, P_STAKE, TOKEN_ROWS, StateData

# -- 12 traffics -------------------------------------------------------------------------------------------------------


def begin_count(state: StateData) -> None:
    """Everybody stakes at once, also those with nothing to stake (PG 12.1)."""
    state.phase = P_STAKE
    state.owing = (1 << state.players) - 1
    for seat in range(state.players):
        state.last_set[seat] = -1


def stakes(state: StateData, seat: int) -> tuple[Action, ...]:
    """Hand in, stake some of a later traffic, begin again, stake everything (PG 12.1). The first and the last both end
    it.
    """
    box = state.box
    by_kind = box.by_kind
    after = state.last_set[seat]
    found: list[Action] = [by_kind.stake_done]
    held = 0
    for t in range(box.traffics):
        count = state.tokens[seat * box.traffics + t]
        held += count
        if t > after:
            for n in range(count):
                found.append(by_kind.stake[t * 12 + n])
    if after >= 0:
        found.append(by_kind.back)
    if held:
        found.append(by_kind.stake_all)
    return tuple(found)


def apply_stake(state: StateData, seat: int, action: Action) -> None:
    """One step of a stake, or its end."""
    start = seat * state.box.traffics
    if action.kind == BACK:
        for t in range(state.box.traffics):
            state.stakes[start + t] = 0
        state.last_set[seat] = -1
        return
    if action.a != -1:
        state.stakes[start + action.a] = action.b
        state.last_set[seat] = action.a
        return
    if action.b:
        for t in range(state.box.traffics):
            state.stakes[start + t] = state.tokens[start + t]
    state.last_set[seat] = -1
    state.owing &= ~(1 << seat)
    if not state.owing:
        show_stakes(state)


def show_stakes(state: StateData) -> None:
    """Stakes are shown, every traffic is decided, staked tokens go back (PG 12.2)."""
    box = state.box
    n, wares = state.players, box.traffics
    state.reveals += 1
    state.staked = state.stakes[:]
    if state.log is not None:
        state.tell("stakes", {"stakes": TOKEN_ROWS.write(state.stakes, box, n)})
    for t in range(wares):
        decide_traffic(state, t)
    for seat in range(n):
        for t in range(wares):
            at = seat * wares + t
            state.tokens[at] -= state.stakes[at]
            state.gained[at] = max(0, state.gained[at] - state.stakes[at])
            state.supply[t] += state.stakes[at]
            state.stakes[at] = 0
    next_colour(state)


def decide_traffic(state: StateData, t: int) -> None:
    """The highest stake wins: a gangster climbs, a policeman counters, ties as the rules say (PG 12.3 to PG 12.6)."""
    box = state.box
    best = 0
    gangs = police = 0
    for seat in range(state.players):
        stake = state.stakes[seat * box.traffics + t]
        if stake > best:
            best = stake
            gangs = police = 0
        if stake == best and stake:
            if seat & 1:
                police |= 1 << seat
            else:
                gangs |= 1 << seat
    before = state.holder[t]
    worth = 0
    winners = police or gangs
    if police:
        worth = box.boxes[t][state.level[t] if before != -1 else 0] // BITS[police]
        free_traffic(state, t)
    elif gangs and gangs & (gangs - 1) == 0:
        seat = gangs.bit_length() - 1
        state.level[t] = min(state.level[t] + 1, len(box.boxes[t]) - 1) if before == seat else 0
        state.holder[t] = seat
        worth = box.boxes[t][state.level[t]]
    else:
        free_traffic(state, t)
    for seat in SEATS[winners]:
        state.add_points(seat, worth)
    if state.log is not None and (best or before != -1):
        data: dict[str, object] = {
            "traffic": box.traffic_names[t],
            "stake": best,
            "seats": list(SEATS[winners]),
            "points": worth,
            "police": police != 0,
            "before": before,
            "holder": state.holder[t],
        }
        state.tell("traffic", data)


def free_traffic(state: StateData, t: int) -> None:
    """Nobody holds that traffic any more."""
    state.holder[t] = -1
    state.level[t] = 0


# -- 13 districts ------------------------------------------------------------------------------------------------------


def next_colour(state: StateData) -> None:
    """In turn order, each card of two colours is given the one it counts for (PG 13.1)."""
    card = card_to_colour(state)
    if card != -1:
        state.ask(P_COLOUR, state.owner[card])
    else:
        count_districts(state)


def card_to_colour(state: StateData) -> int:
    """The next two-colour card whose controller must choose, or -1 (PG 13.1)."""
    for seat in state.order:
        for card in state.laid:
            if state.owner[card] == seat and state.colour_of[card] == -1 and state.box.colours[card][1] != -1:
                return card
    return -1


def colours(state: StateData, seat: int) -> tuple[Action, ...]:
    """Either colour of the card."""
    card = card_to_colour(state)
    colour = state.box.by_kind.colour
    first, second = state.box.colours[card]
    return (colour[card * 4 + first], colour[card * 4 + second])


def apply_colour(state: StateData, seat: int, action: Action) -> None:
    """A card counts for that colour this turn."""
    state.colour_of[action.a] = action.b
    if state.log is not None:
        state.tell("colour", {"seat": seat, "card": state.box.card_names[action.a], "colour": COLOURS[action.b]})
    next_colour(state)


def controlled(state: StateData, seat: int, colour: int) -> int:
    """How many cards of a colour a seat controls (PG 13.2)."""
    count = 0
    for card in state.laid:
        if state.owner[card] == seat:
            first, second = state.box.colours[card]
            if (state.colour_of[card] if second != -1 else first) == colour:
                count += 1
    return count


def count_districts(state: StateData) -> None:
    """Strictly more cards of a colour than anybody else scores; each player's best alone, in teams too (PG 13.2,
    PG 13.3, PG 15.3).
    """
    best = [0] * state.players
    told: list[dict[str, object]] = []
    for colour in range(4):
        counts = [controlled(state, seat, colour) for seat in range(state.players)]
        most = max(counts)
        if most and counts.count(most) == 1:
            seat = counts.index(most)
            best[seat] = max(best[seat], most)
            if state.log is not None:
                told.append({"seat": seat, "colour": COLOURS[colour], "cards": most})
    for seat in range(state.players):
        state.add_points(seat, best[seat])
    if state.log is not None:
        state.tell("districts", {"majorities": told, "points": best})
    end_turn(state)


# -- 14 the end --------------------------------------------------------------------------------------------------------


def end_turn(state: StateData) -> None:
    """Police dice go home; then the game is over or the next turn begins (PG 13.4, PG 14.1 to PG 14.3)."""
    for card in state.laid:
        state.colour_of[card] = -1
        if state.owner[card] != -1 and state.owner[card] & 1:
            state.owner[card] = -1
    scores = state.scores()
    best = max(scores)
    leaders = [seat for seat in range(state.players) if scores[seat] == best]
    alone = len(leaders) == 1 or (state.teams and state.score[0] != state.score[1])
    if best >= state.box.target and alone:
        finish(state, "extra-turn" if state.extra else "points")
    elif not state.deck and not state.placed and not state.scored:
        finish(state, "deadlock")
    elif state.turn >= state.box.turn_limit:
        finish(state, "turn-limit")
    else:
        if best >= state.box.target:
            state.extra = 1
            state.tell("tie", {"points": best})
        state.go_to(P_LAY)


def finish(state: StateData, ending: str) -> None:
    """The game is over."""
    state.is_over = True
    state.ending = ending
    state.owing = 0
    scores, places = list(state.scores()), list(state.ranking())
    state.tell("end", {"ending": ending, "scores": scores, "places": places, "teams": state.teams})


def scores_of(state: StateData) -> tuple[int, ...]:
    """The track, each for themselves (PG 1.1); in teams both factions' scores (PG 15.1)."""
    return tuple([state.points(seat) for seat in range(state.players)])


def ranking_of(state: StateData) -> tuple[int, ...]:
    """Best score first; equal scores share a place (PG 14.1, PG 14.3)."""
    scores = scores_of(state)
    return tuple([1 + len([1 for other in scores if other > mine]) for mine in scores])
