"""What the feature functions share: a page, its blocks, and what is computed once for all of them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.metadata.title import find_title
from maintext.page import characters as ch
from maintext.page.blocks import Blocks, find_blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from maintext.page import Page

__all__ = ["MAX_DEPTH", "Scene"]

# Ancestors looked at above a block. Deeper pages exist only as attacks.
MAX_DEPTH = 40

# Text here is drawn by no browser and read by nobody.
_NEVER_TEXT = ("head", "template", "iframe", "audio", "video", "canvas", "datalist", "rp", "noembed")
_WORDS = re.compile(rf"[{ch.CJK_PATTERN}]|[^\W{ch.CJK_PATTERN}]+")
_WORDS_CHARS = 240
_LONG_WORDS = 15


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
        never = page.is_tag(_NEVER_TEXT)
        never[page.attribute("shadowrootmode").row] = False
        self.blocks: Blocks = find_blocks(page, ~page.inside(never))

    # -- text -------------------------------------------------------------------------------------

    @cached_property
    def bounds(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Character range of each block in ``page.text``."""
        return self.page.text_start[self.blocks.row], self.page.text_end[self.blocks.last]

    @cached_property
    def texts(self) -> list[str]:
        """Text of each block, white space collapsed, lower case."""
        text = self.page.text
        ranges = zip(self.bounds[0].tolist(), self.bounds[1].tolist(), strict=True)
        return [" ".join(text[start:end].split()).lower() for start, end in ranges]

    @cached_property
    def words(self) -> list[frozenset[str]]:
        """Different words in the first characters of each block."""
        return [frozenset(_WORDS.findall(text[:_WORDS_CHARS])) for text in self.texts]

    @cached_property
    def points(self) -> NDArray[np.uint32]:
        """Code points of ``page.text``."""
        return ch.code_points(self.page.text)

    @cached_property
    def n_sentences(self) -> NDArray[np.int64]:
        """Sentence ends in each block."""
        return self.count((ch.classes(self.points) & ch.SENTENCE_END) != 0)

    def count(self, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Chosen characters of ``page.text`` in each block."""
        total = np.concatenate(([0], np.cumsum(chosen)))
        counts: NDArray[np.int64] = total[self.bounds[1]] - total[self.bounds[0]]
        return counts

    @cached_property
    def title_words(self) -> frozenset[str]:
        """Words of the page's title."""
        title = find_title(self.page)
        return frozenset(_WORDS.findall(title.value.lower())) if title else frozenset()

    @cached_property
    def description_words(self) -> frozenset[str]:
        """Words of the page's description in the head."""
        content = self.page.values("content")
        for attribute in ("name", "property"):
            for row, key in self.page.values(attribute).items():
                if key.lower() in {"description", "og:description"} and row in content:
                    return frozenset(_WORDS.findall(content[row].lower()))
        return frozenset()

    # -- rows -------------------------------------------------------------------------------------

    @cached_property
    def path(self) -> NDArray[np.int64]:
        """Ancestors of each block from its element up, int64 of shape (n_blocks, depth); 0 repeats."""
        depth = int(self.page.depth[self.blocks.element].max(initial=0)) + 1
        path = np.zeros((len(self.blocks), min(depth, MAX_DEPTH)), dtype=np.int64)
        at = self.blocks.element
        for level in range(path.shape[1]):
            path[:, level] = at
            at = np.maximum(self.page.parent[at], 0)
        return path

    @cached_property
    def inner(self) -> NDArray[np.int64]:
        """Elements between the block's first text and its element, then its ancestors; as ``path``."""
        at = self.page.parent[self.blocks.row].astype(np.int64)
        depth = int(self.page.depth[at].max(initial=0)) + 1
        path = np.zeros((len(self.blocks), min(depth, MAX_DEPTH)), dtype=np.int64)
        for level in range(path.shape[1]):
            path[:, level] = at
            at = np.maximum(self.page.parent[at], 0)
        return path

    @cached_property
    def shape(self) -> NDArray[np.int64]:
        """Number per row that is equal for elements with the same tag and class, −1 for texts."""
        page = self.page
        known: dict[Any, int] = {}
        at = page.attribute("class")
        shape = page.tag.astype(np.int64)
        places = zip(at.row.tolist(), at.start.tolist(), at.end.tolist(), strict=True)
        for row, start, end in places:
            # Digits in class names number things: post-123 is a post.
            key = (int(page.tag[row]), page.data[start:end].translate(None, b"0123456789"))
            shape[row] = known.setdefault(key, len(known) + 1000)
        shape[page.is_text] = -1
        return shape

    @cached_property
    def is_long(self) -> NDArray[np.bool_]:
        """Whether a block has at least fifteen words."""
        return self.blocks.n_words >= _LONG_WORDS

    @cached_property
    def heading_level(self) -> NDArray[np.int64]:
        """1–6 for blocks in a heading, 0 for others."""
        level = np.zeros(len(self.page), dtype=np.int64)
        for n in range(1, 7):
            level[self.page.is_tag((f"h{n}",))] = n
        found = level[self.inner[:, :4]] if len(self.blocks) else np.zeros((0, 1), dtype=np.int64)
        nearest = np.argmax(found > 0, axis=1)
        levels: NDArray[np.int64] = found[np.arange(len(found)), nearest]
        return levels

    @cached_property
    def headline(self) -> int:
        """Block that states the page's title, −1 for none."""
        if not self.title_words:
            return -1
        best, best_score = -1, 0.6
        n_title = len(self.title_words)
        for i, words in enumerate(self.words):
            if len(words) > 3 * n_title or words.isdisjoint(self.title_words):
                continue
            n_common = len(words & self.title_words)
            score = 2 * n_common / (n_title + len(words)) + 0.2 * (self.heading_level[i] == 1)
            if score > best_score + 1e-9:
                best, best_score = i, score
        return best
