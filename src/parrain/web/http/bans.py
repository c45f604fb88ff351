"""What a banned visitor is told."""

from __future__ import annotations

import time

from parrain.core import Say, say
from parrain.table.admin import Ban


def ban_text(ban: Ban) -> Say:
    """Why a visitor is not admitted, and how long."""
    if ban.until is None:
        return say("Visitors from your address are not admitted here. Reason: {reason}", reason=ban.reason)
    return say(
        "Visitors from your address are not admitted here until {until}. Reason: {reason}",
        until=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(ban.until)),
        reason=ban.reason,
    )
