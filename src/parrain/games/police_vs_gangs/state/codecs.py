"""How this game's values are written in positions, read back, and observed by learners (core/fields.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from parrain.core.errors import BadPosition
from parrain.core.fields import (
    HIDDEN,
    LARGEST,
    ByName,
    Codec,
    Field,
    ListOf,
    SeatNumber,
    check_keys,
    entries,
    name_number,
    numbers_in,
    whole_number,
)
from parrain.games.police_vs_gangs.actions import (
    BADGE,
    COLOURS,
    DICE,
    FACES,
    HANDCUFFS,
    INFORMER,
    INFORMERS,
    SERGEANT,
    SIDES,
    die_code,
)
from parrain.games.police_vs_gangs.actions.claims import (
    CATCHING,
    FROM,
    MOST_RANK,
    REFUSAL,
    SILENT,
    Claim,
    claims_from,
    highest_rank,
    numbers_of,
    read_gift,
    read_part,
)
from parrain.games.police_vs_gangs.state.pieces import (
    Die,
    Prisoner,
    crew_names,
    die_from,
    kind_names,
    kind_number,
    kind_numbers,
)

FAR: Final = 256  # more columns than a city can have: makes one number of a column and a row


class Observed(Codec):
    """A codec for learners alone; the numbers go from `low` to `high`."""

    low: float = 0.0
    high: float = 30.0

    def bounds(self, box: Any, players: int) -> tuple[float, float]:
        return (self.low, self.high)


class Tokens(ByName):
    """Numbers of tokens by traffic; what is none is left out."""

    def write(self, raw: Any, box: Any, players: int) -> object:
        return {name: raw[t] for t, name in enumerate(box.traffic_names) if raw[t]}


class Summaries(Codec):
    """What happened at the places resolved this turn: lists of numbers (view.py), copied as they are; not observed."""

    def write(self, raw: Any, box: Any, players: int) -> object:
        return [row[:] for row in raw]

    def read(self, value: object, box: Any, players: int, key: str) -> Any:
        rows = [list(entries(row, key)) for row in entries(value, key)]
        for row in rows:
            read_summary([whole_number(each, key, -LARGEST, LARGEST) for each in row], box, players, key)
        return rows

    def from_view(self, value: Any, box: Any, players: int) -> Any:
        return [list(row) for row in value]


class TurnOrder(ListOf):
    """A list of seats in some order; observed as the place of each seat in it, counted from 1, one's own first."""

    def __init__(self) -> None:
        super().__init__(SeatNumber())

    def size(self, box: Any, players: int) -> int:
        return players

    def bounds(self, box: Any, players: int) -> tuple[float, float]:
        return (0.0, float(players))

    def observe(self, value: Any, out: Any, at: int, box: Any, players: int, seat: int) -> None:
        for place, each in enumerate(value):
            out[at + (each - seat) % players] = place + 1.0


class Crews(Observed):
    """Tiles and dice of each seat by name, as often as there are of them; observed as eight counts for each seat."""

    def write(self, raw: Any, box: Any, players: int) -> object:
        return [crew_names(box, raw, seat) for seat in range(players)]

    def read(self, value: object, box: Any, players: int, key: str) -> Any:
        counts = [0] * (8 * players)
        for seat, names in enumerate(entries(value, key, players)):
            for name in entries(names, key):
                counts[seat * 8 + kind_number(box, seat, name, key)] += 1
        return counts

    def from_view(self, value: Any, box: Any, players: int) -> Any:
        counts = [0] * (8 * players)
        for seat, names in enumerate(value):
            kinds = kind_numbers(box, seat)
            for name in names:
                counts[seat * 8 + kinds[name]] += 1
        return counts

    def size(self, box: Any, players: int) -> int:
        return 8 * players

    def observe(self, value: Any, out: Any, at: int, box: Any, players: int, seat: int) -> None:
        for each, names in enumerate(value):
            kinds = kind_numbers(box, each)
            for name in names:
                out[at + (each - seat) % players * 8 + kinds[name]] += 1.0


