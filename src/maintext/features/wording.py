"""The wording of blocks: their words, marks and phrases, and which texts repeat.

By the compiled kernel in one pass over the characters, or text by text in Python with the same values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from maintext.features.groups import numbered
from maintext.features.phrases import BEGINS, CJK_BITS, FAMILIES, WORD_BITS, places
from maintext.kernel import compiled
from maintext.page import characters as ch

if TYPE_CHECKING:
    from types import ModuleType

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

_KERNEL, _HASHES = compiled("wording"), compiled("hashes")
_COPYRIGHT = "©"
# What a capital sigma becomes depends on what stands behind it; this i becomes two characters.
_SIGMA, _DOTTED = "Σ", "İ"
_TRIGGER, _COPYRIGHT_MARK = 128, 64  # bits beside those of the families of marks
_DECIMAL = 64  # beside the flags of classes
_WORDS_CHARS = 240  # the start of a text, where words are looked at
_SHORT_CHARS = 160  # phrases are looked for in texts up to this length
_WORDS_WITHOUT_CJK = re.compile(r"\w+")  # the same where no character is CJK, and faster
# ASCII characters that are in no word become spaces.
_ONLY_WORDS = bytes(c if chr(c).isalnum() or chr(c) in "_\n" else 32 for c in range(128)) + bytes(128)


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
    if _KERNEL is not None:
        return _by_kernel(_KERNEL, _one_by_one(text, start, end), title, description, has_cjk)
    return _measured(collapsed(text, start, end), title, description, has_cjk)


def _one_by_one(text: str, start: Int32, end: Int32) -> tuple[str, Int32, Int32]:
    """A text whose letters have small ones that are one character each, and the places of the pieces there."""
    if _SIGMA not in text and _DOTTED not in text:
        return text, start, end
    pieces = [piece.lower() for piece in _pieces(text, start, end)]
    ends = np.fromiter(accumulate(map(len, pieces)), np.int32, len(pieces))
    return "".join(pieces), np.concatenate((ends[:0], [0], ends[:-1])).astype(np.int32), ends


def _by_kernel(
    kernel: ModuleType,
    places: tuple[str, Int32, Int32],
    title: frozenset[str],
    description: frozenset[str],
    has_cjk: bool,
) -> Wording:
    counts, said, n_same, nth_same, edges = kernel.measure(
        *places, _characters(), ch.table(), len(MARKS), _TRIGGER, _COPYRIGHT_MARK, *_phrases(has_cjk),
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


@cache
def _phrases(has_cjk: bool) -> tuple[Any, ...]:
    """What the kernel looks for: words of phrases, the copyright sign, CJK phrases, patterns; with their bits."""
    assert _HASHES is not None  # noqa: S101 - asked for only where the kernel is
    lengths = sorted({len(phrase) for phrase in CJK_BITS}, reverse=True) if has_cjk else []
    return (
        *_HASHES.table_of(WORD_BITS),
        WORD_BITS[_COPYRIGHT],
        *_HASHES.table_of(CJK_BITS),
        np.array(lengths, dtype=np.int32),
        tuple(1 << FAMILIES.index(name) for name in ("date", "price", "address")),
    )


@cache
def _characters() -> NDArray[np.uint32]:
    """What the kernel looks up of each character of the Basic Multilingual Plane, uint32 of shape (65536,)."""
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


def _measured(texts: list[str], title: frozenset[str], description: frozenset[str], has_cjk: bool) -> Wording:
    words = _words(texts, has_cjk)
    n_marks, n_sentences = _counts(texts)
    is_short = np.array([len(text) <= _SHORT_CHARS for text in texts], dtype=np.bool_)
    short = np.flatnonzero(is_short)
    said = np.zeros(len(texts), dtype=np.int64)
    for i in short.tolist():
        for phrase in words[i] & WORD_BITS.keys():
            said[i] |= WORD_BITS[phrase]
        if _COPYRIGHT in texts[i]:
            said[i] |= WORD_BITS[_COPYRIGHT]
    joined = "\n".join([*(texts[i] for i in short.tolist()), ""])
    ends = np.fromiter(accumulate(len(texts[i]) + 1 for i in short.tolist()), np.int64, len(short))
    _add_places(said, joined, short, ends, has_cjk)
    number = {text: i for i, text in enumerate(texts)}
    n_same, nth_same = _repeats(np.array([number[text] for text in texts], dtype=np.int64))
    return Wording(
        n_different=np.array([len(found) for found in words], dtype=np.int64),
        n_in_title=np.array([len(found & title) for found in words], dtype=np.int64),
        n_in_description=np.array([len(found & description) for found in words], dtype=np.int64),
        n_sentences=n_sentences,
        n_marks=n_marks,
        said=said,
        n_same=n_same,
        nth_same=nth_same,
        first=ch.code_points("".join([text[0] for text in texts])),
        last=ch.code_points("".join([text[-1] for text in texts])),
    )


def _words(texts: list[str], has_cjk: bool) -> list[frozenset[str]]:
    """Different words in the first characters of each text."""
    find = (ch.WORDS if has_cjk else _WORDS_WITHOUT_CJK).findall
    starts = [text[:_WORDS_CHARS] for text in texts]
    # Texts in ASCII are most of all, and split three times as fast as a pattern finds their words.
    ascii_starts = "\n".join([start for start in starts if start.isascii()])
    words = iter(ascii_starts.encode().translate(_ONLY_WORDS).decode().split("\n"))
    return [frozenset(next(words).split() if start.isascii() else find(start)) for start in starts]


def _counts(texts: list[str]) -> tuple[Int, Int]:
    """Marks of each family and sentence ends of each text."""
    points = ch.code_points("".join(texts))
    bounds = np.fromiter(accumulate(map(len, texts), initial=0), np.int64, len(texts) + 1)

    def count(chosen: NDArray[np.bool_]) -> Int:
        at = np.searchsorted(np.flatnonzero(chosen), bounds)  # few of all characters
        return np.diff(at).astype(np.int64)

    marks = _mark_table().take(points, mode="clip")
    families = [count((marks & (1 << i)) != 0) for i in range(len(MARKS))]
    return np.stack(families), count((ch.classes(points) & ch.SENTENCE_END) != 0)


@cache
def _mark_table() -> NDArray[np.uint8]:
    """Table over the Basic Multilingual Plane: bit i for the i-th family, 128 for what begins a pattern."""
    table = np.zeros(65536, dtype=np.uint8)
    begins = re.compile(BEGINS)
    table[[point for point in range(65536) if begins.match(chr(point))]] = _TRIGGER
    for i, marks in enumerate(MARKS.values()):
        table[[ord(mark) for mark in marks]] |= 1 << i
    return table


def _add_places(said: Int, joined: str, blocks: Int, ends: Int, has_cjk: bool) -> None:
    """Add the phrases found by their place in the joined short texts."""
    found = list(places(joined, has_cjk=has_cjk))
    if found:
        at, bits = np.array(found, dtype=np.int64).T
        np.bitwise_or.at(said, blocks[np.searchsorted(ends, at, side="right")], bits)


def _repeats(text: NDArray[Any]) -> tuple[Int, Int]:
    """How many values are equal to each, and how many of them stand before it."""
    group, n_groups = numbered(text)
    count = np.bincount(group, minlength=n_groups)
    order = np.argsort(group, kind="stable")
    nth = np.empty(len(text), dtype=np.int64)
    nth[order] = np.arange(len(text)) - np.repeat(np.cumsum(count) - count, count)
    return count[group], nth
