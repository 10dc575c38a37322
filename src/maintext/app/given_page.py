"""A page as it was given or fetched, a cache of such pages, and the options that clients may choose.

They are the same for the workbench and for agents.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from maintext.options import Options, option_rows

__all__ = ["MAX_OPTION_CHARS", "PAGE_OPTIONS", "GivenPage", "TTLCache"]

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class GivenPage:
    """A page before it is parsed.

    ``url`` is that after redirects, ``charset``, ``status`` and ``content_type`` are what the server stated,
    ``encoding`` is what the client stated, for bytes only; each is ``None`` if unknown. ``fetched`` is
    ``None`` for a page that was not fetched.
    """

    html: bytes | str
    url: str | None = None
    charset: str | None = None
    encoding: str | None = None
    status: int | None = None
    content_type: str | None = None
    fetched: datetime | None = None

    @property
    def data(self) -> bytes:
        """The page as bytes."""
        return self.html if isinstance(self.html, bytes) else self.html.encode("utf-8", "replace")

    def for_parse(self) -> dict[str, Any]:
        """Return the arguments of :func:`maintext.parse` except options."""
        return {"html": self.html, "url": self.url, "encoding": self.encoding, "http_charset": self.charset}


class TTLCache(Generic[V]):
    """Keep the latest values by key for some time. Safe to use in several threads.

    The latest value is kept in any case; older ones only within ``max_values`` and ``max_bytes``.
    """

    def __init__(self, max_values: int, max_bytes: int, ttl_s: float = 300.0) -> None:
        self._max_values, self._max_bytes, self._ttl_s = max_values, max_bytes, ttl_s
        self._values: dict[Hashable, tuple[float, int, V]] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> V | None:
        """Return a value, which is then the latest; ``None`` if it is missing or expired."""
        with self._lock:
            kept = self._values.pop(key, None)
            if kept is None or time.monotonic() - kept[0] >= self._ttl_s:
                return None
            self._values[key] = kept
            return kept[2]

    def put(self, key: Hashable, value: V, n_bytes: int) -> None:
        """Store a value, and drop the oldest ones that no longer fit."""
        with self._lock:
            self._values.pop(key, None)
            self._values[key] = (time.monotonic(), n_bytes, value)
            over = sum(size for _, size, _ in self._values.values()) - self._max_bytes
            while len(self._values) > 1 and (len(self._values) > self._max_values or over > 0):
                over -= self._values.pop(next(iter(self._values)))[1]

    def drop(self, is_meant: Callable[[Any], bool]) -> None:
        """Forget the values of the keys that a test takes."""
        with self._lock:
            self._values = {key: one for key, one in self._values.items() if not is_meant(key)}


MAX_OPTION_CHARS = 1000
"""Maximum length of a text, such as a selector."""

# The method has keys of its own, limits are those of the server.
_OTHERS = frozenset({"method", "method_options", "max_bytes", "max_nodes"})

PAGE_OPTIONS: dict[str, dict[str, Any]] = {
    row["name"]: row for row in option_rows(Options) if row["name"] not in _OTHERS
}
"""Rows of :func:`maintext.options.option_rows` by the name of the option."""
