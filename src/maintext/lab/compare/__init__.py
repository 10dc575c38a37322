"""Compare methods on one page, and explain one method: figures, reasons, pictures."""

from __future__ import annotations

from maintext.classify.methods import Variant, read_variant
from maintext.lab.compare.agreement import (
    Comparison,
    MethodResult,
    MethodSystem,
    compare_methods,
    method_system,
)
from maintext.lab.compare.explain import BlockDecision, Explanation, explain
from maintext.lab.compare.highlight import comparison_html, explanation_html
from maintext.lab.compare.plot import draw_scores
from maintext.lab.compare.tables import agreement_table, comparison_table, explanation_table

__all__ = [
    "BlockDecision", "Comparison", "Explanation", "MethodResult", "MethodSystem", "Variant",
    "agreement_table", "compare_methods", "comparison_html", "comparison_table", "draw_scores", "explain",
    "explanation_html", "explanation_table", "method_system", "read_variant",
]  # fmt: skip
