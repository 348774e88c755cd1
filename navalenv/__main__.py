"""``python -m navalenv``: the command line."""

from __future__ import annotations

import sys

from navalenv.cli.main import main

sys.exit(main())
