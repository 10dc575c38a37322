"""What the feature functions share: a page, its blocks, and what is computed once for all of them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from maintext._core.features import number_shapes
from maintext.features.wording import Wording, collapsed, wording
from maintext.metadata.declared.meta import declared
from maintext.metadata.title import title_words
from maintext.page import characters as ch
from maintext.page.blocks import Blocks, find_blocks
from maintext.page.tags import NAMES, tag_id, tag_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

__all__ = ["HEADINGS", "HEADING_STEPS", "LONG_WORDS", "MAX_DEPTH", "Scene"]

# Ancestors looked at above a block. Deeper pages exist only as attacks.
MAX_DEPTH = 40

# Text here is drawn by no browser and read by nobody.
_NEVER_TEXT = tag_mask(
    ("head", "template", "iframe", "audio", "video", "canvas", "datalist", "rp", "noembed")
)
_TEMPLATE = tag_id("template")
LONG_WORDS = 15
HEADING_STEPS = 4  # a heading stands this close around its text
HEADINGS = np.zeros(len(NAMES), dtype=np.int64)
HEADINGS[[tag_id(f"h{n}") for n in range(1, 7)]] = range(1, 7)


class Scene:
    """One page seen as blocks; every property is computed at most once.

    Attributes
    ----------
    page, blocks
        The page and its candidate blocks: all text that could be main content, also text that is
        hidden until a script or a click shows it.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        never = _NEVER_TEXT[page.tag]
        opened = page.attribute("shadowrootmode").row
        if len(opened):
            never[opened[page.tag[opened] == _TEMPLATE]] = False
        self.blocks: Blocks = find_blocks(page, ~page.inside(never))

    # -- text -------------------------------------------------------------------------------------

    @cached_property
    def texts(self) -> list[str]:
        """Text of each block, white space collapsed, lower case."""
        return collapsed(self.page.text, *self.places)

    @property
    def places(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Where the text of each block begins and ends in ``page.text``, int32 of shape (n_blocks,) each."""
        return self.page.text_start[self.blocks.row], self.page.text_end[self.blocks.last]

    def offsets(self, block: int) -> tuple[int, int]:
        """Return where the text of one block starts and ends in ``page.text``."""
        page, blocks = self.page, self.blocks
        return int(page.text_start[blocks.row[block]]), int(page.text_end[blocks.last[block]])

    @cached_property
    def wording(self) -> Wording:
        """Words, marks and phrases of the blocks."""
        return wording(
            self.page.text,
            *self.places,
            title=self.title_words,
            description=self.description_words,
            has_cjk=bool(self.blocks.n_cjk.any()),
        )

    @cached_property
    def title_words(self) -> frozenset[str]:
        """Words of the page's title."""
        return title_words(self.page)

    @cached_property
    def description_words(self) -> frozenset[str]:
        """Words of the page's description in the head."""
        for attribute in ("name", "property"):
            content = self.declared(attribute, {"description", "og:description"})
            if content is not None:
                return frozenset(ch.WORDS.findall(content.lower()))
        return frozenset()

    def declared(self, attribute: str, names: set[str]) -> str | None:
        """``content`` of the first element with one of the names, lower case, in an attribute."""
        return declared(self.page, attribute, names)

    # -- rows -------------------------------------------------------------------------------------

    @cached_property
    def path(self) -> NDArray[np.int64]:
        """Ancestors of each block from its element up, int64 of shape (depth, n_blocks); 0 repeats."""
        return self._above(self.blocks.element)

    @cached_property
    def inner(self) -> NDArray[np.int64]:
        """Elements between the block's first text and its element, then its ancestors; as ``path``."""
        return self._above(self.page.parent[self.blocks.row].astype(np.int64))

    def _above(self, at: NDArray[np.int64], most_lines: int = MAX_DEPTH) -> NDArray[np.int64]:
        """Elements and their ancestors, one line for each step up."""
        depth = int(self.page.depth[at].max(initial=0)) + 1
        path = np.zeros((min(depth, most_lines), len(at)), dtype=np.int64)
        parent = np.maximum(self.page.parent, 0)
        for line in path:
            line[:] = at
            at = parent[at]
        return path

    def steps_to(self, row: int) -> NDArray[np.int64]:
        """Steps up :attr:`path` to the lowest element that holds a row, 0 where none does."""
        apart = (self.path > row) | (self.page.end[self.path] <= row)
        steps: NDArray[np.int64] = apart.sum(axis=0)
        steps[steps == len(apart)] = 0
        return steps

    @property
    def shape(self) -> NDArray[np.int64]:
        """Number per row that is equal for elements with the same tag and class, −1 for texts."""
        return self._shapes[0]

    @property
    def largest_shape(self) -> int:
        """Largest number of :attr:`shape`, at least 0."""
        return self._shapes[1]

    @cached_property
    def _shapes(self) -> tuple[NDArray[np.int64], int]:
        page, at = self.page, self.page.attribute("class")
        found: tuple[NDArray[np.int64], int] = number_shapes(
            page.columns, at.row, at.start, at.end, len(NAMES)
        )
        return found

    @cached_property
    def is_long(self) -> NDArray[np.bool_]:
        """Whether a block has at least fifteen words."""
        return self.blocks.n_words >= LONG_WORDS

    @cached_property
    def heading_level(self) -> NDArray[np.int64]:
        """1–6 for blocks in a heading, 0 for others."""
        inside = self._above(self.page.parent[self.blocks.row].astype(np.int64), HEADING_STEPS)
        near = HEADINGS[self.page.tag[inside]]
        nearest: NDArray[np.int64] = near[-1]
        for level in near[-2::-1]:
            nearest = np.where(level > 0, level, nearest)
        return nearest

    @cached_property
    def headline(self) -> int:
        """Block that states the page's title, −1 for none."""
        n_title, n_words, n_common = len(self.title_words), self.wording.n_different, self.wording.n_in_title
        score = 2 * n_common / np.maximum(n_title + n_words, 1) + 0.2 * (self.heading_level == 1)
        best, best_score = -1, 0.6
        candidates = (n_common > 0) & (n_words <= 3 * n_title) & (score > best_score)
        for i in np.flatnonzero(candidates).tolist():
            if score[i] > best_score + 1e-9:
                best, best_score = i, float(score[i])
        return best
