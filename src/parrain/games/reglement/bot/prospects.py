"""What a seat can expect of the open table: income, men who will live, rounds that the bank will still pay."""

from __future__ import annotations

from typing import Final

from parrain.core.compiling import i64
from parrain.games.reglement.components import BAR, GAMING, GLASS, RESTAURANT, TILL, Box
from parrain.games.reglement.state import StateData

BLAST_SOON: Final = 0.93  # how likely a cake is to kill that goes off before one's next turn,
BLAST_LATE: Final = 0.55  # after it,
BLAST_LEFT: Final = 0.08  # by a Boom! only
MISSED: Final = 0.92  # how likely a man is to live with one blade or gun on him,
MISSED_PRIZED: Final = 0.83  # and one worth killing
DOSE_RISK: Final = 0.05
MOST_ROUNDS: Final = 7.0


def blast_survived(state: StateData, chair: int, seat: int) -> float:
    """How likely the man of that seat on that chair is to survive the cakes beside him until his gang's next income."""
    players = state.players
    lives = 1.0
    theirs = (seat - state.turn - 1) % players
    for owner in range(players):
        place = state.cake[owner]
        if place >= 0 and state.box.reach[place] >> chair & 1:
            when = (owner - state.turn - 1) % players
            risk = BLAST_SOON if when <= theirs else BLAST_LATE
            lives *= 1.0 - (risk if state.alive[owner] else BLAST_LEFT)
    return lives


def prospects(state: StateData, seat: int) -> tuple[float, float, float]:
    """What a seat can expect to earn in a round, how many of its men will live until its next income, how many it has.

    Machine words and local numbers throughout: a search asks this some hundred times a simulation.
    """
    box = state.box
    mine: i64 = state.men[seat]
    others: i64 = box.all & ~mine & ~state.asleep & state.taken()
    blades: i64 = (state.blades | box.knives) & others
    guns: i64 = (state.shooters | box.revolvers) & others
    stabbed_left: i64 = box.left(blades)
    stabbed_right: i64 = box.right(blades)
    godfathers: i64 = state.godfathers
    prized: i64 = godfathers | box.prized
    asleep: i64 = state.asleep
    blasts: i64 = state.cakes
    blasts |= box.left(state.cakes) | box.right(state.cakes)
    boss = bars = restaurants = games = till = men = count = 0.0
    bit: i64 = 1
    chair: i64 = 0
    while bit <= mine:
        if mine & bit:
            lives = 1.0
            missed = MISSED_PRIZED if prized & bit else MISSED
            if blasts & bit:
                lives = blast_survived(state, chair, seat)
            if stabbed_left & bit:
                lives *= missed
            if stabbed_right & bit:
                lives *= missed
            if guns:
                facing: i64 = box.opposite[chair]
                if facing >= 0 and guns >> facing & 1:
                    lives *= missed
            men += lives
            count += 1.0
            icon = box.icons[chair]
            if asleep & bit:
                lives *= 0.55  # he misses the next payment
            elif icon == GLASS:
                lives *= 1.0 - DOSE_RISK
            if godfathers & bit:
                boss += box.pay_godfather * lives
            if icon == BAR:
                bars = with_business(box, bars, lives)
            elif icon == RESTAURANT:
                restaurants = with_business(box, restaurants, lives)
            elif icon == GAMING:
                games = with_business(box, games, lives)
            elif icon == TILL:
                till = lives * (box.till_factor - 1)
        bit <<= 1
        chair += 1
    return (boss + bars + restaurants + games) * (1.0 + till), men, count


def with_business(box: Box, before: float, lives: float) -> float:
    """What a kind of business brings with one chair more: a second one of the kind adds what the monopoly adds."""
    monopoly = (box.pay_monopoly - 2 * box.pay_business) * lives * before / max(box.pay_business, 1)
    return before + box.pay_business * lives + monopoly


def rounds_left(state: StateData, flow: float) -> float:
    """How many rounds the bank will still pay, if all earn that much in each."""
    return min(state.bank / max(flow, 1500.0), MOST_ROUNDS)
