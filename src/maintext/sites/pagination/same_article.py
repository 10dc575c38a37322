"""Whether two pages of a series are parts of one article, or two articles, by what they are called."""

from __future__ import annotations

import re

from maintext.sites.pagination.address import page_number

__all__ = ["is_one_article", "is_surely_page"]

# What templates put behind the title of a later part: (2), - page 2, 第2页, 2/5.
_PART = re.compile(
    r"[\s\-–—|_,:：·]*(?:[(（\[【]\s*)?"
    r"(?:(?:page|part|seite|teil|página|pagina|страница)\s*\d{1,3}(?:\s*(?:/|of|von|de|из)\s*\d{1,3})?"
    r"|第\s*[\d一二三四五六七八九十]{1,3}\s*[页頁]|\d{1,3}\s*/\s*\d{1,3})"
    r"\s*[)）\]】]?\s*$"
    r"|\s*[(（]\d{1,3}[)）]\s*$",
    re.IGNORECASE,
)


def is_surely_page(url: str) -> bool:
    """Whether an address itself calls its number the number of a page, so that titles need not agree."""
    number = page_number(url)
    return number is not None and number.is_named


def is_one_article(first: str, later: str) -> bool:
    """Whether the title of a later page is that of the first one, but for the number of the part.

    Letters and digits are compared, without case. False where one of them is ``""``: nothing is known then.
    """
    wanted, found = _letters(first), _letters(later)
    return bool(wanted) and wanted in {found, _letters(_PART.sub("", later))}


def _letters(title: str) -> str:
    return "".join(filter(str.isalnum, title)).casefold()
