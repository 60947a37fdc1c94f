"""Run the command line: `python -m carrom`."""

import sys

from carrom.cli import main

sys.exit(main())
