"""Character classes, the same for every script.

A table of flags covers the Basic Multilingual Plane. All text statistics of the package use these classes,
so that figures of Chinese and English pages are comparable.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "CJK", "CJK_PATTERN", "DIGIT", "PUNCTUATION", "SENTENCE_END", "SPACE", "WORD", "WORDS", "classes",
    "code_points", "collapse_whitespace", "table",
]  # fmt: skip

SPACE = 1  # Unicode white space, with the zero-width characters that pages use as such
WORD = 2  # letters, digits and "_": what \w matches
CJK = 4  # one character is one word: Han, kana, hangul syllables
PUNCTUATION = 8  # ASCII, general and full-width punctuation
DIGIT = 16  # 0–9 and full-width ０–９
SENTENCE_END = 32  # . ! ? 。 ！ ？ … and their kin

# Kana, Han with extension A and the compatibility block, hangul syllables, and the supplementary
# ideographic planes: the ranges of the metric (docs/evaluation.md) with their unassigned ends and the
# katakana middle dot, without 々 〆 〇. The shipped models learned by these, so they stay as they are.
CJK_PATTERN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"

# A word nearly as the metric counts it: a CJK character, or a run of other word characters.
WORDS = re.compile(rf"[{CJK_PATTERN}]|[^\W{CJK_PATTERN}]+")

_ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_PUNCTUATION_RANGES = (
    (0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x5E), (0x60, 0x60), (0x7B, 0x7E), (0xA1, 0xA1), (0xA7, 0xA7),
    (0xAB, 0xAB), (0xB7, 0xB7), (0xBB, 0xBB), (0xBF, 0xBF), (0x37E, 0x37E), (0x387, 0x387), (0x589, 0x589),
    (0x60C, 0x60C), (0x61B, 0x61B), (0x61F, 0x61F), (0x6D4, 0x6D4), (0x964, 0x965), (0x104A, 0x104B),
    (0x2010, 0x2027), (0x2030, 0x205E), (0x3001, 0x3003), (0x3008, 0x3011), (0x3014, 0x301F),
    (0xFE30, 0xFE4F),
    (0xFE50, 0xFE6B), (0xFF01, 0xFF0F), (0xFF1A, 0xFF20), (0xFF3B, 0xFF3E), (0xFF40, 0xFF40),
    (0xFF5B, 0xFF65),
)  # fmt: skip
_SENTENCE_ENDS = ".!?。！？．…‥।॥؟۔።՜՞။"


@cache
def table() -> NDArray[np.uint8]:
    """Return the flags by code point, uint8 of shape (65536,), read-only."""
    table = np.zeros(65536, dtype=np.uint8)
    plane = "".join(map(chr, range(65536)))
    for pattern, flag in ((r"\s+", SPACE), (r"\w+", WORD), (f"[{CJK_PATTERN}]+", CJK)):
        for match in re.finditer(pattern, plane):
            table[match.start() : match.end()] |= flag
    for low, high in _PUNCTUATION_RANGES:
        table[low : high + 1] |= PUNCTUATION
    table[[ord(c) for c in _SENTENCE_ENDS]] |= SENTENCE_END
    table[[ord(c) for c in _ZERO_WIDTH]] = SPACE
    for zero in (0x30, 0xFF10):
        table[zero : zero + 10] |= DIGIT
    table.setflags(write=False)
    return table


def collapse_whitespace(text: str) -> str:
    """Return a text with each run of white space as one space, and none at its ends."""
    return " ".join(text.split())


def code_points(text: str) -> NDArray[np.uint32]:
    """Return the code points of a text, uint32 of shape (n_characters,)."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def classes(points: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """Return the class flags of code points, uint8 of the same shape.

    Beyond the Basic Multilingual Plane, U+20000–U+3FFFF are CJK words. Other characters are words if
    ``str.isalnum`` is true; the rest, such as emoji, has no class.
    """
    flags = table()[np.minimum(points, 0xFFFF)]
    beyond = np.flatnonzero(points > 0xFFFF)
    if len(beyond):
        flags[beyond] = [_classify_astral(p) for p in points[beyond].tolist()]
    return flags


def _classify_astral(point: int) -> int:
    if 0x20000 <= point <= 0x3FFFF:
        return CJK | WORD
    return WORD if chr(point).isalnum() else 0
