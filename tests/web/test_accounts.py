"""Accounts: optional, by link or passkey, exported and deleted whole; and what somebody who cheats would try."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import parrain
from parrain.table import accounts
from parrain.web import passkeys
from parrain.web.http import accounts as http_accounts
from parrain.web.identity import hashed, new_secret
from parrain.web.live import ratings
from tests.web.engines import SQLITE, Engine
from tests.web.server import Player, Server, wait_for
from tests.web.settings import settings

DN = "district-noir"
ROOT = Path(__file__).parents[2]


class Browser:
    """A browser with its own cookies."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(
            base_url=f"http://{server.address}", timeout=120, headers={"origin": f"http://{server.address}"}
        )

    def post(self, path: str, body: object = None, status: int = 200) -> dict[str, Any]:
        answer = self.http.post(path, json={} if body is None else body)
        assert answer.status_code == status, (answer.status_code, answer.text)
        found: dict[str, Any] = answer.json()
        return found

    def get(self, path: str = "/api/account", status: int = 200) -> dict[str, Any]:
        answer = self.http.get(path)
        assert answer.status_code == status, (answer.status_code, answer.text)
        found: dict[str, Any] = answer.json()
        return found

    @property
    def secret(self) -> str:
        return self.http.cookies.get("parrain") or ""

    def make(self, *seats: str) -> str:
        kinds = [{"kind": each} if each in ("person", "open") else {"kind": "bot", "bot": each} for each in seats]
        return str(self.post("/api/tables", {"game": DN, "seats": kinds}, 201)["table"])

    def watch(self, table: str) -> Player:
        return self.server.watch(table, {"cookie": f"parrain={self.secret}", "origin": f"http://{self.server.address}"})

    def link(self, **more: bool) -> str:
        """The key of a new link to the account of this browser."""
        return str(self.post("/api/account/link", more)["link"]).partition("#")[2]


@pytest.fixture
def served(engine: Engine, tmp_path: Path) -> Iterator[Server]:
    with Server(settings(tmp_path / "x.db", database="" if engine.kind == SQLITE else engine.place)) as server:
        yield server


@pytest.fixture
def browser(server: Server) -> Browser:
    return Browser(server)


def play_to_the_end(me: Player) -> None:
    while not me.shown["over"]:
        if me.shown["choices"]:
            me.choose(me.shown["choices"][0]["action"])
        me.until("shown")


def test_a_name_and_seats_on_two_devices_then_everything_is_exported_and_deleted(served: Server) -> None:
    laptop, phone = Browser(served), Browser(served)
    before = laptop.make("person", "random")
    anonymous = laptop.secret
    made = laptop.post("/api/account", {"name": "Lana"}, 201)
    assert made["name"] == "Lana" and [each["table"] for each in made["tables"]] == [before]
    assert laptop.secret.startswith("p.") and laptop.secret != anonymous, "a new secret: an old one may be known"
    for each in made["tables"]:
        laptop.post(f"/api/tables/{each['table']}/join", {"key": each["key"]})
    waiting = laptop.make("person", "open")
    with laptop.watch(before) as me:
        assert me.until("shown")["mine"] == [0]

    key = laptop.link()
    assert phone.post("/api/account/peek", {"key": key})["name"] == "Lana", "a look does not use it up"
    phone.post("/api/account/join", {"key": key})
    assert phone.post("/api/account/join", {"key": key}, 409)["code"] == "signed-in"
    assert Browser(served).post("/api/account/join", {"key": key}, 409)["code"] == "bad-key", "once"
    assert {each["table"] for each in phone.get("/api/tables")["mine"]} == {before, waiting}
    assert len(phone.get()["devices"]) == 2 and [each["this"] for each in phone.get()["devices"]].count(True) == 1

    assert phone.get()["games"] == [] and not phone.get()["history"], "nothing is stored that was not asked for"
    phone.post("/api/account/change", {"history": True, "name": "Lana B."})
    with phone.watch(before) as me:
        me.until("shown")
        me.send(do="say", seat=0, words="my secret plan")
        play_to_the_end(me)
        wait_for(lambda: laptop.get()["games"])
    shown = laptop.get()
    assert shown["name"] == "Lana B." and shown["statistics"][0]["played"] == 1 and shown["games"][0]["table"] == before
    assert shown["statistics"][0]["points"] is not None and shown["games"][0]["people"] == 1

    stored = laptop.get("/api/account/export")
    assert stored["account"]["name"] == "Lana B." and len(stored["devices"]) == 2 and stored["finished_games"]
    assert {each["table"] for each in stored["seats"]} == {before, waiting}
    assert [each["said"] for each in stored["seats"] if each["table"] == before] == [["my secret plan"]]

    assert laptop.post("/api/account/delete", {"name": "somebody"}, 400)["code"] == "malformed"
    with phone.watch(before) as me:
        me.until("shown")
        laptop.post("/api/account/delete", {"name": "Lana B."})
    assert laptop.secret == "" and laptop.get()["name"] == "" and phone.get()["name"] == ""
    assert phone.get("/api/tables")["mine"] == []
    eve = Browser(served)
    with eve.watch(before) as me:
        shown = me.until("shown")
        assert shown["names"] == ["Player 1", shown["names"][1]] and shown["over"] and shown["mine"] == []
        assert [each["words"] for each in me.until("said")["lines"]] == ["…"]
    assert served.hub.reader.holes() == [], "its checksums are those of what is left"
    assert eve.http.get(f"/record/{before}").status_code == 200
    assert served.hub.reader.load(waiting, whole=False).seats[0].kind == "open"  # type: ignore[union-attr]
    for table in ("accounts", "devices", "account_keys", "passkeys", "results"):
        assert served.hub.reader.run(f"SELECT * FROM {table}").fetchall() == []


