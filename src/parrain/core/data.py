"""Serialise Views and events: as plain data for JSON, and as canonical bytes."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from parrain.core.view import View


def to_data(value: object) -> object:
    """A View, an event's data or any nest of them as JSON-compatible data."""
    if value is None or isinstance(value, (int, str)):  # most of them: first
        return value
    if isinstance(value, (list, tuple)):
        return [to_data(each) for each in value]
    if isinstance(value, dict):
        return {str(key): to_data(each) for key, each in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_data(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return value


def frozen(value: object) -> object:
    """Lists as tuples again, recursively."""
    if isinstance(value, list):
        return tuple([frozen(each) for each in value])
    return value


def view_from_data(kind: type[Any], data: Mapping[str, object]) -> View:
    """A View of that class read back from its JSON."""
    view: View = kind(**{key: value if key == "options" else frozen(value) for key, value in data.items()})
    return view


def to_bytes(value: object) -> bytes:
    """One canonical line of JSON."""
    return json.dumps(to_data(value), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def knows_more(view: View, spectator: View, besides: tuple[str, ...] = ()) -> bool:
    """Whether a seat's View has information that a spectator's has not, apart from its number and the given fields."""
    for field in dataclasses.fields(view):
        if (
            field.name != "seat"
            and field.name not in besides
            and getattr(view, field.name) != getattr(spectator, field.name)
        ):
            return True
    return False
