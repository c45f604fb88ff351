"""Gangs City: the State, the order of phases, set-up and end of turn, section by section as in docs/rules/gangs-city.md.

The numbers themselves are in table.py, set-up in building.py. A turn is: who leads (`start_turn`), placing (placement.py),
bids, reveal and traffics (traffics.py), then site by site shots, strength (gunfight.py) and recruiting (recruiting.py),
and at last new places, returns and scoring (ending.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.event import Event
from parrain.core.say import Seat, say
from parrain.core.stream import BLANK
from parrain.games.gangs_city import building, ending, gunfight, placement, recruiting, traffics
from parrain.games.gangs_city.components import (
    AT,
    BACK,
    BID,
    BUILD,
    FORGE,
    LEAD,
    LOOK,
    MOLE,
    PASS,
    PIN,
    RECRUIT,
    RELEASE,
    RESOLVE,
    RETURN,
    SEND,
    SHOOT,
    SHOWDOWN,
    TAKE,
    Box,
)  # fmt: skip
from parrain.games.gangs_city.marks import (
    BIDDING,
    FORGER,
    FORGING,
    HOME,
    LEADING,
    OPENING,
    ORDERING,
    PINNING,
    PLACING,
    RECRUITING,
    RELEASING,
    SETUP,
    SHOOTING,
    TURNING,
)  # fmt: skip
from parrain.games.gangs_city.position import position_of
from parrain.games.gangs_city.soundness import check
from parrain.games.gangs_city.table import NO_OPTIONS, Table
from parrain.games.gangs_city.view import View, view_of
from parrain.games.gangs_city.words import naming

# What is asked in each phase: the rule, and what to tell somebody who answers another question.
ASKED = (
    ("GC 3.6", say("The city is being set up: say where your place is built.")),
    ("GC 4.1", say("First say who begins this turn.")),
    ("GC 4.4", say("First say where your next tile goes.")),
    ("GC 5.1", say("Bids are being made: say how many tokens you bid.")),
    ("GC 8.10", say("Say whether the Mole fights or recruits.")),
    ("GC 6.1", say("Say which site is resolved next.")),
    ("GC 6.3", say("Say whom your big calibre hits, or nobody.")),
    ("GC 8.8", say("Say whom the Sharpshooter pins down.")),
    ("GC 6.13", say("Say whom you recruit, or nobody.")),
    ("GC 6.14", say("You have all the characters a gang may have: say who is replaced, or go back.")),
    ("GC 8.9", say("Say which token the Forger takes.")),
    ("GC 7.1", say("Say where the new place is built.")),
    ("GC 7.4", say("Say where the replaced character goes.")),
    ("GC 7.6", say("The game is over.")),
)
KIND_OF_PHASE: Final[tuple[int, ...]] = (
    BUILD,
    LEAD,
    AT,
    BID,
    MOLE,
    RESOLVE,
    SHOOT,
    PIN,
    TAKE,
    RELEASE,
    FORGE,
    BUILD,
    RETURN,
)


class State(Table):
    """The game in play: the phases of a turn in their order, and the contract."""

    __slots__ = ()

    def __init__(
        self, box: Box, players: int, seed: int = BLANK, options: Mapping[str, object] = NO_OPTIONS, log: list[Event] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(box, players, seed, options, log)
        if seed != BLANK:
            self.read_options()
            building.set_up(self)

    # -- 4 Placement ---------------------------------------------------------------------------------

    def start_turn(self) -> None:
        """A new turn: second chances, a city nobody can play in, then who begins (GC 4.1, GC 7.8, GC 7.9)."""
        self.turn += 1
        self.clear_city()
        self.bid = [0] * len(self.bid)
        self.managed = [0] * len(self.managed)
        if self.second:
            self.second_chances()
        if not any(self.gang) and not any(self.stock):
            ending.count_points(self)
            if self.is_over or not any(self.gained):
                if not self.is_over:
                    ending.end(self, "no-gang-left")
                return
        chooser = self.lowest_owner()
        if self.turn == 1 or chooser < 0:
            self.begin_placing(self.first)
            return
        self.phase = LEADING
        self.owing = self.seats[chooser]

    def second_chances(self) -> None:
        """Who has no character left takes one from the supply, in turn order (GC 7.8)."""
        for i in range(self.players):
            seat = (self.first + i) % self.players
            if self.gang[seat] == 0:
                for who in self.table.second_chance:
                    if self.supply[who] > 0:
                        self.supply[who] -= 1
                        self.enter_hand(seat, who)
                        self.gang[seat] = 1
                        if self.log is not None:
                            self.log.append(Event("second-chance", {"seat": seat, "who": self.table.names[who]}))
                        break

    def lead(self, player: int, action: Action) -> None:
        """Say who begins this turn (GC 4.1)."""
        if action.a >= self.players:
            raise IllegalAction("GC 4.1", "There are only {players} players at this table.", players=self.players)
        if self.log is not None:
            self.log.append(Event("lead", {"seat": player, "first": action.a}))
        self.begin_placing(action.a)

    def begin_placing(self, first: int) -> None:
        """The first player lays the first tile (GC 4.1, GC 4.2)."""
        self.first = first
        self.phase = PLACING
        self.stack = [-1] * len(self.city.hexes)
        self.mover = (first - 1) % self.players
        if self.log is not None:
            self.log.append(Event("turn", {"turn": self.turn, "first": first}))
        self.next_to_place()

    def next_to_place(self) -> None:
        """The next who still has something to lay and has not passed; after the last come the bids (GC 4.2, GC 4.16, GC 9.2)."""
        for i in range(1, self.players + 1):
            seat = (self.mover + i) % self.players
            if self.passed[seat] < 0 and (self.inhand[seat] > 0 or (self.showdown[seat] and self.placed[seat] > 0)):
                self.mover = seat
                self.owing = self.seats[seat]
                return
        traffics.begin_bids(self)

    def give_up_placing(self, player: int) -> None:
        """Pass for the rest of the placing, allowed when no character can be laid (GC 4.3, GC 4.16)."""
        if placement.character_fits(self, player):
            raise IllegalAction("GC 4.16", "You may pass only when none of your characters can be laid anywhere.")
        self.passed[player] = len(self.laid_seat)
        if self.log is not None:
            self.log.append(Event("pass", {"seat": player}))
        self.next_to_place()

    # -- 6 Actions -----------------------------------------------------------------------------------

    def begin_actions(self) -> None:
        """Every place and pile with tiles on its sides or on it waits to be resolved (GC 6.1)."""
        box = self.table
        self.todo = 0
        for i in range(len(self.laid_spot)):
            if not self.laid_mark[i] & HOME:
                self.todo |= 1 << box.site_of[self.laid_spot[i]]
        self.next_site()

    def next_site(self) -> None:
        """The first player names the next site; nobody is asked where the order cannot matter (GC 6.1)."""
        if self.todo == 0:
            ending.begin_opening(self)
            return
        if self.todo & (self.todo - 1) and self.order_matters():
            self.phase = ORDERING
            self.owing = self.seats[self.first]
            return
        site = 0
        while not self.todo >> site & 1:
            site += 1
        gunfight.resolve(self, site)

    def order_matters(self) -> bool:
        """Whether somebody still recruits where somebody waits, or a Forger is about (GC 6.1)."""
        box = self.table
        for i in range(len(self.laid_spot)):
            if self.laid_mark[i] & HOME:
                continue
            if self.laid_what[i] == self.has[FORGER]:
                return True
            if self.laid_do[i] == RECRUIT and self.recruits[box.site_of[self.laid_spot[i]]]:
                return True
        return False

    def name_site(self, action: Action) -> None:
        """The site that is resolved now (GC 6.1)."""
        if not self.todo >> action.a & 1:
            raise IllegalAction(
                "GC 6.1", "Nothing is left to resolve at {site}.", site=naming.site(self.table.site_names[action.a])
            )
        gunfight.resolve(self, action.a)

    def finish_site(self) -> None:
        """All tiles of the site go home (GC 6.15)."""
        for i in self.here:
            self.go_home(i)
        self.here = []
        self.next_site()

    # -- 7 End of the turn ---------------------------------------------------------------------------

    def next_opening(self) -> None:
        """On to the next place that was won (GC 7.2)."""
        ending.next_opening(self)

    def standing(self, seat: int) -> tuple[int, int, int]:
        """What ranks a seat: its total, what it scored in the last turn, its highest place (GC 7.6)."""
        highest = -1
        for place in range(self.table.places):
            if self.owner[place] == seat:
                highest = max(highest, self.table.initiative[place])
        return (self.score[seat], self.gained[seat], highest)

    def ranking(self) -> tuple[int, ...]:
        """The place of each seat; equals share it (GC 7.6)."""
        standings = [self.standing(seat) for seat in range(self.players)]
        return tuple([1 + len([1 for other in standings if other > mine]) for mine in standings])

    def scores(self) -> tuple[int, ...]:
        """The points on the score track (GC 1.1)."""
        return tuple(self.score)

    # -- what the contract asks ----------------------------------------------------------------------

    def current_players(self) -> tuple[int, ...]:
        """One seat, or all that still bid."""
        return self.owing

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """What that seat may choose now."""
        if player not in self.owing:
            return ()
        phase = self.phase
        if phase == PLACING:
            if self.half_spot < 0:
                return placement.where(self, player)
            return (
                placement.sends(self, player, self.half_spot) if self.half_what < 0 else placement.looks(self, player)
            )
        if phase == BIDDING:
            return traffics.bids(self, player)
        if phase == RECRUITING:
            return recruiting.take_choices(self)
        if phase == RELEASING:
            return recruiting.release_choices(self, player)
        if phase == SHOOTING:
            return gunfight.shot_choices(self, player)
        if phase == ORDERING:
            return tuple(
                [self.table.resolve_actions[site] for site in range(self.table.places + 2) if self.todo >> site & 1]
            )
        if phase in (SETUP, OPENING):
            return building.builds(self)
        if phase == LEADING:
            return tuple(self.table.lead_actions[: self.players])
        if phase == TURNING:
            return traffics.mole_choices(self, player)
        if phase == PINNING:
            return gunfight.pin_choices(self, player)
        return recruiting.forge_choices(self) if phase == FORGING else ending.open_places(self)

    def apply(self, player: int, action: Action) -> None:
        """The choice happens, or a rule forbids it and nothing changed."""
        chosen = action.id
        if chosen < 0 or chosen >= len(self.table.actions) or self.table.actions[chosen] is not action:
            raise IllegalAction("GC 4.4", "“{text}” is not a choice of this edition.", text=action.text)
        phase = self.phase
        if player not in self.owing:
            if self.is_over:
                raise IllegalAction("GC 7.6", "The game is over.")
            raise IllegalAction(ASKED[phase][0], "It is {seat}'s decision.", seat=Seat(self.owing[0]))
        kind = action.kind
        if phase == PLACING:
            self.place(player, action)
        elif kind != KIND_OF_PHASE[phase] and not (phase == RELEASING and kind == BACK):
            raise IllegalAction(ASKED[phase][0], "{what}", what=ASKED[phase][1])
        elif phase == BIDDING:
            traffics.bid(self, player, action)
        elif phase == RECRUITING:
            recruiting.take(self, player, action)
        elif phase == RELEASING:
            if kind == BACK:
                self.phase = RECRUITING
            else:
                recruiting.release(self, player, action)
        elif phase == SHOOTING:
            gunfight.shoot(self, player, action)
        elif phase == ORDERING:
            self.name_site(action)
        elif phase in (SETUP, OPENING):
            building.build(self, player, action)
        elif phase == LEADING:
            self.lead(player, action)
        elif phase == TURNING:
            traffics.turn_mole(self, player, action)
        elif phase == PINNING:
            gunfight.pin(self, player, action)
        elif phase == FORGING:
            recruiting.forge(self, player, action)
        else:
            ending.put_back(self, player, action)

    def place(self, player: int, action: Action) -> None:
        """One step of a placement, or a step back, or a pass (GC 4.4)."""
        kind = action.kind
        if self.half_spot < 0:
            if kind == AT:
                placement.name_spot(self, player, action.a)
            elif kind == PASS:
                self.give_up_placing(player)
            else:
                raise IllegalAction("GC 4.4", "{what}", what=ASKED[PLACING][1])
        elif self.half_what < 0:
            if kind in (SEND, SHOWDOWN):
                placement.order(self, player, action)
            elif kind == BACK:
                self.half_spot = -1
            else:
                raise IllegalAction("GC 4.4", "You have said where: now say who goes there and how, or go back.")
        elif kind == LOOK:
            placement.look(self, player, action)
        elif kind == BACK:
            self.half_what = -1
        else:
            raise IllegalAction("GC 8.5", "Say which tile the Spy looks at, or nowhere, or go back.")

    def clone(self) -> State:
        """An independent copy."""
        copy = State(self.table, self.players, BLANK, self.options)
        self.copy_table(copy)
        return copy

    def view(self, player: int | None) -> View:
        """What that seat may know (GC 9.1)."""
        return view_of(self, player)

    def to_position(self) -> dict[str, object]:
        """The whole table; see docs/positions.md."""
        return position_of(self)

    def check(self) -> None:
        """All 55 characters, all places and all tokens are somewhere, once (GC 2.1); hands, gangs and stacks agree."""
        check(self)
