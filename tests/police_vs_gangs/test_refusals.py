"""Why a choice is refused, read a second time: of all sentences that could be said, the first that is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import parrain
from parrain.core import Event, Say, Stream
from parrain.core.say import Seat, Term
from tests.police_vs_gangs.referee import DICE, SIDES, Referee, value
from tests.police_vs_gangs.tables import GAME
from tests.police_vs_gangs.test_referee import Chooser
from tests.sentences import meant

GANGS_CITY = parrain.game("gangs-city")
Reason = tuple[str, str]

# The phases in which a choice can be made, by its first word.
PHASES = {
    "lay": ["lay"],
    "discard": ["discard"],
    "send": ["place"],
    "at": ["place"],
    "pass": ["place"],
    "back": ["place", "talk", "share", "stake"],
    "resolve": ["resolve"],
    "claim": ["talk"],
    "accept": ["talk", "share"],
    "give": ["share"],
    "order": ["order"],
    "recruit": ["recruit"],
    "badges": ["badges"],
    "reroll": ["reroll"],
    "arrest": ["arrest"],
    "catch": ["catch", "share"],
    "stake": ["stake"],
    "count": ["colour"],
}
WAITING = {
    "lay": ("PG 5.1", "{seat} lays the new place."),
    "place": ("PG 6.3", "It is {seat}'s turn to place."),
    "resolve": ("PG 7.1", "{seat}, last in turn order, names the next place."),
    "talk": ("PG 9.1", "Only those with a piece on the place bargain."),
    "share": ("PG 11.3", "Only the police who won here share the spoils."),
    "stake": ("PG 12.1", "Your stake is in; wait until all are shown."),
    "order": ("PG 8.4", "Only the tied players name an order, each once."),
    "recruit": ("PG 8.3", "{seat} recruits first."),
    "reroll": ("PG 10.4", "The reroll is up to {seat}, the lieutenant's owner."),
    "arrest": ("PG 10.7", "The arrest is up to {seat}, who has the most badges."),
}
HELD = "{seat}'s gangsters hold that side: no other gangster may come."


def not_asked(referee: Referee, seat: int, owing: list[int]) -> Iterator[Reason]:
    """Why somebody who is not asked has to wait."""
    there = {piece.seat for piece in referee.pieces if piece.card == referee.here}
    if seat not in range(referee.n):
        yield "PG 3.1", "There is no such player at this table."
    if referee.phase == "place" and seat in referee.passed:
        yield "PG 6.4", "You have passed: you place nothing more this turn."
    if referee.phase == "talk" and seat in there:
        yield "PG 9.5", "Your claim is in; wait until all are shown."
    if referee.phase == "share" and seat in referee.claims:
        yield "PG 11.3", "Your proposal is in; wait until all are shown."
    yield WAITING.get(referee.phase, ("PG 4.1", "The table is waiting for {seats}."))


def placing(referee: Referee, seat: int, words: list[str]) -> Iterator[Reason]:
    """Sending a piece, and to which side."""
    if words[0] == "at":
        if not referee.held:
            yield "PG 6.3", "First say which piece you send."
        yield from at_side(referee, seat, words[1], words[2])
    if referee.held:
        yield "PG 6.3", "You are sending a piece already: choose its side, or take it back."
    if words[0] == "send":
        if (words[1] in DICE) != (seat % 2 == 1):
            yield "PG 6.3", "Gangsters place tiles, police place dice."
        if not any(referee.may_place(seat, card, side) for card in referee.city for side in SIDES):
            yield "PG 6.5", "No side of the city is open to you: you can only pass."
        if not referee.hands[seat][words[1]]:
            yield "PG 6.3", "You have no {name} left to place."
        if words[2:] == ["recruit"] and referee.recruiting_value(words[1]) is None:
            yield "PG 6.10", "You cannot send {name} to recruit."


def at_side(referee: Referee, seat: int, card: str, side: str) -> Iterator[Reason]:
    """Why a piece cannot go to that side."""
    if card not in referee.city:
        yield "PG 6.5", "{card} is not in the city."
        return
    free = [each for each in SIDES if not referee.neighbour(card, each)]
    there = {piece.seat for piece in referee.pieces if (piece.card, piece.side) == (card, side)}
    if not free:
        yield "PG 6.5", "{card} has cards on all sides: nobody can reach it any more."
    if side not in free:
        yield "PG 6.5", "A card lies next to that side: pieces go to open sides."
    if any(other % 2 == 0 for other in there):
        if seat % 2:
            yield "PG 6.6", "{seat}'s gangsters hold that side: nobody else may come."
        yield ("PG 6.8" if len(free) == 1 else "PG 6.6"), HELD
    if there:
        yield "PG 6.7", "The police hold that side: no gangster may come."


def laying(referee: Referee, card: str, side: str) -> Iterator[Reason]:
    """Why the drawn card cannot lie there."""
    if card not in referee.city:
        yield "PG 5.2", "{card} is not in the city."
        return
    if referee.neighbour(card, side):
        yield "PG 5.2", "A card lies there already."
    if referee.cell(card, side) in referee.cells_for(referee.drawn).values():
        yield "PG 5.2", "That spot is called after the oldest card beside it: “{text}”."
    if len(referee.cards[referee.drawn]["colours"]) == 2:
        yield "PG 5.4", "This card must touch {one} and {two}, by a side or a corner, where it can."
    yield "PG 5.3", "This card must share a side with a card of {colour}, and it can."


def resolving(referee: Referee, seat: int, words: list[str]) -> Iterator[Reason]:
    """Recruits, rerolls, arrests, stakes, colours."""
    if words[0] == "recruit":
        if words[1] not in referee.hire[referee.here]:
            yield "PG 8.2", "There is no {name} to recruit here."
        mine = [piece.name for piece in referee.here_pieces("recruit") if piece.seat == seat]
        if value(referee.tiles[words[1]], "cost") > sum(referee.recruiting_value(name) or 0 for name in mine):
            yield "PG 8.2", "The {name} costs {cost}; your recruiters here bring {total}."
    if words[0] == "reroll":
        yield (
            "PG 10.4",
            "No informer here shows {face}." if "informer" in words else "{seat} has no {die} here showing {face}.",
        )
    if words[0] == "stake":
        held = referee.tokens[seat]
        if words[1] == "all":
            yield "PG 12.1", "You have no tokens to stake."
        elif int(words[2]) > held[words[1]]:
            yield "PG 12.1", "You hold {count} tokens of {traffic}."
        yield "PG 12.1", "A stake is built in the order of the rackets: choose again to begin anew."
    if words[0] == "count":
        if referee.owner.get(words[1]) != seat:
            yield "PG 13.1", "You do not control {card}."
        yield "PG 13.1", "One card at a time: now {card}."


def talking(referee: Referee, seat: int, words: list[str]) -> Iterator[Reason]:
    """Claims, proposals, what is accepted, what is taken back."""
    talk = referee.phase == "talk"
    order = "A draft is changed in the order place, rackets, everything else: choose again to begin anew."
    if words[0] == "back":
        yield {
            "place": ("PG 6.3", "There is nothing to take back: you have not picked a piece."),
            "stake": ("PG 12.1", "There is nothing to take back: you have staked nothing yet."),
        }.get(referee.phase, ("PG 9.2", "There is nothing to take back: your draft is as you last showed it."))
    if words[0] == "accept":
        if referee.round == 1:
            yield "PG 9.7", "Nobody has shown anything yet: there is nothing to accept."
        if talk and words[1:]:
            yield "PG 9.7", "You can only accept what all the others claim together: “accept”."
        if talk:
            yield "PG 9.7", "The others do not agree among themselves: there is no deal to accept."
        if words[1:] in ([], [str(seat)]):
            yield "PG 11.3", "Say whose proposal you accept."
        yield "PG 11.3", "{seat} has proposed nothing you could accept."
    draft = referee.drafts.get(seat, {})
    if words[0] == "claim" and words[-1] in ("place", "rest"):
        if (words[1] != "no") == (words[-1] in draft):
            yield "PG 9.2", "Your draft says so already."
        yield "PG 9.2", order
    if words[0] == "claim":
        traffic, rank = words[1], " ".join(words[2:])
        if traffic not in referee.printed(referee.here) and not referee.badges(referee.here):
            yield "PG 9.3", "This place does not demand {traffic} and has no open demand for it."
        if draft.get(traffic, "none") == rank:
            yield "PG 9.2", "Your draft says so already."
        if words[-1].isdigit() and int(words[-1]) > referee.most(traffic):
            yield "PG 9.9", "At most {most} tokens of {traffic} could come from here: name no higher rank."
        yield "PG 9.2", order
    if words[0] == "give":
        if words[1] not in draft:
            yield "PG 10.10", "Nobody was left to arrest: there is only the place to share."
        if int(words[2]) not in referee.claims:
            yield "PG 11.3", "{seat} is not one of the police who won here."
        if draft[words[1]] == int(words[2]):
            yield "PG 11.3", "Your proposal says so already."
        yield "PG 11.3", "A proposal is changed in the order place, point, token, arrest: choose again to begin anew."


def taking(referee: Referee, words: list[str]) -> Iterator[Reason]:
    """Whom the police catch with what, and what badges become."""
    if words[0] == "catch":
        fighting = [piece.name for piece in referee.here_pieces("fight") if piece.seat == int(words[1])]
        if not referee.here_pieces("fight"):
            yield "PG 10.10", "Nobody is left to arrest here."
        if words[2] not in fighting:
            yield "PG 11.2", "{seat} has no fighting {name} here."
        if words[3] == "empty-handed":
            yield "PG 11.2", "The supply still has a racket shown on that tile: name it."
        elif not referee.icons(words[2], words[3]):
            yield "PG 11.2", "The {name} does not show {traffic}."
        elif not referee.supply[words[3]]:
            yield "PG 2.7", "The supply has no {traffic} left."
        yield "PG 11.3", "A proposal is changed in the order place, point, token, arrest; this one says so already."
    if words[0] == "badges":
        chosen = set(words[1:]) - {"none"}
        if chosen & set(referee.printed(referee.here)):
            yield "PG 8.9", "An open demand cannot be a racket that the card prints."
        if chosen & referee.named:
            yield "PG 9.11", "What the deal named stays as it is."
        if len(chosen) != referee.badges(referee.here) - len(referee.named):
            yield "PG 8.9", "Name {count} different rackets, one for each badge."
        yield "PG 9.11", "Under a deal the badges must be rackets that gangsters here can feed."


def reasons(referee: Referee, seat: int, text: str, owing: list[int]) -> Iterator[Reason]:
    """The sentences that are true of a refused choice, in the order in which they are said."""
    if seat not in owing:
        yield from not_asked(referee, seat, owing)
    words = text.split()
    if referee.phase not in PHASES[words[0]]:
        yield "", "{what}"  # what is to be done now
    if words[0] == "lay":
        yield from laying(referee, words[1], words[2])
    if words[0] == "discard":
        yield "PG 6.1", "You have no {name} in prison." if "prison" in words else "You have no {name} in your hand."
    if words[0] in ("at", "send", "pass"):
        yield from placing(referee, seat, words)
    if words[0] == "resolve":
        yield "PG 7.1", "{card} has no pieces left to resolve."
    if words[0] == "order":
        yield "PG 8.4", "An order must name exactly the tied players."
    if words[0] == "arrest":
        yield "PG 10.7", "{seat} has no fighting gangster here."
    yield from resolving(referee, seat, words)
    yield from talking(referee, seat, words)
    yield from taking(referee, words)


NAMED = ("lacking", "who", "a", "Place", "traffic", "face", "colour")  # the forms of the names in these sentences


def filled(referee: Referee, seat: int, text: str, owing: list[int], sentence: str) -> dict[str, object]:
    """What stands in the gaps of a sentence: seats and numbers, and components by their names in the edition."""
    words = text.split()
    if seat not in owing:
        return {"seat": owing[0], "seats": owing}
    found: dict[str, object] = {"card": words[-2] if words[0] in ("at", "lay") else words[1] if words[1:] else ""}
    if "gangsters hold that side" in sentence:
        there = [piece.seat for piece in referee.pieces if (piece.card, piece.side) == (words[1], words[2])]
        found["seat"] = next(other for other in there if other % 2 == 0)
    elif words[0] == "give":
        found["seat"] = int(words[2])
    elif words[0] in ("accept", "reroll", "arrest", "catch") and words[1:] and words[1].isdecimal():
        found["seat"] = int(words[1])
    if words[0] in ("send", "discard", "recruit", "catch"):
        found["name"] = words[2 if words[0] == "catch" else 1]
    if words[0] == "recruit" and words[1] in referee.tiles:
        mine = [piece.name for piece in referee.here_pieces("recruit") if piece.seat == seat]
        found["cost"] = value(referee.tiles[words[1]], "cost")
        found["total"] = sum(referee.recruiting_value(name) or 0 for name in mine)
    if words[0] in ("claim", "stake", "catch"):
        found["traffic"] = words[3 if words[0] == "catch" else 1]
    if words[0] == "claim" and words[1] in referee.traffics:
        found["most"] = referee.most(words[1])
    if words[0] == "stake":
        found["count"] = referee.tokens[seat][words[1]]
    if words[0] == "badges":
        found["count"] = referee.badges(referee.here) - len(referee.named)
    if words[0] == "reroll":
        found |= {"die": words[-2], "face": words[-1]}
    if words[0] == "lay" and words[1] in referee.city:
        colours = referee.cards[referee.drawn]["colours"]
        found |= {"one": colours[0], "two": colours[-1], "colour": colours[0]}
        cell = referee.cell(words[1], words[2])
        found["text"] = next((name for name, other in referee.cells_for(referee.drawn).items() if other == cell), "")
    if words[0] == "count" and "now" in sentence:
        two = [card for card in referee.city if len(referee.cards[card]["colours"]) == 2]
        mine = [card for card in two if referee.owner.get(card) == seat and card not in referee.counted_as]
        found["card"] = mine[0]
    return found


def plain(value: object, wanted: object) -> object:
    """A filling as `filled` has it: seats as numbers, a name as the one that is wanted if it is one of its forms."""
    if isinstance(value, Seat):
        return value.number
    if isinstance(value, list):
        return [plain(each, wanted) for each in value]
    if isinstance(value, Term):
        known = {str(GAME.box.name(form, str(wanted))) for form in NAMED}
        return wanted if str(value) in known else str(value)
    return value


@pytest.mark.rule("PG 5.2", "PG 5.3", "PG 5.4", "PG 6.1", "PG 6.3", "PG 6.4", "PG 6.5", "PG 6.6", "PG 6.7", "PG 6.8")
@pytest.mark.rule("PG 7.1", "PG 8.2", "PG 8.4", "PG 9.1", "PG 9.5", "PG 10.4", "PG 10.7", "PG 12.1", "PG 13.1")
@pytest.mark.rule(
    "PG 2.7", "PG 8.9", "PG 9.2", "PG 9.3", "PG 9.7", "PG 9.9", "PG 9.11", "PG 10.10", "PG 11.2", "PG 11.3"
)
@pytest.mark.parametrize("players", [3, 6])
def test_a_refusal_says_the_first_thing_that_is_true(players: int) -> None:
    log: list[Event] = []
    state = GAME.new(players, players, log)
    referee = Referee(GAME.edition.data, GANGS_CITY.edition.data, players, GAME.settle_options({}))
    questions, chooser, rng = referee.game(), Chooser(players), Stream(players)
    said: Counter[str] = Counter()
    actions = [action for action in GAME.actions if action.text.split()[0] in PHASES]
    choice: tuple[int, str] | None = None
    while True:
        for event in log:
            referee.luck.add(event.kind, event.data)
        log.clear()
        try:
            asked = next(questions) if choice is None else questions.send(choice)
        except StopIteration:
            break
        now = [action for action in actions if referee.phase in PHASES[action.text.split()[0]]] or actions
        for seat in (*sorted(asked), rng.below(players), players):
            for action in (*(now[rng.below(len(now))] for _ in range(8)), actions[rng.below(len(actions))]):
                if action.text not in asked.get(seat, ()):
                    error = state.why_not(seat, action)
                    assert error is not None
                    rule, words = next(reasons(referee, seat, action.text, sorted(asked)))
                    told = error.say
                    if told.text == "{what}" and seat not in asked:
                        inner = told.filling["what"]
                        assert isinstance(inner, Say)
                        told = inner
                    where = f"{seat} {action.text} in {referee.phase}"
                    assert error.rule == rule or not rule, f"{where}: {error.rule} {error}"
                    assert meant(told.text, __file__) == words, f"{where}: {error}"
                    if words != "{what}":
                        wanted = filled(referee, seat, action.text, sorted(asked), words)
                        gaps = {gap: plain(each, wanted.get(gap)) for gap, each in told.filling.items()}
                        assert gaps == {gap: wanted[gap] for gap in gaps}, f"{where}: {error}"
                    said[words] += 1
        seat = chooser.any_of(state.current_players())
        text = chooser.choose([str(action) for action in state.legal_actions(seat)])
        state.apply(seat, GAME.action_from_text(text))
        choice = (seat, text)
    assert len(said) > 30, said
