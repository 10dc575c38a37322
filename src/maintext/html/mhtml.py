"""Read pages that browsers save as one file (MHTML, RFC 2557): the page in it, its encoding and its URL."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["MhtmlPage", "read_mhtml"]

# Header fields first, one of them of a message with parts; a page begins with a tag.
_HEAD = re.compile(rb"\s*(?:[\w-]+:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n)+\r?\n")
_PARTS = re.compile(
    rb"^content-type:\s*multipart/(?:related|alternative|mixed)\b", re.IGNORECASE | re.MULTILINE
)
_HEAD_BYTES = 10_000


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
