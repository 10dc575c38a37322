"""When the text in a page's scripts is taken in the place of what the page shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from maintext.classify.embedded.embedded import share_held
from maintext.classify.embedded.find import find_embedded
from maintext.classify.embedded.rendition import to_page

if TYPE_CHECKING:
    from maintext.classify.embedded.rendition import ShellText
    from maintext.html import Page
    from maintext.selection import Selection

__all__ = ["better_text", "shows_little"]

# A page is a shell when so few words are kept, or so few are visible at all.
_SHELL_KEPT, _SHELL_VISIBLE = 50, 150
# It is a teaser when this share of the fewer words kept stands in a declared text. Lines such as "read on"
# are among what is kept; longer beginnings are texts of their own.
_TEASER_KEPT, _BEGINS = 300, 0.5
# How many times as long as what is kept the text of the script must be.
_LONGER = 3
# A description of fewer words than this says no more than a heading.
_MIN_WORDS = 25
# More of the script's text in the page itself: the page holds it, and the method did not want it.
_HELD = 0.5


def shows_little(page: Page) -> bool:
    """Whether fewer than 150 words of a page are visible, as on pages that scripts fill."""
    return bool(page.n_words[~page.is_hidden].sum() < _SHELL_VISIBLE)


def better_text(page: Page, selection: Selection) -> ShellText | None:
    """Return the text of a page's scripts where the page is a shell or a teaser; else ``None``.

    That is so when all of these hold:

    - the page is a shell: fewer than 50 words are kept, or fewer than 150 are visible; or it is a teaser:
      fewer than 300 words are kept, and half of them stand in an article or posts that JSON-LD declares,
    - the script's text has at least 25 words and is three times as long as what is kept,
    - less than half of it stands in the page, visible or hidden.

    Scripts are parsed only where the number of kept words lets it happen, those of a state only for a
    shell. Each CJK character is a word.

    Parameters
    ----------
    page, selection
        The page as fetched, and what a method kept of it.
    """
    n_kept = int(page.n_words[selection.keep].sum())
    if n_kept >= _TEASER_KEPT or not _may_hold(page, n_kept):
        return None
    is_shell = n_kept < _SHELL_KEPT or shows_little(page)
    embedded = find_embedded(page, bodies_only=not is_shell)
    if embedded is None or embedded.n_words < max(_MIN_WORDS, _LONGER * n_kept):
        return None
    if not is_shell and share_held(_kept_text(page, selection), embedded.plain) < _BEGINS:
        return None
    found = to_page(embedded, page) if share_held(embedded.plain, page.text) < _HELD else None
    is_page = shows_little(page) and embedded.origin != "json-ld:text"
    return replace(found, is_page=True) if found and is_page else found


def _may_hold(page: Page, n_kept: int) -> bool:
    """Whether the scripts have as many characters as a text that is long enough has words."""
    n_chars = sum(len(script.text) for script in page.scripts)
    return n_chars >= max(_MIN_WORDS, _LONGER * n_kept)


def _kept_text(page: Page, selection: Selection) -> str:
    rows = np.flatnonzero(selection.keep & (page.n_chars > 0))
    return " ".join(map(page.row_text, rows.tolist()))
