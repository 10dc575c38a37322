"""In what order a page writes dates of numbers: 10/09/2024, 14/01/07."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maintext.metadata.language import has_cjk

if TYPE_CHECKING:
    from maintext.html import Page
    from maintext.metadata.date_forms import DateOrder

__all__ = ["page_order"]

_DAY_FIRST = re.compile(r"(?!en(?:$|-us|-ca|-ph))[a-z]{2}")
_YEAR_FIRST = re.compile(r"(?:zh|ja|ko|yue)(?:$|-)")
_DAY_FIRST_ADDRESS = re.compile(
    r"https?://(?:[\w-]+\.)+(?:uk|au|nz|ie|in|za)(?:[:/]|$)|https?://[^/]+/en[-_](?:gb|au|nz|in|ie|za)/",
    re.IGNORECASE,
)


def page_order(page: Page) -> DateOrder:
    """Return what the dates of a page begin with: by its language, the script of its text, its address.

    Templates say ``en`` or nothing on pages of any language: such a page is Chinese, Japanese or Korean if
    most of its characters are, and otherwise read as its address says: ``.co.uk``, ``/en-gb/``. ``mdy`` for
    American English, and where nothing tells.
    """
    language = (page.value(0, "lang") or "").lower().replace("_", "-")
    if language in {"", "en"}:
        if page.cached(has_cjk) and int(page.n_cjk.sum()) * 2 > int(page.n_chars.sum()):
            return "ymd"
        return "dmy" if _DAY_FIRST_ADDRESS.match(page.url or "") else "mdy"
    if _YEAR_FIRST.match(language):
        return "ymd"
    return "dmy" if _DAY_FIRST.match(language) else "mdy"
