"""What a seat is asked, whom the others wait for, and the labels of choices."""

from __future__ import annotations

from collections.abc import Callable

from parrain.core.action import Action
from parrain.core.say import Say, Seat, Term, say, say_plural
from parrain.games.gangs_city import actions as kinds
from parrain.games.gangs_city.actions import FIGHT, GUN, ORDERS
from parrain.games.gangs_city.components import Box
from parrain.games.gangs_city.components.names import at, beside, doing, site, spot, the, traffic_of, who, whose
from parrain.games.gangs_city.rules import PHASES
from parrain.games.gangs_city.state import CHIEF, PHASE_NAMES
from parrain.games.gangs_city.view import View


def prompt(view: View, box: Box) -> Say:
    """What the seat is asked, or whom everybody is waiting for."""
    if view.ending:
        return ending(view)
    if view.seat is not None and view.seat in view.to_move:
        return ASKED[view.phase](view, box)
    waits = PHASES[PHASE_NAMES.index(view.phase)].waits
    return Say(waits.text, {"seats": [Seat(seat) for seat in view.to_move]})


def ask_setup(view: View, box: Box) -> Say:
    """Where the place that was drawn is built."""
    name = view.drawn[view.to_move[0]]
    number = box.initiative[box.place_number[name]]
    return say("You drew {place} (initiative {number}): where do you build it?", place=site(box, name), number=number)


def ask_place(view: View, box: Box) -> Say:
    """The next step of a placement."""
    if not view.half:
        if view.hand:
            return say("Lay a tile face down: where?")
        return say("Only your showdown tile is left: lay it where you fight, or pass.")
    if len(view.half) == 1:
        return say("{spot}: who goes there, and what for?", spot=spot(box, view.half[0][3:]))
    return say("Your Spy may look at one face-down tile there. Which?")


def ask_bid(view: View, box: Box) -> Say:
    """A bid on one traffic."""
    return say(
        "Secret bid: how many {traffic} tokens? You hold {held}.",
        traffic=traffic_of(box, box.traffics[view.asked]),
        held=view.stock[view.seat or 0][view.asked],
    )


def ask_recruit(view: View, box: Box) -> Say:
    """Whom to recruit."""
    return say("You recruit with {total} {at}: whom do you take?", total=view.budget, at=at(box, view.site))


def ask_open(view: View, box: Box) -> Say:
    """Where the place that was won is built."""
    name = next(name for _, name in view.won if name)
    return say("You turn up {place}: where do you build it?", place=site(box, name))


def always(told: Say) -> Callable[[View, Box], Say]:
    """A question in the same words each time; {at} is the place that is resolved."""
    return lambda view, box: Say(told.text, {"at": at(box, view.site)})


ASKED: dict[str, Callable[[View, Box], Say]] = {
    "setup": ask_setup,
    "lead": always(say("You own the place with the lowest initiative: who begins?")),
    "place": ask_place,
    "bid": ask_bid,
    "mole": always(say("All tiles are up. Does your Mole fight or recruit?")),
    "order": always(say("You are first player: which place is resolved next?")),
    "shoot": always(say("Your big calibre speaks {at}: whom does it hit?")),
    "pin": always(say("Your Sharpshooter pins down one of the weakest {at}: whom?")),
    "recruit": ask_recruit,
    "release": lambda view, box: say("Your gang is full. Who makes room for {who}?", who=the(box, view.picked)),
    "forge": always(say("Your Forger has been busy {at}: which token does he bring?")),
    "open": ask_open,
    "return": lambda view, box: say("Where do you put {who} back?", who=the(box, view.returns[0][1])),
}


def ending(view: View) -> Say:
    """How it ended, in one sentence."""
    winners = [seat for seat, place in enumerate(view.places) if place == 1]
    points = view.scores[winners[0]]
    told = [Seat(seat) for seat in winners]
    with_points = say_plural("{count} point", "{count} points", count=points)
    if len(winners) > 1:
        return say("{seats} share the city, with {points} each.", seats=told, points=with_points)
    if view.ending == "turn-limit":
        return say(
            "The night is over after {turn} turns: {seats} rules the city with {points}.",
            turn=view.turn,
            seats=told,
            points=with_points,
        )
    if view.ending == "no-gang-left":
        return say(
            "Nobody is left to give orders to: {seats} rules a quiet city with {points}.",
            seats=told,
            points=with_points,
        )
    if view.seat in winners:
        return say("You are the Parrain, with {points}. Kiss the ring.", points=with_points)
    return say("{seats} is the Parrain, with {points}.", seats=told, points=with_points)


