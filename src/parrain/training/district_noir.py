"""District Noir as array code: one table as a NamedTuple of arrays, pure functions to deal and to step.

Every function is for one table; callers batch them with `jax.vmap`. No control flow depends on data, and nothing is
gathered: the line is kept newest first, so that laying a card and taking some are shifts by a fixed number of places.
`parrain.training.equality` plays the same games through this and through the engine.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from parrain.core import Game
from parrain.games.district_noir.components import Box

EMPTY = -1  # a place of the line without a card
NOBODY = -1


class Table(NamedTuple):
    """One game in progress; cards are counted by type."""

    deals: Array  # [rounds, 2, types] the hands of every round, as they will be dealt
    hand: Array  # [2, types]
    taken: Array  # [2, types]
    line: Array  # [longest], the newest card first
    may_take: Array  # [2]
    round: Array  # from 0
    made: Array  # actions in this round
    starter: Array
    turn: Array
    over: Array
    winner: Array
    chosen: Array  # [2, choices of a round] what each has chosen since the deal; empty without memory


class BatchedDistrictNoir:
    """The rules for one edition; `actions`, `observation` and `hidden` are sizes of what networks choose and see.

    With `memory` the seat to move also sees everything that both have chosen since the hands were dealt, in order:
    whatever bears on the other's hand.
    """

    def __init__(self, game: Game, memory: bool = False) -> None:
        box = game.box
        assert isinstance(box, Box)
        self.game = game
        self.box = box
        self.types = box.types
        self.actions = box.types + 1
        self.parts = game.encoding(2)
        self.remembered = box.hand + 1 if memory else 0  # choices of each seat
        self.seen = sum(part.size for part in self.parts)
        self.observation = self.seen + 2 * self.remembered * self.actions
        self.hidden = box.types * (2 * box.rounds - 1)
        self.decisions = box.rounds * 2 * (box.hand + 1)  # of the longest game
        self.longest = longest_line(box)
        self.cards = jnp.array(box.cards, jnp.int8)
        self.kinds = jnp.arange(box.types, dtype=jnp.int8)
        gangs = box.gangs
        self.gangs = jnp.array(gangs)
        self.gang_values = jnp.array([box.values[card] for card in gangs], jnp.int32)
        points = [box.values[card] if card in box.alliances_and_betrayals else 0 for card in range(box.types)]
        self.card_points = jnp.array(points, jnp.int32)
        self.buildings = jnp.array([card in box.buildings for card in range(box.types)])

    # -- playing -----------------------------------------------------------------------------------------------

    def deal(self, key: Array) -> Table:
        """A new game with a random deck and starter (DN 3.1 to DN 3.4)."""
        shuffling, tossing = jax.random.split(key)
        # sorting 32-bit keys with the card in the low bits is far cheaper than a sort of pairs
        drawn = jax.random.bits(shuffling, (self.cards.size,), jnp.uint32) & jnp.uint32(0xFFFFFFC0)
        order = jnp.sort(drawn | jnp.arange(self.cards.size, dtype=jnp.uint32)) & jnp.uint32(63)
        return self.lay_out(self.cards[order], jax.random.bernoulli(tossing).astype(jnp.int8))

    def lay_out(self, deck: Array, starter: Array) -> Table:
        """The game of that deck, the cards put away in front, as the engine's `State.stock`."""
        box = self.box
        counted = (deck[:, None] == self.kinds).astype(jnp.int8)[box.away :]
        first = 2 * box.hand
        begun = deck[box.away + first : box.away + first + box.line]
        dealt = jnp.concatenate([counted[:first], counted[first + box.line :]])
        deals = dealt.reshape(box.rounds, 2, box.hand, self.types).sum(axis=2, dtype=jnp.int8)
        line = jnp.full((self.longest,), EMPTY, jnp.int8).at[: box.line].set(begun[::-1])
        zero = jnp.int8(0)
        return Table(
            deals=deals,
            hand=deals[0],
            taken=jnp.zeros((2, self.types), jnp.int8),
            line=line,
            may_take=jnp.ones((2,), bool),
            round=zero,
            made=zero,
            starter=starter.astype(jnp.int8),
            turn=starter.astype(jnp.int8),
            over=jnp.array(False),
            winner=jnp.int8(NOBODY),
            chosen=self.nothing_chosen(),
        )

    def nothing_chosen(self) -> Array:
        """What is remembered when hands have just been dealt."""
        return jnp.full((2, self.remembered), NOBODY, jnp.int8)

    def legal(self, table: Table) -> Array:
        """A truth for every action (DN 4.2, DN 5.2, DN 6.3); none once the game is over."""
        mine = own(table.hand, table.turn) > 0
        take = own(table.may_take, table.turn) & (table.line[0] != EMPTY)
        return jnp.append(mine, take) & ~table.over

    def step(self, table: Table, action: Array) -> Table:
        """Lay a card or take, as the engine's `State.apply`; a finished table stays as it is."""
        box = self.box
        takes = action == self.types
        mover = jnp.arange(2) == table.turn
        laid = (self.kinds == action).astype(jnp.int8)
        hand = table.hand - mover[:, None] * laid
        got = (table.line[: box.take, None] == self.kinds).sum(axis=0, dtype=jnp.int8) * takes
        taken = table.taken + mover[:, None] * got
        lay = jnp.concatenate([action.astype(jnp.int8)[None], table.line[:-1]])
        rest = jnp.concatenate([table.line[box.take :], jnp.full((box.take,), EMPTY, jnp.int8)])
        built = (own(taken, table.turn) * self.buildings).sum() >= box.buildings_to_win
        made = table.made + 1
        round_ends = made == 2 * (box.hand + 1)
        round_ = table.round + round_ends
        played_out = round_ == box.rounds
        next_round = round_ends & ~played_out
        dealt = (jnp.arange(box.rounds)[:, None, None] == round_).astype(jnp.int8) * table.deals
        starter = jnp.where(next_round, 1 - table.starter, table.starter)
        now = mover[:, None] & (jnp.arange(self.remembered) == table.made // 2)
        chosen = jnp.where(now, action.astype(jnp.int8), table.chosen)
        after = Table(
            deals=table.deals,
            hand=jnp.where(next_round, dealt.sum(axis=0, dtype=jnp.int8), hand),
            taken=taken,
            line=jnp.where(takes, rest, lay),
            may_take=(table.may_take & ~(mover & takes)) | next_round,
            round=jnp.where(played_out, table.round, round_),
            made=jnp.where(next_round, 0, made).astype(jnp.int8),
            starter=starter,
            turn=jnp.where(next_round, starter, 1 - table.turn),
            over=built | played_out,
            winner=jnp.where(built, table.turn, jnp.where(played_out, self.higher(taken), NOBODY)).astype(jnp.int8),
            chosen=jnp.where(next_round, self.nothing_chosen(), chosen),
        )
        return Table(*(jnp.where(table.over, old, new) for old, new in zip(table, after, strict=True)))

    # -- counting ----------------------------------------------------------------------------------------------

    def points(self, taken: Array) -> Array:
        """The points of both (DN 8.2 to DN 8.5)."""
        gangs = taken[:, self.gangs].astype(jnp.int32)
        majorities = ((gangs > gangs[::-1]) * self.gang_values).sum(axis=1)
        return majorities + gangs.min(axis=1) * self.box.set_points + (taken * self.card_points).sum(axis=1)

    def higher(self, taken: Array) -> Array:
        """Who has more points, then more 8s, 7s, 6s, 5s (DN 8.6, DN 8.7)."""
        points = self.points(taken)
        leads = jnp.sign(jnp.append(points[0] - points[1], (taken[0] - taken[1])[self.gangs].astype(jnp.int32)))
        ahead = leads[jnp.argmax(leads != 0)]  # the first that decides, 0 if none does
        return jnp.where(ahead > 0, 0, jnp.where(ahead < 0, 1, NOBODY))

    def returns(self, table: Table) -> Array:
        """What the game was worth to both, 1, -1 or 0."""
        won = jnp.where(table.winner == jnp.arange(2), 1, -1)
        return jnp.where(table.winner == NOBODY, 0, won).astype(jnp.int8)

    # -- what the one to move sees -----------------------------------------------------------------------------

    def observe(self, table: Table) -> Array:
        """`Game.encode` of the View of the seat to move, as small integers."""
        box = self.box
        seat = table.turn
        reach = table.line[: box.reach]
        scores = self.points(table.taken)
        deck = (2 * box.hand) * (box.rounds - 1 - table.round)
        none = jnp.zeros((2,), jnp.int8)
        numbers = {
            "to_move": jnp.array([1, 0]),
            "scores": turned(scores, seat),
            "places": none,
            "over": none[:1],
            "round": (table.round + 1)[None],
            "starter": turned(jnp.arange(2) == table.starter, seat),
            "line": (reach[:, None] == self.kinds).reshape(-1),
            "line_counts": (table.line[:, None] == self.kinds).sum(axis=0),
            "hand": own(table.hand, seat),
            "hand_sizes": turned(table.hand.sum(axis=1), seat),
            "taken": turned(table.taken, seat).reshape(-1),
            "may_take": turned(table.may_take, seat),
            "deck": deck[None],
            "winner": none,
        }
        remembered = turned(table.chosen, seat)[:, :, None] == jnp.arange(self.actions)
        shown = [numbers[part.name] for part in self.parts] + [remembered.reshape(-1)]
        return jnp.concatenate([each.astype(jnp.int8) for each in shown])

    def observe_hidden(self, table: Table) -> Array:
        """What the seat to move does not see: the other hand, and the hands of the rounds to come."""
        other = own(table.hand[::-1], table.turn)
        coming = jnp.arange(1, self.box.rounds) > table.round
        later = jnp.where(table.turn == 0, table.deals[1:], table.deals[1:, ::-1]) * coming[:, None, None]
        return jnp.concatenate([other, later.reshape(-1)])


def own(of_both: Array, seat: Array) -> Array:
    """The entry of a seat."""
    return jnp.where(seat == 0, of_both[0], of_both[1])


def turned(of_both: Array, seat: Array) -> Array:
    """Both entries, that of the seat first."""
    return jnp.where(seat == 0, of_both, of_both[::-1])


def longest_line(box: Box) -> int:
    """How many cards the line can come to hold, by following every course of the counts."""
    found = 0
    lines = {box.line}
    for _ in range(box.rounds):
        # (cards in the line; then for the one to move and the other: cards in hand, may still take)
        tables = {(line, box.hand, True, box.hand, True) for line in lines}
        lines = set()
        seen: set[tuple[int, int, bool, int, bool]] = set()
        while tables:
            table = tables.pop()
            if table in seen:
                continue
            seen.add(table)
            line, hand, may, other_hand, other_may = table
            found = max(found, line)
            if not hand and not may:
                lines.add(line)
            if hand:
                tables.add((line + 1, other_hand, other_may, hand - 1, may))
            if may and line:
                tables.add((max(0, line - box.take), other_hand, other_may, hand, False))
    return found
