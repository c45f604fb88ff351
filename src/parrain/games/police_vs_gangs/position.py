"""Positions of Police vs Gangs: pieces, hands, deck and bag, and how a phase begins (docs/positions.md).

Short positions: say `city`, `pieces`, `hands`, `scores` and the `phase` to begin; without `owing` the phase begins as
the rules begin it, what is not placed is in the bag and the deck, and a seat without `hands` has its starting pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.errors import BadPosition
from parrain.core.fields import entries, name_number
from parrain.games.police_vs_gangs import state as s
from parrain.games.police_vs_gangs.actions import SIDES
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.rules.city import draw_place
from parrain.games.police_vs_gangs.rules.negotiation import measure_most
from parrain.games.police_vs_gangs.rules.placing import next_placer
from parrain.games.police_vs_gangs.state.pieces import Piece, kind_number

KEYS: Final[tuple[str, ...]] = ()


def finish_position(state: State, data: Mapping[str, object]) -> None:
    """Deck, pieces, hands, bag and supply; then the phase goes on (`owing`) or begins."""
    if "order" not in data:
        state.order = list(range(state.players))
    if sorted(state.order) != list(range(state.players)):
        raise BadPosition("order must name every player once.")
    read_deck(state, data)
    for text in entries(data.get("pieces", []), "pieces"):
        state.put(read_piece(state, str(text)))
    read_hands(state, data)
    read_bag(state, data)
    count_tokens(state, data)
    begin(state, data)


def read_deck(state: State, data: Mapping[str, object]) -> None:
    """The deck as it is given, or all cards that lie nowhere else, shuffled."""
    box = state.box
    if "deck" in data:
        state.deck = [name_number(box.card_names, name, "deck") for name in entries(data["deck"], "deck")]
    else:
        state.deck = [card for card in range(box.card_count) if card not in state.laid and card != state.drawn]
        state.shuffle(state.deck)


def read_piece(state: State, text: str) -> Piece:
    """A piece from its text."""
    box = state.box
    words = text.split()
    seat = int(words[0]) if words and words[0].isdecimal() else state.players
    if seat < state.players and len(words) == 5 - (seat & 1):
        kind = kind_number(box, seat, words[1], "pieces")
        card = name_number(box.card_names, words[-2], "pieces")
        spot = card * 4 + name_number(SIDES, words[-1], "pieces")
        if card in state.laid and state.neighbour[spot] == -1:
            return Piece(spot, seat, kind, words[2] == "recruit")
    raise BadPosition(
        "A piece is written as “0 killer fight foundry north” or “1 sergeant foundry east”, at an open side;"
        " not “{text}”.",
        text=text[:60],
    )


def out_of_hand(state: State) -> list[int]:
    """What each seat has on the table and in prison, by kind."""
    used = [0] * (8 * state.players)
    for piece in state.pieces:
        used[piece.seat * 8 + piece.kind] += 1
    for prisoner in state.jail:
        used[prisoner.seat * 8 + prisoner.kind] += 1
    return used


def read_hands(state: State, data: Mapping[str, object]) -> None:
    """Hands as they are given; else, and for police where a phase begins, what each starts with and has not placed."""
    box = state.box
    n = state.players
    used = out_of_hand(state)
    hands = entries(data["hands"], "hands", n) if "hands" in data else None
    for seat in range(n):
        if hands is not None and (not seat & 1 or "owing" in data):
            for name in entries(hands[seat], "hands"):
                state.hand[seat * 8 + kind_number(box, seat, name, "hands")] += 1
        else:
            start = [kind for kind in range(3) for _ in range(state.sides.dice[kind])] if seat & 1 else box.start
            for kind in range(8):
                state.hand[seat * 8 + kind] = max(0, start.count(kind) - used[seat * 8 + kind])


def read_bag(state: State, data: Mapping[str, object]) -> None:
    """The bag as it is given, or all gangsters that are nowhere else, shuffled."""
    box = state.box
    if "bag" in data:
        state.bag = [name_number(box.characters, name, "bag") for name in entries(data["bag"], "bag")]
        return
    used = out_of_hand(state)
    for c in range(box.kinds):
        out = state.discard.count(c) + state.recruits.count(c)
        for seat in range(0, state.players, 2):
            out += state.hand[seat * 8 + c] + used[seat * 8 + c]
        if out > box.counts[c]:
            raise BadPosition("There are only {count} {name}.", count=box.counts[c], name=box.characters[c])
        if box.in_bag[c]:
            state.bag += [c] * (box.counts[c] - out)
    state.shuffle(state.bag)


def count_tokens(state: State, data: Mapping[str, object]) -> None:
    """The supply is what is left; unless `gained` says less, everybody saw where tokens went."""
    box = state.box
    if "gained" not in data:
        state.gained = state.tokens[:]
    if any(gained > held for gained, held in zip(state.gained, state.tokens, strict=True)):
        raise BadPosition(
            "Nobody can have gained more tokens than they hold: gained is what of the tokens everybody has seen."
        )
    for t in range(box.traffics):
        state.supply[t] -= sum([state.tokens[seat * box.traffics + t] for seat in range(state.players)])
        if state.supply[t] < 0:
            raise BadPosition(
                "There are only {count} tokens of {name}.", count=box.tokens[t], name=box.traffic_names[t]
            )


def begin(state: State, data: Mapping[str, object]) -> None:
    """Take up the game where it stands (`owing`), or begin the phase as the rules do."""
    if "owing" in data:
        if state.phase == s.P_TALK:
            measure_most(state)
        elif state.phase == s.P_SHARE and not state.prize:
            state.claims = [claim.place_alone() for claim in state.claims]
            state.drafts = [claim.place_alone() for claim in state.drafts]
        return
    if state.phase == s.P_LAY and state.turn:
        draw_place(state, state.last_player())
    elif state.phase == s.P_PLACE:
        state.placer -= 1
        next_placer(state)
    elif state.phase not in (s.P_DISCARD, s.P_RESOLVE, s.P_STAKE, s.P_COLOUR):
        raise BadPosition(
            "To begin in the phase {phase}, say who owes a decision (owing), or begin at lay, discard, place, resolve,"
            " stake or colour.",
            phase=s.PHASE_NAMES[state.phase],
        )
    state.begin_phases()
