"""Options and result of fetching a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from maintext.errors import OptionError
from maintext.net.proxies import read_proxies
from maintext.options import check_options, option

__all__ = ["FetchOptions", "Response", "charset_of", "check_header_value", "media_type_of"]

_MAX_S = 86_400  # operating systems refuse much longer socket timeouts
_CHARSET = re.compile(r""";\s*charset\s*=\s*["']?([^"';,\s]+)""", re.IGNORECASE)


_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([ -~]*)")
_OWN_HEADERS = frozenset({"accept-encoding", "connection", "content-length", "host", "transfer-encoding"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOptions:
    """Options of fetching a page: time and size limits, redirects, and request headers.

    Raises OptionError: a value has another type than its default or is out of its bounds, or a header value
    has characters other than printable ASCII.
    """

    timeout_s: float = option(
        20.0, "Time limit for one connection attempt, and for one wait for data.", unit="s",
        minimum=0.01, maximum=_MAX_S,
    )  # fmt: skip
    total_timeout_s: float = option(
        60.0, "Time limit for the whole fetch, with redirects and the body.", unit="s",
        minimum=0.01, maximum=_MAX_S,
    )  # fmt: skip
    max_bytes: int = option(20_000_000, "Maximum size of the decompressed body.", unit="bytes", minimum=0)
    max_redirects: int = option(10, "Maximum number of redirects to follow.", minimum=0)
    allow_private: bool = option(False, "Also fetch from this computer and from private networks.")
    user_agent: str = option(
        "Mozilla/5.0 (compatible; maintext/0.9)", "The User-Agent header: identifies the client."
    )
    accept_language: str = option(
        "en,zh;q=0.9,*;q=0.5", "The Accept-Language header: preferred languages of the page."
    )
    headers: tuple[str, ...] = option(
        (), 'Header to send to the host that is asked, not to others it redirects to: "Cookie: session=1".'
    )

    proxies: tuple[str, ...] = option(
        (), "Proxies, http://user:password@host:port, or files with one on each line; each fetch takes one by"
        " random.",
    )  # fmt: skip

    def __post_init__(self) -> None:
        check_options(self)
        read_proxies(self.proxies)
        for name in ("user_agent", "accept_language"):
            check_header_value(name, getattr(self, name))
        for line in self.headers:
            found = _HEADER.fullmatch(line)
            if found is None or found[1].lower() in _OWN_HEADERS:
                raise OptionError(
                    f"headers: {line!r} cannot be sent; write it as 'Cookie: session=1', in ASCII. maintext"
                    f" itself sets {', '.join(sorted(_OWN_HEADERS))}"
                )


def check_header_value(name: str, value: str) -> None:
    """Raise :class:`OptionError` with the name of an option if it cannot be sent as a header."""
    if not (value.isascii() and value.isprintable()):
        raise OptionError(f"{name} must be printable ASCII text, not {value!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """A fetched page: its bytes, status and headers."""

    # URL after redirects: host in ASCII (punycode), path percent-encoded, no user name, password or fragment
    url: str
    requested_url: str  # as given, but without user name and password
    status: int  # HTTP status code, 200-399 except redirects
    headers: Mapping[str, str]  # by lower-case name; repeated headers are joined with `", "`
    body: bytes  # decompressed; may be empty
    charset: str | None  # of Content-Type as sent, `None` if absent or empty; may be wrong or unknown
    content_type: str | None  # media type in lower case (`text/html`), `None` if absent or empty
    problem: str = ""  # what a rendered page could not load, such as more entries of its list


def charset_of(content_type: str) -> str | None:
    """Return the charset parameter of a Content-Type header, ``None`` if absent or empty."""
    found = _CHARSET.search(content_type)
    return found[1] if found else None


def media_type_of(content_type: str) -> str | None:
    """Return the media type of a Content-Type header in lower case, ``None`` if absent or empty."""
    return re.split("[;,]", content_type, maxsplit=1)[0].strip().lower() or None
