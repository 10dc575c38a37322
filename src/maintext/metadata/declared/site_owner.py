"""Find the name of a site in its notice of copyright or the words of its logo, where nothing declares it.

    © 2026 iFixit, all rights reserved        <img alt="Sur La Table logo">

Only a name that is the host counts: owners are often other houses, and logos those of partners.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from maintext.html import Page
from maintext.html.characters import letters_of
from maintext.html.urls import bare_host
from maintext.metadata.candidate import Candidate

__all__ = ["find_site_owner"]

_NOTICE = re.compile(r"(?:©|\([cC]\)|[Cc]opyright|COPYRIGHT)[\s\d–—,:©-]*(?:by\s+)?(?=\w)")
_LOGO = re.compile(rb"""alt=(?:"([^"<>]{2,60})"|'([^'<>]{2,60})')""")
_LOGO_WORD = re.compile(r"\s*\blogo\b\s*", re.IGNORECASE)
_MAX_TEXT, _MAX_BYTES = 4_000, 200_000  # at the end, and from the beginning
_MAX_NOTICES, _MAX_WORDS, _MIN_LETTERS = 5, 6, 3


def find_site_owner(page: Page) -> list[Candidate]:
    """Return the owner in the last lines of a page, or the name in a logo's ``alt``, if it is the host.

    Cost O(1): the last 4,000 characters of the text, the first 200 KB of the source.
    """
    host = bare_host(page.url or "")
    labels = host.split(".")
    # example.com, shop.example.com and example.co.uk are all Example.
    keys = {letters_of(name) for name in (host, *labels, ".".join(labels[-2:]))}
    keys = {key for key in keys if len(key) >= _MIN_LETTERS}
    for origin, text in (*_copyright_notices(page), *_logo_texts(page)) if keys else ():
        if name := _name_of_host(text, keys):
            return [Candidate("site_name", name, origin)]
    return []


def _copyright_notices(page: Page) -> Iterator[tuple[str, str]]:
    """Yield what follows the signs of copyright at the end of the text."""
    end = page.text[-_MAX_TEXT:]
    for match in islice(_NOTICE.finditer(end), _MAX_NOTICES):
        yield "copyright", end[match.end() : match.end() + 100].partition("\n")[0]


def _logo_texts(page: Page) -> Iterator[tuple[str, str]]:
    """Yield the alternative texts that say that they are a logo, without that word."""
    head = page.data[:_MAX_BYTES]
    if b"logo" not in head and b"Logo" not in head:
        return
    for match in _LOGO.finditer(head):
        text = (match[1] or match[2]).decode(errors="replace")
        if _LOGO_WORD.search(text):
            yield "logo", _LOGO_WORD.sub(" ", text)


def _name_of_host(text: str, keys: set[str]) -> str:
    """Return the longest beginning of a text that has the letters of a key, ``""`` for none."""
    words = text.split()[:_MAX_WORDS]
    for n_words in range(len(words), 0, -1):
        name = " ".join(words[:n_words]).strip(' ,.-–—|:;®™"&()[]')
        if letters_of(name) in keys:
            return name
    return ""
