"""The HTTP API of accounts: making one, devices, links, passkeys, history, export, deletion (docs/accounts.md)."""

from __future__ import annotations

import json
import secrets
import time
from collections import Counter
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parrain.core import say
from parrain.games import all_games
from parrain.table import accounts as store
from parrain.table.accounts import KEPT_LINK, LINK, REGISTER, SIGN_IN, Account
from parrain.table.seating import clean_name
from parrain.table.store import Log
from parrain.web import passkeys
from parrain.web.http.api import HANDOVER_SECONDS, qr
from parrain.web.http.requests import by_method, hub_of, limit_rate, link, read, reply
from parrain.web.http.schemas import Handed
from parrain.web.identity import SESSION, forget, hashed, identity_of, new_secret, session_of
from parrain.web.live.ratings import points_of
from parrain.web.live.refused import Refused
from parrain.web.ws.messages import Name

LINK_SECONDS = 900
CHALLENGE_SECONDS = 300
MOST_TABLES = 50  # that are taken along
MOST_SHOWN = 100  # finished games
SHORT = 16  # characters of the hash of a device, by which its owner names it

Key = Annotated[str, Meta(min_length=16, max_length=100)]


class Begin(Struct, forbid_unknown_fields=True):
    """POST /api/account: a new account under that name."""

    name: Name


class Change(Struct, forbid_unknown_fields=True):
    """POST /api/account/change: another name, history on or off."""

    name: Name | None = None
    history: bool | None = None


class LinkWish(Struct, forbid_unknown_fields=True):
    """POST /api/account/link: a link for one use, or one to keep."""

    kept: bool = False


class Follow(Struct, forbid_unknown_fields=True):
    """POST /api/account/peek and /join: the key of a link; `tables`: take along those of this device."""

    key: Key
    tables: bool = False


class SignOut(Struct, forbid_unknown_fields=True):
    """POST /api/account/leave: this device, one that is named, or all others (and all links)."""

    device: Annotated[str, Meta(max_length=64)] = ""
    others: bool = False


class Answered(Struct, forbid_unknown_fields=True):
    """POST /api/account/passkeys and /signin: what the browser got from an authenticator."""

    credential: dict[str, Any]
    tables: bool = False


class Named(Struct, forbid_unknown_fields=True):
    """POST /api/account/passkeys/remove (the id of a passkey) and /delete (the name of the account, as a check)."""

    id: Annotated[str, Meta(max_length=1400)] = ""
    name: Annotated[str, Meta(max_length=100)] = ""


class DeviceLine(Struct):
    """A device that is signed in."""

    id: str
    created: float
    seen: float
    this: bool


class PasskeyLine(Struct):
    """A passkey."""

    id: str
    created: float


class GameStatistics(Struct):
    """What the finished games of one kind come to; `points` and `margin` are the rating, null without one."""

    game: str
    title: str
    played: int
    won: int
    points: int | None
    margin: int | None


class Played(Struct):
    """A finished game."""

    table: str
    game: str
    title: str
    at: float
    players: int
    place: int
    people: int
    points: int | None


class AccountShown(Struct):
    """GET /api/account: everything about the account of this device; `name` is empty if it has none."""

    name: str
    passkeys_possible: bool
    history: bool = False
    kept_link: bool = False
    devices: list[DeviceLine] = []
    passkeys: list[PasskeyLine] = []
    statistics: list[GameStatistics] = []
    games: list[Played] = []


class Carried(Struct):
    """A table of this device before it was signed in, with a key for `POST /api/tables/{table}/join`."""

    table: str
    key: str


class SignedIn(Struct):
    """This device is signed in."""

    name: str
    tables: list[Carried]


class Options(Struct):
    """What the browser gives to an authenticator."""

    options: Any


class Done(Struct):
    """It is done."""

    done: bool = True


async def account_of(request: Request) -> Account:
    """The account of this device."""
    identity = identity_of(request)
    found = await hub_of(request).read(lambda log: store.find(log, identity)) if session_of(request) else None
    if found is None:
        raise Refused("not-signed-in", say("This device is not signed in."))
    return found


def site_of(request: Request) -> passkeys.Site:
    """Where the page is, as a browser names it."""
    return passkeys.Site(request.url.hostname or "", f"{request.url.scheme}://{request.url.netloc}".lower())


