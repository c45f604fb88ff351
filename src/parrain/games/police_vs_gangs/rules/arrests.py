"""Dice, powers, arrests and the spoils of the police (sections 7.4, 10 and 11)."""

from __future__ import annotations

from parrain.core.action import Action
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs import state as s
from parrain.games.police_vs_gangs.actions.claims import SEATS, catch_code
from parrain.games.police_vs_gangs.rules.negotiation import begin_sharing, catches
from parrain.games.police_vs_gangs.rules.resolving import finish_place, gang_fight, give, strength_of
from parrain.games.police_vs_gangs.state import StateData
from parrain.games.police_vs_gangs.state.pieces import Die, Piece, Prisoner

# -- 10 dice -----------------------------------------------------------------------------------------------------------


def roll(state: StateData) -> None:
    """Informers, then the dice of the police on this place; a lieutenant may have one rerolled (PG 10.1, PG 10.4)."""
    state.rerolled = False
    state.reveals += 1
    state.dice = []
    if state.purpose == s.FIGHT:
        for _ in range(state.box.informers[state.here]):
            state.dice.append(throw(state, k.INFORMERS, k.INFORMER))
    owners = 0
    for piece in state.pieces_here():
        if piece.police:
            state.dice.append(throw(state, piece.seat, piece.kind))
            if piece.kind == k.LIEUTENANT:
                owners |= 1 << piece.seat
    if state.log is not None:
        dice = [{"seat": die.seat, "die": die.name(), "face": k.FACES[die.face]} for die in state.dice]
        name = state.box.card_names[state.here]
        state.tell("roll", {"card": name, "for": s.PURPOSES[state.purpose], "dice": dice})
    if owners and len(rerolls(state, 0)) > 1:
        state.ask(s.P_REROLL, state.lowest(owners))
    else:
        after_reroll(state)


def throw(state: StateData, seat: int, kind: int) -> Die:
    """One die is rolled."""
    return Die(seat, kind, state.box.faces[kind * 6 + state.below(6)])


def rerolls(state: StateData, seat: int) -> tuple[Action, ...]:
    """Any die of the place that is not blank, or none (PG 10.4)."""
    by_kind = state.box.by_kind
    found: list[Action] = []
    for die in state.dice:
        if die.kind != k.LIEUTENANT:
            action = by_kind.reroll[die.code()]
            if action not in found:
                found.append(action)
    found.append(by_kind.reroll_none)
    return tuple(found)


def find_die(state: StateData, seat: int, kind: int, face: int) -> int:
    """The place of the first such die."""
    for place in range(len(state.dice)):
        die = state.dice[place]
        if die.seat == seat and die.kind == kind and die.face == face:
            return place
    return -1


def apply_reroll(state: StateData, seat: int, action: Action) -> None:
    """One die is rolled anew, its first face is lost; or none (PG 10.4)."""
    if action.a != -1:
        place = find_die(state, action.a, action.b, action.c)
        die = throw(state, action.a, action.b)
        state.dice[place] = die
        state.reveals += 1
        if state.log is not None:
            was, now = k.FACES[action.c], k.FACES[die.face]
            state.tell("reroll", {"seat": seat, "owner": action.a, "die": die.name(), "was": was, "face": now})
    elif state.log is not None:
        state.tell("reroll", {"seat": seat, "die": ""})
    after_reroll(state)


def after_reroll(state: StateData) -> None:
    """Doubles are settled in a fight; elsewhere the badges decide at once (PG 10.5, PG 7.4, PG 11.4)."""
    state.rerolled = True
    if state.purpose == s.FIGHT:
        next_double(state)
        return
    best = -1
    winner = -1
    for seat in SEATS[state.present(state.here) & k.ALL_POLICE]:
        badges = state.badges_of(seat)
        if badges > best:
            best = badges
            winner = seat
        elif badges == best:
            winner = -1
    if state.purpose == s.ALONE:
        if winner != -1:
            police_take(state, winner)
        finish_place(state, s.POLICE_TIE if winner == -1 else s.POLICE_ALONE)
    elif winner == -1:
        finish_place(state, s.POLICE_WIN)  # nobody gets anything (PG 11.5)
    else:
        take_all(state, winner)


