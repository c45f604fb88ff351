"""The fields of a State, declared once: how each is written in a position and read back, and how a View shows it.

A game's `state.py` lists its FIELDS. From that list come `State.to_position`, the reading of positions (`read_fields`),
the open part of an imagined table (`read_view`), and the observation for learners (`core/observation.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from parrain.core.box import Box
from parrain.core.compiling import mypyc_attr
from parrain.core.errors import BadPosition

Names = str | Sequence[str]  # the names themselves, or the attribute of the Box that holds them
Bound = int | str  # a number, or the attribute of the Box that holds it

HIDDEN: Final = ""  # as the `view` of a field: the View does not show it (or not in this form)
SAME: Final = "="  # as the `view` of a field: the View shows it under its key
REQUIRED: Final = object()  # as the default of a field: a position must say it
BLANK_VALUE: Final = object()  # as the default of a field: what a blank State has

LARGEST: Final = 1 << 30


def names_in(box: Box, names: Names) -> Sequence[str]:
    """The names that a codec uses."""
    if isinstance(names, str):
        found: Sequence[str] = getattr(box, names)
        return found
    return names


def numbers_in(box: Box, names: Names) -> dict[str, int]:
    """The numbers of the names that a codec uses."""
    key: object = names if isinstance(names, str) else id(names)
    found = box.name_numbers.get(key)
    if found is None:
        found = {name: number for number, name in enumerate(names_in(box, names))}
        box.name_numbers[key] = found
    return found


def bound_in(box: Box, bound: Bound) -> int:
    """A bound that a codec uses."""
    if isinstance(bound, str):
        found: int = getattr(box, bound)
        return found
    return bound


def whole_number(value: object, key: str, least: int, most: int) -> int:
    """Validate a whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadPosition(
            "{key} must be a whole number from {least} to {most}, not {value}.",
            key=key,
            least=least,
            most=most,
            value=repr(value)[:40],
        )
    return value


def entries(value: object, key: str, count: int = -1) -> Sequence[object]:
    """Validate a list, of so many entries unless `count` is negative."""
    if not isinstance(value, (list, tuple)):
        raise BadPosition("{key} must be a list.", key=key)
    if count >= 0 and len(value) != count:
        raise BadPosition("{key} must be a list of {count}.", key=key, count=count)
    return value


def name_number(names: Sequence[str], value: object, key: str) -> int:
    """The number of a name in a list of names."""
    if not isinstance(value, str) or value not in names:
        raise unknown_name(names, value, key)
    return names.index(value)


def unknown_name(names: Iterable[str], value: object, key: str) -> BadPosition:
    """The error for a name that is not one of these."""
    return BadPosition(
        "{key}: there is no {name}; there are: {known}.",
        key=key,
        name=value[:40] if isinstance(value, str) else repr(value)[:40],
        known=", ".join(names),
    )


def numbers_of(box: Box, names: Names, value: object, key: str) -> list[int]:
    """The numbers of a list of names."""
    numbers = numbers_in(box, names)
    found = []
    for each in entries(value, key):
        if not isinstance(each, str) or each not in numbers:
            raise unknown_name(numbers, each, key)
        found.append(numbers[each])
    return found


def mask_of(numbers: Sequence[int], value: object, key: str) -> int:
    """A set of numbers as bits; in what people wrote, each stands once."""
    mask = 0
    for number in numbers:
        if mask >> number & 1:
            raise BadPosition("{key} must name each once, not {value}.", key=key, value=repr(value)[:40])
        mask |= 1 << number
    return mask


def check_keys(entry: Mapping[str, object], known: Sequence[str], key: str) -> None:
    """Refuse an entry of a mapping that nobody reads."""
    for name in entry:
        if name not in known:
            raise unknown_name(known, name, key)


