"""Negotiations at a live table: open claims while the sand runs, and those that stand at its end decide (PG 9.6)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import parrain
from parrain.core import Ledger, Stream
from parrain.core.translation import render
from parrain.table.store import Batch
from parrain.web.live.negotiation import NegotiationRunner
from parrain.web.live.talk import LiveTalk
from tests.web import tables
from tests.web.server import Message, Player, Server, wait_for
from tests.web.settings import settings
from tests.web.tables import Laid

GAME = parrain.game("police-vs-gangs")
SAND = {"kind": "sand", "seconds": 600}  # nobody here is so slow that it runs out by itself


def lay(server: Server, clock: dict[str, Any] | None = SAND, bots: dict[int, str] | None = None) -> Laid:
    """A table at which gangster 0 and policeman 1 begin to negotiate; gangster 2 looks on."""
    return tables.lay(server.hub.settings.data, "talk-of-two", clock, bots)


def run_out(server: Server, table: str) -> None:
    """Let the sand run out now."""
    talk = server.room(table).live.talk
    assert talk is not None
    talk.left, talk.since = 0.0, None
    server.call_soon(server.room(table).negotiation.run)


@pytest.fixture
def calm(tmp_path: Path) -> Iterator[Server]:
    with Server(settings(tmp_path / "x.db")) as server:
        yield server


def heard(player: Player, wanted: Callable[[Message], bool] = lambda told: told["on"]) -> Message:
    return player.until("bargained", wanted)


def claims(told: Message) -> dict[int, list[str] | None]:
    return {each["seat"]: each["words"] for each in told["seats"]}


def chosen(server: Server, table: str, since: int) -> list[tuple[int, str]]:
    """What is on the disk of a table from that entry on."""
    kept = server.hub.reader.load(table)
    assert kept is not None
    return [(entry.seat, entry.text) for batch in kept.batches for entry in batch.entries][since:]


def test_claims_stand_in_the_open_and_an_accord_is_one_action_away(server: Server) -> None:
    laid = lay(server)
    before = len(laid.record.entries)
    with (
        server.watch(laid.table, laid.who[0]) as gangster,
        server.watch(laid.table, laid.who[1]) as police,
        server.watch(laid.table, laid.who[2]) as third,
        server.watch(laid.table) as spectator,
    ):
        everybody = (gangster, police, third, spectator)
        number = heard(gangster)["number"]
        gangster.send(do="claim", seat=0, number=number, words=["place", "rest"])
        police.send(do="claim", seat=1, number=number, words=["place"])
        told = [heard(each, lambda told: claims(told) == {0: ["place", "rest"], 1: ["place"]}) for each in everybody]
        for each in told:
            assert not each["accord"] and [clash["rule"] for clash in each["clashes"]] == ["PG 9.4"]
            assert each["things"][0]["clash"] and each["things"][0]["free"] == "taken"
            assert {key: each[key] for key in ("seats", "clashes", "number", "title")} == {
                key: told[3][key] for key in ("seats", "clashes", "number", "title")
            }
        assert (
            told[0]["things"][0]["options"]
            and not told[2]["things"][0]["options"]
            and not told[3]["things"][0]["options"]
        )
        assert told[1]["accept"] and not told[3]["accept"]
        gangster.send(do="ready", seat=0, number=number)
        heard(police, lambda told: told["seats"][0]["ready"])
        assert chosen(server, laid.table, before) == [], "nothing of it is kept while it goes on"
        police.send(do="accept", seat=1, number=number)
        for person in everybody:
            heard(person, lambda told: not told["on"])
            person.sync()
        told_since = [event["text"] for shown in spectator.told if shown["is"] == "shown" for event in shown["events"]]
        assert any("deal" in text for text in told_since), told_since[-6:]
    texts = chosen(server, laid.table, before)
    assert texts == [(0, "claim place"), (0, "claim rest"), (0, "say"), (1, "say"), (0, "say"), (1, "say")]
    live = server.room(laid.table).live
    assert live.table is not None and live.table.state.view(None).summaries[-1][1] == 4  # type: ignore[attr-defined]


def test_a_talk_that_begins_is_told_before_the_table(server: Server) -> None:
    last = lay(server).record.entries[-1]
    laid = tables.lay(server.hub.settings.data, "talk-of-two", SAND, entries=-1)
    with server.watch(laid.table, laid.who[0]) as gangster, server.watch(laid.table, laid.who[last.seat]) as mover:
        gangster.sync()
        mover.sync()
        seen = len(gangster.told)
        mover.send(do="choose", seat=last.seat, step=mover.shown["step"], action=last.text)
        heard(gangster)
        assert [told["is"] for told in gangster.told[seen:]] == ["bargained"], (
            "else it could be answered as if it were a turn"
        )
        gangster.until("shown")


def test_when_the_sand_is_out_what_stands_decides_and_silence_is_no_deal(server: Server) -> None:
    for words, last in ((["rest"], "say"), (None, "no deal")):
        laid = lay(server)
        with server.watch(laid.table, laid.who[0]) as gangster, server.watch(laid.table, laid.who[1]) as police:
            number = heard(gangster)["number"]
            gangster.send(do="claim", seat=0, number=number, words=["place"])
            heard(police, lambda told: claims(told)[0] is not None)
            if words is not None:
                police.send(do="claim", seat=1, number=number, words=words)
                heard(police, lambda told: claims(told)[1] is not None)
            run_out(server, laid.table)
            heard(police, lambda told: not told["on"])
        texts = chosen(server, laid.table, len(laid.record.entries))
        assert [text for seat, text in texts if seat == 1 and not text.startswith("claim")][-1] == last
        assert len([text for seat, text in texts if (seat, text) == (1, last)]) == (2 if words else 3)


def test_who_was_ready_looks_again_when_another_claims_more(server: Server) -> None:
    laid = lay(server)
    with server.watch(laid.table, laid.who[0]) as gangster, server.watch(laid.table, laid.who[1]) as police:
        number = heard(gangster)["number"]
        gangster.send(do="claim", seat=0, number=number, words=["place"])
        gangster.send(do="ready", seat=0, number=number)
        heard(gangster, lambda told: told["seats"][0]["ready"])
        gangster.sync()
        assert not gangster.shown["choices"]
        police.send(do="claim", seat=1, number=number, words=["place"])
        assert not heard(gangster, lambda told: claims(told)[1] == ["place"])["seats"][0]["ready"]
        gangster.sync()
        assert gangster.shown["choices"], "and is asked again"
        gangster.send(do="ready", seat=0, number=number)
        gangster.send(do="ready", seat=0, number=number, yes=False)
        heard(police, lambda told: told["seats"][0]["ready"])
        heard(police, lambda told: not told["seats"][0]["ready"])


def test_ordinary_choices_change_a_claim_too(server: Server) -> None:
    laid = lay(server)
    before = len(laid.record.entries)
    with server.watch(laid.table, laid.who[0]) as gangster, server.watch(laid.table, laid.who[1]) as police:
        gangster.until("shown", lambda shown: bool(shown["choices"]))
        step = gangster.shown["step"]
        gangster.choose("claim rest")
        heard(police, lambda told: claims(told)[0] == ["rest"])
        gangster.choose("claim place")
        heard(police, lambda told: claims(told)[0] == ["place", "rest"])
        gangster.choose("claim no rest")
        heard(police, lambda told: claims(told)[0] == ["place"])
        assert chosen(server, laid.table, before) == [] and gangster.shown["step"] == step
        assert gangster.refused(do="choose", seat=0, step=step, action="resolve foundry")["code"] == "illegal"
        gangster.choose("say")
        heard(police, lambda told: told["seats"][0]["ready"])
        police.sync()
        assert "accept" in {choice["action"] for choice in police.shown["choices"]}
        police.choose("accept")
        heard(police, lambda told: not told["on"])
    assert chosen(server, laid.table, before)[0] == (0, "claim place")


def test_what_cannot_be_said_is_refused_and_changes_nothing(server: Server) -> None:
    laid = lay(server)
    with (
        server.watch(laid.table, laid.who[0]) as me,
        server.watch(laid.table, laid.who[2]) as third,
        server.watch(laid.table) as spectator,
    ):
        number = heard(me)["number"]
        view: Any = laid.state.view(None)
        wrong: list[tuple[list[str], str]] = [
            (["the moon"], "cannot"),
            (["drugs second 2"], "cannot"),
            ([" "], "cannot"),
        ]
        wrong += [([f"{name} first 12"], "illegal") for name in GAME.box.traffic_names[:2]]  # type: ignore[attr-defined]
        for words, code in wrong:
            error = me.refused(do="claim", seat=0, number=number, words=words)
            assert error["code"] == code and (code == "cannot" or error["rule"] in ("PG 9.3", "PG 9.9"))
        assert me.refused(do="claim", seat=0, number=number, words=["x"] * 50)["code"] == "malformed"
        assert me.refused(do="claim", seat=1, number=number, words=[])["code"] == "not-seated"
        assert me.refused(do="claim", seat=0, number=number + 1, words=[])["code"] == "out-of-date"
        assert me.refused(do="accept", seat=0, number=number)["code"] == "nothing"
        assert third.refused(do="claim", seat=2, number=number, words=[])["code"] == "no-talk"
        assert spectator.refused(do="ready", seat=0, number=number)["code"] == "not-seated"
        assert view.party == (0, 1) and server.room(laid.table).live.talk.claims == {}  # type: ignore[union-attr]


def test_bots_speak_up_react_and_let_it_end(server: Server) -> None:
    for bot in ("greedy", "random"):
        laid = lay(server, bots={1: bot, 2: "random"})
        with server.watch(laid.table, laid.who[0]) as me:
            told = heard(me, lambda told: claims(told)[1] is not None)
            assert told["seats"][1]["ready"], "a bot stands by what it claims until somebody says something else"
            for words in (["place"], ["rest"], ["place", "rest"]) * 4:
                me.send(do="claim", seat=0, number=told["number"], words=words)
                heard(me, lambda told, words=words: claims(told)[0] == words)
            assert server.room(laid.table).negotiation.drafts[1] <= 6
            me.send(do="ready", seat=0, number=told["number"])
            for _ in range(8):
                told = heard(me, lambda told: not told["on"] or not told["seats"][0]["ready"])
                if not told["on"]:
                    break
                me.send(do="ready", seat=0, number=told["number"])
            assert not told["on"]


def test_accepting_gives_up_exactly_what_clashes(server: Server) -> None:
    laid = lay(server)
    with server.watch(laid.table, laid.who[0]) as gangster, server.watch(laid.table, laid.who[1]) as police:
        number = heard(gangster)["number"]
        gangster.send(do="claim", seat=0, number=number, words=["place", "weapons all", "tobacco first 1"])
        police.send(do="claim", seat=1, number=number, words=["weapons first 1", "rest"])
        told = heard(gangster, lambda told: None not in claims(told).values())
        first = told["moves"][0]
        assert (first["does"], first["words"]) == ("accept", ["place", "weapons from 2", "tobacco first 1"])
        assert first["note"] == "you give up the first weapons token", "its consequence is said before it is pressed"
        assert [move["does"] for move in told["moves"]][-1] == "refuse"
        gangster.send(do="accept", seat=0, number=number)
        told = heard(gangster, lambda told: told["accord"])
        assert claims(told)[0] == first["words"] and told["seats"][0]["ready"]


def test_accepting_without_a_claim_takes_the_rest_and_never_nothing_in_silence(server: Server) -> None:
    laid = lay(server)
    with server.watch(laid.table, laid.who[0]) as gangster, server.watch(laid.table, laid.who[1]) as police:
        number = heard(gangster)["number"]
        assert not [move for move in heard(police)["moves"] if move["does"] in ("accept", "hold")]
        gangster.send(do="claim", seat=0, number=number, words=["place"])
        first = heard(police, lambda told: claims(told)[0] == ["place"])["moves"][0]
        assert (first["does"], first["words"], first["note"]) == ("accept", ["rest"], "you: everything else")
        gangster.send(do="claim", seat=0, number=number, words=["place", "rest"])
        first = heard(police, lambda told: claims(told)[0] == ["place", "rest"])["moves"][0]
        assert (first["words"], first["note"]) == ([], "you: nothing at all")


def test_who_settles_before_a_bot_has_spoken_is_not_kept_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot's first word ends it at once, or says what clashes: the sand, which is out in an hour, is not needed."""
    speak = NegotiationRunner._bot_claims

    async def speak_after_me(runner: NegotiationRunner, talk: LiveTalk, seat: int) -> None:
        while 0 not in talk.ready:
            await asyncio.sleep(0.01)
        await speak(runner, talk, seat)

    monkeypatch.setattr(NegotiationRunner, "_bot_claims", speak_after_me)
    with Server(settings(tmp_path / "x.db", workers=1)) as server:
        for words in (["rest"], ["place", "rest"], ["tobacco first 1"]):
            laid = lay(server, bots={1: "greedy", 2: "random"})
            with server.watch(laid.table, laid.who[0]) as me:
                told = heard(me)
                assert claims(told)[1] is None
                me.send(do="claim", seat=0, number=told["number"], words=words)
                me.send(do="ready", seat=0, number=told["number"])
                told = heard(
                    me, lambda told: not told["on"] or (claims(told)[1] is not None and told["seats"][1]["ready"])
                )
                if told["on"]:  # it wants something of mine, or refuses: I am asked again, with what I may do
                    assert told["clashes"] and not told["seats"][0]["ready"] and told["moves"][0]["does"] != "reopen"
                    me.send(do="ready", seat=0, number=told["number"])
                    heard(me, lambda told: not told["on"])


