"""Nobody in another's seat; cookies, origins, headers, rates."""

from __future__ import annotations

import base64
import hashlib
import re
import sqlite3
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parrain.core import SEEDS
from parrain.table.store import OPEN, PERSON, Seating
from parrain.web.identity import hashed, new_secret
from parrain.web.limits import LONGEST_GAP, Bucket, Buckets
from tests.web.server import Server
from tests.web.settings import settings

DN = "district-noir"
WISH = {"game": DN, "seats": [{"kind": "person"}, {"kind": "bot"}]}


def test_secrets_are_kept_hashed_and_cookies_out_of_reach(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db", secure=True)) as server:
        answer = server.http.post("/api/tables", json=WISH)
        cookie = answer.headers["set-cookie"]
        secret = re.match(r"parrain=([\w-]+);", cookie)
        assert secret is not None and len(secret[1]) == 43
        for flag in ("HttpOnly", "SameSite=lax", "Secure", "Path=/"):
            assert flag.lower() in cookie.lower()
        assert secret[1] not in answer.text
        link = server.post(
            f"/api/tables/{answer.json()['table']}/handover", {}, {"authorization": f"Bearer {secret[1]}"}
        )["link"]
    for file in tmp_path.glob("x.db*"):
        data = file.read_bytes()
        assert secret[1].encode() not in data and link.partition("as=")[2].encode() not in data
    held = sqlite3.connect(tmp_path / "x.db").execute("SELECT hash FROM holders").fetchall()
    assert held == [(hashed(secret[1]),)]


def test_a_cookie_is_enough_for_a_browser_and_not_secure_without_https(server: Server) -> None:
    with httpx.Client(base_url=f"http://{server.address}", timeout=120) as browser:
        made = browser.post("/api/tables", json=WISH)
        assert "secure" not in made.headers["set-cookie"].lower()
        assert browser.get("/api/tables").json()["mine"][0]["table"] == made.json()["table"]
        again = browser.post("/api/tables", json=WISH)
        assert "set-cookie" not in again.headers, "one identity per browser"
        token = browser.cookies["parrain"]
    with server.watch(made.json()["table"], {"cookie": f"parrain={token}", "origin": f"http://{server.address}"}) as me:
        assert me.until("shown")["mine"] == [0]


def test_guesses_do_not_sit(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "random"])
    secret = ann["authorization"].split()[1]
    for wrong in ("", "x", secret[:-1], secret + "A", secret.swapcase(), hashed(secret), new_secret(), "é" * 43):
        headers = {"cookie": f"parrain={wrong}"} if wrong.isascii() else {}
        with server.watch(table, headers) as eve:
            shown = eve.until("shown")
            assert shown["mine"] == [] and shown["seat"] is None and shown["choices"] == []
            assert eve.refused(do="look", seat=0)["code"] == "not-seated"
            assert eve.refused(do="choose", seat=0, step=shown["step"], action="take")["code"] == "not-seated"
            assert eve.refused(do="hint", seat=0)["code"] == "not-seated"
            assert eve.refused(do="undo", seat=0, step=0)["code"] == "not-seated"
            assert eve.refused(do="back", seat=0)["code"] == "not-seated"
    with server.watch(table, {}, f"pictures=none&token={secret}") as me:
        assert me.until("shown")["mine"] == [0]


def test_holding_is_compared_whole() -> None:
    def holds(identity: str, holders: list[str], kind: str = PERSON) -> bool:
        return Seating(kind, "", "", False, frozenset(holders)).held_by(identity)

    mine, other = hashed("a"), hashed("b")
    assert holds(mine, [other, mine]) and not holds(mine, [other]) and not holds(mine, [mine], OPEN)
    assert not holds("", [""]) and not holds(mine[:-1], [mine])


