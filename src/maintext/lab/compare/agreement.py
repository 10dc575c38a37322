"""Compare methods on one page: kept text, time, agreement; and run them in evaluations."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.api import extract, select
from maintext.classify.methods import Method, Variant
from maintext.classify.methods.catalogue import METHODS
from maintext.errors import MaintextError
from maintext.html.word_overlap import Score, count_words, score_counts
from maintext.options import Options
from maintext.render import render_text

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from maintext.html import Page
    from maintext.lab.evaluate import GoldPage
    from maintext.selection import Selection

__all__ = ["Comparison", "MethodResult", "MethodSystem", "compare_methods", "method_system", "visible_chars"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MethodResult:
    """The result of one method on a page.

    Attributes
    ----------
    variant, selection
        The method with its options, and what it returned.
    text, n_chars
        The kept text, and its characters without white space.
    share
        Share of the visible characters that is kept, 0–1; 0 on a page without visible text.
    cpu_ms
        Processor time beyond parsing, ms; the shorter of two runs, so that reading a model does not count.
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
        """Name in tables: the method, with its changed options."""
        return self.variant.name

    def to_dict(self) -> dict[str, Any]:
        """Return figures and text as plain values; ``options`` only if some are changed."""
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
    page, results
        The page, and one result for each method, in the order requested.
    agreement
        float64 of shape (n_methods, n_methods): word-F1 of each pair of kept texts. It is symmetric, and 1
        if both keep nothing.
    """

    page: Page
    results: tuple[MethodResult, ...]
    agreement: NDArray[np.float64]

    def to_dict(self) -> dict[str, Any]:
        """Return page, methods and matrix as plain values."""
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
    """Run methods on one parsed page and compare their texts; each method runs twice.

    Parameters
    ----------
    page
        From :func:`maintext.parse`.
    methods
        Ids, variants, or methods outside of the catalogue, as vips; each runs once. All registered ones by
        default.
    gold
        The text a person would keep, for precision and recall.

    Raises
    ------
    OptionError
        For an unknown method, option or value.

    """
    given = METHODS if methods is None else methods
    chosen = dict.fromkeys(map(_to_variant, given))
    # Compute the page's flags now, so that the first method does not pay for all.
    _ = (page.is_text, page.is_hidden, page.is_anchor, page.is_link)
    gold_words = None if gold is None else count_words(gold)
    results, words = [], []
    for variant in chosen:
        selection, cpu_ms = _run_timed(page, variant)
        text = render_text(page, selection)
        words.append(count_words(text))
        score = None if gold_words is None else score_counts(words[-1], gold_words)
        n_visible = int(page.n_chars[selection.keep & ~page.is_hidden].sum())
        results.append(
            MethodResult(
                variant=variant,
                selection=selection,
                text=text,
                n_chars=int(page.n_chars[selection.keep].sum()),
                share=n_visible / max(1, visible_chars(page)),
                cpu_ms=cpu_ms,
                score=score,
            )
        )
    return Comparison(page, tuple(results), _agreement_matrix(words))


def visible_chars(page: Page) -> int:
    """Count the characters a reader sees, white space not counted."""
    return int(page.n_chars[~page.is_hidden].sum())


def _to_variant(given: str | Variant | Method) -> Variant:
    if isinstance(given, Method):
        return Variant(given.id, unregistered=given)
    return given if isinstance(given, Variant) else Variant(given)


def _run_timed(page: Page, variant: Variant) -> tuple[Selection, float]:
    times = []
    for _ in range(2):
        start = time.process_time()
        selection = select(page, variant.entry, variant.options)
        times.append((time.process_time() - start) * 1000)
    return selection, min(times)


def _agreement_matrix(words: Sequence[Counter[str]]) -> NDArray[np.float64]:
    matrix = np.ones((len(words), len(words)))
    for i, one in enumerate(words):
        for j in range(i):
            matrix[i, j] = matrix[j, i] = score_counts(one, words[j]).f1
    return matrix


@dataclass(frozen=True, slots=True)
class MethodSystem:
    """A method as a system of an evaluation; picklable.

    Attributes
    ----------
    variant
        The method with its options.
    learned_sets
        Names of the sets that its model learned from; results there are marked.
    """

    variant: Variant
    learned_sets: frozenset[str] = frozenset()

    def __call__(self, page: GoldPage) -> str:
        """Return the main text of a page of any size."""
        method, changes = self.variant.method, self.variant.options
        # No limits: the pages are from the user's own corpus.
        options = Options(method=method, method_options=changes, max_bytes=10**9, max_nodes=10**8)
        return extract(page.html, page.url, options=options).text


def method_system(variant: Variant) -> MethodSystem:
    """Return the system that runs a method, from HTML to text.

    If its model cannot be read, the system raises on every page.
    """
    try:
        return MethodSystem(variant, variant.learned_sets)
    except MaintextError:
        return MethodSystem(variant)
