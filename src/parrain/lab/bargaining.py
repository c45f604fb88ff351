"""How bots bargain at a live table: deals, what they are worth, and whether bluff pays.

python -m parrain.lab.bargaining docs/bargaining.md 120

Negotiations are met in games of greedy players; each is then held by bots of some levels, without a clock: they speak
in turn, look again whenever somebody says something else, at most six times each, and at the end say what they settle
for. What came of it is valued by the place being played out from there, on the same table with the same dice, and so is
what the dice alone would have brought.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from parrain.bots import make_bot
from parrain.bots.seeds import seed_from, stream_for
from parrain.core import Event, Game, Ledger, Said, Stream
from parrain.games import game as find_game
from parrain.games.police_vs_gangs.bot.evaluation import standings
from parrain.games.police_vs_gangs.live import Bargaining, brought_by
from parrain.games.police_vs_gangs.live.bargainer import POINT
from parrain.games.police_vs_gangs.rules import State
from parrain.games.police_vs_gangs.text.sentences import BRING, DICE, read_sentence
from parrain.lab.faction_balance import box_of, kept
from parrain.lab.plots import BLUE, BRASS, OXBLOOD, figure, svg

LEVELS = ("easy", "normal", "hard")
MOST_TURNS = 6  # of a bot in one negotiation
PLAYOUTS = 4  # of a place, to value what came of a negotiation

HEAD = """# Bargaining: how the bots do

Written by `python -m parrain.lab.bargaining {path} {talks}`: {talks} negotiations of {players} players each, \
met in games of greedy players
(seeds from {seed}, edition {edition}), each held by bots of the levels below, who remember over a game who kept \
their word. "Worth" is
what a seat gained over the dice: the place is played out {playouts} times from what they agreed on, and as often from \
no deal, on the same
table with the same dice; in points. Negotiations of one seat with a bot of a level, all others being `normal`:
"""


class Outcome(NamedTuple):
    """One negotiation: who sat there, whether they agreed, what each gained over the dice, what was said."""

    bots: dict[int, str]
    accord: bool
    gains: dict[int, float]
    said: list[Said]
    bluffs: set[int]  # who said to bring what they did not, or threatened and gave way


def meetings(game: Game, players: int, count: int, seed: int) -> Iterator[tuple[int, State]]:
    """The first moments of negotiations in games of greedy players, with the number of the game."""
    bot = make_bot("greedy:1", game)
    met = number = 0
    while met < count:
        state = cast(State, game.new(players, seed_from(seed, "bargaining", number)))
        streams = [stream_for(seed, "bot", number, seat) for seat in range(players)]
        while not state.is_over and met < count:
            for seat in state.current_players():
                if state.round == 1 and isinstance(game.negotiation(state.view(None)), Bargaining):
                    met += 1
                    yield number, state.clone()
                    if met == count:
                        return
                choices = state.legal_actions(seat)
                if choices:
                    state.apply(seat, bot.choose(state.view(seat), choices, streams[seat]))
        number += 1


def hold(game: Game, state: State, bots: dict[int, str], ledger: Ledger, seed: int) -> Outcome:
    """Hold one negotiation, value it, and note who kept their word."""
    talk = game.negotiation(state.view(None))
    assert isinstance(talk, Bargaining)
    claims: dict[int, tuple[str, ...]] = {}
    said: dict[int, Said] = {}
    everything: list[Said] = []
    turns = dict.fromkeys(talk.seats, 0)
    ready: set[int] = set()
    last = False
    while True:
        waiting = [seat for seat in talk.seats if seat not in ready and turns[seat] < MOST_TURNS]
        if not waiting:
            if last or not talk.clashes(claims):
                break
            last, ready = True, set()
            continue
        seat = min(waiting, key=lambda each: (turns[each], each))
        turns[seat] += 1
        rng = Stream(seed_from(seed, "turn", seat, turns[seat]))
        turn = talk.bot_turn(state.view(seat), claims, said, ledger, bots[seat], last, rng)
        assert turn is not None
        before = dict(claims)
        claims[seat] = talk.validate(seat, turn.words)
        if before.get(seat) != claims[seat]:
            ready -= talk.disturbed(seat, before, claims)
        if not turn.code:
            said.pop(seat, None)
        elif seat not in said or said[seat].code != turn.code:
            said[seat] = Said(seat, turn.code, claims[seat])
            everything.append(said[seat])
        ready.add(seat)
    accord = not talk.clashes(claims)
    happened: list[Event] = []
    deal = played_out(game, state, talk, claims, seed, happened)
    dice = played_out(game, state, talk, dict.fromkeys(talk.seats, ("no deal",)), seed, [])
    gains = {seat: (deal[seat] - dice[seat]) / POINT if accord else 0.0 for seat in talk.seats}
    bluffs = bluffers(game, everything, claims, happened, accord)
    talk.judge(everything, claims, happened, ledger)
    return Outcome(bots, accord, gains, everything, bluffs)


def bluffers(
    game: Game, said: Sequence[Said], claims: dict[int, tuple[str, ...]], events: list[Event], accord: bool
) -> set[int]:
    """Who said what was not so."""
    box = box_of(game)
    brought = brought_by(events, box)
    found = set()
    for line in said:
        spoken = read_sentence(line.code, box)
        if spoken.kind == BRING and spoken.thing not in brought.get(line.seat, set()):
            found.add(line.seat)
        if spoken.kind == DICE and accord and claims[line.seat] != line.claimed:
            found.add(line.seat)
    return found


def played_out(
    game: Game, state: State, talk: Bargaining, claims: dict[int, tuple[str, ...]], seed: int, events: list[Event]
) -> list[float]:
    """How each seat stands when the place is settled, on average."""
    bot = make_bot("greedy:1", game)
    total = [0.0] * state.players
    for number in range(PLAYOUTS):
        table = state.clone()
        table.reseed(seed_from(seed, "dice", number))
        table.log = [] if number == 0 else None
        rng = stream_for(seed, "playout", number)
        going = game.negotiation(table.view(None))
        while going is not None and going.topic == talk.topic:
            for seat in going.seats:
                for text in going.answer(table.view(seat), claims[seat]):
                    table.apply(seat, game.action_from_text(text))
            going = game.negotiation(table.view(None))
        here = table.here
        while not table.is_over and table.here == here and here != -1:
            for seat in table.current_players():
                choices = table.legal_actions(seat)
                if choices and table.here == here:
                    table.apply(seat, bot.choose(table.view(seat), choices, rng))
        if table.log is not None:
            events += table.log
        for seat, worth in enumerate(standings(table)):
            total[seat] += worth / PLAYOUTS
    return total


class Level(NamedTuple):
    """What came of negotiations with a bot of a level in one seat."""

    name: str
    talks: int
    deals: int
    gain: list[float]  # of that seat, over the dice, in each negotiation
    others: list[float]  # of each other seat in a deal
    said: int
    bluffed: int
    paid: int  # bluffs that ended in a deal better than the dice
    broke: int


def measure(game: Game, players: int, talks: int, seed: int, level: str) -> Level:
    """Hold negotiations with a bot of that level in each seat in turn."""
    found = Level(level, 0, 0, [], [], 0, 0, 0, 0)
    ledgers: dict[int, Ledger] = {}
    for number, (table, state) in enumerate(meetings(game, players, talks, seed)):
        party = state.view(None).party
        star = party[number % len(party)]
        bots = {seat: level if seat == star else "normal" for seat in party}
        ledger = ledgers.setdefault(table, Ledger())
        broken = ledger.broken[star]
        result = hold(game, state, bots, ledger, seed_from(seed, "talk", number))
        found.gain.append(result.gains[star])
        if result.accord:
            found.others.extend(gain for seat, gain in result.gains.items() if seat != star)
        bluffed = star in result.bluffs
        found = found._replace(
            talks=found.talks + 1,
            deals=found.deals + result.accord,
            said=found.said + any(line.seat == star for line in result.said),
            bluffed=found.bluffed + bluffed,
            paid=found.paid + (bluffed and result.gains[star] > 0),
            broke=found.broke + ledger.broken[star] - broken,
        )
    return found


def mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and half of its 95 % interval."""
    n = max(1, len(values))
    middle = sum(values) / n
    spread = (sum((each - middle) ** 2 for each in values) / max(1, n - 1)) ** 0.5
    return middle, 1.96 * spread / n**0.5


