"""What happened at a place, at the count and at the end, told step by step with the sums laid open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from parrain.core.cache import Cache
from parrain.core.parts import Part, Scene, Step
from parrain.core.say import Say, Seat, say
from parrain.games.police_vs_gangs.board.counting import claims_picture, districts_picture, end_picture, gains_picture
from parrain.games.police_vs_gangs.board.counting import stakes_picture as staked
from parrain.games.police_vs_gangs.board.raid import Raid, Rolled, picture, rows_of, verdict
from parrain.games.police_vs_gangs.board.table import Table
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.text import event_text
from parrain.games.police_vs_gangs.text.describe import Summary, summary
from parrain.games.police_vs_gangs.view import View

Happened = Mapping[str, object]

raids_cache: Cache[Part | None] = Cache(512)

AT_A_PLACE: Final = (
    *("resolve", "talk", "claims", "reveal", "order", "recruit", "fight", "badges", "roll", "reroll", "double"),
    *("powers", "arrest", "let go", "proposals", "settled"),
)
COUNT: Final = ("stakes", "traffic", "colour", "districts", "tie")
TOLD: Final = ("reveal", "roll", "reroll", "powers", "arrest", "fight")  # one of these makes a scene


def scenes(
    events: Sequence[Happened],
    view: View,
    box: Box,
    names: Sequence[str],
    language: str,
    narrow: bool,
    earlier: Sequence[Happened] = (),
) -> list[Scene]:
    """The scenes of these events: places that were resolved, the count, the end."""
    kinds = [event["kind"] for event in events]
    if "end" not in kinds and not any(kind in AT_A_PLACE or kind in COUNT for kind in kinds):
        return []
    table = Table(view, box, (), names, language, narrow)
    found: list[Scene | None] = []
    at_place: list[Happened] = []
    count: list[Happened] = []
    known = begun_before(earlier)
    for event in events:
        kind = event["kind"]
        if kind in AT_A_PLACE:
            if kind == "resolve" and at_place:
                found.append(place_scene(table, at_place, known))
                at_place = []
            if kind == "resolve":
                known = []
            at_place.append(event)
            if kind == "settled":
                found.append(place_scene(table, at_place, known))
                at_place, known = [], []
        elif kind in COUNT:
            count.append(event)
        if kind in ("turn", "end") and count:
            found.append(count_scene(table, count))
            count = []
        if kind == "end":
            found.append(end_scene(table, [*earlier, *events], event))
    if at_place:
        found.append(place_scene(table, at_place, known))
    if count:
        found.append(count_scene(table, count))
    return [scene for scene in found if scene is not None]


def begun_before(earlier: Sequence[Happened]) -> list[Happened]:
    """What was told before of the place that is still being resolved: its tiles may have been turned up then."""
    started = next((i for i in range(len(earlier) - 1, -1, -1) if earlier[i]["kind"] == "resolve"), len(earlier))
    found = [event for event in earlier[started:] if event["kind"] in AT_A_PLACE]
    return [] if any(event["kind"] == "settled" for event in found) else found


def wide(table: Table) -> float:
    """How wide a scene's picture is."""
    return 390.0 if table.narrow else 920.0


def caption(table: Table, event: Happened) -> str:
    """What happened, as the story tells it."""
    told = event_text(event, table.view.seat, table.box)
    return table.begun(told) if told is not None else ""


# -- a place -----------------------------------------------------------------------------------------------------------


