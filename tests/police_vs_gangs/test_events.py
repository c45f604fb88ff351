"""A second reading of events: what each tells, worked out from the table at that very moment and before the choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from parrain.core import Event
from parrain.core.compiling import is_compiled
from parrain.games.police_vs_gangs.actions import COLOURS
from parrain.games.police_vs_gangs.actions.claims import find_clashes
from tests.police_vs_gangs.tables import BOX, GAME
from tests.police_vs_gangs.test_referee import Chooser
from tests.police_vs_gangs.test_view import PURPOSES, TRAFFICS, Reading, seats_in

SIDES = ("north", "east", "south", "west")
OUTCOMES = ("", "police alone", "police tie", "gangsters alone", "accord", "gangsters win", "police win", "nobody")
Data = dict[str, Any]


class Moment:
    """An event: the table now, the table before the choice, who chose what."""

    def __init__(self, now: Reading, before: Reading, seat: int, words: list[str], told: Data) -> None:
        self.now, self.before, self.seat, self.words, self.told = now, before, seat, words, told
        self.here = [text.split() for text in now.data["pieces"] if text.split()[-2] == now.here]
        self.party = list(seats_in(now.details["party"]))
        self.teams = now.data["options"]["teams"]

    def gained(self, key: str) -> list[Any]:
        """What each seat has more of than before the choice."""
        after, before = self.now.data[key], self.before.data[key]
        if key == "scores":
            return [mine - old for mine, old in zip(after, before, strict=True)]
        return [{t: n - old.get(t, 0) for t, n in mine.items()} for mine, old in zip(after, before, strict=True)]

    def points(self) -> list[int]:
        """The track, in teams the faction's score for each."""
        scores = self.now.data["scores"]
        return [scores[seat % 2] if self.teams else scores[seat] for seat in range(self.now.n)]

    # -- what each kind of event tells -----------------------------------------------------------------------------

    def place(self) -> Data:
        seat, name, *_, card, side = self.now.data["pieces"][-1].split()
        return {"seat": int(seat), "card": card, "side": side, **({"die": name} if int(seat) % 2 else {})}

    def lay(self) -> Data:
        card = self.now.data["city"][-1]
        colours = [COLOURS[c] for c in BOX.colours[BOX.card_names.index(card["card"])] if c != -1]
        hire = [name for name in card.get("hire", []) if name]
        return {"seat": self.seat, "card": card["card"], "at": card["at"], "colours": colours, "for_hire": hire}

    def draw(self) -> Data:
        turn, order, laid = self.now.data["turn"], self.now.data["order"], len(self.now.data["city"])
        return {"seat": order[-1] if turn else order[laid % self.now.n], "card": self.now.data["drawn"]}

    def resolve(self) -> Data:
        owner = next(card.get("owner", -1) for card in self.now.data["city"] if card["card"] == self.now.here)
        tokens = [n for row in self.now.by_traffic(self.now.data["tokens"]) for n in row]
        assert self.now.details["snapshot"] == [owner, *self.now.data["scores"], *tokens]
        return {"card": self.now.here, "seats": sorted({int(piece[0]) for piece in self.here})}

    def reveal(self) -> Data:
        tiles = [piece for piece in self.here if len(piece) == 5]
        tiles.sort(key=lambda tile: (SIDES.index(tile[4]), tile[0], BOX.characters.index(tile[1]), tile[2]))
        told = [{"seat": int(tile[0]), "character": tile[1], "recruit": tile[2] == "recruit"} for tile in tiles]
        return {"card": self.now.here, "tiles": told}

    def claims(self) -> Data:
        card, details = BOX.card_names.index(self.now.here), self.now.details
        clashes = find_clashes(self.now.claims, tuple(self.party), BOX.printed[card], BOX.badges[card])
        rounds = self.now.data["options"]["rounds"]
        told = [{"seat": seat, "claim": list(self.now.words(self.now.claims[seat], False))} for seat in self.party]
        last = details["round"] == rounds
        return {"card": self.now.here, "round": details["round"], "last": last, "claims": told, "accord": not clashes}

    def proposals(self) -> Data:
        told: list[Data] = []
        for seat in self.party:
            claim = self.now.claims[seat]
            words = dict(text.split(" ", 1) for text in self.now.words(claim, True) if " " in text)
            gifts: Data = {gift: int(words[gift]) for gift in ("place", "point", "token") if gift in words}
            catch = {"catch": f"catch {words['catch']}"} if "catch" in words else {}
            told.append({"seat": seat, "no_deal": True} if claim.refused else {"seat": seat, **gifts, **catch})
        same = all(self.now.claims[seat] == self.now.claims[self.party[0]] for seat in self.party)
        accord = same and not self.now.claims[self.party[0]].refused
        return {"round": self.now.details["round"], "accord": accord, "proposals": told}

    def fight(self) -> Data:
        card = next(card for card in self.now.data["city"] if card["card"] == self.now.here)
        fighting = [piece for piece in self.here if piece[2] == "fight"]
        sums = []
        for seat in sorted({int(piece[0]) for piece in fighting}):
            values = BOX.defence if card.get("owner", -1) == seat else BOX.attack
            mine = [values[BOX.characters.index(piece[1])] for piece in fighting if int(piece[0]) == seat]
            sums.append({"seat": seat, "strength": sum(mine)})
        best = max(each["strength"] for each in sums)
        first = [each["seat"] for each in sums if each["strength"] == best]
        winner = first[0] if len(first) == 1 else self.told["winner"]  # ties: the referee
        assert winner in (*first, -1)
        return {"card": self.now.here, "sums": sums, "winner": winner}

    def roll(self) -> Data:
        dice = [{"seat": seat, "die": die, "face": face} for seat, die, face in self.now.dice()]
        return {"card": self.now.here, "for": PURPOSES[self.now.details["purpose"]], "dice": dice}

    def reroll(self) -> Data:
        if self.words[1] == "none":
            return {"seat": self.seat, "die": ""}
        owner = 6 if self.words[1] == "informer" else int(self.words[1])
        rolled = [die for die in self.now.dice() if die not in self.before.dice()]
        face = rolled[0][2] if rolled else self.told["face"]
        return {"seat": self.seat, "owner": owner, "die": self.words[-2], "was": self.words[-1], "face": face}

    def arrest(self) -> Data:
        jail = [text.split() for text in self.now.data["jail"]]
        if self.words[0] == "arrest":
            victim, die = jail[-2], jail[-1][1]
            assert self.gained("scores")[self.seat % 2 if self.teams else self.seat] == 1
            assert (int(victim[0]), jail[-1][0]) == (int(self.words[1]), str(self.seat))
            told: Data = {"seat": self.seat, "die": die, "point": self.seat, "token": "", "token_to": -1}
        else:
            victim, point = jail[-1], self.told["point"]
            got = [(t, seat) for seat, row in enumerate(self.gained("tokens")) for t, n in row.items() if n > 0]
            assert self.gained("scores")[point % 2 if self.teams else point] == 1
            token, token_to = got[0] if got else ("", self.told["token_to"])
            told = {"seat": point, "die": "", "point": point, "token": token, "token_to": token_to}
        return {**told, "from": int(victim[0]), "character": victim[1]}

    def settled(self) -> Data:
        n, summary, snapshot = self.now.n, self.now.data["summaries"][-1], self.now.details["snapshot"]
        owner = next(card.get("owner", -1) for card in self.now.data["city"] if card["card"] == self.now.here)
        rows = self.now.by_traffic(self.now.data["tokens"])
        after = [*self.now.data["scores"], *(count for row in rows for count in row)]
        gains = [now - old for now, old in zip(after, snapshot[1:], strict=True)]
        powers = [self.now.details["power_police"], self.now.details["power_gangs"]]
        facts = [
            BOX.card_names.index(self.now.here),
            summary[1],
            *powers,
            snapshot[0],
            owner,
            self.now.details["named"],
        ]
        assert summary[: 7 + len(gains)] == [*facts, *gains]
        lists = [self.now.details[key] for key in ("dice", "terms", "offers")]
        assert summary[7 + len(gains) :] == [number for row in lists for number in (len(row), *row)]
        got = []
        for seat in range(n):
            row = gains[n + seat * len(TRAFFICS) : n + (seat + 1) * len(TRAFFICS)]
            tokens = {t: count for t, count in zip(TRAFFICS, row, strict=True) if count}
            points = 0 if self.teams and seat > 1 else gains[seat]
            if tokens or points:
                got.append({"seat": seat, "tokens": tokens, "points": points})
        both = {"police": powers[0], "gangsters": powers[1], "owner": owner}
        return {"card": self.now.here, "how": OUTCOMES[summary[1]], **both, "got": got, "teams": self.teams}

    def traffic(self) -> Data:
        name = self.told["traffic"]
        stakes = [row.get(name, 0) for row in self.now.data["stakes"]]
        best = max(stakes)
        seats = [seat for seat, stake in enumerate(stakes) if best and stake == best]
        seats = [seat for seat in seats if seat % 2] or seats
        holder, level = self.now.data["markers"].get(name, (-1, 0))
        before, old_level = self.before.data["markers"].get(name, (-1, 0))
        boxes = BOX.boxes[TRAFFICS.index(name)]
        points = boxes[level] if holder in seats else 0
        police = bool(seats) and seats[0] % 2 == 1
        if police:
            points = boxes[old_level if before != -1 else 0] // len(seats)
        told = {"traffic": name, "stake": best, "seats": seats, "points": points, "police": police}
        return {**told, "before": before, "holder": holder}

    def districts(self) -> Data:
        majorities, best = [], [0] * self.now.n
        for number, colour in enumerate(COLOURS):
            counts = [0] * self.now.n
            for card in self.now.data["city"]:
                first, second = BOX.colours[BOX.card_names.index(card["card"])]
                if card.get("owner", -1) >= 0 and (card["counts"] == colour if second != -1 else first == number):
                    counts[card["owner"]] += 1
            if max(counts) and counts.count(max(counts)) == 1:
                seat = counts.index(max(counts))
                majorities.append({"seat": seat, "colour": colour, "cards": counts[seat]})
                best[seat] = max(best[seat], counts[seat])
        return {"majorities": majorities, "points": best}

    def order(self) -> Data:
        tied = list(seats_in(self.now.details["tied"]))
        named = [BOX.actions[self.now.drafts[seat].parts[0]].text for seat in tied]
        agreed = len(set(named)) == 1 and named[0] != "order none"
        order = [int(word) for word in named[0].split()[1:]] if agreed else self.now.details["queue"]
        assert sorted(order) == tied
        return {"seats": tied, "order": order, "agreed": agreed}

    def badges(self) -> Data:
        found = [t for t in self.told["traffics"] if TRAFFICS.index(t) in seats_in(self.now.details["named"])]
        return {"seat": self.now.details["feeder"], "card": self.now.here, "traffics": found}

    def free(self) -> Data:
        due = [text.split() for text in self.before.data["jail"] if int(text.split()[2]) < self.now.data["turn"]]
        all_due = [{"seat": int(seat), "who": who, "die": int(seat) % 2 == 1} for seat, who, _ in due]
        return self.told if self.told in all_due else {"due": all_due}

    def end(self) -> Data:
        points = self.points()
        places = [1 + sum(other > mine for other in points) for mine in points]
        return {"ending": self.now.data["ending"], "scores": points, "places": places, "teams": self.teams}


