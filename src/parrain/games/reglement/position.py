"""A position of Règlement de comptes as a readable mapping, and back (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parrain.core.errors import BadPosition
from parrain.games.reglement.components import (
    AIM,
    ALERT,
    CARDS,
    DEFAULTS,
    FEWEST,
    FIRST,
    GANGS,
    KINDS,
    LANDING,
    MOVE,
    PICKING,
    RANKS,
    SECOND,
    SITTING,
    STEPS,
    Box,
    man,
)  # fmt: skip
from parrain.games.reglement.reading import cards, chair_at, gang_at, kind_at, read_deeds, table_at, whole
from parrain.games.reglement.table import ALERTED, BLAST, DEATH, DEEDS, DOSE, GONE, OFF, PAID, SEATED, SERVED

if TYPE_CHECKING:
    from parrain.games.reglement.rules import State

KEYS = (
    "game", "edition", "players", "options", "turns", "turn", "mover", "step", "first", "chairs", "cakes", "reserve", "bank", "money",
    "hands", "pile", "discard", "away", "shuffles", "fresh", "kept", "played", "clock", "out", "quiet", "busy", "deeds", "last", "picked",
    "lifted", "doses", "ending", "random", "reveals", "seed",
)  # fmt: skip
ENDINGS = ("alone", "bank", "blast", "stalled")


def position_of(state: State) -> dict[str, object]:
    """The whole table."""
    box = state.kit
    seats = range(state.players)
    return {
        "game": "reglement-de-comptes",
        "edition": box.edition.key,
        "players": state.players,
        "options": dict(state.options),
        "turns": state.turns,
        "turn": box.gangs[state.turn],
        "mover": box.gangs[state.mover],
        "step": STEPS[state.step],
        "first": CARDS[state.first] if state.first >= 0 else "",
        "chairs": {str(chair + 1): man_text(state, chair) for chair in range(box.chairs) if state.who[chair] >= 0},
        "cakes": {box.gangs[seat]: cake_at(state.cake[seat]) for seat in seats if state.cake[seat] != OFF},
        "reserve": {box.gangs[seat]: waiting_men(state.reserve, seat) for seat in seats},
        "bank": state.bank,
        "money": state.money[:],
        "hands": {box.gangs[seat]: listed(state.hand, seat) for seat in seats},
        "pile": [CARDS[card] for card in state.pile[state.drawn :]],
        "discard": [CARDS[card] for card in state.discard],
        "away": [CARDS[card] for card in state.away],
        "shuffles": state.shuffles,
        "fresh": listed(state.fresh, 0),
        "kept": {box.gangs[seat]: listed(state.kept, seat) for seat in seats},
        "played": {box.gangs[seat]: listed(state.played, seat) for seat in seats},
        "clock": state.clock,
        "out": {box.gangs[seat]: [state.out_at[seat], state.out_men[seat]] for seat in seats if state.out_at[seat]},
        "quiet": state.quiet,
        "busy": state.busy,
        "deeds": told_deeds(box, state.deeds),
        "last": told_deeds(box, state.last),
        "picked": kind_text(state.picked),
        "lifted": state.lifted + 1,
        "doses": [chair + 1 for chair in state.doses],
        "ending": state.ending,
        "random": state.random_words(),
        "reveals": state.reveals,
    }


def cake_at(place: int) -> object:
    """Where a cake is: the number of a chair, or `gone`."""
    return "gone" if place == GONE else place + 1


def man_text(state: State, chair: int) -> str:
    """Who sits on a chair: gang, rank, which one of them, and whether he sleeps."""
    gangster = state.who[chair]
    asleep = " asleep" if state.asleep >> chair & 1 else ""
    return f"{state.kit.gangs[gangster & 7]} {RANKS[gangster >> 3 & 3]} {(gangster >> 5) + 1}{asleep}"


def kind_text(kind: int) -> str:
    """A kind of man who waits for a chair."""
    return "" if kind < 0 else RANKS[kind & 3] + (" asleep" if kind >= 4 else "")


def waiting_men(reserve: list[int], seat: int) -> list[str]:
    """The men of a seat who wait for a chair."""
    return [kind_text(kind) for kind in range(8) for _ in range(reserve[seat * 8 + kind])]


def listed(counts: list[int], seat: int) -> list[str]:
    """A seat's counted cards by name, in the order of the deck."""
    return [CARDS[card] for card in range(KINDS) for _ in range(counts[seat * KINDS + card])]


