"""A table as one viewer may know it, as a message: everything in it comes from the View, the viewer's choices and events."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Sequence

from parrain.core import Action, Game, IllegalAction, Stream, View
from parrain.core.errors import ParrainError
from parrain.locale import render, typeset
from parrain.table import CannotUndo
from parrain.table.store import OVER
from parrain.web.live import Live
from parrain.web.messages import Choice, Clock, Shown, Told
from parrain.web.patches import Patch, compare, cut

WIDE, NARROW, NONE = "wide", "narrow", "none"
MOST_EVENTS = 600


class Portrait:
    """What one viewer sees of a position, in one language."""

    def __init__(self, prompt: str, board: str, choices: list[Choice], text: list[str]) -> None:
        self.prompt = prompt
        self.board = board
        self.choices = choices
        self.text = text
        self._pieces: list[str] = []
        self._patches: list[tuple[list[str], Patch]] = []

    def pieces(self) -> list[str]:
        """The board cut up; the same list for all who see it."""
        if not self._pieces:
            self._pieces = cut(self.board)
        return self._pieces

    def patch(self, last: list[str]) -> Patch:
        """What changed since that board; found once for all who saw the same."""
        for seen, found in self._patches:
            if seen is last:
                return found
        self._patches.append((last, compare(last, self.pieces())))
        return self._patches[-1][1]


def portray(
    game: Game, view: View, actions: Sequence[Action], names: Sequence[str], language: str, pictures: str
) -> Portrait:
    """A View in words and as a picture; nothing but the View and its seat's choices is looked at."""
    return Portrait(
        render(game.prompt(view), language, names),
        "" if pictures == NONE else game.draw(view, names, language, pictures == NARROW),
        [Choice(action.text, render(game.action_label(action, view), language, names)) for action in actions],
        [render(line, language, names) for line in game.describe(view)],
    )


def drawn(live: Live, seat: int | None, names: Sequence[str], language: str, pictures: str) -> Portrait:
    """What that viewer sees now; drawn once for all who look from there."""
    key = (seat, language, pictures)
    found = live.drawn.get(key)
    if not isinstance(found, Portrait):
        found = live.drawn[key] = portray(live.game, live.view(seat), live.choices(seat), names, language, pictures)
    return found


def show(live: Live, seat: int | None, mine: list[int], language: str, pictures: str, since: int) -> Shown:
    """The table as that viewer may know it, with the events from number `since` on (0: all of them)."""
    assert live.table is not None
    view = live.view(seat)
    names = live.names(language)
    seen = drawn(live, seat, names, language, pictures)
    events = [Told(text, step) for text, step in live.told(seat, since, language)[-MOST_EVENTS:]]
    return Shown(
        table=live.id,
        game=live.game.id,
        title=live.game.title,
        edition=live.game.edition.title[language],
        lang=language,
        step=live.step(seat),
        seat=seat,
        mine=mine,
        names=names,
        to_move=list(view.to_move) if live.state != OVER else [],
        over=live.state == OVER,
        ending=view.ending,
        prompt=seen.prompt,
        pictures=pictures,
        board=seen.board,
        choices=seen.choices,
        text=seen.text,
        facts=seen.text if seat is None else drawn(live, None, names, language, NONE).text,
        scores=list(view.scores),
        places=list(view.places),
        events=events,
        fresh=since == 0,
        can_undo=can_undo(live, seat),
        clock=clock(live),
        moment=live.moment if live.state == OVER else None,
        hidden=[each for each in mine if live.table.hides(each)] if len(mine) > 1 else [],
    )


def show_at(live: Live, seat: int | None, mine: list[int], language: str, pictures: str, moment: int) -> Shown:
    """The table as it was after so many moments, as that viewer could know it then."""
    state = live.state_at(moment)
    view = state.view(seat)
    names = live.names(language)
    seen = portray(live.game, view, (), names, language, pictures)
    facts = (
        seen.text if seat is None else [render(line, language, names) for line in live.game.describe(state.view(None))]
    )
    told = live.told(seat, 0, language, moment)
    return Shown(
        table=live.id,
        game=live.game.id,
        title=live.game.title,
        edition=live.game.edition.title[language],
        lang=language,
        step=bisect_right(live.seen[0 if seat is None else seat + 1], moment),
        seat=seat,
        mine=mine,
        names=names,
        to_move=list(view.to_move),
        over=state.is_over,
        ending=view.ending,
        prompt=seen.prompt,
        pictures=pictures,
        board=seen.board,
        choices=[],
        text=seen.text,
        facts=facts,
        scores=list(view.scores),
        places=list(view.places),
        events=[Told(text, step) for text, step in told[-MOST_EVENTS:]],
        fresh=True,
        can_undo="",
        clock=None,
        moment=moment if live.state == OVER else None,
    )


def can_undo(live: Live, seat: int | None) -> str:
    """Whether a seat may take back its last choice: "" (no), "free", or "ask"."""
    if seat is None or live.table is None or live.state == OVER:
        return ""
    try:
        return "ask" if live.table.undo_terms(seat).consents else "free"
    except CannotUndo:
        return ""


def clock(live: Live) -> Clock | None:
    """What the clocks show."""
    if live.clocks is None:
        return None
    left = live.clocks.reading(time.monotonic())
    running = sorted(live.clocks.since)
    shown = [seconds if live.clocks.kind == "bank" or seat in running else None for seat, seconds in enumerate(left)]
    return Clock(live.clocks.kind, shown, running)


def why_not(game: Game, view: View, action: Action) -> IllegalAction | None:
    """The rule that forbids a choice, found in a table that this View could have come from: the real one is not asked."""
    assert view.seat is not None
    imagined = game.imagine(view, Stream(1))
    return imagined.why_not(view.seat, action)


def rule_text(game: Game, number: str, language: str) -> str:
    """The words of a rule; "" for a number that is none."""
    rule = game.rulebook().rules.get(number)
    return typeset(rule.text[language], language) if rule is not None else ""


def words(error: ParrainError, language: str, names: Sequence[str] = ()) -> str:
    """An error in the reader's language."""
    return render(error.say, language, names)
