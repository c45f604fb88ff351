"""Measures of the course of a game, from each seat's expected share of the win after every decision.

The criteria of Browne ("Automatic Generation and Evaluation of Recombination Games", 2008), for any number of players:
drama, uncertainty, decisiveness, lead change, permanence; beside them the runaway leader and kingmaking.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from typing import NamedTuple

Shares = Sequence[float]
GAIN = 0.05  # a gain of share worth speaking of, for permanence
HOPELESS = 0.25  # of a fair share: who has less cannot hope to win, for kingmaking
CLOSE = 1e-9


class Step(NamedTuple):
    """A decision: who made it, and the expected shares after it."""

    seat: int
    shares: Shares


@dataclass
class Course:
    """The measures of one game; those that need a single winner, or a gain, are None where there is none."""

    lead_changes: int
    lead_change: float
    uncertainty: float
    uncertainty_late: float
    leader_third: float
    leader_half: float
    kingmaking: int
    permanence: float | None
    drama: float | None
    drama_most: float | None
    decisiveness: float | None
    decided_at: float | None


def share_of(value: float, players: int) -> float:
    """A value on the scale of `State.returns` as a share of the win, from 0 to 1."""
    return min(1.0, max(0.0, (value * (players - 1) + 1) / players))


def leaders(course: Sequence[Shares]) -> list[int]:
    """Who leads at each moment; a leader who is caught up with still leads, and at first nobody does (-1)."""
    found: list[int] = []
    leader = -1
    for shares in course:
        most = max(shares)
        if leader < 0 or shares[leader] < most - CLOSE:
            ahead = [seat for seat, share in enumerate(shares) if share >= most - CLOSE]
            leader = ahead[0] if len(ahead) == 1 else -1
        found.append(leader)
    return found


def measure(steps: Sequence[Step], result: Shares) -> Course:
    """Measure a game; `steps` begins with the deal (seat -1), and `result` is each seat's part of the win."""
    course = [step.shares for step in steps]
    players, moments = len(result), len(course)
    lead = leaders(course)
    taken = [leader for leader, before in zip(lead, [-1, *lead], strict=False) if leader not in (before, -1)]
    changes = sum(before != after for before, after in pairwise(taken))
    entropy = [-sum(share * log(share) for share in shares if share > 0) / log(players) for shares in course]
    late = entropy[-max(1, moments // 4) :]
    winner = next((seat for seat, share in enumerate(result) if share == 1), None)
    drama = drama_most = decisiveness = decided_at = None
    if winner is not None:
        behind = [sqrt(max(shares) - shares[winner]) for shares in course if shares[winner] < max(shares) - CLOSE]
        drama, drama_most = sum(behind) / max(1, len(behind)), max(behind, default=0.0)
        threshold = max(share for shares in course for seat, share in enumerate(shares) if seat != winner)
        sure = next((at for at, shares in enumerate(course) if shares[winner] > threshold), moments)
        decisiveness = 1 - (moments - sure) / moments
        decided_at = leads_for_good(lead, winner) / moments
    return Course(
        changes,
        changes / max(1, moments - 1),
        sum(entropy) / moments,
        sum(late) / len(late),
        part_of_leader(lead, moments // 3, result),
        part_of_leader(lead, moments // 2, result),
        kingmakers(steps, lead),
        permanence(course),
        drama,
        drama_most,
        decisiveness,
        decided_at,
    )


def leads_for_good(lead: Sequence[int], winner: int) -> int:
    """The moment from which the winner leads to the end; the length of the course if the last step decides."""
    at = len(lead)
    while at and lead[at - 1] == winner:
        at -= 1
    return at


def part_of_leader(lead: Sequence[int], at: int, result: Shares) -> float:
    """The leader's part of the win; a fair share where nobody leads."""
    return result[lead[at]] if lead[at] >= 0 else 1 / len(result)


def kingmakers(steps: Sequence[Step], lead: Sequence[int]) -> int:
    """How often a seat without hope made a choice that took the lead from one other seat and gave it to a third."""
    found = 0
    for at in range(1, len(steps)):
        before, after, seat = lead[at - 1], lead[at], steps[at].seat
        hope = HOPELESS / len(steps[at].shares)
        found += (
            -1 not in (before, after)
            and before != after
            and seat not in (before, after)
            and (steps[at - 1].shares[seat] < hope)
        )
    return found


def permanence(course: Sequence[Shares]) -> float | None:
    """How many of the gains are still more than half there one decision later."""
    gains = kept = 0
    for first, second, third in zip(course, course[1:], course[2:], strict=False):
        for seat, share in enumerate(second):
            gain = share - first[seat]
            if gain > GAIN:
                gains += 1
                kept += third[seat] > share - gain / 2
    return kept / gains if gains else None
