"""Negotiations of Police vs Gangs at a live table (PG 9.6, docs/negotiation.md): claims over a place, and the police's
own sharing.

While the sand timer runs the table keeps the claim of each seat, in words, shows it to everybody and lets it change;
nothing of that is in the engine. When the time is up, `answer` turns the claims into actions, round by round; a seat
that claimed nothing refuses the deal. Everything here is derived from the View of a spectator: claims are public, and
so is all that they can be about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, cast

from parrain.core.action import Action
from parrain.core.errors import BadOption, IllegalAction
from parrain.core.event import Event
from parrain.core.negotiation import (
    BotTurn,
    Claims,
    Clash,
    Counsel,
    Item,
    Ledger,
    Move,
    Negotiation,
    Said,
    SaidBy,
    Sentence,
)
from parrain.core.say import Say, Seat, Term, say, say_plural
from parrain.core.stream import Stream
from parrain.core.view import View as CoreView
from parrain.games.police_vs_gangs.actions import ACCEPT, BACK, CATCH, CLAIM, NO_DEAL, SHARE
from parrain.games.police_vs_gangs.actions.claims import (
    ALL,
    CATCHING,
    CLASHES,
    FROM,
    RANKS,
    REFUSAL,
    SAYS,
    SEATS,
    SILENT,
    WORD,
    Claim,
    claim_words,
    find_clashes,
    highest_rank,
    proposal_words,
    read_claim,
    read_gift,
    read_proposal,
    widest_value,
    yielding_claim,
)
from parrain.games.police_vs_gangs.bot import Cache
from parrain.games.police_vs_gangs.bot.bargaining import (
    best_claim,
    claim_everything,
    seat_notes,
    side_worth,
    talk_notes,
)
from parrain.games.police_vs_gangs.bot.sharing import fair_proposal
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.imagine import Worlds
from parrain.games.police_vs_gangs.live.bargainer import bot_turn
from parrain.games.police_vs_gangs.odds import fight_odds, share_odds
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.rules.negotiation import catches as catches_of
from parrain.games.police_vs_gangs.rules.negotiation import first_proposal
from parrain.games.police_vs_gangs.text.describe import clash_words
from parrain.games.police_vs_gangs.text.describe import refusing as refusing_words
from parrain.games.police_vs_gangs.text.names import catching, claim, part_said, proposal, several
from parrain.games.police_vs_gangs.text.sentences import (
    BRING,
    DICE,
    NEXT,
    OFFER,
    button,
    offer_code,
    read_sentence,
    sentence,
)
from parrain.games.police_vs_gangs.view import View

Words = tuple[str, ...]
REFUSING: Final[Words] = (REFUSAL,)
NOTHING: Final = Say("", {})
MUCH: Final = 0.6  # points by which the dice or the deal must be better before the coach warns
MUCH_OF_ALL: Final = 0.3  # the same as a part of all that is shared
KNOWN_TO_GANGSTERS: Final = say("You alone know what your tiles bring: give up first what will not come.")
KNOWN_TO_POLICE: Final = say("What a gangster gives up easily may not be there: ask for the place, or for the rest.")
REOPENING: Final = Move("reopen", say("Not settled after all"), say("the others go on talking"))


def negotiation_of(view: View, box: Box) -> Negotiation | None:
    """The negotiation in progress; None in the middle of a round, after a seat has handed in its claim."""
    if view.phase not in ("talk", "share") or view.to_move != view.party:
        return None
    return Bargaining(view, box) if view.phase == "talk" else Sharing(view, box)


def default_answer(view: View, box: Box, actions: Sequence[Action]) -> Action | None:
    """The answer of a seat out of time: its present claim or draft, else no deal (PG 9.6)."""
    shown = view.claims[view.seat] if view.seat is not None else ()
    stands = view.draft_from >= 0 or (bool(shown) and REFUSAL not in shown)
    if stands and box.by_kind.say in actions:
        return box.by_kind.say
    return box.by_kind.no_deal if box.by_kind.no_deal in actions else None


class TableNegotiation(Negotiation):
    """What bargaining and sharing have in common."""

    view: View

    def __init__(self, view: View, box: Box) -> None:
        self.view = view
        self.box = box
        self.seats = view.party
        self.topic = f"{view.phase} {view.turn} {view.here} {len(view.summaries)}"
        self.place = box.name("place", view.here)
        self.title = named(self.place)
        self.card = box.card_names.index(view.here)

    def view_with_claims(
        self, view: CoreView, claims: Claims, ready: Sequence[int], said: SaidBy, ledger: Ledger
    ) -> View:
        """The claims as if they had been shown, without rounds (`rounds` is 0); seats that are ready are not asked.

        What a seat has said stands behind its claim, and how often it kept its word.
        """
        seen = cast(View, view)
        return replace(
            seen,
            round=2,
            rounds=0,
            to_move=tuple(seat for seat in self.seats if seat not in ready) or self.seats,
            claims=tuple(
                (*claims.get(seat, (SILENT,)), *remarks(seat, said, ledger)) if seat in self.seats else ()
                for seat in range(seen.players)
            ),
            clashes=self.found(claims),
            draft=self.draft(seen, claims),
            draft_from=-1,
        )

    def view_for_bot(self, view: CoreView, claims: Claims, last: bool) -> View:
        """Round 1 of 3 before the first claim, 3 at the end, else 2; a seat without a claim claims nothing yet."""
        seen = cast(View, view)
        options = {**seen.options, "rounds": 3}
        if not claims:
            return replace(seen, options=options, rounds=3, round=1)
        shown = tuple(self.spoken(seat, claims) if seat in self.seats else () for seat in range(seen.players))
        known = {seat: shown[seat] for seat in self.seats}
        return replace(
            seen,
            options=options,
            round=3 if last else 2,
            rounds=3,
            to_move=self.seats,
            claims=shown,
            clashes=self.found(known),
            draft=self.draft(seen, known),
            draft_from=-1,
        )

    def draft_of(self, view: CoreView) -> Words:
        return cast(View, view).draft

    def answer(self, view: CoreView, words: Sequence[str] | None) -> list[str]:
        """The actions by which the View's seat says this in the present round, from whatever it was drafting."""
        if words is None or REFUSAL in words:
            return [REFUSAL]
        seen = cast(View, view)
        assert seen.seat is not None
        base, wanted = self.read(seen.seat, seen.claims[seen.seat]), self.read(seen.seat, words)
        texts = ["back"] if seen.draft_from >= 0 else []
        changed = [part for part in range(len(wanted.parts)) if base.parts[part] != wanted.parts[part]]
        return [*texts, *[self.step(part, wanted.parts[part]).text for part in changed], "say"]

    def spoken(self, seat: int, claims: Claims) -> Words:
        """A seat's claim, or the empty one of a seat that has made none yet."""
        return claims.get(seat, self.write(self.read(seat, ())))

    def draft(self, view: View, claims: Claims) -> Words:
        """The claim that the viewer would change."""
        if view.seat is None or view.seat not in self.seats:
            return ()
        return self.write(self.read(view.seat, claims.get(view.seat, ())))

    def read(self, seat: int, words: Sequence[str]) -> Claim:
        """A seat's claim from its words, a refusal left out."""
        raise NotImplementedError

    def write(self, claim: Claim) -> Words:
        """A claim as words."""
        raise NotImplementedError

    def step(self, part: int, value: int) -> Action:
        """The action that sets one part of a claim."""
        raise NotImplementedError

    def found(self, claims: Claims) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
        """The conflicts, as Views hold them."""
        raise NotImplementedError

    def quiet(self, claims: Claims) -> tuple[int, ...]:
        """The seats without a claim."""
        return tuple(seat for seat in self.seats if seat not in claims)


