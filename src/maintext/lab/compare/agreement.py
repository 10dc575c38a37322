"""Compare methods on one page: kept text, time, agreement; and run them in evaluations."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from maintext.api import extract, select
from maintext.classify.methods import Method, Variant
from maintext.classify.methods.catalogue import METHODS
from maintext.document import Document
from maintext.errors import MaintextError
from maintext.html import Page
from maintext.html.arrays import Float
from maintext.html.word_overlap import Score, count_words, score_counts
from maintext.lab.evaluate import GoldPage
from maintext.options import Options
from maintext.selection import Selection

__all__ = ["Comparison", "MethodResult", "MethodSystem", "compare_methods", "method_system", "visible_chars"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MethodResult:
    """The result of one method on a page."""

    variant: Variant
    selection: Selection
    text: str
    n_chars: int  # without white space
    share: float
    """Share of the visible characters that is kept, 0–1; 0 on a page without visible text."""
    cpu_ms: float
    """Processor time beyond parsing, ms; the shorter of two runs, so that reading a model does not count."""
    score: Score | None  # against the gold text

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
        options = {"options": dict(self.variant.options)} if self.variant.options else {}
        scores = {} if self.score is None else asdict(self.score)
        return {
            "method": self.method.id, "n_chars": self.n_chars, "share": round(self.share, 4),
            "cpu_ms": round(self.cpu_ms, 3), "text": self.text, **options,
            **{name: round(value, 4) for name, value in scores.items()},
        }  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Several methods on one page, in the order requested."""

    page: Page
    results: tuple[MethodResult, ...]
    agreement: Float
    """Word-F1 of each pair of kept texts, (n_methods, n_methods), symmetric; 1 if both keep nothing."""

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
    """Run methods on one parsed page, all registered ones by default, and compare their texts.

    ``methods`` may have methods outside of the catalogue, as vips. ``gold`` is the text a person would keep.

    Raises
    ------
    OptionError
        For an unknown method, option or value.
    """
    chosen = dict.fromkeys(map(_to_variant, METHODS if methods is None else methods))
    gold_words = None if gold is None else count_words(gold)
    results, words = [], []
    for variant in chosen:
        chosen_texts, cpu_ms = _run_timed(page, variant)
        document = Document(page, chosen_texts, Options())
        selection, text = document.selection, document.text
        words.append(count_words(text))
        n_visible = int(page.n_chars[selection.keep & ~page.is_hidden].sum())
        result = MethodResult(
            variant=variant, selection=selection, text=text, cpu_ms=cpu_ms,
            n_chars=int(page.n_chars[selection.keep].sum()), share=n_visible / max(1, visible_chars(page)),
            score=None if gold_words is None else score_counts(words[-1], gold_words),
        )  # fmt: skip
        results.append(result)
    agreement = np.ones((len(words), len(words)))
    for (i, one), (j, other) in combinations(enumerate(words), 2):
        agreement[i, j] = agreement[j, i] = score_counts(other, one).f1
    return Comparison(page, tuple(results), agreement)


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


@dataclass(frozen=True, slots=True)
class MethodSystem:
    """A method as a system of an evaluation; picklable."""

    variant: Variant
    learned_sets: frozenset[str] = frozenset()  # sets that its model learned from; results there are marked

    def __call__(self, page: GoldPage) -> str:
        """Return the main text of a page of any size."""
        # No limits: the pages are from the user's own corpus.
        method, changes = self.variant.method, self.variant.options
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
