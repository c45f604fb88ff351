"""How bots bargain at a live table: they open, answer, promise, threaten, bluff, and remember who kept their word.

A bot estimates from its own View alone what each claim would give it if all agreed, and what the dice would give it. It
never makes a claim that it values less than the dice (`Estimate.deal`, `Estimate.dice`); what it says besides changes
what the others expect. Levels differ in how they estimate, how long they hold out, and in what they say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from parrain.core.negotiation import BotTurn, Ledger, SaidBy
from parrain.core.stream import Stream
from parrain.games.police_vs_gangs.actions.claims import (
    RANKS,
    REFUSAL,
    SEATS,
    Claim,
    claim_words,
    read_claim,
    yielding_claim,
)
from parrain.games.police_vs_gangs.bot import Cache, rate
from parrain.games.police_vs_gangs.bot.bargaining import (
    clashes_with,
    consent,
    options_of,
    others_of,
    seat_notes,
    side_of,
    side_worth,
    talk_notes,
)
from parrain.games.police_vs_gangs.bot.cache import SeatNotes
from parrain.games.police_vs_gangs.bot.evaluation import standings
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.imagine import Worlds
from parrain.games.police_vs_gangs.odds import fight_odds
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.rules.negotiation import accepting, close_round
from parrain.games.police_vs_gangs.text.sentences import BRING, DICE, NEXT, NO, OFFER, Spoken, read_sentence
from parrain.games.police_vs_gangs.view import View

NEXT_WORTH: Final = 0.9  # what the next place is worth, if the promise is kept
BREAKING: Final = 2.0  # by how much a claim must be better than a promise kept, for a bot that would break it
MOST_PLAYED: Final = 8  # claims that are played out
POINT: Final = 0.18  # of `standings`: what a point is worth in the middle of a game
GOOD_ODDS: Final = 0.6  # of the dice, to refuse for their sake
THREATENING: Final = 0.75  # of the dice, to threaten with them


class Style(NamedTuple):
    """How a level bargains."""

    noise: float = 0.0  # by how much its estimates may be wrong, in points
    playouts: int = 0  # of the place, for the best claims and for the dice; 0: a rule of thumb
    gives_in: bool = False  # takes what is most likely to be agreed on, not what promises most
    holds_out: bool = False  # counts on the others to give way until the end
    promises: bool = False
    bluffs: bool = False  # threatens, says that it brings what it does not bring, breaks promises when that pays
    remembers: bool = True  # believes others by how often they kept their word; else always


EASY: Final = Style(noise=1.0, gives_in=True, remembers=False)
NORMAL: Final = Style(noise=0.6, gives_in=True, promises=True)
HARD: Final = Style(playouts=12, holds_out=True, promises=True, bluffs=True)
STYLES: Final[Mapping[str, Style]] = {
    **dict.fromkeys(("random+", "easy", "easy+", "clumsy"), EASY),
    **dict.fromkeys(("normal", "normal+", "greedy"), NORMAL),
    **dict.fromkeys(("hard", "hard+", "expert", "expert+", "best", "search"), HARD),
}


def style_of(bot: str) -> Style | None:
    """The style of a bot by its level or kind (`hard`, `search:40`); None for a bot that does not bargain by itself."""
    return STYLES.get(bot.partition(":")[0])


class Estimate(NamedTuple):
    """What a seat thinks of some claims: what each gives it if all agree (promises made to it counted in), how likely
    that is, and what the dice give it instead.
    """

    claims: list[Claim]
    deal: list[float]
    odds: list[float]
    dice: float

    def acceptable(self) -> list[int]:
        """The claims that are worth at least as much as the dice."""
        return [number for number, worth in enumerate(self.deal) if worth >= self.dice]


class Heard(NamedTuple):
    """What a seat makes of the sentences of the others."""

    bonus: float  # what the promises made to it are worth
    brings: dict[int, float]  # by traffic: how far it believes that tokens of it come
    threats: dict[int, float]  # by seat: how far it believes that the dice will decide
    offered: list[Claim]  # what counter-offers leave it


def hear(seat: int, said: SaidBy, ledger: Ledger, style: Style, box: Box) -> Heard:
    """Weigh what the others say by how often they kept their word."""
    heard = Heard(0.0, {}, {}, [])
    for other, line in said.items():
        if other == seat:
            continue
        spoken = read_sentence(line.code, box)
        trust = ledger.trust(other) if style.remembers else 1.0
        if spoken.kind == NEXT and spoken.to == seat:
            heard = heard._replace(bonus=heard.bonus + NEXT_WORTH * trust)
        elif spoken.kind == BRING:
            heard.brings[box.traffic_names.index(spoken.thing)] = trust
        elif spoken.kind == DICE:
            heard.threats[other] = trust
        elif spoken.kind == OFFER and spoken.to == seat:
            heard.offered.append(read_claim(spoken.yours, box.traffic_names))
    return heard


def estimate(
    view: View, box: Box, style: Style, heard: Heard, spoken: Sequence[int], last: bool, rng: Stream
) -> Estimate:
    """Weigh the claims open to the View's seat; `spoken` are the others who have claimed something."""
    seat = view.seat
    assert seat is not None
    worlds = Worlds(view, box)
    state = worlds.draw(rng)  # whatever it deals to the others: a rule of thumb does not look at it
    cache = Cache()
    cache.turn_to(state)
    notes = talk_notes(state, cache)
    own = seat_notes(state, notes, seat)
    believe(own, heard.brings)
    claims = options_of(state, notes, own, accepting(state, seat) if spoken else None)
    claims += [each for each in heard.offered if each not in claims]
    dice = own.outside
    deal: list[float] = []
    odds: list[float] = []
    everybody = state.claims[:]
    for claim in claims:
        everybody[seat] = claim
        deal.append(side_worth(state, own, everybody))
        agreed = consent(state, notes, own, len(own.consent), claim)
        odds.append(likely(state, seat, claim, agreed, heard, spoken, style, last))
    if style.playouts:
        values = [chance * (worth - dice) for chance, worth in zip(odds, deal, strict=True)]
        best = sorted(range(len(claims)), key=lambda number: -values[number])[:MOST_PLAYED]
        best += [number for number, claim in enumerate(claims) if claim in heard.offered and number not in best]
        claims, odds = [claims[number] for number in best], [odds[number] for number in best]
        deal, dice = played_out(worlds, seat, claims, style.playouts, rng)
    wrong = [style.noise * (rng.below(2001) - 1000) / 1000.0 for _ in range(2)] if style.noise else [0.0, 0.0]
    return Estimate(claims, [worth + heard.bonus + wrong[0] for worth in deal], odds, dice + wrong[1])


