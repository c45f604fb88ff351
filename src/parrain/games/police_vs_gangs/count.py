"""The count: secret stakes on traffics (section 12), districts (13), the end (14)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.games.police_vs_gangs.arrests import Arrests
from parrain.games.police_vs_gangs.choices import BACK, COLOURS
from parrain.games.police_vs_gangs.table import P_COLOUR, P_STAKE


class Count(Arrests):
    """From the last place to the next turn."""

    __slots__ = ()

    # -- 12 traffics ------------------------------------------------------------------------------------

    def begin_count(self) -> None:
        """Everybody stakes at once, also those with nothing to stake (PG 12.1)."""
        self.phase = P_STAKE
        self.owing = (1 << self.players) - 1
        for seat in range(self.players):
            self.last_set[seat] = -1

    def legal_stake(self, seat: int) -> tuple[Action, ...]:
        """Hand in, stake some of a later traffic, begin again, stake everything (PG 12.1). The first and the last both end it."""
        box = self.cards
        table = box.table
        after = self.last_set[seat]
        found: list[Action] = [table.stake_done]
        held = 0
        for t in range(box.traffics):
            count = self.tokens[seat * box.traffics + t]
            held += count
            if t > after:
                for n in range(count):
                    found.append(table.stake[t * 12 + n])
        if after >= 0:
            found.append(table.back)
        if held:
            found.append(table.stake_all)
        return tuple(found)

    def apply_stake(self, seat: int, action: Action) -> None:
        """One step of a stake, or its end."""
        start = seat * self.cards.traffics
        if action.kind == BACK:
            for t in range(self.cards.traffics):
                self.stakes[start + t] = 0
            self.last_set[seat] = -1
            return
        if action.a != -1:
            self.stakes[start + action.a] = action.b
            self.last_set[seat] = action.a
            return
        if action.b:
            for t in range(self.cards.traffics):
                self.stakes[start + t] = self.tokens[start + t]
        self.last_set[seat] = -1
        self.owing &= ~(1 << seat)
        if not self.owing:
            self.show_stakes()

    def show_stakes(self) -> None:
        """Stakes are shown, every traffic is decided, staked tokens go back (PG 12.2)."""
        box = self.cards
        n, wares = self.players, box.traffics
        self.reveals += 1
        self.staked = self.stakes[:]
        if self.log is not None:
            shown = [
                {box.traffic_names[t]: self.stakes[s * wares + t] for t in range(wares) if self.stakes[s * wares + t]}
                for s in range(n)
            ]
            self.tell("stakes", {"stakes": shown})
        for t in range(wares):
            self.decide_traffic(t)
        for seat in range(n):
            for t in range(wares):
                at = seat * wares + t
                self.tokens[at] -= self.stakes[at]
                self.gained[at] = max(0, self.gained[at] - self.stakes[at])
                self.supply[t] += self.stakes[at]
                self.stakes[at] = 0
        self.next_colour()

    def decide_traffic(self, t: int) -> None:
        """The highest stake wins: a gangster climbs, a policeman counters, ties as the rules say (PG 12.3 to PG 12.6)."""
        box = self.cards
        best = 0
        gangs = police = 0
        for seat in range(self.players):
            stake = self.stakes[seat * box.traffics + t]
            if stake > best:
                best = stake
                gangs = police = 0
            if stake == best and stake:
                if seat & 1:
                    police |= 1 << seat
                else:
                    gangs |= 1 << seat
        before = self.holder[t]
        worth = 0
        winners = police or gangs
        if police:
            worth = box.boxes[t][self.level[t] if before != -1 else 0] // bin(police).count("1")
            self.free_traffic(t)
        elif gangs and gangs & (gangs - 1) == 0:
            seat = gangs.bit_length() - 1
            self.level[t] = min(self.level[t] + 1, len(box.boxes[t]) - 1) if before == seat else 0
            self.holder[t] = seat
            worth = box.boxes[t][self.level[t]]
        else:
            self.free_traffic(t)
        for seat in range(self.players):
            if winners >> seat & 1:
                self.add_points(seat, worth)
        if self.log is not None and (best or before != -1):
            seats = [seat for seat in range(self.players) if winners >> seat & 1]
            data: dict[str, object] = {
                "traffic": box.traffic_names[t],
                "stake": best,
                "seats": seats,
                "points": worth,
                "police": police != 0,
                "before": before,
                "holder": self.holder[t],
            }
            self.tell("traffic", data)

    def free_traffic(self, t: int) -> None:
        """Nobody holds that traffic any more."""
        self.holder[t] = -1
        self.level[t] = 0

    # -- 13 districts -------------------------------------------------------------------------------------

    def next_colour(self) -> None:
        """In turn order, each card of two colours is given the one it counts for (PG 13.1)."""
        card = self.card_to_colour()
        if card != -1:
            self.ask(P_COLOUR, self.owner[card])
        else:
            self.count_districts()

    def card_to_colour(self) -> int:
        """The next two-colour card whose controller must choose, or -1 (PG 13.1)."""
        for seat in self.order:
            for card in self.laid:
                if self.owner[card] == seat and self.colour_of[card] == -1 and self.cards.colours[card][1] != -1:
                    return card
        return -1

    def legal_colour(self) -> tuple[Action, ...]:
        card = self.card_to_colour()
        table = self.cards.table
        first, second = self.cards.colours[card]
        return (table.colour[card * 4 + first], table.colour[card * 4 + second])

    def apply_colour(self, seat: int, action: Action) -> None:
        """A card counts for that colour this turn."""
        self.colour_of[action.a] = action.b
        if self.log is not None:
            self.tell("colour", {"seat": seat, "card": self.cards.card_names[action.a], "colour": COLOURS[action.b]})
        self.next_colour()

    def controlled(self, seat: int, colour: int) -> int:
        """How many cards of a colour a seat controls (PG 13.2)."""
        count = 0
        for card in self.laid:
            if self.owner[card] == seat:
                first, second = self.cards.colours[card]
                if (self.colour_of[card] if second != -1 else first) == colour:
                    count += 1
        return count

    def count_districts(self) -> None:
        """Strictly more cards of a colour than anybody else scores; each player's best alone, in teams too (PG 13.2, PG 13.3, PG 15.3)."""
        best = [0] * self.players
        told: list[dict[str, object]] = []
        for colour in range(4):
            counts = [self.controlled(seat, colour) for seat in range(self.players)]
            most = max(counts)
            if most and counts.count(most) == 1:
                seat = counts.index(most)
                best[seat] = max(best[seat], most)
                if self.log is not None:
                    told.append({"seat": seat, "colour": COLOURS[colour], "cards": most})
        for seat in range(self.players):
            self.add_points(seat, best[seat])
        if self.log is not None:
            self.tell("districts", {"majorities": told, "points": best})
        self.end_turn()

    # -- 14 the end ------------------------------------------------------------------------------------------

    def end_turn(self) -> None:
        """Police dice go home; then the game is over or the next turn begins (PG 13.4, PG 14.1 to PG 14.3)."""
        for card in self.laid:
            self.colour_of[card] = -1
            if self.owner[card] != -1 and self.owner[card] & 1:
                self.owner[card] = -1
        scores = self.scores()
        best = max(scores)
        leaders = [seat for seat in range(self.players) if scores[seat] == best]
        alone = len(leaders) == 1 or (self.teams and self.score[0] != self.score[1])
        if best >= self.cards.target and alone:
            self.finish("extra-turn" if self.extra else "points")
        elif not self.deck and not self.placed and not self.scored:
            self.finish("deadlock")
        elif self.turn >= self.cards.turn_limit:
            self.finish("turn-limit")
        else:
            if best >= self.cards.target:
                self.extra = 1
                self.tell("tie", {"points": best})
            self.begin_turn()

    def finish(self, ending: str) -> None:
        """The game is over."""
        self.is_over = True
        self.ending = ending
        self.owing = 0
        self.tell(
            "end",
            {"ending": ending, "scores": list(self.scores()), "places": list(self.ranking()), "teams": self.teams},
        )

    def scores(self) -> tuple[int, ...]:
        """The track, each for themselves (PG 1.1); in teams both factions' scores (PG 15.1)."""
        return tuple([self.points(seat) for seat in range(self.players)])

    def ranking(self) -> tuple[int, ...]:
        """Best score first; equal scores share a place (PG 14.1, PG 14.3)."""
        scores = self.scores()
        return tuple([1 + len([1 for other in scores if other > mine]) for mine in scores])

    def begin_turn(self) -> None:
        raise NotImplementedError