def test_a_first_word_that_leaves_me_mine_does_not_unsettle_me(server: Server) -> None:
    laid = lay(server)
    with server.watch(laid.table, laid.who[0]) as gangster, server.watch(laid.table, laid.who[1]) as police:
        number = heard(gangster)["number"]
        gangster.send(do="claim", seat=0, number=number, words=["place", "rest"])
        gangster.send(do="ready", seat=0, number=number)
        heard(police, lambda told: told["seats"][0]["ready"])
        police.send(do="claim", seat=1, number=number, words=["weapons first 1"])
        assert heard(police, lambda told: claims(told)[1] is not None)["seats"][0]["ready"]
        police.send(do="claim", seat=1, number=number, words=["weapons all"])
        told = heard(police, lambda told: claims(told)[1] == ["weapons all"])
        assert not told["seats"][0]["ready"], "more of the rest than was said at first"


def test_without_a_timer_the_talk_is_free_and_ends_when_all_have_settled(server: Server) -> None:
    laid = lay(server, {"kind": "free", "seconds": 60})
    with server.watch(laid.table, laid.who[0]) as gangster, server.watch(laid.table, laid.who[1]) as police:
        told = heard(gangster)
        assert (told["seconds"], told["left"]) == (0.0, 0.0)
        assert server.room(laid.table).negotiation.timer is None, "nothing runs out"
        for seat, person, words in ((0, gangster, ["place"]), (1, police, ["rest"])):
            person.send(do="claim", seat=seat, number=told["number"], words=words)
            person.send(do="ready", seat=seat, number=told["number"])
        heard(police, lambda told: not told["on"])
    assert chosen(server, laid.table, len(laid.record.entries))[0] == (0, "claim place")


