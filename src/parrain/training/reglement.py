"""Règlement de comptes as array code: one table as a NamedTuple of arrays, pure functions to deal and to step.

Tables of 3 to 6 players (`parrain.training.batched`). Arrays by seat have six rows, those of missing seats are empty.
No control flow depends on data.

The pile is kept as counts and drawn from by chance, which nobody can tell from a shuffled pile: what a step draws
depends on its two `luck` numbers from 0 to 1. A turn that ends at its start, since the player's own cake kills the last
of his men, is left at the step BEGIN: the next call of `step` goes on to the next turn, whatever action it is given.

The default options alone: the seating of the diagram, and an Alert! that was played leaves the game.
`parrain.training.equality` plays the same games through this and through the engine.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from parrain.bots.inputs import Inputs
from parrain.core import Game
from parrain.games.reglement import actions as act
from parrain.games.reglement.components import (
    ALERT,
    BANG,
    BLADE,
    BOOM,
    CAKE,
    COCKTAIL,
    GANGS,
    GODFATHER,
    KINDS,
    KNIFE,
    MEN_KINDS,
    MOVE,
    PASS,
    RANKS,
    SHOOTER,
    Box,
    gang_of,
    rank_of,
)
from parrain.games.reglement.rules import State
from parrain.games.reglement.state import AIM, BEGIN, FIRST, GONE, LANDING, OFF, PICKING, SECOND, SITTING, STEPS
from parrain.training.batched import own, returns_of, shuffled

NOBODY = -1
SPENT = {  # by kind of action, the card that it uses; others depend on more
    act.STAB_LEFT: KNIFE,
    act.STAB_RIGHT: KNIFE,
    act.SHOOT: BANG,
    act.SERVE: CAKE,
    act.SHOVE: PASS,
    act.BLOW: BOOM,
}


class Table(NamedTuple):
    """One game in progress; men and cards are counted by kind, `State` of the engine says what the fields are."""

    players: Array
    owner: Array  # [chairs] the seat of who sits there, or NOBODY
    rank: Array  # [chairs]
    asleep: Array  # [chairs]
    reserve: Array  # [seats, men]
    cake: Array  # [seats] a chair, OFF or GONE
    out_at: Array  # [seats]
    out_men: Array  # [seats]
    money: Array  # [seats]
    bank: Array
    hand: Array  # [seats, cards]
    played: Array  # [seats, cards]
    pile: Array  # [cards]
    discard: Array  # [cards]
    away: Array  # [cards]
    fresh: Array  # [cards]
    shuffles: Array
    clock: Array
    turns: Array
    quiet: Array
    turn: Array
    mover: Array
    step: Array
    first: Array
    picked: Array
    lifted: Array
    doses: Array  # [most doses] chairs in the order of choice, or NOBODY
    busy: Array
    over: Array


class BatchedReglement:
    """The rules for one edition (`BatchedGame`)."""

    luck = 2  # cards that a turn uses at most, and draws at its end
    counted = 0.875

    def __init__(self, game: Game) -> None:
        box = game.box
        assert isinstance(box, Box)
        self.game, self.box, self.inputs = game, box, Inputs(game)
        self.back = box.family[act.BACK]
        self.kind = jnp.array([action.kind for action in box.actions], jnp.int32)
        self.a = jnp.array([action.a for action in box.actions], jnp.int32)
        self.b = jnp.array([action.b for action in box.actions], jnp.int32)
        self.spent = jnp.array([SPENT.get(kind, -1) for kind in range(act.FAMILIES)], jnp.int32)
        self.seats = jnp.arange(GANGS)
        self.chairs = jnp.arange(box.chairs)
        self.cards = jnp.arange(KINDS)
        self.men = jnp.arange(MEN_KINDS)
        self.deck = jnp.array(box.counts, jnp.int32)
        self.facing = jnp.array([max(0, chair) for chair in box.opposite])
        self.faces = jnp.array([chair >= 0 for chair in box.opposite])
        self.knives, self.revolvers, self.glasses, self.till, *self.businesses = (
            jnp.array([bool(chairs >> chair & 1) for chair in range(box.chairs)])
            for chairs in (box.knives, box.revolvers, box.glasses, box.till, *box.businesses)
        )
        self.sorted_deck = jnp.array([card for card in range(KINDS) for _ in range(box.counts[card])])
        laid = [self.table_of(game, players) for players in range(game.fewest, game.most + 1)]
        self.laid: Table = jax.tree.map(lambda *each: jnp.stack(each), *laid)

    def table_of(self, game: Game, players: int) -> Table:
        """The table at the start of a game, as the engine lays it, before cards are dealt."""
        state = game.new(players, seed=0)
        assert isinstance(state, State)
        missing = [0] * (GANGS - players)
        small, whole = partial(jnp.array, dtype=jnp.int8), partial(jnp.array, dtype=jnp.int32)
        rows = jnp.zeros((GANGS, KINDS), jnp.int8)
        return Table(
            players=whole(players),
            owner=small([NOBODY if who < 0 else gang_of(who) for who in state.who]),
            rank=small([0 if who < 0 else rank_of(who) for who in state.who]),
            asleep=jnp.zeros((self.box.chairs,), bool),
            reserve=jnp.zeros((GANGS, MEN_KINDS), jnp.int8),
            cake=small([OFF] * players + [GONE] * len(missing)),
            out_at=jnp.zeros((GANGS,), jnp.int32),
            out_men=jnp.zeros((GANGS,), jnp.int32),
            money=whole(state.money + missing),
            bank=whole(state.bank),
            hand=rows,
            played=rows,
            pile=small(self.box.counts),
            discard=rows[0],
            away=rows[0],
            fresh=rows[0],
            shuffles=whole(0),
            clock=whole(0),
            turns=whole(state.turns),
            quiet=whole(0),
            turn=whole(state.turn),
            mover=whole(state.mover),
            step=whole(state.step),
            first=whole(-1),
            picked=whole(-1),
            lifted=whole(-1),
            doses=jnp.full((self.box.doses,), NOBODY, jnp.int8),
            busy=jnp.array(state.busy),
            over=jnp.array(False),
        )

    # -- playing -----------------------------------------------------------------------------------------------

    def deal(self, key: Array, players: Array) -> Table:
        """A new game with random hands (RC 2.1 to RC 3.1)."""
        return self.lay_out(self.hands(key), players)

    def hands(self, key: Array) -> Array:
        """Random hands for a full table."""
        order = shuffled(key, self.sorted_deck.size)
        dealt = self.sorted_deck[order[: GANGS * self.box.hand]].reshape(GANGS, self.box.hand)
        return (dealt[:, :, None] == self.cards).sum(axis=1, dtype=jnp.int8)

    def lay_out(self, hands: Array, players: Array) -> Table:
        """The game of these hands, those of missing seats left out."""
        begun: Table = jax.tree.map(lambda each: each[players - self.game.fewest], self.laid)
        hand = jnp.where(self.seats[:, None] < players, hands, 0).astype(jnp.int8)
        return begun._replace(hand=hand, pile=begun.pile - hand.sum(axis=0, dtype=jnp.int8))

    def step(self, table: Table, action: Array, luck: Array) -> Table:
        """Make a choice, as the engine's `State.apply`; a finished table stays as it is."""
        acted, ends = self.act(table, action, luck)
        after = self.begin(acted, ends)
        kept = (jnp.where(table.over, old, new.astype(old.dtype)) for old, new in zip(table, after, strict=True))
        return Table(*kept)

    def decides(self, table: Table) -> Array:
        """Whether a seat is asked; a turn that ends at its start only goes on."""
        return table.step != BEGIN

    # -- what may be chosen ------------------------------------------------------------------------------------

    def legal(self, table: Table) -> Array:
        """A truth for every action (sections 7 and 8); none once the game is over, to draw where a turn begins."""
        step = table.step
        mine, taken = table.owner == table.turn, table.owner != NOBODY
        others, awake = taken & ~mine, mine & ~table.asleep
        stabbers = awake & ((table.rank == BLADE) | self.knives)
        left, right = stabbers & jnp.roll(others, -1), stabbers & jnp.roll(others, 1)
        shots = awake & ((table.rank == SHOOTER) | self.revolvers) & others[self.facing] & self.faces
        served = (table.cake[:, None] == self.chairs).any(axis=0)
        theirs = (table.cake >= 0) & (self.seats != table.turn)
        guests = self.guests(table, table.cake)
        passes = theirs[:, None] & ~(guests[:, :, None] == table.cake).any(axis=2)
        drinks = self.drinks(table, table.doses)
        movers = awake & ~taken.all()
        does = [left | right, shots, ~served, passes, theirs, drinks, jnp.array([True]), movers]
        playable = (own(table.hand, table.turn) > 0) & jnp.stack([each.any() for each in does])
        waiting = own(table.reserve, table.mover) > 0
        first, second = step == FIRST, step == SECOND
        back = ((step == SITTING) & (waiting.sum() > 1)) | ((step >= LANDING) & (step < BEGIN))
        glass = step == AIM + COCKTAIL
        by_family = [
            playable & (first | (second & (self.cards == MOVE))),
            (own(table.hand, table.turn) > 0) & first,
            (second | (step == BEGIN))[None],
            back[None],
            (glass & (table.doses[0] != NOBODY))[None],
            waiting & (step == PICKING),
            passes.reshape(-1) & (step == AIM + PASS),
            theirs & (step == AIM + BOOM),
            left & (step == AIM + KNIFE),
            right & (step == AIM + KNIFE),
            shots & (step == AIM + BANG),
            ~served & (step == AIM + CAKE),
            drinks & glass,
            movers & (step == AIM + MOVE),
            ~taken & ((step == SITTING) | (step == LANDING)),
        ]
        return jnp.concatenate(by_family) & ~table.over

    def guests(self, table: Table, cakes: Array) -> Array:
        """Where cakes that stand there would be passed to, to the left and to the right (RC 8.7)."""
        chairs = self.box.chairs
        apart = (self.chairs - cakes[:, None]) % chairs
        ways = jnp.stack([apart, (chairs - apart) % chairs], axis=1)
        near = jnp.where((table.owner != NOBODY) & (ways > 0), ways, chairs).min(axis=2)
        return (cakes[:, None] + near * jnp.array([1, -1])) % chairs

    def drinks(self, table: Table, doses: Array) -> Array:
        """The opponents who can get one more pill (RC 8.10 to RC 8.12)."""
        dosed = (doses[:, None] == self.chairs).any(axis=0)
        others = (table.owner != NOBODY) & (table.owner != table.turn)
        more = (doses != NOBODY).sum() < jnp.minimum(self.box.doses, self.tokens(table))
        return others & self.glasses & ~dosed & more

    def tokens(self, table: Table) -> Array:
        """The pills left."""
        return self.box.tokens - table.asleep.sum() - table.reserve[:, len(RANKS) :].sum()

    # -- what a choice does ------------------------------------------------------------------------------------

    def act(self, table: Table, action: Array, luck: Array) -> tuple[Table, Array]:
        """What a choice does to the table, and whether the turn is at its end."""
        kind = jnp.where(table.over | (table.step == BEGIN), -1, self.kind[action])
        a, b = self.a[action], self.b[action]
        turn, mover, step = table.turn, table.mover, table.step
        alert = (kind == act.PLAY) & (a == ALERT)
        landing = (kind == act.SIT) & (step == LANDING)
        sitting = (kind == act.SIT) & (step == SITTING)
        back = kind == act.BACK

        # glasses are chosen one by one; the last possible one, or enough of them, and they are served
        count = (table.doses != NOBODY).sum()
        place = jnp.arange(self.box.doses)
        less = back & (step == AIM + COCKTAIL) & (count > 0)
        doses = jnp.where((kind == act.DRUG) & (place == count), a, table.doses)
        doses = jnp.where(less & (place == count - 1), NOBODY, doses)
        poured = (kind == act.POUR) | ((kind == act.DRUG) & ~self.drinks(table, doses).any())
        drinkers = (doses[:, None] == self.chairs).any(axis=0) & poured
        deadly = drinkers & table.asleep

        # the card
        spent = jnp.where(kind < 0, -1, self.spent[kind])
        spent = jnp.where(kind == act.DISCARD, a, spent)
        spent = jnp.where(poured, COCKTAIL, spent)
        spent = jnp.where(alert, ALERT, jnp.where(landing, MOVE, spent))
        card = self.cards == spent
        at_turn = self.seats == turn
        used = at_turn[:, None] & card

        # who sits where
        wait = (table.owner * MEN_KINDS + table.rank + len(RANKS) * table.asleep)[:, None]
        up = (wait == jnp.arange(GANGS * MEN_KINDS)) & (table.owner != NOBODY)[:, None] & alert
        picked = (self.seats == mover)[:, None] & (self.men == table.picked) & sitting
        reserve = table.reserve + up.sum(axis=0).reshape(GANGS, MEN_KINDS) - picked
        comes = (self.chairs == a) & (landing | sitting)
        leaves = ((self.chairs == table.lifted) & landing) | alert
        lifted_rank = ((self.chairs == table.lifted) * table.rank).sum()
        asleep = jnp.where(comes, sitting & (table.picked >= len(RANKS)), (table.asleep & ~leaves) | drinkers)

        # cakes
        blow, shove = kind == act.BLOW, kind == act.SHOVE
        chosen = self.seats == a
        start = (table.cake * chosen).sum()
        guests = self.guests(table, start[None])[0]
        cake = jnp.where(at_turn & (kind == act.SERVE), a, table.cake)
        cake = jnp.where(chosen & shove, jnp.where(b == 0, guests[0], guests[1]), cake)
        cake = jnp.where(chosen & blow, jnp.where(table.out_at > 0, GONE, OFF), cake)
        blast = self.reach(start) & blow
        strike = (kind == act.STAB_LEFT) | (kind == act.STAB_RIGHT) | (kind == act.SHOOT)
        victims = ((self.chairs == b) & strike) | blast | deadly

        after, alive = self.kill(
            table._replace(
                owner=jnp.where(comes, mover, jnp.where(leaves, NOBODY, table.owner)),
                rank=jnp.where(comes, jnp.where(landing, lifted_rank, table.picked % len(RANKS)), table.rank),
                asleep=asleep,
                reserve=reserve,
                cake=cake,
                hand=table.hand - used,
                played=table.played + used,
                discard=table.discard + (card & ~alert),
                away=table.away + (card & alert),
                doses=jnp.where(poured, NOBODY, doses),
            ),
            victims,
            strike | blow | deadly.any(),
        )

        # what comes next
        done = strike | blow | shove | poured | landing | (kind == act.SERVE)
        lives = own(alive, turn) > 0
        draws = ((kind == act.DISCARD) | (kind == act.DRAW) | (done & (table.first >= 0) & lives)) & ~after.over
        ends = draws | (done & ~lives & ~after.over)
        after = self.draw_up(after, draws, luck)
        waiting = reserve.sum(axis=1) > 0
        apart = (mover - self.seats - 1) % table.players
        seats_next = jnp.argmin(jnp.where(waiting, apart, GANGS))
        follower = jnp.where(alert, turn, seats_next)
        kinds = own(reserve, follower) > 0
        seating, single = alert | (sitting & waiting.any()), kinds.sum() == 1
        cards = jnp.where(table.first < 0, FIRST, SECOND)  # what is offered when a card is taken back
        earlier = jnp.where(step == LANDING, AIM + MOVE, jnp.where(less, step, cards))
        second = (sitting & ~waiting.any()) | (done & (table.first < 0))
        following = jnp.where(kind == act.PLAY, AIM + a, step)
        following = jnp.where(kind == act.PICK, SITTING, following)
        following = jnp.where(kind == act.LIFT, LANDING, following)
        following = jnp.where(back, jnp.where(step == SITTING, PICKING, earlier), following)
        following = jnp.where(second, SECOND, following)
        following = jnp.where(seating, jnp.where(single, SITTING, PICKING), following)
        now_picked = jnp.where(kind == act.PICK, a + len(RANKS) * b, table.picked)
        now_picked = jnp.where(seating & single, jnp.argmax(kinds), jnp.where(sitting | alert | back, -1, now_picked))
        return after._replace(
            asleep=after.asleep & ~((after.owner == turn) & draws),
            mover=jnp.where(seating, follower, jnp.where(sitting, turn, mover)),
            step=following,
            first=jnp.where(alert | (done & (table.first < 0)), spent, table.first),
            picked=now_picked,
            lifted=jnp.where(kind == act.LIFT, a, jnp.where(landing | back, -1, table.lifted)),
        ), ends

    def reach(self, chair: Array) -> Array:
        """The chairs that a cake there takes."""
        apart = (self.chairs - chair + 1) % self.box.chairs
        return apart <= 2

    def kill(self, table: Table, chairs: Array, moment: Array) -> tuple[Table, Array]:
        """The men on these chairs die, if there is such a moment (RC 12.4); the table, and the men left by seat."""
        victims = chairs & (table.owner != NOBODY)
        owner = jnp.where(victims, NOBODY, table.owner)
        lost = ((table.owner == self.seats[:, None]) & victims).sum(axis=1)
        alive = self.alive(table._replace(owner=owner))
        clock = table.clock + moment
        out = (lost > 0) & (alive == 0)
        left = jnp.where(out[:, None], table.hand, 0)
        living = (alive > 0).sum()
        ended = moment & (living <= 1)
        return table._replace(
            owner=owner,
            asleep=table.asleep & ~victims,
            clock=clock,
            busy=table.busy | victims.any(),
            out_at=jnp.where(out, clock, table.out_at),
            out_men=jnp.where(out, lost, table.out_men),
            hand=table.hand - left,
            played=table.played + left,
            discard=table.discard + left.sum(axis=0),
            cake=jnp.where(out & (table.cake == OFF), GONE, table.cake),
            money=table.money + jnp.where(ended & (alive > 0), table.bank, 0),
            bank=jnp.where(ended & (living == 1), 0, table.bank),
            over=table.over | ended,
        ), alive

    def alive(self, table: Table) -> Array:
        """The living men by seat, seated or waiting."""
        return (table.owner == self.seats[:, None]).sum(axis=1) + table.reserve.sum(axis=1)

    def draw_up(self, table: Table, draws: Array, luck: Array) -> Table:
        """Whose turn it is draws up to a full hand (RC 7.5); the last card of the pile makes a new one (RC 7.7)."""
        hand, pile, discard, fresh, played = table.hand, table.pile, table.discard, table.fresh, table.played
        shuffles = table.shuffles
        at_turn = self.seats == table.turn
        missing = self.box.hand - own(hand, table.turn).sum()
        upto = self.cards[:, None] >= self.cards
        for number in range(self.luck):
            wanted = draws & (missing > number)
            summed = jnp.where(upto, pile, 0).sum(axis=1)
            chance = jnp.floor(luck[number] * summed[-1]).astype(jnp.int32)
            drawn = (self.cards == (summed <= chance).sum()) & wanted
            hand = hand + (at_turn[:, None] & drawn)
            pile = pile - drawn
            empty = wanted & (summed[-1] == 1)
            pile, fresh = jnp.where(empty, discard, pile), jnp.where(empty, discard, fresh)
            discard, played = jnp.where(empty, 0, discard), jnp.where(empty, 0, played)
            shuffles = shuffles + empty
        return table._replace(hand=hand, pile=pile, discard=discard, fresh=fresh, played=played, shuffles=shuffles)

    def begin(self, table: Table, ends: Array) -> Table:
        """The next turn, if this one is at its end: blast and income (sections 4 to 6), or the end of a dull game."""
        box = self.box
        ends = (ends | (table.step == BEGIN)) & ~table.over
        before = self.alive(table)
        quiet = jnp.where(ends, jnp.where(table.busy, 0, table.quiet + 1), table.quiet)
        dull = (quiet >= box.quiet * (before > 0).sum()) | (table.turns >= box.longest)
        goes = ends & ~dull
        apart = (self.seats - table.turn - 1) % table.players
        seat = jnp.where(goes, jnp.argmin(jnp.where(before > 0, apart, GANGS)), table.turn)
        at_turn = self.seats == seat
        place = own(table.cake, seat)
        blast = goes & (place >= 0)
        table, alive = self.kill(
            table._replace(
                turn=seat,
                mover=jnp.where(goes, seat, table.mover),
                turns=table.turns + goes,
                quiet=quiet,
                first=jnp.where(goes, -1, table.first),
                busy=table.busy & ~goes,
                cake=jnp.where(at_turn & blast, OFF, table.cake),
                over=table.over | (ends & dull),
            ),
            self.reach(place) & blast,
            blast,
        )
        lives = own(alive, seat) > 0
        paid = jnp.where(goes & lives & ~table.over, jnp.minimum(self.income(table), table.bank), 0)
        bank = table.bank - paid
        return table._replace(
            bank=bank,
            money=table.money + at_turn * paid,
            busy=table.busy | (paid > 0),
            over=table.over | (goes & (bank == 0)),
            step=jnp.where(goes, jnp.where(lives, FIRST, BEGIN), table.step),
        )

    def income(self, table: Table) -> Array:
        """What is due to whose turn it is (RC 6.1 to RC 6.5)."""
        box = self.box
        awake = (table.owner == table.turn) & ~table.asleep
        due = jnp.where((awake & (table.rank == GODFATHER)).any(), box.pay_godfather, 0)
        for chairs in self.businesses:
            mine = (awake & chairs).sum()
            due += jnp.where(mine == 2, box.pay_monopoly, jnp.where(mine == 1, box.pay_business, 0))
        return due * jnp.where((awake & self.till).any(), box.till_factor, 1)

    # -- counting ----------------------------------------------------------------------------------------------

    def scores(self, table: Table) -> Array:
        """The money of each seat."""
        return table.money

    def returns(self, table: Table) -> Array:
        """What a finished game was worth to each seat, from -1 to 1 (RC 12.1 to RC 12.3); 0 where nobody sits."""
        out = table.out_at > 0
        best = self.seats < table.players
        for standing in (
            table.money,
            jnp.where(out, table.out_at, table.clock + 1),
            jnp.where(out, table.out_men, self.alive(table)),
        ):
            best &= standing == jnp.where(best, standing, -1).max()
        return returns_of(best, table.players)

    # -- what the one to move sees -----------------------------------------------------------------------------

    def observe(self, table: Table) -> Array:
        """The inputs of a network (`parrain.bots.inputs`): `Game.encode` of the View of the seat to move."""
        seat, players = table.mover, table.players
        taken = (table.owner != NOBODY)[:, None]
        known = self.seats < players
        cake = self.turned(table, table.cake)
        cake = jnp.where(cake >= 0, cake, self.box.chairs - 1 - cake)[:, None] == jnp.arange(self.box.chairs + 2)
        reserve, hand = table.reserve, table.hand
        none = jnp.zeros((GANGS + 1,))
        numbers = [
            self.seats == 0,  # to_move
            self.turned(table, table.money),  # scores
            none,  # places, over
            (((table.owner - seat) % players)[:, None] == self.seats) & taken,  # owners
            (table.rank[:, None] == jnp.arange(len(RANKS))) & taken,  # ranks
            table.asleep,
            cake & known[:, None],
            self.turned(table, reserve),
            self.turned(table, self.alive(table)),
            table.bank,
            self.tokens(table),
            own(hand, seat),
            self.turned(table, hand.sum(axis=1)),  # hand_sizes
            table.pile.sum(),
            table.discard,
            table.away,
            table.shuffles,
            table.fresh,
            self.turned(table, table.played),
            table.turns,
            self.seats == (table.turn - seat) % players,
            jnp.arange(len(STEPS)) == table.step,
            self.cards == table.first,
            self.men == table.picked,
            self.chairs == table.lifted,
            (table.doses[:, None] == self.chairs).any(axis=0),
            table.clock,
            table.quiet,
            table.busy,
            jnp.arange(self.game.fewest, self.game.most + 1) == players,
        ]
        return jnp.concatenate([each.reshape(-1).astype(jnp.float32) for each in numbers])

    def turned(self, table: Table, by_seat: Array) -> Array:
        """What each seat has, that of the seat to move first, zeros where nobody sits."""
        found = by_seat[(table.mover + self.seats) % table.players]
        known = self.seats < table.players
        return jnp.where(known.reshape(-1, *[1] * (by_seat.ndim - 1)), found, 0)

    def choices(self, table: Table) -> Array:
        """A truth for every output of a network: the legal actions as the first seat would name them.

        To take something back is left out: there is always something else to choose.
        """
        legal = self.legal(table)
        family = self.box.family
        back, shove, blow, stab = self.back, family[act.SHOVE], family[act.BLOW], family[act.STAB_LEFT]
        passes = self.turned(table, legal[shove:blow].reshape(GANGS, 2)).reshape(-1)
        blows = self.turned(table, legal[blow:stab])
        none = jnp.zeros((1,), bool)
        return jnp.concatenate([legal[:back], none, legal[back + 1 : shove], passes, blows, legal[stab:]])

    def action_of(self, table: Table, output: Array) -> Array:
        """The action that an output of a network means for the seat to move."""
        shove, blow = self.box.family[act.SHOVE], self.box.family[act.BLOW]
        a, b = self.a[output], self.b[output]
        seat = (a + table.mover) % table.players
        kind = self.kind[output]
        named = jnp.where(kind == act.SHOVE, shove + 2 * seat + b, jnp.where(kind == act.BLOW, blow + seat, output))
        return named.astype(jnp.int32)
