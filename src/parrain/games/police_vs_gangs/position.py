"""A position of Police vs Gangs as a readable mapping, and back (docs/positions.md).

Short positions: say `city`, `pieces`, `hands`, `scores` and the `phase` to begin; without `owing` the phase begins as the
rules begin it, what is not placed is in the bag and the deck, and a seat without `hands` has its starting pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from parrain.core.errors import BadPosition
from parrain.games.police_vs_gangs.choices import COLOURS, DICE, SIDES
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.table import (
    P_COLOUR,
    P_DISCARD,
    P_LAY,
    P_PLACE,
    P_RESOLVE,
    P_STAKE,
    P_TALK,
    PHASES,
    piece,
)

if TYPE_CHECKING:
    from parrain.games.police_vs_gangs.rules import State

# Numbers written as they are: where the turn and the place being resolved stand.
PLAIN = (
    "turn", "placer", "held", "placed", "scored", "extra", "start_cards", "here", "feeder", "open", "deal", "round", "party",
    "named", "waiting", "tied",
    "purpose", "rerolled", "prize", "outcome", "power_police", "power_gangs",
)  # fmt: skip
LISTS = ("order", "queue", "dice", "snapshot", "claims", "drafts", "last_set", "terms", "offers")
DEFAULTS = {"held": -1, "here": -1, "feeder": -1, "power_police": -1, "power_gangs": -1, "turn": 1}
KEYS = (
    "game", "edition", "players", "options", "seed", "random", "reveals", "phase", "owing", "passed", "scores", "city", "drawn",
    "deck", "bag", "discard",
    "hands", "shown", "pieces", "jail", "tokens", "gained", "markers", "stakes", "staked", "summaries", "ending", "resolution", "turn",
    "order", "placer", "held",
)  # fmt: skip


def position_of(state: State) -> dict[str, object]:
    """The whole table."""
    box = state.cards
    n, wares = state.players, box.traffics
    details: dict[str, object] = {key: number_of(state, key) for key in PLAIN if key not in ("turn", "placer", "held")}
    details.update({key: list_of(state, key)[:] for key in LISTS if key != "order"})
    data: dict[str, object] = {
        "game": "police-vs-gangs", "edition": box.edition.key, "players": n, "options": dict(state.options),
        "random": state.random_words(), "reveals": state.reveals, "turn": state.turn, "phase": PHASES[state.phase],
        "owing": [seat for seat in range(n) if state.owing >> seat & 1], "passed": [seat for seat in range(n) if state.passed >> seat & 1],
        "order": state.order[:], "scores": state.score[:], "placer": state.placer, "held": state.held,
        "city": [card_entry(state, card) for card in state.laid],
        "drawn": box.card_names[state.drawn] if state.drawn != -1 else "",
        "deck": [box.card_names[card] for card in state.deck], "bag": [box.characters[c] for c in state.bag],
        "discard": [box.characters[c] for c in state.discard],
        "hands": [held_names(box, state.hand, seat) for seat in range(n)],
        "shown": [held_names(box, state.shown, seat) for seat in range(n)],
        "pieces": [piece_text(box, code) for code in state.pieces],
        "jail": [f"{code >> 3 & 7} {kind_name(box, code >> 3 & 7, code & 7)} {code >> 6}" for code in state.jail],
        "tokens": [counted(box, state.tokens[seat * wares : (seat + 1) * wares]) for seat in range(n)],
        "stakes": [counted(box, state.stakes[seat * wares : (seat + 1) * wares]) for seat in range(n)],
        "staked": [counted(box, state.staked[seat * wares : (seat + 1) * wares]) for seat in range(n)],
        "markers": {name: [state.holder[t], state.level[t]] for t, name in enumerate(box.traffic_names) if state.holder[t] != -1},
        "summaries": [each[:] for each in state.summaries], "ending": state.ending, "resolution": details,
    }  # fmt: skip
    if state.gained != state.tokens:  # where somebody holds what nobody saw them get
        data["gained"] = [counted(box, state.gained[seat * wares : (seat + 1) * wares]) for seat in range(n)]
    return data


def number_of(state: State, key: str) -> int:
    """A plain number of the table by name."""
    value = getattr(state, key)
    assert isinstance(value, int)
    return value


def list_of(state: State, key: str) -> list[int]:
    """A plain list of the table by name."""
    value = getattr(state, key)
    assert isinstance(value, list)
    return value


def card_entry(state: State, card: int) -> dict[str, object]:
    """A card of the city; what is nobody's or nothing is left out."""
    box = state.cards
    entry: dict[str, object] = {"card": box.card_names[card], "at": [state.x[card], state.y[card]]}
    hire = state.recruits[2 * card : 2 * card + 2]
    if hire != [-1, -1]:
        entry["hire"] = [box.characters[c] if c != -1 else "" for c in hire]
    if state.owner[card] != -1:
        entry["owner"] = state.owner[card]
    if state.colour_of[card] != -1:
        entry["counts"] = COLOURS[state.colour_of[card]]
    return entry