# What a table, or the text of the choice, tells at once.
PLAIN: dict[str, Callable[[Moment], Data]] = {
    "start": lambda at: {"order": at.now.data["order"], "teams": at.teams},
    "turn": lambda at: {"turn": at.now.data["turn"], "order": at.now.data["order"]},
    "pass": lambda at: {"seat": at.seat},
    "let go": lambda at: {"seat": at.seat},
    "discard": lambda at: {"seat": at.seat, "character": at.words[1], "prison": "prison" in at.words},
    "talk": lambda at: {
        "card": at.now.here,
        "seats": at.party,
        "rounds": at.now.data["options"]["rounds"],
        "sand": BOX.sand,
    },
    "recruit": lambda at: {"seat": at.seat, "character": at.words[1].replace("none", ""), "card": at.now.here},
    "double": lambda at: {"seat": at.seat, "face": at.words[1]},
    "powers": lambda at: {
        "card": at.now.here,
        "police": at.now.details["power_police"],
        "gangsters": at.now.details["power_gangs"],
    },
    "stakes": lambda at: {"stakes": at.now.data["stakes"]},
    "colour": lambda at: {"seat": at.seat, "card": at.words[1], "colour": at.words[2]},
    "tie": lambda at: {"points": max(at.points())},
}
# The events that a choice brings at once, whatever follows.
AT_ONCE = {"pass": "pass", "discard": "discard", "at": "place", "resolve": "resolve", "recruit": "recruit"}
AT_ONCE |= {"double": "double", "reroll": "reroll", "catch": "arrest", "count": "colour", "lay": "lay"}


