"""The phases of a turn, one row each, and the State that plays them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.action import Action
from parrain.core.compiling import Words, i64
from parrain.core.errors import BadOption, BadPosition, require
from parrain.core.event import Event
from parrain.core.phase import Phase
from parrain.core.say import Say, say
from parrain.core.state import NO_ACTIONS
from parrain.core.stream import BLANK
from parrain.games.reglement.actions import BACK, DISCARD, PLAY, POUR
from parrain.games.reglement.components import CARDS, COCKTAIL, FEWEST, KINDS, MOVE, RANKS, Box
from parrain.games.reglement.observe import observe
from parrain.games.reglement.rules.hands import draw_up
from parrain.games.reglement.rules.menu import drinks, pour, use_card
from parrain.games.reglement.rules.seating import next_to_seat, offer_chair, pick, seat_as_shown, seat_freely, sit
from parrain.games.reglement.rules.turn import (
    after_card,
    begin_turn,
    card_in_play,
    discard_one,
    end_turn,
    lift,
    offer_cards,
    offer_second,
    play,
)
from parrain.games.reglement.state import AIM, FIRST, LANDING, OFFERS, PICKING, SECOND, SITTING, StateData
from parrain.games.reglement.view import View, view_of

NOBODY: Final[tuple[int, ...]] = ()
MOVERS: Final[tuple[tuple[int, ...], ...]] = ((0,), (1,), (2,), (3,), (4,), (5,))

# -- the choices of a phase ------------------------------------------------------------------------


def offered(state: StateData, seat: int) -> tuple[Action, ...]:
    """The actions of the step's family that the mask allows, and to take back what is half chosen (RC 4.2)."""
    actions = state.box.choices(OFFERS[state.step], state.mask)
    if state.step == AIM + COCKTAIL and state.doses:
        actions += state.box.pour_only
    return actions + state.box.back_only if state.may_go_back() else actions


def validate(state: StateData, seat: int, action: Action) -> None:
    """Refuse an action that is not among those offered."""
    place = action.id - state.box.family[OFFERS[state.step]]
    if place < 0 or not state.mask >> place & 1:
        raise state.refusal(seat, action)


# -- what a choice does ----------------------------------------------------------------------------


def choose_man(state: StateData, seat: int, action: Action) -> None:
    """Which man sits down next (RC 3.2, RC 8.13)."""
    validate(state, seat, action)
    pick(state, action.a + len(RANKS) * action.b)


def choose_chair(state: StateData, seat: int, action: Action) -> None:
    """Where he sits; then the next man (RC 3.2, RC 8.13).

    When all sit, the turn goes on (RC 8.16), or the last to place begins (RC 3.3).
    """
    if action.kind == BACK and state.may_go_back():
        offer_chair(state, seat)
        return
    validate(state, seat, action)
    sit(state, action.a)
    following = next_to_seat(state)
    if following >= 0:
        offer_chair(state, following)
    elif state.turns:
        offer_second(state)
    else:
        begin_turn(state, seat)


def choose_card(state: StateData, seat: int, action: Action) -> None:
    """A card to play, one to discard, or the end of the cards (section 7)."""
    validate(state, seat, action)
    if action.kind == PLAY:
        play(state, action.a)
    elif action.kind == DISCARD:
        discard_one(state, action.a)
    else:
        end_turn(state)


def choose_aim(state: StateData, seat: int, action: Action) -> None:
    """What the card does; or it is taken back (RC 4.2)."""
    if action.kind == BACK:
        offer_cards(state)
        return
    validate(state, seat, action)
    use_card(state, action)
    after_card(state)


def choose_glass(state: StateData, seat: int, action: Action) -> None:
    """One more glass for a Cocktail; the last possible one, or enough of them, and it is served (RC 8.10)."""
    if action.kind == BACK:
        if state.doses:
            state.doses.pop()
            state.mask = drinks(state)
        else:
            offer_cards(state)
        return
    if action.kind == POUR and state.doses:
        state.mask = 0
    else:
        validate(state, seat, action)
        state.doses.append(action.a)
        state.mask = drinks(state)
    if not state.mask:
        pour(state)
        after_card(state)


