"""The box of Police vs Gangs: place cards and dice from its edition, gangsters, tokens and markers from Gangs
City's.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from parrain.core.box import Box as CoreBox
from parrain.core.edition import Edition, counted, number, own_name, read_edition, whole, word
from parrain.core.errors import BadEdition
from parrain.core.forms import DERIVED, derived
from parrain.core.gangs import read_characters, read_traffics
from parrain.core.say import Term
from parrain.games.police_vs_gangs.actions import BADGE, COLOURS, DICE, FACES, ActionTable
from parrain.games.police_vs_gangs.actions.claims import MOST_RANK

NO_COLOUR: Final = -1


class Sides:
    """What an option sets for the two factions: handcuffs added to every card, points to begin with, the dice of a
    policeman.
    """

    __slots__ = ("dice", "shift", "start")

    def __init__(self, shift: int, start: list[int], dice: list[int]) -> None:
        self.shift = shift
        self.start = start  # of gangsters, of police
        self.dice = dice  # by kind


class Box(CoreBox):
    """Everything by number: traffics `t`, characters `c`, cards `k`, sides 0 to 3, spots `4 * k + side`.

    Tables with two indexes are flat: `icons[c * traffics + t]`, `demands[k * traffics + t]`.
    """

    def __init__(self, edition: Edition) -> None:
        self.names: dict[tuple[str, str], Term] = {}
        self.gangs_city = gangs_city(edition)
        self._read_crew(self.gangs_city)
        self._read_cards(edition.tables("cards"))
        self._read_table(edition)
        self._read_sides()
        self.by_kind = ActionTable(self.characters, self.traffic_names, self.card_names, self.colours)
        super().__init__(edition, self.by_kind.actions)
        self._check()

    def name(self, form: str, slug: str) -> Term:
        """What the edition calls a component, in a form of its own or of `forms`; else its slug in plain words."""
        found = self.names.get((form, slug))
        if found is None:
            found = self._name(form, slug)
            self.names[form, slug] = found
        return found

    def _name(self, form: str, slug: str) -> Term:
        if form in DERIVED:
            return derived(form, self.name(DERIVED[form][0], slug))
        term = self.edition.term(form, slug)
        return term if term.texts["en"] != slug else Term({**term.texts, "en": slug.replace("-", " ")})

    def may_demand(self, card: int, t: int) -> bool:
        """Whether tokens of a traffic can come from a place: it is printed there, or a neutral badge may become it."""
        return self.printed[card] >> t & 1 != 0 or self.badges[card] > 0

    def sides(self, players: int, options: Mapping[str, object]) -> Sides:
        """What the option `handcuffs` makes of the factions (PG 14.4, PG 14.5)."""
        way = options.get("handcuffs")
        if way is None or way == "printed":
            return self.printed_sides[players]
        rows = self.house if way == "house" else self.balanced
        return rows[players + 7 if options.get("teams") is True else players]

    def _read_sides(self) -> None:
        """The factions as printed, with handcuffs shifted, and by our balance, which is the same for every edition."""
        tables = tomllib.loads((Path(__file__).parent / "house.toml").read_text(encoding="utf-8"))
        self.printed_sides: dict[int, Sides] = {}
        self.balanced: dict[int, Sides] = {}  # by number of players, in teams 7 more
        self.house: dict[int, Sides] = {}
        for players in (3, 4, 5, 6):
            dice = self.dice_of[players]
            self.printed_sides[players] = Sides(0, [0, 0], dice)
            self.balanced[players] = Sides(self.shift[players], [0, 0], dice)
            self.balanced[players + 7] = Sides(self.shift_teams[players], [0, 0], dice)
            self.house[players] = _house(tables[str(players)])
            self.house[players + 7] = _house(tables[f"teams-{players}"])

    def _read_crew(self, edition: Edition) -> None:
        """Gangsters, traffics, tokens and markers, as in Gangs City (PG 2.1, PG 2.7)."""
        traffics = read_traffics(edition)
        crew = read_characters(edition, traffics)
        if not 2 <= len(traffics) <= 6 or not 1 <= len(crew) <= 8:
            raise BadEdition("Police vs Gangs needs 2 to 6 rackets and at most 8 kinds of gangsters.")
        self.traffics = len(traffics)
        self.traffic_names = [each.name for each in traffics]
        self.tokens = [each.tokens for each in traffics]
        self.boxes = [each.boxes for each in traffics]
        if max(self.tokens) > MOST_RANK:
            raise BadEdition("Police vs Gangs has at most {most} tokens of a racket.", most=MOST_RANK)
        self.kinds = len(crew)
        self.characters = [each.name for each in crew]
        self.counts = [each.count for each in crew]
        self.attack = [max(0, each.attack) for each in crew]
        self.defence = [max(0, each.defence) for each in crew]
        self.recruit = [each.recruit for each in crew]
        self.cost = [each.cost for each in crew]
        self.icons = [count for each in crew for count in each.icons]
        self.most_icons = max(self.icons)

    def _read_cards(self, cards: list[Mapping[str, object]]) -> None:
        """The place cards (PG 2.5, PG 2.6)."""
        self.card_names: list[str] = []
        self.colours: list[tuple[int, int]] = []
        self.handcuffs: list[int] = []
        self.mafia: list[int] = []
        self.informers: list[int] = []
        self.badges: list[int] = []
        self.demands: list[int] = []
        for card in cards:
            self.card_names.append(own_name(card, self.card_names))
            self.colours.append(_colours(card))
            self.handcuffs.append(whole(card, "handcuffs", 0, 20))
            self.mafia.append(whole(card, "mafia", 0, 2))
            self.informers.append(whole(card, "informers", 0, 5))
            self.badges.append(whole(card, "badges", 0, self.traffics))
            self.demands.extend(counted(card, "demands", self.traffic_names))
        self.card_count = len(cards)
        self.printed = [
            sum([1 << t for t in range(self.traffics) if self.demands[k * self.traffics + t]])
            for k in range(self.card_count)
        ]  # the traffics a card prints, as bits

    def _read_table(self, edition: Edition) -> None:
        """Dice, factions and the numbers of the rulebook (PG 2.2, PG 2.4, PG 3.1)."""
        table, dice, balance = edition.table("table"), edition.table("dice"), edition.table("balance")
        self.start = [_known(self.characters, name, "start") for name in _words(table, "start")]
        never = [_known(self.characters, name, "never_drawn") for name in _words(table, "never_drawn")]
        self.in_bag = [c not in never for c in range(self.kinds)]
        self.most_tiles = whole(table, "most_tiles", 1, 4)
        self.target = whole(table, "target", 1, 1000)
        self.informer_dice = whole(table, "informer_dice", 0, 20)
        self.rounds = whole(table, "rounds", 1, 9)
        self.sand = whole(table, "sand", 1, 3600)
        self.turn_limit = whole(table, "turn_limit", 1, 1000)
        blank = [BADGE] * 6  # a lieutenant is worth a badge, whatever comes up
        self.faces = [*_faces(dice, "inspector"), *_faces(dice, "sergeant"), *blank, *_faces(dice, "informer")]
        self.dice_of: list[list[int]] = [[] for _ in range(7)]
        self.gangsters = [0] * 7
        self.shift = [0] * 7
        self.shift_teams = [0] * 7
        factions = edition.table("factions")
        for players in (3, 4, 5, 6):
            setup = factions.get(str(players))
            if not isinstance(setup, dict):
                raise BadEdition("The edition file has no table [factions.{players}].", players=players)
            self.gangsters[players] = number(setup, "gangsters", 1, 5)
            if self.gangsters[players] != (players + 1) // 2 or number(setup, "police", 1, 5) != players // 2:
                raise BadEdition(
                    "With {players} players there are {g} gangsters and {p} police.",
                    players=players,
                    g=(players + 1) // 2,
                    p=players // 2,
                )
            self.dice_of[players] = [number(setup, kind, 0, 9) for kind in DICE]
            self.shift[players] = number(balance, str(players), -20, 20)
            team = f"teams-{players}"
            self.shift_teams[players] = number(balance, team, -20, 20) if team in balance else self.shift[players]

    def _check(self) -> None:
        """Whether this box can be played."""
        if self.card_count < 7 or self.card_count > 60:
            raise BadEdition("There must be 7 to 60 place cards, not {count}.", count=self.card_count)
        for k in range(self.card_count):
            if bin(self.printed[k]).count("1") + self.badges[k] > self.traffics:
                raise BadEdition(
                    "{card} has more printed rackets and badges than there are rackets.", card=self.card_names[k]
                )
            if self.informers[k] > self.informer_dice:
                raise BadEdition("{card} asks for more informers than there are dice.", card=self.card_names[k])
        for c in self.start:
            if self.counts[c] < self.start.count(c) * 3:
                raise BadEdition(
                    "There are not enough {name} for three gangsters to begin with.", name=self.characters[c]
                )
        if len(self.start) > self.most_tiles:
            raise BadEdition("A gangster cannot begin with more than {most} tiles.", most=self.most_tiles)


def gangs_city(edition: Edition) -> Edition:
    """Where characters and traffics stand: in this file itself, or in the edition of Gangs City that it names.

    Its digest then goes into this edition's, so that a record knows that either has changed.
    """
    if "characters" in edition.data or "traffics" in edition.data:
        return edition
    name = word(edition.table("gangs_city"), "edition")
    shared = read_edition(
        Path(__file__).parent.parent / "gangs_city" / "editions" / f"{Path(name).name}.toml", "gangs-city"
    )
    edition.digest = hashlib.sha256(f"{edition.digest} {shared.digest}".encode()).hexdigest()[:12]
    return shared


def _house(row: Mapping[str, object]) -> Sides:
    """Our balance for a number of players."""
    start = [number(row, "gangsters", 0, 19), number(row, "police", 0, 19)]
    dice = row["dice"]
    assert isinstance(dice, list)
    return Sides(number(row, "handcuffs", -20, 20), start, dice)


def _colours(card: Mapping[str, object]) -> tuple[int, int]:
    """The district colours of a card, -1 for a missing second one."""
    names = _words(card, "colours")
    if not 1 <= len(names) <= 2 or len(set(names)) != len(names):
        raise BadEdition(
            "{card} has one colour or two, not {colours}.", card=str(card.get("name")), colours=", ".join(names)
        )
    found = [_known(list(COLOURS), name, "colours") for name in names]
    return (found[0], found[1]) if len(found) == 2 else (found[0], NO_COLOUR)


def _words(table: Mapping[str, object], key: str) -> list[str]:
    value = table.get(key)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BadEdition("{key} must be a list of names, not {value}.", key=key, value=repr(value))
    return [str(each) for each in value]


def _known(names: list[str], name: str, key: str) -> int:
    if name not in names:
        raise BadEdition("{key}: there is no {name}; there are {known}.", key=key, name=name, known=", ".join(names))
    return names.index(name)


def _faces(dice: Mapping[str, object], key: str) -> list[int]:
    """The six faces of a die (PG 2.2, PG 2.4)."""
    names = _words(dice, key)
    if (
        len(names) != 6
        or not all(name in FACES for name in names)
        or ("mafia" in names and key != "informer")
        or ("double" in names and key != "sergeant")
    ):
        raise BadEdition(
            "The die {key} has six faces of {faces}; double only on the sergeant, mafia only on the informer.",
            key=key,
            faces=", ".join(FACES),
        )
    return [FACES.index(name) for name in names]
