"""Negotiations of Police vs Gangs at a live table (PG 9.6, docs/negotiation.md): claims over a place, and the police's own sharing.

Both know nothing but the View of a spectator: who claims what is public, and so is all that it can be about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from parrain.core.action import Action
from parrain.core.errors import BadOption, IllegalAction
from parrain.core.parley import Clash, Parley, Standing, Thing
from parrain.core.say import Say, Seat, say
from parrain.core.stream import Stream
from parrain.core.view import View as CoreView
from parrain.games.police_vs_gangs.bargain import SILENT, accepted, claim_parts, read_claim
from parrain.games.police_vs_gangs.choices import ACCEPT, BACK, CATCH, CLAIM, FROM, NO_DEAL, SHARE, ranks
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.imagining import imagine
from parrain.games.police_vs_gangs.naming import catching, claim, place, proposal_part, several, traffic
from parrain.games.police_vs_gangs.sand import answer, answer_share, clash_words, clashes_of
from parrain.games.police_vs_gangs.view import View

REFUSING = ("no deal",)
NOTHING = Say("", {})
GIFTS = ("place", "point", "token")


def parley_of(view: View, box: Box) -> Parley | None:
    """The negotiation that goes on; none in the middle of a round of which somebody has already handed in their part."""
    if view.phase not in ("talk", "share") or view.to_move != view.party:
        return None
    return Bargaining(view, box) if view.phase == "talk" else Sharing(view, box)


class Negotiation(Parley):
    """What both kinds have in common."""

    view: View

    def __init__(self, view: View, box: Box) -> None:
        self.view = view
        self.box = box
        self.seats = view.party
        self.topic = f"{view.phase} {view.turn} {view.here} {len(view.summaries)}"
        self.title = place(view.here)
        self.card = box.card_names.index(view.here)

    def heard(self, view: CoreView, standing: Standing, ready: Sequence[int]) -> View:
        """What stands is what was shown; no rounds are counted (`rounds` is 0); who is ready is asked nothing."""
        told = cast(View, view)
        asked = tuple(seat for seat in self.seats if seat not in ready) or self.seats
        claims = tuple(standing.get(seat, (SILENT,)) if seat in self.seats else () for seat in range(told.players))
        draft = self.draft(told, standing)
        return replace(
            told,
            round=2,
            rounds=0,
            to_move=asked,
            claims=claims,
            clashes=self.found(standing),
            draft=draft,
            draft_from=-1,
        )

    def asked(self, view: CoreView, standing: Standing, last: bool) -> View:
        """Round one where nobody has spoken, the last one of three at the end, else the second; who is silent claims nothing yet."""
        told = cast(View, view)
        options = {**told.options, "rounds": 3}
        if not standing:
            return replace(told, options=options, rounds=3, round=1)
        claims = tuple(self.spoken(seat, standing) if seat in self.seats else () for seat in range(told.players))
        known = {seat: claims[seat] for seat in self.seats}
        return replace(
            told, options=options, round=3 if last else 2, rounds=3, to_move=self.seats, claims=claims, clashes=self.found(known),
            draft=self.draft(told, known), draft_from=-1,
        )  # fmt: skip

    def drafted(self, view: CoreView) -> tuple[str, ...]:
        return cast(View, view).draft

    def spoken(self, seat: int, standing: Standing) -> tuple[str, ...]:
        """What a seat has said, or what stands for one that has said nothing yet."""
        return standing.get(seat, ())

    def draft(self, view: View, standing: Standing) -> tuple[str, ...]:
        """The claim that the viewer would change."""
        if view.seat not in self.seats:
            return ()
        return tuple(word for word in standing.get(view.seat, ()) if word != "no deal")

    def found(self, standing: Standing) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
        """What clashes, as Views write it."""
        raise NotImplementedError

    def quiet(self, standing: Standing) -> tuple[int, ...]:
        """Those who have said nothing yet."""
        return tuple(seat for seat in self.seats if seat not in standing)


class Bargaining(Negotiation):
    """Claims over a place where police and gangsters meet (PG 9)."""

    help = say(
        "Say what you want of what may come from here. If nothing clashes when the sand is out, it is a deal: no dice, no arrest. "
        "If something does, tiles are turned up and dice decide."
    )

    def __init__(self, view: View, box: Box) -> None:
        super().__init__(view, box)
        # the parts of a claim that mean something here
        self.rows = [0, *(1 + t for t in range(box.traffics) if self.asks(t)), box.traffics + 1]

    def check(self, seat: int, words: Sequence[str]) -> tuple[str, ...]:
        """The place, tokens to come by rank, everything else; or no deal (PG 9.2)."""
        box = self.box
        try:
            numbers = read_claim(list(words), box.traffic_names)
        except (ValueError, IndexError):
            raise BadOption("A claim is made of: place; a traffic ({traffics}) with first n, all or from n; rest; or no deal alone.",
                            traffics=", ".join(box.traffic_names)) from None  # fmt: skip
        if numbers[-1]:
            return REFUSING
        for t, name in enumerate(box.traffic_names):
            value = numbers[1 + t]
            if value and not self.asks(t):
                raise IllegalAction("PG 9.3", "This place does not demand {traffic} and has no neutral badge that could become it.",
                                    traffic=traffic(name))  # fmt: skip
            if (value if value <= FROM else value - FROM) > self.view.most[t]:
                raise IllegalAction("PG 9.9", "At most {most} tokens of {traffic} could come from here: name no higher rank.",
                                    most=self.view.most[t], traffic=traffic(name))  # fmt: skip
        return tuple(claim_parts(numbers, box.traffic_names))

    def asks(self, t: int) -> bool:
        """Whether tokens of that traffic can come from here."""
        return bool(self.box.printed[self.card] >> t & 1 or self.box.badges[self.card])

    def found(self, standing: Standing) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
        clashes = clashes_of(self.box, self.view.here, standing)
        quiet = self.quiet(standing)
        return (*clashes, *([(SILENT, "", quiet)] if quiet else ()))

    def clashes(self, standing: Standing) -> list[Clash]:
        """By PG 9.4, and silence by PG 9.6."""
        found = []
        for clash in self.found(standing):
            kind, name, seats = clash
            part = {"place": 0, "rest": self.box.traffics + 1}.get(
                kind, 1 + self.box.traffic_names.index(name) if name else -1
            )
            thing = self.rows.index(part) if part in self.rows else -1
            told = clash_words(clash, self.box.badges[self.card], traffic(name))
            found.append(Clash(told, "PG 9.6" if kind == SILENT else "PG 9.4", seats, thing))
        return found

    def accepting(self, seat: int, standing: Standing, of: int | None = None) -> tuple[str, ...] | None:
        """One's own claim less all that clashes with the others' (PG 9.7)."""
        if any(other != seat and other not in standing for other in self.seats):
            return None
        box = self.box
        width = box.traffics + 3
        numbers = [0] * (6 * width)
        for other, words in standing.items():
            numbers[other * width : (other + 1) * width] = read_claim(list(words), box.traffic_names)
        mine = accepted(numbers, seat, self.seats, box.traffics, box.printed[self.card], box.badges[self.card])
        return tuple(claim_parts(mine, box.traffic_names)) if mine else None

    def tell(self, words: Sequence[str]) -> Say:
        return say("{parts}", parts=claim(tuple(words)))

    def things(self, standing: Standing) -> list[Thing]:
        """The place, each traffic that can come, everything else."""
        box, view = self.box, self.view
        claims = [
            read_claim(list(standing[seat]), box.traffic_names) if seat in standing else [] for seat in self.seats
        ]
        found = [
            self.whole(
                say("the place"), say("{place}, handcuffs {cuffs}", place=self.title, cuffs=self.cuffs()), claims, 0
            )
        ]
        for part in self.rows[1:-1]:
            printed = box.demands[self.card * box.traffics + part - 1]
            most = view.most[part - 1]
            note = say("up to {most}, if a badge becomes it", most=most)
            if printed:
                note = (
                    say("up to {most}", most=most) if printed == 1 else say("up to {most}, bonus included", most=most)
                )
            mask = 0
            for numbers in claims:
                mask |= ranks(numbers[part]) if numbers else 0
            told = tuple(rank_told(numbers[part], numbers[-1]) if numbers else NOTHING for numbers in claims)
            found.append(Thing(traffic(box.traffic_names[part - 1]), note, told, free_told(mask, most)))
        left = say("all that nobody else claims")
        return [*found, self.whole(say("everything else"), left, claims, box.traffics + 1)]

    def cuffs(self) -> int:
        """The handcuffs of the place."""
        return max(0, self.box.handcuffs[self.card] + self.view.handcuffs_shift)

    def whole(self, name: Say, note: Say, claims: list[list[int]], at: int) -> Thing:
        """Something that goes to one or to none."""
        told = tuple(
            NOTHING if not each else say("no deal") if each[-1] else say("yes") if each[at] else say("no")
            for each in claims
        )
        return Thing(name, note, told, say("taken") if any(each and each[at] for each in claims) else say("free"))

    def thing_of(self, action: Action) -> int:
        return self.rows.index(action.a) if action.kind == CLAIM else -1

    def chosen(self, seat: int, action: Action, standing: Standing) -> tuple[tuple[str, ...], bool]:
        """A claim of one thing replaces what was claimed of it; `say`, `no deal` and `accept` also stand by it."""
        words = standing.get(seat, ())
        if action.kind == CLAIM:
            numbers = read_claim([word for word in words if word != "no deal"], self.box.traffic_names)
            numbers[action.a] = action.b
            return tuple(claim_parts(numbers, self.box.traffic_names)), False
        if action.kind == BACK:
            return words, False
        if action.kind == NO_DEAL:
            return REFUSING, True
        if action.kind == ACCEPT:
            return self.accepting(seat, standing) or (), True
        return tuple(word for word in words if word != "no deal"), True

    def answer(self, view: CoreView, words: Sequence[str] | None) -> list[str]:
        return answer(cast(View, view), self.box, words)


def rank_told(value: int, refused: int) -> Say:
    """What a claim says of a traffic, in a cell."""
    if refused:
        return say("no deal")
    if not value:
        return say("–")
    if value == FROM + 1:
        return say("all")
    if value > FROM:
        return say("from no. {rank}", rank=value - FROM)
    return say("no. 1") if value == 1 else say("no. 1–{rank}", rank=value)


def free_told(mask: int, most: int) -> Say:
    """Which ranks nobody has claimed, in a cell."""
    if not mask:
        return say("all")
    free = [rank for rank in range(1, most + 1) if not mask >> (rank - 1) & 1]
    if mask >> most & 1:
        if not free:
            return say("–")
        return (
            say("no. {rank}", rank=free[0])
            if len(free) == 1
            else say("no. {first}–{last}", first=free[0], last=free[-1])
        )
    return say("from no. {rank}", rank=free[0] if free else most + 1)


class Sharing(Negotiation):
    """The police's proposals after a fight they have won (PG 11.3): an accord is when all are equal."""

    help = say(
        "The police have won. Agree who gets what: when all propose the same it is done, otherwise you roll for everything."
    )

    def __init__(self, view: View, box: Box) -> None:
        super().__init__(view, box)
        self.catches = imagine(replace(view, seat=None), box, Stream(1)).catches() if view.prize else []

    def first(self, seat: int) -> tuple[str, ...]:
        """What a proposal begins with: everything for oneself."""
        words = tuple(f"{gift} {seat}" for gift in (GIFTS if self.view.prize else GIFTS[:1]))
        return (*words, self.catch_text(self.catches[0])) if self.view.prize else words

    def catch_text(self, code: int) -> str:
        """The text of catching a tile for a traffic."""
        box = self.box
        return box.table.catch[((code >> 6) * box.kinds + (code >> 3 & 7)) * (box.traffics + 1) + (code & 7)].text

    def check(self, seat: int, words: Sequence[str]) -> tuple[str, ...]:
        """Who gets the place, the point, the token, and whom to catch; what is not said is for oneself."""
        if list(words) == ["no deal"]:
            return REFUSING
        parts = list(self.first(seat))
        for word in words:
            kind, _, rest = word.partition(" ")
            if kind in GIFTS[: len(parts)] and rest in map(str, self.seats):
                parts[GIFTS.index(kind)] = word
            elif kind == "catch" and word in map(self.catch_text, self.catches):
                parts[3] = word
            else:
                raise IllegalAction("PG 11.3", "A proposal says who of you gets what, as in: {parts}; or no deal.",
                                    parts=", ".join(self.first(seat)))  # fmt: skip
        return tuple(parts)

    def spoken(self, seat: int, standing: Standing) -> tuple[str, ...]:
        return standing.get(seat, self.first(seat))

    def draft(self, view: View, standing: Standing) -> tuple[str, ...]:
        if view.seat not in self.seats:
            return ()
        words = standing.get(view.seat, REFUSING)
        return self.first(view.seat) if words == REFUSING else words

    def found(self, standing: Standing) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
        return ()

    def clashes(self, standing: Standing) -> list[Clash]:
        """All must propose the same."""
        refusing = tuple(seat for seat in self.seats if standing.get(seat) == REFUSING)
        quiet = self.quiet(standing)
        found = []
        if refusing:
            found.append(
                Clash(
                    say("No deal, say {seats} (PG 11.3).", seats=[Seat(seat) for seat in refusing]), "PG 11.3", refusing
                )
            )
        spoken = [standing[seat] for seat in self.seats if seat in standing and seat not in refusing]
        for at, part in enumerate(spoken[0] if spoken else ()):
            if any(words[at] != part for words in spoken):
                told = say("{thing}: you do not all propose the same (PG 11.3).", thing=self.names()[at])
                found.append(Clash(told, "PG 11.3", tuple(seat for seat in self.seats if seat in standing), at))
        if quiet:
            found.append(Clash(clash_words((SILENT, "", quiet), 0, ""), "PG 9.6", quiet))
        return found

    def accepting(self, seat: int, standing: Standing, of: int | None = None) -> tuple[str, ...] | None:
        """The proposal of another, or the one that all others make."""
        others = {standing.get(other, REFUSING) for other in self.seats if other != seat and of in (None, other)}
        return others.pop() if len(others) == 1 and REFUSING not in others else None

    def tell(self, words: Sequence[str]) -> Say:
        return say("{parts}", parts=several([proposal_part(word) for word in words]))

    def names(self) -> list[Say]:
        """What is shared."""
        found = [say("the place"), say("the point"), say("the token"), say("whom to arrest")]
        return found if self.view.prize else found[:1]

    def things(self, standing: Standing) -> list[Thing]:
        found = []
        for at, name in enumerate(self.names()):
            told = tuple(self.cell(standing[seat], at) if seat in standing else NOTHING for seat in self.seats)
            found.append(Thing(name, self.title if at == 0 else NOTHING, told, NOTHING))
        return found

    def cell(self, words: tuple[str, ...], at: int) -> Say:
        """One part of a proposal."""
        if words == REFUSING:
            return say("no deal")
        parts = words[at].split()
        return catching(int(parts[1]), parts[2], parts[3]) if at == 3 else say("{seat}", seat=Seat(int(parts[1])))

    def thing_of(self, action: Action) -> int:
        return action.a if action.kind == SHARE else 3 if action.kind == CATCH else -1

    def chosen(self, seat: int, action: Action, standing: Standing) -> tuple[tuple[str, ...], bool]:
        """One part changes; `say`, `no deal` and accepting another's also stand by it."""
        words = standing.get(seat, REFUSING)
        mine = list(self.first(seat) if words == REFUSING else words)
        if action.kind == SHARE:
            mine[action.a] = f"{GIFTS[action.a]} {action.b}"
            return tuple(mine), False
        if action.kind == CATCH:
            mine[3] = action.text
            return tuple(mine), False
        if action.kind == BACK:
            return tuple(mine), False
        if action.kind == NO_DEAL:
            return REFUSING, True
        if action.kind == ACCEPT:
            return standing[action.a], True
        return tuple(mine), True

    def answer(self, view: CoreView, words: Sequence[str] | None) -> list[str]:
        assert view.seat is not None
        return answer_share(cast(View, view), words, self.first(view.seat))
