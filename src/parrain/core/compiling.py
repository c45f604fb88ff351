"""The machine types of the compiled engine without importing mypy, and `is_compiled()`."""

from array import array
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i32 as i32
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8

    Words = vec[i32]  # an array of machine words: compiled code writes into it without making a Python number
    Bytes = vec[u8]
else:
    Words = Bytes = object
    i32 = i64 = u8 = int  # compiled, machine words that wrap around: only where numbers stay well below

    def mypyc_attr(**_settings):
        """Interpreted: a decorator that does nothing."""
        return lambda cls: cls


@cache
def is_compiled() -> bool:
    """Whether the engine runs compiled."""
    spec = find_spec("parrain.core.state")
    return spec is not None and not (spec.origin or "").endswith(".py")


def new_words(count: int) -> "Words":
    """So many words of 32 bits, all 0."""
    if not is_compiled():
        return array("i", bytes(4 * count))  # type: ignore[return-value]
    from librt.vecs import vec
    from mypy_extensions import i32

    return vec[i32](array("i", bytes(4 * count)))


def new_bytes(count: int) -> "Bytes":
    """So many bytes, all 0."""
    if not is_compiled():
        return bytearray(count)  # type: ignore[return-value]
    from librt.vecs import vec
    from mypy_extensions import u8

    return vec[u8](bytes(count))
