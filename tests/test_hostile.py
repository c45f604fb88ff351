"""Files and words that nobody means well with: each is answered by a clear error, none by a crash or a full memory."""

from __future__ import annotations

import io
import tracemalloc
from pathlib import Path

import pytest

import parrain
from parrain.bots import make_bot
from parrain.cli import main
from parrain.core import BadEdition, BadLesson, BadOption, BadRecord, Record, read_record
from parrain.core.inputs import one_line, visible, whole_from_text
from parrain.core.lesson import read_lesson, run_lesson
from parrain.core.record import seal
from parrain.core.toml import LONGEST, BadToml, read_toml

DN = parrain.game("district-noir")
MANY_DIGITS = "9" * 5000


def record_text() -> str:
    """A game of one choice, sealed."""
    record = Record(DN.id, DN.edition.key, 2, 17, DN.settle_options({}), {0: "Ada"})
    state = DN.new(2, 17)
    seat = state.current_players()[0]
    record.choose(seat, state.legal_actions(seat)[0].text)
    return record.to_text(DN)


def changed(old: str, new: str) -> str:
    """The same with one line changed, sealed again."""
    body = record_text().rpartition("seal ")[0]
    assert old in body
    return seal(body.replace(old, new, 1))


HOSTILE_RECORDS = {
    "players": ("players 2", f"players {MANY_DIGITS}"),
    "players in other digits": ("players 2", "players ٢"),
    "seed": ("seed 17", f"seed {MANY_DIGITS}"),
    "seed with an underscore": ("seed 17", "seed 1_7"),
    "seat": ("\n---\n", f"\n---\n{MANY_DIGITS} take\n"),
    "seat of a name": ("name 0 Ada", f"name {MANY_DIGITS} Ada"),
    "undo": ("\n---\n", f"\n---\nundo {MANY_DIGITS}\n"),
    "option of many digits": ("name 0 Ada", f"option x {MANY_DIGITS}"),
    "option nested deeply": ("name 0 Ada", "option x " + "[" * 100_000),
    "option that is no JSON": ("name 0 Ada", "option x {"),
    "name too long": ("name 0 Ada", "name 0 " + "A" * 900_000),
    "name that colours a terminal": ("name 0 Ada", "name 0 \x1b[31mred\x07"),
    "name with a C1 letter": ("name 0 Ada", "name 0 a\x9bb"),
    "name that breaks a line": ("name 0 Ada", "name 0 a\u2028b"),
    "name that turns the writing": ("name 0 Ada", "name 0 a\u202eb"),
    "bot too long": ("name 0 Ada", "bot 0 " + "b" * 10_000),
    "words too long": ("\n---\n", "\n---\nsay 0 " + "x" * 900_000 + "\n"),
}


@pytest.mark.parametrize("what", HOSTILE_RECORDS)
def test_a_hostile_record_is_refused_in_a_sentence(what: str, tmp_path: Path) -> None:
    text = changed(*HOSTILE_RECORDS[what])
    with pytest.raises(BadRecord) as refused:
        read_record(text)
    assert len(str(refused.value)) < 500
    path = tmp_path / "x.record"
    path.write_text(text, "utf-8")
    out, err = io.StringIO(), io.StringIO()
    assert main(["replay", str(path)], out, err) == 1
    assert err.getvalue().strip() and visible(err.getvalue()) == err.getvalue()


def test_what_was_said_is_one_printable_line() -> None:
    body = record_text().rpartition("seal ")[0]
    entries = body.replace("\n---\n", "\n---\nsay 0 a\x1b[31mb\u2028c\n", 1).replace("entries 1", "entries 2")
    assert read_record(seal(entries)).entries[0].text == "a [31mb c"


def test_numbers_and_lines_are_read_strictly() -> None:
    assert [whole_from_text(text, 120) for text in ("0", "120", "007")] == [0, 120, 7]
    wrong = ("", "-1", "+1", "1_0", " 1", "1.0", "121", "²", "٢", MANY_DIGITS)
    assert [whole_from_text(text, 120) for text in wrong] == [None] * len(wrong)
    assert one_line(" a\tb\u202ec ") == "a b c" and visible("a\x1bb\nc\u2028\u00a0é") == "a\ufffdb\nc\ufffd\u00a0é"


