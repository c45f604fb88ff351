"""The players' panels, the bar, and what is still to come."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.parts import GOAL, SIDE, TRACKS, Panel, Part, Status
from parrain.core.say import say, say_plural
from parrain.core.svg import Markup
from parrain.games.gangster.board.drawing import Drawing, car, double_disc, mark, number_of
from parrain.games.gangster.board.hand import clans_in_hand, gear_tiles, small_cards, trunk
from parrain.games.gangster.board.payout import gains

ROW = 36.0


def panels(drawing: Drawing) -> tuple[Panel, ...]:
    """One for each seat: influence, what it would get if paid today, its cars."""
    view = drawing.view
    held = clans_in_hand(drawing)
    found = []
    for seat, (known, unknown) in enumerate(gains(view, drawing.box)):
        clans = [at for at, owner in enumerate(view.owners) if owner == seat]
        gain = f"+{known}" + (" " + ("?" * unknown if unknown < 5 else f"{unknown}×?") if unknown else "")
        signs: tuple[tuple[str, str], ...] = ()
        if view.ending and view.places[seat] == 1:
            signs = (("laurel", drawing.words(say("the King of Chicago"))),)
        elif seat == view.starter:
            signs = (("first", drawing.words(say("began this round"))),)
        body = svg.join(*(svg.group(clan_row(drawing, at, at not in held), y=i * ROW) for i, at in enumerate(clans)))
        part = Part("panel", SIDE, ROW * len(clans), body)
        colours = tuple(number_of(view.colours[at]) for at in clans)
        found.append(Panel(colours, str(view.scores[seat]), "" if view.ending else gain, "", signs, part))
    return tuple(found)


def clan_row(drawing: Drawing, at: int, pieces: bool) -> Markup:
    """A clan in a row: movement cards, men in the car, trunk, equipment."""
    view = drawing.view
    colour = view.colours[at]
    wide = 22.0
    several = view.players == 2
    x = 23.0 if several else 0.0
    count = view.inside[at]
    told = drawing.words(say_plural("{count} man in the car", "{count} men in the car", count=count))
    aboard = svg.join(car(colour, 0, 8, 31), svg.text(35, 22, str(count), 16, "ink", serif=True))
    cards = len(drawing.box.cards) * (wide + 3)
    return svg.join(
        mark(colour, 11, 17, 9) if several else svg.EMPTY,
        svg.group(*small_cards(drawing, at, wide, 30, pieces), x=x, y=2),
        svg.about(f"car.{colour}", svg.group(aboard, x=x + cards + 3), title=told),
        trunk(drawing, at, x + cards + 65, 2, 30, pieces),
        svg.group(*gear_tiles(drawing, at, 30, pieces), x=SIDE - 63, y=2),
    )


def status(drawing: Drawing) -> Status:
    """Which pay day comes next, how many Doubles are still missing, and what wins."""
    view, box = drawing.view, drawing.box
    words = drawing.words
    turn = words(say("Pay day {round} of {rounds}", round=view.round, rounds=view.rounds))
    if view.ending:
        return Status(turn, goal=words(say("The most influence wins")), track=doubles(drawing))
    missing = box.doubles - len(view.doubles)
    left = say_plural("{count} Double to go", "{count} Doubles to go", count=missing)
    goal = say("{left}; most influence after pay day {rounds} wins", left=left, rounds=view.rounds)
    return Status(turn, goal=words(goal), track=doubles(drawing))


def doubles(drawing: Drawing) -> Part:
    """The Doubles of the round: those that lie, and empty rings for those to come."""
    view, box = drawing.view, drawing.box
    step = 27.0
    shown = []
    for i in range(box.doubles):
        x = 15 + i * step
        if i < len(view.doubles):
            shown.append(double_disc(x, 15, 12))
        else:
            shown.append(svg.circle(x, 15, 11.5, "none", "gold", 1.2))
    told = drawing.words(say("{count} of {all} Doubles", count=len(view.doubles), all=box.doubles))
    width, height = step * box.doubles + 4, 30.0
    drawn = [svg.about("double", *shown)]
    if drawing.narrow:  # the players are behind a tab
        most = max(view.scores)
        rows = [
            (
                [number_of(view.colours[at]) for at, owner in enumerate(view.owners) if owner == seat],
                str(points),
                points == most,
            )
            for seat, points in enumerate(view.scores)
        ]
        width, height = 316.0, 56.0
        drawn.append(svg.group(svg.standings(rows, width), y=31))
    return Part(GOAL, width, height, svg.join(*drawn), told)


def tracks(drawing: Drawing) -> Part:
    """The district cards still to come, and the casino cards drawn so far."""
    view = drawing.view
    words = drawing.words
    cards = say_plural("{count} district card", "{count} district cards", count=view.deck)
    police = say_plural("{count} of them police", "{count} of them police", count=view.police)
    drawn = ", ".join(str(value) for value in view.casino) or "–"
    deck = svg.join(
        svg.icon("cards", 0, 3, 20, "ink"),
        svg.text(28, 18, f"{words(cards)}, {words(police)}", 14, "ink", room=SIDE - 30, least=drawing.least),
    )
    casino = svg.join(
        svg.icon("chip", 0, 30, 20, "ink"),
        svg.text(
            28, 45, words(say("Casino so far: {cards}", cards=drawn)), 14, "ink", room=SIDE - 30, least=drawing.least
        ),
    )
    body = svg.join(svg.about("deck", deck), svg.about("casino", casino))
    return Part(TRACKS, SIDE, 56, body, words(say("Still to come")))