class Prisoners(Codec):
    """Prisoners as texts (`0 killer 3`), in Views as tuples; observed by seat and kind: how many, and since
    which turn.
    """

    def write(self, raw: Any, box: Any, players: int) -> object:
        return [f"{each.seat} {kind_names(box, each.seat)[each.kind]} {each.turn}" for each in raw]

    def read(self, value: object, box: Any, players: int, key: str) -> Any:
        found: list[Prisoner] = []
        for each in entries(value, key):
            words = str(each).split()
            if len(words) != 3 or not all(number.isdecimal() for number in words[::2]) or int(words[0]) >= players:
                raise BadPosition(
                    "A prisoner is written as seat, name and the turn of the arrest (“0 killer 3”), not {text}.",
                    text=str(each),
                )
            seat = int(words[0])
            found.append(Prisoner(int(words[2]), seat, kind_number(box, seat, words[1], key)))
        return found

    def from_view(self, value: Any, box: Any, players: int) -> Any:
        return [Prisoner(turn, seat, kind_numbers(box, seat)[name]) for seat, name, turn in value]

    def size(self, box: Any, players: int) -> int:
        return 16 * players

    def bounds(self, box: Any, players: int) -> tuple[float, float]:
        return (0.0, float(max(30, box.turn_limit)))

    def observe(self, value: Any, out: Any, at: int, box: Any, players: int, seat: int) -> None:
        for each, name, turn in value:
            place = at + (each - seat) % players * 16 + 2 * kind_numbers(box, each)[name]
            out[place] += 1.0
            out[place + 1] = turn


class CityField(Field):
    """The cards of the city; observed by card: laid, column, row, who controls it, gangsters for hire by character."""

    def __init__(self) -> None:
        super().__init__("city", CityCodec(), attr="laid")

    def write(self, state: Any, box: Any, players: int) -> object:
        return [city_entry(state, card) for card in state.laid]

    def read(self, state: Any, data: Mapping[str, object], box: Any, players: int) -> None:
        for entry in entries(data.get("city", []), "city"):
            if not isinstance(entry, Mapping):
                raise BadPosition("city must be a list of mappings with card and at.")
            read_card(state, entry)
        if not state.laid:
            raise BadPosition("A city has at least one place.")
        state.link_city()

    def read_view(self, state: Any, view: Any, box: Any, players: int) -> None:
        cards, kinds = numbers_in(box, "card_names"), numbers_in(box, "characters")
        xs, ys, owners, recruits = state.x, state.y, state.owner, state.recruits
        state.laid = [cards[name] for name, _, _, _, _ in view.city]
        for card, (_, x, y, owner, hire) in zip(state.laid, view.city, strict=True):
            xs[card], ys[card], owners[card] = x, y, owner
            for i, character in enumerate(hire):
                recruits[2 * card + i] = kinds[character]
        state.link_city()


def city_entry(state: Any, card: int) -> dict[str, object]:
    """A card of the city in a position; what is nobody's or nothing is left out."""
    box = state.box
    entry: dict[str, object] = {"card": box.card_names[card], "at": [state.x[card], state.y[card]]}
    hire = state.recruits[2 * card : 2 * card + 2]
    if hire != [-1, -1]:
        entry["hire"] = [box.characters[c] if c != -1 else "" for c in hire]
    if state.owner[card] != -1:
        entry["owner"] = state.owner[card]
    if state.colour_of[card] != -1:
        entry["counts"] = COLOURS[state.colour_of[card]]
    return entry


def read_card(state: Any, entry: Mapping[str, object]) -> None:
    """Lay a card of a position."""
    box = state.box
    check_keys(entry, ("card", "at", "owner", "hire", "counts"), "city")
    card = name_number(box.card_names, entry.get("card"), "city")
    x, y = [whole_number(each, "at", -60, 60) for each in entries(entry.get("at"), "at", 2)]
    if card in state.laid or x * FAR + y in state.cells():
        raise BadPosition("{card} lies twice, on another card or too far away.", card=box.card_names[card])
    state.laid.append(card)
    state.x[card], state.y[card] = x, y
    state.owner[card] = whole_number(entry.get("owner", -1), "owner", -1, state.players - 1)
    hire = entries(entry.get("hire", []), "hire")
    if len(hire) > 2:
        raise BadPosition("hire must be a list of at most two gangsters.")
    for i, name in enumerate(hire):
        state.recruits[2 * card + i] = name_number(box.characters, name, "hire") if name != "" else -1
    if "counts" in entry:
        state.colour_of[card] = name_number(COLOURS, entry["counts"], "counts")


