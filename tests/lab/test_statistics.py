"""Intervals, parts of a variance, and tests that may be stopped at any time."""

import pytest

from parrain.core import Stream
from parrain.lab.statistics import Sequential, explained, holm, is_within, mean, share


def test_means_and_shares():
    found = mean([1.0, 2.0, None, 3.0])
    assert found is not None and found.value == 2 and found.size == 3
    assert found.high - found.value == pytest.approx(1.96 * (1 / 3) ** 0.5)
    assert mean([None]) is None
    assert share(5, 10).value == 0.5 and share(0, 0).high == 1


def test_what_groups_explain():
    assert explained([0, 0, 1, 1], ["a", "a", "b", "b"]) == 1
    assert explained([0, 1, 0, 1], ["a", "a", "b", "b"]) == 0
    assert explained([0, 1], ["a", "b"]) == 0  # nothing to compare within a group
    assert 0.3 < explained([0, 0, 0, 1, 1, 1, 1, 0] * 20, ["a", "a", "a", "a", "b", "b", "b", "b"] * 20) < 0.5


def test_holm_steps_down():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.6, 0.9]) == [1.0, 1.0]


def flips(rng: Stream, up: int, down: int, of: int) -> float:
    """A difference: 1 in `up` of so many cases, -1 in `down`, else none."""
    drawn = rng.below(of)
    return 1.0 if drawn < up else -1.0 if drawn < up + down else 0.0


def test_looking_often_raises_few_false_alarms():
    rng, alarms, covered = Stream(5), 0, 0
    for _ in range(60):
        test = Sequential()
        for _ in range(12):
            test.add(flips(rng, 2, 2, 10) for _ in range(25))
        low, high = test.interval()
        alarms += test.p_value < 0.05
        covered += low <= 0 <= high
    assert alarms <= 3 and covered >= 57


def test_a_difference_is_found_and_an_equality_too():
    rng = Stream(7)
    test = Sequential()
    test.add(flips(rng, 4, 2, 10) for _ in range(600))
    low, high = test.interval()
    assert test.p_value < 0.001 and 0 < low < 0.2 < high and test.mean == pytest.approx(0.2, abs=0.08)
    same = Sequential()
    same.add([0.0] * 500)
    assert same.p_value == 1 and is_within(same.interval(), 0.02)
    assert Sequential().interval() == (-1, 1)
    one_sided = Sequential()
    one_sided.add([-1.0] * 30)
    assert one_sided.interval()[0] == -1 and one_sided.interval()[1] < -0.5
