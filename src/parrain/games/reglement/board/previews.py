"""What a choice would change, shown while one points at its card, its chair or its cake."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.action import Action
from parrain.core.svg import EMPTY, Markup
from parrain.games.reglement import actions as act
from parrain.games.reglement.board import marks, people
from parrain.games.reglement.board.context import Context, bits
from parrain.games.reglement.components import BANG, BOOM, COCKTAIL, KNIFE, MOVE, PASS
from parrain.games.reglement.rules.menu import aims, drinks


def previews(ctx: Context) -> Markup:
    """One hidden group for each choice that changes something one can see."""
    shown = []
    for action in ctx.actions:
        drawn = preview(ctx, action)
        if drawn:
            shown.append(svg.preview(action.text, drawn))
    return svg.join(*shown)


def preview(ctx: Context, action: Action) -> Markup:
    """What one choice would change."""
    kind = action.kind
    if kind == act.PLAY:
        return of_card(ctx, action.a)
    if kind in (act.STAB_LEFT, act.STAB_RIGHT, act.SHOOT):
        card = BANG if kind == act.SHOOT else KNIFE
        return svg.join(
            marks.ring(ctx, action.b, "coal"),
            marks.attack(ctx, card, action.a, action.b),
            marks.seal(ctx, action.b, "skull"),
            marks.loss(ctx, action.b),
        )
    if kind == act.SERVE:
        return marks.ghost_cake(ctx, ctx.table.turn, action.a)
    if kind == act.SHOVE:
        chair = marks.destination(ctx, action.a, action.b)
        return svg.join(
            marks.trail(ctx, ctx.view.cakes[action.a] - 1, chair, "ivory"), marks.ghost_cake(ctx, action.a, chair)
        )
    if kind == act.BLOW:
        chair = ctx.view.cakes[action.a] - 1
        return svg.join(marks.blast(ctx, chair), marks.victims(ctx, chair))
    if kind == act.DRUG:
        return dose(ctx, action.a)
    if kind == act.SIT and ctx.view.lifted:
        return marks.ghost_man(ctx, ctx.view.lifted - 1, action.a)
    if kind == act.SIT and ctx.view.picked:
        place, size = ctx.layout.places[action.a], ctx.layout.bust
        shape = people.bust(ctx.view.picked.split(" ")[0], ctx.mover, size, 0.65)
        return svg.group(shape, x=place.x - size / 2, y=place.y + ctx.layout.chair[1] / 2 - size)
    return EMPTY


def of_card(ctx: Context, card: int) -> Markup:
    """Whom or what a card could hit now, and who would do it."""
    if card in (KNIFE, BANG):
        pairs = marks.pairs(ctx, card)
        return svg.join(
            *(marks.ring(ctx, victim, "glow") for _, victim in pairs),
            *(marks.attack(ctx, card, *pair) for pair in pairs),
        )
    if card == COCKTAIL:
        return svg.join(*(dose(ctx, chair) for chair in bits(drinks(ctx.table))))
    if card == MOVE:
        return svg.join(*(marks.ring(ctx, chair, "steel") for chair in bits(aims(ctx.table, MOVE))))
    if card == BOOM:
        chairs = [ctx.view.cakes[seat] - 1 for seat in bits(aims(ctx.table, BOOM))]
        return svg.join(
            *(marks.blast(ctx, chair) for chair in chairs), *(marks.victims(ctx, chair) for chair in chairs)
        )
    if card == PASS:
        return svg.join(
            *(
                marks.trail(ctx, ctx.view.cakes[bit // 2] - 1, marks.destination(ctx, bit // 2, bit % 2), "ivory")
                for bit in bits(aims(ctx.table, PASS))
            )
        )
    return EMPTY


def dose(ctx: Context, chair: int) -> Markup:
    """A pill: sleep, or death for who sleeps already."""
    if chair + 1 in ctx.view.asleep:
        return svg.join(marks.seal(ctx, chair, "skull"), marks.loss(ctx, chair))
    place = ctx.layout.places[chair]
    return people.sleeps(place.x, place.y, 13)
