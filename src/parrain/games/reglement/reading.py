"""Small words of a position: gangs, chairs, men, cards, deeds and numbers, each checked as it is read."""

from __future__ import annotations

from collections.abc import Mapping

from parrain.core.errors import BadPosition
from parrain.games.reglement.components import CARDS, GANGS, RANKS, Box, man
from parrain.games.reglement.table import ALERTED, BLAST, DEATH, DEEDS, DOSE, PAID, SEATED, SERVED


def read_deeds(box: Box, told: object) -> list[int]:
    """Deeds back from their names."""
    deeds: list[int] = []
    if not isinstance(told, list):
        raise BadPosition("deeds is a list.")
    for deed in told:
        if not isinstance(deed, list) or len(deed) != 3 or deed[0] not in DEEDS:
            raise BadPosition("A deed is one of {deeds} and two things it is about.", deeds=", ".join(DEEDS))
        what = DEEDS.index(str(deed[0]))
        deeds += [what, *deed_about(box, what, deed[1], deed[2])]
    return deeds


def deed_about(box: Box, what: int, a: object, b: object) -> list[int]:
    """The two things that a deed is about, as numbers."""
    if what in (PAID, ALERTED):
        return [gang_at(box, a, GANGS), b if isinstance(b, int) else 0]
    if what in (DEATH, SEATED):
        words = str(b).split(" ")
        if len(words) != 3 or words[1] not in RANKS or not words[2].isdecimal():
            raise BadPosition("A deed names a gangster such as “red heavy 2”, not “{text}”.", text=str(b)[:40])
        return [chair_at(box, a), man(gang_at(box, words[0], GANGS), RANKS.index(words[1]), int(words[2]) - 1)]
    if what in (BLAST, SERVED, DOSE):
        return [chair_at(box, a), gang_at(box, b, GANGS)]
    return [chair_at(box, a), chair_at(box, b)]


def table_at(data: Mapping[str, object], key: str) -> Mapping[str, object]:
    """A mapping inside the position."""
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise BadPosition("{key} must be a mapping.", key=key)
    return {str(name): each for name, each in value.items()}


def gang_at(box: Box, name: object, players: int) -> int:
    """A gang by name, as the number of its seat."""
    seat = box.gang_number.get(str(name), -1)
    if not 0 <= seat < players:
        gangs = ", ".join(box.gangs[:players])
        raise BadPosition(
            "With {players} players the gangs are {gangs}, not {name}.",
            players=players,
            gangs=gangs,
            name=str(name)[:40],
        )
    return seat


def chair_at(box: Box, name: object) -> int:
    """A chair by number, or by the letter of a scenario."""
    text = str(box.letters.get(str(name), name))
    if not text.isdecimal() or not 1 <= int(text) <= box.chairs:
        raise BadPosition("There is no chair {name}: chairs are 1 to {chairs}.", name=str(name)[:40], chairs=box.chairs)
    return int(text) - 1


def kind_at(text: str) -> int:
    """A kind of man who waits for a chair, such as `heavy` or `heavy asleep`."""
    words = text.split(" ")
    if words[0] not in RANKS or words[1:] not in ([], ["asleep"]):
        raise BadPosition("A man who waits is a rank, such as “heavy” or “heavy asleep”, not “{text}”.", text=text[:40])
    return RANKS.index(words[0]) + 4 * (len(words) - 1)


def cards(names: object, key: str, pool: list[int]) -> list[int]:
    """A list of card names as numbers, taken out of the pool."""
    if not isinstance(names, list):
        raise BadPosition("{key} must be a list of cards.", key=key)
    found: list[int] = []
    for name in names:
        if name not in CARDS:
            raise BadPosition(
                "There is no card {name}; there are: {known}.", name=str(name)[:40], known=", ".join(CARDS)
            )
        card = CARDS.index(str(name))
        pool[card] -= 1
        if pool[card] < 0:
            raise BadPosition("There are not so many cards {name}.", name=str(name))
        found.append(card)
    return found


def whole(data: Mapping[str, object], key: str, default: int, least: int, most: int) -> int:
    """A whole number within bounds."""
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadPosition(
            "{key} must be a whole number from {least} to {most}, not {value}.",
            key=key,
            least=least,
            most=most,
            value=repr(value)[:40],
        )
    return value
