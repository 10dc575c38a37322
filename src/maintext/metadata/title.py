"""The title of a page: from its heading, its og:title, or its ``<title>``.

The heading is the title in the author's words, without the site's name, so it is taken first; but a
page may have several (a logo, teasers). The one that the ``<title>`` or ``og:title`` repeats is the
headline of the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from maintext.page import Page

__all__ = ["Field", "find_title"]

_SPACES = re.compile(r"\s+")
_WORDS = re.compile(r"\w+")
# Between a headline and the name of the site: a dash, bar, colon, angle or dot with space around it,
# or one of the marks that Chinese titles use without space; among these a single dash only before what
# ends like the name of a site, as in 标题-国内新闻-新华网.
_SEPARATOR = re.compile(
    r"\s+[-–—|:·•»«/~]+\s+|\s*[|｜_＿]+\s*|\s*(?:--|——)\s*"
    r"|[-－—](?=(?:[^\s－—-]{1,10}[-－—])*[^\s－—-]{1,8}(?:网|網|报|報|新闻|新聞|频道|頻道|在线|论坛|論壇)$)"
)

_PERMALINK = "¶ \n"  # the link to itself that documentation pages put behind a heading


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a page.

    Attributes
    ----------
    value
        Its text, white space collapsed.
    origin
        Where it stood: ``h1``, ``og:title``, ``twitter:title``, ``title`` …
    """

    value: str
    origin: str


def find_title(page: Page) -> Field | None:
    """Return the title of a page, or None where it states none.

    Order: the ``<h1>`` that the page's title repeats, ``og:title``, a lone ``<h1>``, ``<title>``; the
    declared ones without the site's name. Checked on the development corpus: cutting it from
    ``og:title`` too raised exact titles taken from there from 234 to 340 of 648.
    """
    declared = [Field(value, origin) for origin, value in _declared(page)]
    headings = [
        text for row in _headings(page) if (text := _collapsed(page.row_text(row).rstrip(_PERMALINK)))
    ]
    for heading in headings:
        if any(_repeats(field.value, heading) for field in declared):
            return Field(heading, "h1")
    social = [field for field in declared if field.origin != "title"]
    if social:
        return Field(_without_site(social[0].value), social[0].origin)
    if len(headings) == 1:
        return Field(headings[0], "h1")
    return Field(_without_site(declared[0].value), "title") if declared else None


def _declared(page: Page) -> list[tuple[str, str]]:
    """Titles in the head: (origin, value), the social ones first, none empty."""
    content = page.values("content")
    found: dict[str, str] = {}
    for attribute in ("property", "name"):
        for row, key in page.values(attribute).items():
            name = key.strip().lower()
            if name in {"og:title", "twitter:title"} and row in content:
                found.setdefault(name, _collapsed(content[row]))
    titles = np.flatnonzero(page.is_tag(("title",)))
    if len(titles):
        found["title"] = _collapsed(page.row_text(int(titles[0])))
    order = ("og:title", "twitter:title", "title")
    return [(name, found[name]) for name in order if found.get(name)]


def _headings(page: Page) -> list[int]:
    rows: list[int] = np.flatnonzero(page.is_tag(("h1",)) & ~page.is_hidden).tolist()
    return rows


def _collapsed(text: str) -> str:
    return _SPACES.sub(" ", text).strip()


def _key(text: str) -> str:
    return "".join(_WORDS.findall(text.lower()))


def _repeats(title: str, heading: str) -> bool:
    """Whether a title is the heading, or the heading with something before or after it."""
    key = _key(heading)
    return bool(key) and key in _key(title) and len(key) * 4 >= len(_key(title))


def _without_site(title: str) -> str:
    """Cut the names of site and section off: what stays is the longest part between separators.

    If it is most of the title, or stands before two others or more; else the title is one.
    """
    parts = [part for part in _SEPARATOR.split(title) if part]
    longest = max(parts, key=len, default=title)
    is_headline = len(longest) * 2 >= len(title) or (len(parts) > 2 and longest == parts[0])
    return longest if is_headline else title
