"""The search: reproducible, in time, fair to what is secret, on one scale; memory, several cores, programs, levels."""

from __future__ import annotations

import itertools
import signal
import sys
import threading
import time
from importlib import metadata
from typing import Any

import pytest

import parrain
from parrain import bots
from parrain.bots import ADVISER, ALL_LEVELS, LEVELS, allow, make_bot, programs
from parrain.bots.levels import answer_seconds, hidden_actions, is_quick, level_spec, levels_of, plain_level
from parrain.bots.memory import Memory
from parrain.bots.search import Searcher, share
from parrain.bots.settings import read_settings
from parrain.bots.tree import Node, Search
from parrain.core import BadOption, Stream
from parrain.core.evaluation import expected_returns
from parrain.testing import check_bot, check_bot_is_fair

GAMES = sorted(parrain.all_games())
NOIR = parrain.game("district-noir")


def opening(game, seed=7, steps=0):
    state = game.new(None, seed)
    state.playout(Stream(seed), steps)
    seat = state.current_players()[0]
    return state, seat


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_and_count_search_the_same(name):
    game = parrain.game(name)
    state, seat = opening(game, 7, 3)
    counts = []
    for _ in range(2):
        search = Search(game, state.view(seat), Stream(5), hidden_actions(game))
        search.run(40, 0.0)
        counts.append(search.counts())
    assert counts[0] == counts[1]
    assert sum(visits for _number, visits, _total in counts[0]) == search.simulations


@pytest.mark.parametrize("name", GAMES)
def test_evaluations_stay_on_the_scale_of_results(name):
    game = parrain.game(name)
    for players in range(game.fewest, game.most + 1):
        state = game.new(players, 3)
        state.playout(Stream(3), 20)
        values = game.evaluate(state)
        assert sum(values) == pytest.approx(0, abs=1e-9)
        assert all(-1 / (players - 1) - 1e-9 <= value <= 1 for value in values)


def test_a_lost_game_is_worse_than_being_behind():
    assert expected_returns([-5.0, 0.5, 0.4, 0.0])[0] > -1 / 3
    assert expected_returns([1.0, 1.0]) == [0.0, 0.0]


def test_it_stops_in_time(monkeypatch):
    """By a clock that goes on by ten milliseconds at every look: fifteen simulations fit into 150."""
    state, seat = opening(NOIR)
    search = Search(NOIR, state.view(seat), Stream(5))
    looks = itertools.count()
    monkeypatch.setattr(time, "perf_counter", lambda: next(looks) * 0.01)
    search.run(10**9, 0.15)
    assert 10 < search.simulations <= 15
    search.simulate_action(state.legal_actions(seat)[0], 10**9, 0.15)
    assert next(looks) < 40


def test_it_stops_when_all_is_settled():
    won = NOIR.position(
        {
            "round": 3,
            "turn": 0,
            "line": ["port"],
            "hands": [["8"] * 5, ["7"] * 5],
            "taken": [["police", "city-hall"], []],
        }
    )
    search = Search(NOIR, won.view(0), Stream(5))
    search.run(3000, 0.0)
    assert search.simulations < 3000
    assert str(search.ranked(0)[0].action) == "take"


def test_what_is_secret_looks_the_same_to_the_others():
    state, seat = opening(NOIR)
    hidden = [True] * len(NOIR.actions)
    ends = []
    for action in state.legal_actions(seat)[:2]:
        search = Search(NOIR, state.view(seat), Stream(5), hidden)
        where = [search.root, search.root]
        search.apply(state.clone(), seat, action, where)
        assert where[0] is not where[1]
        ends.append((where[seat], search.root.children, where[1 - seat]))
    for own, children, other in ends:
        assert children[-1 - seat] is other and own in children.values()
    open_search = Search(NOIR, state.view(seat), Stream(5))
    where = [open_search.root, open_search.root]
    open_search.apply(state.clone(), seat, state.legal_actions(seat)[0], where)
    assert where[0] is where[1]


def test_the_tree_stops_growing_when_it_is_full(monkeypatch):
    state, seat = opening(NOIR)
    search = Search(NOIR, state.view(seat), Stream(5))
    search.nodes = 10**9
    search.run(30, 0.0)

    def count(node: Node) -> int:
        return 1 + sum(count(kid) for kid in node.children.values())

    assert count(search.root) == 1 and search.simulations > 0


