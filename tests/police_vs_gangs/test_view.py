"""A second reading of Views: what a seat sees of a table, worked out from the position that holds everything."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import Any

import pytest

from parrain.core import State
from parrain.games.police_vs_gangs.actions.claims import Claim, claim_words, find_clashes, proposal_words
from parrain.games.police_vs_gangs.rules import State as PoliceState
from parrain.games.police_vs_gangs.view import View
from tests.police_vs_gangs.tables import BOX, GAME, start
from tests.police_vs_gangs.test_referee import Chooser

TRAFFICS, WIDTH = BOX.traffic_names, len(BOX.traffic_names) + 3
FACES = ("handcuffs", "badge", "double", "mafia")
CLASHES = ("no deal", "place", "rank", "badges", "rest")
PURPOSES = ("", "alone", "fight", "share")
EVERY = 11  # choices between two tables that are looked at


def seats_in(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(6) if mask & 2**seat)


def in_order(names: Counter[str], seat: int) -> tuple[str, ...]:
    """Names in the order of the box: dice of police, characters of gangsters."""
    known = ["inspector", "sergeant", "lieutenant"] if seat % 2 else BOX.characters
    return tuple(name for name in known for _ in range(names[name]))


class Reading:
    """A position, and what each seat may know of it (PG 16.1, PG 16.2)."""

    def __init__(self, state: State) -> None:
        self.data: dict[str, Any] = state.to_position()
        self.details = self.data["resolution"]
        self.n = self.data["players"]
        self.phase = self.data["phase"]
        here = self.details["here"]
        self.here = BOX.card_names[here] if here >= 0 else ""
        self.claims, self.drafts, self.terms, self.offers = (
            self.claims_in(key) for key in ("claims", "drafts", "terms", "offers")
        )

    def claims_in(self, key: str) -> list[Claim]:
        numbers = self.details[key]
        rows = [numbers[at : at + WIDTH] for at in range(0, len(numbers), WIDTH)]
        return [Claim(row[:-1], row[-1] == 1) for row in rows]

    def words(self, claim: Claim, proposal: bool) -> tuple[str, ...]:
        if proposal:
            return proposal_words(claim, self.details["prize"] == 1, BOX.by_kind.catch_by_code)
        return claim_words(claim, TRAFFICS)

    def pieces(self, seat: int | None) -> tuple[tuple[int, str, str, str, str], ...]:
        found = []
        for text in self.data["pieces"]:
            owner, name, *how, card, side = text.split()
            turned_up = self.details["open"] and card == self.here
            seen = int(owner) % 2 or int(owner) == seat or turned_up
            found.append((int(owner), card, side, name if seen else "", "".join(how) if seen else ""))
        return tuple(sorted(found))

    def rosters(self) -> tuple[tuple[str, ...], ...]:
        owned = [Counter(names) for names in self.data["hands"]]
        for text in (*self.data["pieces"], *self.data["jail"]):
            owned[int(text.split()[0])][text.split()[1]] += 1
        return tuple(in_order(names, seat) for seat, names in enumerate(owned))

    def dice(self) -> tuple[tuple[int, str, str], ...]:
        kinds = ("inspector", "sergeant", "lieutenant", "informer")
        return tuple((code // 16, kinds[code // 4 % 4], FACES[code % 4]) for code in self.details["dice"])

    def by_traffic(self, rows: list[dict[str, int]]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(row.get(name, 0) for name in TRAFFICS) for row in rows)

    def said(self, claims: list[Claim], proposals: bool, seats: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
        return tuple(self.words(claims[seat], proposals) if seat in seats else () for seat in range(self.n))

    def clashes(self) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
        if self.phase != "talk" or self.details["round"] < 2:
            return ()
        card = self.details["here"]
        found = find_clashes(self.claims, seats_in(self.details["party"]), BOX.printed[card], BOX.badges[card])
        return tuple((CLASHES[what], TRAFFICS[t] if t >= 0 else "", seats_in(mask)) for what, t, mask in found)

    def own(self, seat: int | None) -> dict[str, object]:
        """What the seat alone sees."""
        if seat is None:
            return {"hand": (), "held": "", "tokens": (), "stakes": (), "draft": (), "draft_from": -1}
        asked = seat in self.data["owing"]
        held = ""
        draft: tuple[str, ...] = ()
        if self.phase == "place" and self.data["held"] >= 0 and asked:
            kind, recruits = divmod(self.data["held"], 2)
            gangster = f"{BOX.characters[kind]} {'recruit' if recruits else 'fight'}" if seat % 2 == 0 else ""
            held = gangster or ("inspector", "sergeant", "lieutenant")[kind]
        if self.phase == "order":
            draft = (BOX.actions[number].text,) if (number := self.drafts[seat].parts[0]) else ()
        elif self.phase in ("talk", "share") and seat in seats_in(self.details["party"]):
            draft = self.words(self.drafts[seat], self.phase == "share")
        return {
            "hand": in_order(Counter(self.data["hands"][seat]), seat),
            "held": held,
            "tokens": self.by_traffic(self.data["tokens"])[seat],
            "stakes": self.by_traffic(self.data["stakes"])[seat] if self.phase == "stake" else (),
            "draft": draft,
            "draft_from": self.details["last_set"][seat] if asked and self.phase in ("talk", "share", "stake") else -1,
        }

    def open(self) -> dict[str, object]:
        """What everybody sees."""
        data, details = self.data, self.details
        talking = self.phase in ("talk", "share")
        held = self.by_traffic(data["tokens"])
        return {
            **{
                key: data[key] for key in ("game", "edition", "options", "players", "ending", "turn", "phase", "placer")
            },
            **{key: data[key] for key in ("drawn", "reveals")},
            **{key: details[key] for key in ("round", "feeder", "outcome", "power_police")},
            **{key: details[key] == 1 for key in ("open", "deal", "prize", "rerolled")},
            **{key: seats_in(details[key]) for key in ("party", "tied", "waiting")},
            **{key: tuple(data[key]) for key in ("order", "passed")},
            "to_move": tuple(data["owing"]),
            "deck": len(data["deck"]),
            "bag": len(data["bag"]),
            "discard": tuple(sorted(data["discard"])),
            "city": tuple(
                (card["card"], *card["at"], card.get("owner", -1), tuple(filter(None, card.get("hire", []))))
                for card in data["city"]
            ),
            "colours": tuple((card["card"], card["counts"]) for card in data["city"] if "counts" in card),
            "roster": self.rosters(),
            "in_hand": tuple(len(names) for names in data["hands"]),
            "back": tuple(in_order(Counter(names), seat) for seat, names in enumerate(data["shown"])),
            "jail": tuple(sorted((int(s), name, int(t)) for s, name, t in (text.split() for text in data["jail"]))),
            "gained": self.by_traffic(data.get("gained", data["tokens"])),
            "supply": tuple(12 - sum(row[t] for row in held) for t in range(len(TRAFFICS))),
            "markers": tuple(tuple(data["markers"].get(name, (-1, 0))) for name in TRAFFICS),
            "staked": self.by_traffic(data["staked"]),
            "here": self.here,
            "named": tuple(TRAFFICS[t] for t in seats_in(details["named"])),
            "claims": self.said(
                self.claims,
                self.phase == "share",
                seats_in(details["party"]) if talking and details["round"] > 1 else (),
            ),
            "clashes": self.clashes(),
            "terms": self.said(self.terms, False, tuple(range(len(self.terms)))),
            "offers": self.said(
                self.offers, True, tuple(seat for seat, offer in enumerate(self.offers) if any(offer.parts))
            ),
            "queue": tuple(details["queue"]),
            "dice": self.dice(),
            "purpose": PURPOSES[details["purpose"]],
            "power_gangsters": details["power_gangs"],
            "before": tuple(details["snapshot"][: self.n + 1]),
            "summaries": tuple(map(tuple, data["summaries"])),
            "flags": tuple(details[key] for key in ("placed", "scored", "extra", "start_cards")),
        }


def check_views(state: State) -> None:
    """Every field of every View is as the position says, but for those that follow from the rules alone."""
    reading = Reading(state)
    assert isinstance(state, PoliceState)
    everybody: dict[str, object] = {
        **reading.open(),
        "scores": state.scores(),
        "places": state.ranking() if state.is_over else (),
        "teams": state.options["teams"],
        "rounds": state.options["rounds"],
        "sand": BOX.sand,
        "handcuffs_shift": state.sides.shift,
        "most": tuple(state.most) if reading.phase == "talk" else (),
    }
    for seat in (None, *range(state.players)):
        view = state.view(seat)
        assert isinstance(view, View)
        wanted = {**everybody, **reading.own(seat), "seat": seat, "pieces": reading.pieces(seat)}
        seen = {field.name: getattr(view, field.name) for field in fields(view)}
        assert seen.keys() == wanted.keys()
        assert {key: seen[key] for key in seen if seen[key] != wanted[key]} == {}, (seat, wanted)


@pytest.mark.rule("PG 16.1", "PG 16.2")
@pytest.mark.parametrize(
    ("players", "options"),
    [(3, {}), (4, {"rounds": 2, "handcuffs": "house"}), (5, {"handcuffs": "balanced"}), (6, {"teams": True})],
)
def test_every_seat_sees_what_it_may(players: int, options: dict[str, object]) -> None:
    state, chooser = GAME.new(players, players, None, **options), Chooser(players)
    met: set[str] = set()
    number = 0
    while not state.is_over:
        phase = state.view(None).phase
        if number % EVERY == 0 or phase not in met:
            check_views(state)
            met.add(phase)
        number += 1
        seat = chooser.any_of(state.current_players())
        state.apply(seat, GAME.action_from_text(chooser.choose([str(each) for each in state.legal_actions(seat)])))
    check_views(state)
    assert {"lay", "place", "resolve", "talk", "stake"} <= met


def talk(*said: list[int]) -> PoliceState:
    """Three gangsters and three police bargain at the villa, in the second round after this was said."""
    claims = [*said, *[[0] * WIDTH] * (6 - len(said))]
    resolution = {
        "here": BOX.card_names.index("villa"),
        "party": 63,
        "round": 2,
        "snapshot": [-1] + [0] * 36,
        "claims": [number for row in claims for number in row],
    }
    pieces = ["0 driver fight villa north", "2 driver fight villa east", "4 driver fight villa south"]
    position = {
        "players": 6,
        "phase": "talk",
        "owing": [0, 1, 2, 3, 4, 5],
        "city": [{"card": "villa", "at": [0, 0]}],
        "pieces": [*pieces, *(f"{seat} inspector villa west" for seat in (1, 3, 5))],
        "resolution": resolution,
    }
    return start(position)


@pytest.mark.rule("PG 9.4")
@pytest.mark.parametrize(
    ("said", "clashes"),
    [
        ([], ()),
        ([[1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1, 0]], ()),
        ([[0, 0, 0, 0, 0, 0, 0, 1]], (("no deal", "", (0,)),)),
        ([[0] * WIDTH, [1] + [0] * 7, [1] + [0] * 7], (("place", "", (1, 2)),)),
        ([[0] * 6 + [1, 0]] * 2, (("rest", "", (0, 1)),)),
        *[
            ([[0] * (1 + t) + [1] + [0] * (6 - t)] * 3, (("rank", name, (0, 1, 2)),))
            for t, name in enumerate(TRAFFICS)
            if BOX.printed[BOX.card_names.index("villa")] & 2**t or BOX.badges[BOX.card_names.index("villa")]
        ],
        ([[0, 1, 1, 1, 1, 1, 0, 0]], (("badges", "", (0,)),)),
    ],
)
def test_everybody_sees_why_there_is_no_accord(
    said: list[list[int]], clashes: tuple[tuple[str, str, tuple[int, ...]], ...]
) -> None:
    for seat in (None, 0, 5):
        view = talk(*said).view(seat)
        assert view.clashes == clashes
        assert view.claims == tuple(claim_words(Claim(row[:-1], row[-1] == 1), TRAFFICS) for row in said) + ((),) * (
            6 - len(said)
        )


def test_a_clone_shares_no_list() -> None:
    """What is changed in a clone, dice too, is not changed in the original."""
    state = talk()
    copy = state.clone()
    lists = [name for name in dir(state) if isinstance(getattr(state, name, None), (list, bytearray))]
    assert {"dice", "hand", "pieces", "side_gang", "tokens", "x"} <= {*lists}
    assert [name for name in lists if getattr(copy, name) is getattr(state, name)] == []