def test_a_bot_says_what_it_wants_and_what_the_dice_would_give_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    from parrain.games.police_vs_gangs.odds import fight_odds
    from parrain.games.police_vs_gangs.text.speech import speech

    state: Any = lay(server).state
    negotiation: Any = GAME.negotiation(state.view(None))
    box: Any = GAME.box  # type: ignore[attr-defined]
    standing = {0: ("place",), 1: ("place",)}
    for seat in (0, None):
        view = negotiation.view_with_claims(state.view(seat), standing, [1], {}, Ledger())
        told = speech(view, box, 1)
        assert "dice" in told.text and told.filling["count"] == round(10 * fight_odds(state.view(None), box).win)
        refusing = negotiation.view_with_claims(state.view(seat), {**standing, 1: ("no deal",)}, [1], {}, Ledger())
        assert speech(refusing, box, 1).filling["count"] == told.filling["count"], "no more than everybody knows"
    for chance, words in ((0.1, "1 time in 10."), (0.2, "2 times in 10."), (0.0, "whatever the dice say.")):
        monkeypatch.setattr(
            f"{speech.__module__}.fight_odds", lambda *_, c=chance, **__: SimpleNamespace(of=lambda _: c)
        )
        assert render(speech(refusing, box, 1), "en").endswith(words)