def kind_name(box: Box, seat: int, kind: int) -> str:
    """A character or die by name."""
    return DICE[kind] if seat & 1 else box.characters[kind]


def held_names(box: Box, counts: list[int], seat: int) -> list[str]:
    """What a seat holds, by name."""
    return [kind_name(box, seat, kind) for kind in range(8) for _ in range(counts[seat * 8 + kind])]


def piece_text(box: Box, code: int) -> str:
    """A piece as `0 killer fight foundry north` or `1 sergeant foundry east`."""
    spot, seat = code >> 7, code >> 4 & 7
    how = "" if seat & 1 else " recruit" if code & 1 else " fight"
    return f"{seat} {kind_name(box, seat, code >> 1 & 7)}{how} {box.card_names[spot >> 2]} {SIDES[spot & 3]}"


def counted(box: Box, counts: list[int]) -> dict[str, int]:
    """Tokens by traffic."""
    return {name: counts[t] for t, name in enumerate(box.traffic_names) if counts[t]}


# -- reading -------------------------------------------------------------------------------------------------


def read_position(box: Box, data: Mapping[str, object]) -> State:
    """Lay out a position; BadPosition says what cannot be."""
    from parrain.games.police_vs_gangs.rules import State

    for key in data:
        if key not in KEYS:
            raise BadPosition(
                "A position of Police vs Gangs has no {key}; it has: {keys}.", key=str(key), keys=", ".join(KEYS)
            )
    players = whole(data, "players", 3, 3, 6)
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise BadPosition("options must be a mapping.")
    state = State(box, players, -1, options)
    state.lay_out()
    state.reseed(whole(data, "seed", 0, 0, (1 << 96) - 1))
    state.phase = known(PHASES, data.get("phase", "place"), "phase")
    state.score = numbers(data, "scores", [0] * players, players)
    state.passed = seat_mask(data.get("passed", []), "passed", players)
    state.reveals = whole(data, "reveals", 0, 0, 1 << 30)
    read_city(state, box, data)
    read_crew(state, box, data)
    read_tokens(state, box, data)
    read_numbers(state, data)
    words = data.get("random")
    if words is not None:
        state.set_random_words(numbers(data, "random", [], 4))
    state.ending = str(data.get("ending", ""))
    state.is_over = state.ending != ""
    begin(state, data)
    try:
        state.check()
    except AssertionError as error:
        raise BadPosition(
            "This cannot be on a table: {why}.",
            why=str(error) or "pieces, tokens or cards are lost, doubled or where none can be",
        ) from None
    return state


def begin(state: State, data: Mapping[str, object]) -> None:
    """Take up the game where it stands (`owing`), or begin the phase as the rules do."""
    if "owing" in data:
        state.owing = seat_mask(data["owing"], "owing", state.players)
        if state.phase == P_TALK:
            state.measure()
        return
    if state.phase == P_LAY and state.turn:
        state.draw_place(state.last_player())
    elif state.phase == P_DISCARD:
        state.begin_discards()
    elif state.phase == P_PLACE:
        state.placer -= 1
        state.next_placer()
    elif state.phase == P_RESOLVE:
        state.resolve_next()
    elif state.phase == P_STAKE:
        state.begin_count()
    elif state.phase == P_COLOUR:
        state.next_colour()
    else:
        raise BadPosition(
            "To begin in the phase {phase}, say who owes a decision (owing), or begin at lay, discard, place, resolve, stake or colour.",
            phase=PHASES[state.phase],
        )


