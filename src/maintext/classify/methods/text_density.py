"""text_density: characters of text per character of HTML (基于文本密度).

Source
    "从html中提取正文的方法" (Ways to extract main text from HTML), section "基于文本密度的提取方法"
    (extraction based on text density). Author and year are not stated.
Idea
    Main text has little markup; menus and advertisements are mostly markup.
Symbols
    =========  ===========================================================================
    T(i)       :func:`~maintext.classify.features.density.text_chars`
    H(i)       :func:`html_chars`: all characters of HTML that the element spans
    D(i)       T(i) / H(i), the text density, from 0 to 1
    =========  ===========================================================================
Steps
    1. D(i) = T(i) / H(i) for every element.
    2. score(i) = T(i) · D(i)^power for every visible container; the first one with the highest score is
       the body.
    3. Inside the body, a block element e with D(e) < prune · D(body) is dropped with all it holds.
Cost
    O(n_rows · log n_bytes + n_bytes): one pass over the bytes, a binary search per row.
Fails on
    Pages whose body is split over siblings, of which it takes one; text with much markup in it, as in
    documentation; pages with a comment thread or a licence longer than the article.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from maintext.classify.features import density
from maintext.classify.method import Method, swept
from maintext.classify.methods.symbol_density import CONTAINERS
from maintext.html import Page
from maintext.html.arrays import Float, Int, mark_rows
from maintext.html.tags import BLOCK
from maintext.options import CheckedOptions
from maintext.selection import Selection, Selector

__all__ = ["METHOD", "TextDensityOptions", "chars_before", "html_chars", "text_density"]

# As signed numbers, the bytes 0x80–0xBF, which continue a character of UTF-8, are below this.
_CONTINUATION = -64


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDensityOptions(CheckedOptions):
    """Constants of the steps."""

    power: float = swept(
        1.5, "Weight of density against amount of text; higher keeps smaller, denser parts.", ""
    )
    prune: float = swept(0.5, "Drop parts with less than this share of the body's density; 0 drops none.")


def chars_before(page: Page, offsets: Int) -> Int:
    """Count the characters of HTML before byte offsets into ``page.data``, in their shape."""
    continuation = np.flatnonzero(np.frombuffer(page.data, dtype=np.int8) < _CONTINUATION)
    before: Int = offsets - np.searchsorted(continuation, offsets)
    return before


def html_chars(page: Page) -> Int:
    """H(i): characters of HTML from the start of each row to its end, tags included; at least 1."""
    start, end = chars_before(page, np.stack((page.byte_start, page.byte_end)))
    n_chars: Int = end - start
    return n_chars


def text_density(page: Page) -> Float:
    """D(i) = T(i) / H(i), float64 of shape (n_rows,), from 0 to 1 (formula 1)."""
    return density.text_chars(page) / html_chars(page)


def select(page: Page, options: TextDensityOptions) -> Selection:
    """Keep the container with the highest score, without its thin parts."""
    visible = ~page.is_text & ~page.is_hidden
    ratio = text_density(page)
    score = density.text_chars(page) * ratio**options.power  # (2)
    score[~(visible & page.is_tag(CONTAINERS))] = -np.inf
    best = int(np.argmax(score))
    body = mark_rows(len(page), slice(best, page.end[best]))
    thin = visible & page.is_tag(BLOCK) & (ratio < options.prune * ratio[best])  # (3)
    thin[: best + 1] = False
    facts = {"row": best, "density": float(ratio[best])}
    return (
        Selector(page, "outside the container with the highest score")
        .keep(body, "inside the container with the highest score")
        .drop(page.inside(thin) & body, "in a part with little text for its markup")
        .done("text_density", score=np.where(np.isfinite(score), score, np.nan), facts=facts)
    )


METHOD = Method(
    id="text_density",
    title="Text density",
    title_zh="基于文本密度",
    source="从html中提取正文的方法 (article)",
    idea="The element with much text for its markup is the body.",
    function=select,
    defaults=TextDensityOptions(),
)