class CityCodec(Observed):
    """The View's city for learners."""

    low = -60.0
    high = 60.0

    def width(self, box: Any, players: int) -> int:
        return int(3 + players + box.kinds)

    def size(self, box: Any, players: int) -> int:
        return int(box.card_count * self.width(box, players))

    def observe(self, value: Any, out: Any, at: int, box: Any, players: int, seat: int) -> None:
        width = self.width(box, players)
        for name, x, y, owner, hire in value:
            place = at + numbers_in(box, "card_names")[name] * width
            out[place] = 1.0
            out[place + 1] = x
            out[place + 2] = y
            if owner != -1:
                out[place + 3 + (owner - seat) % players] = 1.0
            for character in hire:
                out[place + 3 + players + numbers_in(box, "characters")[character]] += 1.0


class ColoursCodec(Observed):
    """By card, which of its two colours it counts for: 1 or 2, 0 where that is not said."""

    high = 2.0

    def size(self, box: Any, players: int) -> int:
        return int(box.card_count)

    def observe(self, value: Any, out: Any, at: int, box: Any, players: int, seat: int) -> None:
        for name, colour in value:
            card = numbers_in(box, "card_names")[name]
            out[at + card] = 1.0 + box.colours[card].index(COLOURS.index(colour))


class PiecesCodec(Observed):
    """By card and seat: the pieces by kind, those face down, those recruiting; then by side how many each seat has
    there.
    """

    def size(self, box: Any, players: int) -> int:
        return int(box.card_count * players * 14)

    def observe(self, value: Any, out: Any, at: int, box: Any, players: int, seat: int) -> None:
        for owner, card, side, name, how in value:
            place = at + (numbers_in(box, "card_names")[card] * players + (owner - seat) % players) * 14
            out[place + 10 + SIDES.index(side)] += 1.0
            if name:
                out[place + kind_names(box, owner).index(name)] += 1.0
            else:
                out[place + 8] += 1.0
            if how == "recruit":
                out[place + 9] += 1.0


class HeldCodec(Codec):
    """The piece that has been picked: a character or a die, and whether it is to recruit."""

    def size(self, box: Any, players: int) -> int:
        return int(box.kinds + len(DICE) + 1)

    def observe(self, value: Any, out: Any, at: int, box: Any, players: int, seat: int) -> None:
        if value:
            words = value.split()
            names = [*box.characters, *DICE]
            out[at + names.index(words[0])] = 1.0
            out[at + len(names)] = 1.0 if words[-1] == "recruit" else 0.0


class HandCodec(Observed):
    """One's own tiles by character, or dice by kind."""

    def size(self, box: Any, players: int) -> int:
        return 8

    def observe(self, value: Any, out: Any, at: int, box: Any, players: int, seat: int) -> None:
        names = kind_names(box, seat)
        for name in value:
            out[at + names.index(name)] += 1.0


class MarkersField(Field):
    """Who runs each traffic and how high; observed by traffic: who, and the box of the marker counted from 1."""

    def __init__(self) -> None:
        super().__init__("markers", MarkersCodec(), attr="holder")

    def write(self, state: Any, box: Any, players: int) -> object:
        names = state.box.traffic_names
        return {names[t]: [state.holder[t], state.level[t]] for t in range(len(names)) if state.holder[t] != -1}

    def read(self, state: Any, data: Mapping[str, object], box: Any, players: int) -> None:
        markers = data.get("markers", {})
        if not isinstance(markers, Mapping):
            raise BadPosition("markers must be a mapping of rackets to [seat, box].")
        for name, value in markers.items():
            t = name_number(state.box.traffic_names, name, "markers")
            last = len(state.box.boxes[t]) - 1
            holder, level = [whole_number(each, "markers", 0, 99) for each in entries(value, "markers", 2)]
            if holder >= players or holder & 1 or level > last:
                raise BadPosition(
                    "The marker of {name} belongs to a gangster and stands on box 0 to {last}.",
                    name=str(name),
                    last=last,
                )
            state.holder[t], state.level[t] = holder, level

    def read_view(self, state: Any, view: Any, box: Any, players: int) -> None:
        state.holder = [holder for holder, _ in view.markers]
        state.level = [level for _, level in view.markers]


class MarkersCodec(Codec):
    """The View's markers for learners."""

    def size(self, box: Any, players: int) -> int:
        return int(box.traffics * (players + 1))

    def bounds(self, box: Any, players: int) -> tuple[float, float]:
        return (0.0, float(max([len(boxes) for boxes in box.boxes])))

    def observe(self, value: Any, out: Any, at: int, box: Any, players: int, seat: int) -> None:
        for t, (holder, level) in enumerate(value):
            if holder != -1:
                place = at + t * (players + 1)
                out[place + (holder - seat) % players] = 1.0
                out[place + players] = level + 1.0