def test_it_is_found_again_by_who_comes_back_and_begins_anew_after_a_crash(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db")) as server:
        laid = lay(server)
        with server.watch(laid.table, laid.who[1]) as police:
            with server.watch(laid.table, laid.who[0]) as me:
                number = heard(me)["number"]
                me.send(do="claim", seat=0, number=number, words=["place"])
                heard(police, lambda told: claims(told)[0] == ["place"])
            with server.watch(laid.table, laid.who[0]) as me:
                told = heard(me)
                assert claims(told) == {0: ["place"], 1: None} and told["number"] == number and told["left"] < 600
        wait_for(lambda: not server.room(laid.table).connections)
        resting = server.room(laid.table).live.talk
        assert resting is not None and resting.since is None, "the sand rests when nobody is there"
    with Server(settings(tmp_path / "x.db")) as server, server.watch(laid.table, laid.who[0]) as me:
        told = heard(me)
        assert claims(told) == {0: None, 1: None} and told["left"] > 300
        me.send(do="claim", seat=0, number=told["number"], words=["place"])
        assert claims(heard(me, lambda told: claims(told)[0] is not None)) == {0: ["place"], 1: None}


def test_what_stands_is_kept_whole_or_not_at_all(calm: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    laid = lay(calm)
    before = len(laid.record.entries)
    writing, calls = calm.hub.writer.log, []

    def append_all(table: str, first: int, batches: Sequence[Batch], state: str, fence: int) -> None:
        calls.append(first)
        type(writing).append_all(writing, table, first, batches, state, fence)
        if len(calls) < 3:
            raise OSError("the disk is full")

    monkeypatch.setattr(writing, "append_all", append_all)
    with calm.watch(laid.table, laid.who[0]) as me, calm.watch(laid.table, laid.who[1]) as police:
        number = heard(me)["number"]
        me.send(do="claim", seat=0, number=number, words=["place"])
        me.send(do="ready", seat=0, number=number)
        heard(police, lambda told: told["seats"][0]["ready"])
        error = police.refused(do="ready", seat=1, number=number)
        assert "disk is full" in error["text"] and chosen(calm, laid.table, before) == []
        heard(police, lambda told: not told["on"])  # tried again by itself, until it can be kept
    assert calls[:3] == [before] * 3
    assert [text for _, text in chosen(calm, laid.table, before)] == ["claim place", "say", "say", "say", "say"]


def test_without_sand_the_rounds_are_played(server: Server) -> None:
    for clock in (None, {"kind": "decision", "seconds": 60}):
        laid = lay(server, clock)
        with server.watch(laid.table, laid.who[0]) as me, server.watch(laid.table, laid.who[1]) as police:
            me.until("shown", lambda shown: bool(shown["choices"]))
            me.choose("claim place")
            me.until("shown", lambda shown: "place" in str(shown["text"]))
            assert me.refused(do="claim", seat=0, number=1, words=[])["code"] == "no-talk"
            police.sync()
            assert not [told for told in (*me.told, *police.told) if told["is"] == "bargained"]
        assert chosen(server, laid.table, len(laid.record.entries)) == [(0, "claim place")]


def test_bots_alone_need_no_sand(server: Server) -> None:
    laid = lay(server, bots={0: "random", 1: "random"})
    with server.watch(laid.table, laid.who[2]) as third:
        third.until("shown", lambda shown: bool(shown["choices"]))
        assert not [told for told in third.told if told["is"] == "bargained"]


def test_the_police_share_by_the_same_sand(server: Server) -> None:
    laid = tables.lay(server.hub.settings.data, "police-share", SAND)
    before = len(laid.record.entries)
    with (
        server.watch(laid.table, laid.who[1]) as one,
        server.watch(laid.table, laid.who[3]) as other,
        server.watch(laid.table) as spectator,
    ):
        number = heard(one)["number"]
        one.send(do="claim", seat=1, number=number, words=["place 3"])
        told = heard(spectator, lambda told: claims(told)[1] is not None)
        assert claims(told)[1][0] == "place 3" and claims(told)[3] is None  # type: ignore[index]
        assert one.refused(do="claim", seat=1, number=number, words=["place 0"])["rule"] == "PG 11.3"
        other.send(do="claim", seat=3, number=number, words=[])
        clash = heard(one, lambda told: claims(told)[3] is not None)
        assert {each["rule"] for each in clash["clashes"]} <= {"PG 11.3"}
        one.send(do="ready", seat=1, number=number)
        other.send(do="accept", seat=3, number=number, of=1)
        heard(spectator, lambda told: not told["on"])
        spectator.sync()
    texts = chosen(server, laid.table, before)
    assert texts[0] == (1, "give place 3") and (3, "say") in texts and not any(text == "no deal" for _, text in texts)


def test_hidden_tiles_change_nothing_of_what_is_told(server: Server) -> None:
    """What everybody hears is made of a spectator's View alone: an imagined table with other tiles tells the same."""
    state = lay(server).state
    worlds = [GAME.imagine(state.view(None), Stream(seed)) for seed in range(40)]
    world = next(each for each in worlds if each.view(0) != state.view(0))  # other tiles lie there
    mine, other = GAME.negotiation(state.view(None)), GAME.negotiation(world.view(None))
    assert mine is not None and other is not None
    standing = {0: ("place",), 1: ("place", "rest")}
    assert (mine.topic, mine.seats, mine.items(standing), mine.clashes(standing)) == (
        other.topic,
        other.seats,
        other.items(standing),
        other.clashes(standing),
    )


def test_prepared_sentences_are_said_by_one_press_and_read_by_bots(server: Server) -> None:
    laid = lay(server, bots={0: "normal", 2: "random"})
    with server.watch(laid.table, laid.who[1]) as police, server.watch(laid.table) as spectator:
        told = heard(police, lambda told: claims(told)[0] is not None)
        number = told["number"]
        assert not heard(spectator)["sentences"] and all(not each["said"] for each in told["sentences"])
        codes = [each["code"] for each in told["sentences"]]
        offer = next(code for code in codes if code.startswith("offer 0 | place"))
        assert {"next 0", "dice"} <= set(codes) and not any(code.startswith("bring") for code in codes)
        for wrong in ("next 2", "bring drugs", "no little", "nonsense"):
            assert police.refused(do="speak", seat=1, number=number, code=wrong)["code"] == "cannot"
        drafts = server.room(laid.table).negotiation.drafts[0]
        police.send(do="speak", seat=1, number=number, code=offer)
        told = heard(police, lambda told: any(each["said"] for each in told["sentences"]))
        assert claims(told)[1] == ["place"], "a counter-offer brings its claim along"
        wait_for(lambda: server.room(laid.table).negotiation.drafts[0] > drafts)
        police.send(do="speak", seat=1, number=number, code="next 0")
        heard(police, lambda told: {"next 0"} == {each["code"] for each in told["sentences"] if each["said"]})
        talk = server.room(laid.table).live.talk
        assert talk is not None and [line.code for line in talk.all_said if line.seat == 1] == [offer, "next 0"]


def test_a_counter_offer_can_be_taken_in_one_press(server: Server) -> None:
    laid = lay(server)
    with server.watch(laid.table, laid.who[0]) as gangster, server.watch(laid.table, laid.who[1]) as police:
        told = heard(police)
        offer = next(each["code"] for each in told["sentences"] if each["code"].endswith("| place"))
        police.send(do="speak", seat=1, number=told["number"], code=offer)
        told = heard(gangster, lambda told: claims(told)[1] is not None)
        taken = [move for move in told["moves"] if move["words"] == ["place"]]
        assert taken and taken[0]["does"] == "counter" and "offers you the place" in taken[0]["note"]
        gangster.send(do="claim", seat=0, number=told["number"], words=["place"])
        assert heard(gangster, lambda told: claims(told)[0] is not None)["accord"]


def test_the_coach_weighs_the_deal_against_the_dice(server: Server) -> None:
    laid = lay(server)
    with server.watch(laid.table, laid.who[0]) as gangster, server.watch(laid.table, laid.who[1]) as police:
        number = heard(gangster)["number"]
        gangster.send(do="claim", seat=0, number=number, words=["place", "rest"])
        heard(police, lambda told: claims(told)[0] == ["place", "rest"])
        police.send(do="coach", seat=1)
        told = police.until("coached")
        assert told["rule"] == "PG 9.1" and "no dice, no arrest" in told["rule_text"] and not told["values"]
        assert "your side wins 9 of 10" in told["watch"][0] and "next to nothing" in told["watch"][1]
        assert list(told["warnings"]) == ["accept"] and "2 points more than this deal" in told["warnings"]["accept"]
        gangster.send(do="coach", seat=0)
        told = gangster.until("coached")
        assert "a loss of about 1 point" in told["watch"][0] and not told["warnings"], "nobody has answered yet"