def played_out(
    worlds: Worlds, seat: int, claims: Sequence[Claim], times: int, rng: Stream
) -> tuple[list[float], float]:
    """What each claim, if all others make room for it, and no deal give a seat's side: the place is played out by the
    greedy player's ratings on imagined tables; in points.
    """
    totals = [0.0] * (len(claims) + 1)
    for _ in range(times):
        world = worlds.draw(rng)
        for number in range(len(totals)):
            table = world.clone()
            table.drafts = agreed_claims(table, seat, claims[number]) if number < len(claims) else refusals(table)
            table.round = table.rounds
            table.owing = 0
            here, cache = table.here, Cache()
            side = side_of(table, seat)
            close_round(table)
            table.begin_phases()
            while table.here == here and not table.is_over:
                who = table.current_players()[0]
                actions = table.legal_actions(who)
                ratings = rate(table, who, actions, cache)
                table.apply(who, actions[ratings.index(max(ratings))])
            after = standings(table)
            totals[number] += sum([after[each] for each in side]) / POINT / times
    return totals[:-1], totals[-1]


def agreed_claims(state: State, seat: int, claim: Claim) -> list[Claim]:
    """The claims of all, if the others give up what clashes with one seat's; who has not spoken takes the rest."""
    box = state.box
    here, seats, rest = state.here, SEATS[state.party], box.traffics + 1
    found = state.claims[:]
    found[seat] = claim
    for other in seats:
        if other != seat:
            found[other] = yielding_claim(found, other, seats, box.printed[here], box.badges[here], state.most)
    if not any(found[each].parts[rest] for each in seats):
        poor = next(other for other in seats if other != seat)
        found[poor] = found[poor].changed(rest, 1)
    return found


def refusals(state: State) -> list[Claim]:
    """No deal by everybody."""
    return [Claim([0] * (state.box.traffics + 2), True)] * state.players


def believe(own: SeatNotes, brings: Mapping[int, float]) -> None:
    """Expect a token of what somebody says to bring, as far as one believes it."""
    counts = own.purse.counts
    for t, trust in brings.items():
        counts[t] = max(counts[t], trust * max(1.0, counts[t]))


def likely(
    state: State, seat: int, claim: Claim, agreed: float, heard: Heard, spoken: Sequence[int], style: Style, last: bool
) -> float:
    """How likely all agree, if the seat claims this."""
    if not spoken:
        return agreed
    others = others_of(state, state.claims, seat)
    refusing = any(state.claims[other].refused for other in spoken)
    if not clashes_with(state, others, claim) and not refusing:
        return 0.97 if last or claim == state.claims[seat] else 0.88
    odds = (0.06 if last else 0.6 if style.holds_out else 0.35) * agreed
    for other, trust in heard.threats.items():
        if collides(claim, state.claims[other]):
            odds *= 1.0 - trust
    return odds


def collides(mine: Claim, theirs: Claim) -> bool:
    """Whether two claims ask for the same thing."""
    if theirs.refused:
        return True
    last = len(mine.parts) - 1
    if (mine.parts[0] and theirs.parts[0]) or (mine.parts[last] and theirs.parts[last]):
        return True
    return any(RANKS[mine.parts[part]] & RANKS[theirs.parts[part]] for part in range(1, last))