class Telling:
    """A place whose events are told one after the other: what is known of it so far, and the steps."""

    def __init__(self, table: Table, card: str, events: Sequence[Happened]) -> None:
        self.table = table
        self.events = events
        self.steps: list[Step] = []
        self.drawing = True  # whether what is told is shown, too
        view = table.view
        past = past_of(table, card)
        here = view.here == card
        before = view.before[0] if here and view.before else past.before if past else -1
        tiles = tuple(
            (seat, name, how) for seat, where, _, name, how in view.pieces if here and where == card and not seat % 2
        )
        dice: tuple[Rolled, ...] = ()
        if here:
            dice = tuple((seat, kind, face, "") for seat, kind, face in view.dice)
        elif past:
            dice = tuple((seat, kind, face, "") for seat, kind, face in past.dice)
        powers = (
            (view.power_police, view.power_gangsters) if here else (past.police, past.gangsters) if past else (-1, -1)
        )
        if any(event["kind"] == "powers" for event in events):
            powers = (-1, -1)  # told below
        rolled = next((event for event in events if event["kind"] == "roll"), None)
        if rolled is not None:
            thrown = cast(Sequence[Happened], rolled["dice"]) if rolled["for"] == "fight" else []
            dice = tuple((cast(int, one["seat"]), str(one["die"]), "", "") for one in thrown)
        elif any(event["kind"] == "claims" for event in events) and past and past.how == "accord":
            dice = ()
        self.raid = Raid(card, before, tiles, dice, powers)

    def show(self, event: Happened, beam: str = "", note: str = "") -> None:
        """One step: the sides as they stand."""
        if not self.drawing:
            return
        drawn = raid_picture(self.table, self.raid, beam)
        if drawn is not None:
            self.steps.append(Step(caption(self.table, event), drawn, note))

    def draw(self, event: Happened, picture_of: Callable[[Table, Happened, float], Part]) -> None:
        """One step with a picture of its own."""
        if self.drawing:
            drawn = picture_of(self.table, event, wide(self.table))
            self.steps.append(Step(caption(self.table, event), drawn))

    def tell(self, event: Happened) -> None:
        """What an event changes, and whether it is a step."""
        kind = str(event["kind"])
        if kind == "reveal":
            shown = tuple(
                (cast(int, tile["seat"]), str(tile["character"]), "recruit" if tile["recruit"] else "fight")
                for tile in cast(Sequence[Happened], event["tiles"])
            )
            self.raid = self.raid._replace(tiles=shown)
            self.show(event)
        elif kind == "recruit" and event["character"]:
            self.show(event)
        elif kind in ("roll", "reroll", "double"):
            self.tell_dice(kind, event)
        elif kind == "powers":
            self.raid = self.raid._replace(powers=(cast(int, event["police"]), cast(int, event["gangsters"])))
            self.show(event, verdict(self.table, self.raid))
        elif kind == "arrest":
            caught = (cast(int, event["from"]), str(event["character"]))
            tiles = self.raid.tiles if any(name for _, name, _ in self.raid.tiles) else ((*caught, "fight"),)
            self.raid = self.raid._replace(caught=caught, tiles=tiles)
            self.show(event, verdict(self.table, self.raid), self.table.words(why_arrested(event)))
        elif kind == "fight":
            self.tell_fight(event)
        elif kind == "proposals" and event is decisive(self.events, "proposals"):
            self.draw(event, claims_picture)
        elif kind == "settled":
            self.draw(event, gains_picture)

    def tell_dice(self, kind: str, event: Happened) -> None:
        """Dice are rolled, one of them again, a double becomes what its owner says."""
        if kind == "roll":
            thrown = cast(Sequence[Happened], event["dice"])
            dice = tuple((cast(int, one["seat"]), str(one["die"]), str(one["face"]), "") for one in thrown)
            self.raid = self.raid._replace(dice=dice)
            if event["for"] != "fight":
                self.raid = self.raid._replace(tiles=(), powers=(-1, -1))
            self.show(event)
        elif kind == "reroll" and event["die"]:
            owner, name, was = cast(int, event["owner"]), str(event["die"]), str(event["was"])
            self.change(owner, name, was, str(event["face"]), was)
            self.show(event)
        elif kind == "double":
            self.change(cast(int, event["seat"]), "sergeant", "double", str(event["face"]), "double")
            self.show(event)

    def change(self, owner: int, name: str, was: str, face: str, crossed: str) -> None:
        """One die shows something else."""
        dice = list(self.raid.dice)
        for i, one in enumerate(dice):
            if one[:3] == (owner, name, was):
                dice[i] = (owner, name, face, crossed)
                break
        self.raid = self.raid._replace(dice=tuple(dice))

    def tell_fight(self, event: Happened) -> None:
        """Gangsters among themselves: without police and informers, without who was arrested."""
        left = list(self.raid.tiles)
        caught = (*self.raid.caught, "fight")
        if caught in left:
            left.remove(caught)
        alone = self.raid._replace(tiles=tuple(left), dice=(), powers=(-1, -1), caught=(-1, ""))
        rows = [row for row in rows_of(self.table, alone) if row.total != "–"]
        if rows:
            title = self.table.place(self.raid.card)
            self.draw(event, lambda table, _, width: picture(table, rows, "", width, "scene", title))