class DiceCodec(Observed):
    """The rolled dice: by seat, kind and face how many; then the informers by face."""

    def size(self, box: Any, players: int) -> int:
        return (players * len(DICE) + 1) * len(FACES)

    def observe(self, value: Any, out: Any, at: int, box: Any, players: int, seat: int) -> None:
        for owner, die, face in value:
            row = players * len(DICE)
            if owner != INFORMERS:
                row = (owner - seat) % players * len(DICE) + DICE.index(die)
            out[at + row * len(FACES) + FACES.index(face)] += 1.0


class ClaimCodec(Observed):
    """A claim or proposal in words.

    Observed as: something was said; no deal; the place; everything else; the lowest and the highest rank claimed of
    each traffic (99 for "all that follow"); then of a proposal who gets place, point and token; whom to catch (seat,
    character, traffic).
    """

    high = 99.0

    def size(self, box: Any, players: int) -> int:
        return int(4 + 2 * box.traffics + 4 * players + box.kinds + box.traffics + 1)

    def observe(self, value: Any, out: Any, at: int, box: Any, players: int, seat: int) -> None:
        for words in value:
            out[at] = 1.0
            if words in (REFUSAL, SILENT):
                out[at + 1] = 1.0
            elif words.partition(" ")[0] in ("point", "token", "catch") or words.startswith("place "):
                self.observe_gift(words, out, at + 4 + 2 * box.traffics, box, players, seat)
            elif not words.startswith("order"):
                part, number = read_part(words, box.traffic_names)
                if part == 0 or part > box.traffics:
                    out[at + (2 if part == 0 else 3)] = 1.0
                else:
                    place = at + 4 + 2 * (part - 1)
                    out[place] = 1.0 if number <= FROM else highest_rank(number)
                    out[place + 1] = number if number <= FROM else 99.0

    def observe_gift(self, words: str, out: Any, at: int, box: Any, players: int, seat: int) -> None:
        """One part of a proposal."""
        part, number = read_gift(words, box.by_text)
        if part < CATCHING:
            out[at + part * players + (number - seat) % players] = 1.0
            return
        action = box.by_kind.catch_by_code[number]
        out[at + part * players + (action.a - seat) % players] = 1.0
        out[at + 4 * players + action.b] = 1.0
        out[at + 4 * players + box.kinds + action.c] = 1.0


# The place being resolved, in positions: numbers and lists of numbers in one mapping, under the State's own names.
NUMBERS: Final[tuple[str, ...]] = (
    *("placed", "scored", "extra", "start_cards", "here", "feeder", "open", "deal", "round", "party", "named"),
    *("waiting", "tied", "purpose", "rerolled", "prize", "outcome", "power_police", "power_gangs"),
)
FROM_NONE: Final[tuple[str, ...]] = ("here", "feeder", "power_police", "power_gangs")  # -1 for nothing
SEAT_MASKS: Final[tuple[str, ...]] = ("party", "waiting", "tied")
MOSTS: Final[Mapping[str, int]] = {"start_cards": 6, "purpose": 3, "outcome": 7, "power_police": 99, "power_gangs": 99}
LISTS: Final[tuple[str, ...]] = ("queue", "snapshot", "last_set")
CLAIMS: Final[tuple[str, ...]] = ("claims", "drafts", "terms", "offers")


def most_of(key: str, state: Any) -> int:
    """The greatest value of a number of the place being resolved."""
    box, players = state.box, state.players
    if key == "here":
        return int(box.card_count - 1)
    if key == "feeder":
        return int(players - 1)
    if key in SEAT_MASKS:
        return int((1 << players) - 1)
    if key == "named":
        return int((1 << box.traffics) - 1)
    if key == "round":
        return int(state.rounds)
    return MOSTS.get(key, 1)


def die_codes(box: Any, players: int) -> list[int]:
    """The codes of all dice that can be rolled."""
    found = [die_code(INFORMERS, INFORMER, face) for face in box.faces[6 * INFORMER :]]
    for seat in range(1, players, 2):
        for kind in range(len(DICE)):
            found += [die_code(seat, kind, face) for face in box.faces[6 * kind : 6 * kind + 6]]
            found += [die_code(seat, kind, face) for face in (HANDCUFFS, BADGE) if kind == SERGEANT]  # a double
    return found


