"""A View of Règlement de comptes as numbers for learning code; `parts` names them, docs/adapters.md explains them.

Players are counted clockwise from the View's own seat; a spectator looks from seat 0 without a hand.
"""

from __future__ import annotations

from parrain.core.encoding import Part
from parrain.games.reglement.components import CARDS, FEWEST, KINDS, RANKS, STEPS, Box
from parrain.games.reglement.reading import kind_at
from parrain.games.reglement.view import View


def parts(box: Box, players: int) -> tuple[Part, ...]:
    """The layout of `encode`."""
    chairs = box.chairs
    cards = float(sum(box.counts))
    most = float(max(box.counts))
    money = float(box.bank[players - FEWEST])
    men = float(sum(box.sizes[players - FEWEST]))
    return (
        Part("owners", chairs * players, 0.0, 1.0),
        Part("ranks", chairs * 4, 0.0, 1.0),
        Part("asleep", chairs, 0.0, 1.0),
        Part("cakes", chairs * players, 0.0, 1.0),
        Part("cakes_away", players * 2, 0.0, 1.0),
        Part("waiting", players * 8, 0.0, men),
        Part("men", players, 0.0, men),
        Part("money", players, 0.0, money),
        Part("hand_sizes", players, 0.0, float(box.hand)),
        Part("turn", players, 0.0, 1.0),
        Part("to_move", players, 0.0, 1.0),
        Part("hand", KINDS, 0.0, most),
        Part("discard", KINDS, 0.0, most),
        Part("away", KINDS, 0.0, most),
        Part("fresh", KINDS, 0.0, most),
        Part("played", players * KINDS, 0.0, most),
        Part("first", KINDS, 0.0, 1.0),
        Part("step", len(STEPS), 0.0, 1.0),
        Part("picked", 8, 0.0, 1.0),
        Part("lifted", chairs, 0.0, 1.0),
        Part("doses", chairs, 0.0, 1.0),
        Part("bank", 1, 0.0, money),
        Part("pile", 1, 0.0, cards),
        Part("pills", 1, 0.0, float(box.tokens)),
        Part("quiet", 1, 0.0, float(box.longest)),
        Part("turns", 1, 0.0, float(box.longest)),
        Part("over", 1, 0.0, 1.0),
        Part("won", 1, -1.0, 1.0),
    )


def encode(view: View, box: Box) -> list[int]:
    """The View as numbers, part by part."""
    me = 0 if view.seat is None else view.seat
    n = view.players
    order = [(me + i) % n for i in range(n)]
    vector = on_chairs(view, box, me)
    for seat in order:
        vector += [int(view.cakes[seat] == 0), int(view.cakes[seat] < 0)]
    for seat in order:
        waiting = [0] * 8
        for kind in view.reserve[seat]:
            waiting[kind_at(kind)] += 1
        vector += waiting
    for values in (view.alive, view.scores, view.hand_sizes):
        vector += [values[seat] for seat in order]
    vector += [int(seat == view.turn) for seat in order]
    vector += [int(seat in view.to_move) for seat in order]
    for names in (view.hand, view.discard, view.away):
        vector += [names.count(card) for card in CARDS]
    vector += list(view.fresh)
    for seat in order:
        vector += list(view.played[seat])
    vector += [int(view.first == card) for card in CARDS]
    vector += [int(view.step == step) for step in STEPS]
    vector += [int(view.picked != "" and kind_at(view.picked) == kind) for kind in range(8)]
    vector += [int(view.lifted == chair + 1) for chair in range(box.chairs)]
    vector += [int(chair + 1 in view.doses) for chair in range(box.chairs)]
    won = 0 if not view.ending else 1 if view.places[me] == 1 else -1
    return [*vector, view.bank, view.pile, view.tokens, view.quiet, view.turns, int(view.ending != ""), won]


def on_chairs(view: View, box: Box, me: int) -> list[int]:
    """What stands at each chair: whose man, of what rank, asleep or not, and whose cake."""
    n, chairs = view.players, box.chairs
    owners, ranks, asleep, cakes = [0] * (chairs * n), [0] * (chairs * 4), [0] * chairs, [0] * (chairs * n)
    for chair in range(chairs):
        if view.owners[chair] >= 0:
            owners[chair * n + (view.owners[chair] - me) % n] = 1
            ranks[chair * 4 + RANKS.index(view.ranks[chair])] = 1
    for number in view.asleep:
        asleep[number - 1] = 1
    for seat in range(n):
        if view.cakes[seat] > 0:
            cakes[(view.cakes[seat] - 1) * n + (seat - me) % n] = 1
    return owners + ranks + asleep + cakes
