"""Accounts in the store, for those who want one: a name, its devices, links and passkeys, and finished games.

The id of an account holds its seats, as the hash of a secret does for a visitor without one; nobody has a secret with
that hash. Of secrets only hashes are stored, of a passkey its public key, of finished games only what its owner has
turned on, and of nobody else's.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import NamedTuple

from parrain.core import BadOption
from parrain.table.store import DAY, OPEN, PERSON, WAITING, Log, entry_sum

YEAR = 365 * DAY
MOST_DEVICES = 20
MOST_PASSKEYS = 10
MOST_RESULTS = 5000  # of one account; the oldest go first
LINK, KEPT_LINK, REGISTER, SIGN_IN = "link", "kept-link", "register", "sign-in"  # what a one-time key is for
BLANK = "…"  # in the place of deleted words


class Account(NamedTuple):
    """An account; `history` if its owner wants finished games to be stored."""

    id: str
    name: str
    created: float
    history: bool


class Device(NamedTuple):
    """A browser that is signed in; `seen` is a day."""

    hash: str
    created: float
    seen: float


class Passkey(NamedTuple):
    """A credential of WebAuthn; `uses` is the signature counter of its authenticator."""

    id: str
    account: str
    public_key: str
    uses: int
    created: float


class Result(NamedTuple):
    """A finished game as its owner's history has it; `bots` are the levels of its bots, mu and sigma the rating after.

    Without mu it is not rated: they played in several seats.
    """

    table: str
    game: str
    at: float
    seat: int
    players: int
    place: int
    bots: str
    mu: float | None
    sigma: float | None


def today() -> float:
    """The day on which something is used: no more is stored of the time."""
    return time.time() // DAY * DAY


def create(log: Log, id: str, name: str) -> None:
    """A new account without a device."""
    log.run("INSERT INTO accounts VALUES (?,?,?,?)", (id, name, today(), 0))


def find(log: Log, id: str) -> Account | None:
    """An account."""
    row = log.run("SELECT id, name, created, history FROM accounts WHERE id=?", (id,)).fetchone()
    return Account(row[0], row[1], row[2], bool(row[3])) if row else None


def change(log: Log, id: str, name: str, history: bool) -> None:
    """Another name, history on or off; turned off, what is stored of it is deleted."""
    log.run("UPDATE accounts SET name=?, history=? WHERE id=?", (name, int(history), id))
    if not history:
        log.run("DELETE FROM results WHERE account=?", (id,))


# -- devices ---------------------------------------------------------------------------------------------------


def sign_in(log: Log, id: str, hash: str) -> None:
    """A device is signed in from now on; of too many the one that was not used for longest is signed out."""
    if find(log, id) is None:
        raise BadOption("This account has been deleted.")
    log.run("INSERT INTO devices VALUES (?,?,?,?)", (hash, id, today(), today()))
    too_many = sorted(devices(log, id), key=lambda device: device.seen, reverse=True)[MOST_DEVICES:]
    if too_many:
        sign_out(log, id, [each.hash for each in too_many])


def signed_in(log: Log, hash: str) -> str:
    """The account of a device that was used within a year; "" if there is none."""
    row = log.run("SELECT account FROM devices WHERE hash=? AND seen>?", (hash, time.time() - YEAR)).fetchone()
    return row[0] if row else ""


def touch(log: Log, hash: str) -> None:
    """Note that a device is used today."""
    log.run("UPDATE devices SET seen=? WHERE hash=?", (today(), hash))


def devices(log: Log, id: str) -> list[Device]:
    """The devices of an account, the newest last."""
    rows = log.run("SELECT hash, created, seen FROM devices WHERE account=? ORDER BY created, hash", (id,))
    return [Device(*row) for row in rows]


def sign_out(log: Log, id: str, hashes: Collection[str]) -> None:
    """These devices are signed in no longer."""
    log.run_many("DELETE FROM devices WHERE account=? AND hash=?", [(id, hash) for hash in hashes])
    log.announce_sign_out(id)


# -- one-time keys ---------------------------------------------------------------------------------------------


def add_key(log: Log, hash: str, id: str, purpose: str, until: float | None) -> None:
    """Store a key; expired ones are deleted, and there is one link to keep at most."""
    log.run("DELETE FROM account_keys WHERE until<?", (time.time(),))
    if purpose == KEPT_LINK:
        remove_kept_link(log, id)
    log.run("INSERT INTO account_keys VALUES (?,?,?,?)", (hash, id, purpose, until))


def peek_key(log: Log, hash: str) -> str | None:
    """The account that a link leads to, without using it up."""
    row = log.run(
        "SELECT account FROM account_keys WHERE hash=? AND purpose IN (?,?) AND (until IS NULL OR until>=?)",
        (hash, LINK, KEPT_LINK, time.time()),
    ).fetchone()
    return row[0] if row else None


def take_key(log: Log, hash: str, purposes: Collection[str]) -> str | None:
    """Redeem a key: its account; it is used up, unless it is a link to keep."""
    row = log.run(
        "SELECT account, purpose FROM account_keys WHERE hash=? AND (until IS NULL OR until>=?)", (hash, time.time())
    ).fetchone()
    if row is None or row[1] not in purposes:
        return None
    if row[1] != KEPT_LINK:
        log.run("DELETE FROM account_keys WHERE hash=?", (hash,))
    return str(row[0])


def has_kept_link(log: Log, id: str) -> bool:
    """Whether there is a link to keep."""
    found = log.run("SELECT 1 FROM account_keys WHERE account=? AND purpose=?", (id, KEPT_LINK)).fetchone()
    return found is not None


def remove_kept_link(log: Log, id: str) -> None:
    """Make the link to keep useless."""
    log.run("DELETE FROM account_keys WHERE account=? AND purpose=?", (id, KEPT_LINK))


def remove_links(log: Log, id: str) -> None:
    """Make all links of an account useless."""
    log.run("DELETE FROM account_keys WHERE account=?", (id,))


# -- passkeys --------------------------------------------------------------------------------------------------


def add_passkey(log: Log, passkey: Passkey) -> None:
    """Store a passkey; one that is known already is refused, whoever has it."""
    if find_passkey(log, passkey.id) is not None or len(passkeys(log, passkey.account)) >= MOST_PASSKEYS:
        raise BadOption("This passkey is known already, or there are too many.")
    log.run("INSERT INTO passkeys VALUES (?,?,?,?,?)", passkey)


def find_passkey(log: Log, id: str) -> Passkey | None:
    """A passkey by the id of its credential."""
    row = log.run("SELECT id, account, public_key, uses, created FROM passkeys WHERE id=?", (id,)).fetchone()
    return Passkey(*row) if row else None


def passkeys(log: Log, account: str) -> list[Passkey]:
    """The passkeys of an account."""
    rows = log.run(
        "SELECT id, account, public_key, uses, created FROM passkeys WHERE account=? ORDER BY created, id", (account,)
    )
    return [Passkey(*row) for row in rows]


def count_use(log: Log, passkey: str, uses: int) -> None:
    """Store the signature counter of an authenticator, by which a copy of it would be noticed."""
    log.run("UPDATE passkeys SET uses=? WHERE id=?", (uses, passkey))


def remove_passkey(log: Log, account: str, passkey: str) -> None:
    """Delete a passkey."""
    log.run("DELETE FROM passkeys WHERE account=? AND id=?", (account, passkey))


# -- finished games --------------------------------------------------------------------------------------------


def with_history(log: Log, holders: Collection[str]) -> set[str]:
    """Those of the holders of seats that are accounts which want a history."""
    return {each for each in holders if (found := find(log, each)) is not None and found.history}


def add_result(log: Log, account: str, result: Result) -> None:
    """Store a finished game, once."""
    log.run("INSERT INTO results VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING", (account, *result))
    old = log.run(
        "SELECT at FROM results WHERE account=? ORDER BY at DESC LIMIT 1 OFFSET ?", (account, MOST_RESULTS)
    ).fetchone()
    if old is not None:
        log.run("DELETE FROM results WHERE account=? AND at<=?", (account, old[0]))


def results(log: Log, account: str) -> list[Result]:
    """The finished games of an account, the newest first."""
    rows = log.run(
        "SELECT table_id, game, at, seat, players, place, bots, mu, sigma FROM results WHERE account=?"
        " ORDER BY at DESC, table_id",
        (account,),
    )
    return [Result(*row) for row in rows]


def rating(log: Log, account: str, game: str) -> tuple[float, float] | None:
    """The rating after the last rated game of that kind."""
    row = log.run(
        "SELECT mu, sigma FROM results WHERE account=? AND game=? AND mu IS NOT NULL ORDER BY at DESC LIMIT 1",
        (account, game),
    ).fetchone()
    return (row[0], row[1]) if row else None


# -- everything ------------------------------------------------------------------------------------------------


def seats_of(log: Log, id: str) -> list[tuple[str, int, str, str]]:
    """Where an account sits: table, seat, name there, state of the table; deleted and closed tables too."""
    rows = log.run(
        "SELECT h.table_id, h.seat, s.name, t.state FROM holders h"
        " JOIN seats s ON s.table_id=h.table_id AND s.seat=h.seat JOIN tables t ON t.id=h.table_id"
        " WHERE h.hash=? ORDER BY t.created, h.table_id, h.seat",
        (id,),
    )
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def words_of(log: Log, table: str, seat: int) -> list[str]:
    """What was said from a seat."""
    rows = log.run("SELECT text FROM entries WHERE table_id=? AND seat=? AND what='say' ORDER BY number", (table, seat))
    return [row[0] for row in rows]


def delete(log: Log, id: str) -> None:
    """Delete an account with everything that belongs to it; its seats stay, without a name, and a bot plays on there.

    The servers that have its tables in memory must load them anew (`Log.detach`, `Hub.delete_account`).
    """
    seats = seats_of(log, id)
    for table, seat, _, state in seats:
        kind, away = (OPEN, 0) if state == WAITING else (PERSON, 1)
        log.run("UPDATE seats SET name='', kind=?, away=? WHERE table_id=? AND seat=?", (kind, away, table, seat))
        log.run("DELETE FROM holders WHERE table_id=? AND seat=?", (table, seat))
        log.run("DELETE FROM handovers WHERE table_id=?", (table,))
        blank_words(log, table, seat)
    log.run("UPDATE tables SET maker='' WHERE maker=?", (id,))
    for place in ("devices", "account_keys", "passkeys", "results"):
        log.run(f"DELETE FROM {place} WHERE account=?", (id,))
    log.run("DELETE FROM accounts WHERE id=?", (id,))
    log.announce_sign_out(id)
    log.detach(sorted({table for table, *_ in seats}))


def blank_words(log: Log, table: str, seat: int) -> None:
    """Delete what was said from a seat, and compute the checksums of the table anew."""
    if not words_of(log, table, seat):
        return
    total = ""
    changed: list[Sequence[object]] = []
    lines = log.run(
        "SELECT number, batch, what, seat, text, clock, sum FROM entries WHERE table_id=? ORDER BY number", (table,)
    ).fetchall()
    for number, batch, what, who, text, clock, before in lines:
        words = BLANK if what == "say" and who == seat else text
        if before or total:  # lines from before there were checksums have none
            total = entry_sum(total, number, batch, what, who, words, clock)
        changed.append((words, total, table, number))
    log.run_many("UPDATE entries SET text=?, sum=? WHERE table_id=? AND number=?", changed)