def next_double(state: StateData) -> None:
    """The next sergeant's double, in turn order, is handcuffs or a badge as its owner says (PG 10.5)."""
    for seat in state.order:
        for die in state.dice:
            if die.seat == seat and die.face == k.DOUBLE_FACE:
                state.ask(s.P_DOUBLE, seat)
                return
    compare(state)


def doubles(state: StateData, seat: int) -> tuple[Action, ...]:
    """Handcuffs or a badge."""
    double = state.box.by_kind.double
    return (double[0], double[1])


def apply_double(state: StateData, seat: int, action: Action) -> None:
    """A double counts as that."""
    state.dice[find_die(state, seat, k.SERGEANT, k.DOUBLE_FACE)] = Die(seat, k.SERGEANT, action.a)
    if state.log is not None:
        state.tell("double", {"seat": seat, "face": k.FACES[action.a]})
    next_double(state)


def police_power(state: StateData, handcuffs: int) -> int:
    """The power of the police with so many handcuffs rolled: those of the card (shifted by the option, PG 14.4)
    too (PG 10.2).
    """
    doubled = 1
    for die in state.dice:
        if die.kind == k.LIEUTENANT:
            doubled = 2
    return max(0, state.box.handcuffs[state.here] + state.cuffs_shift) + handcuffs * doubled


def gang_power(state: StateData) -> int:
    """The power of the gangsters: their fighting tiles and the informers of the mafia (PG 10.3)."""
    power = rolled(state, k.MAFIA)
    for seat in range(0, state.players, 2):
        power += strength_of(state, seat)
    return power


def rolled(state: StateData, face: int) -> int:
    """How many dice show that face."""
    count = 0
    for die in state.dice:
        if die.face == face:
            count += 1
    return count


def compare(state: StateData) -> None:
    """The stronger faction wins, on equality the police (PG 10.6); without fighting tiles there is only the
    place (PG 10.10).
    """
    state.power_police = police_power(state, rolled(state, k.HANDCUFFS))
    state.power_gangs = gang_power(state)
    if state.log is not None:
        name = state.box.card_names[state.here]
        state.tell("powers", {"card": name, "police": state.power_police, "gangsters": state.power_gangs})
    fighting = state.fighters() != 0
    if state.power_police >= state.power_gangs:
        police_win(state, fighting)
    elif fighting:
        gangsters_win(state)
    else:
        finish_place(state, s.NOBODY_WINS)


# -- 10.7 the gangsters have won ---------------------------------------------------------------------------------------


def gangsters_win(state: StateData) -> None:
    """The policeman with the most badges may still arrest somebody (PG 10.7)."""
    best = 0
    mask = 0
    for seat in SEATS[state.present(state.here) & k.ALL_POLICE]:
        badges = state.badges_of(seat)
        if badges > best:
            best = badges
            mask = 0
        if badges == best and badges:
            mask |= 1 << seat
    if mask:
        state.ask(s.P_ARREST, state.lowest(mask))
    else:
        gang_fight(state, s.GANGSTERS_WIN)


def arrests(state: StateData, seat: int) -> tuple[Action, ...]:
    """Any gangster who fights here, or nobody."""
    by_kind = state.box.by_kind
    return (*[by_kind.arrest[each] for each in SEATS[state.fighters()]], by_kind.arrest_none)


