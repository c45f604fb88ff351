"""A finished game is judged choice by choice in the bots' processes, and a running one is not."""

from __future__ import annotations

import asyncio
import copy
import time
from typing import Any

import pytest

import parrain
from parrain.bots.driver import BotPool, Question
from parrain.bots.fair import Visitor, visitor
from parrain.bots.rollouts import rolls_out
from parrain.core import Action, Record, Stream
from parrain.web.http.replays import analysed as worded
from parrain.web.live import analysis
from parrain.web.live.analysis import Analyst, moments_of
from parrain.web.live.game import LiveGame
from parrain.web.live.refused import Refused
from tests.web.server import Server
from tests.web.test_replays import DN, finished


def analysed(server: Server, table: str, language: str = "en") -> dict[str, Any]:
    """Have a game analysed, and wait for it."""
    found = server.post(f"/api/replays/{table}/analysis?lang={language}", {})
    for _ in range(6000):
        if found["state"] == "done":
            return found
        assert found["state"] in ("waiting", "thinking")
        time.sleep(0.1)
        found = server.get(f"/api/replays/{table}/analysis?lang={language}")
    raise AssertionError("it is never done")


async def judge_by_luck(question: Question, made: Action, *_: object) -> list[tuple[Action, float]]:
    """In the place of a search: another choice was better, by more or less."""
    best = next(each for each in question.actions if each is not made)
    return [(best, 0.6), (made, question.seed % 60 / 100)]


