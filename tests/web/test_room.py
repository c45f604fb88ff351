"""A room without a server: it validates, stores, publishes facts, and knows neither sockets nor languages."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import pytest

import parrain
from parrain.bots.levels import is_quick
from parrain.core import Record, State, View
from parrain.table.store import BOT, PERSON, Seating
from parrain.web.live import hub
from parrain.web.live import notices as n
from parrain.web.live.game import Sights
from parrain.web.live.hub import Hub
from parrain.web.live.refused import Refused
from parrain.web.live.room import Room
from parrain.web.render.show import show, words_of
from tests.web.settings import settings

DN = parrain.game("district-noir")
PEOPLE = [Seating(PERSON, name, "", False, frozenset([name])) for name in ("ann", "bob")]


class Watcher:
    """A connection that only remembers."""

    def __init__(self, identity: str) -> None:
        self.identity = identity
        self.host = "127.0.0.1"
        self.noticed: list[n.Notice] = []

    def notice(self, notice: n.Notice) -> None:
        self.noticed.append(notice)

    async def hang_up(self, code: int) -> None:
        self.noticed.clear()


def in_room(folder: Path, play: Callable[[Room, Watcher, Watcher], Awaitable[None]]) -> None:
    """Two people, both connected, at a table of District Noir."""

    async def run() -> None:
        hub = Hub(settings(folder / "x.db"))
        room = await hub.create(Record(DN.id, DN.edition.key, 2, 7, DN.settle_options({})), PEOPLE, "ann")
        ann, bob = Watcher("ann"), Watcher("bob")
        room.enter(ann)
        room.enter(bob)
        ann.noticed.clear()
        bob.noticed.clear()
        try:
            await play(room, ann, bob)
        finally:
            await hub.stop()

    asyncio.run(run())


def test_a_choice_is_stored_and_published_and_a_wrong_one_is_refused(tmp_path: Path) -> None:
    async def play(room: Room, ann: Watcher, bob: Watcher) -> None:
        seat = room.live.to_move()[0]
        legal = room.live.choices(seat)
        text = legal[0].text
        with pytest.raises(Refused) as refused:
            await room.choose(seat, 1, text)
        assert refused.value.code == "out-of-date"
        with pytest.raises(Refused) as refused:
            await room.choose(seat, 0, next(each.text for each in room.live.game.actions if each not in legal))
        assert refused.value.code == "illegal" and refused.value.rule.startswith("DN ")
        assert ann.noticed == bob.noticed == [] and room.live.moment == 0
        await room.choose(seat, 0, text)
        assert ann.noticed == bob.noticed == [n.Changed(frozenset([None, 0, 1]))]
        kept = room.services.reader.load(room.live.id)
        assert kept is not None and [(each.entries[0].seat, each.entries[0].text) for each in kept.batches] == [
            (seat, text)
        ]

    in_room(tmp_path, play)


def test_what_bots_answer_at_once_is_stored_with_the_choice(tmp_path: Path) -> None:
    """One write and one notice; every choice has its step, its event and its line all the same."""

    async def run() -> None:
        hub = Hub(settings(tmp_path / "x.db", pause=0.0))
        seats = [PEOPLE[0], Seating(BOT, "bot", "random", False, frozenset())]
        room = await hub.create(Record(DN.id, DN.edition.key, 2, 7, DN.settle_options({})), seats, "ann")
        ann, live = Watcher("ann"), room.live
        room.enter(ann)
        while live.to_move() != (0,):
            await asyncio.sleep(0.01)
        for _ in range(3):
            ann.noticed.clear()
            before, moment, step = hub.writer.transactions, live.moment, live.step(0)
            await room.choose(0, step, live.choices(0)[0].text)
            assert hub.writer.transactions == before + 1 and ann.noticed == [n.Changed(frozenset([None, 0, 1]))]
            assert live.moment > moment + 1 and live.step(0) == step + live.moment - moment and live.to_move() == (0,)
        assert live.table is not None
        kept = room.services.reader.load(live.id)
        assert kept is not None and [each.entries[0] for each in kept.batches] == live.table.record.entries
        await hub.stop()

    asyncio.run(run())


def test_an_undo_that_others_must_agree_to_is_a_vote(tmp_path: Path) -> None:
    async def play(room: Room, ann: Watcher, bob: Watcher) -> None:
        live = room.live
        first = live.to_move()[0]
        for _ in range(2):
            seat = live.to_move()[0]
            await room.choose(seat, live.step(seat), live.choices(seat)[0].text)
        ann.noticed.clear()
        await room.undo(first, live.step(first))
        assert ann.noticed == [n.UndoAsked(first, frozenset([1 - first]))] and live.moment == 2
        await room.undo_vote.consent(1 - first, True)
        settled = ann.noticed[1]
        assert isinstance(settled, n.UndoSettled) and settled.agreed and live.to_move() == (first,)

    in_room(tmp_path, play)


def test_labels_and_words_are_made_once_for_a_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(room: Room, ann: Watcher, bob: Watcher) -> None:
        seat = room.live.to_move()[0]
        calls = {"action_label": 0, "describe": 0, "imagine": 0}
        for name in calls:
            method = getattr(type(room.live.game), name)

            def counted(
                self: object, *given: object, name: str = name, method: Callable[..., object] = method
            ) -> object:
                calls[name] += 1
                return method(self, *given)

            monkeypatch.setattr(type(room.live.game), name, counted)
        for pictures in ("none", "none"):
            show(room.live, seat, [seat], "en", pictures, 0)
        choices = len(room.live.choices(seat))
        assert len(words_of(room.live, seat, "en").choices) == choices
        assert calls == {"action_label": choices, "describe": 2, "imagine": 0}, "the seat's words, and the spectator's"

    in_room(tmp_path, play)


def test_a_view_is_made_once_when_somebody_looks() -> None:
    state, asked = DN.new(2, 7), []

    class Counted:
        players = 2

        def view(self, seat: int | None) -> View:
            asked.append(seat)
            return state.view(seat)

    sights = Sights(cast(State, Counted()))
    assert len(sights) == 3 and asked == []
    assert sights[1] is sights[1] and asked == [0]
    assert list(sights) == [state.view(None), state.view(0), state.view(1)] == sights[:] and asked == [0, None, 1]


@pytest.mark.parametrize(("name", "value"), [("TIDY_EVERY", 0.0), ("MOST_NEW", 0)])
def test_what_holds_itself_is_freed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: float) -> None:
    monkeypatch.setattr(hub, "TIDY_LOOK", 0.01)
    monkeypatch.setattr(hub, name, value)

    class Holding:
        """Something that holds itself."""

    async def run() -> None:
        running = Hub(settings(tmp_path / "x.db"))
        await running.start()
        lost = Holding()
        lost.itself = lost  # type: ignore[attr-defined]
        seen = weakref.ref(lost)
        del lost
        gc.disable()
        try:
            async with asyncio.timeout(60):
                while seen() is not None:
                    await asyncio.sleep(0.01)
            assert seen() is None
        finally:
            gc.enable()
            await running.stop()

    asyncio.run(run())


def test_a_bot_is_quick_by_what_it_does_not_by_its_name() -> None:
    gangster = parrain.game("gangster")
    assert is_quick("normal", gangster) and is_quick("easy", DN) and is_quick("greedy:8", DN)
    assert not is_quick("best", DN) and is_quick("normal", DN), "in District Noir this level is a network"
    assert not is_quick("expert", gangster) and not is_quick("process:./bot", DN) and not is_quick("search:10", DN)