def told_deeds(box: Box, deeds: list[int]) -> list[list[object]]:
    """Deeds by name: what was done, where or by whom, and what to: chairs by number, gangs, men, sums."""
    told: list[list[object]] = []
    for i in range(0, len(deeds), 3):
        what, a, b = deeds[i], deeds[i + 1], deeds[i + 2]
        if what in (PAID, ALERTED):
            told.append([DEEDS[what], box.gangs[a], b])
        elif what in (DEATH, SEATED):
            told.append([DEEDS[what], a + 1, f"{box.gangs[b & 7]} {RANKS[b >> 3 & 3]} {(b >> 5) + 1}"])
        elif what in (BLAST, SERVED, DOSE):
            told.append([DEEDS[what], a + 1, box.gangs[b]])
        else:
            told.append([DEEDS[what], a + 1, b + 1])
    return told


# -- and back ------------------------------------------------------------------------------------------------


def read_position(box: Box, data: Mapping[str, object]) -> State:
    """Lay out a position.

    What it leaves out: chairs, the pre-set seating; hands, five cards each of those left over; the pile, the rest;
    `step`, the very beginning of the turn, so that its cake explodes and the bank pays at once.
    """
    from parrain.games.reglement.rules import State

    for key in data:
        if key not in KEYS:
            raise BadPosition(
                "A position of Règlement de comptes has no {key}; it has: {keys}.", key=str(key), keys=", ".join(KEYS)
            )
    state = State(box, count_players(box, data), options={**DEFAULTS, **table_at(data, "options")})
    state.reseed(whole(data, "seed", 0, 0, (1 << 96) - 1))
    state.clear()
    read_men(state, data)
    read_cakes(state, data)
    read_money(state, data)
    read_out(state, data)
    read_cards(state, data)
    read_memory(state, data)
    state.clock = whole(data, "clock", max(state.out_at), 0, 1 << 30)
    state.quiet = whole(data, "quiet", 0, 0, 1 << 30)
    state.busy = data.get("busy", False) is True
    state.deeds = read_deeds(box, data.get("deeds", []))
    state.last = read_deeds(box, data.get("last", []))
    state.reveals = whole(data, "reveals", 0, 0, 1 << 30)
    words = data.get("random")
    if (
        isinstance(words, list)
        and len(words) == 4
        and all(isinstance(each, int) and 0 <= each < 1 << 32 for each in words)
    ):
        state.set_random_words(words)
    elif words is not None:
        raise BadPosition("random must be four whole numbers below 2^32.")
    read_turn(state, data)
    return state


def count_players(box: Box, data: Mapping[str, object]) -> int:
    """How many play: as said, else as many as the last gang at the table makes it."""
    seen = FEWEST
    for text in table_at(data, "chairs").values():
        gang = str(text).split(" ")[0]
        if gang in box.gang_number:
            seen = max(seen, box.gang_number[gang] + 1)
    return whole(data, "players", seen, FEWEST, GANGS)


def read_men(state: State, data: Mapping[str, object]) -> None:
    """Everybody to his chair, or among those who wait for one."""
    box = state.kit
    if "chairs" in data or "reserve" in data:
        for key, text in table_at(data, "chairs").items():
            chair = chair_at(box, key)
            if state.who[chair] >= 0:
                raise BadPosition("Two gangsters sit at chair {chair}.", chair=chair + 1)
            read_man(state, chair, str(text))
    else:
        for chair, gangster in enumerate(box.seatings[state.players - FEWEST]):
            if gangster >= 0:
                state.seat_man(chair, gangster, False)
    for gang, men in table_at(data, "reserve").items():
        seat = gang_at(box, gang, state.players)
        if not isinstance(men, list):
            raise BadPosition("reserve gives each gang a list of men.")
        for text in men:
            state.reserve[seat * 8 + kind_at(str(text))] += 1
    sleepers = bin(state.asleep).count("1")
    for seat in range(state.players):
        sleepers += sum(state.reserve[seat * 8 + 4 : seat * 8 + 8])
        state.alive[seat] = bin(state.men[seat]).count("1") + sum(state.reserve[seat * 8 : seat * 8 + 8])
    state.tokens = box.tokens - sleepers
    if state.tokens < 0:
        raise BadPosition(
            "{count} gangsters sleep, but there are only {tokens} pills.", count=sleepers, tokens=box.tokens
        )


