"""Events: what happened, and who may know it. The engine writes them only if the State has a log."""

from __future__ import annotations

from collections.abc import Mapping


class Event:
    """Something that happened: `data` for everybody, `secret` on top of it for the seats of `audience`.

    An event with `public=False` exists for its audience alone.
    """

    __slots__ = ("audience", "data", "kind", "public", "secret")

    def __init__(
        self,
        kind: str,
        data: Mapping[str, object],
        secret: Mapping[str, object] | None = None,
        audience: tuple[int, ...] = (),
        public: bool = True,
    ) -> None:
        self.kind = kind
        self.data = data
        self.secret = secret
        self.audience = audience
        self.public = public

    def seen_by(self, seat: int | None) -> dict[str, object] | None:
        """The event as that seat (or a spectator, None) may know it; None if it may not know of it at all."""
        if seat is not None and seat in self.audience:
            return {"kind": self.kind, **self.data, **(self.secret or {})}
        if self.public:
            return {"kind": self.kind, **self.data}
        return None
