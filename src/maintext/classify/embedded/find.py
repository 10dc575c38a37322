"""Which text of a page's scripts is its main text."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from maintext.classify.embedded.data import parse_data, texts
from maintext.classify.embedded.declared import declared_text
from maintext.classify.embedded.embedded import Embedded, share_held
from maintext.classify.embedded.state import is_main, state_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.classify.embedded.data import Text
    from maintext.html import DataScript, Page

__all__ = ["find_embedded"]

# The state has the declared text in full when it holds this much of it and is so many times as long.
_SAME, _FULLER = 0.5, 1.5
# Prose of a state below this is a notice as often as a text.
_MIN_STATE_WORDS = 60
# Values looked at in all scripts of a page, which bounds the time for hostile data: twice those of the
# richest page of the development corpus (45,145).
_MAX_VALUES = 100_000
# Characters of JSON parsed in a page, for the same reason: twice those of the richest page (2.04 million).
_MAX_CHARS = 4_000_000
_BODY = re.compile(r'"(?:articleBody|text)"')


def find_embedded(page: Page, *, bodies_only: bool = False) -> Embedded | None:
    """Return the main text that a page's scripts hold, ``None`` for none.

    What JSON-LD declares comes first; the prose of the application's state where nothing is declared
    but a summary, or where it holds the declared text in full. Broken JSON is passed over.

    Parameters
    ----------
    page
        Any page; ``page.scripts`` is read.
    bodies_only
        Read only JSON-LD that has articles or posts.
    """
    declared: list[Text] = []
    prose: list[Text] = []
    wanted, budget = cache(is_main), iter(range(_MAX_VALUES))
    for number, script in _readable(page):
        if "ld+json" in script.type:
            if not bodies_only or _BODY.search(script.text):
                declared += texts(number, parse_data(script.text), budget)
        elif not bodies_only:
            prose += texts(number, parse_data(script.text), budget, wanted)
    return _fuller(declared_text(declared), state_text(prose))


def _readable(page: Page) -> Iterator[tuple[int, DataScript]]:
    """Scripts with their numbers, as far as there are not too many characters before them."""
    n_chars = 0
    for number, script in enumerate(page.scripts):
        n_chars += len(script.text)
        if n_chars <= _MAX_CHARS:
            yield number, script


def _fuller(declared: Embedded | None, state: Embedded | None) -> Embedded | None:
    if state is None or state.n_words < _MIN_STATE_WORDS:
        return declared
    if declared is None or declared.is_summary:
        return state
    is_longer = state.n_words >= _FULLER * declared.n_words
    return state if is_longer and share_held(declared.plain, state.plain) >= _SAME else declared