def choose_mover(state: StateData, seat: int, action: Action) -> None:
    """Who gets up for a Move (RC 8.17)."""
    if action.kind == BACK:
        offer_cards(state)
        return
    validate(state, seat, action)
    lift(state, action.a)


def choose_landing(state: StateData, seat: int, action: Action) -> None:
    """Where he goes; or somebody else gets up (RC 8.17, RC 4.2)."""
    if action.kind == BACK:
        state.lifted = -1
        play(state, MOVE)
        return
    choose_aim(state, seat, action)


def resume(state: StateData) -> None:
    """Offer again what the step of a laid table offers, with what is half chosen, or say why it cannot be (RC 4.2)."""
    step, picked, lifted, doses = state.step, state.picked, state.lifted, state.doses
    state.picked = state.lifted = -1
    state.doses = []
    require(picked < 0 or step == SITTING, "Somebody is picked at the step `sitting` alone.")
    require(lifted < 0 or step == LANDING, "Somebody is lifted at the step `landing` alone.")
    require(not doses or step == AIM + COCKTAIL, "Doses are poured at the step `cocktail` alone.")
    if step in (PICKING, SITTING):
        if not state.waiting(state.mover):
            raise BadPosition("{gang} has no man who waits for a chair.", gang=state.box.gangs[state.mover])
        offer_chair(state, state.mover)
        if step == SITTING and state.step == PICKING:
            if picked < 0 or not state.mask >> picked & 1:
                raise BadPosition("The man picked must be one who waits for a chair.")
            pick(state, picked)
        return
    require(state.mover == state.turn, "The mover is the gang whose turn it is, but for a man to be seated.")
    if any(state.reserve):
        raise BadPosition("Gangsters wait for a chair: the step is picking or sitting.")
    offer_cards(state)
    if step == SECOND and state.first < 0:
        raise BadPosition("At the step `second` a first card has been played: say which.")
    if step == FIRST and state.first >= 0:
        raise BadPosition("At the step `first` no card has been played yet: leave `first` out.")
    if step in (FIRST, SECOND):
        return
    state.step = step
    card = card_in_play(state)
    if not state.mask >> card & 1:
        raise BadPosition("{card} cannot be in play: it is not in the hand, or would do nothing.", card=CARDS[card])
    play(state, card)
    for chair in doses:
        if not state.mask >> chair & 1:
            raise BadPosition("Chair {chair} cannot get a pill.", chair=chair + 1)
        state.doses.append(chair)
        state.mask = drinks(state)
    if step == LANDING:
        if lifted < 0 or not state.mask >> lifted & 1:
            raise BadPosition("Nobody at chair {chair} can be on the move.", chair=lifted + 1)
        lift(state, lifted)


# -- the table of phases, in the order of STEPS ----------------------------------------------------

SEAT_ONE: Final[Say] = say("Choose which of your men sits down next.")
SEATS_ONE: Final[Say] = say("{seat} must seat a gangster.")
PLAYS_ONE: Final[Say] = say("{seat} must play a card or discard one.")
MAY_MOVE: Final[Say] = say("{seat} may play a Move, or draws.")

# What a card does is chosen in secret: the others see that a card is being chosen, never one of these phases (RC 4.2).
PHASES: Final[tuple[Phase[StateData], ...]] = (
    Phase("picking", "RC 3.2", offered, choose_man, SEAT_ONE, SEATS_ONE),
    Phase("sitting", "RC 3.2", offered, choose_chair, say("Choose a chair for him."), SEATS_ONE),
    Phase(
        "first", "RC 7.1", offered, choose_card, say("Your turn: play a card, or discard one and draw one."), PLAYS_ONE
    ),
    Phase("second", "RC 7.2", offered, choose_card, say("Play a Move as well, or draw."), MAY_MOVE),
    Phase("landing", "RC 8.17", offered, choose_landing, say("Choose the chair he moves to."), PLAYS_ONE),
    Phase("knife", "RC 8.1", offered, choose_aim, say("Knife: who dies?"), PLAYS_ONE),
    Phase("bang", "RC 8.3", offered, choose_aim, say("Bang! Who dies?"), PLAYS_ONE),
    Phase("cake", "RC 8.5", offered, choose_aim, say("Where is the cake served?"), PLAYS_ONE),
    Phase("pass", "RC 8.6", offered, choose_aim, say("Which cake goes which way?"), PLAYS_ONE),
    Phase("boom", "RC 8.9", offered, choose_aim, say("Which cake goes off?"), PLAYS_ONE),
    Phase(
        "cocktail", "RC 8.10", offered, choose_glass, say("Whose glass gets a pill? Up to {most} of them."), PLAYS_ONE
    ),
    Phase(
        "alert", "RC 8.13", offered, choose_man, SEAT_ONE, SEATS_ONE
    ),  # never reached: an Alert! asks what picking asks
    Phase("move", "RC 8.17", offered, choose_mover, say("Who gets up?"), PLAYS_ONE),
)


