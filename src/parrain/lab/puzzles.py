"""Make puzzles from games of bots: `python -m parrain.lab.puzzles GAME [--count 6] [--seconds 600] [--into FOLDER]`.

A puzzle is a lesson (docs/lessons.md) whose one step asks for the best choice. A position is taken if a short search
finds one choice much better than all others, and a solution of the endgame or two long searches agree. The values of
all choices stay in the file under `check`, so that a reader and a test see how clear the solution is.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from parrain.bots.opponents import opponents
from parrain.bots.search import Searcher, share
from parrain.bots.seeds import stream_for
from parrain.bots.settings import SearchSettings
from parrain.core import Action, Game, State, Stream, View, say, to_data
from parrain.core.say import Say
from parrain.games import game as find_game
from parrain.locale import render

SHORT, LONG = 150, 2000  # simulations of a first look and of a check
EXACT = 300_000  # nodes of the largest endgame to solve
CLEAR = 0.1  # how much better than any other choice the solution must be, as a share of the win
KNOWN = 5  # simulations after which the first look knows a choice
FEWEST, MOST = 3, 24  # choices of a position
EARLY = 0.85  # the share of a game that is left out: early choices decide little
LAST, LOOKS = 4, 8  # positions of a game that are looked at: the last ones, and some before
WORLDS = 6  # in which a choice must win at once
LONGEST = 2000  # choices of a game
PLAYER = "normal"  # the level of the bots whose games are used
TASK = say("Find the best choice.")


class Puzzle(NamedTuple):
    """A position with one clear best choice: the values of all choices, best first."""

    state: State
    seat: int
    seed: int
    move: int
    method: str
    simulations: int
    values: list[tuple[Action, float]]
    played: Action

    @property
    def gap(self) -> float:
        """How much better the best choice is than the second."""
        return self.values[0][1] - self.values[1][1]


# -- finding -----------------------------------------------------------------------------------------------------


def exact_values(game: Game, view: View) -> list[tuple[Action, float]]:
    """The values of a solved endgame, best first; empty where there is no solution, or only a mixed one."""
    solved = game.solve(view, EXACT)
    if solved is None or max((often for _, often, _ in solved.choices), default=0) < 0.99:
        return []
    return sorted(((action, share(value, view.players)) for action, _, value in solved.choices), key=lambda e: -e[1])


def looks_clear(game: Game, view: View, seed: int) -> bool:
    """Whether a short search comes back to one choice half of the time, and finds it far better than what it knows."""
    assert view.seat is not None
    search = Searcher(game, SearchSettings(simulations=SHORT)).search(view, stream_for(seed, "puzzle"), 0.0)
    best, *others = search.ranked(view.seat)
    known = [edge.mean() for edge in others if edge.visits >= KNOWN]
    if best.visits < SHORT / 2 or not known:
        return False
    return share(best.mean(), view.players) - share(max(known), view.players) >= CLEAR


def searched_values(game: Game, view: View, seed: int) -> list[tuple[Action, float]]:
    """The values that a long search finds for all choices, none simulated only a few times; best first."""
    assert view.seat is not None
    search = Searcher(game, SearchSettings(simulations=LONG)).search(view, stream_for(seed, "puzzle", LONG), 0.0)
    edges = search.ranked(view.seat)
    for place, edge in enumerate(edges):
        search.simulate_action(edge.action, max(0, (LONG // 10 if place < 4 else LONG // 40) - edge.visits))
    return sorted(((edge.action, share(edge.mean(), view.players)) for edge in edges), key=lambda each: -each[1])


def wins_at_once(game: Game, view: View, actions: Sequence[Action]) -> bool:
    """Whether exactly one choice ends the game with a win for the seat in every world that it can imagine."""
    assert view.seat is not None
    winning = 0
    for action in actions:
        worlds = (game.imagine(view, Stream(number)) for number in range(WORLDS))
        winning += all(is_won(world, view.seat, action) for world in worlds)
    return winning == 1


def is_won(state: State, seat: int, action: Action) -> bool:
    """Whether a choice wins the game at once."""
    state.apply(seat, action)
    return state.is_over and state.returns()[seat] > 0.99


def is_clear(values: Sequence[tuple[Action, float]]) -> bool:
    """Whether one choice is much better than all others."""
    return len(values) > 1 and values[0][1] - values[1][1] >= CLEAR


def examine(game: Game, state: State, seat: int, seed: int, move: int, played: Action) -> Puzzle | None:
    """The puzzle of a position, if it is one."""
    view, actions = state.view(seat), state.legal_actions(seat)
    values = exact_values(game, view)
    if len(values) == len(actions):
        return Puzzle(state, seat, seed, move, "exact", 0, values, played) if is_clear(values) else None
    if not wins_at_once(game, view, actions) and not looks_clear(game, view, seed):
        return None
    first, second = (dict(searched_values(game, view, seed + again)) for again in (1, 2))
    both = sorted(((each, (first[each] + second[each]) / 2) for each in first if each in second), key=lambda e: -e[1])
    best = both[0][0]
    if len(both) < len(actions) or not is_clear(both) or max(second, key=lambda each: second[each]) is not best:
        return None
    return Puzzle(state, seat, seed, move, "search", 2 * LONG, both, played)


def positions(game: Game, seed: int) -> list[tuple[State, int, int, Action]]:
    """The choices of a game of bots: the table, the seat, the number of choices before, what was played."""
    choose, made = opponents(game), []
    state = game.new(game.fewest if game.fewest == game.most else max(3, game.fewest), seed)
    for move in range(LONGEST):
        if state.is_over:
            break
        seat = state.current_players()[0]
        played = choose(PLAYER, state, seat, seed)
        made.append((state.clone(), seat, move, played))
        state.apply(seat, played)
    return made


def find_puzzles(game: Game, end: float, first: int = 1) -> Iterator[Puzzle]:
    """At most one puzzle a game until the time is up: from the last part of it, where a choice decides most."""
    seed = first
    while time.monotonic() < end:
        made, rng = positions(game, seed), stream_for(seed, "puzzle")
        fit = [each for each in made[round(len(made) * EARLY) :] if is_fit(each[0], each[1])]
        late, ending = fit[:-LAST], fit[-LAST:]
        for state, seat, move, played in [
            *ending,
            *(late.pop(rng.below(len(late))) for _ in range(min(LOOKS, len(late)))),
        ]:
            found = examine(game, state, seat, seed, move, played)
            if found is not None:
                yield found
                break
            if time.monotonic() >= end:
                break
        seed += 1


def is_fit(state: State, seat: int) -> bool:
    """Whether there are some choices, and not too many."""
    return FEWEST <= len(state.legal_actions(seat)) <= MOST


# -- writing -----------------------------------------------------------------------------------------------------


def written(value: object) -> str:
    """A value in TOML, tables inline."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(str(key))} = {written(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(written(each) for each in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False)


