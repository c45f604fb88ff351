"""`python -m parrain.testing [FOLDER]` writes the golden playthroughs of every game anew."""

import sys
from pathlib import Path

from parrain.testing.playthroughs import write_all

write_all(Path(sys.argv[1] if len(sys.argv) > 1 else "tests"))
