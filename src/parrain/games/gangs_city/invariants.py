"""What must hold at any moment of a game, for tests and for positions."""

from __future__ import annotations

from parrain.core.errors import require
from parrain.games.gangs_city.actions import FIGHT, MANAGE, RECRUIT
from parrain.games.gangs_city.rules.derived import owing_of
from parrain.games.gangs_city.state import CHIEF, DEAD, HOME, StateData


def check(state: StateData) -> None:
    """All 55 characters, all places and all tokens are somewhere, once (GC 2.1); hands, gangs and stacks agree."""
    check_characters(state)
    check_places(state)
    check_gangs(state)
    check_tiles(state)
    box = state.box
    for kind in range(box.kinds):
        require(
            state.tokens_left(kind) >= 0,
            "There are only {count} tokens of {name}.",
            count=box.tokens[kind],
            name=box.traffics[kind],
        )
        for seat in range(state.players):
            place = seat * box.kinds + kind
            require(
                state.revealed or state.bid[place] <= state.stock[place],
                "Player {seat} cannot bid more {name} than their stock.",
                seat=seat,
                name=box.traffics[kind],
            )
    assert state.is_over == (len(state.owing) == 0)
    assert state.owing == owing_of(state) or state.is_over


def check_characters(state: StateData) -> None:
    """Every character tile is in one place."""
    box = state.box
    for who in range(box.types):
        count = state.supply[who] + state.out[who] + state.mercs[: state.merc_left].count(who)
        for seat in range(state.players):
            count += state.hand[seat * box.types + who]
        for waiting in state.recruits:
            count += waiting.count(who)
        for i in range(len(state.laid_what)):
            if state.laid_what[i] == who and not state.laid_mark[i] & (DEAD | HOME):
                count += 1
        for at in range(len(state.ret_what)):
            if state.ret_what[at] == who and state.ret_tile[at] < 0:
                count += 1
        assert count == box.counts[who], f"{box.names[who]}: {count} of {box.counts[who]}"


def check_places(state: StateData) -> None:
    """No place is twice; no two things share a cell; surrounded places are empty of characters."""
    box = state.box
    seen = [place for place in range(box.places) if state.cell[place] >= 0]
    seen += [place for place in state.drawn + state.won_place if place >= 0]
    for pile in range(2):
        seen += state.deck[pile][: state.left[pile]]
    twice = [box.place_names[place] for place in sorted(set(seen)) if seen.count(place) > 1]
    require(not twice, "Every place is there once; twice: {places}.", places=twice)
    cells = [state.cell[place] for place in range(box.places) if state.cell[place] >= 0]
    cells += [box.pile_cells[pile] for pile in range(2) if state.left[pile] > 0]
    require(len(cells) == len(set(cells)), "Two places, or a place and a pile, lie on the same hex.")
    for place in range(box.places):
        assert state.cell[place] >= 0 or (state.owner[place] < 0 and not state.recruits[place])


def check_gangs(state: StateData) -> None:
    """Hands, masks and gangs agree; nobody has more than six."""
    box = state.box
    for seat in range(state.players):
        hand = state.hand[seat * box.types : (seat + 1) * box.types]
        assert min(hand) >= 0 and sum(hand) == state.inhand[seat]
        for who in range(box.types):
            assert (state.mask[seat] >> who & 1 == 1) == (hand[who] > 0)
        alive = 0
        for i in range(len(state.laid_seat)):
            if state.laid_seat[i] == seat and state.in_gang(i):
                alive += 1
        assert state.gang[seat] == state.inhand[seat] + alive
        require(
            state.gang[seat] <= box.most,
            "Player {seat} has {count} characters; a gang has {most} at most.",
            seat=seat,
            count=state.gang[seat],
            most=box.most,
        )
        marked = [i for i in range(len(state.laid_seat)) if state.laid_seat[i] == seat and state.laid_mark[i] & CHIEF]
        require(len(marked) <= 1, "Player {seat} has one chief a turn, not {count}.", seat=seat, count=len(marked))
        assert (state.chief[seat] == 1) == (len(marked) == 1)


def check_tiles(state: StateData) -> None:
    """Tiles lie where and as the rules allow (GC 4.7 to GC 4.11); one showdown tile a gang, never a chief."""
    box = state.box
    for i in range(len(state.laid_seat)):
        seat, what, spot, do = state.laid_seat[i], state.laid_what[i], state.laid_spot[i], state.laid_do[i]
        if what == box.showdown:
            require(
                do > MANAGE and not state.laid_mark[i] & CHIEF and not box.on_place <= spot < box.on_pile,
                "A showdown tile is a gun or a vest beside a place or on a pile, and never a chief (tile {tile}).",
                tile=i + 1,
            )
            mine = [j for j in range(len(state.laid_seat)) if state.laid_seat[j] == seat]
            require(
                len([j for j in mine if state.laid_what[j] == what]) == 1,
                "Player {seat} has one showdown tile.",
                seat=seat,
            )
        elif not state.revealed:
            values = box.recruit if do == RECRUIT else box.attack
            if spot < box.on_place and do == FIGHT and state.owner[spot // 6] == seat:
                values = box.defence
            require(
                values[what] >= 0 or box.on_place <= spot < box.on_pile,
                "A {name} cannot do that at {spot}.",
                name=box.names[what],
                spot=box.spot_names[spot],
            )
        if state.revealed or spot >= box.on_place:
            continue
        h = state.city.hex_of[spot]
        for j in range(i):
            if state.laid_spot[j] < box.on_place and state.city.hex_of[state.laid_spot[j]] == h:
                require(
                    state.laid_spot[j] == spot and state.laid_seat[j] == seat,
                    "A hex takes the tiles of one gang, against one place: not so at {spot}.",
                    spot=box.spot_names[spot],
                )
                require(
                    (state.laid_do[j] == RECRUIT) == (do == RECRUIT),
                    "The tiles of a stack all recruit or all fight: not so at {spot}.",
                    spot=box.spot_names[spot],
                )
