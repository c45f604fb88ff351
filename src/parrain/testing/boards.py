"""Checks of drawings: what every board keeps (docs/boards.md), for ours and yours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from parrain.core import Game, State, Stream, View
from parrain.core.parts import LEAST_NARROW, LEAST_TEXT
from parrain.core.svg import LEAST, sprite, width_of
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
MARKS = ("data-action", "data-touch", "data-preview", "data-piece")
MOVED = re.compile(r"translate\((\S+) (\S+)\)")
SCALED = re.compile(r"scale\((\S+)\)")
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
    """At moments of random games, for every seat and a spectator, wide and narrow, in every language.

    Cards and the composed picture cost most and differ least: at each moment they are one seat's, another at the next.
    """
    for seed in range(games):
        for moment in walk(game, players, seed, every=every):
            language = LANGUAGES[(seed + moment.turn) % len(LANGUAGES)]
            for seat in seats(moment.state):
                check_seat(game, moment.state, seat, language, whole=seat == moment.looker())


def check_seat(game: Game, state: State, seat: int | None, language: str, whole: bool = True) -> None:
    """One seat's drawings of one moment; `whole`: with the cards of what is drawn and the composed picture."""
    view = state.view(seat)
    actions = () if seat is None else state.legal_actions(seat)
    world = game.imagine(view, Stream(91))
    things: set[str] = set()
    for narrow in (False, True):
        table = game.parts(view, HOSTILE, language, narrow, actions)
        drawings = {name: part.svg(language, "-") for name, part in table.drawings().items()}
        assert "board" in drawings and len(table.panels) == state.players
        unknown = [sign for panel in table.panels for sign, _ in panel.signs if f'id="fig-{sign}"' not in sprite()]
        assert not unknown, f"the page has no such signs: {unknown}"
        roots = {name: check_drawing(drawing, least_size(narrow)) for name, drawing in drawings.items()}
        check_choices(game, roots, [str(action) for action in actions], seat)
        things.update(found for drawing in drawings.values() for found in re.findall(r'data-about="([^"]*)"', drawing))
        if narrow == (seat is None or seat % 2 == 1):  # a drawing is made of the View alone: one width shows it
            same = () if seat is None else world.legal_actions(seat)
            other = game.parts(world.view(seat), HOSTILE, language, narrow, same)
            assert other == table, "what is hidden shows in the drawing"
    if whole:
        check_cards(game, view, things, language)
        check_drawing(game.draw(view, HOSTILE, language))


def least_size(narrow: bool) -> float:
    """The size of the smallest text that may be drawn."""
    return LEAST_NARROW if narrow else LEAST_TEXT


def check_choices(game: Game, roots: Mapping[str, Element], legal: list[str], seat: int | None) -> None:
    """What the drawings of one table offer to press is legal, what they name is named once."""
    offered: list[str] = []
    names: set[str] = set()
    for name, root in roots.items():
        pieces: set[str] = set()
        for each in root.iter():
            chosen, touched, shown, piece = (each.get(key) for key in MARKS)
            if chosen is not None:
                offered.append(chosen)
            if piece is not None:
                pieces.add(piece)
            if touched is not None:
                assert touched not in legal, f"{touched} is legal: a choice, not a touch"
                assert str(game.action_from_text(touched)) == touched
                assert seat is not None, "a spectator has nothing to touch"
            assert shown is None or shown in legal, f"a preview of {shown}, which is not legal"
        assert not pieces & names, f"pieces in two parts ({name}): {sorted(pieces & names)}"
        names |= pieces
    assert len(offered) == len(set(offered)), f"drawn twice: {sorted(offered)}"
    assert set(offered) <= set(legal), f"seat {seat} is offered {sorted(offered)}, legal is {sorted(legal)}"


def check_cards(game: Game, view: View, things: Iterable[str], language: str) -> None:
    """Every thing that says it explains itself does, and so does nothing that has no card."""
    for thing in sorted(things):
        card = game.card(thing, view, HOSTILE, language)
        assert card is not None and card.title, f"{thing} has no card"
        assert not card.rule or card.rule in game.rulebook().rules, f"the card of {thing} names no rule: {card.rule}"
        if card.picture is not None:
            check_drawing(card.picture.svg(language, "-"))
    assert game.card("no such thing", view, HOSTILE, language) is None


@lru_cache(maxsize=512)
def check_drawing(drawing: str, least: float = LEAST) -> Element:
    """The conventions that need no game; returns the drawing's root. Seats and moments share most of their drawings."""
    root = ElementTree.fromstring(drawing)
    assert root.tag == f"{SPACE}svg" and root.get("viewBox", "").startswith("0 0 ")
    assert (root.findtext(f"{SPACE}desc") or "").strip()
    names: set[str] = set()
    pressed = False
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
        pressed = pressed or each.get("role") == "button"
        piece = each.get("data-piece")
        if piece is not None:
            assert piece and piece not in names, f"two pieces are called {piece}"
            names.add(piece)
    assert root.get("role") == ("group" if pressed else "img"), "what can be pressed is lost inside an image"
    check_texts(root, least)
    return root


def check_texts(root: Element, least: float = LEAST) -> None:
    """No text leaves the drawing, is too small to read, or lies over another (pieces are covered, previews cover)."""
    _, _, width, height = (float(each) for each in root.get("viewBox", "").split())
    texts = list(boxes(root, 0, 0, 1, False))
    for box in texts:
        inside = box.left >= -0.5 and box.top >= -0.5 and box.right <= width + 0.5 and box.bottom <= height + 0.5
        assert inside, f"“{box.words}” leaves the drawing: {box}"
        assert box.size >= least - 0.01, f"“{box.words}” is only {box.size:.1f} pixels high"
    free = sorted((box for box in texts if not box.in_piece), key=lambda box: box.top)
    for i, one in enumerate(free):
        for other in free[i + 1 :]:
            if one.bottom - other.top < 1:
                break  # the rest stands lower still
            across = min(one.right, other.right) - max(one.left, other.left)
            down = min(one.bottom, other.bottom) - other.top
            assert across < 1 or down < 1, f"“{one.words}” and “{other.words}” overlap"


def boxes(element: Element, x: float, y: float, scale: float, in_piece: bool) -> Iterator[Box]:
    """Every text below an element, with the moves and scales around it; turned groups are left out."""
    moves = element.get("transform", "")
    if "rotate" in moves:
        return
    if moves:
        moved, scaled = MOVED.search(moves), SCALED.search(moves)
        if moved:
            x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
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
    wide = width_of(words, size, serif, element.get("font-weight") == "bold", spacing)
    wide = float(element.get("textLength", wide)) * scale
    left = x + scale * float(element.get("x", "0"))
    left -= {"middle": wide / 2, "end": wide}.get(element.get("text-anchor", ""), 0.0)
    base = y + scale * float(element.get("y", "0"))
    return Box(words, left, base - size * scale * 0.76, left + wide, base + size * scale * 0.22, size * scale, in_piece)