def need_passkeys() -> None:
    """Refuse where the library for passkeys is missing."""
    if not passkeys.is_available():
        raise Refused("cannot", say("This server knows no passkeys: use a link."))


# -- the account ---------------------------------------------------------------------------------------------


async def show(request: Request) -> Response:
    """GET /api/account"""
    hub, identity, session = hub_of(request), identity_of(request), session_of(request)
    possible = passkeys.is_available()
    found = await hub.read(lambda log: store.find(log, identity)) if session else None
    if found is None:
        answer = reply(request, AccountShown("", possible))
        if session:  # signed out elsewhere, or deleted
            forget(answer, hub.settings)
        return answer
    await hub.keep(lambda log: store.touch(log, session))
    devices, keys, kept, results = await hub.read(
        lambda log: (
            store.devices(log, identity),
            store.passkeys(log, identity),
            store.has_kept_link(log, identity),
            store.results(log, identity),
        )
    )
    shown = AccountShown(
        found.name,
        possible,
        found.history,
        kept,
        [DeviceLine(each.hash[:SHORT], each.created, each.seen, each.hash == session) for each in devices],
        [PasskeyLine(each.id, each.created) for each in keys],
        statistics(results),
        [played(each) for each in results[:MOST_SHOWN]],
    )
    return reply(request, shown, request.cookies.get("parrain", "") if "authorization" not in request.headers else "")


def title_of(game: str) -> str:
    """The title of a game, if it is still installed."""
    return all_games()[game].title if game in all_games() else game


def statistics(results: list[store.Result]) -> list[GameStatistics]:
    """What finished games come to, the game played most first."""
    counts = Counter(each.game for each in results)
    found = []
    for game, count in counts.most_common():
        last = next((each for each in results if each.game == game and each.mu is not None), None)
        points = points_of((last.mu, last.sigma)) if last is not None and last.mu is not None and last.sigma else None
        won = sum(each.game == game and each.place == 1 for each in results)
        found.append(GameStatistics(game, title_of(game), count, won, *(points or (None, None))))
    return found


def played(result: store.Result) -> Played:
    """A line of the history."""
    people = result.players - len([each for each in result.bots.split(",") if each])
    points = points_of((result.mu, result.sigma))[0] if result.mu is not None and result.sigma is not None else None
    return Played(
        result.table, result.game, title_of(result.game), result.at, result.players, result.place, people, points
    )


async def begin(request: Request) -> Response:
    """POST /api/account: a new account, to which this device is signed in"""
    limit_rate(request)
    wish = await read(request, Begin)
    refuse_signed_in(request)
    name, account = clean_name(wish.name), secrets.token_hex(32)
    await hub_of(request).keep(lambda log: store.create(log, account, name))
    return await sign_in(request, account, name, True, 201)


def refuse_signed_in(request: Request) -> None:
    """Refuse a device that is signed in: one account would be mixed up with another."""
    if session_of(request) and identity_of(request):
        raise Refused("signed-in", say("This device is signed in already: sign out first."))


async def sign_in(request: Request, account: str, name: str, tables: bool, status: int = 200) -> Response:
    """Sign this device in under a new secret, and offer it the seats that it had under the old one."""
    hub, before = hub_of(request), identity_of(request)
    secret = SESSION + new_secret()
    await hub.keep(lambda log: store.sign_in(log, account, hashed(secret)))
    carried = await hub.keep(lambda log: carry(log, before)) if tables and before else []
    return reply(request, SignedIn(name, carried), secret, status)


def carry(log: Log, before: str) -> list[Carried]:
    """Keys for the seats that this device had before."""
    carried = []
    for table in log.held(before, MOST_TABLES):
        found = log.load(table, whole=False)
        seats = [seat for seat, each in enumerate(found.seats) if each.held_by(before)] if found is not None else []
        if seats:
            key = new_secret()
            log.hand_over(hashed(key), table, seats, time.time() + HANDOVER_SECONDS)
            carried.append(Carried(table, key))
    return carried


async def change(request: Request) -> Response:
    """POST /api/account/change"""
    wish = await read(request, Change)
    mine = await account_of(request)
    name = mine.name if wish.name is None else clean_name(wish.name)
    history = mine.history if wish.history is None else wish.history
    await hub_of(request).keep(lambda log: store.change(log, mine.id, name, history))
    return reply(request, Done())


