"""Read pages that browsers save: of MHTML (RFC 2557) and Safari's web archives page, encoding and URL.

Also the URL in a comment of HTML.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

__all__ = ["EnclosedPage", "find_saved_url", "read_saved_page"]

# Header fields first, one of them of a message with parts or an encoding; a page begins with a tag.
_HEAD = re.compile(rb"\s*(?:[\w-]+:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n)+\r?\n")
_MESSAGE = re.compile(
    rb"^content-(?:type:\s*multipart/(?:related|alternative|mixed)\b|transfer-encoding:)",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD_BYTES = 50_000  # of e-mail, with signatures of each server on its way
_WEB_ARCHIVE = b"bplist00"

# What Chrome, Edge and Internet Explorer, monolith, SingleFile and HTTrack write.
_SAVED_FROM = re.compile(
    r"<!--\s*(?:saved from (?:url=\(\d+\))?|Page saved with SingleFile\s+url:\s*)(?P<url>https?://[^\s<>]+)"
    r"|<!--\s*Mirrored from (?P<path>[^\s<>]+) by HTTrack",
    re.IGNORECASE,
)
_COMMENT_CHARS = 3_000  # it stands before or after <html>, and a URL may be long


class EnclosedPage(NamedTuple):
    """A page from a file with more in it; charset and URL are ``None`` where it does not state them."""

    html: bytes
    charset: str | None
    url: str | None


def read_saved_page(data: bytes) -> EnclosedPage | None:
    """Return the first page of an MHTML file or web archive, ``None`` for other files and without a page.

    Cost O(1) for other files, O(n_bytes) for these.
    """
    if data.startswith(_WEB_ARCHIVE):
        return _read_web_archive(data)
    data = data.removeprefix(codecs.BOM_UTF8)
    head = _HEAD.match(data[:_HEAD_BYTES])
    if head is None or not _MESSAGE.search(head[0]):
        return None
    import email  # noqa: PLC0415 - for few files
    from email import policy  # noqa: PLC0415

    for part in email.message_from_bytes(data, policy=policy.compat32).walk():
        if part.get_content_type() in {"text/html", "application/xhtml+xml"}:
            html = part.get_payload(decode=True)
            url = "".join(str(part.get("Content-Location", "")).split())
            return EnclosedPage(
                html if isinstance(html, bytes) else b"", part.get_content_charset(), _url_of_web(url)
            )
    return None


def _read_web_archive(data: bytes) -> EnclosedPage | None:
    import plistlib  # noqa: PLC0415 - for few files

    try:
        page = plistlib.loads(data)["WebMainResource"]
        html, url = page["WebResourceData"], page.get("WebResourceURL")
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
    charset = page.get("WebResourceTextEncodingName")
    return EnclosedPage(html, charset, _url_of_web(str(url))) if isinstance(html, bytes) else None


def _url_of_web(url: str) -> str | None:
    return url if url.startswith(("http://", "https://")) else None


def find_saved_url(text: str) -> str | None:
    """Return the URL that a program wrote into a comment when it saved the page, ``None`` without one."""
    found = _SAVED_FROM.search(text, 0, _COMMENT_CHARS)
    return found and (found["url"] or f"https://{found['path']}")
