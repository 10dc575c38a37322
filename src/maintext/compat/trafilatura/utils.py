"""Names of ``trafilatura.utils``."""

from __future__ import annotations

from typing import Any

from maintext.compat.tree import Tree, markup_of, text_of

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


def decode_file(filecontent: bytes | str) -> str:
    """Return a page as text: decompressed, and decoded as browsers do.

    Raises InputError: the bytes are not a web page.
    """
    return text_of(markup_of(filecontent))


def trim(string: str) -> str:
    """Return text with single spaces, and none at its ends."""
    return " ".join(string.split())