@mypyc_attr(allow_interpreted_subclasses=True)
class Codec:
    """How one kind of value is written for people, read back, and turned into numbers for learners.

    `raw` is what the State holds. A View holds what `write` returns, with tuples for lists.
    """

    def write(self, raw: Any, box: Box, players: int) -> object:
        """The raw value as people read it: numbers, names, lists, mappings."""
        raise NotImplementedError

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        """Validate what people wrote; BadPosition names the key and what would be right."""
        raise NotImplementedError

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        """The raw value of what a View shows; a View needs no validation, so codecs may do without."""
        return self.read(value, box, players, "view")

    def size(self, box: Box, players: int) -> int:
        """How many numbers the observation has for it; 0: it is not observed."""
        return 0

    def bounds(self, box: Box, players: int) -> tuple[float, float]:
        """The least and the greatest of these numbers."""
        return (0.0, 1.0)

    def describe(self) -> str:
        """What its numbers are, for the docs: the first sentence about the class, unless a codec says it better."""
        text = (type(self).__doc__ or "numbers").split(".")[0]
        return text[0].lower() + text[1:]

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        """Write the value of a View into `out` from `at` on (which holds zeros), seats counted from `seat`."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Int(Codec):
    """A whole number within bounds; `shift` is added where people count from another number."""

    def __init__(self, least: Bound = 0, most: Bound = LARGEST, shift: int = 0) -> None:
        self.least = least
        self.most = most
        self.shift = shift

    def write(self, raw: Any, box: Box, players: int) -> object:
        return raw + self.shift

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        return whole_number(value, key, bound_in(box, self.least), bound_in(box, self.most)) - self.shift

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        return value - self.shift

    def size(self, box: Box, players: int) -> int:
        return 1

    def bounds(self, box: Box, players: int) -> tuple[float, float]:
        return (float(bound_in(box, self.least)), float(bound_in(box, self.most)))

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        out[at] = value

    def describe(self) -> str:
        return "a number"


@mypyc_attr(allow_interpreted_subclasses=True)
class Bool(Codec):
    """Yes or no."""

    def write(self, raw: Any, box: Box, players: int) -> object:
        return bool(raw)

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        if not isinstance(value, bool):
            raise BadPosition("{key} must be true or false.", key=key)
        return value

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        return value

    def size(self, box: Box, players: int) -> int:
        return 1

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        out[at] = 1.0 if value else 0.0

    def describe(self) -> str:
        return "1 for yes"


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatNumber(Codec):
    """A seat, -1 for nobody unless it is `always` one; observed as one of `players` numbers, one's own seat first."""

    def __init__(self, always: bool = False) -> None:
        self.least = 0 if always else -1

    def write(self, raw: Any, box: Box, players: int) -> object:
        return raw

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        return whole_number(value, key, self.least, players - 1)

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        return value

    def size(self, box: Box, players: int) -> int:
        return players

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        if value >= 0:
            out[at + (value - seat) % players] = 1.0

    def describe(self) -> str:
        return "1 at the seat, none for nobody"


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatSet(Codec):
    """A set of seats, one bit each."""

    def write(self, raw: Any, box: Box, players: int) -> object:
        return [seat for seat in range(players) if raw >> seat & 1]

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        seats = [whole_number(each, key, 0, players - 1) for each in entries(value, key)]
        return mask_of(seats, value, key)

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        mask = 0
        for seat in value:
            mask |= 1 << seat
        return mask

    def size(self, box: Box, players: int) -> int:
        return players

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        for each in value:
            out[at + (each - seat) % players] = 1.0

    def describe(self) -> str:
        return "1 at each of the seats"


@mypyc_attr(allow_interpreted_subclasses=True)
class Name(Codec):
    """A number written as a name; the empty text is -1, where `optional`."""

    def __init__(self, names: Names, optional: bool = False) -> None:
        self.names = names
        self.optional = optional

    def write(self, raw: Any, box: Box, players: int) -> object:
        return "" if raw < 0 else names_in(box, self.names)[raw]

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        if self.optional and value == "":
            return -1
        return name_number(names_in(box, self.names), value, key)

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        return numbers_in(box, self.names).get(value, -1)

    def size(self, box: Box, players: int) -> int:
        return len(names_in(box, self.names))

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        if value:
            out[at + numbers_in(box, self.names)[value]] = 1.0

    def describe(self) -> str:
        return "1 at the name, none for nothing"