async def leave(request: Request) -> Response:
    """POST /api/account/leave: sign out"""
    wish = await read(request, SignOut)
    hub, mine, session = hub_of(request), await account_of(request), session_of(request)
    devices = [each.hash for each in await hub.read(lambda log: store.devices(log, mine.id))]
    if wish.others:
        gone = [each for each in devices if each != session]
        await hub.keep(lambda log: store.remove_links(log, mine.id))
    else:
        gone = [each for each in devices if each[:SHORT] == wish.device] if wish.device else [session]
    await hub.keep(lambda log: store.sign_out(log, mine.id, gone))
    hub.signed_out(mine.id)
    answer = reply(request, Done())
    if session in gone:
        forget(answer, hub.settings)
    return answer


# -- links ---------------------------------------------------------------------------------------------------


async def make_link(request: Request) -> Response:
    """POST /api/account/link: a link by which another device is signed in"""
    limit_rate(request)
    wish = await read(request, LinkWish)
    mine, key = await account_of(request), new_secret()
    purpose, until = (KEPT_LINK, None) if wish.kept else (LINK, time.time() + LINK_SECONDS)
    await hub_of(request).keep(lambda log: store.add_key(log, hashed(key), mine.id, purpose, until))
    address = link(request, f"/account#{key}")  # a browser keeps what follows # to itself: no log has it
    return reply(request, Handed(address, qr(address), 0 if wish.kept else LINK_SECONDS))


async def unlink(request: Request) -> Response:
    """POST /api/account/unlink: the link to keep is good for nothing any more"""
    mine = await account_of(request)
    await hub_of(request).keep(lambda log: store.remove_kept_link(log, mine.id))
    return reply(request, Done())


def bad_link() -> Refused:
    """The error of a link that is good for nothing."""
    return Refused("bad-key", say("This link has been used already, or is too old: ask for a new one."))


async def peek(request: Request) -> Response:
    """POST /api/account/peek: whose account a link leads to, without using it up"""
    limit_rate(request)
    wish, hub = await read(request, Follow), hub_of(request)
    account = await hub.read(lambda log: store.peek_key(log, hashed(wish.key)))
    found = await hub.read(lambda log: store.find(log, account)) if account else None
    if found is None:
        raise bad_link()
    return reply(request, SignedIn(found.name, []))


async def join(request: Request) -> Response:
    """POST /api/account/join: sign this device in by a link"""
    limit_rate(request)
    wish, hub = await read(request, Follow), hub_of(request)
    refuse_signed_in(request)
    account = await hub.keep(lambda log: store.take_key(log, hashed(wish.key), (LINK, KEPT_LINK)))
    found = await hub.read(lambda log: store.find(log, account)) if account else None
    if found is None:
        raise bad_link()
    return await sign_in(request, found.id, found.name, wish.tables)


# -- passkeys ------------------------------------------------------------------------------------------------


async def new_challenge(request: Request, account: str, purpose: str) -> bytes:
    """A challenge that can be answered once, for a few minutes."""
    challenge, until = secrets.token_bytes(32), time.time() + CHALLENGE_SECONDS
    key = hashed(passkeys.to_text(challenge))
    await hub_of(request).keep(lambda log: store.add_key(log, key, account, purpose, until))
    return challenge


async def used_challenge(request: Request, credential: dict[str, Any], account: str, purpose: str) -> bytes:
    """The challenge that was answered, if it was ours and is new; it is used up."""
    challenge = passkeys.challenge_of(credential)
    key = hashed(passkeys.to_text(challenge))
    found = await hub_of(request).keep(lambda log: store.take_key(log, key, (purpose,)))
    if found != account:
        raise Refused("bad-key", say("That took too long: try again."))
    return challenge


async def passkey_options(request: Request) -> Response:
    """POST /api/account/passkeys/new: what the browser needs to make a passkey"""
    limit_rate(request)
    need_passkeys()
    mine = await account_of(request)
    known = [each.id for each in await hub_of(request).read(lambda log: store.passkeys(log, mine.id))]
    challenge = await new_challenge(request, mine.id, REGISTER)
    return reply(request, Options(passkeys.creation_options(site_of(request), mine.id, mine.name, known, challenge)))


async def add_passkey(request: Request) -> Response:
    """POST /api/account/passkeys: the passkey that was made"""
    need_passkeys()
    wish, mine = await read(request, Answered), await account_of(request)
    challenge = await used_challenge(request, wish.credential, mine.id, REGISTER)
    made = passkeys.verify_creation(site_of(request), wish.credential, challenge)
    passkey = store.Passkey(made.id, mine.id, made.public_key, made.uses, store.today())
    await hub_of(request).keep(lambda log: store.add_passkey(log, passkey))
    return reply(request, Done(), status=201)