def read_city(state: State, box: Box, data: Mapping[str, object]) -> None:
    """The cards on the table, their links, owners and gangsters for hire; the deck."""
    from parrain.games.police_vs_gangs.imagining import link

    city = data.get("city", [])
    if not isinstance(city, list) or not all(isinstance(entry, dict) for entry in city):
        raise BadPosition("city must be a list of mappings with card and at.")
    cells: dict[int, int] = {}
    for entry in city:
        card = known(box.card_names, entry.get("card"), "city")
        x, y = numbers(entry, "at", [], 2)
        if card in state.laid or x * 256 + y in cells or max(abs(x), abs(y)) > 60:
            raise BadPosition("{card} lies twice, on another card or too far away.", card=box.card_names[card])
        state.laid.append(card)
        cells[x * 256 + y] = card
        state.x[card], state.y[card] = x, y
        state.owner[card] = whole(entry, "owner", -1, -1, state.players - 1)
        hire = entry.get("hire", [])
        if not isinstance(hire, list) or len(hire) > 2:
            raise BadPosition("hire must be a list of at most two gangsters.")
        for i in range(len(hire)):
            state.recruits[2 * card + i] = known(box.characters, hire[i], "hire") if hire[i] else -1
        if "counts" in entry:
            state.colour_of[card] = known(COLOURS, entry["counts"], "counts")
    if not state.laid:
        raise BadPosition("A city has at least one place.")
    link(state, cells)
    drawn = data.get("drawn", "")
    state.drawn = known(box.card_names, drawn, "drawn") if drawn else -1
    if "deck" in data:
        state.deck = [known(box.card_names, name, "deck") for name in listing(data, "deck")]
    else:
        state.deck = [card for card in range(box.card_count) if card not in state.laid and card != state.drawn]
        state.shuffle(state.deck)


def read_crew(state: State, box: Box, data: Mapping[str, object]) -> None:
    """Hands, pieces, prison, bag and discard."""
    n = state.players
    used = [0] * (8 * n)
    for text in listing(data, "pieces"):
        code = read_piece(state, box, str(text))
        state.pieces.append(code)
        used[(code >> 4 & 7) * 8 + (code >> 1 & 7)] += 1
        if code >> 4 & 1:
            state.side_police[code >> 7] += 1
        else:
            state.side_gang[code >> 7] = (code >> 4 & 7) + 1
    for text in listing(data, "jail"):
        words = str(text).split()
        if len(words) != 3 or not words[0].isdecimal() or not words[2].isdecimal() or int(words[0]) >= n:
            raise BadPosition(
                "A prisoner is written as seat, name and the turn of the arrest (“0 killer 3”), not {text}.",
                text=str(text),
            )
        seat = int(words[0])
        kind = known(DICE if seat & 1 else box.characters, words[1], "jail")
        state.jail.append((int(words[2]) * 8 + seat) * 8 + kind)
        used[seat * 8 + kind] += 1
    hands = data.get("hands")
    for seat in range(n):
        if hands is not None and (not isinstance(hands, list) or len(hands) != n or not isinstance(hands[seat], list)):
            raise BadPosition("hands must be a list of {players} lists.", players=n)
        if hands is not None and (not seat & 1 or "owing" in data):
            for name in hands[seat]:
                state.hand[seat * 8 + known(DICE if seat & 1 else box.characters, name, "hands")] += 1
        else:
            start = [die for die in range(3) for _ in range(box.dice_of[n][die])] if seat & 1 else box.start
            for kind in range(8):
                state.hand[seat * 8 + kind] = max(0, start.count(kind) - used[seat * 8 + kind])
    for seat, names in enumerate(listing(data, "shown")):
        for name in names if isinstance(names, list) and seat < n else []:
            state.shown[seat * 8 + known(DICE if seat & 1 else box.characters, name, "shown")] += 1
    state.discard = [known(box.characters, name, "discard") for name in listing(data, "discard")]
    if "bag" in data:
        state.bag = [known(box.characters, name, "bag") for name in listing(data, "bag")]
        return
    for c in range(box.kinds):
        out = (
            sum([state.hand[seat * 8 + c] + used[seat * 8 + c] for seat in range(0, n, 2)])
            + state.discard.count(c)
            + state.recruits.count(c)
        )
        if out > box.counts[c]:
            raise BadPosition("There are only {count} {name}.", count=box.counts[c], name=box.characters[c])
        if box.in_bag[c]:
            state.bag += [c] * (box.counts[c] - out)
    state.shuffle(state.bag)


def read_piece(state: State, box: Box, text: str) -> int:
    """A piece from its text."""
    words = text.split()
    if (
        len(words) in (4, 5)
        and words[0].isdecimal()
        and int(words[0]) < state.players
        and len(words) == 5 - (int(words[0]) & 1)
    ):
        seat = int(words[0])
        kind = known(DICE if seat & 1 else box.characters, words[1], "pieces")
        card = known(box.card_names, words[-2], "pieces")
        spot = card * 4 + known(SIDES, words[-1], "pieces")
        if card in state.laid and state.neighbour[spot] == -1:
            return piece(spot, seat, kind, 1 if words[2] == "recruit" else 0)
    raise BadPosition(
        "A piece is written as “0 killer fight foundry north” or “1 sergeant foundry east”, at an open side; not “{text}”.",
        text=text[:60],
    )


