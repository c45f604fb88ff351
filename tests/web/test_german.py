"""A whole game of Gangster in German, in the browser and in the terminal: what stays English is found.

Whoever changes an English text need not know all languages, so some may be missing until somebody translates them.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from gettext import NullTranslations
from html import unescape
from pathlib import Path

import pytest

from parrain.cli import main
from parrain.core import Stream, translation
from tests.web.server import Server

pytestmark = pytest.mark.once

MISSING = 20  # texts at most
PAGES = ["/t/{table}", "/t/{table}/join", "/replay/{table}", "/new/gangster", "/rules/gangster", "/rules/gangster/box"]


def shown(texts: set[str], what: str) -> list[str]:
    """Those of the texts that can be read there, whatever fills their braces."""
    patterns = {text: ".{1,80}".join(map(re.escape, re.split(r"\{\w+\}", text))) for text in texts if text}
    return sorted(text for text, pattern in patterns.items() if re.search(rf"(?<!\w){pattern}(?!\w)", what))


class Untranslated(NullTranslations):
    """The end of the chain of catalogues, which keeps what nobody has translated."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[str] = set()

    def gettext(self, message: str) -> str:
        self.texts.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1)


@pytest.fixture
def missed() -> Iterator[set[str]]:
    """The texts that were asked for in German and are not there."""
    end = Untranslated()
    translation.forget_catalogues()
    chain: NullTranslations = translation.catalogue("de")
    while (following := vars(chain)["_fallback"]) is not None and vars(following)["_fallback"] is not None:
        chain = following
    vars(chain)["_fallback"] = end
    yield end.texts
    translation.forget_catalogues()


def test_the_page(server: Server, missed: set[str]) -> None:
    who = server.identity()
    table = server.make(who, "gangster", ["person", "random", "random"])
    rng = Stream(7)
    with server.watch(table, who, "lang=de") as me:
        me.until("shown")
        me.send(do="explain", thing="place:cicero")
        while not me.shown["over"]:
            if me.shown["choices"]:
                me.choose(me.shown["choices"][rng.below(len(me.shown["choices"]))]["action"])
            me.until("shown")
        read = "\n".join(str(message) for message in me.told)
    for page in PAGES:
        answer = server.http.get(page.format(table=table), params={"lang": "de"}, headers=who, follow_redirects=True)
        assert answer.status_code == 200 and 'lang="de"' in answer.text, page
        read += unescape(answer.text)
    assert "Du bist am Zug" in read
    assert len(shown(missed, read)) <= MISSING, shown(missed, read)


def test_the_terminal(missed: set[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARRAIN_HOME", str(tmp_path))
    typed = [
        "?",
        "look",
        "map",
        "hint",
        "story",
        "save",
        "undo",
        "nonsense",
        "99",
        "rules",
        "rules 6",
        "rules box",
        "why drive",
    ]
    typed += ["1"] * 300
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    out = io.StringIO()
    command = "play gangster --players 2 --seed 7 --bots random --language de"
    assert main(command.split(), out, out) == 0
    assert "Der letzte Zahltag ist vorbei." in out.getvalue()
    assert len(shown(missed, out.getvalue())) <= MISSING, shown(missed, out.getvalue())
