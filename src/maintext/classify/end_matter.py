"""End matter: lines that close a main text and are not part of it, told by what they say.

Notices of rights and liability, calls to follow, who wrote a text or took its picture, captions: they stand
next to the text and read like its last sentences, so that densities and places hardly tell them apart.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maintext._core.features import has_stem
from maintext._core.fields import first_places
from maintext._core.words import build_word_table
from maintext.classify.end_matter_phrases import (
    CREDIT_OPENERS,
    CREDIT_WORDS,
    CREDITS,
    FOLLOW,
    NOTICES,
    PLACES,
)
from maintext.classify.features.context import BlockContext
from maintext.html.arrays import Bool, Float, Int
from maintext.html.tags import tag_mask

__all__ = [
    "COMMENT", "KINDS", "MARGIN", "NEXT_ARTICLE", "ends_with_credit", "find_end_matter", "is_call",
    "is_credit", "is_notice",
]  # fmt: skip

_NOTICE, _CALL, _CREDIT, _CAPTION, NEXT_ARTICLE, COMMENT, MARGIN = range(1, 8)
KINDS = ("", "notice", "call", "credit", "caption", "next article", "comment", "post margin")
"""Kinds of end matter, by number; the first stands for none."""

# A line closes the text where the chosen blocks after it that are at least as likely as the first have at
# most a twentieth of the words.
_LIKELY, _SHARE_AFTER = 0.9, 0.05
_SURE, _MAX_CAPTION_PROBABILITY = 0.95, 0.8
_JOINED = 0.4  # share of CJK characters that are no words of their own
_MAX_NOTICE_WORDS, _MAX_CALL_WORDS, _MAX_SURE_CALL_WORDS = 400, 40, 15
_MAX_CREDIT_WORDS, _MAX_CAPTION_WORDS = 15, 60
_MAX_NAME_CHARS, _MAX_WORD_CHARS = 60, 20
_CREDIT_CHARS = 100  # a name, and white space around it
_LAST_WORD = re.compile(r"\w+(?=\W*$)")
# Phrases of a notice, and words to each of them.
_FEW, _WORDS_OF_FEW = 2, 9
_MANY, _WORDS_OF_MANY = 3, 30
_CREDIT_LINE = re.compile(
    r"[\s(\[（【*—–-]*(?:(\w+)\s*(?:(?:[:：/]|\.\s)\W*\w|：\s*$)" rf"|(?:{'|'.join(CREDIT_OPENERS)})\b)"
)
_ORIGINAL_TITLES = ("原标题", "原標題")  # of a text that another medium published first
_ORIGINAL_TITLE = re.compile(rf"\W*(?:{'|'.join(_ORIGINAL_TITLES)})\s*[:：][^\n]{{2,80}}\s*")
_NUMBERED_ITEM = re.compile(r"\s*[(（]?(?:\d{1,2}|[一二三四五六七八九十]{1,3})[、.．)）]")
_FIGURE, _FIGCAPTION = tag_mask(("figure",)), tag_mask(("figcaption",))
_DATA = tag_mask(("table", "pre", "code", "math"))  # figures with these are part of the text


def is_notice(text: str, n_words: int) -> bool:
    """Return whether a text reads like a notice of rights or liability, in one of some thirty languages.

    The text is in lower case. A notice has two phrases, one every nine words, or three, one every thirty.
    """
    n_phrases = len(NOTICES.find(text))
    is_dense = n_phrases >= _FEW and n_phrases * _WORDS_OF_FEW >= n_words
    return is_dense or (n_phrases >= _MANY and n_phrases * _WORDS_OF_MANY >= n_words)


def is_call(text: str, n_words: int, *, is_sure: bool = False) -> bool:
    """Return whether a lower-case text asks readers to follow, and says where.

    It has up to 40 words, or 15 where the model is sure that it is main content. An item with its number is
    part of a list.
    """
    max_words = _MAX_SURE_CALL_WORDS if is_sure else _MAX_CALL_WORDS
    may_be = n_words <= max_words and _NUMBERED_ITEM.match(text) is None
    return may_be and bool(FOLLOW.find(text)) and bool(PLACES.find(text))


def is_credit(text: str, n_words: int) -> bool:
    """Return whether a lower-case text of up to 15 words says who wrote, took or edited, or the source."""
    found = _CREDIT_LINE.match(text) if n_words <= _MAX_CREDIT_WORDS else None
    return found is not None and (found[1] is None or found[1] in CREDITS)


def ends_with_credit(text: str, n_words: int) -> bool:
    """Return whether a lower-case text of up to 60 words ends with a picture's credit ("… Photo: name")."""
    before, colon, name = text.strip().rpartition(":")
    if n_words > _MAX_CAPTION_WORDS or not colon or not 0 < len(name) <= _MAX_NAME_CHARS or "." in name:
        return False
    return not CREDIT_WORDS.isdisjoint(_LAST_WORD.findall(before[-_MAX_WORD_CHARS:]))


