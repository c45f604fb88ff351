"""What is told step by step: the reveal, the traffics, gunfights, recruiting, the points of a turn, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from parrain.core.parts import Scene, Step
from parrain.core.say import Say, Seat, say, say_plural
from parrain.games.gangs_city.board import pictures, sums
from parrain.games.gangs_city.board.context import Context
from parrain.games.gangs_city.board.sums import Fighter
from parrain.games.gangs_city.components import Box, names
from parrain.games.gangs_city.state import CHIEF, DEAD
from parrain.games.gangs_city.state.city import quarter_points
from parrain.games.gangs_city.text.events import event_text
from parrain.games.gangs_city.view import View

Told = Mapping[str, object]

MAKERS = ("reveal", "traffic", "fight", "recruiters", "score", "end")  # one of these makes a scene


def scenes(
    events: Sequence[Told],
    view: View,
    box: Box,
    players: Sequence[str],
    language: str,
    narrow: bool,
    earlier: Sequence[Told] = (),
) -> list[Scene]:
    """The scenes of these events, in their order.

    `earlier` is what happened before in the same turn. Without it the last fights of a turn show their sums alone:
    the View after them has no tiles any more.
    """
    if not any(event["kind"] in MAKERS for event in events):
        return []
    return Teller(Context(view, box, (), players, language, narrow), events, earlier).tell()


def pointed(event: Told, box: Box) -> tuple[str, ...]:
    """The pieces and things that an event is about."""
    found = []
    kind = event["kind"]
    if "tile" in event:
        found.append(f"laid.{cast(int, event['tile']) - 1}")
    for key in ("site", "place", "spot"):
        if key in event and kind not in ("draw", "turned"):
            found.append(f"place.{str(event[key]).partition('/')[0]}")
    if "traffic" in event:
        found.append(f"traffic.{event['traffic']}")
    if kind in ("second-chance", "recruit", "draw", "turned", "pass") and "seat" in event:
        found.append(f"gang.{event['seat']}")
    return tuple(dict.fromkeys(found))


class Teller:
    """Goes through events and makes scenes of some; what an event leaves out follows from the others and the View."""

    def __init__(self, context: Context, events: Sequence[Told], earlier: Sequence[Told]) -> None:
        self.context = context
        self.events = [*earlier, *events]
        self.start = len(earlier)
        self.telling = False
        self.found: list[Scene] = []
        self.spots: dict[int, str] = {}  # of each tile, by number
        self.tiles: dict[int, Fighter] = {}
        self.chiefs: dict[int, bool] = {}  # by the number of a tile, as it was laid
        self.chiefs_known = False
        self.before_shots: set[int] = set()  # tiles that were alive until these shots
        self.owners = self.owners_before()
        self.know_tiles()

    def words(self, sentence: Say) -> str:
        return self.context.capital(sentence)

    def told(self, event: Told) -> str:
        """The sentence of an event."""
        sentence = event_text(event, self.context.view.seat, self.context.box)
        return self.words(sentence) if sentence is not None else ""

    def owners_before(self) -> dict[str, int]:
        """Who owned each place before these events: the View after them, undone from the end."""
        owners = {name: owner for name, _, _, owner, _ in self.context.view.city}
        for event in reversed(self.events):
            if event["kind"] == "fight" and not event["pile"]:
                owners[str(event["site"])] = cast(int, event["owner"])
            elif event["kind"] == "build":
                owners.pop(str(event["place"]), None)
        return owners

    def know_tiles(self) -> None:
        """The tiles of this turn as the View has them, if they are still on the city."""
        view = self.context.view
        if not view.revealed:
            return
        self.chiefs_known = True
        for i, (seat, where, what, do, mark, _) in enumerate(view.laid):
            self.spots[i + 1] = where
            self.tiles[i + 1] = Fighter(seat, what, do, bool(mark & CHIEF), bool(mark & DEAD), tile=i + 1)
        for event in reversed(self.events):
            if event["kind"] == "turn":  # tiles are numbered anew every turn
                break
            if event["kind"] == "killed":
                number = cast(int, event["tile"])
                self.before_shots.add(number)
                self.tiles[number] = self.tiles[number]._replace(dead=False)

    def tell(self) -> list[Scene]:
        """All scenes."""
        traffics: list[Told] = []
        for index, event in enumerate(self.events):
            self.telling = index >= self.start
            kind = str(event["kind"])
            if kind in ("managed", "traffic", "stock"):
                if self.telling:
                    traffics.append(event)
                continue
            if traffics:
                self.traffics(traffics)
                traffics = []
            teller = getattr(self, f"on_{kind.replace('-', '_')}", None)
            if teller is not None:
                teller(event)
        if traffics:
            self.traffics(traffics)
        return self.found

    def on_turn(self, event: Told) -> None:
        """A new turn: no tile is on the city."""
        self.spots, self.tiles, self.chiefs, self.before_shots = {}, {}, {}, set()

    def on_place(self, event: Told) -> None:
        """A tile is laid: whether it is the chief can be seen."""
        self.chiefs[cast(int, event["tile"])] = bool(event["chief"])

    # -- reveal and traffics -----------------------------------------------------------------------------------

    def on_reveal(self, event: Told) -> None:
        """All tiles, place by place."""
        tiles = cast(Sequence[Mapping[str, object]], event["tiles"])
        for i, about in enumerate(tiles):
            self.spots[i + 1] = str(about["spot"])
            known = self.tiles.get(i + 1)
            chief = self.chiefs.get(i + 1, known is not None and known.chief)
            seat, who, do = cast(int, about["seat"]), str(about["who"]), str(about["do"])
            self.tiles[i + 1] = Fighter(seat, who, do, chief, tile=i + 1)
        self.chiefs_known = self.chiefs_known or len(self.chiefs) >= len(tiles)
        if not tiles or not self.telling:
            return
        steps = []
        for other in self.events:
            if other["kind"] == "bids":
                rows = cast(Sequence[Sequence[int]], other["bids"])
                steps.append(Step(self.told(other), pictures.bids(self.context, rows)))
        caption = self.words(say("All tiles are turned up."))
        note = self.words(say("First the rackets, then every place is resolved, one after the other."))
        steps.append(Step(caption, pictures.reveal(self.context, self.tiles, self.spots, self.owners), note))
        self.found.append(Scene(self.words(say("The reveal")), tuple(steps)))

    def traffics(self, events: list[Told]) -> None:
        """Who leads which traffic now, with the sums."""
        told = [event for event in events if event["kind"] == "traffic"]
        if not told:
            return
        managed = next(
            (cast(Sequence[Sequence[int]], each["managed"]) for each in events if each["kind"] == "managed"), None
        )
        stock = [self.told(event) for event in events if event["kind"] == "stock"]
        caption = " ".join([self.told(event) for event in told])
        picture = pictures.traffics(self.context, told, managed or [list(row) for row in self.context.view.managed])
        self.found.append(Scene(self.words(say("The rackets")), (Step(caption, picture, " ".join(stock)),)))

    def on_mole(self, event: Told) -> None:
        """The Mole's order counts as it is now."""
        for number, tile in self.tiles.items():
            is_mole = tile.who != "showdown" and sums.ability(tile.who, self.context.box) == "mole"
            if is_mole and tile.seat == event["seat"]:
                self.tiles[number] = tile._replace(do=str(event["do"]))

    # -- gunfights and recruiting ------------------------------------------------------------------------------

    def on_killed(self, event: Told) -> None:
        """Somebody died."""
        number = cast(int, event["tile"])
        self.before_shots.add(number)
        if number in self.tiles:
            self.tiles[number] = self.tiles[number]._replace(dead=True)

    def on_pinned(self, event: Told) -> None:
        """Somebody counts for nothing."""
        number = cast(int, event["tile"])
        if number in self.tiles:
            self.tiles[number] = self.tiles[number]._replace(pinned=True)

    def here(self, site: str) -> list[Fighter]:
        """The tiles of a place or pile."""
        pinned = self.context.view.pinned
        return [
            tile._replace(pinned=tile.pinned or number == pinned)
            for number, tile in self.tiles.items()
            if self.spots[number].partition("/")[0] == site and tile.do != "manage"
        ]

    def sides(self, site: str, here: list[Fighter], do: str, totals: Sequence[int], owner: int) -> list[pictures.Side]:
        """The gangs on a place with their rows, the owner last; without rows where they do not make the known sum."""
        box, house = self.context.box, self.context.house()
        found = []
        for seat, total in enumerate(totals):
            mine = [each for each in here if each.seat == seat]
            if total < 0 and not any(each.do == do for each in mine):
                continue
            rows = sums.rows(mine, seat, do, owner, box, house)
            if not self.chiefs_known and total != sums.total(rows):
                # the reveal does not say who the chief is: the sum does, for he adds one for each
                living = [each._replace(chief=True) if not each.dead else each for each in mine]
                guessed = sums.rows(living, seat, do, owner, box, house)
                rows = guessed if sums.total(guessed) == total else rows
            if sums.total(rows) != max(total, 0):
                rows = []
            extra = [each for each in mine if each.do in ("gun", "vest")] if do == "fight" else []
            found.append(pictures.Side(seat, rows, extra, max(total, 0), seat == owner, total < 0))
        return sorted(found, key=lambda side: side.owner)

    def on_fight(self, event: Told) -> None:
        """A gunfight: who meets whom, the shots, the strengths, the result and what it changes."""
        site = str(event["site"])
        totals = cast(Sequence[int], event["totals"])
        owner, winner = cast(int, event["owner"]), cast(int, event["winner"])
        here = self.here(site)
        sides = self.sides(site, here, "fight", totals, owner)
        fallen = [each for each in here if each.tile in self.before_shots and each.dead]
        held_alone = winner == owner and len(sides) == 1
        before = dict(self.owners)
        if winner >= 0 and not event["pile"]:
            self.owners[site] = winner
        if not self.telling or (held_alone and not fallen):
            return  # nobody came to take it
        title = self.words(
            say("Gunfight: {place}", place=names.title(self.context.box, site))
            if len(sides) > 1
            else say("{place}, unopposed", place=names.title(self.context.box, site))
        )
        steps = []
        if fallen:
            alive = [each._replace(dead=False) if each in fallen else each for each in here]
            was = [
                sums.total(sums.rows(alive, seat, "fight", owner, self.context.box, self.context.house()))
                if any(each.seat == seat and each.do == "fight" for each in alive)
                else -1
                for seat in range(len(totals))
            ]
            if self.chiefs_known:
                picture = pictures.fight(self.context, site, self.sides(site, alive, "fight", was, owner), owner, -1)
                steps.append(
                    Step(
                        self.words(say("Who meets {at}, before the shots.", at=names.at(self.context.box, site))),
                        picture,
                    )
                )
            lost = [
                say("{seat}'s {who}", who=names.whose(self.context.box, each.who), seat=Seat(each.seat))
                for each in fallen
            ]
            told = self.words(say("The big calibres hit {list}.", list=lost))
            steps.append(Step(told, pictures.fight(self.context, site, sides, owner, -1, shots=True)))
        note = self.changes(before, fallen)
        steps.append(Step(self.told(event), pictures.fight(self.context, site, sides, owner, winner), note))
        self.found.append(Scene(title, tuple(steps)))

    def changes(self, before: dict[str, int], fallen: list[Fighter]) -> str:
        """What a fight changed: the dead, and quarters that grew or shrank."""
        cells = {name: (q, r) for name, q, r, _, _ in self.context.view.city}
        told = []
        for each in fallen:
            told.append(
                self.words(say("{seat} loses {who}.", seat=Seat(each.seat), who=names.a(self.context.box, each.who)))
            )
        for seat in range(self.context.view.players):
            sizes = [
                sums.quarter({cells[name]: owner for name, owner in owners.items() if name in cells}, seat)
                for owners in (before, self.owners)
            ]
            if quarter_points(sizes[0]) != quarter_points(sizes[1]):
                told.append(
                    self.words(
                        say(
                            "Quarter of {seat}: {places}, {points}.",
                            seat=Seat(seat),
                            places=say_plural("{count} place", "{count} places", count=sizes[1]),
                            points=say_plural(
                                "{count} point a turn", "{count} points a turn", count=quarter_points(sizes[1])
                            ),
                        )
                    )
                )
        return " ".join(told)

    def on_recruiters(self, event: Told) -> None:
        """Several gangs recruit on a place: whose turn comes first."""
        order = cast(Sequence[int], event["order"])
        if len(order) < 2 or not self.telling:
            return
        site = str(event["site"])
        totals = cast(Sequence[int], event["totals"])
        sides = self.sides(site, self.here(site), "recruit", totals, self.owners.get(site, -1))
        sides.sort(key=lambda side: order.index(side.seat) if side.seat in order else 99)
        title = self.words(say("Recruiting: {place}", place=names.title(self.context.box, site)))
        picture = pictures.recruiting(self.context, site, sides)
        note = self.words(say("In this order, each takes one character whose cost is at most its sum."))
        self.found.append(Scene(title, (Step(self.told(event), picture, note),)))

    # -- points ------------------------------------------------------------------------------------------------

    def on_score(self, event: Told) -> None:
        """The points of a turn, added up."""
        title = self.words(say("Points of turn {turn}", turn=event["turn"]))
        scores = cast(Sequence[int], event["scores"])
        gained = [
            traffics + quarter
            for traffics, quarter in zip(
                cast(Sequence[int], event["traffics"]), cast(Sequence[int], event["quarters"]), strict=True
            )
        ]
        if not any(gained) or not self.telling:
            return
        best = max(range(len(scores)), key=lambda seat: scores[seat])
        target = self.context.box.targets[len(scores)]
        caption = self.words(
            say("{seat} is ahead with {points} of {target}.", seat=Seat(best), points=scores[best], target=target)
            if scores.count(scores[best]) == 1
            else say("Several are level at {points} of {target}.", points=scores[best], target=target)
        )
        picture = pictures.points(self.context, event, gained)
        self.found.append(
            Scene(title, (Step(caption, picture, self.words(say("Rackets you lead, and your largest quarter."))),))
        )

    def on_end(self, event: Told) -> None:
        """The end: places, scores, and what they are made of."""
        if not self.telling:
            return
        counts = [each for each in self.events if each["kind"] == "score"]
        picture = pictures.ending(self.context, event, counts)
        self.found.append(Scene(self.words(say("The end")), (Step(self.told(event), picture),)))
