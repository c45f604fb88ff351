"""Gangster as array code: one table as a NamedTuple of arrays, pure functions to deal and to step.

Tables of 2 to 5 players (`parrain.training.batched`). Arrays by clan have five rows, those of clans that are not in the
game are empty; two players have two clans each. The squares that a clan holds in a district are the bits of a number,
as in the engine. No control flow depends on data.

The equipment and the casino cards are shuffled at the start. The district deck is kept as what is left in it and drawn
from by chance, which nobody can tell from a shuffled one: the two `luck` numbers of a step, from 0 to 1, say which card
is revealed, and where the first Double of the next round lies.

The default options alone. `parrain.training.equality` plays the same games through this and through the engine.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from parrain.bots.inputs import Inputs, columns_of
from parrain.core import Game
from parrain.games.gangster import actions as act
from parrain.games.gangster import components as c
from parrain.games.gangster.components import EMPTY, KINDS
from parrain.games.gangster.state import ACT, CHOOSING, COLOUR, PHASE_NAMES, SINKING, SQUARE
from parrain.training.batched import own, returns_of, shuffled


class Dealt(NamedTuple):
    """What chance decides before the first turn."""

    tiles: Array  # [districts] the numbers of the tiles; that of a district out of play does not matter
    casino: Array  # [rounds]
    stock: Array  # [pieces] kinds of equipment
    starter: Array
    opening: Array  # [districts] in the order in which the clans open in them
    double: Array  # the district of the first Double


class Table(NamedTuple):
    """One game in progress; `StateData` of the engine says what the fields are."""

    players: Array
    owner: Array  # [clans] a seat, or -1 for a clan that is not in the game
    tiles: Array  # [districts, values and squares] zeros for a district out of play
    casino: Array  # [rounds] the cards of all scoring days
    stock: Array  # [pieces and some EMPTY]
    stock_at: Array
    port: Array  # [slots]
    where: Array  # [districts, clans] squares as bits
    doubles: Array  # [districts]
    police: Array  # cards left in the deck
    car: Array  # [clans] a place, or -1
    inside: Array  # [clans]
    trunk: Array  # [clans, 2]
    gear: Array  # [clans, 2]
    cards: Array  # [clans, cards] whether it is up
    sunk: Array  # [clans]
    influence: Array  # [seats]
    round: Array
    turns: Array
    starter: Array
    mover: Array
    phase: Array
    clan: Array  # the clan that plays, or -1
    target: Array  # where the machine gun points, or -1
    back: Array  # whether a step can still be taken back in this turn
    over: Array


class BatchedGangster:
    """The rules for one edition (`BatchedGame`)."""

    luck = 2
    counted = 0.97

    def __init__(self, game: Game) -> None:
        box = game.box
        assert isinstance(box, c.Box)
        self.game, self.box, self.inputs = game, box, Inputs(game)
        self.back = act.first_of(box.actions, act.BACK)
        self.kind, self.a, self.b = (
            jnp.array([getattr(action, name) for action in box.actions], jnp.int32) for name in ("kind", "a", "b")
        )
        self.seats = jnp.arange(game.most)
        self.clans = jnp.arange(box.clans)
        self.places = jnp.arange(box.places)
        self.districts = jnp.arange(box.port)
        self.squares = jnp.arange(box.most_squares)
        self.kinds = jnp.arange(KINDS)
        self.ranks = jnp.arange(box.most_values)
        self.card_numbers = jnp.arange(len(box.cards))
        self.deck_of_stock = jnp.array([kind for kind in range(KINDS) for _ in range(box.equipment[kind])], jnp.int32)
        self.tile_rows = jnp.array([list(row) for row in box.tile_rows], jnp.int32)
        self.casino = jnp.array(box.casino, jnp.int32)
        self.arrivals = jnp.array([*box.arrivals, 0], jnp.int32)
        # three equal pieces are replaced so often at most, by pieces that are not
        self.refills = max(1, sum(count // box.port_slots for count in box.equipment))
        self.read_map()
        self.read_seats()

    def read_map(self) -> None:
        """Tables of streets by place, for the whole city and then for the city of three players."""
        box = self.box
        starts, cards = range(2 * box.places), range(len(box.cards))

        def truths(places: int) -> list[bool]:
            return [bool(places >> place & 1) for place in range(box.places)]

        self.near = jnp.array([truths(box.adjacent[start]) for start in starts])
        ends = [
            [[box.destinations(start, card, engine) for card in cards] for engine in (False, True)] for start in starts
        ]
        self.roads = jnp.array([[[truths(places) for places in by_card] for by_card in each] for each in ends])

    def read_seats(self) -> None:
        """Tables by number of players and seat: how a seat counts seats and clans, and names clans and actions."""
        game, box = self.game, self.box
        counts = range(game.fewest, game.most + 1)
        shape = (len(counts), game.most)
        seats, seen, named, actions = (
            np.tile(np.arange(size), (*shape, 1)) for size in (game.most, box.clans, box.clans, len(box.actions))
        )
        for number, players in enumerate(counts):
            for seat in range(players):
                near = box.near[players][seat]
                names = game.turned_names(players, seat)
                turned = [box.clan_of[names.get(name, name)] for name in box.clan_names]
                seats[number, seat, :players] = (seat + np.arange(players)) % players
                seen[number, seat] = np.argsort([box.clans if place < 0 else place for place in near], kind="stable")
                named[number, seat] = np.argsort(turned)
                actions[number, seat] = np.argsort(columns_of(game, players, seat))
        self.seats_from, self.clans_from, self.clans_named, self.actions_named = (
            jnp.array(each, jnp.int32) for each in (seats, seen, named, actions)
        )
        self.owners = jnp.array([box.owners[players] for players in counts], jnp.int32)
        places = [[order.index(clan) if clan in order else 0 for clan in range(box.clans)] for order in box.order[2:]]
        self.turn_of = jnp.array(places, jnp.int32)
        self.clan_counts = jnp.array([len(box.order[players]) for players in counts], jnp.int32)
        self.police = jnp.array([box.police[players] for players in counts], jnp.int32)

    # -- setting up --------------------------------------------------------------------------------------------

    def deal(self, key: Array, players: Array) -> Table:
        """A new game, set up by chance."""
        return self.lay_out(self.draw(key, players), players)

    def draw(self, key: Array, players: Array) -> Dealt:
        """What chance decides before the first turn (GA 3.2 to GA 3.4, GA 4.1, GA 4.2)."""
        box = self.box
        tiles, casino, stock, starter, opening, double = jax.random.split(key, 6)
        missing = ~self.in_play(players)
        return Dealt(
            tiles=shuffled(tiles, box.tiles)[: box.port],
            casino=self.casino[shuffled(casino, self.casino.size)[: box.rounds]],
            stock=self.deck_of_stock[shuffled(stock, self.deck_of_stock.size)],
            starter=jax.random.randint(starter, (), 0, players),
            opening=shuffled(opening, box.port, missing),
            double=shuffled(double, box.port, missing)[0],
        )

    def in_play(self, players: Array) -> Array:
        """The districts that exist for so many players (GA 3.5)."""
        return (self.districts != self.box.missing) | (players != 3)

    def lay_out(self, dealt: Dealt, players: Array) -> Table:
        """The new game of what chance has decided (GA 3, GA 4)."""
        box = self.box
        number = players - self.game.fewest
        owner = self.owners[number]
        playing = owner >= 0
        spare = jnp.full(((self.refills + 1) * box.port_slots,), EMPTY)
        stock = jnp.concatenate([dealt.stock, spare]).astype(jnp.int32)
        port, stock_at = self.fill_port(jnp.full((box.port_slots,), EMPTY), jnp.int32(0), stock)
        turn = (self.turn_of[number] - dealt.starter) % self.clan_counts[number]
        opened = dealt.opening[turn[:, None] * box.opening + jnp.arange(box.opening)]
        first = jnp.where(playing, stock[stock_at + turn], EMPTY)
        none = jnp.zeros((box.clans,), jnp.int32)
        two = players == 2
        whole = jnp.int32
        return Table(
            players=whole(players),
            owner=owner,
            tiles=jnp.where(self.in_play(players)[:, None], self.tile_rows[dealt.tiles], 0),
            casino=whole(dealt.casino),
            stock=stock,
            stock_at=whole(stock_at + self.clan_counts[number]),
            port=whole(port),
            where=whole((self.districts[:, None, None] == opened).any(axis=2) & playing),
            doubles=self.districts == dealt.double,
            police=self.police[number],
            car=whole(jnp.where(playing, opened[:, 0], -1)),
            inside=whole(jnp.where(playing, box.arrivals[0] - box.opening, 0)),
            trunk=jnp.full((box.clans, 2), EMPTY, whole),
            gear=whole(jnp.stack([first, jnp.full_like(first, EMPTY)], axis=1)),
            cards=playing[:, None] & (self.card_numbers >= 0),
            sunk=none,
            influence=none,
            round=whole(1),
            turns=whole(0),
            starter=whole(dealt.starter),
            mover=whole(dealt.starter),
            phase=whole(jnp.where(two, COLOUR, ACT)),
            clan=whole(jnp.where(two, -1, dealt.starter)),
            target=whole(-1),
            back=jnp.array(True),
            over=jnp.array(False),
        )

    def fill_port(self, port: Array, stock_at: Array, stock: Array) -> tuple[Array, Array]:
        """Fill the gaps from the stock; three of a kind go to the box, again and again (GA 11.4, GA 11.5)."""
        slots = self.box.port_slots
        gaps = port == EMPTY
        comes = stock[stock_at + jnp.cumsum(gaps) - gaps]
        port = jnp.where(gaps, comes, port)
        stock_at = stock_at + (gaps & (comes != EMPTY)).sum()
        rows = stock[stock_at + jnp.arange(self.refills * slots)].reshape(self.refills, slots)
        different = ~all_equal(rows)
        row = jnp.argmax(different)
        three = all_equal(port)
        used = row * slots + (rows[row] != EMPTY).sum()
        return jnp.where(three, rows[row], port), stock_at + jnp.where(three, used, 0)

    # -- what may be chosen ------------------------------------------------------------------------------------

    def legal(self, table: Table) -> Array:
        """A truth for every action; none once the game is over."""
        return jnp.concatenate([each.reshape(-1) for each in self.families(table)]) & ~table.over

    def choices(self, table: Table) -> Array:
        """A truth for every output of a network: the legal actions but taking back, named as by the first seat."""
        drive, bump, unload, *others, play, _ = self.families(table)
        named = self.clans_named[table.players - self.game.fewest, table.mover]
        turned = [drive, bump[:, named], unload[named], *others, play[named], jnp.zeros((1,), bool)]
        return jnp.concatenate([each.reshape(-1) for each in turned]) & ~table.over

    def action_of(self, table: Table, output: Array) -> Array:
        """The action that an output of a network means for the seat to move."""
        return self.actions_named[table.players - self.game.fewest, table.mover, output]

    def decides(self, table: Table) -> Array:
        """Every step is a decision."""
        return jnp.ones_like(table.over)

    def families(self, table: Table) -> list[Array]:
        """The choices of each kind: cards and places, cards and clans, clans, squares, kinds of equipment."""
        box = self.box
        act_now, aiming, choosing = table.phase == ACT, table.phase == SQUARE, table.phase == CHOOSING
        clan = jnp.maximum(table.clan, 0)
        place = own(table.car, clan)
        row = place + jnp.where(table.players == 3, box.places, 0)
        has = self.owned(table)
        mine, up = own(has, clan), own(table.cards, clan) & act_now
        near = self.near[row]
        next_door = ((table.car[:, None] == self.places) & near).any(axis=1)
        drive = self.roads[row, mine[c.ENGINE].astype(jnp.int32)] & up[:, None]
        bump = up[:, None] & next_door & mine[c.BUMPER]

        ashore = act_now & (place != box.port)
        held, size = own(table.where, place), own(table.tiles, place)[-1]
        inside, trunk = own(table.inside, clan), own(table.trunk, clan)
        aboard = jnp.where(self.clans == clan, inside > 0, (trunk[:, None] == self.clans).any(axis=0))
        open_squares = next_square(held.sum(), held, size)
        first, second = self.two_squares(held, clan, size)
        unload = ashore & aboard & (open_squares != 0)
        two = ashore & (inside > 1) & mine[c.DOOR] & (first != 0) & (second != 0)

        room = (trunk != EMPTY).sum() < jnp.where(mine[c.TRUNK], box.big_trunk_places, box.trunk_places)
        others = self.loadable(table, clan, has)
        here = jnp.where(ashore, own(held, clan) | jnp.where(room, own(others, place), 0), 0)
        there = jnp.where(aiming, own(others, jnp.maximum(table.target, 0)), 0)
        gun = ashore & room & mine[c.MACHINE_GUN] & near[: box.port] & (others != 0)
        back = table.back & ((act_now & (table.players == 2)) | aiming)
        return [
            drive,
            bump,
            unload,
            two[None],
            (here >> self.squares & 1) > 0,
            jnp.append(gun, False),
            (there >> self.squares & 1) > 0,
            jnp.repeat(table.phase == SINKING, 2),
            self.offers(table.port, mine) & choosing,
            (table.owner == table.mover) & (table.phase == COLOUR),
            back[None],
        ]

    def owned(self, table: Table) -> Array:
        """By clan and kind, whether it has that equipment."""
        return (table.gear[:, :, None] == self.kinds).any(axis=1)

    def offers(self, port: Array, mine: Array) -> Array:
        """The kinds lying open that are not one's own (GA 11.3, GA 12.2)."""
        return (port[:, None] == self.kinds).any(axis=0) & ~mine

    def loadable(self, table: Table, clan: Array, has: Array) -> Array:
        """By district, the squares of other clans that are not guarded (GA 13.1, GA 13.2)."""
        guarded = (table.car == self.districts[:, None]) & has[:, c.BODYGUARD]
        return jnp.where(guarded | (self.clans == clan), 0, table.where).sum(axis=1)

    def two_squares(self, held: Array, clan: Array, size: Array) -> tuple[Array, Array]:
        """The squares that the clan's next two gangsters take, as bits (GA 13.10)."""
        taken, mine = held.sum(), own(held, clan)
        first = next_square(taken, mine, size)
        return first, next_square(taken | first, mine | first, size)

    # -- what a choice does ------------------------------------------------------------------------------------

    def step(self, table: Table, action: Array, luck: Array) -> Table:
        """Make a choice, as the engine's `State.apply`; a finished table stays as it is."""
        acted, ends = self.act(table, action)
        after = self.end_turn(acted, ends, luck)
        kept = (jnp.where(table.over, old, new.astype(old.dtype)) for old, new in zip(table, after, strict=True))
        return Table(*kept)

    def act(self, table: Table, action: Array) -> tuple[Table, Array]:
        """What a choice does to the table, and whether the turn is at its end."""
        box = self.box
        kind, a, b = self.kind[action], self.a[action], self.b[action]
        clan = jnp.maximum(table.clan, 0)
        is_clan = self.clans == clan
        start, trunk = own(table.car, clan), own(table.trunk, clan)

        # driving and bumping
        bump = kind == act.BUMP
        drives = (kind == act.DRIVE) | bump
        place = jnp.where(bump, own(table.car, b), b)
        car = jnp.where(bump & (self.clans == b), start, jnp.where(drives & is_clan, place, table.car))
        cards = table.cards & ~(drives & is_clan[:, None] & (self.card_numbers == a))

        # unloading and loading
        unload, two, grab = kind == act.UNLOAD, kind == act.UNLOAD_TWO, kind == act.GRAB
        load = (kind == act.LOAD) | grab
        spot = jnp.where(grab, table.target, start)
        held, size = own(table.where, spot), own(table.tiles, spot)[-1]
        passenger = jnp.where(unload, a, clan)
        first, second = self.two_squares(held, passenger, size)
        put = jnp.where(unload | two, first, 0) | jnp.where(two, second, 0)
        square = jnp.where(load, 1 << a, 0)
        row = (self.districts == spot)[:, None]
        where = (table.where | jnp.where(row & (self.clans == passenger), put, 0)) & ~jnp.where(row, square, 0)
        taken = (held & square) != 0
        got_own, got_other = (taken & is_clan).any(), (taken & ~is_clan).any()
        let_own = jnp.where(two, 2, jnp.where(unload & (a == clan), 1, 0))
        let_other = unload & (a != clan)
        inside = table.inside + is_clan * (got_own - let_own)
        sinks = kind == act.SINK
        sunk = table.sunk + jnp.where(sinks, (trunk[:, None] == self.clans).sum(axis=0), 0)
        full = trunk[0] != EMPTY
        left = jnp.where(let_other & (trunk[0] == a), trunk[1], trunk[0])
        left = jnp.where(got_other & ~full, jnp.argmax(taken), left)
        right = jnp.where(let_other, EMPTY, jnp.where(got_other & full, jnp.argmax(taken), trunk[1]))
        stowed = jnp.where(sinks, EMPTY, jnp.stack([left, right]))

        # the port: the trunk, then the equipment
        reached = drives & (place == box.port)
        sinking = reached & full
        offering = (reached & ~full) | sinks | (kind == act.KEEP)
        gear = own(table.gear, clan)
        offers = self.offers(table.port, (gear[:, None] == self.kinds).any(axis=0))
        choosing = offering & (offers.sum() > 1)
        equips = (kind == act.EQUIP) | (offering & (offers.sum() == 1))
        piece = jnp.where(kind == act.EQUIP, a, jnp.argmax(offers))
        slot = jnp.arange(box.port_slots) == jnp.argmax(table.port == piece)
        port, stock_at = self.fill_port(jnp.where(equips & slot, EMPTY, table.port), table.stock_at, table.stock)

        # what comes next
        play, aims, back = kind == act.PLAY, kind == act.GUN, kind == act.BACK
        recolours = back & (table.phase == ACT)
        ends = (drives & ~reached) | unload | two | load | equips | (offering & ~offers.any())
        phase = jnp.where(play | (back & ~recolours), ACT, table.phase)
        phase = jnp.where(recolours, COLOUR, jnp.where(aims, SQUARE, phase))
        phase = jnp.where(sinking, SINKING, jnp.where(choosing, CHOOSING, phase))
        return table._replace(
            car=car,
            cards=cards,
            where=where,
            inside=inside,
            trunk=jnp.where(is_clan[:, None], stowed, table.trunk),
            sunk=sunk,
            gear=jnp.where(is_clan[:, None] & equips, jnp.stack([piece, gear[0]]), table.gear),
            port=port,
            stock_at=stock_at,
            phase=phase,
            clan=jnp.where(play, a, jnp.where(recolours, -1, table.clan)),
            target=jnp.where(aims, a, jnp.where(back, -1, table.target)),
            back=table.back & ~back,
        ), ends

    def end_turn(self, table: Table, ends: Array, luck: Array) -> Table:
        """Cards up after the last one, and what follows from it; then the next player (GA 5.3, GA 6.5 to GA 6.8)."""
        box = self.box
        is_clan = (self.clans == table.clan)[:, None]
        turns = table.turns + ends
        in_play = table.tiles[:, -1] > 0
        reveals = ends & ~(table.cards & is_clan).any()
        closed = in_play & ~table.doubles
        card = jnp.floor(luck[0] * (closed.sum() + table.police)).astype(jnp.int32)
        doubles = table.doubles | (reveals & self.is_number(closed, card))
        police = table.police - (reveals & (card >= closed.sum()))

        day = reveals & (doubles.sum() == box.doubles)
        last = day & (table.round == box.rounds)
        follows = day & ~last
        first = jnp.floor(luck[1] * in_play.sum()).astype(jnp.int32)
        after = (table.mover + 1) % table.players
        arrivals = jnp.where(table.owner >= 0, self.arrivals[table.round], 0)
        over = table.over | last | (ends & (turns >= box.turns))
        begins = ends & ~over
        two = table.players == 2
        return table._replace(
            cards=table.cards | (reveals & is_clan),
            doubles=jnp.where(follows, self.is_number(in_play, first), doubles),
            police=jnp.where(follows, self.police[table.players - self.game.fewest], police),
            influence=table.influence + jnp.where(day, self.points(table, doubles), 0),
            inside=table.inside + jnp.where(follows, arrivals, 0),
            round=table.round + follows,
            turns=turns,
            starter=jnp.where(follows, after, table.starter),
            mover=jnp.where(begins, after, table.mover),
            phase=jnp.where(begins, jnp.where(two, COLOUR, ACT), table.phase),
            clan=jnp.where(begins, jnp.where(two, -1, after), table.clan),
            target=jnp.where(begins, -1, table.target),
            back=table.back | begins,
            over=over,
        )

    def is_number(self, marked: Array, number: Array) -> Array:
        """Which of the marked districts is the one of that number among them; none if there are not so many."""
        return marked & (jnp.cumsum(marked) == number + 1)

    # -- counting ----------------------------------------------------------------------------------------------

    def points(self, table: Table, doubles: Array) -> Array:
        """What a scoring day pays to each seat (GA 9.2 to GA 9.7, GA 15.4)."""
        where = table.where
        standing = jax.lax.population_count(where) * 32 + bit_length(where)
        rank = (standing[:, None, :] > standing[:, :, None]).sum(axis=2)
        values = table.tiles[:, :-1]
        values = jnp.where(values == c.UNKNOWN, own(table.casino, table.round - 1), values)
        paid = ((rank[:, :, None] == self.ranks) * values[:, None, :]).sum(axis=2)
        times = jnp.where(doubles, self.box.double_pays, 1)[:, None]
        by_clan = jnp.where(where != 0, paid * times, 0).sum(axis=0)
        return ((table.owner == self.seats[:, None]) * by_clan).sum(axis=1)

    def scores(self, table: Table) -> Array:
        """The influence of each seat."""
        return table.influence

    def returns(self, table: Table) -> Array:
        """What a finished game was worth to each seat, from -1 to 1 (GA 14.1, GA 14.2); 0 where nobody sits."""
        known = self.seats < table.players
        best = known & (table.influence == table.influence.max())
        return returns_of(best, table.players)

    # -- what the one to move sees -----------------------------------------------------------------------------

    def observe(self, table: Table) -> Array:
        """The inputs of a network (`parrain.bots.inputs`): `Game.encode` of the View of the seat to move."""
        number = table.players - self.game.fewest
        seats, clans = self.seats_from[number, table.mover], self.clans_from[number, table.mover]
        in_play = table.tiles[:, -1] > 0
        to_come = (table.stock[:, None] == self.kinds) & (jnp.arange(table.stock.size) >= table.stock_at)[:, None]
        past = jnp.arange(self.box.rounds) < table.round - 1
        numbers = [
            self.seats == 0,  # to_move
            table.influence[seats],  # scores
            jnp.zeros((self.seats.size + 1,)),  # places, over
            table.round,
            seats == table.starter,
            table.turns,
            jnp.arange(len(PHASE_NAMES)) == table.phase,
            clans == table.clan,
            self.districts == table.target,
            table.back & (table.phase < SINKING),
            table.tiles,
            table.where[:, None, clans] >> self.squares[:, None] & 1,
            table.doubles,
            (in_play & ~table.doubles).sum() + table.police,  # deck
            table.police,
            table.car[clans][:, None] == self.places,
            table.inside[clans],
            table.trunk[clans][:, :, None] == clans,
            table.gear[clans][:, :, None] == self.kinds,
            table.cards[clans],
            table.sunk[clans],
            table.port[:, None] == self.kinds,
            to_come.sum(axis=0),
            jnp.where(past, table.casino, 0),
            jnp.arange(self.game.fewest, self.game.most + 1) == table.players,
        ]
        return jnp.concatenate([each.reshape(-1).astype(jnp.float32) for each in numbers])


def all_equal(pieces: Array) -> Array:
    """Whether the pieces of a row are of one kind."""
    return (pieces == pieces[..., :1]).all(axis=-1) & (pieces[..., 0] != EMPTY)


def bit_length(squares: Array) -> Array:
    """The number of the highest square, from 1; 0 if there is none."""
    return 32 - jax.lax.clz(squares)


def next_square(taken: Array, mine: Array, size: Array) -> Array:
    """The square that a gangster takes, as a bit, or 0: after the last one taken, then holes (GA 8.1 to GA 8.6)."""
    last = 1 << jnp.maximum(size - 1, 0)
    every = 2 * last - 1
    after = 1 << bit_length(taken)
    holes = taken ^ every
    return jnp.where(after <= last, after, jnp.where((mine & last) != 0, holes & -holes, 0))
