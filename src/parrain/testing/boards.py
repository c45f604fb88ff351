"""Checks of drawings: what every board keeps (docs/boards.md), for ours and yours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from parrain.core import Game, State, Stream, View
from parrain.core.parts import LEAST_NARROW, LEAST_TEXT
from parrain.core.svg import LEAST, width_of
from parrain.core.translation import LANGUAGES
from parrain.testing.walk import seats, walk

SPACE = "{http://www.w3.org/2000/svg}"
ALLOWED = {
    "svg",
    "title",
    "desc",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polygon",
    "polyline",
    "text",
    "tspan",
    "use",
}
HOSTILE = ("<script>alert('x')</script>", 'M"&\x00\u202e' + "W" * 60)


class Box(NamedTuple):
    """Where a text stands, in the pixels of the drawing."""

    words: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    in_piece: bool


def check_board(game: Game, players: int, games: int = 2, every: int = 5) -> None:
    """At moments of random games, for every seat and a spectator, wide and narrow, in every language."""
    for seed in range(games):
        for moment in walk(game, players, seed, every=every):
            for seat in seats(moment.state):
                check_seat(game, moment.state, seat, LANGUAGES[(seed + moment.number) % len(LANGUAGES)])


def check_seat(game: Game, state: State, seat: int | None, language: str) -> None:
    """One seat's drawings of one moment."""
    view = state.view(seat)
    legal = [] if seat is None else [str(action) for action in state.legal_actions(seat)]
    for narrow in (False, True):
        table = game.parts(view, HOSTILE, language, narrow)
        drawings = {name: part.svg(language, "-") for name, part in table.drawings().items()}
        assert "board" in drawings and len(table.panels) == state.players
        least = LEAST_NARROW if narrow else LEAST_TEXT
        offered: list[str] = []
        names: set[str] = set()
        for name, drawing in drawings.items():
            root = check_drawing(drawing, least)
            offered += [each.get("data-action", "") for each in root.iter() if each.get("data-action") is not None]
            pieces = {each.get("data-piece", "") for each in root.iter() if each.get("data-piece") is not None}
            assert not pieces & names, f"pieces in two parts ({name}): {sorted(pieces & names)}"
            names |= pieces
            touched = [each.get("data-touch", "") for each in root.iter() if each.get("data-touch") is not None]
            assert not set(touched) & set(legal), "what is legal is a choice, not a touch"
            assert all(str(game.action_from_text(text)) == text for text in touched)
            assert seat is not None or not touched, "a spectator has nothing to touch"
            for each in root.iter():
                shown = each.get("data-preview")
                assert shown is None or shown in legal, f"a preview of {shown}, which is not legal"
        assert len(offered) == len(set(offered)), f"drawn twice: {sorted(offered)}"
        assert set(offered) <= set(legal), f"seat {seat} is offered {sorted(offered)}, legal is {sorted(legal)}"
        check_cards(game, view, drawings, language)
        other_world = game.imagine(view, Stream(91)).view(seat)
        other = game.parts(other_world, HOSTILE, language, narrow)
        assert other == table, "what is hidden shows in the drawing"
    check_drawing(game.draw(view, HOSTILE, language))


def check_cards(game: Game, view: View, drawings: Mapping[str, str], language: str) -> None:
    """Every thing that says it explains itself does, and so does nothing that has no card."""
    things = {found for drawing in drawings.values() for found in re.findall(r'data-about="([^"]*)"', drawing)}
    for thing in sorted(things):
        card = game.card(thing, view, HOSTILE, language)
        assert card is not None and card.title, f"{thing} has no card"
        assert not card.rule or card.rule in game.rulebook().rules, f"the card of {thing} names no rule: {card.rule}"
        if card.picture is not None:
            check_drawing(card.picture.svg(language, "-"))
    assert game.card("no such thing", view, HOSTILE, language) is None


