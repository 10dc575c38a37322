"""Generated pages for property tests: the markup of ordinary sites, put together at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import strategies as st

from maintext.selection import Selection, Selector

if TYPE_CHECKING:
    from maintext.html import Page

WORDS = st.sampled_from(
    [
        "one",
        "two words",
        " lead",
        "trail ",
        "a.b",
        "x, y!",
        "中文",
        "“引用”，中文。",
        "3.5",
        "_",
        " ",
        "\n",
        "&amp;",
        "&lt;b&gt;",
    ]
)
BLOCKS = st.sampled_from(
    "div p ul li ol h2 td tr table section article blockquote pre center form dl figure my-card nav".split()
)
INLINE = st.sampled_from("span a b em i code font strong sup label math".split())
LEAVES = st.sampled_from(
    ["<br>", "<br><br>", "<hr>", '<img src="i.png" alt="pic">', "<i></i>", "<input>", "<wbr>"]
)
ATTRIBUTES = st.sampled_from(
    [""] * 6
    + [
        ' href="/x"',
        " hidden",
        ' class="sidebar"',
        ' class="content"',
        ' id="main"',
        ' style="display:block"',
    ]
)


@st.composite
def _element(draw: st.DrawFn, children: st.SearchStrategy[str]) -> str:
    name = draw(BLOCKS | INLINE)
    inner = "".join(draw(st.lists(children, max_size=5)))
    return f"<{name}{draw(ATTRIBUTES)}>{inner}</{name}>"


MARKUP = st.lists(st.recursive(WORDS | LEAVES, _element, max_leaves=15), max_size=5).map("".join)
"""Markup of a page; not always well nested, as the parser repairs it."""


@st.composite
def selections(draw: st.DrawFn, page: Page) -> Selection:
    """Any selection of a page's texts: of the visible ones, or of all."""
    chosen = draw(st.lists(st.booleans(), min_size=len(page), max_size=len(page)))
    return selected(page, np.array(chosen, dtype=np.bool_) & (draw(st.booleans()) | ~page.is_hidden))


def selected(page: Page, rows: np.ndarray) -> Selection:
    """The selection that keeps the texts among some rows."""
    return Selector(page, "dropped", also_hidden=True).keep(rows, "kept").done("test")


def keeping(page: Page, *texts: str) -> Selection:
    """The selection that keeps the text runs which read like this."""
    found = [page.is_text[row] and page.row_text(row).strip() in texts for row in range(len(page))]
    return selected(page, np.array(found, dtype=np.bool_))


def everything(page: Page) -> Selection:
    """The selection that keeps all visible text."""
    return selected(page, ~page.is_hidden)
