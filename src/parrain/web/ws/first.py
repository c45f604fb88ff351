"""The first messages of a table, put into its page: the board is drawn before there is a socket, which goes on from it.

What was sent with a page is remembered for a short while under a key that only this page knows; a socket that names it
is not sent the same again.
"""

from __future__ import annotations

import secrets
import weakref
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from parrain.core.svg.patches import Marks
from parrain.web.live.game import LiveGame
from parrain.web.live.room import Room
from parrain.web.render.show import Shown, show
from parrain.web.ws.messages import Presence, write

MOST_KEPT = 256  # pages whose socket has not been opened yet


class First(Struct):
    """What a page shows before its socket is open, and the key by which the socket goes on from there."""

    key: str
    presence: Presence
    shown: Shown


class Sent(NamedTuple):
    """What a page has been sent: to whom and how, at which version of the table, how many events, which drawings."""

    live: weakref.ref[LiveGame]
    identity: str
    language: str
    pictures: str
    version: int
    events: int
    marks: dict[str, Marks]


sent_pages: OrderedDict[str, Sent] = OrderedDict()


def first_messages(room: Room, identity: str, language: str, pictures: str) -> str:
    """The first messages as JSON; "" for whoever has no seat or several, before the game, and while people bargain."""
    live, mine = room.live, room.live.mine(identity)
    if live.table is None or live.talk is not None or len(mine) != 1:
        return ""
    marks: dict[str, Marks] = {}
    shown = show(live, mine[0], mine, language, pictures, 0, described=False, last=marks)
    shown.scenes = []  # a first look is no film
    key = secrets.token_urlsafe(12)
    events = len(live.table.events)
    sent_pages[key] = Sent(weakref.ref(live), identity, language, pictures, live.version, events, marks)
    if len(sent_pages) > MOST_KEPT:
        sent_pages.popitem(last=False)
    return write(First(key, presence_of(room, identity, mine), shown)).decode()


def presence_of(room: Room, identity: str, arriving: Sequence[int] = ()) -> Presence:
    """Who is here, and those who are about to be."""
    live, present = room.live, room.presence
    sitters = present.sitters()
    for seat in arriving:
        sitters[seat].here, sitters[seat].gone, sitters[seat].reminded = True, None, False
    return Presence(sitters, present.watching(), live.open_talk, live.is_host(identity))


def sent_with(key: str, live: LiveGame, identity: str, language: str, pictures: str) -> Sent | None:
    """What the page of that key was sent, if this is its socket; a key is good for one."""
    sent = sent_pages.pop(key, None)
    if sent is None or sent[1:4] != (identity, language, pictures) or sent.live() is not live:
        return None
    return sent
