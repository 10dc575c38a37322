"""Names of ``trafilatura.utils``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from maintext.compat.tree import MAX_BYTES, Tree, decompress_page, markup_of, text_of
from maintext.errors import NotHtmlError

__all__ = ["decode_file", "load_html", "page_markup", "trim"]

_TAG = re.compile(r"<[a-z!/?]", re.IGNORECASE)
_TAG_BYTES = re.compile(rb"<\0?[a-z!/?]", re.IGNORECASE)  # the zero in UTF-16


def page_markup(value: Any) -> bytes | str:
    """Return an argument as markup, as :func:`maintext.compat.tree.markup_of` does.

    Raises NotHtmlError: it has no tag, such as a message in plain text; TypeError: it is no page at all.
    """
    html = markup_of(value)
    if not (_TAG.search(html) if isinstance(html, str) else _TAG_BYTES.search(html)):
        raise NotHtmlError("this text has no tag: it is not a web page", stage="parse")
    return html


def load_html(htmlobject: Any) -> Any:
    """Return a page as a tree of lxml; trees unchanged, ``None`` for what has no tag.

    Raises TypeError: it is neither text, bytes, a response nor a tree; InputError: the bytes are not a web
    page; MissingExtraError: lxml is not installed.
    """
    if hasattr(htmlobject, "getroottree"):
        return htmlobject
    try:
        html = page_markup(htmlobject)
    except NotHtmlError:
        return None
    return Tree(html).root


def decode_file(filecontent: bytes | str, max_size: int | None = None) -> str:
    """Return a page as text: decompressed, up to ``max_size`` bytes, and decoded as browsers do.

    Raises InputError: the bytes are not a web page.
    """
    if isinstance(filecontent, bytes):
        filecontent = decompress_page(filecontent, max_size or MAX_BYTES)
    return text_of(filecontent)


@lru_cache(maxsize=1024)
def trim(string: Any) -> str:
    """Return text with single spaces, and none at its ends; ``""`` for what is no text."""
    return " ".join(string.split()) if isinstance(string, str) else ""