def choose(found: Estimate, style: Style, last: bool) -> int:
    """The claim to make, by number; -1 for no deal."""
    fit = found.acceptable()
    if not fit:
        return -1
    if style.gives_in:
        return max(fit, key=lambda number: (round(found.odds[number], 2), found.deal[number]))

    def value(number: int) -> float:
        odds = found.odds[number]
        return odds * found.deal[number] + (1.0 - odds) * found.dice

    best = max(fit, key=value)
    if last and found.odds[best] < 0.1:
        return -1 if found.deal[best] < found.dice + 0.05 else best
    return best


def bot_turn(
    view: View, box: Box, bot: str, said: SaidBy, ledger: Ledger, spoken: Sequence[int], last: bool, rng: Stream
) -> BotTurn | None:
    """The claim and the sentence of a bot; the View shows the others' claims as if they had been shown in a round."""
    style = style_of(bot)
    seat = view.seat
    if style is None or seat is None:
        return None
    heard = hear(seat, said, ledger, style, box)
    found = estimate(view, box, style, heard, spoken, last, rng)
    chosen = keep_promise(choose(found, style, last), found, view, box, style, ledger)
    if chosen == -1:
        return BotTurn((REFUSAL,), f"{NO} {reason(view, box, found, said, ledger)}")
    words = claim_words(found.claims[chosen], box.traffic_names)
    why = reason(view, box, found, said, ledger) if last else ""
    return BotTurn(words, sentence_for(view, box, style, found.claims[chosen], said, ledger, why))


def keep_promise(chosen: int, found: Estimate, view: View, box: Box, style: Style, ledger: Ledger) -> int:
    """Leave the place to whom it was promised, if they claim it; who bluffs does so unless breaking it pays."""
    seat = view.seat
    owed = [to for by, to in ledger.pending if by == seat and "place" in view.claims[to]]
    if chosen == -1 or not owed or not found.claims[chosen].parts[0]:
        return chosen
    fair = [number for number in found.acceptable() if not found.claims[number].parts[0]]
    if not fair:
        return chosen if style.bluffs else -1
    best = max(fair, key=lambda number: found.odds[number] * (found.deal[number] - found.dice))
    return chosen if style.bluffs and found.deal[chosen] > found.deal[best] + BREAKING else best


def reason(view: View, box: Box, found: Estimate, said: SaidBy, ledger: Ledger) -> str:
    """Why a bot refuses, in a word: from its own estimate, and from what everybody sees."""
    seat = view.seat
    assert seat is not None
    for other, line in said.items():
        spoken = read_sentence(line.code, box)
        if spoken.kind == NEXT and spoken.to == seat and ledger.trust(other) < 0.5:
            return "word"
    if fight_odds(view, box, public=True).of(seat) >= GOOD_ODDS:
        return "dice"
    placed = [found.deal[number] for number, claim in enumerate(found.claims) if claim.parts[0]]
    return "place" if placed and max(placed) >= found.dice else "little"


def sentence_for(view: View, box: Box, style: Style, mine: Claim, said: SaidBy, ledger: Ledger, why: str) -> str:
    """What a bot says with its claim: something new, what it said before, "" for nothing; at the end `why` it holds."""
    seat = view.seat
    assert seat is not None
    rivals = [
        other
        for other in view.party
        if other != seat and view.claims[other] and collides(mine, read_claim(view.claims[other], box.traffic_names))
    ]
    before = read_sentence(said[seat].code, box) if seat in said else Spoken("")
    standing = said[seat].code if seat in said and before.kind != NO else ""
    if seat % 2 == 0 and before.kind != BRING and style.promises and not rivals:
        ware = stated(view, box, style.bluffs and not ledger.broken[seat], mine)
        if ware:
            return f"{BRING} {ware}"
    if not rivals:
        return standing
    if why:
        return f"{NO} {why}"
    if style.bluffs and before.kind != DICE and fight_odds(view, box, public=True).of(seat) >= THREATENING:
        return DICE
    if style.promises and not any(by == seat for by, _ in ledger.pending):
        return f"{NEXT} {rivals[0]}"
    return standing


def stated(view: View, box: Box, bluff: bool, mine: Claim) -> str:
    """A traffic that a gangster leaves to the others and says to bring: one that he brings, or (a bluff) does not."""
    if mine.parts[-1]:
        return ""  # everything else is his: nothing is left to others
    names = [name for who, where, _, name, how in view.pieces if (who, where, how) == (view.seat, view.here, "fight")]
    here = box.card_names.index(view.here)
    left = [t for t in range(box.traffics) if not mine.parts[1 + t] and box.may_demand(here, t) and view.most[t] > 0]
    numbers = [box.characters.index(name) for name in names if name]
    brought = [t for t in left if any(box.icons[c * box.traffics + t] for c in numbers)]
    others = [t for t in left if t not in brought]
    if bluff and others:
        return box.traffic_names[max(others, key=lambda t: box.boxes[t][0])]
    return box.traffic_names[brought[0]] if brought else ""
