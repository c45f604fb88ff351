"""Resolving the places: recruits, fights among gangsters, feeding, deals carried out (sections 7, 8 and 9.10)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.games.police_vs_gangs.bargain import Bargain
from parrain.games.police_vs_gangs.choices import ranks, subsets
from parrain.games.police_vs_gangs.table import ALONE, FIGHT, OUTCOMES, P_BADGES, P_ORDER, P_RECRUIT, P_RESOLVE

POLICE_ALONE, POLICE_TIE, GANGSTERS_ALONE, ACCORD, GANGSTERS_WIN, POLICE_WIN, NOBODY_WINS = range(1, 8)


class Raid(Bargain):
    """Place by place."""

    __slots__ = ()

    # -- 7 which place ----------------------------------------------------------------------------------

    def places_left(self) -> int:
        """The places with pieces on them, as bits (PG 7.1)."""
        mask = 0
        for code in self.pieces:
            mask |= 1 << (code >> 9)
        return mask

    def resolve_next(self) -> None:
        """The last player names the next place; the only one left needs no naming (PG 7.1)."""
        mask = self.places_left()
        if not mask:
            self.begin_count()
        elif mask & (mask - 1):
            self.ask(P_RESOLVE, self.last_player())
        else:
            self.begin_place(mask.bit_length() - 1)

    def legal_resolve(self) -> tuple[Action, ...]:
        mask = self.places_left()
        return tuple([self.cards.table.resolve[card] for card in self.laid if mask >> card & 1])

    def begin_place(self, card: int) -> None:
        """Who is there decides what happens: police alone, gangsters alone, or both (PG 7.2)."""
        self.here = card
        party = self.present(card)
        self.snapshot = [self.owner[card], *self.score, *self.tokens]
        if self.log is not None:
            self.tell(
                "resolve",
                {"card": self.cards.card_names[card], "seats": [s for s in range(self.players) if party >> s & 1]},
            )
        gangs, police = party & 0b010101, party & 0b101010
        if gangs and police:
            self.begin_talk(party)
        elif gangs:
            self.turn_up()
            self.begin_recruits()
        elif police & (police - 1):
            self.roll(ALONE, police)
        else:
            self.police_take(police.bit_length() - 1)
            self.finish_place(POLICE_ALONE)

    def police_take(self, seat: int) -> None:
        """A policeman leaves a die on the place; a gangster's marker goes (PG 7.3, PG 7.5)."""
        self.owner[self.here] = seat

    def turn_up(self) -> None:
        """The tiles of this place are turned up (PG 7.2)."""
        self.open = 1
        self.reveals += 1
        if self.log is not None:
            box = self.cards
            tiles = [
                {"seat": code >> 4 & 7, "character": box.characters[code >> 1 & 7], "recruit": code & 1 == 1}
                for code in sorted(self.pieces)
                if code >> 9 == self.here and not code >> 4 & 1
            ]
            self.tell("reveal", {"card": box.card_names[self.here], "tiles": tiles})

    def after_talk(self) -> None:
        """Accord or not, tiles are turned up and recruits come first (PG 9.10, PG 10.1)."""
        self.turn_up()
        self.begin_recruits()

    def finish_place(self, how: int) -> None:
        """Pieces go home; what happened here is kept as a summary for the turn (PG 8.5, PG 11.1)."""
        kept: list[int] = []
        for code in self.pieces:
            if code >> 9 != self.here:
                kept.append(code)
                continue
            at = (code >> 4 & 7) * 8 + (code >> 1 & 7)
            self.hand[at] += 1
            if not code >> 4 & 1:
                self.shown[at] += 1
        self.pieces = kept
        for spot in range(4 * self.here, 4 * self.here + 4):
            self.side_gang[spot] = 0
            self.side_police[spot] = 0
        now = [self.owner[self.here], *self.score, *self.tokens]
        gains = [now[i] - self.snapshot[i] for i in range(1, len(now))]
        facts = [self.here, how, self.power_police, self.power_gangs, self.snapshot[0], now[0], self.named]
        self.summaries.append(
            [*facts, *gains, len(self.dice), *self.dice, len(self.terms), *self.terms, len(self.offers), *self.offers]
        )
        if self.log is not None:
            self.tell_settled(how, gains)
        self.leave_place()
        self.resolve_next()

    def tell_settled(self, how: int, gains: list[int]) -> None:
        """Powers, who won, what each got."""
        box = self.cards
        n, wares = self.players, box.traffics
        got = []
        for seat in range(n):
            tokens = {
                box.traffic_names[t]: gains[n + seat * wares + t] for t in range(wares) if gains[n + seat * wares + t]
            }
            points = 0 if self.teams and seat > 1 else gains[seat]
            if tokens or points:
                got.append({"seat": seat, "tokens": tokens, "points": points})
        data: dict[str, object] = {
            "card": box.card_names[self.here],
            "how": OUTCOMES[how],
            "police": self.power_police,
            "gangsters": self.power_gangs,
            "owner": self.owner[self.here],
            "got": got,
            "teams": self.teams,
        }
        self.tell("settled", data)

    # -- 8.1 recruits ---------------------------------------------------------------------------------------

    def begin_recruits(self) -> None:
        """Everybody with recruiting tiles here may hire (PG 8.1)."""
        self.waiting = 0
        for code in self.pieces:
            if code >> 9 == self.here and code & 1:
                self.waiting |= 1 << (code >> 4 & 7)
        self.queue = []
        self.next_recruit()

    def recruit_sum(self, seat: int) -> int:
        """The recruiting values a seat has on this place (PG 8.2)."""
        total = 0
        for code in self.pieces:
            if code >> 9 == self.here and code & 1 and code >> 4 & 7 == seat:
                total += self.cards.recruit[code >> 1 & 7]
        return total

    def affordable(self, seat: int) -> list[int]:
        """Who of those for hire here that seat can pay (PG 8.2)."""
        total = self.recruit_sum(seat)
        found: list[int] = []
        for i in (2 * self.here, 2 * self.here + 1):
            c = self.recruits[i]
            if c != -1 and self.cards.cost[c] <= total and c not in found:
                found.append(c)
        return found

    def next_recruit(self) -> None:
        """The highest sum chooses first; ties by control, then by score, then by an order they all name (PG 8.3, PG 8.4)."""
        while True:
            if self.queue:
                if self.affordable(self.queue[0]):
                    self.ask(P_RECRUIT, self.queue[0])
                    return
                del self.queue[0]
            elif self.waiting:
                group = self.first_recruiters()
                self.waiting &= ~group
                first = group.bit_length() - 1
                if group & (group - 1) == 0:
                    self.queue = [first]
                elif self.affordable(first):
                    self.phase = P_ORDER
                    self.owing = self.tied = group
                    self.drafts = [0] * len(self.drafts)
                    return
            else:
                break
        self.recruiters_home()
        self.after_recruits()

    def first_recruiters(self) -> int:
        """Who is next to hire: one seat, or several that nothing tells apart (PG 8.3)."""
        best = -1
        group = 0
        for seat in range(self.players):
            if self.waiting >> seat & 1:
                key = (
                    (self.recruit_sum(seat) * 2 + (self.owner[self.here] == seat)) * 1000
                    + 999
                    - min(999, self.points(seat))
                )
                if key > best:
                    best = key
                    group = 1 << seat
                elif key == best:
                    group |= 1 << seat
        return group

    def legal_order(self) -> tuple[Action, ...]:
        """Every order of the tied players, or none (PG 8.4)."""
        table = self.cards.table
        found = [table.order_none]
        for seats, action in table.order.items():
            mask = 0
            for seat in seats:
                mask |= 1 << seat
            if mask == self.tied:
                found.append(action)
        return tuple(found)

    def apply_order(self, seat: int, action: Action) -> None:
        """An order is named in secret; all the same, and they choose in it (PG 8.4)."""
        self.drafts[seat * self.width] = action.id
        self.owing &= ~(1 << seat)
        if self.owing:
            return
        named = [self.drafts[each * self.width] for each in range(self.players) if self.tied >> each & 1]
        agreed = named.count(named[0]) == len(named) and named[0] != self.cards.table.order_none.id
        if agreed:
            self.queue = [each for each in (action.a, action.b, action.c) if each != -1]
        if self.log is not None:
            self.tell(
                "order",
                {
                    "seats": [s for s in range(self.players) if self.tied >> s & 1],
                    "order": self.queue[:],
                    "agreed": agreed,
                },
            )
        self.tied = 0
        self.next_recruit()

    def legal_recruit(self, seat: int) -> tuple[Action, ...]:
        table = self.cards.table
        return (*[table.recruit[c] for c in self.affordable(seat)], table.recruit_none)

    def apply_recruit(self, seat: int, action: Action) -> None:
        """A tile for hire joins the hand, one for each player (PG 8.2)."""
        if action.a != -1:
            at = 2 * self.here if self.recruits[2 * self.here] == action.a else 2 * self.here + 1
            self.recruits[at] = -1
            self.hand[seat * 8 + action.a] += 1
            self.shown[seat * 8 + action.a] += 1
        if self.log is not None:
            name = self.cards.characters[action.a] if action.a != -1 else ""
            self.tell("recruit", {"seat": seat, "character": name, "card": self.cards.card_names[self.here]})
        del self.queue[0]
        self.next_recruit()

    def recruiters_home(self) -> None:
        """Recruiting tiles go home at once (PG 8.1)."""
        kept: list[int] = []
        for code in self.pieces:
            if code >> 9 == self.here and code & 1:
                at = (code >> 4 & 7) * 8 + (code >> 1 & 7)
                self.hand[at] += 1
                self.shown[at] += 1
            else:
                kept.append(code)
        self.pieces = kept

    def after_recruits(self) -> None:
        """An accord is carried out, dice are rolled, or the gangsters fight (PG 9.10, PG 10.1, PG 8.5)."""
        police = self.present(self.here) & 0b101010
        if self.deal:
            self.begin_deal()
        elif police:
            self.roll(FIGHT, police)
        else:
            self.gang_fight(GANGSTERS_ALONE)

    # -- 8.5 the fight among gangsters ------------------------------------------------------------------------

    def strength(self, seat: int) -> int:
        """Attack of a seat's fighting tiles here, or defence if the place is his (PG 8.5, PG 10.3)."""
        values = self.cards.defence if self.owner[self.here] == seat else self.cards.attack
        total = 0
        for code in self.pieces:
            if code >> 9 == self.here and not code & 1 and code >> 4 & 7 == seat:
                total += values[code >> 1 & 7]
        return total

    def gang_fight(self, how: int) -> None:
        """The strongest takes the place; ties go to its owner, then to the lowest on the track, else to nobody (PG 8.5, PG 8.6)."""
        best = -1
        winner = -1
        for seat in range(0, self.players, 2):
            if self.fighters() >> seat & 1:
                key = (
                    (self.strength(seat) * 2 + (self.owner[self.here] == seat)) * 1000
                    + 999
                    - min(999, self.points(seat))
                )
                if key > best:
                    best = key
                    winner = seat
                elif key == best:
                    winner = -1
        if self.log is not None and best >= 0:
            sums = [
                {"seat": s, "strength": self.strength(s)} for s in range(0, self.players, 2) if self.fighters() >> s & 1
            ]
            self.tell("fight", {"card": self.cards.card_names[self.here], "sums": sums, "winner": winner})
        if winner == -1:
            self.finish_place(how if how == GANGSTERS_WIN else NOBODY_WINS)
            return
        self.owner[self.here] = winner
        self.feeder = winner
        self.party = 1 << winner
        self.begin_badges(how)

    def free_traffics(self) -> int:
        """The traffics that a badge here could still become, as bits (PG 8.9)."""
        return ((1 << self.cards.traffics) - 1) & ~self.cards.printed[self.here] & ~self.named

    def begin_badges(self, how: int) -> None:
        """The winner names the neutral badges, unless there is nothing to choose (PG 8.9)."""
        self.outcome = how
        options = self.badge_options()
        if len(options) == 1:
            self.name_badges(options[0])
        else:
            self.ask(P_BADGES, self.feeder)

    def badge_options(self) -> list[int]:
        """What the badges still open may become; under a deal what can be fed comes first (PG 8.9, PG 9.11)."""
        left = self.cards.badges[self.here] - bin(self.named).count("1")
        free = self.free_traffics()
        if left <= 0:
            return [0]
        if not self.deal:
            return subsets(free, left)
        fed = free & self.feedable()
        if bin(fed).count("1") > left:
            return subsets(fed, left)
        rest = left - bin(fed).count("1")
        return [fed | subsets(free & ~fed, rest)[0]]  # what cannot be fed makes no difference

    def feedable(self) -> int:
        """The traffics that fighting tiles here bring, as bits."""
        box = self.cards
        mask = 0
        for code in self.pieces:
            if code >> 9 == self.here and not code & 1 and not code >> 4 & 1:
                for t in range(box.traffics):
                    if box.icons[(code >> 1 & 7) * box.traffics + t]:
                        mask |= 1 << t
        return mask

    def legal_badges(self) -> tuple[Action, ...]:
        return tuple([self.cards.table.badges[mask] for mask in self.badge_options()])

    def name_badges(self, mask: int) -> None:
        """The badges are these traffics; now the demands are fed."""
        self.named |= mask
        if self.log is not None and mask:
            names = [name for t, name in enumerate(self.cards.traffic_names) if mask >> t & 1]
            self.tell("badges", {"seat": self.feeder, "card": self.cards.card_names[self.here], "traffics": names})
        if self.deal:
            self.hand_out()
        else:
            self.feed()

    def brought(self, t: int) -> int:
        """How many tokens of a traffic the fighting tiles of the feeding players bring here, bonus included (PG 8.7, PG 8.8)."""
        box = self.cards
        demanded = box.printed[self.here] | self.named
        if not demanded >> t & 1:
            return 0
        count = 0
        for code in self.pieces:
            if code >> 9 == self.here and not code & 1 and self.party >> (code >> 4 & 7) & 1 and not code >> 4 & 1:
                count += box.icons[(code >> 1 & 7) * box.traffics + t]
        if count and box.demands[self.here * box.traffics + t] > 1:
            count += 1
        return min(count, self.supply[t])

    def give(self, seat: int, t: int, count: int) -> None:
        """Tokens from the supply, never more than there are (PG 2.7)."""
        count = min(count, self.supply[t])
        self.supply[t] -= count
        self.tokens[seat * self.cards.traffics + t] += count
        self.gained[seat * self.cards.traffics + t] += count

    def feed(self) -> None:
        """The winner feeds every demand with all he has there (PG 8.7)."""
        for t in range(self.cards.traffics):
            self.give(self.feeder, t, self.brought(t))
        self.finish_place(self.outcome)

    # -- 9.10 an accord is carried out --------------------------------------------------------------------------

    def begin_deal(self) -> None:
        """Badges named in the deal stand; the rest is named by who feeds, then all is shared out (PG 9.3, PG 9.11)."""
        box = self.cards
        for seat in range(self.players):
            if self.party >> seat & 1:
                for t in range(box.traffics):
                    if self.terms[seat * self.width + 1 + t] and not box.printed[self.here] >> t & 1:
                        self.named |= 1 << t
        fighting = self.fighters()
        if not fighting:
            self.hand_out()
            return
        self.feeder = self.lowest(fighting)
        self.begin_badges(ACCORD)

    def hand_out(self) -> None:
        """Each token goes to who claimed its rank, else to “everything else”, else back; the place likewise (PG 9.12)."""
        box = self.cards
        rest = -1
        for seat in range(self.players):
            if self.party >> seat & 1:
                if self.terms[seat * self.width]:
                    self.owner[self.here] = seat
                if self.terms[seat * self.width + self.width - 2]:
                    rest = seat
        claimed = any(self.terms[seat * self.width] for seat in range(self.players) if self.party >> seat & 1)
        if rest != -1 and not claimed:
            self.owner[self.here] = rest
        for t in range(box.traffics):
            for rank in range(self.brought(t)):
                taker = rest
                for seat in range(self.players):
                    if self.party >> seat & 1 and ranks(self.terms[seat * self.width + 1 + t]) >> rank & 1:
                        taker = seat
                if taker != -1:
                    self.give(taker, t, 1)
        self.finish_place(ACCORD)