def raid_picture(table: Table, raid: Raid, beam: str) -> Part | None:
    """The sides as they stand, drawn once for all who are shown the same."""
    shown = (raid, beam, tuple(table.names))
    key = (table.box, table.language, table.narrow, table.view.handcuffs_shift, shown)
    return raids_cache.get(key, lambda: draw_raid(table, raid, beam))


def draw_raid(table: Table, raid: Raid, beam: str) -> Part | None:
    """The drawing of `raid_picture`."""
    rows = rows_of(table, raid)
    return picture(table, rows, beam, wide(table), "scene", table.place(raid.card)) if rows else None


def why_arrested(event: Happened) -> Say:
    """Why somebody is arrested, and why this one."""
    who = Seat(cast(int, event["seat"]))
    if event["die"]:
        return say("Lost, but {seat} has a badge: a fighting tile at random goes to prison (PG 10.7).", seat=who)
    return say("Won: the police name one of those who fought, and a token on the tile (PG 11.2).")


def past_of(table: Table, card: str) -> Summary | None:
    """How a place was settled this turn, if it was."""
    done = [summary(numbers, table.view.players, table.box) for numbers in table.view.summaries]
    return next((one for one in reversed(done) if one.card == card), None)


def decisive(events: Sequence[Happened], kind: str) -> Happened | None:
    """The last of the claims or proposals, if something came of them."""
    last = next((i for i in range(len(events) - 1, -1, -1) if events[i]["kind"] == kind), len(events))
    return events[last] if last < len(events) - 1 else None


def place_scene(table: Table, events: Sequence[Happened], known: Sequence[Happened] = ()) -> Scene | None:
    """A place: the deal or its failure, who turns out to be there, recruits, dice, sums, arrest, gains.

    `known` was told in an earlier scene: it fills the pictures, and is no step of this one.
    """
    if not any(event["kind"] in TOLD for event in events):
        return None
    every = [*known, *events]
    card = next((str(event["card"]) for event in every if "card" in event), table.view.here)
    if not card:
        return None
    telling = Telling(table, card, every)
    telling.drawing = False
    for event in known:
        telling.tell(event)
    telling.drawing = True
    claims = decisive(events, "claims")
    if claims is not None:
        telling.draw(claims, claims_picture)
    for event in events:
        telling.tell(event)
    if not telling.steps:
        return None
    place = table.box.name("place", card)
    kinds = {event["kind"] for event in events}
    title = say("{place}", place=place)
    if "powers" in kinds or any(event.get("for") == "fight" for event in events):
        title = say("{place}: the raid", place=place)
    elif claims is not None and claims["accord"]:
        title = say("{place}: a deal", place=place)
    elif "fight" in kinds:
        title = say("{place}: gangsters among themselves", place=place)
    return Scene(table.begun(title), tuple(telling.steps))


# -- the count and the end ---------------------------------------------------------------------------------------------


def count_scene(table: Table, events: Sequence[Happened]) -> Scene | None:
    """The stakes, each traffic in turn, the districts."""
    steps: list[Step] = []
    stakes = next((event for event in events if event["kind"] == "stakes"), None)
    results: list[Happened] = []
    for event in events:
        if event["kind"] == "stakes":
            if any(cast(Sequence[Happened], event["stakes"])):
                steps.append(Step(caption(table, event), staked(table, event, results, "", wide(table))))
        elif event["kind"] == "traffic":
            results.append(event)
            if stakes is not None:
                drawn = staked(table, stakes, results, str(event["traffic"]), wide(table))
                steps.append(Step(caption(table, event), drawn))
        elif event["kind"] == "districts" and event["majorities"]:
            steps.append(Step(caption(table, event), districts_picture(table, event, wide(table))))
    return Scene(table.words(say("The count")), tuple(steps)) if steps else None


def end_scene(table: Table, events: Sequence[Happened], end: Happened) -> Scene:
    """The final scores, by part as far as these events tell them."""
    drawn = end_picture(table, events, end, wide(table))
    return Scene(table.words(say("The end")), (Step(caption(table, end), drawn),))
