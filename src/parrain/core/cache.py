"""Values kept by what they are made from, the least recently used dropped first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import ClassVar, Generic, TypeVar

V = TypeVar("V")


class Cache(Generic[V]):
    """An LRU cache; a key must hold everything that its value shows, so that nobody is shown what another may know."""

    clearings: ClassVar[list[Callable[[], None]]] = []

    def __init__(self, most: int) -> None:
        self.most = most
        self.values: OrderedDict[Hashable, V] = OrderedDict()
        self.clearings.append(self.values.clear)

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value of that key, made if it is not there."""
        found = self.values.get(key)
        if found is not None:
            self.values.move_to_end(key)
            return found
        made = self.values[key] = make()
        if len(self.values) > self.most:
            self.values.popitem(last=False)
        return made


def clear_caches() -> None:
    """Forget all values, for tests that make them again."""
    for clear in Cache.clearings:
        clear()
