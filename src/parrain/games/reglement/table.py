"""The table itself: who sits where, cakes, sleepers, money; how gangsters die, how players go out, how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.event import Event
from parrain.core.state import State as CoreState
from parrain.core.stream import BLANK
from parrain.games.reglement.components import BLADE, CARDS, DEFAULTS, GODFATHER, KINDS, RANKS, SHOOTER, Box, man

# Where a cake is that is not on the table: in front of its owner, out of the game.
OFF: Final = -1
GONE: Final = -2

# What the last turns did, for the picture: three numbers each (what, and two things it is about).
DEEDS = ("blast", "stab", "shot", "serve", "pass", "dose", "move", "death", "pay", "alert", "seat")
BLAST: Final = 0
STAB: Final = 1
SHOT: Final = 2
SERVED: Final = 3
PASSED: Final = 4
DOSE: Final = 5
MOVED: Final = 6
DEATH: Final = 7
PAID: Final = 8
ALERTED: Final = 9
SEATED: Final = 10


class Table(CoreState):
    """Thirty chairs and who is on them.

    `who` says for each chair which gangster sits there (`components.man`) or -1. The same in sets of chairs: `men`
    of each player, `across` (the chairs that face one of his men), `godfathers`, `shooters`, `blades`, `asleep`.
    `reserve` counts the men of each player who wait for a chair, by rank, awake then asleep.
    """

    __slots__ = (
        "across", "alive", "asleep", "away", "bank", "blades", "busy", "cake", "cakes", "clock", "deeds", "discard", "drawn",
        "fresh", "godfathers", "hand", "held", "kept", "kit", "last", "men", "money", "out_at", "out_men", "pile", "played",
        "reserve", "shooters", "shuffles", "size", "tokens", "turns", "who",
    )  # fmt: skip

    def __init__(
        self,
        box: Box,
        players: int,
        seed: int = BLANK,
        options: Mapping[str, object] = DEFAULTS,
        log: list[Event] | None = None,
    ) -> None:
        super().__init__(box, players, seed, options, log)
        self.kit = box

    def clear(self) -> None:
        """An empty table: nobody seated, nothing dealt, cakes in front of their owners (RC 2.3)."""
        n = self.players
        self.who = [-1] * self.kit.chairs
        self.men = [0] * n
        self.across = [0] * n
        self.godfathers = 0
        self.shooters = 0
        self.blades = 0
        self.asleep = 0
        self.alive = [0] * n
        self.reserve = [0] * (n * 8)
        self.cake = [OFF] * n
        self.cakes = 0
        self.money = [0] * n
        self.bank = 0
        self.tokens = self.kit.tokens
        self.hand = [0] * (n * KINDS)
        self.held = [0] * n
        self.size = [0] * n
        self.pile: list[int] = []
        self.drawn = 0
        self.discard: list[int] = []
        self.away: list[int] = []
        self.shuffles = 0
        self.fresh = [0] * KINDS
        self.kept = [0] * (n * KINDS)
        self.played = [0] * (n * KINDS)
        self.clock = 0
        self.out_at = [0] * n
        self.out_men = [0] * n
        self.turns = 0
        self.busy = False
        self.deeds: list[int] = []
        self.last: list[int] = []

    # -- who sits where ------------------------------------------------------------------------------

    def seat_man(self, chair: int, gangster: int, asleep: bool) -> None:
        """A gangster sits down; one chair, one gangster (RC 1.4)."""
        bit = 1 << chair
        gang = gangster & 7
        rank = gangster >> 3 & 3
        self.who[chair] = gangster
        self.men[gang] |= bit
        facing = self.kit.opposite[chair]
        if facing >= 0:
            self.across[gang] |= 1 << facing
        if rank == GODFATHER:
            self.godfathers |= bit
        elif rank == SHOOTER:
            self.shooters |= bit
        elif rank == BLADE:
            self.blades |= bit
        if asleep:
            self.asleep |= bit

    def unseat_man(self, chair: int) -> int:
        """A gangster leaves his chair; who it was."""
        gangster = self.who[chair]
        gang = gangster & 7
        keep = ~(1 << chair)
        self.who[chair] = -1
        self.men[gang] &= keep
        facing = self.kit.opposite[chair]
        if facing >= 0:
            self.across[gang] &= ~(1 << facing)
        self.godfathers &= keep
        self.shooters &= keep
        self.blades &= keep
        self.asleep &= keep
        return gangster

    def taken(self) -> int:
        """The chairs with a gangster."""
        chairs = 0
        for men in self.men:
            chairs |= men
        return chairs

    def free(self) -> int:
        """The chairs without a gangster, cake or no cake (RC 8.17)."""
        return self.kit.all & ~self.taken()

    def next_of(self, gang: int, rank: int) -> int:
        """The first gangster of that gang and rank who is not at the table: how a man who sits down is told apart."""
        which = 0
        while man(gang, rank, which) in self.who:
            which += 1
        return man(gang, rank, which)

    # -- 5 Blasts, and every other death ----------------------------------------------------------------

    def explode(self, owner: int, by: int) -> None:
        """A cake explodes: its own chair and the two beside it, no other cake (RC 5.2, RC 5.3, RC 5.4).

        It leaves the table first and goes back to its owner, if he is still in (RC 5.5).
        """
        chair = self.cake[owner]
        self.cakes &= ~(1 << chair)
        self.cake[owner] = GONE if self.out_at[owner] else OFF
        self.deeds += [BLAST, chair, owner]
        if self.log is not None:
            self.log.append(
                Event("blast", {"seat": by, "owner": owner, "gang": self.kit.gangs[owner], "chair": chair + 1})
            )
        n = self.kit.chairs
        victims: list[int] = []
        for place in ((chair + n - 1) % n, chair, (chair + 1) % n):
            if self.who[place] >= 0 and place not in victims:
                victims.append(place)
        self.kill(victims)

    def kill(self, chairs: list[int]) -> None:
        """The men on these chairs die at one and the same moment (RC 12.4); then it shows who is out, and whether it is over."""
        self.clock += 1
        lost = [0] * self.players
        for chair in chairs:
            if self.asleep >> chair & 1:
                self.tokens += 1  # the pill goes back, whatever killed him (RC 8.11)
            gangster = self.unseat_man(chair)
            gang = gangster & 7
            lost[gang] += 1
            self.alive[gang] -= 1
            self.busy = True
            self.deeds += [DEATH, chair, gangster]
            if self.log is not None:
                self.log.append(Event("death", {"seat": gang, "chair": chair + 1, **told(self.kit, gangster)}))
        for gang in range(self.players):
            if lost[gang] and not self.alive[gang]:
                self.go_out(gang, lost[gang])
        self.see_who_is_left()

    # -- 10 Out of the game ------------------------------------------------------------------------------

    def go_out(self, gang: int, men: int) -> None:
        """The last man is dead: the hand goes to the discards, the money stays (RC 10.1).

        A cake on the table stays there; one in front of him leaves the game (RC 10.2).
        """
        self.out_at[gang] = self.clock
        self.out_men[gang] = men
        left: list[int] = []
        for card in range(KINDS):
            place = gang * KINDS + card
            for _ in range(self.hand[place]):
                left.append(card)
                self.played[place] += 1
            self.hand[place] = 0
        self.discard += left
        self.held[gang] = 0
        self.size[gang] = 0
        if self.cake[gang] == OFF:
            self.cake[gang] = GONE
        if self.log is not None:
            self.log.append(
                Event("out", {"seat": gang, "cards": [CARDS[card] for card in left], "money": self.money[gang]})
            )

    def living(self) -> int:
        """How many players are still in."""
        count = 0
        for men in self.alive:
            if men:
                count += 1
        return count

    # -- 11 The end ----------------------------------------------------------------------------------------

    def see_who_is_left(self) -> None:
        """One player left takes the bank (RC 11.1); nobody left, and it is nobody's (RC 11.3)."""
        left = self.living()
        if left == 0:
            self.finish("blast", -1)
        elif left == 1:
            for seat in range(self.players):
                if self.alive[seat]:
                    amount = self.bank
                    self.money[seat] += amount
                    self.bank = 0
                    self.finish("alone", seat, amount)

    def finish(self, ending: str, seat: int, amount: int = 0) -> None:
        """It is over, in one of four ways (RC 11.1 to RC 11.4)."""
        self.is_over = True
        self.ending = ending
        if self.log is not None:
            self.log.append(Event("end", {"ending": ending, "seat": seat, "amount": amount, "left": self.bank}))

    # -- 12 The winner ---------------------------------------------------------------------------------------

    def scores(self) -> tuple[int, ...]:
        """Everybody's money, which lies open (RC 13.2)."""
        return tuple(self.money)

    def standing(self, seat: int) -> tuple[int, int, int]:
        """What decides a seat's place: money, then how long it stayed, then its men at the end (RC 12.1 to RC 12.3)."""
        if self.out_at[seat]:
            return (self.money[seat], self.out_at[seat], self.out_men[seat])
        return (self.money[seat], self.clock + 1, self.alive[seat])

    def ranking(self) -> tuple[int, ...]:
        """The place of each seat; out of the game or not, the most money wins (RC 12.1)."""
        standings = [self.standing(seat) for seat in range(self.players)]
        places: list[int] = []
        for mine in standings:
            better = 0
            for other in standings:
                if other > mine:
                    better += 1
            places.append(better + 1)
        return tuple(places)

    # -- copies ------------------------------------------------------------------------------------------------

    def copy_table(self, copy: Table) -> None:
        """Copy what lies on the table; the pile is replaced, never changed, and shared."""
        copy.who = self.who[:]
        copy.men = self.men[:]
        copy.across = self.across[:]
        copy.godfathers = self.godfathers
        copy.shooters = self.shooters
        copy.blades = self.blades
        copy.asleep = self.asleep
        copy.alive = self.alive[:]
        copy.reserve = self.reserve[:]
        copy.cake = self.cake[:]
        copy.cakes = self.cakes
        copy.money = self.money[:]
        copy.bank = self.bank
        copy.tokens = self.tokens
        copy.hand = self.hand[:]
        copy.held = self.held[:]
        copy.size = self.size[:]
        copy.pile = self.pile
        copy.drawn = self.drawn
        copy.discard = self.discard[:]
        copy.away = self.away[:]
        copy.shuffles = self.shuffles
        copy.fresh = self.fresh
        copy.kept = self.kept
        copy.played = self.played[:]
        copy.clock = self.clock
        copy.out_at = self.out_at[:]
        copy.out_men = self.out_men[:]
        copy.turns = self.turns
        copy.busy = self.busy
        copy.deeds = self.deeds[:]
        copy.last = self.last


def told(box: Box, gangster: int) -> dict[str, object]:
    """A gangster as events name him."""
    return {"gang": box.gangs[gangster & 7], "rank": RANKS[gangster >> 3 & 3]}
