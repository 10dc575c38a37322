"""Keep the short texts that belong to what is kept: who is quoted, captions of tables and code."""

from __future__ import annotations

import re

import numpy as np

from maintext.html import Page
from maintext.html.arrays import Bool, mark_rows
from maintext.html.tags import tag_mask
from maintext.metadata.body_parts import figure_around
from maintext.selection import Selection

__all__ = ["keep_attributions"]

_QUOTE = tag_mask(("blockquote",))
_SOURCE = tag_mask(("cite", "footer", "figcaption"))
_CAPTION, _GRIDS = tag_mask(("figcaption",)), tag_mask(("table", "pre"))
_MAX_SOURCE_CHARS, _MAX_CAPTION_CHARS = 120, 1_000
_POST = re.compile(r"(?:^|\s)(?:twitter-tweet|(?:tiktok|bluesky|mastodon)-embed)(?:\s|$)")


def keep_attributions(page: Page, selection: Selection) -> Selection:
    """Return the selection with what belongs to it: who is quoted, captions of tables and code."""
    attributions = _find_attributions(page, selection.keep)
    selection = selection.with_rule(attributions, "says who is quoted", is_kept=True)
    captions = _find_captions(page, selection.keep)
    return selection.with_rule(captions, "caption of a table or code that is kept", is_kept=True)


def _find_attributions(page: Page, keep: Bool) -> Bool | None:
    """Find short texts left out of kept quotations that say who is quoted.

    They stand in ``cite``, ``footer`` or a caption, or next to a quotation in a figure or an element that is
    named as a quotation and holds no more. Posts of other sites between kept texts stay whole.
    Cost O(n_rows).
    """
    if not page.has_tag(_QUOTE):
        return None
    quotes = page.tagged(_QUOTE)
    solid = page.is_text & (page.n_chars > 0) & ~page.is_hidden
    n_kept, n_all = (page.subtree_sum(np.where(rows, page.n_chars, 0)) for rows in (solid & keep, solid))
    found = [
        row
        for row in (quotes & (n_kept < n_all)).nonzero()[0].tolist()
        if n_kept[page.parent[row]] > n_kept[row] and _POST.search(page.value(row, "class") or "")
    ]
    kept_quotes = (quotes & (2 * n_kept > n_all)).nonzero()[0]
    figures = figure_around(page, kept_quotes).tolist()
    for row, figure in zip(kept_quotes.tolist(), figures, strict=True):
        around = figure if figure >= 0 else int(page.parent[row])
        is_own = figure >= 0 or "quote" in (page.value(around, "class") or "").casefold()
        outer = around if is_own and n_all[around] - n_all[row] <= _MAX_SOURCE_CHARS else row
        inside = outer + _SOURCE[page.tag[outer : page.end[outer]]].nonzero()[0]
        found += [outer] if outer != row else inside[n_all[inside] <= _MAX_SOURCE_CHARS].tolist()
    return page.inside(mark_rows(len(page), found)) & solid & ~keep if found else None


def _find_captions(page: Page, keep: Bool) -> Bool | None:
    """Find dropped captions of figures whose table or code is kept. Cost O(n_rows)."""
    if not (page.has_tag(_CAPTION) and page.has_tag(_GRIDS)):
        return None
    solid = page.is_text & (page.n_chars > 0)
    n_kept, n_all = page.subtree_sum(solid & keep), page.subtree_sum(np.where(solid, page.n_chars, 0))
    captions = page.tagged(_CAPTION) & (n_kept == 0) & (n_all <= _MAX_CAPTION_CHARS) & ~page.is_hidden
    rows = captions.nonzero()[0]
    figures = figure_around(page, rows)
    n_grids = page.subtree_sum(page.tagged(_GRIDS) & (n_kept > 0))
    rows = rows[(figures >= 0) & (n_grids[figures] > 0)]
    return page.inside(mark_rows(len(page), rows.tolist())) & solid & ~keep if len(rows) else None
