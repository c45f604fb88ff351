"""The sample sheet: everything in the kit on one page, for the authors of boards.

python -m parrain.core.svg.sheet docs/pictures/kit.svg
"""

from __future__ import annotations

import sys
from pathlib import Path

from parrain.core.svg.icons import ICONS, icon, seal
from parrain.core.svg.lettering import paragraph, text
from parrain.core.svg.markup import Markup, choice, group, join, page, piece, touch
from parrain.core.svg.numerals import numeral
from parrain.core.svg.palette import PALETTE
from parrain.core.svg.pieces import PLAYERS, back, card, die, hex_centre, hexagon, pawn, token
from parrain.core.svg.shapes import arrow, badge, button, diamond, frame, panel, progress, rect, skyline, title

WIDE, HIGH = 1200, 1580


def colours(y: float) -> Markup:
    """A swatch of every colour with its name."""
    shown = []
    for i, name in enumerate(PALETTE):
        x = 70 + i % 14 * 76.5
        top = y + i // 14 * 62
        shown.append(rect(x, top, 66, 32, name, "ink", 1))
        shown.append(text(x + 33, top + 47, name.removeprefix("player-"), 11, anchor="middle", room=74))
    return join(*shown)


def cards(y: float) -> Markup:
    """Faces and backs at three sizes."""
    faces = [
        ("8", "hat", "blood", "gang"),
        ("−3", "knife", "coal", "betrayal"),
        ("+2", "handshake", "ochre", "alliance"),
    ]
    shown = [group(card(112, 158, *face), x=70 + i * 124, y=y) for i, face in enumerate(faces)]
    shown.append(group(card(112, 158, "", "hall", "coal", "city hall", dark=True), x=442, y=y))
    shown.append(group(back(112, 158, "N"), x=566, y=y))
    shown.append(group(card(66, 92, "7", "car", "steel"), x=690, y=y))
    shown.append(group(card(66, 92, "6", "bottle", "felt"), x=762, y=y))
    shown.append(group(back(66, 92), x=834, y=y))
    shown.append(group(card(44, 60, "5", "die", "mauve"), x=690, y=y + 98))
    shown.append(group(card(44, 60, "−1", "knife", "coal"), x=740, y=y + 98))
    shown.append(group(back(44, 60), x=790, y=y + 98))
    shown += [
        token(i, 950 + i % 3 * 76.0, y + 24 + i // 3 * 58.0, 18, active=i == 1, title=each.name)
        for i, each in enumerate(PLAYERS[:6])
    ]
    shown += [pawn(i, 940 + i * 34.0, y + 158, 40) for i in range(6)]
    return join(*shown)


def tiles(y: float) -> Markup:
    """Hexagons, dice, seals, arrows."""
    shown = []
    for q, r, name in ((0, 0, "Ghetto"), (1, 0, "Casino"), (1, -1, ""), (0, 1, "Prison")):
        x, down = hex_centre(q, r, 78)
        shown.append(hexagon(170 + x, y + 150 + down, 78, name, dashed=not name))
    shown.append(group(hexagon(0, 0, 60, "Bar", flat=False), x=410, y=y + 110))
    trades = (("bottle", "felt"), ("gun", "coal"), ("lips", "blood"))
    shown += [seal(name, 120 + i * 50.0, y + 150, 17, paint) for i, (name, paint) in enumerate(trades)]
    shown += [die(500 + i * 52.0, y + 10, 44, i + 1) for i in range(6)]
    faces = ("handcuffs", "chevrons", "gun", "hat", "")
    shown += [die(500 + i * 52.0, y + 64, 44, face, PLAYERS[i].paint, PLAYERS[i].text) for i, face in enumerate(faces)]
    shown.append(arrow(500, y + 150, 640, y + 150))
    shown.append(arrow(660, y + 160, 800, y + 160, "blue", 2, 22))
    shown.append(numeral(500, y + 250, "0123456789+−×", 64, "oxblood"))
    return join(*shown)


def words(y: float) -> Markup:
    """Panels, badges, buttons, text that fits."""
    long = "The names of players are long, and the names of players in the other language are longer still"
    yes = choice(
        "take", group(button(880, y + 100, 240, 44, "Take 5 from the line", symbol="hand"), css="lift"), title="take"
    )
    no = touch("lay 7", button(880, y + 152, 240, 40, "Why not?", look="open"), title="lay 7")
    return join(
        panel(70, y, 360, 200, "A panel"),
        text(90, y + 40, "text, 18 px, serif", 18, serif=True),
        text(90, y + 64, f"room=320 shrinks, then cuts: {long}", 14, "smoke", room=320),
        paragraph(90, y + 92, f"A paragraph wraps and stops after three lines. {long}; {long}.", 320, 14, most=3),
        progress(90, y + 172, 2, 4),
        diamond(220, y + 172, 5),
        badge(240, y + 172, "began", 12, symbol="flag"),
        badge(330, y + 172, "7", 12, "oxblood", "paper", "star"),
        panel(460, y, 380, 200, "Roles of colours"),
        *(
            text(480, y + 42 + i * 26, f"{name}: may be text on paper and vellum", 15, name)
            for i, name in enumerate(("ink", "smoke", "bronze", "oxblood", "blue", "bottle"))
        ),
        piece("sample", token(4, 1000, y + 44, 30, "OM", active=True), kind="O", title="A piece"),
        yes,
        no,
    )


def pictures(y: float) -> Markup:
    """Every icon, large and small."""
    shown = []
    for i, name in enumerate(ICONS):
        x, top = 76 + i % 13 * 82.0, y + i // 13 * 80
        shown += [
            icon(name, x, top, 44),
            icon(name, x + 48, top + 28, 16, "smoke"),
            text(x, top + 60, name, 11, room=78),
        ]
    return join(*shown)


def sheet() -> str:
    """The whole sample sheet."""
    paper = frame(WIDE, HIGH, behind=skyline(43, HIGH - 43, WIDE - 86, 150))
    return page(
        WIDE,
        HIGH,
        paper,
        title(600, 92, "The kit", 36),
        colours(140),
        cards(290),
        tiles(480),
        words(860),
        pictures(1100),
        title="The drawing kit of Parrain",
        desc="Samples of everything a board can be drawn with.",
        language="en",
        standalone=True,
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(sheet() + "\n", encoding="utf-8")