@pytest.mark.parametrize("game", list(parrain.all_games()))
def test_every_choice_is_judged_and_the_worst_are_turning_points(
    server: Server, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What becomes of the judgements; a real search judges a whole game in tests/browser/test_pages.py."""
    monkeypatch.setattr(server.hub.pool, "judge", judge_by_luck)
    monkeypatch.setattr(server.hub.analyst, "seconds", 600.0)
    ann = server.identity()
    table = finished(server, ann) if game == DN else bots_only(server, game)
    assert server.get(f"/api/replays/{table}/analysis")["state"] == "none"
    found = analysed(server, table)
    live = server.room(table).live
    assert found["done"] == found["of"] == len(live.standing_at(live.moment))
    assert len(found["choices"]) > 3
    assert sum(found["shares"]) == pytest.approx(1.0) or game == "police-vs-gangs"  # where a side wins together
    for choice in found["choices"]:
        assert 0 <= choice["expected"] <= choice["best_expected"] <= 1
        assert choice["label"] and choice["best_label"]
        entry = live.standing_at(choice["moment"])[-1]
        assert (entry.seat, entry.text) == (choice["seat"], choice["action"]), (
            "the moment of a choice is the one after which it stands"
        )
    lost = {each["moment"]: each["best_expected"] - each["expected"] for each in found["choices"]}
    turned = [lost[moment] for moment in found["turning"]]
    assert turned == sorted(turned, reverse=True)
    assert (
        min(turned, default=1) >= max((lost[each] for each in lost if each not in found["turning"]), default=0) - 1e-9
    )
    french = server.get(f"/api/replays/{table}/analysis?lang=fr")
    assert french["turning"] == found["turning"] and [each["action"] for each in french["choices"]] == [
        each["action"] for each in found["choices"]
    ]
    assert [each["label"] for each in french["choices"]] != [each["label"] for each in found["choices"]]


@pytest.mark.parametrize("game", list(parrain.all_games()))
def test_a_process_judges_a_choice_of_every_game(game: str) -> None:
    known = parrain.game(game)
    state = known.new(known.fewest, 7)
    seat = next(each for each in state.current_players() if len(state.legal_actions(each)) > 1)
    choices = state.legal_actions(seat)

    async def judge() -> None:
        pool = BotPool(1, 60.0)
        question = Question("", known, state.view(seat), choices, 5)
        pool.start()
        try:
            judged = await pool.judge(question, choices[-1], 16, 50.0)
            assert choices[-1] in dict(judged) and judged[0][0] in choices and pool.failures == 0
            assert [value for _, value in judged] == sorted((value for _, value in judged), reverse=True)
            assert all(0 <= value <= 1 for _, value in judged)
            if not rolls_out(known):  # tables of arrays judge at once
                assert await pool.judge(question, choices[-1], 10_000, 1e-6) == [], "too little to say anything"
        finally:
            pool.stop()

    asyncio.run(judge())


def bots_only(server: Server, game: str) -> str:
    """A record of bots, brought as a file: nobody need sit there."""
    known = parrain.game(game)
    options = {"gangs-city": {"turn_limit": 5}, "police-vs-gangs": {"rounds": 1}}.get(game, {})
    record = Record(known.id, known.edition.key, known.fewest, 7, known.settle_options(options))
    state = record.replay(known, 0)
    dice = Stream(3)
    while not state.is_over:
        seat = state.current_players()[0]
        choices = state.legal_actions(seat)
        action = choices[dice.below(len(choices))]
        record.choose(seat, action.text)
        state.apply(seat, action)
    answer = server.http.post("/api/replays", content=record.to_text(known), headers={"content-type": "text/plain"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def test_a_running_game_is_not_analysed(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "random"])
    with server.watch(table, ann) as me:
        me.until("shown")
    assert server.get(f"/api/replays/{table}/analysis", ann, 403)["code"] == "not-over"
    assert server.post(f"/api/replays/{table}/analysis", {}, ann, 403)["code"] == "not-over"


def test_asking_twice_judges_once(server: Server) -> None:
    table = finished(server, server.identity())
    server.post(f"/api/replays/{table}/analysis", {})
    study = server.hub.analyst.studies[table]
    server.post(f"/api/replays/{table}/analysis", {})
    assert server.hub.analyst.studies[table] is study
    analysed(server, table)


def test_what_was_taken_back_is_not_judged(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "person"])
    with server.watch(table, ann) as me:
        me.until("shown")
        seat = me.shown["to_move"][0]
        me.send(do="look", seat=seat)
        me.until("shown", lambda shown: shown["seat"] == seat)
        me.choose(me.shown["choices"][0]["action"])
        me.until("shown", lambda shown: shown["step"] == 1)
        me.send(do="undo", seat=seat, step=1)
        if me.until("shown", lambda shown: shown["step"] == 2)["choices"]:
            me.choose(me.shown["choices"][1]["action"])
            me.until("shown", lambda shown: shown["step"] == 3)
    live = server.room(table).live
    assert moments_of(live) == [3]


class Silent(BotPool):
    """Processes that never answer in time."""

    def __init__(self) -> None:
        super().__init__(0, 1.0)

    async def judge(self, *_: object) -> list[Any]:
        return []


def test_what_nobody_could_judge_is_left_out_and_it_ends_all_the_same(server: Server) -> None:
    live = server.room(finished(server, server.identity())).live

    async def judge() -> None:
        analyst = Analyst(Silent(), 0.5)
        study = analyst.begin(live)
        await asyncio.wait(set(analyst.tasks), timeout=120)
        assert study.state == "done" and study.done == len(study.moments) > 5
        found = worded(live, study, "fr")
        assert found.choices == [] and found.turning == [] and sum(found.shares) == 1

    asyncio.run(judge())


class Stuck(Silent):
    """Processes that think until they are told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = asyncio.Event()

    async def judge(self, *_: object) -> list[Any]:
        await self.go_on.wait()
        return []


def test_analyses_go_by_turns_and_those_that_nobody_looks_at_are_dropped(server: Server) -> None:
    live = server.room(finished(server, server.identity())).live

    def same(name: str) -> LiveGame:
        other = copy.copy(live)
        other.sheet = live.sheet._replace(id=name)
        return other

    async def judge() -> None:
        pool = Stuck()
        analyst = Analyst(pool, 0.5)
        visitor.set(Visitor("eve"))
        studies = [analyst.begin(same(f"eve {number}")) for number in range(analysis.MOST_EACH)]
        with pytest.raises(Refused):
            analyst.begin(same("one more"))
        visitor.set(Visitor("ann"))
        mine = analyst.begin(same("ann"))
        while mine.state != "thinking":
            await asyncio.sleep(0)
        assert [each.state for each in studies] == ["thinking"] + ["waiting"] * (analysis.MOST_EACH - 1)
        for study in studies:
            study.looked -= 1e6
        analyst.look("eve 1")
        pool.go_on.set()
        await asyncio.wait(set(analyst.tasks), timeout=120)
        assert sorted(analyst.studies) == ["ann", "eve 1"] and not analyst.asked
        assert mine.state == studies[1].state == "done"

    asyncio.run(judge())
