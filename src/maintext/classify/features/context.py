"""The blocks of a page, with what its head declares."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from maintext._core.elements import WordSet
from maintext._core.fields import values_having
from maintext.html import Page
from maintext.html.arrays import Bool, mark_rows
from maintext.html.blocks import Blocks, find_blocks, is_mostly_cjk
from maintext.html.tags import tag_id, tag_mask
from maintext.metadata.declared.meta import declared
from maintext.metadata.title import split_words, title_words

__all__ = ["BlockContext"]


# No browser draws text inside these.
_NEVER_TEXT = tag_mask(
    ("head", "template", "iframe", "audio", "video", "canvas", "datalist", "rp", "noembed")
)
_TEMPLATE = tag_id("template")


class BlockContext:
    """The blocks of one page and what its head declares; every property is computed once.

    Attributes
    ----------
    page, blocks
        The page and its candidate blocks: all text that could be main content. It may be hidden until a
        script or a click shows it.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        never = page.tagged(_NEVER_TEXT)
        opened = page.attribute("shadowrootmode").row
        if len(opened):
            never[opened[page.tag[opened] == _TEMPLATE]] = False
        chosen = ~page.inside(never)
        if page.cached(is_mostly_cjk):
            chosen &= ~_jamming_texts(page)
        self.blocks: Blocks = find_blocks(page, chosen)

    @property
    def texts(self) -> list[str]:
        """Text of each block, as :meth:`text_of` returns it."""
        return [self.text_of(at) for at in range(len(self.blocks))]

    def text_of(self, at: int) -> str:
        """Return the text of a block, white space collapsed, lower case."""
        page, blocks = self.page, self.blocks
        piece = page.text[page.text_start[blocks.row[at]] : page.text_end[blocks.last[at]]]
        return " ".join(piece.split()).lower()

    @cached_property
    def places(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Start and end of each block in ``page.text``, int32 of shape (n_blocks,) each."""
        return self.page.text_start[self.blocks.row], self.page.text_end[self.blocks.last]

    @cached_property
    def title_words(self) -> frozenset[str]:
        """Words of the page's title."""
        return title_words(self.page)

    @cached_property
    def description_words(self) -> frozenset[str]:
        """Words of the page's description in the head."""
        for attribute in ("name", "property"):
            content = declared(self.page, attribute, {"description", "og:description"})
            if content is not None:
                return split_words(content)
        return frozenset()


_JAMMER = WordSet(("jammer",))
_SPANS = tag_mask(("span", "font"))
_MAX_JAMMERS, _MAX_BYTES = 2_000, 300


def _jamming_texts(page: Page) -> Bool:
    """Find the random characters that Chinese forums hide in their posts against copying.

    They stand in elements of the class ``jammer``, and in hidden spans, where no character is Chinese.
    """
    rows = values_having(page.columns, b" class", (0, len(page)), _JAMMER, _MAX_JAMMERS, _MAX_BYTES)
    found = mark_rows(len(page), [row for row, _ in rows])
    found = page.inside(found) if rows else found
    hidden: Bool = page.is_hidden & page.is_text & (page.n_cjk == 0)
    return found | (hidden & _SPANS[page.tag[page.parent]])
