"""`python -m parrain` is `parrain`."""

import sys

from parrain.cli import main

sys.exit(main())
