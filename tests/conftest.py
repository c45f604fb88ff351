"""Under `make test` nothing is left out for want of a package: the command has installed them all."""

import importlib
import os
from types import ModuleType

import pytest

if "PARRAIN_ENGINE" in os.environ:

    def required(name: str, **_: object) -> ModuleType:
        """Import it, or fail."""
        return importlib.import_module(name)

    pytest.importorskip = required