def read_man(state: State, chair: int, text: str) -> None:
    """One gangster, such as `red heavy`, `red heavy 2` or `red heavy asleep`."""
    box = state.kit
    words = text.split(" ")
    asleep = words[-1] == "asleep"
    if asleep:
        words.pop()
    if (
        len(words) not in (2, 3)
        or words[1] not in RANKS
        or not (len(words) == 2 or (words[2].isdecimal() and 1 <= int(words[2]) <= 30))
    ):
        raise BadPosition(
            "A gangster is written “red heavy”, “red heavy 2” or “red heavy asleep”, not “{text}”.", text=text[:60]
        )
    seat = gang_at(box, words[0], state.players)
    rank = RANKS.index(words[1])
    gangster = man(seat, rank, int(words[2]) - 1) if len(words) == 3 else state.next_of(seat, rank)
    if gangster in state.who:
        raise BadPosition("“{text}” sits on two chairs.", text=text[:60])
    state.seat_man(chair, gangster, asleep)


def read_cakes(state: State, data: Mapping[str, object]) -> None:
    """Cakes at chairs, at most one each; a cake not named is in front of its owner."""
    for gang, place in table_at(data, "cakes").items():
        seat = gang_at(state.kit, gang, state.players)
        if place == "gone":
            state.cake[seat] = GONE
            continue
        chair = chair_at(state.kit, place)
        if state.cakes >> chair & 1:
            raise BadPosition("Two cakes stand at chair {chair}.", chair=chair + 1)
        state.cake[seat] = chair
        state.cakes |= 1 << chair


def read_money(state: State, data: Mapping[str, object]) -> None:
    """Everybody's money and the bank; by default the bank has what the players have not."""
    money = data.get("money", [0] * state.players)
    if (
        not isinstance(money, list)
        or len(money) != state.players
        or not all(isinstance(each, int) and each >= 0 for each in money)
    ):
        raise BadPosition("money is a list of {players} sums.", players=state.players)
    state.money = [int(each) for each in money]
    whole_bank = state.kit.bank[state.players - FEWEST]
    if sum(state.money) > whole_bank:
        raise BadPosition(
            "The players have {sum} together; the bank began with {bank}.", sum=sum(state.money), bank=whole_bank
        )
    state.bank = whole(data, "bank", whole_bank - sum(state.money), 0, whole_bank)
    if state.bank + sum(state.money) != whole_bank:
        raise BadPosition(
            "Bank and players together have {whole}, not {sum}.", whole=whole_bank, sum=state.bank + sum(state.money)
        )


def read_out(state: State, data: Mapping[str, object]) -> None:
    """Who is out, since when, with how many men; by default whoever has no man, since the first moment, with one."""
    out = table_at(data, "out")
    for seat in range(state.players):
        when = out.get(state.kit.gangs[seat], [1, 1])
        if state.alive[seat]:
            if state.kit.gangs[seat] in out:
                raise BadPosition("{gang} has men at the table and is not out.", gang=state.kit.gangs[seat])
            continue
        if (
            not isinstance(when, list)
            or len(when) != 2
            or not all(isinstance(each, int) and 1 <= each < 1 << 30 for each in when)
        ):
            raise BadPosition("out gives a gang two numbers: the moment, and its men just before.")
        state.out_at[seat], state.out_men[seat] = int(when[0]), int(when[1])
        if state.cake[seat] == OFF:
            state.cake[seat] = GONE


def read_cards(state: State, data: Mapping[str, object]) -> None:
    """Hands, discards, pile: what is not said is dealt from the cards left over."""
    box = state.kit
    pool = box.counts[:]
    state.discard = cards(data.get("discard", []), "discard", pool)
    state.away = cards(data.get("away", []), "away", pool)
    hands = table_at(data, "hands")
    for gang, names in hands.items():
        seat = gang_at(box, gang, state.players)
        for card in cards(names, "hands", pool):
            state.hand[seat * KINDS + card] += 1
    pile = cards(data["pile"], "pile", pool) if "pile" in data else []
    rest = [card for card in range(KINDS) for _ in range(pool[card])]
    state.shuffle(rest)
    for seat in range(state.players):
        if state.alive[seat] and box.gangs[seat] not in hands:
            for _ in range(min(box.hand, len(rest))):
                state.hand[seat * KINDS + rest.pop()] += 1
        state.size[seat] = sum(state.hand[seat * KINDS : (seat + 1) * KINDS])
        if state.size[seat] > box.hand or (state.size[seat] and not state.alive[seat]):
            raise BadPosition("{gang} cannot hold {count} cards.", gang=box.gangs[seat], count=state.size[seat])
        for card in range(KINDS):
            if state.hand[seat * KINDS + card]:
                state.held[seat] |= 1 << card
    state.pile = pile if "pile" in data else rest
    if "pile" in data and rest:
        raise BadPosition(
            "{count} cards are nowhere: in no hand, not in the pile, not discarded, not away.", count=len(rest)
        )
    if not state.pile:
        raise BadPosition("The pile is never empty: the discards are shuffled as soon as its last card is drawn.")


