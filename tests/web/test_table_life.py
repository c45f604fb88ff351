"""At the table: seats, undo, talk, hints, languages, hot seat, coming back, leaving, another device, rematch."""

from __future__ import annotations

from pathlib import Path

import pytest

import parrain
from parrain.table.seating import NICKNAMES
from tests.web import tables
from tests.web.server import Player, Server, wait_for
from tests.web.settings import settings

DN = "district-noir"


def mover(*players: Player) -> Player:
    return next(player for player in players if player.shown["choices"])


def test_nothing_is_dealt_before_every_seat_is_taken(server: Server) -> None:
    ann, bob = server.identity(), server.identity()
    table = server.make(ann, DN, ["person", "open"])
    with server.watch(table, ann) as me, server.watch(table) as other:
        waiting = me.until("waiting")
        assert waiting["open"] == [1] and waiting["mine"] == [0] and waiting["maker"]
        assert not other.until("waiting")["maker"]
        assert me.refused(do="choose", seat=0, step=0, action="take")["code"] == "waiting"
        assert other.refused(do="say", words="hello")["code"] == "not-seated"
        server.post(f"/api/tables/{table}/sit", {"name": "  "}, bob, 409)
        server.post(f"/api/tables/{table}/sit", {"name": "Bob", "seat": 0}, bob, 409)
        assert server.post(f"/api/tables/{table}/sit", {"name": "Bob"}, bob)["mine"] == [1]
        shown = me.until("shown")
        assert shown["names"][1] == "Bob" and shown["seat"] == 0
        assert other.until("shown")["seat"] is None
        carl = server.identity()
        assert server.post(f"/api/tables/{table}/sit", {"name": "Carl"}, carl, 409)["code"] == "taken"


def test_whoever_made_the_table_can_begin_with_bots(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "open"])
    assert server.post(f"/api/tables/{table}/begin", {}, server.identity(), 403)["code"] == "not-seated"
    server.post(f"/api/tables/{table}/begin", {}, ann)
    with server.watch(table, ann) as me:
        assert me.until("presence")["seats"][1]["kind"] == "bot"
        shown = me.until("shown", lambda shown: bool(shown["choices"]))
        assert shown["names"][1] in NICKNAMES, "no number, which would run into a score"
    assert server.post(f"/api/tables/{table}/begin", {}, ann, 409)["code"] == "begun"


def test_a_free_undo_and_one_that_is_asked_for(server: Server) -> None:
    ann, bob = server.identity(), server.identity()
    table = server.make(ann, DN, ["person", "open"])
    server.post(f"/api/tables/{table}/sit", {"name": "Bob"}, bob)
    with server.watch(table, ann) as one, server.watch(table, bob) as two:
        for player in (one, two):
            player.until("shown")
        me = mover(one, two)
        you = two if me is one else one
        lay = next(choice["action"] for choice in me.shown["choices"] if choice["action"] != "take")
        me.choose(lay)
        me.until("shown", lambda shown: shown["can_undo"] == "free")
        you.until("shown", lambda shown: bool(shown["choices"]))
        step = me.shown["step"]
        me.send(do="undo", seat=me.shown["seat"], step=step)
        me.until("shown", lambda shown: bool(shown["choices"]))
        assert me.shown["step"] == step + 1, "what was taken back is a step too"
        assert me.refused(do="undo", seat=me.shown["seat"], step=step)["code"] == "out-of-date"
        assert me.refused(do="choose", seat=me.shown["seat"], step=0, action=lay)["code"] == "out-of-date"
        me.choose(lay)
        you.until("shown", lambda shown: bool(shown["choices"]))
        you.choose(next(choice["action"] for choice in you.shown["choices"] if choice["action"] != "take"))
        me.until("shown", lambda shown: bool(shown["choices"]))
        assert me.shown["can_undo"] == "ask"
        me.send(do="undo", seat=me.shown["seat"], step=me.shown["step"])
        asked = you.until("asked")
        assert asked["by"] == me.shown["seat"] and asked["seats"] == [you.shown["seat"]]
        assert me.refused(do="consent", seat=me.shown["seat"], yes=True)["code"] == "no-question"
        you.send(do="consent", seat=you.shown["seat"], yes=False)
        assert me.until("answered")["yes"] is False
        me.send(do="undo", seat=me.shown["seat"], step=me.shown["step"])
        you.until("asked")
        you.send(do="consent", seat=you.shown["seat"], yes=True)
        assert me.until("answered")["yes"] is True
        me.until("shown", lambda shown: len(shown["choices"]) > 0 and "takes back" not in shown["prompt"])
        you.sync()
        assert you.refused(do="consent", seat=you.shown["seat"], yes=True)["code"] == "no-question"
    live = server.room(table).live
    assert live.table is not None and len(live.table.record.standing()) == 0