def test_a_device_is_signed_out_here_and_from_afar(browser: Browser, server: Server) -> None:
    browser.post("/api/account", {"name": "Ann"}, 201)
    table = browser.make("person", "random")
    kept = browser.link(kept=True)
    thief, tablet = Browser(server), Browser(server)
    thief.post("/api/account/join", {"key": kept})
    tablet.post("/api/account/join", {"key": kept})
    assert browser.get()["kept_link"] and len(browser.get()["devices"]) == 3
    browser.post("/api/account/leave", {"device": next(d["id"] for d in tablet.get()["devices"] if d["this"])})
    assert tablet.get()["name"] == "" and tablet.secret == ""
    with thief.watch(table) as there:
        assert there.until("shown")["mine"] == [0]
        browser.post("/api/account/leave", {"others": True})
        with pytest.raises(Exception, match=r"1012|service restart"):
            while True:
                there.next()
    with thief.watch(table) as there:
        assert there.until("shown")["mine"] == []
    assert thief.get()["name"] == "" and thief.get("/api/tables")["mine"] == []
    assert thief.post("/api/account/join", {"key": kept}, 409)["code"] == "bad-key", "the link went with it"
    assert not browser.get()["kept_link"] and [d["this"] for d in browser.get()["devices"]] == [True]
    replaced = browser.link(kept=True)
    assert browser.link(kept=True) != replaced
    assert thief.post("/api/account/peek", {"key": replaced}, 409)["code"] == "bad-key", "one at a time"
    secret = browser.secret
    browser.post("/api/account/leave")
    assert browser.secret == "" and browser.get("/api/tables")["mine"] == []
    assert server.get("/api/account", {"cookie": f"parrain={secret}"})["name"] == ""


@pytest.mark.once
def test_a_device_is_signed_out_at_all_servers(postgres: str) -> None:
    chosen = [settings(Path("unused"), database=postgres) for _ in range(2)]
    with Server(chosen[0]) as first, Server(chosen[1]) as second:
        ann, thief = Browser(first), Browser(second)
        ann.post("/api/account", {"name": "Ann"}, 201)
        thief.post("/api/account/join", {"key": ann.link()})
        with thief.watch(thief.make("person", "random")) as there:
            assert there.until("shown")["mine"] == [0]
            ann.post("/api/account/leave", {"others": True})
            with pytest.raises(Exception, match=r"1012|service restart"):
                while True:
                    there.next()
        assert thief.get("/api/tables")["mine"] == [] and ann.get()["name"] == "Ann"


