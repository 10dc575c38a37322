"""Explain for each block of a page why a method kept or dropped it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext.api import select
from maintext.classify.features.density import innermost
from maintext.classify.methods import Method, get_method
from maintext.html import Page
from maintext.html.arrays import Float
from maintext.html.blocks import find_blocks
from maintext.html.css_path import css_paths
from maintext.options import DEFAULT_METHOD
from maintext.selection import Selection

__all__ = ["BlockDecision", "Explanation", "explain", "nearest_scores"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockDecision:
    """The decision of a method about one block; some methods keep parts of a block.

    ``reason`` and ``score`` are those of the longest kept text, else of the longest text; without a score, of
    the nearest row around it with one, NaN for none.
    """

    row: int  # first text row
    last: int  # last text row
    n_chars: int  # without white space
    n_kept_chars: int
    reason: str
    score: float
    path: str  # CSS selector of the lowest element that holds the block
    byte_start: int  # in page.data
    byte_end: int
    text: str  # white space collapsed

    @property
    def kept(self) -> bool:
        """True if any of its text is kept."""
        return self.n_kept_chars > 0

    def to_dict(self) -> dict[str, Any]:
        """Return the decision as plain values; ``None`` for no score."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return values | {"kept": self.kept, "score": None if math.isnan(self.score) else self.score}


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """The decisions of a method about a page: one a block, hidden ones too, in page order."""

    page: Page
    method: Method
    selection: Selection
    blocks: tuple[BlockDecision, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return method, facts and blocks as plain values."""
        return {
            "url": self.page.url,
            "method": self.method.id,
            "outcome": self.selection.outcome(self.page).value,
            "facts": {name: float(value) for name, value in self.selection.facts.items()},
            "blocks": [block.to_dict() for block in self.blocks],
        }


def explain(
    page: Page, method: str | Method = DEFAULT_METHOD, options: Mapping[str, Any] | None = None
) -> Explanation:
    """Run a method on a page and explain for each block whether it was kept, and why.

    ``method`` may be one outside of the catalogue, as vips; ``options`` are those to change.

    Raises
    ------
    OptionError
        For an unknown method or option.
    """
    chosen = get_method(method) if isinstance(method, str) else method
    selection = select(page, chosen, options)
    blocks = find_blocks(page, page.is_text)
    rows = np.flatnonzero(blocks.of_row >= 0)
    of_row, n_chars, keep = blocks.of_row[rows], page.n_chars[rows], selection.keep[rows]
    kept = np.bincount(of_row, weights=n_chars * keep, minlength=len(blocks))
    # The row that stands for a block: the longest kept one, else the longest.
    order = np.lexsort((rows, -n_chars, ~keep, of_row))
    lead = rows[order][np.searchsorted(of_row[order], np.arange(len(blocks)))]
    score = nearest_scores(page, selection.score)[lead]
    paths = css_paths(page, blocks.element.tolist())
    decisions = tuple(
        BlockDecision(
            row=row,
            last=last,
            n_chars=int(blocks.n_chars[i]),
            n_kept_chars=int(kept[i]),
            reason=selection.why(int(lead[i])),
            score=float(score[i]),
            path=paths[i],
            byte_start=int(page.byte_start[row]),
            byte_end=int(page.byte_end[last]),
            text=" ".join(page.text[page.text_start[row] : page.text_end[last]].split()),
        )
        for i, (row, last) in enumerate(zip(blocks.row.tolist(), blocks.last.tolist(), strict=True))
    )
    return Explanation(page, chosen, selection, decisions)


def nearest_scores(page: Page, score: NDArray[np.floating]) -> Float:
    """Return the score of each row, or of the nearest element around it with one; NaN for none.

    ``score`` and the result are of shape (n_rows,). Cost O(n_rows · log n_rows).
    """
    at = innermost(page, ~np.isnan(score))
    return np.where(at >= 0, score[at].astype(np.float64), np.nan)