class Bargaining(TableNegotiation):
    """Claims over a place where police and gangsters meet (PG 9)."""

    help = say(
        "Say what you want of what may come from here. If nothing clashes when the timer ends, it is a deal:"
        " no dice, no arrest. If something does, tiles are turned up and dice decide."
    )

    def __init__(self, view: View, box: Box) -> None:
        super().__init__(view, box)
        # the parts of a claim that mean something here
        demanded = [1 + t for t in range(box.traffics) if box.may_demand(self.card, t)]
        self.rows = [0, *demanded, box.traffics + 1]

    def read(self, seat: int, words: Sequence[str]) -> Claim:
        return read_claim([each for each in words if each != REFUSAL], self.box.traffic_names)

    def write(self, claim: Claim) -> Words:
        return claim_words(claim, self.box.traffic_names)

    def step(self, part: int, value: int) -> Action:
        return self.box.by_kind.claim[part][value]

    def validate(self, seat: int, words: Sequence[str]) -> Words:
        """The place, tokens to come by rank, everything else; or no deal (PG 9.2)."""
        names = self.box.traffic_names
        try:
            claimed = read_claim(words, names)
        except ValueError:
            raise BadOption(
                "A claim is made of: place; a racket ({traffics}) with first n, all or from n; rest; or no deal alone.",
                traffics=", ".join(names),
            ) from None
        if claimed.refused:
            return REFUSING
        for t, name in enumerate(names):
            value = claimed.parts[1 + t]
            if value and not self.box.may_demand(self.card, t):
                raise IllegalAction(
                    "PG 9.3",
                    "This place does not demand {traffic} and has no open demand for it.",
                    traffic=self.box.name("traffic", name),
                )
            if highest_rank(value) > self.view.most[t]:
                raise IllegalAction(
                    "PG 9.9",
                    "At most {most} {traffic} tokens could come from here: name no higher rank.",
                    most=self.view.most[t],
                    traffic=self.box.name("goods", name),
                )
        return claim_words(claimed, names)

    def all_claims(self, claims: Claims) -> list[Claim]:
        """The claims by seat, empty for the others."""
        return [read_claim(claims.get(seat, ()), self.box.traffic_names) for seat in range(self.view.players)]

    def found(self, claims: Claims) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
        clashes = clashes_of(self.box, self.view.here, claims)
        quiet = self.quiet(claims)
        return (*clashes, *([(SILENT, "", quiet)] if quiet else ()))

    def clashes(self, claims: Claims) -> list[Clash]:
        """By PG 9.4, and silence by PG 9.6."""
        found = []
        for clash in self.found(claims):
            kind, name, seats = clash
            part = 1 + self.box.traffic_names.index(name) if name else -1
            part = {"place": 0, "rest": self.box.traffics + 1}.get(kind, part)
            item = self.rows.index(part) if part in self.rows else -1
            told = clash_words(clash, self.card, self.box)
            found.append(Clash(told, "PG 9.6" if kind == SILENT else "PG 9.4", seats, item))
        return found

    def accepting(self, seat: int, claims: Claims, of: int | None = None) -> Words | None:
        """One's own claim less exactly what clashes with the others' (PG 9.7); who has claimed nothing takes the rest.

        None if the others do not agree among themselves.
        """
        if any(other != seat and other not in claims for other in self.seats):
            return None
        box = self.box
        everybody = self.all_claims(claims)
        if not any(everybody[seat].parts):
            everybody[seat] = everybody[seat].changed(box.traffics + 1, 1)
        printed, badges = box.printed[self.card], box.badges[self.card]
        if find_clashes(everybody, tuple([each for each in self.seats if each != seat]), printed, badges):
            return None
        return claim_words(
            yielding_claim(everybody, seat, self.seats, printed, badges, self.view.most), box.traffic_names
        )

    def disturbed(self, seat: int, before: Claims, after: Claims) -> set[int]:
        """Those whose claims clash with this one, those who refuse, and those left the rest once it has spoken before.

        A first word that leaves others what they asked for costs them nothing: they need not look again.
        """
        if after[seat] == REFUSING:
            return set(self.seats) - {seat}
        found = {other for kind, _, seats in self.found(after) if kind != SILENT and seat in seats for other in seats}
        more = seat in before and after[seat] != self.accepting(seat, before)
        for other in self.seats:
            words = after.get(other, ())
            if REFUSAL in words or (more and "rest" in words):
                found.add(other)
        return found - {seat}

    def moves(self, view: CoreView, claims: Claims, ready: bool, said: SaidBy) -> list[Move]:
        """Hold or accept, a counter-offer, no deal."""
        seat = view.seat
        if seat is None or seat not in self.seats:
            return []
        if ready:
            return [REOPENING]
        mine = claims.get(seat, ())
        giving = self.accepting(seat, claims)
        clash = any(seat in seats for kind, _, seats in self.found(claims) if kind not in (SILENT, REFUSAL))
        found = []
        if seat in claims and mine != REFUSING and not (clash and giving is not None):
            label = say("Hold to it") if self.found(claims) else say("Hold: it is a deal")
            found.append(Move("hold", label, say("you: {parts}", parts=claim(mine, self.box))))
        elif giving is not None:
            found.append(Move("accept", say("Accept"), self.yielded(mine, giving), giving))
        for other, yours in self.offered(seat, said):
            if yours != mine:
                note = say("{seat} offers you {parts}", seat=Seat(other), parts=claim(yours, self.box))
                found.append(Move("counter", say("Take the offer"), note, yours))
        counter = self.counter(cast(View, view), claims)
        if counter is not None and counter not in (mine, giving):
            label = say("Counter-offer") if any(other != seat for other in claims) else say("Open with this")
            found.append(Move("counter", label, say("you: {parts}", parts=claim(counter, self.box)), counter))
        return [*found, Move("refuse", say("No deal"), say("the dice decide"))]

    def counsel(self, view: CoreView, claims: Claims) -> Counsel:
        """What the dice and the deal that lies on the table are worth, and a warning before the worse of the two."""
        seat = view.seat
        if seat is None or seat not in self.seats:
            return Counsel()
        state, cache = self.imagined(cast(View, view), claims)
        own = seat_notes(state, talk_notes(state, cache), seat)
        dice, times = own.outside, round(10 * fight_odds(cast(View, view), self.box).of(seat))
        watch = [
            say(
                "Without a deal the dice decide: your side wins {times} of 10. For you that is {worth}.",
                times=times,
                worth=worth_words(dice),
            )
        ]
        everybody = self.all_claims(claims)
        deals: dict[str, float] = {}
        giving = self.accepting(seat, claims)
        if giving is not None:
            left = [*everybody]
            left[seat] = self.read(seat, giving)
            deals["accept"] = side_worth(state, own, left)
            watch.append(say("What the others leave you is {worth}.", worth=worth_words(deals["accept"])))
        elif self.quiet(claims):
            watch.append(say("Not everybody has spoken. Who speaks first sets the measure: ask for a little too much."))
        elif any(claims[other] == REFUSING for other in self.seats if other != seat):
            watch.append(say("Somebody wants no deal: ask what it would take, or get ready for the dice."))
        else:
            watch.append(say("The others clash among themselves: as long as they do, nobody can accept."))
        if seat in claims and not self.found(claims):
            deals["hold"] = side_worth(state, own, everybody)
        watch.append(KNOWN_TO_POLICE if seat % 2 else KNOWN_TO_GANGSTERS)
        warnings = {does: dice_promise_more(dice - deal) for does, deal in deals.items() if dice - deal >= MUCH}
        best = max(deals.values(), default=dice)
        if best - dice >= MUCH:
            warnings["refuse"] = deal_promises_more(best - dice)
        return Counsel("PG 9.1", tuple(watch), warnings)

    def imagined(self, view: View, claims: Claims) -> tuple[State, Cache]:
        """A world that the View's seat holds possible, with the claims as if just shown, and a cache for it."""
        state = Worlds(self.view_for_bot(view, claims, False), self.box).draw_last(Stream(1))
        cache = Cache()
        cache.turn_to(state)
        return state, cache

    def offered(self, seat: int, said: SaidBy) -> list[tuple[int, Words]]:
        """What the counter-offers that stand leave to a seat, with who makes them."""
        spoken = [(other, read_sentence(said[other].code, self.box)) for other in sorted(said)]
        return [(other, each.yours) for other, each in spoken if each.kind == OFFER and each.to == seat]

    def yielded(self, mine: Words, giving: Words) -> Say:
        """What accepting gives up, or what it leaves."""
        box = self.box
        before, after = self.read(0, mine), self.read(0, giving)
        lost = []
        for part, value in enumerate(before.parts):
            if value and not 0 < part <= box.traffics:
                lost += [] if after.parts[part] else [part_said(part, 1, box)]
            elif value:
                most = self.view.most[part - 1]
                gone = RANKS[value] & ~RANKS[after.parts[part]] & ((1 << most) - 1)
                lost += [part_said(part, widest_value(gone, most), box)] if gone else []
        if lost and not any(after.parts):
            return say("you give up {parts} and get nothing", parts=lost)
        if lost:
            return say("you give up {parts}", parts=lost)
        return say("you: {parts}", parts=claim(giving, box))

    def counter(self, view: View, claims: Claims) -> Words | None:
        """The claim that promises the seat most, with what the others would consider; None if the dice promise more."""
        assert view.seat is not None
        state, cache = self.imagined(view, claims)
        found = best_claim(state, view.seat, cache)
        if found.refused or found == claim_everything(state):
            split = talk_notes(state, cache).split
            return self.write(split[view.seat]) if split else None
        return self.write(found)

    def sentences(self, view: CoreView, claims: Claims) -> list[Sentence]:
        """Counter-offers and promises to who is in the way, a threat, and what a gangster may say to bring."""
        seat = view.seat
        if seat is None or seat not in self.seats:
            return []
        others = [other for other in self.seats if other != seat]
        rivals = [other for other in others if any({seat, other} <= set(seats) for *_, seats in self.found(claims))]
        codes = [*self.offers(seat, (rivals or others)[0], claims)]
        codes += [f"{NEXT} {other}" for other in (rivals or others)[:2]]
        codes.append(DICE)
        if seat % 2 == 0:
            codes += [f"{BRING} {self.box.traffic_names[t]}" for t in self.wares(claims)[:3]]
        return [Sentence(code, button(code, self.box), sentence(code, self.box)) for code in codes]

    def wares(self, claims: Claims) -> list[int]:
        """The traffics that may come: those that are claimed first, then those printed on the card."""
        asked = [each.parts for each in self.all_claims(claims)]
        found = [t for t in range(self.box.traffics) if 1 + t in self.rows and self.view.most[t]]
        printed = self.box.printed[self.card]
        return sorted(found, key=lambda t: (not any(each[1 + t] for each in asked), not printed >> t & 1, t))

    def offers(self, seat: int, other: int, claims: Claims) -> list[str]:
        """Counter-offers to another seat: one the place, one the tokens."""
        wares = self.wares(claims)
        if not wares:
            return []
        goods = (f"{self.box.traffic_names[wares[0]]} all",)
        return [offer_code(other, goods, ("place",)), offer_code(other, ("place",), goods)]

    def claim_with(self, code: str) -> Words | None:
        spoken = read_sentence(code, self.box)
        return spoken.mine if spoken.kind == OFFER else None

    def bot_turn(
        self, view: CoreView, claims: Claims, said: SaidBy, ledger: Ledger, bot: str, last: bool, rng: Stream
    ) -> BotTurn | None:
        seen = self.view_for_bot(view, claims, last)
        spoken = [seat for seat in self.seats if seat in claims and seat != view.seat]
        return bot_turn(seen, self.box, bot, said, ledger, spoken, last, rng)

    def judge(self, said: Sequence[Said], claims: Claims, events: Sequence[Event], ledger: Ledger) -> None:
        """Promises of the next place, threats and statements (text/sentences.py) against what came of it."""
        accord = not self.found(claims)
        for by, to in [each for each in ledger.pending if set(each) <= set(self.seats)]:
            ledger.pending.remove((by, to))
            if "place" in claims.get(to, ()):
                ledger.note(by, "place" not in claims.get(by, ()) and REFUSAL not in claims.get(by, REFUSING))
        brought = brought_by(events, self.box)
        for line in dict.fromkeys(said):
            spoken = read_sentence(line.code, self.box)
            if spoken.kind == NEXT and accord and (line.seat, spoken.to) not in ledger.pending:
                ledger.pending.append((line.seat, spoken.to))
            elif spoken.kind == DICE and (not accord or claims.get(line.seat) != line.claimed):
                ledger.note(line.seat, not accord)
            elif spoken.kind == BRING and line.seat in brought:
                ledger.note(line.seat, spoken.thing in brought[line.seat])

    def describe(self, words: Sequence[str]) -> Say:
        return say("{parts}", parts=claim(words, self.box))

    def items(self, claims: Claims) -> list[Item]:
        """The place, each traffic that can come, everything else."""
        box, view = self.box, self.view
        everybody = self.all_claims(claims)
        given = [everybody[seat] if seat in claims else None for seat in self.seats]
        cuffs = max(0, box.handcuffs[self.card] + view.handcuffs_shift)
        note = say("{place}, handcuffs {cuffs}", place=box.name("Place", view.here), cuffs=cuffs)
        found = [whole_item(say("the place"), note, given, 0)]
        for part in self.rows[1:-1]:
            printed = box.demands[self.card * box.traffics + part - 1]
            most = view.most[part - 1]
            note = say("up to {most}, if an open demand is used", most=most)
            if printed:
                note = (
                    say("up to {most}", most=most) if printed == 1 else say("up to {most}, bonus included", most=most)
                )
            mask = 0
            for each in given:
                mask |= RANKS[each.parts[part]] if each is not None else 0
            told = tuple([NOTHING if each is None else rank_cell(each, part) for each in given])
            name = named(box.name("traffic", box.traffic_names[part - 1]))
            found.append(Item(name, note, told, free_cell(mask, most)))
        left = say("all that nobody else claims")
        return [*found, whole_item(say("everything else"), left, given, box.traffics + 1)]

    def item_of(self, action: Action) -> int:
        return self.rows.index(action.a) if action.kind == CLAIM else -1

    def after_choice(self, seat: int, action: Action, claims: Claims) -> tuple[Words, bool]:
        """A claim of one item replaces the former; `say`, `no deal` and `accept` also make the seat ready."""
        words = claims.get(seat, ())
        if action.kind == BACK:
            return words, False
        if action.kind == NO_DEAL:
            return REFUSING, True
        if action.kind == ACCEPT:
            return self.accepting(seat, claims) or (), True
        mine = self.read(seat, words)
        if action.kind == CLAIM:
            return self.write(mine.changed(action.a, action.b)), False
        return self.write(mine), True


