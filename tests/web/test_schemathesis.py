"""Schemathesis reads /openapi.json, makes up requests for tables and lessons that exist, and finds nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from parrain.web.http.openapi import describe
from tests.web.server import Server

DN = "district-noir"


def test_schemathesis_finds_nothing(server: Server, tmp_path: Path) -> None:
    ann = server.identity()
    waiting = server.make(ann, DN, ["person", "open"])
    playing = server.make(ann, DN, ["person", "random"])
    over = server.make(ann, DN, ["person", "random"])
    with server.watch(over, ann) as me:
        me.until("shown")
        while not me.shown["over"]:
            if me.shown["choices"]:
                me.choose(me.shown["choices"][0]["action"])
            me.until("shown")
    document = json.loads(json.dumps(describe()))
    known = {
        "table": [waiting, playing, over, "none"],
        "game": [DN, "none"],
        "id": ["BC2", "none"],
        "step": [0, 1, 2, 999],
        "chapter": [1, 8, 99],
    }
    for path in document["paths"].values():
        for operation in path.values():
            for parameter in operation["parameters"]:
                if parameter["in"] == "path":
                    parameter["schema"]["enum"] = known[parameter["name"]]
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    command = [
        sys.executable,
        "-m",
        "schemathesis.cli",
        "run",
        str(tmp_path / "openapi.json"),
        "--url",
        f"http://{server.address}",
        "--checks",
        "all",
        "--max-examples",
        "5",
        "--seed",
        "1",
        "--phases",
        "coverage,fuzzing",
        "-H",
        f"Authorization: {ann['authorization']}",
    ]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=1500, cwd=tmp_path)
    assert answer.returncode == 0, answer.stdout[-6000:] + answer.stderr[-2000:]
    assert "passed" in answer.stdout
