"""The matter at hand: the negotiation, the dice and how they add up, the stakes, and every other choice as a button."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.say import Seat, say
from parrain.core.svg import Markup
from parrain.games.police_vs_gangs import actions as k
from parrain.games.police_vs_gangs import text
from parrain.games.police_vs_gangs.actions.claims import ALL, FROM, RANKS, SILENT, Claim, highest_rank, read_claim
from parrain.games.police_vs_gangs.board.desk import CREW_ICONS, RANK_ICONS, Desk, Flow
from parrain.games.police_vs_gangs.board.dice import rolled, summed, sums
from parrain.games.police_vs_gangs.text.describe import Summary, clash_words, describe_summary, summary
from parrain.games.police_vs_gangs.text.names import proposal, several

LOOKS = {k.SAY: "solid", k.ACCEPT: "solid", k.STAKE: "open"}


def matter(desk: Desk, flow: Flow) -> None:
    """What is going on and what may be done."""
    view = desk.view
    if view.here:
        heading(desk, flow)
    flow.para(desk.words(text.prompt(view, desk.box)), 15, "ink", 4)
    if view.dice:
        rolled(desk, flow, view.dice, view.here)
        sums(desk, flow)
    if view.phase == "talk":
        negotiation(desk, flow)
    elif view.phase == "share":
        sharing(desk, flow)
    elif view.phase == "stake":
        stakes(desk, flow)
    flow.buttons(desk.left(), LOOKS)
    if view.phase in ("place", "discard", "lay") and view.seat is not None:
        own_hand(desk, flow)
    if not view.here and view.summaries:
        past(desk, flow)


def heading(desk: Desk, flow: Flow) -> None:
    """The place, and in a negotiation the sand and the rounds."""
    view = desk.view
    talking = view.phase in ("talk", "share")
    width = flow.width
    if talking:
        right = svg.progress_width(view.rounds) if view.rounds else 0.0
        told = desk.words(
            say("The sand: {seconds} seconds at a live table; what stands when it is out decides.", seconds=view.sand)
        )
        flow.parts.append(
            svg.piece(
                "sand",
                svg.icon("hourglass", 0, 0, 22, "bronze", told),
                kind="sand",
                x=flow.x + width - right - 30,
                y=flow.y,
            )
        )
        if view.rounds:
            flow.parts.append(svg.progress(flow.x + width - right, flow.y + 12, view.round, view.rounds))
        width -= right + 40
    flow.parts.append(
        svg.text(flow.x, flow.y + 18, desk.words(desk.box.name("place", view.here)), 19, "ink", serif=True, room=width)
    )
    flow.y += 30


# -- the negotiation ---------------------------------------------------------------------------------------------------


def short(desk: Desk, value: int) -> str:
    """A claim on a traffic in a few signs."""
    if value == 0:
        return "·"
    if value == ALL:
        return desk.words(say("all"))
    if value > FROM:
        return f"{highest_rank(value)}+"
    return "1" if value == 1 else f"1–{value}"


def free_words(desk: Desk, mask: int, most: int) -> str:
    """Which ranks nobody has claimed."""
    free = [rank for rank in range(1, most + 1) if not mask >> (rank - 1) & 1]
    if not mask:
        return desk.words(say("all"))
    if not free and mask >> most & 1:
        return "–"
    first = free[0] if free else most + 1
    if mask >> most & 1:
        return f"{first}" if len(free) == 1 else f"{first}–{free[-1]}"
    return f"{first}+"


def negotiation(desk: Desk, flow: Flow) -> None:
    """What is on offer, who claims what, what is still free, what clashes; then one's own choices under each column."""
    view, box = desk.view, desk.box
    side = 78.0
    wide = (flow.width - side) / (box.traffics + 2)
    columns = [flow.x + side + i * wide for i in range(box.traffics + 2)]
    claim_header(desk, flow, columns, wide)
    card = box.card_names.index(view.here)
    ceiling = [f"≤{view.most[t]}" if box.may_demand(card, t) else "" for t in range(box.traffics)]
    row(desk, flow, columns, wide, desk.words(say("may come")), ["", *ceiling, ""], "smoke")
    claims = {seat: read_claim(view.claims[seat], box.traffic_names) for seat in view.party}
    clashing = dict.fromkeys((kind, name) for kind, name, _ in view.clashes)
    shown = view.round > 1
    for seat in view.party:
        cells = claim_cells(desk, claims[seat])
        if not shown or SILENT in view.claims[seat]:
            cells = ["?"] * len(cells)
        elif claims[seat].refused:
            cells = ["×"] * len(cells)
        row(desk, flow, columns, wide, "", cells, "ink", seat)
    if shown:
        rest = free_row(desk, list(claims.values()))
        row(desk, flow, columns, wide, desk.words(say("still free")), rest, "bottle")
    mark_clashes(flow, columns, wide, clashing, box.traffic_names, len(view.party) + 2 + shown)
    flow.y += 4
    for clash in view.clashes:
        flow.para(desk.words(clash_words(clash, card, box)), 12, "oxblood", 3)
    if view.seat in view.party and view.rounds:  # while the sand runs one's own row above is all there is
        cells = claim_cells(desk, read_claim(view.draft, box.traffic_names))
        row(desk, flow, columns, wide, desk.words(say("your draft")), cells, "plum")
    claim_chips(desk, flow, columns, wide)


