"""Balance of Police vs Gangs: how often the police win, by number of players, in teams or not, under several levers.

python -m parrain.lab.faction_balance measure RESULTS SETTINGS [--jobs 2] [--minutes 10]   play, add to a file
python -m parrain.lab.faction_balance page RESULTS docs/balance-police-vs-gangs.md         write the page

A line of SETTINGS is a table, a number of games, a bot for every seat, and what differs from the printed game:

    3        100  search:40
    teams-6  250  greedy:1   house
    4        100  search:40  police=4 handcuffs=1 dice=2,1,1
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import NamedTuple

from parrain.bots import make_bot
from parrain.bots.seeds import seed_from
from parrain.core import Event, Game
from parrain.games import game as find_game
from parrain.games.police_vs_gangs.components import Box, Sides
from parrain.lab.simulate import play as play_game
from parrain.lab.tournament import interval

FACTIONS = ("gang", "police")
OPTIONS = ("printed", "balanced", "house")
READING = "## How to read it"
SEED = 1

HEAD = """# Police vs Gangs: how even is it?

Written by `python -m parrain.lab.faction_balance page {results} docs/balance-police-vs-gangs.md` from the games in
[{name}]({link}), played by `python -m parrain.lab.faction_balance measure` with the edition {edition}: the same bot in
every seat, seed {seed}, games numbered from 0. The place cards of that edition are a reconstruction, so these figures
are about our deck and our bots. "Even" is what the police would win if every player had the same chance; in brackets
the 95 % interval. "Accords" is how many of the negotiations ended in a deal.

The option `handcuffs` is `printed` by default. `balanced` adds to the handcuffs of every card (never below none) a
number that the edition file holds in its table `[balance]`, for teams apart. `house` is our house balance, over
several levers (`house.toml` beside the rules of the game): handcuffs, dice of a policeman (inspectors, sergeants,
lieutenants), and points with which a faction begins, which is the same as fewer points to win. Both options are ours
and off by default. In teams each faction has one score, and even is 50 %.