def test_a_step_is_not_taken_back_by_search():
    for name in GAMES:
        game = parrain.game(name)
        if not any(action.text == "back" for action in game.actions):
            continue
        state, rng = game.new(None, 3), Stream(3)
        for _ in range(200):
            if state.is_over:
                break
            seat = state.current_players()[0]
            choices = state.legal_actions(seat)
            if len(choices) > 2 and any(action.text == "back" for action in choices):
                chosen = make_bot("search:6", game).choose(state.view(seat), choices, Stream(1))
                assert chosen.text != "back"
                break
            state.apply(seat, choices[rng.below(len(choices))])


# -- memory ----------------------------------------------------------------------------------------------


def test_memory_believes_only_what_its_views_bear_out():
    state, seat = opening(NOIR, 11)
    me = 1 - seat
    memory, rng = Memory(), Stream(3)
    memory.watch(state.view(me))
    for _ in range(5):
        mover = state.current_players()[0]
        choices = [action for action in state.legal_actions(mover) if str(action) != "take"]
        state.apply(mover, choices[rng.below(len(choices))])
        memory.watch(state.view(me))
    worlds, weights = memory.worlds(NOIR, state.view(me), Stream(1), 200)
    assert len(worlds) >= 12 and all(weight > 0 for weight in weights)
    assert all(world.view(me) == state.view(me) for world in worlds)
    assert len({round(weight, 9) for weight in weights}) > 1


def test_memory_makes_of_the_same_views_the_same_choice():
    chosen = []
    for _ in range(2):
        state, rng = NOIR.new(2, 4), Stream(9)
        bot: Any = make_bot("search:30+memory", NOIR)
        for _ in range(6):
            mover = state.current_players()[0]
            choices = state.legal_actions(mover)
            state.apply(mover, choices[rng.below(len(choices))])
            for seat in (0, 1):
                bot.watch(state.view(seat))
        seat = state.current_players()[0]
        chosen.append(bot.choose(state.view(seat), state.legal_actions(seat), Stream(2)))
    assert chosen[0] is chosen[1]


# -- several cores -----------------------------------------------------------------------------------------


def test_several_processes_are_reproducible_by_count():
    state, seat = opening(NOIR)
    found = []
    for _ in range(2):
        bot: Any = make_bot("search:40+x2", NOIR)
        bot.choose(state.view(seat), state.legal_actions(seat), Stream(5))
        found.append(bot.expectations(state.view(seat)))
    alone: Any = make_bot("search:40", NOIR)
    alone.choose(state.view(seat), state.legal_actions(seat), Stream(5))
    assert found[0] == found[1] != alone.expectations(state.view(seat))


# -- levels ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "level"), [(name, level) for name in GAMES for level in levels_of(parrain.game(name))]
)
def test_every_level_is_fair_in_every_game(name, level, monkeypatch):
    """By count, small: fairness does not depend on how long it thinks."""
    game = parrain.game(name)
    bot: Any = make_bot(level, game)
    if isinstance(bot, Searcher):
        bot.settings = bot.settings._replace(simulations=6, seconds=0.0, exact=min(bot.settings.exact, 500))
    for players in (game.fewest, game.most):
        check_bot_is_fair(bot, game, players, every=40)


@pytest.mark.parametrize("name", GAMES)
def test_levels_are_known_everywhere(name):
    game = parrain.game(name)
    for level in levels_of(game):
        assert bots.is_bot(level) and bots.is_bot(level, game)
        assert bots.is_bot(level_spec(level, game), game)
        assert not is_quick(level, game) or answer_seconds(level, game) == 0
    with pytest.raises(BadOption, match="takes no settings"):
        make_bot("hard:2", game)


def test_settings_name_levels_that_exist():
    for game in parrain.all_games().values():
        assert {*game.levels, *game.learned_levels} <= {*ALL_LEVELS, ADVISER}
        assert not set(game.learned_levels) - {*levels_of(game), ADVISER}
        assert set(game.elo) <= set(levels_of(game))


def test_half_steps_lie_between_levels_where_a_game_has_them():
    gangster = parrain.game("gangster")
    assert ALL_LEVELS[::2] == LEVELS and ALL_LEVELS[1::2] == ("random+", "easy+", "normal+", "hard+", "expert+")
    assert levels_of(NOIR) == LEVELS and levels_of(gangster) == ALL_LEVELS
    make_bot("easy+", gangster)
    with pytest.raises(BadOption, match=r"no bot “easy\+”; there are: random, easy, normal, hard, expert, best, c"):
        make_bot("easy+", NOIR)
    with pytest.raises(BadOption, match=r"no bot “easy\+”"):
        level_spec("easy+", NOIR)
    with pytest.raises(BadOption, match="takes no settings"):
        make_bot("easy+:2", gangster)
    assert bots.is_bot("easy+", gangster) and not bots.is_bot("easy+", NOIR)
    assert "easy+" in bots.bot_names(gangster) and "easy+" not in bots.bot_names(NOIR)