class State(StateData):
    """A game in play."""

    __slots__ = ()

    def __init__(
        self, box: Box, players: int, seed: int, options: Mapping[str, object], log: list[Event] | None = None
    ) -> None:
        super().__init__(box, players, seed, options, log)
        if seed != BLANK:
            self.blank()
            set_up(self)

    def current_players(self) -> tuple[int, ...]:
        """Whoever has the turn, or a man to seat (RC 4.1, RC 3.2, RC 8.13)."""
        return NOBODY if self.is_over else MOVERS[self.mover]

    def phase_row(self) -> Phase[StateData]:
        return PHASES[self.step]

    def legal_actions(self, player: int) -> tuple[Action, ...]:
        """As in core, by a direct call: all phases offer in the same way, and a search asks all the time."""
        return NO_ACTIONS if player != self.mover or self.is_over else offered(self, player)

    def apply(self, player: int, action: Action) -> None:
        """As in core, without a tuple of the seats to move, and by a direct call for the choice of a card."""
        box = self.box
        number = action.id
        known = 0 <= number < len(box.actions) and box.actions[number] is action
        if player != self.mover or self.is_over or not known:
            raise self.refusal(player, action)
        if self.step == FIRST or self.step == SECOND:
            choose_card(self, player, action)
        else:
            PHASES[self.step].apply(self, player, action)

    def clone(self) -> State:
        copy = State(self.box, self.players, BLANK, self.options)
        self.copy_to(copy)
        return copy

    def view(self, player: int | None) -> View:
        """What that seat may know (RC 13.1)."""
        return view_of(self, player)

    def observe(self, player: int, out: Words, at: i64) -> bool:
        observe(self, player, out, at)
        return True

    def scores(self) -> tuple[int, ...]:
        """Everybody's money, which lies open (RC 13.2)."""
        return tuple(self.money)

    def standing(self, seat: int) -> tuple[int, int, int]:
        """What decides a seat's place: money, then how long it stayed, then its men at the end (RC 12.1 to RC 12.3)."""
        if self.out_at[seat]:
            return (self.money[seat], self.out_at[seat], self.out_men[seat])
        return (self.money[seat], self.clock + 1, self.alive[seat])

    def ranking(self) -> tuple[int, ...]:
        """The place of each seat; out of the game or not, the most money wins (RC 12.1)."""
        standings = [self.standing(seat) for seat in range(self.players)]
        return tuple([1 + sum([other > mine for other in standings]) for mine in standings])


def check_youngest(state: StateData) -> None:
    """Refuse a youngest player who does not play (RC 3.2)."""
    youngest = state.options["youngest"]
    if isinstance(youngest, int) and youngest > state.players:
        raise BadOption(
            "The youngest is one of players 1 to {players}, not {youngest}.", players=state.players, youngest=youngest
        )


def set_up(state: StateData) -> None:
    """Gangs and bank by the number of players, five cards each, then the seating (RC 2.1 to RC 2.4)."""
    box = state.box
    players = state.players
    check_youngest(state)
    state.bank = box.bank[players - FEWEST]
    state.pile = [card for card in range(KINDS) for _ in range(box.counts[card])]
    state.shuffle(state.pile)
    for seat in range(players):
        state.alive[seat] = sum(box.sizes[players - FEWEST])
        draw_up(state, seat)
    if state.options["seating"] == "free":
        seat_freely(state)
    else:
        seat_as_shown(state)
        begin_turn(state, 0)  # the first gang begins (RC 3.1)
