"""paragraphs: the text of all ``<p>`` elements.

Source
    "从html中提取正文的方法" (Methods to extract the main text from HTML), anonymous article. It takes
    the paragraphs by the regular expression ``<p>(.*?)</p>``.
Idea
    Authors put prose into ``<p>``; menus and lists stand elsewhere.
Cost
    O(n_rows).
Fails on
    Pages that break lines with ``<br>`` or put prose into ``<div>`` (most Chinese pages before 2010);
    rails whose teasers are paragraphs.
"""

from __future__ import annotations

from maintext.classify.method import Method
from maintext.html import Page
from maintext.options import NoOptions
from maintext.selection import Selection, Selector

__all__ = ["METHOD"]


def select(page: Page, _: NoOptions) -> Selection:
    """Keep visible text inside ``<p>``."""
    inside = page.inside(page.is_tag(("p",)))
    return Selector(page, "outside any <p>").keep(inside, "inside a <p>").done("paragraphs")


METHOD = Method(
    id="paragraphs",
    title="Paragraph tags",
    title_zh="段落标签",
    source="从html中提取正文的方法 (article)",
    idea="The text of all <p> elements.",
    function=select,
)