def test_measured_levels_are_even_steps_apart():
    """Whoever is stronger than one level and weaker than the next finds neither far away."""
    for game in parrain.all_games().values():
        names = [level for level in levels_of(game) if level in game.elo]
        points = [game.elo[level] for level in names]
        assert list(game.elo) == names and game.elo.get("normal", 1000) == 1000
        steps = [above - below for below, above in itertools.pairwise(points)]
        assert all(100 <= step <= 270 for step in steps), (game.id, steps)
    counts = {"gangster": 11, "gangs-city": 10, "police-vs-gangs": 11}  # best of Gangs City is too far above the others
    assert all(len(parrain.game(name).elo) == count for name, count in counts.items())


def test_levels_keep_to_their_time():
    most = {"hard": 0.9, "hard+": 0.9, "expert": 1.9, "expert+": 1.9, "best": 2.9}
    for name in GAMES:
        game = parrain.game(name)
        for level in levels_of(game):
            spec = plain_level(level, game)
            seconds = read_settings(spec.partition(":")[2]).seconds if spec.startswith("search") else 0.0
            assert seconds <= most.get(level, 0.3), (name, level)
            assert seconds or not spec.startswith("search"), "however slow the machine"
        assert plain_level("best", game).startswith("search")


@pytest.mark.parametrize("name", ["gangster", "gangs-city", "police-vs-gangs"])
def test_hints_are_as_strong_as_before_hard_became_weaker(name):
    least = {"gangster": 60, "gangs-city": 80, "police-vs-gangs": 40}
    game = parrain.game(name)
    bot: Any = make_bot(ADVISER, game)
    assert isinstance(bot, Searcher) and bot.settings.simulations == least[name] and bot.settings.seconds == 0.9


@pytest.mark.parametrize(
    "settings", ["many", "0", "0s", "x0", "1s+", "exact=0", "turns=0", "turns=x", "-3", "1e9", "memory=2", "99999s"]
)
def test_a_plan_that_cannot_be_read(settings):
    with pytest.raises(BadOption, match="search"):
        read_settings(settings)


def test_a_choice_looked_at_less_is_never_said_to_promise_more():
    """It chooses what it looked at most; the mean of what it looked at less may be higher by chance."""
    state, seat = opening(NOIR)
    view, (first, second) = state.view(seat), state.legal_actions(seat)[:2]
    bot = Searcher(NOIR, read_settings("1"))
    for mean, said in ((-0.2, ", 40%."), (0.0, "is about as good"), (0.2, "is about as good")):
        bot.last = (view, [(first, 0.0), (second, mean)], False)
        assert said in str(bot.reason(view, first))


def test_how_far_it_looks_is_the_games_or_as_told():
    game = parrain.game("gangster")
    view = opening(game)[0].view(0)
    for told, turns in (("1", game.tuning.horizon), ("1+turns=3", 3)):
        search = Searcher(game, read_settings(told)).search(view, Stream(1), 0.0)
        assert search.horizon == turns and search.until == game.turn_number(game.imagine(view, Stream(1))) + turns