def read_tokens(state: State, box: Box, data: Mapping[str, object]) -> None:
    """Tokens, stakes and markers; the supply is what is left. Unless `gained` says less, everybody saw where tokens went."""
    lists = {"tokens": state.tokens, "gained": state.gained, "stakes": state.stakes, "staked": state.staked}
    for key, numbers_of in lists.items():
        for seat, counts in enumerate(listing(data, key)):
            if not isinstance(counts, dict) or seat >= state.players:
                raise BadPosition("{key} must be a mapping of traffics to numbers for each player.", key=key)
            for name in counts:
                at = seat * box.traffics + known(box.traffic_names, name, key)
                numbers_of[at] = whole(counts, name, 0, 0, 12)
    if "gained" not in data:
        state.gained = state.tokens[:]
    if any(state.gained[at] > state.tokens[at] for at in range(len(state.tokens))):
        raise BadPosition(
            "Nobody can have gained more tokens than they hold: gained is what of the tokens everybody has seen."
        )
    for t in range(box.traffics):
        state.supply[t] -= sum([state.tokens[seat * box.traffics + t] for seat in range(state.players)])
        if state.supply[t] < 0:
            raise BadPosition(
                "There are only {count} tokens of {name}.", count=box.tokens[t], name=box.traffic_names[t]
            )
    markers = data.get("markers", {})
    if not isinstance(markers, dict):
        raise BadPosition("markers must be a mapping of traffics to [seat, box].")
    for name in markers:
        t = known(box.traffic_names, name, "markers")
        state.holder[t], state.level[t] = numbers(markers, name, [], 2)
        if (
            not 0 <= state.holder[t] < state.players
            or state.holder[t] & 1
            or not 0 <= state.level[t] < len(box.boxes[t])
        ):
            raise BadPosition(
                "The marker of {name} belongs to a gangster and stands on box 0 to {last}.",
                name=name,
                last=len(box.boxes[t]) - 1,
            )


def read_numbers(state: State, data: Mapping[str, object]) -> None:
    """The plain numbers and lists of `resolution`, the turn and its order."""
    details = data.get("resolution", {})
    if not isinstance(details, dict):
        raise BadPosition("resolution must be a mapping.")
    for key in details:
        if key not in PLAIN and key not in LISTS:
            raise BadPosition("resolution has no {key}.", key=str(key))
    for key in PLAIN:
        source = data if key in ("turn", "placer", "held") else details
        setattr(state, key, whole(source, key, DEFAULTS.get(key, 0), -1, 1 << 30))
    order = numbers(data, "order", list(range(state.players)), state.players)
    if sorted(order) != list(range(state.players)):
        raise BadPosition("order must name every player once.")
    state.order = order
    for key in LISTS:
        if key in details:
            setattr(state, key, numbers(details, key, [], None))
    if (
        len(state.claims) != state.players * state.width
        or len(state.drafts) != len(state.claims)
        or len(state.last_set) != state.players
    ):
        raise BadPosition("claims, drafts and last_set must have a number for every player and element.")
    summaries = listing(data, "summaries")
    state.summaries = [[int(each) for each in one] for one in summaries if isinstance(one, list)]


def whole(data: Mapping[str, object], key: str, default: int, least: int, most: int) -> int:
    """A whole number within bounds."""
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadPosition(
            "{key} must be a whole number from {least} to {most}, not {value}.",
            key=key,
            least=least,
            most=most,
            value=repr(value)[:40],
        )
    return value


def numbers(data: Mapping[str, object], key: str, default: list[int], count: int | None) -> list[int]:
    """A list of whole numbers, of a given length."""
    value = data.get(key, default)
    if (
        not isinstance(value, list)
        or not all(isinstance(each, int) for each in value)
        or (count is not None and len(value) != count)
    ):
        raise BadPosition(
            "{key} must be a list of {count} whole numbers, not {value}.",
            key=key,
            count=str(count or "some"),
            value=repr(value)[:60],
        )
    return [int(each) for each in value]


def listing(data: Mapping[str, object], key: str) -> list[object]:
    """A list, empty if it is not there."""
    value = data.get(key, [])
    if not isinstance(value, list):
        raise BadPosition("{key} must be a list.", key=key)
    return value


def known(names: list[str] | tuple[str, ...], name: object, key: str) -> int:
    """The number of a name."""
    if name not in names:
        raise BadPosition(
            "{key}: there is no {name}; there are {known}.", key=key, name=str(name), known=", ".join(names)
        )
    return names.index(str(name))


def seat_mask(seats: object, key: str, players: int) -> int:
    """Seats as bits."""
    if not isinstance(seats, list) or not all(isinstance(seat, int) and 0 <= seat < players for seat in seats):
        raise BadPosition("{key} must be a list of seats.", key=key)
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask
