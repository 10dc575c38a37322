"""From a request to the bytes of a page: given as text, as a file, or fetched."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from maintext.errors import PageTooLargeError
from maintext.html import Page, parse
from maintext.options import Options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maintext.app.workbench.bench import Bench

__all__ = ["Source", "parsed", "read_source"]


@dataclass(frozen=True, slots=True)
class Source:
    """A page before it is parsed.

    Attributes
    ----------
    html
        The page as given or fetched.
    url
        Its address, where known; after redirects.
    charset
        What the server stated, for fetched bytes.
    encoding
        What the client knows better, for bytes.
    """

    html: bytes | str
    url: str | None = None
    charset: str | None = None
    encoding: str | None = None

    def for_extract(self) -> dict[str, Any]:
        """Return the arguments of :func:`maintext.extract` besides options."""
        is_bytes = isinstance(self.html, bytes)
        return {
            "html": self.html,
            "url": self.url,
            "encoding": self.encoding if is_bytes else None,
            "http_charset": self.charset if is_bytes else None,
        }


async def read_source(bench: Bench, request: Mapping[str, Any]) -> Source:
    """Return the page that a request names.

    Parameters
    ----------
    bench
        Fetches, and knows the limits.
    request
        Checked: has ``html``, ``file`` (Base64, or bytes for a body that is the page itself) or ``url``;
        with ``draw`` a browser opens the address.

    Raises
    ------
    FetchError
        The page could not be fetched, or may not be.
    RequestError
        A browser is asked for, and the server has none.
    PageTooLargeError
        The page has more bytes than the server takes.
    """
    url, encoding = request.get("url"), request.get("encoding")
    if "html" in request:
        source = Source(request["html"], url)
    elif "file" in request:
        given = request["file"]
        data = given if isinstance(given, bytes) else base64.b64decode(given)
        source = Source(data, url, request.get("charset"), encoding)
    else:
        get = bench.drawn if request.get("draw") else bench.fetched
        response = await get(request["url"])
        source = Source(response.body, response.url, response.charset, encoding)
    if len(source.html) > bench.options.max_bytes:
        raise PageTooLargeError(f"the page has more than {bench.options.max_bytes:,} bytes", stage="read")
    return source


def parsed(source: Source, max_bytes: int) -> Page:
    """Parse a page within the limit of the server."""
    return parse(**source.for_extract(), options=Options(max_bytes=max_bytes))
