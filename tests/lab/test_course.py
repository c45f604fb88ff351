"""The measures of a game's course, on courses made by hand."""

from math import log, sqrt

import pytest

from parrain.lab.course import Step, leaders, measure

EVEN = (1 / 3, 1 / 3, 1 / 3)


def course(*rows: tuple[int, tuple[float, ...]]) -> list[Step]:
    return [Step(seat, shares) for seat, shares in rows]


def test_a_leader_leads_until_overtaken():
    assert leaders([EVEN, (0.5, 0.3, 0.2), (0.4, 0.4, 0.2), (0.3, 0.5, 0.2), (0.4, 0.4, 0.2)]) == [-1, 0, 0, 1, 1]


def test_who_was_behind_and_won():
    found = measure(
        course((-1, (0.5, 0.5)), (0, (0.75, 0.25)), (1, (0.84, 0.16)), (0, (0.4, 0.6)), (1, (0.1, 0.9))), (0, 1)
    )
    assert found.lead_changes == 1 and found.lead_change == 1 / 4
    assert found.drama == pytest.approx((sqrt(0.5) + sqrt(0.68)) / 2) and found.drama_most == pytest.approx(sqrt(0.68))
    assert found.decided_at == 3 / 5  # the fourth of five moments
    assert found.decisiveness == pytest.approx(4 / 5)  # 0.9 is the first share above the loser's best, 0.84
    assert found.leader_third == 0 and found.leader_half == 0
    first = -(0.5 * log(0.5)) * 2 / log(2)
    assert first == 1 and 0 < found.uncertainty < 1 and found.uncertainty_late < found.uncertainty


def test_gains_that_are_undone_are_not_permanent():
    undone = measure(course((-1, (0.5, 0.5)), (0, (0.7, 0.3)), (1, (0.5, 0.5)), (0, (0.5, 0.5))), (0.5, 0.5))
    assert undone.permanence == 0.5  # the first gain is undone, the gain that undid it stays
    kept = measure(course((-1, (0.5, 0.5)), (0, (0.7, 0.3)), (1, (0.65, 0.35)), (0, (0.65, 0.35))), (1, 0))
    assert kept.permanence == 1
    assert measure(course((-1, (0.5, 0.5)), (0, (0.5, 0.5))), (1, 0)).permanence is None


def test_whoever_cannot_win_and_chooses_the_winner_makes_a_king():
    before, after = (0.55, 0.43, 0.02), (0.43, 0.55, 0.02)
    assert measure(course((-1, before), (2, after)), (0, 1, 0)).kingmaking == 1
    assert measure(course((-1, before), (1, after)), (0, 1, 0)).kingmaking == 0
    hopeful = (0.5, 0.3, 0.2), (0.3, 0.5, 0.2)
    assert measure(course((-1, hopeful[0]), (2, hopeful[1])), (0, 1, 0)).kingmaking == 0


def test_a_shared_win_has_no_drama():
    found = measure(course((-1, EVEN), (0, EVEN)), (0.5, 0.5, 0))
    assert found.drama is None and found.decided_at is None and found.leader_half == pytest.approx(1 / 3)
    assert found.uncertainty == pytest.approx(1)
