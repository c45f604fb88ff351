"""The box of Gangs City: characters, places, markers and piles, read from an edition file, and the choices they allow.

A spot is where a tile can be laid, as one number: `place * 6 + side` for the sides of places, then one for each
place itself (managing), then one for each pile. A site is what is fought over: a place, or `places + pile`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from parrain.core.action import Action
from parrain.core.box import Box as CoreBox
from parrain.core.edition import Edition, counted, own_name, whole
from parrain.core.errors import BadEdition
from parrain.core.gangs import NONE, Character, icons, read_characters, read_mercenaries, read_traffics
from parrain.games.gangs_city import actions as kinds
from parrain.games.gangs_city.actions import FIGHT, MANAGE, MOST_PLAYERS, RECRUIT, SIDES, by_kind, make_actions

STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # the six sides as steps of q and r
PILES: Final = ("pile", "pile-2")
RESERVED: Final = (
    "pile",
    "pile-2",
    "showdown",
    "nobody",
    "nowhere",
    "mercenary",
    "chief",
    "fight",
    "recruit",
    "manage",
)


class Box(CoreBox):
    """The components as flat lists of numbers: a character is the number of its type, a place its place in the file."""

    def __init__(self, edition: Edition) -> None:
        traffics = read_traffics(edition)
        generic = read_characters(edition, traffics)
        crew = generic + read_mercenaries(edition, traffics, [each.name for each in generic])
        self.traffics = [each.name for each in traffics]
        self.kinds = len(traffics)
        self.boxes = [each.boxes for each in traffics]
        self.tokens = [each.tokens for each in traffics]
        self.read_crew(crew)
        self.read_places(edition)
        self.read_facts(edition)
        self.make_spots()
        super().__init__(
            edition,
            make_actions(
                self.names, self.spot_names, self.site_names, self.place_names, self.traffics, self.tokens, self.tiles
            ),
        )
        self.find_actions()
        self.sends: dict[int, tuple[Action, ...]] = {}
        self.check()

    def read_crew(self, crew: list[Character]) -> None:
        """The characters, generic ones first (GC 2.2 to GC 2.6)."""
        self.crew = crew
        self.types = len(crew)
        self.showdown = self.types  # the number of the showdown tile where a tile is meant
        self.names = [each.name for each in crew]
        self.tile_names = [*self.names, "showdown"]
        self.number_of = {name: t for t, name in enumerate(self.names)}
        self.counts = [each.count for each in crew]
        self.attack = [each.attack for each in crew]
        self.defence = [each.defence for each in crew]
        self.recruit = [each.recruit for each in crew]
        self.cost = [each.cost for each in crew]
        self.cost_plain = [each.cost_plain for each in crew]
        self.icons = [count for each in crew for count in each.icons]
        self.mercenaries = [t for t, each in enumerate(crew) if each.mercenary]
        self.mercenary = [each.mercenary for each in crew]
        self.holder = [NONE] * 11  # who has which ability
        for t, each in enumerate(crew):
            if each.ability:
                self.holder[each.ability] = t
        self.nobody = [NONE] * 11
        self.attackers = mask_of(self.attack)
        self.defenders = mask_of(self.defence)
        self.recruiters = mask_of(self.recruit)

    def read_places(self, edition: Edition) -> None:
        """The places: initiative, traffics, and who waits there when they open (GC 2.7)."""
        tables = edition.tables("places")
        self.place_names: list[str] = []
        for table in tables:
            self.place_names.append(own_name(table, self.place_names + self.names))
        self.places = len(tables)
        self.place_number = {name: p for p, name in enumerate(self.place_names)}
        self.initiative = [whole(table, "initiative", 0, 999) for table in tables]
        self.place_icons: list[int] = []
        self.waiting: list[tuple[int, ...]] = []  # types; `showdown` stands for a mercenary to be drawn
        self.managers: list[int] = []
        for table in tables:
            shown = icons(table, "traffics", read_traffics(edition))
            self.place_icons += shown
            counts = counted(
                table, "recruits", [name for t, name in enumerate(self.names) if not self.mercenary[t]] + ["mercenary"]
            )
            generic = [t for t in range(self.types) if not self.mercenary[t]]
            waiting = [t for i, t in enumerate(generic) for _ in range(counts[i])]
            self.waiting.append(tuple(waiting + [self.showdown] * counts[-1]))
            able = [
                any(shown[k] and self.icons[t * self.kinds + k] for k in range(self.kinds)) for t in range(self.types)
            ]
            self.managers.append(sum(1 << t for t in range(self.types) if able[t]))

    def read_facts(self, edition: Edition) -> None:
        """The starting gang, the most characters, targets and piles by number of players (GC 1.4, GC 3.1, GC 3.3)."""
        facts = edition.table("game_facts")
        self.start = self.listed(facts, "start")
        self.second_chance = self.listed(edition.table("second_chance"), "order")
        self.most = whole(facts, "most_characters", 1, 7)
        self.targets = [0] * (MOST_PLAYERS + 1)
        self.pile_counts = [0] * (MOST_PLAYERS + 1)
        for players in range(3, MOST_PLAYERS + 1):
            self.targets[players] = whole(edition.table("targets"), str(players), 1, 999)
            self.pile_counts[players] = whole(edition.table("piles"), str(players), 1, 2)

    def listed(self, table: Mapping[str, object], key: str) -> list[int]:
        """A list of characters, by number."""
        names = table.get(key)
        if not isinstance(names, list) or any(name not in self.number_of for name in names):
            raise BadEdition("{key} must be a list of characters, not {names}.", key=key, names=repr(names))
        return [self.number_of[name] for name in names]

    def make_spots(self) -> None:
        """Number and name every spot and site, and the cells of a map large enough for any city."""
        places = self.places
        self.on_place = places * 6  # the first spot on a place
        self.on_pile = places * 7  # the first spot on a pile
        self.spots = places * 7 + 2
        self.site_names = [*self.place_names, *PILES]
        self.spot_names = [f"{name}/{side}" for name in self.place_names for side in SIDES] + self.site_names
        self.spot_number = {name: spot for spot, name in enumerate(self.spot_names)}
        self.site_of = [spot // 6 for spot in range(places * 6)] + list(range(places)) + [places, places + 1]
        self.reach = places + 3
        self.width = 2 * self.reach + 1
        self.origin = self.cell(0, 0)
        self.steps = [q + r * self.width for q, r in STEPS]
        self.pile_cells = [self.origin, self.origin + 1]
        self.tiles = MOST_PLAYERS * (self.most + 1)  # as many can lie on the city at once

    def cell(self, q: int, r: int) -> int:
        """The number of a cell of the map; the first pile is at 0, 0."""
        return (r + self.reach) * self.width + q + self.reach

    def axial(self, cell: int) -> tuple[int, int]:
        """Where a cell is, as q and r."""
        return cell % self.width - self.reach, cell // self.width - self.reach

    def find_actions(self) -> None:
        """The choices by kind, to be handed out by number."""
        kind = by_kind(self.actions)
        self.at_actions = kind[kinds.AT]
        self.send_actions = kind[kinds.SEND]
        self.gun_action, self.vest_action = kind[kinds.SHOWDOWN]
        self.look_actions = kind[kinds.LOOK]  # the first is nowhere, then tile 1, 2, ...
        self.back_action = kind[kinds.BACK][0]
        self.pass_action = kind[kinds.PASS][0]
        self.build_actions = kind[kinds.BUILD]
        self.lead_actions = kind[kinds.LEAD]
        self.bid_actions: list[list[Action]] = [[a for a in kind[kinds.BID] if a.a == k] for k in range(self.kinds)]
        # by traffic and tokens held: from none to all of them, and the same with a step back
        self.bids = [[tuple(asked[: held + 1]) for held in range(len(asked))] for asked in self.bid_actions]
        self.later_bids = [[(*few, self.back_action) for few in asked] for asked in self.bids]
        self.mole_actions = tuple(kind[kinds.MOLE])
        self.resolve_actions = kind[kinds.RESOLVE]
        self.shoot_actions = kind[kinds.SHOOT]  # the first is nobody
        self.pin_actions = kind[kinds.PIN]
        self.take_actions = kind[kinds.TAKE]  # the first is nobody
        self.release_actions = kind[kinds.RELEASE]  # by type, then by tile
        self.return_actions = kind[kinds.RETURN]
        self.forge_actions = kind[kinds.FORGE]

    def legal_sends(self, fighting: int, second: int, manage: bool, chief: bool, showdown: int) -> tuple[Action, ...]:
        """Who may be laid and how: types that fight (or manage), types that recruit, as chief or not; cached by case.

        `showdown` is 0 for no, 1 for gun alone, 3 for gun and vest.
        """
        key = (((fighting << self.types) | second) << 4) | (showdown << 2) | (2 if manage else 0) | (1 if chief else 0)
        found = self.sends.get(key)
        if found is None:
            listed: list[Action] = []
            for t in range(self.types):
                for do in (MANAGE,) if manage else (FIGHT, RECRUIT):
                    if (second if do == RECRUIT else fighting) >> t & 1:
                        listed.append(self.send_actions[(t * 3 + do) * 2])
                        if chief:
                            listed.append(self.send_actions[(t * 3 + do) * 2 + 1])
            if showdown & 1:
                listed.append(self.gun_action)
            if showdown & 2:
                listed.append(self.vest_action)
            listed.append(self.back_action)
            found = tuple(listed)
            self.sends[key] = found
        return found

    def check(self) -> None:
        """Validate the box: names free, initiatives apart, tiles enough for six gangs and the first city."""
        for name in self.names + self.place_names:
            if name in RESERVED:
                raise BadEdition("The name {name} means something else in this game; choose another.", name=name)
        for p, value in enumerate(self.initiative):
            if self.initiative.index(value) != p:
                raise BadEdition(
                    "{first} and {second} have the same initiative {value}: every place needs its own.",
                    first=self.place_names[self.initiative.index(value)],
                    second=self.place_names[p],
                    value=value,
                )
        if not MOST_PLAYERS + 3 <= self.places <= 30:
            raise BadEdition(
                "A city needs {least} to 30 places, not {count}.", least=MOST_PLAYERS + 3, count=self.places
            )
        if not self.start or len(self.start) > self.most:
            raise BadEdition("The starting gang needs 1 to {most} characters.", most=self.most)
        for t in self.start:
            if self.mercenary[t] or self.counts[t] < MOST_PLAYERS * self.start.count(t):
                raise BadEdition(
                    "Six gangs begin with {name}: there must be enough of them, and no mercenary.", name=self.names[t]
                )


def mask_of(values: list[int]) -> int:
    """A bit for every type whose tile has that action."""
    return sum(1 << t for t, value in enumerate(values) if value != NONE)
