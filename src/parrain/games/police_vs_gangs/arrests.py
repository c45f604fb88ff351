"""Dice, powers, arrests and the spoils of the police (sections 7.4, 10 and 11)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.games.police_vs_gangs.choices import DICE, FACES
from parrain.games.police_vs_gangs.raid import GANGSTERS_WIN, NOBODY_WINS, POLICE_ALONE, POLICE_TIE, POLICE_WIN, Raid
from parrain.games.police_vs_gangs.table import (
    ALONE,
    FIGHT,
    P_ARREST,
    P_CATCH,
    P_DOUBLE,
    P_REROLL,
    PURPOSES,
    SHARING,
    die_code,
)


class Arrests(Raid):
    """What the dice decide."""

    __slots__ = ()

    # -- 10 dice ---------------------------------------------------------------------------------------------------

    def roll(self, purpose: int, police: int) -> None:
        """Informers, then the dice of these police on this place; a lieutenant may have one rerolled (PG 10.1, PG 10.4)."""
        self.purpose = purpose
        self.rerolled = 0
        self.reveals += 1
        self.dice = []
        if purpose == FIGHT:
            for _ in range(self.cards.informers[self.here]):
                self.dice.append(self.throw(6, 3))
        owners = 0
        for code in sorted(self.pieces):
            seat, kind = code >> 4 & 7, code >> 1 & 7
            if code >> 9 == self.here and police >> seat & 1:
                self.dice.append(self.throw(seat, kind))
                if kind == 2:
                    owners |= 1 << seat
        if self.log is not None:
            self.tell_dice("roll")
        if owners and len(self.legal_reroll()) > 1:
            self.ask(P_REROLL, self.lowest(owners))
        else:
            self.after_reroll()

    def throw(self, seat: int, kind: int) -> int:
        """One die."""
        return die_code(seat, kind, self.cards.faces[kind * 6 + self.below(6)])

    def tell_dice(self, kind: str) -> None:
        """The dice as they lie."""
        dice = [
            {"seat": d >> 4, "die": "informer" if d >> 4 == 6 else DICE[d >> 2 & 3], "face": FACES[d & 3]}
            for d in self.dice
        ]
        self.tell(kind, {"card": self.cards.card_names[self.here], "for": PURPOSES[self.purpose], "dice": dice})

    def legal_reroll(self) -> tuple[Action, ...]:
        """Any die of the place that is not blank, or none (PG 10.4)."""
        table = self.cards.table
        found: list[Action] = []
        for die in self.dice:
            if die >> 2 & 3 != 2:
                action = table.reroll[die]
                if action not in found:
                    found.append(action)
        found.append(table.reroll_none)
        return tuple(found)

    def apply_reroll(self, seat: int, action: Action) -> None:
        """One die is rolled anew, its first face is lost; or none (PG 10.4)."""
        if action.a != -1:
            i = self.dice.index(die_code(action.a, action.b, action.c))
            self.dice[i] = self.throw(action.a, action.b)
            self.reveals += 1
            if self.log is not None:
                data: dict[str, object] = {
                    "seat": seat,
                    "owner": action.a,
                    "die": "informer" if action.a == 6 else DICE[action.b],
                    "was": FACES[action.c],
                    "face": FACES[self.dice[i] & 3],
                }
                self.tell("reroll", data)
        elif self.log is not None:
            self.tell("reroll", {"seat": seat, "die": ""})
        self.after_reroll()

    def after_reroll(self) -> None:
        """Doubles are settled in a fight; elsewhere the badges decide at once (PG 10.5, PG 7.4, PG 11.4)."""
        self.rerolled = 1
        if self.purpose == FIGHT:
            self.next_double()
            return
        best = -1
        winner = -1
        for seat in range(1, self.players, 2):
            if self.present(self.here) >> seat & 1:
                badges = self.badges_of(seat)
                if badges > best:
                    best = badges
                    winner = seat
                elif badges == best:
                    winner = -1
        if self.purpose == ALONE:
            if winner != -1:
                self.police_take(winner)
            self.finish_place(POLICE_TIE if winner == -1 else POLICE_ALONE)
        elif winner == -1:
            self.finish_place(POLICE_WIN)  # nobody gets anything (PG 11.5)
        else:
            self.take_all(winner)

    def next_double(self) -> None:
        """The next sergeant's double, in turn order, is handcuffs or a badge as its owner says (PG 10.5)."""
        for seat in self.order:
            for die in self.dice:
                if die >> 4 == seat and die & 3 == 2:
                    self.ask(P_DOUBLE, seat)
                    return
        self.compare()

    def apply_double(self, seat: int, action: Action) -> None:
        i = self.dice.index(die_code(seat, 1, 2))
        self.dice[i] = die_code(seat, 1, action.a)
        if self.log is not None:
            self.tell("double", {"seat": seat, "face": FACES[action.a]})
        self.next_double()

    def measure_powers(self) -> None:
        """Police: card (as the option shifts it, PG 14.4) and dice; gangsters: tiles and informers (PG 10.2, PG 10.3)."""
        rolled = mafia = 0
        doubled = 1
        for die in self.dice:
            if die & 3 == 0:
                rolled += 1
            elif die & 3 == 3:
                mafia += 1
            if die >> 2 & 3 == 2:
                doubled = 2
        self.power_police = max(0, self.cards.handcuffs[self.here] + self.cuffs_shift) + rolled * doubled
        self.power_gangs = mafia
        for seat in range(0, self.players, 2):
            self.power_gangs += self.strength(seat)

    def compare(self) -> None:
        """The stronger faction wins, on equality the police (PG 10.6); without fighting tiles there is only the place (PG 10.10)."""
        self.measure_powers()
        if self.log is not None:
            self.tell(
                "powers",
                {"card": self.cards.card_names[self.here], "police": self.power_police, "gangsters": self.power_gangs},
            )
        police = self.present(self.here) & 0b101010
        stronger = self.power_police < self.power_gangs
        if not self.fighters():
            if stronger:
                self.finish_place(NOBODY_WINS)
            else:
                self.police_win(police, False)
        elif stronger:
            self.gangsters_win(police)
        else:
            self.police_win(police, True)

    # -- 10.7 the gangsters have won ------------------------------------------------------------------------------

    def gangsters_win(self, police: int) -> None:
        """The policeman with the most badges may still arrest somebody (PG 10.7)."""
        best = 0
        mask = 0
        for seat in range(1, self.players, 2):
            if police >> seat & 1:
                badges = self.badges_of(seat)
                if badges > best:
                    best = badges
                    mask = 0
                if badges == best and badges:
                    mask |= 1 << seat
        if mask:
            self.ask(P_ARREST, self.lowest(mask))
        else:
            self.gang_fight(GANGSTERS_WIN)

    def legal_arrest(self) -> tuple[Action, ...]:
        table = self.cards.table
        fighting = self.fighters()
        return (*[table.arrest[seat] for seat in range(0, self.players, 2) if fighting >> seat & 1], table.arrest_none)

    def apply_arrest(self, seat: int, action: Action) -> None:
        """A random fighting tile and one of the policeman's dice go to prison, for a point; the rest fight on (PG 10.7 to PG 10.9)."""
        if action.a == -1:
            self.tell("let go", {"seat": seat})
        else:
            tiles = [
                code
                for code in sorted(self.pieces)
                if code >> 9 == self.here and not code & 1 and code >> 4 & 7 == action.a
            ]
            tile = tiles[self.below(len(tiles))]
            self.reveals += 1
            die = self.highest_die(seat)
            self.imprison(tile)
            self.imprison(die)
            self.add_points(seat, 1)
            if self.log is not None:
                names = self.cards.characters
                data: dict[str, object] = {
                    "seat": seat,
                    "from": action.a,
                    "character": names[tile >> 1 & 7],
                    "die": DICE[die >> 1 & 7],
                    "point": seat,
                    "token": "",
                    "token_to": -1,
                }
                self.tell("arrest", data)
        self.gang_fight(GANGSTERS_WIN)

    def highest_die(self, seat: int) -> int:
        """A policeman's lieutenant on this place, else a sergeant, else an inspector (PG 10.8)."""
        best = -1
        for code in self.pieces:
            if code >> 9 == self.here and code >> 4 & 7 == seat and (best == -1 or code >> 1 & 7 > best >> 1 & 7):
                best = code
        return best

    def imprison(self, code: int) -> None:
        """A piece goes from its place to prison (PG 6.11)."""
        self.pieces.remove(code)
        self.jail.append((self.turn * 8 + (code >> 4 & 7)) * 8 + (code >> 1 & 7))

    # -- 11 the police have won --------------------------------------------------------------------------------------

    def police_win(self, police: int, prize: bool) -> None:
        """The marker goes; one policeman takes all, several bargain (PG 11.1 to PG 11.3, PG 10.10)."""
        self.owner[self.here] = -1
        self.prize = 1 if prize else 0
        if police & (police - 1):
            self.begin_sharing(police, prize)
        else:
            self.take_all(police.bit_length() - 1)

    def take_all(self, seat: int) -> None:
        """Place, point and token for one policeman, who names whom to catch (PG 11.2, PG 11.4)."""
        self.police_take(seat)
        if not self.prize:
            self.finish_place(POLICE_WIN)
            return
        codes = self.catches()
        if len(codes) == 1:
            self.catch(codes[0], seat, seat)
        else:
            self.ask(P_CATCH, seat)

    def legal_catch(self) -> tuple[Action, ...]:
        return tuple([self.catch_action(code) for code in self.catches()])

    def apply_catch(self, seat: int, action: Action) -> None:
        self.catch((action.a * 8 + action.b) * 8 + action.c, seat, seat)

    def after_sharing(self, accord: bool) -> None:
        """An accord is carried out; otherwise the police roll for everything (PG 11.3, PG 11.4)."""
        if not accord:
            self.roll(SHARING, self.party)
            return
        place, point, token, code, _ = self.proposal(self.party.bit_length() - 1)
        self.police_take(place)
        if self.prize:
            self.catch(code, point, token)
        else:
            self.finish_place(POLICE_WIN)

    def catch(self, code: int, point: int, token: int) -> None:
        """A named tile goes to prison alone; a point and a token of its traffics are taken (PG 11.2)."""
        box = self.cards
        seat, c, t = code >> 6, code >> 3 & 7, code & 7
        for one in self.pieces:
            if one >> 9 == self.here and not one & 1 and one >> 4 & 7 == seat and one >> 1 & 7 == c:
                self.imprison(one)
                break
        self.add_points(point, 1)
        if t < box.traffics:
            self.give(token, t, 1)
        if self.log is not None:
            ware = box.traffic_names[t] if t < box.traffics else ""
            data: dict[str, object] = {
                "seat": point,
                "from": seat,
                "character": box.characters[c],
                "die": "",
                "point": point,
                "token": ware,
                "token_to": token,
            }
            self.tell("arrest", data)
        self.finish_place(POLICE_WIN)
