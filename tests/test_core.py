"""The core: the random stream, records, editions, the registry, the parts that every game leans on."""

import subprocess
import sys
import sysconfig
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parrain
from parrain.core import BLANK, BadOption, BadRecord, Event, Record, Stream, UnknownAction, read_record, say, verify
from parrain.core.compiling import is_compiled
from parrain.core.record import seal
from parrain.core.stream import KEYED, SEEDS

GAME = parrain.game("district-noir")


def test_the_stream_gives_the_documented_numbers():
    """The numbers of this seed, worked out apart from the engine; they must never change."""
    a, b, c, n = 0x89ABCDEF, 0x01234567, 7, 1
    numbers = []
    for _ in range(16):
        t = (a + b + n) % 2**32
        n, a, b = n + 1, b ^ (b >> 9), (c + (c << 3)) % 2**32
        c = ((c << 21 | c >> 11) % 2**32 + t) % 2**32
        numbers.append(t)
    stream = Stream(7 << 64 | 0x01234567 << 32 | 0x89ABCDEF)
    assert [stream.word() for _ in range(4)] == numbers[12:]
    assert [Stream(7).word(), Stream(8).word()] == [3069104647, 3899420000]


@given(st.integers(0, 2**96 - 1), st.integers(1, 1000))
def test_below_stays_below(seed, n):
    stream = Stream(seed)
    assert all(0 <= stream.below(n) < n for _ in range(20))


def test_below_is_even_and_shuffle_reaches_every_order():
    stream = Stream(5)
    counts = Counter(stream.below(6) for _ in range(12000))
    assert all(1800 < count < 2200 for count in counts.values()) and len(counts) == 6
    orders = Counter()
    for _ in range(2400):
        items = [0, 1, 2, 3]
        stream.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 24 and min(orders.values()) > 50


@pytest.mark.parametrize("seed", [-2, 2**96, KEYED - 1, KEYED + SEEDS])
def test_a_seed_out_of_range(seed):
    with pytest.raises(ValueError, match="from 0 to"):
        Stream(seed)


def test_a_stream_begun_from_another_is_that_of_a_seed_drawn_from_it():
    for source in (5, KEYED + 5):
        fresh = Stream(BLANK)
        fresh.reseed_from(Stream(source))
        assert fresh.random_words() == Stream(Stream(source).seed()).random_words()


@pytest.mark.parametrize("name", parrain.all_games())
def test_a_state_has_fields_and_nothing_else(name):
    """With a `__dict__` every call of a compiled method from interpreted code would be slower."""
    assert not hasattr(parrain.game(name).new(seed=1), "__dict__")


def played(seed=3):
    record = Record("district-noir", GAME.edition.key, 2, seed, {}, {0: "Lana", 1: "Élodie"})
    state, rng = GAME.new(seed=seed), Stream(seed)
    while not state.is_over:
        (player,) = state.current_players()
        choices = state.legal_actions(player)
        action = choices[rng.below(len(choices))]
        record.choose(player, str(action))
        state.apply(player, action)
    return record


def test_a_record_with_undo_and_talk():
    record = Record("district-noir", GAME.edition.key, 2, 1, {})
    state = GAME.new(seed=1)
    (player,) = state.current_players()
    first, second = [str(action) for action in state.legal_actions(player)][:2]
    record.choose(player, first)
    record.undo(player)
    record.say(1 - player, "that   was\nmean --- 0 lay 5")
    record.choose(player, second)
    text = record.to_text(GAME)
    again = read_record(text)
    assert [entry.what for entry in again.entries] == ["choose", "undo", "say", "choose"]
    assert again.entries[2].text == "that was mean --- 0 lay 5"
    assert [entry.text for entry in again.standing()] == [second]
    assert verify(again, text, GAME).to_position() == again.replay(GAME).to_position()
    empty = Record("district-noir", GAME.edition.key, 2, 1, {}).to_text(GAME)
    assert read_record(empty).entries == []


def test_a_record_that_was_cut_anywhere_is_refused():
    text = played().to_text(GAME)
    for end in range(0, len(text) - 1, 7):
        with pytest.raises(BadRecord):
            read_record(text[:end])