@pytest.mark.parametrize("origin", ["http://evil.test", "null", "https://127.0.0.1", "http://127.0.0.1.evil.test"])
def test_pages_of_others_are_refused(server: Server, origin: str) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "random"])
    with pytest.raises((InvalidStatus, ConnectionClosed)), server.watch(table, {**ann, "origin": origin}) as me:
        me.next()
    answer = server.http.post("/api/tables", json=WISH, headers={"origin": origin})
    assert answer.status_code == 403 and answer.json()["code"] == "origin"
    assert server.http.post("/api/tables", json=WISH, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert server.http.post("/api/tables", json=WISH, headers={"origin": f"http://{server.address}"}).status_code == 201


def test_a_form_of_another_site_cannot_speak_json(server: Server) -> None:
    answer = server.http.post("/api/tables", content='{"game":"district-noir"}', headers={"content-type": "text/plain"})
    assert answer.status_code == 400 and answer.json()["code"] == "malformed"


def test_only_under_its_own_names(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db", hosts=("127.0.0.1", "localhost"))) as server:
        assert server.http.get("/health").status_code == 200
        assert server.http.get("/health", headers={"host": "evil.test"}).status_code == 421
        table = server.make(server.identity(), DN, ["person", "random"])
        with pytest.raises((InvalidStatus, ConnectionClosed)), server.watch(table, {"host": "evil.test"}) as me:
            me.next()


def test_every_answer_has_the_headers_and_no_page_has_inline_style_or_unknown_script(server: Server) -> None:
    table = server.make(server.identity(), DN, ["person", "random"])
    pages = (
        "/",
        f"/t/{table}",
        f"/replay/{table}",
        "/rules/district-noir",
        "/lesson/district-noir/BC2",
        "/learn/gangs-city",
        "/new/district-noir",
        "/no",
    )
    for path in (*pages, "/api/games"):
        answer = server.http.get(path, headers={"accept": "text/html"})
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        if "html" in answer.headers["content-type"]:
            inline = re.findall(
                r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")[^>]*>(.*?)</script>", answer.text, re.S
            )
            hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inline]
            assert len(inline) <= 1 and all(f"'sha256-{each}'" in policy for each in hashes), path
            assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", answer.text), path
    for game in server.get("/api/games")["games"]:
        made = server.make(server.identity(), game["id"], ["random"] * game["fewest"])
        with server.watch(made, query="pictures=wide") as me:
            assert not re.search(
                r"<style|<script|\sstyle=|\son\w+=|javascript:", "".join(me.until("shown")["parts"].values())
            )


def test_names_are_bounded_and_escaped_on_the_board(server: Server) -> None:
    ann = server.identity()
    name = "<script>alert(1)</script"
    wish = {"game": DN, "seats": [{"kind": "person", "name": name}, {"kind": "bot"}]}
    table = server.post("/api/tables", wish, ann, 201)["table"]
    with server.watch(table, ann, "pictures=wide") as me:
        shown = me.until("shown")
        assert shown["names"][0] == name and "<script" not in "".join(shown["parts"].values())
    server.post("/api/tables", {"game": DN, "seats": [{"kind": "person", "name": "x" * 25}, {"kind": "bot"}]}, ann, 409)
    slow = {"seats": [{"kind": "bot", "bot": "search:9999s"}] * 2}
    for wrong in ({"edition": "/etc/passwd"}, {"edition": "x.toml"}, {"game": "no"}, {"options": {"no": 1}}, slow):
        assert server.post("/api/tables", {**wish, **wrong}, ann, 409)["text"]


def test_rates_are_limited(tmp_path: Path) -> None:
    with Server(
        settings(tmp_path / "x.db", messages=(10.0, 0.1), requests=(30.0, 0.1), makings=(3.0, 0.1), most_sockets_each=2)
    ) as server:
        ann = server.identity()
        table = server.make(ann, DN, ["person", "random"])
        server.make(ann, DN, ["person", "random"])
        assert server.http.post("/api/tables", json=WISH).status_code == 429
        with server.watch(table, ann) as me:
            me.until("shown")
            for _ in range(15):
                me.send(do="ping")
            assert me.until("error")["code"] == "too-fast"
            with server.watch(table), pytest.raises((InvalidStatus, ConnectionClosed)), server.watch(table) as third:
                third.next()
            with pytest.raises(ConnectionClosed):  # while sending still, or while reading
                for _ in range(150):
                    me.send(do="ping")
                while True:
                    me.next()
        codes = [server.http.get("/health").status_code for _ in range(40)]
        assert 429 in codes and codes[0] == 200


def test_sockets_are_counted_while_their_table_is_loaded(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db", most_sockets_each=2)) as server, ExitStack() as opened:
        table = server.make(server.identity(), DN, ["person", "random"])
        server.room(table).exclusive.touched = 0.0  # long ago
        server.run(server.hub.drop_idle())
        server.run(server.hub.forgetting.acquire())  # what a table waits for before it is loaded
        lines = [opened.enter_context(server.watch(table)) for _ in range(4)]
        for line in lines[2:]:
            with pytest.raises(ConnectionClosed) as closed:
                line.next()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
        server.call_soon(server.hub.forgetting.release)
        for line in lines[:2]:
            line.until("shown")


def test_buckets_fill_again() -> None:
    bucket = Bucket(2, 1000.0)
    assert bucket.take() and bucket.take()
    bucket.at -= 1
    assert bucket.take()
    many = Buckets(1, 0.001)
    assert many.take("a") and not many.take("a") and many.take("b")


def test_logs_hold_no_secrets(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    ann = server.identity()
    table = server.make(ann, DN, ["person", "random"])
    secret = ann["authorization"].split()[1]
    with server.watch(table, {}, f"token={secret}&pictures=none") as me:
        me.until("shown")
    key = server.post(f"/api/tables/{table}/handover", {}, ann)["link"].partition("as=")[2]
    server.http.get(f"/t/{table}/join?as={key}")
    ours = [record for record in caplog.records if record.name.startswith("parrain")]
    told = "\n".join(f"{record.getMessage()} {record.__dict__.get('facts', '')}" for record in ours)
    assert (
        f"/t/{table}/join" in told
        and secret not in told
        and key not in told
        and str(server.room(table).live.head.seed % SEEDS) not in told
    )


def test_all_sockets_of_an_address_share_a_rate(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db", messages_each=(6.0, 0.001))) as server:
        table = server.make(server.identity(), DN, ["person", "random"])
        with server.watch(table) as one, server.watch(table) as two:
            for each in (one, two, one, two, one, two):
                each.sync()
            assert one.refused(do="ping")["code"] == "too-fast" and two.refused(do="ping")["code"] == "too-fast"
            with server.watch(table, {"x-forwarded-for": "203.0.113.7"}) as other:
                other.sync()


def test_opening_sockets_counts_as_requests(tmp_path: Path) -> None:
    with Server(settings(tmp_path / "x.db", requests=(20.0, 0.001))) as server:
        table = server.make(server.identity(), DN, ["person", "random"])
        for _ in range(4):
            with server.watch(table) as me:
                me.until("shown")
        with server.watch(table) as me, pytest.raises(ConnectionClosed) as closed:
            me.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429


def test_refusals_of_one_address_are_spaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parrain.web.limits.time.monotonic", lambda: 100.0)
    bucket = Bucket(4, 40)
    assert bucket.take(4) and not bucket.take(1)
    assert [round(bucket.delay(), 3) for _ in range(3)] == [0.025, 0.05, 0.075], "one after the other, at its rate"
    assert Bucket(1, 0.001).delay() == pytest.approx(LONGEST_GAP)
