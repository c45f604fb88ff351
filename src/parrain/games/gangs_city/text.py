"""What Gangs City says when it asks: prompts in two voices, and choices as buttons would name them."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.core.say import Say, Seat, say
from parrain.games.gangs_city.components import (
    AT,
    BACK,
    BID,
    BUILD,
    DOINGS,
    FORGE,
    GUN,
    LEAD,
    LOOK,
    MOLE,
    PASS,
    PIN,
    RELEASE,
    RESOLVE,
    RETURN,
    SEND,
    SHOOT,
    SHOWDOWN,
    TAKE,
    Box,
)  # fmt: skip
from parrain.games.gangs_city.view import View
from parrain.games.gangs_city.words.naming import a, beside, doing, site, spot, traffic, who
from parrain.games.gangs_city.words.reading import describe
from parrain.games.gangs_city.words.telling import event_text

__all__ = ["action_label", "describe", "event_text", "prompt"]


def prompt(view: View, box: Box) -> Say:
    """What the seat is asked, or whom everybody is waiting for."""
    if view.ending:
        return ending(view)
    if view.seat is not None and view.seat in view.to_move:
        return prompt_mine(view, box)
    return prompt_other(view)


def prompt_mine(view: View, box: Box) -> Say:
    """What you are asked."""
    phase = view.phase
    if phase == "setup":
        name = view.drawn[view.to_move[0]]
        return say(
            "You drew {place} (initiative {number}): where do you build it?",
            place=site(name),
            number=box.initiative[box.place_number[name]],
        )
    if phase == "lead":
        return say("The lowest place in town is yours: who begins this turn?")
    if phase == "place":
        return prompt_place(view)
    if phase == "bid":
        held = view.stock[view.seat or 0][view.asked]
        return say(
            "Bid in secret: how many tokens of {traffic}? You hold {held}.",
            traffic=traffic(box.traffics[view.asked]),
            held=held,
        )
    if phase == "mole":
        return say("All tiles are up. Does your Mole fight or recruit?")
    if phase == "order":
        return say("You lead: which site is settled next?")
    if phase == "shoot":
        return say("Your big calibre speaks at {site}: whom does it hit?", site=site(view.site))
    if phase == "pin":
        return say("Your Sharpshooter pins one of the weakest at {site}: whom?", site=site(view.site))
    if phase == "recruit":
        return say("You recruit with {total} at {site}: whom do you take?", total=view.budget, site=site(view.site))
    if phase == "release":
        return say("Your gang is full. Who makes room for {who}?", who=a(view.picked))
    if phase == "forge":
        return say("Your Forger has been busy at {site}: which token does he bring?", site=site(view.site))
    if phase == "open":
        name = next(name for _, name in view.won if name)
        return say("You turn up {place}: where do you build it?", place=site(name))
    return say("Where does {who} wait for a new boss?", who=a(view.returns[0][1]))


def prompt_place(view: View) -> Say:
    """The steps of a placement."""
    if not view.half:
        if view.hand:
            return say("Lay a tile face down: where?")
        return say("Only your showdown tile is left: lay it where you fight, or pass.")
    if len(view.half) == 1:
        return say("{spot}: who goes there, and what for?", spot=spot(view.half[0][3:]))
    return say("Your Spy may look at one face-down tile there. Which?")


WAITING = {
    "setup": say("{seats} is building onto the city."),
    "lead": say("{seats} owns the lowest place and says who begins."),
    "place": say("{seats} is laying a tile face down."),
    "bid": say("Secret bids: waiting for {seats}."),
    "mole": say("{seats} decides what the Mole does."),
    "order": say("{seats} says which site is settled next."),
    "shoot": say("{seats} takes aim with a big calibre."),
    "pin": say("{seats} chooses whom the Sharpshooter pins."),
    "recruit": say("{seats} is recruiting."),
    "forge": say("{seats} chooses what the Forger brings."),
    "open": say("{seats} has won a place and builds it."),
    "return": say("{seats} puts a replaced character back."),
}


def prompt_other(view: View) -> Say:
    """Whom everybody is waiting for."""
    told = WAITING["recruit" if view.phase == "release" else view.phase]
    return Say(told.text, {"seats": [Seat(seat) for seat in view.to_move]})


def ending(view: View) -> Say:
    """How it ended, in one sentence."""
    winners = [seat for seat, place in enumerate(view.places) if place == 1]
    points = view.scores[winners[0]]
    told = [Seat(seat) for seat in winners]
    if view.ending == "turn-limit":
        return say(
            "The night is over after {turn} turns: {seats} rules the city with {points} points.",
            turn=view.turn,
            seats=told,
            points=points,
        )
    if view.ending == "no-gang-left":
        return say(
            "Nobody is left to give orders to: {seats} rules a quiet city with {points} points.",
            seats=told,
            points=points,
        )
    if view.seat in winners and len(winners) == 1:
        return say("You are the Parrain, with {points} points. Kiss the ring.", points=points)
    return say("{seats} is the Parrain, with {points} points.", seats=told, points=points)


def action_label(action: Action, view: View, box: Box) -> Say:
    """A choice as a button would name it."""
    kind = action.kind
    if kind == AT:
        return spot(box.spot_names[action.a])
    if kind in (SEND, SHOWDOWN):
        return send_label(action, view, box)
    if kind in (LOOK, SHOOT, PIN):
        return tile_label(action, view)
    if kind == BACK:
        return say("Go back a step")
    if kind == PASS:
        return say("Pass for this turn")
    if kind == BUILD:
        return say("Build {where}", where=beside(action.text[6:]))
    if kind == LEAD:
        return say("I begin") if action.a == view.seat else say("{seat} begins", seat=Seat(action.a))
    if kind == BID:
        return say("Bid {count} of {traffic}", count=action.b, traffic=traffic(box.traffics[action.a]))
    if kind == MOLE:
        return say("The Mole is to {doing}", doing=doing(DOINGS[action.a]))
    if kind == RESOLVE:
        return say("Settle {site}", site=site(box.site_names[action.a]))
    if kind == TAKE:
        if action.a < 0:
            return say("Take nobody")
        return say("Take {who} (cost {cost})", who=a(box.names[action.a]), cost=cost(view, box, action.a))
    if kind == RELEASE:
        if action.a >= 0:
            return say("Replace {who} from your hand", who=a(box.names[action.a]))
        return say("Replace {who} on the city (tile {tile})", who=a(view.laid[action.b][2]), tile=action.b + 1)
    if kind == RETURN:
        return say(
            "Put {who} on {place}",
            who=a(view.returns[0][1] if view.returns else "driver"),
            place=site(box.place_names[action.a]),
        )
    assert kind == FORGE
    return say("Take a token of {traffic}", traffic=traffic(box.traffics[action.a]))


def cost(view: View, box: Box, character: int) -> int:
    """What a character costs under the options of this table."""
    return box.cost_plain[character] if view.options.get("mercenaries") == "plain" else box.cost[character]


def send_label(action: Action, view: View, box: Box) -> Say:
    """Who is laid and how; fighting on one's own place is defending."""
    if action.kind == SHOWDOWN:
        return say("Showdown tile: big calibre") if action.a == GUN else say("Showdown tile: vest")
    where = view.half[0][3:].partition("/")[0] if view.half else ""
    mine = any(name == where and owner == view.seat for name, _, _, owner, _ in view.city)
    do = DOINGS[action.b]
    if do == "fight":
        do = "defend" if mine else "attack"
    value = {"attack": box.attack, "defend": box.defence, "recruit": box.recruit}.get(do)
    shown = who(box.names[action.a])
    if value is None:
        told = say("{who}: {doing}", who=shown, doing=doing(do))
    else:
        told = say("{who}: {doing} {value}", who=shown, doing=doing(do), value=value[action.a])
    return say("{order}, as chief", order=told) if action.c else told


def tile_label(action: Action, view: View) -> Say:
    """A tile on the city that is looked at, shot or pinned."""
    if action.a < 0:
        return say("Look nowhere") if action.kind == LOOK else say("Spare them all")
    if action.a >= len(view.laid):
        return say("Tile {tile}", tile=action.a + 1)
    seat, where, what, _, mark, _ = view.laid[action.a]
    filling = {
        "who": a(what) if what else say("a tile"),
        "seat": Seat(seat),
        "where": spot(where),
        "tile": action.a + 1,
    }
    if mark & 1:
        filling["who"] = say("{who}, the chief", who=filling["who"])
    if action.kind == LOOK:
        return say("Look at tile {tile} of {seat} ({where})", **filling)
    if action.kind == SHOOT:
        return say("Shoot {who} of {seat} (tile {tile}, {where})", **filling)
    assert action.kind == PIN
    return say("Pin {who} of {seat} (tile {tile}, {where})", **filling)
