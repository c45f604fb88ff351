"""Some tests are larger in `make torture`, which sets PARRAIN_TORTURE=1, than in `make test`, which has two cores."""

import os

TORTURE = os.environ.get("PARRAIN_TORTURE") == "1"
