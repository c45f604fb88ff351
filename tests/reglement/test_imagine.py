"""What is imagined after a shuffle: of the cards that others have shown since, which they held before it (RC 13.3)."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest

from parrain.core import State, Stream
from parrain.games.reglement.components import CARDS
from tests.reglement.helpers import RC

DRAWS = 60


class Since(NamedTuple):
    """What a seat held when the pile was shuffled, and what it has drawn and shown since; words for cards."""

    kept: str
    drawn: str
    shown: str


def after_a_shuffle(pile: str, *others: Since) -> State:
    """A table where seat 0 has drawn and shown every card of the new pile but these and those that others drew."""
    mine = ["move", "move"]
    fresh = Counter(dict(zip(CARDS, RC.box.counts, strict=True))) - Counter(mine)
    for each in others:
        fresh -= Counter(each.kept.split())
    rest = fresh - Counter(pile.split())
    for each in others:
        rest -= Counter(each.drawn.split())
    gangs = RC.box.gangs[: 1 + len(others)]
    kept = [mine, *(each.kept.split() for each in others)]
    shown = [list(rest.elements()), *(each.shown.split() for each in others)]
    hands = [mine]
    for each in others:
        held = Counter(each.kept.split()) + Counter(each.drawn.split()) - Counter(each.shown.split())
        hands.append(list(held.elements()))
    return RC.position(
        {
            "players": len(gangs),
            "chairs": {str(3 * i + 1): f"{gang} heavy" for i, gang in enumerate(gangs)},
            "turn": gangs[0],
            "turns": 50,
            "shuffles": 1,
            "fresh": list(fresh.elements()),
            "pile": pile.split(),
            "discard": [card for cards in shown for card in cards],
            **{key: dict(zip(gangs, rows, strict=True)) for key, rows in (("kept", kept), ("played", shown))},
            "hands": dict(zip(gangs, hands, strict=True)),
        }
    )


def imagined(state: State, what: str) -> set[tuple[str, ...]]:
    """What the others held then (`kept`) or hold now (`hands`) in many tables, each checked card by card."""
    view, rng, found = state.view(0), Stream(3), set()
    worlds = RC.worlds(view)
    for _ in range(DRAWS):
        world = worlds.draw(rng)
        world.check()
        assert world.view(0) == view
        data = world.to_position()
        from_pile = Counter(data["pile"])
        for gang, kept in data["kept"].items():
            had = Counter(data["hands"][gang]) + Counter(data["played"][gang])
            assert not Counter(kept) - had, f"{gang} has lost a card"
            from_pile += had - Counter(kept)
        assert from_pile == Counter(data["fresh"])
        found.add(tuple(" ".join(sorted(cards)) for cards in data[what].values())[1:])
    return found


def ways(*kept: str) -> set[tuple[str, ...]]:
    """What the others held, one line for each way: `bang pass, knife`."""
    return {tuple(each.split(", ")) for each in kept}


@pytest.mark.rule("RC 13.3")
@pytest.mark.parametrize(
    ("state", "expected"),
    [
        # the only bang shown was old, so this seat's knife was new: the other's was old
        (
            after_a_shuffle(
                "pass boom", Since("bang", "knife cake cake", "knife bang"), Since("knife", "cake", "knife")
            ),
            ways("bang, knife"),
        ),
        # the first has drawn nothing: its knife was old and the other's new; the pass and the boom are anywhere
        (
            after_a_shuffle("bang pass", Since("knife pass", "", "knife"), Since("bang boom", "knife", "knife bang")),
            ways("knife pass, bang boom", "boom knife, bang pass"),
        ),
        # a seat with one old card, one that has drawn nothing, one with another way out
        (
            after_a_shuffle(
                "cake pass",
                Since("bang", "knife", "knife bang"),
                Since("knife", "", "knife"),
                Since("cake", "bang", "bang cake"),
            ),
            ways("bang, knife, cake"),
        ),
    ],
    ids=["a card only old", "a seat that drew nothing", "three seats"],
)
def test_whoever_shows_a_card_held_it_before_or_drew_it(state: State, expected: set[tuple[str, ...]]) -> None:
    """Every way that fits is imagined, and no other."""
    assert imagined(state, "kept") == expected


@pytest.mark.rule("RC 13.3")
def test_a_card_shown_was_old_or_new_where_both_fit() -> None:
    """If the knife was new, the one card kept is still in the hand; if it was old, the hand is from the pile."""
    state = after_a_shuffle("knife", Since("knife", "boom", "knife"), Since("pass", "", ""))
    assert imagined(state, "hands") == ways("pass, knife", "knife, pass", "boom, pass")
