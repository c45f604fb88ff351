"""A position of District Noir as a readable mapping, and back (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parrain.core.errors import BadPosition
from parrain.core.stream import Stream
from parrain.games.district_noir.components import Box

if TYPE_CHECKING:
    from parrain.games.district_noir.rules import State

KEYS = (
    "game", "edition", "round", "starter", "turn", "line", "hands", "taken", "may_take",
    "deck", "away", "ending", "winner", "random", "reveals", "seed",
)  # fmt: skip


def position_of(state: State) -> dict[str, object]:
    """The whole table."""
    box = state.cards
    names = box.names
    return {
        "game": "district-noir",
        "edition": box.edition.key,
        "round": state.round,
        "starter": state.starter,
        "turn": state.turn,
        "line": [names[card] for card in state.line],
        "hands": [listed(box, state.hand, seat) for seat in (0, 1)],
        "taken": [listed(box, state.taken, seat) for seat in (0, 1)],
        "may_take": [bool(state.mask[seat] & box.take_bit) for seat in (0, 1)],
        "deck": [names[card] for card in state.stock[state.drawn :]],
        "away": [names[card] for card in state.stock[: state.away]],
        "ending": state.ending,
        "winner": state.winner,
        "random": state.random_words(),
        "reveals": state.reveals,
    }


def listed(box: Box, counts: list[int], seat: int) -> list[str]:
    """A seat's counted cards by name, in the order of the edition file."""
    return [name for card, name in enumerate(box.names) for _ in range(counts[seat * box.types + card])]


def read_position(box: Box, data: Mapping[str, object]) -> State:
    """Lay out a position. Cards that it does not place make up the deck still to come; the rest is put away."""
    from parrain.games.district_noir.rules import State

    for key in data:
        if key not in KEYS:
            raise BadPosition(
                "A position of District Noir has no {key}; it has: {keys}.", key=str(key), keys=", ".join(KEYS)
            )
    state = State(box)
    state.reseed(whole(data, "seed", 0, 0, (1 << 96) - 1))
    pool = box.counts.copy()
    state.line = cards(box, data.get("line", []), "line", pool)
    state.taken = counted(box, seats(data, "taken"), pool)
    state.hand = counted(box, seats(data, "hands"), pool)
    state.mask = masks(box, state.hand, data.get("may_take", [True, True]))
    state.round = whole(data, "round", 1, 1, box.rounds)
    state.stock, state.away = stock(box, data, pool, state, state.round)
    state.drawn = state.away
    left = [sum(state.hand[: box.types]), sum(state.hand[box.types :])]
    for seat in (0, 1):
        left[seat] += 1 if state.mask[seat] & box.take_bit else 0
        if left[seat] > box.hand + 1:
            raise BadPosition("A hand holds at most {hand} cards.", hand=box.hand)
    state.made = 2 * (box.hand + 1) - left[0] - left[1]
    state.turn = whole(data, "turn", 0 if left[0] >= left[1] else 1, 0, 1)
    state.starter = whole(data, "starter", state.turn if left[0] == left[1] else 1 - state.turn, 0, 1)
    if left[state.turn] - left[1 - state.turn] != (0 if state.turn == state.starter else 1):
        raise BadPosition(
            "Player {turn} is to move with {mine} actions left against {theirs}: that cannot be, player {starter} having begun.",
            turn=state.turn,
            mine=left[state.turn],
            theirs=left[1 - state.turn],
            starter=state.starter,
        )
    state.winner = -1
    state.reveals = whole(data, "reveals", 0, 0, 1 << 30)
    words = data.get("random")
    if (
        isinstance(words, list)
        and len(words) == 4
        and all(isinstance(each, int) and 0 <= each < 1 << 32 for each in words)
    ):
        state.set_random_words(words)
    elif words is not None:
        raise BadPosition("random must be four whole numbers below 2^32.")
    settle(state, left)
    return state


def settle(state: State, left: list[int]) -> None:
    """A position in which the game has ended is over."""
    for seat in (0, 1):
        if state.buildings(seat) >= state.cards.buildings_to_win:
            state.win_by_buildings(seat)
            return
    if left == [0, 0]:
        if state.drawn < len(state.stock):
            raise BadPosition("Nobody has an action left in this round: write the position after the next deal.")
        state.count_points()
    elif not state.line and state.mask[state.turn] == state.cards.take_bit:
        raise BadPosition("The player to move has no card in hand and none in the line to take.")


def stock(box: Box, data: Mapping[str, object], pool: list[int], rng: Stream, round_: int) -> tuple[list[int], int]:
    """The deck to come with the cards put away in front of it, and how many are put away."""
    coming = 2 * box.hand * (box.rounds - round_)
    deck = cards(box, data["deck"], "deck", pool) if "deck" in data else None
    away = cards(box, data["away"], "away", pool) if "away" in data else []
    rest = [card for card in range(box.types) for _ in range(pool[card])]
    rng.shuffle(rest)
    if deck is None:
        if len(rest) < coming:
            raise BadPosition(
                "Round {round} leaves {coming} cards to come; only {rest} are left.",
                round=round_,
                coming=coming,
                rest=len(rest),
            )
        deck, rest = rest[:coming], rest[coming:]
    if len(deck) != coming:
        raise BadPosition(
            "In round {round} the deck holds {coming} cards, not {count}.", round=round_, coming=coming, count=len(deck)
        )
    return away + rest + deck, len(away) + len(rest)


def masks(box: Box, hand: list[int], may_take: object) -> list[int]:
    """Which cards each seat holds and whether it may still take."""
    if not isinstance(may_take, list) or len(may_take) != 2 or not all(isinstance(each, bool) for each in may_take):
        raise BadPosition("may_take says true or false for each of the two players.")
    result = [box.take_bit if each else 0 for each in may_take]
    for seat in (0, 1):
        for card in range(box.types):
            if hand[seat * box.types + card]:
                result[seat] |= 1 << card
    return result


def counted(box: Box, both: list[object], pool: list[int]) -> list[int]:
    """Two lists of card names as counts by type."""
    counts = [0] * (2 * box.types)
    for seat in (0, 1):
        for card in cards(box, both[seat], "hands and taken", pool):
            counts[seat * box.types + card] += 1
    return counts


def seats(data: Mapping[str, object], key: str) -> list[object]:
    """A value for each of the two seats."""
    both = data.get(key, [[], []])
    if not isinstance(both, list) or len(both) != 2:
        raise BadPosition("{key} must be a list of two lists of cards.", key=key)
    return both


def cards(box: Box, names: object, key: str, pool: list[int]) -> list[int]:
    """A list of card names as types, taken out of the pool."""
    if not isinstance(names, list):
        raise BadPosition("{key} must be a list of cards.", key=key)
    found = []
    for name in names:
        card = box.number_of.get(str(name))
        if card is None:
            raise BadPosition(
                "There is no card {name}; there are: {known}.", name=str(name), known=", ".join(box.names)
            )
        pool[card] -= 1
        if pool[card] < 0:
            raise BadPosition("There are only {count} cards {name}.", count=box.counts[card], name=str(name))
        found.append(card)
    return found


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