def find_end_matter(scene: BlockContext, probability: Float, chosen: Bool) -> NDArray[np.uint8]:
    """Return which chosen blocks are end matter, and of which kind.

    Notices, calls and credits close the text: the chosen blocks of .9 or more after them that are not end
    matter have at most a twentieth of the chosen words. A call that the model is sure of (.95 or more) is
    shorter. Ten CJK characters count as six words. Captions that end with a credit, captions of pictures
    below .8, and the title that a text had elsewhere (原标题：…), are end matter anywhere. Where end matter
    is half of the chosen words, the page is about such things, and no block is.

    Parameters
    ----------
    scene, probability
        The page, and the probability of each of its blocks.
    chosen
        Blocks that are kept so far, bool of shape (n_blocks,).

    Returns
    -------
    NDArray
        uint8 of shape (n_blocks,): numbers of :data:`KINDS`.
    """
    found = np.zeros(len(chosen), dtype=np.uint8)
    _mark_captions(scene, probability, chosen, found)
    _mark_original_titles(scene, chosen, found)
    words = scene.blocks.n_words * chosen
    _mark_closing_lines(scene, probability, words, found)
    if found.any() and 2 * words[found > 0].sum() >= words.sum():
        found[:] = 0
    return found


def _mark_captions(scene: BlockContext, probability: Float, chosen: Bool, found: NDArray[np.uint8]) -> None:
    """Write the kinds of captions: those that end with a credit, and those of pictures with a low score."""
    page, blocks, text = scene.page, scene.blocks, scene.page.text
    is_short = chosen & (blocks.n_words <= _MAX_CAPTION_WORDS)
    if page.has_tag(_FIGCAPTION):
        found[_find_captions(scene, is_short & (probability < _MAX_CAPTION_PROBABILITY))] = _CAPTION
    short = is_short.nonzero()[0]
    # Most blocks have no colon near their end, and are not looked at more closely.
    for i, end in zip(short.tolist(), page.text_end[blocks.last[short]].tolist(), strict=True):
        if text.rfind(":", max(end - _CREDIT_CHARS, 0), end) >= 0:
            line = text[page.text_start[blocks.row[i]] : end].lower()
            if ends_with_credit(line, int(blocks.n_words[i])):
                found[i] = _CREDIT


def _mark_original_titles(scene: BlockContext, chosen: Bool, found: NDArray[np.uint8]) -> None:
    """Write the kind of the blocks that say no more than what title the text had elsewhere."""
    text = scene.page.text
    for place in first_places(text, _ORIGINAL_TITLES, 0):
        starts, ends = scene.places
        i = int(starts.searchsorted(place, side="right")) - 1
        if i >= 0 and chosen[i] and _ORIGINAL_TITLE.fullmatch(text, int(starts[i]), int(ends[i])):
            found[i] = _CREDIT


def _find_captions(scene: BlockContext, may_be: Bool) -> Bool:
    """Return which of the blocks that may be are captions of pictures and not mostly CJK characters."""
    page, blocks = scene.page, scene.blocks
    found = may_be & page.inside(page.tagged(_FIGCAPTION))[blocks.row]
    found &= 2 * blocks.n_cjk < blocks.n_words
    if found.any():
        is_data = page.tagged(_FIGURE) & (page.subtree_sum(page.tagged(_DATA)) > 0)
        found &= ~page.inside(is_data)[blocks.row]
    return found


def _mark_closing_lines(
    scene: BlockContext, probability: Float, words: Int, found: NDArray[np.uint8]
) -> None:
    """Write the kinds of the blocks that close the text, from the last chosen one backwards."""
    page, blocks, stems = scene.page, scene.blocks, _stem_tables()
    max_after, n_after = _SHARE_AFTER * int(words.sum()), 0
    for i in words.nonzero()[0][::-1].tolist():
        n, p = int(words[i]), probability[i]
        start, end = int(page.text_start[blocks.row[i]]), int(page.text_end[blocks.last[i]])
        # Others have no phrase of a notice or a call: they are not looked at word by word.
        may_match = n <= _MAX_NOTICE_WORDS and not found[i] and has_stem(page.columns, start, end, *stems)
        if may_match or (n <= _MAX_CREDIT_WORDS and not found[i]):
            text, n_spoken = page.text[start:end].lower(), n - round(_JOINED * int(blocks.n_cjk[i]))
            if may_match and is_notice(text, n_spoken):
                found[i] = _NOTICE
            elif is_credit(text, n):
                found[i] = _CREDIT
            elif may_match and is_call(text, n_spoken, is_sure=p >= _SURE):
                found[i] = _CALL
        if p >= _LIKELY and not found[i]:
            n_after += n
            if n_after > max_after:
                return


@cache
def _stem_tables() -> tuple[Any, NDArray[np.uint8]]:
    """Return what :func:`has_stem` looks for: stems, and how pieces start."""
    starts = np.zeros(65536, dtype=np.uint8)
    # The first character beyond ASCII tells more; "(c)" is the one piece without any.
    pieces = (*NOTICES.pieces, *FOLLOW.pieces)
    starts[[ord(next(c for c in piece if not c.isascii())) for piece in pieces if not piece.isascii()]] = 1
    return build_word_table(dict.fromkeys((*NOTICES.stems, *FOLLOW.stems), 1)), starts