def read_memory(state: State, data: Mapping[str, object]) -> None:
    """What everybody could remember: the pile as it was shuffled last, the hands then, the cards played since."""
    box = state.kit
    pool = [99] * KINDS
    state.shuffles = whole(data, "shuffles", 0, 0, 1 << 30)
    for card in cards(data.get("fresh", []), "fresh", pool):
        state.fresh[card] += 1
    for key, counts in (("kept", state.kept), ("played", state.played)):
        for gang, names in table_at(data, key).items():
            seat = gang_at(box, gang, state.players)
            for card in cards(names, key, pool[:]):
                counts[seat * KINDS + card] += 1


def read_turn(state: State, data: Mapping[str, object]) -> None:
    """Whose turn it is and what is being chosen."""
    box = state.kit
    state.turn = gang_at(box, data.get("turn", box.gangs[0]), state.players)
    step = data.get("step", "begin")
    first = data.get("first", "")
    if first != "" and first not in CARDS:
        raise BadPosition(
            "The first card of a turn is one of {cards}, not {first}.", cards=", ".join(CARDS), first=str(first)[:40]
        )
    state.first = -1 if first == "" else CARDS.index(str(first))
    state.turns = whole(data, "turns", 0 if step == "begin" else 1, 0, 1 << 20)
    ending = data.get("ending", "")
    if ending in ENDINGS:
        state.mover = gang_at(box, data.get("mover", box.gangs[state.turn]), state.players)
        state.step = STEPS.index(str(step)) if step in STEPS else FIRST
        state.lifted = whole(data, "lifted", 0, 0, box.chairs) - 1
        state.is_over = True
        state.ending = str(ending)
        return
    if ending != "":
        raise BadPosition(
            "A game ends by one of {endings}, not {ending}.", endings=", ".join(ENDINGS), ending=str(ending)[:40]
        )
    if state.living() < 2:
        state.see_who_is_left()
        return
    if not state.alive[state.turn]:
        raise BadPosition("It cannot be the turn of {gang}, who has no man left.", gang=box.gangs[state.turn])
    if step == "begin":
        state.begin_turn(state.turn)
        return
    if step not in STEPS or step == CARDS[ALERT]:
        raise BadPosition("step is one of begin, {steps}, not {step}.", steps=", ".join(STEPS), step=str(step)[:40])
    doses = data.get("doses", [])
    if not isinstance(doses, list):
        raise BadPosition("doses is a list of chairs.")
    picked = data.get("picked", "")
    mover = gang_at(box, data.get("mover", box.gangs[state.turn]), state.players)
    resume(state, STEPS.index(str(step)), mover, kind_at(str(picked)) if picked else -1,
           whole(data, "lifted", 0, 0, box.chairs) - 1, [chair_at(box, chair) for chair in doses])  # fmt: skip


def resume(state: State, step: int, mover: int, picked: int, lifted: int, doses: list[int]) -> None:
    """Put a State whose table is laid to that step of the turn, with what is half chosen."""
    if step in (PICKING, SITTING):
        if not state.waiting(mover):
            raise BadPosition("{gang} has no man who waits for a chair.", gang=state.kit.gangs[mover])
        state.offer_chair(mover)
        if step == SITTING and state.step == PICKING:
            if picked < 0 or not state.mask >> picked & 1:
                raise BadPosition("The man picked must be one who waits for a chair.")
            state.pick(picked)
        return
    if any(state.reserve):
        raise BadPosition("Gangsters wait for a chair: the step is picking or sitting.")
    if state.first < 0:
        state.offer_first()
    else:
        state.offer_second()
    if step == SECOND and state.first < 0:
        raise BadPosition("At the step `second` a first card has been played: say which.")
    if step in (FIRST, SECOND):
        return
    card = MOVE if step == LANDING else step - AIM
    if not state.mask >> card & 1:
        raise BadPosition("{card} cannot be in play: it is not in the hand, or would do nothing.", card=CARDS[card])
    state.play(card)
    for chair in doses:
        if not state.mask >> chair & 1:
            raise BadPosition("Chair {chair} cannot get a pill.", chair=chair + 1)
        state.doses.append(chair)
        state.mask = state.drinks()
    if step == LANDING:
        if lifted < 0 or not state.mask >> lifted & 1:
            raise BadPosition("Nobody at chair {chair} can be on the move.", chair=lifted + 1)
        state.lift(lifted)
