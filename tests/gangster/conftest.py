"""The tests of Gangster share a module, found whichever way pytest imports."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
