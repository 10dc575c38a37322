"""all_text: every visible text of the body.

Source
    "从html中提取正文的方法" (Methods to extract the main text from HTML), anonymous article, the
    starting point every other method is measured against.
Idea
    Keep everything a reader sees: recall 1, precision whatever the page allows.
Cost
    O(n_rows).
Fails on
    Every page with navigation.
"""

from __future__ import annotations

import numpy as np

from maintext.classify.method import Method
from maintext.html import Page
from maintext.options import NoOptions
from maintext.selection import Selection, Selector

__all__ = ["METHOD"]


def select(page: Page, _: NoOptions) -> Selection:
    """Keep all visible text."""
    everything = np.ones(len(page), dtype=np.bool_)
    return Selector(page, "not reached").keep(everything, "visible text").done("all_text")


METHOD = Method(
    id="all_text",
    title="All text",
    title_zh="全部文本",
    source="从html中提取正文的方法 (article)",
    idea="Every visible text of the page.",
    function=select,
)
