"""Thousands of malformed, replayed and out-of-turn messages: each gets a clear error, and nothing changes."""

from __future__ import annotations

import json
import random
from typing import Any

import httpx
from jsonschema import Draft202012Validator

from parrain.web.http.schemas import schema
from parrain.web.live.game import LiveGame
from tests.web.server import Message, Player, Server

DN = "district-noir"
ROUNDS = 1500

WORDS = [
    "choose",
    "undo",
    "consent",
    "say",
    "coach",
    "hint",
    "why",
    "weigh",
    "look",
    "language",
    "standin",
    "back",
    "ping",
    "shown",
    "",
    "x" * 50,
]
VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    7,
    8,
    10**6,
    10**30,
    1.5,
    float("inf"),
    "",
    "0",
    "take",
    "lay 5",
    "lay port",
    "x" * 300,
    "é\u0000\ud800",
    [],
    [1],
    {},
    {"seat": 0},
    "<script>",
    "../../etc/passwd",
    "'; DROP TABLE entries; --",
    "\u202e",
]
KEYS = ["do", "seat", "step", "action", "yes", "words", "lang", "pictures", "more"]


def position(live: LiveGame) -> object:
    """All that a message could change."""
    assert live.table is not None
    return live.moment, list(live.table.record.entries), list(live.seats), set(live.standins)


def random_message(dice: random.Random) -> str:
    """Something like a message, or nothing like one."""
    kind = dice.randrange(6)
    if kind == 0:
        return "".join(chr(dice.randrange(32, 1000)) for _ in range(dice.randrange(200)))
    message = {key: dice.choice(VALUES) for key in dice.sample(KEYS, dice.randrange(len(KEYS)))}
    message["do"] = dice.choice(WORDS)
    if kind == 1:
        return json.dumps([message] * dice.randrange(3))
    text = json.dumps(message)
    if kind == 2:
        cut = dice.randrange(len(text))
        return text[:cut] + dice.choice(["", "\\", "}", '"', "[" * 50]) + text[cut + 1 :]
    return text


def harmless(text: str) -> bool:
    """What may be asked at any time, by anybody, and changes nothing of the table."""
    try:
        message = json.loads(text)
    except ValueError:
        return False
    return isinstance(message, dict) and message.get("do") in ("ping", "look", "language", "say", "hint", "why")


def flood(player: Player, texts: list[str]) -> list[Message]:
    """Send all, and hear all that is answered."""
    before = len(player.told)
    for start in range(0, len(texts), 50):
        for text in texts[start : start + 50]:
            player.line.send(text)
        player.sync()
    return player.told[before:]


def test_nothing_that_is_wrong_changes_anything(server: Server) -> None:
    dice = random.Random(3)
    ann, bob = server.identity(), server.identity()
    table = server.make(ann, DN, ["person", "open"])
    server.post(f"/api/tables/{table}/sit", {"name": "Bob"}, bob)
    check = Draft202012Validator({"$ref": "#/$defs/FromServer", **schema()})
    with server.watch(table, ann) as one, server.watch(table, bob) as two, server.watch(table) as nobody:
        for player in (one, two, nobody):
            player.until("shown")
        accepted: list[tuple[Player, str]] = []
        for _ in range(6):
            me = one if one.shown["choices"] else two
            choice = {
                "do": "choose",
                "seat": me.shown["seat"],
                "step": me.shown["step"],
                "action": dice.choice(me.shown["choices"])["action"],
            }
            accepted.append((me, json.dumps(choice)))
            me.line.send(accepted[-1][1])
            for player in (me, one, two, nobody):
                player.sync()
        live = server.room(table).live
        before = position(live)
        for player in (one, two, nobody):
            texts = [text for text in (random_message(dice) for _ in range(ROUNDS)) if not harmless(text)]
            heard = flood(player, texts)
            errors = [message for message in heard if message["is"] == "error"]
            assert len(errors) == len(texts), (len(errors), len(texts))
            assert all(message["code"] and message["text"] for message in errors)
            assert position(live) == before
        for player in (one, two, nobody):  # whoever sends again what was accepted, or what another sent
            texts = [text for _, text in accepted] * 20
            codes = {message["code"] for message in flood(player, texts) if message["is"] == "error"}
            assert codes <= {"out-of-date", "not-seated", "look-first"}
            assert position(live) == before
        waiting = two if one.shown["choices"] else one
        heard_before = len(waiting.told)
        for action in [action.text for action in live.game.actions] * 3:  # out of turn
            waiting.choose(action)
        waiting.sync()
        codes = {message["code"] for message in waiting.told[heard_before:] if message["is"] == "error"}
        assert codes == {"illegal"}
        assert position(live) == before
        me = one if one.shown["choices"] else two
        me.choose(me.shown["choices"][0]["action"])
        me.sync()
        assert live.moment == before[0] + 1  # type: ignore[index]
        for player in (one, two, nobody):
            for message in player.told[::7]:
                check.validate(message)