def test_what_a_cheat_would_try(browser: Browser, server: Server, tmp_path: Path) -> None:
    mallory = Browser(server)
    mallory.post("/api/account", {"name": "Mallory"}, 201)
    table = browser.make("person", "random")
    assert browser.post("/api/account/join", {"key": mallory.link()})["tables"] == [], "seats only where one says so"
    with mallory.watch(table) as there:
        assert there.until("shown")["mine"] == []
    browser.post("/api/account/leave")

    planted = "p." + new_secret()  # a cookie that somebody put there is no session
    browser.http.cookies.set("parrain", planted, domain="127.0.0.1", path="/")
    assert browser.get()["name"] == ""
    browser.http.cookies.set("parrain", planted, domain="127.0.0.1", path="/")
    browser.post("/api/account", {"name": "Victim"}, 201)
    assert Browser(server).secret != planted
    assert server.get("/api/account", {"cookie": f"parrain={planted}"})["name"] == ""

    elsewhere = {"origin": "http://evil.test"}
    for path in ("join", "signin", "delete", "link", "leave"):
        answer = browser.http.post(f"/api/account/{path}", json={}, headers=elsewhere)
        assert answer.status_code == 403 and answer.json()["code"] == "origin"
    text = {"content-type": "text/plain"}
    assert browser.http.post("/api/account/delete", content='{"name":"Victim"}', headers=text).status_code == 400
    account = server.hub.reader.run("SELECT id FROM accounts WHERE name='Victim'").fetchone()[0]
    for guess in (account, account[:43], "p." + account[:43]):
        assert server.get("/api/account", {"cookie": f"parrain={guess}"})["name"] == ""
        assert server.get("/api/tables", {"cookie": f"parrain={guess}"})["mine"] == []
    anonymous = Browser(server)
    for path, body in (("change", {"name": "x"}), ("link", {}), ("leave", {}), ("unlink", {}), ("delete", {})):
        assert anonymous.post(f"/api/account/{path}", body, 403)["code"] == "not-signed-in"
    assert anonymous.get("/api/account/export", 403)["code"] == "not-signed-in"
    assert anonymous.post("/api/account", {"name": "x" * 30}, 409)


