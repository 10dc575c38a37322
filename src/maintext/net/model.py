"""The values that go into a fetch and come out of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maintext.errors import OptionError
from maintext.options import check_options, option

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FetchOptions", "Response", "charset_of", "media_type_of"]

# Operating systems refuse socket timeouts much longer than this; nobody waits a day for a page.
_LONGEST_S = 86_400
_CHARSET = re.compile(r""";\s*charset\s*=\s*["']?([^"';,\s]+)""", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOptions:
    """How a page is fetched: time and size limits, redirects, and what we say about ourselves.

    Raises
    ------
    OptionError
        A value has another type than its default or is out of its bounds, or a header value has characters
        other than printable ASCII.
    """

    timeout_s: float = option(
        20.0, "Give up when one connection attempt or one wait for data takes longer.", unit="s",
        minimum=0.01, maximum=_LONGEST_S,
    )  # fmt: skip
    total_timeout_s: float = option(
        60.0, "Give up when all of it, with redirects and the body, takes longer.", unit="s",
        minimum=0.01, maximum=_LONGEST_S,
    )  # fmt: skip
    max_bytes: int = option(
        20_000_000, "Refuse a page whose decompressed body is longer.", unit="bytes", minimum=0
    )
    max_redirects: int = option(10, "Follow at most this many redirects; 0 follows none.", minimum=0)
    allow_private: bool = option(False, "Also fetch from this computer and from private networks.")
    user_agent: str = option(
        "Mozilla/5.0 (compatible; maintext/0.1)", "The User-Agent header: who the server is told we are."
    )
    accept_language: str = option(
        "en,zh;q=0.9,*;q=0.5", "The Accept-Language header: which translation to ask for."
    )

    def __post_init__(self) -> None:
        check_options(self)
        for name in ("user_agent", "accept_language"):
            value = getattr(self, name)
            if not (value.isascii() and value.isprintable()):
                raise OptionError(f"{name} must be printable ASCII text, not {value!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """A fetched page: its bytes and what the server said about them.

    Attributes
    ----------
    url
        Address the body came from, after redirects: host in ASCII (punycode), path
        percent-encoded, no user name, password or fragment.
    requested_url
        Address that was asked for, as given but without user name and password.
    status
        HTTP status code, 200-399; a redirect status never gets here.
    headers
        Response headers by lower-case name; repeated headers are joined with ``", "``.
    body
        The decompressed body; empty when the server sent none.
    charset
        The ``charset`` parameter of Content-Type as the server wrote it, ``None`` when absent or
        empty. It may be wrong or no encoding at all.
    content_type
        Media type of Content-Type in lower case without parameters (``text/html``), ``None`` when
        absent or empty.
    """

    url: str
    requested_url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    charset: str | None
    content_type: str | None


def charset_of(content_type: str) -> str | None:
    """Return the charset parameter of a Content-Type header, ``None`` when absent or empty."""
    found = _CHARSET.search(content_type)
    return found[1] if found else None


def media_type_of(content_type: str) -> str | None:
    """Return the media type of a Content-Type header in lower case, ``None`` when absent or empty."""
    return re.split("[;,]", content_type, maxsplit=1)[0].strip().lower() or None
