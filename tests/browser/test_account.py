"""An account on two devices, by a link and by a passkey (of Chromium's virtual authenticator), and its end."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from tests.browser.test_open_to_all import COLOURS, violations

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def look(page: Any, name: str) -> None:
    """Nothing serious for axe, in the light and in the dark; a picture where SHOTS names a folder."""
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    assert [*found, *violations(page, COLOURS)] == [], name
    page.emulate_media(color_scheme="light")
    width = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1], f"{name}: nothing is cut off"
    if os.environ.get("SHOTS"):
        page.screenshot(path=f"{os.environ['SHOTS']}/{name}.png", full_page=True)


def test_an_account_on_two_devices_by_link_and_passkey(visit: Callable[..., Any], server: Any) -> None:
    here = server.address.replace("127.0.0.1", "localhost")  # a passkey belongs to a name, not to an address
    laptop = visit(f"{here}/account")
    line = laptop.context.new_cdp_session(laptop)
    line.send("WebAuthn.enable")
    line.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    laptop.wait_for_selector("#outside:not([hidden])")
    look(laptop, "outside")
    laptop.fill("#begin-name", "Lana")
    laptop.click("#begin button")
    laptop.wait_for_selector("#inside:not([hidden])")
    laptop.click("#add-passkey")
    laptop.wait_for_selector("#passkeys li")
    laptop.check("#history")
    laptop.click("#link")
    laptop.wait_for_selector("#link-qr svg")
    look(laptop, "inside")
    link = laptop.input_value("#link-text")
    assert link.startswith(f"{here}/account#")

    phone = visit(link, size="phone", language="fr")
    phone.wait_for_selector("#arriving:not([hidden])")
    assert "Lana" in phone.inner_text("#arriving-as") and not phone.is_checked("#arriving-tables")
    look(phone, "arriving-phone-fr")
    phone.click("#arrive")
    phone.wait_for_selector("#devices li:nth-child(2)")
    assert phone.url == f"{here}/account", "the key is gone from the address"
    look(phone, "inside-phone-fr")
    assert phone.evaluate("() => localStorage.getItem('name')") == "Lana"

    laptop.click("#sign-out")
    laptop.wait_for_selector("#outside:not([hidden])")
    laptop.click("#sign-in")
    laptop.wait_for_selector("#inside:not([hidden])")
    assert laptop.is_checked("#history") and laptop.locator("#devices li").count() == 2
    laptop.click("#others-out")
    laptop.wait_for_selector("#devices li:nth-child(2)", state="detached")
    phone.reload()
    phone.wait_for_selector("#outside:not([hidden])")

    laptop.click("details summary")
    laptop.fill("#delete-name", "Lana")
    laptop.click("#delete button")
    laptop.wait_for_selector("#outside:not([hidden])")
