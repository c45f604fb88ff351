"""Discards, placement and the prison (section 6)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.event import Event
from parrain.games.police_vs_gangs.choices import AT, BACK, DICE, PASS, SEND, SIDES
from parrain.games.police_vs_gangs.city import City
from parrain.games.police_vs_gangs.table import P_DISCARD, P_PLACE, piece


class Placing(City):
    """From the new place to the last piece."""

    __slots__ = ()

    # -- 6.1 four tiles at most -------------------------------------------------------------------------

    def begin_discards(self) -> None:
        """The next gangster in turn order with too many tiles discards one; then placement begins (PG 6.1)."""
        for seat in self.order:
            if not seat & 1 and self.tiles_of(seat) + self.jailed(seat) > self.cards.most_tiles:
                self.ask(P_DISCARD, seat)
                return
        self.passed = 0
        self.placer = -1
        self.next_placer()

    def jailed(self, seat: int) -> int:
        """How many tiles or dice of a seat are in prison."""
        count = 0
        for code in self.jail:
            if code >> 3 & 7 == seat:
                count += 1
        return count

    def jailed_kind(self, seat: int, kind: int) -> bool:
        """Whether that seat has that one in prison."""
        return any(code & 63 == seat * 8 + kind for code in self.jail)

    def legal_discard(self, seat: int) -> tuple[Action, ...]:
        table = self.cards.table
        found: list[Action] = []
        for c in range(self.cards.kinds):
            if self.hand[seat * 8 + c]:
                found.append(table.discard[2 * c])
            if self.jail and self.jailed_kind(seat, c):
                found.append(table.discard[2 * c + 1])
        return tuple(found)

    def apply_discard(self, seat: int, action: Action) -> None:
        """A tile leaves the hand or the prison, for the discard or for good (PG 6.1, PG 6.2)."""
        c = action.a
        if action.b:
            for i in range(len(self.jail)):
                if self.jail[i] & 63 == seat * 8 + c:
                    del self.jail[i]
                    break
        else:
            self.hand[seat * 8 + c] -= 1
        if self.cards.in_bag[c]:
            self.discard.append(c)
        if self.log is not None:
            self.tell("discard", {"seat": seat, "character": self.cards.characters[c], "prison": action.b == 1})
        self.begin_discards()

    # -- 6.3 placing --------------------------------------------------------------------------------------

    def next_placer(self) -> None:
        """The next in turn order who has a piece and has not passed; when there is none, placement is over (PG 6.3, PG 6.4)."""
        n = self.players
        for _ in range(n):
            self.placer = (self.placer + 1) % n
            seat = self.order[self.placer]
            if not self.passed >> seat & 1 and self.tiles_of(seat):
                self.ask(P_PLACE, seat)
                return
        self.end_placement()

    def spot_open(self, seat: int, spot: int) -> bool:
        """Whether that seat may place at that side (PG 6.5 to PG 6.9)."""
        if self.neighbour[spot] != -1:
            return False
        if seat & 1:
            return not self.side_gang[spot] or self.open_sides(spot >> 2) == 1
        gang = self.side_gang[spot]
        if gang:
            return gang == seat + 1
        return not self.side_police[spot] or self.open_sides(spot >> 2) == 1

    def any_spot(self, seat: int) -> bool:
        """Whether that seat can place anything anywhere."""
        for card in self.laid:
            for spot in range(4 * card, 4 * card + 4):
                if self.spot_open(seat, spot):
                    return True
        return False

    def legal_place(self, seat: int) -> tuple[Action, ...]:
        """First a piece (or to pass), then a side (PG 6.3, PG 6.4, PG 6.10)."""
        table = self.cards.table
        found: list[Action] = []
        if self.held != -1:
            at = table.at
            for card in self.laid:
                for spot in range(4 * card, 4 * card + 4):
                    if self.spot_open(seat, spot):
                        found.append(at[spot])
            found.append(table.back)
            return tuple(found)
        if self.any_spot(seat):
            if seat & 1:
                for die in range(3):
                    if self.hand[seat * 8 + die]:
                        found.append(table.send_die[die])
            else:
                for c in range(self.cards.kinds):
                    if self.hand[seat * 8 + c]:
                        found.append(table.send[2 * c])
                        if self.cards.recruit[c] >= 0:
                            found.append(table.send[2 * c + 1])
        found.append(table.pass_)
        return tuple(found)

    def apply_place(self, seat: int, action: Action) -> None:
        if action.kind == SEND:
            self.held = action.a * 2 + max(0, action.b)
        elif action.kind == BACK:
            self.held = -1
        elif action.kind == PASS:
            self.passed |= 1 << seat
            self.tell("pass", {"seat": seat})
            self.next_placer()
        elif action.kind == AT:
            self.put(seat, action.a * 4 + action.b, self.held >> 1, self.held & 1)
            self.held = -1
            self.next_placer()

    def put(self, seat: int, spot: int, kind: int, green: int) -> None:
        """A piece from the hand to a side, gangsters face down (PG 6.3)."""
        self.hand[seat * 8 + kind] -= 1
        self.pieces.append(piece(spot, seat, kind, green))
        self.placed = 1
        if seat & 1:
            self.side_police[spot] += 1
        else:
            self.side_gang[spot] = seat + 1
        if self.log is not None:
            data: dict[str, object] = {"seat": seat, "card": self.cards.card_names[spot >> 2], "side": SIDES[spot & 3]}
            if seat & 1:
                data["die"] = DICE[kind]
                self.log.append(Event("place", data))
            else:
                secret: dict[str, object] = {"character": self.cards.characters[kind], "recruit": green == 1}
                self.log.append(Event("place", data, secret, (seat,)))

    # -- 6.11 the prison ------------------------------------------------------------------------------------

    def end_placement(self) -> None:
        """Whoever was in prison before this turn goes home; then places are resolved (PG 6.11)."""
        kept: list[int] = []
        for code in self.jail:
            seat, kind = code >> 3 & 7, code & 7
            if code >> 6 >= self.turn:
                kept.append(code)
                continue
            self.hand[seat * 8 + kind] += 1
            if not seat & 1:
                self.shown[seat * 8 + kind] += 1
            if self.log is not None:
                name = DICE[kind] if seat & 1 else self.cards.characters[kind]
                self.tell("free", {"seat": seat, "who": name, "die": seat & 1 == 1})
        self.jail = kept
        self.resolve_next()
