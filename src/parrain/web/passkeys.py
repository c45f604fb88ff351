"""Passkeys (WebAuthn) by the library py_webauthn, which need not be installed."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple

from parrain.core import BadOption


class BadPasskey(BadOption):
    """An answer of an authenticator that is not what it should be."""


class Site(NamedTuple):
    """Where a page is: the name for which a passkey is good, and the origin that a browser says."""

    name: str
    origin: str


class Registered(NamedTuple):
    """A new passkey: its id, its public key, its signature counter."""

    id: str
    public_key: str
    uses: int


def is_available() -> bool:
    """Whether the library is installed."""
    return find_spec("webauthn") is not None


def to_text(data: bytes) -> str:
    """Bytes as base64url."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """The inverse of `to_text`."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise BadPasskey("This passkey was not accepted.") from None


def creation_options(site: Site, account: str, name: str, known: Sequence[str], challenge: bytes) -> object:
    """What a browser needs to make a passkey for an account; an authenticator that has one is told so."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name="Parrain",
        user_id=hashlib.sha256(b"passkey " + account.encode()).digest(),  # the id itself stays here
        user_name=name,
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=to_bytes(each)) for each in known],
    )
    return json.loads(webauthn.options_to_json(options))


def request_options(site: Site, challenge: bytes) -> object:
    """What a browser needs to sign in by a passkey; it names no account, so that nobody learns which there are."""
    import webauthn

    return json.loads(
        webauthn.options_to_json(webauthn.generate_authentication_options(rp_id=site.name, challenge=challenge))
    )


def challenge_of(credential: dict[str, object]) -> bytes:
    """The challenge that a browser says it has answered."""
    try:
        response = credential["response"]
        assert isinstance(response, dict)
        said = json.loads(to_bytes(str(response["clientDataJSON"])))
        return to_bytes(str(said["challenge"]))
    except (AssertionError, KeyError, TypeError, ValueError, RecursionError):
        raise BadPasskey("This passkey was not accepted.") from None


def id_of(credential: dict[str, object]) -> str:
    """The id of a credential."""
    return str(credential.get("id", ""))[:1400]


def verify_creation(site: Site, credential: dict[str, object], challenge: bytes) -> Registered:
    """Verify the answer of an authenticator that has made a passkey."""
    import webauthn

    try:
        found = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.name, expected_origin=site.origin
        )
    except Exception:  # the library lets errors of what it stands on through
        raise BadPasskey("This passkey was not accepted.") from None
    return Registered(to_text(found.credential_id), to_text(found.credential_public_key), found.sign_count)


def verify_use(site: Site, credential: dict[str, object], challenge: bytes, public_key: str, uses: int) -> int:
    """Verify the answer of an authenticator that signs in: its new signature counter."""
    import webauthn

    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=to_bytes(public_key),
            credential_current_sign_count=uses,
        )
    except Exception:
        raise BadPasskey("This passkey was not accepted.") from None
    return found.new_sign_count