def in_both(*sentences: Say) -> dict[str, str]:
    """Sentences in both languages."""
    return {language: " ".join(render(each, language) for each in sentences) for language in ("en", "fr")}


def why(game: Game, puzzle: Puzzle) -> list[Say]:
    """Why the solution is the best choice: a reason, the values, and what was played in the game it comes from."""
    view = puzzle.state.view(puzzle.seat)
    (best, value), (other, less) = puzzle.values[:2]
    compared = say(
        "{action}: {chance}% to win; next best: {other}, {less}%.",
        action=game.action_label(best, view),
        chance=round(100 * value),
        other=game.action_label(other, view),
        less=round(100 * less),
    )
    told = [game.reason(view, best), compared]
    if puzzle.played is not best:
        label = game.action_label(puzzle.played, view)
        told.append(say("In the game this comes from, a bot chose: {action}.", action=label))
    return told


def puzzle_file(game: Game, puzzle: Puzzle, number: int) -> str:
    """A puzzle as a lesson file."""
    view = puzzle.state.view(puzzle.seat)
    position = {key: each for key, each in puzzle.state.to_position().items() if key not in ("game", "edition")}
    (best, _), rule = puzzle.values[0], next(iter(game.rulebook().rules))
    title = say("Puzzle {number}: {where}", number=number, where=game.heading(view))
    head = {
        "id": f"P{number}",
        "game": game.id,
        "rules": [rule],
        "title": in_both(title),
        "intro": in_both(
            say("From a game of bots."), say("You are player {number}.", number=puzzle.seat + 1), game.prompt(view)
        ),
    }
    check: dict[str, object] = {"method": puzzle.method}
    if puzzle.simulations:
        check["simulations"] = puzzle.simulations
    check |= {"seed": puzzle.seed, "move": puzzle.move}
    lines = [f"{key} = {written(value)}" for key, value in head.items()]
    lines += ["", "[check]", *(f"{key} = {written(value)}" for key, value in check.items())]
    lines += ["", "[check.values]", *(f"{written(str(each))} = {value:.3f}" for each, value in puzzle.values)]
    lines += ["", "[position]", *(f"{key} = {written(to_data(value))}" for key, value in position.items())]
    step = {"seat": puzzle.seat, "play": str(best), "task": in_both(TASK), "say": in_both(*why(game, puzzle))}
    lines += ["", "[[step]]", *(f"{key} = {written(value)}" for key, value in step.items())]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Find puzzles for some time, keep the clearest that the bots got wrong, and write them."""
    parser = argparse.ArgumentParser(prog="python -m parrain.lab.puzzles", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=6, help="how many to keep")
    parser.add_argument("--seconds", type=float, default=600.0, help="how long to look")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--into", type=Path, help="the folder to write to; the game's own if not said")
    asked = parser.parse_args()
    game = find_game(asked.game)
    into: Path = asked.into or game.home / "puzzles"
    found = []
    for puzzle in find_puzzles(game, time.monotonic() + asked.seconds, asked.first):
        found.append(puzzle)
        best = puzzle.values[0]
        print(f"seed {puzzle.seed}, move {puzzle.move}: {best[0]} {best[1]:.2f}, gap {puzzle.gap:.2f}", file=sys.stderr)
    found.sort(key=lambda each: (each.played is each.values[0][0], each.method != "exact", -each.gap))
    into.mkdir(parents=True, exist_ok=True)
    for number, puzzle in enumerate(found[: asked.count], 1):
        (into / f"{number:02}.toml").write_text(puzzle_file(game, puzzle, number), encoding="utf-8")


if __name__ == "__main__":
    main()
