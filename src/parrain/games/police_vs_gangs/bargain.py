"""Bargaining: claims where police and gangsters meet (section 9), proposals among police who have won (11.3).

Both run by one protocol (docs/negotiation.md): everybody at the table drafts at once, step by step and unseen; `say` hands
the draft in; when all are in they are published, and the next round begins from what was published.
"""

from __future__ import annotations

from typing import Final

from parrain.core.action import Action
from parrain.games.police_vs_gangs.choices import (
    ACCEPT,
    BACK,
    CATCH,
    CLAIM,
    FROM,
    MOST_RANK,
    NO_DEAL,
    RANKS,
    SHARE,
    rank_words,
)
from parrain.games.police_vs_gangs.placing import Placing
from parrain.games.police_vs_gangs.table import BITS, P_SHARE, P_TALK, SEATS

# How claims clash, in the order of PG 9.4; 0 is no deal.
CLASHES: Final[tuple[str, ...]] = ("no deal", "place", "rank", "badges", "rest")
SILENT: Final = (
    "silent"  # stands for a claim at a live table where somebody has said nothing yet: it counts as no deal (PG 9.6)
)


def find_clashes(
    claims: list[int], seats: tuple[int, ...], wares: int, printed: int, badges: int
) -> list[tuple[int, int, int]]:
    """Every reason why these claims are no accord: (index in CLASHES, traffic or -1, the seats as bits) (PG 9.4)."""
    width = wares + 3
    found: list[tuple[int, int, int]] = []
    refusing = claiming = rest = named = namers = 0
    for seat in seats:
        start = seat * width
        refusing |= claims[start + width - 1] << seat
        claiming |= claims[start] << seat
        rest |= claims[start + width - 2] << seat
    if refusing:
        found.append((0, -1, refusing))
    if claiming & (claiming - 1):
        found.append((1, -1, claiming))
    for t in range(wares):
        taken = clash = wanted = 0
        for seat in seats:
            mask = RANKS[claims[seat * width + 1 + t]]
            if mask:
                wanted |= 1 << seat
                if mask & taken:
                    clash = 1
                taken |= mask
        if clash:
            found.append((2, t, wanted))
        if wanted and not printed >> t & 1:
            named += 1
            namers |= wanted
    if named > badges:
        found.append((3, -1, namers))
    if rest & (rest - 1):
        found.append((4, -1, rest))
    return found


def accepted(claims: list[int], seat: int, seats: tuple[int, ...], wares: int, printed: int, badges: int) -> list[int]:
    """What is left of a seat's claim once it gives way to all others; empty if the others do not agree themselves (PG 9.7)."""
    width = wares + 3
    others = tuple([other for other in seats if other != seat])
    if find_clashes(claims, others, wares, printed, badges):
        return []
    mine = claims[seat * width : (seat + 1) * width]
    named = 0
    for other in others:
        theirs = other * width
        if claims[theirs]:
            mine[0] = 0
        if claims[theirs + width - 2]:
            mine[width - 2] = 0
        for t in range(wares):
            if claims[theirs + 1 + t]:
                named |= 1 << t
            if RANKS[mine[1 + t]] & RANKS[claims[theirs + 1 + t]]:
                mine[1 + t] = 0
    used = BITS[named & ~printed]
    for t in range(wares):
        if mine[1 + t] and not (printed | named) >> t & 1:
            used += 1
            if used > badges:
                mine[1 + t] = 0
    mine[width - 1] = 0
    return mine