async def remove_passkey(request: Request) -> Response:
    """POST /api/account/passkeys/remove"""
    wish, mine = await read(request, Named), await account_of(request)
    await hub_of(request).keep(lambda log: store.remove_passkey(log, mine.id, wish.id))
    return reply(request, Done())


async def sign_in_options(request: Request) -> Response:
    """POST /api/account/signin/new: what the browser needs to sign in by a passkey"""
    limit_rate(request)
    need_passkeys()
    refuse_signed_in(request)
    challenge = await new_challenge(request, "", SIGN_IN)
    return reply(request, Options(passkeys.request_options(site_of(request), challenge)))


async def sign_in_by_passkey(request: Request) -> Response:
    """POST /api/account/signin: sign this device in by a passkey"""
    limit_rate(request)
    need_passkeys()
    wish, hub = await read(request, Answered), hub_of(request)
    refuse_signed_in(request)
    challenge = await used_challenge(request, wish.credential, "", SIGN_IN)
    known = await hub.read(lambda log: store.find_passkey(log, passkeys.id_of(wish.credential)))
    if known is None:
        raise passkeys.BadPasskey("This passkey was not accepted.")
    uses = passkeys.verify_use(site_of(request), wish.credential, challenge, known.public_key, known.uses)
    await hub.keep(lambda log: store.count_use(log, known.id, uses))
    found = await hub.read(lambda log: store.find(log, known.account))
    assert found is not None
    return await sign_in(request, found.id, found.name, wish.tables)


# -- everything ----------------------------------------------------------------------------------------------


async def export(request: Request) -> Response:
    """GET /api/account/export: everything that is stored about this account"""
    limit_rate(request)
    mine, hub = await account_of(request), hub_of(request)

    def collect(log: Log) -> dict[str, object]:
        return {
            "account": {"name": mine.name, "created": mine.created, "history": mine.history},
            "devices": [{"created": each.created, "seen": each.seen} for each in store.devices(log, mine.id)],
            "passkeys": [{"id": each.id, "created": each.created} for each in store.passkeys(log, mine.id)],
            "link_to_keep": store.has_kept_link(log, mine.id),
            "finished_games": [each._asdict() for each in store.results(log, mine.id)],
            "seats": [
                {"table": table, "seat": seat, "name": name, "state": state, "said": store.words_of(log, table, seat)}
                for table, seat, name, state in store.seats_of(log, mine.id)
            ],
        }

    data = json.dumps(await hub.read(collect), ensure_ascii=False, indent=2)
    headers = {"Content-Disposition": 'attachment; filename="parrain.json"', "Cache-Control": "no-store"}
    return Response(data, media_type="application/json", headers=headers)


async def delete(request: Request) -> Response:
    """POST /api/account/delete: delete everything; games stay, without the name"""
    wish, mine = await read(request, Named), await account_of(request)
    if wish.name.strip() != mine.name:
        raise Refused("malformed", say("Write the name of the account to delete it."))
    hub = hub_of(request)
    await hub.delete_account(mine.id)
    hub.signed_out(mine.id)
    answer = reply(request, Done())
    forget(answer, hub.settings)
    return answer


ROUTES = [
    Route("/api/account", by_method(GET=show, POST=begin), methods=["GET", "POST"]),
    Route("/api/account/change", change, methods=["POST"]),
    Route("/api/account/leave", leave, methods=["POST"]),
    Route("/api/account/link", make_link, methods=["POST"]),
    Route("/api/account/unlink", unlink, methods=["POST"]),
    Route("/api/account/peek", peek, methods=["POST"]),
    Route("/api/account/join", join, methods=["POST"]),
    Route("/api/account/passkeys/new", passkey_options, methods=["POST"]),
    Route("/api/account/passkeys", add_passkey, methods=["POST"]),
    Route("/api/account/passkeys/remove", remove_passkey, methods=["POST"]),
    Route("/api/account/signin/new", sign_in_options, methods=["POST"]),
    Route("/api/account/signin", sign_in_by_passkey, methods=["POST"]),
    Route("/api/account/export", export, methods=["GET"]),
    Route("/api/account/delete", delete, methods=["POST"]),
]
