"""What the dice would do at a place, from a View alone: the strengths of both sides, and how likely the police win."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from parrain.games.police_vs_gangs.actions import BADGE, DICE, DOUBLE_FACE, HANDCUFFS, INFORMER, LIEUTENANT, MAFIA
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.view import View

RECRUITING = 0.2  # how often a face-down tile that could recruit does not fight


class Odds(NamedTuple):
    """The least and the most strength of each side, and how likely the police win."""

    police: tuple[int, int]
    gangsters: tuple[int, int]
    win: float

    def of(self, seat: int) -> float:
        """How likely the faction of a seat wins."""
        return self.win if seat % 2 else 1.0 - self.win


def fight_odds(view: View, box: Box, public: bool = False) -> Odds:
    """The odds of the fight for the place being resolved; `public`: as a spectator would work them out."""
    card = box.card_names.index(view.here)
    dice = sorted(DICE.index(name) for seat, where, _, name, _ in view.pieces if where == view.here and seat % 2)
    faces = tuple(tuple(box.faces[kind * 6 : kind * 6 + 6]) for kind in dice if kind != LIEUTENANT)
    informer = tuple(box.faces[INFORMER * 6 : INFORMER * 6 + 6])
    rolled = roll((*faces, *[informer] * box.informers[card]), LIEUTENANT in dice)
    held = max(0, box.handcuffs[card] + view.handcuffs_shift)
    gangs: dict[int, float] = {0: 1.0}
    for seat in range(0, view.players, 2):
        gangs = added(gangs, strengths(view, box, seat, public))
    win = 0.0
    for (cuffs, mafia), chance in rolled.items():
        win += chance * sum(p for power, p in gangs.items() if held + cuffs >= power + mafia)
    least, most = min(gangs), max(gangs) + max(mafia for _, mafia in rolled)
    cuffed = [cuffs for cuffs, _ in rolled]
    return Odds((held + min(cuffed), held + max(cuffed)), (least, most), win)


def share_odds(view: View, box: Box) -> dict[int, float]:
    """How likely each policeman at the place has the most badges alone, if they roll for everything (PG 11.4).

    A lieutenant's reroll is left out.
    """
    counts: dict[int, dict[int, float]] = {}
    for seat, where, _, name, _ in view.pieces:
        if where == view.here and seat % 2:
            kind = DICE.index(name)
            faces = box.faces[kind * 6 : kind * 6 + 6]
            badge = sum(face in (BADGE, DOUBLE_FACE) for face in faces) / 6
            counts[seat] = added(counts.get(seat, {0: 1.0}), {1: badge, 0: 1.0 - badge})
    found = {}
    for seat, mine in counts.items():
        win = 0.0
        for badges, chance in mine.items():
            for other, theirs in counts.items():
                if other != seat:
                    chance *= sum(p for count, p in theirs.items() if count < badges)
            win += chance
        found[seat] = win
    return found


@lru_cache(maxsize=256)
def roll(dice: tuple[tuple[int, ...], ...], lieutenant: bool) -> Mapping[tuple[int, int], float]:
    """How likely each number of handcuffs (doubled by a lieutenant) and of informers for the mafia is (PG 10.2).

    A double counts as handcuffs. The lieutenant has the die rerolled that most likely brings handcuffs.
    """
    found: dict[tuple[int, int], float] = {}
    for shown in product((HANDCUFFS, MAFIA, -1), repeat=len(dice)):
        chance = 1.0
        for die, face in zip(dice, shown, strict=True):
            chance *= share(die, face)
        if not chance:
            continue
        cuffs, mafia = shown.count(HANDCUFFS), shown.count(MAFIA)
        blank = [i for i, face in enumerate(shown) if face != HANDCUFFS]
        if not (lieutenant and blank):
            key = (2 * cuffs if lieutenant else cuffs, mafia)
            found[key] = found.get(key, 0.0) + chance
            continue
        again = max(blank, key=lambda i: (share(dice[i], HANDCUFFS), shown[i]))
        for face in (HANDCUFFS, MAFIA, -1):
            key = (2 * (cuffs + (face == HANDCUFFS)), mafia - (shown[again] == MAFIA) + (face == MAFIA))
            found[key] = found.get(key, 0.0) + chance * share(dice[again], face)
    return {key: chance for key, chance in found.items() if chance}


def share(die: tuple[int, ...], face: int) -> float:
    """How likely a die shows handcuffs, the mafia, or (-1) anything else."""
    cuffs = die.count(HANDCUFFS) + die.count(DOUBLE_FACE)
    mafia = die.count(MAFIA)
    return {HANDCUFFS: cuffs, MAFIA: mafia}.get(face, 6 - cuffs - mafia) / 6


def strengths(view: View, box: Box, seat: int, public: bool) -> dict[int, float]:
    """How likely each strength of a gangster at the place is; unseen tiles are any that may be out (PG 16.1)."""
    owner = next((entry[3] for entry in view.city if entry[0] == view.here), -1)
    values = box.defence if owner == seat else box.attack
    could = list(view.roster[seat])
    for name in (*view.back[seat], *(name for who, name, _ in view.jail if who == seat)):
        could.remove(name)
    known, lying = 0, 0
    for who, where, _, name, how in view.pieces:
        if who != seat:
            continue
        if name and (view.open or not public):
            could.remove(name)
            if where == view.here and how == "fight":
                known += max(0, values[box.characters.index(name)])
        elif where == view.here:
            lying += 1
    found: dict[int, float] = {}
    sets = list(combinations(could, lying))
    for names in sets:
        one: dict[int, float] = {known: 1.0}
        for name in names:
            number = box.characters.index(name)
            idle = RECRUITING if box.recruit[number] >= 0 else 0.0
            power = max(0, values[number])
            one = added(one, {power: 1.0 - idle, 0: idle} if idle and power else {power: 1.0})
        for power, chance in one.items():
            found[power] = found.get(power, 0.0) + chance / len(sets)
    return found or {known: 1.0}


def added(one: Mapping[int, float], other: Mapping[int, float]) -> dict[int, float]:
    """The sum of two independent numbers."""
    found: dict[int, float] = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, 0.0) + p * q
    return found
