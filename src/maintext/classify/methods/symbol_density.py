"""symbol_density: text density times symbol density (基于文本及符号密度).

Source
    洪鸿辉, 丁世涛, 黄傲, 郭致远. 基于文本及符号密度的网页正文提取方法 (Main text extraction from web
    pages based on text and symbol density). 电子设计工程 (Electronic Design Engineering) 27(8),
    133–137, 2019.
Idea
    Main text is long between tags and carries punctuation; menus are short, linked, and carry none.
    Each element gets one score from both densities; the best element is the body.
Symbols
    =============  ====================================================================
    T(i), LT(i)    :func:`~maintext.classify.features.density.text_chars`, ``link_chars``
    TG(i)          :func:`~maintext.classify.features.density.tags` without :data:`DECORATION`
    LTG(i)         :func:`~maintext.classify.features.density.anchors`
    Sb(i)          :func:`~maintext.classify.features.density.punctuation`
    P(i)           :func:`~maintext.classify.features.density.paragraphs`
    TD(i)          (T − LT) / (TG − LTG)
    SbD(i)         (T − LT) / (Sb + 1)
    SD             standard deviation of TD over the elements of the page
    =============  ====================================================================
Steps
    1. score(i) = ln(SD) · TD(i) · log10(P(i) + 2) · ln(SbD(i)) for every visible container.
    2. The container with the highest score is the body; all its visible text is kept.
Cost
    O(n_rows): five prefix sums.
Fails on
    Pages whose body is split over siblings, of which it takes one; comment threads longer than the
    article; pages whose longest text is a licence.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from maintext.classify.features import density
from maintext.classify.method import Method
from maintext.html import Page
from maintext.html.arrays import Float, mark_rows
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = ["CONTAINERS", "DECORATION", "METHOD", "SymbolDensityOptions", "scores"]

_MIN_LN_SD = 0.01

CONTAINERS = ("article", "body", "center", "div", "form", "main", "section", "table", "td")
DECORATION = tuple(
    """
        abbr acronym b bdi bdo big br cite code del em font i img ins kbd label mark q s samp small span
        strike strong sub sup time tt u var wbr
    """.split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolDensityOptions(CheckedOptions):
    """Elements counted, and candidates; ``all`` and ``True`` are the source's."""

    candidates: str = option(
        "containers", "Elements that can be the body: those a page is laid out with, or all of them.",
        source="ours; the source scores all elements", choices=("containers", "all"),
    )  # fmt: skip
    count_decoration: bool = option(
        False, "Count tags that only decorate words (<b>, <span>, <br> …) as the source does.",
        source="ours; the source counts all tags",
    )  # fmt: skip


_DEFAULT = SymbolDensityOptions()


def scores(page: Page, options: SymbolDensityOptions = _DEFAULT) -> tuple[Float, float]:
    """Return score(i) for every row, −inf for no visible candidate, and SD."""
    unlinked = (density.text_chars(page) - density.link_chars(page)).astype(np.float64)
    visible = ~page.is_text & ~page.is_hidden
    n_tags = density.tags(page) - density.anchors(page)
    if not options.count_decoration:
        n_tags = n_tags - page.subtree_sum(page.is_tag(DECORATION) & ~page.is_hidden)
    n_tags = np.maximum(n_tags, 1)
    text_density = unlinked / n_tags
    symbol_density = unlinked / (density.punctuation(page) + 1)
    deviation = float(text_density[visible].std()) if visible.any() else 0.0
    ln_sd = max(float(np.log(deviation)), _MIN_LN_SD) if deviation > 0 else _MIN_LN_SD
    ln_symbols = np.log(symbol_density, out=np.zeros(len(page)), where=symbol_density > 0)
    score = ln_sd * text_density * np.log10(density.paragraphs(page) + 2) * ln_symbols
    if options.candidates == "containers":
        visible &= page.is_tag(CONTAINERS)
    return np.where(visible, score, -np.inf), deviation


def select(page: Page, options: SymbolDensityOptions) -> Selection:
    """Keep the subtree with the highest score."""
    score, deviation = scores(page, options)
    best = int(np.argmax(score))
    visible_score = np.where(np.isfinite(score), score, np.nan)
    what = "container" if options.candidates == "containers" else "element"
    chosen = mark_rows(len(page), slice(best, page.end[best])) & (score[best] > 0)
    return (
        Selector(page, f"outside the {what} with the highest score")
        .keep(chosen, f"inside the {what} with the highest score")
        .done("symbol_density", score=visible_score, facts={"row": best, "sd": deviation})
    )


METHOD = Method(
    id="symbol_density",
    title="Text and symbol density",
    title_zh="基于文本及符号密度",
    source="洪鸿辉 et al. 2019, 电子设计工程 27(8)",
    idea="The element with the best product of text density and symbol density is the body.",
    function=select,
    defaults=SymbolDensityOptions(),
)