def test_talk_is_kept_bounded_and_only_for_those_who_sit(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "random"])
    with server.watch(table, ann) as me, server.watch(table) as other:
        me.until("shown")
        me.send(do="say", words="<b>salut</b>\n  toi")
        lines = other.until("said", lambda said: bool(said["lines"]))["lines"]
        assert [line["words"] for line in lines] == ["<b>salut</b> toi"]
        assert me.refused(do="say", words="x" * 600)["code"] == "cannot"
        assert me.refused(do="say", words=" \t ")["code"] == "cannot"
        assert me.refused(do="say", words="x" * 5000)["code"] == "malformed"
        assert other.refused(do="say", words="psst")["code"] == "not-seated"
        assert other.refused(do="open-talk")["code"] == "not-host", "only whoever made the table"
        me.send(do="open-talk")
        assert other.until("presence", lambda told: told["open_talk"])["host"] is False
        assert other.refused(do="say", words="psst")["code"] == "cannot", "a spectator who talks has a name"
        other.send(do="say", words="psst", name="Zoé")
        line = me.until("said", lambda told: told["lines"] and told["lines"][-1]["words"] == "psst")["lines"][-1]
        assert (line["seat"], line["name"]) == (None, "Zoé")
        me.send(do="open-talk", yes=False)
        other.until("presence", lambda told: not told["open_talk"])
        assert other.refused(do="say", words="psst", name="Zoé")["code"] == "not-seated"
    with server.watch(table, ann) as again:
        said = again.until("said")
        assert said["fresh"] and len(said["lines"]) == 2


def test_the_coach_says_what_it_is_about_and_what_choices_are_worth(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "random"])
    with server.watch(table, ann, "pictures=none&lang=fr") as me:
        me.until("shown", lambda shown: bool(shown["choices"]))
        me.send(do="coach", seat=0)
        coached = me.until("coached")
        assert coached["step"] == me.shown["step"] and coached["rule"].startswith("DN ") and coached["rule_text"]
        assert len(coached["watch"]) == 3 and coached["best"]
        assert set(coached["values"]) <= {choice["action"] for choice in me.shown["choices"]}
        assert list(coached["values"].values()) == sorted(coached["values"].values(), reverse=True)
        assert me.refused(do="coach", seat=1)["code"] == "not-seated"


def test_hint_and_why(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "random"])
    with server.watch(table, ann, "pictures=none&lang=fr") as me:
        me.until("shown", lambda shown: bool(shown["choices"]))
        me.send(do="hint", seat=0)
        hinted = me.until("hinted")
        assert hinted["action"] in {choice["action"] for choice in me.shown["choices"]}
        assert hinted["reason"] and hinted["label"]
        assert "de chances de gagner" in hinted["reason"], "the adviser of this game searches, and says what it expects"
        legal = {choice["action"] for choice in me.shown["choices"]}
        card = next(text for text in ("lay port", "lay 5", "lay 6", "lay 7", "lay 8") if text not in legal)
        me.send(do="why", seat=0, action=card)
        forbidden = me.until("forbidden")
        assert not forbidden["allowed"] and forbidden["rule"].startswith("DN ") and forbidden["rule_text"]
        me.send(do="why", seat=0, action=sorted(legal)[0])
        assert me.until("forbidden")["allowed"]
        error = me.refused(do="choose", seat=0, step=me.shown["step"], action=card)
        assert error["code"] == "illegal" and error["rule"] == forbidden["rule"]
        assert me.refused(do="why", seat=0, action="fly away")["code"] == "unknown-action"


