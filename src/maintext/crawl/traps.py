"""Endless parts of a site: calendars, filters and the like, told by addresses of one form without news.

Addresses of one form differ in numbers only: ``/calendar/2031/05`` is ``/calendar/0/0``. A page has
nothing new when it is no record with a text of its own, and links to nothing that no page of its form has
linked to, other forms without news left out. After :attr:`CrawlOptions.max_pattern_pages` such pages, when
they are nine in ten of their form, addresses of that form are followed no more from pages without news or
of the same form; what a list, a sitemap or a feed with news names is still fetched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Patterns", "pattern_of"]

_NUMBER = re.compile(r"\d+")
_HEX = re.compile(r"(?=[a-f]*\d)[0-9a-f]{8,}", re.IGNORECASE)
_SLUG = re.compile(r"\w+(?:[-_]\w+){2,}(?:\.\w+)?\Z")
_LEAST_WORDS = 20  # of a text that is news by itself; a CJK character is a word
_SHARE = 0.9
_MOST_PATTERNS, _MOST_LINKS = 50_000, 20_000  # kept in memory


@dataclass(slots=True)
class _Form:
    n_pages: int = 0
    n_without_news: int = 0
    links: set[int] = field(default_factory=set)
    texts: set[int] = field(default_factory=set)


def pattern_of(url: str) -> str:
    """Return the form of an address: numbers are 0, long names one mark, parameters without values."""
    parts = urlsplit(url)
    segments = [
        "-" if _SLUG.match(part) and not part[0].isdigit() and len(part) > 20
        else _NUMBER.sub("0", _HEX.sub("0", part))
        for part in parts.path.split("/")
    ]  # fmt: skip
    keys = sorted({pair.partition("=")[0] for pair in parts.query.split("&")})
    return f"{parts.netloc}{'/'.join(segments)}?{'&'.join(keys)}"


class Patterns:
    """What was found on pages of each form, in memory; a crawl that goes on begins to count again.

    Parameters
    ----------
    most
        Pages without news before a form is followed no more; 0 never does.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._forms: dict[str, _Form] = {}

    def is_exhausted(self, pattern: str) -> bool:
        """Whether a form has had so many pages, and nearly none of them with news."""
        form = self._forms.get(pattern)
        if form is None or not self._most or form.n_without_news < self._most:
            return False
        return form.n_without_news >= _SHARE * form.n_pages

    def note(self, url: str, links: Iterable[tuple[str, str]], text: int, n_words: int) -> bool:
        """Count a page; return whether it has news.

        Parameters
        ----------
        url
            Its address.
        links
            Addresses in the scope that it links to, each with its form.
        text, n_words
            Fingerprint and length of its main text; 0 for a page that is no record.
        """
        pattern = pattern_of(url)
        if pattern not in self._forms and len(self._forms) >= _MOST_PATTERNS:
            return True
        form = self._forms.setdefault(pattern, _Form())
        others = {hash(link) for link, other in links if other != pattern and not self.is_exhausted(other)}
        has_news = bool(others - form.links) or (n_words >= _LEAST_WORDS and text not in form.texts)
        if len(form.links) < _MOST_LINKS:
            form.links |= others
        if n_words and len(form.texts) < _MOST_LINKS:
            form.texts.add(text)
        form.n_pages += 1
        form.n_without_news += not has_news
        return has_news
