"""Règlement de comptes against a second reading of its rules, written chair by chair from what everybody can see."""

import pytest

from parrain.games.reglement.bot import prospects as bot
from parrain.games.reglement.components import CARDS, ICONS
from parrain.games.reglement.rules.turn import income
from parrain.testing.walk import walk

from .helpers import RC


def by_hand(view, box, card):
    """What a card may do, worked out from the View chair by chair, as one would at the table."""
    me, n = view.turn, box.chairs
    awake = [view.owners[c] == me and c + 1 not in view.asleep for c in range(n)]
    foe = [view.owners[c] not in (-1, me) for c in range(n)]
    icon = [ICONS[i] for i in box.icons]
    if card == "knife":
        killers = [c for c in range(n) if awake[c] and (view.ranks[c] == "blade" or icon[c] == "knife")]
        return {f"stab {c + 1} {v + 1}" for c in killers for v in ((c + 1) % n, (c - 1) % n) if foe[v]}
    if card == "bang":
        killers = [
            c
            for c in range(n)
            if awake[c] and (view.ranks[c] == "shooter" or icon[c] == "revolver") and box.opposite[c] >= 0
        ]
        return {f"shoot {c + 1}" for c in killers if foe[box.opposite[c]]}
    if card == "cake":
        return {f"serve {c + 1}" for c in range(n) if c + 1 not in view.cakes}
    if card == "boom":
        return {f"blow {box.gangs[seat]}" for seat, cake in enumerate(view.cakes) if cake > 0 and seat != me}
    if card == "cocktail":
        return {f"drug {c + 1}" for c in range(n) if foe[c] and icon[c] == "glass" and c + 1 not in view.doses}
    if card == "move":
        return {f"lift {c + 1}" for c in range(n) if awake[c]} if -1 in view.owners else set()
    found = set()
    for seat, cake in enumerate(view.cakes):
        for side, stride in (("left", 1), ("right", -1)):
            if cake > 0 and seat != me:
                round_ = [(cake - 1 + stride * step) % n for step in range(1, n)]
                stop = next((c for c in round_ if view.owners[c] >= 0), None)
                if stop is not None and stop + 1 not in view.cakes:
                    found.add(f"pass {box.gangs[seat]} {side}")
    return found


@pytest.mark.rule("RC 7.4", "RC 8.1", "RC 8.3", "RC 8.5", "RC 8.6", "RC 8.9", "RC 8.10", "RC 8.17")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_choices_are_what_a_second_reading_finds(players):
    aimed = set()
    for seed in range(20):
        for moment in walk(RC, players, 300 + seed):
            state = moment.state
            if moment.player < 0 or state.step < 2:
                continue
            view = state.view(state.turn)
            offered = {str(action) for action in state.legal_actions(state.turn)} - {"back", "pour"}
            if view.step == "first":
                plays = {f"play {card}" for card in view.hand if card == "alert" or by_hand(view, RC.box, card)}
                assert offered == plays | {f"discard {card}" for card in view.hand}
            elif view.step == "second":
                assert offered == {"draw"} | (
                    {"play move"} if "move" in view.hand and by_hand(view, RC.box, "move") else set()
                )
            elif view.step == "landing":
                assert offered == {f"sit {c + 1}" for c, owner in enumerate(view.owners) if owner < 0}
            else:
                assert offered == by_hand(view, RC.box, view.step)
                aimed.add(view.step)
    assert aimed == set(CARDS) - {"alert"}


@pytest.mark.rule("RC 6.1", "RC 6.2", "RC 6.3", "RC 6.5", "RC 9.1")
def test_incomes_are_what_a_second_reading_finds():
    for seed in range(10):
        for moment in walk(RC, 3, 400 + seed, every=4):
            state, box = moment.state, RC.box
            view = state.view(None)
            for seat in range(3):
                mine = [c for c in range(30) if view.owners[c] == seat and c + 1 not in view.asleep]
                kinds = [ICONS[box.icons[c]] for c in mine]
                due = 1000 * any(view.ranks[c] == "godfather" for c in mine)
                due += sum({0: 0, 1: 1000, 2: 4000}[kinds.count(kind)] for kind in ("bar", "restaurant", "gaming"))
                assert income(state, seat) == due * (2 if "till" in kinds else 1)