def test_the_language_changes_at_any_moment(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "person"])
    with server.watch(table, ann, "pictures=wide&lang=en") as me:
        assert me.until("shown")["lang"] == "en"
        assert me.shown["parts"]["board"].startswith("<svg") and 'lang="en"' in me.shown["parts"]["board"]
        me.send(do="language", lang="fr-CA")
        shown = me.until("shown")
        assert shown["lang"] == "fr" and 'lang="fr"' in shown["parts"]["board"] and shown["fresh"]
        me.send(do="look", seat=None, pictures="narrow")
        narrow = me.until("shown")
        assert narrow["pictures"] == "narrow" and narrow["parts"]["board"] != shown["parts"]["board"]


def test_a_shared_screen_shows_one_seat_at_a_time(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "person"])
    with server.watch(table, ann) as me:
        shown = me.until("shown")
        assert shown["seat"] is None and shown["mine"] == [0, 1] and not shown["choices"]
        assert me.refused(do="hint", seat=0)["code"] == "look-first"
        assert me.refused(do="choose", seat=0, step=0, action="take")["code"] == "look-first"
        for _ in range(6):
            seat = me.shown["to_move"][0]
            me.send(do="look", seat=seat)
            me.until("shown", lambda shown, seat=seat: shown["seat"] == seat)
            me.choose(me.shown["choices"][0]["action"])
            me.until("shown")
            me.send(do="look", seat=None)
            me.until("shown", lambda shown: shown["seat"] is None)
        assert me.refused(do="look", seat=5)["code"] == "not-seated"


def test_coming_back_continues_where_one_was(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "random"])
    with server.watch(table, ann) as me:
        me.until("shown", lambda shown: bool(shown["choices"]))
        me.choose(me.shown["choices"][0]["action"])
        me.until("shown", lambda shown: shown["step"] >= 2 and bool(shown["choices"]))
        me.sync()
        before = me.shown
    with server.watch(table, ann) as again:
        after = again.until("shown")
        assert {key: after[key] for key in ("step", "choices", "text", "seat")} == {
            key: before[key] for key in ("step", "choices", "text", "seat")
        }
        assert after["fresh"] and len(after["events"]) >= len(before["events"])


def test_leaving_a_running_game_hands_the_seat_to_a_bot_until_one_is_back(server: Server) -> None:
    ann, bob = server.identity(), server.identity()
    table = server.make(ann, DN, ["person", "open"])
    server.post(f"/api/tables/{table}/sit", {"name": "Bob"}, bob)
    with server.watch(table, ann) as me:
        me.until("shown")
        server.post(f"/api/tables/{table}/leave", {}, bob)
        me.until("presence", lambda told: told["seats"][1]["standin"])
        me.until("shown", lambda shown: bool(shown["choices"])) if not me.shown["choices"] else None
        me.choose(me.shown["choices"][0]["action"])
        me.until("shown", lambda shown: bool(shown["choices"]))
        assert server.post(f"/api/tables/{table}/sit", {"name": "Carl"}, server.identity(), 409)["code"] == "taken"
        server.post(f"/api/tables/{table}/sit", {"name": "Bob", "seat": 1}, bob)
        me.until("presence", lambda told: not told["seats"][1]["standin"])


def test_another_device_takes_the_seat_once(server: Server) -> None:
    ann, phone = server.identity(), server.identity()
    table = server.make(ann, DN, ["person", "random"])
    server.post(f"/api/tables/{table}/handover", {}, phone, 403)
    handed = server.post(f"/api/tables/{table}/handover", {}, ann)
    assert handed["qr"].startswith("<svg") and "style=" not in handed["qr"]
    key = handed["link"].partition("as=")[2]
    other = server.make(ann, DN, ["person", "random"])
    server.http.get(f"/t/{table}/join?as={key}")  # looking at the page uses nothing up
    assert server.post(f"/api/tables/{table}/join", {"key": key}, phone)["mine"] == [0]
    assert server.post(f"/api/tables/{table}/join", {"key": key}, server.identity(), 409)["code"] == "bad-key"
    key = server.post(f"/api/tables/{table}/handover", {}, ann)["link"].partition("as=")[2]
    assert server.post(f"/api/tables/{other}/join", {"key": key}, phone, 409)["code"] == "bad-key"
    with server.watch(table, ann) as me, server.watch(table, phone) as too:
        assert me.until("shown")["mine"] == too.until("shown")["mine"] == [0]