@mypyc_attr(allow_interpreted_subclasses=True)
class NameSet(Codec):
    """A set of bits, written as the names of those that are set."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def write(self, raw: Any, box: Box, players: int) -> object:
        return [name for number, name in enumerate(names_in(box, self.names)) if raw >> number & 1]

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        return mask_of(numbers_of(box, self.names, value, key), value, key)

    def size(self, box: Box, players: int) -> int:
        return len(names_in(box, self.names))

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        numbers = numbers_in(box, self.names)
        for name in value:
            out[at + numbers[name]] = 1.0

    def describe(self) -> str:
        return "1 at each of the names"


@mypyc_attr(allow_interpreted_subclasses=True)
class NameList(Codec):
    """Numbers written as names, in order; the last `most` of them are observed, the newest first."""

    def __init__(self, names: Names, most: Bound = 0) -> None:
        self.names = names
        self.most = most

    def write(self, raw: Any, box: Box, players: int) -> object:
        names = names_in(box, self.names)
        return [names[number] for number in raw]

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        return numbers_of(box, self.names, value, key)

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        numbers = numbers_in(box, self.names)
        return [numbers[name] for name in value]

    def size(self, box: Box, players: int) -> int:
        return bound_in(box, self.most) * len(names_in(box, self.names))

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        numbers = numbers_in(box, self.names)
        width = len(numbers)
        for place in range(min(len(value), bound_in(box, self.most))):
            out[at + place * width + numbers[value[-1 - place]]] = 1.0

    def describe(self) -> str:
        return "names, the newest first: 1 at each one's name"


@mypyc_attr(allow_interpreted_subclasses=True)
class Row(Codec):
    """A stretch of a flat list with a number for each of some names."""

    def __init__(self, names: Names, most: Bound = LARGEST) -> None:
        self.names = names
        self.most = most

    def write(self, raw: Any, box: Box, players: int) -> object:
        return list(raw)

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        most = bound_in(box, self.most)
        count = len(names_in(box, self.names))
        return [whole_number(each, key, 0, most) for each in entries(value, key, count)]

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        return list(value)

    def size(self, box: Box, players: int) -> int:
        return len(names_in(box, self.names))

    def bounds(self, box: Box, players: int) -> tuple[float, float]:
        return (0.0, float(bound_in(box, self.most)))

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        for place in range(len(value)):
            out[at + place] = value[place]

    def describe(self) -> str:
        return "a number for each name"


@mypyc_attr(allow_interpreted_subclasses=True)
class Counts(Row):
    """Counts by name, written as the names, each as often as it is counted."""

    def write(self, raw: Any, box: Box, players: int) -> object:
        return [name for number, name in enumerate(names_in(box, self.names)) for _ in range(raw[number])]

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        counts = [0] * len(names_in(box, self.names))
        for number in numbers_of(box, self.names, value, key):
            counts[number] += 1
        return counts

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        numbers = numbers_in(box, self.names)
        counts = [0] * len(numbers)
        for name in value:
            counts[numbers[name]] += 1
        return counts

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        numbers = numbers_in(box, self.names)
        for name in value:
            out[at + numbers[name]] += 1.0

    def describe(self) -> str:
        return "how many of each name"


@mypyc_attr(allow_interpreted_subclasses=True)
class ByName(Row):
    """Numbers by name, written as a mapping; what a position leaves out is 0."""

    def write(self, raw: Any, box: Box, players: int) -> object:
        return {name: raw[number] for number, name in enumerate(names_in(box, self.names))}

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        names = names_in(box, self.names)
        numbers = [0] * len(names)
        if not isinstance(value, Mapping):
            raise BadPosition("{key} must map names to numbers.", key=key)
        most = bound_in(box, self.most)
        for name, number in value.items():
            numbers[name_number(names, name, key)] = whole_number(number, f"{key}.{name}", 0, most)
        return numbers

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        return list(value.values())

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        for place, number in enumerate(value.values()):
            out[at + place] = number

    def describe(self) -> str:
        return "a number for each name"


@mypyc_attr(allow_interpreted_subclasses=True)
class Rows(Codec):
    """One flat list with a row for each seat, one after the other; one's own row is observed first."""

    def __init__(self, row: Row) -> None:
        self.row = row

    def write(self, raw: Any, box: Box, players: int) -> object:
        width = self.row.size(box, players)
        return [self.row.write(raw[seat * width : (seat + 1) * width], box, players) for seat in range(players)]

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        flat: list[int] = []
        for each in entries(value, key, players):
            flat += self.row.read(each, box, players, key)
        return flat

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        flat: list[int] = []
        for each in value:
            flat += self.row.from_view(each, box, players)
        return flat

    def size(self, box: Box, players: int) -> int:
        return players * self.row.size(box, players)

    def bounds(self, box: Box, players: int) -> tuple[float, float]:
        return self.row.bounds(box, players)

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        width = self.row.size(box, players)
        for each in range(len(value)):
            self.row.observe(value[each], out, at + (each - seat) % players * width, box, players, seat)

    def describe(self) -> str:
        return f"for each seat, {self.row.describe()}"


