"""Chance one can trust: live tables draw from a keyed hash, and seal their deal before the game."""

from __future__ import annotations

import hashlib
import io
import random
from pathlib import Path

import pytest

import parrain
from parrain.cli import main
from parrain.core import BadRecord, Record, Stream, read_record, to_bytes, verify
from parrain.core.record import seal
from parrain.core.stream import KEYED, SEEDS
from parrain.table import Chair, Table

DN = parrain.game("district-noir")
SEED = 0x0123456789ABCDEF01234567


def number(place: int) -> int:
    """As docs/records.md and core/stream.py say it."""
    key, message = SEED.to_bytes(12, "little"), place.to_bytes(8, "little")
    return int.from_bytes(hashlib.blake2b(message, digest_size=4, key=key, person=b"parrain chance").digest(), "little")


def test_every_number_of_a_keyed_stream_is_a_hash_of_its_own() -> None:
    stream = Stream(KEYED + SEED)
    assert [stream.word() for _ in range(20)] == [number(place) for place in range(20)]
    again = Stream(KEYED + SEED)
    again.set_random_words(stream.random_words())
    assert again.word() == stream.word() == number(20)
    fast = Stream(SEED)
    assert fast.word() != number(0) and fast.random_words()[3] > 0


def test_a_keyed_stream_shuffles_by_the_same_rule() -> None:
    items, expected = list(range(40)), list(range(40))
    Stream(KEYED + SEED).shuffle(items)
    stream = Stream(KEYED + SEED)
    for last in range(39, 0, -1):
        other = stream.below(last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert items == expected and sorted(items) == list(range(40))
    counts = [0] * 6
    for seed in range(600):
        counts[Stream(KEYED + seed).below(6)] += 1
    assert min(counts) > 60, counts


@pytest.mark.parametrize("name", parrain.all_games())
def test_a_game_of_keyed_chance_replays_from_its_record(name: str) -> None:
    game = parrain.game(name)
    record = Record(game.id, game.edition.key, game.fewest, KEYED + SEED, game.settle_options({}))
    state, dice = record.replay(game), Stream(5)
    for _ in range(25):
        if state.is_over:
            break
        seat = state.current_players()[0]
        action = state.legal_actions(seat)[dice.below(len(state.legal_actions(seat)))]
        record.choose(seat, action.text)
        state.apply(seat, action)
    text = record.to_text(game)
    assert f"seed {SEED}\nchance blake2\n" in text
    again = read_record(text)
    assert (
        again.is_keyed
        and again.seed == record.seed
        and to_bytes(verify(again, text, game).to_position()) == to_bytes(state.to_position())
    )
    assert to_bytes(game.position(state.to_position()).to_position()) == to_bytes(state.to_position())
    fast = Record(game.id, game.edition.key, game.fewest, SEED, record.options)
    assert "chance blake2" not in fast.head() and fast.commitment() != record.commitment()
    with pytest.raises(BadRecord, match="dice"):
        read_record(seal(text.rpartition("seal ")[0].replace("chance blake2", "chance dice")))


def test_a_commitment_is_about_the_deal_and_nothing_else() -> None:
    record = Record(DN.id, DN.edition.key, 2, KEYED + SEED, {"x": 1}, {0: "Ada"})
    sealed = record.commitment()
    record.names, record.bots = {1: "Bo"}, {0: "greedy"}
    record.choose(0, "take")
    assert record.commitment() == sealed and len(sealed) == 32
    others = []
    for field, value in (
        ("seed", KEYED + SEED + 1),
        ("players", 3),
        ("edition", "x@y"),
        ("options", {"x": 2}),
        ("seed", SEED),
    ):
        other = record.new_copy()
        setattr(other, field, value)
        others.append(other.commitment())
    assert len({sealed, *others}) == 6


def test_without_a_seed_all_bits_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Dice(random.Random):
        def randrange(self, *most: int) -> int:  # type: ignore[override]
            asked.append(most)
            return SEED

    monkeypatch.setattr(random, "SystemRandom", Dice)
    DN.new()
    table = Table.begin(DN, [Chair("Ada", ""), Chair("Bo", "")])
    assert asked == [(SEEDS,), (SEEDS,)] and table.record.seed == KEYED + SEED
    assert not Table.begin(DN, [Chair("Ada", ""), Chair("Bo", "")], seed=7).record.is_keyed


def test_verify_opens_a_commitment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARRAIN_LANGUAGE", "en")
    record = Record(DN.id, DN.edition.key, 2, KEYED + SEED, DN.settle_options({}))
    path = tmp_path / "x.record"
    path.write_text(record.to_text(DN), "utf-8")
    out, err = io.StringIO(), io.StringIO()
    assert main(["verify", str(path), "--commitment", record.commitment()], out, err) == 0
    assert record.commitment() in out.getvalue() and "0 choices" in out.getvalue() and "fast" not in out.getvalue()
    assert main(["verify", str(path), "--commitment", "0" * 32], out, err) == 1 and "another deal" in err.getvalue()
    path.write_text(record.to_text(DN).replace(f"seed {SEED}", f"seed {SEED + 1}"), "utf-8")
    assert main(["verify", str(path)], out, err) == 1
    path.write_text("\n".join(record.head()) + "\n", "utf-8")
    assert main(["verify", str(path)], out, err) == 1