def check_drawing(drawing: str, least: float = LEAST) -> Element:
    """The conventions that need no game; returns the drawing's root."""
    root = ElementTree.fromstring(drawing)
    assert root.tag == f"{SPACE}svg" and root.get("viewBox", "").startswith("0 0 ")
    assert (root.findtext(f"{SPACE}desc") or "").strip()
    names: set[str] = set()
    for each in root.iter():
        assert each.tag.removeprefix(SPACE) in ALLOWED, f"{each.tag} does not belong in a drawing"
        for key in each.attrib:
            figure = key == "href" and each.attrib[key].startswith("#fig-")
            assert figure or (key not in ("style", "id", "href") and not key.startswith(("on", "{"))), (
                f"{key} does not belong in a drawing"
            )
        if each.get("data-action") is not None or each.get("data-touch") is not None:
            assert each.get("role") == "button" and each.find(f"{SPACE}title") is not None, each.attrib
            assert (each.get("tabindex") == "0") == (each.get("data-action") is not None), f"tabindex: {each.attrib}"
        piece = each.get("data-piece")
        if piece is not None:
            assert piece and piece not in names, f"two pieces are called {piece}"
            names.add(piece)
    pressed = any(each.get("role") == "button" for each in root.iter())
    assert root.get("role") == ("group" if pressed else "img"), "what can be pressed is lost inside an image"
    check_texts(root, least)
    return root


def check_texts(root: Element, least: float = LEAST) -> None:
    """No text leaves the drawing, is too small, or lies over another (but on pieces, and where a preview covers it)."""
    _, _, width, height = (float(each) for each in root.get("viewBox", "").split())
    texts = list(boxes(root, 0, 0, 1, False))
    for box in texts:
        inside = box.left >= -0.5 and box.top >= -0.5 and box.right <= width + 0.5 and box.bottom <= height + 0.5
        assert inside, f"“{box.words}” leaves the drawing: {box}"
        assert box.size >= least - 0.01, f"“{box.words}” is only {box.size:.1f} pixels high"
    free = [box for box in texts if not box.in_piece]
    for i, one in enumerate(free):
        for other in free[i + 1 :]:
            across = min(one.right, other.right) - max(one.left, other.left)
            down = min(one.bottom, other.bottom) - max(one.top, other.top)
            assert across < 1 or down < 1, f"“{one.words}” and “{other.words}” overlap"


def boxes(element: Element, x: float, y: float, scale: float, in_piece: bool) -> Iterator[Box]:
    """Every text below an element, with the moves and scales around it; turned groups are left out."""
    moves = element.get("transform", "")
    if "rotate" in moves:
        return
    moved = re.search(r"translate\((\S+) (\S+)\)", moves)
    if moved:
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
    scaled = re.search(r"scale\((\S+)\)", moves)
    if scaled:
        scale *= float(scaled[1])
    in_piece = in_piece or element.get("data-piece") is not None or element.get("data-preview") is not None
    if element.tag == f"{SPACE}text":
        yield text_box(element, x, y, scale, in_piece)
    for each in element:
        yield from boxes(each, x, y, scale, in_piece)


def text_box(element: Element, x: float, y: float, scale: float, in_piece: bool) -> Box:
    """The room that a text takes, at most."""
    words = (element.text or "") + "".join(each.tail or "" for each in element)
    size = float(element.get("font-size", "16"))
    spacing = float(element.get("letter-spacing", "0"))
    serif = "serif" in element.get("font-family", "").replace("sans-serif", "")
    wide = width_of(words, size, serif, element.get("font-weight") == "bold", spacing) * scale
    left = x + scale * float(element.get("x", "0"))
    left -= {"middle": wide / 2, "end": wide}.get(element.get("text-anchor", ""), 0.0)
    base = y + scale * float(element.get("y", "0"))
    return Box(words, left, base - size * scale * 0.76, left + wide, base + size * scale * 0.22, size * scale, in_piece)