@mypyc_attr(allow_interpreted_subclasses=True)
class PerSeat(Codec):
    """A list with one value for each seat; one's own is observed first."""

    def __init__(self, each: Codec) -> None:
        self.each = each

    def write(self, raw: Any, box: Box, players: int) -> object:
        return [self.each.write(value, box, players) for value in raw]

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        return [self.each.read(one, box, players, key) for one in entries(value, key, players)]

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        return [self.each.from_view(each, box, players) for each in value]

    def size(self, box: Box, players: int) -> int:
        return players * self.each.size(box, players)

    def bounds(self, box: Box, players: int) -> tuple[float, float]:
        return self.each.bounds(box, players)

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        width = self.each.size(box, players)
        for each in range(len(value)):
            self.each.observe(value[each], out, at + (each - seat) % players * width, box, players, seat)

    def describe(self) -> str:
        return f"for each seat, {self.each.describe()}"


@mypyc_attr(allow_interpreted_subclasses=True)
class ListOf(Codec):
    """A list of any length; its first `most` entries are observed."""

    def __init__(self, each: Codec, most: Bound = 0) -> None:
        self.each = each
        self.most = most

    def write(self, raw: Any, box: Box, players: int) -> object:
        return [self.each.write(value, box, players) for value in raw]

    def read(self, value: object, box: Box, players: int, key: str) -> Any:
        return [self.each.read(one, box, players, key) for one in entries(value, key)]

    def from_view(self, value: Any, box: Box, players: int) -> Any:
        return [self.each.from_view(each, box, players) for each in value]

    def size(self, box: Box, players: int) -> int:
        return bound_in(box, self.most) * self.each.size(box, players)

    def bounds(self, box: Box, players: int) -> tuple[float, float]:
        low, high = self.each.bounds(box, players)
        return (min(low, 0.0), high)  # zeros where there is no entry

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        width = self.each.size(box, players)
        for place in range(min(len(value), bound_in(box, self.most))):
            self.each.observe(value[place], out, at + place * width, box, players, seat)

    def describe(self) -> str:
        return f"in order, {self.each.describe()}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Field:
    """One value of a State: its key in positions, its attribute, how it is written, what it is when left out.

    `view` is the attribute of the View that shows the same to everybody, HIDDEN if none does. `shown` is the codec of
    the View's form where that differs from the position's. A field with `attr=None` is not part of the State: it only
    declares how learners observe an attribute of the View. One with `key=""` is not part of positions.
    """

    __slots__ = ("attr", "codec", "default", "in_view", "key", "part", "shown", "view")

    def __init__(
        self,
        key: str,
        codec: Codec,
        default: object = BLANK_VALUE,
        attr: str | None = "",
        view: str = SAME,
        shown: Codec | None = None,
    ) -> None:
        self.key = key
        self.codec = codec
        self.default = default
        self.attr = key if attr == "" else attr
        self.view = key if view == SAME else view
        self.in_view = attr is not None and self.view != HIDDEN  # whether `read_view` sets it
        self.part = self.view  # the name of its part of the observation
        self.shown = codec if shown is None else shown

    def write(self, state: Any, box: Box, players: int) -> object:
        """The value as a position has it."""
        return self.codec.write(getattr(state, self.attr or ""), box, players)

    def read(self, state: Any, data: Mapping[str, object], box: Box, players: int) -> None:
        """Set the value from a position."""
        value = data.get(self.key, self.default)
        if value is REQUIRED:
            raise BadPosition("A position must say {key}.", key=self.key)
        if value is not BLANK_VALUE:
            setattr(state, self.attr or "", self.codec.read(value, box, players, self.key))

    def read_view(self, state: Any, view: Any, box: Box, players: int) -> None:
        """Set the value from a View."""
        setattr(state, self.attr or "", self.shown.from_view(getattr(view, self.view), box, players))


class Shown(Field):
    """An attribute of the View that is observed but is no field of the State; `part` names it in the observation."""

    def __init__(self, view: str, codec: Codec, part: str = "") -> None:
        super().__init__("", codec, attr=None, view=view)
        self.part = part or view


class Computed(Field):
    """A key of positions that a function of the State writes, and that the game's position.py reads."""

    def __init__(self, key: str, value: Callable[[Any], object]) -> None:
        super().__init__(key, Codec(), attr=None, view=HIDDEN)
        self.value = value

    def write(self, state: Any, box: Box, players: int) -> object:
        return self.value(state)

    def read(self, state: Any, data: Mapping[str, object], box: Box, players: int) -> None:
        """Left to position.py."""