`search:40` gives the hints, there with a clock beside; `greedy:1` answers at once.
"""

TABLE = """
| players | option | bots | games | handcuffs | gangsters begin with | police begin with | dice | \
games won by the police | even | by each seat | accords | decisions a game |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
"""


class Setting(NamedTuple):
    """The players, the bots and the levers of some games."""

    table: str
    bots: str
    handcuffs: int
    gangsters: int
    police: int
    dice: str

    @property
    def players(self) -> int:
        return int(self.table[-1])

    @property
    def teams(self) -> bool:
        return self.table.startswith("teams-")

    def option(self, box: Box) -> str:
        """The option of the game that has these levers, if there is one."""
        mine = (self.handcuffs, [self.gangsters, self.police], self.dice)
        for option in OPTIONS:
            sides = box.sides(self.players, {"handcuffs": option, "teams": self.teams})
            if mine == (sides.shift, sides.start, ",".join(map(str, sides.dice))):
                return option
        return "tried"


class Result(NamedTuple):
    """The result of some games: wins by seat, negotiations, how many of them ended in an accord, decisions."""

    games: int
    wins: tuple[int, ...]
    talks: int
    accords: int
    decisions: int

    def __add__(self, other: object) -> Result:
        assert isinstance(other, Result)
        wins = tuple(a + b for a, b in zip(self.wins, other.wins, strict=True))
        sums = [a + b for a, b in zip(self[2:], other[2:], strict=True)]
        return Result(self.games + other.games, wins, *sums)

    def police(self, teams: bool) -> float:
        """The share of the police."""
        return self.wins[1] / self.games if teams else sum(self.wins[1::2]) / sum(self.wins)


def box_of(game: Game) -> Box:
    """The box of the game, which this module knows."""
    assert isinstance(game.box, Box)
    return game.box


def read_setting(text: str, box: Box) -> tuple[Setting, int]:
    """A setting and its number of games, from a line of text."""
    table, games, bots, *levers = text.split()
    players, teams = int(table[-1]), table.startswith("teams-")
    option = levers[0] if levers and levers[0] in OPTIONS else "" if levers else "printed"
    if option:
        sides = box.sides(players, {"handcuffs": option, "teams": teams})
        shift, start, dice = sides.shift, sides.start, ",".join(map(str, sides.dice))
    else:
        given = dict(lever.split("=") for lever in levers)
        shift, start = int(given.pop("handcuffs", 0)), [int(given.pop("gangsters", 0)), int(given.pop("police", 0))]
        dice = given.pop("dice", ",".join(map(str, box.dice_of[players])))
        if given:
            raise SystemExit(f"no such lever: {', '.join(given)}; there are handcuffs, gangsters, police, dice")
    return Setting(table, bots, shift, start[0], start[1], dice), int(games)


def play(setting: Setting, number: int) -> Result:
    """Play one game, with the levers as its house balance; the deal is the same for all settings of a table."""
    game, log = find_game("police-vs-gangs"), list[Event]()
    house, row = box_of(game).house, setting.players + 7 * setting.teams
    usual, dice = house[row], [int(count) for count in setting.dice.split(",")]
    house[row] = Sides(setting.handcuffs, [setting.gangsters, setting.police], dice)
    try:
        options: dict[str, object] = {"handcuffs": "house", "teams": setting.teams}
        state = game.new(setting.players, seed_from(SEED, "game", number), log, **options)
        specs = [setting.bots] * setting.players
        decisions = play_game(state, [make_bot(spec, game) for spec in specs], specs, SEED, number)
    finally:
        house[row] = usual
    talks, accords, agreed = 0, 0, False
    for event in log:
        if event.kind in ("talk", "end"):
            accords += agreed
            agreed = False
        talks += event.kind == "talk"
        if event.kind == "claims":
            agreed = bool(event.data["accord"])
    return Result(1, tuple(int(place == 1) for place in state.ranking()), talks, accords, decisions)


def measure(results: Path, settings: Path, jobs: int, minutes: float) -> None:
    """Play the settings side by side, game by game in turn, as far as the time goes, and append the results."""
    box = box_of(find_game("police-vs-gangs"))
    lines = [line for line in settings.read_text(encoding="utf-8").splitlines() if line.strip() and line[0] != "#"]
    wanted = [read_setting(line, box) for line in lines]
    played = read_results(results)
    first = {setting: played[setting].games if setting in played else 0 for setting, _ in wanted}
    tasks = iter(
        [
            (setting, first[setting] + number)
            for number in range(max(games for _, games in wanted))
            for setting, games in wanted
            if number < games
        ]
    )
    found: dict[Setting, Result] = {}
    end = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(jobs) as pool:
        running: dict[Future[Result], Setting] = {}
        while True:
            while len(running) < jobs and time.monotonic() < end and (task := next(tasks, None)):
                running[pool.submit(play, *task)] = task[0]
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                setting, result = running.pop(future), future.result()
                found[setting] = found[setting] + result if setting in found else result
    fresh = not results.exists()
    with results.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if fresh:
            writer.writerow([*Setting._fields, *Result._fields])
        for setting, result in sorted(found.items()):
            writer.writerow([*setting, result.games, " ".join(map(str, result.wins)), *result[2:]])
            low, high = interval(result.police(setting.teams) * result.games, result.games)
            print(*setting, result.games, f"{result.police(setting.teams):.1%} ({low:.1%} to {high:.1%})")


def read_results(path: Path) -> dict[Setting, Result]:
    """The results of a file, added up by setting; later runs number their games on from earlier ones."""
    found: dict[Setting, Result] = {}
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            for row in list(csv.reader(file))[1:]:
                table, bots, shift, gangsters, police, dice, games, wins, *rest = row
                setting = Setting(table, bots, int(shift), int(gangsters), int(police), dice)
                result = Result(int(games), tuple(map(int, wins.split())), *map(int, rest))
                found[setting] = found[setting] + result if setting in found else result
    return found


def line(setting: Setting, result: Result, option: str) -> str:
    """One row of the page."""
    even = 0.5 if setting.teams else setting.players // 2 / setting.players
    share = result.police(setting.teams)
    low, high = interval(share * result.games, result.games)
    seats = ", ".join(f"{FACTIONS[seat % 2]} {count}" for seat, count in enumerate(result.wins))
    cells = (
        setting.players,
        option,
        f"`{setting.bots}`",
        result.games,
        f"{setting.handcuffs:+d}",
        setting.gangsters,
        setting.police,
        setting.dice.replace(",", " "),
        f"{share:.1%} ({low:.1%} to {high:.1%})",
        f"{even:.1%}",
        "" if setting.teams else seats,
        f"{result.accords / max(1, result.talks):.0%}",
        result.decisions // result.games,
    )
    return f"| {' | '.join(map(str, cells))} |\n"


def tables(found: dict[Setting, Result]) -> Iterator[str]:
    """The two parts of the page: every player for himself, in teams."""
    box = box_of(find_game("police-vs-gangs"))
    options = {setting: setting.option(box) for setting in found}
    order = [*OPTIONS, "tried"]
    for teams in (False, True):
        yield "\n## In teams\n" if teams else "\n## Everyone for himself\n"
        yield TABLE
        for setting in sorted(found, key=lambda s: (s.players, order.index(options[s]), s.bots, s)):
            if setting.teams == teams:
                yield line(setting, found[setting], options[setting])


def kept(page: Path) -> str:
    """The text below the figures of an existing page, written by hand; it is preserved."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    return "\n" + text[text.index(READING) :] if READING in text else ""


def write_page(results: Path, page: Path) -> None:
    """Write the page from all results."""
    edition = find_game("police-vs-gangs").edition.key
    link = results.relative_to(page.parent) if results.is_relative_to(page.parent) else results.name
    head = HEAD.format(results=results, name=results.name, link=link, seed=SEED, edition=edition)
    page.write_text(head + "".join(tables(read_results(results))) + kept(page), encoding="utf-8")


def main() -> None:
    """Measure, or write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure", help="play, and add the results to a file")
    measuring.add_argument("results", type=Path)
    measuring.add_argument("settings", type=Path)
    measuring.add_argument("--jobs", type=int, default=2)
    measuring.add_argument("--minutes", type=float, default=10)
    writing = commands.add_parser("page", help="write the page from all results")
    writing.add_argument("results", type=Path)
    writing.add_argument("page", type=Path)
    given = parser.parse_args()
    if given.command == "page":
        write_page(given.results, given.page)
    else:
        measure(given.results, given.settings, given.jobs, given.minutes)


if __name__ == "__main__":
    main()