def claim_cells(desk: Desk, claim: Claim) -> list[str]:
    """A claim, part by part."""
    last = desk.box.traffics + 1
    return [short(desk, value) if 0 < part < last else "✓" if value else "·" for part, value in enumerate(claim.parts)]


def claim_header(desk: Desk, flow: Flow, columns: list[float], wide: float) -> None:
    """The columns: the place, each traffic (framed where printed), everything else."""
    box = desk.box
    card = box.card_names.index(desk.view.here)
    edge = min(22.0, wide - 6)
    flow.parts.append(
        svg.icon("house", columns[0] + (wide - edge) / 2, flow.y, edge, "ink", desk.words(say("the place")))
    )
    for t, name in enumerate(box.traffic_names):
        x = columns[1 + t] + (wide - edge) / 2
        printed = box.demands[card * box.traffics + t]
        flow.parts.append(
            desk.ware(name, x, flow.y, edge, "ink" if printed else "bronze" if box.badges[card] else "ash")
        )
        if printed:
            flow.parts.append(svg.line(x, flow.y + edge + 3, x + edge, flow.y + edge + 3, "ink", 2))
        if printed > 1:
            flow.parts.append(svg.line(x, flow.y + edge + 6, x + edge, flow.y + edge + 6, "ink", 2))
    flow.parts.append(
        svg.icon("moneybag", columns[-1] + (wide - edge) / 2, flow.y, edge, "ink", desk.words(say("everything else")))
    )
    told = desk.words(say("A neutral badge: a demand still to be named"))
    for i in range(box.badges[card]):
        flow.parts.append(svg.icon("badge", flow.x + i * 18, flow.y + 3, 16, "bronze", told))
    flow.y += edge + 12


def row(
    desk: Desk, flow: Flow, columns: list[float], wide: float, title: str, cells: list[str], colour: str, seat: int = -1
) -> None:
    """One line of the table."""
    if seat >= 0:
        flow.parts.append(desk.token(seat, flow.x + 11, flow.y + 9, 9))
        flow.parts.append(svg.text(flow.x + 25, flow.y + 13, desk.name(seat), 11, "ink", room=columns[0] - flow.x - 28))
    else:
        flow.parts.append(svg.text(flow.x, flow.y + 13, title, 11, colour, room=columns[0] - flow.x - 3))
    for x, words in zip(columns, cells, strict=True):
        if words:
            flow.parts.append(svg.text(x + wide / 2, flow.y + 13, words, 12, colour, "middle", room=wide - 2))
    flow.y += 20


def free_row(desk: Desk, claims: Sequence[Claim]) -> list[str]:
    """What nobody has claimed."""
    view, box = desk.view, desk.box
    card = box.card_names.index(view.here)
    cells = ["–" if any(claim.parts[0] for claim in claims) else "✓"]
    for t in range(box.traffics):
        mask = 0
        for claim in claims:
            mask |= RANKS[claim.parts[1 + t]]
        cells.append(free_words(desk, mask, view.most[t]) if box.may_demand(card, t) else "")
    return [*cells, "–" if any(claim.parts[-1] for claim in claims) else "✓"]


def mark_clashes(
    flow: Flow, columns: list[float], wide: float, clashing: Iterable[tuple[str, str]], names: list[str], rows: int
) -> None:
    """A frame around every column in which claims clash."""
    for kind, name in clashing:
        column = {"place": 0, "rest": len(columns) - 1}.get(kind, 1 + names.index(name) if name else -1)
        if column >= 0:
            flow.parts.append(
                svg.rect(
                    columns[column] + 1, flow.y - rows * 20 + 18, wide - 2, rows * 20 - 18, "none", "oxblood", 2, 4
                )
            )


def claim_chips(desk: Desk, flow: Flow, columns: list[float], wide: float) -> None:
    """What one may still say, under its column: nothing, the first n, all, from the k-th on."""
    deepest = flow.y
    for element in range(len(columns)):
        y = flow.y
        plain = element in (0, len(columns) - 1)
        for action in desk.of_kind(k.CLAIM):
            if action.a == element:
                label = "–" if action.b == 0 else "✓" if plain else short(desk, action.b)
                flow.parts.append(chip(desk, action, columns[element], y, wide, label))
                y += 20
        deepest = max(deepest, y)
    flow.y = deepest + 6


