"""Identities: a secret in the browser, of which the server stores only the hash."""

from __future__ import annotations

import hashlib
import re
import secrets
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from parrain.web.settings import Settings

COOKIE = "parrain"
YEAR = 365 * 24 * 3600
SESSION = "p."  # how the secret of a device begins that is signed in to an account
SECRET = re.compile(r"(?:p\.)?[A-Za-z0-9_-]{43}")
IDENTITY = "parrain.identity"  # in the scope of whoever is signed in: the id of the account


def new_secret() -> str:
    """A secret that nobody can guess: 256 random bits."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def secret_of(connection: HTTPConnection) -> str:
    """The secret of a bearer token, of `token` in the address of a socket, or of the cookie; "" if there is none."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = bearer.strip() if scheme.lower() == "bearer" else ""
    if not token and connection.scope["type"] == "websocket":
        token = connection.query_params.get("token", "")
    token = token or connection.cookies.get(COOKIE, "")
    return token if SECRET.fullmatch(token) else ""


def session_of(connection: HTTPConnection) -> str:
    """The hash of the secret of a device that says it is signed in; "" for all others."""
    secret = secret_of(connection)
    return hashed(secret) if secret.startswith(SESSION) else ""


def identity_of(connection: HTTPConnection) -> str:
    """Who is asking: the id of an account, or the hash of a secret; "" for somebody without an identity."""
    secret = secret_of(connection)
    if secret.startswith(SESSION):
        found: str = connection.scope.get(IDENTITY, "")
        return found
    return hashed(secret) if secret else ""


def forget(response: Response, settings: Settings) -> None:
    """Take the secret out of the browser."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax", secure=settings.secure)


def remember(response: Response, secret: str, settings: Settings) -> None:
    """Put the secret into the browser, out of reach of scripts and of other sites."""
    response.set_cookie(COOKIE, secret, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=settings.secure)


def from_here(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether this comes from a page of ours, or from no page at all (browsers always say which)."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    return (
        origin in settings.origins
        or urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower() != ""
    )
