"""Names of ``trafilatura.utils``."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from maintext.compat.tree import MAX_BYTES, Tree, decompress_page, markup_of, text_of

__all__ = ["decode_file", "load_html", "trim"]


def load_html(htmlobject: Any) -> Any:
    """Return a page as a tree of lxml; trees unchanged, ``None`` for an empty page.

    Raises TypeError: it is neither text, bytes, a response nor a tree; InputError: the bytes are not a web
    page; MissingExtraError: lxml is not installed.
    """
    if hasattr(htmlobject, "getroottree"):
        return htmlobject
    html = markup_of(htmlobject)
    return Tree(html).root if html.strip() else None


def decode_file(filecontent: bytes | str, max_size: int | None = None) -> str:
    """Return a page as text: decompressed, up to ``max_size`` bytes, and decoded as browsers do.

    Raises InputError: the bytes are not a web page.
    """
    if isinstance(filecontent, bytes):
        filecontent = decompress_page(filecontent, max_size or MAX_BYTES)
    return text_of(filecontent)


@lru_cache(maxsize=1024)
def trim(string: str) -> str:
    """Return text with single spaces, and none at its ends."""
    return " ".join(string.split())