class Column:
    """One of several parallel lists: its key in an entry, how it is written, what it is when an entry leaves it out."""

    __slots__ = ("attr", "codec", "default", "key", "shown")

    def __init__(
        self, key: str, codec: Codec, attr: str, default: object = REQUIRED, shown: Codec | None = None
    ) -> None:
        self.key = key
        self.codec = codec
        self.attr = attr
        self.default = default
        self.shown = codec if shown is None else shown


class Records(Field):
    """Parallel lists of a State, written as a list of mappings, in which a column at its default is left out.

    In a View each entry is a tuple of the first `shown_columns` columns. The first `most` entries are observed.
    `more` names what else an entry may say, for the game's position.py to read.
    """

    def __init__(
        self,
        key: str,
        columns: Sequence[Column],
        view: str = SAME,
        shown_columns: int = 99,
        most: Bound = 0,
        more: Sequence[str] = (),
    ) -> None:
        codec = Entries(columns[:shown_columns], most)
        super().__init__(key, codec, attr=None, view=view)
        self.in_view = view != HIDDEN
        self.columns = list(columns)
        self.more = more
        self.seen = list(columns[:shown_columns])

    def write(self, state: Any, box: Box, players: int) -> object:
        lists = [getattr(state, column.attr) for column in self.columns]
        found = []
        for at in range(len(lists[0])):
            entry: dict[str, object] = {}
            for column, raw in zip(self.columns, lists, strict=True):
                value = column.codec.write(raw[at], box, players)
                if column.default is REQUIRED or value != column.default:
                    entry[column.key] = value
            found.append(entry)
        return found

    def read(self, state: Any, data: Mapping[str, object], box: Box, players: int) -> None:
        for column in self.columns:
            setattr(state, column.attr, [])
        for entry in entries(data.get(self.key, []), self.key):
            if not isinstance(entry, Mapping):
                raise BadPosition("{key}: every entry maps names to values.", key=self.key)
            check_keys(entry, [*[column.key for column in self.columns], *self.more], self.key)
            for column in self.columns:
                value = entry.get(column.key, column.default)
                if value is REQUIRED:
                    raise BadPosition("{key}: every entry must say {name}.", key=self.key, name=column.key)
                raw = column.codec.read(value, box, players, f"{self.key}.{column.key}")
                getattr(state, column.attr).append(raw)

    def read_view(self, state: Any, view: Any, box: Box, players: int) -> None:
        rows = getattr(view, self.view)
        for place, column in enumerate(self.seen):
            setattr(state, column.attr, [column.shown.from_view(row[place], box, players) for row in rows])


class Entries(Codec):
    """The entries of Records as a View shows them, for the observation."""

    def __init__(self, columns: Sequence[Column], most: Bound) -> None:
        self.columns = list(columns)
        self.most = most

    def size(self, box: Box, players: int) -> int:
        return bound_in(box, self.most) * sum([column.shown.size(box, players) for column in self.columns])

    def bounds(self, box: Box, players: int) -> tuple[float, float]:
        every = [column.shown.bounds(box, players) for column in self.columns]
        return (min([0.0, *[low for low, _ in every]]), max([high for _, high in every]))

    def observe(self, value: Any, out: Any, at: int, box: Box, players: int, seat: int) -> None:
        sizes = [column.shown.size(box, players) for column in self.columns]
        for place in range(min(len(value), bound_in(box, self.most))):
            for number, column in enumerate(self.columns):
                column.shown.observe(value[place][number], out, at, box, players, seat)
                at += sizes[number]

    def describe(self) -> str:
        every = [f"{column.key} ({column.shown.describe()})" for column in self.columns]
        return f"in order, {', '.join(every)}"


Fields = tuple[Field, ...]


def write_fields(state: Any, fields: Fields, box: Box, players: int) -> dict[str, object]:
    """The fields of a State as a position has them."""
    return {field.key: field.write(state, box, players) for field in fields if field.key}


def read_fields(state: Any, fields: Fields, data: Mapping[str, object], box: Box, players: int) -> None:
    """Set the fields of a blank State from a position."""
    for field in fields:
        if field.key:
            field.read(state, data, box, players)


def read_view(state: Any, fields: Fields, view: Any) -> None:
    """Set the fields of a blank State that a View shows to everybody."""
    box: Box = state.box
    players: int = state.players
    if not box.fields_in_view:
        box.fields_in_view = tuple([field for field in fields if field.in_view])
    seen: Fields = box.fields_in_view
    for field in seen:
        field.read_view(state, view, box, players)
