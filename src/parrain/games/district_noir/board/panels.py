"""How far the game is, what each player has, and which cards nobody has seen yet."""

from __future__ import annotations

from parrain.core import svg
from parrain.core.cache import Cache
from parrain.core.parts import GOAL, SIDE, TRACKS, Panel, Part, Status
from parrain.core.say import Say, say, say_plural
from parrain.core.svg import Markup, Stretch
from parrain.games.district_noir.board.faces import chip, look
from parrain.games.district_noir.board.table import COLOURS, Score, Table, count, signed

goals_cache: Cache[Part] = Cache(512)
unseen_cache: Cache[Stretch] = Cache(1024)
scores_cache: Cache[Stretch] = Cache(512)
hands_cache: Cache[Stretch] = Cache(256)
takes_cache: Cache[Stretch] = Cache(64)
previews_cache: Cache[Stretch] = Cache(4096)

NOT_TAKEN, IN_HAND, IN_LINE = -1, -2, -3  # of a building that nobody has taken: hidden, or known to be there

# -- how far the game is ----------------------------------------------------------------------------------------------


def status(table: Table) -> Status:
    """The round, what wins, and where the buildings are."""
    view, wins = table.view, table.box.buildings_to_win
    told = say("Most points after round {rounds}, or {count} buildings at any time", rounds=view.rounds, count=wins)
    if table.narrow:
        told = say("Points, or {count} buildings", count=wins)
    turn = say("Round {round} of {rounds}", round=view.round, rounds=view.rounds)
    return Status(table.words(turn), goal=table.words(told), track=goal(table))


def goal(table: Table) -> Part:
    """The rounds as lozenges, and every building with its holder's shape; on night, as the bar is."""
    view, box = table.view, table.box
    each_copy = [(each, copy) for each in box.buildings for copy in range(box.counts[each])]
    places = tuple([place_of(table, building, copy) for building, copy in each_copy])
    hot = tuple([table.hot(box.names[building]) for building in box.buildings])
    key = (box, table.language, table.narrow, view.round, view.rounds, places, hot)
    return goals_cache.get(key, lambda: draw_goal(table))


def place_of(table: Table, building: int, copy: int) -> int:
    """Who has taken a building, or where it is."""
    box, view = table.box, table.view
    owners = [seat for seat in (0, 1) for _ in range(table.counts[seat][building])]
    if copy < len(owners):
        return owners[copy]
    name = box.names[building]
    return IN_HAND if name in view.hand else IN_LINE if name in view.line else NOT_TAKEN


def draw_goal(table: Table) -> Part:
    """The drawing of `goal`."""
    view, box = table.view, table.box
    shown, x = [], 8.0
    if view.rounds <= 8:
        for i in range(view.rounds):
            fill = "gold" if i < view.round - 1 else "glow" if i == view.round - 1 else "coal"
            shown.append(svg.diamond(x + 6, 20, 6, fill, "gold"))
            x += 18
        x += 8
    for building in box.buildings:
        for copy in range(box.counts[building]):
            chip_, wide = building_chip(table, building, copy)
            shown.append(svg.group(chip_, x=x, y=3))
            x += wide + 5
    return Part(GOAL, x, 40, (Stretch(svg.join(*shown)),), table.words(say("The rounds and the buildings")))


def building_chip(table: Table, building: int, copy: int) -> tuple[Markup, float]:
    """A building: its sign, and who has taken it, or where it is."""
    box = table.box
    name = box.names[building]
    place = place_of(table, building, copy)
    taken = place >= 0
    words = table.words(say("line")) if place == IN_LINE else "?" if place == NOT_TAKEN else ""
    wide = 41 + svg.width_of(words, 14) if words else 56.0
    if words:
        mark = table.label(32, 22, words, 14, "ivory")
    elif taken:
        mark = table.shape(place, 42, 17, 7, "ivory")
    else:
        mark = svg.figure("hidden", 33, 8, 18)
    hot = not taken and table.hot(name)
    drawn = svg.join(
        svg.rect(0, 0, wide, 34, "blood" if hot else "coal", "ivory" if hot else "gold", 1.2),
        svg.icon(look(name, box)[1], 6, 6, 21, "ivory" if hot else "gold"),
        mark,
    )
    return svg.about(f"card.{name}", drawn), wide


# -- the players ------------------------------------------------------------------------------------------------------


def panels(table: Table) -> tuple[Panel, ...]:
    """Both players."""
    return tuple(panel(table, seat) for seat in (0, 1))


def panel(table: Table, seat: int) -> Panel:
    """A player: the score, who began, and the drawing of the rest."""
    view = table.view
    signs = []
    if view.ending:
        if view.winner == seat:
            signs.append(("laurel", table.words(say("the winner"))))
    elif view.starter == seat:
        signs.append(("first", table.words(say("began this round"))))
    return Panel((COLOURS[seat],), signed(view.scores[seat]), signs=tuple(signs), body=body(table, seat))


def body(table: Table, seat: int) -> Part:
    """Cards in hand, whether the take is still to come, and the parts of the score."""
    view = table.view
    shown = [in_hand(table, seat), parts_of_score(table, seat)]
    if not view.ending:
        may = view.may_take[seat]
        shown.append(takes_cache.get((table.language, table.narrow, may), lambda: Stretch(may_take(table, may))))
    for action, outcome in table.outcomes.items():
        if outcome is not None and outcome.scores[seat] != table.scores[seat]:
            shown.append(after(table, seat, action, outcome.scores[seat]))
    return Part("panel", SIDE, 70, tuple(shown))