class Bargain(Placing):
    """Claims and proposals."""

    __slots__ = ()

    # -- what both have in common ---------------------------------------------------------------------

    def open_round(self) -> None:
        """Everybody drafts, starting from what they last showed (PG 9.5)."""
        self.owing = self.party
        self.drafts = self.claims[:]
        self.wishes = [[] for _ in range(self.players)]
        for seat in range(self.players):
            self.drafts[(seat + 1) * self.width - 1] = 0
            self.last_set[seat] = -1

    def hand_in(self, seat: int) -> bool:
        """A draft is final; whether it was the last one missing."""
        self.last_set[seat] = -1
        self.owing &= ~(1 << seat)
        return not self.owing

    def publish(self) -> bool:
        """All drafts are shown; whether everybody repeated the round before unchanged (PG 9.5)."""
        repeated = self.round > 1 and self.drafts == self.claims
        self.claims = self.drafts[:]
        return repeated

    def take_back(self, seat: int) -> None:
        """Begin the draft again from what was last shown."""
        for i in range(seat * self.width, (seat + 1) * self.width - 1):
            self.drafts[i] = self.claims[i]
        self.last_set[seat] = -1

    def refuse(self, seat: int) -> None:
        """Nothing claimed, no deal."""
        for i in range(seat * self.width, (seat + 1) * self.width - 1):
            self.drafts[i] = 0
        self.drafts[(seat + 1) * self.width - 1] = 1

    # -- 9 negotiation ----------------------------------------------------------------------------------

    def begin_talk(self, party: int) -> None:
        """Everybody with a piece here bargains, tiles still face down (PG 9.1)."""
        self.phase = P_TALK
        self.party = party
        self.round = 1
        self.claims = [0] * (self.players * self.width)
        self.notes = None
        self.open_round()
        self.measure()
        if self.log is not None:
            seats = [seat for seat in range(self.players) if party >> seat & 1]
            self.tell(
                "talk",
                {
                    "card": self.cards.card_names[self.here],
                    "seats": seats,
                    "rounds": self.rounds,
                    "sand": self.cards.sand,
                },
            )

    def measure(self) -> None:
        """The highest rank worth naming of each traffic: what the known gangsters of those here could bring (PG 9.9)."""
        box = self.cards
        wares = box.traffics
        for t in range(wares):
            self.most[t] = 1 if box.demands[self.here * wares + t] > 1 else 0
        for seat in range(0, self.players, 2):
            if self.party >> seat & 1:
                self.measure_seat(seat)
        for t in range(wares):
            self.most[t] = min(MOST_RANK, max(2, self.most[t]))

    def measure_seat(self, seat: int) -> None:
        """Add the most that the tiles this gangster could have laid here might bring."""
        box = self.cards
        lying = 0
        could = [self.hand[seat * 8 + c] - self.shown[seat * 8 + c] for c in range(8)]
        for code in self.pieces:
            if code >> 4 & 7 == seat:
                could[code >> 1 & 7] += 1
                if code >> 9 == self.here:
                    lying += 1
        kinds = [c for c in range(box.kinds) if could[c]]
        for t in range(box.traffics):
            left = lying
            for size in range(box.most_icons, 0, -1):
                for c in kinds:
                    if left and box.icons[c * box.traffics + t] == size:
                        used = min(left, could[c])
                        self.most[t] += used * size
                        left -= used

    def legal_talk(self, seat: int) -> tuple[Action, ...]:
        """Hand in, change a later part of the draft, accept, refuse (PG 9.2); nothing else can be said (PG 9.8).

        The first and the last both end the draft.
        """
        box = self.cards
        table = box.table
        start = seat * self.width
        after = self.last_set[seat]
        found: list[Action] = [table.say]
        if after < 0:
            found.append(table.claim[0][1 - self.drafts[start]])
        for t in range(box.traffics):
            if after < 1 + t and (box.printed[self.here] >> t & 1 or box.badges[self.here]):
                now = self.drafts[start + 1 + t]
                words = table.claim[1 + t]
                most = self.most[t]
                for value in range(most + 1):
                    if value != now:
                        found.append(words[value])
                for value in range(FROM + 1, FROM + most + 1):
                    if value != now:
                        found.append(words[value])
        if after < box.traffics + 1:
            found.append(table.claim[box.traffics + 1][1 - self.drafts[start + box.traffics + 1]])
        if after >= 0:
            found.append(table.back)
        if self.round > 1 and self.others_agree(seat):
            found.append(table.accept)
        found.append(table.no_deal)
        return tuple(found)

    def others_agree(self, seat: int) -> bool:
        """Whether all others are at one, so that there is something to accept (PG 9.7)."""
        box = self.cards
        others = SEATS[self.party & ~(1 << seat)]
        return not find_clashes(self.claims, others, box.traffics, box.printed[self.here], box.badges[self.here])

    def yielding(self, seat: int) -> list[int]:
        """The claim that accepting would make; empty where there is nothing to accept (PG 9.7)."""
        box = self.cards
        return accepted(
            self.claims, seat, SEATS[self.party], box.traffics, box.printed[self.here], box.badges[self.here]
        )

    def apply_talk(self, seat: int, action: Action) -> None:
        """One step of a draft, or its end."""
        start = seat * self.width
        if action.kind == CLAIM:
            self.drafts[start + action.a] = action.b
            self.last_set[seat] = action.a
            return
        if action.kind == BACK:
            self.take_back(seat)
            return
        if action.kind == NO_DEAL:
            self.refuse(seat)
        elif action.kind == ACCEPT:
            self.drafts[start : start + self.width] = self.yielding(seat)
        if self.hand_in(seat):
            self.close_round()

    def clashes(self) -> list[tuple[int, int, int]]:
        """Why the claims shown are no accord; empty if they are one (PG 9.4)."""
        box = self.cards
        return find_clashes(self.claims, SEATS[self.party], box.traffics, box.printed[self.here], box.badges[self.here])

    def close_round(self) -> None:
        """Claims are shown together; the last round decides, or an accord that all have repeated (PG 9.5)."""
        repeated = self.publish()
        accord = not self.clashes()
        if self.log is not None:
            self.tell_claims(accord)
        if self.round == self.rounds or (accord and repeated):
            self.deal = 1 if accord else 0
            self.terms = self.claims[:]
            self.after_talk()
        else:
            self.round += 1
            self.open_round()

    def tell_claims(self, accord: bool) -> None:
        """What everybody claims, for those who listen."""
        claims = [
            {
                "seat": seat,
                "claim": claim_parts(
                    self.claims[seat * self.width : (seat + 1) * self.width], self.cards.traffic_names
                ),
            }
            for seat in range(self.players)
            if self.party >> seat & 1
        ]
        last = self.round == self.rounds
        self.tell(
            "claims",
            {
                "card": self.cards.card_names[self.here],
                "round": self.round,
                "last": last,
                "claims": claims,
                "accord": accord,
            },
        )

    # -- 11.3 the police share ----------------------------------------------------------------------------

    def begin_sharing(self, party: int, prize: bool) -> None:
        """Several police propose who gets what; with a prize also point, token and whom to arrest (PG 11.3)."""
        self.phase = P_SHARE
        self.party = party
        self.round = 1
        self.prize = 1 if prize else 0
        self.claims = [0] * (self.players * self.width)
        for seat in range(self.players):
            if party >> seat & 1:
                self.claims[seat * self.width : (seat + 1) * self.width] = self.first_proposal(seat)
        self.open_round()

    def first_proposal(self, seat: int) -> list[int]:
        """What a policeman's draft begins with: everything to himself."""
        numbers = [0] * self.width
        numbers[0] = numbers[1] = numbers[2] = seat
        numbers[3] = self.catches()[0] if self.prize else 0
        return numbers

    def catches(self) -> list[int]:
        """Every fighting tile here with every traffic on it that the supply still has, as seat, character, traffic (PG 11.2)."""
        box = self.cards
        found: list[int] = []
        for code in sorted(self.pieces):
            seat, c = code >> 4 & 7, code >> 1 & 7
            if code >> 9 != self.here or code & 1 or seat & 1:
                continue
            wares = [t for t in range(box.traffics) if box.icons[c * box.traffics + t] and self.supply[t]] or [
                box.traffics
            ]
            for t in wares:
                one = (seat * 8 + c) * 8 + t
                if one not in found:
                    found.append(one)
        found.sort()
        return found

    def catch_action(self, code: int) -> Action:
        """The choice of catching that tile for that traffic."""
        box = self.cards
        return box.table.catch[((code >> 6) * box.kinds + (code >> 3 & 7)) * (box.traffics + 1) + (code & 7)]

    def legal_share(self, seat: int) -> tuple[Action, ...]:
        """Hand in, change a later part of the proposal, accept another's, refuse (PG 11.3)."""
        table = self.cards.table
        start = seat * self.width
        after = self.last_set[seat]
        found: list[Action] = [table.say]
        for element in range(after + 1, 3 if self.prize else 1):
            for other in range(1, self.players, 2):
                if self.party >> other & 1 and self.drafts[start + element] != other:
                    found.append(table.share[element * 6 + other])
        if self.prize and after < 3:
            for code in self.catches():
                if code != self.drafts[start + 3]:
                    found.append(self.catch_action(code))
        if after >= 0:
            found.append(table.back)
        if self.round > 1:
            for other in range(1, self.players, 2):
                if other != seat and self.party >> other & 1 and not self.claims[(other + 1) * self.width - 1]:
                    found.append(table.accept_of[other])
        found.append(table.no_deal)
        return tuple(found)

    def apply_share(self, seat: int, action: Action) -> None:
        """One step of a proposal, or its end."""
        start = seat * self.width
        if action.kind == SHARE:
            self.drafts[start + action.a] = action.b
            self.last_set[seat] = action.a
            return
        if action.kind == CATCH:
            self.drafts[start + 3] = (action.a * 8 + action.b) * 8 + action.c
            self.last_set[seat] = 3
            return
        if action.kind == BACK:
            self.take_back(seat)
            return
        if action.kind == NO_DEAL:
            self.drafts[start : start + self.width] = self.first_proposal(seat)
            self.drafts[start + self.width - 1] = 1
        elif action.kind == ACCEPT:
            self.drafts[start : start + self.width] = self.claims[action.a * self.width : (action.a + 1) * self.width]
        if self.hand_in(seat):
            self.close_sharing()

    def proposal(self, seat: int) -> list[int]:
        """What a policeman last proposed: place, point, token, whom to catch, no deal."""
        start = seat * self.width
        return [*self.claims[start : start + 4], self.claims[start + self.width - 1]]

    def close_sharing(self) -> None:
        """Proposals are shown together; an accord is when all are equal (PG 11.3)."""
        repeated = self.publish()
        seats = [seat for seat in range(self.players) if self.party >> seat & 1]
        first = self.proposal(seats[0])
        accord = not first[4] and all(self.proposal(seat) == first for seat in seats)
        if self.log is not None:
            self.tell(
                "proposals",
                {"round": self.round, "accord": accord, "proposals": [self.proposal_parts(seat) for seat in seats]},
            )
        if self.round == self.rounds or (accord and repeated):
            self.offers = self.claims[:]
            self.after_sharing(accord)
        else:
            self.round += 1
            self.open_round()

    def proposal_parts(self, seat: int) -> dict[str, object]:
        """A proposal in words of the game."""
        place, point, token, code, refused = self.proposal(seat)
        if refused:
            return {"seat": seat, "no_deal": True}
        if not self.prize:
            return {"seat": seat, "place": place}
        catch = str(self.catch_action(code))
        return {"seat": seat, "place": place, "point": point, "token": token, "catch": catch}


def claim_parts(claim: list[int], traffics: list[str]) -> list[str]:
    """A claim as the words of its choices: `place`, `drugs first 1`, `rest`; `no deal` alone; nothing if empty."""
    if claim[-1]:
        return ["no deal"]
    parts = ["place"] if claim[0] else []
    parts += [f"{name} {rank_words(claim[1 + t])}" for t, name in enumerate(traffics) if claim[1 + t]]
    return [*parts, "rest"] if claim[-2] else parts


def read_claim(parts: list[str], traffics: list[str]) -> list[int]:
    """A claim from the words of `claim_parts`; ValueError for what is none."""
    claim = [0] * (len(traffics) + 3)
    for part in parts:
        words = part.split()
        if part == "place":
            claim[0] = 1
        elif part == "rest":
            claim[-2] = 1
        elif part == "no deal" or part == SILENT:
            claim[-1] = 1
        else:
            t = traffics.index(words[0])
            value = next((v for v in range(1, FROM + MOST_RANK + 1) if rank_words(v) == " ".join(words[1:])), 0)
            if not value:
                raise ValueError(part)
            claim[1 + t] = value
    return claim
