"""Rate limits: a token bucket for each socket and for each address.

Whoever is refused is answered late, no faster than the rate: a refusal costs time too, and who does not wait for it by
themselves is made to.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time

from starlette.requests import HTTPConnection

MOST_ADDRESSES = 20_000
LONGEST_GAP = 0.05  # seconds between two refusals of one address


class Bucket:
    """So many at once, and so many more each second."""

    __slots__ = ("at", "left", "most", "rate", "refused")

    def __init__(self, most: float, rate: float) -> None:
        self.most = most
        self.rate = rate
        self.left = most
        self.at = self.refused = time.monotonic()

    def take(self, count: int = 1) -> bool:
        """Take so many, if there are."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < count:
            return False
        self.left -= count
        return True

    def delay(self) -> float:
        """After how many seconds the next refusal is sent: they are as far from each other as what is allowed."""
        now = time.monotonic()
        self.refused = max(now, self.refused) + min(1 / self.rate, LONGEST_GAP)
        return self.refused - now


class Buckets:
    """A bucket for each address; those that have filled up again are forgotten."""

    def __init__(self, most: float, rate: float) -> None:
        self.most = most
        self.rate = rate
        self.by_address: dict[str, Bucket] = {}

    def take(self, address: str, count: int = 1) -> bool:
        """Take so many from the bucket of that address."""
        return self._bucket(address).take(count)

    async def hold_up(self, address: str) -> None:
        """Wait before somebody of that address is refused."""
        await asyncio.sleep(self._bucket(address).delay())

    def _bucket(self, address: str) -> Bucket:
        bucket = self.by_address.get(address)
        if bucket is None:
            if len(self.by_address) >= MOST_ADDRESSES:
                self._forget()
            bucket = self.by_address[address] = Bucket(self.most, self.rate)
        return bucket

    def _forget(self) -> None:
        now = time.monotonic()
        full = self.most / self.rate
        kept = {address: bucket for address, bucket in self.by_address.items() if now - bucket.at < full}
        self.by_address = kept if len(kept) < MOST_ADDRESSES else {}


class Slots:
    """Places that addresses hold for a while: at most `each` of them one address, at most `most` all together."""

    def __init__(self, each: int, most: int) -> None:
        self.each = each
        self.most = most
        self.held: dict[str, int] = {}
        self.total = 0

    def take(self, address: str) -> bool:
        """Take a place, if there is one."""
        if self.held.get(address, 0) >= self.each or self.total >= self.most:
            return False
        self.held[address] = self.held.get(address, 0) + 1
        self.total += 1
        return True

    def release(self, address: str) -> None:
        """Give a place back."""
        self.held[address] -= 1
        self.total -= 1
        if not self.held[address]:
            del self.held[address]


def address_of(connection: HTTPConnection) -> str:
    """Where somebody asks from."""
    return network_of(connection.client.host if connection.client else "")


def network_of(host: str) -> str:
    """An address; of an IPv6 address the half that is given to one household."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6 and not address.is_loopback:
        return str(ipaddress.ip_network(f"{host}/64", strict=False))
    return host