@pytest.mark.parametrize(
    "spec", ["greedy:{}", "clumsy:{}", "search:{}", "search:{}s", "search:x{}", "search:exact={}", "search:turns={}"]
)
def test_a_bot_is_not_told_numbers_of_thousands_of_digits(spec: str) -> None:
    with pytest.raises(BadOption):
        make_bot(spec.format(MANY_DIGITS), DN)


HOSTILE_TOML = {
    "lists in lists": "deep = " + "[" * 100_000,
    "lists that close": "deep = " + "[" * 50 + "]" * 50,
    "a dotted key": "a." * 20_000 + "b = 1",
    "a long text": "x = '''" + "y" * 30_000 + "'''",
    "a long file": "# " + "y" * LONGEST,
    "many digits": f"x = {MANY_DIGITS}",
    "many hexadecimal digits": "x = 0x" + "f" * 50_000,
    "not a number": "x = nan",
    "a date": "x = 1979-05-27",
    "no UTF-8": "x = '\udcff'",
    "nothing of the kind": "<html>",
}


@pytest.mark.parametrize("what", HOSTILE_TOML)
def test_a_hostile_toml_file_is_refused_in_a_sentence(what: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(HOSTILE_TOML[what].encode("utf-8", "surrogateescape"))
    tracemalloc.start()
    with pytest.raises(BadToml) as refused:
        read_toml(path)
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()
    assert len(str(refused.value)) < 500
    with pytest.raises(BadEdition, match=r"x\.toml"):
        parrain.game(DN.id, path)
    with pytest.raises(BadLesson, match=r"x\.toml"):
        read_lesson(path)


@pytest.mark.parametrize("value", ["true", "-1", "[]", '""', "{ en = 1 }"])
def test_a_name_in_an_edition_is_a_text(value: str, tmp_path: Path) -> None:
    text = (DN.home / "editions" / f"{DN.default_edition}.toml").read_text("utf-8")
    path = tmp_path / "x.toml"
    path.write_text(f"{text}\n[names.strange]\nthing = {value}\n", "utf-8")
    with pytest.raises(BadEdition, match="names"):
        parrain.game(DN.id, path)


LESSON = {
    "id": '"X"',
    "game": '"district-noir"',
    "rules": "[]",
    "title": '{ en = "a", fr = "b" }',
    "new": "{ players = 2, seed = 3 }",
    "step": '[{ seat = 0, play = "take" }]',
}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", "5"),
        ("rules", "7"),
        ("rules", "[1]"),
        ("title", "[]"),
        ("title", "{ en = 1, fr = 2 }"),
        ("new", "{ players = true }"),
        ("new", '{ seed = "x" }'),
        ("new", "{ options = 5 }"),
        ("new", "{ colour = 5 }"),
        ("new", "3"),
        ("step", "5"),
        ("step", "[5]"),
        ("step", "[{ seat = true, play = 'take' }]"),
        ("step", "[{ seat = 1000000000, play = 'take' }]"),
        ("step", "[{ seat = -1, play = 'take' }]"),
        ("step", "[{ seat = 0, play = 5 }]"),
        ("expect", "5"),
        ("expect", "{ view = 1 }"),
        ("expect", "{ 'view.x' = 1 }"),
        ("expect", f"{{ 'view.{MANY_DIGITS}' = 1 }}"),
        ("expect", "{ 'over.#' = 1 }"),
        ("check", "{ values = 5 }"),
    ],
)
def test_a_lesson_of_strange_values_is_refused(key: str, value: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("\n".join(f"{name} = {text}" for name, text in {**LESSON, key: value}.items()), "utf-8")
    with pytest.raises(BadLesson):
        run_lesson(read_lesson(path), DN)


@pytest.mark.parametrize("name", parrain.all_games())
@pytest.mark.parametrize(
    "value", [None, -1, 10**30, "x" * 10**5, [[]], [None], True, 1.5, float("nan"), {"a": {"b": []}}, [-1] * 50]
)
def test_a_position_of_strange_values_is_refused_or_can_be_looked_at(name: str, value: object) -> None:
    game = parrain.game(name)
    position = game.new(None, 3).to_position()
    for key in position:
        try:
            state = game.position({**position, key: value})
        except parrain.core.ParrainError as refused:
            assert len(str(refused)) < 1000, key
        else:
            for seat in (None, *state.current_players()):
                state.view(seat)