class Watcher(list[Event]):
    """A log that looks at the table whenever something is told."""

    def __init__(self) -> None:
        self.look: Callable[[Event], None] | None = None

    def append(self, event: Event) -> None:
        super().append(event)
        if self.look is not None:
            self.look(event)


def follow(players: int, seed: int, **options: object) -> set[str]:
    """Play a game and read every event; the kinds that came up."""
    log = Watcher()
    state = GAME.new(players, seed, log, **options)
    chooser = Chooser(seed)
    met = {event.kind for event in log}
    while not state.is_over:
        before = Reading(state)
        seat = chooser.any_of(state.current_players())
        text = chooser.choose([str(action) for action in state.legal_actions(seat)])

        def look(event: Event, before: Reading = before, seat: int = seat, text: str = text) -> None:
            moment = Moment(Reading(state), before, seat, text.split(), dict(event.data))
            wanted = PLAIN[event.kind](moment) if event.kind in PLAIN else getattr(moment, event.kind)()
            assert event.data == wanted, (text, event.kind)
            if event.kind == "place" and not seat % 2:
                _, name, how, *_ = moment.now.data["pieces"][-1].split()
                assert (event.secret, event.audience) == ({"character": name, "recruit": how == "recruit"}, (seat,))
            else:
                assert event.public and not event.secret

        log.clear()
        log.look = look
        state.apply(seat, GAME.action_from_text(text))
        kinds = [event.kind for event in log]
        word = text.split()[0]
        drafted = before.phase == "share"  # whom to catch is said later
        assert word not in AT_ONCE or drafted or kinds[0] == AT_ONCE[word], (text, kinds)
        freed = [name for name in before.data["jail"] if name not in state.to_position()["jail"]]
        assert kinds.count("free") == len(freed) or word == "discard", (text, kinds)
        met |= {*kinds}
    return met


ALWAYS = {"start", "turn", "draw", "lay", "place", "pass", "free", "resolve", "talk", "claims", "reveal", "fight"}
ALWAYS |= {"roll", "powers", "arrest", "settled", "stakes", "traffic", "districts", "end"}


@pytest.mark.skipif(is_compiled(), reason="compiled code appends to a log without asking it")
@pytest.mark.parametrize(
    ("players", "options"), [(3, {}), (5, {"rounds": 2}), (6, {"teams": True, "handcuffs": "house"})]
)
def test_events_tell_what_happened(players: int, options: dict[str, object]) -> None:
    assert follow(players, players, **options) >= ALWAYS
