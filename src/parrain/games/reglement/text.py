"""What Règlement de comptes says: prompts in two voices, choices, events, the table in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from parrain.core.action import Action
from parrain.core.say import Say, Seat, Term, say, say_plural
from parrain.games.reglement import actions as act
from parrain.games.reglement.chart import chart as chart
from parrain.games.reglement.components import CARDS, ICONS, RANKS, Box
from parrain.games.reglement.rules import PHASES
from parrain.games.reglement.state import AIM, STEPS
from parrain.games.reglement.view import View


def card(name: str, box: Box) -> Say:
    """A card in a sentence."""
    return say("“{card}”", card=box.edition.term("card", name))


def cards(names: object, box: Box) -> Say | list[Say]:
    """Several cards in a sentence."""
    told = [card(name, box) for name in cast(Sequence[str], names)]
    return say("{first} and {last}", first=told[:-1], last=told[-1]) if len(told) > 1 else told or say("nothing")


def gang(name: object, box: Box) -> Term:
    """A gang in a sentence."""
    return box.edition.term("gang", str(name))


def rank_name(name: object, box: Box) -> Term:
    """A rank in a sentence."""
    return box.edition.term("rank", str(name))


def gangster(gang_name: object, rank: object, box: Box) -> Say:
    """A gangster in a sentence."""
    return say("{gang} {rank}", gang=gang(gang_name, box), rank=rank_name(rank, box))


def money(sum_: object) -> Say | str:
    """A sum as the reader writes it: 12,000 in English, with a thin space in French."""
    amount = cast(int, sum_)
    if amount < 1000:
        return str(amount)
    return say("{thousands},{rest}", thousands=money(amount // 1000), rest=f"{amount % 1000:03}")


def dollars(amount: int) -> Say:
    """A sum with its sign."""
    return say("${sum}", sum=money(amount))


def sitter(view: View, box: Box, chair: int) -> Say:
    """Who sits on a chair (by index), with its number."""
    if view.owners[chair] < 0:
        return say("empty chair {chair}", chair=chair + 1)
    who = gangster(box.gangs[view.owners[chair]], view.ranks[chair], box)
    if chair + 1 in view.asleep:
        return say("sleeping {who} at {chair}", who=who, chair=chair + 1)
    return say("{who} at {chair}", who=who, chair=chair + 1)


def occupant(view: View, box: Box, chair: int) -> Say:
    """Who sits on a chair (by index) that was named already."""
    if view.owners[chair] < 0:
        return say("empty")
    who = gangster(box.gangs[view.owners[chair]], view.ranks[chair], box)
    return say("sleeping {who}", who=who) if chair + 1 in view.asleep else who


# -- prompts ---------------------------------------------------------------------------------------


def prompt(view: View, box: Box) -> Say:
    """What the seat is asked, or whom everybody is waiting for."""
    if view.ending:
        return ending(view)
    phase = PHASES[STEPS.index(view.step)]
    mover = view.to_move[0]
    if view.seat != mover:
        return Say(phase.waits.text, {"seat": Seat(mover)})
    return Say(phase.asks.text, {"most": box.doses}) if view.step == "cocktail" else phase.asks


def ending(view: View) -> Say:
    """How it ended, and what decided between those who are as rich as the winner."""
    decided = tie_break(view)
    if decided is None:
        return victory(view)
    return say("{victory} {tie}", victory=victory(view), tie=decided)


def tie_break(view: View) -> Say | None:
    """Why the winner comes before others with as much money (RC 12.2, RC 12.3); None if nobody has."""
    winner = view.places.index(1)
    level = [seat for seat, cash in enumerate(view.scores) if cash == view.scores[winner] and seat != winner]
    if view.places.count(1) > 1 or not level:
        return None
    seats = [Seat(seat) for seat in level]
    left = view.out[winner][0]  # the moment at which it went out, 0 if it never did
    if all(view.out[seat][0] != left for seat in level):
        return say("As rich as {seats}: whoever stayed longer at the table comes first.", seats=seats)
    if left:
        return say("As rich as {seats}: whoever had more men just before comes first.", seats=seats)
    return say("As rich as {seats}: whoever has more men left comes first.", seats=seats)


def victory(view: View) -> Say:
    """Who has won, in one sentence."""
    winners = [Seat(seat) for seat, place in enumerate(view.places) if place == 1]
    best = money(max(view.scores))
    if len(winners) > 1:
        return say(
            "{seats} share the first place with ${sum} each. They will have to talk.", seats=list(winners), sum=best
        )
    seat = winners[0]
    mine = view.seat == seat.number
    if view.alive[seat.number] == 0:
        if mine:
            return say("You win with ${sum}, from beyond the grave.", sum=best)
        return say("{seat} wins with ${sum}, from beyond the grave.", seat=seat, sum=best)
    if mine:
        return say("You win with ${sum}. They will call you the Godfather.", sum=best)
    return say("{seat} wins with ${sum}: the new Godfather.", seat=seat, sum=best)


# -- choices ---------------------------------------------------------------------------------------


def action_label(action: Action, view: View, box: Box) -> Say:
    """A choice as a button would name it."""
    kind = action.kind
    if kind == act.PLAY:
        return say("Play {card}", card=card(CARDS[action.a], box))
    if kind == act.DISCARD:
        return say("Discard {card}, draw one", card=card(CARDS[action.a], box))
    if kind == act.DRAW:
        return say("Draw up to {count} cards", count=box.hand)
    if kind == act.BACK:
        return say("Choose again")
    if kind == act.POUR:
        return say("Serve the drinks")
    if kind == act.PICK:
        if action.b:
            return say("Seat your sleeping {rank}", rank=rank_name(RANKS[action.a], box))
        return say("Seat your {rank}", rank=rank_name(RANKS[action.a], box))
    if kind == act.SHOVE:
        if action.b:
            return say("Pass the {gang} cake to the right", gang=gang(box.gangs[action.a], box))
        return say("Pass the {gang} cake to the left", gang=gang(box.gangs[action.a], box))
    if kind == act.BLOW:
        return say("Set off the {gang} cake", gang=gang(box.gangs[action.a], box))
    return chair_label(action, view, box)


def chair_label(action: Action, view: View, box: Box) -> Say:
    """A choice of a chair."""
    kind = action.kind
    there = sitter(view, box, action.a)
    if kind == act.SERVE:
        if view.owners[action.a] < 0:
            return say("Serve the cake at the {who}", who=there)
        return say("Serve the cake to the {who}", who=there)
    if kind == act.DRUG:
        return say("A pill for the {who}", who=there)
    if kind == act.LIFT:
        return say("Move the {who}", who=there)
    if kind == act.SIT:
        return say("Chair {chair}: {icon}", chair=action.a + 1, icon=chair_words(view, box, action.a))
    if kind == act.SHOOT:
        if action.b < 0 or view.owners[action.b] < 0:
            return say("The {who} shoots at nobody", who=there)
        return say("The {who} shoots the {victim}", who=there, victim=sitter(view, box, action.b))
    return say("The {who} stabs the {victim}", who=there, victim=sitter(view, box, action.b))


def chair_words(view: View, box: Box, chair: int) -> Say | Term:
    """What is at a chair besides who sits there."""
    icon = say("X chair") if box.opposite[chair] < 0 else box.edition.term("object", ICONS[box.icons[chair]])
    if chair + 1 in view.cakes:
        return say("{icon}, and the {gang} cake", icon=icon, gang=gang(box.gangs[view.cakes.index(chair + 1)], box))
    return icon


# -- events ----------------------------------------------------------------------------------------


def event_text(event: Mapping[str, object], seat: int | None, box: Box) -> Say | None:
    """What happened, told to that seat."""
    kind = str(event["kind"])
    if kind == "shuffle":
        return say_plural(
            "The deck is used up: {count} discard is shuffled into a new one.",
            "The deck is used up: {count} discards are shuffled into a new one.",
            count=event["count"],
        )
    if kind == "death":
        victim = gangster(event["gang"], event["rank"], box)
        return say("The {who} at chair {chair} leaves the game, feet first.", who=victim, chair=event["chair"])
    if kind == "end":
        return end_text(event)
    who = cast(int, event["seat"])
    mine = who == seat
    if kind in ("stab", "shot"):
        return attack_text(event, mine, box)
    if kind in ("blast", "serve", "pass"):
        return cake_text(event, mine, box)
    if kind in ("turn", "income", "draw", "discard", "out"):
        return course_text(event, mine, box)
    return table_text(event, mine, box)


def attack_text(event: Mapping[str, object], mine: bool, box: Box) -> Say:
    """A stab or a shot."""
    told = {"seat": Seat(cast(int, event["seat"])), "by": rank_name(event["by"], box), "start": event["from"]}
    victim = {"victim": gangster(event["gang"], event["rank"], box), "chair": event["chair"]}
    if event["kind"] == "stab":
        if mine:
            return say("Your {by} at chair {start} stabs the {victim} at chair {chair}.", **told, **victim)
        return say("{seat}'s {by} at chair {start} stabs the {victim} at chair {chair}.", **told, **victim)
    if mine:
        return say("Your {by} at chair {start} shoots the {victim} at chair {chair}.", **told, **victim)
    return say("{seat}'s {by} at chair {start} shoots the {victim} at chair {chair}.", **told, **victim)


def cake_text(event: Mapping[str, object], mine: bool, box: Box) -> Say:
    """Something about a cake."""
    seat = Seat(cast(int, event["seat"]))
    if event["kind"] == "blast":
        cake = {"gang": gang(event["gang"], box), "chair": event["chair"]}
        if event["owner"] == event["seat"]:
            return say("The {gang} cake at chair {chair} explodes, as cakes do here.", **cake)
        if mine:
            return say("You set off the {gang} cake at chair {chair}.", **cake)
        return say("{seat} sets off the {gang} cake at chair {chair}.", seat=seat, **cake)
    if event["kind"] == "serve":
        if mine:
            return say("You have a cake served at chair {chair}.", chair=event["chair"])
        return say("{seat} has a cake served at chair {chair}.", seat=seat, chair=event["chair"])
    way = {"gang": gang(event["gang"], box), "start": event["from"], "chair": event["chair"]}
    if mine:
        return say("You pass the {gang} cake from chair {start} to chair {chair}. After you.", **way)
    return say("{seat} passes the {gang} cake from chair {start} to chair {chair}. After you.", seat=seat, **way)


def course_text(event: Mapping[str, object], mine: bool, box: Box) -> Say | None:
    """Turns, money, cards drawn and discarded, players who go out."""
    kind = event["kind"]
    seat = Seat(cast(int, event["seat"]))
    if kind == "turn":
        return say("Your turn.") if mine else say("{seat}'s turn.", seat=seat)
    if kind == "income":
        return income_text(event, mine)
    if kind == "draw":
        if "cards" in event:
            return say("You draw {cards}.", cards=cards(event["cards"], box))
        return say_plural("{seat} draws {count} card.", "{seat} draws {count} cards.", seat=seat, count=event["count"])
    if kind == "discard":
        if mine:
            return say("You discard {card}.", card=card(str(event["card"]), box))
        return say("{seat} discards {card}.", seat=seat, card=card(str(event["card"]), box))
    if mine:
        return say("Your last man is gone: you are out, with ${sum} to your name.", sum=money(event["money"]))
    return say("{seat} has no man left and is out, leaving {cards}.", seat=seat, cards=cards(event["cards"], box))


def income_text(event: Mapping[str, object], mine: bool) -> Say:
    """What the bank paid."""
    seat = Seat(cast(int, event["seat"]))
    if not event["paid"]:
        return say("The bank has nothing for you.") if mine else say("The bank has nothing for {seat}.", seat=seat)
    if cast(int, event["paid"]) < cast(int, event["due"]):
        return say(
            "The bank owes {seat} ${due} and scrapes together ${sum}.",
            seat=seat,
            due=money(event["due"]),
            sum=money(event["paid"]),
        )
    if mine:
        return say("The bank pays you ${sum}.", sum=money(event["paid"]))
    return say("The bank pays {seat} ${sum}.", seat=seat, sum=money(event["paid"]))


def table_text(event: Mapping[str, object], mine: bool, box: Box) -> Say:
    """Who sits, moves, drinks and wakes."""
    kind = event["kind"]
    seat = Seat(cast(int, event["seat"]))
    if kind == "seat":
        return say(
            "The {who} takes chair {chair}.", who=gangster(event["gang"], event["rank"], box), chair=event["chair"]
        )
    if kind == "move":
        return say(
            "The {who} strolls from chair {start} to chair {chair}.",
            who=gangster(event["gang"], event["rank"], box),
            start=event["from"],
            chair=event["chair"],
        )
    if kind == "wake":
        woken = list(cast(Sequence[int], event["chairs"]))
        return say_plural(
            "Good morning: the man at chair {chairs} wakes up.",
            "Good morning: the men at chairs {chairs} wake up.",
            chairs=woken,
            count=len(woken),
        )
    if kind == "cocktail":
        chairs = list(cast(Sequence[int], event["chairs"]))
        if mine:
            return say_plural(
                "You mix the drink at chair {chairs}.",
                "You mix the drinks at chairs {chairs}.",
                chairs=chairs,
                count=len(chairs),
            )
        return say_plural(
            "{seat} mixes the drink at chair {chairs}.",
            "{seat} mixes the drinks at chairs {chairs}.",
            seat=seat,
            chairs=chairs,
            count=len(chairs),
        )
    if mine:
        return say("You shout: police! Everybody up.")
    return say("{seat} shouts: police! Everybody up.", seat=seat)


def end_text(event: Mapping[str, object]) -> Say:
    """Which of the ends it was."""
    ended = event["ending"]
    if ended == "alone":
        return say(
            "{seat} is the only one left at the table and pockets the remaining ${sum}.",
            seat=Seat(cast(int, event["seat"])),
            sum=money(event["amount"]),
        )
    if ended == "bank":
        return say("The last note leaves the bank. Dinner is over.")
    if ended == "blast":
        return say("Nobody is left to ask for the bill. ${sum} stay on the table.", sum=money(event["left"]))
    return say("Nothing happens any more. The guests go home; ${sum} stay on the table.", sum=money(event["left"]))


# -- the table in words ----------------------------------------------------------------------------


def describe(view: View, box: Box) -> list[Say]:
    """The whole table in words."""
    told = [
        say("Turn {turn}. The bank holds ${bank}.", turn=view.turns, bank=money(view.bank)),
        say("{deck}; {pills}.", deck=in_deck(view.pile), pills=pills_left(view.tokens)),
    ]
    for seat in range(view.players):
        told += describe_seat(view, box, seat)
    for chair in range(box.chairs):
        told.append(describe_chair(view, box, chair))
    told.append(
        say(
            "Income of men who are awake: a Godfather ${godfather}, each business ${business}, both of one kind"
            " ${monopoly} together; with the till {till} times as much.",
            godfather=money(box.pay_godfather),
            business=money(box.pay_business),
            monopoly=money(box.pay_monopoly),
            till=box.till_factor,
        )
    )
    told.append(say("Discards, oldest first: {cards}.", cards=cards(view.discard, box)))
    if view.away:
        told.append(say("Out of the game: {cards}.", cards=cards(view.away, box)))
    if view.shuffles:
        pile = [name for number, name in enumerate(CARDS) for _ in range(view.fresh[number])]
        told.append(say("The deck was last made of: {cards}.", cards=cards(pile, box)))
    told += half_chosen(view, box)
    told.append(prompt(view, box))
    return told


def describe_seat(view: View, box: Box, seat: int) -> list[Say]:
    """A player: gang, money, men, cards, cake."""
    told = [
        say(
            "{seat}, {gang} gang: ${sum}, {men}, {cards}.",
            seat=Seat(seat),
            gang=gang(box.gangs[seat], box),
            sum=money(view.scores[seat]),
            men=say_plural("{count} man", "{count} men", count=view.alive[seat]),
            cards=say_plural("{count} card", "{count} cards", count=view.hand_sizes[seat]),
        )
    ]
    if view.cakes[seat] > 0:
        told.append(
            say("The {gang} cake is at chair {chair}.", gang=gang(box.gangs[seat], box), chair=view.cakes[seat])
        )
    if view.reserve[seat]:
        waiting = [waiting_man(text, box) for text in view.reserve[seat]]
        told.append(say("{seat} has men waiting for a chair: {men}.", seat=Seat(seat), men=waiting))
    if seat == view.seat:
        told.append(say("Your hand: {cards}.", cards=cards(view.hand, box)))
    return told


def waiting_man(text: str, box: Box) -> Say | Term:
    """A man who waits for a chair."""
    rank = rank_name(text.split(" ")[0], box)
    return say("sleeping {rank}", rank=rank) if " " in text else rank


def describe_chair(view: View, box: Box, chair: int) -> Say:
    """A chair: who is there, what lies in front, what is across."""
    there = occupant(view, box, chair)
    icon = chair_words(view, box, chair)
    if box.opposite[chair] < 0:
        return say("Chair {chair}: {who}; {icon}.", chair=chair + 1, who=there, icon=icon)
    return say(
        "Chair {chair}, opposite {across}: {who}; {icon}.",
        chair=chair + 1,
        across=box.opposite[chair] + 1,
        who=there,
        icon=icon,
    )


def half_chosen(view: View, box: Box) -> list[Say]:
    """What its maker has chosen so far."""
    if view.lifted:
        return [say("Your man at chair {chair} is about to move.", chair=view.lifted)]
    if view.doses:
        return [
            say_plural(
                "So far the pill goes to chair {chairs}.",
                "So far the pills go to chairs {chairs}.",
                chairs=list(view.doses),
                count=len(view.doses),
            )
        ]
    if view.picked and view.seat in view.to_move:
        return [say("The man to seat: {man}.", man=waiting_man(view.picked, box))]
    if view.step in STEPS[AIM:]:
        return [say("You are playing {card}.", card=card(view.step, box))]
    return []


# -- short texts of the board ----------------------------------------------------------------------


def turn_number(turns: int) -> Say:
    """Which turn it is."""
    return say("Turn {turn}", turn=turns) if turns else say("Setup")


def heading(view: View, box: Box) -> Say:
    """The turn and whose it is, above what happens in it."""
    if not view.turns:
        return say("Taking places")
    return say("Turn {turn} · {seat}", turn=view.turns, seat=Seat(view.turn))


def cake_time(turns: int) -> Say:
    """When a cake explodes by itself, by the turns until its owner's (0 for never)."""
    if not turns:
        return say("explodes only with a Boom!")
    return say_plural("explodes next turn", "explodes in {count} turns", count=turns)


def cake_place(view: View, box: Box, seat: int) -> Say:
    """Where a cake is."""
    name = gang(box.gangs[seat], box)
    if view.cakes[seat] > 0:
        return say("The {gang} cake is at chair {chair}.", gang=name, chair=view.cakes[seat])
    if view.cakes[seat] < 0:
        return say("The {gang} cake is out of the game.", gang=name)
    return say("The {gang} cake is still in the kitchen.", gang=name)


def here_sat(gang_name: str, rank: str, box: Box) -> Say:
    """Who died on a chair."""
    return say("Here sat the {who}.", who=gangster(gang_name, rank, box))


def pills_left(tokens: int) -> Say:
    """How many sleeping pills are left."""
    return say_plural("{count} sleeping pill left", "{count} sleeping pills left", count=tokens)


def in_deck(count: int) -> Say:
    """How many cards are left to draw."""
    return say_plural("deck: {count} card", "deck: {count} cards", count=count)


def bank_holds(bank: int) -> Say:
    """What is left in the bank."""
    return say("The bank holds {sum}.", sum=dollars(bank))