def plot(levels: Sequence[Level]) -> str:
    """Deals and worth by level."""
    made, axes = figure(7, 2.6)
    for row, each in enumerate(levels[::-1]):
        middle, reach = mean(each.gain)
        axes.plot([middle - reach, middle + reach], [row, row], color=BLUE, linewidth=3)
        axes.plot(middle, row, "D", color=OXBLOOD)
        axes.text(axes.get_xlim()[1], row + 0.12, f"{each.deals / each.talks:.0%} deals", color=BRASS, ha="right")
    axes.axvline(0.0, color=BRASS, linestyle="--")
    axes.set_yticks(range(len(levels)), [each.name for each in levels[::-1]])
    axes.set_xlabel("points gained over the dice in a negotiation, with 95 % interval")
    return svg(made)


def report(game: Game, path: Path, talks: int, players: int = 4, seed: int = 1) -> str:
    """Measure, draw the plot beside the page, and write the page."""
    levels = [measure(game, players, talks, seed, level) for level in LEVELS]
    picture = path.parent / "pictures" / "bargaining.svg"
    picture.parent.mkdir(parents=True, exist_ok=True)
    picture.write_text(plot(levels) + "\n", encoding="utf-8")
    text = HEAD.format(path=path, talks=talks, players=players, seed=seed, edition=game.edition.key, playouts=PLAYOUTS)
    text += "\n| level | deals | worth of a negotiation to it | more than normal | worth of a deal to it | "
    text += "to each other seat | said something | bluffed | bluff paid | broke its word |\n"
    text += "|---|---|---|---|---|---|---|---|---|---|\n"
    normal = levels[LEVELS.index("normal")]
    for each in levels:
        every, deal, other = mean(each.gain), mean([gain for gain in each.gain if gain]), mean(each.others)
        more = mean([mine - usual for mine, usual in zip(each.gain, normal.gain, strict=True)])
        text += f"| {each.name} | {each.deals / each.talks:.0%} | {every[0]:+.2f} ± {every[1]:.2f} | "
        text += f"{more[0]:+.2f} ± {more[1]:.2f} | "
        text += f"{deal[0]:+.2f} ± {deal[1]:.2f} | {other[0]:+.2f} ± {other[1]:.2f} | "
        text += f"{each.said / each.talks:.0%} | {each.bluffed} | {each.paid} | {each.broke} |\n"
    return text + "\n![points gained over the dice](pictures/bargaining.svg)\n"


def main(arguments: list[str]) -> None:
    """Write the page."""
    page = Path(arguments[0])
    talks = int(arguments[1]) if len(arguments) > 1 else 120
    page.write_text(report(find_game("police-vs-gangs"), page, talks) + kept(page), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
