"""Why a choice is refused, read a second time: of all sentences that could be said, the first that is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gangster.referee import Referee
from tests.gangster.shorthand import GAME, edition_with
from tests.gangster.test_referee import Chooser, Following
from tests.sentences import meant

Reason = tuple[str, str]
NO_CARD = ("GA 6.5", "Your card {card} is face down; it comes up again when all are used.")
IN_PORT = ("GA 7.6", "In the Gold Coast nobody gets in or out: drive on.")


def reasons(referee: Referee, text: str) -> Iterator[Reason]:
    """The sentences that are true of a refused choice of whoever's turn it is, in the order in which they are said."""
    verb, *words = text.split()
    phase, colour = referee.phase, referee.colour
    if phase == "colour" and verb == "play":
        if words[0] not in referee.colours:
            yield "GA 15.1", "This colour is not in the game."
        yield "GA 15.2", "This colour is {seat}'s."
    if phase == "square" and verb == "grab":
        yield from loading(referee, referee.target, int(words[0]), gun=True)
    if phase == "equip" and verb == "equip":
        if words[0] not in referee.quay:
            yield "GA 11.3", "The port does not have {equipment}."
        yield "GA 12.2", "You already own {equipment}: two of a kind are not allowed."
    if phase == "act":
        if verb == "drive":
            yield from driving(referee, int(words[0]), words[1])
        if verb == "bump":
            yield from bumping(referee, int(words[0]), words[1])
        if verb == "unload":
            yield from unloading(referee, words[0])
        if verb == "load":
            yield from loading(referee, referee.at[colour], int(words[0]), gun=False)
        if verb == "gun":
            yield from shooting(referee, words[0])
    if phase in ("colour", "act", "square"):
        if verb == "back":
            yield "GA 16.2", "There is nothing to take back: a step can be taken back once in a turn, right after it."
        if verb in ("sink", "keep"):
            yield "GA 11.1", "A trunk is emptied for good only by a car that has just reached the Gold Coast."
        if verb == "equip":
            yield "GA 11.3", "Equipment is taken only by a car that has just reached the Gold Coast."
    if phase == "act" and verb == "play":
        if referee.n == 2:
            yield "GA 15.2", "You have already said which colour plays."
        yield "GA 15.1", "Only with two players does a player have two colours."
    if phase == "act" and verb == "grab":
        yield "GA 13.9", "For the machine gun, first choose the district."
    yield "", "{what}"  # what is to be done now


def driving(referee: Referee, card: int, place: str) -> Iterator[Reason]:
    """Why a card does not lead there."""
    colour = referee.colour
    here = referee.at[colour]
    if card not in referee.cards[colour]:
        yield NO_CARD
    if place not in (*referee.districts, referee.port):
        yield "GA 3.5", "With three players {place} does not exist."
    further = not referee.has(colour, "engine") and place in referee.roads(here, card + referee.engine_adds)
    if place == here and further:
        yield "GA 13.5", "You cannot end where you are: only an engine would take you once round."
    if place == here:
        yield "GA 6.2", "You cannot end where you are: you would have to turn back."
    for fewer in range(1, card):
        if place in referee.roads(here, fewer):
            if (card - fewer) % 2 == 0:
                yield "GA 6.2", "To end in {place} after {steps} you would have to turn back."
            yield "GA 6.1", "{place} is {fewer} away; with this card you drive exactly {steps}."
    if further:
        yield "GA 13.5", "{place} is {steps} away: only an engine would take you there with this card."
    yield "GA 6.1", "No road of exactly {steps} leads to {place}."


def bumping(referee: Referee, card: int, other: str) -> Iterator[Reason]:
    """Why that car cannot be bumped."""
    if not referee.has(referee.colour, "bumper"):
        yield "GA 13.6", "You have no bumper."
    if card not in referee.cards[referee.colour]:
        yield NO_CARD
    if other == referee.colour:
        yield "GA 13.6", "Your car cannot bump itself."
    if other not in referee.colours:
        yield "GA 2.2", "This colour is not in the game."
    yield "GA 13.7", "That car is not one street away: it is in {place}."