def worth_words(points: float) -> Say:
    """What something is worth to a seat, about."""
    whole = round(points)
    if not whole:
        return say("worth next to nothing")
    if whole > 0:
        return say_plural("worth about {count} point", "worth about {count} points", count=whole)
    return say_plural("a loss of about {count} point", "a loss of about {count} points", count=-whole)


def dice_promise_more(points: float) -> Say:
    """A warning before a deal."""
    return say_plural(
        "Careful: the dice promise you about {count} point more than this deal.",
        "Careful: the dice promise you about {count} points more than this deal.",
        count=max(1, round(points)),
    )


def deal_promises_more(points: float) -> Say:
    """A warning before the dice."""
    return say_plural(
        "Careful: the deal that lies on the table promises you about {count} point more than the dice.",
        "Careful: the deal that lies on the table promises you about {count} points more than the dice.",
        count=max(1, round(points)),
    )


def remarks(seat: int, said: SaidBy, ledger: Ledger) -> Words:
    """What stands behind a claim in the View of a live table: the last sentence, and how often the word was kept."""
    told = [SAYS + said[seat].code] if seat in said else []
    tested = ledger.kept[seat] + ledger.broken[seat]
    return (*told, f"{SAYS}{WORD} {ledger.kept[seat]} {tested}") if tested else tuple(told)


