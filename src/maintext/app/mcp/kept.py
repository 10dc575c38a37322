"""What was fetched lately: an agent that reads on asks for the same page again."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import Generic, TypeVar

__all__ = ["Kept"]

V = TypeVar("V")

_KEPT_S = 300.0


class Kept(Generic[V]):
    """Values by name for five minutes, the latest ones; safe to use in several threads.

    Parameters
    ----------
    most
        Values that are kept at most.
    most_bytes
        Bytes that all of them may have; one is kept in any case.
    """

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._values: OrderedDict[str, tuple[float, int, V]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str) -> V | None:
        """Return a value, ``None`` for one that is not kept or too old."""
        with self._lock:
            at, _, value = self._values.get(name, (0.0, 0, None))
            return value if time.monotonic() - at < _KEPT_S else None

    def put(self, name: str, value: V, n_bytes: int) -> None:
        """Keep a value, and forget those that were put in first."""
        with self._lock:
            self._values.pop(name, None)
            self._values[name] = (time.monotonic(), n_bytes, value)
            while len(self._values) > 1 and self._is_full():
                self._values.popitem(last=False)

    def _is_full(self) -> bool:
        n_bytes = sum(size for _, size, _ in self._values.values())
        return len(self._values) > self._most or n_bytes > self._most_bytes