@pytest.mark.slow
def test_search_beats_greedy():
    """24 games by count: of two equals one wins 18 or more once in a hundred runs; the search wins nine in ten."""
    won = 0
    for number in range(24):
        state, rng = NOIR.new(2, number // 2), Stream(number)
        seated = [make_bot("search:80", NOIR), make_bot("greedy", NOIR)]
        while not state.is_over:
            seat = state.current_players()[0]
            bot = seated[(seat + number) % 2]
            state.apply(seat, bot.choose(state.view(seat), state.legal_actions(seat), rng))
        won += state.returns()[number % 2] > 0
    assert won >= 16, won


def test_reasons_say_what_it_expects_of_this_and_of_the_next_best():
    state, seat = opening(NOIR)
    bot: Any = make_bot("search:60", NOIR)
    chosen = bot.choose(state.view(seat), state.legal_actions(seat), Stream(5))
    told = str(bot.reason(state.view(seat), chosen))
    assert "% to win" in told and "next best" in told
    assert bot.reason(state.view(1 - seat), chosen) is None


def test_a_share_of_the_win():
    assert share(1, 4) == 1 and share(-1 / 3, 4) == pytest.approx(0) and share(0, 4) == 0.25 and share(0, 2) == 0.5


# -- programs ----------------------------------------------------------------------------------------------

GOOD = "import sys, json\nfor line in sys.stdin:\n    print(json.loads(line)['actions'][-1], flush=True)\n"
MUTE = "import time\ntime.sleep(60)\n"
RUDE = "for _ in iter(input, None):\n    print('checkmate', flush=True)\n"
GONE = "import sys\nsys.exit(3)\n"


def program(tmp_path, source, limit="20s"):
    path = tmp_path / "bot.py"
    path.write_text(source)
    spec = f"process:{limit}:{sys.executable} {path}"
    allow([spec])
    return make_bot(spec, NOIR)


def test_a_program_chooses(tmp_path):
    bot = program(tmp_path, GOOD)
    check_bot(bot, NOIR, 2, games=1)
    check_bot_is_fair(bot, NOIR, 2, every=10)
    state, seat = opening(NOIR)
    assert bot.choose(state.view(seat), state.legal_actions(seat), Stream(1)) is state.legal_actions(seat)[-1]
    assert not bot.trouble
    bot.stop()


@pytest.mark.parametrize(("source", "trouble"), [(MUTE, "within 0.3 s"), (RUDE, "checkmate"), (GONE, "ended before")])
def test_a_program_in_trouble_loses_its_choice_and_nothing_else(tmp_path, source, trouble):
    bot = program(tmp_path, source, "0.3s" if source is MUTE else "20s")
    state, seat = opening(NOIR)
    for _ in range(2):
        chosen = bot.choose(state.view(seat), state.legal_actions(seat), Stream(1))
        assert chosen in state.legal_actions(seat)
        assert trouble in str(bot.trouble)
    assert trouble in str(bot.reason(state.view(seat), chosen))
    bot.stop()


def test_a_program_that_never_reads_holds_nobody_up(tmp_path):
    bot = program(tmp_path, MUTE, "0.1s")
    asking = threading.Thread(target=bot.ask, args=("x" * 10_000_000,), daemon=True)  # more than any pipe holds
    asking.start()
    asking.join(60)
    assert not asking.is_alive() and "within 0.1 s" in str(bot.trouble)
    assert bot.ask("x") == "" and bot.writing is not None
    bot.stop()


FLOOD = "import sys\nsys.stdin.readline()\nwhile True:\n    sys.stdout.write('y' * 9000 + '\\n')\n"


def test_a_program_that_floods_is_ended(tmp_path):
    bot = program(tmp_path, FLOOD)
    state, seat = opening(NOIR)
    bot.start()
    running = bot.running
    running.stdin.write(b"\n")
    assert running.wait(60) == -signal.SIGKILL and bot.lines.qsize() <= programs.MOST_LINES
    assert bot.choose(state.view(seat), state.legal_actions(seat), Stream(1)) in state.legal_actions(seat)
    assert "yyyy" in str(bot.trouble)
    bot.stop()


def test_a_program_that_is_not_there(tmp_path):
    allow(["process:/no/such/program"])
    bot: Any = make_bot("process:/no/such/program", NOIR)
    state, seat = opening(NOIR)
    assert bot.choose(state.view(seat), state.legal_actions(seat), Stream(1)) in state.legal_actions(seat)
    assert "cannot be run" in str(bot.trouble)


def test_nobody_runs_a_program_that_the_command_line_did_not_name():
    assert not any("sneaky" in spec for spec in programs._allowed)
    with pytest.raises(BadOption, match="only if it is named on the command line"):
        make_bot("process:sneaky", NOIR)
    with pytest.raises(BadOption, match="the command to run"):
        make_bot("process:'", NOIR)


class Broken:
    """A bot of another package that fails."""

    def choose(self, view, actions, rng):
        raise RuntimeError("no idea")


def test_a_crash_of_a_brought_bot_loses_only_that_choice_and_is_told(monkeypatch, caplog):
    entry = type("Entry", (), {"name": "broken", "load": lambda self: lambda game, settings: Broken()})()
    monkeypatch.setattr(metadata, "entry_points", lambda group: [entry] if group == "parrain.bots" else [])
    bots.makers.cache_clear()
    try:
        bot: Any = make_bot("broken", NOIR)
        check_bot(bot, NOIR, 2, games=1)
        assert "no idea" not in caplog.text, "an error's text may hold what is hidden"
        assert "The bot broken could not choose in district-noir: it failed (RuntimeError)" in caplog.text
        assert str(bot.reason(None, None)) == "The bot broken could not choose: it failed (RuntimeError)."
    finally:
        bots.makers.cache_clear()
