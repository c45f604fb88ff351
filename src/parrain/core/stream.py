"""The random stream: sfc32 (small fast counter), the same numbers on every machine and Python version.

Three words a, b, c of 32 bits and a counter n. One number is

    t = (a + b + n) mod 2^32;  n = n + 1;  a = b ^ (b >> 9);  b = 9 c mod 2^32
    c = (rotate c left by 21) + t mod 2^32;  the number is t

A seed is a whole number from 0 to 2^96 - 1; its 32-bit words, lowest first, are a, b, c; the counter
starts at 1 and the first twelve numbers are thrown away. `below(n)` is Lemire's multiply and shift with
rejection, so every value is exactly equally likely. `shuffle` is Fisher-Yates from the end.

The words live in the State itself (it inherits from Stream): a clone copies four small ints.

sfc32 is fast and no cipher: whoever has seen enough of its numbers can work out the rest. A live table therefore draws
each number from a keyed hash. With `KEYED` added to a seed, a, b, c are the seed as it is, number i (from 0) is the
first four bytes, lowest first, of BLAKE2b with the twelve bytes of the seed as key, "parrain chance" as person and the
eight bytes of i as message; n is -1 - i, so that n < 0 tells the two apart.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from parrain.core.compiling import i64, mypyc_attr

SEEDS: Final = 1 << 96
KEYED: Final = 1 << 128  # added to a seed: a stream that cannot be predicted
BLANK: Final = -1


def keyed_word(seed: int, number: int) -> int:
    """The number of that place in the keyed stream of a seed."""
    key, message = seed.to_bytes(12, "little"), number.to_bytes(8, "little")
    return int.from_bytes(blake2b(message, digest_size=4, key=key, person=b"parrain chance").digest(), "little")


@mypyc_attr(allow_interpreted_subclasses=True)
class Stream:
    """A stream of random numbers; `Stream(BLANK)` leaves its words to be set by the caller."""

    __slots__ = ("random_a", "random_b", "random_c", "random_n")

    def __init__(self, seed: int) -> None:
        self.random_a: i64
        self.random_b: i64
        self.random_c: i64
        self.random_n: i64
        if seed != BLANK:
            self.reseed(seed)
        else:
            self.random_a = self.random_b = self.random_c = 0
            self.random_n = 1

    def reseed(self, seed: int) -> None:
        """Start again from a seed."""
        kind = seed >> 96  # a shift, because comparisons with numbers that large take long
        if kind == 0:
            self.warm_up(seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF, seed >> 64)
        elif kind == KEYED >> 96:
            self.random_a = seed & 0xFFFFFFFF
            self.random_b = (seed >> 32) & 0xFFFFFFFF
            self.random_c = (seed >> 64) & 0xFFFFFFFF
            self.random_n = -1
        else:
            raise ValueError(f"a seed is a whole number from 0 to 2^96 - 1, not {seed}")

    def reseed_from(self, rng: Stream) -> None:
        """Start again from a seed of another stream: `reseed(rng.seed())`, without making one number of its words."""
        self.warm_up(rng.word(), rng.word(), rng.word())

    def warm_up(self, a: i64, b: i64, c: i64) -> None:
        """Start again from the three words of a seed."""
        for n in range(1, 13):  # as `word` does, twelve times, without going through the attributes
            t = a + b + n
            a = b ^ (b >> 9)
            b = c * 9 & 0xFFFFFFFF
            c = ((c << 21 | c >> 11) + t) & 0xFFFFFFFF
        self.random_a = a
        self.random_b = b
        self.random_c = c
        self.random_n = 13

    def word(self) -> int:
        """The next 32 random bits."""
        if self.random_n < 0:
            return self.next_keyed()
        b = self.random_b
        c = self.random_c
        t = (self.random_a + b + self.random_n) & 0xFFFFFFFF
        self.random_n = (self.random_n + 1) & 0xFFFFFFFF
        self.random_a = b ^ (b >> 9)
        self.random_b = c * 9 & 0xFFFFFFFF
        self.random_c = ((c << 21 | c >> 11) + t) & 0xFFFFFFFF
        return t

    def next_keyed(self) -> int:
        """The same from the keyed hash."""
        seed: int = self.random_a
        middle: int = self.random_b
        high: int = self.random_c
        number: int = -1 - self.random_n
        self.random_n -= 1
        return keyed_word(seed | middle << 32 | high << 64, number)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely; n is at most 2^30."""
        many: i64 = n
        drawn: i64 = self.word()
        product = drawn * many
        low = product & 0xFFFFFFFF
        if low < many:
            floor = (0x100000000 - many) % many
            while low < floor:
                drawn = self.word()
                product = drawn * many
                low = product & 0xFFFFFFFF
        return product >> 32

    def shuffle(self, items: list[int]) -> None:
        """Put a list into random order, in place."""
        if self.random_n < 0:
            for last in range(len(items) - 1, 0, -1):
                other = self.below(last + 1)
                items[last], items[other] = items[other], items[last]
            return
        a, b, c, n = self.random_a, self.random_b, self.random_c, self.random_n
        for i in range(len(items) - 1, 0, -1):
            many: i64 = i + 1
            while True:  # as `below` does, without going through the attributes
                t = (a + b + n) & 0xFFFFFFFF
                n += 1
                a = b ^ (b >> 9)
                b = c * 9 & 0xFFFFFFFF
                c = ((c << 21 | c >> 11) + t) & 0xFFFFFFFF
                product = t * many
                low = product & 0xFFFFFFFF
                if low >= many or low >= (0x100000000 - many) % many:
                    break
            j = product >> 32
            items[i], items[j] = items[j], items[i]
        self.random_a, self.random_b, self.random_c, self.random_n = a, b, c, n & 0xFFFFFFFF

    def seed(self) -> int:
        """Draw a seed for another stream."""
        return self.word() | (self.word() << 32) | (self.word() << 64)

    def random_words(self) -> list[int]:
        """The state of the stream, for a position."""
        return [self.random_a, self.random_b, self.random_c, self.random_n]

    def set_random_words(self, words: list[int]) -> None:
        """Restore the state of the stream from a position."""
        self.random_a, self.random_b, self.random_c, self.random_n = words
