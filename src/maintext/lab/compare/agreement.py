"""Methods side by side on one page: what each keeps, how long it takes, how far they agree."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.api import select
from maintext.classify.methods import Method
from maintext.classify.methods.catalogue import METHODS
from maintext.classify.methods.variant import Variant
from maintext.html.word_overlap import Score, count_words, score_counts
from maintext.render import render_text

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.selection import Selection

__all__ = ["Comparison", "MethodResult", "compare_methods", "visible_chars"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MethodResult:
    """What one method did on a page.

    Attributes
    ----------
    variant, selection
        The method with its options, and what it returned.
    text
        The kept text.
    n_chars
        Characters of kept text, white space not counted.
    share
        Share of the visible characters that is kept, from 0 to 1; 0 on a page without visible text.
        Hidden text that a method keeps does not count here.
    cpu_ms
        Processor time of the method in milliseconds, beyond parsing; of two runs the shorter, so that
        reading a model or making a column for the first time does not count.
    score
        Word precision, recall and F1 against the gold text; ``None`` without one.
    """

    variant: Variant
    selection: Selection
    text: str
    n_chars: int
    share: float
    cpu_ms: float
    score: Score | None

    @property
    def method(self) -> Method:
        """The method."""
        return self.variant.entry

    @property
    def name(self) -> str:
        """Name in tables: that of the method, with the options that are changed."""
        return self.variant.name

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values, the text with them; ``options`` only where some are changed."""
        record: dict[str, Any] = {
            "method": self.method.id,
            "n_chars": self.n_chars,
            "share": round(self.share, 4),
            "cpu_ms": round(self.cpu_ms, 3),
            "text": self.text,
        }
        if self.variant.options:
            record["options"] = dict(self.variant.options)
        if self.score is not None:
            values = {"precision": self.score.precision, "recall": self.score.recall, "f1": self.score.f1}
            record |= {name: round(value, 4) for name, value in values.items()}
        return record


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Several methods on one page.

    Attributes
    ----------
    page
        The page.
    results
        One result a method, in the order asked for.
    agreement
        float64 of shape (n_methods, n_methods): word-F1 of each pair of kept texts, symmetric, 1 on the
        diagonal and where both keep nothing.
    """

    page: Page
    results: tuple[MethodResult, ...]
    agreement: NDArray[np.float64]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values: the page, a record per method, the matrix."""
        page = self.page
        return {
            "url": page.url,
            "n_rows": len(page),
            "n_visible_chars": visible_chars(page),
            "methods": [result.to_dict() for result in self.results],
            "agreement": np.round(self.agreement, 4).tolist(),
        }


def compare_methods(
    page: Page, methods: Sequence[str | Variant | Method] | None = None, *, gold: str | None = None
) -> Comparison:
    """Run methods on one parsed page and compare their texts.

    Parameters
    ----------
    page
        From :func:`maintext.parse`.
    methods
        Ids of methods, methods with other options, or methods outside of the catalogue, as vips; each taken
        once. All registered ones by default.
    gold
        The text a person would keep, for precision and recall.

    Raises
    ------
    OptionError
        For an unknown method, option or value.

    Notes
    -----
    Cost: two runs of each method, and O(n_methods² · n_different_words).
    """
    given = METHODS if methods is None else methods
    chosen = dict.fromkeys(map(_variant, given))
    _make_columns(page)
    gold_words = None if gold is None else count_words(gold)
    results, words = [], []
    for variant in chosen:
        selection, cpu_ms = _timed(page, variant)
        text = render_text(page, selection)
        words.append(count_words(text))
        score = None if gold_words is None else score_counts(words[-1], gold_words)
        results.append(_result(page, variant, selection, text, cpu_ms, score))
    return Comparison(page, tuple(results), _agreement(words))


def visible_chars(page: Page) -> int:
    """Count the characters a reader sees, white space not counted."""
    return int(page.n_chars[~page.is_hidden].sum())


def _make_columns(page: Page) -> None:
    """Let the page make its flags, so that the first method does not pay for all."""
    _ = (page.is_text, page.is_hidden, page.is_anchor, page.is_link)


def _variant(given: str | Variant | Method) -> Variant:
    if isinstance(given, Method):
        return Variant(given.id, unregistered=given)
    return given if isinstance(given, Variant) else Variant(given)


def _timed(page: Page, variant: Variant) -> tuple[Selection, float]:
    times = []
    for _ in range(2):
        start = time.process_time()
        selection = select(page, variant.entry, variant.options)
        times.append((time.process_time() - start) * 1000)
    return selection, min(times)


def _result(
    page: Page, variant: Variant, selection: Selection, text: str, cpu_ms: float, score: Score | None
) -> MethodResult:
    n_visible = int(page.n_chars[selection.keep & ~page.is_hidden].sum())
    return MethodResult(
        variant=variant,
        selection=selection,
        text=text,
        n_chars=int(page.n_chars[selection.keep].sum()),
        share=n_visible / max(1, visible_chars(page)),
        cpu_ms=cpu_ms,
        score=score,
    )


def _agreement(words: Sequence[Counter[str]]) -> NDArray[np.float64]:
    matrix = np.ones((len(words), len(words)))
    for i, one in enumerate(words):
        for j in range(i):
            matrix[i, j] = matrix[j, i] = score_counts(one, words[j]).f1
    return matrix
