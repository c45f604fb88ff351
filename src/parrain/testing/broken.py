"""Broken positions: legal ones in which one value was changed."""

from __future__ import annotations

import copy
import json

from parrain.core import BadPosition, Game, State, Stream, to_bytes
from parrain.core.translation import render
from parrain.testing.walk import seats, walk

JUNK: tuple[object, ...] = (
    *(None, True, False, -1, 0, 1, 2, 3, 5, 7, 99, 9999, 10**30, 1.5, "", "x", "a b c", "0 x y z"),
    *([], ["x"], [1], [-1], [[]], [None], {}, {"x": 1}, {"0": "x"}, [{"seat": "x"}], {"seat": 1}),
)
NOTHING: tuple[object, ...] = ("", -1, 0, [], {})  # what a position may leave out
UNTOUCHED = ("game", "edition", "random", "reveals")  # the head of a position, and chance

Path = tuple[str | int, ...]


def check_broken_positions(game: Game, players: int, moments: int = 10, changes: int = 6, seed: int = 7) -> None:
    """A position with one value changed is refused with a sentence, or it is a sound table that says what was written.

    Some `moments` of a random game are changed, each in so many ways.
    """
    rng = Stream(seed)
    made = [json.loads(json.dumps(moment.state.to_position())) for moment in walk(game, players, seed, every=11)]
    for number in range(moments):
        data = made[-1 - (len(made) - 1) * number // moments]
        for _ in range(changes):
            changed, what = change(data, rng)
            try:
                state = game.position(changed)
            except BadPosition as error:
                assert str(error) and render(error.say, "fr"), what
            except Exception as error:
                raise AssertionError(f"{what} is not refused by BadPosition: {error!r}") from error
            else:
                check_accepted(game, state, changed, what, rng)


def check_accepted(game: Game, state: State, written: dict[str, object], what: str, rng: Stream) -> None:
    """The table is as it was written, reads back the same, can be looked at and played."""
    told = json.loads(json.dumps(state.to_position()))
    if not what.endswith("left out"):
        for key, value in written.items():
            assert says(told.get(key), value), f"{what}: {key} is read as {told.get(key)}"
    try:
        assert to_bytes(game.position(told).to_position()) == to_bytes(told), "reads back differently"
        for seat in seats(state):
            view = state.view(seat)
            assert game.describe(view) and str(game.prompt(view))
        state.playout(rng, 20)
        state.check()
    except Exception as error:
        raise AssertionError(f"{what} is accepted, but: {error!r}") from error


def change(data: dict[str, object], rng: Stream) -> tuple[dict[str, object], str]:
    """A copy of a position in which one value is left out, doubled, moved or replaced, and what was done."""
    data = copy.deepcopy(data)
    every = [path for path in paths(data) if path and path[0] not in UNTOUCHED]
    path = every[rng.below(len(every))]
    holder: object = value_at(data, path[:-1])
    old = value_at(data, path)
    how = rng.below(6)
    new: object = copy.deepcopy(JUNK[rng.below(len(JUNK))])
    if how == 1 and isinstance(old, list) and old:
        new = [*old, copy.deepcopy(old[rng.below(len(old))])]
    elif how == 2 and isinstance(old, int):
        new = old + rng.below(5) - 2
    elif how == 3 and isinstance(old, list):
        new = old[::-1]
    elif how == 4:
        alike = [other for other in every if other[0] == path[0]]
        new = copy.deepcopy(value_at(data, alike[rng.below(len(alike))]))
    if isinstance(holder, (dict, list)):
        if how == 0:
            del holder[path[-1]]  # type: ignore[arg-type]
            return data, f"{path} left out"
        holder[path[-1]] = new  # type: ignore[index]
    return data, f"{path} = {new!r} instead of {old!r}"


def paths(value: object, before: Path = ()) -> list[Path]:
    """The ways to every value within this one."""
    found = [before]
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        found += paths(each, (*before, key))
    return found


def value_at(value: object, path: Path) -> object:
    """The value at the end of a way."""
    for key in path:
        value = value[key]  # type: ignore[index]
    return value


def says(told: object, written: object) -> bool:
    """Whether a value says what was written, and perhaps more: the rest of a pile, what was written as empty.

    The order of lists does not matter: sets are written as lists.
    """
    if isinstance(told, dict) and isinstance(written, dict):
        return all(says(told[key], each) if key in told else each in NOTHING for key, each in written.items())
    if isinstance(told, list) and isinstance(written, list):
        left = list(told)
        for each in written:
            same = next((other for other in left if says(other, each)), None)
            if same is not None:
                left.remove(same)
            elif each not in NOTHING:
                return False
        return True
    return written == "" or json.dumps(told) == json.dumps(written)
