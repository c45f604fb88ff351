"""Why a choice is refused, read a second time: of all sentences that could be said, the first that is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import parrain
from parrain.core import Game, IllegalAction, Say, Stream
from parrain.core.say import Seat
from tests.gangs_city.gangs_city_table import GAME
from tests.gangs_city.referee import PILE_CELLS, SHOWDOWN, SIDES, Referee, around
from tests.gangs_city.test_editions import strange
from tests.gangs_city.test_referee import SHORT, Chooser, edition, next_question
from tests.sentences import meant

# What answers each phase, its rule, and what is asked.
PHASES = {
    "setup": ("build", "GC 3.6", "The city is being set up: say where your place is built."),
    "lead": ("lead", "GC 4.1", "First say who begins this turn."),
    "place": ("at pass send look back", "GC 4.4", "First say where your next tile goes."),
    "bid": ("bid", "GC 5.1", "Bids are being made: say how many tokens you bid."),
    "mole": ("mole", "GC 8.10", "Say whether the Mole fights or recruits."),
    "order": ("resolve", "GC 6.1", "Say which place is resolved next."),
    "shoot": ("shoot", "GC 6.3", "Say whom your big calibre hits, or nobody."),
    "pin": ("pin", "GC 8.8", "Say whom the Sharpshooter pins down."),
    "recruit": ("take", "GC 6.13", "Say whom you recruit, or nobody."),
    "release": (
        "release",
        "GC 6.14",
        "You have all the characters a gang may have: say who is replaced, or choose again.",
    ),
    "forge": ("forge", "GC 8.9", "Say which token the Forger takes."),
    "open": ("build", "GC 7.1", "Say where the new place is built."),
    "return": ("return", "GC 7.4", "Say where the replaced character goes."),
}


class Reason(NamedTuple):
    """The rule that forbids a choice, the sentence, and the numbers and seats in it."""

    rule: str
    words: str
    facts: Mapping[str, object] = {}


MUST_JOIN = Reason(
    "GC 4.15", "Your showdown tile stands alone at {spot}: the last of yours who can must join it there, fighting."
)


def freely(referee: Referee, seat: int) -> dict[str, list[str]]:
    """What a seat could lay where if its showdown tile needed nobody."""
    lonely = referee.lonely_showdown
    referee.lonely_showdown = lambda seat: ""  # type: ignore[method-assign]
    found = referee.sends(seat)
    referee.lonely_showdown = lonely  # type: ignore[method-assign]
    return found


def at_spot(referee: Referee, seat: int, spot: str) -> Iterator[Reason]:
    """Why nothing can be laid on a spot."""
    site, _, side = spot.partition("/")
    otherwise = Reason("GC 4.9", "Nobody free in your hand can do anything there.")
    if site in PILE_CELLS:
        if not referee.piles.get(site):
            yield Reason("GC 4.20", "There is no such pile any more: nothing can be laid there.")
        otherwise = Reason("GC 4.12", "On a pile only characters that attack can be laid, and you have none to spare.")
    elif site not in referee.at:
        yield Reason("GC 4.5", "Not in the city yet: {place}.")
    elif not side:
        if referee.owner[site] != seat:
            yield Reason("GC 4.10", "Only its owner can put managers on {place}: use one of the sides.")
        otherwise = Reason("GC 4.11", "Nobody in your hand can manage a racket of this place.")
    else:
        cells = dict(zip(SIDES, around(referee.at[site]), strict=True))
        if all(cell in referee.hexes for cell in cells.values()):
            yield Reason("GC 4.19", "Surrounded on all six sides: nobody can get at {place}.")
        if cells[side] in referee.hexes:
            yield Reason("GC 4.5", "Something lies against this side of {place}: choose a side that is free.")
        stack = [tile for tile in referee.laid if tile.side and referee.cell_at(tile) == cells[side]]
        for tile in stack[:1]:
            if (tile.seat, tile.spot) != (seat, spot):
                words = "{seat}'s stack at {spot} fills this whole hex: no other side that borders it can be used."
                yield Reason("GC 4.7", words, {"seat": Seat(tile.seat)})
            otherwise = Reason(
                "GC 4.8",
                "Your stack there recruits, and nobody free in your hand can recruit."
                if tile.do == "recruit"
                else "Your stack there fights, and nobody free in your hand can fight there.",
            )
    if freely(referee, seat).get(spot):
        yield MUST_JOIN
    if not referee.hands[seat].total():
        words = "Only your showdown tile is left, and it goes where characters of yours fight; or pass."
        yield Reason("GC 4.14", words)
    yield otherwise


def with_showdown(referee: Referee, seat: int, spot: str, side_up: str) -> Iterator[Reason]:
    """Why the showdown tile cannot lie on the spot."""
    site, _, side = spot.partition("/")
    if not referee.holds_showdown(seat):
        yield Reason("GC 2.3", "Your showdown tile is already in the city; you have only one.")
    if site in PILE_CELLS and side_up == "vest" and "send showdown gun" in referee.sends(seat)[spot]:
        yield Reason("GC 4.17", "On a pile the showdown tile is always a big calibre.")
    if site not in PILE_CELLS and not side:
        yield Reason("GC 4.14", "The showdown tile goes where characters fight, never on the place itself.")
    if any(tile.seat == seat and tile.spot == spot and tile.do == "recruit" for tile in referee.laid):
        yield Reason("GC 4.14", "The showdown tile cannot go with characters who recruit.")
    assert not any(referee.can(seat, name, site, "fight") for name in referee.hands[seat].elements())
    words = "The showdown tile would stay alone: nobody in your hand could join it there, fighting."
    yield Reason("GC 4.14", words)


def with_character(referee: Referee, seat: int, spot: str, words: list[str]) -> Iterator[Reason]:
    """Why that character cannot be laid on the spot with that order."""
    name, order, *chief = words
    site, _, side = spot.partition("/")
    if not referee.hands[seat][name]:
        yield Reason("GC 4.2", "Not in your hand: {who}.")
    if chief and any(tile.seat == seat and tile.chief for tile in referee.laid):
        yield Reason("GC 4.13", "You have already named your chief this turn.")
    if site in PILE_CELLS and order != "fight":
        yield Reason("GC 4.12", "On a pile the action is always an attack.")
    if site not in PILE_CELLS and not side:
        if order != "manage":
            yield Reason(
                "GC 4.10", "On a place itself characters only manage; fighting and recruiting happen on its sides."
            )
        if name in referee.mercenaries:
            yield Reason("GC 4.11", "A mercenary manages no racket.")
        if not referee.can(seat, name, site, "manage"):
            yield Reason("GC 4.11", "Of the rackets of this place there is none that this one can manage: {who}.")
    elif order == "manage":
        yield Reason("GC 4.10", "Rackets are managed on a place of your own, not on a side.")
    elif not referee.can(seat, name, site, order):
        yield Reason("GC 4.9", "There is no such action on this tile: {who}.")
    stack = [tile for tile in referee.laid if tile.seat == seat and tile.spot == spot]
    if any((tile.do == "recruit") != (order == "recruit") for tile in stack):
        yield Reason("GC 4.8", "All tiles of a stack do the same; yours there: {doing}.")
    assert f"send {' '.join(words)}" in freely(referee, seat)[spot]
    yield MUST_JOIN


def placing(referee: Referee, seat: int, words: list[str]) -> Iterator[Reason]:
    """The steps of a placement."""
    if not referee.half:
        if words[0] == "at":
            yield from at_spot(referee, seat, words[1])
        if words[0] == "pass":
            yield Reason("GC 4.16", "You may pass only when none of your characters can be laid anywhere.")
        yield Reason("GC 4.4", PHASES["place"][2])
    if len(referee.half) == 1:
        spot = referee.half[0].removeprefix("at ")
        if words[:2] == ["send", SHOWDOWN]:
            yield from with_showdown(referee, seat, spot, words[2])
        if words[0] == "send":
            yield from with_character(referee, seat, spot, words[1:])
        yield Reason("GC 4.4", "You have said where: now say who goes there and how, or choose again.")
    if words[0] == "look":
        told = "The Spy looks at a face-down tile of an opponent where she stands, and there is none with that number."
        yield Reason("GC 8.5", told)
    yield Reason("GC 8.5", "Say which tile the Spy looks at, or nowhere, or choose again.")


def building(referee: Referee, text: str) -> Iterator[Reason]:
    """Why no place can be built there."""
    rule = "GC 3.7" if referee.phase == "setup" else "GC 7.1"
    site, _, side = text.partition("/")
    if site not in referee.sites():
        yield Reason(rule, "Not in the city, so nothing can be built beside it: {site}.")
    cell = dict(zip(SIDES, around(referee.cell_of(site)), strict=True))[side]
    if cell in referee.hexes:
        yield Reason(rule, "Something already lies on that side of {site}.")
    legal = {cell: text for text, cell in referee.cells_for_a_place(referee.phase == "setup").items()}
    if cell in legal:
        called = {"name": legal[cell].removeprefix("build ")}
        yield Reason(rule, "That hex goes by another name, “build {name}”: choose that.", called)
    assert referee.phase == "setup"
    yield Reason(rule, "That would surround something on all six sides, which set-up forbids.")


def shooting(referee: Referee, seat: int, number: int) -> Iterator[Reason]:
    """Why that tile cannot be shot."""
    if number > len(referee.laid) or not referee.stands(referee.laid[number - 1]):
        yield Reason("GC 6.3", "There is no tile with that number on this place.")
    tile = referee.laid[number - 1]
    if tile.seat == seat:
        yield Reason("GC 6.3", "That one is yours: a big calibre is for the others.")
    if tile.do == "recruit":
        yield Reason("GC 6.4", "This one recruits, and only fighters can be shot: {who}.")
    if tile.name == SHOWDOWN:
        yield Reason("GC 6.3", "A showdown tile cannot be shot: name a character.")
    if any(other.seat == tile.seat and other.do == "vest" for other in referee.laid if referee.stands(other)):
        yield Reason("GC 6.4", "A vest protects all fighters of that gang here.")
    assert referee.has(tile, "wall")
    yield Reason("GC 8.3", "The Wall cannot be named by a big calibre.")


def answering(referee: Referee, seat: int, words: list[str]) -> Iterator[Reason]:
    """Bids, orders, recruits and whoever goes back."""
    kind, what = words[0], words[1]
    if kind == "lead":
        yield Reason("GC 4.1", "There are only {players} players at this table.", {"players": referee.n})
    if kind == "bid":
        asked = referee.to_bid[seat][0]
        if what != asked:
            yield Reason("GC 5.1", "You are asked for {traffic} now.")
        yield Reason("GC 5.1", "Of {traffic} you hold only: {held}.", {"held": referee.stock[seat][what]})
    if kind == "mole":
        yield Reason("GC 4.9", "There is no such action on this tile: {who}.")
    if kind == "resolve":
        yield Reason("GC 6.1", "Nothing is left to resolve {at}.")
    if kind == "pin":
        told = "The Sharpshooter pins down one of the weakest opposing fighters; that one is not among them."
        yield Reason("GC 8.8", told)
    if kind == "take":
        if what not in referee.recruits[referee.site]:
            yield Reason("GC 6.13", "Nobody of that kind can be recruited {at}: {who}.")
        facts = {"cost": referee.cost(what), "total": referee.budget}
        yield Reason("GC 6.13", "The cost is {cost}, and you recruit here with {total}: {who}.", facts)
    if kind == "release":
        if what.isdigit():
            yield Reason("GC 6.14", "You have no character in the city with that number to release.")
        if what == referee.newcomer:
            yield Reason("GC 6.14", "Only just recruited, so somebody else must be replaced: {who}.")
        yield Reason("GC 6.14", "Not in your hand: {who}.")
    if kind == "forge":
        yield Reason("GC 8.9", "The Forger takes a token of a racket of this place, if the supply has one.")
    if kind == "return":
        if what not in referee.at:
            yield Reason("GC 7.4", "Not in the city yet: {place}.")
        yield Reason("GC 7.4", "Surrounded on all six sides: nobody can be put on {place}.")


def reasons(referee: Referee, seat: int, text: str, owing: list[int]) -> Iterator[Reason]:
    """The sentences that are true of a refused choice, in the order in which they are said."""
    verbs, rule, asks = PHASES[referee.phase]
    words = text.split()
    if seat not in owing:
        yield Reason(rule, "It is {seat}'s decision.", {"seat": Seat(owing[0])})
    if words[0] not in verbs.split():
        if referee.phase == "place":
            yield from placing(referee, seat, words)
        yield Reason(rule, asks)
    if referee.phase == "place":
        yield from placing(referee, seat, words)
    if words[0] == "build":
        yield from building(referee, words[1])
    if words[0] == "shoot":
        yield from shooting(referee, seat, int(words[1]))
    yield from answering(referee, seat, words)


def told_wrongly(error: IllegalAction, reason: Reason) -> bool:
    """Whether a refusal is not for that reason."""
    told = error.say
    if told.text == "{what}":
        inner = told.filling["what"]
        assert isinstance(inner, Say)
        told = inner
    facts = {key: told.filling.get(key) for key in reason.facts}
    return error.rule != reason.rule or meant(told.text, __file__) != reason.words or facts != reason.facts


def is_near(referee: Referee, seat: int, text: str) -> bool:
    """Whether a choice is about something on the table: a site of the city, a tile, somebody in hand or waiting."""
    words = text.split()
    if words[-1].isdigit():
        return int(words[-1]) <= len(referee.laid)
    if words[0] in ("at", "build", "return"):
        return words[1].partition("/")[0] in referee.sites()
    if words[0] == "send":
        return words[1] == SHOWDOWN or bool(referee.hands[seat][words[1]])
    return words[0] != "take" or words[1] in referee.recruits.get(referee.site, ())


def probe_game(game: Game, players: int, seed: int, **options: Any) -> Counter[str]:
    """Try choices that are not legal all through a random game; how often each sentence was said."""
    state = game.new(players, seed, None, **options)
    referee = Referee(game.edition.data, players, game.settle_options(options), state.to_position())
    questions, chooser, rng = referee.game(), Chooser(seed), Stream(seed)
    said: Counter[str] = Counter()
    asked = next(questions)
    while asked:
        verbs = set(PHASES[referee.phase][0].split())
        if referee.phase == "place":
            verbs = [{"at", "pass"}, {"send"}, {"look"}][len(referee.half)]
        now = [action for action in game.actions if action.text.split()[0] in verbs]
        for seat in (*sorted(asked), rng.below(players)):
            near = [action for action in now if is_near(referee, seat, action.text)] or now
            tried = [near[rng.below(len(near))] for _ in range(5)]
            for action in (*tried, now[rng.below(len(now))], game.actions[rng.below(len(game.actions))]):
                if action.text not in asked.get(seat, ()):
                    error = state.why_not(seat, action)
                    where = f"{seat} {action.text} in {referee.phase}, turn {referee.turn}, {referee.half}"
                    assert error is not None, where
                    reason = next(reasons(referee, seat, action.text, sorted(asked)))
                    assert not told_wrongly(error, reason), f"{where}: {error.rule} {error}, not {reason}"
                    said[reason.words] += 1
        seat = chooser.any_of(sorted(asked))
        text = chooser.choose(sorted(asked[seat]))
        state.apply(seat, game.action_from_text(text))
        asked = next_question(questions, seat, text)
    return said


@pytest.mark.rule("GC 2.3", "GC 3.7", "GC 4.1", "GC 4.2", "GC 4.4", "GC 4.5", "GC 4.7", "GC 4.8", "GC 4.9", "GC 4.10")
@pytest.mark.rule("GC 4.11", "GC 4.12", "GC 4.13", "GC 4.14", "GC 4.15", "GC 4.16", "GC 4.17", "GC 4.19", "GC 4.20")
@pytest.mark.rule("GC 5.1", "GC 6.1", "GC 6.3", "GC 6.4", "GC 6.13", "GC 6.14", "GC 7.1", "GC 7.4", "GC 8.3")
@pytest.mark.rule("GC 8.5", "GC 8.8", "GC 8.9", "GC 8.10")
def test_a_refusal_says_the_first_thing_that_is_true(tmp_path: Path) -> None:
    (tmp_path / "strange").mkdir()
    other_box = strange(tmp_path / "strange")
    boxes = {"ours": GAME, "even": edition(tmp_path, even=True), "strange": parrain.game("gangs-city", other_box)}
    said: Counter[str] = Counter()
    for box, players, seed in [("ours", 5, 0), ("even", 3, 2), ("even", 4, 1), ("strange", 3, 2), ("strange", 6, 1)]:
        said += probe_game(boxes[box], players, seed, **SHORT)
    assert len(said) > 60, said
