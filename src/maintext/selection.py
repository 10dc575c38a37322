"""The selection of a method: the main text of a page, with scores and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext._core import classify
from maintext.html import Page
from maintext.html.arrays import Bool, Float, Int
from maintext.html.columns import make_read_only

__all__ = ["BlockSelector", "Outcome", "Selection", "Selector", "Verdict"]

_HIDDEN = "hidden from readers"
_SPACE_OUTSIDE, _SPACE_INSIDE = "white space outside the kept blocks", "white space in a kept block"


class Outcome(Enum):
    """Outcome of an extraction; none is an error."""

    FOUND = "found"
    NO_TEXT = "no_text"  # the page has no visible text at all
    NO_CONTENT = "no_content"  # there is text, and the method kept none of it


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """Text rows of a page that a method keeps, with reasons.

    Attributes
    ----------
    method
        Id of the method.
    keep
        Bool of shape (n_rows,): True only on text rows; on hidden ones only if the method reads hidden text.
    score
        float32 of shape (n_rows,): the method's score, on the scale it documents; NaN for none.
    reason
        int16 of shape (n_rows,): index into ``reasons`` for text rows, −1 for elements.
    reasons
        Sentences that explain decisions.
    facts
        Numbers of the page that the decision used (thresholds, the chosen row …). A prefix names one of
        several things: ``candidate_1.row``.
    drops_copies
        True if a document drops duplicate blocks and headings of empty sections; published methods are shown
        unchanged.
    """

    method: str
    keep: Bool
    score: NDArray[np.float32]
    reason: NDArray[np.int16]
    reasons: tuple[str, ...]
    facts: Mapping[str, float] = field(default_factory=dict)
    drops_copies: bool = False

    def why(self, row: int) -> str:
        """Return the reason for a text row, ``""`` for an element."""
        number = int(self.reason[row])
        return self.reasons[number] if number >= 0 else ""

    def with_rule(self, rows: Bool | None, reason: str, *, is_kept: bool) -> Selection:
        """Return the selection with some rows kept or dropped for a reason; the same one for no rows."""
        if rows is None or not rows.any():
            return self
        keep, number = self.keep.copy(), self.reason.copy()
        keep[rows], number[rows] = is_kept, len(self.reasons)
        reasons = (*self.reasons, reason)
        return replace(self, keep=make_read_only(keep), reason=make_read_only(number), reasons=reasons)

    def outcome(self, page: Page) -> Outcome:
        """Return if anything was kept, and if not, why."""
        if (self.keep & (page.n_chars > 0)).any():
            return Outcome.FOUND
        has_text = ((page.n_chars > 0) & ~page.is_hidden).any()
        return Outcome.NO_CONTENT if has_text else Outcome.NO_TEXT


class Selector:
    """Builder of a selection by successive rules; the last rule wins.

    Every visible text starts as dropped for ``start``. Hidden text cannot be kept unless ``also_hidden``.
    """

    def __init__(self, page: Page, start: str, *, also_hidden: bool = False) -> None:
        self._page = page
        self._open = page.is_text & (also_hidden | ~page.is_hidden)
        self._keep = np.zeros(len(page), dtype=np.bool_)
        self._reasons = [_HIDDEN, start]
        self._reason = np.where(page.is_text, np.where(page.is_hidden, 0, 1), -1).astype(np.int16)

    def keep(self, rows: Bool, reason: str) -> Selector:
        """Keep the visible texts among ``rows`` (bool, shape (n_rows,))."""
        return self._apply_rule(rows, reason, value=True)

    def drop(self, rows: Bool, reason: str) -> Selector:
        """Drop the visible texts among ``rows``."""
        return self._apply_rule(rows, reason, value=False)

    def done(
        self,
        method: str,
        *,
        score: NDArray[np.floating] | None = None,
        facts: Mapping[str, float] | None = None,
    ) -> Selection:
        """Return the selection; white space follows its block."""
        self._keep_space()
        given = np.full(len(self._page), np.nan) if score is None else score
        score, reasons = make_read_only(given.astype(np.float32)), tuple(self._reasons)
        keep, reason = make_read_only(self._keep), make_read_only(self._reason)
        return Selection(method, keep, score, reason, reasons, dict(facts or {}))

    def _keep_space(self) -> None:
        page = self._page
        is_space = self._open & (page.n_chars == 0)
        kept_blocks = np.zeros(int(page.block.max(initial=-1)) + 2, dtype=np.bool_)
        kept_blocks[page.block[self._keep & (page.n_chars > 0)]] = True
        kept_blocks[-1] = False  # what −1 points at: space outside every block
        is_kept = np.zeros(len(page), dtype=np.bool_)
        is_kept[is_space] = kept_blocks[page.block[is_space]]
        self._apply_rule(is_space & ~is_kept, _SPACE_OUTSIDE, value=False)
        self._apply_rule(is_kept, _SPACE_INSIDE, value=True)

    def _apply_rule(self, rows: Bool, reason: str, *, value: bool) -> Selector:
        chosen = rows & self._open
        self._keep[chosen] = value
        self._reason[chosen] = len(self._reasons)
        self._reasons.append(reason)
        return self


class Verdict(NamedTuple):
    """Decision about a block: its reason, and if the block is kept."""

    reason: str
    keep: bool


class BlockSelector:
    """Builder of selections of whole blocks, hidden ones too; white space follows its block.

    ``start`` is the reason of visible text in no block; ``verdicts`` are all possible decisions about blocks.
    """

    def __init__(self, method: str, start: str, verdicts: tuple[Verdict, ...]) -> None:
        self._method = method
        self._keeps = np.array([one.keep for one in verdicts], dtype=np.uint8)
        said = (one.reason for one in verdicts)
        self._reasons = (_HIDDEN, start, *said, _SPACE_OUTSIDE, _SPACE_INSIDE)

    def select(
        self, page: Page, of_row: Int, verdict: Int, score: Float, facts: Mapping[str, float]
    ) -> Selection:
        """Return the selection of a page.

        ``of_row`` is the block of each text row, −1 for all other rows, int64 of shape (n_rows,). ``verdict``
        and ``score`` are the number of the verdict, and the score, of each block; int64 and float64 of shape
        (n_blocks,).
        """
        keep, row_score, reason = classify.select_rows(page.columns, of_row, verdict, score, self._keeps)
        return Selection(
            method=self._method, keep=make_read_only(keep), score=make_read_only(row_score),
            reason=make_read_only(reason), reasons=self._reasons, facts=dict(facts), drops_copies=True,
        )  # fmt: skip