def unloading(referee: Referee, who: str) -> Iterator[Reason]:
    """Why nobody, or not two, can get out."""
    colour = referee.colour
    here = referee.at[colour]
    two = who == "two"
    if two and not referee.has(colour, "door"):
        yield "GA 13.10", "Without the door you unload one gangster in a turn."
    if here == referee.port:
        yield IN_PORT
        return
    if two and referee.inside[colour] < 2:
        yield "GA 13.10", "You have fewer than two of your own gangsters inside."
    if who == colour and not referee.inside[colour]:
        yield "GA 7.3", "Your car is empty: none of your own gangsters is inside."
    if not two and who != colour and who not in referee.trunk[colour]:
        yield "GA 7.3", "There is no gangster of that colour in your trunk."
    row = referee.squares[here]
    if all(row):
        yield "GA 8.6", "All squares of {place} are taken."
    if referee.square_for(row, colour if two else who) is None:
        yield "GA 8.3", "The holes of {place} are closed to this colour: another clan holds the last square."
    yield "GA 13.10", "Only one of the two would find a square in {place}."


def loading(referee: Referee, place: str, square: int, gun: bool) -> Iterator[Reason]:
    """Why nobody can be loaded from that square."""
    if place == referee.port:
        yield IN_PORT
        return
    row = referee.squares[place]
    if square > len(row):
        yield "GA 7.4", "{place} has only {squares} squares."
        return
    who = row[square - 1]
    if not who:
        yield "GA 7.4", "Square {square} of {place} is empty."
        return
    if gun and who == referee.colour:
        yield "GA 13.8", "The machine gun takes other colours only."
    if referee.guarded(who, place):
        if not gun:
            yield "GA 13.1", "A bodyguard watches over this gangster: its colour's car is here."
        if referee.guard_stops_gun:
            yield "GA 13.2", "A bodyguard watches over this gangster, against machine guns too."
    yield full(referee)


def full(referee: Referee) -> Reason:
    """Why there is no room in the trunk."""
    colour = referee.colour
    if len(referee.trunk[colour]) == 2 and referee.trunk_places == 1 and not referee.has(colour, "trunk"):
        return "GA 13.4", "You lost your large trunk with two aboard: empty it before you load another colour."
    return "GA 7.5", "Your trunk is full."


def shooting(referee: Referee, place: str) -> Iterator[Reason]:
    """Why the machine gun does nothing there."""
    colour = referee.colour
    here = referee.at[colour]
    if not referee.has(colour, "machine-gun"):
        yield "GA 13.8", "You have no machine gun."
    if here == referee.port:
        yield "GA 13.8", "No machine guns in the Gold Coast: people are eating."
    if not referee.has_room(colour):
        yield full(referee)
    if place == referee.port or place not in referee.next_to(here):
        yield "GA 13.8", "{place} is not a district next door."
        return
    others = {each for each in referee.squares[place] if each not in ("", colour)}
    if referee.guard_stops_gun and any(referee.guarded(each, place) for each in others):
        yield "GA 13.2", "A bodyguard watches over all you could load in {place}."
    yield "GA 13.8", "There is nobody of another colour in {place}."


class Refusing(Following):
    """A game in which what is refused is tried, a quarter of it each time."""

    said: Counter[str] = Counter()

    def refused(self, seat: int, choices: list[str]) -> list[str]:
        """Where the game gives another reason than the rules."""
        found = []
        for action in self.game.actions[self.decisions % 4 :: 4]:
            if action.text not in choices:
                error = self.state.why_not(seat, action)
                assert error is not None
                rule, words = next(reasons(self.referee, action.text))
                self.said[words] += 1
                if meant(error.say.text, __file__) != words or (rule and error.rule != rule):
                    found.append(f"{action.text}: {error.rule} {error}, not {rule} {words}")
        return found


@pytest.mark.rule("GA 2.2", "GA 3.5", "GA 6.1", "GA 6.2", "GA 6.5", "GA 7.3 to GA 7.6", "GA 8.3", "GA 8.6", "GA 11.1")
@pytest.mark.rule("GA 11.3", "GA 12.2", "GA 13.1", "GA 13.2", "GA 13.4 to GA 13.10", "GA 15.1", "GA 15.2", "GA 16.2")
def test_a_refusal_says_the_first_thing_that_is_true(tmp_path: Path) -> None:
    Refusing.said.clear()
    roomy = edition_with(tmp_path, ("places = 1", "places = 2"))  # two fit into any trunk
    games = ((GAME, 2, 2, True), (GAME, 3, 23, False), (GAME, 4, 4, True), (GAME, 5, 25, False), (roomy, 4, 6, True))
    for game, players, seed, stops in games:
        Refusing(game, players, seed, guard_stops_gun=stops).play(Chooser(seed), f"{players} players, seed {seed}")
    assert len(Refusing.said) > 33, Refusing.said
