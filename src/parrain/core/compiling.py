"""The one word of mypyc that the source needs, so that interpreted code needs no package for it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_settings):
        """Without a compiler the mark means nothing: hand the class back."""
        return lambda cls: cls