def brought_by(events: Sequence[Event], box: Box) -> dict[int, set[str]]:
    """The traffics that each gangster's fighting tiles bring, as they were turned up."""
    found: dict[int, set[str]] = {}
    shown = next((event.data["tiles"] for event in events if event.kind == "reveal"), [])
    for each in cast(list[dict[str, object]], shown):
        carried = found.setdefault(int(str(each["seat"])), set())
        if not each["recruit"]:
            c = box.characters.index(str(each["character"]))
            carried |= {name for t, name in enumerate(box.traffic_names) if box.icons[c * box.traffics + t]}
    return found


def named(term: Term) -> Say:
    """The name of a component as a sentence of its own."""
    return say("{name}", name=term)


def clashes_of(box: Box, card: str, claims: Mapping[int, Sequence[str]]) -> list[tuple[str, str, tuple[int, ...]]]:
    """The conflicts between claims as kind, traffic, seats; empty if they are an agreement (PG 9.4)."""
    names = box.traffic_names
    here = box.card_names.index(card)
    everybody = [read_claim(claims.get(seat, ()), names) for seat in range(6)]
    found = find_clashes(everybody, tuple(sorted(claims)), box.printed[here], box.badges[here])
    return [(CLASHES[kind], names[t] if t >= 0 else "", SEATS[seats]) for kind, t, seats in found]


