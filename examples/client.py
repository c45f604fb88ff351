"""A player in sixty lines: makes a table of any game, sits down, plays it to the end, and says how it went.

    python examples/client.py http://127.0.0.1:8420 district-noir

It needs `pip install httpx websockets`. Put your own head into `choose`.
"""

import json
import random
import sys
import time
from typing import Any

import httpx
from websockets.sync.client import connect


def choose(shown: dict[str, Any]) -> str:
    """One of the choices; `shown` is all that this seat may know (docs/api.md)."""
    return str(random.choice(shown["choices"])["action"])


def play(server: str, game: str) -> dict[str, Any]:
    """Play one game in the first seat against bots; the last `shown` is the result."""
    with httpx.Client(base_url=server, timeout=60) as http:
        token = http.post("/api/identities", json={}).raise_for_status().json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        games = http.get("/api/games").json()["games"]
        fewest = next(each["fewest"] for each in games if each["id"] == game)
        seats = [{"kind": "person", "name": "Client"}] + [{"kind": "bot", "bot": "random"}] * (fewest - 1)
        table = http.post("/api/tables", json={"game": game, "seats": seats}).raise_for_status().json()["table"]

    address = f"{server.replace('http', 'ws', 1)}/ws/{table}?pictures=none&lang=en"
    me = {"Authorization": f"Bearer {token}"}
    with connect(address, additional_headers=me, max_size=None, open_timeout=60) as line:
        wish = ""
        for text in line:
            message: dict[str, Any] = json.loads(text)
            if message["is"] == "error" and message["code"] == "too-fast":
                time.sleep(0.3)
                line.send(wish)
            elif message["is"] == "error":
                print(message["code"], message["text"], file=sys.stderr)
            if message["is"] != "shown":
                continue
            for event in message["events"]:
                print(event["text"])
            if message["over"]:
                print(message["prompt"])
                return message
            if message["choices"]:
                wish = json.dumps(
                    {"do": "choose", "seat": message["seat"], "step": message["step"], "action": choose(message)}
                )
                line.send(wish)
    raise SystemExit("the line was cut before the end")


if __name__ == "__main__":
    play(sys.argv[1].rstrip("/"), sys.argv[2] if len(sys.argv) > 2 else "district-noir")
