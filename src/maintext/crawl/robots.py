"""robots.txt of one host, as RFC 9309 has it; read by Protego."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from maintext.errors import MissingExtraError

__all__ = ["Robots", "read_robots"]

_MOST_BYTES = 500 * 1024  # RFC 9309, 2.5: at least these must be read
_MOST_DELAY_S = 60.0


@dataclass(frozen=True, slots=True)
class Robots:
    """What a host allows.

    Attributes
    ----------
    refusal
        Why nothing at all is fetched; ``""`` for hosts that answered.
    error
        Kind of refusal: ``robots.txt``, or why that could not be had.
    delay_s
        Time that it asks for between two requests, 0 for none.
    sitemaps
        Addresses of its sitemaps.
    """

    refusal: str = ""
    error: str = "robots.txt"
    delay_s: float = 0.0
    sitemaps: tuple[str, ...] = ()
    _rules: Any = field(default=None, repr=False)
    _agent: str = "*"

    def allows(self, url: str) -> bool:
        """Whether a page may be fetched."""
        if self.refusal:
            return False
        return self._rules is None or bool(self._rules.can_fetch(url, self._agent))


def read_robots(status: int, body: bytes, agent: str) -> Robots:
    """Read the answer to a request for robots.txt.

    RFC 9309, 2.3.1: with a client error (4xx) everything is allowed, with a server error (5xx) nothing.

    Parameters
    ----------
    status
        HTTP status; 0 for no answer.
    body
        The file.
    agent
        Our User-Agent header.
    """
    if status == 0 or status >= 500:
        said = f"status {status}" if status else "no answer"
        return Robots(refusal=f"robots.txt cannot be read ({said}); a host that fails so is left alone")
    if status >= 300:
        return Robots()
    try:
        from protego import Protego  # noqa: PLC0415 - comes with Scrapy
    except ImportError as error:
        raise MissingExtraError("Protego", "crawl") from error
    text = body[:_MOST_BYTES].decode("utf-8", "replace").lstrip("\ufeff")
    rules = Protego.parse(text)
    delay = min(float(rules.crawl_delay(agent) or 0), _MOST_DELAY_S)
    return Robots(delay_s=delay, sitemaps=tuple(rules.sitemaps), _rules=rules, _agent=agent)
