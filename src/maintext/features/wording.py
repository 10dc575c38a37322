"""The wording of blocks: their words, marks and phrases, and which texts repeat."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maintext._core import features as core
from maintext._core.words import build_word_table
from maintext.features.phrases import BEGINS, CJK_BITS, FAMILIES, WORD_BITS
from maintext.page import characters as ch

Int: TypeAlias = NDArray[np.int64]
Int32: TypeAlias = NDArray[np.int32]

__all__ = ["MARKS", "Wording", "collapsed", "wording"]

MARKS = {
    "comma": ",，、،;；",
    "separator": "|»›•·/→>＞｜",
    "code": "{}()=<>_[]#$\\",
    "money": "$€£¥￥₽₹₩元",
    "question": "?？",
    "quote": '"“”„«»「」『』',
}  # fmt: skip
"""Families of characters that are counted."""

_COPYRIGHT = "©"
# What a capital sigma becomes depends on what stands behind it; this i becomes two characters.
_SIGMA, _DOTTED = "Σ", "İ"
_TRIGGER, _COPYRIGHT_MARK = 128, 64  # bits beside those of the families of marks
_DECIMAL = 64  # beside the flags of classes
_WORDS_CHARS = 240  # the start of a text, where words are looked at
_SHORT_CHARS = 160  # phrases are looked for in texts up to this length


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """What the characters of each block are; arrays of shape (n_blocks,), int64 but for the edges.

    Attributes
    ----------
    n_different, n_in_title, n_in_description
        Different words among the first 240 characters; those that stand in the title, in the description.
    n_sentences
        Sentence ends.
    n_marks
        Shape (n_families, n_blocks): characters of each family of :data:`MARKS`.
    said
        Bits of the families of phrases (:mod:`maintext.features.phrases`) in blocks of up to 160 characters.
    n_same, nth_same
        Blocks with the same text, and how many of them stand before.
    first, last
        Code points of the first and the last character, in lower case, uint32.
    """

    n_different: Int
    n_in_title: Int
    n_in_description: Int
    n_sentences: Int
    n_marks: Int
    said: Int
    n_same: Int
    nth_same: Int
    first: NDArray[np.uint32]
    last: NDArray[np.uint32]


def collapsed(text: str, start: Int32, end: Int32) -> list[str]:
    """Return pieces of a text with white space collapsed, in lower case."""
    return [" ".join(piece.split()).lower() for piece in _pieces(text, start, end)]


def _pieces(text: str, start: Int32, end: Int32) -> list[str]:
    return [text[s:e] for s, e in zip(start.tolist(), end.tolist(), strict=True)]


def wording(
    text: str, start: Int32, end: Int32, *, title: frozenset[str], description: frozenset[str], has_cjk: bool
) -> Wording:
    """Measure the texts of blocks.

    Parameters
    ----------
    text, start, end
        The text of a page, and where that of each block begins and ends in it, int32; none is blank.
    title, description
        Words of the page's title and description, in lower case.
    has_cjk
        Whether one of the texts has a CJK character.
    """
    counts, said, n_same, nth_same, edges = core.measure_texts(
        *_one_by_one(text, start, end), _characters(), ch.table(), len(MARKS), _TRIGGER, _COPYRIGHT_MARK, *_phrases(has_cjk),
        title, description, _WORDS_CHARS, _SHORT_CHARS,
    )  # fmt: skip
    different, in_title, in_description, sentences = counts[:4]
    return Wording(
        n_different=different,
        n_in_title=in_title,
        n_in_description=in_description,
        n_sentences=sentences,
        n_marks=counts[4:],
        said=said,
        n_same=n_same,
        nth_same=nth_same,
        first=edges[0],
        last=edges[1],
    )


def _one_by_one(text: str, start: Int32, end: Int32) -> tuple[str, Int32, Int32]:
    """A text whose letters have small ones that are one character each, and the places of the pieces there."""
    if _SIGMA not in text and _DOTTED not in text:
        return text, start, end
    pieces = [piece.lower() for piece in _pieces(text, start, end)]
    ends = np.fromiter(accumulate(map(len, pieces)), np.int32, len(pieces))
    return "".join(pieces), np.concatenate((ends[:0], [0], ends[:-1])).astype(np.int32), ends


@cache
def _phrases(has_cjk: bool) -> tuple[Any, ...]:
    """What the engine looks for: words of phrases, the copyright sign, CJK phrases, patterns; with their bits."""
    lengths = sorted({len(phrase) for phrase in CJK_BITS}, reverse=True) if has_cjk else []
    return (
        *build_word_table(WORD_BITS),
        WORD_BITS[_COPYRIGHT],
        *build_word_table(CJK_BITS),
        np.array(lengths, dtype=np.int32),
        tuple(1 << FAMILIES.index(name) for name in ("date", "price", "address")),
    )


@cache
def _characters() -> NDArray[np.uint32]:
    """What the engine looks up of each character of the Basic Multilingual Plane, uint32 of shape (65536,)."""
    plane = "".join(map(chr, range(65536)))
    small = ch.code_points(plane.replace(_SIGMA, "σ").replace(_DOTTED, "i").lower())
    flags = ch.table().copy()
    for point in np.flatnonzero(flags & ch.SPACE).tolist():
        if not plane[point].isspace():
            flags[point] = 0  # without width, and no white space to ``str.split``
    flags[[point for point in range(65536) if plane[point].isdecimal()]] |= _DECIMAL
    marks = _mark_table().copy()
    marks[ord(_COPYRIGHT)] |= _COPYRIGHT_MARK
    table: NDArray[np.uint32] = small + flags[small] * np.uint32(1 << 16) + marks[small] * np.uint32(1 << 24)
    return table


@cache
def _mark_table() -> NDArray[np.uint8]:
    """Table over the Basic Multilingual Plane: bit i for the i-th family, 128 for what begins a pattern."""
    table = np.zeros(65536, dtype=np.uint8)
    begins = re.compile(BEGINS)
    table[[point for point in range(65536) if begins.match(chr(point))]] = _TRIGGER
    for i, marks in enumerate(MARKS.values()):
        table[[ord(mark) for mark in marks]] |= 1 << i
    return table
