"""Why a choice is refused: the rule that forbids it, in a sentence about this table."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.errors import IllegalAction
from parrain.core.refusals import usual_refusal
from parrain.core.say import Say, say
from parrain.games.reglement import actions as act
from parrain.games.reglement.components import BANG, BOOM, CAKE, COCKTAIL, KNIFE, MOVE, PASS, gang_of
from parrain.games.reglement.rules.menu import cakes_of_others, next_guest
from parrain.games.reglement.rules.turn import card_in_play
from parrain.games.reglement.state import AIM, LANDING, PICKING, SECOND, SITTING, StateData

ENDED_BY = {"": "", "alone": "RC 11.1", "bank": "RC 11.2", "blast": "RC 11.3", "stalled": "RC 11.4"}
NOT_NOW = say("Not now: {seat} is choosing.")


def refusal(state: StateData, player: int, action: Action) -> IllegalAction:
    """The rule that forbids this choice."""
    turn = seating_rule(state) if state.step in (PICKING, SITTING) else "RC 4.1"
    found = usual_refusal(state, player, action, "RC 7.1", ENDED_BY[state.ending], turn, NOT_NOW)
    if found is not None:
        return found
    kind = action.kind
    if kind in (act.PLAY, act.DISCARD, act.DRAW):
        return no_card(state, action)
    if kind == act.BACK:
        return IllegalAction("RC 4.2", "There is nothing half chosen to take back.")
    if kind == act.PICK:
        return no_pick(state, action)
    if state.step == PICKING or (state.step == SITTING and kind != act.SIT):
        return IllegalAction(
            seating_rule(state), "Gangsters are taking their places: choose one of your men, then a free chair."
        )
    if kind == act.SIT:
        return no_chair(state, action.a)
    card = card_of(kind)
    if state.step != AIM + card:
        if kind == act.LIFT and state.step == LANDING:
            return IllegalAction(
                "RC 8.17", "Your man at {chair} is on his feet: say where to, or choose again.", chair=state.lifted + 1
            )
        return IllegalAction("RC 4.2", "First play {card}, then say what it does.", card=state.box.card_name(card))
    if card in (KNIFE, BANG):
        return no_weapon(state, action.a, action.b, card)
    if card == CAKE:
        return IllegalAction("RC 1.6", "Chair {chair} already has a cake. One dessert each.", chair=action.a + 1)
    if card in (PASS, BOOM):
        return no_cake(state, action.a, card, action.b)
    if card == COCKTAIL:
        return no_drink(state, action)
    return no_lift(state, action.a)


def seating_rule(state: StateData) -> str:
    """The rule by which men take their places now: an Alert! in the middle of the game, the free seating before it."""
    return "RC 8.13" if state.turns else "RC 3.2"


def card_of(kind: int) -> int:
    """The card that a choice is the second part of."""
    if kind in (act.STAB_LEFT, act.STAB_RIGHT):
        return KNIFE
    if kind == act.SHOOT:
        return BANG
    if kind == act.SERVE:
        return CAKE
    if kind == act.SHOVE:
        return PASS
    if kind == act.BLOW:
        return BOOM
    return COCKTAIL if kind in (act.DRUG, act.POUR) else MOVE


def no_card(state: StateData, action: Action) -> IllegalAction:
    """Why no such card can be played or discarded, or nothing drawn."""
    if state.step == PICKING or state.step == SITTING:
        if state.turns:
            return IllegalAction(
                "RC 8.13", "The police are in the house: first everybody sits down again, one man at a time."
            )
        return IllegalAction("RC 3.2", "The game begins when all gangsters sit.")
    if state.step >= LANDING:
        return IllegalAction(
            "RC 4.2",
            "You are playing {card}: say what it does, or choose again.",
            card=state.box.card_name(card_in_play(state)),
        )
    if action.kind == act.DRAW:
        return IllegalAction("RC 7.1", "You must do something first: play a card, or discard one and draw one.")
    card = action.a
    name = state.box.card_name(card)
    if action.kind == act.DISCARD:
        if state.step == SECOND:
            return IllegalAction(
                "RC 7.6",
                "One discards instead of playing, and you have played {card}.",
                card=state.box.card_name(state.first),
            )
        return IllegalAction("RC 7.8", "There is no {card} in your hand.", card=name)
    if state.step == SECOND and card != MOVE:
        if state.first == MOVE:
            return IllegalAction("RC 7.3", "After a Move no action card: {card} has to wait.", card=name)
        return IllegalAction("RC 7.2", "A second card can only be a Move.")
    if not state.held[state.turn] >> card & 1:
        return IllegalAction("RC 7.8", "There is no {card} in your hand.", card=name)
    return IllegalAction("RC 7.4", "{card} would do nothing: {why}", card=name, why=nothing_to_do(state, card))


def nothing_to_do(state: StateData, card: int) -> Say:
    """What a card lacks."""
    if card == KNIFE:
        return say("none of your men awake with a blade has an opponent beside him.")
    if card == BANG:
        return say("none of your men awake with a gun has an opponent opposite.")
    if card == PASS and cakes_of_others(state):
        return say("wherever the cakes could go, a cake stands already.")
    if card in (PASS, BOOM):
        return say("no opponent has a cake on the table.")
    if card == CAKE:
        return say("every chair has a cake.")
    if card == COCKTAIL:
        return say("no opponent has a glass in front of him.") if state.tokens else say("the pills are all given out.")
    if not state.free():
        return say("every chair is taken.")
    return say("all your men are asleep.")


def no_pick(state: StateData, action: Action) -> IllegalAction:
    """Why that man cannot be seated."""
    if state.step != PICKING and state.step != SITTING:
        return IllegalAction("RC 8.13", "Men are chosen for a chair only when all take their places.")
    if state.step == SITTING:
        return IllegalAction("RC 4.2", "You have chosen who sits: now say where, or choose again if you can.")
    return IllegalAction(seating_rule(state), "No such man of yours is waiting for a chair.")


def no_chair(state: StateData, chair: int) -> IllegalAction:
    """Why nobody can sit there."""
    if state.step == SITTING or state.step == LANDING:
        return IllegalAction(
            "RC 1.4", "Chair {chair} is taken: one gangster a chair, and no lap-sitting.", chair=chair + 1
        )
    return IllegalAction("RC 8.17", "First play a Move and choose who gets up.")


def no_weapon(state: StateData, killer: int, victim: int, card: int) -> IllegalAction:
    """Why this man cannot stab or shoot that one."""
    who = state.who[killer]
    rule = "RC 8.1" if card == KNIFE else "RC 8.3"
    if who < 0 or gang_of(who) != state.turn:
        return IllegalAction(rule, "Nobody of yours sits at chair {chair}.", chair=killer + 1)
    if state.asleep >> killer & 1:
        return IllegalAction(
            "RC 9.1", "Your man at chair {chair} is asleep. He snores, he does not kill.", chair=killer + 1
        )
    if card == BANG and victim < 0:
        return IllegalAction(
            "RC 1.3", "Chair {chair} is an X chair: nobody sits opposite, and nobody shoots from it.", chair=killer + 1
        )
    if card == KNIFE and not (state.blades | state.box.knives) >> killer & 1:
        return IllegalAction(
            rule, "Your man at chair {chair} is no Blade and has no knife in front of him.", chair=killer + 1
        )
    if card == BANG and not (state.shooters | state.box.revolvers) >> killer & 1:
        return IllegalAction(
            rule, "Your man at chair {chair} is no Shooter and has no revolver in front of him.", chair=killer + 1
        )
    rule = "RC 8.2" if card == KNIFE else "RC 8.4"
    if state.who[victim] < 0:
        return IllegalAction(rule, "Chair {chair} is empty: there is nobody to kill.", chair=victim + 1)
    return IllegalAction(rule, "The man at chair {chair} is one of yours. There are limits.", chair=victim + 1)


def no_cake(state: StateData, owner: int, card: int, side: int) -> IllegalAction:
    """Why that cake cannot be passed or set off."""
    rule = "RC 8.6" if card == PASS else "RC 8.9"
    if owner == state.turn:
        return IllegalAction(rule, "Your own cake is out of reach of this card: only an opponent's will do.")
    if owner >= state.players or state.cake[owner] < 0:
        return IllegalAction(rule, "That cake is not on the table.")
    chair = next_guest(state, owner, side)
    if chair == state.cake[owner]:
        return IllegalAction("RC 8.7", "There is nobody else at the table for the cake to go to.")
    return IllegalAction("RC 8.8", "It would stop at chair {chair}, and a cake stands there already.", chair=chair + 1)


def no_drink(state: StateData, action: Action) -> IllegalAction:
    """Why that glass gets no pill."""
    if action.kind == act.POUR:
        return IllegalAction("RC 8.10", "Choose at least one glass first.")
    chair = action.a
    if chair in state.doses:
        return IllegalAction(
            "RC 8.11", "The man at chair {chair} already gets a pill from this card. Do not overdo it.", chair=chair + 1
        )
    who = state.who[chair]
    if who < 0:
        return IllegalAction("RC 8.10", "Nobody sits at chair {chair}.", chair=chair + 1)
    if gang_of(who) == state.turn:
        return IllegalAction(
            "RC 8.10", "The man at chair {chair} is one of yours: drinks are for opponents.", chair=chair + 1
        )
    return IllegalAction("RC 8.10", "There is no glass in front of chair {chair}.", chair=chair + 1)


def no_lift(state: StateData, chair: int) -> IllegalAction:
    """Why that man does not move."""
    who = state.who[chair]
    if who < 0 or gang_of(who) != state.turn:
        return IllegalAction("RC 8.17", "Nobody of yours sits at chair {chair}.", chair=chair + 1)
    return IllegalAction("RC 9.1", "Your man at chair {chair} is asleep and does not move.", chair=chair + 1)
