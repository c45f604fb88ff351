"""`i64` and `mypyc_attr` without importing mypy, and `is_compiled()`."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64 = int  # compiled, a machine word that wraps around at 64 bits: only where numbers stay well below

    def mypyc_attr(**_settings):
        """Interpreted: a decorator that does nothing."""
        return lambda cls: cls


def is_compiled() -> bool:
    """Whether the engine runs compiled."""
    spec = find_spec("parrain.core.state")
    return spec is not None and not (spec.origin or "").endswith(".py")