@pytest.mark.parametrize("kind", ["decision", "bank"])
def test_a_clock_runs_out_and_a_bot_plays_on(tmp_path_factory: pytest.TempPathFactory, kind: str) -> None:
    with Server(settings(tmp_path_factory.mktemp("clock") / "x.db", workers=1)) as server:
        ann = server.identity()
        table = server.make(ann, DN, ["person", "random"], clock={"kind": kind, "seconds": 600})
        with server.watch(table, ann) as me:
            me.until("shown", lambda shown: bool(shown["choices"]))
            clock = me.shown["clock"]
            assert clock["kind"] == kind and clock["running"] == [0] and 300 < clock["left"][0] <= 600
            live = server.room(table).live
            assert live.clocks is not None
            live.clocks.left[0] = 0.0
            server.call_soon(server.room(table).timers.rearm)
            me.until("presence", lambda told: told["seats"][0]["standin"])
            me.until("shown", lambda shown: shown["step"] >= 3)
            me.send(do="back", seat=0)
            me.until("presence", lambda told: not told["seats"][0]["standin"])


def test_who_is_gone_is_missed_and_then_played_for(tmp_path_factory: pytest.TempPathFactory) -> None:
    chosen = settings(tmp_path_factory.mktemp("gone") / "x.db", workers=1, remind_seconds=0.3, gone_seconds=3600.0)
    with Server(chosen) as server:
        ann, bob = server.identity(), server.identity()
        table = server.make(ann, DN, ["person", "open"])
        server.post(f"/api/tables/{table}/sit", {"name": "Bob"}, bob)
        with server.watch(table, ann) as me:
            me.until("shown")
            assert me.refused(do="standin", seat=1)["code"] == "not-gone"
            assert me.refused(do="standin", seat=0)["code"] == "not-gone"
            me.until("presence", lambda told: told["seats"][1]["reminded"])
            assert me.refused(do="standin", seat=1)["code"] == "not-gone", "missed, but not for long enough"
            server.hub.settings.gone_seconds = 0.0
            me.send(do="standin", seat=1)
            me.until("presence", lambda told: told["seats"][1]["standin"])
            with server.watch(table, bob) as back:
                back.until("presence", lambda told: not told["seats"][1]["standin"] and told["seats"][1]["here"])


def test_a_rematch_seats_the_same_people(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "random"])
    assert server.post(f"/api/tables/{table}/rematch", {}, ann, 403)["code"] == "not-over"
    with server.watch(table, ann) as me:
        me.until("shown")
        while not me.shown["over"]:
            if me.shown["choices"]:
                me.choose(me.shown["choices"][-1]["action"])
            me.until("shown")
        made = server.post(f"/api/tables/{table}/rematch", {}, ann, 201)
        assert me.until("moved")["table"] == made["table"] != table and made["mine"] == [0]
        assert server.post(f"/api/tables/{table}/rematch", {}, ann, 201)["table"] == made["table"]
        me.send(do="say", words="good game")
        assert me.until("said", lambda said: bool(said["lines"]))
        assert me.refused(do="choose", seat=0, step=me.shown["step"], action="take")["code"] == "over"
    mine = server.get("/api/tables", ann)["mine"]
    assert {line["table"]: line["state"] for line in mine} == {table: "over", made["table"]: "playing"}


@pytest.mark.parametrize("silent", [True, False])
def test_when_the_sand_is_out_what_stands_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, silent: bool
) -> None:
    """Gangs City asks several at once; whoever has not answered when the sand is out is answered for, this once."""
    found = parrain.game("gangs-city")
    if silent:
        monkeypatch.setattr(type(found), "default_answer", lambda self, view, actions: actions[-1])
    with Server(settings(tmp_path / "x.db", workers=1)) as server:
        laid = tables.lay(tmp_path / "x.db", "asked-at-once", {"kind": "sand", "seconds": 600})
        with server.watch(laid.table, laid.who[0]) as me:
            me.until("shown")
            owing = me.shown["to_move"]
            room = server.room(laid.table)
            live = room.live
            assert live.clocks is not None and sorted(live.clocks.since) == owing
            before = live.moment
            for seat in owing:
                live.clocks.left[seat] = 0.0
            server.call_soon(room.timers.rearm)
            wait_for(lambda: live.moment >= before + len(owing))
            assert not room.timers.one_choice or not silent
