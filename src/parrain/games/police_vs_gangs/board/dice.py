"""The dice as they fell, and how the powers add up; the browser rolls them and lets the sums follow
(docs/boards.md).
"""

from __future__ import annotations

from parrain.core import svg
from parrain.core.say import Say, Seat, say
from parrain.games.police_vs_gangs.actions import INFORMERS
from parrain.games.police_vs_gangs.board.desk import Desk, Flow
from parrain.games.police_vs_gangs.text.describe import Summary

Dice = tuple[tuple[int, str, str], ...]


def rolled(desk: Desk, flow: Flow, dice: Dice, name: str) -> None:
    """The dice as they lie; the browser rolls one that is new or shows something else than before."""
    edge = min(34.0, (flow.width - 4 * len(dice)) / max(1, len(dice)))
    for i, (seat, kind, shown) in enumerate(dice):
        drawn = desk.die(seat, kind, 0, 0, edge, shown)
        flow.parts.append(
            svg.piece(f"roll.{name}.{i}", drawn, kind=f"rolled {shown}", x=flow.x + i * (edge + 4), y=flow.y)
        )
    flow.y += edge + 8


def line(desk: Desk, flow: Flow, name: str, told: Say, colour: str = "ink") -> None:
    """A sum that appears when the dice lie still."""
    start = flow.y
    flow.para(desk.words(told), 12, colour)
    written = flow.parts.pop()
    flow.parts.append(svg.piece(f"sum.{name}", written, kind="late"))
    assert flow.y > start


def sums(desk: Desk, flow: Flow) -> None:
    """How the powers add up: card plus dice, doubled by a lieutenant, against attack and defence plus informers."""
    view, box = desk.view, desk.box
    if view.purpose != "fight":
        badges(desk, flow, view.dice, view.here)
        return
    card = box.card_names.index(view.here)
    line(desk, flow, f"{view.here}.police", police_sum(desk, view.dice, card)[0], "blue")
    owner = next((each[3] for each in view.city if each[0] == view.here), -1)
    before = view.before[0] if view.before else owner
    fighting = [
        (seat, name) for seat, where, _, name, how in view.pieces if where == view.here and how == "fight" and name
    ]
    attack = sum(box.attack[box.characters.index(name)] for seat, name in fighting if seat != before)
    defence = sum(box.defence[box.characters.index(name)] for seat, name in fighting if seat == before)
    mafia = sum(1 for _, _, shown in view.dice if shown == "mafia")
    told = say(
        "Gangsters: attack {attack} + defence {defence} + informers {mafia} = {total}",
        attack=attack,
        defence=defence,
        mafia=mafia,
        total=attack + defence + mafia,
    )
    if view.power_gangsters >= 0:
        told = gang_total(view.power_gangsters, mafia)
    line(desk, flow, f"{view.here}.gangsters", told, "oxblood")


def summed(desk: Desk, flow: Flow, one: Summary) -> None:
    """The same for a place that is done."""
    if one.police < 0:
        badges(desk, flow, one.dice, one.card)
        return
    told, total = police_sum(desk, one.dice, desk.box.card_names.index(one.card))
    if total != one.police:  # a double that was no handcuffs, or dice rolled once more for the spoils
        told = say("Police: {total}", total=one.police)
    line(desk, flow, f"{one.card}.police", told, "blue")
    mafia = sum(1 for _, _, shown in one.dice if shown == "mafia")
    line(desk, flow, f"{one.card}.gangsters", gang_total(one.gangsters, mafia), "oxblood")


def gang_total(total: int, mafia: int) -> Say:
    """What the gangsters brought in all."""
    return say("Gangsters: {total}, informers {mafia} among them.", total=total, mafia=mafia)


def police_sum(desk: Desk, dice: Dice, card: int) -> tuple[Say, int]:
    """Card plus dice and informers, twice with a lieutenant."""
    cuffs = max(0, desk.box.handcuffs[card] + desk.view.handcuffs_shift)
    own = sum(1 for owner, _, shown in dice if owner != INFORMERS and shown == "handcuffs")
    informers = sum(1 for owner, _, shown in dice if owner == INFORMERS and shown == "handcuffs")
    times = 2 if any(kind == "lieutenant" for _, kind, _ in dice) else 1
    total = cuffs + (own + informers) * times
    told = say(
        "Police: card {card} + (dice {dice} + informers {informers}) × {times} = {total}",
        card=cuffs,
        dice=own,
        informers=informers,
        times=times,
        total=total,
    )
    return told, total


def badges(desk: Desk, flow: Flow, dice: Dice, name: str) -> None:
    """Police among themselves count badges."""
    counts = [
        say(
            "{seat}: {points}",
            seat=Seat(seat),
            points=sum(1 for owner, _, shown in dice if owner == seat and shown in ("badge", "double")),
        )
        for seat in range(1, desk.view.players, 2)
        if any(owner == seat for owner, _, _ in dice)
    ]
    line(desk, flow, f"{name}.badges", say("Badges. {counts}", counts=counts))
