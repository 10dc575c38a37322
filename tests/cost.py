"""What a call costs, for tests with a bound; the garbage collector and other threads do not count."""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def cpu_s(call: Callable[[], object]) -> float:
    """Return the CPU time of a call in this thread, in seconds."""
    gc.disable()  # a look at all that a long session of tests has left takes half a second
    try:
        start = time.thread_time()
        call()
        return time.thread_time() - start
    finally:
        gc.enable()