def may_take(table: Table, may: bool) -> Markup:
    """Whether a player's take is still to come."""
    sign, colour, told = ("hand", "bottle", say("may take")) if may else ("lock", "smoke", say("has taken"))
    words = table.label(151, 18, table.words(told), 14, colour, room=102)
    return svg.about("take", svg.icon(sign, 132, 5, 16, colour), words)


def in_hand(table: Table, seat: int) -> Stretch:
    """The backs of a hand, and how many there are; one's own cards lie in the hand itself."""
    count, own = table.view.hand_sizes[seat], seat == table.view.seat
    key = (table.language, table.narrow, seat, own, count)
    return hands_cache.get(key, lambda: Stretch(backs_of(table, seat, count, own)))


def backs_of(table: Table, seat: int, count: int, own: bool) -> Markup:
    """That many backs, and the words beside them."""
    step = min(7.0, 24 / max(count - 1, 1))
    back = svg.back(17, 24)
    backs = []
    for i in range(count):
        if own:
            backs.append(svg.group(back, x=i * step, y=1))
        else:
            backs.append(svg.piece(f"hand.{seat}.{i}", back, kind="?", x=i * step, y=1))
    words = table.words(say("{count} in hand", count=count))
    x = 24 + step * (count - 1) if count else 0
    return svg.about("hand", *backs, table.label(x, 18, words, 14, "ink", room=130 - x))


def parts_of_score(table: Table, seat: int) -> Stretch:
    """Gangs, sets and deals, each in a box of its own."""
    key = (table.language, table.narrow, table.scores[seat])
    return scores_cache.get(key, lambda: Stretch(boxes_of_score(table, seat)))


def boxes_of_score(table: Table, seat: int) -> Markup:
    """The drawing of `parts_of_score`."""
    shown = []
    for i, (about, sign, told, value) in enumerate(cells(table, seat)):
        x = i * SIDE / 3
        shown.append(
            svg.about(
                about,
                svg.rect(x + 0.5, 30.5, SIDE / 3 - 1, 39, "card", "tray", 1),
                svg.icon(sign, x + 7, 34, 15, "dust"),
                table.label(x + 26, 46, table.words(told), 13, "dust", room=SIDE / 3 - 30),
                table.label(x + 8, 64, value, 16, room=SIDE / 3 - 12, serif=True),
            )
        )
    return svg.join(*shown)


def cells(table: Table, seat: int) -> list[tuple[str, str, Say, str]]:
    """The parts of a score: info card, icon, words, points."""
    score = table.scores[seat]
    return [
        ("majorities", "crown", say("gangs"), signed(score.gangs)),
        ("sets", "cards", say("sets"), signed(score.sets)),
        ("deals", "handshake", say("deals"), signed(score.deals, True)),
    ]


def after(table: Table, seat: int, action: str, then: Score) -> Stretch:
    """What a choice would make of a score and its parts."""
    now = table.scores[seat]
    key = (table.narrow, action, now, then)
    return previews_cache.get(key, lambda: Stretch(draw_after(table, action, now, then)))


def draw_after(table: Table, action: str, now: Score, then: Score) -> Markup:
    """The drawing of `after`."""
    shown = [table.label(SIDE, 19, f"→ {signed(then.total)}", 18, "bronze", "end", room=56, serif=True, bold=True)]
    for i, (old, new) in enumerate(zip(now, then, strict=True)):
        if old != new:
            x = i * SIDE / 3
            shown.append(svg.rect(x + 4, 48, SIDE / 3 - 8, 20, "card"))
            words = f"{signed(old, i == 2)} → {signed(new, i == 2)}"
            shown.append(table.label(x + 8, 64, words, 16, "ochre", room=SIDE / 3 - 12, serif=True, bold=True))
    return svg.preview(action, *shown)


# -- the cards nobody has seen ----------------------------------------------------------------------------------------


def unseen(table: Table) -> Part:
    """How many cards of each kind are neither in the line nor taken nor in one's hand."""
    view, box = table.view, table.box
    seen = count(box, [*view.line, *view.hand, *view.taken[0], *view.taken[1]])
    order = [*box.gangs, *sorted(box.alliances_and_betrayals, key=lambda each: -box.values[each]), *box.buildings]
    left = [(each, box.counts[each] - seen[each]) for each in order if box.counts[each] > seen[each]]
    total = sum([number for _, number in left])
    title = table.words(say("Not seen yet"))
    shown = [unseen_cache.get((table.language, table.narrow, total), lambda: Stretch(unseen_heading(table, total)))]
    for i, (each, number) in enumerate(left):
        shown.append(unseen_kind(table, i, each, number))
    return Part(TRACKS, SIDE, 28 + -(-len(left) // 5) * 30.0, tuple(shown), title)


def unseen_heading(table: Table, total: int) -> Markup:
    """How many cards nobody has seen."""
    words = table.words(say_plural("{count} card", "{count} cards", count=total))
    return svg.join(
        table.label(0, 17, table.words(say("Not seen yet")), 15, "ink", serif=True, room=190),
        table.label(SIDE, 17, words, 14, "smoke", "end", room=100),
    )


def unseen_kind(table: Table, i: int, card: int, number: int) -> Stretch:
    """So many cards of a kind, the i-th that is shown."""
    key = (table.box, table.narrow, i, card, number)
    return unseen_cache.get(key, lambda: Stretch(draw_unseen(table, i, card, number)))


def draw_unseen(table: Table, i: int, card: int, number: int) -> Markup:
    """The drawing of `unseen_kind`."""
    name = table.box.names[card]
    shown = svg.about(f"card.{name}", chip(table, name, 28, 24), table.label(32, 17, f"×{number}", 14, "ink"))
    return svg.group(shown, x=i % 5 * 60.0, y=28 + i // 5 * 30.0)
