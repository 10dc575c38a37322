"""``python -m maintext.compat.trafilatura``: the flags of trafilatura's command line."""

from __future__ import annotations

import sys

from maintext.compat.trafilatura.command import main

if __name__ == "__main__":
    sys.exit(main())
