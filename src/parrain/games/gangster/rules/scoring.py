"""Scoring days, the next round and the end of the game (GA 9, GA 10, GA 14)."""

from __future__ import annotations

from parrain.core.event import Event
from parrain.games.gangster.components import UNKNOWN
from parrain.games.gangster.rules.setup import prepare_round
from parrain.games.gangster.state import StateData


def scoring_day(state: StateData) -> None:
    """The last Double ends the round: casino card, all districts, next round or end (GA 9.1, GA 9.2, GA 9.8)."""
    casino = state.casino[state.drawn]
    state.drawn += 1
    if state.log is not None:
        state.tell("casino", {"value": casino, "round": state.round})
    for place in state.box.districts[state.players]:
        score_district(state, place, casino)
    if state.log is not None:
        state.log.append(Event("influence", {"round": state.round, "scores": list(state.influence)}))
    if state.round == state.box.rounds:
        finish(state, "shared" if state.influence.count(max(state.influence)) > 1 else "king")
    else:
        next_round(state)


def score_district(state: StateData, place: int, casino: int) -> None:
    """Values from the left to the clans in order, twice with a Double (GA 9.3 to GA 9.7, GA 15.4)."""
    values = state.box.tile_values[state.tiles[place]]
    times = state.box.double_pays if state.doubles >> place & 1 else 1
    clans = state.standing(place)
    paid: list[list[object]] = []
    for rank in range(min(len(clans), len(values))):
        points = times * (casino if values[rank] == UNKNOWN else values[rank])
        state.influence[state.owner[clans[rank]]] += points
        paid.append([state.box.clan_names[clans[rank]], points])
    if state.log is not None and clans:
        state.log.append(Event("score", {"district": state.box.names[place], "double": times > 1, "paid": paid}))


def next_round(state: StateData) -> None:
    """New gangsters, a new deck, the left neighbour begins; all else stays (GA 10.1 to GA 10.4)."""
    more = state.box.arrivals[state.round]
    state.round += 1
    state.starter = (state.turn + 1) % state.players
    for clan in state.order:
        state.inside[clan] += more
    if state.log is not None:
        state.log.append(Event("round", {"round": state.round, "gangsters": more, "starter": state.starter}))
    prepare_round(state)


def finish(state: StateData, ending: str) -> None:
    """After the third scoring day, or after too many turns, influence decides (GA 1.1, GA 5.4, GA 14.1, GA 14.2)."""
    state.is_over = True
    state.ending = ending
    if state.log is not None:
        state.log.append(Event("end", {"ending": ending, "scores": list(state.influence)}))
