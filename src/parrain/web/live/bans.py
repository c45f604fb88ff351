"""The banned networks of a server, in memory: is this address among them?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from ipaddress import ip_address, ip_network

from parrain.table.admin import Ban, Network

MOST_KNOWN = 10_000


class Bans:
    """The bans in force; an address is looked up once, as long as the bans stay the same."""

    def __init__(self) -> None:
        self.networks: list[tuple[Network, Ban]] = []
        self.known: dict[str, Ban | None] = {}

    def replace(self, bans: Sequence[Ban]) -> None:
        """Other bans are in force."""
        self.networks = [(ip_network(each.network), each) for each in bans]
        self.known = {}

    def of(self, host: str) -> Ban | None:
        """The ban of an address, if it is banned now."""
        if not self.networks:
            return None
        if host not in self.known:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            self.known[host] = self._find(host)
        found = self.known[host]
        return found if found is not None and (found.until is None or found.until > time.time()) else None

    def _find(self, host: str) -> Ban | None:
        try:
            address = ip_address(host)
        except ValueError:
            return None
        address = getattr(address, "ipv4_mapped", None) or address
        return next((ban for network, ban in self.networks if address in network), None)
