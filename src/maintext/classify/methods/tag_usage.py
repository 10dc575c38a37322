"""tag_usage: regions without their noise elements, by what each tag is used for (基于HTML标记用途分析).

Source
    基于HTML标记用途分析的网页正文提取技术 (Extracting the main text of web pages by analysing what HTML tags
    are used for). College of Computer Science, Chongqing University. The source gives the abstract only;
    authors and year are not stated in it.
Idea
    Some tags cut a page into regions, some hold text, some only guide or ask for input. Delete the
    elements that are noise by their use; the body are the regions where most text is left.
Symbols
    =========  ===========================================================================
    use(i)     the use of a tag: :data:`USES`
    T(i)       :func:`~maintext.classify.features.density.text_chars`
    LT(i)      :func:`~maintext.classify.features.density.link_chars`
    R(i)       region i: the text whose innermost region element is i
    rich(i)    unlinked characters of R(i) that step 2 leaves, white space not counted
    =========  ===========================================================================
Steps
    1. Each visible text belongs to the innermost element around it whose use is region.
    2. Noise elements are deleted: (a) those of the use form and of :data:`SIDE` with
       T(i) < max_noise_share · T(page); (b) those of the use region, text or list, and tables, with
       LT(i) > max_link_density · T(i) and T(i) < max_link_share · T(page).
    3. A region is rich when rich(i) ≥ min_richness · max rich and rich(i) > 0.
    4. The body is what is left of the rich regions, and of the regions directly inside a rich one.
Cost
    O(n_rows · log n_rows): three prefix sums, and a sort of the rows by depth.
Fails on
    Pages with a region around each paragraph; side texts as long as the main text; listings, which it
    cuts down to their longest descriptions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from maintext.classify.features import density
from maintext.classify.features.density import innermost
from maintext.classify.method import Method, swept
from maintext.classify.methods.word_lists import shipped_lists
from maintext.html import Page
from maintext.html.arrays import Bool
from maintext.options import CheckedOptions, option
from maintext.selection import Selection, Selector

__all__ = ["METHOD", "SIDE", "USES", "TagUsageOptions", "rows_of_use"]

USES = shipped_lists("tag_usage")
"""The use of a tag to the names of the tags; each name has one use."""

SIDE = ("nav", "footer", "aside", "menu", "dialog", "search")
"""Tags that HTML defines for content next to the main text."""

_LINKED = (*USES["region"], *USES["text"], *USES["list"], "table")


@dataclass(frozen=True, slots=True, kw_only=True)
class TagUsageOptions(CheckedOptions):
    """Constants of the steps."""

    max_noise_share: float = option(
        0.5, "Elements with this share of the page's text are not deleted for their tag.",
        unit="share", source="half; 0.3 changes the mean word-F1 by 0.001", minimum=0,
    )  # fmt: skip
    max_link_density: float = swept(0.5, "Elements with a larger share of link text are deleted.")
    max_link_share: float = swept(
        0.3, "Elements with this share of the page's text are not deleted for their links."
    )
    min_richness: float = swept(
        0.3, "Keep regions with this share of the text of the richest; lower keeps more."
    )


def rows_of_use(page: Page, use: str) -> Bool:
    """Return True for elements whose tag has this use; custom and unknown ones have none."""
    return page.is_tag(USES[use])


def select(page: Page, options: TagUsageOptions) -> Selection:
    """Keep what is left of the richest regions after noise elements are deleted."""
    by_tag, by_links = _find_noise(page, options)
    regions = rows_of_use(page, "region")
    regions[0] = True  # text outside of every region belongs to the page
    region = innermost(page, regions)  # (1)
    left = ~page.is_hidden & ~page.is_link & ~by_tag & ~by_links
    richness = np.bincount(region, page.n_chars * left, len(page))
    rich = (richness >= options.min_richness * richness.max()) & (richness > 0)  # (3)
    around = np.where(page.parent >= 0, region[page.parent], 0)
    kept = rich | (regions & rich[around])  # (4)
    best = int(np.argmax(richness))
    facts = {"row": best, "n_rich": int(rich.sum()), "richness": float(richness[best])}
    return (
        Selector(page, "in a region with little text")
        .keep(kept[region], "in a rich region")
        .drop(by_links & kept[region], "in an element made of links")
        .drop(by_tag & kept[region], "in an element that is noise by its tag")
        .done("tag_usage", score=np.where(regions, richness, np.nan), facts=facts)
    )


def _find_noise(page: Page, options: TagUsageOptions) -> tuple[Bool, Bool]:
    """Return the rows inside elements that are noise by tag, and by links (step 2)."""
    n_chars = density.text_chars(page)
    by_tag = (rows_of_use(page, "form") | page.is_tag(SIDE)) & (
        n_chars < options.max_noise_share * n_chars[0]
    )
    linked = density.link_chars(page) > options.max_link_density * n_chars
    by_links = page.is_tag(_LINKED) & linked & (n_chars < options.max_link_share * n_chars[0])
    return page.inside(by_tag), page.inside(by_links)


METHOD = Method(
    id="tag_usage",
    title="Use of tags: regions and noise elements",
    title_zh="基于HTML标记用途分析",
    source="基于HTML标记用途分析的网页正文提取技术 (abstract)",
    idea="What is left of the richest regions after noise elements are deleted is the body.",
    function=select,
    defaults=TagUsageOptions(),
)
