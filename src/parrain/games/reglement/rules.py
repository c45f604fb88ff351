"""Règlement de comptes: the State and its moves, section by section as in docs/rules/reglement-de-comptes.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.event import Event
from parrain.core.stream import BLANK
from parrain.games.reglement.components import (
    AIM,
    ALERT,
    BACK,
    BLOW,
    CARDS,
    COCKTAIL,
    DEFAULTS,
    DISCARD,
    DRAW,
    DRUG,
    FEWEST,
    FIRST,
    KINDS,
    LANDING,
    LIFT,
    MOVE,
    PICK,
    PICKING,
    PLAY,
    POUR,
    SECOND,
    SERVE,
    SHOOT,
    SHOVE,
    SIT,
    SITTING,
    STAB_LEFT,
    Box,
)  # fmt: skip
from parrain.games.reglement.menu import Menu
from parrain.games.reglement.position import position_of
from parrain.games.reglement.sound import check_table
from parrain.games.reglement.table import PAID, SEATED, told
from parrain.games.reglement.view import View, view_of
from parrain.games.reglement.why import not_now, refusal

# Which family of choices each step offers.
OFFERS: Final[tuple[int, ...]] = (PICK, SIT, PLAY, PLAY, SIT, STAB_LEFT, SHOOT, SERVE, SHOVE, BLOW, DRUG, BACK, LIFT)

ENDED_BY = {"alone": "RC 11.1", "bank": "RC 11.2", "blast": "RC 11.3", "stalled": "RC 11.4"}
MOVERS: Final[tuple[tuple[int, ...], ...]] = ((0,), (1,), (2,), (3,), (4,), (5,))
DRAW_BIT: Final = 1 << (2 * KINDS)


class State(Menu):
    """A game in play.

    `turn` is whose turn it is, `mover` who owes a decision (another one while men are seated). `step` says what is
    being chosen and `mask` what may be: one bit for each choice of the step's family. `first` is the first card
    played this turn, or -1. `picked`, `lifted` and `doses` are what is half chosen.
    """

    __slots__ = ("first", "lifted", "mask", "mover", "picked", "quiet", "step")

    def __init__(
        self,
        box: Box,
        players: int = FEWEST,
        seed: int = BLANK,
        options: Mapping[str, object] = DEFAULTS,
        log: list[Event] | None = None,
    ) -> None:
        super().__init__(box, players, seed, options, log)
        self.mover = 0
        self.step = FIRST
        self.mask = 0
        self.first = -1
        self.picked = -1
        self.lifted = -1
        self.quiet = 0
        if seed != BLANK:
            self.set_up()

    # -- the contract ----------------------------------------------------------------------------------

    def current_players(self) -> tuple[int, ...]:
        """Whoever has the turn, or a man to seat (RC 4.1, RC 3.2, RC 8.13)."""
        return () if self.is_over else MOVERS[self.mover]

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """What the step offers; what is half chosen can be taken back (RC 4.2)."""
        if player != self.mover or self.is_over:
            return ()
        box = self.kit
        step = self.step
        offered = box.choices(OFFERS[step], self.mask)
        if step == AIM + COCKTAIL and self.doses:
            offered += box.pour_only
        return offered + box.back_only if self.may_go_back() else offered

    def may_go_back(self) -> bool:
        """Whether something is half chosen (RC 4.2)."""
        if self.step == SITTING:
            kinds = self.waiting(self.mover)
            return kinds & (kinds - 1) != 0
        return self.step >= LANDING

    def allows(self, action: Action) -> bool:
        """Whether the step offers this choice."""
        if action.kind == BACK:
            return self.may_go_back()
        if action.kind == POUR:
            return self.step == AIM + COCKTAIL and len(self.doses) > 0
        place = action.id - self.kit.family[OFFERS[self.step]]
        return place >= 0 and self.mask >> place & 1 == 1

    def apply(self, player: int, action: Action) -> None:
        """The choice happens, or a rule forbids it and nothing changes."""
        box = self.kit
        chosen = action.id
        if chosen < 0 or chosen >= len(box.actions) or box.actions[chosen] is not action:
            raise IllegalAction("RC 7.1", "“{text}” is not a choice of this edition.", text=action.text)
        if self.is_over:
            raise IllegalAction(ENDED_BY[self.ending], "The game is over.")
        if player != self.mover:
            raise not_now(self)
        if not self.allows(action):
            raise refusal(self, action)
        self.carry_out(action)

    def carry_out(self, action: Action) -> None:
        """One choice of the step, which is legal."""
        kind = action.kind
        if kind == PLAY:
            self.play(action.a)
        elif kind == DRAW:
            self.end_turn()
        elif kind == LIFT:
            self.lift(action.a)
        elif kind == SIT and self.step == SITTING:
            self.sit(action.a)
        elif kind == DISCARD:
            self.discard_one(action.a)
        elif kind == DRUG:
            self.drug(action.a)
        elif kind == PICK:
            self.pick(action.a + 4 * action.b)
        elif kind == BACK:
            self.go_back()
        else:
            self.use_card(action)
            self.after_card()

    def use_card(self, action: Action) -> None:
        """The last part of a choice: the card does what it does (section 8)."""
        kind = action.kind
        if kind == SIT:
            start, self.lifted = self.lifted, -1
            self.land(start, action.a)
        elif kind == SERVE:
            self.serve(action.a)
        elif kind == SHOOT:
            self.shoot(action.a, action.b)
        elif kind == SHOVE:
            self.shove(action.a, action.b)
        elif kind == BLOW:
            self.blow(action.a)
        elif kind == POUR:
            self.pour()
        else:
            self.stab(action.a, action.b)

    def go_back(self) -> None:
        """Take back the last part of a choice that is not whole (RC 4.2)."""
        if self.step == SITTING:
            self.offer_chair(self.mover)
        elif self.step == LANDING:
            self.lifted = -1
            self.play(MOVE)
        elif self.doses:
            self.doses.pop()
            self.mask = self.drinks()
        elif self.first < 0:
            self.offer_first()
        else:
            self.offer_second()

    def clone(self) -> State:
        """An independent copy."""
        copy = State(self.kit, self.players, BLANK, self.options)
        self.copy_base(copy)
        self.copy_table(copy)
        copy.turn = self.turn
        copy.doses = self.doses[:]
        copy.mover = self.mover
        copy.step = self.step
        copy.mask = self.mask
        copy.first = self.first
        copy.picked = self.picked
        copy.lifted = self.lifted
        copy.quiet = self.quiet
        return copy

    def view(self, player: int | None) -> View:
        """What that seat may know (RC 13.1)."""
        return view_of(self, player)

    def to_position(self) -> dict[str, object]:
        """The whole table; see docs/positions.md."""
        return position_of(self)

    def check(self) -> None:
        """Money, cards, men and pills conserved, one gangster a chair, one cake a chair."""
        check_table(self)

    # -- 2 Setup -------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Gangs and bank by the number of players, five cards each, then the seating (RC 2.1 to RC 2.4)."""
        box = self.kit
        self.clear()
        self.bank = box.bank[self.players - FEWEST]
        self.pile = [card for card in range(KINDS) for _ in range(box.counts[card])]
        self.shuffle(self.pile)
        for seat in range(self.players):
            self.alive[seat] = sum(box.sizes[self.players - FEWEST])
            self.draw_up(seat)
        if self.options["seating"] == "free":
            self.seat_freely()
        else:
            self.seat_as_shown()

    # -- 3 Taking one's place --------------------------------------------------------------------------

    def seat_as_shown(self) -> None:
        """The pre-set seating of the edition; the first gang begins (RC 3.1)."""
        for chair, gangster in enumerate(self.kit.seatings[self.players - FEWEST]):
            if gangster >= 0:
                self.seat_man(chair, gangster, False)
        self.begin_turn(0)

    def seat_freely(self) -> None:
        """The youngest seats the first gangster (RC 3.2); who that is, is told or drawn."""
        youngest = self.options["youngest"]
        for seat in range(self.players):
            for rank in range(4):
                self.reserve[seat * 8 + rank] = self.kit.sizes[self.players - FEWEST][rank]
        self.offer_chair(youngest - 1 if isinstance(youngest, int) else self.below(self.players))

    def waiting(self, seat: int) -> int:
        """The kinds of men who wait for a chair: one bit for each rank, awake then asleep."""
        kinds = 0
        for kind in range(8):
            if self.reserve[seat * 8 + kind]:
                kinds |= 1 << kind
        return kinds

    def offer_chair(self, seat: int) -> None:
        """That player seats a man: which one, if there is a choice, then where (RC 3.2, RC 8.13)."""
        self.mover = seat
        self.picked = -1
        self.mask = self.waiting(seat)
        self.step = PICKING
        if self.mask & (self.mask - 1) == 0:
            kind = 0
            while not self.mask >> kind & 1:
                kind += 1
            self.pick(kind)

    def pick(self, kind: int) -> None:
        """That kind of man will sit; any free chair will do, X chairs and chairs with a cake too (RC 3.2, RC 8.13)."""
        self.picked = kind
        self.step = SITTING
        self.mask = self.free()

    def sit(self, chair: int) -> None:
        """He sits, asleep if he was; then the next player counter-clockwise who has a man left (RC 3.2, RC 8.13, RC 8.14)."""
        seat = self.mover
        kind = self.picked
        gangster = self.next_of(seat, kind & 3)
        self.reserve[seat * 8 + kind] -= 1
        self.seat_man(chair, gangster, kind >= 4)
        self.deeds += [SEATED, chair, gangster]
        if self.log is not None:
            self.log.append(
                Event("seat", {"seat": seat, "chair": chair + 1, "asleep": kind >= 4, **told(self.kit, gangster)})
            )
        self.picked = -1
        for step in range(1, self.players + 1):
            following = (seat - step + self.players) % self.players
            if self.waiting(following):
                self.offer_chair(following)
                return
        if self.turns:
            self.offer_second()
        else:
            self.begin_turn(seat)  # the last to place begins (RC 3.3)

    # -- 4 The turn ------------------------------------------------------------------------------------

    def begin_turn(self, seat: int) -> None:
        """The four steps of a turn; after the first two a player has cards to choose (RC 4.1)."""
        self.turn = seat
        self.mover = seat
        self.turns += 1
        self.first = -1
        self.busy = False
        self.last = self.deeds
        self.deeds = []
        if self.log is not None:
            self.log.append(Event("turn", {"seat": seat, "number": self.turns}))
        if self.cake[seat] >= 0:
            self.explode(seat, seat)  # nobody is asked (RC 5.1)
        if not self.is_over and self.alive[seat]:
            self.collect(seat)
        if not self.is_over:
            if self.alive[seat]:
                self.offer_first()
            else:
                self.next_turn()  # blown up by one's own cake: the turn stops (RC 10.3)

    def next_turn(self) -> None:
        """The next player clockwise who is still in (RC 4.1); a game in which nothing happens any more ends (RC 11.4)."""
        self.quiet = 0 if self.busy else self.quiet + 1
        if self.quiet >= self.kit.quiet * self.living() or self.turns >= self.kit.longest:
            self.finish("stalled", -1)
            return
        seat = (self.turn + 1) % self.players
        while not self.alive[seat]:
            seat = (seat + 1) % self.players
        self.begin_turn(seat)

    # -- 6 Step 2: income --------------------------------------------------------------------------------

    def income(self, seat: int) -> int:
        """What is due: Godfather, businesses, monopolies, all doubled by the till; sleepers bring nothing (RC 6.1 to RC 6.5, RC 9.1)."""
        box = self.kit
        awake = self.men[seat] & ~self.asleep
        due = box.pay_godfather if awake & self.godfathers else 0
        for chairs in box.businesses:
            mine = awake & chairs
            if mine == chairs:
                due += box.pay_monopoly
            elif mine:
                due += box.pay_business
        return due * box.till_factor if awake & box.till else due

    def collect(self, seat: int) -> None:
        """The bank pays what is due or what it has (RC 6.6, RC 1.7); its last note ends the game (RC 11.2)."""
        due = self.income(seat)
        paid = min(due, self.bank)
        self.bank -= paid
        self.money[seat] += paid
        if paid:
            self.busy = True
            self.deeds += [PAID, seat, paid]
        if self.log is not None:
            self.log.append(Event("income", {"seat": seat, "due": due, "paid": paid, "bank": self.bank}))
        if not self.bank:
            self.finish("bank", seat, paid)

    # -- 7 Step 3: the cards -----------------------------------------------------------------------------

    def offer_first(self) -> None:
        """One card to play, if it does something, or one to discard (RC 7.1, RC 7.4, RC 7.6)."""
        held = self.held[self.turn]
        plays = 0
        for card in range(KINDS):
            if held >> card & 1 and (card == ALERT or self.aims(card)):
                plays |= 1 << card
        self.mover = self.turn
        self.step = FIRST
        self.mask = plays | held << KINDS

    def offer_second(self) -> None:
        """A Move, or draw: whoever has no Move says so too, so that nobody learns from it (RC 7.2, RC 8.16, RC 13.4)."""
        self.mover = self.turn
        self.step = SECOND
        self.mask = DRAW_BIT
        if self.held[self.turn] >> MOVE & 1 and self.aims(MOVE):
            self.mask |= 1 << MOVE

    def play(self, card: int) -> None:
        """A card is chosen; what it is to do comes next, except for an Alert! (RC 4.2)."""
        if card == ALERT:
            self.alert()
            self.first = ALERT
            self.offer_chair(self.turn)
        else:
            self.step = AIM + card
            self.mask = self.aims(card)

    def after_card(self) -> None:
        """After a first card a Move may follow, after a second the turn goes on; whoever is out draws nothing (RC 7.2, RC 7.3, RC 10.3)."""
        if self.is_over:
            return
        if not self.alive[self.turn]:
            self.next_turn()
        elif self.first < 0:
            self.first = self.card_of_step()
            self.offer_second()
        else:
            self.end_turn()

    def card_of_step(self) -> int:
        """The card being played."""
        return MOVE if self.step == LANDING else self.step - AIM

    def discard_one(self, card: int) -> None:
        """Discard one, draw one, instead of playing (RC 7.6); an Alert! too is an ordinary discard (RC 8.15)."""
        self.spend(card)
        if self.log is not None:
            self.log.append(Event("discard", {"seat": self.turn, "card": CARDS[card]}))
        self.end_turn()

    def drug(self, chair: int) -> None:
        """One more glass; with the last possible one the round is served (RC 8.10)."""
        self.doses.append(chair)
        self.mask = self.drinks()
        if not self.mask:
            self.pour()
            self.after_card()

    def lift(self, chair: int) -> None:
        """This man will move; to any chair without a gangster (RC 8.17)."""
        self.lifted = chair
        self.step = LANDING
        self.mask = self.free()

    # -- 9 Step 4: waking --------------------------------------------------------------------------------

    def end_turn(self) -> None:
        """Draw, wake one's sleepers, and it is the next player's turn (RC 7.5, RC 9.2, RC 4.1)."""
        self.draw_up(self.turn)
        sleepers = self.asleep & self.men[self.turn]
        if sleepers:
            chairs = [chair for chair in range(self.kit.chairs) if sleepers >> chair & 1]
            self.asleep &= ~sleepers
            self.tokens += len(chairs)
            if self.log is not None:
                self.log.append(Event("wake", {"seat": self.turn, "chairs": [chair + 1 for chair in chairs]}))
        self.next_turn()