def test_too_big_and_binary_messages(server: Server) -> None:
    ann = server.identity()
    table = server.make(ann, DN, ["person", "random"])
    with server.watch(table, ann) as me:
        me.until("shown")
        me.line.send("x" * 20_000)
        assert me.until("error")["code"] == "too-big"
        me.line.send(b"\x00\xff\xfe")
        assert me.until("error")["code"] == "malformed"
        me.line.send(b'{"do":"ping"}')
        me.until("pong")


PATHS = [
    ("POST", "/api/tables"),
    ("POST", "/api/tables/{t}/sit"),
    ("POST", "/api/tables/{t}/leave"),
    ("POST", "/api/tables/{t}/rename"),
    ("POST", "/api/tables/{t}/begin"),
    ("POST", "/api/tables/{t}/handover"),
    ("POST", "/api/tables/{t}/join"),
    ("POST", "/api/tables/{t}/fork"),
    ("POST", "/api/tables/{t}/rematch"),
    ("POST", "/api/replays"),
    ("POST", "/api/lessons/district-noir/BC2/0"),
    ("POST", "/api/courses/district-noir/1"),
    ("POST", "/api/courses/district-noir/8/card"),
    ("GET", "/api/courses/{x}"),
    ("GET", "/learn/{x}"),
    ("GET", "/api/replays/{t}/{n}"),
    ("GET", "/record/{t}"),
    ("GET", "/t/{x}"),
    ("GET", "/api/lessons/{x}/{x}/{n}"),
    ("GET", "/rules/{x}"),
    ("GET", "/lesson/{x}/{x}"),
    ("GET", "/new/{x}"),
    ("GET", "/static/{x}"),
    ("PUT", "/api/tables"),
    ("DELETE", "/t/{t}"),
]
FIELDS = [
    "game",
    "seats",
    "options",
    "edition",
    "clock",
    "open",
    "name",
    "seat",
    "moment",
    "bot",
    "key",
    "action",
    "kind",
]


def test_http_survives_anything(server: Server) -> None:
    dice = random.Random(5)
    ann, eve = server.identity(), server.identity()
    table = server.make(ann, DN, ["person", "random"])
    with server.watch(table, ann) as me:
        me.until("shown", lambda shown: bool(shown["choices"]))
    live = server.room(table).live
    before = position(live)
    strange = ["..%2f..%2fetc%2fpasswd", "%00", "x" * 300, "é", "%ff", "none", "'"]
    for _ in range(700):
        method, path = dice.choice(PATHS)
        address = path.replace("{t}", table).replace("{x}", dice.choice(strange))
        address = address.replace("{n}", dice.choice(["0", "-1", "99999999999", "1"]))
        body: Any = {
            key: dice.choice([*VALUES[:-2], [{"kind": "bot"}], [{"kind": "person", "name": 5}]])
            for key in dice.sample(FIELDS, 4)
        }
        if dice.random() < 0.3:
            body = dice.choice(VALUES)
        content = (
            json.dumps(body).encode("utf-8", "replace")
            if dice.random() < 0.9
            else bytes(dice.randrange(256) for _ in range(60))
        )
        query = dice.choice(["", "?seat=-1", "?seat=99", "?lang=%00", "?lang=fr&pictures=<x>", "?by=moment"])
        headers = {**eve, "content-type": dice.choice(["application/json", "text/plain", "multipart/form-data"])}
        try:
            answer = server.http.request(
                method, address + query, content=content if method != "GET" else None, headers=headers
            )
        except httpx.InvalidURL:
            continue
        assert answer.status_code < 500, (method, address, content, answer.text)
        if answer.status_code >= 400 and answer.headers["content-type"] == "application/json":
            assert set(answer.json()) == {"code", "text"}
    assert position(live) == before
