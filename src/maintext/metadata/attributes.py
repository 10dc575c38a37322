"""All attributes of an element, for those who read many elements of a page."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from maintext.kernel import compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from maintext.page import Page

__all__ = ["attributes_of", "beginnings"]

_KERNEL = compiled("elements")


def attributes_of(page: Page, rows: NDArray[np.int64]) -> list[dict[str, str]]:
    """Return what :meth:`maintext.page.Page.attributes` does, of some elements; faster than one by one."""
    if _KERNEL is None:
        return [page.attributes(row) for row in rows.tolist()]
    found = _KERNEL.attributes(page.data, rows, page.byte_start, page.inner_start, _unescaped)
    return [
        page.attributes(row) if own is None else own for row, own in zip(rows.tolist(), found, strict=True)
    ]


def _unescaped(value: str) -> str:
    """What ``html.unescape`` returns; most addresses hold no other entity than ``&amp;``."""
    if value.count("&") == value.count("&amp;"):
        return value.replace("&amp;", "&")
    return html.unescape(value)


def beginnings(words: Sequence[bytes]) -> bytes:
    """Return two tables over bytes for the kernel's searches of some words, small letters of ASCII.

    Bit *i* of one is set where word *i* has that byte as its first letter, of the other as its second; the
    ninth word has the bit of the first one, and so on.
    """
    letters = [chr(byte).lower().encode("latin-1") if byte < 0x80 else b"" for byte in range(256)]
    return bytes(
        sum({1 << number % 8 for number, word in enumerate(words) if word[at : at + 1] in {b"", letter}})
        for at in (0, 1)
        for letter in letters
    )
