"""The menu: what each of the eight cards could do now, and what it does (section 8)."""

from __future__ import annotations

from collections.abc import Mapping

from parrain.core.event import Event
from parrain.core.stream import BLANK
from parrain.games.reglement.components import (
    ALERT,
    BANG,
    BOOM,
    CAKE,
    CARDS,
    COCKTAIL,
    DEFAULTS,
    KINDS,
    KNIFE,
    MOVE,
    PASS,
    Box,
)
from parrain.games.reglement.table import ALERTED, DOSE, MOVED, PASSED, SERVED, SHOT, STAB, Table, told


class Menu(Table):
    """A table at which somebody has the turn. `doses` are the glasses that a Cocktail being mixed will reach."""

    __slots__ = ("doses", "turn")

    def __init__(
        self,
        box: Box,
        players: int,
        seed: int = BLANK,
        options: Mapping[str, object] = DEFAULTS,
        log: list[Event] | None = None,
    ) -> None:
        super().__init__(box, players, seed, options, log)
        self.turn = 0
        self.doses: list[int] = []

    def aims(self, card: int) -> int:
        """What a card could do now, one bit for each choice; nothing, and it cannot be played (RC 7.4)."""
        if card == KNIFE:
            return self.stabs()
        if card == BANG:
            return self.shots()
        if card == CAKE:
            return self.kit.all & ~self.cakes
        if card == PASS:
            return self.shoves()
        if card == BOOM:
            return self.blows()
        if card == COCKTAIL:
            return self.drinks()
        if card == MOVE and self.free():
            return self.men[self.turn] & ~self.asleep
        return 0

    def spend(self, card: int) -> None:
        """A card of the hand lies face up among the discards (RC 7.8, RC 13.3)."""
        seat = self.turn
        place = seat * KINDS + card
        self.hand[place] -= 1
        self.size[seat] -= 1
        self.played[place] += 1
        if not self.hand[place]:
            self.held[seat] &= ~(1 << card)
        self.discard.append(card)

    def draw_up(self, seat: int) -> None:
        """Draw up to a full hand, for later (RC 2.3, RC 7.5)."""
        got: list[int] = []
        while self.size[seat] < self.kit.hand:
            card = self.pile[self.drawn]
            self.drawn += 1
            self.hand[seat * KINDS + card] += 1
            self.held[seat] |= 1 << card
            self.size[seat] += 1
            got.append(card)
            if self.drawn == len(self.pile):
                self.reshuffle()
        self.reveals += 1
        if self.log is not None and got:
            names = [CARDS[card] for card in sorted(got)]
            self.log.append(Event("draw", {"seat": seat, "count": len(got)}, {"cards": names}, (seat,)))

    def reshuffle(self) -> None:
        """The last card of the pile is drawn: the discards become the new pile (RC 7.7); everybody knows what is in it (RC 13.3)."""
        self.pile = self.discard
        self.discard = []
        self.drawn = 0
        self.fresh = [0] * KINDS
        for card in self.pile:
            self.fresh[card] += 1
        self.shuffle(self.pile)
        self.kept = self.hand[:]
        self.played = [0] * (self.players * KINDS)
        self.shuffles += 1
        if self.log is not None:
            self.log.append(Event("shuffle", {"count": len(self.pile)}))

    def opponents(self) -> int:
        """The chairs with a man of somebody else."""
        return self.taken() & ~self.men[self.turn]

    def stabs(self) -> int:
        """Awake Blades and men at a knife, with an opponent to the left (low bits) or to the right (high bits) (RC 8.1, RC 8.2)."""
        box = self.kit
        killers = self.men[self.turn] & ~self.asleep & (self.blades | box.knives)
        others = self.opponents()
        return killers & box.right(others) | (killers & box.left(others)) << box.chairs

    def stab(self, killer: int, victim: int) -> None:
        """Knife: one opponent beside the killer dies (RC 8.1, RC 8.2)."""
        self.strike("stab", KNIFE, STAB, killer, victim)

    def shots(self) -> int:
        """Awake Shooters and men at a revolver who face an opponent; nobody faces an X chair (RC 8.3, RC 8.4, RC 1.3)."""
        facing = 0
        for seat in range(self.players):
            if seat != self.turn:
                facing |= self.across[seat]
        return self.men[self.turn] & ~self.asleep & (self.shooters | self.kit.revolvers) & facing

    def shoot(self, killer: int, victim: int) -> None:
        """Bang!: the opponent exactly opposite dies (RC 8.3, RC 8.4)."""
        self.strike("shot", BANG, SHOT, killer, victim)

    def strike(self, name: str, card: int, deed: int, killer: int, victim: int) -> None:
        """One man kills one man."""
        self.spend(card)
        self.deeds += [deed, killer, victim]
        if self.log is not None:
            by, to = told(self.kit, self.who[killer]), told(self.kit, self.who[victim])
            data = {
                "seat": self.turn,
                "from": killer + 1,
                "chair": victim + 1,
                "by": by["rank"],
                "gang": to["gang"],
                "rank": to["rank"],
            }
            self.log.append(Event(name, data))
        self.kill([victim])

    def serve(self, chair: int) -> None:
        """Order a cake: one's own, at any chair without one (RC 8.5, RC 1.6)."""
        self.spend(CAKE)
        self.cake[self.turn] = chair
        self.cakes |= 1 << chair
        self.deeds += [SERVED, chair, self.turn]
        if self.log is not None:
            self.log.append(Event("serve", {"seat": self.turn, "chair": chair + 1}))

    def stop(self, owner: int, side: int) -> int:
        """Where a cake passed to that side stops: at the first gangster, not its own; -1 if it cannot go (RC 8.7, RC 8.8, RC 9.1)."""
        start = self.cake[owner]
        n = self.kit.chairs
        stride = n - 1 if side else 1
        chair = (start + stride) % n
        while chair != start and self.who[chair] < 0:
            chair = (chair + stride) % n
        return -1 if chair == start or self.cakes >> chair & 1 else chair

    def shoves(self) -> int:
        """Cakes of the others, in or out, that can go left (even bits) or right (odd bits) (RC 8.6 to RC 8.8)."""
        found = 0
        for owner in range(self.players):
            if owner != self.turn and self.cake[owner] >= 0:
                for side in range(2):
                    if self.stop(owner, side) >= 0:
                        found |= 1 << (2 * owner + side)
        return found

    def shove(self, owner: int, side: int) -> None:
        """Pass the cake (RC 8.6, RC 8.7)."""
        start, chair = self.cake[owner], self.stop(owner, side)
        self.spend(PASS)
        self.cake[owner] = chair
        self.cakes = self.cakes & ~(1 << start) | 1 << chair
        self.deeds += [PASSED, start, chair]
        if self.log is not None:
            self.log.append(
                Event("pass", {"seat": self.turn, "gang": self.kit.gangs[owner], "from": start + 1, "chair": chair + 1})
            )

    def blows(self) -> int:
        """Cakes of the others, in or out, on the table (RC 8.9)."""
        found = 0
        for owner in range(self.players):
            if owner != self.turn and self.cake[owner] >= 0:
                found |= 1 << owner
        return found

    def blow(self, owner: int) -> None:
        """Boom!: a cake of somebody else explodes now (RC 8.9); if it takes one's own last man, the turn stops (RC 10.3)."""
        self.spend(BOOM)
        self.explode(owner, self.turn)

    def drinks(self) -> int:
        """Opponents at a glass who have no pill of this card yet, as long as pills are left (RC 8.10 to RC 8.12)."""
        if len(self.doses) >= min(self.kit.doses, self.tokens):
            return 0
        chairs = self.opponents() & self.kit.glasses
        for chair in self.doses:
            chairs &= ~(1 << chair)
        return chairs

    def pour(self) -> None:
        """Cocktail: who was awake falls asleep; who was asleep, all of them at one moment, dies (RC 8.10, RC 8.11, RC 12.4)."""
        self.spend(COCKTAIL)
        doses, self.doses = self.doses, []
        deadly: list[int] = []
        for chair in doses:
            self.deeds += [DOSE, chair, self.turn]
            if self.asleep >> chair & 1:
                deadly.append(chair)
            else:
                self.asleep |= 1 << chair
                self.tokens -= 1
        if self.log is not None:
            data = {
                "seat": self.turn,
                "chairs": [chair + 1 for chair in doses],
                "deadly": [chair + 1 for chair in deadly],
            }
            self.log.append(Event("cocktail", data))
        if deadly:
            self.kill(deadly)

    def alert(self) -> None:
        """Alert!: everybody up, asleep or not; cakes stay; whoever played it seats the first man (RC 8.13 to RC 8.15)."""
        self.spend(ALERT)
        if self.options["alert_once"]:
            self.away.append(self.discard.pop())
        self.deeds += [ALERTED, self.turn, 0]
        if self.log is not None:
            self.log.append(Event("alert", {"seat": self.turn}))
        for chair in range(self.kit.chairs):
            if self.who[chair] >= 0:
                asleep = self.asleep >> chair & 1
                gangster = self.unseat_man(chair)
                self.reserve[(gangster & 7) * 8 + (gangster >> 3 & 3) + 4 * asleep] += 1

    def land(self, start: int, chair: int) -> None:
        """Move: one awake man to a free chair; a second Move may be for the same man (RC 8.17, RC 8.18)."""
        self.spend(MOVE)
        gangster = self.unseat_man(start)
        self.seat_man(chair, gangster, False)
        self.deeds += [MOVED, start, chair]
        if self.log is not None:
            self.log.append(
                Event("move", {"seat": self.turn, "from": start + 1, "chair": chair + 1, **told(self.kit, gangster)})
            )
