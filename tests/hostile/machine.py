"""How slow this machine is now, so that bounds of time mean the same on every machine."""

from __future__ import annotations

import json
import time

# CPU seconds of the work on the quiet core that the bounds were set on.
REFERENCE_S = 0.04
WORDS = [f"word {i % 977} {i}" for i in range(20_000)]


def slowness() -> float:
    """Return how many times as long as on the reference machine a fixed piece of work takes; at least 1.

    The work makes and reads many small objects, as extraction does, and uses none of maintext.
    """
    started = time.process_time()
    rows = json.loads(json.dumps([{"text": word, "parts": word.split()} for word in WORDS]))
    rows.sort(key=lambda row: row["text"])
    return max(1.0, (time.process_time() - started) / REFERENCE_S)
