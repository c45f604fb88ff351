"""Tables in files: what was accepted survives a torn line, a full disk and kill -9."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import parrain
from parrain.core import BadRecord, Entry, Record, State, is_sealed, read_record, read_unfinished, to_bytes, verify
from parrain.table import Chair, Table, TableFile
from parrain.table.files import BadFile

DN = parrain.game("district-noir")
PEOPLE = [Chair("Ada", ""), Chair("Bo", "")]
AGAINST_BOT = [Chair("", ""), Chair("greedy", "greedy")]


def facts(state: State) -> bytes:
    return to_bytes(state.to_position())


def play_on(table: Table, choices: int) -> None:
    for _ in range(choices):
        seat = table.waiting_for()[0]
        table.choose(seat, table.state.legal_actions(seat)[0])


def kept(tmp_path: Path, chairs: Sequence[Chair] = PEOPLE, seed: int = 7) -> Table:
    table = Table.begin(DN, chairs, seed)
    table.store = TableFile.create(tmp_path / "game.table", table.record)
    return table


def file_of(table: Table) -> TableFile:
    assert isinstance(table.store, TableFile)
    return table.store


def test_the_file_is_the_unfinished_record_and_resumes(tmp_path: Path) -> None:
    table = kept(tmp_path, AGAINST_BOT)
    play_on(table, 3)
    table.say(0, "hm")
    text = (tmp_path / "game.table").read_text("utf-8")
    assert text.endswith("say 0 hm\n") and not is_sealed(text)
    assert read_unfinished(text)[0].entries == table.record.entries
    file_of(table).close()
    file, record, torn = TableFile.open(tmp_path / "game.table")
    again = Table(DN, record, file)
    assert torn == ""
    assert facts(again.state) == facts(table.state)
    assert list(again.record.bots) == [1]
    assert again.names == ["", "greedy"]
    play_on(again, 1)
    assert read_unfinished((tmp_path / "game.table").read_text("utf-8"))[0].entries == again.record.entries


@pytest.mark.parametrize("torn", ["0", "0 la", "und", "\x00\x00\x00", "0 lay 7", "say 1 \N{GREEK SMALL LETTER PI}"])
def test_a_torn_last_line_does_not_count_and_is_cut_off(tmp_path: Path, torn: str) -> None:
    table = kept(tmp_path)
    play_on(table, 2)
    file_of(table).close()
    path = tmp_path / "game.table"
    whole = path.read_bytes()
    path.write_bytes(whole + torn.encode())
    file, record, rest = TableFile.open(path)
    assert rest == torn
    assert path.read_bytes() == whole
    again = Table(DN, record, file)
    assert facts(again.state) == facts(table.state)
    play_on(again, 1)
    assert read_unfinished(path.read_text("utf-8"))[0].entries == again.record.entries


def test_a_line_torn_inside_a_letter_does_not_count_either(tmp_path: Path) -> None:
    table = kept(tmp_path)
    file_of(table).close()
    path = tmp_path / "game.table"
    path.write_bytes(path.read_bytes() + "say 0 é".encode()[:-1])
    assert TableFile.open(path)[1].entries == []


def test_a_finished_game_becomes_a_sealed_record(tmp_path: Path) -> None:
    table = kept(tmp_path)
    while not table.state.is_over:
        play_on(table, 1)
    path = file_of(table).finish(table.record.to_text(DN))
    assert path == tmp_path / "game.record"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game.record"]
    text = path.read_text("utf-8")
    record = read_record(text)
    assert verify(record, text, DN).is_over
    assert record.names == {0: "Ada", 1: "Bo"}
    with pytest.raises(BadRecord, match="is the sealed record of a game"):
        TableFile.open(path)


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    table = kept(tmp_path)
    play_on(table, 1)
    before = (tmp_path / "game.table").read_bytes()
    with pytest.raises(BadFile, match="already a file"):
        TableFile.create(tmp_path / "game.table", table.record)
    assert (tmp_path / "game.table").read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_a_game_is_open_only_once(tmp_path: Path) -> None:
    table = kept(tmp_path)
    with pytest.raises(BadFile, match="open somewhere else"):
        TableFile.open(tmp_path / "game.table")
    file_of(table).close()
    TableFile.open(tmp_path / "game.table")[0].close()


def test_if_writing_fails_the_file_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = kept(tmp_path)
    play_on(table, 1)
    before, position = (tmp_path / "game.table").read_bytes(), facts(table.state)
    write = os.write

    def half(descriptor: int, data: bytes) -> int:
        if len(data) > 3:
            return write(descriptor, data[:3])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(BadFile, match="No space left"):
        play_on(table, 1)
    monkeypatch.undo()
    assert (tmp_path / "game.table").read_bytes() == before
    assert facts(table.state) == position
    play_on(table, 1)
    assert len(read_unfinished((tmp_path / "game.table").read_text("utf-8"))[0].entries) == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "This is not a record"),
        ("hello\n", "This is not a record"),
        ("parrain record 9\n", "has version 9"),
        ("parrain record 1\ngame district-noir\n", "cut short in its head"),
        ("parrain record 1\ngame district-noir\n---\n", "The head of this record cannot be read"),
        (
            "parrain record 1\ngame district-noir\nedition e\nplayers 2\nseed 1\nbot 7 greedy\n---\n",
            "a seat is from 0 to 1",
        ),
        (
            "parrain record 1\ngame district-noir\nedition e\nplayers 2\nseed 1\n---\nnonsense\n",
            "Entry 1 of this record cannot be read",
        ),
        ("parrain record 1\ngame district-noir\nedition e\nplayers 2\nseed 1\n---\nundo 0\n", "none stands"),
    ],
)
def test_a_file_that_is_no_game_is_named_and_left_alone(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "game.table"
    path.write_text(content, "utf-8")
    with pytest.raises(BadRecord) as mistake:
        TableFile.open(path)
    assert words in str(mistake.value)
    assert path.read_text("utf-8") == content
    TableFile.create(tmp_path / "other.table", Table.begin(DN, PEOPLE, 1).record).close()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read: No such file"):
        TableFile.open(tmp_path / "none.table")


def test_a_record_with_an_illegal_choice_is_refused(tmp_path: Path) -> None:
    record = Record(DN.id, DN.edition.key, 2, 7, {})
    record.entries = [Entry("choose", 1, "lay police"), Entry("undo", 1, "")]
    with pytest.raises(BadRecord, match="Choice 1 of this record: You have no police"):
        Table(DN, record)


PLAYER = """
    import sys
    from pathlib import Path
    import parrain
    from parrain.table import Chair, LocalBots, Table, TableFile

    game = parrain.game("district-noir")
    path = Path(sys.argv[1])
    if path.exists():
        file, record, torn = TableFile.open(path)
        table = Table(game, record, file)
    else:
        table = Table.begin(game, [Chair("a", "random"), Chair("b", "random")], seed=int(sys.argv[2]))
        table.store = TableFile.create(path, table.record)
    print("ready", flush=True)
    bots = LocalBots(table)
    while bots.play() is not None:
        print(len(table.record.entries), table.record.entries[-1].line(), flush=True)
    print("over", flush=True)