def whole_item(name: Say, note: Say, claims: list[Claim | None], part: int) -> Item:
    """Something that goes to one or to none."""
    cells = []
    for each in claims:
        if each is None:
            cells.append(NOTHING)
        elif each.refused:
            cells.append(say("no deal"))
        else:
            cells.append(say("yes") if each.parts[part] else say("no"))
    taken = any(each is not None and each.parts[part] for each in claims)
    return Item(name, note, tuple(cells), say("taken") if taken else say("free"))


def rank_cell(claim: Claim, part: int) -> Say:
    """What a claim says of a traffic, in a cell."""
    value = claim.parts[part]
    if claim.refused:
        return say("no deal")
    if not value:
        return say("–")
    if value == ALL:
        return say("all")
    if value > FROM:
        return say("from no. {rank}", rank=highest_rank(value))
    return say("no. 1") if value == 1 else say("no. 1–{rank}", rank=value)


def free_cell(mask: int, most: int) -> Say:
    """Which ranks nobody has claimed, in a cell."""
    if not mask:
        return say("all")
    free = [rank for rank in range(1, most + 1) if not mask >> (rank - 1) & 1]
    if not mask >> most & 1:
        return say("from no. {rank}", rank=free[0] if free else most + 1)
    if not free:
        return say("–")
    if len(free) == 1:
        return say("no. {rank}", rank=free[0])
    return say("no. {first}–{last}", first=free[0], last=free[-1])