def chip(desk: Desk, action: Action, x: float, y: float, width: float, label: str) -> Markup:
    """A small button."""
    return desk.choice(
        action,
        svg.rect(x + 1, y, width - 2, 18, "paper", "ink", 1, 3),
        svg.text(x + width / 2, y + 13, label, 11, "ink", "middle", room=width - 2),
    )


# -- sharing, stakes, what was -----------------------------------------------------------------------------------------


def sharing(desk: Desk, flow: Flow) -> None:
    """The police's proposals, then what one may change in one's own."""
    view = desk.view
    if view.round > 1:
        for seat in view.party:
            if SILENT in view.claims[seat]:
                continue
            flow.para(
                desk.words(
                    say("{seat} proposes {parts}.", seat=Seat(seat), parts=proposal(view.claims[seat], desk.box))
                ),
                12,
                "blue",
                3,
            )
    if view.seat in view.party:
        flow.para(desk.words(say("Your draft: {parts}.", parts=several(proposal(view.draft, desk.box)))), 12, "plum", 3)
    flow.buttons(desk.of_kind(k.SAY, k.NO_DEAL, k.ACCEPT, k.BACK), LOOKS)
    flow.buttons(desk.of_kind(k.SHARE, k.CATCH), LOOKS)


def stakes(desk: Desk, flow: Flow) -> None:
    """A row of chips for each traffic one has tokens of."""
    view, box = desk.view, desk.box
    if not view.tokens:
        return
    for t, name in enumerate(box.traffic_names):
        if not view.tokens[t]:
            continue
        flow.parts.append(desk.ware(name, flow.x, flow.y, 22))
        told = desk.words(say("{staked} of {held}", staked=view.stakes[t], held=view.tokens[t]))
        flow.parts.append(svg.text(flow.x + 30, flow.y + 16, told, 12, "plum", room=54))
        actions = [action for action in desk.of_kind(k.STAKE) if action.a == t]
        wide = min(34.0, (flow.width - 92) / max(1, len(actions)))
        for i, action in enumerate(actions):
            flow.parts.append(chip(desk, action, flow.x + 90 + i * wide, flow.y + 2, wide, str(action.b)))
        flow.y += 28


def own_hand(desk: Desk, flow: Flow) -> None:
    """What is in one's hand and what each can do, for those who do not know it by heart yet."""
    view, box = desk.view, desk.box
    flow.y += 4
    flow.heading(desk.words(say("Your hand")), 15)
    shown: list[str] = []
    for name in view.hand:
        if name in shown:
            continue
        shown.append(name)
        many = view.hand.count(name)
        label = (
            desk.words(say("{count} × {who}", count=many, who=desk.box.name("who", name)))
            if many > 1
            else desk.words(desk.box.name("who", name))
        )
        flow.parts.append(svg.icon(RANK_ICONS.get(name) or CREW_ICONS.get(name, "hat"), flow.x, flow.y, 20, "ink"))
        flow.parts.append(svg.text(flow.x + 26, flow.y + 15, label, 12, "ink", room=104))
        if name in box.characters:
            crew_facts(desk, flow, box.characters.index(name))
        else:
            told = {
                "inspector": say("handcuffs 4 in 6, badge 2 in 6"),
                "sergeant": say("handcuffs 3 in 6, badge 4 in 6"),
                "lieutenant": say("a badge; doubles, one reroll"),
            }[name]
            flow.parts.append(svg.text(flow.x + 134, flow.y + 15, desk.words(told), 11, "smoke", room=flow.width - 136))
        flow.y += 25


def crew_facts(desk: Desk, flow: Flow, c: int) -> None:
    """A gangster's attack, defence, recruiting value and traffics."""
    box = desk.box
    facts = (
        ("knife", box.attack[c], say("attack: {points}", points=box.attack[c])),
        ("lock", box.defence[c], say("defence: {points}", points=box.defence[c])),
        ("handshake", box.recruit[c], say("recruits with: {points}", points=max(0, box.recruit[c]))),
    )
    x = flow.x + 134
    for sign, value, told in facts:
        if value >= 0:
            flow.parts.append(svg.icon(sign, x, flow.y + 3, 14, "smoke", desk.words(told)))
            flow.parts.append(svg.numeral(x + 16, flow.y + 16, value, 13, "ink"))
        x += 32
    for t, name in enumerate(box.traffic_names):
        for _ in range(box.icons[c * box.traffics + t]):
            flow.parts.append(desk.ware(name, x, flow.y + 2, 16, "oxblood"))
            x += 18


def past(desk: Desk, flow: Flow) -> None:
    """The places already settled this turn: powers, who won, what each got; the dice of the last."""
    view, box = desk.view, desk.box
    done: list[Summary] = [summary(numbers, view.players, box) for numbers in view.summaries]
    flow.y += 6
    if done[-1].dice:
        rolled(desk, flow, done[-1].dice, done[-1].card)
        summed(desk, flow, done[-1])
    for one in reversed(done[-4:]):
        flow.para(desk.words(describe_summary(one, box)), 12, "smoke", 3)
