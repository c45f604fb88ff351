"""The sand: how a live table lays free talk over the engine's rounds (PG 9.6, docs/negotiation.md).

While the sand runs the table keeps what each seat wants, as words (`place`, `drugs first 1`, `rest`, `no deal`), shows it to
everybody and lets it change; nothing of that is in the engine. `clashes_of` says at any moment what clashes and by which rule.
When the sand is out, `answer` turns what stands into choices, round by round; a seat that said nothing says no deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parrain.core.say import Say, Seat, say
from parrain.games.police_vs_gangs.bargain import CLASHES, SILENT, find_clashes, read_claim
from parrain.games.police_vs_gangs.components import Box
from parrain.games.police_vs_gangs.view import View


def answer(view: View, box: Box, words: Sequence[str] | None) -> list[str]:
    """The choices by which the View's seat makes that claim in this round, from whatever it was drafting; None is silence (PG 9.6)."""
    if words is None or "no deal" in words:
        return ["no deal"]
    target = read_claim(list(words), box.traffic_names)
    shown = view.claims[view.seat] if view.seat is not None else ()
    base = read_claim([word for word in shown if word != "no deal"], box.traffic_names)
    texts = ["back"] if view.draft_from >= 0 else []
    for element in range(len(target) - 1):
        if base[element] != target[element]:
            texts.append(box.table.claim[element][target[element]].text)
    return [*texts, "say"]


def answer_share(view: View, words: Sequence[str] | None, first: Sequence[str]) -> list[str]:
    """The choices by which a policeman makes that proposal in this round (PG 11.3); `first` is what proposals begin with."""
    if words is None or "no deal" in words:
        return ["no deal"]
    texts = ["back"] if view.draft_from >= 0 else []
    shown = view.claims[view.seat] if view.seat is not None else ()
    base = shown if shown and shown[0] != "no deal" else first
    for at, word in enumerate(words):
        if base[at] != word:
            texts.append(word if word.startswith("catch") else f"give {word}")
    return [*texts, "say"]


def clashes_of(box: Box, card: str, claims: Mapping[int, Sequence[str]]) -> list[tuple[str, str, tuple[int, ...]]]:
    """What clashes in claims that stand at a live table: kind, traffic, seats; empty if they would be an accord (PG 9.4)."""
    width = box.traffics + 3
    numbers = [0] * (6 * width)
    for seat, words in claims.items():
        numbers[seat * width : (seat + 1) * width] = read_claim(list(words), box.traffic_names)
    here = box.card_names.index(card)
    found = find_clashes(numbers, tuple(sorted(claims)), box.traffics, box.printed[here], box.badges[here])
    return [
        (CLASHES[kind], box.traffic_names[t] if t >= 0 else "", tuple([seat for seat in range(6) if seats >> seat & 1]))
        for kind, t, seats in found
    ]


def clash_words(clash: tuple[str, str, tuple[int, ...]], badges: int, traffic: Say | str) -> Say:
    """A clash as a sentence, with its rule."""
    kind, _, who = clash
    seats: list[object] = [Seat(seat) for seat in who]
    if kind == SILENT:
        return say("Nothing heard yet from {seats}: silence is no deal (PG 9.6).", seats=seats)
    if kind == "no deal":
        return say("No deal, say {seats} (PG 9.4).", seats=seats)
    if kind == "place":
        return say("The place is claimed by {seats}; only one can have it (PG 9.4).", seats=seats)
    if kind == "rank":
        return say("The same tokens of {traffic} are claimed by {seats} (PG 9.4).", traffic=traffic, seats=seats)
    if kind == "badges":
        return say(
            "More traffics are named than the {badges} neutral badges can be, by {seats} (PG 9.4).",
            badges=badges,
            seats=seats,
        )
    return say("“Everything else” is claimed by {seats}; only one can have it (PG 9.4).", seats=seats)