def apply_arrest(state: StateData, seat: int, action: Action) -> None:
    """A random fighting tile and one of the policeman's dice go to prison, for a point; the rest fight on (PG 10.7 to
    PG 10.9).
    """
    if action.a == -1:
        state.tell("let go", {"seat": seat})
    else:
        tiles = [piece for piece in state.pieces_here() if not piece.recruiting and piece.seat == action.a]
        tile = tiles[state.below(len(tiles))]
        state.reveals += 1
        die = highest_die(state, seat)
        imprison(state, tile)
        imprison(state, die)
        state.add_points(seat, 1)
        if state.log is not None:
            tell_arrest(state, seat, tile.seat, tile.kind, k.DICE[die.kind], "", -1)
    gang_fight(state, s.GANGSTERS_WIN)


def tell_arrest(state: StateData, seat: int, victim: int, character: int, die: str, token: str, token_to: int) -> None:
    """Log an arrest."""
    data: dict[str, object] = {
        "seat": seat,
        "from": victim,
        "character": state.box.characters[character],
        "die": die,
        "point": seat,
        "token": token,
        "token_to": token_to,
    }
    state.tell("arrest", data)


def highest_die(state: StateData, seat: int) -> Piece:
    """A policeman's lieutenant on this place, else a sergeant, else an inspector (PG 10.8)."""
    best: Piece | None = None
    for piece in state.pieces:
        if piece.card == state.here and piece.seat == seat and (best is None or piece.kind > best.kind):
            best = piece
    assert best is not None
    return best


def imprison(state: StateData, piece: Piece) -> None:
    """A piece goes from its place to prison (PG 6.11)."""
    state.pieces.remove(piece)
    state.jail.append(Prisoner(state.turn, piece.seat, piece.kind))


# -- 11 the police have won --------------------------------------------------------------------------------------------


def police_take(state: StateData, seat: int) -> None:
    """A policeman leaves a die on the place; a gangster's marker goes (PG 7.3, PG 7.5)."""
    state.owner[state.here] = seat


def police_win(state: StateData, prize: bool) -> None:
    """The marker goes; one policeman takes all, several bargain (PG 11.1 to PG 11.3, PG 10.10)."""
    police = state.present(state.here) & k.ALL_POLICE
    state.owner[state.here] = -1
    state.prize = prize
    if police & (police - 1):
        begin_sharing(state, police, prize)
    else:
        take_all(state, police.bit_length() - 1)


def take_all(state: StateData, seat: int) -> None:
    """Place, point and token for one policeman, who names whom to catch (PG 11.2, PG 11.4)."""
    police_take(state, seat)
    if not state.prize:
        finish_place(state, s.POLICE_WIN)
        return
    codes = catches(state)
    if len(codes) == 1:
        catch(state, codes[0], seat, seat)
    else:
        state.ask(s.P_CATCH, seat)


def catch_actions(state: StateData, seat: int) -> tuple[Action, ...]:
    """Every tile and token that can be taken."""
    return tuple([state.box.by_kind.catch_by_code[code] for code in catches(state)])


def apply_catch(state: StateData, seat: int, action: Action) -> None:
    """One policeman has named whom to catch."""
    catch(state, catch_code(action), seat, seat)


def share_out(state: StateData) -> None:
    """An accord among police is carried out (PG 11.3)."""
    place, point, token, code = state.claims[state.party.bit_length() - 1].parts[:4]
    police_take(state, place)
    if state.prize:
        catch(state, code, point, token)
    else:
        finish_place(state, s.POLICE_WIN)


def catch(state: StateData, code: int, point: int, token: int) -> None:
    """A named tile goes to prison alone; a point and a token of its traffics are taken (PG 11.2)."""
    box = state.box
    named = box.by_kind.catch_by_code[code]
    for piece in state.pieces:
        if piece.card == state.here and not piece.recruiting and piece.seat == named.a and piece.kind == named.b:
            imprison(state, piece)
            break
    state.add_points(point, 1)
    t = named.c
    if t < box.traffics:
        give(state, token, t, 1)
    if state.log is not None:
        ware = box.traffic_names[t] if t < box.traffics else ""
        tell_arrest(state, point, named.a, named.b, "", ware, token)
    finish_place(state, s.POLICE_WIN)