@pytest.mark.rule("RC 4.2")
def test_whatever_is_not_offered_is_refused_by_a_rule_and_whatever_is_offered_works():
    rules = RC.rulebook().rules
    named = set()
    for players, seed in ((3, 77), (6, 78), (3, 79), (4, 80), (6, 81)):
        for moment in walk(RC, players, seed, {"seating": "free"}, every=3):
            state = moment.state
            if moment.player < 0:
                continue
            legal = state.legal_actions(moment.player)
            for action in RC.actions:
                why = state.why_not(moment.player, action)
                assert (why is None) == (action in legal), str(action)
                if why is not None:
                    assert why.rule in rules
                    named.add(why.rule)
    assert len(named) >= 15, sorted(named)


def blast_survived_by_hand(view, chair, seat):
    """How likely a man is to survive the cakes at his chair and the two beside it, cake by cake."""
    lives = 1.0
    for owner, cake in enumerate(view.cakes):
        if cake > 0 and (chair + 1 - cake) % len(view.owners) in (0, 1, len(view.owners) - 1):
            turns = [(view.turn + 1 + i) % view.players for i in range(view.players)]
            soon = turns.index(owner) <= turns.index(seat)
            lives *= 1 - (bot.BLAST_LEFT if not view.alive[owner] else bot.BLAST_SOON if soon else bot.BLAST_LATE)
    return lives


def prospects_by_hand(view, box, seat):
    """What a seat can expect, worked out from the View chair by chair: income, men who live, men."""
    n, icon = box.chairs, [ICONS[i] for i in box.icons]

    def threatens(chair, rank, weapon):
        armed = view.ranks[chair] == rank or icon[chair] == weapon
        return view.owners[chair] not in (-1, seat) and chair + 1 not in view.asleep and armed

    living, earned, kinds, till = [], 0.0, {"bar": [], "restaurant": [], "gaming": []}, 0.0
    for chair in [c for c in range(n) if view.owners[c] == seat]:
        godfather = view.ranks[chair] == "godfather"
        threats = threatens((chair + 1) % n, "blade", "knife") + threatens((chair - 1) % n, "blade", "knife")
        threats += box.opposite[chair] >= 0 and threatens(box.opposite[chair], "shooter", "revolver")
        missed = bot.MISSED_PRIZED if godfather or icon[chair] in ("till", *kinds) else bot.MISSED
        lives = blast_survived_by_hand(view, chair, seat) * missed**threats
        living.append(lives)
        pays = lives * (0.55 if chair + 1 in view.asleep else 1 - bot.DOSE_RISK if icon[chair] == "glass" else 1)
        earned += 1000 * pays * godfather
        if icon[chair] in kinds:
            kinds[icon[chair]].append(pays)
        till += pays * (icon[chair] == "till")
    for pays in kinds.values():
        earned += 1000 * sum(pays) + (2000 * pays[0] * pays[1] if len(pays) == 2 else 0)
    return earned * (1 + till), sum(living), len(living)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_prospects_are_what_a_second_reading_finds(players):
    asleep = blasts = 0
    for seed, seating in ((500, "preset"), (501, "preset"), (502, "free")):
        for moment in walk(RC, players, seed, {"seating": seating}, every=5):
            state = moment.state
            view = state.view(None)
            asleep += len(view.asleep)
            for seat in range(players):
                assert bot.prospects(state, seat) == pytest.approx(prospects_by_hand(view, RC.box, seat))
                for chair in range(RC.box.chairs):
                    by_hand = blast_survived_by_hand(view, chair, seat)
                    blasts += by_hand < 1
                    assert bot.blast_survived(state, chair, seat) == pytest.approx(by_hand)
    assert asleep and blasts
