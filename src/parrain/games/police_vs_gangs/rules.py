"""Police vs Gangs: the State, its setup, and the order of the phases. The rooms behind it follow docs/rules/police-vs-gangs.md:

city.py (5), placing.py (6), bargain.py (9, 11.3), raid.py (7, 8, 9.10), arrests.py (10, 11), count.py (12 to 14); refusals.py says why not.

A turn (PG 4.1): begin_turn -> lay -> discards -> placing -> prison -> for each place: talk -> recruits -> fight or deal ->
stakes -> two-colour cards -> districts -> end_turn.
"""

from __future__ import annotations

from collections.abc import Mapping

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.core.stream import BLANK
from parrain.games.police_vs_gangs.choices import CLAIM, SHARE
from parrain.games.police_vs_gangs.city import DX, DY
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.count import Count
from parrain.games.police_vs_gangs.position import position_of
from parrain.games.police_vs_gangs.refusals import refusal
from parrain.games.police_vs_gangs.table import (
    NO_CHOICE,
    NO_OPTIONS,
    P_ARREST,
    P_BADGES,
    P_CATCH,
    P_COLOUR,
    P_DISCARD,
    P_DOUBLE,
    P_LAY,
    P_ORDER,
    P_PLACE,
    P_RECRUIT,
    P_REROLL,
    P_RESOLVE,
    P_SHARE,
    P_STAKE,
    P_TALK,
    SEATS,
)
from parrain.games.police_vs_gangs.view import View, view_of


