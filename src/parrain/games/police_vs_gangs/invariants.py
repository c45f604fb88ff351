"""What holds at any moment of Police vs Gangs."""

from __future__ import annotations

from parrain.core.errors import require
from parrain.games.police_vs_gangs.actions import DICE
from parrain.games.police_vs_gangs.rules import State


def check(state: State) -> None:
    """Nothing is lost or doubled: gangsters, dice, tokens, cards; sides and links agree with the pieces and the
    city.
    """
    box = state.box
    wares = box.traffics
    for t in range(wares):
        held = sum([state.tokens[seat * wares + t] for seat in range(state.players)])
        assert state.supply[t] >= 0 and held + state.supply[t] == box.tokens[t], box.traffic_names[t]
    drawn = [state.drawn] if state.drawn != -1 else []
    require(
        sorted([*state.deck, *state.laid, *drawn]) == list(range(box.card_count)),
        "Every place card is in the deck, in the city or drawn, once.",
    )
    check_pieces(state)
    for at in range(len(state.tokens)):
        require(0 <= state.stakes[at] <= state.tokens[at], "Nobody can stake more tokens than they hold.")
    for card in state.laid:
        for side in range(4):
            other = state.neighbour[4 * card + side]
            assert other == -1 or state.neighbour[4 * other + (side + 2) % 4] == card
    require(state.is_over == (state.owing == 0), "While the game goes on somebody owes a decision; then nobody does.")


def check_pieces(state: State) -> None:
    """All gangsters and dice are somewhere, once."""
    box = state.box
    n = state.players
    count = state.hand[:]
    for piece in state.pieces:
        count[piece.seat * 8 + piece.kind] += 1
        assert state.neighbour[piece.spot] == -1
        if piece.police:
            assert state.side_police[piece.spot]
        else:
            assert state.side_gang[piece.spot] == piece.seat + 1
    for prisoner in state.jail:
        count[prisoner.seat * 8 + prisoner.kind] += 1
    for c in range(box.kinds):
        held = sum([count[seat * 8 + c] for seat in range(0, n, 2)])
        about = state.bag.count(c) + state.discard.count(c) + state.recruits.count(c)
        if box.in_bag[c]:
            require(
                held + about == box.counts[c],
                "There are {count} {name}, in hands, city, prison, bag and discard together, not {found}.",
                count=box.counts[c],
                name=box.characters[c],
                found=held + about,
            )
        else:
            require(
                held <= box.counts[c] and not about,
                "There are {count} {name} at most, and none in the bag, in the discard or for hire.",
                count=box.counts[c],
                name=box.characters[c],
            )
    for seat in range(1, n, 2):
        for kind in range(3):
            require(
                count[seat * 8 + kind] == state.sides.dice[kind],
                "Player {seat} has {count} dice of the kind {name}, not {found}.",
                seat=seat,
                count=state.sides.dice[kind],
                name=DICE[kind],
                found=count[seat * 8 + kind],
            )
    assert min(state.hand) >= 0
    for at in range(len(state.shown)):
        require(
            0 <= state.shown[at] <= state.hand[at], "shown are tiles in hand that everybody knows: not more than those."
        )