def action_label(action: Action, view: View, box: Box) -> Say:
    """A choice as a button would name it."""
    kind = action.kind
    if kind == kinds.AT:
        return spot(box, box.spot_names[action.a])
    if kind in (kinds.SEND, kinds.SHOWDOWN):
        return send_label(action, view, box)
    if kind in (kinds.LOOK, kinds.SHOOT, kinds.PIN):
        return tile_label(action, view, box)
    if kind == kinds.BACK:
        return say("Choose again")
    if kind == kinds.PASS:
        return say("Pass for this turn")
    if kind == kinds.BUILD:
        return say("Build {where}", where=beside(box, action.text[6:]))
    if kind == kinds.LEAD:
        return say("I begin") if action.a == view.seat else say("{seat} begins", seat=Seat(action.a))
    if kind == kinds.BID:
        if not action.b:
            return say("Bid nothing")
        return say_plural("Bid {count} token", "Bid {count} tokens", count=action.b)
    if kind == kinds.MOLE:
        return say("The Mole fights") if action.a == FIGHT else say("The Mole recruits")
    if kind == kinds.RESOLVE:
        return say("Resolve {site}", site=site(box, box.site_names[action.a]))
    if kind == kinds.TAKE:
        if action.a < 0:
            return say("Take nobody")
        return say("Take {who} (cost {cost})", who=the(box, box.names[action.a]), cost=cost(view, box, action.a))
    if kind == kinds.RELEASE:
        if action.a >= 0:
            return say("Replace {who} (in your hand)", who=the(box, box.names[action.a]))
        if action.b >= len(view.laid):
            return say("Tile {tile}", tile=action.b + 1)
        return say("Replace {who} (in the city, tile {tile})", who=the(box, view.laid[action.b][2]), tile=action.b + 1)
    if kind == kinds.RETURN:
        return say(
            "Put {who} back {at}",
            who=the(box, view.returns[0][1] if view.returns else "driver"),
            at=at(box, box.place_names[action.a]),
        )
    assert kind == kinds.FORGE
    return say("Take a {traffic} token", traffic=traffic_of(box, box.traffics[action.a]))


def cost(view: View, box: Box, character: int) -> int:
    """What a character costs under the options of this table."""
    return box.cost_plain[character] if view.options.get("mercenaries") == "plain" else box.cost[character]


def send_label(action: Action, view: View, box: Box) -> Say:
    """Who is laid and how; fighting on one's own place is defending."""
    if action.kind == kinds.SHOWDOWN:
        return say("Showdown tile: big calibre") if action.a == GUN else say("Showdown tile: vest")
    where = view.half[0][3:].partition("/")[0] if view.half else ""
    mine = any(name == where and owner == view.seat for name, _, _, owner, _ in view.city)
    do = ORDERS[action.b]
    if do == "fight":
        do = "defend" if mine else "attack"
    value = {"attack": box.attack, "defend": box.defence, "recruit": box.recruit}.get(do)
    shown = who(box, box.names[action.a])
    order = doing(do) if value is None else say("{doing} {value}", doing=doing(do), value=value[action.a])
    if action.c:
        return say("{who}, chief: {order}", who=shown, order=order)
    return say("{who}: {order}", who=shown, order=order)


def tile_label(action: Action, view: View, box: Box) -> Say:
    """A tile on the city that is looked at, shot or pinned."""
    if action.a < 0:
        return say("Look nowhere") if action.kind == kinds.LOOK else say("Spare them all")
    if action.a >= len(view.laid):
        return say("Tile {tile}", tile=action.a + 1)
    seat, where, what, _, mark, _ = view.laid[action.a]
    if action.kind == kinds.LOOK:
        return say("Look at {seat}'s tile {tile} ({where})", seat=Seat(seat), tile=action.a + 1, where=spot(box, where))
    shown: Say | Term = whose(box, what) if what else say("tile")
    filling = {"seat": Seat(seat), "who": shown, "tile": action.a + 1}
    if action.kind == kinds.SHOOT:
        if mark & CHIEF:
            return say("Shoot {seat}'s {who}, the chief (tile {tile})", **filling)
        return say("Shoot {seat}'s {who} (tile {tile})", **filling)
    assert action.kind == kinds.PIN
    if mark & CHIEF:
        return say("Pin down {seat}'s {who}, the chief (tile {tile})", **filling)
    return say("Pin down {seat}'s {who} (tile {tile})", **filling)


PHASE_TITLES = (say("Placing"), say("Rackets"), say("Actions"), say("New place"), say("Points"))
PHASE_NUMBERS = {
    **dict.fromkeys(("lead", "place"), 0),
    **dict.fromkeys(("bid", "mole"), 1),
    **dict.fromkeys(("order", "shoot", "pin", "recruit", "release", "forge"), 2),
    **dict.fromkeys(("open", "return"), 3),
    "over": 4,
}


def phase_of(phase: str) -> int:
    """Which of the five phases of a turn it is, -1 while the city is set up."""
    return PHASE_NUMBERS.get(phase, -1)


def heading(view: View, box: Box) -> Say:
    """Turn and phase, above what happens in them."""
    phase = phase_of(view.phase)
    if phase < 0 or not view.turn:
        return say("Set-up")
    return say("Turn {turn} · {phase}", turn=view.turn, phase=PHASE_TITLES[phase])