@settings(max_examples=60)
@given(st.data())
@pytest.mark.slow
def test_a_record_that_was_changed_anywhere_is_refused(data):
    text = played().to_text(GAME)
    at = data.draw(st.integers(0, len(text) - 2))
    other = data.draw(
        st.characters(codec="utf-8").filter(lambda character: character != text[at] and character != "\r")
    )
    with pytest.raises(BadRecord):
        read_record(text[:at] + other + text[at + 1 :])


def resealed(text, old, new):
    """A record changed by somebody who knows how to seal it."""
    body = text.rsplit("seal ", 1)[0]
    assert old in body
    return seal(body.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("parrain record 1", "parrain record 9", "version 9"),
        ("parrain record 1", "chess record 1", "not a record"),
        ("game district-noir", "game chess", "of chess"),
        ("edition spiral-2022@", "edition spiral-2022@0", "another version of the edition"),
        ("edition spiral-2022", "edition home-made", "home-made"),
        ("players 2", "players two", "cannot be read"),
        ("seed 3", "seed 4", "not legal|does not lead"),
        ("entries ", "entries 1", "but has"),
        ("\nstate ", "\nstate 0", "does not lead where it says"),
        ("---\n1 ", "---\n7 ", "Entry 1"),
        ("---\n1 ", "---\nundo 1\n1 ", "none stands"),
        ("---\n1 take", "---\n1 fly", "no choice of this game"),
    ],
)
def test_a_record_of_something_else(old, new, said):
    text = played().to_text(GAME)
    if old.endswith("1 take"):
        first = text.split("---\n")[1].split("\n")[0]
        old, new = f"---\n{first}\n", "---\n1 fly\n"
    with pytest.raises(BadRecord, match=said):
        changed = resealed(text, old, new)
        verify(read_record(changed), changed, GAME)


def test_an_unknown_game_option_or_action_says_what_there_is():
    with pytest.raises(BadOption, match="district-noir"):
        parrain.new("chess")
    with pytest.raises(BadOption, match="no option cheat"):
        parrain.new("district-noir", cheat=True)
    with pytest.raises(BadOption, match="2 to 2 players"):
        parrain.new("district-noir", players=3)
    with pytest.raises(UnknownAction, match="lay 8"):
        GAME.action_from_text("lay 88")


def test_an_event_has_an_audience():
    event = Event("deal", {"seat": 1, "count": 5}, {"cards": ["7"]}, (1,))
    assert event.seen_by(1) == {"kind": "deal", "seat": 1, "count": 5, "cards": ["7"]}
    assert event.seen_by(0) == event.seen_by(None) == {"kind": "deal", "seat": 1, "count": 5}
    whisper = Event("peek", {}, {"cards": []}, (0,), public=False)
    assert whisper.seen_by(1) is None and whisper.seen_by(None) is None and whisper.seen_by(0) is not None


def test_a_sentence_is_filled_in():
    assert (
        str(say("{who} lays {cards}", who="Lana", cards=[say("gang {value}", value=7), "x"])) == "Lana lays gang 7, x"
    )


def test_every_edition_file_is_marked_throughout():
    for game in parrain.all_games().values():
        for name in game.editions():
            values = list(parrain.game(game.id, name).edition.values())
            assert values and all(value.source and value.status for value in values)


def test_the_engine_needs_nothing_but_the_standard_library(tmp_path):
    """Import and play every game with all third-party packages out of reach; compiled code has its run-time library."""
    source = Path(parrain.__file__).parents[1]
    for name in ("librt", "mypy_extensions.py") if is_compiled() else ():
        (tmp_path / name).symlink_to(Path(sysconfig.get_paths()["platlib"], name))
    code = (
        "import sys; sys.path[:] = [p for p in sys.path if 'site-packages' not in p]\n"
        f"sys.path[:0] = [{str(source)!r}, {str(tmp_path)!r}]\n"
        "import parrain\nfrom parrain.core import Stream\n"
        "for name, game in parrain.all_games().items():\n"
        "    state = game.new(seed=1); state.playout(Stream(1)); assert state.is_over\n"
        "    game.draw(state.view(None)); print(name)\n"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == list(parrain.all_games())
