"""Positions of District Noir: the deck, the cards put away, the turn, the ending (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.errors import BadPosition, require
from parrain.core.fields import entries, name_number
from parrain.games.district_noir.components import Box
from parrain.games.district_noir.rules import State

KEYS: Final[tuple[str, ...]] = ()


def finish_position(state: State, data: Mapping[str, object]) -> None:
    """Cards that the position does not place make up the deck still to come; the rest is put away."""
    box = state.box
    pool = box.counts[:]
    take_out(box, pool, [*state.line, *by_card(state.taken, box), *by_card(state.hand, box)])
    champion = read_champion(state)
    may_take = entries(data.get("may_take", [seat != champion for seat in (0, 1)]), "may_take", 2)
    left = [0, 0]  # actions in this round
    for seat in (0, 1):
        if not isinstance(may_take[seat], bool):
            raise BadPosition("may_take says true or false for each of the two players.")
        held = sum(state.hand[seat * box.types : (seat + 1) * box.types])
        require(held <= box.hand, "A hand holds at most {hand} cards.", hand=box.hand)
        state.hold(seat, may_take[seat] is True)
        left[seat] = held + (1 if may_take[seat] else 0)
    read_stock(state, data, pool)
    if champion >= 0:  # the take that won is the last action, and no turn followed it
        require(
            not may_take[champion],
            "Player {seat} has won by buildings and so has taken in this round: may_take is false there.",
            seat=champion,
        )
        left[champion] += 1
    state.made = 2 * (box.hand + 1) - left[0] - left[1]
    read_turn(state, data, left, champion)
    end(state, left, champion, state.winner if "winner" in data else -2)


def read_champion(state: State) -> int:
    """The seat that has won by its buildings, -1 for nobody (DN 8.1)."""
    able = [seat for seat in (0, 1) if state.buildings(seat) >= state.box.buildings_to_win]
    require(len(able) < 2, "Only one player can have the buildings that win: the game ends at once.")
    return able[0] if able else -1


def read_turn(state: State, data: Mapping[str, object], left: list[int], champion: int) -> None:
    """Whose turn it is, by the actions that each has left in this round."""
    if "turn" not in data:
        state.turn = champion if champion >= 0 else 0 if left[0] >= left[1] else 1
    if "starter" not in data:
        state.starter = state.turn if left[0] == left[1] else 1 - state.turn
    require(champion in (-1, state.turn), "Player {seat} has won by buildings: it is their turn.", seat=champion)
    if left[state.turn] - left[1 - state.turn] != (0 if state.turn == state.starter else 1):
        raise BadPosition(
            "Player {turn} is to move with {mine} actions left against {theirs}: that cannot be,"
            " player {starter} having begun.",
            turn=state.turn,
            mine=left[state.turn],
            theirs=left[1 - state.turn],
            starter=state.starter,
        )


def end(state: State, left: list[int], champion: int, winner: int) -> None:
    """End a position in which the game has ended, and compare with the winner it names (-2: it names none)."""
    state.winner = -1
    state.is_over = False
    state.ending = ""
    if champion >= 0:
        state.win_by_buildings(champion)
    elif left == [0, 0]:
        if state.drawn < len(state.stock):
            raise BadPosition("Nobody has an action left in this round: write the position after the next deal.")
        state.count_points()
    elif not state.line and state.mask[state.turn] == state.box.take_bit:
        raise BadPosition("The player to move has no card in hand and none in the line to take.")
    require(winner in (-2, state.winner), "winner must be {winner}, not {given}.", winner=state.winner, given=winner)


def read_stock(state: State, data: Mapping[str, object], pool: list[int]) -> None:
    """The deck to come, with the cards put away in front of it."""
    box = state.box
    coming = 2 * box.hand * (box.rounds - state.round)
    deck = read_cards(box, data["deck"], "deck", pool) if "deck" in data else None
    away = read_cards(box, data["away"], "away", pool) if "away" in data else []
    rest = [card for card in range(box.types) for _ in range(pool[card])]
    state.shuffle(rest)
    if deck is None:
        if len(rest) < coming:
            raise BadPosition(
                "Round {round} leaves {coming} cards to come; only {rest} are left.",
                round=state.round,
                coming=coming,
                rest=len(rest),
            )
        deck, rest = rest[:coming], rest[coming:]
    if len(deck) != coming:
        raise BadPosition(
            "In round {round} the deck holds {coming} cards, not {count}.",
            round=state.round,
            coming=coming,
            count=len(deck),
        )
    state.stock = away + rest + deck
    state.away = state.drawn = len(away) + len(rest)


def read_cards(box: Box, names: object, key: str, pool: list[int]) -> list[int]:
    """A list of card names as types, taken out of the pool."""
    found = [name_number(box.names, name, key) for name in entries(names, key)]
    take_out(box, pool, found)
    return found


def take_out(box: Box, pool: list[int], cards: list[int]) -> None:
    """Take cards out of the pool of those that nothing has placed yet."""
    for card in cards:
        pool[card] -= 1
        if pool[card] < 0:
            raise BadPosition("There are only {count} cards {name}.", count=box.counts[card], name=box.names[card])


def by_card(counts: list[int], box: Box) -> list[int]:
    """Counts of both seats as a list of cards."""
    return [place % box.types for place in range(len(counts)) for _ in range(counts[place])]