def read_dice(numbers: Sequence[int], box: Any, players: int, key: str) -> list[Die]:
    """Validate rolled dice, each a code."""
    known = die_codes(box, players)
    for code in numbers:
        if code not in known:
            raise BadPosition("{key}: no die of this game is written {code}.", key=key, code=code)
    return [die_from(code) for code in numbers]


def read_claims(numbers: Sequence[int], box: Any, players: int, key: str) -> list[Claim]:
    """What every seat says, or nothing; `check_claims` validates what it is."""
    width = box.traffics + 3
    refusals = numbers[width - 1 :: width]
    if (numbers and len(numbers) != players * width) or not all(each in (0, 1) for each in refusals):
        raise BadPosition(
            "{key} must have {count} numbers: for every player the parts of a claim, then 1 if it is refused.",
            key=key,
            count=players * width,
        )
    return claims_from(numbers, width)


def check_claims(claims: Sequence[Claim], box: Any, key: str, proposals: bool) -> None:
    """Validate the parts of claims over a place, or of proposals of police."""
    players = len(claims)
    for seat, claim in enumerate(claims):
        parts = claim.parts
        if proposals:
            code = parts[CATCHING]
            fits = max(parts[:CATCHING]) < players and (code == 0 or code in box.by_kind.catch_by_code)
        else:
            fits = max(parts[0], parts[-1]) <= 1 and max(parts[1:-1]) <= FROM + MOST_RANK
        if not fits or min(parts) < 0:
            raise BadPosition("{key}: player {seat} cannot say {parts}.", key=key, seat=seat, parts=parts)


def read_summary(row: Sequence[int], box: Any, players: int, key: str) -> None:
    """Validate what happened at a place (view.py): its facts, gains, dice, claims and proposals."""
    lists: list[Sequence[int]] = []
    at = 7 + players + players * box.traffics
    for _ in range(3):
        count = row[at] if 0 <= at < len(row) else -1
        if count < 0:
            break
        lists.append(row[at + 1 : at + 1 + count])
        at += 1 + count
    facts = row[:7]
    tops = (box.card_count - 1, 7, 99, 99, players - 1, players - 1, (1 << box.traffics) - 1)
    lows = (0, 1, -1, -1, -1, -1, 0)
    if len(lists) != 3 or at != len(row) or any(not lows[i] <= facts[i] <= tops[i] for i in range(7)):
        raise BadPosition("{key}: this is no account of a place: {row}.", key=key, row=str(list(row))[:40])
    read_dice(lists[0], box, players, key)
    check_claims(read_claims(lists[1], box, players, key), box, key, proposals=False)
    check_claims(read_claims(lists[2], box, players, key), box, key, proposals=True)


class Resolution(Field):
    """Where the turn and the place being resolved stand."""

    def __init__(self) -> None:
        super().__init__("resolution", Codec(), attr=None, view=HIDDEN)

    def write(self, state: Any, box: Any, players: int) -> object:
        details: dict[str, object] = {key: int(getattr(state, key)) for key in NUMBERS}
        details.update({key: getattr(state, key)[:] for key in LISTS})
        details.update({key: numbers_of(getattr(state, key)) for key in CLAIMS})
        details["dice"] = [die.code() for die in state.dice]
        return details

    def read(self, state: Any, data: Mapping[str, object], box: Any, players: int) -> None:
        details = data.get("resolution", {})
        if not isinstance(details, Mapping):
            raise BadPosition("resolution must be a mapping.")
        check_keys(details, (*NUMBERS, *LISTS, *CLAIMS, "dice"), "resolution")
        for key, value in details.items():
            if key in NUMBERS:
                number = whole_number(value, key, -1 if key in FROM_NONE else 0, most_of(key, state))
                if isinstance(getattr(state, key), bool):  # one expression for both would be an int to mypyc
                    setattr(state, key, number != 0)
                else:
                    setattr(state, key, number)
                continue
            numbers = [whole_number(each, key, -1, LARGEST) for each in entries(value, key)]
            if key == "dice":
                state.dice = read_dice(numbers, box, players, key)
            elif key in LISTS:
                setattr(state, key, numbers)
            else:
                setattr(state, key, read_claims(numbers, box, players, key))
