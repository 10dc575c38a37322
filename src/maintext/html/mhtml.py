"""Read pages that browsers save: of MHTML (RFC 2557) page, encoding and URL; the URL in a comment of HTML."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["MhtmlPage", "find_saved_url", "read_mhtml"]

# Header fields first, one of them of a message with parts; a page begins with a tag.
_HEAD = re.compile(rb"\s*(?:[\w-]+:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n)+\r?\n")
_PARTS = re.compile(
    rb"^content-type:\s*multipart/(?:related|alternative|mixed)\b", re.IGNORECASE | re.MULTILINE
)
_HEAD_BYTES = 10_000

# What Chrome, Edge and Internet Explorer, monolith, SingleFile and HTTrack write.
_SAVED_FROM = re.compile(
    r"<!--\s*(?:saved from (?:url=\(\d+\))?|Page saved with SingleFile\s+url:\s*)(?P<url>https?://[^\s<>]+)"
    r"|<!--\s*Mirrored from (?P<path>[^\s<>]+) by HTTrack",
    re.IGNORECASE,
)
_COMMENT_CHARS = 3_000  # it stands before or after <html>, and a URL may be long


class MhtmlPage(NamedTuple):
    """A page from an MHTML file; charset and URL are ``None`` where it does not state them."""

    html: bytes
    charset: str | None
    url: str | None


def read_mhtml(data: bytes) -> MhtmlPage | None:
    """Return the first page of an MHTML file, ``None`` for other files and for one without a page.

    Cost O(1) for other files, O(n_bytes) for these.
    """
    head = _HEAD.match(data[:_HEAD_BYTES])
    if head is None or not _PARTS.search(head[0]):
        return None
    import email  # noqa: PLC0415 - for few files
    from email import policy  # noqa: PLC0415

    for part in email.message_from_bytes(data, policy=policy.compat32).walk():
        if part.get_content_type() in {"text/html", "application/xhtml+xml"}:
            html = part.get_payload(decode=True)
            url = "".join(str(part.get("Content-Location", "")).split())
            is_web = url.startswith(("http://", "https://"))
            return MhtmlPage(
                html if isinstance(html, bytes) else b"", part.get_content_charset(), url if is_web else None
            )
    return None


def find_saved_url(text: str) -> str | None:
    """Return the URL that a program wrote into a comment when it saved the page, ``None`` without one."""
    found = _SAVED_FROM.search(text, 0, _COMMENT_CHARS)
    return found and (found["url"] or f"https://{found['path']}")
