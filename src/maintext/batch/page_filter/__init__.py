"""Page filter: which pages to keep, learned from labelled pages.

Source: 龙珑, 邓伟: 绿色网络网页正文内容提取算法 (Extracting the text of pages for a filter): a filter reads
the main text instead of the page. ``docs/page-filter.md`` has the figures.

>>> from maintext.batch.page_filter import load_filter                       # doctest: +SKIP
>>> load_filter("f.npz").judge(maintext.extract(html))                 # doctest: +SKIP
"""

from maintext.batch.page_filter.fit import (
    FilterExample,
    FilterScore,
    LabelledPage,
    LabelScore,
    PreparedPages,
    cross_validate,
    prepare,
    read_labelled,
    score,
    train_filter,
)  # fmt: skip
from maintext.batch.page_filter.model import FilterVerdict, PageFilter, filter_text, load_filter, visible_text

__all__ = [
    "FilterExample", "FilterScore", "FilterVerdict", "LabelScore", "LabelledPage", "PageFilter",
    "PreparedPages", "cross_validate", "filter_text", "load_filter", "prepare", "read_labelled", "score",
    "train_filter", "visible_text",
]  # fmt: skip