"""


@pytest.mark.slow
def test_an_accepted_choice_survives_kill_9(tmp_path: Path) -> None:
    """A program plays and prints each accepted choice; it is killed at random moments, resumed, and killed again."""
    script = tmp_path / "player.py"
    script.write_text(textwrap.dedent(PLAYER), "utf-8")
    dice = random.Random(1)
    killed = 0
    for seed in range(4):
        path = tmp_path / f"{seed}.table"
        said: list[str] = []
        for _ in range(3):
            killed += run_and_kill(script, path, seed, dice, said)
            file, record, _ = TableFile.open(path)
            file.close()
            written = [f"{number} {entry.line()}" for number, entry in enumerate(record.entries, 1)]
            assert written[: len(said)] == said, "an accepted choice was lost"
            assert len(written) <= len(said) + 1
            said[:] = written
            assert facts(Table(DN, record).state) == facts(record.replay(DN))
    assert killed >= 6


def run_and_kill(script: Path, path: Path, seed: int, dice: random.Random, said: list[str]) -> int:
    """Let it play some choices, kill it, and note what it said was accepted."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, str(script), str(path), str(seed)], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    for _ in range(dice.randrange(12)):
        line = process.stdout.readline().strip()
        if line and line != "over":
            said.append(line)
    time.sleep(dice.random() * 0.01)
    process.send_signal(signal.SIGKILL)
    said += [
        line for line in process.stdout.read().splitlines(keepends=True) if line.endswith("\n") and line != "over\n"
    ]
    said[:] = [line.strip() for line in said]
    return process.wait() == -signal.SIGKILL