class State(Count):
    """Police and gangsters, one city, hidden tiles, open dice."""

    __slots__ = ()

    def __init__(
        self,
        box: Box,
        players: int = 3,
        seed: int = BLANK,
        options: Mapping[str, object] = NO_OPTIONS,
        log: list[Event] | None = None,
    ) -> None:
        super().__init__(box, players, seed, options, log)
        if seed != BLANK:
            self.lay_out()
            self.set_up()

    # -- 3 Setup -------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Dice, gangsters, bag and deck; who is last; the first places (PG 3.1 to PG 3.6)."""
        box = self.cards
        n = self.players
        left = box.counts[:]
        for seat in range(n):
            if seat & 1:
                for die in range(3):
                    self.hand[seat * 8 + die] = box.dice_of[n][die]
            else:
                for c in box.start:
                    self.hand[seat * 8 + c] += 1
                    left[c] -= 1
        self.bag = [c for c in range(box.kinds) if box.in_bag[c] for _ in range(left[c])]
        self.deck = list(range(box.card_count))
        self.shuffle(self.bag)
        self.shuffle(self.deck)
        # in teams a gangster is drawn to be first, otherwise a policeman to be last
        first = 2 * self.below((n + 1) // 2) if self.teams else (2 + 2 * self.below(n // 2)) % n
        self.order = [(first + i) % n for i in range(n)]
        if self.log is not None:
            self.tell("start", {"order": self.order[:], "teams": self.teams})
        self.lay(self.order[0], self.deck.pop(), 0, 0)
        self.start_cards = 1
        self.draw_place(self.order[1])

    # -- 4 The turn -----------------------------------------------------------------------------------

    def begin_turn(self) -> None:
        """A new order by score, a new place by the last player (PG 4.1, PG 5.1)."""
        self.turn += 1
        if self.turn > 1:
            self.set_order()
        self.placed = self.scored = 0
        self.summaries = []
        for i in range(len(self.shown)):
            self.shown[i] = 0
        if self.log is not None:
            self.tell("turn", {"turn": self.turn, "order": self.order[:]})
        if self.deck:
            self.draw_place(self.last_player())
        else:
            self.begin_discards()

    def set_order(self) -> None:
        """Best score first, ties clockwise from the leader (PG 4.2, PG 4.3); in teams one seat further left (PG 15.2)."""
        n = self.players
        if self.teams:
            self.order = [(seat + 1) % n for seat in self.order]
            return
        best = max(self.score)
        leaders = [seat for seat in range(n) if self.score[seat] == best]
        leader = leaders[0]
        if len(leaders) > 1:
            leader = leaders[self.below(len(leaders))]
            self.reveals += 1
        # a score and the way round the table from the leader, as one number to sort by
        keys = sorted([-self.score[seat] * 8 + (seat - leader) % n for seat in range(n)])
        self.order = [(leader + key % 8) % n for key in keys]

    # -- the contract -----------------------------------------------------------------------------------

    def current_players(self) -> tuple[int, ...]:
        """Whoever owes a decision; several while they bargain or stake (PG 9.5, PG 12.1)."""
        return SEATS[self.owing]

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """What that seat may choose; found once for each moment."""
        if player < 0 or player >= self.players or not self.owing >> player & 1:
            return NO_CHOICE
        found = self.choices[player]
        if not found:
            found = self.find_choices(player)
            self.choices[player] = found
        return found

    def find_choices(self, seat: int) -> tuple[Action, ...]:
        """The choices of each phase."""
        phase = self.phase
        if phase == P_PLACE:
            return self.legal_place(seat)
        if phase == P_TALK:
            return self.legal_talk(seat)
        if phase == P_STAKE:
            return self.legal_stake(seat)
        if phase == P_SHARE:
            return self.legal_share(seat)
        if phase == P_RESOLVE:
            return self.legal_resolve()
        if phase == P_RECRUIT:
            return self.legal_recruit(seat)
        if phase == P_REROLL:
            return self.legal_reroll()
        if phase == P_BADGES:
            return self.legal_badges()
        if phase == P_CATCH:
            return self.legal_catch()
        if phase == P_LAY:
            return self.legal_lay()
        if phase == P_DISCARD:
            return self.legal_discard(seat)
        if phase == P_ORDER:
            return self.legal_order()
        if phase == P_ARREST:
            return self.legal_arrest()
        if phase == P_COLOUR:
            return self.legal_colour()
        table = self.cards.table
        return (table.double[0], table.double[1])

    def apply(self, player: int, action: Action) -> None:
        """The choice happens, or the rule that forbids it is named and nothing has changed."""
        if action not in self.legal_actions(player):
            raise refusal(self, player, action)
        if action.kind == CLAIM or action.kind == SHARE:
            self.choices[player] = NO_CHOICE  # a step of a draft: nobody else's choices change
        else:
            for seat in range(self.players):
                self.choices[seat] = NO_CHOICE
        self.carry_out(player, action)

    def carry_out(self, seat: int, action: Action) -> None:
        """Each phase does its own."""
        phase = self.phase
        if phase == P_PLACE:
            self.apply_place(seat, action)
        elif phase == P_TALK:
            self.apply_talk(seat, action)
        elif phase == P_STAKE:
            self.apply_stake(seat, action)
        elif phase == P_SHARE:
            self.apply_share(seat, action)
        elif phase == P_RESOLVE:
            self.begin_place(action.a)
        elif phase == P_RECRUIT:
            self.apply_recruit(seat, action)
        elif phase == P_REROLL:
            self.apply_reroll(seat, action)
        elif phase == P_BADGES:
            self.name_badges(action.a)
        elif phase == P_CATCH:
            self.apply_catch(seat, action)
        elif phase == P_LAY:
            self.apply_lay(seat, action)
        elif phase == P_DISCARD:
            self.apply_discard(seat, action)
        elif phase == P_ORDER:
            self.apply_order(seat, action)
        elif phase == P_ARREST:
            self.apply_arrest(seat, action)
        elif phase == P_COLOUR:
            self.apply_colour(seat, action)
        elif phase == P_DOUBLE:
            self.apply_double(seat, action)

    def apply_lay(self, seat: int, action: Action) -> None:
        """The drawn place lies beside another; then the next starting place, or discards and placement (PG 3.5, PG 5.2)."""
        self.lay(seat, self.drawn, self.x[action.a] + DX[action.b], self.y[action.a] + DY[action.b])
        if self.turn:
            self.begin_discards()
            return
        self.start_cards += 1
        if self.start_cards < self.players:
            self.draw_place(self.order[self.start_cards])
        else:
            self.begin_turn()

    def clone(self) -> State:
        """An independent copy."""
        copy = State(self.cards, self.players, BLANK, self.options)
        self.clone_to(copy)
        return copy

    def view(self, player: int | None) -> View:
        """What that seat may know (PG 16.1, PG 16.2)."""
        return view_of(self, player)

    def to_position(self) -> dict[str, object]:
        """The whole table; see docs/positions.md."""
        return position_of(self)

    def check(self) -> None:
        """Nothing is lost or doubled: gangsters, dice, tokens, cards; sides and links agree with the pieces and the city."""
        box = self.cards
        n, wares = self.players, box.traffics
        for t in range(wares):
            held = sum([self.tokens[seat * wares + t] for seat in range(n)])
            assert self.supply[t] >= 0 and held + self.supply[t] == box.tokens[t], box.traffic_names[t]
        assert sorted([*self.deck, *self.laid, *([self.drawn] if self.drawn != -1 else [])]) == list(
            range(box.card_count)
        )
        self.check_pieces()
        for seat in range(n):
            for t in range(wares):
                assert 0 <= self.stakes[seat * wares + t] <= self.tokens[seat * wares + t]
        for card in self.laid:
            for side in range(4):
                other = self.neighbour[4 * card + side]
                assert other == -1 or self.neighbour[4 * other + (side + 2) % 4] == card
        assert self.is_over or self.owing

    def check_pieces(self) -> None:
        """All gangsters and dice are somewhere, once."""
        box = self.cards
        n = self.players
        count = self.hand[:]
        for code in self.pieces:
            count[(code >> 4 & 7) * 8 + (code >> 1 & 7)] += 1
            spot, seat = code >> 7, code >> 4 & 7
            assert self.neighbour[spot] == -1 and (
                self.side_police[spot] if seat & 1 else self.side_gang[spot] == seat + 1
            )
        for code in self.jail:
            count[code & 63] += 1
        for c in range(box.kinds):
            held = sum([count[seat * 8 + c] for seat in range(0, n, 2)])
            about = self.bag.count(c) + self.discard.count(c) + self.recruits.count(c)
            if box.in_bag[c]:
                assert held + about == box.counts[c], box.characters[c]
            else:
                assert held <= box.counts[c] and not about
        for seat in range(1, n, 2):
            for die in range(3):
                assert count[seat * 8 + die] == box.dice_of[n][die]
        assert min(self.hand) >= 0
        for at in range(len(self.shown)):
            assert 0 <= self.shown[at] <= self.hand[at]