def test_secrets_are_stored_hashed_and_links_expire(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db", makings=(5.0, 0.001))) as server:
        browser = Browser(server)
        browser.post("/api/account", {"name": "Ann"}, 201)
        keys = [browser.link(), browser.link(kept=True)]
        secret = browser.secret
        server.run(server.hub.keep(lambda log: log.run("UPDATE account_keys SET until=1 WHERE until IS NOT NULL")))
        other = Browser(server)
        assert other.post("/api/account/join", {"key": keys[0]}, 409)["code"] == "bad-key"
        assert other.post("/api/account/peek", {"key": "x" * 43}, 409)["code"] == "bad-key"
        assert other.post("/api/account/peek", {"key": "x" * 43}, 429)["code"] == "too-fast"
    for file in tmp_path.glob("x.db*"):
        data = file.read_bytes()
        assert not any(each.encode() in data for each in (*keys, secret))
    base = sqlite3.connect(tmp_path / "x.db")
    assert base.execute("SELECT hash FROM devices").fetchall() == [(hashed(secret),)]


def test_passkeys_are_refused_unless_everything_fits(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    browser.post("/api/account", {"name": "Ann"}, 201)
    options = browser.post("/api/account/passkeys/new")["options"]
    assert options["rp"]["id"] == "127.0.0.1" and options["authenticatorSelection"]["residentKey"] == "required"
    said = passkeys.to_text(json.dumps({"challenge": options["challenge"], "type": "webauthn.create"}).encode())
    credential = {"id": "abc", "rawId": "abc", "type": "public-key", "response": {"clientDataJSON": said}}
    assert browser.post("/api/account/passkeys", {"credential": credential}, 409)["text"]
    again = browser.post("/api/account/passkeys", {"credential": credential}, 409)
    assert again["code"] == "bad-key", "a challenge is answered once"
    for wrong in ({}, {"response": 1}, {"response": {"clientDataJSON": "é"}}, {"response": {"clientDataJSON": "W10"}}):
        assert browser.post("/api/account/passkeys", {"credential": wrong}, 409)
    other = Browser(browser.server)
    asked = other.post("/api/account/signin/new")["options"]
    assert asked.get("allowCredentials", []) == [], "nobody learns which accounts there are"
    said = passkeys.to_text(json.dumps({"challenge": asked["challenge"], "type": "webauthn.get"}).encode())
    unknown = {"id": "none", "response": {"clientDataJSON": said}}
    assert other.post("/api/account/signin", {"credential": unknown}, 409)["text"]
    monkeypatch.setattr(passkeys, "is_available", lambda: False)
    assert not browser.get()["passkeys_possible"]
    assert other.post("/api/account/signin/new", {}, 409)["code"] == "cannot"


def test_history_is_deleted_when_it_is_turned_off_and_several_seats_are_not_rated(browser: Browser) -> None:
    browser.post("/api/account", {"name": "Ann"}, 201)
    browser.post("/api/account/change", {"history": True})
    table = browser.make("person", "person")
    with browser.watch(table) as me:
        me.until("shown")
        for _ in range(100):
            if me.shown["over"]:
                break
            seat = me.shown["to_move"][0]
            me.send(do="look", seat=seat)
            me.until("shown", lambda shown, seat=seat: shown["seat"] == seat and bool(shown["choices"]))
            me.choose(me.shown["choices"][0]["action"])
            me.until("shown")
        wait_for(lambda: browser.get()["games"])
    assert browser.get()["games"][0]["points"] is None and browser.get()["statistics"][0]["points"] is None
    browser.post("/api/account/change", {"history": False})
    assert browser.get()["games"] == []


def test_ratings_follow_results_and_bots_stay_what_they_are() -> None:
    game = parrain.game(DN)
    strong, weak = ratings.bot_rating(game, "best"), ratings.bot_rating(game, "random")
    assert strong[0] > ratings.MU > weak[0] and ratings.bot_rating(game, "search:1s") == (ratings.MU, ratings.SIGMA)
    beat_strong = ratings.rate(game, {1: "best"}, {}, [1, 2])[0]
    beat_weak = ratings.rate(game, {1: "random"}, {}, [1, 2])[0]
    lost = ratings.rate(game, {1: "random"}, {}, [2, 1])[0]
    assert beat_strong[0] > beat_weak[0] > ratings.MU > lost[0]
    known: dict[int, ratings.Rating] = {}
    for _ in range(200):
        known = {0: ratings.rate(game, {1: "hard"}, known, [1, 2])[0]}
        known = {0: ratings.rate(game, {1: "hard"}, known, [2, 1])[0]}
    points, margin = ratings.points_of(known[0])
    hard = ratings.points_of(ratings.bot_rating(game, "hard"))[0]
    assert abs(points - hard) < 100 and margin < 200, "who wins half of the games is as strong as the bot"
    gangster = parrain.game("gangster")
    between = [ratings.bot_rating(gangster, level)[0] for level in ("easy", "easy+", "normal", "normal+", "hard")]
    assert between == sorted(set(between)) and between[2] == ratings.MU
    assert ratings.bot_rating(game, "easy+") == (ratings.MU, ratings.SIGMA), "no level of this game"
    assert parrain.game("gangster") is not None and ratings.bot_rating(parrain.game("gangster"), "hard")[0] > ratings.MU


def test_too_many_devices_and_passkeys(tmp_path: Path) -> None:
    from parrain.table.store import SqliteLog

    log = SqliteLog(":memory:")
    accounts.create(log, "a", "Ann")
    for number in range(accounts.MOST_DEVICES + 5):
        accounts.sign_in(log, "a", f"{number:04}")
    assert len(accounts.devices(log, "a")) == accounts.MOST_DEVICES
    for number in range(accounts.MOST_PASSKEYS):
        accounts.add_passkey(log, accounts.Passkey(str(number), "a", "", 0, 0.0))
    for id in ("0", "new"):
        with pytest.raises(Exception, match="too many"):
            accounts.add_passkey(log, accounts.Passkey(id, "b" if id == "0" else "a", "", 0, 0.0))
    with pytest.raises(Exception, match="deleted"):
        accounts.sign_in(log, "gone", "x")


def test_every_address_is_documented() -> None:
    text = (ROOT / "docs" / "accounts.md").read_text()
    for route in http_accounts.ROUTES:
        assert f"`{route.path.removeprefix('/api')}" in text or route.path in text, route.path
