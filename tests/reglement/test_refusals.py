"""Why a choice is refused, read a second time: of all sentences that could be said, the first that is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from parrain.core import Event, Say, Stream
from tests.reglement.helpers import RC
from tests.reglement.referee import Referee
from tests.reglement.test_referee import Chooser
from tests.sentences import meant

Reason = tuple[str, str, int]  # the rule, the sentence, and the chair that it names
CARD = {
    "stab": "knife",
    "shoot": "bang",
    "serve": "cake",
    "pass": "pass",
    "blow": "boom",
    "drug": "cocktail",
    "pour": "cocktail",
    "lift": "move",
}
NOT_HELD = "There is no {card} in your hand."


def reasons(referee: Referee, text: str) -> Iterator[Reason]:
    """The sentences that are true of a refused choice of whoever is asked, in the order in which they are said."""
    verb, *words = text.split()
    seating = "RC 8.13" if referee.turns else "RC 3.2"
    if verb in ("play", "discard", "draw"):
        yield from about_card(referee, verb, words)
    if verb == "back":
        yield "RC 4.2", "There is nothing half chosen to take back.", 0
    if verb == "pick":
        if referee.step not in ("picking", "sitting"):
            yield "RC 8.13", "Men are chosen for a chair only when all take their places.", 0
        if referee.step == "sitting":
            yield "RC 4.2", "You have chosen who sits: now say where, or choose again if you can.", 0
        yield seating, "No such man of yours is waiting for a chair.", 0
    if referee.step == "picking" or (referee.step == "sitting" and verb != "sit"):
        yield seating, "Gangsters are taking their places: choose one of your men, then a free chair.", 0
    if verb == "sit":
        if referee.step in ("sitting", "landing"):
            yield "RC 1.4", "Chair {chair} is taken: one gangster a chair, and no lap-sitting.", int(words[0])
        yield "RC 8.17", "First play a Move and choose who gets up.", 0
    if referee.step != CARD[verb]:
        if verb == "lift" and referee.step == "landing":
            yield "RC 8.17", "Your man at {chair} is on his feet: say where to, or choose again.", referee.lifted
        yield "RC 4.2", "First play {card}, then say what it does.", 0
    if verb in ("stab", "shoot"):
        killer = int(words[0])
        yield from about_weapon(
            referee, CARD[verb], killer, int(words[-1]) if verb == "stab" else referee.opposite[killer]
        )
    if verb == "serve":
        yield "RC 1.6", "Chair {chair} already has a cake. One dessert each.", int(words[0])
    if verb in ("pass", "blow"):
        yield from about_cake(referee, verb, words)
    yield from about_men(referee, verb, words)


def about_card(referee: Referee, verb: str, words: list[str]) -> Iterator[Reason]:
    """Why no such card can be played or discarded, or nothing drawn."""
    if referee.step in ("picking", "sitting"):
        if referee.turns:
            yield "RC 8.13", "The police are in the house: first everybody sits down again, one man at a time.", 0
        yield "RC 3.2", "The game begins when all gangsters sit.", 0
    if referee.step not in ("first", "second"):
        yield "RC 4.2", "You are playing {card}: say what it does, or choose again.", 0
    if verb == "draw":
        yield "RC 7.1", "You must do something first: play a card, or discard one and draw one.", 0
        return
    second, card = referee.step == "second", words[0]
    if verb == "discard" and second:
        yield "RC 7.6", "One discards instead of playing, and you have played {card}.", 0
    if verb == "play" and second and card != "move":
        if referee.first == "move":
            yield "RC 7.3", "After a Move no action card: {card} has to wait.", 0
        yield "RC 7.2", "A second card can only be a Move.", 0
    if not referee.hands[referee.turn][card]:
        yield "RC 7.8", NOT_HELD, 0
    yield "RC 7.4", "{card} would do nothing: {why}", 0


def why(referee: Referee, card: str) -> str:
    """What a card lacks that would do nothing."""
    if card == "pass" and set(referee.cakes) - {referee.turn}:
        return "wherever the cakes could go, a cake stands already."
    if card == "cocktail" and not referee.pills():
        return "the pills are all given out."
    if card == "move" and not referee.free():
        return "every chair is taken."
    return {
        "knife": "none of your men awake with a blade has an opponent beside him.",
        "bang": "none of your men awake with a gun has an opponent opposite.",
        "pass": "no opponent has a cake on the table.",
        "boom": "no opponent has a cake on the table.",
        "cake": "every chair has a cake.",
        "cocktail": "no opponent has a glass in front of him.",
        "move": "all your men are asleep.",
    }[card]


def about_weapon(referee: Referee, card: str, killer: int, victim: int) -> Iterator[Reason]:
    """Why this man cannot stab or shoot that one."""
    knife = card == "knife"
    rule = "RC 8.1" if knife else "RC 8.3"
    if not referee.holds(killer, referee.turn):
        yield rule, "Nobody of yours sits at chair {chair}.", killer
        return
    man = referee.chairs[killer]
    if man.asleep:
        yield "RC 9.1", "Your man at chair {chair} is asleep. He snores, he does not kill.", killer
    if not knife and not victim:
        yield "RC 1.3", "Chair {chair} is an X chair: nobody sits opposite, and nobody shoots from it.", killer
    if knife and man.rank != "blade" and referee.icons[killer] != "knife":
        yield rule, "Your man at chair {chair} is no Blade and has no knife in front of him.", killer
    if not knife and man.rank != "shooter" and referee.icons[killer] != "revolver":
        yield rule, "Your man at chair {chair} is no Shooter and has no revolver in front of him.", killer
    rule = "RC 8.2" if knife else "RC 8.4"
    if victim not in referee.chairs:
        yield rule, "Chair {chair} is empty: there is nobody to kill.", victim
    yield rule, "The man at chair {chair} is one of yours. There are limits.", victim


def about_cake(referee: Referee, verb: str, words: list[str]) -> Iterator[Reason]:
    """Why that cake cannot be passed or set off."""
    rule = "RC 8.6" if verb == "pass" else "RC 8.9"
    if words[0] == referee.gangs[referee.turn]:
        yield rule, "Your own cake is out of reach of this card: only an opponent's will do.", 0
    if words[0] not in referee.gangs or referee.gangs.index(words[0]) not in referee.cakes:
        yield rule, "That cake is not on the table.", 0
        return
    start = chair = referee.cakes[referee.gangs.index(words[0])]
    beside = referee.left if words[1] == "left" else referee.right
    while (chair := beside[chair]) != start and chair not in referee.chairs:
        pass
    if chair == start:
        yield "RC 8.7", "There is nobody else at the table for the cake to go to.", 0
    yield "RC 8.8", "It would stop at chair {chair}, and a cake stands there already.", chair


def about_men(referee: Referee, verb: str, words: list[str]) -> Iterator[Reason]:
    """Why that glass gets no pill, or that man does not move."""
    if verb == "pour":
        yield "RC 8.10", "Choose at least one glass first.", 0
        return
    chair = int(words[0])
    mine = referee.holds(chair, referee.turn)
    if verb == "drug":
        if chair in referee.doses:
            yield "RC 8.11", "The man at chair {chair} already gets a pill from this card. Do not overdo it.", chair
        if chair not in referee.chairs:
            yield "RC 8.10", "Nobody sits at chair {chair}.", chair
        if mine:
            yield "RC 8.10", "The man at chair {chair} is one of yours: drinks are for opponents.", chair
        yield "RC 8.10", "There is no glass in front of chair {chair}.", chair
    if not mine:
        yield "RC 8.17", "Nobody of yours sits at chair {chair}.", chair
    yield "RC 9.1", "Your man at chair {chair} is asleep and does not move.", chair


@pytest.mark.rule("RC 1.3", "RC 1.4", "RC 1.6", "RC 3.2", "RC 4.1", "RC 4.2", "RC 7.1 to RC 7.4", "RC 7.6", "RC 7.8")
@pytest.mark.rule("RC 8.1 to RC 8.4", "RC 8.6 to RC 8.11", "RC 8.13", "RC 8.17", "RC 9.1")
@pytest.mark.parametrize(("players", "seating"), [(3, "free"), (6, "preset")])
def test_a_refusal_says_the_first_thing_that_is_true(players: int, seating: str) -> None:
    log: list[Event] = []
    state = RC.new(players, players, log, seating=seating)
    referee = Referee(RC.edition.data, players, RC.settle_options({"seating": seating}))
    questions, chooser, rng = referee.game(), Chooser(players), Stream(players)
    said: Counter[str] = Counter()
    text = ""
    while True:
        referee.told = state.to_position()
        told = [event.secret["cards"] for event in log if event.secret]
        referee.told_drawn = list(told[0]) if told else []  # type: ignore[call-overload]
        log.clear()
        try:
            seat, choices = questions.send(text) if text else next(questions)
        except StopIteration:
            break
        fitting = [action for action in RC.actions if CARD.get(action.text.split()[0]) == referee.step]
        pick = (*(fitting or RC.actions), *RC.actions[:: len(RC.actions) // 40])
        for action in {pick[rng.below(len(pick))] for _ in range(12)}:
            if action.text in choices:
                continue
            error = state.why_not(seat, action)
            assert error is not None
            rule, words, chair = next(reasons(referee, action.text))
            where = f"{seat} {action.text} at {referee.step}: {error.rule} {error}"
            assert (error.rule, meant(error.say.text, __file__)) == (rule, words), where
            assert not chair or error.say.filling["chair"] == chair, where
            inner = error.say.filling.get("why")
            assert not isinstance(inner, Say) or meant(inner.text, __file__) == why(referee, action.text.split()[1]), (
                where
            )
            said[words] += 1
            other = state.why_not((seat + 1) % players, action)
            taking_places = referee.step in ("picking", "sitting")
            assert other is not None
            assert other.rule == ("RC 4.1" if not taking_places else "RC 8.13" if referee.turns else "RC 3.2")
        text = chooser.choose([str(action) for action in state.legal_actions(seat)], referee)
        state.apply(seat, RC.action_from_text(text))
    assert len(said) > 25, said