class Sharing(TableNegotiation):
    """The police's proposals after a fight they have won (PG 11.3): an accord is when all are equal."""

    help = say(
        "The police have won. Agree who gets what: when all propose the same it is done,"
        " otherwise you roll for everything."
    )

    def __init__(self, view: View, box: Box) -> None:
        super().__init__(view, box)
        self.table = Worlds(replace(view, seat=None), box).open  # the place is open: everything that matters is known
        self.catches = catches_of(self.table) if view.prize else []

    def read(self, seat: int, words: Sequence[str]) -> Claim:
        first = first_proposal(self.table, seat)
        return read_proposal(words, first, self.box.by_text) if REFUSAL not in words else first

    def write(self, claim: Claim) -> Words:
        return proposal_words(claim, self.view.prize, self.box.by_kind.catch_by_code)

    def step(self, part: int, value: int) -> Action:
        by_kind = self.box.by_kind
        return by_kind.catch_by_code[value] if part == CATCHING else by_kind.share[part * 6 + value]

    def validate(self, seat: int, words: Sequence[str]) -> Words:
        """Who gets the place, the point, the token, and whom to catch; what is not said is for oneself."""
        if list(words) == [REFUSAL]:
            return REFUSING
        proposed = self.read(seat, ())
        for each in words:
            try:
                part, value = read_gift(each, self.box.by_text)
                if value not in (self.catches if part == CATCHING else self.seats) or part >= len(self.names()):
                    raise ValueError(each)
            except (ValueError, KeyError):
                raise IllegalAction(
                    "PG 11.3",
                    "A proposal says who of you gets what, as in: {parts}; or no deal.",
                    parts=", ".join(self.write(self.read(seat, ()))),
                ) from None
            proposed = proposed.changed(part, value)
        return self.write(proposed)

    def found(self, claims: Claims) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
        return ()

    def clashes(self, claims: Claims) -> list[Clash]:
        """All must propose the same."""
        refusing = tuple(seat for seat in self.seats if claims.get(seat) == REFUSING)
        quiet = self.quiet(claims)
        found = []
        if refusing:
            told = refusing_words(refusing)
            found.append(Clash(told, "PG 11.3", refusing))
        spoken = [claims[seat] for seat in self.seats if seat in claims and seat not in refusing]
        for at, part in enumerate(spoken[0] if spoken else ()):
            if any(words[at] != part for words in spoken):
                told = say("{thing}: you do not all propose the same (PG 11.3).", thing=self.names()[at])
                found.append(Clash(told, "PG 11.3", tuple(seat for seat in self.seats if seat in claims), at))
        if quiet:
            found.append(Clash(clash_words((SILENT, "", quiet), self.card, self.box), "PG 9.6", quiet))
        return found

    def accepting(self, seat: int, claims: Claims, of: int | None = None) -> Words | None:
        """The proposal of another, or the one that all others make."""
        others = {claims.get(other, REFUSING) for other in self.seats if other != seat and of in (None, other)}
        return others.pop() if len(others) == 1 and REFUSING not in others else None

    def disturbed(self, seat: int, before: Claims, after: Claims) -> set[int]:
        """Everybody who proposes something else: an accord is when all are equal."""
        return {other for other in self.seats if other != seat and after.get(other) not in (None, after[seat])}

    def moves(self, view: CoreView, claims: Claims, ready: bool, said: SaidBy) -> list[Move]:
        """Hold, accept what another proposes, a fair proposal, no deal."""
        seat = view.seat
        if seat is None or seat not in self.seats:
            return []
        if ready:
            return [REOPENING]
        mine = claims.get(seat)
        giving = self.accepting(seat, claims)
        found = []
        if mine is not None and mine != REFUSING and giving in (None, mine):
            label = say("Hold: it is a deal") if giving == mine else say("Hold to it")
            found.append(Move("hold", label, self.describe(mine)))
        elif giving is not None:
            found.append(Move("accept", say("Accept"), self.describe(giving), giving))
        fair = self.write(Claim(fair_proposal(self.table, seat)))
        if fair not in (mine, giving):
            label = say("Counter-offer") if any(other != seat for other in claims) else say("Open with this")
            found.append(Move("counter", label, self.describe(fair), fair))
        return [*found, Move("refuse", say("No deal"), say("you roll for everything"))]

    def counsel(self, view: CoreView, claims: Claims) -> Counsel:
        """How likely the roll for everything is won, and a warning before giving up much more or much less."""
        seat = view.seat
        if seat is None or seat not in self.seats:
            return Counsel()
        chance = share_odds(cast(View, view), self.box).get(seat, 0.0)
        watch = say("If you do not agree you roll: most badges take all, you {times} of 10.", times=round(10 * chance))
        giving = self.accepting(seat, claims)
        if giving is None:
            return Counsel("PG 11.3", (watch,))
        gifts = self.read(seat, giving).parts[: 3 if self.view.prize else 1]
        share = sum(each == seat for each in gifts) / len(gifts)
        warnings = {}
        if chance - share >= MUCH_OF_ALL:
            warnings["accept"] = say("Careful: the roll promises you more than this proposal.")
        elif share - chance >= MUCH_OF_ALL:
            warnings["refuse"] = say("Careful: this proposal gives you more than the roll promises.")
        return Counsel("PG 11.3", (watch,), warnings)

    def describe(self, words: Sequence[str]) -> Say:
        return say("{parts}", parts=several(proposal(words, self.box)))

    def names(self) -> list[Say]:
        """What is shared."""
        found = [say("the place"), say("the point"), say("the token"), say("whom to arrest")]
        return found if self.view.prize else found[:1]

    def items(self, claims: Claims) -> list[Item]:
        found = []
        for part, name in enumerate(self.names()):
            told = tuple([self.cell(seat, claims, part) for seat in self.seats])
            found.append(Item(name, self.title if part == 0 else NOTHING, told, NOTHING))
        return found

    def cell(self, seat: int, claims: Claims, part: int) -> Say:
        """One part of a seat's proposal."""
        if seat not in claims:
            return NOTHING
        if claims[seat] == REFUSING:
            return say("no deal")
        value = self.read(seat, claims[seat]).parts[part]
        if part == CATCHING:
            return catching(self.box.by_kind.catch_by_code[value], self.box)
        return say("{seat}", seat=Seat(value))

    def item_of(self, action: Action) -> int:
        return action.a if action.kind == SHARE else CATCHING if action.kind == CATCH else -1

    def after_choice(self, seat: int, action: Action, claims: Claims) -> tuple[Words, bool]:
        """One part changes; `say`, `no deal` and accepting another's proposal also make the seat ready."""
        if action.kind == NO_DEAL:
            return REFUSING, True
        if action.kind == ACCEPT:
            return claims[action.a], True
        words = self.write(self.read(seat, claims.get(seat, REFUSING)))
        if action.kind in (SHARE, CATCH):
            part, value = read_gift(action.text.removeprefix("give "), self.box.by_text)
            return self.write(self.read(seat, words).changed(part, value)), False
        return words, action.kind != BACK
